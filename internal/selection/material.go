package selection

import (
	"cmp"
	"fmt"
	"slices"
	"strings"

	"github.com/shakki/chess"
)

// A counts holds the numbers of the pieces of both sides.
type counts [2]chess.Material

// A Material is a condition on the pieces on the board. [ParseMaterial] describes its text.
type Material struct {
	exact      counts // if it has a king
	comparings []comparing
}

// A comparing compares two sums.
type comparing struct {
	left, right sum
	operator    string
}

// A sum is a number and the numbers of some pieces.
type sum struct {
	number int
	pieces []chess.Piece
}

// of returns the sum for the pieces on the board.
func (s *sum) of(c *counts) int {
	n := s.number
	for _, p := range s.pieces {
		n += c[p.Color()][p.Type()]
	}
	return n
}

// ParseMaterial parses a condition on the pieces on the board: "KRPvKR" for exactly these pieces,
// on whichever side, or comparisons that must all hold, such as "Q=0,q=0,R>=1,P>p,N+B=n+b+1". Large
// letters are white pieces and small ones black pieces.
func ParseMaterial(s string) (*Material, error) {
	m := &Material{}
	if white, black, ok := strings.Cut(s, "v"); ok {
		for c, side := range []string{white, black} {
			for _, letter := range strings.ToUpper(side) {
				piece, _ := chess.ParsePiece(string(letter))
				if piece == chess.NoPiece {
					return m, fmt.Errorf("material %q: %q is not a piece", s, letter)
				}
				m.exact[c][piece.Type()]++
			}
			if m.exact[c][chess.King] != 1 {
				return m, fmt.Errorf("material %q: each side needs a king, as in KRPvKR", s)
			}
		}
		return m, nil
	}
	for part := range strings.SplitSeq(s, ",") {
		c, err := parseComparing(strings.TrimSpace(part))
		if err != nil {
			return m, fmt.Errorf("material %q: %w", s, err)
		}
		m.comparings = append(m.comparings, c)
	}
	return m, nil
}

// parseComparing parses a comparison of two sums.
func parseComparing(s string) (c comparing, err error) {
	at := strings.IndexAny(s, "<>=!")
	if at < 0 {
		return c, fmt.Errorf("%q is not a comparison such as R>=1", s)
	}
	rest := strings.TrimPrefix(s[at+1:], "=")
	c.operator = s[at : len(s)-len(rest)]
	if c.operator == "!" || c.operator == "==" {
		return c, fmt.Errorf("%q is not one of = != < <= > >=", c.operator)
	}
	if c.left, err = parseSum(s[:at]); err == nil {
		c.right, err = parseSum(rest)
	}
	return c, err
}

// parseSum parses a sum such as "N+B+1".
func parseSum(text string) (s sum, err error) {
	for term := range strings.SplitSeq(text, "+") {
		term = strings.TrimSpace(term)
		if len(term) == 1 && '0' <= term[0] && term[0] <= '9' {
			s.number += int(term[0] - '0')
			continue
		}
		piece, _ := chess.ParsePiece(term)
		if piece == chess.NoPiece {
			return s, fmt.Errorf("%q is neither a piece nor a number from 0 to 9", term)
		}
		s.pieces = append(s.pieces, piece)
	}
	return s, nil
}

// matches reports whether the condition holds, or whether it does with the colors exchanged.
func (m *Material) matches(p *chess.Position, f flip) bool {
	c := counts{p.Material(chess.Color(f)), p.Material(chess.Color(1 - f))}
	if m.exact[0][chess.King] != 0 {
		return c == m.exact || c[0] == m.exact[1] && c[1] == m.exact[0]
	}
	return !slices.ContainsFunc(m.comparings, func(x comparing) bool {
		return !allows(x.operator, cmp.Compare(x.left.of(&c), x.right.of(&c)))
	})
}
