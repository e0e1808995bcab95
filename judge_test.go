package chess

import (
	stdcmp "cmp"
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
)

// findingsIn returns the findings in a PGN text. Each is a line with the place, the kind, and the
// text of the finding.
func findingsIn(a Arbiter, pgn string) []string {
	lines := []string{}
	for findings := range a.JudgePGN(NewPGNScanner(strings.NewReader(pgn))) {
		for _, f := range findings {
			lines = append(lines, fmt.Sprintf("%d:%d: %v: %s", f.Line, f.Column, f.Kind, f.Text))
		}
	}
	return lines
}

// judgedRecords are records of one game, with the findings under the given rules.
var judgedRecords = []struct {
	name  string
	rules Rules
	tags  string // such as "Result 1-0; Termination Time forfeit"
	fen   string
	moves string
	want  []string
}{
	{"checkmate", FIDERules(), "Result 0-1; Termination Normal", "", "1. f3 e5 2. g4 Qh4# 0-1", nil},
	{"agreement after one ply", FIDERules(), "Termination Game drawn by agreement", "", "1. e4 1/2-1/2",
		[]string{`1:1: unfounded draw: tag Termination: "Game drawn by agreement": only one player has moved`}},
	{"agreement after two plies", FIDERules(), "Termination Game drawn by agreement", "", "1. e4 e5 1/2-1/2", nil},
	{"agreement in a record without moves", FIDERules(), "Termination Game drawn by agreement", "", "1/2-1/2", nil},
	{"checkmate without a result", FIDERules(), "", "", "1. f3 e5 2. g4 Qh4#", nil},
	{"checkmate recorded as a draw", FIDERules(), "Result 1/2-1/2", "", "1. f3 e5 2. g4 Qh4# 1/2-1/2",
		[]string{"3:21: wrong result: 1/2-1/2: the game ended on the board: 0-1 (checkmate)"}},
	{"checkmate recorded as unfinished", FIDERules(), "", "", "1. f3 e5 2. g4 Qh4# *",
		[]string{"2:21: wrong result: *: the game ended on the board: 0-1 (checkmate)"}},
	{"checkmate with the wrong winner in the Result tag and no other result", FIDERules(), "Result 1-0",
		"", "1. f3 e5 2. g4 Qh4#",
		[]string{"1:1: wrong result: tag Result: 1-0: the game ended on the board: 0-1 (checkmate)"}},
	{"checkmate with the wrong winner in the Result tag", FIDERules(), "Result 1-0", "", "1. f3 e5 2. g4 Qh4# 0-1",
		[]string{"1:1: wrong result: tag Result: 1-0: the result after the moves is 0-1"}},
	{"checkmate with the wrong winner after the moves", FIDERules(), "Result 0-1", "", "1. f3 e5 2. g4 Qh4# 1-0",
		[]string{"3:21: wrong result: 1-0: the game ended on the board: 0-1 (checkmate)"}},
	{"checkmate recorded as a win on time", FIDERules(), "Result 0-1; Termination Time forfeit",
		"", "1. f3 e5 2. g4 Qh4# 0-1",
		[]string{`2:1: wrong termination: tag Termination: "Time forfeit": the game ended by checkmate`}},
	{"checkmate recorded as a rules infraction", FIDERules(), "Result 0-1; Termination rules infraction",
		"", "1. f3 e5 2. g4 Qh4# 0-1", nil},
	{"stalemate recorded as a win", FIDERules(), "", "7k/8/6K1/8/8/8/8/5Q2 w - - 0 1", "1. Qf7 1-0",
		[]string{"3:8: wrong result: 1-0: the game ended on the board: 1/2-1/2 (stalemate)"}},
	{"Result tag contradicts the movetext", FIDERules(), "Result 1-0", "", "1. e4 e5 0-1",
		[]string{"1:1: wrong result: tag Result: 1-0: the result after the moves is 0-1"}},
	{"movetext contradicts the Result and Termination tags", FIDERules(),
		"White A; Black B; Result 1-0; Termination A won by resignation",
		"", "1. e4 e5 0-1",
		[]string{"6:10: wrong result: 0-1: the tags Result and Termination say 1-0"}},
	{"unknown Result tag", FIDERules(), "Result ?", "", "1. e4 e5 0-1", nil},
	{"unfinished game", FIDERules(), "Result *; Termination Unterminated", "", "1. e4 e5 *", nil},
	{"win recorded as unterminated", FIDERules(), "Result 1-0; Termination unterminated", "", "1. e4 e5 1-0",
		[]string{`2:1: wrong termination: tag Termination: "unterminated": the result is 1-0`}},
	{"wrong winner in the Termination tag", FIDERules(), "White A; Black B; Result 0-1; Termination A won on time",
		"", "1. e4 e5 0-1",
		[]string{`4:1: wrong termination: tag Termination: "A won on time": the result is 0-1`}},
	{"checkmate in the Termination tag only", FIDERules(),
		"White A; Black B; Result 1-0; Termination A won by checkmate",
		"", "1. e4 e5 1-0",
		[]string{`4:1: wrong termination: tag Termination: "A won by checkmate": the last position is not checkmate`}},
	{"unfinished game with a time forfeit", FIDERules(), "Termination Time forfeit", "", "1. e4 e5 *",
		[]string{`1:1: wrong termination: tag Termination: "Time forfeit": the result is *`}},

	{"bare kings, played on", FIDERules(), "", "8/8/8/8/8/8/1p6/K6k w - - 0 1", "1. Kxb2 Kg1 {no} 2. Kb1 1/2-1/2",
		[]string{"3:9: played on: 1... Kg1: the game had already ended: 1/2-1/2 (dead position)"}},
	{"bare kings under server rules, played on", ServerRules(), "",
		"8/8/8/8/8/8/1p6/K6k w - - 0 1", "1. Kxb2 Kg1 2. Kb1 1/2-1/2",
		[]string{"3:9: played on: 1... Kg1: the game had already ended: 1/2-1/2 (insufficient material)"}},
	{"bare kings under S3, played on", RulesS3(), "", "8/8/8/8/8/8/1p6/K6k w - - 0 1", "1. Kxb2 Kg1 2. Kb1 1/2-1/2", nil},
	{"bare kings recorded as a win", FIDERules(), "", "8/8/8/8/8/8/1p6/K6k w - - 0 1", "1. Kxb2 1-0",
		[]string{"3:9: wrong result: 1-0: the game ended on the board: 1/2-1/2 (dead position)"}},
	{"fivefold repetition, played on", FIDERules(), "",
		"", "1. Nf3 Nf6 2. Ng1 Ng8 3. Nf3 Nf6 4. Ng1 Ng8 5. Nf3 Nf6 6. Ng1 Ng8 7. Nf3 Nf6 8. Ng1 Ng8 9. e4 1/2-1/2",
		[]string{"2:92: played on: 9. e4: the game had already ended: 1/2-1/2 (fivefold repetition)"}},
	{"pass after stalemate", FIDERules(), "", "7k/8/6K1/8/8/8/8/5Q2 w - - 0 1", "1. Qf7 -- 2. Kh6 1/2-1/2",
		[]string{"3:8: played on: 1... --: the game had already ended: 1/2-1/2 (stalemate)"}},
	{"checkmate under S2", RulesS2(), "", "6k1/5ppp/8/8/8/8/1q6/4Q1K1 w - - 0 1", "1. Qe8# 1-0", nil},

	{"win on time with a bare king", FIDERules(), "Result 1-0; Termination Time forfeit",
		"8/8/8/8/8/1p6/8/K6k b - - 0 1", "1... Kg2 1-0",
		[]string{"5:10: wrong flag-fall: 1-0 (time): White cannot checkmate by any sequence of legal moves"}},
	{"win on time with a bare king under server rules", ServerRules(), "Result 1-0; Termination Time forfeit",
		"8/8/8/8/8/1p6/8/K6k b - - 0 1", "1... Kg2 1-0",
		[]string{"5:10: wrong flag-fall: 1-0 (time): White has too few pieces to checkmate"}},
	{"win on time with a knight against a pawn", FIDERules(), "Result 1-0; Termination Time forfeit",
		"8/8/8/8/8/1p6/7N/K6k b - - 0 1", "1... Kg2 1-0", nil},
	{"win on time where forced moves prevent checkmate", FIDERules(), "Result 1-0; Termination time forfeit",
		"5r1k/6P1/7K/5q2/8/8/8/8 b - - 0 1", "1-0",
		[]string{"5:1: wrong flag-fall: 1-0 (time): White cannot checkmate by any sequence of legal moves"}},
	{"win on time where forced moves prevent checkmate, under server rules", ServerRules(),
		"Result 1-0; Termination Time forfeit",
		"5r1k/6P1/7K/5q2/8/8/8/8 b - - 0 1", "1-0", nil},
	{"draw on time against a pawn", FIDERules(), "Result 1/2-1/2; Termination Time forfeit",
		"8/8/8/8/8/1p6/8/K6k b - - 0 1", "1... Kg2 1/2-1/2",
		[]string{"5:10: wrong flag-fall: 1/2-1/2 (time): Black could still checkmate when the opponent's time was up"}},
	{"draw on time against a bare king", FIDERules(), "Result 1/2-1/2; Termination Time forfeit",
		"8/8/8/8/8/1p6/8/K6k w - - 0 1", "1. Kb1 1/2-1/2", nil},
	{"draw on time against a knight", FIDERules(),
		"Result 1/2-1/2; Termination Game drawn by timeout vs insufficient material",
		"8/8/8/8/8/1p6/7N/K6k w - - 0 1", "1. Kb2 1/2-1/2",
		[]string{"5:8: wrong flag-fall: 1/2-1/2 (time): White could still checkmate when the opponent's time was up"}},
	{"draw on time against a knight under server rules", ServerRules(),
		"Result 1/2-1/2; Termination Game drawn by timeout vs insufficient material",
		"8/8/8/8/8/1p6/7N/K6k w - - 0 1", "1. Kb2 1/2-1/2", nil},

	{"threefold repetition", FIDERules(), "Termination Game drawn by repetition",
		"", "1. Nf3 Nf6 2. Ng1 Ng8 3. Nf3 Nf6 4. Ng1 Ng8 1/2-1/2", nil},
	{"threefold repetition by an announced move", FIDERules(), "Termination Game drawn by repetition",
		"", "1. Nf3 Nf6 2. Ng1 Ng8 3. Nf3 Nf6 4. Ng1 1/2-1/2", nil},
	{"threefold repetition by an announced move under server rules", ServerRules(),
		"Termination Game drawn by repetition",
		"", "1. Nf3 Nf6 2. Ng1 Ng8 3. Nf3 Nf6 4. Ng1 1/2-1/2",
		[]string{`1:1: unfounded draw: tag Termination: "Game drawn by repetition": the position has occurred 2 times`}},
	{"no repetition", FIDERules(), "Termination Game drawn by repetition", "", "1. Nf3 Nf6 1/2-1/2",
		[]string{`1:1: unfounded draw: tag Termination: "Game drawn by repetition": the position is new`}},
	{"threefold repetition under S3", RulesS3(), "Termination threefold repetition",
		"", "1. Nf3 Nf6 2. Ng1 Ng8 3. Nf3 Nf6 4. Ng1 Ng8 1/2-1/2",
		[]string{
			`1:1: unfounded draw: tag Termination: "threefold repetition": the rules have no draw by threefold repetition`,
		}},
	{"fifty moves", FIDERules(), "Termination Game drawn by 50-move rule",
		"8/8/8/8/8/1p6/7N/K6k w - - 99 80", "80. Kb2 1/2-1/2", nil},
	{"fifty moves by an announced move", FIDERules(), "Termination fifty moves",
		"8/8/8/8/8/1p6/7N/K6k w - - 98 80", "80. Kb1 1/2-1/2", nil},
	{"fewer than fifty moves", FIDERules(), "Termination Game drawn by 50-move rule",
		"8/8/8/8/8/1p6/7N/K6k w - - 97 80", "80. Kb2 1/2-1/2",
		[]string{
			`1:1: unfounded draw: tag Termination: "Game drawn by 50-move rule": the last capture or pawn move is 98 plies ago`,
		}},
	{"two knights", FIDERules(), "Termination Game drawn by insufficient material",
		"8/8/8/8/8/8/6NN/K6k w - - 0 1", "1. Kb2 1/2-1/2",
		[]string{
			`1:1: unfounded draw: tag Termination: "Game drawn by insufficient material": a checkmate is still possible`,
		}},
	{"two knights under server rules", ServerRules(), "Termination Game drawn by insufficient material",
		"8/8/8/8/8/8/6NN/K6k w - - 0 1", "1. Kb2 1/2-1/2", nil},
	{"dead position under server rules", ServerRules(), "Termination Game drawn by insufficient material",
		"4k3/8/3p1p2/3PbP2/3pBp2/3P1P2/4B3/4K3 w - - 0 1", "1. Kd1 1/2-1/2", nil},
	{"pawn under server rules", ServerRules(), "Termination Game drawn by insufficient material",
		"8/8/8/8/8/8/6PN/K6k w - - 0 1", "1. Kb2 1/2-1/2",
		[]string{
			`1:1: unfounded draw: tag Termination: "Game drawn by insufficient material": a checkmate is still possible`,
		}},
	{"perpetual check without such a rule", FIDERules(), "Termination perpetual check", "", "1. Nf3 Nf6 1/2-1/2", nil},

	{"illegal move", FIDERules(), "Result 1-0; Termination unterminated", "", "1. f3 e5 2. g4 Qh5# 1-0", []string{
		`2:1: wrong termination: tag Termination: "unterminated": the result is 1-0`,
		"4:16: unreadable: 2... Qh5#: a queen does not move from d8 to h5",
	}},
	{"invalid start position", FIDERules(), "Result 0-1", "x", "1. f3 e5 1-0", []string{
		"1:1: wrong result: tag Result: 0-1: the result after the moves is 1-0",
		`2:1: unreadable: FEN tag: FEN "x": piece placement, offset 0: 'x' is not a piece`,
	}},
	{"variations with other results", FIDERules(), "",
		"", "1. f3 e5 2. g4 (2. e4 Qh4+ 3. Ke2 Ke7 1-0) 2... Qh4# (2... d5) 0-1", nil},
}

// recordText returns a record as PGN. The tags have the form that judgedRecords uses.
func recordText(tags, fen, moves string) string {
	var b strings.Builder
	for tag := range strings.SplitSeq(tags, "; ") {
		if name, value, ok := strings.Cut(tag, " "); ok {
			fmt.Fprintf(&b, "[%s %q]\n", name, value)
		}
	}
	if fen != "" {
		fmt.Fprintf(&b, "[FEN %q]\n", fen)
	}
	return b.String() + "\n" + moves + "\n"
}

// TestArbiter checks the findings in judgedRecords.
func TestArbiter(t *testing.T) {
	for _, test := range judgedRecords {
		t.Run(test.name, func(t *testing.T) {
			got := findingsIn(Arbiter{Rules: test.rules}, recordText(test.tags, test.fen, test.moves))
			if diff := cmp.Diff(append([]string{}, test.want...), got); diff != "" {
				t.Errorf("findings (-want +got):\n%s", diff)
			}
		})
	}
}

// recordStarts are start positions for random games. In many of them the game may soon end.
var recordStarts = []string{
	"", "", "", "",
	"8/8/5k2/8/8/3KR3/8/8 w - - 0 1", "8/8/5k2/8/8/3KQ3/8/8 b - - 0 1", "8/8/4k3/8/8/3KP3/8/8 w - - 0 1",
	"8/8/4k3/3r4/8/3KB3/8/8 w - - 130 90", "8/5n2/4k3/8/8/3KN3/8/8 w - - 90 90", "8/p7/4k3/8/8/3KN3/8/8 w - - 0 1",
	"k7/P7/2K5/8/8/8/8/8 b - - 0 1", "4k3/8/8/p1p1p1p1/PpPpPpPp/1P1P1P2/7P/4K3 w - - 0 1",
	"7k/8/5K2/6Q1/8/8/8/8 b - - 0 1",
	"bnrkqrnb/pppppppp/8/8/8/8/PPPPPPPP/BNRKQRNB w KQkq - 0 1",
}

// A recordMaker makes random records.
type recordMaker struct {
	*rand.Rand
	rules Rules
}

// start returns a random game without moves.
func (m recordMaker) start() *Game {
	start := startPosition
	if fen := recordStarts[m.IntN(len(recordStarts))]; fen != "" {
		start = must(ParseFEN(fen))
	}
	g := must(NewGameFrom(start, m.rules))
	names := [...]string{"Carlsen", "50cent", "He won by resignation", "Drawn", "On time", "A \"B\" \\ C"}
	i := m.IntN(len(names))
	g.SetTag("White", names[i])
	g.SetTag("Black", names[(i+1)%len(names)])
	return g
}

// play plays random moves until the game is over or has the given number of plies. In some games
// the pieces often move back and forth.
func (m recordMaker) play(g *Game, plies int) {
	shuffles := m.IntN(4) == 0
	for g.Plies() < plies && !g.Outcome().IsOver() {
		p := g.Position()
		moves := p.LegalMoves()
		move := moves[m.IntN(len(moves))]
		if n := g.Plies(); shuffles && n >= 2 && m.IntN(8) > 0 {
			last := g.Moves()[n-2]
			if back := NewMove(last.To(), last.From()); p.IsLegal(back) {
				move = back
			}
		}
		if err := g.Play(move); err != nil {
			panic(err)
		}
	}
}

// finish ends g by a random action of a player or an arbiter. It leaves some games unfinished.
func (m recordMaker) finish(g *Game) {
	if g.Outcome().IsOver() {
		return
	}
	turn := g.Position().Turn()
	c := Color(m.IntN(2))
	switch m.IntN(24) {
	case 0, 1, 2:
		return
	case 3:
		g.FlagFall(turn)
	case 4, 5, 6, 7:
		g.OfferDraw(turn.Other())
		g.AcceptDraw(turn)
	case 8, 9:
		reasons := [...]Reason{Adjudication, Abandonment, RulesInfraction, Forfeit}
		g.Adjudicate(Outcome{Result(1 + m.IntN(3)), reasons[m.IntN(len(reasons))]})
	case 10, 11, 12:
		g.Resign(c)
	default:
		for _, claim := range append(g.Claims(), g.ClaimsByMove()...) {
			g.Claim(claim)
			return
		}
		g.Resign(turn)
	}
}

// words sets the Termination tag to random words that agree with the end of the game, or leaves it
// unset.
func (m recordMaker) words(g *Game) {
	o := g.Outcome()
	winner := g.Tag("White")
	if o.Result == BlackWins {
		winner = g.Tag("Black")
	}
	wordings := map[Reason][]string{
		NoReason:             {"unterminated", "Unterminated"},
		Checkmate:            {"normal", "Normal", winner + " won by checkmate"},
		Stalemate:            {"normal", "Game drawn by stalemate"},
		DeadPosition:         {"Normal", "dead position"},
		InsufficientMaterial: {"Normal", "Game drawn by insufficient material"},
		ThreefoldRepetition:  {"Normal", "Game drawn by repetition", "threefold repetition"},
		FivefoldRepetition:   {"Normal", "Game drawn by repetition", "fivefold repetition"},
		FiftyMoves:           {"Normal", "Game drawn by 50-move rule", "fifty moves"},
		SeventyFiveMoves:     {"Normal", "seventy-five moves"},
		Agreement:            {"Normal", "Game drawn by agreement"},
		Resignation:          {"Normal", winner + " won by resignation"},
		Time:                 {"Time forfeit", "time forfeit", winner + " won on time"},
		Adjudication:         {"adjudication"},
		Abandonment:          {"Abandoned", winner + " won - game abandoned"},
		Forfeit:              {"forfeit"},
		RulesInfraction:      {"Rules infraction"},
	}[o.Reason]
	if o.Result == Draw {
		switch o.Reason {
		case Time:
			wordings = []string{"Time forfeit", "Game drawn by timeout vs insufficient material"}
		case Abandonment:
			wordings = []string{"abandoned"}
		}
	}
	if i := m.IntN(len(wordings) + 1); i < len(wordings) {
		g.SetTag("Termination", wordings[i])
	}
}

// text returns g as PGN, with the Termination tag even where AppendPGN omits it.
func (m recordMaker) text(g *Game) string {
	text := string(g.AppendPGN(nil, PGNFormat{}))
	if words := g.Tag("Termination"); words != "" && !strings.Contains(text, "[Termination") {
		text = strings.Replace(text, "\n\n", "\n"+tagLine("Termination", words)+"\n\n", 1)
	}
	return text
}

// tagLine returns a tag as PGN.
func tagLine(name, value string) string {
	return fmt.Sprintf("[%s \"%s\"]", name, appendEscaped(nil, value))
}

// TestArbiterAcceptsCorrectRecords checks that there are no findings in correct random records,
// neither with Judge nor with JudgePGN. With -deep, it makes three times as many.
func TestArbiterAcceptsCorrectRecords(t *testing.T) {
	random := newTestRand(t)
	ends := map[Reason]int{}
	for _, profile := range []struct {
		name  string
		rules Rules
		games int
	}{
		{"FIDE", FIDERules(), 2000}, {"server", ServerRules(), 600}, {"S0", RulesS0(), 200}, {"S1", RulesS1(), 200},
		{"S2", RulesS2(), 200}, {"S3", RulesS3(), 200},
	} {
		t.Run(profile.name, func(t *testing.T) {
			m := recordMaker{random, profile.rules}
			arbiter := Arbiter{Rules: profile.rules}
			var all strings.Builder
			games := shorter(profile.games)
			if *deepFlag {
				games *= 3
			}
			for range games {
				g := m.start()
				m.play(g, m.IntN(100))
				m.finish(g)
				m.words(g)
				ends[g.Outcome().Reason]++
				for _, f := range arbiter.Judge(g) {
					t.Errorf("Judge reports %q, want no findings\n%s", f.Text, m.text(g))
				}
				all.WriteString(m.text(g) + "\n")
			}
			for findings := range arbiter.JudgePGN(NewPGNScanner(strings.NewReader(all.String()))) {
				for _, f := range findings {
					t.Errorf("JudgePGN reports %q in line %d, want no findings", f, f.Line)
				}
			}
		})
	}
	t.Log(ends)
	for reason := range reasonTexts.names {
		if r := Reason(reason); ends[r] == 0 && r != PerpetualCheck && !testing.Short() { // perpetual checks are rare
			t.Errorf("no game ended by %v", r)
		}
	}
}

// A plantedRecord is a record with one mistake.
type plantedRecord struct {
	text string
	at   string // the line and the column of the mistake, such as "7:12"
	kind FindingKind
}

// plants make one mistake of each kind in a random game. If the game is not suitable, ok is false.
var plants = []struct {
	name  string
	plant func(m recordMaker, g *Game) (p plantedRecord, ok bool)
}{
	{"played on", func(m recordMaker, g *Game) (p plantedRecord, ok bool) {
		m.play(g, 400)
		end, at := g.AutomaticEnd()
		if !g.Position().HasLegalMove() || end.Result != Draw {
			return p, false
		}
		n := g.Root()
		for n.Next().Exists() {
			n = n.Next()
		}
		for range 1 + m.IntN(5) {
			n, _ = n.Add(m.legal(n.Position()))
		}
		text := m.text(g)
		return plantedRecord{text, wordPlace(text, at), PlayedOn}, true
	}},
	{"both results contradict the board", func(m recordMaker, g *Game) (p plantedRecord, ok bool) {
		m.play(g, 400)
		end := g.Position().Outcome()
		if !end.IsOver() {
			return p, false
		}
		other := m.otherResult(end.Result)
		text := withResult(m.text(g), end.Result, other, other)
		return plantedRecord{text, wordPlace(text, g.Plies()), WrongResult}, true
	}},
	{"result after the moves contradicts the board", func(m recordMaker, g *Game) (p plantedRecord, ok bool) {
		m.play(g, 400)
		end := g.Outcome()
		if !end.IsOver() {
			return p, false
		}
		text := withResult(m.text(g), end.Result, end.Result, m.otherResult(end.Result))
		return plantedRecord{text, wordPlace(text, g.Plies()), WrongResult}, true
	}},
	{"Result tag contradicts the movetext", func(m recordMaker, g *Game) (p plantedRecord, ok bool) {
		m.play(g, m.IntN(60))
		m.finish(g)
		end := g.Outcome()
		text := withResult(m.text(g), end.Result, m.otherResult(end.Result), end.Result)
		return plantedRecord{text, tagPlace(text, "Result"), WrongResult}, true
	}},
	{"Termination tag contradicts the result", func(m recordMaker, g *Game) (p plantedRecord, ok bool) {
		m.play(g, 20)
		if g.Outcome().IsOver() {
			return p, false
		}
		white, black := g.Tag("White"), g.Tag("Black")
		wrong := map[Result][]string{
			Unfinished: {"Time forfeit", white + " won by resignation", "Game drawn by agreement"},
			WhiteWins: {
				black + " won on time", black + " won by resignation", black + " won - game abandoned", "unterminated",
				"Game drawn by agreement", "Game drawn by timeout vs insufficient material", black + " won by checkmate",
			},
			BlackWins: {white + " won on time", white + " won by resignation", "Game drawn by 50-move rule", "Unterminated"},
			Draw:      {white + " won on time", black + " won by resignation", white + " won - game abandoned", "Unterminated"},
		}
		result := Result(m.IntN(4))
		words := wrong[result][m.IntN(len(wrong[result]))]
		return planted(m, g, result, words, "Termination", WrongTermination)
	}},
	{"Termination tag contradicts the board", func(m recordMaker, g *Game) (p plantedRecord, ok bool) {
		m.play(g, 400)
		end := g.Position().Outcome()
		words := map[Reason][]string{
			Checkmate: {"Time forfeit", "Abandoned", "resignation"},
			Stalemate: {"Game drawn by agreement", "Game drawn by repetition", "Time forfeit"},
			NoReason:  {"Game drawn by stalemate"},
		}[end.Reason]
		result := end.Result
		if end.Reason == NoReason {
			result = Draw
		}
		return planted(m, g, result, words[m.IntN(len(words))], "Termination", WrongTermination)
	}},
	{"win on time by a side that cannot win", func(m recordMaker, g *Game) (p plantedRecord, ok bool) {
		m.play(g, m.IntN(60))
		winner := Color(m.IntN(2))
		if g.Outcome().IsOver() || g.Position().CanWin(winner) {
			return p, false
		}
		return planted(m, g, WinFor(winner), "Time forfeit", "", WrongFlagFall)
	}},
	{"draw on time against a side that can win", func(m recordMaker, g *Game) (p plantedRecord, ok bool) {
		m.play(g, m.IntN(60))
		last := g.Position()
		if g.Outcome().IsOver() || !last.surelyCanWin(last.Turn().Other()) {
			return p, false
		}
		return planted(m, g, Draw, "Time forfeit", "", WrongFlagFall)
	}},
	{"draw by a rule whose condition does not hold", func(m recordMaker, g *Game) (p plantedRecord, ok bool) {
		m.play(g, m.IntN(60))
		if g.Outcome().IsOver() || len(g.Claims())+len(g.ClaimsByMove()) > 0 {
			return p, false
		}
		words := [...]string{"Game drawn by repetition", "threefold repetition", "Game drawn by 50-move rule", "fifty moves"}
		return planted(m, g, Draw, words[m.IntN(len(words))], "Termination", UnfoundedDraw)
	}},
}

// legal returns a random legal move.
func (m recordMaker) legal(p Position) Move {
	moves := p.LegalMoves()
	return moves[m.IntN(len(moves))]
}

// otherResult returns a random result of a finished game other than r.
func (m recordMaker) otherResult(r Result) Result {
	for {
		if other := Result(1 + m.IntN(3)); other != r {
			return other
		}
	}
}

// planted returns g with the given result and Termination tag. The mistake is at the given tag, or
// at the result after the moves if tag is "".
func planted(m recordMaker, g *Game, result Result, words, tag string, kind FindingKind) (plantedRecord, bool) {
	g.SetTag("Termination", words)
	text := withResult(m.text(g), g.Outcome().Result, result, result)
	at := wordPlace(text, g.Plies())
	if tag != "" {
		at = tagPlace(text, tag)
	}
	return plantedRecord{text, at, kind}, true
}

// withResult returns text with the result old replaced in the Result tag and after the moves.
func withResult(text string, old, tag, mark Result) string {
	text = strings.Replace(text, tagLine("Result", old.String()), tagLine("Result", tag.String()), 1)
	return strings.TrimSuffix(text, old.String()+"\n") + mark.String() + "\n"
}

// tagPlace returns the line and the column of a tag.
func tagPlace(text, name string) string {
	before, _, _ := strings.Cut(text, "["+name+" ")
	return fmt.Sprintf("%d:1", 1+strings.Count(before, "\n"))
}

// wordPlace returns the line and the column of the move after the given number of plies, or of the
// result after the last move. The text must have no annotations.
func wordPlace(text string, plies int) string {
	tags, moves, _ := strings.Cut(text, "\n\n")
	first := strings.Count(tags, "\n") + 3
	for i, line := range strings.Split(moves, "\n") {
		column := 1
		for word := range strings.SplitSeq(line, " ") {
			if isNumber := strings.HasSuffix(word, "."); !isNumber {
				if plies == 0 {
					return fmt.Sprintf("%d:%d", first+i, column)
				}
				plies--
			}
			column += len(word) + 1
		}
	}
	return "nowhere"
}

// TestArbiterFindsPlantedMistakes plants mistakes in random records. It checks that each is found
// at its place, and that nothing else is reported.
func TestArbiterFindsPlantedMistakes(t *testing.T) {
	m := recordMaker{newTestRand(t), FIDERules()}
	arbiter := Arbiter{Rules: m.rules}
	for _, kind := range plants {
		t.Run(kind.name, func(t *testing.T) {
			for made := 0; made < shorter(40); {
				g := m.start()
				p, ok := kind.plant(m, g)
				if !ok {
					continue
				}
				made++
				type found struct {
					At   string
					Kind FindingKind
				}
				var got []found
				for findings := range arbiter.JudgePGN(NewPGNScanner(strings.NewReader(p.text))) {
					for _, f := range findings {
						got = append(got, found{fmt.Sprintf("%d:%d", f.Line, f.Column), f.Kind})
					}
				}
				if diff := cmp.Diff([]found{{p.at, p.kind}}, got); diff != "" {
					t.Fatalf("findings (-want +got):\n%s\n%s", diff, p.text)
				}
				// A Game does not distinguish the result * from a missing result.
				if read := must(ParsePGN(p.text)); !strings.HasSuffix(p.text, "*\n") && len(arbiter.Judge(read)) != 1 {
					t.Fatalf("Judge = %v, want one finding\n%s", arbiter.Judge(read), p.text)
				}
			}
		})
	}
}

// TestArbiterClaims checks the missed claims against ClaimHistory. The Arbiter reports one claim
// for each reason and ply before the last move.
func TestArbiterClaims(t *testing.T) {
	m := recordMaker{newTestRand(t), FIDERules()}
	arbiter := Arbiter{Rules: m.rules, Claims: true}
	missed := 0
	for range shorter(300) {
		g := m.start()
		m.play(g, 100)
		if !g.Outcome().IsOver() {
			g.Adjudicate(Outcome{Result: Draw})
		}
		type claim struct {
			Ply    int
			Reason string
		}
		want, got := []claim{}, []claim{}
		for ply, c := range g.ClaimHistory() {
			if next := (claim{ply, c.Reason.String()}); ply < g.Plies() && !slices.Contains(want, next) {
				want = append(want, next)
			}
		}
		text := m.text(g)
		for findings := range arbiter.JudgePGN(NewPGNScanner(strings.NewReader(text))) {
			for _, f := range findings {
				_, reason, _ := strings.Cut(f.Text, "a draw by ")
				reason, _, _ = strings.Cut(reason, " by announcing")
				got = append(got, claim{f.Ply, reason})
				if at := fmt.Sprintf("%d:%d", f.Line, f.Column); at != wordPlace(text, f.Ply) {
					t.Errorf("%q is at %s, want %s", f.Text, at, wordPlace(text, f.Ply))
				}
			}
		}
		order := func(a, b claim) int {
			return stdcmp.Or(stdcmp.Compare(a.Ply, b.Ply), strings.Compare(a.Reason, b.Reason))
		}
		slices.SortFunc(want, order)
		slices.SortFunc(got, order)
		if diff := cmp.Diff(want, got); diff != "" {
			t.Fatalf("missed claims (-want +got):\n%s\n%s", diff, text)
		}
		missed += len(got)
	}
	if missed < shorter(300) {
		t.Errorf("the games have %d missed claims, want at least %d", missed, shorter(300))
	}
}

// TestArbiterLastClaim checks that a claim in the last position is reported only if the player to
// move lost.
func TestArbiterLastClaim(t *testing.T) {
	const shuffle = "1. Nf3 Nf6 2. Ng1 Ng8 3. Nf3 Nf6 4. Ng1 Ng8 "
	announced := []string{
		"2:41: missed claim: 4... Ng8: Black could have claimed a draw by threefold repetition by announcing Ng8",
	}
	last := "2:45: missed claim: 0-1: White could have claimed a draw by threefold repetition"
	for result, want := range map[string][]string{
		"*": announced, "1/2-1/2": announced, "1-0": announced, "0-1": append(slices.Clone(announced), last),
	} {
		if diff := cmp.Diff(want, findingsIn(Arbiter{FIDERules(), true}, "\n"+shuffle+result)); diff != "" {
			t.Errorf("%s: findings (-want +got):\n%s", result, diff)
		}
	}
}

// TestReadTermination checks the reason and the results for each form of the Termination tag.
func TestReadTermination(t *testing.T) {
	const white, black = "Carlsen", "50cent"
	if got := readTermination("White won on time", "Brown", "White"); got.fits != fitsWin {
		t.Errorf("readTermination(\"White won on time\") with Black named White agrees with %b, want %b", got.fits, fitsWin)
	}
	cases := []struct {
		value string
		want  termination
	}{
		{"", termination{NoReason, fitsAny}},
		{"normal", termination{NoReason, fitsAny}},
		{"death", termination{NoReason, fitsAny}},
		{"emergency", termination{NoReason, fitsAny}},
		{"unterminated", termination{NoReason, fitsUnfinished}},
		{"Time forfeit", termination{Time, fitsOver}},
		{"Rules infraction", termination{RulesInfraction, fitsAny}},
		{"Abandoned", termination{Abandonment, fitsAny}},
		{"adjudication", termination{Adjudication, fitsAny}},
		{"Carlsen won by checkmate", termination{Checkmate, fitsWhite}},
		{"50cent won by checkmate", termination{Checkmate, fitsBlack}},
		{"50cent won by resignation", termination{Resignation, fitsBlack}},
		{"carlsen won on time", termination{Time, fitsWhite}},
		{"Anand won on time", termination{Time, fitsWin}},
		{"50cent won - game abandoned", termination{Abandonment, fitsBlack}},
		{"Black won on time", termination{Time, fitsBlack}},
		{"White wins by resignation", termination{Resignation, fitsWhite}},
		{"Carlsen resigns", termination{Resignation, fitsBlack}},
		{"50cent forfeits on time", termination{Time, fitsWhite}},
		{"50cent checkmated", termination{Checkmate, fitsWhite}},
		{"Game drawn by agreement", termination{Agreement, fitsDraw}},
		{"Game drawn by repetition", termination{ThreefoldRepetition, fitsDraw}},
		{"Game drawn by stalemate", termination{Stalemate, fitsDraw}},
		{"Game drawn by insufficient material", termination{InsufficientMaterial, fitsDraw}},
		{"Game drawn by timeout vs insufficient material", termination{Time, fitsDraw}},
		{"Game drawn by 50-move rule", termination{FiftyMoves, fitsDraw}},
		{"fivefold repetition", termination{FivefoldRepetition, fitsDraw}},
		{"75 moves", termination{SeventyFiveMoves, fitsDraw}},
	}
	for _, test := range cases {
		if got := readTermination(test.value, white, black); got != test.want {
			t.Errorf("readTermination(%q) = %v, want %v", test.value, got, test.want)
		}
	}
}
