package shakkello

import (
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
	p, n, reason := parsePieces(s)
	if reason == "" {
		n, reason = p.parseLast(s, n)
	}
	if reason == "" {
		n, reason = 0, p.unreachable()
	}
	if reason != "" {
		return Position{}, tabletop.NewParseError("position", s, n+1, reason)
	}
	return p, nil
}

// parsePieces parses the first field of s and returns its length n in bytes. If the field is
// invalid, it returns the reason, and n is the offset of the error.
func parsePieces(s string) (p Position, n int, reason string) {
	gap := false // whether the last character was a digit
	for i := 0; i < 64; n++ {
		if i > 0 && i%8 == 0 {
			if !strings.HasPrefix(s[n:], "/") {
				return p, n, "want / between the ranks"
			}
			n++
			gap = false
		}
		if n == len(s) {
			return p, n, "want eight ranks of eight squares"
		}
		square := chess.Square(i ^ 56)           // from a8 to h1
		piece, _ := chess.ParsePiece(s[n : n+1]) // NoPiece, which is not in the set, if it is no piece
		switch digit := s[n] - '0'; {
		case inSet(piece.Type()):
			p.colors[piece.Color()] |= square.Bitboard()
			p.types[piece.Type()] |= square.Bitboard()
			gap = false
			i++
		case 1 <= digit && int(digit) <= 8-i%8 && !gap:
			gap = true
			i += int(digit)
		default:
			return p, n, "want one of KQRBN or kqrbn, or a number of empty squares, for " + square.String()
		}
	}
	return p, n, ""
}

// parseLast parses the space at offset n of s and the second field after it. If they are invalid,
// it returns the reason and the offset of the error.
func (p *Position) parseLast(s string, n int) (at int, reason string) {
	if !strings.HasPrefix(s[n:], " ") {
		return n, "want a space after the ranks"
	}
	n++
	last, err := chess.ParseSquare(s[n:])
	switch {
	case err != nil:
		return n, "want the square of White's last piece, or -"
	case p.Plies() != plies-1 && last != chess.NoSquare:
		return n, "want -, because Black's king is not the next piece"
	case p.Plies() == plies-1 && !p.colors[chess.White].Has(last):
		return n, "want the square of a white piece, because Black's king is the next piece"
	}
	p.last = last.Bitboard()
	return n, ""
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
