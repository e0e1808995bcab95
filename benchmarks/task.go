package main

import (
	"fmt"
	"os/exec"
	"path/filepath"
	"runtime"
	"slices"
	"strings"
	"time"
)

// A task is a piece of work whose rate is measured.
type task struct {
	size  uint64               // nodes or moves that one run deals with
	run   func() error         // does the work and checks what comes of it
	clock func() time.Duration // the time it has taken so far
	rates []float64            // nodes or moves a second, one for each round
}

// measure runs the task for at least the given time and keeps its rate.
func (t *task) measure(least time.Duration) error {
	runtime.GC() // what others have left behind is not this task's to collect
	var spent time.Duration
	var done uint64
	for start := t.clock(); spent < least; spent = t.clock() - start {
		if err := t.run(); err != nil {
			return err
		}
		done += t.size
	}
	t.rates = append(t.rates, float64(done)/spent.Seconds())
	return nil
}

// rate returns the median of the rates.
func (t *task) rate() float64 {
	rates := slices.Sorted(slices.Values(t.rates))
	middle := len(rates) / 2
	if len(rates)%2 == 1 {
		return rates[middle]
	}
	return (rates[middle-1] + rates[middle]) / 2
}

// measureAll measures each task of the tables once. A task may stand in several
// rows.
func measureAll(tables []*table, least time.Duration) error {
	measured := map[*task]bool{nil: true}
	for _, table := range tables {
		for _, row := range table.rows {
			for _, t := range append([]*task{row.own}, row.others...) {
				if measured[t] {
					continue
				}
				measured[t] = true
				if err := t.measure(least); err != nil {
					return fmt.Errorf("%s: %w", strings.Join(row.labels, ", "), err)
				}
			}
		}
	}
	return nil
}

// agree returns an error unless a count is the one expected.
func agree(who, what string, got, want uint64) error {
	if got != want {
		return fmt.Errorf("%s counts %d %s, others %d", who, got, what, want)
	}
	return nil
}

var started = time.Now()

// wallTime returns the time since the start of the program.
func wallTime() time.Duration { return time.Since(started) }

// find returns the path of an installed program, "" if there is none.
func find(name string) string {
	for _, path := range []string{name, filepath.Join("/usr/games", name)} { // where Debian puts games
		if path, err := exec.LookPath(path); err == nil {
			return path
		}
	}
	return ""
}
