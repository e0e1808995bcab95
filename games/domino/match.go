package domino

import (
	"fmt"
	"sync"

	"github.com/shakki/chess/internal/tabletop"
)

// A Match is a sequence of rounds. It ends when a player has reached the target number of penalty
// points. The player with the fewest penalty points then wins (rule sheet S1). [NewMatch] creates a
// match, and [Match.Next] begins a round, which is then played with the methods of [Game]. The zero
// Match has no players and rejects every deal. A Match must not be copied after first use, which go
// vet reports. Use [Match.Clone].
type Match struct {
	_       [0]sync.Mutex // makes go vet report copies
	options MatchOptions
	games   []*Game
}

// MatchOptions are the options of a [Match].
type MatchOptions struct {
	Players int `json:"players"` // the number of players, from 2 to 5
	Target  int `json:"target"`  // the number of penalty points that ends the match; 0 means 100, and rule sheet S1 also has 200
}

const defaultTarget = 100

// NewMatch returns a new match. If an option is out of range, the error is a [*SetupError].
func NewMatch(options MatchOptions) (*Match, error) {
	if options.Target == 0 {
		options.Target = defaultTarget
	}
	switch {
	case options.Players < MinPlayers || options.Players > MaxPlayers:
		return nil, &SetupError{Err: ErrPlayers, Detail: fmt.Sprintf("got %d", options.Players)}
	case options.Target < 0:
		return nil, &SetupError{Err: ErrTarget, Detail: fmt.Sprintf("got %d", options.Target)}
	}
	return &Match{options: options}, nil
}

// ParseMatch parses the form that [Match.String] returns. A newline may follow. The error is a
// [*ParseError].
func ParseMatch(s string) (*Match, error) {
	return tabletop.ParseText(tabletop.MatchText, s, func(head string) (*Match, error) {
		var options MatchOptions
		if n, _ := fmt.Sscanf(head, matchHead, &options.Players, &options.Target); n != 2 {
			return nil, tabletop.NewParseError("match", head, 1, "want the players and the target, such as 3 players to 100")
		}
		return NewMatch(options)
	}, (*Match).add)
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
		return &SetupError{Err: ErrPlayers, Detail: fmt.Sprintf("the round has %d, the match %d", n, m.options.Players)}
	}
	if err := m.mayDeal(); err != nil {
		return err
	}
	m.games = append(m.games, g)
	return nil
}

// Clone returns an independent copy of m.
func (m *Match) Clone() *Match { return &Match{options: m.options, games: m.Games()} }

// Next begins the next round as [NewGame] does and returns it. Moves in that game count for the
// match. If the arguments are invalid, the last round is not over, or the match is over, Next
// returns a [*SetupError] and does not change m.
func (m *Match) Next(lead Lead, s Shuffle) (*Game, error) {
	if err := m.mayDeal(); err != nil {
		return nil, err
	}
	g, err := NewGame(m.options.Players, lead, s)
	if err == nil {
		m.games = append(m.games, g)
	}
	return g, err
}

// mayDeal returns a *SetupError if no round can begin now.
func (m *Match) mayDeal() error {
	if g := m.Game(); g != nil && !g.Outcome().IsOver() {
		return &SetupError{Err: ErrGameOpen}
	}
	if o := m.Outcome(); o.IsOver() {
		return &SetupError{Err: ErrMatchOver, Detail: o.String()}
	}
	return nil
}

// Game returns the last round, or nil if no round has begun.
func (m *Match) Game() *Game {
	if len(m.games) == 0 {
		return nil
	}
	return m.games[len(m.games)-1]
}

// Games returns copies of the rounds dealt so far.
func (m *Match) Games() []*Game {
	games := make([]*Game, 0, len(m.games))
	for _, g := range m.games {
		games = append(games, g.Clone())
	}
	return games
}

// Options returns the options of the match.
func (m *Match) Options() MatchOptions { return m.options }

// Score returns the penalty points of a player in all finished rounds, or 0 if there is no such
// player.
func (m *Match) Score(p Player) int64 {
	if !p.IsValid() {
		return 0
	}
	return int64(m.Outcome().Minus[p])
}

// Outcome returns the outcome of the match. It has the penalty points of all finished rounds.
func (m *Match) Outcome() Outcome {
	o := Outcome{Players: m.options.Players}
	reached := false
	for _, g := range m.games {
		for i, n := range g.Outcome().Minus {
			o.Minus[i] += n
			reached = reached || o.Minus[i] >= m.options.Target
		}
	}
	if reached {
		o.end(Target, NoPlayer)
	}
	return o
}

// Equal reports whether m and other have the same options and the same rounds.
func (m *Match) Equal(other *Match) bool { return m.String() == other.String() }

// String returns the options, such as "3 players to 100", each round in the form that [ParseGame]
// reads, and the word end, each on a line of its own.
func (m *Match) String() string {
	return tabletop.Text(tabletop.MatchText, fmt.Sprintf(matchHead, m.options.Players, m.options.Target), m.games)
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
		m.options, m.games = parsed.options, parsed.games
	}
	return err
}
