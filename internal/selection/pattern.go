package selection

import (
	"fmt"
	"math/bits"
	"slices"
	"strings"

	"github.com/shakki/chess"
)

// A contentSet is a set of contents of a square: bit p is the [chess.Piece] p. Two bits are no piece,
// one for each color.
type contentSet uint16

const (
	whitePieces contentSet = 1<<(chess.WhiteKing+1) - 1<<chess.WhitePawn
	blackPieces contentSet = whitePieces << otherColor
	noPiece     contentSet = 1<<chess.NoPiece | 1<<(chess.NoPiece^otherColor)
	allContents            = noPiece | whitePieces | blackPieces

	otherColor = chess.WhitePawn ^ chess.BlackPawn
)

// size returns how many contents s has.
func (s contentSet) size() int { return bits.OnesCount16(uint16(s)) }

// A flip is 1 if the colors are exchanged, and otherwise 0.
type flip uint8

// A Pattern is a condition on a position. [ParsePattern] describes its text.
type Pattern struct {
	isExact bool
	exact   [2]chess.Position // the position itself if isExact is set, and with the colors exchanged
	squares []squareSet       // of the ranks without *, those first that allow least
	ranks   [8][]contentSet   // what the squares of the other ranks may hold, from the a-file on
	turn    [2]bool           // whether White and Black may be to move
}

// A squareSet is what a square may hold.
type squareSet struct {
	contentSet
	at chess.Square
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
		exact, err := chess.ParseFEN(strings.Join(fields[:min(4, len(fields))], " "))
		return exactly(exact), err
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
		contents, err := parseRank(text)
		if err != nil {
			return p, fmt.Errorf("position %q, rank %d: %w", s, 8-i, err)
		}
		if slices.Contains(contents, anySquares) {
			p.ranks[7-i] = contents
			continue
		}
		for file, set := range contents {
			p.squares = append(p.squares, squareSet{set, chess.SquareAt(chess.File(file), chess.Rank(7-i))})
		}
	}
	slices.SortStableFunc(p.squares, func(a, b squareSet) int { return a.size() - b.size() })
	return p, nil
}

// exactly returns the condition that a position is p.
func exactly(p chess.Position) *Pattern {
	return &Pattern{isExact: true, exact: [2]chess.Position{p, p.Flip()}}
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
	named := 0
	for _, set := range squares {
		if set != anySquares {
			named++
		}
	}
	if named > 8 || named < 8 && named == len(squares) {
		return nil, fmt.Errorf("it does not have 8 squares")
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

// signs are the contents that are no single piece.
var signs = map[byte]contentSet{
	'?': allContents, '!': whitePieces | blackPieces, 'A': whitePieces, 'a': blackPieces, '1': noPiece,
}

// parseContent parses one character for a square.
func parseContent(c byte) (contentSet, error) {
	if set, ok := signs[c]; ok {
		return set, nil
	}
	piece, _ := chess.ParsePiece(string(c))
	if piece == chess.NoPiece {
		return 0, fmt.Errorf("%q is neither a piece nor one of ? ! A a * [ and 1 to 8", c)
	}
	return 1 << piece, nil
}

// matches reports whether the position fits the pattern, or whether it does with the colors exchanged.
func (p *Pattern) matches(q *chess.Position, f flip) bool {
	if p.isExact {
		return p.exact[f].SamePosition(*q)
	}
	if !p.turn[q.Turn()^chess.Color(f)] {
		return false
	}
	for _, s := range p.squares {
		if !f.has(s.contentSet, q, s.at) {
			return false
		}
	}
	for rank, contents := range p.ranks {
		if len(contents) > 1 && !f.fits(contents, q, chess.SquareAt(0, chess.Rank(rank)), 8) { // a single one is *
			return false
		}
	}
	return true
}

// has reports whether a set allows what a position has on a square.
func (f flip) has(set contentSet, q *chess.Position, s chess.Square) bool {
	return set == allContents || set>>(q.PieceAt(s^56*chess.Square(f))^otherColor*chess.Piece(f))&1 != 0
}

// fits reports whether contents allow what a position has on a number of squares of a rank.
func (f flip) fits(contents []contentSet, q *chess.Position, from chess.Square, count int) bool {
	for i, set := range contents {
		if set == anySquares {
			for left := range count + 1 {
				if f.fits(contents[i+1:], q, from+chess.Square(count-left), left) {
					return true
				}
			}
			return false
		}
		if count == 0 || !f.has(set, q, from) {
			return false
		}
		from, count = from+1, count-1
	}
	return count == 0
}
