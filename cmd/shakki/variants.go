package main

import (
	"bytes"
	"fmt"
	"io"

	"github.com/shakki/chess"
	"github.com/shakki/chess/diagram"
	"github.com/shakki/chess/internal/source"
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

// readVariant returns the game of another variant that begins at an offset, and its faults with their places in
// the whole input. It returns nil if the text of the game has been dropped.
func readVariant(t *source.Tape, offset int64, number int, options chess.PGNOptions) (*variant.Game, []*chess.PGNError) {
	text, lines := t.From(offset)
	games := variant.NewPGNReader(bytes.NewReader(text))
	games.PGNOptions = options
	g, err := games.Read()
	if g == nil || err == io.EOF {
		return nil, nil
	}
	faults := games.Faults()
	for _, f := range faults {
		f.Game, f.Line, f.Offset = number, f.Line+lines, f.Offset+offset
	}
	return g, faults
}

// textOf returns the text of the game that begins at an offset, or nil if it has been dropped.
func textOf(t *source.Tape, offset int64) []byte {
	text, _ := t.From(offset)
	s := chess.NewPGNScanner(bytes.NewReader(text))
	s.Variants = true
	for event := s.Next(); event != chess.PGNGameEnd && event != chess.PGNEnd; event = s.Next() {
	}
	return bytes.TrimSpace(text[:s.Offset()])
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
	fmt.Fprintf(r.out, "%s\n%v, %v to move: %v\n", diagram.AppendText(nil, setup, o, terminal(r.door.Out)), v, p.Turn(), p)
	showMoves(r.out, p, p.Outcome())
	return nil
}
