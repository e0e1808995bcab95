package main

import (
	"fmt"
	"math"
	"slices"
	"strings"
)

// A table compares the rates of tasks.
type table struct {
	title  string
	labels []string // headings of the label columns
	own    string   // heading of the column of own tasks
	others []string // headings of the tasks to compare with
	rows   []row
	means  bool // whether to add a row of geometric means for each distinct last label
}

// A row compares one task with other tasks that do the same work. Tasks of programs that are not
// installed are nil.
type row struct {
	labels []string
	own    *task
	others []*task
}

// ratio returns the rate of the own task divided by the rate of other task i. If that task is nil,
// ok is false.
func (r row) ratio(i int) (ratio float64, ok bool) {
	if r.others[i] == nil {
		return 0, false
	}
	return r.own.rate() / r.others[i].rate(), true
}

// cells returns the cells of the row. Rates are in millions per second.
func (r row) cells() []string {
	cells := append(slices.Clone(r.labels), number(r.own.rate()/1e6))
	for i, other := range r.others {
		rate, ratio := "", ""
		if other != nil {
			x, _ := r.ratio(i)
			rate, ratio = number(other.rate()/1e6), number(x)
		}
		cells = append(cells, rate, ratio)
	}
	return cells
}

// meanCells returns the cells of a row of geometric means over all rows with the given last label.
func (t *table) meanCells(label string) []string {
	cells := make([]string, len(t.labels)+1)
	cells[0], cells[len(t.labels)-1] = "geometric mean", label
	for i := range t.others {
		sum, n := 0.0, 0
		for _, r := range t.rows {
			if x, ok := r.ratio(i); ok && r.labels[len(r.labels)-1] == label {
				sum += math.Log(x)
				n++
			}
		}
		mean := ""
		if n > 0 {
			mean = number(math.Exp(sum / float64(n)))
		}
		cells = append(cells, "", mean)
	}
	return cells
}

// String returns the table in Markdown.
func (t *table) String() string {
	header := append(slices.Clone(t.labels), t.own)
	for _, other := range t.others {
		header = append(header, other, "ratio")
	}
	lines := [][]string{header}
	var last []string
	for _, r := range t.rows {
		lines = append(lines, r.cells())
		if label := r.labels[len(r.labels)-1]; !slices.Contains(last, label) {
			last = append(last, label)
		}
	}
	if t.means {
		for _, label := range last {
			lines = append(lines, t.meanCells(label))
		}
	}
	return t.title + "\n\n" + markdown(lines, len(t.labels))
}

// markdown formats lines of cells as a Markdown table. The first line is the header. The first
// columns hold text and are left-aligned; their number is texts. The other columns are
// right-aligned.
func markdown(lines [][]string, texts int) string {
	widths := make([]int, len(lines[0]))
	for _, line := range lines {
		for i, cell := range line {
			widths[i] = max(widths[i], len(cell))
		}
	}
	var sb strings.Builder
	for n, line := range lines {
		for i, cell := range line {
			if i < texts {
				fmt.Fprintf(&sb, "| %-*s ", widths[i], cell)
			} else {
				fmt.Fprintf(&sb, "| %*s ", widths[i], cell)
			}
		}
		sb.WriteString("|\n")
		if n == 0 {
			sb.WriteString(ruler(widths, texts))
		}
	}
	return sb.String()
}

// ruler returns the line below the header.
func ruler(widths []int, texts int) string {
	var sb strings.Builder
	for i, width := range widths {
		line := strings.Repeat("-", width)
		if i >= texts {
			line = line[1:] + ":"
		}
		sb.WriteString("| " + line + " ")
	}
	return sb.String() + "|\n"
}

// number formats x with three significant digits, or without decimals if x is 100 or more.
func number(x float64) string {
	switch {
	case x < 10:
		return fmt.Sprintf("%.2f", x)
	case x < 100:
		return fmt.Sprintf("%.1f", x)
	}
	return fmt.Sprintf("%.0f", x)
}
