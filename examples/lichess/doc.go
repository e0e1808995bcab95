// Lichess is a bot that plays on lichess.org, with any UCI engine, through the HTTP API of the site:
//
//	export LICHESS_TOKEN=lip_...
//	go run ./examples/lichess -variants standard,chess960 -speeds blitz,rapid -games 2 ./engine
//
// The flags say which challenges it accepts. It plays each game in a goroutine with an engine of its
// own, claims and accepts draws, and reconnects when a connection breaks. After an interrupt, it
// accepts nothing more and ends when its games have ended, or at the second one. See docs/bots.md.
package main

// The files:
//
//   - main.go: flags, and starting the engine
//   - bot.go: challenges, and games that begin and end
//   - game.go: one game: its moves and clocks
//   - client.go: requests and streams of the server
