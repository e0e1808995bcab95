package explore

import (
	"cmp"
	"context"
	"fmt"
	"io"
	"os"
	"strings"
	"sync"
	"sync/atomic"

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

// A counter is a run of Count. The parts of a file are scanned concurrently and counted in their order:
// only the goroutine whose turn it is uses the batch, the labels, and the state.
type counter struct {
	Options
	files  []string
	folder string // of the temporary files
	state  state
	batch  *batch
	labels map[string]uint16 // the numbers of the labels of games
	names  []string          // the labels
	before int64             // the offset of the last game of the file that an earlier run has counted, or -1

	turn    atomic.Int64 // the number of the part that may be counted before it has been scanned to its end
	parts   sync.Pool
	sorters sync.Pool
	keys    *gatherTable
	failed  context.CancelCauseFunc
	input   *sumReader // the file that is being read
	merging sync.Mutex // guards the state while files are merged
}

// tryFiles opens the files that have not been read, so that one that is missing or unsupported is
// reported at once and not after hours. Names that are not local files are not checked.
func (c *counter) tryFiles() error {
	for _, name := range c.files[c.state.Files:] {
		_, err := os.Stat(name)
		if isMissing := err != nil && name != "-"; isMissing || isRegular(name) {
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
	for c.state.Files < len(c.files) {
		if err := c.readFile(ctx, c.files[c.state.Files]); err != nil {
			return err
		}
		c.noteRead()
		c.state.Files++
		c.state.Counted = -1
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
	c.before = c.state.Counted
	c.turn.Store(0)
	c.input = &sumReader{Reader: file, read: inputState{Name: name}}
	c.state.Inputs = append(c.state.Inputs[:c.state.Files], c.input.state())
	scan := func(s *chess.PGNScanner) *part { return c.scanPart(ctx, s) }
	for p, err := range chess.ScanPGN(c.input, c.Workers, chess.PGNOptions{SkipVariations: true}, scan) {
		if err == nil {
			err = context.Cause(ctx)
		} else {
			err = withName(name, err)
		}
		if err = cmp.Or(err, c.countPart(ctx, p)); err != nil {
			return err
		}
		c.parts.Put(p)
		c.turn.Add(1)
	}
	if c.state.Counted < 0 {
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

// countPart counts the games of p that have been scanned. It is called by the goroutine that has the
// turn.
func (c *counter) countPart(ctx context.Context, p *part) error {
	games, rows := p.games, p.rows
	p.games, p.rows, p.begin = games[:0], rows[:0], 0
	for i := range games {
		g := &games[i]
		isNew := g.offset > c.before
		switch {
		case g.reason != "":
			if c.Fault != nil {
				c.Fault(Fault{c.files[c.state.Files], g.offset, g.reason})
			}
			if isNew {
				c.state.Faulty++
			}
		case isNew:
			if err := c.countGame(g, rows[:g.plies]); err != nil {
				return err
			}
		}
		rows = rows[g.plies:]
		c.state.Counted = g.offset
		if c.batch.full {
			if err := c.writeRun(ctx); err != nil {
				return err
			}
		}
	}
	c.report()
	return nil
}

// countGame counts the rows of a game.
func (c *counter) countGame(g *scannedGame, rows []countedRow) error {
	label, err := c.label(g.label)
	if err != nil {
		return err
	}
	c.state.Games++
	c.state.Moves += int64(g.plies)
	sum, labelSum := uint64(0), labelSum(g.label)
	for i := range rows {
		row := &rows[i]
		sum += rowSum(&row.key, labelSum, row.move)
		row.label = label
		row.results[g.result] = 1
		if i < recentPlies {
			c.batch.addRecent(row, g.result)
		} else {
			c.batch.add(row)
		}
	}
	c.batch.sum += sum * resultSums[g.result]
	return nil
}

// writeRun writes the rows in memory to temporary files.
func (c *counter) writeRun(ctx context.Context) error {
	c.batch.flush()
	c.noteRead()
	err := c.newRun(ctx, c.batch.sum, 0, c.writeBatch)
	c.batch.clear()
	return err
}

// noteRead notes what has been read of the file.
func (c *counter) noteRead() { c.state.Inputs[len(c.state.Inputs)-1] = c.input.state() }

// report calls Progress.
func (c *counter) report() {
	if c.Progress != nil {
		c.Progress(c.state.Stats)
	}
}

// A part is the work on a part of the input.
type part struct {
	counter *counter
	games   []scannedGame // those that have not been counted
	rows    []countedRow  // of these games and of the one that is being scanned

	begin  int               // where the rows of that game begin
	tags   map[string]string // those of the game that its label needs
	reason string            // why the game is not counted
}

// A scannedGame is a game, or why it is not counted.
type scannedGame struct {
	offset int64
	reason string // why it is not counted
	label  string
	result chess.Result
	plies  int // its rows, counted or not
}

const (
	recentPlies = 24      // whose rows are often those of other games
	mostPlies   = 1 << 16 // of a game
	mostRows    = 1 << 13 // above which a part that has the turn is counted, with more text to come
)

// scanPart scans the games of a part of a file.
func (c *counter) scanPart(ctx context.Context, s *chess.PGNScanner) *part {
	p, ok := c.parts.Get().(*part)
	if !ok {
		p = &part{counter: c, tags: map[string]string{}}
	}
	for event := s.Next(); event != chess.PGNEnd; event = s.Next() {
		switch event {
		case chess.PGNTag:
			p.addTag(s)
		case chess.PGNMove:
			p.addMove(s)
		case chess.PGNFault:
			if f := *s.Fault(); p.reason == "" && !f.Outside {
				f.White, f.Black = "", ""
				_, p.reason, _ = strings.Cut(f.Fault(), ": ") // without "game 12 (? - ?)": parts count from 1
			}
		case chess.PGNGameEnd:
			p.endGame(s)
			if ctx.Err() != nil {
				return p
			}
			if hasTurn := c.turn.Load() == int64(s.Part()); hasTurn && len(p.rows)+len(p.games) > mostRows {
				if err := c.countPart(ctx, p); err != nil {
					c.failed(err)
				}
			}
		}
	}
	return p
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
	plies := len(p.rows) - p.begin
	if s.Move() == chess.NullMove || p.counter.Plies > 0 && plies >= p.counter.Plies {
		return
	}
	key, ok := p.counter.keys.keyOf(s.Before())
	switch {
	case !ok:
		p.reason = "the position has more than 32 pieces"
	case plies >= mostPlies:
		p.reason = fmt.Sprintf("the game is longer than %d plies", mostPlies)
	default:
		p.rows = append(p.rows, countedRow{key: key, move: s.Move()})
	}
}

// endGame adds the game whose moves have been added.
func (p *part) endGame(s *chess.PGNScanner) {
	g := scannedGame{offset: s.GameOffset(), reason: p.reason, result: s.Result()}
	if label := &p.counter.Label; g.reason == "" && label.text != "" {
		var err error
		if g.label, err = label.Of(func(name string) string { return p.tags[name] }); err != nil {
			g.reason = err.Error()
		}
	}
	if g.result > chess.Drawn {
		g.result = chess.Unfinished // no result that a table counts
	}
	g.plies = len(p.rows) - p.begin
	p.games = append(p.games, g)
	p.begin, p.reason = len(p.rows), ""
	clear(p.tags)
}
