package backgammon

// CheckersEach is the number of checkers each player has (rule sheet S1).
const CheckersEach = 15

// Where a checker can be besides the points 1 to 24. Each player counts the
// points in the direction of play: 24 to 1, the home being 6 to 1.
const (
	Off = 0  // borne off
	Bar = 25 // hit, on the bar
)

const home = 6 // the highest point of the home

// Checkers holds how many checkers of one player are where, as that player
// counts: [Off], the points 1 to 24, [Bar].
type Checkers [26]int

// Pips returns the pip count: how far all checkers have to go until they are
// off, 0 to 375.
func (c Checkers) Pips() int {
	pips := 0
	for point, n := range c {
		pips += point * n
	}
	return pips
}

// A Position is the board as the player on roll sees it. Which player that is,
// what the dice show and who has the cube is known to the [Game]; so Light and
// Dark in the same situation have the same Position. Positions are comparable:
// == reports the same checkers on the same points with the same side on roll.
//
// The zero value is a board without checkers, on which there is nothing to
// play. Start from [StartPosition], [NewPosition] or [ParsePosition].
type Position struct {
	// The points as the player on roll counts: own checkers positive, the
	// opponent's negative. 25 is the own bar, 0 the opponent's. What is missing
	// from fifteen has been borne off.
	point [26]int8
}

// StartPosition returns the position at the beginning of a game: two checkers
// on the 24 point, five on the 13, three on the 8 and five on the 6, the same
// for both.
func StartPosition() Position { return startPosition }

var startPosition = place(
	Checkers{24: 2, 13: 5, 8: 3, 6: 5},
	Checkers{24: 2, 13: 5, 8: 3, 6: 5})

// NewPosition returns the position with the given checkers of the player on
// roll and of the opponent, each as its owner counts. The entries for Off are
// not read: what is missing from fifteen has been borne off. The error is a
// [*PositionError] if play cannot come there: with more than fifteen checkers
// or fewer than none, both players on a point, none left for the player on
// roll, or both players on the bar before a closed home.
func NewPosition(own, opponent Checkers) (Position, error) {
	if err := fault(own, opponent); err != nil {
		return Position{}, err
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

// fault returns what is wrong with the checkers, nil if nothing is.
func fault(own, opponent Checkers) error {
	left, against := 0, 0
	for n := 1; n <= Bar; n++ {
		switch {
		case own[n] < 0 || own[n] > CheckersEach:
			return &PositionError{n, "want 0 to 15 checkers of the player on roll"}
		case opponent[n] < 0 || opponent[n] > CheckersEach:
			return &PositionError{Bar - n, "want 0 to 15 checkers of the opponent"}
		case n < Bar && own[n] > 0 && opponent[Bar-n] > 0:
			return &PositionError{n, "checkers of both players"}
		}
		left += own[n]
		against += opponent[n]
	}
	switch {
	case left > CheckersEach:
		return &PositionError{0, "the player on roll has more than 15 checkers"}
	case against > CheckersEach:
		return &PositionError{0, "the opponent has more than 15 checkers"}
	case left == 0:
		return &PositionError{0, "the player on roll has no checker left: the game ended before"}
	case own[Bar] > 0 && closed(opponent) && opponent[Bar] > 0 && closed(own):
		return &PositionError{0, "both players are on the bar before a closed home"}
	}
	return nil
}

// closed reports whether all six points of the home are made.
func closed(c Checkers) bool {
	for _, n := range c[1 : home+1] {
		if n < 2 {
			return false
		}
	}
	return true
}

// Own returns the checkers of the player on roll.
func (p *Position) Own() Checkers {
	var c Checkers
	c[Off] = CheckersEach
	for n := 1; n <= Bar; n++ {
		c[n] = int(max(p.point[n], 0))
		c[Off] -= c[n]
	}
	return c
}

// Opponent returns the checkers of the other player, as that player counts.
func (p *Position) Opponent() Checkers {
	q := p.swapped()
	return q.Own()
}

// swapped returns the same board seen by the other player.
func (p *Position) swapped() Position {
	var q Position
	for n := range p.point {
		q.point[n] = -p.point[Bar-n]
	}
	return q
}

// isOver reports whether a player has no checkers left.
func (p *Position) isOver() bool {
	own, opponent := false, false
	for _, n := range p.point {
		own = own || n > 0
		opponent = opponent || n < 0
	}
	return !own || !opponent
}

// Result returns how the opponent, who has just played, has won: NoResult
// while checkers of the opponent are left; Single; Gammon if the player on roll
// has borne off none; Backgammon if of those one is on the bar or in the
// winner's home (rule sheet S1).
func (p *Position) Result() Result {
	own, opponent := p.Own(), p.Opponent()
	switch {
	case opponent[Off] < CheckersEach:
		return NoResult
	case own[Off] > 0:
		return Single
	}
	for n := Bar - home; n <= Bar; n++ {
		if own[n] > 0 {
			return Backgammon
		}
	}
	return Gammon
}

// LegalMoves returns the legal moves for a roll by rule sheet S1: every play
// that uses as many numbers as can be used. Plays that lead to the same
// position are one move, whichever checker was touched first. The only move is
// [Pass] if no number can be used. There is none if the game is over or the
// roll is not valid. For other rules see [Rules.LegalMoves].
func (p *Position) LegalMoves(roll Roll) []Move { return p.AppendLegalMoves(nil, roll) }

// AppendLegalMoves appends the moves of [Position.LegalMoves] to dst. It does
// not allocate when dst has room.
func (p *Position) AppendLegalMoves(dst []Move, roll Roll) []Move {
	return Rules{}.AppendLegalMoves(dst, p, roll)
}

// Play plays m for a roll by rule sheet S1; after it the other player is on
// roll. The error is a [*MoveError], and p is unchanged, if m is not legal. For
// other rules see [Rules.Play].
func (p *Position) Play(m Move, roll Roll) error { return Rules{}.Play(p, m, roll) }

// ParseMove parses the text of a move that is legal for the roll by rule sheet
// S1, with hits marked. It returns the move as [Position.LegalMoves] has it,
// however the text pairs the numbers of a double. The error is a [*ParseError]
// or, if the move is not legal, a [*MoveError]. For other rules see
// [Rules.ParseMove].
func (p *Position) ParseMove(s string, roll Roll) (Move, error) {
	return Rules{}.ParseMove(p, s, roll)
}

// After returns the position after m, with the other player on roll. The move
// must be legal in p; After does not check. What it returns for another move is
// not a position of the game.
func (p *Position) After(m Move) Position {
	q := p.moved(m)
	return q.swapped()
}

// moved returns the position after m, seen by the player who made it.
func (p *Position) moved(m Move) Position {
	q := *p
	for ; m != Pass; m >>= stepBits {
		q.apply(step(m & stepMask))
	}
	return q
}

// apply makes a step without checking it. The order of steps does not matter.
func (p *Position) apply(s step) {
	from, to := s.from(), s.to()
	if from > Bar || to >= Bar {
		return // no step of a legal move
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

// step returns the step of n pips from a point, and reports whether a checker
// can make it.
func (p *Position) step(from, n int) (step, bool) {
	if p.point[from] <= 0 || from != Bar && p.point[Bar] > 0 {
		return 0, false
	}
	if to := from - n; to > 0 {
		return newStep(from, to, p.point[to] == -1), p.point[to] >= -1
	}
	farthest := p.farthest()
	exact := from == n
	return newStep(from, Off, false), farthest <= home && (exact || from == farthest)
}

// farthest returns the highest point with a checker of the player on roll, 0 if
// there is none.
func (p *Position) farthest() int {
	for n := Bar; n > 0; n-- {
		if p.point[n] > 0 {
			return n
		}
	}
	return 0
}
