package santext

import (
	"cmp"
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"
)

// The piece types, by the numbers of package chess.
const (
	NoPiece = iota
	Pawn
	Knight
	Bishop
	Rook
	Queen
	King
	beyond // no piece type, as all larger numbers
)

// A language names the pieces. The letters are those of the PGN standard (section 17), which lacks
// Latvian, Lithuanian, Esperanto, and Russian. The Finnish and Estonian pawns differ: the standard
// gives them a P, the sheets call them sotilas and ettur.
type language struct {
	name, code     string // in English, and by ISO 639; figurines have no code
	letters, names pieceNames
	others         map[string]uint8 // second names and spellings of the sheets, which are read but not written
}

// pieceNames holds a text for each piece type, and none for other numbers.
type pieceNames [beyond + 1]string

// of returns the texts of pawn, knight, bishop, rook, queen, and king.
func of(texts string) (p pieceNames) {
	copy(p[Pawn:], strings.Fields(texts))
	return p
}

// languages holds the languages, by the numbers of package chess.
var languages = [...]language{
	{"English", "en", of("P N B R Q K"), of("pawn knight bishop rook queen king"), nil},
	{"Finnish", "fi", of("S R L T D K"), of("sotilas ratsu lähetti torni kuningatar kuningas"), map[string]uint8{"daami": Queen}},
	{"Latvian", "lv", of("B Z L T D K"), of("bandinieks zirgs laidnis tornis dāma karalis"), nil},
	{"Lithuanian", "lt", of("P Ž R B V K"), of("pėstininkas žirgas rikis bokštas valdovė karalius"), map[string]uint8{"karalienė": Queen}},
	{"Estonian", "et", of("E R O V L K"), of("ettur ratsu oda vanker lipp kuningas"), nil},
	{"Esperanto", "eo", of("P Ĉ K T D R"), of("peono ĉevalo kuriero turo damo reĝo"), map[string]uint8{"reĝino": Queen, "kavaliro": Knight}},
	{"French", "fr", of("P C F T D R"), of("pion cavalier fou tour dame roi"), nil},
	{"German", "de", of("B S L T D K"), of("Bauer Springer Läufer Turm Dame König"), nil},
	{"Spanish", "es", of("P C A T D R"), of("peón caballo alfil torre dama rey"), nil},
	{"Italian", "it", of("P C A T D R"), of("pedone cavallo alfiere torre regina re"), map[string]uint8{"donna": Queen}},
	{"Portuguese", "pt", of("P C B T D R"), of("peão cavalo bispo torre rainha rei"), map[string]uint8{"dama": Queen}},
	{"Dutch", "nl", of("O P L T D K"), of("pion paard loper toren dame koning"), nil},
	{"Swedish", "sv", of("B S L T D K"), of("bonde springare löpare torn dam kung"), nil},
	{"Danish", "da", of("B S L T D K"), of("bonde springer løber tårn dronning konge"), map[string]uint8{"löber": Bishop}},
	{"Russian", "ru", of("П К С Л Ф Кр"), of("пешка конь слон ладья ферзь король"), nil},
	{"figurines", "", of("♙ ♘ ♗ ♖ ♕ ♔"), of("♙ ♘ ♗ ♖ ♕ ♔"), nil},
	{"black figurines", "", of("♟ ♞ ♝ ♜ ♛ ♚"), of("♟ ♞ ♝ ♜ ♛ ♚"), nil},
}

const (
	english        = 0
	figurines      = len(languages) - 2
	blackFigurines = len(languages) - 1
)

// Names returns the English names of the languages.
func Names() (names []string) {
	for _, l := range languages {
		names = append(names, l.name)
	}
	return names
}

// ByCode returns the number of the language with an ISO 639 code, or -1.
func ByCode(code string) int {
	return slices.IndexFunc(languages[:figurines], func(l language) bool { return l.code == code })
}

// known returns the index of a language, that of English if l is out of range.
func known[L ~uint8](l L) int {
	if int(l) >= len(languages) {
		return english
	}
	return int(l)
}

// Letter returns the letter of a piece type, or "-" for NoPiece and beyond. The letters are English
// if l is out of range.
func Letter[L, P ~uint8](l L, piece P) string {
	return cmp.Or(languages[known(l)].letters[min(piece, beyond)], "-")
}

// Name returns the name of a piece type, or "" for NoPiece and beyond. The names are English if l is
// out of range.
func Name[L, P ~uint8](l L, piece P) string { return languages[known(l)].names[min(piece, beyond)] }

// ParsePiece parses a letter or a name of a piece, or returns NoPiece. Case counts in letters and
// is ignored in names.
func ParsePiece[L ~uint8](l L, s string) uint8 {
	in := languages[known(l)]
	for piece := Pawn; piece <= King; piece++ {
		if s == in.letters[piece] || strings.EqualFold(s, in.names[piece]) {
			return uint8(piece)
		}
	}
	return in.others[strings.ToLower(s)]
}

// cutLetter returns the piece type whose letter s begins with and the rest of s, or NoPiece and s.
func cutLetter(l int, s []byte) (uint8, []byte) {
	for piece := King; piece >= Pawn; piece-- { // the king first: Кр begins with К
		letter := languages[l].letters[piece]
		if len(s) >= len(letter) && string(s[:len(letter)]) == letter {
			return uint8(piece), s[len(letter):]
		}
	}
	if l == figurines {
		return cutLetter(blackFigurines, s)
	}
	return NoPiece, s
}

// promotionOf returns the piece type whose letter, in either case, is r, or NoPiece.
func promotionOf(l int, r rune) uint8 {
	var buffer [utf8.UTFMax]byte
	piece, _ := cutLetter(l, utf8.AppendRune(buffer[:0], unicode.ToUpper(r)))
	return piece
}
