package chess

import (
	"strings"
	"unicode"

	"github.com/shakki/chess/internal/pgntext"
	"github.com/shakki/chess/internal/santext"
)

// word reads a word, which usually is a move.
func (s *PGNScanner) word() PGNEvent {
	s.line.worded = true
	if !s.line.skipped && s.Language == English {
		h := santext.Head(s.input.Head())
		if m, n := s.line.position.plainMove(h); m != NullMove && pgntext.ClassOf(h.At(n)) < pgntext.Letter {
			s.input.Take(n)
			if s.Strict {
				return s.playStrictly(s.input.Token(), m)
			}
			return s.play(m)
		}
	}
	if s.line.skipped {
		return s.skipWord()
	}
	word := s.input.Word()
	if text, ok := parseSANText(word, s.Language); ok && !pgntext.EndsWithEquals(word) {
		if s.unplayed {
			s.input.Skip(len(word))
			return s.notPlayed(word)
		}
		if match := s.line.position.match(&text); match.isUnique() {
			s.input.Skip(len(word))
			return s.playStrictly(word, match.move)
		}
	}
	if s.input.AtLineStart() && s.endsBeforeTag() {
		return noEvent
	}
	if s.input.SkipFillers() {
		if strings.ContainsRune(toUTF8(s.input.Token()), '…') {
			s.moveNumber.Dots += 3
		}
		return noEvent
	}
	return s.otherWord(s.classify(s.input.Word()))
}

// classify says what the word is that the input begins with. It also returns the move if that is legal.
func (s *PGNScanner) classify(word []byte) (pgntext.Word, Move) {
	whole := s.input.Classify(word)
	if whole.Kind != pgntext.UnknownWord {
		return whole, NullMove
	}
	w := s.input.Extend(whole)
	m := s.line.position.readMove(w.Text, s.Language)
	if (m != NullMove || s.unplayed && s.isMoveText(w.Text)) && !pgntext.EndsWithEquals([]byte(w.Text)) {
		return w, m
	}
	if n := s.input.MoveLength(whole, s.isLegal); n > 0 { // a sign or a result is glued to it
		w, m = whole.Cut(n), s.line.position.readMove(whole.Text[:n], s.Language)
		after, rest := s.line.position.After(m), whole.Text[n:]
		if rest[0] == '+' && pgntext.PartOf(rest[1:]).Kind == pgntext.GlyphWord && after.InCheck() {
			w.Size++ // "Qh5+=" is a check and an evaluation
			w.Text += "+"
		}
		return w, m
	}
	n := s.input.MoveLength(whole, s.isMoveText)
	if n > 0 && pgntext.PartOf(whole.Text[n:]).Kind == pgntext.ResultWord {
		return whole.Cut(n), NullMove // the result is read next
	}
	return w, m
}

// otherWord reads a word that is not a move in a common notation, but may be the legal move m.
func (s *PGNScanner) otherWord(w pgntext.Word, m Move) PGNEvent {
	s.input.Skip(w.Size)
	switch w.Kind {
	case pgntext.PassWord:
		return s.pass(w.Text)
	case pgntext.ResultWord:
		return s.resultWord(w)
	case pgntext.SignWord:
		return s.warn(ofForm, s.place(), w.Text, w.Deviation)
	case pgntext.GlyphWord:
		s.warn(ofForm, s.place(), w.Text, w.Deviation)
		return s.foundGlyph(NAG(w.NAG))
	}
	if m == NullMove {
		return s.notAMove(w.Text)
	}
	if s.Strict && w.Deviation != "" {
		s.warn(ofMove, s.place(), s.tokenText(), w.Deviation)
	}
	return s.playStrictly([]byte(w.Text), m)
}

// pass plays a pass, which has just been read.
func (s *PGNScanner) pass(text string) PGNEvent {
	s.line.worded = true
	if s.line.skipped {
		return noEvent
	}
	m, err := s.line.position.pass(text)
	if err != nil {
		return s.badMove(text, err)
	}
	s.checkNumber([]byte(text))
	if text != "--" {
		s.warn(ofMove, s.place(), text, "a pass is written --")
	}
	if len(s.outer) == 0 {
		s.warn(ofMove, s.place(), text, "no side may pass in a game")
	}
	return s.play(m)
}

// skipWord skips a word unless it is the result. Usually it does not allocate.
func (s *PGNScanner) skipWord() PGNEvent {
	if s.input.AtLineStart() && s.endsBeforeTag() {
		return noEvent
	}
	word := s.input.Word()
	size := len(word)
	if size > 0 && pgntext.MayEndWithResult(word) {
		w := pgntext.NewWord(word)
		if w.Kind == pgntext.ResultWord {
			s.input.Skip(size)
			return s.resultWord(w)
		}
		if n := s.input.MoveLength(w, s.isMoveText); pgntext.PartOf(w.Text[n:]).Kind == pgntext.ResultWord {
			size = w.Cut(n).Size // the result is read next
		}
	}
	s.input.Skip(max(size, 1))
	return noEvent
}

// notAMove reports text that cannot be played. If it does not look like a move, and no move number
// demands one, the moves after it are read.
func (s *PGNScanner) notAMove(text string) PGNEvent {
	_, _, hasForm := s.line.position.findSAN(text, s.Language)
	isWord := strings.ContainsFunc(text, unicode.IsLetter)
	if hasForm || isWord && (s.numbered || pgntext.HasSquare(text)) {
		s.checkNumber([]byte(text))
		if s.unplayed {
			return s.notPlayed([]byte(text))
		}
		_, err := s.line.position.parseSAN(text, s.Language)
		return s.badMove(text, err)
	}
	return s.unknownText(text, ErrSyntax.Error())
}

// badMove reports a move that cannot be played and skips what depends on it.
func (s *PGNScanner) badMove(text string, err error) PGNEvent {
	fault := s.newFault(s.place(), text, err.Error(), err)
	fault.IsMove = true
	if e, ok := err.(*MoveError); ok {
		fault.Detail = e.explanation()
	}
	return s.breakOff(fault)
}

// Refuse makes the move that was not played, or the start of a game with other rules, a fault: the
// next event is PGNFault, and what depends on the move is skipped.
func (s *PGNScanner) Refuse(detail string, err error) {
	place := s.place()
	if s.plies == 0 { // the tag that gives the start
		if place = s.kept[variantTag].place; s.kept[fenTag].place.Offset > place.Offset {
			place = s.kept[fenTag].place
		}
	}
	s.breakOff(s.newFault(place, "", detail, err))
}

// resultWord reads the word w, which has been skipped, as a result. "--+" is one at the end of a
// paragraph, and elsewhere it is a pass that gives check.
func (s *PGNScanner) resultWord(w pgntext.Word) PGNEvent {
	if w.Text == "--+" && !s.input.AtParagraphEnd(0) {
		return s.pass(w.Text)
	}
	return s.resultMark(Result(w.Result))
}

// playStrictly plays a legal move. With Strict set, it warns if word, the last token, is not its SAN,
// or if the move number before it does not fit.
func (s *PGNScanner) playStrictly(word []byte, m Move) PGNEvent {
	if !s.Strict {
		return s.play(m)
	}
	s.checkNumber(word)
	event := s.play(m)
	var buffer [8]byte
	before, after := &s.line.previous, &s.line.position
	if san := after.appendMark(before.appendUnmarked(buffer[:0], m, English)); string(san) != string(word) {
		played := *after
		*after = *before // the warning is about the move there
		text := toUTF8(word)
		if reason := s.input.Deviation(text, string(san)); reason != "" {
			s.warn(ofMove, s.place(), text, reason)
		}
		*after = played
	}
	return event
}

// play plays a legal move or a pass.
func (s *PGNScanner) play(m Move) PGNEvent {
	if s.plies++; s.plies > s.limits.Moves {
		return s.tooMuch("moves", s.limits.Moves)
	}
	line := &s.line
	line.previous = line.position
	line.moved, s.numbered, s.afterUnknown = true, false, false
	s.move = m
	line.position.SetAfter(&line.previous, m)
	return PGNMove
}

// notPlayed reports the text of a move of a game with other rules.
func (s *PGNScanner) notPlayed(text []byte) PGNEvent {
	if event := s.play(NullMove); event != PGNMove {
		return event
	}
	s.comment = text
	return PGNMoveText
}

// claimsMate reports, after a move, whether it is marked as checkmate.
func (s *PGNScanner) claimsMate() bool { return s.input.Last() == '#' }
