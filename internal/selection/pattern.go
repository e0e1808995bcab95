package selection

import (
	"fmt"
	"strings"

	"github.com/shakki/chess"
)

// A kind is what a square holds: 0 if it is empty, 1 to 6 for a white piece, and 7 to 12 for a
// black one, in the order of [chess.PieceType].
type kind uint8

const (
	blackKinds kind = 6
	kinds      kind = 13
)

// A kindSet is a set of kinds.
type kindSet uint16

const (
	whiteKinds kindSet = 0x7e
	allKinds   kindSet = 1<<kinds - 1
	noPiece    kindSet = 1
)

// kindOf returns the kind of a piece.
func kindOf(p chess.Piece) kind {
	if p != chess.NoPiece && p.Color() == chess.Black {
		return kind(p.Type()) + blackKinds
	}
	return kind(p.Type())
}

// A board holds, for each kind, the squares that may hold it.
type board [kinds]chess.Bitboard

// A Pattern is a condition on a position. [ParsePattern] describes its text.
type Pattern struct {
	isExact bool
	exact   chess.Position // the position itself if isExact is set
	allow   board          // what each square may hold
	ranks   [8][]board     // the alternatives of a rank with *, or nil; one of them must hold
	turn    [2]bool        // whether White and Black may be to move
}

// mostWays is the number of ways to read a rank with several * that a pattern may have.
const mostWays = 1000

// ParsePattern parses a FEN, or its placement with or without the side to move. In the placement, ?
// stands for any square, ! for a piece, A for a white and a for a black piece, [Qq] for one of the
// listed contents, [^Qq] for any other, and * for any number of squares. A whole FEN means the same
// position as in the rule on repetition, and the clocks do not count.
func ParsePattern(s string) (Pattern, error) {
	fields := strings.Fields(s)
	if len(fields) == 0 {
		return Pattern{}, fmt.Errorf("the position is empty")
	}
	p := Pattern{turn: [2]bool{true, true}}
	if len(fields) > 2 {
		var err error
		p.exact, err = chess.ParseFEN(strings.Join(fields[:min(4, len(fields))], " "))
		p.isExact = true
		return p, err
	}
	if len(fields) == 2 {
		c, err := chess.ParseColor(fields[1])
		if err != nil {
			return p, err
		}
		p.turn[c.Other()] = false
	}
	ranks := strings.Split(fields[0], "/")
	if len(ranks) != 8 {
		return p, fmt.Errorf("position %q has %d ranks instead of 8", s, len(ranks))
	}
	for i, text := range ranks {
		squares, err := parseRank(text)
		if err != nil {
			return p, fmt.Errorf("position %q, rank %d: %w", s, 8-i, err)
		}
		if err := p.setRank(7-i, squares); err != nil {
			return p, fmt.Errorf("position %q, rank %d: %w", s, 8-i, err)
		}
	}
	return p, nil
}

// anySquares stands for * in a rank.
const anySquares kindSet = 0

// parseRank returns the contents that the text of a rank allows, one for each square or *.
func parseRank(text string) (squares []kindSet, err error) {
	for text != "" {
		c := text[0]
		size := 1
		switch {
		case '1' <= c && c <= '8':
			for range c - '0' {
				squares = append(squares, noPiece)
			}
		case c == '*':
			if len(squares) == 0 || squares[len(squares)-1] != anySquares {
				squares = append(squares, anySquares)
			}
		case c == '[':
			size = strings.IndexByte(text, ']') + 1
			if size == 0 {
				return nil, fmt.Errorf("[ has no ]")
			}
			set, err := parseSet(text[1 : size-1])
			if err != nil {
				return nil, err
			}
			squares = append(squares, set)
		default:
			set, err := parseKind(c)
			if err != nil {
				return nil, err
			}
			squares = append(squares, set)
		}
		text = text[size:]
	}
	return squares, nil
}

// parseSet parses what stands between brackets.
func parseSet(text string) (set kindSet, err error) {
	rest, isInverse := strings.CutPrefix(text, "^")
	for i := range len(rest) {
		k, err := parseKind(rest[i])
		if err != nil {
			return 0, err
		}
		set |= k
	}
	if isInverse {
		set ^= allKinds
	}
	if set == 0 {
		return 0, fmt.Errorf("[%s] allows nothing", text)
	}
	return set, nil
}

// parseKind parses one character for a square.
func parseKind(c byte) (kindSet, error) {
	switch c {
	case '?':
		return allKinds, nil
	case '!':
		return allKinds &^ noPiece, nil
	case 'A':
		return whiteKinds, nil
	case 'a':
		return allKinds &^ whiteKinds &^ noPiece, nil
	case '1':
		return noPiece, nil
	}
	piece, err := chess.ParsePiece(string(c))
	if err != nil || piece == chess.NoPiece {
		return 0, fmt.Errorf("%q is neither a piece nor one of ? ! A a * [ and 1 to 8", c)
	}
	return 1 << kindOf(piece), nil
}

// setRank sets what a rank may hold.
func (p *Pattern) setRank(rank int, squares []kindSet) error {
	ways := expand(squares, 8)
	switch {
	case len(ways) == 0:
		return fmt.Errorf("it does not have 8 squares")
	case len(ways) > mostWays:
		return fmt.Errorf("it can be read in too many ways")
	}
	for _, way := range ways {
		var b board
		for file, set := range way {
			for k := range kinds {
				if set>>k&1 != 0 {
					b[k] |= chess.SquareAt(chess.File(file), chess.Rank(rank)).Bitboard()
				}
			}
		}
		for k := range kinds {
			p.allow[k] |= b[k]
		}
		p.ranks[rank] = append(p.ranks[rank], b)
	}
	if len(ways) == 1 {
		p.ranks[rank] = nil
	}
	return nil
}

// expand returns the ways in which squares, some of which may be *, fill a number of squares. It
// stops soon after there are too many.
func expand(squares []kindSet, room int) (ways [][]kindSet) {
	if len(squares) == 0 {
		if room == 0 {
			return [][]kindSet{nil}
		}
		return nil
	}
	least, most := 1, 1
	if squares[0] == anySquares {
		least, most = 0, room
	}
	set := squares[0]
	if set == anySquares {
		set = allKinds
	}
	for n := least; n <= min(most, room) && len(ways) <= mostWays; n++ {
		for _, rest := range expand(squares[1:], room-n) {
			way := make([]kindSet, 0, room)
			for range n {
				way = append(way, set)
			}
			ways = append(ways, append(way, rest...))
		}
	}
	return ways
}

// flip returns the pattern with the colors exchanged.
func (p *Pattern) flip() Pattern {
	f := Pattern{turn: [2]bool{p.turn[1], p.turn[0]}}
	if f.isExact = p.isExact; f.isExact {
		f.exact = p.exact.Flip()
	}
	f.allow = p.allow.flip()
	for rank, ways := range p.ranks {
		for _, b := range ways {
			f.ranks[7-rank] = append(f.ranks[7-rank], b.flip())
		}
	}
	return f
}

// flip returns the board with the colors exchanged.
func (b *board) flip() (f board) {
	for k := range kinds {
		to := k
		switch {
		case k > blackKinds:
			to -= blackKinds
		case k > 0:
			to += blackKinds
		}
		for s := range b[k].Squares() {
			f[to] |= (s ^ 56).Bitboard()
		}
	}
	return f
}

// matches reports whether the position fits the pattern.
func (p *Pattern) matches(q *chess.Position) bool {
	if p.isExact {
		return p.exact.Hash() == q.Hash() && p.exact.SamePosition(*q)
	}
	if !p.turn[q.Turn()] || p.allow[0]|q.Occupied() != ^chess.Bitboard(0) {
		return false
	}
	white := q.ByColor(chess.White)
	for t := chess.Pawn; t <= chess.King; t++ {
		both, w, b := q.ByType(t), kind(t), kind(t)+blackKinds
		if both&white&^p.allow[w]|both&^white&^p.allow[b] != 0 {
			return false
		}
	}
	for rank := range p.ranks {
		if p.ranks[rank] != nil && !p.rankFits(rank, q) {
			return false
		}
	}
	return true
}

// rankFits reports whether a rank of the position fits one of its alternatives.
func (p *Pattern) rankFits(rank int, q *chess.Position) bool {
	squares := chess.Rank(rank).Bitboard()
	occupied, white := q.Occupied()&squares, q.ByColor(chess.White)
next:
	for i := range p.ranks[rank] {
		b := &p.ranks[rank][i]
		if squares&^(b[0]|occupied) != 0 {
			continue
		}
		for t := chess.Pawn; t <= chess.King; t++ {
			both := q.ByType(t) & squares
			if both&white&^b[t]|both&^white&^b[kind(t)+blackKinds] != 0 {
				continue next
			}
		}
		return true
	}
	return false
}
