package epd

import (
	"errors"
	"fmt"
	"slices"
	"strconv"
	"strings"

	"github.com/shakki/chess"
	"github.com/shakki/chess/internal/charset"
)

// maxLength is the length in bytes of the longest record. The standard has 255 for one operand.
const maxLength = 1 << 16

// maxClock is the largest value of the two clocks of a position.
const maxClock = 1<<16 - 1

// Parse parses one line of EPD of at most 64 KiB. Moves are read as by [chess.Position.ParseSAN].
// Parse also accepts the clocks of a FEN after the position, or a hyphen in place of each, a missing
// quote or semicolon at the end, empty operations, any number of spaces, and \" and \\ for a quote
// and a backslash within quotes. Text that is not valid UTF-8 is read as Windows-1252. The error is
// an [*Error].
func Parse(text string) (Record, error) {
	p := parser{text: text, seen: map[string]bool{}}
	if len(text) > maxLength {
		return Record{}, p.fault("", maxLength, "longer than %d bytes", maxLength)
	}
	if err := p.position(); err != nil {
		return Record{}, err
	}
	p.fields = p.record.fields()
	for p.skipSpace(); p.offset < len(p.text); p.skipSpace() {
		if p.text[p.offset] == ';' {
			p.offset++
			continue
		}
		if err := p.operation(); err != nil {
			return Record{}, err
		}
	}
	return p.record, nil
}

// A parser parses one record.
type parser struct {
	text   string
	offset int // of what is read next
	record Record
	fields []field         // of the record
	seen   map[string]bool // the opcodes so far
}

// A token is a word or a quoted text.
type token struct {
	text   string
	offset int
}

// fault returns the error in an operation.
func (p *parser) fault(opcode string, offset int, format string, args ...any) *Error {
	return &Error{Text: p.text, Opcode: opcode, Offset: offset, Detail: fmt.Sprintf(format, args...)}
}

// space is the white space between words, and endOfWord what ends a word.
const (
	space     = " \t\r\n"
	endOfWord = space + `;"`
)

// skipSpace skips white space.
func (p *parser) skipSpace() {
	p.offset = len(p.text) - len(strings.TrimLeft(p.text[p.offset:], space))
}

// word returns the text from the current offset up to one of the given characters.
func (p *parser) word(end string) string {
	word := p.text[p.offset:]
	if i := strings.IndexAny(word, end); i >= 0 {
		return word[:i]
	}
	return word
}

// position reads the four fields of the position, and the clocks if they follow as in a FEN.
func (p *parser) position() error {
	var fields []string
	for n := range 6 {
		p.skipSpace()
		word := p.word(space)
		if word == "" || n >= 4 && word != "-" && strings.Trim(word, "0123456789") != "" {
			break
		}
		if p.offset += len(word); n < 4 || word != "-" {
			fields = append(fields, word)
		}
	}
	if len(fields) == 5 {
		fields = append(fields, "1")
	}
	position, err := chess.ParseFEN(strings.Join(fields, " "))
	if fen := (*chess.FENError)(nil); errors.As(err, &fen) {
		return &Error{Text: p.text, Offset: p.offsetInText(fields, fen.Offset), Detail: fen.Field + ": " + fen.Detail, Err: err}
	}
	p.record.Position = position
	return nil
}

// offsetInText returns the offset in the text of an error at the given offset of the fields, joined by
// single spaces.
func (p *parser) offsetInText(fields []string, offset int) int {
	at := 0
	for _, field := range fields {
		at += strings.Index(p.text[at:], field)
		if offset <= len(field) {
			return at + offset
		}
		at += len(field)
		offset -= len(field) + 1
	}
	return len(p.text)
}

// operation reads one operation up to its semicolon or the end of the text.
func (p *parser) operation() error {
	opcode := token{p.word(endOfWord), p.offset}
	switch {
	case !isOpcode(opcode.text):
		return p.fault("", opcode.offset, "%q is not an opcode", abridged(opcode.text))
	case p.seen[opcode.text]:
		return p.fault(opcode.text, opcode.offset, "the operation occurs twice")
	}
	p.seen[opcode.text] = true
	p.offset += len(opcode.text)
	var operands []token
	for p.skipSpace(); p.offset < len(p.text) && p.text[p.offset] != ';'; p.skipSpace() {
		operand, err := p.operand(opcode.text)
		if err != nil {
			return err
		}
		operands = append(operands, operand)
	}
	return p.apply(opcode, operands)
}

// isOpcode reports whether s is a letter and up to 14 letters, digits, and underscores.
func isOpcode(s string) bool {
	const letters = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ"
	return s != "" && len(s) <= 15 && strings.IndexByte(letters, s[0]) >= 0 && strings.Trim(s, letters+"0123456789_") == ""
}

// operand reads a word or a text in quotes.
func (p *parser) operand(opcode string) (token, error) {
	start := p.offset
	if p.text[start] != '"' {
		word := p.word(endOfWord)
		p.offset += len(word)
		return token{charset.ToUTF8([]byte(word)), start}, nil
	}
	var b []byte
	for i := start + 1; i < len(p.text); i++ {
		switch c := p.text[i]; {
		case c == '"':
			p.offset = i + 1
			return token{charset.ToUTF8(b), start}, nil
		case c == '\r' || c == '\n':
			return token{}, p.fault(opcode, i, "a line break in a text")
		case c == '\\' && i+1 < len(p.text) && (p.text[i+1] == '"' || p.text[i+1] == '\\'):
			i++
			b = append(b, p.text[i])
		default:
			b = append(b, c)
		}
	}
	text := strings.TrimRight(p.text[start+1:], space+";")
	if text == "" || strings.ContainsAny(text, `;\`) { // there is more after it
		return token{}, p.fault(opcode, start, "a text without its closing quote")
	}
	p.offset = len(p.text)
	return token{charset.ToUTF8([]byte(text)), start}, nil
}

// apply stores an operation in its field.
func (p *parser) apply(opcode token, operands []token) (err error) {
	i := slices.IndexFunc(p.fields, func(f field) bool { return f.opcode == opcode.text })
	if i < 0 {
		other := Operation{Opcode: opcode.text}
		for _, o := range operands {
			other.Operands = append(other.Operands, o.text)
		}
		p.record.Others = append(p.record.Others, other)
		return nil
	}
	switch value := p.fields[i].value.(type) {
	case *[]chess.Move:
		return p.setMoves(value, opcode, operands)
	case **int:
		*value, err = number(p, opcode, operands, "whole", strconv.Atoi)
		return err
	case **float64:
		*value, err = number(p, opcode, operands, "decimal", parseDecimal)
		return err
	case *string:
		if len(operands) != 1 {
			return p.fault(opcode.text, opcode.offset, "%d operands, not one text", len(operands))
		}
		*value = operands[0].text
		return nil
	}
	return p.setClock(opcode, operands)
}

// setMoves reads the moves of an operation. Those of pv are played one after another.
func (p *parser) setMoves(moves *[]chess.Move, opcode token, operands []token) error {
	if len(operands) == 0 {
		return p.fault(opcode.text, opcode.offset, "no moves")
	}
	position := p.record.Position
	for _, o := range operands {
		m, err := position.ParseSAN(o.text)
		if err != nil {
			return &Error{Text: p.text, Opcode: opcode.text, Offset: o.offset, Detail: err.Error(), Err: err}
		}
		*moves = append(*moves, m)
		if opcode.text == "pv" {
			position = position.After(m)
		}
	}
	return nil
}

// number reads the number of an operation, of the given kind, with parse.
func number[N any](p *parser, opcode token, operands []token, kind string, parse func(string) (N, error)) (*N, error) {
	if len(operands) != 1 {
		return nil, p.fault(opcode.text, opcode.offset, "%d operands, not one number", len(operands))
	}
	o := operands[0]
	n, err := parse(o.text)
	if err != nil {
		return nil, p.fault(opcode.text, o.offset, "%q is not a %s number", abridged(o.text), kind)
	}
	return &n, nil
}

// parseDecimal parses a number that may have a decimal point.
func parseDecimal(text string) (float64, error) {
	if strings.Trim(text, "+-.0123456789") != "" {
		return 0, strconv.ErrSyntax
	}
	return strconv.ParseFloat(text, 64)
}

// setClock sets one of the clocks of the position.
func (p *parser) setClock(opcode token, operands []token) error {
	n, err := number(p, opcode, operands, "whole", strconv.Atoi)
	if err != nil {
		return err
	}
	s := p.record.Position.Setup()
	clock, low := &s.HalfmoveClock, 0
	if opcode.text == "fmvn" {
		clock, low = &s.FullmoveNumber, 1
	}
	if *n < 0 || *n > maxClock { // the fullmove number 0 means 1, as in ParseFEN
		return p.fault(opcode.text, operands[0].offset, "%d is not a number from %d to %d", *n, low, maxClock)
	}
	*clock = *n
	p.record.Position, err = s.Position()
	return err
}
