package main

import (
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"
	"time"

	"github.com/shakki/chess"
)

// The bounds that each class should keep. measureClasses prints the classes that exceed one.
const (
	medianBound = 100 * time.Microsecond
	mostBound   = time.Millisecond // for 95 % of the positions
	worstBound  = 30 * time.Millisecond
)

// A class is the pieces of White and Black other than the kings, such as "N" and "BQ".
type class struct{ white, black string }

// classes returns the classes of up to n pieces, including the kings, in which White has a piece.
func classes(n int) []class {
	var found []class
	for _, white := range armies(n - 2) {
		for _, black := range armies(n - 2 - len(white)) {
			if white != "" {
				found = append(found, class{white, black})
			}
		}
	}
	return found
}

// armies returns all multisets of at most n of the pieces P, N, B, R, and Q.
func armies(n int) []string {
	const letters = "PNBRQ"
	found := []string{""}
	for i := 0; i < len(found); i++ {
		army := found[i]
		for j := range letters {
			if len(army) < n && (army == "" || strings.IndexByte(letters, army[len(army)-1]) <= j) {
				found = append(found, army+letters[j:j+1])
			}
		}
	}
	return found
}

// random returns a random playable position of the class.
func (k class) random(r *rand.Rand) chess.Position {
	for {
		var board [64]byte
		for _, letter := range []byte("Kk" + k.white + strings.ToLower(k.black)) {
			s := r.IntN(64)
			for board[s] != 0 || (letter|32 == 'p' && (s < 8 || s >= 56)) {
				s = r.IntN(64)
			}
			board[s] = letter
		}
		if p, err := chess.ParseFEN(boardFEN(&board) + " " + "wb"[r.IntN(2):][:1] + " - - 0 1"); err == nil {
			return p
		}
	}
}

// boardFEN returns the first field of the FEN of a board, which starts with a8.
func boardFEN(board *[64]byte) string {
	var b strings.Builder
	empty := 0
	flush := func() {
		if empty > 0 {
			fmt.Fprint(&b, empty)
			empty = 0
		}
	}
	for s, letter := range board {
		if s%8 == 0 && s > 0 {
			flush()
			b.WriteByte('/')
		}
		if letter == 0 {
			empty++
			continue
		}
		flush()
		b.WriteByte(letter)
	}
	flush()
	return b.String()
}

// measureClasses asks whether White can win in n random positions of each class of up to six
// pieces. It prints the classes that exceed one of the bounds and a summary.
func measureClasses(n int) {
	r := rand.New(rand.NewPCG(3, 4))
	all := classes(6)
	exceeding := 0
	var times []time.Duration
	for _, k := range all {
		var own []time.Duration
		var slowest chess.Position
		for range n {
			p := k.random(r)
			took := timeOf(question{p, chess.White, ""})
			if len(own) == 0 || took > slices.Max(own) {
				slowest = p
			}
			own = append(own, took)
		}
		slices.Sort(own)
		times = append(times, own...)
		if own[n/2] > medianBound || own[n*95/100] > mostBound || own[n-1] > worstBound {
			exceeding++
			fmt.Printf("K%s against K%s: median %v, 95 %% %v, worst %v: %s\n",
				k.white, k.black, own[n/2], own[n*95/100], own[n-1], slowest.FEN())
		}
	}
	fmt.Printf("%d classes of up to six pieces: CanWin: %d questions, %s\n", len(all), len(times), spread(times))
	fmt.Printf("%d classes exceed a median of %v, 95 %% below %v, or a worst of %v\n",
		exceeding, medianBound, mostBound, worstBound)
}

// timeOf returns how long CanWin takes for the question, the shortest of three times if it is long.
func timeOf(q question) time.Duration {
	shortest := time.Hour
	for range 3 {
		began := time.Now()
		q.position.CanWin(q.color)
		shortest = min(shortest, time.Since(began))
		if shortest < 100*time.Microsecond {
			break
		}
	}
	return shortest
}
