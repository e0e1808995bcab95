package chess

import (
	"fmt"
	"math"
	"strconv"
	"strings"
	"time"

	"github.com/shakki/chess/internal/jsonform"
	"github.com/shakki/chess/internal/pgntext"
	"github.com/shakki/chess/internal/tagvalue"
)

// A MoveInfo is what servers and study editors note about a move in the commands of its comment,
// such as "[%clk 0:05:00] [%eval -1.25,18]".
type MoveInfo struct {
	Eval    *Eval          `json:"eval,omitempty"`    // [%eval]: the evaluation after the move
	Shapes  []Shape        `json:"shapes,omitempty"`  // [%csl] and [%cal]: colored squares and arrows
	Text    string         `json:"text,omitempty"`    // the rest of the comment
	Clock   *time.Duration `json:"clock,omitempty"`   // [%clk]: the time left to the player who moved
	Elapsed *time.Duration `json:"elapsed,omitempty"` // [%emt]: the time spent on the move
}

// MarshalJSON returns an object with the fields. Times are numbers of seconds.
func (c MoveInfo) MarshalJSON() ([]byte, error) { return jsonform.Marshal(&c) }

// UnmarshalJSON reads the form that MarshalJSON writes.
func (c *MoveInfo) UnmarshalJSON(text []byte) error { return jsonform.Unmarshal(text, c) }

// An Eval is the evaluation of a position by an engine, from White's point of view.
type Eval struct {
	Centipawns int  `json:"centipawns"`      // the evaluation if Mate is 0
	Mate       int  `json:"mate,omitempty"`  // the number of moves to mate, negative if Black mates, or 0 for no mate
	Mated      bool `json:"mated,omitempty"` // the position is checkmate, and Mate is 1 if White has mated, or -1 if Black has
	Depth      int  `json:"depth,omitempty"` // the depth of the search in plies, or 0 if it is not known
}

// A Shape is a colored square, or a colored arrow if To differs from From.
type Shape struct {
	Letter   byte   // the color: 'G', 'R', 'Y', or 'B' for green, red, yellow, or blue, or another capital letter
	From, To Square // the ends of the arrow, or the same square twice
}

// parseShape parses the form that [Shape.String] returns.
func parseShape(s string) (Shape, error) {
	if (len(s) == 3 || len(s) == 5) && 'A' <= s[0] && s[0] <= 'Z' {
		shape := Shape{s[0], squareOf(s[1], s[2]), squareOf(s[len(s)-2], s[len(s)-1])}
		if shape.String() == s {
			return shape, nil
		}
	}
	return Shape{}, &ParseError{"shape", s, "a letter of a color and one or two squares, such as Ge4 or Ge2e4"}
}

// isArrow reports whether s is an arrow.
func (s Shape) isArrow() bool { return s.From != s.To }

// String returns "Ge4" for a square and "Ge2e4" for an arrow.
func (s Shape) String() string {
	text := string(rune(s.Letter)) + s.From.String()
	if s.isArrow() {
		text += s.To.String()
	}
	return text
}

// MarshalText implements [encoding.TextMarshaler] with the form of String. The error is a
// [*ParseError] if that form is not valid.
func (s Shape) MarshalText() ([]byte, error) {
	text := s.String()
	if _, err := parseShape(text); err != nil {
		return nil, err
	}
	return []byte(text), nil
}

// UnmarshalText implements [encoding.TextUnmarshaler] for the form that String writes.
func (s *Shape) UnmarshalText(text []byte) error { return unmarshal(s, text, parseShape) }

// ParseMoveInfo splits a comment into its commands and its text. Commands that are unknown,
// duplicate, or malformed remain in the text.
func ParseMoveInfo(comment string) MoveInfo {
	var c MoveInfo
	c.Text = strings.TrimSpace(string(pgntext.OmitCommands([]byte(comment), c.parse)))
	return c
}

// parse parses one command, such as "clk" with the value "0:05:00", and reports whether it is
// known, new, and well formed.
func (c *MoveInfo) parse(name, value string) bool {
	switch name {
	case "clk":
		return set(&c.Clock, value, tagvalue.ParseClock)
	case "emt":
		return set(&c.Elapsed, value, tagvalue.ParseClock)
	case "eval":
		return set(&c.Eval, value, parseEval)
	case "csl", "cal":
		shapes, ok := parseShapes(value, name == "cal")
		c.Shapes = append(c.Shapes, shapes...)
		return ok
	}
	return false
}

// set parses text and stores its value in field. It reports false if the field is set already or
// text is not valid.
func set[T any](field **T, text string, parse func(string) (T, bool)) bool {
	v, ok := parse(text)
	if !ok || *field != nil {
		return false
	}
	*field = &v
	return true
}

// parseEval parses an evaluation such as "-1.25" or "#-3", or "-1.25,18" with the depth. "#0" is
// checkmate by White, and "#-0" by Black.
func parseEval(s string) (Eval, bool) {
	var e Eval
	value, depth, found := strings.Cut(s, ",")
	if found {
		n, err := strconv.ParseUint(depth, 10, 16)
		if err != nil {
			return e, false
		}
		e.Depth = int(n)
	}
	if mate, ok := strings.CutPrefix(value, "#"); ok {
		n, err := strconv.ParseInt(mate, 10, 16)
		if e.Mate = int(n); n == 0 {
			e.Mated, e.Mate = true, 1
			if mate[:min(len(mate), 1)] == "-" {
				e.Mate = -1
			}
		}
		return e, err == nil
	}
	if strings.Trim(value, "+-0123456789.") != "" {
		return e, false
	}
	pawns, err := strconv.ParseFloat(value, 64)
	if err != nil || math.Abs(pawns) > 1e6 {
		return e, false
	}
	e.Centipawns = int(math.Round(100 * pawns))
	return e, true
}

// parseShapes parses squares such as "Ge4,Rd5", or arrows such as "Ge2e4,Rd7d5".
func parseShapes(s string, arrows bool) ([]Shape, bool) {
	var shapes []Shape
	for _, word := range strings.Split(s, ",") {
		shape, err := parseShape(strings.TrimSpace(word))
		if err != nil || shape.isArrow() != arrows {
			return nil, false
		}
		shapes = append(shapes, shape)
	}
	return shapes, true
}

// String returns the comment: the commands in a fixed order, and the text.
func (c MoveInfo) String() string {
	var parts []string
	add := func(format string, args ...any) { parts = append(parts, fmt.Sprintf(format, args...)) }
	if squares := c.shapes(false); squares != "" {
		add("[%%csl %s]", squares)
	}
	if arrows := c.shapes(true); arrows != "" {
		add("[%%cal %s]", arrows)
	}
	if c.Eval != nil {
		add("[%%eval %v]", *c.Eval)
	}
	if c.Clock != nil {
		add("[%%clk %s]", tagvalue.ClockText(*c.Clock))
	}
	if c.Elapsed != nil {
		add("[%%emt %s]", tagvalue.ClockText(*c.Elapsed))
	}
	if c.Text != "" {
		parts = append(parts, c.Text)
	}
	return strings.Join(parts, " ")
}

// shapes returns the squares or the arrows, separated by commas.
func (c MoveInfo) shapes(arrows bool) string {
	var words []string
	for _, s := range c.Shapes {
		if s.isArrow() == arrows {
			words = append(words, s.String())
		}
	}
	return strings.Join(words, ",")
}

// Number returns e as one number, which is greater if e is better for White: the centipawns, at most
// 900,000 for either side, or 1,000,000 - n for a mate in n moves, and the negative of it if Black
// mates. Mates in more than 99,999 moves count as that many, and checkmate as one in 0. The depth does
// not count.
func (e Eval) Number() int {
	const mate, longest, most = 1_000_000, 99_999, 900_000
	switch n := min(max(e.Mate, -longest), longest); {
	case e.Mated && n < 0:
		return -mate
	case e.Mated:
		return mate
	case n > 0:
		return mate - n
	case n < 0:
		return -mate - n
	}
	return min(max(e.Centipawns, -most), most)
}

// String returns a form such as "-1.25" or "#-3", or "-1.25,18" if the depth is known. Checkmate is "#0"
// if White has mated, and "#-0" if Black has.
func (e Eval) String() string {
	text := strconv.FormatFloat(float64(e.Centipawns)/100, 'f', 2, 64)
	switch {
	case e.Mated && e.Mate < 0:
		text = "#-0"
	case e.Mated:
		text = "#0"
	case e.Mate != 0:
		text = "#" + strconv.Itoa(e.Mate)
	}
	if e.Depth != 0 {
		text += "," + strconv.Itoa(e.Depth)
	}
	return text
}
