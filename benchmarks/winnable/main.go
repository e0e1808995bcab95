package main

import (
	"bufio"
	"flag"
	"fmt"
	"log"
	"math/rand/v2"
	"os"
	"runtime"
	"slices"
	"strings"
	"time"

	"github.com/shakki/chess"
	"github.com/shakki/chess/benchmarks/internal/cmdline"
)

// A question asks whether a side can win.
type question struct {
	position chess.Position
	color    chess.Color
	want     string // "1", "0", or "" if the answer is unknown
}

// worstKnown is a position with one of the most expensive questions found so far.
const worstKnown = "8/pkp5/4p3/8/P5p1/2P3pb/P3P1p1/7K w - - 0 1"

func main() {
	games := flag.String("games", "", "PGN `file` with games to measure")
	made := flag.Int("made", 2000, "number of random games to play if no file is given")
	perClass := flag.Int("classes", 0, "number of random positions of each class of up to six pieces")
	climbFor := flag.Duration("climb", 0, "how `long` to look for the slowest question")
	by := flag.String("by", "positions", "what -climb looks for: positions, bytes, time, or plies")
	seed := flag.Uint64("seed", 5, "seed of the random changes of -climb")
	var vectors []string
	flag.Func("vectors", "`file` of positions with known results (may be repeated)", func(name string) error {
		vectors = append(vectors, name)
		return nil
	})
	cmdline.ParseProgram("winnable [flags]")
	log.SetFlags(0)
	cost := costs[*by]
	if cost == nil {
		log.Fatalf("-by %q: want positions, bytes, time, or plies", *by)
	}
	if *games != "" {
		ends, all := positionsOf(*games)
		measure("last positions of "+*games, bothSides(ends))
		measureDead(all)
	}
	for _, name := range vectors {
		measure(name, readVectors(name))
	}
	if *perClass > 0 {
		measureClasses(*perClass)
	}
	if *climbFor > 0 {
		questions := bothSides([]chess.Position{chess.MustParseFEN(worstKnown)})
		for _, name := range vectors {
			questions = append(questions, readVectors(name)...)
		}
		climb(questions, cost, *climbFor, *seed)
	}
	if *games == "" && len(vectors) == 0 && *perClass == 0 && *climbFor == 0 {
		ends, all := play(*made)
		measure("last positions of random games", bothSides(ends))
		measureDead(all)
	}
}

// positionsOf returns the last position of each game in a PGN file, and all positions of the games.
func positionsOf(name string) (ends, all []chess.Position) {
	f, err := os.Open(name)
	if err != nil {
		log.Fatal(err)
	}
	defer f.Close()
	for g, err := range chess.NewPGNReader(f).All() {
		if err != nil {
			log.Fatal(err)
		}
		p := g.Start()
		all = append(all, p)
		for _, m := range g.Moves() {
			p = p.After(m)
			all = append(all, p)
		}
		ends = append(ends, p)
	}
	return ends, all
}

// play plays n random games of random lengths. It returns the last position of each game, and all
// positions after a move.
func play(n int) (ends, all []chess.Position) {
	r := rand.New(rand.NewPCG(1, 2))
	for range n {
		p := chess.StartPosition()
		for range r.IntN(240) {
			moves := p.LegalMoves()
			if len(moves) == 0 {
				break
			}
			p = p.After(moves[r.IntN(len(moves))])
			all = append(all, p)
		}
		ends = append(ends, p)
	}
	return ends, all
}

// readVectors reads the questions in a file of vectors. It skips a header that starts with fen.
func readVectors(name string) []question {
	f, err := os.Open(name)
	if err != nil {
		log.Fatal(err)
	}
	defer f.Close()
	var questions []question
	for lines := bufio.NewScanner(f); lines.Scan(); {
		fields := strings.Split(strings.TrimSpace(lines.Text()), "\t")
		if len(fields) != 3 || fields[0] == "fen" {
			continue
		}
		p, err := chess.ParseFEN(fields[0])
		if err != nil {
			log.Fatal(err)
		}
		questions = append(questions, question{p, chess.White, fields[1]}, question{p, chess.Black, fields[2]})
	}
	return questions
}

// bothSides returns two questions for each position, one for each color, without known answers.
func bothSides(positions []chess.Position) []question {
	var questions []question
	for _, p := range positions {
		questions = append(questions, question{p, chess.White, ""}, question{p, chess.Black, ""})
	}
	return questions
}

// measure answers the questions. It prints the speed of CanWin and each question with a wrong or
// undecided result.
func measure(name string, questions []question) {
	if len(questions) == 0 {
		return
	}
	wrong, undecided := 0, 0
	for _, q := range questions {
		v := verdictOf(q)
		switch {
		case v.Proof == "":
			undecided++
			fmt.Printf("undecided: %s %v\n", q.position.FEN(), q.color)
		case q.want != "" && v.CanWin != (q.want == "1"), v.CanWin && !mates(q, v.Line):
			wrong++
			fmt.Printf("wrong: %s %v\n", q.position.FEN(), q.color)
		}
	}
	times := make([]time.Duration, len(questions))
	runtime.GC()
	var total time.Duration
	for i, q := range questions {
		times[i] = timeOf(q)
		total += times[i]
	}
	slowest := questions[slices.Index(times, slices.Max(times))]
	fmt.Printf("%s: CanWin: %d questions, %d wrong, %d undecided, %.0f per second, %s, %.1f MB for the slowest\n",
		name, len(questions), wrong, undecided, float64(len(questions))/total.Seconds(), spread(times), float64(bytesOf(slowest))/1e6)
}

// mates reports whether the moves of line are legal and end in checkmate by the color of q.
func mates(q question, line []chess.Move) bool {
	p := q.position
	for _, m := range line {
		if p.Play(m) != nil {
			return false
		}
	}
	return p.IsCheckmate() && p.Turn() != q.color
}

// measureDead calls IsDead for each position and prints the speed.
func measureDead(positions []chess.Position) {
	if len(positions) == 0 {
		return
	}
	times := make([]time.Duration, len(positions))
	dead := 0
	for i, p := range positions {
		began := time.Now()
		if p.IsDead() {
			dead++
		}
		times[i] = time.Since(began)
	}
	fmt.Printf("IsDead: %d positions, %d dead, %s\n", len(positions), dead, spread(times))
}

// spread sorts the times and returns a summary of their distribution.
func spread(times []time.Duration) string {
	slices.Sort(times)
	at := func(permille int) time.Duration { return times[min(len(times)*permille/1000, len(times)-1)] }
	return fmt.Sprintf("median %v, 90 %% %v, 99 %% %v, 99.9 %% %v, worst %v", at(500), at(900), at(990), at(999), at(1000))
}
