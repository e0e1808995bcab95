package syzygy

import (
	"math/bits"
	"slices"

	"github.com/shakki/chess"
)

// A group is a set of like pieces whose squares a table numbers together.
type group struct {
	piece  chess.Piece
	skip   uint8  // 8 for pawns, which cannot stand on the first rank
	ways   uint64 // how many ways there are to place the pieces
	factor uint64 // what the number of the group's squares is multiplied by
}

// A layout says how the squares of the pieces become an index. The leading group comes first: the
// pawns of one color, three different pieces, or the two kings. The number of positions is the
// product of those of the groups.
type layout struct {
	pawns   bool          // the leading group consists of pawns
	leading []chess.Piece // the pieces of the leading group
	codes   []uint16      // without pawns, the numbers of their placements by key
	starts  [6]uint64     // with pawns, the first number for each rank of the leading pawn
	groups  []group       // the first one is the leading group
	size    uint64        // the number of positions
}

// newLayout returns the layout for pieces in the order of a table. The leading group has the place
// order[0] among the factors, and pawns of the other color the place order[1]. The file is that of
// the leading pawn. newLayout reports whether the pieces are those of m and the order is valid.
func newLayout(m material, pieces []chess.Piece, order [2]int, file int) (l layout, ok bool) {
	white, black := m.pawns()
	l.pawns = white+black > 0
	n, front := 2, 2 // the pieces in the leading group, and those that must be at the front
	switch {
	case l.pawns:
		n, front = m.count(pieces[0]), white+black
	case slices.ContainsFunc(pieces, func(p chess.Piece) bool { return p.Type() != chess.King && m.count(p) == 1 }):
		n, front = 3, 3
	}
	for i, p := range pieces {
		// There are as many pieces as m has, so all are there if no piece is listed too often.
		if i >= slices.Index(pieces, p)+m.count(p) {
			return l, false
		}
		if i < front && p.Type() != chess.Pawn && (l.pawns || m.count(p) > 1) {
			return l, false
		}
	}
	l.leading = pieces[:n]
	l.setGroups(m, pieces, file)
	ok = l.setFactors(order, white > 0 && black > 0)
	return l, ok
}

// setFactors sets what the numbers of the groups are multiplied by. The second group has a place of
// its own if it consists of pawns. setFactors reports whether the order is valid.
func (l *layout) setFactors(order [2]int, pawns bool) bool {
	next := 1 // the next group that has no place of its own
	if pawns {
		next = 2
	}
	l.size = 1
	for place := range l.groups {
		i := next
		switch place {
		case order[0]:
			i = 0
		case order[1]:
			i = 1
		default:
			next++
		}
		if i >= len(l.groups) {
			return false
		}
		l.groups[i].factor = l.size
		l.size *= l.groups[i].ways
	}
	return true
}

// setGroups divides the pieces into groups.
func (l *layout) setGroups(m material, pieces []chess.Piece, file int) {
	n := len(l.leading)
	var lead group
	if l.pawns {
		l.starts, lead.ways = leadingPawns(n, file)
	} else {
		l.codes, lead.ways = leadingPieces[n]()
	}
	l.groups = []group{lead}
	free := 64 - n
	for i, p := range pieces {
		if i < n || p == pieces[i-1] {
			continue
		}
		g := group{piece: p, ways: binomial[m.count(p)][free]}
		if p.Type() == chess.Pawn {
			g.skip, g.ways = 8, binomial[m.count(p)][48-n]
		}
		l.groups = append(l.groups, g)
		free -= m.count(p)
	}
}

// on returns the squares of a piece of the table in p. White in the table is the color flip on the
// board.
func on(p *chess.Position, piece chess.Piece, flip chess.Color) chess.Bitboard {
	return p.Pieces(chess.Color(piece>>3)^flip, piece.Type()) // faster than its Color
}

// orient returns the symmetry that moves the leading pieces of p to where the table has them, and
// the file of the leading pawn, 0 for a to 3 for d, if there is one.
func (l *layout) orient(p *chess.Position, flip chess.Color) (file int, g symmetry) {
	if !l.pawns {
		s := on(p, l.leading[0], flip).First()
		g = symmetry(s>>2&1)*mirrorFiles | symmetry(s>>5&1)*flipRanks
		for _, piece := range l.leading[1:] {
			if !diagonal.Has(g.image(s)) {
				break
			}
			s = on(p, piece, flip).First()
		}
		if !(diagonal | below).Has(g.image(s)) {
			g |= transpose
		}
		return 0, g
	}
	if flip == chess.Black {
		g = flipRanks
	}
	lead := uint8(0)
	for b := on(p, l.leading[0], flip); b != 0; b &= b - 1 {
		lead = max(lead, pawnCode[g.image(b.First())])
	}
	if lead%2 == 0 {
		g |= mirrorFiles
	}
	return int(47-lead) / 12, g
}

// index returns the index of p in the table after the symmetry g.
func (l *layout) index(p *chess.Position, flip chess.Color, g symmetry) uint64 {
	image := &imageOf[g&7]
	var index, taken uint64
	if l.pawns {
		codes := uint64(0)
		for b := on(p, l.leading[0], flip); b != 0; b &= b - 1 {
			s := image[b.First()&63]
			taken |= 1 << s
			codes |= 1 << pawnCode[s]
		}
		lead := bits.Len64(codes) - 1
		index = l.starts[(47-lead)%12/2] + combination(codes&^(1<<lead), 0, 0)
	} else {
		key := 0
		for _, piece := range l.leading {
			s := image[on(p, piece, flip).First()&63]
			taken |= 1 << s
			key = key<<6 | int(s)
		}
		index = uint64(l.codes[key])
	}
	index *= l.groups[0].factor
	for i := 1; i < len(l.groups); i++ {
		group := &l.groups[i]
		set := uint64(0)
		for b := on(p, group.piece, flip); b != 0; b &= b - 1 {
			set |= 1 << image[b.First()&63]
		}
		index += combination(set, taken, int(group.skip)) * group.factor
		taken |= set
	}
	return index
}
