package domino

import (
	"fmt"
	"strings"

	"github.com/shakki/chess/games"
	"github.com/shakki/chess/internal/fault"
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

var ends = tabletop.Enum[End]("end", "start", "left", "right")

// String returns "start", "left", or "right".
func (e End) String() string { return ends.Text(e) }

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
	if m.Tile() == NoTile {
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

// An IllegalReason is the reason why a move is illegal. The zero value is [NoIllegalReason].
type IllegalReason uint8

// The reasons why a move is illegal.
const (
	NoIllegalReason IllegalReason = iota // the move is not illegal
	NoSuchMove                           // the value is not a move
	NotDealt                             // no tiles have been dealt, as in the zero Game
	GameOver                             // the round has ended
	NotHeld                              // the tile is not in the hand
	WrongEnd                             // the first tile has no end, and the others need one
	NoMatch                              // the tile does not match the open end
	HasMatch                             // a player with a matching tile must lay one
	StockNotEmpty                        // a player may pass only if the stock is empty
	StockEmpty                           // there is no tile to draw
)

var illegalReasons = tabletop.Enum[IllegalReason]("illegal reason",
	"none", "there is no such move", "no tiles have been dealt", "the round is over", "the tile is not in the hand",
	"wrong end", "the tile does not match", "the hand has a matching tile", "the stock is not empty",
	"the stock is empty",
)

// String returns the reason in words, such as "the stock is empty".
func (r IllegalReason) String() string { return illegalReasons.Text(r) }

// MarshalText implements [encoding.TextMarshaler] with the form of String.
func (r IllegalReason) MarshalText() ([]byte, error) { return illegalReasons.Marshal(r) }

// UnmarshalText implements [encoding.TextUnmarshaler] for the form of String.
func (r *IllegalReason) UnmarshalText(text []byte) error { return illegalReasons.Unmarshal(r, text) }

// A MoveError reports why a move is illegal, such as "B: pass: the hand has a matching tile (6-4)".
// It wraps [ErrIllegal].
type MoveError = games.MoveError[Player, Move, IllegalReason]

// ErrIllegal is the error that every [*MoveError] wraps.
var ErrIllegal = games.ErrIllegal

// Errors to compare with [errors.Is]. Every [*SetupError] wraps one of them.
var (
	ErrPlayers   = fault.New("want 2 to 5 players")
	ErrShuffle   = fault.New("invalid shuffle")
	ErrLead      = fault.New("the leader is not one of the players")
	ErrTarget    = fault.New("want a positive target")
	ErrPosition  = fault.New("no such position")
	ErrGameOpen  = fault.New("the last game is not over")
	ErrMatchOver = fault.New("the match is over")
)

// A SetupError reports why a position, a round, or a match cannot begin. Its Err
// is one of the errors above.
type SetupError = games.SetupError

// A ParseError reports text that is not the text form of a value. If the text of a game has an illegal
// move, its Err is a [*MoveError].
type ParseError = games.ParseError
