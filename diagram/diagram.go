// Package diagram draws chess positions: as SVG, and as text for a terminal.
//
//	svg := diagram.AppendSVG(nil, chess.StartPosition(), diagram.Options{})
//
// The zero [Options] is a good picture. The fields choose the theme, the set of pieces, the side
// below, and what is marked on the board. The pictures contain no scripts, refer to nothing outside
// them, and have a title and a description that say the position in words.
//
// The package diagram/png, a module of its own, turns the pictures into PNG.
package diagram

import (
	"io"

	"github.com/shakki/chess"
	"github.com/shakki/chess/internal/enum"
)

// Options are the choices of a picture. The zero value is a board of 400 pixels with coordinates,
// White below, the traditional pieces, and the light theme.
type Options struct {
	Size  int         // width of the board in pixels, up to 10,000; 0 means 400
	Theme Theme       // the colors
	Set   Set         // the drawings of the pieces
	Below chess.Color // the side whose first rank is at the bottom

	HideCoordinates bool // omit the letters and digits beside the board
	HideCheck       bool // do not mark a king in check

	// LastMove is the move that led to the position. Its squares are marked. NullMove marks nothing.
	LastMove chess.Move
	// Selected is the squares of the pieces whose legal targets are marked, such as
	// chess.E2.Bitboard().
	Selected chess.Bitboard
	// Shapes are rings around squares and arrows, as [chess.MoveInfo] has them.
	Shapes []chess.Shape
	// Captured is the pieces to show to the right of the board, at most 16 of each color, each beside
	// the side that captured it. If Captured is not nil, the picture has room for them.
	Captured []chess.Piece
	// Caption is the text below the board. It takes up to three lines and is then cut.
	Caption string
}

// A Theme is a choice of colors.
type Theme uint8

// The themes. Print has no hues.
const (
	Light Theme = iota
	Dark
	Print
)

var themeNames = [...]string{"light", "dark", "print"}

// String returns "light", "dark", or "print".
func (t Theme) String() string { return enum.Of("Theme", themeNames[:], t) }

// MarshalText implements [encoding.TextMarshaler] with the form of String.
func (t Theme) MarshalText() ([]byte, error) { return enum.Marshal("theme", themeNames[:], t) }

// UnmarshalText implements [encoding.TextUnmarshaler] for the form of String. The error is a
// [*chess.ParseError].
func (t *Theme) UnmarshalText(text []byte) error {
	return enum.Unmarshal("theme", themeNames[:], t, text)
}

// A Set is a style in which the pieces are drawn.
type Set uint8

// The sets. Plain has bold outlines with few details, which suit small boards.
const (
	Traditional Set = iota
	Plain
)

var setNames = [...]string{"traditional", "plain"}

// String returns "traditional" or "plain".
func (s Set) String() string { return enum.Of("Set", setNames[:], s) }

// MarshalText implements [encoding.TextMarshaler] with the form of String.
func (s Set) MarshalText() ([]byte, error) { return enum.Marshal("set", setNames[:], s) }

// UnmarshalText implements [encoding.TextUnmarshaler] for the form of String. The error is a
// [*chess.ParseError].
func (s *Set) UnmarshalText(text []byte) error { return enum.Unmarshal("set", setNames[:], s, text) }

// WriteSVG writes the picture of p that [AppendSVG] makes.
func WriteSVG(w io.Writer, p chess.Position, o Options) error {
	_, err := w.Write(AppendSVG(nil, p, o))
	return err
}

// AppendSVG appends a picture of p as an SVG document. Several pictures can stand in one HTML page.
func AppendSVG(b []byte, p chess.Position, o Options) []byte {
	d := newDrawing(b, o)
	title := d.caption()
	if title == "" {
		title = "Chess position, " + sideName(p.Turn()) + " to move"
	}
	width, height := d.size()
	d.open(width, height, "img", title, Describe(p))
	d.defs(used(&p, o.Captured))
	d.picture(&p)
	return d.close()
}
