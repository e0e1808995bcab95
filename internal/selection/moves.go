package selection

import (
	"errors"
	"fmt"
	"math/bits"
	"slices"
	"strings"

	"github.com/shakki/chess"
	"github.com/shakki/chess/book"
	"github.com/shakki/chess/book/openings"
)

// A Trait is something that a game has or does not have, or a set of such things.
type Trait uint16

// The traits.
const (
	Checkmate      Trait = 1 << iota // the main line ends with checkmate
	Stalemate                        // the main line ends with stalemate
	FiftyMoves                       // fifty moves by each side without capture or pawn move
	Underpromotion                   // a pawn promotes to a knight, a bishop, or a rook
	Commented                        // a comment has more than clocks and evaluations
	Varied                           // there are variations
	SetUp                            // the game does not start from the standard position
	Faulty                           // reading finds an error
	Findings                         // judging finds a mistake
	whiteKingside                    // White castles to the kingside
	whiteQueenside
	blackKingside
	blackQueenside
)

// A Castles is a condition on castling.
type Castles struct{ want, avoid Trait }

// castlings are the names of the conditions on castling.
var castlings = map[string][]Castles{
	"K":        {{want: whiteKingside}},
	"Q":        {{want: whiteQueenside}},
	"k":        {{want: blackKingside}},
	"q":        {{want: blackQueenside}},
	"none":     {{avoid: whiteKingside | whiteQueenside | blackKingside | blackQueenside}},
	"same":     {{want: whiteKingside | blackKingside}, {want: whiteQueenside | blackQueenside}},
	"opposite": {{want: whiteKingside | blackQueenside}, {want: whiteQueenside | blackKingside}},
}

// ParseCastles parses a condition on castling: "K" or "Q" if White must castle to the kingside or
// the queenside, "k" or "q" for Black, "same" or "opposite" if both must castle to the same side or
// to different ones, and "none" if nobody may.
func ParseCastles(s string) ([]Castles, error) {
	if c, ok := castlings[s]; ok {
		return c, nil
	}
	return nil, fmt.Errorf("%q is not one of K, Q, k, q, same, opposite, and none", s)
}

// A Line is a condition on the first moves of a game. [ParseLine] describes its text.
type Line struct{ moves []lineMove }

// A lineMove is a condition on a move.
type lineMove struct {
	texts []string // SAN of alternatives, or none for any move
	not   bool     // the move must be another one
}

// ParseLine parses the moves with which a game begins, in this order: "1. e4 c5 2. Nf3". The word *
// is any move, Nf3|Nc3 one of several, and !Nf3 or !Nf3|Nc3 any other. Move numbers may be left
// out.
func ParseLine(s string) (Line, error) {
	l, p, isKnown := Line{}, chess.StartPosition(), true
	for word := range strings.FieldsSeq(s) {
		text := afterNumber(word)
		if text == "" {
			continue
		}
		var m lineMove
		text, m.not = strings.CutPrefix(text, "!")
		if text != "*" {
			m.texts = strings.Split(text, "|")
		} else if m.not {
			return l, errors.New("!* allows no move")
		}
		isKnown = isKnown && len(m.texts) > 0
		for _, text := range m.texts {
			_, err := p.ParseSAN(text)
			if errors.Is(err, chess.ErrSyntax) || isKnown && err != nil {
				return l, err
			}
		}
		if isKnown = isKnown && len(m.texts) == 1 && !m.not; isKnown {
			move, _ := p.ParseSAN(text)
			p = p.After(move)
		}
		l.moves = append(l.moves, m)
	}
	if len(l.moves) == 0 {
		return l, errors.New("the line has no moves")
	}
	return l, nil
}

// afterNumber returns a word without the move number that it begins with.
func afterNumber(word string) string {
	if rest := strings.TrimLeft(word, "0123456789"); rest != word && (rest == "" || rest[0] == '.') {
		return strings.TrimLeft(rest, ".")
	}
	return word
}

// ParseReached parses the moves to a position that a game must reach, by these moves or others.
func ParseReached(s string) (Pattern, error) {
	p := chess.StartPosition()
	for word := range strings.FieldsSeq(s) {
		text := afterNumber(word)
		if text == "" {
			continue
		}
		m, err := p.ParseSAN(text)
		if err != nil {
			return Pattern{}, err
		}
		p = p.After(m)
	}
	return Pattern{exact: p, isExact: true}, nil
}

// matches reports whether a move fits.
func (m *lineMove) matches(before *chess.Position, move chess.Move) bool {
	for _, text := range m.texts {
		if want, err := before.ParseSAN(text); err == nil && want == move {
			return !m.not
		}
	}
	return m.not || len(m.texts) == 0
}

// A watcher follows the moves of a game and looks for what a query wants.
type watcher struct {
	q           *Query
	hashes      bool // the hash of the moves is needed
	needs       needs
	plies       int
	traits      Trait
	holds       []bool // for each condition on material, whether it holds
	anyHolds    bool
	pieces      int   // the number of pieces on the board, if they are counted
	patternRun  []int // for each pattern, in how many positions in a row it has held
	materialRun []int
	found       struct{ pattern, reached, material, line, repetition bool }
	lines       []bool       // the lines that still fit
	earlier     []uint64     // the hashes of the positions since the last capture or pawn move
	named       book.Opening // the last opening on the board
	hash        uint64       // of the moves
	matchPly    int          // the number of plies before the first position that fits, or -1
}

// needs are what must be looked at in a game.
type needs uint8

// What may be needed.
const (
	needsLines needs = 1 << iota
	needsPieces
	needsPositions
	needsCastles
	needsClock
	needsRepetition
	needsOpening
	needsHash
)

// start begins a game.
func (w *watcher) start(p *chess.Position, hasOpening bool) {
	q := w.q
	*w = watcher{
		q: q, hashes: w.hashes, patternRun: w.patternRun[:0], materialRun: w.materialRun[:0], lines: w.lines[:0],
		holds: w.holds[:0], earlier: w.earlier[:0], matchPly: -1,
	}
	w.need(needsLines, len(q.Lines) > 0)
	w.need(needsPieces, len(q.Material) > 0)
	w.need(needsPositions, len(q.Patterns)+len(q.Reached) > 0)
	w.need(needsCastles, len(q.Castles) > 0)
	w.need(needsClock, (q.Want|q.Avoid)&(FiftyMoves|Underpromotion) != 0)
	w.need(needsRepetition, q.Repetition > 0)
	w.need(needsOpening, hasOpening || len(q.Openings) > 0)
	w.need(needsHash, w.hashes)
	w.patternRun = append(w.patternRun, make([]int, len(q.Patterns))...)
	w.materialRun = append(w.materialRun, make([]int, len(q.Material))...)
	w.holds = append(w.holds, make([]bool, len(q.Material))...)
	for range q.Lines {
		w.lines = append(w.lines, true)
	}
	start := p.Setup()
	start.Chess960 = false // which the tag Variant may say of the usual position
	if start != chess.StartPosition().Setup() {
		w.traits |= SetUp
	}
	w.hash = mix(startHash, p.Hash())
	if w.needs&needsPieces != 0 {
		w.count(p)
	}
	w.position(p)
}

// count finds which conditions on material hold.
func (w *watcher) count(p *chess.Position) {
	c := countsOf(p)
	w.pieces, w.anyHolds = p.Occupied().Count(), false
	for i := range w.q.Material {
		m := &w.q.Material[i]
		w.holds[i] = m.matches(&c) || w.q.AnyColor && m.matches(&counts{c[1], c[0]})
		w.anyHolds = w.anyHolds || w.holds[i]
		if !w.holds[i] {
			w.materialRun[i] = 0
		}
	}
}

// need notes that something is needed.
func (w *watcher) need(n needs, isNeeded bool) {
	if isNeeded {
		w.needs |= n
	}
}

// startHash is the hash of no moves.
const startHash = 0x9e3779b97f4a7c15

// mix mixes a value into a hash.
func mix(hash, value uint64) uint64 {
	high, low := bits.Mul64(hash^value^0xa0761d6478bd642f, 0xe7037ed1a0b428db)
	return high ^ low
}

// move follows a move of the main line.
func (w *watcher) move(before *chess.Position, m chess.Move, after *chess.Position) {
	w.plies++
	if w.needs == 0 {
		return
	}
	if w.needs&needsHash != 0 {
		w.hash = mix(w.hash, uint64(m))
	}
	if w.needs&needsLines != 0 {
		w.followLines(before, m)
	}
	if t := m.Promotion(); t != chess.NoPieceType && t != chess.Queen {
		w.traits |= Underpromotion
	}
	if w.needs&needsCastles != 0 {
		w.castling(before, m)
	}
	if w.needs&needsPieces != 0 && (m.Promotion() != chess.NoPieceType || after.Occupied().Count() != w.pieces) {
		w.count(after)
	}
	w.position(after)
}

// followLines looks whether the lines that have fitted so far fit the next move.
func (w *watcher) followLines(before *chess.Position, m chess.Move) {
	for i, fits := range w.lines {
		line := &w.q.Lines[i]
		if !fits || w.plies > len(line.moves) {
			continue
		}
		w.lines[i] = line.moves[w.plies-1].matches(before, m)
		w.found.line = w.found.line || w.lines[i] && w.plies == len(line.moves)
	}
}

// castling notes whether a move castles, and where to.
func (w *watcher) castling(p *chess.Position, m chess.Move) {
	if p.PieceAt(m.From()).Type() != chess.King {
		return
	}
	_, _, wing, ok := p.CastlingSquares(m)
	if !ok {
		return
	}
	t := whiteKingside
	if p.Turn() == chess.Black {
		t = blackKingside
	}
	if wing == chess.Queenside {
		t <<= 1
	}
	w.traits |= t
}

// position looks at a position of the main line.
func (w *watcher) position(p *chess.Position) {
	q := w.q
	if (w.needs&needsPositions != 0 || w.anyHolds) && (q.Within == 0 || w.plies <= q.Within) {
		w.look(p)
	}
	if w.needs&needsClock != 0 && p.HalfmoveClock() >= 100 {
		w.traits |= FiftyMoves
	}
	if w.needs&needsRepetition != 0 && !w.found.repetition {
		w.found.repetition = w.repeats(p) >= q.Repetition
	}
	if w.needs&needsOpening != 0 {
		if o := openings.Names().Position(*p); o.Name != "" {
			w.named = o
		}
	}
}

// look looks for the positions and the material that the query wants.
func (w *watcher) look(p *chess.Position) {
	q := w.q
	if !w.found.pattern {
		for i := range q.Patterns {
			if !q.Patterns[i].matches(p) {
				w.patternRun[i] = 0
			} else if w.patternRun[i]++; w.patternRun[i] >= q.For {
				w.found.pattern = true
				w.fits()
			}
		}
	}
	for i := 0; w.anyHolds && !w.found.material && i < len(w.holds); i++ {
		if !w.holds[i] {
			continue
		}
		if w.materialRun[i]++; w.materialRun[i] >= q.For {
			w.found.material = true
			w.fits()
		}
	}
	for i := 0; i < len(q.Reached) && !w.found.reached; i++ {
		if w.found.reached = q.Reached[i].matches(p); w.found.reached {
			w.fits()
		}
	}
}

// fits notes where a condition on positions is first fulfilled.
func (w *watcher) fits() {
	if w.matchPly < 0 {
		w.matchPly = w.plies
	}
}

// repeats returns how often the position has occurred. It compares hashes, which agree for
// different positions only if somebody has made them for that.
func (w *watcher) repeats(p *chess.Position) int {
	h, n := p.Hash(), 1
	if p.HalfmoveClock() == 0 {
		w.earlier = w.earlier[:0]
	}
	for _, other := range w.earlier {
		if other == h {
			n++
		}
	}
	w.earlier = append(w.earlier, h)
	return n
}

// end reports whether the game, whose last position is p, fulfills the conditions on moves.
func (w *watcher) end(p *chess.Position) bool {
	q := w.q
	if w.isMissing() || !anyRange(q.Plies, w.plies) || !anyRange(q.Moves, (w.plies+1)/2) {
		return false
	}
	if (q.Want|q.Avoid)&(Checkmate|Stalemate) != 0 {
		switch p.Outcome().Reason {
		case chess.Checkmate:
			w.traits |= Checkmate
		case chess.Stalemate:
			w.traits |= Stalemate
		}
	}
	if w.traits&q.Avoid != 0 || (q.Want&^Findings)&^w.traits != 0 {
		return false
	}
	return len(q.Castles) == 0 || slices.ContainsFunc(q.Castles, func(c Castles) bool {
		return c.want&^w.traits == 0 && c.avoid&w.traits == 0
	})
}

// isMissing reports whether something that must occur in the game has not occurred.
func (w *watcher) isMissing() bool {
	q := w.q
	for _, asked := range [...]struct{ isAsked, isFound bool }{
		{len(q.Patterns) > 0, w.found.pattern},
		{len(q.Reached) > 0, w.found.reached},
		{len(q.Material) > 0, w.found.material},
		{len(q.Lines) > 0, w.found.line},
		{q.Repetition > 0, w.found.repetition},
		{len(q.Openings) > 0, q.openings[w.named]},
	} {
		if asked.isAsked && !asked.isFound {
			return true
		}
	}
	return false
}

// anyRange reports whether one of the ranges has n, or whether there are none.
func anyRange(ranges []Range, n int) bool {
	return len(ranges) == 0 || slices.ContainsFunc(ranges, func(r Range) bool { return r.has(n) })
}
