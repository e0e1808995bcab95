package uci

import (
	"context"
	"errors"
	"strings"
	"testing"

	"github.com/shakki/chess"
	"github.com/shakki/chess/internal/peer"
	"github.com/shakki/chess/variant"
)

// An emptyHistory has no position.
type emptyHistory struct{}

func (emptyHistory) Start() variant.Position { return variant.Position{} }
func (emptyHistory) Moves() []variant.Move   { return nil }

// TestNoVariantHistory checks that a search without a position is an error.
func TestNoVariantHistory(t *testing.T) {
	for want, history := range map[string]VariantHistory{"no history to search": nil, "no position to search": emptyHistory{}} {
		if err := new(Search).prepareVariant(history); err == nil || err.Error() != want {
			t.Errorf("the error is %v, want %s", err, want)
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
	e, err := Start(logged, peer.Path(t, "fairy-stockfish"))
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
