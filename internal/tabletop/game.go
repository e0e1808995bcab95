package tabletop

import (
	"encoding"
	"fmt"
	"iter"
	"slices"
	"sync"
)

// A Position is a position of a game.
type Position interface {
	comparable
	fmt.Stringer
	encoding.TextMarshaler
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

// A Game is a start position of type P and the moves of type M played from it: it holds the position
// after each move. The zero Game starts from the zero position. A Game must not be
// copied after first use, which go vet reports: use Copy. Methods that only read may be called
// concurrently.
type Game[P Position, M fmt.Stringer, PP Player[P, M], MP Reader[M]] struct {
	_     [0]sync.Mutex // makes go vet report copies
	start P
	moves []M
	after []P // for each move the position after it
}

// Begin returns a game of type G without moves that begins with start. The error is a *ParseError if start has no text
// form or if its text reads as another position, which means that no game can reach it.
func Begin[G any, P Position, GP interface {
	Reader[G]
	Start() P
}](start P) (GP, error) {
	if _, err := start.MarshalText(); err != nil {
		return nil, err
	}
	text := Text(GameText, start.String(), []P{})
	g, err := Parse[G, GP](text)
	if err == nil && g.Start() != start {
		err = NewParseError("game", text, 1, "legal moves do not lead to the position")
	}
	if err != nil {
		return nil, err
	}
	return g, nil
}

// Parse returns a new value with the given text form.
func Parse[T any, P Reader[T]](text string) (P, error) {
	v := P(new(T))
	if err := v.UnmarshalText([]byte(text)); err != nil {
		return nil, err
	}
	return v, nil
}

// Play plays m. If m is illegal, the game is unchanged and the error is a *MoveError.
func (g *Game[P, M, PP, MP]) Play(m M) error {
	next := g.Position()
	if err := PP(&next).Play(m); err != nil {
		return err
	}
	g.Add(m, next)
	return nil
}

// PlayText plays a move in the form that ParseMove of the game accepts. The error is a *ParseError
// or a *MoveError.
func (g *Game[P, M, PP, MP]) PlayText(s string) error {
	m, err := Parse[M, MP](s)
	if err != nil {
		return err
	}
	return g.Play(*m)
}

// Copy returns an independent copy of g.
func (g *Game[P, M, PP, MP]) Copy() Game[P, M, PP, MP] {
	return Game[P, M, PP, MP]{start: g.start, moves: slices.Clone(g.moves), after: slices.Clone(g.after)}
}

// Equal reports whether g and other have the same start and the same moves.
func (g *Game[P, M, PP, MP]) Equal(other *Game[P, M, PP, MP]) bool {
	return g.String() == other.String()
}

// String returns the start position, the moves, and the word end, separated by "; ".
func (g *Game[P, M, PP, MP]) String() string {
	return Text(GameText, g.Start().String(), g.moves)
}

// MarshalText implements [encoding.TextMarshaler] with the form of String. A game whose start has
// no text form has none.
func (g *Game[P, M, PP, MP]) MarshalText() ([]byte, error) {
	if _, err := g.Start().MarshalText(); err != nil {
		return nil, err
	}
	return []byte(g.String()), nil
}

// UnmarshalText implements [encoding.TextUnmarshaler] for the form of String. A newline may follow.
// The error is a *ParseError, which wraps the *MoveError of an illegal move. It does not change g
// on error.
func (g *Game[P, M, PP, MP]) UnmarshalText(text []byte) error {
	parsed, err := ParseText(GameText, string(text), func(start string) (*Game[P, M, PP, MP], error) {
		p, err := Parse[P, PP](start)
		if err != nil {
			return nil, err
		}
		return &Game[P, M, PP, MP]{start: *p}, nil
	}, (*Game[P, M, PP, MP]).PlayText)
	if err == nil {
		*g = parsed.Copy()
	}
	return err
}

// Add adds the move m, after which the position is next.
func (g *Game[P, M, PP, MP]) Add(m M, next P) {
	g.moves = append(g.moves, m)
	g.after = append(g.after, next)
}

// Undo takes back the last move. It reports whether there was a move.
func (g *Game[P, M, PP, MP]) Undo() bool {
	n := len(g.moves)
	if n == 0 {
		return false
	}
	g.moves, g.after = g.moves[:n-1], g.after[:n-1]
	return true
}

// Position returns the position after the last move.
func (g *Game[P, M, PP, MP]) Position() P { return g.at(len(g.moves)) }

// at returns the position after n moves.
func (g *Game[P, M, PP, MP]) at(n int) P {
	if n == 0 {
		return g.start
	}
	return g.after[n-1]
}

// Start returns the position in which the game started.
func (g *Game[P, M, PP, MP]) Start() P { return g.start }

// Last returns the last of the games of a match, or nil if there is none.
func Last[G any](games []*G) *G {
	if len(games) == 0 {
		return nil
	}
	return games[len(games)-1]
}

// Clones returns copies of the games of a match.
func Clones[G interface{ Clone() G }](games []G) []G {
	clones := make([]G, len(games))
	for i, g := range games {
		clones[i] = g.Clone()
	}
	return clones
}

// Moves returns a copy of the list of moves.
func (g *Game[P, M, PP, MP]) Moves() []M { return append([]M{}, g.moves...) }

// Plies returns the number of moves.
func (g *Game[P, M, PP, MP]) Plies() int { return len(g.moves) }

// Positions iterates over the positions, beginning with the start, with the number of moves before
// each. If moves are taken back during the loop, the loop ends where the record ends.
func (g *Game[P, M, PP, MP]) Positions() iter.Seq2[int, P] {
	return func(yield func(int, P) bool) {
		for i := 0; i <= len(g.moves); i++ {
			if !yield(i, g.at(i)) {
				return
			}
		}
	}
}
