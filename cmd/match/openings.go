package main

import (
	"fmt"
	"io"
	"math/rand/v2"
	"os"
	"path/filepath"
	"strings"

	"github.com/shakki/chess"
)

// rules are those of the games: the players claim all draws that they can.
var rules = func() chess.Rules {
	r := chess.FIDERules()
	r.Threefold, r.FiftyMoves = chess.Automatic, chess.Automatic
	return r
}()

// A book says where the openings come from.
type book struct {
	file   string // "" for the start position
	plies  int    // how many plies of each game to play, or 0 for all
	random bool   // in random order
	seed   uint64
}

// read reads the openings: games if the name of the file ends in .pgn, and otherwise positions. It reports openings in
// which the game is over, and leaves them out.
func (b book) read(warnings io.Writer) (openings []*chess.Game, err error) {
	if b.file == "" {
		return []*chess.Game{start(chess.StartPosition())}, nil
	}
	text, err := os.ReadFile(b.file)
	if err != nil {
		return nil, err
	}
	games := readEPD
	if filepath.Ext(b.file) == ".pgn" {
		games = readPGN
	}
	all, err := games(string(text))
	if err != nil {
		return nil, fmt.Errorf("%s: %w", b.file, err)
	}
	for n, g := range all {
		opening, over := b.opening(g)
		if over != "" {
			fmt.Fprintf(warnings, "match: %s: opening %d is left out, because the game is over: %s\n", b.file, n+1, over)
			continue
		}
		openings = append(openings, opening)
	}
	if len(openings) == 0 {
		return nil, fmt.Errorf("%s: no openings", b.file)
	}
	if b.random {
		r := rand.New(rand.NewPCG(b.seed, 0))
		r.Shuffle(len(openings), func(i, j int) { openings[i], openings[j] = openings[j], openings[i] })
	}
	return openings, nil
}

// opening returns the opening that g holds as a game under the rules of the match, or why that game is over.
func (b book) opening(g *chess.Game) (opening *chess.Game, over string) {
	opening = start(g.Start())
	for ply, m := range g.Moves() {
		if b.plies > 0 && ply == b.plies {
			break
		}
		if err := opening.Play(m); err != nil {
			break // the moves of g are legal, so the game is over
		}
	}
	if opening.Outcome().IsOver() {
		return nil, opening.Outcome().Reason.String()
	}
	return opening, ""
}

// start returns a game from a position.
func start(p chess.Position) *chess.Game {
	g, err := chess.NewGameFrom(p, rules)
	if err != nil {
		panic(err) // p comes from a FEN or a game
	}
	return g
}

func readPGN(text string) (games []*chess.Game, err error) {
	for g, err := range chess.NewPGNReader(strings.NewReader(text)).All() {
		if err != nil {
			return nil, err
		}
		games = append(games, g)
	}
	return games, nil
}

// readEPD reads a position from each line that is not blank: a FEN, or its first four fields and EPD operations.
func readEPD(text string) (games []*chess.Game, err error) {
	n := 0
	for line := range strings.Lines(text) {
		n++
		fields := strings.Fields(line)
		if len(fields) == 0 {
			continue
		}
		p, err := chess.ParseFEN(strings.Join(fields[:min(len(fields), 6)], " "))
		if err != nil {
			p, err = chess.ParseFEN(strings.Join(fields[:min(len(fields), 4)], " "))
		}
		if err != nil {
			return nil, fmt.Errorf("line %d: %w", n, err)
		}
		games = append(games, start(p))
	}
	return games, nil
}
