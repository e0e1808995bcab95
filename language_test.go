package chess

import (
	"errors"
	"slices"
	"strings"
	"testing"
	"unicode/utf8"

	"github.com/google/go-cmp/cmp"
)

// A languageTest holds the name and code of a language and its letters and names for the king,
// queen, rook, bishop, knight, and pawn, in this order.
type languageTest struct {
	language Language
	name     string
	code     string
	letters  string
	names    string
}

// languageTests has one element for each Language. The names are spelled as on the rule sheets.
var languageTests = []languageTest{
	{English, "English", "en", "K Q R B N P", "king queen rook bishop knight pawn"},
	{Finnish, "Finnish", "fi", "K D T L R S", "kuningas kuningatar torni lähetti ratsu sotilas"},
	{Latvian, "Latvian", "lv", "K D T L Z B", "karalis dāma tornis laidnis zirgs bandinieks"},
	{Lithuanian, "Lithuanian", "lt", "K V B R Ž P",
		"karalius valdovė bokštas rikis žirgas pėstininkas"},
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

// fromEnglish returns a replacer that translates SAN from English. It may replace every uppercase
// letter, since the uppercase letters in SAN are those of pieces, and the O of castling, which is
// not an English piece letter.
func (test languageTest) fromEnglish() *strings.Replacer {
	var pairs []string
	for i, letter := range strings.Fields(test.letters) {
		pairs = append(pairs, "KQRBNP"[i:i+1], letter)
	}
	return strings.NewReplacer(pairs...)
}

// toEnglish returns a replacer that translates SAN to English. It does not work for castling in
// Estonian, where O is a bishop.
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
		if _, err := ParseLanguage(text); !errors.As(err, &refusal) || *refusal != (ParseError{"language", text, refusal.Want}) {
			t.Errorf("ParseLanguage(%q) = %#v, want a ParseError", text, err)
		}
	}
}

func TestLanguages(t *testing.T) {
	var tested []Language
	for _, test := range languageTests {
		tested = append(tested, test.language)
		if got := test.language.String(); got != test.name {
			t.Errorf("Language(%d).String() = %q, want %q", test.language, got, test.name)
		}
		if got, err := ParseLanguage(test.code); test.code != "" && (got != test.language || err != nil) {
			t.Errorf("ParseLanguage(%q) = %v, %v, want %v", test.code, got, err, test.language)
		}
		var read Language
		if err := read.UnmarshalText([]byte(test.code)); test.code != "" && (read != test.language || err != nil) {
			t.Errorf("UnmarshalText(%q) = %v, %v, want %v", test.code, read, err, test.language)
		}
		var letters, names []string
		for kind := King; kind >= Pawn; kind-- {
			letters = append(letters, test.language.Letter(kind))
			names = append(names, test.language.Name(kind))
		}
		if diff := cmp.Diff(strings.Fields(test.letters), letters); diff != "" {
			t.Errorf("%v: letters differ (-want +got):\n%s", test.language, diff)
		}
		if diff := cmp.Diff(strings.Fields(test.names), names); diff != "" {
			t.Errorf("%v: names differ (-want +got):\n%s", test.language, diff)
		}
	}
	if diff := cmp.Diff(allOf(English, BlackFigurines), tested); diff != "" {
		t.Errorf("languages in languageTests differ (-want +got):\n%s", diff)
	}
}

// TestLanguageLettersDiffer checks that the letters of a language differ from each other and from
// the files, ranks, and x of SAN. A letter must be the initial of its piece, except for those that
// the documentation of the constants lists.
func TestLanguageLettersDiffer(t *testing.T) {
	var other []string
	for _, test := range languageTests {
		letters, names := strings.Fields(test.letters), strings.Fields(test.names)
		for i, letter := range letters {
			if strings.ContainsAny(letter, "abcdefgh12345678x") || slices.Contains(letters[:i], letter) {
				t.Errorf("%v: letter %q has another meaning in SAN or belongs to two pieces", test.language, letter)
			}
			if r, _ := utf8.DecodeRuneInString(names[i]); string(r) != letter && strings.ToUpper(string(r)) != letter {
				other = append(other, test.name+" "+names[i]+" "+letter)
			}
		}
	}
	want := []string{"English knight N", "Finnish kuningatar D", "Italian regina D", "Portuguese rainha D",
		"Dutch pion O", "Russian король Кр"}
	if diff := cmp.Diff(want, other); diff != "" {
		t.Errorf("letters that are not initials differ (-want +got):\n%s", diff)
	}
}

// TestLanguageInvalid checks that an invalid language is treated as English, and that an invalid
// piece type has the letter "-" and no name.
func TestLanguageInvalid(t *testing.T) {
	for _, l := range []Language{17, 255} {
		if letter, name := l.Letter(Knight), l.Name(Knight); letter != "N" || name != "knight" {
			t.Errorf("%v: Letter(Knight) = %q, Name(Knight) = %q, want %q, %q", l, letter, name, "N", "knight")
		}
	}
	for _, kind := range []PieceType{NoPieceType, 7, 255} {
		if letter, name := Finnish.Letter(kind), Finnish.Name(kind); letter != "-" || name != "" {
			t.Errorf("Finnish: Letter(%v) = %q, Name = %q, want %q, %q", kind, letter, name, "-", "")
		}
	}
}

// TestFigurines checks that the letters of Figurines and BlackFigurines are the figurines of the
// pieces.
func TestFigurines(t *testing.T) {
	for kind := Pawn; kind <= King; kind++ {
		for language, color := range map[Language]Color{Figurines: White, BlackFigurines: Black} {
			if got, want := language.Letter(kind), string(kind.Of(color).Figurine()); got != want {
				t.Errorf("%v: Letter(%v) = %q, want %q", language, kind, got, want)
			}
		}
	}
}

// TestMovesIn writes and reads a move of each piece and each promotion in every language.
func TestMovesIn(t *testing.T) {
	const fen = "1n4k1/P7/8/8/8/8/8/RNBQK2R w KQ - 0 1"
	moves := strings.Fields("e1f2 d1d5 a1a6 c1b2 b1c3 a7a8q a7a8r a7a8b a7a8n a7b8q a7b8r a7b8b a7b8n e1g1")
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
				got = append(got, p.MoveText(m, PGNFormat{Language: l}))
				for _, s := range []string{san, strings.TrimRight(san, "+")} {
					if read, err := p.ParseSANIn(s, l); read != m || err != nil {
						t.Errorf("ParseSANIn(%q) = %v, %v, want %v", s, read, err, m)
					}
				}
			}
			if diff := cmp.Diff(strings.Fields(want), got); diff != "" {
				t.Errorf("MoveText differs (-want +got):\n%s", diff)
			}
		})
	}
	if p := StartPosition(); p.MoveText(NullMove, PGNFormat{Language: Finnish}) != "--" {
		t.Errorf("MoveText(NullMove, Finnish) = %q, want %q", p.MoveText(NullMove, PGNFormat{Language: Finnish}), "--")
	}
}

// TestMoveTextRoundTrip checks MoveText in every language: the SAN of each legal move differs from
// English only in the letters, no two moves have the same SAN, and ParseSANIn reads the SAN and its
// looser forms as the same move.
func TestMoveTextRoundTrip(t *testing.T) {
	turn := 0
	forManyPositions(t, func(t *testing.T, p *Position) {
		turn++
		for i, test := range languageTests {
			english, l := test.fromEnglish(), test.language
			seen := make(map[string]Move)
			for m := range p.Moves() {
				san := p.SAN(m)
				got := p.MoveText(m, PGNFormat{Language: l})
				if want := english.Replace(san); got != want {
					t.Errorf("%v: MoveText(%v, %v) = %q, want %q", p, m, l, got, want)
				}
				if other, ok := seen[got]; ok {
					t.Errorf("%v: MoveText(%v, %v) = %q, the same as for %v", p, m, l, got, other)
				}
				seen[got] = m
				forms := []string{got}
				if turn%len(languageTests) == i { // check the looser forms in one language per position, to save time
					forms = append(forms, looserFormsIn(p, m, san, test)...)
				}
				for _, s := range forms {
					if read, err := p.ParseSANIn(s, l); read != m || err != nil {
						t.Errorf("%v: ParseSANIn(%q, %v) = %v, %v, want %v (%s)", p, s, l, read, err, m, san)
					}
				}
			}
		}
	})
}

// looserFormsIn returns the spellings of looserForms in a language. For a promotion, it adds the
// spellings in lower case.
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

// A languageReading is a test case of ParseSANIn. The field want is either the move in UCI or the
// explanation of the MoveError.
type languageReading struct {
	name     string
	fen      string
	language Language
	san      string
	want     string
}

// testReadings calls ParseSANIn for each of the readings and checks the result.
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
				if m != NullMove || refusal.Language != test.language ||
					refusal.Why != NoIllegalReason && refusal.Kind != ErrIllegal {
					t.Errorf("%q: ParseSANIn(%q, %v) = %v, %#v, want NullMove and a consistent MoveError",
						test.fen, test.san, test.language, m, refusal)
				}
			}
			if got != test.want {
				t.Errorf("%q: ParseSANIn(%q, %v) = %v, %v, want %s",
					test.fen, test.san, test.language, m, err, test.want)
			}
		})
	}
}

// TestParseSANIn reads texts with letters that mean one piece in a language and another piece or
// nothing in other languages.
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
		{"pawn letter of two bytes", pawns, Russian, "Пe5", "e4e5"},
		{"pawn figurine", pawns, Figurines, "♙e5", "e4e5"},
		{"D is a queen", pawns, German, "Dxd5", "d1d5"},
		{"d is a file", "4k3/8/8/4p3/3P4/8/8/3QK3 w - - 0 1", German, "dxe5", "d4e5"},
		{"c is a file", "4k3/8/8/3p4/2P5/4N3/8/4K3 w - - 0 1", Spanish, "cxd5", "c4d5"},
		{"C is a knight", "4k3/8/8/3p4/2P5/4N3/8/4K3 w - - 0 1", Spanish, "Cxd5", "e3d5"},
		{"king of two letters", castle, Russian, "Крe1-f1", "e1f1"},
		{"knight with the first letter of the king", castle, Russian, "Кb1-c3", "b1c3"},
		{"O-O is castling", castle, Estonian, "O-O", "e1g1"},
		{"O–O–O is castling", "4k3/8/8/8/8/8/8/R3K3 w Q - 0 1", Estonian, "O–O–O", "e1c1"},
		{"O is a bishop", mixed, Estonian, "Oxd5", "c4d5"},
		{"O is a bishop, long form", mixed, Estonian, "Oc4-b5+", "c4b5"},
		{"promotion to O", mixed, Estonian, "b8O", "b7b8b"},
		{"promotion to lowercase o", mixed, Estonian, "b8=o", "b7b8b"},
		{"promotion to o in parentheses", mixed, Estonian, "b8(o)", "b7b8b"},
		{"promotion to lowercase d", promote, German, "b8d+", "b7b8q"},
		{"promotion to lowercase d in UCI", promote, German, "b7b8d", "b7b8q"},
		{"promotion to a letter of two bytes", promote, Lithuanian, "bxa8/Ž", "b7a8n"},
		{"promotion to a lowercase letter of two bytes", promote, Lithuanian, "bxa8ž", "b7a8n"},
		{"promotion to a Cyrillic letter in parentheses", promote, Russian, "b8(ф)+", "b7b8q"},
		{"promotion to a figurine", promote, Figurines, "bxa8♘", "b7a8n"},
		{"black figurines are read", castle, Figurines, "♞c3", "b1c3"},
		{"promotion to a black figurine", promote, Figurines, "b8(♛)", "b7b8q"},
		{"two files, not a promotion", pawns, German, "ed", "e4d5"},
		{"zeros and annotation marks", castle, Swedish, "0-0!?", "e1g1"},
		{"colon", mixed, Russian, "С:d5", "c4d5"},
		{"en passant", "4k3/8/8/3pP3/8/8/8/4K3 w - d6 0 1", Esperanto, "exd6 e.p.", "e5d6"},
		{"English in German", startFEN, German, "Nf3", "g1f3"},
		{"figurine in Finnish", startFEN, Finnish, "♘f3", "g1f3"},
		{"white figurine in black figurines", startFEN, BlackFigurines, "♘f3", "g1f3"},
		{"letters in the wrong case", startFEN, German, "SF3", "g1f3"},
		{"promotion to an English letter", promote, German, "b8=Q", "b7b8q"},
		{"promotion to an English letter in UCI", promote, German, "b7b8q", "b7b8q"},
		{"47: lowercase b for a bishop", bishop, Portuguese, "bxf7", "c4f7"},
		{"47: uppercase B for the b-file", "r3k3/1P6/8/8/8/8/8/4K3 w - - 0 1", Portuguese, "Bxa8D", "b7a8q"},
	})
}

// TestParseSANInErrors reads texts with letters of another language, and texts that are valid only
// in English.
func TestParseSANInErrors(t *testing.T) {
	const (
		bishop  = "4kr2/5p2/8/8/2B5/8/8/4K3 w - - 0 1"
		promote = "r1r1k3/1P6/8/8/8/8/8/4K3 w - - 0 1"
		knights = "4k3/8/8/8/8/1N6/8/4KN2 w - - 0 1"
		noMove  = "not a move"
	)
	testReadings(t, []languageReading{
		{"German in English", startFEN, English, "Sf3", noMove + " in English, but one in Finnish, German, Swedish, Danish: set the language"},
		{"German in English, longer than a move", startFEN, English, "Sf3" + strings.Repeat("+", longestMove), noMove},
		{"Latin K in Russian", startFEN, Russian, "Kf3", noMove},
		{"lowercase letter", startFEN, German, "sf3", "the standard form of this move is Sf3"},
		{"queen with a rank where a knight could go", "4k3/8/8/3N4/8/2p5/8/4K3 w - - 0 1", German, "D5xc3",
			"White has no queen that can go to c3"},
		{"English letter that is another piece's", "4k3/8/8/8/8/8/8/R3K3 w - - 0 1", French, "Rb1", "a king does not move from e1 to b1"},
		{"letters in the wrong case, illegal", startFEN, German, "sf4", noMove},
		{"letter of two runes", startFEN, Lithuanian, "Z\u030cf3", noMove},
		{"letter alone", startFEN, Figurines, "♘", noMove},
		{"letter twice", startFEN, Estonian, "OO", noMove},
		{"first byte of a letter", startFEN, Russian, "\xd0f3", noMove},
		{"last byte of a letter and parenthesis", promote, Russian, "\xa4)", noMove},
		{"letter and closing parenthesis only", promote, Russian, "ф)", noMove},
		{"closing parenthesis without opening one", promote, Russian, "b8Ф)", noMove},
		{"closing parenthesis after =", promote, Russian, "b8=Ф)", noMove},
		{"opening parenthesis without closing one", promote, Russian, "b8(Ф", noMove},
		{"castling to a bishop", startFEN, Estonian, "O-O=O", noMove},
		{"promotion to a king", promote, French, "b8=R", "a pawn cannot promote to a king"},
		{"promotion to a pawn", promote, German, "b8=B", "a pawn cannot promote to a pawn"},
		{"promotion to the second letter of the king", promote, Russian, "b8=р", noMove},
		{"promotion to both letters of the king", promote, Russian, "b8=Кр", noMove},
		{"b is not a bishop in German", bishop, German, "bxf7", "White has no pawn that can go to f7"},
		{"F is not the b-file in French", promote, French, "Fxa8=D", "White has no bishop that can go to a8"},
		{"R is a knight", startFEN, Finnish, "Rd4", "White has no knight that can go to d4"},
		{"R is a king", startFEN, French, "Re3", "a king does not move from e1 to e3"},
		{"pinned knight", "4r1k1/8/8/8/8/8/4N3/4K3 w - - 0 1", Russian, "Кc3",
			"the knight on e2 is pinned by the rook on e8"},
		{"blocked castling", startFEN, Estonian, "O-O", "castling: the bishop on f1 stands in the way"},
		{"two knights", knights, Latvian, "Zd2", "ambiguous move from f1 or b3"},
		{"files of two captures", "4k3/8/3p4/3pP3/4P3/8/8/4K3 w - - 0 1", Danish, "ed",
			"ambiguous move from e4 or e5"},
		{"files without a capture", startFEN, Danish, "ed",
			"the pawn on e2 has nothing to capture on d3"},
		{"files of two pawns, one of which could promote", "3r2k1/4P3/8/8/8/4P3/8/4K3 w - - 0 1", Danish, "ed",
			"the piece that the pawn promotes to is missing"},
		{"files without a pawn", "4k3/8/8/8/8/8/8/4K3 w - - 0 1", Danish, "ed", "White has no pawn that can do that"},
	})
}

// TestMoveTextNoAllocs checks that, in every language, MoveText allocates only the string that it
// returns, and ParseSANIn allocates nothing.
func TestMoveTextNoAllocs(t *testing.T) {
	p := MustParseFEN("1n4k1/P7/8/8/8/8/8/RNBQK2R w KQ - 0 1")
	for l := English; l <= BlackFigurines; l++ {
		for _, m := range []Move{NewMove(E1, F2), NewMove(B1, C3), NewMove(E1, G1), NewPromotion(A7, B8, Knight)} {
			san := p.MoveText(m, PGNFormat{Language: l})
			if got := testing.AllocsPerRun(100, func() { sinkText = p.MoveText(m, PGNFormat{Language: l}) }); got > 1 {
				t.Errorf("MoveText(%v, %v) makes %v allocations, want at most 1", m, l, got)
			}
			if got := testing.AllocsPerRun(100, func() {
				sinkMove, _ = p.ParseSANIn(san, l)
			}); got != 0 || sinkMove != m {
				t.Errorf("ParseSANIn(%q, %v) = %v with %v allocations, want %v with 0", san, l, sinkMove, got, m)
			}
		}
	}
}

// FuzzParseSANIn checks that a move read by ParseSANIn in any language is legal and agrees with the
// text, and that ParseSANIn reads the SAN of the move as the same move.
func FuzzParseSANIn(f *testing.F) {
	for i, s := range []string{
		"e4", "Nf3", "Rf3", "Zf3", "Žf3", "O-O", "Ĉf3", "Cf3", "e8=d+", "bxa8/D", "Bxa8D", "bxc6", "ed",
		"b1(D)+?", "--", "Крe2", "♞g1-f3", "b8ž", "Oc4", "Пe4", "S1c3", "e7e8d", "\xd0e4", "ф)", "Z0",
	} {
		f.Add(uint8(i), []byte("moves"), uint8(i), s)
	}
	f.Add(uint8(0), []byte(nil), uint8(Spanish), "C4") // a square, although C is the knight
	f.Fuzz(func(t *testing.T, start uint8, walk []byte, language uint8, s string) {
		p := wander(start, walk)
		before := p
		test := languageTests[int(language)%len(languageTests)]
		l := test.language
		m, err := p.ParseSANIn(s, l)
		if p != before {
			t.Errorf("ParseSANIn(%q, %v) changes the position to %v", s, l, &p)
		}
		if err != nil {
			checkMoveError(t, &p, s, err)
			return
		}
		if !saysPass(&p, s, m) && (!p.IsLegal(m) || !saysMove(&p, s, test.toEnglish().Replace(s), m)) {
			t.Errorf("%v: ParseSANIn(%q, %v) = %v, want a legal move that agrees with the text", &p, s, l, m)
		}
		san := p.MoveText(m, PGNFormat{Language: l})
		if got, err := p.ParseSANIn(san, l); got != m || err != nil {
			t.Errorf("%v: ParseSANIn(%q, %v) = %v, %v, want %v as for %q", &p, san, l, got, err, m, s)
		}
	})
}

// TestParsePieceTypeIn checks that ParsePieceType reads the letters and names of a language,
// including the alternative names on the rule sheets.
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
		{Danish, "Löber", Bishop},
		{Danish, "løber", Bishop},
		{Esperanto, "kavaliro", Knight},
		{Finnish, "daami", Queen},
		{Lithuanian, "karalienė", Queen},
		{Finnish, "knight", NoPieceType},
		{English, "n", NoPieceType},
		{English, "", NoPieceType},
		{German, "P", NoPieceType},
	} {
		got, err := test.language.ParsePieceType(test.text)
		var refusal *ParseError
		if got != test.want || (err == nil) != (test.want != NoPieceType) || err != nil && !errors.As(err, &refusal) {
			t.Errorf("%v.ParsePieceType(%q) = %v, %v, want %v", test.language, test.text, got, err, test.want)
		}
	}
}
