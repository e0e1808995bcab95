package domino

import "fmt"

// A Match is a sequence of rounds. It ends when a player has reached the target number of
// penalty points. The player with the fewest penalty points then wins (rule sheet S1).
// [NewMatch] creates a match, [Match.Deal] begins a round, and [Match.Play] plays a move
// in it.
type Match struct {
	players, target int
	rounds          []*Game
}

// A MatchOption is an option of [NewMatch].
type MatchOption func(*Match)

// MatchTo returns an option that sets the number of penalty points that ends a match. It
// must be at least 1. Rule sheet S1 allows 200 instead of the default 100.
func MatchTo(points int) MatchOption { return func(m *Match) { m.target = points } }

// NewMatch returns a new match of two to four players. By default it is played to 100
// penalty points. If the number of players or the target is out of range, NewMatch
// returns a [*SetupError].
func NewMatch(players int, opts ...MatchOption) (*Match, error) {
	m := &Match{players: players, target: 100}
	for _, opt := range opts {
		opt(m)
	}
	if players < MinPlayers || players > MaxPlayers {
		return nil, &SetupError{ErrPlayers, fmt.Sprintf("got %d", players)}
	}
	if m.target < 1 {
		return nil, &SetupError{ErrTarget, fmt.Sprintf("got %d", m.target)}
	}
	return m, nil
}

// Deal begins the next round. It calls the function [Deal] with the arguments lead and s.
// If the arguments are invalid, the previous round is not over, or the match is over,
// Deal returns a [*SetupError] and does not change m.
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

// last returns the last round, or an empty Game before the first deal.
func (m *Match) last() *Game {
	if len(m.rounds) == 0 {
		return new(Game)
	}
	return m.rounds[len(m.rounds)-1]
}

// Play plays a move in the last round. If the move is illegal, Play returns a
// [*MoveError] and does not change m.
func (m *Match) Play(move Move) error { return m.last().Play(move) }

// Undo takes back the last move, or the last deal if no move has been played after it. It
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

// Rounds returns the number of rounds dealt so far.
func (m *Match) Rounds() int { return len(m.rounds) }

// Players returns the number of players.
func (m *Match) Players() int { return m.players }

// Target returns the number of penalty points that ends the match.
func (m *Match) Target() int { return m.target }

// Position returns the current position of the last round, or the zero Position before
// the first deal.
func (m *Match) Position() Position { return m.last().Position() }

// Round returns the outcome of the last round, or the zero Outcome before the first deal.
func (m *Match) Round() Outcome { return m.last().Outcome() }

// Outcome returns the outcome of the match. It has the penalty points of all finished
// rounds. If a player has reached the target, it also has the winners.
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
