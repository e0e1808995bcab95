// Corpus writes games that differ, in the form of a server's monthly files with clock times, to
// standard output. The same seed gives the same games. Use it to measure programs that read many
// games: copies of one file have the same positions again and again.
//
//	cd benchmarks && go run ./corpus -seed 1 -size 1000 > games.pgn
//
// Each position has favorite moves, so that games share their openings. Most have positions of
// their own after about ten plies.
package main

import (
	"bufio"
	"flag"
	"log"
	"math"
	"math/rand/v2"
	"os"
	"slices"
	"strconv"

	"github.com/shakki/chess"
	"github.com/shakki/chess/benchmarks/internal/cmdline"
)

func main() {
	log.SetFlags(0)
	seed := flag.Uint64("seed", 1, "the `NUMBER` that chooses the games")
	size := flag.Int64("size", 100, "write about `N` megabytes of text")
	plain := flag.Bool("plain", false, "write no clock times")
	cmdline.ParseProgram("corpus [flags]")
	w := bufio.NewWriterSize(os.Stdout, 1<<16)
	c := corpus{random: rand.New(rand.NewPCG(*seed, 1)), plain: *plain}
	for written := int64(0); written < *size*1e6; written += int64(len(c.text)) {
		c.game()
		if _, err := w.Write(c.text); err != nil {
			log.Fatal(err)
		}
	}
	if err := w.Flush(); err != nil {
		log.Fatal(err)
	}
}

// A corpus makes games.
type corpus struct {
	random *rand.Rand
	plain  bool
	text   []byte // of the game
	moves  []chess.Move
	ranked []uint64 // the moves of a position in their order, a rank of 32 bits before each
	games  int
}

// game makes the next game.
func (c *corpus) game() {
	r := c.random
	c.games++
	c.text = c.text[:0]
	c.tag("Event", "Rated Blitz game")
	c.tag("Site", "https://example.org/"+strconv.FormatUint(r.Uint64()>>24, 36))
	c.tag("Date", "2026.07.01")
	c.tag("Round", "-")
	c.tag("White", "player"+strconv.Itoa(r.IntN(1e6)))
	c.tag("Black", "player"+strconv.Itoa(r.IntN(1e6)))
	begin := len(c.text)
	movetext, result := c.movetext()
	c.text = c.text[:begin]
	c.tag("Result", result.String())
	c.tag("UTCDate", "2026.07.01")
	c.tag("UTCTime", "12:00:00")
	c.tag("WhiteElo", strconv.Itoa(800+r.IntN(1600)))
	c.tag("BlackElo", strconv.Itoa(800+r.IntN(1600)))
	c.tag("TimeControl", []string{"60+0", "180+0", "180+2", "300+3", "600+0"}[r.IntN(5)])
	c.tag("Termination", "Normal")
	c.text = append(c.text, '\n')
	c.text = append(c.text, movetext...)
	c.text = append(append(append(c.text, ' '), result.String()...), "\n\n"...)
}

func (c *corpus) tag(name, value string) {
	c.text = append(append(append(append(append(c.text, '['), name...), ` "`...), value...), "\"]\n"...)
}

// movetext returns the moves of a game and its result.
func (c *corpus) movetext() (text []byte, result chess.Result) {
	r := c.random
	p := chess.StartPosition()
	clock := 180 + r.IntN(420)
	plies := 10 + int(r.ExpFloat64()*8) + r.IntN(90)
	for ply := range plies {
		m, ok := c.choose(&p, ply)
		if !ok {
			break
		}
		if ply > 0 {
			text = append(text, ' ')
		}
		if ply%2 == 0 || !c.plain {
			text = append(strconv.AppendInt(text, int64(ply/2+1), 10), "..."[:1+ply%2*2]...)
			text = append(text, ' ')
		}
		text = append(text, p.SAN(m)...)
		p = p.After(m)
		if !c.plain {
			left := max(clock-ply-r.IntN(9), 1)
			text = append(text, " { [%clk 0:"...)
			text = append(text, byte('0'+left/600), byte('0'+left/60%10), ':', byte('0'+left%60/10), byte('0'+left%10))
			text = append(text, "] }"...)
		}
	}
	result = []chess.Result{chess.WhiteWins, chess.BlackWins, chess.WhiteWins, chess.BlackWins, chess.Drawn}[r.IntN(5)]
	if !p.HasLegalMove() {
		result = chess.Drawn
		if p.InCheck() {
			result = chess.WinFor(p.Turn().Other())
		}
	}
	return text, result
}

// choose returns a move. In each position the same moves are the favorites, more so in the opening.
func (c *corpus) choose(p *chess.Position, ply int) (chess.Move, bool) {
	c.moves = p.AppendLegalMoves(c.moves[:0])
	if len(c.moves) == 0 {
		return 0, false
	}
	hash := p.Hash()
	c.ranked = c.ranked[:0]
	for _, m := range c.moves {
		rank := (hash ^ uint64(m)*0x9e3779b97f4a7c15) * 0xbf58476d1ce4e5b9 >> 32
		c.ranked = append(c.ranked, rank<<16|uint64(m))
	}
	slices.Sort(c.ranked)
	slope := 3.0
	if ply > 12 {
		slope = 1.5
	}
	i := int(float64(len(c.ranked)) * math.Pow(c.random.Float64(), slope))
	return chess.Move(c.ranked[i]), true
}
