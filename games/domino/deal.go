package domino

import (
	"fmt"

	"github.com/shakki/chess/internal/tabletop"
)

// A Lead is a rule that determines the leader, who is the first player of a round. Rule sheet S1
// has two such rules for the first round: [ByLot] and [HighestTile]. The part about later rounds is
// missing. If the players agree on another rule, for example that the winner of the previous round
// leads, use [LedBy] to name the leader. The zero value is the same as HighestTile().
type Lead struct {
	player Player  // the leader of LedBy, or NoPlayer
	byLot  bool    // whether lots determine the leader
	lots   Shuffle // the lots of ByLot
}

// ByLot returns the rule by which the players draw for the lead before the deal (rule sheet S1).
// Player A takes the first tile of lots, B the second, and so on. The player with the highest tile
// leads and may lay any tile of the hand. The drawn tiles are not kept: the deal uses another
// shuffle.
func ByLot(lots Shuffle) Lead { return Lead{byLot: true, lots: lots} }

// HighestTile returns the rule by which the first tiles of the deal determine the leader (rule
// sheet S1). The players keep the first tiles that they take, except that the highest of these
// tiles is laid at once. That lay is the first move of the round.
func HighestTile() Lead { return Lead{} }

// LedBy returns the rule by which p leads.
func LedBy(p Player) Lead { return Lead{player: p} }

// String returns "highest tile", the leader such as "C", or the lots as a [Shuffle] prints them.
func (l Lead) String() string {
	switch {
	case l.byLot:
		return l.lots.String()
	case l.player != NoPlayer:
		return l.player.String()
	}
	return highestTile
}

const highestTile = "highest tile"

// parseLead parses the form that String returns.
func parseLead(s string) (Lead, error) {
	if s == highestTile {
		return HighestTile(), nil
	}
	if p, _ := players.Parse(s); p != NoPlayer {
		return LedBy(p), nil
	}
	lots, err := parseShuffle(s)
	return ByLot(lots), err
}

// isValid reports whether a round can begin with l if it has enough players.
func (l Lead) isValid() bool {
	return l.lots.IsValid() || !l.byLot && (l.player == NoPlayer || l.player.IsValid())
}

// MarshalText implements [encoding.TextMarshaler] with the form of String.
func (l Lead) MarshalText() ([]byte, error) { return tabletop.Marshal("lead", l, l.isValid()) }

// UnmarshalText implements [encoding.TextUnmarshaler] for the form of String. The error is a
// [*ParseError].
func (l *Lead) UnmarshalText(text []byte) error { return tabletop.Unmarshal(l, text, parseLead) }

// Deal returns the first position of a round, before the first move. The players take the tiles of
// s one at a time in turn, starting with A, until each of two players has 7 tiles or each of more
// players has 5. The remaining tiles are the stock (rule sheet S1). By [HighestTile], the leader
// must lay the highest of the first tiles: [NewGame] does that. Deal returns a [*SetupError] if
// players is not between 2 and 5, if a shuffle is not valid, or if the leader is not one of the
// players.
func Deal(players int, lead Lead, s Shuffle) (Position, error) {
	if players < MinPlayers || players > MaxPlayers {
		return Position{}, &SetupError{Err: ErrPlayers, Detail: fmt.Sprintf("got %d", players)}
	}
	if err := checkShuffle(s); err != nil {
		return Position{}, err
	}
	p := Position{players: uint8(players), turn: lead.player}
	dealt := players * handSize(players)
	for i, t := range s[:dealt] {
		hand := &p.hands[A+Player(i%players)]
		*hand = hand.With(t)
	}
	p.stock = stockOf(s[dealt:])

	switch {
	case lead.byLot:
		if err := checkShuffle(lead.lots); err != nil {
			return Position{}, err
		}
		p.turn = highest(lead.lots[:players])
	case lead.player == NoPlayer:
		p.turn = highest(s[:players])
	case int(lead.player) > players:
		return Position{}, &SetupError{Err: ErrLead, Detail: lead.player.String()}
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
	best := 0
	for i, t := range lots {
		if t.Outranks(lots[best]) {
			best = i
		}
	}
	return A + Player(best)
}

// checkShuffle returns a [*SetupError] that names a missing tile, or nil if s is valid.
func checkShuffle(s Shuffle) error {
	missing := allTiles &^ TileSetOf(s[:]...)
	if missing.IsEmpty() {
		return nil
	}
	return &SetupError{Err: ErrShuffle, Detail: missing.first().String() + " is missing"}
}
