package main

import "github.com/shakki/chess"

// A frame is the working memory of one ply. It hands out moves one by one, likely good ones first.
type frame struct {
	pos    chess.Position
	tally  tally
	last   chess.Move   // the move that led here
	oldest int          // the first position in search.path that can occur again
	line   []chess.Move // the best line from here

	stage    int
	first    chess.Move    // the move from the table
	killers  [2]chess.Move // the last quiet moves that refuted a move at this ply
	moves    []chess.Move  // captures, then quiet moves
	scores   [chess.MaxMoves]int16
	captures int // how many moves are captures
	next     int // how many moves were handed out
}

func (f *frame) start(first chess.Move) {
	f.stage, f.first, f.moves, f.captures, f.next = 0, first, f.moves[:0], 0, 0
}

// pick returns the next move at f, or NullMove at the end. It generates moves as late as possible,
// because often an early one makes the others unnecessary.
func (s *search) pick(f *frame) chess.Move {
	for ; ; f.stage++ {
		for f.next < len(f.moves) {
			if m := f.best(); m != f.first {
				return m
			}
		}
		switch f.stage {
		case 0:
			if f.pos.IsLegal(f.first) {
				f.stage++
				return f.first
			}
		case 1:
			f.addCaptures()
		case 2:
			s.addQuietMoves(f)
		default:
			return chess.NullMove
		}
	}
}

// best hands out the move with the highest score.
func (f *frame) best() chess.Move {
	best := f.next
	for i := best + 1; i < len(f.moves); i++ {
		if f.scores[i] > f.scores[best] {
			best = i
		}
	}
	m := f.moves[best]
	f.moves[best], f.scores[best] = f.moves[f.next], f.scores[f.next]
	f.moves[f.next] = m
	f.next++
	return m
}

// addCaptures prefers valuable victims, then cheap attackers.
func (f *frame) addCaptures() {
	f.moves = f.pos.AppendCaptures(f.moves)
	f.captures = len(f.moves)
	for i, m := range f.moves {
		victim, attacker := f.pos.PieceAt(m.To()).Type(), f.pos.PieceAt(m.From()).Type()
		f.scores[i] = int16(victim+m.Promotion())*8 - int16(attacker)
	}
}

// addQuietMoves prefers killers, then moves that were best elsewhere.
func (s *search) addQuietMoves(f *frame) {
	f.moves = f.pos.AppendQuietMoves(f.moves)
	for i := f.captures; i < len(f.moves); i++ {
		f.scores[i] = *s.score(f, f.moves[i])
		if f.moves[i] == f.killers[0] || f.moves[i] == f.killers[1] {
			f.scores[i] += 2 * maxHistory
		}
	}
}

const maxHistory = 1 << 13 // a score in search.history is from -maxHistory to maxHistory

func (s *search) score(f *frame, m chess.Move) *int16 {
	return &s.history[f.pos.Turn()&1][m.From()&63][m.To()&63]
}

// reward remembers that the quiet move m was better than the quiet moves handed out before.
func (s *search) reward(f *frame, m chess.Move, depth int) {
	if f.killers[0] != m {
		f.killers = [2]chess.Move{m, f.killers[0]}
	}
	bonus := min(4*depth*depth, maxHistory/4)
	for _, tried := range f.moves[f.captures:f.next] {
		h, change := s.score(f, tried), -bonus
		if tried == m {
			change = bonus
		}
		*h += int16(change - int(*h)*bonus/maxHistory)
	}
}
