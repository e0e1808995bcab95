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
	numberWidth = 5  // the width of the number of a line
	leftWidth   = 31 // the width of an action in the left column
	nameWidth   = 35 // the width of the left name and score
	gnubgRight  = 32 // where GNU Backgammon writes the right name, if the left one is not too long
	rightStart  = 20 // an action that starts after this column is in the right column
)

// MAT returns the match in the format of .mat files, which GNU Backgammon and other programs read.
// They cannot read names with colons, so it writes spaces for these and has the whole name in a
// comment. The format has no place for the stake and for a roll that has not been played. For a
// text that keeps everything, use [Match.String].
func (m *Match) MAT() string {
	var b strings.Builder
	o := m.options
	fmt.Fprintf(&b, "; [Rules %q]\n; [Crawford %q]\n", o.Rules, onOff[o.Crawford])
	for i, name := range [...]string{o.Light, o.Dark} {
		if p := Light + Player(i); wholeName("", matName(name, p), p) != name {
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

// wholeName returns the whole name of a player with the given name in a .mat file, as far as a comment
// has it. The name of the color stands for no name.
func wholeName(comment, name string, p Player) string {
	for _, whole := range [...]string{comment, ""} {
		if matName(whole, p) == name {
			return whole
		}
	}
	return name
}

// writeMAT writes the lines of a game.
func (g *Game) writeMAT(b *strings.Builder) {
	var cells []string // of the left and the right column in turn, like the players
	stake := int64(1)
	for _, e := range g.game.Moves() {
		text := ""
		switch e.Action {
		case ActPlay:
			text = e.matMove()
		case ActDouble:
			stake *= 2
			text = fmt.Sprintf(" Doubles => %d", stake)
		case ActTake:
			text = " Takes"
		case ActDrop:
			text = " Drops"
		default:
			continue // a roll is part of the move
		}
		if len(cells) == 0 && e.Player == Dark {
			cells = append(cells, "")
		}
		cells = append(cells, text)
	}
	o, indent := g.Outcome(), numberWidth
	win := fmt.Sprintf(" Wins %d points", o.Points)
	if o.Points == 1 {
		win = " Wins 1 point"
	}
	if o.Result == DarkWins && len(cells)%2 == 1 {
		cells, win = append(cells, win), ""
	} else if o.Result == DarkWins {
		indent += leftWidth
	}
	cells = append(cells, "")
	for i := 0; i+1 < len(cells); i += 2 {
		// The left column is padded even if there is nothing on its right: GNU Backgammon takes a
		// short line for an action of both players.
		fmt.Fprintf(b, "%3d) %-*s%s\n", i/2+1, leftWidth, cells[i], cells[i+1])
	}
	if o.IsOver() && win != "" {
		fmt.Fprintf(b, "%*s%s\n", indent, "", win)
	}
}

// matMove returns a move with its roll as .mat files have it.
func (e Event) matMove() string {
	text := e.Roll.String() + ":"
	for _, s := range e.Move.Steps() {
		text += fmt.Sprintf(" %d/%d%s", s.From, s.To, hitMark[s.Hit])
	}
	return text
}

// The patterns of the lines of .mat files.
var (
	matOption = regexp.MustCompile(`(?m)^; \[([\w ]+) (".*")\]\r?$`)
	matTarget = regexp.MustCompile(`^ *(\d{1,18}) point match *$`)
	matGame   = regexp.MustCompile(`^ *Game \d+ *$`)
	matEmpty  = regexp.MustCompile(`^([^)]*\))?\s*$`)
	matAction = regexp.MustCompile(`[1-6]{2}:|Doubles => \d+|Takes|Drops|Wins \d{1,18} point`)
	matResign = regexp.MustCompile(`\?{3,4}|Resigns`) // how some programs announce a resignation; the win follows
)

// parseMAT parses a match in the format of .mat files. The format does not tell whether a session
// is played by the Jacoby rule. It is if the games can be read only with it, because a gammon
// without a double counts as a single game.
func parseMAT(text string) (*Match, error) {
	text = strings.TrimPrefix(text, "\ufeff") // which eXtreme Gammon writes
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
	comments := map[string]string{} // such as the rules
	for _, option := range matOption.FindAllStringSubmatch(text, -1) {
		value, err := strconv.Unquote(option[2])
		if err != nil {
			value = strings.Trim(option[2], `"`)
		}
		comments[option[1]] = value
	}
	if name, ok := comments["Rules"]; ok {
		var err error
		if rules, err = parseRules(name); err != nil {
			return nil, tabletop.Within(err, "match", text, 0)
		}
	}
	m := &Match{options: MatchOptions{Crawford: comments["Crawford"] != onOff[false], Rules: rules, Target: -1}}
	at := 0
	for line := range strings.Lines(text) {
		if err := m.readLine(strings.TrimRight(line, "\r\n"), comments); err != nil {
			return nil, tabletop.Within(err, "match", text, at)
		}
		at += len(line)
	}
	if m.options.Target < 0 {
		return nil, tabletop.NewParseError("match", text, 1, "want a match in the form of String or a .mat file")
	}
	return m, nil
}

// wantInMAT returns the error of a line that a .mat file does not have there.
func wantInMAT(what string) error { return &SetupError{Err: errMAT, Detail: "want " + what} }

// readLine reads a line of a .mat file with the given comments.
func (m *Match) readLine(line string, comments map[string]string) (err error) {
	o, g := &m.options, m.Game()
	target := matTarget.FindStringSubmatch(line)
	switch {
	case strings.TrimSpace(line) == "" || line[0] == ';':
		return nil
	case target != nil && g == nil:
		o.Target, err = strconv.ParseInt(target[1], 10, 64)
		return err
	case o.Target < 0:
		return wantInMAT("the length of the match, such as 7 point match")
	case matGame.MatchString(line):
		_, err = m.Next()
		return err
	case g == nil:
		return wantInMAT("a game, such as Game 1")
	}
	now := g.now()
	light, dark, ok := splitNames(strings.TrimRight(line, " "), now.Light, now.Dark)
	if !ok || g.game.Plies() > 0 {
		return g.readMAT(line)
	}
	o.Light, o.Dark = wholeName(comments["Player 1"], light, Light), wholeName(comments["Player 2"], dark, Dark)
	return nil
}

// splitNames returns the names in a line such as "Alice : 0        Bob : 2" with the given points.
// A name may have colons. The right name may follow the left points without a space, as GNU
// Backgammon writes them after a long left name.
func splitNames(line string, light, dark int64) (left, right string, ok bool) {
	points := fmt.Sprintf(" : %d", light)
	line, ok = strings.CutSuffix(line, fmt.Sprintf(" : %d", dark))
	if ok && len(line) > gnubgRight && line[gnubgRight] != ' ' {
		if left, ok := strings.CutSuffix(strings.TrimRight(line[:gnubgRight], " "), points); ok {
			return strings.TrimSpace(left), line[gnubgRight:], true
		}
	}
	for _, space := range [...]string{"  ", " ", ""} {
		if left, right, found := strings.Cut(line, points+space); ok && found {
			return strings.TrimSpace(left), strings.TrimSpace(right), true
		}
	}
	return "", "", false
}

// readMAT reads a line with actions, the last of which may be the end of the game.
func (g *Game) readMAT(line string) error {
	line = matResign.ReplaceAllStringFunc(line, func(s string) string { return strings.Repeat(" ", len(s)) })
	starts := append(matAction.FindAllStringIndex(line, -1), []int{len(line)})
	if !matEmpty.MatchString(line[:starts[0][0]]) {
		now := g.now()
		return wantInMAT(fmt.Sprintf("an action such as 31: 8/5 6/5, or the names and the score %d:%d", now.Light, now.Dark))
	}
	for i, next := range starts[1:] {
		at := starts[i][0]
		by := Light // also if the first of several actions begins far to the right
		if at > rightStart && (i > 0 || len(starts) == 2) {
			by = Dark
		}
		if err := g.readAction(by, strings.TrimSpace(line[at:next[0]])); err != nil {
			return tabletop.Within(err, "line", line, at)
		}
	}
	return nil
}

// readAction performs an action. The player is taken from the game, except for the first roll and for a win.
func (g *Game) readAction(by Player, text string) error {
	word, move, _ := strings.Cut(text, ":")
	roll, err := parseRoll(word)
	var points int64
	_, noWin := fmt.Sscanf(text, "Wins %d point", &points)
	switch {
	case noWin == nil:
		return g.readWin(by, points)
	case strings.HasPrefix(text, "Doubles"):
		return g.Double()
	case text == "Takes":
		return g.Take()
	case text == "Drops":
		return g.Drop()
	case err != nil:
		return err
	case g.Phase() == Opening:
		err = g.act(Event{Action: ActOpen, Player: by, Roll: roll})
	default:
		err = g.Roll(roll)
	}
	if err != nil || move == "" && !g.IsLegal(Pass) {
		return err // without a move, the roll has not been played
	}
	return g.PlayText(move)
}

// readWin reads the end of the game. If the game is not over, the other player has resigned.
func (g *Game) readWin(winner Player, points int64) error {
	stake := g.Cube().Value()
	for as := Single; as <= Backgammon && !g.Outcome().IsOver(); as++ {
		if points == stake*factors[as] {
			return g.Resign(winner.Other(), as)
		}
	}
	if w, _ := g.Outcome().Winner(); w != winner || g.Outcome().Points != points {
		return fault.Sentinel("the game does not end with this win")
	}
	return nil
}
