package backgammon

import (
	"iter"
	"strings"

	"github.com/shakki/chess/internal/tabletop"
)

// A Game is a game of backgammon: the setup in which it started and the events since then. The zero
// Game begins with the opening by rule sheet S1. A Game must not be copied after first use, which
// go vet reports. Use [Game.Clone]. Methods that only read may be called concurrently.
//
// Each player has fifteen checkers, and the player who first bears off all of them wins. Light and
// Dark move in opposite directions over 24 points. In the opening, each player throws one die, and
// the player with the higher number begins and plays both numbers. A checker moves by the number on
// a die to a point that is empty, has checkers of the same player, or has a single enemy checker,
// which is hit and goes to the bar. A double is played four times. A player must use as many
// numbers as possible, and the larger one if only one of the two can be used. Checkers on the bar
// must enter before others move. Checkers are borne off when all fifteen are in the home board.
// [Rules] tells where the sheet and the common rules differ, such as when bearing off.
//
// Before rolling, a player may offer to double the stake. A player who drops loses the current
// stake. A player who takes plays on for twice the stake and owns the cube. If the loser has not
// borne off any checker, the game counts double (gammon), and it counts triple if the loser also
// has a checker on the bar or in the winner's home board (backgammon).
type Game struct {
	game tabletop.Game[state, Event, *state, *Event]
}

// NewGame returns a game that begins with the opening by rule sheet S1. The zero Game is the same
// game.
func NewGame() *Game { return new(Game) }

// NewGameFrom returns a game that starts from the given setup, by the given rules. The error is a
// [*SetupError] if no game can have the setup.
func NewGameFrom(start Setup, rules Rules) (*Game, error) {
	s, err := newState(start, rules)
	if err != nil {
		return nil, err
	}
	return ParseGame(tabletop.Text(tabletop.GameText, s.String(), []Event{}))
}

// ParseGame parses the form that [Game.String] returns. Case does not matter in moves, and a
// newline may follow. The error is a [*ParseError].
func ParseGame(s string) (*Game, error) { return tabletop.Parse[Game](s) }

// Clone returns an independent copy of g.
func (g *Game) Clone() *Game { return &Game{g.game.Copy()} }

// now returns the current state.
func (g *Game) now() state { return g.game.Position().begun() }

// A state is the state of a game between two events. The zero state is the start of the zero Game.
type state struct {
	Setup
	rules   Rules
	outcome Outcome
}

// newState returns the state with the given setup and rules.
func newState(start Setup, rules Rules) (state, error) {
	if why := start.fault(); why != "" {
		return state{}, &SetupError{Err: ErrSetup, Detail: why}
	}
	if start.Phase == ToAnswer && rules.NoCube {
		return state{}, &SetupError{Err: ErrNoCube}
	}
	s := state{Setup: start, rules: rules}
	if s.Phase == Over {
		s.win(s.Turn.Other(), s.Position.Win(), s.Position.Win())
	}
	return s, nil
}

// begun returns s with the position at the start of a game if s is the zero state.
func (s state) begun() state {
	if s == (state{}) {
		s.Position = startPosition
	}
	return s
}

// String returns the rules and the setup, such as "S1: 4HPwATDgc/ABMA opening 1 centered 0:0".
func (s state) String() string { return s.rules.String() + ": " + s.begun().setup().String() }

// MarshalText returns the form of String.
func (s state) MarshalText() ([]byte, error) { return []byte(s.String()), nil }

// UnmarshalText parses the form of String.
func (s *state) UnmarshalText(text []byte) error {
	name, setup, ok := strings.Cut(string(text), ": ")
	rules, err := parseRules(name)
	if err != nil || !ok {
		return tabletop.NewParseError("game", string(text), 1, "want the rules, such as S1 or common, and a colon")
	}
	start, err := ParseSetup(setup)
	if err != nil {
		return tabletop.Within(err, "game", string(text), len(name)+len(": "))
	}
	*s, err = newState(start, rules)
	return err
}

// win ends the game. The stake is multiplied by the factor of the reason by, which is reason except
// for a resignation.
func (s *state) win(winner Player, reason, by Reason) {
	factor := factors[by]
	if s.rules.Jacoby && s.Cube.doublings == 0 && (reason == Gammon || reason == Backgammon) {
		factor, reason = 1, Single
	}
	s.Phase, s.Roll = Over, 0
	s.outcome = Outcome{Result(winner), reason, s.Cube.Value() * factor}
}

// needs holds the phase in which each action is possible. A player may resign in more.
var needs = [...]Phase{
	ActOpen: Opening, ActRoll: ToRoll, ActPlay: ToMove, ActDouble: ToRoll, ActTake: ToAnswer, ActDrop: ToAnswer,
	ActResign: ToMove,
}

// act performs the action of e and adds the event.
func (g *Game) act(e Event) error {
	next := g.now()
	err := next.act(&e)
	if err == nil {
		g.game.Add(e, next)
	}
	return err
}

// Play performs the action of e, which must have the player and the roll of the game.
func (s *state) Play(e Event) error {
	complete := e
	err := s.act(&complete)
	if err == nil && complete != e {
		err = tabletop.NewParseError("event", e.String(), 1, "does not fit the game, want "+complete.String())
	}
	return err
}

// act performs the action of e. The player and the roll of e become those of the game, except where
// an action chooses them.
func (s *state) act(e *Event) error {
	phase, player := s.Phase, s.Turn
	switch {
	case e.Action == ActResign:
		player = e.Player
	case needs[e.Action] == ToAnswer:
		player = s.Turn.Other()
	}
	if e.Action != ActOpen {
		e.Player = player
	}
	err := ErrNotNow
	switch {
	case phase == Over:
		err = ErrGameOver
	case phase == needs[e.Action] || e.Action == ActResign && phase != ToAnswer:
		err = s.apply(e)
	}
	if _, isMove := err.(*MoveError); err == nil || isMove {
		return err
	}
	return &ActionError{Action: e.Action, Player: player, Phase: phase, Err: err}
}

// apply changes the state by e, for which the phase is right. It returns one of the errors that an
// ActionError wraps if the action is not allowed, or a *MoveError.
func (s *state) apply(e *Event) error {
	switch e.Action {
	case ActOpen:
		switch {
		case !e.Roll.IsValid():
			return ErrDie
		case e.Roll.IsDouble():
			return ErrEqualDice
		}
		s.Turn, s.Phase, s.Roll = e.Player, ToMove, e.Roll
	case ActRoll:
		if !e.Roll.IsValid() {
			return ErrRoll
		}
		s.Phase, s.Roll = ToMove, e.Roll
	case ActPlay:
		return s.play(e)
	case ActDouble:
		s.Phase = ToAnswer
		return s.cubeError()
	case ActTake:
		s.Phase, s.Cube = ToRoll, Cube{s.Cube.doublings + 1, e.Player}
	case ActDrop:
		s.win(s.Turn, Dropped, Dropped)
	case ActResign:
		if e.Reason < Single || e.Reason > Backgammon || !e.Player.IsValid() {
			return ErrResign
		}
		s.win(e.Player.Other(), Resignation, e.Reason)
	}
	return nil
}

// play plays the move of e.
func (s *state) play(e *Event) error {
	m, err := s.rules.find(&s.Position, e.Move, s.Roll)
	if err != nil {
		err.Player = s.Turn
		return err
	}
	e.Move, e.Roll = m, s.Roll
	s.Position = s.Position.After(m)
	s.Turn, s.Phase, s.Roll = s.Turn.Other(), ToRoll, 0
	if reason := s.Position.Win(); reason != NoReason {
		s.win(e.Player, reason, reason)
	}
	return nil
}

// Open begins the game with the numbers that Light and Dark have thrown, each with one die. The
// player with the higher number begins, and both numbers are the first roll (rule sheet S1). The
// error is an [*ActionError]. If the numbers are equal, it wraps [ErrEqualDice], and both players
// must throw again.
func (g *Game) Open(light, dark int) error {
	e := Event{Action: ActOpen, Player: Light}
	if dark > light {
		e.Player = Dark
	}
	e.Roll, _ = NewRoll(light, dark)
	return g.act(e)
}

// Roll sets the roll of the player on turn. The error is an [*ActionError].
func (g *Game) Roll(roll Roll) error { return g.act(Event{Action: ActRoll, Roll: roll}) }

// Play plays m for the roll of the player on turn. The error is an [*ActionError] if there is no
// roll to play, or a [*MoveError] if m is illegal.
func (g *Game) Play(m Move) error { return g.act(Event{Action: ActPlay, Move: m}) }

// PlayText parses a move as [Position.ParseMove] does and plays it. The error is an [*ActionError],
// a [*ParseError], or a [*MoveError].
func (g *Game) PlayText(s string) error {
	now := g.now()
	m, err := now.rules.read(&now.Position, s, now.Roll)
	if err != nil && now.Phase == ToMove {
		return err
	}
	return g.Play(m)
}

// CanDouble reports whether the player on turn may offer a double now. This is possible before
// rolling, if the cube is centered or owned by the player (rule sheet S1).
func (g *Game) CanDouble() bool {
	s := g.now()
	return s.Phase == ToRoll && s.cubeError() == nil
}

// cubeError returns the reason why the cube does not allow the player on turn to double, or nil.
func (s *state) cubeError() error {
	switch {
	case s.rules.NoCube || s.Crawford:
		return ErrNoCube
	case s.Cube.owner == s.Turn.Other():
		return ErrCubeOwner
	case s.Cube.doublings >= MaxDoublings:
		return ErrCubeLimit
	}
	return nil
}

// Double offers to double the stake. The other player must answer with [Game.Take] or [Game.Drop].
// The error is an [*ActionError].
func (g *Game) Double() error { return g.act(Event{Action: ActDouble}) }

// Take accepts a double. The stake is doubled, the player who accepts owns the cube, and the player
// who offered the double rolls (rule sheet S1). The error is an [*ActionError].
func (g *Game) Take() error { return g.act(Event{Action: ActTake}) }

// Drop rejects a double. The player who rejects it loses the stake before the double (rule sheet
// S1). The error is an [*ActionError].
func (g *Game) Drop() error { return g.act(Event{Action: ActDrop}) }

// Resign ends the game with the loss of a player, which counts as a [Single] game, a [Gammon], or a
// [Backgammon]. A player may resign at any time except between a double and its answer. The caller
// must ask whether the other player accepts it. The error is an [*ActionError].
func (g *Game) Resign(by Player, as Reason) error {
	return g.act(Event{Action: ActResign, Player: by, Reason: as})
}

// Undo takes back the last event, which is not always a move. It reports whether there was an
// event.
func (g *Game) Undo() bool { return g.game.Undo() }

// Rules returns the rules of the game.
func (g *Game) Rules() Rules { return g.now().rules }

// Start returns the position in which the game started.
func (g *Game) Start() Position { return g.game.Start().begun().Position }

// Position returns the current position from the point of view of the player on turn. If the game
// is over, it is from the point of view of the player who would have been next.
func (g *Game) Position() Position { return g.now().Position }

// Setup returns the current state of the game, from which [NewGameFrom] restores it without its
// past. If a double was dropped or a player resigned, the state does not tell how the game ended,
// so it is a state before the next roll.
func (g *Game) Setup() Setup { return g.now().setup() }

// setup returns s as the state from which NewGameFrom restores it.
func (s state) setup() Setup {
	if s.Phase == Over && s.Position.Win() == NoReason {
		s.Phase = ToRoll
		if s.Turn == NoPlayer {
			s.Phase = Opening
		}
	}
	return s.Setup
}

// Turn returns the player on turn, or NoPlayer before the opening. While a double is offered, it
// returns the player who has offered it. If the game is over, it returns the player who would have
// been next.
func (g *Game) Turn() Player { return g.now().Turn }

// Phase returns the phase of the game.
func (g *Game) Phase() Phase { return g.now().Phase }

// Dice returns the roll to be played, or 0 if there is none.
func (g *Game) Dice() Roll { return g.now().Roll }

// Cube returns the doubling cube. It does not change until an offered double is accepted.
func (g *Game) Cube() Cube { return g.now().Cube }

// Outcome returns the result of the game and the reason for it, or the zero Outcome while the game
// goes on.
func (g *Game) Outcome() Outcome { return g.now().outcome }

// LegalMoves returns the legal moves for the roll to be played, or nil if there is no roll to be
// played.
func (g *Game) LegalMoves() []Move {
	s := g.now()
	return s.rules.LegalMoves(&s.Position, s.Roll)
}

// IsLegal reports whether m is legal for the roll to be played.
func (g *Game) IsLegal(m Move) bool {
	s := g.now()
	return s.rules.IsLegal(&s.Position, m, s.Roll)
}

// Events returns the events of the game.
func (g *Game) Events() []Event { return g.game.Moves() }

// Moves returns the moves played by both players, without the other events.
func (g *Game) Moves() []Move {
	moves := []Move{}
	for _, e := range g.game.Moves() {
		if e.Action == ActPlay {
			moves = append(moves, e.Move)
		}
	}
	return moves
}

// Plies returns the number of moves played by both players.
func (g *Game) Plies() int { return len(g.Moves()) }

// Positions iterates over the positions of the game, beginning with the start, with the number of
// events before each.
func (g *Game) Positions() iter.Seq2[int, Position] {
	return func(yield func(int, Position) bool) {
		for i, s := range g.game.Positions() {
			if !yield(i, s.begun().Position) {
				return
			}
		}
	}
}

// Equal reports whether g and other have the same rules, the same start, and the same events.
func (g *Game) Equal(other *Game) bool { return g.game.Equal(&other.game) }

// String returns the rules, the setup in which the game started, the events, and the word end, such
// as "S1: 4HPwATDgc/ABMA opening 1 centered 0:0; light: open 31; light: play 31: 8/5 6/5; end".
func (g *Game) String() string { return g.game.String() }

// MarshalText implements [encoding.TextMarshaler] with the form of String.
func (g *Game) MarshalText() ([]byte, error) { return g.game.MarshalText() }

// UnmarshalText implements [encoding.TextUnmarshaler] with [ParseGame]. It does not change g on
// error.
func (g *Game) UnmarshalText(text []byte) error { return g.game.UnmarshalText(text) }
