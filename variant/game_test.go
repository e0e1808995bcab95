package variant_test

import (
	"errors"
	"fmt"
	"strings"
	"testing"

	"github.com/shakki/chess"
	"github.com/shakki/chess/variant"
)

// TestGameEnds checks actions, claims, repetition past captures, and what takes them back.
func TestGameEnds(t *testing.T) {
	g := variant.NewGame(variant.Crazyhouse)
	play := func(moves string) {
		t.Helper()
		for san := range strings.FieldsSeq(moves) {
			if err := g.PlaySAN(san); err != nil {
				t.Fatal(err)
			}
		}
	}
	play("Nf3 Nf6 Ng1 Ng8 Nf3 Nf6 Ng1 Ng8")
	if c := g.Claims(); len(c) != 1 || c[0] != variant.ThreefoldRepetition || g.Repetitions() != 3 {
		t.Errorf("Claims = %v, Repetitions = %d", c, g.Repetitions())
	}
	if err := g.Claim(variant.FiftyMoves); err == nil {
		t.Error("fifty moves can be claimed")
	}
	if err := g.Claim(variant.ThreefoldRepetition); err != nil || !strings.Contains(g.String(), "[EndReason \"threefold repetition\"]") {
		t.Errorf("Claim: %v, %v", err, g)
	}
	if c := g.Claims(); len(c) > 0 {
		t.Errorf("Claims after the end = %v", c)
	}
	if c := g.Clone(); !c.Undo() || c.Outcome().IsOver() {
		t.Errorf("Outcome after Undo = %v", c.Outcome())
	}
	if err := g.PlaySAN("e4"); err == nil || !g.Resume() || g.PlaySAN("e4") != nil {
		t.Errorf("PlaySAN after the end: %v", err)
	}
	if !g.Undo() || g.Repetitions() != 3 || new(variant.Game).Undo() {
		t.Errorf("Repetitions after Undo = %d", g.Repetitions())
	}
	play("Nf3 Nf6 Ng1 Ng8 Nf3 Nf6 Ng1 Ng8")
	if o := g.Outcome(); o.Reason != variant.FivefoldRepetition || g.Undo() && g.Outcome().IsOver() {
		t.Errorf("Outcome = %v", o)
	}
	if err := g.Claim(variant.FiftyMoves); fmt.Sprint(err) != "claim of fifty moves by Black: the position has occurred 4 times, and the halfmove clock is 15" {
		t.Errorf("Claim of fifty moves: %v", err)
	}
	h := variant.NewGameFrom(variant.MustParseFEN(variant.Atomic, "8/8/4k3/8/8/3K4/4R3/8 b - - 0 1"))
	if o := h.Outcome(); o.Reason != variant.InsufficientMaterial || strings.Contains(h.String(), "EndReason") {
		t.Errorf("king and rook against king: %v, written as %v", o, h)
	}
	h = variant.NewGame(variant.KingOfTheHill)
	var refused *chess.ActionError
	if err := h.Adjudicate(variant.Outcome{}); !errors.As(err, &refused) || refused.By != chess.White {
		t.Errorf("Adjudicate without a result: %v", err)
	}
	if err := errors.Join(h.FlagFall(chess.White), h.AgreeDraw()); h.Outcome().String() != "0-1 (time)" || err == nil {
		t.Errorf("FlagFall: %v, %v", h.Outcome(), err)
	}
	h = variant.NewGameFrom(variant.MustParseFEN(variant.ThreeCheck, "8/5k2/8/8/8/8/3K2N1/8 w - - 3+3 0 1"))
	if err := h.FlagFall(chess.White); err != nil || h.Outcome().String() != "1/2-1/2 (time)" {
		t.Errorf("FlagFall against a bare king: %v, %v", h.Outcome(), err)
	}
}

// TestZeroGame checks that the zero Game is a game of standard chess.
func TestZeroGame(t *testing.T) {
	var g variant.Game
	if g.Variant() != variant.Standard || g.Plies() != 0 || g.Outcome().IsOver() || g.String() != variant.NewGame(0).String() || g.Undo() {
		t.Errorf("zero Game: %v", g.Position())
	}
	n, err := g.Root().AddSAN("e4")
	if err != nil || g.Plies() != 1 || n.SAN() != "e4" || !n.Exists() {
		t.Errorf("AddSAN: %v, %v", n.SAN(), err)
	}
	n.Delete()
	if n.Exists() || g.Plies() != 0 {
		t.Error("a deleted node exists")
	}
	last, err := g.Root().AddSAN("d4")
	if failed := g.UnmarshalText([]byte("[Event \"?\"]\n\n*")); failed != nil || last.Exists() {
		t.Errorf("a node of another record exists: %v, %v", err, failed)
	}
	if played := new(variant.Game).Clone(); played.PlaySAN("e4") != nil || played.Plies() != 1 || new(variant.Game).PlaySAN("e4") != nil {
		t.Error("the zero Game or its clone does not play")
	}
	if empty := new(variant.Game); empty.LastNode() != empty.Root() {
		t.Error("the last node of the zero Game is not its root")
	}
	var z variant.Node
	if _, err := z.Add(variant.NewMove(chess.E2, chess.E4)); err == nil || z.SAN() != "" || z.Plies() != 0 || len(z.Comments()) != 0 {
		t.Error("the zero Node does something")
	}
	var p variant.Position
	if len(p.LegalMoves()) != 0 || p.InCheck() || p.Outcome().IsOver() || p.CanWin(chess.White) {
		t.Error("the zero Position has moves")
	}
	for _, call := range []func(){
		func() { _ = p.FEN() }, func() { _, _ = p.ParseSAN("e4") }, func() { _, _ = p.ParseUCI("e2e4") },
		func() { _ = p.SAN(variant.NewMove(0, 1)) }, func() { _ = variant.Variant(200).String() + variant.Variant(200).UCI() },
		func() { _ = variant.StartPosition(200) }, func() { _ = variant.NewGame(200).Variant() },
		func() { _, _ = variant.ParseFEN(200, "8/8/8/8/8/8/8/8 w") }, func() { _, _ = new(variant.PGNReader).Read() },
		func() { _ = new(variant.PGNWriter).Write(nil) }, func() { _ = (&variant.MoveError{}).Error() },
		func() { _ = (&variant.MoveError{Kind: chess.ErrIllegal, Why: variant.GameOver + 1}).Error() },
	} {
		call()
	}
}

func ExampleGame() {
	g := variant.NewGame(variant.Crazyhouse)
	for _, san := range []string{"e4", "d5", "exd5", "Qxd5", "Nc3", "Qa5", "@b4"} {
		if err := g.PlaySAN(san); err != nil {
			fmt.Println(err)
		}
	}
	fmt.Println(g.Position())
	// Output: rnb1kbnr/ppp1pppp/8/q7/1P6/2N5/PPPP1PPP/R1BQKBNR[p] b KQkq - 0 4
}

// TestAsRead checks that a game that was read, and a clone of it, are written without a result that their moves
// imply but their last position does not, until they change.
func TestAsRead(t *testing.T) {
	const moves = "1. Nf3 Nf6 2. Ng1 Ng8 3. Nf3 Nf6 4. Ng1 Ng8 5. Nf3 Nf6 6. Ng1 Ng8 7. Nf3 Nf6 8.\nNg1 Ng8 *\n"
	g, err := variant.ParsePGN(moves)
	if err != nil {
		t.Fatal(err)
	}
	format := chess.PGNFormat{OmitTags: true}
	aside, err := g.Root().AddSAN("d4")
	if aside.Delete(); err != nil || string(g.AppendPGN(nil, format)) != moves {
		t.Errorf("after a variation was added and deleted, %v, the game is written as %q", err, g.AppendPGN(nil, format))
	}
	if got := string(g.Clone().AppendPGN(nil, format)); got != moves {
		t.Errorf("the clone is written as %q, want %q", got, moves)
	}
	var same variant.Game
	if err := same.UnmarshalText([]byte(moves)); err != nil || string(same.AppendPGN(nil, format)) != moves {
		t.Errorf("after UnmarshalText, %v, the game is written as %q, want %q", err, same.AppendPGN(nil, format), moves)
	}
	if end, plies := same.AutomaticEnd(); end.Reason != variant.FivefoldRepetition || plies != 16 || same.Repetitions() != 5 {
		t.Errorf("after UnmarshalText, the game ends by %v after %d plies in a position that occurred %d times", end, plies, same.Repetitions())
	}
	most, err := variant.ParsePGN(strings.Replace(moves, "Ng8 *", "*", 1))
	if played := most.PlaySAN("Ng8"); err != nil || played != nil || !strings.HasSuffix(most.String(), "Ng8 1/2-1/2\n") {
		t.Errorf("after the last move was played, %v, %v, the game is written as %s", err, played, most)
	}
	long, err := variant.ParsePGN(strings.Repeat("Nf3 Nf6 Ng1 Ng8 ", 4) + "e4 *")
	if err != nil {
		t.Fatal(err)
	}
	if read, undone := string(long.AppendPGN(nil, format)), long.Undo(); !undone || !strings.HasSuffix(read, "9. e4 *\n") {
		t.Errorf("a game that goes on after its end is written as %q", read)
	}
	if got := string(long.AppendPGN(nil, format)); !strings.HasSuffix(got, " 1/2-1/2\n") {
		t.Errorf("without its last move, it is written as %q, want a draw", got)
	}
	short, err := variant.ParsePGN("1. f3 e5 2. g4 *")
	if err != nil {
		t.Fatal(err)
	}
	resigned := short.Clone()
	resigned.Resign(chess.White)
	if _, err := short.LastNode().AddSAN("Qh4#"); err != nil || !strings.HasSuffix(string(short.AppendPGN(nil, format)), "Qh4# 0-1\n") {
		t.Errorf("with a move more, %v, the game is written as %q", err, short.AppendPGN(nil, format))
	}
	if _, err := resigned.LastNode().AddSAN("Qh4#"); err != nil || !strings.Contains(resigned.String(), "[EndReason \"resignation\"]") {
		t.Errorf("with a move that has the result of a resignation before it, %v, the game is written as %s", err, resigned)
	}
}

// TestTags checks that a game has one tag of each name, with a value that PGN can hold.
func TestTags(t *testing.T) {
	g := variant.NewGame(variant.Atomic)
	g.SetTag("White", "A")
	g.SetTag("white", "A\nB")
	if got := g.Tags(); len(got) != 1 || got[0] != (chess.Tag{Name: "White", Value: "A B"}) || g.Tag("White") != "A B" {
		t.Errorf("the tags are %v", got)
	}
	c := g.Clone()
	c.SetTag("White", "C")
	g.Tags()[0].Value = "D"
	if g.Tag("White") != "A B" {
		t.Errorf("a change of a copy changes the tags to %v", g.Tags())
	}
	if !g.DeleteTag("White") || g.DeleteTag("White") || g.Tag("White") != "" {
		t.Errorf("after DeleteTag, the tags are %v", g.Tags())
	}
}

// TestClocks checks after how many plies a draw can be claimed, and when the game is drawn.
func TestClocks(t *testing.T) {
	for clock, want := range map[int]string{99: "[] *", 100: "[fifty moves] *", 149: "[fifty moves] *", 150: "[] 1/2-1/2 (seventy-five moves)"} {
		g := variant.NewGameFrom(variant.MustParseFEN(variant.Atomic, fmt.Sprintf("4k3/8/8/8/8/8/8/QR2K3 w - - %d 90", clock)))
		if got := fmt.Sprint(g.Claims(), " ", g.Outcome()); got != want {
			t.Errorf("with a halfmove clock of %d: %s, want %s", clock, got, want)
		}
		err := g.Claim(variant.FiftyMoves)
		if (err == nil) != (want[1] == 'f') || err == nil && g.Outcome().Reason != variant.FiftyMoves {
			t.Errorf("with a halfmove clock of %d, Claim: %v, %v", clock, err, g.Outcome())
		}
		if winner, ok := g.Outcome().Winner(); ok {
			t.Errorf("with a halfmove clock of %d, %v wins", clock, winner)
		}
	}
}

// TestPasses checks that a game has no passes, but a variation may have.
func TestPasses(t *testing.T) {
	g := variant.NewGameFrom(variant.Position{})
	if err := errors.Join(g.PlaySAN("--"), g.PlayUCI("0000")); err == nil || strings.Count(err.Error(), "passing is not a legal move") != 2 || g.Position() != variant.StartPosition(0) {
		t.Errorf("two passes: %v, the position is %v", err, g.Position())
	}
	var refused *variant.MoveError
	if _, err := g.Root().Add(variant.NewMove(chess.E2, chess.E5)); !errors.As(err, &refused) || refused.Text != "" || refused.Move.String() != "e2e5" {
		t.Errorf("the refusal of a move that is not text has the text %q and the move %v", refused.Text, refused.Move)
	}
	if err := g.PlaySAN("--"); !errors.As(err, &refused) || refused.Text != "--" {
		t.Errorf("the refusal of a pass has the text %q", refused.Text)
	}
	pass, err := g.Root().Add(variant.NullMove)
	if err != nil || pass.SAN() != "--" || g.Position().Turn() != chess.Black {
		t.Errorf("a pass as a node: %v, %v", pass.SAN(), err)
	}
	if again, err := g.Root().Add(variant.NullMove); again != pass || err != nil {
		t.Errorf("a second pass is another node: %v, %v", again, err)
	}
}
