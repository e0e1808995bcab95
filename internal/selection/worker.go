package selection

import (
	"bytes"
	"cmp"
	"errors"
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

// A worker selects games from a chunk.
type worker struct {
	*Selection
	data   []byte // the chunk
	writer gameWriter
	result chunkResult
	game   chess.Game // that the reader has read
	reader *chess.PGNReader
	from   int // the offset where the text of the reader begins
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
	err    error
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

// start prepares the worker for a chunk of a file. The worker keeps the memory that it has from an
// earlier chunk.
func (w *worker) start(s *Selection, file string, data []byte) {
	w.Selection, w.data, w.reader = s, data, nil
	w.from, w.lines = 0, 0
	w.writer = gameWriter{Output: &s.Output, file: file, out: w.writer.out[:0], scratch: w.writer.scratch}
	w.result = chunkResult{found: w.result.found[:0]}
	w.watch = watcher{q: &s.Query, hashes: s.Unique != NotUnique}
}

// reset prepares the worker for the next game.
func (w *worker) reset() {
	w.tags.reset()
	w.watch.traits, w.watch.named = 0, book.Opening{}
	w.pending, w.hasBegun, w.isWatched = w.pending[:0], false, false
}

// process selects the games of the chunk. Reading fails at its end if the input has failed there.
func (w *worker) process() {
	end := pgntext.FailingReader{Err: cmp.Or(w.result.err, io.EOF)}
	input := io.MultiReader(bytes.NewReader(w.data), end)
	if w.needsTreesOnly() {
		w.readAll(input)
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
		default:
			w.note(event)
		}
	}
}

// needsTreesOnly reports whether the tree of each game decides alone, so that no scanner need find
// the games first.
func (w *worker) needsTreesOnly() bool {
	q := &w.Query
	return !w.keepsRaw() && len(q.tagRules) == 0 && !q.needsMoves && w.Unique == NotUnique && w.Split.key == nil
}

// readAll selects the games of the chunk by their trees.
func (w *worker) readAll(input io.Reader) {
	w.reader = chess.NewPGNReader(input)
	w.reader.PGNOptions = w.Options
	for {
		err := w.reader.ReadInto(&w.game)
		if err != nil && !errors.As(err, new(*chess.PGNError)) {
			w.result.faults = append(w.result.faults, w.reader.Faults()...)
			return
		}
		w.result.games++
		w.report(w.reader.Faults())
		f := foundGame{number: w.result.games, numberAt: -1}
		if w.take(&f, err) {
			w.result.found = append(w.result.found, f)
		}
	}
}

// note notes an event that is not a move.
func (w *worker) note(event chess.PGNEvent) {
	q, s := &w.Query, w.scanner
	switch event {
	case chess.PGNTag:
		if len(q.tagRules) > 0 || w.Split.key != nil || w.Unique == ByPlayers {
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
		if s.Fault().Outside {
			w.result.faults = append(w.result.faults, s.Fault())
		} else {
			w.pending = append(w.pending, s.Fault())
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
	w.hasBegun, w.verdict = true, q.ofTags(&w.tags)
	needsOpening := w.verdict == undecided && len(q.ECO) > 0 && w.tags.known("ECO") == ""
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
	from := int(w.scanner.GameOffset())
	to := len(w.data) - len(bytes.TrimLeft(w.data[w.scanner.Offset():], " \t\n\v\f\r"))
	f := foundGame{number: w.result.games, hash: w.watch.hash, isRest: !isSelected, numberAt: -1}
	if w.keepsRaw() {
		f.raw = bytes.TrimSpace(w.data[from:to])
		f.text = f.raw
	}
	if isSelected && w.needsGame() && !w.read(&f, from, to) {
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
	return w.verdict == fulfilled || w.Query.ofEnd(&w.tags, w.scanner.Result(), w.watch.named)
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
		if !f.Outside {
			f.Game = w.result.games
		}
	}
	w.result.faults = append(w.result.faults, faults...)
}

// isOutside reports whether a fault is outside of games.
func isOutside(f *chess.PGNError) bool { return f.Outside }

// needsGame reports whether the tree of a game is needed.
func (w *worker) needsGame() bool { return w.Output.needsGame() || w.Query.needsTree }

// read reads the game between two offsets as a tree and takes it.
func (w *worker) read(f *foundGame, from, to int) bool {
	if w.reader == nil || w.next != from {
		w.lines += pgntext.CountLines(w.data[w.from:from])
		w.from, w.reader = from, chess.NewPGNReader(bytes.NewReader(w.data[from:]))
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
