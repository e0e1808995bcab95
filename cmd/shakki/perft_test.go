package main

import (
	"testing"

	"github.com/google/go-cmp/cmp"
)

func TestPerft(t *testing.T) {
	cases := []struct {
		name string
		args []string
		want string
	}{
		{"start", []string{"startpos", "3"}, "Nodes searched: 8902\n"},
		{"FEN in one argument", []string{"8/2p5/3p4/KP5r/1R3p1k/8/4P1P1/8 w - - 0 1", "2"}, "Nodes searched: 191\n"},
		{"FEN in several arguments", []string{"8/2p5/3p4/KP5r/1R3p1k/8/4P1P1/8", "w", "-", "-", "2"},
			"Nodes searched: 191\n"},
		{"depth 0", []string{"startpos", "0"}, "Nodes searched: 1\n"},
		{"workers", []string{"-workers", "3", "startpos", "4"}, "Nodes searched: 197281\n"},
		{"table", []string{"-hash", "1", "-workers", "2", "startpos", "5"}, "Nodes searched: 4865609\n"},
		{"divide with a table", []string{"-divide", "-hash", "1", "8/8/8/8/8/5k1p/7P/4K2R w K - 0 1", "6"},
			"e1d1: 13665\ne1d2: 25078\ne1f1: 5264\ne1g1: 20981\nh1f1: 12383\nh1g1: 18153\n\nNodes searched: 95524\n"},
		{"divide", []string{"-divide", "k7/8/8/8/8/8/8/4K2R w K - 0 1", "0"}, "Nodes searched: 1\n"},
		{"castling as e1g1", []string{"-divide", "8/8/8/8/8/5k1p/7P/4K2R w K - 0 1", "1"},
			"e1d1: 1\ne1d2: 1\ne1f1: 1\ne1g1: 1\nh1f1: 1\nh1g1: 1\n\nNodes searched: 6\n"},
		{"castling as e1h1", []string{"-divide", "-chess960", "8/8/8/8/8/5k1p/7P/4K2R w K - 0 1", "1"},
			"e1d1: 1\ne1d2: 1\ne1f1: 1\ne1h1: 1\nh1f1: 1\nh1g1: 1\n\nNodes searched: 6\n"},
	}
	for _, c := range cases {
		t.Run(c.name, func(t *testing.T) {
			status, out, errs := runWith(t, "", append([]string{"perft"}, c.args...)...)
			if diff := cmp.Diff(c.want, out); diff != "" || status != 0 {
				t.Errorf("run(%q): status %d, error output %q, wrong output (-want +got):\n%s",
					c.args, status, errs, diff)
			}
		})
	}
}
