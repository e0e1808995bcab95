package domino

import "fmt"

// A Lead is the rule by which the player who begins a round is found. Rule
// sheet S1 has two for the start of a game, [ByLot] and [HighestTile]; how
// later rounds begin is torn off, so players who agree on another way, such as
// the winner of the last round or each in turn, name the player with [LedBy].
// The zero value is HighestTile.
type Lead struct {
	kind   leadKind
	player Player
	lots   Shuffle
}

type leadKind uint8

const (
	leadHighest leadKind = iota
	leadLots
	leadPlayer
)

// ByLot draws lots before the deal: A takes the first tile of lots, B the
// second and so on; the highest tile leads, with any tile of the hand. The
// tiles then go back and the deal comes from a new shuffle (rule sheet S1).
func ByLot(lots Shuffle) Lead { return Lead{kind: leadLots, lots: lots} }

// HighestTile does not shuffle again after the lots: the first tile that each
// player takes is the lot and stays in the hand, and the highest of them is
// laid at once. The deal returns with that tile on the table (rule sheet S1).
func HighestTile() Lead { return Lead{} }

// LedBy gives the lead to p.
func LedBy(p Player) Lead { return Lead{kind: leadPlayer, player: p} }

// Deal returns the start of a round: the tiles of s go to the players one at a
// time in turn from A, until two players have 7 each or more players 5 each;
// the rest is the stock, in order (rule sheet S1). The error is a
// [*SetupError] if players is not 2 to 4, a shuffle is not valid, or the lead
// is given to a player who does not take part.
func Deal(players int, lead Lead, s Shuffle) (Position, error) {
	if players < MinPlayers || players > MaxPlayers {
		return Position{}, &SetupError{ErrPlayers, fmt.Sprintf("not %d", players)}
	}
	if err := checkShuffle(s); err != nil {
		return Position{}, err
	}
	p := Position{players: uint8(players)}
	dealt := players * handSize(players)
	for i, t := range s[:dealt] {
		hand := &p.hands[i%players]
		*hand = hand.With(t)
	}
	p.stock = stockOf(s[dealt:])

	switch lead.kind {
	case leadPlayer:
		if int(lead.player) >= players {
			return Position{}, &SetupError{ErrLead, lead.player.String() + " does not"}
		}
		p.turn = lead.player
	case leadLots:
		if err := checkShuffle(lead.lots); err != nil {
			return Position{}, err
		}
		p.turn = highest(lead.lots[:players])
	default:
		p.turn = highest(s[:players])
		p = p.After(Lay(s[p.turn], Start))
	}
	return p, nil
}

// handSize returns how many tiles each of the players takes (rule sheet S1).
func handSize(players int) int {
	if players == 2 {
		return 7
	}
	return 5
}

// highest returns the player whose lot outranks the others.
func highest(lots []Tile) Player {
	best := A
	for i, t := range lots {
		if t.Outranks(lots[best]) {
			best = Player(i)
		}
	}
	return best
}

// checkShuffle returns a [*SetupError] that names a tile that s lacks, nil if
// s is valid.
func checkShuffle(s Shuffle) error {
	missing := allTiles &^ TileSetOf(s[:]...)
	if missing.IsEmpty() {
		return nil
	}
	return &SetupError{ErrShuffle, missing.first().String() + " is missing"}
}
