package chess

import "context"

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
	return c.isValid() && !p.cannotWin(c, winBudget)
}

// WinOptions are the choices of [Position.Winnable]. The zero value is the standard.
type WinOptions struct {
	// Positions is the number of positions that the search may visit. Positions with many moves and
	// the work besides the search count by the time that they take, about that of 2,000
	// instructions for each position. The search takes up to 60 bytes for each. Zero means 180,000.
	Positions int `json:"positions"`

	// Shortest, if positive, asks for the shortest line to checkmate. The search for it may visit
	// so many positions besides Positions, each of which takes up to 60 bytes.
	Shortest int `json:"shortest"`
}

// A WinVerdict is the result of [Position.Winnable]. The zero value means that the question is
// undecided.
type WinVerdict struct {
	// Proof is the kind of proof that was found. It is zero if the question is undecided.
	Proof WinProof `json:"proof"`

	// CanWin reports whether the side can win. It is false if the question is undecided.
	CanWin bool `json:"canWin"`

	// Line is a sequence of legal moves that ends in checkmate by the side. It is empty if the side
	// cannot win, if the question is undecided, or if the position already is that checkmate.
	Line []Move `json:"line"`

	// Positions is what the answer has cost, counted as in WinOptions. It does not include what is
	// done to shorten the line.
	Positions int `json:"positions"`

	// Shortest reports whether Line is known to be as short as possible. It is false unless
	// WinOptions.Shortest is set and that search was completed.
	Shortest bool `json:"shortest"`
}

// A WinProof is a kind of proof that a side can win or cannot win. The zero value means that the
// question is undecided.
type WinProof uint8

// The kinds of proof that a side can win or cannot win.
const (
	ProofByLine     WinProof = 1 + iota // the side can win: a line of legal moves ends in checkmate
	ProofByMaterial                     // the side cannot win: it has insufficient material
	ProofByReach                        // the side cannot win: blocked pieces rule out every checkmate
	ProofBySearch                       // the side cannot win: an exhaustive search found no checkmate
	ProofByRegions                      // the side cannot win, even if bishops could stand anywhere in their regions
)

var winProofNames = enum[WinProof]{"win proof", []string{"undecided", "line", "material", "reach", "search", "regions"}}

// String returns "undecided", "line", "material", "reach", "search", or "regions".
func (w WinProof) String() string { return winProofNames.text(w) }

// MarshalText implements [encoding.TextMarshaler] with the form of String.
func (w WinProof) MarshalText() ([]byte, error) { return winProofNames.marshal(w) }

// UnmarshalText implements [encoding.TextUnmarshaler] for the form that String writes.
func (w *WinProof) UnmarshalText(text []byte) error { return winProofNames.unmarshal(w, text) }

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
	s := winSolver{wantLine: true, effort: newEffort(budget)}
	v.Proof = s.decide(ctx, &p, c, budget)
	if v.CanWin = v.Proof == ProofByLine; v.CanWin {
		v.Line = p.shorten(ctx, c, s.line, s.effort)
		if options.Shortest > 0 {
			v.Line, v.Shortest = p.shortestLine(ctx, c, v.Line, options.Shortest)
		}
	}
	v.Positions = int(newEffort(budget)-s.effort) / positionEffort
	return v
}

// IsDead reports whether neither side can checkmate by any sequence of legal moves (FIDE 5.2.2),
// which ends the game. It is true after stalemate and false after checkmate.
//
// A true result is proven, with the same reservation as for [Position.CanWin]. IsDead is intended
// to be called after every move, so it examines less than [Position.CanWin]. It recognizes
// insufficient material, positions with clear signs that pawns and pieces block each other
// permanently, and positions in which nearly all moves are forced or one side can move nothing but
// pawns. It may return false for a position that is dead for another reason. Play then continues,
// and the game is drawn anyway.
func (p Position) IsDead() bool { return p.isDead() || p.IsStalemate() }

// isDead is IsDead, but may return false for a stalemate.
func (p *Position) isDead() bool {
	if p.lacksMaterial(White) && p.lacksMaterial(Black) {
		return true
	}
	if dead, clear := p.isClearlyDead(); clear {
		return dead
	}
	return p.isProvenDead()
}

// isProvenDead reports whether a short search proves that p is dead. It first looks for a quick mate
// by either side.
func (p *Position) isProvenDead() bool {
	e := newEffort(deadBudget)
	seekers := p.seekers(&e)
	for _, games := range [...]int{firstGames, moreGames} {
		for i := range seekers {
			if s := &seekers[i]; !p.lacksMaterial(s.winner) && s.seek(p, games) {
				return false
			}
		}
	}
	return p.cannotWin(White, deadBudget) && p.cannotWin(Black, deadBudget)
}

// seekers returns a mateSeeker for each side. The first one is for the side with more pieces, which
// is more likely to have a quick mate.
func (p *Position) seekers(e *effort) [2]mateSeeker {
	c := White
	if own := p.ByColor(White).Count(); 2*own < p.Occupied().Count() {
		c = Black
	}
	return [2]mateSeeker{{winner: c, effort: e}, {winner: c.Other(), effort: e}}
}

// isClearlyDead looks for cheap signs. If they are clear, it reports whether p is dead. A position
// that shows no sign of blocked pawns or forced moves counts as one that is not dead.
func (p *Position) isClearlyDead() (dead, clear bool) {
	stuck := p.isStuck()
	if p.mayBeBlocked() {
		var r reach
		switch {
		case r.find(p, false):
			if !r.mayMate(White) && !r.mayMate(Black) {
				return true, true
			}
		case !stuck && steps(Knight, p.knights())&^p.Occupied() != 0 && !p.hasFewMoves(blockedMoves):
			return false, true // the knights can open the position, so it is hardly ever dead
		}
	} else if !stuck && !(p.hasFewMoves(forcedReplies) && p.staysForced()) {
		return false, true
	}
	return false, !p.hasLegalMove()
}

// isStuck reports whether one of the sides can move only pawns, or also its king to one square while at
// most one pawn on the board can advance. It ignores pins and the captures of other pieces than the
// king.
func (p *Position) isStuck() bool {
	empty := ^p.Occupied()
	movable := steps(Bishop, empty) & p.diagonalSliders()
	if movable&p.black == 0 || movable&^p.black == 0 {
		movable |= steps(Knight, empty)&p.knights() | steps(Rook, empty)&p.straightSliders()
	}
	return movable&^p.black == 0 && p.isKingStuck(White) || movable&p.black == 0 && p.isKingStuck(Black)
}

// isKingStuck reports whether the king of c has no square to go to, or one while at most one pawn on
// the board can advance.
func (p *Position) isKingStuck(c Color) bool {
	king, enemies := p.King(c), p.ByColor(c.Other())
	squares := kingAttacks[king] &^ (p.ByColor(c) | kingAttacks[p.King(c.Other())])
	squares &^= p.attackedBy(enemies, p.Occupied().without(king))
	return squares == 0 || !squares.more() && !p.advances().more()
}

// advances returns the squares to which pawns can advance.
func (p *Position) advances() Bitboard {
	return (p.Pieces(White, Pawn)<<8 | p.Pieces(Black, Pawn)>>8) &^ p.Occupied()
}

// staysForced reports whether each move leads to a position that is dead, may be blocked, or has
// few moves.
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

// isClearlyAlive reports whether there is a checkmate on the board, or a simple plan leads to one,
// as in most positions of games.
func (p *Position) isClearlyAlive() bool {
	if p.outcome().Reason == Checkmate {
		return true
	}
	e := newEffort(0)
	seekers := p.seekers(&e)
	return seekers[0].hasPlan(p) || seekers[1].hasPlan(p)
}

const (
	winBudget     = 180_000 // how many positions a search visits by default
	deadBudget    = 80_000  // how many positions IsDead examines for each side
	firstGames    = 4       // how many games are played before the reach is examined
	moreGames     = 36      // how many games are played after it
	blockedMoves  = 8       // with more moves a blocked position in which a pawn may promote is hardly ever dead if knights can move
	forcedReplies = 3       // with at most so many moves a position counts as forced
)

// winProof decides whether c can checkmate, with a search of at most budget positions.
func (p *Position) winProof(c Color, budget int) WinProof {
	var s winSolver
	return s.decide(context.Background(), p, c, budget)
}

// cannotWin reports whether there is a proof that c cannot checkmate.
func (p *Position) cannotWin(c Color, budget int) bool { return p.winProof(c, budget) > ProofByLine }

// A winSolver decides whether a side can checkmate.
type winSolver struct {
	effort   effort
	wantLine bool
	line     []Move
}

// decide decides whether c can checkmate from p. It asks, the cheapest questions first:
//
//  1. Does c lack the material?
//  2. Does a simple plan lead to checkmate?
//  3. Is the game over?
//  4. Do a few games lead to checkmate?
//  5. Do the squares that the pieces can ever reach rule it out?
//  6. Do more games lead to checkmate?
//  7. Do the regions of the bishops rule it out?
//  8. What does a search through all positions find, in turns with games?
//
// decide returns no proof if a search of at most budget positions does not settle the question or
// ctx is done. It sets s.line if c can checkmate and s.wantLine is set.
func (s *winSolver) decide(ctx context.Context, p *Position, c Color, budget int) WinProof {
	s.effort = newEffort(budget)
	seeker := mateSeeker{winner: c, effort: &s.effort, from: -1}
	switch {
	case p.lacksMaterial(c):
		return ProofByMaterial
	case seeker.hasPlan(p):
		return s.win(seeker.line)
	case p.Turn() != c && p.IsCheckmate():
		return ProofByLine
	case !p.hasLegalMove():
		return ProofBySearch
	case seeker.seek(p, firstGames):
		return s.win(seeker.line)
	case !seeker.mayMate(p):
		return ProofByReach
	case seeker.seek(p, moreGames):
		return s.win(seeker.line)
	case p.isSealed(c, min(budget, fewStates), &s.effort):
		return ProofByRegions
	}
	return s.search(ctx, p, &seeker, budget)
}

// mayMate reports whether the reach of the pieces of p allows checkmate by the winner, and learns on
// which squares.
func (k *mateSeeker) mayMate(p *Position) bool {
	var r reach
	r.find(p, true)
	k.mateSquares = r.matingSquares(k.winner, 64)
	k.effort.spend(r.work)
	return k.mateSquares != 0
}

// stages says how many moves of games, how many positions of a search, and how many states of a
// search by regions the solver tries in turn.
var stages = [...]struct{ moves, positions, states int }{
	{1_000, 30_000, manyStates},
	{20_000, 80_000, 0},
	{40_000, 1 << 28, 0},
}

// search decides the question by turns of games and of a search through all positions.
func (s *winSolver) search(ctx context.Context, p *Position, seeker *mateSeeker, budget int) WinProof {
	search := newHelpmateSearch(p, seeker.winner, budget)
	defer helpmateSearches.Put(search)
	seeker.archive = &search.archive
	seeker.reset(p)
	for _, stage := range stages {
		if budget > deadBudget && seeker.explore(ctx, stage.moves) {
			return s.win(seeker.line)
		}
		if search.run(ctx, min(stage.positions, budget), &s.effort) {
			if search.mate == NullMove {
				return ProofBySearch
			}
			return s.win(search.line)
		}
		if stage.states > 0 && budget > stage.positions && p.isSealed(seeker.winner, stage.states, &s.effort) {
			return ProofByRegions
		}
	}
	return 0
}

// win records the line if it is wanted.
func (s *winSolver) win(line func() []Move) WinProof {
	if s.wantLine {
		s.line = line()
	}
	return ProofByLine
}

// mayBeBlocked reports whether the pawns may be blocked permanently. It looks for cheap signs: no
// pawn can move or capture, and the rooks and queens have at most one empty square next to them on
// ranks and files. If no knight can move to an empty square, pawns may also move if they have an
// enemy pawn ahead on their files.
func (p *Position) mayBeBlocked() bool {
	pawns, occupied := p.pawns(), p.Occupied()
	white, black := pawns&^p.black, pawns&p.black
	rooks := p.straightSliders()
	switch {
	case pawns == 0 || ((rooks<<8 | rooks>>8 | rooks.East() | rooks.West()) &^ occupied).more():
		return false
	case p.advances() == 0:
		pieces := occupied &^ p.kings()
		return pawnsAttack(white, White)&pieces&p.black == 0 && pawnsAttack(black, Black)&pieces&^p.black == 0
	}
	return steps(Knight, p.knights())&^occupied == 0 &&
		white&^(occupied>>8|ahead(black, Black)) == 0 && black&^(occupied<<8|ahead(white, White)) == 0
}

// hasFewMoves reports whether the side to move has at most n moves. If it is not in check, pieces
// that are not on a line with the king can make every move, so it is mostly enough to look at the
// squares that they can step to.
func (p *Position) hasFewMoves(n int) bool {
	c := p.Turn()
	own, king := p.ByColor(c), p.King(c)
	free := own &^ (bishopRays[king] | rookRays[king])
	near := steps(Knight, p.knights()&free) | steps(Bishop, p.diagonalSliders()&free) |
		steps(Rook, p.straightSliders()&free)
	targets := (p.pawns()&free).forward(c)&^p.Occupied() | near&^own
	if targets.Count() > n && !p.inCheck() {
		return false
	}
	return p.countMoves() <= n
}
