package selection

import (
	"cmp"
	"errors"
	"io"
	"math"
	"math/rand/v2"
	"runtime"
	"slices"
	"strconv"
	"sync"

	"github.com/shakki/chess"
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

// A job is a chunk to process.
type job struct {
	data  []byte
	lines int
	done  chan chunkResult
}

// Read selects from the games of a file.
func (s *Selection) Read(file string, r io.Reader) error {
	s.start()
	stop := make(chan struct{})
	order := make(chan job, s.Workers)
	jobs := make(chan job)
	buffers := sync.Pool{New: func() any { return new([]byte) }}
	go func() {
		defer close(order)
		defer close(jobs)
		d := newDivider(r)
		for {
			buffer := buffers.Get().(*[]byte)
			data, lines, err := d.next(*buffer)
			j := job{data, lines, make(chan chunkResult, 1)}
			if err != nil {
				j.done <- chunkResult{err: err}
			}
			select {
			case order <- j:
			case <-stop:
				return
			}
			if err != nil {
				return
			}
			select {
			case jobs <- j:
			case <-stop:
				return
			}
		}
	}()
	var working sync.WaitGroup
	for range s.Workers {
		working.Add(1)
		go func() {
			defer working.Done()
			w := worker{Selection: s, file: file, watch: watcher{q: &s.Query, hashes: s.Unique != NotUnique}}
			for j := range jobs {
				result := w.process(j.data, j.lines)
				buffers.Put(&j.data)
				j.done <- result
			}
		}()
	}
	err := s.collect(file, order)
	close(stop)
	working.Wait()
	if err == io.EOF || err == errStop {
		return nil
	}
	return err
}

// collect writes the results of the chunks in their order.
func (s *Selection) collect(file string, order <-chan job) error {
	games := 0
	for j := range order {
		result := <-j.done
		if result.err != nil {
			return result.err
		}
		for _, f := range result.faults {
			f.Game += games
			f.Line += result.lines
			if s.Report != nil {
				s.Report(file, f)
			}
		}
		s.Faulty += result.faulty
		for i := range result.items {
			it := &result.items[i]
			g := foundGame{number: games + it.game, item: *it, text: result.text[it.from:it.to], raw: result.text[it.to:it.rawTo]}
			if it.to == it.rawTo {
				g.raw = g.text // the output is the text as it was read
			}
			if err := s.take(g); err != nil {
				return err
			}
		}
		games += result.games
		s.Stats.Games += result.games
		if s.Progress != nil {
			s.Progress(s.Stats)
		}
	}
	return io.EOF
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
