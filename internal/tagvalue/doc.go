// Package tagvalue says what the values of tags and of commands in comments mean, for all code that
// reads them: ratings, dates, time controls, openings, results, and clocks.
package tagvalue

// The files:
//
//   - tagvalue.go: dates, ratings, codes; tested in cmd/shakki/values_test.go, text_test.go of the root
//   - variants.go: names of chess, Chess960, and variants; tested in pgn_scanner_test.go of the root
//   - tags.go: the tags of one record that the judge examines; tested in arbiter_test.go of the root
//   - wrong.go: wrong values, and contradictions; tested in arbiter_test.go of the root
//   - clock.go: the clock of a move as text; tested in comment_test.go of the root
//   - clocks.go: whether clocks agree with each other and the time control; tested in arbiter_test.go of the root
