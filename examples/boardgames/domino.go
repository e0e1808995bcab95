package main

import (
	"fmt"
	"io"
	"math/rand/v2"
	"strings"

	"github.com/shakki/chess/games/domino"
)

// playDomino plays a match of a bot that samples against one that lays the tile with the most pips.
func playDomino(out io.Writer, random *rand.Rand) error {
	m, err := domino.NewMatch(domino.MatchOptions{Players: 2})
	if err != nil {
		return err
	}
	for !m.Outcome().IsOver() {
		lots, shuffle := domino.NewShuffle(random.Uint64()), domino.NewShuffle(random.Uint64())
		if err := m.Deal(domino.ByLot(lots), shuffle); err != nil {
			return err
		}
		fmt.Fprintf(out, "round %d\n", m.Rounds())
		for !m.Round().IsOver() {
			p := m.Position()
			move := chooseDomino(p, random)
			if err := m.Play(move); err != nil {
				return err
			}
			fmt.Fprintf(out, "  %v: %v\n", p.Turn(), move)
		}
		fmt.Fprintf(out, "%v\n", m.Round())
	}
	_, err = fmt.Fprintf(out, "match: %v; A is the bot that samples\n", m.Outcome())
	return err
}

// chooseDomino returns the move of the player to move. A samples, and the others lay the tile with
// the most pips.
func chooseDomino(p domino.Position, random *rand.Rand) domino.Move {
	v := p.View(p.Turn())
	moves := v.LegalMoves()
	switch {
	case len(moves) == 1:
		return moves[0]
	case p.Turn() == domino.A:
		return sampleDomino(v, moves, random)
	}
	return heaviest(moves)
}

// heaviest returns the move that lays the most pips.
func heaviest(moves []domino.Move) domino.Move {
	best := moves[0]
	for _, m := range moves {
		if m.Tile().Pips() > best.Tile().Pips() {
			best = m
		}
	}
	return best
}

// samplesDomino is the number of rounds that are played out for each decision.
const samplesDomino = 60

// sampleDomino returns the move with the best average result. It deals the tiles that the viewer
// cannot see at random and plays each of these rounds to its end once for every move. It sees only
// the view.
func sampleDomino(v domino.View, moves []domino.Move, random *rand.Rand) domino.Move {
	totals := make([]int, len(moves))
	for range samplesDomino {
		p, err := dealUnseen(v, random)
		if err != nil {
			continue // the sample contradicts the rules
		}
		for i, m := range moves {
			totals[i] += playOutDomino(p.After(m), v.Viewer())
		}
	}
	best := 0
	for i, total := range totals {
		if total > totals[best] {
			best = i
		}
	}
	return moves[best]
}

// dealUnseen returns a position with the given view, in which the hidden tiles are dealt at random.
func dealUnseen(v domino.View, random *rand.Rand) (domino.Position, error) {
	var hidden []domino.Tile
	for t := range v.Unseen().All() {
		hidden = append(hidden, t)
	}
	random.Shuffle(len(hidden), func(i, j int) { hidden[i], hidden[j] = hidden[j], hidden[i] })
	var hands []string
	for player := range domino.Player(v.Players()) {
		hand := v.Hand(player)
		if hand.IsEmpty() {
			n := v.Held(player)
			hand = domino.TileSetOf(hidden[:n]...)
			hidden = hidden[n:]
		}
		hands = append(hands, hand.String())
	}
	return domino.ParsePosition(fmt.Sprintf("%v %s %s %s",
		v.Turn(), strings.Join(hands, "/"), list(hidden), list(v.Line())))
}

// list returns the texts of the items with commas between them, or "-" if there are none.
func list[T fmt.Stringer](items []T) string {
	if len(items) == 0 {
		return "-"
	}
	var texts []string
	for _, item := range items {
		texts = append(texts, item.String())
	}
	return strings.Join(texts, ",")
}

// playOutDomino plays the round to its end, with players who lay as many pips as they can. It
// returns the penalty points of the others minus those of the given player.
func playOutDomino(p domino.Position, player domino.Player) int {
	for moves := p.LegalMoves(); len(moves) > 0; moves = p.LegalMoves() {
		p = p.After(heaviest(moves))
	}
	lead := 0
	for i, points := range p.Outcome().Minus {
		if domino.Player(i) == player {
			points = -points
		}
		lead += points
	}
	return lead
}
