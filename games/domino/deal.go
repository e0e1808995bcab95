package domino

import "fmt"

// A Lead is a rule that determines the leader, who is the first player of a round. Rule
// sheet S1 has two such rules for the first round: [ByLot] and [HighestTile]. The part
// about later rounds is missing. If the players agree on another rule, for example that
// the winner of the previous round leads, use [LedBy] to name the leader. The zero
// value is the same as HighestTile().
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

// ByLot returns the rule by which the players draw for the lead before the deal (rule
// sheet S1). Player A takes the first tile of lots, B the second, and so on. The player
// with the highest tile leads and may lay any tile of the hand. The drawn tiles are not
// kept: the deal uses another shuffle.
func ByLot(lots Shuffle) Lead { return Lead{kind: leadLots, lots: lots} }

// HighestTile returns the rule by which the first tiles of the deal determine the leader
// (rule sheet S1). The players keep the first tiles that they take, except that the
// highest of these tiles is laid at once. [Deal] returns the position after that.
func HighestTile() Lead { return Lead{} }

// LedBy returns the rule by which p leads.
func LedBy(p Player) Lead { return Lead{kind: leadPlayer, player: p} }

// Deal returns the first position of a round. The players take the tiles of s one at a
// time in turn, starting with A, until each of two players has 7 tiles or each of more
// players has 5. The remaining tiles are the stock (rule sheet S1). Deal returns a
// [*SetupError] if players is not between 2 and 5, if a shuffle is not valid, or if the
// leader is not one of the players.
func Deal(players int, lead Lead, s Shuffle) (Position, error) {
	if players < MinPlayers || players > MaxPlayers {
		return Position{}, &SetupError{ErrPlayers, fmt.Sprintf("got %d", players)}
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
			return Position{}, &SetupError{ErrLead, lead.player.String()}
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

// handSize returns the number of tiles that each player takes (rule sheet S1).
func handSize(players int) int {
	if players == 2 {
		return 7
	}
	return 5
}

// highest returns the player with the highest tile.
func highest(lots []Tile) Player {
	best := A
	for i, t := range lots {
		if t.Outranks(lots[best]) {
			best = Player(i)
		}
	}
	return best
}

// checkShuffle returns a [*SetupError] that names a missing tile, or nil if s is valid.
func checkShuffle(s Shuffle) error {
	missing := allTiles &^ TileSetOf(s[:]...)
	if missing.IsEmpty() {
		return nil
	}
	return &SetupError{ErrShuffle, missing.first().String() + " is missing"}
}
