package book_test

import (
	"bytes"
	"errors"
	"fmt"
	"log"
	"math/rand/v2"
	"strings"

	"github.com/shakki/chess"
	"github.com/shakki/chess/book"
)

// clubGames are the games of a small club.
const clubGames = `[White "Aino"] [Black "Eino"] [Result "1-0"]
1. e4 e5 2. Nf3 Nc6 3. Bb5 a6 1-0

[White "Eino"] [Black "Onni"] [Result "1/2-1/2"]
1. e4 e5 2. Nf3 Nf6 1/2-1/2

[White "Onni"] [Black "Aino"] [Result "0-1"]
1. d4 d5 2. c4 e6 0-1

[White "Aino"] [Black "Onni"] [Result "1-0"]
1. d4 Nf6 2. c4 1-0
`

// clubBook returns the book of the club.
func clubBook() *book.Book {
	var b book.Builder
	defer b.Close()
	if err := b.AddPGN(chess.NewPGNScanner(strings.NewReader(clubGames))); err != nil {
		log.Fatal(err)
	}
	var out bytes.Buffer
	if _, err := b.WriteTo(&out); err != nil {
		log.Fatal(err)
	}
	club, err := book.New(bytes.NewReader(out.Bytes()), int64(out.Len()))
	if err != nil {
		log.Fatal(err)
	}
	return club
}

// A bot plays from a book until it reaches a position that is not in the book.
func Example() {
	club := clubBook() // or book.Open("club.bin")
	random := rand.New(rand.NewPCG(1, 2))
	g := chess.NewGame()
	for {
		m, err := club.Choose(g.Position(), random)
		if err != nil {
			fmt.Println(err) // the book is damaged
		}
		if m == chess.NullMove {
			break // from here on, the bot has to think
		}
		if err := g.Play(m); err != nil {
			fmt.Println(err)
			return
		}
	}
	fmt.Println(g.Position())
	// Output:
	// rnbqkbnr/ppp1pppp/8/3p4/3P4/8/PPP1PPPP/RNBQKBNR w KQkq - 0 2
}

// The moves that a book gives for a position, with their weights.
func ExampleBook_Entries() {
	p := chess.StartPosition()
	entries, err := clubBook().Entries(p)
	if err != nil {
		fmt.Println(err)
		return
	}
	for _, e := range entries {
		fmt.Println(p.SAN(e.Move), e.Weight)
	}
	// Output:
	// e4 3
	// d4 2
}

// All entries of a book. If there is no error, the book is not damaged.
func ExampleBook_All() {
	for e, err := range clubBook().All() {
		if err != nil {
			fmt.Println(err)
			return
		}
		if e.Weight > 2 {
			fmt.Printf("%016x %v %d\n", e.Key, e.Move, e.Weight)
		}
	}
	// Output:
	// 0844931a6ef4b9a0 g1f3 3
	// 463b96181691fc9c e2e4 3
}

// A damaged book gives an error that says where it is damaged.
func ExampleFormatError() {
	data := []byte("\x46\x3b\x96\x18\x16\x91\xfc\x9c\x03\x24\x00\x02\x00\x00\x00\x00")
	b, err := book.New(bytes.NewReader(data), int64(len(data)))
	if err != nil {
		fmt.Println(err)
		return
	}
	_, err = b.Best(chess.StartPosition())
	fmt.Println(err)
	var fault *book.FormatError
	if errors.As(err, &fault) {
		fmt.Println("the entry number", fault.Offset/16)
	}
	// Output:
	// book: offset 0: illegal move: e2e5: a pawn does not move from e2 to e5
	// the entry number 0
}

// A book of what White played in the games that White did not lose. Each move must have occurred
// twice.
func ExampleBuilder() {
	b := book.Builder{
		MaxPlies: 30,
		MinGames: 2,
		Results:  []chess.Result{chess.WhiteWins, chess.Drawn},
		Colors:   []chess.Color{chess.White},
	}
	defer b.Close()
	s := chess.NewPGNScanner(strings.NewReader(clubGames))
	for {
		err := b.AddPGN(s)
		if err == nil {
			break
		}
		var fault *chess.PGNError
		if !errors.As(err, &fault) {
			fmt.Println(err) // the file cannot be read
			return
		}
		fmt.Println("skipped:", fault)
	}
	var out bytes.Buffer
	n, err := b.WriteTo(&out) // or to a file
	fmt.Println(n, "bytes", err)
	// Output:
	// 32 bytes <nil>
}

// Books are merged into one. The weights of a move are added.
func ExampleMerge() {
	club := clubBook()
	var out bytes.Buffer
	if err := book.Merge(&out, club, club); err != nil {
		fmt.Println(err)
		return
	}
	merged, err := book.New(bytes.NewReader(out.Bytes()), int64(out.Len()))
	if err != nil {
		fmt.Println(err)
		return
	}
	entries, err := merged.Entries(chess.StartPosition())
	fmt.Println(entries[0].Move, entries[0].Weight, err)
	// Output:
	// e2e4 6 <nil>
}

// The name of an opening is that of the longest line that leads to a position of the game, by
// whatever moves.
func ExampleReadNames() {
	const list = "eco\tname\tpgn\n" +
		"D06\tQueen's Gambit\t1. d4 d5 2. c4\n" +
		"D30\tQueen's Gambit Declined\t1. d4 d5 2. c4 e6\n"
	names, err := book.ReadNames(strings.NewReader(list)) // or a file
	if err != nil {
		fmt.Println(err)
		return
	}
	g, err := chess.ParsePGN("1. c4 e6 2. d4 d5 3. Nc3 Nf6 *")
	if err != nil {
		fmt.Println(err)
		return
	}
	o, plies := names.Game(g)
	fmt.Printf("%s %s after %d plies\n", o.ECO, o.Name, plies)
	// Output:
	// D30 Queen's Gambit Declined after 4 plies
}
