package chess

import (
	"context"
	"slices"

	"github.com/shakki/chess/internal/hashset"
)

// A mateSeeker looks for a line to checkmate by playing games in which both sides help the winner.
// It rates the moves, adds a random number to each rating, and picks the best. Every few moves it
// asks a plan for the rest of the line. Each move is one of AppendLegalMoves, so a line that ends
// in checkmate is a proof. If no game ends in checkmate, nothing is known about the position.
//
// The first games start from the given position and simplify it: the winner captures and advances
// its pawns. The later ones start from an archive of positions that earlier games have led to, as
// in the algorithm Go-Explore. In each of them other kinds of moves look good.
type mateSeeker struct {
	winner      Color
	effort      *effort  // what the games may still cost
	root        Position // the position that is asked about
	seed        uint32   // state of the random numbers
	games       int      // number of games played
	mateSquares Bitboard // squares on which the loser's king may be mated

	// The game that is being played.
	from    int32 // index in the archive of the position from which the game started, or -1 for the root
	moves   []Move
	planned int // number of positions that plans have looked at
	style   seekStyle

	// What may follow its moves.
	plan   matePlan
	corner cornerSearch

	archive []archivedPosition // positions that games have led to
	known   hashset.Set        // features of positions
}

// An archivedPosition is a position that a game has led to.
type archivedPosition struct {
	position Position
	before   int32  // index of the position from which that game started
	moves    []Move // the moves from there
	visited  bool   // whether a game has started here
}

// A seekStyle says which moves look good in a game.
type seekStyle struct {
	take    int       // rating of captures by the winner
	give    int       // rating of captures by the loser
	push    int       // rating of pawn moves by the winner, for each rank
	byMinor bool      // whether the winner is to mate with a minor piece
	kings   [2]Square // squares to which the king of each color should go then
}

// start starts the question whether c can checkmate from p.
func (k *mateSeeker) start(p *Position, c Color) {
	k.root, k.winner, k.mateSquares, k.seed, k.games = *p, c, 0, firstSeed, 0
	k.from, k.moves = -1, k.moves[:0]
}

// seek plays up to n games from the root and reports whether one of them leads to checkmate. A side
// that has only minor pieces cannot mate by a plan, so it looks for a checkmate in a corner once
// instead.
func (k *mateSeeker) seek(n int) bool {
	if k.isMinor(&k.root) {
		k.games++
		return k.games == 1 && k.seekCorner(&k.root)
	}
	for ; n > 0 && !k.effort.isSpent(); n-- {
		if k.play(k.root, quickMoves) {
			return true
		}
	}
	return false
}

// isMinor reports whether the winner has no queen, rook, or pawn.
func (k *mateSeeker) isMinor(p *Position) bool {
	return p.ByColor(k.winner)&(p.pawns()|p.straightSliders()) == 0
}

// seekCorner looks for a line from p to a checkmate in a corner.
func (k *mateSeeker) seekCorner(p *Position) bool {
	if !k.corner.find(p, k.winner, k.effort) {
		return false
	}
	k.moves = k.corner.appendLine(k.moves[:0], len(k.corner.nodes)-1)
	return true
}

// mayMate reports whether the reach of the pieces of the root allows checkmate by the winner, and
// learns on which squares.
func (k *mateSeeker) mayMate() bool {
	var r reach
	r.find(&k.root, true)
	k.mateSquares = r.matingSquares(k.winner, 64)
	k.effort.spend(r.work)
	return k.mateSquares != 0
}

// reset makes the root the only archived position.
func (k *mateSeeker) reset() {
	k.archive = append(k.archive[:0], archivedPosition{position: k.root})
	k.known.Clear()
}

// explore plays games from archived positions, with about n moves in all, and reports whether one
// of them leads to checkmate.
func (k *mateSeeker) explore(ctx context.Context, n int) bool {
	for n > 0 && ctx.Err() == nil && !k.effort.isSpent() {
		k.from = int32(k.random(len(k.archive)))
		start := &k.archive[k.from]
		isNew := !start.visited
		start.visited = true
		if isNew && k.isMinor(&start.position) {
			if k.seekCorner(&start.position) {
				return true
			}
			n -= cornerMoves
		}
		k.setStyle(&start.position)
		if k.play(start.position, seekMoves) {
			return true
		}
		n -= len(k.moves) + 4 + k.planned/4
	}
	return false
}

// line returns the line that was found.
func (k *mateSeeker) line() []Move {
	line := slices.Clone(k.moves)
	for i := k.from; i > 0; i = k.archive[i].before {
		line = slices.Concat(k.archive[i].moves, line)
	}
	return line
}

// setStyle picks a random style for a game from p.
func (k *mateSeeker) setStyle(p *Position) {
	c := k.winner
	own := p.ByColor(c)
	k.style = seekStyle{
		take: [...]int{8, 8, 0, -8}[k.random(4)],
		give: [...]int{-18, -8, 0, 8}[k.random(4)],
		push: [...]int{1, 0, -1, 2}[k.random(4)],
	}
	minors := own &^ p.pawns() &^ p.kings()
	if minors == 0 || own&p.straightSliders() != 0 || own&p.pawns() != 0 && k.games%2 == 0 {
		return
	}
	at := k.choose(k.mateSquares)
	k.style.byMinor = true
	k.style.kings[c], k.style.kings[c.Other()] = k.choose(kingRing[at]), at
}

// play plays a game from p with at most limit moves and reports whether it leads to checkmate.
func (k *mateSeeker) play(p Position, limit int) bool {
	k.games++
	k.moves, k.planned = k.moves[:0], 0
	var buffer [256]Move
	for len(k.moves) < limit {
		var m Move
		if k.from < 0 {
			m = k.pickFirst(&p, buffer[:0])
		} else if moves := p.AppendLegalMoves(buffer[:0]); len(moves) != 0 {
			m = k.pick(&p, moves)
			k.effort.spend(len(moves))
		}
		k.effort.spend(9)
		if m == NullMove {
			return p.Turn() != k.winner && p.inCheck()
		}
		k.moves = append(k.moves, m)
		p.SetAfter(&p, m)
		if k.from >= 0 && !k.add(&p) {
			return false
		}
		if len(k.moves)%4 != 0 {
			continue
		}
		if k.ends(&p) {
			return true
		}
		k.planned += planNodes - k.plan.nodes
	}
	return false
}

// ends reports whether a plan leads from p, the position after the moves, to checkmate. It adds the
// moves of the plan.
func (k *mateSeeker) ends(p *Position) bool {
	if !k.plan.find(p, k.winner, maxPlan, k.effort) {
		return false
	}
	k.moves = append(k.moves, k.plan.line...)
	return true
}

// pickFirst returns a random move of a kind that simplifies the position, or NullMove if there is
// no legal move. The winner captures. If it has neither queens nor rooks, it advances its pawns
// otherwise. The loser captures nothing and offers its pieces to the winner's pawns.
func (k *mateSeeker) pickFirst(p *Position, buffer []Move) Move {
	c := k.winner
	var moves []Move
	if p.Turn() == c {
		moves = p.AppendCaptures(buffer)
		if len(moves) == 0 && p.straightSliders()&p.ByColor(c) == 0 {
			moves = p.appendMoves(buffer, &moveFilter{p.pawns() | p.kings(), k.approachBlocker(p), allSquares})
		}
	} else {
		free := ^p.Occupied()
		offered := pawnsAttack(p.Pieces(c, Pawn), c) & free
		moves = p.appendMoves(buffer, &moveFilter{allSquares, offered, offered})
		if len(moves) == 0 {
			moves = p.appendMoves(buffer, &moveFilter{allSquares, free, free})
		}
	}
	if len(moves) == 0 {
		moves = p.AppendLegalMoves(buffer)
	}
	if len(moves) == 0 {
		return NullMove
	}
	m := moves[k.random(len(moves))]
	if m.Promotion() != NoPieceType && p.Turn() == c {
		return newPromotion(m.From(), m.To(), Queen)
	}
	return m
}

// approachBlocker returns the squares on which the winner's king is nearer to a piece that blocks a
// pawn of the winner.
func (k *mateSeeker) approachBlocker(p *Position) Bitboard {
	goal := (p.Pieces(k.winner, Pawn).forward(k.winner) & p.ByColor(k.winner.Other())).First()
	if goal == NoSquare {
		return 0
	}
	return nearest(kingAttacks[p.King(k.winner)], goal)
}

// pick returns the move that looks best.
func (k *mateSeeker) pick(p *Position, moves []Move) Move {
	c := p.Turn()
	if k.style.byMinor && c == k.winner && p.King(c.Other()) == k.style.kings[c.Other()] {
		if mate := p.matingMove(moves, new(effort)); mate != NullMove { // play counts what each move costs
			return mate
		}
	}
	occupied, pawns, king := p.Occupied(), p.pawns(), p.King(c)
	best, most := moves[0], -1000
	for _, m := range moves {
		r := k.random(8)
		if goal := k.style.kings[c]; k.style.byMinor && m.From() == king {
			r += 4 * (king.distance(goal) - m.To().distance(goal))
		}
		if c == k.winner {
			r += k.rateWinner(m, occupied, pawns)
		} else {
			r += k.rateLoser(m, occupied, king)
		}
		if r > most {
			best, most = m, r
		}
	}
	return best
}

// matingMove returns one of the legal moves in p that gives checkmate, or NullMove.
func (p *Position) matingMove(moves []Move, e *effort) Move {
	e.spend(2 + len(moves)/4)
	for _, m := range moves {
		if !p.givesCheck(m) {
			continue
		}
		e.spend(5)
		var q Position
		if q.SetAfter(p, m); !q.hasLegalMove() {
			return m
		}
	}
	return NullMove
}

// rateWinner rates a move of the winner, given all pieces and the pawns. Higher is better.
func (k *mateSeeker) rateWinner(m Move, occupied, pawns Bitboard) (r int) {
	if occupied.Has(m.To()) {
		r = k.style.take
	}
	if pawns.Has(m.From()) { // its captures count twice
		r += r + int(m.To().Rank().relativeTo(k.winner))*k.style.push
	}
	return r
}

// rateLoser rates a move of the loser, given all pieces and its king. Higher is better. If the
// winner is to mate with a minor piece, the loser's pieces go near its king.
func (k *mateSeeker) rateLoser(m Move, occupied Bitboard, king Square) (r int) {
	from, to := m.From(), m.To()
	if occupied.Has(to) {
		r = k.style.give
	}
	mateOn := k.style.kings[k.winner.Other()]
	near := kingAttacks[mateOn&63]
	switch {
	case from == king:
		return r + 2
	case !k.style.byMinor:
		return r
	case near.Has(to):
		return r + 8
	case near.Has(from):
		return r - 12
	}
	return r + from.distance(mateOn) - to.distance(mateOn)
}

// add archives p unless a position with the same features was archived before. It returns false if
// no line from p ends in checkmate by the winner.
func (k *mateSeeker) add(p *Position) bool {
	irreversible := p.HalfmoveClock() == 0
	if irreversible && p.lacksMaterial(k.winner) {
		return false
	}
	if k.known.Len() == maxArchived || !k.known.Add(p.features()) {
		return true
	}
	if irreversible && len(k.archive) < archiveReach && p.isClosed(k.winner, true, k.effort) {
		return false
	}
	k.archive = append(k.archive, archivedPosition{position: *p, before: k.from, moves: slices.Clone(k.moves)})
	return true
}

// features returns a hash of the pawns, the numbers of pieces, and the regions of the kings.
func (p *Position) features() uint64 {
	pieces := p.Occupied() &^ p.pawns()
	counts := (pieces&p.black).Count()<<4 | (pieces &^ p.black).Count()
	white, black := uint64(p.King(White)&^9), uint64(p.King(Black)&^9) // each stands for a block of two by two squares
	return mix(uint64(counts), uint64(p.pawns()&p.black), uint64(p.pawns()&^p.black), white, black)
}

// random returns a random number below n, which is at most 1<<16.
func (k *mateSeeker) random(n int) int {
	k.seed = k.seed*1664525 + 1013904223
	return int(uint64(k.seed) * uint64(n) >> 32)
}

// choose returns a random one of the squares, or any square if there are none.
func (k *mateSeeker) choose(squares Bitboard) Square {
	if squares == 0 {
		squares = allSquares
	}
	for n := k.random(squares.Count()); n > 0; n-- {
		squares.PopFirst()
	}
	return squares.First()
}

// A cornerSearch looks for a line to a checkmate in a corner by knights and bishops. It visits
// positions by best-first search: it always goes on with the one from which the pieces seem to need
// the fewest moves. All moves are legal, so a line that ends in checkmate is a proof. If there is
// none, nothing is known about the position.
type cornerSearch struct {
	lineTree
	cornerTarget
	winner Color
	open   [64][]int32 // the nodes that are not visited yet, by cost
}

// A cornerTarget describes checkmates by squares: the corner with the loser's king, the winner's
// king, and the square next to the corner that neither this king nor the mating piece attacks. A
// helper takes that one: a piece of the loser that stands there, or another piece of the winner that
// attacks it.
type cornerTarget struct{ corner, king, flight Square }

// cornerTargets are the targets in all corners.
var cornerTargets = func() (targets []cornerTarget) {
	for corner := range BitboardOf(A1, H1, A8, H8).Squares() {
		for king := range kingRing[corner].Squares() {
			if left := kingAttacks[corner] &^ kingAttacks[king]; !left.more() {
				targets = append(targets, cornerTarget{corner, king, left.First()})
			}
		}
	}
	return targets
}()

// find looks for a line from p to each target, the nearest first. If it finds one, the line ends with
// the last node. It spends e.
func (s *cornerSearch) find(p *Position, winner Color, e *effort) bool {
	s.winner = winner
	costOf := func(t cornerTarget) int {
		s.cornerTarget = t
		return s.cost(p)
	}
	e.spend(8 * len(cornerTargets))
	for _, t := range slices.SortedFunc(slices.Values(cornerTargets), func(a, b cornerTarget) int { return costOf(a) - costOf(b) }) {
		if costOf(t) < len(s.open) && s.run(p, e) {
			return true
		}
	}
	return false
}

// run looks for a line from p to the target.
func (s *cornerSearch) run(p *Position, e *effort) bool {
	for cost := range s.open {
		s.open[cost] = s.open[cost][:0]
	}
	s.reset()
	s.visit(p, 0, NullMove)
	for range cornerNodes {
		cost := slices.IndexFunc(s.open[:], func(nodes []int32) bool { return len(nodes) > 0 })
		if cost < 0 || e.isSpent() {
			return false
		}
		last := len(s.open[cost]) - 1
		i := s.open[cost][last]
		s.open[cost] = s.open[cost][:last]
		if s.expand(i, e) {
			return true
		}
	}
	return false
}

// expand adds the positions after each move from the node i. It reports whether one of them is
// checkmate, which is then the last node.
func (s *cornerSearch) expand(i int32, e *effort) bool {
	p := s.nodes[i].position
	var buffer [256]Move
	moves := p.AppendLegalMoves(buffer[:0])
	e.spend(8 + len(moves)*5)
	for _, m := range moves {
		q := p.After(m)
		if s.visit(&q, i, m) && q.Turn() != s.winner && q.IsCheckmate() {
			return true
		}
	}
	return false
}

// visit adds a node and reports whether it is new.
func (s *cornerSearch) visit(p *Position, before int32, m Move) bool {
	if !s.add(p, before, m) {
		return false
	}
	if cost := s.cost(p); cost < len(s.open) {
		s.open[cost] = append(s.open[cost], int32(len(s.nodes)-1))
	}
	return true
}

// cost estimates how many moves lead from p to the target: those of the two kings, of the mating piece
// except the last one, and of the helper. Each other piece on the board costs two moves, since it may
// be in the way.
func (s *cornerSearch) cost(p *Position) int {
	own, others := p.ByColor(s.winner)&^p.kings(), p.ByColor(s.winner.Other())&^p.kings()
	block := far
	for at := range others.Squares() {
		block = min(block, s.movesToBlock(p.PieceAt(at), at))
	}
	pieces := far
	for mating := range own.Squares() {
		check, helper := max(distance(p.typeAt(mating), mating, s.corner)-1, 1), block
		for at := range own.without(mating).Squares() {
			helper = min(helper, max(distance(p.typeAt(at), at, s.flight)-1, 0))
		}
		pieces = min(pieces, check+helper)
	}
	kings := p.King(s.winner.Other()).distance(s.corner) + p.King(s.winner).distance(s.king)
	return kings + pieces + 2*max(p.Occupied().Count()-4, 0)
}

// movesToBlock estimates how many moves a piece of the loser needs from the given square to the one
// that the helper takes. Another pawn promotes to a suitable piece first.
func (s *cornerSearch) movesToBlock(piece Piece, at Square) int {
	c := piece.Color()
	switch checks := attacksOf(piece, s.flight, 0).Has(s.king); {
	case piece.Type() != Pawn && checks:
		return far
	case piece.Type() != Pawn:
		return distance(piece.Type(), at, s.flight)
	case !checks && ahead(at.Bitboard(), c).with(at).Has(s.flight):
		return at.distance(s.flight)
	}
	return int(eighthRank-at.Rank().relativeTo(c)) + 2
}

// distance returns the number of moves that a knight, bishop, or other piece that slides needs on an
// empty board.
func distance(t PieceType, from, to Square) (n int) {
	switch {
	case t == Bishop && LightSquares.Has(from) != LightSquares.Has(to):
		return far
	case t == Knight:
		for found := from.Bitboard(); !found.Has(to); found |= steps(Knight, found) {
			n++
		}
		return n
	case from == to:
		return 0
	case attacksOf(t.Of(White), from, 0).Has(to):
		return 1
	}
	return 2
}

// A lineTree holds the positions that a search has visited, and the lines to them.
type lineTree struct {
	nodes []lineNode
	seen  hashset.Set
}

// A lineNode is a position that a search has visited.
type lineNode struct {
	position Position
	before   int32 // index of the node before it
	move     Move  // the move from there
	plies    uint16
}

// reset removes all nodes.
func (t *lineTree) reset() {
	t.nodes = t.nodes[:0]
	t.seen.Clear()
}

// add adds a node unless its position was visited before, which it reports.
func (t *lineTree) add(p *Position, before int32, m Move) bool {
	if !t.seen.Add(p.hash) {
		return false
	}
	node := lineNode{position: *p, before: before, move: m}
	if len(t.nodes) > 0 {
		node.plies = t.nodes[before].plies + 1
	}
	t.nodes = append(withRoom(t.nodes, 1), node)
	return true
}

// appendLine appends the moves to the node i.
func (t *lineTree) appendLine(line []Move, i int) []Move {
	first := len(line)
	for ; i > 0; i = int(t.nodes[i].before) {
		line = append(line, t.nodes[i].move)
	}
	slices.Reverse(line[first:])
	return line
}
