package diagram

import (
	"strconv"
	"strings"
	"unicode/utf8"

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

// AppendText appends a picture of p for a terminal: eight lines, and the letters of the files. On a
// terminal with colors the pieces are figurines and marked squares have a color of their own. In
// ASCII, brackets stand around the squares of the last move. Of the options, AppendText uses Theme,
// Below, HideCoordinates, HideCheck, and LastMove.
func AppendText(b []byte, p chess.Position, o Options, t Terminal) []byte {
	if int(o.Theme) >= len(themeNames) {
		o.Theme = Light
	}
	s := screen{palettes[o.Theme], &p, o, t, lastMove(&p, o.LastMove)}
	for row := range 8 {
		b = s.appendRow(b, row)
	}
	if o.HideCoordinates {
		return b
	}
	if t == ASCII {
		b = append(b, '\n')
	}
	b = append(b, "  "...)
	for column := range 8 {
		b = append(b, ' ')
		b = append(b, s.at(column, 0).File().String()...)
		if t != ASCII && column < 7 {
			b = append(b, ' ')
		}
	}
	return append(b, '\n')
}

// A screen is a board on a terminal.
type screen struct {
	palette *draw.Palette
	p       *chess.Position
	o       Options
	t       Terminal
	last    chess.Bitboard // the squares of the last move
}

// at returns the square in a column, from the left, and a row, from the top.
func (s *screen) at(column, row int) chess.Square {
	if s.o.Below == chess.Black {
		column, row = 7-column, 7-row
	}
	return chess.SquareAt(chess.File(column), chess.Rank(7-row))
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

// appendASCII appends the squares of a row in ASCII.
func (s *screen) appendASCII(b []byte, row int) []byte {
	closing := byte(' ')
	for column := range 8 {
		square := s.at(column, row)
		between := closing
		closing = ' '
		if s.last.Has(square) {
			between, closing = '[', ']'
		}
		b = append(b, between)
		b = append(b, s.p.PieceAt(square).String()...)
	}
	if closing == ']' {
		b = append(b, closing)
	}
	return append(b, '\n')
}

// appendSquare appends a square in color: a figurine between two spaces.
func (s *screen) appendSquare(b []byte, square chess.Square) []byte {
	color := parseColor(s.palette.TextLight)
	if (int(square.File())+int(square.Rank()))%2 == 0 {
		color = parseColor(s.palette.TextDark)
	}
	if s.last.Has(square) {
		color = color.mix(parseColor(s.palette.LastMove.Color), 50)
	}
	if !s.o.HideCheck && s.p.InCheck() && square == s.p.King(s.p.Turn()) {
		color = color.mix(parseColor(s.palette.Check.Color), 80)
	}
	b = s.appendColor(b, "\x1b[48;", color)
	piece := s.p.PieceAt(square)
	if piece == chess.NoPiece {
		return append(b, "   "...)
	}
	ink := s.palette.WhiteFill
	if piece.Color() == chess.Black {
		ink = s.palette.BlackFill
	}
	b = s.appendColor(b, "\x1b[38;", parseColor(ink))
	b = append(b, ' ')
	b = utf8.AppendRune(b, piece.Type().Of(chess.Black).Figurine())
	if piece.Type() == chess.Pawn {
		b = append(b, "\ufe0e"...) // not as an emoji
	}
	return append(b, ' ')
}

// appendColor appends the command that sets a color.
func (s *screen) appendColor(b []byte, command string, c rgb) []byte {
	b = append(b, command...)
	if s.t == Colors256 {
		b = append(b, "5;"...)
		b = strconv.AppendInt(b, int64(c.index256()), 10)
		return append(b, 'm')
	}
	b = append(b, '2')
	for _, v := range c {
		b = append(b, ';')
		b = strconv.AppendInt(b, int64(v), 10)
	}
	return append(b, 'm')
}

// An rgb is a color.
type rgb [3]int

// parseColor parses "#rgb" or "#rrggbb".
func parseColor(s string) rgb {
	n, _ := strconv.ParseUint(s[1:], 16, 32)
	if len(s) == 4 {
		return rgb{int(n>>8&15) * 17, int(n>>4&15) * 17, int(n&15) * 17}
	}
	return rgb{int(n >> 16), int(n >> 8 & 255), int(n & 255)}
}

// mix returns c with the given percentage of d.
func (c rgb) mix(d rgb, percent int) rgb {
	for i := range c {
		c[i] = (c[i]*(100-percent) + d[i]*percent) / 100
	}
	return c
}

// index256 returns the nearest color among the 6×6×6 cube and the grays of xterm.
func (c rgb) index256() int {
	steps := [6]int{0, 95, 135, 175, 215, 255}
	index, cube := 16, rgb{}
	for i, v := range c {
		nearest := 0
		for j, step := range steps {
			if abs(step-v) < abs(steps[nearest]-v) {
				nearest = j
			}
		}
		index = 16 + (index-16)*6 + nearest
		cube[i] = steps[nearest]
	}
	gray := min(max((c[0]+c[1]+c[2])/3-3, 0)/10, 23)
	level := 8 + 10*gray
	if c.distance(rgb{level, level, level}) < c.distance(cube) {
		return 232 + gray
	}
	return index
}

// distance returns the sum of the squares of the differences.
func (c rgb) distance(d rgb) (sum int) {
	for i := range c {
		sum += (c[i] - d[i]) * (c[i] - d[i])
	}
	return sum
}

func abs(n int) int { return max(n, -n) }
