package main

import (
	"fmt"
	"slices"
	"strings"
	"time"
)

// A result is the parsed output of one run of a worker.
type result struct {
	counts  []string // for each position, such as "start: 123 nodes, score 45"
	nodes   uint64
	elapsed time.Duration
}

// parseResult parses the output of a worker. Each line has the name of a position, the nodes, the
// score, and the CPU time in nanoseconds, such as "start 123 45 6789".
func parseResult(output string) (result, error) {
	var r result
	for line := range strings.Lines(output) {
		var name string
		var nodes, nanoseconds uint64
		var score int64
		if _, err := fmt.Sscan(line, &name, &nodes, &score, &nanoseconds); err != nil {
			return r, fmt.Errorf("invalid worker output %q: %w", line, err)
		}
		r.counts = append(r.counts, fmt.Sprintf("%s: %d nodes, score %d", name, nodes, score))
		r.nodes += nodes
		r.elapsed += time.Duration(nanoseconds)
	}
	if r.nodes == 0 || r.elapsed == 0 {
		return r, fmt.Errorf("worker output %q has no nodes or no time", output)
	}
	return r, nil
}

// speed returns the speed in millions of nodes per second.
func (r result) speed() float64 { return float64(r.nodes) / 1e6 / r.elapsed.Seconds() }

// A row holds the speeds of both revisions at one task, with one value per round.
type row struct{ old, new []float64 }

// measure runs a task once with each worker and adds the speeds to the row.
func (r *row) measure(c comparison, task string) error {
	var results [2]result
	for i, worker := range []string{c.oldWorker, c.newWorker} {
		output, err := command("", worker, task, c.pgn)
		if err != nil {
			return err
		}
		if results[i], err = parseResult(output); err != nil {
			return err
		}
	}
	before, after := results[0], results[1]
	if !slices.Equal(before.counts, after.counts) {
		return fmt.Errorf("the revisions give different results\nold: %s\nnew: %s",
			strings.Join(before.counts, "; "), strings.Join(after.counts, "; "))
	}
	r.old = append(r.old, before.speed())
	r.new = append(r.new, after.speed())
	return nil
}

const header = "" +
	"| task    |     old |     new | ratio |   min |   max |\n" +
	"| ------- | ------: | ------: | ----: | ----: | ----: |\n"

// line returns the row as a line of the Markdown table.
func (r *row) line(task string) string {
	ratios := make([]float64, len(r.old))
	for i := range ratios {
		ratios[i] = r.new[i] / r.old[i]
	}
	before, after := median(r.old), median(r.new)
	return fmt.Sprintf("| %-7s | %7.2f | %7.2f | %5.3f | %5.3f | %5.3f |\n",
		task, before, after, after/before, slices.Min(ratios), slices.Max(ratios))
}

// median returns the median of values, which must not be empty.
func median(values []float64) float64 {
	sorted := slices.Sorted(slices.Values(values))
	n := len(sorted)
	return (sorted[(n-1)/2] + sorted[n/2]) / 2
}
