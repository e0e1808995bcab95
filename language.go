package chess

import (
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"
)

// A Language gives names and letters to the pieces: one of the languages of the rule
// sheets, or figurines. The zero value is [English], the language of SAN and PGN.
type Language uint8

// The languages. The letter of a piece is the initial of its name, except for the English
// knight (N), the Finnish, Italian, and Portuguese queen (D, for daami, donna, and dama),
// the Russian king (Кр, since К is the knight), and the Dutch pawn (O, since P is the
// knight).
const (
	English Language = iota
	Finnish
	Latvian
	Lithuanian
	Estonian
	Esperanto
	French
	German
	Spanish
	Italian
	Portuguese
	Dutch
	Swedish
	Danish
	Russian
	Figurines      // ♘f3 for both sides, as books print it; ♞f3 is read as well
	BlackFigurines // ♞f3
)

var languageNames = enum[Language]{"language", []string{
	"English", "Finnish", "Latvian", "Lithuanian", "Estonian", "Esperanto", "French", "German", "Spanish", "Italian",
	"Portuguese", "Dutch", "Swedish", "Danish", "Russian", "figurines", "black figurines",
}}

// languageCodes holds the ISO 639 codes of the languages. Figurines have none.
var languageCodes = [...]string{
	"en", "fi", "lv", "lt", "et", "eo", "fr", "de", "es", "it", "pt", "nl", "sv", "da", "ru",
}

// languageLetters holds the letters of the pieces. They are those of the PGN standard
// (section 17), which lacks Latvian, Lithuanian, Esperanto, and Russian. The Finnish and
// Estonian pawns differ: the standard gives them a P, the sheets call them sotilas and
// ettur.
var languageLetters = [...][King + 1]string{
	English:        {Pawn: "P", "N", "B", "R", "Q", "K"},
	Finnish:        {Pawn: "S", "R", "L", "T", "D", "K"},
	Latvian:        {Pawn: "B", "Z", "L", "T", "D", "K"},
	Lithuanian:     {Pawn: "P", "Ž", "R", "B", "V", "K"},
	Estonian:       {Pawn: "E", "R", "O", "V", "L", "K"},
	Esperanto:      {Pawn: "P", "Ĉ", "K", "T", "D", "R"},
	French:         {Pawn: "P", "C", "F", "T", "D", "R"},
	German:         {Pawn: "B", "S", "L", "T", "D", "K"},
	Spanish:        {Pawn: "P", "C", "A", "T", "D", "R"},
	Italian:        {Pawn: "P", "C", "A", "T", "D", "R"},
	Portuguese:     {Pawn: "P", "C", "B", "T", "D", "R"},
	Dutch:          {Pawn: "O", "P", "L", "T", "D", "K"},
	Swedish:        {Pawn: "B", "S", "L", "T", "D", "K"},
	Danish:         {Pawn: "B", "S", "L", "T", "D", "K"},
	Russian:        {Pawn: "П", "К", "С", "Л", "Ф", "Кр"},
	Figurines:      {Pawn: "♙", "♘", "♗", "♖", "♕", "♔"},
	BlackFigurines: {Pawn: "♟", "♞", "♝", "♜", "♛", "♚"},
}

// languagePieces holds the names of the pieces.
var languagePieces = [...][King + 1]string{
	English:        {Pawn: "pawn", "knight", "bishop", "rook", "queen", "king"},
	Finnish:        {Pawn: "sotilas", "ratsu", "lähetti", "torni", "kuningatar", "kuningas"},
	Latvian:        {Pawn: "bandinieks", "zirgs", "laidnis", "tornis", "dāma", "karalis"},
	Lithuanian:     {Pawn: "pėstininkas", "žirgas", "rikis", "bokštas", "valdovė", "karalius"},
	Estonian:       {Pawn: "ettur", "ratsu", "oda", "vanker", "lipp", "kuningas"},
	Esperanto:      {Pawn: "peono", "ĉevalo", "kuriero", "turo", "damo", "reĝo"},
	French:         {Pawn: "pion", "cavalier", "fou", "tour", "dame", "roi"},
	German:         {Pawn: "Bauer", "Springer", "Läufer", "Turm", "Dame", "König"},
	Spanish:        {Pawn: "peón", "caballo", "alfil", "torre", "dama", "rey"},
	Italian:        {Pawn: "pedone", "cavallo", "alfiere", "torre", "regina", "re"},
	Portuguese:     {Pawn: "peão", "cavalo", "bispo", "torre", "rainha", "rei"},
	Dutch:          {Pawn: "pion", "paard", "loper", "toren", "dame", "koning"},
	Swedish:        {Pawn: "bonde", "springare", "löpare", "torn", "dam", "kung"},
	Danish:         {Pawn: "bonde", "springer", "løber", "tårn", "dronning", "konge"},
	Russian:        {Pawn: "пешка", "конь", "слон", "ладья", "ферзь", "король"},
	Figurines:      languageLetters[Figurines],
	BlackFigurines: languageLetters[BlackFigurines],
}

// otherNames holds names that are read but not written: those of the sheets where they
// give a second name or spelling, and those behind a letter that is not the initial.
var otherNames = map[Language]map[string]PieceType{
	Finnish:    {"daami": Queen},
	Lithuanian: {"karalienė": Queen},
	Esperanto:  {"reĝino": Queen, "kavaliro": Knight},
	Italian:    {"donna": Queen},
	Portuguese: {"dama": Queen},
	Danish:     {"löber": Bishop},
}

// ParseLanguage parses the English name of a language such as "Finnish", or its ISO 639
// code such as "fi". The error is a [*ParseError].
func ParseLanguage(s string) (Language, error) {
	if i := slices.Index(languageCodes[:], s); i >= 0 {
		return Language(i), nil
	}
	return languageNames.parse(s)
}

// isValid reports whether l is one of the languages.
func (l Language) isValid() bool { return l <= BlackFigurines }

// known returns l, or English if l is out of range.
func (l Language) known() Language {
	if !l.isValid() {
		return English
	}
	return l
}

// Letter returns the letter of t in l as SAN uses it: one letter, except for the Russian
// king, which has two. SAN writes none for a pawn. Letter returns "-" for NoPieceType, and
// the English letter if l is out of range.
func (l Language) Letter(t PieceType) string {
	if !t.isValid() {
		return "-"
	}
	return languageLetters[l.known()][t]
}

// Name returns the name of t in l as it is written within a sentence, such as "ratsu" in Finnish
// or "Springer" in German. The name of a figurine is the figurine. Name returns "" for
// NoPieceType, and the English name if l is out of range.
func (l Language) Name(t PieceType) string {
	if !t.isValid() {
		return ""
	}
	return languagePieces[l.known()][t]
}

// ParsePieceType parses a letter or a name of a piece in l, such as "R" or "ratsu" in
// Finnish. Case counts in letters and is ignored in names. The error is a [*ParseError].
func (l Language) ParsePieceType(s string) (PieceType, error) {
	l = l.known()
	for t := Pawn; t <= King; t++ {
		if s == languageLetters[l][t] || strings.EqualFold(s, languagePieces[l][t]) {
			return t, nil
		}
	}
	if t, ok := otherNames[l][strings.ToLower(s)]; ok {
		return t, nil
	}
	return NoPieceType, &ParseError{Kind: "piece type in " + l.String(), Text: s}
}

// String returns the English name of l, such as "Finnish" or "figurines".
func (l Language) String() string { return languageNames.text(l) }

// MarshalText implements [encoding.TextMarshaler] with the form of String.
func (l Language) MarshalText() ([]byte, error) { return languageNames.marshal(l) }

// UnmarshalText implements [encoding.TextUnmarshaler] with [ParseLanguage].
func (l *Language) UnmarshalText(text []byte) error { return unmarshal(l, text, ParseLanguage) }

// cutLetter returns the piece type whose letter s begins with and the rest of s, or
// NoPieceType and s.
func (l Language) cutLetter(s []byte) (PieceType, []byte) {
	for t := King; t >= Pawn; t-- { // the king first: Кр begins with К
		letter := l.Letter(t)
		if len(s) >= len(letter) && string(s[:len(letter)]) == letter {
			return t, s[len(letter):]
		}
	}
	if l == Figurines {
		return BlackFigurines.cutLetter(s)
	}
	return NoPieceType, s
}

// promotionOf returns the piece type whose letter, in either case, is r, or NoPieceType.
func (l Language) promotionOf(r rune) PieceType {
	var buffer [utf8.UTFMax]byte
	t, _ := l.cutLetter(utf8.AppendRune(buffer[:0], unicode.ToUpper(r)))
	return t
}
