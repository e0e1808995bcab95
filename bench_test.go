package chess

import (
	"bytes"
	"math/rand/v2"
	"testing"
)

// benchmarkPositions are the six positions of the move generation benchmarks. A perft to the given
// depth takes a few tenths of a second.
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

// BenchmarkPerft counts the moves of the six positions to a fixed depth.
func BenchmarkPerft(b *testing.B) {
	for _, c := range benchmarkPositions {
		b.Run(c.name, func(b *testing.B) {
			p := MustParseFEN(c.fen)
			var nodes uint64
			for b.Loop() {
				nodes += Perft(p, c.depth)
			}
			b.ReportMetric(float64(nodes)/b.Elapsed().Seconds()/1e6, "Mnodes/s")
		})
	}
}

// BenchmarkBot compares calls between which a bot can choose, on the positions one ply after the
// six positions. The table in docs/performance.md lists its results.
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

// BenchmarkText reads and writes the positions one ply after the six positions, and the moves that
// lead to them.
func BenchmarkText(b *testing.B) {
	type record struct {
		before, after *Position
		move          Move
		fen, san, uci string
	}
	var records []record
	for _, c := range benchmarkPositions {
		p := MustParseFEN(c.fen)
		for _, m := range p.LegalMoves() {
			q := p.After(m)
			records = append(records, record{&p, &q, m, q.FEN(), p.SAN(m), p.UCI(m)})
		}
	}
	buffer := make([]byte, 0, 128)
	for _, c := range []struct {
		name string
		call func(r *record) error
	}{
		{"ParseFEN", func(r *record) (err error) { sinkPosition, err = ParseFEN(r.fen); return err }},
		{"AppendFEN", func(r *record) error { sinkBytes = r.after.AppendFEN(buffer, FENFormat{}); return nil }},
		{"AppendBinary", func(r *record) (err error) { sinkBytes, err = r.after.AppendBinary(buffer); return err }},
		{"ParseSAN", func(r *record) (err error) { sinkMove, err = r.before.ParseSAN(r.san); return err }},
		{"AppendSAN", func(r *record) error { sinkBytes = r.before.appendSAN(buffer, r.move, English); return nil }},
		{"ParseUCI", func(r *record) (err error) { sinkMove, err = r.before.ParseUCI(r.uci); return err }},
		{"Play", func(r *record) error { sinkPosition = *r.before; return sinkPosition.Play(r.move) }},
		{"PolyglotKey", func(r *record) error { sinkUint64 = r.after.PolyglotKey(); return nil }},
	} {
		b.Run(c.name, func(b *testing.B) {
			b.ReportAllocs()
			for i := 0; b.Loop(); i++ {
				if err := c.call(&records[i%len(records)]); err != nil {
					b.Fatal(err)
				}
			}
		})
	}
}

// randomPGN returns games of random moves as PGN, and the total number of moves.
func randomPGN(tb testing.TB, games int) (pgn []byte, moves int) {
	tb.Helper()
	random := rand.New(rand.NewPCG(1, 2))
	var buffer bytes.Buffer
	w := NewPGNWriter(&buffer)
	for range games {
		g := gameWith(startPosition, Rules{}, Tag{"Event", "Random moves"}, Tag{"White", "Dice"}, Tag{"Black", "Dice"})
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

// benchmarkPGN calls read with the PGN of random games and reports the time per move. The function
// read must return the number of games.
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
	b.ReportMetric(float64(b.Elapsed().Nanoseconds())/float64(b.N)/float64(moves), "ns/move")
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
	b.ReportMetric(float64(b.Elapsed().Nanoseconds())/float64(b.N)/float64(moves), "ns/move")
}

// TestNoAllocs stores the results of the functions that it calls in these variables, so that the
// compiler cannot optimize the calls away.
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
		{"Attackers", func() { sinkBitboard = kiwipete.Attackers(Black, E4) }},
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
		{"appendSAN", func() { setBytes(kiwipete.appendSAN(text, capture, English)) }},
		{"appendSAN of castling", func() { setBytes(kiwipete.appendSAN(text, castling, English)) }},
		{"AppendFEN", func() { setBytes(kiwipete.AppendFEN(text, FENFormat{})) }},
		{"AppendFEN in Shredder form", func() { setBytes(chess960.AppendFEN(text, FENFormat{Shredder: true})) }},
	}
	for _, test := range tests {
		if got := testing.AllocsPerRun(100, test.run); got != 0 {
			t.Errorf("%s: %v allocations, want 0", test.name, got)
		}
	}
}
