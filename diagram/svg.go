package diagram

import (
	"fmt"
	"math"
	"slices"
	"strconv"
	"strings"

	"github.com/shakki/chess"
	"github.com/shakki/chess/internal/draw"
)

// The measures of a picture in units of a hundredth of a square.
const (
	square     = 100
	board      = 8 * square
	margin     = 40                // around a board with coordinates
	smallPiece = 50                // the width of a captured piece
	aside      = 2*smallPiece + 30 // the room for captured pieces
	perColumn  = 8                 // captured pieces of a color above each other
	fontSize   = 34
	lineHeight = 44

	ringOpacity, arrowOpacity = 85, 80 // in percent of that of the color
)

// A drawing is an SVG document that is being written.
type drawing struct {
	draw.Document
	o       Options
	prefix  string // of the ids of the pieces, and the class of pictures with a dark theme
	caption caption
	margin  float64 // the width of the strip around the board
}

// newDrawing returns a drawing that appends to b. Choices out of range become the first ones.
func newDrawing(b []byte, o Options) *drawing {
	if int(o.Set) >= len(setNames.Names) {
		o.Set = Traditional
	}
	if o.Size <= 0 {
		o.Size = 400
	}
	o.Size = min(o.Size, 10000)
	o.Captured = slices.DeleteFunc(slices.Clone(o.Captured), func(p chess.Piece) bool { return !isPiece(p) })
	slices.Sort(o.Captured) // by color, and then by type
	o.Theme = o.Theme.with(light)
	if o.DarkTheme != (Theme{}) {
		o.DarkTheme = o.DarkTheme.with(dark)
	}
	d := &drawing{Document: draw.Document{Bytes: b}, o: o}
	if !o.HideCoordinates {
		d.margin = margin
	}
	d.prefix = prefix(&o)
	d.caption = fit(o.Caption, d.width(), maxLines)
	return d
}

// prefix returns what the ids of a picture begin with. Pictures in one page share an id only if
// they share the drawings of the pieces and their colors.
func prefix(o *Options) string {
	const offset, prime = 14695981039346656037, 1099511628211 // FNV-1a
	hash := (offset ^ uint64(o.Set)) * prime
	for _, t := range []*Theme{&o.Theme, &o.DarkTheme} {
		for _, c := range t.colors() {
			for _, v := range [...]uint8{c.R, c.G, c.B, c.A} {
				hash = (hash ^ uint64(v)) * prime
			}
		}
	}
	var buffer [24]byte
	return string(append(strconv.AppendUint(append(buffer[:0], "shakki-"...), hash>>24, 36), '-'))
}

// width returns the room for a line of the caption.
func (d *drawing) width() float64 { return board + d.margin }

// size returns the width and height of a picture.
func (d *drawing) size() (width, height float64) {
	width = board + 2*d.margin
	height = width
	if d.o.Captured != nil {
		width += aside
	}
	if n := len(d.caption.lines); n > 0 {
		height += float64(n*lineHeight) + 24
	}
	return width, height
}

// open starts a document of at least the given size that has a whole number of pixels. The role is
// "img", or "group" for several pictures.
func (d *drawing) open(width, height float64, role, title, description string) {
	scale := float64(d.o.Size) / board
	width, height = math.Ceil(width*scale-1e-6)/scale, math.Ceil(height*scale-1e-6)/scale
	d.Add(`<svg xmlns="http://www.w3.org/2000/svg" width="`, width*scale, `" height="`, height*scale)
	d.Add(`" viewBox="0 0 `, draw.Point{width, height}, `" class="shakki`)
	if d.o.DarkTheme != (Theme{}) {
		d.Add(" ", d.prefix)
	}
	d.Add(`" role="`, role, `" stroke-linecap="round" stroke-linejoin="round">`)
	d.Names(title, description)
	d.styles()
	d.rect(0, 0, width, height, "background", fill(d.o.Theme.Background), "/>")
}

// rect appends a rectangle with a class, and then the rest.
func (d *drawing) rect(x, y, width, height float64, class string, rest ...any) {
	d.Add(`<rect class="shakki-`, class, `"`)
	if x != 0 {
		d.Add(` x="`, x, `"`)
	}
	if y != 0 {
		d.Add(` y="`, y, `"`)
	}
	d.Add(` width="`, width, `" height="`, height, `"`)
	d.Add(rest...)
}

// fill and stroke return the attributes of a color.
func fill(c Color) draw.Paint { return draw.Paint{Attribute: "fill", Color: c.opaque(), Opacity: c.A} }
func stroke(c Color) draw.Paint {
	return draw.Paint{Attribute: "stroke", Color: c.opaque(), Opacity: c.A}
}

// defs appends the drawings of the pieces of a document, each once.
func (d *drawing) defs(lists ...[]chess.Piece) {
	var used [16]bool
	for _, list := range lists {
		for _, piece := range list {
			used[piece] = piece != chess.NoPiece
		}
	}
	d.Add("<defs>")
	for piece := range chess.Piece(16) {
		if used[piece] {
			d.figure(piece)
		}
	}
	d.Add("</defs>")
}

// figure appends the drawing of a piece.
func (d *drawing) figure(piece chess.Piece) {
	side, inside, line, detail := d.o.Theme.side(piece.Color())
	d.Add(`<g id="`, d.prefix, pieceID[piece], `" class="shakki-`, side)
	if d.o.DarkTheme != (Theme{}) {
		d.Add(" ", d.prefix, side)
	}
	d.Add(`"`, fill(inside), stroke(line), ` stroke-width="4">`)
	for shapes := figure(d.o.Set, piece.Type()); shapes != ""; {
		text, rest, isDetail := strings.Cut(shapes, `="black"`)
		if isDetail {
			space := strings.LastIndexByte(text, ' ')
			d.Add(text[:space], draw.Paint{Attribute: text[space+1:], Color: detail.opaque(), Opacity: detail.A})
		} else {
			d.Add(text)
		}
		shapes = rest
	}
	d.Add("</g>")
}

// pieceID is the end of the id of each piece, such as "wK".
var pieceID = [16]string{
	chess.WhitePawn: "wP", chess.WhiteKnight: "wN", chess.WhiteBishop: "wB",
	chess.WhiteRook: "wR", chess.WhiteQueen: "wQ", chess.WhiteKing: "wK",
	chess.BlackPawn: "bP", chess.BlackKnight: "bN", chess.BlackBishop: "bB",
	chess.BlackRook: "bR", chess.BlackQueen: "bQ", chess.BlackKing: "bK",
}

// circle appends a circle, and then the rest.
func (d *drawing) circle(x, y, radius float64, rest ...any) {
	d.Add(`<circle cx="`, x, `" cy="`, y, `" r="`, radius, `"`)
	d.Add(rest...)
}

// picture appends the board with everything on it and around it.
func (d *drawing) picture(s *scene) {
	if m := d.margin; m > 0 {
		d.Add(`<g transform="translate(`, draw.Point{m, m}, `)">`)
		d.rect(-2, -2, board+4, board+4, "border", fill(d.o.Theme.Border), "/>")
	}
	d.rect(0, 0, board, board, "light", fill(d.o.Theme.LightSquare), "/>")
	d.Add(`<path class="shakki-dark"`, fill(d.o.Theme.DarkSquare), ` d="`, darkSquares, `"/>`)
	d.marks(s)
	for square, piece := range s.Board {
		if piece != chess.NoPiece {
			d.piece(piece, chess.Square(square))
		}
	}
	for square := range d.o.Crosses.Squares() {
		d.cross(square)
	}
	for _, shape := range s.shapes {
		d.shape(shape)
	}
	if d.margin > 0 {
		d.coordinates()
	}
	d.captured()
	if d.margin > 0 {
		d.Add("</g>")
	}
	d.writeCaption()
}

// darkSquares is the path of the dark squares, row by row. It is the same from either side.
var darkSquares = func() (path string) {
	for row := range 8 {
		path += fmt.Sprintf("M%d %dh100v100h-100z", (row+1)%2*square, row*square) +
			strings.Repeat("m200 0h100v100h-100z", 3)
	}
	return path
}()

// corner returns the upper left corner of s.
func (d *drawing) corner(s chess.Square) (x, y float64) {
	s = d.o.turned(s)
	return float64(int(s.File()) * square), float64((7 - int(s.Rank())) * square)
}

// piece appends a piece on s.
func (d *drawing) piece(piece chess.Piece, s chess.Square) {
	x, y := d.corner(s)
	d.Add(`<use href="#`, d.prefix, pieceID[piece], `" x="`, x, `" y="`, y, `"/>`)
}

// marks appends the marked squares below the pieces.
func (d *drawing) marks(s *scene) {
	for square := range chess.Square(64) {
		if c, ok := d.o.Fills[square]; ok {
			d.mark(square.Bitboard(), "fill", c)
		}
	}
	d.mark(s.last, "last-move", d.o.Theme.LastMove)
	d.mark(s.check, "check", d.o.Theme.Check)
	d.mark(d.o.Selected, "selected", d.o.Theme.Selected)
	d.targets(s)
}

// mark fills squares, or draws frames inside those of the last move.
func (d *drawing) mark(squares chess.Bitboard, class string, c Color) {
	for s := range squares.Squares() {
		x, y := d.corner(s)
		if class == "last-move" && d.o.Theme.FrameLastMove {
			d.rect(x+4, y+4, square-8, square-8, class, ` fill="none"`, stroke(c), ` stroke-width="4" stroke-linejoin="miter"/>`)
			continue
		}
		d.rect(x, y, square, square, class, fill(c), "/>")
	}
}

// targets appends the squares to which the selected pieces can go: a dot, or four corners around a
// piece that can be captured.
func (d *drawing) targets(s *scene) {
	if s.targets == 0 {
		return
	}
	d.Add(`<g class="shakki-target"`, fill(d.o.Theme.Target), ">")
	for to := range s.targets.Squares() {
		x, y := d.corner(to)
		if s.Board[to] == chess.NoPiece {
			d.circle(x+square/2, y+square/2, 15, "/>")
			continue
		}
		d.Add(`<path d="M`, draw.Point{x, y}, `h28l-28 28zm100 0v28l-28-28zm0 100h-28l28-28zm-100 0v-28l28 28z"/>`)
	}
	d.Add("</g>")
}

// cross appends a cross on a square. A light outline sets it off from dark pieces.
func (d *drawing) cross(s chess.Square) {
	x, y := d.corner(s)
	d.Add(`<g fill="none">`)
	for _, line := range []struct {
		class string
		width float64
		c     Color
	}{{"outline", 17, d.o.Theme.LightSquare}, {"cross", 11, d.o.Theme.Cross}} {
		d.Add(`<path class="shakki-`, line.class, `" stroke-width="`, line.width, `"`, stroke(line.c))
		d.Add(` d="M`, draw.Point{x + 22, y + 22}, "L", draw.Point{x + 78, y + 78})
		d.Add("M", draw.Point{x + 78, y + 22}, "L", draw.Point{x + 22, y + 78}, `"/>`)
	}
	d.Add("</g>")
}

// shape appends a ring around a square, or an arrow.
func (d *drawing) shape(s chess.Shape) {
	c, name := d.o.Theme.shape(s.Letter)
	x, y := d.corner(s.From)
	x, y = x+square/2, y+square/2
	if s.From == s.To {
		d.circle(x, y, 44.5, ` class="shakki-ring shakki-`, name, `" fill="none" stroke-width="7"`, stroke(c.faded(ringOpacity)), "/>")
		return
	}
	toX, toY := d.corner(s.To)
	d.Add(`<path class="shakki-arrow shakki-`, name, `"`, fill(c.faded(arrowOpacity)), ` d="`)
	d.arrow(x, y, toX+square/2, toY+square/2)
	d.Add(`"/>`)
}

// arrow appends the path of an arrow between the centers of two squares. It starts a little away
// from the first center.
func (d *drawing) arrow(x, y, toX, toY float64) {
	const start, half, head, headHalf, tip = 22, 8, 40, 23, 4
	length := math.Hypot(toX-x, toY-y)
	cos, sin := (toX-x)/length, (toY-y)/length
	command := "M"
	for _, point := range [...][2]float64{
		{start, -half}, {length - head, -half}, {length - head, -headHalf}, {length - tip, 0},
		{length - head, headHalf}, {length - head, half}, {start, half},
	} {
		along, across := point[0], point[1]
		d.Add(command, draw.Point{x + along*cos - across*sin, y + along*sin + across*cos})
		command = "L"
	}
	d.Add("Z")
}

// coordinates appends the letters below the board and the digits to its left.
func (d *drawing) coordinates() {
	d.Add(`<g class="shakki-coordinates" fill="none" stroke-width="3.4"`, stroke(d.o.Theme.Text), ">")
	for i := range 8 {
		s := d.o.turned(chess.SquareAt(chess.File(i), chess.Rank(7-i))).String()
		middle := float64(i*square + square/2)
		d.Glyph(s[0], middle-draw.GlyphWidth/2, board+5)
		d.Glyph(s[1], -margin/2-draw.GlyphWidth/2-1, middle-draw.GlyphHeight/2)
	}
	d.Add("</g>")
}

// captured appends the captured pieces to the right of the board. The pieces that a side has
// captured stand on its side, the pawns nearest to its edge of the picture.
func (d *drawing) captured() {
	if d.o.Captured == nil {
		return
	}
	left := board + d.margin/2 + 20
	d.rect(left-10, 0, 2*smallPiece+20, board, "captured", fill(d.o.Theme.LightSquare), ` rx="10"/>`)
	var shown [2]int // by color
	for _, piece := range d.o.Captured {
		n := shown[piece.Color()]
		if n == 2*perColumn {
			continue
		}
		shown[piece.Color()]++
		x, y := left+float64(n/perColumn*smallPiece), float64(n%perColumn*smallPiece)
		if (piece.Color() == chess.Black) != (d.o.Below == chess.Black) {
			y = board - smallPiece - y
		}
		d.Add(`<use href="#`, d.prefix, pieceID[piece], `" transform="translate(`, draw.Point{x, y}, `)scale(.5)"/>`)
	}
}

// writeCaption appends the caption below the board.
func (d *drawing) writeCaption() {
	for i, line := range d.caption.lines {
		d.Add(`<text class="shakki-caption" text-anchor="middle" font-family="sans-serif"`, fill(d.o.Theme.Text))
		d.Add(` font-size="`, d.caption.size, `" x="`, board/2+d.margin, `" y="`, board+2*d.margin+float64(i*lineHeight)+42)
		d.Add(`">`, draw.Plain(line), "</text>")
	}
}
