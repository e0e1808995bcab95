package backgammon

import (
	"fmt"
	"strings"

	"github.com/shakki/chess/internal/tabletop"
)

// A Phase says which action is next in a game. The zero value is [Opening].
type Phase uint8

// The phases.
const (
	Opening  Phase = iota // each player throws one die ([Game.Open])
	ToRoll                // the player on turn rolls or doubles ([Game.Roll] or [Game.Double])
	ToAnswer              // the other player answers a double ([Game.Take] or [Game.Drop])
	ToMove                // the player on turn plays the roll ([Game.Play])
	Over                  // the game is over
)

var phases = tabletop.Enum[Phase]("phase", "opening", "to roll", "to answer", "to move", "over")

// String returns the name of p, such as "to roll".
func (p Phase) String() string { return phases.Text(p) }

// MarshalText implements [encoding.TextMarshaler] with the form of String.
func (p Phase) MarshalText() ([]byte, error) { return phases.Marshal(p) }

// UnmarshalText implements [encoding.TextUnmarshaler] for the form of String.
func (p *Phase) UnmarshalText(text []byte) error { return phases.Unmarshal(p, text) }

// tasks describe what must happen in each phase before anything else.
var tasks = [...]string{
	"the opening dice have not been thrown",
	"the dice have not been rolled",
	"a double has not been answered",
	"a roll has not been played",
	"the game is over",
}

// An Action is an action of a player in a game. The zero value is [ActOpen].
type Action uint8

// The actions.
const (
	ActOpen   Action = iota // each player throws one die
	ActRoll                 // roll the dice
	ActPlay                 // play the roll
	ActDouble               // offer a double
	ActTake                 // accept a double
	ActDrop                 // reject a double
	ActResign               // give up the game
)

var actions = tabletop.Enum[Action]("action", "open", "roll", "play", "double", "take", "drop", "resign")

// String returns the name of a, such as "roll".
func (a Action) String() string { return actions.Text(a) }

// MarshalText implements [encoding.TextMarshaler] with the form of String.
func (a Action) MarshalText() ([]byte, error) { return actions.Marshal(a) }

// UnmarshalText implements [encoding.TextUnmarshaler] for the form of String.
func (a *Action) UnmarshalText(text []byte) error { return actions.Unmarshal(a, text) }

// An Event is an action that has taken place in a game.
type Event struct {
	Action Action `json:"action"` // the action
	Player Player `json:"player"` // the player who acted, or for ActOpen the player who begins
	Roll   Roll   `json:"roll"`   // the roll, for ActOpen, ActRoll, and ActPlay
	Move   Move   `json:"move"`   // the move, for ActPlay
	Reason Reason `json:"reason"` // what is resigned, for ActResign: Single, Gammon, or Backgammon
}

// String returns text such as "light: open 31", "light: play 31: 8/5 6/5", "dark: double", or
// "dark: resign gammon".
func (e Event) String() string {
	text := fmt.Sprintf("%v: %v", e.Player, e.Action)
	switch e.Action {
	case ActOpen, ActRoll:
		return fmt.Sprintf("%s %v", text, e.Roll)
	case ActPlay:
		return fmt.Sprintf("%s %v: %v", text, e.Roll, e.Move)
	case ActResign:
		return fmt.Sprintf("%s %v", text, e.Reason)
	}
	return text
}

// parseEvent parses the form that String returns. Case does not matter in moves.
func parseEvent(s string) (e Event, err error) {
	player, rest, _ := strings.Cut(s, ": ")
	action, rest, _ := strings.Cut(rest, " ")
	roll, move, _ := strings.Cut(rest, ": ")
	at := len(s) - len(rest)
	e.Player, _ = players.Parse(player)
	e.Action, _ = actions.Parse(action)
	switch e.Action {
	case ActOpen, ActRoll, ActPlay:
		e.Roll, err = parseRoll(roll)
	case ActResign:
		e.Reason, err = reasons.Parse(rest)
	}
	if err == nil && e.Action == ActPlay {
		at = len(s) - len(move)
		e.Move, err = ParseMove(move)
	}
	switch differs := tabletop.Difference(e.String(), s); {
	case e.Player == NoPlayer:
		err = tabletop.NewParseError("event", s, 1, "want a player and an action, such as light: roll 31")
	case err != nil:
		err = tabletop.Within(err, "event", s, at)
	case differs >= 0:
		err = tabletop.NewParseError("event", s, differs+1, fmt.Sprintf("want %q here", e.String()[differs:]))
	}
	return e, err
}

// isValid reports whether the text of e has all of e, so that it reads back equal.
func (e Event) isValid() bool {
	back, err := parseEvent(e.String())
	return err == nil && back == e
}

// MarshalText implements [encoding.TextMarshaler] with the form of String.
func (e Event) MarshalText() ([]byte, error) { return tabletop.Marshal("event", e, e.isValid()) }

// UnmarshalText implements [encoding.TextUnmarshaler] for the form of String. The error is a
// [*ParseError].
func (e *Event) UnmarshalText(text []byte) error { return tabletop.Unmarshal(e, text, parseEvent) }
