// Command shared uses games in ways that go vet accepts: through pointers, as the zero value, and by
// Clone.
package main

import (
	"encoding/json"
	"fmt"

	"github.com/shakki/chess"
)

// A round holds a game by value and is used through a pointer.
type round struct {
	number int
	game   chess.Game
}

func plies(g *chess.Game) int { return g.Plies() }

func (r *round) plies() int { return r.game.Plies() }

func main() {
	var g chess.Game
	h := g.Clone()
	fmt.Println(&g, h.Plies())

	games := []*chess.Game{&g, h, {}, chess.NewGame()}
	for _, game := range games {
		fmt.Println(plies(game))
	}
	zero := make([]chess.Game, 2)
	for i := range zero {
		fmt.Println(plies(&zero[i]))
	}
	byName := map[string]*chess.Game{"g": &g}
	r := round{number: 1}
	fmt.Println(len(byName), r.number, r.plies())

	text, err := json.Marshal(&g)
	fmt.Println(string(text), err)
	text, err = json.Marshal(struct{ Game *chess.Game }{h})
	fmt.Println(string(text), err)
}
