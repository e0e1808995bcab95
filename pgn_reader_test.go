package chess

import (
	"bytes"
	"encoding/binary"
	"errors"
	"fmt"
	"io"
	"math"
	"slices"
	"strconv"
	"strings"
	"testing"
	"testing/iotest"
	"unicode/utf16"

	"github.com/google/go-cmp/cmp"
	"github.com/shakki/chess/internal/deep"
	"github.com/shakki/chess/internal/pgntext"
)

// outline returns the whole content of a game on one line: tags as [Name value], moves in SAN,
// comments in braces, comments before a move in angle brackets, glyphs as $n, variations in
// parentheses, and the recorded result.
func outline(g *Game) string {
	var words []string
	for _, tag := range g.Tags() {
		words = append(words, fmt.Sprintf("[%s %s]", tag.Name, tag.Value))
	}
	words = append(words, noteWords(g.Root())...)
	words = append(words, lineWords(g.Root())...)
	return strings.Join(append(words, g.RecordedOutcome().Result.String()), " ")
}

// lineWords returns the words of the line after n.
func lineWords(n Node) []string {
	var words []string
	for children := slices.Collect(n.Children()); len(children) > 0; children = slices.Collect(n.Children()) {
		n = children[0]
		words = append(words, moveWords(n)...)
		for _, variation := range children[1:] {
			words = append(words, "(")
			words = append(words, moveWords(variation)...)
			words = append(append(words, lineWords(variation)...), ")")
		}
	}
	return words
}

// moveWords returns the words of one move.
func moveWords(n Node) []string {
	var words []string
	for _, comment := range n.CommentsBefore() {
		words = append(words, "<"+comment+">")
	}
	return append(append(words, n.SAN()), noteWords(n)...)
}

// noteWords returns the annotations after a move.
func noteWords(n Node) []string {
	var words []string
	for _, nag := range n.NAGs() {
		words = append(words, fmt.Sprintf("$%d", nag))
	}
	for _, comment := range n.Comments() {
		words = append(words, "{"+comment+"}")
	}
	return words
}

// pgnErrors returns the PGNErrors in an error that PGNReader.Read returned.
func pgnErrors(err error) []*PGNError {
	if list, ok := err.(interface{ Unwrap() []error }); ok {
		var faults []*PGNError
		for _, e := range list.Unwrap() {
			faults = append(faults, pgnErrors(e)...)
		}
		return faults
	}
	var fault *PGNError
	if errors.As(err, &fault) {
		return []*PGNError{fault}
	}
	return nil
}

// readOutlines reads all games of r. It returns their outlines, their faults, and the error that
// ended reading, or nil at the end of the stream.
func readOutlines(r io.Reader) (games []string, faults []*PGNError, err error) {
	reader := NewPGNReader(r)
	for {
		g, err := reader.Read()
		faults = append(faults, reader.Faults()...)
		if err == io.EOF {
			return games, faults, nil
		}
		if g == nil {
			return games, faults, err
		}
		games = append(games, outline(g))
	}
}

// A pgnFault describes the PGNError that a test wants: its place, its token, and a part of its
// reason. Column 0 matches any column.
type pgnFault struct {
	game, line, column int
	token, reason      string
}

// meets reports whether got matches want.
func (want pgnFault) meets(got *PGNError) bool {
	return got.Game == want.game && got.Line == want.line && (want.column == 0 || got.Column == want.column) &&
		got.Token == want.token && strings.Contains(got.Detail, want.reason)
}

// checkFaults checks that the faults in got match want.
func checkFaults(t *testing.T, input string, got []*PGNError, want []pgnFault) {
	t.Helper()
	for i, fault := range got {
		if i >= len(want) || !want[i].meets(fault) {
			t.Errorf("reading %q: fault %d is at %d:%d of game %d, token %q: %s, want %+v",
				input, i+1, fault.Line, fault.Column, fault.Game, fault.Token, fault.Detail, want[min(i, len(want)):])
			return
		}
	}
	if len(got) < len(want) {
		t.Errorf("reading %q: %d faults, missing %+v", input, len(got), want[len(got):])
	}
}

// A pgnCase is a text with the outlines of its games and the faults that reading it must report.
type pgnCase struct {
	name   string
	input  string
	games  []string
	faults []pgnFault
}

// readingCases are texts that occur in practice and are read without fault. The numbers in the
// names refer to the list of PGN pitfalls.
var readingCases = []pgnCase{
	// Comments.
	{"comment in braces", "1. e4 {best by test} e5 *", []string{"e4 {best by test} e5 *"}, nil},
	{"comment to the end of the line", "1. e4 ; king's pawn\ne5 *", []string{"e4 {king's pawn} e5 *"}, nil},
	{"line comment at the end of the input", "1. e4 e5 ; the end", []string{"e4 e5 {the end} *"}, nil},
	{"line comment with a closing brace", "1. e4 ; a } b { c\ne5 *", []string{"e4 {a } b { c} e5 *"}, nil},
	{"brace comment with other PGN characters", "1. e4 {; ( ) $1 [x] % < 1-0} e5 *",
		[]string{"e4 {; ( ) $1 [x] % < 1-0} e5 *"}, nil},
	{"59: variation inside a comment", "1. e4 {(1. d4 d5)} e5 *", []string{"e4 {(1. d4 d5)} e5 *"}, nil},
	{"brace comment over several lines", "1. e4 {one\ntwo\n\n  three} e5 *",
		[]string{"e4 {one\ntwo\n\n  three} e5 *"}, nil},
	{"braces do not nest", "1. e4 {a {b} e5 *", []string{"e4 {a {b} e5 *"}, nil},
	{"empty comment", "1. e4 {} e5 { } *", []string{"e4 {} e5 {} *"}, nil},
	{"several comments after a move", "1. e4 {a} {b} ; c\n{d} e5 *", []string{"e4 {a} {b} {c} {d} e5 *"}, nil},
	{"60: comment before the first move", "{a} 1. e4 *", []string{"{a} e4 *"}, nil},
	{"60: comment after the first move number", "1. {a} e4 *", []string{"<a> e4 *"}, nil},
	{"60: comment before a move number", "1. e4 e5 {a} 2. Nf3 *", []string{"e4 e5 {a} Nf3 *"}, nil},
	{"60: comment after a move number", "1. e4 e5 2. {a} Nf3 *", []string{"e4 e5 <a> Nf3 *"}, nil},
	{"60: comment after a move number without a move", "1. e4 e5 2. {lost} *", []string{"e4 e5 {lost} *"}, nil},
	{"60: comment after a move number before a variation", "1. e4 e5 2. {a} (1... c5 2. {b}) 2. Nf3 *", []string{"e4 e5 {a} ( c5 {b} ) Nf3 *"}, nil},
	{"60: comment after a move number of Black", "1. e4 1... {a} e5 *", []string{"e4 <a> e5 *"}, nil},
	{"60: comment at the start of a variation", "1. e4 ({a} 1. d4 {b}) 1... e5 *",
		[]string{"e4 ( <a> d4 {b} ) e5 *"}, nil},
	{"60: comment after the move number in a variation", "1. e4 (1. {a} d4) 1... e5 *",
		[]string{"e4 ( <a> d4 ) e5 *"}, nil},
	{"60: comment after a variation that ends with a number", "1. e4 (1. d4 1...) {a} 1... e5 *", []string{"e4 {a} ( d4 ) e5 *"}, nil},
	{"60: comment after a variation", "1. e4 (1. d4) {a} 1... e5 *", []string{"e4 {a} ( d4 ) e5 *"}, nil},
	{"60: comment after the result", "1. e4 1-0 {resigns} ; so soon\n", []string{"e4 {resigns} {so soon} 1-0"}, nil},
	{"60: comment before the tags", "{a}\n[Event \"E\"]\n\n1. e4 *", []string{"[Event E] {a} e4 *"}, nil},
	{"60: comment between tags", "[Event \"E\"] {a}\n; b\n[Site \"S\"]\n\n1. e4 *",
		[]string{"[Event E] [Site S] {a} {b} e4 *"}, nil},
	{"comment keeps its text unchanged", "1. e4 {a  b\tc \"d\" \\n} *", []string{"e4 {a  b\tc \"d\" \\n} *"}, nil},
	{"commands stay in the comment", "1. e4 {[%clk 0:05:00] [%eval .2] ok [%foo bar]} *",
		[]string{"e4 {[%clk 0:05:00] [%eval .2] ok [%foo bar]} *"}, nil},

	// Escape lines and reserved text.
	{"escape line", "1. e4\n% e6 { ( [Event \"no\"]\ne5 *", []string{"e4 e5 *"}, nil},
	{"59: escape line before the tags", "% by hand {\n[Event \"E\"]\n% between\n[Site \"S\"]\n\n1. e4 *",
		[]string{"[Event E] [Site S] e4 *"}, nil},
	{"escape line between games", "1. e4 *\n% {\n1. d4 *", []string{"e4 *", "d4 *"}, nil},
	{"escape line at the end of the input", "1. e4 *\n% the end", []string{"e4 *"}, nil},
	{"reserved text", "1. e4 <1. d4 {> e5 < a\nb > *", []string{"e4 e5 *"}, nil},
	{"reserved text among the tags", "<a> [FEN \"8/4k3/8/8/8/4K3/4P3/8 b - - 0 17\"] <b> [Site \"S\"]\n<c>\n\n17... Kd6 *",
		[]string{"[FEN 8/4k3/8/8/8/4K3/4P3/8 b - - 0 17] [Site S] Kd6 *"}, nil},

	// Glyphs.
	{"glyphs by number", "1. e4 $1 e5 $0 $255 *", []string{"e4 $1 e5 $0 $255 *"}, nil},
	{"glyphs as signs", "1. e4! e5? 2. Nf3!! Nc6?? 3. Bb5!? a6?! *",
		[]string{"e4 $1 e5 $2 Nf3 $3 Nc6 $4 Bb5 $5 a6 $6 *"}, nil},
	{"glyphs as signs after a space", "1. e4 ! e5 ? 2. Nf3 !! Nc6 ?? 3. Bb5 !? a6 ?! *",
		[]string{"e4 $1 e5 $2 Nf3 $3 Nc6 $4 Bb5 $5 a6 $6 *"}, nil},
	{"glyphs after a variation", "1. e4 (1. d4) $1 e5 *", []string{"e4 $1 ( d4 ) e5 *"}, nil},
	{"glyph before its move", "1. e4 e5 2. $1 Nf3 *", []string{"e4 e5 Nf3 $1 *"}, nil},
	{"67: evaluation signs", "1. e4 = e5 ∞ 2. Nf3 += Nc6 =+ 3. Bb5 ± a6 ∓ 4. Ba4 +- Nf6 -+ *",
		[]string{"e4 $10 e5 $13 Nf3 $14 Nc6 $15 Bb5 $16 a6 $17 Ba4 $18 Nf6 $19 *"}, nil},
	{"evaluation signs in ASCII", "1. e4 +/- e5 -/+ 2. Nf3 N *", []string{"e4 $16 e5 $17 Nf3 $146 *"}, nil},
	{"more signs", "1. e4 □ e5 ⩲ 2. Nf3 ⩱ Nc6 ⨀ 3. Bb5 ⟳ a6 ↑ 4. Ba4 → Nf6 ⇆ *",
		[]string{"e4 $7 e5 $14 Nf3 $15 Nc6 $22 Bb5 $32 a6 $36 Ba4 $40 Nf6 $132 *"}, nil},
	{"result in parentheses", "1. e4 e5 (1-0)\n\n1. d4 ( 1/2 - 1/2 )", []string{"e4 e5 1-0", "d4 1/2-1/2"}, nil},
	{"glyphs in a row", "1. e4!$10{a}$13 *", []string{"e4 $1 $10 $13 {a} *"}, nil},

	// Move numbers.
	{"no move numbers", "e4 e5 Nf3 Nc6 *", []string{"e4 e5 Nf3 Nc6 *"}, nil},
	{"move numbers without dots", "1 e4 e5 2 Nf3 Nc6 *", []string{"e4 e5 Nf3 Nc6 *"}, nil},
	{"move numbers without a space", "1.e4 e5 2.Nf3 Nc6 *", []string{"e4 e5 Nf3 Nc6 *"}, nil},
	{"68: move numbers before Black's moves", "1. e4 1... e5 2. Nf3 2...Nc6 *", []string{"e4 e5 Nf3 Nc6 *"}, nil},
	{"separate dots, too few dots, too many dots", "1 . e4 1 .. e5 2... Nf3 2. Nc6 *", []string{"e4 e5 Nf3 Nc6 *"}, nil},
	{"ellipsis character", "1. e4 1… e5 2. Nf3 … Nc6 *", []string{"e4 e5 Nf3 Nc6 *"}, nil},
	{"result in an open variation, at the end of a paragraph", "1. e4 (1. d4 1-0 \n\n[Event \"B\"]\n\n1. c4 *",
		[]string{"e4 ( d4 ) 1-0", "[Event B] c4 *"}, []pgnFault{{1, 1, 7, "(", "the variation is not closed"}}},
	{"result in an open variation, before a tag", "1. e4 (1. d4 1-0\n[Event \"B\"]\n\n1. c4 *",
		[]string{"e4 ( d4 ) 1-0", "[Event B] c4 *"}, []pgnFault{{1, 1, 7, "(", "the variation is not closed"}}},
	{"result in an open variation, at the end of the input", "1. e4 (1. d4 1-0", []string{"e4 ( d4 ) 1-0"},
		[]pgnFault{{1, 1, 7, "(", "the variation is not closed"}}},
	{"result in an open variation, before white space", "1. e4 (1. d4 1-0 \t\n \t\n", []string{"e4 ( d4 ) 1-0"},
		[]pgnFault{{1, 1, 7, "(", "the variation is not closed"}}},
	{"result in a variation that continues on the next line", "1. e4 (1. d4 1-0\nd5) e5 *",
		[]string{"e4 ( d4 d5 ) e5 *"}, nil},
	{"result in a variation that continues on the same line", "1. e4 (1. d4 1-0 d5\n\n) e5 *",
		[]string{"e4 ( d4 d5 ) e5 *"}, nil},
	{"move number zero", "0. e4 0... e5 0… Nf3 0 Nc6 *", []string{"e4 e5 Nf3 Nc6 *"}, nil},
	{"wrong move numbers", "7. e4 12. e5 1. Nf3 00003. Nc6 *", []string{"e4 e5 Nf3 Nc6 *"}, nil},
	{"move number without a move", "1. e4 e5 2. *", []string{"e4 e5 *"}, nil},
	{"one token per line", "1.\ne4\n1...\ne5\n2.\nNf3\n*\n", []string{"e4 e5 Nf3 *"}, nil},

	// Variations.
	{"nested variations", "1. e4 e5 (1... c5 2. Nf3 (2. c3 d5 (2... Nf6)) 2... d6) (1... e6) 2. Nf3 *",
		[]string{"e4 e5 ( c5 Nf3 ( c3 d5 ( Nf6 ) ) d6 ) ( e6 ) Nf3 *"}, nil},
	{"variation of the first move", "1. e4 (1. d4) (1. c4 c5) 1... e5 *", []string{"e4 ( d4 ) ( c4 c5 ) e5 *"}, nil},
	{"variation with the same move", "1. e4 (1. e4 c5) 1... e5 *", []string{"e4 ( e4 c5 ) e5 *"}, nil},
	{"variation at the end", "1. e4 e5 (1... c5 2. Nf3)", []string{"e4 e5 ( c5 Nf3 ) *"}, nil},
	{"result inside a variation", "1. e4 (1. f3 e5 2. g4 Qh4# 0-1) 1... e5 1-0",
		[]string{"e4 ( f3 e5 g4 Qh4# ) e5 1-0"}, nil},
	{"result and comment inside a variation", "1. e4 (1. d4 d5 1/2-1/2 {dull}) 1... e5 1-0",
		[]string{"e4 ( d4 d5 {dull} ) e5 1-0"}, nil},
	{"58: no space around parentheses", "1.e4(1.d4!{a}d5(1...f5$6))1...e5$2(1...c5;b\n)2.Nf3*",
		[]string{"e4 ( d4 $1 {a} d5 ( f5 $6 ) ) e5 $2 ( c5 {b} ) Nf3 *"}, nil},

	// Moves.
	{"58: no space needed", "1.f3! e5$71 2.g4 ?? (2.-- {}) Qh4#!?0-1",
		[]string{"f3 $1 e5 $71 g4 $4 ( -- {} ) Qh4# $5 0-1"}, nil},
	{"63: null moves", "1. e4 -- 2. d4 Z0 3. Nf3 *", []string{"e4 -- d4 -- Nf3 *"}, nil},
	{"63: null moves with check marks", "1. e4 --+ 2. d4 Z0# 3. Nf3 0000+ *", []string{"e4 -- d4 -- Nf3 -- *"}, nil},
	{"null move in a variation", "1. e4 e5 (1... -- 2. d4) 2. Nf3 *", []string{"e4 e5 ( -- d4 ) Nf3 *"}, nil},
	{"63: moves in UCI notation", "1. e2e4 e7e5 2. g1f3 b8c6 3. f1c4 f8c5 4. e1g1 *",
		[]string{"e4 e5 Nf3 Nc6 Bc4 Bc5 O-O *"}, nil},
	{"63: moves in long algebraic notation", "1. e2-e4 e7-e5 2. Ng1-f3 Nb8-c6 3. Bf1-b5 a7-a6 4. Bb5xc6 *",
		[]string{"e4 e5 Nf3 Nc6 Bb5 a6 Bxc6 *"}, nil},
	{"61: castling with zeros", "1. e4 e5 2. Nf3 Nf6 3. Bc4 Bc5 4. 0-0 0-0 *",
		[]string{"e4 e5 Nf3 Nf6 Bc4 Bc5 O-O O-O *"}, nil},
	{"61: castling with lowercase letters", "1. e4 e5 2. Nf3 Nf6 3. Bc4 Bc5 4. o-o o-o *",
		[]string{"e4 e5 Nf3 Nf6 Bc4 Bc5 O-O O-O *"}, nil},
	{"61: castling with long dashes", "1. e4 e5 2. Nf3 Nf6 3. Bc4 Bc5 4. O–O 0—0 *",
		[]string{"e4 e5 Nf3 Nf6 Bc4 Bc5 O-O O-O *"}, nil},
	{"61: queenside castling", "1. d4 d5 2. Nc3 Nc6 3. Bf4 Bf5 4. Qd2 Qd7 5. 0-0-0 O–O–O *",
		[]string{"d4 d5 Nc3 Nc6 Bf4 Bf5 Qd2 Qd7 O-O-O O-O-O *"}, nil},
	{"61: en passant with e.p.", "1. e4 a6 2. e5 d5 3. exd6 e.p. b6 *", []string{"e4 a6 e5 d5 exd6 b6 *"}, nil},
	{"61: en passant with e.p. after no space", "1. e4 a6 2. e5 d5 3. exd6e.p. b6 *",
		[]string{"e4 a6 e5 d5 exd6 b6 *"}, nil},
	{"61: en passant with ep", "1. e4 a6 2. e5 d5 3. exd6ep f5 4. Nf3 ep *", []string{"e4 a6 e5 d5 exd6 f5 Nf3 *"}, nil},
	{"49: promotions", "[FEN \"8/PPPPk3/8/8/8/8/4K3/8 w - - 0 1\"]\n\n1. a8=Q Ke6 2. b8R Ke7 3. c8/B Ke6 4. d8(N)+ *",
		[]string{"[FEN 8/PPPPk3/8/8/8/8/4K3/8 w - - 0 1] a8=Q Ke6 b8=R Ke7 c8=B Ke6 d8=N+ *"}, nil},
	{"missing and superfluous capture and check marks", "1. e4 f5 2. ef5 g5 3. Qh5 *\n1. e4+ d5# 2. Nxf3 *",
		[]string{"e4 f5 exf5 g5 Qh5# *", "e4 d5 Nf3 *"}, nil},

	// White space.
	{"63: no-break spaces", "1.\u00a0e4\u00a0e5 2.\u00a0Nf3\u00a0Nc6\u00a01-0\u00a0\n",
		[]string{"e4 e5 Nf3 Nc6 1-0"}, nil},
	{"no-break spaces in Latin-1", "1.\xa0e4 \xa0e5 2. Nf3\xa0 *", []string{"e4 e5 Nf3 *"}, nil},
	{"NUL bytes between tokens", "\x00\x00[Event \"E\"]\x00\n\n1. e4\x00 e5 \x00*\x00\x00\n\x00",
		[]string{"[Event E] e4 e5 *"}, nil},
	{"tabs and spaces", "\t [Event\t\"E\" ]  \n\n \t1.\te4\v\fe5  \n *", []string{"[Event E] e4 e5 *"}, nil},
	{"blank lines in the movetext", "1. e4\n\n\ne5\n\n2. Nf3 *", []string{"e4 e5 Nf3 *"}, nil},
	{"63: [pgn] marks of web pages", "[pgn]\n[Event \"E\"]\n\n1. e4 *\n[/pgn]\n[PGN]1. d4 *[/PGN]",
		[]string{"[Event E] e4 *", "d4 *"}, nil},
	{"[pgn] mark of web pages in the movetext", "[pgn]1. e4 e5[/pgn]", []string{"e4 e5 *"}, nil},

	// Tags.
	{"57: escapes", `[Event "a \"b\" c:\\d"]` + "\n\n*", []string{`[Event a "b" c:\d] *`}, nil},
	{"57: other backslashes", `[Event "c:\d\n"]` + "\n\n*", []string{`[Event c:\d\n] *`}, nil},
	{"57: several tags on a line", `[Event "E"][Site "S"] [Date "D"] 1. e4 *`,
		[]string{"[Event E] [Site S] [Date D] e4 *"}, nil},
	{"57: bracket in the value", `[Event "a]b[c"] [Site "]"]` + "\n*", []string{"[Event a]b[c] [Site ]] *"}, nil},
	{"57: space in odd places", `[ Event  "E"  ]` + "\n" + `[Site"S"]` + "\n*", []string{"[Event E] [Site S] *"}, nil},
	{"57: space kept in the value", `[Event "  a  b "]` + "\n*", []string{"[Event   a  b ] *"}, nil},
	{"57: name with a colon", `[BlackType: "human"]` + "\n*", []string{"[BlackType: human] *"}, nil},
	{"57: FIDE time control", `[TimeControl "5400/40+30:1800+30\""]` + "\n*",
		[]string{`[TimeControl 5400/40+30:1800+30"] *`}, nil},
	{"comment with text that begins like a tag without a name", "1. e4 {a\n\n[\"b\"] c} e5 *",
		[]string{"e4 {a\n\n[\"b\"] c} e5 *"}, nil},
	{"comment that begins with a line ending", "1. e4 {\r\na\r\nb} *", []string{"e4 {a\nb} *"}, nil},
	{"annotations before any move", "$1 {a} e4 *", []string{"$1 {a} e4 *"}, nil},
	{"tag over several lines", "[Event\n\"E\"\n]\n[\nSite \"S\"]\n\n1. e4 *", []string{"[Event E] [Site S] e4 *"}, nil},
	{"duplicate tags", "[White \"A\"]\n[white \"B\"]\n[Event \"C\"]\n[Event \"D\"]\n\n*",
		[]string{"[White A] [Event C] *"}, nil},
	{"empty values", "[Event \"\"]\n[WhiteElo \"\"]\n\n*", []string{"[Event ] [WhiteElo ] *"}, nil},
	{"62: blank line inside the tags", "[Event \"E\"]\n\n[Site \"S\"]\n\n1. e4 *",
		[]string{"[Event E] [Site S] e4 *"}, nil},
	{"no blank line after the tags", "[Event \"E\"]\n1. e4 *\n[Event \"F\"]\n1. d4 *",
		[]string{"[Event E] e4 *", "[Event F] d4 *"}, nil},
	{"no line break at all", `[Event "E"] 1. e4 * [Event "F"] 1. d4 *`, []string{"[Event E] e4 *", "[Event F] d4 *"}, nil},
	{"values in Latin-1", "[White \"M\xfcller, J\xf6rg\"]\n[Black \"Müller\"]\n\n1. e4 {gr\xfc\xdfe} *",
		[]string{"[White Müller, Jörg] [Black Müller] e4 {grüße} *"}, nil},
	{"values in UTF-8", "[White \"Ботвинник\"]\n\n1. e4 {好棋 ♞} *",
		[]string{"[White Ботвинник] e4 {好棋 ♞} *"}, nil},

	// Results.
	{"results", "1. e4 1-0\n1. e4 0-1\n1. e4 1/2-1/2\n1. e4 *", []string{"e4 1-0", "e4 0-1", "e4 1/2-1/2", "e4 *"}, nil},
	{"61: results with long dashes", "1. e4 1–0\n1. e4 0—1\n1. e4 1/2–1/2\n",
		[]string{"e4 1-0", "e4 0-1", "e4 1/2-1/2"}, nil},
	{"61: draws", "1. e4 ½–½\n1. e4 ½-½\n1. e4 1/2\n1. e4 0.5-0.5\n1. e4 ½\n",
		[]string{"e4 1/2-1/2", "e4 1/2-1/2", "e4 1/2-1/2", "e4 1/2-1/2", "e4 1/2-1/2"}, nil},
	{"61: other marks of the winner", "1. e4 1:0\n1. e4 0:1\n1. e4 +--\n1. e4 WHITEWIN\n1. e4 --+\n\n1. e4 --+ d4 --+",
		[]string{"e4 1-0", "e4 0-1", "e4 1-0", "e4 1-0", "e4 0-1", "e4 -- d4 0-1"}, nil},
	{"60: no result", "1. e4 e5", []string{"e4 e5 *"}, nil},
	{"no result, then another game", "[Event \"E\"]\n\n1. e4\n\n[Event \"F\"]\n\n1. d4",
		[]string{"[Event E] e4 *", "[Event F] d4 *"}, nil},
	{"result only in the tag", "[Result \"0-1\"]\n\n1. e4\n", []string{"[Result 0-1] e4 0-1"}, nil},
	{"result that differs from the tag", "[Result \"0-1\"]\n\n1. e4 1-0", []string{"[Result 0-1] e4 1-0"}, nil},
	{"21: moves after an automatic end",
		"1. e4 e5 2. Nf3 Nc6 3. Ng1 Nb8 4. Nf3 Nc6 5. Ng1 Nb8 6. Nf3 Nc6 7. Ng1 Nb8 8. Nf3 Nc6 9. Ng1 Nb8 10. Nf3 1-0",
		[]string{"e4 e5 Nf3 Nc6 Ng1 Nb8 Nf3 Nc6 Ng1 Nb8 Nf3 Nc6 Ng1 Nb8 Nf3 Nc6 Ng1 Nb8 Nf3 1-0"}, nil},

	// Whole games.
	{"empty input", "", nil, nil},
	{"white space only", " \n\n\t\r\n\x00", nil, nil},
	{"62: only a comment", "{nothing else}", []string{"{nothing else} *"}, nil},
	{"62: only tags", "[Event \"E\"]\n[Site \"S\"]\n", []string{"[Event E] [Site S] *"}, nil},
	{"62: only tags, then another game", "[Event \"E\"]\n[Site \"S\"]\n\n[Event \"F\"]\n\n1. e4 *",
		[]string{"[Event E] [Site S] *", "[Event F] e4 *"}, nil},
	{"62: games without moves", "[Event \"E\"]\n\n1-0\n\n[Event \"F\"]\n\n*\n",
		[]string{"[Event E] 1-0", "[Event F] *"}, nil},
	{"62: games without line breaks between them", "1. e4 1-0 1. d4 0-1 [Event \"E\"]\n1. c4 * {a}",
		[]string{"e4 1-0", "d4 0-1", "[Event E] c4 {a} *"}, nil},
	{"tags on the line after the result", "[Event \"E\"]\n1. e4 *\n[Event \"F\"]\n[Site \"S\"]\n1. d4 *",
		[]string{"[Event E] e4 *", "[Event F] [Site S] d4 *"}, nil},

	// Other start positions, Chess960.
	{"64: FEN without SetUp, Black to move", "[FEN \"8/4k3/8/8/8/4K3/4P3/8 b - - 0 17\"]\n\n17... Kd6 18. Kd4 *",
		[]string{"[FEN 8/4k3/8/8/8/4K3/4P3/8 b - - 0 17] Kd6 Kd4 *"}, nil},
	{"64: FEN tag name in the wrong case", "[fEn \"8/4k3/8/8/8/4K3/4P3/8 w - - 0 1\"]\n\n1. Kd4 *",
		[]string{"[FEN 8/4k3/8/8/8/4K3/4P3/8 w - - 0 1] Kd4 *"}, nil},
	{"8: FEN with an en passant square that no pawn can capture on",
		"[FEN \"rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq e3 0 1\"]\n\n1... e5 *",
		[]string{"[FEN rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq e3 0 1] e5 *"}, nil},
	{"FEN of the standard start position",
		"[SetUp \"1\"]\n[FEN \"rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1\"]\n\n1. e4 *",
		[]string{"[SetUp 1] [FEN rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1] e4 *"}, nil},
	{"64: Chess960 without a FEN tag", "[Variant \"Chess960\"]\n\n1. e4 *", []string{"[Variant Chess960] e4 *"}, nil},
	{"64: other names of variants",
		"[Variant \"Fischerandom\"]\n\n1. e4 *\n\n[Variant \"chess 960\"]\n\n1. d4 *\n\n[Variant \"From Position\"]\n\n*",
		[]string{"[Variant Fischerandom] e4 *", "[Variant chess 960] d4 *", "[Variant From Position] *"}, nil},
	{"Chess960, castling with letters and with zeros",
		"[Variant \"Chess960\"]\n[FEN \"1rk3r1/pppppppp/8/8/8/8/PPPPPPPP/1RK3R1 w KQkq - 0 1\"]\n\n1. O-O-O 0-0 *",
		[]string{"[Variant Chess960] [FEN 1rk3r1/pppppppp/8/8/8/8/PPPPPPPP/1RK3R1 w KQkq - 0 1] O-O-O O-O *"}, nil},
	{"Chess960, castling as king takes rook",
		"[Variant \"Chess960\"]\n[FEN \"1rk3r1/pppppppp/8/8/8/8/PPPPPPPP/1RK3R1 w GBgb - 0 1\"]\n\n1. c1b1 c8g8 *",
		[]string{"[Variant Chess960] [FEN 1rk3r1/pppppppp/8/8/8/8/PPPPPPPP/1RK3R1 w GBgb - 0 1] O-O-O O-O *"}, nil},
	{"Chess960, castling as a move to the king's target square",
		"[Variant \"Chess960\"]\n[FEN \"1r3k1r/pppppppp/8/8/8/8/PPPPPPPP/1R3K1R w KQkq - 0 1\"]\n\n1. f1c1 f8c8 *",
		[]string{"[Variant Chess960] [FEN 1r3k1r/pppppppp/8/8/8/8/PPPPPPPP/1R3K1R w KQkq - 0 1] O-O-O O-O-O *"}, nil},
}

// faultCases are texts with faults. In many of them a game follows that must be read.
var faultCases = []pgnCase{
	{"65: recovery", "1. e4 Qa1 e5 2. Qxf8\n\n[Event \"F\"]\n\n1. d4 *", []string{"e4 *", "[Event F] d4 *"},
		[]pgnFault{{1, 1, 7, "Qa1", "a queen does not move from d8 to a1"}}},
	{"58: no spaces, illegal move at the end", "1.f3! e5$71 2.g4 ?? (-- {}) O-O O-O-O#!?0-1\n1. e4 *",
		[]string{"f3 $1 e5 $71 g4 $4 ( -- {} ) 0-1", "e4 *"},
		[]pgnFault{{1, 1, 29, "O-O", "the bishop on f8 stands in the way"}}},
	{"result in parentheses before a move", "1. e4 (1-0) e5 *", []string{"e4 e5 *"},
		[]pgnFault{{1, 1, 7, "(1-0)", "the result is not at the end of the game"}}},
	{"damaged tag", "[White \"A\"]\nBlack \"B\"]\n\n1. e4 *", []string{"[White A] e4 *"}, []pgnFault{{1, 2, 1, "Black", "not a tag"}}},
	{"illegal move", "[White \"A\"]\n\n1. e4 e5\n2. Nf3 Nd4 3. c3 1-0\n\n1. d4 0-1",
		[]string{"[White A] e4 e5 Nf3 1-0", "d4 0-1"},
		[]pgnFault{{1, 4, 8, "Nd4", "Black has no knight that can go to d4"}}},
	{"pinned knight", "1. e4 d5 2. Bb5+ Nc6 3. a3 Nb4 1-0", []string{"e4 d5 Bb5+ Nc6 a3 1-0"},
		[]pgnFault{{1, 1, 28, "Nb4", "the knight on c6 is pinned by the bishop on b5"}}},
	{"result glued to an illegal move", "1. e4 d51-0 1. e4 e4½-½\n\n1. e4 e4\xbd", []string{"e4 d5 1-0", "e4 1/2-1/2", "e4 1/2-1/2"},
		[]pgnFault{
			{2, 1, 19, "e4", "a pawn does not move from e7 to e4"},
			{3, 3, 7, "e4", "a pawn does not move from e7 to e4"},
		}},
	{"ambiguous move", "[FEN \"4k3/8/8/8/8/8/4K3/R6R w - - 0 1\"]\n\n1. Rd1 *",
		[]string{"[FEN 4k3/8/8/8/8/8/4K3/R6R w - - 0 1] *"},
		[]pgnFault{{1, 3, 4, "Rd1", "ambiguous"}}},
	{"promotion without a piece", "[FEN \"8/P3k3/8/8/8/8/4K3/8 w - - 0 1\"]\n\n1. a8 *",
		[]string{"[FEN 8/P3k3/8/8/8/8/4K3/8 w - - 0 1] *"},
		[]pgnFault{{1, 3, 4, "a8", "the piece that the pawn promotes to is missing"}}},
	{"letters of another language", "1. e4 e5 2. Sf3 *\n1. d4 *", []string{"e4 e5 *", "d4 *"},
		[]pgnFault{{1, 1, 13, "Sf3", "not a move"}}},
	{"square off the board", "1. e2m3 *", []string{"*"}, []pgnFault{{1, 1, 4, "e2m3", "not a move"}}},
	{"word in Latin-1", "1. e4 caf\xe9 *", []string{"e4 *"}, []pgnFault{{1, 1, 7, "café", "not a move"}}},
	{"null move in check", "1. e4 f5 2. Qh5+ -- *", []string{"e4 f5 Qh5+ *"}, []pgnFault{{1, 1, 18, "--", ""}}},
	{"move after mate", "1. f3 e5 2. g4 Qh4# 3. a3 0-1", []string{"f3 e5 g4 Qh4# 0-1"},
		[]pgnFault{{1, 1, 24, "a3", "check"}}},
	{"fault in a variation", "1. e4 (1. d4 Nd4 2. c4 (2. a3)) 1... e5 (1... e6 2. e5) 2. Nf3 *",
		[]string{"e4 ( d4 ) e5 ( e6 e5 ) Nf3 *"},
		[]pgnFault{{1, 1, 14, "Nd4", "Black has no knight that can go to d4"}}},
	{"variations after an illegal move", "1. e4 e5 2. Ke3 (2. Nf3) Nc6 {x} $1 1-0 {y}\n1. d4 *",
		[]string{"e4 e5 1-0", "d4 *"},
		[]pgnFault{{1, 1, 13, "Ke3", "a king does not move from e1 to e3"}}},
	{"fault in each game", "1. e5 *\n1. e6 *\n1. e4 e4 *", []string{"*", "*", "e4 *"},
		[]pgnFault{{1, 1, 4, "e5", ""}, {2, 2, 4, "e6", ""}, {3, 3, 7, "e4", "a pawn does not move from e7 to e4"}}},

	{"60: repeated result", "1. e4 1-0 1-0\n1. d4 * *\n", []string{"e4 1-0", "d4 *"},
		[]pgnFault{{1, 1, 11, "1-0", "text follows"}, {2, 2, 9, "*", "text follows"}}},
	{"62: only results", "* 1-0\n0-1", nil,
		[]pgnFault{{1, 1, 1, "*", "outside of games"}, {1, 2, 1, "0-1", "outside of games"}}},
	{"unknown result", "1. e4 e5 1-1 *\n1. d4 *", []string{"e4 e5 *", "d4 *"},
		[]pgnFault{{1, 1, 10, "1-1", "not a move"}}},
	{"words after two tags on a line", "[A \"a\"] x [B \"b\"] y\n\n1. e4 *", []string{"[A a] [B b] e4 *"},
		[]pgnFault{{1, 1, 9, "x", "not a tag"}, {1, 1, 19, "y", "not a tag"}}},
	{"comment before text that ends like a tag", "1. e4\n{A \"b} e5 \"]\n*", []string{"e4 {A \"b} e5 *"},
		[]pgnFault{{1, 2, 11, "\"", "unexpected"}, {1, 2, 12, "]", "unexpected"}}},
	{"pass with a capital letter", "1. e4 Pass *\n1. d4 *", []string{"e4 *", "d4 *"}, []pgnFault{{1, 1, 7, "Pass", "not a move"}}},
	{"star before a move number of two digits", "1. e4 e5 * 12. Nf3 *", []string{"e4 e5 Nf3 *"}, []pgnFault{{1, 1, 10, "*", "unexpected"}}},
	{"unknown fraction", "1. e4 e5 2. 1/3 *\n1. d4 *", []string{"e4 e5 *", "d4 *"},
		[]pgnFault{{1, 1, 13, "1/3", "not a move"}}},
	{"glyph out of range", "1. e4 $256 $ $1\n$99999999999999999999 e5 *", []string{"e4 $1 e5 *"},
		[]pgnFault{{1, 1, 7, "$256", "from 0 to 255"}, {1, 1, 12, "$", "from 0 to 255"},
			{1, 2, 1, "$99999999999999999999", "from 0 to 255"}}},
	{"unexpected characters", "1. e4 & e5\n2. Nf3 ~ `Nc6 *", []string{"e4 e5 Nf3 Nc6 *"},
		[]pgnFault{{1, 1, 7, "&", "unexpected character"}, {1, 2, 8, "~", "unexpected character"},
			{1, 2, 10, "`", "unexpected character"}}},
	{"68: unclosed comment", "1. e4 {never closed e5 2. Nf3 *\n\n[Event \"F\"]\n\n1. d4 *",
		[]string{"e4 {never closed e5 2. Nf3 *} *", "[Event F] d4 *"},
		[]pgnFault{{1, 1, 7, "{", "not closed"}}},
	{"unclosed comment, closed comment in the next game", "1. e4 {never closed\n\n[Event \"F\"]\n\n1. d4 {closed} *",
		[]string{"e4 {never closed} *", "[Event F] d4 {closed} *"},
		[]pgnFault{{1, 1, 7, "{", "not closed"}}},
	{"unclosed comment, next game without an Event tag",
		"1. e4 {never closed *\n\n[White \"B\"]\n[Black \"C\"]\n\n1. d4 *", []string{"e4 {never closed *} *", "[White B] [Black C] d4 *"},
		[]pgnFault{{1, 1, 7, "{", "not closed"}}},
	{"unclosed comment at the end of the input", "1. d4 *\n\n1. e4\n e5 {never", []string{"d4 *", "e4 e5 {never} *"},
		[]pgnFault{{2, 4, 5, "{", "not closed"}}},
	{"unclosed comment in a variation", "1. e4 (1. d4 {never) *\n\n[Event \"F\"]\n\n*",
		[]string{"e4 ( d4 {never) *} ) *", "[Event F] *"},
		[]pgnFault{{1, 1, 14, "{", "not closed"}, {1, 1, 7, "(", "the variation is not closed"}}},
	{"unclosed comment before a tag with a very long name",
		"1. e4 {never\n\n[" + strings.Repeat("N", 254) + "\"x\"]\n\n1. d4 *",
		[]string{"e4 {never} *", "[" + strings.Repeat("N", 254) + " x] d4 *"}, []pgnFault{{1, 1, 7, "{", "not closed"}}},
	{"unclosed comment before the first move",
		"[Event \"A\"]\n[Result \"1-0\"]\n\n{ Note 1. e4 e5 1-0\n\n[Event \"B\"]\n[Result \"0-1\"]\n\n1. d4 d5 0-1\n",
		[]string{"[Event A] [Result 1-0] {Note 1. e4 e5 1-0} 1-0", "[Event B] [Result 0-1] d4 d5 0-1"},
		[]pgnFault{{1, 4, 1, "{", "not closed"}}},
	{"unclosed comment before the first move, no Event tags",
		"[White \"A\"]\n\n{ Note 1. e4 e5 1-0\n\n[Black \"B\"]\n\n1. d4 d5 0-1\n",
		[]string{"[White A] {Note 1. e4 e5 1-0} *", "[Black B] d4 d5 0-1"}, []pgnFault{{1, 3, 1, "{", "not closed"}}},
	{"unclosed comment that ends like a game, before a brace", "{a\n1. e4 1-0\n[Event \"B\"]\n} 1. d4 *",
		[]string{"{a\n1. e4 1-0} *", "[Event B] d4 *"}, []pgnFault{{1, 1, 1, "{", "not closed"}, {2, 4, 1, "}", "not a tag"}}},
	{"bracket for a brace after the result", "1. e4 1-0 [about e4}\n\n[Event \"B\"]\n\n1. d4 *",
		[]string{"e4 1-0", "[Event B] d4 *"}, []pgnFault{{1, 1, 11, "[", "text follows"}}},
	{"number in text after the result", "1. e4 1-0 won after 35 moves\n\n1. d4 *",
		[]string{"e4 1-0", "d4 *"}, []pgnFault{{1, 1, 11, "won", "text follows"}}},
	{"bracket for a letter at the start of a line", "1. e4 e5 2.\n[f3 Nc6 *\n\n1. d4 *", []string{"e4 e5 f3 Nc6 *", "d4 *"},
		[]pgnFault{{1, 2, 1, "[", "unexpected"}}},
	{"star for a dot or a sign", "1* e4 e5 2.*. Nf3 Nc6 3. Bb5* 3... a6 4. Bxc6 dxc6*\n5. a3 *\n1. d4 *",
		[]string{"e4 e5 Nf3 Nc6 Bb5 a6 Bxc6 dxc6 a3 *", "d4 *"}, []pgnFault{{1, 1, 29, "*", "unexpected"}, {1, 1, 51, "*", "unexpected"}}},
	{"damaged first tag after a game without a result", "1. e4\n\n{Event \"B\"]\n[Site \"S\"]\n\n1. d4 *",
		[]string{"e4 *", "[Site S] d4 *"}, []pgnFault{{2, 3, 1, "{Event \"B\"]", "not a tag"}}},
	{"damaged first tag on the line after the result", "1. e4 *\n{Event \"B\"]\n[Site \"S\"]\n1. d4 *",
		[]string{"e4 *", "[Site S] d4 *"}, []pgnFault{{2, 2, 1, "{Event \"B\"]", "not a tag"}}},
	{"damaged first tag that begins like a move number", "0White \"A\"]\n1. e4 *", []string{"e4 *"},
		[]pgnFault{{1, 1, 1, "0White", "not a tag"}}},
	{"damaged tags", "[Event \"A\"]\n\u00dbSite \"S\"]\n_Date \"D\"]\n[Round \"R\n\"]\n[White \"W\"]*[Black \"B\"]\n[Result \"1\n0\"]\n\n1. e4 *",
		[]string{"[Event A] [Round R] [White W] [Black B] [Result 1] e4 *"},
		[]pgnFault{{1, 2, 1, "\u00dbSite", "not a tag"}, {1, 3, 1, "_Date", "not a tag"}, {1, 4, 1, "[Round \"R", "not closed"},
			{1, 5, 1, "\"]", "not a tag"}, {1, 6, 12, "*", "not a tag"}, {1, 7, 1, "[Result \"1", "not closed"}, {1, 8, 1, "0", "not a tag"}}},
	{"unclosed comment before the tags", "{never\n[Event \"F\"]\n\n1. d4 *", []string{"[Event F] {never} d4 *"},
		[]pgnFault{{1, 1, 1, "{", "not closed"}}},
	{"unclosed reserved text", "1. e4 <never e5 *\n\n[Event \"F\"]\n\n1. d4 *", []string{"e4 e5 *", "[Event F] d4 *"},
		[]pgnFault{{1, 1, 7, "<", "not closed"}}},
	{"60: too many closing parentheses", "1. e4 e5 )) 2. Nf3 *\n1. d4 *", []string{"e4 e5 Nf3 *", "d4 *"},
		[]pgnFault{{1, 1, 10, ")", "no variation is open"}, {1, 1, 11, ")", "no variation is open"}}},
	{"60: too many opening parentheses", "1. e4 e5 ((( c5 ))) 2. Nf3 *", []string{"e4 e5 Nf3 *"},
		[]pgnFault{{1, 1, 11, "(", "before any move"}}},
	{"49: promotions to a queen and to a king in parentheses",
		"[FEN \"8/PPPPk3/8/8/8/8/4K3/8 w - - 0 1\"]\n\n1. a8(Q) Ke6 2. b8(K) *",
		[]string{"[FEN 8/PPPPk3/8/8/8/8/4K3/8 w - - 0 1] a8=Q Ke6 *"}, []pgnFault{{1, 3, 17, "b8", "is missing"}}},
	{"illegal move before text that ends like a tag", "1. d4\nd4 \"b\"]\n2. c4 *", []string{"d4 *"},
		[]pgnFault{{1, 2, 1, "d4", "does not move from d7 to d4"}}},
	{"tag without its bracket, letters, digits, and _ in its name", "[A \"a\"]\nZz_09 \"b\"]\n[B \"b\"]\n\n1. e4 *",
		[]string{"[A a] [B b] e4 *"},
		[]pgnFault{{1, 2, 1, "Zz_09", "not a tag"}}},
	{"tag that spans too many lines", "[White \"A\"\n\n\n\n\n\n]\n[Black \"B\"]\n\n1. e4 *",
		[]string{"[White A] [Black B] e4 *"},
		[]pgnFault{{1, 1, 1, "[White \"A\"", "not closed"}, {1, 7, 1, "]", "not a tag"}}},
	{"variation before any move", "(1. d4) 1. e4 *", []string{"e4 *"}, []pgnFault{{1, 1, 1, "(", "before any move"}}},
	{"unclosed variation", "1. e4 (1. d4 d5 1-0\n\n[Event \"F\"]\n\n1. c4 *",
		[]string{"e4 ( d4 d5 ) 1-0", "[Event F] c4 *"},
		[]pgnFault{{1, 1, 7, "(", "the variation is not closed"}}},
	{"unclosed variation, no result", "1. e4 (1. d4 (1. c4 c5)\n\n[Event \"F\"]\n\n1. f4 *",
		[]string{"e4 ( d4 ) ( c4 c5 ) *", "[Event F] f4 *"},
		[]pgnFault{{1, 1, 7, "(", "the variation is not closed"}}},
	{"stray closing brace", "1. e4 {a {b} c} e5 *\n1. d4 *", []string{"e4 {a {b} e5 *", "d4 *"},
		[]pgnFault{{1, 1, 14, "c", "not a move"}}},
	{"percent sign after the first word of a line", "e4 % e5\n *", []string{"e4 e5 *"},
		[]pgnFault{{1, 1, 4, "%", "unexpected character"}}},
	{"percent sign within a line", "1. e4 % e5\n *", []string{"e4 e5 *"},
		[]pgnFault{{1, 1, 7, "%", "unexpected character"}}},
	{"bracket within a line", "1. e4 [ e5 ] *", []string{"e4 e5 *"},
		[]pgnFault{{1, 1, 7, "[", "unexpected character"}, {1, 1, 12, "]", "unexpected character"}}},

	{"68: unclosed tag", "[Event \"E\"\n[Site \"S\"]\n\n1. e4 *", []string{"[Event E] [Site S] e4 *"},
		[]pgnFault{{1, 1, 1, `[Event "E"`, "not closed"}}},
	{"unclosed tag value", "[Event \"E]\n[Site \"S\"]\n\n1. e4 *", []string{"[Event E] [Site S] e4 *"},
		[]pgnFault{{1, 1, 1, `[Event "E]`, "not closed"}}},
	{"57: backslash before the last quote", "[Annotator \"C:\\Games\\\"]\n[Site \"S\"]\n\n1. e4 *",
		[]string{`[Annotator C:\Games\] [Site S] e4 *`},
		[]pgnFault{{1, 1, 1, `[Annotator "C:\Games\"]`, "not closed"}}},
	{"tag without its opening bracket", "[Event \"E\"]\nSite \"S\"]\n[Date \"D\"]\n\n1. e4 *\n\n1. d4 *",
		[]string{"[Event E] [Date D] e4 *", "d4 *"},
		[]pgnFault{{1, 2, 1, "Site", ""}}},
	{"first tag without its opening bracket", "Event \"E\"]\n[Date \"D\"]\n\n1. e4 *\n\n1. d4 *",
		[]string{"[Date D] e4 *", "d4 *"},
		[]pgnFault{{1, 1, 1, "Event", ""}}},
	{"last tag without its opening bracket", "[Event \"E\"]\n  Site \"S\"]\n\n1. e4 *\n\n1. d4 *",
		[]string{"[Event E] e4 *", "d4 *"},
		[]pgnFault{{1, 2, 3, "Site", ""}}},
	{"illegal first move, next game on the next line", "[White \"A\"]\n1. e5 e5 1-0\n[White \"B\"]\n1. d4 *",
		[]string{"[White A] 1-0", "[White B] d4 *"},
		[]pgnFault{{1, 2, 4, "e5", "a pawn does not move from e2 to e5"}}},
	{"illegal first move without a move number", "[White \"A\"]\ne5 0-1\n[White \"B\"]\nd4 *",
		[]string{"[White A] 0-1", "[White B] d4 *"},
		[]pgnFault{{1, 2, 1, "e5", "a pawn does not move from e2 to e5"}}},
	{"illegal first move on the line of the tags", "[White \"A\"] e5 0-1\n[White \"B\"] d4 *",
		[]string{"[White A] 0-1", "[White B] d4 *"},
		[]pgnFault{{1, 1, 13, "e5", "a pawn does not move from e2 to e5"}}},
	{"word after a tag", "[Event \"E\"] xyz\n[Site \"S\"]\n\n1. e4 *\n\n1. d4 *",
		[]string{"[Event E] [Site S] e4 *", "d4 *"},
		[]pgnFault{{1, 1, 13, "xyz", ""}}},
	{"unquoted tag value", "[White \"A\"]\n[Event E]\n[Site \"S\"]\n\n1. e4 *",
		[]string{"[White A] [Site S] e4 *"},
		[]pgnFault{{1, 2, 1, "[Event E]", "not in quotes"}}},
	{"tag without name", "  [\"E\"]\n[Site \"S\"]\n\n1. e4 *", []string{"[Site S] e4 *"},
		[]pgnFault{{1, 1, 3, "[\"E\"]", "no name"}}},
	{"tag without value", "[Event]\n\n1. e4 *", []string{"e4 *"},
		[]pgnFault{{1, 1, 1, "[Event]", "not in quotes"}}},
	{"faulty tag after another one on the same line", "[Site \"S\"] [Event E]\n\n1. e4 *",
		[]string{"[Site S] e4 *"},
		[]pgnFault{{1, 1, 12, "[Event E]", "not in quotes"}}},

	{"faulty FEN", "[Event \"E\"]\n[FEN \"8/8/8 w\"]\n[Site \"S\"]\n\n1. e4 {x} (1. d4) *\n\n1. d4 *",
		[]string{"[Event E] [FEN 8/8/8 w] [Site S] *", "d4 *"}, []pgnFault{{1, 2, 1, "", "FEN"}}},
	{"FEN without a king", "[SetUp \"1\"]\n [FEN \"8/8/8/8/8/8/8/K7 w - - 0 1\"]\n[Site \"S\"]\n\n1. Ka2 *\n\n1. d4 *",
		[]string{"[SetUp 1] [FEN 8/8/8/8/8/8/8/K7 w - - 0 1] [Site S] *", "d4 *"}, []pgnFault{{1, 2, 2, "", "FEN"}}},
	{"unknown variant", "[Variant \"Blitz\"]\n\n1. e4 *\n\n[Variant \"-\"]\n\n1. d4 *", []string{"[Variant Blitz] e4 *", "[Variant -] d4 *"}, nil},
	{"unsupported variant",
		"[Event \"E\"]\n[Variant \"Crazyhouse\"]\n[Site \"S\"]\n\n1. e4 d5 2. exd5 Qxd5 3. P@d4 *\n\n1. d4 *",
		[]string{"[Event E] [Variant Crazyhouse] [Site S] *", "d4 *"},
		[]pgnFault{{1, 2, 1, "Crazyhouse", "the variant is not supported"}}},
}

// readCuts are different ways to deliver the same bytes to a reader.
var readCuts = []struct {
	name string
	cut  func(io.Reader) io.Reader
}{
	{"whole", func(r io.Reader) io.Reader { return r }},
	{"one byte", iotest.OneByteReader},
	{"half", iotest.HalfReader},
	{"error with data", iotest.DataErrReader},
}

// testReading reads input with every entry of readCuts and checks the games and the faults.
func testReading(t *testing.T, input string, games []string, faults []pgnFault) {
	for _, c := range readCuts {
		got, gotFaults, err := readOutlines(c.cut(strings.NewReader(input)))
		if err != nil {
			t.Errorf("%s: reading %q: error %v, want nil", c.name, input, err)
		}
		if diff := cmp.Diff(games, got); diff != "" {
			t.Errorf("%s: games of %q (-want +got):\n%s", c.name, input, diff)
		}
		checkFaults(t, input, gotFaults, faults)
		if t.Failed() {
			t.Fatalf("%s: skipping the other entries of readCuts", c.name)
		}
	}
}

func TestReadPGN(t *testing.T) {
	for _, test := range slices.Concat(readingCases, faultCases) {
		t.Run(test.name, func(t *testing.T) { testReading(t, test.input, test.games, test.faults) })
	}
}

// TestReadLineEnds checks that CRLF and CR line endings give the same games and faults as LF.
func TestReadLineEnds(t *testing.T) {
	for _, test := range slices.Concat(readingCases, faultCases) {
		t.Run(test.name, func(t *testing.T) {
			unix := strings.ReplaceAll(test.input, "\r\n", "\n")
			testReading(t, strings.ReplaceAll(unix, "\n", "\r\n"), test.games, test.faults)
			testReading(t, strings.ReplaceAll(unix, "\n", "\r"), test.games, test.faults)
		})
	}
}

// TestReadByteOrderMark checks that a byte order mark changes nothing except the columns in the
// first line.
func TestReadByteOrderMark(t *testing.T) {
	for _, test := range slices.Concat(readingCases, faultCases) {
		t.Run(test.name, func(t *testing.T) {
			var faults []pgnFault
			for _, f := range test.faults {
				if f.line == 1 {
					f.column = 0
				}
				faults = append(faults, f)
			}
			testReading(t, "\ufeff"+test.input, test.games, faults)
		})
	}
}

// TestReadAfterAnything checks that a preceding game does not change how a text is read, and that
// the game after the text is read.
func TestReadAfterAnything(t *testing.T) {
	for _, test := range slices.Concat(readingCases, faultCases) {
		t.Run(test.name, func(t *testing.T) {
			const before, after = "[Event \"before\"]\n\n1. c4 {x} c5 1-0\n\n", "\n\n[Event \"after\"]\n\n1. g4 0-1\n"
			want := slices.Concat([]string{"[Event before] c4 {x} c5 1-0"}, test.games, []string{"[Event after] g4 0-1"})
			got, faults, err := readOutlines(strings.NewReader(before + test.input + after))
			if err != nil {
				t.Fatalf("reading %q: error %v, want nil", test.input, err)
			}
			// A comment without a game belongs to the next game.
			if diff := cmp.Diff(want, got); diff != "" && test.name != "62: only a comment" {
				t.Errorf("games around %q (-want +got):\n%s", test.input, diff)
			}
			if len(faults) != len(test.faults) {
				t.Errorf("reading %q between other games: %d faults, want %d", test.input, len(faults), len(test.faults))
			}
		})
	}
}

// TestReadPGNRoundTrip checks that every game, with or without faults, can be written and read back
// equal, unless its start position is unknown.
func TestReadPGNRoundTrip(t *testing.T) {
	for _, test := range slices.Concat(readingCases, faultCases) {
		t.Run(test.name, func(t *testing.T) {
			for g, err := range NewPGNReader(strings.NewReader(test.input)).All() {
				if !startUnknown(err) {
					checkRoundTrip(t, g)
				}
			}
		})
	}
}

// startUnknown reports whether err says that the start position of a game is unknown.
func startUnknown(err error) bool {
	return slices.ContainsFunc(pgnErrors(err), func(e *PGNError) bool {
		return strings.Contains(e.Detail, "FEN tag") || strings.Contains(e.Detail, "variant")
	})
}

// checkRoundTrip writes g, reads it back, and checks that the games are equal.
func checkRoundTrip(t *testing.T, g *Game) {
	t.Helper()
	text := g.String()
	r := NewPGNReader(strings.NewReader(text))
	r.Rules = g.Rules()
	back, err := r.Read()
	if err != nil {
		t.Fatalf("reading %q: error %v, want nil", text, err)
	}
	if _, err := r.Read(); err != io.EOF {
		t.Fatalf("reading %q: error %v after the first game, want %v", text, err, io.EOF)
	}
	if !back.Equal(g) || !g.Equal(back) {
		t.Errorf("%q reads back as another game:\n%s", text, cmp.Diff(outline(g), outline(back)))
	}
	if again := back.String(); again != text {
		t.Errorf("%q is written as %q after reading it back", text, again)
	}
	result := g.RecordedOutcome().Result
	if result == Unfinished && !g.text.unchanged {
		result = g.Outcome().Result
	}
	if p := g.Position(); !p.HasLegalMove() {
		result = p.Outcome().Result
	}
	if got := back.Tag("Result"); got != result.String() {
		t.Errorf("%q reads back with the Result tag %q, want %v", text, got, result)
	}
	if diff := cmp.Diff(lineWords(g.Root()), lineWords(back.Root())); diff != "" {
		t.Errorf("moves of %q (-want +got):\n%s", text, diff)
	}
	for _, tag := range g.Tags() {
		switch strings.ToLower(tag.Name) {
		case "result", "termination":
			continue // derived from the outcome
		case "fen", "variant":
			continue // may contradict the start position
		}
		if !slices.Contains(back.Tags(), tag) && tag.Name != "SetUp" {
			t.Errorf("%q reads back without the tag %v", text, tag)
		}
		if back.tagIndex(tag.Name) < 0 {
			t.Errorf("%q reads back without a tag %s", text, tag.Name)
		}
	}
}

// TestPGNErrorFields checks every field and the message of a PGNError.
func TestPGNErrorFields(t *testing.T) {
	const input = "1. d4 *\n\n[White \"A\"]\n[Black \"B\"]\n\n1. e4 d5 2. Bb5+ Nc6\n3. Nf3 Nb4 *"
	r := NewPGNReader(strings.NewReader(input))
	if _, err := r.Read(); err != nil {
		t.Fatalf("Read() = %v, want nil", err)
	}
	g, err := r.Read()
	var fault *PGNError
	if !errors.As(err, &fault) {
		t.Fatalf("Read() = %v, want a PGNError", err)
	}
	type fields struct {
		Game               int
		White, Black       string
		Line, Column, Move int
		Turn               Color
		IsMove             bool
		Token, Reason      string
	}
	want := fields{2, "A", "B", 7, 8, 3, Black, true, "Nb4", "the knight on c6 is pinned by the bishop on b5"}
	got := fields{fault.Game, fault.White, fault.Black, fault.Line, fault.Column,
		fault.Position.FullmoveNumber(), fault.Position.Turn(), fault.IsMove, fault.Token, fault.Detail}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Errorf("fault of %q (-want +got):\n%s", input, diff)
	}
	if p := g.Position(); p != fault.Position {
		t.Errorf("Position of the fault = %v, want the last position of the game, %v", fault.Position.FEN(), p.FEN())
	}
	const message = "PGN line 7, column 8: game 2 (A - B): 3... Nb4: the knight on c6 is pinned by the bishop on b5"
	if err.Error() != message {
		t.Errorf("Error() = %q, want %q", err.Error(), message)
	}
	var illegal *MoveError
	if !errors.As(err, &illegal) || !errors.Is(err, ErrIllegal) || illegal.Why != Pinned || illegal.By != B5 {
		t.Errorf("the fault wraps %v, want a MoveError with reason %v and By %v", fault.Err, Pinned, B5)
	}
	for text, want := range map[string]string{
		"1. e4 -- *": "[PGN line 1, column 7: warning: game 1 (? - ?): 1... --: no side may pass in a game]",
		"1. Ng1f3 *": "[PGN line 1, column 4: warning: game 1 (? - ?): 1. Ng1f3: the standard form of this move is Nf3]",
	} {
		r = newStrictReader(text)
		r.Read()
		if got := fmt.Sprint(r.Faults()); got != want {
			t.Errorf("Faults() of %q = %s, want %s", text, got, want)
		}
	}
	if got, want := (&PGNError{White: "a\nb", Detail: "c"}).Fault(), "game 0 (a\uFFFDb - ?): c"; got != want {
		t.Errorf("Fault() of a name of two lines = %q, want %q", got, want)
	}
}

func TestPGNErrorOfFEN(t *testing.T) {
	const pgn = "[FEN \"8/8 w\"]\n\n*"
	_, err := ParsePGN(pgn)
	var invalid *FENError
	if !errors.As(err, &invalid) {
		t.Errorf("ParsePGN(%q) = %v, want an error that wraps a FENError", pgn, err)
	}
}

// TestPGNErrorIsShort checks that the message for a long token is short, and that a letter of two bytes
// remains one.
func TestPGNErrorIsShort(t *testing.T) {
	for _, input := range []string{
		"1. " + strings.Repeat("x", 10_000) + " *",
		"[" + strings.Repeat("x", 10_000) + "]\n\n*",
		"[FEN \"" + strings.Repeat("x", 10_000) + "\"]\n\n*",
		"[" + strings.Repeat("é", 10_000) + "]\n\n*",
		"[x" + strings.Repeat("é", 10_000) + "]\n\n*",
	} {
		_, err := ParsePGN(input)
		if err == nil || len(err.Error()) > 500 || strings.Contains(err.Error(), "Ã") {
			t.Errorf("ParsePGN(%.20q…): error message %v of %d bytes, want at most 500", input, err, len(fmt.Sprint(err)))
		}
	}
}

// TestReadManyFaults checks that one error lists at most 100 faults of a game, of any kind,
// and that the next game is read.
func TestReadManyFaults(t *testing.T) {
	for _, test := range []struct{ before, fault, after string }{
		{"1. e4 ", "& ", "*"},
		{"1. e4 ", ") ", "*"},
		{"1. e4 ", "$999 ", "*"},
		{"1. e4 ", "(1. e5 & ) ", "*"},
		{"1. e4 ", "(1. e5) ", "*"},
		{"1. e4 (1. d4 ", "& ", "*"},
		{"", "[White A]\n", "\n1. e4 *"},
		{"", "[]\n", "\n1. e4 *"},
		{"[A \"a\"]\n", "B \"b\"]\n", "\n1. e4 e4 *"},
		{"[FEN \"x\"]\n", "B \"b\"]\n", "\n1. e4 e4 *"},
	} {
		text := test.before + strings.Repeat(test.fault, 1000) + test.after + "\n\nA heading\n\n[Event \"E\"]\n\n1. d4 *"
		r := NewPGNReader(strings.NewReader(text))
		r.Read()
		if n := len(r.Faults()); n != 100 {
			t.Errorf("1000 times %q: %d faults, want 100", test.fault, n)
		} else if last := r.Faults()[n-1]; last.IsMove || !strings.HasPrefix(last.Detail, "too many errors") {
			t.Errorf("1000 times %q: the last fault is %v", test.fault, last)
		}
		if g, err := r.Read(); err != nil || outline(g) != "[Event E] d4 *" || len(r.Faults()) != 1 || !r.Faults()[0].Outside {
			t.Errorf("Read() after 1000 times %q = %v with the faults %v, want nil, the next game, and the heading", test.fault, err, r.Faults())
		}
	}
	skipped := newStrictReader("1. e4 Ke3 " + strings.Repeat("< ", maxUnknownWords+1) + "*")
	if _, err := skipped.Read(); len(skipped.Faults()) != 1 {
		t.Errorf("angle brackets after an illegal move: error %v, want one about the move alone", err)
	}
}

// TestReadFaultEverywhere inserts an invalid move at every place in a game with all kinds of
// tokens. The fault must be reported at that place, and the next game must be read whole.
func TestReadFaultEverywhere(t *testing.T) {
	const game = "[Event \"E\"]\n\n1. e4 $1 {one\ntwo} (1. d4 ; x\n d5 2. c4) 1... e5 2.Nf3 Nc6 <r\n" +
		"> 3. Bb5 \x00\t a6! *\n"
	lines := strings.Split(game, "\n")
	for i, line := range lines {
		for j := range len(line) + 1 {
			if j > 0 && line[j-1] != ' ' || i < 2 || line == "" {
				continue
			}
			t.Run(fmt.Sprintf("%d:%d", i+1, j+1), func(t *testing.T) {
				changed := slices.Clone(lines)
				changed[i] = line[:j] + "Qa9 " + line[j:]
				text := strings.Join(changed, "\n")
				games, faults, err := readOutlines(strings.NewReader(text + "\n[Event \"F\"]\n\n1. d4 *"))
				if err != nil || len(games) != 2 || games[1] != "[Event F] d4 *" {
					t.Fatalf("reading %q = %q, %v, want two games, the second one whole", text, games, err)
				}
				if insideOther(lines, i, j) {
					checkFaults(t, text, faults, nil)
					return
				}
				reason := "not a move"
				if i == 2 && j == 0 {
					reason = "not a tag"
				}
				checkFaults(t, text, faults, []pgnFault{{1, i + 1, j + 1, "Qa9", reason}})
			})
		}
	}
}

// insideOther reports whether a place is in a comment, in reserved text, or after the end of the
// game.
func insideOther(lines []string, i, j int) bool {
	text := strings.Join(lines[:i], "\n") + "\n" + lines[i][:j]
	line := lines[i][:j]
	return strings.Count(text, "{") > strings.Count(text, "}") || strings.Count(text, "<") > strings.Count(text, ">") ||
		strings.Contains(line, ";") || strings.Contains(text, "*")
}

// TestReadError checks that if the underlying reader fails, wherever that is, every way to read a
// stream returns the games whose result has been read, and then the error each time that it is
// called.
func TestReadError(t *testing.T) {
	broken := errors.New("broken")
	text := "[Event \"E\"] [Site \"S\"]\n\n1. e4 e5 2. Nf3 {a\n[b]} 1/2-1/2 {c}\n\n[Event \"F\"]\n\n1. d4 {a} (1. c4 $1 *) d5 1-0\n" +
		"e4 [%clk 0:01] (=) e5 2 O - O & O-O <b> 0-1\n\n1. e4 (1. d4 *\n\n[Result \"0-0\"]\n\n1. a3 0-0\n\n[Event "
	ends := []int{strings.Index(text, " {c}"), strings.Index(text, "\ne4 ["), strings.Index(text, "\n\n1. e4 (1"), strings.Index(text, "[Result"), len(text) - len("[Event ")}
	for n := range len(text) {
		want := 0
		for want < len(ends) && ends[want] <= n {
			want++
		}
		cut := func() io.Reader { return io.MultiReader(strings.NewReader(text[:n]), iotest.ErrReader(broken)) }
		r := NewPGNReader(iotest.OneByteReader(cut()))
		games := 0
		g, err := r.Read()
		for ; g != nil; g, err = r.Read() {
			games++
		}
		if _, again := r.Read(); games != want || err != broken || again != broken {
			t.Errorf("reading %q and an error: %d games, error %v, then %v, want %d, %v", text[:n], games, err, again, want, broken)
		}
		s := NewPGNScanner(cut())
		judged := len(slices.Collect(Arbiter{}.JudgePGN(s)))
		scanned, scanErr := scanAll(cut(), 2)
		split, splitErrs := 0, 0
		for part, err := range SplitPGN(failingAt{strings.NewReader(text), int64(n)}, 0, int64(len(text))) {
			if err == errRead {
				splitErrs++
				break
			}
			split += scanPart(part.Scanner()).games
		}
		if judged != want || scanned.games != want || split != want || s.Err() != broken || scanErr != broken || splitErrs != 1 {
			t.Errorf("%q and an error: JudgePGN, ScanPGN, and SplitPGN find %d, %d, and %d games, %v, %v, %d errors, want %d",
				text[:n], judged, scanned.games, split, s.Err(), scanErr, splitErrs, want)
		}
	}
}

// TestReadTimeout checks that an error that the underlying reader returns only once is reported and
// not mistaken for the end of the stream.
func TestReadTimeout(t *testing.T) {
	r := NewPGNReader(iotest.TimeoutReader(iotest.OneByteReader(strings.NewReader("1. e4 e5 *"))))
	var err error
	for range 3 {
		if _, err = r.Read(); err != nil {
			break
		}
	}
	if err != iotest.ErrTimeout {
		t.Errorf("Read() = %v, want %v", err, iotest.ErrTimeout)
	}
}

// A lazyReader returns neither data nor an error.
type lazyReader struct{}

func (lazyReader) Read([]byte) (int, error) { return 0, nil }

func TestReadNoProgress(t *testing.T) {
	if _, err := NewPGNReader(lazyReader{}).Read(); err != io.ErrNoProgress {
		t.Errorf("Read() from a lazyReader = %v, want %v", err, io.ErrNoProgress)
	}
}

func TestReadAtEnd(t *testing.T) {
	r := NewPGNReader(strings.NewReader("1. e4 *"))
	if g, err := r.Read(); g == nil || err != nil {
		t.Fatalf("Read() = %v, %v, want a game", g, err)
	}
	for range 3 {
		if g, err := r.Read(); g != nil || err != io.EOF {
			t.Errorf("Read() at the end = %v, %v, want %v", g, err, io.EOF)
		}
	}
}

func TestAll(t *testing.T) {
	r := NewPGNReader(strings.NewReader("1. e4 *\n1. e5 *\n1. d4 *\n1. c4 *\n1. f4 *"))
	var got []string
	for g, err := range r.All() {
		got = append(got, fmt.Sprintf("%s, %d faults", outline(g), len(pgnErrors(err))))
		if len(got) == 3 {
			break
		}
	}
	want := []string{"e4 *, 0 faults", "*, 1 faults", "d4 *, 0 faults"}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Errorf("first three games of All() (-want +got):\n%s", diff)
	}
	if g, err := r.Read(); err != nil || outline(g) != "c4 *" {
		t.Errorf("Read() after leaving All = %v, %v, want the fourth game", g, err)
	}
	r.Workers = 2
	for g, err := range r.All() {
		if err != nil || outline(g) != "f4 *" {
			t.Errorf("All() with workers after Read = %v, %v, want the fifth game", g, err)
		}
	}
}

// TestAllWorkers checks that All delivers the same with several workers as with one, wherever the
// input is split.
func TestAllWorkers(t *testing.T) {
	broken := errors.New("broken")
	read := func(text string, workers int) (results []string) {
		r := NewPGNReader(io.MultiReader(strings.NewReader(text), iotest.ErrReader(broken)))
		r.Workers, r.Strict = workers, true
		for g, err := range r.All() {
			result := fmt.Sprintf("at %d: %v", r.GameOffset(), err)
			if g != nil {
				result += " " + outline(g)
			}
			for _, f := range r.Faults() {
				result += fmt.Sprintf(", game %d line %d: %v", f.Game, f.Line, f)
			}
			results = append(results, result)
		}
		if _, err := r.Read(); err != broken {
			t.Errorf("%d workers: Read() after All: error = %v, want %v", workers, err, broken)
		}
		return results
	}
	for _, test := range parallelStreams[:deep.Times(6, len(parallelStreams)/6)] {
		text := repeatGames(test.games, 3*pgntext.PartSize)
		if !slices.Equal(read(text, 3), read(text, 1)) {
			t.Errorf("%s: games differ with 3 workers", test.name)
		}
	}
	for workers := 1; workers <= 2; workers++ {
		r := NewPGNReader(strings.NewReader("[Event \"a\"]\n\n1. e4 *\n% after the last game\n"))
		r.Workers, r.Strict = workers, true
		for range r.All() {
		}
		if f := r.Faults(); len(f) != 1 || f[0].Game != 1 || f[0].Line != 4 {
			t.Errorf("%d workers: Faults() after All = %v, want a warning in line 4", workers, f)
		}
	}
	r := NewPGNReader(strings.NewReader(repeatGames(parallelStreams[0].games, 3*pgntext.PartSize)))
	r.Workers = 2
	for range r.All() {
		break
	}
	if g, err := r.Read(); g != nil || err != errReadAhead {
		t.Errorf("Read() after leaving All with 2 workers = %v, %v, want %v", g, err, errReadAhead)
	}
}

func TestParsePGN(t *testing.T) {
	g, err := ParsePGN("1. e4 *\n1. d4 *")
	if err != nil || outline(g) != "e4 *" {
		t.Errorf("ParsePGN(%q) = %v, %v, want the first game", "1. e4 *\n1. d4 *", g, err)
	}
	for _, empty := range []string{"", "\n", "\ufeff", "% nothing\n"} {
		if g, err := ParsePGN(empty); g != nil || err != io.EOF {
			t.Errorf("ParsePGN(%q) = %v, %v, want %v", empty, g, err, io.EOF)
		}
	}
}

// TestReadLongComment checks that a comment longer than any buffer is kept whole, even if the
// buffer ends inside a character (59).
func TestReadLongComment(t *testing.T) {
	for shift := range 4 {
		comment := strings.Repeat("x", shift) + strings.Repeat("é—♞", 30_000)
		g, err := ParsePGN("1. e4 {" + comment + "} e5 ;" + comment + "\n*")
		if err != nil {
			t.Fatalf("reading a comment of %d bytes: error %v, want nil", len(comment), err)
		}
		if e4 := g.Root().Next(); e4.Comments()[0] != comment || e4.Next().Comments()[0] != comment {
			t.Errorf("reading a comment of %d bytes twice: comments of %d and %d bytes, want the same text twice",
				len(comment), len(e4.Comments()[0]), len(e4.Next().Comments()[0]))
		}
	}
}

// TestReadAcrossBuffers reads a game with all kinds of tokens and puts the end of the reader's
// buffer at every byte of it (59).
func TestReadAcrossBuffers(t *testing.T) {
	const game = "[Event \"a \\\" b\"]\n[Site \"S\"]\n\n1. e4 $14 {one\ntwo} (1. d4 ; x\n1... d5 2. c4) " +
		"1... e5 2. Nf3\u00a0Nc6 <r>\n% y\n3. Bb5 a6!? 4. O-O e.p. 1/2-1/2 {z}\n"
	const want = "[Event a \" b] [Site S] e4 $14 {one\ntwo} ( d4 {x} d5 c4 ) e5 Nf3 Nc6 Bb5 a6 $5 O-O {z} 1/2-1/2"
	for shift := range len(game) {
		padding := bytes.Repeat([]byte{'\n'}, 1<<16-shift)
		games, faults, err := readOutlines(io.MultiReader(bytes.NewReader(padding), strings.NewReader(game)))
		if err != nil || len(faults) > 0 || len(games) != 1 || games[0] != want {
			t.Fatalf("with the buffer ending %d bytes into the game, reading = %q, %v, %v, want %q",
				shift, games, faults, err, want)
		}
	}
}

// TestReadLinesAcrossBuffers checks that the line and column of a fault are right wherever the
// reader's buffer ends, even between CR and LF.
func TestReadLinesAcrossBuffers(t *testing.T) {
	for _, end := range []string{"\n", "\r\n", "\r"} {
		for shift := range 8 {
			text := strings.Repeat(" ", shift) + strings.Repeat(end, 1<<16) + "1. e4" + end + " e4 *"
			_, faults, err := readOutlines(strings.NewReader(text))
			if err != nil || len(faults) != 1 || faults[0].Line != 1<<16+2 || faults[0].Column != 2 {
				t.Fatalf("line ending %q, shifted by %d: faults %v, error %v, want one fault at %d:2",
					end, shift, faults, err, 1<<16+2)
			}
		}
	}
}

// TestReadManyLineEnds checks that a long run of line endings is not mistaken for a reader that
// makes no progress.
func TestReadManyLineEnds(t *testing.T) {
	for _, end := range []string{"\n", "\r\n", "\r", "\x00", " "} {
		text := strings.Repeat(end, 1000)
		for _, c := range readCuts {
			games, faults, err := readOutlines(c.cut(strings.NewReader("1. e4" + text + "e5 *" + text)))
			if err != nil || len(faults) > 0 || len(games) != 1 || games[0] != "e4 e5 *" {
				t.Errorf("%s: reading 1000 times %q = %q, %v, %v, want one game, e4 e5 *",
					c.name, end, games, faults, err)
			}
		}
	}
}

// TestReadLongLines checks that the limit on the length of tags does not limit the length of lines.
func TestReadLongLines(t *testing.T) {
	moves := strings.Repeat("Nf3 Nf6 Ng1 Ng8 ", 10_000)
	games := 0
	for g, err := range NewPGNReader(strings.NewReader(strings.Repeat(`[Event "E"] [Site "S"] `+moves+"* ", 3))).All() {
		if err != nil || g.Plies() != 40_000 || g.Tag("Site") != "S" {
			t.Fatalf("reading a game on a long line: error %v, want nil and the whole game", err)
		}
		games++
	}
	if games != 3 {
		t.Errorf("%d games on one line, want 3", games)
	}
}

// TestReadLongGame reads a game of 2,000 moves with deeply nested variations (66).
func TestReadLongGame(t *testing.T) {
	moves := strings.Repeat("Nf3 Nf6 Ng1 Ng8 ", 1000)
	nest := strings.Repeat("Nf3 (Nc3 Nf6 (Nc6 Nf3 (Nb1 Nf6 (Nb8 ", 50) + strings.Repeat(")", 200)
	g, err := ParsePGN(moves + nest + " *")
	if err != nil {
		t.Fatalf("ParsePGN of a long game = %v, want nil", err)
	}
	if g.Plies() != 4001 {
		t.Errorf("Plies() = %d, want 4001", g.Plies())
	}
	depth, n := 0, g.LastNode()
	for n.Exists() {
		n = n.Parent()
		for child := range n.Children() {
			n = child // the last one
		}
		n = n.Next()
		depth++
	}
	if depth != 200 {
		t.Errorf("variations are nested %d deep, want 200", depth)
	}
	back, err := ParsePGN(g.String())
	if err != nil || !back.Equal(g) {
		t.Errorf("a long game does not read back equal: error %v", err)
	}
}

// FuzzPGNReader checks that no text makes reading panic, that the result does not depend on how the
// bytes are delivered, and that every game can be written and read back equal.
func FuzzPGNReader(f *testing.F) {
	for _, test := range slices.Concat(readingCases, faultCases) {
		f.Add([]byte(test.input))
	}
	f.Add([]byte(skippedGame))
	f.Fuzz(func(t *testing.T, text []byte) {
		if len(text) > 10_000 {
			return
		}
		var games []string
		var faults []*PGNError
		r := NewPGNReader(bytes.NewReader(text))
		for g, err := range r.All() {
			if g == nil {
				t.Fatalf("All() ends with %v, want nil", err)
			}
			games = append(games, outline(g))
			faults = append(faults, r.Faults()...)
			if !startUnknown(err) {
				checkRoundTrip(t, g)
			}
		}
		faults = append(faults, r.Faults()...)
		for _, c := range readCuts[1:] {
			cut, cutFaults, err := readOutlines(c.cut(bytes.NewReader(text)))
			if diff := cmp.Diff(games, cut); diff != "" || err != nil {
				t.Fatalf("%s: games differ, error %v (-whole +cut):\n%s", c.name, err, diff)
			}
			if diff := cmp.Diff(faultTexts(faults), faultTexts(cutFaults)); diff != "" {
				t.Fatalf("%s: faults differ (-whole +cut):\n%s", c.name, diff)
			}
		}
		want := scanPart(NewPGNScanner(bytes.NewReader(text)))
		if got, err := scanAll(bytes.NewReader(text), 2); err != nil || !slices.Equal(got.found, want.found) {
			t.Fatalf("ScanPGN with two workers finds %v, %v, want %v", got.found, err, want.found)
		}
	})
}

// faultTexts returns the message, the token, and the position of each fault.
func faultTexts(faults []*PGNError) []string {
	var texts []string
	for _, f := range faults {
		texts = append(texts, fmt.Sprintf("%v, token %q, in %v", f, f.Token, f.Position.FEN()))
	}
	return texts
}

// An oddCase is a text that deviates from the standard, the outlines of its games as a person reads
// it, and the faults that a strict reader finds, as "LINE:COLUMN TOKEN: REASON" with "w " before a
// warning.
type oddCase struct {
	input  string
	games  []string
	faults []string
}

var oddCases = []oddCase{
	{"1. e4 e5 1-0 ! \n", []string{"e4 e5 1-0"}, []string{"1:14 !: text follows the result"}},
	{"1. e4 e5 2:{x} Nf3 *", []string{"e4 e5 <x> Nf3 *"}, []string{"w 1:10 2:: a move number ends with a dot"}},
	{"1:e4 e5 2:Nf3 *", []string{"e4 e5 Nf3 *"}, []string{"w 1:1 1:: a move number ends with a dot", "w 1:9 2:: ends with a dot"}},
	{"1. e4 *\n\nx\n[Event \"E\"]\n\n1. d4 *\n*[Event \"F\"]\n\n*\n\ufffd", []string{"e4 *", "[Event E] d4 *", "[Event F] *"},
		[]string{"3:1 x: outside of games", "7:1 *: outside of games", "10:1 \ufffd: outside of games"}},
	{"1. e4 0.5-0.5x *", []string{"e4 *"}, []string{"1:9 5-0: not a move", "w 1:13 5: seems to be missing", "1:14 x: not a move"}},
	{"1. e4 (\n\n1. d4 d5) e5 *", []string{"e4 ( d4 d5 ) e5 *"}, nil},
	{"1. e4 ({a}) e5 *", []string{"e4 {a} e5 *"}, nil},
	{"1. e4 ({a} {b}) {c} e5 *", []string{"e4 {a} {b} {c} e5 *"}, nil},
	{"1. e4 ({a} 1. d4) e5 *", []string{"e4 ( <a> d4 ) e5 *"}, nil},
	{"1. e4 ($1) e5 *", []string{"e4 $1 e5 *"}, nil},
	{"1. e4 1/2", []string{"e4 1/2-1/2"}, []string{"w 1:7 1/2: the standard form of this result is 1/2-1/2"}},
	{"1. e4 e5 7. -- d5 *", []string{"e4 e5 -- d5 *"}, []string{"w 1:10 7.: a move seems to be missing", "w 1:13 --: no side may pass"}},
	// Signs.
	{"1. e4 +/= e5 =/+ *", []string{"e4 $14 e5 $15 *"}, []string{"w 1:7 +/=: read as $14", "w 1:14 =/+: read as $15"}},
	{"1. e4± e5∓ 2. Nf3+/- Nc6-+ 3. Bb5= a6+= 4. Ba4=+ *",
		[]string{"e4 $16 e5 $17 Nf3 $16 Nc6 $19 Bb5 $10 a6 $14 Ba4 $15 *"},
		[]string{"w 1:6 ±: $16", "w 1:11 ∓: $17", "w 1:21 +/-: $16", "w 1:28 -+: $19", "w 1:37 =: $10",
			"w 1:41 +=: $14", "w 1:50 =+: $15"}},
	{"1. f4 e5 2. e3 Qh4+= 3. g3 *", []string{"f4 e5 e3 Qh4+ $10 g3 *"}, []string{"w 1:20 =: $10"}},
	{"1. e4\x85 e5\xb1 2. Nf3 \xbd-\xbd", []string{"e4 e5 $16 Nf3 1/2-1/2"},
		[]string{"w 1:10 ±: $16", "w 1:19 ½-½: the standard form"}},
	{"1. e4 [#] e5 (D) 2. Nf3 D [diagram] *", []string{"e4 $220 e5 $220 Nf3 $220 $220 *"},
		[]string{"w 1:7 [#]: $220", "w 1:14 (D): $220", "w 1:25 D: $220", "w 1:27 [diagram]: $220"}},
	{"1. e4 (=) e5 [%clk 0:01:00] *", []string{"e4 {(=)} e5 {[%clk 0:01:00]} *"},
		[]string{"w 1:7 (=): comment", "w 1:14 [%clk 0:01:00]: belongs in a comment"}},
	{"1. e4 e5 2. Bc4 Nf6 3. Bxf7 + Ke7!+ *", []string{"e4 e5 Bc4 Nf6 Bxf7+ Ke7 $1 *"},
		[]string{"w 1:29 +: belongs to its move", "w 1:35 +: belongs to its move"}},
	{"1. f3 e5 2. g4 Qh4mate 0-1", []string{"f3 e5 g4 Qh4# 0-1"},
		[]string{"w 1:16 Qh4: the move gives checkmate", "w 1:19 mate: belongs to its move"}},

	// Moves.
	{"1. e4 @@@@ 2. d4 0000 3. c4 <> 4. Nf3 Z0 5. Nc3 -- *", []string{"e4 -- d4 -- c4 -- Nf3 -- Nc3 -- *"},
		[]string{"w 1:7 @@@@: written --", "w 1:7 @@@@: no side may pass", "w 1:18 0000: written --", "w 1:18 0000: no side may pass",
			"w 1:29 <>: written --", "w 1:29 <>: no side may pass", "w 1:39 Z0: written --", "w 1:39 Z0: no side may pass",
			"w 1:49 --: no side may pass"}},
	{"1. ♘f3 ♞f6 2. ♙e4 ♟\ufe0ee5 *", []string{"Nf3 Nf6 e4 e5 *"},
		[]string{"w 1:4 ♘f3: Nf3", "w 1:10 ♞f6: Nf6", "w 1:19 ♙e4: e4", "w 1:25 ♟\ufe0ee5: e5"}},
	{"1. e4 nulle.p e5 passe.p. *", []string{"e4 e5 *"}, []string{"1:7 nulle: not a move", "1:18 passe: not a move"}},
	{"1. e4 c5 2. e5 d5 3. exd6e.p. Qxd6 *", []string{"e4 c5 e5 d5 exd6 Qxd6 *"}, []string{"w 1:22 exd6e.p: en passant"}},
	{"1. Nf3 d5 2. g3 Nc6 3. Bg2 Bf5 4. O - O Qd7 5. c3 o - o - o *",
		[]string{"Nf3 d5 g3 Nc6 Bg2 Bf5 O-O Qd7 c3 O-O-O *"},
		[]string{"w 1:35 O - O: without spaces", "w 1:51 o - o - o: without spaces", "w 1:51 o-o-o: the standard form"}},
	{"1. Nf3 d5 2. g3 Nc6 3. Bg2 Bf5 4. O Qd7 *", []string{"Nf3 d5 g3 Nc6 Bg2 Bf5 *"}, []string{"1:35 O: not a move"}},
	{"1. E4 е5 2. nf3 NC6 3. BB5 a6 4. BXC6 d×c6 *", []string{"e4 e5 Nf3 Nc6 Bb5 a6 Bxc6 dxc6 *"},
		[]string{"w 1:4 E4: e4", "w 1:7 е5: e5", "w 1:14 nf3: Nf3", "w 1:18 NC6: Nc6", "w 1:25 BB5: Bb5",
			"w 1:35 BXC6: Bxc6", "w 1:40 d×c6: dxc6"}},
	{"1. e4 e5 2. Nf3 Nc6 3. bb5 *", []string{"e4 e5 Nf3 Nc6 Bb5 *"}, []string{"w 1:24 bb5: Bb5"}},
	{"1. b4 a5 2. bxc5 *", []string{"b4 a5 *"}, []string{"1:13 bxc5: the pawn on b4 has nothing to capture on c5"}},
	{"[FEN \"4k3/8/8/8/8/2p5/1B6/4K3 w - - 0 1\"]\n\n1. bxc3 *",
		[]string{"[FEN 4k3/8/8/8/8/2p5/1B6/4K3 w - - 0 1] *"}, []string{"w 1:1 4k3/8/8/8/8/2p5/1B6/4K3 w - - 0 1: needs the tag SetUp", "3:4 bxc3: White has no pawn that can go to c3"}},
	{"1. e4+ d5# 2. exd5 Qxd5 3. Nc3 Qe5 *", []string{"e4 d5 exd5 Qxd5 Nc3 Qe5+ *"},
		[]string{"w 1:4 e4+: does not give check", "w 1:8 d5#: does not give check", "w 1:32 Qe5: the move gives check"}},
	{"1. f3 e5 2. g4 Qh4checkmate 0-1", []string{"f3 e5 g4 Qh4# 0-1"},
		[]string{"w 1:16 Qh4: gives checkmate: Qh4#", "w 1:19 checkmate: belongs to its move"}},
	{"1. f3 e5 2. g4 Qh4+ 0-1", []string{"f3 e5 g4 Qh4# 0-1"}, []string{"w 1:16 Qh4+: the move gives checkmate"}},
	{"1. e2e4 e7-e5 2. Ng1f3 *", []string{"e4 e5 Nf3 *"},
		[]string{"w 1:4 e2e4: form of this move is e4", "w 1:9 e7-e5: e5", "w 1:18 Ng1f3: Nf3"}},
	{"1. e4 e5 2. Sf3 *", []string{"e4 e5 *"}, []string{"1:13 Sf3: one in Finnish, German, Swedish, Danish: set the language"}},

	// Words that are not moves.
	{"1. e4 hello world e5 2. Nf3 *", []string{"e4 e5 Nf3 *"}, []string{"1:7 hello: not a move"}},
	{"1. e4 &nbsp; e5 < 2. Nf3 *", []string{"e4 e5 Nf3 *"}, []string{"1:7 &nbsp;: unexpected", "1:17 <: not closed"}},
	{"1. e4 &e5 2. Nf3 *", []string{"e4 e5 Nf3 *"}, []string{"1:7 &: unexpected"}},
	{"1. e4 foo 2. Nf3 *", []string{"e4 *"}, []string{"1:7 foo: not a move", "1:11 2.: a move is missing"}},
	{"1. e4 e5 2. castles d6 *", []string{"e4 e5 *"}, []string{"1:13 castles: not a move"}},
	{"1. e4 e5 1-0 White wins\n1. d4 *", []string{"e4 e5 1-0", "d4 *"}, []string{"1:14 White: text follows the result"}},

	// Move numbers.
	{"1. e4 e5 2. Nf3 Nc6 3. Bb5 4. Ba4 *", []string{"e4 e5 Nf3 Nc6 Bb5 *"},
		[]string{"w 1:28 4.: a move seems to be missing before 4. Ba4", "1:31 Ba4: no bishop that can go to a4"}},
	{"1. e4 e5 2. Nf3 Nc6 4. Bb5 4... a6 5. Ba4 *", []string{"e4 e5 Nf3 Nc6 Bb5 a6 Ba4 *"},
		[]string{"w 1:21 4.: a move seems to be missing before 4. Bb5"}},
	{"1. e4 e5 1. Nf3 Nc6 *", []string{"e4 e5 Nf3 Nc6 *"}, []string{"w 1:10 1.: 2. is next"}},
	{"1) e4, e5 2: Nf3 *", []string{"e4 e5 Nf3 *"},
		[]string{"w 1:1 1): ends with a dot", "w 1:6 ,: a comma", "w 1:11 2:: ends with a dot"}},
	{"1. e4 ... e5 2 ... Nf3 2… Nc6 *", []string{"e4 e5 Nf3 Nc6 *"},
		[]string{"w 1:14 2...: a move seems to be missing", "w 1:24 2...: 2... is next"}},

	// Games.
	{"1. e4 e5 2. Nf3\n\n2... Nc6\n\n1. d4 d5\n\n1. c4", []string{"e4 e5 Nf3 Nc6 *", "d4 d5 *", "c4 *"},
		[]string{"w 5:1 : does not end with its result", "w 7:1 : does not end with its result", "w 7:4 : does not end with its result"}},
	{"1. e4 e4 *\n% a\n1. d4 *", []string{"e4 *", "d4 *"}, []string{"1:7 e4: a pawn does not move", "w 2:1 % a: begins with %"}},
	{"1. e4 Ke7 0-0\n\n1. d4 *", []string{"e4 *", "d4 *"}, []string{"1:7 Ke7: Black's own pawn is on e7"}},
	{"1. e4 e4 (1. d4 (\n\n1. c4 c5)) e5 *", []string{"e4 *"}, []string{"1:7 e4: a pawn does not move"}},
	{"1. e4 e4 (()\n\n1. d4 *", []string{"e4 *", "d4 *"}, []string{"1:7 e4: a pawn does not move"}},
	{"[Event \"E\"]\n<>\n\n1. e4 *", []string{"[Event E] e4 *"}, []string{"w 2:1 <>: reserved"}},
	{"1. e4 Ke7 e5\n\n1. d4 *", []string{"e4 *", "d4 *"}, []string{"1:7 Ke7: Black's own pawn is on e7"}},
	{"1. e4\n\n1... e5\n\n2. Nf3\n\n1. ... e6 *", []string{"e4 e5 Nf3 *"},
		[]string{"w 7:1 1...: 2... is next", "7:8 e6: does not move from e5 to e6"}},
	{"[White \"A\"]\n[Black \"B\"]\n\n[White \"C\"]\n\n[Black \"D\"]", []string{"[White A] [Black B] *", "[White C] [Black D] *"},
		[]string{"w 2:1 : does not end with its result", "w 6:1 : does not end with its result"}},
	{"1. e4 *\n{about e4}\n\n{before}\n1. d4 *\n ; about d4\n", []string{"e4 {about e4} *", "{before} d4 {about d4} *"}, nil},
	{"1. e4 e5 {unclosed\n", []string{"e4 e5 {unclosed} *"}, []string{"1:10 {: not closed", "w 1:10 : does not end with its result"}},
	{"1. e4 (1. d4 1... {about d4} $1) 1... e5 *", []string{"e4 ( d4 $1 {about d4} ) e5 *"}, nil},
	{"1.\u2009e4\u202fe5\u200a2.\u3000Nf3 *", []string{"e4 e5 Nf3 *"}, nil},
	{"1. e4 {\x93q\x94 \x80} *", []string{"e4 {“q” €} *"}, nil},

	// Comments.
	{"1. e4 e5 2. Nf3 {Compare:\n[Event \"Inner\"]\n[White \"Morphy\"]\nwhich went on with d6} 2... Nc6 *",
		[]string{"e4 e5 Nf3 {Compare:\n[Event \"Inner\"]\n[White \"Morphy\"]\nwhich went on with d6} Nc6 *"}, nil},
	{"1. e4 {As in\n[Event \"E\"]\n[White \"W\"]\nwhich", []string{"e4 {As in\n[Event \"E\"]\n[White \"W\"]\nwhich} *"},
		[]string{"1:7 {: not closed", "w 1:7 : does not end with its result"}},
	{"1. e4 {open 1... e5 *\n\n[Event \"B\"]\n\n1. d4 d5 *\n\n[Event \"C\"]\n\n1. c4 {ok} *",
		[]string{"e4 {open 1... e5 *} *", "[Event B] d4 d5 *", "[Event C] c4 {ok} *"},
		[]string{"1:7 {: not closed", "w 1:7 : does not end with its result"}},
	{"1. e4 {open\n\n[Event \"B\"]\n\n1. d4 d5 1-0\n\n[Event \"C\"]\n\n1. c4 } *", []string{"e4 {open} *", "[Event B] d4 d5 1-0", "[Event C] c4 *"},
		[]string{"1:7 {: not closed", "w 1:7 : does not end with its result", "9:7 }: unexpected"}},
	{"1. e4 {open\n\n[Event \"B\"]\n\n1. d4 d5" + strings.Repeat(" ", 1<<15) + "} *", []string{"e4 {open} *", "[Event B] d4 d5 *"},
		[]string{"1:7 {: not closed", "w 1:7 : does not end with its result", "5:32777 }: unexpected"}},

	// Results and tags.
	{"[Event \"The \"big\" one\"] [Site \"S\"]\n\n1. e4 *", []string{`[Event The "big" one] [Site S] e4 *`},
		[]string{"w 1:1 [Event \"The \"big\" one\"]: not escaped"}},
	{"[Result \"0-0\"]\n\n1. e4 e5 2. Nf3 Nf6 3. Bc4 Bc5 0-0 {both late}\n\n[Event \"E\"]\n\n0-0\n\n" +
		"1. e4 e5 2. Nf3 Nc6 3. Bc4 Bc5 4. 0-0",
		[]string{"[Result 0-0] e4 e5 Nf3 Nf6 Bc4 Bc5 {both late} 0-0", "[Event E] 0-0", "e4 e5 Nf3 Nc6 Bc4 Bc5 O-O *"},
		[]string{"w 3:32 0-0: PGN has no result", "w 7:1 0-0: PGN has no result", "w 9:35 0-0: form of this move is O-O",
			"w 9:35 : does not end with its result"}},
	{"[Result \"1-0\"]\n[Result \"0-1\"]\n[Termination \"normal\"]\n[Termination \"time\"]\n% a line\n\n1. e4 1-0\n% last",
		[]string{"[Result 1-0] [Termination normal] e4 1-0"},
		[]string{"w 2:1 0-1: a second Result tag", "w 4:1 time: a second Termination tag", "w 5:1 % a line: begins with %",
			"w 8:1 % last: begins with %"}},
	{"1. e4 <a> 1... ) e5 (1... c5 24) 2. Nf3 24) *", []string{"e4 e5 ( c5 ) Nf3 *"},
		[]string{"w 1:7 <a>: reserved", "1:16 ): no variation is open", "1:30 24: no move follows this number", "w 1:41 24): ends with a dot"}},
	{"1. e4 1/2 - 1/2\n1. d4 1 - 0\n1. c4 0-\t1\n1. f4 ½ - ½\n1. a4 1 0-0",
		[]string{"e4 1/2-1/2", "d4 1-0", "c4 0-1", "f4 1/2-1/2", "a4 *"},
		[]string{"w 1:7 1/2 - 1/2: the standard form", "w 2:7 1 - 0: 1-0", "w 3:7 0-\ufffd1: 0-1", "w 4:7 ½ - ½: 1/2-1/2",
			"5:9 0-0: the bishop on f8 stands in the way"}},
	{"1. e4 e5\n\n1.. d4 d5 *", []string{"e4 e5 d4 d5 *"}, []string{"w 3:1 1..: does not fit: 2. is next"}},
	{"1. e4 e5 xx 3. Nf3 *", []string{"e4 e5 *"}, []string{"1:10 xx: not a move", "1:13 3.: a move is missing"}},
	{"1. e4 0000# 2. d4 *", []string{"e4 -- d4 *"}, []string{"w 1:7 0000: a pass is written --", "w 1:7 0000: no side may pass"}},
	{"[FEN \"---.\"]\n\n1. e4 *", []string{"[FEN ---.] e4 *"}, []string{"w 1:1 ---.: the FEN tag has no position"}},
	{"1. e4 * x 15. d4 *", []string{"e4 *", "d4 *"}, []string{"1:9 x: text follows the result", "w 1:11 15.: the move number of the position is 1."}},
	{"[A \"x\"]\n[Event \"a\"]\n\n[EVENT \"b\"]\n\n1. e4 *", []string{"[A x] [Event a] *", "[Event b] e4 *"},
		[]string{"w 2:1 : does not end with its result", "w 4:1 EVENT: the standard name of this tag is Event"}},
	{"{c}\n\n[A \"x\"]\n\n1. e4 *", []string{"[A x] {c} e4 *"}, nil},
	{"[Black \"Magnus Carlsen\"]\n[Termination \"Magnus Carlsen won on time\"]\n\n1. e4 *",
		[]string{"[Black Magnus Carlsen] [Termination Magnus Carlsen won on time] e4 *"},
		[]string{"w 2:1 Magnus Carlsen won on time: does not fit a game without a result"}},
	{"1. e4 * -- d5 *", []string{"e4 *", "*"}, []string{"1:9 --: text outside of games", "1:12 d5: does not move from d2 to d5"}},
	{"1. e4 e5 2. Bb5 Nc6 3. Bxc6 dxc61-0", []string{"e4 e5 Bb5 Nc6 Bxc6 dxc6 1-0"}, nil},
	{"[Result \"1-0\"]\n\n1. e4 0-1", []string{"[Result 1-0] e4 0-1"}, []string{"w 1:1 1-0: contradicts the result 0-1"}},
	{"[Result \"1-0\"]\n\n1. f3 e5 2. g4 Qh4#", []string{"[Result 1-0] f3 e5 g4 Qh4# 1-0"},
		[]string{"w 1:1 1-0: contradicts the board: 0-1 (checkmate)", "w 3:16 : does not end with its result"}},
	{"1. 0000\n\n1. e4 f6 2. Qh5+- *", []string{"-- *", "e4 f6 Qh5+ $18 *"}, []string{
		"w 1:4 0000: a pass is written --", "w 1:4 0000: no side may pass", "w 3:1 : does not end with its result",
		"w 3:16 +-: this sign is not in the PGN standard"}},
	{"1. e4\n%Event \"x\"]\ne5 .* Nf3 *", []string{"e4 e5 Nf3 *"}, []string{"w 2:1 %Event \"x\"]: begins with %"}},
	{"[Event \"" + strings.Repeat("x", 255) + "\"]\n[Site \"" + strings.Repeat("y", 256) + "\"]\n\n*",
		[]string{"[Event " + strings.Repeat("x", 255) + "] [Site " + strings.Repeat("y", 256) + "] *"},
		[]string{"w 2:1 " + strings.Repeat("y", 120) + "…: a value has at most 255 bytes"}},
	{"[Event \"E\"] e4\n[Site \"S\"]\n\n1. d4 *", []string{"[Event E] [Site S] d4 *"}, []string{"1:13 e4: not a tag"}},
	{"[Site \"a\"]\n\n[SITE \"b\"]\n\n1. e4 *", []string{"[Site a] *", "[Site b] e4 *"},
		[]string{"w 1:1 : does not end with its result", "w 3:1 SITE: the standard name of this tag is Site"}},
	{"1. f3 e5 2. g4 Qh4#", []string{"f3 e5 g4 Qh4# *"}, []string{"w 1:16 : does not end with its result"}},
	{"[Result \"*\"]\n\n1. f3 e5 2. g4 Qh4# 3. e4 *", []string{"[Result *] f3 e5 g4 Qh4# *"},
		[]string{"3:24 e4: the king stays in check", "w 1:1 *: tag Result: the game is written without it"}},
	{"1. f3 e5 2. g4 Qh4# *", []string{"f3 e5 g4 Qh4# *"}, []string{"w 1:21 *: contradicts the board: 0-1 (checkmate)"}},
	{"[FEN \"4k3/8/8/8/8/8/8/4K3 w Q - 0 1\"]\n[FEN \"4k3/8/8/8/8/8/8/3K4 w - - 0 1\"]\n\n1. Ke2 *",
		[]string{"[FEN 4k3/8/8/8/8/8/8/4K3 w Q - 0 1] Ke2 *"},
		[]string{"w 2:1 4k3/8/8/8/8/8/8/3K4 w - - 0 1: a second FEN tag is ignored",
			"w 1:1 4k3/8/8/8/8/8/8/4K3 w Q - 0 1: a FEN tag needs the tag SetUp",
			"w 1:1 4k3/8/8/8/8/8/8/4K3 w Q - 0 1: repaired: castling: no rook for Q"}},
}

// meetsOdd reports whether a fault is the one that an oddCase wants.
func meetsOdd(got *PGNError, want string) bool {
	place, reason, _ := strings.Cut(want, ": ")
	severity := ""
	if got.Warning {
		severity = "w "
	}
	return place == fmt.Sprintf("%s%d:%d %s", severity, got.Line, got.Column, got.Token) &&
		strings.Contains(got.Detail, reason)
}

// TestReadOdd checks that odd texts are read as a person reads them, that a strict reader reports
// every deviation at its place, and that a warning changes neither the games nor the error.
func TestReadOdd(t *testing.T) {
	for _, test := range oddCases {
		for _, c := range readCuts {
			for _, strict := range []bool{false, true} {
				r := NewPGNReader(c.cut(strings.NewReader(test.input)))
				r.Strict = strict
				var games []string
				var faults []*PGNError
				for g, err := range r.All() {
					games = append(games, outline(g))
					all := r.Faults()
					faults = append(faults, all...)
					all = slices.DeleteFunc(all, func(f *PGNError) bool { return f.Warning || f.Outside })
					if diff := cmp.Diff(faultTexts(all), faultTexts(pgnErrors(err))); diff != "" {
						t.Errorf("%q: errors among Faults() and those of Read() (-faults +read):\n%s", test.input, diff)
					}
				}
				faults = append(faults, r.Faults()...)
				if diff := cmp.Diff(test.games, games); diff != "" {
					t.Fatalf("%s, strict = %v: games of %q (-want +got):\n%s", c.name, strict, test.input, diff)
				}
				want := test.faults
				if !strict {
					want = slices.DeleteFunc(slices.Clone(want), func(s string) bool { return strings.HasPrefix(s, "w ") })
				}
				for i, f := range faults {
					if i >= len(want) || !meetsOdd(f, want[i]) {
						t.Fatalf("%s, strict = %v: fault %d of %q is %v, want %q", c.name, strict, i+1, test.input, f, want)
					}
					if line, column := placeOf(test.input, int(f.Offset)); line != f.Line || column != f.Column {
						t.Errorf("%q: %v is at offset %d, which is %d:%d", test.input, f, f.Offset, line, column)
					}
				}
				if len(faults) < len(want) {
					t.Fatalf("%s, strict = %v: %d faults of %q, want %q", c.name, strict, len(faults), test.input, want)
				}
			}
		}
	}
}

// TestReadLanguage checks that a reader reads the letters of its language, and figurines and
// English letters where they are not ambiguous.
func TestReadLanguage(t *testing.T) {
	for _, test := range []struct {
		language    Language
		input, want string
	}{
		{German, "1. e4 e5 2. Sf3 Sc6 3. Lb5 a6 4. Lxc6 dxc6 5. Sxe5 Dd4 *", "e4 e5 Nf3 Nc6 Bb5 a6 Bxc6 dxc6 Nxe5 Qd4 *"},
		{German, "1. e4 e5 2. Nf3 ♞c6 *", "e4 e5 Nf3 Nc6 *"},
		{Finnish, "1. Rf3 Rf6 2. Rg1 Rg8 3. h4 h5 4. Rh3 *", "Nf3 Nf6 Ng1 Ng8 h4 h5 Nh3 *"},
		{French, "1. e4 e5 2. Re2 *", "e4 e5 Ke2 *"},
		{Russian, "1. e4 e5 2. Кf3 Крe7 *", "e4 e5 Nf3 Ke7 *"},
		{English, "1. e4 e5 2. Nf3 *", "e4 e5 Nf3 *"},
	} {
		r := NewPGNReader(strings.NewReader(test.input))
		r.Language = test.language
		if g, err := r.Read(); err != nil || outline(g) != test.want {
			t.Errorf("in %v, Read(%q) = %s, %v, want %s, nil", test.language, test.input, outline(g), err, test.want)
		}
	}
}

// TestReadUTF16 checks that UTF-16 is read in both byte orders, with and without a byte order mark.
func TestReadUTF16(t *testing.T) {
	for _, order := range []binary.AppendByteOrder{binary.LittleEndian, binary.BigEndian} {
		for _, text := range []string{"\ufeff*", "*\n", "\n[White \"ж\"]\n"} {
			var wide []byte
			for _, r := range text {
				wide = order.AppendUint32(wide, uint32(r))
			}
			if _, err := NewPGNReader(bytes.NewReader(wide)).Read(); err == nil || !strings.Contains(err.Error(), "UTF-32") {
				t.Errorf("%v, %q in UTF-32: %v", order, text, err)
			}
			if _, err := ParsePGN(string(wide)); err == nil || !strings.Contains(err.Error(), "UTF-32") {
				t.Errorf("%v, %q in UTF-32: ParsePGN: %v", order, text, err)
			}
		}
	}
	const text, want = "\r\n[White \"Müller 😀\"]\n\n1. e4 {ж} e5 1-0\n", "[White Müller 😀] e4 {ж} e5 1-0"
	for _, order := range []binary.AppendByteOrder{binary.LittleEndian, binary.BigEndian} {
		for _, mark := range []string{"", "\ufeff"} {
			var wide []byte
			for _, unit := range utf16.Encode([]rune(mark + text)) {
				wide = order.AppendUint16(wide, unit)
			}
			for _, c := range readCuts {
				games, faults, err := readOutlines(c.cut(bytes.NewReader(wide)))
				if diff := cmp.Diff([]string{want}, games); diff != "" || len(faults) > 0 || err != nil {
					t.Errorf("%s, %v, mark %q: %v, %v; games (-want +got):\n%s", c.name, order, mark, faults, err, diff)
				}
			}
			for part, err := range ScanPGN(bytes.NewReader(wide), 2, PGNOptions{}, scanPart) {
				if err != nil || part.games != 1 {
					t.Errorf("ScanPGN of UTF-16: %d games, %v, want 1, nil", part.games, err)
				}
			}
			half, faults, _ := readOutlines(bytes.NewReader(wide[:len(wide)-1])) // ends within a character
			if len(half) != 1 || len(faults) != 1 || faults[0].Token != "1-0\ufffd" {
				t.Errorf("%v, mark %q: half a character at the end: %q, %v, want a fault", order, mark, half, faults)
			}
		}
	}
}

// TestReadTagsOnly checks that with SkipMoves a reader reads the tags, the comments among them, the
// start position, and the result, and nothing else.
func TestReadTagsOnly(t *testing.T) {
	const text = "[White \"A\"]\n[FEN \"4k3/8/8/8/8/8/8/4K2R w K - 0 1\"] {a}\n\n1. {b} Qxq9 {b 0-1} (1. e4) foo 1/2-1/2\n\n" +
		"[White \"B\"]\n\n1. e4 e5\n\n1. d4 1-0\n" +
		"[White \"C\"]\n\n1. ♘f3 ♞f6\n\n1. d4 0-1\n"
	r := NewPGNReader(strings.NewReader(text))
	r.SkipMoves = true
	games := []string{}
	for g, err := range r.All() {
		if err != nil || len(r.Faults()) > 0 {
			t.Errorf("error %v, faults %v, want no error and no faults", err, r.Faults())
		}
		games = append(games, fmt.Sprintf("%s from %v", outline(g), g.Start().FEN()))
	}
	start := startPosition.FEN()
	want := []string{"[White A] [FEN 4k3/8/8/8/8/8/8/4K2R w K - 0 1] {a} 1/2-1/2 from 4k3/8/8/8/8/8/8/4K2R w K - 0 1",
		"[White B] * from " + start, "1-0 from " + start, "[White C] * from " + start, "0-1 from " + start}
	if diff := cmp.Diff(want, games); diff != "" {
		t.Errorf("games (-want +got):\n%s", diff)
	}
}

// TestGameOffset builds an index of a file with several workers and reads each game back by its
// offset.
func TestGameOffset(t *testing.T) {
	var text strings.Builder
	const games = 500
	for i := range games {
		fmt.Fprintf(&text, "[Event \"%d\"]\n[White \"é\"]\r\n\n1. e4 {%s} e5 Ke3 *\n%s", i, strings.Repeat("x", i%1000), strings.Repeat("\n", i%3))
	}
	file := strings.NewReader(text.String())
	index := func(workers int) (offsets, faults []int64) {
		type part struct{ offsets, faults []int64 }
		for p, err := range ScanPGN(io.NewSectionReader(file, 0, file.Size()), workers, PGNOptions{Strict: true}, func(s *PGNScanner) (p part) {
			for event := s.Next(); event != PGNEnd; event = s.Next() {
				switch event {
				case PGNGameEnd:
					p.offsets = append(p.offsets, s.GameOffset())
				case PGNFault:
					p.faults = append(p.faults, s.Fault().Offset)
				}
			}
			return p
		}) {
			if err != nil {
				t.Fatal(err)
			}
			offsets, faults = append(offsets, p.offsets...), append(faults, p.faults...)
		}
		return offsets, faults
	}
	want, wantFaults := index(1)
	for workers := 2; workers <= 3; workers++ {
		if got, faults := index(workers); !slices.Equal(got, want) || !slices.Equal(faults, wantFaults) {
			t.Errorf("offsets with %d workers differ from those with one", workers)
		}
	}
	whole := NewPGNReader(io.NewSectionReader(file, 0, file.Size()))
	for i, offset := range want {
		g, _ := whole.Read()
		if whole.GameOffset() != offset {
			t.Fatalf("game %d: GameOffset() = %d, want %d", i+1, whole.GameOffset(), offset)
		}
		if i%100 != 0 {
			continue
		}
		alone, _ := NewPGNReader(io.NewSectionReader(file, offset, math.MaxInt64-offset)).Read()
		if alone == nil || outline(alone) != outline(g) {
			t.Errorf("game %d, read by its offset, differs from the same game in the whole file", i+1)
		}
	}
	if len(want) != games || len(wantFaults) != games {
		t.Errorf("%d games, %d faults, want %d each", len(want), len(wantFaults), games)
	}
}

// TestGamesOfGarbage checks, for texts in which it is hard to tell the games apart, that a scanner
// of the text from the offset of a game on finds the same games, and that skipping the moves finds
// as many.
func TestGamesOfGarbage(t *testing.T) {
	for text, games := range map[string]int{
		"*%": 0, "* % e4 1. d4": 1, "[R\"\"]*f4\n[R\"": 3, "1. -- \n\n 1. e4": 2, "nf3\n\n1. e4": 2, "e4+-\n\n1. d4": 2, "1. ♘f3\n\n1. e4": 2,
		"[pgn] % a": 0, "1. -- Z0\n\n1. d4 1:0 0-0 *\n\n1: e4 e5\n\n1: d4": 4, "e4 foo\n\n1. d4 1-0e4 *": 2, trapGames: 10,
	} {
		whole := scanOffsets(newTextScanner(text), 1)
		n := 0
		for i, found := range whole {
			var offset int64
			if strings.Contains(found, "line") {
				continue
			}
			fmt.Sscan(found, &offset)
			s := &PGNScanner{input: pgntext.NewTextWindow([]byte(text[offset:]), pgntext.Place{Line: 1, Column: 1, Offset: offset})}
			rest := slices.DeleteFunc(scanOffsets(s, 1), func(s string) bool { return strings.Contains(s, "line") })
			after := slices.DeleteFunc(slices.Clone(whole[i:]), func(s string) bool { return strings.Contains(s, "line") })
			if !slices.Equal(rest, after) {
				t.Errorf("games of %q from offset %d: %q, want %q", text, offset, rest, after)
			}
			n++
		}
		s := newTextScanner(text)
		s.SkipMoves = true
		if skipped := scanPart(s).games; n != games || skipped != games {
			t.Errorf("%q has %d games, %d if moves are skipped, want %d", text, n, skipped, games)
		}
	}
}

// TestStateOfGame checks that what a scanner knows of a game is not left over from the game before.
func TestStateOfGame(t *testing.T) {
	noise := strings.Repeat("foo ", 501)
	s := newTextScanner("1. e4 $1 {a} e5 " + noise + "(1... c5 2. Ke3 *\n\n[White \"A\"]\n\n1. d4 " + noise + "*")
	for event := s.Next(); event != PGNEnd; event = s.Next() {
		if event == PGNMovetext && (s.Move() != NullMove || *s.Before() != startPosition || s.NAG() != 0 || s.Comment() != nil || s.Depth() != 0) {
			t.Errorf("at the movetext of game %d: %v from %v, %v, %q", s.Game(), s.Move(), s.Before(), s.NAG(), s.Comment())
		}
		if event == PGNFault && strings.Contains(s.Fault().Detail, "more than") {
			t.Errorf("%v, want no limit to be reached", s.Fault())
		}
	}
	for words, isOver := range map[int]bool{1000: false, 1001: true} {
		_, err := ParsePGN("1. e4 " + strings.Repeat("foo ", words) + "*")
		if got := strings.Contains(err.Error(), "more than 1000 words"); got != isOver {
			t.Errorf("%d words that are not moves: %v, want the error about the limit: %v", words, err, isOver)
		}
	}
}

// TestLongAlgebraicMate checks that a checkmate has its sign in every notation.
func TestLongAlgebraicMate(t *testing.T) {
	g, _ := ParsePGN("1. f3 e5 2. g4 Qh4#")
	const want = "1. f2-f3 e7-e5 2. g2-g4 Qd8-h4# 0-1\n"
	if got := string(g.AppendPGN(nil, PGNFormat{Notation: NotationLong, OmitTags: true})); got != want {
		t.Errorf("AppendPGN() = %q, want %q", got, want)
	}
}

// TestOpenVariation checks that a game that ends in a variation is not judged by the last move
// before it, and that the missing parenthesis is reported even if variations are skipped.
func TestOpenVariation(t *testing.T) {
	const text = "[Result \"0-1\"]\n[Termination \"Black mates by checkmate\"]\n\n1. f3 e5 2. g4 (2. h3 Nc6 0-1"
	for _, skip := range []bool{false, true} {
		s := newTextScanner(text)
		s.SkipVariations = skip
		for findings := range (Arbiter{Rules: Rules{}}).JudgePGN(s) {
			if len(findings) != 1 || findings[0].Kind != Unreadable {
				t.Errorf("findings in %q, with variations skipped = %v: %v, want the open variation", text, skip, findings)
			}
		}
	}
}

// TestFaultsAnyReads checks that faults do not depend on the size of reads.
func TestFaultsAnyReads(t *testing.T) {
	for _, text := range []string{
		"1. e4 $" + strings.Repeat("9", 1000) + " e5 *",
		"[White \"" + strings.Repeat("x", 1<<16+1) + "\"]\n\n1. e4 *",
		"[White " + strings.Repeat("x", 1000) + "\n\n1. e4 *",
		"1. e4 " + strings.Repeat("x", 1000) + " e5 *", strings.Repeat("9", 1000) + ". e4 *",
	} {
		var want []string
		for i, c := range append(readCuts[:len(readCuts):len(readCuts)], struct {
			name string
			cut  func(io.Reader) io.Reader
		}{"uneven", func(r io.Reader) io.Reader { return &unevenReader{r: r, sizes: []byte{200, 7, 90}} }}) {
			if c.name == "one byte" && len(text) > 1<<16 && !*deep.Flag {
				continue // each byte makes the scanner look for the end of a long line again
			}
			_, faults, _ := readOutlines(c.cut(strings.NewReader(text)))
			got := faultTexts(faults)
			for j, f := range faults {
				got[j] += " at " + strconv.FormatInt(f.Offset, 10) + " " + f.Token
			}
			if i == 0 {
				want = got
			}
			if diff := cmp.Diff(want, got); diff != "" {
				t.Errorf("%s: faults of %.20q (-whole +got):\n%s", c.name, text, diff)
			}
		}
	}
}

// TestLossyWarning checks which warnings say that the game lacks something of the text.
func TestLossyWarning(t *testing.T) {
	for text, lossy := range map[string][]bool{
		"1. e4 <x> *": {true}, "1. e4, e5 *": {false}, "1. e4 (=) *": {false}, "[FEN \"...\"]\n\n1. e4 *": {true},
		"[Variant \"Blitz\"]\n\n1. e4 *": {false}, "[Result \" ? \"]\n\n1. e4 *": {false}, "[FEN \"? ?\"]\n\n1. e4 *": {true}, "[Rules \"?\"]\n\n1. e4 *": {false}, "1. e4 + *": {false}, "1) e4 *": {false},
		"[Result \"0-0\"]\n\n1. e4 0-0": {false}, "1. f3 e5 2. g4 Qh4# 1-0": {true},
		"1. Ng1f3 *": {false}, "1. e4 1/2": {false}, "[Result \"0-1\"]\n\n1. e4 <x> *": {true, true},
	} {
		r := newStrictReader(text)
		_, err := r.Read()
		var got []bool
		for _, f := range r.Faults() {
			got = append(got, f.Lossy)
		}
		if err != nil || !slices.Equal(got, lossy) {
			t.Errorf("faults of %q = %v, %v, want some with Lossy = %v", text, r.Faults(), err, lossy)
		}
	}
}

// TestWarningLimit checks that a game reports a limited number of warnings and is read to its end.
func TestWarningLimit(t *testing.T) {
	r := newStrictReader(strings.Repeat("Ng1f3 Ng8f6 Nf3g1 Nf6g8 ", 100) + "*")
	g, err := r.Read()
	if n := len(r.Faults()); err != nil || g.Plies() != 400 || n != 100 {
		t.Errorf("%d plies, %d warnings, %v, want 400, 100, nil", g.Plies(), n, err)
	}
	first, last := r.Faults()[0], r.Faults()[99]
	if !strings.Contains(last.Detail, "too many warnings") || last.IsMove || !first.IsMove {
		t.Errorf("first warning = %v, IsMove %v, last warning = %v, IsMove %v, want one about a move and one about the limit",
			first, first.IsMove, last, last.IsMove)
	}
	r = newStrictReader("[SetUp \"1\"]\n[FEN \"4k3/8/8/8/8/8/8/4K3 w ABCDFGHabcdfgh - 0 1\"]\n\n*")
	r.Read()
	if n := strings.Count(fmt.Sprint(r.Faults()), "was repaired"); n != 10 {
		t.Errorf("%d warnings about repairs of a FEN, want 10: %v", n, r.Faults())
	}
	lines := strings.Repeat("% a\n", 60) // in the game and after it
	r = newStrictReader(strings.Repeat("Ng1f3 Ng8f6 Nf3g1 Nf6g8 ", 15) + "\n" + lines + "*\n" + lines)
	r.Read()
	within := len(r.Faults())
	if r.Read(); within != 60+60 || len(r.Faults()) != 60 {
		t.Errorf("%d warnings about a game and %d after it, want 60 about moves and 60 about lines, and 60", within, len(r.Faults()))
	}
}

func newStrictReader(pgn string) *PGNReader {
	r := NewPGNReader(strings.NewReader(pgn))
	r.Strict = true
	return r
}

// TestReadInto checks that a game that is used again becomes the game that Read returns, whatever
// it was and whatever was done with it, that nodes of the games before are told apart, and that it
// is unchanged at the end.
func TestReadInto(t *testing.T) {
	const text = "[White \"A\"]\n[EndReason \"resignation by White\"]\n\n1. e4 (1. d4 {a} d5) $1 e5 {b} 0-1\n\n" +
		"1. Nf3 Ke3 *\n\n[Rules \"threefold=automatic\"]\n[DrawOffer \"White\"]\n\n1. e4 {c} *\n\n[White \"B\"]\n\n*\n\n" +
		"[FEN \"4k3/8/8/8/8/8/8/4K3 w - - 0 1\"]\n\n1. Kd2 Kd7 (1... Kd8) *\n\n" +
		"[Termination \"time forfeit\"]\n\n1. e4 1/2-1/2\n"
	one, other := NewPGNReader(strings.NewReader(text)), NewPGNReader(strings.NewReader(text))
	one.Strict, other.Strict = true, true
	g := NewGame()
	g.OfferDraw(White)
	var nodes []Node
	var copies, games []*Game
	for {
		want, wantErr := one.Read()
		err := other.ReadInto(g)
		if got, want := fmt.Sprint(err, other.Faults()), fmt.Sprint(wantErr, one.Faults()); got != want {
			t.Errorf("ReadInto: errors and faults %s, want %s", got, want)
		}
		if want == nil {
			break
		}
		if d := want.Difference(g); d != "" || want.String() != g.String() || want.Outcome() != g.Outcome() || want.Plies() != g.Plies() {
			t.Errorf("Read and ReadInto differ: %s:\n%v%v", d, want, g)
		}
		for _, n := range nodes {
			if n.Exists() {
				t.Errorf("a node of an earlier game exists: %v", n.Move())
			}
		}
		games, copies = append(games, want), append(copies, g.Clone())
		g.LastNode().Add(g.Position().LegalMoves()[0])
		for n := g.Root().Next(); n.Exists(); n = n.Next() {
			nodes = append(nodes, n)
		}
	}
	for i, c := range copies {
		if d := games[i].Difference(c); d != "" {
			t.Errorf("a clone changes with later games: %s", d)
		}
	}
	if last := games[len(games)-1]; g.Plies() != last.Plies()+1 {
		t.Errorf("ReadInto at the end leaves %v", g)
	}
}

// flippedGames are games in the forms of different programs, each between two others.
var flippedGames = [][3]string{
	{"[Event \"A\"]\n[Result \"1-0\"]\n\n1. e4 e5 2. Nf3 1-0\n\n",
		"[Event \"B\"]\n[White \"W\"]\n[Result \"0-1\"]\n\n{Before} 1. d4 {a\nb} d5 (1... Nf6 $1) 2. c4+ ; c\n2... Nf6 0-1 {after}\n\n",
		"[Event \"C\"]\n[Result \"*\"]\n\n1. c4 {z} *\n"},
	{"[Event \"A\"]\r\n[Result \"1-0\"]\r\n1. e4 {[%clk 0:01]} e5 1-0\r\n",
		"[Event \"B\"]\r\n[White \"W\"]\r\n1. d4 {[%clk 0:01]} 1... d5 {[%clk 0:02]} 2.\r\nNf3 Nf6 1/2-1/2\r\n",
		"[Event \"C\"]\r\n[Result \"*\"]\r\n1. c4 *\r\n"},
	{"[Event \"A\"]\n\n1. e4 e5\n\n", "[Event \"B\"]\n[White \"W\"]\n\n1. d4 d5\n\n", "[Event \"C\"]\n[White \"W\"]\n\n1. c4\n"},
}

// TestFlippedBits checks that one wrong bit in a game changes neither the game before it nor the one
// after it, and gives neither of them a fault.
func TestFlippedBits(t *testing.T) {
	for _, games := range flippedGames {
		before, _, _ := readOutlines(strings.NewReader(games[0]))
		after, _, _ := readOutlines(strings.NewReader(games[2]))
		for bit := range 8 * len(games[1]) {
			middle := []byte(games[1])
			middle[bit/8] ^= 1 << (bit % 8)
			got, faults, _ := readOutlines(strings.NewReader(games[0] + string(middle) + games[2]))
			n := len(got)
			wrong := slices.IndexFunc(faults, func(f *PGNError) bool { return f.Game == 1 || f.Game == n })
			if n < 3 || got[0] != before[0] || got[n-1] != after[0] || wrong >= 0 {
				t.Errorf("%q between two games: %q, %v, want %q and %q without faults", middle, got, faults, before, after)
			}
		}
	}
}
