package domino_test

import (
	"errors"
	"math/rand/v2"
	"slices"
	"testing"

	"github.com/google/go-cmp/cmp"
	. "github.com/shakki/chess/games/domino"
	"github.com/shakki/chess/internal/deep"
)

func TestGame(t *testing.T) {
	start := position(t, second)
	g, err := NewGameFrom(start)
	if err != nil {
		t.Fatal(err)
	}
	if err := g.Play(Draw); reasonOf(err) != HasMatch || len(g.Moves()) != 0 {
		t.Errorf("Play(Draw) = %v, Moves() = %v; want %v and no moves", err, g.Moves(), HasMatch)
	}
	for _, text := range []string{"6-6 left", "6-0 left"} {
		if err := g.Play(move(t, text)); err != nil {
			t.Fatal(err)
		}
	}
	if got, want := texts(g.Moves()), "6-6 left 6-0 left"; got != want || g.Plies() != 2 || g.Start() != start {
		t.Errorf("Moves() = %s, Plies() = %d, Start() = %v; want %s, 2, %v", got, g.Plies(), g.Start(), want, start)
	}
	g.Moves()[0] = Pass // Moves returns a copy, so this must not change the game
	p := g.Position()
	if got, want := texts(p.Line()), "0-6 6-6 6-3"; got != want || g.Outcome() != (Outcome{Players: 2}) {
		t.Errorf("Line() = %s, Outcome() = %v; want %s, unfinished", got, g.Outcome(), want)
	}
	if same, err := NewGameFrom(g.Position()); err != nil || g.Equal(same) || !g.Equal(g.Clone()) {
		t.Errorf("%v is equal to a game that starts there, %v, or not to its clone", g, same)
	}
	undone := 0
	for g.Undo() {
		undone++
	}
	if undone != 2 || g.Position() != start || g.Start() != start || len(g.Moves()) != 0 {
		t.Errorf("after %d successful calls of Undo: position %v, moves %v; want 2 calls, position %v, no moves",
			undone, g.Position(), g.Moves(), start)
	}
	var zero Game
	if err := zero.Play(Draw); reasonOf(err) != NotDealt || zero.Undo() || zero.Outcome().IsOver() {
		t.Errorf("zero Game: Play(Draw) = %v, Outcome() = %v; want %v, unfinished", err, zero.Outcome(), NotDealt)
	}
}

// TestMisuse checks that zero games and matches are rejected where they cannot be played, and that
// an illegal move in the text of a game is reported at its place.
func TestMisuse(t *testing.T) {
	var zero Game
	var match Match
	if _, err := zero.MarshalText(); err == nil {
		t.Error("the zero Game has a text form")
	}
	if _, err := match.MarshalText(); err == nil {
		t.Error("the zero Match has a text form")
	}
	if _, err := match.Next(NoPlayer, NewShuffle(1)); !errors.Is(err, ErrPlayers) {
		t.Errorf("zero Match: Next() = %v, want %v", err, ErrPlayers)
	}
	if o := match.Outcome(); o.IsOver() || match.Game() != nil {
		t.Errorf("zero Match: outcome %v, game %v", o, match.Game())
	}
	if _, err := NewGameFrom(Position{}); err == nil {
		t.Error("NewGameFrom(Position{}) succeeds, want an error")
	}
	start := position(t, second)
	_, err := ParseGame(start.String() + "; draw; end")
	var syntax *ParseError
	if !errors.As(err, &syntax) || syntax.Column != len(start.String())+3 || reasonOf(err) != HasMatch {
		t.Errorf("ParseGame reports %v, want an illegal move at its place", err)
	}
	for _, text := range []string{
		"", "2 players", "2 players to 100\n", "1 players to 100\nend", "02 players to 100\nend", "2 players to -1\nend",
		"3 players to 100\n" + start.String() + "; end\nend",
		"2 players to 100\n" + start.String() + "; end",
		"2 players to 100\n" + start.String() + "; end\n" + start.String() + "; end\nend",
	} {
		if m, err := ParseMatch(text); err == nil {
			t.Errorf("ParseMatch(%q) = %v, want an error", text, m)
		}
	}
}

// longestRound is an upper bound on the number of moves in a round: at most 28 tiles are laid, at
// most 14 are drawn, and at most four players pass before each tile.
const longestRound = Tiles + 14 + Tiles*(MaxPlayers-1)

// playRound plays a round to its end and compares every position with the oracle. The function
// choose selects the index of one of n legal moves.
func playRound(t testing.TB, start Position, slow *slowRound, choose func(n int) int) Outcome {
	t.Helper()
	g, err := NewGameFrom(start)
	if err != nil {
		t.Fatal(err)
	}
	var before []Position
	for {
		p := g.Position()
		checkPosition(t, p, slow)
		if g.Outcome().IsOver() {
			break
		}
		if len(before) > longestRound {
			t.Fatalf("%v: the round is not over after %d moves", p, len(before))
		}
		moves := p.LegalMoves()
		m := moves[choose(len(moves))]
		if err := g.Play(m); err != nil {
			t.Fatalf("%v: %v", p, err)
		}
		slow.play(m.String())
		if got, want := g.Position(), p.After(m); got != want {
			t.Fatalf("%v: Play(%v) gives %v, After gives %v", p, m, got, want)
		}
		before = append(before, p)
	}
	end := g.Outcome()
	for _, p := range slices.Backward(before) {
		if !g.Undo() || g.Position() != p {
			t.Fatalf("after Undo: position %v, want %v", g.Position(), p)
		}
	}
	if g.Undo() {
		t.Fatal("Undo() = true after the deal, want false")
	}
	return end
}

// checkPosition compares the text, the legal moves, and the outcome of p with the oracle. It also
// checks that Play accepts exactly the legal moves, and checks the views.
func checkPosition(t testing.TB, p Position, slow *slowRound) {
	t.Helper()
	if p.String() != slow.String() {
		t.Fatalf("position %v, want %v", p, slow)
	}
	if q, err := ParsePosition(p.String()); err != nil || q != p {
		t.Fatalf("ParsePosition(%q) = %v, %v", p, q, err)
	}
	if diff := cmp.Diff(slow.outcome(), p.Outcome()); diff != "" {
		t.Fatalf("%v: Outcome() (-want +got):\n%s", p, diff)
	}
	var moves []string
	legal := map[Move]bool{}
	for _, m := range p.LegalMoves() {
		moves = append(moves, m.String())
		legal[m] = true
	}
	slices.Sort(moves)
	if diff := cmp.Diff(slow.moves(), moves); diff != "" {
		t.Fatalf("%v: LegalMoves() (-want +got):\n%s", p, diff)
	}
	if p.Outcome().IsOver() != (len(moves) == 0) {
		t.Fatalf("%v: Outcome() = %v with %d legal moves", p, p.Outcome(), len(moves))
	}
	for n := range 256 {
		m, q := Move(n), p
		if err := q.Play(m); (err == nil) != legal[m] || p.IsLegal(m) != legal[m] {
			t.Fatalf("%v: Play(%v) = %v, IsLegal = %v; want legal: %v", p, m, err, p.IsLegal(m), legal[m])
		} else if err != nil && q != p {
			t.Fatalf("%v: Play(%v) = %v but changes the position to %v", p, m, err, q)
		}
	}
	for player := A; player <= Player(p.Players()); player++ {
		checkView(t, p, player)
	}
}

// TestRandomRounds plays random rounds with every kind of lead and every number of players and
// compares them with the oracle.
func TestRandomRounds(t *testing.T) {
	reasons := map[Reason]int{}
	random := rand.New(rand.NewPCG(1, 2))
	for players := MinPlayers; players <= MaxPlayers; players++ {
		for _, rule := range []string{"highest", "lot", "A", "B"} {
			for range deep.Times(2, 3) {
				p, slow := deal(t, players, rule, NewShuffle(random.Uint64()), NewShuffle(random.Uint64()))
				reasons[playRound(t, p, slow, random.IntN).Reason]++
			}
		}
	}
	if reasons[Out] == 0 || reasons[Blocked] == 0 {
		t.Errorf("the numbers of rounds by reason are %v, want both out and blocked", reasons)
	}
}

// FuzzRound plays a round with moves that the input chooses and compares it with the oracle.
func FuzzRound(f *testing.F) {
	f.Add(uint64(1), uint8(0), uint8(0), []byte{})
	f.Add(uint64(2), uint8(1), uint8(1), []byte{3, 1, 4, 1, 5, 9, 2, 6})
	f.Add(uint64(3), uint8(2), uint8(2), []byte{255, 254, 253})
	f.Fuzz(func(t *testing.T, seed uint64, players, rule uint8, choices []byte) {
		n := MinPlayers + int(players)%4
		name := []string{"highest", "lot", "A", "B"}[rule%4]
		p, slow := deal(t, n, name, NewShuffle(^seed), NewShuffle(seed))
		playRound(t, p, slow, func(n int) int {
			if len(choices) == 0 {
				return 0
			}
			choice := int(choices[0])
			choices = choices[1:]
			return choice % n
		})
	})
}
