package uci

import (
	"slices"
	"time"

	"github.com/shakki/chess"
	"github.com/shakki/chess/internal/jsonform"
)

// Limits say when a search ends and which moves it considers. The search ends at the first limit
// that it reaches. A field with its zero value sets no limit, and with the zero Limits a search
// goes on until it is stopped. A limit that is negative, such as the rest of a time that has been
// used up, counts as the least one: 1 millisecond, ply, position, or move.
type Limits struct {
	Time      [2]time.Duration `json:"time,omitzero"`       // what is left on the clock of each [chess.Color]
	Increment [2]time.Duration `json:"increment,omitzero"`  // what each color gains with each move
	MovesToGo int              `json:"movesToGo,omitempty"` // moves until the next time control, or 0 if Time is for the rest of the game

	MoveTime time.Duration `json:"moveTime,omitzero"`  // the time for this search
	Depth    int           `json:"depth,omitempty"`    // in plies
	Nodes    int64         `json:"nodes,omitempty"`    // positions searched
	Mate     int           `json:"mate,omitempty"`     // search for a mate in this number of moves
	Infinite bool          `json:"infinite,omitempty"` // search until stopped, even if the search is complete or another limit is reached

	Ponder      bool         `json:"ponder,omitempty"`      // search on the opponent's time until [Search.PonderHit], then under the other limits
	SearchMoves []chess.Move `json:"searchMoves,omitempty"` // the moves to consider, or nil for all
}

// MarshalJSON returns an object with the fields. Times are numbers of seconds.
func (l Limits) MarshalJSON() ([]byte, error) { return jsonform.Marshal(&l) }

// UnmarshalJSON reads the form that MarshalJSON writes.
func (l *Limits) UnmarshalJSON(text []byte) error { return jsonform.Unmarshal(text, l) }

// HasClock reports whether l holds the clocks of the players.
func (l Limits) HasClock() bool {
	return l.Time != [2]time.Duration{} || l.Increment != [2]time.Duration{}
}

// atLeastOne returns l with the least limit in place of those that are negative, and of clocks at 0.
func (l Limits) atLeastOne() Limits {
	if l.HasClock() {
		for i := range l.Time {
			l.Time[i] = max(l.Time[i], time.Millisecond)
		}
	}
	for _, f := range l.fields() {
		if !slices.Contains(clockNames, f.name) && f.number() < 0 {
			f.set(1)
		}
	}
	return l
}

// clock returns how long a search for the color may take under l, or 0 if there is no limit.
func (l Limits) clock(turn chess.Color) time.Duration {
	switch {
	case l.Infinite:
		return 0
	case l.MoveTime > 0:
		return l.MoveTime
	}
	return l.Time[turn]
}

// isInfinite reports whether l sets no limit to the search.
func (l Limits) isInfinite() bool {
	return l.Infinite || !l.HasClock() && l.MoveTime == 0 && l.Depth == 0 && l.Nodes == 0 && l.Mate == 0
}

// fields returns the limits of the command go that have a number, in the order in which they are
// written.
func (l *Limits) fields() []field {
	return []field{
		{"wtime", &l.Time[chess.White]},
		{"btime", &l.Time[chess.Black]},
		{"winc", &l.Increment[chess.White]},
		{"binc", &l.Increment[chess.Black]},
		{"movestogo", &l.MovesToGo},
		{"movetime", &l.MoveTime},
		{"depth", &l.Depth},
		{"nodes", &l.Nodes},
		{"mate", &l.Mate},
	}
}

// clockNames are the numbers of the command go that may be 0 or less, as some programs write them.
var clockNames = []string{"winc", "binc", "movestogo"}

// command returns the command that starts a search from p under l.
func (l Limits) command(p chess.Position) string {
	b := []byte("go")
	if l.Ponder {
		b = append(b, " ponder"...)
	}
	b = appendFields(b, l.fields())
	if l.isInfinite() {
		b = append(b, " infinite"...)
	}
	if len(l.SearchMoves) > 0 {
		b = append(b, " searchmoves"...)
		for _, m := range l.SearchMoves {
			b = append(append(b, ' '), p.UCI(m)...)
		}
	}
	return string(b)
}

// parseLimits parses what follows the command go in p. It skips words that it does not know and
// moves that are not legal. A clock or a time for the move that is given is at least 1 millisecond,
// and a negative limit is 1.
func parseLimits(w words, p chess.Position) Limits {
	var l Limits
	for name := w.next(); name != ""; name = w.next() {
		switch name {
		case "ponder":
			l.Ponder = true
		case "infinite":
			l.Infinite = true
		case "searchmoves":
			l.SearchMoves = w.choices(p)
		}
		f, _ := find(l.fields(), name)
		if n, ok := w.number(); ok {
			if name == "wtime" || name == "btime" || name == "movetime" || n < 0 && !slices.Contains(clockNames, name) {
				n = max(n, 1)
			}
			f.set(n) // nothing if there is no such field
		}
	}
	return l
}
