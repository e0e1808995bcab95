package main

import (
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"log"
	"net"
	"net/http"
	"os"
	"path/filepath"
	"regexp"
	"runtime"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"
	"github.com/shakki/chess"
	"github.com/shakki/chess/internal/safefile"
)

// A running server can be stopped and started again at the same address.
type running struct {
	t       *testing.T
	folder  string
	address string
	server  *server
	web     *http.Server
	sockets sync.Map // of net.Conn

	listener net.Listener
}

// start starts the server. It ends with the test.
func (r *running) start() {
	r.t.Helper()
	s, err := newServer(r.folder)
	if err != nil {
		r.t.Fatal(err)
	}
	listener, err := net.Listen("tcp", r.address)
	if err != nil {
		r.t.Fatal(err)
	}
	r.address, r.server = listener.Addr().String(), s
	r.web = s.web(r.address)
	r.web.ConnState = func(c net.Conn, state http.ConnState) {
		if state == http.StateHijacked {
			r.sockets.Store(c, true)
		}
	}
	r.listener = listener
	go r.web.Serve(listener)
	r.t.Cleanup(r.stop)
}

// stop ends the server as a crash would, except that no clock goes on.
func (r *running) stop() {
	r.listener.Close() // which the web server may not know yet
	r.web.Close()
	for c := range r.sockets.Range {
		c.(net.Conn).Close()
	}
	r.server.lock.Unlock()
	for _, value := range r.server.tables.Range {
		value.(*table).stopTimer()
	}
}

// stopTimer keeps the flag of a table from falling after the end of a test.
func (t *table) stopTimer() {
	t.mu.Lock()
	defer t.mu.Unlock()
	if t.timer != nil {
		t.timer.Stop()
	}
}

func startServer(t *testing.T) *running {
	r := &running{t: t, folder: filepath.Join(t.TempDir(), "games"), address: "localhost:0"}
	r.start()
	return r
}

// get returns what a path of the server says.
func (r *running) get(path string) string {
	r.t.Helper()
	reply, err := http.Get("http://" + r.address + path)
	if err != nil {
		r.t.Fatal(err)
	}
	defer reply.Body.Close()
	text, err := io.ReadAll(reply.Body)
	if err != nil {
		r.t.Fatal(err)
	}
	return string(text)
}

// post sends a request and returns the status and the text of the answer.
func (r *running) post(path, key, body string) (int, string) {
	r.t.Helper()
	request, err := http.NewRequest("POST", "http://"+r.address+path, strings.NewReader(body))
	if err != nil {
		r.t.Fatal(err)
	}
	request.Header.Set("Authorization", "Bearer "+key)
	reply, err := http.DefaultClient.Do(request)
	if err != nil {
		r.t.Fatal(err)
	}
	defer reply.Body.Close()
	text, err := io.ReadAll(reply.Body)
	if err != nil {
		r.t.Fatal(err)
	}
	return reply.StatusCode, strings.TrimSpace(string(text))
}

// meet starts a server and a game between Aino in one browser and Onni in another.
func meet(t *testing.T) (server *running, white, black *browser, id string) {
	t.Helper()
	white, black = startBrowser(t, "White"), startBrowser(t, "Black")
	server = startServer(t)
	white.open("http://" + server.address + "/")
	white.look("start")
	white.eval("document.getElementById('name').value = 'Aino <b>'")
	white.click("New game")
	white.reads("status", "Aino <b> waits for an opponent")
	url := white.eval("location.href")
	_, id, _ = strings.Cut(url, "#")
	black.open(url)
	black.wait("document.querySelector('#board svg')")
	black.eval("document.getElementById('name').value = 'Onni'")
	black.look("join")
	black.click("Join") // which loads the page again
	black.wait("typeof state != 'undefined' && state?.you == 'black'")
	white.reads("status", "Your move")
	black.reads("status", "Aino <b> to move")
	return server, white, black, id
}

// TestTwoBrowsers plays a whole game in two browsers: with illegal tries, a promotion, a reload, a
// restart of the server, a draw by threefold repetition, and a rematch.
func TestTwoBrowsers(t *testing.T) {
	server, white, black, id := meet(t)

	// Illegal tries.
	black.drag("e7", "e5")
	black.reads("message", "it is not your turn")
	white.drag("a1", "a3")
	white.reads("message", "blocked by the pawn on a2")

	// A piece in the hand stays there whatever the opponent does, and a second click lets it go.
	chosen := func() string { return white.eval("from") }
	white.mouse("mousePressed", "b1")
	white.mouse("mouseReleased", "b1")
	if dots := white.eval("document.querySelectorAll('.target').length"); dots != "2" || chosen() != "b1" {
		t.Errorf("%s targets of %s, want 2 of b1", dots, chosen())
	}
	white.look("targets")
	black.click("Offer a draw")
	white.reads("status", "Onni offers a draw")
	if got := chosen(); got != "b1" {
		t.Errorf("after an offer the chosen piece is %s, want b1", got)
	}
	white.mouse("mousePressed", "b1")
	white.mouse("mouseReleased", "b1")
	if got := chosen(); got != "<nil>" {
		t.Errorf("after a second click the chosen piece is %s, want none", got)
	}
	white.mouse("mousePressed", "g1")
	white.mouse("mouseMoved", "f4")
	white.look("offer")
	white.eval("post(`/${game}/decline`, {})")
	white.wait("!state.offer")
	white.mouse("mouseMoved", "f3")
	white.mouse("mouseReleased", "f3")
	white.reads("status", "1. Nf3, Onni to move")
	black.reads("status", "1. Nf3, your move")
	if title := black.eval("document.title"); title != "Your move: Aino <b> – Onni" {
		t.Errorf("title %q", title)
	}

	// Moves, by clicks and by dragging in turn. Castling is given as the king taking its rook.
	san := 0
	move := func(player *browser, from, to, want string) {
		t.Helper()
		if san++; san%2 == 0 {
			player.drag(from, to)
		} else {
			player.clickMove(from, to)
		}
		white.reads("status", want)
		black.reads("status", want)
	}
	move(black, "b7", "b5", "1... b5")
	move(white, "g2", "g3", "2. g3")
	black.eval("window.old = true")
	black.call("Page.reload", nil, nil)
	black.wait("!window.old && document.querySelector('#board svg')")
	black.reads("record", "2.g3")
	move(black, "g8", "f6", "2... Nf6")
	move(white, "f1", "g2", "3. Bg2")
	move(black, "b5", "b4", "3... b4")
	move(white, "e1", "h1", "4. O-O")
	move(black, "b4", "b3", "4... b3")
	move(white, "h2", "h3", "5. h3")
	move(black, "b3", "a2", "5... bxa2")
	move(white, "h3", "h4", "6. h4")
	black.drag("a2", "b1")
	black.look("promotion")
	black.click("knight")
	white.reads("status", "6... axb1=N, your move")
	move(white, "a1", "b1", "7. Rxb1")

	// The connection is cut. The clock is not believed, and everything recovers by itself.
	server.stop()
	black.wait("!document.getElementById('lost').hidden && document.querySelector('#bottom .time').textContent.endsWith('?')")
	black.look("lost")
	black.drag("f6", "g8")
	black.reads("message", "does not answer")
	server.start()
	black.wait("document.getElementById('lost').hidden && !document.querySelector('#bottom .time').textContent.endsWith('?')")
	white.wait("document.getElementById('lost').hidden")
	black.call("Network.enable", nil, nil)
	network := func(offline bool) {
		black.call("Network.emulateNetworkConditions", map[string]any{
			"offline": offline, "latency": 0, "downloadThroughput": -1, "uploadThroughput": -1}, nil)
	}
	network(true)
	black.wait("!document.getElementById('lost').hidden")
	network(false)
	black.wait("document.getElementById('lost').hidden")

	// A wrong claim, and a right one with a move.
	move(black, "f6", "g8", "7... Ng8")
	for i := range 2 {
		move(white, "f3", "e1", fmt.Sprintf("%d. Ne1", 8+2*i))
		move(black, "g8", "f6", fmt.Sprintf("%d... Nf6", 8+2*i))
		if i == 1 {
			break
		}
		white.click("Claim a draw")
		white.click("threefold repetition")
		white.reads("message", "claim of threefold repetition by White: the position")
		move(white, "e1", "f3", fmt.Sprintf("%d. Nf3", 9+2*i))
		move(black, "f6", "g8", fmt.Sprintf("%d... Ng8", 9+2*i))
	}
	white.click("Claim a draw")
	white.look("claim")
	white.click("threefold repetition with Nf3")
	const end = "1/2-1/2 (threefold repetition)"
	white.reads("status", end)
	black.reads("status", end)
	white.look("end")

	// The record, before and after another restart.
	pgn := server.get("/games/" + id + "/pgn")
	g, err := chess.ParsePGN(pgn)
	if err != nil {
		t.Fatalf("%v in\n%s", err, pgn)
	}
	if g.Outcome().String() != end || g.Plies() != 20 || g.Tag("White") != "Aino <b>" || g.Tag("Black") != "Onni" {
		t.Errorf("outcome %v after %d plies in\n%s", g.Outcome(), g.Plies(), pgn)
	}
	for node := range g.MainLine() {
		if node.Plies() > 0 && node.Info().Clock == nil {
			t.Errorf("no clock after %s", node.SAN())
		}
	}
	server.stop()
	server.start()
	if diff := cmp.Diff(pgn, server.get("/games/"+id+"/pgn")); diff != "" {
		t.Errorf("the game after a restart (-before +after):\n%s", diff)
	}
	if strings.Contains(pgn, "Key") {
		t.Errorf("the record shows the keys:\n%s", pgn)
	}

	// A rematch with colors reversed, which ends by resignation after one question.
	white.click("Rematch")
	black.reads("status", "Aino <b> wants a rematch")
	black.click("Accept the rematch")
	black.reads("status", "Your move")
	white.reads("status", "Onni to move")
	white.click("Resign")
	white.look("resign")
	white.click("Play on")
	white.click("Resign")
	white.eval("document.querySelector('#answers [value=Resign]').click()")
	black.reads("status", "Aino <b> resigned, 1-0")
	black.look("end")
}

// TestKeyboard plays a game without a mouse, and with the texts that a screen reader reads.
func TestKeyboard(t *testing.T) {
	_, white, black, _ := meet(t)
	has := func(lines []string, want ...string) {
		t.Helper()
		for _, line := range want {
			if !slices.Contains(lines, line) {
				t.Errorf("the accessibility tree does not have %q", line)
			}
		}
	}
	has(white.tree(), "grid Board", "gridcell e2, white pawn", "gridcell e4, empty", "textbox Type a move",
		"group Draw or resign", "button Resign", "region Moves")
	white.tabTo("f.dataset.square == 'e2'")
	white.press("[Enter]")
	has(white.tree(), "gridcell e2, white pawn, chosen", "gridcell e4, empty, possible")
	white.reads("choice", "white pawn on e2: e3, e4")
	white.look("keyboard")
	white.press("[ArrowUp][ArrowUp][Space]")
	white.reads("status", "1. e4, Onni to move")
	black.tabTo("f.dataset.square == 'e7'")
	black.press("[ArrowLeft][Escape][Enter][ArrowUp][ArrowUp][Enter]") // f7, then f5: the board is seen from Black
	black.reads("status", "1... f5, Aino <b> to move")
	white.tabTo("f.id == 'san'")
	for _, try := range []struct{ typed, want string }{
		{"Qh9", "Qh9"},
		{"--", "pass"},
		{"Ke3", "Ke3: "},
	} {
		white.press(try.typed + "[Enter]")
		white.reads("message", try.want)
	}
	white.look("illegal")
	for i, m := range []string{"a3", "g5", "Qh5"} {
		player := []*browser{white, black}[i%2]
		player.tabTo("f.id == 'san'")
		player.press(m + "[Enter]")
		player.wait(fmt.Sprintf("state.sans.at(-1)?.includes(%q)", m))
	}
	black.reads("status", "3. Qh5#, Onni is checkmated, 1-0")
	white.tabTo("f.id == 'rematch'")
	white.press("[Enter]")
	black.reads("status", "Aino <b> wants a rematch")
	black.tabTo("f.id == 'rematch'")
	black.press("[Enter]")
	black.reads("status", "Your move")
}

// TestPhone checks that a page of 360 × 640 points shows the whole board with both clocks, and that
// nothing must be scrolled sideways. It also opens the page of a game that does not exist.
func TestPhone(t *testing.T) {
	server, white, black, _ := meet(t)
	for _, player := range []*browser{white, black} {
		player.call("Emulation.setDeviceMetricsOverride",
			map[string]any{"width": 360, "height": 640, "deviceScaleFactor": 2, "mobile": true}, nil)
		player.wait("innerWidth == 360")
		player.look("phone")
		for _, fits := range []string{
			"document.documentElement.scrollWidth <= 360",
			"button('e2').getBoundingClientRect().width >= 38",
			"document.getElementById('bottom').getBoundingClientRect().bottom <= 560",
			"document.getElementById('type').getBoundingClientRect().bottom <= 640",
		} {
			if player.eval(fits) != "true" {
				t.Errorf("%s: not true: %s", player.name, fits)
			}
		}
	}
	for _, square := range []string{"e2", "e4"} {
		white.tap(square)
	}
	black.reads("status", "1. e4, your move")
	white.open("http://" + server.address + "/#nothing")
	white.reads("status", "There is no such game")
	white.look("missing")
}

// TestViews checks the first page and what a player or a spectator sees of a game: earlier positions,
// the other side, captured pieces, dark colors, and a large screen.
func TestViews(t *testing.T) {
	server, white, black, _ := meet(t)
	for i, m := range []string{"e4", "d5", "exd5", "Nf6"} {
		player := []*browser{white, black}[i%2]
		player.eval(fmt.Sprintf("post(`/${game}/move`, {san: %q})", m))
		player.wait(fmt.Sprintf("state.sans.length == %d", i+1))
	}
	white.wait("state.sans.length == 4")
	white.reads("opening", "Scandinavian Defense")
	white.wait("document.querySelector('#bottom .pieces').ariaLabel == 'captured: black pawn; 1 point ahead'")
	for range 2 {
		white.eval("document.activeElement.blur()")
		white.press("[ArrowLeft]")
	}
	white.reads("status", "You look at 1... d5")
	// shown checks that every piece is where the position after a number of plies has it, with its name.
	shown := func(ply int, below string) {
		t.Helper()
		white.wait(fmt.Sprintf(`below() == %q && Object.entries(parse(state.boards[%d])).every(([s, letter]) => {
			const b = button(s), box = b.getBoundingClientRect(), f = figures[s]?.getBoundingClientRect()
			return f && f.left > box.left && f.right < box.right && f.top > box.top && f.bottom < box.bottom && b.ariaLabel == s + ', ' + pieceName(letter)
		}) && document.querySelectorAll('#pieces use').length == Object.keys(board).length`, below, ply))
	}
	shown(2, "white")
	white.drag("d1", "f3")
	if white.eval("state.sans.length") != "4" {
		t.Error("a move was played while an earlier position was shown")
	}
	white.look("earlier")
	white.click("»")
	white.reads("status", "2... Nf6, your move")
	shown(4, "white")
	white.click("Turn the board")
	white.wait("squareAt(0, 0) == 'h1' && document.querySelector('#top bdi').textContent.startsWith('Aino')")
	shown(4, "black")
	white.drag("b1", "c3")
	black.reads("status", "3. Nc3, your move")
	shown(5, "black")
	white.click("Turn the board")

	for _, size := range []struct{ width, height, board int }{{1920, 1080, 940}, {1280, 720, 600}, {360, 640, 350}} {
		white.call("Emulation.setDeviceMetricsOverride",
			map[string]any{"width": size.width, "height": size.height, "deviceScaleFactor": 1, "mobile": size.width < 500}, nil)
		white.wait(fmt.Sprintf("innerWidth == %d", size.width))
		for _, fits := range []string{
			fmt.Sprintf("$('board').getBoundingClientRect().width >= %d", size.board),
			"document.documentElement.scrollHeight <= innerHeight", "document.documentElement.scrollWidth <= innerWidth",
			"$('view').getBoundingClientRect().bottom <= innerHeight",
		} {
			if white.eval(fits) != "true" {
				t.Errorf("%d × %d: not true: %s", size.width, size.height, fits)
			}
		}
		for _, scheme := range []string{"light", "dark"} {
			white.call("Emulation.setEmulatedMedia", map[string]any{"features": []map[string]any{{"name": "prefers-color-scheme", "value": scheme}}}, nil)
			white.wait(fmt.Sprintf("(getComputedStyle(document.body).backgroundColor.match(/\\d+/)[0] > 128) == %t", scheme == "light"))
			white.look(fmt.Sprintf("%d-%s", size.width, scheme))
		}
	}
	white.call("Emulation.setEmulatedMedia", map[string]any{"media": "print"}, nil)
	white.wait("![...document.querySelectorAll('#view button, #actions button, #type')].some(b => b.checkVisibility())")
	white.wait("$('moves').checkVisibility() && $('picture').checkVisibility()")
	white.look("print")

	server.post("/games", "a key that is long enough", `{"name": "Eino", "minutes": 1, "listed": true}`)
	black.eval("localStorage['chess.name'] = 'Оннἰ'") // a name is no key
	black.open("http://" + server.address + "/")
	black.reads("games", "Eino waits for an opponent")
	black.look("home")
	black.eval("document.querySelector('#games a').click()")
	black.reads("control", "1 minute for each player")
	black.open("http://" + server.address + "/#name")
	black.reads("status", "There is no such game")
}

// newGame returns a table with two players and their keys.
func newGame(t *testing.T, control string) (*table, [2]string) {
	t.Helper()
	g := chess.NewGame()
	g.SetTag("TimeControl", control)
	s, err := newServer(t.TempDir())
	if err != nil {
		t.Fatal(err)
	}
	if err := s.save("game", g); err != nil {
		t.Fatal(err)
	}
	table, err := s.load("game")
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(table.stopTimer)
	if err := table.act("move", request{}); err == nil {
		t.Error("a move without players")
	}
	keys := [2]string{strings.Repeat("a", 20), strings.Repeat("b", 20)}
	for c, name := range []string{"Aino", "Onni"} {
		if err := table.act("join", request{Name: name, Key: keys[c]}); err != nil {
			t.Fatal(err)
		}
	}
	return table, keys
}

// look returns what the browser of the player with a key shows.
func look(t *table, key string) state {
	s, _ := t.state(key)
	return s
}

// reload returns the table that a restart of the server makes of a file.
func reload(t *testing.T, table *table) *table {
	t.Helper()
	table.stopTimer()
	loaded, err := table.server.load(table.id)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(loaded.stopTimer)
	return loaded
}

// TestFlagFall checks that the game ends by itself when the time is up.
func TestFlagFall(t *testing.T) {
	tested, keys := newGame(t, "0.05")
	for s, changed := tested.state(""); !s.Outcome.IsOver(); s, changed = tested.state("") {
		<-changed
	}
	check := func(when string, table *table) {
		t.Helper()
		s := look(table, keys[chess.White])
		if s.Outcome.String() != "0-1 (time)" || s.Clocks[chess.White] != 0 || s.Clocks[chess.Black] != 50 {
			t.Errorf("%s: outcome %v, clocks %v, want 0-1 (time), 0 and 50", when, s.Outcome, s.Clocks)
		}
	}
	check("at once", tested)
	check("after a restart", reload(t, tested))
	defer func(before time.Duration) { absence = before }(absence)
	absence = time.Hour // or else the end of the wait for a creator looks at the clock
	running, _ := newGame(t, "0.05")
	loaded := reload(t, running)
	for s, changed := loaded.state(""); !s.Outcome.IsOver(); s, changed = loaded.state("") {
		select {
		case <-changed:
		case <-time.After(time.Minute):
			t.Fatal("no flag falls after a restart")
		}
	}
}

// TestClock checks the times of two moves under each kind of time control.
func TestClock(t *testing.T) {
	const s = time.Second
	for _, test := range []struct {
		name                    string
		minutes, seconds        int
		delay                   bool
		first, second           time.Duration // that the moves take
		white, black, whiteNext time.Duration // what is left, and what is left to White three seconds later
	}{
		{"no increment", 1, 0, false, 10 * s, 20 * s, 50 * s, 40 * s, 47 * s},
		{"increment", 1, 5, false, 10 * s, 2 * s, 55 * s, 63 * s, 52 * s},
		{"delay", 1, 5, true, 10 * s, 2 * s, 55 * s, 60 * s, 55 * s},
		{"flag", 1, 5, true, 66 * s, 2 * s, 0, 60 * s, 0},
	} {
		g := chess.NewGame()
		if err := setControl(g, test.minutes, test.seconds, test.delay); err != nil {
			t.Fatal(err)
		}
		c, err := newClock(g)
		if err != nil {
			t.Fatal(err)
		}
		now := time.Now()
		c[chess.White].Start(now)
		now = now.Add(test.first)
		c[chess.White].Press(now)
		c[chess.Black].Start(now)
		now = now.Add(test.second)
		c[chess.Black].Press(now)
		c[chess.White].Start(now)
		got := []time.Duration{c.reading(chess.White, now), c.reading(chess.Black, now), c.reading(chess.White, now.Add(3*s))}
		if diff := cmp.Diff([]time.Duration{test.white, test.black, test.whiteNext}, got); diff != "" {
			t.Errorf("%s: White, Black, White three seconds later (-want +got):\n%s", test.name, diff)
		}
	}
}

// TestActions checks what players can and cannot do, and that a restart keeps all of it.
func TestActions(t *testing.T) {
	table, keys := newGame(t, "300")
	move := func(key, text string) request {
		m := chess.MustParseMove(text)
		from, to := m.From(), m.To()
		return request{Key: key, From: &from, To: &to, Promotion: m.Promotion()}
	}
	claim := move(keys[0], "g1f3")
	claim.Reason = chess.ThreefoldRepetition
	for _, test := range []struct {
		action  string
		request request
		want    string // in the error, or "" for none
	}{
		{"join", request{Name: "Third", Key: strings.Repeat("c", 20)}, "both players are there"},
		{"move", move("", "e2e4"), "you do not play in this game"},
		{"move", move("wrong", "e2e4"), "you do not play in this game"},
		{"move", move(keys[1], "e7e5"), "it is not your turn"},
		{"move", move(keys[0], "e2e5"), "e2e5"},
		{"move", request{Key: keys[0], SAN: "Nf4"}, "Nf4: "},
		{"rematch", request{Key: keys[0]}, "the game is not over"},
		{"dance", request{Key: keys[0]}, `unknown action "dance"`},
		{"accept", request{Key: keys[0]}, "Black has not offered a draw"},
		{"move", move(keys[0], "e2e4"), ""},
		{"move", move(keys[1], "e7e5"), ""},
		{"claim", request{Key: keys[0], Reason: chess.FiftyMoves}, "claim of fifty moves"},
		{"decline", request{Key: keys[1]}, ""},            // a refused claim is an offer
		{"claim", claim, "claim of threefold repetition"}, // and the knight moves
	} {
		err := table.act(test.action, test.request)
		if (err == nil) != (test.want == "") || err != nil && !strings.Contains(err.Error(), test.want) {
			t.Errorf("%s %+v: %v, want %q", test.action, test.request, err, test.want)
		}
	}
	before := look(table, keys[1])
	if want := "e4 e5 Nf3"; strings.Join(before.SANs, " ") != want || before.Offer == nil || *before.Offer != chess.White {
		t.Errorf("moves %q, offer %v, want %q by White", before.SANs, before.Offer, want)
	}
	loaded := reload(t, table)
	after := look(loaded, keys[1])
	before.Clocks, after.Clocks, before.Falls, after.Falls = nil, nil, 0, 0
	if diff := cmp.Diff(before, after); diff != "" {
		t.Errorf("the state after a restart (-before +after):\n%s", diff)
	}
	if err := loaded.act("accept", request{Key: keys[1]}); err != nil {
		t.Error(err)
	}
	if got := look(loaded, "").Outcome.String(); got != "1/2-1/2 (agreement)" {
		t.Errorf("outcome %q, want 1/2-1/2 (agreement)", got)
	}
	if err := loaded.act("move", move(keys[1], "e7e5")); err == nil {
		t.Error("a move after the end was played")
	}
	if names, err := os.ReadDir(table.server.folder); len(names) != 2 {
		t.Errorf("files %v, error %v, want those of the game and the lock", names, err)
	}
	if info, err := os.Stat(table.server.file(table.id)); runtime.GOOS != "windows" && (err != nil || info.Mode() != 0o600) {
		t.Errorf("the file of the game is %v, error %v, want one that nobody else can read", info, err)
	}
}

// TestCastlingSquares checks that a player castles by moving the king two squares or onto the rook, and
// that the page learns both.
func TestCastlingSquares(t *testing.T) {
	for _, to := range []chess.Square{chess.G1, chess.H1} {
		table, keys := newGame(t, "300")
		for i, san := range []string{"e4", "e5", "Nf3", "Nc6", "Bc4", "Bc5"} {
			if err := table.act("move", request{Key: keys[i%2], SAN: san}); err != nil {
				t.Fatal(err)
			}
		}
		from, seen := chess.E1, look(table, keys[0])
		err := table.act("move", request{Key: keys[0], From: &from, To: &to})
		if sans := look(table, keys[1]).SANs; err != nil || !slices.Contains(seen.Moves[from], to) || sans[len(sans)-1] != "O-O" {
			t.Errorf("the king moves to %v: %v, %v, the moves are %v", to, err, seen.Moves[from], sans)
		}
	}
}

// TestAnnouncedClaim checks a claim with a move that makes a position occur for the third time, and
// that nobody can resign afterwards.
func TestAnnouncedClaim(t *testing.T) {
	table, keys := newGame(t, "300")
	var r request
	for i, text := range strings.Fields("g1f3 g8f6 f3g1 f6g8 g1f3 g8f6 f3g1 f6g8") {
		m := chess.MustParseMove(text)
		from, to := m.From(), m.To()
		r = request{Key: keys[i%2], From: &from, To: &to, Reason: chess.ThreefoldRepetition}
		action := "move"
		if i == 7 {
			action = "claim"
		}
		if err := table.act(action, r); err != nil {
			t.Fatal(err)
		}
	}
	s := look(table, keys[0])
	if s.Outcome.String() != "1/2-1/2 (threefold repetition)" || len(s.SANs) != 7 {
		t.Errorf("outcome %v after %q, want a draw after 7 plies", s.Outcome, s.SANs)
	}
	if err := table.act("resign", r); err == nil || s.Moves != nil {
		t.Errorf("resignation after the end: %v, moves %v", err, s.Moves)
	}
	table, keys = newGame(t, "300")
	if err := table.act("resign", request{Key: keys[1]}); err != nil || look(table, "").Outcome.Result != chess.WhiteWins {
		t.Errorf("resignation of Black: %v, outcome %v", err, look(table, "").Outcome)
	}
}

// TestRequests checks the status and text of what is refused, and that nothing of it stays.
func TestRequests(t *testing.T) {
	server := startServer(t)
	const create, k = `{"name": "Aino", "minutes": 10}`, "a key that is long enough"
	for _, test := range []struct {
		path, key, body string
		status          int
		want            string
	}{
		{"/games", k, `{"name": " ", "minutes": 10}`, 400, "a name has 1 to 40 letters"},
		{"/games", k, `{"name": "` + strings.Repeat("ä", 41) + `", "minutes": 10}`, 400, "a name has 1 to 40 letters"},
		{"/games", k, `{"name": "\u202e\u0007", "minutes": 10}`, 400, "a name has 1 to 40 letters"},
		{"/games", k, `{"name": "\u200b", "minutes": 10}`, 400, "a name has 1 to 40 letters"},       // a zero width space
		{"/games", k, `{"name": "\u3164\u2800", "minutes": 10}`, 400, "a name has 1 to 40 letters"}, // a filler and an empty cell
		{"/games", k, `{"name": "\u0301\u0302\u0303\u0304\u0305", "minutes": 10}`, 400, "a name has 1 to 40 letters"},
		{"/games", k, `{"name": "Ai\u00adno", "minutes": 10}`, 400, "a name has 1 to 40 letters"}, // a soft hyphen
		{"/games", "short", create, 400, "no key"},
		{"/games", k, `{"name": "Aino"}`, 400, "a player has 1 to 600 minutes"},
		{"/games", k, `{"name": "Aino", "minutes": 10, "seconds": 181}`, 400, "0 to 180 seconds"},
		{"/games", k, "", 400, "malformed request"},
		{"/games", k, "{", 400, "malformed request"},
		{"/games", k, create + create, 400, "malformed request: more than one JSON object"},
		{"/games", k, "{}{}", 400, "malformed request: more than one JSON object"},
		{"/games", k, `{"color": "green"}`, 400, "green"},
		{"/games", k, `{"rating": 2000}`, 400, "rating"},
		{"/games", k, `{"minutes": "ten"}`, 400, "malformed request: minutes has the wrong type: string"},
		{"/games", k, `[1]`, 400, "malformed request: the body has the wrong type: array"},
		{"/games", k, `{"name": "` + strings.Repeat("a", 5000), 413, "a request has at most 4096 bytes"},
		{"/games", k, create + strings.Repeat(" ", 5000), 413, "a request has at most 4096 bytes"},
		{"/games/nothing/join", k, create, 404, "there is no such game"},
	} {
		status, text := server.post(test.path, test.key, test.body)
		if status != test.status || !strings.Contains(text, test.want) {
			t.Errorf("%s %.60s: %d %s, want %d %s", test.path, test.body, status, text, test.status, test.want)
		}
	}
	for id := range server.server.tables.Range {
		t.Errorf("there is a table %v", id)
	}
	if files, err := os.ReadDir(server.folder); err != nil || len(files) != 1 {
		t.Errorf("files %v, error %v, want that of the lock", files, err)
	}
	status, id := server.post("/games", k, `{"name": "`+strings.Repeat("ä", 40)+`", "minutes": 10}`)
	if status != 200 {
		t.Fatalf("%d %s", status, id)
	}
	if status, text := server.post("/games/"+id+"/resign", "another key, also long", "{}"); status != 403 {
		t.Errorf("%d %s, want 403", status, text)
	}
	// To join twice with the same key changes nothing. The answer to the first request can be lost.
	for range 2 {
		if status, text := server.post("/games/"+id+"/join", "another key, also long", `{"name": "Onni"}`); status != 200 {
			t.Errorf("%d %s, want 200", status, text)
		}
	}
	for _, body := range []string{`{"san": "e4", "from": "a1"}`, `{"san": "e4", "from": "e2", "to": "e4"}`, `{"from": "e2"}`, `{"to": "e4"}`} {
		if status, text := server.post("/games/"+id+"/move", k, body); status != 400 || !strings.Contains(text, "by its SAN or by both squares") {
			t.Errorf("%s: %d %s, want 400", body, status, text)
		}
	}
	if status, text := server.post("/games/"+id+"/dance", k, "{}"); status != 404 {
		t.Errorf("%d %s, want 404", status, text)
	}
}

// TestUnreadableFiles checks that the server starts with the games that it can read.
func TestUnreadableFiles(t *testing.T) {
	folder := t.TempDir()
	for name, text := range map[string]string{
		"good.pgn":  "1. e4 e5 *",
		"moves.pgn": "1. e5 *",
		"clock.pgn": "[TimeControl \"sundial\"]\n\n1. e4 *",
		"empty.pgn": "",
	} {
		if err := os.WriteFile(filepath.Join(folder, name), []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	if err := os.Mkdir(filepath.Join(folder, "folder.pgn"), 0o700); err != nil {
		t.Fatal(err)
	}
	var logged strings.Builder
	log.SetOutput(&logged)
	defer log.SetOutput(os.Stderr)
	s, err := newServer(folder)
	if err != nil {
		t.Fatal(err)
	}
	if n := strings.Count(logged.String(), "left aside: "); n != 4 {
		t.Errorf("%d files are logged, want 4:\n%s", n, &logged)
	}
	found := map[any]bool{}
	for id := range s.tables.Range {
		found[id] = true
	}
	if diff := cmp.Diff(map[any]bool{"good": true}, found); diff != "" {
		t.Errorf("tables (-want +got):\n%s", diff)
	}
	if files, err := os.ReadDir(folder); err != nil || len(files) != 6 {
		t.Errorf("files %v, error %v, want the same 5 and that of the lock", files, err)
	}
}

// TestOddFolders checks that games survive a restart whatever the name of the folder is.
func TestOddFolders(t *testing.T) {
	for _, name := range []string{"g[", "[a-z]", `a\b`, "*?", "å b"} {
		folder := filepath.Join(t.TempDir(), name)
		if err := os.MkdirAll(folder, 0o700); err != nil {
			t.Logf("left out: %v", err) // not every system has such names
			continue
		}
		if err := os.WriteFile(filepath.Join(folder, "id.pgn"), []byte("1. e4 e5 *"), 0o600); err != nil {
			t.Fatal(err)
		}
		s, err := newServer(folder)
		if err != nil {
			t.Errorf("%q: %v", name, err)
			continue
		}
		if _, ok := s.tables.Load("id"); !ok {
			t.Errorf("%q: the game is gone after a restart", name)
		}
	}
}

// TestSilentClients checks that no client is held that announces a body and sends none, or asks for
// the head of a stream.
func TestSilentClients(t *testing.T) {
	server := startServer(t)
	_, id := server.post("/games", "a key that is long enough", `{"name": "Aino", "minutes": 10}`)
	for request, want := range map[string]string{
		"GET /games/" + id + "/events HTTP/1.1\r\nHost: x\r\nContent-Length: 10\r\n\r\n":         "HTTP/1.1 426",
		"GET /games/" + id + "/events HTTP/1.1\r\nHost: x\r\nTransfer-Encoding: chunked\r\n\r\n": "HTTP/1.1 426",
		"HEAD /games/" + id + "/events HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n":         "HTTP/1.1 426",
	} {
		c, err := net.Dial("tcp", server.address)
		if err != nil {
			t.Fatal(err)
		}
		defer c.Close()
		c.SetDeadline(time.Now().Add(time.Minute))
		if _, err := io.WriteString(c, request); err != nil {
			t.Fatal(err)
		}
		answer := make([]byte, len(want))
		if _, err := io.ReadFull(c, answer); err != nil || string(answer) != want {
			t.Errorf("%q: %q, error %v, want %s", request, answer, err, want)
		}
	}
}

// TestWrongClaim checks that the opponent of a player with a wrong claim gets two minutes, and nobody
// gets any for what is no claim.
func TestWrongClaim(t *testing.T) {
	table, keys := newGame(t, "300")
	from, to := chess.E2, chess.E4
	for _, tt := range []struct {
		name    string
		request request
		want    time.Duration // more for Black
	}{
		{"an illegal move", request{SAN: "Nf4", Reason: chess.FiftyMoves}, 0},
		{"no reason for a claim", request{Reason: chess.Agreement}, 0},
		{"a wrong claim", request{Reason: chess.ThreefoldRepetition}, penalty},
		{"the same again", request{Reason: chess.ThreefoldRepetition}, 2 * penalty},
		{"a wrong claim with a move", request{From: &from, To: &to, Reason: chess.FiftyMoves}, 3 * penalty},
	} {
		tt.request.Key = keys[0]
		if err := table.act("claim", tt.request); err == nil {
			t.Errorf("%s: no error", tt.name)
		}
		if got := table.clock.reading(chess.Black, time.Time{}); got != 5*time.Minute+tt.want {
			t.Errorf("%s: Black has %v, want %v more than 5 minutes", tt.name, got, tt.want)
		}
	}
	if got := look(reload(t, table), "").SANs; len(got) != 1 {
		t.Errorf("moves %q, want the announced one", got)
	}
}

// TestListed checks what the first page shows, and that Chess960 begins in a random position.
func TestListed(t *testing.T) {
	server := startServer(t)
	const k = "a key that is long enough"
	_, id := server.post("/games", k, `{"name": "Aino", "minutes": 10, "seconds": 5, "delay": true, "listed": true, "chess960": true}`)
	server.post("/games", k, `{"name": "Secret", "minutes": 10}`)
	if got, want := server.get("/games"), `[{"id":"`+id+`","text":"Aino waits for an opponent"}]`+"\n"; got != want {
		t.Errorf("the list is %s, want %s", got, want)
	}
	server.post("/games/"+id+"/join", k+"!", `{"name": "Onni"}`)
	if got, want := server.get("/games"), `[{"id":"`+id+`","text":"Aino – Onni, move 1"}]`+"\n"; got != want {
		t.Errorf("the list is %s, want %s", got, want)
	}
	if pgn := server.get("/games/" + id + "/pgn"); !strings.Contains(pgn, `[Variant "Chess960"]`) || !strings.Contains(pgn, `[WhiteClock "0:`) {
		t.Errorf("the record is\n%s", pgn)
	}
	_, newer := server.post("/games", k, `{"name": "Eino", "minutes": 10, "listed": true}`)
	if got := server.get("/games"); !strings.HasPrefix(got, `[{"id":"`+newer) {
		t.Errorf("the list does not begin with the newest game: %s", got)
	}
	if status, text := server.post("/games/"+newer+"/abort", k, "{}"); status != 200 {
		t.Error(text)
	}
	server.post("/games/"+id+"/resign", k, "{}")
	if got := server.get("/games"); got != "[]\n" {
		t.Errorf("after the end the list is %s", got)
	}
	server.post("/games/"+id+"/rematch", k, "{}")
	server.post("/games/"+id+"/rematch", k+"!", "{}")
	var listed []struct{ ID, Text string }
	if err := json.Unmarshal([]byte(server.get("/games")), &listed); err != nil || len(listed) != 1 || listed[0].Text != "Onni – Aino, move 1" {
		t.Fatalf("after a rematch the list is %v, %v", listed, err)
	}
	if pgn := server.get("/games/" + listed[0].ID + "/pgn"); !strings.Contains(pgn, `[Delay "5"]`) || !strings.Contains(pgn, `[Variant "Chess960"]`) {
		t.Errorf("the record of the rematch is\n%s", pgn)
	}
	g := chess.NewGame()
	g.SetTag("Listed", "yes")
	for i := range maxListed + 1 {
		server.server.tables.Store(fmt.Sprint(i), &table{game: g})
	}
	if n := strings.Count(server.get("/games"), `"id"`); n != maxListed {
		t.Errorf("%d games are listed, want %d", n, maxListed)
	}
}

// TestSaveFails checks that a move that cannot be saved is not played, and that the player does not learn
// where the file is.
func TestSaveFails(t *testing.T) {
	log.SetOutput(io.Discard)
	defer log.SetOutput(os.Stderr)
	table, keys := newGame(t, "300")
	before := table.record().String()
	obstacle := table.server.file(table.id)
	if err := errors.Join(os.Rename(obstacle, obstacle+".old"), os.MkdirAll(filepath.Join(obstacle, "full"), 0o700)); err != nil {
		t.Fatal(err)
	}
	r := request{Key: keys[0], SAN: "e4"}
	err := table.act("move", r)
	if err == nil || !strings.Contains(err.Error(), "could not be saved") || strings.Contains(err.Error(), "game.pgn") {
		t.Errorf("error %v, want one without a path", err)
	}
	if diff := cmp.Diff(before, table.record().String()); diff != "" {
		t.Errorf("the game has changed (-before +after):\n%s", diff)
	}
	if err := os.RemoveAll(obstacle); err != nil {
		t.Fatal(err)
	}
	if err := table.act("move", r); err != nil || len(look(table, "").SANs) != 1 {
		t.Errorf("error %v, moves %q, want e4", err, look(table, "").SANs)
	}
}

// TestRematch checks that the colors are reversed, and that a restart keeps who asks.
func TestRematch(t *testing.T) {
	first, keys := newGame(t, "300+5")
	for i, action := range []string{"resign", "rematch", "rematch"} {
		if err := first.act(action, request{Key: keys[0]}); err != nil || look(first, "").Next != "" {
			t.Fatalf("%d: %s: %v", i, action, err)
		}
	}
	if s := look(first, ""); s.Running {
		t.Error("a clock runs after the end")
	}
	first = reload(t, first)
	if err := first.act("rematch", request{Key: keys[1]}); err != nil {
		t.Fatal(err)
	}
	value, ok := first.server.tables.Load(look(first, "").Next)
	if !ok {
		t.Fatal("there is no rematch")
	}
	rematch := value.(*table)
	t.Cleanup(rematch.stopTimer)
	g := rematch.record()
	if g.Tag("White") != "Onni" || g.Tag("Black") != "Aino" || g.Tag("TimeControl") != "300+5" || strings.Contains(g.String(), "Delay") {
		t.Errorf("the rematch is\n%v", g)
	}
}

// TestRematchSaveFails checks that a rematch that cannot be saved, or whose game cannot, opens nothing.
func TestRematchSaveFails(t *testing.T) {
	log.SetOutput(io.Discard)
	defer log.SetOutput(os.Stderr)
	for _, name := range []string{"the rematch", "the game"} {
		first, keys := newGame(t, "0.2")
		first.act("resign", request{Key: keys[0]})
		first.act("rematch", request{Key: keys[0]})
		file := first.server.file(first.id)
		if name == "the rematch" {
			folder := first.server.folder
			first.server.folder = filepath.Join(folder, "missing")
			defer func() { first.server.folder = folder }()
		} else if err := errors.Join(os.Remove(file), os.MkdirAll(filepath.Join(file, "full"), 0o700)); err != nil {
			t.Fatal(err)
		}
		err := first.act("rematch", request{Key: keys[1]})
		if err == nil || look(first, "").Next != "" {
			t.Errorf("%s is not saved: error %v, next %q", name, err, look(first, "").Next)
		}
		time.Sleep(300 * time.Millisecond) // in which the flag of a rematch would fall
		for id := range first.server.tables.Range {
			if id != first.id {
				t.Errorf("%s is not saved: there is a table %v", name, id)
			}
		}
		if files, _ := filepath.Glob(filepath.Join(filepath.Dir(file), "*.pgn")); len(files) != 1 {
			t.Errorf("%s is not saved: files %v", name, files)
		}
	}
}

// TestLock checks that a second server on a folder does not start, and says who holds the folder.
func TestLock(t *testing.T) {
	server := startServer(t)
	var locked *safefile.LockedError
	if _, err := newServer(server.folder); !errors.As(err, &locked) || !strings.Contains(err.Error(), fmt.Sprint("process ", os.Getpid())) {
		t.Errorf("error %v, want one that tells the process", err)
	}
	server.stop()
	server.start()
}

// TestTooLate checks that a player whose time has run out learns that the move was not played.
func TestTooLate(t *testing.T) {
	table, keys := newGame(t, "0.05")
	table.stopTimer() // as if it were slow
	time.Sleep(100 * time.Millisecond)
	err := table.act("move", request{Key: keys[0], SAN: "e4"})
	if err == nil || err.Error() != "too late: White has run out of time" {
		t.Errorf("error %v, want that it is too late", err)
	}
	if s := look(table, ""); len(s.SANs) != 0 || s.Outcome.String() != "0-1 (time)" {
		t.Errorf("moves %q, outcome %v, want none and 0-1 (time)", s.SANs, s.Outcome)
	}
}

// TestTakeback checks who can take back what, what the clocks say then, and until when a game can be aborted.
func TestTakeback(t *testing.T) {
	table, keys := newGame(t, "300+5")
	ply, last := 0, ""
	for i, test := range []struct {
		action, san string
		by          chess.Color
		want, moves string // in the error, or "" for none, and all moves
	}{
		{"takeback", "", chess.White, "you have not moved yet", ""},
		{"move", "e4", chess.White, "", "e4"},
		{"takeback", "", chess.Black, "you have not moved yet", "e4"},
		{"takeback", "", chess.White, "", "e4"},
		{"takeback", "", chess.White, "", "e4"}, // twice by the same player
		{"decline", "", chess.Black, "", "e4"},
		{"takeback", "", chess.White, "", "e4"},
		{"move", "e5", chess.Black, "", "e4 e5"},     // which also declines
		{"takeback", "", chess.Black, "", "e4 e5"},   // so this asks
		{"takeback", "", chess.White, "", "e4"},      // and this grants
		{"move", "d5", chess.Black, "", "e4 d5"},     // in the same position
		{"takeback", "", chess.White, "", "e4 d5"},   // both moves
		{"takeback", "", chess.Black, "", ""},        // and back to the start
		{"move", "e4", chess.White, "meanwhile", ""}, // from an old page
		{"move", "d4", chess.White, "", "d4"},
		{"move", "d5", chess.Black, "", "d4 d5"},
		{"abort", "", chess.White, "cannot be aborted", "d4 d5"},
	} {
		r := request{Key: keys[test.by], SAN: test.san}
		if test.want == "meanwhile" {
			ply = 2
			r.Ply = &ply
		}
		err := table.act(test.action, r)
		if (err == nil) != (test.want == "") || err != nil && !strings.Contains(err.Error(), test.want) {
			t.Errorf("%d: %s %s: %v, want %q", i, test.action, test.san, err, test.want)
		}
		s := look(table, "")
		asked := test.action == "takeback" && test.want == "" && test.moves == last
		if last = test.moves; (s.Takeback != "") != asked {
			t.Errorf("%d: %s %s: the takeback is asked by %q, want that it is asked: %v", i, test.action, test.san, s.Takeback, asked)
		}
		if got := strings.Join(s.SANs, " "); got != test.moves || len(s.Boards) != len(s.SANs)+1 || !s.Running {
			t.Errorf("%d: %s %s: moves %q, want %q; %d boards; running: %v", i, test.action, test.san, got, test.moves, len(s.Boards), s.Running)
		}
		if now := time.Now().Add(time.Minute); table.clock.reading(s.Turn, now) > 4*time.Minute+20*time.Second ||
			table.clock.reading(s.Turn.Other(), now) < 5*time.Minute-time.Second {
			t.Errorf("%d: %s %s: the wrong clock runs", i, test.action, test.san)
		}
	}
	if got := look(reload(t, table), ""); strings.Join(got.SANs, " ") != "d4 d5" {
		t.Errorf("moves %q after a restart", got.SANs)
	}

	table, keys = newGame(t, "300")
	if err := table.act("abort", request{Key: keys[1]}); err != nil {
		t.Error(err)
	}
	if err := table.act("move", request{Key: keys[0], SAN: "e4"}); err == nil {
		t.Error("a move after the game was aborted")
	}
	if files, _ := filepath.Glob(filepath.Join(table.server.folder, "*.pgn")); len(files) != 0 {
		t.Errorf("files %v of an aborted game", files)
	}
}

// TestManual checks that docs/server.md quotes the program as it is.
func TestManual(t *testing.T) {
	read := func(file string) string {
		text, err := os.ReadFile(file)
		if err != nil {
			t.Fatal(err)
		}
		return string(text)
	}
	program := read("main.go") + read("table.go") + read("clock.go") + read("socket.go") + read("index.html")
	blocks := regexp.MustCompile("(?ms)^```(?:go nocompile|js)\n(.*?)^```$").FindAllStringSubmatch(read("../../docs/server.md"), -1)
	if len(blocks) < 6 {
		t.Errorf("%d quotations, want at least 6", len(blocks))
	}
	for _, block := range blocks {
		for _, declaration := range strings.Split(strings.TrimSpace(block[1]), "\n\n") {
			if !strings.Contains(program, declaration+"\n") {
				t.Errorf("not in the program:\n%s", declaration)
			}
		}
	}
}
