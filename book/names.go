package book

import (
	"bufio"
	"encoding/csv"
	"fmt"
	"io"
	"iter"
	"slices"
	"strings"

	"github.com/shakki/chess"
	"github.com/shakki/chess/internal/fault"
)

// An Opening is a named line of play.
type Opening struct {
	ECO  string `json:"eco"`  // the code of the Encyclopaedia of Chess Openings, such as "C60", or a finer one such as "C60b"
	Name string `json:"name"` // such as "Ruy Lopez"
	PGN  string `json:"pgn"`  // the moves, such as "1. e4 e5 2. Nf3 Nc6 3. Bb5"
}

// Names is a list of openings, found by the positions that they lead to. The zero Names is empty. The
// package openings has a list of several thousand names.
type Names struct {
	list      []Opening                 // in the order of the list
	positions map[chess.PositionKey]int // indexes of the list
}

// ReadNames reads a list of openings: lines with an ECO code, a name, and the moves in PGN, in
// columns separated by tabs, or by commas as in CSV. A line whose first words are names of columns,
// in capital or small letters, tells where "eco", "name", and "pgn" (or "moves") stand. ReadNames
// also reads the form of the program Scid, in which the name stands in quotation marks, the moves
// end with "*" and may go on on the next line, and codes are finer, such as "A00b", and the form of
// pgn-extract's eco.pgn: games in PGN that end with "*" or a result and have the tags ECO, Opening, and
// perhaps Variation and SubVariation, which make a name such as "Slav: Exchange, Main Line". It ignores
// empty lines, lines that begin with "#", comments in braces before a game, other tags, and other
// columns. If two lines lead to the same position, [Names.Position] returns the first.
//
// Lines with errors are skipped and reported: the error joins a [*NameError] for each of the first
// hundred, and the names of all other lines are returned with it. If reading fails, the last joined
// error is the reader's.
func ReadNames(r io.Reader) (*Names, error) {
	if r == nil {
		return nil, fault.NoReader
	}
	l := nameReader{names: &Names{positions: make(map[chess.PositionKey]int)}, columns: columns{0, 1, 2}}
	in := bufio.NewReader(r)
	for {
		line, err := in.ReadString('\n')
		l.number++
		l.line(strings.TrimSpace(strings.TrimPrefix(line, "\ufeff"))) // which begins a file, of which there may be several
		if err != nil {
			l.finish()
			if err != io.EOF {
				l.faults = append(l.faults, err)
			}
			return l.names, fault.Join(l.faults...)
		}
	}
}

// A nameReader reads the lines of a list.
type nameReader struct {
	names   *Names
	columns columns
	number  int // of the line
	faults  []error

	open      Opening // whose moves may go on on the next line
	openSince int     // the number of its first line, or 0
	comment   bool    // the line is in a comment in braces
}

// columns are the places of the code, the name, and the moves in a line.
type columns struct{ eco, name, pgn int }

// mostNameErrors is the number of errors that ReadNames reports.
const mostNameErrors = 100

// fault adds the error of a line.
func (l *nameReader) fault(line int, reason string, err error) {
	if len(l.faults) < mostNameErrors {
		l.faults = append(l.faults, &NameError{Line: line, Detail: reason, Err: err})
	}
}

// line reads a line.
func (l *nameReader) line(line string) {
	switch {
	case line == "", line[0] == '#':
		return
	case l.comment || line[0] == '{':
		l.comment = !strings.HasSuffix(line, "}")
		return
	case line[0] == '[':
		l.tag(line)
		return
	case l.openSince > 0 && !strings.Contains(line, `"`):
		l.open.PGN += " " + line
	default:
		l.finish()
		l.opening(line)
	}
	if _, ended := cutEnd(l.open.PGN); ended {
		l.finish()
	}
}

// opening reads the first line of an opening, in Scid's form or in columns, or a line with the names of
// columns.
func (l *nameReader) opening(line string) {
	eco, rest, _ := strings.Cut(line, " ")
	if quoted, ok := strings.CutPrefix(strings.TrimSpace(rest), `"`); ok && isECO(eco) {
		name, moves, closed := strings.Cut(quoted, `"`)
		if !closed {
			l.fault(l.number, "the name has no closing quotation mark", nil)
			return
		}
		l.open, l.openSince = Opening{eco, strings.TrimSpace(name), strings.TrimSpace(moves)}, l.number
		return
	}
	fields := strings.Split(line, "\t")
	if len(fields) == 1 {
		in := csv.NewReader(strings.NewReader(line))
		in.LazyQuotes, in.TrimLeadingSpace = true, true
		fields, _ = in.Read()
	}
	if l.heading(fields) {
		return
	}
	c := l.columns
	if len(fields) <= max(c.eco, c.name, c.pgn) {
		l.fault(l.number, "want an ECO code, a name, and moves in columns", nil)
		return
	}
	l.open, l.openSince = Opening{strings.TrimSpace(fields[c.eco]), strings.TrimSpace(fields[c.name]), strings.TrimSpace(fields[c.pgn])}, l.number
	l.finish()
}

// heading takes the places of the columns from a line with their names. It reports whether it is
// one.
func (l *nameReader) heading(fields []string) bool {
	find := func(names ...string) int {
		return slices.IndexFunc(fields, func(f string) bool {
			return slices.Contains(names, strings.ToLower(strings.TrimSpace(f)))
		})
	}
	c := columns{find("eco"), find("name", "opening"), find("pgn", "moves")}
	if c.eco < 0 || c.name < 0 || c.pgn < 0 {
		return false
	}
	l.columns = c
	return true
}

// tag reads a tag of a game. The first one begins the game.
func (l *nameReader) tag(line string) {
	if l.openSince == 0 || l.open.PGN != "" {
		l.finish()
		l.open, l.openSince = Opening{}, l.number
	}
	name, value, _ := strings.Cut(strings.Trim(line, "[] "), " ")
	value = strings.Trim(value, `" `)
	switch name {
	case "ECO":
		l.open.ECO = value
	case "Opening":
		l.open.Name = value
	case "Variation":
		l.open.Name += ": " + value
	case "SubVariation":
		l.open.Name += ", " + value
	}
}

// cutEnd returns moves without the "*" or the result with which a game ends.
func cutEnd(moves string) (before string, ended bool) {
	for _, end := range [...]string{"*", " 1-0", " 0-1", " 1/2-1/2"} {
		if before, ended = strings.CutSuffix(moves, end); ended {
			break
		}
	}
	return strings.TrimSpace(before), ended
}

// finish adds the opening that is open, if there is one.
func (l *nameReader) finish() {
	if l.openSince == 0 {
		return
	}
	o, line := l.open, l.openSince
	l.openSince = 0
	o.PGN, _ = cutEnd(o.PGN)
	p, err := after(o.PGN)
	switch n := l.names; {
	case !isECO(o.ECO):
		l.fault(line, fmt.Sprintf("not an ECO code: %.20q", o.ECO), nil)
	case o.Name == "":
		l.fault(line, "the opening has no name", nil)
	case err != nil:
		l.fault(line, err.Error(), err)
	default:
		if _, ok := n.positions[p.Key()]; !ok {
			n.positions[p.Key()] = len(n.list)
		}
		n.list = append(n.list, o)
	}
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

// isECO reports whether s is an ECO code, A00 to E99, or a finer one with a letter and perhaps a
// digit after it, as Scid uses.
func isECO(s string) bool {
	if len(s) < 3 || len(s) > 5 || s[0]-'A' > 'E'-'A' || s[1]-'0' > 9 || s[2]-'0' > 9 {
		return false
	}
	return (len(s) < 4 || s[3]-'a' <= 'z'-'a') && (len(s) < 5 || s[4]-'0' <= 9)
}

// Position returns the opening that leads to p, by whatever moves. It returns the zero Opening if
// there is none.
func (n *Names) Position(p chess.Position) Opening {
	if i, ok := n.positions[p.Key()]; ok {
		return n.list[i]
	}
	return Opening{}
}

// Game returns the opening that leads to the last position of the main line of g that has a name,
// and the number of plies before that position. It returns the zero Opening if there is none.
func (n *Names) Game(g *chess.Game) (o Opening, plies int) {
	for i, p := range g.Positions() {
		if found, ok := n.positions[p.Key()]; ok {
			o, plies = n.list[found], i
		}
	}
	return o, plies
}

// All iterates over the openings in the order of the list.
func (n *Names) All() iter.Seq[Opening] { return slices.Values(n.list) }

// ByECO iterates over the openings whose code begins with a text, such as "C60", "C6", or "C".
func (n *Names) ByECO(code string) iter.Seq[Opening] {
	return n.where(func(o Opening) bool { return strings.HasPrefix(o.ECO, code) })
}

// Search iterates over the openings whose name has all words of a text, in any order and in capital
// or small letters. A word may be the beginning of a longer one: "sicil dragon" finds "Sicilian
// Defense: Dragon Variation".
func (n *Names) Search(text string) iter.Seq[Opening] {
	words := nameWords(text)
	return n.where(func(o Opening) bool {
		name := nameWords(o.Name)
		isMissing := func(word string) bool {
			return !slices.ContainsFunc(name, func(w string) bool { return strings.HasPrefix(w, word) })
		}
		return !slices.ContainsFunc(words, isMissing)
	})
}

// where iterates over the openings for which keep is true.
func (n *Names) where(keep func(Opening) bool) iter.Seq[Opening] {
	return func(yield func(Opening) bool) {
		for _, o := range n.list {
			if keep(o) && !yield(o) {
				return
			}
		}
	}
}

// plainLetters replaces letters that are hard to type, so that a search finds names that are
// spelled with them.
var plainLetters = strings.NewReplacer("á", "a", "ä", "a", "å", "a", "ã", "a", "ç", "c", "é", "e", "è", "e", "ë", "e", "í", "i",
	"ï", "i", "ñ", "n", "ó", "o", "ö", "o", "ø", "o", "ô", "o", "ú", "u", "ü", "u", "ý", "y", "č", "c", "ć", "c", "ł", "l",
	"ń", "n", "š", "s", "ś", "s", "ž", "z", "'", "", "’", "")

// nameWords returns the words of a name in small letters without accents.
func nameWords(name string) []string {
	isBetween := func(r rune) bool { return strings.ContainsRune(" :,-.()/", r) }
	return strings.FieldsFunc(plainLetters.Replace(strings.ToLower(name)), isBetween)
}
