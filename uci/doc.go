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
