package selfcheck

import (
	"bytes"
	"cmp"
	"encoding/xml"
	"fmt"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"testing"
)

// TestPictures draws the tables of docs/performance.md and docs/scale.md and checks that the pictures
// beside them are these, and XML. A table is the only place of its figures.
func TestPictures(t *testing.T) {
	docs := filepath.Join("..", "..", "docs")
	pictures, err := draw(docs)
	if err != nil {
		t.Fatal(err)
	}
	for name, picture := range pictures {
		if err := xml.Unmarshal(picture, new(struct{})); err != nil {
			t.Errorf("%s: %v", name, err)
		}
		file := filepath.Join(docs, name)
		if *updateFlag {
			if err := os.WriteFile(file, picture, 0o644); err != nil {
				t.Fatal(err)
			}
		}
		if got, err := os.ReadFile(file); err != nil || !bytes.Equal(got, picture) {
			t.Errorf("docs/%s is not the picture of its table: run go test -run TestPictures ./internal/selfcheck -update (%v)", name, err)
		}
	}
}

// draw returns the pictures of the pages in a folder, by the names of their files.
func draw(docs string) (map[string][]byte, error) {
	performance, err := readTables(filepath.Join(docs, "performance.md"))
	if err != nil {
		return nil, err
	}
	scale, err := readTables(filepath.Join(docs, "scale.md"))
	if err != nil {
		return nil, err
	}
	pictures := map[string][]byte{}
	if pictures["performance.svg"], err = speeds(performance); err != nil {
		return nil, fmt.Errorf("performance.md: %w", err)
	}
	if pictures["scale.svg"], err = costs(scale); err != nil {
		return nil, fmt.Errorf("scale.md: %w", err)
	}
	if pictures["scale-peers.svg"], err = sorters(scale); err != nil {
		return nil, fmt.Errorf("scale.md: %w", err)
	}
	return pictures, nil
}

// speeds draws the tables beside other programs as bars.
func speeds(all []table) ([]byte, error) {
	moves, err := find(all, "task", "shakki", "Stockfish")
	if err != nil {
		return nil, err
	}
	records, err := find(all, "task", "shakki", "pgn-extract")
	if err != nil {
		return nil, err
	}
	generation := chart{title: "How many times as fast as other programs, on a logarithmic scale", logarithmic: true}
	for i, name := range moves.header {
		if strings.HasPrefix(name, "beside ") {
			generation.series = append(generation.series, series{name: name, values: moves.column(i)})
		}
	}
	generation.labels = moves.labels()
	reading := chart{title: "PGN: millions of moves per second", labels: records.labels()}
	for i, name := range records.header[1:] {
		if name != "ratio" {
			reading.series = append(reading.series, series{name: name, values: records.column(i + 1)})
		}
	}
	return bars("Speed beside other programs", generation, reading), nil
}

// costs draws the table of growing texts as bars.
func costs(all []table) ([]byte, error) {
	t, err := find(all, "text", "ratio", "memory", "temporary", "table")
	if err != nil {
		return nil, err
	}
	panel := func(title string, names ...string) chart {
		c := chart{title: title, labels: t.labels()}
		for _, name := range names {
			i := t.index(name)
			c.series = append(c.series, series{t.header[i], t.column(i)})
		}
		return c
	}
	return bars("What it costs to read games and to count their positions",
		panel("CPU time of explore, as a multiple of that of check", "ratio"),
		panel("memory of explore, MB", "memory"),
		panel("disk of explore, MB", "temporary", "table")), nil
}

// sorters draws the table of programs that sort and count rows as bars.
func sorters(all []table) ([]byte, error) {
	t, err := find(all, "program", "CPU seconds")
	if err != nil {
		return nil, err
	}
	c := chart{title: "CPU seconds", labels: t.labels(), series: []series{{t.header[1], t.column(1)}}}
	return bars("Counting the same rows with other programs", c), nil
}

// A table is a table of a page.
type table struct {
	header []string
	rows   [][]string
}

// readTables returns the tables of a page.
func readTables(name string) (all []table, err error) {
	text, err := os.ReadFile(name)
	if err != nil {
		return nil, err
	}
	inside := false
	for line := range strings.Lines(string(text)) {
		cells := strings.Split(strings.Trim(line, "| \n"), "|")
		for i := range cells {
			cells[i] = strings.TrimSpace(cells[i])
		}
		switch {
		case line[0] != '|':
			inside = false
		case !inside:
			all, inside = append(all, table{header: cells}), true
		case strings.Trim(cells[0], "-:") != "":
			last := &all[len(all)-1]
			last.rows = append(last.rows, cells)
		}
	}
	return all, nil
}

// find returns the first table that has columns with certain beginnings.
func find(all []table, columns ...string) (table, error) {
	for _, t := range all {
		has := true
		for _, c := range columns {
			has = has && t.index(c) >= 0
		}
		if has {
			return t, nil
		}
	}
	return table{}, fmt.Errorf("there is no table with the columns %q", columns)
}

// index returns the index of the column whose heading begins with a word, or -1.
func (t table) index(word string) int {
	for i, name := range t.header {
		if strings.HasPrefix(name, word) {
			return i
		}
	}
	return -1
}

// labels returns the first column.
func (t table) labels() (labels []string) {
	for _, row := range t.rows {
		labels = append(labels, strings.ReplaceAll(row[0], "`", ""))
	}
	return labels
}

// column returns the numbers of a column, without their units. A cell without a number is 0.
func (t table) column(i int) (values []float64) {
	for _, row := range t.rows {
		number, _, _ := strings.Cut(cmp.Or(row[i], "0"), " ")
		v, _ := strconv.ParseFloat(strings.ReplaceAll(number, ",", ""), 64)
		values = append(values, v)
	}
	return values
}
