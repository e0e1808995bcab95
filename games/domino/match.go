package domino

import "fmt"

// A Match is a number of rounds, played until a player has reached the target
// of minus points; the fewest then win (rule sheet S1). It comes from
// [NewMatch]. [Match.Deal] begins a round, [Match.Play] plays in it.
type Match struct {
	players, target int
	rounds          []*Game
}

// A MatchOption sets up a new [Match].
type MatchOption func(*Match)

// MatchTo sets the minus points that end a match, at least 1: 200 is the
// sheet's alternative to the 100 of a match without this option.
func MatchTo(points int) MatchOption { return func(m *Match) { m.target = points } }

// NewMatch returns a match of two to four players to 100 minus points, or as
// the options say. The error is a [*SetupError].
func NewMatch(players int, opts ...MatchOption) (*Match, error) {
	m := &Match{players: players, target: 100}
	for _, opt := range opts {
		opt(m)
	}
	if players < MinPlayers || players > MaxPlayers {
		return nil, &SetupError{ErrPlayers, fmt.Sprintf("not %d", players)}
	}
	if m.target < 1 {
		return nil, &SetupError{ErrTarget, fmt.Sprintf("not %d", m.target)}
	}
	return m, nil
}

// Deal begins the next round as the function [Deal] does. The error is a
// [*SetupError], and the match is unchanged, if the deal is not valid, the
// round before it is not over, or the match is.
func (m *Match) Deal(lead Lead, s Shuffle) error {
	if len(m.rounds) > 0 && !m.Round().IsOver() {
		return &SetupError{ErrRoundOpen, ""}
	}
	if o := m.Outcome(); o.IsOver() {
		return &SetupError{ErrMatchOver, o.String()}
	}
	start, err := Deal(m.players, lead, s)
	if err != nil {
		return err
	}
	m.rounds = append(m.rounds, NewGame(start))
	return nil
}

// last returns the last round dealt, an empty one before the first deal.
func (m *Match) last() *Game {
	if len(m.rounds) == 0 {
		return new(Game)
	}
	return m.rounds[len(m.rounds)-1]
}

// Play makes a move in the last round. The error is a [*MoveError], and the
// match is unchanged, if it is not legal.
func (m *Match) Play(move Move) error { return m.last().Play(move) }

// Undo takes back the last move, or the deal if no move followed it. It
// reports whether there was anything to take back.
func (m *Match) Undo() bool {
	if m.last().Undo() {
		return true
	}
	if len(m.rounds) == 0 {
		return false
	}
	m.rounds = m.rounds[:len(m.rounds)-1]
	return true
}

// Rounds returns how many rounds have been dealt.
func (m *Match) Rounds() int { return len(m.rounds) }

// Players returns how many take part, 2 to 4.
func (m *Match) Players() int { return m.players }

// Target returns the minus points that end the match.
func (m *Match) Target() int { return m.target }

// Position returns the position of the last round, the zero Position before
// the first deal.
func (m *Match) Position() Position { return m.last().Position() }

// Round returns the outcome of the last round dealt.
func (m *Match) Round() Outcome { return m.last().Outcome() }

// Outcome returns the result of the match: the minus points of all rounds, and
// from the end of the round in which someone reaches the target, the winners.
func (m *Match) Outcome() Outcome {
	o := Outcome{Players: m.players}
	for _, g := range m.rounds {
		for i, n := range g.Outcome().Minus {
			o.Minus[i] += n
			if o.Minus[i] >= m.target {
				o.Reason = Target
			}
		}
	}
	if o.IsOver() {
		o.fewestWin()
	}
	return o
}
