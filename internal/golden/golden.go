// Package golden compares digests of what programs print with the digests in testdata/golden.txt.
// Tests use it where there are too many texts to keep: a table of accepted texts does not contain the
// rejected texts that are close to them, and [Neighbors] makes those.
package golden

import (
	"bufio"
	"bytes"
	"flag"
	"fmt"
	"hash"
	"hash/fnv"
	"io"
	"os"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
)

// Update is the flag -update, with which tests write to testdata what they find.
var Update = flag.Bool("update", false, "write to testdata what the tests find, instead of comparing it")

var answers = flag.String("answers", "", "write all texts whose digests are compared to this `FILE`, to compare two revisions")

// Compare calls each with a function that takes a text and the name of its kind. It compares a digest
// of all texts of a kind with the one in testdata/golden.txt. If a digest has changed and you do not
// know why, write the texts of both revisions with -answers, and compare the files. If you do, run
// the test with -update.
func Compare(t *testing.T, each func(add func(kind, text string))) {
	t.Helper()
	const name = "testdata/golden.txt"
	check := func(err error) {
		if err != nil {
			t.Fatal(err)
		}
	}
	all := bufio.NewWriter(io.Discard)
	if *answers != "" {
		file, err := os.Create(*answers)
		check(err)
		defer file.Close()
		all.Reset(file)
	}
	var kinds []string
	var line []byte
	digests, counts := map[string]hash.Hash64{}, map[string]int{}
	each(func(kind, text string) {
		if counts[kind]++; counts[kind] == 1 {
			kinds, digests[kind] = append(kinds, kind), fnv.New64a()
		}
		line = append(append(line[:0], text...), '\n')
		digests[kind].Write(line)
		all.Write(line)
	})
	check(all.Flush())
	var got bytes.Buffer
	for _, kind := range kinds {
		fmt.Fprintf(&got, "%s: %d texts, %016x\n", kind, counts[kind], digests[kind].Sum64())
	}
	if *Update {
		check(os.WriteFile(name, got.Bytes(), 0o666))
	}
	want, err := os.ReadFile(name)
	check(err)
	if diff := cmp.Diff(strings.Split(string(want), "\n"), strings.Split(got.String(), "\n")); diff != "" {
		t.Errorf("digests of texts (-want +got):\n%s", diff)
	}
}

// foreign are tokens that stand in the place of each token, before it, and behind its letters.
var foreign = strings.Split("1. 1... 12 0 1-0 1/2-1/2 * 0-1 e4 nd2 Nbd2 Bcxa8=Q O-O 0-0-0 exd5 e1g1 e8=Q e1e1 -- Z0 @@ "+
	"( ) ({a}) { } {x} ; % \" [ ] [White [FEN $1 $256 ! ?? +- e.p. ep # ++ N - w b KQkq HA e3 e9 99 -1 "+
	"ä \x00 \xff \ufeff ½-½ bm ; cp mate info depth pv 8/8 Ra1-a8 string N@f3 @e4 3+3 +1+0 [Qp] Q~", " ")

// neighbors calls each with what may replace tokens[i:end], and with the kind of this change.
func neighbors(tokens []string, i int, each func(kind string, end int, with ...string)) {
	token := tokens[i]
	each("delete", i+1)
	each("double", i+1, token, token)
	if i+1 < len(tokens) {
		each("swap", i+2, tokens[i+1], token)
	}
	each("case", i+1, strings.ToLower(token))
	each("case", i+1, strings.ToUpper(token))
	for _, cut := range []int{1, len(token) / 2, len(token) - 1} {
		cut = min(max(cut, 0), len(token)) // a token may be empty
		each("cut", i+1, token[cut:])
		each("cut", i+1, token[:cut])
	}
	for at := i % 6; at < len(foreign); at += 6 { // some of them at each place
		other := foreign[at]
		each("replace", i+1, other)
		each("insert", i+1, other, token)
		each("append", i+1, token+other)
	}
}

// Neighbors adds what read understands of thousands of texts, each of which differs from a sound one by
// one token. The tokens of a text stand between separators, or are its bytes if separator is "".
func Neighbors(add func(kind, text string), name, separator string, texts []string, read func(text string) string) {
	for _, text := range texts {
		tokens := strings.Split(text, separator)
		for i := range tokens {
			neighbors(tokens, i, func(kind string, end int, with ...string) {
				changed := append(append(tokens[:i:i], with...), tokens[end:]...)
				text := strings.Join(changed, separator)
				add(name+", "+kind, fmt.Sprintf("%q\n%s", text, read(text)))
			})
		}
	}
}
