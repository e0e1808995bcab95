package santext

import (
	"slices"
	"strings"
	"testing"
)

// TestLetters checks the letters and names of the pieces in each language, both ways.
func TestLetters(t *testing.T) {
	for l, want := range [...]struct{ name, code, letters, names string }{
		{"English", "en", "P N B R Q K", "pawn knight bishop rook queen king"},
		{"Finnish", "fi", "S R L T D K", "sotilas ratsu lähetti torni kuningatar kuningas"},
		{"Latvian", "lv", "B Z L T D K", "bandinieks zirgs laidnis tornis dāma karalis"},
		{"Lithuanian", "lt", "P Ž R B V K", "pėstininkas žirgas rikis bokštas valdovė karalius"},
		{"Estonian", "et", "E R O V L K", "ettur ratsu oda vanker lipp kuningas"},
		{"Esperanto", "eo", "P Ĉ K T D R", "peono ĉevalo kuriero turo damo reĝo"},
		{"French", "fr", "P C F T D R", "pion cavalier fou tour dame roi"},
		{"German", "de", "B S L T D K", "Bauer Springer Läufer Turm Dame König"},
		{"Spanish", "es", "P C A T D R", "peón caballo alfil torre dama rey"},
		{"Italian", "it", "P C A T D R", "pedone cavallo alfiere torre regina re"},
		{"Portuguese", "pt", "P C B T D R", "peão cavalo bispo torre rainha rei"},
		{"Dutch", "nl", "O P L T D K", "pion paard loper toren dame koning"},
		{"Swedish", "sv", "B S L T D K", "bonde springare löpare torn dam kung"},
		{"Danish", "da", "B S L T D K", "bonde springer løber tårn dronning konge"},
		{"Russian", "ru", "П К С Л Ф Кр", "пешка конь слон ладья ферзь король"},
		{"figurines", "", "♙ ♘ ♗ ♖ ♕ ♔", "♙ ♘ ♗ ♖ ♕ ♔"},
		{"black figurines", "", "♟ ♞ ♝ ♜ ♛ ♚", "♟ ♞ ♝ ♜ ♛ ♚"},
	} {
		if got := Names()[l]; got != want.name {
			t.Errorf("language %d is %s, want %s", l, got, want.name)
		}
		if got := ByCode(want.code); want.code != "" && got != l {
			t.Errorf("ByCode(%q) = %d, want %d", want.code, got, l)
		}
		letters, names := strings.Fields(want.letters), strings.Fields(want.names)
		for i := range letters {
			piece := uint8(Pawn + i)
			if letter, name := Letter(uint8(l), piece), Name(uint8(l), piece); letter != letters[i] || name != names[i] {
				t.Errorf("%s: piece %d is %s, %s, want %s, %s", want.name, piece, letter, name, letters[i], names[i])
			}
			for _, text := range []string{letters[i], names[i], strings.ToUpper(names[i])} {
				if got := ParsePiece(uint8(l), text); got != piece {
					t.Errorf("%s: ParsePiece(%q) = %d, want %d", want.name, text, got, piece)
				}
			}
		}
	}
	for text, want := range map[string]struct{ language, piece uint8 }{
		"daami": {1, Queen}, "Daami": {1, Queen},
		"karalienė": {3, Queen}, "Karalienė": {3, Queen},
		"reĝino": {5, Queen}, "Reĝino": {5, Queen},
		"kavaliro": {5, Knight}, "Kavaliro": {5, Knight},
		"donna": {9, Queen}, "Donna": {9, Queen},
		"dama": {10, Queen}, "Dama": {10, Queen},
		"löber": {13, Bishop}, "Löber": {13, Bishop},
		"x": {0, NoPiece}, "": {0, NoPiece}, "n": {0, NoPiece}, "N": {99, Knight},
	} {
		if got := ParsePiece(want.language, text); got != want.piece {
			t.Errorf("ParsePiece(%d, %q) = %d, want %d", want.language, text, got, want.piece)
		}
	}
	if len(Names()) != len(languages) || ByCode("xx") != -1 || ByCode("") != -1 || Letter(uint8(len(languages)), uint8(Knight)) != "N" || Letter(uint8(0), uint8(NoPiece)) != "-" || Letter(uint8(1), uint8(9)) != "-" || Name(uint8(1), uint8(9)) != "" {
		t.Error("what no language has is found")
	}
	if !slices.Contains(Names(), "figurines") {
		t.Error("figurines are missing")
	}
}
