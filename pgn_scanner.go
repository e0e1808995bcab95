package chess

import (
	"bytes"
	"fmt"
	"io"
	"strconv"
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
// in practice: it reads what was meant, and with Strict set it reports each deviation as a warning.
// A fault does not end the scan. A word that is not a move is skipped. After an illegal move, or one
// that cannot be read, the scanner skips the rest of the variation, or of the game if the move is in
// the main line, and goes on from there.
//
// Text in UTF-16 is converted to UTF-8, and columns and offsets then count the bytes of the result.
// Text that is not valid UTF-8 is read as Windows-1252.
//
// In memory, the scanner holds the current token and two positions for each open variation. It does
// not allocate for a move in a common notation.
type PGNScanner struct {
	position Position // comes first, so that it lies in one cache line
	previous Position // the position before the last move, where a variation starts

	PGNOptions

	input  pgntext.Window
	part   int
	limits PGNLimits // Limits with the defaults filled in

	state     pgnState
	skip      pgnSkip
	skipDepth int  // the parentheses that are open in the skipped text
	numbered  bool // a move number precedes the next move
	careful   bool // move numbers must be examined: Strict is set, or text has been skipped that is not a move
	number    pgnNumber
	shift     int  // the number of plies by which the move numbers have differed from those of the positions
	noise     bool // the last word was not a move
	begun     bool // the movetext has words, which may be in skipped text
	words     int  // the number of words that are not moves

	game   int
	begins int64 // the offset of the game
	tags   int
	plies  int       // moves of the game so far, including those of variations
	moved  bool      // the line has a last move
	stack  []pgnLine // the lines that the open variations interrupt

	// The tags of the game that matter for reading it.
	fen, variant           string
	fenPlace, variantPlace pgntext.Place
	white, black           []byte
	resultTag              resultTag
	firstTag               []byte // the name of the first tag
	hasEvent               bool
	tagLine                int // the line on which the last tag ends

	// What counts toward the limits.
	text     int // bytes of all tags and comments
	notes    int // comments and glyphs
	errors   int
	warnings int

	// The elements that the methods return.
	name, value []byte
	comment     []byte
	move        Move
	nag         NAG
	result      Result
	resultPlace pgntext.Place // of the mark of the result; zero if there is none
	fault       *PGNError
	queue       []*PGNError // faults to report
	late        PGNEvent    // the event to report after the queue, PGNFault if there is none but the queue, or 0
}

// A resultTag is a Result tag.
type resultTag struct {
	result Result
	given  bool
	place  pgntext.Place
	value  string
}

// A pgnNumber is a move number in the text.
type pgnNumber struct {
	value, dots int
	place       pgntext.Place
}

// String returns a form such as "7..." or "7".
func (n pgnNumber) String() string {
	return strconv.Itoa(n.value) + strings.Repeat(".", min(n.dots, 3))
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
	return &PGNScanner{input: pgntext.NewWindow(pgntext.Decode(r), pgntext.Start)}
}

// SkipGame skips the rest of the game, so that the next event is its PGNGameEnd. It does nothing
// between games.
func (s *PGNScanner) SkipGame() {
	if s.state != betweenGames {
		s.skipToEnd()
		s.queue, s.late = s.queue[:0], 0
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
	if s.late != 0 {
		return s.lateEvent()
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

// lateEvent returns the next event after one that found several.
func (s *PGNScanner) lateEvent() PGNEvent {
	event := s.late
	if len(s.queue) == 0 {
		s.late = 0
		return event
	}
	s.fault = s.queue[0]
	s.queue = s.queue[:copy(s.queue, s.queue[1:])]
	if event == PGNFault && len(s.queue) == 0 {
		s.late = 0
	}
	return PGNFault
}

// pending returns the event for the faults in the queue, or noEvent if there are none.
func (s *PGNScanner) pending() PGNEvent {
	if len(s.queue) == 0 {
		return noEvent
	}
	if s.late == 0 {
		s.late = PGNFault
	}
	return s.lateEvent()
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
	if s.state == inTags && in.AfterBlankLine() && in.AtLineStart() && s.repeats(in.TagName()) {
		return s.startMovetext() // a second section of tags: this game has neither moves nor a result
	}
	if in.SkipWrapper() {
		return noEvent
	}
	s.begin()
	return s.tag()
}

// repeats reports whether a tag after a blank line, with the given name, belongs to another game.
func (s *PGNScanner) repeats(name []byte) bool {
	return s.hasEvent && string(name) == "Event" || len(name) > 0 && bytes.Equal(name, s.firstTag)
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
	s.moved, s.numbered, s.noise, s.begun = false, false, false, false
	s.careful, s.shift, s.words = s.Strict, 0, 0
	s.fen, s.variant = "", ""
	s.white, s.black = s.white[:0], s.black[:0]
	s.resultTag, s.firstTag, s.hasEvent = resultTag{}, s.firstTag[:0], false
	s.text, s.notes, s.errors, s.warnings = 0, 0, 0, 0
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
	if s.SkipMoves {
		s.skipToEnd()
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
		p, repairs, err := RepairFEN(s.fen)
		if err != nil {
			return faultAt(s.fenPlace, s.newFault("", "FEN tag: "+err.Error(), err))
		}
		s.position = p
		for _, r := range repairs[:min(len(repairs), 10)] {
			s.warn(s.fenPlace, s.fen, fmt.Sprintf("the FEN tag was repaired: %s: %s", r.Field, r.Reason))
		}
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
	if s.tags == 1 {
		s.firstTag = append(s.firstTag, s.name...)
	}
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
		if bytes.EqualFold(s.name, []byte("FEN")) {
			s.noteFEN(strings.TrimSpace(toUTF8(s.value)))
		}
	case len("Result"):
		if s.Strict && string(s.name) == "Result" && s.resultTag.place == (pgntext.Place{}) {
			result, given := parseResultTag(string(s.value))
			s.resultTag = resultTag{result, given, s.place(), toUTF8(s.value)}
		}
	case len("Variant"):
		if bytes.EqualFold(s.name, []byte("Variant")) && s.variant == "" {
			s.variant, s.variantPlace = strings.TrimSpace(toUTF8(s.value)), s.place()
		}
	}
}

// noteFEN stores the value of a FEN tag. Of several, the first with a value counts.
func (s *PGNScanner) noteFEN(fen string) {
	switch {
	case s.fen == "":
		s.fen, s.fenPlace = fen, s.place()
	case fen != "" && fen != s.fen:
		s.warn(s.place(), fen, "the game has another FEN tag, which counts")
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

// maxFaults is the number of errors after which the scanner skips the rest of a game, and of warnings
// that it reports about a game.
const maxFaults = 100

// report reports an error.
func (s *PGNScanner) report(fault *PGNError) PGNEvent {
	if s.errors++; s.errors == maxFaults {
		fault.Reason = "too many faults, the rest of the game is skipped"
		fault.IsMove = false
		s.skipToEnd()
	}
	s.queue = append(s.queue, fault)
	return s.pending()
}

// warn adds a warning to the queue, up to a limit. It does nothing unless Strict is set.
func (s *PGNScanner) warn(place pgntext.Place, token, reason string) {
	if s.Strict && s.skip == skipNothing {
		s.addWarning(faultAt(place, s.newFault(token, reason, nil)))
	}
}

// warnMove is warn for a move.
func (s *PGNScanner) warnMove(place pgntext.Place, text, reason string) {
	if s.Strict {
		fault := faultAt(place, s.newFault(text, reason, nil))
		fault.IsMove = true
		s.addWarning(fault)
	}
}

// addWarning adds a warning to the queue, up to a limit.
func (s *PGNScanner) addWarning(fault *PGNError) {
	switch s.warnings++; {
	case s.warnings > maxFaults:
		return
	case s.warnings == maxFaults:
		fault.Reason = "too many warnings, those about the rest of the game are not reported"
		fault.IsMove = false
	}
	fault.Severity = SeverityWarning
	s.queue = append(s.queue, fault)
	if s.late == 0 {
		s.late = PGNFault
	}
}

// understood adds a warning about the last token, which is not standard but was understood, and
// returns the event for it.
func (s *PGNScanner) understood(token, meaning string) PGNEvent {
	s.warn(s.place(), token, meaning)
	return s.pending()
}

// movetext reads one token of the movetext.
func (s *PGNScanner) movetext() PGNEvent {
	in := &s.input
	c := in.SkipSpace()
	switch pgntext.ClassOf(c) {
	case pgntext.Letter:
		return s.word()
	case pgntext.Digit:
		return s.digit()
	}
	switch c {
	case 0:
		return s.endGame(Unfinished)
	case '.':
		in.Skip(1)
		s.number.dots++
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

// stray reports and skips a character that begins no token. A comma separates moves like a space.
func (s *PGNScanner) stray() PGNEvent {
	in := &s.input
	in.Mark()
	switch c := in.Peek(0); {
	case c == ',':
		in.Skip(1)
		return s.understood(",", "a comma is not part of the movetext")
	case c == '&':
		in.Skip(entityLength(in.Ahead(maxEntity)))
	default:
		in.Skip(1)
	}
	if s.skip != skipNothing || s.noise {
		return noEvent
	}
	return s.report(s.newFault(toUTF8(in.Token()), "unexpected character", nil))
}

// maxEntity is the length in bytes of the longest HTML entity that is skipped as a whole.
const maxEntity = 10

// entityLength returns the length of the HTML entity that text begins with, such as "&nbsp;", or 1 if
// there is none.
func entityLength(text []byte) int {
	for i, c := range text[1:] {
		switch {
		case c == ';':
			return i + 2
		case c != '#' && pgntext.ClassOf(c) < pgntext.Letter:
			return 1
		}
	}
	return 1
}

// reserved skips text in angle brackets, which the PGN standard reserves for future use. An angle
// bracket without a counterpart nearby is a stray character, and "<>" is a pass.
func (s *PGNScanner) reserved() PGNEvent {
	in := &s.input
	in.Mark()
	switch length, closed := in.BlockLength('>'); {
	case !closed:
		in.Skip(1)
	case length == len("<>") && s.state == inMovetext:
		in.Skip(length)
		return s.pass("<>")
	default:
		in.Skip(1)
		in.ReadBlock('>', 0)
		return noEvent
	}
	if s.skip != skipNothing {
		return noEvent
	}
	return s.noiseWord("<", "the angle bracket is not closed")
}

// word reads a word, which usually is a move.
func (s *PGNScanner) word() PGNEvent {
	in := &s.input
	word := in.Word()
	if s.skip != skipNothing {
		return s.skipWord(word)
	}
	if text, ok := parseSANText(word, s.Language); ok && !endsWithEquals(word) {
		if match := s.position.match(&text); match.isUnique() {
			in.Skip(len(word))
			if s.Strict {
				s.checkMove(word, match.move)
			}
			return s.play(match.move)
		}
	}
	return s.oddWord(word)
}

// endsWithEquals reports whether word, which is not empty, ends with "=" or "=+", which is a glyph
// after a move.
func endsWithEquals(word []byte) bool {
	n := len(word) - 1
	return word[n] == '=' || word[n] == '+' && n > 0 && word[n-1] == '='
}

// skipWord skips a word unless it is the result.
func (s *PGNScanner) skipWord(word []byte) PGNEvent {
	word = pgntext.CutFiller(word)
	s.input.Skip(max(len(word), 1))
	s.begun = true
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
	s.moved, s.numbered, s.noise = true, false, false
	s.move = m
	s.position.setAfter(&s.previous, m)
	return PGNMove
}

// digit reads a token that begins with a digit, which usually is a move number.
func (s *PGNScanner) digit() PGNEvent {
	in := &s.input
	if !in.SkipMoveNumber() {
		return s.oddNumber()
	}
	s.numbered = true
	if s.careful || in.AtOne() {
		return s.moveNumber()
	}
	return noEvent
}

// oddNumber reads a token that begins with a digit and is not a usual move number: another move
// number, a result, a pass, or castling written with zeros.
func (s *PGNScanner) oddNumber() PGNEvent {
	in := &s.input
	if result, n := s.numericResult(); n > 0 {
		in.Skip(n)
		return s.resultMark(result)
	}
	word := pgntext.CutFiller(in.Word())
	n := len(word) - len(bytes.TrimLeft(word, "0123456789"))
	rest := word[n:]
	switch {
	case n == 4 && isPass(string(word)):
		in.Skip(len(word))
		return s.pass("0000")
	case string(rest) == ":", len(rest) > 1 && rest[0] == '-' && rest[1] > '9':
		s.warn(s.place(), string(word[:n+1]), "a move number ends with a dot")
		in.Skip(n)
		event := s.endNumber()
		in.Skip(1)
		return event
	case len(rest) > 0 && (n == 1 && word[0] == '0' || strings.IndexByte("-/:", rest[0]) >= 0):
		return s.word()
	}
	in.Skip(n)
	for in.Peek(0) == '.' {
		in.Skip(1)
	}
	return s.endNumber()
}

// numericResult returns the result that begins here and the length of its mark, or 0 if there is none.
func (s *PGNScanner) numericResult() (result Result, length int) {
	in := &s.input
	word := pgntext.CutFiller(in.Word())
	result, ok := parseResultMark(word)
	if ok && string(word) != "1/2" {
		return result, len(word)
	}
	if spaced, n := s.spacedResult(); n > 0 {
		return spaced, n
	}
	const half, draw = "1/2", "0.5-0.5"
	switch {
	case ok:
		return Draw, len(half)
	case in.HasPrefix(draw):
		return Draw, len(draw)
	}
	return Unfinished, 0
}

// endNumber examines an unusual move number, which has just been read.
func (s *PGNScanner) endNumber() PGNEvent {
	s.numbered = true
	if event := s.moveNumber(); event != noEvent {
		return event
	}
	return s.pending()
}

// spacedResult returns the result that begins here and the length of its mark if there are spaces in
// it, as in "1/2 - 1/2". Otherwise the length is 0.
func (s *PGNScanner) spacedResult() (result Result, length int) {
	in := &s.input
	in.Mark()
	const longest = 40
	text := in.Ahead(longest)
	var mark []byte
	spaces := 0
	for i, c := range text {
		switch {
		case c == ' ' || c == '\t':
			spaces++
			continue
		case pgntext.ClassOf(c) < pgntext.Letter:
			return Unfinished, 0
		}
		mark = append(mark, c)
		if len(mark) > len("1/2—1/2") {
			return Unfinished, 0
		}
		next := byte(0)
		if i+1 < len(text) {
			next = text[i+1]
		}
		whole, ok := parseResultMark(mark)
		if ok && spaces > 0 && len(mark) > 2 && string(mark) != "1/2" && next != '.' && pgntext.ClassOf(next) < pgntext.Letter {
			return whole, i + 1
		}
	}
	return Unfinished, 0
}

// moveNumber examines the move number that has just been read. A number 1 after a blank line begins
// another game.
func (s *PGNScanner) moveNumber() PGNEvent {
	in := &s.input
	s.number = pgnNumber{place: s.place()}
	for _, c := range in.Token() {
		if c == '.' {
			s.number.dots++
		} else {
			s.number.value = min(10*s.number.value+int(c-'0'), 1_000_000)
		}
	}
	if s.number.value == 1 && s.number.dots < 2 && s.restarts() {
		return s.endGame(Unfinished)
	}
	if missing := s.drift() - s.shift; s.noise && s.skip == skipNothing && (missing == 1 || missing == 2) {
		s.noise = false
		fault := faultAt(s.number.place, s.newFault(s.number.String(), "a move is missing before this move number", nil))
		return s.skipLine(fault)
	}
	return noEvent
}

// restarts reports whether the move number 1 that has just been read begins another game. If so, it
// moves back to the number.
func (s *PGNScanner) restarts() bool {
	in := &s.input
	if s.plies == 0 && !s.begun || s.open() > 0 || !in.AfterBlankLine() {
		return false
	}
	length := len(in.Token())
	in.Unread()
	next := bytes.TrimLeft(in.Ahead(length + 8)[length:], " \t.")
	if in.AtLineStart() && !bytes.HasPrefix(next, []byte("…")) && !bytes.Contains(in.Ahead(length + 8)[length:], []byte("..")) {
		return true
	}
	in.Skip(length)
	return false
}

// drift returns the number of plies by which the last move number is ahead of the position.
func (s *PGNScanner) drift() int {
	p := &s.position
	drift := 2 * (s.number.value - p.FullmoveNumber())
	switch {
	case s.number.dots == 0: // "7" precedes a move by either side
	case s.number.dots >= 2:
		drift += 1 - int(p.Turn())
	default:
		drift -= int(p.Turn())
	}
	return drift
}

// checkNumber warns about a move number before a move that does not fit.
func (s *PGNScanner) checkNumber(move string) {
	if !s.numbered {
		return
	}
	p, drift := &s.position, s.drift()
	change := drift - s.shift
	s.shift = drift
	expected := fmt.Sprintf("%d%s", p.FullmoveNumber(), dots(p.Turn()))
	text := s.number.String()
	switch {
	case change == 0:
	case s.plies == 0:
		s.warn(s.number.place, text, "the move number of the position is "+expected)
	case change > 0:
		s.warn(s.number.place, text, fmt.Sprintf("a move seems to be missing before %s %s", text, move))
	default:
		s.warn(s.number.place, text, fmt.Sprintf("the move number does not fit: %s is next", expected))
	}
}

// checkMove warns if the last token is not m in SAN, or if the move number before it does not fit.
func (s *PGNScanner) checkMove(word []byte, m Move) {
	text := toUTF8(word)
	s.checkNumber(text)
	var buffer [8]byte
	san := string(s.position.appendSAN(buffer[:0], m))
	if text == san {
		return
	}
	const marks = "+#"
	reason := "the standard form of this move is " + san
	if strings.TrimRight(text, marks) == strings.TrimRight(san, marks) {
		switch {
		case strings.TrimRight(text, marks) == text && s.signFollows():
			return
		case strings.HasSuffix(san, "#"):
			reason = "the move gives checkmate: " + san
		case !strings.HasSuffix(san, "+"):
			reason = "the move does not give check: " + san
		case strings.HasSuffix(text, "#"):
			reason = "the move gives check but not checkmate: " + san
		default:
			reason = "the move gives check: " + san
		}
	}
	s.warnMove(s.place(), text, reason)
}

// signFollows reports whether a sign of check follows apart from its move.
func (s *PGNScanner) signFollows() bool {
	next := bytes.TrimLeft(s.input.Ahead(8), " !?")
	return len(next) > 0 && (next[0] == '+' || next[0] == '#')
}

// checkResult warns if the Result tag contradicts the mark of the result or the board, or if the mark
// contradicts the board.
func (s *PGNScanner) checkResult() {
	tag, marked := s.resultTag, s.resultPlace != pgntext.Place{}
	if marked && tag.given && tag.result != s.result {
		s.warn(tag.place, tag.value, fmt.Sprintf("the Result tag contradicts the result %v after the moves", s.result))
		return
	}
	if s.position.hasLegalMove() {
		return
	}
	switch board := s.position.outcome(); {
	case tag.given && tag.result != board.Result:
		s.warn(tag.place, tag.value, fmt.Sprintf("the Result tag contradicts the board: %v", board))
	case marked && s.result != board.Result:
		s.warn(s.resultPlace, s.result.String(), fmt.Sprintf("the result contradicts the board: %v", board))
	}
}

// resultMark reads a result. Some programs write one at the end of a variation, where it does not
// end the game. At the end of a paragraph it does, because then a parenthesis must be missing.
func (s *PGNScanner) resultMark(result Result) PGNEvent {
	if token := s.input.Token(); s.Strict && string(token) != result.String() {
		s.warn(s.place(), toUTF8(token), "the standard form of this result is "+result.String())
	}
	if s.open() > 0 && !s.input.AtParagraphEnd() {
		return s.pending()
	}
	s.resultPlace = s.place()
	return s.endGame(result)
}

// endGame ends the movetext.
func (s *PGNScanner) endGame(result Result) PGNEvent {
	s.result = result
	s.state = afterResult
	s.noise = false
	if n := len(s.stack); n > 0 && s.skip != skipGame {
		return s.report(faultAt(s.stack[n-1].place, s.newFault("(", "the variation is not closed", nil)))
	}
	if s.Strict && s.skip == skipNothing {
		s.checkResult()
	}
	return s.pending()
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
	case '.', ',', '!', '?', '(', ')', '$':
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
	_, isResult := parseResultMark(word)
	_, isMove := parseSANText(word, s.Language)
	isMove = isMove || isPass(text)
	switch {
	case isResult:
		in.Skip(size)
		return noEvent, true
	case class == pgntext.Digit && (!s.noise || in.Peek(size) == '.'), isMove:
		return noEvent, false // the next game
	}
	in.Skip(size)
	return s.afterText(text), true
}

// afterText reports text after the result, once for each line.
func (s *PGNScanner) afterText(token string) PGNEvent {
	if s.noise || s.skip != skipNothing {
		return noEvent
	}
	s.noise = true
	return s.report(s.newFault(token, "text follows the result", nil))
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
	switch in.Peek(0) {
	case '=', '#', 'D', 'd':
		if event, ok := s.markInParentheses(); ok {
			return event
		}
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
	case len(s.stack) == 0 && s.numbered:
		return s.understood(")", "a move number ends with a dot")
	case len(s.stack) == 0:
		return s.report(s.newFault(")", "no variation is open", nil))
	}
	s.skip = skipNothing
	top := s.stack[len(s.stack)-1]
	s.stack = s.stack[:len(s.stack)-1]
	s.position, s.previous, s.moved = top.position, top.previous, true
	s.numbered, s.noise = false, false
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
		if fits && s.notes < s.limits.Notes && s.text+len(text) <= s.limits.Text {
			s.foundComment(bytes.TrimSpace(text))
			s.late = PGNComment
		}
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
	if event, ok := s.markInBrackets(); ok {
		return event
	}
	if !in.AtLineStart() && !in.AtTag() {
		return s.stray()
	}
	return s.endGame(Unfinished)
}
