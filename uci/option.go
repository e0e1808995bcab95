package uci

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

// An Option is a setting that an engine offers. [Engine.Options] lists those of an engine. A program
// that is an engine declares its own with [NewCheck], [NewSpin], [NewCombo], [NewButton], and
// [NewString].
type Option struct {
	Name     string
	Type     OptionType
	Default  string   // the value at the start, in the form of the protocol: "true", "16", "" for empty text
	Min, Max int      // the range of a Spin
	Choices  []string // the values of a Combo

	set func(value string) error // sets a value that is valid
}

// An OptionError reports a value that does not fit an option, or a name that no option has.
type OptionError struct {
	Option Option // the option, with only the name if the engine does not have it
	Value  string // the value that was rejected
	Reason string // "must be from 1 to 1024"
}

// Error names the option and the value and says why the value was rejected.
func (e *OptionError) Error() string { return e.Reason }

// NewCheck declares an option that is true or false. Serve calls set with each new value, never
// during a search. An error of set is reported to the user.
func NewCheck(name string, value bool, set func(bool) error) Option { return Option{} }

// NewSpin declares an option that is an integer from low to high. See [NewCheck].
func NewSpin(name string, value, low, high int, set func(int) error) Option { return Option{} }

// NewCombo declares an option that is one of the choices. See [NewCheck].
func NewCombo(name, value string, choices []string, set func(string) error) Option { return Option{} }

// NewButton declares an option that is an action. See [NewCheck].
func NewButton(name string, press func() error) Option { return Option{} }

// NewString declares an option that is a text, such as the name of a file. See [NewCheck].
func NewString(name, value string, set func(string) error) Option { return Option{} }
