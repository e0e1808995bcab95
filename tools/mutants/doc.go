// Command mutants shows which changes of a package its tests do not notice.
//
//	go run ./mutants [-n 100] [-seed 1] [-files REGEXP] [-with ./cmd/shakki] [-short] ./selection
//
// It puts every change behind a switch that the environment sets, and builds each test program once.
// Each test then runs alone and tells which changes it reaches, so a change is tried only with the
// tests that reach it, the fastest first. A change that no test fails on is printed as LIVED, one that
// makes a test run too long as TIMED OUT. Tests that fail without a change, such as those that count
// allocations, are left out and named.
package main

// The files:
//
//   - main.go: which changes are tried with which tests, and the report
//   - instrument.go: changing a package, with a switch for each change
