// Engine is a UCI chess engine that can be read in an evening. Begin with alphaBeta in search.go.
package main

// The files:
//
//   - main.go: the UCI program: options and their bounds, tables, time for a move, iterations
//   - search.go: alpha-beta and quiescence, reductions, draws, when a search stops
//   - order.go: which moves are tried first
//   - eval.go: the value of a position
//   - table.go: the transposition table: its size, and which entries stay; tested in search_test.go
//   - endgame.go: what endgame tables say
