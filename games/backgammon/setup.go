package backgammon

import (
	"fmt"
	"math/bits"
	"regexp"
	"slices"
	"strconv"
	"strings"

	"github.com/shakki/chess/internal/tabletop"
)

// A Player is one of the two players. The zero value is [NoPlayer].
type Player uint8

// The players are named after the colors of their checkers (vaalea and tumma on rule sheet S1).
const (
	NoPlayer Player = iota
	Light
	Dark
)

var players = tabletop.Enum[Player]("player", "nobody", "light", "dark")

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
func (p Player) String() string { return players.Text(p) }

// MarshalText implements [encoding.TextMarshaler] with the form of String.
func (p Player) MarshalText() ([]byte, error) { return players.Marshal(p) }

// UnmarshalText implements [encoding.TextUnmarshaler] for the form of String. The error is a
// [*ParseError].
func (p *Player) UnmarshalText(text []byte) error { return players.Unmarshal(p, text) }

// MaxDoublings is the number of times that the stake can be doubled in a game. Rule sheet S1 has no
// limit. This one ensures that the points of a backgammon, three times the stake, fit in an int64.
const MaxDoublings = 61

// A Cube is the doubling cube. It holds the stake of the game and the player who may offer the next
// double. The zero value is the cube of a new game, which is centered and has the stake 1.
type Cube struct {
	doublings uint8
	owner     Player
}

// NewCube returns a cube with the given stake, which is owned by a player or centered (NoPlayer).
// The error is a [*SetupError] if value is not a power of two from 1 to 2^[MaxDoublings].
func NewCube(value int64, owner Player) (Cube, error) {
	if value < 1 || value > 1<<MaxDoublings || value&(value-1) != 0 || owner > Dark {
		return Cube{}, &SetupError{Err: ErrSetup, Detail: fmt.Sprintf("no cube has the value %d and the owner %v", value, owner)}
	}
	return Cube{uint8(bits.TrailingZeros64(uint64(value))), owner}, nil
}

// Value returns the stake in points: 1, 2, 4, and so on.
func (c Cube) Value() int64 { return 1 << c.doublings }

// Owner returns the player who owns the cube and is the only one who may double. It returns
// NoPlayer if the cube is centered, so that both players may double.
func (c Cube) Owner() Player { return c.owner }

// cubeOwners are the words for the owner of a cube.
var cubeOwners = [...]string{NoPlayer: "centered", Light: "light", Dark: "dark"}

// String returns the stake and the owner, such as "1 centered" or "4 dark".
func (c Cube) String() string { return fmt.Sprintf("%d %s", c.Value(), cubeOwners[c.owner]) }

// parseCube parses the form that String returns.
func parseCube(s string) (Cube, error) {
	value, owner, _ := strings.Cut(s, " ")
	n, _ := strconv.ParseInt(value, 10, 64)
	if c, _ := NewCube(n, Player(slices.Index(cubeOwners[:], owner))); c.String() == s {
		return c, nil
	}
	return Cube{}, tabletop.NewParseError("cube", s, 1, "want a cube such as 1 centered or 4 dark")
}

// MarshalText implements [encoding.TextMarshaler] with the form of String.
func (c Cube) MarshalText() ([]byte, error) { return []byte(c.String()), nil }

// UnmarshalText implements [encoding.TextUnmarshaler] for the form of String. The error is a
// [*ParseError].
func (c *Cube) UnmarshalText(text []byte) error { return tabletop.Unmarshal(c, text, parseCube) }

// A Setup is the state of a game at one moment: the board, the dice, the cube, and the score of the
// match. A running game can be restored from it with [NewGameFrom]. The zero Setup has an empty
// board and is rejected there. To change a Setup, start with one from [Game.Setup] or [ParseSetup].
type Setup struct {
	Position Position // from the point of view of Turn
	Turn     Player   // the player on turn, who in ToAnswer has offered the double, or NoPlayer in the opening
	Phase    Phase    // which action is next
	Roll     Roll     // the roll to be played in the phase ToMove, or 0
	Cube     Cube     // without the double that has been offered in the phase ToAnswer
	Target   int64    // the number of points that wins the match, or 0 for no limit
	Light    int64    // the points of Light before this game
	Dark     int64    // the points of Dark before this game
	Crawford bool     // whether this is the game without the cube after a player needs only one more point
}

// fault returns the reason why no game has the setup s, or "" if a game can have it.
func (s Setup) fault() string {
	if why := checkersFault(s.Position.Own(), s.Position.Opponent()); why != "" {
		return why
	}
	switch {
	case s.Turn > Dark || (s.Turn == NoPlayer) != (s.Phase == Opening):
		return "only the opening has no player on turn"
	case s.Phase == Opening && s.Position != s.Position.swapped():
		return "an opening roll is due only if both players have the same position"
	case s.Phase > Over || (s.Phase == Over) != (s.Position.Win() != NoReason):
		return "the game is over when a player has borne off all checkers"
	case (s.Roll != 0) != (s.Phase == ToMove) || s.Roll != 0 && !s.Roll.IsValid():
		return "only a player who is to move has a roll"
	case s.Phase == ToAnswer && (s.Cube.owner == s.Turn.Other() || s.Crawford || s.Cube.doublings >= MaxDoublings):
		return "the double is not allowed"
	}
	return s.scoreFault()
}

// scoreFault is fault for the score of the match.
func (s Setup) scoreFault() string {
	needsOne := func(points int64) bool { return points == s.Target-1 }
	switch {
	case s.Target < 0 || s.Light < 0 || s.Dark < 0:
		return "the target and the score must not be negative"
	case s.Target > 0 && max(s.Light, s.Dark) >= s.Target:
		return "the match is over"
	case s.Crawford && (needsOne(s.Light) == needsOne(s.Dark) || s.Cube != Cube{}):
		return "in the Crawford game, one player needs one point, and the cube is not used"
	}
	return ""
}

// String returns the setup as text, such as "4HPwATDgc/ABMA light 31 2 dark 3:4/7". The parts are
// the position ID; the player on turn with "roll", "double", "over", or the roll to be played, or
// "opening" alone; the cube; the points of Light and Dark with the target if there is one; and
// "crawford" in the Crawford game.
func (s Setup) String() string {
	text := s.Position.String() + " "
	if s.Phase != Opening {
		text += s.Turn.String() + " "
	}
	word := phaseWords[min(s.Phase, Over)]
	if s.Phase == ToMove {
		word = s.Roll.String()
	}
	text += fmt.Sprintf("%s %v %d:%d", word, s.Cube, s.Light, s.Dark)
	if s.Target != 0 {
		text += fmt.Sprintf("/%d", s.Target)
	}
	if s.Crawford {
		text += " crawford"
	}
	return text
}

// ParseSetup parses the form that [Setup.String] returns, or a position ID and a match ID of GNU
// Backgammon with a colon between them, such as "4HPwATDgc/ABMA:cAkAAAAAAAAA" (see [Setup.ID]). The
// error is a [*ParseError].
func ParseSetup(text string) (Setup, error) {
	position, err := ParsePosition(text[:min(idLen, len(text))])
	if err != nil {
		return Setup{}, tabletop.Within(err, "setup", text, 0)
	}
	s := Setup{Position: position}
	if len(text) == idLen+1+matchIDLen && text[idLen] == ':' {
		err = s.readID(text)
	} else {
		err = s.read(text)
	}
	if why := s.fault(); err == nil && why != "" {
		err = tabletop.NewParseError("setup", text, 1, why)
	}
	if err != nil {
		return Setup{}, err
	}
	return s, nil
}

// setupText matches the text of a Setup: the position, the player on turn with a phase or a roll, the
// cube, the score, and the target.
var setupText = regexp.MustCompile(`^(\S+) (?:opening|(\S+) (\S+)) (\S+ \S+) (\d+):(\d+)(?:/(\d+))?( crawford)?$`)

// read reads the form that String returns, after the position. It does not check that a game can have the setup.
func (s *Setup) read(text string) error {
	if parts := setupText.FindStringSubmatch(text); parts != nil {
		s.Turn, _ = players.Parse(parts[2])
		if i := slices.Index(phaseWords[:], parts[3]); i > 0 {
			s.Phase = Phase(i)
		} else if parts[3] != "" {
			s.Phase = ToMove
			s.Roll, _ = parseRoll(parts[3])
		}
		s.Cube, _ = parseCube(parts[4])
		s.Light, _ = strconv.ParseInt(parts[5], 10, 64)
		s.Dark, _ = strconv.ParseInt(parts[6], 10, 64)
		s.Target, _ = strconv.ParseInt(parts[7], 10, 64)
		s.Crawford = parts[8] != ""
	}
	if at := tabletop.Difference(s.String(), text); at >= 0 {
		const form = "want a setup such as 4HPwATDgc/ABMA opening 1 centered 0:0, or 4HPwATDgc/ABMA light 31 2 dark 6:4/7 crawford"
		return tabletop.NewParseError("setup", text, at+1, form)
	}
	return nil
}

// phaseWords are the words for the phases in the text of a Setup, which has the roll for ToMove.
var phaseWords = [...]string{Opening: "opening", ToRoll: "roll", ToAnswer: "double", ToMove: "to move", Over: "over"}

// MarshalText implements [encoding.TextMarshaler] with the form of String. A Setup that no game can
// have, such as the zero Setup, has no text form.
func (s Setup) MarshalText() ([]byte, error) { return tabletop.Marshal("setup", s, s.fault() == "") }

// UnmarshalText implements [encoding.TextUnmarshaler] with [ParseSetup]. It does not change s on
// error.
func (s *Setup) UnmarshalText(text []byte) error { return tabletop.Unmarshal(s, text, ParseSetup) }
