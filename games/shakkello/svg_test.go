package shakkello_test

import (
	"hash/crc32"
	"testing"

	. "github.com/shakki/chess/games/shakkello"
)

// TestPictures checks the checksums of pictures. Look at a picture before you write a new checksum
// here.
func TestPictures(t *testing.T) {
	for text, want := range map[string]uint32{
		"8/5b2/4B3/2B2R2/1kqrr3/2K1nQN1/2Nb1n2/4R3 -": 0x58d6ad87,
		"8/8/8/3nN3/3K4/8/8/8 -":                      0x5bb70b5a,
	} {
		p, err := ParsePosition(text)
		if err != nil {
			t.Fatal(err)
		}
		if sum := crc32.ChecksumIEEE(p.AppendSVG(nil)); sum != want {
			t.Errorf("%s: the picture has the sum %#x, want %#x\n%s", text, sum, want, p.AppendSVG(nil))
		}
	}
}
