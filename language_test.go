package chess

import (
	"errors"
	"slices"
	"strings"
	"testing"
	"unicode/utf8"

	"github.com/google/go-cmp/cmp"
)

// A languageTest says how a language writes the king, queen, rook, bishop,
// knight and pawn, in this order.
type languageTest struct {
	language Language
	name     string
	code     string
	letters  string
	names    string
}

// languageTests holds the names as the rule sheets give them.
var languageTests = []languageTest{
	{English, "English", "en", "K Q R B N P", "king queen rook bishop knight pawn"},
	{Finnish, "Finnish", "fi", "K D T L R S", "kuningas kuningatar torni lähetti ratsu sotilas"},
	{Latvian, "Latvian", "lv", "K D T L Z B", "karalis dāma tornis laidnis zirgs bandinieks"},
	{Lithuanian, "Lithuanian", "lt", "K V B R Ž P", "karalius valdovė bokštas rikis žirgas pėstininkas"},
	{Estonian, "Estonian", "et", "K L V O R E", "kuningas lipp vanker oda ratsu ettur"},
	{Esperanto, "Esperanto", "eo", "R D T K Ĉ P", "reĝo damo turo kuriero ĉevalo peono"},
	{French, "French", "fr", "R D T F C P", "roi dame tour fou cavalier pion"},
	{German, "German", "de", "K D T L S B", "König Dame Turm Läufer Springer Bauer"},
	{Spanish, "Spanish", "es", "R D T A C P", "rey dama torre alfil caballo peón"},
	{Italian, "Italian", "it", "R D T A C P", "re regina torre alfiere cavallo pedone"},
	{Portuguese, "Portuguese", "pt", "R D T B C P", "rei rainha torre bispo cavalo peão"},
	{Dutch, "Dutch", "nl", "K D T L P O", "koning dame toren loper paard pion"},
	{Swedish, "Swedish", "sv", "K D T L S B", "kung dam torn löpare springare bonde"},
	{Danish, "Danish", "da", "K D T L S B", "konge dronning tårn løber springer bonde"},
	{Russian, "Russian", "ru", "Кр Ф Л С К П", "король ферзь ладья слон конь пешка"},
	{Figurines, "figurines", "", "♔ ♕ ♖ ♗ ♘ ♙", "♔ ♕ ♖ ♗ ♘ ♙"},
	{BlackFigurines, "black figurines", "", "♚ ♛ ♜ ♝ ♞ ♟", "♚ ♛ ♜ ♝ ♞ ♟"},
}

// fromEnglish returns what puts moves in SAN into the language: no capital
// letter but those of the pieces stands in SAN, save for the O of castling.
func (test languageTest) fromEnglish() *strings.Replacer {
	var pairs []string
	for i, letter := range strings.Fields(test.letters) {
		pairs = append(pairs, "KQRBNP"[i:i+1], letter)
	}
	return strings.NewReplacer(pairs...)
}

// toEnglish is the way back, for moves other than castling.
func (test languageTest) toEnglish() *strings.Replacer {
	var pairs []string
	for i, letter := range strings.Fields(test.letters) {
		pairs = append(pairs, letter, "KQRBNP"[i:i+1])
	}
	return strings.NewReplacer(pairs...)
}

func TestParseLanguage(t *testing.T) {
	for _, l := range allOf(English, BlackFigurines) {
		if got, err := ParseLanguage(l.String()); got != l || err != nil {
			t.Errorf("ParseLanguage(%q) = %v, %v, want %v", l, got, err, l)
		}
	}
	for _, text := range []string{"", "finnish", "Finnish ", "FI", "suomi", "en-GB", "xx", "Figurines", "♘"} {
		var refusal *ParseError
		if _, err := ParseLanguage(text); !errors.As(err, &refusal) || *refusal != (ParseError{"language", text}) {
			t.Errorf("ParseLanguage(%q) = %#v, want a ParseError", text, err)
		}
	}
}

func TestLanguages(t *testing.T) {
	var tested []Language
	for _, test := range languageTests {
		tested = append(tested, test.language)
		if got := test.language.String(); got != test.name {
			t.Errorf("%d: String() = %q, want %q", test.language, got, test.name)
		}
		if got, err := ParseLanguage(test.code); test.code != "" && (got != test.language || err != nil) {
			t.Errorf("ParseLanguage(%q) = %v, %v, want %v", test.code, got, err, test.language)
		}
		var letters, names []string
		for kind := King; kind >= Pawn; kind-- {
			letters = append(letters, test.language.Letter(kind))
			names = append(names, test.language.Name(kind))
		}
		if diff := cmp.Diff(strings.Fields(test.letters), letters); diff != "" {
			t.Errorf("%v: letters (-want +got):\n%s", test.language, diff)
		}
		if diff := cmp.Diff(strings.Fields(test.names), names); diff != "" {
			t.Errorf("%v: names (-want +got):\n%s", test.language, diff)
		}
	}
	if diff := cmp.Diff(allOf(English, BlackFigurines), tested); diff != "" {
		t.Errorf("languages that the table tests (-want +got):\n%s", diff)
	}
}

// TestLanguageLettersDiffer: no two pieces of a language share a letter, and no
// letter is a file; the letters are initials but for those that the
// documentation of the constants names.
func TestLanguageLettersDiffer(t *testing.T) {
	var other []string
	for _, test := range languageTests {
		letters, names := strings.Fields(test.letters), strings.Fields(test.names)
		for i, letter := range letters {
			if strings.ContainsAny(letter, "abcdefgh12345678x") || slices.Contains(letters[:i], letter) {
				t.Errorf("%v: letter %q is a file, or that of two pieces", test.language, letter)
			}
			if r, _ := utf8.DecodeRuneInString(names[i]); string(r) != letter && strings.ToUpper(string(r)) != letter {
				other = append(other, test.name+" "+names[i]+" "+letter)
			}
		}
	}
	want := []string{"English knight N", "Finnish kuningatar D", "Italian regina D", "Portuguese rainha D",
		"Dutch pion O", "Russian король Кр"}
	if diff := cmp.Diff(want, other); diff != "" {
		t.Errorf("letters that are no initials (-want +got):\n%s", diff)
	}
}

// TestLanguageNonsense: invalid languages are English, and what is no piece has
// neither letter nor name.
func TestLanguageNonsense(t *testing.T) {
	for _, l := range []Language{17, 255} {
		if letter, name := l.Letter(Knight), l.Name(Knight); letter != "N" || name != "knight" {
			t.Errorf("%v: knight is %q, %q, want %q, %q", l, letter, name, "N", "knight")
		}
	}
	for _, kind := range []PieceType{NoPieceType, 7, 255} {
		if letter, name := Finnish.Letter(kind), Finnish.Name(kind); letter != "-" || name != "" {
			t.Errorf("Finnish %v is %q, %q, want %q, %q", kind, letter, name, "-", "")
		}
	}
}

func TestFigurines(t *testing.T) {
	for kind := Pawn; kind <= King; kind++ {
		for language, color := range map[Language]Color{Figurines: White, BlackFigurines: Black} {
			if got, want := language.Letter(kind), string(kind.Of(color).Figurine()); got != want {
				t.Errorf("%v: Letter(%v) = %q, want %q", language, kind, got, want)
			}
		}
	}
}

// TestSANIn: a move of each piece and each promotion, in all languages.
func TestSANIn(t *testing.T) {
	const fen = "1n4k1/P7/8/8/8/8/8/RNBQK2R w KQ - 0 1"
	moves := strings.Fields("e1f2 d1d5 a1a6 c1b2 b1c3 a7a8q a7a8r a7a8b a7a8n a7b8q a7b8r a7b8b a7b8n e1h1")
	for name, want := range map[string]string{
		"English":         "Kf2 Qd5+ Ra6 Bb2 Nc3 a8=Q a8=R a8=B a8=N axb8=Q+ axb8=R+ axb8=B axb8=N O-O",
		"Finnish":         "Kf2 Dd5+ Ta6 Lb2 Rc3 a8=D a8=T a8=L a8=R axb8=D+ axb8=T+ axb8=L axb8=R O-O",
		"Latvian":         "Kf2 Dd5+ Ta6 Lb2 Zc3 a8=D a8=T a8=L a8=Z axb8=D+ axb8=T+ axb8=L axb8=Z O-O",
		"Lithuanian":      "Kf2 Vd5+ Ba6 Rb2 Žc3 a8=V a8=B a8=R a8=Ž axb8=V+ axb8=B+ axb8=R axb8=Ž O-O",
		"Estonian":        "Kf2 Ld5+ Va6 Ob2 Rc3 a8=L a8=V a8=O a8=R axb8=L+ axb8=V+ axb8=O axb8=R O-O",
		"Esperanto":       "Rf2 Dd5+ Ta6 Kb2 Ĉc3 a8=D a8=T a8=K a8=Ĉ axb8=D+ axb8=T+ axb8=K axb8=Ĉ O-O",
		"French":          "Rf2 Dd5+ Ta6 Fb2 Cc3 a8=D a8=T a8=F a8=C axb8=D+ axb8=T+ axb8=F axb8=C O-O",
		"German":          "Kf2 Dd5+ Ta6 Lb2 Sc3 a8=D a8=T a8=L a8=S axb8=D+ axb8=T+ axb8=L axb8=S O-O",
		"Spanish":         "Rf2 Dd5+ Ta6 Ab2 Cc3 a8=D a8=T a8=A a8=C axb8=D+ axb8=T+ axb8=A axb8=C O-O",
		"Italian":         "Rf2 Dd5+ Ta6 Ab2 Cc3 a8=D a8=T a8=A a8=C axb8=D+ axb8=T+ axb8=A axb8=C O-O",
		"Portuguese":      "Rf2 Dd5+ Ta6 Bb2 Cc3 a8=D a8=T a8=B a8=C axb8=D+ axb8=T+ axb8=B axb8=C O-O",
		"Dutch":           "Kf2 Dd5+ Ta6 Lb2 Pc3 a8=D a8=T a8=L a8=P axb8=D+ axb8=T+ axb8=L axb8=P O-O",
		"Swedish":         "Kf2 Dd5+ Ta6 Lb2 Sc3 a8=D a8=T a8=L a8=S axb8=D+ axb8=T+ axb8=L axb8=S O-O",
		"Danish":          "Kf2 Dd5+ Ta6 Lb2 Sc3 a8=D a8=T a8=L a8=S axb8=D+ axb8=T+ axb8=L axb8=S O-O",
		"Russian":         "Крf2 Фd5+ Лa6 Сb2 Кc3 a8=Ф a8=Л a8=С a8=К axb8=Ф+ axb8=Л+ axb8=С axb8=К O-O",
		"figurines":       "♔f2 ♕d5+ ♖a6 ♗b2 ♘c3 a8=♕ a8=♖ a8=♗ a8=♘ axb8=♕+ axb8=♖+ axb8=♗ axb8=♘ O-O",
		"black figurines": "♚f2 ♛d5+ ♜a6 ♝b2 ♞c3 a8=♛ a8=♜ a8=♝ a8=♞ axb8=♛+ axb8=♜+ axb8=♝ axb8=♞ O-O",
	} {
		t.Run(name, func(t *testing.T) {
			p := MustParseFEN(fen)
			l, err := ParseLanguage(name)
			if err != nil {
				t.Fatal(err)
			}
			var got []string
			for i, san := range strings.Fields(want) {
				m := MustParseMove(moves[i])
				got = append(got, p.SANIn(m, l))
				for _, s := range []string{san, strings.TrimRight(san, "+")} {
					if read, err := p.ParseSANIn(s, l); read != m || err != nil {
						t.Errorf("ParseSANIn(%q) = %v, %v, want %v", s, read, err, m)
					}
				}
			}
			if diff := cmp.Diff(strings.Fields(want), got); diff != "" {
				t.Errorf("moves (-want +got):\n%s", diff)
			}
		})
	}
	if p := StartPosition(); p.SANIn(NullMove, Finnish) != "--" {
		t.Errorf("SANIn(NullMove) = %q, want %q", p.SANIn(NullMove, Finnish), "--")
	}
}

// TestSANInRoundTrip: in each language each legal move has a text of its own,
// the English one in other letters, and is read back from that and from the
// looser forms of it.
func TestSANInRoundTrip(t *testing.T) {
	turn := 0
	forManyPositions(t, func(t *testing.T, p *Position) {
		turn++
		for i, test := range languageTests {
			english, l := test.fromEnglish(), test.language
			seen := make(map[string]Move)
			for m := range p.Moves() {
				san := p.SAN(m)
				got := p.SANIn(m, l)
				if want := english.Replace(san); got != want {
					t.Errorf("%v: SANIn(%v, %v) = %q, want %q", p, m, l, got, want)
				}
				if other, ok := seen[got]; ok {
					t.Errorf("%v: SANIn of %v and %v in %v is %q", p, other, m, l, got)
				}
				seen[got] = m
				forms := []string{got}
				if turn%len(languageTests) == i { // the looser forms in one language at a time
					forms = append(forms, looserFormsIn(p, m, san, test)...)
				}
				for _, s := range forms {
					if read, err := p.ParseSANIn(s, l); read != m || err != nil {
						t.Errorf("%v: ParseSANIn(%q, %v) = %v, %v, want %v, %s", p, s, l, read, err, m, san)
					}
				}
			}
		}
	})
}

// looserFormsIn returns the spellings of looserForms in a language, and with a
// small letter for the piece of a promotion.
func looserFormsIn(p *Position, m Move, san string, test languageTest) []string {
	english := test.fromEnglish()
	var forms []string
	for _, s := range looserForms(p, m, san) {
		if m.Promotion() != NoPieceType && s == m.String() { // e7e8q
			s = s[:4] + strings.ToUpper(s[4:])
		}
		form := english.Replace(s)
		forms = append(forms, form)
		if m.Promotion() != NoPieceType {
			forms = append(forms, strings.ToLower(form))
		}
	}
	return forms
}

// A languageReading is a text in a language, and the move that it is read as or
// the reason why it is none, which for a fault of syntax and an ambiguous move
// is the kind of the error.
type languageReading struct {
	name     string
	fen      string
	language Language
	san      string
	want     string
}

func testReadings(t *testing.T, readings []languageReading) {
	for _, test := range readings {
		t.Run(test.name, func(t *testing.T) {
			p := MustParseFEN(test.fen)
			m, err := p.ParseSANIn(test.san, test.language)
			got := m.String()
			if err != nil {
				checkMoveError(t, &p, test.san, err)
				var refusal *MoveError
				errors.As(err, &refusal)
				got = refusal.explanation()
				if m != NullMove || refusal.Language != test.language || refusal.Reason != NoIllegalReason && refusal.Kind != ErrIllegal {
					t.Errorf("%q: ParseSANIn(%q, %v) = %v, %#v", test.fen, test.san, test.language, m, refusal)
				}
			}
			if got != test.want {
				t.Errorf("%q: ParseSANIn(%q, %v) = %v, %v, want %s", test.fen, test.san, test.language, m, err, test.want)
			}
		})
	}
}

// TestParseSANIn names texts whose letters mean one piece in a language and
// another, or none, elsewhere.
func TestParseSANIn(t *testing.T) {
	const (
		castle  = "4k3/8/8/8/8/8/8/RNBQK2R w KQ - 0 1"
		mixed   = "4k3/1P6/8/3p4/2B1N3/8/8/R3K2R w KQ - 0 1"
		bishop  = "4kr2/5p2/8/8/2B5/8/8/4K3 w - - 0 1"
		promote = "r1r1k3/1P6/8/8/8/8/8/4K3 w - - 0 1"
		pawns   = "4k3/8/8/3p4/4P3/8/8/3QK3 w - - 0 1"
	)
	testReadings(t, []languageReading{
		{"R is a rook", castle, English, "Rf1", "h1f1"},
		{"R is a king", castle, French, "Rf1", "e1f1"},
		{"R is a knight", castle, Finnish, "Rc3", "b1c3"},
		{"R is a bishop", castle, Lithuanian, "Rb2", "c1b2"},
		{"K is a bishop", castle, Esperanto, "Kb2", "c1b2"},
		{"P is a knight", castle, Dutch, "Pc3", "b1c3"},
		{"B is a rook", castle, Lithuanian, "Bf1", "h1f1"},
		{"B is a pawn", pawns, German, "Bexd5", "e4d5"},
		{"pawn named by two bytes", pawns, Russian, "Пe5", "e4e5"},
		{"pawn named by a figurine", pawns, Figurines, "♙e5", "e4e5"},
		{"D is a queen", pawns, German, "Dxd5", "d1d5"},
		{"d is a file", "4k3/8/8/4p3/3P4/8/8/3QK3 w - - 0 1", German, "dxe5", "d4e5"},
		{"c and C", "4k3/8/8/3p4/2P5/4N3/8/4K3 w - - 0 1", Spanish, "cxd5", "c4d5"},
		{"C and c", "4k3/8/8/3p4/2P5/4N3/8/4K3 w - - 0 1", Spanish, "Cxd5", "e3d5"},
		{"king of two letters", castle, Russian, "Крe1-f1", "e1f1"},
		{"knight of the king's first letter", castle, Russian, "Кb1-c3", "b1c3"},
		{"O castles", castle, Estonian, "O-O", "e1h1"},
		{"O castles far", "4k3/8/8/8/8/8/8/R3K3 w Q - 0 1", Estonian, "O–O–O", "e1a1"},
		{"O is a bishop", mixed, Estonian, "Oxd5", "c4d5"},
		{"O is a bishop, long form", mixed, Estonian, "Oc4-b5+", "c4b5"},
		{"promotion to O", mixed, Estonian, "b8O", "b7b8b"},
		{"promotion to a small o", mixed, Estonian, "b8=o", "b7b8b"},
		{"promotion to o in brackets", mixed, Estonian, "b8(o)", "b7b8b"},
		{"promotion to a small d", promote, German, "b8d+", "b7b8q"},
		{"promotion to a small d by UCI", promote, German, "b7b8d", "b7b8q"},
		{"promotion in two bytes", promote, Lithuanian, "bxa8/Ž", "b7a8n"},
		{"promotion in a small letter of two bytes", promote, Lithuanian, "bxa8ž", "b7a8n"},
		{"promotion in brackets in Cyrillic", promote, Russian, "b8(ф)+", "b7b8q"},
		{"promotion to a figurine", promote, Figurines, "bxa8♘", "b7a8n"},
		{"black figurines are read", castle, Figurines, "♞c3", "b1c3"},
		{"promotion to a black figurine", promote, Figurines, "b8(♛)", "b7b8q"},
		{"files, not a promotion", pawns, German, "ed", "e4d5"},
		{"zeros and marks", castle, Swedish, "0-0!?", "e1h1"},
		{"colon", mixed, Russian, "С:d5", "c4d5"},
		{"en passant", "4k3/8/8/3pP3/8/8/8/4K3 w - d6 0 1", Esperanto, "exd6 e.p.", "e5d6"},
		{"47: b for B", bishop, Portuguese, "bxf7", "c4f7"},
		{"47: B for b", "r3k3/1P6/8/8/8/8/8/4K3 w - - 0 1", Portuguese, "Bxa8D", "b7a8q"},
	})
}

// TestParseSANInRefuses names texts in letters of another language, and those
// that a language does not read though English reads their like.
func TestParseSANInRefuses(t *testing.T) {
	const (
		bishop  = "4kr2/5p2/8/8/2B5/8/8/4K3 w - - 0 1"
		promote = "r1r1k3/1P6/8/8/8/8/8/4K3 w - - 0 1"
		knights = "4k3/8/8/8/8/1N6/8/4KN2 w - - 0 1"
		noMove  = "not a move"
	)
	testReadings(t, []languageReading{
		{"English in German", startFEN, German, "Nf3", noMove},
		{"German in English", startFEN, English, "Sf3", noMove},
		{"figurine in Finnish", startFEN, Finnish, "♘f3", noMove},
		{"white figurine among black ones", startFEN, BlackFigurines, "♘f3", noMove},
		{"Latin K in Russian", startFEN, Russian, "Kf3", noMove},
		{"small letter", startFEN, German, "sf3", noMove},
		{"letter of two runes", startFEN, Lithuanian, "Z\u030cf3", noMove},
		{"letter alone", startFEN, Figurines, "♘", noMove},
		{"letter twice", startFEN, Estonian, "OO", noMove},
		{"half a letter", startFEN, Russian, "\xd0f3", noMove},
		{"half a letter in brackets", promote, Russian, "\xa4)", noMove},
		{"letter and bracket alone", promote, Russian, "ф)", noMove},
		{"closing bracket alone", promote, Russian, "b8Ф)", noMove},
		{"closing bracket and a sign", promote, Russian, "b8=Ф)", noMove},
		{"opening bracket alone", promote, Russian, "b8(Ф", noMove},
		{"castling to a bishop", startFEN, Estonian, "O-O=O", noMove},
		{"promotion in English", promote, German, "b8=Q", noMove},
		{"promotion by UCI", promote, German, "b7b8q", noMove},
		{"promotion to a king", promote, French, "b8=R", "a pawn cannot promote to a king"},
		{"promotion to a pawn", promote, German, "b8=B", "a pawn cannot promote to a pawn"},
		{"promotion to half a king", promote, Russian, "b8=р", noMove},
		{"promotion to a whole king", promote, Russian, "b8=Кр", noMove},
		{"b is no German bishop", bishop, German, "bxf7", "White has no pawn that can go to f7"},
		{"F is no b-file", promote, French, "Fxa8=D", "White has no bishop that can go to a8"},
		{"R is a knight", startFEN, Finnish, "Rd4", "White has no knight that can go to d4"},
		{"R is the king", startFEN, French, "Re3", "a king does not move from e1 to e3"},
		{"pinned", "4r1k1/8/8/8/8/8/4N3/4K3 w - - 0 1", Russian, "Кc3", "the knight on e2 is pinned by the rook on e8"},
		{"castling", startFEN, Estonian, "O-O", "castling: the bishop on f1 stands in the way"},
		{"two knights", knights, Latvian, "Zd2", "ambiguous move from f1 or b3"},
		{"files of two captures", "4k3/8/3p4/3pP3/4P3/8/8/4K3 w - - 0 1", Danish, "ed", "ambiguous move from e4 or e5"},
		{"files without a capture", startFEN, Danish, "ed", "illegal move"},
	})
}

// TestSANInNoAllocs: reading allocates nothing in any language, and writing nothing but the text.
func TestSANInNoAllocs(t *testing.T) {
	p := MustParseFEN("1n4k1/P7/8/8/8/8/8/RNBQK2R w KQ - 0 1")
	for l := English; l.isValid(); l++ {
		for _, m := range []Move{NewMove(E1, F2), NewMove(B1, C3), NewMove(E1, H1), NewPromotion(A7, B8, Knight)} {
			san := p.SANIn(m, l)
			if got := testing.AllocsPerRun(100, func() { sinkText = p.SANIn(m, l) }); got > 1 {
				t.Errorf("SANIn(%v, %v) allocates %v times, want 1", m, l, got)
			}
			if got := testing.AllocsPerRun(100, func() { sinkMove, _ = p.ParseSANIn(san, l) }); got != 0 || sinkMove != m {
				t.Errorf("ParseSANIn(%q, %v) = %v allocates %v times, want %v and 0", san, l, sinkMove, got, m)
			}
		}
	}
}

// FuzzParseSANIn: no text in any language makes ParseSANIn panic; a move that
// it reads is legal, can be meant by the text, and reads the same from its own
// text in that language.
func FuzzParseSANIn(f *testing.F) {
	for i, s := range []string{"e4", "Nf3", "Rf3", "Zf3", "Žf3", "O-O", "Ĉf3", "Cf3", "e8=d+", "bxa8/D", "Bxa8D", "bxc6", "ed",
		"b1(D)+?", "Крe2", "♞g1-f3", "b8ž", "Oc4", "Пe4", "S1c3", "e7e8d", "\xd0e4", "ф)"} {
		f.Add(uint8(i), []byte("moves"), uint8(i), s)
	}
	f.Fuzz(func(t *testing.T, start uint8, walk []byte, language uint8, s string) {
		p := wander(start, walk)
		before := p
		test := languageTests[int(language)%len(languageTests)]
		l := test.language
		m, err := p.ParseSANIn(s, l)
		if p != before {
			t.Errorf("parsing %q changes the position to %v", s, &p)
		}
		if err != nil {
			checkMoveError(t, &p, s, err)
			return
		}
		if !p.IsLegal(m) || !saysMove(&p, test.toEnglish().Replace(s), m) {
			t.Errorf("%v: ParseSANIn(%q, %v) = %v, which is illegal or another move", &p, s, l, m)
		}
		san := p.SANIn(m, l)
		if got, err := p.ParseSANIn(san, l); got != m || err != nil {
			t.Errorf("%v: ParseSANIn(%q, %v) = %v, %v, want %v as for %q", &p, san, l, got, err, m, s)
		}
	})
}

// TestParsePieceTypeIn: letters and names are read in their language, those of the sheets' second spellings too.
func TestParsePieceTypeIn(t *testing.T) {
	for _, l := range allOf(English, BlackFigurines) {
		for _, want := range allOf(Pawn, King) {
			for _, s := range []string{l.Letter(want), l.Name(want), strings.ToUpper(l.Name(want))} {
				if got, err := l.ParsePieceType(s); got != want || err != nil {
					t.Errorf("%v.ParsePieceType(%q) = %v, %v, want %v", l, s, got, err, want)
				}
			}
		}
	}
	for _, test := range []struct {
		language Language
		text     string
		want     PieceType
	}{
		{Danish, "Löber", Bishop}, {Danish, "løber", Bishop}, {Esperanto, "kavaliro", Knight}, {Finnish, "daami", Queen},
		{Finnish, "knight", NoPieceType}, {English, "n", NoPieceType}, {English, "", NoPieceType}, {German, "P", NoPieceType},
	} {
		got, err := test.language.ParsePieceType(test.text)
		var refusal *ParseError
		if got != test.want || (err == nil) != (test.want != NoPieceType) || err != nil && !errors.As(err, &refusal) {
			t.Errorf("%v.ParsePieceType(%q) = %v, %v, want %v", test.language, test.text, got, err, test.want)
		}
	}
}
