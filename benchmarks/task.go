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
	size  uint64               // number of nodes or moves in one run
	run   func() error         // does the work and checks the result
	clock func() time.Duration // total time used so far
	rates []float64            // nodes or moves per second, one for each round
}

// measure runs the task repeatedly for at least the given time and records its rate.
func (t *task) measure(least time.Duration) error {
	runtime.GC() // so that this task does not pay for the garbage of other tasks
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

// measureAll measures each task of the tables once, even if it is in several rows.
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

// agree returns an error if got differs from want.
func agree(who, what string, got, want uint64) error {
	if got != want {
		return fmt.Errorf("%s counts %d %s, want %d", who, got, what, want)
	}
	return nil
}

var started = time.Now()

// wallTime returns the time since the start of the program.
func wallTime() time.Duration { return time.Since(started) }

// find returns the path of an installed program, or "" if it is not installed.
func find(name string) string {
	for _, path := range []string{name, filepath.Join("/usr/games", name)} { // Debian installs games in /usr/games
		if path, err := exec.LookPath(path); err == nil {
			return path
		}
	}
	return ""
}
