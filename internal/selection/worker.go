package selection

import (
	"bytes"
	"errors"
	"fmt"
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

// A worker selects games from a chunk, or from a stream.
type worker struct {
	*Selection
	data   []byte    // the chunk, or what is kept of the stream
	base   int       // the offset of data
	rest   io.Reader // what follows data in the stream, or nil
	err    error     // the error that ended the stream
	writer gameWriter
	result chunkResult
	game   chess.Game // that the reader has read
	reader *chess.PGNReader
	from   int // the offset where the text of the reader begins, or that of data in a stream
	lines  int // the number of lines before it
	next   int // the offset of the next game of the reader

	// The game that is being scanned.
	scanner   *chess.PGNScanner
	watch     watcher
	tags      tagList
	pending   []*chess.PGNError
	hasBegun  bool // the tags have been read
	verdict   verdict
	isWatched bool // its moves are read
}

// A chunkResult is what a worker found in a chunk.
type chunkResult struct {
	games  int // all games of the chunk
	lines  int // the number of lines before the chunk
	found  []foundGame
	faults []*chess.PGNError
	faulty int // games with errors
}

// A foundGame is a game that a worker has found. Without a file for the rest, it fulfills all
// conditions on tags and moves.
type foundGame struct {
	number   int    // in its chunk, and then in its file
	place    int    // among the games that fulfill all conditions
	text     []byte // in the output, without the last line feed
	raw      []byte // as it was read, if that may be needed
	numberAt int    // where in its text the number of the game belongs, or -1
	isRest   bool   // it is not selected
	hash     uint64
	keys     []string // of the files to which it belongs
}

// start prepares the worker for a chunk of a file, or for a stream that begins with it. The worker keeps the
// memory that it has from an earlier chunk.
func (w *worker) start(s *Selection, file string, data []byte, rest io.Reader) {
	w.Selection, w.data, w.rest, w.reader = s, data, rest, nil
	w.base, w.from, w.lines, w.err = 0, 0, 0, nil
	w.writer = gameWriter{Output: &s.Output, file: file, out: w.writer.out[:0], scratch: w.writer.scratch}
	w.result = chunkResult{found: w.result.found[:0]}
	w.watch = watcher{q: &s.Query, hashes: s.Unique != NotUnique}
}

// Read implements [io.Reader] for a stream. It keeps the text that is read, but no white space, as which
// holes of zeros count, between games.
func (w *worker) Read(b []byte) (int, error) {
	n, err := w.rest.Read(b)
	if w.keepsText() {
		if len(w.data) > mostGameSize {
			w.forget(len(w.data))
		}
		w.data = append(w.data, b[:n]...)
		w.forget(len(w.data) - len(bytes.TrimLeftFunc(w.data, isBlank)))
	}
	return n, err
}

// isBlank reports whether r is white space.
func isBlank(r rune) bool { return r <= ' ' }

// forget drops the first n bytes of data, but for a carriage return at the end, which may be half of a line end.
func (w *worker) forget(n int) {
	if n > 0 && w.data[n-1] == '\r' {
		n--
	}
	w.lines += pgntext.CountLines(w.data[w.from-w.base : max(n, w.from-w.base)])
	w.data = w.data[n:]
	w.base += n
	w.from = max(w.from, w.base)
}

// flush hands over what has been found in a stream so far. It reports whether more is wanted.
func (w *worker) flush(flush func() bool) bool {
	if flush == nil {
		return true
	}
	more := flush()
	w.writer.out = w.writer.out[:0]
	w.result = chunkResult{lines: w.result.lines, found: w.result.found[:0]}
	return more
}

// reset prepares the worker for the next game.
func (w *worker) reset() {
	w.tags.reset()
	w.watch.traits, w.watch.named = 0, book.Opening{}
	w.pending, w.hasBegun, w.isWatched = w.pending[:0], false, false
}

// process selects the games of the chunk, or of a stream, of which flush takes what has been found after each game.
func (w *worker) process(flush func() bool) {
	input := io.Reader(bytes.NewReader(w.data))
	if w.rest != nil {
		w.rest, w.data, input = io.MultiReader(input, w.rest), nil, w
	}
	if w.needsTreesOnly() {
		w.readAll(input, flush)
		return
	}
	s := chess.NewPGNScanner(input)
	w.scanner, s.PGNOptions = s, w.Options
	for event := s.Next(); event != chess.PGNEnd; event = s.Next() {
		switch event {
		case chess.PGNMove:
			if s.Depth() == 0 {
				w.watch.move(s.Before(), s.Move(), s.Position())
			}
		case chess.PGNGameEnd:
			w.end()
			w.reset()
			if !w.flush(flush) {
				return
			}
			if w.rest != nil && w.keepsText() {
				w.forget(max(0, int(s.Offset())-w.base))
			}
		default:
			w.note(event)
		}
	}
	w.err = s.Err()
	w.flush(flush)
}

// keepsText reports whether the text of games is needed.
func (w *worker) keepsText() bool { return w.keepsRaw() || w.needsGame() && !w.needsTreesOnly() }

// needsTreesOnly reports whether the tree of each game decides alone, so that no scanner need find
// the games first.
func (w *worker) needsTreesOnly() bool {
	q := &w.Query
	return w.needsGame() && !w.keepsRaw() && !q.needsTags && !q.needsMoves && w.Unique == NotUnique && w.Split.key == nil
}

// readAll is process by the trees of the games.
func (w *worker) readAll(input io.Reader, flush func() bool) {
	w.reader = chess.NewPGNReader(input)
	w.reader.PGNOptions = w.Options
	for {
		err := w.reader.ReadInto(&w.game)
		if err != nil && !errors.As(err, new(*chess.PGNError)) {
			for _, f := range w.reader.Faults() {
				f.Game = w.result.games
				w.result.faults = append(w.result.faults, f)
			}
			if w.flush(flush); err != io.EOF {
				w.err = err
			}
			return
		}
		w.result.games++
		w.report(w.reader.Faults())
		f := foundGame{number: w.result.games, numberAt: -1}
		if w.take(&f, err) {
			w.result.found = append(w.result.found, f)
		}
		if !w.flush(flush) {
			return
		}
	}
}

// note notes an event that is not a move.
func (w *worker) note(event chess.PGNEvent) {
	q, s := &w.Query, w.scanner
	switch event {
	case chess.PGNTag:
		if q.needsTags || w.Split.key != nil || w.Unique == ByPlayers {
			w.tags.addCopy(s.Tag())
		}
	case chess.PGNMovetext:
		w.begin(s.Position())
	case chess.PGNVariation:
		w.watch.traits |= Varied
	case chess.PGNComment:
		if (q.Want|q.Avoid)&Commented != 0 && w.watch.traits&Commented == 0 && isComment(s.Comment()) {
			w.watch.traits |= Commented
		}
	case chess.PGNFault:
		if f := s.Fault(); f.Outside {
			f.Game = w.result.games
			w.result.faults = append(w.result.faults, f)
		} else {
			w.pending = append(w.pending, f)
		}
	}
}

// isComment reports whether a comment has more than clocks and evaluations.
func isComment(text []byte) bool {
	info := chess.ParseMoveInfo(string(text))
	return info.Text != "" || len(info.Shapes) > 0
}

// begin decides at the end of the tags whether the moves are needed.
func (w *worker) begin(p *chess.Position) {
	q := &w.Query
	w.hasBegun, w.verdict = true, q.judge(&w.tags, nil)
	needsOpening := w.verdict == undecided && q.eco && w.tags.known("ECO") == ""
	w.isWatched = w.verdict != rejected && (needsOpening || q.needsMoves || w.Unique != NotUnique)
	if w.isWatched {
		w.watch.start(p, needsOpening)
	} else {
		w.scanner.SkipGame()
	}
}

// end adds the game to those that were found, unless nobody wants it.
func (w *worker) end() {
	w.result.games++
	if !w.hasBegun { // an error hides the start position
		w.begin(new(chess.Position))
	}
	isSelected := w.fulfills()
	if w.verdict != rejected && (w.isWatched || !w.needsGame()) {
		w.report(w.pending)
	}
	if !isSelected && w.Rest == nil {
		return
	}
	f := foundGame{number: w.result.games, hash: w.watch.hash, isRest: !isSelected, numberAt: -1}
	if w.keepsText() && !w.addText(&f) {
		return
	}
	if w.Split.key != nil {
		f.keys = w.Split.key(&w.tags)
	}
	if w.Unique == ByPlayers {
		f.hash = w.playersHash(f.hash)
	}
	w.result.found = append(w.result.found, f)
}

// addText adds what depends on the text of the game that the scanner has read. It reports false if nobody
// wants the game, or if too much text was read to keep it.
func (w *worker) addText(f *foundGame) bool {
	from, to := int(w.scanner.GameOffset())-w.base, int(w.scanner.Offset())-w.base
	if from < 0 {
		detail := fmt.Sprintf("the game has more than %d MB and is left out", mostGameSize>>20)
		w.report([]*chess.PGNError{{Lossy: true, Line: w.lines + 1, Column: 1, Offset: w.scanner.GameOffset(), Detail: detail}})
		return false
	}
	if w.keepsRaw() {
		f.raw = bytes.TrimSpace(w.data[from:to]) // a zero byte may be in a comment
		f.text = f.raw
	}
	to = len(w.data) - len(bytes.TrimLeftFunc(w.data[to:], isBlank))
	return f.isRest || !w.needsGame() || w.read(f, from, to)
}

// fulfills reports whether the game fulfills the conditions, as far as it has been read.
func (w *worker) fulfills() bool {
	if w.verdict == rejected {
		return false
	}
	if w.isWatched {
		if len(w.pending) > 0 {
			w.watch.traits |= Faulty
		}
		if !w.watch.end(w.scanner.Position()) {
			return false
		}
	}
	if len(w.pending) > 0 && w.Faults == Drop && (w.isWatched || !w.needsGame()) {
		return false
	}
	return w.verdict == fulfilled || w.Query.judgeEnd(&w.tags, &w.watch, w.scanner.Result())
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

// report adds the faults of the game to the result.
func (w *worker) report(faults []*chess.PGNError) {
	w.result.faulty += min(len(slices.DeleteFunc(slices.Clone(faults), isOutside)), 1)
	for _, f := range faults {
		if f.Game = w.result.games; f.Outside {
			f.Game-- // it precedes the game
		}
	}
	w.result.faults = append(w.result.faults, faults...)
}

// isOutside reports whether a fault is outside of games.
func isOutside(f *chess.PGNError) bool { return f.Outside }

// needsGame reports whether the tree of a game is needed.
func (w *worker) needsGame() bool { return w.Output.needsGame() || w.Query.needsTree }

// read reads the game between two places in data as a tree and takes it. In a chunk, the next game that is
// read may follow it, so that one reader reads both.
func (w *worker) read(f *foundGame, from, to int) bool {
	if w.reader == nil || w.next != from || w.rest != nil {
		end := len(w.data)
		if w.rest != nil {
			end = to
		}
		w.lines += pgntext.CountLines(w.data[w.from-w.base : from])
		w.from, w.reader = w.base+from, chess.NewPGNReader(bytes.NewReader(w.data[from:end]))
		w.reader.PGNOptions = w.Options
	}
	w.next = to
	err := w.reader.ReadInto(&w.game)
	if !w.isWatched {
		faults := w.reader.Faults()
		for _, f := range faults {
			f.Line += w.lines
		}
		w.report(faults)
	}
	return w.take(f, err)
}

// take decides what only the tree of the game shows, which was read with the given error, and writes
// the game. It reports false if nobody wants the game.
func (w *worker) take(f *foundGame, err error) bool {
	f.isRest = !w.isSelected(err)
	if !f.isRest && w.Output.needsGame() && (err == nil || w.Faults != Pass) {
		f.text, f.numberAt = w.writer.write(&w.game, w.watch.matchPly)
	}
	return !f.isRest || w.Rest != nil
}

// isSelected decides what only the tree of the game shows, which was read with the given error.
func (w *worker) isSelected(err error) bool {
	if err == io.EOF || err != nil && w.Faults == Drop {
		return false
	}
	if w.Query.needsTree {
		has := err != nil || len(chess.Arbiter{Rules: w.Query.Rules}.Judge(&w.game)) > 0
		return has == (w.Query.Want&Findings != 0)
	}
	return true
}
