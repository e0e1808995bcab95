package syzygy

import (
	"cmp"
	"strings"

	"github.com/shakki/chess"
)

// A material counts the pieces of a position without the kings, four bits for each kind: White's
// pawns in bits 0 to 3, then knights, bishops, rooks, and queens, and Black's from bit 20 on.
type material uint64

const halfBits = 20 // the bits of one color

// units holds the material of one piece of each kind. That of a king is 0.
var units = func() (units [16]material) {
	for kind := chess.Pawn; kind < chess.King; kind++ {
		for c := range chess.Color(2) {
			units[kind.Of(c)] = 1 << (4*uint(kind-chess.Pawn) + halfBits*uint(c))
		}
	}
	return units
}()

// materialOf returns the material of p, which must have at most MaxPieces pieces.
func materialOf(p *chess.Position) (m material) {
	for b := p.Occupied() &^ p.ByType(chess.King); b != 0; b &= b - 1 {
		m += units[p.PieceAt(b.First())&15]
	}
	return m
}

// mirrored returns m with the colors exchanged.
func (m material) mirrored() material { return m>>halfBits | m&(1<<halfBits-1)<<halfBits }

// count returns the number of pieces of the given kind, except kings.
func (m material) count(p chess.Piece) int {
	if p.Type() == chess.King {
		return 1
	}
	return int(m / units[p] & 15)
}

// pawns returns the numbers of White's and Black's pawns.
func (m material) pawns() (white, black int) {
	return m.count(chess.WhitePawn), m.count(chess.BlackPawn)
}

// pieces returns the number of all pieces with the kings.
func (m material) pieces() int {
	n := 2
	for ; m != 0; m >>= 4 {
		n += int(m & 15)
	}
	return n
}

// name returns the name of the table for m, the stronger side first: "KQvKR".
func (m material) name() string {
	white, black := m.side(chess.White), m.side(chess.Black)
	if stronger(m.mirrored(), m) {
		white, black = black, white
	}
	return white + "v" + black
}

// side returns the pieces of one color, such as "KQR".
func (m material) side(c chess.Color) string {
	var b strings.Builder
	for t := chess.King; t >= chess.Pawn; t-- {
		for range m.count(t.Of(c)) {
			b.WriteString(t.Of(chess.White).String())
		}
	}
	return b.String()
}

// stronger reports whether White has more in m than in n, a material with as many pieces: more
// pieces, or as many with a stronger first difference.
func stronger(m, n material) bool {
	m, n = m&(1<<halfBits-1), n&(1<<halfBits-1)
	return cmp.Or(cmp.Compare(m.pieces(), n.pieces()), cmp.Compare(m, n)) > 0
}

// parseMaterial returns the material that the name of a table such as "KQvKR" means. White is the
// side named first.
func parseMaterial(name string) (m material, ok bool) {
	white, black, _ := strings.Cut(name, "v")
	if len(white)+len(black) > MaxPieces {
		return 0, false
	}
	for c, side := range [...]string{white, black} {
		for _, letter := range []byte(side) {
			m += units[chess.PieceType(1+strings.IndexByte("PNBRQK", letter)).Of(chess.Color(c))]
		}
	}
	return m, m != 0 && name == m.side(chess.White)+"v"+m.side(chess.Black)
}
