// Archive stores games in an SQLite database. It imports PGN files, finds games by a player or by a
// position, and prints one as PGN.
//
//	cd examples/archive
//	go run . -db games.db import ../../testdata/games.pgn more.pgn
//	go run . -db games.db player morphy
//	go run . -db games.db position "r1bqkbnr/pppp1ppp/2n5/4p3/2B1P3/5N2/PPPP1PPP/RNBQK2R b KQkq - 3 3"
//	go run . -db games.db print 1
//
// A game is stored as its PGN, which keeps all that the game holds. Each position of its main line is
// stored as its hash, which is the same in all versions of the library.
package main

import (
	"database/sql"
	"errors"
	"flag"
	"fmt"
	"io"
	"log"
	"os"

	"github.com/shakki/chess"
	_ "modernc.org/sqlite"
)

// schema creates the tables unless they exist. The columns beside the PGN are copies of tags.
const schema = `
CREATE TABLE IF NOT EXISTS games (
	id    INTEGER PRIMARY KEY,
	white TEXT NOT NULL,
	black TEXT NOT NULL,
	pgn   TEXT NOT NULL UNIQUE
);
CREATE TABLE IF NOT EXISTS positions (
	hash INTEGER NOT NULL,
	game INTEGER NOT NULL REFERENCES games,
	PRIMARY KEY (hash, game)
) WITHOUT ROWID;
`

func main() {
	log.SetFlags(0)
	name := flag.String("db", "games.db", "the `FILE` of the database")
	flag.Parse()
	if err := run(os.Stdout, os.Stderr, *name, flag.Args()); err != nil {
		log.Fatal(err)
	}
}

// run opens the database and runs one command.
func run(out, errs io.Writer, name string, args []string) error {
	if len(args) < 2 || args[0] != "import" && len(args) > 2 {
		return errors.New("usage: archive [-db FILE] import FILE... | player NAME | position FEN | print ID")
	}
	if _, err := os.Stat(name); err != nil && args[0] != "import" {
		return err // only an import makes a database
	}
	db, err := sql.Open("sqlite", name)
	if err != nil {
		return err
	}
	defer db.Close()
	if _, err := db.Exec(schema); err != nil {
		return err
	}
	switch arg := args[1]; args[0] {
	case "import":
		for _, file := range args[1:] {
			if err := importFile(db, out, errs, file); err != nil {
				return fmt.Errorf("%s: %w", file, err)
			}
		}
		return nil
	case "player":
		return findPlayer(db, out, arg)
	case "position":
		return findPosition(db, out, arg)
	case "print":
		return printGame(db, out, arg)
	}
	return fmt.Errorf("there is no command %q", args[0])
}

// importFile stores the games of a PGN file, all of them or, after an error, none. A game with a
// fault is reported and left out, and so is a game that is already there.
func importFile(db *sql.DB, out, errs io.Writer, name string) error {
	file, err := os.Open(name)
	if err != nil {
		return err
	}
	defer file.Close()
	tx, err := db.Begin()
	if err != nil {
		return err
	}
	defer tx.Rollback() // does nothing after Commit
	var read, stored int
	for g, err := range chess.NewPGNReader(file).All() {
		switch {
		case g == nil:
			return err // the file cannot be read
		case err != nil:
			fmt.Fprintf(errs, "%s: %v\n", name, err)
			continue
		}
		added, err := store(tx, g)
		if err != nil {
			return err
		}
		read++
		stored += added
	}
	if err := tx.Commit(); err != nil {
		return err
	}
	fmt.Fprintf(out, "%s: %d games, %d of them new\n", name, read, stored)
	return nil
}

// store adds a game with its positions. It returns the number of games added, 0 if the game was there.
func store(tx *sql.Tx, g *chess.Game) (int, error) {
	var id int64
	err := tx.QueryRow("INSERT INTO games (white, black, pgn) VALUES (?, ?, ?) ON CONFLICT DO NOTHING RETURNING id",
		g.Tag("White"), g.Tag("Black"), g).Scan(&id)
	if errors.Is(err, sql.ErrNoRows) {
		return 0, nil
	}
	if err != nil {
		return 0, err
	}
	for _, p := range g.Positions() {
		// SQLite has no uint64. A position that occurred before is there.
		if _, err := tx.Exec("INSERT INTO positions VALUES (?, ?) ON CONFLICT DO NOTHING", int64(p.Hash()), id); err != nil {
			return 0, err
		}
	}
	return 1, nil
}

// findPlayer lists the games of the players whose names contain text, in upper or lower case if it is
// ASCII.
func findPlayer(db *sql.DB, out io.Writer, text string) error {
	const query = "SELECT id, pgn FROM games WHERE instr(lower(white), lower(?1)) OR instr(lower(black), lower(?1)) ORDER BY id"
	return list(db, out, func(*chess.Game) bool { return true }, query, text)
}

// findPosition lists the games in which the position of a FEN occurred, by the rule on repetition. Two
// positions may have one hash, so the positions themselves are compared.
func findPosition(db *sql.DB, out io.Writer, fen string) error {
	p, err := chess.ParseFEN(fen)
	if err != nil {
		return err
	}
	const query = "SELECT id, pgn FROM games JOIN positions ON id = game WHERE hash = ? ORDER BY id"
	return list(db, out, func(g *chess.Game) bool {
		for _, q := range g.Positions() {
			if q.SamePosition(p) {
				return true
			}
		}
		return false
	}, query, int64(p.Hash()))
}

// list prints a line for each game that a query with one argument finds and that fits.
func list(db *sql.DB, out io.Writer, fits func(g *chess.Game) bool, query string, arg any) error {
	rows, err := db.Query(query, arg)
	if err != nil {
		return err
	}
	defer rows.Close()
	for rows.Next() {
		var id int64
		g := chess.NewGame()
		if err := rows.Scan(&id, g); err != nil {
			return fmt.Errorf("game %d: %w", id, err)
		}
		if fits(g) {
			fmt.Fprintf(out, "%d: %s - %s, %s, %s\n", id, g.Tag("White"), g.Tag("Black"), g.Tag("Date"), g.Outcome())
		}
	}
	return rows.Err()
}

// printGame prints the PGN of a game.
func printGame(db *sql.DB, out io.Writer, id string) error {
	var pgn string
	err := db.QueryRow("SELECT pgn FROM games WHERE id = ?", id).Scan(&pgn)
	if errors.Is(err, sql.ErrNoRows) {
		return fmt.Errorf("there is no game %s", id)
	}
	fmt.Fprint(out, pgn)
	return err
}
