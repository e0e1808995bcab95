// Package fault makes errors that have one form in JSON: an object that begins with the message as
// "text", followed by the fields of the error.
package fault

import (
	"encoding/json"
	"errors"
	"fmt"
	"maps"
	"reflect"
	"slices"
	"strings"
)

// A Sentinel is an error without details, to compare with [errors.Is].
type Sentinel string

// New is [errors.New] for an error with a form in JSON. Errors with the same text are equal.
func New(text string) error { return Sentinel(text) }

// The errors of calls that are given nil where they need a value.
const (
	NoReader Sentinel = "no reader: the value is nil"
	NoWriter Sentinel = "no writer: the value is nil"
	NoGame   Sentinel = "no game: the value is nil"
	NoBook   Sentinel = "no book: the value is nil"
)

// Error returns the text.
func (s Sentinel) Error() string { return string(s) }

// MarshalJSON returns an object with the message as "text".
func (s Sentinel) MarshalJSON() ([]byte, error) { return JSON(s, nil) }

// A plain is an error that has only a message in JSON.
type plain struct{ error }

// Unwrap returns the error.
func (p plain) Unwrap() error { return p.error }

// MarshalJSON returns an object with the message as "text".
func (p plain) MarshalJSON() ([]byte, error) { return JSON(p, nil) }

// Errorf is [fmt.Errorf] for an error with a form in JSON.
func Errorf(format string, args ...any) error { return plain{fmt.Errorf(format, args...)} }

// A joined is several errors.
type joined struct {
	errs []error
}

// Join is [errors.Join] for an error with a form in JSON. It returns a single error as it is.
func Join(errs ...error) error {
	found := slices.DeleteFunc(slices.Clone(errs), func(err error) bool { return err == nil })
	switch len(found) {
	case 0:
		return nil
	case 1:
		return found[0]
	}
	return &joined{found}
}

// Error returns the messages, each on its own line.
func (j *joined) Error() string { return errors.Join(j.errs...).Error() }

// Unwrap returns the errors.
func (j *joined) Unwrap() []error { return j.errs }

// MarshalJSON returns an object with the messages as "text" and the errors as "errors".
func (j *joined) MarshalJSON() ([]byte, error) {
	list := make([]json.Marshaler, len(j.errs))
	for i, err := range j.errs {
		list[i] = marshaler(err)
	}
	return JSON(j, map[string]any{"errors": list})
}

// marshaler returns err, or an error with the same message that has a form in JSON.
func marshaler(err error) json.Marshaler {
	if m, ok := err.(json.Marshaler); ok {
		return m
	}
	return plain{err}
}

// JSON returns an object that begins with the message of err as "text", followed by the fields, which
// are those of a map, a pointer to a struct, or nil. The fields of a struct need tags. Errors in them
// are objects too, whatever their type.
func JSON(err error, fields any) ([]byte, error) {
	b, _ := json.Marshal(err.Error()) // a string always marshals
	b = append([]byte(`{"text":`), b...)
	switch v := reflect.Indirect(reflect.ValueOf(fields)); v.Kind() {
	case reflect.Map:
		object := fields.(map[string]any)
		for _, name := range slices.Sorted(maps.Keys(object)) {
			b = appendField(b, name, object[name])
		}
	case reflect.Struct:
		for i := range v.NumField() {
			name, option, _ := strings.Cut(v.Type().Field(i).Tag.Get("json"), ",")
			if name != "" && (option == "" || !v.Field(i).IsZero()) {
				b = appendField(b, name, v.Field(i).Interface())
			}
		}
	}
	return append(b, '}'), nil
}

// appendField appends a field of an object after others.
func appendField(b []byte, name string, value any) []byte {
	if cause, ok := value.(error); ok {
		value = marshaler(cause)
	}
	text, failed := json.Marshal(value)
	if failed != nil { // such as a color that does not exist
		text, _ = json.Marshal(fmt.Sprint(value))
	}
	return append(fmt.Appendf(b, ",%q:", name), text...)
}

// MoveText returns the text of an error about a move of the games: who has tried which move, and the
// reason, with the details in parentheses. The zero reason is not known.
func MoveText[R interface {
	~uint8
	fmt.Stringer
}](move string, reason R, detail string) string {
	why := reason.String()
	if reason == 0 {
		why = "illegal move"
	}
	return move + ": " + why + Parentheses(detail)
}

// Parentheses returns s in parentheses with a space before them, or "" if s is empty.
func Parentheses(s string) string {
	if s == "" {
		return ""
	}
	return " (" + s + ")"
}
