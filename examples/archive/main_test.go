package main

import (
	"database/sql"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/shakki/chess"
)

const records = `[White "Aino"]
[Black "Onni"]
[Date "2024.01.09"]
[Result "1-0"]

1. e4 {a "quoted" comment; DROP} e5 (1... c5 2. Nf3) 2. Qh5 Nc6 3. Bc4 Nf6 4. Qxf7# 1-0

[White "Eino"]
[Black "Bad, Aino"]
[Date "2024.01.09"]
[Result "*"]

1. e4 e5 2. Ke3 *

[White "Eino"]
[Black "O'Aino_%"]
[Date "2024.01.10"]
[Result "1/2-1/2"]

1. Nf3 Nf6 2. Ng1 Ng8 3. e4 e5 4. Qh5 1/2-1/2
`

// archive runs a command on a database and returns what it prints.
func archive(t *testing.T, name string, args ...string) (out, errs string) {
	t.Helper()
	var o, e strings.Builder
	if err := run(&o, &e, name, args); err != nil {
		t.Fatalf("%q: %v", args, err)
	}
	return o.String(), e.String()
}

// imported returns the name of a database with records, imported from the file games.pgn beside it.
func imported(t *testing.T) (name string) {
	t.Helper()
	name = filepath.Join(t.TempDir(), "games.db")
	pgn := strings.TrimSuffix(name, "db") + "pgn"
	if err := os.WriteFile(pgn, []byte(records), 0o644); err != nil {
		t.Fatal(err)
	}
	out, errs := archive(t, name, "import", pgn)
	if want := pgn + ": 2 games, 2 of them new\n"; out != want {
		t.Errorf("import prints %q, want %q", out, want)
	}
	if want := "line 13, column 13: game 2 (Eino - Bad, Aino): 2. Ke3"; !strings.Contains(errs, want) || strings.Count(errs, "\n") != 1 {
		t.Errorf("import reports %q, want one line with %q", errs, want)
	}
	return name
}

// Lines of the two games that are stored.
const (
	first  = "1: Aino - Onni, 2024.01.09, 1-0 (checkmate)\n"
	second = "2: Eino - O'Aino_%, 2024.01.10, 1/2-1/2\n"
)

// TestFind finds the games by players and by positions.
func TestFind(t *testing.T) {
	name := imported(t)
	for _, tt := range []struct{ command, arg, want string }{
		{"player", "aino", first + second},
		{"player", "O'A", second},
		{"player", "%", second},
		{"player", "nobody", ""},
		{"position", chess.StartPosition().FEN(), first + second},
		{"position", "rnbqkbnr/pppp1ppp/8/4p2Q/4P3/8/PPPP1PPP/RNB1KBNR b KQkq - 7 40", first + second}, // the clocks do not count
		{"position", "rnbqkbnr/pppp1ppp/8/4p2Q/4P3/8/PPPP1PPP/RNB1KBNR b - - 1 2", ""},                 // other castling rights
		{"position", "r1bqkb1r/pppp1Qpp/2n2n2/4p3/2B1P3/8/PPPP1PPP/RNB1K1NR b KQkq - 0 4", first},      // the last position
		{"position", "rnbqkbnr/pp1ppppp/8/2p5/4P3/8/PPPP1PPP/RNBQKBNR w KQkq - 0 2", ""},               // in a variation
	} {
		if got, _ := archive(t, name, tt.command, tt.arg); got != tt.want {
			t.Errorf("%s %q prints\n%swant\n%s", tt.command, tt.arg, got, tt.want)
		}
	}
}

// TestSameHash checks that a game is not found by a position that has only its hash.
func TestSameHash(t *testing.T) {
	name := imported(t)
	db, err := sql.Open("sqlite", name)
	if err != nil {
		t.Fatal(err)
	}
	defer db.Close()
	p := chess.MustParseFEN("8/8/8/8/8/5k1p/7P/4K2R w K - 0 1")
	if _, err := db.Exec("INSERT INTO positions VALUES (?, 1)", int64(p.Hash())); err != nil {
		t.Fatal(err)
	}
	if got, _ := archive(t, name, "position", p.FEN()); got != "" {
		t.Errorf("a position of no game is found in %q", got)
	}
}

// TestPrint checks that a game comes back as it was, and that importing it again adds nothing.
func TestPrint(t *testing.T) {
	name := imported(t)
	printed, _ := archive(t, name, "print", "1")
	got, err := chess.ParsePGN(printed)
	if err != nil {
		t.Fatal(err)
	}
	want, err := chess.NewPGNReader(strings.NewReader(records)).Read()
	if err != nil {
		t.Fatal(err)
	}
	if difference := got.Difference(want); difference != "" {
		t.Error(difference)
	}
	again := filepath.Join(t.TempDir(), "again.pgn")
	if err := os.WriteFile(again, []byte(printed), 0o644); err != nil {
		t.Fatal(err)
	}
	if out, _ := archive(t, name, "import", again); out != again+": 1 games, 0 of them new\n" {
		t.Errorf("importing a game again prints %q", out)
	}
}

// TestErrors checks that what cannot be done is an error, and that it leaves the database as it was.
func TestErrors(t *testing.T) {
	name := imported(t)
	for _, args := range [][]string{
		{}, {"import"}, {"player"}, {"player", "a", "b"}, {"delete", "1"}, {"print", "9"}, {"print", "x"}, {"position", "8/8"},
		{"import", name + ".no"}, {"import", t.TempDir()},
	} {
		if err := run(new(strings.Builder), new(strings.Builder), name, args); err == nil {
			t.Errorf("%q succeeds", args)
		}
	}
	if err := run(new(strings.Builder), new(strings.Builder), name+".no", []string{"player", "Aino"}); err == nil {
		t.Error("a database that does not exist is searched")
	}
	if got, _ := archive(t, name, "player", "Aino"); got != first+second {
		t.Errorf("the archive lists %q", got)
	}
}
