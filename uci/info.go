package uci

import (
	"fmt"
	"time"

	"github.com/shakki/chess"
	"github.com/shakki/chess/internal/enum"
	"github.com/shakki/chess/internal/jsonform"
)

// A Bound says how a [Score] relates to the value of the position. The zero value is Exact.
type Bound uint8

// The bounds.
const (
	Exact      Bound = iota
	LowerBound       // the position is at least as good for the side to move
	UpperBound       // the position is at most as good for the side to move
)

// boundNames are the names of the bounds in the protocol, which has none for Exact.
var boundNames = enum.Of[Bound]("bound", "exact", "lowerbound", "upperbound")

// String returns "exact", "lowerbound", or "upperbound".
func (b Bound) String() string { return boundNames.Text(b) }

// MarshalText implements [encoding.TextMarshaler] with the form of String.
func (b Bound) MarshalText() ([]byte, error) { return boundNames.Marshal(b) }

// UnmarshalText implements [encoding.TextUnmarshaler] for the form that String returns. The error
// is a [*chess.ParseError].
func (b *Bound) UnmarshalText(text []byte) error { return boundNames.Unmarshal(b, text) }

// A Score is the evaluation of a position by an engine, from the point of view of the side to move.
// The zero value is an exact score of 0 centipawns.
type Score struct {
	Centipawns int   `json:"centipawns"`      // the evaluation if Mate is 0 and Mated is false
	Mate       int   `json:"mate,omitempty"`  // moves to mate, negative if the side to move is mated, or 0 for no mate
	Mated      bool  `json:"mated,omitempty"` // the side to move is checkmated
	Bound      Bound `json:"bound,omitempty"` // whether the score is exact
}

// Eval returns s from White's point of view. The arguments are the side to move in the position,
// and the depth of the search in plies or 0. An Eval has no bounds.
func (s Score) Eval(turn chess.Color, depth int) chess.Eval {
	e := chess.Eval{Centipawns: s.Centipawns, Mate: s.Mate, Mated: s.Mated, Depth: depth}
	if s.Mated {
		e.Mate = -1
	}
	if turn == chess.Black {
		e.Centipawns, e.Mate = -e.Centipawns, -e.Mate
	}
	return e
}

// Number returns s as one number, which is greater if s is better for the side to move, as
// [chess.Eval.Number] does. To be checkmated is -1,000,000. Bounds do not count.
func (s Score) Number() int { return s.Eval(chess.White, 0).Number() }

// String returns a form such as "0.35", "-1.20 lowerbound", "#3", or "#-2". It is "mated" if the
// side to move is checkmated.
func (s Score) String() string {
	text := chess.Eval{Centipawns: s.Centipawns, Mate: s.Mate}.String()
	if s.Mated {
		text = "mated"
	}
	if s.Bound != Exact {
		text += " " + s.Bound.String()
	}
	return text
}

// A WDL holds the probabilities of the results in permille, from the point of view of the side to
// move.
type WDL struct {
	Win  int `json:"win"`  // of a win
	Draw int `json:"draw"` // of a draw
	Loss int `json:"loss"` // of a loss
}

// An Info is what an engine reports during a search. Engines send many reports, each with a few of
// the fields. The zero value of a field means that the report does not have it.
type Info struct {
	Depth          int           `json:"depth,omitempty"`          // in plies
	SelectiveDepth int           `json:"selectiveDepth,omitempty"` // of the longest line, in plies
	MultiPV        int           `json:"multiPV,omitempty"`        // the rank of PV, from 1, or 0 if the engine reports only one line
	Score          *Score        `json:"score,omitempty"`          // the evaluation
	WDL            *WDL          `json:"wdl,omitempty"`            // the chances
	PV             []chess.Move  `json:"pv,omitempty"`             // the principal variation: legal moves from the position searched
	Time           time.Duration `json:"time,omitzero"`            // since the search began
	Nodes          int64         `json:"nodes,omitempty"`          // positions searched
	NodesPerSecond int64         `json:"nodesPerSecond,omitempty"` // the speed
	HashFull       int           `json:"hashFull,omitempty"`       // how full the hash table is, in permille
	TablebaseHits  int64         `json:"tablebaseHits,omitempty"`  // positions found in endgame tablebases
	CPULoad        int           `json:"cpuLoad,omitempty"`        // in permille

	CurrentMove       chess.Move   `json:"currentMove,omitzero"`        // the move being searched
	CurrentMoveNumber int          `json:"currentMoveNumber,omitempty"` // its number, from 1
	CurrentLine       []chess.Move `json:"currentLine,omitempty"`       // the line being searched
	CPU               int          `json:"cpu,omitempty"`               // the processor that searches CurrentLine, from 1
	Refutation        []chess.Move `json:"refutation,omitempty"`        // a move and the line that refutes it

	Text string `json:"text,omitempty"` // a message
}

// MarshalJSON returns an object with the fields. Times are numbers of seconds.
func (i Info) MarshalJSON() ([]byte, error) { return jsonform.Marshal(&i) }

// UnmarshalJSON reads the form that MarshalJSON writes.
func (i *Info) UnmarshalJSON(text []byte) error { return jsonform.Unmarshal(text, i) }

// A Best is the result of a search. Its Info has what the engine has last reported about the principal
// variation, such as the score, the depth, and the line, or is the zero Info if the engine has reported
// nothing.
type Best struct {
	Move   chess.Move `json:"move"`            // the best move, or NullMove if there is no legal move
	Ponder chess.Move `json:"ponder,omitzero"` // the reply that the engine expects, or NullMove
	Info   Info       `json:"info,omitzero"`   // the last report
}

// fields returns the fields of a report that have a number, in the order in which they are written.
func (i *Info) fields() []field {
	return []field{
		{"depth", &i.Depth},
		{"seldepth", &i.SelectiveDepth},
		{"multipv", &i.MultiPV},
		{"nodes", &i.Nodes},
		{"nps", &i.NodesPerSecond},
		{"hashfull", &i.HashFull},
		{"tbhits", &i.TablebaseHits},
		{"time", &i.Time},
		{"cpuload", &i.CPULoad},
		{"currmovenumber", &i.CurrentMoveNumber},
	}
}

// command returns the command that reports i in a search of p.
func (i Info) command(p chess.Position) string {
	b := appendFields([]byte("info"), i.fields())
	if i.Score != nil {
		b = i.Score.append(b)
	}
	if i.WDL != nil {
		b = fmt.Appendf(b, " wdl %d %d %d", i.WDL.Win, i.WDL.Draw, i.WDL.Loss)
	}
	b = appendMoves(b, " currmove", p, []chess.Move{i.CurrentMove})
	b = appendMoves(b, " refutation", p, i.Refutation)
	line := " currline"
	if i.CPU > 0 {
		line = fmt.Sprintf(" currline %d", i.CPU)
	}
	b = appendMoves(b, line, p, i.CurrentLine)
	b = appendMoves(b, " pv", p, i.PV)
	if i.Text != "" {
		b = append(append(b, " string "...), oneLine(i.Text)...)
	}
	return string(b)
}

// append appends the words that report s.
func (s Score) append(b []byte) []byte {
	if s.Mate != 0 || s.Mated {
		b = fmt.Appendf(b, " score mate %d", s.Mate)
	} else {
		b = fmt.Appendf(b, " score cp %d", s.Centipawns)
	}
	if s.Bound != Exact {
		b = append(append(b, ' '), s.Bound.String()...)
	}
	return b
}

// parseInfo parses what follows the command info in a search of p. It skips what it does not know,
// and lines of moves end before the first move that is not legal.
func parseInfo(w words, p position) Info {
	var i Info
	fields := i.fields()
	for name := w.next(); name != ""; name = w.next() {
		switch name {
		case "score":
			i.Score = parseScore(w)
		case "lowerbound", "upperbound":
			if i.Score != nil {
				i.Score.Bound.UnmarshalText([]byte(name))
			}
		case "wdl":
			i.WDL = parseWDL(&w)
		case "pv":
			i.PV = w.moves(p)
		case "refutation":
			i.Refutation = w.moves(p)
		case "currline":
			w.set(&i.CPU, 0)
			i.CurrentLine = w.moves(p)
		case "currmove":
			i.CurrentMove = w.move(p)
		case "string":
			i.Text = w.rest()
		default:
			w.set(find(fields, name).value, 0)
		}
	}
	return i
}

// parseScore parses "cp 35" or "mate -3". It returns nil for anything else.
func parseScore(w words) *Score {
	unit := w.next()
	n, ok := w.number()
	if !ok || unit != "cp" && unit != "mate" {
		return nil
	}
	n = min(max(n, -maxScore), maxScore)
	if unit == "cp" {
		return &Score{Centipawns: int(n)}
	}
	return &Score{Mate: int(n), Mated: n == 0}
}

// maxScore is the greatest number in a score that is read. Greater ones become maxScore, so that
// programs can calculate with scores.
const maxScore = 1_000_000

// parseWDL parses three numbers.
func parseWDL(w *words) *WDL {
	var d WDL
	if w.set(&d.Win, 0) && w.set(&d.Draw, 0) && w.set(&d.Loss, 0) {
		return &d
	}
	return nil
}

// parseBest parses what follows the command bestmove in p. A reply that is not legal is left out.
func parseBest(w words, p position) (best Best, err error) {
	best.Move, err = legalMove(p, w.next())
	if w.next() == "ponder" {
		best.Ponder, _ = legalMove(p.after(best.Move), w.next())
	}
	return best, err
}

// legalMove parses a legal move, which NullMove is not. With an error it returns NullMove.
func legalMove(p position, text string) (chess.Move, error) {
	m, err := p.ParseUCI(text)
	if err == nil && m == chess.NullMove {
		err = &chess.MoveError{Text: text, Kind: chess.ErrIllegal, Why: chess.PassNotAllowed, By: chess.NoSquare, To: chess.NoSquare}
	}
	return m, err
}
