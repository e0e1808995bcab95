package uci

import (
	"bufio"
	"cmp"
	"context"
	"fmt"
	"io"
	"slices"
	"sync"
	"time"

	"github.com/shakki/chess"
	"github.com/shakki/chess/internal/fault"
)

// A Searcher finds moves. It is all that a program needs to be an engine.
type Searcher interface {
	// Search returns the best move in the position at the end of r.Game, in which at least one move
	// is legal. It should return soon after ctx is done, which happens on the command to stop and
	// when r.Limits.MoveTime is over. The other limits are up to Search. It may ignore Infinite and
	// Ponder and return early, and Serve then holds the move back until the user asks for it. If the
	// result has an Info, Serve reports it as [Request.Report] does. If Search returns an error,
	// Serve shows it to the user and still answers with a move.
	//
	// Search is never called while another call is in progress.
	Search(ctx context.Context, r *Request) (Best, error)
}

// A Request is a search that a program is asked for. Those that a program makes itself, for a test of
// its Search, have no user: reports go nowhere.
type Request struct {
	Game   *chess.Game // the game so far; draws can be claimed as under the FIDE Laws, and none comes by itself; Search may change it
	Limits Limits      // as the user gave them
	Debug  bool        // whether the user has asked for more messages

	server   *server
	position chess.Position
	began    time.Time
	cancel   context.CancelFunc
	hit      chan struct{} // closed when the search no longer ponders
	done     chan struct{} // closed when the search has been answered
	timers   []*time.Timer // guarded by server.mu, like the following
	stopped  bool
	hopeless bool         // there is nothing to search; set once
	pv       []chess.Move // of the last report
}

// Report shows the progress of the search to the user. A line of moves ends before its first move
// that is not legal. Report adds the time and the nodes per second if info has none. It does
// nothing after the search has been answered.
func (r *Request) Report(info Info) {
	s := r.server
	if s == nil {
		return
	}
	elapsed := time.Since(r.began)
	info.Time = cmp.Or(info.Time, elapsed)
	if info.NodesPerSecond == 0 && elapsed >= time.Millisecond {
		info.NodesPerSecond = int64(float64(info.Nodes) / elapsed.Seconds())
	}
	text := info.command(r.position)
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.current != r { // it has been answered
		return
	}
	if len(info.PV) > 0 && info.MultiPV <= 1 {
		r.pv = append(r.pv[:0], info.PV...)
	}
	s.print(text)
}

// PonderHit returns a channel that is closed when the search no longer ponders and its time begins
// to count. If Limits.Ponder is false, the channel is closed from the start.
func (r *Request) PonderHit() <-chan struct{} {
	if r.hit == nil { // the program has made r
		open := make(chan struct{})
		close(open)
		return open
	}
	return r.hit
}

// A Program is an engine for [Serve].
type Program struct {
	Name     string   // the name and version
	Author   string   // the authors
	Options  []Option // what the user can set; Serve adds UCI_Chess960 and Ponder
	NewGame  func()   // called before a new game, never during a search; may be nil
	Searcher Searcher // finds the moves; must not be nil
}

// Serve runs p as a UCI engine until the command quit or the end of in:
//
//	err := uci.Serve(os.Stdin, os.Stdout, uci.Program{Name: "Example", Searcher: bot})
//
// Serve answers the command to stop within 10 milliseconds. If Search has not returned by then, the
// answer is the first move of the principal variation that it reported last, or any legal move. The
// same happens when the time for a move is over, and if Search returns a move that is not legal.
//
// Serve ignores commands that it does not know. If the command position has an illegal position or
// move, Serve says so with "info string". Until the next position, it then answers searches with an
// "info string" and the null move, "bestmove 0000", because no other position is the one that the
// user means. If no move is legal, it reports "score mate 0" or "score cp 0" and answers with the
// null move. In both cases it does not call Search, and waits for the command to stop if the search
// is infinite.
//
// The error is that of in or out, or says that p has no Searcher or that Search did not return within a
// second after its context was done. Otherwise Search is not running when Serve returns.
func Serve(in io.Reader, out io.Writer, p Program) error {
	if in == nil || out == nil || p.Searcher == nil {
		return fault.Sentinel("a program needs an input, an output, and a Searcher")
	}
	s := &server{program: p, options: slices.Clone(p.Options), out: bufio.NewWriter(out), idle: make(chan struct{})}
	s.setPosition("startpos")
	s.declare(NewCheck(chess960Option, false, func(on bool) error { s.chess960 = on; return nil }))
	s.declare(NewCheck("Ponder", false, nil))
	close(s.idle)
	return cmp.Or(s.read(in), s.close())
}

// How long Search may take to return after its context is done.
const (
	answerTime = 5 * time.Millisecond // before Serve answers in its place
	returnTime = time.Second          // before Serve returns without it
)

// A server is a program that serves as an engine.
type server struct {
	program  Program
	options  []Option
	game     *chess.Game
	refused  bool // the last command position was refused
	chess960 bool
	debug    bool
	idle     chan struct{} // closed when the last search has returned

	mu      sync.Mutex
	out     *bufio.Writer
	current *Request // the search that has not been answered, or nil
}

// declare adds an option to those of the program, unless the program declares it.
func (s *server) declare(o Option) {
	if findOption(s.options, o.Name) == nil {
		s.options = append(s.options, o)
	}
}

// servedRules are those of the games that a Searcher gets. What can be claimed counts, because the
// opponent may claim it. Nothing ends the game, because the user may ask for a move in any position.
var servedRules = chess.Rules{DeadPosition: chess.NoEffect, Fivefold: chess.NoEffect, SeventyFiveMoves: chess.NoEffect}

// read reads and executes commands.
func (s *server) read(in io.Reader) error {
	lines := newLineReader(in)
	for {
		line, err := lines.next()
		switch {
		case err == errLineTooLong:
			s.tell("command of more than 1 MiB ignored")
			continue
		case err == io.EOF:
			return nil
		case err != nil:
			return err
		}
		if quit := s.execute(words(line)); quit {
			return nil
		}
		if err := s.outputError(); err != nil {
			return err
		}
	}
}

// execute executes a command and reports whether it is quit.
func (s *server) execute(w words) (quit bool) {
	switch command := w.next(); command {
	case "uci":
		s.introduce()
	case "isready":
		s.write("readyok")
	case "debug":
		s.debug = w.next() == "on"
	case "setoption":
		s.setOption(w)
	case "ucinewgame":
		if s.await(command) && s.program.NewGame != nil {
			s.program.NewGame()
		}
	case "position":
		s.setPosition(w)
	case "go":
		s.search(w)
	case "stop":
		s.direct(func(r *Request) { r.stop(answerTime) })
	case "ponderhit":
		s.direct((*Request).start)
	case "quit":
		return true
	default:
		if s.debug && command != "" {
			s.tell(fmt.Sprintf("unknown command %q ignored", command))
		}
	}
	return false
}

// introduce answers the command uci.
func (s *server) introduce() {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.print("id name " + oneLine(s.program.Name))
	s.print("id author " + oneLine(s.program.Author))
	for _, o := range s.options {
		s.print(o.command())
	}
	s.print("uciok")
}

// setOption sets an option.
func (s *server) setOption(w words) {
	name, value := parseSetOption(w)
	option := findOption(s.options, name)
	if option == nil {
		s.tell(fmt.Sprintf("there is no option %q", name))
		return
	}
	value, err := option.check(value)
	if err == nil && s.await("option "+option.Name) && option.set != nil {
		err = option.set(value)
	}
	if err != nil {
		s.tell(err.Error())
	}
}

// await waits for a search that has been answered but has not returned. During a search that has
// not been answered, await says that the command is ignored and reports false.
func (s *server) await(command string) bool {
	if s.isSearching() {
		s.tell(command + " ignored during a search")
		return false
	}
	<-s.idle
	return true
}

// isSearching reports whether there is a search that has not been answered. If it has been stopped,
// isSearching waits for the answer.
func (s *server) isSearching() bool {
	s.mu.Lock()
	r := s.current
	stopped := r != nil && r.stopped
	s.mu.Unlock()
	if stopped {
		<-r.done
	}
	return r != nil && !stopped
}

// setPosition sets the game.
func (s *server) setPosition(w words) {
	g, err := s.parseGame(w)
	s.refused = err != nil
	if err != nil {
		s.tell("position refused: " + err.Error())
		return
	}
	s.game = g
}

// parseGame parses what follows the command position.
func (s *server) parseGame(w words) (*chess.Game, error) {
	kind := w.next()
	text, _ := w.until("moves")
	switch {
	case kind == "startpos" && text == "":
		text = kind // which ParseFEN reads
	case kind != "fen":
		return nil, fault.Sentinel(`want "startpos" or "fen", and then "moves"`)
	}
	start, err := chess.ParseFEN(text)
	if err != nil {
		return nil, err
	}
	setup := start.Setup()
	setup.Chess960 = s.chess960
	start, _ = setup.Position() // which is legal as before
	g, _ := chess.NewGameFrom(start, servedRules)
	for word := w.next(); word != ""; word = w.next() {
		if err := g.PlayUCI(word); err != nil {
			return nil, fault.Errorf("move %d: %w", g.Plies()+1, err)
		}
	}
	return g, nil
}

// search starts a search.
func (s *server) search(w words) {
	if s.isSearching() {
		s.tell("go ignored during a search")
		return
	}
	s.mu.Lock()
	defer s.mu.Unlock()
	position := s.game.Position()
	ctx, cancel := context.WithCancel(context.Background())
	r := &Request{
		Game: s.game.Clone(), Limits: parseLimits(w, position), Debug: s.debug,
		server: s, position: position, began: time.Now(), cancel: cancel,
		hit: make(chan struct{}), done: make(chan struct{}),
	}
	r.hopeless = s.refused || !position.HasLegalMove()
	switch {
	case s.refused:
		s.print("info string no search, because the position was refused")
	case r.hopeless && position.InCheck():
		s.print("info depth 0 score mate 0")
	case r.hopeless:
		s.print("info depth 0 score cp 0")
	}
	if !r.Limits.Ponder {
		r.start()
	}
	before, idle := s.idle, make(chan struct{})
	s.current, s.idle = r, idle
	go func() {
		defer close(idle)
		defer cancel()
		<-before
		var best Best
		if !r.hopeless {
			var err error
			if best, err = s.program.Searcher.Search(ctx, r); err != nil {
				r.Report(Info{Text: "the search failed: " + err.Error()})
			} else if len(best.Info.PV) > 0 || best.Info.Score != nil {
				r.Report(best.Info)
			}
		}
		r.hold(ctx)
		s.mu.Lock()
		defer s.mu.Unlock()
		r.answer(best)
	}()
}

// start notes that the search does not ponder, so that its time counts. Another call changes nothing. The
// caller holds server.mu.
func (r *Request) start() {
	select {
	case <-r.hit:
	default:
		close(r.hit)
	}
	if r.Limits.MoveTime > 0 && !r.Limits.Infinite {
		r.after(r.Limits.MoveTime, func() { r.stop(answerTime) })
	}
}

// hold waits until the best move may be sent: while the search ponders or is infinite, only after a
// stop.
func (r *Request) hold(ctx context.Context) {
	hit := r.hit
	if r.Limits.Infinite {
		hit = nil
	}
	select {
	case <-hit:
	case <-ctx.Done():
	}
}

// after calls f after the given time, unless r has been answered. The caller holds server.mu, and so
// does f.
func (r *Request) after(d time.Duration, f func()) {
	r.timers = append(r.timers, time.AfterFunc(d, func() {
		r.server.mu.Lock()
		defer r.server.mu.Unlock()
		f()
	}))
}

// stop ends the search. If Search does not return within the given time, r is answered without its move.
// The caller holds server.mu.
func (r *Request) stop(within time.Duration) {
	r.cancel()
	r.stopped = true
	r.after(within, func() { r.answer(Best{}) })
}

// answer sends the best move, unless it has been sent. The caller holds server.mu.
func (r *Request) answer(best Best) {
	if r.server.current != r {
		return
	}
	close(r.done)
	r.server.current = nil
	for _, timer := range r.timers {
		timer.Stop()
	}
	if r.hopeless {
		r.server.print("bestmove 0000")
		return
	}
	if meant(r.position, best.Move) == chess.NullMove {
		best = bestOf(r.pv)
	}
	if meant(r.position, best.Move) == chess.NullMove {
		best = Best{Move: append(r.Limits.SearchMoves, r.position.LegalMoves()...)[0]}
	}
	text := appendMoves(nil, "bestmove", r.position, []chess.Move{best.Move})
	text = appendMoves(text, " ponder", r.position.After(best.Move), []chess.Move{best.Ponder})
	r.server.print(string(text))
}

// direct calls f with the search in progress, if there is one.
func (s *server) direct(f func(*Request)) {
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.current != nil {
		f(s.current)
	}
}

// close ends the search in progress and waits until it has returned.
func (s *server) close() error {
	s.direct(func(r *Request) { r.stop(returnTime / 2) })
	select {
	case <-s.idle:
		return s.outputError()
	case <-time.After(returnTime):
		return fault.Join(fault.Sentinel("the search did not return"), s.outputError())
	}
}

// tell shows a message to the user.
func (s *server) tell(message string) { s.write("info string " + oneLine(message)) }

// write writes a line.
func (s *server) write(line string) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.print(line)
}

// print writes a line. The caller holds s.mu.
func (s *server) print(line string) {
	fmt.Fprintln(s.out, line)
	s.out.Flush() // or outputError returns the error
}

// outputError returns the error of writing, or nil.
func (s *server) outputError() error {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.out.Flush()
}
