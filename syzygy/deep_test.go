package syzygy

import (
	"cmp"
	"flag"
	"math/rand/v2"
	"os"
	"os/exec"
	"regexp"
	"runtime"
	"strconv"
	"strings"
	"sync"
	"testing"

	"github.com/shakki/chess"
	"github.com/shakki/chess/internal/deep"
)

var (
	everyFlag  = flag.Int("every", 7, "compare every `N`th position in TestSolved")
	tablesFlag = flag.String("tables", "^(K.vK|KPvKP|KRvKP)$", "the tables that TestSolved compares, as a `regexp`")
)

// openReal opens the tables with three and four pieces that others have made. It skips the test
// without -deep, or if there are no tables.
func openReal(t *testing.T) *Tables {
	t.Helper()
	tables, err := Open(deep.Data(t, "syzygy"))
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { tables.Close() })
	return tables
}

// realNames returns the names of the real tables.
func realNames(t *testing.T) (names []string) {
	files, err := os.ReadDir(deep.Data(t, "syzygy"))
	if err != nil {
		t.Fatal(err)
	}
	for _, f := range files {
		if name, ok := strings.CutSuffix(f.Name(), extensions[wdlTable]); ok {
			names = append(names, name)
		}
	}
	return names
}

// TestSolved compares positions with three and four pieces, up to symmetry, with what the solver
// finds. The flags -tables=. -every=1 ask for all of them.
func TestSolved(t *testing.T) {
	tables := openReal(t)
	all := make(solutions)
	wanted := regexp.MustCompile(*tablesFlag)
	for _, name := range realNames(t) {
		if !wanted.MatchString(name) {
			continue
		}
		t.Run(name, func(t *testing.T) {
			e := all.solve(name)
			var wait sync.WaitGroup
			workers := runtime.GOMAXPROCS(0)
			for worker := range workers {
				wait.Add(1)
				go func() {
					defer wait.Done()
					for n := worker * *everyFlag; n < len(e.values) && !t.Failed(); n += workers * *everyFlag {
						s := state(n)
						if e.values[s] != illegal && e.isCanonical(s) {
							compareWithSolved(t, tables, e, s, chess.NoSquare)
							compareEnPassant(t, tables, e, s)
						}
					}
				}()
			}
			wait.Wait()
		})
	}
}

// isCanonical reports whether s is the one of its images under the symmetries of its pieces to look
// at.
func (e *solved) isCanonical(s state) bool {
	king := e.square(s, 0)
	if e.pieces[len(e.pieces)-1].Type() == chess.Pawn {
		return king.File() < 4
	}
	return king.File() < 4 && int(king.Rank()) <= int(king.File())
}

// compareEnPassant compares s with every right to capture en passant that it may have.
func compareEnPassant(t *testing.T, tables *Tables, e *solved, s state) {
	for i, p := range e.pieces {
		from := e.square(s, i)
		if p.Type() != chess.Pawn || p.Color() == e.turn(s) || rankFor(p.Color(), from) != 3 {
			continue
		}
		for j, q := range e.pieces {
			to := e.square(s, j)
			if q.Type() == chess.Pawn && q.Color() != p.Color() && to.Rank() == from.Rank() && touches(to, from) {
				compareWithSolved(t, tables, e, s, forward(from, p.Color().Other()))
			}
		}
	}
}

// fathomAnswer matches what the program fathom prints about a position.
var fathomAnswer = regexp.MustCompile(`\[WDL "(\w+)"\]\s*\[DTZ "(\d+)"\]`)

// TestFathom compares random positions with the answers of the program fathom.
func TestFathom(t *testing.T) {
	tables := openReal(t)
	program := deep.Program(t, "fathom")
	random := rand.New(rand.NewPCG(7, 8))
	values := map[string]WDL{"Loss": Loss, "BlessedLoss": BlessedLoss, "Draw": Draw, "CursedWin": CursedWin, "Win": Win}
	names := realNames(t)
	for n := 0; n < 300; {
		m, _ := parseMaterial(names[n%len(names)])
		setup, _ := randomPlacement(random, randomOrder(random, m).pieces)
		p, err := setup.Position()
		if err != nil || !p.HasLegalMove() {
			continue
		}
		n++
		out, err := exec.Command(program, "--path="+deep.Data(t, "syzygy"), p.FEN()).Output()
		answer := fathomAnswer.FindSubmatch(out)
		if err != nil || answer == nil {
			t.Fatalf("fathom %v: %v\n%s", p, err, out)
		}
		plies, _ := strconv.Atoi(string(answer[2]))
		want := values[string(answer[1])]
		v, err := tables.WDL(p)
		if v != want || err != nil {
			t.Errorf("WDL(%v) = %v, %v, want %v", p, v, err, want)
		}
		if d, err := tables.DTZ(p); d.Plies != plies*cmp.Compare(want, Draw) || err != nil {
			t.Errorf("DTZ(%v) = %v, %v, want %d plies", p, d, err, plies)
		}
	}
}

// TestRealVerify checks the checksums of all real tables.
func TestRealVerify(t *testing.T) {
	if err := openReal(t).Verify(t.Context(), nil); err != nil {
		t.Error(err)
	}
}

// TestRealPlay plays won games of the real tables to mate.
func TestRealPlay(t *testing.T) {
	tables := openReal(t)
	random := rand.New(rand.NewPCG(9, 10))
	for _, name := range realNames(t) {
		m, _ := parseMaterial(name)
		for games, tries := 0, 0; games < 20 && tries < 2000; tries++ {
			setup, _ := randomPlacement(random, randomOrder(random, m).pieces)
			p, err := setup.Position()
			if err != nil {
				continue
			}
			if v, err := tables.WDL(p); err != nil {
				t.Fatal(err)
			} else if v == Win {
				games++
				playToMate(t, tables, p, random, games%2 == 0)
			}
		}
	}
}
