package main

import (
	"bytes"
	"cmp"
	"fmt"
	"io"
	"math/rand/v2"
	"os"
	"path/filepath"
	"strings"

	"github.com/shakki/chess"
	"github.com/shakki/chess/epd"
	"github.com/shakki/chess/internal/abridge"
)

// rules are those of the games: the players claim all draws that they can.
var rules = chess.Rules{Threefold: chess.Automatic, FiftyMoves: chess.Automatic}

// A book says where the openings come from.
type book struct {
	file  string // "" for the start position
	plies int    // how many plies of each game to play, or 0 for all
	seed  uint64 // of the random order, or 0 for the order of the file
	first int    // the number of the opening to begin with, from 1
}

// String identifies the openings and their order.
func (b book) String() string {
	return fmt.Sprintf("%s plies=%d order=%d start=%d", hashOf(b.file), b.plies, b.seed, b.first)
}

// An opening is a game in which the engines go on.
type opening struct {
	number int // in its file, from 1
	game   *chess.Game
}

// String returns the moves of the opening, or its position if there are none.
func (o opening) String() string {
	g := o.game
	return abridge.Text(cmp.Or(g.Start().Line(g.Moves(), chess.PGNFormat{}), g.Start().FEN()), 60)
}

// read reads the openings: games if the name of the file ends in .pgn, and otherwise positions. It
// reports openings that are faulty, or in which the game is over, and leaves them out.
func (b book) read(warnings io.Writer) (openings []opening, err error) {
	games := []*chess.Game{start(chess.StartPosition())}
	leaveOut := func(n int, why any) {
		fmt.Fprintf(warnings, "match: %s: opening %d is left out: %v\n", b.file, n, why)
	}
	if b.file != "" {
		if games, err = readGames(b.file, leaveOut); err != nil {
			return nil, fmt.Errorf("%s: %w", b.file, err)
		}
	}
	for n, g := range games {
		if g == nil {
			continue
		}
		g = b.opening(g)
		if over := g.Outcome(); over.IsOver() {
			leaveOut(n+1, fmt.Sprintf("the game is over: %v", over.Reason))
			continue
		}
		openings = append(openings, opening{n + 1, g})
	}
	if len(openings) == 0 {
		return nil, fmt.Errorf("%s: no openings", b.file)
	}
	if b.seed != 0 {
		r := rand.New(rand.NewPCG(b.seed, 0))
		r.Shuffle(len(openings), func(i, j int) { openings[i], openings[j] = openings[j], openings[i] })
	}
	if b.first < 1 || b.first > len(openings) {
		return nil, fmt.Errorf("-start %d: there are %d openings", b.first, len(openings))
	}
	return append(openings[b.first-1:], openings[:b.first-1]...), nil
}

// opening returns the opening that g holds as a game under the rules of the match.
func (b book) opening(g *chess.Game) *chess.Game {
	opening := start(g.Start())
	for ply, m := range g.Moves() {
		if b.plies > 0 && ply == b.plies || opening.Play(m) != nil { // a move is only refused after the end
			break
		}
	}
	return opening
}

// start returns a game from a position, which must be legal.
func start(p chess.Position) *chess.Game {
	g, _ := chess.NewGameFrom(p, rules)
	return g
}

// readGames reads games, or a position from each line that is not blank: a FEN, whose counters may
// be missing, or an EPD record. In place of a faulty one it returns nil, after it has called leaveOut.
func readGames(file string, leaveOut func(n int, why any)) (games []*chess.Game, err error) {
	text, err := os.ReadFile(file)
	if err != nil {
		return nil, err
	}
	if filepath.Ext(file) == ".pgn" {
		for g, err := range chess.NewPGNReader(bytes.NewReader(text)).All() {
			if err != nil {
				leaveOut(len(games)+1, err)
				g = nil
			}
			games = append(games, g)
		}
		return games, nil
	}
	for n, line := range strings.Split(string(text), "\n") {
		if strings.TrimSpace(line) == "" {
			continue
		}
		r, err := epd.Parse(line)
		if err != nil { // operations do not matter here
			fields := strings.Fields(line)
			r.Position, err = chess.ParseFEN(strings.Join(fields[:min(len(fields), 4)], " "))
		}
		if err != nil {
			leaveOut(len(games)+1, fmt.Errorf("line %d: %w", n+1, err))
			games = append(games, nil)
			continue
		}
		games = append(games, start(r.Position))
	}
	return games, nil
}
