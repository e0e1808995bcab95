package chess

import (
	"strconv"
	"strings"
)

// chess960Starts is how many start positions Chess960 has.
const chess960Starts = 960

// Chess960Start returns the start position of Chess960 with the given number, 0
// to 959 in R. Scharnagl's numbering, the usual one: 518 is that of standard
// chess, with castling written as in Chess960. The error is a [*ParseError].
func Chess960Start(number int) (Position, error) {
	if number < 0 || number >= chess960Starts {
		return Position{}, &ParseError{"number of a Chess960 start", strconv.Itoa(number)}
	}
	rank := chess960Rank(number)
	p := MustParseFEN(strings.ToLower(rank) + "/pppppppp/8/8/8/8/PPPPPPPP/" + rank + " w KQkq - 0 1")
	p.SetChess960(true)
	return p, nil
}

// Chess960Number returns the number of a start position of Chess960 and true, or
// false if p is none: another side is to move, pieces or rights to castle are
// missing, or the clocks have begun to run. The start of standard chess has the
// number 518.
func (p *Position) Chess960Number() (number int, ok bool) {
	var rank [8]byte
	for f := range FileH + 1 {
		rank[f] = p.PieceAt(SquareAt(f, Rank1)).Type().Letter()
	}
	for n := range chess960Starts {
		if chess960Rank(n) == string(rank[:]) {
			start, _ := Chess960Start(n)
			return n, p.Equal(start)
		}
	}
	return 0, false
}

// chess960Rank returns White's first rank in the start position with the given
// number. Each piece stands on one of the squares that are left for it; the
// number counts the choices, that of the first bishop fastest.
func chess960Rank(number int) string {
	rank := []byte("........")
	place := func(piece byte, free int) {
		for i, c := range rank {
			if c != '.' {
				continue
			}
			if free == 0 {
				rank[i] = piece
				return
			}
			free--
		}
	}
	rank[number%4*2+1] = 'B' // light squares
	number /= 4
	rank[number%4*2] = 'B' // dark squares
	number /= 4
	place('Q', number%6)
	// The pairs of the five squares left; the second counts those left by then.
	knights := [...][2]int{{0, 0}, {0, 1}, {0, 2}, {0, 3}, {1, 1}, {1, 2}, {1, 3}, {2, 2}, {2, 3}, {3, 3}}[number/6]
	place('N', knights[0])
	place('N', knights[1])
	place('R', 0)
	place('K', 0)
	place('R', 0)
	return string(rank)
}
