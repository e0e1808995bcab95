package uci

import "errors"

// The ways in which a call can fail. An [*Error] matches one of them with [errors.Is]. After the
// first three, the engine has been killed, and all later calls return the same error.
var (
	ErrExited   = errors.New("the engine exited")
	ErrTimeout  = errors.New("the engine did not answer in time")
	ErrProtocol = errors.New("the engine broke the protocol")
	ErrBusy     = errors.New("the engine is searching")
	ErrClosed   = errors.New("the engine is closed")
)

// An Error reports that an engine failed, or could not do what was asked.
type Error struct {
	Engine string   // the name of the engine, or of its program before it has given its name
	During string   // what the engine was asked: "start", "handshake", "search", ...
	Kind   error    // ErrExited, ErrTimeout, ErrProtocol, ErrBusy, or ErrClosed
	Reason string   // "bestmove e2e5 is illegal", or "" if the kind says everything
	Output []string // the last lines of the engine, the oldest first; long lines are shortened
	Err    error    // the cause, such as a *chess.MoveError, an *exec.ExitError, or the error of the context, or nil
}

// Error returns one line with the name, the reason, and the last line of the output.
func (e *Error) Error() string { return e.Reason }

// Unwrap returns the kind and the cause.
func (e *Error) Unwrap() []error { return []error{e.Kind, e.Err} }
