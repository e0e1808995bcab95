package backgammon

import "github.com/shakki/chess/internal/tabletop"

// A Player is one of the two players. The zero value is [NoPlayer].
type Player uint8

// The players are named after the colors of their checkers (vaalea and tumma on rule sheet S1).
const (
	NoPlayer Player = iota
	Light
	Dark
)

var players = tabletop.Enum[Player]{"nobody", "light", "dark"}

// Other returns the opponent of p, or NoPlayer if p is NoPlayer.
func (p Player) Other() Player {
	if !p.IsValid() {
		return NoPlayer
	}
	return Light + Dark - p
}

// IsValid reports whether p is Light or Dark.
func (p Player) IsValid() bool { return p == Light || p == Dark }

// String returns "light", "dark", or "nobody" for NoPlayer.
func (p Player) String() string { return players.String(p) }

// MarshalText implements [encoding.TextMarshaler] with the form of String.
func (p Player) MarshalText() ([]byte, error) { return players.Marshal(p) }

// UnmarshalText implements [encoding.TextUnmarshaler] for the form of String. The error is a
// [*ParseError].
func (p *Player) UnmarshalText(text []byte) error { return players.Unmarshal(p, text) }
