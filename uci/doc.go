// Package uci speaks the Universal Chess Interface (UCI), the protocol between chess programs and
// chess engines, from both sides.
//
// An [Engine] is an engine that the program drives:
//
//	engine, err := uci.Start(ctx, "stockfish")
//	best, err := engine.Search(ctx, uci.From(position), uci.Limits{MoveTime: time.Second}).Best()
//	fmt.Println(position.SAN(best.Move))
//
// [Serve] turns the program itself into an engine. It needs a [Searcher], which has one method.
//
// Canceling the context of a search stops the search, and the best move so far is the result. An
// engine that breaks the protocol or does not answer is killed, and the error is an [*Error] with
// its last output. [WithLog] shows the whole conversation. After [Engine.Close], no process and no
// goroutine is left.
//
// All methods of Engine and Search may be called concurrently.
package uci

// The files:
//
//   - engine.go: starting, setting up, and ending an engine, how long it may take, and its failures; tested in engine_test.go, fake_test.go
//   - process_unix.go, process_other.go: how a process is ended
//   - search.go: a search: its position, what the engine reports, how much of it is kept, and stopping it
//   - limits.go: limits of a search, and go commands with their moves
//   - info.go: what an engine says while it searches and as bestmove, read and written; scores
//   - option.go: options of an engine: their types, declarations, and values, on both sides
//   - variants.go: searches in games with other rules
//   - serve.go: a program that is an engine: the commands that it obeys, and what it answers
//   - text.go: lines and words of the protocol, and how long they may be; tested in text_test.go, serve_test.go
//   - log.go: the log of all lines
//   - errors.go: the typed errors and their texts
//   - fake_test.go: engines that break the protocol, hang, exit, or are never ready
//   - golden_test.go: lines with one wrong word
//   - main_test.go: whether the tests leave goroutines or processes behind
//   - real_test.go: real engines
//   - transcript_test.go: whole conversations
