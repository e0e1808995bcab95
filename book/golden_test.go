package book

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/shakki/chess"
	"github.com/shakki/chess/internal/golden"
)

// TestGolden reads thousands of books and lists of openings that differ from sound ones by a byte or a word, and
// compares what is understood of them with earlier answers.
func TestGolden(t *testing.T) {
	const start = "\x46\x3b\x96\x18\x16\x91\xfc\x9c" // the key of the start position
	golden.Compare(t, func(add func(kind, text string)) {
		golden.Neighbors(add, "book", "", []string{start + "\x03\x1c\x00\x02\x00\x00\x00\x00" + start + "\x02\xdb\x00\x01\x00\x00\x00\x00"}, func(text string) string {
			b, err := New(strings.NewReader(text), int64(len(text)))
			if err != nil {
				return err.Error()
			}
			entries, err := b.Entries(chess.StartPosition())
			best, failed := b.Best(chess.StartPosition())
			all := ""
			for e, err := range b.All() {
				all += fmt.Sprintln(e, err)
			}
			return fmt.Sprintln(entries, err, best, failed, all)
		})
		golden.Neighbors(add, "names", " ", []string{
			"eco\tname\tpgn\nB00 \t King's Pawn \t 1. e4\nB01\tScandinavian, Main Line\t1. e4 d5 2. exd5 Qxd5\n",
			"eco,name,moves\nA00,\"Van Geet, \"\"x\"\"\",1. Nc3 d5\n# comment 1\n\nB00, Nimzowitsch ,e4 Nc6\n", "A00b \"Barnes Opening\" 1.f3 * A00 \"x y\"\n1.f3 e5 *",
			"[ECO \"A01\"] [Opening \"Larsen\"] [Variation \"Modern\"] [SubVariation \"x\"]\n\n{c} 1. b3 e5 *\n",
		}, func(text string) string {
			names, err := ReadNames(strings.NewReader(text))
			if names == nil {
				return fmt.Sprint(err)
			}
			g := chess.MustParsePGN("1. e4 d5 2. exd5 Qxd5 *")
			opening, plies := names.Game(g)
			return fmt.Sprintln(opening, plies, slices.Collect(names.Search("a")), slices.Collect(names.Search("main line")), err)
		})
	})
}
