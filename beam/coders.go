package chessbeam

import (
	"encoding/binary"
	"encoding/json"
	"fmt"
	"reflect"

	"github.com/apache/beam/sdks/v2/go/pkg/beam"
	"github.com/apache/beam/sdks/v2/go/pkg/beam/core/graph/coder"
	"github.com/apache/beam/sdks/v2/go/pkg/beam/register"
	"github.com/shakki/chess"
)

// The coders of positions and moves are deterministic: equal values have equal encodings, so that
// they can be keys. The encoding of a game is its PGN, which does not name the rules.
func init() {
	deterministic(encodePosition, decodePosition)
	deterministic(encodeMove, decodeMove)
	deterministic(encodeRecord, decodeRecord)
	deterministic(encodeBlock, decodeBlock)
	deterministic(encodeGame, decodeGame)
	deterministic(encodeBad, decodeBad)
	deterministic(encodeFinding, decodeFinding)
	deterministic(encodeSpan, decodeSpan)
	deterministic(encodeOutputLine, decodeOutputLine)
}

// deterministic registers a deterministic coder for T.
func deterministic[T any](encode func(T) ([]byte, error), decode func([]byte) (T, error)) {
	t := reflect.TypeFor[T]()
	beam.RegisterType(t)
	register.Function1x2(encode)
	register.Function1x2(decode)
	coder.RegisterDeterministicCoder(t, encode, decode)
}

func encodePosition(p chess.Position) ([]byte, error) { return p.MarshalText() }

func decodePosition(b []byte) (p chess.Position, err error) {
	err = p.UnmarshalText(b)
	return p, err
}

func encodeMove(m chess.Move) ([]byte, error) {
	return binary.BigEndian.AppendUint16(nil, uint16(m)), nil
}

func decodeMove(b []byte) (chess.Move, error) {
	if len(b) != 2 {
		return chess.NullMove, fmt.Errorf("a move has 2 bytes, not %d", len(b))
	}
	return chess.Move(binary.BigEndian.Uint16(b)), nil
}

func encodeGame(g *chess.Game) ([]byte, error) { return g.MarshalText() }

func decodeGame(b []byte) (*chess.Game, error) {
	g := chess.NewGame()
	return g, g.UnmarshalText(b)
}

// encodeRecord returns the length of the name, the name, the offset, and the text.
func encodeRecord(r Record) ([]byte, error) {
	b := binary.AppendUvarint(make([]byte, 0, len(r.File)+len(r.Text)+20), uint64(len(r.File)))
	b = append(b, r.File...)
	b = binary.AppendVarint(b, r.Offset)
	return append(b, r.Text...), nil
}

func decodeRecord(b []byte) (r Record, err error) {
	length, n := binary.Uvarint(b)
	if n <= 0 || length > uint64(len(b)-n) {
		return r, fmt.Errorf("a record has no name")
	}
	r.File, b = string(b[n:n+int(length)]), b[n+int(length):]
	if r.Offset, n = binary.Varint(b); n <= 0 {
		return r, fmt.Errorf("a record has no offset")
	}
	r.Text = b[n:]
	return r, nil
}

// encodeBlock returns the number of records, their sizes, and the record that they make together.
func encodeBlock(b block) ([]byte, error) {
	head := binary.AppendUvarint(nil, uint64(len(b.Sizes)))
	for _, size := range b.Sizes {
		head = binary.AppendUvarint(head, uint64(size))
	}
	text, err := encodeRecord(b.Record)
	return append(head, text...), err
}

func decodeBlock(text []byte) (b block, err error) {
	number, n := binary.Uvarint(text)
	total := uint64(0)
	for i := uint64(0); i < number && n > 0; i++ {
		text = text[n:]
		var size uint64
		size, n = binary.Uvarint(text)
		b.Sizes = append(b.Sizes, int(size))
		total += size
	}
	if n <= 0 {
		return b, fmt.Errorf("a block is truncated")
	}
	if b.Record, err = decodeRecord(text[n:]); err == nil && total != uint64(len(b.Text)) {
		err = fmt.Errorf("the records of a block have %d bytes, and it has %d", total, len(b.Text))
	}
	return b, err
}

// The functions below are not instances of a generic one, since Beam finds functions by their
// names, which all instances share.

func encodeBad(b Bad) ([]byte, error)               { return json.Marshal(b) }
func decodeBad(b []byte) (Bad, error)               { return fromJSON[Bad](b) }
func encodeFinding(f Finding) ([]byte, error)       { return json.Marshal(f) }
func decodeFinding(b []byte) (Finding, error)       { return fromJSON[Finding](b) }
func encodeSpan(s span) ([]byte, error)             { return json.Marshal(s) }
func decodeSpan(b []byte) (span, error)             { return fromJSON[span](b) }
func encodeOutputLine(l outputLine) ([]byte, error) { return json.Marshal(l) }
func decodeOutputLine(b []byte) (outputLine, error) { return fromJSON[outputLine](b) }

// fromJSON returns the value that b encodes.
func fromJSON[T any](b []byte) (value T, err error) {
	err = json.Unmarshal(b, &value)
	return value, err
}
