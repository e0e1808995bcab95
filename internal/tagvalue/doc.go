// Package tagvalue says what the values of tags and of commands in comments mean, for everybody who
// reads them: ratings, dates, time controls, openings, results, clocks, and evaluations.
package tagvalue

// The files:
//
//   - tagvalue.go: dates, ratings, ECO codes, numbers
//   - variants.go: the values of the tag Variant
//   - tags.go: the tags of one record
//   - wrong.go: values that are wrong, or contradict each other
//   - clock.go: the clock of a move as text
//   - clocks.go: whether the clocks of a game go together
//   - eval.go: evaluations in comments
