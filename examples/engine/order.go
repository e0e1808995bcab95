package main

import "github.com/shakki/chess"

// A frame is the working memory of one ply.
type frame struct {
	pos     chess.Position
	tally   tally
	last    chess.Move    // the move that led here
	oldest  int           // the first position in search.path that can occur again
	line    []chess.Move  // the principal variation from here
	killers [2]chess.Move // the killer moves: the last quiet ones that refuted a move at this ply
	moves   []chess.Move
	scores  [chess.MaxMoves]int16
	next    int // how many of the moves were handed out
}

// generate lists captures and promotions, and on demand quiet moves, with their scores. This is move
// ordering: the sooner the best move is tried, the more alphaBeta can leave out. The move from the
// table leads. Captures follow, valuable victims and cheap attackers first (MVV-LVA), then killer moves,
// which often refute the next move too, and then the moves that were best elsewhere (the history
// heuristic).
func (s *search) generate(f *frame, best chess.Move, quiet bool) {
	f.moves, f.next = f.pos.AppendCaptures(f.moves[:0]), 0
	captures := len(f.moves)
	if quiet {
		f.moves = f.pos.AppendQuietMoves(f.moves)
	}
	history := &s.history[f.pos.Turn()&1]
	for i, m := range f.moves {
		from, to := m.From()&63, m.To()&63
		switch {
		case m == best:
			f.scores[i] = 4*maxScore - 1
		case i < captures:
			f.scores[i] = 3*maxScore + 8*int16(f.pos.PieceAt(to).Type()+m.Promotion()) - int16(f.pos.PieceAt(from).Type())
		case m == f.killers[0] || m == f.killers[1]:
			f.scores[i] = 2 * maxScore
		default:
			f.scores[i] = history[from][to]
		}
	}
}

// pick hands out the move with the highest score.
func (f *frame) pick() chess.Move {
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

// isQuiet reports whether m, legal at f, neither captures nor promotes nor castles.
func (f *frame) isQuiet(m chess.Move) bool {
	return f.pos.PieceAt(m.To()) == chess.NoPiece && m.Promotion() == chess.NoPieceType
}

// exchangeValues are what pieces count in an exchange.
var exchangeValues = [7]int{chess.Pawn: 100, chess.Knight: 300, chess.Bishop: 300, chess.Rook: 500, chess.Queen: 900}

// loses reports whether m, a capture or a promotion, loses material when both sides go on capturing on
// its square (static exchange evaluation). Capturing the same type or a higher one cannot.
func (f *frame) loses(m chess.Move) bool {
	return f.pos.PieceAt(m.From()).Type() > f.pos.PieceAt(m.To()).Type() && f.pos.StaticExchange(m, exchangeValues) < 0
}

// reward remembers that m was better than the quiet moves handed out before.
func (s *search) reward(f *frame, m chess.Move, depth int) {
	if f.killers[0] != m && f.isQuiet(m) {
		f.killers = [2]chess.Move{m, f.killers[0]}
	}
	for _, tried := range f.moves[:f.next] {
		bonus := -min(4*depth*depth, maxScore/4)
		if tried == m {
			bonus = -bonus
		}
		if score := &s.history[f.pos.Turn()&1][tried.From()&63][tried.To()&63]; f.isQuiet(tried) {
			*score += int16(bonus - int(*score)*max(bonus, -bonus)/maxScore)
		}
	}
}
