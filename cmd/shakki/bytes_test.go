package main

import (
	"fmt"
	"maps"
	"math/rand/v2"
	"regexp"
	"slices"
	"strings"
	"testing"
	"unicode/utf16"
	"unicode/utf8"

	"github.com/shakki/chess"
	"github.com/shakki/chess/internal/deep"
)

// The form of PGN: what may stand before a token without a meaning of its own. A number needs no dot.
var form = regexp.MustCompile(`^(?:[\x00-\x20…\x{a0}\x{ad}\x{2000}-\x{200f}\x{2028}\x{2029}\x{202f}\x{205f}\x{2060}\x{3000}\x{feff}\x{85}]|` +
	`(?i:\[/?pgn\])|(?:[0-9]+|\.)[.:\-*]*)`)

// resultMark is a result at the end of a game.
var resultMark = regexp.MustCompile(`^(?:\(\s*)?(?:\*|(?:1\s*/\s*2|1|0\s*\.\s*5|0|½)\s*[-–—:]\s*(?:1\s*/\s*2|1|0\s*\.\s*5|0|½)|1\s*/\s*2|½|\+--|--\+|WHITEWIN|BLACKWIN)(?:\s*\))?`)

// tokens holds the forms of the tokens that events report.
var tokens = map[chess.PGNEvent]*regexp.Regexp{
	chess.PGNTag:          regexp.MustCompile(`^\[[\x00-\x20\pZ\p{Cf}\x{85}…]*[A-Za-z0-9][A-Za-z0-9_+#=:-]*[\x00-\x20\pZ\p{Cf}\x{85}…]*"[^\n]*"[\x00-\x20\pZ\p{Cf}\x{85}…]*\]$`),
	chess.PGNMovetext:     regexp.MustCompile(`^$`),
	chess.PGNMove:         regexp.MustCompile(`^(?:[^\s{};()\[\]]+(?:\([NBRQ]\)[+#]*|e\.p)?|[Oo0](?: *- *[Oo0]){1,2}[+#]*|<>)$`),
	chess.PGNComment:      regexp.MustCompile(`(?s)^(?:\{.*\}|;[^\n]*\n?|\(=\)|\[%[^\n]*\])$`),
	chess.PGNNAG:          regexp.MustCompile(`^(?:\$[0-9]+|[^\s{};()\[\]]+|[(\[][#a-zA-Z]+[)\]])$`),
	chess.PGNVariation:    regexp.MustCompile(`^\($`),
	chess.PGNVariationEnd: regexp.MustCompile(`^\)$`),
	chess.PGNGameEnd:      regexp.MustCompile(`^$`),
	chess.PGNEnd:          regexp.MustCompile(`^$`),
}

// An account says which bytes of a text are accounted for: those of events, of form, and those that a
// report covers.
type account struct {
	text    string
	at      int  // the bytes before it are accounted for
	covered bool // by an error: what follows it up to the next element that is no annotation
	line    int  // so are those before it, which an error in an earlier game covers
	omitted bool // no more warnings are reported in this game
	results int  // in this game
}

// A step is what a scanner reports after it has read to one offset.
type step struct {
	to     int
	event  chess.PGNEvent // the first that is not a fault, if there is one, otherwise PGNFault
	faults []*chess.PGNError
}

// stepsOf returns what a scanner reports of a text, with warnings.
func stepsOf(text string) (steps []step) {
	s := chess.NewPGNScanner(strings.NewReader(text))
	s.Strict = true
	for event := chess.PGNTag; event != chess.PGNEnd; {
		event = s.Next()
		to := int(s.Offset())
		if n := len(steps); n == 0 || steps[n-1].to != to || event != chess.PGNFault && steps[n-1].event != chess.PGNFault {
			steps = append(steps, step{to: to, event: chess.PGNFault})
		}
		last := &steps[len(steps)-1]
		if event == chess.PGNFault {
			last.faults = append(last.faults, s.Fault())
		} else {
			last.event = event
		}
	}
	return steps
}

// take takes in a step, and returns what is not accounted for.
func (a *account) take(s step) (lost string) {
	at, from, to := a.at, min(max(a.at, a.line), s.to), s.to
	a.at = s.to
	isError, wasCovered := false, a.covered
	for _, f := range s.faults {
		isError = isError || !f.Warning
		isHere := int(f.Offset) >= at && (f.Lossy || s.event == chess.PGNFault || s.event == chess.PGNGameEnd)
		if isHere && int(f.Offset) < to {
			to = int(f.Offset)
		}
		a.omitted = a.omitted || strings.HasPrefix(f.Detail, "too many warnings")
	}
	if !a.covered && !a.omitted {
		event := s.event
		if to < s.to || event == chess.PGNFault {
			event = chess.PGNEnd
		}
		lost = a.cut(a.text[from:max(from, to)], event)
	}
	switch s.event {
	case chess.PGNFault, chess.PGNComment, chess.PGNNAG: // which may stand between words that are not moves
		a.covered = a.covered || isError
	default:
		a.covered = isError
	}
	if s.event == chess.PGNGameEnd {
		if isError || wasCovered {
			_, a.line = lineAt(a.text, s.to)
		}
		a.omitted, a.results = false, 0
	}
	return lost
}

// cut returns what text, which ends with the token of an event, has besides that token, form, and the result of
// the game.
func (a *account) cut(text string, event chess.PGNEvent) (lost string) {
	text = strings.TrimRightFunc(withSpaces(text), isBlank)
	for text != "" {
		text = strings.TrimLeftFunc(text, isBlank)
		if tokens[event].MatchString(text) {
			return ""
		}
		n := len(resultMark.FindString(text))
		if a.results == 0 && n > 0 {
			a.results++
		} else {
			n = len(form.FindString(text))
		}
		if n == 0 {
			return text
		}
		text = text[n:]
	}
	return ""
}

// isBlank reports whether r is white space, as which the scanner takes control characters too.
func isBlank(r rune) bool { return r <= ' ' }

// withSpaces returns text with a space in place of each no-break space and ellipsis of Windows-1252.
func withSpaces(text string) string {
	b := []byte(text)
	for i := range b {
		if (b[i] == 0xa0 || b[i] == 0x85) && !utf8.Valid(b[max(0, i-1):i+1]) {
			b[i] = ' '
		}
	}
	return string(b)
}

// checkBytes checks that each byte of a text is a part of an event or form, or that a report covers it.
func checkBytes(t *testing.T, text string) {
	t.Helper()
	if head := text[:min(2, len(text))]; strings.Contains(head, "\x00") || head == "\xff\xfe" || head == "\xfe\xff" {
		return // UTF-16: the offsets are not those of the text
	}
	a := account{text: text}
	var seen []string
	for _, step := range stepsOf(text) {
		at := a.at
		lost := a.take(step)
		seen = append(seen, fmt.Sprintf("%v %q %v", step.event, text[at:a.at], step.faults))
		if lost != "" {
			t.Errorf("%q: %q is lost before offset %d\n%s", text, lost, a.at, strings.Join(seen[max(0, len(seen)-6):], "\n"))
			return
		}
	}
	if a.at != len(text) {
		t.Fatalf("%q: the scan ends at offset %d of %d", text, a.at, len(text))
	}
}

// accidentRecords are the records that accidents happen to.
var accidentRecords = []string{
	"[Event \"A\"]\n[Site \"?\"]\n[Date \"2024.01.31\"]\n[Round \"1\"]\n[White \"Ann\"]\n[Black \"Bob\"]\n[Result \"1-0\"]\n\n" +
		"1. e4 e5 2. Nf3 (2. f4 exf4 (2... d5 3. exd5) 3. Nf3 $14) 2... Nc6 {a note} 3. Bb5 a6 4. O-O! 1-0\n\n",
	"[Event \"B\"]\n[White \"W\"]\n[Black \"Ann\"]\n[Result \"1/2-1/2\"]\n\n1. d4 {[%clk 0:05:00]} d5 2. c4 c6\n3. Nc3 Nf6 ; a line\n4. Nf3 1/2-1/2\n\n",
	"[Event \"C\"]\n[Result \"*\"]\n[SetUp \"1\"]\n[FEN \"4k3/8/8/8/8/8/4P3/4K3 w - - 0 1\"]\n\n1. e4 Kd7 (1... Ke7 2. e5) 2. Kd2 *\n\n",
	"1. Nf3 d5 2. g3 Nf6 3. Bg2 e6 0-1\n\n",
}

// An accident changes a text at a place.
type accident func(r *rand.Rand, text string, at int) string

// insert returns the accident that one of the texts gets into a record, at the place or on the line before it.
func insert(onLine bool, texts ...string) accident {
	return func(r *rand.Rand, text string, at int) string {
		if onLine {
			at = strings.LastIndexByte(text[:at], '\n') + 1
		}
		return text[:at] + texts[r.IntN(len(texts))] + text[at:]
	}
}

// lineAt returns where the line with a place begins and ends.
func lineAt(text string, at int) (from, to int) {
	from = strings.LastIndexByte(text[:at], '\n') + 1
	if n := strings.IndexByte(text[at:], '\n'); n >= 0 {
		return from, at + n + 1
	}
	return from, len(text)
}

// replaceOne returns the accident that the first of some text after the place becomes another.
func replaceOne(old, new string) accident {
	return func(_ *rand.Rand, text string, at int) string {
		return text[:at] + strings.Replace(text[at:], old, new, 1)
	}
}

// replaceAll returns the accident that all of some text becomes another.
func replaceAll(old, new string) accident {
	return func(_ *rand.Rand, text string, _ int) string { return strings.ReplaceAll(text, old, new) }
}

// accidents are the kinds of accident.
var accidents = map[string]accident{
	"cut off":        func(_ *rand.Rand, text string, at int) string { return text[:at] },
	"beginning lost": func(_ *rand.Rand, text string, at int) string { return text[at:] },
	"byte lost":      func(_ *rand.Rand, text string, at int) string { return text[:at] + text[min(at+1, len(text)):] },
	"stretch lost": func(r *rand.Rand, text string, at int) string {
		return text[:at] + text[min(at+r.IntN(40), len(text)):]
	},
	"line lost": func(_ *rand.Rand, text string, at int) string {
		from, to := lineAt(text, at)
		return text[:from] + text[to:]
	},
	"line doubled": func(_ *rand.Rand, text string, at int) string {
		from, to := lineAt(text, at)
		return text[:to] + text[from:]
	},
	"stretch doubled": func(r *rand.Rand, text string, at int) string {
		return text[:min(at+r.IntN(40), len(text))] + text[at:]
	},
	"bit flipped": func(r *rand.Rand, text string, at int) string { return text[:at] + flipped(r, text[at:]) },
	"letter case": func(_ *rand.Rand, text string, at int) string {
		from, to := lineAt(text, at)
		return text[:from] + strings.ToLower(text[from:to]) + text[to:]
	},
	"page number":        insert(true, "2024\n", "17\n", "- 3 -\n", "Page 4\n", "12.\n"),
	"year among words":   insert(false, " 2024 ", " 17 ", " 3.5 "),
	"heading":            insert(true, "Round 2\n", "* * *\n", "=====\n", "Chapter 1: The Opening\n", "Ann - Bob\n"),
	"merge marker":       insert(true, "<<<<<<< HEAD\n", "=======\n", ">>>>>>> topic\n", "||||||| base\n"),
	"token among words":  insert(false, " e4 ", " $7 ", " ( ", " ) ", " { ", " } ", " ; ", " [ ", " ] ", " \" ", " . ", " ... ", " % ", " < ", " > "),
	"token on a line":    insert(true, "e4\n", "1.\n", "$7\n", "(\n", ")\n", "{\n", "}\n", "*\n", "...\n", "!?\n", "[\n", "]\n", "%\n", "<x>\n", "\"\n"),
	"result among words": insert(false, " 1-0 ", " 0-1 ", " * ", " 1/2-1/2 ", " 1 - 0 ", " (1-0) ", " ½ ", " 1:0 ", " 0-0 "),
	"result on a line":   insert(true, "1-0\n", "*\n", "1/2\n", "(0-1)\n", "1-0 *\n", "1 0\n"),
	"result lost":        replaceAll(" 1-0\n", "\n"),
	"results lost": func(_ *rand.Rand, text string, _ int) string {
		return regexp.MustCompile(` (1-0|0-1|1/2-1/2|\*)\n`).ReplaceAllString(text, "\n")
	},
	"result twice":       replaceAll("1-0\n", "1-0 0-1\n"),
	"result in brackets": replaceAll(" 1-0\n", " (1-0)\n"),
	"tag twice":          insert(true, "[White \"Eve\"]\n", "[Result \"0-1\"]\n", "[RESULT \"*\"]\n", "[FEN \"?\"]\n", "[Event \"Z\"]\n"),
	"tag in the moves":   insert(false, "[White \"Eve\"]", " [x] ", " [code] ", "[/code]", " [Event ", " [%clk 0:01] "),
	"forum marks":        insert(true, "[pgn]\n", "[/pgn]\n", "[code]\n", "[/code]\n", "<pre>\n", "</pre>\n", "&nbsp;\n", "```\n"),
	"mail quotes":        func(_ *rand.Rand, text string, _ int) string { return "> " + strings.ReplaceAll(text, "\n", "\n> ") },
	"line numbers":       func(_ *rand.Rand, text string, _ int) string { return numbered(text) },
	"blank lines":        replaceAll("\n", "\n\n"),
	"blank line":         insert(true, "\n", " \n", "\t\n"),
	"lines joined":       replaceOne("\n", " "),
	"all lines joined":   replaceAll("\n", " "),
	"indented":           replaceAll("\n", "\n  "),
	"quotes lost":        replaceOne("\"", ""),
	"curly quotes":       replaceAll("\"", "”"),
	"bracket lost":       replaceOne("]", ""),
	"braces lost":        replaceAll("}", ""),
	"parenthesis lost":   replaceOne(")", ""),
	"dashes":             replaceAll("-", "–"),
	"letter O":           replaceAll("O", "0"),
	"zero bytes":         insert(false, "\x00", strings.Repeat("\x00", 600)),
	"no-break spaces":    replaceAll(" ", "\u00a0"),
	"Windows-1252":       insert(false, "\x96", "\xa0", "\x85", "\xe9", "\x93"),
	"byte order mark":    insert(true, "\ufeff"),
	"carriage returns":   replaceAll("\n", "\r"),
	"two-byte line ends": replaceAll("\n", "\r\n"),
	"mixed line ends":    replaceOne("\n", "\r\r\n"),
	"escaped line":       insert(true, "% a line\n", "%\n", "%1. e4 e5\n"),
	"long word":          insert(false, strings.Repeat("x", 300), strings.Repeat("1", 300), " "+strings.Repeat("e4", 200)+" "),
	"wide text":          func(_ *rand.Rand, text string, at int) string { return wide(text[at:]) },
}

// flipped returns text with a bit of its first byte changed.
func flipped(r *rand.Rand, text string) string {
	if text == "" {
		return ""
	}
	return string([]byte{text[0] ^ 1<<r.IntN(8)}) + text[1:]
}

// numbered returns text with the number of each line before it.
func numbered(text string) string {
	var b strings.Builder
	n := 0
	for line := range strings.Lines(text) {
		n++
		fmt.Fprintf(&b, "%4d  %s", n, line)
	}
	return b.String()
}

// wide returns text in UTF-16.
func wide(text string) string {
	var b []byte
	for _, u := range utf16.Encode([]rune(text)) {
		b = append(b, byte(u), byte(u>>8))
	}
	return string(b)
}

// accidentTexts returns texts with n accidents of each kind.
func accidentTexts(seed uint64, n int) (texts []string) {
	r := rand.New(rand.NewPCG(seed, 54))
	for _, kind := range slices.Sorted(maps.Keys(accidents)) {
		for range n {
			text := ""
			for range 1 + r.IntN(3) {
				text += accidentRecords[r.IntN(len(accidentRecords))]
			}
			text = accidents[kind](r, text, r.IntN(len(text)))
			if r.IntN(4) == 0 { // two accidents
				other := slices.Sorted(maps.Keys(accidents))
				text = accidents[other[r.IntN(len(other))]](r, text, r.IntN(len(text)+1))
			}
			texts = append(texts, text)
		}
	}
	return texts
}

// TestEveryByte checks that nothing vanishes from a text in silence: 5,000 accidents happen to records,
// 20,000 with -deep, and each byte is read, is form, or is reported.
func TestEveryByte(t *testing.T) {
	for _, text := range slices.Concat(doorTexts, fuzzSeeds(t), accidentTexts(1, deep.Times(5_000, 4)/len(accidents)+1)) {
		checkBytes(t, text)
	}
}

// TestAccidentsAtDoors checks that all doors find the same in texts with accidents.
func TestAccidentsAtDoors(t *testing.T) {
	for _, text := range accidentTexts(2, deep.Times(1, 420)) {
		checkDoors(t, text)
	}
}

// FuzzEveryByte checks that each byte of any text is read, is form, or is reported.
func FuzzEveryByte(f *testing.F) {
	for _, text := range accidentTexts(3, 1) {
		f.Add(text)
	}
	f.Fuzz(func(t *testing.T, text string) {
		if len(text) <= 4000 {
			checkBytes(t, text)
		}
	})
}
