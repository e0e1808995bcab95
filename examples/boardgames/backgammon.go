package main

import (
	"cmp"
	"errors"
	"fmt"
	"math"
	"slices"
	"strings"

	"github.com/shakki/chess/games/backgammon"
)

// A backgammonTable is a match of backgammon at the terminal.
type backgammonTable struct {
	match *backgammon.Match
	seed  uint64
}

// newBackgammon begins or resumes a match by the common rules.
func newBackgammon(o options) (table, error) {
	m, err := backgammon.ParseMatch(o.saved)
	if o.saved == "" {
		m, err = backgammon.NewMatch(backgammon.MatchOptions{
			Target: int64(cmp.Or(o.target, 3)), Crawford: true, Rules: backgammon.CommonRules(),
		})
	}
	return &backgammonTable{m, o.seed}, err
}

func (t *backgammonTable) game() *backgammon.Game { return t.match.Game() }
func (t *backgammonTable) names() []string        { return []string{"light", "dark"} }
func (t *backgammonTable) String() string         { return t.match.String() }

// turn returns the player who must decide: a double is answered by the other player. Nobody decides
// when a game begins, if the player cannot double, or if there is no legal move.
func (t *backgammonTable) turn() int {
	g := t.game()
	switch {
	case g != nil && g.Phase() == backgammon.ToAnswer:
		return int(g.Turn().Other() - backgammon.Light)
	case g != nil && (g.CanDouble() || len(g.LegalMoves()) > 0 && !g.IsLegal(backgammon.Pass)):
		return int(g.Turn() - backgammon.Light)
	}
	return -1
}

// advance begins a game, rolls, or passes.
func (t *backgammonTable) advance() (string, error) {
	g := t.game()
	switch {
	case g == nil || g.Phase() == backgammon.Over:
		var news string
		if g != nil {
			news = fmt.Sprintf("\n%s%v\n", g.Board(), g.Outcome())
		}
		_, err := t.match.Next()
		return news + fmt.Sprintf("\ngame %d, %s; ", len(t.match.Games()), t.score()), err
	case g.Phase() == backgammon.ToMove:
		return t.act("pass")
	}
	return t.act("roll")
}

// roll rolls the dice, in the opening until they are not equal.
func (t *backgammonTable) roll() error {
	g := t.game()
	dice := backgammon.NewRoller(t.seed + uint64(1000*len(t.match.Games())+g.Plies()))
	if g.Phase() != backgammon.Opening {
		return g.Roll(dice.Roll())
	}
	err := backgammon.ErrEqualDice
	for errors.Is(err, backgammon.ErrEqualDice) {
		err = g.Open(dice.Die(), dice.Die())
	}
	return err
}

// score returns the score of the match.
func (t *backgammonTable) score() string {
	return fmt.Sprintf("light %d, dark %d, to %d points",
		t.match.Score(backgammon.Light), t.match.Score(backgammon.Dark), t.match.Options().Target)
}

func (t *backgammonTable) board(int) string {
	return fmt.Sprintf("%slight is O, dark is X; match: %s\n", t.game().Board(), t.score())
}

func (t *backgammonTable) act(text string) (string, error) {
	if err := t.do(strings.ToLower(text)); err != nil {
		return "", err
	}
	events := t.game().Events()
	return fmt.Sprintln(events[len(events)-1]), nil
}

// do performs an action or plays a move.
func (t *backgammonTable) do(text string) error {
	g := t.game()
	action := map[string]func() error{"roll": t.roll, "double": g.Double, "take": g.Take, "drop": g.Drop}[text]
	as, resigns := map[string]backgammon.Reason{
		"resign": backgammon.Single, "resign gammon": backgammon.Gammon, "resign backgammon": backgammon.Backgammon,
	}[text]
	switch {
	case action != nil:
		return action()
	case resigns:
		return g.Resign(backgammon.Light+backgammon.Player(t.turn()), as)
	case text == "" && g.Phase() == backgammon.ToRoll:
		return t.roll()
	case text == "":
		return errors.New("type a move such as 8/5 6/5")
	}
	return g.PlayText(text)
}

func (t *backgammonTable) choices() []string {
	actions := map[backgammon.Phase][]string{
		backgammon.ToRoll: {"roll", "double", "resign"}, backgammon.ToAnswer: {"take", "drop"},
	}
	return append(actions[t.game().Phase()], texts(t.game().LegalMoves())...)
}

// advise doubles and drops by the lead in the race, and otherwise takes the best move.
func (t *backgammonTable) advise() string {
	p := t.game().Position()
	switch phase := t.game().Phase(); {
	case phase == backgammon.ToRoll && lead(p) > 0.09 && !contact(p):
		return "double"
	case phase == backgammon.ToRoll:
		return "roll"
	case phase == backgammon.ToAnswer && lead(p) > 0.12:
		return "drop"
	case phase == backgammon.ToAnswer:
		return "take"
	}
	return bestBackgammon(t.game(), carefulValue).String()
}

// undo takes back dice together with what came before them.
func (t *backgammonTable) undo() bool {
	events := t.game().Events()
	if n := len(events); n > 0 && events[n-1].Action == backgammon.ActRoll {
		t.game().Undo()
	}
	return t.game().Undo()
}

func (t *backgammonTable) help() string {
	return "Before rolling, type roll (or press Enter) or double. Answer a double with take or drop.\n" +
		"Type a move such as 8/5 6/5, bar/20*, 6/off, or 6/4(2). Points have the\n" +
		"numbers of the player on turn. Marks of hits may be left out.\n" +
		"resign, resign gammon, and resign backgammon give up the game."
}

func (t *backgammonTable) result() string {
	if !t.match.Outcome().IsOver() {
		return ""
	}
	return fmt.Sprintf("%v\nmatch: %v", t.game().Outcome(), t.match.Outcome())
}

// bestBackgammon returns the legal move to the position with the highest value for the player who has
// just moved. The opponent is on roll.
func bestBackgammon(g *backgammon.Game, value func(backgammon.Position) float64) backgammon.Move {
	p := g.Position()
	return best(g.LegalMoves(), func(m backgammon.Move) float64 { return value(p.After(m)) })
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
	n := backgammon.Bar
	for n > 0 && c[n] == 0 {
		n--
	}
	return n
}

// raceValue counts pips. A checker that is borne off is worth seven more, so that no number is
// wasted.
func raceValue(p backgammon.Position) float64 {
	own, opponent := p.Opponent(), p.Own() // the opponent is on roll
	return float64(opponent.Pips()-own.Pips()) + 7*float64(own[backgammon.Off])
}

// pointValues holds what it is worth to have two checkers on a point: most on the points that block
// the opponent's last checkers, and on those from which the own last checkers cannot be driven
// away. The last checkers themselves are to leave.
var pointValues = [...]float64{
	1: 0, 2: 1, 3: 6, 4: 7, 5: 9, 6: 8, 7: 7, 8: 3, 9: 3, 10: 2, 11: 2, 12: 1, 13: 5,
	14: 2, 15: 2, 16: 3, 17: 2, 18: 5, 19: 3, 20: 8, 21: 7, 22: 4, 23: 1, 24: -3,
}

// carefulValue looks at what the opponent, who is on roll, makes of a position on average.
func carefulValue(p backgammon.Position) float64 {
	if !contact(p) {
		return raceValue(p)
	}
	value := 0.0
	for roll := range backgammon.Rolls() {
		chance := 2.0 / 36
		if roll.IsDouble() {
			chance = 1.0 / 36
		}
		most := math.Inf(-1)
		for m := range p.Moves(roll) {
			most = max(most, staticValue(p.After(m)))
		}
		value -= chance * most
	}
	return value
}

// staticValue adds to the race what the checkers are worth while there is contact.
func staticValue(p backgammon.Position) float64 {
	value := raceValue(p)
	if contact(p) {
		own, opponent := p.Opponent(), p.Own() // the opponent is on roll
		value += structure(own, opponent) - structure(opponent, own)
	}
	return value
}

// structure returns what the checkers of a player are worth: points made, and builders of more points,
// but not tall stacks, and blots that a checker of the opponent can hit with one die.
func structure(own, opponent backgammon.Checkers) float64 {
	value := 0.0
	for n := 1; n <= 24; n++ {
		behind := opponent[26-n : min(32-n, len(opponent))]
		switch {
		case own[n] >= 2:
			value += pointValues[n]
		case own[n] == 1 && slices.Max(behind) > 0:
			value -= 0.2 * float64(29-n)
		}
		if n >= 7 && n <= 13 && own[n] > 0 && own[n] != 2 {
			value += 3 // a checker to spare, within reach of the home board
		}
		value -= 2 * float64(max(0, own[n]-4))
	}
	return value
}
