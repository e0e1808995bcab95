package uci

import (
	"context"
	"errors"
	"strings"
	"testing"

	"github.com/shakki/chess"
	"github.com/shakki/chess/internal/deep"
	"github.com/shakki/chess/variant"
)

// An emptyHistory has no position.
type emptyHistory struct{}

func (emptyHistory) Start() variant.Position { return variant.Position{} }
func (emptyHistory) Moves() []variant.Move   { return nil }

// TestNoVariantHistory checks that a search without a position is an error.
func TestNoVariantHistory(t *testing.T) {
	if err := new(Search).prepare((*chess.Game)(nil)); err == nil || err.Error() != "no history to search" {
		t.Errorf("the error without a game is %v", err)
	}
	for want, history := range map[string]VariantHistory{"no history to search": nil, "no position to search": emptyHistory{}} {
		if err := new(Search).prepareVariant(history); err == nil || err.Error() != want {
			t.Errorf("the error is %v, want %s", err, want)
		}
	}
}

// TestVariantCommands checks what an engine is told of games with other rules, and of standard chess after them.
func TestVariantCommands(t *testing.T) {
	answers := make(chan string, 2)
	var sent []string
	ctx := WithLog(t.Context(), func(kind LogKind, line string) {
		if kind == Sent {
			sent = append(sent, strings.ReplaceAll(line, "setoption name ", ""))
		}
	})
	e, err := newGoldenIn(ctx, func(command string) string {
		switch command {
		case "uci":
			return "id name E\noption name UCI_Variant type combo default chess var chess var atomic var crazyhouse\noption name UCI_Chess960 type check default false\n"
		case "go":
			return "info depth 1 pv " + <-answers + "\nbestmove " + <-answers + "\n"
		}
		return ""
	})
	if err != nil {
		t.Fatal(err)
	}
	defer e.Close()
	game := func(v variant.Variant, fen string, moves ...variant.Move) *variant.Game {
		g := variant.NewGameFrom(variant.MustParseFEN(v, fen))
		for _, m := range moves {
			if err := g.Play(m); err != nil {
				t.Fatal(err)
			}
		}
		return g
	}
	const both, file, hand = "r3k3/8/8/8/8/8/8/4K2R w Kq - 0 1", "1r2k3/8/8/8/8/8/8/4K1R1 w Kq - 0 1", "4k3/8/8/8/8/8/8/4K3[Q] w - - 0 1"
	castle := variant.NewMove(chess.E1, chess.H1)
	for _, test := range []struct {
		history          *variant.Game // nil for standard chess
		consider         variant.Move
		answer, want     string
		line, best, next string // what is understood of the answer
	}{
		{game(variant.Atomic, both), castle, "e1h1 e8a8 ponder e8c8", "UCI_Variant value atomic|position fen " + both + "|isready|go depth 1 searchmoves e1g1", "e1g1 e8c8", "e1g1", "e8c8"},
		{game(variant.Atomic, both, castle), variant.NewMove(chess.E8, chess.A8), "e8c8", "position fen " + both + " moves e1g1|isready|go depth 1 searchmoves e8c8", "e8c8", "e8c8", "0000"},
		{game(variant.Atomic, file), variant.NewMove(chess.E1, chess.G1), "e1g1 e8b8 ponder e8b8", "UCI_Chess960 value true|position fen " + file + "|isready|go depth 1 searchmoves e1g1", "e1g1 e8b8", "e1g1", "e8b8"},
		{game(variant.Crazyhouse, hand), variant.NewDrop(chess.Queen, chess.H5), "Q@h5 e8e7 h5e5 ponder e8f8", "UCI_Chess960 value false|UCI_Variant value crazyhouse|position fen " + hand + "|isready|go depth 1 searchmoves Q@h5", "Q@h5 e8e7 h5e5", "Q@h5", "e8f8"},
		{nil, castle, "e1g1 e8a8", "UCI_Variant value chess|position fen " + both + "|isready|go depth 1 searchmoves e1g1", "e1g1 e8c8", "e1g1", "0000"},
		{game(variant.Horde, "4k3/8/8/8/8/8/P7/8 w - - 0 1"), variant.NullMove, "", `option "UCI_Variant": "horde": E does not play horde`, "", "0000", "0000"},
		{game(variant.Atomic, "8/8/8/8/8/8/3K4/4N3 b - - 0 1"), variant.NullMove, "", "", "", "0000", "0000"}, // the game is over
	} {
		sent = nil
		line, best, _ := strings.Cut(test.answer, " ponder")
		if answers <- line; best != "" {
			best = " ponder" + best
		}
		first, _, _ := strings.Cut(line, " ")
		limits := Limits{Depth: 1}
		if test.consider != variant.NullMove {
			limits.SearchMoves = []chess.Move{chess.Move(test.consider)}
		}
		var s *Search
		if test.history == nil {
			s = e.Search(t.Context(), From(chess.MustParseFEN(both)), limits)
		} else {
			s = e.SearchVariant(t.Context(), test.history, limits)
		}
		if test.answer != "" {
			answers <- first + best
		}
		found, err := s.Best()
		got := strings.Join(sent, "|")
		if err != nil {
			got = err.Error()
		}
		var moves []string
		for _, m := range found.Info.PV {
			moves = append(moves, variant.Move(m).String())
		}
		if pv := strings.Join(moves, " "); got != test.want || pv != test.line || variant.Move(found.Move).String() != test.best || variant.Move(found.Ponder).String() != test.next {
			t.Errorf("the engine gets %s, want %s, and its answer %q is read as %s, %v, and %v", got, test.want, test.answer, pv, variant.Move(found.Move), variant.Move(found.Ponder))
		}
	}
}

// TestSearchVariant plays games of other rules with Fairy-Stockfish, and standard chess between them. What the
// engine does not list is refused.
func TestSearchVariant(t *testing.T) {
	ctx := context.Background()
	var sent []string
	logged := WithLog(ctx, func(kind LogKind, line string) {
		if kind == Sent {
			sent = append(sent, line)
		}
	})
	e, err := Start(logged, deep.Program(t, "fairy-stockfish"))
	if err != nil {
		t.Fatal(err)
	}
	defer e.Close()
	lists := func(name string) bool {
		for _, o := range e.Options() {
			if o.Name == variantOption {
				return strings.Contains(" "+strings.Join(o.Choices, " ")+" ", " "+name+" ")
			}
		}
		return false
	}
	for _, v := range variant.Variants() {
		g := variant.NewGame(v)
		for range 6 {
			best, err := e.SearchVariant(ctx, g, Limits{Depth: 3}).Best()
			refused := new(OptionError)
			if !lists(v.UCI()) {
				if !errors.As(err, &refused) || refused.Value != v.UCI() {
					t.Errorf("%v: %v, want an OptionError", v, err)
				}
				break
			}
			if err != nil {
				t.Fatalf("%v: %v", v, err)
			}
			if len(best.Info.PV) == 0 || best.Info.PV[0] != best.Move {
				t.Errorf("%v: best %v, line %v", v, variant.Move(best.Move), best.Info.PV)
			}
			if err := g.Play(variant.Move(best.Move)); err != nil {
				t.Fatalf("%v: %v", v, err)
			}
		}
		if best, err := e.Search(ctx, chess.NewGame(), Limits{Depth: 1}).Best(); err != nil || best.Move == chess.NullMove {
			t.Errorf("standard chess after %v: %v", v, err)
		}
	}
	drop := variant.NewGameFrom(variant.MustParseFEN(variant.Crazyhouse, "6k1/5ppp/8/8/8/8/5PPP/6K1[Q] w - - 0 1"))
	best, err := e.SearchVariant(ctx, drop, Limits{Depth: 3}).Best()
	if m := variant.Move(best.Move); err != nil || m.Drop() != chess.Queen {
		t.Errorf("the best move is %v, %v, want a drop that gives checkmate", m, err)
	}
	if _, err := e.SearchVariant(ctx, nil, Limits{Depth: 3}).Best(); err == nil {
		t.Error("no error without a history")
	}
	illegal := Limits{Depth: 3, SearchMoves: []chess.Move{chess.Move(variant.NewDrop(chess.Knight, chess.F3))}}
	if _, err := e.SearchVariant(ctx, drop, illegal).Best(); err == nil || !strings.Contains(err.Error(), "no knight in hand") {
		t.Errorf("an illegal move to consider: %v", err)
	}
	if text := strings.Join(sent, "\n"); strings.Contains(text, "value atomic") != lists("atomic") {
		t.Errorf("sent:\n%s", text)
	}
}
