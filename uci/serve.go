package uci

import (
	"context"
	"io"

	"github.com/shakki/chess"
)

// A Searcher finds moves. It is what a program needs to be an engine.
type Searcher interface {
	// Search returns the best move in the position at the end of r.Game, which has at least one legal
	// move. It should return soon when ctx is done: on the command to stop, or when r.Limits.MoveTime
	// is over. The other limits are up to Search. It may ignore Infinite and Ponder and return early:
	// the move is then held back until the program is asked for it.
	//
	// Serve never calls Search twice at a time.
	Search(ctx context.Context, r *Request) Best
}

// A Request is a search that a program is asked for.
type Request struct {
	Game   *chess.Game // the game so far, under the zero [chess.Rules]; Search may change it
	Limits Limits
	Debug  bool // whether the user has asked for more messages
}

// Report reports the progress of the search to the user. PV should consist of legal moves. What
// follows an illegal move is left out.
func (r *Request) Report(info Info) {}

// PonderHit returns a channel that is closed when the search no longer ponders. From then on the
// time counts. The channel is closed from the start if Limits.Ponder is false.
func (r *Request) PonderHit() <-chan struct{} { return nil }

// A Program is an engine for [Serve].
type Program struct {
	Name, Author string
	Options      []Option // Serve adds UCI_Chess960 and Ponder
	NewGame      func()   // called before a new game unless nil, never during a search
	Searcher     Searcher
}

// Serve runs p as a UCI engine until the command quit or the end of in:
//
//	uci.Serve(os.Stdin, os.Stdout, uci.Program{Name: "Example", Searcher: bot})
//
// Serve answers a stop within 10 milliseconds. If Search has not returned by then, the answer is the
// first move of the last principal variation that it reported, or any legal move. Serve ignores
// unknown commands. It reports an illegal position or move with "info string" and keeps the position
// before. The error is that of in or out. When Serve returns, so has Search.
func Serve(in io.Reader, out io.Writer, p Program) error { return nil }
