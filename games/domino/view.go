package domino

// A View is what one player may know of a [Position]: their own hand, how many
// tiles the others hold and the stock has, the line and the turn. When a round
// is over the hands are laid open and the View shows them all; the stock stays
// face down. Views are comparable; the zero value is the view of no round.
type View struct {
	hands   [MaxPlayers]TileSet // what is known of each hand: all or nothing
	held    [MaxPlayers]uint8   // how many tiles each hand has
	line    line
	stock   uint8
	players uint8
	turn    Player
	viewer  Player
}

// View returns what player may know of p, the zero View if they do not take
// part.
func (p *Position) View(player Player) View {
	if player >= Player(p.players) {
		return View{}
	}
	v := View{line: p.line, stock: p.stock.n, players: p.players, turn: p.turn, viewer: player}
	over := p.isOver()
	for i, hand := range p.hands {
		v.held[i] = uint8(hand.Count())
		if over || Player(i) == player {
			v.hands[i] = hand
		}
	}
	return v
}

// IsValid reports whether v is the view of a round, not the zero value.
func (v *View) IsValid() bool { return v.players != 0 }

// Viewer returns the player whose view it is.
func (v *View) Viewer() Player { return v.viewer }

// Players returns how many take part, 2 to 4; 0 for the zero value.
func (v *View) Players() int { return int(v.players) }

// Turn returns the player to move.
func (v *View) Turn() Player { return v.turn }

// Hand returns what is known of the hand of a player: all tiles of the
// viewer's, and of every hand when the round is over; none of another.
func (v *View) Hand(player Player) TileSet {
	if !player.IsValid() {
		return 0
	}
	return v.hands[player]
}

// Held returns how many tiles a player has, 0 for one who does not take part.
func (v *View) Held(player Player) int {
	if !player.IsValid() {
		return 0
	}
	return int(v.held[player])
}

// Stock returns how many tiles are left in the stock, 0 to 14.
func (v *View) Stock() int { return int(v.stock) }

// Line returns the tiles on the table from left to right.
func (v *View) Line() []Laid { return v.line.all() }

// Ends returns the pips of the open ends, each 0 to 6. ok is false while no
// tile is laid.
func (v *View) Ends() (left, right int, ok bool) { return v.line.ends() }

// Unseen returns the tiles that the viewer cannot see: those in the stock and
// in hidden hands.
func (v *View) Unseen() TileSet {
	if !v.IsValid() {
		return 0
	}
	seen := v.line.set()
	for _, hand := range v.hands {
		seen |= hand
	}
	return allTiles &^ seen
}

// isOpen reports whether all hands are known, as they are when the round is
// over.
func (v *View) isOpen() bool {
	for i, hand := range v.hands {
		if hand.Count() != int(v.held[i]) {
			return false
		}
	}
	return true
}

// Outcome returns the result of the round, as [Position.Outcome] does.
func (v *View) Outcome() Outcome {
	if !v.isOpen() {
		return Outcome{Players: int(v.players)}
	}
	return roundOutcome(v.hands[:v.players], &v.line, int(v.stock))
}

// LegalMoves returns the moves that the viewer may make, as
// [Position.LegalMoves] does; none when it is another's turn.
func (v *View) LegalMoves() []Move { return v.AppendLegalMoves(nil) }

// AppendLegalMoves appends the moves of [View.LegalMoves] to dst. It does not
// allocate when dst has room.
func (v *View) AppendLegalMoves(dst []Move) []Move {
	if v.turn != v.viewer || v.isOpen() {
		return dst
	}
	return appendMoves(dst, v.hands[v.viewer], &v.line, int(v.stock))
}
