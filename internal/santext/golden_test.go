package santext

import (
	"fmt"
	"testing"

	"github.com/shakki/chess/internal/golden"
)

// TestGolden reads texts of a few characters of moves, by themselves and behind some that are usual, and compares
// what is understood of them with earlier answers.
func TestGolden(t *testing.T) {
	characters := []string{"N", "O", "B", "e", "4", "X", "x", "h", "9", "=", "q", "K", "+", "(", ")", "-", "–", ":", "e.p.", "К"}
	golden.Compare(t, func(add func(kind, text string)) {
		for _, head := range []string{"", "a8", "Nb", "O-O", "exd6", "♞"} {
			for _, a := range characters {
				for _, b := range characters {
					for i, c := range append(characters, "") {
						text := head + a + b + c
						h := HeadOf(text)
						piece, to, from, capture := h.Move(h.Word())
						add("heads", fmt.Sprint(text, h.Word(), piece, to, from, capture))
						language := uint8([...]int{english, 4, 14, figurines}[i%4])
						move, ok := Parse[uint8, uint8, uint8, uint8]([]byte(text), language)
						add("moves", fmt.Sprint(text, move, ok, Plain(text)))
					}
				}
			}
		}
	})
}
