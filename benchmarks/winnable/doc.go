// Command winnable measures how fast package chess decides who can still win, and checks the
// results.
//
//	go run ./winnable [-games GAMES.pgn] [-vectors VECTORS.tsv]... [-classes N] [-climb DURATION [-seed N]] [-made N]
//
// With -games it calls CanWin for the last position of each game and IsDead for every position.
// With -vectors it calls CanWin for each position in the file. Each line of that file has three
// fields separated by tabs: a FEN, 1 or 0 for White, and 1 or 0 for Black, where 1 means that the
// side can win. With -classes it calls CanWin for N random positions of each class of up to six
// pieces. With -climb it changes the most expensive position of the vectors at random for the given
// time, such as 10m, to find more expensive ones; -seed chooses the changes. Without any of these
// it plays N random games and uses their positions.
//
// It also calls Winnable for each question that it asks CanWin. It prints the positions that remain
// undecided and those with a wrong result, and it replays every line to checkmate.
package main

// The files:
//
//   - main.go: the hard positions, and what their questions cost
//   - classes.go: random positions of chosen material
//   - climb.go: changing positions until their questions cost more
