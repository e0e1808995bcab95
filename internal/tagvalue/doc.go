// Package tagvalue says what the values of tags and of commands in comments mean, for everybody who
// reads them: ratings, dates, time controls, openings, results, and clocks.
package tagvalue

// The files:
//
//   - tagvalue.go: which texts are dates, ratings (up to which number), ECO codes, time controls, and numbers; tested in cmd/shakki/values_test.go, text_test.go of the root
//   - variants.go: the tag Variant: names of chess, of Chess960, and of variants that are refused; tested in pgn_scanner_test.go of the root
//   - tags.go: the tags of one record that the judge examines; tested in arbiter_test.go of the root
//   - wrong.go: which tags the judge checks, and values that contradict each other or the game; tested in arbiter_test.go of the root
//   - clock.go: the clock of a move as text; tested in comment_test.go of the root
//   - clocks.go: whether the clocks of a game go together and with the time control, and how much more they may show; tested in arbiter_test.go of the root
