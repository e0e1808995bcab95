package chess

const (
	positionEffort = 19     // what a position of the search costs
	firstEffort    = 50_000 // what may be spent besides, however few positions may be visited
)

// An effort is what a question may still cost. It counts the work of all kinds of proof, in units of
// about 100 instructions.
type effort int

// newEffort returns the effort for a search of at most the given number of positions.
func newEffort(positions int) effort { return effort(firstEffort + positionEffort*positions) }

// spend takes n units.
func (e *effort) spend(n int) { *e -= effort(n) }

// isSpent reports whether nothing is left.
func (e effort) isSpent() bool { return e <= 0 }

const (
	reachFirst = 48  // so many positions are always examined with reach
	reachAll   = 100 // so many positions are examined with reach, including promotions
	reachMost  = 500 // so many are examined with reach in all
)

const (
	quickMoves   = 16    // number of moves of a game from the start
	seekMoves    = 64    // number of moves of a game from the archive
	planNodes    = 60    // number of states that a plan may look at
	maxArchived  = 2_000 // maximum number of archived positions
	archiveReach = 500   // so many archived positions are examined with reach
)

const (
	winBudget     = 180_000 // how many positions a search visits by default
	deadBudget    = 80_000  // how many positions IsDead examines for each side
	firstGames    = 4       // how many games are played before the reach is examined
	moreGames     = 36      // how many games are played after it
	blockedMoves  = 8       // with more moves a blocked position in which a pawn may promote is hardly ever dead if knights can move
	forcedReplies = 3       // with at most so many moves a position counts as forced
)

// stages says how many moves of games, how many positions of a search, and how many states of a
// search by regions the solver tries in turn.
var stages = [...]struct{ moves, positions, states int }{
	{1_000, 30_000, manyStates},
	{20_000, 80_000, 0},
	{40_000, 1 << 28, 0},
}

// mix returns a hash of the hash and the parts. If only one part differs, so does the result.
func mix(hash uint64, parts ...uint64) uint64 {
	for _, part := range parts {
		hash = (hash ^ part) * 0x9e3779b97f4a7c15
		hash ^= hash >> 32
	}
	return hash
}
