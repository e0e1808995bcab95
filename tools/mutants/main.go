package main

import (
	"cmp"
	"context"
	"flag"
	"fmt"
	"math/rand/v2"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"sync"
	"time"
)

var (
	count = flag.Int("n", 100, "how many changes to try, picked at random; 0 tries all")
	seed  = flag.Uint64("seed", 1, "the seed of the random choice")
	with  = flag.String("with", "", "packages whose tests count too, separated by commas")
	short = flag.Bool("short", false, "run the tests with -short")
	files regexp.Regexp
)

func main() {
	flag.TextVar(&files, "files", regexp.MustCompile("."), "change only files whose name matches this `regexp`")
	flag.Usage = func() {
		fmt.Fprintln(flag.CommandLine.Output(), "usage: mutants [flags] PACKAGE")
		flag.PrintDefaults()
	}
	flag.Parse()
	if flag.NArg() != 1 {
		flag.Usage()
		os.Exit(2)
	}
	if err := run(flag.Arg(0)); err != nil {
		fmt.Fprintln(os.Stderr, "mutants:", err)
		os.Exit(1)
	}
}

// run tries changes of the package in a folder of the module, such as ./selection.
func run(pkg string) error {
	temp, err := os.MkdirTemp("", "mutants")
	if err != nil {
		return err
	}
	defer os.RemoveAll(temp)
	if err := os.Chdir(".."); err != nil { // to the module
		return err
	}
	changes, err := instrument(pkg, temp)
	if err != nil {
		return err
	}
	var tests []*test
	for _, folder := range append([]string{pkg}, strings.FieldsFunc(*with, func(r rune) bool { return r == ',' })...) {
		found, err := compile(folder, temp)
		if err != nil {
			return err
		}
		tests = append(tests, found...)
	}
	slices.SortStableFunc(tests, func(a, b *test) int { return cmp.Compare(a.takes, b.takes) })
	total := len(changes)
	if *count > 0 && *count < total {
		rand.New(rand.NewPCG(*seed, 0)).Shuffle(total, func(i, j int) { changes[i], changes[j] = changes[j], changes[i] })
		changes = changes[:*count]
		slices.SortFunc(changes, func(a, b *change) int { return cmp.Compare(a.id, b.id) })
	}
	fmt.Printf("%d changes, %d of them tried, %d tests\n", total, len(changes), len(tests))
	try(changes, tests)
	return nil
}

// A test is one test of a program, with what it reaches and how long it takes.
type test struct {
	program, folder, name string
	reaches               map[string]bool // the numbers of changes
	takes                 time.Duration
}

// compile builds the test program of a package and runs every test of it alone. It returns those that pass.
func compile(folder, temp string) (tests []*test, err error) {
	program := filepath.Join(temp, strings.ReplaceAll(folder, "/", "_")+".test")
	build := exec.Command("go", "test", "-c", "-vet=off", "-overlay", filepath.Join(temp, "overlay"), "-o", program, folder)
	if out, err := build.CombinedOutput(); err != nil {
		return nil, fmt.Errorf("building the tests of %s: %w\n%s", folder, err, out)
	}
	if _, err := os.Stat(program); err != nil {
		return nil, nil // the package has no tests
	}
	names, err := exec.Command(program, "-test.list", "^[^B]").Output() // no benchmarks
	trace := filepath.Join(temp, "trace")
	for name := range strings.FieldsSeq(string(names)) {
		t := &test{program, folder, name, map[string]bool{}, time.Minute}
		os.Remove(trace)
		start := time.Now()
		if t.fails("-1", "MUTANT_TRACE="+trace) != "" {
			fmt.Printf("left out: %s fails without a change\n", name)
			continue
		}
		t.takes = time.Since(start)
		reached, _ := os.ReadFile(trace) // none if the test reaches nothing
		for id := range strings.FieldsSeq(string(reached)) {
			t.reaches[id] = true
		}
		tests = append(tests, t)
	}
	return tests, err
}

// The verdicts on a change.
const (
	lived     = "LIVED"
	unreached = "LIVED (no test reaches it)"
	timedOut  = "TIMED OUT"
	killed    = "killed"
)

// fails runs the test with a change, and returns killed, timedOut, or "" if it does not fail.
func (t *test) fails(id string, environment ...string) string {
	ctx, cancel := context.WithTimeout(context.Background(), 10*t.takes+10*time.Second)
	defer cancel()
	cmd := exec.CommandContext(ctx, t.program, "-test.run", "^"+t.name+"$", "-test.short="+strconv.FormatBool(*short))
	cmd.Dir, cmd.WaitDelay = t.folder, time.Second
	cmd.Env = append(os.Environ(), append(environment, "MUTANT="+id)...)
	switch err := cmd.Run(); {
	case ctx.Err() != nil:
		return timedOut
	case err != nil:
		return killed
	}
	return ""
}

// verdict returns what the tests say about a change.
func (c *change) verdict(tests []*test) string {
	id, verdict := strconv.Itoa(c.id), unreached
	for _, t := range tests {
		if !t.reaches[id] {
			continue
		}
		if failure := t.fails(id); failure != "" {
			return failure
		}
		verdict = lived
	}
	return verdict
}

// try tries the changes, two at once, and reports those that no test fails on.
func try(changes []*change, tests []*test) {
	verdicts := make([]string, len(changes))
	var group sync.WaitGroup
	for half := range 2 {
		group.Go(func() {
			for i := half; i < len(changes); i += 2 {
				verdicts[i] = changes[i].verdict(tests)
			}
		})
	}
	group.Wait()
	counts := map[string]int{}
	for i, v := range verdicts {
		counts[v]++
		if v != killed {
			fmt.Printf("%s: %s: %s\n", changes[i].place, v, changes[i].text)
		}
	}
	fmt.Printf("killed %d, timed out %d, lived %d\n", counts[killed], counts[timedOut], counts[lived]+counts[unreached])
}
