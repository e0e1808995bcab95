package main

import (
	"fmt"
	"math/rand/v2"
	"slices"

	"github.com/shakki/chess/games/domino"
)

// A dominoTable is a match of dominoes at the terminal, with the last round.
type dominoTable struct {
	round[domino.Position, domino.Move, domino.Player]
	match *domino.Match
	seed  uint64
}

// newDomino begins or resumes a match.
func newDomino(o options) (table, error) {
	m, err := domino.ParseMatch(o.saved)
	if o.saved == "" {
		m, err = domino.NewMatch(domino.MatchOptions{Players: len(o.players), Target: o.target})
	}
	if err != nil {
		return nil, err
	}
	random := newRandom(o.seed)
	t := &dominoTable{match: m, seed: o.seed}
	t.game = m.Game()
	t.bot = func(p domino.Position) domino.Move { return chooseDomino(p.View(p.Turn()), random) }
	t.typing = "Type a tile and an end such as 6-4 left or 4-1 right, or draw, or pass. Enter alone plays the only\n" +
		"legal move. The pips left in your hand at the end of a round count against you."
	for i := range m.Options().Players {
		t.players = append(t.players, (domino.A + domino.Player(i)).String())
	}
	return t, nil
}

func (t *dominoTable) String() string { return t.match.String() }

// turn returns the player to move. Nobody decides before the deal and when the highest tile is laid.
func (t *dominoTable) turn() int {
	if g := t.match.Game(); g == nil || g.Outcome().IsOver() || g.Plies() == 0 {
		return -1
	}
	return t.round.turn()
}

// advance deals a round. The highest tile leads.
func (t *dominoTable) advance() (string, error) {
	var news string
	if g := t.match.Game(); g != nil {
		news = fmt.Sprintf("\n%s%v\n", g.Position().Board(), g.Outcome())
	}
	random := newRandom(t.seed + uint64(len(t.match.Games())))
	g, err := t.match.Next(domino.NoPlayer, domino.NewShuffle(random.Uint64()))
	if err != nil {
		return "", err
	}
	t.game = g
	return news + fmt.Sprintf("\nround %d, %v leads with %v\n", len(t.match.Games()), g.Start().Turn(), g.Moves()[0]), nil
}

func (t *dominoTable) board(viewer int) string {
	if t.result() != "" {
		return t.Position().Board()
	}
	v := t.Position().View(domino.A + domino.Player(viewer))
	return fmt.Sprintf("%smatch to %d: %v\n", v.Board(), t.match.Options().Target, t.match.Outcome())
}

// act plays a move. Nothing stands for the only legal move, such as a draw.
func (t *dominoTable) act(text string) (string, error) {
	if all := t.choices(); text == "" && len(all) == 1 {
		text = all[0]
	}
	return t.round.act(text)
}

func (t *dominoTable) result() string {
	if !t.match.Outcome().IsOver() {
		return ""
	}
	return fmt.Sprintf("%v\nmatch: %v", t.match.Game().Outcome(), t.match.Outcome())
}

// samplesDomino is the number of rounds that are played out for each decision.
const samplesDomino = 60

// chooseDomino returns the move with the best average result. It deals the tiles that the viewer
// cannot see at random and plays each of these rounds to its end once for every move. It sees only
// the view.
func chooseDomino(v domino.View, random *rand.Rand) domino.Move {
	moves := v.LegalMoves()
	if len(moves) == 1 {
		return moves[0]
	}
	totals := map[domino.Move]int{}
	for range samplesDomino {
		p, err := dealUnseen(v, random)
		if err != nil {
			continue // the sample contradicts the rules
		}
		for _, m := range moves {
			totals[m] += playOutDomino(p.After(m), v.Viewer())
		}
	}
	return best(moves, func(m domino.Move) float64 { return float64(totals[m]) })
}

// dealUnseen returns a position with the given view, in which the hidden tiles are dealt at random. It
// returns an error if no round leads to that position, because a player would have drawn with a
// matching tile.
func dealUnseen(v domino.View, random *rand.Rand) (domino.Position, error) {
	hidden := slices.Collect(v.Unseen().All())
	random.Shuffle(len(hidden), func(i, j int) { hidden[i], hidden[j] = hidden[j], hidden[i] })
	var hands []domino.TileSet
	for player := domino.A; player <= domino.Player(v.Players()); player++ {
		hand := v.Hand(player)
		if hand.IsEmpty() {
			n := v.Held(player)
			hand = domino.TileSetOf(hidden[:n]...)
			hidden = hidden[n:]
		}
		hands = append(hands, hand)
	}
	return domino.NewPosition(v.Turn(), hands, hidden, v.Line())
}

// playOutDomino plays the round to its end, with players who lay as many pips as they can. It
// returns the penalty points of the others minus those of the given player.
func playOutDomino(p domino.Position, player domino.Player) int {
	for moves := p.LegalMoves(); len(moves) > 0; moves = p.LegalMoves() {
		p = p.After(best(moves, func(m domino.Move) float64 { return float64(m.Tile().Pips()) }))
	}
	minus := p.Outcome().Minus
	lead := -2 * minus[player]
	for _, points := range minus {
		lead += points
	}
	return lead
}
