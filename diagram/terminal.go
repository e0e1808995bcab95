package diagram

import (
	"cmp"
	"math"
	"sort"
	"strings"
	"sync"
	"unicode"

	"github.com/shakki/chess"
	"github.com/shakki/chess/internal/draw"
	"github.com/shakki/chess/internal/enum"
)

// A Terminal says what a terminal can show.
type Terminal uint8

// The kinds of terminals. A board for ASCII has letters for the pieces and no colors.
const (
	ASCII Terminal = iota
	Colors256
	TrueColor
)

var terminalNames = enum.Of[Terminal]("terminal", "ascii", "256color", "truecolor")

// String returns "ascii", "256color", or "truecolor".
func (t Terminal) String() string { return terminalNames.Text(t) }

// MarshalText implements [encoding.TextMarshaler] with the form of String.
func (t Terminal) MarshalText() ([]byte, error) { return terminalNames.Marshal(t) }

// UnmarshalText implements [encoding.TextUnmarshaler] for the form of String. The error is a
// [*chess.ParseError].
func (t *Terminal) UnmarshalText(text []byte) error { return terminalNames.Unmarshal(t, text) }

// DetectTerminal returns the kind of terminal that the environment describes. It looks at NO_COLOR
// (no-color.org), the locale, COLORTERM, and TERM. The argument is [os.Getenv] in a program that
// writes to its own terminal.
func DetectTerminal(getenv func(string) string) Terminal {
	term := getenv("TERM")
	locale := strings.ToLower(cmp.Or(getenv("LC_ALL"), getenv("LC_CTYPE"), getenv("LANG"), "UTF-8"))
	isUTF8 := strings.Contains(locale, "utf-8") || strings.Contains(locale, "utf8")
	if getenv("NO_COLOR") != "" || term == "" || term == "dumb" || !isUTF8 {
		return ASCII
	}
	switch colors := getenv("COLORTERM"); {
	case colors == "truecolor", colors == "24bit", strings.HasSuffix(term, "-direct"):
		return TrueColor
	case strings.Contains(term, "256color"):
		return Colors256
	}
	return ASCII
}

// AppendText appends a picture of a board for a terminal: eight lines, and the letters of the
// files. On a terminal with colors the pieces are white and black figurines, marked squares have a
// color of their own, and small arrows lead along an arrow. The squares have the hues of the theme,
// and a contrast to the pieces of at least 3 to 1. In ASCII, plus signs stand around a king in
// check, angle brackets around a selected piece, square brackets around the squares of the last
// move, and braces around other marked squares. A star is an empty target, and an x an empty square
// with a cross. Below the board stand the list of arrows and the caption. Of the options,
// AppendText does not use Size, Set, DarkTheme, Captured, Title, and Description.
func AppendText[B Board](b []byte, board B, o Options, t Terminal) []byte {
	o.Theme = o.Theme.with(light)
	s := &screen{Document: draw.Document{Bytes: b}, scene: sceneOf(board, &o), o: o, t: t}
	for _, shape := range s.shapes {
		s.addShape(shape)
	}
	for row := range 8 {
		s.row(row)
	}
	if !o.HideCoordinates {
		s.files()
	}
	s.legend()
	return s.Bytes
}

// A screen is a board on a terminal.
type screen struct {
	draw.Document
	scene
	o        Options
	t        Terminal
	rings    [64]Color   // where A is not 0
	pointers [64]pointer // of arrows that pass over a square or end on it
}

// A pointer is a small arrow on a square that an arrow passes over, or 0 and a color where one
// ends.
type pointer struct {
	rune
	Color
}

// addShape notes a ring or an arrow.
func (s *screen) addShape(shape chess.Shape) {
	from, to := shape.From, shape.To
	c, _ := s.o.Theme.shape(shape.Letter)
	if from == to {
		s.rings[from] = c
		return
	}
	s.pointers[from], s.pointers[to] = pointer{0, c}, pointer{0, c}
	start, end := s.o.turned(from), s.o.turned(to)
	files, ranks := cmp.Compare(end.File(), start.File()), cmp.Compare(end.Rank(), start.Rank())
	for over := range chess.Between(from, to).Squares() {
		s.pointers[over] = pointer{arrows[ranks+1][files+1], c}
	}
}

// arrows are the arrows by direction, upward in the last row.
var arrows = [3][3]rune{{'↙', '↓', '↘'}, {'←', 0, '→'}, {'↖', '↑', '↗'}}

// at returns the square in a column, from the left, and a row, from the top.
func (s *screen) at(column, row int) chess.Square {
	return s.o.turned(chess.SquareAt(chess.File(column), chess.Rank(7-row)))
}

// files adds the letters below the board.
func (s *screen) files() {
	gap := "  "
	if s.t == ASCII {
		s.Add("\n")
		gap = " "
	}
	separator := "   "
	for column := range 8 {
		s.Add(separator, s.at(column, 0).File().String())
		separator = gap
	}
	s.Add("\n")
}

// legend adds the arrows and the caption.
func (s *screen) legend() {
	separator := cmp.Or(s.o.Words.Arrows, "arrows") + " "
	for _, shape := range s.shapes {
		if shape.From != shape.To {
			s.Add(separator, shape.From.String(), "-", shape.To.String())
			separator = ", "
		}
	}
	if separator == ", " {
		s.Add("\n")
	}
	if s.o.Caption == "" {
		return
	}
	printable := func(r rune) rune {
		if r == '\n' || unicode.IsPrint(r) {
			return r
		}
		return -1
	}
	s.Add(strings.Map(printable, trim(s.o.Caption)), "\n")
}

// row adds one line of the board.
func (s *screen) row(row int) {
	if !s.o.HideCoordinates {
		s.Add(s.at(0, row).Rank().String(), " ")
	}
	if s.t == ASCII {
		s.rowASCII(row)
		return
	}
	for column := range 8 {
		s.square(s.at(column, row))
	}
	s.Add("\x1b[0m\n")
}

// rowASCII adds the squares of a row in ASCII. Marked neighbors share a bracket.
func (s *screen) rowASCII(row int) {
	closing := " "
	for column := range 8 {
		square := s.at(column, row)
		brackets := s.brackets(square)
		if brackets[0] != ' ' {
			closing = brackets[:1]
		}
		sign := "."
		switch {
		case s.Board[square] != chess.NoPiece:
			sign = s.Board[square].String()
		case s.targets.Has(square):
			sign = "*"
		case s.o.Crosses.Has(square):
			sign = "x"
		}
		s.Add(closing, sign)
		closing = brackets[1:]
	}
	s.Add(strings.TrimSpace(closing), "\n")
}

// brackets returns what stands around a square in ASCII.
func (s *screen) brackets(square chess.Square) string {
	_, filled := s.o.Fills[square]
	switch {
	case s.check.Has(square):
		return "++"
	case s.o.Selected.Has(square):
		return "<>"
	case s.last.Has(square):
		return "[]"
	case filled, s.rings[square].A > 0, (s.targets | s.o.Crosses).Has(square) && s.Board[square] != chess.NoPiece:
		return "{}"
	}
	return "  "
}

// background adds the color of a square with its marks.
func (s *screen) background(square chess.Square) {
	theme := &s.o.Theme
	c, low, high := theme.LightSquare, lightest, highest
	if (int(square.File())+int(square.Rank()))%2 == 0 {
		c, low, high = theme.DarkSquare, lowest, darkest
	}
	fill, filled := s.o.Fills[square]
	pointed, ringed := s.pointers[square].Color, s.rings[square]
	for _, m := range [...]struct {
		here    bool
		c       Color
		opacity uint8
	}{
		{filled, fill, fill.A},
		{s.last.Has(square), theme.LastMove, 128},
		{s.targets.Has(square) && s.Board[square] != chess.NoPiece, theme.Target, 150},
		{s.o.Crosses.Has(square), theme.Cross, 128},
		{pointed.A > 0, pointed, 128},
		{ringed.A > 0, ringed, 180},
		{s.o.Selected.Has(square), theme.Selected, 170},
		{s.check.Has(square), theme.Check, 220},
	} {
		if m.here {
			m.c.A = m.opacity
			c = m.c.over(c)
			low, high = lowest, highest // the hue tells more than the brightness
		}
	}
	s.color("\x1b[48;", readable(c, low, high), low, high)
}

// inks are the colors of the pieces. Other colors would leave less room for those of the squares.
var inks = [2]Color{chess.White: RGB(0xffffff), chess.Black: RGB(0)}

// The luminance of a square, plus 0.05 as WCAG has it, at which the contrast to both inks is a
// little more than 3: that of dark squares and of light squares.
const lowest, darkest, lightest, highest = 0.151, 0.211, 0.249, 0.347

// readable returns the color closest to c with a luminance, plus 0.05, in the given range.
func readable(c Color, low, high float64) Color {
	towards, isLight := Color{255, 255, 255, 0}, c.luminance()+0.05 > high
	if isLight {
		towards = Color{}
	}
	towards.A = uint8(sort.Search(256, func(a int) bool {
		towards.A = uint8(a)
		v := towards.over(c).luminance() + 0.05
		return isLight && v <= high || !isLight && v >= low
	}))
	return towards.over(c)
}

// square adds a square in color: a figurine between two spaces.
func (s *screen) square(square chess.Square) {
	s.background(square)
	piece := s.Board[square]
	sign, ink := "", inks[chess.Black]
	switch {
	case piece != chess.NoPiece:
		sign, ink = string(piece.Type().Of(chess.Black).Figurine()), inks[piece.Color()]
	case s.o.Crosses.Has(square):
		sign = "×"
	case s.pointers[square].rune != 0:
		sign = string(s.pointers[square].rune)
	case s.targets.Has(square):
		sign = "•"
	default:
		s.Add("   ")
		return
	}
	s.color("\x1b[38;", ink, 0, 2)
	if piece.Type() == chess.Pawn {
		sign += "\ufe0e" // not as an emoji
	}
	s.Add(" ", sign, " ")
}

// color adds the command that sets a color, or one with a luminance, plus 0.05, in the given range.
func (s *screen) color(command string, c Color, low, high float64) {
	if s.t == Colors256 {
		s.Add(command, "5;", index256(c, low, high), "m")
		return
	}
	s.Add(command, "2;", int(c.R), ";", int(c.G), ";", int(c.B), "m")
}

// A shade256 is a color of xterm and its luminance plus 0.05.
type shade256 struct {
	Color
	luminance float64
}

// palette256 returns the 6×6×6 cube and the grays of xterm. The first one has the index 16.
var palette256 = sync.OnceValue(func() (palette []shade256) {
	steps := [6]uint8{0, 95, 135, 175, 215, 255}
	for i := range 240 {
		c := Color{steps[i/36%6], steps[i/6%6], steps[i%6], 255}
		if i >= 216 {
			level := uint8(8 + 10*(i-216))
			c = Color{level, level, level, 255}
		}
		palette = append(palette, shade256{c, c.luminance() + 0.05})
	}
	return palette
})

// index256 returns the index of the color of xterm that is nearest to c among those with a
// luminance plus 0.05 in the given range. If the range is that of marked squares and c is not gray,
// neither is the result.
func index256(c Color, low, high float64) int {
	best, index := math.MaxInt, 16
	hue := low == lowest && high == highest && max(c.R, c.G, c.B)-min(c.R, c.G, c.B) > 24
	for i, entry := range palette256() {
		if hue && entry.R == entry.G && entry.G == entry.B {
			continue
		}
		if d := distance(c, entry.Color); d < best && entry.luminance >= low && entry.luminance <= high {
			best, index = d, 16+i
		}
	}
	return index
}

// distance returns the sum of the squares of the differences of the channels.
func distance(a, b Color) int {
	red, green, blue := int(a.R)-int(b.R), int(a.G)-int(b.G), int(a.B)-int(b.B)
	return red*red + green*green + blue*blue
}
