package selection

import (
	"errors"
	"fmt"
	"iter"
	"math/bits"
	"strings"

	"github.com/shakki/chess"
	"github.com/shakki/chess/book"
	"github.com/shakki/chess/book/openings"
)

// A Castling is a condition on the sides to which White and Black have castled: 'K', 'Q', or 0.
type Castling func(white, black byte) bool

// castlings are the conditions on castling by their names.
var castlings = map[string]Castling{
	"K":        func(white, _ byte) bool { return white == 'K' },
	"Q":        func(white, _ byte) bool { return white == 'Q' },
	"k":        func(_, black byte) bool { return black == 'K' },
	"q":        func(_, black byte) bool { return black == 'Q' },
	"none":     func(white, black byte) bool { return white|black == 0 },
	"same":     func(white, black byte) bool { return white == black && white != 0 },
	"opposite": func(white, black byte) bool { return white != black && white != 0 && black != 0 },
}

// ParseCastling parses a condition on castling: "K" or "Q" if White must castle to the kingside or
// the queenside, "k" or "q" for Black, "same" or "opposite" if both must castle to the same side or
// to different ones, and "none" if nobody may.
func ParseCastling(s string) (Castling, error) {
	c, ok := castlings[s]
	if !ok {
		return nil, fmt.Errorf("%q is not one of K, Q, k, q, same, opposite, and none", s)
	}
	return c, nil
}

// A Line is a condition on the first moves of a game. [ParseLine] describes its text.
type Line []lineMove

// A lineMove is a condition on a move.
type lineMove struct {
	texts []string // SAN of alternatives, or none for any move
	not   bool     // the move must be another one
}

// ParseLine parses the moves with which a game begins, in this order: "1. e4 c5 2. Nf3". The word *
// is any move, Nf3|Nc3 one of several, and !Nf3 or !Nf3|Nc3 any other. Move numbers may be left
// out.
func ParseLine(s string) (l Line, err error) {
	p, isKnown := chess.StartPosition(), true
	for text := range words(s) {
		var m lineMove
		text, m.not = strings.CutPrefix(text, "!")
		if text != "*" {
			m.texts = strings.Split(text, "|")
		} else if m.not {
			return l, errors.New("!* allows no move")
		}
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
		l = append(l, m)
	}
	if len(l) == 0 {
		return l, errors.New("the line has no moves")
	}
	return l, nil
}

// words iterates over the words of a text without move numbers.
func words(s string) iter.Seq[string] {
	return func(yield func(string) bool) {
		for word := range strings.FieldsSeq(s) {
			if rest := strings.TrimLeft(word, "0123456789"); rest != word && (rest == "" || rest[0] == '.') {
				word = strings.TrimLeft(rest, ".")
			}
			if word != "" && !yield(word) {
				return
			}
		}
	}
}

// ParseReached parses the moves to a position that a game must reach, by these moves or others.
func ParseReached(s string) (*Pattern, error) {
	p := chess.StartPosition()
	for text := range words(s) {
		m, err := p.ParseSAN(text)
		if err != nil {
			return nil, err
		}
		p = p.After(m)
	}
	return exactly(p), nil
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

// Openings are some names of openings.
type Openings map[book.Opening]bool

// ParseOpening returns the openings whose names have the given words.
func ParseOpening(words string) (Openings, error) {
	found := Openings{}
	for o := range openings.Names().Search(words) {
		found[o] = true
	}
	if len(found) == 0 {
		return nil, fmt.Errorf("no opening has the words %q in its name", words)
	}
	return found, nil
}

// A positional is a condition on a position.
type positional interface {
	matches(p *chess.Position, f flip) bool
}

// A sight is a condition that a position of the main line must fulfill.
type sight struct {
	positional
	isReached  bool // it need hold in one position only, and only with the colors as they are
	isMaterial bool // it depends on the numbers of pieces alone

	// In a game, with the colors as they are and exchanged:
	holds   [2]bool // in the last position
	row     [2]int  // of positions up to that one in which it has held
	isFound bool    // it has held long enough
}

// A watcher follows the moves of a game and looks for what a query wants.
type watcher struct {
	q        *Query
	hashes   bool // the hash of the moves is needed
	names    bool // the name of the opening is needed
	castles  bool // castling is a condition
	repeats  bool // repetition is a condition
	plies    int
	last     *chess.Position // that of the main line, at the end of the game
	castled  [2]byte         // where White and Black have castled
	misses   []bool          // for each line, whether a move does not fit
	sights   []sight
	pieces   [2]int         // the numbers of pieces and of pawns on the board
	earlier  map[uint64]int // how often positions have occurred, by their hashes
	repeated int            // how often a position has occurred
	named    book.Opening   // the last opening on the board
	hash     uint64         // of the moves
	matchPly int            // the number of plies before the first position that fits, or -1

	hasFifty, underpromotes, isSetUp, isCommented, isVaried, isFaulty, hasFindings bool // as the conditions say
}

// start begins a game.
func (w *watcher) start(p *chess.Position, needsOpening bool) {
	q := w.q
	*w = watcher{
		q: q, hashes: w.hashes, names: needsOpening || q.has("opening"), castles: q.has("castles"), repeats: q.has("repetition"),
		sights: append(w.sights[:0], q.sights...), misses: make([]bool, len(q.lines)),
		matchPly: -1, hash: mix(startHash, p.Hash()), isCommented: w.isCommented, // before the moves
	}
	start := p.Setup()
	start.Chess960 = false // which the tag Variant may say of the usual position
	w.isSetUp = start != chess.StartPosition().Setup()
	w.position(p)
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
	if w.hashes {
		w.hash = mix(w.hash, uint64(m))
	}
	for i := range w.misses {
		if line := w.q.lines[i]; !w.misses[i] && w.plies <= len(line) {
			w.misses[i] = !line[w.plies-1].matches(before, m)
		}
	}
	if t := m.Promotion(); t != chess.NoPieceType && t != chess.Queen {
		w.underpromotes = true
	}
	if w.castles {
		if _, _, wing, ok := before.CastlingSquares(m); ok {
			w.castled[before.Turn()] = "KQ"[wing]
		}
	}
	w.position(after)
}

// position looks at a position of the main line.
func (w *watcher) position(p *chess.Position) {
	q := w.q
	if len(q.sights) > 0 && (q.Within == 0 || w.plies <= q.Within) {
		w.look(p)
	}
	w.hasFifty = w.hasFifty || p.HalfmoveClock() >= 100
	if w.repeats {
		w.repeat(p)
	}
	if w.names {
		if o := openings.Names().Position(*p); o.Name != "" {
			w.named = o
		}
	}
}

// fits reports whether the game has begun with a line.
func (w *watcher) fits(line int) bool {
	return !w.misses[line] && w.plies >= len(w.q.lines[line])
}

// hasSeen reports whether a condition on positions has held.
func (w *watcher) hasSeen(sight int) bool { return w.sights[sight].isFound }

// look looks whether the conditions on positions hold. Those on material change only when the number of
// pieces or of pawns does.
func (w *watcher) look(p *chess.Position) {
	pieces := [2]int{p.Occupied().Count(), p.ByType(chess.Pawn).Count()}
	isNew := w.pieces != pieces
	w.pieces = pieces
	flips := flip(1)
	if w.q.AnyColor {
		flips = 2
	}
	for f := range flips {
		for i := range w.sights {
			s := &w.sights[i]
			if s.isFound || f > 0 && s.isReached {
				continue
			}
			if isNew || !s.isMaterial {
				s.holds[f] = s.matches(p, f)
			}
			if !s.holds[f] {
				s.row[f] = 0
				continue
			}
			s.row[f]++
			if s.isFound = s.row[f] >= w.q.For || s.isReached; s.isFound && w.matchPly < 0 {
				w.matchPly = w.plies
			}
		}
	}
}

// repeat counts how often the position has occurred. It compares hashes, which agree for different
// positions only if somebody has made them for that.
func (w *watcher) repeat(p *chess.Position) {
	switch {
	case w.plies == 0:
		w.earlier = map[uint64]int{}
	case p.HalfmoveClock() == 0: // no earlier position can come again
		clear(w.earlier)
	}
	w.earlier[p.Hash()]++
	w.repeated = max(w.repeated, w.earlier[p.Hash()])
}
