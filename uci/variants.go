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

// A position is what a search asks of a position, in any variant.
type position interface {
	Turn() chess.Color
	HasLegalMove() bool
	ParseUCI(text string) (chess.Move, error)
	UCI(m chess.Move) string
	after(m chess.Move) position
}

// A standardPosition is the position of a game of chess.
type standardPosition struct{ chess.Position }

func (p standardPosition) after(m chess.Move) position { return standardPosition{p.After(m)} }

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

// parseBest parses what follows the command bestmove in p. A reply that is not legal is left out.
func parseBest(w words, p position) (best Best, err error) {
	best.Move, err = legalMove(p, w.next())
	if w.next() == "ponder" {
		best.Ponder, _ = legalMove(p.after(best.Move), w.next())
	}
	return best, err
}

// legalMove parses a legal move, which NullMove is not. With an error it returns NullMove.
func legalMove(p position, text string) (chess.Move, error) {
	m, err := p.ParseUCI(text)
	if err == nil && m == chess.NullMove {
		err = &chess.MoveError{Text: text, Kind: chess.ErrIllegal, Why: chess.PassNotAllowed, By: chess.NoSquare, To: chess.NoSquare}
	}
	return m, err
}

// setUpMoves completes the command that sets up a start position with the moves that follow it, and checks
// these and the moves to consider, whose text spell returns.
func setUpMoves[M ~uint16](s *Search, b []byte, p position, moves []M, spell func(M) string) error {
	for i, m := range moves {
		if i == 0 {
			b = append(b, " moves"...)
		}
		m, err := legalMove(p, spell(m))
		if err != nil {
			return fault.Errorf("move %d of the history: %w", i+1, err)
		}
		b = append(append(b, ' '), p.UCI(m)...)
		p = p.after(m)
	}
	if s.setup = string(b); len(s.setup) > maxCommand {
		return fault.Sentinel("the history is too long to be sent to an engine")
	}
	for i, m := range s.limits.SearchMoves {
		m, err := legalMove(p, spell(M(m)))
		if err != nil {
			return fault.Errorf("move %d to consider: %w", i+1, err)
		}
		s.limits.SearchMoves[i] = m
	}
	s.position = p
	return nil
}
