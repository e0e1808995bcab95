package main

import (
	"cmp"
	"errors"
	"fmt"
	"io"
	"path/filepath"
	"slices"
	"strconv"
	"strings"

	"github.com/shakki/chess"
	"github.com/shakki/chess/internal/cmdline"
	"github.com/shakki/chess/internal/selection"
	"github.com/shakki/chess/internal/source"
)

// A selector is one run of the command select.
type selector struct {
	*invocation
	selection.Selection
	outName, restName, duplicateName string
	isAdded                          bool
	inputs                           []source.Input
	given                            map[string]string // the flags, with their last values
}

// selectGames defines the command select.
func selectGames(r *invocation) func() error {
	s := &selector{invocation: r}
	s.Output.Columns = []string{"White", "Black", "Result", "Date", "ECO", "plies"}
	s.addConditions()
	s.addChoiceFlags()
	s.addOutputFlags()
	s.addInputFlags()
	return s.run
}

// selectRules say which flags of select need or exclude each other.
var selectRules = []cmdline.Rule{
	{Flags: "within cut=match", Needs: "fen material reach"},
	{Flags: "anycolor for", Needs: "fen material"},
	{Flags: "rules", Needs: "findings"},
	{Flags: "memory duplicates", Needs: "unique"},
	{Flags: "seed", Needs: "sample"},
	{Flags: "sample", Excludes: "first"},
	{Flags: "append", Needs: "o rest duplicates"},
	{Flags: "split", Needs: "o"},
	{Flags: "columns", Needs: "format=csv"},
	{Flags: "add cut", Excludes: "format=source format=count"},
	{Flags: "add", Excludes: "format=epd"},
	{Flags: "cut", Excludes: "format=tags"},
	{Flags: "add=fens add=lastfen", Excludes: "format=tags format=csv format=json"},
	{Flags: "tags omit", Excludes: "format=source format=count format=csv format=epd"},
	{Flags: "omit=clocks omit=evals", Excludes: "format=tags"},
	{Flags: "omit=comments omit=variations omit=glyphs omit=tags", Excludes: "format=json format=tags"},
	{Flags: "letters", Excludes: "notation=uci"},
	{Flags: "faulty=pass", Excludes: "format=json format=csv format=epd"},
	{Flags: "notation letters", Excludes: "format=source format=count format=tags format=epd"},
	{Flags: "width", Excludes: "format=source format=count format=tags format=csv format=json format=epd"},
	{Flags: "o", Excludes: "format=count"},
}

// nameFormat lets the name of the output choose the form of games, unless a flag does.
func (s *selector) nameFormat() {
	name := strings.TrimSuffix(strings.TrimSuffix(s.outName, ".gz"), ".zst")
	form := map[string]string{".csv": "csv", ".json": "json", ".jsonl": "json", ".epd": "epd"}[filepath.Ext(name)]
	if cmdline.Given(s.flags.FlagSet)["format"] == "" && form != "" {
		s.flags.Set("format", form)
	}
}

// isBrokenPipe reports whether an error says that nobody reads the output any more.
func isBrokenPipe(err error) bool {
	return errors.Is(err, source.ErrBrokenPipe) || errors.Is(err, io.ErrClosedPipe)
}

const selectHelp = `Selects the games that fulfill all conditions and writes them in the order of the input.
A condition that is given several times, or as @FILE with one value on each line, has alternatives.

TEXT is the beginning of a value, =TEXT all of it, *TEXT? has the wildcards * and ?, and ~TEXT is a
regular expression. Capital and small letters are the same. RANGE is 40, 20..40, 20.. or ..40.
A condition without a value, such as -checkmate, becomes its opposite with -checkmate=false.`

// addConditions adds the conditions on tags, moves, and positions.
func (s *selector) addConditions() {
	s.flags.Group(selectHelp)
	add := func(conditions []selection.Condition) {
		for _, c := range conditions {
			s.flags.Add(c.Name, c.Usage, func(value string) error { return c.Add(&s.Query, value) })
		}
	}
	s.flags.Group("Conditions on the tags, which are decided without reading the moves:")
	add(selection.TagConditions)
	s.flags.Group("Conditions on the moves and positions of the main line:")
	add(selection.MoveConditions)
	q := &s.Query
	s.flags.On(&q.AnyColor, "anycolor", "-fen and -material also hold with the colors exchanged")
	s.flags.Number(&q.For, "for", "-fen and -material hold for `N` positions in a row (default 1)")
	s.flags.Number(&q.Within, "within", "-fen, -material, and -reach hold within the first `N` plies")
	for _, c := range selection.Traits {
		s.flags.Note(c.Name)
		s.flags.BoolFunc(c.Name, c.Usage, func(value string) error { return c.Add(q, value) })
	}
	s.flags.Value(&q.Rules, "rules", "judge by the `RULES`, as shakki judge does")
}

// addChoiceFlags adds the flags that choose among the games that fulfill the conditions.
func (s *selector) addChoiceFlags() {
	s.flags.Group("Which of these games:")
	cmdline.Choice(s.flags, &s.Unique, selection.ByMoves, "unique",
		"of games with the same `WHAT` only the first: moves, or players for moves and players", "moves", "players")
	s.flags.Text(&s.duplicateName, "duplicates", "write the games that -unique leaves out to `FILE`")
	s.flags.Number(&s.Memory, "memory", "let -unique take `N` megabytes, at 11 to 22 bytes a game (default 1024)")
	s.flags.Add("game", "the number of the game in its file is in `RANGE`", func(v string) error {
		r, err := selection.ParseRange(v)
		s.Games = append(s.Games, r)
		return err
	})
	s.flags.Number(&s.First, "first", "stop after `N` games")
	s.flags.Number(&s.Every, "every", "every `N`th game")
	s.flags.Number(&s.Sample, "sample", "a random sample of `N` games")
	s.flags.Note("seed")
	s.flags.Uint64Var(&s.Seed, "seed", 0, "make the random choice of -sample that belongs to `N`")
	s.flags.Text(&s.restName, "rest", "write all other games to `FILE`, as they were read")
}

// addOutputFlags adds the flags for the form of the output.
func (s *selector) addOutputFlags() {
	o := &s.Output
	s.flags.Group("How they come out:")
	s.flags.Text(&s.outName, "o", "write to `FILE`, compressed if its name ends in .gz or .zst; .csv, .json, and .epd choose the form")
	s.flags.On(&s.isAdded, "append", "add the games to what the files of -o, -rest, and -duplicates hold")
	cmdline.One(s.flags, &s.Split, "split", "share the games between files such as FILE-1.pgn, with `N` games each, or by eco, eco1, eco2, player,\n"+
		"month, year, or a tag such as Event", selection.ParseSplit)
	cmdline.Choice(s.flags, &o.Format, selection.PGN, "format", "write in the `FORM` pgn (the export form, the default), source (as it was read), tags, json, csv,\n"+
		"epd (all positions), or count", selection.FormatNames...)
	cmdline.One(s.flags, &o.Columns, "columns", "the `NAMES` of the columns of csv: tags, or file, game, plies, moves, uci, start, fen, result, reason,\n"+
		"eco, opening, and hash (default White,Black,Result,Date,ECO,plies)", selection.ParseColumns)
	f := &o.PGN
	s.flags.Add("omit", "leave out `WHAT`: comments, variations, glyphs, clocks, evals, tags, or tags by name; commas separate", func(v string) error {
		return set(v, "neither comments, variations, glyphs, clocks, evals, tags, nor the name of a tag", map[string]*bool{
			"comments": &f.OmitComments, "variations": &f.OmitVariations, "glyphs": &f.OmitGlyphs,
			"clocks": &f.OmitClocks, "evals": &f.OmitEvals, "tags": &f.OmitTags,
		}, func(name string) bool {
			o.DropTags = append(o.DropTags, name)
			return name != "" && name[0] >= 'A' && name[0] <= 'Z'
		})
	})
	s.flags.Add("tags", "write only the tags with these `NAMES`; seven stands for the seven that PGN requires", func(v string) error {
		for name := range strings.SplitSeq(v, ",") {
			if name == "seven" {
				o.KeepTags = append(o.KeepTags, selection.Roster...)
			} else {
				o.KeepTags = append(o.KeepTags, name)
			}
		}
		return nil
	})
	s.flags.Add("add", "add `WHAT`: fens after each move, or lastfen; the tags plycount, opening (with ECO and Variation), hash", func(v string) error {
		return set(strings.ToLower(v), "neither fens, lastfen, plycount, opening, nor hash", map[string]*bool{
			"fens": &o.FENs, "lastfen": &o.LastFEN, "plycount": &o.PlyCount, "opening": &o.Opening, "hash": &o.Hash,
		}, func(string) bool { return false })
	})
	s.flags.Add("cut", "write only `N` plies, or with match, the moves up to what -fen, -material, or -reach finds", func(v string) (err error) {
		if o.CutAt = v == "match"; !o.CutAt {
			err = (*cmdline.Positive)(&o.Cut).Set(v)
		}
		return err
	})
	s.flags.Add("width", "break lines after `N` bytes (default 80), or never with 0", func(v string) error {
		n, err := strconv.Atoi(v)
		if f.Columns = n; n <= 0 {
			f.Columns = -1
		}
		return err
	})
	cmdline.Choice(s.flags, &f.Notation, chess.NotationSAN, "notation", "write moves as `NAME`: san, long, or uci", "san", "long", "uci")
	s.flags.Value(&f.Language, "letters", "write the letters of the pieces in the language `NAME`, or figurines")
}

// set sets the parts that a list names. Other names must be those that other takes.
func set(list, wrong string, parts map[string]*bool, other func(name string) bool) error {
	for name := range strings.SplitSeq(list, ",") {
		if part := parts[name]; part != nil {
			*part = true
		} else if !other(name) {
			return fmt.Errorf("%q is %s", name, wrong)
		}
	}
	return nil
}

// addInputFlags adds the flags for reading.
func (s *selector) addInputFlags() {
	s.flags.Group("Reading:")
	cmdline.Choice(s.flags, &s.Faults, selection.Drop, "faulty", "`WHAT` becomes of a selected game with an error, which is printed: drop (the default), keep (what\n"+
		"could be read), or pass (as it was read); with -faults or -findings, pass (or keep) is the default", "drop", "keep", "pass")
	s.flags.Value(&s.Options.Language, "language", "read the letters of the pieces in the language `NAME`")
	s.flags.Number(&s.Workers, "workers", "use `N` workers (default the number of processors)")
}

// prepare checks how the flags fit together, and opens the output.
func (s *selector) prepare() (err error) {
	if s.outName == "-" {
		s.outName = ""
	}
	s.nameFormat()
	s.given = cmdline.Given(s.flags.FlagSet)
	if err := cmdline.Check(s.given, selectRules); err != nil {
		return err
	}
	if s.given["faulty"] == "" && s.Query.WantsFaulty() {
		s.Faults = selection.Keep
		if s.Output.IsPGN() {
			s.Faults = selection.Pass
		}
	}
	hasMoves := s.Output.Format != selection.CSV || slices.Contains(s.Output.Columns, "moves")
	if s.given["notation"]+s.given["letters"] != "" && !hasMoves {
		return errors.New("-notation and -letters have no effect on these -columns: moves is not one of them")
	}
	if s.inputs, err = s.open(s.flags.Args()); err != nil {
		return err
	}
	create := func(name string, form selection.Output, isSplit bool) (files *selection.Files) {
		if name != "" && err == nil {
			files, err = selection.NewFiles(&s.door, name, form, s.isAdded, isSplit)
		}
		return files
	}
	s.Out = create(cmp.Or(s.outName, "-"), s.Output, s.Split.IsSet())
	s.Rest = create(s.restName, selection.Output{}, false)
	s.Duplicates = create(s.duplicateName, s.Output, false)
	return err
}

// run does what the flags ask for. It is no error that nobody reads the output any more, unless other files
// that were asked for would lack games.
func (s *selector) run() error {
	err := s.prepare()
	if err == nil {
		defer source.IgnoreBrokenPipe()()
		err = s.selectAll()
	}
	if isBrokenPipe(err) && s.outName+s.restName+s.duplicateName == "" {
		return nil
	}
	return err
}

// selectAll selects the games of all files.
func (s *selector) selectAll() error {
	s.Report = s.fault
	s.Progress = func(games, selected int) {
		s.bar.games.Store(int64(games))
		s.bar.found.Store(int64(selected))
	}
	unread := false
	for _, input := range s.inputs {
		err := s.read(input, "selected", func(file io.Reader) error { return s.Read(input.Name, file) })
		if isBrokenPipe(err) {
			return err
		}
		s.report(err)
		unread = unread || err != nil
		if s.Done() {
			break
		}
	}
	if err := s.Close(); err != nil {
		return err
	}
	if unread && s.outName+s.restName+s.duplicateName != "" {
		return errors.New("no file was written, because not all games could be read and written")
	}
	if err := s.door.Commit(); err != nil {
		return err
	}
	if s.Forgotten > 0 {
		fmt.Fprintf(s.door.Err, "shakki: -memory is too small: %d games were not remembered, so copies of them are not found\n", s.Forgotten)
	}
	if s.Output.Format == selection.Count {
		fmt.Fprintln(s.out, s.Selected)
	}
	return nil
}
