package chess_test

import (
	"bytes"
	"errors"
	"fmt"
	"io"
	"os"
	"runtime"
	"slices"
	"strings"
	"sync"
	"time"

	"github.com/google/go-cmp/cmp"
	"github.com/shakki/chess"
)

// clubGames are the games of a small club. The second record holds an illegal
// move.
const clubGames = `[White "Aino"]
[Black "Eino"]
[Result "1-0"]

1. e4 e5 2. Bc4 Nc6 3. Qh5 Nf6 4. Qxf7# 1-0

[White "Eino"]
[Black "Onni"]
[Result "0-1"]

1. d4 e6 2. Nc3 Bb4 3. Ne4 d5 0-1

[White "Onni"]
[Black "Aino"]
[Result "1/2-1/2"]

1. e4 e5 2. Nf3 (2. Bc4 Nc6) 2... Nc6 3. Bc4 Bc5 1/2-1/2
`

// read returns the game in a record that has no fault.
func read(pgn string) *chess.Game {
	g, err := chess.ParsePGN(pgn)
	if err != nil {
		panic(err)
	}
	return g
}

// movetext returns the moves of a game in PGN, without the tags.
func movetext(g *chess.Game) string {
	_, moves, _ := strings.Cut(g.String(), "\n\n")
	return moves
}

func ExampleParsePGN() {
	g, err := chess.ParsePGN(`[White "Aino"] [Black "Eino"] [Result "1-0"] 1.e4 e5 2.Bc4 Nc6 3.Qh5 Nf6 4.Qxf7 1-0`)
	if err != nil {
		fmt.Println(err)
		return
	}
	fmt.Println(g.Tag("White"), "-", g.Tag("Black"), g.Outcome(), "after", g.Plies(), "plies")
	fmt.Println(g.Position())
	// Output:
	// Aino - Eino 1-0 (checkmate) after 7 plies
	// r1bqkb1r/pppp1Qpp/2n2n2/4p3/2B1P3/8/PPPP1PPP/RNB1K1NR b KQkq - 0 4
}

// The error says what is wrong in a record, and where. The game holds the moves
// before the fault.
func ExampleParsePGN_error() {
	g, err := chess.ParsePGN("1. e4 e5\n2. Bc4 Bc5 3. Qh5 Qxf2 4. Kxf2 *")
	fmt.Println(g.Plies(), "plies are legal")
	var fault *chess.PGNError
	if errors.As(err, &fault) {
		fmt.Printf("line %d, column %d: %s: %s\n", fault.Line, fault.Column, fault.Token, fault.Detail)
	}
	fmt.Println(errors.Is(err, chess.ErrIllegal))
	// Output:
	// 5 plies are legal
	// line 2, column 19: Qxf2: a queen does not move from d8 to f2
	// true
}

// All games of a file. A game with a fault comes with an error, and the next game
// is read all the same.
func ExamplePGNReader() {
	for g, err := range chess.NewPGNReader(strings.NewReader(clubGames)).All() {
		if g == nil {
			fmt.Println(err) // the file cannot be read
			return
		}
		fmt.Printf("%s - %s %v: %d plies, %v\n", g.Tag("White"), g.Tag("Black"), g.Outcome(), g.Plies(), err)
	}
	// Output:
	// Aino - Eino 1-0 (checkmate): 7 plies, <nil>
	// Eino - Onni 0-1: 4 plies, PGN line 11, column 24: game 2 (Eino - Onni): 3. Ne4: the knight on c3 is pinned by the bishop on b4
	// Onni - Aino 1/2-1/2: 6 plies, <nil>
}

// Several goroutines read the games of a large file. They arrive in the order of the file.
func ExamplePGNReader_workers() {
	file := strings.NewReader("1. e4 e5 1-0\n\n1. d4 d5 0-1\n")
	r := chess.NewPGNReader(file)
	r.Workers = runtime.NumCPU()
	for g, err := range r.All() {
		fmt.Println(g.Moves(), g.Outcome(), err)
	}
	// Output:
	// [e2e4 e7e5] 1-0 <nil>
	// [d2d4 d7d5] 0-1 <nil>
}

// Games are read, changed, and written one by one. The fields of the reader and
// of the writer are options.
func ExamplePGNReader_Read() {
	r := chess.NewPGNReader(strings.NewReader(clubGames))
	r.SkipVariations = true
	w := chess.NewPGNWriter(os.Stdout)
	w.Columns = 40
	for {
		g, err := r.Read()
		if err == io.EOF {
			break
		}
		if err != nil || g.Tag("White") != "Onni" {
			continue
		}
		g.SetTag("Site", "Espoo")
		if err := w.Write(g); err != nil {
			fmt.Println(err)
			return
		}
	}
	// Output:
	// [Event "?"]
	// [Site "Espoo"]
	// [Date "????.??.??"]
	// [Round "?"]
	// [White "Onni"]
	// [Black "Aino"]
	// [Result "1/2-1/2"]
	//
	// 1. e4 e5 2. Nf3 Nc6 3. Bc4 Bc5 1/2-1/2
}

// A scanner reports moves and everything else in a file as events. It reads
// millions of games without keeping any of them in memory.
func ExamplePGNScanner() {
	s := chess.NewPGNScanner(strings.NewReader(strings.Repeat(clubGames, 1000)))
	s.SkipVariations = true
	var games, moves, faults int
	for event := s.Next(); event != chess.PGNEnd; event = s.Next() {
		switch event {
		case chess.PGNMove:
			moves++
		case chess.PGNFault:
			faults++
		case chess.PGNGameEnd:
			games++
		}
	}
	fmt.Println(games, moves, faults, s.Err())
	// Output: 3000 17000 1000 <nil>
}

// The games in which a position occurs. SkipGame passes over the rest of a game.
func ExamplePGNScanner_SkipGame() {
	wanted := chess.MustParseFEN("r1bqkbnr/pppp1ppp/2n5/4p3/2B1P3/8/PPPP1PPP/RNBQK1NR w KQkq - 2 3")
	s := chess.NewPGNScanner(strings.NewReader(clubGames))
	for event := s.Next(); event != chess.PGNEnd; event = s.Next() {
		if event == chess.PGNMove && s.Position().SamePosition(wanted) {
			fmt.Println("game", s.Game(), "after", s.Before().SAN(s.Move()))
			s.SkipGame()
		}
	}
	// Output:
	// game 1 after Nc6
	// game 3 after Nc6
}

// Several workers scan one file. Each of them scans parts of it, and the results
// come in the order of the file.
func ExampleScanPGN() {
	countResults := func(s *chess.PGNScanner) map[chess.Result]int {
		count := make(map[chess.Result]int)
		for event := s.Next(); event != chess.PGNEnd; event = s.Next() {
			switch event {
			case chess.PGNMovetext:
				s.SkipGame() // only the result is needed
			case chess.PGNGameEnd:
				count[s.Result()]++
			}
		}
		return count
	}
	total := make(map[chess.Result]int)
	file := strings.NewReader(strings.Repeat(clubGames, 1000))
	for count, err := range chess.ScanPGN(file, 4, chess.PGNOptions{}, countResults) {
		if err != nil {
			fmt.Println(err)
			return
		}
		for result, n := range count {
			total[result] += n
		}
	}
	fmt.Println(total[chess.WhiteWins], total[chess.BlackWins], total[chess.Drawn])
	// Output: 1000 1000 1000
}

// An index of a file holds the offset and a tag of each game. Two workers build it, each from a
// section of the file. A game is then read back by its offset.
func ExampleSplitPGN() {
	type entry struct {
		offset int64
		event  string
	}
	text, err := os.ReadFile("testdata/games.pgn")
	if err != nil {
		fmt.Println(err)
		return
	}
	file := bytes.NewReader(text)
	var sections [2][]entry
	var workers sync.WaitGroup
	for i := range sections {
		workers.Add(1)
		go func() {
			defer workers.Done()
			half := file.Size() / 2
			for part, err := range chess.SplitPGN(file, int64(i)*half, half+int64(i)*(file.Size()-half)) {
				if err != nil {
					fmt.Println(err)
					return
				}
				s := part.Scanner()
				for event := s.Next(); event != chess.PGNEnd; event = s.Next() {
					if name, value := s.Tag(); event == chess.PGNTag && string(name) == "Event" {
						sections[i] = append(sections[i], entry{s.GameOffset(), string(value)})
						s.SkipGame()
					}
				}
			}
		}()
	}
	workers.Wait()
	index := slices.Concat(sections[:]...)
	last := index[len(index)-1]
	g, err := chess.NewPGNReader(io.NewSectionReader(file, last.offset, file.Size()-last.offset)).Read()
	fmt.Println(len(index), "games, the last:", last.event)
	fmt.Println(len(g.Moves()), "plies,", g.Outcome(), err)
	// Output:
	// 4 games, the last: Chess960
	// 14 plies, * <nil>
}

// A server that reads files from strangers lowers the limits. A game that exceeds
// one comes with an error.
func ExamplePGNLimits() {
	r := chess.NewPGNReader(strings.NewReader("1. e4 {" + strings.Repeat("spam ", 1000) + "} e5 *"))
	r.Limits.Comment = 500
	g, err := r.Read()
	fmt.Println(g.Moves(), err)
	// Output: [e2e4 e7e5] PGN line 1, column 7: game 1 (? - ?): "{": the comment has more than 500 bytes
}

// A summary holds what a test checks in a record.
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

// A test of game records. Reading checks every move, and cmp.Diff shows how the
// games end.
func Example_record() {
	got, faults := summaries(`[Round "1"] 1. e4 e5 2. Qh5 Ke7 3. Qxe5# 1-0
[Round "2"] 1. Nf3 Nf6 2. Ng1 Ng8 1/2-1/2
[Round "3"] 1. d4 d5 2. Bd3 1-0`)
	want := []summary{
		{
			Round:   "1",
			Outcome: chess.Outcome{Result: chess.WhiteWins, Reason: chess.Checkmate},
			Final:   chess.MustParseFEN("rnbq1bnr/ppppkppp/8/4Q3/4P3/8/PPPP1PPP/RNB1KBNR b KQ - 0 3"),
		},
		{
			Round:   "2",
			Outcome: chess.Outcome{Result: chess.Drawn},
			Final:   chess.MustParseFEN("rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 4 3"),
		},
	}
	if diff := cmp.Diff(want, got); diff != "" {
		fmt.Printf("the summaries differ (-want +got):\n%s", diff)
	}
	fmt.Println(faults)
	// Output: [PGN line 3, column 25: game 3 (? - ?): 2. Bd3: the bishop on f1 is blocked by the pawn on e2]
}

// Difference says where two games first differ. Given an option that turns games
// into lines, cmp.Diff shows every line that differs.
func ExampleGame_Difference() {
	want := read("1. e4 e5 {solid} (1... c5) 2. Nf3 Nc6 1-0")
	got := read("1. e4 e5 {solid} (1... c6) 2. Nf3 Nf6 1-0")
	fmt.Println(want.Equal(got), want.Difference(got))

	lines := cmp.Transformer("lines", func(g *chess.Game) []string {
		return strings.Split(string(g.AppendPGN(nil, chess.PGNFormat{Columns: 1})), "\n")
	})
	for line := range strings.Lines(cmp.Diff(want, got, lines)) {
		if line[0] == '-' || line[0] == '+' {
			fmt.Println(strings.Join(strings.Fields(line), " "))
		}
	}
	// Output:
	// false after 1. e4: 1... c5, not 1... c6
	// - "c5",
	// + "c6",
	// - "Nc6",
	// + "Nf6",
}

// The positions of a game, with the number of plies before each: here, the first
// position without queens.
func ExampleGame_Positions() {
	g := read("1. e4 e5 2. d4 exd4 3. Qxd4 Qf6 4. Qxf6 Nxf6 5. Nc3 *")
	for plies, p := range g.Positions() {
		if p.ByType(chess.Queen) == 0 {
			fmt.Println(plies, p)
			break
		}
	}
	// Output: 8 rnb1kb1r/pppp1ppp/5n2/8/4P3/8/PPP2PPP/RNB1KBNR w KQkq - 0 5
}

// A record may go on after the rules have ended the game.
func ExampleGame_AutomaticEnd() {
	g := read(`[SetUp "1"]
[FEN "8/8/8/4k3/8/8/4p3/4K3 w - - 0 60"]

60. Kxe2 Kd4 61. Kd2 1-0`)
	outcome, plies := g.AutomaticEnd()
	fmt.Println(outcome, "after", plies, "of", g.Plies(), "plies")
	fmt.Println("recorded:", g.RecordedOutcome())
	// Output:
	// 1/2-1/2 (dead position) after 1 of 3 plies
	// recorded: 1-0
}

// An Arbiter finds games with a wrong result. JudgePGN reads PGN and reports lines
// and columns. To judge a [chess.Game], use Judge.
func ExampleArbiter() {
	const records = `[Result "1/2-1/2"]

1. f3 e5 2. g4 Qh4# 1/2-1/2

[White "Aino"]
[Black "Eino"]
[Result "1-0"]
[Termination "Time forfeit"]
[FEN "8/8/8/8/8/1p6/8/K6k b - - 0 60"]

60... Kg2 1-0`
	var arbiter chess.Arbiter // for the FIDE Laws
	for findings := range arbiter.JudgePGN(chess.NewPGNScanner(strings.NewReader(records))) {
		for _, f := range findings {
			fmt.Printf("%d:%d: %v\n", f.Line, f.Column, f)
		}
	}
	// Output:
	// 3:21: game 1 (? - ?): 1/2-1/2: the game ended on the board: 0-1 (checkmate)
	// 11:11: game 2 (Aino - Eino): 1-0 (time): White cannot checkmate by any sequence of legal moves
}

// A game is written with its tags. The Seven Tag Roster comes first.
func ExamplePGNWriter() {
	g := read("1. e4 e5 2. Nf3 Nc6 3. Bb5 *")
	g.SetTag("White", "Aino")
	g.SetTag("Black", "Eino")
	g.SetTag("TimeControl", "600+5")
	if err := g.FlagFall(chess.Black); err != nil {
		fmt.Println(err)
		return
	}
	if err := chess.NewPGNWriter(os.Stdout).Write(g); err != nil {
		fmt.Println(err)
	}
	// Output:
	// [Event "?"]
	// [Site "?"]
	// [Date "????.??.??"]
	// [Round "?"]
	// [White "Aino"]
	// [Black "Eino"]
	// [Result "1-0"]
	// [TimeControl "600+5"]
	// [Termination "time forfeit"]
	//
	// 1. e4 e5 2. Nf3 Nc6 3. Bb5 1-0
}

// Only the moves that were played, on one line.
func ExamplePGNFormat() {
	g := read("1. e4 e5 {solid} (1... c5 2. Nf3) 2. Nf3 $1 Nc6 *")
	fmt.Print(string(g.AppendPGN(nil, chess.PGNFormat{MainLineOnly: true, OmitTags: true, Columns: -1})))
	// Output: 1. e4 e5 2. Nf3 Nc6 *
}

// The fields of a writer say what is left out and how moves are written.
func ExamplePGNWriter_choices() {
	g := read("1. e4 {[%clk 0:05:00] [%eval 0.3]} e5 {solid [%clk 0:04:58]} (1... c5) 2. Nf3 $1 *")
	w := chess.NewPGNWriter(os.Stdout)
	w.OmitTags, w.OmitClocks = true, true
	w.Language = chess.Figurines
	if err := w.Write(g); err != nil {
		fmt.Println(err)
	}
	// Output: 1. e4 {[%eval 0.3]} 1... e5 {solid} (1... c5) 2. ♘f3 $1 *
}

// A line is played move by move, so it can be shown from any position.
func ExamplePosition_Line() {
	p := chess.MustParseFEN("rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq - 0 1")
	moves := []chess.Move{chess.MustParseMove("c7c5"), chess.MustParseMove("g1f3"), chess.MustParseMove("d7d6")}
	fmt.Println(p.Line(moves, chess.PGNFormat{}))
	fmt.Println(p.Line(moves, chess.PGNFormat{Notation: chess.NotationLong, Language: chess.Finnish}))
	// Output:
	// 1... c5 2. Nf3 d6
	// 1... c7-c5 2. Rg1-f3 d7-d6
}

// The tags of servers and federations have marks, and dates may be known in part.
func ExampleParseRating() {
	g := read("[WhiteElo \"2100?\"]\n[BlackElo \"-\"]\n[Date \"2024.02.??\"]\n\n1. e4 *")
	white, err := chess.ParseRating(g.Tag("WhiteElo"))
	fmt.Println(white, err)
	black, err := chess.ParseRating(g.Tag("BlackElo"))
	fmt.Println(black, err)
	first, last, err := chess.ParseDate(g.Tag("Date"))
	fmt.Println(first.Format(time.DateOnly), last.Format(time.DateOnly), err)
	// Output:
	// 2100 <nil>
	// 0 <nil>
	// 2024-02-01 2024-02-29 <nil>
}

// An engine expects moves that were not played.
func ExampleNode_AddLine() {
	g := read("1. e4 e5 2. Nf3 *")
	line := []chess.Move{chess.NewMove(chess.C7, chess.C5), chess.NewMove(chess.G1, chess.F3), chess.NewMove(chess.D7, chess.D6)}
	last, err := g.Root().Next().AddLine(line)
	if err != nil {
		fmt.Println(err)
		return
	}
	last.SetComments("+0.35")
	fmt.Print(movetext(g))
	// Output: 1. e4 e5 (1... c5 2. Nf3 d6 {+0.35}) 2. Nf3 *
}

// Each line of a study is a game without variations.
func ExampleGame_Lines() {
	for line := range read("1. e4 e5 (1... c5 2. Nf3 (2. c3)) 2. Nf3 Nc6 1-0").Lines() {
		fmt.Print(movetext(line))
	}
	// Output:
	// 1. e4 e5 2. Nf3 Nc6 1-0
	// 1. e4 c5 2. Nf3 *
	// 1. e4 c5 2. c3 *
}

// The lines of several games, such as those of a repertoire, become one tree.
func ExampleNode_Merge() {
	g := read("1. e4 e5 2. Nf3 *")
	err := g.Root().Merge(read("1. e4 c5 {Sicilian} 2. Nf3 *"), read("1. e4 e5 2. Nf3 Nc6 3. Bb5 *"), read("1. d4 *"))
	if err != nil {
		fmt.Println(err)
		return
	}
	fmt.Print(string(g.AppendPGN(nil, chess.PGNFormat{OmitTags: true})))
	// Output: 1. e4 (1. d4) 1... e5 (1... c5 {Sicilian} 2. Nf3) 2. Nf3 Nc6 3. Bb5 *
}

// printLine prints the moves after n. The alternatives to a move follow it and
// are indented.
func printLine(n chess.Node, indent string) {
	for ; n.Next().Exists(); n = n.Next() {
		for child := range n.Children() {
			if child == n.Next() {
				fmt.Println(indent + child.SAN())
				continue
			}
			fmt.Println(indent + "  " + child.SAN())
			printLine(child, indent+"  ")
		}
	}
}

// Next follows a line. Children are the move of the line and its alternatives.
func ExampleNode() {
	g := read("1. e4 e5 (1... c5 2. Nf3 (2. Nc3 Nc6) 2... d6) 2. Nf3 *")
	printLine(g.Root(), "")
	// Output:
	// e4
	// e5
	//   c5
	//   Nf3
	//     Nc3
	//     Nc6
	//   d6
	// Nf3
}

// Every node has a position, in a variation as in the main line.
func ExampleNode_Position() {
	g := read("1. e4 e5 (1... c5 2. Nf3) (1... e6) 2. Nf3 *")
	for n := range g.Root().Next().Children() {
		fmt.Println(n.Plies(), n.SAN(), n.Position())
	}
	// Output:
	// 2 e5 rnbqkbnr/pppp1ppp/8/4p3/4P3/8/PPPP1PPP/RNBQKBNR w KQkq - 0 2
	// 2 c5 rnbqkbnr/pp1ppppp/8/2p5/4P3/8/PPPP1PPP/RNBQKBNR w KQkq - 0 2
	// 2 e6 rnbqkbnr/pppp1ppp/4p3/8/4P3/8/PPPP1PPP/RNBQKBNR w KQkq - 0 2
}

// A variation is added to the node before its first move.
func ExampleNode_AddSAN() {
	g := read("1. e4 e5 2. Nf3 Nc6 *")
	n := g.LastNode().Parent().Parent() // after 1... e5
	for _, san := range []string{"f4", "exf4", "Bc4"} {
		var err error
		if n, err = n.AddSAN(san); err != nil {
			fmt.Println(err)
			return
		}
	}
	_, err := n.AddSAN("O-O")
	fmt.Println(err)
	fmt.Print(movetext(g))
	// Output:
	// O-O: castling: the bishop on f8 stands in the way
	// 1. e4 e5 2. Nf3 (2. f4 exf4 3. Bc4) 2... Nc6 *
}

// A variation becomes the main line, and the old main line is deleted.
func ExampleNode_PromoteToMainLine() {
	g := read("1. e4 e5 (1... c5 2. Nf3 d6) 2. Nf3 Nc6 *")
	old := g.Root().Next().Next()
	for n := range old.Parent().Children() {
		if n.SAN() == "c5" {
			n.PromoteToMainLine()
		}
	}
	fmt.Print(movetext(g))
	old.Delete()
	fmt.Print(movetext(g))
	// Output:
	// 1. e4 c5 (1... e5 2. Nf3 Nc6) 2. Nf3 d6 *
	// 1. e4 c5 2. Nf3 d6 *
}

// Comments and glyphs belong to a move. The glyph $4 marks a blunder.
func ExampleNode_SetComments() {
	g := read("1. e4 e5 2. Qh5 Ke7 3. Qxe5# 1-0")
	blunder := g.LastNode().Parent()
	blunder.SetNAGs(chess.VeryPoorMove)
	blunder.SetComments("the only move that loses at once")
	fmt.Print(movetext(g))
	fmt.Println(blunder.NAGs(), blunder.NAGs()[0].Symbol(), blunder.Comments())
	// Output:
	// 1. e4 e5 2. Qh5 Ke7 $4 {the only move that loses at once} 3. Qxe5# 1-0
	// [$4] ?? [the only move that loses at once]
}

// Servers write clocks and evaluations as commands inside comments.
func ExampleNode_Info() {
	g := read("1. e4 {[%eval 0.25,18] [%clk 0:09:57] of course} e5 {[%clk 0:09:50] as always} 2. Ba6 {[%eval #-8]} *")
	for n := range g.MainLine() {
		c := n.Info()
		if c.Clock != nil {
			fmt.Println(n.SAN(), *c.Clock, c.Text)
		}
		if c.Eval != nil {
			fmt.Println(n.SAN(), c.Eval, c.Eval.Mate, c.Eval.Number())
		}
	}
	// Output:
	// e4 9m57s of course
	// e4 0.25,18 0 25
	// e5 9m50s as always
	// Ba6 #-8 -8 -999992
}

// A server writes the clock after each move.
func ExampleNode_SetInfo() {
	g := read("1. e4 e5 *")
	left := 3 * time.Minute
	for n := range g.MainLine() {
		left -= 2500 * time.Millisecond
		n.SetInfo(chess.MoveInfo{Clock: &left})
	}
	fmt.Print(movetext(g))
	// Output: 1. e4 {[%clk 0:02:57.5]} 1... e5 {[%clk 0:02:55]} *
}

// The colored squares and arrows of a study.
func ExampleParseMoveInfo() {
	c := chess.ParseMoveInfo("the [%csl Gd5] outpost [%cal Gc3d5,Rf6d5]")
	fmt.Println(c.Text)
	for _, shape := range c.Shapes {
		fmt.Printf("%c from %v to %v\n", shape.Letter, shape.From, shape.To)
	}
	fmt.Println(c)
	// Output:
	// the outpost
	// G from d5 to d5
	// G from c3 to d5
	// R from f6 to d5
	// [%csl Gd5] [%cal Gc3d5,Rf6d5] the outpost
}
