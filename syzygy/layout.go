package syzygy

import (
	"cmp"
	"math/bits"
	"slices"

	"github.com/shakki/chess"
)

// A group is a set of pieces whose squares a table numbers together.
type group struct {
	color  chess.Color
	kind   chess.PieceType
	count  uint8
	skip   uint8  // 8 for pawns, which cannot stand on the first rank
	factor uint64 // what the number of the group's squares is multiplied with
}

// A layout says how the squares of the pieces become an index. The leading group comes first: the
// pawns of one color, three different pieces, or the two kings. The number of positions is the
// product of those of the groups.
type layout struct {
	leading [3]chess.Piece // the pieces of the leading group; for pawns, the first only
	pawns   bool           // the leading group consists of pawns
	nLead   int            // the number of pieces in the leading group
	factor  uint64         // of the leading group
	groups  [MaxPieces]group
	n       int    // the number of other groups
	size    uint64 // the number of positions
}

// newLayout returns the layout for pieces in the order of a table. The leading group has the place
// order[0] among the factors, and pawns of the other color the place order[1]. The file is that of
// the leading pawn. newLayout reports whether the pieces are those of m and the order is valid.
func newLayout(m material, pieces []chess.Piece, order [2]int, file int) (l layout, ok bool) {
	white, black := m.pawns()
	l.pawns = white+black > 0
	l.nLead = l.leadingCount(m, pieces)
	if !l.setGroups(m, pieces) {
		return l, false
	}
	free := 64 - l.nLead
	others := white > 0 && black > 0 // the pawns of the other color are the first group
	if others && l.groups[0].kind != chess.Pawn {
		return l, false
	}
	next, placed := 0, 0
	if others {
		free -= int(l.groups[0].count)
		next = 1
	} else {
		order[1] = -1
	}
	l.size = 1
	for place := 0; place < MaxPieces && placed <= l.n; place++ {
		switch {
		case place == order[0]:
			l.factor = l.size
			l.size *= l.leadingWays(file)
		case place == order[1]:
			l.groups[0].factor, l.groups[0].skip = l.size, 8
			l.size *= binomial[l.groups[0].count][48-l.nLead]
		case next < l.n:
			g := &l.groups[next]
			g.factor = l.size
			l.size *= binomial[g.count][free]
			free -= int(g.count)
			next++
		default:
			continue
		}
		placed++
	}
	return l, placed == l.n+1
}

// leadingCount returns the number of pieces in the leading group.
func (l *layout) leadingCount(m material, pieces []chess.Piece) int {
	if l.pawns {
		return m.count(pieces[0])
	}
	for rest := m; rest != 0; rest >>= 4 {
		if rest&15 == 1 {
			return 3
		}
	}
	return 2
}

// leadingWays returns the number of ways to place the leading group.
func (l *layout) leadingWays(file int) uint64 {
	if l.pawns {
		return leadingPawnWays[l.nLead][file]
	}
	return leadingPieceWays[l.nLead]
}

// setGroups divides the pieces into groups. It reports whether they are those of m, like pieces
// together, and the leading group is valid.
func (l *layout) setGroups(m material, pieces []chess.Piece) bool {
	var seen [16]bool
	for i := 0; i < len(pieces); {
		p := pieces[i]
		count := m.count(p)
		if seen[p] || count == 0 || i+count > len(pieces) {
			return false
		}
		seen[p] = true
		if slices.ContainsFunc(pieces[i:i+count], func(q chess.Piece) bool { return q != p }) {
			return false
		}
		switch {
		case i >= l.nLead:
			l.groups[l.n] = group{color: p.Color(), kind: p.Type(), count: uint8(count)}
			l.n++
		case l.canLead(p, count):
			l.leading[i] = p
		default:
			return false
		}
		i += count
	}
	return true
}

// canLead reports whether count pieces p can be in the leading group.
func (l *layout) canLead(p chess.Piece, count int) bool {
	switch {
	case l.pawns:
		return p.Type() == chess.Pawn
	case l.nLead == 2:
		return p.Type() == chess.King
	}
	return count == 1
}

// leadingFile returns the file, 0 for a to 3 for d, of the leading pawn, and the symmetry that
// moves the pawn there. White in the table is the color flip on the board.
func (l *layout) leadingFile(p *chess.Position, flip chess.Color) (file int, g symmetry) {
	pawns := p.Pieces(l.leading[0].Color()^flip, chess.Pawn)
	if flip == chess.Black {
		g = flipRanks
	}
	lead := uint8(0)
	for ; pawns != 0; pawns &= pawns - 1 {
		lead = max(lead, pawnCode[imageOf[g][pawns.First()&63]])
	}
	file = int(pawnSquare[lead]) & 7
	if file > 3 {
		return 7 - file, g | mirrorFiles
	}
	return file, g
}

// index returns the index of p in the table. White in the table is the color flip on the board, and
// g is the symmetry for the leading pawn, if there is one.
func (l *layout) index(p *chess.Position, flip chess.Color, g symmetry) uint64 {
	var taken, index uint64
	if l.pawns {
		index, taken = l.indexPawns(p, flip, g)
	} else {
		index, taken, g = l.indexLeading(p, flip)
	}
	index *= l.factor
	image := &imageOf[g&7]
	for i := range l.groups[:l.n] {
		group := &l.groups[i]
		b := p.Pieces(group.color^flip, group.kind)
		if group.count == 1 {
			s := image[b.First()&63]
			index += uint64(int(s)-int(group.skip)-bits.OnesCount64(taken&(1<<s-1))) * group.factor
			taken |= 1 << s
			continue
		}
		set := uint64(0)
		for ; b != 0; b &= b - 1 {
			set |= 1 << image[b.First()&63]
		}
		index += combination(set, taken, int(group.skip)) * group.factor
		taken |= set
	}
	return index
}

// indexPawns returns the number of the placement of the leading pawns, and their squares.
func (l *layout) indexPawns(p *chess.Position, flip chess.Color, g symmetry) (index, taken uint64) {
	codes := uint64(0)
	for b := p.Pieces(l.leading[0].Color()^flip, chess.Pawn); b != 0; b &= b - 1 {
		s := imageOf[g&7][b.First()&63]
		taken |= 1 << s
		codes |= 1 << pawnCode[s]
	}
	lead := 63 - bits.LeadingZeros64(codes)
	return leadingPawnStart[l.nLead][pawnSquare[lead]] + combination(codes&^(1<<lead), 0, 0), taken
}

// indexLeading returns the number of the placement of the leading pieces, their squares, and the
// symmetry that brings them into place.
func (l *layout) indexLeading(p *chess.Position, flip chess.Color) (index, taken uint64, g symmetry) {
	a := uint8(p.Pieces(l.leading[0].Color()^flip, l.leading[0].Type()).First() & 63)
	b := uint8(p.Pieces(l.leading[1].Color()^flip, l.leading[1].Type()).First() & 63)
	g = toTriangle(a)
	a, b = imageOf[g][a], imageOf[g][b]
	if l.nLead == 2 {
		if height(a) > 0 || height(a) == 0 && height(b) > 0 {
			g |= transpose
			a, b = imageOf[transpose][a], imageOf[transpose][b]
		}
		return uint64(kingsCode[int(triangleCode[a])%len(triangle)][b]), 1<<a | 1<<b, g
	}
	c := imageOf[g][p.Pieces(l.leading[2].Color()^flip, l.leading[2].Type()).First()&63]
	if cmp.Or(height(a), height(b), height(c)) > 0 {
		g |= transpose
		a, b, c = imageOf[transpose][a], imageOf[transpose][b], imageOf[transpose][c]
	}
	return uint64(threePieces(a, b, c)), 1<<a | 1<<b | 1<<c, g
}
