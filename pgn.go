package chess

import (
	"cmp"
	"fmt"
	"slices"
	"time"

	"github.com/shakki/chess/internal/fault"
	"github.com/shakki/chess/internal/tagvalue"
)

// PGNOptions control how PGN is read. The zero value reads everything, within the default limits.
// [PGNReader] and [PGNScanner] embed PGNOptions, and [ScanPGN] takes them as an argument.
type PGNOptions struct {
	Limits         PGNLimits `json:"limits"`         // bounds on the memory that hostile input can take
	Language       Language  `json:"language"`       // the letters of the pieces; figurines are read in every language
	Strict         bool      `json:"strict"`         // also report warnings
	SkipVariations bool      `json:"skipVariations"` // read only the main line
	SkipMoves      bool      `json:"skipMoves"`      // read only the tags and the result
	Variants       bool      `json:"variants"`       // only for PGNScanner: report the moves of games of other variants as PGNMoveText
}

// PGNLimits bound the memory that hostile input can make a reader take. A field that is not
// positive means the default. A reader reports a fault when a game exceeds a limit.
type PGNLimits struct {
	Nesting int `json:"nesting"` // depth of variations (default 256)
	Comment int `json:"comment"` // bytes of one comment (default 1 MiB)
	Tag     int `json:"tag"`     // bytes of one tag (default 64 KiB)
	Tags    int `json:"tags"`    // tags of one game (default 1,000)
	Moves   int `json:"moves"`   // moves of one game, including those of variations (default 200,000)
	Notes   int `json:"notes"`   // comments and glyphs of one game (default 200,000)
	Text    int `json:"text"`    // bytes of all tags and comments of one game (default 8 MiB)
}

// maxLimit is the largest limit. It leaves room for sums of limits in 32 bits.
const maxLimit = 1 << 30

// withDefaults returns l with the defaults filled in.
func (l PGNLimits) withDefaults() PGNLimits {
	return PGNLimits{
		Nesting: limitOr(l.Nesting, 256), Comment: limitOr(l.Comment, 1<<20), Tag: limitOr(l.Tag, 1<<16), Tags: limitOr(l.Tags, 1000),
		Moves: limitOr(l.Moves, 200_000), Notes: limitOr(l.Notes, 200_000), Text: limitOr(l.Text, 8<<20),
	}
}

// limitOr returns limit, at most maxLimit, or its default if it is not positive.
func limitOr(limit, byDefault int) int {
	if limit <= 0 {
		return byDefault
	}
	return min(limit, maxLimit)
}

// inGame returns a message about a game, such as "game 3 (Carlsen - Anand): ...".
func inGame(number int, white, black, message string) string {
	return fmt.Sprintf("game %d (%s - %s): %s", number, orUnknown(white), orUnknown(black), message)
}

// dots returns the dots after the number of a move by c.
func dots(c Color) string {
	if c == Black {
		return "..."
	}
	return "."
}

// orUnknown returns the name of a player for a message, or "?" if it is not known.
func orUnknown(name string) string {
	return printable(abridged(cmp.Or(name, "?")))
}

// A Tag is a name and a value that describe a game, such as White and "Carlsen". A game stores tags
// that PGN can represent: the name has 1 to 250 bytes and no white space, quotes, or brackets, the
// value has one line, and both are UTF-8. Other tags are changed: an underscore replaces each
// character that a name cannot have, a space replaces each line break in a value, and text that is
// not UTF-8 is read as Windows-1252.
type Tag struct {
	Name  string `json:"name"`  // "Event"
	Value string `json:"value"` // "Tilburg"
}

// indexOf returns the index of the first tag with the given name, or -1 if there is none.
func indexOf(tags []Tag, name string) int {
	return slices.IndexFunc(tags, func(t Tag) bool { return t.Name == name })
}

// valueOf returns the value of the first tag with the given name, or "" if there is none.
func valueOf(tags []Tag, name string) string {
	if i := indexOf(tags, name); i >= 0 {
		return tags[i].Value
	}
	return ""
}

// roster is the Seven Tag Roster of the PGN standard (8.1.1). The values are those of unknown tags.
var roster = [...]Tag{
	{"Event", "?"}, {"Site", "?"}, {"Date", "????.??.??"}, {"Round", "?"},
	{"White", "?"}, {"Black", "?"}, {"Result", "*"},
}

// ParseRating parses the value of a tag such as WhiteElo. It reads the marks of servers and
// federations, as in "2100?", "1500P12", and "2100 (FIDE)". The rating is 0 if the player has none,
// as in "", "-", or "unrated". The error is a [*ParseError].
func ParseRating(value string) (int, error) {
	rating, ok := tagvalue.ParseRating(value)
	if !ok {
		return 0, &ParseError{"rating", value, "a number below 5000, such as 2100 or 2100?"}
	}
	return rating, nil
}

// ParseDate parses the value of a tag such as Date and returns the first and the last day, in UTC,
// that it can mean: the same day for "2024.01.31", the first and the last of February for
// "2024.02.??". Both are the zero Time if the year is unknown, as in "????.??.??" and "". The error
// is a [*ParseError].
func ParseDate(value string) (first, last time.Time, err error) {
	d, ok := tagvalue.ParseDate(value)
	if ok && d.HasYear() {
		first, last, ok = d.Days()
	}
	if !ok {
		err = &ParseError{"date", value, "a day such as 2024.01.31, 2024.01.??, or 19??"}
	}
	return first, last, err
}

// A PGNError reports a fault in PGN text and its place: an error, which costs text or moves, such as
// an illegal move and those after it, or a warning. Warnings are found only with
// [PGNOptions].Strict.
type PGNError struct {
	Warning  bool     `json:"warning"`         // nothing is lost, but the record contradicts itself or deviates from the standard
	Lossy    bool     `json:"lossy"`           // the game that is read, or is then written, lacks or changes what the text says: true for every error
	Outside  bool     `json:"outside"`         // the fault is in text outside of games and affects none of them
	Game     int      `json:"game"`            // the number of the game in the input, from 1; that of the game before if Outside
	White    string   `json:"white"`           // the player of the white pieces, from the tags
	Black    string   `json:"black"`           // the player of the black pieces, from the tags
	Line     int      `json:"line"`            // the line of the fault, from 1
	Column   int      `json:"column"`          // the column in bytes, from 1
	Offset   int64    `json:"offset"`          // the offset of the fault in bytes from the start of the input
	Position Position `json:"position"`        // the position after the moves before the fault
	IsMove   bool     `json:"isMove"`          // Token was read as a move
	Token    string   `json:"token"`           // the text with the fault, shortened if it is long, or "" if there is none
	Detail   string   `json:"detail"`          // what is wrong, such as "the knight on g8 is pinned by the bishop on b5"
	Err      error    `json:"error,omitempty"` // the *MoveError or *FENError with the details, or nil
}

// MarshalJSON returns an object with the message as "text", and the fields.
func (e *PGNError) MarshalJSON() ([]byte, error) { return fault.JSON(e, e) }

// Unwrap returns the *MoveError or *FENError with the details, or nil.
func (e *PGNError) Unwrap() error { return e.Err }

// Error returns the place and the fault, such as "PGN line 12, column 8: game 3 (Carlsen - Anand):
// 23... Nf6: the knight on g8 is pinned by the bishop on b5". For a warning, "warning: " precedes
// the game.
func (e *PGNError) Error() string {
	severity := ""
	if e.Warning {
		severity = "warning: "
	}
	return fmt.Sprintf("PGN line %d, column %d: %s%s", e.Line, e.Column, severity, e.Fault())
}

// Fault returns the message of Error without the place and the severity: "game 3 (Carlsen - Anand):
// 23... Nf6: the knight on g8 is pinned by the bishop on b5". It quotes a Token that is not a move.
func (e *PGNError) Fault() string { return inGame(e.Game, e.White, e.Black, e.fault()) }

// fault is Fault without the game.
func (e *PGNError) fault() string {
	switch {
	case e.IsMove:
		p := &e.Position
		return fmt.Sprintf("%d%s %s: %s", p.FullmoveNumber(), dots(p.Turn()), e.Token, e.Detail)
	case e.Token != "":
		return fmt.Sprintf("%q: %s", e.Token, e.Detail)
	}
	return e.Detail
}
