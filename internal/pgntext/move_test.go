package pgntext

import "testing"

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
