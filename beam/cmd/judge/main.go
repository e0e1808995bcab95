// Judge reports the games in PGN files that contradict the rules or themselves, as shakki judge
// does.
//
//	judge -output FILE [-rules NAME] [-claims] [Beam's flags] FILE...
package main

import (
	"errors"
	"flag"
	"fmt"
	"maps"
	"slices"
	"strings"

	"github.com/apache/beam/sdks/v2/go/pkg/beam"
	"github.com/shakki/chess"
	chessbeam "github.com/shakki/chess/beam"
	"github.com/shakki/chess/beam/internal/command"
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

var (
	names  = strings.Join(slices.Sorted(maps.Keys(profiles)), ", ")
	rules  = flag.String("rules", "fide", "judge by the rules `NAME`, one of "+names)
	claims = flag.Bool("claims", false, "also report every draw that a player could have claimed")
	output = flag.String("output", "", "write the findings to this `FILE`, sorted by file and place")
	bad    = flag.String("bad", "", "write the texts that are too large to judge to this `FILE`")
	split  = flag.Int64("split", chessbeam.DefaultSplit, "read files in sections of `N` bytes at first")
)

func main() { command.Run("usage: judge -output FILE [flags] FILE...", build) }

// build makes the pipeline.
func build(s beam.Scope, patterns []string) error {
	profile, ok := profiles[strings.ToLower(*rules)]
	switch {
	case !ok:
		return fmt.Errorf("unknown rules %q: must be one of %s", *rules, names)
	case *output == "":
		return errors.New("judge needs the flag -output")
	}
	records, tooLarge := chessbeam.ReadSplit(s, *split, patterns...)
	findings := chessbeam.Judge(s, records, chess.Arbiter{Rules: profile, Claims: *claims})
	chessbeam.WriteFindings(s, *output, findings)
	if *bad != "" {
		chessbeam.WriteBad(s, *bad, tooLarge)
	}
	return nil
}
