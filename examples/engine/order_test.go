package main

import (
	"slices"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/shakki/chess"
)

// handOut returns all moves of f in the order in which they are handed out.
func handOut(f *frame) (moves []string) {
	for f.next < len(f.moves) {
		moves = append(moves, f.pick().String())
	}
	return moves
}

// TestOrder checks the order of moves: the one from the table, valuable victims of cheap attackers,
// killers, moves that were good elsewhere, others, and last those that were tried in vain.
func TestOrder(t *testing.T) {
	s := newSearch(1)
	f := &s.stack[0]
	f.pos = chess.MustParseFEN("4k3/8/8/1q1p4/2P5/2N5/8/R3K3 w - - 0 1")
	f.killers = [2]chess.Move{chess.MustParseMove("a1b1")}
	good, bad := chess.MustParseMove("e1f2"), chess.MustParseMove("e1d1")
	s.generate(f, chess.NullMove, true)
	for f.pick() != bad { // all moves before e1d1 and itself are tried, and e1f2 is best
	}
	for f.next < len(f.moves) && f.moves[f.next-1] != good {
		f.pick()
	}
	s.reward(f, good, 8)
	f.killers = [2]chess.Move{chess.MustParseMove("a1b1")}
	s.generate(f, chess.MustParseMove("a1a7"), true)
	got := handOut(f)
	want := []string{"a1a7", "c4b5", "c3b5", "c4d5", "c3d5", "a1b1", "e1f2"}
	if diff := cmp.Diff(want, got[:len(want)]); diff != "" {
		t.Errorf("the first moves differ (-want +got):\n%s", diff)
	}
	var legal []string
	for m := range f.pos.Moves() {
		legal = append(legal, m.String())
	}
	slices.Sort(legal)
	slices.Sort(got)
	if diff := cmp.Diff(legal, got); diff != "" {
		t.Errorf("the moves are not the legal moves, each once (-legal +got):\n%s", diff)
	}
	if score := s.history[chess.White][bad.From()][bad.To()]; score >= 0 {
		t.Errorf("the score of a move tried in vain is %d, want less than 0", score)
	}
	s.generate(f, chess.NullMove, false)
	if diff := cmp.Diff([]string{"c4b5", "c3b5", "c4d5", "c3d5"}, handOut(f)); diff != "" {
		t.Errorf("the captures differ (-want +got):\n%s", diff)
	}
}

// TestHistoryLimit checks that the scores of quiet moves stay within their limits.
func TestHistoryLimit(t *testing.T) {
	s := newSearch(1)
	f := &s.stack[0]
	f.pos = chess.StartPosition()
	for range 1000 {
		s.generate(f, chess.MustParseMove("e2e4"), true)
		for range f.moves {
			f.pick()
		}
		s.reward(f, chess.MustParseMove("e2e4"), 100)
	}
	good, bad := s.history[chess.White][chess.E2][chess.E4], s.history[chess.White][chess.A2][chess.A3]
	if good < maxScore/2 || good > maxScore || bad > -maxScore/2 || bad < -maxScore {
		t.Errorf("after many rewards the scores are %d and %d, want close to the limits of ±%d", good, bad, maxScore)
	}
}

// TestLoses checks which captures the quiescence search leaves out.
func TestLoses(t *testing.T) {
	tests := []struct {
		name, fen string
		san       string
		want      bool
	}{
		{"free pawn", "4k3/8/3p4/8/8/8/3Q4/4K3 w - - 0 1", "Qxd6", false},
		{"defended pawn", "4k3/2p5/3p4/8/8/8/3Q4/4K3 w - - 0 1", "Qxd6", true},
		{"rook behind rook", "3rk3/8/8/3p4/8/8/3R4/3RK3 w - - 0 1", "Rxd5", false},
		{"equal exchange", "4k3/2p5/3q4/8/8/8/3Q4/4K3 w - - 0 1", "Qxd6", false},
		{"bishop for knight", "4k3/2p5/3n4/8/5B2/8/8/4K3 w - - 0 1", "Bxd6", false},
		{"two defenders", "3rk3/2p5/3p4/8/8/8/8/2RQK3 w - - 0 1", "Qxd6", true},
		{"promotion on an attacked square", "3rk3/2P5/8/8/8/8/8/4K3 w - - 0 1", "c8=Q", true},
		{"en passant", "4k3/8/8/3pP3/8/8/8/4K3 w - d6 0 1", "exd6", false},
	}
	for _, tt := range tests {
		f := frame{pos: chess.MustParseFEN(tt.fen)}
		m, err := f.pos.ParseSAN(tt.san)
		if err != nil {
			t.Fatal(err)
		}
		if got := f.loses(m); got != tt.want {
			t.Errorf("%s: %s loses: %v, want %v", tt.name, tt.san, got, tt.want)
		}
	}
}
