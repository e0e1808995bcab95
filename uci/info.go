package uci

import (
	"time"

	"github.com/shakki/chess"
)

// A Bound says how a [Score] relates to the value of the position. The zero value is Exact.
type Bound uint8

// The bounds.
const (
	Exact      Bound = iota
	LowerBound       // the position is at least as good for the side to move
	UpperBound       // the position is at most as good for the side to move
)

// A Score is the evaluation of a position by an engine, from the point of view of the side to move.
// The zero value is an exact score of 0 centipawns.
type Score struct {
	Centipawns int   `json:"centipawns"`      // the evaluation if Mate is 0 and Mated is false
	Mate       int   `json:"mate,omitempty"`  // moves to mate, negative if the side to move is mated, or 0 for no mate
	Mated      bool  `json:"mated,omitempty"` // the side to move is checkmated
	Bound      Bound `json:"bound,omitempty"`
}

// Eval returns s from White's point of view. The arguments are the side to move in the position, and
// the depth of the search in plies or 0. An Eval has no bounds. If the side to move is checkmated,
// the result is a mate in 1 by the opponent.
func (s Score) Eval(turn chess.Color, depth int) chess.Eval {
	e := chess.Eval{Centipawns: s.Centipawns, Mate: s.Mate, Depth: depth}
	if s.Mated {
		e.Mate = -1
	}
	if turn == chess.Black {
		e.Centipawns, e.Mate = -e.Centipawns, -e.Mate
	}
	return e
}

// A WDL holds the probabilities of the results for the side to move, in permille.
type WDL struct {
	Win  int `json:"win"`
	Draw int `json:"draw"`
	Loss int `json:"loss"`
}

// An Info is what an engine reports during a search. Engines send many reports, each with a few of
// the fields. The zero value of a field means that the report does not have it.
type Info struct {
	Depth          int           `json:"depth,omitempty"`          // in plies
	SelectiveDepth int           `json:"selectiveDepth,omitempty"` // of the longest line, in plies
	MultiPV        int           `json:"multiPV,omitempty"`        // the rank of PV, from 1, or 0 if the engine reports only one line
	Score          *Score        `json:"score,omitempty"`          // the evaluation
	WDL            *WDL          `json:"wdl,omitempty"`            // the chances
	PV             []chess.Move  `json:"pv,omitempty"`             // the principal variation: legal moves from the position searched
	Time           time.Duration `json:"time,omitempty"`           // since the search began
	Nodes          int64         `json:"nodes,omitempty"`          // positions searched
	NodesPerSecond int64         `json:"nodesPerSecond,omitempty"`
	HashFull       int           `json:"hashFull,omitempty"`      // how full the hash table is, in permille
	TablebaseHits  int64         `json:"tablebaseHits,omitempty"` // positions found in endgame tablebases
	CPULoad        int           `json:"cpuLoad,omitempty"`       // in permille

	CurrentMove       chess.Move   `json:"currentMove,omitzero"`        // the move being searched
	CurrentMoveNumber int          `json:"currentMoveNumber,omitempty"` // its number, from 1
	CurrentLine       []chess.Move `json:"currentLine,omitempty"`       // the line being searched
	CPU               int          `json:"cpu,omitempty"`               // the processor that searches CurrentLine, from 1
	Refutation        []chess.Move `json:"refutation,omitempty"`        // a move and the line that refutes it

	Text string `json:"text,omitempty"` // a message
}

// A Best is the result of a search.
type Best struct {
	Move   chess.Move `json:"move"`            // the best move, or NullMove if there is no legal move
	Ponder chess.Move `json:"ponder,omitzero"` // the reply that the engine expects, or NullMove
}
