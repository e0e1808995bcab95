package book

import (
	"bufio"
	"fmt"
	"io"
	"strings"

	"github.com/shakki/chess"
)

// An Opening is a named line of play.
type Opening struct {
	ECO  string // the code of the Encyclopaedia of Chess Openings, such as "C60"
	Name string // such as "Ruy Lopez"
	PGN  string // the moves, such as "1. e4 e5 2. Nf3 Nc6 3. Bb5"
}

// Names knows openings by the positions that they lead to. The zero Names knows none.
type Names struct {
	openings map[chess.PositionKey]Opening
}

// ReadNames reads a list of openings: lines with an ECO code, a name, and the moves in PGN, with a
// tab between them. It ignores empty lines, lines that begin with the title "eco", and more
// columns. If two lines lead to the same position, the first counts. A line with a fault gives a
// [*NameError].
//
// The list that lichess-org/chess-openings publishes has this form, in several files that
// [io.MultiReader] makes one.
func ReadNames(r io.Reader) (*Names, error) {
	names := &Names{map[chess.PositionKey]Opening{}}
	lines := bufio.NewScanner(r)
	number := 0
	for lines.Scan() {
		number++
		line := lines.Text()
		if number == 1 {
			line = strings.TrimPrefix(line, "\ufeff")
		}
		if err := names.add(line); err != nil {
			err.Line = number
			return nil, err
		}
	}
	if err := lines.Err(); err == bufio.ErrTooLong {
		return nil, &NameError{Line: number + 1, Reason: "the line is too long"}
	} else if err != nil {
		return nil, err
	}
	return names, nil
}

// add adds the opening in a line of a list.
func (n *Names) add(line string) *NameError {
	columns := strings.Split(line, "\t")
	if columns[0] == "" && len(columns) == 1 || columns[0] == "eco" {
		return nil
	}
	if len(columns) < 3 {
		return &NameError{Reason: "want an ECO code, a name, and moves with tabs between them"}
	}
	o := Opening{columns[0], columns[1], columns[2]}
	if !isECO(o.ECO) {
		return &NameError{Reason: fmt.Sprintf("not an ECO code: %q", o.ECO)}
	}
	if o.Name == "" {
		return &NameError{Reason: "the opening has no name"}
	}
	p, err := after(o.PGN)
	if err != nil {
		return &NameError{Reason: err.Error(), Err: err}
	}
	if key := p.Key(); n.openings[key] == (Opening{}) {
		n.openings[key] = o
	}
	return nil
}

// after returns the position after moves such as "1. e4 e5 2. Nf3".
func after(moves string) (chess.Position, error) {
	p := chess.StartPosition()
	for word := range strings.FieldsSeq(moves) {
		san := word[strings.LastIndexByte(word, '.')+1:]
		if san == "" {
			continue
		}
		m, err := p.ParseSAN(san)
		if err != nil {
			return p, err
		}
		p = p.After(m)
	}
	return p, nil
}

// isECO reports whether s is an ECO code, A00 to E99.
func isECO(s string) bool {
	return len(s) == 3 && s[0]-'A' <= 'E'-'A' && s[1]-'0' <= 9 && s[2]-'0' <= 9
}

// Position returns the opening that leads to p, by its own moves or any others. It returns the zero
// Opening if there is none.
func (n *Names) Position(p chess.Position) Opening { return n.openings[p.Key()] }

// Game returns the opening that leads to the last position of the main line of g that has a name,
// and the number of plies before that position. It returns the zero Opening if there is none.
func (n *Names) Game(g *chess.Game) (o Opening, plies int) {
	for i, p := range g.Positions() {
		if found, ok := n.openings[p.Key()]; ok {
			o, plies = found, i
		}
	}
	return o, plies
}
