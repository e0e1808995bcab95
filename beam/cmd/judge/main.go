// Judge reports the games in PGN files that contradict the rules or themselves, as shakki judge
// does.
//
//	judge -output FILE [-rules RULES] [-claims] [Beam's flags] FILE...
package main

import (
	"context"
	"errors"
	"flag"

	"github.com/apache/beam/sdks/v2/go/pkg/beam"
	"github.com/shakki/chess"
	chessbeam "github.com/shakki/chess/beam"
	"github.com/shakki/chess/beam/internal/command"
)

var (
	rules  = flag.String("rules", "fide", "judge by the `RULES`: fide, s0, s1, s2, s3, server, or what a Rules tag says")
	claims = flag.Bool("claims", false, "also report every draw that a player could have claimed")
	output = flag.String("output", "", "write the findings to this `FILE`, sorted by file and place")
	bad    = flag.String("bad", "", "write the texts that are too large to judge to this `FILE`")
	split  = flag.Int64("split", chessbeam.DefaultSplit, "read files in sections of `N` bytes at first")
)

func main() { command.Run("usage: judge -output FILE [flags] FILE...", build) }

// build makes the pipeline.
func build(s beam.Scope, patterns []string) error {
	arbiter := chess.Arbiter{Claims: *claims}
	if err := arbiter.Rules.UnmarshalText([]byte(*rules)); err != nil {
		return err
	}
	if *output == "" {
		return errors.New("judge needs the flag -output")
	}
	for _, name := range []string{*output, *bad} {
		if name == "" {
			continue
		}
		if err := chessbeam.CheckFile(context.Background(), name, patterns...); err != nil {
			return err
		}
	}
	records, tooLarge := chessbeam.ReadSplit(s, *split, patterns...)
	findings := chessbeam.Judge(s, records, arbiter)
	chessbeam.WriteFindings(s, *output, findings)
	if *bad != "" {
		chessbeam.WriteBad(s, *bad, tooLarge)
	}
	return nil
}
