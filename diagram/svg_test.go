package diagram_test

import (
	"bytes"
	"encoding/xml"
	"errors"
	"hash/crc32"
	"io"
	"math/rand/v2"
	"slices"
	"strconv"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/shakki/chess"
	"github.com/shakki/chess/diagram"
)

// kiwipete has all kinds of pieces and moves.
var kiwipete = chess.MustParseFEN("r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1")

// marked is a choice of everything that can be marked.
var marked = diagram.Options{
	LastMove: chess.MustParseMove("b8a6"),
	Selected: chess.BitboardOf(chess.E1, chess.F3),
	Fills:    map[chess.Square]diagram.Color{chess.A1: diagram.RGB(0xff8800), chess.H8: {B: 255, A: 100}},
	Crosses:  chess.BitboardOf(chess.D4, chess.C7),
	Shapes:   []chess.Shape{{Letter: 'G', From: chess.E5, To: chess.G6}, {Letter: 'R', From: chess.A4, To: chess.A4}},
	Captured: []chess.Piece{chess.WhitePawn, chess.BlackQueen},
	Caption:  "White to move",
}

// An element is an element of an SVG document with the text in it.
type element struct {
	name       string
	attributes map[string]string
	text       string
}

// elements parses an SVG document. It allows only elements that cannot run code or load anything.
func elements(t *testing.T, svg []byte) (list []element) {
	t.Helper()
	allowed := []string{"svg", "title", "desc", "defs", "g", "path", "rect", "circle", "use", "text", "style"}
	d := xml.NewDecoder(bytes.NewReader(svg))
	open := false // whether the last element is
	for {
		token, err := d.Token()
		if errors.Is(err, io.EOF) {
			return list
		}
		if err != nil {
			t.Fatalf("%v in %.2000q", err, svg)
		}
		switch token := token.(type) {
		case xml.StartElement:
			if !slices.Contains(allowed, token.Name.Local) {
				t.Fatalf("element %s in %.2000q", token.Name.Local, svg)
			}
			e := element{name: token.Name.Local, attributes: map[string]string{}}
			for _, a := range token.Attr {
				e.attributes[a.Name.Local] = a.Value
				if strings.HasPrefix(a.Name.Local, "on") || a.Name.Local == "href" && a.Value[0] != '#' {
					t.Fatalf("attribute %v in %.2000q", a, svg)
				}
			}
			list, open = append(list, e), true
		case xml.CharData:
			if open {
				list[len(list)-1].text += string(token)
			}
		case xml.EndElement:
			open = false
		default:
			t.Fatalf("%T in %.2000q", token, svg)
		}
	}
}

// texts returns the texts of the elements with a name.
func texts(list []element, name string) (texts []string) {
	for _, e := range list {
		if e.name == name {
			texts = append(texts, e.text)
		}
	}
	return texts
}

// piecesOn returns the piece on each square of a picture, by the ids of the drawings and the sides
// of the squares, and the number of pieces beside the board.
func piecesOn(t *testing.T, list []element, below chess.Color) (board [64]chess.Piece, beside int) {
	t.Helper()
	ids := map[string]bool{}
	for _, e := range list {
		if e.name == "g" {
			ids[e.attributes["id"]] = true
		}
		if e.name != "use" {
			continue
		}
		id := e.attributes["href"][1:]
		if !ids[id] {
			t.Fatalf("no drawing %s", id)
		}
		if e.attributes["transform"] != "" {
			beside++
			continue
		}
		x, errX := strconv.Atoi(e.attributes["x"])
		y, errY := strconv.Atoi(e.attributes["y"])
		if errX != nil || errY != nil || x%100 != 0 || y%100 != 0 {
			t.Fatalf("a piece at %s, %s", e.attributes["x"], e.attributes["y"])
		}
		square := chess.SquareAt(chess.File(x/100), chess.Rank(7-y/100))
		if below == chess.Black {
			square = chess.SquareAt(chess.File(7-x/100), chess.Rank(y/100))
		}
		letter := id[len(id)-1:]
		if id[len(id)-2] == 'b' {
			letter = strings.ToLower(letter)
		}
		var piece chess.Piece
		if err := piece.UnmarshalText([]byte(letter)); err != nil {
			t.Fatal(err)
		}
		if board[square] != chess.NoPiece {
			t.Fatalf("two pieces on %v", square)
		}
		board[square] = piece
	}
	return board, beside
}

// TestRandomPositions checks that pictures of random positions are XML with the pieces where they
// stand, whatever is marked.
func TestRandomPositions(t *testing.T) {
	random := rand.New(rand.NewPCG(1, 2))
	themes := []diagram.Theme{diagram.LightTheme(), diagram.DarkTheme(), diagram.PrintTheme()}
	p := chess.StartPosition()
	for range 1000 {
		moves := p.LegalMoves()
		if len(moves) == 0 {
			p = chess.StartPosition()
			continue
		}
		m := moves[random.IntN(len(moves))]
		p = p.After(m)
		o := diagram.Options{
			Size:            random.IntN(900),
			Theme:           themes[random.IntN(3)],
			Set:             diagram.Set(random.IntN(2)),
			Below:           chess.Color(random.IntN(2)),
			HideCoordinates: random.IntN(2) == 0,
			LastMove:        m,
			Selected:        chess.Bitboard(random.Uint64()),
			Captured:        make([]chess.Piece, random.IntN(3)),
			Shapes:          []chess.Shape{{Letter: byte(random.IntN(256)), From: chess.Square(random.IntN(80)), To: chess.Square(random.IntN(80))}},
		}
		for i := range o.Captured {
			o.Captured[i] = chess.PieceType(1 + random.IntN(6)).Of(chess.Color(random.IntN(2)))
		}
		list := elements(t, diagram.AppendSVG(nil, p, o))
		board, beside := piecesOn(t, list, o.Below)
		if diff := cmp.Diff(p.Setup().Board, board); diff != "" || beside != len(o.Captured) {
			t.Fatalf("%v: %d captured pieces, want %d; wrong board (-want +got):\n%s", p, beside, len(o.Captured), diff)
		}
	}
}

// marksOf returns the squares of the marks of a picture without coordinates: filled squares, dots,
// and corners.
func marksOf(t *testing.T, svg []byte) (filled, dots, corners chess.Bitboard) {
	t.Helper()
	at := func(x, y string) chess.Bitboard {
		column, _ := strconv.ParseFloat(x, 64)
		row, _ := strconv.ParseFloat(y, 64)
		return chess.SquareAt(chess.File(column/100), chess.Rank(7-int(row/100))).Bitboard()
	}
	for _, e := range elements(t, svg) {
		a := e.attributes
		switch {
		case e.name == "rect" && a["width"] == "100":
			filled |= at(a["x"], a["y"])
		case e.name == "circle" && a["r"] == "15":
			dots |= at(a["cx"], a["cy"])
		case e.name == "path" && strings.Contains(a["d"], "h28l-28 28z"):
			x, rest, _ := strings.Cut(strings.TrimPrefix(a["d"], "M"), " ")
			y, _, _ := strings.Cut(rest, "h")
			corners |= at(x, y)
		}
	}
	return filled, dots, corners
}

// TestMarks checks which squares are marked.
func TestMarks(t *testing.T) {
	after := func(p chess.Position, san string) (chess.Position, chess.Move) {
		m, err := p.ParseSAN(san)
		if err != nil {
			t.Fatal(err)
		}
		return p.After(m), m
	}
	castled, castling := after(kiwipete, "O-O-O")
	captured, capture := after(kiwipete, "Qxf6")
	mate := chess.MustParseFEN("7k/5KQ1/8/8/8/8/8/8 b - - 0 1")
	for _, test := range []struct {
		name                  string
		p                     chess.Position
		o                     diagram.Options
		filled, dots, corners chess.Bitboard
	}{
		{"nothing", kiwipete, diagram.Options{}, 0, 0, 0},
		{"a capture", captured, diagram.Options{LastMove: capture}, chess.BitboardOf(chess.F3, chess.F6), 0, 0},
		{"a move to an empty square", kiwipete, diagram.Options{LastMove: chess.MustParseMove("f8d4")}, chess.BitboardOf(chess.F8, chess.D4), 0, 0},
		{"castling", castled, diagram.Options{LastMove: castling}, chess.BitboardOf(chess.E1, chess.C1), 0, 0},
		{"castling as king takes rook", castled, diagram.Options{LastMove: chess.MustParseMove("e1a1")}, chess.BitboardOf(chess.E1, chess.C1), 0, 0},
		{"check", mate, diagram.Options{}, chess.H8.Bitboard(), 0, 0},
		{"hidden check", mate, diagram.Options{HideCheck: true}, 0, 0, 0},
		{"targets of the king", kiwipete, diagram.Options{Selected: chess.E1.Bitboard()}, chess.E1.Bitboard(),
			chess.BitboardOf(chess.D1, chess.F1, chess.G1, chess.C1), 0},
		{"targets of a king whose rook it can take to castle", chess.MustParseFEN("4k3/8/8/8/8/8/8/5K1R w H - 0 1"), diagram.Options{Selected: chess.F1.Bitboard()},
			chess.F1.Bitboard(), chess.BitboardOf(chess.E1, chess.E2, chess.F2, chess.G2, chess.G1), 0},
		{"targets of a pawn", kiwipete, diagram.Options{Selected: chess.G2.Bitboard()}, chess.G2.Bitboard(),
			chess.BitboardOf(chess.G3, chess.G4), chess.H3.Bitboard()},
		{"an empty square", kiwipete, diagram.Options{Selected: chess.A5.Bitboard()}, chess.A5.Bitboard(), 0, 0},
	} {
		test.o.HideCoordinates = true
		filled, dots, corners := marksOf(t, diagram.AppendSVG(nil, test.p, test.o))
		if filled != test.filled || dots != test.dots || corners != test.corners {
			t.Errorf("%s: marks %v, dots %v, corners %v, want %v, %v, %v",
				test.name, filled, dots, corners, test.filled, test.dots, test.corners)
		}
	}
}

// TestAllocations checks how much AppendSVG allocates when there is room for the picture.
func TestAllocations(t *testing.T) {
	b := make([]byte, 0, 1<<16)
	n := testing.AllocsPerRun(100, func() { diagram.AppendSVG(b, kiwipete, diagram.Options{}) })
	if n > 4 {
		t.Errorf("AppendSVG allocates %v times, want at most 4", n)
	}
}

func BenchmarkAppendSVG(b *testing.B) {
	buffer := make([]byte, 0, 1<<16)
	for name, o := range map[string]diagram.Options{"zero": {}, "marked": marked} {
		b.Run(name, func(b *testing.B) {
			b.ReportAllocs()
			for b.Loop() {
				diagram.AppendSVG(buffer, kiwipete, o)
			}
		})
	}
}

// TestPictures checks the checksums of pictures, of which each is SVG and text for every kind of
// terminal. Look at a picture before you write a new checksum here.
func TestPictures(t *testing.T) {
	castled, castled960 := "r3k2r/8/8/8/8/8/8/R4RK1 b kq - 1 1", "4k3/8/8/8/8/8/8/R4RK1 b - - 1 1"
	all := marked
	all.Shapes = []chess.Shape{{Letter: 'G', From: chess.A1, To: chess.H8}, {Letter: 'R', From: chess.G8, To: chess.B3},
		{Letter: 'Y', From: chess.E2, To: chess.E7}, {Letter: 'B', From: chess.G1, To: chess.F3}, {Letter: 'X', From: chess.H4, To: chess.A4},
		{Letter: 'R', From: chess.C3, To: chess.C3}, {Letter: 'G', From: chess.NoSquare, To: chess.A1}}
	for _, tt := range []struct {
		name, fen string
		o         diagram.Options
		sum       uint32
	}{
		{"start", "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1", diagram.Options{}, 0x74e87f25},
		{"everything marked", kiwipete.FEN(), all, 0x122a507b},
		{"print", kiwipete.FEN(), diagram.Options{Theme: diagram.PrintTheme(), LastMove: chess.MustParseMove("b8a6"), Set: diagram.Plain}, 0x60c3bdf8},
		{"dark from Black's side", kiwipete.FEN(), diagram.Options{Theme: diagram.DarkTheme(), Below: chess.Black, Shapes: all.Shapes, Crosses: all.Crosses}, 0xca8c2d35},
		{"both themes", kiwipete.FEN(), diagram.Options{DarkTheme: diagram.PrintTheme(), Selected: all.Selected, Fills: all.Fills}, 0x95a0f873},
		{"dark and without hues", kiwipete.FEN(), diagram.Options{Theme: diagram.PrintTheme(), DarkTheme: diagram.DarkTheme(), LastMove: all.LastMove}, 0x2948a160},
		{"no such set", "8/8/8/8/8/8/8/8", diagram.Options{Set: 2, Caption: "AZaz"}, 0x26f5d030},
		{"without coordinates", castled, diagram.Options{HideCoordinates: true, LastMove: chess.MustParseMove("e1g1")}, 0xb3788e5d},
		{"castling as e1h1", castled, diagram.Options{LastMove: chess.MustParseMove("e1h1")}, 0x5ea398cb},
		{"castling as f1h1", castled960, diagram.Options{LastMove: chess.MustParseMove("f1h1"), Size: 123}, 0xe7a9f481},
		{"check", "4k3/8/8/8/8/8/4q3/4K3 w - - 0 1", diagram.Options{}, 0xfa9bd6ac},
		{"check not marked", "4k3/8/8/8/8/8/4q3/4K3 w - - 0 1", diagram.Options{HideCheck: true}, 0x66d864dd},
		{"both kings in check", "4k3/8/8/8/4R3/8/4r3/4K3", diagram.Options{Selected: ^chess.Bitboard(0)}, 0xa2fbe0d4},
		{"pawns alone", "8/p7/1P6/8/8/p1p5/1P6/8", diagram.Options{Selected: chess.BitboardOf(chess.A7, chess.B2, chess.B6)}, 0x1e9f0374},
		{"captured", "4k3/8/8/8/8/8/8/4K3 w - - 0 1", diagram.Options{Captured: []chess.Piece{chess.WhiteQueen, chess.BlackPawn, chess.WhitePawn, 15}}, 0x5ebbeb6},
		{"captured, from Black's side", "4k3/8/8/8/8/8/8/4K3", diagram.Options{Below: chess.Black, Captured: slices.Repeat([]chess.Piece{chess.BlackPawn}, 18)}, 0x2bbb05ee},
		{"captions", "8/8/8/8/8/8/8/8", diagram.Options{Caption: strings.Repeat("Wide, ill: ", 8)}, 0x5ae56f82},
		{"long caption", "8/8/8/8/8/8/8/8", diagram.Options{Caption: strings.Repeat("one & two ", 40), Title: "<t>", Description: "d"}, 0xc5296a03},
		{"letters of other alphabets", "8/8/8/8/8/8/8/8", diagram.Options{Caption: strings.Repeat("\U0001f000\u1100\u10ff\u0370\u036f\u0300\u02ff\u0080\u0081\u007f", 6)}, 0x4d291f90},
	} {
		setup, err := chess.ParseSetup(tt.fen)
		if err != nil {
			t.Fatal(err)
		}
		picture := diagram.AppendSVG(nil, setup, tt.o)
		for _, terminal := range []diagram.Terminal{diagram.ASCII, diagram.Colors256, diagram.TrueColor} {
			picture = diagram.AppendText(picture, setup, tt.o, terminal)
		}
		if sum := crc32.ChecksumIEEE(picture); sum != tt.sum {
			t.Errorf("%s: the picture has the sum %#x, want %#x", tt.name, sum, tt.sum)
		}
	}
}
