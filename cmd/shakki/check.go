package main

import (
	"fmt"
	"io"
	"runtime"
	"sync"

	"github.com/shakki/chess"
	"github.com/shakki/chess/internal/cmdline"
	"github.com/shakki/chess/variant"
)

// check reports the errors in PGN files.
func check(r *invocation) func() error {
	c := newChecker(r, "errors")
	r.flags.BoolVar(&c.options.Strict, "strict", false, "also print warnings: what is read but is not the standard, or contradicts itself")
	r.flags.TextVar(&c.options.Language, "language", chess.English, "read the letters of the pieces in the language `NAME`")
	r.flags.BoolVar(&c.quiet, "q", false, "print no totals")
	// Moves of variations are checked but not counted, and warnings are not either.
	c.scan = func(s *chess.PGNScanner, report func(problem)) (t tally) {
		// The scanner of variants is slower, so it takes over where a Variant tag asks for it.
		var games interface{ Next() chess.PGNEvent } = s
		variants := variant.NewPGNScanner(s)
		for event := games.Next(); event != chess.PGNEnd; event = games.Next() {
			switch event {
			case chess.PGNTag:
				if name, _ := s.Tag(); string(name) == "Variant" {
					games = variants
				}
			case chess.PGNMove:
				if s.Depth() == 0 {
					t.moves++
				}
			case chess.PGNFault:
				f := s.Fault()
				if !f.Warning {
					t.errors++
					c.bar.found.Add(1)
				}
				report(problemOf(c.name, f))
			case chess.PGNGameEnd:
				t.games++
				c.bar.games.Add(1)
			}
		}
		return t
	}
	return c.run
}

// A tally is the number of games, moves, and errors found.
type tally struct{ games, moves, errors int }

// A checker prints the problems of the games in PGN files.
type checker struct {
	*invocation
	workers  int
	noun     string // what the problems are, such as "errors"
	scan     func(s *chess.PGNScanner, report func(problem)) tally
	formName string
	isJSON   bool
	form     problemForm
	quiet    bool // print no lines with totals
	options  chess.PGNOptions
	found    int // problems of all files

	// The fields below describe the file being checked.
	name  string
	total tally

	mutex sync.Mutex
	turn  sync.Cond // that of the next part has come
	part  int       // whose problems are printed now
}

// await waits until the problems of all parts before the given one are printed.
func (c *checker) await(part int) {
	c.mutex.Lock()
	defer c.mutex.Unlock()
	for c.part != part {
		c.turn.Wait()
	}
}

// next lets the next part print its problems.
func (c *checker) next() {
	c.mutex.Lock()
	defer c.mutex.Unlock()
	c.part++
	c.turn.Broadcast()
}

// newChecker returns a checker with the flags of all checkers.
func newChecker(r *invocation, noun string) *checker {
	c := &checker{invocation: r, noun: noun, workers: runtime.NumCPU()}
	c.turn.L = &c.mutex
	c.flags.Number(&c.workers, "workers", "use `N` workers")
	c.flags.StringVar(&c.formName, "format", "text", "print problems in the `FORM` text, json (an object on each line), github, or sarif")
	c.flags.BoolVar(&c.isJSON, "json", false, "the same as -format json")
	return c
}

// run prints the problems of all files.
func (c *checker) run() error {
	if c.isJSON {
		c.formName = "json"
	}
	form, ok := problemForms[c.formName]
	if !ok {
		return fmt.Errorf("-format: %q is not one of text, json, github, and sarif", c.formName)
	}
	c.form = form
	c.quiet = c.quiet || c.formName != "text"
	inputs, err := c.open(c.flags.Args())
	if err != nil {
		return err
	}
	var all tally
	files := 0 // that could be read
	c.out.WriteString(form.before)
	for _, input := range inputs {
		c.name, c.total, c.part = input.Name, tally{}, 0
		err := c.read(input, c.noun, c.checkGames)
		c.report(err)
		if err == nil {
			files++
		}
		if !c.quiet && err == nil {
			fmt.Fprintf(c.out, "%s: %v\n", c.name, c.total)
		}
		all.add(c.total)
	}
	if all.errors > 0 {
		c.raise(1)
	}
	if !c.quiet && files > 1 {
		fmt.Fprintf(c.out, "%d files: %v\n", files, all)
	}
	_, err = c.out.WriteString(form.after)
	return err
}

// checkRules say which flags of check and judge exclude each other.
var checkRules = []cmdline.Rule{
	{Flags: "json", Excludes: "format"},
	{Flags: "q", Excludes: "json format=json format=github format=sarif"},
}

// add adds the numbers of u to t.
func (t *tally) add(u tally) {
	t.games, t.moves, t.errors = t.games+u.games, t.moves+u.moves, t.errors+u.errors
}

// String returns the numbers.
func (t tally) String() string {
	return fmt.Sprintf("games=%d moves=%d errors=%d", t.games, t.moves, t.errors)
}

// checkGames checks all games in the input and prints their problems.
func (c *checker) checkGames(in io.Reader) error {
	type part struct {
		tally
		problems []problem
		size     int // of their texts in bytes
	}
	// The numbers of games depend on those in earlier parts, which are known only now.
	print := func(p *part) {
		for i := range p.problems {
			problem := &p.problems[i]
			problem.Game += c.total.games
			if c.found++; c.found > 1 {
				c.out.WriteString(c.form.between)
			}
			c.out.WriteString(c.form.text(problem))
		}
		p.problems, p.size = p.problems[:0], 0
	}
	scan := func(s *chess.PGNScanner) (p part) {
		p.tally = c.scan(s, func(found problem) {
			p.problems = append(p.problems, found)
			if p.size += len(found.Text) + problemSize; p.size > mostText {
				c.await(s.Part())
				print(&p)
			}
		})
		return p
	}
	for p, err := range chess.ScanPGN(in, c.workers, c.options, scan) {
		print(&p)
		c.total.add(p.tally)
		if err != nil {
			return err
		}
		c.next()
	}
	return nil
}

const (
	// mostText is the number of bytes of problems that a part may buffer. A part with more waits until
	// the problems of all earlier parts are printed.
	mostText = 1 << 20

	problemSize = 256 // bytes of a problem without its text, about
)
