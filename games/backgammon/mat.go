package backgammon

import (
	"cmp"
	"fmt"
	"regexp"
	"strconv"
	"strings"
	"unicode"

	"github.com/shakki/chess/internal/fault"
	"github.com/shakki/chess/internal/tabletop"
)

// The text of a .mat file, which Jellyfish introduced and GNU Backgammon reads and writes, looks
// like this:
//
//	; [Rules "S1"]
//
//	 7 point match
//
//	 Game 1
//	 Alice : 0                      Bob : 0
//	  1) 31: 8/5 6/5                 42: 8/4 6/4
//	  2)  Doubles => 2                Drops
//	      Wins 1 point
//
// Light has the left column, and Dark the right one. A player who cannot move has a roll without a
// move.
const (
	leftWidth  = 31 // the width of an action in the left column
	nameWidth  = 35 // the width of the left name and score
	gnubgRight = 32 // where GNU Backgammon writes the right name, if the left one is not too long
	rightStart = 20 // an action that starts after this column is in the right column
)

// MAT returns the match in the format of .mat files, which GNU Backgammon and other programs read.
// They cannot read names with colons, so it writes spaces for these and has the whole name in a
// comment. The format has no place for the stake and for a roll that has not been played. For a
// text that keeps everything, use [Match.String].
func (m *Match) MAT() string {
	var b strings.Builder
	o := m.options
	fmt.Fprintf(&b, "; [Rules %q]\n; [Crawford %q]\n", o.Rules, onOff[o.Crawford])
	for p, name := range [...]string{Light: o.Light, Dark: o.Dark} {
		if p := Player(p); givenName(matName(name, p), p) != name {
			fmt.Fprintf(&b, "; [Player %d %q]\n", p, name)
		}
	}
	fmt.Fprintf(&b, "\n %d point match\n", o.Target)
	for i, g := range m.games {
		left := fmt.Sprintf(" %s : %d", matName(o.Light, Light), g.now().Light)
		right := fmt.Sprintf("%s : %d", matName(o.Dark, Dark), g.now().Dark)
		fmt.Fprintf(&b, "\n Game %d\n%-*s %s\n", i+1, nameWidth, left, right)
		g.writeMAT(&b)
	}
	return b.String()
}

// onOff is how the option Crawford is written.
var onOff = map[bool]string{true: "On", false: "Off"}

// matName returns a name that .mat files can hold, which is the name of the color if there is no
// other.
func matName(name string, p Player) string {
	name = strings.Join(strings.FieldsFunc(name, func(r rune) bool { return r == ':' || !unicode.IsPrint(r) }), " ")
	return cmp.Or(strings.TrimSpace(name), p.String())
}

// A matRow is a line of a game with the actions of both players, by player.
type matRow [Dark + 1]string

// writeMAT writes the lines of a game.
func (g *Game) writeMAT(b *strings.Builder) {
	var rows []matRow
	stake := g.record.Start().Cube.Value()
	for _, e := range g.record.Moves() {
		text := e.matText(stake)
		if text == "" {
			continue
		}
		if e.Action == ActTake {
			stake *= 2
		}
		if e.Player == Light || len(rows) == 0 { // the players take turns
			rows = append(rows, matRow{})
		}
		rows[len(rows)-1][e.Player] = text
	}
	win := g.matWin()
	if last := len(rows) - 1; g.Outcome().Result == DarkWins && last >= 0 && rows[last][Dark] == "" {
		rows[last][Dark], win = " "+win, ""
	}
	for i, row := range rows {
		// The left column is padded even if there is nothing on its right: GNU Backgammon takes a
		// short line for an action of both players.
		fmt.Fprintf(b, "%3d) %-*s%s\n", i+1, leftWidth, row[Light], row[Dark])
	}
	if win == "" {
		return
	}
	indent := 6
	if g.Outcome().Result == DarkWins {
		indent += leftWidth
	}
	fmt.Fprintf(b, "%*s%s\n", indent, "", win)
}

// matWin returns the end of the game as .mat files have it, or "" if the game is not over.
func (g *Game) matWin() string {
	switch points := g.Outcome().Points; points {
	case 0:
		return ""
	case 1:
		return "Wins 1 point"
	default:
		return fmt.Sprintf("Wins %d points", points)
	}
}

// matText returns an event as .mat files have it, or "" if they have no line for it: a roll is part
// of the move. The stake is that before the event.
func (e Event) matText(stake int64) string {
	switch e.Action {
	case ActOpen, ActRoll, ActResign:
		return ""
	case ActDouble:
		return fmt.Sprintf(" Doubles => %d", 2*stake)
	case ActTake:
		return " Takes"
	case ActDrop:
		return " Drops"
	}
	text := e.Roll.String() + ":"
	for _, s := range e.Move.Steps() {
		text += fmt.Sprintf(" %d/%d", s.From, s.To)
		if s.Hit {
			text += "*"
		}
	}
	return text
}

// The patterns of the lines of .mat files.
var (
	matOption = regexp.MustCompile(`^; \[([\w ]+) (".*")\]$`)
	matTarget = regexp.MustCompile(`^ *(\d{1,18}) point match *$`)
	matGame   = regexp.MustCompile(`^ *Game \d+ *$`)
	matWin    = regexp.MustCompile(`Wins (\d{1,18}) points?`)
	matAction = regexp.MustCompile(`([1-6]{2}):|Doubles => \d+|Takes|Drops`)
)

// A matReader reads a match in the format of .mat files line by line.
type matReader struct {
	match *Match
	names bool              // whether the next line has the names of the players
	whole map[Player]string // the names that comments have
}

// parseMAT parses a match in the format of .mat files. The format does not tell whether a session
// is played by the Jacoby rule. It is if the games can be read only with it, because a gammon
// without a double counts as a single game.
func parseMAT(text string) (*Match, error) {
	m, err := readMAT(text, CommonRules())
	if err != nil {
		jacoby := Rules{OneCheckerBearOff: true, Jacoby: true}
		if session, err := readMAT(text, jacoby); err == nil && session.options.Target == 0 {
			return session, nil
		}
	}
	return m, err
}

// readMAT parses a match in the format of .mat files, by the given rules unless the file has
// others.
func readMAT(text string, rules Rules) (*Match, error) {
	r := matReader{whole: map[Player]string{}}
	r.match = &Match{options: MatchOptions{Crawford: true, Rules: rules, Target: -1}}
	at := 0
	for line := range strings.Lines(text) {
		if err := r.line(strings.TrimRight(line, "\r\n")); err != nil {
			return nil, tabletop.Within(err, "match", text, at)
		}
		at += len(line)
	}
	if r.match.options.Target < 0 {
		return nil, tabletop.NewParseError("match", text, 1, "want a match in the form of String or a .mat file")
	}
	return r.match, nil
}

// line reads a line.
func (r *matReader) line(line string) error {
	o := &r.match.options
	if found := matOption.FindStringSubmatch(line); found != nil {
		return r.setOption(found[1], found[2])
	}
	if found := matTarget.FindStringSubmatch(line); found != nil && len(r.match.games) == 0 {
		o.Target, _ = strconv.ParseInt(found[1], 10, 64)
		return nil
	}
	switch {
	case strings.TrimSpace(line) == "" || line[0] == ';':
		return nil
	case o.Target < 0:
		return &SetupError{Err: errMAT, Detail: "want the length of the match, such as 7 point match"}
	case matGame.MatchString(line):
		r.names = true
		_, err := r.match.Next()
		return err
	case r.names:
		return r.readNames(line)
	case r.match.Game() == nil:
		return &SetupError{Err: errMAT, Detail: "want a game, such as Game 1"}
	}
	return r.match.Game().readMAT(line)
}

// setOption sets an option that a comment of a .mat file has.
func (r *matReader) setOption(name, quoted string) (err error) {
	value, err := strconv.Unquote(quoted)
	if err != nil {
		value = strings.Trim(quoted, `"`)
	}
	o := &r.match.options
	switch name {
	case "Rules":
		o.Rules, err = parseRules(value)
		return err
	case "Crawford":
		o.Crawford = value != onOff[false]
	case "Player 1":
		r.whole[Light] = value
	case "Player 2":
		r.whole[Dark] = value
	}
	return nil
}

// readNames reads the line with the names and the score.
func (r *matReader) readNames(line string) error {
	want := r.match.Game().now()
	light, dark, ok := splitNames(strings.TrimRight(line, " "), want.Light, want.Dark)
	if !ok {
		reason := fmt.Sprintf("want the names of the players and the score %d:%d", want.Light, want.Dark)
		return &SetupError{Err: errMAT, Detail: reason}
	}
	r.names = false
	r.match.options.Light, r.match.options.Dark = r.name(light, Light), r.name(dark, Dark)
	return nil
}

// splitNames returns the names in a line such as "Alice : 0        Bob : 2" with the given points.
// A name may have colons. The right name may follow the left points without a space, as GNU
// Backgammon writes them after a long left name.
func splitNames(line string, light, dark int64) (left, right string, ok bool) {
	rest, ok := strings.CutSuffix(line, fmt.Sprintf(" : %d", dark))
	points := fmt.Sprintf(" : %d", light)
	best, rank := -1, 4
	for at := range rest {
		if !ok || !strings.HasPrefix(rest[at:], points) {
			continue
		}
		end := at + len(points)
		new := 3
		switch after := rest[end:]; {
		case len(rest) > gnubgRight && strings.TrimRight(rest[:gnubgRight], " ") == rest[:end] && rest[gnubgRight] != ' ':
			new = 0
		case strings.HasPrefix(after, "  "):
			new = 1
		case strings.HasPrefix(after, " ") || end > gnubgRight:
			new = 2
		}
		if new < rank {
			best, rank = at, new
		}
	}
	if best < 0 {
		return "", "", false
	}
	return strings.TrimSpace(rest[:best]), strings.TrimSpace(rest[best+len(points):]), true
}

// name returns a name in the line of the names, or the whole name that a comment has for it. The
// name of the color stands for no name.
func (r *matReader) name(name string, p Player) string {
	if whole, ok := r.whole[p]; ok && matName(whole, p) == name {
		return whole
	}
	return givenName(name, p)
}

// givenName returns a name in a .mat file, or "" if it is only that of the color.
func givenName(name string, p Player) string {
	if name == p.String() {
		return ""
	}
	return name
}

// readMAT reads a line with actions or with the end of the game.
func (g *Game) readMAT(line string) error {
	actions := line
	win := matWin.FindStringSubmatchIndex(line)
	if win != nil {
		actions = line[:win[0]]
	}
	if number, _, ok := strings.Cut(actions, ")"); ok {
		actions = strings.Repeat(" ", len(number)+1) + actions[len(number)+1:]
	}
	starts := matAction.FindAllStringIndex(actions, -1)
	if len(starts) == 0 && strings.TrimSpace(actions) != "" {
		return &SetupError{Err: errMAT, Detail: "want an action, such as 31: 8/5 6/5"}
	}
	for i, start := range starts {
		end := len(actions)
		if i+1 < len(starts) {
			end = starts[i+1][0]
		}
		by := inColumn(start[0])
		if i == 0 && len(starts) > 1 {
			by = Light
		}
		if err := g.readAction(by, strings.TrimSpace(actions[start[0]:end])); err != nil {
			return tabletop.Within(err, "line", line, start[0])
		}
	}
	if win == nil {
		return nil
	}
	points, _ := strconv.ParseInt(line[win[2]:win[3]], 10, 64)
	return g.readWin(inColumn(win[0]), points)
}

// inColumn returns the player in whose column a text begins.
func inColumn(at int) Player {
	if at > rightStart {
		return Dark
	}
	return Light
}

// readAction performs an action. The player is taken from the game, except for the first roll.
func (g *Game) readAction(by Player, text string) error {
	switch {
	case strings.HasPrefix(text, "Doubles"):
		return g.Double()
	case text == "Takes":
		return g.Take()
	case text == "Drops":
		return g.Drop()
	}
	roll, err := parseRoll(text[:2])
	if err != nil {
		return err
	}
	if g.Phase() == Opening {
		err = g.repeat(Event{Action: ActOpen, Player: by, Roll: roll})
	} else {
		err = g.Roll(roll)
	}
	move := text[3:]
	if err != nil || move == "" && !g.IsLegal(Pass) {
		return err // without a move, the roll has not been played
	}
	return g.PlayText(move)
}

// readWin reads the end of the game. If the game is not over, the other player has resigned.
func (g *Game) readWin(winner Player, points int64) error {
	stake := g.Cube().Value()
	for as := Single; as <= Backgammon && !g.Outcome().IsOver(); as++ {
		if points == stake*as.factor() {
			return g.Resign(winner.Other(), as)
		}
	}
	if w, over := g.Outcome().Winner(); !over || w != winner || g.Outcome().Points != points {
		return fault.Sentinel("the game does not end with this win")
	}
	return nil
}
