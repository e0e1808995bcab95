package uci

import (
	"errors"
	"testing"
)

// TestErrorText checks that the message of an error ends with the last line that the engine wrote.
func TestErrorText(t *testing.T) {
	for want, output := range map[string][]string{"": nil, ` (last output: "a")`: {"a"}, ` (last output: "b")`: {"a", "b"}} {
		err := &Error{Engine: "E", During: "start", Kind: ErrExited, Output: output}
		if got, head := err.Error(), "E: start: "+ErrExited.Error(); got != head+want {
			t.Errorf("Error() = %q, want %q", got, head+want)
		}
	}
}

// TestErrorParts checks that the message of an error has the detail and the cause, and that [errors.Is] finds both.
func TestErrorParts(t *testing.T) {
	cause := errors.New("cause")
	for _, test := range []struct {
		detail string
		cause  error
		want   string
	}{{"", nil, ""}, {"detail", nil, ": detail"}, {"", cause, ": cause"}, {"detail", cause, ": detail: cause"}} {
		err := &Error{Engine: "E", During: "start", Kind: ErrTimeout, Detail: test.detail, Err: test.cause}
		if got, want := err.Error(), "E: start: "+ErrTimeout.Error()+test.want; got != want {
			t.Errorf("Error() = %q, want %q", got, want)
		}
		if !errors.Is(err, ErrTimeout) || errors.Is(err, cause) != (test.cause != nil) {
			t.Errorf("%v: Unwrap() = %v", err, err.Unwrap())
		}
	}
}
