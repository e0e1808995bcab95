package explore

import (
	"math/rand/v2"
	"testing"

	"github.com/shakki/chess"
)

// TestKey checks that positions have the same key exactly if they are the same, and that the key
// holds the position.
func TestKey(t *testing.T) {
	random := rand.New(rand.NewPCG(3, 3))
	keys := make(map[Key]chess.PositionKey)
	check := func(p chess.Position) {
		k, ok := KeyOf(p)
		if !ok {
			t.Fatalf("no key for %v", p)
		}
		if known, ok := keys[k]; ok && known != p.Key() {
			t.Fatalf("%v has the key of another position", p)
		}
		keys[k] = p.Key()
		if q, err := k.Position(); err != nil || !q.SamePosition(p) || q.HalfmoveClock() != 0 || q.FullmoveNumber() != 1 {
			t.Fatalf("Position of the key of %v = %v, %v", p, q, err)
		}
	}
	for i := range 60 {
		p, err := chess.Chess960Start(random.IntN(960))
		if i%2 == 0 || err != nil {
			p = chess.StartPosition()
		}
		for range 150 {
			check(p)
			moves := p.LegalMoves()
			if len(moves) == 0 {
				break
			}
			p = p.After(moves[random.IntN(len(moves))])
		}
	}
	for _, pair := range [][2]string{
		{"4k3/8/8/8/4Pp2/8/8/4K3 b - e3 0 1", "4k3/8/8/8/4Pp2/8/8/4K3 b - - 0 1"},
		{"r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1", "r3k2r/8/8/8/8/8/8/R3K2R w KQk - 0 1"},
		{"4k3/8/8/8/8/8/8/4K2R w K - 0 1", "4k3/8/8/8/8/8/8/4K2R b - - 0 1"},
		{"4k3/8/8/8/8/8/8/4K2R w - - 0 1", "4k3/8/8/8/8/8/8/4K2R b - - 0 1"},
		{"4k3/8/8/4pP2/8/8/8/4K3 w - e6 0 1", "4k3/8/8/4pP2/8/8/8/4K3 w - - 0 1"},
	} {
		p, q := chess.MustParseFEN(pair[0]), chess.MustParseFEN(pair[1])
		check(p)
		check(q)
		k, _ := KeyOf(p)
		if l, _ := KeyOf(q); k == l {
			t.Errorf("%s and %s have the same key", pair[0], pair[1])
		}
	}
	p := chess.MustParseFEN("4k3/8/8/8/3Pp3/8/8/3KR3 b - d3 0 1")
	q := chess.MustParseFEN("4k3/8/8/8/3Pp3/8/8/3KR3 b - - 7 9")
	if k, _ := KeyOf(p); true {
		if l, _ := KeyOf(q); k != l {
			t.Errorf("positions that differ in an en passant square without a legal capture have different keys")
		}
	}
	many := chess.MustParseFEN("k7/8/8/NNNNNNNN/NNNNNNNN/NNNNNNNN/NNNNNN2/K7 w - - 0 1")
	check(many)
	if k, ok := KeyOf(chess.MustParseFEN("k7/8/8/NNNNNNNN/NNNNNNNN/NNNNNNNN/NNNNNNN1/K7 w - - 0 1")); ok || k != (Key{}) {
		t.Errorf("a position with 33 pieces has the key %v", k)
	}
	if err := new(Key).UnmarshalText([]byte("k7/8/8/NNNNNNNN/NNNNNNNN/NNNNNNNN/NNNNNNN1/K7 w - - 0 1")); err != errKey {
		t.Errorf("the text of a position with 33 pieces: %v, want %v", err, errKey)
	}
	k, _ := KeyOf(p)
	if none := k; none.UnmarshalText(nil) != nil || none != (Key{}) {
		t.Errorf("the key %v, restored from no text, is %v, want the zero key", k, none)
	}
	if text, err := (Key{}).MarshalText(); err != nil || len(text) > 0 {
		t.Errorf("the zero key is written as %q, %v", text, err)
	}
	empty, _ := KeyOf(chess.Position{})
	if q, err := empty.Position(); err != errKey {
		t.Errorf("Position of the key of the zero Position = %v, %v, want %v", q, err, errKey)
	}
	k.high |= 1 << 63 // behind the codes of the pieces
	k.order = mix(uint64(p.Occupied()), k.low, k.high)
	if q, err := k.Position(); err == nil {
		t.Errorf("Position of a key with more codes than pieces = %v", q)
	}
}
