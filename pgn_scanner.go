package chess

import (
	"bytes"
	"fmt"
	"io"

	"github.com/shakki/chess/internal/pgntext"
)

// A PGNEvent is the kind of element that a [PGNScanner] has found.
type PGNEvent uint8

// The events. A game is any number of PGNTag, one PGNMovetext, any number of moves, NAGs, and
// variations, and one PGNGameEnd. PGNComment and PGNFault may occur anywhere in a game, and a
// PGNFault with a warning also between games. If a fault in the tags leaves the start position
// unknown, a PGNFault takes the place of PGNMovetext. After a read error, a game has no PGNGameEnd.
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
// in practice: it reads what was meant, and with Strict set it reports each deviation as a warning.
// A fault does not end the scan. A word that is not a move is skipped. After an illegal move, or one
// that cannot be read, the scanner skips the rest of the variation, or of the game if the move is in
// the main line, and goes on from there.
//
// A comment ends at the first "}". Since a missing brace must not hide the games after it, there is
// one exception: if a line of the comment looks like the start of another game, the comment ends
// before that line unless a "}" closes it within 32 KiB after the line. Such a brace does not close
// the comment if it has another "{", or a blank line followed by tags and movetext with a result.
//
// Text in UTF-16 is converted to UTF-8, and columns and offsets then count the bytes of the result.
// Text that is not valid UTF-8 is read as Windows-1252.
//
// In memory, the scanner holds the current token and two positions for each open variation. It does
// not allocate for a move in a common notation.
type PGNScanner struct {
	pgnGame // comes first, so that the position lies in one cache line

	PGNOptions

	input  pgntext.Window
	part   int
	number int // of the game
	fault  *PGNError
	queue  []pgnReport // what to report before the next token is read
}

// A pgnGame is what a scanner knows about the game that it reads.
type pgnGame struct {
	line  pgnLine   // the line of play that is being read
	outer []pgnLine // the lines that the open parentheses interrupt

	state  pgnState
	begins int64 // the offset of the game
	limits PGNLimits

	// The tags that matter for reading the game.
	tags              int
	tagLine           int    // the line on which the last tag ends
	firstTag          []byte // the name of the first tag
	hasEvent          bool
	white, black      []byte
	fen, variant      pgnTag
	termination       pgnTag // only with Strict
	resultTag         pgnTag // the value only with Strict
	tagResult         Result // of the Result tag
	isResult, forfeit bool   // the Result tag is a result; it is 0-0

	// The movetext.
	moveNumber   pgnNumber // the last one
	numbered     bool      // a move number precedes the next move
	careful      bool      // move numbers must be examined: Strict is set, or text has been skipped that is not a move
	shift        int       // how many plies the printed move numbers run ahead
	noise        bool      // the last word was not a move
	begun        bool      // the movetext has a move, which may be illegal or in skipped text
	words, plies int       // words that are not moves; moves, including those of variations
	text, notes  int       // bytes of tags and comments; comments and glyphs
	errors       int
	warnings     [2]int // the second is the number of those that are Lossy

	// The elements that the methods return.
	name, value []byte
	comment     []byte
	move        Move
	nag         NAG
	result      Result
	resultPlace pgntext.Place // of the mark of the result; zero if there is none
}

// A pgnLine is a line of play: the main line, or what stands in parentheses.
type pgnLine struct {
	position Position      // after its last move
	previous Position      // before that move, where a variation starts
	place    pgntext.Place // of the parenthesis that opens it
	moved    bool          // it has a move
	skipped  bool          // its text is skipped: as a whole, or from a place on if broke is set
	broke    bool
	inner    int // the parentheses that are open in text that is skipped as a whole
}

// A pgnTag is the value of a tag and its place. The zero pgnTag is none.
type pgnTag struct {
	value string
	place pgntext.Place
}

// A pgnReport is an event, with a fault if it is PGNFault.
type pgnReport struct {
	event PGNEvent
	fault *PGNError
}

// A pgnState is the part of a game that the scanner is in.
type pgnState uint8

const (
	betweenGames pgnState = iota
	inTags
	inMovetext
	afterResult // on the line of the result, where comments may follow
)

// NewPGNScanner returns a scanner of the games in r.
func NewPGNScanner(r io.Reader) *PGNScanner {
	return &PGNScanner{input: pgntext.NewWindow(pgntext.Decode(r), pgntext.Start)}
}

// Tag returns the name and the value of the tag, with the escapes in the value resolved. Both are
// valid until the next call of Next.
func (s *PGNScanner) Tag() (name, value []byte) { return s.name, s.value }

// Comment returns the text of the comment without its braces. It is valid until the next call of
// Next.
func (s *PGNScanner) Comment() []byte { return s.comment }

// Move returns the last move of the game. It returns NullMove if a side passed, or if there is no
// move yet.
func (s *PGNScanner) Move() Move { return s.move }

// Position returns the position after the last move of the current line, or the start position
// before the first move.
func (s *PGNScanner) Position() *Position { return &s.line.position }

// Before returns the position before the last move of the current line, or the start position
// before the first move.
func (s *PGNScanner) Before() *Position { return &s.line.previous }

// Depth returns the number of variations that contain the current line: 0 in the main line.
func (s *PGNScanner) Depth() int {
	if n := len(s.outer); n > 0 && s.line.skipped && !s.line.broke {
		return n - 1
	}
	return len(s.outer)
}

// NAG returns the last annotation glyph of the game.
func (s *PGNScanner) NAG() NAG { return s.nag }

// Result returns the result at the end of the movetext, or Unfinished if there is none. The Result
// tag may differ from it.
func (s *PGNScanner) Result() Result { return s.result }

// Fault returns the fault that the event PGNFault reports. With Strict set, it may be a warning.
func (s *PGNScanner) Fault() *PGNError { return s.fault }

// Game returns the number of the game, from 1.
func (s *PGNScanner) Game() int { return s.number }

// GameOffset returns the offset of the game in bytes from the start of the input. A scanner of the
// input from there on begins with the game.
func (s *PGNScanner) GameOffset() int64 { return s.begins }

// Part returns the number of the part of the input that [ScanPGN] assigned to the scanner, from 0.
func (s *PGNScanner) Part() int { return s.part }

// Err returns the error that ended the input, or nil if it was read to its end.
func (s *PGNScanner) Err() error { return s.input.Err() }

// Offset returns the offset in the input up to which the scanner has read.
func (s *PGNScanner) Offset() int64 { return s.input.Offset() }

// place returns the place of the last token.
func (s *PGNScanner) place() pgntext.Place { return s.input.Place() }

// SkipGame skips the rest of the game, so that the next event is its PGNGameEnd. It does nothing
// between games.
func (s *PGNScanner) SkipGame() {
	if s.state != betweenGames {
		s.skipToEnd()
		s.queue = s.queue[:0]
	}
}

// skipToEnd skips the rest of the game.
func (s *PGNScanner) skipToEnd() {
	for i := range s.outer {
		s.outer[i].skipped, s.outer[i].broke = true, true
	}
	s.line.skipped, s.line.broke = true, s.line.broke || !s.line.skipped
}

// brokeOff reports whether the rest of the main line is skipped.
func (s *PGNScanner) brokeOff() bool {
	if len(s.outer) > 0 {
		return s.state != betweenGames && s.outer[0].broke
	}
	return s.state != betweenGames && s.line.broke
}

// Next advances the scanner to the next event and returns it.
func (s *PGNScanner) Next() PGNEvent {
	for {
		if len(s.queue) > 0 {
			next := s.queue[0]
			s.queue = s.queue[:copy(s.queue, s.queue[1:])]
			if next.event == PGNFault {
				s.fault = next.fault
			}
			return next.event
		}
		event := noEvent
		switch s.state {
		case inMovetext:
			event = s.movetext()
		case afterResult:
			event = s.trailer()
		default:
			event = s.header()
		}
		if s.input.Cut() && event != PGNGameEnd {
			return s.cutOff()
		}
		if event != noEvent {
			return event
		}
	}
}

// cutOff ends the scan at a token that a read error has cut off, and which is not reported. A game
// is complete if its result has been read, and no other game has an end.
func (s *PGNScanner) cutOff() PGNEvent {
	isRead := s.state == afterResult && s.resultPlace != (pgntext.Place{})
	s.queue = s.queue[:0]
	s.state = betweenGames
	if isRead {
		return PGNGameEnd
	}
	return PGNEnd
}

// movetext reads one token of the movetext.
func (s *PGNScanner) movetext() PGNEvent {
	in := &s.input
	c := in.SkipSpace()
	switch pgntext.ClassOf(c) {
	case pgntext.Letter:
		return s.word()
	case pgntext.Digit:
		if !in.SkipMoveNumber() {
			return s.oddNumber()
		}
		s.numbered = true
		if s.careful || in.AtOne() {
			s.readNumber()
		}
		return noEvent
	}
	switch c {
	case 0:
		return s.endGame(Unfinished)
	case '.':
		in.Skip(1)
		s.moveNumber.dots++
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
	default:
		return s.rareToken(c)
	}
	return noEvent
}

// rareToken reads a token that few records have. The next byte is c.
func (s *PGNScanner) rareToken(c byte) PGNEvent {
	switch {
	case c == '[':
		return s.bracket()
	case c == '<':
		return s.reserved()
	case c == '%' && s.input.AtLineStart():
		return s.escapedLine()
	}
	return s.stray()
}

// stray reports and skips a character that begins no token. A comma separates moves like a space.
func (s *PGNScanner) stray() PGNEvent {
	in := &s.input
	in.Mark()
	c := in.Peek(0)
	in.Skip(1)
	switch {
	case c == ',':
		return s.warn(s.place(), ",", "a comma is not part of the movetext")
	case c == '&':
		in.Skip(in.EntityLength())
	}
	if s.line.skipped || s.noise {
		return noEvent
	}
	return s.report(s.newFault(toUTF8(in.Token()), "unexpected character", nil))
}

// reserved skips text in angle brackets, which the PGN standard reserves for future use. An angle
// bracket without a counterpart nearby is a stray character, and "<>" is a pass.
func (s *PGNScanner) reserved() PGNEvent {
	in := &s.input
	in.Mark()
	switch length := in.SkipAngles(); {
	case length == len("<>") && s.state == inMovetext:
		return s.pass("<>")
	case length > 0 && s.Strict:
		return s.warnLossy(s.place(), toUTF8(in.Token()), "text in angle brackets is reserved and is ignored")
	case length > 0:
		return noEvent
	}
	in.Skip(1)
	if s.line.skipped {
		return noEvent
	}
	return s.noiseWord("<", "the angle bracket is not closed")
}

// escapedLine skips a line that "%" takes out of the text.
func (s *PGNScanner) escapedLine() PGNEvent {
	s.input.Mark()
	line, _ := s.input.ReadLine(pgntext.MaxWord)
	if !s.Strict {
		return noEvent
	}
	return s.warnLossy(s.place(), toUTF8(bytes.TrimSpace(line)), "a line that begins with % is ignored")
}

// readComment reads a comment in braces, or a comment from ";" to the end of the line.
func (s *PGNScanner) readComment(c byte) PGNEvent {
	in := &s.input
	in.Mark()
	in.Skip(1)
	var text []byte
	fits, closed := true, true
	if c == '{' {
		text, fits, closed = in.ReadComment(s.limits.Comment, s.NestedComments)
	} else {
		text, fits = in.ReadLine(s.limits.Comment)
		text = bytes.TrimSuffix(text, []byte("\r"))
	}
	switch {
	case s.line.skipped:
		return noEvent
	case !closed:
		event := s.report(s.newFault("{", "the comment is not closed", nil))
		if fits && s.notes < s.limits.Notes && s.text+len(text) <= s.limits.Text {
			s.queue = append(s.queue, pgnReport{event: s.foundComment(bytes.TrimSpace(text))})
		}
		return event
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
	case s.line.skipped:
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

// play plays a legal move or a pass.
func (s *PGNScanner) play(m Move) PGNEvent {
	if s.plies++; s.plies > s.limits.Moves {
		return s.tooMuch("moves", s.limits.Moves)
	}
	line := &s.line
	line.previous = line.position
	line.moved, s.numbered, s.noise = true, false, false
	s.move = m
	line.position.SetAfter(&line.previous, m)
	return PGNMove
}

// openVariation reads "(". Parentheses in text that is skipped as a whole share one line, so that no
// number of them takes memory.
func (s *PGNScanner) openVariation() PGNEvent {
	if !s.line.skipped {
		if event, ok := s.mark(); ok {
			return event
		}
	}
	s.input.Mark()
	s.input.Skip(1)
	reason := ""
	switch {
	case s.line.skipped && !s.line.broke:
		s.line.inner++
		return noEvent
	case s.line.skipped, s.SkipVariations:
	case !s.line.moved:
		reason = "the variation begins before any move"
	case len(s.outer) >= s.limits.Nesting:
		reason = fmt.Sprintf("variations are nested more than %d deep", s.limits.Nesting)
	default:
		s.enter(pgnLine{position: s.line.previous, previous: s.line.previous})
		s.numbered = false
		return PGNVariation
	}
	s.enter(pgnLine{position: s.line.position, previous: s.line.previous, skipped: true})
	if reason == "" {
		return noEvent
	}
	return s.report(s.newFault("(", reason, nil))
}

// enter interrupts the line of play by another, whose parenthesis has just been read.
func (s *PGNScanner) enter(line pgnLine) {
	line.place = s.place()
	s.outer = append(s.outer, s.line)
	s.line = line
}

// closeVariation reads ")".
func (s *PGNScanner) closeVariation() PGNEvent {
	in := &s.input
	in.Mark()
	in.Skip(1)
	last := len(s.outer) - 1
	switch {
	case s.line.inner > 0:
		s.line.inner--
		return noEvent
	case last < 0 && s.line.skipped:
		return noEvent
	case last < 0:
		return s.report(s.newFault(")", "no variation is open", nil))
	}
	isReported := !s.line.skipped || s.line.broke
	s.line, s.outer = s.outer[last], s.outer[:last]
	s.numbered, s.noise = false, false
	if s.line.skipped || !isReported {
		return noEvent
	}
	return PGNVariationEnd
}

// resultMark reads a result. Some programs write one at the end of a variation, where it does not
// end the game. At the end of a paragraph it does, because then a parenthesis must be missing.
func (s *PGNScanner) resultMark(result Result) PGNEvent {
	token := s.input.Token()
	isStandard := string(token) == result.String()
	if s.Strict && !isStandard {
		s.warn(s.place(), toUTF8(token), "the standard form of this result is "+result.String())
	}
	isOpen := len(s.outer) > 0
	if isOpen && !s.input.AtParagraphEnd() || s.input.Cut() && (isOpen || !isStandard) {
		return noEvent
	}
	s.resultPlace = s.place()
	return s.endGame(result)
}

// endGame ends the movetext.
func (s *PGNScanner) endGame(result Result) PGNEvent {
	s.result = result
	s.state = afterResult
	s.noise = false
	switch {
	case len(s.outer) > 0 && !s.outer[0].skipped:
		return s.report(faultAt(s.line.place, s.newFault("(", "the variation is not closed", nil)))
	case s.Strict && !s.line.skipped:
		s.checkResult()
	}
	return noEvent
}

// trailer reads what follows the result on its line. Comments there belong to the game, and so does a
// comment on the next line.
func (s *PGNScanner) trailer() PGNEvent {
	in := &s.input
	if s.resultPlace != (pgntext.Place{}) {
		c := in.SkipBlanks()
		if c == '\n' && in.NextLineBegins("{;") {
			c = in.SkipSpace()
		}
		if event, ok := s.trail(c); ok {
			return event
		}
	}
	s.state = betweenGames
	return PGNGameEnd
}

// trail reads a token after the result if it belongs to the game. The next byte is c.
func (s *PGNScanner) trail(c byte) (event PGNEvent, ok bool) {
	in := &s.input
	switch c {
	case '{', ';':
		return s.readComment(c), true
	case '*':
		in.Skip(1)
		return noEvent, true
	case '.', ',', '!', '?', '(', ')', '$', '%':
		in.Mark()
		in.Skip(1)
		return s.afterText(string(rune(c))), true
	}
	class := pgntext.ClassOf(c)
	if class < pgntext.Letter {
		return noEvent, false
	}
	word := in.Word()
	if in.SkipFillers() {
		return noEvent, true
	}
	word = pgntext.CutFiller(word)
	text, size := toUTF8(word), len(word)
	_, isResult := parseResultMark([]byte(text))
	_, isMove := parseSANText(word, s.Language)
	switch {
	case isResult:
		in.Skip(size)
		return noEvent, true
	case class == pgntext.Digit && (!s.noise || in.Peek(size) == '.'), isMove, isPass(text):
		return noEvent, false // the next game
	}
	in.Skip(size)
	return s.afterText(text), true
}

// afterText reports text after the result, once for each line.
func (s *PGNScanner) afterText(token string) PGNEvent {
	first := !s.noise
	s.noise = true
	if !first || s.line.skipped {
		return noEvent
	}
	return s.report(s.newFault(token, "text follows the result", nil))
}

// bracket reads "[" in the movetext. Usually it begins the tags of the next game, because the
// result is missing.
func (s *PGNScanner) bracket() PGNEvent {
	in := &s.input
	if in.SkipWrapper() {
		return noEvent
	}
	if event, ok := s.strayCommand(); ok {
		return event
	}
	if event, ok := s.mark(); ok {
		return event
	}
	if !in.AtLineStart() && !in.AtTag() {
		return s.stray()
	}
	return s.endGame(Unfinished)
}

// mark reads a mark in parentheses or brackets that is neither a variation nor a tag: of a draw offer,
// or of a diagram.
func (s *PGNScanner) mark() (event PGNEvent, ok bool) {
	in := &s.input
	for _, mark := range [...]string{"(=)", "(#)", "(d)", "(dia)", "(diagram)", "[#]", "[d]", "[dia]", "[diagram]"} {
		if !in.HasPrefixFold(mark) {
			continue
		}
		in.Mark()
		in.Skip(len(mark))
		switch {
		case s.line.skipped:
			return noEvent, true
		case mark == "(=)":
			s.warn(s.place(), mark, "the draw offer is read as a comment")
			return s.foundComment([]byte(mark)), true
		}
		s.warn(s.place(), toUTF8(in.Token()), "the diagram mark is read as "+diagram.String())
		return s.foundGlyph(diagram), true
	}
	return noEvent, false
}

// strayCommand reads a command in brackets that should be in a comment.
func (s *PGNScanner) strayCommand() (event PGNEvent, ok bool) {
	in := &s.input
	n := 1
	for c := in.Peek(n); c != ']'; c = in.Peek(n) {
		if c == '\n' || n == pgntext.MaxWord {
			break
		}
		n++
	}
	if in.Peek(1) != '%' || in.Peek(n) != ']' {
		return noEvent, false
	}
	in.Mark()
	in.Skip(n + 1)
	if s.line.skipped {
		return noEvent, true
	}
	s.warn(s.place(), toUTF8(in.Token()), "a command belongs in a comment")
	return s.foundComment(in.Token()), true
}
