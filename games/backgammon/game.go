package backgammon

import "fmt"

// A Phase is what a game waits for. The zero value is [Opening].
type Phase uint8

// The phases.
const (
	Opening  Phase = iota // each player throws one die: [Game.Open]
	ToRoll                // the player on turn rolls or doubles: [Game.Roll], [Game.Double]
	ToAnswer              // the other player answers a double: [Game.Take], [Game.Drop]
	ToMove                // the player on turn plays the roll: [Game.Play]
	Over                  // nothing
)

var phaseNames = [...]string{"opening", "to roll", "to answer", "to move", "over"}

// String returns the name of p, such as "to roll".
func (p Phase) String() string {
	if int(p) >= len(phaseNames) {
		return fmt.Sprintf("Phase(%d)", uint8(p))
	}
	return phaseNames[p]
}

// task says what has to be done in p.
func (p Phase) task() string {
	return [...]string{
		"each player throws one die",
		"the dice have not been rolled",
		"a double has not been answered",
		"a roll has not been played",
		"the game is over",
	}[p]
}

// An Action is one of the things that players do in a game. The zero value is
// [ActOpen].
type Action uint8

// The actions.
const (
	ActOpen   Action = iota // throw one die each, the higher number begins
	ActRoll                 // throw both dice
	ActPlay                 // play the roll
	ActDouble               // offer a double
	ActTake                 // accept it
	ActDrop                 // refuse it
)

var actionNames = [...]string{"open", "roll", "play", "double", "take", "drop"}

// String returns the name of a, such as "roll".
func (a Action) String() string {
	if int(a) >= len(actionNames) {
		return fmt.Sprintf("Action(%d)", uint8(a))
	}
	return actionNames[a]
}

// An Event is an action that has been taken in a game.
type Event struct {
	Action Action // what was done
	Player Player // who did it; for ActOpen who begins
	Roll   Roll   // for ActOpen, ActRoll and ActPlay
	Move   Move   // for ActPlay
}

// String returns, for example, "light: roll 31" or "light: play 31: 8/5 6/5".
func (e Event) String() string {
	switch e.Action {
	case ActOpen, ActRoll:
		return fmt.Sprintf("%v: %v %v", e.Player, e.Action, e.Roll)
	case ActPlay:
		return fmt.Sprintf("%v: %v %v: %v", e.Player, e.Action, e.Roll, e.Move)
	}
	return fmt.Sprintf("%v: %v", e.Player, e.Action)
}

// A Game is a game of backgammon under way: board, dice, cube and what has been
// done so far. Make one with [NewGame]. A Game must not be copied after its
// first event.
type Game struct {
	rules  Rules
	now    state
	before []state // one for each event: the state it changed
	events []Event
}

// A state is all there is to know of a game at one moment.
type state struct {
	position Position
	turn     Player
	phase    Phase
	roll     Roll
	cube     Cube
	outcome  Outcome
}

// An Option sets up a new [Game].
type Option func(*Game)

// WithRules makes a game go by r instead of rule sheet S1.
func WithRules(r Rules) Option { return func(g *Game) { g.rules = r } }

// StartFrom makes a game begin at p with the given player on turn, before the
// roll. If it is nobody's turn, the opening decides who begins. If the other
// player has no checker left, the game is over.
func StartFrom(p Position, turn Player) Option {
	return func(g *Game) {
		g.now = state{position: p}
		if turn.IsValid() {
			g.now.turn, g.now.phase = turn, ToRoll
		}
	}
}

// NewGame returns a game from the start position before the opening, by rule
// sheet S1, or as the options say.
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

// allow returns nil if the game is in the phase that an action needs.
func (g *Game) allow(a Action, need Phase) error {
	switch g.now.phase {
	case need:
		return nil
	case Over:
		return g.refuse(a, ErrGameOver)
	}
	return g.refuse(a, ErrNotNow)
}

func (g *Game) refuse(a Action, err error) error {
	return &ActionError{Action: a, Player: g.now.turn, Phase: g.now.phase, Err: err}
}

// record makes next the state of the game.
func (g *Game) record(next state, e Event) {
	g.before = append(g.before, g.now)
	g.events = append(g.events, e)
	g.now = next
}

// Open takes the die of each player, 1 to 6. The higher number decides who
// begins, and both numbers are the first roll (rule sheet S1). The error is an
// [*ActionError]; with equal numbers it is [ErrEqualDice], and both throw
// again.
func (g *Game) Open(light, dark int) error {
	if err := g.allow(ActOpen, Opening); err != nil {
		return err
	}
	switch {
	case !isDie(light) || !isDie(dark):
		return g.refuse(ActOpen, ErrDie)
	case light == dark:
		return g.refuse(ActOpen, ErrEqualDice)
	}
	next := g.now
	next.turn, next.phase, next.roll = Light, ToMove, rollOf(light, dark)
	if dark > light {
		next.turn = Dark
	}
	g.record(next, Event{Action: ActOpen, Player: next.turn, Roll: next.roll})
	return nil
}

// Roll takes the roll of the player on turn. The error is an [*ActionError].
func (g *Game) Roll(roll Roll) error {
	if err := g.allow(ActRoll, ToRoll); err != nil {
		return err
	}
	if !roll.IsValid() {
		return g.refuse(ActRoll, ErrRoll)
	}
	next := g.now
	next.phase, next.roll = ToMove, roll
	g.record(next, Event{Action: ActRoll, Player: next.turn, Roll: roll})
	return nil
}

// Play plays the roll. Then it is the other player's turn, or the game is over.
// The error is an [*ActionError] if there is no roll to play, a [*MoveError] if
// m is not legal; the game is then unchanged.
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

// PlayText plays the move that s is the text of, as [Position.ParseMove] reads
// it. The error is one of [Game.Play] or a [*ParseError].
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

// CanDouble reports whether the player on turn may offer a double now: before
// rolling, with the cube centred or the player's own (rule sheet S1).
func (g *Game) CanDouble() bool { return g.allow(ActDouble, ToRoll) == nil && g.cubeError() == nil }

// cubeError returns why the player on turn may not double.
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

// Double offers to double the stake, which the other player answers with Take
// or Drop. The error is an [*ActionError].
func (g *Game) Double() error {
	if err := g.allow(ActDouble, ToRoll); err != nil {
		return err
	}
	if err := g.cubeError(); err != nil {
		return g.refuse(ActDouble, err)
	}
	next := g.now
	next.phase = ToAnswer
	g.record(next, Event{Action: ActDouble, Player: next.turn})
	return nil
}

// Take accepts the double: the stake is doubled, the player who takes owns the
// cube, and the one who offered rolls (rule sheet S1). The error is an
// [*ActionError].
func (g *Game) Take() error {
	if err := g.allow(ActTake, ToAnswer); err != nil {
		return err
	}
	next, player := g.now, g.now.turn.Other()
	next.phase, next.cube = ToRoll, next.cube.taken(player)
	g.record(next, Event{Action: ActTake, Player: player})
	return nil
}

// Drop refuses the double and so loses the stake in force before it (rule sheet
// S1). The error is an [*ActionError].
func (g *Game) Drop() error {
	if err := g.allow(ActDrop, ToAnswer); err != nil {
		return err
	}
	next := g.now
	next.win(next.turn, Dropped, g.rules)
	g.record(next, Event{Action: ActDrop, Player: next.turn.Other()})
	return nil
}

// Undo takes back the last event. It reports whether there was one.
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

// Position returns the board as the player on turn sees it; before the opening
// and when the game is over, as the player would who comes next.
func (g *Game) Position() Position { return g.now.position }

// Turn returns the player on turn, NoPlayer before the opening. A double is
// answered by the other player. When the game is over, it is the player whose
// turn it would have been.
func (g *Game) Turn() Player { return g.now.turn }

// Phase returns what the game waits for.
func (g *Game) Phase() Phase { return g.now.phase }

// Dice returns the roll to be played, 0 if there is none.
func (g *Game) Dice() Roll { return g.now.roll }

// Cube returns the doubling cube. An offered double counts once it is taken.
func (g *Game) Cube() Cube { return g.now.cube }

// Outcome returns who has won and how; it is not over while the game lasts.
func (g *Game) Outcome() Outcome { return g.now.outcome }

// LegalMoves returns the legal moves for the roll to be played, nil if there is
// none.
func (g *Game) LegalMoves() []Move { return g.rules.LegalMoves(&g.now.position, g.now.roll) }

// Events returns a copy of what has been done, the first event first.
func (g *Game) Events() []Event { return append([]Event(nil), g.events...) }
