package selection

import (
	"fmt"
	"math/bits"
	"slices"
	"strings"

	"github.com/shakki/chess"
)

// A contentSet is a set of contents of a square: bit p is the [chess.Piece] p, or bit 0 no piece.
type contentSet uint16

const (
	noPiece     contentSet = 1 << chess.NoPiece
	whitePieces contentSet = 1<<(chess.WhiteKing+1) - 1<<chess.WhitePawn
	blackPieces contentSet = whitePieces << 8
	allContents            = noPiece | whitePieces | blackPieces
)

// A board holds, for each piece and [chess.NoPiece], the squares that may hold it.
type board [16]chess.Bitboard

// A Pattern is a condition on a position. [ParsePattern] describes its text.
type Pattern struct {
	isExact bool
	exact   chess.Position // the position itself if isExact is set
	allow   board          // what each square may hold
	ranks   [8][]board     // the alternatives of a rank with *, or nil; one of them must hold
	turn    [2]bool        // whether White and Black may be to move
}

// ParsePattern parses a FEN, or its placement with or without the side to move. In the placement, ?
// stands for any square, ! for a piece, A for a white and a for a black piece, [Qq] for one of the
// listed contents, [^Qq] for any other, and * for any number of squares. A whole FEN means the same
// position as in the rule on repetition, and the clocks do not count.
func ParsePattern(s string) (*Pattern, error) {
	fields := strings.Fields(s)
	if len(fields) == 0 {
		return nil, fmt.Errorf("the position is empty")
	}
	p := &Pattern{turn: [2]bool{true, true}}
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
const anySquares contentSet = 0

// parseRank returns the contents that the text of a rank allows, one for each square or *.
func parseRank(text string) (squares []contentSet, err error) {
	for text != "" {
		c, size, count, set := text[0], 1, 1, noPiece
		switch {
		case '2' <= c && c <= '8':
			count = int(c - '0')
		case c == '*':
			set = anySquares
			if len(squares) > 0 && squares[len(squares)-1] == anySquares {
				count = 0
			}
		case c == '[':
			if size = strings.IndexByte(text, ']') + 1; size == 0 {
				return nil, fmt.Errorf("[ has no ]")
			}
			set, err = parseSet(text[1 : size-1])
		default:
			set, err = parseContent(c)
		}
		if err != nil {
			return nil, err
		}
		squares = append(squares, slices.Repeat([]contentSet{set}, count)...)
		text = text[size:]
	}
	return squares, nil
}

// parseSet parses what stands between brackets.
func parseSet(text string) (set contentSet, err error) {
	rest, isInverse := strings.CutPrefix(text, "^")
	for i := range len(rest) {
		k, err := parseContent(rest[i])
		if err != nil {
			return 0, err
		}
		set |= k
	}
	if isInverse {
		set ^= allContents
	}
	if set == 0 {
		return 0, fmt.Errorf("[%s] allows nothing", text)
	}
	return set, nil
}

// parseContent parses one character for a square.
func parseContent(c byte) (contentSet, error) {
	switch c {
	case '?':
		return allContents, nil
	case '!':
		return whitePieces | blackPieces, nil
	case 'A':
		return whitePieces, nil
	case 'a':
		return blackPieces, nil
	case '1':
		return noPiece, nil
	}
	piece, _ := chess.ParsePiece(string(c))
	if piece == chess.NoPiece {
		return 0, fmt.Errorf("%q is neither a piece nor one of ? ! A a * [ and 1 to 8", c)
	}
	return 1 << piece, nil
}

// setRank sets what a rank may hold.
func (p *Pattern) setRank(rank int, squares []contentSet) error {
	ways := appendWays(nil, board{}, squares, chess.SquareAt(0, chess.Rank(rank)), 8)
	switch {
	case len(ways) == 0:
		return fmt.Errorf("it does not have 8 squares")
	case len(ways) > 1:
		p.ranks[rank] = ways
	}
	for _, b := range ways {
		for piece := range b {
			p.allow[piece] |= b[piece]
		}
	}
	return nil
}

// appendWays appends the ways in which contents, some of which may be *, fill as many squares of a
// rank as there is room for. b holds the squares before.
func appendWays(ways []board, b board, contents []contentSet, at chess.Square, room int) []board {
	switch {
	case len(contents) == 0 && room == 0:
		return append(ways, b)
	case len(contents) == 0:
		return ways
	}
	set := contents[0]
	if set == anySquares {
		ways, set = appendWays(ways, b, contents[1:], at, room), allContents
	}
	if room == 0 {
		return ways
	}
	for piece := range b {
		if set>>piece&1 != 0 {
			b[piece] |= at.Bitboard()
		}
	}
	if contents[0] != anySquares {
		contents = contents[1:]
	}
	return appendWays(ways, b, contents, at+1, room-1)
}

// flip returns the pattern with the colors exchanged.
func (p *Pattern) flip() positional {
	f := &Pattern{isExact: p.isExact, exact: p.exact.Flip(), allow: p.allow.flip(), turn: [2]bool{p.turn[1], p.turn[0]}}
	for rank, ways := range p.ranks {
		for _, b := range ways {
			f.ranks[7-rank] = append(f.ranks[7-rank], b.flip())
		}
	}
	return f
}

// flip returns the board with the colors exchanged.
func (b *board) flip() (f board) {
	for piece, squares := range b {
		if piece != int(chess.NoPiece) {
			piece ^= int(chess.BlackPawn ^ chess.WhitePawn)
		}
		f[piece] |= chess.Bitboard(bits.ReverseBytes64(uint64(squares)))
	}
	return f
}

// matches reports whether the position fits the pattern.
func (p *Pattern) matches(q *chess.Position) bool {
	if p.isExact {
		return p.exact.SamePosition(*q)
	}
	if !p.turn[q.Turn()] || !p.allow.fits(q, ^chess.Bitboard(0)) {
		return false
	}
	for rank, ways := range p.ranks {
		fits := func(b board) bool { return b.fits(q, chess.Rank(rank).Bitboard()) }
		if ways != nil && !slices.ContainsFunc(ways, fits) {
			return false
		}
	}
	return true
}

// fits reports whether b allows what a position has on some squares.
func (b *board) fits(q *chess.Position, squares chess.Bitboard) bool {
	if squares&^(b[chess.NoPiece]|q.Occupied()) != 0 {
		return false
	}
	white := q.ByColor(chess.White)
	for t := chess.Pawn; t <= chess.King; t++ {
		both := q.ByType(t) & squares
		if both&white&^b[t.Of(chess.White)]|both&^white&^b[t.Of(chess.Black)] != 0 {
			return false
		}
	}
	return true
}
