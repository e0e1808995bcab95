package epd

import (
	"cmp"
	"fmt"
	"strconv"

	"github.com/shakki/chess"
	"github.com/shakki/chess/internal/abridge"
	"github.com/shakki/chess/internal/fault"
)

// A Record is a position with operations. A nil pointer, an empty list, or an empty text means that
// the operation is absent. The operations hmvc and fmvn are the clocks of the position.
type Record struct {
	Position   chess.Position `json:"position"`             // with the clocks, which are operations in the text
	BestMoves  []chess.Move   `json:"bestMoves,omitempty"`  // bm: any of these is best
	AvoidMoves []chess.Move   `json:"avoidMoves,omitempty"` // am: none of these is good
	Line       []chess.Move   `json:"line,omitempty"`       // pv: the predicted line of play, one move after another
	ID         string         `json:"id,omitempty"`         // id: the name of the position
	Depth      *int           `json:"depth,omitempty"`      // acd: the depth of the analysis in plies
	Nodes      *int           `json:"nodes,omitempty"`      // acn: the number of nodes of the analysis
	Seconds    *float64       `json:"seconds,omitempty"`    // acs: the duration of the analysis
	Centipawns *int           `json:"centipawns,omitempty"` // ce: the evaluation from the point of view of the side to move
	Mate       *int           `json:"mate,omitempty"`       // dm: the number of moves to mate
	Comments   [10]string     `json:"comments,omitzero"`    // c0 to c9
	Others     []Operation    `json:"others,omitempty"`     // the other operations, in their order
}

// An Operation is an operation of a [Record] that has no field of its own.
type Operation struct {
	Opcode   string   `json:"opcode"`             // "eco": a letter and up to 14 letters, digits, and underscores
	Operands []string `json:"operands,omitempty"` // "B97", without quotes
}

// An Error reports why a text is not an EPD record.
type Error struct {
	Text   string `json:"input"`           // the whole text
	Opcode string `json:"opcode"`          // the operation with the error, or "" for the position
	Offset int    `json:"offset"`          // the offset of the error in bytes from the start of Text
	Detail string `json:"detail"`          // what is wrong
	Err    error  `json:"error,omitempty"` // the *chess.FENError or *chess.MoveError with the details, or nil
}

// Error quotes the text, shortened if it is long, and says where it is wrong and why.
func (e *Error) Error() string {
	field := abridged(cmp.Or(e.Opcode, "position"))
	return fmt.Sprintf("EPD %q: %s, offset %d: %s", abridged(e.Text), field, e.Offset, e.Detail)
}

// Unwrap returns the *chess.FENError or *chess.MoveError with the details, or nil.
func (e *Error) Unwrap() error { return e.Err }

// abridged shortens text that takes more than 120 bytes between the quotes of an error message.
func abridged(s string) string { return abridge.Text(s, 120) }

// A field is where a record has the value of an operation.
type field struct {
	opcode string
	value  any // a pointer, or nil for the clocks of the position
}

// fields returns the fields of r, in the order in which operations are written.
func (r *Record) fields() []field {
	fields := []field{{"acd", &r.Depth}, {"acn", &r.Nodes}, {"acs", &r.Seconds}, {"am", &r.AvoidMoves}, {"bm", &r.BestMoves}}
	for i := range r.Comments {
		fields = append(fields, field{"c" + strconv.Itoa(i), &r.Comments[i]})
	}
	return append(fields, field{"ce", &r.Centipawns}, field{"dm", &r.Mate}, field{opcode: "fmvn"}, field{opcode: "hmvc"},
		field{"id", &r.ID}, field{"pv", &r.Line})
}

// MarshalJSON returns an object with the message as "text", the field Text as "input", and the other
// fields.
func (e *Error) MarshalJSON() ([]byte, error) { return fault.JSON(e, e) }
