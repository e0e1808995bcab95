package main

import (
	"fmt"

	corentings "github.com/corentings/chess/v2"
	"github.com/shakki/chess"
)

// A played is a move with the positions before and after it, in both libraries.
type played struct {
	before, after           chess.Position
	theirBefore, theirAfter corentings.Position
	move                    chess.Move
	fen, uci                string // the FEN after the move
}

// allPlayed returns the moves of all starts.
func allPlayed() ([]played, error) {
	var all []played
	for _, s := range starts {
		p, err := chess.ParseFEN(s.fen)
		if err != nil {
			return nil, err
		}
		for m := range p.Moves() {
			a := played{before: p, after: p.After(m), move: m, fen: p.After(m).FEN(), uci: p.UCI(m)}
			if err := a.theirBefore.UnmarshalText([]byte(s.fen)); err != nil {
				return nil, err
			}
			if err := a.theirAfter.UnmarshalText([]byte(a.fen)); err != nil {
				return nil, err
			}
			all = append(all, a)
		}
	}
	return all, nil
}

// newCallTable returns the table for the calls that servers make.
func newCallTable() (*table, error) {
	all, err := allPlayed()
	if err != nil {
		return nil, err
	}
	// calls returns the task of a call for all moves, each of which must succeed.
	calls := func(who string, call func(*played) error) *task {
		run := func() error {
			for i := range all {
				if err := call(&all[i]); err != nil {
					return fmt.Errorf("%s: %s, %s: %w", who, all[i].fen, all[i].uci, err)
				}
			}
			return nil
		}
		return &task{size: uint64(len(all)), run: run, clock: cpuTime}
	}
	fails := func(failed bool) error {
		if failed {
			return fmt.Errorf("wrong result")
		}
		return nil
	}
	ours := func(call func(*played) error) *task { return calls("shakki", call) }
	theirs := func(call func(*played) error) *task { return calls("corentings", call) }
	return &table{
		title:  "Calls that servers make, millions per second, for the legal moves of the six positions.",
		labels: []string{"call"},
		own:    "shakki",
		others: []string{"corentings"},
		rows: []row{
			{
				[]string{"read a FEN"},
				ours(func(a *played) error { _, err := chess.ParseFEN(a.fen); return err }),
				[]*task{theirs(func(a *played) error { return new(corentings.Position).UnmarshalText([]byte(a.fen)) })},
			}, {
				[]string{"write a FEN"},
				ours(func(a *played) error { return fails(a.after.FEN() == "") }),
				[]*task{theirs(func(a *played) error { return fails(a.theirAfter.String() == "") })},
			}, {
				[]string{"read a UCI move"},
				ours(func(a *played) error { m, err := a.before.ParseUCI(a.uci); return fails(m != a.move || err != nil) }),
				[]*task{theirs(func(a *played) error { _, err := corentings.UCINotation{}.Decode(&a.theirBefore, a.uci); return err })},
			}, {
				[]string{"check a move"},
				ours(func(a *played) error { return fails(!a.before.IsLegal(a.move)) }), []*task{nil},
			}, {
				[]string{"check and play a move"},
				ours(func(a *played) error { p := a.before; return p.Play(a.move) }), []*task{nil},
			},
		},
	}, nil
}
