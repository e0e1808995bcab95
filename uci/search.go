package uci

import (
	"cmp"
	"context"
	"fmt"
	"iter"
	"slices"
	"strconv"
	"sync"
	"time"

	"github.com/shakki/chess"
	"github.com/shakki/chess/internal/fault"
)

// Bounds on what a [Search] holds.
const (
	maxInfos     = 1000
	maxInfoBytes = 8 << 10 // of each of them; longer ones are left out
	maxLines     = 500     // principal variations
)

// A History is a start position, the moves that were made from it, and the rules of the game. A
// [*chess.Game] is a History.
type History interface {
	Start() chess.Position
	Moves() []chess.Move
	Rules() chess.Rules
}

// From returns the history that consists of a position and moves from it, under the FIDE Laws.
func From(start chess.Position, moves ...chess.Move) History { return history{start, moves} }

type history struct {
	start chess.Position
	moves []chess.Move
}

func (h history) Start() chess.Position { return h.start }
func (h history) Moves() []chess.Move   { return h.moves }
func (h history) Rules() chess.Rules    { return chess.Rules{} }

// A Search is a search in progress, or its result. [Engine.Search] starts one. The zero Search was
// never started: it has ended with [ErrClosed].
type Search struct {
	position position // after the moves of the history, or nil if they are wrong
	setup    string   // the command that sets up the history
	chess960 bool     // the history needs UCI_Chess960
	variant  string   // the value of UCI_Variant that the history needs
	limits   Limits
	lines    int // how many principal variations to ask for, or 0 for the option MultiPV as it is

	stop chan struct{} // has a signal from Stop
	hit  chan struct{} // has a signal from PonderHit
	done chan struct{} // closed at the end

	mu      sync.Mutex
	change  sync.Cond     // there is a report, or the search has ended
	infos   []Info        // the last reports: report n is at n%maxInfos
	reports int           // the number of reports so far
	last    []Info        // the last report of each principal variation, by its rank
	scored  Info          // the last report with a score and without a variation
	began   time.Time     // when the command go was sent, or zero
	elapsed time.Duration // at the end
	over    bool
	best    Best
	err     error
}

// Search starts a search for the best move after the moves of the history, which is a [*chess.Game]
// or the result of [From]. The engine gets all moves of the history, so that it sees repetitions.
// Chess960 needs no preparation. Search does not wait, and [Search.Best] returns its errors: an
// [*Error], with [ErrBusy] during another search, [ErrNoLimit] if the limits do not say when to stop,
// or a [*chess.MoveError] or [*chess.FENError] if the history or a move of the limits is illegal. If
// no move is legal after the history, the best move is NullMove, and the engine is not asked.
//
// The engine first gets ready, for which it has the time in [Engine.Setup], and which does
// not count as thinking time. When ctx is done, the engine is told to stop, and the best move so far is the
// result, without an error. If ctx is done before the search has begun, the error is that of ctx.
// An engine that does not answer within [Engine.Grace] is killed. The same happens if it exceeds
// MoveTime or the time on its clock by Grace. All other searches may take the time in
// [Engine.Patience].
func (e *Engine) Search(ctx context.Context, history History, limits Limits) *Search {
	return e.newSearch(ctx, func(s *Search) error { return s.prepare(history) }, limits, 0)
}

// Analyze searches for the given number of principal variations and returns the last report of
// each, the best first, as [Search.Lines] does. It waits until the search ends, so limits must have
// one or ctx must be done at some time. There are fewer reports than lines if there are fewer legal
// moves.
//
// Analyze sets the option MultiPV for this search only. If the engine does not have the option, or
// fewer lines, the error is an [*OptionError]. Other errors are those of [Engine.Search]. If
// the engine fails during the search, Analyze returns the reports so far and the error.
func (e *Engine) Analyze(ctx context.Context, history History, limits Limits, lines int) ([]Info, error) {
	if lines < 1 {
		return nil, &OptionError{Name: multiPVOption, Value: fmt.Sprint(lines), Detail: "must be at least 1"}
	}
	s := e.newSearch(ctx, func(s *Search) error { return s.prepare(history) }, limits, lines)
	_, err := s.Best()
	return s.Lines(), err
}

// newSearch is Search for a history that prepare checks, with the number of principal variations or 0.
func (e *Engine) newSearch(ctx context.Context, prepare func(*Search) error, limits Limits, lines int) *Search {
	s := &Search{
		limits: limits.forEngine(), lines: lines, stop: make(chan struct{}, 1), hit: make(chan struct{}, 1), done: make(chan struct{}),
	}
	s.change.L = &s.mu
	err := prepare(s)
	switch {
	case err != nil || !s.position.HasLegalMove():
	case limits.isUnlimited(s.position.Turn()):
		err = ErrNoLimit
	case ctx.Err() != nil:
		err = ctx.Err()
	default:
		if err = e.begin(settingUp, s, func() error { return e.setUp(ctx, s) }); err == nil {
			return s
		}
	}
	s.end(Best{}, err)
	return s
}

// A position is what a search asks of a position, in any variant.
type position interface {
	Turn() chess.Color
	HasLegalMove() bool
	ParseUCI(text string) (chess.Move, error)
	UCI(m chess.Move) string
	after(m chess.Move) position
}

// A standardPosition is the position of a game of chess.
type standardPosition struct{ chess.Position }

func (p standardPosition) after(m chess.Move) position { return standardPosition{p.After(m)} }

// prepare checks the history and the moves to consider.
func (s *Search) prepare(history History) error {
	if game, ok := history.(*chess.Game); history == nil || ok && game == nil {
		return fault.Sentinel("no history to search")
	}
	setup := history.Start().Setup()
	setup.Chess960 = false // unless castling cannot be written in the usual way
	start, err := setup.Position()
	if err != nil {
		return err
	}
	s.chess960, s.variant = start.IsChess960(), standardVariant
	b := []byte("position startpos")
	if start != chess.StartPosition() {
		b = start.AppendFEN([]byte("position fen "), chess.FENFormat{Shredder: s.chess960})
	}
	return setUpMoves(s, b, standardPosition{start}, history.Moves(), chess.Move.String)
}

// setUpMoves completes the command that sets up a start position with the moves that follow it, and checks
// these and the moves to consider, whose text spell returns.
func setUpMoves[M ~uint16](s *Search, b []byte, p position, moves []M, spell func(M) string) error {
	for i, m := range moves {
		if i == 0 {
			b = append(b, " moves"...)
		}
		m, err := legalMove(p, spell(m))
		if err != nil {
			return fault.Errorf("move %d of the history: %w", i+1, err)
		}
		b = append(append(b, ' '), p.UCI(m)...)
		p = p.after(m)
	}
	if s.setup = string(b); len(s.setup) > maxCommand {
		return fault.Sentinel("the history is too long to be sent to an engine")
	}
	for i, m := range s.limits.SearchMoves {
		m, err := legalMove(p, spell(M(m)))
		if err != nil {
			return fault.Errorf("move %d to consider: %w", i+1, err)
		}
		s.limits.SearchMoves[i] = m
	}
	s.position = p
	return nil
}

// run performs a search that is set up: it waits until the engine is ready, and starts the search.
func (e *Engine) run(ctx context.Context, s *Search) {
	err := e.sync(ctx, e.setup(), e.grace())
	e.mu.Lock()
	if err != nil {
		e.search, e.during = nil, waiting
		s.end(Best{}, err)
	} else {
		s.mu.Lock()
		s.began = time.Now()
		s.mu.Unlock()
		e.during = searching
		e.send(s.limits.command(s.position))
	}
	e.mu.Unlock()
	if e.watch(ctx, s) { // at once if the search could not begin
		return
	}
	e.tell(s, "stop")
	select {
	case <-s.done:
	case <-e.after(e.grace()):
		e.fail(ErrTimeout, "no best move after stop", context.Cause(ctx))
	}
}

// setUp sets the options that s needs, if they have other values, and the position, and runs s. The caller
// holds e.mu.
func (e *Engine) setUp(ctx context.Context, s *Search) error {
	err := e.need(chess960Option, strconv.FormatBool(s.chess960), "false", "Chess960")
	if err == nil {
		err = e.need(variantOption, s.variant, standardVariant, s.variant)
	}
	o, lines := findOption(e.options, multiPVOption), ""
	switch {
	case err != nil:
	case o == nil && s.lines > 1:
		err = e.noOption(multiPVOption)
	case o != nil && s.lines > 0:
		lines, err = o.text(s.lines)
	case o != nil:
		lines = cmp.Or(e.set[o.Name], o.Default, "1")
	}
	if err == nil && o != nil {
		err = e.need(multiPVOption, lines, cmp.Or(o.Default, "1"), "")
	}
	if err == nil {
		e.send(s.setup)
		e.spawn(func() { e.run(ctx, s) })
	}
	return err
}

// need sets an option that must have a value to play a game, unless it has it. The caller holds e.mu.
func (e *Engine) need(name, value, first, game string) error {
	o := findOption(e.options, name)
	switch {
	case o == nil && value == first, o != nil && value == cmp.Or(e.sent[o.Name], first):
		return nil
	case o == nil || o.Type == Combo && !slices.Contains(o.Choices, value):
		return &OptionError{Name: name, Value: value, Detail: e.name + " does not play " + game}
	}
	e.sent[o.Name] = value
	e.send(o.setCommand(value))
	return nil
}

// watch waits until the search ends or must be stopped, and reports whether it has ended.
func (e *Engine) watch(ctx context.Context, s *Search) bool {
	var expired <-chan time.Time
	hit := s.hit
	if !s.limits.Ponder {
		hit, expired = nil, e.expiry(s)
	}
	for {
		select {
		case <-s.done:
			return true
		case <-hit:
			e.tell(s, "ponderhit")
			hit, expired = nil, e.expiry(s)
		case <-ctx.Done():
			return false
		case <-s.stop:
			return false
		case <-expired:
			return false
		}
	}
}

// expiry returns a channel that receives when the engine has exceeded its time by the grace period.
func (e *Engine) expiry(s *Search) <-chan time.Time {
	if limit := s.limits.time(s.position.Turn()); limit > 0 {
		return e.after(limit + e.grace())
	}
	if e.Patience > 0 {
		return e.after(e.Patience)
	}
	return nil
}

// tell sends a command that belongs to s, unless s has ended.
func (e *Engine) tell(s *Search, command string) {
	e.mu.Lock()
	defer e.mu.Unlock()
	if e.search == s {
		e.send(command)
	}
}

// add adds a report, which follows the command info.
func (s *Search) add(text words) {
	if len(text) > maxInfoBytes {
		return
	}
	info := parseInfo(text, s.position)
	s.mu.Lock()
	defer s.mu.Unlock()
	if rank := max(info.MultiPV, 1); len(info.PV) > 0 && rank <= maxLines {
		s.last = append(s.last, make([]Info, max(rank-len(s.last), 0))...)
		s.last[rank-1] = info
	} else if len(info.PV) == 0 && info.Score != nil {
		s.scored = info
	}
	if s.reports < maxInfos {
		s.infos = append(s.infos, Info{})
	}
	s.infos[s.reports%maxInfos] = info
	s.reports++
	s.change.Broadcast()
}

// end ends the search, unless it has ended before, and adds the last report to the best move. After
// an error the best move is that of the report.
func (s *Search) end(best Best, err error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.over {
		return
	}
	info := s.scored
	if len(s.last) > 0 && len(s.last[0].PV) > 0 {
		info = s.last[0]
	}
	if err != nil {
		best = bestOf(info.PV)
	}
	best.Info = info
	s.best, s.err, s.over = best, err, true
	if !s.began.IsZero() {
		s.elapsed = time.Since(s.began)
	}
	close(s.done)
	s.change.Broadcast()
}

// bestOf returns the first two moves of a principal variation.
func bestOf(pv []chess.Move) Best {
	moves := append(pv, chess.NullMove, chess.NullMove)
	return Best{Move: moves[0], Ponder: moves[1]}
}

// Infos iterates over the reports of the engine and ends when the search ends. It begins with the
// oldest report that is kept. A Search keeps the last 1,000 reports, so that a loop that is slower
// than the engine misses some. The reports need not be read.
func (s *Search) Infos() iter.Seq[Info] {
	return func(yield func(Info) bool) {
		for next := 0; ; next++ {
			s.mu.Lock()
			for next >= s.reports && !s.over && s.done != nil {
				s.change.Wait()
			}
			next = max(next, s.reports-maxInfos)
			if next >= s.reports {
				s.mu.Unlock()
				return
			}
			info := s.infos[next%maxInfos]
			s.mu.Unlock()
			if !yield(info) {
				return
			}
		}
	}
}

// Lines returns the last report of each principal variation, the best first. It does not wait.
// During the search, the reports are those so far. An engine reports one principal variation, or as
// many as its option MultiPV says.
func (s *Search) Lines() []Info {
	s.mu.Lock()
	defer s.mu.Unlock()
	return slices.DeleteFunc(slices.Clone(s.last), func(i Info) bool { return len(i.PV) == 0 })
}

// Best waits until the search ends and returns the best move. If the engine fails during the
// search, Best returns an [*Error], and the first move of the last principal variation if there is
// one.
func (s *Search) Best() (Best, error) {
	if s.done == nil {
		return Best{}, unstarted
	}
	<-s.done
	return s.best, s.err
}

// Elapsed returns how long the engine has searched: from the moment it was told to search until
// its answer, or until now. The time in which it got ready does not count.
func (s *Search) Elapsed() time.Duration {
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.over || s.began.IsZero() {
		return s.elapsed
	}
	return time.Since(s.began)
}

// Stop tells the engine to end the search with the best move so far. It does not wait. Stop does
// nothing if the search has ended.
func (s *Search) Stop() { signal(s.stop) }

// PonderHit tells the engine that the opponent has made the last move of the history. A search with
// [Limits.Ponder] then continues under its other limits. PonderHit does nothing if the search has
// ended or does not ponder.
func (s *Search) PonderHit() { signal(s.hit) }

// signal sends a signal, unless one waits already or c is nil.
func signal(c chan<- struct{}) {
	select {
	case c <- struct{}{}:
	default:
	}
}
