package chess

import (
	"github.com/shakki/chess/internal/enum"
	"github.com/shakki/chess/internal/santext"
)

// A Language gives names and letters to the pieces: one of the languages of the rule sheets, or
// figurines. The zero value is [English], the language of SAN and PGN.
type Language uint8

// The languages. The letter of a piece is the initial of its name, except for the English knight
// (N), the Finnish, Italian, and Portuguese queen (D, for daami, donna, and dama), the Russian king
// (Кр, since К is the knight), and the Dutch pawn (O, since P is the knight).
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

var languageNames = enum.Of[Language]("language", santext.Names()...)

// ParseLanguage parses the English name of a language such as "Finnish", or its ISO 639 code such
// as "fi". The error is a [*ParseError].
func ParseLanguage(s string) (Language, error) {
	if i := santext.ByCode(s); i >= 0 {
		return Language(i), nil
	}
	return languageNames.Parse(s)
}

// Letter returns the letter of t in l as SAN uses it: one letter, except for the Russian king,
// which has two. SAN writes none for a pawn. Letter returns "-" for NoPieceType, and the English
// letter if l is out of range.
func (l Language) Letter(t PieceType) string { return santext.Letter(l, t) }

// Name returns the name of t in l as it is written within a sentence, such as "ratsu" in Finnish or
// "Springer" in German. The name of a figurine is the figurine. Name returns "" for NoPieceType,
// and the English name if l is out of range.
func (l Language) Name(t PieceType) string { return santext.Name(l, t) }

// ParsePieceType parses a letter or a name of a piece in l, such as "R" or "ratsu" in Finnish. Case
// matters in letters and is ignored in names. The error is a [*ParseError].
func (l Language) ParsePieceType(s string) (PieceType, error) {
	if t := santext.ParsePiece(l, s); t != santext.NoPiece {
		return PieceType(t), nil
	}
	return NoPieceType, &ParseError{Kind: "piece type in " + l.String(), Text: s}
}

// String returns the English name of l, such as "Finnish" or "figurines".
func (l Language) String() string { return languageNames.Text(l) }

// MarshalText implements [encoding.TextMarshaler] with the form of String.
func (l Language) MarshalText() ([]byte, error) { return languageNames.Marshal(l) }

// UnmarshalText implements [encoding.TextUnmarshaler] with [ParseLanguage].
func (l *Language) UnmarshalText(text []byte) error { return unmarshal(l, text, ParseLanguage) }
