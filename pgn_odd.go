package chess

import (
	"bytes"
	"fmt"
	"iter"
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/shakki/chess/internal/pgntext"
)

// checkSigns holds the signs of check and mate that people write apart from a move.
var checkSigns = map[string]bool{
	"+": true, "++": true, "#": true, "##": true, "†": true, "‡": true, "††": true, "≠": true, "ch": true, "dbl": true,
	"disch": true, "dblch": true, "check": true, "mate": true, "checkmate": true,
}

// passes holds the notations of a pass, without the marks of check that may follow.
var passes = map[string]bool{"--": true, "Z0": true, "@@@@": true, "0000": true, "null": true, "pass": true}

// isPass reports whether text is a notation of a pass.
func isPass(text string) bool { return passes[strings.TrimRight(text, "+#")] }

// An oddWord is a word of the movetext that is not a legal move in a common notation.
type oddWord struct {
	text string // in UTF-8
	wide bool   // the input is not UTF-8 and has one byte for each character
}

// newOddWord returns the word that the input begins with.
func newOddWord(word []byte) oddWord {
	return oddWord{toUTF8(word), !utf8.Valid(word)}
}

// size returns the number of bytes of input that the first n bytes of the text come from.
func (w oddWord) size(n int) int {
	if w.wide {
		return utf8.RuneCountInString(w.text[:n])
	}
	return n
}

// oddWord reads a word that is not a legal move in a common notation.
func (s *PGNScanner) oddWord(word []byte) PGNEvent {
	in := &s.input
	if in.SkipFillers() {
		if strings.ContainsRune(toUTF8(in.Token()), '…') {
			s.number.dots += 3
		}
		return noEvent
	}
	w := newOddWord(pgntext.CutFiller(word))
	if event, ok := s.sign(w); ok {
		return event
	}
	return s.oddMove(w)
}

// sign reads a word that is not a move but stands beside one, or a result, or a pass.
func (s *PGNScanner) sign(w oddWord) (event PGNEvent, ok bool) {
	in, text, size := &s.input, w.text, w.size(len(w.text))
	if strings.HasPrefix(text, "½") || text[0]-'0' <= 9 {
		if result, n := s.spacedResult(); n > 0 {
			in.Skip(n)
			return s.resultMark(result), true
		}
	}
	switch result, isResult := parseResultMark([]byte(text)); {
	case text == "e" && in.HasPrefix("e.p"):
		in.Skip(len("e.p"))
		return s.understood("e.p.", "SAN does not mark en passant"), true
	case text == "ep":
		in.Skip(size)
		return s.understood("ep", "SAN does not mark en passant"), true
	case isPass(text):
		in.Skip(size)
		return s.pass(text), true
	case isResult:
		in.Skip(size)
		return s.resultMark(result), true
	case checkSigns[text]:
		in.Skip(size)
		return s.understood(text, "a sign of check belongs to its move"), true
	}
	if nag, isGlyph := glyphNAGs[text]; isGlyph {
		in.Skip(size)
		s.warn(s.place(), text, "this sign is not in the PGN standard and is read as "+nag.String())
		return s.foundGlyph(nag), true
	}
	return noEvent, false
}

// pass plays a pass, which has just been read.
func (s *PGNScanner) pass(text string) PGNEvent {
	if s.skip != skipNothing {
		return noEvent
	}
	m, err := s.position.pass(text)
	if err != nil {
		return s.badMove(text, err)
	}
	if s.Strict {
		s.checkNumber(text)
	}
	if text != "--" {
		s.warnMove(s.place(), text, "a pass is written --")
	}
	return s.play(m)
}

// oddMove reads a move in an unusual notation, or a word that is not a move.
func (s *PGNScanner) oddMove(w oddWord) PGNEvent {
	in, text := &s.input, w.text
	size := w.size(len(text))
	deviation := "" // from the standard, which the text no longer has
	switch {
	case isCastlingSign(text[0]) && len(text) == 1:
		text, size = s.spacedCastling()
		deviation = "castling is written without spaces"
	case in.Peek(size) == '(':
		promotion := s.bracketedPromotion(size)
		text += promotion
		size += len(promotion)
	case strings.HasSuffix(text, "e") && in.Peek(size) == '.' && in.Peek(size+1) == 'p':
		text = text[:len(text)-1]
		size += len(".p")
		deviation = "SAN does not mark en passant"
	}
	m, ok := s.readMove(text)
	if !ok || strings.HasSuffix(text, "=") || strings.HasSuffix(text, "=+") {
		if n, glued := s.gluedMove(w); n > 0 {
			text, size, m, ok = w.text[:n], w.size(n), glued, true
		}
	}
	if !ok {
		if _, n := s.resultIn([]byte(w.text)); n > 0 {
			text, size = w.text[:n], w.size(n) // the result is read next
		}
		in.Skip(size)
		return s.notAMove(text)
	}
	in.Skip(size)
	if s.Strict {
		s.checkMove([]byte(text), m)
	}
	if deviation != "" {
		s.warnMove(s.place(), toUTF8(in.Token()), deviation)
	}
	return s.play(m)
}

// spacedCastling returns the castling that begins here without the spaces that it is written with, as
// in "O - O", and its length in the input. If there is none, it returns the first character.
func (s *PGNScanner) spacedCastling() (text string, size int) {
	ahead := s.input.Ahead(len("O - O - O") + 4)
	text, size = string(ahead[:1]), 1
	for rest := ahead[1:]; len(text) < len("O-O-O"); {
		sign := bytes.TrimLeft(rest, " ")
		if len(sign) == 0 || sign[0] != '-' {
			break
		}
		sign = bytes.TrimLeft(sign[1:], " ")
		if len(sign) == 0 || sign[0] != ahead[0] {
			break
		}
		text += "-" + string(sign[:1])
		rest = sign[1:]
		size = len(ahead) - len(rest)
	}
	return text, size
}

// longestMove is the length in bytes of the longest text that is read as a move.
const longestMove = 32

// longestSign is the length in bytes of the longest text that gluedMove separates from a move.
const longestSign = 16

// gluedMove returns the move that a word begins with and the length of its text, if something is glued
// to it: a glyph, a sign of check, a result, or the next move number. Otherwise the length is 0.
func (s *PGNScanner) gluedMove(w oddWord) (n int, m Move) {
	for n = max(2, len(w.text)-longestSign); n < len(w.text); n++ {
		rest := w.text[n:]
		if !s.canFollow(w, rest) {
			continue
		}
		m, ok := s.readMove(w.text[:n])
		if !ok {
			continue
		}
		if _, isGlyph := glyphNAGs[rest[1:]]; isGlyph && rest[0] == '+' {
			if after := s.position.After(m); after.InCheck() {
				n++ // "Qh5+=" is a check and an evaluation
			}
		}
		return n, m
	}
	return 0, NullMove
}

// canFollow reports whether rest, the end of a word, may be glued to a move.
func (s *PGNScanner) canFollow(w oddWord, rest string) bool {
	if _, isGlyph := glyphNAGs[rest]; isGlyph || checkSigns[rest] {
		return true
	}
	if _, isResult := parseResultMark([]byte(rest)); isResult {
		return true
	}
	return strings.Trim(rest, "0123456789") == "" && s.input.Peek(w.size(len(w.text))) == '.'
}

// readMove reads a move in an unusual notation and reports whether there is one.
func (s *PGNScanner) readMove(text string) (m Move, ok bool) {
	for san, l := range s.readings(text) {
		if _, match, _ := s.position.findSAN(san, l); match.isUnique() {
			return match.move, true
		}
	}
	return NullMove, false
}

// isMoveText reports whether text is a move, legal or not, in one of its readings.
func (s *PGNScanner) isMoveText(text string) bool {
	for san, l := range s.readings(text) {
		if _, ok := parseSANText([]byte(san), l); ok {
			return true
		}
	}
	return false
}

// readings yields what the text of a move may mean in SAN: as it is, and without what is unusual, in
// the letters of the languages that it may be in.
func (s *PGNScanner) readings(text string) iter.Seq2[string, Language] {
	return func(yield func(san string, l Language) bool) {
		if len(text) > longestMove || !yield(text, s.Language) {
			return
		}
		plain := plainMove(text)
		if !yield(plain, s.Language) || !yield(plain, Figurines) {
			return
		}
		if letter, _ := s.Language.cutLetter([]byte(plain)); letter == NoPieceType {
			yield(plain, English) // otherwise the letter means another piece
		}
	}
}

// resultIn returns the result that a word ends with, and the length of the text before it: 0, or the
// length of a move, legal or not, that the result is glued to. Without a result the length is -1.
func (s *PGNScanner) resultIn(word []byte) (result Result, n int) {
	if len(word) > longestMove {
		return Unfinished, -1
	}
	if !utf8.Valid(word) { // it may end with ½ in Windows-1252
		text := []byte(toUTF8(word))
		if result, n = s.resultIn(text); n > 0 {
			n = utf8.RuneCount(text[:n])
		}
		return result, n
	}
	for n := range max(len(word)-1, 0) {
		if result, ok := parseResultMark(word[n:]); ok && (n == 0 || s.isMoveText(string(word[:n]))) {
			return result, n
		}
	}
	return Unfinished, -1
}

// lookalikes replaces characters that look like those of SAN, and removes those that are not seen.
var lookalikes = strings.NewReplacer("×", "x", "х", "x", "✕", "x", "✗", "x", "–", "-", "—", "-", "‐", "-", "‑", "-", "−", "-",
	"а", "a", "с", "c", "е", "e", "О", "O", "о", "o", "†", "+", "‡", "#", "≠", "#", "＋", "+", "\ufe0e", "", "\ufe0f", "")

// plainMove returns the text of a move without what people write for want of the right character or
// the right case. Small letters that are files stay as they are.
func plainMove(text string) string {
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
		case c == 'X':
			b[i] = 'x'
		case 'A' <= c && c <= 'H' && i+1 < len(b) && b[i+1]-'1' < 8:
			b[i] = c - 'A' + 'a'
		}
	}
	return string(b)
}

// bracketedPromotion returns the promotion that follows a word of n bytes, as in "a8(Q)+": "(Q)+".
// It returns "" if there is none.
func (s *PGNScanner) bracketedPromotion(n int) string {
	in := &s.input
	if t := letterTypes[in.Peek(n+1)]; in.Peek(n+2) != ')' || t < Knight || t > Queen {
		return ""
	}
	end := n + len("(Q)")
	for c := in.Peek(end); c == '+' || c == '#'; c = in.Peek(end) {
		end++
	}
	return string(in.Ahead(end)[n:])
}

// notAMove reports text that cannot be played. If it does not look like a move, and no move number
// demands one, the moves after it are read.
func (s *PGNScanner) notAMove(text string) PGNEvent {
	_, _, hasForm := s.position.findSAN(text, s.Language)
	isWord := strings.ContainsFunc(text, unicode.IsLetter)
	if hasForm || isWord && (s.numbered || hasSquare(text)) {
		if s.Strict {
			s.checkNumber(text)
		}
		_, err := s.position.parseSAN(text, s.Language)
		return s.badMove(text, err)
	}
	return s.noiseWord(text, ErrSyntax.Error())
}

// noiseWord reports text that means nothing, once for each run of it.
func (s *PGNScanner) noiseWord(text, reason string) PGNEvent {
	if s.words++; s.words > maxNoise {
		return s.tooMuch("words that are not moves", maxNoise)
	}
	if s.noise {
		return noEvent
	}
	s.noise, s.careful = true, true
	return s.report(s.newFault(text, reason, nil))
}

// maxNoise is the number of words in a game that are not moves after which its rest is skipped.
const maxNoise = 1000

// hasSquare reports whether text names a square.
func hasSquare(text string) bool {
	for i := 1; i < len(text); i++ {
		if squareOf(text[i-1], text[i]) != NoSquare {
			return true
		}
	}
	return false
}

// badMove reports a move that cannot be played and skips what depends on it.
func (s *PGNScanner) badMove(text string, err error) PGNEvent {
	s.noteMove([]byte(text))
	fault := s.newFault(text, err.Error(), err)
	fault.IsMove = true
	if e, ok := err.(*MoveError); ok {
		fault.Reason = e.explanation() + s.languageHint(text, e)
	}
	return s.skipLine(fault)
}

// noteMove notes that the movetext has begun if word, which is not played, has the form of a move. It
// does not try all readings, because skipping a word must not allocate.
func (s *PGNScanner) noteMove(word []byte) {
	if !s.begun && s.plies == 0 {
		_, isMove := parseSANText(word, s.Language)
		_, isFigurine := parseSANText(word, Figurines)
		s.begun = isMove || isFigurine
	}
}

// skipLine reports a fault and skips the rest of the line of play.
func (s *PGNScanner) skipLine(fault *PGNError) PGNEvent {
	s.skip, s.skipDepth = skipRest, 0
	if len(s.stack) == 0 {
		s.skip = skipGame
	}
	return s.report(fault)
}

// languageHint names the languages in which a text that is not a move in the language of the reader is
// a legal move. It returns "" if there are none.
func (s *PGNScanner) languageHint(text string, err *MoveError) string {
	if err.Kind != ErrSyntax || len(text) > longestMove {
		return ""
	}
	var languages []string
	for l := English; l < Figurines; l++ {
		if _, match, _ := s.position.findSAN(text, l); match.isUnique() {
			languages = append(languages, l.String())
		}
	}
	if len(languages) == 0 {
		return ""
	}
	return fmt.Sprintf(" in %v, but one in %s: set the option Language", s.Language, strings.Join(languages, ", "))
}

// markInParentheses reads a mark that is not a variation although it is in parentheses: of a diagram or
// of a draw offer.
func (s *PGNScanner) markInParentheses() (event PGNEvent, ok bool) {
	in := &s.input
	switch head := in.Ahead(len("diagram)")); {
	case bytes.HasPrefix(head, []byte("=)")):
		in.Skip(len("=)"))
		s.warn(s.place(), "(=)", "the draw offer is read as a comment")
		return s.foundComment([]byte("(=)")), true
	default:
		return s.diagramMark(head, ')')
	}
}

// markInBrackets reads a mark in brackets that is not a tag: of a diagram, or a command that should be
// in a comment.
func (s *PGNScanner) markInBrackets() (event PGNEvent, ok bool) {
	in := &s.input
	if in.Peek(1) == '%' {
		text := in.Ahead(pgntext.MaxWord)
		n := bytes.IndexAny(text, "]\n") + 1
		if n == 0 || text[n-1] == '\n' {
			return noEvent, false
		}
		in.Mark()
		in.Skip(n)
		if s.skip != skipNothing {
			return noEvent, true
		}
		s.warn(s.place(), toUTF8(in.Token()), "a command belongs in a comment")
		return s.foundComment(in.Token()), true
	}
	in.Mark()
	in.Skip(1)
	if event, ok = s.diagramMark(in.Ahead(len("diagram]")), ']'); !ok {
		in.Unread()
	}
	return event, ok
}

// diagramMark reads the rest of a diagram mark whose bracket has been read: head begins with "#", "D",
// or "diagram", and the closing bracket.
func (s *PGNScanner) diagramMark(head []byte, closing byte) (event PGNEvent, ok bool) {
	n := bytes.IndexByte(head, closing)
	if n < 0 {
		return noEvent, false
	}
	is := func(mark string) bool { return bytes.EqualFold(head[:n], []byte(mark)) }
	if !is("#") && !is("D") && !is("dia") && !is("diagram") {
		return noEvent, false
	}
	in := &s.input
	in.Skip(n + 1)
	if s.skip != skipNothing {
		return noEvent, true
	}
	s.warn(s.place(), toUTF8(in.Token()), "the diagram mark is read as "+diagram.String())
	return s.foundGlyph(diagram), true
}
