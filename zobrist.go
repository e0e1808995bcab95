package chess

const (
	castlingKeys  = 768 // + 2*colour, + 1 for the queen's side
	enPassantKeys = 772 // + file
	turnKey       = 780 // White to move
)

// pieceKeys holds the key of each piece on each square. The row of NoPiece is
// zero, so that a capture and a quiet move hash alike.
var pieceKeys = func() (keys [16][64]uint64) {
	for _, c := range []Color{White, Black} {
		for t := Pawn; t <= King; t++ {
			// The format orders the kinds black pawn, white pawn, black knight, …
			kind := 2*int(t-Pawn) + int(c.Other())
			copy(keys[t.Of(c)][:], polyglotKeys[64*kind:])
		}
	}
	return keys
}()

// castlingKey returns the key of the rights to castle with the given rooks.
func (p *Position) castlingKey(rooks Bitboard) uint64 {
	var key uint64
	for rooks != 0 {
		rook := rooks.PopFirst()
		c := Color(rook >> 5) // a right's rook stands on its first rank
		i := castlingKeys + 2*int(c)
		if rook < p.King(c) {
			i++
		}
		key ^= polyglotKeys[i]
	}
	return key
}

// placementKey returns the key of the pieces, the castling rights and the side
// to move: all but the en passant square.
func (p *Position) placementKey() uint64 {
	key := p.castlingKey(p.Castling())
	for sq := range p.Occupied().Squares() {
		key ^= pieceKeys[p.PieceAt(sq)&15][sq&63]
	}
	if p.Turn() == White {
		key ^= polyglotKeys[turnKey]
	}
	return key
}

// enPassantKey returns the key of the file of the en passant square sq.
func enPassantKey(sq Square) uint64 { return polyglotKeys[enPassantKeys+int(sq&7)] }

// Hash returns the Zobrist key of p, made of Polyglot's published keys and kept
// up to date by every move. The en passant file counts only when a legal
// capture exists, so positions that are [Position.SamePosition] hash alike.
// The clocks do not count.
func (p *Position) Hash() uint64 { return p.hash }

// PolyglotKey returns the key under which Polyglot opening books file p. It
// differs from [Position.Hash] in one case: the en passant file counts
// whenever a pawn stands beside the one that made the double step, even if it
// may not capture.
func (p *Position) PolyglotKey() uint64 {
	if p.passed() == 0 || p.canCaptureEnPassant() || p.enPassantPawns() == 0 {
		return p.hash
	}
	return p.hash ^ enPassantKey(p.passed())
}
