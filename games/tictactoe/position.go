package tictactoe

import (
	"fmt"
	"iter"
	"math/bits"
	"slices"

	"github.com/shakki/chess/internal/draw"
	"github.com/shakki/chess/internal/tabletop"
)

// A Position holds the pieces on the board. The number of pieces determines whose turn it is. Two
// positions are equal by == if they have the same pieces on the same squares. The zero value is the
// empty board. Other positions come from legal moves or from [ParsePosition], so they can arise in
// a game.
type Position struct {
	pieces [O + 1]bitboard // by player; there are none of NoPiece
}

// StartPosition returns the empty board with X to move, which is the zero Position.
func StartPosition() Position { return Position{} }

// ParsePosition parses the form that [Position.String] returns: the three ranks from the top,
// separated by "/". Each rank has "X", "O", or "." for each square from the a-file to the c-file.
// ParsePosition accepts exactly the 5,478 positions that legal moves can reach. The error is a
// [*ParseError].
func ParsePosition(s string) (Position, error) {
	if len(s) != 11 || s[3] != '/' || s[7] != '/' {
		return Position{}, tabletop.NewParseError("position", s, 1, "want three ranks, such as X.O/.X./..O")
	}
	var p Position
	for n := range 9 {
		at := n + n/3
		piece, err := ParsePiece(s[at : at+1])
		if err != nil {
			return Position{}, tabletop.Within(err, "position", s, at)
		}
		p.pieces[piece] |= 1 << fromTop(n)
	}
	p.pieces[NoPiece] = 0
	if reason := p.unreachable(); reason != "" {
		return Position{}, tabletop.NewParseError("position", s, 1, reason)
	}
	return p, nil
}

// fromTop returns the nth square from the top: 0 is a3, 1 is b3, and 8 is c1.
func fromTop(n int) Square { return Square(3*(2-n/3) + n%3) }

// unreachable returns the reason why no legal game leads to p, or "" if a legal game does. It need
// not check for two rows of the same player: with five pieces, two rows always share a square, so
// the last piece can complete both.
func (p Position) unreachable() string {
	lead := p.pieces[X].count() - p.pieces[O].count()
	switch {
	case lead != 0 && lead != 1:
		return "X must have as many pieces as O, or one more"
	case p.pieces[X].three() && lead == 0:
		return "O placed a piece after X had three in a row"
	case p.pieces[O].three() && lead == 1:
		return "X placed a piece after O had three in a row"
	}
	return ""
}

// PieceAt returns the piece on s, or NoPiece if s is empty or invalid.
func (p Position) PieceAt(s Square) Piece {
	for piece := X; piece <= O; piece++ {
		if p.pieces[piece]>>s&1 != 0 {
			return piece
		}
	}
	return NoPiece
}

// Turn returns the player to move. If the game is over, it returns the player who would have moved
// next.
func (p Position) Turn() Piece {
	if p.pieces[X].count() == p.pieces[O].count() {
		return X
	}
	return O
}

// InHand returns how many of a player's five pieces are not on the board. It returns 0 if player is
// not X or O.
func (p Position) InHand(player Piece) int {
	if !player.IsValid() {
		return 0
	}
	return PiecesEach - p.pieces[player].count()
}

// empty returns the empty squares.
func (p *Position) empty() bitboard { return allNine &^ (p.pieces[X] | p.pieces[O]) }

// Outcome returns the result of a game that has reached p. Three in a row wins (rule sheet S1). A
// full board without three in a row is a draw.
func (p Position) Outcome() Outcome {
	switch {
	case p.pieces[X].three():
		return Outcome{XWins, ThreeInRow}
	case p.pieces[O].three():
		return Outcome{OWins, ThreeInRow}
	case p.empty() == 0:
		return Outcome{Draw, FullBoard}
	}
	return Outcome{}
}

// Moves iterates over the legal moves in the order of [Position.LegalMoves].
func (p Position) Moves() iter.Seq[Move] { return slices.Values(p.LegalMoves()) }

// LegalMoves returns the empty squares in ascending order. If the game is over, there are no legal
// moves.
func (p Position) LegalMoves() []Move { return p.AppendLegalMoves(nil) }

// AppendLegalMoves appends the legal moves to dst, in the order of [Position.LegalMoves], and
// returns the extended slice. There are at most nine moves. AppendLegalMoves does not allocate if
// dst has room for them.
func (p *Position) AppendLegalMoves(dst []Move) []Move {
	if p.Outcome().IsOver() {
		return dst
	}
	for empty := p.empty(); empty != 0; empty &= empty - 1 {
		dst = append(dst, Move(bits.TrailingZeros16(uint16(empty))))
	}
	return dst
}

// Play places a piece of the player to move on m. If m is illegal, p is unchanged and the error is
// a [*MoveError].
func (p *Position) Play(m Move) error {
	reason, detail := NoIllegalReason, ""
	switch {
	case !m.IsValid():
		reason = NoSuchSquare
	case p.Outcome().IsOver():
		reason = GameOver
	case p.PieceAt(m) != NoPiece:
		reason, detail = Occupied, "by "+p.PieceAt(m).String()
	default:
		*p = p.After(m)
		return nil
	}
	return &MoveError{Player: p.Turn(), Move: m, Why: reason, Detail: detail}
}

// IsLegal reports whether m is legal.
func (p Position) IsLegal(m Move) bool { return p.Play(m) == nil }

// After returns the position after m. It does not check that m is legal. The result for an illegal
// move is unspecified.
func (p Position) After(m Move) Position {
	p.pieces[p.Turn()] |= 1 << m
	return p
}

// String returns the three ranks from top to bottom, such as "X.O/.X./..O".
func (p Position) String() string {
	text := ""
	for n := range 9 {
		if n == 3 || n == 6 {
			text += "/"
		}
		text += p.PieceAt(fromTop(n)).String()
	}
	return text
}

// MarshalText implements [encoding.TextMarshaler] with the form of String.
func (p Position) MarshalText() ([]byte, error) { return []byte(p.String()), nil }

// UnmarshalText implements [encoding.TextUnmarshaler] with [ParsePosition]. It does not change p on
// error.
func (p *Position) UnmarshalText(text []byte) error {
	return tabletop.Unmarshal(p, text, ParsePosition)
}

// Board returns a diagram of the board, with the rank numbers on the left and the file letters
// below.
func (p Position) Board() string {
	return tabletop.BoardText(3, func(file, rank int) string {
		return p.PieceAt(Square(3*rank + file)).String()
	})
}

// AppendSVG appends a picture of the board as an SVG document, in the style of the chess diagrams.
func (p Position) AppendSVG(b []byte) []byte {
	drawPiece := func(picture *tabletop.Picture, file, rank int, x, y float64) {
		switch p.PieceAt(Square(3*rank + file)) {
		case X:
			picture.Strokes("M25 25L75 75M75 25L25 75", x, y, 14, draw.BlackFill)
		case O:
			picture.Circle(x+50, y+50, 32, draw.WhiteFill, draw.WhiteLine)
			picture.Circle(x+50, y+50, 18, tabletop.SquareColor(file, rank), draw.WhiteLine)
		}
	}
	return tabletop.AppendBoard(b, 3, "Tic-tac-toe", p.describe(), drawPiece)
}

// describe returns the position in words.
func (p Position) describe() string {
	text := ""
	for s := A1; s <= C3; s++ {
		if piece := p.PieceAt(s); piece != NoPiece {
			text += fmt.Sprintf("%v on %v, ", piece, s)
		}
	}
	if o := p.Outcome(); o.IsOver() {
		return text + o.String()
	}
	return text + p.Turn().String() + " to move"
}
