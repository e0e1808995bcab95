package chess

import (
	"cmp"
	"fmt"
	"iter"
	"slices"
	"strings"

	"github.com/shakki/chess/internal/pgntext"
)

// An Arbiter finds mistakes in game records. It checks that play stopped when the rules ended the
// game, and that the result agrees with the board and with the tags.
//
//	arbiter := chess.Arbiter{Rules: chess.FIDERules()}
//	for _, f := range arbiter.Judge(game) {
//		fmt.Println(f.Text)
//	}
//
// An Arbiter reports only what must be wrong. It accepts everything that a record leaves open, with
// one exception: in a draw on time, it assumes that the player to move ran out of time.
//
// The zero Arbiter applies the zero [Rules].
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
// already ended: 1/2-1/2 (fivefold repetition)".
func (f Finding) String() string { return inGame(f.Game, f.White, f.Black, f.Text) }

// A FindingKind is a kind of [Finding]. The zero value is [Unreadable].
type FindingKind uint8

// The kinds of findings.
const (
	Unreadable       FindingKind = iota // the record has a fault, such as an illegal move (see PGNError)
	PlayedOn                            // a move follows the automatic end of the game
	WrongResult                         // the result contradicts the board, or the Result tag contradicts the movetext
	WrongTermination                    // the Termination tag contradicts the board or the result
	WrongFlagFall                       // a win on time by a player who could not win, or a draw against one who could
	UnfoundedDraw                       // a draw under a rule whose condition does not hold
	MissedClaim                         // a player could have claimed a draw but did not
)

var findingKindNames = enum[FindingKind]{"finding kind", []string{
	"unreadable", "played on", "wrong result", "wrong termination", "wrong flag-fall", "unfounded draw", "missed claim",
}}

// String returns the name of the kind, such as "wrong result".
func (k FindingKind) String() string { return findingKindNames.text(k) }

// MarshalText implements [encoding.TextMarshaler]. The text is the same as returned by String.
func (k FindingKind) MarshalText() ([]byte, error) { return findingKindNames.marshal(k) }

// UnmarshalText implements [encoding.TextUnmarshaler] for the form that String writes.
func (k *FindingKind) UnmarshalText(text []byte) error { return findingKindNames.unmarshal(k, text) }

// Judge returns the mistakes in g, or nil if there are none. It examines the main line, the
// recorded outcome, and the Result and Termination tags. It ignores annotations and variations.
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

// JudgePGN reads the remaining games from s and iterates over their findings. It yields once for
// each game, with nil for a game without mistakes. Findings name the line and the column. Every
// fault in the text is a finding. If a game has an illegal move, JudgePGN judges the moves before
// it. Game numbers are those of s, which restart in each part of the input of [ScanPGN]. If reading
// fails, the iteration ends, and [PGNScanner.Err] returns the error.
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

// A record is the part of a game that an Arbiter examines. A record of a Game has no places.
type record struct {
	game         int
	white, black string
	line         history // the positions of the main line
	moves        []Move
	places       []pgntext.Place // the places of the moves
	mark         resultAt        // the result after the moves
	tag          resultAt        // the result in the Result tag
	termination  string          // the value of the Termination tag
	terminatedAt pgntext.Place   // the place of the Termination tag
	reason       Reason          // the reason of the recorded outcome, if the record is of a Game
	passes       bool            // a side has passed
	broken       bool            // the main line could not be read to its end
	findings     []Finding
}

// A resultAt is a result and its place in the record.
type resultAt struct {
	result Result
	given  bool // the record has the result
	place  pgntext.Place
}

// reset clears r for the next game and keeps the memory of its slices.
func (r *record) reset() {
	*r = record{line: r.line[:0], moves: r.moves[:0], places: r.places[:0]}
}

// add adds the element that an event reports.
func (r *record) add(s *PGNScanner, event PGNEvent) {
	switch event {
	case PGNMove:
		if s.Depth() == 0 && len(r.line) > 0 { // r.line is empty if s had already read the start of the game
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
		r.broken = r.broken || s.brokeOff()
		r.white, r.black = f.White, f.Black
		r.report(Unreadable, pgntext.Place{Line: f.Line, Column: f.Column, Offset: f.Offset}, len(r.moves), f.fault())
	}
}

// addTag stores a tag that matters. Of several tags with the same name, the first with a value
// counts.
func (r *record) addTag(s *PGNScanner) {
	name, value := s.Tag()
	switch string(name) {
	case "White":
		setFirst(&r.white, value)
	case "Black":
		setFirst(&r.black, value)
	case "Result":
		if r.tag.place == (pgntext.Place{}) {
			r.tag.result, r.tag.given = parseResultTag(string(value))
			r.tag.place = s.place()
		}
	case "Termination":
		if setFirst(&r.termination, value) {
			r.terminatedAt = s.place()
		}
	}
}

// setFirst sets *s to value if *s is empty, and reports whether it was.
func setFirst(s *string, value []byte) bool {
	if *s != "" {
		return false
	}
	*s = toUTF8(value)
	return true
}

// finish adds what is known at the end of the game.
func (r *record) finish(s *PGNScanner) {
	r.game = s.Game()
	r.mark = resultAt{s.Result(), s.resultPlace != pgntext.Place{}, s.resultPlace}
	r.broken = r.broken || len(s.outer) > 0
	if len(r.line) == 0 { // the start position is unknown
		r.line, r.broken = append(r.line, startPosition), true
	}
}

// judge returns the findings in a complete record.
func (r *record) judge(a *Arbiter) []Finding {
	r.passes = slices.Contains(r.moves, NullMove)
	end, at := r.automaticEnd(&a.Rules)
	last := len(r.moves)
	if end.IsOver() && at < last {
		r.report(PlayedOn, r.placeOf(at), at, fmt.Sprintf("%s: the game had already ended: %v", r.san(at), end))
	}
	var board Outcome // the outcome in the last position, which is unknown if the record is broken
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
func (r *record) report(kind FindingKind, place pgntext.Place, ply int, text string) {
	r.findings = append(r.findings, Finding{Line: place.Line, Column: place.Column, Kind: kind, Ply: ply, Text: text})
}

// reportTag adds a finding about a tag.
func (r *record) reportTag(kind FindingKind, tag string, place pgntext.Place, text string) {
	r.report(kind, place, len(r.moves), text)
	r.findings[len(r.findings)-1].Tag = tag
}

// placeOf returns the place of the move after the given number of plies, or of the result after the
// last move.
func (r *record) placeOf(ply int) pgntext.Place {
	if ply < len(r.places) {
		return r.places[ply]
	}
	return r.endPlace()
}

// endPlace returns the place of the result after the moves. Without one, it returns the place of
// the Result tag, and without that, the place of the last move.
func (r *record) endPlace() pgntext.Place {
	switch {
	case r.mark.place != pgntext.Place{}:
		return r.mark.place
	case r.tag.place != pgntext.Place{} || len(r.places) == 0:
		return r.tag.place
	}
	return r.places[len(r.places)-1]
}

// san returns the move after the given number of plies with its number, such as "60... Kd7", or the
// recorded result after the last move.
func (r *record) san(ply int) string {
	if ply == len(r.moves) {
		return r.recorded().result.String()
	}
	p := &r.line[ply]
	return fmt.Sprintf("%d%s %s", p.FullmoveNumber(), dots(p.Turn()), p.SAN(r.moves[ply]))
}

// recorded returns the result after the moves or, if there is none, the result in the Result tag.
func (r *record) recorded() resultAt {
	if r.mark.given {
		return r.mark
	}
	return r.tag
}

// automaticEnd returns the same as [Game.AutomaticEnd]. It is faster, because it examines most
// positions only for the draws that their halfmove clock allows. Unless a side has passed, the
// other ends show in the last position: no legal move follows checkmate or stalemate, and legal
// moves lead from a dead position only to dead positions.
func (r *record) automaticEnd(rules *Rules) (Outcome, int) {
	last := len(r.moves)
	if !r.passes && !r.line.mayHaveRepeated(rules) {
		p := &r.line[last]
		switch end := p.outcome(); {
		case end.Reason == Checkmate:
			return end, last
		case !end.IsOver() && !r.line.isDrawn(rules, DeadPosition, last) &&
			!r.line.isDrawn(rules, InsufficientMaterial, last):
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

// isDrawn reports whether the reason is an automatic draw whose condition holds after the given
// number of plies.
func (h history) isDrawn(rules *Rules, reason Reason, ply int) bool {
	return rules.ending(reason) == Automatic && h.holds(reason, &h[ply], ply)
}

// mayHaveRepeated reports whether the condition for an automatic draw by repetition, by perpetual
// check, or by counting moves holds in some position. Checkmate may still take precedence there.
func (h history) mayHaveRepeated(rules *Rules) bool {
	const never = 1 << 20 // more than any halfmove clock
	soonest := [...]int{  // the lowest halfmove clock at which a draw is possible
		PerpetualCheck: 4, ThreefoldRepetition: 4, FivefoldRepetition: 8, FiftyMoves: 100, SeventyFiveMoves: 150,
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

// judgeResult compares the results in the record with the board and with each other. It returns the
// recorded result, taken from the Result tag if the Termination tag agrees only with it. end is
// the automatic end of the game, and board is the outcome in the last position.
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
		text := fmt.Sprintf("%v: the tags Result and Termination say %v", r.mark.result, r.tag.result)
		r.report(WrongResult, r.mark.place, len(r.moves), text)
		return r.tag
	case disagree:
		text := fmt.Sprintf("tag Result: %v: the result after the moves is %v", r.tag.result, r.mark.result)
		r.reportTag(WrongResult, "Result", r.tag.place, text)
	}
	return recorded
}

// judgeTermination compares the recorded reason for the end of the game with the result and the
// board.
func (r *record) judgeTermination(rules *Rules, board, end Outcome, recorded resultAt, t *termination) {
	switch text := r.contradiction(board, recorded, t); {
	case text != "":
		r.reportTermination(WrongTermination, recorded, t, text)
	case r.broken || end.IsOver() || !recorded.given:
	case t.reason == Time:
		r.judgeFlagFall(rules, recorded)
	case recorded.result == Draw && (t.reason.isCondition() || t.reason == Agreement):
		if text := r.unfounded(rules, t.reason); text != "" {
			r.reportTermination(UnfoundedDraw, recorded, t, text)
		}
	}
}

// contradiction says how the result or the last position contradicts t, or returns "" if neither
// does. If the game ended on the board, the result is that of the board.
func (r *record) contradiction(board Outcome, recorded resultAt, t *termination) string {
	result, known := recorded.result, recorded.given
	if board.IsOver() {
		result, known = board.Result, true
	}
	switch {
	case known && !t.fits.has(result):
		return fmt.Sprintf("the result is %v", result)
	case r.broken || t.reason == board.Reason:
		return ""
	case board.Reason.leavesNoMove() && t.isPlay():
		return fmt.Sprintf("the game ended by %v", board.Reason)
	case !board.Reason.leavesNoMove() && t.reason.leavesNoMove():
		return fmt.Sprintf("the last position is not %v", t.reason)
	}
	return ""
}

// reportTermination adds a finding about the recorded reason, which is in the Termination tag or in
// the outcome of a Game.
func (r *record) reportTermination(kind FindingKind, recorded resultAt, t *termination, text string) {
	if r.termination == "" {
		r.report(kind, r.endPlace(), len(r.moves), fmt.Sprintf("%v (%v): %s", recorded.result, t.reason, text))
		return
	}
	text = fmt.Sprintf("tag Termination: %q: %s", abridged(r.termination), text)
	r.reportTag(kind, "Termination", r.terminatedAt, text)
}

// judgeFlagFall judges a win or a draw on time. Usually the player to move has run out of time. But
// a player may also run out of time after moving, before pressing the clock, and the record may
// include that move. A win on time is therefore possible for either side. In a draw, judgeFlagFall
// assumes that the player to move ran out of time.
func (r *record) judgeFlagFall(rules *Rules, recorded resultAt) {
	p := &r.line[len(r.moves)]
	report := func(format string, c Color) {
		text := fmt.Sprintf(format, c.name())
		r.report(WrongFlagFall, recorded.place, len(r.moves), fmt.Sprintf("%v (%v): %s", recorded.result, Time, text))
	}
	winner, won := Outcome{Result: recorded.result}.Winner()
	switch opponent := p.Turn().Other(); {
	case won && rules.TimeByMaterial && !rules.canWin(p, winner):
		report("%s has too few pieces to checkmate", winner)
	case won && !rules.canWin(p, winner):
		report("%s cannot checkmate by any sequence of legal moves", winner)
	case !won && rules.surelyWins(p, opponent):
		report("%s could still checkmate when the opponent's time was up", opponent)
	}
}

// surelyWins reports whether c certainly wins in p if the opponent runs out of time. Servers
// disagree about the pieces that suffice. Under rules with TimeByMaterial, surelyWins returns false
// if c has too few pieces on one of them.
func (r *Rules) surelyWins(p *Position, c Color) bool {
	return !(r.TimeByMaterial && (p.lacksMaterial(c) || p.hasFewPieces(c))) && p.surelyCanWin(c)
}

// surelyCanWin reports whether c can checkmate in p by some sequence of legal moves. Unlike CanWin,
// it returns false if the search does not settle the question.
func (p *Position) surelyCanWin(c Color) bool { return p.prospect(c, winBudget) == winnable }

// hasFewPieces reports whether c has too few pieces to checkmate by the standard of chess.com: a
// lone king, a king with one knight or bishop, or a king with two knights against a lone king.
func (p *Position) hasFewPieces(c Color) bool {
	pieces, others := p.ByColor(c)&^p.kings(), p.ByColor(c.Other())&^p.kings()
	minors := pieces & (p.knights() | p.ByType(Bishop))
	return pieces == minors && (pieces.Count() <= 1 || pieces.Count() == 2 && pieces == pieces&p.knights() && others == 0)
}

// unfounded returns why the last position is not a draw for the given reason, or "" if it is one.
func (r *record) unfounded(rules *Rules, reason Reason) string {
	last := len(r.moves)
	p := &r.line[last]
	switch {
	case reason == Agreement:
		if last == 1 { // FIDE 5.2.3; a record without moves may omit them
			return "only one player has moved"
		}
		return ""
	case !rules.hasDraw(reason):
		if reason == PerpetualCheck { // the players agreed to the draw
			return ""
		}
		return fmt.Sprintf("the rules have no draw by %v", reason)
	case reason == DeadPosition, reason == InsufficientMaterial:
		if rules.mayBeDead(p) {
			return ""
		}
		return "a checkmate is still possible"
	case r.line.holds(reason, p, last), r.line.mayBeAnnounced(rules, reason, last):
		return ""
	}
	return r.line.shortfall(reason, p, last)
}

// relatedDraws maps the reason for a draw to a related one. A record may give a reason if the rules
// have either. For example, it may say fivefold repetition under rules that have only threefold
// repetition.
var relatedDraws = map[Reason]Reason{
	FivefoldRepetition: ThreefoldRepetition, SeventyFiveMoves: FiftyMoves,
	DeadPosition: InsufficientMaterial, InsufficientMaterial: DeadPosition,
}

// hasDraw reports whether a record under the rules may give the reason for a draw.
func (r *Rules) hasDraw(reason Reason) bool {
	return r.ending(reason) != Ignored || r.ending(relatedDraws[reason]) != Ignored || r.announced(reason)
}

// mayBeDead reports whether a record under the rules may call p a dead position or a draw by
// insufficient material. It returns true if the search does not settle the question.
func (r *Rules) mayBeDead(p *Position) bool {
	return r.InsufficientMaterial != Ignored && p.insufficientMaterial() ||
		r.TimeByMaterial && p.hasFewPieces(White) && p.hasFewPieces(Black) ||
		!p.surelyCanWin(White) && !p.surelyCanWin(Black) // a draw under the FIDE Laws
}

// mayBeAnnounced reports whether the player to move after the given number of plies may claim a
// draw for the reason by announcing a move.
func (h history) mayBeAnnounced(rules *Rules, reason Reason, ply int) bool {
	isReason := func(c Claim) bool { return c.Reason == reason }
	return rules.announced(reason) && slices.ContainsFunc(h.claimsByMove(rules, nil, ply), isReason)
}

// maxFindings is the number of findings in a game after which missed claims are no longer reported.
const maxFindings = 1000

// judgeClaims reports the claims that were missed before the automatic end of the game. In the last
// position, a claim was missed only if the player to move lost. If the game was drawn, the player
// may have made the claim.
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

// reportClaim reports that the claim c was missed after the given number of plies.
func (r *record) reportClaim(ply int, c Claim) {
	p := &r.line[ply]
	how := ""
	if c.Move != NullMove {
		how = " by announcing " + p.SAN(c.Move)
	}
	text := fmt.Sprintf("%s: %s could have claimed a draw by %v%s", r.san(ply), p.Turn().name(), c.Reason, how)
	r.report(MissedClaim, r.placeOf(ply), ply, text)
}

// A termination is the meaning of a Termination tag.
type termination struct {
	reason Reason
	fits   resultSet // the results that agree with it
}

// A resultSet is a set of results. Bit i is set if the set contains Result(i).
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

// isPlay reports whether the reason rules out every other reason. A decision about the game, such
// as an adjudication, does not.
func (t *termination) isPlay() bool {
	switch t.reason {
	case NoReason, Adjudication, Forfeit, RulesInfraction:
		return false
	}
	return true
}

// leavesNoMove reports whether r is checkmate or stalemate.
func (r Reason) leavesNoMove() bool { return r == Checkmate || r == Stalemate }

// isCondition reports whether r is a draw whose condition can be checked from the moves.
func (r Reason) isCondition() bool { return slices.Contains(drawReasons[:], r) }

// terminationOf returns the termination for a reason, with every result that the reason allows.
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

// readTermination parses the value of a Termination tag. It recognizes the values of the PGN
// standard (9.8.1) and of several servers:
//
//	Normal, Time forfeit, Rules infraction, Abandoned, Unterminated, …    PGN standard, lichess.org
//	Carlsen won by resignation, Carlsen won - game abandoned, …           chess.com
//	Game drawn by 50-move rule, … by timeout vs insufficient material     chess.com
//	Carlsen resigns, Carlsen forfeits on time, Carlsen checkmated         freechess.org
//
// A value that it does not recognize agrees with every result.
func readTermination(value, white, black string) termination {
	words, winners := cutPlayer(strings.TrimSpace(value), white, black)
	words = strings.ToLower(words)
	contains := func(s string) bool { return strings.Contains(words, s) }
	if contains("unterminated") {
		return termination{NoReason, fitsUnfinished}
	}
	t := terminationOf(reasonIn(words))
	t.fits &= winners
	if contains("drawn") || t.reason == Time && contains("insufficient") {
		t.fits &= fitsDraw
	}
	return t
}

// cutPlayer cuts the name of a player from the value of a Termination tag, such as "Carlsen" from
// "Carlsen resigns". It returns the rest with the results that agree with the verb. Without such a
// verb, it returns the whole value and fitsAny.
func cutPlayer(value, white, black string) (words string, winners resultSet) {
	for _, known := range [...]struct {
		verb string
		of   func(name, white, black string) resultSet
	}{
		{" won ", winnersOf}, {" wins ", winnersOf},
		{" resigns", losersOf}, {" forfeits ", losersOf}, {" checkmated", losersOf},
	} {
		if i := strings.LastIndex(value, known.verb); i >= 0 {
			return value[i:], known.of(value[:i], white, black)
		}
	}
	return value, fitsAny
}

// reasonIn returns the reason that a Termination tag in lower case gives, without the name of a
// player, or NoReason if it gives none. It knows more reasons than parseTermination.
func reasonIn(words string) Reason {
	for _, known := range [...]struct {
		word, other string // both must occur
		reason      Reason
	}{
		{"stalemate", "", Stalemate}, {"checkmate", "", Checkmate},
		{"insufficient", "time", Time}, {"insufficient material", "", InsufficientMaterial},
		{"dead position", "", DeadPosition}, {"perpetual", "", PerpetualCheck},
		{"fivefold", "", FivefoldRepetition},
		{"seventy-five", "", SeventyFiveMoves}, {"75", "", SeventyFiveMoves},
	} {
		if strings.Contains(words, known.word) && strings.Contains(words, known.other) {
			return known.reason
		}
	}
	return parseTermination(words)
}

// winnersOf returns the results that agree with a win by the named player. The name may be a color
// or the value of the White or Black tag. If it does not identify a player, winnersOf returns
// fitsWin.
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

// losersOf returns the results that agree with a loss by the named player. If the name does not
// identify a player, losersOf returns fitsWin.
func losersOf(name, white, black string) resultSet {
	switch winners := winnersOf(name, white, black); winners {
	case fitsWhite:
		return fitsBlack
	case fitsBlack:
		return fitsWhite
	default:
		return winners
	}
}
