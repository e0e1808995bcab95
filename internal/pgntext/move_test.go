package pgntext

import (
	"fmt"
	"testing"
)

// TestDeviation checks what is said of a move that is not written as SAN has it.
func TestDeviation(t *testing.T) {
	for _, test := range []struct{ text, after, san, want string }{
		{"Nbd2", "", "Nd2", "the standard form of this move is Nd2"},
		{"e2e4+", "", "e4+", "the standard form of this move is e4+"},
		{"Qh5", " e5", "Qh5+", "the move gives check: Qh5+"},
		{"Qh5", " +", "Qh5+", ""},
		{"Qh5", "!? #", "Qh5#", ""},
		{"Qh5+", " +", "Qh5#", "the move gives checkmate: Qh5#"},
		{"Qh5", "", "Qh5#", "the move gives checkmate: Qh5#"},
		{"Qh5#", "", "Qh5+", "the move gives check but not checkmate: Qh5+"},
		{"Qh5++", "", "Qh5+", "the move gives check: Qh5+"},
		{"Qh5+", "", "Qh5", "the move does not give check: Qh5"},
		{"Qh5#", "", "Qh5", "the move does not give check: Qh5"},
	} {
		w := NewTextWindow([]byte(test.text+test.after), Start)
		w.SkipSpace()
		w.Take(len(test.text))
		if got := w.Deviation(test.text, test.san); got != test.want {
			t.Errorf("%q before %q, which is %s: %q, want %q", test.text, test.after, test.san, got, test.want)
		}
	}
}

// TestExtend checks what belongs to a move although it is another word.
func TestExtend(t *testing.T) {
	const castling = "castling is written without spaces"
	for text, want := range map[string]string{
		"O - O x": "O-O 5 " + castling, "0 -0- 0": "0-0-0 7 " + castling, "o - o": "o-o 5 " + castling, "O - 0": "O 1 " + castling, "a8(Q)+# x": "a8(Q)+# 7 ", "a8(N)": "a8(N) 5 ",
		"a8(R)": "a8(R) 5 ", "a8(B)": "a8(B) 5 ", "a8(K)": "a8 2 ", "a8(Q": "a8 2 ", "exd6e.p.": "exd6 7 " + noEnPassant, "--e.p": "--e 3 ", "e4 x": "e4 2 ",
	} {
		w := NewTextWindow([]byte(text), Start)
		if got := w.Extend(NewWord(w.Word())); fmt.Sprintf("%s %d %s", got.Text, got.Size, got.Deviation) != want {
			t.Errorf("Extend at %q = %+v, want %s", text, got, want)
		}
	}
}

// TestAtFirstMove checks what the usual form of a first move is.
func TestAtFirstMove(t *testing.T) {
	for text, want := range map[string]bool{
		"1. e4 e5": true, "1. Nf3 ": true, "1.e4 e5 x": true, "1. h8 xx": true, "1. a1 xx": true, "1. e4": false, "1. Nf3": false, "2. e4 e5": false,
		"1, e4 e5": false, "1. i4 xx": false, "1. a9 xx": false, "1. a0 xx": false, "1. e4x e5": false, "1. Bb5 x": false, "x 1. e4 e5": false,
	} {
		w := NewTextWindow([]byte(text), Start)
		for w.SkipSpace() == 'x' {
			w.Skip(1)
		}
		if got := w.AtFirstMove(); got != want {
			t.Errorf("%q begins with a first move: %v, want %v", text, got, want)
		}
	}
}

// TestMoveLength checks the length of a move to which a sign or a result is glued.
func TestMoveLength(t *testing.T) {
	for text, want := range map[string]int{"e4+-": 2, "e41-0": 2, "e4N": 2, "e4check": 2, "e4ep": 0, "e4x": 0, "e4": 0, "e42.": 2, "e42": 0, "a3+-": 0} {
		w := NewTextWindow([]byte(text), Start)
		if got := w.MoveLength(NewWord(w.Word()), isMove); got != want {
			t.Errorf("MoveLength at %q = %d, want %d", text, got, want)
		}
	}
	for word, want := range map[string]bool{"e4=": true, "e4=+": true, "e4+": false, "+": false, "=": true, "e4": false, "e8=Q": false} {
		if got := EndsWithEquals([]byte(word)); got != want {
			t.Errorf("EndsWithEquals(%q) = %v, want %v", word, got, want)
		}
	}
}
