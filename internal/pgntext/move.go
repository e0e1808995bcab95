package pgntext

import "strings"

const noEnPassant = "SAN does not mark en passant"

// Extend returns a word together with what belongs to the same move: the rest of castling with
// spaces, a promotion in parentheses, or a mark of en passant.
func (w *Window) Extend(move Word) Word {
	text := move.Text
	switch {
	case len(text) == 1 && strings.IndexByte("O0o", text[0]) >= 0:
		move.Text, move.Size = w.spacedCastling()
		move.Deviation = "castling is written without spaces"
	case w.Peek(move.Size) == '(':
		promotion := w.bracketedPromotion(move.Size)
		move.Text += promotion
		move.Size += len(promotion)
	case strings.HasSuffix(text, "e") && w.Peek(move.Size) == '.' && w.Peek(move.Size+1) == 'p':
		if PartOf(text[:len(text)-1]).Kind == PassWord {
			break
		}
		move.Text = text[:len(text)-1]
		move.Size += len(".p")
		move.Deviation = noEnPassant
	}
	return move
}

// spacedCastling returns the castling that begins here without the spaces that it is written with,
// as in "O - O", and its length in the input. If there is none, it returns the first character.
func (w *Window) spacedCastling() (text string, size int) {
	sign := w.Peek(0)
	text, size = string(rune(sign)), 1
	for len(text) < len("O-O-O") {
		n := w.span(size, " ")
		if w.Peek(n) != '-' {
			break
		}
		if n = w.span(n+1, " "); w.Peek(n) != sign {
			break
		}
		text += "-" + string(rune(sign))
		size = n + 1
	}
	return text, size
}

// bracketedPromotion returns the promotion that follows a word of n bytes, as in "a8(Q)+": "(Q)+".
// It returns "" if there is none.
func (w *Window) bracketedPromotion(n int) string {
	if strings.IndexByte("NBRQ", w.Peek(n+1)) < 0 || w.Peek(n+2) != ')' {
		return ""
	}
	end := w.span(n+len("(Q)"), "+#")
	return string(w.data[w.pos+n : w.pos+end])
}

// longestSign is the length in bytes of the longest text that MoveLength separates from a move.
const longestSign = 16

// MoveLength returns the length of the text that the word begins with here if it is a move and
// something is glued to it: a glyph, a sign of check, a result, or the next move number. Otherwise
// it returns 0.
func (w *Window) MoveLength(word Word, isMove func(text string) bool) int {
	for n := max(2, len(word.Text)-longestSign); n < len(word.Text); n++ {
		rest := word.Text[n:]
		isNumber := strings.Trim(rest, "0123456789") == "" && w.Peek(word.Size) == '.'
		part := PartOf(rest)
		if (isNumber || part.Kind >= ResultWord && part.Deviation != noEnPassant) && isMove(word.Text[:n]) {
			return n
		}
	}
	return 0
}

// EndsWithEquals reports whether word, which is not empty, ends with "=" or "=+", which is a glyph
// after a move.
func EndsWithEquals(word []byte) bool {
	n := len(word) - 1
	return word[n] == '=' || word[n] == '+' && n > 0 && word[n-1] == '='
}

// AtFirstMove reports whether a line begins here with a first move in its usual form, such as "1. e4"
// or "1. Nf3". Then what follows on the line does not matter.
func (w *Window) AtFirstMove() bool {
	w.Peek(len("1. Nf3 ") - 1) // however little has been read
	text := w.data[w.pos:w.end]
	if len(text) < len("1. Nf3 ") || text[0] != '1' || text[1] != '.' || w.firstText != w.Offset() {
		return false
	}
	text = text[2:]
	if text[0] == ' ' {
		text = text[1:]
	}
	if text[0] == 'N' {
		text = text[1:]
	}
	return text[0]-'a' <= 'h'-'a' && text[1]-'1' <= '8'-'1' && text[2] == ' '
}

// Deviation returns how the text of a move, which is the token, departs from its SAN, or "" if it lacks
// only a sign of check that follows apart from it.
func (w *Window) Deviation(text, san string) string {
	const signs = "+#"
	plain := strings.TrimRight(text, signs)
	switch {
	case plain != strings.TrimRight(san, signs):
		return "the standard form of this move is " + san
	case plain == text && strings.IndexByte(signs, w.Peek(w.span(0, " !?"))) >= 0:
		return ""
	case strings.HasSuffix(san, "#"):
		return "the move gives checkmate: " + san
	case !strings.HasSuffix(san, "+"):
		return "the move does not give check: " + san
	case strings.HasSuffix(text, "#"):
		return "the move gives check but not checkmate: " + san
	}
	return "the move gives check: " + san
}
