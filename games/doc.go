// Package games holds the errors that the games in its folder share: backgammon, domino, Shakkello, and
// tic-tac-toe. The packages of the games declare them under their own names.
package games

// The files:
//
//   - errors.go: what the errors of all games share; tested in internal/tabletop/saves_test.go
