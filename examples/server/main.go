// Server lets people play chess in their browsers. Each game is a PGN file in a folder, so a restart
// loses nothing.
//
//	go run ./examples/server -folder games -address localhost:8080
package main

import (
	"crypto/rand"
	"embed"
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

//go:embed index.html
var files embed.FS

func main() {
	folder := flag.String("folder", "games", "the folder of the games")
	address := flag.String("address", "localhost:8080", "where to listen")
	flag.Parse()
	s, err := newServer(*folder)
	if err != nil {
		log.Fatal(err)
	}
	log.Printf("http://%s", *address)
	log.Fatal(http.ListenAndServe(*address, s.handler()))
}

// A server has the tables of a folder.
type server struct {
	folder string
	tables sync.Map // of *table, by the name of the file
}

// newServer returns a server with the games in a folder, which it makes if needed.
func newServer(folder string) (*server, error) {
	s := &server{folder: folder}
	files, err := filepath.Glob(filepath.Join(folder, "*.pgn"))
	for _, file := range files {
		t, err := loadTable(file)
		if err != nil {
			return nil, fmt.Errorf("%s: %w", file, err)
		}
		s.tables.Store(filepath.Base(file), t)
	}
	return s, errors.Join(err, os.MkdirAll(folder, 0o777))
}

// handler returns what answers the browsers.
func (s *server) handler() http.Handler {
	mux := http.NewServeMux()
	mux.Handle("GET /{$}", http.FileServerFS(files))
	mux.HandleFunc("GET /games/{id}/events", s.withTable((*table).sendEvents))
	mux.HandleFunc("GET /games/{id}/pgn", s.withTable((*table).sendPGN))
	mux.HandleFunc("POST /games/{id}/{action}", s.receive)
	return mux
}

// withTable returns a handler that finds the table of a request.
func (s *server) withTable(f func(*table, http.ResponseWriter, *http.Request)) http.HandlerFunc {
	return func(w http.ResponseWriter, r *http.Request) {
		if t, ok := s.tables.Load(r.PathValue("id") + ".pgn"); ok {
			f(t.(*table), w, r)
			return
		}
		http.NotFound(w, r)
	}
}

// A request is what a browser sends.
type request struct {
	Key       string          // that the browser of the player has made up
	Name      string          // of a player who joins
	Color     chess.Color     // of the player who starts the game
	Minutes   int             // for each player
	From, To  chess.Square    // of a move, or of the move of a claim; equal if the claim has none
	Promotion chess.PieceType // what a pawn becomes
	Reason    chess.Reason    // of a claim
}

// receive carries out what a player asks for, and answers with the name of the game.
func (s *server) receive(w http.ResponseWriter, r *http.Request) {
	var body request
	err := json.NewDecoder(http.MaxBytesReader(w, r.Body, 4096)).Decode(&body)
	action, id := r.PathValue("action"), r.PathValue("id")
	t, ok := s.tables.Load(id + ".pgn")
	if action == "create" {
		id = strings.ToLower(rand.Text())
		g := chess.NewGame()
		g.SetTag("Date", time.Now().Format("2006.01.02"))
		g.SetTag("TimeControl", fmt.Sprint(60*min(max(body.Minutes, 1), 600)))
		t, ok = newTable(filepath.Join(s.folder, id+".pgn"), g), true
	}
	if ok && err == nil {
		err = t.(*table).act(action, body)
	}
	switch {
	case !ok:
		http.NotFound(w, r)
	case err != nil:
		http.Error(w, err.Error(), http.StatusConflict)
	default:
		s.tables.LoadOrStore(id+".pgn", t)
		fmt.Fprint(w, id)
	}
}

// A table is a game, its players, and its clocks. The tags WhiteKey and BlackKey of the game are
// what the browsers of the players identify with.
type table struct {
	file    string
	mu      sync.RWMutex
	game    *chess.Game
	left    [2]time.Duration // the time left to each color after its last move
	since   time.Time        // when the player to move got the move; zero if the clocks stand still
	timer   *time.Timer      // for the fall of the flag
	changed chan struct{}    // closed after the next change
}

// newTable returns a table with full clocks.
func newTable(file string, g *chess.Game) *table {
	limit, err := time.ParseDuration(g.Tag("TimeControl") + "s")
	if err != nil {
		limit = 5 * time.Minute
	}
	t := &table{file: file, game: g, left: [2]time.Duration{limit, limit}, changed: make(chan struct{})}
	t.timer = time.AfterFunc(1<<62, func() { // until startClock says when
		if err := t.change(func() error { return nil }); err != nil {
			log.Print(err)
		}
	})
	return t
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
		if clock := node.Info().Clock; clock != nil {
			t.left[(node.Plies()+1)%2] = *clock
		}
	}
	t.startClock()
	return t, nil
}

// startClock starts the clock of the player to move, if both are there and the game goes on.
func (t *table) startClock() {
	t.timer.Stop()
	t.since = time.Time{}
	if !t.game.Outcome().IsOver() && t.game.Tag("WhiteKey") != "" && t.game.Tag("BlackKey") != "" {
		t.since = time.Now()
		t.timer.Reset(t.left[t.game.Position().Turn()])
	}
}

// now returns the time that is left to a color now.
func (t *table) now(c chess.Color) time.Duration {
	if t.since.IsZero() || c != t.game.Position().Turn() {
		return t.left[c]
	}
	return max(t.left[c]-time.Since(t.since), 0)
}

// change calls f to change the game, unless the time of the player to move is up. It stores the game
// and wakes the watchers.
func (t *table) change(f func() error) error {
	t.mu.Lock()
	defer t.mu.Unlock()
	plies, turn := t.game.Plies(), t.game.Position().Turn()
	_, offered := t.game.DrawOffer()
	left := t.now(turn)
	if left == 0 {
		f = func() error { return t.game.FlagFall(turn) }
	}
	err := f()
	_, offers := t.game.DrawOffer()
	if err != nil && t.game.Plies() == plies && offers == offered { // a refused claim may be an offer
		return err
	}
	if t.game.Plies() > plies {
		t.left[turn] = left
		t.game.LastNode().SetInfo(chess.MoveInfo{Clock: &left})
		t.startClock()
	}
	if t.game.Outcome().IsOver() {
		t.left[turn] = left
		t.startClock() // which stops it
	}
	close(t.changed)
	t.changed = make(chan struct{})
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

// join gives a player a color, or the other one if it is taken.
func (t *table) join(c chess.Color, r request) error {
	if t.game.Tag(side(c)+"Key") != "" {
		c = c.Other()
	}
	switch name := strings.ToValidUTF8(strings.TrimSpace(r.Name), ""); {
	case t.game.Tag(side(c)+"Key") != "":
		return errors.New("both players are there")
	case name == "" || len(name) > 60 || len(r.Key) < 20:
		return errors.New("a name has 1 to 60 letters, and a key at least 20")
	default:
		t.game.SetTag(side(c), name)
		t.game.SetTag(side(c)+"Key", r.Key)
	}
	t.startClock()
	return nil
}

// player returns the color of the player with a key.
func (t *table) player(key string) (c chess.Color, ok bool) {
	for c := range chess.Color(2) {
		if key != "" && key == t.game.Tag(side(c)+"Key") {
			return c, true
		}
	}
	return 0, false
}

// act carries out an action of a player.
func (t *table) act(action string, r request) error {
	return t.change(func() error {
		by, ok := t.player(r.Key)
		switch turn := t.game.Position().Turn(); {
		case action == "create", action == "join":
			return t.join(r.Color&1, r)
		case !ok:
			return errors.New("you do not play in this game")
		case t.since.IsZero() && !t.game.Outcome().IsOver():
			return errors.New("your opponent has not come yet")
		case action == "offer":
			return t.game.OfferDraw(by)
		case action == "accept":
			return t.game.AcceptDraw(by)
		case action == "decline":
			return t.game.DeclineDraw(by)
		case action == "resign":
			return t.game.Resign(by)
		case action != "move" && action != "claim":
			return fmt.Errorf("unknown action %q", action)
		case by != turn:
			return errors.New("it is not your turn")
		}
		return t.move(action == "claim", r)
	})
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
		err = t.game.Claim(chess.Claim{Reason: r.Reason, Move: m})
	}
	if !claim || err != nil {
		err = errors.Join(err, t.game.Play(m))
	}
	return err
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
	Outcome chess.Outcome                   `json:"outcome"`
}

// state returns what the browser of the player with a key shows, and a channel that is closed when
// that is out of date.
func (t *table) state(key string) (state, chan struct{}) {
	t.mu.RLock()
	defer t.mu.RUnlock()
	p := t.game.Position()
	s := state{Turn: p.Turn(), Running: !t.since.IsZero(), Outcome: t.game.Outcome()}
	s.Names, s.Clocks = map[chess.Color]string{}, map[chess.Color]int64{}
	_, s.Record, _ = strings.Cut(string(t.game.AppendPGN(nil, chess.PGNFormat{MainLineOnly: true, Columns: -1})), "\n\n")
	o := diagram.Options{Size: 560, LastMove: t.game.LastNode().Move()}
	if you, ok := t.player(key); ok {
		s.You, o.Below = &you, you
		if you == p.Turn() && s.Running {
			s.Moves = p.Destinations()
		}
	}
	s.SVG = string(diagram.AppendSVG(nil, p, o))
	for c := range chess.Color(2) {
		if t.game.Tag(side(c)+"Key") != "" {
			s.Names[c], s.Clocks[c] = t.game.Tag(side(c)), t.now(c).Milliseconds()
		}
	}
	if by, ok := t.game.DrawOffer(); ok {
		s.Offer = &by
	}
	return s, t.changed
}

// sendEvents sends the state of the table, now and after every change.
func (t *table) sendEvents(w http.ResponseWriter, r *http.Request) {
	w.Header().Set("Content-Type", "text/event-stream")
	for {
		s, changed := t.state(r.FormValue("key"))
		fmt.Fprint(w, "retry: 500\ndata: ")
		json.NewEncoder(w).Encode(s)
		fmt.Fprint(w, "\n")
		if http.NewResponseController(w).Flush() != nil {
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
	for _, tag := range []string{"WhiteKey", "BlackKey"} {
		g.DeleteTag(tag)
	}
	fmt.Fprint(w, g)
}
