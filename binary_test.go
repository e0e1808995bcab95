package chess_test

import (
	"bytes"
	"encoding/hex"
	"errors"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/shakki/chess"
	"github.com/shakki/chess/chesstest"
)

// TestBinary checks the bytes of positions and that they give the same positions back. The bytes
// were written by hand from the description of the format.
func TestBinary(t *testing.T) {
	tests := []struct{ name, fen, want string }{
		{"start", "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1", "ffff00000000ffff 2d844ad2 00000000 11111111 3e955be3"},
		{"black to move, no clocks", "rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq - 0 1", "ffff00001000efff 2d844ad2 00000000 11111111 3e955fe3"},
		{"double step", "rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq e3 0 1", "ffff00001000efff 2d844ad2 000000c0 11111111 3e955fe3"},
		{"double step by Black", "4k3/8/8/1Pp5/8/8/8/4K3 w - c6 0 3", "1000000600000010 0a bc 0004"},
		{"an odd number of pieces", "4k3/8/8/8/8/8/8/R3K3 w Q - 0 1", "1000000000000011 ad 0b"},
		{"a halfmove clock alone", "4k3/8/8/8/8/8/8/R3K3 b Q - 7 1", "1000000000000011 ad 0f 07"},
		{"plies and a clock of zero", "4k3/8/8/8/8/8/8/4K3 b - - 0 2", "1000000000000010 fa 0003"},
		{"clocks of two bytes", "4k3/8/8/8/8/8/8/4K3 w - - 200 301", "1000000000000010 ba c801 d804"},
		{"largest clocks", "4k3/8/8/8/8/8/8/4K3 b - - 65535 65535", "1000000000000010 fa ffff03 fdff07"},
		{"rights of Chess960", "4k3/8/8/8/8/8/8/RR2K3 w B - 0 1", "1000000000000013 d6 ba"},
		{"standard rights in Chess960", "4k3/8/8/8/8/8/8/R3K3 w A - 0 1", "1000000000000011 ad 0b 0000 02"},
		{"64 pieces", "kBQQQQQQ/BR5Q/Q6Q/Q6Q/Q6Q/Q6Q/Q6Q/KQQQQQQQ w - - 0 1", ""},
		{"empty board", "", ""},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			var p, back chess.Position
			if err := p.UnmarshalText([]byte(test.fen)); err != nil {
				t.Fatal(err)
			}
			data, err := p.MarshalBinary()
			if err != nil {
				t.Fatal(err)
			}
			if want := unhex(t, test.want); want != nil && !bytes.Equal(data, want) {
				t.Errorf("MarshalBinary of %q = %x, want %x", test.fen, data, want)
			}
			if appended, _ := p.AppendBinary([]byte("x")); string(appended) != "x"+string(data) {
				t.Errorf("AppendBinary of %q = %x, want %x", test.fen, appended, data)
			}
			if err := back.UnmarshalBinary(data); err != nil || back != p || back.Hash() != p.Hash() {
				t.Errorf("UnmarshalBinary(%x) = %v, %v, want %v", data, back, err, p)
			}
		})
	}
}

// unhex returns the bytes of a text in which spaces are ignored, or nil if it is empty.
func unhex(t *testing.T, text string) []byte {
	t.Helper()
	data, err := hex.DecodeString(string(bytes.ReplaceAll([]byte(text), []byte(" "), nil)))
	if err != nil {
		t.Fatal(err)
	}
	if len(data) == 0 {
		return nil
	}
	return data
}

func TestBinaryErrors(t *testing.T) {
	tests := []struct {
		data  string
		field string
		at    int
		why   string
	}{
		{"ff", "piece placement", 0, "missing"},
		{"0000000000000000", "piece placement", 8, "White has no king"},
		{"1000000000000011 ad", "piece placement", 8, "3 pieces, but bytes for 2"},
		{"1000000000000011 ad 1b", "piece placement", 8, "a piece without a square"},
		{"1000000000000011 0a 0b", "piece placement", 8, "a pawn cannot stand on e1"},
		{"1000000000000011 aa 0b", "piece placement", 8, "White has two kings"},
		{"1000000000000011 a6 0a", "piece placement", 8, "White has two kings"},
		{"1000000000000011 a6 05", "piece placement", 8, "Black has no king"},
		{"1000000000001010 6a 0b", "side to move", 8, "Black is in check, but it is White's turn"},
		{"1000000600000010 ca bc", "en passant", 8, "two pawns have just made a double step"},
		{"1000000600000010 0a fc", "en passant", 8, "White cannot have just moved a pawn over c6"},
		{"1000000000000110 ca 0b", "en passant", 8, "Black cannot have just moved a pawn over a1"},
		{"1000000000000101 da 0b", "castling", 8, "White has no rook on a2"},
		{"1000000000000011 ae 0b", "castling", 8, "White has no rook on a1"},
		{"1000000000000013 dd ba", "castling", 8, "two castling rooks on the same side of White's king"},
		{"1000000000000010 ba 00", "halfmove clock", 9, "00 is not the form of the clocks and the variant"},
		{"1000000000000010 ba 0700", "halfmove clock", 9, "0700 is not the form of the clocks and the variant"},
		{"1000000000000010 fa 0701", "halfmove clock", 9, "0701 is not the form of the clocks and the variant"},
		{"1000000000000010 ba 8700", "halfmove clock", 9, "8700 is not the form of the clocks and the variant"},
		{"1000000000000010 ba 87", "halfmove clock", 9, "87 is not the form of the clocks and the variant"},
		{"1000000000000010 ba 808004", "halfmove clock", 9, "808004 is not the form of the clocks and the variant"},
		{"1000000000000010 ba 00feff07", "halfmove clock", 9, "00feff07 is not the form of the clocks and the variant"},
		{"1000000000000010 ba 0003", "halfmove clock", 9, "0003 is not the form of the clocks and the variant"},
		{"1000000000000011 ad 0b 000003", "halfmove clock", 10, "000003 is not the form of the clocks and the variant"},
		{"1000000000000010 ba 000002", "halfmove clock", 9, "000002 is not the form of the clocks and the variant"},
		{"1000000000000013 d6 ba 000002", "halfmove clock", 10, "000002 is not the form of the clocks and the variant"},
		{"1000000000000011 ad 0b 00000200", "halfmove clock", 10, "00000200 is not the form of the clocks and the variant"},
	}
	for _, test := range tests {
		data := unhex(t, test.data)
		p := chess.StartPosition()
		var got *chess.FENError
		errors.As(p.UnmarshalBinary(data), &got)
		want := &chess.FENError{FEN: string(data), Field: test.field, Offset: test.at, Detail: test.why}
		if diff := cmp.Diff(want, got); diff != "" {
			t.Errorf("UnmarshalBinary(%s): error differs (-want +got):\n%s", test.data, diff)
		}
		if p != chess.StartPosition() {
			t.Errorf("UnmarshalBinary(%s) changed the position despite its error", test.data)
		}
	}
}

// FuzzUnmarshalBinary checks that what is read is written in the same bytes, that FEN agrees, and
// that a position read from FEN has the same binary form as the same position read from bytes.
func FuzzUnmarshalBinary(f *testing.F) {
	for _, fen := range []string{
		"rnbqkbnr/pppp1ppp/8/8/3Pp3/8/PPP1PPPP/RNBQKBNR b KQkq d3 0 1", "r1k1r2q/p1ppp1pp/8/8/8/8/P1PPP1PP/R1K1R2Q w KQkq - 3 20",
		"4rrk1/pbbp2p1/1ppnp3/3n1pqp/3N1PQP/1PPNP3/PBBP2P1/4RRK1 w Ff - 0 3", "4k3/8/8/8/8/8/8/R3K3 w A - 0 1",
	} {
		data, _ := chess.MustParseFEN(fen).MarshalBinary()
		f.Add(data)
	}
	for seed := range uint64(200) {
		data, _ := chesstest.Mix{}.Position(seed).MarshalBinary()
		f.Add(data)
	}
	f.Fuzz(func(t *testing.T, data []byte) {
		var p, q chess.Position
		if p.UnmarshalBinary(data) != nil {
			return
		}
		if again, _ := p.MarshalBinary(); !bytes.Equal(again, data) {
			t.Errorf("%x is written as %x", data, again)
		}
		text, _ := p.MarshalText()
		if err := q.UnmarshalText(text); err != nil || q != p {
			t.Errorf("%x: the FEN %s gives %v, %v", data, text, q, err)
		}
	})
}
