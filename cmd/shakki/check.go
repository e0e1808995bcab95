package main

import (
	"encoding/json"
	"fmt"
	"io"
	"runtime"
	"strconv"
	"strings"

	"github.com/shakki/chess"
	"github.com/shakki/chess/internal/source"
	"github.com/shakki/chess/variant"
)

// check reports the errors in PGN files.
func check(r *invocation) error {
	var options chess.PGNOptions
	flags := newFlags("check [flags] FILE...")
	workers := flags.Int("workers", runtime.NumCPU(), "check with `N` workers in parallel")
	flags.BoolVar(&options.Strict, "strict", false, "also print warnings: what is read but is not the standard, or contradicts itself")
	flags.TextVar(&options.Language, "language", chess.English, "read the letters of the pieces in the language `NAME`")
	asJSON := flags.Bool("json", false, "print one JSON object per line, and no totals")
	if err := r.parse(flags, "at least one file"); err != nil {
		return err
	}
	form := faultText
	if *asJSON {
		form = faultJSON
	}
	// Moves of variations are checked but not counted, and warnings are not either.
	scan := func(s *chess.PGNScanner, c *checker, report func(message)) (t tally) {
		games := variant.NewPGNScanner(s)
		for event := games.Next(); event != chess.PGNEnd; event = games.Next() {
			switch event {
			case chess.PGNMove:
				if s.Depth() == 0 {
					t.moves++
				}
			case chess.PGNFault:
				f := s.Fault()
				if !f.Warning {
					t.errors++
					c.bar.errors.Add(1)
				}
				report(form(c.name, f))
			case chess.PGNGameEnd:
				t.games++
				c.bar.games.Add(1)
			}
		}
		return t
	}
	c := checker{invocation: r, workers: *workers, noun: "errors", scan: scan, sums: !*asJSON, options: options}
	return c.checkFiles(flags.Args())
}

// faultText returns the message for a fault as a line of text.
func faultText(file string, f *chess.PGNError) message {
	severity := ""
	if f.Warning {
		severity = "warning: "
	}
	return message{fmt.Sprintf("%s:%d:%d: %s", file, f.Line, f.Column, severity), f.Fault(), f.Game}
}

// faultJSON returns the message for a fault as a JSON object.
func faultJSON(file string, f *chess.PGNError) message {
	unnamed := *f
	unnamed.White, unnamed.Black = "", ""
	_, text, _ := strings.Cut(unnamed.Fault(), ": ") // without "game 12 (? - ?)"
	severity := "error"
	if f.Warning {
		severity = "warning"
	}
	return messageJSON(file, f.Game, struct {
		Game     int    `json:"game"`
		White    string `json:"white"`
		Black    string `json:"black"`
		Line     int    `json:"line"`
		Column   int    `json:"column"`
		Offset   int64  `json:"offset"`
		Severity string `json:"severity"`
		Token    string `json:"token,omitzero"`
		FEN      string `json:"fen"`
		Text     string `json:"text"`
	}{f.Game, f.White, f.Black, f.Line, f.Column, f.Offset, severity, f.Token, fenOf(f), text})
}

// messageJSON returns the message that is an object with the name of the file and the fields of v,
// for which marshaling cannot fail.
func messageJSON(file string, game int, v any) message {
	name, _ := json.Marshal(file)
	object, _ := json.Marshal(v)
	return message{fmt.Sprintf(`{"file":%s,`, name), string(object[1:]), game}
}

// A tally is the number of games, moves, and errors found.
type tally struct{ games, moves, errors int }

// A message is a line of output about a game. The first number in its text is the number of the
// game.
type message struct {
	prefix, text string
	game         int
}

// A checker prints messages about the games in PGN files.
type checker struct {
	*invocation
	workers int
	noun    string // what the messages report, such as "errors"
	scan    func(*chess.PGNScanner, *checker, func(message)) tally
	sums    bool // print a line with the totals of each file
	options chess.PGNOptions

	// The fields below describe the file being checked.
	name  string
	sum   tally
	order *source.Order
	bar   *progress
}

// checkFiles prints the messages about all files.
func (c *checker) checkFiles(names []string) error {
	inputs, err := c.open(names)
	if err != nil {
		return err
	}
	for _, input := range inputs {
		c.name, c.sum, c.order = input.Name, tally{}, new(source.Order)
		err := input.Err
		if err == nil {
			err = c.checkFile()
		}
		c.report(err)
		if c.sum.errors > 0 {
			c.raise(1)
		}
	}
	return nil
}

// checkFile prints the messages about the file.
func (c *checker) checkFile() error {
	if err := c.read(c.name, c.noun, c.checkGames); err != nil {
		return err
	}
	if c.sums {
		fmt.Fprintf(c.out, "%s: games=%d moves=%d errors=%d\n", c.name, c.sum.games, c.sum.moves, c.sum.errors)
	}
	return nil
}

// checkGames checks all games in the input and prints the messages about them.
func (c *checker) checkGames(in io.Reader, bar *progress) error {
	type part struct {
		tally
		messages []message
		size     int // of their texts in bytes
	}
	// The numbers of games depend on those in earlier parts, which are known only now.
	print := func(p *part) {
		for _, m := range p.messages {
			before, after, _ := strings.Cut(m.text, strconv.Itoa(m.game)) // "game 12 (…"
			fmt.Fprintf(c.out, "%s%s%d%s\n", m.prefix, before, c.sum.games+m.game, after)
		}
		p.messages, p.size = p.messages[:0], 0
	}
	c.bar = bar
	scan := func(s *chess.PGNScanner) (p part) {
		report := func(m message) {
			p.messages = append(p.messages, m)
			if p.size += len(m.prefix) + len(m.text); p.size > mostText {
				c.order.Await(s.Part())
				print(&p)
			}
		}
		p.tally = c.scan(s, c, report)
		return p
	}
	for p, err := range chess.ScanPGN(in, c.workers, c.options, scan) {
		print(&p)
		c.sum.games += p.games
		c.sum.moves += p.moves
		c.sum.errors += p.errors
		if err != nil {
			return err
		}
		c.order.Advance()
	}
	return nil
}

// mostText is the number of bytes of messages that a part may buffer. A part with more waits until
// the messages of all earlier parts are printed.
const mostText = 1 << 20
