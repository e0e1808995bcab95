package chess

import (
	"bytes"
	"fmt"
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/shakki/chess/internal/pgntext"
)

// PGNOptions control how PGN is read. The zero value reads everything, within the default limits.
// [PGNReader] and [PGNScanner] embed PGNOptions, and [ScanPGN] takes them as an argument.
type PGNOptions struct {
	Limits         PGNLimits // bounds on the memory that hostile input can take
	Language       Language  // the letters of the pieces; figurines are read in every language
	Strict         bool      // also report warnings
	SkipVariations bool      // read only the main line
	SkipMoves      bool      // read only the tags and the result
}

// PGNLimits bound the memory that hostile input can make a reader take. A field that is not
// positive means the default. A reader reports a fault when a game exceeds a limit.
type PGNLimits struct {
	Nesting int // depth of variations (default 256)
	Comment int // bytes of one comment (default 1 MiB)
	Tag     int // bytes of one tag (default 64 KiB)
	Tags    int // tags of one game (default 1,000)
	Moves   int // moves of one game, including those of variations (default 200,000)
	Notes   int // comments and glyphs of one game (default 200,000)
	Text    int // bytes of all tags and comments of one game (default 8 MiB)
}

// maxLimit is the largest limit. It leaves room for sums of limits in 32 bits.
const maxLimit = 1 << 30

// withDefaults returns l with the defaults filled in.
func (l PGNLimits) withDefaults() PGNLimits {
	for _, limit := range []struct {
		value        *int
		defaultValue int
	}{
		{&l.Nesting, 256}, {&l.Comment, 1 << 20}, {&l.Tag, 1 << 16}, {&l.Tags, 1000}, {&l.Moves, 200_000},
		{&l.Notes, 200_000}, {&l.Text, 8 << 20},
	} {
		if *limit.value <= 0 {
			*limit.value = limit.defaultValue
		}
		*limit.value = min(*limit.value, maxLimit)
	}
	return l
}

// A Severity says what a fault in a game record costs. The zero value is [SeverityError].
type Severity uint8

// The severities.
const (
	SeverityError   Severity = iota // text or moves are lost, such as an illegal move and those after it
	SeverityWarning                 // nothing is lost, but the record contradicts itself or deviates from the standard
)

var severityNames = [...]string{"error", "warning"}

// String returns "error" or "warning".
func (s Severity) String() string { return nameOf("Severity", severityNames[:], s) }

// MarshalText implements [encoding.TextMarshaler] with the form of String.
func (s Severity) MarshalText() ([]byte, error) { return marshalName("severity", severityNames[:], s) }

// UnmarshalText implements [encoding.TextUnmarshaler] for the form that String writes. The error is
// a [*ParseError].
func (s *Severity) UnmarshalText(text []byte) error {
	return unmarshal(s, text, func(name string) (Severity, error) {
		return parseName[Severity]("severity", severityNames[:], name)
	})
}

// A PGNError reports a fault in PGN text and its place. Faults with [SeverityWarning] are found only
// with [PGNOptions].Strict.
type PGNError struct {
	Severity     Severity // whether the fault costs text or moves
	Game         int      // the number of the game in the input, from 1
	White, Black string   // the players, from the tags
	Line         int      // the line of the fault, from 1
	Column       int      // the column in bytes, from 1
	Offset       int64    // the offset of the fault in bytes from the start of the input
	Position     Position // the position after the moves before the fault
	IsMove       bool     // Token was read as a move
	Token        string   // the text at fault, shortened if it is long, or "" if the fault is not one of text
	Reason       string   // what is wrong, such as "the knight on g8 is pinned by the bishop on b5"
	Err          error    // the *MoveError or *FENError with the details, or nil
}

// Unwrap returns the *MoveError or *FENError with the details, or nil.
func (e *PGNError) Unwrap() error { return e.Err }

// Error returns the place and the fault, such as "PGN line 12, column 8: game 3 (Carlsen - Anand):
// 23... Nf6: the knight on g8 is pinned by the bishop on b5". For a warning, "warning: " precedes
// the game.
func (e *PGNError) Error() string {
	severity := ""
	if e.Severity == SeverityWarning {
		severity = "warning: "
	}
	return fmt.Sprintf("PGN line %d, column %d: %s%s", e.Line, e.Column, severity, e.Fault())
}

// Fault returns the message of Error without the place and the severity: "game 3 (Carlsen - Anand):
// 23... Nf6: the knight on g8 is pinned by the bishop on b5". It quotes a Token that is not a move.
func (e *PGNError) Fault() string { return inGame(e.Game, e.White, e.Black, e.fault()) }

// fault is Fault without the game.
func (e *PGNError) fault() string {
	switch {
	case e.IsMove:
		p := &e.Position
		return fmt.Sprintf("%d%s %s: %s", p.FullmoveNumber(), dots(p.Turn()), e.Token, e.Reason)
	case e.Token != "":
		return fmt.Sprintf("%q: %s", e.Token, e.Reason)
	}
	return e.Reason
}

// inGame returns a message about a game, such as "game 3 (Carlsen - Anand): ...".
func inGame(number int, white, black, message string) string {
	return fmt.Sprintf("game %d (%s - %s): %s", number, orUnknown(white), orUnknown(black), message)
}

// dots returns the dots after the number of a move by c.
func dots(c Color) string {
	if c == Black {
		return "..."
	}
	return "."
}

// orUnknown returns the name of a player for a message, or "?" if it is not known.
func orUnknown(name string) string {
	if name == "" {
		return "?"
	}
	return printable(abridged(name))
}

// A Tag is a name and a value that describe a game, such as White and "Carlsen". A game stores tags
// that PGN can represent: the name has 1 to 250 bytes and no white space, quotes, or brackets, the
// value has one line, and both are UTF-8. Other tags are changed: an underscore replaces each
// character that a name cannot have, a space replaces each line break in a value, and text that is
// not UTF-8 is read as Windows-1252.
type Tag struct {
	Name  string `json:"name"`  // "Event"
	Value string `json:"value"` // "Tilburg"
}

// maxTagName is the length in bytes of the longest tag name that a game stores. It leaves room for
// the bracket and the quote in the text that the reader examines to recognize a tag.
const maxTagName = pgntext.MaxWord - 5

// tagName returns name, changed if PGN cannot represent it.
func tagName(name string) string {
	if 0 < len(name) && len(name) <= maxTagName && pgntext.TagNameLength([]byte(name)) == len(name) && utf8.ValidString(name) {
		return name
	}
	name = strings.Map(func(r rune) rune {
		if r < utf8.RuneSelf && pgntext.TagNameLength([]byte{byte(r)}) == 0 {
			return '_'
		}
		return r
	}, toUTF8([]byte(name)))
	for len(name) > maxTagName {
		_, size := utf8.DecodeLastRuneInString(name)
		name = name[:len(name)-size]
	}
	if name == "" {
		return "_"
	}
	return name
}

// tagValue returns value, changed if PGN cannot represent it.
func tagValue(value string) string {
	if strings.ContainsAny(value, "\r\n") {
		value = strings.NewReplacer("\r\n", " ", "\r", " ", "\n", " ").Replace(value)
	}
	return toUTF8([]byte(value))
}

// parseTermination returns the reason that a Termination tag gives, in the words of the PGN
// standard or of a server, or NoReason if it gives none.
func parseTermination(value string) Reason {
	if i := strings.LastIndex(value, " won "); i >= 0 {
		value = value[i:] // "50cent won on time": the name of the player gives no reason
	}
	value = strings.ToLower(value)
	for _, known := range [...]struct {
		words  string
		reason Reason
	}{
		{"adjudicat", Adjudication}, {"time forfeit", Time}, {"on time", Time}, {"timeout", Time},
		{"resign", Resignation}, {"agreement", Agreement}, {"abandon", Abandonment}, {"infraction", RulesInfraction},
		{"forfeit", Forfeit}, {"repetition", ThreefoldRepetition}, {"fifty", FiftyMoves}, {"50", FiftyMoves},
	} {
		if strings.Contains(value, known.words) {
			return known.reason
		}
	}
	return NoReason
}

// roster is the Seven Tag Roster of the PGN standard (8.1.1). The values are those of unknown tags.
var roster = [...]Tag{
	{"Event", "?"}, {"Site", "?"}, {"Date", "????.??.??"}, {"Round", "?"},
	{"White", "?"}, {"Black", "?"}, {"Result", "*"},
}

// terminations holds the values of the Termination tag for the reasons that do not follow from the
// moves. All but "forfeit" are values of the PGN standard (9.8.1).
var terminations = map[Reason]string{
	Time: "time forfeit", Adjudication: "adjudication", Abandonment: "abandoned", Forfeit: "forfeit",
	RulesInfraction: "rules infraction",
}

// toUTF8 returns text as a string. Text that is not valid UTF-8 is converted from Windows-1252.
func toUTF8(text []byte) string {
	if utf8.Valid(text) {
		return string(text)
	}
	runes := make([]rune, len(text))
	for i, c := range text {
		runes[i] = rune(c)
		if 0x80 <= c && c < 0xa0 {
			runes[i] = windows1252[c-0x80]
		}
	}
	return string(runes)
}

// parseVariant reports whether the value of a Variant tag names Chess960, and whether it names a
// game that this package plays.
func parseVariant(variant string) (chess960, known bool) {
	if variant == "" {
		return false, true
	}
	switch strings.ToLower(strings.NewReplacer(" ", "", "-", "", "_", "").Replace(variant)) {
	case "?", "standard", "chess", "normal", "fromposition", "classical", "classic":
		return false, true
	case "chess960", "960", "fischerandom", "fischerrandom", "fischerandomchess", "fischerrandomchess",
		"frc", "freestyle", "freestylechess", "dfrc", "doublefischerandom", "doublefischerrandom":
		return true, true
	}
	return false, false
}

// parseResultMark parses a result in one of the forms that occur in PGN files. The mark "*" is not
// one of them.
func parseResultMark(word []byte) (Result, bool) {
	if len(word) < 2 {
		return Unfinished, false
	}
	switch string(word) {
	case "1-0", "1:0", "1–0", "1—0", "+--", "WHITEWIN":
		return WhiteWins, true
	case "0-1", "0:1", "0–1", "0—1", "BLACKWIN":
		return BlackWins, true
	case "1/2-1/2", "1/2", "1/2:1/2", "1/2–1/2", "1/2—1/2", "½-½", "½–½", "½—½", "½":
		return Draw, true
	}
	return Unfinished, false
}

// glyphNAGs holds the numbers of the annotation glyphs that may be written as signs. The numbers from
// 140 are not of the PGN standard but in common use.
var glyphNAGs = map[string]NAG{
	"!": 1, "?": 2, "!!": 3, "‼": 3, "??": 4, "⁇": 4, "!?": 5, "⁉": 5, "?!": 6, "⁈": 6, "□": 7,
	"=": 10, "==": 10, "∞": 13, "~=": 13,
	"+=": 14, "⩲": 14, "+/=": 14, "±=": 14, "=+": 15, "⩱": 15, "=/+": 15,
	"+/-": 16, "+/−": 16, "+/–": 16, "±": 16, "-/+": 17, "−/+": 17, "–/+": 17, "∓": 17,
	"+-": 18, "+−": 18, "+–": 18, "+—": 18, "-+": 19, "−+": 19, "–+": 19, "—+": 19,
	"⨀": 22, "⊙": 22, "○": 26, "⟳": 32, "↑": 36, "→": 40, "=/∞": 44, "=∞": 44, "∞/=": 44, "∞=": 44, "⯹": 44, "⇆": 132, "⊕": 138,
	"∆": 140, "Δ": 140, "△": 140, "⌓": 142, "N": 146, "TN": 146, "D": diagram,
}

// diagram is the glyph that asks for a diagram.
const diagram NAG = 220

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
	switch {
	case in.Peek(size) == '(':
		promotion := s.bracketedPromotion(size)
		text += promotion
		size += len(promotion)
	case strings.HasSuffix(text, "e") && in.Peek(size) == '.' && in.Peek(size+1) == 'p':
		text = text[:len(text)-1]
		size += len(".p")
	}
	m, ok := s.readMove(text)
	if !ok || strings.HasSuffix(text, "=") || strings.HasSuffix(text, "=+") {
		if n, glued := s.gluedMove(w); n > 0 {
			text, size, m, ok = w.text[:n], w.size(n), glued, true
		}
	}
	in.Skip(size)
	if !ok {
		return s.notAMove(text)
	}
	if s.Strict {
		s.checkMove([]byte(text), m)
	}
	return s.play(m)
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
	if len(text) > longestMove {
		return NullMove, false
	}
	if _, match, _ := s.position.findSAN(text, s.Language); match.isUnique() {
		return match.move, true
	}
	plain := plainMove(text)
	for _, l := range [...]Language{s.Language, Figurines, English} {
		if letter, _ := s.Language.cutLetter([]byte(plain)); l != s.Language && l == English && letter != NoPieceType {
			continue // the letter means another piece
		}
		if _, match, _ := s.position.findSAN(plain, l); match.isUnique() {
			return match.move, true
		}
	}
	return NullMove, false
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
	if t := pieceTypeOf(in.Peek(n + 1)); in.Peek(n+2) != ')' || t < Knight || t > Queen {
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
	fault := s.newFault(text, err.Error(), err)
	fault.IsMove = true
	if e, ok := err.(*MoveError); ok {
		fault.Reason = e.explanation() + s.languageHint(text, e)
	}
	return s.skipLine(fault)
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

// windows1252 holds the characters from 0x80 to 0x9f in Windows-1252, as the WHATWG encoding standard
// maps them. All others are those of Latin-1.
var windows1252 = [32]rune{
	'€', 0x81, '‚', 'ƒ', '„', '…', '†', '‡', 'ˆ', '‰', 'Š', '‹', 'Œ', 0x8d, 'Ž', 0x8f,
	0x90, '‘', '’', '“', '”', '•', '–', '—', '˜', '™', 'š', '›', 'œ', 0x9d, 'ž', 'Ÿ',
}
