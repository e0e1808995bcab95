package chess

import "fmt"

// PGNLimits bounds what hostile input can make a reader of PGN hold. A field
// that is 0 stands for its default.
type PGNLimits struct {
	Nesting int // depth of variations; default 256
	Comment int // bytes of one comment; default 1 MiB
	Tag     int // bytes of one tag; default 64 KiB
	Tags    int // tags of one game; default 1,000
	Moves   int // moves of one game, those of variations included; default 200,000
	Notes   int // comments and glyphs of one game; default 200,000
	Text    int // bytes of all tags and comments of one game; default 8 MiB
}

// mostLimit is as good as no limit, and leaves room for sums.
const mostLimit = 1 << 30

func (l PGNLimits) withDefaults() PGNLimits {
	for _, limit := range []struct {
		value    *int
		standard int
	}{
		{&l.Nesting, 256}, {&l.Comment, 1 << 20}, {&l.Tag, 1 << 16}, {&l.Tags, 1000}, {&l.Moves, 200_000},
		{&l.Notes, 200_000}, {&l.Text, 8 << 20},
	} {
		if *limit.value <= 0 {
			*limit.value = limit.standard
		}
		*limit.value = min(*limit.value, mostLimit)
	}
	return l
}

// A PGNError tells what is wrong in a PGN file, and where.
type PGNError struct {
	Game         int      // the number of the game in the input, from 1
	White, Black string   // the players, as the tags name them
	Line         int      // from 1
	Column       int      // in bytes, from 1
	Position     Position // after the moves read before the fault
	IsMove       bool     // Token stands where a move in Position is due
	Token        string   // the text at fault, shortened if long
	Reason       string   // "the knight on g8 is pinned by the bishop on b5"
	Err          error    // a *MoveError or *FENError that says more, or nil
}

// Unwrap returns the *MoveError or *FENError behind the fault, if there is one.
func (e *PGNError) Unwrap() error { return e.Err }

// Error returns where the fault is and what: "chess: PGN line 12, column 8:
// game 3 (Carlsen - Anand): 23... Nf6: the knight on g8 is pinned by …".
func (e *PGNError) Error() string {
	return fmt.Sprintf("chess: PGN line %d, column %d: %s", e.Line, e.Column, e.Fault())
}

// Fault returns the message without its place in the input: "game 3 (Carlsen -
// Anand): 23... Nf6: the knight on g8 is pinned by the bishop on b5".
func (e *PGNError) Fault() string {
	fault := e.Reason
	switch {
	case e.IsMove:
		dots := "."
		if e.Position.Turn() == Black {
			dots = "..."
		}
		fault = fmt.Sprintf("%d%s %s: %s", e.Position.FullmoveNumber(), dots, e.Token, e.Reason)
	case e.Token != "":
		fault = fmt.Sprintf("%s: %s", e.Token, e.Reason)
	}
	return fmt.Sprintf("game %d (%s - %s): %s", e.Game, orUnknown(e.White), orUnknown(e.Black), fault)
}

func orUnknown(name string) string {
	if name == "" {
		return "?"
	}
	return printable(abridged(name))
}
