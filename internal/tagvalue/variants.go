package tagvalue

import "strings"

// A Variant is what the value of a Variant tag names.
type Variant uint8

const (
	Chess          Variant = iota // also if the tag says nothing
	Chess960                      // with any number of pieces that castle from elsewhere
	OtherVariant                  // a game with other rules
	UnknownVariant                // a word that names no game, such as "Blitz"
)

// ParseVariant parses the value of a Variant tag.
func ParseVariant(value string) Variant {
	if value == "" {
		return Chess
	}
	name := strings.ToLower(spaces.Replace(value))
	switch name {
	case "?", "standard", "chess", "normal", "fromposition", "classical", "classic":
		return Chess
	case "chess960", "960", "fischerandom", "fischerrandom", "fischerandomchess", "fischerrandomchess",
		"frc", "freestyle", "freestylechess", "dfrc", "doublefischerandom", "doublefischerrandom",
		"wild/fr", "chess9lx", "9lx":
		return Chess960
	}
	if otherVariants[strings.TrimSuffix(strings.TrimSuffix(name, "960"), "chess")] {
		return OtherVariant
	}
	return UnknownVariant
}

// otherVariants holds the names of games with other rules, in small letters, without what separates words and
// without "chess" at their end.
var otherVariants = func() map[string]bool {
	names := map[string]bool{}
	for name := range strings.FieldsSeq(`3check threecheck 5check fivecheck 4player fourplayer alice allexplode almost amazon anti
ants armageddon asean atom atomic baroque berolina breakthrough bughouse caparandom capablanca capahouse centaur chigorin
chushogi circular coregal courier crazyhouse cylinder dark displacedgrid dobutsu dragon duck embassy empire euroshogi
extinction fairy fogofwar gardner giveaway gothic grand grasshopper hexagonal hoppelpoppel horde hordechess janggi janus
judkins kinglet kingofthehill knightmate koth kriegspiel kyotoshogi legan losalamos losers losing makpong makruk
manchu marseillais minishogi minixiangqi modern monster newzealand nightrider nocastle nocheckatomic omega
orda pawnsonly placement pocketknight progressive raazuvaa race racing racingkings seirawan shako shatar shatranj
shogi shogun shouse sittuyin spartan suicide supply synochess tamerlane torpedo torishogi twokings viennese xiangqi xiang
zh`) {
		names[name] = true
	}
	return names
}()

// spaces removes what separates words.
var spaces = strings.NewReplacer(" ", "", "-", "", "_", "")
