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
	"github.com/shakki/chess/internal/pgntext"
)

// A byteSource is a [rand.Source] that makes one random number from each byte of fuzz input, so
// that each byte decides one choice. When the bytes are used up, it continues with a generator.
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

// take removes up to n bytes from the source and returns them unchanged.
func (s *byteSource) take(n int) string {
	n = min(n, len(s.bytes))
	text := string(s.bytes[:n])
	s.bytes = s.bytes[n:]
	return text
}

// randomBytes returns n random bytes for a seed.
func randomBytes(seed uint64, n int) []byte {
	r := rand.New(rand.NewPCG(seed, 8))
	b := make([]byte, n)
	for i := range b {
		b[i] = byte(r.Uint32())
	}
	return b
}

// A gameWalk makes the method calls on a game that the bytes of a fuzz input choose. It makes the
// same changes in a model, which consists of a tree of moves, the tags, the recorded outcome, and
// the last draw offer.
type gameWalk struct {
	treeWalk
	source   *byteSource
	recorded Outcome
	claimed  *modelNode   // node at which a claim ended the game, or nil
	offers   []modelOffer // draw offers that have not been declined
	tags     []Tag
	done     []string
	original *Game // game that was cloned last, or nil
	left     shown // state of original when it was cloned
}

// A modelOffer is a draw offer in the position after a node.
type modelOffer struct {
	at *modelNode
	by Color
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

// gameCalls are the calls of a gameWalk. Each returns a description of what it did and the error of
// the game. Calls that are listed more than once are more likely.
var gameCalls = []func(*gameWalk) (did string, err error){
	(*gameWalk).playMove, (*gameWalk).playMove, (*gameWalk).playMove, (*gameWalk).playMove,
	(*gameWalk).addMove, (*gameWalk).addMove,
	(*gameWalk).takeBack,
	(*gameWalk).edit, (*gameWalk).edit,
	(*gameWalk).comment,
	(*gameWalk).act, (*gameWalk).act, (*gameWalk).act, (*gameWalk).act,
	(*gameWalk).claim,
	(*gameWalk).tag,
	(*gameWalk).rewrite,
	(*gameWalk).clone,
}

// A shown holds everything that a game reports, including its tree and its tags.
type shown struct {
	State fullState
	Tree  string
	Tags  []Tag
}

func show(g *Game) shown { return shown{fullStateOf(g), nodeOutline(g.Root()), g.Tags()} }

// call makes the next call. It checks that a call that returns an error does not change the game.
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
		w.t.Fatalf("%s: error = %#v, want a MoveError or an ActionError", did, err)
	}
	if diff := cmp.Diff(before, show(w.game)); diff != "" {
		w.t.Fatalf("%s: error = %v, but the game has changed (-before +after):\n%s", did, err, diff)
	}
}

// check compares everything that the game reports with the model, and with a new game that has only
// the moves of the main line.
func (w *gameWalk) check() {
	w.t.Helper()
	w.treeWalk.check()
	straight := newGame(w.game.Start(), w.game.Rules())
	for n := w.root; len(n.children) > 0; {
		n = n.children[0]
		if _, err := straight.LastNode().Add(n.move); err != nil {
			w.t.Fatalf("Add(%v) = %v, want no error", n.move, err)
		}
	}
	want := shown{fullStateOf(straight), w.root.outline(), append([]Tag{}, w.tags...)}
	if w.claimed != nil && w.claimed != w.end() { // other moves follow
		want.State.Recorded = Outcome{Result: Drawn}
	} else {
		want.State.Recorded = w.recorded
	}
	if w.recorded.IsOver() && !want.State.Automatic.IsOver() {
		want.State.Game.Outcome, want.State.Claims = want.State.Recorded, nil
	}
	if by, ok := w.offer(); ok && !want.State.Game.Outcome.IsOver() {
		want.State.Offer = by.String()
	}
	if diff := cmp.Diff(want, show(w.game)); diff != "" {
		w.t.Fatalf("game differs from its model (-model +game):\n%s", diff)
	}
	p := w.anyNode().node.Position()
	checkIdentity(w.t, &p)
}

// turn returns the side to move at the end of the main line.
func (w *gameWalk) turn() Color {
	p := w.end().position()
	return p.Turn()
}

// offer returns the player whose draw offer is open unless the game is over: the opponent has not
// moved since.
func (w *gameWalk) offer() (by Color, ok bool) {
	if i := slices.IndexFunc(w.offers, w.isOpen); i >= 0 {
		return w.offers[i].by, true
	}
	return 2, false
}

func (w *gameWalk) isOpen(o modelOffer) bool {
	end, p := w.end(), o.at.position()
	return o.at == end || o.at == end.parent && p.Turn() == o.by
}

// noteOffer adds an offer to the model. Those that other lines have are forgotten.
func (w *gameWalk) noteOffer(by Color) {
	var line []*modelNode
	for n := w.end(); n != nil; n = n.parent {
		line = append(line, n)
	}
	isGone := func(o modelOffer) bool { return !slices.Contains(line, o.at) }
	w.offers = append(slices.DeleteFunc(w.offers, isGone), modelOffer{w.end(), by})
}

// pickAny usually picks a random legal move, and sometimes a null move or an arbitrary Move.
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

// playMove plays a move with Play, PlaySAN, or PlayUCI.
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
		w.t.Fatalf("%v: playing %v = %v, want error = %v (IsLegal = %v, game is over = %v)",
			p, m, err, !legal || over, legal, over)
	}
	if err == nil {
		w.note(n, m, w.game.LastNode())
	}
	return "play " + m.String(), err
}

// addMove adds a move at a random node with Add or AddSAN.
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
		w.t.Fatalf("%v: adding %v = %v, want an error unless the move is legal or a null move out of check", p, m, err)
	}
	if err == nil {
		w.treeWalk.note(n, m, added)
	}
	return "add " + m.String(), err
}

// takeBack undoes the last move, which may have variations.
func (w *gameWalk) takeBack() (string, error) {
	parent := w.end().parent
	if got := w.game.Undo(); got != (parent != nil) {
		w.t.Fatalf("after %q: Undo() = %v, want %v", w.done, got, parent != nil)
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

// edit promotes, deletes, or annotates a random node.
func (w *gameWalk) edit() (string, error) {
	edits := []func(*treeWalk, *modelNode) string{
		(*treeWalk).promote, (*treeWalk).promoteToMainLine, (*treeWalk).delete, (*treeWalk).annotate,
	}
	return edits[w.r.IntN(len(edits))](&w.treeWalk, w.anyNode()), nil
}

// text returns a text for a comment or a tag: some bytes of the fuzz input and something that has a
// meaning in PGN.
func (w *gameWalk) text() string {
	parts := [...]string{"", "\n\n[Event \"x\"]", "[%clk 0:01:00]", "}", "{", "\r\n", "; 1-0", "é♞"}
	return w.source.take(w.r.IntN(12)) + parts[w.r.IntN(len(parts))] + w.source.take(w.r.IntN(3))
}

// comment sets comments with any text at a random node.
func (w *gameWalk) comment() (string, error) {
	n, text := w.anyNode(), w.text()
	set, kept := n.node.SetComments, n.node.Comments
	// Comments before the first move belong to the root.
	if n.parent != nil && n.parent.parent != nil && w.r.IntN(2) == 0 {
		set, kept = n.node.SetCommentsBefore, n.node.CommentsBefore
	}
	set(text, "second")
	got := kept()
	if plain := utf8.ValidString(text) && !strings.ContainsAny(text, "\r}["); len(got) != 2 ||
		plain && got[0] != strings.TrimSpace(text) {
		w.t.Fatalf("comments set to %q, \"second\" = %q, want the same", text, got)
	}
	n.before, n.after = n.node.CommentsBefore(), n.node.Comments()
	return fmt.Sprintf("comment %q", text), nil
}

// tagNames are names for SetTag, each with the name that the game stores.
var tagNames = [...][2]string{
	{"Event", "Event"}, {"White", "White"}, {"Opening", "Opening"},
	{"Result", "Result"}, {"Termination", "Termination"},
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
			w.t.Fatalf("tags %q: DeleteTag(%q) = %v, want %v", w.tags, name[0], got, i >= 0)
		}
		w.tags = slices.DeleteFunc(w.tags, is)
		return "delete " + name[0], nil
	}
	value := w.text()
	start := w.game.Start()
	if values := [...]string{
		"1-0", "*", "?", "Time forfeit", "adjudication", "Chess960", "Standard", "Atomic", start.FEN(), perpetualFEN,
	}; w.r.IntN(2) == 0 {
		value = values[w.r.IntN(len(values))]
	}
	w.game.SetTag(name[0], value)
	got := w.game.Tag(name[0])
	if plain := utf8.ValidString(value) && !strings.ContainsAny(value, "\r\n"); plain && got != value ||
		strings.ContainsAny(got, "\r\n") || !utf8.ValidString(got) {
		w.t.Fatalf("after SetTag(%q, %q): Tag = %q, want the value as valid UTF-8 on one line", name[0], value, got)
	}
	if i < 0 {
		i = len(w.tags)
		w.tags = append(w.tags, Tag{})
	}
	w.tags[i] = Tag{name[1], got}
	return fmt.Sprintf("tag %s %q", name[0], value), nil
}

// act offers, accepts, or declines a draw, resigns, reports a flag-fall, or adjudicates the game,
// in or out of turn.
func (w *gameWalk) act() (string, error) {
	g, by, result := w.game, Color(w.r.IntN(2)), Result(w.r.IntN(5))
	if w.r.IntN(10) == 0 {
		by = 2 // not a color
	}
	mayOffer := !g.Rules().OfferAfterMove || by != w.turn() && w.end() != w.root
	offerer, stands := w.offer()
	actions := []struct {
		name string
		do   func() error
		may  bool
		ends Outcome
	}{
		{"offer", func() error { return g.OfferDraw(by) }, mayOffer && !stands, Outcome{}},
		{"accept", func() error { return g.AcceptDraw(by) },
			by != offerer && stands && g.Plies() >= 2, Outcome{Drawn, Agreement}},
		{"decline", func() error { return g.DeclineDraw(by) }, by != offerer && stands, Outcome{}},
		{"resign", func() error { return g.Resign(by) }, true, Outcome{WinFor(by.Other()), Resignation}},
		{"flag", func() error { return g.FlagFall(by) }, true, Outcome{WinFor(by.Other()), OutOfTime}},
		{"adjudicate", func() error { return g.Adjudicate(Outcome{Result: result}) },
			WhiteWins <= result && result <= Drawn, Outcome{result, Adjudication}},
	}
	if w.r.IntN(8) == 0 {
		return w.resume(), nil
	}
	action := actions[[...]int{0, 0, 0, 0, 1, 2, 2, 3, 4, 5}[w.r.IntN(10)]]
	name := fmt.Sprintf("%s %v %v", action.name, by, result)
	may := action.may && !g.Outcome().IsOver() && (by.isValid() || action.name == "adjudicate")
	err := action.do()
	if (err == nil) != may {
		w.t.Fatalf("after %q: %s = %v, want error = %v", w.done, name, err, !may)
	}
	if err != nil {
		return name, err
	}
	switch p := g.Position(); {
	case action.name == "offer":
		w.noteOffer(by)
	case action.name == "decline":
		w.offers = slices.DeleteFunc(w.offers, w.isOpen)
	case action.name == "flag" && !p.CanWin(by.Other()):
		action.ends.Result = Drawn
	}
	if action.ends.IsOver() {
		w.ends(action.ends)
	}
	return name, nil
}

// ends records in the model that an action ended the game with o, or that the game goes on if o is
// the zero Outcome.
func (w *gameWalk) ends(o Outcome) { w.recorded, w.claimed = o, nil }

// resume takes back the action that ended the game, if there is one.
func (w *gameWalk) resume() string {
	auto, _ := w.game.AutomaticEnd()
	want := w.recorded.IsOver() && !auto.IsOver()
	if got := w.game.Resume(); got != want {
		w.t.Fatalf("after %q: Resume() = %v, want %v", w.done, got, want)
	}
	if want {
		w.ends(Outcome{})
	}
	return "resume"
}

// claim claims a draw. If there is a valid claim, it usually makes one.
func (w *gameWalk) claim() (string, error) {
	right := slices.Concat(w.game.Claims(), w.game.ClaimsByMove())
	p := w.game.Position()
	c := Claim{Reason(w.r.IntN(int(Adjudication) + 2)), w.pickAny(&p)}
	if len(right) > 0 && w.r.IntN(4) > 0 {
		c = right[w.r.IntN(len(right))]
	}
	err := w.game.Claim(c)
	if (err == nil) != slices.Contains(right, c) {
		w.t.Fatalf("Claim(%v) = %v, want an error unless the claim is among %v", c, err, right)
	}
	rules := w.game.Rules()
	_, stands := w.offer()
	_, illegal := p.legal(c.Move, "")
	counts := c.Reason == ThreefoldRepetition || c.Reason == FiftyMoves ||
		c.Move == NullMove && drawBy(c.Reason) != nil && drawBy(c.Reason).effect(&rules) == Claimable
	switch {
	case err == nil:
		w.ends(Outcome{Drawn, c.Reason})
		w.claimed = w.end()
	case counts && (c.Move == NullMove || illegal == nil) && !rules.OfferAfterMove &&
		!w.game.Outcome().IsOver() && !stands:
		w.noteOffer(w.turn())
		err = nil // the refusal has changed the game
	}
	return "claim " + c.String(), err
}

// rewrite writes the game as PGN and continues with the game that it reads back.
func (w *gameWalk) rewrite() (string, error) {
	checkRoundTrip(w.t, w.game)
	before := w.game.Clone()
	text := w.game.AppendPGN(nil, PGNFormat{Columns: 20*w.r.IntN(6) - 20})
	words := bytes.Fields(text)
	result, err := resultTexts.parse(string(words[len(words)-1]))
	want := w.recorded
	if auto, _ := w.game.AutomaticEnd(); !want.IsOver() {
		want = auto
	}
	if p := w.game.Position(); !p.HasLegalMove() {
		want = p.Outcome()
	}
	if err != nil || want.IsOver() && result != want.Result {
		w.t.Fatalf("result at the end of %q = %v, %v, want %v", text, result, err, want)
	}
	if err := w.game.UnmarshalText(text); err != nil {
		w.t.Fatalf("UnmarshalText(%q) = %v, want no error", text, err)
	}
	w.recorded = w.game.RecordedOutcome()
	if w.recorded.Result != result {
		w.t.Fatalf("UnmarshalText(%q): RecordedOutcome() = %v, want %v", text, w.recorded, result)
	}
	offerer, stands := w.game.DrawOffer()
	by, stood := before.DrawOffer()
	if before.Outcome() != w.game.Outcome() || before.Rules() != w.game.Rules() || stands != stood || offerer != by {
		w.t.Fatalf("UnmarshalText(%q): Outcome() = %v with the offer %v %v, want %v, %v %v",
			text, w.game.Outcome(), offerer, stands, before.Outcome(), by, stood)
	}
	w.bind(w.root, w.game.Root())
	w.tags, w.gone, w.claimed, w.offers = w.game.Tags(), nil, nil, nil
	if w.game.claim.is {
		w.claimed = w.end()
	}
	if stands {
		w.noteOffer(by)
	}
	return "rewrite", nil
}

// clone clones the game and continues with the clone. It first checks the game that was cloned
// before.
func (w *gameWalk) clone() (string, error) {
	w.checkOriginal()
	w.original, w.left = w.game, show(w.game)
	w.game = w.game.Clone()
	w.bind(w.root, w.game.Root())
	w.gone = nil
	return "clone", nil
}

// checkOriginal checks that changing a clone did not change its original.
func (w *gameWalk) checkOriginal() {
	w.t.Helper()
	if w.original == nil {
		return
	}
	if diff := cmp.Diff(w.left, show(w.original)); diff != "" {
		w.t.Fatalf("changing a clone changed its original (-before +after):\n%s", diff)
	}
}

// bind makes the subtree at n in the model refer to the nodes of a game that was read or cloned.
func (w *gameWalk) bind(n *modelNode, node Node) {
	n.node = node
	children := slices.Collect(node.Children())
	if len(children) != len(n.children) {
		w.t.Fatalf("new game has %d moves after %v, want %d", len(children), n.move, len(n.children))
	}
	for i, child := range children {
		w.bind(n.children[i], child)
	}
}

// FuzzGameCalls makes calls on a game in any order and compares the game with a model after every
// call.
func FuzzGameCalls(f *testing.F) {
	for seed := range uint64(40) {
		f.Add(uint8(seed), randomBytes(seed, 250))
	}
	f.Add(uint8(152), randomBytes(1432, 300)) // a resignation after an adjudication was saved and taken back
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

// A gameScan holds the events of one game, as text.
type gameScan struct {
	events []string
	main   []string // tags and moves of the main line
	end    string
	cut    int  // number of events before SkipGame, or -1 if the game was not skipped
	thin   bool // variations may have been skipped
}

// A scanWalk scans a text. Between the events, it may skip the game or switch SkipVariations. It
// checks the state of the scanner after each event.
type scanWalk struct {
	t      *testing.T
	s      *PGNScanner
	size   int
	games  []gameScan
	lines  []pgnLine // main line and open variations
	inTags bool
	offset int64
}

func newScanWalk(t *testing.T, text []byte) *scanWalk {
	decoded, err := io.ReadAll(pgntext.Decode(bytes.NewReader(text))) // offsets count bytes of UTF-8
	if err != nil {
		t.Fatal(err)
	}
	return &scanWalk{t: t, s: NewPGNScanner(bytes.NewReader(text)), size: len(decoded)}
}

// scan scans the text and returns its games. Each byte of calls decides what to call after one
// event.
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
		w.t.Fatalf("at the end of the input: game is open = %v, Err() = %v, want false and no error", open, w.s.Err())
	}
	return w.games
}

// check adds an event to g and checks the state of the scanner.
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
			w.t.Fatalf("scanner yields %s, which is illegal in %v", text, line.previous)
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
		w.t.Fatalf("at %q: Position() = %v, Depth() = %d, want %v, %d",
			text, s.Position(), s.Depth(), line.position, len(w.lines)-1)
	}
	if event == PGNMove && *s.Before() != line.previous {
		w.t.Fatalf("at %q: Before() = %v, want %v", text, s.Before(), line.previous)
	}
	if s.Game() != len(w.games) || s.Offset() < w.offset || s.Offset() > int64(w.size) {
		w.t.Fatalf("at %q: Game() = %d, Offset() = %d, want %d and an offset from %d to %d",
			text, s.Game(), s.Offset(), len(w.games), w.offset, w.size)
	}
	w.offset = s.Offset()
}

// checkOrder checks that an event is allowed after the events before it.
func (w *scanWalk) checkOrder(g *gameScan, event PGNEvent, text string) {
	switch event {
	case PGNTag, PGNMovetext:
		if !w.inTags {
			w.t.Fatalf("event %q after the tags of %q", text, g.events)
		}
		w.inTags = event == PGNTag
	case PGNMove, PGNNAG, PGNVariation, PGNVariationEnd:
		if w.inTags {
			w.t.Fatalf("event %q before the movetext of %q", text, g.events)
		}
	}
	if g.cut >= 0 && event != PGNGameEnd {
		w.t.Fatalf("event %q in a game that was skipped after %q", text, g.events[:g.cut])
	}
}

// checkScans compares games that were scanned with parts skipped with the same games scanned as a
// whole.
func checkScans(t *testing.T, whole, got []gameScan) {
	t.Helper()
	if len(got) != len(whole) {
		t.Fatalf("scan with parts skipped yields %d games, want %d", len(got), len(whole))
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
			t.Fatalf("game %d with parts skipped: end = %q, want %q, events differ (-whole +skipped):\n%s",
				i+1, g.end, whole[i].end, cmp.Diff(want, told))
		}
	}
}

// FuzzScannerCalls skips parts of games and checks that the scanner yields the other parts as it
// does without skipping.
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
			return // the game may exceed the limit on faults
		}
		checkScans(t, whole, newScanWalk(t, text).scan(calls))
	})
}

// An unevenReader returns pieces of r with the given sizes, in a cycle. Sizes may be 0, but every
// 50th call requests at least one byte.
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

// padComments are long comments. They may be cut at any byte.
var padComments = strings.Repeat(strings.Repeat("x", 400_000)+"}{", 3)

// padded returns a stream with a long game, followed by text. The game is as long as is needed for
// the first part of ScanPGN to end at offset crossing of text.
func padded(text io.Reader, crossing int) io.Reader {
	const head, tail = "[Event \"pad\"]\n\n1. e4 {", "} *\n\n"
	comments := padComments[:pgntext.PartSize-crossing-len(head)-len(tail)]
	return io.MultiReader(strings.NewReader(head), strings.NewReader(comments), strings.NewReader(tail), text)
}

// FuzzScanPGN checks that a scanner finds the same games and faults if it reads pieces of any size,
// and that two workers of ScanPGN find the same as one scanner, wherever the input is split. Texts
// with an unclosed comment, or with an Event tag in a comment, are not split, since the comment may
// contain what looks like the end of a game.
func FuzzScanPGN(f *testing.F) {
	for i, test := range faultCases {
		f.Add([]byte("\n"+test.input+"\n[Event \"after\"]\n\n1. d4 *\n"),
			randomBytes(uint64(i), 5), uint16(len(test.input)))
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
			t.Fatalf("scanner with uneven pieces finds %v, want %v", got.found, want.found)
		}
		at := int(crossing) % (len(text) + 1)
		open := slices.ContainsFunc(want.found, func(f foundInGame) bool {
			return strings.HasSuffix(f.Text, "comment is not closed") ||
				strings.HasSuffix(f.Text, "angle bracket is not closed")
		})
		event := []byte("\n" + pgntext.FirstTag)
		for i := bytes.LastIndex(text, event); i >= 0 && !open; i = bytes.LastIndex(text[:i], event) {
			open = bytes.LastIndexByte(text[:i], '{') > bytes.LastIndexByte(text[:i], '}')
		}
		if open || pgntext.LastGame([]byte("*\n"+string(text[:at]))) == 0 {
			return // ScanPGN does not split the input here
		}
		uneven = &unevenReader{r: bytes.NewReader(text), sizes: sizes}
		want = scanPart(NewPGNScanner(padded(bytes.NewReader(text), at)))
		got, err := scanAll(padded(uneven, at), 2)
		if err != nil || got.games != want.games || !slices.Equal(got.found, want.found) {
			t.Fatalf("two workers find %v in %d games, error = %v, want %v in %d games",
				got.found, got.games, err, want.found, want.games)
		}
	})
}
