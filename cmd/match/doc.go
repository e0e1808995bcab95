// Match plays matches between UCI engines and says which one is stronger. An engine is a command,
// followed by properties and options after semicolons:
//
//	match -games 200 -tc 10+0.1 -openings book.epd './engine;Hash=64' 'stockfish;name=Fish;Skill Level=3'
//
// The games are added to a PGN file one by one. If a match is interrupted, the same command
// continues it. README.md explains the flags and the report.
package main

// The files:
//
//   - main.go: flags, players, and exit codes
//   - match.go: which games are played, by whom, and the score
//   - game.go: one game: clocks, pondering, forfeits
//   - engine.go: a player: its command, options, and time control
//   - openings.go: the start positions of the games
//   - adjudicate.go: games that end by score or by tablebase
//   - file.go: the file of games: what is resumed and what is written
//   - identity.go: whether a file belongs to the same match
//   - report.go: progress, crosstable, openings
//   - stats.go: Elo, its error, and SPRT
//   - signals_unix.go, signals_other.go: which signals end the match
//   - signals_test.go: matches that a signal ends
//   - spelling_test.go: values of tags that a resumed match must read
