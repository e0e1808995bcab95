// Engine is a UCI chess engine that can be read in an evening. Begin with alphaBeta in search.go.
package main

// The files:
//
//   - main.go: the UCI program: options, tables, time, iterations
//   - search.go: alpha-beta and quiescence
//   - order.go: which moves are tried first
//   - eval.go: the value of a position
//   - table.go: the transposition table
//   - endgame.go: what endgame tables say
