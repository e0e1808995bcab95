package chess

import (
	"cmp"
	"fmt"
	"iter"
	"slices"
	"strings"
)

// An Arbiter judges records of games: whether play stopped when the rules ended the game, and whether the
// result fits the board, the tags, and the way in which the record says that the game ended.
//
//	arbiter := chess.Arbiter{Rules: chess.FIDERules()}
//	for _, f := range arbiter.Judge(game) {
//		fmt.Println(f.Text)
//	}
//
// An Arbiter reports only what is certain. A record that says little gives it little to object to.
// The zero Arbiter judges by the zero [Rules].
type Arbiter struct {
	Rules  Rules // under which the games were played, whatever [Game.Rules] says
	Claims bool  // report every draw that a player could have claimed and did not claim, up to 1,000 in a game
}

// A Finding is something that is wrong with the record of a game.
type Finding struct {
	Game   int         `json:"game"`         // the number of the game in the input, from 1, or 0 for Judge
	White  string      `json:"white"`        // the player of White, as the tags say
	Black  string      `json:"black"`        // the player of Black, as the tags say
	Line   int         `json:"line"`         // where the move, tag, or result stands, from 1, or 0 for Judge
	Column int         `json:"column"`       // in bytes, from 1, or 0 for Judge
	Kind   FindingKind `json:"kind"`         // what kind of mistake it is
	Ply    int         `json:"ply"`          // how many moves of the main line precede the mistake
	Tag    string      `json:"tag,omitzero"` // the name of the tag that is wrong, or "" for a move or the result
	Text   string      `json:"text"`         // "60... Kd7: the game had already ended: 1/2-1/2 (fivefold repetition)"
}

// String returns the text with the game that it is about: "game 3 (Carlsen - Anand): 60... Kd7: the game had
// already ended: 1/2-1/2 (fivefold repetition)".
func (f Finding) String() string { return inGame(f.Game, f.White, f.Black, f.Text) }

// A FindingKind is a kind of [Finding]. The zero value is [Unreadable].
type FindingKind uint8

// The kinds of findings.
const (
	Unreadable       FindingKind = iota // the record has a fault, such as an illegal move; see PGNError
	PlayedOn                            // a move was made after the game had ended by itself
	WrongResult                         // the result contradicts the board, or the tag Result the mark after the moves
	WrongTermination                    // the tag Termination contradicts the board or the result
	WrongFlagFall                       // a win on time by a player who could not win, or a draw against one who could
	UnfoundedDraw                       // a draw by a rule whose condition does not hold
	MissedClaim                         // a player could have claimed a draw
)

var findingKindNames = [...]string{
	"unreadable", "played on", "wrong result", "wrong termination", "wrong flag-fall", "unfounded draw", "missed claim",
}

// String returns the kind in words, such as "wrong result".
func (k FindingKind) String() string { return nameOf("FindingKind", findingKindNames[:], k) }

// MarshalText implements [encoding.TextMarshaler] with the form of String.
func (k FindingKind) MarshalText() ([]byte, error) {
	return marshalName("kind of finding", findingKindNames[:], k)
}

// UnmarshalText implements [encoding.TextUnmarshaler] for the form that String writes. The error is a
// [*ParseError].
func (k *FindingKind) UnmarshalText(text []byte) error {
	return unmarshal(k, text, func(s string) (FindingKind, error) {
		return parseName[FindingKind]("kind of finding", findingKindNames[:], s)
	})
}

// Judge returns what is wrong with the record of g: its main line, its outcome as recorded, and the tags
// Result and Termination. The list is empty if nothing is. Annotations and variations do not matter.
func (a Arbiter) Judge(g *Game) []Finding {
	g.know(followed)
	r := record{
		line: g.line, moves: g.Moves(), white: g.Tag("White"), black: g.Tag("Black"),
		termination: g.Tag("Termination"), reason: g.end.Reason,
	}
	r.tag.result, r.tag.given = parseResultTag(g.Tag("Result"))
	if g.end.IsOver() {
		r.mark = resultAt{result: g.end.Result, given: true}
	}
	return r.judge(&a)
}

// JudgePGN judges the games that s has not read yet and iterates over the findings of each game, nil for a
// sound one. Findings name the line and the column. A fault is a finding, and the moves before an illegal
// move are judged. As in [ScanPGN], a scanner of part of a stream numbers the games of that part.
func (a Arbiter) JudgePGN(s *PGNScanner) iter.Seq[[]Finding] {
	return func(yield func([]Finding) bool) {
		r := record{}
		for event := s.Next(); event != PGNEnd; event = s.Next() {
			if event != PGNGameEnd {
				r.add(s, event)
				continue
			}
			r.finish(s)
			if !yield(r.judge(&a)) {
				return
			}
			r.reset()
		}
	}
}

// A record is what an Arbiter looks at. The places are zero, and the list of them empty, for a Game.
type record struct {
	game         int
	white, black string
	line         history // of the main line, from the start
	moves        []Move
	places       []pgnPlace // of the moves
	mark         resultAt   // after the moves
	tag          resultAt   // in the tag Result
	termination  string     // the value of the tag Termination
	terminatedAt pgnPlace
	reason       Reason // of the recorded outcome, for a Game
	passes       bool   // a side has passed
	broken       bool   // the main line could not be read to its end
	findings     []Finding
}

// A resultAt is a result and where the record gives it.
type resultAt struct {
	result Result
	given  bool // the record gives the result
	place  pgnPlace
}

// reset makes room for the next game.
func (r *record) reset() {
	*r = record{line: r.line[:0], moves: r.moves[:0], places: r.places[:0]}
}

// add adds what an event tells about the game.
func (r *record) add(s *PGNScanner, event PGNEvent) {
	switch event {
	case PGNMove:
		if s.Depth() == 0 && len(r.line) > 0 { // empty if the game was begun by another reader of s
			r.line = append(r.line, *s.Position())
			r.moves = append(r.moves, s.Move())
			r.places = append(r.places, s.place())
		}
	case PGNMovetext:
		r.line = append(r.line[:0], *s.Position())
	case PGNTag:
		r.addTag(s)
	case PGNFault:
		f := s.Fault()
		r.broken = r.broken || s.skip == skipGame
		r.white, r.black = f.White, f.Black
		r.report(Unreadable, pgnPlace{f.Line, f.Column}, len(r.moves), f.fault())
	}
}

// addTag keeps the tags that matter. Of several tags with one name the first counts, as in [Game.Tag].
func (r *record) addTag(s *PGNScanner) {
	name, value := s.Tag()
	switch string(name) {
	case "White":
		setFirst(&r.white, value)
	case "Black":
		setFirst(&r.black, value)
	case "Result":
		if r.tag.place == (pgnPlace{}) {
			r.tag.result, r.tag.given = parseResultTag(string(value))
			r.tag.place = s.place()
		}
	case "Termination":
		if setFirst(&r.termination, value) {
			r.terminatedAt = s.place()
		}
	}
}

// setFirst sets s unless it is set, and reports whether it did.
func setFirst(s *string, value []byte) bool {
	if *s != "" {
		return false
	}
	*s = toUTF8(value)
	return true
}

// parseResultTag parses the value of the tag Result. If it is not a result, such as "?", ok is false.
func parseResultTag(value string) (result Result, ok bool) {
	if value = strings.TrimSpace(value); value == "*" {
		return Unfinished, true
	}
	return parseResultMark([]byte(value))
}

// finish adds what the end of the game tells.
func (r *record) finish(s *PGNScanner) {
	r.game = s.Game()
	r.mark = resultAt{s.Result(), s.resultPlace != pgnPlace{}, s.resultPlace}
	r.broken = r.broken || s.Depth() > 0
	if len(r.line) == 0 { // the start is not known
		r.line, r.broken = append(r.line, startPosition), true
	}
}

// judge returns the findings on a complete record.
func (r *record) judge(a *Arbiter) []Finding {
	r.passes = slices.Contains(r.moves, NullMove)
	end, at := r.automaticEnd(&a.Rules)
	last := len(r.moves)
	if end.IsOver() && at < last {
		r.report(PlayedOn, r.placeOf(at), at, fmt.Sprintf("%s: the game had already ended: %v", r.san(at), end))
	}
	// What the last position says. A record that cannot be read to its end has no last position.
	var board Outcome
	if !r.broken {
		if board = r.line[last].outcome(); !board.IsOver() && at == last {
			board = end
		}
	}
	t := readTermination(r.termination, r.white, r.black)
	if r.reason != NoReason && r.reason != t.reason {
		t, r.termination = terminationOf(r.reason), ""
	}
	recorded := r.judgeResult(board, end, &t)
	r.judgeTermination(&a.Rules, board, end, recorded, &t)
	if a.Claims {
		r.judgeClaims(&a.Rules, end, at, recorded)
	}
	for i := range r.findings {
		f := &r.findings[i]
		f.Game, f.White, f.Black = r.game, r.white, r.black
	}
	slices.SortStableFunc(r.findings, func(f, g Finding) int {
		return cmp.Or(cmp.Compare(f.Line, g.Line), cmp.Compare(f.Column, g.Column))
	})
	return r.findings
}

// report adds a finding.
func (r *record) report(kind FindingKind, place pgnPlace, ply int, text string) {
	r.findings = append(r.findings, Finding{Line: place.line, Column: place.column, Kind: kind, Ply: ply, Text: text})
}

// reportTag adds a finding on a tag.
func (r *record) reportTag(kind FindingKind, tag string, place pgnPlace, text string) {
	r.report(kind, place, len(r.moves), text)
	r.findings[len(r.findings)-1].Tag = tag
}

// placeOf returns where the move after the given number of plies stands, or the result if it is the end.
func (r *record) placeOf(ply int) pgnPlace {
	if ply < len(r.places) {
		return r.places[ply]
	}
	return r.endPlace()
}

// endPlace returns where the result stands, or the tag or the last move of a record without one.
func (r *record) endPlace() pgnPlace {
	switch {
	case r.mark.place != pgnPlace{}:
		return r.mark.place
	case r.tag.place != pgnPlace{} || len(r.places) == 0:
		return r.tag.place
	}
	return r.places[len(r.places)-1]
}

// san returns the move after the given number of plies with its number, such as "60... Kd7", or the recorded
// result if it is the end.
func (r *record) san(ply int) string {
	if ply == len(r.moves) {
		return r.recorded().result.String()
	}
	p := &r.line[ply]
	return fmt.Sprintf("%d%s %s", p.FullmoveNumber(), dots(p.Turn()), p.SAN(r.moves[ply]))
}

// recorded returns the result of the record: that after the moves, or that of the tag.
func (r *record) recorded() resultAt {
	if r.mark.given {
		return r.mark
	}
	return r.tag
}

// automaticEnd returns what [Game.AutomaticEnd] does. It asks about most positions only what their clock makes
// possible: checkmate and stalemate have no legal move after them, and a legal move leads from a dead position
// only to another one. So it is enough to look at the last position, unless a side has passed.
func (r *record) automaticEnd(rules *Rules) (Outcome, int) {
	last := len(r.moves)
	if !r.passes && !r.line.mayHaveRepeated(rules) {
		p := &r.line[last]
		switch end := p.outcome(); {
		case end.Reason == Checkmate:
			return end, last
		case !end.IsOver() && !r.line.isDrawn(rules, DeadPosition, last) && !r.line.isDrawn(rules, InsufficientMaterial, last):
			return Outcome{}, 0
		}
	}
	for ply := range r.line {
		if end := r.line.judge(rules, ply); end.IsOver() {
			return end, ply
		}
	}
	return Outcome{}, 0
}

// isDrawn reports whether a condition for an automatic draw holds after the given number of plies.
func (h history) isDrawn(rules *Rules, reason Reason, ply int) bool {
	return rules.ending(reason) == Automatic && h.holds(reason, &h[ply], ply)
}

// mayHaveRepeated reports whether a repetition, or moves without capture and pawn move, have ended the game,
// unless it is the last position that does so by itself.
func (h history) mayHaveRepeated(rules *Rules) bool {
	const never = 1 << 20 // beyond every clock
	soonest := [...]int{  // the clock that each reason takes at least
		PerpetualCheck: 2, ThreefoldRepetition: 4, FivefoldRepetition: 8, FiftyMoves: 100, SeventyFiveMoves: 150,
	}
	first := never
	for reason, clock := range soonest {
		if clock > 0 && rules.ending(Reason(reason)) == Automatic {
			first = min(first, clock)
		}
	}
	for ply := range h {
		clock := h[ply].HalfmoveClock()
		if clock < first {
			continue
		}
		for reason, least := range soonest {
			if least > 0 && clock >= least && h.isDrawn(rules, Reason(reason), ply) {
				return true
			}
		}
	}
	return false
}

// judgeResult compares the results of the record with the board and with each other, and returns the result
// that the record gives. end is how the game ended by itself, and board how it stands in the last position.
func (r *record) judgeResult(board, end Outcome, t *termination) resultAt {
	recorded := r.recorded()
	disagree := r.mark.given && r.tag.given && r.mark.result != r.tag.result
	switch {
	case recorded.given && board.IsOver() && recorded.result != board.Result && recorded.result != end.Result:
		text := fmt.Sprintf("%v: the game ended on the board: %v", recorded.result, board)
		if !r.mark.given {
			r.reportTag(WrongResult, "Result", recorded.place, "tag Result: "+text)
		} else {
			r.report(WrongResult, recorded.place, len(r.moves), text)
		}
	case disagree && t.fits.has(r.tag.result) && !t.fits.has(r.mark.result):
		r.report(WrongResult, r.mark.place, len(r.moves), fmt.Sprintf("%v: the tags Result and Termination say %v", r.mark.result, r.tag.result))
		return r.tag
	case disagree:
		r.reportTag(WrongResult, "Result", r.tag.place, fmt.Sprintf("tag Result: %v: the result after the moves is %v", r.tag.result, r.mark.result))
	}
	return recorded
}

// judgeTermination compares the way in which the game ended, as the record gives it, with the result and the
// board.
func (r *record) judgeTermination(rules *Rules, board, end Outcome, recorded resultAt, t *termination) {
	actual := recorded
	if board.IsOver() {
		actual = resultAt{result: board.Result, given: true}
	}
	object := func(kind FindingKind, text string) {
		if r.termination == "" {
			r.report(kind, r.endPlace(), len(r.moves), fmt.Sprintf("%v (%v): %s", recorded.result, t.reason, text))
			return
		}
		r.reportTag(kind, "Termination", r.terminatedAt, fmt.Sprintf("tag Termination: %q: %s", abridged(r.termination), text))
	}
	decided := board.Reason == Checkmate || board.Reason == Stalemate
	switch {
	case actual.given && !t.fits.has(actual.result):
		object(WrongTermination, fmt.Sprintf("the result is %v", actual.result))
	case r.broken:
	case decided && t.isPlay() && t.reason != board.Reason:
		object(WrongTermination, fmt.Sprintf("the game ended by %v", board.Reason))
	case !decided && (t.reason == Checkmate || t.reason == Stalemate):
		object(WrongTermination, fmt.Sprintf("the last position is not %v", t.reason))
	case end.IsOver() || !recorded.given:
	case t.reason == Time:
		r.judgeFlagFall(rules, recorded)
	case recorded.result == Draw && t.reason.isCondition():
		if reason := r.unfounded(rules, t.reason); reason != "" {
			object(UnfoundedDraw, reason)
		}
	}
}

// judgeFlagFall judges a result on time. The time that runs out is that of the player to move, but a record may
// give the last move of a player whose time was up before the clock was pressed. So a win is judged as it is.
func (r *record) judgeFlagFall(rules *Rules, recorded resultAt) {
	p := &r.line[len(r.moves)]
	object := func(format string, c Color) {
		text := fmt.Sprintf(format, c.name())
		r.report(WrongFlagFall, recorded.place, len(r.moves), fmt.Sprintf("%v (%v): %s", recorded.result, Time, text))
	}
	winner, won := Outcome{Result: recorded.result}.Winner()
	switch opponent := p.Turn().Other(); {
	case won && rules.TimeByMaterial && !rules.canWin(p, winner):
		object("%s has too few pieces to checkmate", winner)
	case won && !rules.canWin(p, winner):
		object("%s cannot checkmate by any sequence of legal moves", winner)
	case !won && rules.surelyWins(p, opponent):
		object("%s could still checkmate when the opponent's time was up", opponent)
	}
}

// surelyWins reports whether c wins on time in p beyond doubt. Servers disagree on the pieces that suffice: if c has
// too few on any of them, it does not.
func (r *Rules) surelyWins(p *Position, c Color) bool {
	return !(r.TimeByMaterial && (p.lacksMaterial(c) || p.hasFewPieces(c))) && p.surelyCanWin(c)
}

// surelyCanWin is CanWin without the benefit of the doubt.
func (p *Position) surelyCanWin(c Color) bool { return p.prospect(c, winBudget) == winnable }

// hasFewPieces reports whether chess.com considers the pieces of c too few to checkmate: a lone king, one knight or
// bishop, or two knights against a lone king.
func (p *Position) hasFewPieces(c Color) bool {
	pieces, others := p.ByColor(c)&^p.kings(), p.ByColor(c.Other())&^p.kings()
	minors := pieces & (p.knights() | p.ByType(Bishop))
	return pieces == minors && (pieces.Count() <= 1 || pieces.Count() == 2 && pieces == pieces&p.knights() && others == 0)
}

// unfounded says what is missing for a draw by the given reason in the last position, or returns "" if nothing is.
func (r *record) unfounded(rules *Rules, reason Reason) string {
	last := len(r.moves)
	p := &r.line[last]
	unknown := fmt.Sprintf("the rules have no draw by %v", reason)
	switch reason {
	case PerpetualCheck: // without a rule of its own, it is another word for a draw by agreement
		if rules.PerpetualCheck == Ignored || r.line.holds(reason, p, last) {
			return ""
		}
		return r.line.shortfall(reason, p, last)
	case DeadPosition, InsufficientMaterial:
		switch {
		case rules.DeadPosition == Ignored && rules.InsufficientMaterial == Ignored:
			return unknown
		case rules.InsufficientMaterial != Ignored && p.insufficientMaterial(),
			rules.TimeByMaterial && p.hasFewPieces(White) && p.hasFewPieces(Black),
			rules.DeadPosition != Ignored && !p.surelyCanWin(White) && !p.surelyCanWin(Black):
			return ""
		}
		return "a checkmate is still possible"
	}
	lesser := map[Reason]Reason{FivefoldRepetition: ThreefoldRepetition, SeventyFiveMoves: FiftyMoves}[reason]
	switch {
	case rules.ending(reason) == Ignored && rules.ending(lesser) == Ignored && !rules.announced(reason):
		return unknown
	case r.line.holds(reason, p, last):
		return ""
	case rules.announced(reason):
		isReason := func(c Claim) bool { return c.Reason == reason }
		if slices.ContainsFunc(r.line.claimsByMove(rules, nil, last), isReason) {
			return ""
		}
	}
	return r.line.shortfall(reason, p, last)
}

// maxFindings bounds the findings on a game whose players shuffle without end.
const maxFindings = 1000

// judgeClaims reports the claims that were missed, up to the end of the game by itself. On the last position a
// claim was missed only by a player who then lost: a draw may be what the player claimed.
func (r *record) judgeClaims(rules *Rules, end Outcome, at int, recorded resultAt) {
	until := len(r.moves) + 1
	switch p := &r.line[len(r.moves)]; {
	case end.IsOver():
		until = at
	case r.broken || recorded.result != WinFor(p.Turn().Other()):
		until--
	}
	var claims []Claim
	for ply := 0; ply < until && len(r.findings) < maxFindings; ply++ {
		claims = r.line.claimsByMove(rules, r.line.claims(rules, claims[:0], ply), ply)
		for _, reason := range drawReasons {
			of := func(c Claim) bool { return c.Reason == reason }
			if first := slices.IndexFunc(claims, of); first >= 0 {
				r.reportClaim(ply, claims[first])
			}
		}
	}
}

// reportClaim reports a claim that was missed after the given number of plies. If several moves could have been
// announced, c is the first one.
func (r *record) reportClaim(ply int, c Claim) {
	p := &r.line[ply]
	how := ""
	if c.Move != NullMove {
		how = " by announcing " + p.SAN(c.Move)
	}
	r.report(MissedClaim, r.placeOf(ply), ply, fmt.Sprintf("%s: %s could have claimed a draw by %v%s", r.san(ply), p.Turn().name(), c.Reason, how))
}

// A termination is what the tag Termination says.
type termination struct {
	reason Reason
	fits   resultSet // the results that go with it
}

// A resultSet is a set of results: bit i stands for Result i.
type resultSet uint8

const (
	fitsUnfinished resultSet = 1 << Unfinished
	fitsWhite      resultSet = 1 << WhiteWins
	fitsBlack      resultSet = 1 << BlackWins
	fitsDraw       resultSet = 1 << Draw
	fitsWin                  = fitsWhite | fitsBlack
	fitsOver                 = fitsWin | fitsDraw
	fitsAny                  = fitsOver | fitsUnfinished
)

func (s resultSet) has(r Result) bool { return s>>r&1 != 0 }

// isPlay reports whether the reason is an end that leaves no other: not a decision about the game, which may
// follow any end.
func (t *termination) isPlay() bool {
	switch t.reason {
	case NoReason, Adjudication, Forfeit, RulesInfraction:
		return false
	}
	return true
}

// isCondition reports whether r is a draw by a condition that can be looked up on the board.
func (r Reason) isCondition() bool { return slices.Contains(drawReasons[:], r) }

// terminationOf returns what a reason says without words.
func terminationOf(reason Reason) termination {
	switch {
	case reason == Checkmate, reason == Resignation:
		return termination{reason, fitsWin}
	case reason == Stalemate, reason == Agreement, reason.isCondition():
		return termination{reason, fitsDraw}
	case reason == Time:
		return termination{reason, fitsOver}
	}
	return termination{reason, fitsAny}
}

// readTermination reads the value of the tag Termination in the words of the PGN standard (9.8.1) or of a server:
//
//	Normal, Time forfeit, Rules infraction, Abandoned, Unterminated, …    PGN standard, lichess.org
//	Carlsen won by resignation, Carlsen won - game abandoned, …           chess.com
//	Game drawn by 50-move rule, … by timeout vs insufficient material     chess.com
//	Carlsen resigns, Carlsen forfeits on time, Carlsen checkmated         freechess.org
//
// What is not understood fits every result.
func readTermination(value, white, black string) termination {
	value = strings.TrimSpace(value)
	words, winners := value, fitsAny
	for _, verb := range [...]string{" won ", " wins ", " resigns", " forfeits ", " checkmated"} {
		if i := strings.LastIndex(value, verb); i >= 0 {
			words, winners = value[i:], winnersOf(value[:i], white, black)
			if verb != " won " && verb != " wins " {
				winners = losersOf(winners)
			}
			break
		}
	}
	words = strings.ToLower(words)
	contains := func(s string) bool { return strings.Contains(words, s) }
	var t termination
	switch {
	case contains("unterminated"):
		return termination{NoReason, fitsUnfinished}
	case contains("stalemate"):
		t = terminationOf(Stalemate)
	case contains("checkmate"):
		t = terminationOf(Checkmate)
	case contains("time") && contains("insufficient"):
		t = termination{Time, fitsDraw}
	case contains("insufficient material"):
		t = terminationOf(InsufficientMaterial)
	case contains("dead position"):
		t = terminationOf(DeadPosition)
	case contains("perpetual"):
		t = terminationOf(PerpetualCheck)
	case contains("fivefold"):
		t = terminationOf(FivefoldRepetition)
	case contains("seventy-five"), contains("75"):
		t = terminationOf(SeventyFiveMoves)
	default:
		t = terminationOf(parseTermination(words))
	}
	if contains("drawn") {
		t.fits &= fitsDraw
	}
	t.fits &= winners
	return t
}

// winnersOf returns the results that fit a win by the player with a name: the name of a color or of a player of the
// game.
func winnersOf(name, white, black string) resultSet {
	is := func(player, color string) bool {
		return strings.EqualFold(name, color) || player != "" && strings.EqualFold(name, strings.TrimSpace(player))
	}
	switch isWhite, isBlack := is(white, "white"), is(black, "black"); {
	case isWhite && !isBlack:
		return fitsWhite
	case isBlack && !isWhite:
		return fitsBlack
	}
	return fitsWin
}

// losersOf returns the results that fit a loss by the player whose win others fit.
func losersOf(winners resultSet) resultSet {
	switch winners {
	case fitsWhite:
		return fitsBlack
	case fitsBlack:
		return fitsWhite
	}
	return winners
}
