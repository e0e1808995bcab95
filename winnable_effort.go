package chess

import "slices"

// An effort is what a question may still cost. It counts the work of all kinds of proof, in units of
// about 100 instructions.
type effort int

// newEffort returns the effort for a search of at most the given number of positions.
func newEffort(positions int) effort { return effort(firstEffort + positionEffort*positions) }

// spend takes n units.
func (e *effort) spend(n int) { *e -= effort(n) }

// isSpent reports whether nothing is left.
func (e effort) isSpent() bool { return e <= 0 }

// How much of each kind of proof is tried.
const (
	// Limits on a question and on a record, which keep hostile input cheap.
	positionEffort = 19      // what a position of the search costs
	firstEffort    = 50_000  // what may be spent besides, however few positions may be visited
	winBudget      = 180_000 // how many positions a search visits by default
	deadBudget     = 80_000  // how many positions IsDead examines for each side
	recordEffort   = 600_000 // what the record of a game may spend in all
	gameEffort     = 500     // what each further record of a stream may spend, besides what those before have left
	plyEffort      = 40      // and for each ply

	// Signs of a dead position.
	blockedMoves  = 8 // with more moves a blocked position in which a pawn may promote is hardly ever dead if knights can move
	forcedReplies = 3 // with at most this number of moves, a position counts as forced

	// Plans.
	maxPlan    = 40 // maximum number of plies of a line
	planNodes  = 60 // number of states that a plan may look at
	planLayers = 12 // number of moves that a plan looks ahead for one piece, plus one

	// Games.
	firstSeed    = 8     // with it the games decide more than with 0 to 7
	firstGames   = 4     // how many games are played before the reach is examined
	moreGames    = 36    // how many games are played after it
	quickMoves   = 16    // number of moves of a game from the start
	seekMoves    = 64    // number of moves of a game from the archive
	maxArchived  = 2_000 // maximum number of archived positions
	archiveReach = 500   // archived positions examined with reach
	cornerNodes  = 100   // number of positions to visit for each checkmate in a corner to aim for
	cornerMoves  = 400   // number of moves of games that the search for these replaces

	// Regions of bishops.
	maxBishops  = 8      // maximum number of free bishops
	freeSquares = 4      // a bishop with more squares becomes a free bishop
	fewStates   = 2_000  // how many states the solver visits before it searches all positions
	manyStates  = 12_000 // how many it visits if that search gets long
	statesRoom  = 6_000  // how many states can wait at the same time

	// The search through all positions.
	reachFirst = 48  // positions always examined with reach
	reachAll   = 100 // positions examined with reach, including promotions
	reachMost  = 500 // positions examined with reach in all

	// Lines to checkmate.
	lineBase     = 1_000     // what may be spent on shortening a line, however little the answer has cost
	lineShare    = 32        // and for each unit that the answer has cost
	lineLeast    = 2         // but at least the cube of its number of plies divided by this
	lineMost     = 8         // and at most the cube times this
	lineEffort   = 3_300_000 // and at most this for the answer and the line together
	lineAlways   = 80_000    // but this much may be spent after any answer
	nearNodes    = 6_000     // number of the nearest positions that are visited
	longLine     = 60        // for a line with more plies, games look for another
	veryLongLine = 300       // a line with more plies takes the first pass at once
	moreLines    = 6         // number of other lines that are looked for
	lineMoves    = 2_000     // number of moves of the games that look for one of them
	firstBall    = 64        // number of positions that the first pass visits around a position of the line
	mostBall     = 4_096     // the same for the last pass
)

// stages says how many moves of games, how many positions of a search, and how many states of a
// search by regions the solver tries in turn.
var stages = [...]struct{ moves, positions, states int }{
	{1_000, 30_000, manyStates},
	{20_000, 80_000, 0},
	{40_000, 1 << 28, 0},
}

// withRoom returns s with room for n more elements. It more than doubles the capacity where append adds a
// quarter, so that all steps together allocate less.
func withRoom[E any](s []E, n int) []E {
	if cap(s)-len(s) < n {
		return slices.Grow(s, max(n, cap(s)))
	}
	return s
}

// mix returns a hash of the hash and the parts. If only one part differs, so does the result.
func mix(hash uint64, parts ...uint64) uint64 {
	for _, part := range parts {
		hash = (hash ^ part) * 0x9e3779b97f4a7c15
		hash ^= hash >> 32
	}
	return hash
}
