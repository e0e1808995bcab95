package tabletop_test

import (
	"encoding/json"
	"fmt"
	"maps"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"github.com/shakki/chess/games/backgammon"
	"github.com/shakki/chess/games/domino"
	"github.com/shakki/chess/games/shakkello"
	"github.com/shakki/chess/games/tictactoe"
	"github.com/shakki/chess/internal/golden"
)

// notes collects texts by what they are, such as "domino, positions".
type notes struct {
	game  string
	texts map[string][]string
}

// note notes what is written of a value: its text, or its JSON.
func (g *notes) note(what string, values ...any) {
	what = g.game + ", " + what
	for _, v := range values {
		text, isText := v.(string)
		if !isText {
			form, err := json.Marshal(v)
			text = fmt.Sprintf("%v %s %v", v, form, err)
		}
		g.texts[what] = append(g.texts[what], text)
	}
}

// read notes what parse makes of a text and of its neighbors: each has a byte less, or another one.
func read[T fmt.Stringer](g *notes, what, text string, random *rand.Rand, parse func(string) (T, error)) {
	neighbors := []string{text, strings.ToUpper(text), text + "\n", text + " x"}
	for range 2 {
		i := random.IntN(len(text))
		neighbors = append(neighbors, text[:i]+text[i+1:], text[:i], text[:i]+string("0169abX?/- ;:"[random.IntN(13)])+text[i+1:])
	}
	for _, s := range neighbors {
		v, err := parse(s)
		if err != nil {
			g.note("errors in "+what, err)
			continue
		}
		g.note(what+" read", v.String())
	}
}

// A goldenPosition is a position of a game.
type goldenPosition[M any] interface {
	fmt.Stringer
	LegalMoves() []M
	Board() string
	AppendSVG([]byte) []byte
}

// A goldenGame is a game with positions P, moves M, and outcomes O.
type goldenGame[P goldenPosition[M], M, O any] interface {
	fmt.Stringer
	Position() P
	Play(M) error
	Outcome() O
}

// playGolden plays a game at random and notes what is written of it, of its positions, and of all moves
// that are tried.
func playGolden[P goldenPosition[M], M fmt.Stringer, O any](
	g *notes, game goldenGame[P, M, O], random *rand.Rand, all []M, parse func(string) (P, error),
) {
	for {
		p := game.Position()
		g.note("positions", p)
		g.note("outcomes", game.Outcome())
		g.note("boards", p.Board())
		g.note("pictures", string(p.AppendSVG(nil)))
		read(g, "positions", p.String(), random, parse)
		moves := p.LegalMoves()
		g.note("moves", moves)
		for range 2 {
			copied := game.Position()
			m := all[random.IntN(len(all))]
			if player, ok := any(&copied).(interface{ Play(M) error }); ok {
				if err := player.Play(m); err != nil {
					g.note("errors in plays", err)
				}
			}
		}
		if len(moves) == 0 {
			break
		}
		if err := game.Play(moves[random.IntN(len(moves))]); err != nil {
			g.note("errors in games", err)
		}
	}
	g.note("games", game)
}

func goldenTicTacToe(g *notes, random *rand.Rand) {
	var all []tictactoe.Move
	for s := tictactoe.A1; s <= tictactoe.C3+1; s++ {
		all = append(all, s)
	}
	for range 6 {
		game := tictactoe.NewGame()
		playGolden(g, game, random, all, tictactoe.ParsePosition)
		read(g, "games", game.String(), random, tictactoe.ParseGame)
	}
	read(g, "moves", "b2", random, tictactoe.ParseMove)
}

func goldenShakkello(g *notes, random *rand.Rand) {
	all := []shakkello.Move{shakkello.NoMove}
	for range 3 {
		all = append(all, shakkello.StartPosition().LegalMoves()...)
		game := shakkello.NewGame()
		playGolden(g, game, random, all, shakkello.ParsePosition)
		all = append(all, game.Moves()...)
		read(g, "games", game.String(), random, shakkello.ParseGame)
		start, err := shakkello.ParsePosition(game.Position().String())
		g.note("effects", start.Effects(), fmt.Sprint(err))
	}
	read(g, "moves", "Nd5", random, shakkello.ParseMove)
}

func goldenDomino(g *notes, random *rand.Rand) {
	all := []domino.Move{domino.NoMove, domino.Draw, domino.Pass}
	for tile := range domino.Tile(domino.Tiles) {
		all = append(all, domino.Lay(tile, domino.Start), domino.Lay(tile, domino.Left), domino.Lay(tile, domino.Right))
	}
	for players := domino.MinPlayers; players <= domino.MaxPlayers; players++ {
		match, err := domino.NewMatch(domino.MatchOptions{Players: players})
		for !match.Outcome().IsOver() && len(match.Games()) < 2 && err == nil {
			var game *domino.Game
			if game, err = match.Next(domino.NoPlayer, domino.NewShuffle(random.Uint64())); err != nil {
				break
			}
			playGolden(g, game, random, all, domino.ParsePosition)
			for _, p := range game.Positions() {
				v := p.View(domino.A + domino.Player(random.IntN(players)))
				g.note("views", v, v.Board())
				g.note("pictures", string(v.AppendSVG(nil)))
			}
			read(g, "games", game.String(), random, domino.ParseGame)
		}
		g.note("matches", match, match.Outcome(), fmt.Sprint(err))
		read(g, "matches", match.String(), random, domino.ParseMatch)
	}
	for _, text := range []string{"6-4 left", "draw", "6-6"} {
		read(g, "moves", text, random, domino.ParseMove)
	}
	read(g, "tiles", "6-4", random, domino.ParseTile)
}

func goldenBackgammon(g *notes, random *rand.Rand) {
	for _, options := range []backgammon.MatchOptions{
		{Light: "A: b", Dark: "Ä", Target: 5, Crawford: true, Rules: backgammon.CommonRules()},
		{Stake: 3, Rules: backgammon.Rules{Jacoby: true}},
	} {
		match, err := backgammon.NewMatch(options)
		dice := backgammon.NewRoller(random.Uint64())
		for !match.Outcome().IsOver() && len(match.Games()) < 3 && err == nil {
			var game *backgammon.Game
			if game, err = match.Next(); err == nil {
				playGoldenBackgammon(g, game, dice, random)
				read(g, "games", game.String(), random, backgammon.ParseGame)
			}
		}
		g.note("matches", match, match.Outcome(), match.Options(), match.MAT(), fmt.Sprint(err))
		read(g, "matches", match.String(), random, backgammon.ParseMatch)
		for range 10 {
			read(g, "files", match.MAT(), random, backgammon.ParseMatch)
		}
	}
	for _, text := range []string{"24/18*/13 6/4(2)", "bar/20*, 6/off", "pass"} {
		read(g, "moves", text, random, backgammon.ParseMove)
	}
}

// playGoldenBackgammon plays a game of backgammon at random.
func playGoldenBackgammon(g *notes, game *backgammon.Game, dice *backgammon.Roller, random *rand.Rand) {
	for !game.Outcome().IsOver() {
		s := game.Setup()
		id, err := s.ID()
		g.note("setups", s, id, fmt.Sprint(err))
		for _, text := range []string{s.String(), id}[:random.IntN(3)] {
			read(g, "setups", text, random, backgammon.ParseSetup)
		}
		p := game.Position()
		g.note("positions", p)
		g.note("boards", game.Board(), p.Board())
		g.note("pictures", string(p.AppendSVG(nil)), string(game.AppendSVG(nil)))
		if random.IntN(3) == 0 {
			read(g, "positions", p.String(), random, backgammon.ParsePosition)
		}
		roll := dice.Roll()
		g.note("moves", p.LegalMoves(roll), backgammon.CommonRules().LegalMoves(&p, roll))
		acts := []func() error{
			func() error { return game.Open(dice.Die(), dice.Die()) },
			func() error { return game.Double() },
			func() error { return game.Take() },
			func() error { return game.Drop() },
			func() error { return game.Resign(backgammon.Dark, backgammon.Gammon+backgammon.Reason(random.IntN(9))) },
		}
		act := [...]int{0, 0, 1, 1, 1, 1, 2, 2, 2, 2, 2, 2, 2, 2, 3, 4}[random.IntN(16)]
		if s.Phase == backgammon.Opening || s.Phase == backgammon.ToAnswer || random.IntN(5) == 0 {
			if err := acts[act](); err != nil {
				g.note("errors in actions", err)
			}
		}
		if err := game.Roll(roll); err != nil && random.IntN(9) == 0 {
			g.note("errors in actions", err)
		}
		m, err := backgammon.NewMove(randomSteps(random)...)
		if err != nil {
			g.note("errors in plays", err)
		}
		others := game.Position().LegalMoves(dice.Roll())
		for _, m := range []backgammon.Move{m, others[random.IntN(len(others))]} {
			if err := game.Play(m); err != nil {
				g.note("errors in plays", err)
			}
		}
		if moves := game.LegalMoves(); len(moves) > 0 {
			if err := game.Play(moves[random.IntN(len(moves))]); err != nil {
				g.note("errors in plays", err)
			}
		}
	}
	g.note("outcomes", game.Outcome())
	g.note("games", game)
	for _, e := range game.Events() {
		g.note("events", e)
	}
}

// randomSteps returns up to four steps, which are seldom legal.
func randomSteps(random *rand.Rand) []backgammon.Step {
	steps := make([]backgammon.Step, 1+random.IntN(4))
	for i := range steps {
		from := 1 + random.IntN(backgammon.Bar)
		steps[i] = backgammon.Step{From: from, To: max(0, from-1-random.IntN(6)), Hit: random.IntN(5) == 0}
	}
	return steps
}

// TestGolden compares digests of what is written of the positions, moves, games, matches, and errors of
// random games with those in testdata/golden.txt, and of what is read of their texts and of the
// neighbors of these.
func TestGolden(t *testing.T) {
	golden.Compare(t, func(add func(kind, text string)) {
		for _, game := range []struct {
			name string
			play func(*notes, *rand.Rand)
		}{
			{"tictactoe", goldenTicTacToe}, {"shakkello", goldenShakkello}, {"domino", goldenDomino}, {"backgammon", goldenBackgammon},
		} {
			g := notes{game.name, map[string][]string{}}
			game.play(&g, rand.New(rand.NewPCG(62, 7)))
			for _, kind := range slices.Sorted(maps.Keys(g.texts)) {
				for _, text := range g.texts[kind] {
					add(kind, text)
				}
			}
		}
	})
}
