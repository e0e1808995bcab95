package syzygy

import (
	"errors"
	"fmt"
	"io/fs"
)

// Errors of positions that no table covers.
var (
	// ErrCastling reports a position with castling rights.
	ErrCastling = errors.New("syzygy: the tables do not cover positions with castling rights")

	// ErrTooManyPieces reports a position with more than [MaxPieces] pieces.
	ErrTooManyPieces = errors.New("syzygy: the position has more than 7 pieces")

	// ErrNoKings reports a position without exactly one king of each color, such as the zero
	// [chess.Position].
	ErrNoKings = errors.New("syzygy: the position does not have one king of each color")
)

// A MissingError reports a table that a probe needs and that no folder has. It matches
// [fs.ErrNotExist].
type MissingError struct {
	File string // the name of the file, such as "KQvKR.rtbw"
}

// Error returns a text such as "syzygy: missing table KQvKR.rtbw".
func (e *MissingError) Error() string { return "syzygy: missing table " + e.File }

// Unwrap returns [fs.ErrNotExist].
func (e *MissingError) Unwrap() error { return fs.ErrNotExist }

// A FormatError reports a table that is damaged or cut short, and where.
type FormatError struct {
	File   string // the path of the file
	Offset int64  // the offset in bytes from the start of the file
	Reason string // what is wrong
}

// Error returns a text such as "syzygy: KQvKR.rtbw: offset 0: not a table of wins and draws".
func (e *FormatError) Error() string {
	return fmt.Sprintf("syzygy: %s: offset %d: %s", e.File, e.Offset, e.Reason)
}
