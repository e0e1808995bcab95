package variant

import (
	"strings"

	"github.com/shakki/chess"
	"github.com/shakki/chess/internal/enum"
	"github.com/shakki/chess/internal/tagvalue"
)

// A Variant is a set of rules. The zero value is [Standard].
type Variant uint8

// The variants.
const (
	Standard      Variant = iota // chess under the FIDE Laws
	Antichess                    // captures must be made, and a side without a move wins
	Atomic                       // a capture explodes
	Crazyhouse                   // captured pieces change sides and are dropped on the board
	Horde                        // White has pawns and no king
	KingOfTheHill                // a king in the center wins
	RacingKings                  // the first king on the eighth rank wins
	ThreeCheck                   // the third check wins
	FiveCheck                    // the fifth check wins
)

// rules are what a variant changes in chess. Nothing but the table of rules knows a variant by its
// name: a new variant is a new row.
type rules struct {
	name    string   // in the Variant tag, as lichess writes it
	uci     string   // the value of UCI_Variant
	aliases []string // other names, in the form of [plainName]
	start   string   // the FEN of the start position

	commonKings bool           // kings are ordinary pieces: there is no check, and pawns promote to kings
	kingless    bool           // White has no king, and pawns on the first rank
	noCastling  bool           // there is no castling
	noPawns     bool           // there are no pawns
	mustCapture bool           // a side that can capture must capture
	explodes    bool           // a capture removes both pieces and all pieces around that are not pawns
	drops       bool           // captured pieces change sides and may be dropped
	noChecks    bool           // no move may give check
	checks      int            // the number of checks that win, or 0
	hill        chess.Bitboard // the squares on which a king wins
	race        bool           // a king on the eighth rank wins, unless Black's next move equalizes
	lostAll     verdict        // what the loss of all pieces is for their owner
	stalemate   verdict        // what having no move is for the side to move, when it is not in check
	mayEnd      bool           // one of the rules above can end the game other than by checkmate and stalemate

	// insufficient reports whether c cannot win, whatever both sides play.
	insufficient func(p Position, c chess.Color) bool
}

// A verdict is what an event means for a side.
type verdict uint8

const (
	draws verdict = iota // nothing, if it does not end the game
	wins
	loses
)

const standardFEN = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1"

const center = chess.Bitboard(0x1818000000)

// table holds the rules of each variant.
var table = [...]rules{
	Standard: {
		name: "Standard", uci: "chess", start: standardFEN, insufficient: fewPieces,
	},
	Antichess: {
		name: "Antichess", uci: "antichess", aliases: []string{"anti"},
		start:       "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w - - 0 1",
		commonKings: true, noCastling: true, mustCapture: true, lostAll: wins, stalemate: wins, insufficient: cannotLoseAll,
	},
	Atomic: {
		name: "Atomic", uci: "atomic", aliases: []string{"atom"}, start: standardFEN,
		explodes: true, insufficient: cannotExplode,
	},
	Crazyhouse: {
		name: "Crazyhouse", uci: "crazyhouse", aliases: []string{"zh"},
		start: "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR[] w KQkq - 0 1",
		drops: true, insufficient: fewInPlay,
	},
	Horde: {
		name: "Horde", uci: "horde",
		start:    "rnbqkbnr/pppppppp/8/1PP2PP1/PPPPPPPP/PPPPPPPP/PPPPPPPP/PPPPPPPP w kq - 0 1",
		kingless: true, lostAll: loses, insufficient: fewInHorde,
	},
	KingOfTheHill: {
		name: "King of the Hill", uci: "kingofthehill", aliases: []string{"koth"}, start: standardFEN,
		hill: center, insufficient: never,
	},
	RacingKings: {
		name: "Racing Kings", uci: "racingkings", aliases: []string{"racing", "race"},
		start:      "8/8/8/8/8/8/krbnNBRK/qrbnNBRQ w - - 0 1",
		noCastling: true, noPawns: true, noChecks: true, race: true, insufficient: never,
	},
	ThreeCheck: {
		name: "Three-check", uci: "3check", start: "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 3+3 0 1",
		checks: 3, insufficient: bareKing,
	},
	FiveCheck: {
		name: "Five-check", uci: "5check", start: "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 5+5 0 1",
		checks: 5, insufficient: bareKing,
	},
}

// names holds the names of the variants in their order.
var names = func() enum.Names[Variant] {
	var names []string
	for i := range table {
		r := &table[i]
		r.mayEnd = r.explodes || r.checks > 0 || r.hill != 0 || r.race || r.lostAll != draws
		names = append(names, r.name)
	}
	return enum.Of[Variant]("variant", names...)
}()

// Variants returns all variants in the order of their numbers.
func Variants() []Variant {
	variants := make([]Variant, len(table))
	for i := range variants {
		variants[i] = Variant(i)
	}
	return variants
}

// ParseVariant parses the name of a variant in the spellings of lichess, FICS, chess.com,
// python-chess, and Fairy-Stockfish, such as "Three-check", "threeCheck", "3check", and "3-check". It
// ignores case, spaces, hyphens, and underscores, and "chess" or "960" at the end. The names of Chess960
// and the empty name are [Standard]. The error is a [*chess.ParseError].
func ParseVariant(s string) (Variant, error) {
	name := plainName(s)
	for _, suffix := range [...]string{"chess", "960"} {
		plain := strings.TrimSuffix(name, suffix)
		if v, ok := known[plain]; ok || tagvalue.ParseVariant(plain) <= tagvalue.Chess960 {
			return v, nil
		}
	}
	return Standard, names.Unknown(s)
}

// known holds the variants by all their names, in the form of [plainName].
var known = func() map[string]Variant {
	known := map[string]Variant{}
	for i := range table {
		for _, name := range append([]string{table[i].name, table[i].uci}, table[i].aliases...) {
			known[plainName(name)] = Variant(i)
		}
	}
	return known
}()

// spaces removes what separates words, and writes numbers as digits.
var spaces = strings.NewReplacer(" ", "", "-", "", "_", "", "three", "3", "five", "5")

// plainName returns the name of a variant in lower case, without what separates words, and with a number of
// checks as a digit.
func plainName(name string) string { return spaces.Replace(strings.ToLower(name)) }

// rules returns the rules of v, which must be one of the variants.
func (v Variant) rules() *rules { return &table[v] }

// isValid reports whether v is one of the variants.
func (v Variant) isValid() bool { return int(v) < len(table) }

// UCI returns the name of v that engines know as a value of the option UCI_Variant, such as
// "kingofthehill", or "chess" for Standard.
func (v Variant) UCI() string {
	if !v.isValid() {
		return v.String()
	}
	return v.rules().uci
}

// String returns the name of v, such as "King of the Hill", as lichess writes it in the Variant tag.
func (v Variant) String() string { return names.Text(v) }

// MarshalText implements [encoding.TextMarshaler] with the form of String.
func (v Variant) MarshalText() ([]byte, error) { return names.Marshal(v) }

// UnmarshalText implements [encoding.TextUnmarshaler] with [ParseVariant].
func (v *Variant) UnmarshalText(text []byte) error {
	parsed, err := ParseVariant(string(text))
	if err == nil {
		*v = parsed
	}
	return err
}
