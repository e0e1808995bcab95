package main

import (
	"fmt"
	"math/rand/v2"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/shakki/chess"
)

// keys are those of the players of the games that setUp makes.
var keys = [2]string{"1-2-3-4-5-6-7-8-9-white", "1-2-3-4-5-6-7-8-9-black"}

// setUp adds a game between players with the given names to a server that does not run. The moves are
// captures where there are any, and random ones otherwise.
func setUp(t *testing.T, r *running, id string, plies int, names [2]string) {
	t.Helper()
	random := rand.New(rand.NewPCG(1, 5))
	g := chess.NewGame()
	for range plies {
		p := g.Position()
		moves := p.AppendCaptures(nil)
		if len(moves) == 0 {
			moves = slices.Collect(p.Moves())
		}
		if err := g.Play(moves[random.IntN(len(moves))]); err != nil {
			t.Fatal(err)
		}
	}
	g.SetTag("TimeControl", "6000")
	for c, name := range names {
		g.SetTag(side(chess.Color(c)), name)
		g.SetTag(side(chess.Color(c))+"Key", hash(keys[c]))
	}
	if err := os.WriteFile(filepath.Join(r.folder, id+".pgn"), []byte(g.String()), 0o600); err != nil {
		t.Fatal(err)
	}
}

// TestSizes checks that screens of every size show the board, both clocks, how far a player is ahead, and
// the button to resign, without scrolling.
func TestSizes(t *testing.T) {
	player := startBrowser(t, "Player")
	server := &running{t: t, folder: t.TempDir(), address: "localhost:0"}
	setUp(t, server, "game", 80, [2]string{strings.Repeat("W", 40), "Onni"})
	server.start()
	for c, key := range keys {
		player.sit(server, "game", key)
		player.wait("state.boards.length == 81 && state.ahead != 0")
		for _, size := range []struct{ width, height, board int }{
			{320, 568, 295}, {360, 640, 332}, {360, 800, 332}, {390, 844, 359}, {667, 375, 345}, {844, 390, 359}, {568, 320, 295},
			{768, 1024, 700}, {1024, 768, 700}, {1280, 720, 700}, {1280, 800, 780}, {1920, 1080, 1060},
		} {
			player.resize(size.width, size.height)
			for _, scheme := range []string{"light", "dark"} {
				player.call("Emulation.setEmulatedMedia", map[string]any{"features": []map[string]any{{"name": "prefers-color-scheme", "value": scheme}}}, nil)
				player.wait(fmt.Sprintf("(getComputedStyle(document.body).backgroundColor.match(/\\d+/)[0] > 128) == %t", scheme == "light"))
				player.look(fmt.Sprintf("%d-%d-%d-%s", size.width, size.height, c, scheme))
			}
			for _, want := range []string{
				fmt.Sprintf("$('squares').getBoundingClientRect().width >= %d", size.board),
				"document.documentElement.scrollHeight <= innerHeight && document.documentElement.scrollWidth <= innerWidth",
				"$('side').scrollHeight <= $('side').clientHeight",
				"[...document.querySelectorAll('.clock .time, .pieces b, .pieces span, #board, #side button:not(#moves button), #san, #moves [aria-current]')].every(inSight)",
			} {
				player.eval(`inSight = e => {
					const box = e.getBoundingClientRect(), r = document.querySelector('#record').getBoundingClientRect()
					if (!e.checkVisibility()) return true
					if (e.closest('.pieces') && (e.scrollWidth > e.clientWidth || box.right > e.closest('.who').getBoundingClientRect().right + 1)) return false
					if (e.closest('#record') && (box.top < r.top - 1 || box.bottom > r.bottom + 1)) return false
					return box.left >= 0 && box.top >= 0 && box.right <= innerWidth && box.bottom <= innerHeight
				}`)
				if player.eval(want) != "true" {
					t.Errorf("%d × %d, color %d: not true: %s", size.width, size.height, c, want)
					t.Log(player.eval("$('side').scrollHeight+' '+ $('side').clientHeight+' '+[...document.querySelectorAll('.clock .time, .pieces b, .pieces span, #board, #side button:not(#moves button), #san, #moves [aria-current]')].filter(e=>!inSight(e)).map(e=>e.outerHTML+JSON.stringify([e.scrollWidth,e.clientWidth,e.getBoundingClientRect()]))"))
				}
			}
		}
	}
}

// prepared starts a server with games between Aino and Onni, with the given ids and numbers of plies.
func prepared(t *testing.T, plies map[string]int) *running {
	t.Helper()
	server := &running{t: t, folder: t.TempDir(), address: "localhost:0"}
	for id, n := range plies {
		setUp(t, server, id, n, [2]string{"Aino", "Onni"})
	}
	server.start()
	return server
}

// TestTabs checks that one browser plays and watches twelve games at once, and that tabs that are not in
// front tell in their titles that the opponent has moved.
func TestTabs(t *testing.T) {
	games := map[string]int{}
	for i := range 12 {
		games[fmt.Sprintf("game%d", i)] = 0
	}
	server := prepared(t, games)
	first := startBrowser(t, "Tabs")
	tabs := map[string]*browser{}
	for id := range games {
		tabs[id] = first.tab()
		tabs[id].sit(server, id, keys[0])
	}
	for id, tab := range tabs {
		tab.eval("void move('e2', 'e4')")
		tab.reads("status", "1. e4, Onni to move")
		if status, text := server.post("/games/"+id+"/move", keys[1], `{"san": "e5"}`); status != 200 {
			t.Fatal(text)
		}
		tab.wait("document.title == 'Your move: Aino – Onni'")
	}
	watcher := first.tab()
	watcher.open("http://" + server.address + "/#game0")
	watcher.reads("status", "1... e5, your move") // the browser has the key
}

// TestBoard checks that the squares, the pieces, and the labels are those of one position, whatever the
// server and the player do meanwhile.
func TestBoard(t *testing.T) {
	server := prepared(t, map[string]int{"long": 40, "new": 0})
	b := startBrowser(t, "Board")
	b.sit(server, "new", keys[0])
	agree := func(when string) {
		t.Helper()
		b.wait(`Object.entries(board).every(([s, letter]) => {
			const box = button(s).getBoundingClientRect(), f = figures[s].getBoundingClientRect()
			return f.left > box.left && f.right < box.right && f.top > box.top && f.bottom < box.bottom &&
				button(s).ariaLabel.startsWith(s + ', ' + pieceName(letter))
		}) && document.querySelectorAll('#pieces use').length == Object.keys(board).length`)
	}
	board := func(want string) {
		t.Helper()
		if got := b.eval("JSON.stringify([board.d2, board.e2, board.e4, board.e5])"); got != want {
			t.Errorf("d2, e2, e4, e5: %s, want %s", got, want)
		}
	}
	b.call("Network.enable", nil, nil)
	b.call("Network.emulateNetworkConditions", map[string]any{
		"offline": false, "latency": 300, "downloadThroughput": -1, "uploadThroughput": -1}, nil)

	// The board is turned twice within one round trip.
	b.eval("$('turn').click(); $('turn').click()")
	agree("after two turns")
	b.eval("$('turn').click()")
	agree("from the other side")
	b.eval("$('turn').click()")

	// A piece stays where it was dropped until the move is refused. No other move begins meanwhile.
	b.drag("e2", "e5")
	board(`["P",null,null,"P"]`)
	b.drag("d2", "d4")
	board(`["P",null,null,"P"]`)
	b.reads("message", "e2e5")
	board(`["P","P",null,null]`)
	agree("after a refused move")
	b.drag("e2", "e4")
	board(`["P",null,"P",null]`)
	b.wait("state.sans.length == 1")
	board(`["P",null,"P",null]`)
	agree("after a move")
	server.post("/games/new/move", keys[1], `{"san": "e5"}`)
	b.reads("status", "1... e5, your move")

	// A typed move is one in the current position. The arrow keys step from every place but a text field.
	b.eval("$('turn').focus()")
	b.press("[ArrowLeft][ArrowLeft]")
	b.reads("status", "You look at the start")
	board(`["P","P",null,null]`)
	agree("at the start")
	b.eval("$('san').focus()")
	b.press("d4[ArrowLeft][Enter]")
	b.reads("status", "2. d4, Onni to move")
	b.wait("view == null")
	b.mouse("mousePressed", "a1")
	b.mouse("mouseReleased", "a1")
	b.press("[ArrowLeft]")
	b.reads("status", "You look at 1... e5")
	agree("one move back")

	// The move that is shown is in sight.
	b.sit(server, "long", keys[0])
	b.wait("state.sans.length == 40")
	b.resize(390, 844)
	for _, key := range []string{"[Home]", "[End]", "[ArrowLeft]"} {
		b.press(key)
		b.wait(`(current => !view || current.top >= record.top && current.bottom <= record.bottom)(
			document.querySelector('#moves [aria-current]')?.getBoundingClientRect(), record = $('record').getBoundingClientRect())`)
	}
}

// TestEndWhileAsked checks that the end of the game answers the question what a pawn becomes.
func TestEndWhileAsked(t *testing.T) {
	server := &running{t: t, folder: t.TempDir(), address: "localhost:0"}
	game := fmt.Sprintf("[White \"Aino\"]\n[Black \"Onni\"]\n[WhiteKey %q]\n[BlackKey %q]\n[SetUp \"1\"]\n[FEN \"7k/P7/8/8/8/8/8/K7 w - - 0 1\"]\n\n*\n",
		hash(keys[0]), hash(keys[1]))
	if err := os.WriteFile(filepath.Join(server.folder, "game.pgn"), []byte(game), 0o600); err != nil {
		t.Fatal(err)
	}
	server.start()
	b := startBrowser(t, "Asked")
	b.sit(server, "game", keys[0])
	b.drag("a7", "a8")
	b.wait("$('ask').open && board.a8 == 'P'")
	server.post("/games/game/resign", keys[1], "{}")
	b.reads("status", "Onni resigned")
	b.wait("!$('ask').open && !pending && board.a7 == 'P' && !board.a8")
}

// TestStorage checks that a player plays on after a reload in a browser that stores nothing.
func TestStorage(t *testing.T) {
	server := startServer(t)
	b := startBrowser(t, "Storage")
	b.call("Page.addScriptToEvaluateOnNewDocument", map[string]any{"source": `Object.defineProperty(window, 'localStorage',
		{get() { throw new DOMException('denied', 'SecurityError') }})`}, nil)
	b.call("Page.enable", nil, nil)
	b.open("http://" + server.address + "/")
	b.eval("document.getElementById('name').value = 'Aino'")
	b.click("New game")
	b.reads("status", "Aino waits for an opponent")
	b.eval("window.old = true")
	b.call("Page.reload", nil, nil)
	b.wait("!window.old && typeof state != 'undefined' && state?.you == 'white'")
	b.click("Cancel the game")
	b.reads("status", "The game was canceled.")
}

// TestPrint checks that a game is printed black on white, with one board above the moves.
func TestPrint(t *testing.T) {
	server := prepared(t, map[string]int{"game": 40})
	b := startBrowser(t, "Print")
	b.sit(server, "game", keys[0])
	dark := []map[string]any{{"name": "prefers-color-scheme", "value": "dark"}}
	b.call("Emulation.setEmulatedMedia", map[string]any{"media": "print", "features": dark}, nil)
	b.resize(794, 1123)
	for _, want := range []string{
		"getComputedStyle(document.body).backgroundColor == 'rgb(255, 255, 255)'",
		"[...document.querySelectorAll('#side *')].every(e => !e.checkVisibility() || getComputedStyle(e).color == 'rgb(0, 0, 0)')",
		"getComputedStyle($('picture').querySelector('.shakki-light')).fill == 'rgb(255, 255, 255)'",
		"[...document.querySelectorAll('#picture > *, canvas, img')].length == 1",
		"$('board').getBoundingClientRect().bottom <= $('title').getBoundingClientRect().top",
		"$('title').getBoundingClientRect().bottom <= $('moves').getBoundingClientRect().top",
		"$('title').textContent == 'Aino – Onni' && $('title').getBoundingClientRect().height > 10 && $('status').checkVisibility()",
		`[...document.querySelectorAll('#moves button')].every((b, i, all) => {
			const box = b.getBoundingClientRect(), next = all[i + 1]?.getBoundingClientRect()
			return b.checkVisibility() && box.right <= innerWidth && (!next || next.left >= box.right - 1 || next.top >= box.bottom - 1 || next.bottom <= box.top)
		})`,
	} {
		if b.eval(want) != "true" {
			t.Errorf("not true: %s", want)
		}
	}
	b.look("page")
}

// TestPlayers checks what players do besides moving: they take moves back, abort, and choose a promotion at
// the pawn. Their pieces move, unless they want no motion, and the last seconds have another color.
func TestPlayers(t *testing.T) {
	server, white, black, id := meet(t)
	white.drag("e2", "e4")
	black.reads("status", "1. e4, your move")
	white.click("Take back")
	black.reads("status", "Aino <b> asks to take back")
	black.look("takeback")
	black.eval("document.querySelector('[data-action=takeback]').click(); document.querySelector('[data-action=takeback]').click()")
	white.reads("status", "Your move")
	if got := white.eval("state.takeback"); got != "" {
		t.Errorf("after a double click %s asks to take back", got)
	}
	for i, m := range []string{"b4", "h6", "b5", "a6", "bxa6", "Nf6", "axb7", "Nd5"} {
		if status, text := server.post("/games/"+id+"/move", []*browser{white, black}[i%2].eval("key"), `{"san": "`+m+`"}`); status != 200 {
			t.Fatal(text)
		}
	}
	white.wait("state.sans.length == 8")
	white.drag("b7", "a8")
	white.wait(`$('ask').open && Math.abs($('ask').getBoundingClientRect().left - button('a8').getBoundingClientRect().left) < 5`)
	white.look("promotion")
	white.press("[Escape]")
	white.wait("!$('ask').open && !pending && board.b7 == 'P' && board.a8 == 'r'")
	white.drag("b7", "a8")
	white.click("rook")
	black.reads("status", "5. bxa8=R, your move")

	moves := "getComputedStyle(figures.a1).transitionDuration"
	if got := white.eval(moves); got != "0.15s" {
		t.Errorf("pieces move for %s, want 0.15s", got)
	}
	white.call("Emulation.setEmulatedMedia", map[string]any{"features": []map[string]any{{"name": "prefers-reduced-motion", "value": "reduce"}}}, nil)
	white.wait(moves + " == '0s'")
	black.eval("state.clocks.black = 9000; tick()")
	if got := black.eval("getComputedStyle(document.querySelector('#bottom .time')).backgroundColor"); got != "rgb(163, 24, 10)" {
		t.Errorf("the last seconds are %s", got)
	}
	black.look("low")
	black.click("Claim a draw")
	black.reads("question", "two minutes")
	black.click("Play on")

	// A listed game ends when its creator leaves, and every element is large enough for a finger.
	for _, b := range []*browser{white, black} {
		b.eval(`small = () => [...document.querySelectorAll('button, a, input, select')].filter(e => e.checkVisibility() &&
			Math.min(e.getBoundingClientRect().width, e.getBoundingClientRect().height) < 24).map(e => e.outerHTML).join(' ')`)
		if got := b.eval("small()"); got != "" {
			t.Errorf("too small for a finger: %s", got)
		}
	}
	black.open("http://" + server.address + "/")
	white.open("http://" + server.address + "/")
	white.eval("$('listed').click()")
	white.click("New game")
	black.reads("games", "Aino <b> waits for an opponent")
	white.reads("status", "Aino <b> waits for an opponent")
	absence = 100 * time.Millisecond
	defer func() { absence = 10 * time.Second }()
	white.open("http://" + server.address + "/")
	black.wait("!$('games').firstChild && $('others').hidden")
}
