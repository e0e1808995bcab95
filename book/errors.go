package book

import (
	"fmt"

	"github.com/shakki/chess/internal/fault"
)

// A FormatError reports an error in a book, and where it is.
type FormatError struct {
	Offset int64  `json:"offset"`          // the offset in bytes from the start of the book
	Detail string `json:"detail"`          // what is wrong
	Err    error  `json:"error,omitempty"` // the cause, such as a [*chess.MoveError], or nil
}

// Error returns the offset and the reason, such as "book: offset 16: the key is less than the key
// before it".
func (e *FormatError) Error() string {
	text := fmt.Sprintf("book: offset %d: %s", e.Offset, e.Detail)
	if e.Err != nil {
		text += ": " + e.Err.Error()
	}
	return text
}

// Unwrap returns the cause.
func (e *FormatError) Unwrap() error { return e.Err }

// A NameError reports an error in a list of openings, and where it is.
type NameError struct {
	Line   int    `json:"line"`            // the line, from 1
	Detail string `json:"detail"`          // what is wrong
	Err    error  `json:"error,omitempty"` // the [*chess.MoveError] if a move is not legal, or nil
}

// Error returns the line and the reason, such as `book: line 12: not an ECO code: "X00"`.
func (e *NameError) Error() string { return fmt.Sprintf("book: line %d: %s", e.Line, e.Detail) }

// Unwrap returns the error in the moves, or nil.
func (e *NameError) Unwrap() error { return e.Err }

// MarshalJSON returns an object with the message as "text", and the fields.
func (e *FormatError) MarshalJSON() ([]byte, error) { return fault.JSON(e, e) }

// MarshalJSON returns an object with the message as "text", and the fields.
func (e *NameError) MarshalJSON() ([]byte, error) { return fault.JSON(e, e) }
