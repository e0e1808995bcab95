package chess_test

import (
	"errors"
	"fmt"
	"io"
	"os"
	"strings"

	"github.com/shakki/chess"
)

// The games of a small club. The second record holds an illegal move.
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

1. e4 e5 2. Nf3 Nc6 3. Bc4 Bc5 1/2-1/2
`

func ExampleParsePGN() {
	g, err := chess.ParsePGN(`[White "Aino"] [Black "Eino"] [Result "1-0"] 1.e4 e5 2.Bc4 Nc6 3.Qh5 Nf6 4.Qxf7 1-0`)
	if err != nil {
		fmt.Println(err)
		return
	}
	p := g.Position()
	fmt.Println(g.Tag("White"), "-", g.Tag("Black"), g.Outcome(), "after", g.Plies(), "plies")
	fmt.Println(p.FEN())
	// Output:
	// Aino - Eino 1-0 (checkmate) after 7 plies
	// r1bqkb1r/pppp1Qpp/2n2n2/4p3/2B1P3/8/PPPP1PPP/RNB1K1NR b KQkq - 0 4
}

// What is wrong in a record, and where.
func ExampleParsePGN_error() {
	g, err := chess.ParsePGN("1. e4 e5\n2. Bc4 Bc5 3. Qh5 Qxf2 4. Kxf2 *")
	fmt.Println(g.Plies(), "plies are right")
	var fault *chess.PGNError
	if errors.As(err, &fault) {
		fmt.Println(fault.Line, fault.Column, fault.Token, "-", fault.Reason)
	}
	fmt.Println(errors.Is(err, chess.ErrIllegal))
	// Output:
	// 5 plies are right
	// 2 19 Qxf2 - a queen does not move from d8 to f2
	// true
}

// All games of a file. A bad one comes with its error and does not cost the next.
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
	// Eino - Onni 0-1: 4 plies, chess: PGN line 11, column 24: game 2 (Eino - Onni): 3. Ne4: the knight on c3 is pinned by the bishop on b4
	// Onni - Aino 1/2-1/2: 6 plies, <nil>
}

// Millions of games are read as a stream of events, which holds none of them in
// memory.
func ExamplePGNScanner() {
	s := chess.NewPGNScanner(strings.NewReader(strings.Repeat(clubGames, 1000)))
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

// The games in which a position arises. SkipGame leaves the rest of a game unread.
func ExamplePGNScanner_SkipGame() {
	wanted := chess.MustParseFEN("r1bqkbnr/pppp1ppp/2n5/4p3/2B1P3/8/PPPP1PPP/RNBQK1NR w KQkq - 2 3")
	s := chess.NewPGNScanner(strings.NewReader(clubGames))
	for event := s.Next(); event != chess.PGNEnd; event = s.Next() {
		if event == chess.PGNMove && s.Position().SamePosition(&wanted) {
			fmt.Println("game", s.Game(), "after", s.Before().SAN(s.Move()))
			s.SkipGame()
		}
	}
	// Output: game 1 after Nc6
}

// Several workers share one stream. Each scans parts of it, and the results come
// in the order of the stream.
func ExampleScanPGN() {
	countWins := func(s *chess.PGNScanner) map[chess.Result]int {
		wins := make(map[chess.Result]int)
		for event := s.Next(); event != chess.PGNEnd; event = s.Next() {
			switch event {
			case chess.PGNMovetext:
				s.SkipGame() // the result is all we want
			case chess.PGNGameEnd:
				wins[s.Result()]++
			}
		}
		return wins
	}
	total := make(map[chess.Result]int)
	for part, err := range chess.ScanPGN(strings.NewReader(strings.Repeat(clubGames, 1000)), 4, countWins) {
		if err != nil {
			fmt.Println(err)
			return
		}
		for result, n := range part {
			total[result] += n
		}
	}
	fmt.Println(total[chess.WhiteWins], total[chess.BlackWins], total[chess.Draw])
	// Output: 1000 1000 1000
}

// The positions of a game with the number of plies made: here, where the queens
// leave the board.
func ExampleGame_Positions() {
	g := read("1. e4 e5 2. d4 exd4 3. Qxd4 Qf6 4. Qxf6 Nxf6 5. Nc3 *")
	for plies, p := range g.Positions() {
		if p.ByType(chess.Queen).IsEmpty() {
			fmt.Println(plies, p.FEN())
			break
		}
	}
	// Output: 8 rnb1kb1r/pppp1ppp/5n2/8/4P3/8/PPP2PPP/RNB1KBNR w KQkq - 0 5
}

// A game is written with its tags, those of the Seven Tag Roster first.
func ExamplePGNWriter() {
	g := chess.NewGame(chess.WithTags(chess.Tag{Name: "White", Value: "Aino"}, chess.Tag{Name: "Black", Value: "Eino"}))
	g.SetTag("Date", "2024.05.01")
	g.SetTag("TimeControl", "600+5")
	play(g, "e4 e5 Nf3 Nc6 Bb5")
	if err := g.Resign(chess.Black); err != nil {
		fmt.Println(err)
	}
	if err := chess.NewPGNWriter(os.Stdout).Write(g); err != nil {
		fmt.Println(err)
	}
	// Output:
	// [Event "?"]
	// [Site "?"]
	// [Date "2024.05.01"]
	// [Round "?"]
	// [White "Aino"]
	// [Black "Eino"]
	// [Result "1-0"]
	// [TimeControl "600+5"]
	//
	// 1. e4 e5 2. Nf3 Nc6 3. Bb5 1-0
}

// Only the moves that were played, in lines as long as they get.
func ExamplePGNFormat() {
	g := read("1. e4 e5 {solid} (1... c5 2. Nf3) 2. Nf3 $1 Nc6 *")
	pgn := string(g.AppendPGN(nil, chess.PGNFormat{MainLineOnly: true, Columns: -1}))
	fmt.Print(pgn[strings.Index(pgn, "1. e4"):])
	// Output: 1. e4 e5 2. Nf3 Nc6 *
}

// From one file to another: games are read, changed and written one by one.
func ExamplePGNReader_Read() {
	r := chess.NewPGNReader(strings.NewReader(clubGames))
	w := chess.NewPGNWriter(os.Stdout)
	for {
		g, err := r.Read()
		if err == io.EOF {
			break
		}
		if err != nil || g.Tag("White") != "Aino" {
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
	// [White "Aino"]
	// [Black "Eino"]
	// [Result "1-0"]
	//
	// 1. e4 e5 2. Bc4 Nc6 3. Qh5 Nf6 4. Qxf7# 1-0
}
