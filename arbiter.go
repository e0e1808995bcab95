package chess

import (
	"bytes"
	"cmp"
	"fmt"
	"iter"
	"slices"
	"sort"
	"strconv"
	"strings"

	"github.com/shakki/chess/internal/enum"
	"github.com/shakki/chess/internal/movetree"
	"github.com/shakki/chess/internal/pgntext"
	"github.com/shakki/chess/internal/tagvalue"
)

// An Arbiter finds mistakes in game records. It checks that play stopped when the rules ended the
// game, and that the result agrees with the board and with the tags.
//
//	for _, f := range (chess.Arbiter{}).Judge(game) {
//		fmt.Println(f.Text)
//	}
//
// An Arbiter reports only what must be wrong. It accepts everything that a record leaves open, with
// one exception: in a draw on time, it assumes that the player to move ran out of time, unless the
// record says who did.
//
// The zero Arbiter judges by the FIDE Laws.
type Arbiter struct {
	Rules  Rules // the rules of the games, which replace [Game.Rules]
	Claims bool  // also report the draws that a player could have claimed but did not, about 1,000 in a game at most
}

// A Finding is a mistake in the record of a game. The fields Game, Line, and Column are 0 if it
// comes from [Arbiter.Judge].
type Finding struct {
	Game   int         `json:"game"`         // the number of the game in the input, from 1
	White  string      `json:"white"`        // the player of the white pieces, from the tags
	Black  string      `json:"black"`        // the player of the black pieces, from the tags
	Line   int         `json:"line"`         // the line of the move, tag, or result, from 1
	Column int         `json:"column"`       // the column in bytes, from 1
	Kind   FindingKind `json:"kind"`         // the kind of mistake
	Ply    int         `json:"ply"`          // the number of plies of the main line before the mistake
	Tag    string      `json:"tag,omitzero"` // the name of the tag that is wrong, or "" for a move or the result
	Text   string      `json:"text"`         // "60... Kd7: the game had already ended: 1/2-1/2 (fivefold repetition)"
}

// String returns the game and the text, such as "game 3 (Carlsen - Anand): 60... Kd7: the game had
// already ended: 1/2-1/2 (fivefold repetition)". Without the number of the game, it begins with the
// players: "Carlsen - Anand: ".
func (f Finding) String() string {
	if f.Game == 0 {
		return fmt.Sprintf("%s - %s: %s", orUnknown(f.White), orUnknown(f.Black), f.Text)
	}
	return inGame(f.Game, f.White, f.Black, f.Text)
}

// A FindingKind is a kind of [Finding]. The zero value is [Unreadable].
type FindingKind uint8

// The kinds of findings.
const (
	Unreadable       FindingKind = iota // the record has a fault, such as an illegal move (see PGNError) or a wrong move number
	PlayedOn                            // a move follows the automatic end of the game
	WrongResult                         // the result contradicts the board, or the Result tag contradicts the movetext
	WrongTermination                    // the Termination tag contradicts the board or the result
	WrongFlagFall                       // a win on time by a player who could not win, or a draw against one who could
	UnfoundedDraw                       // a draw under a rule whose condition does not hold
	WrongTag                            // a tag cannot be true, or contradicts the moves or another tag
	WrongMove                           // a pass, a mark of checkmate that is wrong, or a clock that is impossible
	MissedClaim                         // a player could have claimed a draw but did not
)

var findingKindNames = enum.Of[FindingKind]("finding kind",
	"unreadable", "played on", "wrong result", "wrong termination", "wrong flag-fall", "unfounded draw",
	"wrong tag", "wrong move", "missed claim",
)

// String returns the name of the kind, such as "wrong result".
func (k FindingKind) String() string { return findingKindNames.Text(k) }

// MarshalText implements [encoding.TextMarshaler] with the form of String.
func (k FindingKind) MarshalText() ([]byte, error) { return findingKindNames.Marshal(k) }

// UnmarshalText implements [encoding.TextUnmarshaler] for the form that String writes.
func (k *FindingKind) UnmarshalText(text []byte) error { return findingKindNames.Unmarshal(k, text) }

// Judge returns the mistakes in g, or nil if there are none. It examines the main line, the
// recorded outcome, the tags, the clocks, and the last comment. It ignores variations. It
// finds the same mistakes as JudgePGN in the text that g was read from, except faults of the text,
// which reading has reported, some of them only with [PGNOptions].Strict.
func (a Arbiter) Judge(g *Game) []Finding {
	g.compute(cachedLine)
	r := record{effort: recordEffort, line: g.line, moves: g.Moves(), broken: g.text.broken}
	for _, t := range slices.Concat(g.text.saved, g.tags) {
		r.tags = r.tags.Add([]byte(t.Name), []byte(t.Value), pgntext.Place{})
	}
	r.remarks.Begin(r.tags)
	for ply, i := range g.ends[1:] {
		for a := range g.tree.NotesOf(i) {
			if a.Kind == movetree.CommentAfter {
				r.remarks.Add(g.tree.Comment(a), ply+1, pgntext.Place{})
			}
		}
	}
	switch {
	case g.text.unchanged:
		r.mates = g.text.mates
		r.mark = resultAt{result: g.text.mark, given: g.text.marked}
	case g.end.IsOver():
		r.said = terminationOf(g.RecordedOutcome().Reason, g.by)
		r.mark = resultAt{result: g.end.Result, given: true}
	}
	return r.judge(&a)
}

// JudgePGN reads the remaining games from s and iterates over their findings. It yields once for
// each game, with nil for a game without mistakes, and once more if there is text after the last
// game. Findings name the line and the column. Every fault in the text is a finding, and those between
// games are found with the next game. If a game has an illegal move, JudgePGN judges the moves before
// it. Game numbers are those of s, which restart in each part of the input of [ScanPGN]. If reading
// fails, the iteration ends, and [PGNScanner.Err] returns the error.
func (a Arbiter) JudgePGN(s *PGNScanner) iter.Seq[[]Finding] {
	return func(yield func([]Finding) bool) {
		r := record{effort: recordEffort}
		s.judged = true
		for event := s.Next(); event != PGNEnd; event = s.Next() {
			r.add(s, event)
			if event == PGNGameEnd {
				if !yield(r.judge(&a)) {
					return
				}
				// The next game uses the memory of the slices again.
				r = record{tags: r.tags[:0], line: r.line[:0], moves: r.moves[:0], places: r.places[:0], remarks: r.remarks, effort: r.effort}
			}
		}
		if len(r.findings) > 0 && s.Err() == nil {
			r.game = max(s.Game(), 1)
			yield(r.sorted())
		}
	}
}

// A record is the part of a game that an Arbiter examines. For a *Game, places are zero.
type record struct {
	game         int
	white, black string
	tags         tagvalue.Tags // the tags that matter
	line         history       // the positions of the main line
	moves        []Move
	places       []pgntext.Place // the places of the moves
	mark         resultAt        // the result after the moves
	said         termination     // what the record says about its end; before its tags are read, what a Game says
	broken       bool            // the main line could not be read to its end
	mates        bool            // the last move is marked as checkmate
	sign         string          // what the first wrong sign of a move says
	signed       int             // the number of plies before that move
	number       numbering
	remarks      tagvalue.Remarks
	effort       effort // what the questions who can win may still cost

	// What judge finds out first.
	arbiter     *Arbiter
	rules       *Rules       // of the arbiter
	tag         resultAt     // the result in the Result tag
	termination tagvalue.Tag // the Termination tag, unless another reason precedes it
	end         Outcome      // the automatic end of the game
	endPly      int          // the number of plies before it
	board       Outcome      // the outcome in the last position, unknown if the record is broken
	result      resultAt     // the recorded result
	findings    []Finding
}

// A resultAt is a result and its place in the record.
type resultAt struct {
	result Result
	given  bool // the record has the result
	place  pgntext.Place
	name   string // of the tag that has it, or "" for the result after the moves
}

// add adds the element that an event reports.
func (r *record) add(s *PGNScanner, event PGNEvent) {
	switch event {
	case PGNMove:
		r.number.follow(r, s)
		if s.Depth() == 0 && len(r.line) > 0 { // r.line is empty if s had already read the start of the game
			r.line = append(r.line, *s.Position())
			r.moves = append(r.moves, s.Move())
			r.places = append(r.places, s.place())
			r.mates = s.claimsMate()
			if r.sign == "" {
				r.sign, r.signed = s.wrongSign(), len(r.moves)-1
			}
		}
	case PGNComment:
		if len(s.outer) == 0 && !s.startsLine() {
			r.remarks.Add(s.Comment(), len(r.moves), s.place())
		}
	case PGNMovetext:
		r.line = append(r.line[:0], *s.Position())
		r.remarks.Begin(r.tags)
	case PGNTag:
		r.tags = r.tags.Add(s.name, s.value, s.place())
	case PGNFault:
		f := s.Fault()
		r.white, r.black = f.White, f.Black
		r.findings = append(r.findings, r.about(pgntext.Place{Line: f.Line, Column: f.Column}, "", f.fault()))
	case PGNGameEnd:
		r.game, r.broken = s.Game(), s.isBroken()
		r.mark = resultAt{result: s.Result(), given: s.resultPlace != pgntext.Place{}, place: s.resultPlace}
		if len(r.line) == 0 { // the start position is unknown
			r.line = append(r.line, startPosition)
			r.remarks.Begin(r.tags)
		}
	}
}

// A numbering follows the move numbers of the main line.
type numbering struct {
	last          pgntext.Number
	shift         int // how many plies it runs ahead of the positions
	begun, broken bool
}

// follow reports, before the move that s has just read, the first number that skips or repeats a
// move.
func (n *numbering) follow(r *record, s *PGNScanner) {
	if n.last.Place.Offset == s.moveNumber.Place.Offset && n.last == s.moveNumber { // the offset decides quickly
		return
	}
	n.last = s.moveNumber
	if s.Depth() > 0 || n.broken {
		return
	}
	shift := s.drift(&s.line.previous)
	if change := shift - n.shift; n.begun && (change < -1 || change > 1) {
		n.broken = true
		r.findings = append(r.findings, r.about(n.last.Place, "", fmt.Sprintf("move number %d is out of sequence", n.last.Value)))
	}
	n.begun, n.shift = true, shift
}

// wrongSign returns, after a move, what a sign of it wrongly says: "a capture", "check",
// "checkmate", or "" if its signs are right.
func (s *PGNScanner) wrongSign() string {
	p, token := &s.line.position, s.input.Token()
	switch last := token[len(token)-1]; {
	case last == '#' && p.outcome().Reason != Checkmate:
		return "checkmate"
	case last == '+' && !p.InCheck():
		return "check"
	case bytes.IndexByte(token, 'x') > 0 && !s.line.previous.isCapture(s.move):
		return "a capture"
	}
	return ""
}

// questions are what a complete record is asked, in this order. Each reports what is wrong.
var questions = [...]func(*record){
	(*record).judgeEnd,         // do moves follow the automatic end of the game?
	(*record).judgeResult,      // do the results agree with the board and with each other?
	(*record).judgeTermination, // can the game have ended in the way that the record says?
	(*record).judgeComment,     // does the last comment agree with the result?
	(*record).judgeTags,        // can each tag be true?
	(*record).judgeMoves,       // did a side pass, is a sign of a move wrong, and does a clock show too much?
	(*record).judgeClaims,      // which draws could have been claimed?
}

// judge returns the findings in a complete record.
func (r *record) judge(a *Arbiter) []Finding {
	r.arbiter, r.rules = a, &a.Rules
	r.readTags()
	r.effort = min(r.effort+gameEffort+effort(plyEffort*len(r.moves)), recordEffort)
	r.end, r.endPly = r.line.judge(r.rules, 0, &r.effort)
	for _, ask := range questions {
		ask(r)
	}
	return r.sorted()
}

// readTags sets the fields that come from the tags. What a Game says about its end precedes its tags.
func (r *record) readTags() {
	r.white = cmp.Or(r.tags.Get("White").Value, r.white)
	r.black = cmp.Or(r.tags.Get("Black").Value, r.black)
	result := r.tags.Get("Result")
	r.tag = resultAt{place: result.Place, name: "Result"}
	r.tag.result, r.tag.given = pgntext.ParseResultTag[Result](result.Value)
	r.termination = r.tags.Get("Termination")
	said := readTermination(r.termination.Value, r.white, r.black)
	e, _ := parseEndReason(r.tags.Get(reasonTag).Value)
	if e.reason.isLoss() && e.allows(r.recorded().result) && (said.reason == NoReason || said.reason == e.reason) {
		r.said = e
	}
	switch r.said.reason {
	case NoReason:
		r.said = said
	case said.reason:
		said.fits &= r.said.fits
		r.said = said
	default:
		r.termination = tagvalue.Tag{}
	}
}

// recorded returns the result after the moves or, if there is none or it stands for a result without
// a mark, the result in the Result tag.
func (r *record) recorded() resultAt {
	if r.mark.given && (r.mark.result == r.tag.result || !pgntext.Agrees(r.mark.result, r.tag.result)) {
		return r.mark
	}
	return r.tag
}

// judgeEnd reports a move after the automatic end of the game. It sets the outcome in the last position.
func (r *record) judgeEnd() {
	last := len(r.moves)
	if r.end.IsOver() && r.endPly < last {
		r.report(PlayedOn, r.aboutMove(r.endPly), fmt.Sprintf("the game had already ended: %v", r.end))
	}
	if r.broken {
		return
	}
	if r.board = r.line[last].outcome(); !r.board.IsOver() && r.endPly == last {
		r.board = r.end
	}
}

// judgeResult reports a result that contradicts the board or the other result. It sets the recorded
// result: the one in the Result tag if the Termination tag agrees only with that one.
func (r *record) judgeResult() {
	r.result = r.recorded()
	disagree := r.mark.given && r.tag.given && !pgntext.Agrees(r.mark.result, r.tag.result)
	switch result := r.result.result; {
	case r.result.given && r.board.IsOver() && result != r.board.Result && result != r.end.Result:
		r.report(WrongResult, r.aboutResult(r.result), fmt.Sprintf("the game ended on the board: %v", r.board))
	case disagree && r.said.allows(r.tag.result) && !r.said.allows(r.mark.result):
		r.report(WrongResult, r.aboutResult(r.mark), fmt.Sprintf("the tags Result and Termination say %v", r.tag.result))
		r.result = r.tag
	case disagree:
		r.report(WrongResult, r.aboutResult(r.tag), fmt.Sprintf("the result after the moves is %v", r.mark.result))
	}
}

// judgeTermination reports what the record says about its end if that contradicts the result or the board.
func (r *record) judgeTermination() {
	kind, text := WrongTermination, r.contradiction()
	switch reason := r.said.reason; {
	case text != "", r.broken, r.end.IsOver(), !r.result.given:
	case r.said.isLoss:
		kind, text = WrongResult, r.wrongLoss(&r.said)
		if reason == OutOfTime {
			kind = WrongFlagFall
		}
	case r.result.result == Drawn && (reason.isCondition() || reason == Agreement):
		kind, text = UnfoundedDraw, r.unfounded(reason)
	}
	if text != "" {
		r.report(kind, r.aboutEnd(kind), text)
	}
}

// contradiction says how the result or the last position contradicts what the record says about its
// end, or returns "" if neither does. If the game ended on the board, the result is that of the board.
func (r *record) contradiction() string {
	result, known := r.result.result, r.result.given
	if r.board.IsOver() {
		result, known = r.board.Result, true
	}
	switch t := &r.said; {
	case known && !t.allows(result):
		return fmt.Sprintf("the result is %v", result)
	case r.broken || t.reason == r.board.Reason:
		return ""
	case r.board.Reason.leavesNoMove() && !slices.Contains([]Reason{NoReason, Adjudication, Forfeit, RulesInfraction}, t.reason):
		return fmt.Sprintf("the game ended by %v", r.board.Reason) // a decision about the game does not rule that out
	case !r.board.Reason.leavesNoMove() && t.reason.leavesNoMove():
		return fmt.Sprintf("the last position is not %v", t.reason)
	}
	return ""
}

// leavesNoMove reports whether r is checkmate or stalemate.
func (r Reason) leavesNoMove() bool { return r == Checkmate || r == Stalemate }

// wrongLoss returns why a win or a draw by a loss without checkmate is wrong in the last position, or ""
// if it may be right. Usually the player to move has run out of time or resigned. But a player may also
// do so after moving, so a win is possible for either side. In a draw, wrongLoss assumes that it was the
// player to move, unless the record says who it was.
func (r *record) wrongLoss(t *termination) string {
	p, rules := &r.line[len(r.moves)], r.rules
	winner, won := Outcome{Result: r.result.result}.Winner()
	if !won {
		winner = t.winner(p.Turn().Other())
	}
	switch {
	case won && (t.reason == Abandonment || t.reason != OutOfTime && (rules.TimeByMaterial || !r.tags.IsSince(2023))),
		won && rules.loss(p, winner.Other(), t.reason, &r.effort) == r.result.result:
		return ""
	case won && rules.TimeByMaterial:
		return winner.name() + " has too few pieces to checkmate"
	case won:
		return winner.name() + " cannot checkmate by any sequence of legal moves"
	case t.reason == Resignation && rules.ResignationLoses:
		return "a player who resigns loses under these rules"
	case !rules.surelyWins(p, winner, &r.effort):
		return ""
	case t.reason == OutOfTime:
		return winner.name() + " could still checkmate when the opponent's time was up"
	}
	return winner.name() + " could still checkmate"
}

// unfounded returns why the last position is not a draw for the given reason, or "" if it is one.
func (r *record) unfounded(reason Reason) string {
	last, rules := len(r.moves), r.rules
	p, d := &r.line[last], drawBy(reason)
	switch {
	case reason == Agreement && last > 0 && !p.hasMoved(Black): // FIDE 5.2.3; a record without moves may omit them
		return "only one player has moved"
	case reason == Agreement, reason == PerpetualCheck && !d.isKnown(rules): // then the players agreed to the draw
		return ""
	case !d.isKnown(rules):
		return fmt.Sprintf("the rules have no draw by %v", reason)
	case reason == DeadPosition, reason == InsufficientMaterial:
		if rules.mayBeDead(p, &r.effort) {
			return ""
		}
		return "a checkmate is still possible"
	case d.holds(r.line, p, last), r.line.mayBeClaimed(reason, rules, last):
		return ""
	}
	return d.shortfall(r.line, p, last)
}

// judgeComment reports the last comment if it contradicts the result, or if it alone tells of a loss
// that is wrong.
func (r *record) judgeComment() {
	comment, said, place := r.remarks.Last(len(r.moves), r.white, r.black)
	text, e := "", terminationBy(said)
	switch {
	case !r.result.given:
	case !e.allows(r.result.result):
		text = fmt.Sprintf("the result is %v", r.result.result)
	case e.isLoss && !r.said.isLoss && !r.broken:
		text = r.wrongLoss(&e)
	}
	if text != "" {
		r.report(WrongTermination, r.about(place, "", fmt.Sprintf("comment %q", abridged(comment))), text)
	}
}

// judgeTags reports tags that cannot be true and tags that contradict each other or the moves.
func (r *record) judgeTags() {
	facts := tagvalue.Record{
		Tags:      r.tags,
		Plies:     len(r.moves),
		Result:    pgntext.Result(r.result.result),
		IsMarked:  r.mark.given,
		IsRegular: r.line[0] == startPosition,
		HasMoved: func(file byte) bool {
			return slices.ContainsFunc(r.moves, func(m Move) bool { return m.From() == squareOf(file, '2') })
		},
		FEN: func() string { return r.line[len(r.moves)].FEN() },
	}
	if r.broken {
		facts.Plies = -1
	}
	for i := range r.tags {
		t, kind, text := &r.tags[i], WrongTag, facts.Wrong(i)
		switch {
		case t.Name == "Result":
			kind = WrongResult
		case text != "":
		case t.Name == "FEN":
			text = wrongFEN(t.Value)
		case t.Name == reasonTag, t.Name == offerTag, t.Name == announcedTag:
			text = r.wrongSaved(t)
		}
		if text != "" {
			r.report(kind, r.aboutTag(t), text)
		}
	}
}

// wrongSaved returns why a tag that saves the state of a game cannot be true, or "" if it can.
func (r *record) wrongSaved(t *tagvalue.Tag) string {
	e, _ := parseEndReason(t.Value)
	switch {
	case r.result.given && contradicts(t.Value, r.result.result):
		return "it contradicts the result"
	case r.broken || r.end.IsOver():
	case t.Name == announcedTag && strings.Trim(t.Value, " ?-") != "":
		e, _ = parseEndReason(r.tags.Get(reasonTag).Value)
		_, wrong := r.line.announced(r.rules, t.Value, e.reason)
		return wrong
	case !e.reason.isCondition():
	case e.by.is && e.by.color != r.line[len(r.moves)].Turn():
		return e.by.color.name() + " was not to move"
	default:
		return r.unfounded(e.reason)
	}
	return ""
}

// wrongFEN returns why the rights in a FEN contradict its board, or its halfmove clock its move number,
// or "" if they do not.
func wrongFEN(fen string) string {
	p, repairs, err := RepairFEN(fen)
	if most := 2*(p.FullmoveNumber()-1) + int(p.Turn()); err == nil && p.HalfmoveClock() > most {
		return fmt.Sprintf("the halfmove clock is %d, and %d plies have been played", p.HalfmoveClock(), most)
	}
	for _, repair := range repairs {
		if repair.Field == fenFieldNames[fenCastling] || repair.Field == fenFieldNames[fenEnPassant] {
			return repair.Detail
		}
	}
	return ""
}

// judgeMoves reports passes, wrong signs of moves, and a clock that shows too much.
func (r *record) judgeMoves() {
	for ply, m := range r.moves {
		if m == NullMove && len(r.findings) < maxFindings {
			r.report(WrongMove, r.aboutMove(ply), "no player may pass")
		}
	}
	last := len(r.moves) - 1
	mismated := r.mates && !r.broken && last >= 0 && r.line[last+1].outcome().Reason != Checkmate
	if mismated {
		r.report(WrongMove, r.aboutMove(last), "the move is marked as checkmate but is not")
	}
	if r.sign != "" && !r.broken && !(mismated && r.signed == last) {
		r.report(Unreadable, r.aboutMove(r.signed), fmt.Sprintf("the move is marked as %s but is not", r.sign))
	}
	if c, why := r.remarks.WrongClock(r.tags.Get("Event").Value, len(r.moves)); why != "" {
		f := r.aboutMove(c.Plies - 1)
		f.Line, f.Column = c.Place.Line, c.Place.Column
		r.report(WrongMove, f, why)
	}
}

// maxFindings is the number of findings in a game after which missed claims are no longer reported.
const maxFindings = 1000

// judgeClaims reports the claims that were missed before the automatic end of the game. In the last
// position, a claim was missed only if the player to move lost. If the game was drawn, the player
// may have made the claim.
func (r *record) judgeClaims() {
	until := len(r.moves) + 1
	switch p := &r.line[len(r.moves)]; {
	case !r.arbiter.Claims:
		return
	case r.end.IsOver():
		until = r.endPly
	case r.broken || r.result.result != WinFor(p.Turn().Other()):
		until--
	}
	for ply := 0; ply < until && len(r.findings) < maxFindings; ply++ {
		p, claims := &r.line[ply], r.line.claims(r.rules, ply)
		for i := range draws {
			of := func(c Claim) bool { return c.Reason == draws[i].reason }
			first := slices.IndexFunc(claims, of)
			if first < 0 {
				continue
			}
			text := fmt.Sprintf("%s could have claimed a draw by %v", p.Turn().name(), draws[i].reason)
			if m := claims[first].Move; m != NullMove {
				text += " by announcing " + p.SAN(m)
			}
			r.report(MissedClaim, r.aboutMove(ply), text)
		}
	}
}

// report adds a finding of the given kind about a part of the record.
func (r *record) report(kind FindingKind, about Finding, text string) {
	about.Kind, about.Text = kind, about.Text+": "+text
	r.findings = append(r.findings, about)
}

// about returns the beginning of a finding about a text at the end of the record, or about a tag with
// the text as its value.
func (r *record) about(place pgntext.Place, tag, text string) Finding {
	if tag != "" {
		text = fmt.Sprintf("tag %s: %s", tag, text)
	}
	return Finding{Line: place.Line, Column: place.Column, Ply: len(r.moves), Tag: tag, Text: text}
}

// aboutMove is about for the move after the given number of plies with its number, such as
// "60... Kd7", or for the recorded result after the last move.
func (r *record) aboutMove(ply int) Finding {
	f := r.about(r.placeOf(ply), "", r.recorded().result.String())
	if ply < len(r.moves) {
		f.Ply, f.Text = ply, r.line[ply].Line(r.moves[ply:ply+1], PGNFormat{})
	}
	return f
}

// aboutTag is about for a tag.
func (r *record) aboutTag(t *tagvalue.Tag) Finding {
	return r.about(t.Place, t.Name, strconv.Quote(abridged(t.Value)))
}

// aboutResult is about for one of the results in the record.
func (r *record) aboutResult(result resultAt) Finding {
	return r.about(result.place, result.name, result.result.String())
}

// aboutEnd is about for the recorded end: for the Termination tag, or for the outcome if that is wrong
// or there is no tag.
func (r *record) aboutEnd(kind FindingKind) Finding {
	place := r.placeOf(len(r.moves))
	switch {
	case kind == WrongResult, kind == WrongFlagFall:
		place = r.result.place
	case r.termination.Value != "":
		return r.aboutTag(&r.termination)
	}
	return r.about(place, "", Outcome{r.result.result, r.said.reason}.String())
}

// placeOf returns the place of the move after the given number of plies, or of the result after the
// last move. Without a result after the moves, that is the place of the Result tag, and without that,
// of the last move.
func (r *record) placeOf(ply int) pgntext.Place {
	if ply < len(r.places) {
		return r.places[ply]
	}
	var last pgntext.Place
	if n := len(r.places); n > 0 {
		last = r.places[n-1]
	}
	return cmp.Or(r.mark.place, r.tag.place, last)
}

// sorted returns the findings in the order of the text.
func (r *record) sorted() []Finding {
	findings := append([]Finding{}, r.findings...) // not null in JSON
	for i := range findings {
		f := &findings[i]
		f.Game, f.White, f.Black = r.game, r.white, r.black
	}
	sort.SliceStable(findings, func(i, j int) bool { // slices.SortStableFunc takes longer to compile
		f, g := &findings[i], &findings[j]
		return f.Line < g.Line || f.Line == g.Line && f.Column < g.Column
	})
	return findings
}
