package selfcheck

import (
	"fmt"
	"go/doc"
	"go/token"
	"path/filepath"
	"reflect"
	"regexp"
	"strings"
	"testing"

	"github.com/shakki/chess"
)

// TestReadmeNumbers checks the numbers in the README that follow from the code.
func TestReadmeNumbers(t *testing.T) {
	reasons := 0
	for r := chess.NoIllegalReason + 1; !strings.Contains(r.String(), "("); r++ {
		reasons++
	}
	examples := len(doc.Examples(parseFiles(t, token.NewFileSet(), "chess_test")...))
	root := moduleRoot(t)
	version := regexp.MustCompile(`(?m)^go (\d+\.\d+)`).FindStringSubmatch(readFile(t, filepath.Join(root, "go.mod")))[1]
	readme := strings.Join(strings.Fields(readFile(t, filepath.Join(root, "README.md"))), " ")
	for _, want := range []string{
		fmt.Sprintf("one of %d reasons", reasons),
		fmt.Sprintf("A `Position` has %d bytes", reflect.TypeFor[chess.Position]().Size()),
		fmt.Sprintf("More than %d runnable examples", (examples-1)/10*10),
		fmt.Sprintf("needs Go %s or later", version),
	} {
		if !strings.Contains(readme, want) {
			t.Errorf("README.md does not say %q", want)
		}
	}
}
