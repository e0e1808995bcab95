package main

import (
	"cmp"
	"crypto/rand"
	_ "embed"
	"encoding/json"
	"errors"
	"flag"
	"fmt"
	"io"
	"log"
	"net/http"
	"os"
	"slices"
	"strings"
	"sync"
	"time"

	"github.com/shakki/chess"
	"github.com/shakki/chess/diagram"
	"github.com/shakki/chess/internal/cmdline"
	"github.com/shakki/chess/internal/safefile"
)

//go:embed index.html
var page string

func main() {
	folder := flag.String("folder", "games", "the folder of the games")
	address := flag.String("address", "localhost:8080", "where to listen")
	cmdline.ParseProgram("server [flags]")
	s, err := newServer(*folder)
	if err != nil {
		log.Fatal(err)
	}
	log.Printf("http://%s", *address)
	log.Fatal(s.web(*address).ListenAndServe())
}

// A server has the tables of a folder.
type server struct {
	folder string
	lock   *safefile.Lock // of the folder: a second server would overwrite the games of the first
	tables sync.Map       // of *table, by the id of the game
}

// newServer returns a server with the games in a folder, which it creates if needed, and locks. A file
// that cannot be read as a game is logged and left as it is.
func newServer(folder string) (*server, error) {
	err := os.MkdirAll(folder, 0o777)
	lock, locked := safefile.NewLock(folder)
	if err := cmp.Or(err, locked); err != nil {
		return nil, err
	}
	s := &server{folder: folder, lock: lock}
	files, err := os.ReadDir(folder)
	for _, file := range files {
		id, isGame := strings.CutSuffix(file.Name(), ".pgn")
		if !isGame {
			continue
		}
		if _, err := s.load(id); err != nil {
			log.Printf("left aside: %s: %v", file.Name(), err)
		}
	}
	return s, err
}

// open opens a table for a new game and returns the id of the game.
func (s *server) open(g *chess.Game) (id string, err error) {
	now := time.Now()
	id = fmt.Sprintf("%x-%s", now.UnixNano(), strings.ToLower(rand.Text())) // in the order of time; nobody can guess it
	g.SetTag("Date", now.Format("2006.01.02"))
	if err = s.save(id, g); err == nil {
		_, err = s.load(id)
	}
	return id, err
}

const (
	maxBody   = 4 << 10          // bytes in the body of a request
	patience  = 10 * time.Second // for a browser to send a request, or to take what it is sent
	heartbeat = time.Second      // between signs of life to a browser that watches a game
	maxListed = 50               // games on the first page
)

// web returns the HTTP server. It has limits, so that a slow browser holds nothing up.
func (s *server) web(address string) *http.Server {
	mux := http.NewServeMux()
	mux.Handle("GET /{$}", handler(sendPage))
	mux.Handle("GET /games", handler(s.list))
	mux.Handle("POST /games", handler(s.create))
	mux.Handle("POST /games/{id}/{action}", s.at((*table).receive))
	mux.Handle("GET /games/{id}/events", handler(s.sendEvents))
	mux.Handle("GET /games/{id}/pgn", s.at((*table).sendPGN))
	return &http.Server{Addr: address, Handler: mux, ReadTimeout: patience, WriteTimeout: patience, MaxHeaderBytes: 16 << 10}
}

// A handler handles a request. The browser gets the text of the error.
type handler func(http.ResponseWriter, *http.Request) error

// ServeHTTP implements [http.Handler].
func (h handler) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	if err := h(w, r); err != nil {
		no := refusal{http.StatusConflict, err.Error()}
		errors.As(err, &no)
		http.Error(w, no.text, no.status)
	}
}

// A refusal is an error with a status of HTTP. Other errors are those of the library, which refuses
// moves and claims, and have the status "409 Conflict".
type refusal struct {
	status int
	text   string
}

func (r refusal) Error() string { return r.text }

var (
	missing  = refusal{http.StatusNotFound, "there is no such game"}
	notSaved = refusal{http.StatusInternalServerError, "the game could not be saved, so nothing has changed: try again"}
)

// A request is what a browser sends.
type request struct {
	Key string `json:"-"` // of the player, from the header Authorization

	Name      string          // of a player who creates or joins a game
	Color     chess.Color     // of the player who creates the game
	Minutes   int             // for each player
	Seconds   int             // for each move
	Delay     bool            // the seconds are a delay and not an increment
	Chess960  bool            // a random start position
	Listed    bool            // the first page shows the game
	SAN       string          // of a move, or of the move of a claim
	From, To  *chess.Square   // of a move without SAN; a claim on the board has neither
	Promotion chess.PieceType // what a pawn becomes
	Reason    chess.Reason    // of a claim
	Ply       *int            // the number of plies after which the move is meant, or nil
}

// read reads the body of a request, which is one JSON object.
func read(w http.ResponseWriter, r *http.Request) (body request, err error) {
	body.Key = strings.TrimPrefix(r.Header.Get("Authorization"), "Bearer ")
	d := json.NewDecoder(http.MaxBytesReader(w, r.Body, maxBody))
	d.DisallowUnknownFields()
	if err = d.Decode(&body); err == nil {
		if _, err = d.Token(); err == io.EOF {
			return body, nil
		}
		err = cmp.Or(err, errors.New("more than one JSON object"))
	}
	var wrong *json.UnmarshalTypeError
	switch {
	case errors.As(err, new(*http.MaxBytesError)):
		return body, refusal{http.StatusRequestEntityTooLarge, fmt.Sprintf("a request has at most %d bytes", maxBody)}
	case errors.As(err, &wrong):
		err = fmt.Errorf("%s has the wrong type: %s", cmp.Or(strings.ToLower(wrong.Field), "the body"), wrong.Value)
	}
	return body, refusal{http.StatusBadRequest, fmt.Sprintf("malformed request: %v", err)}
}

// create creates a game with its first player and answers with its id.
func (s *server) create(w http.ResponseWriter, r *http.Request) error {
	body, err := read(w, r)
	if err != nil {
		return err
	}
	g := freshGame(body.Chess960)
	if err := errors.Join(setControl(g, body.Minutes, body.Seconds, body.Delay), join(g, body)); err != nil {
		return err
	}
	if body.Listed {
		g.SetTag("Listed", "yes")
	}
	id, err := s.open(g)
	if err == nil {
		fmt.Fprint(w, id)
	}
	return err
}

// at returns a handler that calls f with the table of the request.
func (s *server) at(f func(*table, http.ResponseWriter, *http.Request) error) handler {
	return func(w http.ResponseWriter, r *http.Request) error {
		if t, ok := s.tables.Load(r.PathValue("id")); ok {
			return f(t.(*table), w, r)
		}
		return missing
	}
}

// receive carries out what a player asks for.
func (t *table) receive(w http.ResponseWriter, r *http.Request) error {
	body, err := read(w, r)
	if err != nil {
		return err
	}
	return t.act(r.PathValue("action"), body)
}

// sendPage sends the page with a board and the drawings of the pieces, which it places itself.
func sendPage(w http.ResponseWriter, _ *http.Request) error {
	board := diagram.AppendSVG(nil, chess.StartPosition(), diagram.Options{HideCoordinates: true, DarkTheme: diagram.DarkTheme()})
	fmt.Fprint(w, strings.Replace(page, "<!-- board -->", string(board), 1))
	return nil
}

// sendEvents sends the state of a game, now and after every change, or null if there is no such game.
// An empty message is a sign of life. The subprotocol is the key of the player.
func (s *server) sendEvents(w http.ResponseWriter, r *http.Request) error {
	socket, err := newSocket(w, r)
	if err != nil {
		return err
	}
	defer socket.Close()
	gone, key := socket.drain(), r.Header.Get("Sec-WebSocket-Protocol")
	if t, ok := s.tables.Load(r.PathValue("id")); ok {
		defer t.(*table).attend(key)()
	}
	for {
		t, ok := s.tables.Load(r.PathValue("id"))
		if !ok {
			socket.send([]byte("null"))
			return nil
		}
		now, changed := t.(*table).state(key)
		message, err := json.Marshal(now)
		for waits := true; waits; message = nil {
			if err = cmp.Or(err, socket.send(message)); err != nil {
				return nil // the browser has gone
			}
			select {
			case <-changed:
				waits = false
			case <-time.After(heartbeat):
			case <-gone:
				return nil
			}
		}
	}
}

// list sends what the first page shows: the games that are not over and that their players have listed,
// the newest first.
func (s *server) list(w http.ResponseWriter, _ *http.Request) error {
	entries := []map[string]string{}
	for id, t := range s.tables.Range {
		g := t.(*table).current()
		if g.Tag("Listed") == "" || g.Outcome().IsOver() {
			continue
		}
		free := chess.Color(max(0, slices.Index(hashes(g), "")))
		text := g.Tag(side(free.Other())) + " waits for an opponent"
		if isFull(g) {
			text = fmt.Sprintf("%s – %s, move %d", g.Tag("White"), g.Tag("Black"), g.Position().FullmoveNumber())
		}
		entries = append(entries, map[string]string{"id": id.(string), "text": text})
	}
	slices.SortFunc(entries, func(a, b map[string]string) int { return strings.Compare(b["id"], a["id"]) })
	w.Header().Set("Content-Type", "application/json")
	return json.NewEncoder(w).Encode(entries[:min(len(entries), maxListed)])
}

// sendPGN sends the record of a game.
func (t *table) sendPGN(w http.ResponseWriter, _ *http.Request) error {
	w.Header().Set("Content-Type", "application/x-chess-pgn; charset=utf-8")
	fmt.Fprint(w, t.record())
	return nil
}
