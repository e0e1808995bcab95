package chess

import (
	"bytes"
	"errors"
	"fmt"
	"io"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"
	"unicode/utf8"

	"github.com/google/go-cmp/cmp"
)

// A byteSource makes random numbers of the bytes of a fuzzer, one of each, so
// that a byte is a choice; when they are used up, of a generator.
type byteSource struct {
	bytes []byte
	rest  *rand.PCG
}

func (s *byteSource) Uint64() uint64 {
	if len(s.bytes) == 0 {
		return s.rest.Uint64()
	}
	b := s.bytes[0]
	s.bytes = s.bytes[1:]
	return uint64(b) * 0x0101010101010101
}

// take returns at most n bytes as they are.
func (s *byteSource) take(n int) string {
	n = min(n, len(s.bytes))
	text := string(s.bytes[:n])
	s.bytes = s.bytes[n:]
	return text
}

// randomBytes returns the bytes of a seed.
func randomBytes(seed uint64, n int) []byte {
	r := rand.New(rand.NewPCG(seed, 8))
	b := make([]byte, n)
	for i := range b {
		b[i] = byte(r.Uint32())
	}
	return b
}

// A gameWalk makes the public calls on a game that the bytes of a fuzzer pick,
// and does the same to a model: a tree of moves, the tags, the result on record
// and the place of the last draw offer.
type gameWalk struct {
	treeWalk
	source   *byteSource
	recorded Outcome
	offered  *modelNode // where a draw was offered, nil if no offer can stand
	offerer  Color
	tags     []Tag
	done     []string
	original *Game // of which this one is a clone, nil if it is none
	left     shown // how that one was left
}

func newGameWalk(t *testing.T, start uint8, calls []byte) *gameWalk {
	source := &byteSource{calls, rand.NewPCG(1, 1)}
	r := rand.New(source)
	rules := everyClaim
	if i := r.IntN(2 * len(sheets)); i < len(sheets) {
		rules = sheets[i].rules
	}
	starts := slices.Concat(shuffleStarts, movePositions, []string{clock50FEN, clock75FEN, mate50FEN})
	g := newGame(MustParseFEN(starts[int(start)%len(starts)]), rules)
	w := &gameWalk{treeWalk: treeWalk{t: t, r: r, game: g}, source: source}
	w.root = &modelNode{node: g.Root()}
	return w
}

// gameCalls are the calls of a gameWalk; each tells what it has done, and the
// error with which the game has refused it.
var gameCalls = []func(*gameWalk) (did string, err error){
	(*gameWalk).playMove, (*gameWalk).playMove, (*gameWalk).playMove, (*gameWalk).playMove, (*gameWalk).addMove, (*gameWalk).addMove,
	(*gameWalk).takeBack, (*gameWalk).edit, (*gameWalk).edit, (*gameWalk).comment, (*gameWalk).act, (*gameWalk).act, (*gameWalk).act,
	(*gameWalk).act, (*gameWalk).claim, (*gameWalk).tag, (*gameWalk).rewrite,
	(*gameWalk).clone,
}

// shown is all that a game shows.
type shown struct {
	State fullState
	Tree  string
	Tags  []Tag
}

func show(g *Game) shown { return shown{fullStateOf(g), nodeOutline(g.Root()), g.Tags()} }

// call makes the next call. One that is refused changes nothing.
func (w *gameWalk) call() {
	w.t.Helper()
	before := show(w.game)
	next := gameCalls[w.r.IntN(len(gameCalls))]
	if before.State.Game.Outcome.IsOver() && w.r.IntN(3) == 0 {
		next = (*gameWalk).takeBack
	}
	did, err := next(w)
	w.done = append(w.done, did)
	if err == nil {
		return
	}
	var move *MoveError
	var action *ActionError
	if !errors.As(err, &move) && !errors.As(err, &action) || err.Error() == "" {
		w.t.Fatalf("%s: error %#v, want a MoveError or an ActionError", did, err)
	}
	if diff := cmp.Diff(before, show(w.game)); diff != "" {
		w.t.Fatalf("%s is refused (%v) but changes the game (-before +after):\n%s", did, err, diff)
	}
}

// check compares all that the game shows with the model, and with a game that
// has come straight to where this one is.
func (w *gameWalk) check() {
	w.t.Helper()
	w.treeWalk.check()
	straight := newGame(w.game.Start(), w.game.Rules())
	for n := w.root; len(n.children) > 0; {
		n = n.children[0]
		if _, err := straight.End().Add(n.move); err != nil {
			w.t.Fatalf("Add(%v) = %v, want no error", n.move, err)
		}
	}
	want := shown{fullStateOf(straight), w.root.outline(), append([]Tag{}, w.tags...)}
	want.State.Recorded = w.recorded
	if w.recorded.IsOver() && !want.State.Automatic.IsOver() {
		want.State.Game.Outcome, want.State.Claims = w.recorded, nil
	}
	if w.offerStands() {
		want.State.Offer = w.offerer.String()
	}
	if diff := cmp.Diff(want, show(w.game)); diff != "" {
		w.t.Fatalf("the game differs from the model (-model +game):\n%s", diff)
	}
	p := w.anyNode().node.Position()
	checkIdentity(w.t, &p)
}

func (w *gameWalk) turn() Color {
	p := w.end().position()
	return p.Turn()
}

// offerStands reports whether the last offer stands: the opponent has not moved since.
func (w *gameWalk) offerStands() bool {
	end := w.end()
	if w.offered == nil || w.offered == end {
		return w.offered != nil
	}
	p := w.offered.position()
	return end.parent == w.offered && p.Turn() == w.offerer
}

// pickAny picks a legal move as a rule, at times a pass or any move at all.
func (w *gameWalk) pickAny(p *Position) Move {
	moves := p.LegalMoves()
	switch i := w.r.IntN(len(moves) + 2); i {
	case len(moves):
		return NullMove
	case len(moves) + 1:
		return Move(w.r.IntN(256)<<8 | w.r.IntN(256))
	default:
		return moves[i]
	}
}

// playMove plays a move in one of the three ways.
func (w *gameWalk) playMove() (string, error) {
	n := w.end()
	p := n.position()
	m := w.pickAny(&p)
	if p.IsLegal(m) && w.r.IntN(2) == 0 {
		m = pickShuffle(w.r, w.game)
	}
	legal, over := p.IsLegal(m), w.game.Outcome().IsOver()
	play := func() error { return w.game.Play(m) }
	if legal {
		play = []func() error{
			play,
			func() error { return w.game.PlaySAN(p.SAN(m)) },
			func() error { return w.game.PlayUCI(p.UCI(m)) },
		}[w.r.IntN(3)]
	}
	err := play()
	if (err == nil) != (legal && !over) || over && !isOverError(err) {
		w.t.Fatalf("playing %v in %v = %v, legal is %v, over is %v", m, p, err, legal, over)
	}
	if err == nil {
		w.note(n, m, w.game.End())
	}
	return "play " + m.String(), err
}

// addMove adds a move anywhere.
func (w *gameWalk) addMove() (string, error) {
	n := w.anyNode()
	p := n.position()
	m := w.pickAny(&p)
	legal := p.IsLegal(m)
	add := func() (Node, error) { return n.node.Add(m) }
	if legal && w.r.IntN(2) == 0 {
		add = func() (Node, error) { return n.node.AddSAN(p.SAN(m)) }
	}
	added, err := add()
	if (err == nil) != (legal || m == NullMove && !p.InCheck()) {
		w.t.Fatalf("adding %v in %v = %v, legal is %v", m, p, err, legal)
	}
	if err == nil {
		w.treeWalk.note(n, m, added)
	}
	return "add " + m.String(), err
}

// takeBack takes back the last move, to which there may be alternatives.
func (w *gameWalk) takeBack() (string, error) {
	parent := w.end().parent
	if got := w.game.Undo(); got != (parent != nil) {
		w.t.Fatalf("Undo() = %v after %q", got, w.done)
	}
	if parent == nil {
		return "no undo", nil
	}
	for _, child := range parent.children {
		for _, n := range child.all() {
			w.gone = append(w.gone, n.node)
		}
	}
	parent.children = nil
	w.ends(Outcome{})
	return "undo", nil
}

// edit changes the order of moves, deletes or annotates.
func (w *gameWalk) edit() (string, error) {
	edits := []func(*treeWalk, *modelNode) string{
		(*treeWalk).promote, (*treeWalk).promoteToMainLine, (*treeWalk).delete, (*treeWalk).annotate,
	}
	return edits[w.r.IntN(len(edits))](&w.treeWalk, w.anyNode()), nil
}

// text returns what an editor may be given: some bytes, and something that looks
// like a part of PGN.
func (w *gameWalk) text() string {
	parts := [...]string{"", "\n\n[Event \"x\"]", "[%clk 0:01:00]", "}", "{", "\r\n", "; 1-0", "é♞"}
	return w.source.take(w.r.IntN(12)) + parts[w.r.IntN(len(parts))] + w.source.take(w.r.IntN(3))
}

// comment sets comments of any text. Before the first move stand the comments of
// the game.
func (w *gameWalk) comment() (string, error) {
	n, text := w.anyNode(), w.text()
	set, kept := n.node.SetComments, n.node.Comments
	if n.parent != nil && n.parent.parent != nil && w.r.IntN(2) == 0 {
		set, kept = n.node.SetCommentsBefore, n.node.CommentsBefore
	}
	set(text, "second")
	got := kept()
	if plain := utf8.ValidString(text) && !strings.ContainsAny(text, "\r}["); len(got) != 2 || plain && got[0] != strings.TrimSpace(text) {
		w.t.Fatalf("the comment %q is kept as %q", text, got)
	}
	n.before, n.after = n.node.CommentsBefore(), n.node.Comments()
	return fmt.Sprintf("comment %q", text), nil
}

// tagNames are names that a program may give a tag, and what a game makes of
// them.
var tagNames = [...][2]string{
	{"Event", "Event"}, {"White", "White"}, {"Opening", "Opening"}, {"Result", "Result"}, {"Termination", "Termination"},
	{"FEN", "FEN"}, {"fen", "fen"}, {"SetUp", "SetUp"}, {"Variant", "Variant"},
	{"", "_"}, {"White Elo", "White_Elo"}, {"a\"]\n[b", "a____b"}, {"\xe9t\xe9", "été"},
	{strings.Repeat("é", 200), strings.Repeat("é", 125)},
}

// tag sets or deletes a tag.
func (w *gameWalk) tag() (string, error) {
	name := tagNames[w.r.IntN(len(tagNames))]
	is := func(t Tag) bool { return t.Name == name[1] }
	i := slices.IndexFunc(w.tags, is)
	if w.r.IntN(4) == 0 {
		if got := w.game.DeleteTag(name[0]); got != (i >= 0) {
			w.t.Fatalf("DeleteTag(%q) = %v with the tags %q", name, got, w.tags)
		}
		w.tags = slices.DeleteFunc(w.tags, is)
		return "delete " + name[0], nil
	}
	value := w.text()
	start := w.game.Start()
	if values := [...]string{"1-0", "*", "?", "Time forfeit", "adjudication", "Chess960", "Standard", "Atomic", start.FEN(), perpetualFEN}; w.r.IntN(2) == 0 {
		value = values[w.r.IntN(len(values))]
	}
	w.game.SetTag(name[0], value)
	got := w.game.Tag(name[0])
	if plain := utf8.ValidString(value) && !strings.ContainsAny(value, "\r\n"); plain && got != value || strings.ContainsAny(got, "\r\n") || !utf8.ValidString(got) {
		w.t.Fatalf("the tag %q with the value %q is kept as %q", name, value, got)
	}
	if i < 0 {
		i = len(w.tags)
		w.tags = append(w.tags, Tag{})
	}
	w.tags[i] = Tag{name[1], got}
	return fmt.Sprintf("tag %s %q", name[0], value), nil
}

// act does what a player may do beside moving, in or out of turn.
func (w *gameWalk) act() (string, error) {
	g, by, result := w.game, Color(w.r.IntN(2)), Result(w.r.IntN(5))
	if w.r.IntN(10) == 0 {
		by = 2 // nobody
	}
	mayOffer := g.Rules().OfferAnytime || by != w.turn() && w.end() != w.root
	stands := w.offerStands()
	actions := []struct {
		name string
		do   func() error
		may  bool
		ends Outcome
	}{
		{"offer", func() error { return g.OfferDraw(by) }, mayOffer && !stands, Outcome{}},
		{"accept", func() error { return g.AcceptDraw(by) }, by != w.offerer && stands, Outcome{Draw, Agreement}},
		{"decline", func() error { return g.DeclineDraw(by) }, by != w.offerer && stands, Outcome{}},
		{"resign", func() error { return g.Resign(by) }, true, Outcome{WinFor(by.Other()), Resignation}},
		{"flag", func() error { return g.FlagFall(by) }, true, Outcome{WinFor(by.Other()), Time}},
		{"adjudicate", func() error { return g.Adjudicate(Outcome{Result: result}) }, WhiteWins <= result && result <= Draw, Outcome{result, Adjudication}},
	}
	action := actions[[...]int{0, 0, 0, 0, 1, 2, 2, 3, 4, 5}[w.r.IntN(10)]]
	name := fmt.Sprintf("%s %v %v", action.name, by, result)
	may := action.may && !g.Outcome().IsOver() && (by.isValid() || action.name == "adjudicate")
	err := action.do()
	if (err == nil) != may {
		w.t.Fatalf("%s = %v, want no error: %v, after %q", name, err, may, w.done)
	}
	if err != nil {
		return name, err
	}
	w.offered = nil
	switch p := g.Position(); {
	case action.name == "offer":
		w.offered, w.offerer = w.end(), by
	case action.name == "flag" && !p.CanWin(by.Other()):
		action.ends.Result = Draw
	}
	if action.ends.IsOver() {
		w.ends(action.ends)
	}
	return name, nil
}

// ends notes how an action has ended the game, or that it goes on again.
func (w *gameWalk) ends(o Outcome) { w.recorded, w.offered = o, nil }

// claim claims a draw, rightly as a rule.
func (w *gameWalk) claim() (string, error) {
	right := slices.Concat(w.game.Claims(), w.game.ClaimsByMove())
	p := w.game.Position()
	c := Claim{Reason(w.r.IntN(int(Adjudication) + 2)), w.pickAny(&p)}
	if len(right) > 0 && w.r.IntN(4) > 0 {
		c = right[w.r.IntN(len(right))]
	}
	err := w.game.Claim(c)
	if (err == nil) != slices.Contains(right, c) {
		w.t.Fatalf("Claim(%v) = %v, but the claims are %v", c, err, right)
	}
	if err == nil {
		w.ends(Outcome{Draw, c.Reason})
	}
	return "claim " + c.String(), err
}

// rewrite writes the game and goes on with what is read of that.
func (w *gameWalk) rewrite() (string, error) {
	checkRoundTrip(w.t, w.game)
	text := w.game.AppendPGN(nil, PGNFormat{Columns: 20*w.r.IntN(6) - 20})
	words := bytes.Fields(text)
	result, err := parseResult(string(words[len(words)-1]))
	want := w.recorded
	if auto, _ := w.game.AutomaticEnd(); !want.IsOver() {
		want = auto
	}
	if err != nil || want.IsOver() && result != want.Result {
		w.t.Fatalf("%q ends with the result %v, %v, want %v", text, result, err, want)
	}
	if err := w.game.UnmarshalText(text); err != nil {
		w.t.Fatalf("UnmarshalText(%q) = %v, want no error", text, err)
	}
	w.recorded = w.game.Recorded()
	if w.recorded.Result != result {
		w.t.Fatalf("%q reads as recorded %v", text, w.recorded)
	}
	w.bind(w.root, w.game.Root())
	w.tags, w.gone, w.offered = w.game.Tags(), nil, nil
	return "rewrite", nil
}

// clone leaves the game and goes on with a clone of it, after a look at the one
// that was left before.
func (w *gameWalk) clone() (string, error) {
	w.checkOriginal()
	w.original, w.left = w.game, show(w.game)
	w.game = w.game.Clone()
	w.bind(w.root, w.game.Root())
	w.gone = nil
	return "clone", nil
}

// checkOriginal looks whether a game has changed with its clone.
func (w *gameWalk) checkOriginal() {
	w.t.Helper()
	if w.original == nil {
		return
	}
	if diff := cmp.Diff(w.left, show(w.original)); diff != "" {
		w.t.Fatalf("the game has changed with its clone (-before +after):\n%s", diff)
	}
}

// bind gives the places of the model their nodes in a game that was read.
func (w *gameWalk) bind(n *modelNode, node Node) {
	n.node = node
	children := slices.Collect(node.Children())
	if len(children) != len(n.children) {
		w.t.Fatalf("%d moves follow %v in the game that was read, want %d", len(children), n.move, len(n.children))
	}
	for i, child := range children {
		w.bind(n.children[i], child)
	}
}

// FuzzGameCalls: whatever is done to a game, in whatever order, it shows what
// its moves, edits and actions add up to.
func FuzzGameCalls(f *testing.F) {
	for seed := range uint64(40) {
		f.Add(uint8(seed), randomBytes(seed, 250))
	}
	f.Fuzz(func(t *testing.T, start uint8, calls []byte) {
		w := newGameWalk(t, start, calls[:min(len(calls), 300)])
		defer func() {
			if t.Failed() {
				t.Logf("calls: %q", w.done)
			}
		}()
		for w.check(); len(w.source.bytes) > 0; w.check() {
			w.call()
		}
		w.checkOriginal()
	})
}

// A gameScan is what a scanner has told of one game.
type gameScan struct {
	events []string
	main   []string // its tags, and the moves of the main line
	end    string
	cut    int  // the number of events before the rest was skipped, -1 if it was not
	thin   bool // variations may have been skipped
}

// A scanWalk scans a text, makes the calls that steer a scanner between the
// events, and checks what the scanner tells.
type scanWalk struct {
	t      *testing.T
	s      *PGNScanner
	size   int
	games  []gameScan
	lines  []pgnLine // the open lines, the main line first
	inTags bool
	offset int64
}

func newScanWalk(t *testing.T, text []byte) *scanWalk {
	return &scanWalk{t: t, s: NewPGNScanner(bytes.NewReader(text)), size: len(text)}
}

// scan returns the games of the scanner. After each event it makes the next of
// the calls.
func (w *scanWalk) scan(calls []byte) []gameScan {
	open, thin := false, false
	for event := w.s.Next(); event != PGNEnd; event = w.s.Next() {
		if !open {
			w.games = append(w.games, gameScan{cut: -1, thin: thin})
			w.lines, w.inTags = make([]pgnLine, 1), true
		}
		g := &w.games[len(w.games)-1]
		w.check(g, event)
		open = event != PGNGameEnd
		if len(calls) == 0 {
			continue
		}
		switch call := calls[0] % 8; {
		case call == 1:
			w.s.SkipGame()
			if open && g.cut < 0 {
				g.cut = len(g.events)
			}
		case call <= 3:
			thin = call == 2
			w.s.SkipVariations = thin
			g.thin = g.thin || thin
		}
		calls = calls[1:]
	}
	if open || w.s.Err() != nil {
		w.t.Fatalf("the input ends within a game: %v, with error %v", open, w.s.Err())
	}
	return w.games
}

// check checks one event and notes it.
func (w *scanWalk) check(g *gameScan, event PGNEvent) {
	s, text := w.s, eventText(w.s, event)
	g.events = append(g.events, text)
	line := &w.lines[len(w.lines)-1]
	switch event {
	case PGNTag:
		g.main = append(g.main, text)
	case PGNMovetext:
		line.position = *s.Position()
		g.main = append(g.main, text)
	case PGNMove:
		line.previous = line.position
		line.position = line.previous.After(s.Move())
		if !line.previous.IsLegal(s.Move()) && s.Move() != NullMove {
			w.t.Fatalf("%s is illegal in %v", text, line.previous)
		}
		if len(w.lines) == 1 {
			g.main = append(g.main, text)
		}
	case PGNVariation:
		w.lines = append(w.lines, pgnLine{position: line.previous})
	case PGNVariationEnd:
		w.lines = w.lines[:len(w.lines)-1]
	case PGNGameEnd:
		g.end = text
	}
	w.checkOrder(g, event, text)
	line = &w.lines[len(w.lines)-1]
	if event != PGNGameEnd && !w.inTags && (*s.Position() != line.position || s.Depth() != len(w.lines)-1) {
		w.t.Fatalf("at %q: position %v, depth %d, want %v, %d", text, s.Position(), s.Depth(), line.position, len(w.lines)-1)
	}
	if event == PGNMove && *s.Before() != line.previous {
		w.t.Fatalf("at %q: position before %v, want %v", text, s.Before(), line.previous)
	}
	if s.Game() != len(w.games) || s.Offset() < w.offset || s.Offset() > int64(w.size) {
		w.t.Fatalf("at %q: game %d, offset %d of %d after %d", text, s.Game(), s.Offset(), w.size, w.offset)
	}
	w.offset = s.Offset()
}

// checkOrder checks that an event may come where it does.
func (w *scanWalk) checkOrder(g *gameScan, event PGNEvent, text string) {
	switch event {
	case PGNTag, PGNMovetext:
		if !w.inTags {
			w.t.Fatalf("%q among the moves of %q", text, g.events)
		}
		w.inTags = event == PGNTag
	case PGNMove, PGNNAG, PGNVariation, PGNVariationEnd:
		if w.inTags {
			w.t.Fatalf("%q before the moves of %q", text, g.events)
		}
	}
	if g.cut >= 0 && event != PGNGameEnd {
		w.t.Fatalf("%q in a game that was skipped after %q", text, g.events[:g.cut])
	}
}

// checkScans compares games of which some parts were skipped with whole ones.
func checkScans(t *testing.T, whole, got []gameScan) {
	t.Helper()
	if len(got) != len(whole) {
		t.Fatalf("%d games when parts are skipped, else %d", len(got), len(whole))
	}
	for i, g := range got {
		want, told := whole[i].events, g.events
		if g.thin {
			want, told = whole[i].main, g.main
		}
		switch {
		case g.cut >= 0 && g.thin:
			want = want[:min(len(told), len(want))]
		case g.cut >= 0:
			want = append(slices.Clone(want[:g.cut]), whole[i].end)
		}
		if !slices.Equal(want, told) || g.end != whole[i].end {
			t.Fatalf("game %d ends with %q when parts are skipped, else with %q (-whole +skipped):\n%s",
				i+1, g.end, whole[i].end, cmp.Diff(want, told))
		}
	}
}

// FuzzScannerCalls: whatever is passed over, the games are the same, and what is
// not passed over is told as it is without.
func FuzzScannerCalls(f *testing.F) {
	for i, test := range slices.Concat(readingCases, faultCases) {
		f.Add([]byte(test.input), randomBytes(uint64(i), 20))
	}
	f.Add([]byte(skippedGame), []byte{1, 2})
	f.Fuzz(func(t *testing.T, text, calls []byte) {
		if len(text) > 5000 {
			return
		}
		whole := newScanWalk(t, text).scan(nil)
		if slices.ContainsFunc(whole, func(g gameScan) bool { return len(g.events) >= maxFaults }) {
			return // it may have more faults than a game is read with
		}
		checkScans(t, whole, newScanWalk(t, text).scan(calls))
	})
}

// An unevenReader reads pieces of the sizes given, over and over; some may be 0,
// though not for long.
type unevenReader struct {
	r     io.Reader
	sizes []byte
	n     int
}

func (u *unevenReader) Read(b []byte) (int, error) {
	if len(u.sizes) > 0 {
		size := int(u.sizes[u.n%len(u.sizes)])
		if u.n++; u.n%50 == 0 {
			size = max(size, 1)
		}
		b = b[:min(size, len(b))]
	}
	return u.r.Read(b)
}

// padComments are long comments, to be cut anywhere.
var padComments = strings.Repeat(strings.Repeat("x", 400_000)+"}{", 3)

// padded returns a stream in which a text follows a game so long that the end of
// the first part of ScanPGN comes that many bytes after the start of the text.
func padded(text io.Reader, crossing int) io.Reader {
	const head, tail = "[Event \"pad\"]\n\n1. e4 {", "} *\n\n"
	comments := padComments[:partSize-crossing-len(head)-len(tail)]
	return io.MultiReader(strings.NewReader(head), strings.NewReader(comments), strings.NewReader(tail), text)
}

// FuzzScanPGN: a scanner that reads pieces of any size, and several workers
// wherever the stream is divided, find what a scanner finds in the whole. What a
// comment that is never closed has swallowed may look like the end of a game.
func FuzzScanPGN(f *testing.F) {
	for i, test := range faultCases {
		f.Add([]byte("\n"+test.input+"\n[Event \"after\"]\n\n1. d4 *\n"), randomBytes(uint64(i), 5), uint16(len(test.input)))
	}
	for i, stream := range parallelStreams {
		text := fmt.Appendf(nil, strings.Repeat(stream.games, 3), i, "x")
		f.Add(text, []byte{255, 0, 1}, uint16(len(text)))
	}
	f.Fuzz(func(t *testing.T, text, sizes []byte, crossing uint16) {
		if len(text) > 5000 {
			return
		}
		uneven := &unevenReader{r: bytes.NewReader(text), sizes: sizes}
		want, got := scanPart(NewPGNScanner(bytes.NewReader(text))), scanPart(NewPGNScanner(uneven))
		if !slices.Equal(got.found, want.found) {
			t.Fatalf("in uneven pieces %v is found, else %v", got.found, want.found)
		}
		at := int(crossing) % (len(text) + 1)
		open := slices.ContainsFunc(want.found, func(f foundInGame) bool {
			return strings.HasSuffix(f.Text, "comment is not closed") || strings.HasSuffix(f.Text, "reserved text is not closed")
		})
		if open || lastGame([]byte("*\n"+string(text[:at]))) == 0 {
			return // the stream is not divided here
		}
		uneven = &unevenReader{r: bytes.NewReader(text), sizes: sizes}
		want = scanPart(NewPGNScanner(padded(bytes.NewReader(text), at)))
		got, err := scanAll(padded(uneven, at), 2)
		if err != nil || got.games != want.games || !slices.Equal(got.found, want.found) {
			t.Fatalf("two workers find %v, error %v, one %v", got.found, err, want.found)
		}
	})
}
