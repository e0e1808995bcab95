package santext

import (
	"bytes"
	"strings"
	"unicode/utf8"
)

// A Text holds what the text of a move says, in the types of pieces, files, ranks, and wings of
// package chess, which imports this package. Files and ranks are 8 if they are not given.
type Text[P, F, R, W ~uint8] struct {
	Piece     P // NoPiece if the text has only squares, such as e2e4
	Castling  bool
	Wing      W // of castling
	Capture   bool
	File      F // of origin
	Rank      R
	ToFile    F // of the target, of which at least the file is given
	ToRank    R
	Promotion P
}

// Parse reads the text of a move in the letters of a language, by its number in package chess. It
// reports whether s has the form of a move.
func Parse[P, F, R, W, L ~uint8](s []byte, language L) (Text[P, F, R, W], bool) {
	t, l := Text[P, F, R, W]{Piece: Pawn, File: 8, Rank: 8, ToFile: 8, ToRank: 8}, known(language)
	s = trimMarks(s)
	if len(s) < 2 {
		return t, false
	}
	letter, rest := cutLetter(l, s) // a capital letter: B is a bishop, b a file
	if isCastlingSign(s[0]) && (letter == NoPiece || dash(rest) != 0) {
		return t, t.parseCastling(s) // the Estonian bishop is an O without a dash behind it
	}
	if letter != NoPiece {
		t.Piece, s = P(letter), rest
	}
	s, ok := t.parsePromotion(s, l)
	if !ok || !t.parseSquares(s) {
		return t, false
	}
	return t, t.complete(letter != NoPiece)
}

// complete adds what follows from the squares of a move, and reports whether they name a target.
// hasLetter reports whether the text names the piece.
func (t *Text[P, F, R, W]) complete(hasLetter bool) bool {
	hasFile, hasRank := t.File < 8, t.Rank < 8
	if !hasLetter && hasFile && hasRank {
		t.Piece = NoPiece
	}
	if t.Piece == Pawn && hasFile {
		t.Capture = t.File != t.ToFile // with or without an x
	}
	return t.ToRank < 8 || t.Piece == Pawn && t.Capture && !hasRank
}

// trimMarks removes what may follow a move: the marks of check, mate, a draw offer, and en passant,
// and annotation signs such as !? at the very end.
func trimMarks(s []byte) []byte {
	s = bytes.TrimRight(s, "!?")
	for {
		n := len(s)
		if n < 3 {
			return s
		}
		switch s[n-1] {
		case '+', '#', '=':
			s = s[:n-1]
		case '.', 'p':
			s = bytes.TrimSuffix(s, []byte("e.p."))
			s = bytes.TrimRight(bytes.TrimSuffix(s, []byte("ep")), " ")
		}
		if len(s) == n {
			return s
		}
	}
}

// isCastlingSign reports whether c may stand for a step of castling.
func isCastlingSign(c byte) bool { return c == 'O' || c == '0' || c == 'o' }

// parseCastling reads O-O and O-O-O, with letters or zeros and any dash.
func (t *Text[P, F, R, W]) parseCastling(s []byte) bool {
	t.Castling, t.Piece = true, King
	steps, n := 0, 1 // n is the length of the dash after a step
	for ; n > 0 && len(s) > 0 && isCastlingSign(s[0]); steps++ {
		if s, n = s[1:], 0; len(s) > 0 {
			n = dash(s)
			s = s[n:]
		}
	}
	t.Wing = W(steps - 2)
	return n+len(s) == 0 && (steps == 2 || steps == 3)
}

// dash returns the length of the dash that s begins with, or 0 if it begins with none.
func dash(s []byte) int {
	if s[0] == '-' {
		return 1
	}
	for _, d := range [...]string{"–", "—", "‐", "‑"} {
		if bytes.HasPrefix(s, []byte(d)) {
			return len(d)
		}
	}
	return 0
}

// parsePromotion reads a promotion at the end of s, if there is one, and returns what is before it.
func (t *Text[P, F, R, W]) parsePromotion(s []byte, l int) ([]byte, bool) {
	n := len(s)
	if n < 2 {
		return s, false
	}
	if s[n-1] <= '9' && s[n-1] >= '0' {
		return s, true
	}
	letter, bracketed := bytes.CutSuffix(s, []byte(")"))
	r, size := utf8.DecodeLastRune(letter)
	before := letter[:len(letter)-size]
	if len(before) == 0 {
		return s, false
	}
	sign := before[len(before)-1]
	switch {
	case bracketed && sign != '(':
		return s, false
	case sign == '=', sign == '/', bracketed:
		before = before[:len(before)-1]
	case sign < '1' || '8' < sign:
		return s, true // the file of a capture such as ed
	}
	t.Promotion = P(promotionOf(l, r))
	known := t.Promotion != NoPiece
	if t.Promotion == Pawn || t.Promotion == King {
		known = len(before)+size < len(letter) // with a sign it is a promotion, if an illegal one
	}
	return before, known
}

// parseSquares reads the square of origin as far as it is given, the sign between, and the target.
func (t *Text[P, F, R, W]) parseSquares(s []byte) bool {
	file, s := cutLine[F](s, 'a')
	rank, s := cutLine[R](s, '1')
	if len(s) == 0 { // one square, or part of one
		t.ToFile, t.ToRank = file, rank
		return file < 8
	}
	t.File, t.Rank = file, rank
	switch s[0] {
	case 'x', ':':
		t.Capture = true
		s = s[1:]
	case '-':
		s = s[1:]
	}
	t.ToFile, s = cutLine[F](s, 'a')
	t.ToRank, s = cutLine[R](s, '1')
	return t.ToFile < 8 && len(s) == 0 && (t.ToRank < 8 || file < 8)
}

// cutLine returns the file or the rank that s begins with, whose characters count from first, and
// the rest of s. It returns 8 and s if there is none.
func cutLine[T ~uint8](s []byte, first byte) (line T, rest []byte) {
	if len(s) == 0 || s[0]-first >= 8 {
		return 8, s
	}
	return T(s[0] - first), s[1:]
}

// lookalikes replaces characters that look like those of SAN, and removes those that are not seen.
var lookalikes = strings.NewReplacer("×", "x", "х", "x", "✕", "x", "✗", "x", "–", "-", "—", "-", "‐", "-", "‑", "-", "−", "-",
	"а", "a", "с", "c", "е", "e", "О", "O", "о", "o", "†", "+", "‡", "#", "≠", "#", "＋", "+", "\ufe0e", "", "\ufe0f", "")

// Plain returns the text of a move without what people write for want of the right character or the
// right case. Small letters that are files stay as they are.
func Plain(text string) string {
	b := []byte(strings.TrimSuffix(lookalikes.Replace(text), ":"))
	switch string(b) {
	case "OO", "oo":
		return "O-O"
	case "OOO", "ooo":
		return "O-O-O"
	}
	for i, c := range b {
		switch {
		case i == 0 && strings.IndexByte("nrqk", c) >= 0:
			b[i] = c - 'a' + 'A'
		case i == 0 && startsWithRank(b): // B5xc3 is a move of a bishop on the fifth rank
		case c == 'X':
			b[i] = 'x'
		case 'A' <= c && c <= 'H' && i+1 < len(b) && b[i+1]-'1' < 8:
			b[i] = c - 'A' + 'a'
		}
	}
	return string(b)
}

// startsWithRank reports whether a move begins with the letter of a piece, which may be a file, and
// the rank of its origin, as in B5c3. A second capital file shows that both are squares, as in B2-B4.
func startsWithRank(b []byte) bool {
	target := bytes.TrimLeft(b[min(2, len(b)):], "-xX:")
	return len(target) > 1 && target[0]-'a' < 8 && target[1]-'1' < 8
}
