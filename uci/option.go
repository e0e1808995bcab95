package uci

import (
	"cmp"
	"fmt"
	"math"
	"reflect"
	"slices"
	"strconv"
	"strings"

	"github.com/shakki/chess/internal/abridge"
	"github.com/shakki/chess/internal/enum"
	"github.com/shakki/chess/internal/fault"
)

// An OptionType is the type of an [Option]. The zero value is Check.
type OptionType uint8

// The option types.
const (
	Check  OptionType = iota // true or false
	Spin                     // an integer in a range
	Combo                    // one of several texts
	Button                   // an action without a value
	String                   // any text without line breaks
)

// optionTypeNames are the names of the types in the protocol.
var optionTypeNames = enum.Of[OptionType]("option type", "check", "spin", "combo", "button", "string")

// String returns the name in the protocol, such as "spin".
func (t OptionType) String() string { return optionTypeNames.Text(t) }

// MarshalText implements [encoding.TextMarshaler] with the form of String.
func (t OptionType) MarshalText() ([]byte, error) { return optionTypeNames.Marshal(t) }

// UnmarshalText implements [encoding.TextUnmarshaler] for the form that String returns. The error
// is a [*chess.ParseError].
func (t *OptionType) UnmarshalText(text []byte) error { return optionTypeNames.Unmarshal(t, text) }

// An Option is a setting that an engine offers. [Engine.Options] lists those of an engine. A
// program that is an engine declares its own with [NewCheck], [NewSpin], [NewCombo], [NewButton],
// and [NewString].
type Option struct {
	Name    string     `json:"name"`              // may contain spaces
	Type    OptionType `json:"type"`              // decides which of the other fields count
	Default string     `json:"default,omitempty"` // the value at the start: "true", "16", or "" for an empty text
	Min     int        `json:"min,omitempty"`     // the least value of a Spin
	Max     int        `json:"max,omitempty"`     // the greatest value of a Spin
	Choices []string   `json:"choices,omitempty"` // the values of a Combo

	set func(value string) error // sets a value that check has returned
}

// NewCheck declares an option that is true or false. [Serve] calls set with each value that the
// user sets, never during a search, and shows an error of set to the user. An option whose set is nil
// has no effect.
func NewCheck(name string, value bool, set func(bool) error) Option {
	return declare(name, Check, value, set)
}

// NewSpin declares an option that is an integer from low to high. See [NewCheck].
func NewSpin(name string, value, low, high int, set func(int) error) Option {
	o := declare(name, Spin, value, set)
	o.Min, o.Max = low, high
	return o
}

// declare returns an option with values of a Go type.
func declare[T bool | int](name string, kind OptionType, value T, set func(T) error) Option {
	o := Option{Name: name, Type: kind, Default: fmt.Sprint(value)}
	if set != nil {
		o.set = func(text string) error {
			var value T
			fmt.Sscan(text, &value) // cannot fail after check
			return set(value)
		}
	}
	return o
}

// NewCombo declares an option that is one of the choices. See [NewCheck].
func NewCombo(name, value string, choices []string, set func(string) error) Option {
	return Option{Name: name, Type: Combo, Default: value, Choices: choices, set: set}
}

// NewButton declares an option that is an action. See [NewCheck].
func NewButton(name string, press func() error) Option {
	o := Option{Name: name, Type: Button}
	if press != nil {
		o.set = func(string) error { return press() }
	}
	return o
}

// NewString declares an option that is a text, such as the name of a file. See [NewCheck].
func NewString(name, value string, set func(string) error) Option {
	return Option{Name: name, Type: String, Default: value, set: set}
}

// An OptionError reports a value that does not fit an option, or a name that no option has.
type OptionError struct {
	Name   string `json:"name"`   // the name of the option
	Value  string `json:"value"`  // the value that was rejected, or "" if there is no such option
	Detail string `json:"detail"` // "must be an integer from 1 to 1024"

	missing bool // there is no such option
}

// Error names the option and the value and says why the value was rejected.
func (e *OptionError) Error() string {
	if e.missing {
		return e.Detail
	}
	return fmt.Sprintf("option %q: %q: %s", e.Name, abridge.Text(e.Value, tailBytes), e.Detail)
}

// maxValue is how long the value of an option may be. The longest are lists of folders.
const maxValue = 64 << 10

// findOption returns the option with a name, or nil. Case does not matter.
func findOption(options []Option, name string) *Option {
	for i := range options {
		if strings.EqualFold(options[i].Name, name) {
			return &options[i]
		}
	}
	return nil
}

// goTypes says which Go values the types of options take besides strings.
var goTypes = [...]string{Check: "a bool", Spin: "an integer", Combo: "a string", Button: "nil", String: "a string"}

// text returns a Go value in the form of the protocol. Its type must be that of the option, or
// string.
func (o *Option) text(value any) (string, error) {
	v := reflect.ValueOf(value)
	switch {
	case v.Kind() == reflect.String:
		return o.check(v.String())
	case o.Type == Check && v.Kind() == reflect.Bool, o.Type == Spin && (v.CanInt() || v.CanUint()):
		return o.check(fmt.Sprint(v))
	case o.Type == Button && value == nil:
		return "", nil
	}
	return "", o.reject(fmt.Sprint(value), fmt.Sprintf("must be %s, not of type %T", goTypes[o.Type], value))
}

// check returns a value in its usual form, or an [*OptionError] if it does not fit the option.
func (o *Option) check(value string) (string, error) {
	switch o.Type {
	case Check:
		if value = strings.ToLower(value); value != "true" && value != "false" {
			return "", o.reject(value, "must be true or false")
		}
	case Spin:
		n, err := strconv.Atoi(value)
		if err != nil || n < o.Min || n > o.Max {
			return "", o.reject(value, fmt.Sprintf("must be an integer from %d to %d", o.Min, o.Max))
		}
		value = strconv.Itoa(n)
	case Combo:
		i := slices.IndexFunc(o.Choices, func(choice string) bool { return strings.EqualFold(choice, value) })
		if i < 0 {
			return "", o.reject(value, fmt.Sprintf("must be one of %q", o.Choices))
		}
		value = o.Choices[i]
	case Button:
		if value != "" {
			return "", o.reject(value, "a button has no value")
		}
	case String:
		if value != oneLine(value) {
			return "", o.reject(value, "must be one line without space at the ends")
		}
		if len(value) > maxValue {
			return "", o.reject(value, "must have at most 64 KiB")
		}
	}
	return value, nil
}

func (o *Option) reject(value, reason string) error {
	return &OptionError{Name: o.Name, Value: value, Detail: reason}
}

// emptyText stands for an empty text in the protocol.
const emptyText = "<empty>"

// setCommand returns the command that sets the option to a value that check has returned.
func (o *Option) setCommand(value string) string {
	if o.Type == Button {
		return "setoption name " + o.Name
	}
	return "setoption name " + o.Name + " value " + cmp.Or(value, emptyText)
}

// parseSetOption parses what follows the command setoption.
func parseSetOption(w words) (name, value string) {
	if w.next() != "name" {
		return "", ""
	}
	name, _ = w.until("value")
	if value = w.rest(); value == emptyText {
		value = ""
	}
	return name, value
}

// command returns the command that declares the option.
func (o *Option) command() string {
	text := fmt.Sprintf("option name %s type %v", o.Name, o.Type)
	switch o.Type {
	case Button:
		return text
	case Spin:
		return fmt.Sprintf("%s default %s min %d max %d", text, o.Default, o.Min, o.Max)
	}
	text += " default " + cmp.Or(o.Default, emptyText)
	for _, choice := range o.Choices {
		text += " var " + choice
	}
	return text
}

// parseOption parses what follows the command option. If the option has no name, or a type that is
// not known, ok is false.
func parseOption(w words) (o Option, ok bool) {
	if w.next() != "name" {
		return o, false
	}
	o.Name, _ = w.until("type")
	if o.Name == "" || o.Type.UnmarshalText([]byte(w.next())) != nil {
		return o, false
	}
	stops := []string{"default", "min", "max"}
	if o.Type == Combo { // values may have several words
		stops = []string{"var"}
	}
	key := w.next()
	if o.Type == String && key == "default" {
		o.Default = w.rest()
	}
	for o.Type != String && key != "" {
		value, next := w.until(stops...)
		number := words(value)
		switch key {
		case "default":
			o.Default = value
		case "min":
			number.set(&o.Min, math.MinInt)
		case "max":
			number.set(&o.Max, math.MinInt)
		case "var":
			o.Choices = append(o.Choices, value)
		}
		key = next
	}
	if o.Default == emptyText {
		o.Default = ""
	}
	return o, true
}

// MarshalJSON returns an object with the message as "text", and the fields.
func (e *OptionError) MarshalJSON() ([]byte, error) { return fault.JSON(e, e) }
