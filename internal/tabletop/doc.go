// Package tabletop holds what the packages in games share: the record of a game, its text form,
// enumerations as words, and parse errors.
package tabletop

// The files:
//
//   - game.go: the record that all games share; tested in saves_test.go, golden_test.go
//   - text.go: text forms and their errors, words in any case, and boards; tested in saves_test.go
//   - picture.go: shapes of pictures
//   - saves_test.go: saves of all games, damaged too
//   - golden_test.go: digests of what is written of random games
