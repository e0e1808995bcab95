package chess

import (
	"bytes"
	"strconv"
	"strings"
)

// StartPosition returns the start position of standard chess.
func StartPosition() Position { return startPosition }

var startPosition = MustParseFEN(startpos)

// chess960Starts is the number of start positions of Chess960.
const chess960Starts = 960

// Chess960Start returns the Chess960 start position with the given number, from 0 to 959 in the
// usual numbering by R. Scharnagl. Number 518 is the start of standard chess, with castling written
// as in Chess960. The error is a [*ParseError].
func Chess960Start(number int) (Position, error) {
	if number < 0 || number >= chess960Starts {
		return Position{}, &ParseError{"Chess960 start number", strconv.Itoa(number), "0 to 959"}
	}
	rank := chess960Rank(number)
	p := MustParseFEN(strings.ToLower(rank) + "/pppppppp/8/8/8/8/PPPPPPPP/" + rank + " w KQkq - 0 1")
	p.setChess960(true)
	return p, nil
}

// Chess960Number returns the number of p among the start positions of Chess960. If p is not one of
// them, because Black is to move, pieces or castling rights are missing, or the clocks have
// started, ok is false. The start of standard chess has number 518.
func (p Position) Chess960Number() (number int, ok bool) {
	for n := range chess960Starts {
		if start, _ := Chess960Start(n); p.Equal(start) {
			return n, true
		}
	}
	return 0, false
}

// chess960Rank returns White's first rank in the start position with the given number. The number
// counts the squares that are free for each piece in turn, first those of the light-squared bishop.
func chess960Rank(number int) string {
	rank := []byte("........")
	place := func(piece byte, free int) {
		i := bytes.IndexByte(rank, '.')
		for ; free > 0; free-- {
			i += 1 + bytes.IndexByte(rank[i+1:], '.')
		}
		rank[i] = piece
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
