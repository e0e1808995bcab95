package uci

import (
	"context"

	"github.com/shakki/chess/internal/enum"
)

// A LogKind says where a line of a log comes from. See [WithLog]. The zero value is Sent.
type LogKind uint8

// The kinds of lines.
const (
	Sent     LogKind = iota // the program has sent it to the engine
	Received                // the engine has written it
	Warning                 // the package says what is odd about the line before it
)

// logKindNames are the names of the kinds.
var logKindNames = enum.Of[LogKind]("log kind", "sent", "received", "warning")

// String returns "sent", "received", or "warning".
func (k LogKind) String() string { return logKindNames.Text(k) }

// MarshalText implements [encoding.TextMarshaler] with the form of String.
func (k LogKind) MarshalText() ([]byte, error) { return logKindNames.Marshal(k) }

// UnmarshalText implements [encoding.TextUnmarshaler] for the form that String returns. The error
// is a [*chess.ParseError].
func (k *LogKind) UnmarshalText(text []byte) error { return logKindNames.Unmarshal(k, text) }

// logKey is the key of the log in a context.
type logKey struct{}

// WithLog returns a context for [Start], [StartCommand], and [New] that makes the engine call log
// with every line that is sent and received, from the first to the last, without the line ends.
// Other functions ignore it.
//
// The engine calls log once at a time and in the order of the conversation. It waits until log
// returns, so log must be quick, and must not call methods of the engine. No call comes after
// [Engine.Close] or a failed start has returned.
func WithLog(ctx context.Context, log func(kind LogKind, line string)) context.Context {
	return context.WithValue(ctx, logKey{}, log)
}

// note gives a line to the log.
func (e *Engine) note(kind LogKind, line string) {
	if e.log == nil {
		return
	}
	e.logging.Lock()
	defer e.logging.Unlock()
	e.log(kind, line)
}
