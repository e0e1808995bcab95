package domino

import (
	"cmp"
	"fmt"
)

// LeaderByLot returns the player who leads if the players draw for the lead before the deal (rule
// sheet S1). Player A takes the first tile of lots, B the second, and so on, and the player with the
// highest tile leads. The drawn tiles are not kept: the deal uses another shuffle. The error is a
// [*SetupError].
func LeaderByLot(players int, lots Shuffle) (Player, error) {
	if err := checkDeal(players, lots); err != nil {
		return NoPlayer, err
	}
	return highest(lots[:players]), nil
}

// Deal returns the first position of a round, before the first move. The players take the tiles of
// s one at a time in turn, starting with A, until each of two players has 7 tiles or each of more
// players has 5. The remaining tiles are the stock (rule sheet S1). If leader is NoPlayer, the player
// with the highest of the first tiles leads and must lay it: [NewGame] does that. Deal returns a
// [*SetupError] if players is not between 2 and 5, if s is not valid, or if the leader is not one of
// the players.
func Deal(players int, leader Player, s Shuffle) (Position, error) {
	if err := checkDeal(players, s); err != nil {
		return Position{}, err
	}
	switch {
	case leader == NoPlayer:
		leader = highest(s[:players])
	case int(leader) > players:
		return Position{}, &SetupError{Err: ErrLead, Detail: leader.String()}
	}
	p := Position{table{players: uint8(players), turn: leader}}
	dealt := players * handSize(players)
	for i, t := range s[:dealt] {
		hand := &p.hands[A+Player(i%players)]
		*hand = hand.With(t)
	}
	p.stock = listOf(s[dealt:])
	return p, nil
}

// checkDeal returns a *SetupError if the tiles of s cannot be dealt to so many players.
func checkDeal(players int, s Shuffle) error {
	missing := allTiles &^ TileSetOf(s[:]...)
	switch {
	case players < MinPlayers || players > MaxPlayers:
		return &SetupError{Err: ErrPlayers, Detail: fmt.Sprintf("got %d", players)}
	case missing != 0:
		return &SetupError{Err: ErrShuffle, Detail: missing.first().String() + " is missing"}
	}
	return nil
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

// Outranks reports whether t is higher than u when the players draw for the lead. The tile with
// more pips is higher (rule sheet S1). If both tiles have the same number of pips, the tile with
// the higher end is higher (rule 1 of [Game]).
func (t Tile) Outranks(u Tile) bool {
	return cmp.Or(cmp.Compare(t.Pips(), u.Pips()), cmp.Compare(t.High(), u.High())) > 0
}
