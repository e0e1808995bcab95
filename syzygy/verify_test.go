package syzygy

import (
	"context"
	"encoding/binary"
	"encoding/hex"
	"errors"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"testing/fstest"
)

// realKBvK is the file KBvK.rtbw as de Man's generator wrote it.
const realKBvK = "71e8235d3100ee6633008002800200000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000004b37ef623e69eadb6756777c16034e6f"

// TestVerify checks the checksum of a real file, and that every change of it is found.
func TestVerify(t *testing.T) {
	whole, err := hex.DecodeString(realKBvK)
	if err != nil {
		t.Fatal(err)
	}
	verify := func(data []byte) (string, []int64) {
		tables, err := OpenFS(fstest.MapFS{"KBvK.rtbw": {Data: data}})
		if err != nil {
			t.Fatal(err)
		}
		var reports []int64
		err = tables.Verify(t.Context(), func(done, total int64) { reports = append(reports, done, total) })
		var fault *FormatError
		if err != nil && !errors.As(err, &fault) {
			t.Errorf("Verify: %v is no FormatError", err)
		}
		return errorText(err), reports
	}
	if text, reports := verify(whole); text != "" || !slices.Equal(reports, []int64{0, 80, 80, 80}) {
		t.Errorf("Verify of a real file: %s, reports %v", text, reports)
	}
	for at := range whole {
		changed := slices.Clone(whole)
		changed[at] ^= 1 << (at % 8)
		if text, _ := verify(changed); text != "syzygy: KBvK.rtbw: offset 64: the checksum does not match" {
			t.Errorf("a change at %d: %s", at, text)
		}
		if text, _ := verify(whole[:at]); !strings.HasSuffix(text, "the file is truncated or has no checksum") {
			t.Errorf("cut at %d: %s", at, text)
		}
	}
	if err := openBoth(t, whole).Verify(t.Context(), nil); err == nil || strings.Count(err.Error(), "\n") != 1 {
		t.Errorf("Verify of a good and two bad files: %v", err)
	}
	if _, reports := verify(whole[:79]); !slices.Equal(reports, []int64{0, 79, 79, 79}) {
		t.Errorf("the reports of a file of 79 bytes are %v", reports)
	}
	var last [2]int64
	if err := openBoth(t, whole).Verify(t.Context(), func(done, total int64) { last = [2]int64{done, total} }); err == nil || last != [2]int64{160, 160} {
		t.Errorf("the last report of three files of 160 bytes is %v, %v", last, err)
	}
	many, err := OpenFS(fstest.MapFS{"KRvK.rtbw": {}, "KBvK.rtbz": {}, "KQvK.rtbw": {}, "KNvK.rtbw": {}, "KBvK.rtbw": {}, "KPvK.rtbz": {}})
	if err != nil {
		t.Fatal(err)
	}
	if lines := strings.Split(errorText(many.Verify(t.Context(), nil)), "\n"); len(lines) != 6 || !slices.IsSorted(lines) {
		t.Errorf("Verify of six bad files: %q, want their errors in the order of the names", lines)
	}
	ctx, cancel := context.WithCancel(t.Context())
	reports := 0
	err = openBoth(t, whole).Verify(ctx, func(_, _ int64) { reports++; cancel() })
	if err != context.Canceled || reports != 1 {
		t.Errorf("Verify that is canceled by its first report: %v after %d reports", err, reports)
	}
	dirs := []string{t.TempDir(), t.TempDir()}
	for _, dir := range dirs {
		for _, name := range []string{"KBvK.rtbw", "KNvK.rtbw"} {
			if err := os.WriteFile(filepath.Join(dir, name), nil, 0o666); err != nil {
				t.Fatal(err)
			}
		}
	}
	several, err := Open(dirs...)
	if err != nil {
		t.Fatal(err)
	}
	if lines := strings.Split(errorText(several.Verify(t.Context(), nil)), "\n"); len(lines) != 4 || !slices.IsSorted(lines) {
		t.Errorf("Verify of bad files in two folders: %q, want their errors in the order of the paths", lines)
	}
	unreadable := filepath.Join(dirs[0], "KQvK.rtbw")
	if os.Symlink(dirs[1], unreadable) != nil {
		return // this system has no links
	}
	if several, err = Open(dirs[0]); err != nil {
		t.Fatal(err)
	}
	if err := several.Verify(t.Context(), nil); err == nil || !strings.Contains(err.Error(), "syzygy: "+unreadable+": read") {
		t.Errorf("Verify of a folder with the name of a file: %v", err)
	}
}

// openBoth returns tables with a good file, one that hides it in another folder, and one that is
// empty.
func openBoth(t *testing.T, good []byte) *Tables {
	bad := slices.Clone(good)
	bad[20]++
	tables, err := OpenFS(fstest.MapFS{"KBvK.rtbw": {Data: bad}}, fstest.MapFS{"KBvK.rtbw": {Data: good}, "KBvK.rtbz": {}})
	if err != nil {
		t.Fatal(err)
	}
	return tables
}

// TestVerifyChunks checks a file of more than one chunk: an error in each of them, and where the
// files of all systems end.
func TestVerifyChunks(t *testing.T) {
	data := make([]byte, 2*chunkSize+64)
	data[5], data[chunkSize+5], data[2*chunkSize+5] = 1, 2, 3
	var hashes []byte
	for chunk := range slices.Chunk(data, chunkSize) {
		for _, h := range hash256(chunk) {
			hashes = binary.LittleEndian.AppendUint64(hashes, h)
		}
	}
	low, high := hash128(hashes)
	data = binary.LittleEndian.AppendUint64(binary.LittleEndian.AppendUint64(data, low), high)
	for _, at := range []int{-1, 0, chunkSize - 1, chunkSize, 2 * chunkSize, len(data) - 1} {
		if at >= 0 {
			data[at]++
		}
		tables, err := OpenFS(stream{fstest.MapFS{"KBvK.rtbz": {Data: data}}})
		if err != nil {
			t.Fatal(err)
		}
		if err := tables.Verify(t.Context(), nil); (err == nil) != (at < 0) {
			t.Errorf("a change at %d: %v", at, err)
		}
		if at >= 0 {
			data[at]--
		}
	}
}

// TestHash compares hashes of all kinds of lengths with those that the C code of CityHash 1.0 gives.
func TestHash(t *testing.T) {
	data, x := make([]byte, 1024), uint64(88172645463325252)
	for i := range data {
		x ^= x << 13
		x ^= x >> 7
		x ^= x << 17
		data[i] = byte(x >> 24)
	}
	for n, want := range map[int][2]uint64{
		32:  {0x9c6c8e1f993311d1, 0xe68c0767d1556a7c},
		64:  {0xd47200da3a373c42, 0x6b810b41c4e6b37c},
		96:  {0x8430dba8243e1087, 0x3907ef5fb45fc5c4},
		128: {0xd5a5962785f0a48c, 0xe96053ec011347e3},
		160: {0x18e2f7f434c8efaf, 0x94f3a90f1a58093d},
		256: {0x106da7e9747a0d86, 0x0a5f405dc8fc16d5},
		288: {0xf823d27a600b554d, 0x8c9614776db89406},
		896: {0x7546a636b5346c31, 0x0b8d6c50eb1b1a9e},
		928: {0xcd8e42b6ac3158fe, 0xf8b93880119e7041},
		992: {0xe5e5cd44dea2449a, 0xd9425e12c21fa2fc},
	} {
		if low, high := hash128(data[:n]); low != want[0] || high != want[1] {
			t.Errorf("hash128 of %d bytes = %016x %016x, want %016x", n, low, high, want)
		}
	}
}
