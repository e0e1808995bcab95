package tictactoe

import (
	"math/bits"
	"strings"
)

// A Position is a board with its pieces; whose turn it is follows from their
// number. Positions are comparable: == reports the same pieces on the same
// squares. The zero value is the empty board. Every other Position comes from
// play or from [ParsePosition], and so from a legal game.
type Position struct {
	x, o bitboard
}

// StartPosition returns the empty board, X to move. It is the zero value.
func StartPosition() Position { return Position{} }

// ParsePosition parses the form that [Position.String] writes: three ranks
// from the top, separated by "/", with "X", "O" and "." for the squares from
// the a-file to the c-file. It accepts exactly the 5,478 positions that legal
// play can reach. The error is a [*ParseError].
func ParsePosition(s string) (Position, error) {
	const form = ".../.../..."
	if len(s) != len(form) {
		return Position{}, &ParseError{"position", s, 1, "want three ranks of three, such as " + form}
	}
	var p Position
	next := 0
	for i := range len(form) {
		if form[i] == '/' {
			if s[i] != '/' {
				return Position{}, &ParseError{"position", s, i + 1, "want / between the ranks"}
			}
			continue
		}
		sq := fromTop(next)
		next++
		switch s[i] {
		case '.':
		case 'X':
			p.x |= 1 << sq
		case 'O':
			p.o |= 1 << sq
		default:
			return Position{}, &ParseError{"position", s, i + 1, "want X, O or . on " + sq.String()}
		}
	}
	if reason := p.unreachable(); reason != "" {
		return Position{}, &ParseError{"position", s, 1, reason}
	}
	return p, nil
}

// fromTop returns the nth square of a diagram, which begins with a3.
func fromTop(n int) Square { return Square(3*(2-n/3) + n%3) }

// unreachable returns why no legal game leads to p, "" if one does. Two rows
// of the same player need no check: five pieces can only make both with one
// last piece where they cross.
func (p *Position) unreachable() string {
	x, o := p.x.count(), p.o.count()
	switch {
	case x != o && x != o+1:
		return "X places first, then in turn: X has as many pieces as O or one more"
	case p.x.three() && p.o.three():
		return "both players have three in a row"
	case p.x.three() && x == o:
		return "O has placed a piece after X had three in a row"
	case p.o.three() && x != o:
		return "X has placed a piece after O had three in a row"
	}
	return ""
}

// At returns the piece on s, NoPiece if there is none or s is invalid.
func (p *Position) At(s Square) Piece {
	switch {
	case p.x.has(s):
		return X
	case p.o.has(s):
		return O
	}
	return NoPiece
}

// Turn returns the player to move. After the last move of a game it is the
// player who would have moved next.
func (p *Position) Turn() Piece {
	if p.x.count() == p.o.count() {
		return X
	}
	return O
}

// InHand returns how many of the five pieces of a player are not on the board,
// 0 to 5. NoPiece has none.
func (p *Position) InHand(player Piece) int {
	switch player {
	case X:
		return PiecesEach - p.x.count()
	case O:
		return PiecesEach - p.o.count()
	}
	return 0
}

// Outcome returns the result that p shows: three in a row wins (rule sheet S1),
// a full board without a row is a draw.
func (p *Position) Outcome() Outcome {
	switch {
	case p.x.three():
		return XWins
	case p.o.three():
		return OWins
	case p.x|p.o == allNine:
		return Draw
	}
	return Ongoing
}

// LegalMoves returns the empty squares in the order of their numbers, none
// when the game is over.
func (p *Position) LegalMoves() []Move { return p.AppendLegalMoves(nil) }

// AppendLegalMoves appends the moves of [Position.LegalMoves] to dst. It does
// not allocate when dst has room; there are at most nine.
func (p *Position) AppendLegalMoves(dst []Move) []Move {
	if p.Outcome().IsOver() {
		return dst
	}
	for empty := allNine &^ (p.x | p.o); empty != 0; empty &= empty - 1 {
		dst = append(dst, Move(bits.TrailingZeros16(uint16(empty))))
	}
	return dst
}

// Play places a piece of the player to move on m. The error is a [*MoveError],
// and p is unchanged, if m is not legal.
func (p *Position) Play(m Move) error {
	if err := p.check(m); err != nil {
		return &MoveError{Player: p.Turn(), Move: m, Err: err}
	}
	*p = p.After(m)
	return nil
}

// IsLegal reports whether m is one of the legal moves.
func (p *Position) IsLegal(m Move) bool { return p.check(m) == nil }

// check returns why m is not legal, nil if it is.
func (p *Position) check(m Move) error {
	switch {
	case !m.IsValid():
		return ErrNoSquare
	case p.Outcome().IsOver():
		return ErrGameOver
	case p.At(m) != NoPiece:
		return ErrOccupied
	}
	return nil
}

// After returns the position after m, which must be legal in p; it does not
// check. What it returns for another move is not a position of the game.
func (p *Position) After(m Move) Position {
	q := *p
	if q.Turn() == X {
		q.x |= 1 << m
	} else {
		q.o |= 1 << m
	}
	return q
}

// String returns the three ranks from the top, such as "X.O/.X./..O".
func (p Position) String() string {
	text, _ := p.AppendText(make([]byte, 0, 11))
	return string(text)
}

// AppendText implements [encoding.TextAppender] with the form of
// [Position.String]. The error is always nil.
func (p Position) AppendText(b []byte) ([]byte, error) {
	for n := range 9 {
		if n == 3 || n == 6 {
			b = append(b, '/')
		}
		b = append(b, p.At(fromTop(n)).String()...)
	}
	return b, nil
}

// MarshalText implements [encoding.TextMarshaler].
func (p Position) MarshalText() ([]byte, error) { return p.AppendText(nil) }

// UnmarshalText implements [encoding.TextUnmarshaler] with [ParsePosition]; p
// stays as it is on error.
func (p *Position) UnmarshalText(text []byte) error { return unmarshal(p, text, ParsePosition) }

// Board returns a drawing of four lines, with the numbers of the ranks on the
// left and the letters of the files below.
func (p Position) Board() string {
	var sb strings.Builder
	for n := range 9 {
		sq := fromTop(n)
		if n%3 == 0 {
			sb.WriteString(sq.String()[1:])
		}
		sb.WriteByte(' ')
		sb.WriteString(p.At(sq).String())
		if n%3 == 2 {
			sb.WriteByte('\n')
		}
	}
	sb.WriteString("  a b c\n")
	return sb.String()
}
