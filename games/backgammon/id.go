package backgammon

import (
	"encoding/base64"
	"fmt"
	"slices"
	"strings"

	"github.com/shakki/chess/internal/tabletop"
)

// Lengths of the position ID of GNU Backgammon, which encodes a string of 80 bits. For each point
// from 1 to 24 and then for the bar, the string has a one for every checker, followed by a zero.
// The checkers of the opponent come first, then those of the player on roll, each in the numbering
// of their owner. The remaining bits are zero. (The manual of GNU Backgammon says that the player on
// roll comes first, but the program puts the opponent first.)
const (
	idLen   = 14
	idBytes = 10
)

// encodeBits returns the ID with the given bits, such as "1101", in n bytes. They are stored from the
// lowest bit of each byte on, and the bytes are written in base64. Bits that do not fit are left out.
func encodeBits(bits string, n int) string {
	id := make([]byte, n)
	for i := range min(len(bits), 8*n) {
		id[i/8] |= (bits[i] - '0') << (i % 8)
	}
	return base64.RawStdEncoding.EncodeToString(id)
}

// decodeBits returns the bits of an ID, which are fewer if it is not one.
func decodeBits(id string) string {
	var bits strings.Builder
	bytes, _ := base64.RawStdEncoding.DecodeString(id)
	for _, b := range bytes {
		for i := range 8 {
			bits.WriteByte('0' + b>>i&1)
		}
	}
	return bits.String()
}

// ParsePosition parses a position ID of GNU Backgammon. It has 14 characters, such as
// "4HPwATDgc/ABMA" for the start position. ParsePosition accepts the same positions as
// [NewPosition]. The error is a [*ParseError].
func ParsePosition(s string) (Position, error) {
	var opponent, own Checkers
	counts := strings.Split(decodeBits(s), "0")
	if len(counts) > 2*Bar {
		for n := range Bar {
			opponent[1+n], own[1+n] = len(counts[n]), len(counts[Bar+n])
		}
	}
	p, why := place(own, opponent), checkersFault(own, opponent)
	if why == "" && p.String() != s || len(counts) <= 2*Bar {
		why = "want a position ID of 14 base64 digits"
	}
	if why != "" {
		return Position{}, tabletop.NewParseError("position", s, 1, why)
	}
	return p, nil
}

// String returns the position ID of GNU Backgammon, such as "4HPwATDgc/ABMA". Bits that do not fit
// are left out, which can happen only if After was called with an illegal move.
func (p Position) String() string {
	bits := ""
	for _, c := range [...]Checkers{p.Opponent(), p.Own()} {
		for _, checkers := range c[1:] {
			bits += strings.Repeat("1", checkers) + "0"
		}
	}
	return encodeBits(bits, idBytes)
}

// MarshalText implements [encoding.TextMarshaler] with the form of String. The zero Position has no
// text form.
func (p Position) MarshalText() ([]byte, error) {
	return tabletop.Marshal("position", p, p != Position{})
}

// UnmarshalText implements [encoding.TextUnmarshaler] with [ParsePosition]. It does not change p on
// error.
func (p *Position) UnmarshalText(text []byte) error {
	return tabletop.Unmarshal(p, text, ParsePosition)
}

// The match ID of GNU Backgammon encodes a string of 67 bits. Each field has its lowest bit first.
// (Source: the manual of GNU Backgammon, "A technical description of the Match ID".) Light is player
// 0, and Dark is player 1.
const (
	matchIDLen   = 12
	matchIDBytes = 9
)

// matchIDFields is the format of the bits in reverse: five unused bits, the absence of the Jacoby rule,
// the points of Dark and of Light, the target, the smaller and the larger number of the roll, what is
// resigned, whether a double is offered, who must decide, the state of the game, whether this is the
// Crawford game, who is on turn, who owns the cube, and how often it has been doubled.
const matchIDFields = "%05b%01b%015b%015b%015b%03b%03b%02b%01b%01b%03b%01b%01b%02b%04b"

// idOwners and idStates are how a match ID says who owns the cube, and in which phase the game is.
var (
	idOwners = [...]int{NoPlayer: 3, Light: 0, Dark: 1}
	idStates = [...]int{Opening: 0, ToRoll: idPlaying, ToAnswer: idPlaying, ToMove: idPlaying, Over: 2}
)

const (
	idPlaying = 1
	idDropped = 4 // 3 is a resignation
)

// flag is how a match ID says yes or no.
var flag = map[bool]int{true: 1, false: 0}

// reversed returns bits in the opposite order.
func reversed(bits string) string {
	b := []byte(bits)
	slices.Reverse(b)
	return string(b)
}

// ID returns the position ID and the match ID of GNU Backgammon with a colon between them, such as
// "4HPwATDgc/ABMA:cAkAAAAAAAAA". GNU Backgammon reads it with "set gnubgid". In it, Light is player
// 0 and Dark is player 1, and the Jacoby rule is off, because it belongs to the [Rules]. ID returns
// a [*SetupError] if no game can have the setup, or if a number is too large: the cube may have the
// value 32768 at most, and scores and targets may be 32767 at most.
func (s Setup) ID() (string, error) {
	if why := s.fault(); why != "" {
		return "", &SetupError{Err: ErrSetup, Detail: why}
	}
	turn, doubled := s.Turn == Dark, s.Phase == ToAnswer
	bits := fmt.Sprintf(matchIDFields, 0, 1, s.Dark, s.Light, s.Target, s.Roll.Low(), s.Roll.High(), 0, flag[doubled],
		flag[turn != doubled], idStates[s.Phase], flag[s.Crawford], flag[turn], idOwners[s.Cube.owner], s.Cube.doublings)
	if len(bits) > 8*matchIDBytes {
		return "", &SetupError{Err: ErrSetup, Detail: "a number is too large for a match ID"}
	}
	return s.Position.String() + ":" + encodeBits(reversed(bits), matchIDBytes), nil
}

// readID reads the match ID in a text that begins with a position ID and a colon.
func (s *Setup) readID(text string) error {
	bits := decodeBits(text[idLen+1:])
	if encodeBits(bits, matchIDBytes) != text[idLen+1:] {
		return tabletop.NewParseError("setup", text, idLen+2, "want a match ID of 12 base64 digits")
	}
	var unused, noJacoby, low, high, resigned, doubled, decides, state, crawford, turn, owner int
	_, _ = fmt.Sscanf(reversed(bits), matchIDFields, &unused, &noJacoby, &s.Dark, &s.Light, &s.Target, &low, &high, &resigned,
		&doubled, &decides, &state, &crawford, &turn, &owner, &s.Cube.doublings)
	roll := rollOf(high, low) // 0 before the roll
	owner = slices.Index(idOwners[:], owner)
	switch {
	case resigned != 0:
		return tabletop.NewParseError("setup", text, idLen+2, "a resignation has not been answered")
	case unused != 0 || owner < 0 || state > idDropped,
		roll != 0 && (!roll.IsValid() || doubled == 1 || state == idStates[Opening]),
		state == idPlaying && decides != turn^doubled:
		return tabletop.NewParseError("setup", text, idLen+2, "no game has this match ID")
	}
	s.Turn, s.Crawford, s.Cube.owner = Light+Player(turn), crawford == 1, Player(owner)
	s.setPhase(state, doubled == 1, roll)
	return nil
}

// setPhase sets what a match ID says in its state, the flag of a double, and the dice.
func (s *Setup) setPhase(state int, doubled bool, roll Roll) {
	switch {
	case state == idStates[Opening]:
		s.Turn = NoPlayer
	case state != idPlaying:
		s.Phase = Over
	case doubled:
		s.Phase = ToAnswer
	case roll != 0:
		s.Phase, s.Roll = ToMove, roll
	default:
		s.Phase = ToRoll
	}
}
