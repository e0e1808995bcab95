// Package tagvalue says what the values of tags and of commands in comments mean, for all code that
// reads them: ratings, dates, time controls, openings, results, and clocks.
package tagvalue

// The files:
//
//   - tagvalue.go: dates, ratings and the greatest one, ECO codes, time controls, numbers; tested in cmd/shakki/values_test.go, text_test.go of the root
//   - variants.go: the tag Variant: names of chess, Chess960, and refused variants; tested in pgn_scanner_test.go of the root
//   - tags.go: the tags of one record that the judge examines; tested in arbiter_test.go of the root
//   - wrong.go: which tags the judge checks, and values that contradict each other or the game; tested in arbiter_test.go of the root
//   - clock.go: the clock of a move as text; tested in comment_test.go of the root
//   - clocks.go: whether clocks fit each other and the time control, and by how much; tested in arbiter_test.go of the root
