package shakkello

import (
	"iter"

	"github.com/shakki/chess/internal/tabletop"
)

// A Game is a start position and the moves played from it. The zero Game starts from the empty
// board. A Game must not be copied after first use, which go vet reports. Use [Game.Clone]. Methods
// that only read may be called concurrently.
type Game struct {
	record tabletop.Record[Position, Move]
}

// NewGame returns a game without moves that starts from the empty board.
func NewGame() *Game { return new(Game) }

// NewGameFrom returns a game without moves that starts from the given position. The error is a
// [*ParseError] if start is not a position that a game can reach.
func NewGameFrom(start Position) (*Game, error) {
	if reason := start.unreachable(); reason != "" {
		return nil, tabletop.NewParseError("position", start.String(), 1, reason)
	}
	g := new(Game)
	g.record.Begin(start)
	return g, nil
}

// ParseGame parses the form that [Game.String] returns: the start position and the moves, separated
// by "; ". The error is a [*ParseError].
func ParseGame(s string) (*Game, error) {
	return tabletop.ParseGame(s, func(start string) (*Game, error) {
		p, err := ParsePosition(start)
		if err != nil {
			return nil, err
		}
		return NewGameFrom(p)
	}, (*Game).PlayText)
}

// Clone returns an independent copy of g.
func (g *Game) Clone() *Game {
	c := new(Game)
	c.record.Take(&g.record)
	return c
}

// Play plays m. If m is illegal, the game is unchanged and the error is a [*MoveError].
func (g *Game) Play(m Move) error {
	next := g.Position()
	if err := next.Play(m); err != nil {
		return err
	}
	g.record.Add(m, next)
	return nil
}

// PlayText plays a move in the form that [ParseMove] accepts. The error is a [*ParseError] or a
// [*MoveError].
func (g *Game) PlayText(s string) error {
	m, err := ParseMove(s)
	if err != nil {
		return err
	}
	return g.Play(m)
}

// Undo takes back the last move. It reports whether there was a move.
func (g *Game) Undo() bool { return g.record.Undo() }

// Start returns the position in which the game started.
func (g *Game) Start() Position { return g.record.Start() }

// Position returns the position after the last move.
func (g *Game) Position() Position { return g.record.Now() }

// Positions iterates over the positions of the game, beginning with the start, with the number of
// plies before each.
func (g *Game) Positions() iter.Seq2[int, Position] { return g.record.Positions() }

// Moves returns the moves played.
func (g *Game) Moves() []Move { return g.record.Moves() }

// Plies returns the number of moves played by both players.
func (g *Game) Plies() int { return g.record.Plies() }

// Outcome returns the result of the game, the reason for it, and the points of both players.
func (g *Game) Outcome() Outcome { return g.Position().Outcome() }

// Equal reports whether g and other have the same start and the same moves.
func (g *Game) Equal(other *Game) bool { return g.String() == other.String() }

// String returns the start position and the moves, such as "8/8/8/8/8/8/8/8 -; Kd4; Nd5".
func (g *Game) String() string { return tabletop.GameText(g.Start().String(), g.Moves()) }

// MarshalText implements [encoding.TextMarshaler] with the form of String.
func (g *Game) MarshalText() ([]byte, error) { return []byte(g.String()), nil }

// UnmarshalText implements [encoding.TextUnmarshaler] with [ParseGame]. It does not change g on
// error.
func (g *Game) UnmarshalText(text []byte) error {
	parsed, err := ParseGame(string(text))
	if err == nil {
		g.record.Take(&parsed.record)
	}
	return err
}
