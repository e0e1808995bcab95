package main

import (
	"fmt"
	"math/rand/v2"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"sync"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/google/go-cmp/cmp/cmpopts"

	"github.com/shakki/chess"
	"github.com/shakki/chess/book/openings"
)

// selectionGames returns games for tests of select: 300 that begin with an opening and go on at random,
// with all kinds of ends, and a few with something that is rare. The tag Round numbers them.
var selectionGames = sync.OnceValue(func() string {
	var b strings.Builder
	random := rand.New(rand.NewPCG(1, 2))
	lines := slices.Collect(openings.Names().All())
	names := []string{"Carlsen, Magnus", "Carlsen, M", "Anand, Viswanathan", "Polgar, Judit", "Carlsson, Pontus", "van Wely, Loek"}
	write := func(n int, g *chess.Game) {
		date := fmt.Sprintf("%d.%02d.%02d", 1985+random.IntN(30), 1+random.IntN(12), 1+random.IntN(28))
		if n%9 == 0 {
			date = date[:4] + ".??.??"
		}
		tags := []string{
			"Event", []string{"Tata Steel", "Open Paris", "Olympiad"}[random.IntN(3)], "Site", "Test", "Date", date,
			"Round", strconv.Itoa(n), "White", names[random.IntN(len(names))], "Black", names[random.IntN(len(names))],
			"WhiteElo", strconv.Itoa(2300 + random.IntN(500)), "BlackElo", strconv.Itoa(2300 + random.IntN(500)),
			"Annotator", []string{"Kotov", "Korchnoi", "Dvoretsky"}[random.IntN(3)],
		}
		for i := 0; i < len(tags); i += 2 {
			g.SetTag(tags[i], tags[i+1])
		}
		if !g.Outcome().IsOver() {
			g.Adjudicate(chess.Outcome{Result: chess.Result(1 + random.IntN(3)), Reason: chess.Adjudication})
		}
		fmt.Fprintln(&b, g)
	}
	n := 1
	for ; n <= 300; n++ {
		line := lines[random.IntN(len(lines))]
		g, err := chess.ParsePGN(fmt.Sprintf("[ECO %q]\n\n%s *", line.ECO, line.PGN))
		if err != nil {
			panic(err)
		}
		for length := 10 + random.IntN(300); g.Plies() < length && !g.Outcome().IsOver(); {
			p := g.Position()
			moves := p.AppendCaptures(nil) // captures lead to endings
			if len(moves) == 0 || random.IntN(3) > 0 {
				moves = p.LegalMoves()
			}
			if err := g.Play(moves[random.IntN(len(moves))]); err != nil {
				panic(err)
			}
		}
		write(n, g)
	}
	for _, moves := range []string{
		"1. e3 a5 2. Qh5 Ra6 3. Qxa5 h5 4. h4 Rah6 5. Qxc7 f6 6. Qxd7+ Kf7 7. Qxb7 Qd3 8. Qxb8 Qh7 9. Qxc8 Kg6 10. Qe6", // stalemate
		"1. f3 e5 2. g4 Qh4#",
		"1. Nf3 Nf6 2. Ng1 Ng8 3. Nf3 Nf6 4. Ng1 Ng8 5. e4",
		"1. e4 d5 2. exd5 c6 3. dxc6 Nf6 4. cxb7 Nbd7 5. bxa8=N Qa5",
		"1. d4 Nf6 2. c4 e6 3. Nc3 Bb4 4. e3 O-O",
		"1. c4 Nf6 2. Nc3 e6 3. d4 Bb4 4. e3 O-O",
		"1. e4 c5 2. Nf3 d6 3. d4 cxd4 4. Nxd4 Nf6 5. Nc3 a6",
		"1. e4 c5 2. Nc3 d6 3. Nge2 Nf6 4. d4 cxd4 5. Nxd4 a6",
	} {
		g, err := chess.ParsePGN(moves + " *")
		if err != nil {
			panic(err)
		}
		write(n, g)
		n++
	}
	return b.String()
})

// withoutPromotions returns the games of a text without promotions and captures en passant, and these
// games without their last moves.
func withoutPromotions(t *testing.T, text string) (games, shorter string) {
	t.Helper()
	var b, c strings.Builder
next:
	for g, err := range chess.NewPGNReader(strings.NewReader(text)).All() {
		if err != nil {
			t.Fatal(err)
		}
		p := g.Start()
		for _, m := range g.Moves() {
			if m.Promotion() != chess.NoPieceType || p.IsEnPassant(m) {
				continue next
			}
			p.SetAfter(&p, m)
		}
		fmt.Fprintln(&b, g)
		g.Undo()
		fmt.Fprintln(&c, g)
	}
	return b.String(), c.String()
}

// A selectJob is a selection that pgn-extract can do too.
type selectJob struct {
	name    string
	args    string // of select, separated by |
	extract string // of pgn-extract, separated by |; FILE stands for the name of a file that holds text
	text    string
}

var selectJobs = []selectJob{
	{"all", "", "", ""},
	{"white", "-white|Carlsen, M", "-TwCarlsen, M", ""},
	{"black", "-black|Polgar", "-TbPolgar", ""},
	{"player", "-player|Anand", "-TpAnand", ""},
	{"two players", "-player|Anand|-player|Polgar", "-TpAnand|-TpPolgar", ""},
	{"players against each other", "-white|Carlsen|-black|Anand", "-TwCarlsen|-TbAnand", ""},
	{"a part of a name", "-player|*Pontus*", "-tFILE|--tagsubstr", "Player \"Pontus\"\n"},
	{"white of a list", "-white|van|-white|Carlsson", "-tFILE", "White \"van\"\nWhite \"Carlsson\"\n"},
	{"annotator", "-tag|Annotator=Ko*", "-TaKo", ""},
	{"event", "-event|Tata", "-tFILE", "Event \"Tata\"\n"},
	{"round", "-round|17", "-tFILE", "Round \"17\"\n"},                            // 170 begins with 17 too
	{"another rating", "-tag|WhiteElo!=2500", "-tFILE", "WhiteElo <> \"2500\"\n"}, // for text, pgn-extract ignores <>
	{"year", "-date|1995", "-Td1995", ""},
	{"years", "-date|1995|-date|1997", "-Td1995|-Td1997", ""},
	{"before", "-date|..1994", "-Tdb1995", ""},
	{"after", "-date|2001..", "-Tda2000", ""},
	{"year range", "-date|1990..1999", "-tFILE", "Date >= \"1990\"\nDate <= \"1999\"\n"},
	{"month", "-date|1999.07|-date|2001.02", "-Td1999.07|-Td2001.02", ""},
	{"white rating", "-whiteelo|2600..", "-tFILE", "WhiteElo >= \"2600\"\n"},
	{"black rating", "-blackelo|..2400", "-tFILE", "BlackElo <= \"2400\"\n"},
	{"rating by tag", "-tag|BlackElo<2400", "-tFILE", "BlackElo < \"2400\"\n"},
	{"any rating", "-anyelo|2750..", "-tFILE", "Elo >= \"2750\"\n"},
	{"white wins", "-result|1-0", "-Tr1-0", ""},
	{"decisive", "-result|1-0|-result|0-1", "-Tr1-0|-Tr0-1", ""},
	{"draws", "-result|draw", "-Tr1/2", ""},
	{"ECO letter", "-eco|B|-tag|ECO", "-TeB", ""}, // without a tag, select looks at the moves,
	{"ECO code", "-eco|C4", "-TeC4", ""},
	{"ECO range", "-eco|B20..B29", "-TeB2", ""},
	{"everything of tags", "-player|Carlsen|-date|1990..|-whiteelo|2500..", "-tFILE", "Player \"Carlsen\"\nDate >= \"1990\"\nWhiteElo >= \"2500\"\n"},
	{"at least 60 moves", "-moves|60..", "-bl60", ""},
	{"at most 20 moves", "-moves|..20", "-bu20", ""},
	{"moves", "-moves|40", "-b40", ""},
	{"plies", "-plies|100", "-p100", ""},
	{"plies from to", "-plies|50..80", "-pl50|-pu80", ""},
	{"checkmate", "-checkmate", "-M", ""},
	{"stalemate", "-stalemate", "--stalemate", ""},
	{"repetition", "-repetition|3", "--repetition", ""},
	{"fifty moves", "-fifty", "--fifty", ""},
	{"underpromotion", "-underpromotion", "--underpromotion", ""},
	{"position by moves", "-reach|e4 c5 Nf3 d6 d4 cxd4 Nxd4 Nf6 Nc3 a6", "-xFILE", "e4 c5 Nf3 d6 d4 cxd4 Nxd4 Nf6 Nc3 a6\n"},
	{"positions by moves", "-reach|1. e4 e5|-reach|1. d4 d5", "-xFILE", "e4 e5\nd4 d5\n"},
	{"line", "-line|1. e4 e5 2. Nf3", "-vFILE|-P", "e4 e5 Nf3\n"},
	{"line with any move", "-line|* b6", "-vFILE|-P", "* b6\n"},
	{"lines", "-line|d4 Nf6 c4|-line|e4 c5", "-vFILE|-P", "d4 Nf6 c4\ne4 c5\n"},
	{"line with a choice", "-line|e4 c5 Nf3|Nc3", "-vFILE|-P", "e4 c5 Nf3|Nc3\n"},
	{"line without a move", "-line|e4 c5 !Nf3", "-vFILE|-P", "e4 c5 !Nf3\n"},
	{"long line", "-line|d4 * c4 * Nc3 *", "-vFILE|-P", "d4 * c4 * Nc3 *\n"},
	{"pattern", "-fen|*/*/*/*/???PP???/*/*/*", "-Tf*/*/*/*/???PP???/*/*/*", ""},
	{"pattern of castled kings", "-fen|?????rk?/?????aaa/*/*/*/*/PPP*/*", "-Tf?????rk?/?????aaa/*/*/*/*/PPP*/*", ""},
	{"pattern with sets", "-fen|*/*/*/*/*/*/P[BP]P*/*", "-Tf*/*/*/*/*/*/P[BP]P*/*", ""},
	{"pattern with another set", "-fen|r[^n]bq*/*/*/*/*/*/*/*", "-Tfr[^n]bq*/*/*/*/*/*/*/*", ""},
	{"pattern with stars", "-fen|*r*k*/*/*/*/*/*/*/*Q*K*", "-Tf*r*k*/*/*/*/*/*/*/*Q*K*", ""},
	{"pattern with pieces", "-fen|*/*/*/*/!!!!*/*/*/*", "-Tf*/*/*/*/!!!!*/*/*/*", ""},
	{"pattern of both colors", "-fen|?????rk?/?????pbp/*/*/*/*/*/*|-anycolor", "-tFILE", "FENPatternI \"?????rk?/?????pbp/*/*/*/*/*/*\"\n"},
	{"FEN", "-fen|rnbqkbnr/pppp1ppp/4p3/8/4P3/8/PPPP1PPP/RNBQKBNR w KQkq - 0 2", "-tFILE", "FEN \"rnbqkbnr/pppp1ppp/4p3/8/4P3/8/PPPP1PPP/RNBQKBNR w KQkq - 0 2\"\n"},
	{"hash", "-fen|rnbqkbnr/pppp1ppp/8/4p3/4P3/8/PPPP1PPP/RNBQKBNR w KQkq -", "-H0844931a6ef4b9a0", ""},
	{"rook against rook", "-material|KRvKR|-for|3", "-zFILE", "r r\n"},
	{"rook endings", "-material|R=1,r=1,Q+q+N+n+B+b=0|-for|3", "-zFILE", "rp* rp*\n"},
	{"white has the queen", "-material|Q>=1,q=0|-for|3", "-yFILE", "q+r*b*n*p* q0r*b*n*p*\n"},
	{"pawn endings", "-material|Q+q+R+r+B+b+N+n=0,P+p>=1|-for|5", "-zFILE", "4 p+ p*\n"},
	{"minor pieces", "-material|Q+R+q+r=0,N+B=2,n+b=1|-anycolor|-for|3", "-zFILE", "l2p* l1p*\n"},
	{"exchange", "-material|Q=q,R=r+1,N+B+1=n+b|-anycolor|-for|5", "-zFILE", "4 q*r*l*p* q=r1>=l1<=p*\n"},
	{"first", "-player|Carlsen|-first|5", "-TpCarlsen|--stopafter|5", ""},
	{"duplicates", "-unique|moves", "-D", ""},
	{"player and end", "-player|Carlsen|-checkmate", "-M|-tFILE", "Player \"Carlsen\"\n"},
}

// TestSelectLikePGNExtract checks that select and pgn-extract 19-04 select the same games. For material,
// the games have no promotions and captures en passant, after which pgn-extract counts pieces wrongly: it
// misses a game that ends with two kings and two rooks, as its own EPD shows. Its N half-moves are N+1
// positions in a row, and it does not look at the last position, which select does not get to see here.
func TestSelectLikePGNExtract(t *testing.T) {
	program, err := exec.LookPath("pgn-extract")
	if err != nil {
		if program, err = exec.LookPath("/usr/games/pgn-extract"); err != nil {
			t.Skip("the program pgn-extract is not installed")
		}
	}
	all := tempFile(t, selectionGames())
	plain, shorter := withoutPromotions(t, selectionGames())
	plain, shorter = tempFile(t, plain), tempFile(t, shorter)
	round := regexp.MustCompile(`(?m)^\[Round "(.*)"\]`)
	for _, job := range selectJobs {
		t.Run(job.name, func(t *testing.T) {
			games, extracted := all, all
			if strings.Contains(job.args, "-material") {
				games, extracted = shorter, plain
			}
			file := filepath.Join(t.TempDir(), "criteria")
			if err := os.WriteFile(file, []byte(job.text), 0o644); err != nil {
				t.Fatal(err)
			}
			fields := func(s string) []string {
				return slices.DeleteFunc(strings.Split(s, "|"), func(s string) bool { return s == "" })
			}
			args := splitArgs(job.args)
			args = append(append([]string{"select", "-format", "csv", "-columns", "Round"}, args...), games)
			status, out, errs := runWith(t, "", args...)
			if status != 0 || errs != "" {
				t.Fatalf("select %q = %d, %s", job.args, status, errs)
			}
			got := strings.Fields(out)[1:]
			var theirs []string
			for _, field := range fields(job.extract) {
				theirs = append(theirs, strings.Replace(field, "FILE", file, 1))
			}
			output, err := exec.Command(program, append(append([]string{"-s"}, theirs...), extracted)...).Output()
			if err != nil {
				t.Fatal(err)
			}
			var want []string
			for _, m := range round.FindAllStringSubmatch(string(output), -1) {
				want = append(want, m[1])
			}
			if diff := cmp.Diff(want, got, cmpopts.EquateEmpty()); diff != "" {
				t.Errorf("select %s: %d games, pgn-extract %s: %d games (-pgn-extract +select):\n%s",
					job.args, len(got), job.extract, len(want), diff)
			}
		})
	}
}

// splitArgs splits the arguments of a job. A | between two words belongs to a line of moves.
func splitArgs(s string) []string {
	if s == "" {
		return nil
	}
	s = strings.ReplaceAll(s, "Nf3|Nc3", "Nf3\x00Nc3")
	args := strings.Split(s, "|")
	for i := range args {
		args[i] = strings.ReplaceAll(args[i], "\x00", "|")
	}
	return args
}
