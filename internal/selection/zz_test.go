package selection

import (
	"bytes"
	"github.com/shakki/chess"
	"io"
	"os"
	"testing"
)

func BenchmarkX(b *testing.B) {
	data, _ := os.ReadFile("/tmp/selbench/c100.pgn")
	data = data[:40<<20]
	run := func(name string, q Query) {
		b.Run(name, func(b *testing.B) {
			b.SetBytes(int64(len(data)))
			for b.Loop() {
				s := &Selection{Query: q, Workers: 1, Out: NewStream(io.Discard)}
				s.Output.Format = Count
				if err := s.Read("x", bytes.NewReader(data)); err != nil {
					b.Fatal(err)
				}
			}
		})
	}
	p, _ := ParsePattern("????????/????????/????????/???N????/*/*/*/*")
	m, _ := ParseMaterial("KRPvKR")
	b.Run("check", func(b *testing.B) {
		b.SetBytes(int64(len(data)))
		for b.Loop() {
			n := 0
			s := chess.NewPGNScanner(bytes.NewReader(data))
			for e := s.Next(); e != chess.PGNEnd; e = s.Next() {
				if e == chess.PGNMove && s.Depth() == 0 {
					n++
				}
			}
		}
	})
	run("mate", Query{Want: Checkmate})
	run("fen", Query{Patterns: []Pattern{p}})
	run("material", Query{Material: []Material{m}})
}
