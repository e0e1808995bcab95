package variant_test

import (
	"slices"
	"strings"
	"testing"

	"github.com/shakki/chess"
	"github.com/shakki/chess/variant"
)

// TestCanWin compares what is known about insufficient material with shakmaty's and python-chess's cases.
func TestCanWin(t *testing.T) {
	for _, c := range []struct {
		v            variant.Variant
		fen          string
		white, black bool // cannot win
	}{
		{variant.Atomic, "8/3k4/8/8/2N5/8/3K4/8 b - -", true, true},
		{variant.Atomic, "8/4rk2/8/8/8/8/3K4/8 w - -", true, true},
		{variant.Atomic, "8/4qk2/8/8/8/8/3K4/8 w - -", true, false},
		{variant.Atomic, "8/1k6/8/2n5/8/3NK3/8/8 b - -", false, false},
		{variant.Atomic, "8/4bk2/8/8/8/8/3KB3/8 w - -", true, true},
		{variant.Atomic, "4b3/5k2/8/8/8/8/3KB3/8 w - -", false, false},
		{variant.Atomic, "3Q4/5kKB/8/8/8/8/8/8 b - -", false, true},
		{variant.Atomic, "8/5k2/8/8/8/8/5K2/4bb2 w - -", true, false},
		{variant.Atomic, "8/5k2/8/8/8/8/5K2/4nb2 w - -", true, false},
		{variant.Atomic, "8/1nn5/1k6/8/8/8/3K4/8 w - - 0 1", true, true},
		{variant.Atomic, "8/4bk2/8/8/8/8/3KBB2/8 w - -", false, false},
		{variant.Atomic, "8/3bbk2/8/8/8/8/3KB3/8 w - -", false, false},
		{variant.Atomic, "8/4bk2/8/8/8/8/3KBN2/8 w - -", false, false},
		{variant.Atomic, "8/4bk2/8/8/8/8/3KP3/8 w - -", false, false},
		{variant.Atomic, "8/5k2/8/8/8/8/3KP3/8 w - -", false, true},
		{variant.Atomic, "8/5k2/8/8/8/8/3KR3/8 w - -", true, true},
		{variant.Atomic, "8/5k2/8/8/8/8/3KRR2/8 w - -", false, true},
		{variant.Atomic, "8/5k2/8/8/8/8/3KNR2/8 w - -", false, true},
		{variant.Atomic, "8/5k2/8/8/8/8/3KNNN1/8 w - -", false, true},
		{variant.Atomic, "8/5k2/8/8/8/8/3KNNB1/8 w - -", false, true},
		{variant.Atomic, "8/8/8/8/8/8/3K4/4N3 b - -", false, true}, // Black's king has exploded
		{variant.Antichess, "8/8/8/1n2N3/4N3/8/8/8 w - - 0 32", false, false},
		{variant.Antichess, "8/8/8/1n2N3/4N3/8/8/8 b - - 0 32", false, false},
		{variant.Antichess, "8/8/8/1n2N3/4n3/8/8/8 w - - 0 32", false, false},
		{variant.Antichess, "8/8/8/1n2B3/8/8/8/8 w - - 0 32", false, false},
		{variant.Antichess, "8/4bk2/8/8/8/8/3KB3/8 w - -", false, false},
		{variant.Antichess, "8/8/8/6b1/8/3B4/4B3/5B2 w - -", true, true},
		{variant.Antichess, "8/8/5b2/8/8/3B4/3B4/8 w - -", true, false},
		{variant.Antichess, "8/8/5b2/8/8/8/3B4/8 w - -", false, false},
		{variant.Antichess, "8/8/4b3/8/8/3B4/8/8 w - -", false, false},
		{variant.Antichess, "8/8/8/1n2N3/8/8/8/8 w - - 0 32", true, false},
		{variant.Antichess, "8/3N4/8/1n6/8/8/8/8 b - - 1 32", true, false},
		{variant.Antichess, "6n1/8/8/4N3/8/8/8/8 b - - 0 27", false, true},
		{variant.Antichess, "8/8/5n2/4N3/8/8/8/8 w - - 1 28", false, true},
		{variant.Antichess, "8/3n4/8/8/8/8/8/8 w - - 0 29", false, true},
		{variant.KingOfTheHill, "8/5k2/8/8/8/8/3K4/8 w - -", false, false},
		{variant.RacingKings, "8/5k2/8/8/8/8/3K4/8 w - -", false, false},
		{variant.RacingKings, "1K4k1/8/8/8/8/8/8/8 w - -", true, true}, // both have arrived
		{variant.ThreeCheck, "8/5k2/8/8/8/8/3K4/8 w - - 3+3", true, true},
		{variant.ThreeCheck, "8/5k2/8/8/8/8/3K2N1/8 w - - 3+3", false, true},
		{variant.FiveCheck, "8/5k2/8/8/8/8/3K2N1/8 w - - 5+5", false, true},
		{variant.Crazyhouse, "8/5k2/8/8/8/8/3K2N1/8[] w - -", true, true},
		{variant.Crazyhouse, "8/5k2/8/8/8/5B2/3KB3/8[] w - -", false, false},
		{variant.Crazyhouse, "8/5k2/8/8/8/8/3K4/8[N] w - -", true, true},
		{variant.Crazyhouse, "8/5k2/8/8/8/8/3K4/8[Nb] w - -", false, false},
		{variant.Crazyhouse, "8/5k2/8/8/8/8/3K4/8[B] w - -", true, true},
		{variant.Crazyhouse, "8/5k2/8/8/8/8/3K4/8[P] w - -", false, false},
		{variant.Crazyhouse, "8/5k2/8/8/8/8/3K4/8[Q] w - -", false, false},
		{variant.Crazyhouse, "8/5k2/8/8/8/8/3K4/8[r] w - -", false, false},
		{variant.Crazyhouse, "8/5k2/8/8/8/8/3K2N~1/8[] w - -", false, false},
		{variant.Crazyhouse, "8/5k2/8/8/8/8/3K2Q1/8[] w - -", false, false},
		{variant.Horde, "8/5k2/8/8/8/4NN2/8/8 w - - 0 1", true, false},
		{variant.Horde, "8/5k2/8/8/8/2NNNN2/8/8 w - - 0 1", false, false},
		{variant.Horde, "k1nn4/b1b5/8/8/8/8/8/7N b - - 0 1", false, false},
		{variant.Horde, "k1nn4/1b1b4/8/8/8/8/8/7N b - - 0 1", false, false},
		{variant.Horde, "8/8/8/2B5/p7/kp6/pq6/8 b - - 0 1", false, false},
		{variant.Horde, "8/8/8/2B5/r7/kn6/nr6/8 b - - 0 1", true, false},
		{variant.Horde, "8/8/1N6/rb6/kr6/qn6/8/8 b - - 0 1", false, false},
		{variant.Horde, "8/8/1N6/qq6/kq6/nq6/8/8 b - - 0 1", true, false},
		{variant.Horde, "8/P1P5/8/8/8/8/brqqn3/k7 b - - 0 1", false, false},
		{variant.Horde, "8/1b5r/1P6/1Pk3q1/1PP5/r1P5/P1P5/2P5 b - - 0 52", false, false},
		{variant.Standard, "8/5k2/8/8/8/8/3K2N1/8 w - -", true, true},
		{variant.Standard, "8/5kp1/8/8/8/8/3K2N1/8 w - -", false, false},
		{variant.Standard, "8/5kq1/8/8/8/8/3K2N1/8 w - -", true, false},
		{variant.Standard, "8/5kr1/8/8/8/8/3K2N1/8 w - -", false, false},
		{variant.Standard, "8/5k2/8/8/8/8/3K1NN1/8 w - -", false, true},
		{variant.Standard, "8/5k2/8/8/8/8/3K1NB1/8 w - -", false, true},
		{variant.Standard, "8/5kr1/8/8/8/8/3K2B1/8 w - -", true, false},
		{variant.Standard, "8/5kb1/8/8/8/8/3K3B/8 w - -", true, true}, // both on dark squares
		{variant.Standard, "8/5kb1/8/8/8/8/3K2B1/8 w - -", false, false},
		{variant.Standard, "8/5kn1/8/8/8/8/3K2B1/8 w - -", false, false},
		{variant.Standard, "8/5kp1/8/8/8/8/3K2B1/8 w - -", false, false},
		{variant.Standard, "8/4knp1/8/8/8/8/3K2B1/8 w - -", false, false},
		{variant.Standard, "8/5k2/8/8/8/8/3K2BB/8 w - -", false, true},
		{variant.Standard, "8/5kb1/8/8/8/8/3K2BB/8 w - -", false, false},
		{variant.Standard, "8/5k1b/8/8/8/8/3K2BB/8 w - -", false, false},
	} {
		p := variant.MustParseFEN(c.v, c.fen)
		if white, black := p.CanWin(chess.White), p.CanWin(chess.Black); white == c.white || black == c.black {
			t.Errorf("%v %s: CanWin %v, %v, want %v, %v", c.v, c.fen, white, black, !c.white, !c.black)
		}
	}
}

// TestHordeCanMate checks which pieces a horde can checkmate with, and beside which black pieces, of which each
// row lists the least: L is a bishop on light squares, and D one on dark squares. All other hordes need none.
func TestHordeCanMate(t *testing.T) {
	need := map[string]string{
		"": "never", "P": "P R LL DD NNN NNL NND NNQ NLD NLQ NDQ", "Q": "P R LL DD", "R": "PP PN PR NR", "L": "PP PD DD", "D": "PP PL LL",
		"N": "PPP PPN PPL PPD PPR PPQ PNN PNL PND PNR PNQ PLD PLR PLQ PDR PDQ PRR PRQ NNN NNL NND NNR NNQ NLD NLR NLQ NDR NDQ NRR NRQ " +
			"LDR LRR LRQ DRR DRQ",
		"NN": "P N L D", "NL": "P D NN NR NQ RR RQ QQ", "ND": "P L NN NR NQ RR RQ QQ", "LD": "P L D NR NQ",
		"LR": "P N D R Q", "DR": "P N L R Q", "LL": "PP PN PD NN ND DD", "LLL": "PP PN PD NN ND DD", "DD": "PP PN PL NN NL LL", "DDD": "PP PN PL NN NL LL",
		"NLL": "P N L D R Q", "NDD": "P N L D R Q",
	}
	const kinds = "PNLDRQ"
	armies := []string{""}
	for i := 0; i < len(armies); i++ {
		for _, kind := range kinds {
			if army := armies[i]; len(army) < 3 && strings.LastIndexAny(kinds, army) <= strings.IndexRune(kinds, kind) {
				armies = append(armies, army+string(kind))
			}
		}
	}
	digits := strings.NewReplacer("11111111", "8", "1111111", "7", "111111", "6", "11111", "5", "1111", "4", "111", "3", "11", "2")
	has := func(army, part string) bool {
		for _, kind := range kinds {
			if strings.Count(army, string(kind)) < strings.Count(part, string(kind)) {
				return false
			}
		}
		return true
	}
	for _, white := range armies {
		for _, black := range armies {
			least, isListed := need[white]
			want := !isListed
			for part := range strings.FieldsSeq(least) {
				want = want || part != "never" && has(black, part)
			}
			board := []byte(strings.Repeat("1", 64)) // from a8 to h1, of which the sum of column and row is even on light squares
			board[7] = 'k'
			for _, army := range []string{white, strings.ToLower(black)} {
				for _, kind := range []byte(army) {
					at, light, isDark := 8, kind|0x20 == 'l', kind|0x20 == 'd'
					for board[at] != '1' || light && (at/8+at)%2 == 1 || isDark && (at/8+at)%2 == 0 {
						at++
					}
					if light || isDark {
						kind = 'B' | kind&0x20
					}
					board[at] = kind
				}
			}
			fen := ""
			for row := range slices.Chunk(board, 8) {
				fen += "/" + digits.Replace(string(row))
			}
			p := variant.MustParseFEN(variant.Horde, fen[1:]+" b - - 0 1")
			if got := p.CanWin(chess.White); got != want {
				t.Errorf("CanWin of %q beside %q = %v, want %v", white, black, got, want)
			}
		}
	}
}
