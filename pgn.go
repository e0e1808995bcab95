package chess

import (
	"fmt"
	"strings"
	"unicode/utf8"
)

// PGNOptions are the choices in reading PGN. The zero value reads everything within the default
// limits. [PGNReader] and [PGNScanner] have them as fields, and [ScanPGN] takes them as an argument.
type PGNOptions struct {
	Limits         PGNLimits // what hostile input can make a reader hold
	SkipVariations bool      // pass over variations without looking at their moves
}

// PGNLimits bound what hostile input can make a reader of PGN hold. A field that is 0 means its
// default.
type PGNLimits struct {
	Nesting int // depth of variations; default 256
	Comment int // bytes of one comment; default 1 MiB
	Tag     int // bytes of one tag; default 64 KiB
	Tags    int // tags of one game; default 1,000
	Moves   int // moves of one game, including those of variations; default 200,000
	Notes   int // comments and glyphs of one game; default 200,000
	Text    int // bytes of all tags and comments of one game; default 8 MiB
}

// mostLimit is practically no limit, and leaves room for sums.
const mostLimit = 1 << 30

func (l PGNLimits) withDefaults() PGNLimits {
	for _, limit := range []struct {
		value    *int
		standard int
	}{
		{&l.Nesting, 256}, {&l.Comment, 1 << 20}, {&l.Tag, 1 << 16}, {&l.Tags, 1000}, {&l.Moves, 200_000},
		{&l.Notes, 200_000}, {&l.Text, 8 << 20},
	} {
		if *limit.value <= 0 {
			*limit.value = limit.standard
		}
		*limit.value = min(*limit.value, mostLimit)
	}
	return l
}

// A PGNError reports what is wrong in a PGN file, and where.
type PGNError struct {
	Game         int      // the number of the game in the input, from 1
	White, Black string   // the players, as the tags name them
	Line         int      // from 1
	Column       int      // in bytes, from 1
	Position     Position // the position after the moves before the fault
	IsMove       bool     // whether Token stands where a move is due
	Token        string   // the text at fault, shortened if it is long
	Reason       string   // "the knight on g8 is pinned by the bishop on b5"
	Err          error    // the *MoveError or *FENError with the details, or nil
}

// Unwrap returns the *MoveError or *FENError with the details, if there is one.
func (e *PGNError) Unwrap() error { return e.Err }

// Error says where the fault is and what it is: "PGN line 12, column 8: game 3 (Carlsen - Anand):
// 23... Nf6: the knight on g8 is pinned by the bishop on b5".
func (e *PGNError) Error() string {
	return fmt.Sprintf("PGN line %d, column %d: %s", e.Line, e.Column, e.Fault())
}

// Fault returns the message without line and column: "game 3 (Carlsen - Anand): 23... Nf6: the knight
// on g8 is pinned by the bishop on b5".
func (e *PGNError) Fault() string { return inGame(e.Game, e.White, e.Black, e.fault()) }

// fault is Fault without the game.
func (e *PGNError) fault() string {
	switch {
	case e.IsMove:
		p := &e.Position
		return fmt.Sprintf("%d%s %s: %s", p.FullmoveNumber(), dots(p.Turn()), e.Token, e.Reason)
	case e.Token != "":
		return fmt.Sprintf("%s: %s", e.Token, e.Reason)
	}
	return e.Reason
}

// inGame returns a message about a game: "game 3 (Carlsen - Anand): …".
func inGame(number int, white, black, message string) string {
	return fmt.Sprintf("game %d (%s - %s): %s", number, orUnknown(white), orUnknown(black), message)
}

// dots returns what follows the number of a move by c.
func dots(c Color) string {
	if c == Black {
		return "..."
	}
	return "."
}

// orUnknown returns the name of a player, or "?" if it is not known.
func orUnknown(name string) string {
	if name == "" {
		return "?"
	}
	return printable(abridged(name))
}

// A Tag is a name and a value that describe a game, such as Event or White. A game accepts what PGN can
// hold: a name of 1 to 250 bytes without white space, quotes, and brackets, and a value of one line, both
// in UTF-8. In other names an underscore replaces each character that is not allowed. In other values a
// space replaces each line break. Text that is not UTF-8 is read as Latin-1.
type Tag struct {
	Name  string `json:"name"`  // "Event"
	Value string `json:"value"` // "Tilburg"
}

// maxWord is how many bytes of a word are read. The rest of a longer word is a word of its own.
const maxWord = 255

// maxTagName is how many bytes of a name leave room for its bracket and quote in
// the longest word that the reader looks at.
const maxTagName = maxWord - 5

// tagName returns name as a tag can hold it.
func tagName(name string) string {
	if 0 < len(name) && len(name) <= maxTagName && nameLength([]byte(name)) == len(name) && utf8.ValidString(name) {
		return name
	}
	name = strings.Map(func(r rune) rune {
		if r < utf8.RuneSelf && nameLength([]byte{byte(r)}) == 0 {
			return '_'
		}
		return r
	}, toUTF8([]byte(name)))
	for len(name) > maxTagName {
		_, size := utf8.DecodeLastRuneInString(name)
		name = name[:len(name)-size]
	}
	if name == "" {
		return "_"
	}
	return name
}

// tagValue returns value as a tag can hold it.
func tagValue(value string) string {
	if strings.ContainsAny(value, "\r\n") {
		value = strings.NewReplacer("\r\n", " ", "\r", " ", "\n", " ").Replace(value)
	}
	return toUTF8([]byte(value))
}

// parseTermination returns the reason that the tag Termination gives in the words of the PGN standard or
// of a server, or NoReason if it gives none.
func parseTermination(value string) Reason {
	if i := strings.LastIndex(value, " won "); i >= 0 {
		value = value[i:] // "50cent won on time": the name of the player gives no reason
	}
	value = strings.ToLower(value)
	for _, known := range [...]struct {
		words  string
		reason Reason
	}{
		{"adjudicat", Adjudication}, {"time forfeit", Time}, {"on time", Time}, {"timeout", Time},
		{"resign", Resignation}, {"agreement", Agreement}, {"abandon", Abandonment}, {"infraction", RulesInfraction},
		{"forfeit", Forfeit}, {"repetition", ThreefoldRepetition}, {"fifty", FiftyMoves}, {"50", FiftyMoves},
	} {
		if strings.Contains(value, known.words) {
			return known.reason
		}
	}
	return NoReason
}

// roster is the Seven Tag Roster of the PGN standard (8.1.1) with the values
// that stand for the unknown.
var roster = [...]Tag{
	{"Event", "?"}, {"Site", "?"}, {"Date", "????.??.??"}, {"Round", "?"},
	{"White", "?"}, {"Black", "?"}, {"Result", "*"},
}

// terminations are the values of the tag Termination for reasons that do not follow from the moves: those
// of the PGN standard (9.8.1), and "forfeit".
var terminations = map[Reason]string{
	Time: "time forfeit", Adjudication: "adjudication", Abandonment: "abandoned", Forfeit: "forfeit",
	RulesInfraction: "rules infraction",
}

// toUTF8 returns the text as UTF-8: as it is if it is valid, else read as
// Latin-1.
func toUTF8(text []byte) string {
	if utf8.Valid(text) {
		return string(text)
	}
	runes := make([]rune, len(text))
	for i, c := range text {
		runes[i] = rune(c)
	}
	return string(runes)
}

// parseVariant reports whether the value of the tag Variant names Chess960, and
// whether it names a game that this library knows.
func parseVariant(variant string) (chess960, known bool) {
	if variant == "" {
		return false, true
	}
	switch strings.ToLower(strings.NewReplacer(" ", "", "-", "", "_", "").Replace(variant)) {
	case "?", "standard", "chess", "normal", "fromposition", "classical", "classic":
		return false, true
	case "chess960", "960", "fischerandom", "fischerrandom", "fischerandomchess", "fischerrandomchess",
		"frc", "freestyle", "freestylechess", "dfrc", "doublefischerandom", "doublefischerrandom":
		return true, true
	}
	return false, false
}

// parseResultMark parses a result as found in the wild.
func parseResultMark(word []byte) (Result, bool) {
	if len(word) < 2 {
		return Unfinished, false
	}
	switch string(word) {
	case "1-0", "1:0", "1–0", "1—0", "+--", "WHITEWIN":
		return WhiteWins, true
	case "0-1", "0:1", "0–1", "0—1", "BLACKWIN":
		return BlackWins, true
	case "1/2-1/2", "1/2", "1/2:1/2", "1/2–1/2", "1/2—1/2", "½-½", "½–½", "½—½", "½":
		return Draw, true
	}
	return Unfinished, false
}

// nameLength returns the length of the tag name that text begins with.
func nameLength(text []byte) int {
	for i, c := range text {
		if c <= ' ' || c == '"' || c == '[' || c == ']' {
			return i
		}
	}
	return len(text)
}

// glyphNAGs holds the annotation glyphs that are written as signs.
var glyphNAGs = map[string]NAG{
	"!": 1, "?": 2, "!!": 3, "‼": 3, "??": 4, "⁇": 4, "!?": 5, "⁉": 5, "?!": 6, "⁈": 6, "□": 7,
	"=": 10, "∞": 13, "+=": 14, "⩲": 14, "=+": 15, "⩱": 15, "+/-": 16, "±": 16, "-/+": 17, "∓": 17,
	"+-": 18, "-+": 19, "⨀": 22, "⟳": 32, "↑": 36, "→": 40, "⇆": 132, "N": 146,
}
