package domino_test

import (
	"hash/crc32"
	"testing"

	. "github.com/shakki/chess/games/domino"
)

// TestPictures checks the checksums of pictures. Look at a picture before you write a new checksum
// here.
func TestPictures(t *testing.T) {
	empty := position(t, "A 4-3,4-2,3-2,3-1/6-5,5-4,5-3,5-0,4-1,0-0/6-3,5-5,4-4,3-0/6-6,5-1,4-0,1-0/6-1,6-0,3-3,2-1,2-0,1-1 - 5-2,2-2,2-6,6-4")
	over := position(t, "B -/6-4/0-0 6-3,6-2,6-1,6-0,5-3,5-2,5-0,4-4,4-0,3-3,3-1,3-0,2-2 6-6,6-5,5-4,4-3,3-2,2-1,1-0,0-2,2-4,4-1,1-1,1-5,5-5")
	begun := position(t, second)
	for _, tt := range []struct {
		name string
		svg  []byte
		sum  uint32
	}{
		{"empty stock", empty.AppendSVG(nil), 0xd8832279},
		{"long line", over.AppendSVG(nil), 0x5894624c},
		{"hidden hand", begun.View(B).AppendSVG(nil), 0xc278b744},
		{"no line", position(t, lead).AppendSVG(nil), 0x165eec31},
	} {
		if sum := crc32.ChecksumIEEE(tt.svg); sum != tt.sum {
			t.Errorf("%s: the picture has the sum %#x, want %#x\n%s", tt.name, sum, tt.sum, tt.svg)
		}
	}
}
