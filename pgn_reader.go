package chess

import (
	"cmp"
	"database/sql/driver"
	"io"
	"iter"
	"slices"
	"strings"

	"github.com/shakki/chess/internal/charset"
	"github.com/shakki/chess/internal/fault"
	"github.com/shakki/chess/internal/movetree"
	"github.com/shakki/chess/internal/pgntext"
)

// A PGNReader reads games from PGN text, each as a tree with all its variations and annotations. It
// reads the same text as a [PGNScanner], which describes it. The exported fields may be changed
// before the first Read.
type PGNReader struct {
	PGNOptions
	Rules   Rules // the rules of the games that do not name theirs
	Workers int   // the number of goroutines with which All reads, if more than 1

	unread  io.Reader // the input, or nil once reading has begun
	scanner *PGNScanner
	faults  []*PGNError
	offset  int64 // of the game

	// The game that is being read. A finished game gets a copy, and the memory is used again.
	start  Position
	mates  bool            // the last move of the main line, if there is one, is marked as checkmate
	names  []string        // of the tags
	values []byte          // of all tags, one after the other, in UTF-8
	ends   []int           // of the values of the tags
	places []pgntext.Place // of the tags, only with Strict or loads
	saved  bool            // a tag may hold the state of the game
	loads  bool            // a tag that holds it in words that are not known is an error
	tree   movetree.Builder
}

// NewPGNReader returns a reader of the games in r.
func NewPGNReader(r io.Reader) *PGNReader {
	return &PGNReader{unread: r, scanner: NewPGNScanner(r)}
}

// Read returns the next game, or [io.EOF] if there are no more. If the game has errors, Read
// returns what could be read of it, and a [*PGNError] or several of them joined by [errors.Join].
// Warnings are not errors, and text outside of games is not an error of a game: [PGNReader.Faults]
// lists all. The next call of Read continues with the next game. If the underlying reader fails before the
// end of a game, Read returns its error and no game, and so do later calls.
//
// Read keeps moves that follow the end of the game under the rules. It keeps tags named Rules,
// EndReason, and DrawOffer as tags if a later version or another program wrote words into them that
// this version does not know. [Game.UnmarshalText] refuses them.
func (r *PGNReader) Read() (*Game, error) { return r.readAfter(0) }

// readAfter is Read for a game whose nodes have serial numbers after the given one.
func (r *PGNReader) readAfter(serial uint32) (*Game, error) {
	if err := r.scan(serial); err != nil {
		return nil, err
	}
	g := new(Game)
	g.tree.Set(&r.tree.Tree)
	return g, r.finish(g)
}

// ReadInto is [PGNReader.Read] for a program that needs one game at a time: g becomes the next game
// and uses its memory again, which is faster. Nodes of g other than the root no longer exist. At
// the end of the input, and if the underlying reader fails, g is unchanged. If g is nil, the game is
// dropped.
func (r *PGNReader) ReadInto(g *Game) error {
	if g == nil {
		g = new(Game)
	}
	if err := r.scan(g.tree.Serial); err != nil {
		return err
	}
	g.change()
	g.tree, r.tree.Tree = r.tree.Tree, g.tree
	return r.finish(g)
}

// scan reads the next game into r, unless there is none or it cannot be read. The serial numbers of
// its nodes follow the given one.
func (r *PGNReader) scan(serial uint32) error {
	if r.scanner == nil {
		r.scanner = NewPGNScanner(nil)
	}
	r.scanner.PGNOptions = r.PGNOptions
	r.scanner.Variants = false
	r.reset(serial)
	for {
		switch event := r.scanner.Next(); event {
		case PGNMove:
			r.tree.Play(uint16(r.scanner.Move()))
			if len(r.scanner.outer) == 0 {
				r.mates = r.scanner.claimsMate()
			}
		case PGNEnd:
			return cmp.Or(r.scanner.Err(), io.EOF)
		case PGNGameEnd:
			r.tree.End()
			return nil
		default:
			r.add(event)
		}
	}
}

// reset prepares r for the next game.
func (r *PGNReader) reset(serial uint32) {
	r.unread, r.faults = nil, nil
	r.start, r.saved = startPosition, false
	r.names, r.values, r.ends, r.places = r.names[:0], r.values[:0], r.ends[:0], r.places[:0]
	r.tree.Reset(serial)
}

// Faults returns the faults of the game that Read returned last, in the order in which they were
// found: its errors, those in the text before it, which are [PGNError].Outside, and with Strict set,
// warnings. After [io.EOF] it returns the faults in what follows the last game.
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
			if g.err == io.EOF || !yield(g.game, g.err) {
				return
			}
		}
	}
}

// errReadAhead is the error of a reader whose workers have read games that were not delivered.
var errReadAhead = fault.New("a loop over PGNReader.All with several workers stopped early")

// A readGame is a game with what [PGNReader.Read] returned and found.
type readGame struct {
	game   *Game
	err    error
	faults []*PGNError
	offset int64
}

// read iterates over the games, and the error at the end.
func (r *PGNReader) read(yield func(readGame) bool) {
	for {
		g, err := r.Read()
		if !yield(readGame{g, err, r.faults, r.offset}) || g == nil {
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
	earlier, games := 0, 0  // games in earlier parts, and all
	var outside []*PGNError // what follows the last game of the part
	for part := range ScanPGN(input, r.Workers, r.PGNOptions, r.readPart) {
		for g := range part {
			for _, f := range g.faults {
				f.Game += earlier
			}
			g.faults, outside = slices.Concat(outside, g.faults), nil
			r.faults = g.faults
			if g.game == nil {
				last, outside = g.err, g.faults
				continue
			}
			r.offset = g.offset
			if !yield(g) {
				return
			}
			games++
		}
		earlier = games
	}
	if last != io.EOF {
		yield(readGame{err: last})
	}
	r.scanner = NewPGNScanner(pgntext.FailingReader{Err: last})
}

// finish makes g, which has the tree, the game that was read. It returns the errors in it.
func (r *PGNReader) finish(g *Game) error {
	r.offset = r.scanner.GameOffset()
	g.tags, g.start, g.rules, g.conduct = r.makeTags(g.tags[:0]), r.start, r.Rules, conduct{}
	g.invalidate(0)
	r.end(g)
	r.restore(g)
	return errorsIn(r.faults)
}

// errorsIn returns the errors of a game among the faults.
func errorsIn(faults []*PGNError) error {
	var errs []error
	for _, f := range faults {
		if !f.Warning && !f.Outside {
			errs = append(errs, f)
		}
	}
	return fault.Join(errs...)
}

// end sets how g ended: the result after the moves or in the Result tag, and the reason that a
// Termination tag gives unless it contradicts the result.
func (r *PGNReader) end(g *Game) {
	s := r.scanner
	g.text = transcript{
		unchanged: true, broken: s.isBroken(), marked: s.resultPlace != pgntext.Place{}, mark: s.Result(), mates: r.mates,
	}
	g.end.Result = cmp.Or(s.Result(), s.tagResult)
	if text := valueOf(g.tags, "Termination"); text != "" && g.end.IsOver() {
		if t := g.readTermination(text); t.allows(g.end.Result) {
			g.end.Reason = t.reason
		}
	}
}

// restore sets the state that the tags of g hold. With Strict set, it warns about each tag that is
// not believed, and about each that a [PGNWriter] would not write as it is.
func (r *PGNReader) restore(g *Game) {
	said := g.tags
	var refused map[Tag]string
	if r.saved {
		said = slices.Clone(said)
		for i := range said {
			if r.loads && said[i].isUnknown() {
				r.warn(said[i], r.places[i], "this version does not know it", true)
				r.faults[len(r.faults)-1].Warning = false
			}
		}
		refused = g.restore()
	}
	if !r.Strict {
		return
	}
	end := decidedEnd(g.recordedEnd(), r.scanner.Position())
	var buffer [24]Tag
	written := g.exportTags(buffer[:0], end)
	for i, t := range said {
		isWritten := slices.Contains(written, t) || t.Name == "Result" && saysResult(t.Value, end.Result)
		if reason := refused[t]; reason != "" || !isWritten {
			r.warn(t, r.places[i], cmp.Or(reason, "the game is written without it"), !isWritten)
		}
	}
}

// warn warns about a tag unless another fault at its place says already that it is lost.
func (r *PGNReader) warn(t Tag, place pgntext.Place, reason string, isLost bool) {
	for _, f := range r.faults {
		if f.Lossy && f.Offset == place.Offset {
			return
		}
	}
	s := r.scanner
	warning := s.newFault(place, t.Value, "tag "+t.Name+": "+reason, nil)
	warning.Game, warning.White, warning.Black = s.number, toUTF8(s.white), toUTF8(s.black)
	warning.Warning, warning.Lossy, warning.Outside = true, isLost, false
	r.faults = append(r.faults, warning)
}

// saysResult reports whether the value of a Result tag is the given result, or unknown.
func saysResult(value string, result Result) bool {
	said, ok := pgntext.ParseResultTag[Result](value)
	return ok && said == result || !ok && strings.Trim(value, " ?") == ""
}

// makeTags appends the tags to those given. Their values share one string.
func (r *PGNReader) makeTags(tags []Tag) []Tag {
	tags = slices.Grow(tags, len(r.ends))
	values, start := string(r.values), 0
	for i, end := range r.ends {
		tags = append(tags, Tag{r.names[i], values[start:end]})
		start = end
	}
	return tags
}

// add adds the element that an event reports to the game, unless it is a move.
func (r *PGNReader) add(event PGNEvent) {
	s := r.scanner
	switch event {
	case PGNTag:
		r.tag()
	case PGNMovetext:
		r.start = *s.Position()
	case PGNComment:
		r.tree.Annotate(r.tree.Hold(movetree.CommentAfter, s.Comment()), s.startsLine())
	case PGNNAG:
		r.tree.Annotate(movetree.Note{Kind: movetree.Glyph, NAG: uint8(s.NAG())}, s.startsLine())
	case PGNVariation:
		r.tree.Open()
	case PGNVariationEnd:
		r.tree.Close()
	case PGNFault:
		r.faults = append(r.faults, s.Fault())
	}
}

// tag adds the tag that the scanner has read.
func (r *PGNReader) tag() {
	s := r.scanner
	name := s.names[s.tags-1].name
	r.names = append(r.names, name)
	r.values = charset.AppendUTF8(r.values, s.value)
	r.ends = append(r.ends, len(r.values))
	switch name {
	case rulesTag, reasonTag, announcedTag, offerTag:
		r.saved = true
	}
	if r.Strict || r.loads {
		r.places = append(r.places, s.place())
	}
}

// startsLine reports whether an annotation here belongs to the next move and not to the last one.
func (s *PGNScanner) startsLine() bool {
	return s.state == inMovetext && (s.numbered || !s.line.moved && len(s.outer) > 0)
}

func init() {
	pgntext.StartsLine = func(scanner any) bool { return scanner.(*PGNScanner).startsLine() }
}

// Reader returns a reader of the games of p, with the same places as those of [PGNPart.Scanner].
func (p PGNPart) Reader() *PGNReader { return &PGNReader{scanner: p.Scanner()} }

// ParsePGN parses the first game in pgn. It returns the same errors as [PGNReader.Read], and
// [io.EOF] if there is no game.
func ParsePGN(pgn string) (*Game, error) { return readerOf(pgn).Read() }

// MustParsePGN calls [ParsePGN] and panics on error. It is intended for tests.
func MustParsePGN(pgn string) *Game { return must(ParsePGN(pgn)) }

// readerOf returns a reader of a text in memory, which needs no buffer for it.
func readerOf[T string | []byte](text T) *PGNReader {
	return &PGNReader{scanner: &PGNScanner{input: pgntext.NewMemoryWindow(text)}}
}

// UnmarshalText implements [encoding.TextUnmarshaler] for text that contains one game without
// faults. The error is that of [PGNReader.Read], or a [*PGNError] if there is no game or more than
// one. The game has the rules that the text names, or those of the FIDE Laws. A text that a later
// version wrote is an error if its tags Rules, EndReason, and DrawOffer have words that this version
// does not know, so that the game is not judged by other rules. g is unchanged on error.
func (g *Game) UnmarshalText(text []byte) error {
	r := readerOf(text)
	r.loads = true
	read, err := r.readAfter(g.tree.Serial)
	if err == io.EOF {
		return &PGNError{Game: 1, Line: 1, Column: 1, Position: startPosition, Detail: "there is no game"}
	}
	if err != nil {
		return err
	}
	switch event := r.scanner.Next(); {
	case event == PGNFault:
		r.faults = append(r.faults, r.scanner.Fault())
	case event != PGNEnd:
		return r.scanner.newFault(r.scanner.place(), "", "there is more than one game", nil)
	}
	if len(r.faults) > 0 {
		return r.faults[0]
	}
	g.change()
	g.invalidate(0)
	g.tags, g.start, g.rules, g.tree, g.conduct = read.tags, read.start, read.rules, read.tree, read.conduct
	return nil
}

// Value implements [driver.Valuer] with the form of MarshalText. A nil *Game is NULL.
func (g *Game) Value() (driver.Value, error) {
	if g == nil {
		return nil, nil
	}
	return sqlValue(g)
}

// Scan implements [database/sql.Scanner] with UnmarshalText.
func (g *Game) Scan(stored any) error { return sqlScan(g, stored) }

// GobEncode implements [encoding/gob.GobEncoder] with MarshalText.
func (g *Game) GobEncode() ([]byte, error) { return g.MarshalText() }

// GobDecode implements [encoding/gob.GobDecoder] with UnmarshalText.
func (g *Game) GobDecode(text []byte) error { return g.UnmarshalText(text) }
