package uci

import (
	"context"
	"slices"
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
	s.chess960 = start.IsChess960()
	if s.variant = start.Variant().UCI(); s.variant == standardVariant {
		s.variant = ""
	}
	var moves []chess.Move
	for _, m := range history.Moves() {
		moves = append(moves, chess.Move(m))
	}
	text, err := start.MarshalText()
	if err != nil {
		return err
	}
	_, fen, _ := strings.Cut(string(text), " ")
	spell := func(m chess.Move) string { return variant.Move(m).String() }
	return setUpMoves(s, []byte("position fen "+fen), variantPosition{start}, moves, spell)
}

// standardVariant is the value of UCI_Variant for standard chess.
const standardVariant = "chess"

// setVariant sets the option UCI_Variant if it has another value. The caller holds e.mu.
func (e *Engine) setVariant(name string) error {
	if name == e.variant {
		return nil
	}
	value := name
	if name == "" {
		value = standardVariant
	}
	i := slices.IndexFunc(e.options, isNamed(variantOption))
	if i < 0 || !slices.Contains(e.options[i].Choices, value) {
		return &OptionError{Name: variantOption, Value: value, Detail: e.name + " does not play " + value}
	}
	e.variant = name
	e.send(e.options[i].setCommand(value))
	return nil
}

// A position is what a search asks of a position, in any variant. A [chess.Position] is one.
type position[P any] interface {
	mover
	HasLegalMove() bool
	IsLegal(m chess.Move) bool
	ParseUCI(text string) (chess.Move, error)
	After(m chess.Move) P
}

// A mover tells who is to move and writes moves.
type mover interface {
	Turn() chess.Color
	UCI(m chess.Move) string
}

// A variantPosition is the position of a game with other rules, whose moves have the bits of a [chess.Move].
type variantPosition struct{ variant.Position }

func (p variantPosition) HasLegalMove() bool        { return len(p.LegalMoves()) > 0 }
func (p variantPosition) IsLegal(m chess.Move) bool { return p.Position.IsLegal(variant.Move(m)) }
func (p variantPosition) UCI(m chess.Move) string   { return p.Position.UCI(variant.Move(m)) }
func (p variantPosition) ParseUCI(text string) (chess.Move, error) {
	m, err := p.Position.ParseUCI(text)
	return chess.Move(m), err
}
func (p variantPosition) After(m chess.Move) variantPosition {
	return variantPosition{p.Position.After(variant.Move(m))}
}

// A board is the position that a [Search] searches, in any variant.
type board interface {
	turn() chess.Color
	hasLegalMove() bool
	command(l Limits) string
	info(w words) Info
	best(w words) (Best, error)
}

// info parses a report.
func (s *Search) info(text string) Info {
	if s.board == nil { // the search has failed before it began
		return parseInfo(words(text), chess.Position{})
	}
	return s.board.info(words(text))
}

// A boardOf is a board with a position.
type boardOf[P position[P]] struct{ p P }

func (b boardOf[P]) turn() chess.Color       { return b.p.Turn() }
func (b boardOf[P]) hasLegalMove() bool      { return b.p.HasLegalMove() }
func (b boardOf[P]) command(l Limits) string { return l.command(b.p) }
func (b boardOf[P]) info(w words) Info       { return parseInfo(w, b.p) }

// best parses what follows the command bestmove. A reply that is not legal is left out.
func (b boardOf[P]) best(w words) (best Best, err error) {
	best.Move, err = legalMove(b.p, w.next())
	if err != nil {
		return Best{}, err
	}
	if w.next() == "ponder" {
		reply, err := legalMove(b.p.After(best.Move), w.next())
		if err == nil {
			best.Ponder = reply
		}
	}
	return best, nil
}

// legalMove parses a legal move, which NullMove is not.
func legalMove[P position[P]](p P, text string) (chess.Move, error) {
	m, err := p.ParseUCI(text)
	if err == nil && m == chess.NullMove {
		err = &chess.MoveError{Text: text, Kind: chess.ErrIllegal, Why: chess.PassNotAllowed, By: chess.NoSquare, To: chess.NoSquare}
	}
	return m, err
}

// setUpMoves completes the command that sets up a start position with the moves that follow it, and checks
// these and the moves to consider, whose text spell returns.
func setUpMoves[P position[P]](s *Search, b []byte, p P, moves []chess.Move, spell func(chess.Move) string) error {
	for i, m := range moves {
		if i == 0 {
			b = append(b, " moves"...)
		}
		m, err := legalMove(p, spell(m))
		if err != nil {
			return fault.Errorf("move %d of the history: %w", i+1, err)
		}
		b = append(append(b, ' '), p.UCI(m)...)
		p = p.After(m)
	}
	if s.setup = string(b); len(s.setup) > maxCommand {
		return fault.Sentinel("the history is too long to be sent to an engine")
	}
	for i, m := range s.limits.SearchMoves {
		m, err := legalMove(p, spell(m))
		if err != nil {
			return fault.Errorf("move %d to consider: %w", i+1, err)
		}
		s.limits.SearchMoves[i] = m
	}
	s.board = boardOf[P]{p}
	return nil
}
