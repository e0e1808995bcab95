package selection

import (
	"strconv"
	"strings"
	"testing"

	"github.com/shakki/chess/internal/tagvalue"
)

// TestText checks which texts fulfill a condition.
func TestText(t *testing.T) {
	tests := []struct {
		condition, text string
		want            bool
	}{
		{"Carls", "Carlsen, Magnus", true},
		{"carlsen, m", "Carlsen, Magnus", true},
		{"Magnus", "Carlsen, Magnus", false},
		{"*Magnus", "Carlsen, Magnus", true},
		{"*Magnus", "Magnus C", false},
		{"C*l*n, ?agnus", "Carlsen, Magnus", true},
		{"=Carlsen", "Carlsen, Magnus", false},
		{"=carlsen", "CARLSEN", true},
		{"=", "", true},
		{"=", "x", false},
		{"~^(Carlsen|Anand)", "anand, V", true},
		{"~^(Carlsen|Anand)$", "Anand, V", false},
		{"ÉVA", "éva", true},
		{"~", "x", true},
		{"?", "?", true},
		{"?", "x", false},
		{"=\ufffd", "", false},
		{"*", "", true},
		{"a*?d", "a\nb\nd", true},
	}
	for _, test := range tests {
		condition, err := ParseText(test.condition)
		if err != nil {
			t.Errorf("ParseText(%q) = %v", test.condition, err)
			continue
		}
		if got := condition.matches([]byte(test.text)); got != test.want {
			t.Errorf("%q matches %q = %t, want %t", test.condition, test.text, got, test.want)
		}
	}
}

// TestTag checks conditions on tags: the operators, dates, and missing tags.
func TestTag(t *testing.T) {
	var tags tagList
	for _, tag := range [][2]string{{"Round", "3"}, {"WhiteElo", "950"}, {"Date", "1995.06.??"}, {"Event", "Open Paris"}, {"BlackElo", "?"}, {"EventDate", "????.06.??"}, {"EndDate", "1995.06.01x"}} {
		tags.addCopy([]byte(tag[0]), []byte(tag[1]))
	}
	tests := map[string]bool{
		"Round=3": true, "Round=33": false, "round=3": true, "Round!=3": false, "Annotator": false, "!Annotator": true,
		"Annotator!=Kotov": true, "Event=*paris": true, "Event~^open": true, "Event!~^open": false, "Annotator!~x": true,
		"WhiteElo>=2500": false, "WhiteElo<1000": true, "WhiteElo<=950": true, "WhiteElo>950": false, // as text, 950 is more than 2500
		"BlackElo>0": false, "BlackElo<9000": false, "Date<1996": true, "Date>=1995.06.01": false, "Date>=1995": true, "Annotator!=": true, "Annotator=": false,
		"EventDate<1996": false, "EndDate<1996": false, // no dates
		"Annotator<a1": false, "Event<z1": true, "Event<Z1": true, "Event>z1": false, "Round = 3": true,
	}
	for text, want := range tests {
		condition, err := ParseTag(text)
		if err != nil {
			t.Errorf("ParseTag(%q) = %v", text, err)
		} else if got := condition.matches(tags.get(condition.name)); got != want {
			t.Errorf("%s = %t, want %t", text, got, want)
		}
	}
}

// TestRanges checks the ranges of dates, codes, speeds, and ratings. A date that is partly unknown is in a
// range if it certainly is.
func TestRanges(t *testing.T) {
	date := func(s string) func(string) bool {
		d, err := ParseDates(s)
		if err != nil {
			t.Fatal(err)
		}
		return func(text string) bool {
			date, ok := tagvalue.ParseDate(text)
			return ok && d.has(date.First) && d.has(date.Last)
		}
	}
	code := func(s string) func(string) bool {
		c, err := ParseCodes(s)
		if err != nil {
			t.Fatal(err)
		}
		return func(text string) bool { return c.has(text) }
	}
	speed := func(s string) func(string) bool {
		r, err := ParseSpeed(s)
		if err != nil {
			t.Fatal(err)
		}
		return func(text string) bool {
			seconds, err := strconv.Atoi(text)
			return err == nil && r.has(seconds)
		}
	}
	tests := []struct {
		name    string
		has     func(string) bool
		in, out []string
	}{
		{"year", date("1995"), []string{"1995.01.01", "1995.12.31", "1995.??.??", "1995"}, []string{"1994.12.31", "1996.01.01", "????.??.??", "", "x"}},
		{"month", date("1995-06"), []string{"1995.06.30", "1995.06.??"}, []string{"1995.??.??", "1995.07.01"}},
		{"years", date("1990..1999"), []string{"1990.01.01", "1999.12.31", "1999.??.??"}, []string{"1989.12.31", "2000.01.01"}},
		{"from a day", date("2020.07.15.."), []string{"2020.07.15", "2021"}, []string{"2020.07.14", "2020.07.??", "2020"}},
		{"letter", code("B"), []string{"B00", "B99"}, []string{"A99", "C00", ""}},
		{"last letter", code("E"), []string{"E00", "E99"}, []string{"D99", ""}},
		{"code", code("c65"), []string{"C65", "C65b"}, []string{"C66", "C6"}},
		{"codes", code("B20..B9"), []string{"B20", "B50", "B99"}, []string{"B19", "C00"}},
		{"codes of letters", code("C60..E"), []string{"C60", "D", "E99"}, []string{"C59", "C"}},
		{"bullet", speed("bullet"), []string{"0", "179"}, []string{"180"}},
		{"blitz", speed("blitz"), []string{"180", "479"}, []string{"179", "480"}},
		{"rapid", speed("rapid"), []string{"480", "1499"}, []string{"479", "1500"}},
		{"classical", speed("classical"), []string{"1500", "86399"}, []string{"1499", "86400"}},
		{"correspondence", speed("correspondence"), []string{"86400", "999999999"}, []string{"86399"}},
	}
	for _, test := range tests {
		for _, text := range test.in {
			if !test.has(text) {
				t.Errorf("%s does not have %q", test.name, text)
			}
		}
		for _, text := range test.out {
			if test.has(text) {
				t.Errorf("%s has %q", test.name, text)
			}
		}
	}
	either, _ := ParseDifference("200..")
	white, _ := ParseDifference("+200..")
	if !either.has(2000, 2300) || !either.has(2300, 2000) || either.has(2000, 2100) || white.has(2000, 2300) || !white.has(2300, 2000) {
		t.Error("a difference with a sign is not White's rating less Black's, or one without a sign is")
	}
}

// TestInvalid checks that what is not a condition is an error.
func TestInvalid(t *testing.T) {
	parse := map[string]func(string) error{
		"text":     func(s string) error { _, err := ParseText(s); return err },
		"range":    func(s string) error { _, err := ParseRange(s); return err },
		"dates":    func(s string) error { _, err := ParseDates(s); return err },
		"codes":    func(s string) error { _, err := ParseCodes(s); return err },
		"tag":      func(s string) error { _, err := ParseTag(s); return err },
		"material": func(s string) error { _, err := ParseMaterial(s); return err },
		"pattern":  func(s string) error { _, err := ParsePattern(s); return err },
		"line":     func(s string) error { _, err := ParseLine(s); return err },
		"reached":  func(s string) error { _, err := ParseReached(s); return err },
		"opening":  func(s string) error { _, err := ParseOpening(s); return err },
		"castles":  func(s string) error { _, err := ParseCastling(s); return err },
		"split":    func(s string) error { _, err := ParseSplit(s); return err },
		"columns":  func(s string) error { _, err := ParseColumns(s); return err },
	}
	tests := map[string][]string{
		"text": {"", "~("}, "range": {"", "..", "x", "5..4", "1...3", "x..5"}, "dates": {"", "..", "May", "2024..2023", "2024.123.1", "2024..x", "x..2024", "..x", "x..", "2024.123.1..2025", "2024..2025.123.1", "????.05.01..2024", "2024..????.05.01",
			"1990-2000", "24", "2024.13", "2024.00", "2024.06.32", "1990..24", "2024.6.015"},
		"codes": {"", "F00", "X", "C6..", "C600", "C65b", "C6x", "Cx", "165"}, "tag": {"", "=3", "!", "a b=c", "Event~(", "!Event=x", "Event!<3", "Annotator<Z", "Event>=P", "WhiteElo>high", "Date>=????.??.??", "Date<1995.06.01x", "Date<May", "Date>"},
		"material": {"", "KR", "RvK", "KKvK", "KvKK", "KXvK", "Q", "Q=", "Q=12", "Q==1", "Q!1", "Z=1", "Q=1,", "Q=/", "KvK.", "Q=."},
		"pattern":  {"", "8/8", "9/8/8/8/8/8/8/8", "7/8/8/8/8/8/8/8", "x7/8/8/8/8/8/8/8", "[7/8/8/8/8/8/8/8", "[]7/8/8/8/8/8/8/8", "8/8/8/8/8/8/8/8 x", "8/8/8/8/8/8/8/8 w - -", "*p*p*p*p*p*p*p*p*p*/8/8/8/8/8/8/8"},
		"line":     {"", "1.", "e5", "e4 e4", "* xyz", "!*", ".e4"}, "reached": {"e5", "* e4"}, "opening": {"xyzzy"}, "castles": {"", "O-O"},
		"split": {"", "0", "-3", "week", "99999999999999999999"}, "columns": {"", "White,,Black", "ply", "1st"},
	}
	for name, texts := range tests {
		for _, text := range texts {
			if parse[name](text) == nil {
				t.Errorf("%s %q is accepted", name, text)
			}
		}
	}
	for _, test := range [...]struct{ name, text, want string }{
		{"text", "", "write = for a tag without text"}, {"line", "!*", "!* allows no move"}, {"line", "1.", "the line has no moves"},
		{"pattern", "[]7/8/8/8/8/8/8/8", "[] allows nothing"}, {"pattern", "[7/8/8/8/8/8/8/8", "[ has no ]"},
	} {
		if err := parse[test.name](test.text); !strings.Contains(err.Error(), test.want) {
			t.Errorf("the error of the %s %q is %v, want %s", test.name, test.text, err, test.want)
		}
	}
	for _, pattern := range []string{"8/x7/8/8/8/8/8/8", "8/7/8/8/8/8/8/8"} {
		if err := parse["pattern"](pattern); !strings.Contains(err.Error(), "rank 7: ") {
			t.Errorf("the error of the pattern %s is %v, want one of rank 7", pattern, err)
		}
	}
	if _, err := ParseColumns("Annotator,Zone"); err != nil {
		t.Error(err)
	}
	q := &Query{}
	with("setup=true")(q)
	for value, want := range map[string]string{"x": "invalid syntax", "false": "its opposite"} {
		if err := Traits[4].Add(q, value); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("setup and setup=%s: error %v, want %s", value, err, want)
		}
	}
}
