package book

import (
	"cmp"
	"io"
	"slices"
	"sync"

	"github.com/shakki/chess"
	"github.com/shakki/chess/internal/fault"
)

// A Builder makes a book from games. The zero Builder sets no limits. A Builder must not be copied
// after first use.
//
// A move gets 2 points for each game that its side won and 1 point for each game that was drawn or
// has no result. The points are its weight, and a move without points is left out. When a move has
// occurred in 16,384 games, the points and the games of all moves of its position are halved, and
// halves are rounded up. These are the rules of the program Polyglot.
//
// The fields are options. MaxPlies, Results, and Colors concern the games that are added from then
// on, and the others the book that is written.
//
// A Builder keeps up to a million moves in memory, which take 16 MiB, and all others in a temporary
// file, with 16 bytes for each. Reading the file takes another 4 MiB, or more if there are more
// than 8 billion moves. [Builder.Close] removes the file.
type Builder struct {
	MaxPlies int            // the plies of each game that count, or 0 for all
	Results  []chess.Result // the results of the games that count, or none for all
	Colors   []chess.Color  // the sides whose moves count, or none for both

	MinGames int     // the least number of games with a move (at least 1)
	MinScore float64 // the least number of points of a move, in percent of the possible points
	Uniform  bool    // give all moves the weight 1

	_     [0]sync.Mutex // makes go vet report copies
	store store
	line  []play // the moves of the game that is being added
}

// Add adds the main line of g with its recorded result. If none is recorded, the board decides.
func (b *Builder) Add(g *chess.Game) error {
	if g == nil {
		return fault.NoGame
	}
	b.line = b.line[:0]
	moves := g.Moves()
	for i, p := range g.Positions() {
		if i == len(moves) || b.full(i) {
			break
		}
		b.note(&p, moves[i])
	}
	return b.finish(cmp.Or(g.RecordedOutcome().Result, g.Outcome().Result))
}

// AddPGN adds the main lines of the games that s has not yet read, with the results that end them,
// or those of their Result tags if there are none. If a game has an error, AddPGN returns the
// [*chess.PGNError] and does not add that game. The next call goes on with the next game. AddPGN
// does not look at what follows the first MaxPlies plies of a game. If reading fails, it returns
// the error of the reader.
func (b *Builder) AddPGN(s *chess.PGNScanner) error {
	if s == nil {
		return fault.NoReader
	}
	for {
		more, err := b.addGame(s)
		if err != nil || !more {
			return err
		}
	}
}

// addGame adds the next game. It returns false if there is none.
func (b *Builder) addGame(s *chess.PGNScanner) (bool, error) {
	b.line = b.line[:0]
	var tag chess.Result
	var fault *chess.PGNError
	plies := 0
	for {
		switch s.Next() {
		case chess.PGNEnd:
			return false, s.Err()
		case chess.PGNTag:
			if name, value := s.Tag(); string(name) == "Result" {
				tag.UnmarshalText(value) // or it stays unfinished
			}
		case chess.PGNMove:
			if s.Depth() > 0 {
				continue
			}
			b.note(s.Before(), s.Move())
			if plies++; b.full(plies) {
				s.SkipGame()
			}
		case chess.PGNFault:
			if !s.Fault().Outside {
				fault = cmp.Or(fault, s.Fault())
			}
		case chess.PGNGameEnd:
			if fault != nil {
				return true, fault
			}
			return true, b.finish(cmp.Or(s.Result(), tag))
		}
	}
}

// full reports whether a game with the given number of plies has no more plies that count.
func (b *Builder) full(plies int) bool { return b.MaxPlies > 0 && plies >= b.MaxPlies }

// A play is a move that was made in a game.
type play struct {
	Entry // its weight is the points of the side that moved: 2 for a win, 1 for a draw, 0 for a loss
	turn  chess.Color
}

// note notes the move m in p, if it counts.
func (b *Builder) note(p *chess.Position, m chess.Move) {
	counts := len(b.Colors) == 0 || slices.Contains(b.Colors, p.Turn())
	if counts && hasKey(p) {
		b.line = append(b.line, play{Entry{Key: p.PolyglotKey(), Move: asWritten(p, m)}, p.Turn()})
	}
}

// halves are the results that give half a point to a color and none to the other.
var halves = [...]chess.Result{chess.White: chess.WhiteHalf, chess.Black: chess.BlackHalf}

// finish adds the moves that have been noted if a game with the given result counts.
func (b *Builder) finish(result chess.Result) error {
	if len(b.Results) > 0 && !slices.Contains(b.Results, result) {
		return nil
	}
	for _, p := range b.line {
		switch result {
		case chess.WinFor(p.turn):
			p.Weight = 2
		case chess.WinFor(p.turn.Other()), chess.BothLose, halves[p.turn.Other()]: // no points
		default:
			p.Weight = 1
		}
		if err := b.store.add(p.Entry); err != nil {
			return err
		}
	}
	return nil
}

// WriteTo writes the book of the games that have been added, and returns the number of bytes. It
// may be called again, with more games or other options. The entries are sorted by key, those of a
// position by weight, the greatest first, and those with the same weight in the order in which the
// moves first occur in the games.
func (b *Builder) WriteTo(w io.Writer) (int64, error) {
	return writeMerged(w, b.store.sources(), maxGames, b.appendEntries)
}

// Close removes the temporary file, if there is one, and all games.
func (b *Builder) Close() error { return b.store.close() }

// keeps reports whether a move is part of the book.
func (b *Builder) keeps(t tally) bool {
	score := float64(t.weight) / float64(2*t.games)
	return t.weight > 0 && t.games >= b.MinGames && score >= b.MinScore/100
}

// maxGames is the number of games with a move at which the counts of its position are halved. It
// keeps the points within 16 bits.
const maxGames = 16384

// appendEntries appends the entries of a position.
func (b *Builder) appendEntries(entries []Entry, moves []tally) []Entry {
	for _, t := range moves {
		if !b.keeps(t) {
			continue
		}
		t.Weight, t.Learn = uint16(t.weight), 0
		if b.Uniform {
			t.Weight = 1
		}
		entries = append(entries, t.Entry)
	}
	return entries
}
