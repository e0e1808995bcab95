package shakkello_test

import (
	"fmt"
	"slices"
	"strings"
)

// A slowGame is a simple implementation of the rules, used as an oracle. It checks each rule square
// by square. For rule 6, it searches for a way to finish the game.
type slowGame struct {
	board [8][8]byte // by rank and file, with 0 for an empty square
	log   []slowMove // all moves so far
}

// A slowMove is a piece and its square.
type slowMove struct {
	letter     byte // KQRBN
	file, rank int
}

func (m slowMove) String() string { return fmt.Sprintf("%c%c%d", m.letter, 'a'+m.file, m.rank+1) }

// touches reports whether the squares of m and n are neighbors.
func (m slowMove) touches(n slowMove) bool {
	df, dr := m.file-n.file, m.rank-n.rank
	return (df != 0 || dr != 0) && df*df <= 1 && dr*dr <= 1
}

func (m slowMove) isLight() bool { return (m.file+m.rank)%2 == 1 }

// held returns how many pieces with the given letter a player has in hand.
func (g *slowGame) held(player int, letter byte) int {
	n := strings.Count("KQRRBBNN", string(letter))
	for i, m := range g.log {
		if i%2 == player && m.letter == letter {
			n--
		}
	}
	return n
}

// broken returns the numbers of the rules from 1 to 5 that m breaks. The number 0 means that the
// square is occupied or that the piece is not in hand.
func (g *slowGame) broken(m slowMove) []int {
	var rules []int
	n, turn := len(g.log), len(g.log)%2
	if g.board[m.rank][m.file] != 0 || g.held(turn, m.letter) <= 0 {
		rules = append(rules, 0)
	}
	if n == 0 && m.letter != 'K' {
		rules = append(rules, 1)
	}
	if n > 0 && !slices.ContainsFunc(g.log, m.touches) {
		rules = append(rules, 2)
	}
	if turn == 1 && (m.letter == 'K') != (n == 15) || n == 15 && !m.touches(g.log[14]) {
		rules = append(rules, 3)
	}
	for i, other := range g.log {
		if i%2 == turn && m.letter == 'B' && other.letter == 'B' && m.isLight() == other.isLight() {
			rules = append(rules, 4)
			break
		}
	}
	if n > 0 && g.log[n-1].letter == 'Q' && g.held(turn, 'Q') == 1 && m.letter != 'Q' {
		rules = append(rules, 5)
	}
	return rules
}

// push plays m.
func (g *slowGame) push(m slowMove) {
	letter := m.letter
	if len(g.log)%2 == 1 {
		letter += 'a' - 'A'
	}
	g.board[m.rank][m.file] = letter
	g.log = append(g.log, m)
}

// pop takes back the last move.
func (g *slowGame) pop() {
	m := g.log[len(g.log)-1]
	g.board[m.rank][m.file] = 0
	g.log = g.log[:len(g.log)-1]
}

// finishes reports whether all 16 pieces can be placed by rules 1 to 5. It tries all sequences of
// moves.
func (g *slowGame) finishes() bool {
	if len(g.log) == 16 {
		return true
	}
	for _, letter := range []byte("NBRQK") {
		if g.held(len(g.log)%2, letter) == 0 {
			continue
		}
		for i := range 64 {
			m := slowMove{letter, i % 8, i / 8}
			if len(g.broken(m)) > 0 {
				continue
			}
			g.push(m)
			ok := g.finishes()
			g.pop()
			if ok {
				return true
			}
		}
	}
	return false
}

// rules returns the numbers of the rules that m breaks. It checks rule 6 only if m breaks no other
// rule.
func (g *slowGame) rules(m slowMove) []int {
	rules := g.broken(m)
	if len(rules) > 0 || len(g.log) == 16 {
		return rules
	}
	g.push(m)
	defer g.pop()
	if !g.finishes() {
		return []int{6}
	}
	return nil
}

// candidates returns all moves, legal and illegal: every piece on every square.
func candidates() []slowMove {
	var all []slowMove
	for _, letter := range []byte("NBRQK") {
		for i := range 64 {
			all = append(all, slowMove{letter, i % 8, i / 8})
		}
	}
	return all
}

// threats returns the empty squares that the piece on the given square attacks. It walks along each
// line step by step.
func (g *slowGame) threats(file, rank int) []string {
	var squares []string
	letter := strings.ToUpper(string(g.board[rank][file]))
	for _, d := range [][2]int{
		{0, 1}, {1, 0}, {0, -1}, {-1, 0}, {1, 1}, {1, -1}, {-1, -1}, {-1, 1},
		{1, 2}, {2, 1}, {2, -1}, {1, -2}, {-1, -2}, {-2, -1}, {-2, 1}, {-1, 2},
	} {
		reach := 0
		switch length := d[0]*d[0] + d[1]*d[1]; {
		case length == 5 && letter == "N", length < 5 && letter == "K":
			reach = 1
		case length == 1 && strings.Contains("RQ", letter), length == 2 && strings.Contains("BQ", letter):
			reach = 7
		}
		f, r := file+d[0], rank+d[1]
		for ; reach > 0 && f >= 0 && f < 8 && r >= 0 && r < 8 && g.board[r][f] == 0; reach-- {
			squares = append(squares, fmt.Sprintf("%c%d", 'a'+f, r+1))
			f, r = f+d[0], r+d[1]
		}
	}
	slices.Sort(squares)
	return squares
}

// score returns the points of White and Black.
func (g *slowGame) score() (points [2]int) {
	for i, m := range g.log {
		points[i%2] += len(g.threats(m.file, m.rank))
	}
	return points
}

// String returns the position in the form that ParsePosition accepts.
func (g *slowGame) String() string {
	var ranks []string
	for r := 7; r >= 0; r-- {
		rank := ""
		for _, letter := range g.board[r] {
			if letter == 0 {
				letter = '.'
			}
			rank += string(letter)
		}
		for n := 8; n > 0; n-- {
			rank = strings.ReplaceAll(rank, strings.Repeat(".", n), fmt.Sprint(n))
		}
		ranks = append(ranks, rank)
	}
	last := "-"
	if len(g.log) == 15 {
		last = g.log[14].String()[1:]
	}
	return strings.Join(ranks, "/") + " " + last
}

// reachable reports whether the pieces on the board can have been placed by rules 1 to
// 5. If at is not "", the last piece must have been placed on that square. It removes
// the pieces one by one in all possible orders.
func reachable(board [8][8]byte, at string) bool {
	return backward{}.reach(backState{board, at})
}

// A backward holds the states that cannot be reached from the empty board.
type backward map[backState]bool

// A backState is a board and the square of the last piece, or "" for any square.
type backState struct {
	board [8][8]byte
	last  string
}

// reach reports whether state can be reached from the empty board.
func (b backward) reach(state backState) bool {
	pieces := onBoard(state.board)
	if len(pieces) == 0 {
		return true
	}
	if b[state] {
		return false
	}
	b[state] = true
	mover := (len(pieces) - 1) % 2
	for _, m := range pieces {
		player := 0
		if state.board[m.rank][m.file] >= 'a' {
			player = 1
		}
		if player != mover || state.last != "" && m.String()[1:] != state.last {
			continue
		}
		before := state.board
		before[m.rank][m.file] = 0
		for _, last := range orders(before) {
			if len(last.broken(m)) > 0 {
				continue
			}
			square := ""
			if n := len(last.log); n > 0 {
				square = last.log[n-1].String()[1:]
			}
			if b.reach(backState{before, square}) {
				return true
			}
		}
	}
	return false
}

// onBoard returns the pieces on a board with their squares.
func onBoard(board [8][8]byte) []slowMove {
	var pieces []slowMove
	for i := range 64 {
		if letter := board[i/8][i%8]; letter != 0 {
			pieces = append(pieces, slowMove{letter &^ 0x20, i % 8, i / 8})
		}
	}
	return pieces
}

// orders returns games that lead to the board, one for each piece that can have been placed last.
// The order of the other pieces is arbitrary. If the numbers of White's and Black's pieces do not
// fit together, it returns nil.
func orders(board [8][8]byte) []*slowGame {
	var sides [2][]slowMove
	for _, m := range onBoard(board) {
		player := 0
		if board[m.rank][m.file] >= 'a' {
			player = 1
		}
		sides[player] = append(sides[player], m)
	}
	n := len(sides[0]) + len(sides[1])
	if n == 0 {
		return []*slowGame{{}}
	}
	if len(sides[0])-len(sides[1]) != n%2 {
		return nil
	}
	var all []*slowGame
	mover := (n - 1) % 2
	for i := range sides[mover] {
		g := &slowGame{board: board}
		own := slices.Clone(sides[mover])
		own[i], own[len(own)-1] = own[len(own)-1], own[i]
		for k := range n {
			if k%2 == mover {
				g.log = append(g.log, own[k/2])
			} else {
				g.log = append(g.log, sides[1-mover][k/2])
			}
		}
		all = append(all, g)
	}
	return all
}
