package diagram

import (
	"math"
	"strconv"
	"strings"
	"sync"
	"unicode"
	"unicode/utf8"

	"github.com/shakki/chess"
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

var terminalNames = [...]string{"ascii", "256color", "truecolor"}

// String returns "ascii", "256color", or "truecolor".
func (t Terminal) String() string { return enum.Of("Terminal", terminalNames[:], t) }

// MarshalText implements [encoding.TextMarshaler] with the form of String.
func (t Terminal) MarshalText() ([]byte, error) {
	return enum.Marshal("terminal", terminalNames[:], t)
}

// UnmarshalText implements [encoding.TextUnmarshaler] for the form of String. The error is a
// [*chess.ParseError].
func (t *Terminal) UnmarshalText(text []byte) error {
	return enum.Unmarshal("terminal", terminalNames[:], t, text)
}

// DetectTerminal returns the kind of terminal that the environment describes. It looks at NO_COLOR
// (no-color.org), the locale, COLORTERM, and TERM. The argument is [os.Getenv] in a program that
// writes to its own terminal.
func DetectTerminal(getenv func(string) string) Terminal {
	term := getenv("TERM")
	if getenv("NO_COLOR") != "" || term == "" || term == "dumb" || !hasUTF8(getenv) {
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

// hasUTF8 reports whether the locale is one of UTF-8 or not set.
func hasUTF8(getenv func(string) string) bool {
	for _, name := range []string{"LC_ALL", "LC_CTYPE", "LANG"} {
		if locale := strings.ToLower(getenv(name)); locale != "" {
			return strings.Contains(locale, "utf-8") || strings.Contains(locale, "utf8")
		}
	}
	return true
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
	s := newScreen(sceneOf(board), o, t)
	for row := range 8 {
		b = s.appendRow(b, row)
	}
	if !o.HideCoordinates {
		b = s.appendFiles(b)
	}
	return s.appendLegend(b)
}

// A screen is a board on a terminal.
type screen struct {
	scene
	o        Options
	t        Terminal
	last     chess.Bitboard
	check    chess.Bitboard
	targets  chess.Bitboard
	rings    [64]Color   // where A is not 0
	pointers [64]pointer // of arrows that pass over a square or end on it
}

// A pointer is a small arrow on a square that an arrow passes over, or 0 and a color where one
// ends.
type pointer struct {
	rune
	Color
}

func newScreen(scene scene, o Options, t Terminal) *screen {
	o.Theme = o.Theme.with(light)
	s := &screen{scene: scene, o: o, t: t, last: scene.lastMove(o.LastMove), targets: scene.targets(o.Selected)}
	if !o.HideCheck {
		s.check = scene.checked()
	}
	for _, shape := range o.Shapes {
		s.addShape(shape)
	}
	return s
}

// addShape notes a ring or an arrow.
func (s *screen) addShape(shape chess.Shape) {
	from, to := shape.From, shape.To
	if max(from, to) >= chess.NoSquare {
		return
	}
	c, _ := s.o.Theme.shape(shape.Letter)
	if from == to {
		s.rings[from] = c
		return
	}
	s.pointers[from], s.pointers[to] = pointer{0, c}, pointer{0, c}
	files, ranks := int(to.File())-int(from.File()), int(to.Rank())-int(from.Rank())
	if files != 0 && ranks != 0 && abs(files) != abs(ranks) {
		return // a knight's arrow passes over no square
	}
	n := max(abs(files), abs(ranks))
	files, ranks = files/n, ranks/n
	arrow := arrows[ranks+1][files+1]
	if s.o.Below == chess.Black {
		arrow = arrows[1-ranks][1-files]
	}
	for i := 1; i < n; i++ {
		over := chess.SquareAt(chess.File(int(from.File())+i*files), chess.Rank(int(from.Rank())+i*ranks))
		s.pointers[over] = pointer{arrow, c}
	}
}

// arrows are the arrows by direction, upward in the last row.
var arrows = [3][3]rune{{'↙', '↓', '↘'}, {'←', 0, '→'}, {'↖', '↑', '↗'}}

// at returns the square in a column, from the left, and a row, from the top.
func (s *screen) at(column, row int) chess.Square {
	if s.o.Below == chess.Black {
		column, row = 7-column, 7-row
	}
	return chess.SquareAt(chess.File(column), chess.Rank(7-row))
}

// appendFiles appends the letters below the board.
func (s *screen) appendFiles(b []byte) []byte {
	if s.t == ASCII {
		b = append(b, '\n')
	}
	b = append(b, "  "...)
	for column := range 8 {
		b = append(b, ' ')
		b = append(b, s.at(column, 0).File().String()...)
		if s.t != ASCII && column < 7 {
			b = append(b, ' ')
		}
	}
	return append(b, '\n')
}

// appendLegend appends the arrows and the caption.
func (s *screen) appendLegend(b []byte) []byte {
	separator := s.o.Words.complete().Arrows + " "
	for _, shape := range s.o.Shapes {
		if max(shape.From, shape.To) < chess.NoSquare && shape.From != shape.To {
			b = append(append(b, separator...), shape.From.String()...)
			b = append(append(b, '-'), shape.To.String()...)
			separator = ", "
		}
	}
	if separator == ", " {
		b = append(b, '\n')
	}
	if s.o.Caption == "" {
		return b
	}
	for line := range strings.SplitSeq(trim(s.o.Caption), "\n") {
		for _, r := range line {
			if unicode.IsPrint(r) {
				b = utf8.AppendRune(b, r)
			}
		}
		b = append(b, '\n')
	}
	return b
}

// appendRow appends one line of the board.
func (s *screen) appendRow(b []byte, row int) []byte {
	if !s.o.HideCoordinates {
		b = append(b, s.at(0, row).Rank().String()...)
		b = append(b, ' ')
	}
	if s.t == ASCII {
		return s.appendASCII(b, row)
	}
	for column := range 8 {
		b = s.appendSquare(b, s.at(column, row))
	}
	return append(b, "\x1b[0m\n"...)
}

// appendASCII appends the squares of a row in ASCII. Marked neighbors share a bracket.
func (s *screen) appendASCII(b []byte, row int) []byte {
	closing := byte(' ')
	for column := range 8 {
		square := s.at(column, row)
		brackets := s.brackets(square)
		between := brackets[0]
		if between == ' ' {
			between = closing
		}
		closing = brackets[1]
		b = append(b, between)
		switch {
		case s.board[square] != chess.NoPiece:
			b = append(b, s.board[square].String()...)
		case s.targets.Has(square):
			b = append(b, '*')
		case s.o.Crosses.Has(square):
			b = append(b, 'x')
		default:
			b = append(b, '.')
		}
	}
	if closing != ' ' {
		b = append(b, closing)
	}
	return append(b, '\n')
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
	case filled, s.rings[square].A > 0, (s.targets | s.o.Crosses).Has(square) && s.board[square] != chess.NoPiece:
		return "{}"
	}
	return "  "
}

// background returns the color of a square with its marks.
func (s *screen) background(square chess.Square) Color {
	theme := &s.o.Theme
	dark := (int(square.File())+int(square.Rank()))%2 == 0
	c := theme.LightSquare
	if dark {
		c = theme.DarkSquare
	}
	low, high := lightest, highest
	if dark {
		low, high = lowest, darkest
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
		{s.targets.Has(square) && s.board[square] != chess.NoPiece, theme.Target, 150},
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
	return s.readable(c, low, high)
}

// inks are the colors of the pieces. Other colors would leave less room for those of the squares.
var inks = [2]Color{chess.White: RGB(0xffffff), chess.Black: RGB(0)}

// The luminance of a square, plus 0.05 as WCAG has it, at which the contrast to both inks is a
// little more than 3: that of dark squares and of light squares.
const lowest, darkest, lightest, highest = 0.151, 0.211, 0.249, 0.347

// readable returns the color closest to c with a luminance, plus 0.05, in the given range.
func (s *screen) readable(c Color, low, high float64) Color {
	towards := Color{255, 255, 255, 0}
	outside := func(v float64) bool { return v < low }
	if c.luminance()+0.05 > high {
		towards = Color{}
		outside = func(v float64) bool { return v > high }
	}
	for step := uint8(128); step > 0; step /= 2 {
		towards.A += step
		if !outside(towards.over(c).luminance() + 0.05) {
			towards.A -= step
		}
	}
	if outside(c.luminance() + 0.05) {
		towards.A++ // the first that is not outside
		c = towards.over(c)
	}
	if s.t == Colors256 {
		return palette256()[index256(c, low, high)-16].Color
	}
	return c
}

// appendSquare appends a square in color: a figurine between two spaces.
func (s *screen) appendSquare(b []byte, square chess.Square) []byte {
	b = s.appendColor(b, "\x1b[48;", s.background(square))
	piece := s.board[square]
	sign := rune(' ')
	ink := inks[chess.Black]
	switch {
	case piece != chess.NoPiece:
		sign, ink = piece.Type().Of(chess.Black).Figurine(), inks[piece.Color()]
	case s.o.Crosses.Has(square):
		sign = '×'
	case s.pointers[square].rune != 0:
		sign = s.pointers[square].rune
	case s.targets.Has(square):
		sign = '•'
	}
	if sign == ' ' {
		return append(b, "   "...)
	}
	b = s.appendColor(b, "\x1b[38;", ink)
	b = append(b, ' ')
	b = utf8.AppendRune(b, sign)
	if piece.Type() == chess.Pawn {
		b = append(b, "\ufe0e"...) // not as an emoji
	}
	return append(b, ' ')
}

// appendColor appends the command that sets a color.
func (s *screen) appendColor(b []byte, command string, c Color) []byte {
	b = append(b, command...)
	if s.t == Colors256 {
		b = append(b, "5;"...)
		b = strconv.AppendInt(b, int64(index256(c, 0, 2)), 10)
		return append(b, 'm')
	}
	b = append(b, '2')
	for _, v := range [...]uint8{c.R, c.G, c.B} {
		b = append(b, ';')
		b = strconv.AppendInt(b, int64(v), 10)
	}
	return append(b, 'm')
}

// A shade256 is a color of xterm and its luminance plus 0.05.
type shade256 struct {
	Color
	luminance float64
}

// palette256 returns the 6×6×6 cube and the grays of xterm. The first one has the index 16.
var palette256 = sync.OnceValue(func() (palette [240]shade256) {
	steps := [6]uint8{0, 95, 135, 175, 215, 255}
	for i := range palette {
		c := Color{steps[i/36%6], steps[i/6%6], steps[i%6], 255}
		if i >= 216 {
			level := uint8(8 + 10*(i-216))
			c = Color{level, level, level, 255}
		}
		palette[i] = shade256{c, c.luminance() + 0.05}
	}
	return palette
})

// index256 returns the index of the color of xterm that is nearest to c among those with a
// luminance plus 0.05 in the given range. If the range is that of marked squares and c is not gray,
// neither is the result.
func index256(c Color, low, high float64) int {
	best, index := math.MaxInt, 16
	hue := low == lowest && high == highest && max(c.R, c.G, c.B)-min(c.R, c.G, c.B) > 24
	palette := palette256()
	for i := range palette {
		entry := &palette[i]
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

func abs(n int) int { return max(n, -n) }
