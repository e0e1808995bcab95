package uci

import (
	"slices"
	"time"

	"github.com/shakki/chess"
	"github.com/shakki/chess/internal/jsonform"
	"github.com/shakki/chess/timecontrol"
)

// Limits say when a search ends and which moves it considers. The search ends at the first limit
// that it reaches. A field with its zero value sets no limit. A search without any limit is refused
// with [ErrNoLimit] unless Infinite is set. A limit that is negative, such as the rest of a time that
// has been used up, counts as the least one: 1 millisecond, ply, position, or move.
type Limits struct {
	Clocks   [2]*Clock     `json:"clocks,omitzero"`    // the clock of each [chess.Color], or nil for a player without one
	MoveTime time.Duration `json:"moveTime,omitzero"`  // the time for this search
	Depth    int           `json:"depth,omitempty"`    // in plies
	Nodes    int64         `json:"nodes,omitempty"`    // positions searched
	Mate     int           `json:"mate,omitempty"`     // search for a mate in this number of moves
	Infinite bool          `json:"infinite,omitempty"` // search until stopped, even if the search is complete or another limit is reached

	Ponder      bool         `json:"ponder,omitempty"`      // search on the opponent's time until [Search.PonderHit], then under the other limits
	SearchMoves []chess.Move `json:"searchMoves,omitempty"` // the moves to consider, or nil for all
}

// A Clock is what the clock of a player shows when a search begins, such as the result of
// [timecontrol.Clock.Read]. A Clock with its zero value has run down, and its player still has to move at
// once: an engine is told that at least 1 millisecond is left.
type Clock = timecontrol.Reading

// MarshalJSON returns an object with the fields. Times are numbers of seconds.
func (l Limits) MarshalJSON() ([]byte, error) { return jsonform.Marshal(&l) }

// UnmarshalJSON reads the form that MarshalJSON writes.
func (l *Limits) UnmarshalJSON(text []byte) error { return jsonform.Unmarshal(text, l) }

// forEngine returns a copy of l as an engine understands it: with the least limit in place of those
// that are negative, and of clocks that have run down.
func (l Limits) forEngine() Limits {
	for i, c := range l.Clocks {
		if c != nil {
			l.Clocks[i] = &Clock{Left: max(c.Left, time.Millisecond), Increment: max(c.Increment, 0), MovesToGo: max(c.MovesToGo, 0)}
		}
	}
	for _, f := range l.fields(new([2]Clock), chess.White) {
		if f.number() < 0 {
			f.set(1)
		}
	}
	l.SearchMoves = slices.Clone(l.SearchMoves)
	return l
}

// time returns how long a search for the color may take under l, or 0 if there is no limit.
func (l Limits) time(turn chess.Color) time.Duration {
	switch {
	case l.Infinite:
		return 0
	case l.MoveTime > 0:
		return l.MoveTime
	case l.Clocks[turn] != nil:
		return l.Clocks[turn].Left
	}
	return 0
}

// isUnlimited reports whether l says nothing about the end of a search for the color.
func (l Limits) isUnlimited(turn chess.Color) bool {
	return l.Clocks[turn] == nil && l.MoveTime == 0 && l.Depth == 0 && l.Nodes == 0 && l.Mate == 0 && !l.Infinite
}

// fields returns the numbers of the command go for the side to move. Those of the players' clocks are
// in clocks.
func (l *Limits) fields(clocks *[2]Clock, turn chess.Color) []field {
	white, black := &clocks[chess.White], &clocks[chess.Black]
	return []field{
		{"wtime", &white.Left}, {"btime", &black.Left}, {"winc", &white.Increment}, {"binc", &black.Increment},
		{"movestogo", &clocks[turn].MovesToGo}, {"movetime", &l.MoveTime}, {"depth", &l.Depth}, {"nodes", &l.Nodes}, {"mate", &l.Mate},
	}
}

// command returns the command that starts a search from p under l.
func (l Limits) command(p position) string {
	b := []byte("go")
	if l.Ponder {
		b = append(b, " ponder"...)
	}
	var clocks [2]Clock
	for i, c := range l.Clocks {
		if c != nil {
			clocks[i] = *c
		}
	}
	b = appendFields(b, l.fields(&clocks, p.Turn()))
	if l.Infinite {
		b = append(b, " infinite"...)
	}
	if len(l.SearchMoves) > 0 {
		b = append(b, " searchmoves"...)
	}
	for _, m := range l.SearchMoves {
		b = append(append(b, ' '), p.UCI(m)...)
	}
	return string(b)
}

// parseLimits parses what follows the command go in p. It skips words that it does not know and
// moves that are not legal. A player whose time is given has a clock. A clock or a time for the move
// is at least 1 millisecond, and a negative limit is 1.
func parseLimits(w words, p chess.Position) Limits {
	var l Limits
	var clocks [2]Clock
	fields := l.fields(&clocks, p.Turn())
	for name := w.next(); name != ""; name = w.next() {
		switch name {
		case "ponder":
			l.Ponder = true
		case "infinite":
			l.Infinite = true
		case "searchmoves":
			l.SearchMoves = w.choices(p)
		}
		n, ok := w.number()
		if !ok {
			continue
		}
		switch name {
		case "wtime":
			l.Clocks[chess.White] = &clocks[chess.White]
		case "btime":
			l.Clocks[chess.Black] = &clocks[chess.Black]
		case "movetime":
			n = max(n, 1) // 0 would be no limit
		}
		find(fields, name).set(n)
	}
	return l.forEngine()
}

// choices takes moves that are legal in p. It skips moves that are not.
func (w *words) choices(p chess.Position) []chess.Move {
	var moves []chess.Move
	for {
		after := *w
		if _, err := chess.ParseMove(after.next()); err != nil {
			return moves
		}
		if m, _ := p.ParseUCI(w.next()); m != chess.NullMove {
			moves = append(moves, m)
		}
	}
}
