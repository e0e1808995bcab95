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

// A bitString reads or writes the bits of an ID. They are stored from the lowest bit of each byte on,
// and the bytes are written in base64.
type bitString struct {
	bytes []byte
	at    int
	bad   bool // a value did not fit, or the bits have ended
}

// readBits returns the bits of an ID that has n bytes.
func readBits(id string, n int) (b bitString, ok bool) {
	bytes, err := base64.RawStdEncoding.Strict().DecodeString(id)
	return bitString{bytes: bytes}, err == nil && len(bytes) == n
}

// put writes the lowest n bits of v.
func (b *bitString) put(v int64, n int) {
	b.bad = b.bad || v < 0 || v >= 1<<n
	for i := range n {
		if b.left() > 0 {
			b.bytes[b.at/8] |= byte(v>>i&1) << (b.at % 8)
		}
		b.at++
	}
}

// get reads n bits. The bits behind the end are 0.
func (b *bitString) get(n int) (v int64) {
	for i := range n {
		if b.left() > 0 {
			v |= int64(b.bytes[b.at/8]>>(b.at%8)&1) << i
		}
		b.at++
	}
	return v
}

// left returns how many bits are left. It is negative behind the end.
func (b *bitString) left() int { return 8*len(b.bytes) - b.at }

// String returns the bits in base64.
func (b *bitString) String() string { return base64.RawStdEncoding.EncodeToString(b.bytes) }

// ParsePosition parses a position ID of GNU Backgammon. It has 14 characters, such as
// "4HPwATDgc/ABMA" for the start position. ParsePosition accepts the same positions as
// [NewPosition]. The error is a [*ParseError].
func ParsePosition(s string) (Position, error) {
	if len(s) != idLen {
		return Position{}, tabletop.NewParseError("position", s, 1, "want a position ID of 14 characters")
	}
	if digits := strings.TrimLeft(s, base64Digits); digits != "" {
		return Position{}, tabletop.NewParseError("position", s, idLen-len(digits)+1, "not a base64 digit")
	}
	b, ok := readBits(s, idBytes)
	if !ok {
		return Position{}, tabletop.NewParseError("position", s, idLen, "the last digit has extra bits")
	}
	var opponent, own Checkers
	for _, c := range [...]*Checkers{&opponent, &own} {
		for n := 1; n <= Bar; n++ {
			for b.get(1) == 1 {
				c[n]++
			}
		}
	}
	if b.left() < 0 || b.get(b.left()) != 0 {
		return Position{}, tabletop.NewParseError("position", s, 1, "too many bits for the checkers of two players")
	}
	if why := checkersFault(own, opponent); why != "" {
		return Position{}, tabletop.NewParseError("position", s, 1, why)
	}
	return place(own, opponent), nil
}

const base64Digits = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/"

// String returns the position ID of GNU Backgammon, such as "4HPwATDgc/ABMA". Bits that do not fit
// are left out, which can happen only if After was called with an illegal move.
func (p Position) String() string {
	b := bitString{bytes: make([]byte, idBytes)}
	for _, c := range [...]Checkers{p.Opponent(), p.Own()} {
		for _, checkers := range c[1:] {
			for range checkers {
				b.put(1, 1)
			}
			b.put(0, 1)
		}
	}
	return b.String()
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

// The match ID of GNU Backgammon encodes a string of 67 bits. Each field has its lowest bit first,
// and the string is stored in nine bytes as that of the position ID. (Source: the manual of GNU
// Backgammon, "A technical description of the Match ID".) Light is player 0, and Dark is player 1.
const (
	matchIDLen   = 12
	matchIDBytes = 9

	cubeBits  = 4  // the number of doublings
	ownerBits = 2  // 0, 1, or 3 for a centered cube
	stateBits = 3  // 0 no game, 1 playing, 2 over, 3 resigned, 4 double dropped
	dieBits   = 3  // 0 before the roll
	scoreBits = 15 // also for the target
)

// idOwners and idStates are how a match ID says who owns the cube, and in which phase the game is.
var (
	idOwners = [...]int64{NoPlayer: 3, Light: 0, Dark: 1}
	idStates = [...]int64{Opening: 0, ToRoll: idPlaying, ToAnswer: idPlaying, ToMove: idPlaying, Over: 2}
)

const (
	idPlaying = 1
	idDropped = 4
)

// flag returns 1 if set, and else 0.
func flag(set bool) int64 {
	if set {
		return 1
	}
	return 0
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
	b := bitString{bytes: make([]byte, matchIDBytes)}
	b.put(int64(s.Cube.doublings), cubeBits)
	b.put(idOwners[s.Cube.owner], ownerBits)
	b.put(flag(s.Turn == Dark), 1)
	b.put(flag(s.Crawford), 1)
	b.put(idStates[s.Phase], stateBits)
	b.put(flag((s.Turn == Dark) != (s.Phase == ToAnswer)), 1) // who must decide
	b.put(flag(s.Phase == ToAnswer), 1)
	b.put(0, 2) // no resignation is offered
	b.put(int64(s.Roll/10), dieBits)
	b.put(int64(s.Roll%10), dieBits)
	b.put(s.Target, scoreBits)
	b.put(s.Light, scoreBits)
	b.put(s.Dark, scoreBits)
	b.put(1, 1) // without the Jacoby rule
	if b.bad {
		return "", &SetupError{Err: ErrSetup, Detail: "a number is too large for a match ID"}
	}
	return s.Position.String() + ":" + b.String(), nil
}

// parseID parses a position ID and a match ID with a colon between them.
func parseID(text string) (s Setup, err error) {
	if s.Position, err = ParsePosition(text[:idLen]); err != nil {
		return s, tabletop.Within(err, "setup", text, 0)
	}
	b, ok := readBits(text[idLen+1:], matchIDBytes)
	if !ok {
		return s, tabletop.NewParseError("setup", text, idLen+2, "want a match ID of 12 base64 digits")
	}
	who := [...]Player{Light, Dark}
	s.Cube.doublings = uint8(b.get(cubeBits))
	owner := slices.Index(idOwners[:], b.get(ownerBits))
	s.Turn = who[b.get(1)]
	s.Crawford = b.get(1) == 1
	state := b.get(stateBits)
	decides := who[b.get(1)]
	doubled := b.get(1) == 1
	resigned := b.get(2)
	die1, die2 := int(b.get(dieBits)), int(b.get(dieBits))
	s.Target, s.Light, s.Dark = b.get(scoreBits), b.get(scoreBits), b.get(scoreBits)
	b.get(1)                              // the Jacoby rule belongs to the rules
	roll, fault := rollOf(die1, die2), "" // 0 before the roll
	switch {
	case resigned != 0:
		fault = "a resignation has not been answered"
	case owner < 0 || state > idDropped || b.get(b.left()) != 0:
		fault = "no match ID has these bits"
	case roll != 0 && (!roll.IsValid() || doubled || state == idStates[Opening]):
		fault = fmt.Sprintf("the dice cannot be %d and %d", die1, die2)
	case state == idPlaying && (decides == s.Turn) == doubled:
		fault = "the wrong player must decide"
	}
	if fault != "" {
		return s, tabletop.NewParseError("setup", text, idLen+2, fault)
	}
	s.Cube.owner = Player(owner)
	s.setPhase(state, doubled, roll)
	return s, nil
}

// setPhase sets what a match ID says in its state, the flag of a double, and the dice.
func (s *Setup) setPhase(state int64, doubled bool, roll Roll) {
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
