// Lichess is a bot that plays on lichess.org, with any UCI engine, through the HTTP API of the site:
//
//	export LICHESS_TOKEN=lip_...
//	go run ./examples/lichess -variants standard,chess960 -speeds blitz,rapid -games 2 ./engine
//
// The flags say which challenges it accepts. It plays each game in a goroutine with an engine of its
// own, claims and accepts draws, and reconnects when a connection breaks. After an interrupt, it
// accepts no more challenges and ends when its games have ended, or at a second interrupt. See docs/bots.md.
package main

// The files:
//
//   - main.go: flags, and starting the engine
//   - bot.go: which challenges are accepted, and games that begin and end; tested in main_test.go
//   - game.go: one game: its moves, clocks, draws, and time for a move; tested in main_test.go
//   - client.go: requests and streams of the server, and when they are tried again; tested in main_test.go
