package main

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"log"
	"math/rand/v2"
	"net/http"
	"net/http/httptest"
	"runtime"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/shakki/chess"
	"github.com/shakki/chess/internal/deep"
	"github.com/shakki/chess/uci"
)

// A site plays the part of lichess.org: it challenges the bot, plays the other side at random, and
// fails in the ways of a network: it is slow, silent, down, tired of requests, and breaks connections
// before and after it has done what it was asked.
type site struct {
	t      *testing.T
	mutex  sync.Mutex
	random *rand.Rand
	faults int // one request of so many fails
	events []chan string
	games  map[string]*siteGame
	change *sync.Cond
	log    map[string]int // what happened, by kind
}

// A siteGame is a game on the site.
type siteGame struct {
	id, variant, start string
	game               *chess.Game
	bot                chess.Color
	status             string
	offers             bool // the opponent offers a draw
	posted             map[int]int
}

func newSite(t *testing.T, faults int) (*site, *httptest.Server) {
	s := &site{t: t, random: rand.New(rand.NewPCG(1, 2)), faults: faults, games: map[string]*siteGame{}, log: map[string]int{}}
	s.change = sync.NewCond(&s.mutex)
	mux := http.NewServeMux()
	mux.HandleFunc("GET /api/stream/event", s.streamEvents)
	mux.HandleFunc("POST /api/challenge/{id}/{answer}", s.answer)
	mux.HandleFunc("GET /api/bot/game/stream/{id}", s.streamGame)
	mux.HandleFunc("POST /api/bot/game/{id}/move/{move}", s.move)
	mux.HandleFunc("POST /api/bot/game/{id}/draw/yes", s.draw)
	server := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if r.Header.Get("Authorization") != "Bearer token" {
			http.Error(w, "no token", http.StatusUnauthorized)
			return
		}
		switch fault := s.fault(); fault {
		case 1:
			http.Error(w, "down", http.StatusBadGateway)
		case 2:
			http.Error(w, "slow down", http.StatusTooManyRequests)
		case 3:
			panic(http.ErrAbortHandler) // before it is done
		case 4:
			if r.Method == http.MethodPost {
				mux.ServeHTTP(httptest.NewRecorder(), r) // the answer is lost
			}
			panic(http.ErrAbortHandler)
		case 5:
			time.Sleep(30 * time.Millisecond)
			if r.Context().Err() != nil {
				panic(http.ErrAbortHandler) // nobody waits for the answer
			}
			fallthrough
		default:
			mux.ServeHTTP(w, r)
		}
	}))
	t.Cleanup(server.Close)
	return s, server
}

// fault returns the number of a fault, or 0.
func (s *site) fault() int {
	s.mutex.Lock()
	defer s.mutex.Unlock()
	if s.faults == 0 || s.random.IntN(s.faults) > 0 {
		return 0
	}
	fault := 1 + s.random.IntN(5)
	s.log[fmt.Sprint("fault ", fault)]++
	return fault
}

// streamEvents sends the games under way, and then what happens.
func (s *site) streamEvents(w http.ResponseWriter, r *http.Request) {
	s.mutex.Lock()
	events := make(chan string, 1000)
	for _, g := range s.games {
		switch g.status {
		case "challenge":
			events <- g.challenge()
		case "started":
			events <- g.gameStart()
		}
	}
	s.events = append(s.events, events)
	s.mutex.Unlock()
	s.send(w, r, func() (string, bool) {
		select {
		case line := <-events:
			return line, true
		case <-r.Context().Done():
			return "", false
		case <-time.After(20 * time.Millisecond):
			return "", true
		}
	})
}

// send sends lines until there are no more. Sometimes it breaks off or falls silent.
func (s *site) send(w http.ResponseWriter, r *http.Request, next func() (string, bool)) {
	for {
		line, ok := next()
		if !ok || r.Context().Err() != nil {
			return
		}
		if line != "" && s.fault() > 0 {
			if s.fault() > 0 {
				<-r.Context().Done() // silence, until the bot gives up
			}
			panic(http.ErrAbortHandler)
		}
		if _, err := io.WriteString(w, line+"\n"); err != nil {
			return
		}
		if f, ok := w.(http.Flusher); ok {
			f.Flush()
		}
	}
}

// tell sends a line to all streams of events. The caller holds the lock.
func (s *site) tell(line string) {
	for _, events := range s.events {
		select {
		case events <- line:
		default:
		}
	}
}

func (g *siteGame) challenge() string {
	return fmt.Sprintf(`{"type":"challenge","challenge":{"id":%q,"speed":"blitz","variant":{"key":%q},"challenger":{"id":"someone","rating":1500},"rated":true}}`, g.id, g.variant)
}

func (g *siteGame) gameStart() string {
	return fmt.Sprintf(`{"type":"gameStart","game":{"gameId":%q,"color":%q}}`, g.id, strings.ToLower(g.bot.String()))
}

// invite challenges the bot.
func (s *site) invite(id, variant, start string, offers bool) {
	s.mutex.Lock()
	defer s.mutex.Unlock()
	p := chess.StartPosition()
	if start != "" {
		setup, err := chess.ParseSetup(start)
		if err != nil {
			s.t.Fatal(err)
		}
		setup.Chess960 = variant == "chess960"
		if p, err = setup.Position(); err != nil {
			s.t.Fatal(err)
		}
	}
	g, err := chess.NewGameFrom(p, chess.ServerRules())
	if err != nil {
		s.t.Fatal(err)
	}
	s.games[id] = &siteGame{id: id, variant: variant, start: start, game: g, bot: chess.Color(len(s.games) % 2), status: "challenge", offers: offers, posted: map[int]int{}}
	s.tell(s.games[id].challenge())
}

// answer takes in what the bot says to a challenge.
func (s *site) answer(w http.ResponseWriter, r *http.Request) {
	s.mutex.Lock()
	defer s.mutex.Unlock()
	g := s.games[r.PathValue("id")]
	switch {
	case g == nil || g.status != "challenge":
		http.Error(w, "no such challenge", http.StatusNotFound)
	case r.PathValue("answer") == "decline":
		g.status = "declined " + r.FormValue("reason")
	default:
		g.status = "started"
		s.tell(g.gameStart())
		s.opponent(g)
	}
	s.change.Broadcast()
}

// streamGame sends the whole of a game, and its state after each change.
func (s *site) streamGame(w http.ResponseWriter, r *http.Request) {
	s.mutex.Lock()
	g := s.games[r.PathValue("id")]
	s.mutex.Unlock()
	if g == nil {
		http.NotFound(w, r)
		return
	}
	go func() { // wakes the sender
		<-r.Context().Done()
		s.change.Broadcast()
	}()
	last, closes := "", false
	s.send(w, r, func() (string, bool) {
		if closes {
			return "", false
		}
		s.mutex.Lock()
		defer s.mutex.Unlock()
		state := s.stateOf(g)
		for state == last && r.Context().Err() == nil {
			s.change.Wait()
			state = s.stateOf(g)
		}
		first := last == ""
		last, closes = state, g.status != "started"
		if !first {
			return state, true
		}
		start := g.start
		if start == "" {
			start = "startpos"
		}
		return fmt.Sprintf(`{"type":"gameFull","id":%q,"variant":{"key":%q},"initialFen":%q,"state":%s}`, g.id, g.variant, start, state), true
	})
}

// stateOf returns the state of a game. The caller holds the lock.
func (s *site) stateOf(g *siteGame) string {
	p, moves := g.game.Start(), []string{}
	for _, m := range g.game.Moves() {
		moves = append(moves, p.UCI(m))
		p = p.After(m)
	}
	state := map[string]any{"type": "gameState", "moves": strings.Join(moves, " "), "wtime": 60000, "btime": 60000, "winc": 0, "binc": 0, "status": g.status}
	if g.offers {
		state[map[chess.Color]string{chess.White: "bdraw", chess.Black: "wdraw"}[g.bot]] = true
	}
	text, err := json.Marshal(state)
	if err != nil {
		s.t.Error(err)
	}
	return string(text)
}

// opponent plays for the other side and ends the game after 60 plies. The caller holds the lock.
func (s *site) opponent(g *siteGame) {
	for g.status == "started" && g.game.Position().Turn() != g.bot {
		if g.game.Plies() >= 60 || g.game.Outcome().IsOver() {
			break
		}
		moves := g.game.Position().LegalMoves()
		if err := g.game.Play(moves[s.random.IntN(len(moves))]); err != nil {
			s.t.Error(err)
		}
	}
	if g.game.Outcome().IsOver() || g.game.Plies() >= 60 {
		g.status = "outoftime"
	}
	s.change.Broadcast()
}

// move plays a move of the bot.
func (s *site) move(w http.ResponseWriter, r *http.Request) {
	s.mutex.Lock()
	defer s.mutex.Unlock()
	if r.Context().Err() != nil {
		panic(http.ErrAbortHandler) // on a busy machine the bot has given up waiting
	}
	g := s.games[r.PathValue("id")]
	if g == nil || g.status != "started" || g.game.Position().Turn() != g.bot {
		s.log["refused"]++
		http.Error(w, `{"error":"Not your turn, or game already over"}`, http.StatusBadRequest)
		return
	}
	m, err := g.game.Position().ParseUCI(r.PathValue("move"))
	if err == nil {
		err = g.game.Play(m)
	}
	if err != nil {
		s.mutex.Unlock()
		select {
		case <-r.Context().Done(): // the bot had given up waiting and has sent the move again
		case <-time.After(10 * time.Second):
			s.t.Errorf("the bot plays %s: %v", r.PathValue("move"), err)
		}
		s.mutex.Lock()
		panic(http.ErrAbortHandler)
	}
	s.log["moves"]++
	s.opponent(g)
}

// draw ends a game that the bot offers, or claims, to draw.
func (s *site) draw(w http.ResponseWriter, r *http.Request) {
	s.mutex.Lock()
	defer s.mutex.Unlock()
	if g := s.games[r.PathValue("id")]; g != nil && g.status == "started" && g.offers {
		g.status = "draw"
	}
	s.change.Broadcast()
}

// A randomSearcher plays at random and says that it is not better.
type randomSearcher struct{}

func (randomSearcher) Search(_ context.Context, r *uci.Request) (uci.Best, error) {
	moves := r.Game.Position().LegalMoves()
	return uci.Best{Move: moves[rand.IntN(len(moves))]}, nil
}

// startRandom starts an engine in this process.
func startRandom(ctx context.Context) (*uci.Engine, error) {
	toEngine, fromBot := io.Pipe()
	toBot, fromEngine := io.Pipe()
	go func() {
		uci.Serve(toEngine, fromEngine, uci.Program{Name: "random", Searcher: randomSearcher{}})
		fromEngine.Close()
		toEngine.Close()
	}()
	return uci.New(ctx, toBot, fromBot)
}

// TestGames plays games on a site that fails in all its ways. Every game must reach its end, and
// nothing may be left when the bot has ended.
func TestGames(t *testing.T) {
	log.SetOutput(io.Discard)
	before := runtime.NumGoroutine()
	s, server := newSite(t, 12)
	b := &bot{
		client: client{server.URL, "token", 20 * time.Millisecond},
		policy: policy{[]string{"standard", "chess960", "fromPosition"}, []string{"blitz"}, 0, 2000, 1000},
		start:  startRandom,
	}
	accepting, stop := context.WithCancel(context.Background())
	done := make(chan error)
	go func() { done <- b.run(accepting, context.Background()) }()

	n := deep.Times(12, 9)
	starts := []struct{ variant, fen string }{
		{"standard", ""}, {"chess960", "nrbbqnkr/pppppppp/8/8/8/8/PPPPPPPP/NRBBQNKR w KQkq - 0 1"},
		{"fromPosition", "r3k2r/pppppppp/8/8/8/8/PPPPPPPP/R3K2R b KQkq - 0 1"}, {"antichess", ""},
	}
	for i := range n {
		start := starts[i%len(starts)]
		s.invite(fmt.Sprintf("game%d", i), start.variant, start.fen, i%5 == 4)
	}
	s.mutex.Lock()
	for {
		open := 0
		for _, g := range s.games {
			if g.status == "challenge" || g.status == "started" {
				open++
			}
		}
		if open == 0 {
			break
		}
		s.change.Wait()
	}
	for id, g := range s.games {
		want := "outoftime"
		if g.offers {
			want = "draw"
		}
		if g.variant == "antichess" {
			want = "declined variant"
		}
		if g.status != want {
			t.Errorf("%s of %s ends as %q, want %q", id, g.variant, g.status, want)
		}
	}
	t.Log(s.log)
	s.mutex.Unlock()
	stop()
	if err := <-done; err != nil {
		t.Error(err)
	}
	server.CloseClientConnections()
	server.Close()
	http.DefaultClient.CloseIdleConnections()
	for i := 0; runtime.NumGoroutine() > before; i++ {
		if i == 100 {
			stacks := make([]byte, 1<<16)
			t.Fatalf("goroutines are left:\n%s", stacks[:runtime.Stack(stacks, true)])
		}
		time.Sleep(20 * time.Millisecond)
	}
}

// TestPolicy checks which challenges are declined, and why.
func TestPolicy(t *testing.T) {
	p := policy{[]string{"standard"}, []string{"blitz", "rapid"}, 1000, 2000, 2}
	for _, tt := range []struct {
		variant, speed  string
		rating, playing int
		want            string
	}{
		{"standard", "blitz", 1000, 1, ""},
		{"standard", "rapid", 2000, 0, ""},
		{"crazyhouse", "blitz", 1500, 0, "variant"},
		{"standard", "bullet", 1500, 0, "timeControl"},
		{"standard", "blitz", 999, 0, "generic"},
		{"standard", "blitz", 2001, 0, "generic"},
		{"standard", "blitz", 1500, 2, "later"},
	} {
		var c challenge
		c.Variant.Key, c.Speed, c.Challenger.Rating = tt.variant, tt.speed, tt.rating
		if got := p.reason(&c, tt.playing); got != tt.want {
			t.Errorf("reason(%v, %d) = %q, want %q", c, tt.playing, got, tt.want)
		}
	}
}

// TestRefused checks that the bot ends if the site refuses it.
func TestRefused(t *testing.T) {
	server := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		http.Error(w, `{"error":"No such token"}`, http.StatusUnauthorized)
	}))
	defer server.Close()
	b := &bot{client: client{server.URL, "token", time.Millisecond}, start: startRandom}
	if err := b.run(context.Background(), context.Background()); !errors.Is(err, errFinal) || !strings.Contains(err.Error(), "No such token") {
		t.Errorf("run = %v, want the refusal", err)
	}
}
