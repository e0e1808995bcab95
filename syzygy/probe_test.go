package syzygy

import (
	"errors"
	"fmt"
	"io/fs"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"testing/fstest"

	"github.com/google/go-cmp/cmp"

	"github.com/shakki/chess"
	"github.com/shakki/chess/internal/deep"
	"github.com/shakki/chess/internal/fault"
)

// TestMadeTables probes positions with three pieces, and all of them with -deep, and compares the
// answers with what the solver found.
func TestMadeTables(t *testing.T) {
	files, all := made()
	for how, tables := range systems(t, files) {
		step := 101
		if how == "mapped" && !testing.Short() {
			step = 11
		}
		if *deep.Flag {
			step = 1
		}
		for _, e := range all {
			for s := 0; s < len(e.values); s += step {
				if e.values[s] != illegal {
					compareWithSolved(t, tables, e, state(s), chess.NoSquare)
				}
			}
		}
		if t.Failed() {
			t.Fatal(how)
		}
	}
}

// compareWithSolved probes a state and compares the answers.
func compareWithSolved(t *testing.T, tables *Tables, e *solved, s state, enPassant chess.Square) {
	p, err := e.position(s, enPassant)
	if err != nil {
		if enPassant == chess.NoSquare {
			t.Fatal(err)
		}
		return // no double step can have led there
	}
	v := e.valueWith(s, enPassant)
	want := wdlOf(v)
	if got, err := tables.WDL(p); got != want || err != nil {
		t.Errorf("WDL(%v) = %v, %v, want %v", p, got, err, want)
	}
	got, err := tables.DTZ(p)
	exact := DTZ{Plies: int(v)}
	switch v {
	case mated:
		exact.Plies = -1
	case stalemate:
		exact.Plies = 0
	}
	rounded := DTZ{Plies: exact.Plies - sign(int(want)), Rounded: true}
	if err != nil || got != exact && got != (DTZ{Plies: exact.Plies, Rounded: true}) && (got != rounded || rounded.Plies == 0) {
		t.Errorf("DTZ(%v) = %v, %v, want %v", p, got, err, exact)
	}
}

// TestWrongValues checks the errors for values that contradict each other: their places, and that no
// distance is made up.
func TestWrongValues(t *testing.T) {
	files, all := made()
	for _, test := range []struct {
		name  string
		value uint16
		fen   string
		want  string
	}{
		{"none of the five", 5, "8/8/8/8/3k4/8/8/KR6 w - - 0 1", "value out of range"},
		{"a win everywhere", 4, "8/8/8/8/8/2k5/8/K2R4 b - - 0 1", "no move leads to this value"},
	} {
		a := tableMaker{e: all["KRvK"], orders: [2]numbered{{pieces: []chess.Piece{chess.BlackKing, chess.WhiteRook, chess.WhiteKing}}, {pieces: []chess.Piece{chess.WhiteKing, chess.BlackKing, chess.WhiteRook}}}}
		a.wrong = func(v uint16) uint16 { return max(v/4*4, test.value) }
		dir := t.TempDir()
		for name, file := range files {
			data := file.Data
			if name == "KRvK.rtbw" {
				data = a.make(wdlTable)
			}
			if err := os.WriteFile(filepath.Join(dir, name), data, 0o666); err != nil {
				t.Fatal(err)
			}
		}
		tables, err := Open(dir)
		if err != nil {
			t.Fatal(err)
		}
		defer tables.Close()
		_, err = tables.DTZ(chess.MustParseFEN(test.fen))
		var fault *FormatError
		if !errors.As(err, &fault) || fault.Detail != test.want || fault.File != filepath.Join(dir, "KRvK.rtbw") || fault.Offset == 0 {
			t.Errorf("%s: %v", test.name, err)
		}
	}
}

// constant returns a table with pawns in which all positions have the value of the given part.
func constant(k kind, name string, part encodedPart) *fstest.MapFile {
	m, _ := parseMaterial(name)
	code := encoding{magic: magics[k], flags: byte(m.pieces()<<4) | pawnsFlag}
	if m != m.mirrored() {
		code.flags |= splitFlag
	}
	orders, line := []byte{0x00}, []byte{}
	for kind := chess.Pawn; kind <= chess.King; kind++ { // the pawns lead
		for c := range chess.Color(2) {
			for range m.count(kind.Of(c)) {
				line = append(line, (byte(kind)|byte(c)<<3)*0x11)
			}
		}
	}
	if m.count(chess.WhitePawn) > 0 && m.count(chess.BlackPawn) > 0 {
		orders = append(orders, 0x11)
	}
	for range 4 {
		code.pieces = slices.Concat(code.pieces, orders, line)
		code.parts = append(code.parts, part)
		if k == wdlTable && code.flags&splitFlag != 0 {
			code.parts = append(code.parts, part)
		}
	}
	return &fstest.MapFile{Data: append(code.encode(), make([]byte, 63)...)}
}

// TestCaptures probes tables in which all positions have the same value for the side to move, so
// that captures, and the flags and lists of distances, decide.
func TestCaptures(t *testing.T) {
	const (
		quiet     = "4k3/p6p/8/8/8/8/P7/4K3 w - - 0 1"
		onlyPawns = "8/p7/8/8/8/6k1/P6p/7K w - - 0 1"
		enPassant = "4k3/p7/8/2Pp4/8/8/8/4K3 w - d6 0 1"
		forced    = "8/8/2k5/2Pp4/8/6q1/8/7K w - d6 0 1"
		byKing    = "4k3/p7/8/8/8/P7/3p4/4K3 w - - 0 1"
		promotes  = "8/7P/8/8/3k4/2p5/1P6/4K3 w - - 0 1"
	)
	files, _ := made()
	lists := [4][]uint16{{2}, {3}, {4}, {5}} // in wins, losses, cursed wins, and blessed losses
	least := [4][]uint16{{0}, {0}, {0}}
	for _, test := range []struct {
		name, fen     string
		before, after WDL // in the table of the position, and in that after a capture
		flags         byte
		lists         [4][]uint16
		want          WDL
		dtz           string // or "" for an error
	}{
		{"win in moves", quiet, Win, Draw, lossInPlies, lists, Win, "5 or 6"},
		{"win in plies", quiet, Win, Draw, winInPlies, lists, Win, "3"},
		{"loss in moves", quiet, Loss, Draw, winInPlies, lists, Loss, "-7 or -8"},
		{"loss in plies", quiet, Loss, Draw, lossInPlies, lists, Loss, "-4"},
		{"cursed win", quiet, CursedWin, Draw, winInPlies | lossInPlies, lists, CursedWin, "109 or 110"},
		{"blessed loss", quiet, BlessedLoss, Draw, winInPlies | lossInPlies, lists, BlessedLoss, "-111 or -112"},
		{"win that is not in the list", quiet, Win, Draw, 0, [4][]uint16{}, Win, ""},
		{"loss that is not in the list", quiet, Loss, Draw, 0, [4][]uint16{}, Loss, ""},
		{"shortest loss", quiet, Loss, Draw, 0, least, Loss, "-1 or -2"},
		{"shortest loss, pawn moves only", onlyPawns, Loss, Draw, 0, least, Loss, "-1"},
		{"en passant wins", enPassant, Loss, Loss, 0, lists, Win, "1"},
		{"en passant draws", enPassant, Loss, Draw, 0, lists, Draw, "0"},
		{"en passant draws a won position", enPassant, Win, Draw, 0, lists, Win, "5 or 6"},
		{"en passant keeps a cursed win", enPassant, CursedWin, BlessedLoss, 0, lists, CursedWin, "101"},
		{"en passant keeps a blessed loss", enPassant, BlessedLoss, CursedWin, 0, lists, BlessedLoss, "-111 or -112"},
		{"en passant saves from a loss", enPassant, Loss, CursedWin, 0, lists, BlessedLoss, "-101"},
		{"en passant loses", enPassant, Loss, Win, 0, lists, Loss, "-7 or -8"},
		{"en passant is forced", forced, Draw, Draw, 0, lists, Loss, "-1"},
		{"capture keeps a cursed win", byKing, CursedWin, BlessedLoss, 0, lists, CursedWin, "101"},
		{"capture keeps a blessed loss", byKing, BlessedLoss, CursedWin, 0, lists, BlessedLoss, "-111 or -112"},
		{"capture saves from a loss", byKing, Loss, CursedWin, 0, least, BlessedLoss, "-101"},
		{"capture draws", byKing, Loss, Draw, 0, lists, Draw, "0"},
		{"capture saves beside a promotion", promotes, Loss, CursedWin, 0, least, BlessedLoss, "-101"},
	} {
		before := encodedPart{values: []uint16{uint16(test.before - Loss)}}
		after := encodedPart{values: []uint16{uint16(test.after - Loss)}}
		dtz := encodedPart{values: []uint16{0}, flags: test.flags | mappedValues | byte(chess.Black), lists: test.lists}
		system := maps.Clone(files)
		system["KPPvKP.rtbw"], system["KPPvKP.rtbz"] = constant(wdlTable, "KPPvKP", before), constant(dtzTable, "KPPvKP", dtz)
		system["KQPvKP.rtbw"] = constant(wdlTable, "KQPvKP", before)
		system["KPvKP.rtbw"], system["KQvKP.rtbw"] = constant(wdlTable, "KPvKP", after), constant(wdlTable, "KQvKP", after)
		system["KPPvK.rtbw"] = constant(wdlTable, "KPPvK", after)
		tables, err := OpenFS(system)
		if err != nil {
			t.Fatal(err)
		}
		p := chess.MustParseFEN(test.fen)
		v, err := tables.WDL(p)
		d, err2 := tables.DTZ(p)
		if test.dtz == "" { // the list has no such place
			if err2 == nil || !isFormatError(err2) || v != test.want || err != nil {
				t.Errorf("%s: WDL(%v) = %v, %v, DTZ %v, %v; want %v, and a *FormatError", test.name, p, v, err, d, err2, test.want)
			}
			continue
		}
		if v != test.want || d.String() != test.dtz || err != nil || err2 != nil {
			t.Errorf("%s: WDL(%v) = %v, %v, DTZ %v, %v; want %v, %s", test.name, p, v, err, d, err2, test.want, test.dtz)
		}
	}
}

// TestPawnMovesOnly checks the distance to a position in which the losing side has only pawn moves, so that
// zeroing takes one ply more than a mate.
func TestPawnMovesOnly(t *testing.T) {
	files := fstest.MapFS{"KQvKP.rtbw": constant(wdlTable, "KQvKP", encodedPart{values: []uint16{0}})}
	g := gameFrom(t, "k7/2K4p/8/8/8/8/8/3Q4 w - - 0 1", "", chess.Rules{FiftyMoves: chess.Claimable})
	moves, err := opened(t, files).RootMoves(g)
	got := map[string]string{}
	for _, m := range moves {
		got[m.Move.String()] = m.DTZ.String()
	}
	if err != nil || got["d1a4"] != "1" || got["d1d4"] != "2" || got["d1e2"] != "unknown" {
		t.Errorf("RootMoves = %v, %v; want 1 ply to the mate, 2 to a pawn move, and else no distance", got, err)
	}
}

func TestErrors(t *testing.T) {
	files, _ := made()
	without := fstest.MapFS{}
	for name, file := range files {
		if name != "KQvK.rtbw" && name != "KRvK.rtbz" {
			without[name] = file
		}
	}
	whole := files["KPvK.rtbw"].Data
	without["KPvK.rtbw"] = &fstest.MapFile{Data: whole[:len(whole)-1]}
	without["KNvK.rtbw"] = &fstest.MapFile{Data: files["KNvK.rtbz"].Data}
	tables, err := OpenFS(without)
	if err != nil {
		t.Fatal(err)
	}
	tests := []struct{ name, fen, want string }{
		{"castling", "4k3/8/8/8/8/8/8/4K2R w K - 0 1", "syzygy: the tables do not cover positions with castling rights"},
		{"castling and too many pieces", "4k3/ppppp3/8/8/8/8/8/4K2R w K - 0 1", "syzygy: the tables do not cover positions with castling rights"},
		{"too many pieces", "4k3/ppppp3/8/8/8/8/8/3QK3 w - - 0 1", "syzygy: the position has more than 7 pieces"},
		{"seven pieces", "4k3/pppp4/8/8/8/8/8/4K1N1 w - - 0 1", "syzygy: missing table KPPPPvKN.rtbw"},
		{"eight pieces", "4k3/pppp4/8/8/8/8/8/4K1NN w - - 0 1", "syzygy: the position has more than 7 pieces"},
		{"missing", "4k3/8/8/8/8/8/8/3QK3 w - - 0 1", "syzygy: missing table KQvK.rtbw"},
		{"missing, colors exchanged", "3qk3/8/8/8/8/8/8/4K3 w - - 0 1", "syzygy: missing table KQvK.rtbw"},
		{"missing after a capture", "4k3/8/8/8/8/8/8/3QKr2 w - - 0 1", "syzygy: missing table KQvK.rtbw"},
		{"missing distances", "4k3/8/8/8/8/8/8/3RK3 w - - 0 1", "syzygy: missing table KRvK.rtbz"},
		{"stronger side first", "4k1r1/8/8/8/8/8/1N6/Q3K3 w - - 0 1", "syzygy: missing table KQNvKR.rtbw"},
		{"more pieces first", "3qk3/8/8/8/8/8/PP6/4K3 b - - 0 1", "syzygy: missing table KPPvKQ.rtbw"},
		{"cut", "4k3/8/8/8/8/8/3P4/4K3 w - - 0 1", fmt.Sprintf("syzygy: KPvK.rtbw: offset %d: the file is truncated", len(whole)-1)},
		{"another kind", "4k3/8/8/8/8/8/8/3NK3 w - - 0 1", "syzygy: KNvK.rtbw: offset 0: not a table of this kind"},
	}
	for _, test := range tests {
		p := chess.MustParseFEN(test.fen)
		d, err := tables.DTZ(p)
		if v, err := tables.WDL(p); d != (DTZ{}) || err != nil && v != Draw {
			t.Errorf("%s: with an error, DTZ = %v, WDL = %v", test.name, d, v)
		}
		if got := errorText(err); got != test.want {
			t.Errorf("%s: %s", test.name, cmp.Diff(test.want, got))
		}
		var missing *MissingError
		if strings.Contains(test.want, "missing") && (!errors.As(err, &missing) || !errors.Is(err, fs.ErrNotExist)) {
			t.Errorf("%s: the error is a %T", test.name, err)
		}
	}
	if _, err := tables.WDL(chess.Position{}); err != ErrNoKings {
		t.Errorf("WDL(chess.Position{}): %v", err)
	}
	if _, err := new(Tables).WDL(chess.MustParseFEN("4k3/8/8/8/8/8/8/3RK3 w - - 0 1")); errorText(err) != "syzygy: missing table KRvK.rtbw" {
		t.Errorf("zero Tables: %v", err)
	}
	_, err = tables.RootMoves(nil)
	if _, err2 := tables.BestMove(nil); err != fault.NoGame || err2 != fault.NoGame {
		t.Errorf("RootMoves(nil): %v, BestMove(nil): %v, want %v", err, err2, fault.NoGame)
	}
	if v, err := new(Tables).WDL(chess.MustParseFEN("4k3/8/8/8/8/8/8/4K3 w - - 0 1")); v != Draw || err != nil {
		t.Errorf("bare kings: %v, %v", v, err)
	}
}

func errorText(err error) string {
	if err == nil {
		return ""
	}
	return err.Error()
}
