package domino

import "fmt"

// An End says where a tile is laid. The zero value is [Start].
type End uint8

// The ends.
const (
	Start End = iota // the empty table: the lead
	Left
	Right
)

// String returns "start", "left" or "right".
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

// A Move is a tile laid at an end, a draw or a pass. The zero value is
// [NoMove].
type Move uint8

// The moves without a tile. Those with one come from [Lay].
const (
	NoMove Move = iota // no move at all; never legal
	Draw               // take the next tile of the stock; the turn stays
	Pass               // leave the turn to the next player
	firstLay
)

const moveCount = firstLay + 3*Tiles

// Lay returns the move that lays t at e, NoMove if either is invalid.
func Lay(t Tile, e End) Move {
	if !t.IsValid() || e > Right {
		return NoMove
	}
	return firstLay + 3*Move(t) + Move(e)
}

// ParseMove parses the form that [Move.String] writes, the higher end of the
// tile first: "6-6" leads, "6-4 left" and "6-4 right" lay at an end; "draw";
// "pass". The error is a [*ParseError].
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

// IsValid reports whether m is a move: not NoMove, and not out of range.
func (m Move) IsValid() bool { return m != NoMove && m < moveCount }

// Tile returns the tile that m lays, NoTile if it lays none.
func (m Move) Tile() Tile {
	if m < firstLay || m >= moveCount {
		return NoTile
	}
	return Tile((m - firstLay) / 3)
}

// End returns the end at which m lays a tile, Start if it lays none.
func (m Move) End() End {
	if m < firstLay || m >= moveCount {
		return Start
	}
	return End((m - firstLay) % 3)
}

// String returns the tile and its end, such as "6-4 left", the tile alone when
// it leads, "draw" or "pass"; "none" for NoMove.
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

// AppendText implements [encoding.TextAppender] with the form of
// [Move.String]. NoMove has no text form: the error is a [*ParseError].
func (m Move) AppendText(b []byte) ([]byte, error) {
	return appendValid(b, m.IsValid(), "move", m)
}

// MarshalText implements [encoding.TextMarshaler].
func (m Move) MarshalText() ([]byte, error) { return m.AppendText(nil) }

// UnmarshalText implements [encoding.TextUnmarshaler] with [ParseMove]; m
// stays as it is on error.
func (m *Move) UnmarshalText(text []byte) error { return unmarshal(m, text, ParseMove) }
