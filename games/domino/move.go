package domino

import (
	"fmt"
	"strings"

	"github.com/shakki/chess/internal/tabletop"
)

// An End is the end of the line at which a tile is laid. The zero value is [Start].
type End uint8

// The ends.
const (
	Start End = iota // the empty table
	Left             // the left end
	Right            // the right end
)

var ends = tabletop.Enum[End]{"start", "left", "right"}

// String returns "start", "left", or "right".
func (e End) String() string { return ends.String(e) }

// MarshalText implements [encoding.TextMarshaler] with the form of String.
func (e End) MarshalText() ([]byte, error) { return ends.Marshal(e) }

// UnmarshalText implements [encoding.TextUnmarshaler] for the form of String.
func (e *End) UnmarshalText(text []byte) error { return ends.Unmarshal(e, text) }

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

// ParseMove parses a move: "draw", "pass", the first tile such as "6-6", or a tile and an end such
// as "6-4 left". Case does not matter, and the ends of a tile may be in either order. [Move.String]
// returns the form with the higher end first. The error is a [*ParseError].
func ParseMove(s string) (Move, error) {
	switch tabletop.Lower(s) {
	case "draw":
		return Draw, nil
	case "pass":
		return Pass, nil
	}
	name, end, more := strings.Cut(s, " ")
	laid, err := parseLaid(name)
	e, _ := ends.Parse(tabletop.Lower(end)) // Start if there is none
	switch {
	case err != nil:
		return NoMove, tabletop.NewParseError("move", s, 1, "want draw, pass, or a tile such as 6-4 left")
	case more && e == Start:
		return NoMove, tabletop.NewParseError("move", s, len(name)+2, "want left or right")
	}
	return Lay(laid.Tile(), e), nil
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

// String returns "draw", "pass", or the tile and its end, such as "6-4 left". For the first tile of
// a round, it returns only the tile. It returns "none" for NoMove.
func (m Move) String() string {
	switch {
	case m < firstLay:
		return [...]string{NoMove: "none", Draw: "draw", Pass: "pass"}[m]
	case m >= moveCount:
		return fmt.Sprintf("Move(%d)", uint8(m))
	case m.End() == Start:
		return m.Tile().String()
	}
	return m.Tile().String() + " " + m.End().String()
}

// MarshalText implements [encoding.TextMarshaler] with the form of String.
func (m Move) MarshalText() ([]byte, error) { return tabletop.Marshal("move", m, m.IsValid()) }

// UnmarshalText implements [encoding.TextUnmarshaler] with [ParseMove]. It does not change m on
// error.
func (m *Move) UnmarshalText(text []byte) error { return tabletop.Unmarshal(m, text, ParseMove) }
