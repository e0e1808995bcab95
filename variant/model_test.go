package variant_test

import (
	"cmp"
	"encoding/json"
	"errors"
	"fmt"
	"math/rand/v2"
	"reflect"
	"slices"
	"strings"
	"testing"

	gocmp "github.com/google/go-cmp/cmp"

	"github.com/shakki/chess"
	"github.com/shakki/chess/internal/deep"
	"github.com/shakki/chess/variant"
)

// A model is a board of letters with the rules of all variants, written from the rules and too simple to be
// fast: it plays every move that a piece could make and looks at the board that results.
type model struct {
	v       variant.Variant
	board   [64]byte // FEN letters, 0 for an empty square
	was     [64]bool // the piece was a pawn
	black   bool     // to move
	castles [2][8]bool
	passed  int // -1 for none
	hand    map[byte]int
	checks  [2]int
}

func modelOf(p variant.Position) *model {
	m := &model{v: p.Variant(), black: p.Turn() == chess.Black, passed: -1, hand: map[byte]int{}}
	for s := range 64 {
		if piece := p.PieceAt(chess.Square(s)); piece != chess.NoPiece {
			m.board[s] = piece.String()[0]
		}
		m.was[s] = p.Promoted().Has(chess.Square(s))
	}
	for rook := range p.Castling().Squares() {
		m.castles[rook/32][rook%8] = true
	}
	if p.EnPassant() != chess.NoSquare {
		m.passed = int(p.EnPassant())
	}
	for c := chess.White; c <= chess.Black; c++ {
		for t := chess.Pawn; t <= chess.Queen; t++ {
			m.hand[t.Of(c).String()[0]] = p.InHand(c, t)
		}
		m.checks[c] = p.ChecksLeft(c)
	}
	return m
}

func isBlack(piece byte) bool { return piece >= 'a' }

// side returns the letters of the pieces of a side.
func side(letters string, black bool) string {
	if black {
		return strings.ToLower(letters)
	}
	return letters
}

// step returns the square that is so many files and ranks away, or -1.
func step(s, files, ranks int) int {
	f, r := s%8+files, s/8+ranks
	if f < 0 || f > 7 || r < 0 || r > 7 {
		return -1
	}
	return 8*r + f
}

var straight, diagonal = [][2]int{{1, 0}, {-1, 0}, {0, 1}, {0, -1}}, [][2]int{{1, 1}, {1, -1}, {-1, 1}, {-1, -1}}
var jumps = [][2]int{{1, 2}, {2, 1}, {-1, 2}, {-2, 1}, {1, -2}, {2, -1}, {-1, -2}, {-2, -1}}

// reach returns the squares to which a piece that is no pawn moves or on which it captures.
func (m *model) reach(s int) (to []int) {
	ways, far := append(slices.Clone(straight), diagonal...), true
	switch m.board[s] | 0x20 {
	case 'n':
		ways, far = jumps, false
	case 'k':
		far = false
	case 'r':
		ways = straight
	case 'b':
		ways = diagonal
	}
	for _, w := range ways {
		for t := step(s, w[0], w[1]); t >= 0; t = step(t, w[0], w[1]) {
			if m.board[t] != 0 && isBlack(m.board[t]) == isBlack(m.board[s]) {
				break
			}
			to = append(to, t)
			if m.board[t] != 0 || !far {
				break
			}
		}
	}
	return to
}

// attacked reports whether a side attacks a square.
func (m *model) attacked(s int, black bool) bool {
	for from, piece := range m.board {
		if piece == 0 || isBlack(piece) != black || m.v == variant.Atomic && piece|0x20 == 'k' {
			continue
		}
		if piece|0x20 == 'p' {
			up := 1
			if black {
				up = -1
			}
			if step(from, 1, up) == s || step(from, -1, up) == s {
				return true
			}
			continue
		}
		if m.board[s] != 0 && isBlack(m.board[s]) == black {
			continue
		}
		if slices.Contains(m.reach(from), s) {
			return true
		}
	}
	return false
}

func (m *model) king(black bool) int { return slices.Index(m.board[:], side("K", black)[0]) }

// touching reports whether the kings touch.
func (m *model) touching() bool {
	a, b := m.king(false), m.king(true)
	return a >= 0 && b >= 0 && max(a%8-b%8, b%8-a%8) <= 1 && max(a/8-b/8, b/8-a/8) <= 1
}

// inCheck reports whether a side is in check.
func (m *model) inCheck(black bool) bool {
	k := m.king(black)
	if m.v == variant.Antichess || k < 0 || m.v == variant.Atomic && m.touching() {
		return false
	}
	return m.attacked(k, !black)
}

// A play is a move in the form of UCI with castling as king takes rook, and the model after it.
type play struct {
	text    string
	after   *model
	capture bool
}

// copy returns a copy with the other side to move.
func (m *model) copy() *model {
	c := *m
	c.hand = map[byte]int{}
	for k, v := range m.hand {
		c.hand[k] = v
	}
	c.black, c.passed = !m.black, -1
	return &c
}

func name(s int) string { return chess.Square(s).String() }

// moved returns the model after a move that captures on a square or, with -1, on none.
func (m *model) moved(from, to, victim int, promotion byte) play {
	c, text := m.copy(), name(from)+name(to)
	piece, was := m.board[from], m.was[from]
	if promotion != 0 {
		piece, was = side(strings.ToUpper(string(promotion)), m.black)[0], true
		text += string(promotion)
	}
	if victim >= 0 {
		taken := m.board[victim] | 0x20
		if m.was[victim] {
			taken = 'p'
		}
		if m.v == variant.Crazyhouse {
			c.hand[side(strings.ToUpper(string(taken)), m.black)[0]]++
		}
		c.board[victim], c.was[victim] = 0, false
	}
	c.board[from], c.was[from] = 0, false
	c.board[to], c.was[to] = piece, was && m.v == variant.Crazyhouse
	if victim >= 0 && m.v == variant.Atomic {
		c.board[to] = 0
		for _, w := range append(slices.Clone(straight), diagonal...) {
			if t := step(to, w[0], w[1]); t >= 0 && c.board[t]|0x20 != 'p' {
				c.board[t] = 0
			}
		}
	}
	if piece|0x20 == 'k' {
		c.castles[btoi(m.black)] = [8]bool{}
	}
	c.forget()
	return play{text, c, victim >= 0}
}

// forget drops the castling rights whose king has exploded or whose rook has gone.
func (m *model) forget() {
	for c, rank := range []int{0, 56} {
		for file := range 8 {
			if k := m.king(c == 1); k/8*8 != rank || k < 0 || m.board[rank+file] != side("R", c == 1)[0] {
				m.castles[c][file] = false
			}
		}
	}
}

// count counts the check that the side that has moved gives.
func (m *model) count() {
	if m.checks[0]+m.checks[1] > 0 && m.inCheck(m.black) {
		m.checks[1-btoi(m.black)]--
	}
}

func btoi(b bool) int {
	if b {
		return 1
	}
	return 0
}

// pawnMoves returns the moves of a pawn.
func (m *model) pawnMoves(s int) (plays []play) {
	up, start, last := 1, 1, 7
	if m.black {
		up, start, last = -1, 6, 0
	}
	add := func(to, victim int) {
		if to/8 != last {
			plays = append(plays, m.moved(s, to, victim, 0))
			return
		}
		pieces := "nbrq"
		if m.v == variant.Antichess {
			pieces += "k"
		}
		for i := range len(pieces) {
			plays = append(plays, m.moved(s, to, victim, pieces[i]))
		}
	}
	if one := step(s, 0, up); one >= 0 && m.board[one] == 0 {
		add(one, -1)
		if two := step(one, 0, up); two >= 0 && m.board[two] == 0 && (s/8 == start || m.v == variant.Horde && !m.black && s/8 == 0) {
			add(two, -1)
			if s/8 == start {
				plays[len(plays)-1].after.passed = one
			}
		}
	}
	for _, f := range []int{-1, 1} {
		to := step(s, f, up)
		switch {
		case to < 0:
		case m.board[to] != 0 && isBlack(m.board[to]) != m.black:
			add(to, to)
		case to == m.passed:
			add(to, step(to, 0, -up))
		}
	}
	return plays
}

// castlings returns the castling moves.
func (m *model) castlings() (plays []play) {
	k, rank := m.king(m.black), 0
	if m.black {
		rank = 56
	}
	for file, has := range m.castles[btoi(m.black)] {
		if !has || m.inCheck(m.black) {
			continue
		}
		rook, kingTo, rookTo := rank+file, rank+6, rank+5
		if rook < k {
			kingTo, rookTo = rank+2, rank+3
		}
		after := m.copy()
		king, tower := m.board[k], m.board[rook]
		after.board[k], after.board[rook] = 0, 0
		free, crossing := true, m.copy()
		crossing.board[k] = 0
		for s := min(k, rook, kingTo, rookTo); s <= max(k, rook, kingTo, rookTo); s++ {
			onKing := s >= min(k, kingTo) && s <= max(k, kingTo)
			onRook := s >= min(rook, rookTo) && s <= max(rook, rookTo)
			if s != k && s != rook && m.board[s] != 0 && (onKing || onRook) {
				free = false
			}
			if onKing && s != kingTo && s != k {
				through := crossing.copy()
				through.board[s] = king // where the rook stands, too
				if through.inCheck(m.black) {
					free = false
				}
			}
		}
		after.board[kingTo], after.board[rookTo] = king, tower
		after.castles[btoi(m.black)] = [8]bool{}
		if free {
			plays = append(plays, play{name(k) + name(rook), after, false})
		}
	}
	return plays
}

// drops returns the drops.
func (m *model) drops() (plays []play) {
	for _, letter := range side("PNBRQ", m.black) {
		for s := range 64 {
			if m.hand[byte(letter)] == 0 || m.board[s] != 0 || letter|0x20 == 'p' && (s < 8 || s > 55) {
				continue
			}
			after := m.copy()
			after.board[s] = byte(letter)
			after.hand[byte(letter)]--
			plays = append(plays, play{strings.ToUpper(string(letter)) + "@" + name(s), after, false})
		}
	}
	return plays
}

// plays returns the legal moves.
func (m *model) plays() (plays []play) {
	if m.over() != "" {
		return nil
	}
	for s, piece := range m.board {
		switch {
		case piece == 0 || isBlack(piece) != m.black:
		case piece|0x20 == 'p':
			plays = append(plays, m.pawnMoves(s)...)
		default:
			for _, to := range m.reach(s) {
				victim := to
				if m.board[to] == 0 {
					victim = -1
				}
				plays = append(plays, m.moved(s, to, victim, 0))
			}
		}
	}
	plays = append(append(plays, m.castlings()...), m.drops()...)
	plays = slices.DeleteFunc(plays, func(p play) bool {
		p.after.count()
		switch {
		case m.v == variant.Antichess:
			return false
		case m.v == variant.Atomic && (p.after.king(m.black) < 0 || p.after.king(!m.black) < 0):
			return p.after.king(m.black) < 0
		case m.v != variant.Atomic && p.after.kingsMeet():
			return true
		}
		return p.after.inCheck(m.black) || m.v == variant.RacingKings && p.after.inCheck(!m.black)
	})
	if m.v == variant.Antichess && slices.ContainsFunc(plays, func(p play) bool { return p.capture }) {
		plays = slices.DeleteFunc(plays, func(p play) bool { return !p.capture })
	}
	return plays
}

// kingsMeet reports whether a king stands where the other attacks.
func (m *model) kingsMeet() bool { return m.touching() }

// over returns how a rule that only variants have has ended the game: the result, or "".
func (m *model) over() string {
	white, black := m.king(false), m.king(true)
	pieces := map[bool]int{}
	for _, piece := range m.board {
		if piece != 0 {
			pieces[isBlack(piece)]++
		}
	}
	center := []int{27, 28, 35, 36}
	result := map[bool]string{true: "1-0", false: "0-1"}
	switch m.v {
	case variant.Antichess:
		if pieces[false] == 0 || pieces[true] == 0 {
			return result[pieces[false] == 0]
		}
	case variant.Horde:
		if pieces[false] == 0 || pieces[true] == 0 {
			return result[pieces[true] == 0]
		}
	case variant.Atomic:
		if white < 0 || black < 0 {
			return result[black < 0]
		}
	case variant.KingOfTheHill:
		if slices.Contains(center, white) || slices.Contains(center, black) {
			return result[slices.Contains(center, white)]
		}
	case variant.ThreeCheck, variant.FiveCheck:
		if m.checks[0] == 0 || m.checks[1] == 0 {
			return result[m.checks[0] == 0]
		}
	case variant.RacingKings:
		switch there, here := white >= 56, black >= 56; {
		case there && here:
			return "1/2-1/2"
		case here:
			return "0-1"
		case there && !m.black:
			return "1-0"
		case there:
			for _, to := range m.reach(black) {
				after := m.copy()
				after.board[black], after.board[to] = 0, 'k'
				if to >= 56 && !after.attacked(to, false) {
					return ""
				}
			}
			return "1-0"
		}
	}
	return ""
}

// result returns the result of the position without insufficient material, or "*".
func (m *model) result(plays []play) string {
	if over := m.over(); over != "" {
		return over
	}
	loser := map[bool]string{true: "1-0", false: "0-1"}
	switch {
	case len(plays) > 0:
		return "*"
	case m.inCheck(m.black):
		return loser[m.black]
	case m.v == variant.Antichess:
		return loser[!m.black]
	}
	return "1/2-1/2"
}

// compare returns the differences between p and the model of it.
func compare(p variant.Position) string {
	m := modelOf(p)
	plays := m.plays()
	var want, got []string
	afters := map[string]*model{}
	for _, play := range plays {
		want = append(want, play.text)
		afters[play.text] = play.after
	}
	for _, move := range p.LegalMoves() {
		text := p.UCI(move)
		if rook := castlingRook(p, move); rook != chess.NoSquare {
			text = move.From().String() + rook.String()
		}
		got = append(got, text)
		q := p.After(move)
		if a := afters[text]; a != nil {
			if b := modelOf(q); a.board != b.board || a.was != b.was || a.castles != b.castles || a.checks != b.checks ||
				a.black != b.black || fmt.Sprint(a.hand) != fmt.Sprint(b.hand) && m.v == variant.Crazyhouse {
				return fmt.Sprintf("after %s: %s", text, q)
			}
		}
		if err := textLaws(p, move); err != "" {
			return err
		}
	}
	slices.Sort(want)
	slices.Sort(got)
	switch o := p.Outcome(); {
	case !slices.Equal(want, got):
		return fmt.Sprintf("moves %v, want %v", got, want)
	case p.InCheck() != m.inCheck(m.black):
		return fmt.Sprintf("InCheck = %v", p.InCheck())
	case o.Reason != variant.InsufficientMaterial && o.Result.String() != m.result(plays):
		return fmt.Sprintf("Outcome = %v, want %s", o, m.result(plays))
	}
	return ""
}

// textLaws returns what is wrong with the text forms of a legal move.
func textLaws(p variant.Position, m variant.Move) string {
	if same, err := p.ParseSAN(p.SAN(m)); same != m || err != nil {
		return fmt.Sprintf("ParseSAN(%q) = %v, %v, want %v", p.SAN(m), same, err, m)
	}
	if same, err := p.ParseUCI(p.UCI(m)); same != m || err != nil {
		return fmt.Sprintf("ParseUCI(%q) = %v, %v, want %v", p.UCI(m), same, err, m)
	}
	if same, err := variant.ParseMove(m.String()); same != m || err != nil {
		return fmt.Sprintf("ParseMove(%q) = %v, %v", m, same, err)
	}
	if !p.IsLegal(m) {
		return fmt.Sprintf("IsLegal(%v) = false", m)
	}
	return ""
}

// TestAgainstModel plays random games and compares every position with the model, and its FEN with the position
// that is read from it.
func TestAgainstModel(t *testing.T) {
	for _, v := range variant.Variants() {
		t.Run(v.String(), func(t *testing.T) {
			t.Parallel()
			random := rand.New(rand.NewPCG(1, uint64(v)))
			for n := 0; n < deep.Times(100, 900); {
				p := variant.StartPosition(v)
				if start, err := variant.Chess960Start(v, random.IntN(960)); err == nil && random.IntN(2) == 0 {
					p = start
				}
				for plies := 0; plies < 250; plies++ {
					n++
					if diff := cmp.Or(compare(p), fenLaws(p)); diff != "" {
						t.Fatalf("%v %s: %s", v, p, diff)
					}
					moves := p.LegalMoves()
					if len(moves) == 0 {
						break
					}
					p.SetAfter(&p, moves[random.IntN(len(moves))])
				}
			}
		})
	}
}

// fenLaws returns what is wrong with the text forms of a position.
func fenLaws(p variant.Position) string {
	text, _ := p.MarshalText()
	var q variant.Position
	if err := q.UnmarshalText(text); err != nil || p != q {
		return fmt.Sprintf("read from %q: %v, %v", text, q, err)
	}
	same, err := variant.ParseFEN(p.Variant(), p.FEN())
	if err != nil || same.Key() != p.Key() || same.FEN() != p.FEN() {
		return fmt.Sprintf("FEN read back: %v, %v", same, err)
	}
	return ""
}

// TestStandardAgainstRoot plays random games of standard chess beside package chess.
func TestStandardAgainstRoot(t *testing.T) {
	random := rand.New(rand.NewPCG(1, 2))
	for n := 0; n < deep.Times(700, 300); {
		p, _ := chess.Chess960Start(random.IntN(960))
		if random.IntN(2) == 0 {
			p = chess.StartPosition()
		}
		q := variant.FromChess(p)
		for plies := 0; plies < 300; plies++ {
			n++
			moves, others := p.LegalMoves(), q.LegalMoves()
			var want, got []string
			for _, m := range moves {
				want = append(want, p.SAN(m)+" "+p.UCI(m))
			}
			for _, m := range others {
				got = append(got, q.SAN(m)+" "+q.UCI(m))
			}
			slices.Sort(want)
			slices.Sort(got)
			if !slices.Equal(want, got) || p.FEN() != q.FEN() || p.Checkers() != q.Checkers() || p.IsChess960() != q.IsChess960() {
				t.Fatalf("%s %s\n%v\n%v", p, q, got, want)
			}
			if len(moves) == 0 {
				if a, b := p.Outcome(), q.Outcome(); a.String() != b.String() {
					t.Fatalf("%s: %v, want %v", p, b, a)
				}
				break
			}
			m := moves[random.IntN(len(moves))]
			same, err := q.ParseUCI(p.UCI(m))
			if err != nil {
				t.Fatal(err)
			}
			p.SetAfter(&p, m)
			q.SetAfter(&q, same)
		}
	}
}

// TestReasonsAgainstRoot compares why moves between all squares are illegal, and which piece is the reason,
// with package chess.
func TestReasonsAgainstRoot(t *testing.T) {
	for _, fen := range []string{
		goldenPositions[0].fens[0], "4r2k/8/8/8/3p1p2/3N4/6n1/q2R1K1R b - - 0 1", "4k3/8/8/8/8/8/8/R3K2R w KQ - 0 1", "4k3/8/8/8/8/8/8/R3K1NR w KQ - 0 1", "4k3/8/8/8/8/4r3/8/R3K2R w KQ - 0 1", "4k3/8/8/8/8/6r1/8/R3K2R w KQ - 0 1",
	} {
		p, q := chess.MustParseFEN(fen), variant.MustParseFEN(variant.Standard, fen)
		for from := range chess.NoSquare {
			for to := range chess.NoSquare {
				for _, promotion := range []string{"", "q"} {
					text := from.String() + to.String() + promotion
					_, want := p.ParseUCI(text)
					_, got := q.ParseUCI(text)
					var root *chess.MoveError
					var here *variant.MoveError
					if errors.As(want, &root) != errors.As(got, &here) {
						t.Errorf("%s: %s: %v, want %v", fen, text, got, want)
					} else if root != nil && (root.Why.String() != here.Why.String() || root.By != here.By || root.Text != here.Text || root.Piece != here.Piece || root.Move.String() != here.Move.String()) {
						t.Errorf("%s: %s: %v, %v, want %v, %v", fen, text, here.Why, here, root.Why, root)
					}
				}
			}
		}
	}
}

// readings are what a game says of itself.
var readings = strings.Fields(`Tags Plies Moves Outcome RecordedOutcome AutomaticEnd Claims Repetitions Root LastNode Clone.RecordedOutcome`)

// call calls methods of a game or a node, such as `Root.AddSAN["d4"]` with arguments in JSON, and returns
// what the last one returns.
func call(game any, calls string) string {
	results := []reflect.Value{reflect.ValueOf(game)}
	for call := range strings.SplitSeq(calls, ".") {
		name, list, found := strings.Cut(strings.TrimSuffix(call, "]"), "[")
		method := results[0].MethodByName(name)
		var texts []json.RawMessage
		if found {
			if err := json.Unmarshal([]byte("["+list+"]"), &texts); err != nil {
				panic(err)
			}
		}
		var args []reflect.Value
		for i, text := range texts {
			in := method.Type().In(min(i, method.Type().NumIn()-1))
			if method.Type().IsVariadic() {
				in = in.Elem()
			}
			arg := reflect.New(in)
			if err := json.Unmarshal(text, arg.Interface()); err != nil {
				panic(err)
			}
			args = append(args, arg.Elem())
		}
		results = method.Call(args)
	}
	var b strings.Builder
	for _, r := range results {
		sayValue(&b, r)
	}
	return b.String()
}

// sayValue writes a value, all values of an iterator, which it first leaves after one, or a node and what
// follows it.
func sayValue(b *strings.Builder, v reflect.Value) {
	switch {
	case v.Type().CanSeq2() && v.Kind() == reflect.Func:
		for range v.Seq2() {
			break
		}
		for x, y := range v.Seq2() {
			fmt.Fprintln(b, x, y)
		}
	case v.Type().CanSeq() && v.Kind() == reflect.Func:
		for range v.Seq() {
			break
		}
		for x := range v.Seq() {
			sayValue(b, x)
		}
	case v.MethodByName("NAGs").IsValid():
		for _, name := range strings.Fields("Plies SAN NAGs Comments CommentsBefore Info Position Parent.SAN Next.SAN") {
			fmt.Fprint(b, call(v.Interface(), name), " ")
		}
		b.WriteString(call(v.Interface(), "Children"))
	default:
		fmt.Fprintln(b, v)
	}
}

// sayGame returns all that a game says of itself, and its text in several forms.
func sayGame(game interface {
	AppendPGN([]byte, chess.PGNFormat) []byte
}) string {
	var b strings.Builder
	for _, name := range readings {
		fmt.Fprintln(&b, name, call(game, name))
	}
	for _, format := range []chess.PGNFormat{
		{}, {OmitComments: true, OmitClocks: true, OmitEvals: true, Columns: 30}, {OmitVariations: true, OmitGlyphs: true, Notation: chess.NotationUCI}, {MainLineOnly: true},
	} {
		format.OmitTags = true
		b.Write(game.AppendPGN(nil, format))
	}
	return b.String()
}

const (
	aside  = "[White \"A\"]\n[Black \"B\"]\n[White \"C\"]\n[Result \"1-0\"]\n\n{z} 1. {y} e4 {a} $1 $146 {b [%clk 0:01:00]} ({c} 1. d4 {d} d5 (1... -- 2. -- Nf6 3. Nf3) 2. c4) (1. c4) 1... e5 2. Nf3 (2. Nc3 Nf6) (2. f4)"
	mated  = "1. f3 e5 2. g4 Qh4# 0-1"
	often  = "1. Nf3 Nf6 2. Ng1 Ng8 3. Nf3 Nf6 4. Ng1 Ng8 5. Nf3 Nf6 6. Ng1 Ng8 7. Nf3 Nf6 8. Ng1 Ng8 9. e4 *"
	clocks = "[FEN \"4k3/8/8/8/8/8/8/QR2K3 w - - 134 90\"]\n\n90. Kd1 Kd8 91. Ke1 Ke8 92. Kd1 Kd8 93. Ke1 Ke8 94. Kd1 Kd8 95. Ke1 Ke8 96. Kd1 Kd8 97. Ke1 Ke8 *"
	castle = "[Variant \"Chess960\"]\n[FEN \"r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1\"]\n\n1. O-O O-O-O *"
)

// TestGamesAgainstRoot calls the same methods of the same games of both packages, and compares what they
// return and what the games say then.
func TestGamesAgainstRoot(t *testing.T) {
	for _, test := range []struct{ record, calls string }{
		{aside, "Root.Parent.Exists"}, {aside, "Positions"}, {aside, `Root.AddSAN["d4"]`}, {aside, `Root.AddSAN["c4"]`}, {aside, `Root.AddSAN["Nf3"]`},
		{aside, `Root.SetComments["x"]`}, {aside, `Root.Add["e2e5"]`}, {"[FEN \"4k3/8/8/8/8/8/8/QR2K2r w - - 0 1\"]\n\n*", `Root.Add["0000"]`},
		{aside, "Root.Delete"}, {aside, "Root.Next.Delete"}, {aside, "LastNode.Delete"}, {aside, `Root.Next.SetComments["x","y"]`},
		{aside, `Root.Next.SetNAGs["$3","$146"]`}, {aside, "Root.Next.SetNAGs"}, {aside, `Root.Next.SetInfo[{"text":"t"}]`}, {aside, "Undo"}, {aside, "Resume"},
		{aside, `PlaySAN["xx"]`}, {aside, `PlayUCI["e7e5"]`}, {aside, `Play["e7e5"]`}, {aside, `Resign["white"]`}, {aside, `FlagFall["black"]`},
		{aside, `Tag["White"]`}, {aside, `DeleteTag["White"]`}, {aside, `SetTag["White","D"]`}, {aside, `SetTag["Round","D"]`},
		{aside, `Root.Parent.Add["0000"]`}, {aside, `Adjudicate[{"result":"0-1"}]`}, {aside, "Root.PromoteToMainLine"}, {aside, "LastNode.PromoteToMainLine"},
		{mated, "Undo"}, {mated, "LastNode.Delete"}, {mated, "Resume"}, {mated, `PlaySAN["xx"]`}, {mated, `Resign["white"]`}, {mated, "Root.Next.Info"},
		{often, "Undo"}, {often, "LastNode.Delete"}, {often, `LastNode.AddSAN["e5"]`}, {clocks, "Undo"}, {clocks, "AutomaticEnd"}, {castle, "Plies"},
		{"[FEN \"4k2R/8/8/8/8/8/8/4K3 b - - 0 5\"]\n\n5... Kd7 6. Rh1 *", `Root.AddSAN["--"]`}, {"1. e4 *", `PlaySAN["--"]`}, {"1. e4 *", `PlayUCI["0000"]`},
		{"1. Nf3 Nf6 2. Ng1 Ng8 *", "Claims"},
		{"[FEN \"4k3/8/8/8/8/8/8/QR2K3 w - - 142 90\"]\n\n90. Kd1 Kd8 91. Ke1 Ke8 92. Kd1 Kd8 93. Ke1 Ke8 *", "AutomaticEnd"},
		{"1. e4 e5 *", `Resign["white"]`}, {"1. e4 e5 *", `FlagFall["white"]`}, {"1. e4 *", `Adjudicate[{"result":"0-1"}]`},
		{"[Result \"0-1\"]\n\n1. e4", "Resume"}, {"[Termination \"time forfeit\"]\n\n1. e4 *", "Plies"},
		{"[FEN \"4k3/8/8/8/8/8/8/QR2K3 w - - 100 90\"]\n\n*", `FlagFall["black"]`}, {"[FEN \"4k3/8/8/8/8/8/8/QR2K3 w - - 100 90\"]\n\n*", `FlagFall["white"]`},
	} {
		want, err := chess.ParsePGN(test.record)
		got, other := variant.ParsePGN(test.record)
		if err != nil || other != nil {
			t.Fatal(err, other)
		}
		said := call(want, test.calls) + sayGame(want)
		if diff := gocmp.Diff(said, call(got, test.calls)+sayGame(got)); diff != "" {
			t.Errorf("%s of\n%s\n(-want +got):\n%s", test.calls, test.record, diff)
		}
	}
}

// TestStreamsAgainstRoot reads the same streams with both packages and the same options, and compares the
// games and their faults.
func TestStreamsAgainstRoot(t *testing.T) {
	stream := aside + "\n\n[Round \"1\"]\n[" + strings.Repeat("a", 255) + " \"M\xfc\"]\n[Result \"1-0\"]\n\n1.e4 e4 {é} 2... Nf6 1-0\n\n" + castle + "\n\n" + often + "\n\n" + mated
	for _, options := range []chess.PGNOptions{
		{Strict: true}, {SkipVariations: true}, {SkipMoves: true, Language: chess.German}, {Limits: chess.PGNLimits{Nesting: 1, Tags: 2, Moves: 9}},
	} {
		root, r := chess.NewPGNReader(strings.NewReader(stream)), variant.NewPGNReader(strings.NewReader(stream))
		root.PGNOptions, r.PGNOptions = options, options
		for n := 1; ; n++ {
			want, err := root.Read()
			got, other := r.Read()
			if fmt.Sprint(err) != fmt.Sprint(other) || fmt.Sprint(root.Faults()) != fmt.Sprint(r.Faults()) {
				t.Errorf("%+v: game %d has the error %v and the faults %v, want %v and %v", options, n, other, r.Faults(), err, root.Faults())
			}
			if want == nil || got == nil {
				break
			}
			if diff := gocmp.Diff(sayGame(want), sayGame(got)); diff != "" {
				t.Errorf("%+v: game %d (-want +got):\n%s", options, n, diff)
			}
		}
	}
}
