package syzygy

import (
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"runtime"
	"strings"
	"sync"
	"testing"
	"testing/fstest"

	"github.com/shakki/chess"
)

// TestNames checks which names of files are those of tables.
func TestNames(t *testing.T) {
	for _, name := range []string{"", "K", "KvK", "QvK", "KQv", "vKQ", "KQK", "KXvK", "KPQvK", "KQKvK", "kqvk", "KQvKQRRRR"} {
		if m, ok := parseMaterial(name); ok {
			t.Errorf("parseMaterial(%q) = %v, want no material", name, m.name())
		}
	}
	for value, want := range map[WDL]string{Loss: "loss", BlessedLoss: "blessed loss", Draw: "draw", CursedWin: "cursed win", Win: "win"} {
		var back WDL
		if text, err := value.MarshalText(); string(text) != want || value.String() != want || err != nil || back.UnmarshalText(text) != nil || back != value {
			t.Errorf("%v is marshaled as %q, %v, and read as %v, want %s", value, text, err, back, want)
		}
		if back := value; back.UnmarshalText([]byte("won")) == nil || back != value {
			t.Errorf("%v becomes %v when another text is read, want an error and no change", value, back)
		}
	}
	if got := fmt.Sprint(WDL(-3), WDL(3)); got != "WDL(-3) WDL(3)" {
		t.Errorf("invalid values are printed as %s", got)
	}
}

func TestOpen(t *testing.T) {
	files, _ := made()
	tables, err := OpenFS(files)
	if err != nil || tables.MaxPieces() != 3 {
		t.Fatalf("MaxPieces() = %d, %v, want 3", tables.MaxPieces(), err)
	}
	if _, err := Open(filepath.Join(t.TempDir(), "missing")); !errors.Is(err, fs.ErrNotExist) {
		t.Errorf("Open of a missing folder: %v", err)
	}
	other := fstest.MapFS{
		"KvKQ.rtbw": {}, "KKvQ.rtbw": {}, "KQvK.txt": {}, "KQv.rtbw": {}, "vKQ.rtbw": {}, "KXvK.rtbw": {}, "KvK.rtbw": {},
		"KQQQQQQvK.rtbw": {}, "KNBvK.rtbw": {}, "kqvk.rtbw": {}, "KQvKvK.rtbw": {}, "sub/KQvK.rtbw": {}, "KQvK.rtbw/file": {},
	}
	if tables, err := OpenFS(other); err != nil || tables.MaxPieces() != 0 {
		t.Errorf("MaxPieces() of a folder without tables = %d, %v", tables.MaxPieces(), err)
	}
}

// TestBadFolders checks that the error for a table that is bad in all folders is that of the first, and that a
// file which could not be opened is tried again.
func TestBadFolders(t *testing.T) {
	files, _ := made()
	cut := fstest.MapFS{"KQvK.rtbw": {Data: files["KQvK.rtbw"].Data[:20]}}
	other := fstest.MapFS{"KQvK.rtbw": {Data: files["KQvK.rtbz"].Data}}
	tables, err := OpenFS(cut, other)
	if err != nil {
		t.Fatal(err)
	}
	for range 2 { // the second time from memory
		if _, err := tables.WDL(chess.MustParseFEN("4k3/8/8/8/8/8/8/3QK3 w - - 0 1")); errorText(err) != "syzygy: KQvK.rtbw: offset 20: the header is truncated" {
			t.Errorf("WDL of a table that is bad twice: %v", err)
		}
	}
	good := fstest.MapFS{"KQvK.rtbw": files["KQvK.rtbw"]}
	if tables, err = OpenFS(good); err != nil {
		t.Fatal(err)
	}
	delete(good, "KQvK.rtbw")
	_, missing := tables.WDL(chess.MustParseFEN("4k3/8/8/8/8/8/8/3QK3 w - - 0 1"))
	good["KQvK.rtbw"] = files["KQvK.rtbw"]
	if v, err := tables.WDL(chess.MustParseFEN("4k3/8/8/8/8/8/8/3QK3 w - - 0 1")); !errors.Is(missing, fs.ErrNotExist) || v != Win || err != nil {
		t.Errorf("WDL of a file that is missing for a while: %v, then %v, %v", missing, v, err)
	}
}

// TestFolders checks that a bad file does not hide a good one in a later folder, and that errors
// name the whole path.
func TestFolders(t *testing.T) {
	if _, err := Open(""); err == nil {
		t.Error("Open of an empty name: no error")
	}
	if _, err := OpenFS(nil); err == nil {
		t.Error("OpenFS of nil: no error")
	}
	files, _ := made()
	p := chess.MustParseFEN("4k3/8/8/8/8/8/8/3QK3 w - - 0 1")
	good := files["KQvK.rtbw"].Data
	for name, first := range map[string][]byte{"empty": {}, "cut": good[:len(good)-20], "another kind": files["KQvK.rtbz"].Data, "good": good} {
		dirs := []string{t.TempDir(), t.TempDir()}
		for i, data := range [][]byte{first, good} {
			if err := os.WriteFile(filepath.Join(dirs[i], "KQvK.rtbw"), data, 0o666); err != nil {
				t.Fatal(err)
			}
		}
		for n, want := range []WDL{Draw, Win} {
			tables, err := Open(dirs[:n+1]...)
			if err != nil {
				t.Fatal(err)
			}
			v, err := tables.WDL(p)
			if name == "good" {
				want = Win
			}
			if v != want || (err == nil) != (want == Win) || err != nil && !strings.Contains(err.Error(), filepath.Join(dirs[0], "KQvK.rtbw")) {
				t.Errorf("%s, %d folders: WDL = %v, %v, want %v", name, n+1, v, err, want)
			}
			tables.Close()
			if _, err := tables.WDL(p); !strings.Contains(errorText(err), filepath.Join(dirs[0], "KQvK.rtbw")) {
				t.Errorf("%s: after Close, WDL: %v, want the path", name, err)
			}
		}
	}
}

func TestClose(t *testing.T) {
	files, _ := made()
	p := chess.MustParseFEN("4k3/8/8/8/8/8/8/3RK3 w - - 0 1")
	for how, tables := range systems(t, files) {
		if _, err := tables.DTZ(p); err != nil {
			t.Fatal(how, err)
		}
		if how == "mapped" && runtime.GOOS == "linux" && len(tables.files) > 0 {
			t.Errorf("%d mapped files are open", len(tables.files))
		}
		if err := tables.Close(); err != nil {
			t.Errorf("%s: %v", how, err)
		}
		if _, err := tables.WDL(p); !errors.Is(err, fs.ErrClosed) {
			t.Errorf("%s: WDL after Close: %v", how, err)
		}
	}
	damaged, err := OpenFS(fstest.MapFS{"KRvK.rtbw": {}})
	if err != nil {
		t.Fatal(err)
	}
	if _, err := damaged.WDL(p); !isFormatError(err) || err == nil {
		t.Errorf("WDL of an empty table: %v", err)
	}
	damaged.Close()
	if _, err := damaged.WDL(p); !errors.Is(err, fs.ErrClosed) {
		t.Errorf("WDL of a damaged table after Close: %v", err)
	}
	tables, err := OpenFS(unclosable{files, "KRvK.rtbw"}) // which is closed first
	if err != nil {
		t.Fatal(err)
	}
	if _, err := tables.DTZ(p); err != nil {
		t.Fatal(err)
	}
	if err := tables.Close(); err != errNotClosed {
		t.Errorf("Close of a file that cannot be closed: %v", err)
	}
}

// An unclosable has a file that cannot be closed.
type unclosable struct {
	fs.FS
	name string
}

var errNotClosed = errors.New("not closed")

func (u unclosable) Open(name string) (fs.File, error) {
	f, err := u.FS.Open(name)
	if name == u.name && err == nil {
		return unclosableFile{f, f.(io.ReaderAt)}, nil
	}
	return f, err
}

type unclosableFile struct {
	fs.File
	io.ReaderAt
}

func (unclosableFile) Close() error { return errNotClosed }

// TestLoaded checks how many bytes are loaded into memory.
func TestLoaded(t *testing.T) {
	files, _ := made()
	tables, err := OpenFS(stream{files})
	if err != nil {
		t.Fatal(err)
	}
	tables.loaded = maxLoaded - int64(len(files["KRvK.rtbw"].Data))
	if v, err := tables.WDL(chess.MustParseFEN("4k3/8/8/8/8/8/8/3RK3 w - - 0 1")); v != Win || err != nil {
		t.Errorf("the last file that may be loaded: %v, %v", v, err)
	}
	if _, err := tables.WDL(chess.MustParseFEN("4k3/8/8/8/8/8/8/3QK3 w - - 0 1")); err == nil || !strings.Contains(err.Error(), "KQvK.rtbw: too large") {
		t.Errorf("one file too many is loaded: %v", err)
	}
}

// TestOpenFiles probes more tables than may be open, with several goroutines.
func TestOpenFiles(t *testing.T) {
	files, all := made()
	system := &counting{FS: files}
	tables, err := OpenFS(system)
	if err != nil {
		t.Fatal(err)
	}
	tables.limit = 3
	var wait sync.WaitGroup
	for worker := range 4 {
		wait.Add(1)
		go func() {
			defer wait.Done()
			for s := worker * 1001; s < 1<<19; s += 5003 {
				for _, e := range all {
					if e.values[s] != illegal {
						compareWithSolved(t, tables, e, state(s), chess.NoSquare)
					}
				}
			}
		}()
	}
	wait.Wait()
	if system.most > 3+4 {
		t.Errorf("%d files were open at once, want at most 3 and one for each goroutine", system.most)
	}
	if len(tables.files) != 3 {
		t.Errorf("%d files stay open, want 3", len(tables.files))
	}
	tables.Close()
	if system.open != 0 {
		t.Errorf("%d files are open after Close", system.open)
	}
	bad := &counting{FS: fstest.MapFS{"KRvK.rtbw": {Data: []byte("bad")}}}
	if tables, err = OpenFS(bad); err != nil {
		t.Fatal(err)
	}
	if _, err := tables.WDL(chess.MustParseFEN("4k3/8/8/8/8/8/8/3RK3 w - - 0 1")); err == nil || bad.open != 0 {
		t.Errorf("%d damaged files are open, %v", bad.open, err)
	}
	if tables, err = OpenFS(stream{system}); err != nil {
		t.Fatal(err)
	}
	if _, err := tables.DTZ(chess.MustParseFEN("4k3/8/8/8/8/8/8/3RK3 w - - 0 1")); err != nil || system.open != 0 {
		t.Errorf("%d loaded files are open, %v", system.open, err)
	}
}

// TestRemembered checks that a damaged file is not read again, and that no more files are loaded than fit.
func TestRemembered(t *testing.T) {
	files, _ := made()
	p := chess.MustParseFEN("4k3/8/8/8/8/8/8/3QK3 w - - 0 1")
	system := fstest.MapFS{"KQvK.rtbw": {}}
	tables, err := OpenFS(system)
	if err != nil {
		t.Fatal(err)
	}
	_, first := tables.WDL(p)
	system["KQvK.rtbw"] = files["KQvK.rtbw"]
	if _, err := tables.WDL(p); first == nil || err != first {
		t.Errorf("WDL with a damaged file: %v, and then %v", first, err)
	}
	size := int64(len(files["KQvK.rtbw"].Data))
	if tables, err = OpenFS(longer{stream{files}}); err != nil {
		t.Fatal(err)
	}
	if _, err := tables.WDL(p); errorText(err) != fmt.Sprintf("syzygy: KQvK.rtbw: offset %d: the file is shorter than its size", size) {
		t.Errorf("WDL with a file that is shorter than its size: %v", err)
	}
	cut := fstest.MapFS{"KQvK.rtbw": {Data: files["KQvK.rtbw"].Data}}
	if tables, err = OpenFS(cut); err != nil {
		t.Fatal(err)
	}
	for n := size; n > 0 && err == nil; n -= 2 {
		cut["KQvK.rtbw"].Data = files["KQvK.rtbw"].Data[:n]
		_, err = tables.WDL(p)
	}
	var fault *FormatError
	if !errors.As(err, &fault) || fault.Offset == 0 || fault.Detail != "the file is shorter than its size" {
		t.Errorf("WDL with a file that is cut while it is open: %v", err)
	}
	for room, want := range map[int64]string{size: "", size - 1: "syzygy: KQvK.rtbw: too large to be loaded from a file system without ReadAt"} {
		if tables, err = OpenFS(stream{files}); err != nil {
			t.Fatal(err)
		}
		tables.loaded = maxLoaded - room
		if _, err := tables.WDL(p); errorText(err) != want || err == nil && tables.loaded != maxLoaded {
			t.Errorf("WDL with room for %d of %d bytes: %v, %d bytes loaded", room, size, err, tables.loaded)
		}
	}
}
