package chess_test

import (
	"fmt"
	"strings"

	"github.com/google/go-cmp/cmp"
	"github.com/shakki/chess"
)

// roundRecords are game records as a project keeps them. The last goes wrong.
const roundRecords = `[Round "1"]

1. e4 e5 2. Qh5 Ke7 3. Qxe5# 1-0

[Round "2"]

1. Nf3 Nf6 2. Ng1 Ng8 1/2-1/2

[Round "3"]

1. d4 d5 2. Bd3 1-0
`

// A summary is what a project wants to be sure of in a record.
type summary struct {
	Round   string
	Outcome chess.Outcome
	Final   chess.Position
}

// summaries returns the summaries of the games in a file, and its faults.
func summaries(pgn string) (all []summary, faults []error) {
	for g, err := range chess.NewPGNReader(strings.NewReader(pgn)).All() {
		if err != nil {
			faults = append(faults, err)
			continue
		}
		all = append(all, summary{g.Tag("Round"), g.Outcome(), g.Position()})
	}
	return all, faults
}

// A test of game records: every move is checked while they are read, and
// cmp.Diff shows in words and FENs where they end otherwise than they should.
func Example_record() {
	want := []summary{
		{
			Round:   "1",
			Outcome: chess.Outcome{Result: chess.WhiteWins, Reason: chess.Checkmate},
			Final:   chess.MustParseFEN("rnbq1bnr/ppppkppp/8/4Q3/4P3/8/PPPP1PPP/RNB1KBNR b KQ - 0 3"),
		},
		{
			Round:   "2",
			Outcome: chess.Outcome{Result: chess.Draw},
			Final:   chess.MustParseFEN("rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 4 3"),
		},
	}
	got, faults := summaries(roundRecords)
	if diff := cmp.Diff(want, got); diff != "" {
		fmt.Printf("the records end otherwise (-want +got):\n%s", diff)
	}
	fmt.Println(faults)
	// Output:
	// [chess: PGN line 11, column 13: game 3 (? - ?): 2. Bd3: White has no bishop that can go to d3]
}

// Two games are equal if their tags, trees, annotations and results are. Their
// texts show where they differ, however long they are.
func ExampleGame_Equal() {
	want, _ := chess.ParsePGN("1. e4 e5 {solid} (1... c5) 2. Nf3 *")
	got, _ := chess.ParsePGN("1. e4 e5 {solid} (1... c6) 2. Nf3 *")
	fmt.Println(got.Equal(want))
	for line := range strings.Lines(cmp.Diff(want.String(), got.String())) {
		if strings.Contains(line, "c5") || strings.Contains(line, "c6") {
			fmt.Println(strings.Join(strings.Fields(line), " "))
		}
	}
	fmt.Println(cmp.Diff(want.Moves(), got.Moves()) == "") // of the main line
	// Output:
	// false
	// - 1. e4 e5 {solid} (1... c5) 2. Nf3 *
	// + 1. e4 e5 {solid} (1... c6) 2. Nf3 *
	// true
}
