package chess

import "fmt"

// A Result is the score of a game. The zero value is [Unfinished].
type Result uint8

// The four results, as PGN writes them.
const (
	Unfinished Result = iota // *
	WhiteWins                // 1-0
	BlackWins                // 0-1
	Draw                     // 1/2-1/2
)

var resultTexts = [...]string{"*", "1-0", "0-1", "1/2-1/2"}

// ParseResult parses "*", "1-0", "0-1" or "1/2-1/2". The error is a
// [*ParseError].
func ParseResult(s string) (Result, error) {
	return parseName[Result]("result", resultTexts[:], s)
}

// WinFor returns the result that c wins.
func WinFor(c Color) Result {
	if c == Black {
		return BlackWins
	}
	return WhiteWins
}

// Winner returns the winner and true, or false if nobody has won.
func (r Result) Winner() (Color, bool) {
	switch r {
	case WhiteWins:
		return White, true
	case BlackWins:
		return Black, true
	}
	return White, false
}

// String returns "*", "1-0", "0-1" or "1/2-1/2".
func (r Result) String() string {
	if int(r) < len(resultTexts) {
		return resultTexts[r]
	}
	return fmt.Sprintf("Result(%d)", uint8(r))
}

// AppendText implements [encoding.TextAppender] with the form of [Result.String].
func (r Result) AppendText(b []byte) ([]byte, error) {
	return appendName(b, "result", resultTexts[:], r)
}

// MarshalText implements [encoding.TextMarshaler].
func (r Result) MarshalText() ([]byte, error) { return r.AppendText(nil) }

// UnmarshalText implements [encoding.TextUnmarshaler] with [ParseResult].
func (r *Result) UnmarshalText(text []byte) error { return unmarshal(r, text, ParseResult) }

// A Reason is the way in which a game has ended. The zero value is [NoReason].
type Reason uint8

// The reasons, with the article of the FIDE Laws that holds each.
const (
	NoReason            Reason = iota // the game goes on, or the record does not tell
	Checkmate                         // 5.1.1
	Stalemate                         // 5.2.1
	DeadPosition                      // 5.2.2: neither side can checkmate any more
	ThreefoldRepetition               // 9.2
	FivefoldRepetition                // 9.6.1
	FiftyMoves                        // 9.3
	SeventyFiveMoves                  // 9.6.2
	PerpetualCheck                    // rule sheet S2
	Agreement                         // 5.2.3
	Resignation                       // 5.1.2
	Time                              // 6.9
	Adjudication                      // an arbiter's or a server's decision
)

var reasonTexts = [...]string{
	"none", "checkmate", "stalemate", "dead position", "threefold repetition", "fivefold repetition",
	"fifty moves", "seventy-five moves", "perpetual check", "agreement", "resignation", "time", "adjudication",
}

// ParseReason parses the form that [Reason.String] writes: "checkmate". The
// error is a [*ParseError].
func ParseReason(s string) (Reason, error) { return parseName[Reason]("reason", reasonTexts[:], s) }

// String returns the reason in words: "checkmate".
func (r Reason) String() string {
	if int(r) < len(reasonTexts) {
		return reasonTexts[r]
	}
	return fmt.Sprintf("Reason(%d)", uint8(r))
}

// AppendText implements [encoding.TextAppender] with the form of [Reason.String].
func (r Reason) AppendText(b []byte) ([]byte, error) {
	return appendName(b, "reason", reasonTexts[:], r)
}

// MarshalText implements [encoding.TextMarshaler].
func (r Reason) MarshalText() ([]byte, error) { return r.AppendText(nil) }

// UnmarshalText implements [encoding.TextUnmarshaler] with [ParseReason].
func (r *Reason) UnmarshalText(text []byte) error { return unmarshal(r, text, ParseReason) }

// An Outcome is the result of a game and its reason. The zero value stands for
// a game that goes on.
type Outcome struct {
	Result Result // Unfinished while the game goes on
	Reason Reason // NoReason if it goes on, or if a record does not tell
}

// IsOver reports whether the game has ended.
func (o Outcome) IsOver() bool { return o.Result != Unfinished }

// Winner returns the winner and true, or false if nobody has won.
func (o Outcome) Winner() (Color, bool) { return o.Result.Winner() }

// String returns the result and the reason: "1-0 (checkmate)", or "*".
func (o Outcome) String() string {
	if o.Reason == NoReason {
		return o.Result.String()
	}
	return fmt.Sprintf("%v (%v)", o.Result, o.Reason)
}

// Outcome returns how the game ends in p whatever has been agreed on: by
// checkmate or stalemate, or not at all. See [Game.Outcome] for the endings that
// rest on the rules of the game and on what has happened before.
func (p *Position) Outcome() Outcome {
	switch {
	case p.kings() == 0 || p.HasLegalMove():
		return Outcome{}
	case p.InCheck():
		return Outcome{WinFor(p.Turn().Other()), Checkmate}
	}
	return Outcome{Draw, Stalemate}
}
