package chess

import (
	"io"
	"iter"
	"slices"

	"github.com/shakki/chess/internal/fault"
	"github.com/shakki/chess/internal/inorder"
	"github.com/shakki/chess/internal/pgntext"
)

// maxWorkers is the largest number of workers. Reading keeps no more busy.
const maxWorkers = 256

// ScanPGN scans the games in r with the given number of workers. It splits the input between games,
// calls scan concurrently, once for each part, and yields the results in input order. The scanners
// have the given options. [PGNScanner.Part] returns the number of the part. Lines and offsets refer
// to the whole input, so an index of its games can be built from [PGNScanner.GameOffset]. Game
// numbers restart in each part, so a result should include the number of games that it covers. With
// one worker, there is one part. The input is split where an Event tag begins a game: [SplitPGN]
// has the rule. After 4 MiB without such a place, one worker scans the rest.
//
// If reading fails, the last part reports the error. If scan or r panics, or ends its goroutine by
// [runtime.Goexit] as the Fatal method of a test does, so does the loop. If the loop stops early,
// at most one read of r is still in progress.
func ScanPGN[T any](r io.Reader, workers int, options PGNOptions, scan func(*PGNScanner) T) iter.Seq2[T, error] {
	return func(yield func(T, error) bool) {
		if workers <= 1 || r == nil {
			s := NewPGNScanner(r)
			s.PGNOptions = options
			result := scan(s)
			yield(result, s.Err())
			return
		}
		type scanned struct {
			result T
			err    error
		}
		divider, parts := pgntext.NewDivider(r), 0
		next := func(buffer *[]byte) func() scanned {
			part, ok := divider.Next(buffer)
			if !ok {
				return nil
			}
			s := &PGNScanner{PGNOptions: options, input: part.Window(), streams: part.Rest != nil, part: parts}
			parts++
			return func() scanned {
				result := scan(s)
				return scanned{result, s.Err()}
			}
		}
		for part := range inorder.Results(min(workers, maxWorkers), next) {
			if !yield(part.result, part.err) {
				return
			}
		}
	}
}

// A PGNPart is a part of a PGN file: the text from one place where a game certainly begins to the
// next. Usually it is one game. [SplitPGN] returns the parts of a file.
type PGNPart struct {
	Offset int64 `json:"offset"` // in bytes from the start of the file
	Size   int64 `json:"size"`   // in bytes

	text pgntext.Part
}

// SplitPGN splits a section of a PGN file between games. It iterates over the parts that begin at
// an offset from <= offset < to, and reads past to as far as the last of them extends. Thus the
// parts of adjacent sections are those of the whole file, wherever the sections meet: in a tag, a
// comment, or a move. A file can be read by several workers or machines, each of which reads a
// section.
//
// A part begins at the start of the file, and where an Event tag begins a line after the result of
// a game. Only white space may stand between the two, and the line with the result, of at most 64
// KiB, contains only movetext and comments in braces that begin and end on it. The places where
// [ScanPGN] splits its input are among these. A [PGNScanner] of the whole file begins a game at each
// of them too, even inside a comment of several lines, which then is not closed. Games without these
// marks belong to the part before them.
//
// To find its first part, SplitPGN reads at most 64 KiB before from. If reading fails, the part
// before the failure ends there, its scanner reports the error, and the last pair has it too. The
// text must be in UTF-8 or an encoding with one byte for each character, and must not be
// compressed.
func SplitPGN(r io.ReaderAt, from, to int64) iter.Seq2[PGNPart, error] {
	return func(yield func(PGNPart, error) bool) {
		if r == nil {
			yield(PGNPart{}, fault.NoReader)
			return
		}
		for text, err := range pgntext.Split(r, from, to) {
			if !yield(PGNPart{text.At.Offset, text.Size, text}, err) {
				return
			}
		}
	}
}

// Scanner returns a scanner of the games of p. Offsets are those of the file, but lines count from
// the start of p. The scanner reads the file only if p is larger than 4 MiB.
func (p PGNPart) Scanner() *PGNScanner {
	p.text.Text = slices.Clone(p.text.Text) // the window takes it
	return &PGNScanner{input: p.text.Window()}
}
