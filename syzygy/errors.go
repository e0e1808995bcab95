package syzygy

import (
	"fmt"
	"io/fs"

	"github.com/shakki/chess/internal/fault"
)

// Errors of positions that no table covers.
var (
	// ErrCastling reports a position with castling rights.
	ErrCastling = fault.New("syzygy: the tables do not cover positions with castling rights")

	// ErrTooManyPieces reports a position with more than [MaxPieces] pieces.
	ErrTooManyPieces = fault.New("syzygy: the position has more than 7 pieces")

	// ErrNoKings reports a position without exactly one king of each color, such as the zero
	// [chess.Position].
	ErrNoKings = fault.New("syzygy: the position does not have one king of each color")
)

// A MissingError reports a table that a probe needs and that no folder has. It matches
// [fs.ErrNotExist].
type MissingError struct {
	File string `json:"file"` // the name of the file, such as "KQvKR.rtbw"
}

// Error returns a text such as "syzygy: missing table KQvKR.rtbw".
func (e *MissingError) Error() string { return "syzygy: missing table " + e.File }

// Unwrap returns [fs.ErrNotExist].
func (e *MissingError) Unwrap() error { return fs.ErrNotExist }

// A FormatError reports a table that is damaged or truncated, and where.
type FormatError struct {
	File   string `json:"file"`   // the path of the file
	Offset int64  `json:"offset"` // the offset in bytes from the start of the file
	Detail string `json:"detail"` // what is wrong
}

// Error returns a text such as "syzygy: KQvKR.rtbw: offset 0: not a table of wins and draws".
func (e *FormatError) Error() string {
	return fmt.Sprintf("syzygy: %s: offset %d: %s", e.File, e.Offset, e.Detail)
}

// MarshalJSON returns an object with the message as "text", and the fields.
func (e *MissingError) MarshalJSON() ([]byte, error) { return fault.JSON(e, e) }

// MarshalJSON returns an object with the message as "text", and the fields.
func (e *FormatError) MarshalJSON() ([]byte, error) { return fault.JSON(e, e) }
