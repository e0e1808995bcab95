package chess

import (
	"bytes"
	"fmt"
	"io"
	"strings"
)

// A PGNEvent is what a [PGNScanner] has found.
type PGNEvent uint8

// The events. A game is: any number of PGNTag, one PGNMovetext, any number of
// moves, NAGs and variations, one PGNGameEnd. PGNComment and PGNFault can stand
// anywhere in it; a fault in the tags that leaves the start position unknown
// takes the place of PGNMovetext.
const (
	PGNEnd          PGNEvent = iota // the input has ended, or could not be read: see Err
	PGNTag                          // a tag: Tag
	PGNMovetext                     // the tags are complete: Position is the start
	PGNMove                         // a legal move: Move, Position is that after it
	PGNComment                      // a comment: Comment
	PGNNAG                          // a numeric annotation glyph: NAG
	PGNVariation                    // a variation begins: an alternative to the last move
	PGNVariationEnd                 // the variation ends; the line before it goes on
	PGNFault                        // something is wrong: Fault
	PGNGameEnd                      // the game ends: Result

	noEvent PGNEvent = 255 // nothing to report yet
)

// A PGNScanner reads a stream of games in Portable Game Notation and reports
// what it finds as events, the level below [PGNReader] for those who need no
// game tree. Moves are resolved and legal. It holds one token and the positions
// on the way to it, and allocates nothing for a move in a usual spelling.
//
//	for event := s.Next(); event != chess.PGNEnd; event = s.Next() {
//		switch event { … }
//	}
//
// The import format of the PGN standard is read with what is found in the wild.
// A fault does not end the scan: after an illegal or unreadable move of the
// main line the rest of the game is passed over, after one in a variation the
// rest of that variation, and the next game is read in any case.
type PGNScanner struct {
	PGNOptions

	input  pgnInput
	part   int
	limits PGNLimits // with the defaults filled in

	state     pgnState
	skip      pgnSkip
	skipDepth int  // unclosed parentheses within what is passed over
	numbered  bool // a move number stands before the next move

	game int
	tags int
	// The moves of the game so far, those of variations included.
	plies    int
	position Position
	previous Position  // before the last move, where a variation starts
	moved    bool      // the line has a last move
	stack    []pgnLine // the lines that variations have interrupted

	// Tags of the game.
	fen, variant           string
	fenPlace, variantPlace pgnPlace
	white, black           []byte
	hasEvent               bool
	tagLine                int // where the last tag ends
	text                   int // bytes of all tags and comments
	notes                  int // comments and glyphs
	faults                 int

	name, value []byte
	comment     []byte
	move        Move
	nag         NAG
	result      Result
	resultPlace pgnPlace // of the mark of the result; zero if there is none
	fault       *PGNError
	late        PGNEvent // to be reported after a fault, or 0
}

// A pgnState is the part of a game that the scanner is in.
type pgnState uint8

const (
	betweenGames pgnState = iota
	inTags
	inMovetext
	afterResult // on the line of the result, where comments may follow
)

// A pgnSkip says what is passed over without events.
type pgnSkip uint8

const (
	skipNothing   pgnSkip = iota
	skipVariation         // until its parenthesis closes
	skipRest              // of the variation, after a fault
	skipGame
)

// A pgnLine is a line of play that a variation has interrupted at a place.
type pgnLine struct {
	position, previous Position
	place              pgnPlace
}

// NewPGNScanner returns a scanner of the games in r.
func NewPGNScanner(r io.Reader) *PGNScanner {
	return &PGNScanner{input: newPGNInput(r)}
}

// SkipGame passes over the rest of the game: the next event is its PGNGameEnd.
func (s *PGNScanner) SkipGame() {
	if s.state != betweenGames {
		s.passOver()
		s.late = 0
	}
}

// passOver passes over the rest of the game.
func (s *PGNScanner) passOver() { s.skip, s.skipDepth = skipGame, s.open() }

// open returns how many variations are open, those passed over included.
func (s *PGNScanner) open() int {
	if s.skip == skipGame {
		return s.skipDepth
	}
	return len(s.stack) + s.skipDepth
}

// Tag returns the name of the tag, and its value without escapes. Both are valid until the next call of Next.
func (s *PGNScanner) Tag() (name, value []byte) { return s.name, s.value }

// Comment returns the text of the comment without its braces; it is valid until
// the next call of Next.
func (s *PGNScanner) Comment() []byte { return s.comment }

// Move returns the last move, NullMove for one side's passing.
func (s *PGNScanner) Move() Move { return s.move }

// Position returns the position after the last move of the line being read, at
// first the start of the game.
func (s *PGNScanner) Position() *Position { return &s.position }

// Before returns the position before the last move.
func (s *PGNScanner) Before() *Position { return &s.previous }

// Depth returns how deep in variations the scanner is: 0 in the main line.
func (s *PGNScanner) Depth() int { return len(s.stack) }

// NAG returns the annotation glyph.
func (s *PGNScanner) NAG() NAG { return s.nag }

// Result returns the result that stands at the end of the game, Unfinished if
// there is none. The Result tag may say otherwise.
func (s *PGNScanner) Result() Result { return s.result }

// Fault returns what is wrong after the event PGNFault.
func (s *PGNScanner) Fault() *PGNError { return s.fault }

// Game returns the number of the game, from 1.
func (s *PGNScanner) Game() int { return s.game }

// Part returns the number of the part of a stream that [ScanPGN] has given to
// the scanner, from 0.
func (s *PGNScanner) Part() int { return s.part }

// Err returns the error that kept the input from being read to its end, nil if
// nothing did.
func (s *PGNScanner) Err() error { return s.input.err }

// Offset returns the number of bytes of the input dealt with so far.
func (s *PGNScanner) Offset() int64 { return s.input.base + int64(s.input.pos) }

// Next goes on to the next event and returns it.
func (s *PGNScanner) Next() PGNEvent {
	if event := s.late; event != 0 {
		s.late = 0
		return event
	}
	for {
		event := noEvent
		switch s.state {
		case inMovetext:
			for event == noEvent && s.state == inMovetext {
				event = s.movetext()
			}
		case afterResult:
			event = s.trailer()
		default:
			event = s.header()
		}
		if event != noEvent {
			return event
		}
	}
}

// header reads one token between games or among the tags.
func (s *PGNScanner) header() PGNEvent {
	in := &s.input
	switch c := in.skipSpace(); {
	case c == 0 && s.state == betweenGames:
		return PGNEnd
	case c >= 0x80:
		if n := spaceLength(in.word()); n > 0 {
			in.skipSpaces()
			in.indent = in.lineStart - 1
			return noEvent
		}
	case c == '[':
		// A second event after a blank line: the game has no moves and no result.
		if s.hasEvent && s.state == inTags && in.line > s.tagLine+1 && in.lookingAt(firstTag[1:]) {
			return s.startMovetext() // a game without moves and result
		}
		if in.skipWrapper() {
			return noEvent
		}
		s.begin()
		return s.tag()
	case c == '{' || c == ';':
		s.begin()
		return s.readComment(c)
	case c == '<':
		s.begin()
		return s.reserved()
	case c == '%' && in.atLineStart():
		in.skipLine()
		return noEvent
	case pgnClasses[c] == classLetter && in.lookingAtFaultyTag(s.tags > 0 && in.line == s.tagLine):
		s.begin()
		return s.faultyTag()
	}
	s.begin()
	return s.startMovetext()
}

// begin opens a game if none is open.
func (s *PGNScanner) begin() {
	if s.state != betweenGames {
		return
	}
	s.input.mark()
	s.state = inTags
	s.limits = s.Limits.withDefaults()
	s.game++
	s.tags, s.plies = 0, 0
	s.skip, s.skipDepth = skipNothing, 0
	s.stack = s.stack[:0]
	s.moved, s.numbered = false, false
	s.fen, s.variant = "", ""
	s.white, s.black = s.white[:0], s.black[:0]
	s.hasEvent = false
	s.text, s.notes, s.faults = 0, 0, 0
	s.result, s.resultPlace = Unfinished, pgnPlace{}
	s.position = startPosition
}

// startMovetext ends the tags: the start position is known.
func (s *PGNScanner) startMovetext() PGNEvent {
	s.state = inMovetext
	if s.skip == skipGame {
		return noEvent
	}
	if fault := s.setStart(); fault != nil {
		s.skip, s.skipDepth = skipGame, 0
		return s.report(fault)
	}
	return PGNMovetext
}

// setStart sets the start position from the tags FEN and Variant.
func (s *PGNScanner) setStart() *PGNError {
	chess960, known := parseVariant(s.variant)
	if !known {
		return s.variantPlace.of(s.newFault(s.variant, "this variant of chess is not supported", nil))
	}
	if s.fen != "" {
		p, _, err := RepairFEN(s.fen)
		if err != nil {
			return s.fenPlace.of(s.newFault("", "FEN tag: "+err.Error(), err))
		}
		s.position = p
	}
	if chess960 {
		s.position.setChess960(true)
	}
	return nil
}

// A pgnPlace is a line and a column.
type pgnPlace struct{ line, column int }

// of returns the fault at that place.
func (p pgnPlace) of(fault *PGNError) *PGNError {
	fault.Line, fault.Column = p.line, p.column
	return fault
}

// tag reads "[Name "value"]".
func (s *PGNScanner) tag() PGNEvent {
	in := &s.input
	in.mark()
	name, value, reason := in.tag(s.limits.Tag)
	s.tags++
	s.tagLine = in.line
	s.text += len(name) + len(value)
	switch {
	case s.skip == skipGame:
		return noEvent
	case s.text > s.limits.Text:
		return s.tooMuch("bytes of tags and comments", s.limits.Text)
	case s.tags == s.limits.Tags+1:
		return s.report(s.newFault("", fmt.Sprintf("the game has more than %d tags", s.limits.Tags), nil))
	case s.tags > s.limits.Tags:
		return noEvent
	case len(name) == 0:
		return s.report(s.newFault(s.tagText(), reason, nil))
	}
	s.name, s.value = name, value
	s.noteTag()
	if reason != "" {
		s.late = PGNTag // as far as it could be read
		return s.report(s.newFault(s.tagText(), reason, nil))
	}
	return PGNTag
}

// tagText returns the text of the tag just read.
func (s *PGNScanner) tagText() string {
	text := bytes.TrimRight(s.input.tokenText(), "\r")
	return string(text[:min(len(text), 1000)])
}

// faultyTag passes over a line of the tag section that is no tag.
func (s *PGNScanner) faultyTag() PGNEvent {
	in := &s.input
	in.mark()
	fault := s.newFault(toUTF8(in.word()), "this is not a tag", nil)
	in.skipLine()
	if s.skip == skipGame {
		return noEvent
	}
	return s.report(fault)
}

// noteTag keeps the tags that matter for reading the moves.
func (s *PGNScanner) noteTag() {
	switch len(s.name) {
	case len("White"):
		switch string(s.name) {
		case "White":
			s.white = append(s.white[:0], s.value...)
		case "Black":
			s.black = append(s.black[:0], s.value...)
		case "Event":
			s.hasEvent = true
		}
	case len("FEN"):
		if bytes.EqualFold(s.name, []byte("FEN")) && s.fen == "" {
			s.fen, s.fenPlace = strings.TrimSpace(toUTF8(s.value)), s.place()
		}
	case len("Variant"):
		if bytes.EqualFold(s.name, []byte("Variant")) && s.variant == "" {
			s.variant, s.variantPlace = strings.TrimSpace(toUTF8(s.value)), s.place()
		}
	}
}

// place returns the place of the last token.
func (s *PGNScanner) place() pgnPlace { return pgnPlace{s.input.tokenLine, s.input.tokenColumn()} }

// tooMuch reports that the game exceeds a limit, and passes over the rest of it.
func (s *PGNScanner) tooMuch(what string, limit int) PGNEvent {
	s.passOver()
	return s.report(s.newFault("", fmt.Sprintf("the game has more than %d %s", limit, what), nil))
}

// newFault returns a fault at the place of the last token.
func (s *PGNScanner) newFault(token, reason string, err error) *PGNError {
	return &PGNError{
		Game: s.game, White: toUTF8(s.white), Black: toUTF8(s.black),
		Line: s.input.tokenLine, Column: s.input.tokenColumn(), Position: s.position,
		Token: printable(abridged(token)), Reason: reason, Err: err,
	}
}

// maxFaults bounds the faults that are reported of one game.
const maxFaults = 100

// report reports a fault. After the last one that is reported nothing more of
// the game is read.
func (s *PGNScanner) report(fault *PGNError) PGNEvent {
	if s.faults++; s.faults == maxFaults {
		fault.Reason = "there are too many faults; the rest of the game is passed over"
		fault.IsMove = false
		s.passOver()
	}
	s.fault = fault
	return PGNFault
}

// movetext reads one token of the movetext.
func (s *PGNScanner) movetext() PGNEvent {
	in := &s.input
	c := in.skipSpace()
	switch pgnClasses[c] {
	case classLetter:
		return s.word()
	case classDigit:
		if in.skipMoveNumber() {
			s.numbered = true
			return noEvent
		}
		return s.number()
	}
	switch c {
	case 0:
		return s.endGame(Unfinished)
	case '.':
		in.pos++
		return noEvent
	case '{', ';':
		return s.readComment(c)
	case '$', '!', '?':
		return s.glyph(c)
	case '(':
		return s.openVariation()
	case ')':
		return s.closeVariation()
	case '*':
		in.mark()
		in.pos++
		return s.resultMark(Unfinished)
	case '[':
		return s.bracket()
	case '<':
		return s.reserved()
	case '%':
		if in.atLineStart() {
			in.skipLine()
			return noEvent
		}
	}
	return s.stray()
}

// stray reports a character that begins no token, and passes over it.
func (s *PGNScanner) stray() PGNEvent {
	in := &s.input
	in.mark()
	in.pos++
	if s.skip != skipNothing {
		return noEvent
	}
	return s.report(s.newFault(toUTF8(in.tokenText()), "this character has no meaning here", nil))
}

// reserved passes over "<…>", which the PGN standard keeps for the future.
func (s *PGNScanner) reserved() PGNEvent {
	in := &s.input
	in.mark()
	in.pos++
	if _, _, closed := in.until('>', 0); closed || s.skip != skipNothing {
		return noEvent
	}
	return s.report(s.newFault("<", "the reserved text is not closed", nil))
}

// word reads a word: a move as a rule.
func (s *PGNScanner) word() PGNEvent {
	in := &s.input
	word := in.word()
	if s.skip != skipNothing {
		return s.skipWord(word)
	}
	if text, ok := parseSANText(word, English); ok {
		if match := s.position.match(&text); match.isUnique() {
			in.pos += len(word)
			return s.play(match.move)
		}
	}
	return s.oddWord(word)
}

// skipWord passes over a word, unless it ends the game.
func (s *PGNScanner) skipWord(word []byte) PGNEvent {
	word = cutSpace(word)
	s.input.pos += max(len(word), 1)
	if result, ok := parseResultMark(word); ok {
		return s.resultMark(result)
	}
	return noEvent
}

// play makes a legal move, or passes.
func (s *PGNScanner) play(m Move) PGNEvent {
	if s.plies++; s.plies > s.limits.Moves {
		return s.tooMuch("moves", s.limits.Moves)
	}
	s.previous = s.position
	s.moved, s.numbered = true, false
	s.move = m
	s.position.setAfter(&s.previous, m)
	return PGNMove
}

// oddWord reads a word that is no move in a usual spelling.
func (s *PGNScanner) oddWord(word []byte) PGNEvent {
	in := &s.input
	if n := spaceLength(word); n > 0 {
		in.skipSpaces()
		return noEvent
	}
	text := string(cutSpace(word))
	length := len(text)
	switch nag, isGlyph := glyphNAGs[text]; {
	case text == "e" && in.lookingAt("e.p."):
		in.pos += len("e.p.")
		return noEvent
	case text == "ep":
		in.pos += length
		return noEvent
	case nullMoves[text] && !s.position.inCheck():
		in.pos += length
		return s.play(NullMove)
	case isGlyph:
		in.pos += length
		return s.foundGlyph(nag)
	}
	if result, ok := parseResultMark([]byte(text)); ok {
		in.pos += length
		return s.resultMark(result)
	}
	switch {
	case in.peek(length) == '(':
		text += in.bracketedPromotion(length)
		length = len(text)
	case strings.HasSuffix(text, "e") && in.lookingAt(text+".p."):
		text = text[:length-1]
		length += len(".p.")
	}
	m, err := s.position.ParseSAN(text)
	in.pos += length
	if err == nil {
		return s.play(m)
	}
	return s.badMove(text, err)
}

// badMove reports a move that cannot be played and passes over what depends on
// it.
func (s *PGNScanner) badMove(text string, err error) PGNEvent {
	fault := s.newFault(toUTF8([]byte(text)), "", err)
	fault.IsMove = true
	fault.Reason = err.Error()
	if e, ok := err.(*MoveError); ok {
		fault.Reason = e.explanation()
	}
	s.skip, s.skipDepth = skipRest, 0
	if len(s.stack) == 0 {
		s.skip = skipGame
	}
	return s.report(fault)
}

// nullMoves are the spellings of a pass.
var nullMoves = map[string]bool{"--": true, "Z0": true, "--+": true, "--#": true, "Z0+": true, "Z0#": true}

// number reads what begins with a digit: a move number, a result, or castling
// with zeros.
func (s *PGNScanner) number() PGNEvent {
	in := &s.input
	word := in.word()
	n := 0
	for n < len(word) && word[n]-'0' <= 9 {
		n++
	}
	word = cutSpace(word)
	if result, ok := parseResultMark(word); ok {
		in.pos += len(word)
		return s.resultMark(result)
	}
	if n < len(word) && (n == 1 && word[0] == '0' || bytes.IndexByte([]byte("-/:"), word[n]) >= 0) {
		return s.word()
	}
	if half := "0.5-0.5"; in.lookingAt(half) {
		in.pos += len(half)
		return s.resultMark(Draw)
	}
	in.pos += n
	s.numbered = true
	return noEvent
}

// resultMark ends the game. In a variation it does so only at the end of a
// paragraph, where a parenthesis must be missing; else it ends that line at most.
func (s *PGNScanner) resultMark(result Result) PGNEvent {
	if s.open() > 0 && !s.input.endsParagraph() {
		return noEvent
	}
	s.resultPlace = s.place()
	return s.endGame(result)
}

// endGame closes the open game.
func (s *PGNScanner) endGame(result Result) PGNEvent {
	s.result = result
	s.state = afterResult
	if n := len(s.stack); n > 0 && s.skip != skipGame {
		return s.report(s.stack[n-1].place.of(s.newFault("(", "the variation is not closed", nil)))
	}
	return noEvent
}

// trailer reads what follows the result on its line: comments are the game's.
func (s *PGNScanner) trailer() PGNEvent {
	in := &s.input
	switch c := in.skipBlanks(); c {
	case '{', ';':
		return s.readComment(c)
	case '*':
		in.pos++
		return noEvent
	case '0', '1':
		word := in.word()
		if _, ok := parseResultMark(word); ok {
			in.pos += len(word)
			return noEvent
		}
	}
	s.state = betweenGames
	return PGNGameEnd
}

// glyph reads an annotation glyph: $n, or signs of praise and blame.
func (s *PGNScanner) glyph(c byte) PGNEvent {
	in := &s.input
	in.mark()
	nag, known := NAG(0), true
	if c == '$' {
		nag, known = in.nagNumber()
	} else {
		nag = in.sign()
	}
	switch {
	case s.skip != skipNothing:
		return noEvent
	case !known:
		return s.report(s.newFault(string(in.tokenText()), "an annotation glyph is a number from 0 to 255", nil))
	}
	return s.foundGlyph(nag)
}

// foundGlyph reports an annotation glyph.
func (s *PGNScanner) foundGlyph(nag NAG) PGNEvent {
	if s.notes++; s.notes > s.limits.Notes {
		return s.tooMuch("annotations", s.limits.Notes)
	}
	s.nag = nag
	return PGNNAG
}

// openVariation reads "(".
func (s *PGNScanner) openVariation() PGNEvent {
	in := &s.input
	in.mark()
	in.pos++
	if s.skip != skipNothing {
		s.skipDepth++
		return noEvent
	}
	reason := ""
	switch {
	case s.SkipVariations:
	case !s.moved:
		reason = "a variation stands before any move"
	case len(s.stack) >= s.limits.Nesting:
		reason = fmt.Sprintf("variations are nested more than %d deep", s.limits.Nesting)
	default:
		s.stack = append(s.stack, pgnLine{s.position, s.previous, s.place()})
		s.position = s.previous
		s.moved, s.numbered = false, false
		return PGNVariation
	}
	s.skip, s.skipDepth = skipVariation, 1
	if reason == "" {
		return noEvent
	}
	return s.report(s.newFault("(", reason, nil))
}

// closeVariation reads ")".
func (s *PGNScanner) closeVariation() PGNEvent {
	in := &s.input
	in.mark()
	in.pos++
	switch {
	case s.skipDepth > 0:
		s.skipDepth--
		if s.skipDepth == 0 && s.skip == skipVariation {
			s.skip = skipNothing
		}
		return noEvent
	case s.skip == skipGame:
		return noEvent
	case len(s.stack) == 0:
		return s.report(s.newFault(")", "no variation is open here", nil))
	}
	s.skip = skipNothing
	top := s.stack[len(s.stack)-1]
	s.stack = s.stack[:len(s.stack)-1]
	s.position, s.previous, s.moved = top.position, top.previous, true
	s.numbered = false
	return PGNVariationEnd
}

// readComment reads "{…}", or ";" and the rest of the line.
func (s *PGNScanner) readComment(c byte) PGNEvent {
	in := &s.input
	in.mark()
	in.pos++
	end := byte('}')
	if c == ';' {
		end = '\n'
	}
	text, fits, closed := in.until(end, s.limits.Comment)
	switch {
	case s.skip != skipNothing:
		return noEvent
	case !closed && c == '{':
		return s.report(s.newFault("{", "the comment is not closed", nil))
	case !fits:
		return s.report(s.newFault(string(rune(c)), fmt.Sprintf("the comment has more than %d bytes", s.limits.Comment), nil))
	}
	if c == ';' {
		text = bytes.TrimSuffix(text, []byte("\r"))
	}
	s.notes++
	s.text += len(text)
	switch {
	case s.notes > s.limits.Notes:
		return s.tooMuch("annotations", s.limits.Notes)
	case s.text > s.limits.Text:
		return s.tooMuch("bytes of tags and comments", s.limits.Text)
	}
	s.comment = text
	return PGNComment
}

// bracket reads "[" in the movetext: the tags of the next game, as a rule.
func (s *PGNScanner) bracket() PGNEvent {
	in := &s.input
	if in.skipWrapper() {
		return noEvent
	}
	if !in.atLineStart() && !in.lookingAtTag() {
		return s.stray()
	}
	return s.endGame(Unfinished)
}
