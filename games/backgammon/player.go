package backgammon

import "fmt"

// A Player is one of the two players. The zero value is [NoPlayer].
type Player uint8

// The players are named after the colors of their checkers (vaalea and tumma on rule sheet
// S1).
const (
	NoPlayer Player = iota
	Light
	Dark
)

var playerNames = [...]string{"nobody", "light", "dark"}

// ParsePlayer parses "light" or "dark", or "nobody" for NoPlayer. On failure, the error is
// a [*ParseError].
func ParsePlayer(s string) (Player, error) {
	for p, name := range playerNames {
		if s == name {
			return Player(p), nil
		}
	}
	return NoPlayer, &ParseError{"player", s, 1, "want light, dark, or nobody"}
}

// Other returns the opponent of p, or NoPlayer if p is NoPlayer.
func (p Player) Other() Player {
	switch p {
	case Light:
		return Dark
	case Dark:
		return Light
	}
	return NoPlayer
}

// IsValid reports whether p is Light or Dark.
func (p Player) IsValid() bool { return p == Light || p == Dark }

// String returns "light", "dark", or "nobody" for NoPlayer.
func (p Player) String() string {
	if int(p) >= len(playerNames) {
		return fmt.Sprintf("Player(%d)", uint8(p))
	}
	return playerNames[p]
}

// AppendText implements [encoding.TextAppender]. The text is the same as the result of
// [Player.String].
func (p Player) AppendText(b []byte) ([]byte, error) {
	if int(p) >= len(playerNames) {
		return b, &ParseError{"player", p.String(), 1, "not a player"}
	}
	return append(b, playerNames[p]...), nil
}

// MarshalText implements [encoding.TextMarshaler].
func (p Player) MarshalText() ([]byte, error) { return p.AppendText(nil) }

// UnmarshalText implements [encoding.TextUnmarshaler] using [ParsePlayer]. It does not
// change p on error.
func (p *Player) UnmarshalText(text []byte) error { return unmarshal(p, text, ParsePlayer) }
