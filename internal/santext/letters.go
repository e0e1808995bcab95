package santext

import (
	"strings"
	"unicode"
	"unicode/utf8"
)

// The piece types. The numbers are those of package chess.
const (
	NoPiece uint8 = iota
	Pawn
	Knight
	Bishop
	Rook
	Queen
	King
)

// A Language is a language of the pieces. The numbers are those of package chess.
type Language uint8

const (
	English Language = iota
	finnish
	latvian
	lithuanian
	estonian
	esperanto
	french
	german
	spanish
	italian
	portuguese
	dutch
	swedish
	danish
	russian
	Figurines
	blackFigurines
)

// Codes holds the ISO 639 codes of the languages. Figurines have none.
var Codes = [...]string{
	"en", "fi", "lv", "lt", "et", "eo", "fr", "de", "es", "it", "pt", "nl", "sv", "da", "ru",
}

// letters holds the letters of the pieces. They are those of the PGN standard (section 17), which
// lacks Latvian, Lithuanian, Esperanto, and Russian. The Finnish and Estonian pawns differ: the
// standard gives them a P, the sheets call them sotilas and ettur.
var letters = [...][King + 1]string{
	English:        {Pawn: "P", "N", "B", "R", "Q", "K"},
	finnish:        {Pawn: "S", "R", "L", "T", "D", "K"},
	latvian:        {Pawn: "B", "Z", "L", "T", "D", "K"},
	lithuanian:     {Pawn: "P", "Ž", "R", "B", "V", "K"},
	estonian:       {Pawn: "E", "R", "O", "V", "L", "K"},
	esperanto:      {Pawn: "P", "Ĉ", "K", "T", "D", "R"},
	french:         {Pawn: "P", "C", "F", "T", "D", "R"},
	german:         {Pawn: "B", "S", "L", "T", "D", "K"},
	spanish:        {Pawn: "P", "C", "A", "T", "D", "R"},
	italian:        {Pawn: "P", "C", "A", "T", "D", "R"},
	portuguese:     {Pawn: "P", "C", "B", "T", "D", "R"},
	dutch:          {Pawn: "O", "P", "L", "T", "D", "K"},
	swedish:        {Pawn: "B", "S", "L", "T", "D", "K"},
	danish:         {Pawn: "B", "S", "L", "T", "D", "K"},
	russian:        {Pawn: "П", "К", "С", "Л", "Ф", "Кр"},
	Figurines:      {Pawn: "♙", "♘", "♗", "♖", "♕", "♔"},
	blackFigurines: {Pawn: "♟", "♞", "♝", "♜", "♛", "♚"},
}

// names holds the names of the pieces.
var names = [...][King + 1]string{
	English:        {Pawn: "pawn", "knight", "bishop", "rook", "queen", "king"},
	finnish:        {Pawn: "sotilas", "ratsu", "lähetti", "torni", "kuningatar", "kuningas"},
	latvian:        {Pawn: "bandinieks", "zirgs", "laidnis", "tornis", "dāma", "karalis"},
	lithuanian:     {Pawn: "pėstininkas", "žirgas", "rikis", "bokštas", "valdovė", "karalius"},
	estonian:       {Pawn: "ettur", "ratsu", "oda", "vanker", "lipp", "kuningas"},
	esperanto:      {Pawn: "peono", "ĉevalo", "kuriero", "turo", "damo", "reĝo"},
	french:         {Pawn: "pion", "cavalier", "fou", "tour", "dame", "roi"},
	german:         {Pawn: "Bauer", "Springer", "Läufer", "Turm", "Dame", "König"},
	spanish:        {Pawn: "peón", "caballo", "alfil", "torre", "dama", "rey"},
	italian:        {Pawn: "pedone", "cavallo", "alfiere", "torre", "regina", "re"},
	portuguese:     {Pawn: "peão", "cavalo", "bispo", "torre", "rainha", "rei"},
	dutch:          {Pawn: "pion", "paard", "loper", "toren", "dame", "koning"},
	swedish:        {Pawn: "bonde", "springare", "löpare", "torn", "dam", "kung"},
	danish:         {Pawn: "bonde", "springer", "løber", "tårn", "dronning", "konge"},
	russian:        {Pawn: "пешка", "конь", "слон", "ладья", "ферзь", "король"},
	Figurines:      letters[Figurines],
	blackFigurines: letters[blackFigurines],
}

// otherNames holds names that are read but not written: those of the sheets where they give a
// second name or spelling, and those behind a letter that is not the initial.
var otherNames = map[Language]map[string]uint8{
	finnish:    {"daami": Queen},
	lithuanian: {"karalienė": Queen},
	esperanto:  {"reĝino": Queen, "kavaliro": Knight},
	italian:    {"donna": Queen},
	portuguese: {"dama": Queen},
	danish:     {"löber": Bishop},
}

// known returns l, or English if l is out of range.
func (l Language) known() Language {
	if l > blackFigurines {
		return English
	}
	return l
}

// Letter returns the letter of a piece type, or "-" if it is none. The letters are English if l is
// out of range.
func (l Language) Letter(piece uint8) string {
	if piece == NoPiece || piece > King {
		return "-"
	}
	return letters[l.known()][piece]
}

// Name returns the name of a piece type, or "" if it is none. The names are English if l is out of
// range.
func (l Language) Name(piece uint8) string {
	if piece == NoPiece || piece > King {
		return ""
	}
	return names[l.known()][piece]
}

// ParsePiece parses a letter or a name of a piece, or returns NoPiece. Case counts in letters and
// is ignored in names.
func (l Language) ParsePiece(s string) uint8 {
	l = l.known()
	for piece := Pawn; piece <= King; piece++ {
		if s == letters[l][piece] || strings.EqualFold(s, names[l][piece]) {
			return piece
		}
	}
	return otherNames[l][strings.ToLower(s)]
}

// cutLetter returns the piece type whose letter s begins with and the rest of s, or NoPiece and s.
func (l Language) cutLetter(s []byte) (uint8, []byte) {
	for piece := King; piece >= Pawn; piece-- { // the king first: Кр begins with К
		letter := l.Letter(piece)
		if len(s) >= len(letter) && string(s[:len(letter)]) == letter {
			return piece, s[len(letter):]
		}
	}
	if l == Figurines {
		return blackFigurines.cutLetter(s)
	}
	return NoPiece, s
}

// promotionOf returns the piece type whose letter, in either case, is r, or NoPiece.
func (l Language) promotionOf(r rune) uint8 {
	var buffer [utf8.UTFMax]byte
	piece, _ := l.cutLetter(utf8.AppendRune(buffer[:0], unicode.ToUpper(r)))
	return piece
}
