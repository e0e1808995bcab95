package chess

import (
	"errors"
	"reflect"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"
)

// A gameState holds the start, position, moves, and outcome of a game.
type gameState struct {
	Start, Position string
	Moves           []Move
	Plies           int
	Outcome         Outcome
}

// stateOf returns the state of g. The positions are FENs that include the en passant square after
// every double step.
func stateOf(g *Game) gameState {
	start, now := g.Start(), g.Position()
	return gameState{
		appendedFEN(&start, FENFormat{DoubleStep: true}),
		appendedFEN(&now, FENFormat{DoubleStep: true}),
		append([]Move{}, g.Moves()...),
		g.Plies(),
		g.Outcome(),
	}
}

// playSANs plays moves in SAN, separated by spaces.
func playSANs(t *testing.T, g *Game, moves string) {
	t.Helper()
	for _, san := range strings.Fields(moves) {
		if err := g.PlaySAN(san); err != nil {
			t.Fatalf("PlaySAN(%q) = %v, want no error", san, err)
		}
	}
}

// Games and openings in SAN.
const (
	foolsMate = "f3 e5 g4 Qh4#"
	operaGame = "e4 e5 Nf3 d6 d4 Bg4 dxe5 Bxf3 Qxf3 dxe5 Bc4 Nf6 Qb3 Qe7 Nc3 c6 Bg5 b5 Nxb5 cxb5 Bxb5+ Nbd7 " +
		"O-O-O Rd8 Rxd7 Rxd7 Rd1 Qe6 Bxd7+ Nxd7 Qb8+ Nxb8 Rd8#"
	loydsDraw  = "e3 a5 Qh5 Ra6 Qxa5 h5 h4 Rah6 Qxc7 f6 Qxd7+ Kf7 Qxb7 Qd3 Qxb8 Qh7 Qxc8 Kg6 Qe6" // stalemate
	twoKnights = "e4 e5 Nf3 Nc6 Bc4 Nf6 O-O"
)

// TestGameOutcome checks the outcome of games that end on the board, and that Position agrees with
// Game.
func TestGameOutcome(t *testing.T) {
	for _, test := range []struct {
		name  string
		start string
		moves string
		want  Outcome
		text  string
	}{
		{"no moves", startFEN, "", Outcome{}, "*"},
		{"unfinished game", startFEN, twoKnights, Outcome{}, "*"},
		{"checkmate by Black", startFEN, foolsMate, Outcome{BlackWins, Checkmate}, "0-1 (checkmate)"},
		{"checkmate by White", startFEN, operaGame, Outcome{WhiteWins, Checkmate}, "1-0 (checkmate)"},
		{"stalemate", startFEN, loydsDraw, Outcome{Drawn, Stalemate}, "1/2-1/2 (stalemate)"},
		{"king has one legal move", "8/8/8/8/8/3k4/3p4/3K4 b - - 0 1", "Kc3", Outcome{}, "*"},
		{"checkmate at the start", "R3k3/7R/8/8/8/8/8/4K3 b - - 0 1", "",
			Outcome{WhiteWins, Checkmate}, "1-0 (checkmate)"},
		{"stalemate at the start", "k7/8/1Q6/8/8/8/8/4K3 b - - 0 1", "",
			Outcome{Drawn, Stalemate}, "1/2-1/2 (stalemate)"},
		{"10: en passant prevents checkmate", "8/3b4/6R1/1P2kp2/6pp/2N1P3/4KPPP/8 w - - 0 1", "f4+", Outcome{}, "*"},
		{"10: checkmate by en passant", "6bk/7b/8/3pP3/8/8/8/Q3K3 w - d6 0 1", "exd6#",
			Outcome{WhiteWins, Checkmate}, "1-0 (checkmate)"},
		{"20: checkmate at halfmove clock 105", "k7/8/NKB5/8/8/8/8/8 b - - 105 176", "",
			Outcome{WhiteWins, Checkmate}, "1-0 (checkmate)"},
		{"20: stalemate at halfmove clock 99", "k7/3N4/1K6/1B6/8/8/8/8 b - - 99 100", "",
			Outcome{Drawn, Stalemate}, "1/2-1/2 (stalemate)"},
		{"castling is the only legal move", "3k1r2/8/8/8/8/7p/7P/6KR w K - 0 1", "", Outcome{}, "*"},
		{"checkmate by castling", "5k2/8/8/8/8/8/4R1R1/4K2R w K - 0 1", "O-O",
			Outcome{WhiteWins, Checkmate}, "1-0 (checkmate)"},
	} {
		t.Run(test.name, func(t *testing.T) {
			g := newGame(MustParseFEN(test.start), Rules{})
			playSANs(t, g, test.moves)
			got := g.Outcome()
			if got != test.want || got.String() != test.text {
				t.Errorf("%q: Outcome() = %v, want %v, %q", test.moves, got, test.want, test.text)
			}
			if got.IsOver() != (test.want.Reason != NoReason) {
				t.Errorf("%q: IsOver() = %v, want %v", test.moves, got.IsOver(), test.want.Reason != NoReason)
			}
			winner, won := got.Winner()
			if wantWinner, wantWon := test.want.Winner(); won != wantWon || won && winner != wantWinner {
				t.Errorf("%q: Winner() = %v, %v, want %v, %v", test.moves, winner, won, wantWinner, wantWon)
			}
			p := g.Position()
			mate, stalemate := test.want.Reason == Checkmate, test.want.Reason == Stalemate
			if p.IsCheckmate() != mate || p.IsStalemate() != stalemate || p.Outcome() != got {
				t.Errorf("%v: IsCheckmate() = %v, IsStalemate() = %v, Outcome() = %v, want %v, %v, %v",
					&p, p.IsCheckmate(), p.IsStalemate(), p.Outcome(), mate, stalemate, got)
			}
		})
	}
}

func TestReasonString(t *testing.T) {
	for reason, want := range map[Reason]string{
		NoReason: "none", Checkmate: "checkmate", Stalemate: "stalemate", 255: "Reason(255)",
	} {
		if got := reason.String(); got != want {
			t.Errorf("Reason(%d).String() = %q, want %q", uint8(reason), got, want)
		}
	}
}

// TestGamePlay checks that PlaySAN, PlayUCI, and Play lead to the same game.
func TestGamePlay(t *testing.T) {
	bySAN, byUCI, byMove := NewGame(), NewGame(), NewGame()
	playSANs(t, bySAN, operaGame)
	for _, m := range bySAN.Moves() {
		p := byUCI.Position()
		if err := byUCI.PlayUCI(p.UCI(m)); err != nil {
			t.Fatalf("PlayUCI(%q) = %v, want no error", p.UCI(m), err)
		}
		if err := byMove.Play(m); err != nil {
			t.Fatalf("Play(%v) = %v, want no error", m, err)
		}
	}
	if diff := cmp.Diff(stateOf(bySAN), stateOf(byUCI)); diff != "" {
		t.Errorf("games played by PlaySAN and PlayUCI differ (-PlaySAN +PlayUCI):\n%s", diff)
	}
	if diff := cmp.Diff(stateOf(bySAN), stateOf(byMove)); diff != "" {
		t.Errorf("games played by PlaySAN and Play differ (-PlaySAN +Play):\n%s", diff)
	}
	const end = "1n1Rkb1r/p4ppp/4q3/4p1B1/4P3/8/PPP2PPP/2K5 b k - 1 17"
	if p := bySAN.Position(); p.FEN() != end {
		t.Errorf("Position().FEN() = %q, want %q", p.FEN(), end)
	}
	if bySAN.Plies() != 33 || bySAN.Start() != StartPosition() {
		t.Errorf("Plies() = %d, Start() = %+v, want 33 and StartPosition()", bySAN.Plies(), bySAN.Start())
	}
}

// TestGameUndo checks that Undo restores every earlier state of a game.
func TestGameUndo(t *testing.T) {
	g := NewGame()
	states := []gameState{stateOf(g)}
	for _, san := range strings.Fields(operaGame) {
		playSANs(t, g, san)
		states = append(states, stateOf(g))
	}
	for i := len(states) - 2; i >= 0; i-- {
		if !g.Undo() {
			t.Fatalf("after %d plies: Undo() = false, want true", i+1)
		}
		if diff := cmp.Diff(states[i], stateOf(g)); diff != "" {
			t.Errorf("state after Undo to %d plies differs (-want +got):\n%s", i, diff)
		}
	}
	if g.Undo() {
		t.Error("after 0 plies: Undo() = true, want false")
	}
	if diff := cmp.Diff(states[0], stateOf(g)); diff != "" {
		t.Errorf("Undo after 0 plies changes the game (-want +got):\n%s", diff)
	}
}

// TestGameRejectsMoves checks the errors for moves that are malformed, illegal, or ambiguous, and
// that these moves do not change the game.
func TestGameRejectsMoves(t *testing.T) {
	g := NewGame()
	playSANs(t, g, "e4 d5 Nf3")
	before := stateOf(g)
	for _, test := range []struct {
		name string
		err  error
		want error
	}{
		{"illegal SAN", g.PlaySAN("Nf3"), ErrIllegal},
		{"ambiguous SAN",
			newGame(MustParseFEN("4k3/8/8/8/8/8/4K3/R6R w - - 0 1"), Rules{}).PlaySAN("Rd1"), ErrAmbiguous},
		{"malformed SAN", g.PlaySAN("Sf6"), ErrSyntax},
		{"empty SAN", g.PlaySAN(""), ErrSyntax},
		{"illegal UCI", g.PlayUCI("e4d5"), ErrIllegal},
		{"malformed UCI", g.PlayUCI("Nf6"), ErrSyntax},
		{"null move in UCI", g.PlayUCI("0000"), ErrIllegal},
		{"illegal move", g.Play(NewMove(E4, D5)), ErrIllegal},
		{"null move", g.Play(NullMove), ErrIllegal},
		{"null move in SAN", g.PlaySAN("--"), ErrIllegal},
		{"65: queen jumps over a pawn", g.PlaySAN("Qa1"), ErrIllegal},
	} {
		t.Run(test.name, func(t *testing.T) {
			var refusal *MoveError
			if !errors.Is(test.err, test.want) || !errors.As(test.err, &refusal) {
				t.Errorf("error = %v, want a MoveError that wraps %v", test.err, test.want)
			}
		})
	}
	if diff := cmp.Diff(before, stateOf(g)); diff != "" {
		t.Errorf("rejected moves change the game (-want +got):\n%s", diff)
	}
}

// TestGameMovesIsCopy checks that changing the result of Moves does not change the game.
func TestGameMovesIsCopy(t *testing.T) {
	g := NewGame()
	playSANs(t, g, "e4 e5")
	before := stateOf(g)
	moves := g.Moves()
	moves[0] = NullMove
	_ = append(moves[:1], NewMove(A2, A3))
	if diff := cmp.Diff(before, stateOf(g)); diff != "" {
		t.Errorf("changing the result of Moves changes the game (-want +got):\n%s", diff)
	}
}

// gameWith returns a game from start under rules with the given tags.
func gameWith(start Position, rules Rules, tags ...Tag) *Game {
	g := newGame(start, rules)
	for _, t := range tags {
		g.SetTag(t.Name, t.Value)
	}
	return g
}

// TestGameTags checks that SetTag adds and replaces tags, and that changing the result of Tags does
// not change the game.
func TestGameTags(t *testing.T) {
	given := []Tag{{"Event", "Opera"}, {"White", "Morphy"}}
	g := gameWith(startPosition, Rules{}, given...)
	given[0].Value = "changed"
	g.SetTag("Black", "Allies")
	g.SetTag("White", "Paul Morphy")
	g.Tags()[0].Value = "changed"
	want := []Tag{{"Event", "Opera"}, {"White", "Paul Morphy"}, {"Black", "Allies"}}
	if diff := cmp.Diff(want, g.Tags()); diff != "" {
		t.Errorf("Tags() differs (-want +got):\n%s", diff)
	}
	for _, tag := range append(want, Tag{"Site", ""}) {
		if got := g.Tag(tag.Name); got != tag.Value {
			t.Errorf("Tag(%q) = %q, want %q", tag.Name, got, tag.Value)
		}
	}
	if got := NewGame().Tags(); len(got) != 0 {
		t.Errorf("NewGame().Tags() = %v, want none", got)
	}
}

// TestTagForms checks that SetTag changes names and values that PGN cannot hold into ones that it
// can, whether or not the tag exists.
func TestTagForms(t *testing.T) {
	for _, test := range []struct{ name, value, wantName, wantValue string }{
		{"Event", "Opera", "Event", "Opera"},
		{"Evènt", "Opéra 歌劇", "Evènt", "Opéra 歌劇"},
		{"", "", "_", ""},
		{"White Elo", "2700", "White_Elo", "2700"},
		{"A\" \"1\"]\n[B", "2", "A__" + "_1____B", "2"},
		{"tab\tnull\x00del\x7f", "", "tab_null_del\x7f", ""},
		{"\xe9", "\xe9t\xe9", "é", "été"},
		{"A", "one\r\ntwo\nthree\rfour\n\nfive", "A", "one two three four  five"},
		{"A", `"\[]{};`, "A", `"\[]{};`},
		{strings.Repeat("x", 250), "", strings.Repeat("x", 250), ""},
		{strings.Repeat("x", 251), "", strings.Repeat("x", 250), ""},
		{strings.Repeat("歌", 100), "", strings.Repeat("歌", 83), ""},
	} {
		set := NewGame()
		set.SetTag(test.name, "before")
		set.SetTag(test.name, test.value)
		for by, g := range map[string]*Game{
			"SetTag":      set,
			"SetTag once": gameWith(startPosition, Rules{}, Tag{test.name, test.value}),
		} {
			want := []Tag{{test.wantName, test.wantValue}}
			if diff := cmp.Diff(want, g.Tags()); diff != "" {
				t.Errorf("Tags() after %s(%q, %q) differs (-want +got):\n%s", by, test.name, test.value, diff)
			}
			if got := g.Tag(test.name); got != test.wantValue {
				t.Errorf("Tag(%q) = %q, want %q", test.name, got, test.wantValue)
			}
			checkRoundTrip(t, g)
			if !g.DeleteTag(test.name) || len(g.Tags()) > 0 {
				t.Errorf("Tags() after DeleteTag(%q) = %q, want none", test.name, g.Tags())
			}
		}
	}
}

// TestClone checks that a clone equals its game, and that changing one does not change the other.
func TestClone(t *testing.T) {
	const pgn = "[Event \"E\"]\n\n{start} 1. e4 {a} $1 (1. d4 {b}) 1... e5 2. Nf3 *"
	original := mustParsePGN(t, pgn)
	original.OfferDraw(White)
	clone := original.Clone()
	if !clone.Equal(original) || clone.Rules() != original.Rules() {
		t.Errorf("Clone() = %q, want %q", clone, original)
	}
	if err := clone.AcceptDraw(Black); err != nil {
		t.Errorf("clone.AcceptDraw(Black) = %v, want no error", err)
	}
	edits := []func(g *Game){
		func(g *Game) { g.SetTag("Event", "X") },
		func(g *Game) { g.SetTag("Site", "X") },
		func(g *Game) { g.Root().SetComments("other") },
		func(g *Game) { g.Root().Next().SetNAGs(2) },
		func(g *Game) { g.LastNode().AddSAN("Nc6") },
		func(g *Game) { g.Root().AddSAN("c4") },
		func(g *Game) { firstVariation(g).PromoteToMainLine() },
		func(g *Game) { g.Undo() },
		func(g *Game) { g.Root().Next().Delete() },
	}
	for i, edit := range edits {
		for _, of := range []string{"clone", "original"} {
			original := mustParsePGN(t, pgn)
			original.Position()
			clone := original.Clone()
			changed, kept := clone, original
			if of == "original" {
				changed, kept = original, clone
			}
			edit(changed)
			if want := mustParsePGN(t, pgn); !kept.Equal(want) || kept.Equal(changed) || kept.Plies() != want.Plies() {
				t.Errorf("after edit %d of the %s: edited game = %q, other game = %q, want the other game unchanged",
					i, of, changed, kept)
			}
		}
	}
}

// TestZeroGame checks that the zero Game behaves like a new game, whichever method is called first.
func TestZeroGame(t *testing.T) {
	for name, ask := range map[string]func(*Game){
		"nothing":   func(*Game) {},
		"Position":  func(g *Game) { g.Position() },
		"Outcome":   func(g *Game) { g.Outcome() },
		"Root":      func(g *Game) { g.Root().Children() },
		"Clone":     func(g *Game) { g.Clone() },
		"String":    func(g *Game) { _ = g.String() },
		"Tags":      func(g *Game) { g.Tags() },
		"DrawOffer": func(g *Game) { g.DrawOffer() },
		"Undo":      func(g *Game) { g.Undo() },
		"Rules":     func(g *Game) { g.Rules() },
	} {
		t.Run(name, func(t *testing.T) {
			var g Game
			ask(&g)
			if diff := cmp.Diff(fullStateOf(NewGame()), fullStateOf(&g)); diff != "" ||
				!g.Equal(NewGame()) || g.Rules() != (Rules{}) {
				t.Errorf("zero Game differs from NewGame() (-want +got):\n%s", diff)
			}
			playSANs(t, &g, "e4 e5")
			if _, err := g.Root().AddSAN("d4"); err != nil {
				t.Error(err)
			}
			if got, want := outline(&g), "e4 ( d4 ) e5 *"; got != want {
				t.Errorf("zero Game after three moves = %s, want %s", got, want)
			}
		})
	}
	var g Game
	if err := g.UnmarshalText([]byte("1. c4 *")); err != nil || len(g.Moves()) != 1 {
		t.Errorf("UnmarshalText(\"1. c4 *\") = %v, Moves() = %v, want no error and one move", err, g.Moves())
	}
}

// TestConcurrentReaders calls the methods that only read a game from several goroutines, right
// after the game was read, played, or edited. The race detector finds methods that write.
func TestConcurrentReaders(t *testing.T) {
	edited := mustParsePGN(t, studyPGN)
	edited.LastNode().Parent().Delete()
	played := NewGame()
	playSANs(t, played, "e4 e5 Nf3")
	for name, g := range map[string]*Game{
		"read": mustParsePGN(t, studyPGN), "zero": new(Game), "edited": edited, "played": played,
		"checkmate": mustParsePGN(t, "1. f3 e5 2. g4 Qh4# 0-1"),
	} {
		t.Run(name, func(t *testing.T) {
			want := fullStateOf(g.Clone())
			var readers sync.WaitGroup
			for range 16 {
				readers.Add(1)
				go func() {
					defer readers.Done()
					if diff := cmp.Diff(want, fullStateOf(g)); diff != "" {
						t.Errorf("state in a concurrent reader differs (-want +got):\n%s", diff)
					}
					v := reflect.ValueOf(g)
					for i := range v.NumMethod() {
						method := v.Type().Method(i)
						if slices.Contains([]string{"Undo"}, method.Name) || method.Type.NumIn() > 1 {
							continue // the method changes the game or needs arguments
						}
						v.Method(i).Call(nil)
					}
					for n := range g.MainLine() {
						n.Position()
						n.SAN()
					}
					for range g.ClaimHistory() {
					}
					_, _ = g.CapturedBy(White), g.Equal(g.Clone())
				}()
			}
			readers.Wait()
		})
	}
}

// TestMemoryReuse checks that a game reuses the memory of moves, comments, and other annotations
// that were undone, deleted, or replaced.
func TestMemoryReuse(t *testing.T) {
	g := mustParsePGN(t, "1. e4 {a comment} (1. d4 {another} d5) e5 {a third} *")
	before := g.Root().Next()
	for i := range 20_000 {
		playSANs(t, g, "Nf3")
		g.LastNode().SetComments(strings.Repeat("x", i%100), "second")
		g.LastNode().SetNAGs(1, 2)
		clock := time.Duration(i) * time.Second
		g.LastNode().SetInfo(MoveInfo{Clock: &clock})
		if i%2 == 0 {
			g.Undo()
		} else {
			g.LastNode().Delete()
		}
		before.SetComments("a comment")
	}
	if n := cap(g.tree.Nodes); n > 256 {
		t.Errorf("cap(tree.Nodes) = %d, want at most 256", n)
	}
	if n := cap(g.tree.Notes); n > 2048 {
		t.Errorf("cap(tree.Notes) = %d, want at most 2048", n)
	}
	if got, want := outline(g), "e4 {a comment} ( d4 {another} d5 ) e5 {a third} *"; got != want || !before.Exists() {
		t.Errorf("game = %s, first move exists = %v, want %s, true", got, before.Exists(), want)
	}

	wide := NewGame()
	for range 5000 {
		n := wide.Root()
		for _, san := range []string{"e4", "e5", "Nf3", "Nc6"} {
			n.game.tree.Add(n.index, uint16(NullMove))
			n, _ = n.AddSAN(san)
		}
	}
	wide.Root().Delete()
	if n := cap(wide.tree.Nodes); n > 256 {
		t.Errorf("after all moves were deleted: cap(tree.Nodes) = %d, want at most 256", n)
	}
}

// TestMemoryOfRead checks that the outcome of a game that was read keeps no positions, and that
// taking back all moves frees memory.
func TestMemoryOfRead(t *testing.T) {
	g := mustParsePGN(t, strings.Repeat("Nf3 Nf6 Ng1 Ng8 ", 100))
	if want := (Outcome{Drawn, FivefoldRepetition}); g.Outcome() != want || g.line != nil {
		t.Errorf("Outcome() = %v with %d positions kept, want %v, 0", g.Outcome(), len(g.line), want)
	}
	for g.Undo() {
	}
	if cap(g.line) > 128 || cap(g.tree.Nodes) > 128 {
		t.Errorf("after Undo: cap(line) = %d, cap(tree.Nodes) = %d, want at most 128", cap(g.line), cap(g.tree.Nodes))
	}
}

// TestCloneAfterChanges checks that a clone of a game with deleted moves and annotations is equal.
func TestCloneAfterChanges(t *testing.T) {
	g := mustParsePGN(t, studyPGN)
	for n := range g.Root().Children() {
		for range 50 {
			n.SetComments("once", "twice")
		}
	}
	g.LastNode().Delete()
	c := g.Clone()
	if !c.Equal(g) {
		t.Errorf("Difference(g.Clone()) = %q, want none", g.Difference(c))
	}
	offered := NewGame()
	if err := offered.OfferDraw(White); err != nil {
		t.Fatal(err)
	}
	if by, ok := offered.Clone().DrawOffer(); !ok || by != White {
		t.Errorf("Clone().DrawOffer() = %v, %v, want white, true", by, ok)
	}
}

// TestEditingWhileIterating checks that a loop over moves terminates when its body edits the game,
// and that it skips the moves that the body deletes.
func TestEditingWhileIterating(t *testing.T) {
	const pgn = "1. e4 (1. d4) (1. c4) (1. Nf3) (1. g3) *"
	sans := func(g *Game, edit func(Node)) (seen []string) {
		for n := range g.Root().Children() {
			if seen = append(seen, n.SAN()); len(seen) > 20 {
				t.Fatal("the loop over Children does not terminate")
			}
			edit(n)
		}
		return seen
	}
	for _, test := range []struct {
		name string
		edit func(Node)
		want string
		left string
	}{
		{"promote", func(n Node) { n.Promote() }, "e4 d4 c4 Nf3 g3", "d4 ( c4 ) ( Nf3 ) ( g3 ) ( e4 ) *"},
		{"promote to the main line", Node.PromoteToMainLine, "e4 d4 c4 Nf3 g3", "g3 ( Nf3 ) ( c4 ) ( d4 ) ( e4 ) *"},
		{"delete each", Node.Delete, "e4 d4 c4 Nf3 g3", "*"},
		{"delete the next", func(n Node) { n.sibling().Delete() }, "e4 c4 g3", "e4 ( c4 ) ( g3 ) *"},
		{"add two", func(n Node) { n.Parent().AddSAN("a3"); n.Parent().AddSAN("b3") },
			"e4 d4 c4 Nf3 g3", "e4 ( d4 ) ( c4 ) ( Nf3 ) ( g3 ) ( a3 ) ( b3 ) *"},
		{"delete all and add one", func(n Node) { n.Parent().Delete(); n.game.Root().AddSAN("h3") }, "e4", "h3 *"},
	} {
		t.Run(test.name, func(t *testing.T) {
			g := mustParsePGN(t, pgn)
			if got := strings.Join(sans(g, test.edit), " "); got != test.want || outline(g) != test.left {
				t.Errorf("loop visits %s and leaves %s, want %s and %s", got, outline(g), test.want, test.left)
			}
		})
	}
	g := mustParsePGN(t, "1. e4 e5 2. Nf3 Nc6 3. Bb5 *")
	n := 0
	for node := range g.MainLine() {
		node.Parent().AddSAN("a3")
		g.Undo()
		n++
	}
	for range g.ClaimHistory() {
		g.Undo()
	}
	for range g.Positions() {
		g.Undo()
	}
	if n != 3 || g.Plies() != 0 {
		t.Errorf("loop over the main line visits %d moves and leaves %d, want 3 and 0", n, g.Plies())
	}
}

// TestRepeatableHashes checks that RepeatableHashes returns the hashes of the earlier positions
// that can still occur again.
func TestRepeatableHashes(t *testing.T) {
	for _, test := range []struct {
		name  string
		moves string
		want  int
	}{
		{"new game", "", 0},
		{"after a pawn move", "e4", 0},
		{"quiet moves", "e4 e5 Nf3 Nc6 Bb5 Nf6", 4},
		{"after a capture", "e4 e5 Nf3 Nc6 Bb5 Nf6 Bxc6", 0},
		{"after losing castling rights", "e4 e5 Nf3 Nc6 Ke2 Nf6", 1},
		{"threefold repetition", shuffle3, 8},
	} {
		t.Run(test.name, func(t *testing.T) {
			g := recordSANs(t, Rules{}, "", test.moves)
			got := g.RepeatableHashes()
			if len(got) != test.want || got == nil {
				t.Fatalf("RepeatableHashes() = %x, want %d hashes in a non-nil slice", got, test.want)
			}
			for i, hash := range got {
				if want := g.line[g.plies()-test.want+i].Hash(); hash != want {
					t.Errorf("RepeatableHashes()[%d] = %x, want %x", i, hash, want)
				}
			}
		})
	}
}

// TestDifference checks that Difference describes the first difference of two games, and returns an
// empty string if the games are equal.
func TestDifference(t *testing.T) {
	const pgn = `[White "A"]

1. e4 {x} e5 (1... c5 2. Nf3 $1) 2. Nf3 Nc6 3. Bb5 1-0`
	for _, test := range []struct{ name, other, want string }{
		{"none", pgn, ""},
		{"spelling", "[White \"A\"]\n\n1.e2e4 {x} e5 (1...c5 2.Ng1f3 $1) 2.Nf3 Nc6 3.Bb5 1-0", ""},
		{"tag", strings.Replace(pgn, `"A"`, `"B"`, 1), `tag White: "A", not "B"`},
		{"additional tag", "[ECO \"A00\"]\n" + pgn, `tag ECO: missing, not "A00"`},
		{"result", strings.Replace(pgn, "1-0", "0-1", 1), `tag Result: "1-0", not "0-1"`},
		{"move", strings.Replace(pgn, "Bb5", "Bc4", 1), "after 2... Nc6: 3. Bb5, not 3. Bc4"},
		{"missing move", strings.Replace(pgn, "3. Bb5", "", 1), "after 2... Nc6: 3. Bb5, not nothing"},
		{"variation", strings.Replace(pgn, "c5 2. Nf3", "c5 2. Nc3", 1), "after 1... c5: 2. Nf3, not 2. Nc3"},
		{"main line and variation", strings.NewReplacer("Bb5", "Bc4", "c5", "c6").Replace(pgn),
			"after 1. e4: 1... c5, not 1... c6"},
		{"comment", strings.Replace(pgn, "{x}", "{y}", 1), `comments of 1. e4: ["x"], not ["y"]`},
		{"NAG", strings.Replace(pgn, "$1", "", 1), "glyphs of 2. Nf3: [$1], not []"},
	} {
		t.Run(test.name, func(t *testing.T) {
			g, other := mustParsePGN(t, pgn), mustParsePGN(t, test.other)
			if got := g.Difference(other); got != test.want || g.Equal(other) != (test.want == "") {
				t.Errorf("Difference(%q) = %q, Equal = %v, want %q", test.other, got, g.Equal(other), test.want)
			}
		})
	}
	from, err := NewGameFrom(MustParseFEN(mate50FEN), Rules{})
	if err != nil {
		t.Fatal(err)
	}
	if got := NewGame().Difference(from); !strings.HasPrefix(got, "tag SetUp: missing") {
		t.Errorf("Difference from a game with another start = %q, want the missing tag SetUp", got)
	}
	var none *Game
	if none.Difference(nil) != "" || none.Difference(from) == "" || from.Difference(nil) == "" ||
		!none.Equal(nil) || none.Equal(from) || from.Equal(nil) {
		t.Error("Difference or Equal is wrong for a nil Game, want nil equal to nil and to no other game")
	}
}

// TestNewGameFrom checks that NewGameFrom uses its arguments and rejects an invalid position.
func TestNewGameFrom(t *testing.T) {
	start := MustParseFEN(clock50FEN)
	g, err := NewGameFrom(start, RulesS0())
	if err != nil || g.Start() != start || g.Rules() != RulesS0() {
		t.Errorf("NewGameFrom(%v, RulesS0()) = %v, %v, want a game from this position under these rules", start, g, err)
	}
	var fault *FENError
	if g, err := NewGameFrom(Position{}, Rules{}); g != nil || !errors.As(err, &fault) {
		t.Errorf("NewGameFrom(Position{}, Rules{}) = %v, %v, want nil and a FENError", g, err)
	}
}

// TestAdjudicate checks that Adjudicate accepts only the reasons that are an arbiter's decision,
// that these survive writing and reading PGN, and how the Termination tags of other programs are
// read.
func TestAdjudicate(t *testing.T) {
	for reason, termination := range map[Reason]string{
		NoReason: "adjudication", Adjudication: "adjudication", Abandonment: "abandoned",
		Forfeit: "forfeit", RulesInfraction: "rules infraction",
	} {
		g := NewGame()
		if err := g.Adjudicate(Outcome{WhiteWins, reason}); err != nil {
			t.Errorf("Adjudicate(1-0 (%v)) = %v, want no error", reason, err)
		}
		want := reason
		if reason == NoReason {
			want = Adjudication
		}
		back := mustParsePGN(t, g.String())
		if back.Outcome() != (Outcome{WhiteWins, want}) || back.Tag("Termination") != termination {
			t.Errorf("after Adjudicate(1-0 (%v)): outcome read back = %v, Termination = %q, want 1-0 (%v), %q",
				reason, back.Outcome(), back.Tag("Termination"), want, termination)
		}
	}
	for _, reason := range []Reason{Checkmate, OutOfTime, Resignation, 200} {
		g := NewGame()
		if err := g.Adjudicate(Outcome{WhiteWins, reason}); err == nil || g.Outcome().IsOver() {
			t.Errorf("Adjudicate(1-0 (%v)) = %v, Outcome() = %v, want an error and *", reason, err, g.Outcome())
		}
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
