package main

import "github.com/shakki/chess"

// A frame is the part of the working memory that belongs to one ply.
type frame struct {
	pos    chess.Position
	tally  tally
	last   chess.Move // the move that led here
	oldest int        // the first position in search.path that can occur again
	line   []chess.Move

	// The rest hands out the moves one by one, those that are likely to be best first.
	stage    stage
	first    chess.Move    // the move from the table
	killers  [2]chess.Move // the last quiet moves that refuted the previous move at this ply
	moves    []chess.Move
	scores   [chess.MaxMoves]int32
	next     int // the number of moves handed out
	captures int // the number of captures in moves
}

// A stage is a step in the generation of moves. Often a move of an early stage makes the later
// ones unnecessary.
type stage uint8

const (
	started stage = iota
	fromTable
	captures
	quietMoves
)

// start prepares f to hand out moves.
func (f *frame) start(first chess.Move) {
	f.stage, f.first = started, first
	f.moves, f.next = f.moves[:0], 0
}

// pick returns the next move at f, or NullMove if there is none.
func (s *search) pick(f *frame) chess.Move {
	for {
		for f.next < len(f.moves) {
			if m := f.best(); m != f.first {
				return m
			}
		}
		f.stage++
		switch f.stage {
		case fromTable:
			if f.pos.IsLegal(f.first) {
				return f.first
			}
			f.first = chess.NullMove
		case captures:
			f.addCaptures()
		case quietMoves:
			s.addQuietMoves(f)
		default:
			f.stage = quietMoves
			return chess.NullMove
		}
	}
}

// best swaps the move with the highest score to the front and hands it out.
func (f *frame) best() chess.Move {
	best := f.next
	for i := best + 1; i < len(f.moves); i++ {
		if f.scores[i] > f.scores[best] {
			best = i
		}
	}
	f.moves[f.next], f.moves[best] = f.moves[best], f.moves[f.next]
	f.scores[best] = f.scores[f.next]
	f.next++
	return f.moves[f.next-1]
}

// addCaptures adds captures and promotions: valuable victims first, then cheap attackers.
func (f *frame) addCaptures() {
	f.moves = f.pos.AppendCaptures(f.moves)
	f.captures = len(f.moves)
	for i, m := range f.moves {
		victim, attacker := f.pos.PieceAt(m.To()).Type(), f.pos.PieceAt(m.From()).Type()
		f.scores[i] = int32(victim+m.Promotion())*8 - int32(attacker)
	}
}

// addQuietMoves adds all other moves: killers first, then moves that often were best elsewhere.
func (s *search) addQuietMoves(f *frame) {
	f.moves = f.pos.AppendQuietMoves(f.moves)
	history := &s.history[f.pos.Turn()&1]
	for i := f.captures; i < len(f.moves); i++ {
		switch m := f.moves[i]; m {
		case f.killers[0]:
			f.scores[i] = 2 * maxHistory
		case f.killers[1]:
			f.scores[i] = 2*maxHistory - 1
		default:
			f.scores[i] = int32(history[m.From()&63][m.To()&63])
		}
	}
}

const maxHistory = 1 << 14

// reward remembers that the quiet move m was better than the moves handed out before it.
func (s *search) reward(f *frame, m chess.Move, depth int) {
	if f.killers[0] != m {
		f.killers[0], f.killers[1] = m, f.killers[0]
	}
	history := &s.history[f.pos.Turn()&1]
	change := func(m chess.Move, by int) {
		h := &history[m.From()&63][m.To()&63]
		*h += int16(by - int(*h)*max(by, -by)/maxHistory)
	}
	bonus := min(depth*depth*4, maxHistory/8)
	change(m, bonus)
	for _, other := range f.moves[min(f.captures, f.next):f.next] {
		if other != m {
			change(other, -bonus)
		}
	}
}
