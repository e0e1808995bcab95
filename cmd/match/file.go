package main

import (
	"errors"
	"fmt"
	"io"
	"os"
	"regexp"
	"strconv"
	"strings"
	"time"

	"github.com/shakki/chess"
)

// setTags sets the tags of a game.
func (m *match) setTags(g *chess.Game, f fixture) {
	g.SetTag("Event", m.event)
	g.SetTag("Site", m.site)
	g.SetTag("Date", time.Now().Format("2006.01.02"))
	g.SetTag("Round", fmt.Sprint(f.number))
	white, black := f.players[chess.White], f.players[chess.Black]
	g.SetTag("White", white.name)
	g.SetTag("Black", black.name)
	if clock := white.control.clock.String(); clock == black.control.clock.String() {
		g.SetTag("TimeControl", clock)
	}
	g.SetTag("Conditions", m.conditions(f))
}

// resume opens the PGN file and counts the games in it. A last game that was cut short, by a full disk
// or a power failure, is cut off. Nothing else is changed, because the file may be of another match.
func (m *match) resume() (err error) {
	if m.file, err = os.OpenFile(m.pgn, os.O_RDWR|os.O_APPEND|os.O_CREATE, 0o644); err != nil {
		return err
	}
	read, err := io.ReadAll(m.file)
	if err != nil {
		return err
	}
	text := string(read)
	if text == "" { // also of a device, which cannot be cut
		return nil
	}
	if found := conditionsTag.FindStringSubmatch(text); found != nil {
		m.written = strings.Split(found[1], ",")
	}
	whole := text
	if last := max(strings.LastIndex("\n\n"+text, "\n\n["), 0); m.isBegun(text[last:]) {
		whole = text[:last]
	}
	if err := m.countAll(whole); err != nil {
		return err
	}
	if whole != text {
		fmt.Fprintf(m.errs, "match: %s: the last game was cut short and will be played again\n", m.pgn)
	}
	whole = strings.TrimRight(whole, "\n")
	if err = m.file.Truncate(int64(len(whole))); err == nil && whole != "" {
		_, err = m.file.WriteString("\n\n")
	}
	return err
}

// gameEnd matches the end of a game that is complete.
var gameEnd = regexp.MustCompile(`[ \n](1-0|0-1|1/2-1/2)\n*$`)

// varying matches the beginning of tags that are not the same in all games of a match, and of the
// line in which a text ends.
var varying = regexp.MustCompile(`^\[((Date|Round|SetUp|FEN|Variant|PlyCount|Termination|EndReason) |Result "[01])|^(\[[A-Za-z]*)?$`)

// isBegun reports whether text is the beginning of a game of this match: each line of its tags is one
// of theirs, and neither a result nor another game is at its end.
func (m *match) isBegun(text string) bool {
	known := ""
	for n := range 2 * len(m.pairings) {
		g := start(chess.StartPosition())
		m.setTags(g, m.fixture(n+1))
		known += "\n" + g.String()
	}
	tags, moves, _ := strings.Cut(text, "\n\n")
	for line := range strings.SplitSeq(tags, "\n") {
		if !varying.MatchString(line) && !strings.Contains(known, "\n"+line) {
			return false
		}
	}
	return !strings.Contains(moves, "\n\n") && !gameEnd.MatchString(moves)
}

// countAll counts the games in text. It returns an error if one of them does not belong to the match.
func (m *match) countAll(text string) error {
	games := chess.NewPGNReader(strings.NewReader(text))
	for {
		g, err := games.Read()
		if faults := games.Faults(); len(faults) > 0 { // also after the last game
			return fmt.Errorf("%s: %w", m.pgn, faults[0])
		}
		if err == io.EOF {
			return nil
		}
		n, _ := strconv.Atoi(g.Tag("Round"))
		_, isTwice := m.results[n]
		f, game := m.fixture(max(n, 1)), fmt.Sprintf("%s: the game %q - %q in round %q", m.pgn, g.Tag("White"), g.Tag("Black"), g.Tag("Round"))
		switch then, now := append(g.Root().Comments(), "?")[0], m.describe(f); {
		case n < 1 || isTwice || g.Tag("White") != f.players[chess.White].name || g.Tag("Black") != f.players[chess.Black].name:
			return fmt.Errorf("%s does not belong to this match", game)
		case !g.Outcome().IsOver():
			return fmt.Errorf("%s is not complete", game)
		case g.Tag("Conditions") == m.conditions(f):
			m.count(f, g)
		case then == now:
			return fmt.Errorf("%s was played under other conditions: a file or a value that is not shown has changed:\n%s", game, now)
		default:
			return fmt.Errorf("%s was played under other conditions:\n%s\nnow:\n%s", game, then, now)
		}
	}
}

// record adds a game to the PGN file and counts it. If the game cannot be written as a whole, none of
// it stays in the file.
func (m *match) record(f fixture, g *chess.Game) error {
	m.mu.Lock()
	defer m.mu.Unlock()
	size, err := m.file.Seek(0, io.SeekEnd)
	if err != nil {
		return err
	}
	if len(m.results) == 0 {
		m.lookAgain()
	}
	m.setTags(g, f)
	g.SetTag("PlyCount", strconv.Itoa(g.Plies()))
	g.Root().SetComments(append([]string{m.describe(f)}, g.Root().Comments()...)...)
	if _, err := m.file.Write(append(g.AppendPGN(nil, chess.PGNFormat{}), '\n')); err != nil {
		return errors.Join(err, m.file.Truncate(size))
	}
	m.count(f, g)
	fmt.Fprintf(m.terminal, "\r%s\x1b[K", m.progress())
	if m.every > 0 && len(m.results)%m.every == 0 {
		fmt.Fprintln(m.out, m.progress())
		err = m.report()
		fmt.Fprintln(m.out)
	}
	if _, verdict := m.test(); verdict != undecided {
		m.stop()
	}
	return err
}
