package chess

import (
	"bytes"
	"errors"
	"fmt"
	"maps"
	"math/rand/v2"
	"reflect"
	"slices"
	"strconv"
	"strings"
	"sync"
	"testing"
	"time"
	"unicode/utf8"

	"github.com/google/go-cmp/cmp"

	"github.com/shakki/chess/internal/movetree"
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

// TestUndoEnd checks that Undo restores the state before the move that ended the game, and that the
// game can end the same way again.
func TestUndoEnd(t *testing.T) {
	for _, test := range endings {
		if test.moves == "" {
			continue
		}
		t.Run(test.name, func(t *testing.T) {
			moves := strings.Fields(test.moves)
			last := moves[len(moves)-1]
			g := recordSANs(t, test.rules, test.start, strings.Join(moves[:len(moves)-1], " "))
			before := fullStateOf(g)
			for range 2 {
				if err := g.PlaySAN(last); err != nil {
					t.Fatalf("PlaySAN(%q) = %v, want no error", last, err)
				}
				take(t, g, test.actions)
				if got := g.Outcome(); got != test.want {
					t.Errorf("Outcome() = %v, want %v", got, test.want)
				}
				g.Undo()
				if diff := cmp.Diff(before, fullStateOf(g)); diff != "" {
					t.Errorf("state after Undo differs (-want +got):\n%s", diff)
				}
			}
		})
	}
}

// TestOutcomeAfterUndo plays random games under all predefined rules and undoes every move. After
// each Undo, the game must have the same state as before the move.
func TestOutcomeAfterUndo(t *testing.T) {
	t.Parallel()
	for _, rules := range []Rules{Rules{}, RulesS0(), RulesS1(), RulesS2(), RulesS3()} {
		var states []fullState
		shuffleGames(t, 2*len(shuffleStarts), 30, rules, func(g *Game) {
			if g.Plies() == 0 {
				states = nil
			}
			states = append(states, fullStateOf(g))
			if len(states) > 60 || g.Outcome().IsOver() {
				checkUndo(t, g, states)
			}
		})
	}
}

// checkUndo undoes every move of g and compares the state after each Undo with the element of
// states for that ply. Then it replays the moves, both in g and in a new game, and compares the
// final states.
func checkUndo(t *testing.T, g *Game, states []fullState) {
	t.Helper()
	moves := g.Moves()
	for ply := len(moves) - 1; ply >= 0; ply-- {
		g.Undo()
		if got := fullStateOf(g); !reflect.DeepEqual(states[ply], got) {
			t.Fatalf("%v: state after Undo differs (-want +got):\n%s", g, cmp.Diff(states[ply], got))
		}
	}
	again := newGame(g.Start(), g.Rules())
	for _, m := range moves {
		for _, way := range []*Game{g, again} {
			if err := way.Play(m); err != nil {
				t.Fatalf("Play(%v) = %v, want no error", m, err)
			}
		}
	}
	last := states[len(states)-1]
	for _, way := range []*Game{g, again} { // read only after the replay
		if got := fullStateOf(way); !reflect.DeepEqual(last, got) {
			t.Fatalf("%v: state after replay differs (-want +got):\n%s", way, cmp.Diff(last, got))
		}
	}
}

// TestUndoMovesAfterEnd checks that the automatic end disappears when Undo removes the move that
// caused it, and not when it removes a later move.
func TestUndoMovesAfterEnd(t *testing.T) {
	g := recordSANs(t, Rules{}, "", shuffle5+"e4 e5")
	want := Outcome{Drawn, FivefoldRepetition}
	for ply := 18; ply >= 16; ply-- {
		if got, plies := g.AutomaticEnd(); got != want || plies != 16 {
			t.Errorf("after %d plies: AutomaticEnd() = %v, %d, want %v, 16", ply, got, plies, want)
		}
		g.Undo()
	}
	if got, plies := g.AutomaticEnd(); got.IsOver() || plies != 0 {
		t.Errorf("after 15 plies: AutomaticEnd() = %v, %d, want *, 0", got, plies)
	}
	if err := g.PlaySAN("Nd5"); err != nil || g.Outcome().IsOver() {
		t.Errorf("PlaySAN(\"Nd5\") = %v, Outcome() = %v, want no error and *", err, g.Outcome())
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

// assign copies a game by value, where go vet does not see it.
func assign(to, from *Game) { reflect.ValueOf(to).Elem().Set(reflect.ValueOf(from).Elem()) }

// panics returns the value with which f panics, or nil.
func panics(f func()) (value any) {
	defer func() { value = recover() }()
	f()
	return nil
}

// TestCopiedGame checks that a Game that was copied by value panics instead of losing moves or
// walking in a circle: the copy when it is to change, and both once the other one has changed, also
// if a copy is put back as an undo would.
func TestCopiedGame(t *testing.T) {
	const pgn = "[Event \"E\"]\n\n{start} 1. e4 {a} $1 (1. d4 {b}) 1... e5 2. Nf3 *"
	last := func(g *Game) Node { return g.Root().Next().Next().Next() }
	same := mustParsePGN(t, pgn)
	changes := map[string]func(g *Game){
		"Play":              func(g *Game) { g.Play(NewMove(B8, C6)) },
		"PlaySAN":           func(g *Game) { g.PlaySAN("Nc6") },
		"PlayUCI":           func(g *Game) { g.PlayUCI("b8c6") },
		"Undo":              func(g *Game) { g.Undo() },
		"SetTag":            func(g *Game) { g.SetTag("Event", "other") },
		"DeleteTag":         func(g *Game) { g.DeleteTag("Event") },
		"OfferDraw":         func(g *Game) { g.OfferDraw(White) },
		"Claim":             func(g *Game) { g.Claim(Black, Claim{Reason: FiftyMoves}) },
		"Claim a move":      func(g *Game) { g.Claim(g.Position().Turn(), Claim{FiftyMoves, g.Position().LegalMoves()[0]}) },
		"Resign":            func(g *Game) { g.Resign(White) },
		"FlagFall":          func(g *Game) { g.FlagFall(White) },
		"Adjudicate":        func(g *Game) { g.Adjudicate(Outcome{Result: Drawn}) },
		"Add":               func(g *Game) { last(g).Add(NewMove(B8, C6)) },
		"AddSAN":            func(g *Game) { g.Root().AddSAN("c4") },
		"AddLine":           func(g *Game) { last(g).AddLine([]Move{NewMove(B8, C6), NewMove(F1, B5)}) },
		"Delete":            func(g *Game) { last(g).Delete() },
		"Delete all":        func(g *Game) { g.Root().Delete() },
		"Promote":           func(g *Game) { g.Root().Next().sibling().Promote() },
		"PromoteToMainLine": func(g *Game) { g.Root().Next().sibling().PromoteToMainLine() },
		"Merge":             func(g *Game) { g.Root().Merge(NewGame()) },
		"SetComments":       func(g *Game) { last(g).SetComments("c") },
		"SetCommentsBefore": func(g *Game) { last(g).SetCommentsBefore("c") },
		"SetNAGs":           func(g *Game) { last(g).SetNAGs(1) },
		"SetInfo":           func(g *Game) { last(g).SetInfo(MoveInfo{Text: "c"}) },
		"UnmarshalText":     func(g *Game) { g.UnmarshalText([]byte("1. c4 *")) },
		"Scan":              func(g *Game) { g.Scan("1. c4 *") },
		"GobDecode":         func(g *Game) { g.GobDecode([]byte("1. c4 *")) },
		"ReadInto":          func(g *Game) { NewPGNReader(strings.NewReader("1. c4 *")).ReadInto(g) },
	}
	walks := map[string]func(g *Game){
		"String":   func(g *Game) { _ = g.String() },
		"Moves":    func(g *Game) { g.Moves() },
		"MainLine": func(g *Game) { _ = slices.Collect(g.MainLine()) },
		"Lines":    func(g *Game) { _ = slices.Collect(g.Lines()) },
		"Clone":    func(g *Game) { g.Clone() },
		"Root":     func(g *Game) { g.Root() },
		"LastNode": func(g *Game) { g.LastNode() },
		"Equal":    func(g *Game) { g.Equal(same) },
	}
	uses := maps.Clone(changes)
	maps.Copy(uses, walks)
	for name, change := range changes {
		read, played := mustParsePGN(t, pgn), mustParsePGN(t, pgn)
		played.SetTag("Event", "E") // a change
		text := played.String()
		for walk, f := range walks {
			var c Game
			assign(&c, played)
			if got := panics(func() { f(&c) }); got != nil {
				t.Errorf("%s of a copy panics before a change: %v", walk, got)
			}
		}
		var copied, before Game
		assign(&copied, played)
		if got := panics(func() { change(&copied) }); got != movetree.Copied {
			t.Errorf("%s on a copy panics with %v, want %q", name, got, movetree.Copied)
		}
		if got := played.String(); got != text {
			t.Errorf("%s on a copy changes the original to\n%s", name, got)
		}
		if name == "Play" {
			read.Position() // copies then have the positions of the main line
		}
		assign(&copied, read)
		assign(&before, read)
		if got := panics(func() { change(read) }); got != nil {
			t.Fatalf("%s panics: %v", name, got)
		}
		_ = read.String()
		assign(read, &before)
		for use, f := range uses {
			for which, g := range map[string]*Game{"a copy": &copied, "a game whose copy was put back": read} {
				if got := panics(func() { f(g) }); got != movetree.Copied {
					t.Errorf("%s on %s after %s panics with %v, want %q", use, which, name, got, movetree.Copied)
				}
			}
		}
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
		{"Evènt", "Opéra 歌劇", "Ev_nt", "Opéra 歌劇"},
		{"wHITEELO", "2700", "WhiteElo", "2700"},
		{"", "", "Tag", ""},
		{"_x", "", "Tag_x", ""},
		{"White Elo", "2700", "White_Elo", "2700"},
		{"A\" \"1\"]\n[B", "2", "A__" + "_1____B", "2"},
		{"tab\tnull\x00del\x7f", "", "tab_null_del_", ""},
		{"\xe9", "\xe9t\xe9", "Tag_", "été"},
		{"A", "one\r\ntwo\nthree\rfour\n\nfive", "A", "one two three four  five"},
		{"A", `"\[]{};`, "A", `"\[]{};`},
		{strings.Repeat("x", 250), "", strings.Repeat("x", 250), ""},
		{strings.Repeat("x", 251), "", strings.Repeat("x", 250), ""},
		{strings.Repeat("歌", 300), "", "Tag" + strings.Repeat("_", 247), ""},
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
	for i := range 3_000 {
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
	for range 1000 {
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
		t.Errorf("Difference(g.Clone()) = %q, want no difference", g.Difference(c))
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
		{"promote to the main line", func(n Node) { n.PromoteToMainLine() }, "e4 d4 c4 Nf3 g3", "g3 ( Nf3 ) ( c4 ) ( d4 ) ( e4 ) *"},
		{"delete each", func(n Node) { n.Delete() }, "e4 d4 c4 Nf3 g3", "*"},
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
	late := newGame(MustParseFEN("4k3/8/8/8/8/8/4P3/4K3 w - - 9 50"), Rules{}) // whose earlier positions are not known
	if got := late.RepeatableHashes(); len(got) > 0 {
		t.Errorf("RepeatableHashes() at a start with a halfmove clock = %x, want none", got)
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

// TestCapturedBy checks the lists of captured pieces after the moves of a game.
func TestCapturedBy(t *testing.T) {
	for _, test := range []struct {
		name         string
		start        string
		moves        string
		white, black []Piece
	}{
		{name: "no captures", moves: "e4 e5 Nf3 Nc6"},
		{name: "no moves"},
		{name: "in the order of capture", moves: "e4 d5 exd5 Qxd5 Nc3 Qxg2 Bxg2",
			white: []Piece{BlackPawn, BlackQueen}, black: []Piece{WhitePawn, WhitePawn}},
		{name: "en passant", moves: "e4 a6 e5 d5 exd6 exd6",
			white: []Piece{BlackPawn}, black: []Piece{WhitePawn}},
		{name: "en passant by Black", moves: "a3 d5 a4 d4 e4 dxe3", black: []Piece{WhitePawn}},
		{name: "captured piece was promoted", start: "1k6/4P3/8/8/8/8/6r1/4K3 w - - 0 1", moves: "e8=N Rg8 Kd2 Rxe8",
			black: []Piece{WhiteKnight}},
		{name: "capture with promotion", start: "3r2k1/4P3/8/8/8/8/8/4K3 w - - 0 1", moves: "exd8=Q+",
			white: []Piece{BlackRook}},
		{name: "capture with promotion, then recapture", start: "1k1r4/4P3/8/b7/8/8/8/3K4 w - - 0 1",
			moves: "exd8=Q+ Bxd8",
			white: []Piece{BlackRook}, black: []Piece{WhiteQueen}},
		{name: "capture with promotion, then capture by the promoted piece", start: "4k3/8/8/8/8/8/p6R/1N2K3 b - - 0 1",
			moves: "axb1=R+ Kd2 Rb2+ Kc3 Rxh2",
			black: []Piece{WhiteKnight, WhiteRook}},
		{name: "castling is not a capture", moves: "e4 e5 Nf3 Nf6 Bc4 Bc5 O-O O-O"},
		{name: "castling in Chess960 is not a capture", start: "4k3/8/8/8/8/8/8/5RK1 w F - 0 1", moves: "O-O-O"},
		{name: "Black moves first", start: "4k3/8/8/3p4/4P3/8/8/4K3 b - - 0 1",
			moves: "dxe4", black: []Piece{WhitePawn}},
		{name: "null move is not a capture", moves: "e4 d5 -- dxe4", black: []Piece{WhitePawn}},
	} {
		t.Run(test.name, func(t *testing.T) {
			g := recordMoves(t, test.start, test.moves)
			for c, want := range map[Color][]Piece{White: test.white, Black: test.black} {
				if diff := cmp.Diff(append([]Piece{}, want...), g.CapturedBy(c)); diff != "" {
					t.Errorf("%q: CapturedBy(%v) differs (-want +got):\n%s", test.moves, c, diff)
				}
			}
		})
	}
}

// recordMoves returns a game with the given moves in PGN, which may include null moves. If start is
// empty, the game begins at the standard starting position.
func recordMoves(t *testing.T, start, moves string) *Game {
	t.Helper()
	if start == "" {
		start = startFEN
	}
	g, err := ParsePGN("[SetUp \"1\"]\n[FEN \"" + start + "\"]\n\n" + moves + " *")
	if err != nil {
		t.Fatalf("ParsePGN(%q) = %v, want no error", moves, err)
	}
	return g
}

// TestCapturedAfterUndo checks that CapturedBy does not list captures in variations or captures
// that were undone.
func TestCapturedAfterUndo(t *testing.T) {
	g := recordSANs(t, Rules{}, "", "e4 d5")
	if _, err := g.LastNode().AddSAN("Nf3"); err != nil {
		t.Fatal(err)
	}
	variation, err := g.LastNode().Parent().AddSAN("exd5")
	if err != nil {
		t.Fatal(err)
	}
	if got := g.CapturedBy(White); len(got) != 0 {
		t.Errorf("with a capture in a variation: CapturedBy(White) = %v, want none", got)
	}
	variation.PromoteToMainLine()
	if got, want := g.CapturedBy(White), []Piece{BlackPawn}; !slices.Equal(got, want) {
		t.Errorf("after PromoteToMainLine: CapturedBy(White) = %v, want %v", got, want)
	}
	g.Undo()
	if got := g.CapturedBy(White); len(got) != 0 {
		t.Errorf("after Undo: CapturedBy(White) = %v, want none", got)
	}
}

// TestCapturesBalance plays random games with many captures and checks that every piece of the
// starting position is on the board, captured, or promoted.
func TestCapturesBalance(t *testing.T) {
	t.Parallel()
	r := newTestRand(t)
	promoted := 0
	for range 30 {
		g := newGame(startPosition, RulesS3())
		for g.Plies() < 300 && !g.Outcome().IsOver() {
			p := g.Position()
			if err := g.Play(pickBloody(r, &p)); err != nil {
				t.Fatal(err)
			}
		}
		for _, c := range []Color{White, Black} {
			promoted += checkBalance(t, g, c)
		}
	}
	if promoted == 0 {
		t.Error("no random game contains a promotion")
	}
}

// pickBloody picks a random legal move and prefers captures and pawn moves.
func pickBloody(r *rand.Rand, p *Position) Move {
	moves := p.LegalMoves()
	m := moves[r.IntN(len(moves))]
	for range 2 {
		if !p.isCapture(m) && p.PieceAt(m.From()).Type() != Pawn {
			m = moves[r.IntN(len(moves))]
		}
	}
	return m
}

// checkBalance checks that the pieces of c at the start of g, its promotions, and its captured
// pieces account for its pieces on the board. It returns the number of promotions.
func checkBalance(t *testing.T, g *Game, c Color) int {
	t.Helper()
	start, now := g.Start(), g.Position()
	want := start.Material(c)
	promotions := 0
	for i, m := range g.Moves() {
		if mover := Color(i % 2); mover == c && m.Promotion() != NoPieceType {
			want[Pawn]--
			want[m.Promotion()]++
			promotions++
		}
	}
	for _, piece := range g.CapturedBy(c.Other()) {
		if piece.Color() != c {
			t.Errorf("%v: CapturedBy(%v) contains %v", g, c.Other(), piece)
		}
		want[piece.Type()]--
	}
	if got := now.Material(c); got != want {
		t.Errorf("%v: Material(%v) = %v, want %v according to CapturedBy and the promotions", g, c, got, want)
	}
	return promotions
}

// A byteSource is a [rand.Source] that makes one random number from each byte of fuzz input, so
// that each byte decides one choice. When the bytes are used up, it continues with a generator.
type byteSource struct {
	bytes []byte
	rest  *rand.PCG
}

func (s *byteSource) Uint64() uint64 {
	if len(s.bytes) == 0 {
		return s.rest.Uint64()
	}
	b := s.bytes[0]
	s.bytes = s.bytes[1:]
	return uint64(b) * 0x0101010101010101
}

// take removes up to n bytes from the source and returns them unchanged.
func (s *byteSource) take(n int) string {
	n = min(n, len(s.bytes))
	text := string(s.bytes[:n])
	s.bytes = s.bytes[n:]
	return text
}

// randomBytes returns n random bytes for a seed.
func randomBytes(seed uint64, n int) []byte {
	r := rand.New(rand.NewPCG(seed, 8))
	b := make([]byte, n)
	for i := range b {
		b[i] = byte(r.Uint32())
	}
	return b
}

// A gameWalk makes the method calls on a game that the bytes of a fuzz input choose. It makes the
// same changes in a model, which consists of a tree of moves, the tags, the recorded outcome, and
// the last draw offer.
type gameWalk struct {
	treeWalk
	source   *byteSource
	recorded Outcome
	claimed  *modelNode   // node at which a claim ended the game, or nil
	dueAt    *modelNode   // node at which a move was announced, or nil
	due      Move         // that move
	offers   []modelOffer // draw offers that have not been declined
	tags     []Tag
	done     []string
	original *Game // game that was cloned last, or nil
	left     shown // state of original when it was cloned
}

// A modelOffer is a draw offer in the position after a node.
type modelOffer struct {
	at *modelNode
	by Color
}

func newGameWalk(t *testing.T, start uint8, calls []byte) *gameWalk {
	source := &byteSource{calls, rand.NewPCG(1, 1)}
	r := rand.New(source)
	rules := everyClaim
	if i := r.IntN(2 * len(sheets)); i < len(sheets) {
		rules = sheets[i].rules
	}
	starts := slices.Concat(shuffleStarts, movePositions, []string{clock50FEN, clock75FEN, mate50FEN})
	g := newGame(MustParseFEN(starts[int(start)%len(starts)]), rules)
	w := &gameWalk{treeWalk: treeWalk{t: t, r: r, game: g}, source: source}
	w.root = &modelNode{node: g.Root()}
	return w
}

// gameCalls are the calls of a gameWalk. Each returns a description of what it did and the error of
// the game. Calls that are listed more than once are more likely.
var gameCalls = []func(*gameWalk) (did string, err error){
	(*gameWalk).playMove, (*gameWalk).playMove, (*gameWalk).playMove, (*gameWalk).playMove,
	(*gameWalk).addMove, (*gameWalk).addMove,
	(*gameWalk).takeBack,
	(*gameWalk).edit, (*gameWalk).edit,
	(*gameWalk).comment,
	(*gameWalk).act, (*gameWalk).act, (*gameWalk).act, (*gameWalk).act,
	(*gameWalk).claim,
	(*gameWalk).tag,
	(*gameWalk).rewrite,
	(*gameWalk).clone,
}

// A shown holds everything that a game reports, including its tree and its tags.
type shown struct {
	State fullState
	Tree  string
	Tags  []Tag
}

func show(g *Game) shown { return shown{fullStateOf(g), nodeOutline(g.Root()), g.Tags()} }

// call makes the next call. It checks that a call that returns an error does not change the game.
func (w *gameWalk) call() {
	w.t.Helper()
	before := show(w.game)
	next := gameCalls[w.r.IntN(len(gameCalls))]
	if before.State.Game.Outcome.IsOver() && w.r.IntN(3) == 0 {
		next = (*gameWalk).takeBack
	}
	did, err := next(w)
	w.done = append(w.done, did)
	if err == nil {
		return
	}
	var move *MoveError
	var action *ActionError
	if !errors.As(err, &move) && !errors.As(err, &action) || err.Error() == "" {
		w.t.Fatalf("%s: error = %#v, want a MoveError or an ActionError", did, err)
	}
	if diff := cmp.Diff(before, show(w.game)); diff != "" {
		w.t.Fatalf("%s: error = %v, but the game has changed (-before +after):\n%s", did, err, diff)
	}
}

// check compares everything that the game reports with the model, and with a new game that has only
// the moves of the main line.
func (w *gameWalk) check() {
	w.t.Helper()
	w.treeWalk.check()
	straight := newGame(w.game.Start(), w.game.Rules())
	for n := w.root; len(n.children) > 0; {
		n = n.children[0]
		if _, err := straight.LastNode().Add(n.move); err != nil {
			w.t.Fatalf("Add(%v) = %v, want no error", n.move, err)
		}
	}
	want := shown{fullStateOf(straight), w.root.outline(), append([]Tag{}, w.tags...)}
	if w.claimed != nil && w.claimed != w.end() { // other moves follow
		want.State.Recorded = Outcome{Result: Drawn}
	} else {
		want.State.Recorded = w.recorded
	}
	if w.recorded.IsOver() && !want.State.Automatic.IsOver() {
		want.State.Game.Outcome, want.State.Claims = want.State.Recorded, nil
	}
	if by, ok := w.offer(); ok && !want.State.Game.Outcome.IsOver() {
		want.State.Offer = by.String()
	}
	if diff := cmp.Diff(want, show(w.game)); diff != "" {
		w.t.Fatalf("game differs from its model (-model +game):\n%s", diff)
	}
	if m, ok := w.game.AnnouncedMove(); ok != w.isDue() || ok && m != w.due {
		w.t.Fatalf("after %q: AnnouncedMove() = %v, %v, want %v, %v", w.done, m, ok, w.due, w.isDue())
	}
	p := w.anyNode().node.Position()
	checkIdentity(w.t, &p)
}

// isDue reports whether the player to move has announced a move.
func (w *gameWalk) isDue() bool { return w.dueAt != nil && w.dueAt == w.end() && w.due != NullMove }

// turn returns the side to move at the end of the main line.
func (w *gameWalk) turn() Color {
	p := w.end().position()
	return p.Turn()
}

// offer returns the player whose draw offer is open unless the game is over: the opponent has not
// moved since.
func (w *gameWalk) offer() (by Color, ok bool) {
	if i := slices.IndexFunc(w.offers, w.isOpen); i >= 0 {
		return w.offers[i].by, true
	}
	return 2, false
}

func (w *gameWalk) isOpen(o modelOffer) bool {
	end, p := w.end(), o.at.position()
	return o.at == end || o.at == end.parent && p.Turn() == o.by
}

// noteOffer adds an offer to the model. Those that other lines have are forgotten.
func (w *gameWalk) noteOffer(by Color) {
	var line []*modelNode
	for n := w.end(); n != nil; n = n.parent {
		line = append(line, n)
	}
	isGone := func(o modelOffer) bool { return !slices.Contains(line, o.at) }
	w.offers = append(slices.DeleteFunc(w.offers, isGone), modelOffer{w.end(), by})
}

// pickAny usually picks a random legal move, and sometimes a null move or an arbitrary Move.
func (w *gameWalk) pickAny(p *Position) Move {
	moves := p.LegalMoves()
	switch i := w.r.IntN(len(moves) + 2); i {
	case len(moves):
		return NullMove
	case len(moves) + 1:
		return Move(w.r.IntN(256)<<8 | w.r.IntN(256))
	default:
		return moves[i]
	}
}

// playMove plays a move with Play, PlaySAN, or PlayUCI.
func (w *gameWalk) playMove() (string, error) {
	n := w.end()
	p := n.position()
	m := w.pickAny(&p)
	if p.IsLegal(m) && w.r.IntN(2) == 0 {
		m = pickShuffle(w.r, w.game)
	}
	legal, over := p.IsLegal(m), w.game.Outcome().IsOver()
	play := func() error { return w.game.Play(m) }
	if legal {
		play = []func() error{
			play,
			func() error { return w.game.PlaySAN(p.SAN(m)) },
			func() error { return w.game.PlayUCI(p.UCI(m)) },
		}[w.r.IntN(3)]
	}
	played, _ := p.legal(m, "")
	other := w.isDue() && played != w.due
	err := play()
	if (err == nil) != (legal && !over && !other) || over && !isOverError(err) {
		w.t.Fatalf("%v: playing %v = %v, want error = %v (IsLegal = %v, game is over = %v, another is due = %v)",
			p, m, err, !legal || over || other, legal, over, other)
	}
	if err == nil {
		w.note(n, m, w.game.LastNode())
	}
	return "play " + m.String(), err
}

// addMove adds a move at a random node with Add or AddSAN.
func (w *gameWalk) addMove() (string, error) {
	n := w.anyNode()
	p := n.position()
	m := w.pickAny(&p)
	legal := p.IsLegal(m)
	add := func() (Node, error) { return n.node.Add(m) }
	if legal && w.r.IntN(2) == 0 {
		add = func() (Node, error) { return n.node.AddSAN(p.SAN(m)) }
	}
	added, err := add()
	if (err == nil) != (legal || m == NullMove && !p.InCheck()) {
		w.t.Fatalf("%v: adding %v = %v, want an error unless the move is legal or a null move out of check", p, m, err)
	}
	if err == nil {
		w.treeWalk.note(n, m, added)
	}
	return "add " + m.String(), err
}

// takeBack undoes the last move, which may have variations.
func (w *gameWalk) takeBack() (string, error) {
	parent := w.end().parent
	if got := w.game.Undo(); got != (parent != nil) {
		w.t.Fatalf("after %q: Undo() = %v, want %v", w.done, got, parent != nil)
	}
	if parent == nil {
		return "no undo", nil
	}
	for _, child := range parent.children {
		for _, n := range child.all() {
			w.gone = append(w.gone, n.node)
		}
	}
	parent.children = nil
	w.ends(Outcome{})
	return "undo", nil
}

// edit promotes, deletes, or annotates a random node.
func (w *gameWalk) edit() (string, error) {
	edits := []func(*treeWalk, *modelNode) string{
		(*treeWalk).promote, (*treeWalk).promoteToMainLine, (*treeWalk).delete, (*treeWalk).annotate,
	}
	return edits[w.r.IntN(len(edits))](&w.treeWalk, w.anyNode()), nil
}

// text returns a text for a comment or a tag: some bytes of the fuzz input and something that has a
// meaning in PGN.
func (w *gameWalk) text() string {
	parts := [...]string{"", "\n\n[Event \"x\"]", "[%clk 0:01:00]", "}", "{", "\r\n", "; 1-0", "é♞"}
	return w.source.take(w.r.IntN(12)) + parts[w.r.IntN(len(parts))] + w.source.take(w.r.IntN(3))
}

// comment sets comments with any text at a random node.
func (w *gameWalk) comment() (string, error) {
	n, text := w.anyNode(), w.text()
	set, kept := n.node.SetComments, n.node.Comments
	// Comments before the first move belong to the root.
	if n.parent != nil && n.parent.parent != nil && w.r.IntN(2) == 0 {
		set, kept = n.node.SetCommentsBefore, n.node.CommentsBefore
	}
	set(text, "second")
	got := kept()
	if plain := utf8.ValidString(text) && !strings.ContainsAny(text, "\r}["); len(got) != 2 ||
		plain && got[0] != strings.TrimSpace(text) {
		w.t.Fatalf("comments set to %q, \"second\" = %q, want the same", text, got)
	}
	n.before, n.after = n.node.CommentsBefore(), n.node.Comments()
	return fmt.Sprintf("comment %q", text), nil
}

// tagNames are names for SetTag, each with the name that the game stores.
var tagNames = [...][2]string{
	{"Event", "Event"}, {"White", "White"}, {"Opening", "Opening"},
	{"Result", "Result"}, {"Termination", "Termination"},
	{"FEN", "FEN"}, {"fen", "FEN"}, {"SetUp", "SetUp"}, {"Variant", "Variant"},
	{"", "Tag"}, {"White Elo", "White_Elo"}, {"a\"]\n[b", "a____b"}, {"\xe9t\xe9", "Tag_t_"},
	{strings.Repeat("é", 300), "Tag" + strings.Repeat("_", 247)},
}

// tag sets or deletes a tag.
func (w *gameWalk) tag() (string, error) {
	name := tagNames[w.r.IntN(len(tagNames))]
	is := func(t Tag) bool { return t.Name == name[1] }
	i := slices.IndexFunc(w.tags, is)
	if w.r.IntN(4) == 0 {
		if got := w.game.DeleteTag(name[0]); got != (i >= 0) {
			w.t.Fatalf("tags %q: DeleteTag(%q) = %v, want %v", w.tags, name[0], got, i >= 0)
		}
		w.tags = slices.DeleteFunc(w.tags, is)
		return "delete " + name[0], nil
	}
	value := w.text()
	start := w.game.Start()
	if values := [...]string{
		"1-0", "*", "?", "Time forfeit", "adjudication", "Chess960", "Standard", "Atomic", start.FEN(), perpetualFEN,
	}; w.r.IntN(2) == 0 {
		value = values[w.r.IntN(len(values))]
	}
	w.game.SetTag(name[0], value)
	got := w.game.Tag(name[0])
	if plain := utf8.ValidString(value) && !strings.ContainsAny(value, "\r\n"); plain && got != value ||
		strings.ContainsAny(got, "\r\n") || !utf8.ValidString(got) {
		w.t.Fatalf("after SetTag(%q, %q): Tag = %q, want the value as valid UTF-8 on one line", name[0], value, got)
	}
	if i < 0 {
		i = len(w.tags)
		w.tags = append(w.tags, Tag{})
	}
	w.tags[i] = Tag{name[1], got}
	return fmt.Sprintf("tag %s %q", name[0], value), nil
}

// act offers, accepts, or declines a draw, resigns, reports a flag-fall, or adjudicates the game,
// in or out of turn.
func (w *gameWalk) act() (string, error) {
	g, by, result := w.game, Color(w.r.IntN(2)), Result(w.r.IntN(5))
	if w.r.IntN(10) == 0 {
		by = 2 // not a color
	}
	number, _ := strconv.Atoi(strings.Fields(g.Position().FEN())[5])
	mayOffer := !g.Rules().OfferAfterMove || by != w.turn() && (number > 1 || by == White)
	offerer, stands := w.offer()
	actions := []struct {
		name string
		do   func() error
		may  bool
		ends Outcome
	}{
		{"offer", func() error { return g.OfferDraw(by) }, mayOffer && !stands, Outcome{}},
		{"accept", func() error { return g.AcceptDraw(by) },
			by != offerer && stands && number > 1, Outcome{Drawn, Agreement}},
		{"decline", func() error { return g.DeclineDraw(by) }, by != offerer && stands, Outcome{}},
		{"resign", func() error { return g.Resign(by) }, true, Outcome{WinFor(by.Other()), Resignation}},
		{"lose", func() error { return g.Lose(by, RulesInfraction) }, true, Outcome{WinFor(by.Other()), RulesInfraction}},
		{"flag", func() error { return g.FlagFall(by) }, true, Outcome{WinFor(by.Other()), OutOfTime}},
		{"adjudicate", func() error { return g.Adjudicate(Outcome{result, Adjudication}) },
			WhiteWins <= result && result <= BlackHalf, Outcome{result, Adjudication}},
	}
	if w.r.IntN(8) == 0 {
		return w.resume(), nil
	}
	action := actions[[...]int{0, 0, 0, 0, 1, 2, 2, 3, 4, 5, 6}[w.r.IntN(11)]]
	name := fmt.Sprintf("%s %v %v", action.name, by, result)
	may := action.may && !g.Outcome().IsOver() && (by.isValid() || action.name == "adjudicate")
	err := action.do()
	if (err == nil) != may {
		w.t.Fatalf("after %q: %s = %v, want error = %v", w.done, name, err, !may)
	}
	if err != nil {
		return name, err
	}
	switch p := g.Position(); {
	case action.name == "offer":
		w.noteOffer(by)
	case action.name == "decline":
		w.offers = slices.DeleteFunc(w.offers, w.isOpen)
	case action.name == "resign" && g.Rules().ResignationLoses:
	case action.ends.Reason.isLoss() && !p.CanWin(by.Other()):
		action.ends.Result = Drawn
	}
	if action.ends.IsOver() {
		w.ends(action.ends)
	}
	return name, nil
}

// ends records in the model that an action ended the game with o, or that the game goes on if o is
// the zero Outcome.
func (w *gameWalk) ends(o Outcome) {
	if w.recorded.Reason.isCondition() {
		w.dueAt = nil
	}
	w.recorded, w.claimed = o, nil
}

// resume takes back the action that ended the game, if there is one.
func (w *gameWalk) resume() string {
	auto, _ := w.game.AutomaticEnd()
	want := w.recorded.IsOver() && !auto.IsOver()
	if got := w.game.Resume(); got != want {
		w.t.Fatalf("after %q: Resume() = %v, want %v", w.done, got, want)
	}
	if want {
		w.ends(Outcome{})
	}
	return "resume"
}

// claim claims a draw. If there is a valid claim, it usually makes one.
func (w *gameWalk) claim() (string, error) {
	right := slices.Concat(w.game.Claims(), w.game.ClaimsByMove())
	p := w.game.Position()
	c := Claim{Reason(w.r.IntN(int(Adjudication) + 2)), w.pickAny(&p)}
	if len(right) > 0 && w.r.IntN(4) > 0 {
		c = right[w.r.IntN(len(right))]
	}
	if by := p.Turn().Other(); w.game.Claim(by, c) == nil || w.game.Claim(7, c) == nil {
		w.t.Fatalf("Claim(%v, %v) = nil, want an error", by, c)
	}
	due, _ := p.legal(c.Move, "")
	other := w.isDue() && due != w.due
	err := w.game.Claim(p.Turn(), c)
	if (err == nil) != slices.Contains(right, c) {
		w.t.Fatalf("Claim(%v) = %v, want an error unless the claim is among %v", c, err, right)
	}
	rules := w.game.Rules()
	_, stands := w.offer()
	_, illegal := p.legal(c.Move, "")
	counts := c.Reason == ThreefoldRepetition || c.Reason == FiftyMoves ||
		c.Move == NullMove && drawBy(c.Reason) != nil && drawBy(c.Reason).effect(&rules) == Claimable
	switch {
	case err == nil:
		w.ends(Outcome{Drawn, c.Reason})
		w.claimed, w.dueAt, w.due = w.end(), w.end(), due
	case other, w.game.Outcome().IsOver():
	default:
		if d := drawBy(c.Reason); d != nil && c.Move != NullMove && d.claimable(&rules, true) && illegal == nil {
			w.dueAt, w.due, err = w.end(), due, nil // the refusal has changed the game
		}
		if !counts || c.Move != NullMove && illegal != nil || rules.OfferAfterMove || stands {
			break
		}
		w.noteOffer(w.turn())
		err = nil
	}
	return "claim " + c.String(), err
}

// rewrite writes the game as PGN and continues with the game that it reads back.
func (w *gameWalk) rewrite() (string, error) {
	checkRoundTrip(w.t, w.game)
	before := w.game.Clone()
	text := w.game.AppendPGN(nil, PGNFormat{Columns: 20*w.r.IntN(6) - 20})
	words := bytes.Fields(text)
	result, err := resultTexts.Parse(string(words[len(words)-1]))
	want := w.recorded
	if auto, _ := w.game.AutomaticEnd(); !want.IsOver() {
		want = auto
	}
	if p := w.game.Position(); !p.HasLegalMove() {
		want = p.Outcome()
	}
	if want.IsOver() && result.String() == want.Result.mark() {
		result = want.Result // for some results, "*" stands after the moves
	}
	if err != nil || want.IsOver() && result != want.Result {
		w.t.Fatalf("result at the end of %q = %v, %v, want %v", text, result, err, want)
	}
	if err := w.game.UnmarshalText(text); err != nil {
		w.t.Fatalf("UnmarshalText(%q) = %v, want no error", text, err)
	}
	w.recorded = w.game.RecordedOutcome()
	if w.recorded.Result != result {
		w.t.Fatalf("UnmarshalText(%q): RecordedOutcome() = %v, want %v", text, w.recorded, result)
	}
	offerer, stands := w.game.DrawOffer()
	by, stood := before.DrawOffer()
	if before.Outcome() != w.game.Outcome() || before.Rules() != w.game.Rules() || stands != stood || offerer != by {
		w.t.Fatalf("UnmarshalText(%q): Outcome() = %v with the offer %v %v, want %v, %v %v",
			text, w.game.Outcome(), offerer, stands, before.Outcome(), by, stood)
	}
	w.bind(w.root, w.game.Root())
	was, had := before.AnnouncedMove()
	if due, ok := w.game.AnnouncedMove(); ok != had || due != was {
		w.t.Fatalf("UnmarshalText(%q): AnnouncedMove() = %v, %v, want %v, %v", text, due, ok, was, had)
	}
	w.tags, w.gone, w.claimed, w.dueAt, w.offers = w.game.Tags(), nil, nil, nil, nil
	if had {
		w.dueAt = w.end()
	}
	if w.game.claim.is && w.recorded.Reason.isCondition() {
		w.claimed = w.end()
	}
	if stands {
		w.noteOffer(by)
	}
	return "rewrite", nil
}

// clone clones the game and continues with the clone. It first checks the game that was cloned
// before.
func (w *gameWalk) clone() (string, error) {
	w.checkOriginal()
	w.original, w.left = w.game, show(w.game)
	w.game = w.game.Clone()
	w.bind(w.root, w.game.Root())
	w.gone = nil
	return "clone", nil
}

// checkOriginal checks that changing a clone did not change its original.
func (w *gameWalk) checkOriginal() {
	w.t.Helper()
	if w.original == nil {
		return
	}
	if diff := cmp.Diff(w.left, show(w.original)); diff != "" {
		w.t.Fatalf("changing a clone changed its original (-before +after):\n%s", diff)
	}
}

// bind makes the subtree at n in the model refer to the nodes of a game that was read or cloned.
func (w *gameWalk) bind(n *modelNode, node Node) {
	n.node = node
	children := slices.Collect(node.Children())
	if len(children) != len(n.children) {
		w.t.Fatalf("new game has %d moves after %v, want %d", len(children), n.move, len(n.children))
	}
	for i, child := range children {
		w.bind(n.children[i], child)
	}
}

// FuzzGameCalls makes calls on a game in any order and compares the game with a model after every
// call.
func FuzzGameCalls(f *testing.F) {
	for seed := range uint64(40) {
		f.Add(uint8(seed), randomBytes(seed, 250))
	}
	f.Add(uint8(152), randomBytes(1432, 300)) // a resignation after an adjudication was saved and taken back
	f.Fuzz(func(t *testing.T, start uint8, calls []byte) {
		w := newGameWalk(t, start, calls[:min(len(calls), 300)])
		defer func() {
			if t.Failed() {
				t.Logf("calls: %q", w.done)
			}
		}()
		for w.check(); len(w.source.bytes) > 0; w.check() {
			w.call()
		}
		w.checkOriginal()
	})
}

// TestSetMoves checks that SetMoves keeps what the game has of the moves, with annotations and an end that
// still stands, and that a refused move changes nothing.
func TestSetMoves(t *testing.T) {
	g := NewGame()
	set := func(moves, want string) {
		t.Helper()
		if err := g.SetMoves(moves); err != nil || mainLine(g) != want {
			t.Errorf("SetMoves(%q) = %v, moves %q, want %q", moves, err, mainLine(g), want)
		}
	}
	set("", "")
	set("e2e4 e7e5  g1f3\n", "1. e4 e5 2. Nf3")
	g.LastNode().SetComments("kept")
	set("e2e4 e7e5 g1f3 b8c6 f1c4 f8c5 e1h1", "1. e4 e5 2. Nf3 Nc6 3. Bc4 Bc5 4. O-O")
	if text := g.String(); !strings.Contains(text, "2. Nf3 {kept}") {
		t.Errorf("the comment is gone:\n%s", text)
	}
	for _, faulty := range []string{"e2e4 e7e5 g1f3 b8c6 f1c4 f8c5 e1g1 0000", "e2e5", "e2e4 e7", "e2e4, e7e5", "f2f3 e7e5 g2g4 d8h4 a2a3"} {
		before := g.String()
		var e *MoveError
		if err := g.SetMoves(faulty); !errors.As(err, &e) || g.String() != before {
			t.Errorf("SetMoves(%q) = %v, moves %q", faulty, err, mainLine(g))
		}
	}
	set("e2e4", "1. e4")
	if err := g.Resign(Black); err != nil {
		t.Fatal(err)
	}
	if set("e2e4", "1. e4"); g.Outcome() != (Outcome{WhiteWins, Resignation}) {
		t.Errorf("after the same moves: %v", g.Outcome())
	}
	if set("e2e4 e7e5", "1. e4 e5"); g.Outcome().IsOver() {
		t.Errorf("after a move that the server has: %v", g.Outcome())
	}
	set("f2f3 e7e5 g2g4 d8h4", "1. f3 e5 2. g4 Qh4#")
	set("f2f3 e7e5 g2g4", "1. f3 e5 2. g4")
	g = newGame(startPosition, RulesS3())
	if err := g.SetMoves(strings.Repeat("g1f3 g8f6 f3g1 f6g8 ", 5)); err != nil || g.Plies() != 20 {
		t.Errorf("under S3, with a position for the sixth time: error = %v after %d plies", err, g.Plies())
	}
	g = newGame(MustParseFEN("4k3/8/8/8/8/8/4P3/4K3 b - - 0 1"), Rules{})
	set("e8e7", "1... Ke7")
}

// mainLine returns the moves of g with their numbers.
func mainLine(g *Game) string { return g.Start().Line(g.Moves(), PGNFormat{}) }
