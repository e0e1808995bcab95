package uci

import (
	"fmt"
	"strings"

	"github.com/shakki/chess/internal/fault"
)

// The ways in which a call can fail. An [*Error] matches one of them with [errors.Is]. After
// ErrExited, ErrTimeout, and ErrProtocol the engine is no longer running, and later calls return
// the same error.
var (
	ErrExited   = fault.New("the engine has exited")
	ErrTimeout  = fault.New("the engine did not answer in time")
	ErrProtocol = fault.New("the engine broke the protocol")
	ErrBusy     = fault.New("the engine is busy")
	ErrClosed   = fault.New("the engine is closed")
)

// ErrNoLimit is the error of a search whose [Limits] do not say when it ends.
var ErrNoLimit = fault.New("the search has no limit: set one, or Infinite for a search until it is stopped")

// unstarted is the error of the zero Engine and the zero Search.
var unstarted = &Error{Engine: "engine", During: starting, Kind: ErrClosed, Detail: "it was never started"}

// An Error reports that an engine failed, or could not do what was asked.
type Error struct {
	Engine string   `json:"engine"`           // the name of the engine, or of its program if the engine has not given its name
	During string   `json:"during"`           // what the engine was doing: "start", "handshake", "new game", "setup", "search", "waiting", or "close"
	Kind   error    `json:"kind,omitempty"`   // ErrExited, ErrTimeout, ErrProtocol, ErrBusy, or ErrClosed
	Detail string   `json:"detail"`           // "bestmove is not a legal move", or "" if Kind or Err says everything
	Output []string `json:"output,omitempty"` // the last lines of the engine's output, the oldest first, shortened if they are long
	Err    error    `json:"error,omitempty"`  // the cause, such as a *chess.MoveError, an *exec.ExitError, or the error of a context, or nil
}

// Error names the engine, says what happened, and quotes the last line of the output.
func (e *Error) Error() string {
	var b strings.Builder
	fmt.Fprintf(&b, "%s: %s: %v", e.Engine, e.During, e.Kind)
	if e.Detail != "" {
		fmt.Fprintf(&b, ": %s", e.Detail)
	}
	if e.Err != nil {
		fmt.Fprintf(&b, ": %v", e.Err)
	}
	if len(e.Output) > 0 {
		fmt.Fprintf(&b, " (last output: %q)", e.Output[len(e.Output)-1])
	}
	return b.String()
}

// Unwrap returns the kind and the cause.
func (e *Error) Unwrap() []error {
	if e.Err == nil {
		return []error{e.Kind}
	}
	return []error{e.Kind, e.Err}
}

// Bounds on the output that an error has.
const (
	tailLines = 10
	tailBytes = 200 // of each line
)

// MarshalJSON returns an object with the message as "text", and the fields.
func (e *Error) MarshalJSON() ([]byte, error) { return fault.JSON(e, e) }
