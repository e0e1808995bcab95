package chess

import (
	"encoding"
	"encoding/json"
	"errors"
	"fmt"
	"math/rand/v2"
	"reflect"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/shakki/chess/internal/pgntext"
)

// A word is a small value with a text form, such as a color or a square.
type word interface {
	comparable
	fmt.Stringer
	encoding.TextMarshaler
}

// A wordPointer is a pointer to a word. Decoders such as encoding/json unmarshal into it.
type wordPointer[T any] interface {
	*T
	encoding.TextUnmarshaler
}

// A wordTest describes the text form of a type.
type wordTest[T word] struct {
	kind     string                  // the Kind of the ParseError
	parse    func(string) (T, error) // nil if UnmarshalText is the only parser
	values   []T
	refused  []string     // texts that are not the form of any value
	nonsense map[T]string // values without a text form, and what String returns for them
}

// allOf returns the values from first to last.
func allOf[T ~uint8](first, last T) []T {
	var values []T
	for v := first; v <= last; v++ {
		values = append(values, v)
	}
	return values
}

func TestColorText(t *testing.T) {
	testWords(t, wordTest[Color]{
		kind:     "color",
		parse:    ParseColor,
		values:   []Color{White, Black},
		refused:  []string{"", "wh", "wb", "gray", " w", "w\n", "♔"},
		nonsense: map[Color]string{2: "Color(2)", 255: "Color(255)"},
	})
}

func TestPieceTypeText(t *testing.T) {
	testWords(t, wordTest[PieceType]{
		kind:     "piece type",
		parse:    ParsePieceType,
		values:   allOf(NoPieceType, King),
		refused:  []string{" ", "-", "x", "kn", "horse", "♘", "\u212a", "\x0e", ".", "1"},
		nonsense: map[PieceType]string{7: "PieceType(7)", 255: "PieceType(255)"},
	})
}

func TestPieceText(t *testing.T) {
	testWords(t, wordTest[Piece]{
		kind:  "piece",
		parse: ParsePiece,
		values: append(append([]Piece{NoPiece}, allOf(WhitePawn, WhiteKing)...),
			allOf(BlackPawn, BlackKing)...),
		refused: []string{"", "x", "PP", "1", "white pawn", "♙", "\x10", "-", "\x30"},
		nonsense: map[Piece]string{7: "Piece(7)", 8: "Piece(8)", 15: "Piece(15)",
			16: "Piece(16)", 255: "Piece(255)"},
	})
}

func TestSquareText(t *testing.T) {
	testWords(t, wordTest[Square]{
		kind:     "square",
		parse:    ParseSquare,
		values:   allOf(A1, NoSquare),
		refused:  []string{"", "a", "a0", "a9", "i1", "A1", "1a", "a11", "a1 ", " a1", "--", "é1", "m3"},
		nonsense: map[Square]string{65: "Square(65)", 255: "Square(255)"},
	})
}

// TestEnumerationText checks the enumerations whose text forms are only their names.
func TestEnumerationText(t *testing.T) {
	testEnum(t, "wing", allOf(Kingside, Queenside))
	testEnum(t, "file", allOf[File](0, 7))
	testEnum(t, "rank", allOf[Rank](0, 7))
	testEnum(t, "illegal reason", allOf(NoIllegalReason, GameOver))
	testEnum(t, "language", allOf(English, BlackFigurines))
	testEnum(t, "problem", allOf(TooManyPieces, ClockDoubleStep))
	testEnum(t, "PGN event", allOf(PGNEnd, PGNMoveText))
	testEnum(t, "effect", allOf(AsFIDE, Automatic))
	testEnum(t, "reason", allOf(NoReason, RulesInfraction))
	testEnum(t, "result", allOf(Unfinished, BlackHalf))
	testEnum(t, "notation", allOf(NotationSAN, NotationUCI))
	testEnum(t, "finding kind", allOf(Unreadable, MissedClaim))
}

// testEnum checks an enumeration, of which values are all values in ascending order.
func testEnum[T interface {
	word
	~uint8
}, P wordPointer[T]](t *testing.T, kind string, values []T) {
	t.Helper()
	beyond := values[len(values)-1] + 1
	want := fmt.Sprintf("%s(%d)", reflect.TypeOf(beyond).Name(), uint8(beyond))
	testWords[T, P](t, wordTest[T]{kind: kind, values: values, refused: []string{"", "0", "A", "x", want},
		nonsense: map[T]string{beyond: want}})
}

// TestOtherSpellings checks the spellings of colors and piece types that are read but not written.
func TestOtherSpellings(t *testing.T) {
	for s, want := range map[string]Color{"w": White, "W": White, "White": White, "b": Black, "BLACK": Black} {
		if got, err := ParseColor(s); got != want || err != nil {
			t.Errorf("ParseColor(%q) = %v, %v, want %v", s, got, err, want)
		}
	}
	for s, want := range map[string]PieceType{"": NoPieceType, "q": Queen, "Q": Queen, "Queen": Queen, "n": Knight} {
		if got, err := ParsePieceType(s); got != want || err != nil {
			t.Errorf("ParsePieceType(%q) = %v, %v, want %v", s, got, err, want)
		}
	}
}

// TestNoPieceHasNoColor checks that an empty square belongs to nobody.
func TestNoPieceHasNoColor(t *testing.T) {
	if c := NoPiece.Color(); c == White || c == Black {
		t.Errorf("NoPiece.Color() = %v", c)
	}
	for piece := WhitePawn; piece <= BlackKing; piece++ {
		if c := piece.Color(); piece.isValid() && piece.Type().Of(c) != piece {
			t.Errorf("%v.Color() = %v", piece, c)
		}
	}
}

func TestBitboardText(t *testing.T) {
	random := rand.New(rand.NewPCG(1, 64))
	values := []Bitboard{0, allSquares, fileA, fileH, rank1, rank8, LightSquares}
	for range 100 {
		values = append(values, Bitboard(random.Uint64()))
	}
	testWords(t, wordTest[Bitboard]{
		kind:   "set of squares",
		values: values,
		refused: []string{"", "{", "}", "a1", "{a1", "a1}", "{a1 a1}", "{a1,b2}", "{a1  b2}", "{ a1}", "{a1 }",
			"{-}", "{a9}", "{}}", "{{}", "a1}}", "{{a1"},
	})
	var b Bitboard
	if err := b.UnmarshalText([]byte("{h8 a1}")); err != nil || b != BitboardOf(A1, H8) {
		t.Errorf("UnmarshalText of squares in another order = %v, %v", b, err)
	}
}

// parserOf returns test.parse, or a parser that calls UnmarshalText if test.parse is nil.
func parserOf[T word, P wordPointer[T]](test wordTest[T]) func(string) (T, error) {
	if test.parse != nil {
		return test.parse
	}
	return func(s string) (v T, err error) {
		err = P(&v).UnmarshalText([]byte(s))
		return v, err
	}
}

// testWords checks the text form of a type. The values must have different texts, and each must
// read back from its text. Any other text must be an error that leaves the target unchanged.
func testWords[T word, P wordPointer[T]](t *testing.T, test wordTest[T]) {
	t.Helper()
	test.parse = parserOf[T, P](test)
	seen := make(map[string]T)
	for _, v := range test.values {
		s := v.String()
		if other, ok := seen[s]; ok {
			t.Errorf("%#v and %#v have the same String() = %q", other, v, s)
		}
		seen[s] = v
		testWord[T, P](t, test, v)
	}
	for _, s := range test.refused {
		testRefused[T, P](t, test, s)
	}
	for v, want := range test.nonsense {
		testNonsense(t, test.kind, v, want)
	}
}

// testWord checks that v reads back from String, MarshalText, and JSON.
func testWord[T word, P wordPointer[T]](t *testing.T, test wordTest[T], v T) {
	t.Helper()
	s := v.String()
	if got, err := test.parse(s); got != v || err != nil {
		t.Errorf("parse(%q) = %v, %v, want %v, nil", s, got, err, v)
	}
	text, err := v.MarshalText()
	if string(text) != s || err != nil {
		t.Errorf("%v.MarshalText() = %q, %v, want %q, nil", v, text, err, s)
	}
	var got T
	if err := P(&got).UnmarshalText(text); got != v || err != nil {
		t.Errorf("UnmarshalText(%q) = %v, %v, want %v, nil", text, got, err, v)
	}
	encoded, err := json.Marshal(v)
	if err != nil {
		t.Fatalf("json.Marshal(%v) = %v", v, err)
	}
	got = *new(T)
	if err := json.Unmarshal(encoded, &got); got != v || err != nil {
		t.Errorf("json.Unmarshal(%s) = %v, %v, want %v, nil", encoded, got, err, v)
	}
}

// testRefused checks that parsing s fails with a ParseError and the value for none, and that unmarshaling
// it leaves the target unchanged.
func testRefused[T word, P wordPointer[T]](t *testing.T, test wordTest[T], s string) {
	t.Helper()
	got, err := test.parse(s)
	var parseError *ParseError
	isNone := got == *new(T) || any(got) == any(NoSquare)
	if !isNone || !errors.As(err, &parseError) || *parseError != (ParseError{test.kind, s, parseError.Want}) {
		t.Errorf("parse(%q) = %v, %#v, want a ParseError with Kind %q and that text", s, got, err, test.kind)
	}
	before := test.values[len(test.values)-1]
	after := before
	if err := P(&after).UnmarshalText([]byte(s)); err == nil || after != before {
		t.Errorf("UnmarshalText(%q) = %v, target %v, want an error and target %v", s, err, after, before)
	}
	encoded, err := json.Marshal(s)
	if err != nil {
		t.Fatalf("json.Marshal(%q) = %v", s, err)
	}
	if err := json.Unmarshal(encoded, &after); err == nil || after != before {
		t.Errorf("json.Unmarshal(%s) = %v, target %v, want an error and target %v", encoded, err, after, before)
	}
}

// testNonsense checks a value that has no text form. It can be printed but not marshaled.
func testNonsense[T word](t *testing.T, kind string, v T, want string) {
	t.Helper()
	if got := v.String(); got != want {
		t.Errorf("String() of a %s without a text form = %q, want %q", kind, got, want)
	}
	got, err := v.MarshalText()
	var parseError *ParseError
	if got != nil || !errors.As(err, &parseError) || parseError.Kind != kind {
		t.Errorf("%v.MarshalText() = %q, %v, want a ParseError with Kind %q", v, got, err, kind)
	}
}

// unread returns the error of reading text as a T.
func unread[T any, P wordPointer[T]](text string) error { return P(new(T)).UnmarshalText([]byte(text)) }

// TestParseErrorText checks the message of every ParseError.
func TestParseErrorText(t *testing.T) {
	_, rating := ParseRating("GM")
	_, _, date := ParseDate("today")
	_, start := Chess960Start(960)
	_, finnish := Finnish.ParsePieceType("hevonen")
	_, square := Square(65).MarshalText()
	_, shape := Shape{Letter: 'g'}.MarshalText()
	g := NewGame()
	g.SetTag("Rules", "next")
	_, tag := g.MarshalText()
	for _, test := range []struct {
		err  error
		want string // what follows "is not a valid" in the message
	}{
		{unread[Color]("x"), `color, want white or black`},
		{unread[PieceType]("x"), `piece type, want none, pawn, knight, bishop, rook, queen, king, or one of PNBRQK`},
		{finnish, `piece type in Finnish`},
		{unread[Piece]("x"), `piece, want one of PNBRQKpnbrqk, or .`},
		{unread[Wing]("x"), `wing, want kingside or queenside`},
		{unread[File]("x"), `file, want a, b, c, d, e, f, g, or h`},
		{unread[Rank]("x"), `rank, want 1, 2, 3, 4, 5, 6, 7, or 8`},
		{unread[Square]("i9\n"), `square, want a1 to h8, or -`},
		{square, `square`},
		{unread[Bitboard]("x"), `set of squares`},
		{unread[Move]("x"), `move, want e2e4, a7a8q, or 0000`},
		{unread[Result]("x"), `result, want *, 1-0, 0-1, 1/2-1/2, 0-0, 1/2-0, or 0-1/2`},
		{unread[Effect]("x"), `effect, want fide, ignored, claimable, or automatic`},
		{unread[NAG]("x"), `NAG, want $0 to $255, or a sign such as !`},
		{unread[Notation]("x"), `notation, want SAN, long algebraic, or UCI`},
		{unread[Shape]("x"), `shape, want a letter of a color and one or two squares, such as Ge4 or Ge2e4`},
		{shape, `shape, want a letter of a color and one or two squares, such as Ge4 or Ge2e4`},
		{unread[Rules]("x"), `set of rules, want fide, s0, s1, s2, s3, server, or words such as threefold=automatic`},
		{new(Rules).UnmarshalJSON([]byte(`{"threefold":1}`)), `set of rules, want fide, s0, s1, s2, s3, server, or words such as threefold=automatic`},
		{new(Rules).UnmarshalJSON([]byte(`{"x":1}`)), `name in a set of rules, want one such as threefold`},
		{rating, `rating, want a number below 5000, such as 2100 or 2100?`},
		{date, `date, want a day such as 2024.01.31, 2024.01.??, or 19??`},
		{start, `Chess960 start number, want 0 to 959`},
		{new(Move).Scan(7), `text, want a string or bytes and not int`},
		{new(Move).Scan(nil), `text, want a value: a column that can be NULL is scanned into a sql.Null`},
		{tag, `value of the tag Rules`},
	} {
		if _, text, _ := strings.Cut(fmt.Sprint(test.err), " is not a valid "); text != test.want {
			t.Errorf("error = %v, want one that ends in %s", test.err, test.want)
		}
	}
}

// FuzzWords checks the parsers of small values. A text that a parser accepts must be the text that
// String returns, apart from the one-letter spelling of a color, its letters' case, and the order
// of the squares in a Bitboard. UnmarshalText and encoding/json must reject a text that the parser
// rejects.
func FuzzWords(f *testing.F) {
	for _, s := range []string{"", "w", "black", "N", "knight", ".", "a", "8", "e4", "-", "e2e4", "a7a8q", "0000",
		"{a1 h8}", "1/2-1/2", "é", "\xff", "\x00", "h1h1", "e7e8k", "{h8 a1}", "none"} {
		f.Add(s)
	}
	f.Fuzz(func(t *testing.T, s string) {
		fuzzWord(t, s, wordTest[Color]{kind: "color", values: []Color{Black}},
			func(c Color) bool {
				return strings.EqualFold(s, c.String()) || strings.EqualFold(s, c.String()[:1])
			})
		fuzzWord(t, s, wordTest[Piece]{kind: "piece", values: []Piece{BlackKing}}, nil)
		fuzzWord(t, s, wordTest[Square]{kind: "square", parse: ParseSquare, values: []Square{H8}}, nil)
		fuzzWord(t, s, wordTest[Move]{kind: "move", parse: ParseMove, values: []Move{NewMove(E2, E4)}}, nil)
		fuzzWord(t, s, wordTest[Result]{kind: "result", values: []Result{Drawn}}, nil)
		fuzzWord(t, s, wordTest[Bitboard]{kind: "set of squares", values: []Bitboard{1}},
			func(b Bitboard) bool { return len(b.String()) == len(s) })
	})
}

// fuzzWord checks how one parser reads s. The function second reports whether s is an accepted
// spelling of the value other than its String. It may be nil.
func fuzzWord[T word, P wordPointer[T]](t *testing.T, s string, test wordTest[T], second func(T) bool) {
	t.Helper()
	test.parse = parserOf[T, P](test)
	v, err := test.parse(s)
	if err != nil {
		testRefused[T, P](t, test, s)
		return
	}
	testWord[T, P](t, test, v)
	if v.String() != s && (second == nil || !second(v)) {
		t.Errorf("parse(%q) = %v, want a value whose String is the input", s, v)
	}
}

func TestColor(t *testing.T) {
	var zero Color
	if zero != White {
		t.Errorf("zero Color = %v, want white", zero)
	}
	if got := White.Other(); got != Black {
		t.Errorf("White.Other() = %v, want black", got)
	}
	if got := Black.Other(); got != White {
		t.Errorf("Black.Other() = %v, want white", got)
	}
	if Color(2).isValid() || !White.isValid() || !Black.isValid() {
		t.Error("Color.isValid is true for Color(2), or false for White or Black")
	}
}

func TestPiece(t *testing.T) {
	const figurines = "♙♘♗♖♕♔♟♞♝♜♛♚"
	var got []rune
	for _, c := range []Color{White, Black} {
		for _, k := range allOf(Pawn, King) {
			p := k.Of(c)
			got = append(got, p.Figurine())
			if p.Type() != k || p.Color() != c || !p.isValid() || !k.isValid() {
				t.Errorf("%v.Of(%v) = %v, a %v %v, isValid %v, want a valid piece of that type and color",
					k, c, p, p.Color(), p.Type(), p.isValid())
			}
			if letter := string(k.letter()); letter != strings.ToUpper(p.String()) {
				t.Errorf("%v.letter() = %q, want %q", k, letter, strings.ToUpper(p.String()))
			}
		}
	}
	if string(got) != figurines {
		t.Errorf("figurines = %q, want %q", string(got), figurines)
	}
	if NoPieceType.Of(Black) != NoPiece || NoPiece.Type() != NoPieceType || NoPiece.isValid() || NoPieceType.isValid() {
		t.Error("NoPieceType.Of does not return NoPiece, NoPiece.Type does not return NoPieceType, or one of them is valid")
	}
	if got := NoPiece.Figurine(); got != '·' {
		t.Errorf("NoPiece.Figurine() = %q, want '·'", got)
	}
	for _, p := range []Piece{7, 8, 15, 16, 17, 255} {
		if p.isValid() || p.Figurine() != '·' {
			t.Errorf("Piece(%d): isValid() = %v, Figurine() = %q, want false and '·'", uint8(p), p.isValid(), p.Figurine())
		}
	}
	for _, k := range []PieceType{NoPieceType, 7, 255} {
		if k.isValid() || k.letter() != '-' {
			t.Errorf("PieceType(%d): isValid() = %v, letter() = %q, want false and '-'", uint8(k), k.isValid(), k.letter())
		}
	}
}

func TestSquare(t *testing.T) {
	i := 0
	for _, r := range allOf(firstRank, eighthRank) {
		for _, f := range allOf(aFile, hFile) {
			s := SquareAt(f, r)
			if int(s) != i || s.File() != f || s.Rank() != r || !s.isValid() {
				t.Errorf("SquareAt(%v, %v) = %d, file %v, rank %v, want %d", f, r, s, s.File(), s.Rank(), i)
			}
			if want := f.String() + r.String(); s.String() != want {
				t.Errorf("SquareAt(%v, %v).String() = %q, want %q", f, r, s, want)
			}
			if want := (int(f)+int(r))%2 == 1; LightSquares.Has(s) != want {
				t.Errorf("LightSquares.Has(%v) = %v, want %v", s, !want, want)
			}
			if r.relativeTo(White) != r || r.relativeTo(Black) != 7-r {
				t.Errorf("%v.relativeTo(White) = %v, of Black %v, want %v, %v", r, r.relativeTo(White), r.relativeTo(Black), r, 7-r)
			}
			if got := s.Bitboard(); got != f.Bitboard()&r.Bitboard() || got.Count() != 1 {
				t.Errorf("%v.Bitboard() = %v, want only %v", s, got, s)
			}
			i++
		}
	}
	if SquareAt(8, firstRank) != NoSquare || SquareAt(aFile, 8) != NoSquare || SquareAt(255, 255) != NoSquare {
		t.Error("SquareAt of an invalid file or rank is not NoSquare")
	}
	if NoSquare.isValid() || NoSquare.Rank().isValid() || NoSquare.Bitboard() != 0 ||
		LightSquares.Has(NoSquare) {
		t.Error("NoSquare is treated as one of the 64 squares")
	}
	if File(8).isValid() || File(8).Bitboard() != 0 || Rank(8).isValid() || Rank(8).Bitboard() != 0 || Rank(32).Bitboard() != 0 ||
		File(9).Bitboard() != 0 {
		t.Error("an invalid file or rank is valid or has squares")
	}
}

// TestSquareDistance compares distance with the number of king moves between two squares. It counts
// them by growing the set of squares that a king can reach, one move at a time.
func TestSquareDistance(t *testing.T) {
	for s := A1; s <= H8; s++ {
		near := s.Bitboard()
		for distance := 0; ; distance++ {
			for to := range near.Squares() {
				if got := s.distance(to); got > distance {
					t.Errorf("%v.distance(%v) = %d, want at most %d", s, to, got, distance)
				}
			}
			for to := range (^near).Squares() {
				if got := s.distance(to); got <= distance {
					t.Errorf("%v.distance(%v) = %d, want more than %d", s, to, got, distance)
				}
			}
			if near == allSquares {
				break
			}
			for sq := range near.Squares() {
				near |= KingAttacks(sq)
			}
		}
	}
}

// A squareSet is a simple model of a Bitboard.
type squareSet map[Square]bool

// modelOf returns the squares of b.
func modelOf(b Bitboard) squareSet {
	m := squareSet{}
	for s := A1; s <= H8; s++ {
		if uint64(b)>>s&1 == 1 {
			m[s] = true
		}
	}
	return m
}

// moved returns the squares of m moved by the given numbers of files and ranks. Squares that leave
// the board are dropped.
func (m squareSet) moved(files, ranks int) squareSet {
	to := squareSet{}
	for s := range m {
		f, r := int(s.File())+files, int(s.Rank())+ranks
		if 0 <= f && f < 8 && 0 <= r && r < 8 {
			to[SquareAt(File(f), Rank(r))] = true
		}
	}
	return to
}

// sorted returns the squares of m in ascending order.
func (m squareSet) sorted() []Square {
	squares := []Square{}
	for s := range m {
		squares = append(squares, s)
	}
	slices.Sort(squares)
	return squares
}

// randomSets returns at least n sets of different sizes, among them the empty set and the set of
// all squares.
func randomSets(n int) []Bitboard {
	random := rand.New(rand.NewPCG(2, 64))
	sets := []Bitboard{0, allSquares}
	for len(sets) < n {
		b := Bitboard(random.Uint64())
		for range random.IntN(4) {
			b &= Bitboard(random.Uint64())
		}
		sets = append(sets, b, ^b)
	}
	return sets
}

func TestBitboardShifts(t *testing.T) {
	for _, b := range randomSets(shorter(400)) {
		m := modelOf(b)
		for _, test := range []struct {
			name string
			got  Bitboard
			want squareSet
		}{
			{"East()", b.East(), m.moved(1, 0)},
			{"West()", b.West(), m.moved(-1, 0)},
			{"forward(White)", b.forward(White), m.moved(0, 1)},
			{"forward(Black)", b.forward(Black), m.moved(0, -1)},
		} {
			if diff := cmp.Diff(test.want, modelOf(test.got)); diff != "" {
				t.Fatalf("%v.%s differs (-want +got):\n%s", b, test.name, diff)
			}
		}
	}
}

func TestBitboardElements(t *testing.T) {
	for _, b := range randomSets(shorter(400)) {
		m := modelOf(b)
		want := m.sorted()
		if diff := cmp.Diff(want, append([]Square{}, slices.Collect(b.Squares())...)); diff != "" {
			t.Errorf("%v.Squares() differs (-want +got):\n%s", b, diff)
		}
		if b.Count() != len(want) || b == 0 != (len(want) == 0) || b.more() != (len(want) > 1) {
			t.Errorf("%v: Count() = %d, b == 0 is %v, more() = %v, want %d squares",
				b, b.Count(), b == 0, b.more(), len(want))
		}
		if got := BitboardOf(append(want, NoSquare, 255)...); got != b {
			t.Errorf("BitboardOf(%v) = %v, want %v", want, got, b)
		}
		testEnds(t, b, want)
		testMembers(t, b, m)
	}
}

// testEnds checks First, last, and PopFirst of b, which contains the given squares.
func testEnds(t *testing.T, b Bitboard, squares []Square) {
	t.Helper()
	first, last := NoSquare, NoSquare
	if len(squares) > 0 {
		first, last = squares[0], squares[len(squares)-1]
	}
	if b.First() != first || b.last() != last {
		t.Errorf("%v: First() = %v, last() = %v, want %v, %v", b, b.First(), b.last(), first, last)
	}
	rest := b
	for _, want := range append(squares, NoSquare) {
		if got := rest.PopFirst(); got != want {
			t.Errorf("%v: PopFirst() = %v, want %v", b, got, want)
		}
	}
	if rest != 0 {
		t.Errorf("%v: PopFirst left %v, want {}", b, rest)
	}
}

// testMembers checks Has, with, and without for every value of a Square, valid or not.
func testMembers(t *testing.T, b Bitboard, m squareSet) {
	t.Helper()
	for i := range 256 {
		s := Square(i)
		if b.Has(s) != m[s] {
			t.Errorf("%v.Has(%v) = %v, want %v", b, s, b.Has(s), m[s])
		}
		with, without := b.with(s), b.without(s)
		if with.Has(s) != s.isValid() || without.Has(s) {
			t.Errorf("%v: with(%v) = %v, without(%v) = %v, want that square added and removed", b, s, with, s, without)
		}
		if others := ^s.Bitboard(); with&others != b&others || without&others != b&others {
			t.Errorf("%v: with(%v) = %v or without(%v) = %v changes other squares", b, s, with, s, without)
		}
	}
}

func TestBitboardSquaresStops(t *testing.T) {
	var got []Square
	for s := range BitboardOf(A1, C3, H8).Squares() {
		got = append(got, s)
		if s == C3 {
			break
		}
	}
	if diff := cmp.Diff([]Square{A1, C3}, got); diff != "" {
		t.Errorf("Squares() up to c3 differs (-want +got):\n%s", diff)
	}
}

func TestNAGText(t *testing.T) {
	testWords(t, wordTest[NAG]{
		kind:    "NAG",
		values:  append(allOf[NAG](0, 254), 255),
		refused: []string{"", "$", "1", "!!!", "$256", "$-1", "$+1", "$1 ", "$1.0", "$x", "$$1", "$1_0"},
	})
}

// TestNAGSymbols checks that a glyph reads back from its symbol, and that the signs of the standard
// have names.
func TestNAGSymbols(t *testing.T) {
	for sign, want := range pgntext.GlyphNAGs {
		var got NAG
		if err := got.UnmarshalText([]byte(sign)); err != nil || got != NAG(want) || pgntext.GlyphNAGs[got.Symbol()] != want {
			t.Errorf("UnmarshalText(%q) = %v with the symbol %q, %v, want %v", sign, got, got.Symbol(), err, want)
		}
	}
	got := [...]string{GoodMove.Symbol(), PoorMove.Symbol(), VeryGoodMove.Symbol(), VeryPoorMove.Symbol(),
		SpeculativeMove.Symbol(), QuestionableMove.Symbol(), NAG(0).Symbol(), NAG(9).Symbol()}
	if want := [...]string{"!", "?", "!!", "??", "!?", "?!", "", ""}; got != want {
		t.Errorf("symbols = %q, want %q", got, want)
	}
}

// slowAttacks returns the squares that a piece on s attacks. It walks in each of the given
// directions, step by step, for at most reach steps or up to the first occupied square. It shares
// no code with the attack tables.
func slowAttacks(s Square, occupied Bitboard, ways []spot, reach int) Bitboard {
	var attacks Bitboard
	for _, way := range ways {
		to := spot{int(s / 8), int(s % 8)}.plus(way)
		for n := 0; n < reach && to.onBoard(); n++ {
			bit := Bitboard(1) << (8*to.rank + to.file)
			attacks |= bit
			if occupied&bit != 0 {
				break
			}
			to = to.plus(way)
		}
	}
	return attacks
}

// TestLeapers compares the attack tables of knights, kings, and pawns with slowAttacks.
func TestLeapers(t *testing.T) {
	tests := []struct {
		name    string
		attacks func(Square) Bitboard
		ways    []spot
	}{
		{"KnightAttacks", KnightAttacks, knightWays},
		{"KingAttacks", KingAttacks, kingWays},
		{"PawnAttacks white", func(s Square) Bitboard { return PawnAttacks(White, s) }, []spot{{1, -1}, {1, 1}}},
		{"PawnAttacks black", func(s Square) Bitboard { return PawnAttacks(Black, s) }, []spot{{-1, -1}, {-1, 1}}},
	}
	for _, test := range tests {
		for s := A1; s <= H8; s++ {
			if got, want := test.attacks(s), slowAttacks(s, 0, test.ways, 1); got != want {
				t.Errorf("%s(%v) = %v, want %v", test.name, s, got, want)
			}
		}
	}
}

// TestSliders compares the attacks of bishops and rooks with slowAttacks, from every square and for
// every occupancy of the relevant squares. The other squares are occupied at random.
func TestSliders(t *testing.T) {
	tests := []struct {
		name    string
		attacks func(Square, Bitboard) Bitboard
		ways    []spot
	}{
		{"BishopAttacks", BishopAttacks, diagonalWays},
		{"RookAttacks", RookAttacks, straightWays},
	}
	r := rand.New(rand.NewPCG(1, 2))
	for _, test := range tests {
		for s := A1; s <= H8; s++ {
			lines := slowAttacks(s, 0, test.ways, 7)
			mask := innerSquares(lines, s)
			for part := Bitboard(0); ; {
				occupied := part | Bitboard(r.Uint64())&^mask
				if got, want := test.attacks(s, occupied), slowAttacks(s, occupied, test.ways, 7); got != want {
					t.Fatalf("%s(%v, %v) = %v, want %v", test.name, s, occupied, got, want)
				}
				if part = (part - mask) & mask; part == 0 {
					break // all subsets of mask are done
				}
			}
		}
	}
}

// innerSquares returns the squares of the lines through s, without the last square of each line at
// the edge of the board. A piece on that last square blocks nothing.
func innerSquares(lines Bitboard, s Square) Bitboard {
	if s.File() != aFile {
		lines &^= aFile.Bitboard()
	}
	if s.File() != hFile {
		lines &^= hFile.Bitboard()
	}
	if s.Rank() != firstRank {
		lines &^= firstRank.Bitboard()
	}
	if s.Rank() != eighthRank {
		lines &^= eighthRank.Bitboard()
	}
	return lines
}

// TestAttacksFromInvalidSquares checks that NoSquare and the values above it attack nothing, and
// that no squares lie between them and a valid square.
func TestAttacksFromInvalidSquares(t *testing.T) {
	for i := int(NoSquare); i < 256; i++ {
		s := Square(i)
		direct := KnightAttacks(s) | KingAttacks(s) | PawnAttacks(White, s) | PawnAttacks(Black, s) |
			BishopAttacks(s, 0) | RookAttacks(s, 0)
		if direct != 0 {
			t.Errorf("attacks from %v = %v, want {}", s, direct)
		}
		for _, valid := range []Square{A1, A2, D4, H8} {
			if got := Between(s, valid) | Between(valid, s) | LineThrough(s, valid) | LineThrough(valid, s); got != 0 {
				t.Errorf("Between and LineThrough of %v and %v in either order = %v, want {}", s, valid, got)
			}
		}
	}
}

// TestBetweenAndLines compares Between and LineThrough with a geometric test of three squares.
func TestBetweenAndLines(t *testing.T) {
	for a := A1; a <= H8; a++ {
		for b := A1; b <= H8; b++ {
			var between, line Bitboard
			for c := A1; c <= H8; c++ {
				if a == b || !onOneLine(a, b) || !collinear(a, b, c) {
					continue
				}
				line = line.with(c)
				if c != a && c != b && a.distance(c)+c.distance(b) == a.distance(b) {
					between = between.with(c)
				}
			}
			if got := Between(a, b); got != between {
				t.Errorf("Between(%v, %v) = %v, want %v", a, b, got, between)
			}
			if got := LineThrough(a, b); got != line {
				t.Errorf("LineThrough(%v, %v) = %v, want %v", a, b, got, line)
			}
		}
	}
}

// onOneLine reports whether two squares share a rank, file, or diagonal.
func onOneLine(a, b Square) bool {
	files, ranks := offsets(a, b)
	return files == 0 || ranks == 0 || files == ranks || files == -ranks
}

// collinear reports whether three squares lie on one straight line.
func collinear(a, b, c Square) bool {
	files, ranks := offsets(a, b)
	files2, ranks2 := offsets(a, c)
	return files*ranks2 == ranks*files2
}

// offsets returns the number of files and ranks from a to b.
func offsets(a, b Square) (files, ranks int) {
	return int(b.File()) - int(a.File()), int(b.Rank()) - int(a.Rank())
}
