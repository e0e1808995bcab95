package syzygy

import (
	"slices"

	"github.com/shakki/chess"
)

// The format numbers the placements of pieces by listing them in a certain order. What follows
// makes the lists, and shares no code with the package, which computes the numbers.

// A numbered is the order of pieces and groups in a part of a table.
type numbered struct {
	pieces []chess.Piece
	order  [2]int // the places of the leading group, and of the pawns of the other color
}

// threePieceList holds the numbers of the placements of three different pieces.
var threePieceList = func() map[[3]int]int {
	list := make(map[[3]int]int)
	var diagonal, below, triangle []int
	for s := range 64 {
		switch file, rank := s%8, s/8; {
		case file == rank:
			diagonal = append(diagonal, s)
		case file > rank:
			below = append(below, s)
			if file < 4 {
				triangle = append(triangle, s)
			}
		}
	}
	var every []int
	for s := range 64 {
		every = append(every, s)
	}
	add := func(first, second, third []int) {
		for _, a := range first {
			for _, b := range second {
				for _, c := range third {
					if a != b && a != c && b != c {
						list[[3]int{a, b, c}] = len(list)
					}
				}
			}
		}
	}
	add(triangle, every, every)
	add(diagonal[:4], below, every)
	add(diagonal[:4], diagonal, below)
	add(diagonal[:4], diagonal, diagonal)
	return list
}()

// twoKingList holds the numbers of the placements of two kings.
var twoKingList = func() map[[2]int]int {
	list := make(map[[2]int]int)
	var late [][2]int
	for _, a := range []int{1, 2, 3, 10, 11, 19, 0, 9, 18, 27} {
		for b := range 64 {
			onDiagonal := a%9 == 0
			switch {
			case max(a%8-b%8, b%8-a%8) < 2 && max(a/8-b/8, b/8-a/8) < 2:
			case onDiagonal && b/8 > b%8:
			case onDiagonal && b%9 == 0:
				late = append(late, [2]int{a, b})
			default:
				list[[2]int{a, b}] = len(list)
			}
		}
	}
	for _, kings := range late {
		list[kings] = len(list)
	}
	return list
}()

// pawnOrder lists the squares of pawns in the order in which they can lead: a2, h2, a3, h3, to e7.
var pawnOrder = func() (order []int) {
	for file := range 4 {
		for rank := 1; rank < 7; rank++ {
			order = append(order, 8*rank+file, 8*rank+7-file)
		}
	}
	return order
}()

// choose returns the number of ways to choose k of n things.
func choose(n, k int) int {
	if k < 0 || k > n {
		return 0
	}
	c := 1
	for i := range k {
		c = c * (n - i) / (i + 1)
	}
	return c
}

// place returns the number of a set of numbers in the list of all sets of the same size, those with
// the smallest greatest number first, and so on downward. It sorts the set.
func place(set []int) int {
	slices.Sort(set)
	n := 0
	for i, s := range set {
		n += choose(s, i+1)
	}
	return n
}

// image returns the square that one of the eight symmetries of the board maps s to.
func image(symmetry, s int) int {
	file, rank := s%8, s/8
	if symmetry&1 != 0 {
		file = 7 - file
	}
	if symmetry&2 != 0 {
		rank = 7 - rank
	}
	if symmetry&4 != 0 {
		file, rank = rank, file
	}
	return 8*rank + file
}

// number returns the number of a placement, the squares by piece in the order of l, the number of
// placements, and the file of the leading pawn.
func (l numbered) number(squares []int) (index, size uint64, file int) {
	lead, leadSize, n, file, squares := l.leading(squares)
	taken := squares[:n]
	groups := l.groups(n)
	numbers, sizes := make([]int, len(groups)), make([]int, len(groups))
	at, free := n, 64-n
	for i, count := range groups {
		var set []int
		pawns := l.pieces[at].Type() == chess.Pawn
		for _, s := range squares[at : at+count] {
			below := 0
			for _, t := range taken {
				if t < s {
					below++
				}
			}
			if pawns {
				below += 8
			}
			set = append(set, s-below)
		}
		numbers[i], sizes[i] = place(set), choose(free, count)
		if pawns {
			sizes[i] = choose(48-n, count)
		}
		free -= count
		at += count
		taken = squares[:at]
	}
	// The groups count from the first place to the last, like the digits of a number.
	rest := 0
	if len(groups) > 0 && l.pieces[n].Type() == chess.Pawn {
		rest = 1
	}
	size = 1
	for digit := 0; ; digit++ {
		number, factor := 0, 0
		switch {
		case digit == l.order[0]:
			number, factor = lead, leadSize
		case digit == l.order[1]:
			number, factor = numbers[0], sizes[0]
		case rest < len(groups):
			number, factor = numbers[rest], sizes[rest]
			rest++
		default:
			return index, size, file
		}
		index += uint64(number) * size
		size *= uint64(factor)
	}
}

// groups returns the sizes of the groups of like pieces after the first n pieces.
func (l numbered) groups(n int) (groups []int) {
	for i := n; i < len(l.pieces); i++ {
		if i > n && l.pieces[i] == l.pieces[i-1] {
			groups[len(groups)-1]++
		} else {
			groups = append(groups, 1)
		}
	}
	return groups
}

// leading returns the number of the placement of the leading pieces, how many there are, their
// count, the file of the leading pawn, and all squares after the symmetry that brings them into
// place.
func (l numbered) leading(squares []int) (index, size, n, file int, moved []int) {
	if l.pieces[0].Type() == chess.Pawn {
		return l.leadingPawns(squares)
	}
	n = 2
	for i, p := range l.pieces {
		if p.Type() != chess.King && !slices.Contains(l.pieces[:i], p) && !slices.Contains(l.pieces[i+1:], p) {
			n = 3
		}
	}
	moved = make([]int, len(squares))
	for symmetry := range 8 {
		for i, s := range squares {
			moved[i] = image(symmetry, s)
		}
		if n == 3 {
			if index, ok := threePieceList[[3]int(moved)]; ok {
				return index, len(threePieceList), n, 0, moved
			}
		} else if index, ok := twoKingList[[2]int(moved)]; ok {
			return index, len(twoKingList), n, 0, moved
		}
	}
	panic("no symmetry fits")
}

// leadingPawns is leading for tables with pawns.
func (l numbered) leadingPawns(squares []int) (index, size, n, file int, moved []int) {
	for n < len(l.pieces) && l.pieces[n] == l.pieces[0] {
		n++
	}
	moved = make([]int, len(squares))
	for symmetry := range 2 {
		for i, s := range squares {
			moved[i] = image(symmetry, s)
		}
		first := 48
		for _, s := range moved[:n] {
			first = min(first, slices.Index(pawnOrder, s))
		}
		lead := pawnOrder[first]
		if file = lead % 8; file > 3 {
			continue
		}
		var rest []int
		for _, s := range moved[:n] {
			if s != lead {
				rest = append(rest, 47-slices.Index(pawnOrder, s))
			}
		}
		for rank := 1; rank < 7; rank++ {
			if s := 8*rank + file; s == lead {
				index = size + place(rest)
			}
			size += choose(47-slices.Index(pawnOrder, 8*rank+file), n-1)
		}
		return index, size, n, file, moved
	}
	panic("no leading pawn")
}
