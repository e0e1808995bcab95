package uci

import (
	"context"
	"io"
	"iter"
	"os/exec"
	"time"

	"github.com/shakki/chess"
)

// An Engine is a UCI engine that the program drives. Start runs one. A program must call
// [Engine.Close] when it no longer needs the engine.
type Engine struct {
	// Grace is how long the engine may take to answer a command, to stop, and to exit before it is
	// killed. 0 means 1 second. It must be set before other calls.
	Grace time.Duration
}

// Start runs a program that is a UCI engine and waits until it is ready. The name and the arguments
// are those of [exec.Command]. The engine has until ctx is done, and at most 10 seconds if ctx has no
// deadline. Afterwards ctx has no effect on the engine. The error is an [*Error].
func Start(ctx context.Context, name string, args ...string) (*Engine, error) {
	return StartCommand(ctx, exec.Command(name, args...))
}

// StartCommand is Start for a command with its own directory, environment, or standard error. The
// command must not have been started, and its Stdin and Stdout must be nil.
func StartCommand(ctx context.Context, cmd *exec.Cmd) (*Engine, error) { return nil, ErrClosed }

// New is Start for an engine that is already running. Its output is read from r, and commands to it
// are written to w. Close closes both, which must end calls of Read and Write that are in progress.
func New(ctx context.Context, r io.ReadCloser, w io.WriteCloser) (*Engine, error) {
	return nil, ErrClosed
}

// Name returns the name and version of the engine, such as "Stockfish 15.1".
func (e *Engine) Name() string { return "" }

// Author returns the names of the authors of the engine.
func (e *Engine) Author() string { return "" }

// Options returns the options that the engine offers, in its order.
func (e *Engine) Options() []Option { return nil }

// SetOption sets an option. Case does not matter in the name. The value is a bool for a Check, an int
// for a Spin, a string for a Combo or a String, and nil for a Button. A string in the form of the
// protocol, such as "256", is accepted for every type. If the value does not fit the option, it is
// not sent, and the error is an [*OptionError]. During a search the error is an [*Error] with ErrBusy.
//
// Search sets UCI_Chess960 by itself.
func (e *Engine) SetOption(name string, value any) error { return nil }

// NewGame tells the engine that the next search belongs to another game, and waits until it is ready.
func (e *Engine) NewGame(ctx context.Context) error { return nil }

// Search searches for the best move after the moves of a game. The history is a [*chess.Game], or the
// result of [From]. The engine gets all moves, so that it sees repetitions. Chess960 needs no
// preparation.
//
// When ctx is done, Search stops the engine, and the best move so far is the result of the search.
// If the engine does not answer within [Engine.Grace], it is killed. The same happens when the engine
// exceeds MoveTime, or the time on its clock, by Grace.
//
// Search does not wait. Errors are reported by [Search.Best]. An engine can do one search at a time.
func (e *Engine) Search(ctx context.Context, history History, limits Limits) *Search { return nil }

// Close ends the engine and waits until it has exited. If the engine does not exit within
// [Engine.Grace], it is killed, and Close returns an [*Error] with ErrTimeout. A search that is in
// progress ends with ErrClosed.
func (e *Engine) Close() error { return nil }

// A History is a start position and the moves that were made from there. A [*chess.Game] is one.
type History interface {
	Start() chess.Position
	Moves() []chess.Move
}

// From returns the history that consists of a position and moves from it.
func From(start chess.Position, moves ...chess.Move) History { return history{start, moves} }

type history struct {
	start chess.Position
	moves []chess.Move
}

func (h history) Start() chess.Position { return h.start }
func (h history) Moves() []chess.Move   { return h.moves }

// A Search is a search in progress, or its result.
type Search struct{}

// Infos iterates over the reports of the engine and ends with the search. It begins with the oldest
// report that is kept. The last 1,000 are kept, so a loop that is slower than the engine misses some.
// A program that does not call Infos loses nothing but the reports.
func (s *Search) Infos() iter.Seq[Info] { return func(func(Info) bool) {} }

// Lines returns the last report of each principal variation, the best first. During the search they
// are those so far. Without the option MultiPV there is one, or none before the first report.
func (s *Search) Lines() []Info { return nil }

// Best waits until the search ends and returns the best move. If the engine failed during the search,
// Best returns the first move of the last principal variation, if there is one, and an [*Error].
func (s *Search) Best() (Best, error) { return Best{}, nil }

// Stop tells the engine to end the search with the best move so far. It does not wait. Stop does
// nothing if the search has ended.
func (s *Search) Stop() {}

// PonderHit tells the engine that the opponent has made the last move of the history. A search with
// [Limits.Ponder] then continues under its other limits. PonderHit does nothing if the search has
// ended or does not ponder.
func (s *Search) PonderHit() {}
