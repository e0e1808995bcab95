// Server lets people play chess in their browsers. Each game is a PGN file in a folder, so a restart
// loses nothing. The page docs/server.md walks through the program.
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
	"io"
	"log"
	"net/http"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"sync"
	"time"

	"github.com/shakki/chess"
	"github.com/shakki/chess/diagram"
	"github.com/shakki/chess/internal/cmdline"
)

//go:embed index.html
var page embed.FS

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
	tables sync.Map // of *table, by the id of the game
}

// newServer returns a server with the games in a folder, which it creates if needed. A file that
// cannot be read as a game is logged and left as it is.
func newServer(folder string) (*server, error) {
	s := &server{folder: folder}
	if err := os.MkdirAll(folder, 0o777); err != nil {
		return nil, err
	}
	files, err := os.ReadDir(folder)
	for _, file := range files {
		id, isGame := strings.CutSuffix(file.Name(), ".pgn")
		if !isGame {
			continue
		}
		if t, err := s.load(filepath.Join(folder, file.Name())); err != nil {
			log.Printf("left aside: %s: %v", file.Name(), err)
		} else {
			s.tables.Store(id, t)
		}
	}
	return s, err
}

// open opens a table for a new game and returns the id of the game.
func (s *server) open(g *chess.Game) (id string, err error) {
	id = strings.ToLower(rand.Text()) // nobody can guess it
	g.SetTag("Date", time.Now().Format("2006.01.02"))
	t, err := newTable(s, filepath.Join(s.folder, id+".pgn"), g)
	if err == nil {
		err = t.change(unchanged) // which saves it
	}
	if err == nil {
		s.tables.Store(id, t)
	}
	return id, err
}

const (
	maxBody   = 4 << 10          // bytes in the body of a request
	patience  = 10 * time.Second // for a browser to send a request, or to take what it is sent
	heartbeat = time.Second      // between signs of life to a browser that watches a game
	watching  = 15 * time.Minute // after which a browser that watches must ask again
	maxListed = 50               // games on the first page
	penalty   = 2 * time.Minute  // for a player whose opponent has made a wrong claim (FIDE 9.5.3)
)

// web returns the HTTP server. It has limits, so that a slow browser holds nothing up.
func (s *server) web(address string) *http.Server {
	mux := http.NewServeMux()
	mux.Handle("GET /{$}", http.FileServerFS(page))
	mux.Handle("GET /picture", handler((&table{game: chess.NewGame()}).sendPicture))
	mux.Handle("GET /games", handler(s.list))
	mux.Handle("POST /games", handler(s.create))
	mux.Handle("POST /games/{id}/{action}", s.at((*table).receive))
	mux.Handle("GET /games/{id}/events", s.at((*table).sendEvents))
	mux.Handle("GET /games/{id}/picture", s.at((*table).sendPicture))
	mux.Handle("GET /games/{id}/pgn", s.at((*table).sendPGN))
	return &http.Server{
		Addr:           address,
		Handler:        mux,
		ReadTimeout:    patience,
		WriteTimeout:   patience,
		IdleTimeout:    2 * time.Minute,
		MaxHeaderBytes: 16 << 10,
	}
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
}

// key returns the key by which the browser of a player identifies itself.
func key(r *http.Request) string { return strings.TrimPrefix(r.Header.Get("Authorization"), "Bearer ") }

// read reads the body of a request, which is one JSON object.
func read(w http.ResponseWriter, r *http.Request) (body request, err error) {
	body.Key = key(r)
	d := json.NewDecoder(http.MaxBytesReader(w, r.Body, maxBody))
	d.DisallowUnknownFields()
	if err = d.Decode(&body); err == nil {
		switch _, err = d.Token(); err {
		case io.EOF:
			return body, nil
		case nil:
			err = errors.New("more than one JSON object")
		}
	}
	if large := (*http.MaxBytesError)(nil); errors.As(err, &large) {
		return body, refusal{http.StatusRequestEntityTooLarge, fmt.Sprintf("a request has at most %d bytes", maxBody)}
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
		return refusal{http.StatusNotFound, "there is no such game"}
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

// sendEvents sends the state of a table, now and after every change, each on a line of its own. An
// empty line is a sign of life. A request with a body is refused, because nobody waits for its end.
func (t *table) sendEvents(w http.ResponseWriter, r *http.Request) error {
	if r.ContentLength != 0 {
		w.Header().Set("Connection", "close") // otherwise the server waits for the body first
		return refusal{http.StatusBadRequest, "a request for events has no body"}
	}
	w.Header().Set("Content-Type", "application/x-ndjson")
	if r.Method == http.MethodHead {
		return nil
	}
	stream := http.NewResponseController(w)
	stream.SetReadDeadline(time.Now().Add(watching + patience)) // the whole request has come
	end := time.After(watching)
	for {
		now, changed := t.state(key(r))
		line, err := json.Marshal(now)
		for waits := true; waits; line = nil {
			stream.SetWriteDeadline(time.Now().Add(patience))
			w.Write(append(line, '\n'))
			if err != nil || stream.Flush() != nil {
				return nil // the browser has gone
			}
			select {
			case <-changed:
				waits = false
			case <-time.After(heartbeat):
			case <-end:
				return nil
			case <-r.Context().Done():
				return nil
			}
		}
	}
}

// sendPicture sends the board after a number of plies, seen from the side that the query names.
func (t *table) sendPicture(w http.ResponseWriter, r *http.Request) error {
	g := t.current()
	ply, err := strconv.Atoi(r.FormValue("ply"))
	below, err2 := chess.ParseColor(r.FormValue("below"))
	if err != nil || err2 != nil || ply < 0 || ply > g.Plies() {
		return refusal{http.StatusBadRequest, fmt.Sprintf("a picture needs a ply from 0 to %d and the color below", g.Plies())}
	}
	node := g.Root()
	for range ply {
		node = node.Next()
	}
	w.Header().Set("Content-Type", "image/svg+xml")
	return diagram.WriteSVG(w, node.Position(), picture(node, below))
}

// list sends what the first page shows: the games that are not over and that their players have listed.
func (s *server) list(w http.ResponseWriter, _ *http.Request) error {
	games := map[string]string{} // what the page shows of each, by its id
	for id, t := range s.tables.Range {
		switch g, id := t.(*table).current(), id.(string); {
		case g.Tag("Listed") == "" || g.Outcome().IsOver() || len(games) == maxListed:
		case isFull(g):
			games[id] = fmt.Sprintf("%s – %s, move %d", g.Tag("White"), g.Tag("Black"), g.Position().FullmoveNumber())
		default:
			games[id] = g.Tag("White") + g.Tag("Black") + " waits for an opponent"
		}
	}
	w.Header().Set("Content-Type", "application/json")
	return json.NewEncoder(w).Encode(games)
}

// sendPGN sends the record of a game.
func (t *table) sendPGN(w http.ResponseWriter, _ *http.Request) error {
	w.Header().Set("Content-Type", "application/x-chess-pgn; charset=utf-8")
	fmt.Fprint(w, t.record())
	return nil
}
