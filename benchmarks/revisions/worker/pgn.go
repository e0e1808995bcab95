package main

import (
	"bytes"
	"fmt"
	"io"
	"os"

	"github.com/shakki/chess"
)

// read calls work with the named file, repeated until it has at least size bytes, and prints a line
// with the results.
func read(name string, size int, work func(io.Reader) (moves uint64, score int64, err error)) error {
	text, err := os.ReadFile(name)
	if err != nil {
		return err
	}
	text = append(text, "\n\n"...)
	var parts []io.Reader
	for n := 0; n < size; n += len(text) {
		parts = append(parts, bytes.NewReader(text))
	}
	stream := io.MultiReader(parts...)

	before := cpuTime()
	moves, score, err := work(stream)
	fmt.Println("pgn", moves, score, cpuTime()-before)
	return err
}

// scan counts the moves in r, including moves in variations. The score is a checksum of the moves
// and errors.
func scan(r io.Reader) (moves uint64, score int64, err error) {
	s := chess.NewPGNScanner(r)
	for event := s.Next(); event != chess.PGNEnd; event = s.Next() {
		switch event {
		case chess.PGNMove:
			moves++
			score = score*31 + int64(s.Move())
		case chess.PGNFault:
			score++
		}
	}
	return moves, score, s.Err()
}

// readTrees reads the games in r and counts the moves of their main lines. The score is a checksum
// of the game lengths and errors.
func readTrees(r io.Reader) (moves uint64, score int64, err error) {
	games := chess.NewPGNReader(r)
	for {
		g, err := games.Read()
		if err == io.EOF {
			return moves, score, nil
		}
		if g == nil {
			return moves, score, err
		}
		if err != nil {
			score++
		}
		moves += uint64(g.Plies())
		score = score*31 + int64(g.Plies())
	}
}
