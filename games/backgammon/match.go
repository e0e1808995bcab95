package backgammon

import (
	"fmt"
	"math"
	"slices"
	"strings"
	"sync"

	"github.com/shakki/chess/internal/tabletop"
)

// A Match is a sequence of games for points, and for an agreed stake per point (rule sheet S1).
// [Match.Next] begins a game, which is then played with the methods of [Game]. The zero Match has
// no stake and no target and uses the rules of the sheet. A Match must not be copied after first
// use, which go vet reports. Use [Match.Clone].
type Match struct {
	_       [0]sync.Mutex // makes go vet report copies
	options MatchOptions
	games   []*Game
}

// MatchOptions are the options of a [Match].
type MatchOptions struct {
	Light    string `json:"light"`    // the names of the players
	Dark     string `json:"dark"`     // the names of the players
	Target   int64  `json:"target"`   // the number of points that wins the match, or 0 for no limit as on the sheet
	Crawford bool   `json:"crawford"` // whether the first game after a player needs only one more point is played without the cube
	Stake    int64  `json:"stake"`    // the value of a point, in units that the players choose
	Rules    Rules  `json:"rules"`    // the rules of all games, to which the Crawford game adds its own
}

// NewMatch returns a match without games. The error is a [*SetupError] if the target or the stake
// is negative.
func NewMatch(options MatchOptions) (*Match, error) {
	if options.Target < 0 || options.Stake < 0 {
		return nil, &SetupError{Err: ErrTarget}
	}
	return &Match{options: options}, nil
}

// Options returns the options of the match.
func (m *Match) Options() MatchOptions { return m.options }

// Next begins the next game of the match and returns it. Moves and other events in that game count
// for the match. Next returns a [*SetupError] if the last game is not over or if the match is over.
func (m *Match) Next() (*Game, error) {
	if g := m.Game(); g != nil && !g.Outcome().IsOver() {
		return nil, &SetupError{Err: ErrGameOpen}
	}
	if o := m.Outcome(); o.IsOver() {
		return nil, &SetupError{Err: ErrMatchOver, Detail: o.String()}
	}
	s := Setup{Position: StartPosition(), Target: m.options.Target, Light: m.Score(Light), Dark: m.Score(Dark)}
	s.Crawford = m.options.Crawford && (s.Light == s.Target-1) != (s.Dark == s.Target-1) &&
		!slices.ContainsFunc(m.games, func(g *Game) bool { return g.now().Crawford })
	g, err := NewGameFrom(s, m.options.Rules)
	if err == nil {
		m.games = append(m.games, g)
	}
	return g, err
}

// Game returns the last game, or nil if no game has begun.
func (m *Match) Game() *Game { return tabletop.Last(m.games) }

// Games returns copies of the games.
func (m *Match) Games() []*Game { return tabletop.Clones(m.games) }

// Score returns the points of a player, or 0 for NoPlayer. The points of a game count when it is
// over.
func (m *Match) Score(p Player) int64 {
	g := m.Game()
	if g == nil || !p.IsValid() {
		return 0
	}
	points := [...]int64{Light: g.now().Light, Dark: g.now().Dark}[p]
	if winner, _ := g.Outcome().Winner(); winner == p {
		points += min(g.Outcome().Points, math.MaxInt64-points)
	}
	return points
}

// Outcome returns the outcome of the match: the player who has reached the target, and the points
// of that player. It returns the zero Outcome while the match goes on.
func (m *Match) Outcome() Outcome {
	target := m.options.Target
	for result, p := range [...]Player{LightWins: Light, DarkWins: Dark} {
		if points := m.Score(p); target > 0 && points >= target {
			return Outcome{Result(result), Target, points}
		}
	}
	return Outcome{}
}

// Balance returns the amount that a player has won so far: the points of p minus the points of the
// opponent, times the stake. It is negative if the player has lost. An amount that does not fit in
// an int64 is replaced by the nearest one that does.
func (m *Match) Balance(p Player) int64 {
	lead := m.Score(p) - m.Score(p.Other())
	amount := lead * m.options.Stake
	switch {
	case lead == 0 || amount/lead == m.options.Stake:
		return amount
	case lead < 0:
		return -math.MaxInt64
	}
	return math.MaxInt64
}

// Clone returns an independent copy of m.
func (m *Match) Clone() *Match { return &Match{options: m.options, games: m.Games()} }

// Equal reports whether m and other have the same options and the same games.
func (m *Match) Equal(other *Match) bool { return m.String() == other.String() }

// matchHead is the first line of the text of a match.
const matchHead = "target %d crawford %t stake %d rules %q light %q dark %q"

// head returns the first line of the text of a match.
func (o MatchOptions) head() string {
	return fmt.Sprintf(matchHead, o.Target, o.Crawford, o.Stake, o.Rules.String(), o.Light, o.Dark)
}

// String returns the options of the match, each game in the form of [Game.String], and the word
// end, each on a line of its own.
func (m *Match) String() string { return tabletop.Text(tabletop.MatchText, m.options.head(), m.games) }

// ParseMatch parses the form that [Match.String] returns, after which a newline may follow, or a
// match in the format of .mat files (see [Match.MAT]). A match from a .mat file has the common
// rules unless the file says otherwise. The error is a [*ParseError].
func ParseMatch(s string) (*Match, error) {
	if !strings.HasPrefix(s, "target ") {
		return parseMAT(s)
	}
	return tabletop.ParseText(tabletop.MatchText, s, parseHead, (*Match).add)
}

// parseHead returns a match without games with the options in the first line of its text.
func parseHead(head string) (*Match, error) {
	var o MatchOptions
	var rules string
	_, err := fmt.Sscanf(head, matchHead, &o.Target, &o.Crawford, &o.Stake, &rules, &o.Light, &o.Dark)
	if err == nil {
		o.Rules, err = parseRules(rules)
	}
	if err != nil {
		return nil, tabletop.NewParseError("match", head, 1, "want the options, such as "+MatchOptions{}.head())
	}
	return NewMatch(o)
}

// add adds the game with the given text.
func (m *Match) add(text string) error {
	g, err := ParseGame(text)
	if err != nil {
		return err
	}
	next, err := m.Next()
	if err != nil {
		return err
	}
	if g.game.Start().begun() != next.now() {
		return &SetupError{Err: ErrSetup, Detail: "the match goes on with " + next.String()}
	}
	m.games[len(m.games)-1] = g
	return nil
}

// MarshalText implements [encoding.TextMarshaler] with the form of String.
func (m *Match) MarshalText() ([]byte, error) { return []byte(m.String()), nil }

// UnmarshalText implements [encoding.TextUnmarshaler] with [ParseMatch]. It does not change m on
// error.
func (m *Match) UnmarshalText(text []byte) error {
	return tabletop.Restore(text, ParseMatch, func(parsed *Match) { m.options, m.games = parsed.options, parsed.games })
}
