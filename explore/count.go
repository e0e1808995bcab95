package explore

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"io"
	"math"
	"os"
	"path/filepath"
	"runtime"
	"sync"

	"github.com/shakki/chess"
	"github.com/shakki/chess/internal/source"
)

// Options say what [Count] counts and what it may use. The zero Options count all moves of all games
// into one file, with all processors and 512 MiB.
type Options struct {
	Plies   int   // count only the first plies of each game; 0 means all
	Least   int64 // drop positions in which fewer moves were played
	Label   Label // count each group of games by itself
	Shards  int   // the number of files of the table; 0 means 1
	Workers int   // 0 means one for each processor
	Memory  int64 // in bytes, at least 16 MiB; 0 means 512 MiB

	// Open opens a file for reading. It is nil for files of this machine, which are decompressed if
	// they are compressed.
	Open func(name string) (io.ReadCloser, error)

	// Fault is called for each game that is not counted because of a fault, in the order of the
	// input. It may be nil.
	Fault func(Fault)

	// Progress is called at times, from any goroutine but never from two at once. It may be nil.
	Progress func(Stats)
}

// A Fault says why a game is not counted.
type Fault struct {
	File   string // the name of the file
	Offset int64  // of the game in bytes, in the decompressed text
	Reason string // what is wrong, such as "the knight on g8 is pinned by the bishop on b5"
}

// Stats says what has been read and written.
type Stats struct {
	Files     int   // that have been read
	Games     int64 // that have been counted
	Moves     int64 // that have been counted
	Faulty    int64 // games with a fault, which are not counted
	Rows      int64 // of the table, once it is written
	Temporary int64 // the bytes of temporary files
}

const (
	defaultMemory = 512 << 20
	leastMemory   = 16 << 20
	memoryRow     = 32 // bytes of a countedRow
)

// withDefaults returns o with the defaults filled in.
func (o Options) withDefaults() Options {
	o.Shards = max(o.Shards, 1)
	o.Plies = max(o.Plies, 0)
	o.Least = max(o.Least, 0)
	if o.Workers <= 0 {
		o.Workers = runtime.GOMAXPROCS(0)
	}
	o.Memory = max(cmp.Or(o.Memory, defaultMemory), leastMemory)
	if o.Open == nil {
		o.Open = func(name string) (io.ReadCloser, error) { return source.Open(name, os.Stdin, nil) }
	}
	return o
}

// Count counts how often each move was played in each position of the games in PGN files, and with
// which results, and writes a table to a folder. A move counts each time it is played, with the result
// that ends the movetext. Variations and passes do not count, nor do games with a fault.
//
// The rows are sorted in memory and written to temporary files in the folder, which are merged in the
// end. They take about 50 bytes for each move that is counted. If Count does not end, calling it again
// with the same files and options goes on after the last temporary file that was finished. Games
// before it are read again, but not counted. When the table is complete, the temporary files are
// removed.
//
// A file that cannot be read is an error, and so is one in which there is no game. A folder that holds
// a table already is an error, and so is one with temporary files of another count.
func Count(ctx context.Context, folder string, files []string, o Options) (Stats, error) {
	o = o.withDefaults()
	if len(files) == 0 {
		return Stats{}, errors.New("explore: no files to count")
	}
	if err := mustBeFree(folder); err != nil {
		return Stats{}, err
	}
	c := &counter{Options: o, files: files}
	if err := c.resume(filepath.Join(folder, "counting")); err != nil {
		return Stats{}, err
	}
	if err := c.countFiles(ctx); err != nil {
		return c.state.Stats, err
	}
	return c.finish(ctx, folder)
}

// A counter is a run of Count.
type counter struct {
	Options
	files  []string
	state  state // what the finished temporary files hold
	folder string

	labels labels
	order  *source.Order

	batch    batch // that is being filled
	mostRows int   // of a batch
	full     chan batch
	empty    chan []countedRow
	spare    []countedRow
	pool     sync.Pool
	failed   context.CancelCauseFunc
}

// A batch is the rows of a temporary file.
type batch struct {
	rows  []countedRow
	state state // what the files before this one and this one hold
}

// A part is what a worker finds in a part of the input.
type part struct {
	rows               []countedRow
	games, moves, last int64 // last is the offset of the last game
	faults             []Fault
	seen               bool // there is a game that can be read, counted or not
}

// countFiles reads all files and writes the temporary files.
func (c *counter) countFiles(ctx context.Context) error {
	ctx, cancel := context.WithCancelCause(ctx)
	defer cancel(nil)
	c.failed = cancel
	c.mostRows = int(c.Memory * 3 / 4 / 3 / memoryRow) // in each of two batches and a slice to sort with
	c.full, c.empty = make(chan batch), make(chan []countedRow, 2)
	c.batch = batch{nil, c.state}
	c.empty <- nil
	var sorting sync.WaitGroup
	sorting.Add(1)
	go func() {
		defer sorting.Done()
		for b := range c.full {
			if err := c.writeRun(b); err != nil {
				cancel(err)
			}
			c.empty <- b.rows[:0]
		}
	}()
	err := c.readAll(ctx)
	if err == nil && len(c.batch.rows) > 0 {
		c.full <- c.batch
	}
	close(c.full)
	sorting.Wait()
	c.batch, c.spare, c.empty = batch{state: c.batch.state}, nil, nil
	if err == nil {
		err = context.Cause(ctx)
	}
	if err != nil {
		return err
	}
	c.batch.state.Temporary = c.state.Temporary
	c.state = c.batch.state.with(c.state.Runs, c.state.Number)
	return c.save()
}

// readAll reads the files that have not been read.
func (c *counter) readAll(ctx context.Context) error {
	for i := c.batch.state.File; i < len(c.files); i++ {
		if err := c.readFile(ctx, c.files[i]); err != nil {
			return err
		}
		s := &c.batch.state
		s.File, s.Offset, s.Files = i+1, -1, i+1
		c.report(s.Stats)
	}
	return nil
}

// readFile adds the rows of a file.
func (c *counter) readFile(ctx context.Context, name string) error {
	file, err := c.Open(name)
	if err != nil {
		return err
	}
	defer file.Close()
	skip, seen := c.batch.state.Offset, false
	c.order = new(source.Order)
	scan := func(s *chess.PGNScanner) part {
		p := partCounter{counter: c, ctx: ctx, name: name, skip: skip}
		p.scan(s)
		return p.part
	}
	for p, err := range chess.ScanPGN(file, c.Workers, chess.PGNOptions{SkipVariations: true}, scan) {
		c.add(&p)
		c.recycle(p.rows)
		seen = seen || p.seen
		if err != nil {
			return fmt.Errorf("%s: %w", name, err)
		}
		if ctx.Err() != nil {
			c.order.End()
			return context.Cause(ctx)
		}
		c.order.Advance()
	}
	if !seen {
		return fmt.Errorf("%s: no game in it can be read: is it PGN?", name)
	}
	return nil
}

// add adds a part, or what is known of it so far, to the batch. The games of a batch are whole.
func (c *counter) add(p *part) {
	for _, f := range p.faults {
		if c.Fault != nil {
			c.Fault(f)
		}
	}
	rows := c.batch.rows
	switch {
	case len(rows)+len(p.rows) > c.mostRows && len(rows) > 0:
		c.full <- c.batch
		rows = <-c.empty
	case len(rows)+len(p.rows) > cap(rows): // append would leave room for more than mostRows
		grown := make([]countedRow, len(rows), max(min(2*cap(rows), c.mostRows), len(rows)+len(p.rows)))
		copy(grown, rows)
		rows = grown
	}
	c.batch.rows = append(rows, p.rows...)
	s := &c.batch.state
	s.Games += p.games
	s.Moves += p.moves
	s.Faulty += int64(len(p.faults))
	s.Offset = max(s.Offset, p.last)
	*p = part{rows: p.rows[:0], seen: p.seen, last: p.last}
	c.report(s.Stats)
}

// report calls Progress.
func (c *counter) report(s Stats) {
	if c.Progress != nil {
		c.Progress(s)
	}
}

// A partCounter counts the games of a part of the input.
type partCounter struct {
	part
	counter *counter
	ctx     context.Context
	name    string
	skip    int64 // games up to this offset have been counted before

	tags   map[string]string // those of the game that its label needs
	begin  int               // of the rows of the game
	plies  int
	reason string // why the game is not counted
	recent [1 << recentBits]int32
}

const (
	recentBits = 12
	mostRows   = 1 << 16 // above which a part with more text to come hands over its rows
)

// scan counts the games of s.
func (p *partCounter) scan(s *chess.PGNScanner) {
	p.rows, p.last = p.counter.rows(), -1
	for event := s.Next(); event != chess.PGNEnd; event = s.Next() {
		switch event {
		case chess.PGNTag:
			p.seen = true
			p.addTag(s)
		case chess.PGNMove:
			p.seen = true
			p.addMove(s)
		case chess.PGNFault:
			if f := s.Fault(); p.reason == "" && f.Severity == chess.SeverityError {
				p.reason = f.Fault()
			}
		case chess.PGNGameEnd:
			p.endGame(s)
			if p.ctx.Err() != nil {
				return
			}
			if len(p.rows) > mostRows && p.counter.order.Await(s.Part()) {
				p.counter.add(&p.part)
				clear(p.recent[:])
				p.begin = 0
			}
		}
	}
}

// addTag keeps a tag that labels need.
func (p *partCounter) addTag(s *chess.PGNScanner) {
	name, value := s.Tag()
	for _, t := range p.counter.Label.tags {
		if t.name == string(name) {
			if p.tags == nil {
				p.tags = make(map[string]string)
			}
			p.tags[t.name] = string(value)
		}
	}
}

// addMove adds a row for the last move.
func (p *partCounter) addMove(s *chess.PGNScanner) {
	if p.reason != "" || s.Move() == chess.NullMove || p.counter.Plies > 0 && p.plies >= p.counter.Plies {
		return
	}
	p.plies++
	key, ok := KeyOf(s.Before())
	if !ok {
		p.reason = "the position has more than 32 pieces"
		return
	}
	p.rows = append(p.rows, countedRow{key: key, move: s.Move()})
}

// endGame counts the rows of a game, or drops them. The rows of the first moves are often those of
// another game of the part, to which they are added.
func (p *partCounter) endGame(s *chess.PGNScanner) {
	offset, game := s.GameOffset(), p.rows[p.begin:]
	kept := p.begin
	label, err := uint16(0), error(nil)
	switch {
	case offset <= p.skip:
	case p.reason != "":
		p.faults = append(p.faults, Fault{p.name, offset, p.reason})
	default:
		p.games++
		p.moves += int64(len(game))
		result := s.Result() & 3
		if label, err = p.counter.label(p.tags); err != nil {
			p.counter.failed(err)
		}
		for i := range game {
			r := &game[i]
			r.label = label
			r.results[result]++
			slot := &p.recent[r.key.order>>(64-recentBits)]
			if j := int(*slot); j < kept && p.rows[j].same(r) && p.rows[j].results[result] < math.MaxUint8 {
				p.rows[j].results[result]++
				continue
			}
			*slot = int32(kept)
			p.rows[kept] = *r
			kept++
		}
	}
	p.last = offset
	p.rows = p.rows[:kept]
	p.begin, p.plies, p.reason = kept, 0, ""
	clear(p.tags)
}

// rows returns a slice without rows, and recycle takes one back.
func (c *counter) rows() []countedRow {
	if rows, ok := c.pool.Get().(*[]countedRow); ok {
		return (*rows)[:0]
	}
	return make([]countedRow, 0, 1<<15)
}

func (c *counter) recycle(rows []countedRow) {
	if cap(rows) <= 2*mostRows {
		c.pool.Put(&rows)
	}
}
