// Plots draws the tables of docs/performance.md and docs/scale.md as SVG, readable on light and on
// dark pages. A table is the only place of its figures: change them there and run this again.
//
//	cd benchmarks && go run ./plots
package main

import (
	"cmp"
	"fmt"
	"log"
	"os"
	"path/filepath"
	"strconv"
	"strings"

	"github.com/shakki/chess/internal/plot"
)

func main() {
	log.SetFlags(0)
	if len(os.Args) > 1 {
		log.Fatal("usage: go run ./plots, in the folder benchmarks")
	}
	if err := draw(filepath.Join("..", "docs")); err != nil {
		log.Fatal(err)
	}
}

// draw draws the tables of the pages in a folder, into files in it.
func draw(docs string) error {
	performance, err := readTables(filepath.Join(docs, "performance.md"))
	if err != nil {
		return err
	}
	scale, err := readTables(filepath.Join(docs, "scale.md"))
	if err != nil {
		return err
	}
	pictures := map[string][]byte{}
	if pictures["performance.svg"], err = speeds(performance); err != nil {
		return fmt.Errorf("performance.md: %w", err)
	}
	if pictures["scale.svg"], err = costs(scale); err != nil {
		return fmt.Errorf("scale.md: %w", err)
	}
	for name, picture := range pictures {
		if err := os.WriteFile(filepath.Join(docs, name), picture, 0o644); err != nil {
			return err
		}
	}
	return nil
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
		if name == "ratio" {
			generation.series = append(generation.series, series{name: "beside " + moves.header[i-1], values: moves.column(i)})
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

// costs draws the table of growing texts as lines.
func costs(all []table) ([]byte, error) {
	t, err := find(all, "text", "check", "explore", "memory", "table")
	if err != nil {
		return nil, err
	}
	panel := func(title string, unit float64, names ...string) plot.Panel {
		p := plot.Panel{Title: title, X: "text, GB"}
		for _, name := range names {
			i := t.index(name)
			line := plot.Line{Name: strings.Trim(t.header[i], "`"), Points: []plot.Point{}}
			for row, v := range t.column(i) {
				line.Points = append(line.Points, plot.Point{X: t.column(0)[row], Y: v / unit})
			}
			p.Lines = append(p.Lines, line)
		}
		p.Lines = append(p.Lines, plot.Line{Points: []plot.Point{{}}}) // the Y axis begins at 0
		return p
	}
	return plot.SVG("What it costs to read games and to count their positions",
		panel("CPU time of a game, µs", 1, "check", "explore"),
		panel("memory of explore, MB", 1, "memory"),
		panel("disk of explore, GB", 1000, "temporary", "table")), nil
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
		if strings.HasPrefix(strings.Trim(name, "`"), word) {
			return i
		}
	}
	return -1
}

// labels returns the first column.
func (t table) labels() (labels []string) {
	for _, row := range t.rows {
		labels = append(labels, row[0])
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
