package chess

import (
	"context"
	"sync"
)

// CanWin reports whether c can checkmate by some sequence of legal moves in which the opponent
// plays the worst replies. The result decides a game in which the opponent has run out of time
// (FIDE 6.9). CanWin ignores draws by repetition and by the fifty-move and seventy-five-move rules.
// After checkmate only the winner can win, and after stalemate neither side can.
//
// A false result is proven. If a search of the default number of positions does not settle the
// question, CanWin returns true. [Position.Winnable] distinguishes the two cases and returns a
// proof. A search tells positions apart by their hashes, so the chance that a false result is wrong
// is below one in a billion.
func (p Position) CanWin(c Color) bool {
	e := newEffort(winBudget)
	return c.isValid() && p.winProof(winBudget, &e, c) <= proofByLine
}

// WinOptions are the choices of [Position.Winnable]. The zero value is the standard.
type WinOptions struct {
	// Positions is the number of positions that the search may visit. Positions with many moves and
	// the work besides the search count by the time that they take, about that of 2,000
	// instructions for each position. The search takes up to 60 bytes for each. Zero means 180,000.
	Positions int `json:"positions"`

	// Shortest, if positive, asks for the shortest line to checkmate. The search for it may visit
	// Shortest positions in addition to Positions, each of which takes up to 60 bytes.
	Shortest int `json:"shortest"`
}

// A WinVerdict is the result of [Position.Winnable]. The zero value means that the question is
// undecided.
type WinVerdict struct {
	// Proof names the proof that was found, or is "" if the question is undecided. If the side can
	// win, it is "line". If not, it is "material" for insufficient material, "reach" if blocked pieces
	// rule out every checkmate, "search" if an exhaustive search found no checkmate, or "regions" if
	// checkmate is impossible even if bishops could stand anywhere in their regions. Later versions may
	// add other proofs.
	Proof string `json:"proof"`

	// CanWin reports whether the side can win. It is false if the question is undecided.
	CanWin bool `json:"canWin"`

	// Line is a sequence of legal moves that ends in checkmate by the side. It is empty if the side
	// cannot win, if the question is undecided, or if the position already is that checkmate.
	Line []Move `json:"line"`

	// Positions is what the answer has cost, counted as in WinOptions. It includes the search for a
	// shorter line. It exceeds what WinOptions allows by at most 15,000, or is below 180,000.
	Positions int `json:"positions"`

	// Shortest reports whether Line is known to be as short as possible. It is false unless
	// WinOptions.Shortest is set and that search was completed.
	Shortest bool `json:"shortest"`
}

// A winProof is a kind of proof that a side can win or cannot win, or 0.
type winProof uint8

const (
	proofByLine     winProof = 1 + iota // the side can win
	proofByMaterial                     // the side cannot win, and so below
	proofByReach
	proofBySearch
	proofByRegions
)

// String returns the text of [WinVerdict].Proof.
func (w winProof) String() string {
	return [...]string{"", "line", "material", "reach", "search", "regions"}[w]
}

// Winnable decides whether c can checkmate by some sequence of legal moves, as [Position.CanWin]
// does, and returns a proof. The question remains undecided if the search reaches the limit on
// positions, if ctx is done before the search ends, or if c is not a color.
func (p Position) Winnable(ctx context.Context, c Color, options WinOptions) WinVerdict {
	v := WinVerdict{Line: []Move{}} // not null in JSON
	if !c.isValid() {
		return v
	}
	budget := min(options.Positions, 1<<28)
	if budget <= 0 {
		budget = winBudget
	}
	s := newWinSolver(budget, newEffort(budget))
	defer winSolvers.Put(s)
	proof := s.decide(ctx, &p, c)
	v.Proof = proof.String()
	spent := newEffort(budget) - s.effort
	if v.CanWin = proof == proofByLine; v.CanWin {
		s.effort = lineEffort
		lines := lineSearch{seeker: &s.seekers[c]}
		v.Line = lines.shorten(ctx, &p, s.line(c), spent)
		if options.Shortest > 0 {
			v.Line, v.Shortest = lines.shortest(ctx, &p, v.Line, options.Shortest)
		}
		spent += lineEffort - s.effort
	}
	v.Positions = int(spent) / positionEffort
	return v
}

// winProof decides whether one of the sides can checkmate, with searches of at most budget positions.
// It spends e.
func (p *Position) winProof(budget int, e *effort, sides ...Color) winProof {
	s := newWinSolver(budget, *e)
	defer winSolvers.Put(s)
	proof := s.decide(context.Background(), p, sides...)
	*e = s.effort // a pointer in memory that is kept would move e to the heap
	return proof
}

// A winSolver decides whether sides can checkmate. It asks about each, the cheapest questions first:
//
//  1. Is it checkmate?
//  2. Does the side lack the material? (material.go)
//  3. Does a simple plan lead to checkmate? (winnable_plan.go)
//  4. Is the game over?
//  5. Do a few games lead to checkmate? (winnable_seek.go)
//  6. Do the squares that the pieces can ever reach rule it out? (winnable_reach.go)
//  7. Do more games lead to checkmate?
//  8. Do the regions of the bishops rule it out? (winnable_region.go)
//  9. What does a search through all positions find (winnable_search.go), which leaves out those
//     that a race of pawn moves closes, in turns with games?
//
// Before IsDead asks any of these, it looks for signs that they are worth asking (winnable_dead.go).
// A line to checkmate that a person is to see is shortened (winnable_line.go).
type winSolver struct {
	budget  int           // maximum number of positions of a search
	effort  effort        // what the questions may still cost
	seekers [2]mateSeeker // by the winner
	regions regionSearch
	search  helpmateSearch

	bySearch bool // whether the search has found the line to checkmate
}

// decide decides whether one of the sides can checkmate from p. It asks all of them for a quick mate
// before it asks one of them anything that takes long. If none can, it returns one of the proofs. It
// returns no proof if a search, which visits at most s.budget positions, does not settle the question, if
// s.effort is spent, or if ctx is done.
func (s *winSolver) decide(ctx context.Context, p *Position, sides ...Color) winProof {
	var proofs [2]winProof
	for _, c := range sides {
		if proofs[c] = s.look(p, c); proofs[c] == proofByLine {
			return proofByLine
		}
	}
	weakest := proofByRegions
	for _, c := range sides {
		if proofs[c] == 0 {
			proofs[c] = s.searchAll(ctx, p, c)
		}
		if proofs[c] == proofByLine {
			return proofByLine
		}
		weakest = min(weakest, proofs[c])
	}
	return weakest
}

// look asks the first questions about p, up to number 8. It returns no proof if they do not settle
// the question.
func (s *winSolver) look(p *Position, c Color) winProof {
	k := &s.seekers[c]
	k.start(p, c)
	switch {
	case p.Turn() != c && p.IsCheckmate(): // by any material
		return proofByLine
	case p.lacksMaterial(c):
		return proofByMaterial
	case k.ends(p):
		return proofByLine
	case !p.hasLegalMove():
		return proofBySearch
	case s.effort.isSpent():
		return 0
	case k.seek(firstGames):
		return proofByLine
	case !k.mayMate():
		return proofByReach
	case k.seek(moreGames):
		return proofByLine
	case s.regions.isSealed(p, c, min(s.budget, fewStates)):
		return proofByRegions
	}
	return 0
}

// searchAll decides the question by turns of games and of a search through all positions. It goes on
// where look has stopped.
func (s *winSolver) searchAll(ctx context.Context, p *Position, c Color) winProof {
	if s.effort.isSpent() {
		return 0
	}
	k := &s.seekers[c]
	k.reset()
	s.search.start(p, c, s.budget)
	for _, stage := range stages {
		if s.budget > deadBudget && k.explore(ctx, stage.moves) {
			return proofByLine
		}
		if s.search.run(ctx, min(stage.positions, s.budget), &s.effort) {
			if s.search.mate == NullMove {
				return proofBySearch
			}
			s.bySearch = true
			return proofByLine
		}
		if stage.states > 0 && s.budget > stage.positions && s.regions.isSealed(p, c, stage.states) {
			return proofByRegions
		}
	}
	return 0
}

// line returns the line to checkmate by c that was found.
func (s *winSolver) line(c Color) []Move {
	if s.bySearch {
		return s.search.line()
	}
	return s.seekers[c].line()
}

// winSolvers keeps the memory of solvers for the next questions.
var winSolvers = sync.Pool{New: func() any {
	s := new(winSolver)
	s.regions.effort, s.seekers[White].effort, s.seekers[Black].effort = &s.effort, &s.effort, &s.effort
	return s
}}

// newWinSolver returns a solver for questions that may cost e in all.
func newWinSolver(budget int, e effort) *winSolver {
	s := winSolvers.Get().(*winSolver)
	s.budget, s.effort, s.bySearch = budget, e, false
	return s
}
