package chess

// Where the keys that do not belong to pieces begin in Polyglot's table.
const (
	firstCastlingKey = 768 // + 2*color, + 1 for the queenside
	enPassantKeys    = 772 // + file
	turnKey          = 780 // White to move
)

// pieceKeys holds the key of each piece on each square. The row of NoPiece is zero.
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

// castlingKeys holds the keys of all sets of rights: White's kingside counts 1, White's queenside
// 2, Black's kingside 4, and Black's queenside 8.
var castlingKeys = func() (keys [16]uint64) {
	for rights := range keys {
		for i := range 4 {
			keys[rights] ^= uint64(rights>>i&1) * polyglotKeys[firstCastlingKey+i]
		}
	}
	return keys
}()

// enPassantKey returns the key of the file of the en passant square sq.
func enPassantKey(sq Square) uint64 { return polyglotKeys[enPassantKeys+int(sq&7)] }
