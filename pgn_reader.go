package chess

import (
	"bytes"
	"errors"
	"io"
	"iter"
	"math"
	"slices"

	"github.com/shakki/chess/internal/charset"
	"github.com/shakki/chess/internal/movetree"
	"github.com/shakki/chess/internal/pgntext"
)

// A PGNReader reads games from PGN text, each as a tree with all its variations and annotations. It
// reads the same text as a [PGNScanner], which describes it. The exported fields may be changed
// before the first Read.
type PGNReader struct {
	PGNOptions
	Rules   Rules // the rules of the games that do not name theirs (NewPGNReader sets FIDERules)
	Workers int   // the number of goroutines with which All reads, if more than 1

	unread  io.Reader // the input, or nil once reading has begun
	scanner *PGNScanner
	faults  []*PGNError
	offset  int64 // of the game

	// The game that is being read. A finished game gets a copy, and the memory is used again.
	start  Position
	begun  bool                  // the start position is known
	mates  bool                  // the last move of the main line is marked as checkmate
	names  []string              // of the tags; those of earlier games stay behind them
	values []byte                // of all tags, one after the other, as they are in the text
	ends   []int                 // of the values of the tags
	saved  bool                  // a tag may hold the state of the game
	places map[Tag]pgntext.Place // of such tags
	tree   movetree.Tree
	here   int32           // the node of the last move
	after  int             // the number of alternatives to that move so far
	stack  []readerLine    // the lines that the open variations interrupt
	before []movetree.Note // annotations that precede their move in the text
}

// A readerLine is a line of play that a variation interrupts.
type readerLine struct {
	last   int32 // the node of its last move
	after  int   // the number of alternatives to that move so far
	before int   // that number when the variation began
}

// NewPGNReader returns a reader of the games in r, with [FIDERules].
func NewPGNReader(r io.Reader) *PGNReader {
	return &PGNReader{Rules: FIDERules(), unread: r, scanner: NewPGNScanner(r)}
}

// Read returns the next game, or [io.EOF] if there are no more. If the game has errors, Read
// returns what could be read of it, and a [*PGNError] or several of them joined by [errors.Join].
// Warnings are not errors: [PGNReader.Faults] lists both. The next call of Read continues with the
// next game. If the underlying reader fails before the end of a game, Read returns its error and no
// game, and so do later calls.
//
// Read keeps moves that follow the end of the game under the rules.
func (r *PGNReader) Read() (*Game, error) {
	r.scanner.PGNOptions = r.PGNOptions
	r.reset()
	for {
		switch event := r.scanner.Next(); event {
		case PGNMove:
			r.move(r.scanner.Move())
		case PGNEnd:
			if err := r.scanner.Err(); err != nil {
				return nil, err
			}
			return nil, io.EOF
		case PGNGameEnd:
			return r.finish()
		default:
			r.add(event)
		}
	}
}

// reset prepares r for the next game.
func (r *PGNReader) reset() {
	r.unread, r.faults = nil, nil
	r.start, r.begun, r.saved, r.mates = startPosition, false, false, false
	r.values, r.ends = r.values[:0], r.ends[:0]
	r.tree.Reset()
	r.here, r.after, r.stack, r.before = 0, 0, r.stack[:0], r.before[:0]
}

// Faults returns the faults of the game that Read returned last, in the order in which they were
// found: its errors and, with Strict set, its warnings. After [io.EOF] it returns the warnings
// about what follows the last game.
func (r *PGNReader) Faults() []*PGNError { return append([]*PGNError{}, r.faults...) }

// GameOffset returns the offset in the input, in bytes, of the game that Read returned last. A
// reader of the input from there on begins with the game:
//
//	chess.NewPGNReader(io.NewSectionReader(file, offset, math.MaxInt64-offset)).Read()
func (r *PGNReader) GameOffset() int64 { return r.offset }

// All iterates over the results of [PGNReader.Read] up to the last game. If the underlying reader
// fails, the last pair is a nil game and the error.
//
// With Workers set, several goroutines read games ahead, split the input as [ScanPGN] does, and
// deliver the same results in the same order. If the loop then stops early, later games are lost,
// and Read returns an error. After a call of Read, All reads without workers.
func (r *PGNReader) All() iter.Seq2[*Game, error] {
	return func(yield func(*Game, error) bool) {
		read := r.read
		if r.Workers > 1 && r.unread != nil {
			read = r.readAhead
		}
		for g := range read {
			if !yield(g.game, g.err) {
				return
			}
		}
	}
}

// errReadAhead is the error of a reader whose workers have read games that were not delivered.
var errReadAhead = errors.New("a loop over PGNReader.All with several workers stopped early")

// A readGame is a game with what [PGNReader.Read] returned and found.
type readGame struct {
	game   *Game
	err    error
	faults []*PGNError
	offset int64
}

// read iterates over the games, and an error of the underlying reader.
func (r *PGNReader) read(yield func(readGame) bool) {
	for {
		g, err := r.Read()
		if err == io.EOF || !yield(readGame{g, err, r.faults, r.offset}) || g == nil {
			return
		}
	}
}

// readPart reads the games of a part of the input. If the part may be too large to be held in
// memory, its games are read when they are asked for.
func (r *PGNReader) readPart(s *PGNScanner) iter.Seq[readGame] {
	part := &PGNReader{PGNOptions: r.PGNOptions, Rules: r.Rules, scanner: s}
	if s.streams {
		return part.read
	}
	return slices.Values(slices.Collect(part.read))
}

// readAhead is read with several workers.
func (r *PGNReader) readAhead(yield func(readGame) bool) {
	input, last := r.unread, error(io.EOF)
	r.unread, r.scanner = nil, NewPGNScanner(pgntext.FailingReader{Err: errReadAhead})
	earlier, games := 0, 0 // games in earlier parts, and all
	for part := range ScanPGN(input, r.Workers, r.PGNOptions, r.readPart) {
		for g := range part {
			for _, f := range g.faults {
				f.Game += earlier
			}
			r.faults, r.offset = g.faults, g.offset
			if !yield(g) {
				return
			}
			games++
			if g.game == nil {
				last = g.err
			}
		}
		earlier = games
	}
	r.scanner = NewPGNScanner(pgntext.FailingReader{Err: last})
}

// finish returns the game and its errors at its end.
func (r *PGNReader) finish() (*Game, error) {
	r.offset = r.scanner.GameOffset()
	r.keepBefore()
	g := &Game{tags: r.makeTags(), start: r.start, rules: r.Rules}
	g.tree.Set(&r.tree)
	g.known.Store(made)
	r.end(g)
	r.restore(g)
	var errs []error
	for _, f := range r.faults {
		if f.Severity == SeverityError {
			errs = append(errs, f)
		}
	}
	if len(errs) == 1 {
		return g, errs[0]
	}
	return g, errors.Join(errs...)
}

// end sets how g ended: the result after the moves or in the Result tag, and the reason that a
// Termination tag gives unless it contradicts the result.
func (r *PGNReader) end(g *Game) {
	s := r.scanner
	g.text = transcript{true, s.isBroken() || !r.begun, s.resultPlace != pgntext.Place{}, s.Result(), r.mates}
	g.end.Result = s.Result()
	if g.end.Result == Unfinished {
		g.end.Result, _ = parseResultTag(valueOf(g.tags, "Result"))
	}
	text := valueOf(g.tags, "Termination")
	if text == "" || !g.end.IsOver() {
		return
	}
	t := readTermination(text, valueOf(g.tags, "White"), valueOf(g.tags, "Black"))
	if t.allows(g.end.Result) {
		g.end.Reason = t.reason
	}
}

// restore sets the state that the tags of g hold, with a warning for each tag that is not believed.
func (r *PGNReader) restore(g *Game) {
	if !r.saved {
		return
	}
	for _, fault := range g.restore() {
		if r.Strict {
			warning := r.scanner.newFault(r.places[fault.Tag], fault.Value, "tag "+fault.Name+": "+fault.reason, nil)
			warning.Severity = SeverityWarning
			r.faults = append(r.faults, warning)
		}
	}
}

// noteSaved stores the place of a tag that may hold the state of the game.
func (r *PGNReader) noteSaved(name, value string, place pgntext.Place) {
	if !r.saved {
		r.saved, r.places = true, map[Tag]pgntext.Place{}
	}
	if t := (Tag{name, value}); r.places[t] == (pgntext.Place{}) {
		r.places[t] = place
	}
}

// makeTags returns the tags. Their values share one string.
func (r *PGNReader) makeTags() []Tag {
	if len(r.ends) == 0 {
		return nil
	}
	if !charset.IsPlain(r.values) {
		r.convertTags()
	}
	tags := make([]Tag, len(r.ends))
	values, start := string(r.values), 0
	for i, end := range r.ends {
		tags[i] = Tag{r.names[i], values[start:end]}
		start = end
	}
	return tags
}

// convertTags converts the values of the tags to UTF-8.
func (r *PGNReader) convertTags() {
	var values []byte
	start := 0
	for i, end := range r.ends {
		values = appendUTF8(values, r.values[start:end])
		r.ends[i], start = len(values), end
	}
	r.values = values
}

// add adds the element that an event reports to the game, unless it is a move.
func (r *PGNReader) add(event PGNEvent) {
	s, nodes := r.scanner, r.tree.Nodes
	switch event {
	case PGNTag:
		r.tag(s.name, s.value)
	case PGNMovetext:
		r.start, r.begun = *s.Position(), true
	case PGNComment:
		text := s.Comment()
		if r.NestedComments && bytes.IndexByte(text, '}') >= 0 { // it is written as one line
			text = []byte(pgntext.Writable(string(text)))
		}
		r.annotate(r.tree.Hold(movetree.CommentAfter, text))
	case PGNNAG:
		r.annotate(movetree.Note{Kind: movetree.Glyph, NAG: uint8(s.NAG())})
	case PGNVariation:
		r.keepBefore()
		r.stack = append(r.stack, readerLine{r.here, r.after, r.after})
		r.here, r.after = nodes[r.here].Parent, 0
	case PGNVariationEnd:
		r.endVariation()
	case PGNFault:
		r.faults = append(r.faults, s.Fault())
	}
}

// endVariation continues the line that the variation interrupted.
func (r *PGNReader) endVariation() {
	nodes := r.tree.Nodes
	line := r.stack[len(r.stack)-1]
	r.stack = r.stack[:len(r.stack)-1]
	if r.here == nodes[line.last].Parent { // the variation has no moves
		r.here, r.after = line.last, line.after
	} else {
		line.after++
	}
	r.keepBefore()
	r.here, r.after = line.last, line.after
	if n := len(r.stack); n > 0 && nodes[line.last].Parent == nodes[r.stack[n-1].last].Parent {
		r.stack[n-1].after += line.after - line.before // alternatives to the first move of a variation
	}
}

// tag adds a tag. The games of a file mostly have the same tags in the same order, and then share
// the strings of the names.
func (r *PGNReader) tag(name, value []byte) {
	i := len(r.ends)
	if i == len(r.names) {
		r.names = append(r.names, "")
	}
	if r.names[i] != string(name) {
		r.names[i] = toUTF8(name)
	}
	r.values = append(r.values, value...)
	r.ends = append(r.ends, len(r.values))
	switch r.names[i] {
	case rulesTag, reasonTag, offerTag:
		r.noteSaved(r.names[i], toUTF8(value), r.scanner.place())
	}
}

// move adds a move. It does not merge a variation with a line that has the same move, since a game
// is read as it was written.
func (r *PGNReader) move(m Move) {
	r.here, r.after = r.tree.Add(r.here, uint16(m)), 0
	if len(r.stack) == 0 {
		r.mates = r.scanner.claimsMate()
	}
	for _, n := range r.before {
		if n.Kind == movetree.CommentAfter {
			n.Kind = movetree.CommentBefore
		}
		r.tree.AddNote(r.here, n)
	}
	r.before = r.before[:0]
}

// annotate adds an annotation to the last move, or to the next one if it follows a move number or
// the start of a variation.
func (r *PGNReader) annotate(n movetree.Note) {
	if r.scanner.startsLine() {
		r.before = append(r.before, n)
		return
	}
	r.note(n)
}

// note adds an annotation to the last move.
func (r *PGNReader) note(n movetree.Note) {
	if r.after > 0 {
		n.After = uint16(min(r.after, math.MaxUint16))
	}
	r.tree.AddNote(r.here, n)
}

// keepBefore adds the annotations of the next move to the last one if there is no next move.
func (r *PGNReader) keepBefore() {
	for _, n := range r.before {
		r.note(n)
	}
	r.before = r.before[:0]
}

// startsLine reports whether an annotation here belongs to the next move and not to the last one.
func (s *PGNScanner) startsLine() bool {
	return s.state == inMovetext && (s.numbered || !s.line.moved && len(s.outer) > 0)
}

// Reader returns a reader of the games of p, with [FIDERules] and the same places as those of
// [PGNPart.Scanner].
func (p PGNPart) Reader() *PGNReader { return &PGNReader{Rules: FIDERules(), scanner: p.Scanner()} }

// ParsePGN parses the first game in pgn. It returns the same errors as [PGNReader.Read], and
// [io.EOF] if there is no game.
func ParsePGN(pgn string) (*Game, error) { return readerOf(pgn).Read() }

// readerOf returns a reader of a text in memory, which needs no buffer for it.
func readerOf[T string | []byte](text T) *PGNReader {
	return &PGNReader{Rules: FIDERules(), scanner: &PGNScanner{input: pgntext.NewMemoryWindow(text)}}
}
