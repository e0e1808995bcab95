// Package pictureflag holds the flags of commands that draw a board, such as "shakki show" and
// shakkipng. A program of your own can have the same flags:
//
//	var o diagram.Options
//	pictureflag.Add(flag.CommandLine, &o, 4500)
//	flag.Parse()
//	board, _, err := pictureflag.ParseBoard(flag.Args())
package pictureflag

import (
	"bytes"
	"cmp"
	"encoding"
	"encoding/json"
	"errors"
	"flag"
	"fmt"
	"os"
	"strconv"
	"strings"

	"github.com/shakki/chess"
	"github.com/shakki/chess/diagram"
)

// Add adds the flags to a set. When the set is parsed, they change o, which must not be nil. The flag
// -size accepts boards of 1 to largest pixels.
func Add(flags *flag.FlagSet, o *diagram.Options, largest int) {
	flags.BoolFunc("black", "draw the board from Black's side", func(value string) error {
		o.Below = map[bool]chess.Color{true: chess.Black}[value == "true"]
		return nil
	})
	flags.Func("theme", "the colors, by `NAME`: light, dark, print, auto (dark if the viewer prefers that), or a file of JSON",
		func(value string) error { return setTheme(o, value) })
	flags.Func("set", "the drawings of the pieces, by `NAME`: traditional or plain", text(&o.Set))
	flags.Func("size", fmt.Sprintf("the width of the board in `pixels`, from 1 to %d (default 400)", largest),
		func(value string) (err error) {
			if o.Size, err = strconv.Atoi(value); err != nil || o.Size < 1 || o.Size > largest {
				err = fmt.Errorf("want a number from 1 to %d", largest)
			}
			return err
		})
	flags.BoolVar(&o.HideCoordinates, "nocoordinates", false, "leave out the letters and digits beside the board")
	flags.BoolVar(&o.HideCheck, "nocheck", false, "do not mark a king in check")
	flags.Func("last", "the last `move`, such as e2e4", text(&o.LastMove))
	flags.Func("targets", "the `squares` of pieces whose targets are marked, such as d5,e1", squares(&o.Selected))
	flags.Func("cross", "the `squares` with a cross, such as d4,e5", squares(&o.Crosses))
	flags.Func("fill", "the `colors` of squares, such as e4=#ff8800,d5=#00f", each(func(part string) error { return addFill(o, part) }))
	flags.Func("arrows", "the `arrows`, such as e2e4,Rd8d1 (G, R, Y, B: green, red, yellow, blue)",
		each(func(part string) error { return addShape(o, part, 4) }))
	flags.Func("marks", "the `squares` with a ring, such as e4,Rd8",
		each(func(part string) error { return addShape(o, part, 2) }))
	flags.Func("captured", "the `pieces` beside the board, such as PPq", func(value string) error { return addCaptured(o, value) })
	flags.StringVar(&o.Caption, "caption", "", "the `text` below the board")
	flags.StringVar(&o.Title, "title", "", "the `text` that names the picture and is not drawn")
	flags.StringVar(&o.Description, "description", "", "the `text` that replaces the picture for those who do not see it")
}

// ParseBoard parses the arguments of a command, joined by spaces, as one FEN. A board that is not a
// playable position is not an error: why says what is wrong with it. The error is that of
// [chess.ParseSetup].
func ParseBoard(args []string) (setup chess.Setup, why, err error) {
	fen := strings.Join(args, " ")
	p, why := chess.ParseFEN(fen)
	if why == nil {
		return p.Setup(), nil, nil
	}
	setup, err = chess.ParseSetup(fen)
	return setup, why, err
}

// text returns a function that stores a text in v.
func text(v encoding.TextUnmarshaler) func(string) error {
	return func(value string) error { return v.UnmarshalText([]byte(value)) }
}

// each returns a function that calls add for the parts of a list.
func each(add func(part string) error) func(string) error {
	return func(value string) error {
		for part := range strings.FieldsFuncSeq(value, func(r rune) bool { return r == ',' || r == ' ' }) {
			if err := add(part); err != nil {
				return err
			}
		}
		return nil
	}
}

// squares returns a function that adds the squares of a list to a set.
func squares(set *chess.Bitboard) func(string) error {
	return each(func(part string) error {
		square, err := chess.ParseSquare(part)
		if err == nil {
			*set |= square.Bitboard()
		}
		return err
	})
}

// addFill adds a colored square, such as "e4=#ff8800".
func addFill(o *diagram.Options, part string) error {
	name, value, _ := strings.Cut(part, "=")
	var c diagram.Color
	square, err := chess.ParseSquare(name)
	if err := cmp.Or(err, c.UnmarshalText([]byte(value))); err != nil {
		return err
	}
	if o.Fills == nil {
		o.Fills = map[chess.Square]diagram.Color{}
	}
	o.Fills[square] = c
	return nil
}

// addShape adds an arrow, such as "Ge2e4", or a ring, such as "Re4". Its squares have the given
// number of letters. Without a color it is green.
func addShape(o *diagram.Options, part string, length int) error {
	full := part
	if len(part) == length {
		full = "G" + part
	}
	var shape chess.Shape
	if err := shape.UnmarshalText([]byte(full)); err != nil || len(full) != length+1 {
		return &chess.ParseError{Kind: map[int]string{2: "mark", 4: "arrow"}[length], Text: part}
	}
	o.Shapes = append(o.Shapes, shape)
	return nil
}

// addCaptured adds captured pieces, such as "PPq".
func addCaptured(o *diagram.Options, letters string) error {
	if o.Captured == nil {
		o.Captured = []chess.Piece{} // room for them, also if there are none
	}
	for i := range len(letters) {
		var piece chess.Piece
		if err := piece.UnmarshalText([]byte(letters[i : i+1])); err != nil {
			return err
		}
		o.Captured = append(o.Captured, piece)
	}
	return nil
}

// setTheme sets the theme with a name, or that of a file in JSON, such as {"lightSquare": "#eeeed2"}.
func setTheme(o *diagram.Options, name string) error {
	themes, ok := map[string][2]diagram.Theme{
		"light": {},
		"dark":  {diagram.DarkTheme()},
		"print": {diagram.PrintTheme()},
		"auto":  {{}, diagram.DarkTheme()},
	}[name]
	o.Theme, o.DarkTheme = themes[0], themes[1]
	switch {
	case ok:
		return nil
	case !strings.ContainsAny(name, "./\\"):
		return errors.New("unknown theme: choose light, dark, print, auto, or a file such as my.json")
	}
	text, err := os.ReadFile(name)
	if err != nil {
		return err
	}
	d := json.NewDecoder(bytes.NewReader(text))
	d.DisallowUnknownFields()
	if err = d.Decode(&o.Theme); err != nil {
		err = fmt.Errorf("%s: %w", name, err)
	}
	return err
}
