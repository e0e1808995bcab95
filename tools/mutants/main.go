package main

import (
	"errors"
	"flag"
	"fmt"
	"math/rand/v2"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"sync"
)

var (
	count = flag.Int("n", 100, "how many changes to try, picked at random; 0 tries all")
	seed  = flag.Uint64("seed", 1, "the seed of the random choice")
	files = flag.String("files", ".", "change only files whose name matches this `regexp`")
	with  = flag.String("with", "", "packages whose tests count too, separated by commas")
	short = flag.Bool("short", false, "run the tests with -short")
)

func main() {
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

// run tries changes of the package in a directory of the module, such as ./selection.
func run(pkg string) error {
	pattern, err := regexp.Compile(*files)
	if err != nil {
		return err
	}
	root, err := filepath.Abs("..")
	if err != nil {
		return err
	}
	temp, err := os.MkdirTemp("", "mutants")
	if err != nil {
		return err
	}
	defer os.RemoveAll(temp)
	if err := copyModule(root, temp); err != nil {
		return err
	}
	changes, err := instrument(filepath.Join(temp, pkg), pattern)
	if err != nil {
		return err
	}
	var programs []*program
	for _, test := range append([]string{pkg}, strings.FieldsFunc(*with, func(r rune) bool { return r == ',' })...) {
		p, err := compile(temp, test)
		if err != nil {
			return err
		}
		programs = append(programs, p)
	}
	tests, err := trace(programs)
	if err != nil {
		return err
	}
	picked := pick(changes)
	fmt.Printf("%d changes, %d of them tried, %d tests\n", len(changes), len(picked), len(tests))
	report(picked, try(picked, tests))
	return nil
}

// pick returns the changes to try, in the order of the source.
func pick(changes []change) []change {
	if *count == 0 || *count >= len(changes) {
		return changes
	}
	chosen := make([]bool, len(changes))
	for _, i := range rand.New(rand.NewPCG(*seed, 0)).Perm(len(changes))[:*count] {
		chosen[i] = true
	}
	var picked []change
	for i, c := range changes {
		if chosen[i] {
			picked = append(picked, c)
		}
	}
	return picked
}

// try returns the verdict on each change. Two changes are tried at once.
func try(changes []change, tests []*test) []error {
	verdicts := make([]error, len(changes))
	var group sync.WaitGroup
	next := make(chan int)
	for range 2 {
		group.Add(1)
		go func() {
			defer group.Done()
			for i := range next {
				verdicts[i] = verdict(changes[i], tests)
			}
		}()
	}
	for i := range changes {
		next <- i
	}
	close(next)
	group.Wait()
	return verdicts
}

var errLived = errors.New("LIVED")
var errUnreached = errors.New("LIVED (no test reaches it)")
var errTimeout = errors.New("TIMED OUT")

// verdict returns nil if a test fails on the change.
func verdict(c change, tests []*test) error {
	reached := false
	for _, t := range tests {
		if !t.reaches[c.id] {
			continue
		}
		reached = true
		failed, err := t.run(c.id)
		if err != nil {
			return err
		}
		if failed {
			return nil
		}
	}
	if !reached {
		return errUnreached
	}
	return errLived
}

func report(changes []change, verdicts []error) {
	killed, timedOut := 0, 0
	for i, err := range verdicts {
		switch {
		case err == nil:
			killed++
		case err == errTimeout:
			timedOut++
			fallthrough
		default:
			fmt.Printf("%s: %v: %s\n", changes[i].place, err, changes[i].text)
		}
	}
	fmt.Printf("killed %d, timed out %d, lived %d\n", killed, timedOut, len(changes)-killed-timedOut)
}
