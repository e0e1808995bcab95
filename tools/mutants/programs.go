package main

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"time"
)

// A program is the test program of a package.
type program struct {
	path, dir string
}

// compile builds the tests of a package.
func compile(root, pkg string) (*program, error) {
	p := &program{filepath.Join(root, strings.ReplaceAll(pkg, "/", "_")+".test"), filepath.Join(root, pkg)}
	cmd := exec.Command("go", "test", "-c", "-vet=off", "-o", p.path, ".")
	cmd.Dir = p.dir
	if out, err := cmd.CombinedOutput(); err != nil {
		return nil, fmt.Errorf("building the tests of %s: %v\n%s", pkg, err, out)
	}
	return p, nil
}

// A test is one test of a program, with what it reaches and how long it takes.
type test struct {
	program *program
	name    string
	reaches map[int]bool
	takes   time.Duration
}

// trace runs every test alone. It returns those that pass, the fastest first.
func trace(programs []*program) ([]*test, error) {
	var tests []*test
	for _, p := range programs {
		if _, err := os.Stat(p.path); err != nil {
			continue // the package has no tests
		}
		list := exec.Command(p.path, "-test.list", ".")
		list.Dir = p.dir
		names, err := list.Output()
		if err != nil {
			return nil, err
		}
		for _, name := range strings.Fields(string(names)) {
			if strings.HasPrefix(name, "Benchmark") {
				continue
			}
			t := &test{program: p, name: name, takes: time.Minute}
			start := time.Now()
			failed, err := t.run(-1)
			if failed || err != nil {
				fmt.Printf("left out: %s fails without a change\n", name)
				continue
			}
			t.takes = time.Since(start)
			tests = append(tests, t)
		}
	}
	slices.SortFunc(tests, func(a, b *test) int { return int(a.takes - b.takes) })
	return tests, nil
}

// run runs the test with one change and reports whether it fails. With -1 it notes the changes that
// the test reaches.
func (t *test) run(id int) (failed bool, err error) {
	limit := 10*t.takes + 10*time.Second
	ctx, cancel := context.WithTimeout(context.Background(), limit)
	defer cancel()
	args := []string{"-test.run", "^" + t.name + "$"}
	if *short {
		args = append(args, "-test.short")
	}
	file := filepath.Join(filepath.Dir(t.program.path), "trace")
	cmd := exec.CommandContext(ctx, t.program.path, args...)
	cmd.Dir = t.program.dir
	cmd.Env = append(os.Environ(), "MUTANT="+strconv.Itoa(id), "MUTANT_TRACE="+file)
	cmd.WaitDelay = time.Second
	err = cmd.Run()
	if ctx.Err() != nil {
		return false, errTimeout
	}
	if exit := (*exec.ExitError)(nil); errors.As(err, &exit) {
		failed, err = true, nil
	}
	if id >= 0 || err != nil {
		return failed, err
	}
	text, err := os.ReadFile(file)
	if os.IsNotExist(err) {
		return failed, nil
	}
	t.reaches = map[int]bool{}
	for _, line := range bytes.Fields(text) {
		if id, err := strconv.Atoi(string(line)); err == nil {
			t.reaches[id] = true
		}
	}
	return failed, errors.Join(err, os.Remove(file))
}
