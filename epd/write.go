package epd

import (
	"cmp"
	"fmt"
	"slices"
	"strconv"
	"strings"

	"github.com/shakki/chess"
	"github.com/shakki/chess/internal/charset"
)

// String returns r in EPD, with the operations that have a field in alphabetical order and the
// others behind them. Moves are in SAN. The clocks of the position are written unless they are 0
// and 1. A space replaces each line break in a text.
func (r Record) String() string { return string(r.appendText(r.Position.FEN())) }

// MarshalText implements [encoding.TextMarshaler] with the form of String, from which Parse returns
// r. As in [chess.Position.MarshalText], it writes the square of every double step. The error is
// that of Parse if the form of r is not valid, such as for an illegal move. The zero Record is
// written as "".
func (r Record) MarshalText() ([]byte, error) {
	fen, _ := r.Position.MarshalText() // never fails
	text := r.appendText(cmp.Or(string(fen), r.Position.FEN()))
	if len(fen) == 0 && !strings.Contains(string(text), ";") {
		return []byte{}, nil
	}
	for _, o := range r.Others {
		if !isOpcode(o.Opcode) {
			return nil, &Error{Text: string(text), Detail: fmt.Sprintf("%q is not an opcode", abridged(o.Opcode))}
		}
	}
	if _, err := Parse(string(text)); err != nil {
		return nil, err
	}
	return text, nil
}

// UnmarshalText implements [encoding.TextUnmarshaler] with [Parse]. Empty text is the zero Record.
// On error r is unchanged.
func (r *Record) UnmarshalText(text []byte) error {
	if len(text) == 0 {
		*r = Record{}
		return nil
	}
	parsed, err := Parse(string(text))
	if err == nil {
		*r = parsed
	}
	return err
}

// appendText returns r in EPD, with the position of the given FEN.
func (r *Record) appendText(fen string) []byte {
	b := []byte(strings.Join(strings.Fields(fen)[:4], " "))
	for _, f := range r.fields() {
		if operands := r.operands(f); len(operands) > 0 {
			b = appendOperation(b, f.opcode, operands)
		}
	}
	for _, o := range r.Others {
		var operands []string
		for _, text := range o.Operands {
			operands = append(operands, quoted(text, slices.Contains(textOpcodes[:], o.Opcode)))
		}
		b = appendOperation(b, o.Opcode, operands)
	}
	return b
}

// operands returns the operands of an operation that has a field, as they are written. It returns
// nil for an operation that the record does not have.
func (r *Record) operands(f field) []string {
	switch value := f.value.(type) {
	case *[]chess.Move:
		return r.sans(*value, f.opcode == "pv")
	case **int:
		if *value != nil {
			return []string{strconv.Itoa(**value)}
		}
	case **float64:
		if *value != nil {
			return []string{strconv.FormatFloat(**value, 'f', -1, 64)}
		}
	case *string:
		if *value != "" {
			return []string{quoted(*value, true)}
		}
	}
	p := &r.Position
	switch {
	case f.opcode == "hmvc" && p.HalfmoveClock() != 0:
		return []string{strconv.Itoa(p.HalfmoveClock())}
	case f.opcode == "fmvn" && p.FullmoveNumber() > 1:
		return []string{strconv.Itoa(p.FullmoveNumber())}
	}
	return nil
}

// sans returns moves in SAN, one after another if they are a line. Illegal moves are written as
// [chess.Move.String] does.
func (r *Record) sans(moves []chess.Move, line bool) []string {
	p := r.Position
	var texts []string
	for _, m := range moves {
		legal, err := p.FindMove(m.From(), m.To(), m.Promotion())
		isPass := m == chess.NullMove && !p.InCheck()
		if (err != nil || legal.Promotion() != m.Promotion()) && !isPass {
			texts = append(texts, m.String())
			continue
		}
		texts = append(texts, p.SAN(legal))
		if line {
			p = p.After(legal)
		}
	}
	return texts
}

// textOpcodes are operations of the standard without a field whose operand is text, which is
// quoted.
var textOpcodes = [...]string{"eco", "nic", "v0", "v1", "v2", "v3", "v4", "v5", "v6", "v7", "v8", "v9"}

// lineBreaks replaces line breaks, which a text cannot have.
var lineBreaks = strings.NewReplacer("\r\n", " ", "\r", " ", "\n", " ")

// escapes precedes the quotes and backslashes in a text by a backslash.
var escapes = strings.NewReplacer(`"`, `\"`, `\`, `\\`)

// quoted returns an operand as it is written. Words are quoted only if they must be.
func quoted(text string, always bool) string {
	text = charset.ToUTF8([]byte(lineBreaks.Replace(text)))
	if !always && text != "" && !strings.ContainsAny(text, endOfWord) {
		return text
	}
	return `"` + escapes.Replace(text) + `"`
}

// appendOperation appends an operation.
func appendOperation(b []byte, opcode string, operands []string) []byte {
	b = append(append(b, ' '), opcode...)
	for _, o := range operands {
		b = append(append(b, ' '), o...)
	}
	return append(b, ';')
}
