// Command games copies games and matches, which go vet reports. Each line that it reports ends with the comment "copy".
package main

import (
	"fmt"

	"github.com/shakki/chess/games/backgammon"
	"github.com/shakki/chess/games/domino"
	"github.com/shakki/chess/games/shakkello"
	"github.com/shakki/chess/games/tictactoe"
)

func main() {
	g := backgammon.NewGame()
	h := *g // copy
	var m backgammon.Match
	n := m // copy
	fmt.Println(h.Plies(), n.Score(backgammon.Light))

	var d domino.Game
	e := d // copy
	var r domino.Match
	s := r // copy
	fmt.Println(e.Plies(), s.Outcome())

	k := shakkello.NewGame()
	l := *k // copy
	x := tictactoe.NewGame()
	o := *x // copy
	fmt.Println(l.Plies(), o.Plies())
	fmt.Println(g.Clone(), x.Clone())
}
