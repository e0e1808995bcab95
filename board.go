package chess

import (
	"fmt"
	"iter"
	"math/bits"
	"slices"
	"strings"
)

// ParseError reports a text that is not the text form of a value of the
// board's vocabulary: a colour, a piece, a square, a move and so on.
type ParseError struct {
	Kind string // what was asked for: "square", "piece type", "move", …
	Text string // what was given
}

// Error names the text and what it is not.
func (e *ParseError) Error() string {
	return fmt.Sprintf("chess: %q is not a valid %s", abridged(e.Text), e.Kind)
}

// must returns v and panics if err is not nil.
func must[T any](v T, err error) T {
	if err != nil {
		panic(err)
	}
	return v
}

// A Color is one of the two sides. The zero value is [White].
type Color uint8

// The two colours.
const (
	White Color = iota
	Black
)

// ParseColor parses "white", "black" or the FEN letters "w", "b".
// The error is a [*ParseError].
func ParseColor(s string) (Color, error) {
	switch s {
	case "white", "w":
		return White, nil
	case "black", "b":
		return Black, nil
	}
	return White, &ParseError{"color", s}
}

// Other returns the opponent of c.
func (c Color) Other() Color { return c ^ 1 }

// IsValid reports whether c is White or Black.
func (c Color) IsValid() bool { return c <= Black }

// String returns "white" or "black".
func (c Color) String() string {
	switch c {
	case White:
		return "white"
	case Black:
		return "black"
	}
	return fmt.Sprintf("Color(%d)", uint8(c))
}

// name returns "White" or "Black", for sentences.
func (c Color) name() string {
	switch c {
	case White:
		return "White"
	case Black:
		return "Black"
	}
	return c.String()
}

// AppendText implements [encoding.TextAppender] with the form of [Color.String].
func (c Color) AppendText(b []byte) ([]byte, error) {
	if !c.IsValid() {
		return b, &ParseError{"color", c.String()}
	}
	return append(b, c.String()...), nil
}

// MarshalText implements [encoding.TextMarshaler].
func (c Color) MarshalText() ([]byte, error) { return c.AppendText(nil) }

// UnmarshalText implements [encoding.TextUnmarshaler] with [ParseColor].
func (c *Color) UnmarshalText(text []byte) error { return unmarshal(c, text, ParseColor) }

// unmarshal stores the value of text in v, which stays as it is on error.
func unmarshal[T any](v *T, text []byte, parse func(string) (T, error)) error {
	x, err := parse(string(text))
	if err == nil {
		*v = x
	}
	return err
}

// parseName returns the value that has the name s; names holds each at the
// index of its value.
func parseName[T ~uint8](kind string, names []string, s string) (T, error) {
	if i := slices.Index(names, s); i >= 0 {
		return T(i), nil
	}
	return 0, &ParseError{kind, s}
}

// appendName appends the name of v to b if it has one.
func appendName[T interface {
	~uint8
	String() string
}](b []byte, kind string, names []string, v T) ([]byte, error) {
	if int(v) >= len(names) {
		return b, &ParseError{kind, v.String()}
	}
	return append(b, names[v]...), nil
}

// A PieceType is a kind of piece without its colour. The zero value is
// [NoPieceType].
type PieceType uint8

// The six kinds of pieces.
const (
	NoPieceType PieceType = iota
	Pawn
	Knight
	Bishop
	Rook
	Queen
	King
)

var pieceTypeNames = [...]string{"none", "pawn", "knight", "bishop", "rook", "queen", "king"}

// ParsePieceType parses an English name such as "knight", or a letter of
// either case such as "N". The error is a [*ParseError].
func ParsePieceType(s string) (PieceType, error) {
	for t, name := range pieceTypeNames {
		if s == name {
			return PieceType(t), nil
		}
	}
	if len(s) == 1 {
		if t := pieceTypeOf(s[0] &^ 0x20); t != NoPieceType {
			return t, nil
		}
	}
	return NoPieceType, &ParseError{"piece type", s}
}

// pieceTypeOf returns the piece type of an upper-case English letter, or
// NoPieceType.
func pieceTypeOf(letter byte) PieceType {
	switch letter {
	case 'P':
		return Pawn
	case 'N':
		return Knight
	case 'B':
		return Bishop
	case 'R':
		return Rook
	case 'Q':
		return Queen
	case 'K':
		return King
	}
	return NoPieceType
}

// Letter returns the upper-case English letter of t, as SAN and FEN use it:
// one of PNBRQK, or '-' for NoPieceType and invalid values.
func (t PieceType) Letter() byte {
	if !t.IsValid() {
		return '-'
	}
	return "-PNBRQK"[t]
}

// IsValid reports whether t is one of the six kinds.
func (t PieceType) IsValid() bool { return Pawn <= t && t <= King }

// Of returns the piece of type t and colour c, or NoPiece for NoPieceType.
func (t PieceType) Of(c Color) Piece {
	if t == NoPieceType {
		return NoPiece
	}
	return Piece(t) | Piece(c)<<3
}

// String returns the English name in lower case, "none" for NoPieceType.
func (t PieceType) String() string {
	if int(t) < len(pieceTypeNames) {
		return pieceTypeNames[t]
	}
	return fmt.Sprintf("PieceType(%d)", uint8(t))
}

// AppendText implements [encoding.TextAppender] with the form of [PieceType.String].
func (t PieceType) AppendText(b []byte) ([]byte, error) {
	if t > King {
		return b, &ParseError{"piece type", t.String()}
	}
	return append(b, t.String()...), nil
}

// MarshalText implements [encoding.TextMarshaler].
func (t PieceType) MarshalText() ([]byte, error) { return t.AppendText(nil) }

// UnmarshalText implements [encoding.TextUnmarshaler] with [ParsePieceType].
func (t *PieceType) UnmarshalText(text []byte) error { return unmarshal(t, text, ParsePieceType) }

// A Piece is a kind of piece of one colour. The zero value is [NoPiece], the
// content of an empty square.
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

// ParsePiece parses a FEN letter: PNBRQK for White, pnbrqk for Black, "." for
// NoPiece. The error is a [*ParseError].
func ParsePiece(s string) (Piece, error) {
	if s == "." {
		return NoPiece, nil
	}
	if len(s) == 1 {
		if p := pieceOf(s[0]); p != NoPiece {
			return p, nil
		}
	}
	return NoPiece, &ParseError{"piece", s}
}

// pieceOf returns the piece of a FEN letter, or NoPiece.
func pieceOf(letter byte) Piece {
	if 'a' <= letter && letter <= 'z' {
		return pieceTypeOf(letter &^ 0x20).Of(Black)
	}
	return pieceTypeOf(letter).Of(White)
}

// Type returns the kind of p, NoPieceType for NoPiece.
func (p Piece) Type() PieceType { return PieceType(p & 7) }

// Color returns the colour of p. That of NoPiece is White and means nothing.
func (p Piece) Color() Color { return Color(p >> 3 & 1) }

// IsValid reports whether p is one of the twelve pieces.
func (p Piece) IsValid() bool { return p < 16 && p.Type().IsValid() }

// Figurine returns the Unicode chess symbol of p, '·' for NoPiece.
func (p Piece) Figurine() rune {
	if !p.IsValid() {
		return '·'
	}
	figures := [2]string{White: "♙♘♗♖♕♔", Black: "♟♞♝♜♛♚"}
	return []rune(figures[p.Color()])[p.Type()-Pawn]
}

// String returns the FEN letter of p, "." for NoPiece.
func (p Piece) String() string {
	if p != NoPiece && !p.IsValid() {
		return fmt.Sprintf("Piece(%d)", uint8(p))
	}
	return pieceLetters[p : p+1]
}

// AppendText implements [encoding.TextAppender] with the form of [Piece.String].
func (p Piece) AppendText(b []byte) ([]byte, error) {
	if p != NoPiece && !p.IsValid() {
		return b, &ParseError{"piece", p.String()}
	}
	return append(b, pieceLetters[p]), nil
}

// MarshalText implements [encoding.TextMarshaler].
func (p Piece) MarshalText() ([]byte, error) { return p.AppendText(nil) }

// UnmarshalText implements [encoding.TextUnmarshaler] with [ParsePiece].
func (p *Piece) UnmarshalText(text []byte) error { return unmarshal(p, text, ParsePiece) }

// A File is a column of the board, 0 for the a-file to 7 for the h-file.
// The zero value is [FileA].
type File uint8

// The eight files.
const (
	FileA File = iota
	FileB
	FileC
	FileD
	FileE
	FileF
	FileG
	FileH
)

// ParseFile parses a lower-case letter "a" to "h". The error is a [*ParseError].
func ParseFile(s string) (File, error) {
	if len(s) == 1 && 'a' <= s[0] && s[0] <= 'h' {
		return File(s[0] - 'a'), nil
	}
	return FileA, &ParseError{"file", s}
}

// IsValid reports whether f is one of the eight files.
func (f File) IsValid() bool { return f <= FileH }

// Bitboard returns the squares of f, none for an invalid file.
func (f File) Bitboard() Bitboard {
	if !f.IsValid() {
		return 0
	}
	return fileA << f
}

// String returns "a" to "h".
func (f File) String() string {
	if !f.IsValid() {
		return fmt.Sprintf("File(%d)", uint8(f))
	}
	return "abcdefgh"[f : f+1]
}

// AppendText implements [encoding.TextAppender] with the form of [File.String].
func (f File) AppendText(b []byte) ([]byte, error) {
	if !f.IsValid() {
		return b, &ParseError{"file", f.String()}
	}
	return append(b, 'a'+byte(f)), nil
}

// MarshalText implements [encoding.TextMarshaler].
func (f File) MarshalText() ([]byte, error) { return f.AppendText(nil) }

// UnmarshalText implements [encoding.TextUnmarshaler] with [ParseFile].
func (f *File) UnmarshalText(text []byte) error { return unmarshal(f, text, ParseFile) }

// A Rank is a row of the board, 0 for White's first rank to 7 for the eighth.
// The zero value is [Rank1].
type Rank uint8

// The eight ranks.
const (
	Rank1 Rank = iota
	Rank2
	Rank3
	Rank4
	Rank5
	Rank6
	Rank7
	Rank8
)

// ParseRank parses a digit "1" to "8". The error is a [*ParseError].
func ParseRank(s string) (Rank, error) {
	if len(s) == 1 && '1' <= s[0] && s[0] <= '8' {
		return Rank(s[0] - '1'), nil
	}
	return Rank1, &ParseError{"rank", s}
}

// IsValid reports whether r is one of the eight ranks.
func (r Rank) IsValid() bool { return r <= Rank8 }

// Bitboard returns the squares of r, none for an invalid rank.
func (r Rank) Bitboard() Bitboard {
	if !r.IsValid() {
		return 0
	}
	return rank1 << (8 * r)
}

// RelativeTo returns r as c counts it: Rank1 is the rank on which c's pieces
// start, Rank8 the one on which c's pawns promote.
func (r Rank) RelativeTo(c Color) Rank {
	if c == Black {
		return Rank8 - r
	}
	return r
}

// String returns "1" to "8".
func (r Rank) String() string {
	if !r.IsValid() {
		return fmt.Sprintf("Rank(%d)", uint8(r))
	}
	return "12345678"[r : r+1]
}

// AppendText implements [encoding.TextAppender] with the form of [Rank.String].
func (r Rank) AppendText(b []byte) ([]byte, error) {
	if !r.IsValid() {
		return b, &ParseError{"rank", r.String()}
	}
	return append(b, '1'+byte(r)), nil
}

// MarshalText implements [encoding.TextMarshaler].
func (r Rank) MarshalText() ([]byte, error) { return r.AppendText(nil) }

// UnmarshalText implements [encoding.TextUnmarshaler] with [ParseRank].
func (r *Rank) UnmarshalText(text []byte) error { return unmarshal(r, text, ParseRank) }

// A Square is one of the 64 squares, numbered rank by rank: a1 is 0, h1 is 7,
// a8 is 56, h8 is 63. The zero value is [A1]; [NoSquare] stands for none.
type Square uint8

// The squares, and NoSquare.
const (
	A1 Square = iota
	B1
	C1
	D1
	E1
	F1
	G1
	H1
	A2
	B2
	C2
	D2
	E2
	F2
	G2
	H2
	A3
	B3
	C3
	D3
	E3
	F3
	G3
	H3
	A4
	B4
	C4
	D4
	E4
	F4
	G4
	H4
	A5
	B5
	C5
	D5
	E5
	F5
	G5
	H5
	A6
	B6
	C6
	D6
	E6
	F6
	G6
	H6
	A7
	B7
	C7
	D7
	E7
	F7
	G7
	H7
	A8
	B8
	C8
	D8
	E8
	F8
	G8
	H8
	NoSquare
)

// SquareAt returns the square on file f and rank r, NoSquare if either is
// invalid.
func SquareAt(f File, r Rank) Square {
	if !f.IsValid() || !r.IsValid() {
		return NoSquare
	}
	return Square(r)<<3 | Square(f)
}

// ParseSquare parses "a1" to "h8", and "-" as NoSquare.
// The error is a [*ParseError].
func ParseSquare(s string) (Square, error) {
	if s == "-" {
		return NoSquare, nil
	}
	if len(s) == 2 {
		if sq := squareOf(s[0], s[1]); sq != NoSquare {
			return sq, nil
		}
	}
	return NoSquare, &ParseError{"square", s}
}

// MustParseSquare is [ParseSquare] for texts known to be right; it panics on
// others.
func MustParseSquare(s string) Square { return must(ParseSquare(s)) }

// squareOf returns the square of a file letter and a rank digit, or NoSquare.
func squareOf(file, rank byte) Square {
	f, r := file-'a', rank-'1'
	if f > 7 || r > 7 {
		return NoSquare
	}
	return Square(r<<3 | f)
}

// File returns the file of s.
func (s Square) File() File { return File(s & 7) }

// Rank returns the rank of s. That of NoSquare is invalid.
func (s Square) Rank() Rank { return Rank(s >> 3) }

// Bitboard returns the set that holds s alone, the empty set for NoSquare.
func (s Square) Bitboard() Bitboard { return Bitboard(1) << s }

// IsValid reports whether s is one of the 64 squares.
func (s Square) IsValid() bool { return s < NoSquare }

// IsLight reports whether s is a light square, as h1 and a8 are.
func (s Square) IsLight() bool { return lightSquares.Has(s) }

// Flip returns s mirrored across the middle of the board from White's view to
// Black's: a1 becomes a8. NoSquare stays.
func (s Square) Flip() Square {
	if !s.IsValid() {
		return s
	}
	return s ^ 56
}

// Distance returns the number of king moves between s and t on an empty
// board, 0 to 7. Both must be valid.
func (s Square) Distance(t Square) int {
	files := int(s.File()) - int(t.File())
	ranks := int(s.Rank()) - int(t.Rank())
	return max(files, -files, ranks, -ranks)
}

// String returns "a1" to "h8", "-" for NoSquare.
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

// AppendText implements [encoding.TextAppender] with the form of [Square.String].
func (s Square) AppendText(b []byte) ([]byte, error) {
	if s > NoSquare {
		return b, &ParseError{"square", s.String()}
	}
	return append(b, s.String()...), nil
}

// MarshalText implements [encoding.TextMarshaler].
func (s Square) MarshalText() ([]byte, error) { return s.AppendText(nil) }

// UnmarshalText implements [encoding.TextUnmarshaler] with [ParseSquare].
func (s *Square) UnmarshalText(text []byte) error { return unmarshal(s, text, ParseSquare) }

// A Bitboard is a set of squares: bit n stands for Square(n). The zero value
// is the empty set. Go's operators are the set operations: | union, &
// intersection, &^ difference, ^ symmetric difference and complement; == is
// equality of sets.
type Bitboard uint64

const (
	fileA        Bitboard = 0x0101010101010101
	fileH        Bitboard = fileA << 7
	rank1        Bitboard = 0xff
	rank8        Bitboard = rank1 << 56
	lightSquares Bitboard = 0x55aa55aa55aa55aa
	allSquares   Bitboard = 1<<64 - 1
)

// BitboardOf returns the set of the given squares; invalid ones are ignored.
func BitboardOf(squares ...Square) Bitboard {
	var b Bitboard
	for _, s := range squares {
		b |= s.Bitboard()
	}
	return b
}

// ParseBitboard parses the form that [Bitboard.String] writes: "{a1 c3}", with
// one space between squares. The error is a [*ParseError].
func ParseBitboard(s string) (Bitboard, error) {
	body, opened := strings.CutPrefix(s, "{")
	body, closed := strings.CutSuffix(body, "}")
	if !opened || !closed {
		return 0, &ParseError{"bitboard", s}
	}
	var b Bitboard
	if body == "" {
		return b, nil
	}
	for _, name := range strings.Split(body, " ") {
		sq, err := ParseSquare(name)
		if err != nil || sq == NoSquare || b.Has(sq) {
			return 0, &ParseError{"bitboard", s}
		}
		b |= sq.Bitboard()
	}
	return b, nil
}

// Has reports whether s is in b. NoSquare is in no set.
func (b Bitboard) Has(s Square) bool { return b>>s&1 != 0 }

// With returns b with s added.
func (b Bitboard) With(s Square) Bitboard { return b | s.Bitboard() }

// Without returns b with s removed.
func (b Bitboard) Without(s Square) Bitboard { return b &^ s.Bitboard() }

// IsEmpty reports whether b has no square.
func (b Bitboard) IsEmpty() bool { return b == 0 }

// Count returns the number of squares in b, 0 to 64.
func (b Bitboard) Count() int { return bits.OnesCount64(uint64(b)) }

// more reports whether b has more than one square.
func (b Bitboard) more() bool { return b&(b-1) != 0 }

// First returns the lowest-numbered square of b, NoSquare if b is empty.
func (b Bitboard) First() Square { return Square(bits.TrailingZeros64(uint64(b))) }

// Last returns the highest-numbered square of b, NoSquare if b is empty.
func (b Bitboard) Last() Square {
	if b == 0 {
		return NoSquare
	}
	return Square(63 - bits.LeadingZeros64(uint64(b)))
}

// PopFirst removes the lowest-numbered square from b and returns it, NoSquare
// if b is empty. A loop over a set that minds every nanosecond uses it; others
// use [Bitboard.Squares].
func (b *Bitboard) PopFirst() Square {
	s := b.First()
	*b &= *b - 1
	return s
}

// Squares iterates over the squares of b in ascending order.
func (b Bitboard) Squares() iter.Seq[Square] {
	return func(yield func(Square) bool) {
		for ; b != 0; b &= b - 1 {
			if !yield(b.First()) {
				return
			}
		}
	}
}

// North returns b moved one rank towards the eighth; squares that leave the
// board are dropped, here and in the other directions.
func (b Bitboard) North() Bitboard { return b << 8 }

// South returns b moved one rank towards the first.
func (b Bitboard) South() Bitboard { return b >> 8 }

// East returns b moved one file towards the h-file.
func (b Bitboard) East() Bitboard { return b &^ fileH << 1 }

// West returns b moved one file towards the a-file.
func (b Bitboard) West() Bitboard { return b &^ fileA >> 1 }

// Forward returns b moved one rank in the direction of c's pawns.
func (b Bitboard) Forward(c Color) Bitboard {
	if c == Black {
		return b.South()
	}
	return b.North()
}

// Flip returns b mirrored as [Square.Flip] mirrors a square.
func (b Bitboard) Flip() Bitboard { return Bitboard(bits.ReverseBytes64(uint64(b))) }

// String returns the squares of b in ascending order, such as "{a1 c3}".
func (b Bitboard) String() string {
	text, _ := b.AppendText(make([]byte, 0, 2+3*b.Count()))
	return string(text)
}

// Diagram returns b as eight lines of eight, the eighth rank first: "1" for a
// square in the set and "." for another, with spaces between.
func (b Bitboard) Diagram() string {
	return diagram(func(s Square) string {
		if b.Has(s) {
			return "1"
		}
		return "."
	})
}

// diagram draws a board, the eighth rank first, with what cell returns for
// each square.
func diagram(cell func(Square) string) string {
	var sb strings.Builder
	for i := range 64 {
		sb.WriteString(cell(Square(i) ^ 56))
		if i%8 == 7 {
			sb.WriteByte('\n')
		} else {
			sb.WriteByte(' ')
		}
	}
	return sb.String()
}

// AppendText implements [encoding.TextAppender] with the form of [Bitboard.String].
func (b Bitboard) AppendText(text []byte) ([]byte, error) {
	text = append(text, '{')
	for rest := b; rest != 0; {
		if rest != b {
			text = append(text, ' ')
		}
		text = append(text, rest.PopFirst().String()...)
	}
	return append(text, '}'), nil
}

// MarshalText implements [encoding.TextMarshaler].
func (b Bitboard) MarshalText() ([]byte, error) { return b.AppendText(nil) }

// UnmarshalText implements [encoding.TextUnmarshaler] with [ParseBitboard].
func (b *Bitboard) UnmarshalText(text []byte) error { return unmarshal(b, text, ParseBitboard) }
