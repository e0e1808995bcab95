package chess

import (
	"encoding/json"
	"errors"
	"fmt"
	"math/rand/v2"
	"os"
	"reflect"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/google/go-cmp/cmp/cmpopts"
	"github.com/shakki/chess/internal/deep"
)

// recordSANs returns a game under the given rules with the given moves in SAN. As in a game record,
// the moves may continue after the rules have ended the game. If start is empty, the game begins at
// the standard starting position.
func recordSANs(t *testing.T, rules Rules, start, moves string) *Game {
	t.Helper()
	if start == "" {
		start = startFEN
	}
	g := newGame(MustParseFEN(start), rules)
	for _, san := range strings.Fields(moves) {
		if _, err := g.LastNode().AddSAN(san); err != nil {
			t.Fatalf("AddSAN(%q) = %v, want no error", san, err)
		}
	}
	return g
}

// sanMove parses san as a legal move in p.
func sanMove(t *testing.T, p Position, san string) Move {
	t.Helper()
	m, err := p.ParseSAN(san)
	if err != nil {
		t.Fatalf("ParseSAN(%q, %q) = %v, want no error", p.FEN(), san, err)
	}
	return m
}

// Moves that repeat a position. All but perpetual are played from the standard starting position.
const (
	shuffle   = "Nf3 Nf6 Ng1 Ng8 "
	shuffle3  = shuffle + shuffle                     // third occurrence of the starting position
	shuffle5  = shuffle + shuffle + shuffle + shuffle // fifth occurrence of the starting position
	almost3   = shuffle + "Nf3 Nf6 Ng1"               // Ng8 makes the third occurrence
	perpetual = "Qe8+ Kh7 Qh5+ Kg8 Qe8+ Kh7 Qh5+ Kg8" // third occurrence of perpetualFEN
)

// Starting positions of the games below. The numbers in the clock names are full moves: in
// clock49FEN, the halfmove clock is 98.
const (
	perpetualFEN = "6k1/6p1/8/7Q/8/8/rq6/6K1 w - - 0 40"
	clock49FEN   = "4k3/8/8/8/8/8/8/R3K3 w - - 98 80"
	clock50FEN   = "4k3/8/8/8/8/8/8/R3K3 w - - 99 80"
	clock75FEN   = "4k3/8/8/8/8/8/8/R3K3 w - - 149 80"
	mate50FEN    = "4k3/R7/4K3/8/8/8/8/8 w - - 99 80"
	mate75FEN    = "4k3/R7/4K3/8/8/8/8/8 w - - 149 80"
)

// sheets are the columns of ruleRows: the four rule sheets and the FIDE Laws, each with the Rules
// that implement it.
var sheets = [...]struct {
	name  string
	rules Rules
}{
	{"S0", RulesS0()},
	{"S1", RulesS1()},
	{"S2", RulesS2()},
	{"S3", RulesS3()},
	{"FIDE", Rules{}},
}

// A verdict is the result of applying rules to a game: the outcome, the draws that the player to
// move may claim in the current position, and the draws that the player may claim by announcing a
// given move.
type verdict struct {
	Outcome   Outcome
	Claims    []Reason
	Announced []Reason
}

var goesOn verdict

func ends(reason Reason) verdict { return verdict{Outcome: Outcome{Drawn, reason}} }

func claim(reasons ...Reason) verdict { return verdict{Claims: reasons} }

func byMove(reasons ...Reason) verdict { return verdict{Announced: reasons} }

// verdicts holds one verdict for each element of sheets.
type verdicts [len(sheets)]verdict

// everywhere returns verdicts that are v in every column.
func everywhere(v verdict) verdicts { return verdicts{v, v, v, v, v} }

// ruleRows is the table of draws and decisive outcomes. Each row is a game with its verdict under
// each of the sheets.
var ruleRows = []struct {
	name     string
	start    string            // FEN; empty for the standard starting position
	moves    string            // SAN
	act      func(*Game) error // called after the moves, if not nil
	announce string            // SAN of the move that is announced in a claim
	want     verdicts          // S0, S1, S2, S3, FIDE
}{
	{name: "checkmate", moves: foolsMate,
		want: everywhere(verdict{Outcome: Outcome{BlackWins, Checkmate}})},
	{name: "resignation", moves: "e4", act: func(g *Game) error { return g.Resign(White) },
		want: everywhere(verdict{Outcome: Outcome{BlackWins, Resignation}})},
	{name: "loss on time", start: clock49FEN, moves: "Ra2", act: func(g *Game) error { return g.FlagFall(Black) },
		want: everywhere(verdict{Outcome: Outcome{WhiteWins, OutOfTime}})},

	{name: "stalemate", moves: loydsDraw, want: everywhere(ends(Stalemate))},
	{name: "agreement", moves: "e4 e5", act: agreeToDraw, want: everywhere(ends(Agreement))},
	{name: "offer by the player to move", moves: "e4 e5", act: func(g *Game) error {
		_, _ = g.OfferDraw(White), g.AcceptDraw(Black)
		return nil
	}, want: verdicts{goesOn, ends(Agreement), ends(Agreement), ends(Agreement), ends(Agreement)}},
	{name: "refused claim as an offer", moves: "e4 e5", act: func(g *Game) error {
		_, _ = g.Claim(g.Position().Turn(), Claim{Reason: ThreefoldRepetition}), g.AcceptDraw(Black)
		return nil
	}, want: verdicts{goesOn, ends(Agreement), ends(Agreement), ends(Agreement), ends(Agreement)}},
	{name: "same position twice", moves: shuffle, announce: "Nf3", want: everywhere(goesOn)},
	{name: "same position three times", moves: shuffle3,
		want: verdicts{
			ends(ThreefoldRepetition),
			claim(ThreefoldRepetition),
			ends(ThreefoldRepetition),
			goesOn,
			claim(ThreefoldRepetition),
		}},
	{name: "same position three times after the announced move", moves: almost3, announce: "Ng8",
		want: verdicts{
			byMove(ThreefoldRepetition),
			byMove(ThreefoldRepetition),
			goesOn,
			goesOn,
			byMove(ThreefoldRepetition),
		}},
	{name: "same position five times", moves: shuffle5,
		want: verdicts{
			ends(ThreefoldRepetition),
			claim(ThreefoldRepetition),
			ends(ThreefoldRepetition),
			goesOn,
			ends(FivefoldRepetition),
		}},
	{name: "one ply short of 50 moves", start: clock49FEN, moves: "Ra2", want: everywhere(goesOn)},
	{name: "50 moves", start: clock50FEN, moves: "Ra2",
		want: verdicts{ends(FiftyMoves), claim(FiftyMoves), ends(FiftyMoves), goesOn, claim(FiftyMoves)}},
	{name: "50 moves after the announced move", start: clock50FEN, announce: "Ra2",
		want: verdicts{goesOn, goesOn, goesOn, goesOn, byMove(FiftyMoves)}},
	{name: "50 moves, completed by checkmate", start: mate50FEN, moves: "Ra8#",
		want: everywhere(verdict{Outcome: Outcome{WhiteWins, Checkmate}})},
	{name: "75 moves", start: clock75FEN, moves: "Ra2",
		want: verdicts{ends(FiftyMoves), claim(FiftyMoves), ends(FiftyMoves), goesOn, ends(SeventyFiveMoves)}},
	{name: "75 moves, completed by checkmate", start: mate75FEN, moves: "Ra8#",
		want: verdicts{
			ends(FiftyMoves), // the game ended 25 moves earlier
			{Outcome: Outcome{WhiteWins, Checkmate}},
			ends(FiftyMoves),
			{Outcome: Outcome{WhiteWins, Checkmate}},
			{Outcome: Outcome{WhiteWins, Checkmate}},
		}},
	{name: "neither side can mate", start: "8/8/8/4k3/8/8/4p3/4K3 w - - 0 60", moves: "Kxe2",
		want: verdicts{ends(DeadPosition), ends(InsufficientMaterial), ends(InsufficientMaterial), goesOn, ends(DeadPosition)}},
	{name: "permanently blocked pawns", start: "4k3/8/8/p1p1p1p1/PpPpPpPp/1P1P1P2/7P/4K3 w - - 0 60", moves: "h3",
		want: verdicts{ends(DeadPosition), goesOn, goesOn, goesOn, ends(DeadPosition)}},
	{name: "two knights", start: "8/8/8/4k3/8/8/4p3/3NK1N1 w - - 0 60", moves: "Nxe2", want: everywhere(goesOn)},
	{name: "one knight on each side", start: "8/8/8/4k1n1/8/8/4p3/4K1N1 w - - 0 60", moves: "Nxe2",
		want: everywhere(goesOn)},
	{name: "same-colored bishops", start: "5k2/7b/8/8/8/5p2/4B3/4K3 w - - 0 60", moves: "Bxf3",
		want: verdicts{ends(DeadPosition), ends(InsufficientMaterial), ends(InsufficientMaterial), goesOn, ends(DeadPosition)}},
	{name: "checks that repeat a position once, before a mate in two", start: "7k/8/5K2/8/8/8/8/6R1 w - - 0 1",
		moves: "Rh1+ Kg8 Rg1+ Kh8", want: everywhere(goesOn)},
	{name: "perpetual check", start: perpetualFEN, moves: perpetual,
		want: verdicts{
			ends(ThreefoldRepetition),
			claim(ThreefoldRepetition),
			ends(PerpetualCheck),
			goesOn,
			claim(ThreefoldRepetition),
		}},
}

// agreeToDraw offers a draw for the player who has just moved and accepts it for the opponent.
func agreeToDraw(g *Game) error {
	p := g.Position()
	return errors.Join(g.OfferDraw(p.Turn().Other()), g.AcceptDraw(p.Turn()))
}

// TestRuleSheets checks every row of ruleRows under each of the sheets.
func TestRuleSheets(t *testing.T) {
	for _, row := range ruleRows {
		for i, sheet := range sheets {
			t.Run(row.name+"/"+sheet.name, func(t *testing.T) {
				play := func() (*Game, Move) {
					g := recordSANs(t, sheet.rules, row.start, row.moves)
					if row.act != nil {
						if err := row.act(g); err != nil {
							t.Fatalf("row.act(g) = %v, want no error", err)
						}
					}
					if row.announce == "" {
						return g, NullMove
					}
					return g, sanMove(t, g.Position(), row.announce)
				}
				g, m := play()
				if got := verdictOn(g, m); !cmp.Equal(row.want[i], got) {
					t.Errorf("%q from %q: verdict differs (-want +got):\n%s",
						row.moves, row.start, cmp.Diff(row.want[i], got))
				}
				checkClaims(t, row.want[i], play)
				checkGoesOn(t, g, !row.want[i].Outcome.IsOver())
			})
		}
	}
}

// verdictOn returns the verdict on g, where m is the move to announce.
func verdictOn(g *Game, m Move) verdict {
	return verdict{g.Outcome(), reasonsOf(g.Claims()), reasonsOf(claimsAnnouncing(g, m))}
}

// claimsAnnouncing returns the claims that the player to move may make by announcing m.
func claimsAnnouncing(g *Game, m Move) []Claim {
	return slices.DeleteFunc(g.ClaimsByMove(), func(c Claim) bool { return c.Move != m })
}

// reasonsOf returns the reason of each claim.
func reasonsOf(claims []Claim) []Reason {
	var reasons []Reason
	for _, c := range claims {
		reasons = append(reasons, c.Reason)
	}
	return reasons
}

// checkClaims tries a claim for every reason, both in the current position and by announcing the
// move that play returns. It checks that Claim accepts the claims listed in want and rejects all
// others.
func checkClaims(t *testing.T, want verdict, play func() (*Game, Move)) {
	t.Helper()
	for reason := NoReason; reason <= Adjudication; reason++ {
		_, announce := play()
		for _, m := range []Move{NullMove, announce} {
			g, _ := play()
			c, right := Claim{reason, m}, slices.Contains(want.Claims, reason)
			if m != NullMove {
				right = slices.Contains(want.Announced, reason)
			}
			before := g.Outcome()
			err := g.Claim(g.Position().Turn(), c)
			switch {
			case right && (err != nil || g.Outcome() != Outcome{Drawn, reason}):
				t.Errorf("Claim(%v) = %v, Outcome() = %v, want no error and a draw", c, err, g.Outcome())
			case !right && (err == nil || g.Outcome() != before):
				t.Errorf("Claim(%v) = %v, Outcome() = %v, want an error and %v", c, err, g.Outcome(), before)
			}
		}
	}
}

// checkGoesOn checks that g accepts a move if goesOn is true and rejects it as played after the end
// of the game otherwise.
func checkGoesOn(t *testing.T, g *Game, goesOn bool) {
	t.Helper()
	p := g.Position()
	m := NewMove(A2, A3)
	if moves := p.LegalMoves(); len(moves) > 0 {
		m = moves[0]
	}
	err := g.Play(m)
	var refusal *MoveError
	switch {
	case goesOn && err != nil:
		t.Errorf("Play(%v) = %v, want no error", m, err)
	case !goesOn && (!errors.As(err, &refusal) || refusal.Why != GameOver || refusal.Move != m || refusal.By != NoSquare):
		t.Errorf("Play(%v) = %v, want a MoveError with the reason GameOver and this move", m, err)
	}
}

// without returns RulesS3, under which no condition draws a game, with the effects that rules has.
func without(rules Rules) Rules {
	none := RulesS3()
	for i := range draws {
		if from, _ := draws[i].fields(&rules); *from != AsFIDE {
			to, _ := draws[i].fields(&none)
			*to = *from
		}
	}
	return none.canonical()
}

// TestCustomRules plays games under rules other than the predefined ones.
func TestCustomRules(t *testing.T) {
	for _, test := range []struct {
		name  string
		rules Rules
		start string
		moves string
		want  verdict
	}{
		{"only threefold repetition, automatic", without(Rules{Threefold: Automatic}), "", shuffle3, ends(ThreefoldRepetition)},
		{"fivefold claimed", without(Rules{Fivefold: Claimable}), "", shuffle5, claim(FivefoldRepetition)},
		{"fivefold claimed too early", without(Rules{Fivefold: Claimable}), "", shuffle3, goesOn},
		{"75 moves claimed", without(Rules{SeventyFiveMoves: Claimable}), clock75FEN, "Ra2", claim(SeventyFiveMoves)},
		{"75 moves claimed too early", without(Rules{SeventyFiveMoves: Claimable}), clock50FEN, "Ra2", goesOn},
		{"perpetual check claimed", without(Rules{PerpetualCheck: Claimable}), perpetualFEN, perpetual, claim(PerpetualCheck)},
		{"perpetual check takes precedence over threefold", without(Rules{PerpetualCheck: Automatic, Threefold: Automatic}),
			perpetualFEN, perpetual, ends(PerpetualCheck)},
		{"threefold where perpetual check is ignored", without(Rules{Threefold: Automatic}),
			perpetualFEN, perpetual, ends(ThreefoldRepetition)},
		{"fivefold takes precedence over 75 moves", Rules{}, "4k3/8/8/8/8/8/8/R3K3 w - - 134 80",
			strings.Repeat("Ra2 Kd7 Ra1 Ke8 ", 4), ends(FivefoldRepetition)},
		{"two claims at once", RulesS1(), "4k3/8/8/8/8/8/8/R3K3 w - - 92 80",
			strings.Repeat("Ra2 Kd7 Ra1 Ke8 ", 2), claim(ThreefoldRepetition, FiftyMoves)},
	} {
		t.Run(test.name, func(t *testing.T) {
			g := recordSANs(t, test.rules, test.start, test.moves)
			if g.Rules() != test.rules {
				t.Errorf("Rules() = %+v, want %+v", g.Rules(), test.rules)
			}
			if got := verdictOn(g, NullMove); !cmp.Equal(test.want, got) {
				t.Errorf("%q: verdict differs (-want +got):\n%s", test.moves, cmp.Diff(test.want, got))
			}
		})
	}
}

// TestZeroRules checks that the zero Rules are those of the FIDE Laws, and that Game.Rules has one
// form for rules that are spelled out.
func TestZeroRules(t *testing.T) {
	if got := NewGame().Rules(); got != (Rules{}) {
		t.Errorf("NewGame().Rules() = %+v, want the zero Rules", got)
	}
	spelled := Rules{Automatic, NoEffect, Claimable, Automatic, Claimable, Automatic, NoEffect, false, false, false, false, false}
	if got := newGame(startPosition, spelled).Rules(); got != (Rules{}) {
		t.Errorf("Rules() with the Laws spelled out = %+v, want the zero Rules", got)
	}
	if got := newGame(startPosition, Rules{Threefold: 99}).Rules(); got != (Rules{Threefold: NoEffect}) {
		t.Errorf("Rules() with an unknown effect = %+v, want it ignored", got)
	}
}

// TestTableOfDraws checks that every reason for a draw that follows from the moves has a row in the
// table of draws, a field of Rules, and words in the Termination tag, and that every row is complete.
func TestTableOfDraws(t *testing.T) {
	rows := map[Reason]bool{}
	for i := range draws {
		d := &draws[i]
		rows[d.reason] = true
		if d.clock == 0 && d.also == nil {
			t.Errorf("%v has no condition", d.reason)
		}
		if d.times > 0 && d.clock != 2*(d.times-1) { // two passes repeat a position
			t.Errorf("%v at a halfmove clock from %d, want %d", d.reason, d.clock, 2*(d.times-1))
		}
		for column, effect := range d.in {
			if effect &^= announced; effect != NoEffect && effect != Claimable && effect != Automatic {
				t.Errorf("%v under %s = %v, want ignored, claimable, or automatic", d.reason, profileNames[column], effect)
			}
		}
		for effect := NoEffect; effect <= Automatic; effect++ {
			for _, yes := range []bool{false, true} {
				rules := RulesS3()
				to, unannounced := d.fields(&rules)
				*to = effect
				if unannounced != nil {
					*unannounced = yes
				}
				checkRulesText(t, rules.canonical())
			}
		}
		for _, words := range []string{d.reason.String(), "Game drawn by " + d.reason.String()} {
			if got := readTermination(words, "", "").reason; got != d.reason {
				t.Errorf("tag Termination %q gives the reason %v, want %v", words, got, d.reason)
			}
		}
	}
	for reason := DeadPosition; reason <= PerpetualCheck; reason++ {
		if !rows[reason] {
			t.Errorf("%v has no row in the table of draws", reason)
		}
	}
	if n := reflect.TypeFor[Rules]().NumField(); n != len((&Rules{}).fields()) {
		t.Errorf("Rules have %d fields, and their text knows %d", n, len((&Rules{}).fields()))
	}
}

// checkRulesText checks that rules survive as text, in JSON, and in a saved game.
func checkRulesText(t *testing.T, rules Rules) {
	var read, decoded Rules
	if err := read.UnmarshalText([]byte(rules.String())); err != nil || read != rules {
		t.Errorf("UnmarshalText(%v) = %v with %+v, want %+v", rules, err, read, rules)
	}
	object := must(json.Marshal(rules))
	if err := json.Unmarshal(object, &decoded); err != nil || decoded != rules {
		t.Errorf("json.Unmarshal(%s) = %v with %+v, want %+v", object, err, decoded, rules)
	}
	if back := must(ParsePGN(newGame(startPosition, rules).String())); back.Rules() != rules {
		t.Errorf("Rules() of a saved game = %v, want %v", back.Rules(), rules)
	}
}

// TestRulesText reads rules as text and JSON: names of profiles, fields that are absent, and what
// means nothing.
func TestRulesText(t *testing.T) {
	for column, name := range profileNames {
		checkRulesText(t, profile(column))
		var read Rules
		if err := read.UnmarshalText([]byte(strings.ToUpper(name))); err != nil || read != profile(column) {
			t.Errorf("UnmarshalText(%q) = %v with %v, want %v", strings.ToUpper(name), err, read, profile(column))
		}
	}
	if got, want := (Rules{Threefold: Automatic + 1, FiftyMoves: 255}).String(), (Rules{Threefold: NoEffect, FiftyMoves: NoEffect}).String(); got != want {
		t.Errorf("String() of rules with unknown effects = %q, want %q, as without these draws", got, want)
	}
	for text, want := range map[string]Rules{
		`{}`:                        {},
		`{"threefold":"automatic"}`: {Threefold: Automatic},
		`{"threefold":null,"fivefold":"fide","announcedThreefold":false}`: {NoAnnouncedThreefold: true},
		`{"timeByMaterial":true,"resignationLoses":true}`:                 {TimeByMaterial: true, ResignationLoses: true},
		string(must(json.Marshal(RulesS3()))):                             RulesS3(),
	} {
		read := ServerRules()
		want = want.canonical()
		if err := json.Unmarshal([]byte(text), &read); err != nil || read != want {
			t.Errorf("json.Unmarshal(%s) = %v with %v, want %v", text, err, read, want)
		}
	}
	for _, text := range []string{`"none"`, `{"threefold":"always"}`, `{"threefold":true}`, `{"offerAfterMove":"automatic"}`, `[]`,
		`{"Fivefold":"automatic"}`, `{"Fivefold":"ignored"}`, `{"x":[]}`, `{"x":null}`, `{"":true}`, `{"threefold":"claimable","THREEFOLD":"claimable"}`,
		`{"offerAfterMove":"true"}`, `{"offerAfterMove":1}`, `{"threefold":3}`} {
		read := RulesS0()
		if err := json.Unmarshal([]byte(text), &read); err == nil || read != RulesS0() || strings.HasPrefix(text, `{"x"`) && err.(*ParseError).Text != "x" {
			t.Errorf("json.Unmarshal(%s) = %v with %v, want an error and no change", text, err, read)
		}
	}
	kept := RulesS0()
	if err := json.Unmarshal([]byte("null"), &kept); err != nil || kept != RulesS0() {
		t.Errorf("json.Unmarshal(null) = %v with %v, want nil and no change", err, kept)
	}
	for _, text := range []string{"", " ", "s4", "threefold", "threefold=true", "none threefold=automatic", " none", "offerAfterMove=automatic", "offerAfterMove=1"} {
		read := RulesS0()
		if err := read.UnmarshalText([]byte(text)); err == nil || read != RulesS0() {
			t.Errorf("UnmarshalText(%q) = %v with %v, want an error and no change", text, err, read)
		}
	}
}

// TestPerpetualCheck checks when Rules.PerpetualCheck ends a game, and when it does not because one
// move of the cycle gives no check.
func TestPerpetualCheck(t *testing.T) {
	for _, test := range []struct{ name, start, moves string }{
		{"a quiet move in the cycle", "6k1/6p1/8/7Q/8/8/rq6/6K1 w - - 0 40", "Qh3 Kf8 Qh5 Kg8 Qh3 Kf8 Qh5 Kg8"},
		{"a quiet move that repeats a position", perpetualFEN, "Qh3 Kf8 Qf5+ Kg8 Qh3"},
		{"one quiet move among the checks", perpetualFEN, "Qe8+ Kh7 Qe2 Kg8 Qe8+"},
		{"checks without repetition", perpetualFEN, "Qe8+ Kh7 Qe4+ Kg8 Qd5+ Kh7"},
		{"one repetition", perpetualFEN, "Qe8+ Kh7 Qh5+ Kg8 Qe8+ Kh7 Qe4+ Kg8"},
		{"a quiet move between the first occurrence and the second", perpetualFEN,
			"Qh3 Kf8 Qh5 Kg8 Qe8+ Kh7 Qh5+ Kg8"},
	} {
		t.Run(test.name, func(t *testing.T) {
			g := recordSANs(t, without(Rules{PerpetualCheck: Automatic}), test.start, test.moves)
			if got := g.Outcome(); got.IsOver() {
				t.Errorf("%q: Outcome() = %v, want *", test.moves, got)
			}
		})
	}
	for _, test := range []struct {
		name, start, moves string
		plies              int
	}{
		{"different checks", perpetualFEN, "Qe8+ Kh7 Qe4+ Kg8 Qe8+ Kh7 Qh5+ Kg8 Qe8+", 9},
		{"a quiet move between the first occurrence and the second, and two more occurrences", perpetualFEN,
			"Qh3 Kf8 Qh5 Kg8 " + perpetual, 12},
		{"by Black, after quiet moves", "6k1/8/8/8/7q/8/6P1/R5K1 w - - 0 40",
			"Rb1 Kh8 Rb2 Qe1+ Kh2 Qh4+ Kg1 Qe1+ Kh2 Qh4+ Kg1 Qe1+", 11},
	} {
		t.Run(test.name, func(t *testing.T) {
			g := recordSANs(t, without(Rules{PerpetualCheck: Automatic}), test.start, test.moves)
			want := Outcome{Drawn, PerpetualCheck}
			if got, plies := g.AutomaticEnd(); got != want || plies != test.plies {
				t.Errorf("%q: AutomaticEnd() = %v, %d, want %v, %d", test.moves, got, plies, want, test.plies)
			}
		})
	}
}

// repetitionCases are games with the number of times that their last position has occurred.
var repetitionCases = []struct {
	name     string
	start    string
	moves    string
	want     int
	announce string // SAN of the moves that a threefold claim may announce; "*" if not checked
}{
	{name: "new position", moves: "Nf3", want: 1},
	{name: "starting position counts", moves: shuffle, want: 2},
	{name: "16: starting position from a FEN counts", start: clock49FEN, moves: "Ra2 Ke7 Ra1 Ke8 Ra2 Ke7 Ra1 Ke8",
		want: 3, announce: "*"},
	{name: "different side to move", start: "4k3/8/8/8/8/8/8/R3K3 w - - 0 1", moves: "Ra3 Ke7 Ra2 Ke8 Ra1", want: 1},
	{name: "12: en passant was possible at the first occurrence",
		moves: "e4 e6 Ke2 Ke7 Ke1 Ke8 e5 Ke7 Ke2 f5 Ke1 Ke8 Ke2 Ke7 Ke1 Ke8 Ke2 Ke7", want: 2, announce: "Ke1"},
	{name: "12: one ply later",
		moves: "e4 e6 Ke2 Ke7 Ke1 Ke8 e5 Ke7 Ke2 f5 Ke1 Ke8 Ke2 Ke7 Ke1 Ke8 Ke2 Ke7 Ke1", want: 3, announce: "Ke8"},
	{name: "13: castling was possible at the first occurrence",
		moves: "e4 d5 Nf3 dxe4 Ng5 Nf6 Bc4 Nc6 Bxf7+ Kd7 Be6+ Ke8 Bf7+ Kd7 Be6+ Ke8 Bf7+", want: 2, announce: "Kd7"},
	{name: "13: one ply later",
		moves: "e4 d5 Nf3 dxe4 Ng5 Nf6 Bc4 Nc6 Bxf7+ Kd7 Be6+ Ke8 Bf7+ Kd7 Be6+ Ke8 Bf7+ Kd7",
		want:  3, announce: "Be6+"},
	{name: "14: en passant was not possible at the first occurrence",
		moves: "e4 c5 e5 Qb6 Nf3 Qe6 Ng1 d5 Nf3 Nc6 Ng1 Nb8 Nf3 Nc6 Ng1 Nb8", want: 3, announce: "Nf3"},
	{name: "14: no pawn can capture after the double step", moves: "e4 e5 " + shuffle3, want: 3, announce: "Nf3"},
	{name: "14: no double step", moves: "e3 e6 e4 e5 " + shuffle3, want: 3, announce: "Nf3"},
	{name: "9: capturing pawn pinned along the rank", start: "8/8/8/8/k2p3R/8/4P3/6K1 w - - 0 1",
		moves: "e4 Kb4 Kh1 Ka4 Kg1 Kb4 Kh1 Ka4 Kg1 Kb4 Kh1 Ka4 Kg1", want: 4, announce: "Kb4"},
	{name: "9: capturing pawn not pinned", start: "8/8/8/8/k2p4/8/4P3/6K1 w - - 0 1",
		moves: "e4 Kb4 Kh1 Ka4 Kg1 Kb4 Kh1 Ka4 Kg1", want: 2, announce: "Kb4"},
	{name: "15: Black may announce", moves: almost3, want: 2, announce: "Ng8"},
	{name: "15: White may announce, after a different move order",
		moves: "e4 e5 Nf3 Nc6 Ng1 Nb8 Nf3 Nc6 Ng5 Nb8", want: 1, announce: "Nf3"},
	{name: "16: occurrences not consecutive",
		moves: shuffle + "Nc3 Nc6 Nb1 Nb8 Na3 Na6 Nb1 Nb8 Nh3 Nh6 Ng1 Ng8", want: 5, announce: "*"},
	{name: "rooks that have swapped squares", start: "4k3/8/8/8/8/8/8/RR2K3 w - - 0 1",
		moves: "Ra2 Kd7 Rba1 Ke8 Rb2 Kd7 Rbb1 Ke8", want: 2},
	{name: "18: the rook on a1 loses a castling right", start: irreversibleFEN, moves: "Ra2 Nf6 Ra1 Nd5", want: 1},
	{name: "18: the king loses a castling right", start: irreversibleFEN, moves: "Kd1 Nf6 Ke1 Nd5", want: 1},
	{name: "18: the rook on h1 has no castling right", start: irreversibleFEN, moves: "Rf1 Nf6 Rh1 Nd5", want: 2},
	{name: "the opponent loses a castling right", start: irreversibleFEN, moves: "Rf1 Ra7 Rh1 Ra8", want: 1},
	{name: "Chess960: the rook without the castling right moves", start: "4k3/8/8/8/8/8/8/RR2K3 w A - 0 1",
		moves: "Rb2 Ke7 Rbb1 Ke8 Rb2 Ke7 Rbb1 Ke8", want: 3, announce: "*"},
	{name: "Chess960: the rook with the castling right moves", start: "4k3/8/8/8/8/8/8/RR2K3 w B - 0 1",
		moves: "Rb2 Ke7 Rbb1 Ke8 Rb2 Ke7 Rbb1 Ke8", want: 2, announce: "Rb2"},
}

const irreversibleFEN = "r3k2r/8/8/3n4/8/8/8/R3K2R w Qkq - 0 1"

// TestRepetitions checks which positions count as the same (cases 12 to 18 in docs/rules.md).
func TestRepetitions(t *testing.T) {
	for _, test := range repetitionCases {
		t.Run(test.name, func(t *testing.T) {
			g := recordSANs(t, everyClaim, test.start, test.moves)
			if got := g.Repetitions(); got != test.want {
				t.Errorf("%q: Repetitions() = %d, want %d", test.moves, got, test.want)
			}
			if got, want := slices.Contains(reasonsOf(g.Claims()), ThreefoldRepetition), test.want >= 3; got != want {
				t.Errorf("%q: Claims() contains threefold repetition = %v, want %v", test.moves, got, want)
			}
			p := g.Position()
			var announced []string
			for _, c := range g.ClaimsByMove() {
				if c.Reason == ThreefoldRepetition {
					announced = append(announced, p.SAN(c.Move))
				}
			}
			slices.Sort(announced)
			if got := strings.Join(announced, " "); test.announce != "*" && got != test.announce {
				t.Errorf("%q: ClaimsByMove() claims threefold repetition with %q, want %q",
					test.moves, got, test.announce)
			}
		})
	}
}

// TestNullMovesRepeat checks that a position occurs again when both sides have made a null move.
func TestNullMovesRepeat(t *testing.T) {
	g := recordSANs(t, Rules{}, "", "e4 e5")
	for n := range 4 {
		if got, want := g.Repetitions(), 1+n/2; got != want {
			t.Errorf("after %d null moves: Repetitions() = %d, want %d", n, got, want)
		}
		if _, err := g.LastNode().Add(NullMove); err != nil {
			t.Fatalf("Add(NullMove) = %v, want no error", err)
		}
	}
}

// everyClaim makes every draw condition based on repetition or the halfmove clock claimable. Only
// checkmate and stalemate end a game automatically.
var everyClaim = Rules{DeadPosition: NoEffect, Fivefold: Claimable, SeventyFiveMoves: Claimable}

// collide gives all positions in the main line of g the same hash and returns g.
func collide(g *Game) *Game {
	for ply := range g.plies() + 1 {
		g.line[ply].hash = 1
	}
	return g
}

// TestRepetitionDespiteCollisions checks that repetitions are counted correctly even if different
// positions have the same hash.
func TestRepetitionDespiteCollisions(t *testing.T) {
	for _, test := range repetitionCases {
		t.Run(test.name, func(t *testing.T) {
			plain := recordSANs(t, everyClaim, test.start, test.moves)
			collided := collide(recordSANs(t, everyClaim, test.start, test.moves))
			if got := collided.Repetitions(); got != test.want {
				t.Errorf("%q: Repetitions() = %d, want %d", test.moves, got, test.want)
			}
			if diff := cmp.Diff(plain.Claims(), collided.Claims()); diff != "" {
				t.Errorf("%q: Claims differ (-plain +collided):\n%s", test.moves, diff)
			}
		})
	}
	t.Run("automatic", func(t *testing.T) {
		g := collide(recordSANs(t, Rules{}, "", shuffle5))
		if got, plies := g.AutomaticEnd(); got != (Outcome{Drawn, FivefoldRepetition}) || plies != 16 {
			t.Errorf("AutomaticEnd() = %v, %d, want 1/2-1/2 (fivefold repetition), 16", got, plies)
		}
	})
	t.Run("perpetual check", func(t *testing.T) {
		g := collide(recordSANs(t, RulesS2(), perpetualFEN, "Qe8+ Kh7 Qe4+ Kg8 Qd5+ Kh7"))
		if got := g.Outcome(); got.IsOver() {
			t.Errorf("Outcome() = %v, want *", got)
		}
	})
	t.Run("announced", func(t *testing.T) {
		const moves = shuffle3 + "Nc3 Nc6 Nb1"
		plain := recordSANs(t, everyClaim, "", moves)
		p := plain.Position()
		for _, m := range p.LegalMoves() {
			g, q := recordSANs(t, everyClaim, "", moves), p.After(m)
			for ply := range g.plies() {
				g.line[ply].hash = q.hash
			}
			if diff := cmp.Diff(claimsAnnouncing(plain, m), claimsAnnouncing(g, m)); diff != "" {
				t.Errorf("claims announcing %v differ (-plain +collided):\n%s", m, diff)
			}
		}
	})
}

// identityOf returns the parts of p that FIDE 9.2.3 compares, in the form of the first four fields
// of a FEN: the pieces, the side to move, the castling rights, and the en passant square if an en
// passant capture is legal.
func identityOf(p *Position) string {
	fen := appendedFEN(p, FENFormat{DoubleStep: true})
	fields := strings.Fields(fen)[:4]
	if fields[3] != "-" && !triesEnPassant(readMailbox(fen)) {
		fields[3] = "-"
	}
	return strings.Join(fields, " ")
}

// triesEnPassant tries the en passant capture with each pawn next to the pawn that made the double
// step. It reports whether any of these captures is legal, that is, leaves the capturing side's
// king out of check.
func triesEnPassant(b mailbox) bool {
	for _, file := range []int{-1, 1} {
		from := b.passed.plus(spot{-pawnWay(b.side), file})
		if !from.onBoard() || b.at(from) != fenLetter("p", b.side) {
			continue
		}
		if after := b.after(slowMove{from: from, to: b.passed}); !after.inCheck(b.side) {
			return true
		}
	}
	return false
}

// A drawModel is a simple reference implementation of the rules about draws. It keeps every
// position of the game as text.
type drawModel struct {
	seen   map[string]int
	clock  int
	line   []string // the identities of the positions
	checks []bool   // whether the side to move is in check
}

// newDrawModel returns the model of a game that starts in p.
func newDrawModel(p *Position) drawModel {
	return drawModel{seen: map[string]int{}, clock: p.HalfmoveClock()}
}

// add counts an occurrence of p.
func (m *drawModel) add(p *Position) {
	id := identityOf(p)
	m.seen[id]++
	b := readMailbox(p.FEN())
	m.line, m.checks = append(m.line, id), append(m.checks, b.inCheck(b.side))
}

// isPerpetual reports whether the last position has occurred two plies or more ago for the third
// time from the end, and the moves of one side since then have all given check.
func (m *drawModel) isPerpetual() bool {
	last, times := len(m.line)-1, 0
	for from := last; from >= 0; from-- {
		if m.line[from] == m.line[last] {
			times++
		}
		if times < 3 {
			continue
		}
		quiet := [2]int{}
		for ply := from + 1; ply <= last; ply++ {
			if !m.checks[ply] {
				quiet[ply%2]++
			}
		}
		return quiet[0] == 0 || quiet[1] == 0
	}
	return false
}

// lacksPieces reports whether there are only kings, one knight or bishop and kings, or bishops on
// squares of one color and kings.
func lacksPieces(p *Position) bool {
	others, onColor := "", [2]int{}
	for s := A1; s <= H8; s++ {
		switch letter := p.PieceAt(s).String(); letter {
		case ".", "k", "K":
		default:
			others += strings.ToLower(letter)
			onColor[(int(s.File())+int(s.Rank()))%2]++
		}
	}
	return len(others) == 0 || others == "n" ||
		strings.Trim(others, "b") == "" && (onColor[0] == 0 || onColor[1] == 0)
}

// clockAfter returns the halfmove clock after move is made in p.
func (m *drawModel) clockAfter(p *Position, move Move) int {
	taken := p.PieceAt(move.To())
	if p.PieceAt(move.From()).Type() == Pawn || taken != NoPiece && taken.Color() != p.Turn() {
		return 0
	}
	return m.clock + 1
}

// claims returns the texts of the claims that are valid in p under everyClaim.
func (m *drawModel) claims(p *Position) []string {
	return m.claimTexts(len(p.LegalMoves()) > 0, m.seen[identityOf(p)], m.clock, NullMove)
}

// announced returns the texts of the claims that are valid in p by announcing move.
func (m *drawModel) announced(p *Position, move Move) []string {
	q := p.After(move)
	texts := m.claimTexts(len(q.LegalMoves()) > 0, m.seen[identityOf(&q)]+1, m.clockAfter(p, move), move)
	return slices.DeleteFunc(texts, func(s string) bool {
		return strings.HasPrefix(s, "fivefold") || strings.HasPrefix(s, "seventy")
	})
}

// claimTexts returns the sorted texts of the claims with the given move that are valid if the
// position has occurred the given number of times. If playable is false, the side to move is
// checkmated or stalemated and no claim is valid.
func (m *drawModel) claimTexts(playable bool, times, clock int, move Move) []string {
	var texts []string
	for _, condition := range []struct {
		reason Reason
		holds  bool
	}{
		{FiftyMoves, clock >= 100},
		{FivefoldRepetition, times >= 5},
		{SeventyFiveMoves, clock >= 150},
		{ThreefoldRepetition, times >= 3},
	} {
		if playable && condition.holds {
			texts = append(texts, Claim{condition.reason, move}.String())
		}
	}
	slices.Sort(texts)
	return texts
}

// claimTexts returns the sorted texts of claims.
func claimTexts(claims []Claim) []string {
	var texts []string
	for _, c := range claims {
		texts = append(texts, c.String())
	}
	slices.Sort(texts)
	return texts
}

// shuffleStarts are starting positions for random games with many repetitions. They have castling
// rights to lose, double steps with and without an en passant capture, few pieces, or halfmove
// clocks near a limit.
var shuffleStarts = []string{
	startFEN,
	"r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1",
	"r3k2r/p6p/8/8/8/8/P6P/R3K2R b KQkq - 3 20",
	"4k3/p1p1p1p1/8/1P1P1P1P/1p1p1p1p/8/P1P1P1P1/4K3 w - - 0 1",
	"8/2p5/3p4/KP5r/1R3p1k/8/4P1P1/8 w - - 0 1",
	"2r1k2r/8/8/8/8/8/8/1R2K1R1 w BGch - 0 1",
	"bbqnnrkr/pppppppp/8/8/8/8/PPPPPPPP/BBQNNRKR w KQkq - 0 1",
	"8/8/4k3/8/8/3NK3/8/5b2 w - - 20 90",
	"4k3/8/8/8/8/8/8/R3K3 w - - 85 80",
	"r3k3/8/8/8/8/8/8/R3K3 b - - 130 120",
	"k7/8/1K6/8/8/8/8/7R w - - 92 80",
	"6k1/6p1/8/7Q/8/8/rq6/6K1 w - - 60 40",
	"k7/8/KPp5/8/8/8/8/8 w - - 0 1",
	"k7/P7/8/1K6/8/8/8/8 w - - 0 80",
	"8/8/8/8/1k6/8/p7/K7 b - - 0 80",
}

// pickShuffle picks a random legal move. It prefers to take back the player's previous move and to
// avoid captures and pawn moves, so that positions repeat. Of the positions with a mate in one, it
// mates in about a quarter.
func pickShuffle(r *rand.Rand, g *Game) Move {
	p := g.Position()
	legal := p.LegalMoves()
	isMate := func(m Move) bool { q := p.After(m); return q.IsCheckmate() }
	if i := slices.IndexFunc(legal, isMate); i >= 0 && r.IntN(4) == 0 {
		return legal[i]
	}
	moves := g.Moves()
	if len(moves) >= 2 && r.IntN(3) > 0 {
		last := moves[len(moves)-2]
		if back := NewMove(last.To(), last.From()); p.IsLegal(back) {
			return back
		}
	}
	m := legal[r.IntN(len(legal))]
	for range r.IntN(8) {
		if p.PieceAt(m.From()).Type() == Pawn || p.isCapture(m) {
			m = legal[r.IntN(len(legal))]
		}
	}
	return m
}

// shuffleGames plays about n random games of at most the given number of plies from shuffleStarts.
// It calls visit at the start of each game and after each move.
func shuffleGames(t *testing.T, n, plies int, rules Rules, visit func(g *Game)) {
	r := newTestRand(t)
	n = deep.Times(max(shorter(n), 5*len(shuffleStarts)), 4) // with fewer games, some kinds of outcomes do not occur
	for i := range n {
		g := newGame(MustParseFEN(shuffleStarts[i%len(shuffleStarts)]), rules)
		visit(g)
		for range plies {
			if g.Outcome().IsOver() || t.Failed() {
				break
			}
			m := pickShuffle(r, g)
			if err := g.Play(m); err != nil {
				t.Fatalf("Play(%v) = %v, want no error", m, err)
			}
			visit(g)
		}
	}
}

// TestDrawsAgainstModel compares all claims with those of a drawModel after every ply of random
// games with many repetitions.
func TestDrawsAgainstModel(t *testing.T) {
	t.Parallel()
	var model drawModel
	var all []string
	found := map[string]int{}
	shuffleGames(t, 15*len(shuffleStarts), 110, everyClaim, func(g *Game) {
		p := g.Position()
		if g.Plies() == 0 {
			model, all = newDrawModel(&p), nil
		} else {
			before := g.line[g.plies()-1]
			model.clock = model.clockAfter(&before, g.Moves()[g.Plies()-1])
		}
		model.add(&p)
		all = append(all, checkAgainstModel(t, g, &model, found)...)
		if g.Plies()%50 == 49 && !slices.Equal(all, allClaimTexts(g)) {
			t.Errorf("%v: ClaimHistory differs (-want +got):\n%s", g, cmp.Diff(all, allClaimTexts(g)))
		}
	})
	for _, name := range []string{
		"threefold repetition", "fivefold repetition", "fifty moves", "seventy-five moves",
		"announced threefold repetition", "announced fifty moves", "phantom en passant",
	} {
		if found[name] == 0 {
			t.Errorf("no random game contains %q", name)
		}
	}
}

// checkAgainstModel compares the repetitions and claims of g with those of the model and counts the
// claims in found. It returns the texts of the claims, each preceded by the number of plies.
func checkAgainstModel(t *testing.T, g *Game, model *drawModel, found map[string]int) []string {
	p := g.Position()
	if got, want := g.Repetitions(), model.seen[identityOf(&p)]; got != want {
		t.Errorf("%v: Repetitions() = %d, want %d", g, got, want)
	}
	if p.doubleStep() != NoSquare && p.EnPassant() == NoSquare && !strings.HasSuffix(identityOf(&p), "-") {
		t.Errorf("%v: EnPassant() = %v, want %q", g, p.EnPassant(), identityOf(&p))
	}
	claims := model.claims(&p)
	if got := claimTexts(g.Claims()); !slices.Equal(got, claims) {
		t.Errorf("%v: Claims() = %q, want %q", g, got, claims)
	}
	for _, text := range claims {
		found[text]++
	}
	if p.doubleStep() != NoSquare && p.EnPassant() == NoSquare {
		found["phantom en passant"]++
	}
	announced := checkAnnounced(t, g, model, found)
	return withPlies(g.Plies(), slices.Concat(claims, announced))
}

// checkAnnounced compares the claims of g that announce a move with those of the model, counts them
// in found, and returns their texts.
func checkAnnounced(t *testing.T, g *Game, model *drawModel, found map[string]int) []string {
	p := g.Position()
	var all []string
	claims := g.ClaimsByMove()
	for _, m := range p.LegalMoves() {
		want := model.announced(&p, m)
		isOther := func(c Claim) bool { return c.Move != m }
		if got := claimTexts(slices.DeleteFunc(slices.Clone(claims), isOther)); !slices.Equal(got, want) {
			t.Errorf("%v: claims announcing %v = %q, want %q", g, m, got, want)
		}
		for _, text := range want {
			reason, _, _ := strings.Cut(text, " after")
			found["announced "+reason]++
		}
		all = append(all, want...)
	}
	slices.Sort(all)
	if got := claimTexts(claims); !slices.Equal(got, all) {
		t.Errorf("%v: ClaimsByMove() = %q, want %q", g, got, all)
	}
	return all
}

// withPlies puts the number of plies before each text, in place, and sorts the texts.
func withPlies(plies int, texts []string) []string {
	for i, text := range texts {
		texts[i] = fmt.Sprintf("%03d %s", plies, text)
	}
	slices.Sort(texts)
	return texts
}

// allClaimTexts returns the sorted texts of the claims that ClaimHistory yields, each preceded by
// the number of plies.
func allClaimTexts(g *Game) []string {
	var texts []string
	for ply, c := range g.ClaimHistory() {
		texts = append(texts, fmt.Sprintf("%03d %v", ply, c))
	}
	slices.Sort(texts)
	return texts
}

// TestAutomaticEndAgainstModel compares the automatic ends of random games under each of the rule
// sheets with those of a drawModel.
func TestAutomaticEndAgainstModel(t *testing.T) {
	t.Parallel()
	found := map[Reason]int{}
	for _, sheet := range sheets {
		var model drawModel
		shuffleGames(t, 5*len(shuffleStarts), 160, sheet.rules, func(g *Game) {
			p := g.Position()
			if g.Plies() == 0 {
				model = newDrawModel(&p)
			} else {
				before := g.line[g.plies()-1]
				model.clock = model.clockAfter(&before, g.Moves()[g.Plies()-1])
			}
			model.add(&p)
			want := model.end(&p, sheet.name)
			if got := g.Outcome(); got != want {
				t.Errorf("%s: %v: Outcome() = %v, want %v", sheet.name, g, got, want)
			}
			if got, plies := g.AutomaticEnd(); got != want || want.IsOver() && plies != g.Plies() {
				t.Errorf("%s: %v: AutomaticEnd() = %v, %d, want %v, %d", sheet.name, g, got, plies, want, g.Plies())
			}
			found[want.Reason]++
		})
	}
	for _, reason := range []Reason{
		Checkmate, Stalemate, DeadPosition, InsufficientMaterial, ThreefoldRepetition, FivefoldRepetition,
		FiftyMoves, SeventyFiveMoves, PerpetualCheck,
	} {
		if found[reason] == 0 {
			t.Errorf("no random game ends with %v", reason)
		}
	}
}

// end returns the automatic end of a game in p under a rule sheet, or the zero Outcome if the game
// goes on.
func (m *drawModel) end(p *Position, sheet string) Outcome {
	under := func(sheets string) bool { return slices.Contains(strings.Fields(sheets), sheet) }
	times := m.seen[identityOf(p)]
	switch {
	case len(p.LegalMoves()) == 0 && p.InCheck():
		return Outcome{WinFor(p.Turn().Other()), Checkmate}
	case len(p.LegalMoves()) == 0:
		return Outcome{Drawn, Stalemate}
	case under("S0 FIDE") && p.IsDead():
		return Outcome{Drawn, DeadPosition}
	case under("S1 S2") && lacksPieces(p):
		return Outcome{Drawn, InsufficientMaterial}
	case under("S2") && m.isPerpetual():
		return Outcome{Drawn, PerpetualCheck}
	case under("FIDE") && times >= 5:
		return Outcome{Drawn, FivefoldRepetition}
	case under("S0 S2") && times >= 3:
		return Outcome{Drawn, ThreefoldRepetition}
	case under("FIDE") && m.clock >= 150:
		return Outcome{Drawn, SeventyFiveMoves}
	case under("S0 S2") && m.clock >= 100:
		return Outcome{Drawn, FiftyMoves}
	}
	return Outcome{}
}

// readHistoric returns the games in testdata/ending/historic.pgn, keyed by the last names of the
// players, such as "Fischer-Spassky".
func readHistoric(t *testing.T) map[string]*Game {
	t.Helper()
	file, err := os.Open("testdata/ending/historic.pgn")
	if err != nil {
		t.Fatal(err)
	}
	defer file.Close()
	games := map[string]*Game{}
	for g, err := range NewPGNReader(file).All() {
		if err != nil {
			t.Fatalf("reading testdata/ending/historic.pgn: %v, want no error", err)
		}
		white, _, _ := strings.Cut(g.Tag("White"), ",")
		black, _, _ := strings.Cut(g.Tag("Black"), ",")
		games[white+"-"+black] = g
	}
	return games
}

// TestHistoricClaims checks the possible claims in games that are known for a correct or incorrect
// claim.
func TestHistoricClaims(t *testing.T) {
	games := readHistoric(t)
	for _, test := range []struct {
		name   string
		plies  int
		claims []string // repetitions only
	}{
		// The position after 64.Kh5 occurred again after 66.Kh5 and 68.Rb8.
		{"Korchnoi-Portisch", 135, []string{"134 threefold repetition after b2b8", "135 threefold repetition"}},
		// The players agreed to a draw one move before the third occurrence.
		{"Portisch-Korchnoi", 49, []string{"049 threefold repetition after c6b5"}},
		// The pieces were on the same squares three times, but with different sides to move.
		{"Fischer-Spassky", 108, nil},
		// The pieces were on the same squares three times, but castling was still possible at the
		// first occurrence. Black's reply 26...Ra4 would have made a third occurrence.
		{"Karpov-Miles", 51, []string{"051 threefold repetition after a8a4"}},
		{"Filipowicz-Smederevac", 140, nil},
	} {
		t.Run(test.name, func(t *testing.T) {
			g := games[test.name]
			if g == nil || g.Plies() != test.plies {
				t.Fatalf("historic game = %v, want a game of %d plies", g, test.plies)
			}
			got := slices.DeleteFunc(allClaimTexts(g), func(s string) bool { return strings.Contains(s, "fifty") })
			if diff := cmp.Diff(test.claims, got, cmpopts.EquateEmpty()); diff != "" {
				t.Errorf("ClaimHistory differs (-want +got):\n%s", diff)
			}
			if got, want := g.Outcome(), (Outcome{Result: Drawn}); got != want {
				t.Errorf("Outcome() = %v, want %v", got, want)
			}
		})
	}
}

// TestKarpovMiles checks the claim in Karpov-Miles. Karpov announced 26.Nb5, which put the pieces
// on the same squares for the third time. The claim was incorrect: at the first occurrence, Black
// could still castle queenside.
func TestKarpovMiles(t *testing.T) {
	g := replay(t, readHistoric(t)["Karpov-Miles"], 50)
	c := Claim{ThreefoldRepetition, NewMove(C3, B5)}
	var refusal *ActionError
	if err := g.Claim(g.Position().Turn(), c); !errors.As(err, &refusal) || !strings.Contains(refusal.Detail, "2 times") {
		t.Errorf("Claim(%v) = %v, want an ActionError with a reason that contains \"2 times\"", c, err)
	}
	if err := g.Play(c.Move); err != nil {
		t.Fatalf("Play(%v) = %v, want no error", c.Move, err)
	}
	if got, want := samePlacement(g), []int{43, 47, 51}; !slices.Equal(got, want) {
		t.Errorf("samePlacement(g) = %v, want %v", got, want)
	}
	if got := g.Repetitions(); got != 2 {
		t.Errorf("Repetitions() = %d, want 2", got)
	}
}

// TestFilipowiczSmederevac checks when a fifty-move claim becomes possible. The game has seventy
// moves without a capture. Only the last fifty are also without a pawn move.
func TestFilipowiczSmederevac(t *testing.T) {
	record := readHistoric(t)["Filipowicz-Smederevac"]
	for _, test := range []struct {
		plies            int
		claim, announced bool
	}{{138, false, false}, {139, false, true}, {140, true, true}} {
		g := replay(t, record, test.plies)
		if got := len(g.Claims()) > 0; got != test.claim {
			t.Errorf("after %d plies: Claims() = %v, want nonempty = %v", test.plies, g.Claims(), test.claim)
		}
		if got := len(g.ClaimsByMove()) > 0; got != test.announced {
			t.Errorf("after %d plies: ClaimsByMove() = %v, want nonempty = %v",
				test.plies, g.ClaimsByMove(), test.announced)
		}
	}
}

// replay returns a new game with the given number of plies from record.
func replay(t *testing.T, record *Game, plies int) *Game {
	t.Helper()
	g := newGame(record.Start(), record.Rules())
	for _, m := range record.Moves()[:plies] {
		if err := g.Play(m); err != nil {
			t.Fatalf("Play(%v) = %v, want no error", m, err)
		}
	}
	return g
}

// samePlacement returns the plies after which the pieces were on the same squares as they are now,
// regardless of the side to move.
func samePlacement(g *Game) []int {
	last := g.Position()
	var plies []int
	for ply, p := range g.Positions() {
		if p.Diagram() == last.Diagram() {
			plies = append(plies, ply)
		}
	}
	return plies
}

// allocGames are the games that TestRulesDoNotAllocate plays with and without draw rules.
var allocGames = []struct{ name, start, moves string }{
	{"opening", "", operaGame},
	{"rook ending", "8/5k2/8/8/8/8/1R6/4K3 w - - 0 60",
		"Rb6 Ke7 Kd2 Kd7 Kd3 Kc7 Rb1 Kd6 Kd4 Ke6 Rb6+ Kf5 Kd5 Kf4 Rb4+ Kf5 Rb5 Kf4 Rb3"},
	{"kings and four pawns", "8/8/1p5k/1P5p/7P/8/K7/8 w - - 0 60",
		"Kb1 Kg6 Kc1 Kf6 Kd1 Ke6 Ke1 Kd6 Kf1 Kc5 Kg1 Kd6 Kh1"},
	{"kings with few moves", "k7/2p5/K1P5/8/8/7p/7P/8 w - - 0 60", "Kb5 Ka7 Ka5 Kb8 Kb5 Ka8 Ka6 Kb8 Ka5 Ka7 Kb5"},
	{"kings in the corners", "7k/5p1p/5P1P/8/8/2p1p3/2P1P3/K7 w - - 0 60", "Kb1 Kg8 Kc1 Kh8 Kd1 Kg8 Kc1 Kf8 Kb1 Ke8"},
}

// TestRulesDoNotAllocate checks that Outcome and Play allocate no more memory under rules with
// draws than under RulesS3, which has none.
func TestRulesDoNotAllocate(t *testing.T) {
	withPerpetual := Rules{}
	withPerpetual.PerpetualCheck = Automatic
	records := map[string]*Game{"300 moves": longGame()}
	for _, test := range allocGames {
		records[test.name] = recordSANs(t, RulesS3(), test.start, test.moves)
	}
	for name, record := range records {
		t.Run(name, func(t *testing.T) {
			moves := record.Moves()
			allocs := func(rules Rules) float64 {
				return testing.AllocsPerRun(10, func() {
					g := newGame(record.Start(), rules)
					for _, m := range moves {
						sinkBool = g.Outcome().IsOver()
						if err := g.Play(m); err != nil {
							panic(err)
						}
					}
				})
			}
			want := allocs(RulesS3())
			for _, rules := range []Rules{Rules{}, withPerpetual, everyClaim} {
				if got := allocs(rules); got != want {
					t.Errorf("%d moves under %+v: %v allocations, want %v as under RulesS3",
						len(moves), rules, got, want)
				}
			}
		})
	}
}

// longGame returns a random game of 300 moves by each side that is not over under the FIDE Laws. It
// avoids captures and pawn moves until the halfmove clock reaches 90.
func longGame() *Game {
	r := rand.New(rand.NewPCG(300, 75))
	g := NewGame()
	for g.Plies() < 600 {
		p := g.Position()
		moves := p.LegalMoves()
		m := moves[r.IntN(len(moves))]
		for tries := 0; tries < 20 && p.HalfmoveClock() < 90 &&
			(p.isCapture(m) || p.PieceAt(m.From()).Type() == Pawn); tries++ {
			m = moves[r.IntN(len(moves))]
		}
		if err := g.Play(m); err != nil {
			panic(err)
		}
		if g.Outcome().IsOver() {
			g.Undo()
		}
	}
	return g
}

// BenchmarkLongGame plays a game of 300 moves by each side: on a Position, as a Game without draw
// rules, and as a Game under the FIDE Laws. The games compute the outcome after every move.
func BenchmarkLongGame(b *testing.B) {
	record := longGame()
	moves := record.Moves()
	b.Run("positions", func(b *testing.B) {
		b.ReportAllocs()
		for b.Loop() {
			p := StartPosition()
			for _, m := range moves {
				if err := p.Play(m); err != nil {
					b.Fatal(err)
				}
			}
			sinkPosition = p
		}
	})
	for _, profile := range []struct {
		name  string
		rules Rules
	}{{"server", RulesS3()}, {"FIDE", Rules{}}} {
		b.Run(profile.name, func(b *testing.B) {
			b.ReportAllocs()
			for b.Loop() {
				g := newGame(startPosition, profile.rules)
				for _, m := range moves {
					if err := g.Play(m); err != nil {
						b.Fatal(err)
					}
					sinkBool = g.Outcome().IsOver()
				}
			}
		})
	}
}
