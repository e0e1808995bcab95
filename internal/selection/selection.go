package selection

import (
	"bytes"
	"cmp"
	"errors"
	"fmt"
	"io"
	"math"
	"math/rand/v2"
	"runtime"
	"slices"
	"strconv"

	"github.com/shakki/chess"
	"github.com/shakki/chess/internal/inorder"
	"github.com/shakki/chess/internal/pgntext"
)

// Unique says which games are the same.
type Unique uint8

// The ways to compare games.
const (
	NotUnique Unique = iota // all games are selected
	ByMoves                 // of games with the same start and moves only the first
	ByPlayers               // of games with the same start, moves, and names of the players
)

// A Selection selects games and writes them. The fields must be set before the first call of
// [Selection.Read].
type Selection struct {
	Query   Query
	Output  Output
	Options chess.PGNOptions
	Faults  Faults
	Workers int // 0 means one for each processor

	Unique Unique
	Memory int // the megabytes that Unique may take, or 1024 if 0

	Games  []Range // the numbers of the games in their file
	Every  int     // select only every nth of the games that fulfill all else, or all if 0
	First  int     // stop after so many games, or never if 0
	Sample int     // select so many games at random, or all if 0
	Share  float64 // select each game with this probability, or all if 0
	Seed   uint64  // of the random choice

	Split      Split
	Out        *Files // of the selected games
	Rest       *Files // of all others, as they were read, or nil
	Duplicates *Files // of the games that Unique leaves out, or nil

	// Report is called for each error in the games that are read, in the order of the input.
	Report func(file string, f *chess.PGNError)
	// Progress is called with the numbers of games read and selected.
	Progress func(Stats)

	Stats
	seen    *seenGames
	random  *rand.Rand
	sample  []foundGame
	matched int // the games that fulfill all conditions but Every, First, Sample, and Share
}

// Stats counts games.
type Stats struct {
	Games     int // all games
	Selected  int // the games that were selected
	Repeated  int // the games that Unique left out
	Faulty    int // the games with errors, of those that were read
	Forgotten int // the games that Unique could not remember
}

// UniqueMemory returns the number of bytes that Unique takes.
func (s *Selection) UniqueMemory() int {
	if s.seen == nil {
		return 0
	}
	return 8 * len(s.seen.slots)
}

// Done reports whether no more games are wanted.
func (s *Selection) Done() bool { return s.First > 0 && s.Selected >= s.First && s.Sample == 0 }

// start prepares the selection.
func (s *Selection) start() {
	s.Query.compile()
	if s.Workers <= 0 {
		s.Workers = runtime.GOMAXPROCS(0)
	}
	if s.Unique != NotUnique && s.seen == nil {
		s.seen = newSeenGames(min(cmp.Or(s.Memory, 1024), math.MaxInt>>20) << 20)
	}
	if s.random == nil {
		s.random = rand.New(rand.NewPCG(s.Seed, 0))
	}
	for _, f := range []*Files{s.Out, s.Duplicates} {
		if f != nil {
			f.header, f.separated = s.Output.header(), s.Output.isSeparated()
		}
	}
	if s.Rest != nil {
		s.Rest.separated = true
	}
}

// Read selects from the games of a file.
func (s *Selection) Read(file string, r io.Reader) error {
	s.start()
	d := divider{r: pgntext.Decode(r), options: s.Options}
	next := func(buffer *[]byte) (do func() chunkResult) {
		data, lines, err := d.next(*buffer)
		if *buffer = data; err == io.EOF {
			return nil
		}
		return func() chunkResult {
			w := worker{
				Selection: s, file: file, watch: watcher{q: &s.Query, hashes: s.Unique != NotUnique},
				data: data, result: chunkResult{lines: lines, err: err},
			}
			return w.process()
		}
	}
	games := 0
	for result := range inorder.Results(s.Workers, next) {
		switch err := s.collect(file, &result, games); {
		case err == errStop:
			return nil
		case err != nil:
			return err
		}
		games += result.games
	}
	return nil
}

// errStop ends a selection early, without an error.
var errStop = errors.New("stop")

// collect writes the result of a chunk, before which there are so many games. It returns the error
// that ended the input.
func (s *Selection) collect(file string, result *chunkResult, games int) error {
	for _, f := range result.faults {
		f.Game += games
		f.Line += result.lines
		if s.Report != nil {
			s.Report(file, f)
		}
	}
	s.Faulty += result.faulty
	for _, it := range result.items {
		g := foundGame{number: games + it.game, item: it, text: result.text[it.from:it.to], raw: result.text[it.to:it.rawTo]}
		if it.to == it.rawTo {
			g.raw = g.text // the output is the text as it was read
		}
		if err := s.take(g); err != nil {
			return err
		}
	}
	s.Stats.Games += result.games
	if s.Progress != nil {
		s.Progress(s.Stats)
	}
	return result.err
}

const (
	chunkSize    = 1 << 19  // approximate size of a chunk in bytes
	mostGameSize = 16 << 20 // the size of the largest game
)

// A divider divides the text of a file into chunks of whole games.
type divider struct {
	r       io.Reader
	options chess.PGNOptions
	rest    []byte // text that has been read and belongs to the next chunk
	lines   int    // in earlier chunks
	ended   bool
}

// next returns the next chunk, which uses the memory of buffer, and the number of lines before it.
// The error is io.EOF if there are no more, and another one if reading fails after the chunk.
func (d *divider) next(buffer []byte) (data []byte, lines int, err error) {
	data, cut := append(buffer[:0], d.rest...), 0
	for cut == 0 && err == nil && !d.ended {
		if len(data) > mostGameSize {
			d.ended = true
			return nil, d.lines, fmt.Errorf("line %d: a game has more than %d MB", d.lines+1, mostGameSize>>20)
		}
		from, size := len(data), max(chunkSize, len(data)/2)
		data = slices.Grow(data, size)
		n := 0
		n, err = pgntext.ReadFull(d.r, data[from:from+size])
		data = data[:from+n]
		if cut = len(data); err == nil {
			cut = d.lastGame(data)
		}
	}
	switch {
	case cut == 0 && (d.ended || err == io.EOF):
		return data, 0, io.EOF
	case err == io.EOF:
		err = nil
		d.ended = true
	case err != nil:
		d.ended = true
	}
	d.rest = append(d.rest[:0], data[cut:]...)
	lines = d.lines
	d.lines += countLines(data[:cut])
	return data[:cut], lines, err
}

// lastGame returns the offset of the last place in data where a game begins, or 0 if there is none
// nearby.
func (d *divider) lastGame(data []byte) int {
	if at := pgntext.LastGame(data); at > 0 || len(data) < pgntext.MaxPartSize {
		return at
	}
	s := chess.NewPGNScanner(bytes.NewReader(data))
	s.PGNOptions, s.SkipMoves = d.options, true
	for s.Next() != chess.PGNEnd {
	}
	return int(s.GameOffset())
}

// countLines returns the number of line ends in data. A carriage return without a line feed is one
// too.
func countLines(data []byte) int {
	n := bytes.Count(data, []byte{'\n'})
	for {
		i := bytes.IndexByte(data, '\r')
		if i < 0 {
			return n
		}
		data = data[i+1:]
		if len(data) > 0 && data[0] != '\n' {
			n++
		}
	}
}

// A foundGame is a game that a worker has found.
type foundGame struct {
	number    int // in its file
	place     int // among the games that fulfill all conditions
	item      item
	text, raw []byte // its text in the output, and as it was read if that is needed
}

// take writes a game unless it is not wanted.
func (s *Selection) take(g foundGame) error {
	isChosen := len(s.Games) == 0 || slices.ContainsFunc(s.Games, func(r Range) bool { return r.has(g.number) })
	if g.item.isRest || !isChosen {
		return s.writeRest(&g)
	}
	if s.seen != nil && s.isRepeated(g.item.hash) {
		s.Repeated++
		if s.Duplicates != nil {
			return s.Duplicates.writeGame("", &g)
		}
		return s.writeRest(&g)
	}
	s.matched++
	g.place = s.matched
	if s.Every > 1 && s.matched%s.Every != 0 || s.Share > 0 && s.random.Float64() >= s.Share {
		return s.writeRest(&g)
	}
	if s.Sample > 0 {
		return s.draw(g)
	}
	return s.write(&g)
}

// draw lets a game take the place of another one in the sample, or not, so that all games have the
// same chance.
func (s *Selection) draw(g foundGame) error {
	place := len(s.sample)
	if place == s.Sample {
		if place = s.random.IntN(g.place); place >= s.Sample {
			return s.writeRest(&g)
		}
		if err := s.writeRest(&s.sample[place]); err != nil {
			return err
		}
	} else {
		s.sample = append(s.sample, g)
	}
	g.text, g.raw = slices.Clone(g.text), slices.Clone(g.raw)
	s.sample[place] = g
	return nil
}

// write writes a selected game.
func (s *Selection) write(g *foundGame) error {
	s.Selected++
	if s.Output.Format != Count {
		keys := g.item.keys
		if s.Split.Games > 0 {
			keys = []string{strconv.Itoa((s.Selected-1)/s.Split.Games + 1)}
		}
		if len(keys) == 0 {
			keys = []string{""}
		}
		for _, key := range keys {
			if err := s.Out.writeGame(key, g); err != nil {
				return err
			}
		}
	}
	if s.Done() {
		return errStop
	}
	return nil
}

// writeRest writes a game that is not selected, if that is wanted.
func (s *Selection) writeRest(g *foundGame) error {
	if s.Rest == nil {
		return nil
	}
	return s.Rest.write("", g.raw)
}

// Close writes what is left and closes the files.
func (s *Selection) Close() error {
	var errs []error
	slices.SortFunc(s.sample, func(a, b foundGame) int { return cmp.Compare(a.place, b.place) })
	for i := range s.sample {
		if err := s.write(&s.sample[i]); err != nil {
			errs = append(errs, err)
			break
		}
	}
	for _, f := range []*Files{s.Out, s.Rest, s.Duplicates} {
		if f != nil {
			errs = append(errs, f.close())
		}
	}
	return errors.Join(errs...)
}

// isRepeated reports whether a game has been selected before.
func (s *Selection) isRepeated(hash uint64) bool {
	isRepeated, isKept := s.seen.add(hash)
	if !isKept {
		s.Forgotten++
	}
	return isRepeated
}
