package chess

import (
	"strings"
	"testing"
)

// standardSentences are what the PGN standard demands of a text, by section, with a text that departs from it and
// what Strict does: "form" is a warning that nothing is lost by, "lossy" one that something is, "error" an error that
// is reported without Strict too, and other words say why the departure is free.
var standardSentences = []struct{ section, sentence, text, want string }{
	{"4.1", "characters are those of ISO 8859-1", "[Event \"Łódź\"]\n\n1. e4 *\n", "today's programs write UTF-8"},
	{"4.3", "a line has at most 255 characters", "1. e4 {" + strings.Repeat("x", 300) + "} *\n", "no reader needs it, and fmt breaks lines"},
	{"5", "a comment ends at the first closing brace", "1. e4 {a {b} c} *\n", "error"},
	{"5", "a comment after a semicolon ends with its line", "1. e4 ; e5\n*\n", "as the standard has it"},
	{"6", "a line that begins with % is escaped", "% a\n1. e4 *\n", "lossy"},
	{"7", "a string has no tabs or other control characters", "[Event \"a\tb\"]\n\n1. e4 *\n", "form"},
	{"7", "a string has at most 255 characters", "[Event \"" + strings.Repeat("x", 256) + "\"]\n\n1. e4 *\n", "form"},
	{"7", "a backslash precedes a quote in a string", "[Event \"a\"b\"]\n\n1. e4 *\n", "form"},
	{"7", "a symbol begins with a letter or digit", "[_a \"b\"]\n\n1. e4 *\n", "error"},
	{"7", "angle brackets are reserved", "1. e4 <a> *\n", "lossy"},
	{"7", "other characters begin no token", "1. e4 & e5 *\n", "error"},
	{"8.1", "a tag has a name and a string", "[Event a]\n\n1. e4 *\n", "error"},
	{"8.1", "a tag begins with a capital letter", "[event \"a\"]\n\n1. e4 *\n", "form"},
	{"8.1", "no tag occurs twice", "[White \"a\"]\n[White \"b\"]\n\n1. e4 *\n", "lossy"},
	{"8.1.1", "the seven tags of the roster come first, in their order", "[Site \"a\"]\n[Event \"b\"]\n\n1. e4 *\n", "the import format is free, and fmt orders them"},
	{"8.1.1", "a blank line follows the tags", "[Event \"a\"]\n1. e4 *\n", "the import format is free, and fmt adds it"},
	{"8.1.1.3", "a date is written as 2024.01.31", "[Date \"2024-01-31\"]\n\n1. e4 *\n", "values of tags are the Arbiter's"},
	{"8.1.1.7", "a result is 1-0, 0-1, 1/2-1/2, or *", "[Result \"1/2\"]\n\n1. e4 1/2-1/2\n", "form"},
	{"8.1.1.7", "so an empty one is none", "[Result \"\"]\n\n1. e4 *\n", "form"},
	{"8.1.1.7", "the Result tag has the result after the moves", "[Result \"1-0\"]\n\n1. e4 *\n", "lossy"},
	{"8.2.1", "text outside of games does not exist", "a b c\n\n1. e4 *\n", "error"},
	{"8.2.2.1", "a move number may be left out when importing", "e4 e5 *\n", "as the standard has it"},
	{"8.2.2.1", "any number of dots may follow it", "1 e4 1 e5 2.. Nf3 *\n", "form"},
	{"8.2.2.2", "a move number is that of the position", "2. e4 *\n", "form"},
	{"8.2.3", "a move is legal", "1. e5 *\n", "error"},
	{"8.2.3.2", "a capture has an x", "1. e4 d5 2. ed5 *\n", "form"},
	{"8.2.3.3", "castling has letters", "1. e4 e5 2. Nf3 Nc6 3. Bc4 Bc5 4. 0-0 *\n", "form"},
	{"8.2.3.4", "a move has no more of its origin than it needs", "1. Ng1f3 *\n", "form"},
	{"8.2.3.5", "a check has a sign", "1. e4 f6 2. Qh5 *\n", "form"},
	{"8.2.3.8", "a suffix such as ! may be imported", "1. e4! *\n", "as the standard has it: it is read as $1"},
	{"8.2.3.8", "there are six suffixes", "1. e4 ± *\n", "form"},
	{"8.2.4", "a glyph has a number up to 255", "1. e4 $256 *\n", "error"},
	{"8.2.5", "a variation is closed", "1. e4 (1. d4 *\n", "error"},
	{"8.2.6", "a game ends with its result", "1. e4\n", "form"},
	{"8.2.6", "so does one without moves", "[Event \"a\"]\n", "lossy"},
	{"8.2.6", "one result is last", "1. e4 1-0 0-1\n", "error"},
	{"8.2.6", "a variation has no result", "1. e4 (1. d4 1-0) *\n", "lossy"},
	{"9.7.1", "a FEN tag comes with SetUp 1", "[FEN \"4k3/8/8/8/8/8/4P3/4K3 w - - 0 1\"]\n\n1. e4 *\n", "form"},
	{"9.7.1", "SetUp 0 comes without one", "[SetUp \"0\"]\n[FEN \"4k3/8/8/8/8/8/4P3/4K3 w - - 0 1\"]\n\n1. e4 *\n", "lossy"},
	{"9.7.1", "SetUp 1 comes with one", "[SetUp \"1\"]\n\n1. e4 *\n", "lossy"},
	{"9.7.2", "a FEN is whole", "[SetUp \"1\"]\n[FEN \"4k3/8/8/8/8/8/4P3/4K3 w KQ - 0 1\"]\n\n1. e4 *\n", "lossy"},
	{"9.8.1", "Termination has one of eight values", "[Termination \"a\"]\n\n1. e4 *\n", "values of tags are the Arbiter's"},
}

// TestStrictSentences checks what Strict does with a text that departs from a sentence of the standard.
func TestStrictSentences(t *testing.T) {
	for _, test := range standardSentences {
		s := newTextScanner(test.text)
		s.Strict = true
		got := ""
		for event := s.Next(); event != PGNEnd; event = s.Next() {
			if event != PGNFault {
				continue
			}
			switch f := s.Fault(); {
			case !f.Warning:
				got = "error"
			case f.Lossy && got != "error":
				got = "lossy"
			case got == "":
				got = "form"
			}
		}
		if isFree := strings.Contains(test.want, " "); got != test.want && !(isFree && got == "") {
			t.Errorf("%s, %s: %q: %q, want %q", test.section, test.sentence, test.text, got, test.want)
		}
	}
}
