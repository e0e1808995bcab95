package chess

import "context"

// CanWin reports whether c can checkmate by some sequence of legal moves, including the worst
// replies of the opponent. That decides a game when the opponent's time is up (FIDE 6.9). Draws by
// repetition and by counting moves do not end a sequence. After checkmate only the winner can win,
// and after stalemate nobody can.
//
// A false result is exact. If the question is undecided after the standard number of positions,
// CanWin returns true. [Position.Winnable] tells the difference and returns the proof.
func (p Position) CanWin(c Color) bool {
	if !c.isValid() {
		return false
	}
	var s winSolver
	return s.decide(context.Background(), &p, c, winBudget) != unwinnable
}

// WinOptions are the choices of [Position.Winnable]. The zero value is the standard.
type WinOptions struct {
	// Positions is the number of positions that the search may keep, each of which takes about
	// 120 bytes. Zero means 90,000.
	Positions int
}

// A WinVerdict is the answer of [Position.Winnable]. The zero value is undecided.
type WinVerdict struct {
	// Proof says how the question was decided. It is zero if it was not.
	Proof WinProof

	// CanWin reports whether the side can win. It is false if the question was not decided.
	CanWin bool

	// Line is a sequence of legal moves that ends in checkmate if the side can win. It is empty
	// if the position is checkmate already.
	Line []Move
}

// A WinProof is a way to prove that a side can win or cannot win. The zero value means that the
// question is undecided.
type WinProof uint8

// The ways to prove that a side can win or cannot win.
const (
	ProofByLine     WinProof = 1 + iota // a line of moves ends in checkmate
	ProofByMaterial                     // the pieces on the board do not suffice
	ProofByReach                        // blocked pieces never get to where they could mate
	ProofBySearch                       // every sequence of moves was played to its end
)

var winProofNames = [...]string{"undecided", "line", "material", "reach", "search"}

// String returns "undecided", "line", "material", "reach", or "search".
func (w WinProof) String() string { return nameOf("WinProof", winProofNames[:], w) }

// Winnable decides whether c can checkmate by some sequence of legal moves, like
// [Position.CanWin], and returns the proof. The verdict is undecided if the search is stopped by
// ctx or by its limit on positions, or if c is not a color.
func (p Position) Winnable(ctx context.Context, c Color, options WinOptions) WinVerdict {
	if !c.isValid() {
		return WinVerdict{}
	}
	budget := min(options.Positions, 1<<28)
	if budget <= 0 {
		budget = winBudget
	}
	s := winSolver{wantLine: true}
	switch s.decide(ctx, &p, c, budget) {
	case winnable:
		return WinVerdict{ProofByLine, true, s.line}
	case unwinnable:
		return WinVerdict{Proof: s.proof}
	}
	return WinVerdict{}
}

// IsDead reports whether neither side can checkmate by any sequence of legal moves (FIDE 5.2.2),
// which ends the game. It is true after stalemate and false after checkmate.
//
// A true result is exact. IsDead is meant to be called after every move and examines less than
// [Position.CanWin]: insufficient material, pawns and pieces that block each other for good where
// there are plain signs of it, and lines of play in which nearly every move is forced. It may
// return false for a position that is dead only because of what follows after free moves. Play
// then continues, to the same draw.
func (p Position) IsDead() bool {
	if p.lacksMaterial(White) && p.lacksMaterial(Black) {
		return true
	}
	if p.mayBeBlocked() {
		var r reach
		switch {
		case r.find(&p, false):
			if !r.mayMate(White) && !r.mayMate(Black) {
				return true
			}
		case !p.isForced():
			return false // a pawn can get to the last rank, so that a search would nearly always be in vain
		}
	} else if !p.isForced() {
		return false
	}
	// The side with more pieces is the more likely to have a quick mate.
	c := White
	if own := p.ByColor(White).Count(); 2*own < p.Occupied().Count() {
		c = Black
	}
	return p.cannotWinQuickly(c) && p.cannotWinQuickly(c.Other()) && p.cannotWin(c) && p.cannotWin(c.Other())
}

// cannotWinQuickly reports whether no plan for c to checkmate is found in a short time.
func (p *Position) cannotWinQuickly(c Color) bool {
	if p.lacksMaterial(c) {
		return true
	}
	plan := matePlan{winner: c, nodes: deadNodes}
	return !plan.find(p)
}

// cannotWin reports whether it is certain after a short search that c cannot checkmate.
func (p *Position) cannotWin(c Color) bool {
	var s winSolver
	return s.decide(context.Background(), p, c, deadBudget) == unwinnable
}

// isForced reports whether the side to move has few moves, each of which leads to a position that is dead,
// blocked, or has few moves.
func (p *Position) isForced() bool { return p.hasFewMoves(forcedReplies) && p.staysForced() }

// staysForced reports whether every move leads to a position that is dead, blocked, or has few moves.
func (p *Position) staysForced() bool {
	var buffer [16]Move
	for _, m := range p.AppendLegalMoves(buffer[:0]) {
		q := p.After(m)
		if !(q.lacksMaterial(White) && q.lacksMaterial(Black)) && !q.mayBeBlocked() && !q.hasFewMoves(forcedReplies+1) {
			return false
		}
	}
	return true
}

const (
	deadBudget    = 2_000 // how many positions IsDead examines for each side
	solverNodes   = 400   // how many positions a plan may look at
	deadNodes     = 100   // how many positions a plan may look at in IsDead
	forcedReplies = 3     // with at most so many moves a position counts as forced
)

// prospect decides whether c can checkmate with a search of at most budget positions.
func (p *Position) prospect(c Color, budget int) prospect {
	var s winSolver
	return s.decide(context.Background(), p, c, budget)
}

// A winSolver decides whether a side can checkmate by the cheapest proof that does: material, a
// planned line, the reach of the pieces, or a search.
type winSolver struct {
	wantLine bool
	line     []Move
	proof    WinProof
}

// decide decides whether c can checkmate from p. It returns undecided if a search of at most budget
// positions does not decide it.
func (s *winSolver) decide(ctx context.Context, p *Position, c Color, budget int) prospect {
	if p.lacksMaterial(c) {
		s.proof = ProofByMaterial
		return unwinnable
	}
	if !p.hasLegalMove() {
		if p.Turn() != c && p.inCheck() {
			return winnable
		}
		s.proof = ProofBySearch
		return unwinnable
	}
	if s.plan(p, c) {
		return winnable
	}
	if p.isClosed(c, true) {
		s.proof = ProofByReach
		return unwinnable
	}
	search := helpmateSearches.Get().(*helpmateSearch)
	defer helpmateSearches.Put(search)
	search.winner = c
	verdict, end := search.decide(ctx, p, budget)
	if verdict == winnable && s.wantLine {
		s.line = search.line(end)
	}
	s.proof = ProofBySearch
	return verdict
}

// plan looks for a line with a plan.
func (s *winSolver) plan(p *Position, c Color) bool {
	plan := matePlan{winner: c, nodes: solverNodes}
	if !plan.find(p) {
		return false
	}
	if s.wantLine {
		s.line = append(s.line, plan.line()...)
	}
	return true
}

// mayBeBlocked reports whether the pawns may be blocked for good. It looks at cheap signs: no pawn
// can move or capture, and no rook or queen has an empty square beside it. If there are only kings
// and bishops besides the pawns, it is enough that each pawn has an enemy pawn ahead on its file.
func (p *Position) mayBeBlocked() bool {
	pawns, occupied := p.pawns(), p.Occupied()
	white, black := pawns&^p.black, pawns&p.black
	switch {
	case pawns == 0:
		return false
	case (white<<8|black>>8)&^occupied == 0:
		rooks := p.straightSliders()
		return (rooks<<8|rooks>>8|rooks.East()|rooks.West())&^occupied == 0 &&
			pawnsAttack(white, White)&p.black == 0 && pawnsAttack(black, Black)&occupied&^p.black == 0
	}
	return occupied == pawns|p.kings()|p.ByType(Bishop) &&
		white&^ahead(black, Black) == 0 && black&^ahead(white, White) == 0
}

// hasFewMoves reports whether the side to move has at most n moves. If more than n pawns can step
// forward, it returns false without counting, which is right unless those pawns are pinned.
func (p *Position) hasFewMoves(n int) bool {
	c := p.Turn()
	steps := p.Pieces(c, Pawn).forward(c) &^ p.Occupied()
	if steps.Count() > n && !p.inCheck() {
		return false
	}
	return p.countMoves() <= n
}
