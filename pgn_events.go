package chess

import (
	"bytes"
	"fmt"
	"strconv"
	"strings"

	"github.com/shakki/chess/internal/pgntext"
)

// A PGNEvent is the kind of element that a [PGNScanner] has found.
type PGNEvent uint8

// The events. A game is any number of PGNTag, one PGNMovetext, any number of moves, NAGs, and
// variations, and one PGNGameEnd. PGNComment may occur anywhere in a game, and PGNFault anywhere. If
// a fault in the tags leaves the start position unknown, a PGNFault takes the place of PGNMovetext.
// After a read error, a game has no PGNGameEnd. If the game has other rules, the position at
// PGNMovetext is empty, Tag returns the Variant tag, and Comment the value of the FEN tag.
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
	PGNMoveText                     // a move of a game with other rules, which was not played: see Comment, and Refuse

	noEvent PGNEvent = 255 // nothing to report yet
)

var pgnEventNames = enum[PGNEvent]{"PGN event", []string{
	"end", "tag", "movetext", "move", "comment", "NAG", "variation", "variation end", "fault", "game end", "move text",
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
// A fault does not end the scan. A word that is not a move is skipped. After an illegal move, or
// one that cannot be read, the scanner skips the rest of the variation, or of the game if the move
// is in the main line, and goes on from there.
//
// A game begins with a tag, a comment, or a move. Other text outside of games, such as a heading, a
// page number, or a result, is an error that is [PGNError].Outside and belongs to no game. The same
// text among the tags of a game does not end them. A game ends with its result, before a tag, or
// where a blank line precedes the move number "1.".
//
// A comment ends at the first "}", whatever stands before it. Only if a line of the comment looks
// like the start of another game, because it begins like an Event tag or like a tag after a blank
// line, the brace may be that of another comment. The comment then ends before that line, with an
// error, unless the brace is within 32 KiB after the line, and neither a "{" nor a blank line
// followed by tags and movetext with a result stands before it. It always ends where [SplitPGN]
// splits the text. Thus a damaged character of a game leaves the games around it as they are.
//
// Text in UTF-16 is converted to UTF-8, and columns and offsets then count the bytes of the result.
// Text that is not valid UTF-8 is read as Windows-1252. Text in UTF-32 is a read error.
//
// In memory, the scanner holds the current token and two positions for each open variation. It does
// not allocate for a move in a common notation.
type PGNScanner struct {
	pgnGame // comes first, so that the position lies in one cache line

	PGNOptions

	input   pgntext.Window
	part    int
	streams bool      // the part is read from a stream and may have any size
	judged  bool      // an Arbiter reads
	number  int       // of the game
	limits  PGNLimits // of the game, with the defaults filled in
	fault   *PGNError
	queue   []pgnReport // what to report before the next token is read
	names   []tagName   // of the tags of this game, and those after them of an earlier one
}

// A pgnGame is what a scanner knows about the game that it reads.
type pgnGame struct {
	line  pgnLine   // the line of play that is being read
	outer []pgnLine // the lines that the open parentheses interrupt

	state  pgnState
	begins int64 // the offset of the game

	// The tags that matter for reading the game.
	tags         int
	tagLine      int // the line on which the last tag ends
	hasEvent     bool
	white, black []byte
	fen, variant pgnTag
	unplayed     bool   // the game has other rules, so its moves are not played
	setUp        pgnTag // only with Strict, as the next three
	termination  pgnTag
	resultTag    pgnTag
	saved        [2]pgnTag // EndReason and DrawOffer
	tagResult    Result    // of the Result tag
	isResult     bool      // the Result tag is a result

	// The movetext.
	moveNumber    pgnNumber // the last one
	numbered      bool      // a move number precedes the next move
	checksNumbers bool      // move numbers must be examined: Strict is set, the game is judged, or text has been skipped that is not a move
	shift         int       // how many plies the printed move numbers run ahead
	afterUnknown  bool      // the last word means nothing
	begun         bool      // the movetext has a move, which may be illegal or in skipped text
	words, plies  int       // words that are not moves; moves, including those of variations
	text, notes   int       // bytes of tags and comments; comments and glyphs
	errors        int       // in the game, or after it
	warnings      [2]int    // the second is the number of those that are Lossy
	droppedOn     int       // the line of which text has been dropped, outside of the movetext

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
	worded   bool          // it has a move, or a word that should be one
	skipped  bool          // its text is skipped: as a whole, or from a place on if broke is set
	broke    bool
	inner    int // the parentheses that are open in text that is skipped as a whole
}

// A pgnTag is the value of a tag and its place. The zero pgnTag is none.
type pgnTag struct {
	value string
	place pgntext.Place
}

// A tagName is the name of a tag. The games of a file mostly have the same tags in the same order,
// and then share what is known about a name.
type tagName struct {
	read, standard []byte // as it was read, and in the standard spelling
	kind           tagKind
	isRepeated     bool // an earlier tag of the game has the name
}

// A tagKind says which tag matters to the scanner.
type tagKind uint8

const (
	otherTag tagKind = iota
	whiteTag
	blackTag
	eventTag
	resultTag
	fenTag
	variantTag
	setUpTag
	terminationTag
	endReasonTag
	drawOfferTag
)

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

// A pgnNumber is a move number in the text.
type pgnNumber struct {
	value, dots int
	place       pgntext.Place
}

// String returns a form such as "7..." or "7".
func (n pgnNumber) String() string {
	return strconv.Itoa(n.value) + strings.Repeat(".", min(n.dots, 3))
}

// Tag returns the name and the value of the tag, with the escapes in the value resolved. Both are
// valid until the next call of Next.
func (s *PGNScanner) Tag() (name, value []byte) { return s.name, s.value }

// Comment returns the text of the comment without its braces, or of the move that was not played. It
// is valid until the next call of Next.
func (s *PGNScanner) Comment() []byte { return s.comment }

// Move returns the last move of the game. It returns NullMove if a side passed, or if there is no
// move yet.
func (s *PGNScanner) Move() Move { return s.move }

// Position returns the position after the last move of the current line, or the start position
// before the first move. It is a pointer, which spares programs that read millions of moves the copy,
// and is valid until the next call of Next.
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

// skipToEnd skips the rest of the game.
func (s *PGNScanner) skipToEnd() {
	for i := range s.outer {
		s.outer[i].skipped, s.outer[i].broke = true, true
	}
	s.line.skipped, s.line.broke = true, s.line.broke || !s.line.skipped
}

// isBroken reports, at the end of a game, whether moves of the main line may be missing: an error
// or an option has made the scanner skip them, or a variation is still open.
func (s *PGNScanner) isBroken() bool { return len(s.outer) > 0 || s.line.broke }

// claimsMate reports, after a move, whether it is marked as checkmate.
func (s *PGNScanner) claimsMate() bool { return s.input.Last() == '#' }

// play plays a legal move or a pass.
func (s *PGNScanner) play(m Move) PGNEvent {
	if s.plies++; s.plies > s.limits.Moves {
		return s.tooMuch("moves", s.limits.Moves)
	}
	line := &s.line
	line.previous = line.position
	line.moved, s.numbered, s.afterUnknown = true, false, false
	s.move = m
	line.position.SetAfter(&line.previous, m)
	return PGNMove
}

// notPlayed reports the text of a move of a game with other rules.
func (s *PGNScanner) notPlayed(text []byte) PGNEvent {
	if event := s.play(NullMove); event != PGNMove {
		return event
	}
	s.comment = text
	return PGNMoveText
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

// foundGlyph reports an annotation glyph.
func (s *PGNScanner) foundGlyph(nag NAG) PGNEvent {
	s.notes++
	switch {
	case s.line.skipped:
		return noEvent
	case s.notes > s.limits.Notes:
		return s.tooMuch("annotations", s.limits.Notes)
	}
	s.nag = nag
	return PGNNAG
}

// newFault returns a fault at a place. Between games it has the number of the game before, if any.
func (s *PGNScanner) newFault(place pgntext.Place, token, reason string, err error) *PGNError {
	fault := &PGNError{
		Game: max(s.number, 1), Line: place.Line, Column: place.Column, Offset: place.Offset, Position: startPosition,
		Token: printable(abridged(token)), Detail: reason, Err: err, Outside: s.state == betweenGames,
	}
	if !fault.Outside {
		fault.White, fault.Black, fault.Position = toUTF8(s.white), toUTF8(s.black), s.line.position
	}
	return fault
}

// maxFaults is the number of errors after which the scanner skips the rest of a game, and of
// warnings that it reports about a game: of those that are Lossy, and of others. It also bounds what
// is reported about the text between two games.
const maxFaults = 100

// drop drops text, of which token is the first part and which begins at the last place: text that is
// not in the game that is read, and that is not form. All such text goes through it, except in a line
// of play whose rest an error skips. What follows dropped text is not reported again: other words in
// a row, and outside of the movetext, the rest of the line. Text that the standard lets a reader
// ignore is a warning, and other text an error.
func (s *PGNScanner) drop(kind warning, token, reason string) PGNEvent {
	if kind == lossy {
		return s.warn(lossy, s.place(), token, reason)
	}
	line := s.place().Line
	isReported := s.afterUnknown
	if s.state != inMovetext {
		isReported = s.droppedOn == line
		s.droppedOn = line
	}
	if isReported || s.line.skipped && s.state != betweenGames || s.errors >= maxFaults {
		return noEvent
	}
	return s.report(s.newFault(s.place(), token, reason, nil))
}

// report adds an error to the queue.
func (s *PGNScanner) report(fault *PGNError) PGNEvent {
	fault.Lossy = true
	s.errors++
	switch {
	case s.errors == maxFaults && fault.Outside:
		fault.Detail = "too many errors outside of games; the rest of those before the next game are omitted"
	case s.errors == maxFaults:
		fault.Detail = "too many errors; the rest of the game is skipped"
		fault.IsMove = false
		s.skipToEnd()
	}
	s.queue = append(s.queue, pgnReport{PGNFault, fault})
	return noEvent
}

// tokenText returns the beginning of the last token.
func (s *PGNScanner) tokenText() string {
	text := bytes.TrimSpace(s.input.Token())
	return toUTF8(text[:min(len(text), 1000)])
}

// ignore drops the last token, which the standard lets a reader ignore.
func (s *PGNScanner) ignore(reason string) PGNEvent {
	if !s.Strict {
		return noEvent
	}
	return s.drop(lossy, s.tokenText(), reason)
}

// tooMuch reports that the game exceeds a limit and skips the rest of it.
func (s *PGNScanner) tooMuch(what string, limit int) PGNEvent {
	s.skipToEnd()
	return s.report(s.newFault(s.place(), "", fmt.Sprintf("the game has more than %d %s", limit, what), nil))
}

// A warning is a kind of warning.
type warning uint8

const (
	ofForm  warning = iota // nothing is lost
	ofMove                 // about a move
	lossy                  // the game that is read lacks or changes what the text says
	failure                // not a warning but an error: the text means nothing
)

// warn adds a warning to the queue, up to a limit. It does nothing unless Strict is set.
func (s *PGNScanner) warn(kind warning, place pgntext.Place, token, reason string) PGNEvent {
	if !s.Strict || s.line.skipped && s.state != betweenGames {
		return noEvent
	}
	fault := s.newFault(place, token, reason, nil)
	fault.Warning, fault.Lossy, fault.IsMove = true, kind == lossy, kind == ofMove
	count := &s.warnings[0]
	if kind == lossy {
		count = &s.warnings[1]
	}
	if *count++; *count == maxFaults {
		fault.Detail = "too many warnings; the rest of this game's are omitted"
		fault.IsMove = false
	}
	if *count <= maxFaults {
		s.queue = append(s.queue, pgnReport{PGNFault, fault})
	}
	return noEvent
}
