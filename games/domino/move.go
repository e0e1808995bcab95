package domino

import "fmt"

// An End is the end of the line at which a tile is laid. The zero value is [Start].
type End uint8

// The ends.
const (
	Start End = iota // the empty table
	Left             // the left end
	Right            // the right end
)

// String returns "start", "left", or "right".
func (e End) String() string {
	switch e {
	case Start:
		return "start"
	case Left:
		return "left"
	case Right:
		return "right"
	}
	return fmt.Sprintf("End(%d)", uint8(e))
}

// A Move is a tile laid at an end, a draw, or a pass. The zero value is [NoMove].
type Move uint8

// The moves without a tile. [Lay] returns the moves that lay a tile.
const (
	NoMove Move = iota // no move, which is never legal
	Draw               // take the next tile of the stock and remain the player to move
	Pass               // end the turn without laying a tile
	firstLay
)

const moveCount = firstLay + 3*Tiles

// Lay returns the move that lays t at e. It returns NoMove if t or e is not valid.
func Lay(t Tile, e End) Move {
	if !t.IsValid() || e > Right {
		return NoMove
	}
	return firstLay + 3*Move(t) + Move(e)
}

// ParseMove parses a move in the form that [Move.String] returns: "draw", "pass", the
// first tile such as "6-6", or a tile and an end such as "6-4 left" or "6-4 right". The
// higher end of a tile comes first. On failure, the error is a [*ParseError].
func ParseMove(s string) (Move, error) {
	switch s {
	case "draw":
		return Draw, nil
	case "pass":
		return Pass, nil
	}
	r := reader{kind: "move", text: s}
	t, e := r.tile(), Start
	if r.skip(' ') {
		e = r.end()
	}
	return finish(&r, Lay(t, e), NoMove)
}

// IsValid reports whether m is Draw, Pass, or a move that lays a tile.
func (m Move) IsValid() bool { return m != NoMove && m < moveCount }

// Tile returns the tile that m lays, or NoTile if m does not lay a tile.
func (m Move) Tile() Tile {
	if m < firstLay || m >= moveCount {
		return NoTile
	}
	return Tile((m - firstLay) / 3)
}

// End returns the end at which m lays a tile, or Start if m does not lay a tile.
func (m Move) End() End {
	if m < firstLay || m >= moveCount {
		return Start
	}
	return End((m - firstLay) % 3)
}

// String returns "draw", "pass", or the tile and its end, such as "6-4 left". For the
// first tile of a round, it returns only the tile. It returns "none" for NoMove.
func (m Move) String() string {
	switch {
	case m == NoMove:
		return "none"
	case m == Draw:
		return "draw"
	case m == Pass:
		return "pass"
	case m >= moveCount:
		return fmt.Sprintf("Move(%d)", uint8(m))
	case m.End() == Start:
		return m.Tile().String()
	}
	return m.Tile().String() + " " + m.End().String()
}

// AppendText implements [encoding.TextAppender]. The text is the same as the result
// of [Move.String]. If m is not valid, the error is a [*ParseError].
func (m Move) AppendText(b []byte) ([]byte, error) {
	return appendValid(b, m.IsValid(), "move", m)
}

// MarshalText implements [encoding.TextMarshaler].
func (m Move) MarshalText() ([]byte, error) { return m.AppendText(nil) }

// UnmarshalText implements [encoding.TextUnmarshaler] using [ParseMove]. It does not
// change m on error.
func (m *Move) UnmarshalText(text []byte) error { return unmarshal(m, text, ParseMove) }
