package selection

import (
	"bytes"
	"cmp"
	"io"
	"slices"
	"strings"

	"github.com/shakki/chess"
	"github.com/shakki/chess/book"
	"github.com/shakki/chess/internal/pgntext"
)

// A Faults says what is done with a selected game that has an error.
type Faults uint8

// What can be done with a game that has an error.
const (
	Drop Faults = iota // it is not selected
	Keep               // what could be read of it is written
	Pass               // its text is written as it was read
)

// A worker selects games from chunks.
type worker struct {
	*Selection
	file    string
	watch   watcher
	tags    tagList
	writer  gameWriter
	data    []byte // the chunk
	result  chunkResult
	pending []*chess.PGNError
	counted int // the offset up to which lines have been counted
	lines   int // the number of lines before it
}

// A chunkResult is what a worker found in a chunk.
type chunkResult struct {
	games  int // all games of the chunk
	lines  int // the number of lines before the chunk
	items  []item
	text   []byte
	faults []*chess.PGNError
	faulty int // games with errors
	err    error
}

// An item is the text of a game.
type item struct {
	game     int // its number in the chunk, from 1
	from, to int // of its text in the text of the chunk
	rawTo    int // of the text as it was read, which begins at to and is empty if it is not needed
	numberAt int // where in its text the number of the game belongs, or -1
	isRest   bool
	hash     uint64
	keys     []string // of the files to which it belongs
}

// A candidate is a game that fulfills the conditions on tags and moves.
type candidate struct {
	game      int
	from, to  int // in the chunk
	isFaulty  bool
	isScanned bool // its moves have been read
	hash      uint64
	matchPly  int
	isRest    bool
	keys      []string
}

// process selects the games of a chunk.
func (w *worker) process() chunkResult {
	w.write(w.scan())
	slices.SortStableFunc(w.result.faults, func(a, b *chess.PGNError) int { return cmp.Compare(a.Line, b.Line) })
	return w.result
}

// scan returns the games that fulfill the conditions on tags and moves. With a file for the rest,
// it returns the others too.
func (w *worker) scan() (found []candidate) {
	s := chess.NewPGNScanner(w.reader())
	s.PGNOptions = w.Options
	g := gameScan{worker: w, scanner: s}
	for event := s.Next(); event != chess.PGNEnd; event = s.Next() {
		switch event {
		case chess.PGNMove:
			if g.isWatched && s.Depth() == 0 {
				w.watch.move(s.Before(), s.Move(), s.Position())
			}
		case chess.PGNFault:
			w.pending = append(w.pending, s.Fault())
		case chess.PGNGameEnd:
			c := candidate{game: s.Game(), from: int(s.GameOffset()), to: w.skipSpace(int(s.Offset()))}
			if g.end(&c) || w.Rest != nil {
				found = append(found, c)
			}
			w.report(c.game, g.isRejected || !g.isWatched && w.needsGame())
			w.tags.reset()
			w.result.games++
			g = gameScan{worker: w, scanner: s}
		default:
			g.note(event)
		}
	}
	return found
}

// reader returns a reader of the chunk, which fails at its end if the input has failed there.
func (w *worker) reader() io.Reader {
	if w.result.err == nil {
		return bytes.NewReader(w.data)
	}
	return io.MultiReader(bytes.NewReader(w.data), pgntext.FailingReader{Err: w.result.err})
}

// skipSpace returns the offset of the next text that is not white space.
func (w *worker) skipSpace(at int) int {
	return len(w.data) - len(bytes.TrimLeft(w.data[at:], " \t\n\v\f\r"))
}

// playersHash returns a hash of moves and the names of the players.
func (w *worker) playersHash(h uint64) uint64 {
	for _, name := range []string{"White", "Black"} {
		value, _ := w.tags.get(name)
		for _, c := range strings.ToLower(string(value)) {
			h = mix(h, uint64(c))
		}
		h = mix(h, 0)
	}
	return h
}

// report takes the pending faults of a game into the result, or drops them.
func (w *worker) report(game int, isDropped bool) {
	if len(w.pending) > 0 && !isDropped {
		w.result.faulty++
		for _, f := range w.pending {
			f.Game = game
		}
		w.result.faults = append(w.result.faults, w.pending...)
	}
	w.pending = w.pending[:0]
}

// isComment reports whether a comment has more than clocks and evaluations.
func isComment(text []byte) bool {
	info := chess.ParseMoveInfo(string(text))
	return info.Text != "" || len(info.Shapes) > 0
}

// A gameScan is a game that is being scanned.
type gameScan struct {
	*worker
	scanner    *chess.PGNScanner
	verdict    verdict
	hasBegun   bool
	isRejected bool // by its tags
	isWatched  bool // its moves are read
}

// note notes an event that is not a move.
func (g *gameScan) note(event chess.PGNEvent) {
	q, s, w := &g.Query, g.scanner, &g.watch
	switch event {
	case chess.PGNTag:
		if len(q.tagRules) > 0 || g.Split.key != nil || g.Unique == ByPlayers {
			g.tags.addCopy(s.Tag())
		}
	case chess.PGNMovetext:
		g.begin(s.Position())
	case chess.PGNVariation:
		w.traits |= Varied
	case chess.PGNComment:
		if (q.Want|q.Avoid)&Commented != 0 && w.traits&Commented == 0 && isComment(s.Comment()) {
			w.traits |= Commented
		}
	}
}

// begin decides at the end of the tags whether the moves are needed.
func (g *gameScan) begin(p *chess.Position) {
	q := &g.Query
	g.hasBegun = true
	g.verdict = q.ofTags(&g.tags)
	g.isRejected = g.verdict == rejected
	needsOpening := g.verdict == undecided && len(q.ECO) > 0 && g.tags.known("ECO") == ""
	g.isWatched = !g.isRejected && (needsOpening || q.needsMoves || g.Unique != NotUnique)
	if g.isWatched {
		traits := g.watch.traits & Commented // a comment before the moves
		g.watch.start(p, needsOpening)
		g.watch.traits |= traits
	} else {
		g.scanner.SkipGame()
	}
}

// end completes the candidate for the game. It reports whether the game is selected as far as it
// has been read.
func (g *gameScan) end(c *candidate) bool {
	isSelected := g.fulfills()
	c.isRest, c.isScanned, c.isFaulty = !isSelected, g.isWatched, len(g.pending) > 0
	c.hash, c.matchPly = g.watch.hash, g.watch.matchPly
	if g.Split.key != nil && isSelected {
		c.keys = g.Split.key(&g.tags)
	}
	if g.Unique == ByPlayers {
		c.hash = g.playersHash(c.hash)
	}
	g.watch.traits = 0
	return isSelected
}

// fulfills reports whether the game fulfills the conditions, as far as it has been read.
func (g *gameScan) fulfills() bool {
	if !g.hasBegun { // a fault hides the start position
		g.begin(new(chess.Position))
	}
	if g.isRejected {
		return false
	}
	w := &g.watch
	if g.isWatched {
		if len(g.pending) > 0 {
			w.traits |= Faulty
		}
		if !w.end(g.scanner.Position()) {
			return false
		}
	}
	if len(g.pending) > 0 && g.Faults == Drop && (g.isWatched || !g.needsGame()) {
		return false
	}
	named := book.Opening{}
	if g.isWatched {
		named = w.named
	}
	return g.verdict == fulfilled || g.Query.ofEnd(&g.tags, g.scanner.Result(), named)
}

// write writes the candidates.
func (w *worker) write(found []candidate) {
	var reader *gameReader
	for i, c := range found {
		if c.isRest || !w.needsGame() || c.isFaulty && w.Faults == Pass {
			w.addRaw(&c, c.isRest)
			continue
		}
		if reader == nil || !reader.goesOn(&c) {
			reader = w.newReader(found[i:])
		}
		w.writeGame(&c, reader)
	}
}

// needsGame reports whether the tree of a game is needed.
func (w *worker) needsGame() bool { return w.Output.needsGame() || w.Query.needsTree }

// addRaw adds the text of a game as it was read.
func (w *worker) addRaw(c *candidate, isRest bool) {
	from := len(w.result.text)
	to := from
	if w.Output.Format != Count || w.Rest != nil {
		w.appendRaw(c)
	}
	if w.Output.Format != Count {
		to = len(w.result.text)
	}
	w.result.items = append(w.result.items, item{
		game: c.game, from: from, to: to, rawTo: len(w.result.text), hash: c.hash, keys: c.keys, numberAt: -1, isRest: isRest,
	})
}

// appendRaw appends the text of a game as it was read.
func (w *worker) appendRaw(c *candidate) {
	if len(w.result.text) == 0 {
		w.result.text = make([]byte, 0, len(w.data)-c.from+1)
	}
	w.result.text = append(append(w.result.text, bytes.TrimSpace(w.data[c.from:c.to])...), '\n')
}

// writeGame reads a candidate and writes it.
func (w *worker) writeGame(c *candidate, r *gameReader) {
	g, err := r.read(w, c)
	if !c.isScanned {
		w.report(c.game, false)
	}
	w.pending = w.pending[:0]
	if !w.isSelected(g, err) {
		if w.Rest != nil {
			w.addRaw(c, true)
		}
		return
	}
	if err != nil && w.Faults == Pass || !w.Output.needsGame() {
		w.addRaw(c, false)
		return
	}
	from := len(w.result.text)
	w.writer.Output, w.writer.file = &w.Output, w.file
	w.result.text = w.writer.append(w.result.text, g, c.matchPly)
	to := len(w.result.text)
	if w.Rest != nil {
		w.appendRaw(c)
	}
	w.result.items = append(w.result.items, item{
		game: c.game, from: from, to: to, rawTo: len(w.result.text), hash: c.hash, keys: c.keys, numberAt: w.writer.numberAt,
	})
}

// isSelected decides what only the tree of a game shows.
func (w *worker) isSelected(g *chess.Game, err error) bool {
	q := &w.Query
	if g == nil || err != nil && w.Faults == Drop {
		return false
	}
	if q.needsTree {
		has := err != nil || len(chess.Arbiter{Rules: q.Rules}.Judge(g)) > 0
		return has == (q.Want&Findings != 0)
	}
	return true
}

// A gameReader reads candidates as games. It reads several from one stream, because a reader takes
// memory and time to start.
type gameReader struct {
	*chess.PGNReader
	found []candidate // those that have not been read
	at    int64       // the offset of the next one in the stream
}

// newReader returns a reader of the first candidates that can be read from one stream.
func (w *worker) newReader(found []candidate) *gameReader {
	n := 0
	var texts []io.Reader
	for _, c := range found {
		if c.isRest || n > 0 && (c.isFaulty || w.data[c.from] != '[') { // only tags certainly begin another game
			break
		}
		texts = append(texts, bytes.NewReader(w.data[c.from:c.to]))
		if n++; c.isFaulty {
			break
		}
	}
	r := &gameReader{PGNReader: chess.NewPGNReader(io.MultiReader(texts...)), found: found[:n]}
	r.PGNOptions = w.Options
	return r
}

// goesOn reports whether c is the next game of the stream.
func (r *gameReader) goesOn(c *candidate) bool { return len(r.found) > 0 && r.found[0].from == c.from }

// read reads a candidate. It leaves the faults, with their lines, in w.pending.
func (r *gameReader) read(w *worker, c *candidate) (*chess.Game, error) {
	g, err := r.Read()
	if g == nil || r.GameOffset() != r.at { // the text of the games does not tell where they end
		*r = *w.newReader([]candidate{*c})
		g, err = r.Read()
	}
	for _, f := range r.Faults() {
		f.Line = w.line(c.from + int(f.Offset-r.at))
		w.pending = append(w.pending, f)
	}
	r.found, r.at = r.found[1:], r.at+int64(c.to-c.from)
	return g, err
}

// line returns the line of an offset in the chunk, from 1.
func (w *worker) line(offset int) int {
	if offset < w.counted {
		w.counted, w.lines = 0, 0
	}
	w.lines += countLines(w.data[w.counted:offset])
	w.counted = offset
	return w.lines + 1
}
