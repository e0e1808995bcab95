package diagram

import (
	"cmp"
	"io"
	"strings"

	"github.com/shakki/chess"
	"github.com/shakki/chess/internal/enum"
	"github.com/shakki/chess/internal/fault"
)

// Options are the choices of a picture. The zero value is a board of 400 pixels with coordinates,
// White below, the traditional pieces, and the light theme.
type Options struct {
	Size  int         // width of the board in pixels, up to 10,000; 0 means 400
	Theme Theme       // the colors; the zero Theme is [LightTheme]
	Set   Set         // the drawings of the pieces
	Below chess.Color // the side whose first rank is at the bottom

	// DarkTheme is the colors for viewers whose browsers say that they prefer dark pages. Its colors
	// that are not set are those of [DarkTheme]. The zero Theme means that the colors do not change.
	DarkTheme Theme

	HideCoordinates bool // omit the letters and digits beside the board
	HideCheck       bool // do not mark a king in check

	// LastMove is the move that led to the position. Its squares are marked. NullMove marks
	// nothing.
	LastMove chess.Move
	// Selected is the squares of the pieces whose legal targets are marked, such as
	// chess.E2.Bitboard(). If no play is possible, the targets follow from how the piece moves.
	Selected chess.Bitboard
	// Fills are colors for squares, below the pieces.
	Fills map[chess.Square]Color
	// Crosses is the squares with a cross, above the pieces.
	Crosses chess.Bitboard
	// Shapes are rings around squares and arrows, as [chess.MoveInfo] has them.
	Shapes []chess.Shape
	// Captured is the pieces to show to the right of the board, at most 16 of each color, each
	// beside the side that captured it. If Captured is not nil, the picture has room for them.
	Captured []chess.Piece

	// Caption is the text below the board. A line that is too long is broken. If the text does not
	// fit in three lines, the letters shrink to two thirds, and then the text is cut.
	Caption string
	// Title is the name of the picture for readers who do not see it and is not drawn. If it is
	// blank, the Caption is the title.
	Title string
	// Description is what the picture shows for readers who do not see it. If it is blank, it is
	// the text of [Describe].
	Description string
	// Words are the texts that the package adds to a picture, in English if they are not set.
	Words Words
	// Language is that of the moves below the pictures of a strip.
	Language chess.Language
}

// turned returns the square on which White would see what the side below sees on s.
func (o *Options) turned(s chess.Square) chess.Square {
	if o.Below == chess.Black {
		return s ^ 63
	}
	return s
}

// A Set is a style in which the pieces are drawn.
type Set uint8

// The sets. Plain has bold outlines with few details, which suit small boards.
const (
	Traditional Set = iota
	Plain
)

var setNames = enum.Of[Set]("set", "traditional", "plain")

// String returns "traditional" or "plain".
func (s Set) String() string { return setNames.Text(s) }

// MarshalText implements [encoding.TextMarshaler] with the form of String.
func (s Set) MarshalText() ([]byte, error) { return setNames.Marshal(s) }

// UnmarshalText implements [encoding.TextUnmarshaler] for the form of String. The error is a
// [*chess.ParseError].
func (s *Set) UnmarshalText(text []byte) error { return setNames.Unmarshal(s, text) }

// WriteSVG writes the picture that [AppendSVG] makes.
func WriteSVG[B Board](w io.Writer, board B, o Options) error {
	if w == nil {
		return fault.NoWriter
	}
	_, err := w.Write(AppendSVG(nil, board, o))
	return err
}

// AppendSVG appends a picture of a board as an SVG document. One HTML page can contain several
// pictures.
func AppendSVG[B Board](b []byte, board B, o Options) []byte {
	s := sceneOf(board, &o)
	d := newDrawing(b, o)
	title := cmp.Or(strings.TrimSpace(o.Title), strings.Join(d.caption.lines, " "), s.title(&d.o.Words))
	description := cmp.Or(strings.TrimSpace(o.Description), s.describe(&d.o.Words))
	width, height := d.size()
	d.open(width, height, "img", title, description)
	d.defs(s.Board[:], d.o.Captured)
	d.picture(&s)
	return d.Close()
}
