package diagram

import (
	"math"
	"strconv"
	"strings"
	"unicode/utf8"

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
	maxLines   = 3 // of the caption
)

// palettes are the colors of the themes.
var palettes = [...]*draw.Palette{Light: &draw.Light, Dark: &draw.Dark, Print: &draw.Print}

// A drawing is an SVG document that is being written.
type drawing struct {
	b       []byte
	o       Options
	palette *draw.Palette
	prefix  string   // of the ids of the pieces
	lines   []string // the caption
}

// newDrawing returns a drawing that appends to b. Choices out of range become the first ones.
func newDrawing(b []byte, o Options) *drawing {
	if int(o.Theme) >= len(themeNames) {
		o.Theme = Light
	}
	if int(o.Set) >= len(setNames) {
		o.Set = Traditional
	}
	if o.Below != chess.Black {
		o.Below = chess.White
	}
	if o.Size <= 0 {
		o.Size = 400
	}
	o.Size = min(o.Size, 10000)
	d := &drawing{b: b, o: o, palette: palettes[o.Theme]}
	// Pictures in one page share an id only if they share the drawing.
	d.prefix = "shakki-" + o.Theme.String()[:1] + o.Set.String()[:1] + "-"
	d.lines = wrap(o.Caption, int(board+2*d.margin()-margin)*100/fontSize)
	return d
}

// margin returns the width of the strip around the board.
func (d *drawing) margin() float64 {
	if d.o.HideCoordinates {
		return 0
	}
	return margin
}

// size returns the width and height of a picture.
func (d *drawing) size() (width, height float64) {
	width = board + 2*d.margin()
	height = width
	if d.o.Captured != nil {
		width += aside
	}
	if n := len(d.lines); n > 0 {
		height += float64(n*lineHeight) + 24
	}
	return width, height
}

// text appends strings as they are.
func (d *drawing) text(parts ...string) {
	for _, s := range parts {
		d.b = append(d.b, s...)
	}
}

// numbers appends the text and then the numbers.
func (d *drawing) numbers(text string, values ...float64) {
	d.b = append(d.b, text...)
	d.b = draw.AppendNumbers(d.b, values...)
}

// attribute appends an attribute with a number, such as ` x="3"`.
func (d *drawing) attribute(name string, value float64) {
	d.text(" ", name, `="`)
	d.b = draw.AppendNumber(d.b, value)
	d.text(`"`)
}

// open starts a document of at least the given size that has a whole number of pixels. The role is
// "img", or "group" for several pictures.
func (d *drawing) open(width, height float64, role, title, description string) {
	scale := float64(d.o.Size) / board
	width, height = math.Ceil(width*scale-1e-6)/scale, math.Ceil(height*scale-1e-6)/scale
	d.text(`<svg xmlns="http://www.w3.org/2000/svg"`)
	d.attribute("width", width*scale)
	d.attribute("height", height*scale)
	d.numbers(` viewBox="`, 0, 0, width, height)
	d.text(`" role="`, role, `" stroke-linecap="round" stroke-linejoin="round"><title>`)
	d.b = draw.AppendText(d.b, title)
	d.text("</title><desc>")
	d.b = draw.AppendText(d.b, description)
	d.text("</desc>")
	d.rect(0, 0, width, height, d.palette.Background)
	d.text("/>")
}

// close ends the document and returns it.
func (d *drawing) close() []byte {
	d.text("</svg>\n")
	return d.b
}

// rect appends a rectangle without its end.
func (d *drawing) rect(x, y, width, height float64, color string) {
	d.text("<rect")
	if x != 0 {
		d.attribute("x", x)
	}
	if y != 0 {
		d.attribute("y", y)
	}
	d.attribute("width", width)
	d.attribute("height", height)
	d.text(` fill="`, color, `"`)
}

// used returns the set of pieces, as bits, that are on the board or captured.
func used(p *chess.Position, captured []chess.Piece) (pieces uint16) {
	for _, c := range []chess.Color{chess.White, chess.Black} {
		for t := chess.Pawn; t <= chess.King; t++ {
			if p.Pieces(c, t) != 0 {
				pieces |= 1 << t.Of(c)
			}
		}
	}
	for _, piece := range captured {
		if isPiece(piece) {
			pieces |= 1 << piece
		}
	}
	return pieces
}

// isPiece reports whether p is one of the twelve pieces.
func isPiece(p chess.Piece) bool {
	return p == p.Type().Of(p.Color()) && p.Type() != chess.NoPieceType && p.Type() <= chess.King
}

// defs appends the drawings of the pieces that the document uses.
func (d *drawing) defs(pieces uint16) {
	d.text("<defs>")
	for piece := range chess.Piece(16) {
		if pieces>>piece&1 != 0 {
			d.figure(piece)
		}
	}
	d.text("</defs>")
}

// figure appends the drawing of a piece.
func (d *drawing) figure(piece chess.Piece) {
	fill, line, detail := d.palette.WhiteFill, d.palette.WhiteLine, d.palette.WhiteLine
	if piece.Color() == chess.Black {
		fill, line, detail = d.palette.BlackFill, d.palette.BlackFill, d.palette.BlackLine
	}
	f := &figures[d.o.Set][piece.Type()]
	d.text(`<g id="`, d.prefix, pieceID[piece], `" fill="`, fill, `" stroke="`, line, `" stroke-width="4"><path d="`, f.body, `"/>`)
	for _, c := range f.balls {
		d.circle(c, "")
	}
	if f.lines != "" {
		d.text(`<path d="`, f.lines, `" fill="none" stroke="`, detail, `" stroke-width="3.4"/>`)
	}
	for _, c := range f.eyes {
		d.circle(c, detail)
	}
	d.text("</g>")
}

// pieceID is the end of the id of each piece, such as "wK".
var pieceID = [16]string{
	chess.WhitePawn: "wP", chess.WhiteKnight: "wN", chess.WhiteBishop: "wB",
	chess.WhiteRook: "wR", chess.WhiteQueen: "wQ", chess.WhiteKing: "wK",
	chess.BlackPawn: "bP", chess.BlackKnight: "bN", chess.BlackBishop: "bB",
	chess.BlackRook: "bR", chess.BlackQueen: "bQ", chess.BlackKing: "bK",
}

// circle appends a circle, filled with a color and without an outline, or as the group says if the
// color is "".
func (d *drawing) circle(c circle, color string) {
	d.text("<circle")
	d.attribute("cx", c.x)
	d.attribute("cy", c.y)
	d.attribute("r", c.r)
	if color != "" {
		d.text(` fill="`, color, `" stroke="none"`)
	}
	d.text("/>")
}

// picture appends the board with everything on it and around it.
func (d *drawing) picture(p *chess.Position) {
	m := d.margin()
	if m > 0 {
		d.numbers(`<g transform="translate(`, m, m)
		d.text(`)">`)
		d.rect(-2, -2, board+4, board+4, d.palette.Border)
		d.text("/>")
	}
	d.rect(0, 0, board, board, d.palette.Light)
	d.text(`/><path fill="`, d.palette.Dark, `" d="`, darkSquares, `"/>`)
	d.marks(p)
	for s := range p.Occupied().Squares() {
		d.piece(p.PieceAt(s), s)
	}
	for _, shape := range d.o.Shapes {
		d.shape(shape)
	}
	if m > 0 {
		d.coordinates()
	}
	d.captured()
	if m > 0 {
		d.text("</g>")
	}
	d.writeCaption()
}

// darkSquares is the path of the dark squares, row by row. It is the same from either side.
var darkSquares = func() (path string) {
	for row := range 8 {
		path += "M" + strconv.Itoa((row+1)%2*square) + " " + strconv.Itoa(row*square)
		for i := range 4 {
			path += "h100v100h-100z"
			if i < 3 {
				path += "m200 0"
			}
		}
	}
	return path
}()

// corner returns the upper left corner of s.
func (d *drawing) corner(s chess.Square) (x, y float64) {
	file, rank := int(s.File()), 7-int(s.Rank())
	if d.o.Below == chess.Black {
		file, rank = 7-file, 7-rank
	}
	return float64(file * square), float64(rank * square)
}

// piece appends a piece on s.
func (d *drawing) piece(piece chess.Piece, s chess.Square) {
	x, y := d.corner(s)
	d.text(`<use href="#`, d.prefix, pieceID[piece], `"`)
	d.attribute("x", x)
	d.attribute("y", y)
	d.text("/>")
}

// marks appends the marked squares below the pieces.
func (d *drawing) marks(p *chess.Position) {
	for s := range lastMove(p, d.o.LastMove).Squares() {
		d.mark(s, d.palette.LastMove)
	}
	if !d.o.HideCheck && p.InCheck() {
		d.mark(p.King(p.Turn()), d.palette.Check)
	}
	for s := range d.o.Selected.Squares() {
		d.mark(s, d.palette.Selected)
	}
	d.targets(p)
}

// lastMove returns the two squares of the move that led to p. For castling, the second is the square
// of the king.
func lastMove(p *chess.Position, m chess.Move) chess.Bitboard {
	if m == chess.NullMove {
		return 0
	}
	from, to := m.From(), m.To()
	king := p.King(p.Turn().Other())
	if p.PieceAt(to) == chess.NoPiece && king.IsValid() && king.Rank() == from.Rank() {
		to = king
	}
	return chess.BitboardOf(from, to)
}

// mark appends a marked square.
func (d *drawing) mark(s chess.Square, m draw.Mark) {
	x, y := d.corner(s)
	if m.Frame {
		d.rect(x+4, y+4, square-8, square-8, "none")
		d.text(` stroke="`, m.Color, `" stroke-width="4" stroke-linejoin="miter" stroke-opacity="`, m.Opacity, `"/>`)
		return
	}
	d.rect(x, y, square, square, m.Color)
	d.text(` fill-opacity="`, m.Opacity, `"/>`)
}

// targets appends the squares to which the selected pieces can go: a dot, or four corners around a
// piece that can be captured.
func (d *drawing) targets(p *chess.Position) {
	var squares chess.Bitboard
	var moves [64]chess.Move
	for s := range d.o.Selected.Squares() {
		for _, m := range p.AppendMovesFrom(moves[:0], s) {
			to := m.To()
			if king, _, _, ok := p.CastlingSquares(m); ok {
				to = king
			}
			squares |= to.Bitboard()
		}
	}
	if squares == 0 {
		return
	}
	d.text(`<g fill="`, d.palette.Target.Color, `" fill-opacity="`, d.palette.Target.Opacity, `">`)
	for s := range squares.Squares() {
		x, y := d.corner(s)
		if p.PieceAt(s) == chess.NoPiece {
			d.circle(circle{x + square/2, y + square/2, 15}, "")
			continue
		}
		d.numbers(`<path d="M`, x, y)
		d.text("h28l-28 28zm100 0v28l-28-28zm0 100h-28l28-28zm-100 0v-28l28 28z", `"/>`)
	}
	d.text("</g>")
}

// shape appends a ring around a square, or an arrow.
func (d *drawing) shape(s chess.Shape) {
	if !s.From.IsValid() || !s.To.IsValid() {
		return
	}
	color := d.palette.ShapeColor(s.Letter)
	x, y := d.corner(s.From)
	x, y = x+square/2, y+square/2
	if s.From == s.To {
		d.text(`<circle fill="none" stroke="`, color, `" stroke-width="7" stroke-opacity=".85"`)
		d.attribute("cx", x)
		d.attribute("cy", y)
		d.text(` r="44.5"/>`)
		return
	}
	toX, toY := d.corner(s.To)
	d.text(`<path fill="`, color, `" fill-opacity=".8" d="`)
	d.arrow(x, y, toX+square/2, toY+square/2)
	d.text(`"/>`)
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
		d.numbers(command, x+along*cos-across*sin, y+along*sin+across*cos)
		command = "L"
	}
	d.text("Z")
}

// coordinates appends the letters below the board and the digits to its left.
func (d *drawing) coordinates() {
	d.text(`<g fill="none" stroke="`, d.palette.Text, `" stroke-width="3.4">`)
	for i := range 8 {
		file, rank := byte('a'+i), byte('8'-i)
		if d.o.Below == chess.Black {
			file, rank = byte('h'-i), byte('1'+i)
		}
		middle := float64(i*square + square/2)
		d.b = draw.AppendGlyph(d.b, file, middle-draw.GlyphWidth/2, board+5)
		d.b = draw.AppendGlyph(d.b, rank, -margin/2-draw.GlyphWidth/2-1, middle-draw.GlyphHeight/2)
	}
	d.text("</g>")
}

// captured appends the captured pieces to the right of the board. The pieces that a side has
// captured stand on its side, the pawns nearest to its edge of the picture.
func (d *drawing) captured() {
	if d.o.Captured == nil {
		return
	}
	var counts [16]int
	for _, piece := range d.o.Captured {
		if isPiece(piece) {
			counts[piece]++
		}
	}
	left := board + d.margin()/2 + 20
	d.rect(left-10, 0, 2*smallPiece+20, board, d.palette.Light)
	d.text(` rx="10"/>`)
	for _, c := range []chess.Color{chess.White, chess.Black} {
		shown := 0
		for t := chess.Pawn; t <= chess.King; t++ {
			for range counts[t.Of(c)] {
				if shown == 2*perColumn {
					break
				}
				x := left + float64(shown/perColumn*smallPiece)
				y := float64(shown % perColumn * smallPiece)
				if c != d.o.Below {
					y = board - smallPiece - y
				}
				d.text(`<use href="#`, d.prefix, pieceID[t.Of(c)])
				d.numbers(`" transform="translate(`, x, y)
				d.text(`)scale(.5)"/>`)
				shown++
			}
		}
	}
}

// caption returns the caption as one line.
func (d *drawing) caption() (text string) {
	for i, line := range d.lines {
		if i > 0 {
			text += " "
		}
		text += line
	}
	return text
}

// writeCaption appends the caption below the board.
func (d *drawing) writeCaption() {
	for i, line := range d.lines {
		d.text(`<text text-anchor="middle" font-family="sans-serif" font-size="34" fill="`, d.palette.Text, `"`)
		d.attribute("x", board/2+d.margin())
		d.attribute("y", board+2*d.margin()+float64(i*lineHeight)+42)
		d.text(">")
		d.b = draw.AppendText(d.b, line)
		d.text("</text>")
	}
}

// wrap splits a caption into lines that are at most width wide, in hundredths of the font size, as
// far as that can be said without the font. It returns at most maxLines lines. If the caption is
// longer, the last line ends in an ellipsis.
func wrap(caption string, width int) (lines []string) {
	for caption = trim(caption); caption != ""; caption = trim(caption) {
		end, next := breakLine(caption, width)
		if len(lines) == maxLines-1 && trim(caption[next:]) != "" {
			end, _ = breakLine(caption[:end], width-100)
			return append(lines, trim(caption[:end])+"…")
		}
		lines = append(lines, trim(caption[:end]))
		caption = caption[next:]
	}
	return lines
}

// trim returns text without white space at both ends.
func trim(text string) string { return strings.Trim(text, " \t\r\n") }

// breakLine returns the end of the first line of text and the start of the next.
func breakLine(text string, width int) (end, next int) {
	space, used := 0, 0
	for i := 0; i < len(text); {
		r, n := utf8.DecodeRuneInString(text[i:])
		if r == '\n' {
			return i, i + 1
		}
		if r == ' ' || r == '\t' || r == '\r' {
			space = i
		}
		used += runeWidth(r)
		if used > width || i > width/2 {
			if space > 0 {
				return space, space + 1
			}
			return max(i, n), max(i, n)
		}
		i += n
	}
	return len(text), len(text)
}

// runeWidth returns the usual width of r in hundredths of the font size.
func runeWidth(r rune) int {
	switch {
	case r >= 0x300 && r < 0x370: // combining marks
		return 0
	case r >= 0x1100:
		return 100
	case r == ' ' || r == '.' || r == ',' || r == 'i' || r == 'l':
		return 32
	case r >= 'A' && r <= 'Z', r == 'm', r == 'w', r == 'W', r == '@':
		return 72
	}
	return 60
}
