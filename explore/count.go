package explore

import (
	"cmp"
	"context"
	"fmt"
	"io"
	"os"
	"slices"
	"strings"
	"sync"

	"github.com/shakki/chess"
	"github.com/shakki/chess/internal/fault"
	"github.com/shakki/chess/internal/source"
)

// Options say what [Count] counts and what it may use. The zero Options count all moves of all
// games, with one worker and 512 MiB.
type Options struct {
	Plies   int   // count only the first plies of each game; 0 means all
	Least   int64 // drop positions in which fewer moves were played
	Label   Label // count each group of games separately
	Shards  int   // the number of files of the table; 0 means 16
	Workers int   // the number of games that are read at a time, and of files that are written; 0 means 1, as in [chess.PGNReader]
	Memory  int64 // in bytes, at least 16 MiB, and 4 MiB for each worker; 0 means 512 MiB

	// Open opens a file for reading. It is nil for files of this machine, which are decompressed if
	// they are compressed.
	Open func(name string) (io.ReadCloser, error)

	// Fault is called for each game that is not counted because of an error, in the order of the
	// input. It may be nil.
	Fault func(Fault)

	// Progress is called when reading begins, and at times, from any goroutine but never from two at
	// once. It may be nil.
	Progress func(Stats)
}

// A Fault says why a game is not counted.
type Fault struct {
	File   string `json:"file"`   // the name of the file
	Offset int64  `json:"offset"` // of the game in bytes, in the decompressed text
	Detail string `json:"detail"` // what is wrong, such as "the knight on g8 is pinned by the bishop on b5"
}

// Stats says what has been read and written.
type Stats struct {
	Files     int   `json:"files"`     // that have been read
	Games     int64 `json:"games"`     // that have been counted
	Moves     int64 `json:"moves"`     // that have been counted
	Faulty    int64 `json:"faulty"`    // games with errors, which are not counted
	Rows      int64 `json:"rows"`      // of the table, once it is written
	Temporary int64 `json:"temporary"` // the bytes of temporary files
	ToMerge   int64 `json:"toMerge"`   // the rows of temporary files, or of the tables of [Merge]
	Merged    int64 `json:"merged"`    // those of them that have been merged
}

const (
	defaultMemory = 512 << 20
	leastMemory   = 16 << 20
	workerMemory  = 4 << 20
)

// withDefaults returns o with the defaults filled in.
func (o Options) withDefaults() Options {
	o.Shards = cmp.Or(max(o.Shards, 0), 16)
	o.Plies, o.Least, o.Workers = max(o.Plies, 0), max(o.Least, 0), max(o.Workers, 1)
	o.Memory = max(cmp.Or(o.Memory, defaultMemory), leastMemory, int64(o.Workers)*workerMemory)
	if o.Open == nil {
		o.Open = func(name string) (io.ReadCloser, error) { return source.Open(name, os.Stdin, nil) }
	}
	return o
}

// Count counts how often each move was played in each position of the games in PGN files, and with
// which results, and writes a table to a folder. A move counts each time it is played, with the
// result that ends the movetext. Variations and passes do not count. Games with
// errors, or with more than 65,536 plies, are skipped.
//
// If the rows do not fit into the memory, they are sorted and written to temporary files in the
// folder, about 26 bytes for each, which are merged in the end. If Count does not end, calling it
// again with the same files and options goes on after the last temporary files that were finished.
// Games before them are read again, but not counted, and their errors are reported again, except
// for those of files that had been read to the end. Files not yet started may be replaced. Those
// that have been started must be regular files with the same text, as far as it has been read. When the
// table is on the disk, the temporary files are removed.
//
// While Count runs, nobody else can count or merge to the folder: the error names the process that does.
//
// A file that cannot be read is an error, and so is one in which there is no game. A folder that
// holds a table already is an error, and so is one with temporary files of another count.
func Count(ctx context.Context, folder string, files []string, o Options) (Stats, error) {
	o = o.withDefaults()
	return o.count(ctx, folder, files, newBatch(o.Memory))
}

// count is Count with rows in the given batch.
func (o Options) count(ctx context.Context, folder string, files []string, b *batch) (Stats, error) {
	if len(files) == 0 {
		return Stats{}, fault.Sentinel("explore: no files to count")
	}
	c := &counter{Options: o, files: files, batch: b, keys: gathers(), labels: map[string]uint16{}}
	err := withLock(folder, func() error {
		if err := c.resume(folder); err != nil {
			return err
		}
		if err := c.tryFiles(); err != nil {
			return err
		}
		if err := c.countFiles(ctx); err != nil {
			return err
		}
		if err := c.writeTable(ctx, folder); err != nil {
			return err
		}
		return c.finish()
	})
	return c.state.Stats, err
}

// A counter is a run of Count.
type counter struct {
	Options
	files  []string
	state  state // of the temporary files; its numbers of games and moves are those of all that was read
	folder string

	batch   *batch
	sorters sync.Pool
	keys    *gatherTable
	failed  context.CancelCauseFunc
	input   *sumReader // the file that is being read

	// A worker holds scanning for reading while it scans, but not while it waits. The holder of the
	// write lock may use the fields of the workers.
	scanning sync.RWMutex

	mutex   sync.Mutex        // guards what follows
	labels  map[string]uint16 // the numbers of the labels of games
	names   []string          // the labels
	fillers []*filler         // of all workers
	idle    []*filler         // of those that do not scan
	turn    int               // the number of parts that have been yielded
	seen    bool              // there is a game in the file that can be read, counted or not
	before  []span            // of the file, counted before this run
	first   span              // of the parts of the file that have been yielded
	parts   map[*part]bool    // the others that have begun
}

// tryFiles opens the files that have not been read, so that one that is missing or has a form that
// is not read does not come to light after hours. Names that are not local files are not checked.
func (c *counter) tryFiles() error {
	for i := c.state.File; i < len(c.files); i++ {
		name := c.files[i]
		_, err := os.Stat(name)
		if isMissing := err != nil && name != "-"; isMissing || c.state.Inputs[i].IsRegular {
			file, err := c.Open(name)
			if err != nil {
				return err
			}
			file.Close()
		}
	}
	return nil
}

// countFiles reads the files that have not been read.
func (c *counter) countFiles(ctx context.Context) error {
	ctx, cancel := context.WithCancelCause(ctx)
	defer cancel(nil)
	c.failed = cancel
	c.report()
	for c.state.File < len(c.files) {
		if err := c.readFile(ctx, c.files[c.state.File]); err != nil {
			return err
		}
		c.state.Inputs[c.state.File].Read = c.input.progress()
		c.state.File++
		c.state.Files++
		c.state.Counted = nil
		c.report()
	}
	return nil
}

// readFile counts the games of a file.
func (c *counter) readFile(ctx context.Context, name string) error {
	file, err := c.Open(name)
	if err != nil {
		return err
	}
	defer file.Close()
	c.turn, c.seen, c.before, c.first, c.parts = 0, false, c.state.Counted, span{0, -1}, make(map[*part]bool)
	scan := func(s *chess.PGNScanner) *part { return c.scanPart(ctx, name, s) }
	// After a failure, the end of the text may not be that of a game, so nothing more is written.
	c.input = &sumReader{Reader: file, failed: func(err error) { c.failed(withName(name, err)) }}
	for p, err := range chess.ScanPGN(c.input, c.Workers, chess.PGNOptions{SkipVariations: true}, scan) {
		c.tell(p)
		c.mutex.Lock()
		c.first.Last = max(c.first.Last, p.span.Last)
		delete(c.parts, p)
		c.turn++
		c.mutex.Unlock()
		if err == nil {
			err = context.Cause(ctx)
		} else {
			err = withName(name, err)
		}
		if err != nil {
			return err
		}
	}
	if !c.seen {
		return fault.Errorf("%s: no game in it can be read: is it PGN?", name)
	}
	return nil
}

// withName returns an error that names the file, as most errors of reading it do.
func withName(name string, err error) error {
	if strings.Contains(err.Error(), name) {
		return err
	}
	return fault.Errorf("%s: %w", name, err)
}

// scanPart counts the games of a part of a file.
func (c *counter) scanPart(ctx context.Context, name string, s *chess.PGNScanner) *part {
	c.scanning.RLock()
	defer c.scanning.RUnlock()
	p := &part{counter: c, ctx: ctx, name: name, tags: map[string]string{}, span: span{0, -1}}
	c.mutex.Lock()
	if n := len(c.idle); n > 0 {
		p.filler, c.idle = c.idle[n-1], c.idle[:n-1]
	} else {
		p.filler = &filler{batch: c.batch, rows: make([]countedRow, 0, blockRows)}
		c.fillers = append(c.fillers, p.filler)
	}
	c.parts[p] = true
	c.mutex.Unlock()
	p.scan(s)
	c.mutex.Lock()
	defer c.mutex.Unlock()
	c.idle = append(c.idle, p.filler)
	c.seen = c.seen || p.seen
	return p
}

// spans returns the games of the file that have been counted.
func (c *counter) spans() []span {
	c.mutex.Lock()
	defer c.mutex.Unlock()
	spans := append([]span{c.first}, c.before...)
	for p := range c.parts {
		spans = append(spans, p.span)
	}
	return slices.DeleteFunc(spans, func(s span) bool { return s.Last < 0 || s.Last < c.first.Last })
}

// writeRun writes the rows in memory to temporary files. Nothing else uses them meanwhile.
func (c *counter) writeRun(ctx context.Context) error {
	c.collect()
	if c.state.File < len(c.files) {
		c.state.Counted = c.spans()
		c.state.Inputs[c.state.File].Read = c.input.progress()
	}
	err := c.newRun(ctx, c.state.Sum-total(c.state.Runs).Sum, 0, c.writeBatch)
	c.batch.clear()
	return err
}

// collect gives the rows of all workers to the batch.
func (c *counter) collect() {
	for _, f := range c.fillers {
		f.flush()
	}
}

// makeRoom writes the rows in memory to temporary files unless another worker has done so. The
// caller holds scanning for reading.
func (c *counter) makeRoom(ctx context.Context) {
	c.scanning.RUnlock()
	defer c.scanning.RLock()
	c.scanning.Lock()
	defer c.scanning.Unlock()
	if c.batch.full.Load() {
		if err := c.writeRun(ctx); err != nil {
			c.failed(err)
		}
	}
}

// tell passes on the faults of a part.
func (c *counter) tell(p *part) {
	for _, f := range p.faults {
		if c.Fault != nil {
			c.Fault(f)
		}
	}
	p.faults = p.faults[:0]
}

// report calls Progress.
func (c *counter) report() {
	if c.Progress != nil {
		c.mutex.Lock()
		defer c.mutex.Unlock()
		c.Progress(c.state.Stats)
	}
}

// A part is the work on a part of the input.
type part struct {
	counter *counter
	filler  *filler
	ctx     context.Context
	name    string
	seen    bool // there is a game that can be read, counted or not
	span    span // of the games that have been counted
	faults  []Fault

	tags   map[string]string // those of the game that its label needs
	label  string            // of the game
	game   []countedRow      // of the game
	reason string            // why the game is not counted
	stats  Stats             // of games that have not been reported
	sum    uint64            // of their rows
}

const (
	recentPlies = 24      // whose rows are often those of other games
	mostPlies   = 1 << 16 // of a game
	mostFaults  = 1 << 10 // above which a part with more text to come passes them on
	reportMoves = 1 << 14
)

// scan counts the games of s.
func (p *part) scan(s *chess.PGNScanner) {
	p.game = p.filler.game
	for event := s.Next(); event != chess.PGNEnd; event = s.Next() {
		switch event {
		case chess.PGNTag:
			p.seen = true
			p.addTag(s)
		case chess.PGNMove:
			p.seen = true
			p.addMove(s)
		case chess.PGNFault:
			if f := *s.Fault(); p.reason == "" && !f.Outside {
				f.White, f.Black = "", ""
				_, p.reason, _ = strings.Cut(f.Fault(), ": ") // without "game 12 (? - ?)": parts count from 1
			}
		case chess.PGNGameEnd:
			p.endGame(s)
			if p.ctx.Err() != nil {
				return
			}
		}
	}
	p.filler.game = p.game[:0]
	p.report()
}

// addTag keeps a tag that labels need.
func (p *part) addTag(s *chess.PGNScanner) {
	name, value := s.Tag()
	for _, t := range p.counter.Label.tags {
		if t.name == string(name) {
			p.tags[t.name] = string(value)
		}
	}
}

// addMove adds a row for the last move.
func (p *part) addMove(s *chess.PGNScanner) {
	if p.reason != "" || s.Move() == chess.NullMove || p.counter.Plies > 0 && len(p.game) >= p.counter.Plies {
		return
	}
	key, ok := p.counter.keys.keyOf(s.Before())
	switch {
	case !ok:
		p.reason = "the position has more than 32 pieces"
	case len(p.game) >= mostPlies:
		p.reason = fmt.Sprintf("the game is longer than %d plies", mostPlies)
	default:
		p.game = append(p.game, countedRow{key: key, move: s.Move()})
	}
}

// endGame counts the rows of a game, or drops them.
func (p *part) endGame(s *chess.PGNScanner) {
	offset := s.GameOffset()
	counted := contains(p.counter.before, offset)
	if label := &p.counter.Label; p.reason == "" && label.text != "" {
		var err error
		if p.label, err = label.Of(func(name string) string { return p.tags[name] }); err != nil {
			p.reason = err.Error()
		}
	}
	switch {
	case p.reason != "":
		p.faults = append(p.faults, Fault{p.name, offset, p.reason})
		if !counted {
			p.stats.Faulty++
		}
	case !counted:
		p.stats.Games++
		p.stats.Moves += int64(len(p.game))
		p.countGame(s.Result())
	}
	if p.span.Last < 0 {
		p.span.First = offset
	}
	p.span.Last = offset
	p.game, p.reason = p.game[:0], ""
	clear(p.tags)
	if p.stats.Moves > reportMoves {
		p.report()
	}
	if p.counter.batch.full.Load() {
		p.report()
		p.counter.makeRoom(p.ctx)
	}
	if len(p.faults) > mostFaults {
		p.passFaults(s)
	}
}

// countGame counts the rows of a game that ended with the given result.
func (p *part) countGame(r chess.Result) {
	label, err := p.counter.label(p.label)
	if err != nil {
		p.counter.failed(err)
	}
	if r > chess.Drawn {
		r = chess.Unfinished // no result that a table counts
	}
	sum, labelSum := uint64(0), labelSum(p.label)
	for i := range p.game {
		row := &p.game[i]
		sum += rowSum(&row.key, labelSum, row.move)
		row.label = label
		row.results[r] = 1
		if i < recentPlies {
			p.filler.addRecent(row, r)
		} else {
			p.filler.add(row)
		}
	}
	p.sum += sum * resultSums[r]
}

// passFaults passes the faults so far on when it is the turn of the part.
func (p *part) passFaults(s *chess.PGNScanner) {
	c := p.counter
	c.mutex.Lock()
	isNext := c.turn == s.Part()
	c.mutex.Unlock()
	if isNext {
		p.report()
		c.tell(p)
	}
}

// report adds the numbers of games and moves to those of all parts.
func (p *part) report() {
	c := p.counter
	c.mutex.Lock()
	total := &c.state.Stats
	total.Games += p.stats.Games
	total.Moves += p.stats.Moves
	total.Faulty += p.stats.Faulty
	c.state.Sum += p.sum
	p.stats, p.sum = Stats{}, 0
	c.mutex.Unlock()
	c.report()
}
