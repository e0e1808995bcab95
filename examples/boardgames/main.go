package main

import (
	"bufio"
	"errors"
	"flag"
	"fmt"
	"io"
	"iter"
	"math/rand/v2"
	"os"
	"slices"
	"strings"

	"github.com/shakki/chess/internal/cmdline"
	"github.com/shakki/chess/internal/safefile"
)

// A table is a game at the terminal. Its players are numbered from 0.
type table interface {
	names() []string                 // the players
	turn() int                       // the player who must decide
	over() bool                      // whether the game or match has ended
	advance() (string, error)        // does what needs no decision, such as a deal, and tells what it has done
	board(viewer int) string         // the board with all that a player may see
	act(text string) (string, error) // does what a player has typed, and tells what that was
	choices() []string               // what the player may type
	advise() string                  // what the bot would type
	deciders() []int                 // who made each move or action that can be taken back, or -1 for the dice
	undo()                           // takes back the last of them
	help() string                    // how moves are typed
	result() string                  // how the game or match has ended
	String() string                  // the text that resumes it
}

// options are what the flags say.
type options struct {
	players []string // "person" or "bot" for each player
	target  int      // the number of points of a match
	saved   string   // the text of a saved game, or ""
}

// tables holds the function that begins or resumes each game.
var tables = map[string]func(o options, random *rand.Rand) (table, error){
	"shakkello":  newShakkello,
	"backgammon": newBackgammon,
	"domino":     newDomino,
	"tictactoe":  newTicTacToe,
}

func main() {
	if err := run(os.Args[1:], os.Stdin, os.Stdout); err != nil && err != flag.ErrHelp {
		fmt.Fprintln(os.Stderr, "boardgames:", err)
		os.Exit(2)
	}
}

// run runs the program.
func run(args []string, in io.Reader, out io.Writer) error {
	flags := flag.NewFlagSet("boardgames [flags] shakkello|backgammon|domino|tictactoe", flag.ContinueOnError)
	players := flags.String("players", "person,bot", "who plays, in the order of the game")
	target := flags.Int("target", 0, "the points of a match: 3 in backgammon and 100 in dominoes by default")
	seed := flags.Uint64("seed", rand.Uint64(), "the seed for dice, shuffles, and random choices")
	resume := flags.String("resume", "", "a file with a saved game")
	if err := cmdline.Parse(flags, args, out); err != nil {
		return err
	}
	game := flags.Arg(0)
	begin := tables[game]
	if flags.NArg() != 1 || begin == nil {
		return errors.New("want one game: shakkello, backgammon, domino, or tictactoe")
	}
	if *target != 0 && (*resume != "" || game != "backgammon" && game != "domino") {
		return errors.New("-target is for new matches of backgammon and dominoes")
	}
	o := options{players: strings.Split(*players, ","), target: *target}
	if *resume != "" {
		text, err := os.ReadFile(*resume)
		if err != nil {
			return err
		}
		o.saved = string(text)
	}
	t, err := begin(o, newRandom(*seed))
	if err != nil {
		return err
	}
	if n := len(t.names()); len(o.players) != n {
		return fmt.Errorf("%d players, want %d", len(o.players), n)
	}
	s := session{table: t, players: o.players, in: bufio.NewScanner(in), out: out, last: -1}
	return s.play()
}

// newRandom returns a source of random numbers that depends only on the seed.
func newRandom(seed uint64) *rand.Rand { return rand.New(rand.NewPCG(seed, 0)) }

// A session is a game between persons and bots.
type session struct {
	table   table
	players []string
	in      *bufio.Scanner
	out     io.Writer
	last    int    // the person who has typed last, or -1
	news    string // what has happened since that person saw the board
}

// What ends a session before the game is over.
var (
	errQuit = errors.New("quit")
	errEnd  = errors.New("the input has ended")
)

// play plays to the end of the game or of the input.
func (s *session) play() error {
	for _, p := range s.players {
		if p != "person" && p != "bot" {
			return fmt.Errorf("player %q, want person or bot", p)
		}
	}
	for {
		news, err := s.table.advance()
		if err != nil {
			return err
		}
		s.tell(news)
		if s.table.over() {
			fmt.Fprintf(s.out, "\n%s%s\n", s.table.board(max(s.last, 0)), s.table.result())
			return nil
		}
		if who := s.table.turn(); s.players[who] == "bot" {
			err = s.do(s.table.advise())
		} else {
			err = s.ask(who)
		}
		switch {
		case errors.Is(err, errQuit):
			return nil
		case errors.Is(err, errEnd):
			return errors.Join(s.keep(), s.in.Err())
		case err != nil:
			return err
		}
	}
}

// tell prints news.
func (s *session) tell(news string) {
	s.news += news
	fmt.Fprint(s.out, news)
}

// do does what a player has chosen, and prints it.
func (s *session) do(text string) error {
	news, err := s.table.act(text)
	s.tell(news)
	return err
}

// wipe clears a terminal and what can be scrolled back to, so that nobody sees the hand of another
// player.
const wipe = "\x1b[H\x1b[2J\x1b[3J"

// ask lets a person type until the game goes on.
func (s *session) ask(who int) error {
	name := s.table.names()[who]
	if s.last >= 0 && s.table.board(s.last) != s.table.board(who) {
		fmt.Fprintf(s.out, "%s%s\n%s, press Enter to see your side of the board.", wipe, s.news, name)
		if !s.in.Scan() {
			return errEnd
		}
	}
	s.last, s.news = who, ""
	fmt.Fprintf(s.out, "\n%s", s.table.board(who))
	for {
		fmt.Fprintf(s.out, "%s> ", name)
		if !s.in.Scan() {
			fmt.Fprintln(s.out)
			return errEnd
		}
		goOn, err := s.command(who, strings.TrimSpace(s.in.Text()))
		if err != nil || goOn {
			return err
		}
	}
}

// command does what a person has typed. It reports whether the game goes on, so that the board is
// drawn again. If the game rejects a move, command prints the error.
func (s *session) command(who int, line string) (goOn bool, err error) {
	word, rest, _ := strings.Cut(line, " ")
	switch strings.ToLower(word) {
	case "help", "?":
		fmt.Fprintf(s.out, "%s\nhint: what the bot would do    moves: all that is allowed    board: draw the board again\n"+
			"undo: take back your last move    save FILE    quit\n", s.table.help())
	case "hint":
		fmt.Fprintln(s.out, "the bot would play:", s.table.advise())
	case "moves":
		fmt.Fprintln(s.out, strings.Join(s.table.choices(), "   "))
	case "board":
		fmt.Fprint(s.out, s.table.board(who))
	case "undo":
		if goOn = s.undo(who); !goOn {
			fmt.Fprintln(s.out, "you have no move to take back")
		}
	case "save":
		s.save(strings.TrimSpace(rest))
	case "quit", "exit":
		return false, errQuit
	default:
		if _, can := s.table.(*backgammonTable); can && strings.EqualFold(word, "resign") && !s.confirm("give up the game?") {
			break
		}
		err := s.do(line)
		if goOn = err == nil; !goOn {
			fmt.Fprintf(s.out, "%v (type help)\n", err)
		}
	}
	return goOn, nil
}

// undo takes back the last decision of a person and what came after it. It reports whether there
// was one.
func (s *session) undo(who int) bool {
	all := s.table.deciders()
	for n := len(all) - 1; n >= 0; n-- {
		if all[n] == who {
			for range all[n:] {
				s.table.undo()
			}
			return true
		}
	}
	return false
}

// save writes the game to a file. It asks before it replaces one.
func (s *session) save(file string) {
	switch _, none := os.Lstat(file); {
	case file == "":
		fmt.Fprintln(s.out, "save FILE: the name of a file is missing")
	case none != nil || s.confirm(file+" exists; replace it?"):
		if err := s.write(file); err != nil {
			fmt.Fprintln(s.out, err)
		}
	}
}

// write writes the game to a file, and says how it goes on.
func (s *session) write(file string) error {
	err := safefile.Replace(file, 0o666, func(w io.Writer) error {
		_, err := io.WriteString(w, s.table.String()+"\n")
		return err
	})
	if err == nil {
		fmt.Fprintf(s.out, "saved; go on later with -resume %s\n", file)
	}
	return err
}

// confirm asks whether a person is sure.
func (s *session) confirm(question string) bool {
	fmt.Fprintf(s.out, "%s [y/N] ", question)
	sure := s.in.Scan() && strings.HasPrefix(strings.ToLower(strings.TrimSpace(s.in.Text())), "y")
	if !sure {
		fmt.Fprintln(s.out, "nothing has changed")
	}
	return sure
}

// keep saves a game whose input has ended to a new file.
func (s *session) keep() error {
	file, err := os.CreateTemp("", "boardgames-*.txt")
	if err != nil {
		return err
	}
	file.Close()
	fmt.Fprint(s.out, "\nthe input has ended: ")
	return s.write(file.Name())
}

// texts returns the texts of moves.
func texts[M fmt.Stringer](moves []M) []string {
	var all []string
	for _, m := range moves {
		all = append(all, m.String())
	}
	return all
}

// pick returns one of several choices at random.
func pick[T any](random *rand.Rand, choices []T) T { return choices[random.IntN(len(choices))] }

// best returns the choice with the highest value, the first of several. There must be one.
func best[T any](choices []T, value func(T) float64) T {
	choice, most := choices[0], value(choices[0])
	for _, c := range choices[1:] {
		if v := value(c); v > most {
			choice, most = c, v
		}
	}
	return choice
}

// A game is what a table asks of a game or round with positions P, moves M, and players T.
type game[P position[M, T], M, T fmt.Stringer] interface {
	fmt.Stringer
	Position() P
	Positions() iter.Seq2[int, P]
	Moves() []M
	Plies() int
	PlayText(string) error
	Undo() bool
}

// A position is a position of such a game.
type position[M, T fmt.Stringer] interface {
	Turn() T
	LegalMoves() []M
	Board() string
}

// A round is a table with a game in which players decide nothing but their moves.
type round[P position[M, T], M, T fmt.Stringer] struct {
	game[P, M, T]
	players []string      // as T names them
	bot     func(P) M     // chooses a move
	typing  string        // how moves are typed
	ending  func() string // how the game has ended
}

func (r round[P, M, T]) names() []string          { return r.players }
func (r round[P, M, T]) turn() int                { return r.number(r.Position().Turn()) }
func (r round[P, M, T]) over() bool               { return len(r.Position().LegalMoves()) == 0 }
func (r round[P, M, T]) advance() (string, error) { return "", nil }
func (r round[P, M, T]) board(int) string         { return r.Position().Board() }
func (r round[P, M, T]) choices() []string        { return texts(r.Position().LegalMoves()) }
func (r round[P, M, T]) advise() string           { return r.bot(r.Position()).String() }
func (r round[P, M, T]) undo()                    { r.Undo() }
func (r round[P, M, T]) help() string             { return r.typing }
func (r round[P, M, T]) result() string           { return r.ending() }

// number returns the number of a player.
func (r round[P, M, T]) number(player T) int { return slices.Index(r.players, player.String()) }

func (r round[P, M, T]) act(text string) (string, error) {
	who := r.Position().Turn()
	if err := r.PlayText(text); err != nil {
		return "", err
	}
	return fmt.Sprintf("%v: %v\n", who, r.Moves()[r.Plies()-1]), nil
}

func (r round[P, M, T]) deciders() []int {
	var all []int
	for _, p := range r.Positions() {
		all = append(all, r.number(p.Turn()))
	}
	return all[:r.Plies()]
}
