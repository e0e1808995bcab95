package main

import (
	"bufio"
	"encoding/json"
	"fmt"
	"io"
	"os"
	"os/exec"
	"strings"
	"testing"
	"time"

	"github.com/shakki/chess/internal/deep"
)

// A browser is a Chromium without a window, with one page. The test talks to it in the DevTools
// protocol over a pair of pipes.
type browser struct {
	t       *testing.T
	name    string // for messages
	out     io.Writer
	in      *bufio.Reader
	last    int    // the id of the last command
	session string // of the page
}

// startBrowser starts a browser that ends with the test. The test is skipped without -deep, or if there
// is none.
func startBrowser(t *testing.T, name string) *browser {
	t.Helper()
	deep.Only(t)
	program := deep.Program(t, "chromium", "chromium-browser", "google-chrome")
	theirIn, ourOut := pipe(t)
	ourIn, theirOut := pipe(t)
	command := exec.Command(program, "--headless", "--no-sandbox", "--disable-gpu", "--no-first-run",
		"--disable-quic", "--disable-background-networking", "--disable-component-update", "--disable-sync",
		"--remote-debugging-pipe", "--window-size=1000,760", "--user-data-dir="+t.TempDir(), "about:blank")
	command.ExtraFiles = []*os.File{theirIn, theirOut} // 3 and 4
	if err := command.Start(); err != nil {
		t.Fatal(err)
	}
	theirIn.Close()
	theirOut.Close()
	b := &browser{t: t, name: name, out: ourOut, in: bufio.NewReader(ourIn)}
	t.Cleanup(func() {
		b.session = ""
		b.call("Browser.close", nil, nil)
		if err := command.Wait(); err != nil {
			t.Log(err)
		}
		ourIn.Close()
		ourOut.Close()
	})
	watchdog := time.AfterFunc(2*time.Minute, func() { command.Process.Kill() })
	t.Cleanup(func() { watchdog.Stop() })
	return b.tab()
}

// tab returns another page of the same browser.
func (b *browser) tab() *browser {
	b.t.Helper()
	page := *b
	page.session = ""
	var target struct{ TargetID string }
	page.call("Target.createTarget", map[string]any{"url": "about:blank"}, &target)
	var attached struct{ SessionID string }
	page.call("Target.attachToTarget", map[string]any{"targetId": target.TargetID, "flatten": true}, &attached)
	page.session = attached.SessionID
	page.call("Runtime.enable", nil, nil)
	return &page
}

// sit opens the game with an id for the player with a key.
func (b *browser) sit(server *running, id, key string) {
	b.t.Helper()
	b.open("http://" + server.address + "/")
	b.eval(fmt.Sprintf("localStorage['chess.key.%s'] = %q", id, key))
	b.eval("location.hash = '" + id + "'") // which loads the page again
	b.wait("typeof state != 'undefined' && state?.you")
}

// resize sets the size of the page.
func (b *browser) resize(width, height int) {
	b.t.Helper()
	b.call("Emulation.setDeviceMetricsOverride",
		map[string]any{"width": width, "height": height, "deviceScaleFactor": 1, "mobile": min(width, height) < 500}, nil)
	b.wait(fmt.Sprintf("innerWidth == %d && innerHeight == %d", width, height))
}

func pipe(t *testing.T) (r, w *os.File) {
	t.Helper()
	r, w, err := os.Pipe()
	if err != nil {
		t.Fatal(err)
	}
	return r, w
}

// call sends a command and decodes its result, unless result is nil.
func (b *browser) call(method string, params, result any) {
	b.t.Helper()
	b.last++
	message := map[string]any{"id": b.last, "method": method}
	if params != nil {
		message["params"] = params
	}
	if b.session != "" {
		message["sessionId"] = b.session
	}
	text, err := json.Marshal(message)
	if err != nil {
		b.t.Fatal(err)
	}
	if _, err := b.out.Write(append(text, 0)); err != nil {
		b.t.Fatalf("%s: %s: %v", b.name, method, err)
	}
	for {
		text, err := b.in.ReadBytes(0)
		if err != nil {
			b.t.Fatalf("%s: %s: %v", b.name, method, err)
		}
		var reply struct {
			ID     int
			Result json.RawMessage
			Error  *struct{ Message string }
			Method string
			Params struct {
				ExceptionDetails struct{ Exception struct{ Description string } }
			}
		}
		if err := json.Unmarshal(text[:len(text)-1], &reply); err != nil {
			b.t.Fatal(err)
		}
		if reply.Method == "Runtime.exceptionThrown" {
			b.t.Errorf("%s: an error in the page: %s", b.name, reply.Params.ExceptionDetails.Exception.Description)
		}
		if reply.ID != b.last {
			continue // an event
		}
		if reply.Error != nil && method == "Runtime.evaluate" {
			return // the page is being loaded
		}
		if reply.Error != nil {
			b.t.Fatalf("%s: %s: %s", b.name, method, reply.Error.Message)
		}
		if result != nil {
			if err := json.Unmarshal(reply.Result, result); err != nil {
				b.t.Fatal(err)
			}
		}
		return
	}
}

// eval returns the value of a JavaScript expression as text.
func (b *browser) eval(expression string) string {
	b.t.Helper()
	var reply struct {
		Result           struct{ Value any }
		ExceptionDetails *struct {
			Exception struct{ Description string }
		}
	}
	b.call("Runtime.evaluate", map[string]any{"expression": expression, "awaitPromise": true, "returnByValue": true}, &reply)
	if reply.ExceptionDetails != nil {
		b.t.Fatalf("%s: %s: %s", b.name, expression, reply.ExceptionDetails.Exception.Description)
	}
	return fmt.Sprint(reply.Result.Value)
}

// wait waits until an expression is true.
func (b *browser) wait(expression string) {
	b.t.Helper()
	for range 600 {
		if b.eval("!!("+expression+")") == "true" {
			return
		}
		time.Sleep(20 * time.Millisecond)
	}
	b.t.Fatalf("%s: never true: %s\nstatus: %s\nmessage: %s", b.name, expression,
		b.eval("document.getElementById('status')?.textContent"), b.eval("document.getElementById('message')?.textContent"))
}

// open opens a page.
func (b *browser) open(url string) {
	b.t.Helper()
	b.call("Page.navigate", map[string]any{"url": "about:blank"}, nil)
	b.wait("location.href == 'about:blank'")
	b.call("Page.navigate", map[string]any{"url": url}, nil)
	b.wait("document.readyState == 'complete' && location.href.startsWith('http') && document.getElementById('side')")
}

// click clicks on the visible button with a text.
func (b *browser) click(text string) {
	b.t.Helper()
	script := fmt.Sprintf("[...document.querySelectorAll('button')].find(b => b.textContent == %q && b.checkVisibility())", text)
	b.wait(script)
	b.eval(script + ".click()")
}

// middle returns the middle of a square on the screen.
func (b *browser) middle(square string) (x, y float64) {
	b.t.Helper()
	var at struct{ X, Y float64 }
	position := b.eval(fmt.Sprintf(`(() => {
		const r = button(%q).getBoundingClientRect()
		return JSON.stringify({x: r.left + r.width / 2, y: r.top + r.height / 2})
	})()`, square))
	if err := json.Unmarshal([]byte(position), &at); err != nil {
		b.t.Fatal(err)
	}
	return at.X, at.Y
}

// mouse sends a mouse event in the middle of a square.
func (b *browser) mouse(kind, square string) {
	b.t.Helper()
	x, y := b.middle(square)
	b.call("Input.dispatchMouseEvent", map[string]any{"type": kind, "x": x, "y": y, "button": "left", "clickCount": 1}, nil)
}

// tap touches a square with a finger.
func (b *browser) tap(square string) {
	b.t.Helper()
	x, y := b.middle(square)
	points := []map[string]any{{"x": x, "y": y}}
	b.call("Input.dispatchTouchEvent", map[string]any{"type": "touchStart", "touchPoints": points}, nil)
	b.call("Input.dispatchTouchEvent", map[string]any{"type": "touchEnd", "touchPoints": points[:0]}, nil)
}

// drag moves a piece with the button down.
func (b *browser) drag(from, to string) {
	b.t.Helper()
	b.mouse("mousePressed", from)
	b.mouse("mouseMoved", to)
	b.mouse("mouseReleased", to)
}

// clickMove clicks on two squares.
func (b *browser) clickMove(from, to string) {
	b.t.Helper()
	for _, square := range []string{from, to} {
		b.mouse("mousePressed", square)
		b.mouse("mouseReleased", square)
	}
}

// press presses keys: text, or the names of keys in brackets, as in "Nf3[Enter]".
func (b *browser) press(keys string) {
	b.t.Helper()
	codes := map[string]int{"Tab": 9, "Enter": 13, "Escape": 27, "Space": 32,
		"ArrowLeft": 37, "ArrowUp": 38, "ArrowRight": 39, "ArrowDown": 40}
	for keys != "" {
		key := keys[:1]
		if name, _, ok := strings.Cut(keys[1:], "]"); ok && key == "[" {
			key = name
			keys = keys[len(name)+1:]
		}
		keys = keys[1:]
		down := map[string]any{"type": "keyDown", "key": key, "code": key, "windowsVirtualKeyCode": codes[key]}
		switch {
		case key == "Enter":
			down["text"] = "\r"
		case key == "Space":
			down["text"], down["key"] = " ", " "
		case len(key) == 1:
			down["text"] = key
		}
		b.call("Input.dispatchKeyEvent", down, nil)
		b.call("Input.dispatchKeyEvent", map[string]any{"type": "keyUp", "key": down["key"], "code": key,
			"windowsVirtualKeyCode": codes[key]}, nil)
	}
}

// tabTo presses Tab until an expression of the focused element f is true.
func (b *browser) tabTo(expression string) {
	b.t.Helper()
	for range 40 {
		if b.eval("(f => !!("+expression+"))(document.activeElement)") == "true" {
			return
		}
		b.press("[Tab]")
	}
	b.t.Fatalf("%s: the Tab key does not lead to %s", b.name, expression)
}

// tree returns the roles and names of the accessibility tree, such as "gridcell e2, white pawn".
func (b *browser) tree() []string {
	b.t.Helper()
	type text struct{ Value any }
	var reply struct {
		Nodes []struct {
			Ignored    bool
			Role, Name text
		}
	}
	b.call("Accessibility.getFullAXTree", nil, &reply)
	var lines []string
	for _, node := range reply.Nodes {
		if !node.Ignored {
			lines = append(lines, fmt.Sprint(node.Role.Value, " ", node.Name.Value))
		}
	}
	return lines
}

// reads waits until the element with an id has a text in it.
func (b *browser) reads(id, text string) {
	b.t.Helper()
	b.wait(fmt.Sprintf("document.getElementById(%q)?.textContent.includes(%q)", id, text))
}

// screenshot writes what the page shows to a file, for a person to look at.
func (b *browser) screenshot(file string) {
	b.t.Helper()
	var shot struct{ Data []byte }
	b.call("Page.captureScreenshot", nil, &shot)
	if err := os.WriteFile(file, shot.Data, 0o666); err != nil {
		b.t.Fatal(err)
	}
}

// look takes a screenshot if the environment variable SHAKKI_SCREENSHOTS names a folder.
func (b *browser) look(name string) {
	b.t.Helper()
	if folder := os.Getenv("SHAKKI_SCREENSHOTS"); folder != "" {
		b.screenshot(folder + "/" + strings.ToLower(b.name) + "-" + name + ".png")
	}
}
