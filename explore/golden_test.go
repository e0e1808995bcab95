package explore

import (
	"bytes"
	"cmp"
	"context"
	"crypto/sha256"
	"encoding/binary"
	"encoding/json"
	"fmt"
	"io"
	"path/filepath"
	"strings"
	"testing"

	"github.com/shakki/chess"
	"github.com/shakki/chess/internal/golden"
)

// goldenGames are games of which not all are counted.
const goldenGames = "hello\n\n[White \"A\"]\n[WhiteElo \"2150\"]\n[TimeControl \"180+2\"]\n\n1. e4 e5 (1... c5 2. Nf3) 2. Nf3 -- 3. Nc3 1-0\n\n" +
	"[WhiteElo \"1999\"]\n\n1. e4 e5 2. Nf3 Ke4 0-1\n\n[FEN \"4k3/P7/8/8/8/8/8/R3K3 w Q - 5 9\"]\n\n9. O-O-O Kd7 10. a8=Q 1-0\n\n" +
	"[Event \"\t?\"]\n[WhiteElo \"x\"]\n\n1. d4 d5 2. c4 1/2-1/2\n\n[WhiteElo \"200\"]\n\n1. e4 d5 0-0\n\n1. e4 e5 2. Nf3 0-1\n\n[FEN \"x\"]\n\n1. e4 *\n\n1. Nf3 *\n\n" +
	"[White \"A: B\"]\n\n1. e4 Ke4 $999 xyzzy 2. Qh8 *\n\n{a [ b} 1. e4 $999 (1. e9) e5 hello 2. Ke3 *\n"

// TestGolden counts games, reads thousands of labels, headers, keys, rows, and tables that differ from sound
// ones by a byte, and compares what is understood with earlier answers.
func TestGolden(t *testing.T) {
	golden.Compare(t, func(add func(kind, text string)) {
		golden.Neighbors(add, "labels", "", []string{"WhiteElo/200,TimeControl", "Event,a/3"}, describeLabel)
		for _, value := range []string{"", "?", "-", "0", "-1", "12", "2199", "2200", "2.5", "1e3", "999999999", "1000000000", "40/5400:1800", " x ", "x\ny", "\u0085"} {
			for _, label := range []string{"WhiteElo/200", "Ply/7", "Event", "Date", "TimeControl", "WhiteElo", "Round/1,Site"} {
				add("values", value+describeLabel(label)+fmt.Sprintln(mustLabel(t, label).Of(func(string) string { return value })))
			}
		}
		golden.Neighbors(add, "keys", " ", []string{"r3k2r/8/8/8/8/8/8/R3K2R b KQkq - 3 9", "4k3/8/8/4pP2/8/8/8/4K3 w - e6 0 1"}, func(text string) string {
			var k Key
			err := k.UnmarshalText([]byte(text))
			return fmt.Sprintln(k, err)
		})
		addKeys(add)
		addRows(t, add)
		addHeaders(add)
		addCounts(t, add)
		for _, o := range []Options{{}, {Shards: -1, Plies: -1, Least: -1, Workers: -1, Memory: -1}, {Shards: 3, Plies: 4, Least: 5, Workers: 6, Memory: 7}, {Workers: 200}, {Memory: 1 << 30, Workers: 4}} {
			o = o.withDefaults()
			text := fmt.Sprint(o.Shards, o.Plies, o.Least, o.Workers, o.Memory, newBatch(o.Memory).mostBlocks)
			for _, runs := range []int{1, 8, 9, 12, 255, 256, 257, 400, 600} {
				text += fmt.Sprint(" ", len((&counter{Options: o}).nextRuns(make([]run, runs))))
			}
			add("options", text)
		}
	})
}

// describeLabel returns the labels of some games, or why the text is no label.
func describeLabel(text string) string {
	l, err := ParseLabel(text)
	game := func(name string) string {
		return map[string]string{"WhiteElo": "2150", "TimeControl": "180+2", "Event": "a", "a": "17"}[name]
	}
	of, refused := l.Of(game)
	encoded, failed := json.Marshal(l)
	again := mustUnmarshal(text)
	return fmt.Sprintln(l, err, of, refused, string(encoded), failed, again)
}

// mustUnmarshal returns what remains of a label if another text is unmarshaled to it.
func mustUnmarshal(text string) string {
	l := Label{text: "before"}
	return fmt.Sprint(l.UnmarshalText([]byte(text)), l)
}

// addKeys adds the positions of keys, and of keys with a wrong bit.
func addKeys(add func(kind, text string)) {
	for _, fen := range []string{chess.StartPosition().FEN(), "r3k2r/8/8/8/4Pp2/8/8/R3K2R b Kq e3 3 9", "8/8/2k5/8/8/8/3q4/K7 w - - 0 1"} {
		k, ok := KeyOf(chess.MustParseFEN(fen))
		text, err := k.MarshalText()
		add("keys", fmt.Sprintln(k, ok, string(text), err, k.shard(16), k.shard(3)))
		for bit := range 64 {
			for _, changed := range []Key{{k.order ^ 1<<bit, k.low, k.high}, {k.order, k.low ^ 1<<bit, k.high}, {k.order, k.low, k.high ^ 1<<bit}} {
				occupied := unmix(k.order, k.low, k.high)
				for _, changed := range []Key{changed, {mix(occupied, changed.low, changed.high), changed.low, changed.high}} {
					p, err := changed.Position()
					text, refused := changed.MarshalText()
					add("changed keys", fmt.Sprintln(changed, p, err, string(text), refused, k.compare(&changed), changed.shard(16)))
				}
			}
		}
	}
}

// addRows adds the bytes and the JSON of rows, and what is read of bytes of which one is wrong.
func addRows(t *testing.T, add func(kind, text string)) {
	for i, r := range someRows {
		b, err := r.AppendBinary(nil)
		text, failed := json.Marshal(r)
		add("rows", fmt.Sprintf("%x %v %s %v %d %d", b, err, text, failed, r.Games(), r.Sum()))
		for j := range someRows {
			add("orders", fmt.Sprint(i, j, r.Compare(&someRows[j])))
		}
		for i := range min(len(b), 100) {
			for _, c := range []byte{0, 1, 0x10, 0x80, 0xff} {
				changed := bytes.Clone(b)
				changed[i] ^= c
				var s Row
				rest, err := s.ReadBinary(changed)
				add("changed rows", fmt.Sprintln(s, len(rest), err, s.check()))
			}
		}
	}
}

// addHeaders adds headers that can be written, and what is read of headers with a wrong byte.
func addHeaders(add func(kind, text string)) {
	sound := Header{Shard: 1, Shards: 3, Plies: 4, Least: 5, Label: "Event,Site", Sum: 6}
	text, _ := json.Marshal(sound)
	page := sound.page()
	add("headers", fmt.Sprintf("%s %s %q", text, sound.FileName(), page[:100]))
	for i := range 4 + len(headerText) + 40 {
		for _, c := range []byte{1, 0x80, 0xff} {
			changed := bytes.Clone(page)
			changed[i] ^= c
			var h Header
			err := h.parse(changed)
			first, last := uint64(0), uint64(0)
			if h.Shards > 0 {
				first, last = h.bounds()
			}
			add("headers", fmt.Sprintln(h, err, first, last))
		}
	}
	for _, h := range []Header{sound, {}, {Shards: 1, Shard: 1}, {Shards: 1, Shard: -1}, {Shards: 1, Plies: -1}, {Shards: 1, Least: -1}, {Shards: 1, Label: strings.Repeat("x", 300)}} {
		var b bytes.Buffer
		w, err := NewWriter(&b, h)
		add("headers", fmt.Sprintln(b.Len(), err))
		for i := 0; err == nil && i < len(someRows); i++ {
			refused := w.Write(&someRows[i])
			text, _ := json.Marshal(h)
			add("writers", fmt.Sprintln(string(text), i, refused, w.used, w.rows, w.number))
		}
	}
}

// addCounts adds counts of some games, and what is read of tables of which a byte is wrong.
func addCounts(t *testing.T, add func(kind, text string)) {
	files := writeGames(t, goldenGames, randomGames(3, 20))
	var first *Table
	for _, o := range []Options{{}, {Plies: 3}, {Least: 2}, {Label: mustLabel(t, "WhiteElo/200,Event"), Shards: 2}, {Plies: 1, Least: 3, Shards: 1}} {
		var told strings.Builder
		o.Fault = func(f Fault) { fmt.Fprintln(&told, filepath.Base(f.File), f.Offset, f.Detail) }
		o.Progress = func(s Stats) { text, _ := json.Marshal(s); fmt.Fprintln(&told, string(text)) }
		folder := filepath.Join(t.TempDir(), "table")
		stats, err := Count(t.Context(), folder, files, o)
		table := mustOpen(t, folder)
		text, _ := json.Marshal(table.Header())
		add("counts", fmt.Sprintln(stats, err, told.String(), string(text), describeTable(table)))
		merged := filepath.Join(t.TempDir(), "merged")
		err = Merge(t.Context(), merged, Options{Shards: 2, Least: 2}, table)
		add("merged", fmt.Sprintln(err, describeTable(mustOpen(t, merged))))
		first = cmp.Or(first, table)
		add("kinds", fmt.Sprintln(Merge(t.Context(), filepath.Join(t.TempDir(), "kinds"), Options{}, first, table)))
		err = Merge(t.Context(), merged, Options{}, table)
		_, again := Count(t.Context(), folder, files, o)
		add("refused", strings.NewReplacer(folder, "FOLDER", merged, "MERGED").Replace(fmt.Sprintln(err, again)))
	}
	addFolders(t, add, files)
	_, sound := count(t, Options{Shards: 1, Plies: 10}, files)
	add("bytes", fmt.Sprintf("%x", sha256.Sum256(sound)))
	for at := 0; at < len(sound); at += 7 {
		changed := bytes.Clone(sound)
		changed[at] ^= byte(1 + at%255)
		add("damaged tables", describeBytes(changed))
		if number := at / pageSize; at%(7*13) == 0 { // which the checksum of the page hides
			seal(changed[number*pageSize:][:pageSize], binary.BigEndian.Uint32(sound)*uint32(min(number, 1)), int64(number))
			add("changed tables", describeBytes(changed))
		}
	}
	for size := 0; size <= len(sound); size += pageSize / 2 {
		add("cut tables", describeBytes(sound[:size]))
	}
}

// addFolders adds why folders are refused in which a file of a table is missing, or belongs to another table.
func addFolders(t *testing.T, add func(kind, text string), files []string) {
	one, _ := count(t, Options{Shards: 3}, files)
	other, _ := count(t, Options{Shards: 2}, files)
	foreign, _ := count(t, Options{Shards: 3}, files[1:])
	for i := range 6 {
		folder := t.TempDir()
		for shard := range 3 {
			if shard != i && (i != 5 || shard != 2) {
				copyFile(t, filepath.Join(folder, fileName(shard, 3)), filepath.Join(one, fileName(shard, 3)))
			}
		}
		switch name := fileName(i, 3); i {
		case 2:
			copyFile(t, filepath.Join(folder, name), filepath.Join(foreign, name))
		case 3:
			copyFile(t, filepath.Join(folder, fileName(1, 2)), filepath.Join(other, fileName(1, 2)))
		case 4:
			copyFile(t, filepath.Join(folder, fileName(1, 3)), filepath.Join(folder, fileName(2, 3)))
		}
		table, err := Open(folder)
		add("folders", strings.ReplaceAll(fmt.Sprintln(i, table == nil, err), folder, "FOLDER"))
	}
	_, err := NewTable()
	add("folders", fmt.Sprintln(err))
	_, err = Open(filepath.Dir(other))
	add("folders", strings.ReplaceAll(fmt.Sprintln(err), filepath.Dir(other), "FOLDER"))
}

// describeBytes returns what is read of a table with one file.
func describeBytes(file []byte) string {
	table, err := NewTable(io.NewSectionReader(bytes.NewReader(file), 0, int64(len(file))))
	if err != nil {
		return err.Error()
	}
	looks := &countingReader{ReaderAt: table.files[0].ReaderAt}
	table.files[0].ReaderAt = looks
	moves, err := table.Moves(chess.StartPosition(), "")
	found := fmt.Sprintln(moves, err, looks.pages)
	for order := uint64(1 << 60); order != 0; order += 1 << 60 {
		found += fmt.Sprint(table.files[0].find(order), " ")
	}
	rows, sum := 0, uint64(0)
	for r, e := range table.All() {
		if err = e; err == nil {
			rows, sum = rows+1, sum*3+r.Sum()+r.Games()
		}
	}
	return fmt.Sprintln(found, rows, sum, err, table.Rows(), table.Verify(context.Background()), looks.pages)
}

// describeTable returns what is in a table.
func describeTable(table *Table) string {
	var b strings.Builder
	for r, err := range table.All() {
		fmt.Fprintln(&b, r, err)
	}
	moves, err := table.Moves(chess.StartPosition(), "")
	label, refused := table.Moves(chess.StartPosition(), "2000,?")
	rows, failed := table.Lookup(chess.StartPosition())
	return b.String() + fmt.Sprintln(table.Rows(), table.Header(), moves, err, label, refused, rows, failed)
}
