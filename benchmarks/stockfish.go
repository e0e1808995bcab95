package main

import (
	"bufio"
	"fmt"
	"io"
	"os"
	"os/exec"
	"strconv"
	"strings"
	"time"
)

// A stockfish is a running Stockfish process. A nil *stockfish means that the engine is not
// installed.
type stockfish struct {
	name    string
	process *exec.Cmd
	input   io.WriteCloser
	output  *bufio.Scanner
}

// startStockfish starts the engine. It returns nil if the engine is not installed.
func startStockfish() (*stockfish, error) {
	path := find("stockfish")
	if path == "" {
		return nil, nil
	}
	process := exec.Command(path)
	input, err := process.StdinPipe()
	if err != nil {
		return nil, err
	}
	output, err := process.StdoutPipe()
	if err != nil {
		return nil, err
	}
	if err := process.Start(); err != nil {
		return nil, err
	}
	s := &stockfish{"", process, input, bufio.NewScanner(output)}
	fmt.Fprintln(input, "uci")
	if s.name, err = s.answer("id name "); err != nil {
		s.close()
		return nil, err
	}
	return s, nil
}

// answer reads lines up to the first one with the given prefix. It returns that line without the
// prefix.
func (s *stockfish) answer(prefix string) (string, error) {
	for s.output.Scan() {
		if rest, ok := strings.CutPrefix(s.output.Text(), prefix); ok {
			return rest, nil
		}
	}
	return "", fmt.Errorf("no line %q from Stockfish: %w", prefix+"…", io.ErrUnexpectedEOF)
}

// close stops the engine.
func (s *stockfish) close() {
	if s == nil {
		return
	}
	s.input.Close()
	s.process.Wait()
}

// task returns the task of running perft with the engine. It returns nil if there is no engine.
func (s *stockfish) task(fen string, depth int, nodes uint64) *task {
	if s == nil {
		return nil
	}
	clock := wallTime
	if _, err := s.cpuTime(); err == nil {
		clock = func() time.Duration {
			t, _ := s.cpuTime()
			return t
		}
	}
	run := func() error {
		count, err := s.perft(fen, depth)
		if err != nil {
			return err
		}
		return agree("Stockfish", "nodes", count, nodes)
	}
	return &task{size: nodes, run: run, clock: clock}
}

// perft returns the node count that the engine reports.
func (s *stockfish) perft(fen string, depth int) (uint64, error) {
	if _, err := fmt.Fprintf(s.input, "position fen %s\ngo perft %d\n", fen, depth); err != nil {
		return 0, err
	}
	count, err := s.answer("Nodes searched: ")
	if err != nil {
		return 0, err
	}
	return strconv.ParseUint(strings.TrimSpace(count), 10, 64)
}

// cpuTime returns the CPU time that the engine has used. It works only on Linux and has a
// resolution of 10 ms.
func (s *stockfish) cpuTime() (time.Duration, error) {
	stat, err := os.ReadFile(fmt.Sprintf("/proc/%d/stat", s.process.Process.Pid))
	if err != nil {
		return 0, err
	}
	// The second field is the program name in parentheses, which may contain spaces. Fields 14 and
	// 15 are the user and the system time.
	fields := strings.Fields(string(stat[strings.LastIndexByte(string(stat), ')')+1:]))
	if len(fields) < 13 {
		return 0, fmt.Errorf("/proc/…/stat has %d fields", len(fields)+2)
	}
	var ticks uint64
	for _, field := range fields[11:13] {
		n, err := strconv.ParseUint(field, 10, 64)
		if err != nil {
			return 0, err
		}
		ticks += n
	}
	return time.Duration(ticks) * 10 * time.Millisecond, nil
}
