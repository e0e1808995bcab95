// Command copied copies games in the ways that go vet reports. Each line that it reports ends with the comment "copy".
package main

import (
	"encoding/json"
	"fmt"

	"github.com/shakki/chess"
)

// A round holds a game by value.
type round struct {
	number int
	game   chess.Game
}

func plies(g chess.Game) int { return g.Plies() } // copy

func (r round) plies() int { return r.game.Plies() } // copy

func last(games []chess.Game) chess.Game {
	return games[len(games)-1] // copy
}

func main() {
	g := chess.NewGame()
	h := *g // copy
	var k chess.Game
	k = h           // copy
	fmt.Println(*g) // copy
	fmt.Println(h.Plies(), k.Plies())

	games := []chess.Game{*g}    // copy
	games = append(games, h)     // copy
	for _, game := range games { // copy
		fmt.Println(game.Plies())
	}
	byName := map[string]chess.Game{"g": *g} // copy
	r := round{1, *g}                        // copy
	fmt.Println(len(byName), r.number, r.plies())
	fmt.Println(plies(*g)) // copy
	newest := last(games)
	fmt.Println(newest.Plies())

	text, err := json.Marshal(*g) // copy
	fmt.Println(string(text), err)
	text, err = json.Marshal(struct{ Game chess.Game }{*g}) // copy
	fmt.Println(string(text), err)
}
