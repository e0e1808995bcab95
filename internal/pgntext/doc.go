// Package pgntext reads the text of PGN: words, move numbers, results, glyphs, comments, and tags,
// with the lines and columns at which they begin. It also writes tags, comments, and lines of
// movetext. It does not know positions. Which move a word means is up to the caller.
package pgntext

// The files:
//
//   - window.go: the window of bytes of a text, and places in it
//   - decode.go: text in other encodings, such as UTF-16, as UTF-8; how often a reader may return nothing; tested in decode_test.go, window_test.go
//   - class.go: classes and sets of characters
//   - space.go: white space, and characters beyond ASCII that separate tokens like it; tested in space_test.go, window_test.go
//   - line.go: lines: comments after ";", escape lines, the next line, and the end of a paragraph
//   - tag.go: tags: where they begin and end, their lines, names, values, and escapes, and what is wrong with one
//   - header.go: text between games and among tags, and where movetext begins
//   - comment.go: where a comment ends, and where a game begins in one that is not closed
//   - command.go: commands in comments, such as [%clk], and what is left out of comments
//   - number.go: move numbers, how great they may be, and what follows them
//   - word.go: words of the movetext: passes, results, glyphs, and signs
//   - move.go: what belongs to a move or is glued to it, such as e.p. or the spaces of O - O, and how it departs from SAN
//   - result.go: results in all spellings, also in parentheses, and scores of federations
//   - glyph.go: annotation glyphs such as $14, their greatest number, and their signs
//   - symbol.go: symbols in brackets, such as [pgn], [#], (=), and <text>
//   - skip.go: movetext that nobody reads
//   - split.go: where games can be split, and the size of parts
//   - write.go: tags, standard names of tags, lines and their width, comments in the export form
//   - golden_test.go: digests of what texts of a few tokens or lines mean
