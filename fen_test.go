package chess

import (
	"bufio"
	"encoding"
	"encoding/json"
	"errors"
	"fmt"
	"math/rand/v2"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
)

const startFEN = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1"

// acceptedFENs holds FENs of playable positions. Numbers in the names are those
// of the list of traps that other libraries fell into.
var acceptedFENs = []struct {
	name       string
	fen        string
	want       string // FEN(), "" if fen itself
	doubleStep string // the en passant field after a double step, "" if as in want
	shredder   string // the castling field in Shredder-FEN, "" if as in want
	chess960   bool
}{
	{name: "start position", fen: startFEN, shredder: "HAha"},
	{name: "start position in Shredder-FEN", fen: "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w HAha - 0 1",
		want: startFEN, shredder: "HAha", chess960: true},
	{name: "K and Q beside Shredder letters", fen: "r3k2r/8/8/8/8/8/8/R3K2R w KQha - 0 1",
		want: "r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1", shredder: "HAha", chess960: true},
	{name: "four fields", fen: "4k3/8/8/8/8/8/8/4K3 b - -", want: "4k3/8/8/8/8/8/8/4K3 b - - 0 1"},
	{name: "four fields and spaces", fen: "4k3/8/8/8/8/8/8/4K3 b - -  ", want: "4k3/8/8/8/8/8/8/4K3 b - - 0 1"},
	{name: "spaces at the end", fen: startFEN + "  ", want: startFEN, shredder: "HAha"},
	{name: "36: rights in another order", fen: "r3k2r/8/8/8/8/8/8/R3K2R w kqKQ - 0 1",
		want: "r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1", shredder: "HAha"},
	{name: "largest clocks", fen: "4k3/8/8/8/8/8/8/4K3 w - - 65535 65535"},
	{name: "largest clocks and five digits", fen: "4k3/8/8/8/8/8/8/4K3 w - - 10000 20000"},

	{name: "7: en passant square that no pawn attacks", fen: "rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq e3 0 1",
		want: "rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq - 0 1", doubleStep: "e3", shredder: "HAha"},
	{name: "legal en passant", fen: "rnbqkbnr/ppp1p1pp/8/3pPp2/8/8/PPPP1PPP/RNBQKBNR w KQkq f6 0 3", shredder: "HAha"},
	{name: "1: en passant opens the rank", fen: "8/8/8/r2Pp2K/8/8/4k3/8 w - e6 0 1",
		want: "8/8/8/r2Pp2K/8/8/4k3/8 w - - 0 1", doubleStep: "e6"},
	{name: "2: en passant captor takes the blocker's place", fen: "2b1r2r/8/5P1k/2p1pP2/5R1P/6PK/4q3/4R3 w - e6 0 1"},
	{name: "2: en passant captor pinned on its file", fen: "8/5K2/8/3k4/3pP3/8/8/3R4 b - e3 0 1",
		want: "8/5K2/8/3k4/3pP3/8/8/3R4 b - - 0 1", doubleStep: "e3"},
	{name: "3: en passant answers the check", fen: "8/8/8/2k5/2pP4/8/4K3/8 b - d3 0 1"},
	{name: "3: en passant with two pawns on the king's rank", fen: "8/8/8/8/k1Pp3Q/8/8/2K5 b - c3 0 1",
		want: "8/8/8/8/k1Pp3Q/8/8/2K5 b - - 0 1", doubleStep: "c3"},
	{name: "3: en passant blocks a check", fen: "8/8/8/8/1kPp4/8/8/2K1B3 b - c3 0 1"},
	{name: "4: check that the double step did not give",
		fen:  "rnbqk1nr/bb3p1p/1q2r3/2pPp3/3P4/7P/1PP1NpPP/R1BQKBNR w KQkq c6 0 1",
		want: "rnbqk1nr/bb3p1p/1q2r3/2pPp3/3P4/7P/1PP1NpPP/R1BQKBNR w KQkq - 0 1", doubleStep: "c6", shredder: "HAha"},
	{name: "5: checker in line with the en passant square", fen: "8/8/8/1k6/3Pp3/8/8/4KQ2 b - d3 0 1"},
	{name: "8: en passant on a file that the rook then rules", fen: "4k3/8/8/8/3Pp3/8/8/3KR3 b - d3 0 1",
		want: "4k3/8/8/8/3Pp3/8/8/3KR3 b - - 0 1", doubleStep: "d3"},
	{name: "9: en passant captor pinned on the rank", fen: "8/8/8/8/k2pP2R/8/8/7K b - e3 0 1",
		want: "8/8/8/8/k2pP2R/8/8/7K b - - 0 1", doubleStep: "e3"},
	{name: "10: en passant mates", fen: "6bk/7b/8/3pP3/8/8/8/Q3K3 w - d6 0 1"},
	{name: "11: two may capture en passant", fen: "rnbqkbnr/pppppp1p/8/5PpP/8/8/PPPPP2P/RNBQKBNR w KQkq g6 0 1", shredder: "HAha"},
	{name: "11: en passant pawn is not attacked", fen: "4k3/8/8/8/4pPp1/8/8/4K3 b - f3 0 1"},
	{name: "22: clock at the plies played", fen: "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 2 2", shredder: "HAha"},
	{name: "22: clock larger than the plies played", fen: "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 3 2", shredder: "HAha"},
	{name: "22: clock running after a double step", fen: "4k3/8/8/8/4pPp1/8/8/4K3 b - f3 1 5"},

	{name: "32: king and rook on f and g", fen: "3r1k1r/4pp2/8/8/8/8/8/4RKR1 w Gd - 0 1",
		want: "3r1k1r/4pp2/8/8/8/8/8/4RKR1 w Kq - 0 1", shredder: "Gd", chess960: true},
	{name: "32: king and rook beside each other", fen: "Qr4k1/4pppp/8/8/8/8/8/R5KR w Hb - 0 1",
		want: "Qr4k1/4pppp/8/8/8/8/8/R5KR w Kq - 0 1", shredder: "Hb", chess960: true},
	{name: "33: rook on f1 in the way", fen: "4rrk1/pbbp2p1/1ppnp3/3n1pqp/3N1PQP/1PPNP3/PBBP2P1/4RRK1 w Ff - 0 1", chess960: true},
	{name: "33: rooks on both sides of g1", fen: "4k3/8/8/1b6/8/8/8/5RKR w KQ - 0 1", shredder: "HF", chess960: true},
	{name: "34: king d1, rook b1", fen: "4r3/3k4/8/8/8/8/q5PP/1R1KR3 w Q - 0 1", shredder: "B", chess960: true},
	{name: "34: inner rook holds the right", fen: "rr6/2kpp3/1ppn2p1/p2b1q1p/P4P1P/1PNN2P1/2PP4/1K2R2R b E - 0 1", chess960: true},
	{name: "35: X-FEN", fen: "rn2k1r1/ppp1pp1p/3p2p1/5bn1/P7/2N2B2/1PPPPP2/2BNK1RR w Gkq - 0 1", shredder: "Gga", chess960: true},
	{name: "35: Shredder-FEN", fen: "rn2k1r1/ppp1pp1p/3p2p1/5bn1/P7/2N2B2/1PPPPP2/2BNK1RR w Gga - 0 1",
		want: "rn2k1r1/ppp1pp1p/3p2p1/5bn1/P7/2N2B2/1PPPPP2/2BNK1RR w Gkq - 0 1", shredder: "Gga", chess960: true},
	{name: "35: K is the outermost rook", fen: "4k3/8/8/8/8/8/8/4KR1R w K - 0 1", shredder: "H"},
	{name: "35: F is the inner rook", fen: "4k3/8/8/8/8/8/8/4KR1R w F - 0 1", chess960: true},
	{name: "35: H is the outermost rook", fen: "4k3/8/8/8/8/8/8/4KR1R w H - 0 1",
		want: "4k3/8/8/8/8/8/8/4KR1R w K - 0 1", shredder: "H", chess960: true},
	{name: "K is the rook f1 if there is no other", fen: "4k3/8/8/8/8/8/8/R3KR2 w KQ - 0 1", shredder: "FA", chess960: true},
	{name: "38: king h8, rook on the other end", fen: "r2r3k/p7/3p4/8/8/P6P/8/R3K2R b KQq - 0 1", shredder: "HAa", chess960: true},
	{name: "40: Chess960 start 0", fen: "bbqnnrkr/pppppppp/8/8/8/8/PPPPPPPP/BBQNNRKR w KQkq - 0 1", shredder: "HFhf", chess960: true},
	{name: "40: Chess960 start 959", fen: "rkrnnqbb/pppppppp/8/8/8/8/PPPPPPPP/RKRNNQBB w KQkq - 0 1", shredder: "CAca", chess960: true},
	{name: "one standard and one other king", fen: "r3k2r/8/8/8/8/8/8/R2K3R w KQkq - 0 1", shredder: "HAha", chess960: true},

	{name: "50: most moves of a game", fen: "R6R/3Q4/1Q4Q1/4Q3/2Q4Q/Q4Q2/pp1Q4/kBNN1KB1 w - - 0 1"},
	{name: "50: more pieces than a game has", fen: "kBQQQQQQ/BR5Q/Q6Q/Q6Q/Q6Q/Q6Q/Q6Q/KQQQQQQQ w - - 0 1"},
	{name: "51: three checkers", fen: "4k3/5P2/3N4/8/8/8/4R3/4K3 b - - 0 1"},
	{name: "51: two knights check", fen: "8/8/N7/2k5/N7/8/8/3K4 b - - 0 1"},
	{name: "51: double step and a check not uncovered", fen: "1k6/5K1r/p7/2pP4/4P3/8/PPP3PP/RNBQ1BNR w - c6 0 4",
		want: "1k6/5K1r/p7/2pP4/4P3/8/PPP3PP/RNBQ1BNR w - - 0 4", doubleStep: "c6"},
	{name: "52: eight pawns and a third knight", fen: "4k3/8/8/8/8/N7/PPPPPPPP/RNBQKBNR w - - 0 1"},
}

// appendedFEN returns the FEN of p in the given format.
func appendedFEN(p *Position, format FENFormat) string { return string(p.AppendFEN(nil, format)) }

// withFENField returns fen with one of its fields replaced, "" for none.
func withFENField(fen string, field fenField, text string) string {
	fields := strings.Fields(fen)
	if text != "" {
		fields[field] = text
	}
	return strings.Join(fields, " ")
}

func TestParseFEN(t *testing.T) {
	for _, test := range acceptedFENs {
		t.Run(test.name, func(t *testing.T) {
			p, err := ParseFEN(test.fen)
			if err != nil {
				t.Fatalf("ParseFEN(%q) = %v, want no error", test.fen, err)
			}
			want := test.want
			if want == "" {
				want = test.fen
			}
			if got := p.FEN(); got != want {
				t.Errorf("ParseFEN(%q).FEN() = %q, want %q", test.fen, got, want)
			}
			if got := p.String(); got != want {
				t.Errorf("ParseFEN(%q).String() = %q, want %q", test.fen, got, want)
			}
			if got, want := appendedFEN(&p, FENFormat{DoubleStep: true}), withFENField(want, fenEnPassant, test.doubleStep); got != want {
				t.Errorf("%q with FENFormat{DoubleStep: true} = %q, want %q", test.fen, got, want)
			}
			if got, want := appendedFEN(&p, FENFormat{Shredder: true}), withFENField(want, fenCastling, test.shredder); got != want {
				t.Errorf("%q with FENFormat{Shredder: true} = %q, want %q", test.fen, got, want)
			}
			both := withFENField(withFENField(want, fenEnPassant, test.doubleStep), fenCastling, test.shredder)
			if got := appendedFEN(&p, FENFormat{Shredder: true, DoubleStep: true}); got != both {
				t.Errorf("%q with FENFormat{Shredder: true, DoubleStep: true} = %q, want %q", test.fen, got, both)
			}
			if got := p.IsChess960(); got != test.chess960 {
				t.Errorf("ParseFEN(%q).IsChess960() = %v, want %v", test.fen, got, test.chess960)
			}
			checkFENLaws(t, &p)
		})
	}
}

// checkFENLaws checks what holds for the text of every position.
func checkFENLaws(t *testing.T, p *Position) {
	t.Helper()
	for _, format := range []FENFormat{{}, {DoubleStep: true}, {Shredder: true}, {DoubleStep: true, Shredder: true}} {
		fen := appendedFEN(p, format)
		q, err := ParseFEN(fen)
		if err != nil {
			t.Errorf("ParseFEN(%q) = %v, want no error", fen, err)
			continue
		}
		same := q.samePosition(p) && q.Hash() == p.Hash() && q.HalfmoveClock() == p.HalfmoveClock() &&
			q.FullmoveNumber() == p.FullmoveNumber()
		if !same {
			t.Errorf("ParseFEN(%q) = %q with key %x, want the position with key %x", fen, q.FEN(), q.Hash(), p.Hash())
		}
		if got := appendedFEN(&q, format); got != fen {
			t.Errorf("ParseFEN(%q) prints %q, want the same", fen, got)
		}
	}
	checkIdentity(t, p)
}

// checkIdentity checks that the marshalled text, plain and in JSON, reads back
// as == what was marshalled, and that RepairFEN finds nothing to repair in it.
func checkIdentity(t *testing.T, p *Position) {
	t.Helper()
	text, err := p.MarshalText()
	if err != nil {
		t.Fatalf("MarshalText of %v: %v", p, err)
	}
	var q Position
	if err := q.UnmarshalText(text); err != nil || q != *p {
		t.Errorf("UnmarshalText(%q) = %v, got %+v, want %+v", text, err, q, *p)
	}
	encoded, err := json.Marshal(*p)
	if err != nil {
		t.Fatalf("json.Marshal(%v): %v", p, err)
	}
	var fromJSON Position
	if err := json.Unmarshal(encoded, &fromJSON); err != nil || fromJSON != *p {
		t.Errorf("json.Unmarshal(%s) = %v, got %+v, want %+v", encoded, err, fromJSON, *p)
	}
	repaired, repairs, err := RepairFEN(string(text))
	if repaired != *p || len(repairs) != 0 || err != nil {
		t.Errorf("RepairFEN(%q) = %v, %v, %v, want the position and no repair", text, repaired.FEN(), repairs, err)
	}
}

// refusedFENs holds texts that are no FEN of a playable position. The mark ¦
// stands before the fault.
var refusedFENs = []struct {
	name   string
	fen    string
	field  string
	reason string // a part of it
}{
	{"empty", "¦", "piece placement", "missing"},
	{"only a space", "¦ ", "piece placement", "missing"},
	{"no text", "n¦onsense w - - 0 1", "piece placement", "'o' is not a piece"},

	{"rank too short", "rnbqkbnr/pppppppp/8/7¦/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1", "piece placement", "rank 5 has 7 squares"},
	{"last rank too short", "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBN¦ w KQkq - 0 1", "piece placement", "rank 1 has 7 squares"},
	{"rank without squares", "rnbqkbnr/pppppppp/8/8/¦/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1", "piece placement", "rank 4 has 0 squares"},
	{"rank of nine pieces", "rnbqkbnr/pppppppp¦p/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1", "piece placement", "rank 7 has more than 8 squares"},
	{"rank too wide by a digit", "rnbqkbnr/p¦8/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1", "piece placement", "rank 7 has more than 8 squares"},
	{"piece after eight empty squares", "rnbqkbnr/8¦p/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1", "piece placement", "rank 7 has more than 8 squares"},
	{"digit nine", "rnbqkbnr/¦9/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1", "piece placement", "'9' is not a piece"},
	{"digit zero", "rnbqkbnr/¦08/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1", "piece placement", "'0' is not a piece"},
	{"two digits in a row, too many", "rnbqkbnr/pppppppp/8¦1/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1", "piece placement", "two digits"},
	{"53: two digits in a row", "rnbqkbnr/pppppppp/1¦7/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1", "piece placement", "two digits"},
	{"two digits that make eight", "rnbqkbnr/pppppppp/4¦4/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1", "piece placement", "two digits"},
	{"seven ranks", "rnbqkbnr/pppppppp/8/8/8/PPPPPPPP/RNBQKBNR¦ w KQkq - 0 1", "piece placement", "only 7 ranks"},
	{"one rank", "4k2K¦ w - - 0 1", "piece placement", "only 1 rank"},
	{"nine ranks", "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR¦/8 w KQkq - 0 1", "piece placement", "more than 8 ranks"},
	{"slash at the end", "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR¦/ w KQkq - 0 1", "piece placement", "more than 8 ranks"},
	{"slash at the start", "¦/rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1", "piece placement", "rank 8 has 0 squares"},
	{"unknown letter", "rnbqkbnr/pppp¦xppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1", "piece placement", "'x' is not a piece"},
	{"letter of another language", "r¦sbqkbsr/pppppppp/8/8/8/8/PPPPPPPP/RSBQKBSR w KQkq - 0 1", "piece placement", "'s' is not a piece"},
	{"53: not ASCII", "rnbq¦♚bnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1", "piece placement", "'♚' is not a piece"},
	{"full-width digit", "rnbqkbnr/pppppppp/¦８/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1", "piece placement", "is not a piece"},
	{"not UTF-8", "rnbqkbnr/pppppppp/¦\xff/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1", "piece placement", "is not a piece"},
	{"byte zero", "rnbqkbnr/pppppppp/¦\x00/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1", "piece placement", "is not a piece"},
	{"byte order mark", "¦\ufeffrnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1", "piece placement", "is not a piece"},
	{"promoted piece mark", "r¦~nbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1", "piece placement", "'~' is not a piece"},

	{"empty board", "¦8/8/8/8/8/8/8/8 w - - 0 1", "piece placement", "White has no king"},
	{"White without a king", "¦4k3/8/8/8/8/8/8/8 w - - 0 1", "piece placement", "White has no king"},
	{"Black without a king", "¦8/8/8/8/8/8/8/4K3 w - - 0 1", "piece placement", "Black has no king"},
	{"White with two kings", "4k3/8/8/8/8/8/8/3K¦K3 w - - 0 1", "piece placement", "White has two kings"},
	{"Black with two kings", "4k2¦k/8/8/8/8/8/8/3K4 w - - 0 1", "piece placement", "Black has two kings"},
	{"51: four kings a side", "k¦kkk4/8/8/8/8/8/8/KKKK4 w - - 0 1", "piece placement", "Black has two kings"},
	{"white pawn on the first rank", "4k3/8/8/8/8/8/8/¦P3K3 w - - 0 1", "piece placement", "pawn on a1"},
	{"white pawn on the last rank", "4k2¦P/8/8/8/8/8/8/4K3 w - - 0 1", "piece placement", "pawn on h8"},
	{"black pawn on the first rank", "4k3/8/8/8/8/8/8/1¦p2K3 w - - 0 1", "piece placement", "pawn on b1"},
	{"black pawn on the last rank", "¦p3k3/8/8/8/8/8/8/4K3 b - - 0 1", "piece placement", "pawn on a8"},

	{"no side to move", "4k3/8/8/8/8/8/8/4K3¦", "side to move", "missing"},
	{"no castling field", "4k3/8/8/8/8/8/8/4K3 w¦", "castling", "missing"},
	{"no en passant field", "4k3/8/8/8/8/8/8/4K3 w -¦ ", "en passant", "missing"},
	{"53: five fields", "4k3/8/8/8/8/8/8/4K3 w - - 0¦", "fullmove number", "missing"},
	{"unknown side to move", "4k3/8/8/8/8/8/8/4K3 ¦x - - 0 1", "side to move", "neither w nor b"},
	{"side to move in full", "4k3/8/8/8/8/8/8/4K3 ¦white - - 0 1", "side to move", "neither w nor b"},
	{"dash for the side to move", "4k3/8/8/8/8/8/8/4K3 ¦- - - 0 1", "side to move", "neither w nor b"},
	{"53: side to move in upper case", "4k3/8/8/8/8/8/8/4K3 ¦W - - 0 1", "side to move", "upper case"},
	{"53: Black to move in upper case", "4k3/8/8/8/8/8/8/4K3 ¦B - - 0 1", "side to move", "upper case"},
	{"Black in check, White to move", "4k3/8/8/8/8/8/8/K3R3 ¦w - - 0 1", "side to move", "Black is in check and not to move"},
	{"White in check, Black to move", "4k3/8/8/8/8/8/3p4/4K3 ¦b - - 0 1", "side to move", "White is in check and not to move"},
	{"kings beside each other", "8/8/8/3kK3/8/8/8/8 ¦w - - 0 1", "side to move", "in check"},

	{"right with the king off the first rank", "4k3/8/8/8/8/8/4K3/R6R w ¦KQ - 0 1", "castling", "king is not on its first rank"},
	{"right with the king on the wrong first rank", "4K3/8/8/8/8/8/8/r3k2r w ¦KQ - 0 1", "castling", "king is not on its first rank"},
	{"right without a rook", "4k3/8/8/8/8/8/8/R3K3 w Q¦K - 0 1", "castling", "no rook for K"},
	{"right with a rook of the other color", "4k3/8/8/8/8/8/8/4K2r w ¦K - 0 1", "castling", "no rook for K"},
	{"right with a bishop in the corner", "4k3/8/8/8/8/8/8/4K2B w ¦K - 0 1", "castling", "no rook for K"},
	{"Black's right without a rook", "r3k3/8/8/8/8/8/8/4K2R w Kq¦k - 0 1", "castling", "no rook for k"},
	{"Shredder right without a rook", "4k3/8/8/8/8/8/8/R3K2R w H¦B - 0 1", "castling", "no rook for B"},
	{"Shredder right on the king's file", "4k3/8/8/8/8/8/8/R3K2R w ¦E - 0 1", "castling", "no rook for E"},
	{"Shredder right of Black with White's rook", "4k3/8/8/8/8/8/8/R3K2R w ¦h - 0 1", "castling", "no rook for h"},
	{"36: three rights on two sides", "4k2r/8/8/8/8/8/8/RR2K2R w KB¦Qk - 0 1", "castling", "repeats"},
	{"36: right twice", "r3k2r/8/8/8/8/8/8/R3K2R w KQ¦Kkq - 0 1", "castling", "repeats"},
	{"36: right in two spellings", "r3k2r/8/8/8/8/8/8/R3K2R w KQkq¦h - 0 1", "castling", "repeats"},
	{"37: rook not in the corner, none for Black", "1r2k3/8/8/8/8/8/8/R3KR2 w KQ¦kq - 0 1", "castling", "no rook for k"},
	{"37: king not between its rooks", "2rrk3/8/8/8/8/8/3PPPPP/2RK4 w c¦d - 0 1", "castling", "repeats"},
	{"unknown right", "r3k2r/8/8/8/8/8/8/R3K2R w KQ¦xq - 0 1", "castling", "'x' is not a castling right"},
	{"digit for a right", "r3k2r/8/8/8/8/8/8/R3K2R w ¦0 - 0 1", "castling", "'0' is not a castling right"},
	{"byte before A", "r3k2r/8/8/8/8/8/8/R3K2R w ¦@ - 0 1", "castling", "'@' is not a castling right"},
	{"byte before a", "r3k2r/8/8/8/8/8/8/R3K2R w ¦` - 0 1", "castling", "'`' is not a castling right"},
	{"byte after Z", "r3k2r/8/8/8/8/8/8/R3K2R w ¦[ - 0 1", "castling", "'[' is not a castling right"},
	{"dash before rights", "r3k2r/8/8/8/8/8/8/R3K2R w ¦-KQ - 0 1", "castling", "'-' is not a castling right"},
	{"dash after rights", "r3k2r/8/8/8/8/8/8/R3K2R w KQ¦- - 0 1", "castling", "'-' is not a castling right"},
	{"em dash for no rights", "r3k2r/8/8/8/8/8/8/R3K2R w ¦— - 0 1", "castling", "'—' is not a castling right"},

	{"en passant no square", "4k3/8/8/8/4P3/8/8/4K3 b - ¦e 0 1", "en passant", "is not a square"},
	{"en passant beyond the board", "4k3/8/8/8/4P3/8/8/4K3 b - ¦e9 0 1", "en passant", "is not a square"},
	{"en passant in upper case", "4k3/8/8/8/4P3/8/8/4K3 b - ¦E3 0 1", "en passant", "is not a square"},
	{"53: en passant em dash", "4k3/8/8/8/4P3/8/8/4K3 b - ¦— 0 1", "en passant", "is not a square"},
	{"en passant two squares", "4k3/8/8/8/4P3/8/8/4K3 b - ¦e3e3 0 1", "en passant", "is not a square"},
	{"en passant on the fourth rank", "4k3/8/8/8/4P3/8/8/4K3 b - ¦e4 0 1", "en passant", "cannot have just moved a pawn over"},
	{"en passant on a1", "4k3/8/8/8/4P3/8/8/4K3 b - ¦a1 0 1", "en passant", "cannot have just moved a pawn over"},
	{"en passant behind a pawn of the side to move", "4k3/8/8/8/4P3/8/8/4K3 w - ¦e3 0 1", "en passant", "cannot have just moved a pawn over"},
	{"en passant on Black's side, Black to move", "4k3/8/8/4p3/8/8/8/4K3 b - ¦e6 0 1", "en passant", "cannot have just moved a pawn over"},
	{"6: en passant without a pawn", "4k3/8/8/8/8/8/8/4K3 b - ¦e3 0 1", "en passant", "no pawn on e4"},
	{"6: en passant for the wrong side", "4k3/8/8/8/8/8/8/4K3 w - ¦e3 0 1", "en passant", "cannot have just moved a pawn over"},
	{"en passant with another piece on e4", "4k3/8/8/8/4N3/8/8/4K3 b - ¦e3 0 1", "en passant", "no pawn on e4"},
	{"en passant with a pawn of the wrong color", "4k3/8/8/8/4p3/8/8/4K3 b - ¦e3 0 1", "en passant", "no pawn on e4"},
	{"6: en passant square occupied", "4k3/8/8/8/4P3/4N3/8/4K3 b - ¦e3 0 1", "en passant", "e3 is occupied"},
	{"6: square of origin occupied", "4k3/8/8/8/4P3/8/4N3/4K3 b - ¦e3 0 1", "en passant", "e2 is occupied"},
	{"6: king in check before the double step", "8/8/6k1/p1p1p3/P1P1Pp1p/5P1P/2B5/4K3 b - ¦e3 0 50", "en passant", "gave check already"},
	{"6: knight gave check before the double step", "4k3/8/5N2/8/2pP4/8/8/4K3 b - ¦d3 0 1", "en passant", "gave check already"},
	{"51: knight gave check, with rights and more", "r1bqkbnr/1p1p1ppp/p7/2pPp3/4P3/5n2/PPP2PPP/RNBQKBNR w KQkq ¦c6 0 4", "en passant", "gave check already"},

	{"negative halfmove clock", "4k3/8/8/8/8/8/8/4K3 w - - ¦-1 1", "halfmove clock", "not a number from 0"},
	{"signed halfmove clock", "4k3/8/8/8/8/8/8/4K3 w - - ¦+1 1", "halfmove clock", "not a number"},
	{"dash for the halfmove clock", "4k3/8/8/8/8/8/8/4K3 w - - ¦- 1", "halfmove clock", "not a number"},
	{"fraction for the halfmove clock", "4k3/8/8/8/8/8/8/4K3 w - - ¦1.5 1", "halfmove clock", "not a number"},
	{"hexadecimal halfmove clock", "4k3/8/8/8/8/8/8/4K3 w - - ¦0x1 1", "halfmove clock", "not a number"},
	{"halfmove clock too large", "4k3/8/8/8/8/8/8/4K3 w - - ¦65536 1", "halfmove clock", "not a number from 0 to 65535"},
	{"halfmove clock beyond 32 bits", "4k3/8/8/8/8/8/8/4K3 w - - ¦4294967299 1", "halfmove clock", "not a number"},
	{"halfmove clock beyond 64 bits", "4k3/8/8/8/8/8/8/4K3 w - - ¦18446744073709551617 1", "halfmove clock", "not a number"},
	{"halfmove clock in other digits", "4k3/8/8/8/8/8/8/4K3 w - - ¦٣ 1", "halfmove clock", "not a number"},
	{"fullmove number zero", "4k3/8/8/8/8/8/8/4K3 w - - 0 ¦0", "fullmove number", "not a number from 1"},
	{"negative fullmove number", "4k3/8/8/8/8/8/8/4K3 w - - 0 ¦-3", "fullmove number", "not a number from 1"},
	{"fullmove number too large", "4k3/8/8/8/8/8/8/4K3 w - - 0 ¦65536", "fullmove number", "not a number from 1"},
	{"fullmove number with a dot", "4k3/8/8/8/8/8/8/4K3 w - - 0 ¦1.", "fullmove number", "not a number from 1"},

	{"text after the last field", startFEN + " ¦x", "trailing text", "follows the last field"},
	{"two more fields", startFEN + " ¦0 1", "trailing text", "follows the last field"},
	{"EPD operation", "4k3/8/8/8/8/8/8/4K3 w - - ¦bm e4;", "halfmove clock", "not a number"},
	{"line break at the end", "4k3/8/8/8/8/8/8/4K3 w - - 0 ¦1\n", "fullmove number", "not a number"},
	{"space at the start", "¦ " + startFEN, "piece placement", "superfluous space"},
	{"53: two spaces", "4k3/8/8/8/8/8/8/4K3 w - ¦ - 0 1", "en passant", "superfluous space"},
	{"two spaces before the clocks", "4k3/8/8/8/8/8/8/4K3 w - - ¦ 0 1", "halfmove clock", "superfluous space"},
}

// cutMark removes the mark ¦ from a text and returns where it stood.
func cutMark(t *testing.T, marked string) (text string, offset int) {
	t.Helper()
	before, after, ok := strings.Cut(marked, "¦")
	if !ok {
		t.Fatalf("no mark in %q", marked)
	}
	return before + after, len(before)
}

// TestFENErrorIsShort: an error quotes 120 bytes at most, and says if that is not
// all.
func TestFENErrorIsShort(t *testing.T) {
	for _, test := range []struct {
		length int
		want   string
	}{
		{120, strings.Repeat("x", 120)},
		{121, strings.Repeat("x", 120) + "…"},
	} {
		_, err := ParseFEN(strings.Repeat("x", test.length))
		if err == nil || !strings.Contains(err.Error(), fmt.Sprintf("%q", test.want)) {
			t.Errorf("the error of a FEN of %d bytes = %v, want %q in it", test.length, err, test.want)
		}
	}
}

func TestParseFENRefuses(t *testing.T) {
	for _, test := range refusedFENs {
		t.Run(test.name, func(t *testing.T) {
			fen, offset := cutMark(t, test.fen)
			p, err := ParseFEN(fen)
			var fault *FENError
			if !errors.As(err, &fault) {
				t.Fatalf("ParseFEN(%q) = %v, %v, want a FENError", fen, p.FEN(), err)
			}
			if !strings.Contains(fault.Reason, test.reason) {
				t.Errorf("ParseFEN(%q): reason %q, want one with %q", fen, fault.Reason, test.reason)
			}
			want := &FENError{fen, test.field, offset, fault.Reason}
			if diff := cmp.Diff(want, fault); diff != "" {
				t.Errorf("ParseFEN(%q): error differs (-want +got):\n%s", fen, diff)
			}
			if p != (Position{}) {
				t.Errorf("ParseFEN(%q) = %v beside the error, want the zero Position", fen, p.FEN())
			}
		})
	}
}

func TestFENErrorText(t *testing.T) {
	_, err := ParseFEN("4k3/8/8/8/8/8/8/R3K2R w KQq - 0 1")
	const want = `FEN "4k3/8/8/8/8/8/8/R3K2R w KQq - 0 1": castling, offset 26: no rook for q`
	if err == nil || err.Error() != want {
		t.Errorf("error %v, want %v", err, want)
	}
	_, err = ParseFEN(strings.Repeat("é", 1<<20))
	if n := len(err.Error()); n > 2000 {
		t.Errorf("the error for a long text is %d bytes long, want less", n)
	}
}

// TestPositionPrints: a Position itself, not only a pointer to one, prints as its
// FEN and has the interfaces of a text form.
func TestPositionPrints(t *testing.T) {
	var p any = StartPosition()
	if got := fmt.Sprint(p); got != startFEN {
		t.Errorf("fmt.Sprint(StartPosition()) = %q, want %q", got, startFEN)
	}
	if _, ok := p.(encoding.TextMarshaler); !ok {
		t.Error("Position is not an encoding.TextMarshaler")
	}
}

func TestMustParseFEN(t *testing.T) {
	if got := MustParseFEN(startFEN); got != StartPosition() {
		t.Errorf("MustParseFEN(%q) = %+v, want the start position", startFEN, got)
	}
	defer func() {
		if _, ok := recover().(*FENError); !ok {
			t.Error("MustParseFEN of a bad FEN does not panic with a FENError")
		}
	}()
	MustParseFEN("8/8/8/8/8/8/8/8 w - - 0 1")
}

func TestPositionUnmarshalRefuses(t *testing.T) {
	p := StartPosition()
	if err := p.UnmarshalText([]byte("8/8/8/8/8/8/8/8 w - - 0 1")); err == nil || p != StartPosition() {
		t.Errorf("UnmarshalText of an empty board = %v and the target %v, want an error and no change", err, p.FEN())
	}
	if err := json.Unmarshal([]byte(`"e4"`), &p); err == nil || p != StartPosition() {
		t.Errorf("json.Unmarshal of no FEN = %v and the target %v, want an error and no change", err, p.FEN())
	}
	text, err := Position{}.MarshalText()
	if string(text) != "" || text == nil || err != nil {
		t.Errorf("MarshalText of the zero Position = %#v, %v, want empty text", text, err)
	}
	if err := p.UnmarshalText(text); err != nil || p != (Position{}) {
		t.Errorf("UnmarshalText of empty text = %v and the target %v, want the zero Position", err, p.FEN())
	}
}

func TestRepairFEN(t *testing.T) {
	for _, test := range []struct {
		name    string
		fen     string
		want    string
		repairs []string
	}{
		{"nothing to repair", startFEN, startFEN, nil},
		{"a tab at the start", "\t4k3/8/8/8/8/8/8/4K3 w - - 0 1", "4k3/8/8/8/8/8/8/4K3 w - - 0 1",
			[]string{"trailing text, offset 0: white space other than spaces", "piece placement, offset 0: superfluous space"}},
		{"four fields are no fault", "4k3/8/8/8/8/8/8/4K3 b - -", "4k3/8/8/8/8/8/8/4K3 b - - 0 1", nil},
		{"X-FEN is no fault", "4k3/8/8/8/8/8/8/R3KR2 w KQ - 0 1", "4k3/8/8/8/8/8/8/R3KR2 w KQ - 0 1", nil},
		{"37: rights without rooks", "1r2k3/8/8/8/8/8/8/R3KR2 w KQkq - 0 1", "1r2k3/8/8/8/8/8/8/R3KR2 w Q - 0 1",
			[]string{"castling, offset 26: no rook in the corner for K", "castling, offset 28: no rook for k",
				"castling, offset 29: no rook in the corner for q"}},
		{"37: king not between its rooks", "2rrk3/8/8/8/8/8/3PPPPP/2RK4 w cd - 0 1", "2rrk3/8/8/8/8/8/3PPPPP/2RK4 w q - 0 1",
			[]string{"castling, offset 31: d repeats the right to castle on one side"}},
		{"right with the king off its square", "4k3/8/8/8/8/8/4K3/R6R w KQ - 0 1", "4k3/8/8/8/8/8/4K3/R6R w - - 0 1",
			[]string{"castling, offset 24: K: White's king is not on its first rank",
				"castling, offset 25: Q: White's king is not on its first rank"}},
		{"36: right twice", "r3k2r/8/8/8/8/8/8/R3K2R w KQKkq - 0 1", "r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1",
			[]string{"castling, offset 28: K repeats the right to castle on one side"}},
		{"unknown right", "r3k2r/8/8/8/8/8/8/R3K2R w K?q - 0 1", "r3k2r/8/8/8/8/8/8/R3K2R w Kq - 0 1",
			[]string{"castling, offset 27: '?' is not a castling right"}},
		{"53: em dashes", "4k3/8/8/8/8/8/8/4K3 w — — 0 1", "4k3/8/8/8/8/8/8/4K3 w - - 0 1",
			[]string{"castling, offset 22: '—' is not a castling right", `en passant, offset 26: "—" is not a square`}},
		{"6: en passant without a pawn", "4k3/8/8/8/8/8/8/4K3 w - e3 0 1", "4k3/8/8/8/8/8/8/4K3 w - - 0 1",
			[]string{"en passant, offset 24: Black cannot have just moved a pawn over e3"}},
		{"6: en passant square occupied", "4k3/8/8/8/4P3/4N3/8/4K3 b - e3 0 1", "4k3/8/8/8/4P3/4N3/8/4K3 b - - 0 1",
			[]string{"en passant, offset 28: e3 is occupied"}},
		{"6: king in check before the double step", "8/8/6k1/p1p1p3/P1P1Pp1p/5P1P/2B5/4K3 b - e3 0 50",
			"8/8/6k1/p1p1p3/P1P1Pp1p/5P1P/2B5/4K3 b - - 0 50",
			[]string{"en passant, offset 41: before the double step the piece on c2 gave check already"}},
		{"53: side to move in upper case", "4k3/8/8/8/8/8/8/4K3 B - - 0 1", "4k3/8/8/8/8/8/8/4K3 b - - 0 1",
			[]string{`side to move, offset 20: "B" in upper case`}},
		{"only the pieces", "4k3/8/8/8/8/8/8/4K3", "4k3/8/8/8/8/8/8/4K3 w - - 0 1", []string{"side to move, offset 19: missing"}},
		{"53: five fields", "4k3/8/8/8/8/8/8/4K3 b - - 7", "4k3/8/8/8/8/8/8/4K3 b - - 7 1", []string{"fullmove number, offset 27: missing"}},
		{"53: two spaces", "4k3/8/8/8/8/8/8/4K3  b - - 7 9", "4k3/8/8/8/8/8/8/4K3 b - - 7 9", []string{"side to move, offset 20: superfluous space"}},
		{"space at the start", " 4k3/8/8/8/8/8/8/4K3 b - - 7 9", "4k3/8/8/8/8/8/8/4K3 b - - 7 9", []string{"piece placement, offset 0: superfluous space"}},
		{"bad clocks", "4k3/8/8/8/8/8/8/4K3 b - - -1 0", "4k3/8/8/8/8/8/8/4K3 b - - 0 1",
			[]string{`halfmove clock, offset 26: "-1" is not a number from 0 to 65535`, `fullmove number, offset 29: "0" is not a number from 1 to 65535`}},
		{"trailing text", startFEN + " bm e4;", startFEN, []string{`trailing text, offset 57: "bm e4;" follows the last field`}},
	} {
		t.Run(test.name, func(t *testing.T) {
			p, repairs, err := RepairFEN(test.fen)
			if err != nil {
				t.Fatalf("RepairFEN(%q) = %v, want no error", test.fen, err)
			}
			if got := p.FEN(); got != test.want {
				t.Errorf("RepairFEN(%q) = %q, want %q", test.fen, got, test.want)
			}
			var got []string
			for _, r := range repairs {
				got = append(got, fmt.Sprintf("%s, offset %d: %s", r.Field, r.Offset, r.Reason))
			}
			if diff := cmp.Diff(test.repairs, got); diff != "" {
				t.Errorf("RepairFEN(%q): repairs differ (-want +got):\n%s", test.fen, diff)
			}
			checkFENLaws(t, &p)
		})
	}
}

// TestRepairFENReports: what ParseFEN refuses is reported when it is repaired,
// white space too.
func TestRepairFENReports(t *testing.T) {
	for _, test := range []struct{ name, fen string }{
		{"tabs between the fields", strings.ReplaceAll(startFEN, " ", "\t")},
		{"line break at the end", startFEN + "\n"},
		{"carriage return at the end", startFEN + "\r\n"},
		{"tab at the end", startFEN + "\t"},
	} {
		t.Run(test.name, func(t *testing.T) {
			if _, err := ParseFEN(test.fen); err == nil {
				t.Errorf("ParseFEN(%q) = nil, want an error", test.fen)
			}
			p, repairs, err := RepairFEN(test.fen)
			if p != StartPosition() || len(repairs) == 0 || err != nil {
				t.Errorf("RepairFEN(%q) = %v, %v, %v, want the start position and a repair", test.fen, p.FEN(), repairs, err)
			}
		})
	}
}

// TestRepairFENRefuses: what touches the pieces is not repaired.
func TestRepairFENRefuses(t *testing.T) {
	for _, test := range []struct {
		name  string
		fen   string
		field string
	}{
		{"empty", "", "piece placement"},
		{"only white space", " \t\n", "piece placement"},
		{"unknown piece", "4k3/8/8/8/8/8/8/4X3 w - - 0 1", "piece placement"},
		{"short rank", "4k3/8/8/7/8/8/8/4K3 w - - 0 1", "piece placement"},
		{"no king", "4k3/8/8/8/8/8/8/8 w - - 0 1", "piece placement"},
		{"pawn on the last rank", "4k2P/8/8/8/8/8/8/4K3 w - - 0 1", "piece placement"},
		{"unknown side to move", "4k3/8/8/8/8/8/8/4K3 x - - 0 1", "side to move"},
		{"side not to move in check", "4k3/8/8/8/8/8/8/K3R3 w - - 0 1", "side to move"},
	} {
		t.Run(test.name, func(t *testing.T) {
			p, _, err := RepairFEN(test.fen)
			var fault *FENError
			if !errors.As(err, &fault) || fault.Field != test.field || p != (Position{}) {
				t.Errorf("RepairFEN(%q) = %v, %v, want a FENError in field %q", test.fen, p.FEN(), err, test.field)
			}
		})
	}
}

func TestProblems(t *testing.T) {
	for _, test := range []struct {
		name string
		fen  string
		want []Problem
	}{
		{"start position", startFEN, nil},
		{"check after a capture", "4k3/8/8/8/8/8/3p4/4K3 w - - 0 40", nil},
		{"check by the pawn that made the double step", "8/8/8/2k5/2pP4/8/4K3/8 b - d3 0 40", nil},
		{"check uncovered by a double step", "8/8/8/k7/2pP4/8/4K3/4B3 b - - 0 40", nil},
		{"check uncovered by a double step, en passant given", "8/8/8/2p5/k1P1R3/8/8/4K3 b - - 0 40", nil},
		{"check uncovered by a double step that can be answered", "8/8/8/8/3pP3/8/R6k/4K3 b - e3 0 40", nil},
		{"double check by rook and bishop", "4k3/8/2B5/8/8/8/4R3/4K3 b - - 0 40", nil},
		{"double check by knight and rook", "4k3/8/3N4/8/8/8/4R3/4K3 b - - 0 40", nil},
		{"4: check that the double step did not give",
			"rnbqk1nr/bb3p1p/1q2r3/2pPp3/3P4/7P/1PP1NpPP/R1BQKBNR w KQkq c6 0 20", []Problem{ImpossibleCheck}},
		{"5: checker in line with the en passant square", "8/8/8/1k6/3Pp3/8/8/4KQ2 b - d3 0 40", []Problem{ImpossibleCheck}},
		{"22: clock larger than the plies played", "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 3 2", []Problem{ClockBeforeStart}},
		{"22: clock at the plies played", "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 2 2", nil},
		{"22: clock at the plies played, Black to move", "rnbqkbnr/pppppppp/8/8/8/5N2/PPPPPPPP/RNBQKB1R b KQkq - 1 1", nil},
		{"22: clock larger than the plies played, Black to move", "rnbqkbnr/pppppppp/8/8/8/5N2/PPPPPPPP/RNBQKB1R b KQkq - 2 1", []Problem{ClockBeforeStart}},
		{"22: clock running after a double step", "4k3/8/8/8/4pPp1/8/8/4K3 b - f3 1 5", []Problem{ClockDoubleStep}},
		{"51: three checkers", "4k3/5P2/3N4/8/8/8/4R3/4K3 b - - 0 40", []Problem{TooManyCheckers}},
		{"51: two knights check", "8/8/N7/2k5/N7/8/8/3K4 b - - 0 40", []Problem{ImpossibleCheck}},
		{"51: knight and pawn check", "8/8/8/2k5/1P6/1N6/8/3K4 b - - 0 40", []Problem{ImpossibleCheck}},
		{"51: rook check not uncovered by the double step", "1k6/5K1r/p7/2pP4/4P3/8/PPP3PP/RNBQ1BNR w - c6 0 40", []Problem{ImpossibleCheck}},
		{"51: bishop check not uncovered by the double step", "2b4r/kr5p/p7/2pP2b1/4PK2/8/PPP3PP/RNBQ1BNR w - c6 0 40", []Problem{ImpossibleCheck}},
		{"51: pawn check beside a double step", "r1bqkbnr/1p1p1ppp/p7/2pP4/4P3/8/PPP2pPP/RNBQKBNR w KQkq c6 0 40", []Problem{ImpossibleCheck}},
		{"51: two checkers in line with the king", "1nbqk3/1p1prppp/p1P5/8/4K3/8/PPP1rPPP/RNBQ1BNR w - - 0 40", []Problem{ImpossibleCheck}},
		{"nine pawns", "4k3/8/8/8/8/P7/PPPPPPPP/4K3 w - - 0 40", []Problem{TooManyPawns}},
		{"nine pawns of Black", "4k3/pppppppp/p7/8/8/8/8/4K3 w - - 0 40", []Problem{TooManyPawns}},
		{"seventeen pieces", "4k3/8/8/8/8/N7/PPPPPPPP/RNBQKBNR w - - 0 40", []Problem{TooManyPieces, TooManyPromoted}},
		{"52: third knight and eight pawns", "4k3/8/8/8/8/N7/PPPPPPPP/RNBQK1NR w - - 0 40", []Problem{TooManyPromoted}},
		{"52: third knight and seven pawns", "4k3/8/8/8/8/N7/PPPPPPP1/RNBQK1NR w - - 0 40", nil},
		{"52: two bishops on dark squares and eight pawns", "4k3/8/8/8/8/B7/PPPPPPPP/RNBQK1NR w - - 0 40", []Problem{TooManyPromoted}},
		{"52: two bishops on dark squares and seven pawns", "4k3/8/8/8/8/B7/PPPPPPP1/RNBQK1NR w - - 0 40", nil},
		{"52: two bishops on light squares and eight pawns", "4k3/8/8/8/8/1B3B2/PPPPPPPP/2B1K3 w - - 0 40", []Problem{TooManyPromoted}},
		{"52: two queens and eight pawns", "3qkq2/pppppppp/8/8/8/8/8/4K3 w - - 0 40", []Problem{TooManyPromoted}},
		{"52: three rooks and eight pawns", "r1r1k2r/pppppppp/8/8/8/8/8/4K3 w - - 0 40", []Problem{TooManyPromoted}},
		{"52: as many promoted as pawns are missing", "qqqqkqqq/q7/q7/8/8/8/8/5K2 w - - 0 40", nil},
		{"50: most moves of a game", "R6R/3Q4/1Q4Q1/4Q3/2Q4Q/Q4Q2/pp1Q4/kBNN1KB1 w - - 0 40", nil},
		{"50: more pieces than a game has", "kBQQQQQQ/BR5Q/Q6Q/Q6Q/Q6Q/Q6Q/Q6Q/KQQQQQQQ w - - 0 40",
			[]Problem{TooManyPieces, TooManyPromoted}},
	} {
		t.Run(test.name, func(t *testing.T) {
			p := MustParseFEN(test.fen)
			if diff := cmp.Diff(append([]Problem{}, test.want...), p.Problems()); diff != "" {
				t.Errorf("%q: Problems differ (-want +got):\n%s", test.fen, diff)
			}
		})
	}
}

func TestProblemString(t *testing.T) {
	seen := make(map[string]bool)
	for p := TooManyPieces; p <= ClockDoubleStep; p++ {
		text := p.String()
		if text == "" || strings.HasPrefix(text, "Problem(") || seen[text] {
			t.Errorf("Problem %d prints %q, want words of its own", uint8(p), text)
		}
		seen[text] = true
	}
	if got, want := Problem(200).String(), "Problem(200)"; got != want {
		t.Errorf("String() = %q, want %q", got, want)
	}
}

// TestFENAfterMoves plays moves and looks at the en passant and castling fields
// that result.
func TestFENAfterMoves(t *testing.T) {
	for _, test := range []struct {
		name       string
		fen        string
		moves      string
		want       string
		doubleStep string // the en passant field after a double step, "" if as in want
	}{
		{"7: after e4", startFEN, "e2e4", "rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq - 0 1", "e3"},
		{"7: the right is gone after a ply", "4k3/8/8/8/5p2/8/4P3/4K3 w - - 0 1", "e2e4 e8e7", "8/4k3/8/8/4Pp2/8/8/4K3 w - - 1 2", ""},
		{"7: the right lasts a ply", "4k3/8/8/8/5p2/8/4P3/4K3 w - - 0 1", "e2e4", "4k3/8/8/8/4Pp2/8/8/4K3 b - e3 0 1", "e3"},
		{"8: captor pinned on the file", "5k2/8/8/8/5p2/8/4P3/4KR2 w - - 0 1", "e2e4", "5k2/8/8/8/4Pp2/8/8/4KR2 b - - 0 1", "e3"},
		{"8: captor pinned by the queen", "rnb1kbn1/p1p1pp2/PpPp2qr/5Pp1/8/R1P4p/1PK1P1PP/1NBQ1BNR b - - 0 1", "e7e5",
			"rnb1kbn1/p1p2p2/PpPp2qr/4pPp1/8/R1P4p/1PK1P1PP/1NBQ1BNR w - - 0 2", "e6"},
		{"35: rook comes to stand outside", "4k3/8/8/8/8/7R/8/4K1R1 w K - 0 1", "h3h1", "4k3/8/8/8/8/8/8/4K1RR b G - 1 1", ""},
		{"35: rook leaves the outside", "4k3/8/8/8/8/8/8/4K1RR w G - 0 1", "h1h3", "4k3/8/8/8/8/7R/8/4K1R1 b K - 1 1", ""},
		{"31: rook takes rook ends both rights", "2r1k2r/2qbbpp1/p2pp3/1p3PP1/Pn2P3/1PN1B3/1P3QB1/1K1R3R b k - 0 1", "h8h1",
			"2r1k3/2qbbpp1/p2pp3/1p3PP1/Pn2P3/1PN1B3/1P3QB1/1K1R3r w - - 0 2", ""},
		{"rook takes rook ends both rights", "r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1", "h1h8", "r3k2R/8/8/8/8/8/8/R3K3 b Qq - 0 1", ""},
		{"38: capture of one rook leaves the other's right", "4k3/8/8/4b3/8/8/8/R3K1R1 b Q - 0 1", "e5a1", "4k3/8/8/8/8/8/8/b3K1R1 w - - 0 2", ""},
		{"38: a1 captured", "4k3/8/8/8/3b4/8/8/R3K1R1 b GA - 0 1", "d4a1", "4k3/8/8/8/8/8/8/b3K1R1 w K - 0 2", ""},
		{"38: g1 captured", "4k3/8/8/8/3b4/8/8/R3K1R1 b GA - 0 1", "d4g1", "4k3/8/8/8/8/8/8/R3K1b1 w Q - 0 2", ""},
		{"18: king's move ends both rights", "r3k2r/8/8/8/8/8/8/R3K2R w Qkq - 0 1", "e1d1", "r3k2r/8/8/8/8/8/8/R2K3R b kq - 1 1", ""},
		{"castling ends both rights", "r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 5 9", "e1h1 e8a8", "2kr3r/8/8/8/8/8/8/R4RK1 w - - 7 10", ""},
		{"22: clocks stay at their limit", "4k3/8/8/8/8/8/8/4K3 b - - 65535 65535", "e8e7 e1e2", "8/4k3/8/8/8/8/4K3/8 b - - 65535 65535", ""},
		{"capture sets the clock back", "4k3/8/8/8/8/8/4r3/4K3 w - - 65535 300", "e1e2", "4k3/8/8/8/8/8/4K3/8 b - - 0 300", ""},
		{"a clock of 300 stays", "4k3/8/8/8/8/8/8/4K3 b - - 300 400", "e8e7", "8/4k3/8/8/8/8/8/4K3 w - - 301 401", ""},
	} {
		t.Run(test.name, func(t *testing.T) {
			p := MustParseFEN(test.fen)
			for _, uci := range strings.Fields(test.moves) {
				m, err := p.ParseUCI(uci)
				if err != nil {
					t.Fatalf("%v: ParseUCI(%q) = %v, want no error", p.FEN(), uci, err)
				}
				p = p.After(m)
				checkFENLaws(t, &p)
			}
			if got := p.FEN(); got != test.want {
				t.Errorf("%q after %s: FEN() = %q, want %q", test.fen, test.moves, got, test.want)
			}
			if got, want := appendedFEN(&p, FENFormat{DoubleStep: true}), withFENField(test.want, fenEnPassant, test.doubleStep); got != want {
				t.Errorf("%q after %s with FENFormat{DoubleStep: true} = %q, want %q", test.fen, test.moves, got, want)
			}
		})
	}
}

// TestPhantomEnPassant: an en passant square without a legal capture does not
// count in the equality of the rules and in the hash (9 in the list of traps).
func TestPhantomEnPassant(t *testing.T) {
	for _, test := range []struct {
		name string
		fen  string
		same bool
	}{
		{"no pawn beside", "rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq e3 0 1", true},
		{"9: captor pinned", "8/8/8/8/k2pP2R/8/8/7K b - e3 0 1", true},
		{"legal", "4k3/8/8/8/4Pp2/8/8/4K3 b - e3 0 1", false},
	} {
		t.Run(test.name, func(t *testing.T) {
			p := MustParseFEN(test.fen)
			q := MustParseFEN(withFENField(test.fen, fenEnPassant, "-"))
			if got := p.SamePosition(q); got != test.same {
				t.Errorf("SamePosition of %q with and without the square = %v, want %v", test.fen, got, test.same)
			}
			if got := p.Hash() == q.Hash(); got != test.same {
				t.Errorf("equal hashes of %q with and without the square: %v, want %v", test.fen, got, test.same)
			}
			if p == q {
				t.Errorf("%q == the position without the square, want them to differ in the double step", test.fen)
			}
			if got, want := p.doubleStep().String(), strings.Fields(test.fen)[fenEnPassant]; got != want {
				t.Errorf("%q: DoubleStep() = %v, want %v", test.fen, got, want)
			}
		})
	}
}

// TestCastlingSpellings: two rooks on each side of both kings, and every choice
// of one for each right, is read and written in both forms (35 in the list of
// traps).
func TestCastlingSpellings(t *testing.T) {
	outer := map[byte]string{'A': "Q", 'B': "B", 'G': "G", 'H': "K"}
	for _, east := range []byte{'G', 'H'} {
		for _, west := range []byte{'A', 'B'} {
			for _, blackEast := range []byte{'G', 'H'} {
				for _, blackWest := range []byte{'A', 'B'} {
					shredder := string([]byte{east, west, blackEast | 0x20, blackWest | 0x20})
					xfen := outer[east] + outer[west] + strings.ToLower(outer[blackEast]+outer[blackWest])
					testCastlingSpelling(t, shredder, xfen)
				}
			}
		}
	}
}

func testCastlingSpelling(t *testing.T, shredder, xfen string) {
	t.Helper()
	const board = "rr2k1rr/8/8/8/8/8/8/RR2K1RR w "
	want := MustParseFEN(board + shredder + " - 0 1")
	got := MustParseFEN(board + xfen + " - 0 1")
	if !got.SamePosition(want) {
		t.Errorf("castling %q = rooks %v, want those of %q, %v", xfen, got.Castling(), shredder, want.Castling())
	}
	if got := want.FEN(); got != board+xfen+" - 0 1" {
		t.Errorf("castling %q: FEN() = %q, want castling %q", shredder, got, xfen)
	}
	if got := appendedFEN(&got, FENFormat{Shredder: true}); got != board+shredder+" - 0 1" {
		t.Errorf("castling %q in Shredder-FEN = %q, want castling %q", xfen, got, shredder)
	}
	checkFENLaws(t, &want)
	checkFENLaws(t, &got)
}

func TestAppendFENKeepsPrefix(t *testing.T) {
	p := StartPosition()
	if got, want := string(p.AppendFEN([]byte("fen "), FENFormat{})), "fen "+startFEN; got != want {
		t.Errorf("AppendFEN = %q, want %q", got, want)
	}
}

// TestChess960Starts: every start position with every other one for Black's
// pieces at random is read and printed back.
func TestChess960Starts(t *testing.T) {
	random := rand.New(rand.NewPCG(3, 960))
	seen := make(map[string]bool)
	for n := range 960 {
		white, black := chess960Rank(n), strings.ToLower(chess960Rank(random.IntN(960)))
		seen[white] = true
		for _, rank := range []string{strings.ToLower(white), black} {
			fen := rank + "/pppppppp/8/8/8/8/PPPPPPPP/" + white + " w KQkq - 0 1"
			p, err := ParseFEN(fen)
			if err != nil {
				t.Errorf("ParseFEN(%q) = %v, want no error", fen, err)
				continue
			}
			if got := p.FEN(); got != fen {
				t.Errorf("ParseFEN(%q).FEN() = %q, want the same", fen, got)
			}
			files := fmt.Sprintf("%c%c%c%c", 'A'+strings.LastIndex(white, "R"), 'A'+strings.Index(white, "R"),
				'a'+strings.LastIndex(rank, "r"), 'a'+strings.Index(rank, "r"))
			if got, want := appendedFEN(&p, FENFormat{Shredder: true}), withFENField(fen, fenCastling, files); got != want {
				t.Errorf("%q in Shredder-FEN = %q, want %q", fen, got, want)
			}
			checkIdentity(t, &p)
		}
	}
	if len(seen) != 960 {
		t.Errorf("%d different start positions, want 960", len(seen))
	}
}

// TestFENLawsInGames checks the laws of the text form along random games, from
// the standard start and from those of Chess960.
func TestFENLawsInGames(t *testing.T) {
	random := rand.New(rand.NewPCG(4, 960))
	for range 40 {
		white, black := chess960Rank(random.IntN(960)), chess960Rank(random.IntN(960))
		if random.IntN(4) == 0 {
			white, black = chess960Rank(518), chess960Rank(518)
		}
		p := MustParseFEN(strings.ToLower(black) + "/pppppppp/8/8/8/8/PPPPPPPP/" + white + " w KQkq - 0 1")
		for range 80 {
			moves := p.LegalMoves()
			if len(moves) == 0 {
				break
			}
			p = p.After(moves[random.IntN(len(moves))])
			checkFENLaws(t, &p)
			if problems := p.Problems(); len(problems) != 0 {
				t.Errorf("%q was reached in play, but has problems %v", p.FEN(), problems)
			}
		}
	}
}

// TestFENCollections reads the collections of openings that may lie beside the
// project, and prints each position back.
func TestFENCollections(t *testing.T) {
	names, err := filepath.Glob("../shared/data/*.epd")
	if err != nil {
		t.Fatal(err)
	}
	for _, name := range names {
		t.Run(filepath.Base(name), func(t *testing.T) {
			file, err := os.Open(name)
			if err != nil {
				t.Fatal(err)
			}
			defer file.Close()
			positions := 0
			for lines := bufio.NewScanner(file); lines.Scan(); positions++ {
				testCollectedFEN(t, lines.Text())
			}
			if positions == 0 {
				t.Errorf("%s holds no position", name)
			}
		})
	}
}

func testCollectedFEN(t *testing.T, line string) {
	t.Helper()
	p, err := ParseFEN(line)
	if err != nil {
		t.Errorf("ParseFEN(%q) = %v, want no error", line, err)
		return
	}
	fields := strings.Fields(line)
	want := strings.Join(fields, " ")
	if len(fields) == 4 {
		want += " 0 1"
	}
	format := FENFormat{DoubleStep: true}
	if strings.ContainsAny(fields[fenCastling], "ABCDEFGHabcdefgh") {
		format.Shredder = true
	}
	if got := appendedFEN(&p, format); got != want {
		t.Errorf("ParseFEN(%q) prints %q, want %q", line, got, want)
	}
	checkFENLaws(t, &p)
	if problems := p.Problems(); len(problems) != 0 && problems[0] != ClockBeforeStart {
		t.Errorf("%q was reached in play, but has problems %v", line, problems)
	}
}

// FuzzParseFEN: no text makes ParseFEN panic; what it accepts can be printed,
// read again and played on; what it refuses is a FENError within the text.
func FuzzParseFEN(f *testing.F) {
	for _, test := range acceptedFENs {
		f.Add(test.fen)
	}
	for _, test := range refusedFENs {
		f.Add(strings.Replace(test.fen, "¦", "", 1))
	}
	f.Fuzz(func(t *testing.T, fen string) {
		p, err := ParseFEN(fen)
		before := lastOf(t, startFEN, "e4 c5")
		read := before
		if readErr := read.UnmarshalText([]byte(fen)); fen != "" && (readErr == nil) != (err == nil) || err == nil && read != p || err != nil && fen != "" && read != before {
			t.Errorf("UnmarshalText(%q) = %v with %v, but ParseFEN gives %v, %v", fen, readErr, read, p, err)
		}
		if err != nil {
			checkFENError(t, fen, p, err)
			return
		}
		checkFENLaws(t, &p)
		checkPlayable(t, &p)
	})
}

// checkFENError checks what holds for every error of ParseFEN and RepairFEN.
func checkFENError(t *testing.T, fen string, p Position, err error) {
	t.Helper()
	var fault *FENError
	if !errors.As(err, &fault) {
		t.Fatalf("%q: error %v is a %T, want a FENError", fen, err, err)
	}
	if fault.FEN != fen || fault.Offset < 0 || fault.Offset > len(fen) || fault.Reason == "" || fault.Field > "trailing text" {
		t.Errorf("%q: error %#v, want one that says where and why", fen, fault)
	}
	if p != (Position{}) || fault.Error() == "" {
		t.Errorf("%q: position %v beside the error %v", fen, p.FEN(), err)
	}
}

// checkPlayable checks that the legal moves of p can be made without leaving
// the king in check, and that each leads to a position with a FEN.
func checkPlayable(t *testing.T, p *Position) {
	t.Helper()
	moves := p.LegalMoves()
	if got := p.perft(1); got != uint64(len(moves)) {
		t.Errorf("%q: Perft(1) = %d, want %d", p.FEN(), got, len(moves))
	}
	if got := p.HasLegalMove(); got != (len(moves) > 0) {
		t.Errorf("%q: HasLegalMove() = %v, want %v", p.FEN(), got, len(moves) > 0)
	}
	for _, m := range moves {
		q := p.After(m)
		if q.Attackers(q.King(p.Turn()), q.Turn()) != 0 || q.King(White) == NoSquare || q.King(Black) == NoSquare {
			t.Errorf("%q: %v leads to %q, which is not playable", p.FEN(), m, q.FEN())
		}
		r, err := ParseFEN(appendedFEN(&q, FENFormat{DoubleStep: true}))
		if err != nil || !r.SamePosition(q) || r.Hash() != q.Hash() {
			t.Errorf("%q: %v leads to %q, which reads as %q, %v", p.FEN(), m, q.FEN(), r.FEN(), err)
		}
	}
}

// FuzzRepairFEN: no text makes RepairFEN panic; it agrees with ParseFEN on what
// needs no repair, and what it repairs is a FEN that ParseFEN accepts.
func FuzzRepairFEN(f *testing.F) {
	for _, test := range acceptedFENs {
		f.Add(test.fen)
	}
	for _, test := range refusedFENs {
		f.Add(strings.Replace(test.fen, "¦", "", 1))
	}
	f.Add("r3k2r/8/8/8/8/8/8/R3K2R\tw\tKQkq")
	f.Fuzz(func(t *testing.T, fen string) {
		strict, strictErr := ParseFEN(fen)
		p, repairs, err := RepairFEN(fen)
		for _, r := range repairs {
			if r.Offset < 0 || r.Offset > len(fen) || r.Reason == "" {
				t.Errorf("RepairFEN(%q): repair %#v, want one that says where and why", fen, r)
			}
		}
		if strictErr == nil && (p != strict || len(repairs) != 0 || err != nil) {
			t.Errorf("RepairFEN(%q) = %v, %v, %v, want what ParseFEN gives, without repairs", fen, p.FEN(), repairs, err)
		}
		switch {
		case err != nil:
			checkFENError(t, fen, p, err)
		case strictErr != nil && len(repairs) == 0:
			t.Errorf("RepairFEN(%q) = %v without repairs, but ParseFEN says %v", fen, p.FEN(), strictErr)
		default:
			checkFENLaws(t, &p)
			checkPlayable(t, &p)
		}
	})
}
