package chess

import (
	"fmt"
	"slices"
	"strconv"
	"strings"
)

// An EPD is a position with operations in Extended Position Description (PGN standard 16.2), such
// as
//
//	1k1r4/pp1b1R2/3q2pp/4p3/2B5/4Q3/PPP2B2/2K5 b - - bm Qd1+; id "BK.01";
//
// Test suites say with it what an engine should find, and engines what they found. A nil pointer,
// an empty list, or an empty text means that there is no such operation. The operations hmvc and
// fmvn are the clocks of the position. The zero EPD has no position.
type EPD struct {
	Position   Position       // with the clocks, which are operations in the text
	BestMoves  []Move         // bm: any of these is best
	AvoidMoves []Move         // am: none of these is good
	Line       []Move         // pv: the predicted line of play, one move after another
	ID         string         // id: the name of the position
	Depth      *int           // acd: the depth of the analysis in plies
	Nodes      *int           // acn: the number of nodes of the analysis
	Seconds    *int           // acs: the duration of the analysis
	Centipawns *int           // ce: the evaluation from the point of view of the side to move
	Mate       *int           // dm: the number of moves to mate
	Comments   [10]string     // c0 to c9
	Others     []EPDOperation // the other operations, in their order
}

// An EPDOperation is an operation of an [EPD] that has no field of its own.
type EPDOperation struct {
	Opcode   string   // "eco": a letter and up to 14 letters, digits, and underscores
	Operands []string // "B97", without quotes
}

// An EPDError reports why a text is not an EPD.
type EPDError struct {
	EPD    string // the text
	Opcode string // the operation at fault, or "" for the position
	Offset int    // of the fault in bytes from the start of EPD
	Reason string // what is wrong
	Err    error  // the *FENError or *MoveError with the details, or nil
}

// Error quotes the text, shortened if it is long, and says where it is wrong and why.
func (e *EPDError) Error() string {
	field := e.Opcode
	if field == "" {
		field = "position"
	}
	return fmt.Sprintf("EPD %q: %s, offset %d: %s", abridged(e.EPD), abridged(field), e.Offset, e.Reason)
}

// Unwrap returns the *FENError or *MoveError with the details, or nil.
func (e *EPDError) Unwrap() error { return e.Err }

// maxEPD is the length in bytes of the longest EPD. The standard has 255 for one operand.
const maxEPD = 1 << 16

// ParseEPD parses one line of EPD of at most 64 KiB. Moves are read as by [Position.ParseSAN]. It
// also accepts the clocks of a FEN after the position, a missing semicolon at the end, any number
// of spaces, and \" and \\ for a quote and a backslash within quotes. The error is an [*EPDError].
func ParseEPD(epd string) (EPD, error) {
	r := epdReader{text: epd}
	if len(epd) > maxEPD {
		return EPD{}, r.fault("", maxEPD, "longer than %d bytes", maxEPD)
	}
	if err := r.read(); err != nil {
		return EPD{}, err
	}
	return r.epd, nil
}

// An epdReader reads one EPD.
type epdReader struct {
	text   string
	offset int // of what is read next
	epd    EPD
	seen   map[string]bool // the opcodes so far
}

// An epdWord is a word or a quoted text, and its offset.
type epdWord struct {
	text   string
	offset int
}

// read reads the position and the operations.
func (r *epdReader) read() error {
	if err := r.position(); err != nil {
		return err
	}
	r.seen = map[string]bool{}
	for {
		r.skipSpace()
		if r.offset == len(r.text) {
			return nil
		}
		if err := r.operation(); err != nil {
			return err
		}
	}
}

// fault returns the error for a fault in an operation.
func (r *epdReader) fault(opcode string, offset int, format string, args ...any) *EPDError {
	return &EPDError{EPD: r.text, Opcode: opcode, Offset: offset, Reason: fmt.Sprintf(format, args...)}
}

// skipSpace skips white space.
func (r *epdReader) skipSpace() {
	r.offset = len(r.text) - len(strings.TrimLeft(r.text[r.offset:], epdSpace))
}

// epdSpace is the white space between the words of an EPD.
const epdSpace = " \t\r\n"

// position reads the four fields of the position, and the clocks if they follow as in a FEN.
func (r *epdReader) position() error {
	var fields []string
	for len(fields) < 6 {
		r.skipSpace()
		word := r.text[r.offset:]
		if i := strings.IndexAny(word, epdSpace); i >= 0 {
			word = word[:i]
		}
		if word == "" || len(fields) >= 4 && strings.Trim(word, "0123456789") != "" {
			break
		}
		fields = append(fields, word)
		r.offset += len(word)
	}
	if len(fields) == 5 {
		fields = append(fields, "1")
	}
	p, err := ParseFEN(strings.Join(fields, " "))
	if err != nil {
		fen := err.(*FENError)
		return &EPDError{EPD: r.text, Offset: r.offsetInText(fields, fen.Offset), Reason: fen.Field + ": " + fen.Reason, Err: err}
	}
	r.epd.Position = p
	return nil
}

// offsetInText returns where in the text the fault is that is at the given offset of the fields
// when one space separates them.
func (r *epdReader) offsetInText(fields []string, offset int) int {
	at := 0
	for i, field := range fields {
		at += strings.Index(r.text[at:], field)
		if offset <= len(field) || i == len(fields)-1 {
			return min(at+offset, len(r.text))
		}
		at += len(field)
		offset -= len(field) + 1
	}
	return len(r.text)
}

// operation reads one operation up to its semicolon or the end of the text.
func (r *epdReader) operation() error {
	start := r.offset
	opcode := r.text[start:]
	if i := strings.IndexAny(opcode, epdSpace+`;"`); i >= 0 {
		opcode = opcode[:i]
	}
	switch {
	case !isOpcode(opcode):
		return r.fault("", start, "%q is not an opcode", abridged(opcode))
	case r.seen[opcode]:
		return r.fault(opcode, start, "the operation occurs twice")
	}
	r.seen[opcode] = true
	r.offset += len(opcode)
	var operands []epdWord
	for {
		r.skipSpace()
		if r.offset == len(r.text) {
			break
		}
		if r.text[r.offset] == ';' {
			r.offset++
			break
		}
		word, err := r.operand(opcode)
		if err != nil {
			return err
		}
		operands = append(operands, word)
	}
	return r.apply(epdWord{opcode, start}, operands)
}

// isOpcode reports whether s is a letter and up to 14 letters, digits, and underscores.
func isOpcode(s string) bool {
	isLetter := func(c byte) bool { return 'a' <= c|0x20 && c|0x20 <= 'z' }
	if len(s) == 0 || len(s) > 15 || !isLetter(s[0]) {
		return false
	}
	for i := range len(s) {
		if c := s[i]; !isLetter(c) && c != '_' && (c < '0' || '9' < c) {
			return false
		}
	}
	return true
}

// operand reads a word or a text in quotes.
func (r *epdReader) operand(opcode string) (epdWord, error) {
	start := r.offset
	if r.text[start] != '"' {
		word := r.text[start:]
		if i := strings.IndexAny(word, epdSpace+`;"`); i >= 0 {
			word = word[:i]
		}
		r.offset += len(word)
		return epdWord{toUTF8([]byte(word)), start}, nil
	}
	var b []byte
	for i := start + 1; i < len(r.text); i++ {
		switch c := r.text[i]; {
		case c == '"':
			r.offset = i + 1
			return epdWord{toUTF8(b), start}, nil
		case c == '\r' || c == '\n':
			return epdWord{}, r.fault(opcode, i, "a line break in a text")
		case c == '\\' && i+1 < len(r.text) && (r.text[i+1] == '"' || r.text[i+1] == '\\'):
			i++
			b = append(b, r.text[i])
		default:
			b = append(b, c)
		}
	}
	return epdWord{}, r.fault(opcode, start, "a text without its closing quote")
}

// apply stores an operation in its field.
func (r *epdReader) apply(opcode epdWord, operands []epdWord) error {
	e := &r.epd
	if moves := e.moves(opcode.text); moves != nil {
		return r.setMoves(moves, opcode, operands)
	}
	if number := e.number(opcode.text); number != nil {
		n, err := r.number(opcode, operands)
		*number = &n
		return err
	}
	if text := e.text(opcode.text); text != nil {
		if len(operands) != 1 {
			return r.fault(opcode.text, opcode.offset, "%d operands, not one text", len(operands))
		}
		*text = operands[0].text
		return nil
	}
	if opcode.text == "hmvc" || opcode.text == "fmvn" {
		return r.setClock(opcode, operands)
	}
	other := EPDOperation{Opcode: opcode.text}
	for _, o := range operands {
		other.Operands = append(other.Operands, o.text)
	}
	e.Others = append(e.Others, other)
	return nil
}

// moves returns the field for the moves of an operation, or nil.
func (e *EPD) moves(opcode string) *[]Move {
	switch opcode {
	case "am":
		return &e.AvoidMoves
	case "bm":
		return &e.BestMoves
	case "pv":
		return &e.Line
	}
	return nil
}

// number returns the field for the number of an operation, or nil.
func (e *EPD) number(opcode string) **int {
	switch opcode {
	case "acd":
		return &e.Depth
	case "acn":
		return &e.Nodes
	case "acs":
		return &e.Seconds
	case "ce":
		return &e.Centipawns
	case "dm":
		return &e.Mate
	}
	return nil
}

// text returns the field for the text of an operation, or nil.
func (e *EPD) text(opcode string) *string {
	switch {
	case opcode == "id":
		return &e.ID
	case len(opcode) == 2 && opcode[0] == 'c' && '0' <= opcode[1] && opcode[1] <= '9':
		return &e.Comments[opcode[1]-'0']
	}
	return nil
}

// setMoves reads the moves of an operation. Those of pv are played one after another.
func (r *epdReader) setMoves(moves *[]Move, opcode epdWord, operands []epdWord) error {
	if len(operands) == 0 {
		return r.fault(opcode.text, opcode.offset, "no moves")
	}
	p := r.epd.Position
	for _, o := range operands {
		m, err := p.parseSAN(o.text, English)
		if err != nil {
			return &EPDError{EPD: r.text, Opcode: opcode.text, Offset: o.offset, Reason: err.Error(), Err: err}
		}
		*moves = append(*moves, m)
		if opcode.text == "pv" {
			p.SetAfter(&p, m)
		}
	}
	return nil
}

// number reads the number of an operation.
func (r *epdReader) number(opcode epdWord, operands []epdWord) (int, error) {
	if len(operands) != 1 {
		return 0, r.fault(opcode.text, opcode.offset, "%d operands, not one number", len(operands))
	}
	n, err := strconv.Atoi(operands[0].text)
	if err != nil {
		return 0, r.fault(opcode.text, operands[0].offset, "%q is not a number", abridged(operands[0].text))
	}
	return n, nil
}

// setClock sets one of the clocks of the position.
func (r *epdReader) setClock(opcode epdWord, operands []epdWord) error {
	n, err := r.number(opcode, operands)
	if err != nil {
		return err
	}
	s := r.epd.Position.Setup()
	clock, low := &s.HalfmoveClock, 0
	if opcode.text == "fmvn" {
		clock, low = &s.FullmoveNumber, 1
	}
	if n < 0 || n > maxClock { // the fullmove number 0 means 1, as in ParseFEN
		return r.fault(opcode.text, operands[0].offset, "%d is not a number from %d to %d", n, low, maxClock)
	}
	*clock = n
	r.epd.Position, err = s.Position()
	return err
}

// epdOpcodes lists the operations that have a field, in the order in which they are written.
var epdOpcodes = [...]string{
	"acd", "acn", "acs", "am", "bm", "c0", "c1", "c2", "c3", "c4", "c5", "c6", "c7", "c8", "c9",
	"ce", "dm", "fmvn", "hmvc", "id", "pv",
}

// String returns e in EPD, with the operations that have a field in alphabetical order and the
// others behind them. Moves are in SAN. The clocks of the position are written unless they are 0
// and 1. A space replaces each line break in a text.
func (e EPD) String() string { return string(e.appendText(nil, FENFormat{})) }

// MarshalText implements [encoding.TextMarshaler] with the form of String, from which ParseEPD
// returns e. As in [Position.MarshalText], it writes the square of every double step. The error is
// that of ParseEPD if the form of e is not valid, such as for an illegal move. The zero EPD is
// written as "".
func (e EPD) MarshalText() ([]byte, error) {
	p := &e.Position
	text := e.appendText(nil, FENFormat{DoubleStep: true, Shredder: p.IsChess960() && p.standardRights()})
	if p.kings() == 0 && !strings.Contains(string(text), ";") {
		return []byte{}, nil
	}
	for _, o := range e.Others {
		if !isOpcode(o.Opcode) {
			return nil, &EPDError{EPD: string(text), Reason: fmt.Sprintf("%q is not an opcode", abridged(o.Opcode))}
		}
	}
	if _, err := ParseEPD(string(text)); err != nil {
		return nil, err
	}
	return text, nil
}

// UnmarshalText implements [encoding.TextUnmarshaler] with [ParseEPD]. Empty text is the zero EPD.
func (e *EPD) UnmarshalText(text []byte) error {
	if len(text) == 0 {
		*e = EPD{}
		return nil
	}
	return unmarshal(e, text, ParseEPD)
}

// appendText appends e in EPD, with the position in the given format.
func (e *EPD) appendText(b []byte, format FENFormat) []byte {
	fields := strings.Fields(string(e.Position.appendFEN(nil, format)))
	b = append(b, strings.Join(fields[:4], " ")...)
	for _, opcode := range epdOpcodes {
		if operands := e.operands(opcode); len(operands) > 0 {
			b = appendOperation(b, opcode, operands)
		}
	}
	for _, o := range e.Others {
		var operands []string
		for _, text := range o.Operands {
			operands = append(operands, quotedOperand(text, slices.Contains(textOpcodes[:], o.Opcode)))
		}
		b = appendOperation(b, o.Opcode, operands)
	}
	return b
}

// operands returns the operands of an operation that has a field as they are written, or none.
func (e *EPD) operands(opcode string) []string {
	if moves := e.moves(opcode); moves != nil {
		return e.sans(*moves, opcode == "pv")
	}
	if number := e.number(opcode); number != nil {
		if *number == nil {
			return nil
		}
		return []string{strconv.Itoa(**number)}
	}
	if text := e.text(opcode); text != nil {
		if *text == "" {
			return nil
		}
		return []string{quotedOperand(*text, true)}
	}
	p := &e.Position
	switch {
	case opcode == "hmvc" && p.HalfmoveClock() != 0:
		return []string{strconv.Itoa(p.HalfmoveClock())}
	case opcode == "fmvn" && p.FullmoveNumber() > 1:
		return []string{strconv.Itoa(p.FullmoveNumber())}
	}
	return nil
}

// sans returns moves in SAN, one after another if they are a line. Illegal moves are written as
// [Move.String] does.
func (e *EPD) sans(moves []Move, line bool) []string {
	p := e.Position
	var texts []string
	for _, m := range moves {
		legal, err := p.legalOrPass(m, "")
		if err != nil {
			texts = append(texts, m.String())
			continue
		}
		texts = append(texts, p.SAN(legal))
		if line {
			p.SetAfter(&p, legal)
		}
	}
	return texts
}

// textOpcodes are operations of the standard without a field whose operand is text, which is
// quoted.
var textOpcodes = [...]string{"eco", "nic", "v0", "v1", "v2", "v3", "v4", "v5", "v6", "v7", "v8", "v9"}

// quotedOperand returns an operand as it is written. Words are quoted only if they must be.
func quotedOperand(text string, always bool) string {
	text = tagValue(text)
	if !always && text != "" && !strings.ContainsAny(text, epdSpace+`;"`) {
		return text
	}
	return `"` + string(appendEscaped(nil, text)) + `"`
}

// appendOperation appends an operation.
func appendOperation(b []byte, opcode string, operands []string) []byte {
	b = append(append(b, ' '), opcode...)
	for _, o := range operands {
		b = append(append(b, ' '), o...)
	}
	return append(b, ';')
}
