package chess

import (
	"bytes"
	"io"
	"strings"

	"github.com/shakki/chess/internal/fault"
	"github.com/shakki/chess/internal/pgntext"
)

// NewPGNScanner returns a scanner of the games in r.
func NewPGNScanner(r io.Reader) *PGNScanner {
	if r == nil {
		r = pgntext.FailingReader{Err: fault.NoReader}
	}
	return &PGNScanner{input: pgntext.NewWindow(pgntext.Decode(r), pgntext.Start)}
}

// SkipGame skips the rest of the game, so that the next event is its PGNGameEnd. It does nothing
// between games.
func (s *PGNScanner) SkipGame() {
	if s.state != betweenGames {
		s.skipToEnd()
		s.queue = s.queue[:0]
	}
}

// Next advances the scanner to the next event and returns it.
func (s *PGNScanner) Next() PGNEvent {
	for {
		if len(s.queue) > 0 {
			next := s.queue[0]
			s.queue = s.queue[:copy(s.queue, s.queue[1:])]
			if next.event == PGNFault {
				s.fault = next.fault
			}
			return next.event
		}
		event := noEvent
		switch s.state {
		case inMovetext:
			event = s.movetext()
		case afterResult:
			event = s.trailer()
		default:
			event = s.header()
		}
		if s.input.Cut() && event != PGNGameEnd {
			return s.cutOff()
		}
		if event != noEvent {
			return event
		}
	}
}

// cutOff ends the scan at a token that a read error has cut off, which is not reported. Only a game
// whose result has been read is complete and gets a PGNGameEnd.
func (s *PGNScanner) cutOff() PGNEvent {
	isRead := s.state == afterResult && s.resultPlace != (pgntext.Place{})
	s.queue = s.queue[:0]
	s.state = betweenGames
	if isRead {
		return PGNGameEnd
	}
	return PGNEnd
}

// header reads one token between games or among the tags.
func (s *PGNScanner) header() PGNEvent {
	if s.input.Cut() {
		return PGNEnd
	}
	if s.state == betweenGames {
		s.limits = s.Limits.withDefaults()
		if s.input.IsZero() {
			s.input = NewPGNScanner(nil).input
		}
	}
	switch c := s.input.SkipSpace(); {
	case c == '[':
		return s.tag()
	case c == '1' && s.input.AtFirstMove():
		s.input.Mark()
		return s.startMovetext()
	case c == 0 && s.state == betweenGames:
		return PGNEnd
	case c == 0:
		return s.startMovetext()
	default:
		return s.headerText(c)
	}
}

// headerText reads text between games or among the tags that begins with c and is no tag.
func (s *PGNScanner) headerText(c byte) PGNEvent {
	if s.input.SkipFillers() {
		s.input.RestartLine() // the line begins after a byte order mark
		return noEvent
	}
	h := pgntext.Header{InTags: s.state == inTags, OnTag: s.input.Line() == s.tagLine, Repeats: s.repeats, IsMove: s.isMoveText}
	switch kind, text := h.Classify(&s.input, c); {
	case kind == pgntext.Movetext:
		return s.startMovetext()
	case kind != pgntext.Markup:
		return s.dropText(kind, text)
	case c == '<':
		return s.reserved()
	case c == '%':
		return s.escapedLine()
	}
	s.begin()
	return s.readComment(c)
}

// dropText drops text between games or among the tags, of the given kind.
func (s *PGNScanner) dropText(kind pgntext.HeaderKind, text []byte) PGNEvent {
	if kind == pgntext.DamagedTag {
		s.begin()
	}
	reason := "not a tag"
	if s.state == betweenGames {
		reason = "text outside of games"
	}
	s.drop(toUTF8(text), reason)
	if kind == pgntext.StrayText {
		s.input.Skip(len(text))
	} else {
		s.input.SkipToTag()
	}
	return noEvent
}

// movetext reads one token of the movetext.
func (s *PGNScanner) movetext() PGNEvent {
	if s.line.skipped {
		s.line.worded = s.input.SkipMoves() || s.line.worded
	}
	c := s.input.SkipSpace()
	switch pgntext.ClassOf(c) {
	case pgntext.Letter:
		return s.word()
	case pgntext.Digit:
		if !s.input.SkipMoveNumber() {
			return s.otherDigits()
		}
		s.numbered = true
		if (s.checksNumbers || s.input.AtOne()) && (s.readNumber() || len(s.queue) > 0) {
			return noEvent
		}
		if c = s.input.SkipSpace(); pgntext.ClassOf(c) == pgntext.Letter {
			return s.word()
		}
		return noEvent
	}
	return s.sign(c)
}

// otherDigits reads a token that begins with a digit and is not a usual move number: a result, a pass,
// castling written with zeros, or another move number.
func (s *PGNScanner) otherDigits() PGNEvent {
	if result, n := s.input.NumericResult(); n > 0 {
		s.input.Skip(n)
		return s.resultMark(Result(result))
	}
	word := s.input.Word()
	rest := bytes.TrimLeft(word, "0123456789")
	n := len(word) - len(rest)
	switch {
	case strings.TrimRight(string(word), "+#") == "0000":
		s.input.Skip(len(word))
		return s.pass("0000")
	case s.doubleForfeit(word):
		return noEvent
	case pgntext.EndsNumber(rest), len(rest) == 0 && s.input.Peek(n) == ')' && len(s.outer) == 0:
		return s.oddNumber(n)
	case len(rest) > 0 && (string(word[:n]) == "0" || strings.IndexByte("-/:", rest[0]) >= 0):
		return s.word()
	}
	return s.bareNumber(n)
}

// sign reads a token that begins with a sign, or ends the game at the end of the input.
func (s *PGNScanner) sign(c byte) PGNEvent {
	if c != '%' && s.input.AtLineStart() && s.endsBeforeTag() {
		return noEvent
	}
	switch c {
	case '{', ';':
		return s.readComment(c)
	case '$', '!', '?':
		return s.glyph()
	case '(':
		return s.openVariation()
	case ')':
		return s.closeVariation()
	case '.':
		return s.dot()
	case '*':
		return s.star()
	case '[':
		return s.bracket()
	case '<':
		return s.reserved()
	case '%':
		if s.input.AtLineStart() {
			return s.escapedLine()
		}
	case 0:
		return s.endGame(Unfinished)
	}
	return s.stray(c)
}

// trailer reads what follows the result on its line. Comments there belong to the game, and so does
// a comment on the next line.
func (s *PGNScanner) trailer() PGNEvent {
	if s.resultPlace == (pgntext.Place{}) {
		return s.gameEnd()
	}
	c := s.input.SkipBlanks()
	if c == '\n' && s.input.NextLineIsComment() {
		c = s.input.SkipSpace()
	}
	switch class := pgntext.ClassOf(c); {
	case c == '{', c == ';':
		return s.readComment(c)
	case c == '<':
		return s.reserved()
	case c == '[' && s.input.SkipWrapper():
		return noEvent
	case c == '[' && s.input.AtTag(), c == 0, class == pgntext.Space:
		return s.gameEnd()
	case c == '[':
		s.input.SkipBracket()
		return s.afterText("[")
	case class == pgntext.Other:
		s.input.Take(1)
		return s.afterText(string(rune(c)))
	}
	return s.afterWord(c)
}

// afterWord reads a word after the result, which begins with c.
func (s *PGNScanner) afterWord(c byte) PGNEvent {
	if s.input.SkipFillers() {
		return noEvent
	}
	w := pgntext.NewWord(s.input.Word())
	_, isMove := parseSANText([]byte(w.Text), s.Language)
	isNumber := pgntext.ClassOf(c) == pgntext.Digit && (s.droppedOn != s.input.Line() || s.input.Peek(w.Size) == '.')
	if w.Kind != pgntext.ResultWord && (isNumber || isMove || w.Kind == pgntext.PassWord) {
		return s.gameEnd() // the next game follows
	}
	s.input.Skip(w.Size)
	return s.afterText(w.Text)
}

// afterText drops text after the result. Its first part is token, which has been skipped.
func (s *PGNScanner) afterText(token string) PGNEvent {
	return s.drop(token, "text follows the result")
}

// gameEnd ends the game.
func (s *PGNScanner) gameEnd() PGNEvent {
	s.state, s.errors, s.warnings = betweenGames, 0, [2]int{}
	return PGNGameEnd
}
