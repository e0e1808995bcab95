package main

import "github.com/shakki/chess"

// judge reports the records in PGN files that contradict the rules or themselves.
func judge(r *invocation) func() error {
	var arbiter chess.Arbiter
	r.flags.TextVar(&arbiter.Rules, "rules", chess.Rules{}, "judge by the `RULES`: fide, s0, s1, s2, s3, server, or what a Rules tag says")
	r.flags.BoolVar(&arbiter.Claims, "claims", false, "also report every draw that a player could have claimed")
	c := newChecker(r, "findings")
	c.quiet = true
	c.scan = func(s *chess.PGNScanner, report func(problem)) (t tally) {
		for findings := range arbiter.JudgePGN(s) {
			for _, f := range findings {
				report(problemOfFinding(c.name, f))
			}
			t.errors += len(findings)
			c.bar.found.Add(int64(len(findings)))
			c.bar.games.Add(int64(s.Game() - t.games))
			t.games = s.Game()
		}
		return t
	}
	return c.run
}
