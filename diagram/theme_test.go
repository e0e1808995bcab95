package diagram_test

import (
	"errors"
	"regexp"
	"strings"
	"testing"

	"github.com/shakki/chess"
	"github.com/shakki/chess/diagram"
	"github.com/shakki/chess/internal/draw"
)

// TestPalette checks that the boards of the other games have the colors of LightTheme.
func TestPalette(t *testing.T) {
	theme := diagram.LightTheme()
	for color, want := range map[draw.Color]diagram.Color{
		draw.Background: theme.Background, draw.Text: theme.Text, draw.Border: theme.Border,
		draw.LightSquare: theme.LightSquare, draw.DarkSquare: theme.DarkSquare, draw.WhiteFill: theme.WhiteFill,
		draw.BlackFill: theme.BlackFill, draw.BlackLine: theme.BlackLine,
	} {
		if got := diagram.RGB(uint32(color)); got != want {
			t.Errorf("%v in the other games, %v in diagrams", got, want)
		}
	}
}

// TestDark checks that a picture with a dark theme has a style sheet that holds in it alone.
func TestDark(t *testing.T) {
	rules := regexp.MustCompile(`([^{}]*)\{([^{}]*)\}`)
	declared := regexp.MustCompile(`^((fill|stroke):#[0-9a-f]+;(fill|stroke)-opacity:[0-9.]+;)+$`)
	for _, o := range []diagram.Options{{DarkTheme: diagram.DarkTheme()}, {Theme: diagram.PrintTheme(), DarkTheme: diagram.Theme{Text: diagram.RGB(0xfedcba)}}} {
		list := elements(t, diagram.AppendSVG(nil, kiwipete, o))
		own := strings.TrimPrefix(list[0].attributes["class"], "shakki ")
		sheet, ok := strings.CutPrefix(texts(list, "style")[0], "@media screen and (prefers-color-scheme:dark){")
		if !ok || !strings.HasPrefix(own, "shakki-") {
			t.Errorf("class %q, style sheet %q", own, sheet)
		}
		found := rules.FindAllStringSubmatch(sheet, -1)
		for _, rule := range found {
			if !strings.HasPrefix(rule[1], "."+own) {
				t.Errorf("the rule %s holds in other pictures", rule[0])
			}
			if !declared.MatchString(rule[2]) {
				t.Errorf("the rule %s does not set colors and opacities", rule[0])
			}
		}
		if len(found) < 20 {
			t.Errorf("%d rules, want at least 20", len(found))
		}
		if o.DarkTheme != diagram.DarkTheme() && !strings.Contains(sheet, "fill:#fedcba") {
			t.Error("the style sheet lacks the color that was set")
		}
	}
	if list := elements(t, diagram.AppendSVG(nil, kiwipete, marked)); len(texts(list, "style")) > 0 {
		t.Error("a picture without a dark theme has a style sheet")
	}
}

// TestDarkColors checks that the style sheet for dark pages gives each part of a picture the color that
// the dark theme itself draws it with.
func TestDarkColors(t *testing.T) {
	dark := diagram.Theme{}
	n := uint32(0x101010)
	for _, c := range []*diagram.Color{
		&dark.Background, &dark.Text, &dark.Border, &dark.LightSquare, &dark.DarkSquare, &dark.WhiteFill, &dark.WhiteLine, &dark.BlackFill,
		&dark.BlackLine, &dark.LastMove, &dark.Check, &dark.Selected, &dark.Target, &dark.Green, &dark.Red, &dark.Yellow, &dark.Blue, &dark.Other,
	} {
		n += 0x030507
		*c = diagram.RGB(n)
		c.A = uint8(255 - n%100)
	}
	setup, err := chess.ParseSetup("r3k2r/pppp1ppp/8/8/4R3/N6n/8/RNBQKB2") // Black is in check
	if err != nil {
		t.Fatal(err)
	}
	o := marked
	for i, letter := range []byte("GRYBX") {
		square := chess.Square(i)
		o.Shapes = append(o.Shapes, chess.Shape{Letter: letter, From: square, To: square}, chess.Shape{Letter: letter, From: square, To: square + 8})
	}
	for _, framed := range []bool{false, true} {
		o.Theme, o.DarkTheme = diagram.Theme{FrameLastMove: framed}, dark
		list := elements(t, diagram.AppendSVG(nil, setup, o))
		own := "." + strings.TrimPrefix(list[0].attributes["class"], "shakki ")
		o.Theme, o.DarkTheme = dark, diagram.Theme{}
		o.Theme.Cross, o.Theme.FrameLastMove = diagram.DarkTheme().Cross, framed // a color that the theme does not set
		drawn := map[string]map[string]string{}
		side := ""
		for _, e := range elements(t, diagram.AppendSVG(nil, setup, o)) {
			class := "." + strings.ReplaceAll(e.attributes["class"], " ", ".")
			switch class {
			case ".shakki-white", ".shakki-black":
				side = strings.TrimPrefix(class, ".shakki-")
				class = side
			case ".shakki-detail", ".shakki-eye":
				class = side + " " + class
			default:
				class = " " + class
			}
			drawn[class] = e.attributes
		}
		for _, rule := range regexp.MustCompile(`([^{}]*)\{([^{}]*)\}`).FindAllStringSubmatch(strings.SplitN(texts(list, "style")[0], "{", 2)[1], -1) {
			attributes, ok := drawn[strings.TrimPrefix(rule[1], own)]
			if !ok {
				t.Errorf("the rule %s is for nothing in the picture", rule[0])
			}
			for property := range strings.FieldsFuncSeq(rule[2], func(r rune) bool { return r == ';' }) {
				name, value, _ := strings.Cut(property, ":")
				want, ok := attributes[name]
				if !ok && strings.HasSuffix(name, "-opacity") {
					want = "1"
				}
				if value != want {
					t.Errorf("the rule %s: %s, want %s", rule[0], property, want)
				}
			}
		}
	}
}

// TestText checks the text forms of the choices.
func TestText(t *testing.T) {
	for text, want := range map[string]diagram.Color{
		"#f0e2c8": diagram.RGB(0xf0e2c8), "#fa0": {255, 170, 0, 255}, "#F0e2c880": {0xf0, 0xe2, 0xc8, 128},
	} {
		var got diagram.Color
		if err := got.UnmarshalText([]byte(text)); err != nil || got != want {
			t.Errorf("color %q = %v, %v, want %v", text, got, err, want)
		}
		if err := got.UnmarshalText([]byte(want.String())); err != nil || got != want {
			t.Errorf("color %v read back = %v, %v", want, got, err)
		}
	}
	if text := diagram.RGB(0xf0e2c8).String(); text != "#f0e2c8" {
		t.Errorf("an opaque color is written as %s", text)
	}
	for _, text := range []string{"", "#", "#12", "#12345", "123456", "#12345g", "#123456789", "red"} {
		var wrong *chess.ParseError
		if err := new(diagram.Color).UnmarshalText([]byte(text)); !errors.As(err, &wrong) {
			t.Errorf("color %q: %v, want a ParseError", text, err)
		}
	}
	for want, set := range map[string]diagram.Set{"traditional": diagram.Traditional, "plain": diagram.Plain} {
		var got diagram.Set
		if err := got.UnmarshalText([]byte(want)); err != nil || got != set || set.String() != want {
			t.Errorf("set %q = %v, %v", want, got, err)
		}
	}
	var wrong *chess.ParseError
	if text, err := diagram.Set(9).MarshalText(); !errors.As(err, &wrong) {
		t.Errorf("set 9 = %q, %v, want a ParseError", text, err)
	}
}
