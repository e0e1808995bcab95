package main

import (
	"errors"
	"fmt"
	"io"
	"math/rand/v2"

	"github.com/shakki/chess/games/backgammon"
)

// playBackgammon plays a match to five points of a bot that looks at its risks against one that
// only races.
func playBackgammon(out io.Writer, random *rand.Rand) error {
	const careful, racer = backgammon.Light, backgammon.Dark
	bots := backgammonBots{careful: carefulValue, racer: raceValue}
	names := map[backgammon.Player]string{careful: "careful", racer: "racer"}
	m, err := backgammon.NewMatch(backgammon.MatchOptions{
		Light: names[backgammon.Light], Dark: names[backgammon.Dark], Target: 5, Crawford: true,
		Rules: backgammon.CommonRules(),
	})
	if err != nil {
		return err
	}
	dice := backgammon.NewRoller(random.Uint64())
	for {
		if winner, over := m.Winner(); over {
			_, err := fmt.Fprintf(out, "%s wins the match %d:%d\n",
				names[winner], m.Score(winner), m.Score(winner.Other()))
			return err
		}
		g, err := m.Next()
		if err != nil {
			return err
		}
		fmt.Fprintf(out, "game %d, light (%s) %d, dark (%s) %d\n", len(m.Games()), names[backgammon.Light],
			m.Score(backgammon.Light), names[backgammon.Dark], m.Score(backgammon.Dark))
		if err := finishBackgammon(out, g, bots, dice); err != nil {
			return err
		}
		fmt.Fprintf(out, "%v\n", g.Outcome())
	}
}

// finishBackgammon plays a game to its end and prints the events, with a roll on the line of its
// move.
func finishBackgammon(out io.Writer, g *backgammon.Game, bots backgammonBots, dice *backgammon.Roller) error {
	for !g.Outcome().IsOver() {
		err := actBackgammon(g, bots[g.Turn()], dice)
		if errors.Is(err, backgammon.ErrEqualDice) {
			continue // both players throw again
		}
		if err != nil {
			return err
		}
		events := g.Events()
		if e := events[len(events)-1]; e.Action != backgammon.ActRoll && e.Action != backgammon.ActOpen {
			fmt.Fprintf(out, "  %v\n", e)
		}
	}
	return nil
}

// A valueBackgammon returns the value of a position for the player who has just moved. The opponent
// is on roll.
type valueBackgammon func(p backgammon.Position) float64

// backgammonBots holds what each player values.
type backgammonBots map[backgammon.Player]valueBackgammon

// actBackgammon performs the next action of a game.
func actBackgammon(g *backgammon.Game, value valueBackgammon, dice *backgammon.Roller) error {
	p := g.Position()
	switch g.Phase() {
	case backgammon.Opening:
		return g.Open(dice.Die(), dice.Die())
	case backgammon.ToRoll:
		if g.CanDouble() && lead(p) > 0.09 && !contact(p) {
			return g.Double()
		}
		return g.Roll(dice.Roll())
	case backgammon.ToAnswer:
		if lead(p) > 0.12 {
			return g.Drop()
		}
		return g.Take()
	}
	return g.Play(bestBackgammon(g, value))
}

// bestBackgammon returns the legal move to the position with the highest value.
func bestBackgammon(g *backgammon.Game, value valueBackgammon) backgammon.Move {
	p := g.Position()
	moves := g.LegalMoves()
	best, most := moves[0], value(p.After(moves[0]))
	for _, m := range moves[1:] {
		if v := value(p.After(m)); v > most {
			best, most = m, v
		}
	}
	return best
}

// lead returns how far the player on roll is ahead in the race, as a part of that player's pip
// count. The usual limits are 8 % for a double and 12 % for a drop.
func lead(p backgammon.Position) float64 {
	own, opponent := p.Own().Pips(), p.Opponent().Pips()
	return float64(opponent-own) / float64(max(own, 1))
}

// contact reports whether the checkers of the players still have to pass each other.
func contact(p backgammon.Position) bool { return last(p.Own())+last(p.Opponent()) > 25 }

// last returns the highest point with a checker.
func last(c backgammon.Checkers) int {
	for n := backgammon.Bar; n > 0; n-- {
		if c[n] > 0 {
			return n
		}
	}
	return 0
}

// raceValue counts pips. A checker that is borne off is worth seven more, so that no number is
// wasted.
func raceValue(p backgammon.Position) float64 {
	own, opponent := p.Opponent(), p.Own() // the opponent is on roll
	return float64(opponent.Pips()-own.Pips()) + 7*float64(own[backgammon.Off])
}

// pointValues holds what it is worth to have two checkers on a point: most on the points that block
// the opponent's last checkers, and on those from which the own last checkers cannot be driven
// away.
var pointValues = [...]float64{
	1: 0, 2: 1, 3: 4, 4: 7, 5: 9, 6: 8, 7: 7, 8: 4, 9: 3, 10: 2, 11: 2, 12: 1, 13: 4,
	14: 2, 15: 2, 16: 3, 17: 2, 18: 5, 19: 3, 20: 8, 21: 7, 22: 4, 23: 2, 24: 2,
}

// carefulValue adds to the race what the position is worth while there is contact: points made,
// blocked checkers of the opponent, and blots that the opponent can hit.
func carefulValue(p backgammon.Position) float64 {
	value := raceValue(p)
	if !contact(p) {
		return value
	}
	own, opponent := p.Opponent(), p.Own()
	for n := 1; n <= 24; n++ {
		if own[n] >= 2 {
			value += pointValues[n]
		}
		if n <= 3 {
			value -= 2 * float64(own[n]) // a checker that has gone so far blocks little
		}
		value -= 2 * float64(max(0, own[n]-4))
	}
	value += 3 * float64(longestPrime(own)*min(1, opponent[backgammon.Bar]+opponent[24]+opponent[23]))
	value += 4 * float64(opponent[backgammon.Bar])
	return value - hitLoss(p)
}

// longestPrime returns the number of points made in a row.
func longestPrime(c backgammon.Checkers) int {
	longest, row := 0, 0
	for n := 1; n <= 24; n++ {
		if row++; c[n] < 2 {
			row = 0
		}
		longest = max(longest, row)
	}
	return longest
}

// hitLoss returns what the player who has just moved loses by hits on the next roll on average: the
// pips of the checkers that are hit, and more if the opponent's home board is strong.
func hitLoss(p backgammon.Position) float64 {
	own, home := p.Own(), 0.0
	for _, n := range own[1:7] {
		if n >= 2 {
			home++
		}
	}
	loss := 0.0
	for roll := range backgammon.Rolls() {
		chance := 2.0 / 36
		if roll.IsDouble() {
			chance = 1.0 / 36
		}
		worst := 0
		for m := range p.Moves(roll) {
			lost := 0
			for _, s := range m.Steps() {
				if s.Hit {
					lost += s.To + 4
				}
			}
			worst = max(worst, lost)
		}
		loss += chance * float64(worst) * (1 + home/4)
	}
	return loss
}
