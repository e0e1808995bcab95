// Package pgntext reads the text of PGN: words, move numbers, results, glyphs, comments, and tags,
// with the lines and columns at which they begin. It also writes tags, comments, and lines of
// movetext. It does not know positions. Which move a word means is up to the caller.
package pgntext

// The files:
//
//   - window.go: the window of bytes of a text, and places in it
//   - decode.go: text in other encodings as UTF-8
//   - class.go: classes of characters
//   - space.go: white space, and characters beyond ASCII that separate tokens like it
//   - line.go: the rest of a line, such as a comment after ";" or an escape line, the next line, and the end of a paragraph
//   - tag.go: tags: where they begin and end, names, and values
//   - comment.go: comments in braces, and where a game begins in one that is not closed
//   - command.go: commands in comments, such as [%clk]
//   - number.go: move numbers
//   - word.go: words of the movetext: passes, results, glyphs, and signs
//   - move.go: what belongs to a move or is glued to it, such as e.p. or the spaces of O - O
//   - result.go: results in all their spellings
//   - glyph.go: annotation glyphs such as $14, and their signs
//   - symbol.go: symbols in brackets, such as (=), [#], [pgn], and <text>
//   - skip.go: movetext that nobody reads
//   - split.go: where a stream of games can be split
//   - write.go: tags, lines, and comments in the export form
