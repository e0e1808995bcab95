package diagram

import (
	"cmp"
	"fmt"
	"slices"
	"strings"

	"github.com/shakki/chess"
	"github.com/shakki/chess/internal/draw"
	"github.com/shakki/chess/internal/fault"
)

// The measures of a strip, in hundredths of a square.
const (
	stripColumns = 4
	stripGap     = 30
)

// A PlyError reports a ply that a game does not have.
type PlyError struct {
	Ply   int `json:"ply"`   // the ply that was asked for
	Plies int `json:"plies"` // the length of the main line
}

// Error returns a text such as "ply 81: the game has 80 plies".
func (e *PlyError) Error() string {
	return fmt.Sprintf("ply %d: the game has %d plies", e.Ply, e.Plies)
}

// MarshalJSON returns an object with the message as "text", and the fields.
func (e *PlyError) MarshalJSON() ([]byte, error) { return fault.JSON(e, e) }

// AppendStrip appends an SVG document with a picture of the main line of g after each of the given
// numbers of plies, four in a row. 0 is the start position. Below each picture stands the last
// move, and the shapes are those in the comments on that move. Of the options, Caption is the title
// of the document if there is no Title, and is not drawn. LastMove, Selected, Fills, Crosses,
// Shapes, and Captured are not used. If g does not have a ply, the error is a [*PlyError] and
// nothing is appended.
func AppendStrip(b []byte, g *chess.Game, plies []int, o Options) ([]byte, error) {
	if g == nil {
		return b, fault.NoGame
	}
	nodes := slices.AppendSeq([]chess.Node{g.Root()}, g.MainLine())
	var pieces []chess.Piece
	for _, ply := range plies {
		if ply < 0 || ply >= len(nodes) {
			return b, &PlyError{ply, g.Plies()}
		}
		setup := nodes[ply].Position().Setup()
		pieces = append(pieces, setup.Board[:]...)
	}
	o.LastMove, o.Selected, o.Fills, o.Crosses, o.Shapes, o.Captured = chess.NullMove, 0, nil, 0, nil, nil
	title := cmp.Or(strings.TrimSpace(o.Title), strings.TrimSpace(o.Caption), g.Tag("White")+" - "+g.Tag("Black"))
	o.Caption = "1. e4" // so that the pictures have room for one line
	d := newDrawing(b, o)
	description := cmp.Or(strings.TrimSpace(o.Description), d.o.Words.strip(len(plies)))
	width, height := d.size()
	columns := float64(max(1, min(len(plies), stripColumns)))
	rows := float64(max(1, (len(plies)+stripColumns-1)/stripColumns))
	d.open(columns*(width+stripGap)-stripGap, rows*(height+stripGap)-stripGap, "group", title, description)
	d.defs(pieces)
	for i, ply := range plies {
		n := nodes[ply]
		d.o.LastMove, d.o.Shapes = n.Move(), n.Info().Shapes
		s, label := sceneOf(n.Position(), &d.o), d.label(n)
		x, y := float64(i%stripColumns)*(width+stripGap), float64(i/stripColumns)*(height+stripGap)
		d.Add(`<g role="img" transform="translate(`, draw.Point{x, y}, `)">`)
		d.Names(label, s.describe(&d.o.Words))
		d.caption = fit(label, d.width(), 1)
		d.picture(&s)
		d.Add("</g>")
	}
	return d.Close(), nil
}

// label returns the move before n with its number, such as "12... Nf6".
func (d *drawing) label(n chess.Node) string {
	if n.Plies() == 0 {
		return cmp.Or(d.o.Words.Start, "Start")
	}
	return n.Parent().Position().Line([]chess.Move{n.Move()}, chess.PGNFormat{Language: d.o.Language})
}
