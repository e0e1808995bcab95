package chess

import (
	"cmp"
	"iter"
	"slices"
	"strings"
	"sync"
	"sync/atomic"

	"github.com/shakki/chess/internal/movetree"
	"github.com/shakki/chess/internal/pgntext"
)

// A Game is the record of a game: the position where it started, a tree of moves whose main line is
// the game as played and whose other lines are variations, annotations, tags, and how the game
// ended.
//
// The zero Game is a game from the standard start position under the FIDE Laws. A Game must not be
// copied after first use, which go vet reports: use [Game.Clone]. Once one of the two has changed, the
// methods of the other panic. Methods that only read may be called concurrently.
//
// In memory a move takes 32 bytes, and an annotation 16 and its text. The first call that needs the
// positions of the main line, which [Game.Outcome] does not, adds 52 bytes for each of its moves.
type Game struct {
	self  *Game // set at the first change, to notice a copy
	tags  []Tag
	start Position
	rules Rules // in any form
	tree  movetree.Tree
	conduct

	// A cache of what the tree implies, computed when a move is played or when it is first needed
	// in a game that was read. The first goroutine to ask holds the lock until it has computed it.
	computing sync.Mutex
	cached    atomic.Int32 // flags: which of the following fields are valid
	line      history      // the positions of the main line from the start
	ends      []int32      // the nodes of the main line
	auto      Outcome      // how the game ended by itself
	examined  int          // after how many plies, or how many positions have been examined if it has not

	visited atomic.Pointer[visit] // the last node away from the root whose position was asked for
}

// A conduct is what players and arbiters have done in a game, or what a record says about that.
type conduct struct {
	end       Outcome // by an action of a player, or as recorded
	by        player  // who ended it
	claim     place   // where a player claimed a draw, or announced a move with a wrong claim
	announced Move    // the move that was announced there, if any
	offers    []offer // those that may be pending now, or when moves have been taken back
	text      transcript
}

// A visit is the index of a node and the position there. It is cleared before another node can get the
// index.
type visit struct {
	index    int32
	position Position
}

// A transcript is what a Game knows of the text that it was read from. It serves [Arbiter.Judge].
type transcript struct {
	unchanged bool   // the main line and its end are those of the text
	broken    bool   // moves of the main line could not be read
	marked    bool   // the moves are followed by a result
	mark      Result // that result
	mates     bool   // the last move is marked as checkmate
	saved     []Tag  // the tags that saved the state of the game, or contradicted it
}

// A place is the last move of the main line at some time, or no place for the zero value.
type place struct {
	is     bool
	ply    int32
	serial uint32 // of the node, which no other node of the tree has or has had
}

// An offer is a draw offered by a player.
type offer struct {
	by Color
	at place
}

// Flags that say which cached fields of a Game are valid. In the zero Game, none are set.
const (
	cachedStart int32 = 1 << iota // start and the root of the tree are set
	cachedLine                    // line and ends reach the end of the main line
	cachedEnd                     // auto says how the game has ended by itself
)

// NewGame returns a game without moves and tags from the standard start position under the FIDE Laws.
func NewGame() *Game { return newGame(startPosition, Rules{}) }

// NewGameFrom returns a game without moves and tags from the given start position under the given
// rules. The error is a [*FENError] if start is not a position that [ParseFEN] accepts, such as the
// zero Position.
func NewGameFrom(start Position, rules Rules) (*Game, error) {
	if _, err := start.Setup().Position(); err != nil {
		return nil, err
	}
	return newGame(start, rules), nil
}

// fewMoves is the number of moves for which a new game has room.
const fewMoves = 7

func newGame(start Position, rules Rules) *Game {
	g := &Game{start: start, rules: rules, tree: movetree.New(fewMoves)}
	g.cached.Store(cachedStart)
	return g
}

// compute computes the fields of a flag unless they are cached.
func (g *Game) compute(what int32) {
	if g.cached.Load()&what == 0 {
		g.computeMissing(what)
	}
}

// change must come before every change of g. It panics if g is a copy of a Game that has changed, or
// if a copy of g has.
func (g *Game) change() {
	if g.self != g {
		g.own()
	}
	g.tree.Change()
}

// own makes g the one Game that may change its tree.
func (g *Game) own() {
	g.compute(cachedStart)
	if g.self != nil {
		panic(movetree.Copied)
	}
	g.self = g
}

// computeMissing computes what compute has found missing. To find the end of a game that was read, it
// does not keep the line, which takes more memory than the moves.
func (g *Game) computeMissing(what int32) {
	g.computing.Lock()
	defer g.computing.Unlock()
	cached := g.cached.Load()
	if cached&cachedStart == 0 {
		g.start, g.tree = startPosition, movetree.New(fewMoves)
	}
	if what != cachedStart && cached&what == 0 { // otherwise another goroutine was first
		line, ends := g.follow()
		if what == cachedLine {
			g.line, g.ends = line, ends
		} else {
			g.examine(line)
		}
	}
	g.cached.Store(cached | cachedStart | what)
}

// follow returns the positions and the nodes of the main line.
func (g *Game) follow() (history, []int32) {
	line, ends := g.line, g.ends
	if len(line) == 0 {
		n := 1 + g.count()
		line, ends = append(slices.Grow(line, n), g.start), append(slices.Grow(ends, n), 0)
	}
	nodes := g.tree.Checked()
	for next := nodes[ends[len(ends)-1]].Child; next != 0; next = nodes[next].Child {
		line, ends = line.after(Move(nodes[next].Move)), append(ends, next)
	}
	return line, ends
}

// count returns the number of moves of the main line in the tree.
func (g *Game) count() (n int) {
	nodes := g.tree.Checked()
	for i := nodes[0].Child; i != 0; i = nodes[i].Child {
		n++
	}
	return n
}

// examine looks at the positions of the main line that have not been examined, up to the first in which
// the game ends by itself.
func (g *Game) examine(line history) {
	if !g.auto.IsOver() {
		e := effort(recordEffort)
		g.auto, g.examined = line.judge(&g.rules, g.examined, &e)
	}
}

// extended notes that the main line may have become longer.
func (g *Game) extended() {
	g.cached.Store(cachedStart)
	g.text.unchanged = false
}

// invalidate drops the cache, because the tree has changed, except for the first n positions of the
// main line.
func (g *Game) invalidate(n int) {
	g.extended()
	g.visited.Store(nil)
	g.line, g.ends = g.line[:n], g.ends[:n]
	if g.examined >= n {
		g.auto, g.examined = Outcome{}, n
	}
}

// here returns the place of the last move of the main line.
func (g *Game) here() place {
	ply := g.plies()
	return place{true, int32(ply), g.tree.Nodes[g.ends[ply]].Serial}
}

// has reports whether the main line still goes through a place.
func (g *Game) has(at place) bool {
	return int(at.ply) <= g.plies() && g.tree.Nodes[g.ends[at.ply]].Serial == at.serial
}

// last returns the position after the last move of the main line.
func (g *Game) last() *Position {
	g.compute(cachedLine)
	return &g.line[len(g.line)-1]
}

// Clone returns an independent copy of g. A [Node] of g remains a node of g.
func (g *Game) Clone() *Game {
	g.compute(cachedStart)
	tree, moved := g.tree.Clone()
	c := &Game{tags: slices.Clone(g.tags), start: g.start, rules: g.rules, tree: tree, conduct: g.conduct}
	c.offers = slices.Clone(g.offers)
	cached := g.cached.Load() // what another goroutine is computing now, the copy computes for itself
	if cached&cachedLine != 0 {
		c.line = slices.Clone(g.line)
		for _, i := range g.ends {
			c.ends = append(c.ends, moved[i])
		}
	}
	if cached&cachedEnd != 0 {
		c.auto, c.examined = g.auto, g.examined
	}
	c.cached.Store(cached)
	return c
}

// Start returns the position in which the game started.
func (g *Game) Start() Position {
	g.compute(cachedStart)
	return g.start
}

// Rules returns the rules under which the game is played, in the form in which equal rules are
// equal: the zero Rules are the FIDE Laws.
func (g *Game) Rules() Rules { return g.rules.canonical() }

// Position returns the position after the last move.
func (g *Game) Position() Position { return *g.last() }

// Positions iterates over the positions of the main line, beginning with the start, with the number
// of plies before each.
func (g *Game) Positions() iter.Seq2[int, Position] {
	return func(yield func(int, Position) bool) {
		for ply := range g.plies() + 1 {
			if ply > g.plies() || !yield(ply, g.line[ply]) { // the loop may have taken moves back
				return
			}
		}
	}
}

// Moves returns the moves of the main line. It is a slice, unlike [Position.Moves], because programs
// compare and cut lines. [Game.MainLine] iterates over them.
func (g *Game) Moves() []Move {
	moves := make([]Move, 0, g.Plies())
	nodes := g.tree.Checked()
	for i := nodes[0].Child; i != 0; i = nodes[i].Child {
		moves = append(moves, Move(nodes[i].Move))
	}
	return moves
}

// Plies returns the length of the main line in plies: the moves of both sides count.
func (g *Game) Plies() int {
	if g.cached.Load()&cachedLine != 0 {
		return len(g.line) - 1
	}
	g.compute(cachedStart)
	return g.count()
}

// plies is Plies for methods that also need the positions.
func (g *Game) plies() int {
	g.compute(cachedLine)
	return len(g.line) - 1
}

// Repetitions returns how often the position on the board has occurred in the main line, including
// now: 1 if it is new.
func (g *Game) Repetitions() int {
	p := g.last()
	return g.line.occurrences(p, g.plies(), len(g.line))
}

// RepeatableHashes returns the hashes of the earlier positions of the main line that can still
// occur again: one for each ply since the last capture, pawn move, or loss of a castling right, the
// oldest first. The current position is not among them. A search that starts from g needs them to
// see repetitions: it appends the hash of each position that it plays through, the current one
// first, and compares [Position.Hash] with those in the list.
func (g *Game) RepeatableHashes() []uint64 {
	last := g.plies()
	p := &g.line[last]
	first := max(last-p.HalfmoveClock(), 0)
	for g.line[first].Castling() != p.Castling() {
		first++
	}
	hashes := make([]uint64, 0, last-first)
	for i := first; i < last; i++ {
		hashes = append(hashes, g.line[i].hash)
	}
	return hashes
}

// CapturedBy returns the pieces that c has captured in the main line, in the order of their capture
// (rule sheet S3). A promoted piece is listed as what it was promoted to.
func (g *Game) CapturedBy(c Color) []Piece {
	g.compute(cachedLine)
	captured := []Piece{}
	for ply, i := range g.ends[1:] {
		p, m := &g.line[ply], Move(g.tree.Nodes[i].Move)
		if piece := p.captured(m); p.Turn() == c && piece != NoPiece {
			captured = append(captured, piece)
		}
	}
	return captured
}

// Destinations returns the [Position.Destinations] of the position on the board, or an empty map
// once the game is over.
func (g *Game) Destinations() map[Square][]Square {
	if g.Outcome().IsOver() {
		return map[Square][]Square{}
	}
	return g.last().Destinations()
}

// Play plays m if it is legal and the game is not over. If m is refused, the game is unchanged and
// the error is a [*MoveError] that matches [ErrIllegal] and says why.
func (g *Game) Play(m Move) error {
	legal, err := g.last().legal(m, "")
	return g.play("", m, legal, err)
}

// PlaySAN plays a move in standard algebraic notation, read as by [Position.ParseSAN].
func (g *Game) PlaySAN(san string) error {
	m, err := g.last().parseSAN(san, English)
	return g.play(san, m, m, err)
}

// PlayUCI plays a move in the form of the Universal Chess Interface, read as by
// [Position.ParseUCI].
func (g *Game) PlayUCI(uci string) error {
	m, err := g.last().parseUCI(uci)
	return g.play(uci, m, m, err)
}

// SetMoves makes the main line of g the given moves in the form of the Universal Chess Interface,
// separated by spaces, as servers send them after each move. The moves that g already has stay with
// their annotations, those that differ are taken back by [Game.Undo], and those that are missing are
// played. The error is that of [Game.PlayUCI] for the first move that is refused, and g is then
// unchanged.
func (g *Game) SetMoves(uci string) error {
	game := newGame(g.Start(), g.rules)
	for word := range strings.FieldsSeq(uci) {
		if err := game.PlayUCI(word); err != nil {
			return err
		}
	}
	want, same := game.Moves(), 0
	for _, m := range g.Moves() {
		if same == len(want) || want[same] != m {
			break
		}
		same++
	}
	for g.Plies() > same {
		g.Undo()
	}
	if same < len(want) {
		g.Resume()
	}
	for _, m := range want[same:] {
		if err := g.Play(m); err != nil {
			return err
		}
	}
	return nil
}

// play plays a legal move, given as m or as text, unless reading it gave an error.
func (g *Game) play(text string, m, legal Move, err error) error {
	p := g.last()
	switch {
	case g.Outcome().IsOver():
		return p.illegal(m, text, GameOver, NoSquare)
	case err != nil:
		return g.explain(g.ends[len(g.ends)-1], err)
	case legal == NullMove:
		return p.illegal(m, text, PassNotAllowed, NoSquare)
	}
	if due, ok := g.AnnouncedMove(); ok && due != legal {
		return p.illegal(m, text, OtherMoveAnnounced, NoSquare)
	}
	g.change()
	g.ends = append(g.ends, g.tree.Add(g.ends[len(g.ends)-1], uint16(legal)))
	g.line = g.line.after(legal)
	g.text.unchanged = false
	g.examine(g.line)
	return nil
}

// Undo takes back the last move of the main line, with its annotations, its alternatives, and
// whatever has ended the game. It reports whether there was a move. A draw offer that was pending
// before the move is pending again. [Game.Resume] takes back the end of the game alone.
func (g *Game) Undo() bool {
	n := g.plies()
	if n == 0 {
		return false
	}
	g.change()
	g.tree.Remove(g.ends[n-1], 0)
	cached := g.cached.Load() // which is right for the shorter line too
	g.invalidate(n)
	g.cached.Store(cached)
	if cap(g.line) > 4*n+fewMoves {
		g.line, g.ends = slices.Clone(g.line), slices.Clone(g.ends)
	}
	g.finish(Outcome{}, player{})
	return true
}

// Resume takes back the action that ended the game and nothing else: a mistaken resignation, claim,
// agreement, flag-fall, or adjudication, or the result of a record. A draw offer that was pending
// before it is pending again. Resume reports whether there was such an end. It returns false if the
// rules ended the game, as by checkmate.
func (g *Game) Resume() bool {
	if auto, _ := g.AutomaticEnd(); auto.IsOver() || !g.end.IsOver() {
		return false
	}
	g.finish(Outcome{}, player{})
	return true
}

// Outcome returns the result of the game and the reason for it, or the zero Outcome while the game
// goes on. A game ends once. An automatic end takes precedence over the recorded result, even if
// the record has moves after it. If a record does not say why the game ended, the Reason is
// NoReason.
func (g *Game) Outcome() Outcome {
	g.compute(cachedEnd)
	return cmp.Or(g.auto, g.RecordedOutcome())
}

// AutomaticEnd returns the first automatic end of the main line, such as checkmate or the
// seventy-five-move rule, and the number of plies after which it came. If there is none, it returns
// the zero Outcome.
func (g *Game) AutomaticEnd() (outcome Outcome, plies int) {
	g.compute(cachedEnd)
	if !g.auto.IsOver() {
		return Outcome{}, 0
	}
	return g.auto, g.examined
}

// RecordedOutcome returns the outcome that comes from an action, such as a resignation, or from a
// record that was read. It does not look at the rules. If there is no such outcome, it returns the
// zero Outcome. If the main line no longer ends where a claim was made, the Reason is NoReason.
func (g *Game) RecordedOutcome() Outcome {
	if g.claim.is && g.end.Reason.isCondition() && g.here() != g.claim {
		return Outcome{Result: g.end.Result}
	}
	return g.end
}

// AnnouncedMove returns the move that the player to move has announced with a claim. If the claim was
// correct, it has ended the game. If not, [Game.Play] accepts no other move.
func (g *Game) AnnouncedMove() (m Move, ok bool) {
	if g.claim.is && g.announced != NullMove && g.here() == g.claim {
		return g.announced, true
	}
	return NullMove, false
}

// finish records how an action ended the game, and whose it was, or clears both.
func (g *Game) finish(outcome Outcome, by player) {
	g.change()
	if g.end.Reason.isCondition() {
		g.claim = place{}
	}
	g.end, g.by, g.text = outcome, by, transcript{}
}

// actor returns the player whose action ended the game, which has the given outcome. A record need
// not say who it was.
func (g *Game) actor(outcome Outcome) player {
	winner, won := outcome.Winner()
	switch {
	case won:
		return player{true, winner.Other()}
	case outcome.Reason.isCondition():
		return player{true, g.last().Turn()}
	}
	return g.by
}

// Tag returns the value of the first tag with the given name, or "" if there is none.
func (g *Game) Tag(name string) string {
	if i := g.tagIndex(name); i >= 0 {
		return g.tags[i].Value
	}
	return ""
}

func (g *Game) tagIndex(name string) int { return slices.IndexFunc(g.tags, named(name)) }

// named returns a function that reports whether a tag has the given name, unchanged or in the form that
// a [Tag] has: the name of a tag that was read may be longer.
func named(name string) func(Tag) bool {
	kept := pgntext.TagName(name)
	return func(t Tag) bool { return t.Name == name || t.Name == kept }
}

// readTermination reads a Termination tag as the function of that name does, with the players of g.
func (g *Game) readTermination(value string) termination {
	return readTermination(value, valueOf(g.tags, "White"), valueOf(g.tags, "Black"))
}

// SetTag sets the value of the first tag with the given name, or adds a tag at the end if there is
// none. Tags describe the game and do not change it. [PGNWriter.Write] derives Result and
// Termination from the outcome, and Rules, EndReason, and DrawOffer from the state of the game. It
// does not write a FEN or a Variant that does not fit the start of the game.
func (g *Game) SetTag(name, value string) {
	g.change()
	value = pgntext.TagValue(value)
	if i := g.tagIndex(name); i >= 0 {
		g.tags[i].Value = value
		return
	}
	g.tags = append(g.tags, Tag{pgntext.TagName(name), value})
}

// DeleteTag deletes all tags with the given name and reports whether there were any.
func (g *Game) DeleteTag(name string) bool {
	g.change()
	n := len(g.tags)
	g.tags = slices.DeleteFunc(g.tags, named(name))
	return len(g.tags) < n
}

// Tags returns the tags in their order.
func (g *Game) Tags() []Tag { return append([]Tag{}, g.tags...) }

// positionAt returns the position at a node: see [Node.Position].
func (g *Game) positionAt(node int32) Position {
	g.compute(cachedLine)
	var path []int32 // the nodes to play, the last one first
	i, last := node, g.visited.Load()
	for ; i != 0 && (last == nil || last.index != i); i = g.tree.Nodes[i].Parent {
		path = append(path, i)
	}
	var p Position
	if i != 0 {
		p = last.position
	} else {
		ply := 0
		for ; len(path) > 0 && g.ends[ply+1] == path[len(path)-1]; ply++ {
			path = path[:len(path)-1]
		}
		p = g.line[ply]
	}
	for _, i := range slices.Backward(path) {
		p.SetAfter(&p, Move(g.tree.Nodes[i].Move))
	}
	if i != node {
		g.visited.Store(&visit{node, p})
	}
	return p
}

// explain makes the reason why castling after a node is illegal more exact: if the side to move had the
// right at the start, the moves up to that node tell how it was lost.
func (g *Game) explain(node int32, err error) error {
	e, ok := err.(*MoveError)
	if !ok || e.Why != CastlingNoRight {
		return err
	}
	us, wing := e.Position.Turn(), wingOf(e.Move.From(), e.Move.To())
	if e.Move == NullMove {
		text, _ := parseSANText([]byte(e.Text), e.Language)
		wing = text.Wing
	}
	king, rook := g.start.King(us), g.start.castlingRook(us, wing)
	if to := e.Move.To(); rook == NoSquare || e.Move != NullMove && e.Position.PieceAt(to) == Rook.Of(us) && to != rook {
		return e
	}
	left := int32(0) // the first move from the square of the king, which the king made
	for ; node != 0; node = g.tree.Nodes[node].Parent {
		if m := Move(g.tree.Nodes[node].Move); m != NullMove && m.From() == king {
			left = node
		}
	}
	switch p := g.positionAt(left); {
	case left == 0:
		e.Why = CastlingRookMoved
	case p.King(us) == king:
		e.Why = CastlingDone
	default:
		e.Why = CastlingKingMoved
	}
	return e
}
