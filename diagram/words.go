package diagram

import (
	"cmp"
	"strconv"
	"strings"

	"github.com/shakki/chess"
)

// Words are the texts that the package adds to a picture. A text that is "" is in English, as the
// comments show.
type Words struct {
	White      string                 `json:"white"`      // "White", "Black"
	Black      string                 `json:"black"`      // "White", "Black"
	Pieces     [chess.King + 1]string `json:"pieces"`     // by type: "pawn", "knight"
	Plurals    [chess.King + 1]string `json:"plurals"`    // by type: "pawns", "knights"
	And        string                 `json:"and"`        // "and"
	NoPieces   string                 `json:"noPieces"`   // "has no pieces"
	ToMove     string                 `json:"toMove"`     // "to move"
	InCheck    string                 `json:"inCheck"`    // "to move, in check"
	Checkmated string                 `json:"checkmated"` // "is checkmated"
	Stalemated string                 `json:"stalemated"` // "is stalemated"
	Title      string                 `json:"title"`      // of a picture without a title and caption: "Chess position"
	Start      string                 `json:"start"`      // below the start position in a strip: "Start"
	Strip      string                 `json:"strip"`      // the description of a strip, where # is the number of pictures: "# positions of a chess game."
	Arrows     string                 `json:"arrows"`     // on a terminal, before the list of arrows: "arrows"
}

// plurals are the names of several pieces in English.
var plurals = [...]string{"", "pawns", "knights", "bishops", "rooks", "queens", "kings"}

// side returns the name of a side.
func (w *Words) side(c chess.Color) string {
	if c == chess.White {
		return cmp.Or(w.White, "White")
	}
	return cmp.Or(w.Black, "Black")
}

// toMove returns what is said after the name of the side to move.
func (w *Words) toMove() string { return cmp.Or(w.ToMove, "to move") }

// Describe returns a board in words, for readers who do not see a picture of it: "White: king e1,
// rooks a1 and h1. Black: king e8. White to move." Each sentence ends with a period. The last one
// is left out if no play is possible. The zero Words are English.
func Describe[B Board](board B, w Words) string {
	s := sceneOf(board, &Options{})
	return s.describe(&w)
}

func (s *scene) describe(w *Words) string {
	b := make([]byte, 0, 400)
	for c := range chess.Color(2) {
		if s.colors[c] == 0 {
			b = append(b, w.side(c)+" "+cmp.Or(w.NoPieces, "has no pieces")+". "...)
			continue
		}
		b = append(b, w.side(c)+": "...)
		for t := chess.King; t >= chess.Pawn; t-- {
			b = w.appendPieces(b, t, s.pieces(c, t))
		}
		b = append(b[:len(b)-2], ". "...)
	}
	if !s.playable {
		return string(b[:len(b)-1])
	}
	return string(append(b, w.side(s.Turn)+" "+s.state(w)+"."...))
}

// appendPieces appends the squares of the pieces of one type, such as "rooks a1 and h1, ".
func (w *Words) appendPieces(b []byte, t chess.PieceType, squares chess.Bitboard) []byte {
	switch squares.Count() {
	case 0:
		return b
	case 1:
		return append(b, cmp.Or(w.Pieces[t], t.String())+" "+squares.First().String()+", "...)
	}
	b = append(b, cmp.Or(w.Plurals[t], plurals[t])...)
	separator := " "
	for squares.Count() > 1 {
		b = append(b, separator+squares.PopFirst().String()...)
		separator = ", "
	}
	return append(b, " "+cmp.Or(w.And, "and")+" "+squares.First().String()+", "...)
}

// state returns what to say about the side to move after its name.
func (s *scene) state(w *Words) string {
	switch {
	case s.position.IsCheckmate():
		return cmp.Or(w.Checkmated, "is checkmated")
	case s.position.IsStalemate():
		return cmp.Or(w.Stalemated, "is stalemated")
	case s.position.InCheck():
		return cmp.Or(w.InCheck, "to move, in check")
	}
	return w.toMove()
}

// title returns the title of a picture for which none is set.
func (s *scene) title(w *Words) string {
	title := cmp.Or(w.Title, "Chess position")
	if s.playable {
		title += ", " + w.side(s.Turn) + " " + w.toMove()
	}
	return title
}

// strip returns the description of a strip of n pictures.
func (w *Words) strip(n int) string {
	return strings.ReplaceAll(cmp.Or(w.Strip, "# positions of a chess game."), "#", strconv.Itoa(n))
}
