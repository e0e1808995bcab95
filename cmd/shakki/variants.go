package main

import (
	"bytes"
	"fmt"
	"io"

	"github.com/shakki/chess"
	"github.com/shakki/chess/diagram"
	"github.com/shakki/chess/variant"
)

// otherVariant returns the variant that the value of a Variant tag names if package chess does not play it.
func otherVariant(tag string) (variant.Variant, bool) {
	v, err := variant.ParseVariant(tag)
	return v, err == nil && v != variant.Standard
}

// fenOf returns the position of a fault, which the error holds in a game of another variant.
func fenOf(f *chess.PGNError) string {
	if e, ok := f.Err.(*variant.MoveError); ok {
		return e.Position.FEN()
	}
	text, _ := f.Position.MarshalText()
	return string(text)
}

// A tape remembers what has been read since the start of a game, so that a game of another variant can be read
// again. It drops games with more text than a record may have.
type tape struct {
	r     io.Reader
	kept  []byte
	start int64 // the offset of kept in the input
	lines int   // the number of lines before kept
}

// mostOfTape is the number of bytes that a tape keeps.
const mostOfTape = 32 << 20

// Read reads from the input.
func (t *tape) Read(b []byte) (int, error) {
	n, err := t.r.Read(b)
	t.kept = append(t.kept, b[:n]...)
	if len(t.kept) > mostOfTape {
		t.forget(t.start + int64(len(t.kept)))
	}
	return n, err
}

// forget drops what is before an offset.
func (t *tape) forget(offset int64) {
	n := min(max(offset-t.start, 0), int64(len(t.kept)))
	t.lines += bytes.Count(t.kept[:n], []byte("\n"))
	t.kept = t.kept[:copy(t.kept, t.kept[n:])]
	t.start += n
}

// read returns the game of another variant that begins at an offset, and its faults with their places in the
// whole input. It returns nil if the game has been forgotten.
func (t *tape) read(offset int64, number int, options chess.PGNOptions) (*variant.Game, []*chess.PGNError) {
	if t.forget(offset); t.start != offset {
		return nil, nil
	}
	games := variant.NewPGNReader(bytes.NewReader(t.kept))
	games.PGNOptions = options
	g, err := games.Read()
	if g == nil || err == io.EOF {
		return nil, nil
	}
	faults := games.Faults()
	for _, f := range faults {
		f.Game, f.Line, f.Offset = number, f.Line+t.lines, f.Offset+offset
	}
	return g, faults
}

// text returns the text of the game that begins at an offset, or nil if it has been forgotten.
func (t *tape) text(offset int64) []byte {
	if t.forget(offset); t.start != offset {
		return nil
	}
	s := chess.NewPGNScanner(bytes.NewReader(t.kept))
	s.Variants = true
	for event := s.Next(); event != chess.PGNGameEnd && event != chess.PGNEnd; event = s.Next() {
	}
	return bytes.TrimSpace(t.kept[:s.Offset()])
}

// showVariant prints a position of another variant, or draws it.
func showVariant(r *invocation, v variant.Variant, fen string, svg bool, o diagram.Options) error {
	p := variant.StartPosition(v)
	if fen != "startpos" {
		var err error
		if p, err = variant.ParseFEN(v, fen); err != nil {
			return err
		}
	}
	setup := chess.Setup{Turn: p.Turn(), FullmoveNumber: p.FullmoveNumber()}
	for s := range p.Occupied().Squares() {
		setup.Board[s] = p.PieceAt(s)
	}
	if svg {
		return diagram.WriteSVG(r.out, setup, o)
	}
	fmt.Fprintf(r.out, "%s\n%v, %v to move: %v\n", diagram.AppendText(nil, setup, o, terminal(r.stdout)), v, p.Turn(), p)
	var san []string
	for m := range p.Moves() {
		san = append(san, p.SAN(m))
	}
	showMoves(r.out, san, p.Outcome(), p.InCheck())
	return nil
}
