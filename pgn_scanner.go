package chess

import (
	"bytes"
	"fmt"
	"io"
	"strconv"
	"strings"

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

var pgnEventNames = enum[PGNEvent]{"PGN event", []string{
	"end", "tag", "movetext", "move", "comment", "NAG", "variation", "variation end", "fault", "game end",
}}

// String returns the event in words, such as "variation end".
func (e PGNEvent) String() string { return pgnEventNames.text(e) }

// MarshalText implements [encoding.TextMarshaler] with the form of String.
func (e PGNEvent) MarshalText() ([]byte, error) { return pgnEventNames.marshal(e) }

// UnmarshalText implements [encoding.TextUnmarshaler] for the form that String writes.
func (e *PGNEvent) UnmarshalText(text []byte) error { return pgnEventNames.unmarshal(e, text) }

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
	begun     bool // the movetext has a move, which may be illegal or in skipped text
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

// faultAt returns the fault, moved to the given place.
func faultAt(place pgntext.Place, fault *PGNError) *PGNError {
	fault.Line, fault.Column, fault.Offset = place.Line, place.Column, place.Offset
	return fault
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

// play plays a legal move or a pass.
func (s *PGNScanner) play(m Move) PGNEvent {
	if s.plies++; s.plies > s.limits.Moves {
		return s.tooMuch("moves", s.limits.Moves)
	}
	s.previous = s.position
	s.moved, s.numbered, s.noise = true, false, false
	s.move = m
	s.position.SetAfter(&s.previous, m)
	return PGNMove
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

// foundGlyph reports an annotation glyph.
func (s *PGNScanner) foundGlyph(nag NAG) PGNEvent {
	if s.notes++; s.notes > s.limits.Notes {
		return s.tooMuch("annotations", s.limits.Notes)
	}
	s.nag = nag
	return PGNNAG
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
