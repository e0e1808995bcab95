package backgammon

import (
	"fmt"
	"iter"
	"slices"
)

// Constants of the board. Off and Bar are the places of checkers that are not on the points 1 to
// 24. Each player numbers the points in the direction of play, from 24 down to 1. The home board is
// the points 6 to 1.
const (
	Off = 0  // borne off
	Bar = 25 // on the bar

	CheckersEach = 15 // the number of checkers of each player (rule sheet S1)
)

const home = 6 // the highest point of the home board

// Checkers holds the number of checkers of one player in each place: [Off], the points 1 to 24 in
// the numbering of that player, and [Bar].
type Checkers [26]int

// Pips returns the pip count, which is the total distance that the checkers must move to be borne
// off.
func (c Checkers) Pips() int {
	pips := 0
	for point, n := range c {
		pips += point * n
	}
	return pips
}

// A Position is the board from the point of view of the player on roll. It does not include which
// player that is, the dice, or the cube. These are part of the [Game]. Two positions are equal by
// == if they have the same checkers on the same points, relative to the player on roll.
//
// The zero value is a board without checkers and has no legal moves. Other positions come from
// [StartPosition], [NewPosition], [ParsePosition], or moves.
type Position struct {
	// point has the number of checkers on each point, in the numbering of the player on roll. The
	// numbers of the opponent's checkers are negative. Element 25 is the bar of the player on roll,
	// and element 0 is the bar of the opponent. The checkers that are missing from fifteen have
	// been borne off.
	point [26]int8
}

// StartPosition returns the position at the start of a game. Each player has two checkers on point
// 24, five on point 13, three on point 8, and five on point 6.
func StartPosition() Position { return startPosition }

var startPosition = place(
	Checkers{24: 2, 13: 5, 8: 3, 6: 5},
	Checkers{24: 2, 13: 5, 8: 3, 6: 5})

// NewPosition returns the position with the given checkers of the player on roll and of the
// opponent, each in the numbering of their owner. It ignores the elements for Off: the checkers
// that are missing from fifteen have been borne off. NewPosition returns a [*SetupError] if the
// position cannot arise in a game. This is the case if a player has more than fifteen checkers, if
// a number is negative, if a point has checkers of both players, if the player on roll has no
// checkers left, or if both players are on the bar against a closed home board.
func NewPosition(own, opponent Checkers) (Position, error) {
	if why := checkersFault(own, opponent); why != "" {
		return Position{}, &SetupError{Err: ErrPosition, Detail: why}
	}
	return place(own, opponent), nil
}

// place returns the position with the given checkers.
func place(own, opponent Checkers) Position {
	var p Position
	for n := 1; n <= Bar; n++ {
		p.point[n] += int8(own[n])
		p.point[Bar-n] -= int8(opponent[n])
	}
	return p
}

// checkersFault returns the reason why the checkers do not make a position, or "".
func checkersFault(own, opponent Checkers) string {
	left, against := 0, 0
	for n := 1; n <= Bar; n++ {
		switch {
		case min(own[n], opponent[n]) < 0 || max(own[n], opponent[n]) > CheckersEach:
			return fmt.Sprintf("point %d: want 0 to 15 checkers of each player, in their own numbering", n)
		case n < Bar && own[n] > 0 && opponent[Bar-n] > 0:
			return fmt.Sprintf("point %d: checkers of both players", n)
		}
		left += own[n]
		against += opponent[n]
	}
	switch {
	case left > CheckersEach:
		return "the player on roll has more than 15 checkers"
	case against > CheckersEach:
		return "the opponent has more than 15 checkers"
	case left == 0:
		return "the player on roll has no checkers left"
	case own[Bar] > 0 && closed(opponent) && opponent[Bar] > 0 && closed(own):
		return "both players are on the bar against a closed home board"
	}
	return ""
}

// closed reports whether c has at least two checkers on each point of the home board.
func closed(c Checkers) bool {
	return !slices.ContainsFunc(c[1:home+1], func(n int) bool { return n < 2 })
}

// Own returns the checkers of the player on roll.
func (p Position) Own() Checkers {
	var c Checkers
	c[Off] = CheckersEach
	for n := 1; n <= Bar; n++ {
		c[n] = int(max(p.point[n], 0))
		c[Off] -= c[n]
	}
	return c
}

// Opponent returns the checkers of the opponent, in the numbering of the opponent.
func (p Position) Opponent() Checkers {
	q := p.swapped()
	return q.Own()
}

// swapped returns the same board from the point of view of the other player.
func (p *Position) swapped() Position {
	var q Position
	for n := range p.point {
		q.point[n] = -p.point[Bar-n]
	}
	return q
}

// isOver reports whether the opponent, who has just moved, has no checkers left.
func (p *Position) isOver() bool { return slices.Min(p.point[:]) >= 0 }

// PieceAt returns the number of checkers on a point from 1 to 24, in the numbering of the player on
// roll. The number is negative if they belong to the opponent. PieceAt returns 0 for other points.
// For the bar, see [Position.Own].
func (p Position) PieceAt(point int) int {
	if point <= Off || point >= Bar {
		return 0
	}
	return int(p.point[point])
}

// Win returns how the opponent, who has just moved, has won (rule sheet S1). It returns NoReason if
// the opponent has checkers left. Otherwise it returns Single if the player on roll has borne off a
// checker, Backgammon if the player on roll has a checker on the bar or in the winner's home board,
// or else Gammon.
func (p Position) Win() Reason {
	own, opponent := p.Own(), p.Opponent()
	switch {
	case opponent[Off] < CheckersEach:
		return NoReason
	case own[Off] > 0:
		return Single
	case slices.Max(own[Bar-home:]) > 0:
		return Backgammon
	}
	return Gammon
}

// Moves iterates over the legal moves for a roll in the order of [Position.LegalMoves].
func (p Position) Moves(roll Roll) iter.Seq[Move] { return slices.Values(p.LegalMoves(roll)) }

// LegalMoves returns the legal moves for a roll by rule sheet S1, which has a rule of its own for
// bearing off: see [Rules]. For the common rules, use [Rules.LegalMoves]. Plays that lead to the
// same position are the same move. If no number can be used, the only legal move is [Pass]. If the
// game is over or the roll is not valid, there are no legal moves.
func (p Position) LegalMoves(roll Roll) []Move { return p.AppendLegalMoves(nil, roll) }

// AppendLegalMoves appends the legal moves to dst, in the order of [Position.LegalMoves], and
// returns the extended slice. It does not allocate if dst has room.
func (p *Position) AppendLegalMoves(dst []Move, roll Roll) []Move {
	return Rules{}.AppendLegalMoves(dst, p, roll)
}

// IsLegal reports whether m is legal for a roll by rule sheet S1. For other rules, use
// [Rules.IsLegal].
func (p Position) IsLegal(m Move, roll Roll) bool { return Rules{}.IsLegal(&p, m, roll) }

// Play plays m for a roll by rule sheet S1. After the move, the other player is on roll. If m is
// illegal, p is unchanged and the error is a [*MoveError]. For other rules, use [Rules.Play].
func (p *Position) Play(m Move, roll Roll) error { return Rules{}.Play(p, m, roll) }

// ParseMove parses a legal move for the roll by rule sheet S1, in the spellings that the function
// [ParseMove] accepts. The marks of hits may be missing. The result is one of the moves that
// [Position.LegalMoves] returns, even if the text combines the numbers of a double in another way.
// The error is a [*ParseError] or a [*MoveError]. For other rules, use [Rules.ParseMove].
func (p Position) ParseMove(s string, roll Roll) (Move, error) {
	return Rules{}.ParseMove(&p, s, roll)
}

// After returns the position after m, with the other player on roll. It does not check that m is
// legal. The result for an illegal move is unspecified.
func (p Position) After(m Move) Position {
	q := p.moved(m)
	return q.swapped()
}

// moved returns the position after m, from the point of view of the player who moved.
func (p *Position) moved(m Move) Position {
	q := *p
	for ; m != Pass; m >>= stepBits {
		q.apply(step(m & stepMask))
	}
	return q
}

// apply moves a checker without checking that the step is legal. The result of several steps does
// not depend on their order.
func (p *Position) apply(s step) {
	from, to := s.from(), s.to()
	if from > Bar || to >= Bar {
		return // not a step of a legal move
	}
	p.point[from]--
	if to == Off {
		return
	}
	p.point[to]++
	if s.hit() {
		p.point[to]++
		p.point[0]--
	}
}
