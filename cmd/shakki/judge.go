package main

import (
	"encoding/json"
	"flag"
	"fmt"
	"io"
	"maps"
	"runtime"
	"slices"
	"strings"

	"github.com/shakki/chess"
)

// profiles maps the values of the -rules flag to rules.
var profiles = map[string]chess.Rules{
	"fide":   chess.FIDERules(),
	"server": chess.ServerRules(),
	"s0":     chess.RulesS0(),
	"s1":     chess.RulesS1(),
	"s2":     chess.RulesS2(),
	"s3":     chess.RulesS3(),
}

// judge reports the records in PGN files that contradict the rules or themselves.
func judge(args []string, in io.Reader, out, errs io.Writer) int {
	names := strings.Join(slices.Sorted(maps.Keys(profiles)), ", ")
	flags := flag.NewFlagSet("shakki judge [flags] FILE...", flag.ContinueOnError)
	rules := flags.String("rules", "fide", "judge by the rules `NAME`, one of "+names)
	claims := flags.Bool("claims", false, "also report every draw that a player could have claimed")
	asJSON := flags.Bool("json", false, "print one JSON object per line")
	workers := flags.Int("workers", runtime.NumCPU(), "judge with `N` workers in parallel")
	if status, ok := parse(flags, args, out, errs); !ok {
		return status
	}
	profile, ok := profiles[strings.ToLower(*rules)]
	switch {
	case !ok:
		return fail(errs, fmt.Errorf("unknown rules %q: must be one of %s", *rules, names))
	case flags.NArg() == 0:
		return fail(errs, fmt.Errorf("judge needs at least one file"))
	}
	arbiter := chess.Arbiter{Rules: profile, Claims: *claims}
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
			c.bar.countGame(t.games)
		}
		return t
	}
	c := checker{workers: *workers, noun: "findings", scan: scan}
	return c.checkFiles(flags.Args(), in, out, errs)
}

// textOf returns the message for a finding as a line of text.
func textOf(file string, f chess.Finding) message {
	return message{fmt.Sprintf("%s:%d:%d: ", file, f.Line, f.Column), f.String(), f.Game}
}

// jsonOf returns the message for a finding as a JSON object that includes the file name.
func jsonOf(file string, f chess.Finding) message {
	name, _ := json.Marshal(file) // marshaling a string or a Finding cannot fail
	object, _ := json.Marshal(f)
	return message{fmt.Sprintf(`{"file":%s,`, name), string(object[1:]), f.Game}
}
