package main

import (
	"fmt"
	"os"
	"path/filepath"
	"strings"

	"github.com/shakki/chess"
	"github.com/shakki/chess/epd"
)

// rules are those of the games: the players claim all draws that they can.
var rules = func() chess.Rules {
	r := chess.FIDERules()
	r.Threefold, r.FiftyMoves = chess.Automatic, chess.Automatic
	return r
}()

// readOpenings reads a file of games, or of positions if its name does not end in .pgn. Without a
// name there is one opening, the start position.
func readOpenings(name string) (openings []*chess.Game, err error) {
	if name == "" {
		return []*chess.Game{chess.NewGame()}, nil
	}
	text, err := os.ReadFile(name)
	if err != nil {
		return nil, err
	}
	read := readEPD
	if filepath.Ext(name) == ".pgn" {
		read = readPGN
	}
	if openings, err = read(string(text)); err != nil {
		return nil, fmt.Errorf("%s: %w", name, err)
	}
	if len(openings) == 0 {
		return nil, fmt.Errorf("%s: no openings", name)
	}
	return openings, nil
}

func readPGN(text string) (openings []*chess.Game, err error) {
	for g, err := range chess.NewPGNReader(strings.NewReader(text)).All() {
		if err != nil {
			return nil, err
		}
		openings = append(openings, g)
	}
	return openings, nil
}

// readEPD reads a position from each line: a FEN, or its first four fields and EPD operations.
func readEPD(text string) (openings []*chess.Game, err error) {
	for line := range strings.Lines(text) {
		record, err := epd.Parse(line)
		if err != nil {
			return nil, fmt.Errorf("line %d: %w", len(openings)+1, err)
		}
		g, _ := chess.NewGameFrom(record.Position, rules) // Parse has accepted the position
		openings = append(openings, g)
	}
	return openings, nil
}

// newGame returns a game that begins with an opening.
func newGame(opening *chess.Game) (*chess.Game, error) {
	g, err := chess.NewGameFrom(opening.Start(), rules)
	for _, move := range opening.Moves() {
		if err == nil {
			err = g.Play(move)
		}
	}
	return g, err
}
