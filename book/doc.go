// Package book reads and writes opening books in the format of the program Polyglot, and names
// openings.
//
// A [Book] looks up the moves of a position in a file without loading it. A [Builder] makes a book
// from games, and [Merge] combines books. [Names] knows openings by the positions that they lead
// to.
//
//	b, err := book.Open("book.bin")
//	…
//	m, err := b.Choose(g.Position(), random) // NullMove if the position is not in the book
//
// The zero Book is empty, the zero Names knows no opening, and the zero Builder sets no limits. A
// damaged book gives a [*FormatError], and a faulty list of openings a [*NameError]. Both say where
// the error is. Books and Names may be used by any number of goroutines, and a Builder by one at a
// time.
//
// # The format
//
// A book is a sequence of entries of 16 bytes, sorted by key, all numbers with the highest byte
// first:
//
//	463b96181691fc9c 031c 0002 00000000
//	key              move weight learn
//
// The key is [chess.Position.PolyglotKey]. The move has the square to move to in bits 0 to 5, the
// square to move from in bits 6 to 11, and the promotion in bits 12 to 14: 0 for none, 1 for a
// knight, up to 4 for a queen. A square is 8 times its rank plus its file, both counted from 0, so
// 031c is e2e4. Castling is the move of the king to its rook.
//
// The key says on which wings castling is possible, but not with which rook. A book therefore has
// no moves for a position of Chess960 in which castling is possible with a rook that has another
// rook of the same side farther out on its wing. This is a convention of the format. All other
// positions of Chess960 are treated like those of standard chess.
package book

// The files:
//
//   - book.go: reading a book: entries, weights, choosing a move, and which books are damaged
//   - names.go: names and ECO codes of openings: columns, spellings, errors, and searching
//   - build.go: counting games into a book: which games and moves count, and their weights
//   - edit.go: adding, setting, and deleting moves of a book
//   - merge.go: several books as one, and how weights are added up and scaled; writing entries
//   - runs.go: sorting what does not fit in memory, and how much is kept there
//   - errors.go: the typed errors and how they print; tested in book_test.go, names_test.go
//   - golden_test.go: books and lists of openings with one wrong byte or word
//   - polyglot_test.go: books beside polyglot
