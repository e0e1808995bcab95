package main

import (
	"bufio"
	"flag"
	"fmt"
	"io"
	"os"
	"runtime"
	"strconv"
	"strings"
	"sync"

	"github.com/shakki/chess"
)

// check reports the errors in PGN files.
func check(args []string, in io.Reader, out, errs io.Writer) int {
	flags := flag.NewFlagSet("shakki check [flags] FILE...", flag.ContinueOnError)
	workers := flags.Int("workers", runtime.NumCPU(), "check with `N` workers in parallel")
	if status, ok := parse(flags, args, errs); !ok {
		return status
	}
	if flags.NArg() == 0 {
		return fail(errs, fmt.Errorf("check needs at least one file"))
	}
	w := bufio.NewWriter(out)
	defer w.Flush()
	status := 0
	for _, name := range flags.Args() {
		c := checker{name: name, workers: *workers, out: w}
		if err := c.checkFile(in, errs); err != nil {
			w.Flush()
			status = fail(errs, err)
		}
		if c.total.errors > 0 && status == 0 {
			status = 1
		}
	}
	return status
}

// A tally counts games, main line moves, and errors.
type tally struct{ games, moves, errors int }

// A checker checks one file.
type checker struct {
	name    string
	workers int
	out     io.Writer
	total   tally
	order   order
	bar     *progress
}

// checkFile prints the errors in the file, followed by the tally.
func (c *checker) checkFile(in io.Reader, errs io.Writer) error {
	size := int64(0)
	if c.name != "-" {
		file, err := os.Open(c.name)
		if err != nil {
			return err
		}
		defer file.Close()
		in = file
		if info, err := file.Stat(); err == nil {
			size = info.Size()
		}
	}
	c.bar = newProgress(errs, c.name, size)
	err := c.checkGames(c.bar.reader(in))
	c.bar.close()
	if err != nil {
		return fmt.Errorf("%s: %w", c.name, err)
	}
	fmt.Fprintf(c.out, "%s: games=%d moves=%d errors=%d\n", c.name, c.total.games, c.total.moves, c.total.errors)
	return nil
}

// checkGames checks all games in the input and prints their errors.
func (c *checker) checkGames(in io.Reader) error {
	type part struct {
		tally
		faults faultText
	}
	scan := func(s *chess.PGNScanner) (p part) {
		report := func(f *chess.PGNError) {
			p.faults.add(c.name, f)
			if len(p.faults.text) > mostText {
				c.order.await(s.Part())
				p.faults.print(c.out, c.total.games)
			}
		}
		p.tally = c.scan(s, report)
		return p
	}
	c.order.turn.L = &c.order.mutex
	for p, err := range chess.ScanPGN(in, c.workers, chess.PGNOptions{}, scan) {
		p.faults.print(c.out, c.total.games)
		c.total.games += p.games
		c.total.moves += p.moves
		c.total.errors += p.errors
		if err != nil {
			return err
		}
		c.order.advance()
	}
	return nil
}

// mostText is the number of bytes of messages that a part may buffer. A part with
// more waits until the messages of all earlier parts are printed.
const mostText = 1 << 20

// An order makes the parts of a stream print in input order.
type order struct {
	mutex sync.Mutex
	turn  sync.Cond
	part  int // the part that may print
}

// await waits until it is the given part's turn to print.
func (o *order) await(part int) {
	o.mutex.Lock()
	defer o.mutex.Unlock()
	for o.part != part {
		o.turn.Wait()
	}
}

// advance lets the next part print.
func (o *order) advance() {
	o.mutex.Lock()
	defer o.mutex.Unlock()
	o.part++
	o.turn.Broadcast()
}

// A faultText holds the error messages of a part in a compact form. Game numbers
// are inserted when the messages are printed, because they depend on the number
// of games in earlier parts.
type faultText struct {
	text  []byte
	games []gameNumber
}

// A gameNumber is the number of a game in its part and the offset in the text at
// which to insert the final number.
type gameNumber struct{ at, number int }

// add adds the message for f.
func (t *faultText) add(name string, f *chess.PGNError) {
	before, after, _ := strings.Cut(f.Fault(), strconv.Itoa(f.Game)) // "game 12 (…"
	t.text = fmt.Appendf(t.text, "%s:%d:%d: %s", name, f.Line, f.Column, before)
	t.games = append(t.games, gameNumber{len(t.text), f.Game})
	t.text = append(append(t.text, after...), '\n')
}

// print prints the messages and deletes them. The argument before is the number
// of games in earlier parts.
func (t *faultText) print(out io.Writer, before int) {
	from := 0
	for _, g := range t.games {
		fmt.Fprintf(out, "%s%d", t.text[from:g.at], before+g.number)
		from = g.at
	}
	out.Write(t.text[from:])
	t.text, t.games = t.text[:0], t.games[:0]
}

// scan counts the games and moves in s and calls report for each error. Moves in
// variations are checked but not counted.
func (c *checker) scan(s *chess.PGNScanner, report func(*chess.PGNError)) (t tally) {
	for event := s.Next(); event != chess.PGNEnd; event = s.Next() {
		switch event {
		case chess.PGNMove:
			if s.Depth() == 0 {
				t.moves++
			}
		case chess.PGNFault:
			report(s.Fault())
			t.errors++
			c.bar.errors.Add(1)
		case chess.PGNGameEnd:
			// Update the shared counter only every 64 games, because all workers contend for it.
			if t.games++; t.games%64 == 0 {
				c.bar.games.Add(64)
			}
		}
	}
	c.bar.games.Add(int64(t.games % 64))
	return t
}
