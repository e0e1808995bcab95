package selection

import (
	"cmp"
	"io"
	"math"
	"math/rand/v2"
	"runtime"
	"slices"
	"strconv"
	"sync"

	"github.com/shakki/chess"
	"github.com/shakki/chess/internal/hashset"
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
	First  int     // stop after this number of games, or never if 0
	Sample int     // select this number of games at random, or all if 0
	Seed   uint64  // of the random choice

	Split      Split
	Out        *Files // of the selected games
	Rest       *Files // of all others, as they were read, or nil
	Duplicates *Files // of the games that Unique leaves out, or nil

	// Report is called for each error in the games that are read, in the order of the input.
	Report func(file string, f *chess.PGNError)
	// Progress is called with the numbers of games that have been read and selected.
	Progress func(games, selected int)

	Selected  int // the games that were selected
	Forgotten int // the games that Unique could not remember

	games   int         // all games that have been read
	idle    sync.Pool   // workers whose memory is used again
	seen    hashset.Set // hashes of games
	random  *rand.Rand
	sample  []foundGame
	matched int // the games that fulfill all conditions but Every, First, and Sample
}

// Done reports whether no more games are wanted.
func (s *Selection) Done() bool { return s.First > 0 && s.Selected >= s.First }

// Read selects from the games of a file. A text that cannot be split, because no Event tags show where
// games begin, is read as a stream.
func (s *Selection) Read(file string, r io.Reader) error {
	d := pgntext.NewDivider(r)
	next := func(buffer *[]byte) (do func() *worker) {
		part, ok := d.Next(buffer)
		if !ok {
			return nil
		}
		return func() *worker {
			w, ok := s.idle.Get().(*worker)
			if !ok {
				w = new(worker)
			}
			w.start(s, file, part)
			w.result.lines = part.At.Line - 1
			if w.isStream {
				return w // no part follows that would use the buffer again
			}
			if w.process(nil); s.keepsRaw() && len(w.result.found) > 0 {
				*buffer = nil // the games are parts of it
			}
			return w
		}
	}
	games := 0
	for w := range inorder.Results(cmp.Or(s.Workers, runtime.GOMAXPROCS(0)), next) {
		var err error
		flush := func() bool {
			err = s.collect(file, &w.result, games)
			games += w.result.games
			return err == nil && !s.Done()
		}
		if w.isStream {
			w.process(flush)
			err = cmp.Or(err, w.err)
		} else {
			flush()
		}
		if err != nil || s.Done() {
			return err
		}
		s.idle.Put(w)
	}
	return nil
}

// keepsRaw reports whether the text of a game as it was read may be needed.
func (s *Selection) keepsRaw() bool {
	return s.Output.Format == Source || s.Faults == Pass && s.Output.needsGame() || s.Rest != nil || s.Duplicates != nil
}

// collect writes the result of a chunk that the given number of games precede.
func (s *Selection) collect(file string, result *chunkResult, games int) error {
	for _, f := range result.faults {
		f.Game = max(f.Game+games, 1)
		f.Line += result.lines
		if s.Report != nil {
			s.Report(file, f)
		}
	}
	for _, g := range result.found {
		g.number += games
		if err := s.take(g); err != nil || s.Done() {
			return err
		}
	}
	s.games += result.games
	if s.Progress != nil {
		s.Progress(s.games, s.Selected)
	}
	return nil
}

// take writes a game unless it is not wanted.
func (s *Selection) take(g foundGame) error {
	isAsked := len(s.Games) == 0 || slices.ContainsFunc(s.Games, func(r Range) bool { return r.has(g.number) })
	if g.isRest || !isAsked {
		return s.writeRest(&g)
	}
	if s.Unique != NotUnique && s.isRepeated(g.hash) {
		if s.Duplicates != nil {
			return s.Duplicates.writeGame("", &g)
		}
		return s.writeRest(&g)
	}
	s.matched++
	g.place = s.matched
	if s.Every > 0 && s.matched%s.Every != 0 {
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
	if s.random == nil {
		s.random = rand.New(rand.NewPCG(s.Seed, 0))
	}
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
		keys := g.keys
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
	return nil
}

// writeRest writes a game that is not selected, if that is wanted.
func (s *Selection) writeRest(g *foundGame) error {
	if s.Rest == nil {
		return nil
	}
	return s.Rest.write("", g.raw)
}

// Close writes the sample.
func (s *Selection) Close() error {
	slices.SortFunc(s.sample, func(a, b foundGame) int { return cmp.Compare(a.place, b.place) })
	for i := range s.sample {
		if err := s.write(&s.sample[i]); err != nil {
			return err
		}
	}
	return nil
}

// isRepeated reports whether a game has been selected before.
func (s *Selection) isRepeated(hash uint64) bool {
	switch {
	case s.seen.HasRoom(min(cmp.Or(s.Memory, 1024), math.MaxInt>>20) << 20):
		return !s.seen.Add(hash)
	case s.seen.Has(hash):
		return true
	}
	s.Forgotten++
	return false
}
