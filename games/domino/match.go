package domino

import (
	"fmt"
	"strings"

	"github.com/shakki/chess/internal/tabletop"
)

// A Match is a sequence of rounds. It ends when a player has reached the target number of penalty
// points. The player with the fewest penalty points then wins (rule sheet S1). [NewMatch] creates a
// match, [Match.Deal] begins a round, and [Match.Play] plays a move in it. The zero Match has no
// players and rejects every deal. A Match must not be copied after first use, which go vet reports.
// Use [Match.Clone].
type Match struct {
	_       tabletop.NoCopy
	options MatchOptions
	rounds  []*Game
}

// MatchOptions are the options of a [Match].
type MatchOptions struct {
	Players int // the number of players, from 2 to 5
	Target  int // the number of penalty points that ends the match; 0 means 100, and rule sheet S1 also has 200
}

const defaultTarget = 100

// NewMatch returns a new match. If an option is out of range, the error is a [*SetupError].
func NewMatch(options MatchOptions) (*Match, error) {
	if options.Target == 0 {
		options.Target = defaultTarget
	}
	switch {
	case options.Players < MinPlayers || options.Players > MaxPlayers:
		return nil, &SetupError{ErrPlayers, fmt.Sprintf("got %d", options.Players)}
	case options.Target < 0:
		return nil, &SetupError{ErrTarget, fmt.Sprintf("got %d", options.Target)}
	}
	return &Match{options: options}, nil
}

// ParseMatch parses the form that [Match.String] returns. The error is a [*ParseError].
func ParseMatch(s string) (*Match, error) {
	head, rest, more := strings.Cut(s, "\n")
	var options MatchOptions
	if n, _ := fmt.Sscanf(head, matchHead, &options.Players, &options.Target); n != 2 ||
		head != fmt.Sprintf(matchHead, options.Players, options.Target) {
		const reason = "want the number of players and the target, such as 3 players to 100"
		return nil, tabletop.NewParseError("match", s, 1, reason)
	}
	m, err := NewMatch(options)
	if err != nil {
		return nil, tabletop.Within(err, "match", s, 0)
	}
	for more {
		at := len(s) - len(rest)
		var text string
		text, rest, more = strings.Cut(rest, "\n")
		if err := m.add(text); err != nil {
			return nil, tabletop.Within(err, "match", s, at)
		}
	}
	return m, nil
}

// matchHead is the first line of the text of a match.
const matchHead = "%d players to %d"

// add adds the round with the given text.
func (m *Match) add(text string) error {
	g, err := ParseGame(text)
	if err != nil {
		return err
	}
	if n := g.Start().Players(); n != m.options.Players {
		return &SetupError{ErrPlayers, fmt.Sprintf("the round has %d, the match %d", n, m.options.Players)}
	}
	if err := m.mayDeal(); err != nil {
		return err
	}
	m.rounds = append(m.rounds, g)
	return nil
}

// Clone returns an independent copy of m.
func (m *Match) Clone() *Match { return &Match{options: m.options, rounds: m.Games()} }

// Deal begins the next round. It calls the function [Deal] with the arguments lead and s.
// If the arguments are invalid, the previous round is not over, or the match is over,
// Deal returns a [*SetupError] and does not change m.
func (m *Match) Deal(lead Lead, s Shuffle) error {
	if err := m.mayDeal(); err != nil {
		return err
	}
	g, err := NewGame(m.options.Players, lead, s)
	if err == nil {
		m.rounds = append(m.rounds, g)
	}
	return err
}

// mayDeal returns a *SetupError if no round can begin now.
func (m *Match) mayDeal() error {
	if len(m.rounds) > 0 && !m.Round().IsOver() {
		return &SetupError{ErrGameOpen, ""}
	}
	if o := m.Outcome(); o.IsOver() {
		return &SetupError{ErrMatchOver, o.String()}
	}
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

// Games returns copies of the rounds dealt so far.
func (m *Match) Games() []*Game {
	games := make([]*Game, 0, len(m.rounds))
	for _, g := range m.rounds {
		games = append(games, g.Clone())
	}
	return games
}

// Rounds returns the number of rounds dealt so far.
func (m *Match) Rounds() int { return len(m.rounds) }

// Options returns the options of the match.
func (m *Match) Options() MatchOptions { return m.options }

// Position returns the current position of the last round, or the zero Position before the first
// deal.
func (m *Match) Position() Position { return m.last().Position() }

// Round returns the outcome of the last round, or the zero Outcome before the first deal.
func (m *Match) Round() Outcome { return m.last().Outcome() }

// Outcome returns the outcome of the match. It has the penalty points of all finished rounds.
func (m *Match) Outcome() Outcome {
	o := Outcome{Players: m.options.Players}
	reached := false
	for _, g := range m.rounds {
		for i, n := range g.Outcome().Minus {
			o.Minus[i] += n
			reached = reached || o.Minus[i] >= m.options.Target
		}
	}
	if reached {
		o.end(Target, nobody)
	}
	return o
}

// Equal reports whether m and other have the same options and the same rounds.
func (m *Match) Equal(other *Match) bool { return m.String() == other.String() }

// String returns the options, such as "3 players to 100", and each round on a line of its own in
// the form of [Game.String].
func (m *Match) String() string {
	lines := []string{fmt.Sprintf(matchHead, m.options.Players, m.options.Target)}
	for _, g := range m.rounds {
		lines = append(lines, g.String())
	}
	return strings.Join(lines, "\n")
}

// MarshalText implements [encoding.TextMarshaler] with the form of String. The zero Match has no
// text form.
func (m *Match) MarshalText() ([]byte, error) {
	return tabletop.Marshal("match", m, m.options.Players != 0)
}

// UnmarshalText implements [encoding.TextUnmarshaler] with [ParseMatch]. It does not change m on
// error.
func (m *Match) UnmarshalText(text []byte) error {
	parsed, err := ParseMatch(string(text))
	if err == nil {
		m.options, m.rounds = parsed.options, parsed.rounds
	}
	return err
}
