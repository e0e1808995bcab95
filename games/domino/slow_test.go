package domino_test

import (
	"fmt"
	"slices"
	"strings"

	. "github.com/shakki/chess/games/domino"
)

// A slowRound is a simple implementation of the rules, used as an oracle. It uses slices of tiles,
// and texts for moves. It shares no code with the package.
type slowRound struct {
	turn  int
	hands [][]slowTile
	stock []slowTile // in the order in which they are drawn
	line  []slowTile // from left to right, with their orientation
}

// A slowTile has two ends. In hands and in the stock, the higher end comes first.
type slowTile [2]int

func (t slowTile) String() string { return fmt.Sprintf("%d-%d", t[0], t[1]) }

// slowDeal deals the tiles of s. The rule is "highest", "lot", or the letter of the leader.
func slowDeal(players int, rule string, lots, s Shuffle) *slowRound {
	r := &slowRound{hands: make([][]slowTile, players)}
	each := 5
	if players == 2 {
		each = 7
	}
	all := slowTiles(s)
	for range each {
		for i := range r.hands {
			r.hands[i] = append(r.hands[i], all[0])
			all = all[1:]
		}
	}
	r.stock = all
	switch rule {
	case "lot":
		r.turn = slowHighest(slowTiles(lots)[:players])
	case "highest":
		first := slowTiles(s)[:players]
		r.turn = slowHighest(first)
		r.play(first[r.turn].String())
	default:
		r.turn = int(rule[0] - 'A')
	}
	return r
}

// slowTiles converts the tiles of s.
func slowTiles(s Shuffle) []slowTile {
	var tiles []slowTile
	for _, t := range s {
		tiles = append(tiles, slowTile{t.High(), t.Low()})
	}
	return tiles
}

// slowHighest returns the index of the highest tile.
func slowHighest(lots []slowTile) int {
	best := 0
	for i, t := range lots {
		// The sum decides, and then the higher end.
		if 10*(t[0]+t[1])+t[0] > 10*(lots[best][0]+lots[best][1])+lots[best][0] {
			best = i
		}
	}
	return best
}

// lays returns the texts of the moves that lay a tile of the hand.
func (r *slowRound) lays(hand []slowTile) []string {
	var moves []string
	for _, t := range hand {
		if len(r.line) == 0 {
			moves = append(moves, t.String())
			continue
		}
		if left := r.line[0][0]; t[0] == left || t[1] == left {
			moves = append(moves, t.String()+" left")
		}
		if right := r.line[len(r.line)-1][1]; t[0] == right || t[1] == right {
			moves = append(moves, t.String()+" right")
		}
	}
	return moves
}

// moves returns the texts of the legal moves in alphabetical order.
func (r *slowRound) moves() []string {
	if r.reason() != NoReason {
		return nil
	}
	moves := r.lays(r.hands[r.turn])
	if len(moves) > 0 {
		slices.Sort(moves)
		return moves
	}
	if len(r.stock) > 0 {
		return []string{"draw"}
	}
	return []string{"pass"}
}

// play plays a legal move.
func (r *slowRound) play(move string) {
	hand := &r.hands[r.turn]
	switch move {
	case "draw":
		*hand = append(*hand, r.stock[0])
		r.stock = r.stock[1:]
		return
	case "pass":
		r.turn = (r.turn + 1) % len(r.hands)
		return
	}
	name, end, _ := strings.Cut(move, " ")
	t := slowTile{int(name[0] - '0'), int(name[2] - '0')}
	*hand = slices.DeleteFunc(*hand, func(u slowTile) bool { return u == t })
	switch turned := (slowTile{t[1], t[0]}); {
	case end == "":
		r.line = []slowTile{t}
	case end == "left" && t[1] == r.line[0][0]:
		r.line = append([]slowTile{t}, r.line...)
	case end == "left":
		r.line = append([]slowTile{turned}, r.line...)
	case t[0] == r.line[len(r.line)-1][1]:
		r.line = append(r.line, t)
	default:
		r.line = append(r.line, turned)
	}
	r.turn = (r.turn + 1) % len(r.hands)
}

// reason returns the reason why the round is over, or NoReason.
func (r *slowRound) reason() Reason {
	canLay := false
	for _, hand := range r.hands {
		if len(hand) == 0 {
			return Out
		}
		canLay = canLay || len(r.lays(hand)) > 0
	}
	if len(r.stock) == 0 && !canLay {
		return Blocked
	}
	return NoReason
}

// outcome returns the outcome of the round.
func (r *slowRound) outcome() Outcome {
	o := Outcome{Reason: r.reason(), Players: len(r.hands)}
	if o.Reason == NoReason {
		return o
	}
	fewest, winners := 1000, 0
	for i, hand := range r.hands {
		for _, t := range hand {
			o.Minus[i+1] += t[0] + t[1]
		}
		fewest = min(fewest, o.Minus[i+1])
	}
	for i, hand := range r.hands {
		if o.Reason == Out {
			o.Winners[i+1] = len(hand) == 0
		} else {
			o.Winners[i+1] = o.Minus[i+1] == fewest
		}
		if o.Winners[i+1] {
			winners++
		}
	}
	o.Result = Won
	if winners > 1 {
		o.Result = Shared
	}
	return o
}

// String returns the position in the form that ParsePosition accepts.
func (r *slowRound) String() string {
	list := func(tiles []slowTile) string {
		if len(tiles) == 0 {
			return "-"
		}
		return strings.ReplaceAll(strings.Trim(fmt.Sprint(tiles), "[]"), " ", ",")
	}
	var hands []string
	for _, hand := range r.hands {
		hand = slices.Clone(hand)
		slices.SortFunc(hand, func(t, u slowTile) int { return slices.Compare(u[:], t[:]) })
		hands = append(hands, list(hand))
	}
	return fmt.Sprintf("%c %s %s %s", 'A'+r.turn, strings.Join(hands, "/"), list(r.stock), list(r.line))
}
