package chess

import (
	"bytes"
	"fmt"
	"io"
	"strings"
	"unicode/utf8"

	"github.com/shakki/chess/internal/pgntext"
)

// A PGNEvent is the kind of element that a [PGNScanner] has found.
type PGNEvent uint8

// The events. A game is any number of PGNTag, one PGNMovetext, any number of moves, NAGs, and
// variations, and one PGNGameEnd. PGNComment and PGNFault may occur anywhere in a game. If a fault
// in the tags leaves the start position unknown, a PGNFault takes the place of PGNMovetext.
const (
	PGNEnd          PGNEvent = iota // the end of the input, or a read error: see Err
	PGNTag                          // a tag: see Tag
	PGNMovetext                     // the end of the tags: Position is the start position
	PGNMove                         // a legal move: see Move, and Position for the position after it
	PGNComment                      // a comment: see Comment
	PGNNAG                          // a numeric annotation glyph: see NAG
	PGNVariation                    // the start of a variation: an alternative to the last move
	PGNVariationEnd                 // the end of a variation: the line before it continues
	PGNFault                        // a fault in the text: see Fault
	PGNGameEnd                      // the end of a game: see Result

	noEvent PGNEvent = 255 // nothing to report yet
)

// A PGNScanner reads a stream of games in Portable Game Notation and reports what it finds as
// events. It is the level below [PGNReader], for programs that do not need a game tree. It checks
// that every move is legal.
//
//	for event := s.Next(); event != chess.PGNEnd; event = s.Next() {
//		switch event { … }
//	}
//
// The scanner reads the import format of the PGN standard, and deviations from it that are common
// in practice. A fault does not end the scan. After an illegal or unreadable move, the scanner
// skips the rest of the variation, or of the game if the move is in the main line, and goes on from
// there.
//
// In memory, the scanner holds the current token and two positions for each open variation. It does
// not allocate for a move in a common notation.
type PGNScanner struct {
	PGNOptions

	input  pgntext.Window
	part   int
	limits PGNLimits // Limits with the defaults filled in

	state     pgnState
	skip      pgnSkip
	skipDepth int  // the parentheses that are open in the skipped text
	numbered  bool // a move number precedes the next move

	game     int
	begins   int64 // the offset of the game
	tags     int
	plies    int // moves of the game so far, including those of variations
	position Position
	previous Position  // the position before the last move, where a variation starts
	moved    bool      // the line has a last move
	stack    []pgnLine // the lines that the open variations interrupt

	// The tags of the game that matter for reading it.
	fen, variant           string
	fenPlace, variantPlace pgntext.Place
	white, black           []byte
	hasEvent               bool
	tagLine                int // the line on which the last tag ends

	// What counts toward the limits.
	text   int // bytes of all tags and comments
	notes  int // comments and glyphs
	faults int

	// The elements that the methods return.
	name, value []byte
	comment     []byte
	move        Move
	nag         NAG
	result      Result
	resultPlace pgntext.Place // of the mark of the result; zero if there is none
	fault       *PGNError
	late        PGNEvent // the event to report after a fault, or 0
}

// A pgnState is the part of a game that the scanner is in.
type pgnState uint8

const (
	betweenGames pgnState = iota
	inTags
	inMovetext
	afterResult // on the line of the result, where comments may follow
)

// A pgnSkip says which text the scanner skips without events.
type pgnSkip uint8

const (
	skipNothing   pgnSkip = iota
	skipVariation         // up to the end of the variation that is skipped as a whole
	skipRest              // up to the end of the variation that has a fault
	skipGame
)

// A pgnLine is a line of play that a variation interrupts.
type pgnLine struct {
	position, previous Position
	place              pgntext.Place // of the parenthesis that opens the variation
}

// NewPGNScanner returns a scanner of the games in r.
func NewPGNScanner(r io.Reader) *PGNScanner {
	return &PGNScanner{input: pgntext.NewWindow(r, pgntext.Start)}
}

// SkipGame skips the rest of the game, so that the next event is its PGNGameEnd. It does nothing
// between games.
func (s *PGNScanner) SkipGame() {
	if s.state != betweenGames {
		s.skipToEnd()
		s.late = 0
	}
}

// skipToEnd skips the rest of the game.
func (s *PGNScanner) skipToEnd() { s.skip, s.skipDepth = skipGame, s.open() }

// open returns the number of open variations, including those in skipped text.
func (s *PGNScanner) open() int {
	if s.skip == skipGame {
		return s.skipDepth
	}
	return len(s.stack) + s.skipDepth
}

// Tag returns the name and the value of the tag, with the escapes in the value resolved. Both are
// valid until the next call of Next.
func (s *PGNScanner) Tag() (name, value []byte) { return s.name, s.value }

// Comment returns the text of the comment without its braces. It is valid until the next call of
// Next.
func (s *PGNScanner) Comment() []byte { return s.comment }

// Move returns the last move, or NullMove if a side passed.
func (s *PGNScanner) Move() Move { return s.move }

// Position returns the position after the last move of the current line, or the start position
// before the first move.
func (s *PGNScanner) Position() *Position { return &s.position }

// Before returns the position before the last move.
func (s *PGNScanner) Before() *Position { return &s.previous }

// Depth returns the number of variations that contain the current line: 0 in the main line.
func (s *PGNScanner) Depth() int { return len(s.stack) }

// NAG returns the annotation glyph.
func (s *PGNScanner) NAG() NAG { return s.nag }

// Result returns the result at the end of the movetext, or Unfinished if there is none. The Result
// tag may differ from it.
func (s *PGNScanner) Result() Result { return s.result }

// Fault returns the fault that the event PGNFault reports. With Strict set, it may be a warning.
func (s *PGNScanner) Fault() *PGNError { return s.fault }

// Game returns the number of the game, from 1.
func (s *PGNScanner) Game() int { return s.game }

// GameOffset returns the offset of the game in bytes from the start of the input. A scanner of the
// input from there on begins with the game.
func (s *PGNScanner) GameOffset() int64 { return s.begins }

// Part returns the number of the part of the input that [ScanPGN] assigned to the scanner, from 0.
func (s *PGNScanner) Part() int { return s.part }

// Err returns the error that ended the input, or nil if it was read to its end.
func (s *PGNScanner) Err() error { return s.input.Err() }

// Offset returns the offset in the input up to which the scanner has read.
func (s *PGNScanner) Offset() int64 { return s.input.Offset() }

// Next advances the scanner to the next event and returns it.
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
	switch c := in.SkipSpace(); {
	case c == 0 && s.state == betweenGames:
		return PGNEnd
	case c >= utf8.RuneSelf:
		if in.Word(); in.SkipFillers() {
			in.RestartLine() // the line begins after a byte order mark
			return noEvent
		}
	case c == '[':
		return s.headerBracket()
	case c == '{' || c == ';':
		s.begin()
		return s.readComment(c)
	case c == '<':
		s.begin()
		return s.reserved()
	case c == '%' && in.AtLineStart():
		in.SkipLine()
		return noEvent
	case pgntext.ClassOf(c) == pgntext.Letter && s.atFaultyTag():
		s.begin()
		return s.faultyTag()
	}
	s.begin()
	return s.startMovetext()
}

// headerBracket reads "[" between games or among the tags.
func (s *PGNScanner) headerBracket() PGNEvent {
	in := &s.input
	if s.state == inTags && s.hasEvent && in.Line() > s.tagLine+1 && in.HasPrefix(pgntext.FirstTag) {
		return s.startMovetext() // a second Event tag after a blank line: this game has neither moves nor a result
	}
	if in.SkipWrapper() {
		return noEvent
	}
	s.begin()
	return s.tag()
}

// begin begins a game unless one has begun.
func (s *PGNScanner) begin() {
	if s.state != betweenGames {
		return
	}
	s.input.Mark()
	s.begins = s.place().Offset
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
	s.result, s.resultPlace = Unfinished, pgntext.Place{}
	s.position = startPosition
}

// startMovetext ends the tags and sets the start position.
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

// setStart sets the start position that the tags FEN and Variant give.
func (s *PGNScanner) setStart() *PGNError {
	chess960, known := parseVariant(s.variant)
	if !known {
		return faultAt(s.variantPlace, s.newFault(s.variant, "the variant is not supported", nil))
	}
	if s.fen != "" {
		p, _, err := RepairFEN(s.fen)
		if err != nil {
			return faultAt(s.fenPlace, s.newFault("", "FEN tag: "+err.Error(), err))
		}
		s.position = p
	}
	if chess960 {
		s.position.setChess960(true)
	}
	return nil
}

// faultAt returns the fault, moved to the given place.
func faultAt(place pgntext.Place, fault *PGNError) *PGNError {
	fault.Line, fault.Column, fault.Offset = place.Line, place.Column, place.Offset
	return fault
}

// tag reads a tag such as [White "Carlsen"].
func (s *PGNScanner) tag() PGNEvent {
	in := &s.input
	in.Mark()
	name, value, err := in.ReadTag(s.limits.Tag)
	s.tags++
	s.tagLine = in.Line()
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
		return s.report(s.newFault(s.tagText(), err.Error(), nil))
	}
	s.name, s.value = name, value
	s.noteTag()
	if err != nil {
		s.late = PGNTag // the tag as far as it was read
		return s.report(s.newFault(s.tagText(), err.Error(), nil))
	}
	return PGNTag
}

// tagText returns the text of the tag that has just been read.
func (s *PGNScanner) tagText() string {
	text := bytes.TrimRight(s.input.Token(), "\r")
	return string(text[:min(len(text), 1000)])
}

// atFaultyTag reports whether a word among the tags belongs to a faulty tag and not to the
// movetext. It does if it begins a tag without a bracket, or if it follows a tag on its line and
// another tag begins the next line although no result has ended the game.
func (s *PGNScanner) atFaultyTag() bool {
	in := &s.input
	if in.AtBareTag() {
		return true
	}
	if s.tags == 0 || in.Line() != s.tagLine {
		return false
	}
	line, ok := in.LineBeforeTag()
	if !ok {
		return false
	}
	words := bytes.Fields(line)
	last := words[len(words)-1]
	_, isResult := parseResultMark(last)
	return !isResult && !bytes.HasSuffix(last, []byte("*"))
}

// faultyTag skips the rest of a line that is not a tag.
func (s *PGNScanner) faultyTag() PGNEvent {
	word := toUTF8(s.input.Word())
	fault := s.newFault(word, "not a tag", nil)
	s.input.SkipLine()
	if s.skip == skipGame {
		return noEvent
	}
	return s.report(fault)
}

// noteTag stores the tags that matter for reading the game.
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
func (s *PGNScanner) place() pgntext.Place { return s.input.Place() }

// tooMuch reports that the game exceeds a limit and skips the rest of it.
func (s *PGNScanner) tooMuch(what string, limit int) PGNEvent {
	s.skipToEnd()
	return s.report(s.newFault("", fmt.Sprintf("the game has more than %d %s", limit, what), nil))
}

// newFault returns a fault at the place of the last token.
func (s *PGNScanner) newFault(token, reason string, err error) *PGNError {
	return faultAt(s.place(), &PGNError{
		Game: s.game, White: toUTF8(s.white), Black: toUTF8(s.black), Position: s.position,
		Token: printable(abridged(token)), Reason: reason, Err: err,
	})
}

// maxFaults is the number of faults after which the scanner skips the rest of a game.
const maxFaults = 100

// report reports a fault.
func (s *PGNScanner) report(fault *PGNError) PGNEvent {
	if s.faults++; s.faults == maxFaults {
		fault.Reason = "too many faults, the rest of the game is skipped"
		fault.IsMove = false
		s.skipToEnd()
	}
	s.fault = fault
	return PGNFault
}

// movetext reads one token of the movetext.
func (s *PGNScanner) movetext() PGNEvent {
	in := &s.input
	c := in.SkipSpace()
	switch pgntext.ClassOf(c) {
	case pgntext.Letter:
		return s.word()
	case pgntext.Digit:
		if in.SkipMoveNumber() {
			s.numbered = true
			return noEvent
		}
		return s.number()
	}
	switch c {
	case 0:
		return s.endGame(Unfinished)
	case '.':
		in.Skip(1)
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
		in.Mark()
		in.Skip(1)
		return s.resultMark(Unfinished)
	case '[':
		return s.bracket()
	case '<':
		return s.reserved()
	case '%':
		if in.AtLineStart() {
			in.SkipLine()
			return noEvent
		}
	}
	return s.stray()
}

// stray reports and skips a character that begins no token.
func (s *PGNScanner) stray() PGNEvent {
	in := &s.input
	in.Mark()
	in.Skip(1)
	if s.skip != skipNothing {
		return noEvent
	}
	return s.report(s.newFault(toUTF8(in.Token()), "unexpected character", nil))
}

// reserved skips text in angle brackets, which the PGN standard reserves for future use.
func (s *PGNScanner) reserved() PGNEvent {
	in := &s.input
	in.Mark()
	in.Skip(1)
	if _, _, closed := in.ReadBlock('>', 0); closed || s.skip != skipNothing {
		return noEvent
	}
	return s.report(s.newFault("<", "the angle bracket is not closed", nil))
}

// word reads a word, which usually is a move.
func (s *PGNScanner) word() PGNEvent {
	in := &s.input
	word := in.Word()
	if s.skip != skipNothing {
		return s.skipWord(word)
	}
	if text, ok := parseSANText(word, English); ok {
		if match := s.position.match(&text); match.isUnique() {
			in.Skip(len(word))
			return s.play(match.move)
		}
	}
	return s.oddWord(word)
}

// skipWord skips a word unless it is the result.
func (s *PGNScanner) skipWord(word []byte) PGNEvent {
	word = pgntext.CutFiller(word)
	s.input.Skip(max(len(word), 1))
	if result, ok := parseResultMark(word); ok {
		return s.resultMark(result)
	}
	return noEvent
}

// play plays a legal move or a pass.
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

// oddWord reads a word that is not a legal move in a common notation.
func (s *PGNScanner) oddWord(word []byte) PGNEvent {
	in := &s.input
	if in.SkipFillers() {
		return noEvent
	}
	text := string(pgntext.CutFiller(word))
	length := len(text)
	switch nag, isGlyph := glyphNAGs[text]; {
	case text == "e" && in.HasPrefix("e.p."):
		in.Skip(len("e.p."))
		return noEvent
	case text == "ep":
		in.Skip(length)
		return noEvent
	case nullMoves[text] && !s.position.inCheck():
		in.Skip(length)
		return s.play(NullMove)
	case isGlyph:
		in.Skip(length)
		return s.foundGlyph(nag)
	}
	if result, ok := parseResultMark([]byte(text)); ok {
		in.Skip(length)
		return s.resultMark(result)
	}
	switch {
	case in.Peek(length) == '(':
		text += s.bracketedPromotion(length)
		length = len(text)
	case strings.HasSuffix(text, "e") && in.HasPrefix(text+".p."):
		text = text[:length-1]
		length += len(".p.")
	}
	m, err := s.position.ParseSAN(text)
	in.Skip(length)
	if err == nil {
		return s.play(m)
	}
	return s.badMove(text, err)
}

// bracketedPromotion returns the promotion that follows a word of n bytes, as in "a8(Q)+": "(Q)+".
// It returns "" if there is none.
func (s *PGNScanner) bracketedPromotion(n int) string {
	in := &s.input
	if t := pieceTypeOf(in.Peek(n + 1)); in.Peek(n+2) != ')' || t < Knight || t > Queen {
		return ""
	}
	end := n + len("(Q)")
	for c := in.Peek(end); c == '+' || c == '#'; c = in.Peek(end) {
		end++
	}
	return string(in.Ahead(end)[n:])
}

// badMove reports a move that cannot be played and skips what depends on it.
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

// nullMoves holds the notations of a pass.
var nullMoves = map[string]bool{"--": true, "Z0": true, "--+": true, "--#": true, "Z0+": true, "Z0#": true}

// number reads a token that begins with a digit: a move number, a result, or castling written with
// zeros.
func (s *PGNScanner) number() PGNEvent {
	in := &s.input
	word := in.Word()
	n := 0
	for n < len(word) && word[n]-'0' <= 9 {
		n++
	}
	word = pgntext.CutFiller(word)
	if result, ok := parseResultMark(word); ok {
		in.Skip(len(word))
		return s.resultMark(result)
	}
	if n < len(word) && (n == 1 && word[0] == '0' || bytes.IndexByte([]byte("-/:"), word[n]) >= 0) {
		return s.word()
	}
	if half := "0.5-0.5"; in.HasPrefix(half) {
		in.Skip(len(half))
		return s.resultMark(Draw)
	}
	in.Skip(n)
	s.numbered = true
	return noEvent
}

// resultMark reads a result. Some programs write one at the end of a variation, where it does not
// end the game. At the end of a paragraph it does, because then a parenthesis must be missing.
func (s *PGNScanner) resultMark(result Result) PGNEvent {
	if s.open() > 0 && !s.input.AtParagraphEnd() {
		return noEvent
	}
	s.resultPlace = s.place()
	return s.endGame(result)
}

// endGame ends the movetext.
func (s *PGNScanner) endGame(result Result) PGNEvent {
	s.result = result
	s.state = afterResult
	if n := len(s.stack); n > 0 && s.skip != skipGame {
		return s.report(faultAt(s.stack[n-1].place, s.newFault("(", "the variation is not closed", nil)))
	}
	return noEvent
}

// trailer reads what follows the result on its line. Comments there belong to the game.
func (s *PGNScanner) trailer() PGNEvent {
	in := &s.input
	switch c := in.SkipBlanks(); c {
	case '{', ';':
		return s.readComment(c)
	case '*':
		in.Skip(1)
		return noEvent
	case '0', '1':
		word := in.Word()
		if _, ok := parseResultMark(word); ok {
			in.Skip(len(word))
			return noEvent
		}
	}
	s.state = betweenGames
	return PGNGameEnd
}

// glyph reads an annotation glyph: a number such as "$14", or a sign such as "!?".
func (s *PGNScanner) glyph(c byte) PGNEvent {
	in := &s.input
	in.Mark()
	nag, ok := NAG(0), true
	if c == '$' {
		in.Skip(1)
		var n int
		n, ok = in.ReadNumber()
		nag, ok = NAG(n), ok && n <= 255
	} else {
		if next := in.Peek(1); next == '!' || next == '?' {
			in.Skip(1)
		}
		in.Skip(1)
		nag = glyphNAGs[string(in.Token())]
	}
	switch {
	case s.skip != skipNothing:
		return noEvent
	case !ok:
		return s.report(s.newFault(string(in.Token()), "the number of a glyph must be from 0 to 255", nil))
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
	in.Mark()
	in.Skip(1)
	if s.skip != skipNothing {
		s.skipDepth++
		return noEvent
	}
	reason := ""
	switch {
	case s.SkipVariations:
	case !s.moved:
		reason = "the variation begins before any move"
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
	in.Mark()
	in.Skip(1)
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
		return s.report(s.newFault(")", "no variation is open", nil))
	}
	s.skip = skipNothing
	top := s.stack[len(s.stack)-1]
	s.stack = s.stack[:len(s.stack)-1]
	s.position, s.previous, s.moved = top.position, top.previous, true
	s.numbered = false
	return PGNVariationEnd
}

// readComment reads a comment in braces, or a comment from ";" to the end of the line.
func (s *PGNScanner) readComment(c byte) PGNEvent {
	in := &s.input
	in.Mark()
	in.Skip(1)
	var text []byte
	fits, closed := true, true
	if c == '{' {
		text, fits, closed = in.ReadBlock('}', s.limits.Comment)
	} else {
		text, fits = in.ReadLine(s.limits.Comment)
		text = bytes.TrimSuffix(text, []byte("\r"))
	}
	switch {
	case s.skip != skipNothing:
		return noEvent
	case !closed:
		return s.report(s.newFault("{", "the comment is not closed", nil))
	case !fits:
		return s.report(s.newFault(string(rune(c)), fmt.Sprintf("the comment has more than %d bytes", s.limits.Comment), nil))
	}
	return s.foundComment(text)
}

// foundComment reports a comment.
func (s *PGNScanner) foundComment(text []byte) PGNEvent {
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

// bracket reads "[" in the movetext. Usually it begins the tags of the next game, because the
// result is missing.
func (s *PGNScanner) bracket() PGNEvent {
	in := &s.input
	if in.SkipWrapper() {
		return noEvent
	}
	if !in.AtLineStart() && !in.AtTag() {
		return s.stray()
	}
	return s.endGame(Unfinished)
}
