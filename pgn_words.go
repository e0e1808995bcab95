package chess

import (
	"bytes"
	"iter"
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/shakki/chess/internal/pgntext"
	"github.com/shakki/chess/internal/santext"
)

// word reads a word, which usually is a move.
func (s *PGNScanner) word() PGNEvent {
	in := &s.input
	if !s.line.skipped && s.Language == English {
		h := head(in.Head())
		if m, n := s.line.position.plainMove(h); m != NullMove && pgntext.ClassOf(h.at(n)) < pgntext.Letter {
			in.Mark()
			in.Skip(n)
			if s.Strict {
				s.checkMove(in.Token(), m)
			}
			return s.play(m)
		}
	}
	word := in.Word()
	if s.line.skipped {
		return s.skipWord(word)
	}
	if text, ok := parseSANText(word, s.Language); ok && !endsWithEquals(word) {
		if match := s.line.position.match(&text); match.isUnique() {
			in.Skip(len(word))
			if s.Strict {
				s.checkMove(word, match.move)
			}
			return s.play(match.move)
		}
	}
	if in.SkipFillers() {
		if strings.ContainsRune(toUTF8(in.Token()), '…') {
			s.moveNumber.dots += 3
		}
		return noEvent
	}
	return s.oddWord(s.classify(pgntext.CutFiller(word)))
}

// endsWithEquals reports whether word, which is not empty, ends with "=" or "=+", which is a glyph
// after a move.
func endsWithEquals(word []byte) bool {
	n := len(word) - 1
	return word[n] == '=' || word[n] == '+' && n > 0 && word[n-1] == '='
}

// A wordKind says what a word is that is not a legal move in a common notation.
type wordKind uint8

const (
	unknownWord wordKind = iota // no move, or one that is not legal
	moveWord                    // a legal move
	passWord
	resultWord
	glyphWord
	signWord // beside a move, of which it says nothing new
)

// An oddWord is a word that is not a legal move in a common notation.
type oddWord struct {
	kind      wordKind
	text      string // in UTF-8
	size      int    // in bytes of the input
	deviation string // how the word departs from the standard, except in the spelling of a move
	move      Move
	result    Result
	nag       NAG
}

const noEnPassant = "SAN does not mark en passant"

// wordParts holds what people write beside a move, or glued to it, except for results.
var wordParts = func() map[string]oddWord {
	parts := map[string]oddWord{"ep": {kind: signWord, deviation: noEnPassant}}
	for _, pass := range []string{"--", "Z0", "@@@@", "0000", "null", "pass"} {
		parts[pass] = oddWord{kind: passWord}
	}
	for _, sign := range []string{"+", "++", "#", "##", "†", "‡", "††", "≠", "ch", "dbl", "disch", "dblch", "check",
		"mate", "checkmate"} {
		parts[sign] = oddWord{kind: signWord, deviation: "a sign of check belongs to its move"}
	}
	for glyph, nag := range glyphNAGs {
		deviation := "this sign is not in the PGN standard and is read as " + nag.String()
		parts[glyph] = oddWord{kind: glyphWord, deviation: deviation, nag: nag}
	}
	return parts
}()

// partOf returns what text means if it is a part that is not a move. Otherwise its kind is
// unknownWord.
func partOf(text string) oddWord {
	if result, ok := parseResult([]byte(text)); ok {
		return oddWord{kind: resultWord, result: result}
	}
	if part, ok := wordParts[text]; ok {
		return part
	}
	if part := wordParts[strings.TrimRight(text, "+#")]; part.kind == passWord {
		return part
	}
	return oddWord{}
}

// newOddWord returns the word that the input begins with, classified by itself.
func newOddWord(word []byte) oddWord {
	text := toUTF8(word)
	w := partOf(text)
	w.text, w.size = text, len(word)
	return w
}

// cut returns the first n bytes of w as a word of an unknown kind.
func (w oddWord) cut(n int) oddWord {
	size := n
	if len(w.text) != w.size { // the input has one byte for each character
		size = utf8.RuneCountInString(w.text[:n])
	}
	return oddWord{text: w.text[:n], size: size}
}

// classify says what the word is that the input begins with.
func (s *PGNScanner) classify(word []byte) oddWord {
	in, w := &s.input, newOddWord(word)
	text := w.text
	if strings.HasPrefix(text, "½") {
		if result, n := s.spacedResult(); n > 0 {
			w.kind, w.result, w.size = resultWord, result, n
		}
	}
	if w.kind != unknownWord {
		return w
	}
	if text == "e" && in.HasPrefix("e.p") {
		return oddWord{kind: signWord, text: "e.p.", size: len("e.p"), deviation: noEnPassant}
	}
	whole := w
	s.extend(&w, word)
	if s.readMove(&w) && !endsWithEquals([]byte(w.text)) {
		return w
	}
	return s.classifyFront(w, whole)
}

// extend adds to a word what belongs to the same move: the rest of castling with spaces, a promotion in
// parentheses, or a mark of en passant.
func (s *PGNScanner) extend(w *oddWord, word []byte) {
	in, text := &s.input, w.text
	switch {
	case santext.IsCastlingSign(text[0]) && len(text) == 1:
		w.text, w.size = s.spacedCastling()
		w.deviation = "castling is written without spaces"
	case in.Peek(w.size) == '(':
		promotion := s.bracketedPromotion(w.size)
		w.text += promotion
		w.size += len(promotion)
	case strings.HasSuffix(text, "e") && in.HasPrefix(string(word)+".p"):
		w.text = text[:len(text)-1]
		w.size += len(".p")
		w.deviation = noEnPassant
	}
}

// classifyFront says what the word is whose beginning may be a move that a sign or a result is glued
// to. It returns w if it is none.
func (s *PGNScanner) classifyFront(w, whole oddWord) oddWord {
	text := whole.text
	isLegal := func(text string) bool { return s.readMove(&oddWord{text: text}) }
	if n := s.moveLength(whole, isLegal); n > 0 {
		w = whole.cut(n)
		s.readMove(&w)
		after := s.line.position.After(w.move)
		if rest := text[n:]; rest[0] == '+' && partOf(rest[1:]).kind == glyphWord && after.InCheck() {
			w.size++ // "Qh5+=" is a check and an evaluation
			w.text += "+"
		}
		return w
	}
	if n := s.moveLength(whole, s.isMoveText); n > 0 && w.kind == unknownWord && partOf(text[n:]).kind == resultWord {
		return whole.cut(n) // the result is read next
	}
	return w
}

// longestSign is the length in bytes of the longest text that moveLength separates from a move.
const longestSign = 16

// moveLength returns the length of the text that w begins with if it is a move and something is glued
// to it: a glyph, a sign of check, a result, or the next move number. Otherwise it returns 0.
func (s *PGNScanner) moveLength(w oddWord, isMove func(text string) bool) int {
	for n := max(2, len(w.text)-longestSign); n < len(w.text); n++ {
		rest := w.text[n:]
		isNumber := strings.Trim(rest, "0123456789") == "" && s.input.Peek(w.size) == '.'
		part := partOf(rest)
		if (isNumber || part.kind >= resultWord && part.deviation != noEnPassant) && isMove(w.text[:n]) {
			return n
		}
	}
	return 0
}

// oddWord reads a word that is not a legal move in a common notation.
func (s *PGNScanner) oddWord(w oddWord) PGNEvent {
	s.input.Skip(w.size)
	switch w.kind {
	case passWord:
		return s.pass(w.text)
	case resultWord:
		return s.resultMark(w.result)
	case signWord:
		return s.warn(ofForm, s.place(), w.text, w.deviation)
	case glyphWord:
		s.warn(ofForm, s.place(), w.text, w.deviation)
		return s.foundGlyph(w.nag)
	case unknownWord:
		return s.notAMove(w.text)
	}
	if s.Strict {
		s.checkMove([]byte(w.text), w.move)
	}
	if w.deviation != "" {
		s.warn(ofMove, s.place(), toUTF8(s.input.Token()), w.deviation)
	}
	return s.play(w.move)
}

// pass plays a pass, which has just been read.
func (s *PGNScanner) pass(text string) PGNEvent {
	if s.line.skipped {
		s.begun = true
		return noEvent
	}
	m, err := s.line.position.pass(text)
	if err != nil {
		return s.badMove(text, err)
	}
	if s.Strict {
		s.checkNumber(text)
	}
	if text != "--" {
		s.warn(ofMove, s.place(), text, "a pass is written --")
	}
	if len(s.outer) == 0 {
		s.warn(ofMove, s.place(), text, "no side may pass in a game")
	}
	return s.play(m)
}

// skipWord skips a word unless it is the result. Usually it does not allocate.
func (s *PGNScanner) skipWord(word []byte) PGNEvent {
	word = pgntext.CutFiller(word)
	size := len(word)
	if isNew := !s.begun && s.plies == 0 && s.words < maxNoise; isNew || mayEndWithResult(word) {
		w := newOddWord(word)
		n := s.moveLength(w, s.isMoveText)
		switch {
		case w.kind == resultWord:
			s.input.Skip(size)
			return s.resultMark(w.result)
		case n > 0 && partOf(w.text[n:]).kind == resultWord:
			size = w.cut(n).size // the result is read next
		}
		s.noteMove(w, n)
		s.words++
	}
	s.input.Skip(max(size, 1))
	return noEvent
}

// mayEndWithResult reports whether word may be a move that ends with a result.
func mayEndWithResult(word []byte) bool {
	if len(word) > longestMove+longestSign {
		return false
	}
	for n := range word {
		if _, ok := pgntext.ParseResult(word[n:]); ok || word[n] >= utf8.RuneSelf {
			return true
		}
	}
	return false
}

// noteMove notes that the movetext has begun if w, which is not played, is a pass or a move, or begins
// with a move of n bytes.
func (s *PGNScanner) noteMove(w oddWord, n int) {
	s.begun = s.begun || n > 0 || w.kind == passWord || s.isMoveText(w.text)
}

// spacedCastling returns the castling that begins here without the spaces that it is written with, as
// in "O - O", and its length in the input. If there is none, it returns the first character.
func (s *PGNScanner) spacedCastling() (text string, size int) {
	in := &s.input
	sign := in.Peek(0)
	text, size = string(rune(sign)), 1
	for end := size; len(text) < len("O-O-O"); {
		for _, want := range [...]byte{'-', sign} {
			for in.Peek(end) == ' ' {
				end++
			}
			if in.Peek(end) != want {
				return text, size
			}
			end++
		}
		text += "-" + string(rune(sign))
		size = end
	}
	return text, size
}

// bracketedPromotion returns the promotion that follows a word of n bytes, as in "a8(Q)+": "(Q)+".
// It returns "" if there is none.
func (s *PGNScanner) bracketedPromotion(n int) string {
	in := &s.input
	if t := letterTypes[in.Peek(n+1)]; t < Knight || t > Queen || in.Peek(n+2) != ')' {
		return ""
	}
	promotion := []byte{'(', in.Peek(n + 1), ')'}
	for c := in.Peek(n + 3); c == '+' || c == '#'; c = in.Peek(n + len(promotion)) {
		promotion = append(promotion, c)
	}
	return string(promotion)
}

// longestMove is the length in bytes of the longest text that is read as a move.
const longestMove = 32

// readMove reads w as a move in an unusual notation and reports whether it is legal.
func (s *PGNScanner) readMove(w *oddWord) bool {
	for san, l := range s.readings(w.text) {
		if _, match, _ := s.line.position.findSAN(san, l); match.isUnique() {
			w.kind, w.move = moveWord, match.move
			return true
		}
	}
	return false
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
		plain := santext.Plain(text)
		if !yield(plain, s.Language) || !yield(plain, Figurines) {
			return
		}
		if !santext.Language(s.Language).BeginsWithLetter(plain) {
			yield(plain, English) // otherwise the letter means another piece
		}
	}
}

// notAMove reports text that cannot be played. If it does not look like a move, and no move number
// demands one, the moves after it are read.
func (s *PGNScanner) notAMove(text string) PGNEvent {
	_, _, hasForm := s.line.position.findSAN(text, s.Language)
	isWord := strings.ContainsFunc(text, unicode.IsLetter)
	if hasForm || isWord && (s.numbered || hasSquare(text)) {
		if s.Strict {
			s.checkNumber(text)
		}
		_, err := s.line.position.parseSAN(text, s.Language)
		return s.badMove(text, err)
	}
	return s.noiseWord(text, ErrSyntax.Error())
}

// hasSquare reports whether text names a square.
func hasSquare(text string) bool {
	for i := 1; i < len(text); i++ {
		if squareOf(text[i-1], text[i]) != NoSquare {
			return true
		}
	}
	return false
}

// noiseWord reports text that means nothing, once for each run of it.
func (s *PGNScanner) noiseWord(text, reason string) PGNEvent {
	if s.words++; s.words > maxNoise && !s.line.skipped {
		return s.tooMuch("words that are not moves", maxNoise)
	}
	if s.noise || s.line.skipped {
		return noEvent
	}
	s.noise, s.careful = true, true
	return s.report(s.newFault(s.place(), text, reason, nil))
}

// maxNoise is the number of words in a game that are not moves after which its rest is skipped.
const maxNoise = 1000

// badMove reports a move that cannot be played and skips what depends on it.
func (s *PGNScanner) badMove(text string, err error) PGNEvent {
	s.noteMove(newOddWord([]byte(text)), 0)
	fault := s.newFault(s.place(), text, err.Error(), err)
	fault.IsMove = true
	if e, ok := err.(*MoveError); ok {
		fault.Reason = e.explanation() + s.languageHint(text, e)
	}
	return s.breakOff(fault)
}

// breakOff reports a fault and skips the rest of the line of play.
func (s *PGNScanner) breakOff(fault *PGNError) PGNEvent {
	s.line.skipped, s.line.broke = true, true
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
		if _, match, _ := s.line.position.findSAN(text, l); match.isUnique() {
			languages = append(languages, l.String())
		}
	}
	if len(languages) == 0 {
		return ""
	}
	return " in " + s.Language.String() + ", but one in " + strings.Join(languages, ", ") + ": set the option Language"
}

// resultMark reads a result. Some programs write one at the end of a variation, where it does not
// end the game. At the end of a paragraph it does, because then a parenthesis must be missing.
func (s *PGNScanner) resultMark(result Result) PGNEvent {
	token := s.input.Token()
	isStandard := string(token) == result.String()
	if s.Strict && !isStandard {
		s.warn(ofForm, s.place(), toUTF8(token), "the standard form of this result is "+result.String())
	}
	isOpen := len(s.outer) > 0
	if isOpen && !s.input.AtParagraphEnd(0) || s.input.Cut() && (isOpen || !isStandard) {
		return noEvent
	}
	s.resultPlace = s.place()
	return s.endGame(result)
}

// endGame ends the movetext.
func (s *PGNScanner) endGame(result Result) PGNEvent {
	s.result = result
	s.state = afterResult
	s.noise = false
	switch {
	case len(s.outer) > 0 && !s.outer[0].skipped:
		return s.report(s.newFault(s.line.place, "(", "the variation is not closed", nil))
	case s.Strict && !s.line.skipped:
		s.checkResult()
	}
	return noEvent
}

// numericResult returns the result that begins here with a digit and the length of its mark, or 0 if
// there is none.
func (s *PGNScanner) numericResult() (result Result, length int) {
	word := pgntext.CutFiller(s.input.Word())
	result, ok := parseResult(word)
	if !ok || string(word) == "1/2" {
		if spaced, n := s.spacedResult(); n > 0 {
			return spaced, n
		}
	}
	if !ok {
		return Unfinished, 0
	}
	return result, len(word)
}

// spacedResult returns the result that begins here and the length of its mark if it is more than a
// word, as in "1/2 - 1/2" and "0.5-0.5". Otherwise the length is 0.
func (s *PGNScanner) spacedResult() (result Result, length int) {
	in := &s.input
	in.Mark()
	const longest = 40
	var mark []byte
	for i := range longest {
		c := in.Peek(i)
		switch {
		case c == ' ' || c == '\t':
			continue
		case pgntext.ClassOf(c) < pgntext.Letter && c != '.' || len(mark) == len("1/2—1/2"):
			return Unfinished, 0
		}
		mark = append(mark, c)
		whole, ok := parseResult(mark)
		if !ok || i < len(mark) && mark[1] != '.' || len(mark) < 3 || string(mark) == "1/2" {
			continue
		}
		if next := in.Peek(i + 1); next != '.' && pgntext.ClassOf(next) < pgntext.Letter {
			return whole, i + 1
		}
	}
	return Unfinished, 0
}

// doubleForfeit reads "0-0" as the result of a game that both players lost, which PGN does not have: the
// Result tag says so, or it cannot be a move, and the game ends after it.
func (s *PGNScanner) doubleForfeit(word []byte) bool {
	if !pgntext.IsDoubleForfeit(string(word)) || !s.forfeit &&
		(s.line.skipped || s.numbered || s.readMove(&oddWord{text: string(word)})) {
		return false
	}
	if !s.input.AtParagraphEnd(len(word)) || s.input.Cut() {
		return false
	}
	s.input.Skip(len(word))
	s.resultPlace = s.place()
	kind := lossy
	if s.forfeit { // the tag is kept
		kind = ofForm
	}
	s.warn(kind, s.place(), toUTF8(word), "PGN has no result for a game that both players lose")
	s.endGame(Unfinished)
	return true
}

// oddNumber reads a token that begins with a digit and is not a usual move number: another move
// number, a result, a pass, or castling written with zeros.
func (s *PGNScanner) oddNumber() PGNEvent {
	in := &s.input
	if result, n := s.numericResult(); n > 0 {
		in.Skip(n)
		return s.resultMark(result)
	}
	word := pgntext.CutFiller(in.Word())
	n := len(word) - len(bytes.TrimLeft(word, "0123456789"))
	rest := word[n:]
	switch {
	case n == 4 && partOf(string(word)).kind == passWord:
		in.Skip(len(word))
		return s.pass("0000")
	case s.doubleForfeit(word):
		return noEvent
	case endsNumberOddly(rest):
		s.warn(ofForm, s.place(), string(word[:n+1]), endOfNumber)
		in.Skip(n)
		if !s.readNumber() {
			in.Skip(1)
		}
		return noEvent
	case len(rest) == 0 && in.Peek(n) == ')' && len(s.outer) == 0:
		in.Skip(n)
		if s.readNumber() {
			return noEvent
		}
		in.Mark()
		in.Skip(1)
		return s.warn(ofForm, s.place(), ")", endOfNumber)
	case len(rest) > 0 && (string(word[:n]) == "0" || strings.IndexByte("-/:", rest[0]) >= 0):
		return s.word()
	}
	in.Skip(n)
	for in.Peek(0) == '.' {
		in.Skip(1)
	}
	s.readNumber()
	return noEvent
}

// endsNumberOddly reports whether a move number ends with a colon, or with a hyphen before its move.
func endsNumberOddly(rest []byte) bool {
	return string(rest) == ":" || len(rest) > 1 && rest[0] == '-' && rest[1] > '9'
}

const endOfNumber = "a move number ends with a dot"

// readNumber examines the move number that has just been read. A number 1 after a blank line begins
// another game: readNumber then moves back to it, ends the game, and returns true.
func (s *PGNScanner) readNumber() (isNextGame bool) {
	s.numbered = true
	s.moveNumber = pgnNumber{place: s.place()}
	n := &s.moveNumber
	for _, c := range s.input.Token() {
		if c == '.' {
			n.dots++
		} else {
			n.value = min(10*n.value+int(c-'0'), 1_000_000)
		}
	}
	if n.value == 1 && n.dots < 2 && s.restarts() {
		s.endGame(Unfinished)
		return true
	}
	if missing := s.drift() - s.shift; s.noise && !s.line.skipped && (missing == 1 || missing == 2) {
		s.noise = false
		s.breakOff(s.newFault(n.place, n.String(), "a move is missing before this move number", nil))
	}
	return false
}

// restarts reports whether the move number 1 that has just been read begins another game. If so, it
// moves back to the number.
func (s *PGNScanner) restarts() bool {
	in := &s.input
	if s.plies == 0 && !s.begun || len(s.outer) > 0 || !in.AfterBlankLine() {
		return false
	}
	length := len(in.Token())
	in.Unread()
	if in.AtLineStart() && !in.HasEllipsis(length) {
		return true
	}
	in.Skip(length)
	return false
}
