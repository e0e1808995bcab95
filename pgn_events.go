package chess

import (
	"github.com/shakki/chess/internal/enum"
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

var pgnEventNames = enum.Of[PGNEvent]("PGN event",
	"end", "tag", "movetext", "move", "comment", "NAG", "variation", "variation end", "fault", "game end", "move text",
)

// String returns the event in words, such as "variation end".
func (e PGNEvent) String() string { return pgnEventNames.Text(e) }

// MarshalText implements [encoding.TextMarshaler] with the form of String.
func (e PGNEvent) MarshalText() ([]byte, error) { return pgnEventNames.Marshal(e) }

// UnmarshalText implements [encoding.TextUnmarshaler] for the form that String writes.
func (e *PGNEvent) UnmarshalText(text []byte) error { return pgnEventNames.Unmarshal(e, text) }

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
// A comment ends at the first "}", whatever stands before it. But if a line of the comment looks like
// the start of another game, because it begins like an Event tag or like a tag after a blank line,
// the brace may belong to another comment. The comment then ends before that line, with an
// error, unless the brace is within 32 KiB after the line, and neither a "{" nor a blank line
// followed by tags and movetext with a result stands before it. It always ends where [SplitPGN]
// splits the text. Thus a damaged character in a game does not affect the games around it.
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
	kept         [keptKinds]pgnTag
	unplayed     bool   // the game has other rules, so its moves are not played
	tagResult    Result // of the Result tag
	isResult     bool   // the Result tag is a result

	// The movetext.
	moveNumber    pgntext.Number // the last one
	numbered      bool           // a move number precedes the next move
	checksNumbers bool           // move numbers must be examined: Strict is set, the game is judged, or text has been skipped that is not a move
	shift         int            // how many plies the printed move numbers run ahead
	afterUnknown  bool           // the last word means nothing
	words, plies  int            // words that are not moves; moves, including those of variations
	text, notes   int            // bytes of tags and comments; comments and glyphs
	errors        int            // in the game, or after it
	warnings      [2]int         // the second is the number of those that are Lossy
	droppedOn     int            // the line from which text has been dropped, outside of the movetext

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

// A pgnTag is the value of a tag and its place. The zero pgnTag stands for a tag
// that the game does not have.
type pgnTag struct {
	value string
	place pgntext.Place
}

// A tagName is the name of a tag. The games of a file mostly have the same tags in the same order,
// and then share what is known about a name.
type tagName struct {
	read, standard []byte // as it was read, and in the standard spelling
	name           string // the same as standard
	kind           tagKind
	isRepeated     bool // an earlier tag of the game has the name
}

// A tagKind says which tag matters to the scanner.
type tagKind uint8

const (
	otherTag tagKind = iota

	// Tags whose values are kept, those from keptIfStrict on only with Strict set.
	fenTag
	variantTag
	setUpTag
	resultTag
	terminationTag
	endReasonTag
	drawOfferTag
	keptKinds

	whiteTag
	blackTag
	eventTag

	keptIfStrict = setUpTag
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
// before the first move. A pointer saves programs that read millions of moves the copies. It is valid
// until the next call of Next.
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

// isBroken reports, at the end of a game, whether moves of the main line may be missing: an error
// or an option has made the scanner skip them, or a variation is still open.
func (s *PGNScanner) isBroken() bool { return len(s.outer) > 0 || s.line.broke }
