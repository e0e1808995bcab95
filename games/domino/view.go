package domino

import "slices"

// A View is what one player, the viewer, may know about a [Position]: the viewer's own hand, the
// number of tiles in the other hands and in the stock, the line, and the turn. When the round is
// over, the View has all hands, but still not the tiles of the stock. Two views are equal by == if
// they show the same. The zero value is not the view of a round.
type View struct {
	hands   [MaxPlayers + 1]visibleHand
	line    line
	stock   uint8
	players uint8
	turn    Player
	viewer  Player
}

// View returns what player may know about p. It returns the zero View if there is no such player.
func (p Position) View(player Player) View {
	if player == NoPlayer || player > Player(p.players) {
		return View{}
	}
	v := p.open()
	v.viewer = player
	for i := range v.hands {
		if Player(i) != player && !p.isOver() {
			v.hands[i].tiles = 0
		}
	}
	return *v
}

// open returns p with all hands visible. There is no viewer.
func (p *Position) open() *View {
	v := &View{line: p.line, stock: p.stock.n, players: p.players, turn: p.turn}
	for i, hand := range p.hands {
		v.hands[i] = visibleHand{hand, uint8(hand.Count())}
	}
	return v
}

// IsValid reports whether v is the view of a round. It returns false for the zero value.
func (v View) IsValid() bool { return v.players != 0 }

// Viewer returns the player who has this view.
func (v View) Viewer() Player { return v.viewer }

// Players returns the number of players, or 0 for the zero value.
func (v View) Players() int { return int(v.players) }

// Turn returns the player to move.
func (v View) Turn() Player { return v.turn }

// Hand returns the hand of a player if the viewer can see it. It returns the empty set for the hand
// of another player, unless the round is over.
func (v View) Hand(player Player) TileSet {
	return v.hands[player.known()].tiles
}

// Held returns the number of tiles in the hand of a player, or 0 if there is no such player.
func (v View) Held(player Player) int {
	return int(v.hands[player.known()].held)
}

// Stock returns the number of tiles in the stock.
func (v View) Stock() int { return int(v.stock) }

// Line returns the tiles on the table from left to right.
func (v View) Line() []Laid { return v.line.all() }

// Ends returns the number of pips on each open end. If no tile has been laid, ok is false.
func (v View) Ends() (left, right int, ok bool) { return v.line.ends() }

// Unseen returns the tiles that the viewer cannot see, which are in the stock or in hidden hands.
func (v View) Unseen() TileSet {
	if !v.IsValid() {
		return 0
	}
	seen := v.line.set()
	for _, hand := range v.hands {
		seen |= hand.tiles
	}
	return allTiles &^ seen
}

// isOpen reports whether all hands are visible, because the round is over.
func (v *View) isOpen() bool {
	return !slices.ContainsFunc(v.hands[:], visibleHand.isHidden)
}

// inHands returns what the viewer may see of the hands of all players, beginning with A.
func (v *View) inHands() []visibleHand { return v.hands[A : A+Player(v.players)] }

// tiles returns the visible tiles in the hands of all players.
func (v *View) tiles() (hands []TileSet) {
	for _, hand := range v.inHands() {
		hands = append(hands, hand.tiles)
	}
	return hands
}

// Outcome returns the outcome of the round. It is the same as the result of [Position.Outcome].
func (v View) Outcome() Outcome {
	if !v.isOpen() {
		return Outcome{Players: int(v.players)}
	}
	return roundOutcome(v.tiles(), &v.line, int(v.stock))
}

// LegalMoves returns the legal moves of the viewer, in the order of [Position.LegalMoves]. If the
// viewer is not the player to move, there are no legal moves.
func (v View) LegalMoves() []Move { return v.AppendLegalMoves(nil) }

// AppendLegalMoves appends the legal moves to dst, in the order of [View.LegalMoves], and returns
// the extended slice. It does not allocate if dst has room.
func (v *View) AppendLegalMoves(dst []Move) []Move {
	if v.turn != v.viewer || v.isOpen() {
		return dst
	}
	return appendMoves(dst, v.hands[v.viewer].tiles, &v.line, int(v.stock))
}
