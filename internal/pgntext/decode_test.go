package pgntext

import (
	"bytes"
	"encoding/binary"
	"errors"
	"io"
	"strings"
	"testing"
	"testing/iotest"
	"unicode/utf16"
)

// checkDecode checks that Decode returns want, and then the error that follows the text, or wantErr at once.
func checkDecode(t *testing.T, raw []byte, want string, wantErr error) {
	t.Helper()
	broken := errors.New("broken")
	for name, open := range map[string]func(r io.Reader) io.Reader{
		"whole": func(r io.Reader) io.Reader { return r }, "one byte": iotest.OneByteReader, "half": iotest.HalfReader, "error with data": iotest.DataErrReader,
	} {
		if name == "one byte" && len(raw) > bufferSize {
			continue // it takes seconds
		}
		for _, end := range []error{nil, broken} {
			r := open(bytes.NewReader(raw))
			if end != nil {
				r = io.MultiReader(r, FailingReader{end})
			}
			got, err := io.ReadAll(iotest.OneByteReader(Decode(r)))
			wantErr, want := wantErr, want
			if wantErr == nil {
				wantErr = end
			}
			if end != nil && len(raw)%2 != 0 {
				want = strings.TrimSuffix(want, "\ufffd") // the other half of a unit could follow
			}
			if string(got) != want || !errors.Is(err, wantErr) || (err == nil) != (wantErr == nil) {
				t.Errorf("%s: Decode(%.40q) = %.40q, %v, want %.40q, %v", name, raw, got, err, want, wantErr)
			}
		}
	}
	w := NewMemoryWindow(raw)
	text := w.rest()
	if wantErr == nil && text != strings.ReplaceAll(want, "\r\x00", "\n\x00") || w.Err() != wantErr {
		t.Errorf("a window on %.40q has %.40q, %v, want %.40q, %v", raw, text, w.Err(), want, wantErr)
	}
}

// TestDecode checks that text in UTF-16 is read in both byte orders, with a byte order mark and without.
func TestDecode(t *testing.T) {
	for _, text := range []string{"1", "1.", "1. e4", "\n1. e4", "[A \"é\"] 𝄞 1-0", strings.Repeat("[A \"é𝄞\"]\n", bufferSize/16)} {
		for _, mark := range []string{"", "\ufeff"} {
			for _, order := range []binary.AppendByteOrder{binary.LittleEndian, binary.BigEndian} {
				var raw []byte
				for _, unit := range utf16.Encode([]rune(mark + text)) {
					raw = order.AppendUint16(raw, unit)
				}
				checkDecode(t, raw, mark+text, nil)
			}
		}
	}
}

// TestDecodeHeads checks which first bytes show that a text is in UTF-16 or UTF-32, and which it keeps as they are.
func TestDecodeHeads(t *testing.T) {
	for raw, want := range map[string]string{
		"": "", "e": "e", "e4": "e4", "\x00": "\x00", "e\x00": "e", "\x00e": "e", " \x00e\x00": " e", "\x7f\x00": "\x7f",
		"\n\x00": "\n\x00", "\n\x00\x00\x00": "\n\x00\x00\x00", "\n\x001\x00": "\n1", "\x00\n\x001": "\n1", "\n\x0012": "\n\x0012", "\x00\n\x00\x00": "\x00\n\x00\x00", "\r\x00\n\x00": "\r\n", "\x00\x00\x00\x001\x00\x00\x00": "\x00\x00\x00\x001\x00\x00\x00",
		"\n\x00\x00":  "\n\x00\x00",
		"\t\x00a\x00": "\t\x00a\x00", "\x80\x00a\x00": "\x80\x00a\x00", "\x00\x00\x00": "\x00\x00\x00",
		"\xff\xfe": "\ufeff", "\xfe\xff": "\ufeff", "\xff\xff": "\xff\xff", "\xfe\xfe": "\xfe\xfe", "\xef\xbb\xbfe4": "\ufeffe4",
		"\xfe\xff\x00": "\ufeff\ufffd", "a\x00b": "a\ufffd", "\xff\xfea\xd8": "\ufeff\ufffd", "\xff\xfea\xd8b\x00": "\ufeff\ufffdb",
		"\xff\xfe\x00\x00": "\ufeff\x00", "1\x00\x00\x00\x00\x00\x00\x00": "1\x00\x00\x00", "1\x00\x00\x00.\x00\x00": "1\x00.\ufffd",
	} {
		checkDecode(t, []byte(raw), want, nil)
	}
	for _, raw := range []string{
		"\xff\xfe\x00\x00a\x00\x00\x00", "\x00\x00\xfe\xff\x00\x00\x00a", "1\x00\x00\x00.\x00\x00\x00", "\x00\x00\x001\x00\x00\x00.", "\x7f\x00\x00\x00\x01\x00\x00\x00x",
		"\xff\xfe\x00\x00\xff\xff\x00\x00",
	} {
		checkDecode(t, []byte(raw), "", errUTF32)
	}
	for raw, want := range map[string]string{"\x80\x00\x00\x001\x00\x00\x00": "\x80\x00\x00\x001\x00\x00\x00", "1\x00\x00\x00\x80\x00\x00\x00": "1\x00\u0080\x00"} {
		checkDecode(t, []byte(raw), want, nil)
	}
}

// TestDecodeErrorStays checks that nothing is read after an error.
func TestDecodeErrorStays(t *testing.T) {
	r := Decode(iotest.TimeoutReader(strings.NewReader("1\x00.\x00 \x00e\x004\x00 \x00")))
	text, err := io.ReadAll(r)
	n, again := r.Read(make([]byte, 9))
	if string(text) != "1. e" || err != iotest.ErrTimeout || n != 0 || again != err {
		t.Errorf("%q, %v, and then %d, %v, want an error that stays", text, err, n, again)
	}
}

// A countReader returns an impossible count.
type countReader int

func (n countReader) Read(b []byte) (int, error) { return int(n) + max(0, int(n))*len(b), nil }

// TestImpossibleCounts checks that a reader that breaks its contract is an error.
func TestImpossibleCounts(t *testing.T) {
	for _, n := range []countReader{-1, 1} {
		w := NewWindow(n, Start)
		if c := w.SkipSpace(); c != 0 || w.Err() != errReadCount {
			t.Errorf("a reader that returns an impossible count: %q, %v, want %v", c, w.Err(), errReadCount)
		}
	}
	if w := NewMemoryWindow("\xff\xfee\x00"); len(w.data) > 6 || w.IsZero() || !new(Window).IsZero() {
		t.Errorf("the window of a short text in UTF-16 has %d bytes, want 6", len(w.data))
	}
}
