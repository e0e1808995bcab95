package charset

import (
	"bytes"
	"testing"
)

// TestIsPlain puts each byte at each index of texts shorter and longer than the eight bytes that
// are examined at a time.
func TestIsPlain(t *testing.T) {
	for length := range 20 {
		for at := range length {
			for c := range 256 {
				text := bytes.Repeat([]byte("~"), length)
				text[at] = byte(c)
				if got, want := IsPlain(text), ' ' <= c && c < 0x80; got != want {
					t.Fatalf("IsPlain(%q) = %v, want %v", text, got, want)
				}
			}
		}
	}
	if !IsPlain(nil) {
		t.Error("IsPlain(nil) = false, want true")
	}
}
