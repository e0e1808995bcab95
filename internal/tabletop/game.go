package tabletop

import (
	"encoding"
	"fmt"
	"iter"
)

// A Position is a position of a game. O is the type of its outcome.
type Position[O any] interface {
	comparable
	fmt.Stringer
	encoding.TextMarshaler
	Outcome() O
}

// A Player is a pointer to a position. Play plays a move, or returns an error and changes nothing.
type Player[P, M any] interface {
	Reader[P]
	Play(M) error
}

// A Reader is a pointer to a move.
type Reader[M any] interface {
	*M
	encoding.TextUnmarshaler
}

// A Game is a start position of type P and the moves of type M played from it. The zero Game starts
// from the zero position. A Game must not be copied after first use, which go vet reports: use
// Clone. Methods that only read may be called concurrently.
type Game[P Position[O], M fmt.Stringer, O any, PP Player[P, M], MP Reader[M]] struct {
	record Record[P, M]
}

// Begin begins g with the given start. The error is a *ParseError if start has no text form or if its
// text reads as another position, which means that no game can reach it.
func (g *Game[P, M, O, PP, MP]) Begin(start P) error {
	text, err := start.MarshalText()
	if err != nil {
		return err
	}
	parsed, err := Parse[P, PP](string(text))
	if err != nil {
		return err
	}
	if *parsed != start {
		return NewParseError("position", string(text), 1, "legal moves do not lead to the position")
	}
	g.record.Begin(start)
	return nil
}

// Parse returns a new value with the given text form.
func Parse[T any, P Reader[T]](text string) (P, error) {
	v := P(new(T))
	if err := v.UnmarshalText([]byte(text)); err != nil {
		return nil, err
	}
	return v, nil
}

// Take makes g an independent copy of other.
func (g *Game[P, M, O, PP, MP]) Take(other *Game[P, M, O, PP, MP]) { g.record.Take(&other.record) }

// Play plays m. If m is illegal, the game is unchanged and the error is a *MoveError.
func (g *Game[P, M, O, PP, MP]) Play(m M) error {
	next := g.Position()
	if err := PP(&next).Play(m); err != nil {
		return err
	}
	g.record.Add(m, next)
	return nil
}

// PlayText plays a move in the form that ParseMove of the game accepts. The error is a *ParseError
// or a *MoveError.
func (g *Game[P, M, O, PP, MP]) PlayText(s string) error {
	m, err := Parse[M, MP](s)
	if err != nil {
		return err
	}
	return g.Play(*m)
}

// Undo takes back the last move. It reports whether there was a move.
func (g *Game[P, M, O, PP, MP]) Undo() bool { return g.record.Undo() }

// Start returns the position in which the game started.
func (g *Game[P, M, O, PP, MP]) Start() P { return g.record.Start() }

// Position returns the position after the last move.
func (g *Game[P, M, O, PP, MP]) Position() P { return g.record.Now() }

// Positions iterates over the positions of the game, beginning with the start, with the number of
// plies before each.
func (g *Game[P, M, O, PP, MP]) Positions() iter.Seq2[int, P] { return g.record.Positions() }

// Moves returns the moves played.
func (g *Game[P, M, O, PP, MP]) Moves() []M { return g.record.Moves() }

// Plies returns the number of moves played by all players.
func (g *Game[P, M, O, PP, MP]) Plies() int { return g.record.Plies() }

// Outcome returns the outcome of the position after the last move.
func (g *Game[P, M, O, PP, MP]) Outcome() O { return g.Position().Outcome() }

// Equal reports whether g and other have the same start and the same moves.
func (g *Game[P, M, O, PP, MP]) Equal(other *Game[P, M, O, PP, MP]) bool {
	return g.String() == other.String()
}

// String returns the start position, the moves, and the word end, separated by "; ".
func (g *Game[P, M, O, PP, MP]) String() string {
	return Text(GameText, g.Start().String(), g.record.moves)
}

// MarshalText implements [encoding.TextMarshaler] with the form of String. A game whose start has
// no text form has none.
func (g *Game[P, M, O, PP, MP]) MarshalText() ([]byte, error) {
	if _, err := g.Start().MarshalText(); err != nil {
		return nil, err
	}
	return []byte(g.String()), nil
}

// UnmarshalText implements [encoding.TextUnmarshaler] for the form of String. A newline may follow.
// The error is a *ParseError, which wraps the *MoveError of an illegal move. It does not change g
// on error.
func (g *Game[P, M, O, PP, MP]) UnmarshalText(text []byte) error {
	parsed, err := ParseText(GameText, string(text), func(start string) (*Game[P, M, O, PP, MP], error) {
		p, err := Parse[P, PP](start)
		if err != nil {
			return nil, err
		}
		game := new(Game[P, M, O, PP, MP])
		game.record.Begin(*p)
		return game, nil
	}, (*Game[P, M, O, PP, MP]).PlayText)
	if err == nil {
		g.record.Take(&parsed.record)
	}
	return err
}
