package chess

import (
	"fmt"

	"github.com/shakki/chess/internal/enum"
)

// A Color is one of the two sides. The zero value is [White].
type Color uint8

// The two sides.
const (
	White Color = iota
	Black
)

// noColor is the color of NoPiece.
const noColor Color = 2

var colorNames = enum.Of[Color]("color", "white", "black")

// ParseColor parses "white" or "black", or the letter "w" or "b", in either case. The error is a
// [*ParseError].
func ParseColor(s string) (Color, error) {
	for c, name := range colorNames.Names {
		if equalFold(s, name) || equalFold(s, name[:1]) {
			return Color(c), nil
		}
	}
	return White, colorNames.Unknown(s)
}

// Other returns the opponent of c.
func (c Color) Other() Color { return c ^ 1 }

// isValid reports whether c is White or Black.
func (c Color) isValid() bool { return c <= Black }

// String returns "white" or "black".
func (c Color) String() string { return colorNames.Text(c) }

// name returns "White" or "Black", for use in sentences.
func (c Color) name() string { return capitalized(c.String()) }

// MarshalText implements [encoding.TextMarshaler] with the form of String.
func (c Color) MarshalText() ([]byte, error) { return colorNames.Marshal(c) }

// UnmarshalText implements [encoding.TextUnmarshaler] with [ParseColor].
func (c *Color) UnmarshalText(text []byte) error { return unmarshal(c, text, ParseColor) }

// A PieceType is a kind of piece, such as a knight, without its color. The zero value is
// [NoPieceType].
type PieceType uint8

// The six piece types.
const (
	NoPieceType PieceType = iota
	Pawn
	Knight
	Bishop
	Rook
	Queen
	King
)

var pieceTypeNames = enum.Of[PieceType]("piece type", "none", "pawn", "knight", "bishop", "rook", "queen", "king")

// ParsePieceType parses an English name such as "queen", or a letter such as "q", in either case.
// It parses "none" and "" as NoPieceType. The error is a [*ParseError]. [Language.ParsePieceType]
// parses other languages.
func ParsePieceType(s string) (PieceType, error) {
	if s == "" {
		return NoPieceType, nil
	}
	for t, name := range pieceTypeNames.Names {
		if equalFold(s, name) || t > 0 && equalFold(s, "-PNBRQK"[t:t+1]) {
			return PieceType(t), nil
		}
	}
	return NoPieceType, &ParseError{"piece type", s, "none, pawn, knight, bishop, rook, queen, king, or one of PNBRQK"}
}

// letter returns the upper-case English letter of t, one of PNBRQK, or '-' if t is not one of the
// six piece types.
func (t PieceType) letter() byte {
	if !t.isValid() {
		return '-'
	}
	return "-PNBRQK"[t]
}

// isValid reports whether t is one of the six piece types.
func (t PieceType) isValid() bool { return Pawn <= t && t <= King }

// Of returns the piece of type t and color c, or NoPiece if t is NoPieceType.
func (t PieceType) Of(c Color) Piece {
	if t == NoPieceType {
		return NoPiece
	}
	return Piece(t) | Piece(c)<<3
}

// String returns the English name in lower case, such as "knight", or "none" for NoPieceType.
// [Language.Name] returns names in other languages.
func (t PieceType) String() string { return pieceTypeNames.Text(t) }

// MarshalText implements [encoding.TextMarshaler] with the form of String.
func (t PieceType) MarshalText() ([]byte, error) { return pieceTypeNames.Marshal(t) }

// UnmarshalText implements [encoding.TextUnmarshaler] with [ParsePieceType].
func (t *PieceType) UnmarshalText(text []byte) error { return unmarshal(t, text, ParsePieceType) }

// A Piece is a piece of one color. The zero value is [NoPiece], the content of an empty square.
type Piece uint8

// The twelve pieces. The low three bits are the [PieceType], bit 3 the [Color].
const (
	NoPiece     Piece = 0
	WhitePawn         = Piece(Pawn)
	WhiteKnight       = Piece(Knight)
	WhiteBishop       = Piece(Bishop)
	WhiteRook         = Piece(Rook)
	WhiteQueen        = Piece(Queen)
	WhiteKing         = Piece(King)
	BlackPawn         = Piece(Pawn) | 8
	BlackKnight       = Piece(Knight) | 8
	BlackBishop       = Piece(Bishop) | 8
	BlackRook         = Piece(Rook) | 8
	BlackQueen        = Piece(Queen) | 8
	BlackKing         = Piece(King) | 8
)

// pieceLetters holds the FEN letter of each piece at its index.
const pieceLetters = ".PNBRQK..pnbrqk."

// ParsePiece parses a FEN letter, which is "Q" for White and "q" for Black, or "." as NoPiece. The
// error is a [*ParseError].
func ParsePiece(s string) (Piece, error) {
	if s == "." {
		return NoPiece, nil
	}
	if len(s) == 1 {
		if p := pieceOf(s[0]); p != NoPiece {
			return p, nil
		}
	}
	return NoPiece, &ParseError{"piece", s, "one of PNBRQKpnbrqk, or ."}
}

// letterPieces holds the pieces at their FEN letters.
var letterPieces = [256]Piece{
	'P': WhitePawn, 'N': WhiteKnight, 'B': WhiteBishop, 'R': WhiteRook, 'Q': WhiteQueen, 'K': WhiteKing,
	'p': BlackPawn, 'n': BlackKnight, 'b': BlackBishop, 'r': BlackRook, 'q': BlackQueen, 'k': BlackKing,
}

// pieceOf returns the piece of a FEN letter, or NoPiece.
func pieceOf(letter byte) Piece { return letterPieces[letter] }

// Type returns the type of p, or NoPieceType if p is NoPiece.
func (p Piece) Type() PieceType { return PieceType(p & 7) }

// Color returns the color of p. For NoPiece, it is neither White nor Black.
func (p Piece) Color() Color {
	if p == NoPiece {
		return noColor
	}
	return p.color()
}

// color is Color for a piece.
func (p Piece) color() Color { return Color(p >> 3 & 1) }

// isValid reports whether p is one of the twelve pieces.
func (p Piece) isValid() bool { return p < 16 && p.Type().isValid() }

// Figurine returns the Unicode chess symbol of p, such as '♘', or '·' if p is NoPiece.
func (p Piece) Figurine() rune {
	if !p.isValid() {
		return '·'
	}
	figures := [2]string{White: "♙♘♗♖♕♔", Black: "♟♞♝♜♛♚"}
	return []rune(figures[p.Color()])[p.Type()-Pawn]
}

// String returns the FEN letter of p, or "." if p is NoPiece.
func (p Piece) String() string {
	if p != NoPiece && !p.isValid() {
		return fmt.Sprintf("Piece(%d)", uint8(p))
	}
	return pieceLetters[p : p+1]
}

// GoString returns an expression for p, such as chess.WhiteKnight.
func (p Piece) GoString() string {
	switch {
	case p == NoPiece:
		return "chess.NoPiece"
	case !p.isValid():
		return "chess." + p.String()
	}
	return "chess." + p.Color().name() + capitalized(p.Type().String())
}

// MarshalText implements [encoding.TextMarshaler] with the form of String.
func (p Piece) MarshalText() ([]byte, error) {
	return marshal("piece", p.String(), p == NoPiece || p.isValid())
}

// UnmarshalText implements [encoding.TextUnmarshaler] with [ParsePiece].
func (p *Piece) UnmarshalText(text []byte) error { return unmarshal(p, text, ParsePiece) }

// marshal returns the text of a value, or an error if the value is not valid.
func marshal(kind, text string, valid bool) ([]byte, error) {
	if !valid {
		return nil, &ParseError{Kind: kind, Text: text}
	}
	return []byte(text), nil
}

// A Wing is one half of the board. It names the two ways to castle. The zero value is [Kingside].
type Wing uint8

// The two wings.
const (
	Kingside  Wing = iota // the side of the h-file: the king castles to the g-file
	Queenside             // the side of the a-file: the king castles to the c-file
)

var wingNames = enum.Of[Wing]("wing", "kingside", "queenside")

// String returns "kingside" or "queenside".
func (w Wing) String() string { return wingNames.Text(w) }

// MarshalText implements [encoding.TextMarshaler] with the form of String.
func (w Wing) MarshalText() ([]byte, error) { return wingNames.Marshal(w) }

// UnmarshalText implements [encoding.TextUnmarshaler] for the form that String writes.
func (w *Wing) UnmarshalText(text []byte) error { return wingNames.Unmarshal(w, text) }

// A File is a column of the board, from 0 for the a-file to 7 for the h-file.
type File uint8

const (
	aFile File = iota
	bFile
	cFile
	dFile
	eFile
	fFile
	gFile
	hFile
)

var fileNames = enum.Of[File]("file", "a", "b", "c", "d", "e", "f", "g", "h")

// isValid reports whether f is one of the eight files.
func (f File) isValid() bool { return f <= hFile }

// String returns "a" to "h".
func (f File) String() string { return fileNames.Text(f) }

// MarshalText implements [encoding.TextMarshaler] with the form of String.
func (f File) MarshalText() ([]byte, error) { return fileNames.Marshal(f) }

// UnmarshalText implements [encoding.TextUnmarshaler] for the form that String writes.
func (f *File) UnmarshalText(text []byte) error { return fileNames.Unmarshal(f, text) }

// A Rank is a row of the board, from 0 for the first rank to 7 for the eighth. It is unsigned, so a
// loop from the last rank to the first needs care:
//
//	for i := range chess.Rank(8) {
//		r := 7 - i
//	}
type Rank uint8

const (
	firstRank Rank = iota
	secondRank
	thirdRank
	fourthRank
	fifthRank
	sixthRank
	seventhRank
	eighthRank
)

var rankNames = enum.Of[Rank]("rank", "1", "2", "3", "4", "5", "6", "7", "8")

// isValid reports whether r is one of the eight ranks.
func (r Rank) isValid() bool { return r <= eighthRank }

// relativeTo returns r as seen by c: 0 for the rank on which the pieces of c start, 7 for the rank
// on which the pawns of c promote.
func (r Rank) relativeTo(c Color) Rank {
	if c == Black {
		return eighthRank - r
	}
	return r
}

// String returns "1" to "8".
func (r Rank) String() string { return rankNames.Text(r) }

// MarshalText implements [encoding.TextMarshaler] with the form of String.
func (r Rank) MarshalText() ([]byte, error) { return rankNames.Marshal(r) }

// UnmarshalText implements [encoding.TextUnmarshaler] for the form that String writes.
func (r *Rank) UnmarshalText(text []byte) error { return rankNames.Unmarshal(r, text) }

// A Square is one of the 64 squares, numbered rank by rank: a1 is 0, h1 is 7, a8 is 56, h8 is 63.
// The zero value is [A1]. [NoSquare] means no square.
type Square uint8

// The squares, and NoSquare.
const (
	A1, B1, C1, D1, E1, F1, G1, H1 Square = 8 * iota, 8*iota + 1, 8*iota + 2, 8*iota + 3,
		8*iota + 4, 8*iota + 5, 8*iota + 6, 8*iota + 7
	A2, B2, C2, D2, E2, F2, G2, H2
	A3, B3, C3, D3, E3, F3, G3, H3
	A4, B4, C4, D4, E4, F4, G4, H4
	A5, B5, C5, D5, E5, F5, G5, H5
	A6, B6, C6, D6, E6, F6, G6, H6
	A7, B7, C7, D7, E7, F7, G7, H7
	A8, B8, C8, D8, E8, F8, G8, H8

	NoSquare Square = 64
)

// SquareAt returns the square on file f and rank r, or NoSquare if either is out of range.
func SquareAt(f File, r Rank) Square {
	if !f.isValid() || !r.isValid() {
		return NoSquare
	}
	return Square(r)<<3 | Square(f)
}

// ParseSquare parses "a1" to "h8", and "-" as NoSquare. The error is a [*ParseError].
func ParseSquare(s string) (Square, error) {
	if s == "-" {
		return NoSquare, nil
	}
	if len(s) == 2 {
		if sq := squareOf(s[0], s[1]); sq != NoSquare {
			return sq, nil
		}
	}
	return NoSquare, &ParseError{"square", s, "a1 to h8, or -"}
}

// squareOf returns the square of a file letter and a rank digit, or NoSquare.
func squareOf(file, rank byte) Square {
	return SquareAt(File(file-'a'), Rank(rank-'1'))
}

// File returns the file of s.
func (s Square) File() File { return File(s & 7) }

// Rank returns the rank of s. The rank of NoSquare is out of range.
func (s Square) Rank() Rank { return Rank(s >> 3) }

// isValid reports whether s is one of the 64 squares.
func (s Square) isValid() bool { return s < NoSquare }

// distance returns the number of moves, from 0 to 7, that a king needs from s to t on an empty
// board. Both squares must be valid.
func (s Square) distance(t Square) int {
	files := int(s.File()) - int(t.File())
	ranks := int(s.Rank()) - int(t.Rank())
	return max(files, -files, ranks, -ranks)
}

// String returns "a1" to "h8", or "-" if s is NoSquare.
func (s Square) String() string {
	switch {
	case s == NoSquare:
		return "-"
	case s > NoSquare:
		return fmt.Sprintf("Square(%d)", uint8(s))
	}
	return squareNames[2*int(s) : 2*int(s)+2]
}

const squareNames = "a1b1c1d1e1f1g1h1a2b2c2d2e2f2g2h2a3b3c3d3e3f3g3h3a4b4c4d4e4f4g4h4" +
	"a5b5c5d5e5f5g5h5a6b6c6d6e6f6g6h6a7b7c7d7e7f7g7h7a8b8c8d8e8f8g8h8"

// GoString returns an expression for s, such as chess.E4.
func (s Square) GoString() string {
	if s == NoSquare {
		return "chess.NoSquare"
	}
	return "chess." + capitalized(s.String())
}

// MarshalText implements [encoding.TextMarshaler] with the form of String.
func (s Square) MarshalText() ([]byte, error) { return marshal("square", s.String(), s <= NoSquare) }

// UnmarshalText implements [encoding.TextUnmarshaler] with [ParseSquare].
func (s *Square) UnmarshalText(text []byte) error { return unmarshal(s, text, ParseSquare) }
