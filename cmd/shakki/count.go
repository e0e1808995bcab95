package main

import (
	"math/bits"
	"sync"

	"github.com/shakki/chess"
	"github.com/shakki/chess/internal/inorder"
)

// A counter counts the leaves of move trees with several workers.
type counter struct {
	workers int
	table   *perftTable // nil to count without a table
}

// A task is a subtree to count: the position after the move with index root.
type task struct {
	root     int
	position chess.Position
	depth    int
}

// count returns, for each of the moves, the number of leaves at the given depth after the move.
func (c *counter) count(p chess.Position, moves []chess.Move, depth int) []uint64 {
	tasks := split(p, moves, depth)
	next := 0
	take := func(*[]byte) func() uint64 {
		if next == len(tasks) {
			return nil
		}
		t := &tasks[next]
		next++
		return func() uint64 { return c.perft(&t.position, t.depth) }
	}
	counts, i := make([]uint64, len(moves)), 0
	for leaves := range inorder.Results(c.workers, take) {
		counts[tasks[i].root] += leaves
		i++
	}
	return counts
}

// split returns the subtrees after the moves, or after two plies if the tree is deep. With more and
// smaller tasks, the workers finish at about the same time.
func split(p chess.Position, moves []chess.Move, depth int) []task {
	var tasks []task
	for root, m := range moves {
		q := p.After(m)
		if depth < 4 {
			tasks = append(tasks, task{root: root, position: q, depth: depth})
			continue
		}
		for reply := range q.Moves() {
			tasks = append(tasks, task{root: root, position: q.After(reply), depth: depth - 1})
		}
	}
	return tasks
}

// perft returns the number of leaves, like [chess.Perft]. It looks up subtrees in the table if
// there is one.
func (c *counter) perft(p *chess.Position, depth int) uint64 {
	if c.table == nil || depth < minTableDepth {
		return chess.Perft(*p, depth)
	}
	key := p.Key()
	if leaves, ok := c.table.get(p.Hash(), &key, depth); ok {
		return leaves
	}
	var leaves uint64
	var buffer [256]chess.Move
	var q chess.Position
	for _, m := range p.AppendLegalMoves(buffer[:0]) {
		q.SetAfter(p, m)
		leaves += c.perft(&q, depth-1)
	}
	c.table.put(p.Hash(), &key, depth, leaves)
	return leaves
}

// minTableDepth is the least depth of a subtree in the table. Looking up a smaller subtree takes as
// long as counting it.
const minTableDepth = 2

// A perftTable holds the numbers of leaves of subtrees. It stores whole positions and not only
// their hashes, so that two positions are never mistaken for each other. The workers share it.
type perftTable struct {
	pairs []perftPair
	locks [1 << 12]sync.Mutex // each guards every 4096th pair
}

// A perftPair holds two subtrees. The first is replaced only by one that is as deep, the second by
// any other.
type perftPair [2]perftEntry

// A perftEntry is the number of leaves at some depth below a position.
type perftEntry struct {
	key    chess.PositionKey
	depth  int
	leaves uint64
}

const maxTableSize = 1 << 20 // megabytes

// newPerftTable returns a table of the given size in megabytes, from 1 to maxTableSize.
func newPerftTable(megabytes int) *perftTable {
	const pairSize = 112
	return &perftTable{pairs: make([]perftPair, megabytes<<20/pairSize)}
}

// pair returns the place for positions with the given hash, and its lock.
func (t *perftTable) pair(hash uint64) (*perftPair, *sync.Mutex) {
	i, _ := bits.Mul64(hash, uint64(len(t.pairs))) // scales the hash to the length
	return &t.pairs[i], &t.locks[i%uint64(len(t.locks))]
}

// get returns the number of leaves at the given depth if the table has it.
func (t *perftTable) get(hash uint64, key *chess.PositionKey, depth int) (leaves uint64, ok bool) {
	pair, lock := t.pair(hash)
	lock.Lock()
	defer lock.Unlock()
	for i := range pair {
		if e := &pair[i]; e.depth == depth && e.key == *key {
			return e.leaves, true
		}
	}
	return 0, false
}

// put stores the number of leaves at the given depth.
func (t *perftTable) put(hash uint64, key *chess.PositionKey, depth int, leaves uint64) {
	pair, lock := t.pair(hash)
	lock.Lock()
	defer lock.Unlock()
	e := &pair[1]
	if depth >= pair[0].depth {
		e = &pair[0]
	}
	*e = perftEntry{*key, depth, leaves}
}
