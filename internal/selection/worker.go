package selection

import (
	"bytes"
	"fmt"
	"io"
	"strings"

	"github.com/shakki/chess"
	"github.com/shakki/chess/internal/pgntext"
	"github.com/shakki/chess/internal/source"
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
	tape     source.Tape // the text of the chunk, or what is kept of a stream
	isStream bool
	input    io.Reader
	err      error // the error that ended a stream
	writer   gameWriter
	result   chunkResult
	game     chess.Game // that the reader has read
	reader   *chess.PGNReader
	lines    int   // the number of lines before its text
	next     int64 // the offset of its next game

	// The game that is being scanned.
	scanner   *chess.PGNScanner
	watch     watcher
	tags      tagList
	pending   []*chess.PGNError
	verdict   verdict
	isWatched bool // its moves are read
}

// A chunkResult is what a worker found in a chunk.
type chunkResult struct {
	games  int // all games of the chunk
	lines  int // the number of lines before the chunk
	found  []foundGame
	faults []*chess.PGNError
}

// A foundGame is a game that a worker has found. Without a file for the rest, it fulfills all
// conditions on tags and moves.
type foundGame struct {
	number int    // in its chunk, and then in its file
	place  int    // among the games that fulfill all conditions
	text   []byte // in the output, without the last line feed
	raw    []byte // as it was read, if that may be needed
	isRest bool   // it is not selected
	hash   uint64
	keys   []string // of the files to which it belongs
}

// start prepares the worker for a chunk of a file, or for a stream that begins with it. The worker keeps the
// memory that it has from an earlier chunk.
func (w *worker) start(s *Selection, file string, part pgntext.Part) {
	w.Selection, w.isStream, w.reader, w.err = s, part.Rest != nil, nil, nil
	w.tape, w.input = source.Tape{}, bytes.NewReader(part.Text)
	if w.isStream {
		w.input = io.MultiReader(w.input, part.Rest())
	}
	switch {
	case !w.keepsText():
	case w.isStream:
		w.tape.R = w.input
		w.input = &w.tape
	default:
		w.tape = source.NewTape(part.Text)
	}
	w.writer = gameWriter{Output: &s.Output, file: file, out: w.writer.out[:0], scratch: w.writer.scratch}
	w.result = chunkResult{found: w.result.found[:0]}
	w.watch = watcher{q: &s.Query, hashes: s.Unique != NotUnique}
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
	w.watch.isCommented = false
	w.pending, w.verdict = w.pending[:0], unread
}

// process selects the games of the chunk, or of a stream, of which flush takes what has been found
// after each game.
func (w *worker) process(flush func() bool) {
	s := chess.NewPGNScanner(w.input)
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
			w.tape.Forget(s.Offset())
		default:
			w.note(event)
		}
	}
	w.err = s.Err()
	w.flush(flush)
}

// keepsText reports whether the text of games is needed.
func (w *worker) keepsText() bool { return w.keepsRaw() || w.needsGame() }

// note notes an event that is not a move.
func (w *worker) note(event chess.PGNEvent) {
	q, s := &w.Query, w.scanner
	switch event {
	case chess.PGNTag:
		if q.needs(ofTags) || w.Split.key != nil || w.Unique == ByPlayers {
			w.tags.addCopy(s.Tag())
		}
	case chess.PGNMovetext:
		w.begin(s.Position())
	case chess.PGNVariation:
		w.watch.isVaried = true
	case chess.PGNComment:
		if q.has("commented") && !w.watch.isCommented {
			w.watch.isCommented = isComment(s.Comment())
		}
	case chess.PGNFault:
		if f := s.Fault(); f.Outside {
			w.report([]*chess.PGNError{f}, w.result.games+1)
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
	w.verdict = q.judge(&w.tags, nil, ofTags)
	needsOpening := q.has("eco") && w.tags.known("ECO") == ""
	w.isWatched = w.verdict != rejected && (needsOpening || q.needs(ofMoves) || w.Unique != NotUnique)
	if w.isWatched {
		w.watch.start(p, needsOpening)
	} else {
		w.scanner.SkipGame()
	}
}

// end adds the game to those that were found, unless nobody wants it.
func (w *worker) end() {
	w.result.games++
	if w.verdict == unread { // an error hides the start position
		w.begin(new(chess.Position))
	}
	isSelected := w.fulfills()
	if w.verdict != rejected && (w.isWatched || !w.needsGame()) {
		w.report(w.pending, w.result.games)
	}
	if !isSelected && w.Rest == nil {
		return
	}
	f := foundGame{number: w.result.games, hash: w.watch.hash, isRest: !isSelected}
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
	offset := w.scanner.GameOffset()
	text, lines := w.tape.From(offset)
	if text == nil {
		detail := fmt.Sprintf("the game has more than %d MB and is left out", source.MostOfGame>>20)
		w.report([]*chess.PGNError{{Lossy: true, Line: lines + 1, Column: 1, Offset: offset, Detail: detail}}, w.result.games)
		return false
	}
	size := int(w.scanner.Offset() - offset)
	if w.keepsRaw() {
		f.raw = bytes.TrimSpace(text[:size]) // a zero byte may be in a comment
		f.text = f.raw
	}
	if f.isRest || !w.needsGame() {
		return true
	}
	// In a chunk, the next game that is read may follow, so that one reader reads both.
	if w.reader == nil || w.next != offset || w.isStream {
		if w.isStream {
			text = text[:size]
		}
		w.lines, w.reader = lines, chess.NewPGNReader(bytes.NewReader(text))
		w.reader.PGNOptions = w.Options
	}
	w.next = offset + int64(size+source.Blanks(text[size:]))
	return w.read(f)
}

// fulfills reports whether the game fulfills the conditions, as far as it has been read.
func (w *worker) fulfills() bool {
	if w.verdict == rejected {
		return false
	}
	if len(w.pending) > 0 && w.Faults == Drop && !w.needsGame() { // or else its tree has the error too
		return false
	}
	w.watch.isFaulty, w.watch.last = len(w.pending) > 0, w.scanner.Position()
	w.tags.ended, w.tags.ending, w.tags.code = true, w.scanner.Result(), w.watch.named.ECO
	return w.verdict == fulfilled || w.Query.judge(&w.tags, &w.watch, ofMoves) != rejected
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

// report adds the faults of the game with the given number to the result.
func (w *worker) report(faults []*chess.PGNError, number int) {
	for _, f := range faults {
		f.Game = number
		if f.Outside {
			f.Game-- // it precedes the game
		}
	}
	w.result.faults = append(w.result.faults, faults...)
}

// needsGame reports whether the tree of a game is needed.
func (w *worker) needsGame() bool { return w.Output.needsGame() || w.Query.needs(ofTree) }

// read reads the game as a tree and takes it.
func (w *worker) read(f *foundGame) bool {
	err := w.reader.ReadInto(&w.game)
	if !w.isWatched {
		faults := w.reader.Faults()
		for _, f := range faults {
			f.Line += w.lines
		}
		w.report(faults, w.result.games)
	}
	return w.take(f, err)
}

// take decides what only the tree of the game shows, which was read with the given error, and writes
// the game. It reports false if nobody wants the game.
func (w *worker) take(f *foundGame, err error) bool {
	f.isRest = !w.isSelected(err)
	if !f.isRest && w.Output.needsGame() && (err == nil || w.Faults != Pass) {
		f.text = w.writer.write(&w.game, w.watch.matchPly)
	}
	return !f.isRest || w.Rest != nil
}

// isSelected decides what only the tree of the game shows, which was read with the given error.
func (w *worker) isSelected(err error) bool {
	if err == io.EOF || err != nil && w.Faults == Drop {
		return false
	}
	if !w.Query.needs(ofTree) {
		return true
	}
	w.watch.hasFindings = err != nil || len(chess.Arbiter{Rules: w.Query.Rules}.Judge(&w.game)) > 0
	return w.Query.judge(&w.tags, &w.watch, ofTree) == fulfilled
}
