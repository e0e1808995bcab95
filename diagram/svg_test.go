package diagram_test

import (
	"bytes"
	"encoding/xml"
	"errors"
	"io"
	"math"
	"math/rand/v2"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"
	"unicode/utf8"

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

// TestSize checks that pictures of the start position have at most 12 KB.
func TestSize(t *testing.T) {
	for themeName, theme := range map[string]diagram.Theme{"light": diagram.LightTheme(), "dark": diagram.DarkTheme(), "print": diagram.PrintTheme()} {
		for _, set := range []diagram.Set{diagram.Traditional, diagram.Plain} {
			svg := diagram.AppendSVG(nil, chess.StartPosition(), diagram.Options{Theme: theme, Set: set})
			if len(svg) > 12000 {
				t.Errorf("%v, %v: %d bytes, want at most 12000", themeName, set, len(svg))
			}
		}
	}
}

// hostile are captions that try to get out of their element.
var hostile = []string{
	"</text></svg><script>alert(1)</script>", `" onload="alert(1)`, "' onload='alert(1)", "]]><!--", "<![CDATA[",
	"&lt;&amp;&#0;&bogus;", "\x00\x01\x1f\x7f\u0085", "\xff\xfe\xed\xa0\x80", "\ufffe\uffff\ufeff", "a\nb\r\nc\td",
	strings.Repeat("W", 10000), strings.Repeat("wide ", 1000), strings.Repeat("\u0301", 100000), "\u202eright to left", "棋譜",
	strings.Repeat("\n", 1000) + "x",
}

// checkCaption checks that a caption changes nothing but the text of a picture.
func checkCaption(t *testing.T, caption string) {
	t.Helper()
	svg := diagram.AppendSVG(nil, kiwipete, diagram.Options{Caption: caption})
	if !utf8.Valid(svg) {
		t.Fatalf("caption %.60q: not UTF-8", caption)
	}
	list := elements(t, svg)
	lines := texts(list, "text")
	if len(lines) > 3 || len(svg) > 20000 {
		t.Errorf("caption %.60q: %d lines in %d bytes", caption, len(lines), len(svg))
	}
	for _, line := range lines {
		if strings.ContainsFunc(line, func(r rune) bool { return r < ' ' || r >= 0x7f && r < 0xa0 }) {
			t.Errorf("caption %.60q: line %q has control characters", caption, line)
		}
	}
	plain := len(elements(t, diagram.AppendSVG(nil, kiwipete, diagram.Options{})))
	if len(list) != plain+len(lines) {
		t.Errorf("caption %.60q: %d elements, want %d", caption, len(list), plain+len(lines))
	}
}

// TestHostileCaptions checks captions that try to break out of the picture.
func TestHostileCaptions(t *testing.T) {
	for _, caption := range hostile {
		checkCaption(t, caption)
	}
}

// FuzzCaption checks that no caption breaks a picture.
func FuzzCaption(f *testing.F) {
	for _, caption := range hostile {
		f.Add(caption)
	}
	f.Fuzz(checkCaption)
}

// TestCaption checks where captions are broken into lines, and that they are the title.
func TestCaption(t *testing.T) {
	words := strings.Repeat("bishop ", 30)
	long := strings.Repeat("bishop ", 60)
	const name = "Donaudampfschifffahrtsgesellschaftskapitän"
	for _, test := range []struct {
		caption string
		want    []string
	}{
		{"", nil},
		{"  Mate in 2 ", []string{"Mate in 2"}},
		{"one\ntwo\nthree", []string{"one", "two", "three"}},
		{"a < b & \"c\"", []string{"a < b & \"c\""}},
		{"bad \xff byte", []string{"bad \ufffd byte"}},
		{words, []string{words[:69], words[:69], words[:69]}},
		{long, []string{words[:69], words[:69], words[:62] + "…"}},
		{name, []string{name}},
	} {
		list := elements(t, diagram.AppendSVG(nil, kiwipete, diagram.Options{Caption: test.caption}))
		if diff := cmp.Diff(test.want, texts(list, "text")); diff != "" {
			t.Errorf("caption %q (-want +got):\n%s", test.caption, diff)
		}
		title := strings.Join(test.want, " ")
		if title == "" {
			title = "Chess position, White to move"
		}
		if diff := cmp.Diff([]string{title}, texts(list, "title")); diff != "" {
			t.Errorf("title for %q (-want +got):\n%s", test.caption, diff)
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
		{"check", mate, diagram.Options{}, chess.H8.Bitboard(), 0, 0},
		{"hidden check", mate, diagram.Options{HideCheck: true}, 0, 0, 0},
		{"targets of the king", kiwipete, diagram.Options{Selected: chess.E1.Bitboard()}, chess.E1.Bitboard(),
			chess.BitboardOf(chess.D1, chess.F1, chess.G1, chess.C1), 0},
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

// TestPlacements checks pictures of boards that are not playable.
func TestPlacements(t *testing.T) {
	for _, test := range []struct {
		fen                   string
		selected              chess.Square
		filled, dots, corners chess.Bitboard
		description           string
	}{
		{"8/8/8/3N4/8/8/8/8", chess.D5, chess.D5.Bitboard(), chess.KnightAttacks(chess.D5), 0,
			"White: knight d5. Black has no pieces."},
		{"8/8/8/8/8/1p6/P7/8", chess.A2, chess.A2.Bitboard(), chess.BitboardOf(chess.A3, chess.A4), chess.B3.Bitboard(),
			"White: pawn a2. Black: pawn b3."},
		{"8/p7/P7/8/8/8/8/8 b", chess.A7, chess.A7.Bitboard(), 0, 0, "White: pawn a6. Black: pawn a7."},
		{"8/8/8/8/8/8/8/P7", chess.A1, chess.A1.Bitboard(), chess.A2.Bitboard(), 0, "White: pawn a1. Black has no pieces."},
		{"p7/8/8/8/8/8/8/8", chess.A8, chess.A8.Bitboard(), chess.A7.Bitboard(), 0, "White has no pieces. Black: pawn a8."},
		{"8/8/8/8/8/8/8/K6r", chess.NoSquare, chess.A1.Bitboard(), 0, 0, "White: king a1. Black: rook h1."},
		{"k7/8/8/8/8/8/8/K6r b", chess.NoSquare, chess.A1.Bitboard(), 0, 0, "White: king a1. Black: king a8, rook h1."},
		{"8/8/8/8/8/8/8/Kk6", chess.NoSquare, chess.BitboardOf(chess.A1, chess.B1), 0, 0, "White: king a1. Black: king b1."},
		{"8/8/8/8/8/8/1P6/B7", chess.A1, chess.A1.Bitboard(), 0, 0, "White: bishop a1, pawn b2. Black has no pieces."},
	} {
		setup, err := chess.ParseSetup(test.fen)
		if err != nil {
			t.Fatal(err)
		}
		o := diagram.Options{HideCoordinates: true, Selected: test.selected.Bitboard()}
		svg := diagram.AppendSVG(nil, setup, o)
		filled, dots, corners := marksOf(t, svg)
		if filled != test.filled || dots != test.dots || corners != test.corners {
			t.Errorf("%s: marks %v, dots %v, corners %v, want %v, %v, %v",
				test.fen, filled, dots, corners, test.filled, test.dots, test.corners)
		}
		list := elements(t, svg)
		if diff := cmp.Diff([]string{"Chess position", test.description}, append(texts(list, "title"), texts(list, "desc")...)); diff != "" {
			t.Errorf("%s: texts (-want +got):\n%s", test.fen, diff)
		}
	}
	p := chess.StartPosition()
	if !bytes.Equal(diagram.AppendSVG(nil, p, marked), diagram.AppendSVG(nil, p.Setup(), marked)) {
		t.Error("the pictures of a position and its setup differ")
	}
	odd := chess.Setup{Turn: 9}
	odd.Board[3], odd.Board[4], odd.Board[5] = 7, 200, chess.WhiteKing
	if board, _ := piecesOn(t, elements(t, diagram.AppendSVG(nil, odd, marked)), chess.White); board[5] != chess.WhiteKing || board[3] != chess.NoPiece {
		t.Errorf("a board with wrong pieces is drawn as %v", board)
	}
}

// TestWords checks that every text of a picture can be in another language.
func TestWords(t *testing.T) {
	words := diagram.Words{
		White: "Weiß", Black: "Schwarz", And: "und", NoPieces: "hat keine Figuren", ToMove: "am Zug", InCheck: "im Schach",
		Checkmated: "ist matt", Stalemated: "ist patt", Title: "Stellung", Start: "Anfang", Strip: "# Stellungen", Arrows: "Pfeile",
		Pieces:  [...]string{"", "Bauer", "Springer", "Läufer", "Turm", "Dame", "König"},
		Plurals: [...]string{"", "Bauern", "Springer", "Läufer", "Türme", "Damen", "Könige"},
	}
	g, err := chess.ParsePGN("1. f3 e5 2. g4 Qh4# 0-1")
	if err != nil {
		t.Fatal(err)
	}
	strip, err := diagram.AppendStrip(nil, g, []int{0, 4}, diagram.Options{Words: words, Title: "Narrenmatt", Language: chess.German})
	if err != nil {
		t.Fatal(err)
	}
	list := elements(t, strip)
	if diff := cmp.Diff([]string{"Narrenmatt", "Anfang", "2... Dh4#"}, texts(list, "title")); diff != "" {
		t.Errorf("titles (-want +got):\n%s", diff)
	}
	want := []string{"2 Stellungen",
		"Weiß: König e1, Dame d1, Türme a1 und h1, Läufer c1 und f1, Springer b1 und g1, Bauern a2, b2, c2, d2, e2, f2, g2 und h2. " +
			"Schwarz: König e8, Dame d8, Türme a8 und h8, Läufer c8 und f8, Springer b8 und g8, Bauern a7, b7, c7, d7, e7, f7, g7 und h7. " +
			"Weiß am Zug.",
		"Weiß: König e1, Dame d1, Türme a1 und h1, Läufer c1 und f1, Springer b1 und g1, Bauern a2, b2, c2, d2, e2, h2, f3 und g4. " +
			"Schwarz: König e8, Dame h4, Türme a8 und h8, Läufer c8 und f8, Springer b8 und g8, Bauern e5, a7, b7, c7, d7, f7, g7 und h7. " +
			"Weiß ist matt."}
	if diff := cmp.Diff(want, texts(list, "desc")); diff != "" {
		t.Errorf("descriptions (-want +got):\n%s", diff)
	}
	list = elements(t, diagram.AppendSVG(nil, kiwipete, diagram.Options{Title: "<T>", Description: "D", Caption: "C"}))
	if diff := cmp.Diff([]string{"<T>", "D", "C"}, slices.Concat(texts(list, "title"), texts(list, "desc"), texts(list, "text"))); diff != "" {
		t.Errorf("texts (-want +got):\n%s", diff)
	}
	blank := diagram.Options{Title: " \n", Description: "\t\u00a0", Caption: " "}
	list = elements(t, diagram.AppendSVG(nil, kiwipete, blank))
	if texts := append(texts(list, "title"), texts(list, "desc")...); len(texts) != 2 || !strings.HasPrefix(texts[0], "Chess position") ||
		texts[1] != diagram.Describe(kiwipete, diagram.Words{}) {
		t.Errorf("with a blank title and description: %q", texts)
	}
}

// TestDark checks that a picture with a dark theme has a style sheet that holds in it alone.
func TestDark(t *testing.T) {
	rules := regexp.MustCompile(`([^{}]*)\{([^{}]*)\}`)
	declared := regexp.MustCompile(`^((fill|stroke):#[0-9a-f]+;(fill|stroke)-opacity:[0-9.]+;)+$`)
	for _, o := range []diagram.Options{{DarkTheme: diagram.DarkTheme()}, {Theme: diagram.PrintTheme(), DarkTheme: diagram.Theme{Text: diagram.RGB(0xfedcba)}}} {
		list := elements(t, diagram.AppendSVG(nil, kiwipete, o))
		own := strings.TrimPrefix(list[0].attributes["class"], "shakki ")
		sheet, ok := strings.CutPrefix(texts(list, "style")[0], "@media screen and (prefers-color-scheme:dark){")
		if !ok || !strings.HasPrefix(own, "shakki-") {
			t.Errorf("class %q, style sheet %q", own, sheet)
		}
		found := rules.FindAllStringSubmatch(sheet, -1)
		for _, rule := range found {
			if !strings.HasPrefix(rule[1], "."+own) {
				t.Errorf("the rule %s holds in other pictures", rule[0])
			}
			if !declared.MatchString(rule[2]) {
				t.Errorf("the rule %s does not set colors and opacities", rule[0])
			}
		}
		if len(found) < 20 {
			t.Errorf("%d rules, want at least 20", len(found))
		}
		if o.DarkTheme != diagram.DarkTheme() && !strings.Contains(sheet, "fill:#fedcba") {
			t.Error("the style sheet lacks the color that was set")
		}
	}
	if list := elements(t, diagram.AppendSVG(nil, kiwipete, marked)); len(texts(list, "style")) > 0 {
		t.Error("a picture without a dark theme has a style sheet")
	}
}

// TestDescribe checks positions in words.
func TestDescribe(t *testing.T) {
	for _, test := range []struct{ fen, want string }{
		{"4k3/8/8/8/8/8/4P3/R3K2R w - - 0 1",
			"White: king e1, rooks a1 and h1, pawn e2. Black: king e8. White to move."},
		{"7k/5KQ1/8/8/8/8/8/8 b - - 0 1", "White: king f7, queen g7. Black: king h8. Black is checkmated."},
		{"7k/5Q2/6K1/8/8/8/8/8 b - - 0 1", "White: king g6, queen f7. Black: king h8. Black is stalemated."},
		{"7k/8/8/8/8/p1pp4/8/K6r w - - 0 1",
			"White: king a1. Black: king h8, rook h1, pawns a3, c3 and d3. White to move, in check."},
	} {
		if got := diagram.Describe(chess.MustParseFEN(test.fen), diagram.Words{}); got != test.want {
			t.Errorf("Describe(%q) = %q, want %q", test.fen, got, test.want)
		}
	}
	const empty = "White has no pieces. Black has no pieces. White to move."
	if got := diagram.Describe(chess.Position{}, diagram.Words{}); got != empty {
		t.Errorf("Describe of the empty board = %q, want %q", got, empty)
	}
}

// TestStrip checks the pictures of a strip.
func TestStrip(t *testing.T) {
	g, err := chess.ParsePGN("[White \"A & B\"]\n[Black \"<C>\"]\n\n1. e4 e5 2. Nf3 {[%cal Gf3e5]} Nc6 3. Bb5 a6 4. O-O *")
	if err != nil {
		t.Fatal(err)
	}
	svg, err := diagram.AppendStrip([]byte("before"), g, []int{7, 0, 3, 3, 6}, diagram.Options{})
	if err != nil {
		t.Fatal(err)
	}
	svg, ok := bytes.CutPrefix(svg, []byte("before"))
	if !ok {
		t.Error("AppendStrip does not append")
	}
	list := elements(t, svg)
	want := []string{"4. O-O", "Start", "2. Nf3", "2. Nf3", "3... a6"}
	if diff := cmp.Diff(want, texts(list, "text")); diff != "" {
		t.Errorf("labels (-want +got):\n%s", diff)
	}
	if diff := cmp.Diff(append([]string{"A & B - <C>"}, want...), texts(list, "title")); diff != "" {
		t.Errorf("titles (-want +got):\n%s", diff)
	}
	arrows := 0
	for _, e := range list {
		if e.name == "path" && e.attributes["fill-opacity"] != "" {
			arrows++
		}
	}
	if arrows != 2 {
		t.Errorf("%d arrows, want 2", arrows)
	}
	for _, ply := range []int{-1, 8} {
		b, err := diagram.AppendStrip(nil, g, []int{1, ply}, diagram.Options{})
		want := &diagram.PlyError{Ply: ply, Plies: 7}
		var got *diagram.PlyError
		if !errors.As(err, &got) || *got != *want || b != nil {
			t.Errorf("strip with ply %d = %q, %v, want %v", ply, b, err, want)
		}
	}
	if svg, err := diagram.AppendStrip(nil, g, nil, diagram.Options{}); err != nil || len(elements(t, svg)) == 0 {
		t.Errorf("strip without plies = %s, %v", svg, err)
	}
}

// TestOutOfRange checks that choices out of range give a picture.
func TestOutOfRange(t *testing.T) {
	o := diagram.Options{
		Size: math.MaxInt, Set: 99, Below: 8, Selected: ^chess.Bitboard(0), LastMove: 0xffff,
		Captured: []chess.Piece{0, 7, 15, 200, chess.WhiteKing},
		Shapes:   []chess.Shape{{Letter: 0, From: 64, To: 255}, {Letter: 'a', From: 0, To: 63}},
	}
	for range 100 {
		o.Captured = append(o.Captured, chess.BlackPawn)
	}
	for _, p := range []chess.Position{{}, kiwipete} {
		_, beside := piecesOn(t, elements(t, diagram.AppendSVG(nil, p, o)), chess.White)
		if beside != 17 {
			t.Errorf("%d captured pieces, want 17", beside)
		}
		diagram.AppendText(nil, p, o, 99)
	}
}

// TestText checks the text forms of the choices.
func TestText(t *testing.T) {
	for text, want := range map[string]diagram.Color{
		"#f0e2c8": diagram.RGB(0xf0e2c8), "#fa0": {255, 170, 0, 255}, "#F0e2c880": {0xf0, 0xe2, 0xc8, 128},
	} {
		var got diagram.Color
		if err := got.UnmarshalText([]byte(text)); err != nil || got != want {
			t.Errorf("color %q = %v, %v, want %v", text, got, err, want)
		}
		if err := got.UnmarshalText([]byte(want.String())); err != nil || got != want {
			t.Errorf("color %v read back = %v, %v", want, got, err)
		}
	}
	for _, text := range []string{"", "#", "#12", "#12345", "123456", "#12345g", "#123456789", "red"} {
		var wrong *chess.ParseError
		if err := new(diagram.Color).UnmarshalText([]byte(text)); !errors.As(err, &wrong) {
			t.Errorf("color %q: %v, want a ParseError", text, err)
		}
	}
	for want, set := range map[string]diagram.Set{"traditional": diagram.Traditional, "plain": diagram.Plain} {
		var got diagram.Set
		if err := got.UnmarshalText([]byte(want)); err != nil || got != set || set.String() != want {
			t.Errorf("set %q = %v, %v", want, got, err)
		}
	}
	var wrong *chess.ParseError
	if text, err := diagram.Set(9).MarshalText(); !errors.As(err, &wrong) {
		t.Errorf("set 9 = %q, %v, want a ParseError", text, err)
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
