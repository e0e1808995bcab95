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
	hash  string // of the content of the file, once it is read
}

// String identifies the openings and their order.
func (b book) String() string {
	return fmt.Sprintf("%s plies=%d order=%d start=%d", b.hash, b.plies, b.seed, b.first)
}

// An opening is a game in which the engines go on.
type opening struct {
	number int // in its file, from 1
	game   *chess.Game
	white  distribution // the results of White in the games that were played
}

// String returns the moves of the opening, or its position if there are none.
func (o opening) String() string {
	g := o.game
	return abridge.Text(cmp.Or(g.Start().Line(g.Moves(), chess.PGNFormat{}), g.Start().FEN()), 60)
}

// read reads the openings: games if the name of the file ends in .pgn, and otherwise positions, one in each
// line that is not blank: a FEN, whose counters may be missing, or an EPD record. It reports openings that are
// faulty, or in which the game is over, and leaves them out.
func (b *book) read(warnings io.Writer) (openings []*opening, err error) {
	text := []byte(chess.StartPosition().FEN())
	if b.file != "" {
		if text, err = os.ReadFile(b.file); err != nil {
			return nil, err
		}
		b.hash = digest(string(text))
	}
	number := 0
	add := func(g *chess.Game, err error) {
		number++
		if err == nil && g.Outcome().IsOver() {
			err = fmt.Errorf("the game is over: %v", g.Outcome().Reason)
		}
		if err != nil {
			fmt.Fprintf(warnings, "match: %s: opening %d is left out: %v\n", b.file, number, err)
			return
		}
		openings = append(openings, &opening{number, g, make(distribution, 3)})
	}
	if filepath.Ext(b.file) == ".pgn" {
		for g, err := range chess.NewPGNReader(bytes.NewReader(text)).All() {
			add(b.begin(g), err)
		}
	} else {
		for n, line := range strings.Split(string(text), "\n") {
			if strings.TrimSpace(line) != "" {
				r, err := epd.Parse(line)
				if err != nil {
					err = fmt.Errorf("line %d: %w", n+1, err)
				}
				add(start(r.Position), err)
			}
		}
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

// begin returns a game under the rules of the match with the moves of g that belong to the opening.
func (b *book) begin(g *chess.Game) *chess.Game {
	moves := g.Moves()
	if b.plies > 0 {
		moves = moves[:min(b.plies, len(moves))]
	}
	opening := start(g.Start())
	for _, m := range moves {
		opening.Play(m) // which fails only after the end
	}
	return opening
}

// start returns a game from a position, or nil if the position is not legal.
func start(p chess.Position) *chess.Game {
	g, _ := chess.NewGameFrom(p, rules)
	return g
}
