package uci

import (
	"time"

	"github.com/shakki/chess"
)

// Limits say when a search ends and which moves it considers. The search ends at the first limit
// that it reaches. A field with its zero value sets no limit, and with the zero Limits a search
// goes on until it is stopped.
type Limits struct {
	Time      [2]time.Duration // what is left on the clock of each [chess.Color]
	Increment [2]time.Duration // what each color gains with each move
	MovesToGo int              // moves until the next time control, or 0 if Time is for the rest of the game

	MoveTime time.Duration // the time for this search
	Depth    int           // in plies
	Nodes    int64         // positions searched
	Mate     int           // search for a mate in this number of moves
	Infinite bool          // search until stopped, even if the search is complete or another limit is reached

	Ponder      bool         // search on the opponent's time until [Search.PonderHit], then under the other limits
	SearchMoves []chess.Move // the moves to consider, or nil for all
}

// HasClock reports whether l holds the clocks of the players.
func (l Limits) HasClock() bool {
	return l.Time != [2]time.Duration{} || l.Increment != [2]time.Duration{}
}
