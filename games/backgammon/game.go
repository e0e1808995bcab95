package backgammon

import "fmt"

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

var phaseNames = [...]string{"opening", "to roll", "to answer", "to move", "over"}

// String returns the name of p, such as "to roll".
func (p Phase) String() string {
	if int(p) >= len(phaseNames) {
		return fmt.Sprintf("Phase(%d)", uint8(p))
	}
	return phaseNames[p]
}

// task returns a description of what must happen in p before anything else.
func (p Phase) task() string {
	return [...]string{
		"the opening dice have not been thrown",
		"the dice have not been rolled",
		"a double has not been answered",
		"a roll has not been played",
		"the game is over",
	}[p]
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
	ActDrop                 // refuse a double
)

var actionNames = [...]string{"open", "roll", "play", "double", "take", "drop"}

// String returns the name of a, such as "roll".
func (a Action) String() string {
	if int(a) >= len(actionNames) {
		return fmt.Sprintf("Action(%d)", uint8(a))
	}
	return actionNames[a]
}

// An Event is an action that has taken place in a game.
type Event struct {
	Action Action // the action
	Player Player // the player who acted, or for ActOpen the player who begins
	Roll   Roll   // the roll, for ActOpen, ActRoll, and ActPlay
	Move   Move   // the move, for ActPlay
}

// String returns text such as "light: roll 31" or "light: play 31: 8/5 6/5".
func (e Event) String() string {
	switch e.Action {
	case ActOpen, ActRoll:
		return fmt.Sprintf("%v: %v %v", e.Player, e.Action, e.Roll)
	case ActPlay:
		return fmt.Sprintf("%v: %v %v: %v", e.Player, e.Action, e.Roll, e.Move)
	}
	return fmt.Sprintf("%v: %v", e.Player, e.Action)
}

// A Game is a game of backgammon. It holds the board, the dice, the cube, and the events so far.
// [NewGame] returns a new game. A Game must not be copied after its first event.
type Game struct {
	rules  Rules
	now    state
	before []state // the state before each event
	events []Event
}

// A state is the state of a game between two events.
type state struct {
	position Position
	turn     Player
	phase    Phase
	roll     Roll
	cube     Cube
	outcome  Outcome
}

// An Option is an option of [NewGame].
type Option func(*Game)

// WithRules returns an option that makes a game use the rules r instead of rule sheet S1.
func WithRules(r Rules) Option { return func(g *Game) { g.rules = r } }

// StartFrom returns an option that makes a game start from p, before the roll of the player
// turn. If turn is NoPlayer, the opening determines the first player. If the player who is not
// on roll in p has no checkers left, the game is over.
func StartFrom(p Position, turn Player) Option {
	return func(g *Game) {
		g.now = state{position: p}
		if turn.IsValid() {
			g.now.turn, g.now.phase = turn, ToRoll
		}
	}
}

// NewGame returns a new game. By default it begins with the opening in the start position and
// uses the rules of rule sheet S1.
func NewGame(opts ...Option) *Game {
	g := &Game{now: state{position: StartPosition()}}
	for _, opt := range opts {
		opt(g)
	}
	if result := g.now.position.Result(); result != NoResult {
		g.now.win(g.now.turn.Other(), result, g.rules)
	}
	return g
}

// win ends the game.
func (s *state) win(winner Player, result Result, rules Rules) {
	if rules.Jacoby && s.cube.Value() == 1 && result != Dropped {
		result = Single
	}
	s.phase = Over
	s.outcome = Outcome{winner, result, s.cube.Value() * int64(result.Factor())}
}

// allow returns nil if the game is in the phase that action a needs, or else an *ActionError.
func (g *Game) allow(a Action, need Phase) error {
	switch g.now.phase {
	case need:
		return nil
	case Over:
		return g.reject(a, ErrGameOver)
	}
	return g.reject(a, ErrNotNow)
}

// reject returns an *ActionError for action a.
func (g *Game) reject(a Action, err error) error {
	return &ActionError{Action: a, Player: g.now.turn, Phase: g.now.phase, Err: err}
}

// record records an event that changes the state of the game to next.
func (g *Game) record(next state, e Event) {
	g.before = append(g.before, g.now)
	g.events = append(g.events, e)
	g.now = next
}

// Open begins the game with the numbers that Light and Dark have thrown, each with one die. The
// player with the higher number begins, and both numbers are the first roll (rule sheet S1). If
// the opening is not possible, Open returns an [*ActionError] and does not change g. If the
// numbers are equal, the error wraps [ErrEqualDice], and both players must throw again.
func (g *Game) Open(light, dark int) error {
	if err := g.allow(ActOpen, Opening); err != nil {
		return err
	}
	switch {
	case !isDie(light) || !isDie(dark):
		return g.reject(ActOpen, ErrDie)
	case light == dark:
		return g.reject(ActOpen, ErrEqualDice)
	}
	next := g.now
	next.turn, next.phase, next.roll = Light, ToMove, rollOf(light, dark)
	if dark > light {
		next.turn = Dark
	}
	g.record(next, Event{Action: ActOpen, Player: next.turn, Roll: next.roll})
	return nil
}

// Roll sets the roll of the player on turn. If a roll is not allowed now or is not valid, Roll
// returns an [*ActionError] and does not change g.
func (g *Game) Roll(roll Roll) error {
	if err := g.allow(ActRoll, ToRoll); err != nil {
		return err
	}
	if !roll.IsValid() {
		return g.reject(ActRoll, ErrRoll)
	}
	next := g.now
	next.phase, next.roll = ToMove, roll
	g.record(next, Event{Action: ActRoll, Player: next.turn, Roll: roll})
	return nil
}

// Play plays m for the roll of the player on turn. It returns an [*ActionError] if there is no
// roll to play and a [*MoveError] if m is illegal. It does not change g on error.
func (g *Game) Play(m Move) error {
	if err := g.allow(ActPlay, ToMove); err != nil {
		return err
	}
	m, err := g.rules.find(&g.now.position, m, g.now.roll)
	if err != nil {
		return err
	}
	next, player := g.now, g.now.turn
	next.position = next.position.After(m)
	next.turn, next.phase, next.roll = player.Other(), ToRoll, 0
	if result := next.position.Result(); result != NoResult {
		next.win(player, result, g.rules)
	}
	g.record(next, Event{Action: ActPlay, Player: player, Roll: g.now.roll, Move: m})
	return nil
}

// PlayText parses s as [Position.ParseMove] does and plays the move. If s is invalid, it returns a
// [*ParseError]. Otherwise it returns the error of [Game.Play].
func (g *Game) PlayText(s string) error {
	if err := g.allow(ActPlay, ToMove); err != nil {
		return err
	}
	m, err := ParseMove(s)
	if err != nil {
		return err
	}
	return g.Play(m)
}

// CanDouble reports whether the player on turn may offer a double now. This is possible before
// rolling, if the cube is centered or owned by the player (rule sheet S1).
func (g *Game) CanDouble() bool { return g.allow(ActDouble, ToRoll) == nil && g.cubeError() == nil }

// cubeError returns the reason why the cube does not allow the player on turn to double, or nil.
func (g *Game) cubeError() error {
	cube := g.now.cube
	switch {
	case g.rules.NoCube:
		return ErrNoCube
	case cube.owner == g.now.turn.Other():
		return ErrCubeOwner
	case cube.doublings >= MaxDoublings:
		return ErrCubeLimit
	}
	return nil
}

// Double offers to double the stake. The other player must answer with [Game.Take] or
// [Game.Drop]. If a double is not allowed, Double returns an [*ActionError] and does not change g.
func (g *Game) Double() error {
	if err := g.allow(ActDouble, ToRoll); err != nil {
		return err
	}
	if err := g.cubeError(); err != nil {
		return g.reject(ActDouble, err)
	}
	next := g.now
	next.phase = ToAnswer
	g.record(next, Event{Action: ActDouble, Player: next.turn})
	return nil
}

// Take accepts a double. The stake is doubled, the player who accepts owns the cube, and the
// player who offered the double rolls (rule sheet S1). If there is no double to answer, Take
// returns an [*ActionError] and does not change g.
func (g *Game) Take() error {
	if err := g.allow(ActTake, ToAnswer); err != nil {
		return err
	}
	next, player := g.now, g.now.turn.Other()
	next.phase, next.cube = ToRoll, next.cube.taken(player)
	g.record(next, Event{Action: ActTake, Player: player})
	return nil
}

// Drop refuses a double. The player who refuses loses the stake before the double (rule sheet S1).
// If there is no double to answer, Drop returns an [*ActionError] and does not change g.
func (g *Game) Drop() error {
	if err := g.allow(ActDrop, ToAnswer); err != nil {
		return err
	}
	next := g.now
	next.win(next.turn, Dropped, g.rules)
	g.record(next, Event{Action: ActDrop, Player: next.turn.Other()})
	return nil
}

// Undo takes back the last event. It reports whether there was an event to take back.
func (g *Game) Undo() bool {
	n := len(g.events)
	if n == 0 {
		return false
	}
	g.now = g.before[n-1]
	g.before, g.events = g.before[:n-1], g.events[:n-1]
	return true
}

// Rules returns the rules of the game.
func (g *Game) Rules() Rules { return g.rules }

// Position returns the current position from the point of view of the player on turn. If the game
// is over, it is from the point of view of the player who would have been next.
func (g *Game) Position() Position { return g.now.position }

// Turn returns the player on turn, or NoPlayer before the opening. While a double is offered, it
// returns the player who has offered it. If the game is over, it returns the player who would have
// been next.
func (g *Game) Turn() Player { return g.now.turn }

// Phase returns the phase of the game.
func (g *Game) Phase() Phase { return g.now.phase }

// Dice returns the roll to be played, or 0 if there is none.
func (g *Game) Dice() Roll { return g.now.roll }

// Cube returns the doubling cube. It does not change until an offered double is accepted.
func (g *Game) Cube() Cube { return g.now.cube }

// Outcome returns the outcome of the game, which is the zero Outcome if the game is not over.
func (g *Game) Outcome() Outcome { return g.now.outcome }

// LegalMoves returns the legal moves for the roll to be played, or nil if there is no roll to be
// played.
func (g *Game) LegalMoves() []Move { return g.rules.LegalMoves(&g.now.position, g.now.roll) }

// Events returns a copy of the list of events.
func (g *Game) Events() []Event { return append([]Event(nil), g.events...) }
