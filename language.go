package chess

import (
	"fmt"
	"unicode"
	"unicode/utf8"
)

// A Language is what the pieces are called in: one of the languages of the rule
// sheets, or figurines. The zero value is [English], the language of SAN and
// PGN.
type Language uint8

// The languages. Their letters are the initials of the names, but for the
// English knight (N), the Finnish, Italian and Portuguese queen (D, for daami,
// donna and dama), the Russian king (Кр beside К for the knight) and the Dutch
// pawn (O beside P for the knight).
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
	Figurines      // ♘f3 for either side, as books print it; ♞f3 is read as well
	BlackFigurines // ♞f3
)

// languageNames holds the name of each language and its ISO 639 code, if any.
var languageNames = [...]struct{ name, code string }{
	English:        {"English", "en"},
	Finnish:        {"Finnish", "fi"},
	Latvian:        {"Latvian", "lv"},
	Lithuanian:     {"Lithuanian", "lt"},
	Estonian:       {"Estonian", "et"},
	Esperanto:      {"Esperanto", "eo"},
	French:         {"French", "fr"},
	German:         {"German", "de"},
	Spanish:        {"Spanish", "es"},
	Italian:        {"Italian", "it"},
	Portuguese:     {"Portuguese", "pt"},
	Dutch:          {"Dutch", "nl"},
	Swedish:        {"Swedish", "sv"},
	Danish:         {"Danish", "da"},
	Russian:        {"Russian", "ru"},
	Figurines:      {"figurines", ""},
	BlackFigurines: {"black figurines", ""},
}

// languageLetters holds the letters of the pieces. They are those of the PGN
// standard (section 17), which lacks Latvian, Lithuanian, Esperanto and Russian,
// but for the Finnish and Estonian pawns: it gives them a P, the sheets call them
// sotilas and ettur.
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

// ParseLanguage parses the English name of a language such as "Finnish", or its
// ISO 639 code such as "fi". The error is a [*ParseError].
func ParseLanguage(s string) (Language, error) {
	for l, names := range languageNames {
		if s == names.name || s == names.code && s != "" {
			return Language(l), nil
		}
	}
	return English, &ParseError{"language", s}
}

// IsValid reports whether l is one of the languages.
func (l Language) IsValid() bool { return l <= BlackFigurines }

// known returns l, or English for an invalid language.
func (l Language) known() Language {
	if !l.IsValid() {
		return English
	}
	return l
}

// Letter returns the letter of t in l, as SAN uses it: one letter, but two for
// the Russian king, and none is used for the pawn. It is that of English for an
// invalid language, and "-" for NoPieceType and invalid values.
func (l Language) Letter(t PieceType) string {
	if !t.IsValid() {
		return "-"
	}
	return languageLetters[l.known()][t]
}

// Name returns the name of t in l as it stands within a sentence: "ratsu", or
// "Springer" in German. The name of a figurine is the figurine. It is English
// for an invalid language, and "" for NoPieceType and invalid values.
func (l Language) Name(t PieceType) string {
	if !t.IsValid() {
		return ""
	}
	return languagePieces[l.known()][t]
}

// String returns the English name of l, such as "Finnish" or "figurines".
func (l Language) String() string {
	if !l.IsValid() {
		return fmt.Sprintf("Language(%d)", uint8(l))
	}
	return languageNames[l].name
}

// AppendText implements [encoding.TextAppender] with the form of [Language.String].
func (l Language) AppendText(b []byte) ([]byte, error) {
	if !l.IsValid() {
		return b, &ParseError{"language", l.String()}
	}
	return append(b, l.String()...), nil
}

// MarshalText implements [encoding.TextMarshaler].
func (l Language) MarshalText() ([]byte, error) { return l.AppendText(nil) }

// UnmarshalText implements [encoding.TextUnmarshaler] with [ParseLanguage].
func (l *Language) UnmarshalText(text []byte) error { return unmarshal(l, text, ParseLanguage) }

// cutLetter returns the piece whose letter s begins with, NoPieceType if it
// begins with none, and what is behind the letter.
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

// promotionOf returns the piece to promote to whose letter, in either case, is
// r; NoPieceType if there is none.
func (l Language) promotionOf(r rune) PieceType {
	var buffer [utf8.UTFMax]byte
	t, _ := l.cutLetter(utf8.AppendRune(buffer[:0], unicode.ToUpper(r)))
	if t == Pawn || t == King {
		return NoPieceType
	}
	return t
}

// SANIn returns m, legal in p, in SAN as [Position.SAN] does, with the letters of
// l: "Rf3", "e8=D+" and "O-O" in Finnish.
func (p *Position) SANIn(m Move, l Language) string {
	var buffer [12]byte
	return string(p.AppendSANIn(buffer[:0], m, l))
}

// AppendSANIn appends the form of [Position.SANIn] to b and returns it.
func (p *Position) AppendSANIn(b []byte, m Move, l Language) []byte {
	var buffer [8]byte
	for _, c := range p.AppendSAN(buffer[:0], m) {
		if t := pieceTypeOf(c); t != NoPieceType {
			b = append(b, l.Letter(t)...)
		} else {
			b = append(b, c)
		}
	}
	return b
}

// ParseSANIn parses a legal move in SAN with the letters of l, as leniently as
// [Position.ParseSAN] and with the same errors. Letters of other languages are
// errors. A small letter is a file, whatever piece it is the initial of: Dxe5
// is a move of the German queen, dxe5 one of a pawn. Only where the bishop is a
// B, in English and Portuguese, is a b or B read for the other as ParseSAN does.
func (p *Position) ParseSANIn(s string, l Language) (Move, error) { return p.parseSAN(s, l) }
