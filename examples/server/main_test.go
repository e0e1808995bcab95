package main

import (
	"context"
	"fmt"
	"io"
	"net"
	"net/http"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"
	"github.com/shakki/chess"
)

// A running server can be stopped and started again at the same address.
type running struct {
	t       *testing.T
	folder  string
	address string
	server  *server
	web     *http.Server
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
	r.web = &http.Server{Handler: s.handler()}
	go r.web.Serve(listener)
	r.t.Cleanup(r.stop)
}

// stop ends the server as a crash would, except that no clock goes on.
func (r *running) stop() {
	r.web.Close()
	for _, value := range r.server.tables.Range {
		t := value.(*table)
		t.mu.Lock()
		t.timer.Stop()
		t.mu.Unlock()
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

// TestTwoBrowsers plays a whole game in two browsers: with illegal tries, a promotion, a reload, a
// restart of the server, a wrong claim, and a draw by threefold repetition.
func TestTwoBrowsers(t *testing.T) {
	if testing.Short() {
		t.Skip("starts browsers")
	}
	white, black := startBrowser(t, "White"), startBrowser(t, "Black")
	server := startServer(t)
	white.open("http://" + server.address + "/")
	white.look("start")
	white.eval("document.getElementById('name').value = 'Aino <b>'")
	white.click("New game")
	white.reads("status", "Send the address")
	url := white.eval("location.href")
	black.open(url)
	black.wait("document.querySelector('#board svg')")
	black.eval("document.getElementById('name').value = 'Onni'")
	black.click("Join")
	white.reads("status", "Your move")
	black.wait("state.you == 'black'")
	black.reads("status", "Aino <b> to move")

	// Illegal tries.
	black.drag("e7", "e5")
	black.reads("message", "it is not your turn")
	white.drag("a1", "a3")
	white.reads("message", "blocked by the pawn on a2")
	white.mouse("mousePressed", "b1")
	white.mouse("mouseReleased", "b1")
	if dots := white.eval("document.querySelectorAll('.dot').length"); dots != "2" {
		t.Errorf("%s targets of the knight, want 2", dots)
	}
	white.look("targets")

	// Moves, by clicks and by dragging in turn.
	san := 0
	move := func(player *browser, from, to, want string) {
		t.Helper()
		if san++; san%2 == 0 {
			player.drag(from, to)
		} else {
			player.clickMove(from, to)
		}
		white.reads("record", want)
		black.reads("record", want)
	}
	move(white, "a2", "a4", "1. a4")
	move(black, "b7", "b5", "b5")
	move(white, "a4", "b5", "2. axb5")
	move(black, "a7", "a6", "a6")
	black.eval("window.old = true")
	black.call("Page.reload", nil, nil)
	black.wait("!window.old && document.querySelector('#board svg')")
	black.reads("record", "a6")
	move(white, "b5", "a6", "3. bxa6")
	move(black, "g8", "f6", "Nf6")
	move(white, "a6", "a7", "4. a7")
	move(black, "f6", "g8", "Ng8")
	server.stop()
	white.drag("a7", "b8")
	white.click("queen")
	white.reads("message", "does not answer")
	server.start()
	white.wait("events.readyState == 1")
	black.wait("events.readyState == 1")
	white.drag("a7", "b8")
	white.look("promotion")
	white.click("knight")
	white.reads("record", "5. axb8=N")
	black.reads("record", "5. axb8=N")
	move(black, "a8", "b8", "Rxb8")

	// Offers, a wrong claim, and a right one.
	black.click("Offer draw")
	white.reads("status", "Onni offers a draw")
	white.look("offer")
	white.click("Decline draw")
	black.wait("state.offer == null")
	white.click("Claim threefold repetition")
	white.reads("message", "the position is new")
	for i := range 2 {
		move(white, "g1", "f3", fmt.Sprintf("%d. Nf3", 6+2*i))
		move(black, "g8", "f6", fmt.Sprintf("%d. Nf3 Nf6", 6+2*i))
		move(white, "f3", "g1", fmt.Sprintf("%d. Ng1", 7+2*i))
		move(black, "f6", "g8", fmt.Sprintf("%d. Ng1 Ng8", 7+2*i))
	}
	white.click("Claim threefold repetition")
	const end = "1/2-1/2 (threefold repetition)"
	white.reads("status", end)
	black.reads("status", end)
	white.look("end")
	black.look("end")

	// The record, before and after another restart.
	id := url[strings.Index(url, "#")+1:]
	pgn := server.get("/games/" + id + "/pgn")
	g, err := chess.ParsePGN(pgn)
	if err != nil {
		t.Fatalf("%v in\n%s", err, pgn)
	}
	if g.Outcome().String() != end || g.Plies() != 18 || g.Tag("White") != "Aino <b>" || g.Tag("Black") != "Onni" {
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
}

// newGame returns a table with two players and their keys.
func newGame(t *testing.T, seconds string) (*table, [2]string) {
	t.Helper()
	g := chess.NewGame()
	g.SetTag("TimeControl", seconds)
	table := newTable(filepath.Join(t.TempDir(), "game.pgn"), g)
	if err := table.act("move", request{}); err == nil {
		t.Error("a move without players")
	}
	keys := [2]string{strings.Repeat("a", 20), strings.Repeat("b", 20)}
	for c, name := range []string{"Aino", "Onni"} {
		r := request{Name: name, Key: keys[c]}
		if err := table.act("join", r); err != nil {
			t.Fatal(err)
		}
	}
	t.Cleanup(func() { table.timer.Stop() })
	return table, keys
}

// look returns what the browser of the player with a key shows.
func look(t *table, key string) state {
	s, _ := t.state(key)
	return s
}

// TestFlagFall checks that the game ends by itself when the time is up.
func TestFlagFall(t *testing.T) {
	table, keys := newGame(t, "0.05")
	ctx, cancel := context.WithTimeout(context.Background(), 10*time.Second)
	defer cancel()
	for !look(table, "").Outcome.IsOver() && ctx.Err() == nil {
		time.Sleep(5 * time.Millisecond)
	}
	s := look(table, keys[chess.White])
	if s.Outcome.String() != "0-1 (time)" || s.Clocks[chess.White] != 0 {
		t.Errorf("outcome %v, %d ms left, want 0-1 (time), 0", s.Outcome, s.Clocks[chess.White])
	}
	loaded, err := loadTable(table.file)
	if err != nil {
		t.Fatal(err)
	}
	if got := look(loaded, "").Outcome.String(); got != "0-1 (time)" {
		t.Errorf("outcome %q after a restart, want 0-1 (time)", got)
	}
}

// TestActions checks what players can and cannot do, and that a restart keeps all of it.
func TestActions(t *testing.T) {
	table, keys := newGame(t, "300")
	move := func(key, text string) request {
		m := chess.MustParseMove(text)
		return request{Key: key, From: m.From(), To: m.To(), Promotion: m.Promotion()}
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
	if want := "1. e4 e5 2. Nf3 *\n"; before.Record != want || before.Offer == nil || *before.Offer != chess.White {
		t.Errorf("record %q, offer %v, want %q by White", before.Record, before.Offer, want)
	}
	table.timer.Stop()
	loaded, err := loadTable(table.file)
	if err != nil {
		t.Fatal(err)
	}
	defer loaded.timer.Stop()
	after := look(loaded, keys[1])
	before.Clocks, after.Clocks = nil, nil
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
	if _, err := os.Stat(table.file + ".new"); err == nil {
		t.Error("a file was left behind")
	}
}

// TestAnnouncedClaim checks a claim with a move that makes a position occur for the third time, and that nobody can
// resign afterwards.
func TestAnnouncedClaim(t *testing.T) {
	table, keys := newGame(t, "300")
	var r request
	for i, text := range strings.Fields("g1f3 g8f6 f3g1 f6g8 g1f3 g8f6 f3g1 f6g8") {
		m := chess.MustParseMove(text)
		r = request{Key: keys[i%2], From: m.From(), To: m.To(), Reason: chess.ThreefoldRepetition}
		action := "move"
		if i == 7 {
			action = "claim"
		}
		if err := table.act(action, r); err != nil {
			t.Fatal(err)
		}
	}
	s := look(table, keys[0])
	if s.Outcome.String() != "1/2-1/2 (threefold repetition)" || strings.Count(s.Record, "N") != 7 {
		t.Errorf("outcome %v in %q, want a draw after 7 plies", s.Outcome, s.Record)
	}
	if err := table.act("resign", r); err == nil || s.Moves != nil {
		t.Errorf("resignation after the end: %v, moves %v", err, s.Moves)
	}
	table, keys = newGame(t, "300")
	if err := table.act("resign", request{Key: keys[1]}); err != nil || look(table, "").Outcome.Result != chess.WhiteWins {
		t.Errorf("resignation of Black: %v, outcome %v", err, look(table, "").Outcome)
	}
}
