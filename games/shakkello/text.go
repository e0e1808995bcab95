package shakkello

import (
	"errors"
	"fmt"
	"strconv"
	"strings"

	"github.com/shakki/chess"
	"github.com/shakki/chess/internal/tabletop"
)

// ParsePosition parses the form that [Position.String] returns, such as
//
//	8/8/8/3nN3/3K4/8/8/8 -
//
// The first field is the piece placement as in a FEN. The second field is the square of White's
// last piece if the next move must place Black's king, or else "-". ParsePosition accepts exactly
// the positions that legal moves can reach. The error is a [*ParseError].
func ParsePosition(s string) (Position, error) {
	var p Position
	ranks, last, _ := strings.Cut(s, " ")
	setup, err := chess.ParseSetup(ranks)
	var fault *chess.FENError
	if errors.As(err, &fault) {
		return p, tabletop.NewParseError("position", s, fault.Offset+1, fault.Detail)
	}
	for square, piece := range setup.Board {
		if inSet(piece.Type()) {
			p.colors[piece.Color()] |= chess.Square(square).Bitboard()
			p.types[piece.Type()] |= chess.Square(square).Bitboard()
		}
	}
	if square, _ := chess.ParseSquare(last); p.Plies() == plies-1 {
		p.last = square.Bitboard() & p.colors[chess.White]
	}
	at, why := 0, p.unreachable()
	if p.Plies() == plies-1 && p.last == 0 {
		why = "want the square of White's last piece, which Black's king must touch"
	}
	if text := p.String(); text != s {
		at = max(0, tabletop.Difference(text, s))
		why = "want eight ranks with KQRBN and kqrbn, and - or, if Black's king is the next piece, the square of White's last piece"
	}
	if why != "" {
		return Position{}, tabletop.NewParseError("position", s, at+1, why)
	}
	return p, nil
}

// unreachable returns the reason why no legal game leads to p, or "" if a legal game does. It looks
// for simple reasons before it searches for a game.
func (p *Position) unreachable() string {
	white, black := p.colors[chess.White].Count(), p.colors[chess.Black].Count()
	for c := chess.White; c <= chess.Black; c++ {
		for t := chess.Knight; t <= chess.King; t++ {
			if p.InHand(c, t) < 0 {
				return fmt.Sprintf("%v has too many pieces of type %v", c, t)
			}
		}
		if bishops := p.types[chess.Bishop] & p.colors[c]; bishops.Count() == 2 && ^colorsOf(bishops) != 0 {
			return "a player has two bishops on squares of the same color"
		}
	}
	switch {
	case white != black && white != black+1:
		return "White must have as many pieces as Black, or one more"
	case white > 0 && p.InHand(chess.White, chess.King) == 1:
		return "the first white piece must be the king"
	case p.InHand(chess.Black, chess.King) == 0 && p.Plies() < plies:
		return "Black's last piece must be the king"
	case p.QueenCalled() && p.InHand(p.Turn(), chess.Queen) == 0:
		return "a queen was called but not placed"
	}
	var start Position
	if !p.follows(start, map[Position]bool{}) {
		return "the pieces cannot be placed in any legal order"
	}
	return ""
}

// follows reports whether legal moves lead from q to p. Every piece in q must be on the same square
// in p. The positions in seen do not lead to p. There are at most about 6,400 of them: the ways to
// choose some of White's seven pieces other than the king, and as many or one more of Black's
// pieces.
func (p *Position) follows(q Position, seen map[Position]bool) bool {
	if q == *p {
		return true
	}
	if seen[q] {
		return false
	}
	seen[q] = true
	turn := q.Turn()
	for rest := p.colors[turn] &^ q.colors[turn]; rest != 0; {
		s := rest.PopFirst()
		m := Place(p.PieceAt(s).Type(), s)
		if q.IsLegal(m) && p.follows(q.After(m), seen) {
			return true
		}
	}
	return false
}

// String returns p in the form that [ParsePosition] accepts, such as "8/8/8/3nN3/3K4/8/8/8 -".
func (p Position) String() string {
	text := ""
	for i := range 64 {
		if i%8 == 0 && i > 0 {
			text += "/"
		}
		text += p.PieceAt(chess.Square(i ^ 56)).String()
	}
	for gap := 8; gap > 0; gap-- {
		text = strings.ReplaceAll(text, strings.Repeat(".", gap), strconv.Itoa(gap))
	}
	return text + " " + p.Beside().String()
}

// MarshalText implements [encoding.TextMarshaler] with the form of String.
func (p Position) MarshalText() ([]byte, error) { return []byte(p.String()), nil }

// UnmarshalText implements [encoding.TextUnmarshaler] with [ParsePosition]. It does not change p on
// error.
func (p *Position) UnmarshalText(text []byte) error {
	return tabletop.Unmarshal(p, text, ParsePosition)
}

// Board returns a diagram of the board, with the rank numbers on the left and the file letters
// below. Below the diagram is a line for each player with the points and the pieces in hand. The
// line of the player to move begins with ">".
func (p Position) Board() string {
	var sb strings.Builder
	sb.WriteString(tabletop.BoardText(8, func(file, rank int) string {
		return p.PieceAt(chess.SquareAt(chess.File(file), chess.Rank(rank))).String()
	}))
	score := p.Score()
	for c := chess.White; c <= chess.Black; c++ {
		mark := ' '
		if c == p.Turn() && p.Plies() < plies {
			mark = '>'
		}
		fmt.Fprintf(&sb, "%c %v %d, in hand: %s\n", mark, c, score[c], p.hand(c))
	}
	return sb.String()
}

// hand returns the letters of the pieces that c has in hand, such as "KQRRBN", or "-" if there are
// none.
func (p *Position) hand(c chess.Color) string {
	hand := ""
	for t := chess.King; t >= chess.Knight; t-- {
		hand += strings.Repeat(chess.English.Letter(t), p.InHand(c, t))
	}
	if hand == "" {
		return "-"
	}
	return hand
}
