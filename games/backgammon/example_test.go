package backgammon_test

import (
	"errors"
	"fmt"

	"github.com/shakki/chess/games/backgammon"
)

// This example plays a game with dice from a seed. Both players always play the first legal move.
func Example() {
	dice := backgammon.NewRoller(1)
	g := backgammon.NewGame()
	for errors.Is(g.Open(dice.Die(), dice.Die()), backgammon.ErrEqualDice) {
		// equal numbers: both players throw again
	}
	fmt.Println(g.Events()[0])
	for {
		if err := g.Play(g.LegalMoves()[0]); err != nil {
			fmt.Println(err)
			return
		}
		if g.Outcome().IsOver() {
			break
		}
		if err := g.Roll(dice.Roll()); err != nil {
			fmt.Println(err)
			return
		}
	}
	fmt.Print(g.Board())
	// Output:
	// light: open 51
	// +13-14-15-16-17-18-+bar+19-20-21-22-23-24-+
	// |                  |   |                  |
	// |                  |   |                  |
	// |                  |   |                  |
	// |                  |   |                  |
	// |                  |   |                  |
	// |                  |   |                  |
	// |                  |   |                  |
	// |                  |   |                  |
	// |                  |   |                X |
	// |                  |   |                X |
	// |                  |   |                X |
	// +12-11-10- 9- 8- 7-+bar+ 6- 5- 4- 3- 2- 1-+
	// X: 12 off, pip count 3
	// O: 15 off, pip count 0
	// light wins 1 (single game)
}

func ExamplePosition_LegalMoves() {
	p := backgammon.StartPosition()
	for _, m := range p.LegalMoves(65) {
		fmt.Println(m)
	}
	// Output:
	// 24/13
	// 24/18 13/8
	// 24/18 8/3
	// 13/8 13/7
	// 13/7 8/3
	// 13/2
	// 8/3 8/2
}

func ExamplePosition_Play() {
	p := backgammon.StartPosition()
	m, err := p.ParseMove("8/5 6/5", 31)
	if err != nil {
		fmt.Println(err)
		return
	}
	fmt.Println(p.Play(m, 31))
	fmt.Println(p)
	fmt.Println(p.Play(m, 61))
	// Output:
	// <nil>
	// sGfwATDgc/ABMA
	// 8/5 6/5 with 61: the roll does not allow this distance (from 8 to 5)
}

// In this example, Dark doubles and Light accepts. Later Light doubles and Dark drops.
func ExampleGame_Double() {
	g := backgammon.NewGame()
	_ = g.Open(3, 1)
	_ = g.PlayText("8/5 6/5")
	_ = g.Double()
	_ = g.Take()
	fmt.Println(g.Cube())
	_ = g.Roll(21)
	fmt.Println(g.Double())
	_ = g.PlayText("13/11 24/23")
	_ = g.Double()
	_ = g.Drop()
	for _, e := range g.Events() {
		fmt.Println(e)
	}
	fmt.Println(g.Outcome())
	// Output:
	// 2 light
	// double by dark: not allowed now (a roll has not been played)
	// light: open 31
	// light: play 31: 8/5 6/5
	// dark: double
	// light: take
	// dark: roll 21
	// dark: play 21: 24/23 13/11
	// light: double
	// dark: drop
	// light wins 2 (double dropped)
}

// By rule sheet S1, a player who bears off a checker with an exact number must play the other
// number with another checker if possible. The common rules have no such rule, so they allow 6/off
// here.
func ExamplePosition_LegalMoves_bearOff() {
	p, err := backgammon.NewPosition(backgammon.Checkers{6: 1, 5: 1}, backgammon.Checkers{1: 2})
	if err != nil {
		fmt.Println(err)
		return
	}
	fmt.Println("sheet S1:", p.LegalMoves(42))
	fmt.Println("common:  ", backgammon.CommonRules().LegalMoves(&p, 42))
	fmt.Println(p.ParseMove("6/off", 42))
	// Output:
	// sheet S1: [6/2 5/3 6/4 5/1]
	// common:   [6/2 5/3 6/off 6/4 5/1]
	// pass 6/off with 42: the other number must be played with another checker
}

// A match keeps the score. It has the names of the players for programs that read .mat files.
func ExampleMatch() {
	m, err := backgammon.NewMatch(backgammon.MatchOptions{Light: "Aino", Dark: "Ville", Target: 3, Stake: 10})
	if err != nil {
		fmt.Println(err)
		return
	}
	g, err := m.Next()
	if err != nil {
		fmt.Println(err)
		return
	}
	_ = g.Open(3, 1)
	_ = g.PlayText("8/5, 6/5")
	_ = g.Double()
	_ = g.Drop()
	fmt.Println(m.Score(backgammon.Light), m.Score(backgammon.Dark), m.Balance(backgammon.Dark))
	fmt.Print(m.MAT())
	// Output:
	// 0 1 10
	// ; [Rules "S1"]
	// ; [Crawford "Off"]
	//
	//  3 point match
	//
	//  Game 1
	//  Aino : 0                           Ville : 0
	//   1) 31: 8/5 6/5                     Doubles => 2
	//   2)  Drops                          Wins 1 point
}

// A running game is restored from its setup. GNU Backgammon reads the ID.
func ExampleSetup() {
	g := backgammon.NewGame()
	_ = g.Open(3, 1)
	_ = g.PlayText("8/5 6/5")
	_ = g.Double()
	_ = g.Take()
	s := g.Setup()
	fmt.Println(s)
	fmt.Println(s.ID())
	restored, err := backgammon.NewGameFrom(s, g.Rules())
	if err != nil {
		fmt.Println(err)
		return
	}
	fmt.Println(restored.Turn(), restored.Phase(), restored.Cube())
	// Output:
	// sGfwATDgc/ABMA dark roll 2 light 0:0
	// sGfwATDgc/ABMA:QQkAAAAAAAAE <nil>
	// dark to roll 2 light
}
