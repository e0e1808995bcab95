package backgammon

import (
	"fmt"

	"github.com/shakki/chess/internal/tabletop"
)

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

const (
	idCentered = 3
	idNoGame   = 0
	idPlaying  = 1
	idOver     = 2
	idDropped  = 4
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
	owner, state := int64(idCentered), int64(idPlaying)
	if s.Cube.owner != NoPlayer {
		owner = flag(s.Cube.owner == Dark)
	}
	switch s.Phase {
	case Opening:
		state = idNoGame
	case Over:
		state = idOver
	}
	decides := s.Turn // the player who must decide
	if s.Phase == ToAnswer {
		decides = s.Turn.Other()
	}
	b.put(int64(s.Cube.doublings), cubeBits)
	b.put(owner, ownerBits)
	b.put(flag(s.Turn == Dark), 1)
	b.put(flag(s.Crawford), 1)
	b.put(state, stateBits)
	b.put(flag(decides == Dark), 1)
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
	who, owners := [...]Player{Light, Dark}, [idCentered + 1]Player{Light, Dark}
	s.Cube.doublings = uint8(b.get(cubeBits))
	owner := b.get(ownerBits)
	s.Cube.owner = owners[owner]
	s.Turn = who[b.get(1)]
	s.Crawford = b.get(1) == 1
	state := b.get(stateBits)
	decides := who[b.get(1)]
	doubled := b.get(1) == 1
	resigned := b.get(2)
	die1, die2 := int(b.get(dieBits)), int(b.get(dieBits))
	s.Target, s.Light, s.Dark = b.get(scoreBits), b.get(scoreBits), b.get(scoreBits)
	b.get(1) // the Jacoby rule belongs to the rules
	rolled, fault := isDie(die1) && isDie(die2), ""
	switch {
	case resigned != 0:
		fault = "a resignation has not been answered"
	case owner == idCentered-1 || state > idDropped || b.get(b.left()) != 0:
		fault = "no match ID has these bits"
	case !rolled && die1+die2 != 0, rolled && (doubled || state == idNoGame):
		fault = fmt.Sprintf("the dice cannot be %d and %d", die1, die2)
	case state == idPlaying && (decides == s.Turn) == doubled:
		fault = "the wrong player must decide"
	}
	if fault != "" {
		return s, tabletop.NewParseError("setup", text, idLen+2, fault)
	}
	s.setPhase(state, doubled, rolled, die1, die2)
	return s, nil
}

// setPhase sets what a match ID says in its state, the flag of a double, and the dice.
func (s *Setup) setPhase(state int64, doubled, rolled bool, die1, die2 int) {
	switch {
	case state == idNoGame:
		s.Phase, s.Turn = Opening, NoPlayer
	case state != idPlaying:
		s.Phase = Over
	case doubled:
		s.Phase = ToAnswer
	case rolled:
		s.Phase, s.Roll = ToMove, rollOf(die1, die2)
	default:
		s.Phase = ToRoll
	}
}
