package uci

import (
	"context"
	"strings"

	"github.com/shakki/chess"
	"github.com/shakki/chess/internal/fault"
	"github.com/shakki/chess/variant"
)

// A VariantHistory is a start position and the moves that were made from it, in a game with other rules. A
// [*variant.Game] is a VariantHistory.
type VariantHistory interface {
	Start() variant.Position
	Moves() []variant.Move
}

// SearchVariant is [Engine.Search] in a game with other rules. It sets the option UCI_Variant, which the engine
// must have with the variant as one of its values: otherwise the error is an [*OptionError], because engines
// play standard chess for a value that they do not know. In the result, and in Limits.SearchMoves, the moves are
// those of package variant: variant.Move(best.Move).
func (e *Engine) SearchVariant(ctx context.Context, history VariantHistory, limits Limits) *Search {
	return e.newSearch(ctx, func(s *Search) error { return s.prepareVariant(history) }, limits, 0)
}

// prepareVariant is prepare for a game with other rules.
func (s *Search) prepareVariant(history VariantHistory) error {
	if history == nil {
		return fault.Sentinel("no history to search")
	}
	start := history.Start()
	if start == (variant.Position{}) {
		return fault.Sentinel("no position to search")
	}
	s.chess960, s.variant = start.IsChess960(), start.Variant().UCI()
	text, _ := start.MarshalText() // which never fails
	_, fen, _ := strings.Cut(string(text), " ")
	return setUpMoves(s, []byte("position fen "+fen), variantPosition{start}, history.Moves(), variant.Move.String)
}

// standardVariant is the value of UCI_Variant for standard chess.
const standardVariant = "chess"

// A variantPosition is the position of a game with other rules, whose moves have the bits of a [chess.Move].
type variantPosition struct{ variant.Position }

func (p variantPosition) HasLegalMove() bool      { return len(p.LegalMoves()) > 0 }
func (p variantPosition) UCI(m chess.Move) string { return p.Position.UCI(variant.Move(m)) }
func (p variantPosition) ParseUCI(text string) (chess.Move, error) {
	m, err := p.Position.ParseUCI(text)
	return chess.Move(m), err
}
func (p variantPosition) after(m chess.Move) position {
	return variantPosition{p.After(variant.Move(m))}
}
