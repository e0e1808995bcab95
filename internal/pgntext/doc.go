// Package pgntext reads the text of PGN: words, move numbers, results, glyphs, comments, and tags,
// with the lines and columns at which they begin. It also writes tags, comments, and lines of
// movetext. It does not know positions. Which move a word means is up to the caller.
package pgntext

// The files:
//
//   - window.go: the window of bytes of a text, and places in it
//   - decode.go: text in other encodings as UTF-8
//   - token.go: skipping, and tokens that are not words
//   - word.go: words of the movetext: moves, passes, results, glyphs, signs
//   - class.go: classes of characters
//   - result.go: results in all their spellings
//   - glyph.go: annotation glyphs and their signs
//   - command.go: commands in comments, such as [%clk]
//   - tag.go: tags: where they begin and end, names, and values
//   - block.go: comments, lines, and where a game begins
//   - split.go: where a stream of games can be split
//   - write.go: tags, lines, and comments in the export form
