package main

import (
	"fmt"
	"io"
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
	"github.com/shakki/chess/internal/deep"
	"github.com/shakki/chess/internal/pgntext"
)

// selectionGames returns games for tests of select: 300 that begin with an opening and go on at
// random, with all kinds of ends, and a few with something that is rare. The tag Round numbers
// them.
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

// withoutPromotions returns the games of a text without promotions and captures en passant, and
// these games without their last moves.
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
	{"end and length", "-checkmate|-moves|..60", "-M|-bu60", ""},
	{"black of two", "-black|Carlsen|-black|Anand", "-TbCarlsen|-TbAnand", ""},
	{"a part of an event", "-event|*Paris*", "-tFILE|--tagsubstr", "Event \"Paris\"\n"},
	{"ECO codes", "-eco|D3|-eco|E6", "-TeD3|-TeE6", ""},
	{"both ratings", "-whiteelo|2600..|-blackelo|2600..", "-tFILE", "WhiteElo >= \"2600\"\nBlackElo >= \"2600\"\n"},
	{"losses of white", "-white|Polgar|-result|0-1", "-TwPolgar|-Tr0-1", ""},
	{"at least 200 plies", "-plies|200..", "-pl200", ""},
	{"at most 30 plies", "-plies|..30", "-pu30", ""},
	{"draw by length", "-result|draw|-moves|50..", "-Tr1/2|-bl50", ""},
	{"games 3 to 7", "-game|3..7", "--selectonly|3:7", ""},
	{"no setup", "-setup=false", "--nosetuptags", ""},
	{"setup", "-setup", "--onlysetuptags", ""},
	{"early pattern", "-fen|*/*/*/*/???PP???/*/*/*|-within|6", "-Tf*/*/*/*/???PP???/*/*/*|--matchplylimit|6", ""},
	{"two patterns", "-fen|*/*/*/*/???PP???/*/*/*|-fen|*/*/*/???pp???/*/*/*/*", "-Tf*/*/*/*/???PP???/*/*/*|-Tf*/*/*/???pp???/*/*/*/*", ""},
	{"without queens", "-material|Q+q=0|-for|3", "-zFILE", "q0r*b*n*p* q0r*b*n*p*\n"},
	{"bishop pair", "-material|B>=2,b<=1|-anycolor|-for|3", "-zFILE", "q*r*b2+n*p* q*r*b1-n*p*\n"},
	{"another hash", "-fen|rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq -", "-H823c9b50fd114196", ""},
	{"line of many choices", "-line|* Nf6|-line|* d5", "-vFILE|-P", "* Nf6\n* d5\n"},
}

// TestSelectLikePGNExtract checks that select and pgn-extract 19-04 select the same games. For
// material, the games have no promotions and captures en passant, after which pgn-extract counts
// pieces wrongly: it misses a game that ends with two kings and two rooks, as its own EPD shows.
// Its N half-moves are N+1 positions in a row, and it does not look at the last position, which
// select does not get to see here.
func TestSelectLikePGNExtract(t *testing.T) {
	program := deep.Program(t, "pgn-extract")
	text := selectionGames()
	if !*deep.Flag {
		text = text[strings.LastIndex(text[:strings.Index(text, `[Round "251"]`)], "[Event "):]
	}
	plain, shorter := withoutPromotions(t, text)
	all, plain, shorter := tempFile(t, text), tempFile(t, plain), tempFile(t, shorter)
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

// twoGames are games for tests of the output. The second has an error.
const twoGames = `[Event "Open"]
[Site "Helsinki"]
[Date "2024.05.01"]
[Round "1"]
[White "Anand, V"]
[Black "Carlsen, M"]
[Result "1-0"]
[ECO "A00"]
[Annotator "Kotov"]

1. e4 $1 {[%clk 0:01:30] good} e5 {[%eval 0.31]} (1... c5 2. Nf3) 2. Nf3 Nc6 3. Bb5 a6 1-0

[Event "Open"]
[White "B"]
[Result "1/2-1/2"]

1. d4 d5 2. c4 Ke6 1/2-1/2
`

// TestSelectOutput checks the forms in which games come out.
func TestSelectOutput(t *testing.T) {
	const head = "[Event \"Open\"]\n[Site \"Helsinki\"]\n[Date \"2024.05.01\"]\n[Round \"1\"]\n[White \"Anand, V\"]\n[Black \"Carlsen, M\"]\n[Result \"1-0\"]\n"
	const all = head + "[ECO \"A00\"]\n[Annotator \"Kotov\"]\n"
	const moves = "1. e4 $1 {[%clk 0:01:30] good} 1... e5 {[%eval 0.31]} (1... c5 2. Nf3) 2. Nf3\nNc6 3. Bb5 a6 1-0\n"
	tests := []struct {
		name string
		args []string
		want string
	}{
		{"export form", nil, all + "\n" + moves},
		{"export form by its name", []string{"-format", "pgn"}, all + "\n" + moves},
		{"as it was read", []string{"-format", "source"}, strings.SplitAfter(twoGames, "1-0\n")[0]},
		{"tags", []string{"-format", "tags", "-tags", "White,Black"}, "[White \"Anand, V\"]\n[Black \"Carlsen, M\"]\n"},
		{"export form of a sound game", []string{"-faulty", "pass"}, all + "\n" + moves},
		{"number of games whose moves are not read", []string{"-white", "B", "-format", "count"}, "2\n"},
		{"cut at material", []string{"-omit", "tags,comments,variations,glyphs,clocks,evals", "-material", "P=8,p=8", "-for", "2", "-cut", "match"}, "1. e4 1-0\n"},
		{"cut at a pattern", []string{"-omit", "tags,comments,variations,glyphs,clocks,evals", "-fen", "*/*/*/4p3/*/*/*/*", "-cut", "match"}, "1. e4 e5 1-0\n"},
		{"seven tags", []string{"-tags", "seven"}, head + "\n" + moves},
		{"without tags", []string{"-omit", "tags"}, moves},
		{"without a tag", []string{"-omit", "Annotator,Site,ECO", "-tags", "seven,ECO"}, strings.Replace(head, "[Site \"Helsinki\"]\n", "", 1) + "\n" + moves},
		{"without annotations", []string{"-omit", "tags,comments,variations,glyphs,clocks,evals"}, "1. e4 e5 2. Nf3 Nc6 3. Bb5 a6 1-0\n"},
		{"without text", []string{"-omit", "tags,comments,variations"}, "1. e4 $1 {[%clk 0:01:30]} 1... e5 {[%eval 0.31]} 2. Nf3 Nc6 3. Bb5 a6 1-0\n"},
		{"narrow", []string{"-omit", "tags,comments,variations,glyphs,clocks,evals", "-width", "12"}, "1. e4 e5 2.\nNf3 Nc6 3.\nBb5 a6 1-0\n"},
		{"one line", []string{"-omit", "tags", "-width", "0"}, strings.Replace(moves, "Nf3\n", "Nf3 ", 1)},
		{"UCI", []string{"-omit", "tags,comments,variations,glyphs,clocks,evals", "-notation", "uci"}, "1. e2e4 e7e5 2. g1f3 b8c6 3. f1b5 a7a6 1-0\n"},
		{"German", []string{"-omit", "tags,comments,variations,glyphs,clocks,evals", "-letters", "German"}, "1. e4 e5 2. Sf3 Sc6 3. Lb5 a6 1-0\n"},
		{"cut", []string{"-omit", "tags,comments,variations,glyphs,clocks,evals", "-cut", "3"}, "1. e4 e5 2. Nf3 1-0\n"},
		{"cut at a position", []string{"-omit", "tags,comments,variations,glyphs,clocks,evals", "-reach", "e4 e5", "-cut", "match"}, "1. e4 e5 1-0\n"},
		{"cut at the start", []string{"-omit", "tags,comments,variations,glyphs,clocks,evals", "-fen", "rnbqkbnr/pppppppp/*/*/*/*/*/*", "-cut", "match"}, "1-0\n"},
		{"last FEN", []string{"-omit", "tags,comments,variations,glyphs,clocks,evals", "-cut", "1", "-add", "lastfen"},
			"1. e4 {rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq - 0 1} 1-0\n"},
		{"FENs", []string{"-omit", "tags,variations,comments,clocks", "-cut", "2", "-add", "fens"},
			"1. e4 $1 {rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq - 0 1} 1... e5\n" +
				"{[%eval 0.31]} {rnbqkbnr/pppp1ppp/8/4p3/4P3/8/PPPP1PPP/RNBQKBNR w KQkq - 0 2}\n1-0\n"},
		{"more tags", []string{"-tags", "White", "-format", "tags", "-add", "plycount,opening,hash"},
			"[White \"Anand, V\"]\n[ECO \"C70\"]\n[PlyCount \"6\"]\n[Opening \"Ruy Lopez\"]\n[Variation \"Morphy Defense\"]\n[HashCode \"HASH\"]\n"},
		{"JSON", []string{"-format", "json", "-tags", "White,Result"},
			`{"game":1,"file":"NAME","tags":{"White":"Anand, V","Result":"1-0"},"moves":["e4","e5","Nf3","Nc6","Bb5","a6"],` +
				`"clocks":[90,null,null,null,null,null],"evals":[null,{"centipawns":31},null,null,null,null],"plies":6,` +
				`"outcome":{"result":"1-0"},"fen":"r1bqkbnr/1ppp1ppp/p1n5/1B2p3/4P3/5N2/PPPP1PPP/RNBQK2R w KQkq - 0 4"}` + "\n"},
		{"CSV", []string{"-format", "csv"}, "White,Black,Result,Date,ECO,plies\n\"Anand, V\",\"Carlsen, M\",1-0,2024.05.01,A00,6\n"},
		{"columns", []string{"-format", "csv", "-columns", "game,moves,uci,opening,Opening"},
			"game,moves,uci,opening,Opening\n1,1. e4 e5 2. Nf3 Nc6 3. Bb5 a6,e2e4 e7e5 g1f3 b8c6 f1b5 a7a6,Ruy Lopez: Morphy Defense,\n"},
		{"EPD", []string{"-format", "epd", "-cut", "1"},
			"rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - c0 \"Anand, V-Carlsen, M, Open, Helsinki, 2024.05.01\"; c1 \"1-0\";\n" +
				"rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq - c0 \"Anand, V-Carlsen, M, Open, Helsinki, 2024.05.01\"; c1 \"1-0\";\n"},
		{"number", []string{"-format", "count"}, "1\n"},
	}
	name := tempFile(t, twoGames)
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			status, out, errs := runWith(t, "", append(append([]string{"select", "-white", "Anand"}, test.args...), name)...)
			out = regexp.MustCompile(`"[0-9a-f]{16}"`).ReplaceAllString(strings.ReplaceAll(out, name, "NAME"), `"HASH"`)
			if diff := cmp.Diff(test.want, out); diff != "" || status != 0 || errs != "" {
				t.Errorf("select %q = %d, %s, wrong output (-want +got):\n%s", test.args, status, errs, diff)
			}
		})
	}
}

// TestSelectFaulty checks what becomes of a game with an error, and the exit status.
func TestSelectFaulty(t *testing.T) {
	name := tempFile(t, twoGames)
	fault := name + ":17:16: game 2 (B - ?): 2... Ke6: "
	tests := []struct {
		args   []string
		status int
		want   []string // the games, by how they end
		faults bool
	}{
		{nil, 1, []string{"a6 1-0"}, true},
		{[]string{"-faulty", "keep"}, 1, []string{"a6 1-0", "2. c4 1/2-1/2"}, true},
		{[]string{"-faulty", "pass"}, 1, []string{"a6 1-0", "Ke6 1/2-1/2"}, true},
		{[]string{"-faults"}, 1, []string{"Ke6 1/2-1/2"}, true},
		{[]string{"-faults=false"}, 1, []string{"a6 1-0"}, true},
		{[]string{"-findings"}, 1, []string{"Ke6 1/2-1/2"}, true},
		{[]string{"-white", "B", "-faulty", "keep"}, 1, []string{"2. c4 1/2-1/2"}, true},
		{[]string{"-white", "A"}, 0, []string{"a6 1-0"}, false},
		{[]string{"-format", "source"}, 0, []string{"a6 1-0", "Ke6 1/2-1/2"}, false}, // moves are not read
		{[]string{"-plies", "3", "-faulty", "keep"}, 1, []string{"2. c4 1/2-1/2"}, true},
	}
	for _, test := range tests {
		args := append([]string{"select"}, test.args...)
		if !slices.Contains(args, "source") {
			args = append(args, "-omit", "comments,variations")
		}
		status, out, errs := runWith(t, "", append(args, name)...)
		var got []string
		for _, game := range strings.Split(strings.ReplaceAll(out, "3.\nBb5", "3. Bb5"), "\n\n") {
			if !strings.HasPrefix(game, "[") {
				fields := strings.Fields(game)
				got = append(got, strings.Join(fields[max(0, len(fields)-3):], " "))
			}
		}
		for i := range got {
			if i >= len(test.want) || !strings.HasSuffix(got[i], test.want[i]) {
				t.Errorf("select %q = %q, want %q", test.args, got, test.want)
				break
			}
		}
		if len(got) != len(test.want) || status != test.status || strings.HasPrefix(errs, fault) != test.faults || strings.Count(errs, "\n") > 1 {
			t.Errorf("select %q = %d, %q, error output %q, want %d, %q", test.args, status, got, errs, test.status, test.want)
		}
	}
}

// TestSelectFiles checks the files that select writes: split, the rest, duplicates, compressed,
// added to.
func TestSelectFiles(t *testing.T) {
	folder := t.TempDir()
	path := func(name string) string { return filepath.Join(folder, name) }
	games := tempFile(t, strings.ReplaceAll(selectionGames(), "\r", "")+"\n"+selectionGames())
	count := func(name string) string {
		status, out, errs := runWith(t, "", "select", "-format", "count", path(name))
		if status != 0 {
			t.Errorf("%s: %s", name, errs)
		}
		return strings.TrimSpace(out)
	}
	tests := []struct {
		name string
		args []string
		want map[string]string // the numbers of games
	}{
		{"duplicates", []string{"-unique", "moves", "-o", path("u.pgn"), "-duplicates", path("d.pgn.gz")}, map[string]string{"u.pgn": "308", "d.pgn.gz": "308"}},
		{"players", []string{"-unique", "players", "-white", "Polgar", "-o", path("p.pgn"), "-rest", path("r.pgn")}, map[string]string{"p.pgn": "55", "r.pgn": "561"}},
		{"added", []string{"-append", "-o", path("u.pgn")}, map[string]string{"u.pgn": "924"}},
		{"every second", []string{"-every", "2", "-format", "csv", "-o", path("half.csv"), "-rest", path("half.pgn")}, map[string]string{"half.pgn": "308"}},
		{"sample", []string{"-sample", "100", "-format", "json", "-o", path("s.json"), "-rest", path("s.pgn")}, map[string]string{"s.pgn": "516"}},
		{"once", []string{"-unique", "moves", "-format", "count", "-rest", path("again.pgn")}, map[string]string{"again.pgn": "308"}},
		{"by number", []string{"-first", "25", "-split", "10", "-o", path("n.pgn")}, map[string]string{"n-1.pgn": "10", "n-2.pgn": "10", "n-3.pgn": "5"}},
		{"by letter", []string{"-eco", "A", "-eco", "C5", "-tag", "ECO", "-split", "eco1", "-o", path("e.pgn.gz")}, map[string]string{"e-A.pgn.gz": "132", "e-C.pgn.gz": "28"}},
		{"by player", []string{"-first", "3", "-split", "player", "-o", path("who.pgn")}, map[string]string{"who-Anand_Viswanathan.pgn": "1"}},
		{"by month", []string{"-game", "9", "-split", "month", "-o", path("m.pgn")}, map[string]string{"m-1987.pgn": "1"}}, // 1987.??.??
	}
	for _, test := range tests {
		status, out, errs := runWith(t, "", append(append([]string{"select"}, test.args...), games)...)
		if status != 0 || len(out) > len("308\n") || errs != "" {
			t.Errorf("%s: select = %d, %q, %q", test.name, status, out, errs)
		}
		got := map[string]string{}
		for name := range test.want {
			got[name] = count(name)
		}
		if diff := cmp.Diff(test.want, got); diff != "" {
			t.Errorf("%s: wrong numbers of games (-want +got):\n%s", test.name, diff)
		}
	}
}

// TestSelectChoice checks the flags that choose among the games.
func TestSelectChoice(t *testing.T) {
	games := tempFile(t, selectionGames())
	numbers := func(args ...string) []string {
		status, out, errs := runWith(t, "", append(append([]string{"select", "-format", "csv", "-columns", "game"}, args...), games)...)
		if status != 0 || errs != "" {
			t.Errorf("select %q = %d, %s", args, status, errs)
		}
		return strings.Fields(out)[min(1, len(out)):]
	}
	if got := numbers("-game", "7", "-game", "300.."); len(got) != 10 || got[0] != "7" || got[9] != "308" {
		t.Errorf("games 7 and 300.. are %q", got)
	}
	if got := numbers("-every", "100"); !slices.Equal(got, []string{"100", "200", "300"}) {
		t.Errorf("every 100th game is %q", got)
	}
	first, again, other := numbers("-sample", "10", "-seed", "1"), numbers("-sample", "10", "-seed", "1", "-workers", "1"), numbers("-sample", "10", "-seed", "2")
	if len(first) != 10 || !slices.Equal(first, again) || slices.Equal(first, other) {
		t.Errorf("samples of seeds 1, 1, and 2 are %q, %q, %q", first, again, other)
	}
	if all := numbers(); len(all) != 308 {
		t.Errorf("%d games, want 308", len(all))
	}
	list := filepath.Join(t.TempDir(), "players")
	if err := os.WriteFile(list, []byte("# players\nPolgar\nAnand\n"), 0o644); err != nil {
		t.Fatal(err)
	}
	if got, want := numbers("-white", "@"+list), numbers("-white", "Polgar", "-white", "Anand"); !slices.Equal(got, want) {
		t.Errorf("the players of a list have %q, want %q", got, want)
	}
	for _, trait := range []string{"checkmate", "fifty", "underpromotion", "setup", "commented", "variations", "findings"} {
		if with, without := numbers("-"+trait), numbers("-"+trait+"=false"); len(with)+len(without) != 308 {
			t.Errorf("%d games with %s and %d without it are not 308", len(with), trait, len(without))
		}
	}
	kinds := 0
	for _, kind := range []string{"same", "opposite", "none"} {
		kinds += len(numbers("-castles", kind))
	}
	if white := len(numbers("-castles", "K", "-castles", "Q")); kinds > 308 || white == 0 || kinds == 0 {
		t.Errorf("%d games with castling or none, %d with castling by White", kinds, white)
	}
}

// TestSelectUsage checks that wrong flags are errors, and that help has all flags in groups.
func TestSelectUsage(t *testing.T) {
	name := tempFile(t, twoGames)
	for _, args := range [][]string{
		{}, {"-elo", "x", name}, {"-fen", "8/8", name}, {"-checkmate", "-checkmate=false", name}, {"-split", "3", name}, {"-split", "eco", name},
		{"-duplicates", "x", name}, {"-cut", "match", name}, {"-format", "csv", "-faulty", "pass", name}, {"-for", "2", name},
		{"-sample", "3", "-first", "2", name}, {"-faulty", "x", name}, {"-rules", "x", name}, {"-white", "@/nowhere", name},
		{"-o", name, name}, {"-rest", name, name}, {"nowhere.pgn"}, {"-omit", "moves", name}, {"-add", "x", name},
		{"-within", "5", name}, {"-anycolor", name}, {"-append", name}, {"-seed", "3", name}, {"-memory", "9", name}, {"-rules", "s1", name},
		{"-columns", "White", name}, {"-format", "csv", "-tags", "seven", name}, {"-format", "source", "-omit", "comments", name},
		{"-cut", "5", "-format", "source", name}, {"-format", "epd", "-width", "9", name}, {"-o", "x.csv", "-tags", "seven", name},
		{"-o", "x", "-format", "count", name}, {"-date", "1990-2000", name}, {"-date", "24", name}, {"-date", "2024.13", name},
		{"-tag", "WhiteElo>=high", name}, {name, "-unique", "moves"}, {"-formt", "csv", name},
	} {
		if status, out, errs := runWith(t, "", append([]string{"select"}, args...)...); status != 2 || out != "" || errs == "" {
			t.Errorf("select %q = %d, %q, %q, want 2 and an error", args, status, out, errs)
		}
	}
	for form, want := range map[string]string{"x.csv": "White,Black", "x.json": `{"game":1`, "x.epd.zst": "", "x.pgn": "[Event"} {
		out := filepath.Join(t.TempDir(), form)
		if status, _, errs := runWith(t, "", "select", "-o", out, tempFile(t, inForm)); status != 0 {
			t.Fatalf("select -o %s = %d, %q", form, status, errs)
		}
		if text, err := os.ReadFile(out); err != nil || !strings.HasPrefix(string(text), want) {
			t.Errorf("%s begins with %.20q, %v, want %q", form, text, err, want)
		}
	}
	status, out, errs := runWith(t, "", "help", "select")
	if status != 0 || errs != "" || strings.Count(out, "\n  -") < 60 || strings.Count(out, ":\n  -") != 5 {
		t.Errorf("help select = %d, %q, %s", status, errs, out)
	}
}

// closedPipe is a pipe that nobody reads any more.
type closedPipe struct{}

func (closedPipe) Write([]byte) (int, error) { return 0, io.ErrClosedPipe }

// TestSelectClosedPipe checks that a closed pipe is no error unless another output lacks games because of it.
func TestSelectClosedPipe(t *testing.T) {
	games := tempFile(t, strings.Repeat(inForm+"\n", 1000))
	for args, want := range map[string]int{"": 0, "-o -": 0, "-rest FILE": 2, "-unique moves -duplicates FILE": 2} {
		var errs strings.Builder
		fields := strings.Fields("select " + strings.ReplaceAll(args, "FILE", filepath.Join(t.TempDir(), "other.pgn")))
		if status := run(append(fields, games), nil, closedPipe{}, &errs); status != want || (errs.Len() > 0) != (want > 0) {
			t.Errorf("select %s to a closed pipe = %d, %q, want %d", args, status, errs.String(), want)
		}
	}
}

// TestSelectStream checks that select finds the same games behind what takes more memory than a chunk: a hole
// of zeros, a word, and a comment, each of 5 MB.
func TestSelectStream(t *testing.T) {
	games := func(first int) (text string) {
		for n := first; n < first+3; n++ {
			text += fmt.Sprintf("[Event \"%d\"]\r\n[White \"W\"]\n\n1. e4 e5 2. Nf3 {a note} Ke5 1-0\n\n1. d4 d5 0-1\n\n", n)
		}
		return text
	}
	small := "1. c4 c5 *\n\n"
	for name, large := range map[string]string{
		"hole":    strings.Repeat("\x00", 5*pgntext.MaxPartSize/4) + small,
		"word":    small + strings.Repeat("x", 5*pgntext.MaxPartSize/4) + "\n\n",
		"comment": "1. c4 {" + strings.Repeat("x", pgntext.MaxPartSize/8) + "}" + strings.Repeat(" ;"+strings.Repeat("y", pgntext.MaxPartSize/8)+"\n", 9) + "c5 *\n\n",
	} {
		for _, args := range [][]string{
			{"-format", "count", "-faulty", "keep"}, {"-format", "source", "-faulty", "pass"}, {"-format", "csv", "-columns", "game,Event,plies"},
			{"-plies", "4.."}, {"-white", "W", "-faulty", "keep", "-format", "csv", "-columns", "game,Event,plies,moves"}, {"-result", "0-1", "-format", "csv", "-columns", "game,moves"},
		} {
			args = append(append([]string{"select"}, args...), "-")
			_, want, wantFaults := runWith(t, games(1)+small+games(4), args...)
			_, got, gotFaults := runWith(t, games(1)+large+games(4), args...)
			if name == "comment" { // which is in the output too
				want, got = regexp.MustCompile(`1\. c4[^*]*\*`).ReplaceAllString(want, ""), regexp.MustCompile(`1\. c4[^*]*\*`).ReplaceAllString(got, "")
			}
			if diff := cmp.Diff(want, got); diff != "" {
				t.Errorf("%s: %q (-small +large):\n%.2000s", name, args, diff)
			}
			if lines, want := strings.Count(gotFaults, "\n"), strings.Count(wantFaults, "\n"); lines < want || lines > want+1 {
				t.Errorf("%s: %q reports %d faults, want %d: %.500s", name, args, lines, want, gotFaults)
			}
		}
	}
}
