// Server lets people play chess in their browsers. Each game is a PGN file in a folder, so a restart
// loses nothing.
//
//	go run ./examples/server -folder games -address localhost:8080
package main

import (
	"crypto/rand"
	_ "embed"
	"encoding/json"
	"errors"
	"flag"
	"fmt"
	"log"
	"net/http"
	"os"
	"path/filepath"
	"strings"
	"sync"
	"time"

	"github.com/shakki/chess"
	"github.com/shakki/chess/diagram"
)

//go:embed page.html
var page []byte

func main() {
	folder := flag.String("folder", "games", "the folder of the games")
	address := flag.String("address", "localhost:8080", "where to listen")
	flag.Parse()
	s, err := newServer(*folder)
	if err != nil {
		log.Fatal(err)
	}
	log.Printf("%d games, http://%s", len(s.tables), *address)
	web := http.Server{Addr: *address, Handler: s.handler(), ReadHeaderTimeout: 10 * time.Second}
	log.Fatal(web.ListenAndServe())
}

// A server has the tables of a folder.
type server struct {
	folder string
	mu     sync.RWMutex
	tables map[string]*table // by the name of the file without ".pgn"
}

// newServer returns a server with the games in a folder, which it makes if needed.
func newServer(folder string) (*server, error) {
	if err := os.MkdirAll(folder, 0o777); err != nil {
		return nil, err
	}
	files, err := filepath.Glob(filepath.Join(folder, "*.pgn"))
	if err != nil {
		return nil, err
	}
	s := &server{folder: folder, tables: map[string]*table{}}
	for _, file := range files {
		id := strings.TrimSuffix(filepath.Base(file), ".pgn")
		if s.tables[id], err = loadTable(file); err != nil {
			return nil, fmt.Errorf("%s: %w", file, err)
		}
	}
	return s, nil
}

// handler returns what answers the browsers.
func (s *server) handler() http.Handler {
	mux := http.NewServeMux()
	mux.HandleFunc("GET /{$}", func(w http.ResponseWriter, _ *http.Request) {
		w.Header().Set("Content-Type", "text/html; charset=utf-8")
		w.Write(page)
	})
	mux.HandleFunc("POST /games", s.create)
	mux.HandleFunc("GET /games/{id}/events", s.withTable((*table).sendEvents))
	mux.HandleFunc("GET /games/{id}/pgn", s.withTable((*table).sendPGN))
	mux.HandleFunc("POST /games/{id}/{action}", s.withTable((*table).receive))
	return mux
}

// withTable returns a handler that finds the table of a request.
func (s *server) withTable(f func(*table, http.ResponseWriter, *http.Request)) http.HandlerFunc {
	return func(w http.ResponseWriter, r *http.Request) {
		s.mu.RLock()
		t := s.tables[r.PathValue("id")]
		s.mu.RUnlock()
		if t == nil {
			http.NotFound(w, r)
			return
		}
		f(t, w, r)
	}
}

// A request is what a browser sends.
type request struct {
	Key       string          // of the player
	Name      string          // of a player who joins
	Color     chess.Color     // of the player who starts the game
	Minutes   int             // for each player
	From, To  chess.Square    // of a move, or of the move of a claim; equal if the claim has none
	Promotion chess.PieceType // what a pawn becomes
	Reason    chess.Reason    // of a claim
}

// answer calls f with the request that the browser sent, and sends what it returns or its error.
func answer(w http.ResponseWriter, r *http.Request, f func(request) (any, error)) {
	var body request
	err := json.NewDecoder(http.MaxBytesReader(w, r.Body, 4096)).Decode(&body)
	var result any
	if err == nil {
		result, err = f(body)
	}
	if err != nil {
		http.Error(w, err.Error(), http.StatusConflict)
		return
	}
	json.NewEncoder(w).Encode(result)
}

// create starts a game with one player.
func (s *server) create(w http.ResponseWriter, r *http.Request) {
	answer(w, r, func(body request) (any, error) {
		id := strings.ToLower(rand.Text())
		g := chess.NewGame()
		g.SetTag("Date", time.Now().Format("2006.01.02"))
		g.SetTag("TimeControl", fmt.Sprint(60*min(max(body.Minutes, 1), 600)))
		t := newTable(filepath.Join(s.folder, id+".pgn"), g)
		key, err := t.join(body.Color&1, body.Name)
		s.mu.Lock()
		defer s.mu.Unlock()
		s.tables[id] = t
		return map[string]string{"id": id, "key": key}, err
	})
}

// A table is a game, its players, and its clocks. The tags WhiteKey and BlackKey of the game are what
// the browsers of the players prove themselves with, and DrawOffer is the player who offers a draw.
type table struct {
	file     string
	mu       sync.RWMutex
	game     *chess.Game
	left     [2]time.Duration // the time left to each color after its last move
	since    time.Time        // when the player to move got the move; zero if the clocks stand still
	timer    *time.Timer      // for the fall of the flag
	watchers map[chan struct{}]bool
}

// newTable returns a table with full clocks.
func newTable(file string, g *chess.Game) *table {
	limit, err := time.ParseDuration(g.Tag("TimeControl") + "s")
	if err != nil {
		limit = 5 * time.Minute
	}
	return &table{file: file, game: g, left: [2]time.Duration{limit, limit}, watchers: map[chan struct{}]bool{}}
}

// loadTable reads a table. The player to move has the time that was left after the last move.
func loadTable(file string) (*table, error) {
	text, err := os.ReadFile(file)
	if err != nil {
		return nil, err
	}
	g, err := chess.ParsePGN(string(text))
	if err != nil {
		return nil, err
	}
	t := newTable(file, g)
	for node := range g.MainLine() {
		if clock := node.Commands().Clock; clock != nil {
			t.left[(node.Plies()+1)%2] = *clock
		}
	}
	var by chess.Color
	if by.UnmarshalText([]byte(g.Tag("DrawOffer"))) == nil {
		err = g.OfferDraw(by)
	}
	t.startClock()
	return t, err
}

// startClock starts the clock of the player to move, if both are there and the game goes on.
func (t *table) startClock() {
	if t.timer != nil {
		t.timer.Stop()
	}
	t.since = time.Time{}
	if !t.game.Outcome().IsOver() && t.game.Tag("WhiteKey") != "" && t.game.Tag("BlackKey") != "" {
		t.since = time.Now()
		t.timer = time.AfterFunc(t.left[t.game.Position().Turn()], func() {
			if err := t.change(func() error { return nil }); err != nil {
				log.Print(err)
			}
		})
	}
}

// used returns the time that the player to move has used.
func (t *table) used() time.Duration {
	if t.since.IsZero() {
		return 0
	}
	return time.Since(t.since)
}

// change calls f to change the game, unless the time of the player to move is up. It stores the game
// and wakes the watchers.
func (t *table) change(f func() error) (err error) {
	t.mu.Lock()
	defer t.mu.Unlock()
	plies, turn, used := t.game.Plies(), t.game.Position().Turn(), t.used()
	if used < t.left[turn] || t.game.Outcome().IsOver() {
		err = f()
	} else {
		err = t.game.FlagFall(turn)
	}
	over := t.game.Outcome().IsOver()
	if t.game.Plies() > plies || over && !t.since.IsZero() {
		left := max(t.left[turn]-used, 0)
		t.left[turn] = left
		if t.game.Plies() > plies {
			t.game.End().SetCommands(chess.Commands{Clock: &left})
		}
		t.startClock()
	}
	if over {
		t.game.SetTag("Termination", t.game.Outcome().Reason.String())
	}
	t.game.DeleteTag("DrawOffer")
	if by, ok := t.game.DrawOffer(); ok {
		t.game.SetTag("DrawOffer", by.String())
	}
	for changed := range t.watchers {
		select {
		case changed <- struct{}{}:
		default: // the watcher has not seen the last change yet
		}
	}
	return errors.Join(err, t.save())
}

// save writes the file, so that it is never there in part.
func (t *table) save() error {
	if err := os.WriteFile(t.file+".new", []byte(t.game.String()), 0o600); err != nil {
		return err
	}
	return os.Rename(t.file+".new", t.file)
}

// side returns "White" or "Black", the name of a tag.
func side(c chess.Color) string { return [2]string{"White", "Black"}[c] }

// join gives a player a color, or the other one if it is taken, and returns the key of the player.
func (t *table) join(c chess.Color, name string) (key string, err error) {
	key = rand.Text()
	return key, t.change(func() error {
		if t.game.Tag(side(c)+"Key") != "" {
			c = c.Other()
		}
		switch name = strings.ToValidUTF8(strings.TrimSpace(name), ""); {
		case t.game.Tag(side(c)+"Key") != "":
			return errors.New("both players are there")
		case name == "" || len(name) > 60:
			return errors.New("a name has 1 to 60 letters")
		}
		t.game.SetTag(side(c), name)
		t.game.SetTag(side(c)+"Key", key)
		t.startClock()
		return nil
	})
}

// player returns the color of the player with a key.
func (t *table) player(key string) (c chess.Color, ok bool) {
	switch key {
	case "":
		return 0, false
	case t.game.Tag("WhiteKey"):
		return chess.White, true
	}
	return chess.Black, key == t.game.Tag("BlackKey")
}

// receive carries out what a player asks for.
func (t *table) receive(w http.ResponseWriter, r *http.Request) {
	answer(w, r, func(body request) (any, error) {
		if r.PathValue("action") == "join" {
			return t.join(chess.White, body.Name)
		}
		return nil, t.change(func() error { return t.act(r.PathValue("action"), body) })
	})
}

// act carries out an action of a player.
func (t *table) act(action string, r request) error {
	by, ok := t.player(r.Key)
	switch {
	case !ok:
		return errors.New("you do not play in this game")
	case t.since.IsZero() && !t.game.Outcome().IsOver():
		return errors.New("your opponent has not come yet")
	}
	switch action {
	case "move", "claim":
		if by != t.game.Position().Turn() {
			return errors.New("it is not your turn")
		}
		return t.move(action == "claim", r)
	case "offer":
		return t.game.OfferDraw(by)
	case "accept":
		return t.game.AcceptDraw(by)
	case "decline":
		return t.game.DeclineDraw(by)
	case "resign":
		return t.game.Resign(by)
	}
	return fmt.Errorf("unknown action %q", action)
}

// move plays a move, or claims a draw, on the board or with a move. If a claim with a move is wrong,
// the move is played (FIDE 9.5.3).
func (t *table) move(claim bool, r request) (err error) {
	if claim && r.From == r.To {
		return t.game.Claim(chess.Claim{Reason: r.Reason})
	}
	m, err := t.game.Position().FindMove(r.From, r.To, r.Promotion)
	if err != nil {
		return err
	}
	if claim {
		if err = t.game.Claim(chess.Claim{Reason: r.Reason, Move: m}); err == nil {
			return nil
		}
	}
	return errors.Join(err, t.game.Play(m))
}

// A state is what a browser shows.
type state struct {
	SVG     string                          `json:"svg"`
	You     *chess.Color                    `json:"you"` // nil for a spectator
	Turn    chess.Color                     `json:"turn"`
	Moves   map[chess.Square][]chess.Square `json:"moves"` // yours
	Record  string                          `json:"record"`
	Names   map[chess.Color]string          `json:"names"`  // of the players who are there
	Clocks  map[chess.Color]int64           `json:"clocks"` // in milliseconds
	Running bool                            `json:"running"`
	Offer   *chess.Color                    `json:"offer"` // who offers a draw
	Outcome string                          `json:"outcome"`
}

// state returns what the browser of the player with a key shows.
func (t *table) state(key string) state {
	t.mu.RLock()
	defer t.mu.RUnlock()
	p := t.game.Position()
	s := state{Turn: p.Turn(), Running: !t.since.IsZero(), Names: map[chess.Color]string{}, Clocks: map[chess.Color]int64{}}
	pgn := t.game.AppendPGN(nil, chess.PGNFormat{MainLineOnly: true, Columns: -1})
	_, s.Record, _ = strings.Cut(string(pgn), "\n\n")
	o := diagram.Options{Size: 560, LastMove: t.game.End().Move()}
	if you, ok := t.player(key); ok {
		s.You, o.Below = &you, you
		if you == p.Turn() && s.Running {
			s.Moves = p.Destinations()
		}
	}
	s.SVG = string(diagram.AppendSVG(nil, p, o))
	for c, left := range t.left {
		if color := chess.Color(c); t.game.Tag(side(color)+"Key") != "" {
			s.Names[color], s.Clocks[color] = t.game.Tag(side(color)), left.Milliseconds()
		}
	}
	s.Clocks[p.Turn()] -= t.used().Milliseconds()
	if by, ok := t.game.DrawOffer(); ok {
		s.Offer = &by
	}
	if t.game.Outcome().IsOver() {
		s.Outcome = t.game.Outcome().String()
	}
	return s
}

// sendEvents sends the state of the table, now and after every change.
func (t *table) sendEvents(w http.ResponseWriter, r *http.Request) {
	w.Header().Set("Content-Type", "text/event-stream")
	w.Header().Set("Cache-Control", "no-store")
	changed := make(chan struct{}, 1)
	t.mu.Lock()
	t.watchers[changed] = true
	t.mu.Unlock()
	defer func() {
		t.mu.Lock()
		delete(t.watchers, changed)
		t.mu.Unlock()
	}()
	for {
		text, err := json.Marshal(t.state(r.FormValue("key")))
		if err == nil {
			_, err = fmt.Fprintf(w, "retry: 500\ndata: %s\n\n", text)
		}
		if err != nil || http.NewResponseController(w).Flush() != nil {
			return
		}
		select {
		case <-changed:
		case <-r.Context().Done():
			return
		}
	}
}

// sendPGN sends the game without the keys of the players.
func (t *table) sendPGN(w http.ResponseWriter, _ *http.Request) {
	t.mu.RLock()
	g := t.game.Clone()
	t.mu.RUnlock()
	for _, tag := range []string{"WhiteKey", "BlackKey", "DrawOffer"} {
		g.DeleteTag(tag)
	}
	w.Header().Set("Content-Disposition", `attachment; filename="game.pgn"`)
	fmt.Fprint(w, g)
}
