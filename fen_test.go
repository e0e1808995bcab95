package chess

import (
	"encoding"
	"encoding/json"
	"errors"
	"fmt"
	"math/rand/v2"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
)

const startFEN = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1"

// acceptedFENs holds FENs of playable positions. A number at the start of a name is the number of
// the case in docs/rules.md.
var acceptedFENs = []struct {
	name       string
	fen        string
	want       string // what FEN returns, or "" if that is fen
	doubleStep string // the en passant field with FENFormat.DoubleStep, or "" if it is the same as in want
	shredder   string // the castling field in Shredder-FEN, or "" if it is the same as in want
	chess960   bool
}{
	{name: "start position", fen: startFEN, shredder: "HAha"},
	{name: "start position in Shredder-FEN", fen: "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w HAha - 0 1",
		want: startFEN, shredder: "HAha", chess960: true},
	{name: "K and Q mixed with Shredder letters", fen: "r3k2r/8/8/8/8/8/8/R3K2R w KQha - 0 1",
		want: "r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1", shredder: "HAha", chess960: true},
	{name: "four fields", fen: "4k3/8/8/8/8/8/8/4K3 b - -", want: "4k3/8/8/8/8/8/8/4K3 b - - 0 1"},
	{
		name: "four fields with spaces at the end", fen: "4k3/8/8/8/8/8/8/4K3 b - -  ",
		want: "4k3/8/8/8/8/8/8/4K3 b - - 0 1",
	},
	{name: "spaces at the end", fen: startFEN + "  ", want: startFEN, shredder: "HAha"},
	{name: "36: castling rights in another order", fen: "r3k2r/8/8/8/8/8/8/R3K2R w kqKQ - 0 1",
		want: "r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1", shredder: "HAha"},
	{name: "largest clocks", fen: "4k3/8/8/8/8/8/8/4K3 w - - 65535 65535"},
	{name: "fullmove number zero", fen: "4k3/8/8/8/8/8/8/4K3 b - - 7 0", want: "4k3/8/8/8/8/8/8/4K3 b - - 7 1"},
	{name: "clocks with five digits", fen: "4k3/8/8/8/8/8/8/4K3 w - - 10000 20000"},

	{name: "7: en passant square that no pawn attacks", fen: "rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq e3 0 1",
		want: "rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq - 0 1", doubleStep: "e3", shredder: "HAha"},
	{name: "legal en passant", fen: "rnbqkbnr/ppp1p1pp/8/3pPp2/8/8/PPPP1PPP/RNBQKBNR w KQkq f6 0 3", shredder: "HAha"},
	{name: "1: en passant opens the rank", fen: "8/8/8/r2Pp2K/8/8/4k3/8 w - e6 0 1",
		want: "8/8/8/r2Pp2K/8/8/4k3/8 w - - 0 1", doubleStep: "e6"},
	{name: "2: en passant along the line of a pin", fen: "2b1r2r/8/5P1k/2p1pP2/5R1P/6PK/4q3/4R3 w - e6 0 1"},
	{name: "2: capturing pawn pinned on its file", fen: "8/5K2/8/3k4/3pP3/8/8/3R4 b - e3 0 1",
		want: "8/5K2/8/3k4/3pP3/8/8/3R4 b - - 0 1", doubleStep: "e3"},
	{name: "3: en passant answers the check", fen: "8/8/8/2k5/2pP4/8/4K3/8 b - d3 0 1"},
	{name: "3: en passant with two pawns on the king's rank", fen: "8/8/8/8/k1Pp3Q/8/8/2K5 b - c3 0 1",
		want: "8/8/8/8/k1Pp3Q/8/8/2K5 b - - 0 1", doubleStep: "c3"},
	{name: "3: en passant blocks a check", fen: "8/8/8/8/1kPp4/8/8/2K1B3 b - c3 0 1"},
	{name: "4: check not given by the double step",
		fen:  "rnbqk1nr/bb3p1p/1q2r3/2pPp3/3P4/7P/1PP1NpPP/R1BQKBNR w KQkq c6 0 1",
		want: "rnbqk1nr/bb3p1p/1q2r3/2pPp3/3P4/7P/1PP1NpPP/R1BQKBNR w KQkq - 0 1", doubleStep: "c6", shredder: "HAha"},
	{name: "5: checker on a line through the en passant square", fen: "8/8/8/1k6/3Pp3/8/8/4KQ2 b - d3 0 1"},
	{name: "6: king in check before the double step", fen: "8/8/6k1/p1p1p3/P1P1Pp1p/5P1P/2B5/4K3 b - e3 0 50",
		want: "8/8/6k1/p1p1p3/P1P1Pp1p/5P1P/2B5/4K3 b - - 0 50", doubleStep: "e3"},
	{name: "6: knight gave check before the double step", fen: "4k3/8/5N2/8/2pP4/8/8/4K3 b - d3 0 1",
		want: "4k3/8/5N2/8/2pP4/8/8/4K3 b - - 0 1", doubleStep: "d3"},
	{name: "51: knight gave check, with many other pieces",
		fen:  "r1bqkbnr/1p1p1ppp/p7/2pPp3/4P3/5n2/PPP2PPP/RNBQKBNR w KQkq c6 0 4",
		want: "r1bqkbnr/1p1p1ppp/p7/2pPp3/4P3/5n2/PPP2PPP/RNBQKBNR w KQkq - 0 4", doubleStep: "c6", shredder: "HAha"},
	{name: "double step onto the line of a bishop", fen: "8/8/8/5k2/4Pp2/8/2B5/4K3 b - e3 0 1",
		want: "8/8/8/5k2/4Pp2/8/2B5/4K3 b - - 0 1", doubleStep: "e3"},
	{name: "double step onto the line of a bishop, beside a rook's check", fen: "8/8/8/7B/6Pp/8/4k2K/3r4 b - g3 0 1",
		want: "8/8/8/7B/6Pp/8/4k2K/3r4 b - - 0 1", doubleStep: "g3"},
	{name: "8: en passant opens the file to a rook", fen: "4k3/8/8/8/3Pp3/8/8/3KR3 b - d3 0 1",
		want: "4k3/8/8/8/3Pp3/8/8/3KR3 b - - 0 1", doubleStep: "d3"},
	{name: "9: en passant opens the rank, Black to move", fen: "8/8/8/8/k2pP2R/8/8/7K b - e3 0 1",
		want: "8/8/8/8/k2pP2R/8/8/7K b - - 0 1", doubleStep: "e3"},
	{name: "10: en passant gives mate", fen: "6bk/7b/8/3pP3/8/8/8/Q3K3 w - d6 0 1"},
	{
		name: "11: two white pawns can capture en passant",
		fen:  "rnbqkbnr/pppppp1p/8/5PpP/8/8/PPPPP2P/RNBQKBNR w KQkq g6 0 1", shredder: "HAha",
	},
	{name: "11: two black pawns can capture en passant", fen: "4k3/8/8/8/4pPp1/8/8/4K3 b - f3 0 1"},
	{
		name: "22: clock equal to the plies played", fen: "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 2 2",
		shredder: "HAha",
	},
	{
		name: "22: clock larger than the plies played", fen: "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 3 2",
		shredder: "HAha",
	},
	{name: "22: clock not 0 after a double step", fen: "4k3/8/8/8/4pPp1/8/8/4K3 b - f3 1 5"},

	{name: "32: king on f1, rook on g1", fen: "3r1k1r/4pp2/8/8/8/8/8/4RKR1 w Gd - 0 1",
		want: "3r1k1r/4pp2/8/8/8/8/8/4RKR1 w Kq - 0 1", shredder: "Gd", chess960: true},
	{name: "32: king on g1, rook on h1", fen: "Qr4k1/4pppp/8/8/8/8/8/R5KR w Hb - 0 1",
		want: "Qr4k1/4pppp/8/8/8/8/8/R5KR w Kq - 0 1", shredder: "Hb", chess960: true},
	{
		name: "33: other rook on e1 in the way",
		fen:  "4rrk1/pbbp2p1/1ppnp3/3n1pqp/3N1PQP/1PPNP3/PBBP2P1/4RRK1 w Ff - 0 1", chess960: true,
	},
	{name: "33: rooks on both sides of g1", fen: "4k3/8/8/1b6/8/8/8/5RKR w KQ - 0 1", shredder: "HF", chess960: true},
	{name: "34: king d1, rook b1", fen: "4r3/3k4/8/8/8/8/q5PP/1R1KR3 w Q - 0 1", shredder: "B", chess960: true},
	{
		name: "34: castling right of the inner rook",
		fen:  "rr6/2kpp3/1ppn2p1/p2b1q1p/P4P1P/1PNN2P1/2PP4/1K2R2R b E - 0 1", chess960: true,
	},
	{
		name: "35: X-FEN", fen: "rn2k1r1/ppp1pp1p/3p2p1/5bn1/P7/2N2B2/1PPPPP2/2BNK1RR w Gkq - 0 1",
		shredder: "Gga", chess960: true,
	},
	{name: "35: Shredder-FEN", fen: "rn2k1r1/ppp1pp1p/3p2p1/5bn1/P7/2N2B2/1PPPPP2/2BNK1RR w Gga - 0 1",
		want: "rn2k1r1/ppp1pp1p/3p2p1/5bn1/P7/2N2B2/1PPPPP2/2BNK1RR w Gkq - 0 1", shredder: "Gga", chess960: true},
	{name: "35: K is the outermost rook", fen: "4k3/8/8/8/8/8/8/4KR1R w K - 0 1", shredder: "H"},
	{name: "35: F is the inner rook", fen: "4k3/8/8/8/8/8/8/4KR1R w F - 0 1", chess960: true},
	{name: "35: H is the outermost rook", fen: "4k3/8/8/8/8/8/8/4KR1R w H - 0 1",
		want: "4k3/8/8/8/8/8/8/4KR1R w K - 0 1", shredder: "H", chess960: true},
	{
		name: "K is the rook on f1 if there is no other", fen: "4k3/8/8/8/8/8/8/R3KR2 w KQ - 0 1",
		shredder: "FA", chess960: true,
	},
	{
		name: "38: king on h8, castling rook on a8", fen: "r2r3k/p7/3p4/8/8/P6P/8/R3K2R b KQq - 0 1",
		shredder: "HAa", chess960: true,
	},
	{
		name: "40: Chess960 start 0", fen: "bbqnnrkr/pppppppp/8/8/8/8/PPPPPPPP/BBQNNRKR w KQkq - 0 1",
		shredder: "HFhf", chess960: true,
	},
	{
		name: "40: Chess960 start 959", fen: "rkrnnqbb/pppppppp/8/8/8/8/PPPPPPPP/RKRNNQBB w KQkq - 0 1",
		shredder: "CAca", chess960: true,
	},
	{name: "only one king on the e-file", fen: "r3k2r/8/8/8/8/8/8/R2K3R w KQkq - 0 1", shredder: "HAha", chess960: true},

	{name: "50: most moves in a reachable position", fen: "R6R/3Q4/1Q4Q1/4Q3/2Q4Q/Q4Q2/pp1Q4/kBNN1KB1 w - - 0 1"},
	{name: "50: more pieces than a game can have", fen: "kBQQQQQQ/BR5Q/Q6Q/Q6Q/Q6Q/Q6Q/Q6Q/KQQQQQQQ w - - 0 1"},
	{name: "51: three checkers", fen: "4k3/5P2/3N4/8/8/8/4R3/4K3 b - - 0 1"},
	{name: "51: two knights give check", fen: "8/8/N7/2k5/N7/8/8/3K4 b - - 0 1"},
	{name: "51: check not discovered by the double step", fen: "1k6/5K1r/p7/2pP4/4P3/8/PPP3PP/RNBQ1BNR w - c6 0 4",
		want: "1k6/5K1r/p7/2pP4/4P3/8/PPP3PP/RNBQ1BNR w - - 0 4", doubleStep: "c6"},
	{name: "52: eight pawns and a third knight", fen: "4k3/8/8/8/8/N7/PPPPPPPP/RNBQKBNR w - - 0 1"},
}

// appendedFEN returns the FEN of p in the given format.
func appendedFEN(p *Position, format FENFormat) string { return string(p.AppendFEN(nil, format)) }

// withFENField returns fen with one of its fields replaced by text, or fen itself if text is empty.
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
				t.Fatalf("ParseFEN(%q) = %v, want nil", test.fen, err)
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
			doubleStep := withFENField(want, fenEnPassant, test.doubleStep)
			if got := appendedFEN(&p, FENFormat{DoubleStep: true}); got != doubleStep {
				t.Errorf("%q with FENFormat{DoubleStep: true} = %q, want %q", test.fen, got, doubleStep)
			}
			shredder := withFENField(want, fenCastling, test.shredder)
			if got := appendedFEN(&p, FENFormat{Shredder: true}); got != shredder {
				t.Errorf("%q with FENFormat{Shredder: true} = %q, want %q", test.fen, got, shredder)
			}
			both := withFENField(doubleStep, fenCastling, test.shredder)
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

// checkFENLaws checks that p reads back from its text in every format.
func checkFENLaws(t *testing.T, p *Position) {
	t.Helper()
	for _, format := range []FENFormat{{}, {DoubleStep: true}, {XFEN: true}, {Shredder: true}, {DoubleStep: true, Shredder: true}} {
		fen := appendedFEN(p, format)
		q, err := ParseFEN(fen)
		if err != nil {
			t.Errorf("ParseFEN(%q) = %v, want nil", fen, err)
			continue
		}
		same := q.samePosition(p) && q.Hash() == p.Hash() && q.HalfmoveClock() == p.HalfmoveClock() &&
			q.FullmoveNumber() == p.FullmoveNumber()
		if !same {
			t.Errorf("ParseFEN(%q) = %q with hash %#x, want the same position with hash %#x",
				fen, q.FEN(), q.Hash(), p.Hash())
		}
		if got := appendedFEN(&q, format); got != fen {
			t.Errorf("ParseFEN(%q).AppendFEN(nil, %+v) = %q, want the input", fen, format, got)
		}
	}
	checkIdentity(t, p)
}

// checkIdentity checks that a position equal to p by == reads back from MarshalText and from JSON,
// and that RepairFEN finds nothing to repair in the text.
func checkIdentity(t *testing.T, p *Position) {
	t.Helper()
	text, err := p.MarshalText()
	if err != nil {
		t.Fatalf("MarshalText(%q) = %v, want nil", p, err)
	}
	var q Position
	if err := q.UnmarshalText(text); err != nil || q != *p {
		t.Errorf("UnmarshalText(%q) = %+v, %v, want %+v, nil", text, q, err, *p)
	}
	encoded, err := json.Marshal(*p)
	if err != nil {
		t.Fatalf("json.Marshal(%q) = %v, want nil", p, err)
	}
	var fromJSON Position
	if err := json.Unmarshal(encoded, &fromJSON); err != nil || fromJSON != *p {
		t.Errorf("json.Unmarshal(%s) = %+v, %v, want %+v, nil", encoded, fromJSON, err, *p)
	}
	repaired, repairs, err := RepairFEN(string(text))
	if repaired != *p || len(repairs) != 0 || err != nil {
		t.Errorf("RepairFEN(%q) = %v, %v, %v, want %v, no repairs, nil", text, repaired.FEN(), repairs, err, p)
	}
}

// refusedFENs holds texts that ParseFEN rejects. The mark ¦ shows the offset of the fault.
var refusedFENs = []struct {
	name   string
	fen    string
	field  string
	reason string // a part of the Reason
}{
	{"empty text", "¦", "piece placement", "missing"},
	{"only a space", "¦ ", "piece placement", "missing"},
	{"not a FEN", "n¦onsense w - - 0 1", "piece placement", "'o' is not a piece"},

	{
		"rank too short", "rnbqkbnr/pppppppp/8/7¦/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1",
		"piece placement", "rank 5 has 7 squares",
	},
	{
		"last rank too short", "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBN¦ w KQkq - 0 1",
		"piece placement", "rank 1 has 7 squares",
	},
	{
		"rank without squares", "rnbqkbnr/pppppppp/8/8/¦/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1",
		"piece placement", "rank 4 has 0 squares",
	},
	{
		"nine pieces on a rank", "rnbqkbnr/pppppppp¦p/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1",
		"piece placement", "rank 7 has more than 8 squares",
	},
	{
		"digit makes the rank too long", "rnbqkbnr/p¦8/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1",
		"piece placement", "rank 7 has more than 8 squares",
	},
	{
		"piece after eight empty squares", "rnbqkbnr/8¦p/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1",
		"piece placement", "rank 7 has more than 8 squares",
	},
	{"digit nine", "rnbqkbnr/¦9/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1", "piece placement", "'9' is not a piece"},
	{"digit zero", "rnbqkbnr/¦08/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1", "piece placement", "'0' is not a piece"},
	{
		"two digits in a row, too many squares", "rnbqkbnr/pppppppp/8¦1/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1",
		"piece placement", "two digits",
	},
	{
		"53: two digits in a row", "rnbqkbnr/pppppppp/1¦7/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1",
		"piece placement", "two digits",
	},
	{
		"two digits that add up to eight", "rnbqkbnr/pppppppp/4¦4/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1",
		"piece placement", "two digits",
	},
	{"seven ranks", "rnbqkbnr/pppppppp/8/8/8/PPPPPPPP/RNBQKBNR¦ w KQkq - 0 1", "piece placement", "only 7 ranks"},
	{"one rank", "4k2K¦ w - - 0 1", "piece placement", "only 1 rank"},
	{"nine ranks", "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR¦/8 w KQkq - 0 1", "piece placement", "more than 8 ranks"},
	{
		"slash at the end", "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR¦/ w KQkq - 0 1",
		"piece placement", "more than 8 ranks",
	},
	{
		"slash at the start", "¦/rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1",
		"piece placement", "rank 8 has 0 squares",
	},
	{
		"unknown letter", "rnbqkbnr/pppp¦xppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1",
		"piece placement", "'x' is not a piece",
	},
	{
		"letter of another language", "r¦sbqkbsr/pppppppp/8/8/8/8/PPPPPPPP/RSBQKBSR w KQkq - 0 1",
		"piece placement", "'s' is not a piece",
	},
	{
		"53: not ASCII", "rnbq¦♚bnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1",
		"piece placement", "'♚' is not a piece",
	},
	{"full-width digit", "rnbqkbnr/pppppppp/¦８/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1", "piece placement", "is not a piece"},
	{"not UTF-8", "rnbqkbnr/pppppppp/¦\xff/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1", "piece placement", "is not a piece"},
	{"NUL byte", "rnbqkbnr/pppppppp/¦\x00/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1", "piece placement", "is not a piece"},
	{
		"byte order mark", "¦\ufeffrnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1",
		"piece placement", "is not a piece",
	},
	{
		"mark of a promoted piece", "r¦~nbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1",
		"piece placement", "'~' is not a piece",
	},

	{"empty board", "¦8/8/8/8/8/8/8/8 w - - 0 1", "piece placement", "White has no king"},
	{"White without a king", "¦4k3/8/8/8/8/8/8/8 w - - 0 1", "piece placement", "White has no king"},
	{"Black without a king", "¦8/8/8/8/8/8/8/4K3 w - - 0 1", "piece placement", "Black has no king"},
	{"White with two kings", "4k3/8/8/8/8/8/8/3K¦K3 w - - 0 1", "piece placement", "White has two kings"},
	{"Black with two kings", "4k2¦k/8/8/8/8/8/8/3K4 w - - 0 1", "piece placement", "Black has two kings"},
	{"51: four kings on each side", "k¦kkk4/8/8/8/8/8/8/KKKK4 w - - 0 1", "piece placement", "Black has two kings"},
	{"white pawn on the first rank", "4k3/8/8/8/8/8/8/¦P3K3 w - - 0 1", "piece placement", "a pawn cannot stand on a1"},
	{"white pawn on the last rank", "4k2¦P/8/8/8/8/8/8/4K3 w - - 0 1", "piece placement", "a pawn cannot stand on h8"},
	{"black pawn on the first rank", "4k3/8/8/8/8/8/8/1¦p2K3 w - - 0 1", "piece placement", "a pawn cannot stand on b1"},
	{"black pawn on the last rank", "¦p3k3/8/8/8/8/8/8/4K3 b - - 0 1", "piece placement", "a pawn cannot stand on a8"},

	{"no side to move", "4k3/8/8/8/8/8/8/4K3¦", "side to move", "missing"},
	{"no castling field", "4k3/8/8/8/8/8/8/4K3 w¦", "castling", "missing"},
	{"the first error of two: a word and no castling field", "4k3/8/8/8/8/8/8/4K3 ¦x", "side to move", `"x" is neither w nor b`},
	{"the first error of two: two spaces and a word", "4k3/8/8/8/8/8/8/4K3 w ¦ x - 0 1", "castling", "superfluous space"},
	{"no en passant field", "4k3/8/8/8/8/8/8/4K3 w -¦ ", "en passant", "missing"},
	{"53: five fields", "4k3/8/8/8/8/8/8/4K3 w - - 0¦", "fullmove number", "missing"},
	{"unknown side to move", "4k3/8/8/8/8/8/8/4K3 ¦x - - 0 1", "side to move", "neither w nor b"},
	{"side to move as a word", "4k3/8/8/8/8/8/8/4K3 ¦white - - 0 1", "side to move", "neither w nor b"},
	{"dash instead of the side to move", "4k3/8/8/8/8/8/8/4K3 ¦- - - 0 1", "side to move", "neither w nor b"},
	{"53: side to move in upper case", "4k3/8/8/8/8/8/8/4K3 ¦W - - 0 1", "side to move", "upper case"},
	{"53: Black to move in upper case", "4k3/8/8/8/8/8/8/4K3 ¦B - - 0 1", "side to move", "upper case"},
	{
		"Black in check, White to move", "4k3/8/8/8/8/8/8/K3R3 ¦w - - 0 1",
		"side to move", "Black is in check, but it is White's turn",
	},
	{
		"White in check, Black to move", "4k3/8/8/8/8/8/3p4/4K3 ¦b - - 0 1",
		"side to move", "White is in check, but it is Black's turn",
	},
	{"adjacent kings", "8/8/8/3kK3/8/8/8/8 ¦w - - 0 1", "side to move", "in check"},

	{
		"castling right with the king on the second rank", "4k3/8/8/8/8/8/4K3/R6R w ¦KQ - 0 1",
		"castling", "king is not on its first rank",
	},
	{
		"castling right with the king on the last rank", "4K3/8/8/8/8/8/8/r3k2r w ¦KQ - 0 1",
		"castling", "king is not on its first rank",
	},
	{"castling right without a rook", "4k3/8/8/8/8/8/8/R3K3 w Q¦K - 0 1", "castling", "no rook for K"},
	{"castling right with a rook of the other color", "4k3/8/8/8/8/8/8/4K2r w ¦K - 0 1", "castling", "no rook for K"},
	{"castling right with a bishop in the corner", "4k3/8/8/8/8/8/8/4K2B w ¦K - 0 1", "castling", "no rook for K"},
	{"Black's castling right without a rook", "r3k3/8/8/8/8/8/8/4K2R w Kq¦k - 0 1", "castling", "no rook for k"},
	{"Shredder right without a rook", "4k3/8/8/8/8/8/8/R3K2R w H¦B - 0 1", "castling", "no rook for B"},
	{"Shredder right on the king's file", "4k3/8/8/8/8/8/8/R3K2R w ¦E - 0 1", "castling", "no rook for E"},
	{
		"Black's Shredder right on the file of White's rook", "4k3/8/8/8/8/8/8/R3K2R w ¦h - 0 1",
		"castling", "no rook for h",
	},
	{"36: two castling rights on one side", "4k2r/8/8/8/8/8/8/RR2K2R w KB¦Qk - 0 1", "castling", "already has"},
	{"36: repeated castling right", "r3k2r/8/8/8/8/8/8/R3K2R w KQ¦Kkq - 0 1", "castling", "already has"},
	{"36: castling right in two spellings", "r3k2r/8/8/8/8/8/8/R3K2R w KQkq¦h - 0 1", "castling", "already has"},
	{"37: Black has no rook for k", "1r2k3/8/8/8/8/8/8/R3KR2 w KQ¦kq - 0 1", "castling", "no rook for k"},
	{"37: king not between its rooks", "2rrk3/8/8/8/8/8/3PPPPP/2RK4 w c¦d - 0 1", "castling", "already has"},
	{"unknown castling right", "r3k2r/8/8/8/8/8/8/R3K2R w KQ¦xq - 0 1", "castling", "'x' is not a castling right"},
	{"digit as a castling right", "r3k2r/8/8/8/8/8/8/R3K2R w ¦0 - 0 1", "castling", "'0' is not a castling right"},
	{"byte before A", "r3k2r/8/8/8/8/8/8/R3K2R w ¦@ - 0 1", "castling", "'@' is not a castling right"},
	{"byte before a", "r3k2r/8/8/8/8/8/8/R3K2R w ¦` - 0 1", "castling", "'`' is not a castling right"},
	{"byte after Z", "r3k2r/8/8/8/8/8/8/R3K2R w ¦[ - 0 1", "castling", "'[' is not a castling right"},
	{"dash before rights", "r3k2r/8/8/8/8/8/8/R3K2R w ¦-KQ - 0 1", "castling", "'-' is not a castling right"},
	{"dash after rights", "r3k2r/8/8/8/8/8/8/R3K2R w KQ¦- - 0 1", "castling", "'-' is not a castling right"},
	{"em dash in the castling field", "r3k2r/8/8/8/8/8/8/R3K2R w ¦— - 0 1", "castling", "'—' is not a castling right"},

	{"en passant square without a rank", "4k3/8/8/8/4P3/8/8/4K3 b - ¦e 0 1", "en passant", "is not a square"},
	{"en passant square on rank 9", "4k3/8/8/8/4P3/8/8/4K3 b - ¦e9 0 1", "en passant", "is not a square"},
	{"en passant square in upper case", "4k3/8/8/8/4P3/8/8/4K3 b - ¦E3 0 1", "en passant", "is not a square"},
	{"53: em dash in the en passant field", "4k3/8/8/8/4P3/8/8/4K3 b - ¦— 0 1", "en passant", "is not a square"},
	{"two en passant squares", "4k3/8/8/8/4P3/8/8/4K3 b - ¦e3e3 0 1", "en passant", "is not a square"},
	{
		"en passant square on the fourth rank", "4k3/8/8/8/4P3/8/8/4K3 b - ¦e4 0 1",
		"en passant", "cannot have just moved a pawn over",
	},
	{"en passant square on a1", "4k3/8/8/8/4P3/8/8/4K3 b - ¦a1 0 1", "en passant", "cannot have just moved a pawn over"},
	{
		"en passant square behind a pawn of the side to move", "4k3/8/8/8/4P3/8/8/4K3 w - ¦e3 0 1",
		"en passant", "cannot have just moved a pawn over",
	},
	{
		"en passant square on the sixth rank, Black to move", "4k3/8/8/4p3/8/8/8/4K3 b - ¦e6 0 1",
		"en passant", "cannot have just moved a pawn over",
	},
	{"6: en passant without a pawn", "4k3/8/8/8/8/8/8/4K3 b - ¦e3 0 1", "en passant", "no pawn on e4"},
	{
		"6: en passant for the wrong side", "4k3/8/8/8/8/8/8/4K3 w - ¦e3 0 1",
		"en passant", "cannot have just moved a pawn over",
	},
	{"en passant with another piece on e4", "4k3/8/8/8/4N3/8/8/4K3 b - ¦e3 0 1", "en passant", "no pawn on e4"},
	{"en passant with a pawn of the wrong color", "4k3/8/8/8/4p3/8/8/4K3 b - ¦e3 0 1", "en passant", "no pawn on e4"},
	{"6: en passant square occupied", "4k3/8/8/8/4P3/4N3/8/4K3 b - ¦e3 0 1", "en passant", "e3 is occupied"},
	{"6: origin of the double step occupied", "4k3/8/8/8/4P3/8/4N3/4K3 b - ¦e3 0 1", "en passant", "e2 is occupied"},
	{"negative halfmove clock", "4k3/8/8/8/8/8/8/4K3 w - - ¦-1 1", "halfmove clock", "not a number from 0"},
	{"signed halfmove clock", "4k3/8/8/8/8/8/8/4K3 w - - ¦+1 1", "halfmove clock", "not a number"},
	{"dash instead of the halfmove clock", "4k3/8/8/8/8/8/8/4K3 w - - ¦- 1", "halfmove clock", "not a number"},
	{"fractional halfmove clock", "4k3/8/8/8/8/8/8/4K3 w - - ¦1.5 1", "halfmove clock", "not a number"},
	{"hexadecimal halfmove clock", "4k3/8/8/8/8/8/8/4K3 w - - ¦0x1 1", "halfmove clock", "not a number"},
	{"halfmove clock too large", "4k3/8/8/8/8/8/8/4K3 w - - ¦65536 1", "halfmove clock", "not a number from 0 to 65535"},
	{"halfmove clock beyond 32 bits", "4k3/8/8/8/8/8/8/4K3 w - - ¦4294967299 1", "halfmove clock", "not a number"},
	{
		"halfmove clock beyond 64 bits", "4k3/8/8/8/8/8/8/4K3 w - - ¦18446744073709551617 1",
		"halfmove clock", "not a number",
	},
	{"halfmove clock in Arabic-Indic digits", "4k3/8/8/8/8/8/8/4K3 w - - ¦٣ 1", "halfmove clock", "not a number"},
	{"negative fullmove number", "4k3/8/8/8/8/8/8/4K3 w - - 0 ¦-0", "fullmove number", "not a number from 1"},
	{"negative fullmove number", "4k3/8/8/8/8/8/8/4K3 w - - 0 ¦-3", "fullmove number", "not a number from 1"},
	{"fullmove number too large", "4k3/8/8/8/8/8/8/4K3 w - - 0 ¦65536", "fullmove number", "not a number from 1"},
	{"fullmove number with a dot", "4k3/8/8/8/8/8/8/4K3 w - - 0 ¦1.", "fullmove number", "not a number from 1"},

	{"text after the last field", startFEN + " ¦x", "trailing text", "follows the last field"},
	{"text and spaces after the last field", startFEN + " ¦x  ", "trailing text", `"x" follows`},
	{"two extra fields", startFEN + " ¦0 1", "trailing text", "follows the last field"},
	{"EPD operation", "4k3/8/8/8/8/8/8/4K3 w - - ¦bm e4;", "halfmove clock", "not a number"},
	{"line break at the end", "4k3/8/8/8/8/8/8/4K3 w - - 0 ¦1\n", "fullmove number", "not a number"},
	{"space at the start", "¦ " + startFEN, "piece placement", "superfluous space"},
	{"53: two spaces between fields", "4k3/8/8/8/8/8/8/4K3 w - ¦ - 0 1", "en passant", "superfluous space"},
	{"two spaces before the clocks", "4k3/8/8/8/8/8/8/4K3 w - - ¦ 0 1", "halfmove clock", "superfluous space"},
}

// cutMark removes the mark ¦ from a text and returns the text and the offset of the mark.
func cutMark(t *testing.T, marked string) (text string, offset int) {
	t.Helper()
	before, after, ok := strings.Cut(marked, "¦")
	if !ok {
		t.Fatalf("no mark in %q", marked)
	}
	return before + after, len(before)
}

func TestParseFENErrors(t *testing.T) {
	for _, test := range refusedFENs {
		t.Run(test.name, func(t *testing.T) {
			fen, offset := cutMark(t, test.fen)
			p, err := ParseFEN(fen)
			var fault *FENError
			if !errors.As(err, &fault) {
				t.Fatalf("ParseFEN(%q) = %v, %v, want a FENError", fen, p.FEN(), err)
			}
			if !strings.Contains(fault.Detail, test.reason) {
				t.Errorf("ParseFEN(%q): Detail = %q, want it to contain %q", fen, fault.Detail, test.reason)
			}
			want := &FENError{fen, test.field, offset, fault.Detail}
			if diff := cmp.Diff(want, fault); diff != "" {
				t.Errorf("ParseFEN(%q): error differs (-want +got):\n%s", fen, diff)
			}
			if p != (Position{}) {
				t.Errorf("ParseFEN(%q) = %v with an error, want the zero Position", fen, p.FEN())
			}
		})
	}
}

func TestFENErrorText(t *testing.T) {
	_, err := ParseFEN("4k3/8/8/8/8/8/8/R3K2R w KQq - 0 1")
	const want = `FEN "4k3/8/8/8/8/8/8/R3K2R w KQq - 0 1": castling, offset 26: no rook for q`
	if err == nil || err.Error() != want {
		t.Errorf("error = %v, want %v", err, want)
	}
	_, err = ParseFEN(strings.Repeat("é", 1<<20))
	if n := len(err.Error()); n > 2000 {
		t.Errorf("error for a long text has %d bytes, want at most 2000", n)
	}
}

// TestPositionPrints checks that package fmt prints a Position, not only a pointer to one, as its
// FEN, and that Position implements encoding.TextMarshaler.
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
			t.Error("MustParseFEN of an invalid FEN does not panic with a *FENError")
		}
	}()
	MustParseFEN("8/8/8/8/8/8/8/8 w - - 0 1")
}

func TestPositionUnmarshalText(t *testing.T) {
	p := StartPosition()
	if err := p.UnmarshalText([]byte("8/8/8/8/8/8/8/8 w - - 0 1")); err == nil || p != StartPosition() {
		t.Errorf("UnmarshalText of an empty board = %v, target %v, want an error and an unchanged target", err, p.FEN())
	}
	if err := json.Unmarshal([]byte(`"e4"`), &p); err == nil || p != StartPosition() {
		t.Errorf("json.Unmarshal(\"e4\") = %v, target %v, want an error and an unchanged target", err, p.FEN())
	}
	text, err := Position{}.MarshalText()
	if string(text) != "" || text == nil || err != nil {
		t.Errorf("MarshalText of the zero Position = %#v, %v, want an empty slice that is not nil", text, err)
	}
	if err := p.UnmarshalText(text); err != nil || p != (Position{}) {
		t.Errorf("UnmarshalText of empty text = %v, target %v, want nil and the zero Position", err, p.FEN())
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
		{"four fields need no repair", "4k3/8/8/8/8/8/8/4K3 b - -", "4k3/8/8/8/8/8/8/4K3 b - - 0 1", nil},
		{"X-FEN needs no repair", "4k3/8/8/8/8/8/8/R3KR2 w KQ - 0 1", "4k3/8/8/8/8/8/8/R3KR2 w KQ - 0 1", nil},
		{"37: castling rights without rooks", "1r2k3/8/8/8/8/8/8/R3KR2 w KQkq - 0 1", "1r2k3/8/8/8/8/8/8/R3KR2 w Q - 0 1",
			[]string{"castling, offset 26: no rook in the corner for K", "castling, offset 28: no rook for k",
				"castling, offset 29: no rook in the corner for q"}},
		{"37: king not between its rooks", "2rrk3/8/8/8/8/8/3PPPPP/2RK4 w cd - 0 1", "2rrk3/8/8/8/8/8/3PPPPP/2RK4 w q - 0 1",
			[]string{"castling, offset 31: d names a side that already has a castling right"}},
		{
			"castling rights with the king on the second rank", "4k3/8/8/8/8/8/4K3/R6R w KQ - 0 1",
			"4k3/8/8/8/8/8/4K3/R6R w - - 0 1",
			[]string{
				"castling, offset 24: K: White's king is not on its first rank",
				"castling, offset 25: Q: White's king is not on its first rank",
			},
		},
		{"36: repeated castling right", "r3k2r/8/8/8/8/8/8/R3K2R w KQKkq - 0 1", "r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1",
			[]string{"castling, offset 28: K names a side that already has a castling right"}},
		{"unknown castling right", "r3k2r/8/8/8/8/8/8/R3K2R w K?q - 0 1", "r3k2r/8/8/8/8/8/8/R3K2R w Kq - 0 1",
			[]string{"castling, offset 27: '?' is not a castling right"}},
		{"53: em dashes", "4k3/8/8/8/8/8/8/4K3 w — — 0 1", "4k3/8/8/8/8/8/8/4K3 w - - 0 1",
			[]string{"castling, offset 22: '—' is not a castling right", `en passant, offset 26: "—" is not a square`}},
		{"6: en passant without a pawn", "4k3/8/8/8/8/8/8/4K3 w - e3 0 1", "4k3/8/8/8/8/8/8/4K3 w - - 0 1",
			[]string{"en passant, offset 24: Black cannot have just moved a pawn over e3"}},
		{"6: en passant square occupied", "4k3/8/8/8/4P3/4N3/8/4K3 b - e3 0 1", "4k3/8/8/8/4P3/4N3/8/4K3 b - - 0 1",
			[]string{"en passant, offset 28: e3 is occupied"}},
		{"53: side to move in upper case", "4k3/8/8/8/8/8/8/4K3 B - - 0 1", "4k3/8/8/8/8/8/8/4K3 b - - 0 1",
			[]string{`side to move, offset 20: "B" in upper case`}},
		{
			"only the piece placement", "4k3/8/8/8/8/8/8/4K3",
			"4k3/8/8/8/8/8/8/4K3 w - - 0 1", []string{"side to move, offset 19: missing"},
		},
		{
			"53: five fields", "4k3/8/8/8/8/8/8/4K3 b - - 7",
			"4k3/8/8/8/8/8/8/4K3 b - - 7 1", []string{"fullmove number, offset 27: missing"},
		},
		{
			"53: many spaces between fields", "4k3/8/8/8/8/8/8/4K3    b \t - - 7 9",
			"4k3/8/8/8/8/8/8/4K3 b - - 7 9", []string{
				"trailing text, offset 25: white space other than spaces",
				"side to move, offset 20: superfluous space", "castling, offset 25: superfluous space",
			},
		},
		{"letters that are wrong several times", "r3k2r/8/8/8/8/8/8/R3K2R w KxKyKxéxßQ - 0 1",
			"r3k2r/8/8/8/8/8/8/R3K2R w KQ - 0 1", []string{
				"castling, offset 27: 'x' is not a castling right",
				"castling, offset 28: K names a side that already has a castling right",
				"castling, offset 29: 'y' is not a castling right",
				"castling, offset 32: 'é' is not a castling right",
			}},
		{
			"53: two spaces between fields", "4k3/8/8/8/8/8/8/4K3  b - - 7 9",
			"4k3/8/8/8/8/8/8/4K3 b - - 7 9", []string{"side to move, offset 20: superfluous space"},
		},
		{
			"space at the start", " 4k3/8/8/8/8/8/8/4K3 b - - 7 9",
			"4k3/8/8/8/8/8/8/4K3 b - - 7 9", []string{"piece placement, offset 0: superfluous space"},
		},
		{"fullmove number zero", "4k3/8/8/8/8/8/8/4K3 b - - 7 0", "4k3/8/8/8/8/8/8/4K3 b - - 7 1",
			[]string{`fullmove number, offset 28: "0" is not a number from 1 to 65535`}},
		{
			"invalid clocks", "4k3/8/8/8/8/8/8/4K3 b - - -1 0",
			"4k3/8/8/8/8/8/8/4K3 b - - 0 1",
			[]string{
				`halfmove clock, offset 26: "-1" is not a number from 0 to 65535`,
				`fullmove number, offset 29: "0" is not a number from 1 to 65535`,
			},
		},
		{
			"clocks that are too large", "4k3/8/8/8/8/8/8/4K3 b - - 65536 65537",
			"4k3/8/8/8/8/8/8/4K3 b - - 0 1",
			[]string{
				`halfmove clock, offset 26: "65536" is not a number from 0 to 65535`,
				`fullmove number, offset 32: "65537" is not a number from 1 to 65535`,
			},
		},
		{
			"trailing text", startFEN + " bm e4;",
			startFEN, []string{`trailing text, offset 57: "bm e4;" follows the last field`},
		},
	} {
		t.Run(test.name, func(t *testing.T) {
			p, repairs, err := RepairFEN(test.fen)
			if err != nil {
				t.Fatalf("RepairFEN(%q) = %v, want nil", test.fen, err)
			}
			if got := p.FEN(); got != test.want {
				t.Errorf("RepairFEN(%q) = %q, want %q", test.fen, got, test.want)
			}
			var got []string
			for _, r := range repairs {
				got = append(got, fmt.Sprintf("%s, offset %d: %s", r.Field, r.Offset, r.Detail))
			}
			if diff := cmp.Diff(test.repairs, got); diff != "" {
				t.Errorf("repairs of RepairFEN(%q) differ (-want +got):\n%s", test.fen, diff)
			}
			checkFENLaws(t, &p)
		})
	}
}

// TestRepairFENReports checks that RepairFEN reports a repair for white space that ParseFEN
// rejects.
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
				t.Errorf("RepairFEN(%q) = %v, %v, %v, want the start position and a repair",
					test.fen, p.FEN(), repairs, err)
			}
		})
	}
}

// TestRepairFENIsBounded checks that the list of repairs stays short however long the text is.
func TestRepairFENIsBounded(t *testing.T) {
	var letters strings.Builder
	for r := range rune(100_000) {
		letters.WriteRune('!' + r)
	}
	for _, long := range []string{
		strings.Repeat(" ", 1<<20), strings.Repeat(" \t", 1<<19), strings.Repeat("x", 1<<20),
		strings.Repeat("KQ", 1<<19), letters.String(),
	} {
		for _, fen := range []string{
			long + startFEN, strings.ReplaceAll(startFEN, " ", " "+long+" "),
			strings.Replace(startFEN, "KQkq", long, 1), startFEN + " " + long,
		} {
			var repairs []*FENError
			size := allocated(func() { _, repairs, _ = RepairFEN(fen) })
			if len(repairs) > 140 || size > 1<<16 {
				t.Errorf("RepairFEN of %d bytes, %.60q…: %d repairs and %d bytes of memory, want at most 140 and 64 KB",
					len(fen), fen, len(repairs), size)
			}
		}
	}
}

// TestRepairFENErrors checks that RepairFEN does not repair faults in the piece placement or the
// side to move.
func TestRepairFENErrors(t *testing.T) {
	for _, test := range []struct {
		name  string
		fen   string
		field string
	}{
		{"empty text", "", "piece placement"},
		{"only white space", " \t\n", "piece placement"},
		{"unknown piece", "4k3/8/8/8/8/8/8/4X3 w - - 0 1", "piece placement"},
		{"rank too short", "4k3/8/8/7/8/8/8/4K3 w - - 0 1", "piece placement"},
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
		{"check discovered by a double step, no en passant square", "8/8/8/k7/2pP4/8/4K3/4B3 b - - 0 40", nil},
		{"check discovered by a double step, en passant square given", "8/8/8/8/3pP3/8/R6k/4K3 b - e3 0 40", nil},
		{"double check by rook and bishop", "4k3/8/2B5/8/8/8/4R3/4K3 b - - 0 40", nil},
		{"double check by knight and rook", "4k3/8/3N4/8/8/8/4R3/4K3 b - - 0 40", nil},
		{"4: check not given by the double step",
			"rnbqk1nr/bb3p1p/1q2r3/2pPp3/3P4/7P/1PP1NpPP/R1BQKBNR w KQkq c6 0 20", []Problem{ImpossibleCheck}},
		{
			"5: checker on a line through the en passant square", "8/8/8/1k6/3Pp3/8/8/4KQ2 b - d3 0 40",
			[]Problem{ImpossibleCheck},
		},
		{"6: king in check before the double step", "8/8/6k1/p1p1p3/P1P1Pp1p/5P1P/2B5/4K3 b - e3 0 50",
			[]Problem{ImpossibleCheck}},
		{"6: knight gave check before the double step", "4k3/8/5N2/8/2pP4/8/8/4K3 b - d3 0 40", []Problem{ImpossibleCheck}},
		{"double step onto the line of a bishop", "8/8/8/5k2/4Pp2/8/2B5/4K3 b - e3 0 40", []Problem{ImpossibleCheck}},
		{"double step onto the line of another bishop", "8/8/8/7B/6Pp/8/4k2K/3r4 b - g3 0 40", []Problem{ImpossibleCheck}},
		{
			"22: clock larger than the plies played", "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 3 2",
			[]Problem{ClockBeforeStart},
		},
		{"22: clock equal to the plies played", "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 2 2", nil},
		{
			"22: clock equal to the plies played, Black to move",
			"rnbqkbnr/pppppppp/8/8/8/5N2/PPPPPPPP/RNBQKB1R b KQkq - 1 1", nil,
		},
		{
			"22: clock larger than the plies played, Black to move",
			"rnbqkbnr/pppppppp/8/8/8/5N2/PPPPPPPP/RNBQKB1R b KQkq - 2 1", []Problem{ClockBeforeStart},
		},
		{"22: clock not 0 after a double step", "4k3/8/8/8/4pPp1/8/8/4K3 b - f3 1 5", []Problem{ClockDoubleStep}},
		{"51: three checkers", "4k3/5P2/3N4/8/8/8/4R3/4K3 b - - 0 40", []Problem{TooManyCheckers}},
		{"51: three knights give check", "8/8/N7/2k5/N7/1N6/8/3K4 b - - 0 40", []Problem{TooManyCheckers}},
		{"51: two knights give check", "8/8/N7/2k5/N7/8/8/3K4 b - - 0 40", []Problem{ImpossibleCheck}},
		{"51: knight and pawn give check", "8/8/8/2k5/1P6/1N6/8/3K4 b - - 0 40", []Problem{ImpossibleCheck}},
		{
			"51: rook check not discovered by the double step", "1k6/5K1r/p7/2pP4/4P3/8/PPP3PP/RNBQ1BNR w - c6 0 40",
			[]Problem{ImpossibleCheck},
		},
		{
			"51: bishop check not discovered by the double step", "2b4r/kr5p/p7/2pP2b1/4PK2/8/PPP3PP/RNBQ1BNR w - c6 0 40",
			[]Problem{ImpossibleCheck},
		},
		{
			"51: check by another pawn after a double step",
			"r1bqkbnr/1p1p1ppp/p7/2pP4/4P3/8/PPP2pPP/RNBQKBNR w KQkq c6 0 40", []Problem{ImpossibleCheck},
		},
		{
			"51: two checkers on one line with the king", "1nbqk3/1p1prppp/p1P5/8/4K3/8/PPP1rPPP/RNBQ1BNR w - - 0 40",
			[]Problem{ImpossibleCheck},
		},
		{"nine white pawns", "4k3/8/8/8/8/P7/PPPPPPPP/4K3 w - - 0 40", []Problem{TooManyPawns}},
		{"nine black pawns", "4k3/pppppppp/p7/8/8/8/8/4K3 w - - 0 40", []Problem{TooManyPawns}},
		{"seventeen pieces", "4k3/8/8/8/8/N7/PPPPPPPP/RNBQKBNR w - - 0 40", []Problem{TooManyPieces, TooManyPromoted}},
		{"seventeen black pieces", "rnbqkbnr/pppppppp/n7/8/8/8/8/4K3 w - - 0 40", []Problem{TooManyPieces, TooManyPromoted}},
		{"52: third knight and eight pawns", "4k3/8/8/8/8/N7/PPPPPPPP/RNBQK1NR w - - 0 40", []Problem{TooManyPromoted}},
		{"52: third knight and seven pawns", "4k3/8/8/8/8/N7/PPPPPPP1/RNBQK1NR w - - 0 40", nil},
		{
			"52: two bishops on dark squares and eight pawns", "4k3/8/8/8/8/B7/PPPPPPPP/RNBQK1NR w - - 0 40",
			[]Problem{TooManyPromoted},
		},
		{"52: two bishops on dark squares and seven pawns", "4k3/8/8/8/8/B7/PPPPPPP1/RNBQK1NR w - - 0 40", nil},
		{
			"52: two bishops on light squares and eight pawns", "4k3/8/8/8/8/1B3B2/PPPPPPPP/2B1K3 w - - 0 40",
			[]Problem{TooManyPromoted},
		},
		{"52: two queens and eight pawns", "3qkq2/pppppppp/8/8/8/8/8/4K3 w - - 0 40", []Problem{TooManyPromoted}},
		{"52: three rooks and eight pawns", "r1r1k2r/pppppppp/8/8/8/8/8/4K3 w - - 0 40", []Problem{TooManyPromoted}},
		{"52: as many promoted pieces as missing pawns", "qqqqkqqq/q7/q7/8/8/8/8/5K2 w - - 0 40", nil},
		{"50: most moves in a reachable position", "R6R/3Q4/1Q4Q1/4Q3/2Q4Q/Q4Q2/pp1Q4/kBNN1KB1 w - - 0 40", nil},
		{"50: more pieces than a game can have", "kBQQQQQQ/BR5Q/Q6Q/Q6Q/Q6Q/Q6Q/Q6Q/KQQQQQQQ w - - 0 40",
			[]Problem{TooManyPieces, TooManyPromoted}},
	} {
		t.Run(test.name, func(t *testing.T) {
			p := MustParseFEN(test.fen)
			if diff := cmp.Diff(append([]Problem{}, test.want...), p.Problems()); diff != "" {
				t.Errorf("Problems(%q) differs (-want +got):\n%s", test.fen, diff)
			}
		})
	}
}

func TestProblemString(t *testing.T) {
	seen := make(map[string]bool)
	for p := TooManyPieces; p <= ClockDoubleStep; p++ {
		text := p.String()
		if text == "" || strings.HasPrefix(text, "Problem(") || seen[text] {
			t.Errorf("Problem(%d).String() = %q, want a text that no other Problem has", uint8(p), text)
		}
		seen[text] = true
	}
	if got, want := Problem(200).String(), "Problem(200)"; got != want {
		t.Errorf("Problem(200).String() = %q, want %q", got, want)
	}
}

// TestSetup checks that Setup.Position undoes Position.Setup, and that an edited Setup gives the
// expected position.
func TestSetup(t *testing.T) {
	forManyPositions(t, func(t *testing.T, p *Position) {
		got, err := p.Setup().Position()
		if err != nil || got != *p {
			t.Errorf("Setup().Position() of %v = %v, %v, want the same position", p, got, err)
		}
	})
	bare := Setup{Turn: Black, HalfmoveClock: 65535} // without a double step and a move number
	bare.Board[E1], bare.Board[E8] = WhiteKing, BlackKing
	if got, err := bare.Position(); err != nil || got.FEN() != "4k3/8/8/8/8/8/8/4K3 b - - 65535 1" {
		t.Errorf("Position() of two kings = %v, %v", got, err)
	}
	edited := StartPosition().Setup()
	edited.Board[E2], edited.Board[E4] = NoPiece, WhitePawn
	edited.Turn, edited.EnPassant = Black, E3
	want := lastOf(t, startFEN, "e4")
	if got, err := edited.Position(); got != want || err != nil {
		t.Errorf("Position() of the edited Setup = %v, %v, want %v", got, err, want)
	}
	chess960, _ := Chess960Start(518)
	if got, err := chess960.Setup().Position(); got != chess960 || !got.IsChess960() || err != nil {
		t.Errorf("Setup().Position() of Chess960 start 518 = %v, %v, IsChess960() = %v, want the same position, nil, true",
			got, err, got.IsChess960())
	}
}

func TestSetupErrors(t *testing.T) {
	for _, test := range []struct {
		name  string
		edit  func(*Setup)
		field string
		want  string
	}{
		{"no king", func(s *Setup) { s.Board[E1] = NoPiece }, "piece placement", "White has no king"},
		{"two kings", func(s *Setup) { s.Board[E5] = BlackKing }, "piece placement", "Black has two kings"},
		{"pawn on the last rank", func(s *Setup) { s.Board[A8] = WhitePawn }, "piece placement", "a pawn cannot stand on a8"},
		{"not a piece", func(s *Setup) { s.Board[D4] = 7 }, "piece placement", "Piece(7) on d4 is not a piece"},
		{"not a color", func(s *Setup) { s.Turn = 2 }, "side to move", "Color(2) is neither white nor black"},
		{"castling right without a rook", func(s *Setup) { s.Board[H1] = NoPiece }, "castling", "White has no rook on h1"},
		{
			"castling right on the fourth rank", func(s *Setup) { s.Castling |= D4.Bitboard() },
			"castling", "White has no rook on d4",
		},
		{
			"castling right with the king on e3", func(s *Setup) { s.Board[E1], s.Board[E3] = NoPiece, WhiteKing },
			"castling", "White's king is not on its first rank",
		},
		{
			"two castling rights on one side",
			func(s *Setup) { s.Board[G8], s.Castling = BlackRook, BitboardOf(G8, H8) },
			"castling", "two castling rooks on the same side of Black's king",
		},
		{
			"no pawn in front of the en passant square", func(s *Setup) { s.EnPassant = E6 },
			"en passant", "Black has no pawn on e5",
		},
		{
			"en passant square out of range", func(s *Setup) { s.EnPassant = 200 },
			"en passant", "Black cannot have just moved a pawn over Square(200)",
		},
		{
			"negative halfmove clock", func(s *Setup) { s.HalfmoveClock = -1 },
			"halfmove clock", "-1 is not a number from 0 to 65535",
		},
		{
			"halfmove clock too large", func(s *Setup) { s.HalfmoveClock = 65536 },
			"halfmove clock", "65536 is not a number from 0 to 65535",
		},
		{
			"negative fullmove number", func(s *Setup) { s.FullmoveNumber = -1 },
			"fullmove number", "-1 is not a number from 1 to 65535",
		},
		{
			"fullmove number too large", func(s *Setup) { s.FullmoveNumber = 65536 },
			"fullmove number", "65536 is not a number from 1 to 65535",
		},
		{
			"the side not to move is in check", func(s *Setup) { s.Board[E7] = WhiteRook },
			"side to move", "Black is in check, but it is White's turn",
		},
		{
			"castling rook on the second rank", func(s *Setup) { s.Board[A2], s.Castling = WhiteRook, A2.Bitboard() },
			"castling", "White has no rook on a2",
		},
		{"zero Setup", func(s *Setup) { *s = Setup{} }, "piece placement", "White has no king"},
	} {
		t.Run(test.name, func(t *testing.T) {
			s := StartPosition().Setup()
			test.edit(&s)
			p, err := s.Position()
			var fault *FENError
			if !errors.As(err, &fault) || p != (Position{}) {
				t.Fatalf("Position() = %v, %v, want a FENError", p, err)
			}
			want := FENError{"", test.field, -1, test.want}
			if diff := cmp.Diff(want, *fault); diff != "" || fault.Error() != "setup: "+test.field+": "+test.want {
				t.Errorf("error %q differs (-want +got):\n%s", fault, diff)
			}
		})
	}
}

// TestParseSetup checks placements that are not playable, and that playable ones are read as by
// ParseFEN.
func TestParseSetup(t *testing.T) {
	placed := func(pieces map[Square]Piece) (s Setup) {
		for at, piece := range pieces {
			s.Board[at] = piece
		}
		s.EnPassant, s.FullmoveNumber = NoSquare, 1
		return s
	}
	knight := placed(map[Square]Piece{D5: WhiteKnight})
	blackToMove := knight
	blackToMove.Turn = Black
	passed := knight
	passed.EnPassant, passed.HalfmoveClock, passed.FullmoveNumber = A5, 7, 9
	rights := knight
	rights.Castling = BitboardOf(A1, H1, A8, H8)
	files := knight
	files.Castling, files.Chess960 = BitboardOf(B1, G8), true
	late := knight
	late.HalfmoveClock, late.FullmoveNumber = 65535, 65535
	for _, test := range []struct {
		fen  string
		want Setup
	}{
		{"8/8/8/3N4/8/8/8/8", knight},
		{"8/8/8/3N4/8/8/8/8 b", blackToMove},
		{"8/8/8/3N4/8/8/8/8 w - a5 7 9", passed},
		{"8/8/8/3N4/8/8/8/8 w KQkq - 0 1", rights},
		{"8/8/8/3N4/8/8/8/8 w Bg - 0 1", files},
		{"8/8/8/3N4/8/8/8/8 w - - 65535 65535", late},
		{"P7/8/8/8/8/8/8/KKkk3p", placed(map[Square]Piece{A8: WhitePawn, A1: WhiteKing, B1: WhiteKing,
			C1: BlackKing, D1: BlackKing, H1: BlackPawn})},
	} {
		got, err := ParseSetup(test.fen)
		if diff := cmp.Diff(test.want, got); err != nil || diff != "" {
			t.Errorf("ParseSetup(%q): %v (-want +got):\n%s", test.fen, err, diff)
		}
	}
	for _, fen := range []string{
		StartPosition().FEN(), "r3k2r/8/8/8/8/8/8/R3K2R b Kq - 3 7", "r3k2r/8/8/8/8/8/8/R3K2R w HAha - 0 1",
		"rnbqkbnr/pppp1ppp/8/8/4pP2/8/PPPPP1PP/RNBQKBNR b KQkq f3 0 2", "1rk3r1/8/8/8/8/8/8/1RK3R1 w BGbg - 0 1",
	} {
		got, err := ParseSetup(fen)
		if diff := cmp.Diff(MustParseFEN(fen).Setup(), got); err != nil || diff != "" {
			t.Errorf("ParseSetup(%q): %v (-want +got):\n%s", fen, err, diff)
		}
	}
	for fen, want := range map[string]string{
		"":                                 "piece placement",
		"8/8/8":                            "piece placement",
		"8/8/8/3X4/8/8/8/8":                "piece placement",
		"8/8/8/3X4/8/8/8/8 w - - 0 1 more": "piece placement",
		"8/8/8/8/8/8/8/8 w - - x 1 more":   "halfmove clock",
		"8/8/8/8/8/8/8/8 x":                "side to move",
		"8/8/8/8/8/8/8/8 w Z - 0 1":        "castling",
		"8/8/8/8/8/8/8/8 w - e9 0 1":       "en passant",
		"8/8/8/8/8/8/8/8 w - - x 1":        "halfmove clock",
		"8/8/8/8/8/8/8/8 w - - 0 70000":    "fullmove number",
		"8/8/8/8/8/8/8/8 w - - 0 1 please": "trailing text",
	} {
		var got *FENError
		if _, err := ParseSetup(fen); !errors.As(err, &got) || got.Field != want {
			t.Errorf("ParseSetup(%q) = %v, want an error in %q", fen, err, want)
		}
	}
}

// TestXFEN checks the en passant square of X-FEN, which does not depend on whether a capture is legal,
// against a search for the pawn.
func TestXFEN(t *testing.T) {
	for fen, want := range map[string]string{
		startFEN: "-", "4k3/8/8/8/4P3/8/8/4K3 b - e3 0 1": "-", "4k3/8/8/8/4Pp2/8/8/4K3 b - e3 0 1": "e3",
		"8/8/8/8/k2Pp2Q/8/8/3K4 b - d3 0 1": "d3", "5k2/8/8/8/4Pp2/8/8/4KR2 b - e3 0 1": "e3", "8/8/8/8/1k1Pn2Q/8/8/3K4 b - d3 0 1": "-",
		"4k3/8/8/1pP5/8/8/8/4K3 w - b6 0 1": "b6", "4k3/8/8/pP6/8/8/8/4K3 w - - 0 1": "-",
	} {
		p := MustParseFEN(fen)
		if got, want := appendedFEN(&p, FENFormat{XFEN: true}), withFENField(fen, fenEnPassant, want); got != want {
			t.Errorf("%q as X-FEN = %q, want %q", fen, got, want)
		}
	}
	slowPositions(t, newTestRand(t), 100, 10, func(_ *mailbox, _ []slowMove, p *Position) {
		want := NoSquare
		if passed := p.doubleStep(); passed != NoSquare {
			pawn := passed ^ 8 // which made the double step
			beside := p.Pieces(p.Turn(), Pawn) & pawn.Rank().Bitboard()
			if (beside.East() | beside.West()).Has(pawn) {
				want = passed
			}
		}
		if got, want := appendedFEN(p, FENFormat{XFEN: true}), withFENField(p.FEN(), fenEnPassant, want.String()); got != want {
			t.Errorf("%v as X-FEN = %q, want %q", p, got, want)
		}
	})
}

// TestEnPassantWithoutCapture checks that SamePosition and Hash ignore an en passant square without
// a legal capture (case 9).
func TestEnPassantWithoutCapture(t *testing.T) {
	for _, test := range []struct {
		name string
		fen  string
		same bool
	}{
		{"no pawn beside it", "rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq e3 0 1", true},
		{"9: en passant opens the rank", "8/8/8/8/k2pP2R/8/8/7K b - e3 0 1", true},
		{"legal capture", "4k3/8/8/8/4Pp2/8/8/4K3 b - e3 0 1", false},
	} {
		t.Run(test.name, func(t *testing.T) {
			p := MustParseFEN(test.fen)
			q := MustParseFEN(withFENField(test.fen, fenEnPassant, "-"))
			if got := p.SamePosition(q); got != test.same {
				t.Errorf("SamePosition of %q with and without the en passant square = %v, want %v", test.fen, got, test.same)
			}
			if got := p.Hash() == q.Hash(); got != test.same {
				t.Errorf("equal hashes of %q with and without the en passant square: %v, want %v", test.fen, got, test.same)
			}
			if p == q {
				t.Errorf("%q with and without the en passant square are equal by ==, want different values", test.fen)
			}
			if got, want := p.doubleStep().String(), strings.Fields(test.fen)[fenEnPassant]; got != want {
				t.Errorf("doubleStep(%q) = %v, want %v", test.fen, got, want)
			}
		})
	}
}

// TestCastlingSpellings checks the castling field in X-FEN and Shredder-FEN for a position with two
// rooks on each side of both kings, for every choice of castling rooks (case 35).
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

// testCastlingSpelling checks that the castling fields shredder and xfen mean the same rights, and
// that each form can be written from the other.
func testCastlingSpelling(t *testing.T, shredder, xfen string) {
	t.Helper()
	const board = "rr2k1rr/8/8/8/8/8/8/RR2K1RR w "
	want := MustParseFEN(board + shredder + " - 0 1")
	got := MustParseFEN(board + xfen + " - 0 1")
	if !got.SamePosition(want) {
		t.Errorf("castling field %q means the rooks %v, want %v as for %q", xfen, got.Castling(), want.Castling(), shredder)
	}
	if got := want.FEN(); got != board+xfen+" - 0 1" {
		t.Errorf("castling field %q: FEN() = %q, want castling field %q", shredder, got, xfen)
	}
	if got := appendedFEN(&got, FENFormat{Shredder: true}); got != board+shredder+" - 0 1" {
		t.Errorf("castling field %q: Shredder-FEN = %q, want castling field %q", xfen, got, shredder)
	}
	checkFENLaws(t, &want)
	checkFENLaws(t, &got)
}

// TestTextOfChess960 checks that the text has the form of Shredder exactly if the other would not tell that
// castling is that of Chess960.
func TestTextOfChess960(t *testing.T) {
	for fen, want := range map[string]string{
		"r2k3r/8/8/8/8/8/8/R2K3R w KQkq - 0 1": "r2k3r/8/8/8/8/8/8/R2K3R w KQkq - 0 1",
		"r3k2r/8/8/8/8/8/8/R3K2R w HAha - 0 1": "r3k2r/8/8/8/8/8/8/R3K2R w HAha - 0 1",
		"r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1": "r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1",
	} {
		if text, err := MustParseFEN(fen).MarshalText(); string(text) != want || err != nil {
			t.Errorf("the text of %s is %s, %v, want %s", fen, text, err, want)
		}
	}
}

func TestAppendFENKeepsPrefix(t *testing.T) {
	p := StartPosition()
	if got, want := string(p.AppendFEN([]byte("fen "), FENFormat{})), "fen "+startFEN; got != want {
		t.Errorf("AppendFEN(%q, FENFormat{}) = %q, want %q", "fen ", got, want)
	}
}

// TestFENOfChess960Starts checks that the FEN of each Chess960 start position can be read and
// written back, with the same and with a random order of Black's pieces.
func TestFENOfChess960Starts(t *testing.T) {
	random := rand.New(rand.NewPCG(3, 960))
	seen := make(map[string]bool)
	for n := range 960 {
		white, black := chess960Rank(n), strings.ToLower(chess960Rank(random.IntN(960)))
		seen[white] = true
		for _, rank := range []string{strings.ToLower(white), black} {
			fen := rank + "/pppppppp/8/8/8/8/PPPPPPPP/" + white + " w KQkq - 0 1"
			p, err := ParseFEN(fen)
			if err != nil {
				t.Errorf("ParseFEN(%q) = %v, want nil", fen, err)
				continue
			}
			if got := p.FEN(); got != fen {
				t.Errorf("ParseFEN(%q).FEN() = %q, want the input", fen, got)
			}
			files := fmt.Sprintf("%c%c%c%c", 'A'+strings.LastIndex(white, "R"), 'A'+strings.Index(white, "R"),
				'a'+strings.LastIndex(rank, "r"), 'a'+strings.Index(rank, "r"))
			want := withFENField(fen, fenCastling, files)
			if got := appendedFEN(&p, FENFormat{Shredder: true}); got != want {
				t.Errorf("%q with FENFormat{Shredder: true} = %q, want %q", fen, got, want)
			}
			checkIdentity(t, &p)
		}
	}
	if len(seen) != 960 {
		t.Errorf("found %d different start positions, want 960", len(seen))
	}
}

// TestFENLawsInGames calls checkFENLaws in random games of standard chess and Chess960, and checks
// that positions reached in play have no Problems.
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
				t.Errorf("Problems(%q) = %v, want none for a position reached in play", p.FEN(), problems)
			}
		}
	}
}

// FuzzParseFEN checks that ParseFEN never panics. A text that it accepts must be a playable
// position that can be written and read back. For any other text, the error must be a FENError with
// an offset within the text.
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
		readErr := read.UnmarshalText([]byte(fen))
		if fen != "" && (readErr == nil) != (err == nil) || err == nil && read != p ||
			err != nil && fen != "" && read != before {
			t.Errorf("UnmarshalText(%q) = %v, target %v, but ParseFEN returns %v, %v", fen, readErr, read, p, err)
		}
		if err != nil {
			checkFENError(t, fen, p, err)
			return
		}
		checkFENLaws(t, &p)
		checkPlayable(t, &p)
	})
}

// checkFENError checks that an error of ParseFEN or RepairFEN is a complete FENError, and that the
// position returned with it is the zero Position.
func checkFENError(t *testing.T, fen string, p Position, err error) {
	t.Helper()
	var fault *FENError
	if !errors.As(err, &fault) {
		t.Fatalf("%q: error %v has type %T, want *FENError", fen, err, err)
	}
	if fault.FEN != fen || fault.Offset < 0 || fault.Offset > len(fen) || fault.Detail == "" ||
		fault.Field > "trailing text" {
		t.Errorf("%q: error %#v, want the text, a field, an offset within the text, and a reason", fen, fault)
	}
	if p != (Position{}) || fault.Error() == "" {
		t.Errorf("%q: position %v with error %q, want the zero Position and a message", fen, p.FEN(), err)
	}
}

// checkPlayable checks that the legal moves of p do not leave the king in check, and that each of
// them leads to a position that reads back from its FEN.
func checkPlayable(t *testing.T, p *Position) {
	t.Helper()
	moves := p.LegalMoves()
	if got := p.perft(1); got != uint64(len(moves)) {
		t.Errorf("perft(%q, 1) = %d, want %d", p.FEN(), got, len(moves))
	}
	if got := p.HasLegalMove(); got != (len(moves) > 0) {
		t.Errorf("HasLegalMove(%q) = %v, want %v", p.FEN(), got, len(moves) > 0)
	}
	for _, m := range moves {
		q := p.After(m)
		if q.Attackers(q.Turn(), q.King(p.Turn())) != 0 || q.King(White) == NoSquare || q.King(Black) == NoSquare {
			t.Errorf("%q: %v leads to %q, which is not a playable position", p.FEN(), m, q.FEN())
		}
		r, err := ParseFEN(appendedFEN(&q, FENFormat{DoubleStep: true}))
		if err != nil || !r.SamePosition(q) || r.Hash() != q.Hash() {
			t.Errorf("%q: %v leads to %q, which reads as %q, %v", p.FEN(), m, q.FEN(), r.FEN(), err)
		}
	}
}

// FuzzRepairFEN checks that RepairFEN never panics. It must agree with ParseFEN on text that needs
// no repair but that of the fullmove number 0, and must otherwise return repairs and a playable
// position, or a FENError.
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
			if r.Offset < 0 || r.Offset > len(fen) || r.Detail == "" {
				t.Errorf("RepairFEN(%q): repair %#v, want an offset within the text and a reason", fen, r)
			}
		}
		zero := len(repairs) == 1 && repairs[0].Field == "fullmove number" && strings.HasPrefix(fen[repairs[0].Offset:], "0")
		if strictErr == nil && (p != strict || len(repairs) != 0 && !zero || err != nil) {
			t.Errorf("RepairFEN(%q) = %v, %v, %v, want %v, no repairs, nil", fen, p.FEN(), repairs, err, strict.FEN())
		}
		switch {
		case err != nil:
			checkFENError(t, fen, p, err)
		case strictErr != nil && len(repairs) == 0:
			t.Errorf("RepairFEN(%q) = %v without repairs, but ParseFEN returns the error %v", fen, p.FEN(), strictErr)
		default:
			checkFENLaws(t, &p)
			checkPlayable(t, &p)
		}
	})
}

// TestStartpos checks that readers of FEN understand the word for the start position, and nothing like it.
func TestStartpos(t *testing.T) {
	var text Position
	p, err := ParseFEN("startpos")
	_, repairs, repairErr := RepairFEN("startpos")
	setup, setupErr := ParseSetup("startpos")
	if p != StartPosition() || err != nil || len(repairs) > 0 || repairErr != nil || setup != p.Setup() || setupErr != nil ||
		text.UnmarshalText([]byte("startpos")) != nil || text != p {
		t.Errorf("startpos is %v, %v, repairs %v, %v, setup %v, text %v", p, err, repairs, repairErr, setupErr, text)
	}
	for _, fen := range []string{"Startpos", "startpos moves e2e4", "startpo", " startpos"} {
		if p, err := ParseFEN(fen); err == nil {
			t.Errorf("ParseFEN(%q) = %v", fen, p)
		}
	}
}
