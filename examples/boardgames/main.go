package main

import (
	"bufio"
	"errors"
	"flag"
	"fmt"
	"io"
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
	turn() int                       // the player who must decide, or -1 if nobody must
	advance() (string, error)        // does what needs no decision, such as a deal, and tells what it has done
	board(viewer int) string         // the board with all that a player may see
	act(text string) (string, error) // does what a player has typed, and tells what that was
	choices() []string               // what the player may type
	advise() string                  // what the bot would type
	undo() bool                      // takes back the last move or action, and reports whether there was one
	help() string                    // how moves are typed
	result() string                  // how the game or match has ended, or "" if it goes on
	String() string                  // the text that resumes it
}

// options are what the flags say. Dice and tiles depend only on the seed and on how far the game is, so that
// they come again after moves have been taken back.
type options struct {
	players []string // "person" or "bot" for each player
	target  int      // the number of points of a match
	seed    uint64   // of all that is random
	saved   string   // the text of a saved game, or ""
}

// newRandom returns a source of random numbers that depends only on the seed.
func newRandom(seed uint64) *rand.Rand { return rand.New(rand.NewPCG(seed, 0)) }

// tables holds the function that begins or resumes each game.
var tables = map[string]func(options) (table, error){
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
	o := options{players: strings.Split(*players, ","), target: *target, seed: *seed}
	if *resume != "" {
		text, err := os.ReadFile(*resume)
		if err != nil {
			return err
		}
		o.saved = string(text)
	}
	s := session{options: o, begin: begin, in: bufio.NewScanner(in), out: out, last: -1}
	return s.play()
}

// A session is a game between persons and bots.
type session struct {
	options
	begin func(options) (table, error)
	table table
	in    *bufio.Scanner
	out   io.Writer
	last  int    // the person who has typed last, or -1
	news  string // what has happened since that person saw the board
}

// errQuit ends a session before the game is over.
var errQuit = errors.New("quit")

// play plays to the end of the game or of the input.
func (s *session) play() (err error) {
	if s.table, err = s.begin(s.options); err != nil {
		return err
	}
	if n := len(s.table.names()); len(s.players) != n {
		return fmt.Errorf("%d players, want %d", len(s.players), n)
	}
	for _, p := range s.players {
		if p != "person" && p != "bot" {
			return fmt.Errorf("player %q, want person or bot", p)
		}
	}
	for err == nil && s.table.result() == "" {
		switch who := s.table.turn(); {
		case who < 0:
			err = s.tell(s.table.advance())
		case s.players[who] == "bot":
			err = s.tell(s.table.act(s.table.advise()))
		default:
			err = s.ask(who)
		}
	}
	switch err {
	case nil:
		fmt.Fprintf(s.out, "\n%s%s\n", s.table.board(max(s.last, 0)), s.table.result())
	case errQuit:
		return nil
	case io.EOF:
		return errors.Join(s.keep(), s.in.Err())
	}
	return err
}

// tell prints news. It returns the error that came with them.
func (s *session) tell(news string, err error) error {
	s.news += news
	fmt.Fprint(s.out, news)
	return err
}

// read returns what a person types after a prompt. At the end of the input, the error is io.EOF.
func (s *session) read(prompt string) (string, error) {
	fmt.Fprint(s.out, prompt)
	if !s.in.Scan() {
		fmt.Fprintln(s.out)
		return "", io.EOF
	}
	return strings.TrimSpace(s.in.Text()), nil
}

// wipe clears a terminal and what can be scrolled back to, so that nobody sees the hand of another
// player.
const wipe = "\x1b[H\x1b[2J\x1b[3J"

// ask lets a person type until the game goes on.
func (s *session) ask(who int) error {
	name := s.table.names()[who]
	if s.last >= 0 && s.table.board(s.last) != s.table.board(who) {
		fmt.Fprint(s.out, wipe, s.news)
		if _, err := s.read("\n" + name + ", press Enter to see your side of the board."); err != nil {
			return err
		}
	}
	s.last, s.news = who, ""
	fmt.Fprintf(s.out, "\n%s", s.table.board(who))
	for {
		line, err := s.read(name + "> ")
		if err != nil {
			return err
		}
		if goOn, err := s.command(who, line); err != nil || goOn {
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
		err := s.tell(s.table.act(line))
		if goOn = err == nil; !goOn {
			fmt.Fprintf(s.out, "%v (type help)\n", err)
		}
	}
	return goOn, nil
}

// undo takes back the last decision of a person and what came after it. It reports whether there
// was one.
func (s *session) undo(who int) bool {
	o := s.options
	o.saved = s.table.String()
	earlier, err := s.begin(o)
	for err == nil && earlier.undo() {
		if earlier.turn() == who {
			s.table = earlier
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
	err := safefile.Replace(file, 0o666, []byte(s.table.String()+"\n"))
	if err == nil {
		fmt.Fprintf(s.out, "saved; go on later with -resume %s\n", file)
	}
	return err
}

// confirm asks whether a person is sure.
func (s *session) confirm(question string) bool {
	answer, _ := s.read(question + " [y/N] ")
	sure := strings.HasPrefix(strings.ToLower(answer), "y")
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
	fmt.Fprint(s.out, "the input has ended: ")
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
	Moves() []M
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
func (r round[P, M, T]) turn() int                { return slices.Index(r.players, r.Position().Turn().String()) }
func (r round[P, M, T]) advance() (string, error) { return "", nil }
func (r round[P, M, T]) board(int) string         { return r.Position().Board() }
func (r round[P, M, T]) choices() []string        { return texts(r.Position().LegalMoves()) }
func (r round[P, M, T]) advise() string           { return r.bot(r.Position()).String() }
func (r round[P, M, T]) undo() bool               { return r.Undo() }
func (r round[P, M, T]) help() string             { return r.typing }

func (r round[P, M, T]) act(text string) (string, error) {
	who := r.Position().Turn()
	if err := r.PlayText(text); err != nil {
		return "", err
	}
	return fmt.Sprintf("%v: %v\n", who, r.Moves()[len(r.Moves())-1]), nil
}

func (r round[P, M, T]) result() string {
	if len(r.choices()) > 0 {
		return ""
	}
	return r.ending()
}
