package main

import (
	"crypto/sha256"
	"errors"
	"fmt"
	"log"
	"net/http"
	"os"
	"path/filepath"
	"strings"
	"sync"
	"time"
	"unicode"
	"unicode/utf8"

	"github.com/shakki/chess"
	"github.com/shakki/chess/diagram"
)

// A table is a game, its clock, and those who watch it. The tags of the game say who plays: White and
// Black, and WhiteKey and BlackKey, the hashes of the keys of the players' browsers. The tag Rematch
// names the color that asks for a rematch, and Next is the id of the rematch.
type table struct {
	server *server
	file   string

	mu      sync.RWMutex
	game    *chess.Game   // never changed in place, so that readers need no lock
	clock   clock         // of the game
	timer   *time.Timer   // for the fall of the flag; nil before the clock runs for the first time
	changed chan struct{} // closed after the next change
}

// newTable returns a table with a game. The clock stands still.
func newTable(s *server, file string, g *chess.Game) (*table, error) {
	c, err := newClock(g)
	return &table{server: s, file: file, game: g, clock: c, changed: make(chan struct{})}, err
}

// load returns the table of a file. The clock of a game that goes on starts.
func (s *server) load(file string) (*table, error) {
	text, err := os.ReadFile(file)
	if err != nil {
		return nil, err
	}
	g, err := chess.ParsePGN(string(text))
	if err != nil {
		return nil, err
	}
	t, err := newTable(s, file, g)
	if err != nil {
		return nil, err
	}
	t.mu.Lock()
	defer t.mu.Unlock()
	if isFull(g) && !g.Outcome().IsOver() {
		t.clock.start(g.Position().Turn(), time.Now())
		t.setTimer()
	}
	return t, nil
}

// setTimer sets the timer to the time when the flag falls.
func (t *table) setTimer() {
	if t.timer != nil {
		t.timer.Stop()
	}
	if now := time.Now(); t.clock.isRunning() {
		t.timer = time.AfterFunc(t.clock.fallsIn(now), t.fall)
	}
}

// fall ends the game if the time of the player to move is up. If that cannot be saved, fall tries
// again.
func (t *table) fall() {
	err := t.change(func(*chess.Game) error { return errors.New("there is time left") })
	if err == errNotSaved {
		t.mu.Lock()
		defer t.mu.Unlock()
		t.timer.Reset(time.Second)
	}
}

// change calls f to change the game, or ends the game if the time of the player to move is up. The
// change is made to a copy, which takes the place of the game once it is saved. What f refuses can
// have changed the game all the same: a wrong claim plays its move.
func (t *table) change(f func(*chess.Game) error) error {
	t.mu.Lock()
	defer t.mu.Unlock()
	g, c, now := t.game.Clone(), t.clock, time.Now()
	plies, turn := g.Plies(), g.Position().Turn()
	if c.isRunning() && c.fallsIn(now) <= 0 {
		f = func(g *chess.Game) error { return g.FlagFall(turn) }
	}
	refused := f(g)
	if refused != nil && g.Equal(t.game) {
		return refused
	}
	if g.Plies() > plies {
		left := c.press(now)
		g.LastNode().SetInfo(chess.MoveInfo{Clock: &left})
	}
	switch {
	case g.Outcome().IsOver():
		c.stop(now)
	case !c.isRunning() && isFull(g):
		c.start(g.Position().Turn(), now)
	}
	for color := range chess.Color(2) {
		g.SetTag(side(color)+"Clock", c.reading(color, now).Round(time.Millisecond).String())
	}
	if err := save(t.file, g); err != nil {
		log.Printf("not saved: %v", err)
		return errNotSaved
	}
	t.game, t.clock = g, c
	t.setTimer()
	close(t.changed)
	t.changed = make(chan struct{})
	return refused
}

var errNotSaved = refusal{http.StatusInternalServerError, "the game could not be saved, so nothing has changed: try again"}

// save replaces a file. After a crash, the file is the old one or the new one, and whole.
func save(file string, g *chess.Game) error {
	draft := file + ".new"
	defer os.Remove(draft) // if it is still there
	f, err := os.OpenFile(draft, os.O_WRONLY|os.O_CREATE|os.O_TRUNC, 0o600)
	if err != nil {
		return err
	}
	_, err = f.WriteString(g.String())
	if err := errors.Join(err, f.Sync(), f.Close()); err != nil {
		return err
	}
	if err := os.Rename(draft, file); err != nil {
		return err
	}
	if folder, err := os.Open(filepath.Dir(file)); err == nil {
		folder.Sync() // not every system can sync a folder
		folder.Close()
	}
	return nil
}

// side returns "White" or "Black", the name of a tag.
func side(c chess.Color) string { return [2]string{"White", "Black"}[c] }

// hash returns what is stored of a key, so that nobody can play who reads the files.
func hash(key string) string { return fmt.Sprintf("%x", sha256.Sum256([]byte(key))) }

// isFull reports whether both players are there.
func isFull(g *chess.Game) bool { return g.Tag("WhiteKey") != "" && g.Tag("BlackKey") != "" }

// player returns the color of the player with a key.
func player(g *chess.Game, key string) (c chess.Color, ok bool) {
	for c := range chess.Color(2) {
		if g.Tag(side(c)+"Key") == hash(key) {
			return c, true
		}
	}
	return 0, false
}

// join gives a player a color, or the other one if it is taken. To join twice changes nothing, in case
// the answer to the first time was lost.
func join(g *chess.Game, c chess.Color, r request) error {
	if _, ok := player(g, r.Key); ok {
		return nil
	}
	if g.Tag(side(c)+"Key") != "" {
		c = c.Other()
	}
	name := strings.TrimSpace(r.Name)
	hidden := func(r rune) bool { return unicode.In(r, unicode.Cc, unicode.Bidi_Control) }
	switch {
	case isFull(g):
		return errors.New("both players are there")
	case g.Outcome().IsOver():
		return errors.New("the game is over")
	case name == "" || utf8.RuneCountInString(name) > 40 || strings.ContainsFunc(name, hidden):
		return refusal{http.StatusBadRequest, "a name has 1 to 40 letters, all of which can be seen"}
	case len(r.Key) < 20:
		return refusal{http.StatusBadRequest, "the header Authorization has no key of at least 20 letters"}
	default:
		g.SetTag(side(c), name)
		g.SetTag(side(c)+"Key", hash(r.Key))
		return nil
	}
}

// act carries out an action of a player.
func (t *table) act(action string, r request) error {
	return t.change(func(g *chess.Game) error {
		by, ok := player(g, r.Key)
		switch {
		case action == "join":
			return join(g, r.Color, r)
		case !ok:
			return refusal{http.StatusForbidden, "you do not play in this game"}
		case !isFull(g):
			return errors.New("your opponent has not come yet")
		case action == "offer":
			return g.OfferDraw(by)
		case action == "accept":
			return g.AcceptDraw(by)
		case action == "decline":
			return g.DeclineDraw(by)
		case action == "resign":
			return g.Resign(by)
		case action == "rematch":
			return t.rematch(g, by)
		case action != "move" && action != "claim":
			return refusal{http.StatusNotFound, fmt.Sprintf("unknown action %q", action)}
		case by != g.Position().Turn() && !g.Outcome().IsOver():
			return errors.New("it is not your turn")
		}
		return play(g, action == "claim", r)
	})
}

// play plays a move, or claims a draw, on the board or with a move. If a claim with a move is wrong,
// the move is played (FIDE 9.5.3).
func play(g *chess.Game, claim bool, r request) (err error) {
	if claim && r.SAN == "" && r.From == r.To {
		return g.Claim(chess.Claim{Reason: r.Reason})
	}
	var m chess.Move
	if r.SAN != "" {
		m, err = g.Position().ParseSAN(r.SAN)
	} else {
		m, err = g.Position().FindMove(r.From, r.To, r.Promotion)
	}
	if err != nil {
		return err
	}
	if claim {
		err = g.Claim(chess.Claim{Reason: r.Reason, Move: m})
	}
	if !claim || err != nil {
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
	next := chess.NewGame()
	for _, tag := range []string{"TimeControl", "Delay"} {
		next.SetTag(tag, g.Tag(tag))
	}
	for c := range chess.Color(2) {
		next.SetTag(side(c), g.Tag(side(c.Other())))
		next.SetTag(side(c)+"Key", g.Tag(side(c.Other())+"Key"))
	}
	id, err := t.server.open(next)
	if err == nil {
		g.SetTag("Next", id)
	}
	return err
}

// record returns the game without what is nobody's business.
func (t *table) record() *chess.Game {
	t.mu.RLock()
	defer t.mu.RUnlock()
	g := t.game.Clone()
	for _, tag := range []string{"WhiteKey", "BlackKey", "Rematch", "Next"} {
		g.DeleteTag(tag)
	}
	return g
}

// A state is what a browser shows.
type state struct {
	SVG     string                          `json:"svg"`
	You     *chess.Color                    `json:"you"` // nil for a spectator
	Turn    chess.Color                     `json:"turn"`
	Pieces  map[chess.Square]string         `json:"pieces"` // such as "white pawn"
	Moves   map[chess.Square][]chess.Square `json:"moves"`  // yours
	Claims  map[chess.Reason]string         `json:"claims"` // that are right, with the SAN of the announced move or ""
	Last    string                          `json:"last"`   // the last move, such as "12... Nf6"
	Record  string                          `json:"record"`
	Names   map[chess.Color]string          `json:"names"`   // of the players who are there
	Clocks  map[chess.Color]int64           `json:"clocks"`  // in milliseconds
	Falls   int64                           `json:"falls"`   // in milliseconds, when the flag of the player to move falls
	Control [2]string                       `json:"control"` // the tags TimeControl and Delay
	Running bool                            `json:"running"`
	Offer   *chess.Color                    `json:"offer"` // who offers a draw
	Outcome chess.Outcome                   `json:"outcome"`
	Rematch string                          `json:"rematch"` // the color that asks for a rematch
	Next    string                          `json:"next"`    // the id of the rematch
}

// state returns what the browser of the player with a key shows, and a channel that is closed when
// that is out of date.
func (t *table) state(key string) (state, chan struct{}) {
	t.mu.RLock()
	g, c, changed := t.game, t.clock, t.changed
	t.mu.RUnlock()
	p, now := g.Position(), time.Now()
	s := state{
		Turn: p.Turn(), Pieces: map[chess.Square]string{}, Last: lastMove(g),
		Names: map[chess.Color]string{}, Clocks: map[chess.Color]int64{},
		Falls: c.fallsIn(now).Milliseconds(), Control: [2]string{g.Tag("TimeControl"), g.Tag("Delay")}, Running: c.isRunning(),
		Outcome: g.Outcome(), Rematch: g.Tag("Rematch"), Next: g.Tag("Next"),
	}
	for square := range p.Occupied().Squares() {
		piece := p.PieceAt(square)
		s.Pieces[square] = fmt.Sprintf("%v %v", piece.Color(), piece.Type())
	}
	pgn := g.AppendPGN(nil, chess.PGNFormat{MainLineOnly: true, Columns: -1})
	_, s.Record, _ = strings.Cut(string(pgn), "\n\n")
	for color := range chess.Color(2) {
		if g.Tag(side(color)+"Key") != "" {
			s.Names[color], s.Clocks[color] = g.Tag(side(color)), c.reading(color, now).Milliseconds()
		}
	}
	if by, ok := g.DrawOffer(); ok {
		s.Offer = &by
	}
	o := diagram.Options{Size: 560, LastMove: g.LastNode().Move()}
	if you, ok := player(g, key); ok {
		s.You, o.Below = &you, you
		if you == p.Turn() && s.Running {
			s.Moves, s.Claims = targets(p), claims(g)
		}
	}
	s.SVG = string(diagram.AppendSVG(nil, p, o))
	return s, changed
}

// targets returns the squares to which each piece can go. Castling has two: the square on which the
// king lands, and that of the rook.
func targets(p chess.Position) map[chess.Square][]chess.Square {
	moves := p.Destinations()
	for m := range p.Moves() {
		if p.IsCastling(m) {
			moves[m.From()] = append(moves[m.From()], m.To())
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

// lastMove returns the last move with its number, such as "12... Nf6", or "" before the first move.
func lastMove(g *chess.Game) string {
	last := g.LastNode()
	if last.Plies() == 0 {
		return ""
	}
	before := last.Parent().Position()
	dots := [2]string{".", "..."}[before.Turn()]
	return fmt.Sprintf("%d%s %s", before.FullmoveNumber(), dots, last.SAN())
}
