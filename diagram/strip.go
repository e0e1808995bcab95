package diagram

import (
	"cmp"
	"fmt"
	"slices"
	"strconv"
	"strings"

	"github.com/shakki/chess"
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

// A frame is one picture of a strip.
type frame struct {
	scene  scene
	move   chess.Move
	label  string
	shapes []chess.Shape
}

// AppendStrip appends an SVG document with a picture of the main line of g after each of the given
// numbers of plies, four in a row. 0 is the start position. Below each picture stands the last
// move, and the shapes are those in the comments on that move. Of the options, Caption is the title
// of the document if there is no Title, and is not drawn. LastMove, Selected, Fills, Crosses,
// Shapes, and Captured are not used. If g does not have a ply, the error is a [*PlyError] and
// nothing is appended.
func AppendStrip(b []byte, g *chess.Game, plies []int, o Options) ([]byte, error) {
	words := o.Words.complete()
	frames, err := framesOf(g, plies, &o, &words)
	if err != nil {
		return b, err
	}
	o.LastMove, o.Selected, o.Fills, o.Crosses, o.Shapes, o.Captured = chess.NullMove, 0, nil, 0, nil, nil
	title := cmp.Or(strings.TrimSpace(o.Title), strings.TrimSpace(o.Caption), g.Tag("White")+" - "+g.Tag("Black"))
	description := cmp.Or(strings.TrimSpace(o.Description), words.strip(len(frames)))
	o.Caption = "1. e4" // so that the pictures have room for one line
	d := newDrawing(b, o)
	width, height := d.size()
	columns := float64(max(1, min(len(frames), stripColumns)))
	rows := float64(max(1, (len(frames)+stripColumns-1)/stripColumns))
	d.open(columns*(width+stripGap)-stripGap, rows*(height+stripGap)-stripGap, "group", title, description)
	var pieces uint16
	for i := range frames {
		pieces |= frames[i].scene.used(nil)
	}
	d.defs(pieces)
	for i := range frames {
		f := &frames[i]
		d.Numbers(`<g role="img" transform="translate(`,
			float64(i%stripColumns)*(width+stripGap), float64(i/stripColumns)*(height+stripGap))
		d.Add(`)">`)
		d.Names(f.label, f.scene.describe(&words))
		d.o.LastMove, d.o.Shapes, d.caption = f.move, f.shapes, fit(f.label, d.width(), 1)
		d.picture(&f.scene)
		d.Add("</g>")
	}
	return d.Close(), nil
}

// framesOf returns the pictures of g at the given plies.
func framesOf(g *chess.Game, plies []int, o *Options, w *Words) ([]frame, error) {
	nodes := slices.AppendSeq([]chess.Node{g.Root()}, g.MainLine())
	var frames []frame
	for _, ply := range plies {
		if ply < 0 || ply >= len(nodes) {
			return nil, &PlyError{ply, len(nodes) - 1}
		}
		n := nodes[ply]
		frames = append(frames, frame{sceneOf(n.Position()), n.Move(), label(n, o, w), n.Info().Shapes})
	}
	return frames, nil
}

// label returns the move before n with its number, such as "12... Nf6".
func label(n chess.Node, o *Options, w *Words) string {
	if n.Plies() == 0 {
		return w.Start
	}
	before := n.Parent().Position()
	dots := ". "
	if before.Turn() == chess.Black {
		dots = "... "
	}
	return strconv.Itoa(before.FullmoveNumber()) + dots + before.MoveText(n.Move(), chess.PGNFormat{Language: o.Language})
}

// MarshalJSON returns an object with the message as "text", and the fields.
func (e *PlyError) MarshalJSON() ([]byte, error) { return fault.JSON(e, e) }
