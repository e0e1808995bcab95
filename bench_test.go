package chess

import (
	"bytes"
	"math/rand/v2"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strconv"
	"strings"
	"testing"
	"time"
)

// benchmarkPositions are the six positions of the move generation benchmarks. A perft to
// the given depth takes a few tenths of a second.
var benchmarkPositions = []struct {
	name  string
	fen   string
	depth int
}{
	{"start", "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1", 5},
	{"kiwipete", "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1", 4},
	{"pinned-en-passant", "8/2p5/3p4/KP5r/1R3p1k/8/4P1P1/8 w - - 0 1", 6},
	{"promotions", "r3k2r/Pppp1ppp/1b3nbN/nP6/BBP1P3/q4N2/Pp1P2PP/R2Q1RK1 w kq - 0 1", 5},
	{"castling-discovered", "rnbq1k1r/pp1Pbppp/2p5/8/2B5/8/PPP1NnPP/RNBQK2R w KQ - 1 8", 4},
	{"middlegame", "r4rk1/1pp1qppp/p1np1n2/2b1p1B1/2B1P1b1/P1NP1N2/1PP1QPPP/R4RK1 w - - 0 10", 4},
}

// perftList counts leaf nodes like perft, but lists the moves that lead to them.
func perftList(p *Position, depth int, buffers [][]Move) uint64 {
	moves := p.AppendLegalMoves(buffers[depth-1][:0])
	if depth == 1 {
		return uint64(len(moves))
	}
	var nodes uint64
	var q Position
	for _, m := range moves {
		q = p.After(m)
		nodes += perftList(&q, depth-1, buffers)
	}
	return nodes
}

// perftPlay counts leaf nodes like perft, but plays every move. It combines the hashes of
// the leaf nodes so that the compiler cannot optimize the work away.
func perftPlay(p *Position, depth int, buffers [][]Move) (nodes, hash uint64) {
	if depth == 0 {
		return 1, p.Hash()
	}
	var q Position
	for _, m := range p.AppendLegalMoves(buffers[depth-1][:0]) {
		q = p.After(m)
		n, h := perftPlay(&q, depth-1, buffers)
		nodes += n
		hash ^= h
	}
	return nodes, hash
}

// perftSet is perftPlay with SetAfter instead of After. The code is duplicated because
// the call of a function parameter would add to the measured time.
func perftSet(p *Position, depth int, buffers [][]Move) (nodes, hash uint64) {
	if depth == 0 {
		return 1, p.Hash()
	}
	var q Position
	for _, m := range p.AppendLegalMoves(buffers[depth-1][:0]) {
		q.SetAfter(p, m)
		n, h := perftSet(&q, depth-1, buffers)
		nodes += n
		hash ^= h
	}
	return nodes, hash
}

// moveBuffers returns a buffer of moves for each depth.
func moveBuffers(depth int) [][]Move {
	buffers := make([][]Move, depth)
	for i := range buffers {
		buffers[i] = make([]Move, 0, MaxMoves)
	}
	return buffers
}

// benchmarkPerft runs count on the six positions and reports the node rate.
func benchmarkPerft(b *testing.B, count func(p *Position, depth int, buffers [][]Move) uint64) {
	for _, c := range benchmarkPositions {
		b.Run(c.name, func(b *testing.B) {
			p := MustParseFEN(c.fen)
			buffers := moveBuffers(c.depth)
			var nodes uint64
			b.ReportAllocs()
			for b.Loop() {
				nodes += count(&p, c.depth, buffers)
			}
			b.ReportMetric(float64(nodes)/b.Elapsed().Seconds()/1e6, "Mnodes/s")
		})
	}
}

// BenchmarkCount counts leaf nodes without listing the moves that lead to them.
func BenchmarkCount(b *testing.B) {
	benchmarkPerft(b, func(p *Position, depth int, _ [][]Move) uint64 { return p.perft(depth) })
}

// BenchmarkList counts leaf nodes and lists the moves that lead to them.
func BenchmarkList(b *testing.B) { benchmarkPerft(b, perftList) }

// BenchmarkPlay plays every move with After, which also updates the hash.
func BenchmarkPlay(b *testing.B) {
	benchmarkPerft(b, func(p *Position, depth int, buffers [][]Move) uint64 {
		nodes, _ := perftPlay(p, depth, buffers)
		return nodes
	})
}

// BenchmarkSet plays every move with SetAfter.
func BenchmarkSet(b *testing.B) {
	benchmarkPerft(b, func(p *Position, depth int, buffers [][]Move) uint64 {
		nodes, _ := perftSet(p, depth, buffers)
		return nodes
	})
}

// BenchmarkBot compares calls between which a bot can choose, on the positions one ply after
// the six positions. The table in docs/performance.md lists its results.
func BenchmarkBot(b *testing.B) {
	var positions []Position
	for _, c := range benchmarkPositions {
		p := MustParseFEN(c.fen)
		for m := range p.Moves() {
			positions = append(positions, p.After(m))
		}
	}
	buffer := make([]Move, 0, MaxMoves)
	child := &make([]Position, 64)[0] // at the start of a cache line, as in the array of a search
	values := [...]int{Pawn: 100, Knight: 300, Bishop: 315, Rook: 500, Queen: 900}
	for _, c := range []struct {
		name string
		call func(p *Position) int
	}{
		{"moves/LegalMoves", func(p *Position) int {
			sinkMoves = p.LegalMoves()
			return len(sinkMoves)
		}},
		{"moves/AppendLegalMoves", func(p *Position) int { return len(p.AppendLegalMoves(buffer)) }},
		{"captures/AppendLegalMoves", func(p *Position) (n int) {
			enemies := p.ByColor(p.Turn().Other())
			for _, m := range p.AppendLegalMoves(buffer) {
				n += int(bit(enemies & m.To().Bitboard()))
			}
			return n
		}},
		{"captures/AppendCaptures", func(p *Position) int { return len(p.AppendCaptures(buffer)) }},
		{"play/After", func(p *Position) (n int) {
			for _, m := range p.AppendLegalMoves(buffer) {
				q := p.After(m)
				n += int(q.Hash())
			}
			return n
		}},
		{"play/SetAfter", func(p *Position) (n int) {
			for _, m := range p.AppendLegalMoves(buffer) {
				child.SetAfter(p, m)
				n += int(child.Hash())
			}
			return n
		}},
		{"checks/InCheck", func(p *Position) (n int) {
			for _, m := range p.AppendLegalMoves(buffer) {
				if child.SetAfter(p, m); child.InCheck() {
					n++
				}
			}
			return n
		}},
		{"checks/Checkers", func(p *Position) (n int) {
			for _, m := range p.AppendLegalMoves(buffer) {
				if child.SetAfter(p, m); child.Checkers() != 0 {
					n++
				}
			}
			return n
		}},
		{"checks/GivesCheck", func(p *Position) (n int) {
			for _, m := range p.AppendLegalMoves(buffer) {
				if p.GivesCheck(m) {
					n++
				}
			}
			return n
		}},
		{"material/ByType of a variable", func(p *Position) (n int) {
			white := p.ByColor(White)
			for t := Pawn; t <= Queen; t++ {
				pieces := p.ByType(t)
				n += values[t] * ((pieces & white).Count() - (pieces &^ white).Count())
			}
			return n
		}},
		{"material/ByType of constants", func(p *Position) int {
			white := p.ByColor(White)
			balance := func(pieces Bitboard) int { return (pieces & white).Count() - (pieces &^ white).Count() }
			return values[Pawn]*balance(p.ByType(Pawn)) + values[Knight]*balance(p.ByType(Knight)) +
				values[Bishop]*balance(p.ByType(Bishop)) + values[Rook]*balance(p.ByType(Rook)) +
				values[Queen]*balance(p.ByType(Queen))
		}},
	} {
		b.Run(c.name, func(b *testing.B) {
			b.ReportAllocs()
			for i := 0; b.Loop(); i++ {
				sinkInt += c.call(&positions[i%len(positions)])
			}
		})
	}
}

// benchmarkEach runs op on each of the six positions.
func benchmarkEach(b *testing.B, op func(p *Position)) {
	for _, c := range benchmarkPositions {
		b.Run(c.name, func(b *testing.B) {
			p := MustParseFEN(c.fen)
			b.ReportAllocs()
			for b.Loop() {
				op(&p)
			}
		})
	}
}

// benchmarkMoves runs op on all legal moves of each of the six positions and reports the
// time per move. It calls text before the measurement, once for each move, and passes the
// result to op.
func benchmarkMoves(b *testing.B, text func(p *Position, m Move) string, op func(p *Position, m Move, text string)) {
	for _, c := range benchmarkPositions {
		b.Run(c.name, func(b *testing.B) {
			p := MustParseFEN(c.fen)
			moves := p.LegalMoves()
			texts := make([]string, len(moves))
			for i, m := range moves {
				texts[i] = text(&p, m)
			}
			b.ReportAllocs()
			for b.Loop() {
				for i, m := range moves {
					op(&p, m, texts[i])
				}
			}
			reportEach(b, "move", len(moves))
		})
	}
}

// reportEach reports the time per unit, where an operation consists of n units.
func reportEach(b *testing.B, unit string, n int) {
	b.ReportMetric(float64(b.Elapsed().Nanoseconds())/float64(b.N)/float64(n), "ns/"+unit)
}

// mustMove stores a parsed move, so that the compiler cannot optimize the parsing away.
// It panics if err is not nil.
func mustMove(m Move, err error) {
	if err != nil {
		panic(err)
	}
	sinkMove = m
}

func BenchmarkParseFEN(b *testing.B) {
	for _, c := range benchmarkPositions {
		b.Run(c.name, func(b *testing.B) {
			b.ReportAllocs()
			for b.Loop() {
				sinkPosition = MustParseFEN(c.fen)
			}
		})
	}
}

func BenchmarkAppendFEN(b *testing.B) {
	buffer := make([]byte, 0, 128)
	benchmarkEach(b, func(p *Position) { sinkBytes = p.AppendFEN(buffer, FENFormat{}) })
}

func BenchmarkFEN(b *testing.B) {
	benchmarkEach(b, func(p *Position) { sinkUint64 = uint64(len(p.FEN())) })
}

func BenchmarkAppendBinary(b *testing.B) {
	buffer := make([]byte, 0, 64)
	benchmarkEach(b, func(p *Position) { sinkBytes, _ = p.AppendBinary(buffer) })
}

func BenchmarkUnmarshalBinary(b *testing.B) {
	for _, c := range benchmarkPositions {
		data, _ := MustParseFEN(c.fen).MarshalBinary()
		b.Run(c.name, func(b *testing.B) {
			b.ReportAllocs()
			for b.Loop() {
				if err := sinkPosition.UnmarshalBinary(data); err != nil {
					b.Fatal(err)
				}
			}
		})
	}
}

func BenchmarkParseSAN(b *testing.B) {
	benchmarkMoves(b, (*Position).SAN, func(p *Position, _ Move, san string) { mustMove(p.ParseSAN(san)) })
}

func BenchmarkSAN(b *testing.B) {
	buffer := make([]byte, 0, 16)
	benchmarkMoves(b, (*Position).SAN, func(p *Position, m Move, _ string) { sinkBytes = p.appendSAN(buffer, m) })
}

func BenchmarkParseUCI(b *testing.B) {
	benchmarkMoves(b, (*Position).UCI, func(p *Position, _ Move, uci string) { mustMove(p.ParseUCI(uci)) })
}

// BenchmarkPlayChecked plays moves with Play, which checks whether they are legal.
func BenchmarkPlayChecked(b *testing.B) {
	benchmarkMoves(b, (*Position).UCI, func(p *Position, m Move, _ string) {
		sinkPosition = *p
		if err := sinkPosition.Play(m); err != nil {
			panic(err)
		}
	})
}

// BenchmarkAfter plays moves with After, which does not check them.
func BenchmarkAfter(b *testing.B) {
	benchmarkMoves(b, (*Position).UCI, func(p *Position, m Move, _ string) { sinkPosition = p.After(m) })
}

func BenchmarkIsLegal(b *testing.B) {
	benchmarkMoves(b, (*Position).UCI, func(p *Position, m Move, _ string) { sinkBool = p.IsLegal(m) })
}

func BenchmarkInCheck(b *testing.B) {
	benchmarkEach(b, func(p *Position) { sinkBool = p.InCheck() })
}

func BenchmarkHasLegalMove(b *testing.B) {
	benchmarkEach(b, func(p *Position) { sinkBool = p.HasLegalMove() })
}

// BenchmarkGameOver tests for checkmate and stalemate.
func BenchmarkGameOver(b *testing.B) {
	benchmarkEach(b, func(p *Position) { sinkBool = p.IsCheckmate() || p.IsStalemate() })
}

// BenchmarkCheckmate tests for checkmate in positions in which the side to move is in
// check.
func BenchmarkCheckmate(b *testing.B) {
	for _, c := range []struct{ name, fen string }{
		{"scholars-mate", "r1bqkb1r/pppp1Qpp/2n2n2/4p3/2B1P3/8/PPPP1PPP/RNB1K1NR b KQkq - 0 4"},
		{"smothered-mate", "6rk/5Npp/8/8/8/8/8/6K1 b - - 0 1"},
		{"check", "rnb1kbnr/pppp1ppp/8/4p3/4PP1q/8/PPPP2PP/RNBQKBNR w KQkq - 1 3"},
	} {
		b.Run(c.name, func(b *testing.B) {
			p := MustParseFEN(c.fen)
			b.ReportAllocs()
			for b.Loop() {
				sinkBool = p.IsCheckmate()
			}
		})
	}
}

func BenchmarkHash(b *testing.B) {
	benchmarkEach(b, func(p *Position) { sinkUint64 = p.Hash() })
}

func BenchmarkPolyglotKey(b *testing.B) {
	benchmarkEach(b, func(p *Position) { sinkUint64 = p.PolyglotKey() })
}

// randomPGN returns games of random moves as PGN, and the total number of moves.
func randomPGN(tb testing.TB, games int) (pgn []byte, moves int) {
	tb.Helper()
	random := rand.New(rand.NewPCG(1, 2))
	var buffer bytes.Buffer
	w := NewPGNWriter(&buffer)
	for range games {
		g := gameWith(startPosition, FIDERules(), Tag{"Event", "Random moves"}, Tag{"White", "Dice"}, Tag{"Black", "Dice"})
		for g.Plies() < 80 && !g.Outcome().IsOver() {
			p := g.Position()
			legal := p.LegalMoves()
			if err := g.Play(legal[random.IntN(len(legal))]); err != nil {
				tb.Fatal(err)
			}
		}
		moves += g.Plies()
		if err := w.Write(g); err != nil {
			tb.Fatal(err)
		}
	}
	return buffer.Bytes(), moves
}

// benchmarkPGN calls read with the PGN of random games and reports the time per move. The
// function read must return the number of games.
func benchmarkPGN(b *testing.B, read func(pgn []byte) (games int)) {
	const want = 200
	pgn, moves := randomPGN(b, want)
	b.SetBytes(int64(len(pgn)))
	b.ReportAllocs()
	for b.Loop() {
		if got := read(pgn); got != want {
			b.Fatalf("read %d games, want %d", got, want)
		}
	}
	reportEach(b, "move", moves)
}

// BenchmarkPGNScan scans and checks games without storing them.
func BenchmarkPGNScan(b *testing.B) {
	benchmarkPGN(b, func(pgn []byte) (games int) {
		s := NewPGNScanner(bytes.NewReader(pgn))
		for event := s.Next(); event != PGNEnd; event = s.Next() {
			switch event {
			case PGNFault:
				b.Fatal(s.Fault())
			case PGNGameEnd:
				games++
			}
		}
		return games
	})
}

// BenchmarkPGNRead reads games into memory.
func BenchmarkPGNRead(b *testing.B) {
	benchmarkPGN(b, func(pgn []byte) (games int) {
		for _, err := range NewPGNReader(bytes.NewReader(pgn)).All() {
			if err != nil {
				b.Fatal(err)
			}
			games++
		}
		return games
	})
}

// BenchmarkPGNWrite writes games, which includes writing their moves in SAN.
func BenchmarkPGNWrite(b *testing.B) {
	pgn, moves := randomPGN(b, 200)
	var games []*Game
	for g, err := range NewPGNReader(bytes.NewReader(pgn)).All() {
		if err != nil {
			b.Fatal(err)
		}
		games = append(games, g)
	}
	buffer := make([]byte, 0, 2*len(pgn))
	b.SetBytes(int64(len(pgn)))
	b.ReportAllocs()
	for b.Loop() {
		text := buffer
		for _, g := range games {
			text = g.AppendPGN(text, PGNFormat{})
		}
		sinkBytes = text
	}
	reportEach(b, "move", moves)
}

// Limits on the cost of importing the package.
const (
	maxInit      = 2 * time.Millisecond
	maxTableSize = 2_500_000 // bytes
)

// buildCommand builds a program that imports the package and returns its path.
func buildCommand(tb testing.TB) string {
	tb.Helper()
	path := filepath.Join(tb.TempDir(), "shakki.exe")
	if output, err := exec.Command("go", "build", "-o", path, "./cmd/shakki").CombinedOutput(); err != nil {
		tb.Fatalf("go build: %v\n%s", err, output)
	}
	return path
}

var initTrace = regexp.MustCompile(`(?m)^init github\.com/shakki/chess @.*, (\S+) ms clock`)

// initTime runs the program and returns the time that the package took to initialize,
// according to the trace of the Go runtime.
func initTime(tb testing.TB, program string) time.Duration {
	tb.Helper()
	command := exec.Command(program)
	command.Env = append(os.Environ(), "GODEBUG=inittrace=1")
	output, _ := command.CombinedOutput() // without arguments, the program prints its usage and fails
	found := initTrace.FindSubmatch(output)
	if found == nil {
		tb.Fatalf("the trace does not mention the initialization of the package:\n%s", output)
	}
	clock, err := time.ParseDuration(string(found[1]) + "ms")
	if err != nil {
		tb.Fatal(err)
	}
	return clock
}

// BenchmarkInit measures the initialization of the package in a separate program. It
// reports the average and the fastest time.
func BenchmarkInit(b *testing.B) {
	program := buildCommand(b)
	var sum time.Duration
	fastest := time.Hour
	for b.Loop() {
		t := initTime(b, program)
		sum += t
		fastest = min(fastest, t)
	}
	b.ReportMetric(sum.Seconds()*1000/float64(b.N), "ms/init")
	b.ReportMetric(fastest.Seconds()*1000, "ms/fastest")
}

// TestInitTime checks that the package initializes within ten times maxInit. The limit is
// generous so that the test passes on a busy machine and still catches a gross mistake.
func TestInitTime(t *testing.T) {
	notShort(t)
	t.Parallel()
	program := buildCommand(t)
	fastest := time.Hour
	for range 5 {
		fastest = min(fastest, initTime(t, program))
	}
	t.Logf("initialization takes %v", fastest)
	if fastest > 10*maxInit {
		t.Errorf("initialization takes %v, want at most %v even on a busy machine", fastest, 10*maxInit)
	}
}

// TestTableSizes checks the total size of the package's variables in a linked program.
func TestTableSizes(t *testing.T) {
	notShort(t)
	t.Parallel()
	output, err := exec.Command("go", "tool", "nm", "-size", buildCommand(t)).Output()
	if err != nil {
		t.Fatalf("go tool nm: %v", err)
	}
	sum := 0
	for line := range strings.Lines(string(output)) {
		fields := strings.Fields(line) // address, size, kind, name
		if len(fields) < 4 || !strings.HasPrefix(fields[3], "github.com/shakki/chess.") {
			continue
		}
		if size, err := strconv.Atoi(fields[1]); err == nil && strings.Contains("DdBbRr", fields[2]) {
			sum += size
		}
	}
	t.Logf("package variables take %d bytes", sum)
	if least := 8 * len(sliderAttacks); sum < least {
		t.Errorf("package variables take %d bytes, want at least the %d bytes of the largest table", sum, least)
	}
	if sum > maxTableSize {
		t.Errorf("package variables take %d bytes, want at most %d", sum, maxTableSize)
	}
}

// TestNoAllocs stores the results of the functions that it calls in these variables, so
// that the compiler cannot optimize the calls away.
var (
	sinkBytes    []byte
	sinkInt      int
	sinkMoves    []Move
	sinkText     string
	sinkMove     Move
	sinkPosition Position
	sinkUint64   uint64
	sinkBool     bool
	sinkBitboard Bitboard
)

// TestNoAllocs checks that the performance-critical functions do not allocate.
func TestNoAllocs(t *testing.T) {
	kiwipete := MustParseFEN("r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1")
	enPassant := MustParseFEN("rnbqkbnr/ppp1p1pp/8/3pPp2/8/8/PPPP1PPP/RNBQKBNR w KQkq f6 0 3")
	promotion := MustParseFEN("n1n5/PPPk4/8/8/8/8/4Kppp/5N1N w - - 0 1")
	chess960 := MustParseFEN("1r1k2r1/8/8/8/8/8/8/1R1K2R1 w BGbg - 0 1")
	castling, capture := NewMove(E1, H1), NewMove(E5, F7)

	moves := make([]Move, 0, MaxMoves)
	text := make([]byte, 0, 128)
	setMoves := func(list []Move) { sinkMoves = list }
	setBytes := func(b []byte) { sinkBytes = b }
	setMove := func(m Move, err error) {
		if err != nil {
			panic(err)
		}
		sinkMove = m
	}
	play := func(p Position, m Move) {
		if err := p.Play(m); err != nil {
			panic(err)
		}
		sinkPosition = p
	}
	tests := []struct {
		name string
		run  func()
	}{
		{"AppendLegalMoves", func() { setMoves(kiwipete.AppendLegalMoves(moves)) }},
		{"AppendLegalMoves en passant", func() { setMoves(enPassant.AppendLegalMoves(moves)) }},
		{"AppendLegalMoves promotion", func() { setMoves(promotion.AppendLegalMoves(moves)) }},
		{"AppendLegalMoves Chess960", func() { setMoves(chess960.AppendLegalMoves(moves)) }},
		{"AppendCaptures", func() { setMoves(kiwipete.AppendCaptures(moves)) }},
		{"AppendQuietMoves", func() { setMoves(kiwipete.AppendQuietMoves(moves)) }},
		{"AppendMovesFrom", func() { setMoves(kiwipete.AppendMovesFrom(moves, E1)) }},
		{"Moves", func() {
			for m := range kiwipete.Moves() {
				sinkMove = m
			}
		}},
		{"Squares", func() {
			for s := range kiwipete.Occupied().Squares() {
				sinkUint64 += uint64(s)
			}
		}},
		{"After", func() { sinkPosition = kiwipete.After(capture) }},
		{"After castling", func() { sinkPosition = kiwipete.After(castling) }},
		{"SetAfter", func() { sinkPosition.SetAfter(&kiwipete, capture) }},
		{"SetAfter in place", func() { sinkPosition = kiwipete; sinkPosition.SetAfter(&sinkPosition, castling) }},
		{"Play", func() { play(kiwipete, capture) }},
		{"Play castling", func() { play(kiwipete, castling) }},
		{"Play en passant", func() { play(enPassant, NewMove(E5, F6)) }},
		{"AppendBinary", func() { b, _ := kiwipete.AppendBinary(text); setBytes(b) }},
		{"StaticExchange", func() { sinkInt = kiwipete.StaticExchange(capture, [7]int{1, 1, 3, 3, 5, 9}) }},
		{"IsLegal", func() { sinkBool = kiwipete.IsLegal(capture) }},
		{"IsLegal of an illegal move", func() { sinkBool = kiwipete.IsLegal(NewMove(A1, H8)) }},
		{"HasLegalMove", func() { sinkBool = kiwipete.HasLegalMove() }},
		{"InCheck", func() { sinkBool = kiwipete.InCheck() }},
		{"IsCheckmate", func() { sinkBool = kiwipete.IsCheckmate() }},
		{"IsStalemate", func() { sinkBool = kiwipete.IsStalemate() }},
		{"GivesCheck", func() { sinkBool = kiwipete.GivesCheck(capture) }},
		{"Outcome", func() { sinkBool = kiwipete.Outcome().IsOver() }},
		{"Checkers", func() { sinkBitboard = kiwipete.Checkers() }},
		{"Pinned", func() { sinkBitboard = kiwipete.Pinned(White) }},
		{"Attackers", func() { sinkBitboard = kiwipete.Attackers(E4, Black) }},
		{"Hash", func() { sinkUint64 = kiwipete.Hash() }},
		{"PolyglotKey", func() { sinkUint64 = enPassant.PolyglotKey() }},
		{"SamePosition", func() { sinkBool = kiwipete.SamePosition(enPassant) }},
		{"Perft 2", func() { sinkUint64 = Perft(kiwipete, 2) }},
		{"Perft 3", func() { sinkUint64 = Perft(chess960, 3) }},
		{"ParseSAN of a piece", func() { setMove(kiwipete.ParseSAN("Nxf7")) }},
		{"ParseSAN of a pawn", func() { setMove(kiwipete.ParseSAN("dxe6")) }},
		{"ParseSAN of castling", func() { setMove(kiwipete.ParseSAN("O-O-O")) }},
		{"ParseSAN en passant", func() { setMove(enPassant.ParseSAN("exf6")) }},
		{"ParseSAN of a promotion", func() { setMove(promotion.ParseSAN("bxa8=Q")) }},
		{"ParseUCI", func() { setMove(kiwipete.ParseUCI("e5f7")) }},
		{"ParseUCI of castling", func() { setMove(kiwipete.ParseUCI("e1g1")) }},
		{"ParseUCI of a promotion", func() { setMove(promotion.ParseUCI("b7a8q")) }},
		{"appendSAN", func() { setBytes(kiwipete.appendSAN(text, capture)) }},
		{"appendSAN of castling", func() { setBytes(kiwipete.appendSAN(text, castling)) }},
		{"AppendFEN", func() { setBytes(kiwipete.AppendFEN(text, FENFormat{})) }},
		{"AppendFEN in Shredder form", func() { setBytes(chess960.AppendFEN(text, FENFormat{Shredder: true})) }},
	}
	for _, test := range tests {
		if got := testing.AllocsPerRun(100, test.run); got != 0 {
			t.Errorf("%s: %v allocations, want 0", test.name, got)
		}
	}
}

// TestInlining checks that the compiler can inline the small functions, so that calling
// them costs nothing.
func TestInlining(t *testing.T) {
	notShort(t)
	t.Parallel()
	output, err := exec.Command("go", "build", "-gcflags=-m", ".").CombinedOutput()
	if err != nil {
		t.Fatalf("go build: %v\n%s", err, output)
	}
	inlinable := map[string]bool{}
	for _, match := range regexp.MustCompile(`: can inline (\S+)`).FindAllSubmatch(output, -1) {
		inlinable[string(match[1])] = true
	}
	for _, name := range []string{
		"Color.Other", "PieceType.Of", "Piece.Type", "Piece.Color",
		"File.Bitboard", "Rank.Bitboard", "Rank.RelativeTo",
		"SquareAt", "Square.File", "Square.Rank", "Square.Bitboard", "Square.IsValid",
		"Square.Flip", "Square.Distance",
		"Bitboard.Has", "Bitboard.Count", "Bitboard.First", "(*Bitboard).PopFirst", "Bitboard.Squares",
		"Bitboard.East", "Bitboard.West", "Bitboard.with", "Bitboard.without", "Bitboard.last", "Bitboard.forward",
		"NewMove", "NewPromotion", "Move.From", "Move.To", "Move.Promotion",
		"KnightAttacks", "KingAttacks", "PawnAttacks", "BishopAttacks", "RookAttacks", "Between",
		"placement.PieceAt", "placement.King", "status.Turn", "status.EnPassant", "status.Hash", "status.HalfmoveClock",
		"placement.Occupied", "placement.ByColor", "Position.InCheck", "Position.After", "Position.Moves",
		"placement.ByType", "placement.Pieces", "placement.typeAt", "(*Position).AppendLegalMoves",
		"(*generator).pawnSteps", "(*generator).pawnCaptures", "appendPawnMoves", "appendTargets",
	} {
		if !inlinable[name] {
			t.Errorf("the compiler cannot inline %s", name)
		}
	}
}
