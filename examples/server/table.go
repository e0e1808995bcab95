package main

import (
	"cmp"
	"crypto/sha256"
	"errors"
	"fmt"
	"io/fs"
	"log"
	"math/rand/v2"
	"net/http"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"sync/atomic"
	"time"
	"unicode"
	"unicode/utf8"

	"github.com/shakki/chess"
	"github.com/shakki/chess/book/openings"
	"github.com/shakki/chess/internal/safefile"
)

// A table is a game, its clock, and those who watch it. The tags of the game say who plays: White and
// Black, and WhiteKey and BlackKey, the hashes of the keys of the players' browsers. The tag Rematch
// names the color that asks for a rematch, Next is the id of the rematch, and Takeback names the color
// that asks to take its move back.
type table struct {
	server *server
	id     string // of the game

	mu      sync.RWMutex
	game    *chess.Game   // never changed in place, so that readers need no lock
	clock   clock         // of the game
	timer   *time.Timer   // for the fall of the flag
	changed chan struct{} // closed after the next change
	gone    bool          // the game was removed

	present atomic.Int32 // how many browsers of players watch
}

// penalty is what a player's clock gains when the opponent has made a wrong claim (FIDE 9.5.3).
const penalty = 2 * time.Minute

// absence is how long a game waits that is listed and whose creator has left.
var absence = 10 * time.Second

// current returns the game, which nobody changes.
func (t *table) current() *chess.Game {
	t.mu.RLock()
	defer t.mu.RUnlock()
	return t.game
}

// file returns the name of the file of a game.
func (s *server) file(id string) string { return filepath.Join(s.folder, id+".pgn") }

// load opens the table of a file. If the game goes on, its clock starts.
func (s *server) load(id string) (*table, error) {
	text, err := os.ReadFile(s.file(id))
	g, wrong := chess.ParsePGN(string(text))
	if err := cmp.Or(err, wrong); err != nil {
		return nil, err
	}
	c, err := newClock(g)
	if err != nil {
		return nil, err
	}
	now := time.Now()
	c.follow(g, g.Plies(), now)
	t := &table{server: s, id: id, game: g, clock: c, changed: make(chan struct{})}
	t.timer = time.AfterFunc(time.Hour, func() { t.change(nil) })
	t.setTimer(now)
	time.AfterFunc(absence, t.close)
	s.tables.Store(id, t)
	return t, nil
}

// errAborted is what a change returns to remove a game that is over before it has begun.
var errAborted = errors.New("the game is aborted")

// change calls f to change the game, or ends the game if the time of the player to move is up: then f
// is refused. If f is nil, only the clock may end the game. The change is made to a copy, which takes
// the place of the game once it is saved. What f refuses can have changed the game all the same: a
// wrong claim plays its move, and gives the opponent time.
func (t *table) change(f func(*chess.Game, *clock) error) error {
	t.mu.Lock()
	defer t.mu.Unlock()
	if t.gone {
		return missing
	}
	g, c, now := t.game.Clone(), t.clock, time.Now()
	plies, turn := g.Plies(), g.Position().Turn()
	left, runs := c[turn].FlagFalls(now)
	late := runs && left <= 0
	var refused error
	switch {
	case late:
		refused = cmp.Or(g.FlagFall(turn), fmt.Errorf("too late: %s has run out of time", side(turn)))
	case f != nil:
		refused = f(g, &c)
	}
	switch {
	case refused == errAborted:
		return t.remove()
	case refused != nil && g.Equal(t.game) && c == t.clock:
		return refused
	}
	c.follow(g, plies, now)
	if err := t.server.save(t.id, g); err != nil {
		if next, ok := t.server.tables.Load(g.Tag("Next")); ok && t.game.Tag("Next") == "" {
			next.(*table).change(func(*chess.Game, *clock) error { return errAborted })
		}
		if late {
			t.timer.Reset(time.Second) // to try again
		}
		return err
	}
	close(t.changed)
	t.game, t.clock, t.changed = g, c, make(chan struct{})
	t.setTimer(time.Now())
	return refused
}

// remove removes the game. The lock is held.
func (t *table) remove() error {
	if err := os.Remove(t.server.file(t.id)); err != nil && !errors.Is(err, fs.ErrNotExist) {
		log.Printf("not removed: %v", err)
		return notSaved
	}
	t.timer.Stop()
	t.server.tables.Delete(t.id)
	t.gone = true
	close(t.changed)
	return nil
}

// attend notes that the browser with a key watches, until it calls the function that is returned.
func (t *table) attend(key string) (leave func()) {
	if _, ok := player(t.current(), key); !ok {
		return func() {}
	}
	t.present.Add(1)
	return func() {
		t.present.Add(-1)
		time.AfterFunc(absence, t.close)
	}
}

// close removes a game that is listed and waits for an opponent, if its creator is not there.
func (t *table) close() {
	t.change(func(g *chess.Game, _ *clock) error {
		if g.Tag("Listed") == "" || isFull(g) || t.present.Load() > 0 {
			return errors.New("the game goes on")
		}
		return errAborted
	})
}

// setTimer sets the timer to the fall of the flag, or stops it.
func (t *table) setTimer(now time.Time) {
	t.timer.Stop()
	if after, ok := t.clock[t.game.Position().Turn()].FlagFalls(now); ok {
		t.timer.Reset(after)
	}
}

// save replaces the file of a game. After a crash, the file is the old one or the new one, and whole.
func (s *server) save(id string, g *chess.Game) error {
	if err := safefile.Replace(s.file(id), 0o600, []byte(g.String())); err != nil {
		log.Printf("not saved: %v", err)
		return notSaved
	}
	return nil
}

// side returns "White" or "Black", the name of a tag.
func side(c chess.Color) string { return [2]string{"White", "Black"}[c] }

// hash returns what is stored of a key, so that nobody can play who reads the files.
func hash(key string) string { return fmt.Sprintf("%x", sha256.Sum256([]byte(key))) }

// hashes returns what is stored of the players' keys, by color, or "" for a player who is not there.
func hashes(g *chess.Game) []string { return []string{g.Tag("WhiteKey"), g.Tag("BlackKey")} }

// isFull reports whether both players are there.
func isFull(g *chess.Game) bool { return !slices.Contains(hashes(g), "") }

// player returns the color of the player with a key, or White if the key is that of a spectator.
func player(g *chess.Game, key string) (c chess.Color, ok bool) {
	i := slices.Index(hashes(g), hash(key))
	return chess.Color(max(i, 0)), i >= 0
}

// join gives a player the color asked for, or the other one if it is taken. Joining twice changes
// nothing, in case the first answer was lost.
func join(g *chess.Game, r request) error {
	if _, ok := player(g, r.Key); ok {
		return nil
	}
	if g.Tag(side(r.Color)+"Key") != "" {
		r.Color = r.Color.Other()
	}
	name := strings.TrimSpace(r.Name)
	switch {
	case isFull(g):
		return errors.New("both players are there")
	case g.Outcome().IsOver():
		return errors.New("the game is over")
	case strings.TrimFunc(name, isBlank) == "" || utf8.RuneCountInString(name) > 40 || strings.ContainsFunc(name, isHidden):
		return refusal{http.StatusBadRequest, "a name has 1 to 40 letters, all of which can be seen"}
	case len(r.Key) < 20:
		return refusal{http.StatusBadRequest, "the header Authorization has no key of at least 20 letters"}
	}
	g.SetTag(side(r.Color), name)
	g.SetTag(side(r.Color)+"Key", hash(r.Key))
	return nil
}

// isBlank reports whether a letter cannot be seen by itself, such as an accent or a space.
func isBlank(r rune) bool { return !unicode.In(r, unicode.L, unicode.N, unicode.P, unicode.S) }

// isHidden reports whether a letter has no place in a name, because it is invisible or moves other letters.
// The joiners U+200C and U+200D are part of some scripts, and U+2800 is a blank.
func isHidden(r rune) bool {
	return r == 0x2800 || r != 0x200c && r != 0x200d && unicode.In(r, unicode.C, unicode.Zl, unicode.Zp, unicode.Other_Default_Ignorable_Code_Point)
}

// deeds are what players do besides moving and claiming, by the name of the action.
var deeds = map[string]func(*chess.Game, chess.Color) error{
	"offer":    (*chess.Game).OfferDraw,
	"accept":   (*chess.Game).AcceptDraw,
	"decline":  decline,
	"resign":   (*chess.Game).Resign,
	"takeback": takeBack,
}

// act carries out an action of a player.
func (t *table) act(action string, r request) error {
	return t.change(func(g *chess.Game, c *clock) error {
		by, ok := player(g, r.Key)
		deed := deeds[action]
		switch {
		case action == "join":
			return join(g, r)
		case !ok:
			return refusal{http.StatusForbidden, "you do not play in this game"}
		case action == "abort" && g.Plies() < 2 && !g.Outcome().IsOver():
			return errAborted
		case action == "abort":
			return errors.New("a game cannot be aborted after the first move of each player")
		case !isFull(g):
			return errors.New("your opponent has not come yet")
		case deed != nil:
			return deed(g, by)
		case action == "rematch":
			return t.rematch(g, by)
		case action != "move" && action != "claim":
			return refusal{http.StatusNotFound, fmt.Sprintf("unknown action %q", action)}
		}
		return play(g, c, action == "claim", by, r)
	})
}

// takeBack asks to take back the last move of a player, or takes back that of the opponent who has asked.
func takeBack(g *chess.Game, by chess.Color) error {
	switch {
	case g.Outcome().IsOver():
		return errors.New("the game is over")
	case g.Tag("Takeback") == by.Other().String():
		for g.Undo() && g.Position().Turn() == by {
		}
		return nil
	case g.Plies() == 0 || g.Plies() == 1 && g.Position().Turn() == by:
		return errors.New("you have not moved yet")
	}
	g.SetTag("Takeback", by.String())
	return nil
}

// decline declines what the opponent has asked for: to take a move back, or a draw.
func decline(g *chess.Game, by chess.Color) error {
	if g.Tag("Takeback") == by.Other().String() {
		g.DeleteTag("Takeback")
		return nil
	}
	return g.DeclineDraw(by)
}

// find returns the move that a player asks for, or NullMove for a claim on the board.
func find(g *chess.Game, claim bool, by chess.Color, r request) (chess.Move, error) {
	switch squares := r.From != nil && r.To != nil; {
	case by != g.Position().Turn() && !g.Outcome().IsOver():
		return chess.NullMove, errors.New("it is not your turn")
	case r.Ply != nil && *r.Ply != g.Plies():
		return chess.NullMove, errors.New("the position has changed meanwhile")
	case (r.From != nil) != (r.To != nil) || squares && r.SAN != "":
		return chess.NullMove, refusal{http.StatusBadRequest, "a move is given by its SAN or by both squares"}
	case squares:
		return g.Position().FindMove(*r.From, *r.To, r.Promotion)
	case r.SAN != "" || !claim:
		return g.Position().ParseSAN(r.SAN)
	}
	return chess.NullMove, nil
}

// play plays a move, or claims a draw, on the board or with a move. If a claim with a move is wrong,
// the move is played, and a wrong claim gives the opponent time (FIDE 9.5.3).
func play(g *chess.Game, c *clock, claim bool, by chess.Color, r request) error {
	m, err := find(g, claim, by, r)
	if err != nil {
		return err
	}
	if !claim {
		return g.Play(m)
	}
	err = g.Claim(by, chess.Claim{Reason: r.Reason, Move: m})
	if err == nil || g.Outcome().IsOver() || r.Reason != chess.ThreefoldRepetition && r.Reason != chess.FiftyMoves {
		return err
	}
	c[by.Other()].Add(penalty)
	if m, ok := g.AnnouncedMove(); ok {
		err = errors.Join(err, g.Play(m))
	}
	return err
}

// rematch asks for another game with colors reversed, or opens it if the opponent has asked.
func (t *table) rematch(g *chess.Game, by chess.Color) error {
	switch asks := g.Tag("Rematch"); {
	case !g.Outcome().IsOver():
		return errors.New("the game is not over")
	case g.Tag("Next") != "":
		return nil
	case asks == "" || asks == by.String():
		g.SetTag("Rematch", by.String())
		return nil
	}
	next := freshGame(g.Start() != chess.StartPosition())
	for _, tag := range []string{"TimeControl", "Delay", "Listed", "White", "Black", "WhiteKey", "BlackKey"} {
		if value := g.Tag(tag); value != "" {
			next.SetTag(colorsReversed.Replace(tag), value)
		}
	}
	id, err := t.server.open(next)
	if err == nil {
		g.SetTag("Next", id)
	}
	return err
}

// colorsReversed exchanges the colors in the name of a tag.
var colorsReversed = strings.NewReplacer("White", "Black", "Black", "White")

// freshGame returns a game from the start position, or from a random one of Chess960.
func freshGame(chess960 bool) *chess.Game {
	p := chess.StartPosition()
	if chess960 {
		p, _ = chess.Chess960Start(rand.IntN(960)) // every number below 960 has a position
	}
	g, _ := chess.NewGameFrom(p, chess.Rules{})
	return g
}

// record returns the game without what is nobody's business.
func (t *table) record() *chess.Game {
	g := t.current().Clone()
	for _, tag := range []string{"WhiteKey", "BlackKey", "Rematch", "Next", "Listed", "Takeback"} {
		g.DeleteTag(tag)
	}
	return g
}

// A state is what a browser shows.
type state struct {
	You      *chess.Color                    `json:"you"` // nil for a spectator
	Turn     chess.Color                     `json:"turn"`
	Boards   []string                        `json:"boards"`  // FENs of the start and after each move
	SANs     []string                        `json:"sans"`    // of all moves
	Squares  [][2]chess.Square               `json:"squares"` // from which and to which each move went
	Moves    map[chess.Square][]chess.Square `json:"moves"`   // yours
	Claims   map[chess.Reason]string         `json:"claims"`  // that are right, with the SAN of the announced move or ""
	Opening  string                          `json:"opening"`
	Taken    map[chess.Color][]chess.Piece   `json:"taken"`   // what each color has captured
	Ahead    int                             `json:"ahead"`   // how many points White's material is ahead
	Names    map[chess.Color]string          `json:"names"`   // of the players who are there
	Clocks   map[chess.Color]int64           `json:"clocks"`  // in milliseconds
	Falls    int64                           `json:"falls"`   // in milliseconds, when the flag of the player to move falls
	Control  [2]string                       `json:"control"` // the tags TimeControl and Delay
	Running  bool                            `json:"running"`
	Offer    *chess.Color                    `json:"offer"` // who offers a draw
	Outcome  chess.Outcome                   `json:"outcome"`
	Takeback string                          `json:"takeback"` // the color that asks to take its move back
	Rematch  string                          `json:"rematch"`  // the color that asks for a rematch
	Next     string                          `json:"next"`     // the id of the rematch
}

// state returns what the browser of the player with a key shows, and a channel that is closed when
// that is out of date.
func (t *table) state(key string) (state, chan struct{}) {
	t.mu.RLock()
	g, c, changed := t.game, t.clock, t.changed
	t.mu.RUnlock()
	p, now := g.Position(), time.Now()
	falls, running := c[p.Turn()].FlagFalls(now)
	opening, _ := openings.Names().Game(g)
	s := state{
		Turn: p.Turn(), SANs: []string{}, Squares: [][2]chess.Square{}, Opening: opening.Name,
		Taken: map[chess.Color][]chess.Piece{}, Ahead: p.Material(chess.White).Points() - p.Material(chess.Black).Points(),
		Names: map[chess.Color]string{}, Clocks: map[chess.Color]int64{},
		Falls: falls.Milliseconds(), Control: [2]string{g.Tag("TimeControl"), g.Tag("Delay")}, Running: running,
		Outcome: g.Outcome(), Takeback: g.Tag("Takeback"), Rematch: g.Tag("Rematch"), Next: g.Tag("Next"),
	}
	moves, before := g.Moves(), g.Start()
	for ply, after := range g.Positions() {
		if ply > 0 {
			m := moves[ply-1]
			to, _, _, castles := before.CastlingSquares(m)
			if !castles {
				to = m.To()
			}
			s.SANs, s.Squares = append(s.SANs, before.SAN(m)), append(s.Squares, [2]chess.Square{m.From(), to})
		}
		s.Boards, before = append(s.Boards, after.String()), after
	}
	for color := range chess.Color(2) {
		if g.Tag(side(color)+"Key") != "" {
			s.Names[color], s.Clocks[color] = g.Tag(side(color)), c.reading(color, now).Milliseconds()
		}
		s.Taken[color] = g.CapturedBy(color)
	}
	if by, ok := g.DrawOffer(); ok {
		s.Offer = &by
	}
	you, plays := player(g, key)
	if plays {
		s.You = &you
	}
	if plays && you == p.Turn() && s.Running {
		s.Moves, s.Claims = targets(p), claims(g)
	}
	return s, changed
}

// targets returns the squares to which each piece can go. Castling has two: the square on which the
// king lands, and that of the rook.
func targets(p chess.Position) map[chess.Square][]chess.Square {
	moves := p.Destinations()
	for m := range p.Moves() {
		if _, _, wing, ok := p.CastlingSquares(m); ok && !p.IsChess960() {
			moves[m.From()] = append(moves[m.From()], p.CastlingRook(p.Turn(), wing))
		}
	}
	return moves
}

// claims returns the reasons for which the player to move may claim a draw, each with the SAN of the
// move to announce, or "" on the board.
func claims(g *chess.Game) map[chess.Reason]string {
	found := map[chess.Reason]string{}
	for _, c := range g.ClaimsByMove() {
		found[c.Reason] = g.Position().SAN(c.Move)
	}
	for _, c := range g.Claims() {
		found[c.Reason] = ""
	}
	return found
}
