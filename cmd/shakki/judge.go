package main

import (
	"fmt"
	"runtime"

	"github.com/shakki/chess"
)

// judge reports the records in PGN files that contradict the rules or themselves.
func judge(r *invocation) error {
	flags := newFlags("judge [flags] FILE...")
	var arbiter chess.Arbiter
	flags.TextVar(&arbiter.Rules, "rules", chess.Rules{}, "judge by the `RULES`: fide, s0, s1, s2, s3, server, or what a Rules tag says")
	flags.BoolVar(&arbiter.Claims, "claims", false, "also report every draw that a player could have claimed")
	asJSON := flags.Bool("json", false, "print one JSON object per line")
	workers := flags.Int("workers", runtime.NumCPU(), "judge with `N` workers in parallel")
	if err := r.parse(flags, "at least one file"); err != nil {
		return err
	}
	form := textOf
	if *asJSON {
		form = jsonOf
	}
	scan := func(s *chess.PGNScanner, c *checker, report func(message)) (t tally) {
		for findings := range arbiter.JudgePGN(s) {
			for _, f := range findings {
				report(form(c.name, f))
			}
			t.errors += len(findings)
			c.bar.errors.Add(int64(len(findings)))
			t.games++
			c.bar.games.Add(1)
		}
		return t
	}
	c := checker{invocation: r, workers: *workers, noun: "findings", scan: scan}
	return c.checkFiles(flags.Args())
}

// textOf returns the message for a finding as a line of text.
func textOf(file string, f chess.Finding) message {
	return message{fmt.Sprintf("%s:%d:%d: ", file, f.Line, f.Column), f.String(), f.Game}
}

// jsonOf returns the message for a finding as a JSON object that includes the file name.
func jsonOf(file string, f chess.Finding) message { return messageJSON(file, f.Game, f) }
