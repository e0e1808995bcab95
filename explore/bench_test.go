package explore

import (
	"context"
	"path/filepath"
	"testing"

	"github.com/shakki/chess"
)

// BenchmarkCount counts games that differ: with all rows in memory, and with temporary files.
func BenchmarkCount(b *testing.B) {
	text := randomGames(1, 2000)
	files := writeGames(b, text)
	for name, blocks := range map[string]int{"memory": 1000, "files": 4} {
		b.Run(name, func(b *testing.B) {
			folder := b.TempDir()
			b.SetBytes(int64(len(text)))
			games := int64(0)
			for i := 0; b.Loop(); i++ {
				o := Options{Workers: 1, Shards: 1}.withDefaults()
				stats, err := o.count(context.Background(), filepath.Join(folder, fileName(i, 0)), files, smallBatch(blocks))
				if err != nil {
					b.Fatal(err)
				}
				games += stats.Games
			}
			b.ReportMetric(float64(b.Elapsed().Nanoseconds())/float64(games), "ns/game")
		})
	}
}

// BenchmarkMoves looks positions up.
func BenchmarkMoves(b *testing.B) {
	folder, _ := count(b, Options{}, writeGames(b, randomGames(1, 2000)))
	table := mustOpen(b, folder)
	p := chess.StartPosition()
	for b.Loop() {
		moves, err := table.Moves(p, "")
		if err != nil {
			b.Fatal(err)
		}
		if p = p.After(moves[0].Move); !p.HasLegalMove() || len(moves) == 1 {
			p = chess.StartPosition()
		}
	}
}

func BenchmarkKeyOf(b *testing.B) {
	p := chess.MustParseFEN("r1bq1rk1/pp2bppp/2n1pn2/2pp4/3P1B2/2PBPN2/PP1N1PPP/R2Q1RK1 w - - 0 9")
	for b.Loop() {
		KeyOf(p)
	}
}
