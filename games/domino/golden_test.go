package domino_test

import (
	"fmt"
	"math/rand/v2"
	"testing"

	. "github.com/shakki/chess/games/domino"
	"github.com/shakki/chess/internal/golden"
)

// goldenRound plays a round at random, tries all moves in each position, and returns the round before its
// last move.
func goldenRound(add func(kind, text string), g *Game, random *rand.Rand) (before *Game) {
	for {
		p := g.Position()
		add("pictures", p.Board()+string(p.AppendSVG(nil)))
		for player := NoPlayer; player <= E+1; player++ {
			v := p.View(player)
			add("views", fmt.Sprintln(v, v.Board(), string(v.AppendSVG(nil)), v.Turn(), v.Held(A), v.Held(E+1), v.Unseen(), v.LegalMoves()))
		}
		for m := NoMove; m <= Lay(Tiles-1, Right)+1; m++ {
			q := p
			if err := q.Play(m); err != nil {
				add("errors", err.Error())
			} else {
				add("moves", fmt.Sprintln(m, q))
			}
		}
		add("outcomes", fmt.Sprintln(p.LegalMoves(), p.Outcome()))
		moves := p.LegalMoves()
		if len(moves) == 0 {
			return before
		}
		before = g.Clone()
		if err := g.Play(moves[random.IntN(len(moves))]); err != nil {
			add("errors", err.Error())
		}
	}
}

// goldenTurns tries a position with each player to move.
func goldenTurns(add func(kind, text string), p Position) {
	var hands []TileSet
	for player := A; int(player) <= p.Players(); player++ {
		hands = append(hands, p.Hand(player))
	}
	for turn := NoPlayer; turn <= E; turn++ {
		q, err := NewPosition(turn, hands, p.Stock(), p.Line())
		add("turns", fmt.Sprintln(q, err))
	}
}

// TestGolden compares digests with earlier ones: of deals, of all moves, views, and pictures in random
// rounds, and of what is read of texts that differ from sound ones by a byte or a word.
func TestGolden(t *testing.T) {
	golden.Compare(t, func(add func(kind, text string)) {
		bad := NewShuffle(1)
		bad[3] = bad[4]
		for players := range MaxPlayers + 2 {
			for leader := NoPlayer; leader <= E+1; leader++ {
				for _, s := range []Shuffle{NewShuffle(2), NewShuffle(3), bad} {
					g, err := NewGame(players, leader, s)
					add("deals", fmt.Sprintln(g, err))
				}
			}
			for seed := range uint64(20) {
				leader, err := LeaderByLot(players, NewShuffle(seed))
				add("deals", fmt.Sprintln(leader, err))
			}
		}
		for players := MinPlayers; players <= MaxPlayers; players++ {
			random := rand.New(rand.NewPCG(uint64(players), 3))
			m, err := NewMatch(MatchOptions{Players: players, Target: 40})
			for err == nil && !m.Outcome().IsOver() {
				var g *Game
				if g, err = m.Next(NoPlayer, NewShuffle(random.Uint64())); err == nil && len(m.Games()) == 1 {
					before := goldenRound(add, g, random)
					golden.Neighbors(add, "positions", ",", []string{before.Position().String()}, func(text string) string {
						p, err := ParsePosition(text)
						return fmt.Sprintln(p, err)
					})
				}
				for err == nil && !g.Outcome().IsOver() {
					err = g.Play(g.Position().LegalMoves()[0])
				}
				goldenTurns(add, g.Position())
			}
			add("matches", fmt.Sprintln(m, m.Outcome(), m.Score(A), err))
			golden.Neighbors(add, "games", "; ", []string{m.Games()[0].String()}[:players%2], func(text string) string {
				g, err := ParseGame(text)
				return fmt.Sprintln(g, err)
			})
			golden.Neighbors(add, "matches", "\n", []string{m.String()}, func(text string) string {
				m, err := ParseMatch(text)
				return fmt.Sprintln(m, err)
			})
		}
		for _, text := range []string{"A 6-0,1-1/* - ", "A 6-0,5-5/3-3,1-1/* - ", "A 6-0,1-1/2-0,0-0/* - "} {
			goldenTurns(add, position(t, text+nineTiles).After(move(t, "6-0 right"))) // nobody can go on
		}
		golden.Neighbors(add, "texts", "", []string{"6-4 left", "draw", "0-0", "2 players to 200"}, func(text string) string {
			move, err := ParseMove(text)
			tile, failed := ParseTile(text)
			m, refused := ParseMatch(text + "\nend")
			return fmt.Sprintln(move, err, tile, failed, m, refused)
		})
	})
}
