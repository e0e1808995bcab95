// Boardgames plays the other games at the terminal, between people and bots:
//
//	go run ./examples/boardgames [flags] shakkello|backgammon|domino|tictactoe
//
// By default a person plays first against a bot. The flag -players says who plays: "bot,person"
// lets the bot begin, "person,person" needs no bot, and "bot,bot" is a match to watch. Dominoes
// takes up to five players. Type help to see the commands. A game that was saved goes on with
// -resume FILE.
package main

// The files:
//
//   - main.go: the session: commands, hints, undo, save; one round of any game
//   - backgammon.go: backgammon, and how the program plays it; tested in main_test.go
//   - domino.go: dominoes, and how the program plays them; tested in main_test.go
//   - shakkello.go: Shakkello, and how the program plays it; tested in main_test.go
//   - tictactoe.go: tic-tac-toe, and how the program plays it; tested in main_test.go
