package selection

import (
	"bytes"
	"cmp"
	"encoding/csv"
	"encoding/json"
	"fmt"
	"maps"
	"slices"
	"strconv"
	"strings"

	"github.com/shakki/chess"
	"github.com/shakki/chess/book/openings"
	"github.com/shakki/chess/epd"
)

// A Format is a form in which games come out.
type Format uint8

// The formats.
const (
	PGN    Format = iota // the export form of the PGN standard
	Source               // the text as it was read
	Tags                 // the tags alone
	JSON                 // an object on a line for each game
	CSV                  // a line with columns for each game
	EPD                  // a line for each position
	Count                // only the number of games
)

// FormatNames are the names of the formats.
var FormatNames = []string{"pgn", "source", "tags", "json", "csv", "epd", "count"}

// An Output says in which form games come out. The zero Output is the export form of PGN.
type Output struct {
	Format Format
	PGN    chess.PGNFormat

	KeepTags []string // the tags to write, or none for all
	DropTags []string // tags not to write

	PlyCount, Opening, Hash bool // add the tags PlyCount; ECO, Opening, and Variation; HashCode
	FENs, LastFEN           bool // add the FEN as a comment after each move; at the end

	Columns []string // of CSV: tags, or the columns in Columns
	Cut     int      // write only this number of plies, or all if 0
	CutAt   bool     // write the moves up to the first position that the query asks for
}

// Roster is the list of the tags that PGN requires.
var Roster = []string{"Event", "Site", "Date", "Round", "White", "Black", "Result"}

// columns are the columns of CSV that are not tags.
var columns = map[string]func(w *gameWriter) string{
	"file":  func(w *gameWriter) string { return w.file },
	"game":  func(w *gameWriter) string { return numberMark },
	"plies": func(w *gameWriter) string { return strconv.Itoa(w.game.Plies()) },
	"moves": func(w *gameWriter) string {
		return w.game.Start().Line(w.game.Moves(), chess.PGNFormat{Notation: w.PGN.Notation, Language: w.PGN.Language})
	},
	"uci": func(w *gameWriter) string {
		return strings.Join(w.moves(chess.PGNFormat{Notation: chess.NotationUCI}), " ")
	},
	"start":   func(w *gameWriter) string { return w.game.Start().FEN() },
	"fen":     func(w *gameWriter) string { return w.game.Position().FEN() },
	"result":  func(w *gameWriter) string { return w.game.Outcome().Result.String() },
	"reason":  func(w *gameWriter) string { return reason(w.game) },
	"eco":     func(w *gameWriter) string { o, _ := openings.Names().Game(w.game); return o.ECO },
	"opening": func(w *gameWriter) string { o, _ := openings.Names().Game(w.game); return o.Name },
	"hash":    func(w *gameWriter) string { return fmt.Sprintf("%016x", hashOf(w.game)) },
}

// ParseColumns parses the columns of CSV, which commas separate. Those of a tag begin with a
// capital letter.
func ParseColumns(s string) ([]string, error) {
	names := strings.Split(s, ",")
	for _, name := range names {
		if columns[name] == nil && (name == "" || name[0] < 'A' || name[0] > 'Z') {
			known := strings.Join(slices.Sorted(maps.Keys(columns)), ", ")
			return nil, fmt.Errorf("no column %q: want a tag such as White, or one of %s", name, known)
		}
	}
	return names, nil
}

// reason returns why a game ended, or "".
func reason(g *chess.Game) string {
	if r := g.Outcome().Reason; r != chess.NoReason {
		return r.String()
	}
	return ""
}

// hashOf returns the hash of the start and the moves of a game.
func hashOf(g *chess.Game) uint64 {
	h := mix(startHash, g.Start().Hash())
	for n := range g.MainLine() {
		h = mix(h, uint64(n.Move()))
	}
	return h
}

// needsGame reports whether games must be read as trees to be written.
func (o *Output) needsGame() bool { return o.Format != Source && o.Format != Count }

// header returns what stands at the start of each file.
func (o *Output) header() []byte {
	if o.Format != CSV {
		return nil
	}
	return csvLine(o.Columns)
}

// IsPGN reports whether a game may come out as it was read, and a blank line separates games.
func (o *Output) IsPGN() bool { return o.Format <= Tags || o.Format == Count }

// csvLine returns a line of CSV.
func csvLine(fields []string) []byte {
	var b bytes.Buffer
	w := csv.NewWriter(&b)
	w.Write(fields)
	w.Flush()
	return b.Bytes()
}

// A gameWriter writes games.
type gameWriter struct {
	*Output
	file    string // the name of the file that is read
	game    *chess.Game
	out     []byte // the texts of all games
	scratch []byte
}

// write returns the text of a game without the last line feed. matchPly is the number of plies before the
// position that the query asks for, or -1.
func (w *gameWriter) write(g *chess.Game, matchPly int) []byte {
	w.game = g
	w.change(matchPly)
	from := len(w.out)
	w.out = w.append(w.out)
	return bytes.TrimSuffix(w.out[from:], []byte("\n"))
}

// numberMark stands in JSON and CSV for the number of the game, which is not known yet.
const numberMark = "\x00"

// append appends the text of the game to b.
func (w *gameWriter) append(b []byte) []byte {
	g := w.game
	switch w.Format {
	case JSON:
		return w.appendJSON(b)
	case CSV:
		return w.appendCSV(b)
	case EPD:
		return w.appendEPD(b)
	}
	format := w.PGN
	if w.FENs || w.LastFEN {
		format.OmitComments = false // those of the record are deleted by addFENs
	}
	if w.Format == Tags {
		tags, _, _ := bytes.Cut(g.AppendPGN(nil, chess.PGNFormat{MainLineOnly: true}), []byte("\n\n"))
		return w.filterTags(b, tags)
	}
	if len(w.KeepTags)+len(w.DropTags) == 0 {
		return g.AppendPGN(b, format)
	}
	w.scratch = g.AppendPGN(w.scratch[:0], format)
	return w.filterTags(b, w.scratch)
}

// keeps reports whether a tag is written. The start position of a game is never dropped.
func (w *gameWriter) keeps(name string) bool {
	is := func(other string) bool { return strings.EqualFold(name, other) }
	switch {
	case is("FEN"), is("SetUp"), is("Variant"), w.PlyCount && is("PlyCount"), w.Hash && is("HashCode"), w.Opening && (is("ECO") || is("Opening") || is("Variation")):
		return true
	}
	return (len(w.KeepTags) == 0 || slices.ContainsFunc(w.KeepTags, is)) && !slices.ContainsFunc(w.DropTags, is)
}

// filterTags appends PGN without the tags that are not written to b.
func (w *gameWriter) filterTags(b, pgn []byte) []byte {
	isFirst := true
	for line := range bytes.Lines(pgn) {
		if line[0] != '[' {
			break
		}
		if name, _, _ := bytes.Cut(line[1:], []byte(" ")); w.keeps(string(name)) {
			b = append(b, line...)
			isFirst = false
		}
		pgn = pgn[len(line):]
	}
	if isFirst {
		pgn = bytes.TrimPrefix(pgn, []byte("\n"))
	}
	return append(b, pgn...)
}

// change makes the changes to the game that the output asks for.
func (w *gameWriter) change(matchPly int) {
	g := w.game
	switch {
	case w.CutAt:
		cut(g, matchPly)
	case w.Cut > 0:
		cut(g, w.Cut)
	}
	if w.PlyCount {
		g.SetTag("PlyCount", strconv.Itoa(g.Plies()))
	}
	if w.Opening {
		w.addOpening()
	}
	if w.Hash {
		g.SetTag("HashCode", fmt.Sprintf("%016x", hashOf(g)))
	}
	if w.FENs || w.LastFEN {
		w.addFENs()
	}
}

// addOpening adds the tags ECO, Opening, and Variation if the opening on the board has a name.
func (w *gameWriter) addOpening() {
	g := w.game
	o, _ := openings.Names().Game(g)
	if o.Name == "" {
		return
	}
	name, variation, _ := strings.Cut(o.Name, ": ")
	g.SetTag("ECO", o.ECO)
	g.SetTag("Opening", name)
	g.DeleteTag("Variation")
	if variation != "" {
		g.SetTag("Variation", variation)
	}
}

// cut deletes the moves after a number of plies.
func cut(g *chess.Game, plies int) {
	for n := range g.MainLine() {
		if n.Plies() > plies {
			for next := range n.Parent().Children() {
				next.Delete()
			}
			return
		}
	}
}

// addFENs adds the FEN as a comment after each move of the main line or after the last one.
func (w *gameWriter) addFENs() {
	if w.PGN.OmitComments {
		w.game, _ = chess.ParsePGN(w.game.FormatPGN(chess.PGNFormat{OmitComments: true}))
	}
	last := w.game.LastNode()
	for n := range w.game.MainLine() {
		if w.FENs || n == last {
			n.SetComments(append(n.Comments(), n.Position().FEN())...)
		}
	}
}

// moves returns the moves of the main line.
func (w *gameWriter) moves(format chess.PGNFormat) []string {
	list := []string{}
	p := w.game.Start()
	for _, m := range w.game.Moves() {
		list = append(list, p.MoveText(m, format))
		p.SetAfter(&p, m)
	}
	return list
}

// appendCSV appends a line of CSV.
func (w *gameWriter) appendCSV(b []byte) []byte {
	fields := make([]string, len(w.Columns))
	for i, name := range w.Columns {
		if column := columns[name]; column != nil {
			fields[i] = column(w)
		} else {
			fields[i] = strings.ReplaceAll(w.game.Tag(name), numberMark, "")
		}
	}
	return append(b, csvLine(fields)...)
}

// A jsonGame is a game as JSON.
type jsonGame struct {
	File    string          `json:"file"`
	Tags    json.RawMessage `json:"tags"`
	Start   string          `json:"start,omitempty"` // unless it is the standard one
	Moves   []string        `json:"moves"`
	Clocks  []*float64      `json:"clocks,omitempty"` // in seconds, for each move
	Evals   []*chess.Eval   `json:"evals,omitempty"`
	Plies   int             `json:"plies"`
	Outcome chess.Outcome   `json:"outcome"`
	End     string          `json:"fen"`
}

// appendJSON appends a game as a line of JSON.
func (w *gameWriter) appendJSON(b []byte) []byte {
	g := w.game
	j := jsonGame{
		File: w.file, Tags: w.jsonTags(), Moves: w.moves(chess.PGNFormat{Notation: w.PGN.Notation, Language: w.PGN.Language}),
		Plies: g.Plies(), Outcome: g.Outcome(), End: g.Position().FEN(),
	}
	if start := g.Start(); start != chess.StartPosition() {
		j.Start = start.FEN()
	}
	hasClock, hasEval := false, false
	for n := range g.MainLine() {
		info := n.Info()
		var clock *float64
		if info.Clock != nil {
			seconds := info.Clock.Seconds()
			clock, hasClock = &seconds, true
		}
		hasEval = hasEval || info.Eval != nil
		j.Clocks, j.Evals = append(j.Clocks, clock), append(j.Evals, info.Eval)
	}
	if !hasClock || w.PGN.OmitClocks {
		j.Clocks = nil
	}
	if !hasEval || w.PGN.OmitEvals {
		j.Evals = nil
	}
	text, _ := json.Marshal(j) // marshaling these fields cannot fail
	return append(append(b, `{"game":`+numberMark+`,`...), text[1:]...)
}

// jsonTags returns the tags as an object, in their order.
func (w *gameWriter) jsonTags() json.RawMessage {
	b := []byte{'{'}
	for _, t := range w.game.Tags() {
		if !w.keeps(t.Name) {
			continue
		}
		name, _ := json.Marshal(t.Name)
		value, _ := json.Marshal(t.Value)
		if len(b) > 1 {
			b = append(b, ',')
		}
		b = append(append(append(b, name...), ':'), value...)
	}
	return append(b, '}')
}

// appendEPD appends a line for each position of the main line. As pgn-extract does, c0 says what
// game it is, and c1 is the result.
func (w *gameWriter) appendEPD(b []byte) []byte {
	g := w.game
	r := epd.Record{}
	r.Comments[0] = fmt.Sprintf("%s-%s, %s, %s, %s", cmp.Or(g.Tag("White"), "?"), cmp.Or(g.Tag("Black"), "?"),
		cmp.Or(g.Tag("Event"), "?"), cmp.Or(g.Tag("Site"), "?"), cmp.Or(g.Tag("Date"), "?"))
	r.Comments[1] = g.Outcome().Result.String()
	for _, p := range g.Positions() {
		r.Position = p
		b = append(append(b, r.String()...), '\n')
	}
	return b
}
