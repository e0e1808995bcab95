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
//   - main.go: flags, what -sprt may be, defaults and conflicts, players, exit codes, and signals that end the match
//   - match.go: which games are played, by whom, in which order and colors, and the score
//   - game.go: one game: clocks, pondering, and forfeits, as after the time and its margin
//   - engine.go: a player: its command, properties, options, name, and time control
//   - openings.go: the start positions of the games: the forms that are read, and which are left out
//   - adjudicate.go: games that end by score, by length, or by tablebase, and the flags for it
//   - file.go: the file of games: what is resumed and what is written, tags too
//   - identity.go: whether a file belongs to the same match; conditions in comments, and masked secrets
//   - report.go: progress, crosstable, and openings
//   - plot.go, plot.tmpl: the picture of the results
//   - stats.go: Elo, its error, and SPRT
//   - pipe_unix.go: what happens when nobody reads the output
//   - signals_test.go: matches that a signal ends
//   - spelling_test.go: values of tags that a resumed match must read
