package domino

import (
	"cmp"
	"fmt"
	"slices"
	"strings"
	"sync"

	"github.com/shakki/chess/internal/tabletop"
)

// A Result says how many players have won. The zero value is [Unfinished].
type Result uint8

// The results.
const (
	Unfinished Result = iota // the round or match is not over
	Won                      // one player has won
	Shared                   // several players share the win
)

var results = tabletop.Enum[Result]("result", "unfinished", "won", "shared")

// String returns "unfinished", "won", or "shared".
func (r Result) String() string { return results.Text(r) }

// MarshalText implements [encoding.TextMarshaler] with the form of String.
func (r Result) MarshalText() ([]byte, error) { return results.Marshal(r) }

// UnmarshalText implements [encoding.TextUnmarshaler] for the form of String.
func (r *Result) UnmarshalText(text []byte) error { return results.Unmarshal(r, text) }

// A Reason is the way in which a round or a match has ended. The zero value is [NoReason].
type Reason uint8

// The reasons. Rule sheet S1 defines the end of a match. The ends of a round come from the common
// draw game (rules 5 and 6 of [Game]).
const (
	NoReason Reason = iota // the round or match is not over
	Out                    // round: a player has no tiles left
	Blocked                // round: the stock is empty and no hand has a matching tile
	Target                 // match: a player has reached the target number of penalty points
)

var reasons = tabletop.Enum[Reason]("reason", "none", "out", "blocked", "target")

// String returns the reason in words, such as "blocked".
func (r Reason) String() string { return reasons.Text(r) }

// MarshalText implements [encoding.TextMarshaler] with the form of String.
func (r Reason) MarshalText() ([]byte, error) { return reasons.Marshal(r) }

// UnmarshalText implements [encoding.TextUnmarshaler] for the form of String.
func (r *Reason) UnmarshalText(text []byte) error { return reasons.Unmarshal(r, text) }

// An Outcome is the result of a round or a match. The zero value is the outcome of the zero
// Position.
type Outcome struct {
	Result  Result `json:"result"`          // Unfinished while the round or match goes on
	Reason  Reason `json:"reason,omitzero"` // NoReason while the round or match goes on
	Players int    `json:"players"`         // the number of players, or 0 for the zero value

	// Minus has the penalty points by player. In a round, they are 0 until the round is over. In a
	// match, they are the sum over all finished rounds.
	Minus [MaxPlayers + 1]int `json:"minus"`

	// Winners reports by player whether the player has won. Nobody has won while the round or match
	// goes on.
	Winners [MaxPlayers + 1]bool `json:"winners"`
}

// IsOver reports whether the round or match has ended.
func (o Outcome) IsOver() bool { return o.Result != Unfinished }

// Winner returns the winner. If nobody has won, or if several players share the win, ok is false
// and the player is NoPlayer.
func (o Outcome) Winner() (p Player, ok bool) {
	if o.Result == Won {
		p = Player(max(0, slices.Index(o.Winners[:], true)))
	}
	return p, p != NoPlayer
}

// String returns the reason, the penalty points, and the winners, such as "out: A 0, B -17; A
// wins".
func (o Outcome) String() string {
	var points, winners []string
	for p := A; p <= E && int(p) <= o.Players; p++ {
		points = append(points, fmt.Sprintf("%v %d", p, -o.Minus[p]))
		if o.Winners[p] {
			winners = append(winners, p.String())
		}
	}
	text := "unfinished"
	if o.IsOver() {
		text = o.Reason.String()
	}
	if len(points) > 0 {
		text += ": " + strings.Join(points, ", ")
	}
	switch len(winners) {
	case 0:
		return text
	case 1:
		return text + "; " + winners[0] + " wins"
	}
	return text + "; " + strings.Join(winners, " and ") + " share the win"
}

// end ends the round or match. The winners are the players with the fewest penalty points, or the
// given player unless that is NoPlayer.
func (o *Outcome) end(reason Reason, out Player) {
	o.Reason = reason
	points := o.Minus[A : int(A)+o.Players]
	fewest, winners := slices.Min(points), 0
	for i, n := range points {
		p := A + Player(i)
		if o.Winners[p] = p == out || out == NoPlayer && n == fewest; o.Winners[p] {
			winners++
		}
	}
	o.Result = Won
	if winners > 1 {
		o.Result = Shared
	}
}

// ended returns the reason why the round is over, or NoReason if it is not over.
func (p *table) ended() Reason {
	if p.hidden != (table{}).hidden {
		return NoReason // at the end, the hands are open
	}
	var held TileSet
	for _, hand := range p.inHands() {
		if hand.IsEmpty() {
			return Out
		}
		held |= hand
	}
	if p.IsValid() && p.stock.n == 0 && held&p.line.fitting() == 0 {
		return Blocked
	}
	return NoReason
}

// Outcome returns the outcome of the round, by rules 5 to 7 of [Game]. A player without tiles is the
// only winner, even if another player has 0 penalty points because of the double blank.
func (p table) Outcome() Outcome {
	o := Outcome{Players: p.Players()}
	reason, out := p.ended(), NoPlayer
	switch reason {
	case NoReason:
		return o
	case Out:
		out = before(p.turn, p.players)
	}
	for i, hand := range p.hands {
		o.Minus[i] = hand.Pips()
	}
	o.end(reason, out)
	return o
}

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
	switch {
	case options.Players < MinPlayers || options.Players > MaxPlayers:
		return nil, &SetupError{Err: ErrPlayers, Detail: fmt.Sprintf("got %d", options.Players)}
	case options.Target < 0:
		return nil, &SetupError{Err: ErrTarget, Detail: fmt.Sprintf("got %d", options.Target)}
	}
	options.Target = cmp.Or(options.Target, defaultTarget)
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
	_, err := m.begin(ParseGame(text))
	return err
}

// Clone returns an independent copy of m.
func (m *Match) Clone() *Match { return &Match{options: m.options, games: m.Games()} }

// Next begins the next round as [NewGame] does and returns it. Moves in that game count for the
// match. If the arguments are invalid, the last round is not over, or the match is over, Next
// returns a [*SetupError] and does not change m.
func (m *Match) Next(leader Player, s Shuffle) (*Game, error) {
	return m.begin(NewGame(m.options.Players, leader, s))
}

// begin adds g, which could not be made if err is not nil. It returns a *SetupError if no round can
// begin now.
func (m *Match) begin(g *Game, err error) (*Game, error) {
	if err != nil {
		return nil, err
	}
	last, o := m.Game(), m.Outcome()
	switch n := g.Start().Players(); {
	case n != m.options.Players:
		return nil, &SetupError{Err: ErrPlayers, Detail: fmt.Sprintf("the round has %d, the match %d", n, m.options.Players)}
	case last != nil && !last.Outcome().IsOver():
		return nil, &SetupError{Err: ErrGameOpen}
	case o.IsOver():
		return nil, &SetupError{Err: ErrMatchOver, Detail: o.String()}
	}
	m.games = append(m.games, g)
	return g, nil
}

// Game returns the last round, or nil if no round has begun.
func (m *Match) Game() *Game { return tabletop.Last(m.games) }

// Games returns copies of the rounds dealt so far.
func (m *Match) Games() []*Game { return tabletop.Clones(m.games) }

// Options returns the options of the match.
func (m *Match) Options() MatchOptions { return m.options }

// Score returns the penalty points of a player in all finished rounds, or 0 if there is no such
// player.
func (m *Match) Score(p Player) int64 { return int64(m.Outcome().Minus[p.known()]) }

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
	return tabletop.Restore(text, ParseMatch, func(parsed *Match) { m.options, m.games = parsed.options, parsed.games })
}
