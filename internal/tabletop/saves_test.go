package tabletop_test

import (
	"encoding"
	"encoding/json"
	"errors"
	"fmt"
	"math/rand/v2"
	"strings"
	"testing"

	"github.com/shakki/chess"
	"github.com/shakki/chess/games"
	"github.com/shakki/chess/games/backgammon"
	"github.com/shakki/chess/games/domino"
	"github.com/shakki/chess/games/shakkello"
	"github.com/shakki/chess/games/tictactoe"
	"github.com/shakki/chess/internal/deep"
	"github.com/shakki/chess/internal/tabletop"
)

// A save is the text of a game or a match, and what reads it.
type save struct {
	name  string
	text  string
	parse func(string) (fmt.Stringer, error)
}

// parser returns a parser of texts with another result.
func parser[T fmt.Stringer](parse func(string) (T, error)) func(string) (fmt.Stringer, error) {
	return func(s string) (fmt.Stringer, error) { return parse(s) }
}

// saves returns a game of each kind, which was played at random for a while, and matches.
func saves(t *testing.T, random *rand.Rand) []save {
	t.Helper()
	x, s := tictactoe.NewGame(), shakkello.NewGame()
	d, err := domino.NewMatch(domino.MatchOptions{Players: 2 + random.IntN(4), Target: 50})
	b, err2 := backgammon.NewMatch(backgammon.MatchOptions{Light: `A:"b"`, Dark: "; end\nend", Target: 7, Crawford: true})
	var round *domino.Game
	for range 2 {
		if round == nil || round.Outcome().IsOver() {
			next, err := d.Next(domino.NoPlayer, domino.NewShuffle(random.Uint64()))
			if err != nil {
				break
			}
			round = next
		}
		playSome(round, random, func(p domino.Position) []domino.Move { return p.LegalMoves() }, 5+random.IntN(30))
	}
	playSome(x, random, tictactoe.Position.LegalMoves, 1+random.IntN(9))
	playSome(s, random, shakkello.Position.LegalMoves, 1+random.IntN(16))
	g, err3 := b.Next()
	if err := errors.Join(err, err2, err3, g.Open(3, 1), g.PlayText("8/5 6/5"), g.Double(), g.Take()); err != nil {
		t.Fatal(err)
	}
	dice := backgammon.NewRoller(random.Uint64())
	for range 1 + random.IntN(12) {
		if err := g.Roll(dice.Roll()); err != nil {
			t.Fatal(err)
		}
		moves := g.LegalMoves()
		if err := g.Play(moves[random.IntN(len(moves))]); err != nil {
			t.Fatal(err)
		}
	}
	match := save{"backgammon match", "", parser(backgammon.ParseMatch)}
	if random.IntN(2) == 0 {
		next, err := &backgammon.Game{}, g.Resign(backgammon.Light, backgammon.Single)
		if err == nil {
			next, err = b.Next()
		}
		if err := errors.Join(err, next.Open(1, 2)); err != nil {
			t.Fatal(err)
		}
	}
	match.text = b.String()
	return []save{
		{"tictactoe", x.String(), parser(tictactoe.ParseGame)},
		{"shakkello", s.String(), parser(shakkello.ParseGame)},
		{"domino", round.String(), parser(domino.ParseGame)},
		{"domino match", d.String(), parser(domino.ParseMatch)},
		{"backgammon", g.String(), parser(backgammon.ParseGame)},
		match,
	}
}

// playSome plays at most n random moves.
func playSome[P, M any, O interface{ IsOver() bool }](g interface {
	Position() P
	Play(M) error
	Outcome() O
}, random *rand.Rand, legal func(P) []M, n int) {
	for ; n > 0 && !g.Outcome().IsOver(); n-- {
		moves := legal(g.Position())
		if err := g.Play(moves[random.IntN(len(moves))]); err != nil {
			panic(err)
		}
	}
}

// TestDamagedSaves checks that no beginning of the text of a game or a match reads, and that a text
// with a byte lost or changed reads only as another record, which has that text.
func TestDamagedSaves(t *testing.T) {
	for seed := range uint64(deep.Times(1, 4)) {
		random := rand.New(rand.NewPCG(seed, 5))
		for _, s := range saves(t, random) {
			for _, text := range []string{s.text, s.text + "\n", s.text + "\r\n"} {
				if back, err := s.parse(text); err != nil || back.String() != s.text {
					t.Fatalf("%s: %q reads as %v, %v", s.name, text, back, err)
				}
			}
			other := func(kind, text string) {
				back, err := s.parse(text)
				if err == nil && !strings.EqualFold(back.String(), text) {
					t.Fatalf("%s: with a byte %s, %q reads as %q", s.name, kind, text, back)
				}
				var bad *games.ParseError
				if err != nil && (!errors.As(err, &bad) || bad.Text != text || bad.Column < 1 || bad.Column > len(text)+1) {
					t.Fatalf("%s: %q: %#v, want a *ParseError with a column within the text", s.name, text, err)
				}
			}
			for i := range len(s.text) {
				if back, err := s.parse(s.text[:i]); err == nil {
					t.Fatalf("%s: the beginning %q reads as %q", s.name, s.text[:i], back)
				}
				other("lost", s.text[:i]+s.text[i+1:])
				other("doubled", s.text[:i+1]+s.text[i:])
				for _, c := range []byte{' ', '0', '1', '7', '/', ';', '\n', s.text[i] + 1, s.text[i] ^ 0x20, byte(random.Uint32())} {
					if c != s.text[i] {
						other("changed", s.text[:i]+string([]byte{c})+s.text[i+1:])
					}
				}
			}
		}
	}
}

// TestOtherForm checks the place where a text that says the same in another form deviates.
func TestOtherForm(t *testing.T) {
	const text = "S1: 4HPwATDgc/ABMA opening 1 centered 0:0; light: open 31; light: play 31: 8/5 6/5; dark: roll 21; end"
	for form, want := range map[string]string{
		strings.Replace(text, "8/5 6/5", "6/5 8/5", 1): "column 76: want \"8/5 6/5",
		strings.Replace(text, "31; l", "13; l", 1):     "column 56: want \"31",
	} {
		if _, err := backgammon.ParseGame(form); (err == nil) != (want == "") || err != nil && !strings.Contains(err.Error(), want) {
			t.Errorf("ParseGame(%q) = %v, want %q", form, err, want)
		}
	}
}

// TestErrorValues checks that the text of an error can be printed whatever the error holds.
func TestErrorValues(t *testing.T) {
	all := []error{&games.ParseError{}, &games.SetupError{}, &backgammon.ActionError{}}
	for n := range 256 {
		all = append(all,
			&tictactoe.MoveError{Player: tictactoe.Piece(n), Move: tictactoe.Move(n), Why: tictactoe.IllegalReason(n)},
			&shakkello.MoveError{Move: shakkello.Move(n), Why: shakkello.IllegalReason(n)},
			&domino.MoveError{Player: domino.Player(n), Move: domino.Move(n), Why: domino.IllegalReason(n)},
			&backgammon.MoveError{
				Player: backgammon.Player(n), Move: backgammon.Move(n), Roll: backgammon.Roll(n),
				Why: backgammon.IllegalReason(n),
			},
			&backgammon.ActionError{
				Action: backgammon.Action(n), Player: backgammon.Player(n), Phase: backgammon.Phase(n), Err: backgammon.ErrNotNow,
			},
		)
	}
	for _, err := range all {
		if err.Error() == "" {
			t.Errorf("%#v has no text", err)
		}
	}
}

// TestJSON checks that JSON keeps values that are not games: options, outcomes, errors, and what
// deals and rolls.
func TestJSON(t *testing.T) {
	dice := backgammon.NewRoller(3)
	dice.Roll()
	keeps(t, *dice)
	keeps(t, domino.NewShuffle(1))
	keeps(t, domino.MatchOptions{Players: 3, Target: 200})
	keeps(t, domino.Laid{Left: 4, Right: 6})
	keeps(t, domino.Outcome{
		Result: domino.Won, Reason: domino.Out, Players: 2, Minus: [6]int{0, 0, 17}, Winners: [6]bool{false, true},
	})
	keeps(t, domino.MoveError{Player: domino.B, Move: domino.Pass, Why: domino.HasMatch, Detail: "6-4"})
	keeps(t, tictactoe.MoveError{Player: tictactoe.X, Move: tictactoe.B2, Why: tictactoe.Occupied, Detail: "by O"})
	keeps(t, shakkello.MoveError{
		Player: 1, Move: shakkello.Place(2, 3), Why: shakkello.Occupied, Detail: "white king on d1",
	})
	keeps(t, shakkello.Outcome{Result: 1, Reason: shakkello.MorePoints, Score: shakkello.Score{3, 2}})
	keeps(t, backgammon.MatchOptions{Light: "a", Target: 3, Crawford: true, Stake: 2, Rules: backgammon.CommonRules()})
	for want, err := range map[string]error{
		`{"text":"invalid shuffle (6-4 is missing)","error":{"text":"invalid shuffle"},"detail":"6-4 is missing"}`: &domino.SetupError{
			Err: domino.ErrShuffle, Detail: "6-4 is missing",
		},
		`{"text":"double by dark: not allowed now (a roll has not been played)",` +
			`"action":"double","player":"dark","phase":"to move","error":{"text":"not allowed now"}}`: &backgammon.ActionError{
			Action: backgammon.ActDouble, Player: backgammon.Dark, Phase: backgammon.ToMove, Err: backgammon.ErrNotNow,
		},
	} {
		if text, failed := json.Marshal(err); string(text) != want || failed != nil {
			t.Errorf("Marshal(%q) = %s, %v, want %s", err, text, failed, want)
		}
	}
	for _, lost := range []any{
		new(domino.Game), new(domino.Match),
		backgammon.Event{Action: backgammon.ActDouble, Player: backgammon.Dark, Roll: 31},
	} {
		if text, err := json.Marshal(lost); err == nil {
			t.Errorf("%T has the JSON form %s, want an error", lost, text)
		}
	}
}

// keeps checks that v reads back equal from JSON.
func keeps[T comparable](t *testing.T, v T) {
	t.Helper()
	text, err := json.Marshal(v)
	var back T
	if err == nil {
		err = json.Unmarshal(text, &back)
	}
	if err != nil || back != v {
		t.Errorf("%T: %s reads back as %v, %v; want %v", v, text, back, err, v)
	}
}

// TestMovesInAnyCase checks that moves read in any case.
func TestMovesInAnyCase(t *testing.T) {
	for _, tt := range []struct {
		move  encoding.TextUnmarshaler
		texts []string
	}{
		{new(tictactoe.Move), []string{"b2", "B2"}},
		{new(shakkello.Move), []string{"Nd5", "nd5", "ND5"}},
		{new(domino.Move), []string{"draw", "PASS", "6-4 Left"}},
		{new(backgammon.Move), []string{"bar/20", "BAR/20", "6/OFF", "Pass"}},
	} {
		for _, text := range tt.texts {
			if err := tt.move.UnmarshalText([]byte(text)); err != nil {
				t.Error(err)
			}
		}
	}
}

// TestCopies checks that a game does not change with a copy in which other moves are played.
func TestCopies(t *testing.T) {
	g := tictactoe.NewGame()
	err := errors.Join(g.PlayText("b2"), g.PlayText("a1"))
	want := g.Position()
	c := g.Clone()
	c.Undo()
	c.Undo()
	if err := errors.Join(err, c.PlayText("c3"), c.PlayText("c1"), c.PlayText("a3")); err != nil {
		t.Fatal(err)
	}
	g.Undo()
	if err := g.PlayText("a1"); err != nil || g.Position() != want || g.String() != ".../.../...; b2; a1; end" {
		t.Errorf("after other moves in a copy, the game is %v, %v; want %v", g, err, want)
	}
}

// TestRecord checks that the moves and the start make a game, that a loop over its positions ends where
// the moves end that were not taken back, and that others may follow these.
func TestRecord(t *testing.T) {
	g, err := tictactoe.ParseGame("X../.../...; b2; c1; c3; end")
	start, err2 := tictactoe.ParseGame("X../.../...; end")
	other, err3 := tictactoe.ParseGame("X../.../...; b2; c1; c2; end")
	if start.Equal(tictactoe.NewGame()) || g.Equal(start) || g.Equal(other) {
		t.Error("games with other moves or with another start are equal")
	}
	g.Moves()[0] = tictactoe.B1
	n := 0
	for range g.Positions() {
		g.Undo()
		n++
	}
	err = errors.Join(err, err2, err3, g.PlayText("a1"))
	if g.UnmarshalText([]byte("X../.../...")) == nil || g.PlayText("b2") == nil || g.Plies() != 2 || !other.Undo() || !other.Undo() || !other.Undo() || other.Undo() || other.Plies() != 0 {
		t.Errorf("after a text that does not read, the game is %v; after all moves were taken back, %v", g, other)
	}
	const want = "X../.../...; b2; a1; end"
	if p := g.Position().String(); err != nil || n != 2 || g.String() != want || p != "X../.O./X.." {
		t.Errorf("%d positions, then %v with the position %s, %v; want 2, %s", n, g, p, err, want)
	}
	m, err := domino.NewMatch(domino.MatchOptions{Players: 2})
	_, err2 = m.Next(domino.A, domino.NewShuffle(1))
	if err := errors.Join(err, err2, m.Games()[0].Play(m.Game().Position().LegalMoves()[0])); err != nil || m.Game().Plies() != 0 {
		t.Errorf("after a move in a copy: %v, %v", m, err)
	}
}

// TestRefusals checks what is said about positions, values, and texts that are refused, and that they
// change nothing.
func TestRefusals(t *testing.T) {
	var p tictactoe.Position
	_, twice := tictactoe.NewGameFrom(p.After(tictactoe.A1).After(tictactoe.A1))
	var board shakkello.Position
	_, kingless := shakkello.NewGameFrom(board.After(shakkello.Place(chess.Knight, chess.D4)))
	_, empty := domino.NewGameFrom(domino.Position{})
	_, invalid := domino.NoTile.MarshalText()
	_, word := tictactoe.ParsePiece("x")
	game, cut := tictactoe.ParseGame(".../.../...; b2\n")
	match, other := domino.ParseMatch("3 players to 100\nx\nend")
	for err, want := range map[error]string{
		twice:    `game ".../.../X..; end", column 1: legal moves do not lead to the position`,
		kingless: `game "8/8/8/8/3N4/8/8/8 -; end", column 1: the first white piece must be the king`,
		empty:    `position "none", column 1: not a valid position`,
		invalid:  `tile "none", column 1: not a valid tile`,
		word:     `piece "x", column 1: want ., X, or O`,
		cut:      `game ".../.../...; b2\n", column 16: the text was cut: want "; end" at the end`,
		other:    `match "3 players to 100\nx\nend", column 19: the text was cut: want "; end" at the end`,
	} {
		if err == nil || err.Error() != want {
			t.Errorf("%v, want %s", err, want)
		}
	}
	if _, err := tictactoe.ParseGame(".../.../...; b2; b2; end"); !errors.Is(err, tictactoe.ErrIllegal) {
		t.Errorf("%v does not wrap that of an illegal move", err)
	}
	q := p.After(tictactoe.B2)
	if err := q.UnmarshalText([]byte("?")); err == nil || q == p || game != nil || match != nil {
		t.Errorf("texts that are refused give %v, %v, %v, %v", q, game, match, err)
	}
}

// TestPositionsStop checks that a loop over the positions of a game can end early.
func TestPositionsStop(t *testing.T) {
	g, err := tictactoe.ParseGame(".../.../...; b2; a1; end")
	if err != nil {
		t.Fatal(err)
	}
	for stop := range 3 {
		last := -1
		for i := range g.Positions() {
			if last = i; i == stop {
				break
			}
		}
		if last != stop {
			t.Errorf("the loop ends at position %d, want %d", last, stop)
		}
	}
}

// TestLineEnd checks that a saved game may end with one line break, and not with more.
func TestLineEnd(t *testing.T) {
	const text = ".../.../...; b2; a1; end"
	for end, ok := range map[string]bool{"": true, "\n": true, "\r\n": true, "\r": true, "\n\n": false, "\r\n\r\n": false, "\n\r": false, " ": false} {
		if g, err := tictactoe.ParseGame(text + end); (err == nil) != ok {
			t.Errorf("ParseGame(%q) = %v, %v, want success: %v", text+end, g, err, ok)
		}
	}
}

// fixed is a record with this text, whatever was read.
type fixed string

func (f fixed) String() string { return string(f) }

// TestWantedText checks that an error shows where a text differs from that of the record, and up to
// 40 bytes of that.
func TestWantedText(t *testing.T) {
	for _, tt := range []struct{ record, want string }{
		{"b", `game "a; end", column 1: want "b" here`},
		{"a;" + strings.Repeat("b", 40), `game "a; end", column 3: want "` + strings.Repeat("b", 40) + `" here`},
		{"a;" + strings.Repeat("b", 41), `game "a; end", column 3: want "` + strings.Repeat("b", 40) + `…" here`},
	} {
		_, err := tabletop.ParseText(tabletop.GameText, "a; end", func(string) (fixed, error) { return fixed(tt.record), nil }, nil)
		if err == nil || err.Error() != tt.want {
			t.Errorf("%s: %v, want %s", tt.record, err, tt.want)
		}
	}
	if at := tabletop.Difference(strings.Repeat("a", 98)+"A", strings.Repeat("a", 98)+"b"); at != 98 {
		t.Errorf("texts differ at %d, want 98", at)
	}
	if got := tabletop.Lower("@AZ[É"); got != "@az[É" {
		t.Errorf("Lower(\"@AZ[É\") = %q", got)
	}
}
