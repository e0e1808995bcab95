package backgammon_test

import (
	"hash/crc32"
	"testing"

	"github.com/google/go-cmp/cmp"
	. "github.com/shakki/chess/games/backgammon"
)

func TestGameBoard(t *testing.T) {
	g := NewGame()
	must(t, g.Open(1, 3), g.PlayText("8/5 6/5"))
	const light = `
+12-11-10- 9- 8- 7-+bar+ 6- 5- 4- 3- 2- 1-+
| X           O    |   | O              X |
| X           O    |   | O              X |
| X           O    |   | O                |
| X                |   | O                |
| X                |   | O                |
|                  |   |                  |
| O                |   |                  |
| O                |   | X                |
| O                |   | X                |
| O           X    |   | X  X           O |
| O           X    |   | X  X           O |
+13-14-15-16-17-18-+bar+19-20-21-22-23-24-+
X: 0 off, pip count 163
O: 0 off, pip count 167
light to roll, cube 1 centered
`
	if diff := cmp.Diff(light[1:], g.Board()); diff != "" {
		t.Errorf("Board() (-want +got):\n%s", diff)
	}
	must(t, g.Double(), g.Take(), g.Roll(11), g.PlayText("8/7(2) 6/5(2)"), g.Roll(21))
	const dark = `
+13-14-15-16-17-18-+bar+19-20-21-22-23-24-+
| X           O  O |   | O  O           X |
| X              O |   | O  O           X |
| X                |   | O                |
| X                |   |                  |
| X                |   |                  |
|                  |   |                  |
| O                |   |                  |
| O                |   | X                |
| O                |   | X                |
| O           X    |   | X  X           O |
| O           X    |   | X  X           O |
+12-11-10- 9- 8- 7-+bar+ 6- 5- 4- 3- 2- 1-+
X: 0 off, pip count 163
O: 0 off, pip count 163
dark to play 21, cube 2 dark
`
	if diff := cmp.Diff(dark[1:], g.Board()); diff != "" {
		t.Errorf("Board() (-want +got):\n%s", diff)
	}
}

func TestBoard(t *testing.T) {
	p := place(t, Checkers{Bar: 1, 24: 1, 13: 6, 1: 2}, Checkers{Bar: 7, 2: 1, 5: 2})
	want := `
+13-14-15-16-17-18-+bar+19-20-21-22-23-24-+
| X                | X |    O        O  X |
| X                |   |    O             |
| X                |   |                  |
| X                |   |                  |
| 6                |   |                  |
|                  |   |                  |
|                  | 7 |                  |
|                  | O |                  |
|                  | O |                  |
|                  | O |                X |
|                  | O |                X |
+12-11-10- 9- 8- 7-+bar+ 6- 5- 4- 3- 2- 1-+
X: 5 off, pip count 129
O: 5 off, pip count 187
`
	if diff := cmp.Diff(want[1:], p.Board()); diff != "" {
		t.Errorf("Board() (-want +got):\n%s", diff)
	}
}

// TestPictures checks the checksums of pictures. Look at a picture before you write a new checksum
// here.
func TestPictures(t *testing.T) {
	bar := place(t, Checkers{Bar: 2, 6: 7, 5: 1}, Checkers{Bar: 1, 24: 12})
	one := place(t, Checkers{6: 14}, Checkers{6: 14})
	off := place(t, Checkers{Bar: 6, 13: 1}, Checkers{1: 6, 11: 2, 20: 1})
	game := func(rules Rules, setup string) []byte {
		s, err := ParseSetup(setup)
		must(t, err)
		g, err := NewGameFrom(s, rules)
		must(t, err)
		return g.AppendSVG(nil)
	}
	for _, tt := range []struct {
		name string
		svg  []byte
		sum  uint32
	}{
		{"checkers on the bar and off", bar.AppendSVG(nil), 0xee59e76},
		{"six on the bar, and off", off.AppendSVG(nil), 0x648e7c6a},
		{"one checker off", one.AppendSVG(nil), 0x1afb5308},
		{"start", game(Rules{}, StartPosition().String()+" opening 1 centered 0:0"), 0x6cfd4d1},
		{"cube of Dark", game(Rules{}, bar.String()+" dark 61 64 dark 0:0"), 0x55766f82},
		{"cube of Light", game(Rules{}, bar.String()+" light roll 8192 light 0:0"), 0xaad4c371},
		{"dice of Light", game(Rules{}, bar.String()+" light 53 8192 light 0:0"), 0xb910b7bf},
		{"cube without a number", game(Rules{}, bar.String()+" light roll 16384 light 0:0"), 0x6c5b416},
		{"double", game(Rules{}, bar.String()+" light double 2 light 0:0"), 0xfc3255cb},
		{"Crawford game", game(Rules{}, bar.String()+" light roll 1 centered 2:0/3 crawford"), 0xdcfc6336},
		{"no cube", game(Rules{NoCube: true}, bar.String()+" light roll 1 centered 0:0"), 0xdcfc6336},
		{"over", game(Rules{}, "AAAABgAAAAAAAA dark over 4 dark 0:0"), 0xf22b3b7},
	} {
		if sum := crc32.ChecksumIEEE(tt.svg); sum != tt.sum {
			t.Errorf("%s: the picture has the sum %#x, want %#x\n%s", tt.name, sum, tt.sum, tt.svg)
		}
	}
}
