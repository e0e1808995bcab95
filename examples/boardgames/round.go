package main

import (
	"fmt"
	"iter"
	"slices"
)

// A game is what a table asks of a game or round with positions P, moves M, and players T.
type game[P position[M, T], M, T fmt.Stringer] interface {
	fmt.Stringer
	Position() P
	Positions() iter.Seq2[int, P]
	Moves() []M
	Plies() int
	PlayText(string) error
	Undo() bool
}

// A position is a position of such a game.
type position[M, T fmt.Stringer] interface {
	Turn() T
	LegalMoves() []M
	Board() string
}

// A round is a table with a game in which players decide nothing but their moves.
type round[P position[M, T], M, T fmt.Stringer] struct {
	game[P, M, T]
	players []string      // as T names them
	bot     func(P) M     // chooses a move
	typing  string        // how moves are typed
	ending  func() string // how the game has ended
}

func (r round[P, M, T]) names() []string          { return r.players }
func (r round[P, M, T]) turn() int                { return r.number(r.Position().Turn()) }
func (r round[P, M, T]) over() bool               { return len(r.Position().LegalMoves()) == 0 }
func (r round[P, M, T]) advance() (string, error) { return "", nil }
func (r round[P, M, T]) board(int) string         { return r.Position().Board() }
func (r round[P, M, T]) choices() []string        { return texts(r.Position().LegalMoves()) }
func (r round[P, M, T]) advise() string           { return r.bot(r.Position()).String() }
func (r round[P, M, T]) undo()                    { r.Undo() }
func (r round[P, M, T]) help() string             { return r.typing }
func (r round[P, M, T]) result() string           { return r.ending() }

// number returns the number of a player.
func (r round[P, M, T]) number(player T) int { return slices.Index(r.players, player.String()) }

func (r round[P, M, T]) act(text string) (string, error) {
	who := r.Position().Turn()
	if err := r.PlayText(text); err != nil {
		return "", err
	}
	return fmt.Sprintf("%v: %v\n", who, r.Moves()[r.Plies()-1]), nil
}

func (r round[P, M, T]) deciders() []int {
	var all []int
	for _, p := range r.Positions() {
		all = append(all, r.number(p.Turn()))
	}
	return all[:r.Plies()]
}
