package chess

import (
	"errors"
	"fmt"
	"math/rand/v2"
	"reflect"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/shakki/chess/internal/deep"
)

// A playerAction is an action that a player or an arbiter takes in a game.
type playerAction struct {
	name string
	do   func(*Game) error
	want string // error message, or "" if the action succeeds
}

// rejected returns a copy of a that expects the given error message.
func (a playerAction) rejected(want string) playerAction {
	a.want = want
	return a
}

func playing(san string) playerAction {
	return playerAction{name: san, do: func(g *Game) error { return g.PlaySAN(san) }}
}

func offering(c Color) playerAction {
	return playerAction{name: c.String() + " offers", do: func(g *Game) error { return g.OfferDraw(c) }}
}

func accepting(c Color) playerAction {
	return playerAction{name: c.String() + " accepts", do: func(g *Game) error { return g.AcceptDraw(c) }}
}

func declining(c Color) playerAction {
	return playerAction{name: c.String() + " declines", do: func(g *Game) error { return g.DeclineDraw(c) }}
}

func resigning(c Color) playerAction {
	return playerAction{name: c.String() + " resigns", do: func(g *Game) error { return g.Resign(c) }}
}

func flagging(c Color) playerAction {
	return playerAction{name: c.String() + "'s flag falls", do: func(g *Game) error { return g.FlagFall(c) }}
}

func losing(c Color, reason Reason) playerAction {
	return playerAction{name: fmt.Sprintf("%v loses by %v", c, reason), do: func(g *Game) error { return g.Lose(c, reason) }}
}

func claimingBy(c Color, reason Reason) playerAction {
	return playerAction{name: c.String() + " claims " + reason.String(), do: func(g *Game) error { return g.Claim(c, Claim{Reason: reason}) }}
}

// bareKingFEN is a position in which White could win and Black cannot.
const bareKingFEN = "4k3/8/8/8/8/8/8/R3K3 w - - 0 1"

func adjudicating(r Result) playerAction {
	return playerAction{name: "adjudicated " + r.String(),
		do: func(g *Game) error { return g.Adjudicate(Outcome{r, Adjudication}) }}
}

func claiming(reason Reason, uci string) playerAction {
	c := Claim{Reason: reason}
	if uci != "" {
		c.Move = MustParseMove(uci)
	}
	return playerAction{name: "claim of " + c.String(), do: func(g *Game) error { return g.Claim(g.Position().Turn(), c) }}
}

// unfounded is a claim of threefold repetition that is refused.
func unfounded(uci string) playerAction {
	claim := claiming(ThreefoldRepetition, uci)
	return playerAction{name: "unfounded " + claim.name, do: func(g *Game) error {
		if err := claim.do(g); err == nil {
			return errors.New("the claim is accepted")
		}
		return nil
	}}
}

var resuming = playerAction{name: "resume", do: func(g *Game) error {
	if !g.Resume() {
		return errors.New("nothing to take back")
	}
	return nil
}}

var takingBack = playerAction{name: "undo", do: func(g *Game) error {
	if !g.Undo() {
		return errors.New("no move to undo")
	}
	return nil
}}

// fullState holds everything that a game reports about its state.
type fullState struct {
	Game        gameState
	Recorded    Outcome
	Automatic   Outcome
	AutomaticAt int
	Repetitions int
	Claims      []string
	Offer       string
}

func fullStateOf(g *Game) fullState {
	s := fullState{Game: stateOf(g), Recorded: g.RecordedOutcome(), Repetitions: g.Repetitions()}
	s.Automatic, s.AutomaticAt = g.AutomaticEnd()
	s.Claims = claimTexts(slices.Concat(g.Claims(), g.ClaimsByMove()))
	if by, stands := g.DrawOffer(); stands {
		s.Offer = by.String()
	}
	return s
}

// take takes the actions in order. It checks their errors, and that a rejected action does not
// change the game.
func take(t *testing.T, g *Game, actions []playerAction) {
	t.Helper()
	for _, a := range actions {
		before := fullStateOf(g)
		err := a.do(g)
		if got := fmt.Sprint(err); got != a.want && (err != nil || a.want != "") {
			t.Errorf("%s: error = %v, want %q", a.name, err, a.want)
		}
		if diff := cmp.Diff(before, fullStateOf(g)); a.want != "" && diff != "" {
			t.Errorf("%s is rejected but changes the game (-want +got):\n%s", a.name, diff)
		}
	}
}

// Parts of error messages.
const (
	notYours    = "only the player who has just moved may offer a draw"
	noneByWhite = "White has not offered a draw"
	noneByBlack = "Black has not offered a draw"
	tooEarly    = "the players cannot agree to a draw before both have moved"
	isOver      = "the game is over"
	whiteOffer  = "draw offer by White: "
	blackOffer  = "draw offer by Black: "
	whiteTakes  = "White cannot accept: "
	blackTakes  = "Black cannot accept: "
)

// TestActions checks draw offers, resignations, flag-falls, adjudications, and claims, in turn and
// out of turn.
func TestActions(t *testing.T) {
	for _, test := range []struct {
		name    string
		start   string
		rules   func() Rules // those of FIDE if nil
		actions []playerAction
		want    Outcome
		offer   string // color of the player with an open draw offer at the end
	}{
		{name: "offer accepted", want: Outcome{Drawn, Agreement},
			actions: []playerAction{playing("e4"), playing("e5"), playing("Nf3"), offering(White), accepting(Black)}},
		{name: "agreement before the first move of Black", offer: "white",
			actions: []playerAction{playing("e4"), offering(White), accepting(Black).rejected(blackTakes + tooEarly)}},
		{name: "agreement before the first move", rules: RulesS3, offer: "black",
			actions: []playerAction{offering(Black), accepting(White).rejected(whiteTakes + tooEarly)}},
		{name: "offer by Black accepted", want: Outcome{Drawn, Agreement},
			actions: []playerAction{playing("e4"), playing("e5"), offering(Black), accepting(White)}},
		{name: "offer remains open", offer: "white", actions: []playerAction{playing("e4"), offering(White)}},
		{name: "offer declined", actions: []playerAction{playing("e4"), offering(White), declining(Black)}},
		{name: "declined offer cannot be accepted",
			actions: []playerAction{playing("e4"), offering(White), declining(Black),
				accepting(Black).rejected(blackTakes + noneByWhite)}},
		{name: "offer repeated after it was declined", want: Outcome{Drawn, Agreement},
			actions: []playerAction{playing("e4"), playing("e5"), offering(White), declining(Black), offering(White),
				accepting(Black)}},
		{name: "offer lapses when the opponent moves",
			actions: []playerAction{playing("e4"), offering(White), playing("e5"),
				accepting(White).rejected(whiteTakes + noneByBlack), accepting(Black).rejected(blackTakes + noneByWhite)}},
		{name: "offer does not lapse when a move is rejected", offer: "white",
			actions: []playerAction{playing("e4"), offering(White),
				playing("e4").rejected("e4: a pawn does not move from e7 to e4")}},
		{name: "offer lapses when its move is undone",
			actions: []playerAction{playing("e4"), offering(White), takingBack,
				accepting(White).rejected(whiteTakes + noneByBlack),
				playing("e4"), accepting(Black).rejected(blackTakes + noneByWhite)}},
		{name: "offer returns when the reply is undone", offer: "white",
			actions: []playerAction{playing("e4"), offering(White), playing("e5"), takingBack}},
		{name: "offer before an undone move remains open", offer: "black",
			actions: []playerAction{playing("e4"), offering(Black), playing("e5"), takingBack}},
		{name: "offer returns when the next one is undone with its move", offer: "white",
			actions: []playerAction{playing("e4"), offering(White), playing("e5"), offering(Black), takingBack}},
		{name: "checkmate ends an offer", want: Outcome{BlackWins, Checkmate},
			actions: []playerAction{playing("f3"), playing("e5"), playing("g4"), offering(Black), playing("Qh4#")}},
		{name: "resignation is taken back alone", offer: "black",
			actions: []playerAction{playing("e4"), offering(Black), resigning(White), resuming}},
		{name: "agreement is taken back alone", offer: "white",
			actions: []playerAction{playing("e4"), playing("e5"), offering(White), accepting(Black), resuming}},
		{name: "adjudication before the first move is taken back",
			actions: []playerAction{adjudicating(Drawn), resuming, resuming.rejected("nothing to take back")}},
		{name: "flag-fall is taken back alone", actions: []playerAction{playing("e4"), flagging(Black), resuming}},
		{name: "checkmate is not taken back alone", want: Outcome{BlackWins, Checkmate},
			actions: []playerAction{playing("f3"), playing("e5"), playing("g4"), playing("Qh4#"), resuming.rejected("nothing to take back")}},
		{name: "S0: offer before the first move", rules: RulesS0,
			actions: []playerAction{
				offering(White).rejected(whiteOffer + notYours), offering(Black).rejected(blackOffer + notYours)}},
		{name: "S0: offer by who has moved before a FEN", rules: RulesS0, start: "4k3/8/8/8/8/8/8/R3K3 b - - 3 10", offer: "white",
			actions: []playerAction{offering(Black).rejected(blackOffer + notYours), offering(White)}},
		{name: "S0: offer before anybody has moved, from a FEN", rules: RulesS0, start: "4k3/8/8/8/8/8/8/R3K3 w - - 0 1",
			actions: []playerAction{
				offering(White).rejected(whiteOffer + notYours), offering(Black).rejected(blackOffer + notYours)}},
		{name: "agreement in a game that begins at move 41", start: "4k3/8/8/8/8/8/8/R3K3 w - - 0 41", want: Outcome{Drawn, Agreement},
			actions: []playerAction{offering(Black), accepting(White)}},
		{name: "agreement after the only move, which is Black's", start: "4k3/8/8/8/8/8/8/R3K3 b - - 0 1", want: Outcome{Drawn, Agreement},
			actions: []playerAction{offering(White), accepting(Black).rejected(blackTakes + tooEarly), playing("Kd7"), offering(Black), accepting(White)}},
		{name: "S0: offer by the player to move", rules: RulesS0,
			actions: []playerAction{playing("e4"), offering(Black).rejected(blackOffer + notYours)}},
		{name: "S3: offer by the player to move", rules: RulesS3, offer: "black",
			actions: []playerAction{playing("e4"), offering(Black)}},
		{name: "FIDE: offer before the first move", offer: "white", actions: []playerAction{offering(White)}},
		{name: "FIDE: offer by the player to move remains open after that player's move", offer: "white",
			actions: []playerAction{offering(White), playing("e4")}},
		{name: "FIDE: offer by the player to move accepted after that player's move", want: Outcome{Drawn, Agreement},
			actions: []playerAction{playing("e4"), offering(Black), playing("e5"), accepting(White)}},
		{name: "FIDE: offer by the player to move accepted before that player's move", want: Outcome{Drawn, Agreement},
			actions: []playerAction{playing("e4"), playing("e5"), offering(White), accepting(Black)}},
		{name: "FIDE: offer by the player to move lapses when the opponent moves",
			actions: []playerAction{offering(White), playing("e4"), playing("e5"),
				accepting(Black).rejected(blackTakes + noneByWhite)}},
		{name: "FIDE: offer by the player who has just moved lapses when the opponent moves",
			actions: []playerAction{playing("e4"), offering(White), playing("e5")}},
		{name: "FIDE: offer by the player to move declined before that player's move",
			actions: []playerAction{offering(White), declining(Black), playing("e4"),
				accepting(Black).rejected(blackTakes + noneByWhite)}},
		{name: "FIDE: offer while the opponent's offer is open", offer: "white",
			actions: []playerAction{offering(White),
				offering(Black).rejected(blackOffer + "White has already offered a draw: accept or decline it")}},
		{name: "offer made twice", offer: "white",
			actions: []playerAction{playing("e4"), offering(White),
				offering(White).rejected(whiteOffer + "the offer is already pending")}},
		{name: "own offer accepted", offer: "white",
			actions: []playerAction{playing("e4"), offering(White), accepting(White).rejected(whiteTakes + noneByBlack)}},
		{name: "own offer declined", offer: "white",
			actions: []playerAction{playing("e4"), offering(White),
				declining(White).rejected("White cannot decline: " + noneByBlack)}},
		{name: "no offer to accept",
			actions: []playerAction{playing("e4"), accepting(Black).rejected(blackTakes + noneByWhite)}},
		{name: "no offer to decline",
			actions: []playerAction{playing("e4"),
				declining(Black).rejected("Black cannot decline: " + noneByWhite)}},
		{name: "agreed draw is undone with the move",
			actions: []playerAction{playing("e4"), playing("e5"), offering(White), accepting(Black), takingBack,
				playing("c5"), playing("d4")}},

		{name: "White resigns in turn", want: Outcome{BlackWins, Resignation},
			actions: []playerAction{resigning(White)}},
		{name: "Black resigns out of turn", want: Outcome{WhiteWins, Resignation},
			actions: []playerAction{resigning(Black)}},
		{name: "move after the end, with a character that cannot be printed", want: Outcome{BlackWins, Resignation},
			actions: []playerAction{resigning(White), playing("e4\x1b").rejected("e4\ufffd: the game is over")}},
		{name: "resignation ends an offer", want: Outcome{BlackWins, Resignation},
			actions: []playerAction{playing("e4"), offering(White), resigning(White),
				accepting(Black).rejected(blackTakes + isOver)}},
		{name: "resignation against a bare king", start: bareKingFEN,
			want: Outcome{Drawn, Resignation}, actions: []playerAction{resigning(White)}},
		{name: "resignation of the bare king", start: bareKingFEN,
			want: Outcome{WhiteWins, Resignation}, actions: []playerAction{resigning(Black)}},
		{name: "S0: resignation against a bare king", rules: RulesS0, start: bareKingFEN,
			want: Outcome{BlackWins, Resignation}, actions: []playerAction{resigning(White)}},
		{name: "S1: resignation against a bare king", rules: RulesS1, start: bareKingFEN,
			want: Outcome{BlackWins, Resignation}, actions: []playerAction{resigning(White)}},
		{name: "S2: resignation against a bare king", rules: RulesS2, start: bareKingFEN,
			want: Outcome{Drawn, Resignation}, actions: []playerAction{resigning(White)}},
		{name: "S3: resignation against a bare king", rules: RulesS3, start: bareKingFEN,
			want: Outcome{BlackWins, Resignation}, actions: []playerAction{resigning(White)}},
		{name: "S3: time against a bare king", rules: RulesS3, start: bareKingFEN,
			want: Outcome{Drawn, OutOfTime}, actions: []playerAction{flagging(White)}},
		{name: "server: resignation in a dead position with pawns", rules: ServerRules, start: "4k3/8/8/p1p1p1p1/P1P1P1P1/8/8/4K3 w - - 0 1",
			want: Outcome{BlackWins, Resignation}, actions: []playerAction{resigning(White)}},
		{name: "server: resignation against a bare king", rules: ServerRules, start: bareKingFEN,
			want: Outcome{Drawn, Resignation}, actions: []playerAction{resigning(White)}},
		{name: "second illegal move", want: Outcome{BlackWins, RulesInfraction}, actions: []playerAction{losing(White, RulesInfraction)}},
		{name: "second illegal move against a bare king", start: bareKingFEN,
			want: Outcome{Drawn, RulesInfraction}, actions: []playerAction{losing(White, RulesInfraction)}},
		{name: "S0: second illegal move against a bare king", rules: RulesS0, start: bareKingFEN,
			want: Outcome{Drawn, RulesInfraction}, actions: []playerAction{losing(White, RulesInfraction)}},
		{name: "a player who left, against a bare king", start: bareKingFEN,
			want: Outcome{Drawn, Abandonment}, actions: []playerAction{losing(White, Abandonment)}},
		{name: "loss by agreement", actions: []playerAction{losing(White, Agreement).rejected("agreement by White: a player does not lose by that")}},
		{name: "penalty for a player against a bare king", start: bareKingFEN,
			want: Outcome{BlackWins, Adjudication}, actions: []playerAction{adjudicating(BlackWins)}},
		{name: "resignation is undone with the move",
			actions: []playerAction{playing("e4"), resigning(Black), takingBack, playing("d4")}},

		{name: "flag-fall in turn", want: Outcome{BlackWins, OutOfTime}, actions: []playerAction{flagging(White)}},
		{name: "flag-fall out of turn", want: Outcome{WhiteWins, OutOfTime}, actions: []playerAction{flagging(Black)}},
		{name: "flag-fall during an offer", want: Outcome{WhiteWins, OutOfTime},
			actions: []playerAction{playing("e4"), offering(White), flagging(Black),
				accepting(Black).rejected(blackTakes + isOver)}},
		{name: "only the first flag-fall counts", want: Outcome{BlackWins, OutOfTime},
			actions: []playerAction{flagging(White), flagging(Black).rejected("flag-fall by Black: " + isOver)}},
		{name: "flag-fall is undone with the move",
			actions: []playerAction{playing("e4"), flagging(White), takingBack}},

		{name: "adjudicated as a win for White", want: Outcome{WhiteWins, Adjudication},
			actions: []playerAction{adjudicating(WhiteWins)}},
		{name: "adjudicated as a draw", want: Outcome{Drawn, Adjudication},
			actions: []playerAction{playing("e4"), adjudicating(Drawn)}},

		{name: "claim in the current position", want: Outcome{Drawn, ThreefoldRepetition},
			actions: append(playingAll(shuffle3), claiming(ThreefoldRepetition, ""))},
		{name: "announced claim", want: Outcome{Drawn, ThreefoldRepetition},
			actions: append(playingAll(almost3), claiming(ThreefoldRepetition, "f6g8"))},
		{name: "claim ends an offer", want: Outcome{Drawn, ThreefoldRepetition},
			actions: append(playingAll(shuffle3), offering(Black), claiming(ThreefoldRepetition, ""),
				accepting(White).rejected(whiteTakes+isOver))},
		{name: "S0: a refused claim offers nothing", rules: RulesS0,
			actions: append(playingAll(shuffle), unfounded("g1f3"), accepting(Black).rejected(blackTakes+noneByWhite))},
		{name: "refused claim accepted as an offer", want: Outcome{Drawn, Agreement},
			actions: append(playingAll(shuffle), unfounded(""), accepting(Black))},
		{name: "refused claim by an announced move lapses with the opponent's move", rules: RulesS1,
			actions: append(playingAll(shuffle), unfounded("g1f3"),
				playing("e4").rejected("e4: White has announced another move with a claim and must play it"),
				playing("Nf3"), playing("e5"), accepting(Black).rejected(blackTakes+noneByWhite))},
		{name: "announced move is due again when it is taken back", offer: "white",
			actions: append(playingAll(shuffle), unfounded("g1f3"), playing("Nf3"), takingBack, resigning(White), resuming,
				playing("e4").rejected("e4: White has announced another move with a claim and must play it"))},
		{name: "announced move is due again though the opponent has claimed on the board", offer: "white",
			actions: append(playingAll(shuffle), unfounded("g1f3"), playing("Nf3"), unfounded(""), takingBack,
				playing("e4").rejected("e4: White has announced another move with a claim and must play it"))},
		{name: "announced move is claimed again", offer: "white",
			actions: append(playingAll(shuffle), unfounded("g1f3"), claiming(ThreefoldRepetition, "g1f3").rejected(
				"claim of threefold repetition after g1f3 by White: the position has occurred 2 times"))},
		{name: "announced castling is played in its other spelling", start: "4k3/8/8/8/8/8/8/4K2R w K - 0 1", offer: "white",
			actions: []playerAction{unfounded("e1g1"),
				{name: "e1h1", do: func(g *Game) error { return g.Play(NewMove(E1, H1)) }}}},
		{name: "correct claim with another move than the announced one", offer: "black",
			actions: append(playingAll(almost3), unfounded("e7e5"),
				claiming(ThreefoldRepetition, "f6g8").rejected("claim of threefold repetition after f6g8 by Black: the announced move e5 must be played"))},
		{name: "move announced under rules without it", rules: ServerRules, offer: "white",
			actions: append(playingAll(shuffle), unfounded("g1f3"), playing("Nc3"))},
		{name: "claim of the opponent",
			actions: append(playingAll(shuffle3), claimingBy(Black, ThreefoldRepetition).rejected("claim of threefold repetition by Black: it is not Black's turn"))},
		{name: "claim with a promotion of the opponent",
			actions: []playerAction{claiming(FiftyMoves, "a7a8q").rejected(
				"claim of fifty moves after a7a8q by White: a7a8q: the pawn on a7 belongs to Black, and White is to move")}},
		{name: "correct claim is taken back with its announced move",
			actions: append(playingAll(almost3), claiming(ThreefoldRepetition, "f6g8"), resuming, playing("e5"))},
		{name: "S3: refused claim is an offer", rules: RulesS3, offer: "white",
			actions: append(playingAll(shuffle), unfounded(""))},
		{name: "refused claim leaves the opponent's offer", want: Outcome{Drawn, Agreement},
			actions: append(playingAll(shuffle), offering(Black), unfounded(""), accepting(White))},
		{name: "claim with an illegal move is no offer",
			actions: append(playingAll(shuffle), unfounded("g1g3"))},
		{name: "claimed draw is undone with the move",
			actions: append(playingAll(shuffle3), claiming(ThreefoldRepetition, ""), takingBack, playing("e6"))},
	} {
		t.Run(test.name, func(t *testing.T) {
			start, rules := startPosition, Rules{}
			if test.start != "" {
				start = MustParseFEN(test.start)
			}
			if test.rules != nil {
				rules = test.rules()
			}
			g := newGame(start, rules)
			take(t, g, test.actions)
			if got := g.Outcome(); got != test.want {
				t.Errorf("Outcome() = %v, want %v", got, test.want)
			}
			if got := fullStateOf(g).Offer; got != test.offer {
				t.Errorf("DrawOffer() = %q, want %q", got, test.offer)
			}
		})
	}
}

// playingAll returns the actions that play the given moves in SAN.
func playingAll(moves string) []playerAction {
	var actions []playerAction
	for _, san := range strings.Fields(moves) {
		actions = append(actions, playing(san))
	}
	return actions
}

// TestActionsByInvalidColor checks that actions by a color other than White and Black are rejected.
func TestActionsByInvalidColor(t *testing.T) {
	const nobody = Color(2)
	for _, a := range []playerAction{
		offering(nobody), accepting(nobody), declining(nobody), resigning(nobody), flagging(nobody),
	} {
		g := recordSANs(t, Rules{}, "", "e4")
		err := a.do(g)
		var refusal *ActionError
		if !errors.As(err, &refusal) || !strings.Contains(err.Error(), "Color(2)") ||
			!strings.HasSuffix(err.Error(), ": there is no such player") ||
			g.Outcome().IsOver() {
			t.Errorf("%s: error = %v, Outcome() = %v, want an ActionError and *", a.name, err, g.Outcome())
		}
		take(t, g, []playerAction{resigning(White), a.rejected(err.Error())})
	}
}

// TestOffersAndEdits checks that a draw offer lapses when a Node method adds a move to the main
// line or deletes its last move.
func TestOffersAndEdits(t *testing.T) {
	for _, test := range []struct {
		name string
		edit func(t *testing.T, g *Game)
	}{
		{"the opponent's move is added", func(t *testing.T, g *Game) {
			if _, err := g.LastNode().AddSAN("e5"); err != nil {
				t.Fatal(err)
			}
		}},
		{"the move before the offer is deleted", func(t *testing.T, g *Game) { g.LastNode().Delete() }},
	} {
		t.Run(test.name, func(t *testing.T) {
			g := NewGame()
			take(t, g, []playerAction{playing("e4"), offering(White)})
			test.edit(t, g)
			if by, stands := g.DrawOffer(); stands {
				t.Errorf("DrawOffer() = %v, true, want no offer", by)
			}
		})
	}
}

// endings are games that are over, with at least one for each way a game ends.
var endings = []struct {
	name    string
	rules   Rules
	start   string
	moves   string
	actions []playerAction
	want    Outcome
}{
	{"checkmate", Rules{}, "", foolsMate, nil, Outcome{BlackWins, Checkmate}},
	{"checkmate under S3", RulesS3(), "", foolsMate, nil, Outcome{BlackWins, Checkmate}},
	{"checkmate on the last of 75 moves", Rules{}, mate75FEN, "Ra8#", nil, Outcome{WhiteWins, Checkmate}},
	{"20: checkmate at halfmove clock 105", Rules{}, "k7/8/NKB5/8/8/8/8/8 b - - 105 176", "", nil,
		Outcome{WhiteWins, Checkmate}},
	{"halfmove clock of 150 at the start", Rules{}, "4k3/R7/4K3/8/8/8/8/8 w - - 150 90", "", nil,
		Outcome{Drawn, SeventyFiveMoves}},
	{"stalemate", Rules{}, "", loydsDraw, nil, Outcome{Drawn, Stalemate}},
	{"stalemate on the last of 75 moves", Rules{}, "k7/8/K1P5/8/8/8/8/1R6 w - - 149 90", "Rb6", nil,
		Outcome{Drawn, Stalemate}},
	{"two kings", Rules{}, "8/8/8/4k3/8/8/4p3/4K3 w - - 0 60", "Kxe2", nil, Outcome{Drawn, DeadPosition}},
	{"same-colored bishops on both sides", Rules{}, "5k2/7b/8/8/8/5p2/4B3/4K3 w - - 0 60", "Bxf3", nil,
		Outcome{Drawn, DeadPosition}},
	{"25: pawn wall closed by the last move", Rules{},
		"4k3/8/8/p1p1p1p1/PpPpPpPp/1P1P1P2/7P/4K3 w - - 0 60", "h3", nil, Outcome{Drawn, DeadPosition}},
	{"fivefold repetition", Rules{}, "", shuffle5, nil, Outcome{Drawn, FivefoldRepetition}},
	{"fivefold repetition, not consecutive", Rules{}, "",
		shuffle + "Nc3 Nc6 Nb1 Nb8 Na3 Na6 Nb1 Nb8 Nh3 Nh6 Ng1 Ng8", nil, Outcome{Drawn, FivefoldRepetition}},
	{"seventy-five moves", Rules{}, clock75FEN, "Ra2", nil, Outcome{Drawn, SeventyFiveMoves}},
	{"threefold repetition", RulesS0(), "", shuffle3, nil, Outcome{Drawn, ThreefoldRepetition}},
	{"fifty moves", RulesS0(), clock50FEN, "Ra2", nil, Outcome{Drawn, FiftyMoves}},
	{"perpetual check", RulesS2(), perpetualFEN, perpetual, nil, Outcome{Drawn, PerpetualCheck}},
	{"claim of threefold repetition", Rules{}, "", shuffle3, []playerAction{claiming(ThreefoldRepetition, "")},
		Outcome{Drawn, ThreefoldRepetition}},
	{"claim of fifty moves", RulesS1(), clock50FEN, "Ra2", []playerAction{claiming(FiftyMoves, "")},
		Outcome{Drawn, FiftyMoves}},
	{"agreement", Rules{}, "", "e4 e5", []playerAction{offering(White), accepting(Black)}, Outcome{Drawn, Agreement}},
	{"resignation", Rules{}, "", "e4", []playerAction{resigning(White)}, Outcome{BlackWins, Resignation}},
	{"time", Rules{}, clock49FEN, "Ra2", []playerAction{flagging(Black)}, Outcome{WhiteWins, OutOfTime}},
	{"adjudication", Rules{}, "", "e4", []playerAction{adjudicating(Drawn)}, Outcome{Drawn, Adjudication}},
}

// TestEndIsFinal checks that a game that is over rejects every action with an error and does not
// change.
func TestEndIsFinal(t *testing.T) {
	for _, test := range endings {
		t.Run(test.name, func(t *testing.T) {
			g := recordSANs(t, test.rules, test.start, test.moves)
			take(t, g, test.actions)
			before := fullStateOf(g)
			if g.Outcome() != test.want {
				t.Errorf("Outcome() = %v, want %v", g.Outcome(), test.want)
			}
			for _, a := range everyAction(g) {
				if err := a.do(g); !isOverError(err) {
					t.Errorf("%s: error = %v, want %q", a.name, err, isOver)
				}
			}
			if diff := cmp.Diff(before, fullStateOf(g)); diff != "" {
				t.Errorf("actions after the end change the game (-want +got):\n%s", diff)
			}
			if len(g.Claims()) != 0 || len(g.ClaimsByMove()) != 0 {
				t.Errorf("after the end: Claims() = %v, ClaimsByMove() = %v, want no claims",
					g.Claims(), g.ClaimsByMove())
			}
			p := g.Position()
			for _, m := range p.LegalMoves() {
				if got := claimsAnnouncing(g, m); len(got) != 0 {
					t.Errorf("after the end: claims announcing %v = %v, want none", m, got)
				}
			}
		})
	}
}

// everyAction returns one or more actions of every kind, including each legal move in g.
func everyAction(g *Game) []playerAction {
	actions := []playerAction{
		claiming(ThreefoldRepetition, ""), claiming(FiftyMoves, ""), playing("e4"), playing("no move"),
	}
	for _, c := range []Color{White, Black} {
		actions = append(actions, offering(c), accepting(c), declining(c), resigning(c), flagging(c))
	}
	for _, r := range []Result{WhiteWins, BlackWins, Drawn} {
		actions = append(actions, adjudicating(r))
	}
	p := g.Position()
	for _, m := range p.LegalMoves() {
		actions = append(actions, claiming(FiftyMoves, m.String()), playing(p.SAN(m)),
			playerAction{name: m.String(), do: func(g *Game) error { return g.Play(m) }},
			playerAction{name: m.String(), do: func(g *Game) error { return g.PlayUCI(m.String()) }})
	}
	return actions
}

// isOverError reports whether err is an ActionError or a MoveError with the reason that the game is
// over.
func isOverError(err error) bool {
	var action *ActionError
	var move *MoveError
	switch {
	case errors.As(err, &action):
		return action.Detail == isOver && strings.HasSuffix(err.Error(), ": "+isOver)
	case errors.As(err, &move):
		return move.Why == GameOver && errors.Is(err, ErrIllegal) &&
			strings.HasSuffix(err.Error(), ": "+isOver)
	}
	return false
}

// TestFlagFall checks that a flag-fall loses the game, or draws it if the opponent cannot checkmate
// by any sequence of legal moves (FIDE 6.9). The side to move makes no difference in these
// positions.
func TestFlagFall(t *testing.T) {
	for _, test := range []struct {
		name         string
		placement    string
		white, black Result // result if that side's flag falls
	}{
		{"rook against a bare king", "4k3/8/8/8/8/8/8/R3K3", Drawn, WhiteWins},
		{"king and knight against king and pawn", "8/8/3k4/3p4/8/8/3N4/3K4", BlackWins, WhiteWins},
		{"king and knight against king and rook", "8/8/3k4/3r4/8/8/3N4/3K4", BlackWins, WhiteWins},
		{"king and knight against king and queen", "8/8/3k4/3q4/8/8/3N4/3K4", BlackWins, Drawn},
		{"king and bishop against king and pawn", "8/8/3k4/3p4/8/8/3B4/3K4", BlackWins, WhiteWins},
		{"king and bishop against king and knight", "8/8/3k4/3n4/8/8/3B4/3K4", BlackWins, WhiteWins},
		{"king and bishop against king and rook", "8/8/3k4/3r4/8/8/3B4/3K4", BlackWins, Drawn},
		{"opposite-colored bishops", "8/8/3k4/4b3/8/8/4B3/3K4", BlackWins, WhiteWins},
		{"bare king against pawns", "8/pp6/3k4/8/8/8/8/3K4", BlackWins, Drawn},
		{"two knights", "8/8/3k4/8/8/8/3NN3/3K4", Drawn, WhiteWins},
	} {
		for _, turn := range []string{"w", "b"} {
			t.Run(test.name+"/"+turn, func(t *testing.T) {
				start := MustParseFEN(test.placement + " " + turn + " - - 0 60")
				for c, result := range map[Color]Result{White: test.white, Black: test.black} {
					for _, rules := range []Rules{{}, {TimeByMaterial: true}} {
						g := newGame(start, rules)
						if err := g.FlagFall(c); err != nil {
							t.Fatalf("%v: FlagFall(%v) = %v, want no error", start, c, err)
						}
						if got, want := g.Outcome(), (Outcome{result, OutOfTime}); got != want {
							t.Errorf("%v, %v: Outcome() after FlagFall(%v) = %v, want %v", start, rules, c, got, want)
						}
					}
				}
			})
		}
	}
}

// TestFlagFallInDeadPosition checks that a flag-fall is rejected in a dead position under the FIDE
// Laws, where the game is already over. Under RulesS3 the game goes on, and the flag-fall draws it.
func TestFlagFallInDeadPosition(t *testing.T) {
	for _, test := range []struct{ name, start string }{
		{"same-colored bishops on both sides", "5k2/6b1/8/8/8/8/3B4/4K3 w - - 0 60"},
		{"one knight", "5k2/8/8/8/8/8/3N4/4K3 b - - 0 60"},
		{"25: pawn wall", "4k3/8/8/p1p1p1p1/P1P1P1P1/8/8/4K3 w - - 0 1"},
	} {
		t.Run(test.name, func(t *testing.T) {
			g := newGame(MustParseFEN(test.start), Rules{})
			if err := g.FlagFall(White); !isOverError(err) {
				t.Errorf("%q: FlagFall(White) = %v, want %q", test.start, err, isOver)
			}
			server := newGame(g.Start(), RulesS3())
			if err := server.FlagFall(White); err != nil || server.Outcome() != (Outcome{Drawn, OutOfTime}) {
				t.Errorf("%q under S3: FlagFall(White) = %v, Outcome() = %v, want no error and a draw",
					test.start, err, server.Outcome())
			}
		})
	}
}

// TestMovesAfterEnd checks that a game read from PGN keeps the moves after an automatic end (case
// 21 in docs/rules.md), that AutomaticEnd reports this end, and that further moves are rejected.
func TestMovesAfterEnd(t *testing.T) {
	for _, test := range []struct {
		name     string
		start    string
		moves    string
		plies    int // plies at the automatic end
		want     Outcome
		recorded Outcome
	}{
		{"fivefold repetition", "", shuffle5 + "e4 e5 1-0", 16,
			Outcome{Drawn, FivefoldRepetition}, Outcome{Result: WhiteWins}},
		{"checkmate after fivefold repetition", "", shuffle5 + foolsMate + " 0-1", 16,
			Outcome{Drawn, FivefoldRepetition}, Outcome{Result: BlackWins}},
		{"75 moves", clock75FEN, "Ra2 Kd7 Ra7+ *", 1, Outcome{Drawn, SeventyFiveMoves}, Outcome{}},
		{"checkmate after 75 moves", "7k/8/5K2/8/8/8/8/6R1 w - - 148 90", "Kf7 Kh7 Rh1# 1-0", 2,
			Outcome{Drawn, SeventyFiveMoves}, Outcome{Result: WhiteWins}},
		{"two kings", "8/8/8/4k3/8/8/4p3/4K3 w - - 0 60", "Kxe2 Kd4 Kd2 1/2-1/2", 1,
			Outcome{Drawn, DeadPosition}, Outcome{Result: Drawn}},
		{"pawn wall", "4k3/8/8/p1p1p1p1/PpPpPpPp/1P1P1P2/7P/4K3 w - - 0 60", "h3 Kd7 Kd2 1/2-1/2", 1,
			Outcome{Drawn, DeadPosition}, Outcome{Result: Drawn}},
		{"dead position at the start", "8/8/8/4k3/8/8/8/4K3 w - - 0 60", "Ke2 Kd4 *", 0,
			Outcome{Drawn, DeadPosition}, Outcome{}},
		{"checkmate with the wrong winner recorded", "", foolsMate + " 1-0", 4,
			Outcome{BlackWins, Checkmate}, Outcome{Result: WhiteWins}},
		{"checkmate recorded as a draw", "", foolsMate + " 1/2-1/2", 4,
			Outcome{BlackWins, Checkmate}, Outcome{Result: Drawn}},
		{"stalemate", "", loydsDraw + " 1/2-1/2", 19, Outcome{Drawn, Stalemate}, Outcome{Result: Drawn}},
	} {
		t.Run(test.name, func(t *testing.T) {
			pgn := test.moves
			if test.start != "" {
				pgn = fmt.Sprintf("[SetUp \"1\"]\n[FEN %q]\n\n%s", test.start, test.moves)
			}
			g, err := ParsePGN(pgn)
			if err != nil {
				t.Fatalf("ParsePGN(%q) = %v, want no error", pgn, err)
			}
			if got, want := g.Plies(), len(strings.Fields(test.moves))-1; got != want {
				t.Errorf("ParsePGN(%q): Plies() = %d, want %d", pgn, got, want)
			}
			if got, plies := g.AutomaticEnd(); got != test.want || plies != test.plies {
				t.Errorf("AutomaticEnd() = %v, %d, want %v, %d", got, plies, test.want, test.plies)
			}
			if g.Outcome() != test.want || g.RecordedOutcome() != test.recorded {
				t.Errorf("Outcome() = %v, RecordedOutcome() = %v, want %v, %v",
					g.Outcome(), g.RecordedOutcome(), test.want, test.recorded)
			}
			for _, a := range everyAction(g) {
				if err := a.do(g); !isOverError(err) {
					t.Errorf("%s: error = %v, want %q", a.name, err, isOver)
				}
			}
		})
	}
}

// TestOutcomeFollowsMainLine checks that the outcome changes when a variation is promoted to the
// main line.
func TestOutcomeFollowsMainLine(t *testing.T) {
	g := recordSANs(t, Rules{}, "", foolsMate)
	mate := g.LastNode()
	other, err := mate.Parent().AddSAN("d5")
	if err != nil {
		t.Fatalf("AddSAN(\"d5\") = %v, want no error", err)
	}
	for i, want := range []Outcome{{BlackWins, Checkmate}, {}, {BlackWins, Checkmate}} {
		if got := g.Outcome(); got != want {
			t.Errorf("after %d calls of PromoteToMainLine: Outcome() = %v, want %v", i, got, want)
		}
		if i%2 == 0 {
			other.PromoteToMainLine()
		} else {
			mate.PromoteToMainLine()
		}
	}
	g = recordSANs(t, Rules{}, "", shuffle3)
	g.Adjudicate(Outcome{Drawn, ThreefoldRepetition})
	g.LastNode().AddSAN("e4")
	if got := g.RecordedOutcome(); got != (Outcome{Drawn, NoReason}) {
		t.Errorf("after a draw by repetition and another move: RecordedOutcome() = %v, want 1/2-1/2", got)
	}
}

// TestTermination checks that the reason of a recorded result is taken from the Termination tag.
func TestTermination(t *testing.T) {
	for _, test := range []struct {
		name, tag, result string
		want              Outcome
	}{
		{"adjudication", "adjudication", "1/2-1/2", Outcome{Drawn, Adjudication}},
		{"adjudication in a sentence", "White wins by adjudication", "1-0", Outcome{WhiteWins, Adjudication}},
		{"time forfeit", "time forfeit", "0-1", Outcome{BlackWins, OutOfTime}},
		{"capitalized time forfeit", "Time forfeit", "1-0", Outcome{WhiteWins, OutOfTime}},
		{"normal", "normal", "1-0", Outcome{WhiteWins, NoReason}},
		{"no tag", "", "0-1", Outcome{BlackWins, NoReason}},
		{"unterminated", "unterminated", "*", Outcome{}},
		{"adjudication without a result", "adjudication", "*", Outcome{}},
	} {
		t.Run(test.name, func(t *testing.T) {
			pgn := fmt.Sprintf("[Result %q]\n[Termination %q]\n\n1. e4 e5 %s\n", test.result, test.tag, test.result)
			g, err := ParsePGN(pgn)
			if err != nil {
				t.Fatalf("ParsePGN(%q) = %v, want no error", pgn, err)
			}
			if g.Outcome() != test.want || g.RecordedOutcome() != test.want {
				t.Errorf("ParsePGN(%q): Outcome() = %v, RecordedOutcome() = %v, want %v for both",
					pgn, g.Outcome(), g.RecordedOutcome(), test.want)
			}
		})
	}
}

// TestEndIsWritten checks that a result survives writing and reading PGN. The reason must survive
// too if it is one that the Termination tag can express.
func TestEndIsWritten(t *testing.T) {
	for _, test := range endings {
		t.Run(test.name, func(t *testing.T) {
			g := recordSANs(t, test.rules, test.start, test.moves)
			take(t, g, test.actions)
			back, err := ParsePGN(g.String())
			if err != nil {
				t.Fatalf("ParsePGN(%q) = %v, want no error", g, err)
			}
			if got := back.Outcome().Result; got != test.want.Result {
				t.Errorf("%v: outcome read back = %v, want %v", g, got, test.want.Result)
			}
			if reason := test.want.Reason; (reason == OutOfTime || reason == Adjudication) && back.Outcome() != test.want {
				t.Errorf("%v: outcome read back = %v, want %v", g, back.Outcome(), test.want)
			}
		})
	}
}

// takeBackWalk takes random actions in g: moves, draw offers, claims, and everything else that ends
// a game, and moves that a record has after its end. It returns what takes each of them back.
func takeBackWalk(r *rand.Rand, g *Game, actions int, visit func()) (undo []func() bool) {
	did := func(ok bool, back func() bool) {
		if ok {
			undo = append(undo, back)
			visit()
		}
	}
	for range actions {
		by, over := Color(r.IntN(2)), g.Outcome().IsOver()
		answered := func() bool { // an offer, also by a claim that was refused
			by, _ := g.DrawOffer()
			return g.DeclineDraw(by.Other()) == nil
		}
		switch r.IntN(24) {
		case 0:
			did(g.Resign(by) == nil, g.Resume)
		case 1:
			did(g.FlagFall(by) == nil, g.Resume)
		case 2:
			did(g.Adjudicate(Outcome{WinFor(by), Adjudication}) == nil, g.Resume)
		case 3:
			did(g.AcceptDraw(by) == nil, g.Resume)
		case 4, 5:
			did(g.OfferDraw(by) == nil, answered)
		case 6:
			if claims := slices.Concat(g.Claims(), g.ClaimsByMove(), []Claim{{Reason: FiftyMoves}}); !over {
				_, offered := g.DrawOffer()
				err := g.Claim(g.Position().Turn(), claims[r.IntN(len(claims))])
				_, offers := g.DrawOffer()
				did(err == nil, g.Resume)
				did(err != nil && offers && !offered, answered)
			}
		case 7:
			if over && g.last().hasLegalMove() {
				added, err := g.LastNode().Add(pickShuffle(r, g))
				did(err == nil, func() bool { added.Delete(); return true })
			}
		default:
			if !over {
				did(g.Play(pickShuffle(r, g)) == nil, g.Undo)
			} else if r.IntN(2) == 0 && g.Resume() { // go on, with a new stack
				undo = nil
				visit()
			}
		}
	}
	return undo
}

// TestTakeBack checks that everything that players and arbiters do can be taken back alone, and that
// every game on the way is the same after it was saved and read.
func TestTakeBack(t *testing.T) {
	r := newTestRand(t)
	reasons := map[Reason]int{}
	for range deep.Times(shorter(600), 10) {
		g := newGame(MustParseFEN(shuffleStarts[r.IntN(len(shuffleStarts))]), profile(r.IntN(profiles)))
		states := []fullState{fullStateOf(g)}
		visit := func() {
			state := fullStateOf(g)
			reasons[state.Game.Outcome.Reason]++
			states = append(states, state)
			back := must(ParsePGN(g.String()))
			saved := fullStateOf(back)
			saved.Recorded = state.Recorded // a record names the result of an automatic end
			if !reflect.DeepEqual(state, saved) || !g.Equal(back) || g.Rules() != back.Rules() {
				t.Fatalf("a saved game differs (-game +read):\n%s\n%v", cmp.Diff(state, saved), g)
			}
		}
		undo := takeBackWalk(r, g, 40, visit)
		for len(undo) > 0 {
			last := len(undo) - 1
			if !undo[last]() {
				t.Fatalf("the last of %d actions was not taken back:\n%v", len(undo), g)
			}
			undo, states = undo[:last], states[:len(states)-1]
			if got, want := fullStateOf(g), states[len(states)-1]; !reflect.DeepEqual(want, got) {
				t.Fatalf("state after %d actions differs when the next one was taken back (-before +after):\n%s\n%v",
					last, cmp.Diff(want, got), g)
			}
		}
	}
	t.Logf("states by the end of the game: %v", reasons)
	for _, reason := range []Reason{NoReason, Agreement, Resignation, OutOfTime, Adjudication, ThreefoldRepetition} {
		if reasons[reason] == 0 {
			t.Errorf("no game ended by %v", reason)
		}
	}
}

// TestClaimError checks that Claim rejects an invalid claim with an ActionError that gives the
// reason, and does not change the game.
func TestClaimError(t *testing.T) {
	const (
		noSuchClaim = "this game's rules do not allow that claim"
		movesOn     = "the announced move itself ends the game"
	)
	for _, test := range []struct {
		name     string
		rules    Rules
		start    string
		moves    string
		reason   Reason
		announce string // UCI
		want     string // part of the error's reason
	}{
		{"second occurrence in the current position", Rules{}, "", shuffle, ThreefoldRepetition, "", "2 times"},
		{"second occurrence after the announced move", Rules{}, "", "Nf3 Nf6 Ng1",
			ThreefoldRepetition, "f6g8", "2 times"},
		{"halfmove clock of 98", Rules{}, clock49FEN, "", FiftyMoves, "", "98 plies"},
		{"19: announced move at halfmove clock 98", Rules{}, "6R1/7k/8/8/1r3B2/5K2/8/8 w - - 98 119", "",
			FiftyMoves, "g8a8", "99 plies"},
		{"announced pawn move", Rules{}, "4k3/8/8/8/8/8/4P3/4K3 w - - 99 119", "",
			FiftyMoves, "e2e3", "0 plies"},
		{"announced capture", Rules{}, "4k3/8/8/8/8/8/3r4/4K3 w - - 99 119", "",
			FiftyMoves, "e1d2", "0 plies"},
		{"announced move gives checkmate", Rules{}, mate50FEN, "",
			FiftyMoves, "a7a8", movesOn},
		{"announced move gives stalemate", Rules{}, "k7/8/K1P5/8/8/8/8/1R6 w - - 99 80", "",
			FiftyMoves, "b1b6", movesOn},
		{"announced move is illegal", Rules{}, "", shuffle3,
			ThreefoldRepetition, "g1g3", "a knight does not move from g1 to g3"},
		{"announced castling after the king has moved", Rules{}, "4k3/8/8/8/8/8/8/4K2R w K - 0 1", "Ke2 Ke7 Ke1 Ke8",
			ThreefoldRepetition, "e1g1", "the king has moved"},
		{"claimable dead position", Rules{DeadPosition: Claimable}, "", "", DeadPosition, "", "the condition does not hold"},
		{"announced move of the opponent", Rules{}, "", almost3, ThreefoldRepetition, "g1f3", "Black"},
		{"fivefold is not claimable", Rules{}, "", shuffle3, FivefoldRepetition, "", noSuchClaim},
		{"75 moves are not claimable", Rules{}, clock50FEN, "Ra2", SeventyFiveMoves, "", noSuchClaim},
		{"checkmate is not claimable", Rules{}, "", "", Checkmate, "", noSuchClaim},
		{"S3 has no claims", RulesS3(), "", shuffle3, ThreefoldRepetition, "", noSuchClaim},
		{"S1 has no announced fifty moves", RulesS1(), clock50FEN, "", FiftyMoves, "a1a2", noSuchClaim},
		{"the game is over", Rules{}, "", shuffle5, ThreefoldRepetition, "", "the game is over"},
		{"20: stalemate at halfmove clock 99", Rules{}, "k7/3N4/1K6/1B6/8/8/8/8 b - - 99 1", "",
			FiftyMoves, "", "the game is over"},
	} {
		t.Run(test.name, func(t *testing.T) {
			g := recordSANs(t, test.rules, test.start, test.moves)
			c := Claim{Reason: test.reason}
			if test.announce != "" {
				c.Move = MustParseMove(test.announce)
			}
			before := stateOf(g)
			err := g.Claim(g.Position().Turn(), c)
			var refusal *ActionError
			if !errors.As(err, &refusal) || !strings.Contains(refusal.Detail, test.want) {
				t.Fatalf("Claim(%v) = %v, want an ActionError with a reason that contains %q", c, err, test.want)
			}
			if want := fmt.Sprintf("claim of %v by %s: %s", c, refusal.By.name(), refusal.Detail); err.Error() != want {
				t.Errorf("Claim(%v) = %q, want %q", c, err, want)
			}
			p := g.Position()
			var illegal *MoveError
			if got, want := errors.As(err, &illegal), c.Move != NullMove && !p.IsLegal(c.Move); got != want {
				t.Errorf("Claim(%v) = %v, which wraps a MoveError = %v, want %v", c, err, got, want)
			}
			if diff := cmp.Diff(before, stateOf(g)); diff != "" {
				t.Errorf("Claim(%v) changes the game (-want +got):\n%s", c, diff)
			}
		})
	}
}

// TestAnnouncedMoveIsNotPlayed checks that a valid claim does not play the announced move.
func TestAnnouncedMoveIsNotPlayed(t *testing.T) {
	g := recordSANs(t, Rules{}, "", almost3)
	before := g.Position()
	c := Claim{ThreefoldRepetition, NewMove(F6, G8)}
	if err := g.Claim(g.Position().Turn(), c); err != nil {
		t.Fatalf("Claim(%v) = %v, want no error", c, err)
	}
	if got := g.Position(); got != before || g.Plies() != 7 {
		t.Errorf("after Claim(%v): Position() = %v, Plies() = %d, want %v, 7", c, got, g.Plies(), before)
	}
	if err := g.Claim(g.Position().Turn(), c); err == nil || len(g.Claims()) != 0 || len(g.ClaimsByMove()) != 0 {
		t.Errorf("after the end: Claim(%v) = %v, Claims() = %v, ClaimsByMove() = %v, want an error and no claims",
			c, err, g.Claims(), g.ClaimsByMove())
	}
	g = recordSANs(t, Rules{}, "", almost3)
	err := g.Claim(Black, Claim{ThreefoldRepetition, NewMove(F6, E4)})
	if claims := g.ClaimsByMove(); err == nil || len(claims) != 0 {
		t.Errorf("after a wrong claim with another move: %v, ClaimsByMove() = %v, want an error and no claims", err, claims)
	}
}

// TestClaimHistory checks that ClaimHistory yields every claim that was possible during a game,
// including those that nobody made, with its number of plies.
func TestClaimHistory(t *testing.T) {
	for _, test := range []struct {
		name  string
		rules Rules
		moves string
		want  []string
	}{
		{"none", Rules{}, "e4 e5", nil},
		{"claims not made", Rules{}, shuffle3 + "e4",
			[]string{
				"007 threefold repetition after f6g8",
				"008 threefold repetition",
				"008 threefold repetition after g1f3",
			}},
		{"rules without claims", RulesS3(), shuffle5, nil},
		{"rules without announced claims", without(Rules{Threefold: Claimable}), shuffle3 + "e4",
			[]string{"008 threefold repetition"}},
		{"game over one ply after the first claim", RulesS0(), shuffle3,
			[]string{"007 threefold repetition after f6g8"}},
	} {
		t.Run(test.name, func(t *testing.T) {
			g := recordSANs(t, test.rules, "", test.moves)
			if diff := cmp.Diff(test.want, allClaimTexts(g)); diff != "" {
				t.Errorf("%q: ClaimHistory differs (-want +got):\n%s", test.moves, diff)
			}
		})
	}
}

// TestClaimHistoryMatchesClaims checks that ClaimHistory yields the results of Claims and
// ClaimsByMove after each ply, and therefore nothing after an automatic end of the game.
func TestClaimHistoryMatchesClaims(t *testing.T) {
	for _, test := range []struct {
		name  string
		rules Rules
		start string
		moves string
	}{
		{"mate", Rules{}, "7k/8/5K2/8/8/8/8/6R1 w - - 98 80", "Kf7 Kh7 Rh1#"},
		{"stalemate", Rules{}, "k7/8/K1P5/8/8/8/8/1R6 w - - 99 80", "Rb2"},
		{"record that continues after fivefold repetition", Rules{}, "", shuffle5 + shuffle},
		{"record that continues after threefold repetition under S0", RulesS0(), "", shuffle5},
		{"record that continues after 75 moves", Rules{},
			"4k3/8/8/8/8/8/8/R3K3 w - - 147 80", "Ra2 Kd7 Ra3 Kd6 Ra4"},
		{"record that continues without mating material", Rules{},
			"4k3/8/8/8/8/8/3b4/4K3 w - - 99 80", "Kxd2 Kd7 Kd3 Kd6 Kd2 Kd7 Kd3 Kd6 Kd2 Kd7"},
	} {
		t.Run(test.name, func(t *testing.T) {
			g := recordSANs(t, test.rules, test.start, test.moves)
			prefix := newGame(g.Start(), test.rules)
			want := withPlies(0, claimTexts(slices.Concat(prefix.Claims(), prefix.ClaimsByMove())))
			for n := range g.MainLine() {
				if _, err := prefix.LastNode().Add(n.Move()); err != nil {
					t.Fatalf("Add(%v) = %v, want no error", n.Move(), err)
				}
				claims := claimTexts(slices.Concat(prefix.Claims(), prefix.ClaimsByMove()))
				want = append(want, withPlies(prefix.Plies(), claims)...)
			}
			if diff := cmp.Diff(want, allClaimTexts(g)); diff != "" {
				t.Errorf("%q: ClaimHistory differs (-want +got):\n%s", test.moves, diff)
			}
		})
	}
}

// TestClaimHistoryStops checks that the caller may stop the iteration at any claim.
func TestClaimHistoryStops(t *testing.T) {
	g := recordSANs(t, Rules{}, "", shuffle3)
	for want := 1; want <= 3; want++ {
		got := 0
		for range g.ClaimHistory() {
			if got++; got == want {
				break
			}
		}
		if got != want {
			t.Errorf("ClaimHistory yields %d claims before the loop stops, want %d", got, want)
		}
	}
	for range g.ClaimHistory() {
		for g.Undo() {
		}
	}
}

// TestAdjudicate checks that Adjudicate sets every outcome that a record can have, and no other, that
// these survive saving, and how the Termination tags of other programs are read.
func TestAdjudicate(t *testing.T) {
	moved := func(rules Rules, fen, moves string) *Game {
		g := newGame(MustParseFEN(fen), rules)
		playSANs(t, g, moves)
		return g
	}
	const start, bare = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1", "8/8/8/8/8/4k3/8/4K3 w - - 0 1"
	for _, game := range []struct {
		name     string
		game     *Game
		reasons  []Reason // those that the moves allow besides decisions, resignation, time, and agreement
		previous Outcome
	}{
		{"new game", NewGame(), nil, Outcome{}},
		{"threefold repetition, which can be claimed", moved(Rules{}, start, "Nf3 Nf6 Ng1 Ng8 Nf3 Nf6 Ng1 Ng8"), []Reason{ThreefoldRepetition}, Outcome{}},
		{"threefold repetition, which these rules ignore", moved(RulesS3(), start, "Nf3 Nf6 Ng1 Ng8 Nf3 Nf6 Ng1 Ng8"), []Reason{ThreefoldRepetition}, Outcome{}},
		{"threefold repetition by announcing a move", moved(Rules{}, start, "Nf3 Nf6 Ng1 Ng8 Nf3 Nf6 Ng1"), []Reason{ThreefoldRepetition}, Outcome{}},
		{"dead position, which these rules ignore", moved(RulesS3(), bare, ""), []Reason{DeadPosition, InsufficientMaterial}, Outcome{}},
		{"dead position", moved(Rules{}, bare, ""), nil, Outcome{Drawn, DeadPosition}},
		{"checkmate", moved(Rules{}, start, "f3 e5 g4 Qh4#"), nil, Outcome{BlackWins, Checkmate}},
	} {
		for result := range Drawn + 6 {
			for reason := range RulesInfraction + 2 {
				g, outcome := game.game.Clone(), Outcome{result, reason}
				allowed := result != Unfinished && result <= BlackHalf && reason <= RulesInfraction
				switch reason {
				case NoReason, OutOfTime, Adjudication, Abandonment, Forfeit, RulesInfraction:
				case Resignation:
					allowed = allowed && result <= Drawn
				case Agreement:
					allowed = allowed && result == Drawn
				default:
					allowed = allowed && result == Drawn && slices.Contains(game.reasons, reason)
				}
				allowed = allowed && !game.previous.IsOver()
				before := g.Outcome()
				err := g.Adjudicate(outcome)
				if allowed {
					before = outcome
				}
				if (err == nil) != allowed || err != nil && !errors.As(err, new(*ActionError)) || g.Outcome() != before {
					t.Errorf("%s: Adjudicate(%v) = %v with the outcome %v, want success %t, %v", game.name, outcome, err, g.Outcome(), allowed, before)
				}
				back := NewGame()
				if err := back.UnmarshalText(must(g.MarshalText())); err != nil || back.Outcome() != before || back.Difference(g) != "" {
					t.Errorf("%s: %v is saved as %v, %v: %s", game.name, before, back.Outcome(), err, back.Difference(g))
				}
				if allowed && (!g.Resume() || g.Outcome().IsOver()) {
					t.Errorf("%s: Resume after Adjudicate(%v) leaves %v", game.name, outcome, g.Outcome())
				}
			}
		}
	}
	err := moved(Rules{}, start, "e4").Adjudicate(Outcome{BlackHalf + 1, Adjudication})
	if want := (&ActionError{adjudication, Black, "the result Result(7) does not end a game", nil}); !reflect.DeepEqual(err, error(want)) {
		t.Errorf("Adjudicate with a result out of range = %#v, want %#v", err, want)
	}
	for text, want := range map[string]Reason{
		"Time forfeit":                    OutOfTime,
		"Abandoned":                       Abandonment,
		"White won - game abandoned":      NoReason, // contradicts the draw
		"Rules infraction":                RulesInfraction,
		"forfeit":                         Forfeit,
		"Black forfeits by not appearing": NoReason,
		"A won on time":                   NoReason, // contradicts the draw
		"Normal":                          NoReason,
		"unterminated":                    NoReason,
		"Game drawn by timeout vs insufficient material": OutOfTime,
		"Game drawn by repetition":                       ThreefoldRepetition,
		"Game drawn by 50-move rule":                     FiftyMoves,
		"Game drawn by insufficient material":            InsufficientMaterial,
		"Game drawn by the 75-move rule":                 SeventyFiveMoves,
		"Draw by perpetual check":                        PerpetualCheck,
		"dead position":                                  DeadPosition,
		"fivefold repetition":                            FivefoldRepetition,
		"Neither player has mating material.":            InsufficientMaterial,
		"Game drawn by agreement":                        Agreement,
		"adjudication":                                   Adjudication,
	} {
		g := mustParsePGN(t, "[Termination \""+text+"\"]\n\n1. e4 1/2-1/2")
		if got := g.RecordedOutcome(); got != (Outcome{Drawn, want}) {
			t.Errorf("Termination %q: RecordedOutcome() = %v, want 1/2-1/2 (%v)", text, got, want)
		}
		if back := mustParsePGN(t, g.String()); back.Tag("Termination") != text || !back.Equal(g) {
			t.Errorf("Termination %q: tag read back = %q, want the same", text, back.Tag("Termination"))
		}
	}
}
