package chessbeam

import (
	"bytes"
	"context"
	"fmt"
	"io"
	"math"
	"slices"

	"github.com/apache/beam/sdks/v2/go/pkg/beam"
	"github.com/apache/beam/sdks/v2/go/pkg/beam/core/sdf"
	"github.com/apache/beam/sdks/v2/go/pkg/beam/io/fileio"
	"github.com/apache/beam/sdks/v2/go/pkg/beam/io/rtrackers/offsetrange"
	"github.com/apache/beam/sdks/v2/go/pkg/beam/register"
	"github.com/shakki/chess"
	"github.com/shakki/chess/beam/internal/meter"
)

func init() {
	register.DoFn5x1[context.Context, *sdf.LockRTracker, fileio.ReadableFile, func(Record), func(Bad), error](&readFn{})
	register.DoFn2x0[Record, func(block)](&packFn{})
	register.DoFn2x0[block, func(Record)](&unpackFn{})
	register.Emitter1[block]()
	register.Function1x2(byPath)
	register.Function2x1(firstOf)
	register.Iter1[fileio.FileMetadata]()
	register.Emitter1[Record]()
	register.Emitter1[Bad]()
}

// A Record is the text of one or more whole games as it stands in a file. Usually it is one game.
type Record struct {
	File   string
	Offset int64 // in bytes from the start of the file, or of the text of a compressed file
	Text   []byte
}

// scanners iterates over scanners of the games of r, of which there is usually one. Offsets count
// from the start of the record.
func (r Record) scanners(yield func(*chess.PGNScanner) bool) {
	for part := range chess.SplitPGN(bytes.NewReader(r.Text), 0, int64(len(r.Text))) {
		if !yield(part.Scanner()) {
			return
		}
	}
}

// A Bad is a game that could not be used.
type Bad struct {
	File   string `json:"file"`
	Offset int64  `json:"offset"` // of the game in the file, in bytes
	Detail string `json:"detail"`
}

// DefaultSplit is the size in bytes of the sections into which [Read] divides a file at first.
const DefaultSplit = 16 << 20

// Read reads the PGN files that match the patterns, in any file system of Beam. It returns a
// PCollection<Record>, and a PCollection<Bad> of texts that are too large for a record. It reads a
// file in sections, by the rule of [chess.SplitPGN], and runners may split these further while they
// are read. Files that are compressed with gzip, bzip2, or Zstandard, and files in UTF-16, are
// recognized by their first bytes and read as a whole. A file with another compression makes the
// pipeline fail. A file that matches several patterns is read once, and a pattern that matches no
// file makes the pipeline fail.
func Read(s beam.Scope, patterns ...string) (records, bad beam.PCollection) {
	return ReadSplit(s, DefaultSplit, patterns...)
}

// ReadSplit is [Read] with sections of the given size in bytes.
func ReadSplit(s beam.Scope, size int64, patterns ...string) (records, bad beam.PCollection) {
	s = s.Scope("chess.Read")
	matches := fileio.MatchAll(s, beam.CreateList(s, patterns), fileio.MatchEmptyDisallow())
	once := beam.ParDo(s, firstOf, beam.GroupByKey(s, beam.ParDo(s, byPath, matches)))
	files := fileio.ReadMatches(s, once, fileio.ReadUncompressed())
	records, bad = beam.ParDo2(s, &readFn{Split: size}, files)
	// What one worker has read is given to all: a file that is compressed is read by one.
	blocks := beam.Reshuffle(s, beam.ParDo(s, &packFn{}, records))
	return beam.ParDo(s, &unpackFn{}, blocks), bad
}

// A block is a run of records that follow each other in a file. [Judge] counts lines and games by
// runs, so that records that a runner shuffles one by one would cost it memory.
type block struct {
	Record
	Sizes []int // of the texts of the records, in bytes
}

// A packFn makes blocks of records.
type packFn struct{ block block }

// ProcessElement adds a record to the block, which it emits if the record does not belong to it.
func (f *packFn) ProcessElement(r Record, emit func(block)) {
	b := &f.block
	if r.File != b.File || r.Offset != b.Offset+int64(len(b.Text)) || len(b.Text) > recordSize {
		f.FinishBundle(emit)
		b.File, b.Offset = r.File, r.Offset
	}
	b.Text = append(b.Text, r.Text...)
	b.Sizes = append(b.Sizes, len(r.Text))
}

// FinishBundle emits the last block.
func (f *packFn) FinishBundle(emit func(block)) {
	if len(f.block.Sizes) > 0 {
		emit(f.block)
	}
	f.block = block{}
}

// An unpackFn emits the records of blocks.
type unpackFn struct{}

// ProcessElement emits the records of a block.
func (*unpackFn) ProcessElement(b block, emit func(Record)) {
	for _, size := range b.Sizes {
		emit(Record{b.File, b.Offset, b.Text[:size]})
		b.Offset += int64(size)
		b.Text = b.Text[size:]
	}
}

// byPath returns the file with its path as a key.
func byPath(file fileio.FileMetadata) (string, fileio.FileMetadata) { return file.Path, file }

// firstOf returns the first of the files with the same path.
func firstOf(_ string, files func(*fileio.FileMetadata) bool) (file fileio.FileMetadata) {
	files(&file)
	return file
}

// A readFn is the splittable function behind Read. Its restrictions are sections of a file in
// bytes. A compressed file has the restriction [0, 1), which cannot be split.
type readFn struct {
	Split int64
}

// CreateInitialRestriction returns the whole file.
func (f *readFn) CreateInitialRestriction(file fileio.ReadableFile) offsetrange.Restriction {
	if !canSplit(context.Background(), file) {
		return offsetrange.Restriction{End: 1}
	}
	return offsetrange.Restriction{End: file.Metadata.Size}
}

// SplitRestriction divides a file into sections of about equal size.
func (f *readFn) SplitRestriction(_ fileio.ReadableFile, rest offsetrange.Restriction) []offsetrange.Restriction {
	return rest.EvenSplits((rest.End - rest.Start + f.Split - 1) / max(f.Split, 1))
}

// RestrictionSize returns the number of bytes in a section.
func (f *readFn) RestrictionSize(file fileio.ReadableFile, rest offsetrange.Restriction) float64 {
	if rest.End == 1 {
		return float64(file.Metadata.Size)
	}
	return rest.Size()
}

// CreateTracker returns a tracker of a section.
func (f *readFn) CreateTracker(rest offsetrange.Restriction) *sdf.LockRTracker {
	return sdf.NewLockRTracker(offsetrange.NewTracker(rest))
}

// canSplit reports whether a file can be read from the middle. A file that cannot be opened is read
// as a whole, which reports the error.
func canSplit(ctx context.Context, file fileio.ReadableFile) bool {
	r, err := file.Open(ctx)
	if err != nil {
		return false
	}
	defer r.Close()
	head := make([]byte, headSize)
	n, _ := io.ReadFull(r, head)
	return isPlain(head[:n])
}

// ProcessElement emits the records that begin in a section. It claims the offset of each before it
// emits it, so that the rest of the section can be given to another worker at any time.
func (f *readFn) ProcessElement(
	ctx context.Context, tracker *sdf.LockRTracker, file fileio.ReadableFile, emit func(Record), bad func(Bad),
) error {
	section := tracker.GetRestriction().(offsetrange.Restriction)
	claim, from, to := tracker.TryClaim, section.Start, section.End
	r := &openFile{ctx: ctx, file: file, whole: !canSplit(ctx, file)}
	if r.whole {
		if !tracker.TryClaim(int64(0)) {
			return nil
		}
		claim, to = func(any) bool { return true }, math.MaxInt64
	}
	defer r.close()
	out := recordWriter{file.Metadata.Path, r, emit, bad}
	for part, err := range chess.SplitPGN(r, from, to) {
		if err != nil {
			return fmt.Errorf("%s: %w", file.Metadata.Path, err)
		}
		if !claim(part.Offset) {
			return nil
		}
		bytesRead.Inc(ctx, part.Size)
		recordsRead.Inc(ctx, 1)
		meter.Bytes.Add(part.Size)
		if err := out.write(part); err != nil {
			return fmt.Errorf("%s: %w", file.Metadata.Path, err)
		}
	}
	tracker.TryClaim(section.End)
	return nil
}

var (
	bytesRead   = beam.NewCounter("chess", "bytes")
	recordsRead = beam.NewCounter("chess", "records")
)

const (
	recordSize    = 1 << 20  // about the size of a record with several games
	maxRecordSize = 64 << 20 // a game with more text is bad
)

// A recordWriter emits the parts of a file as records.
type recordWriter struct {
	name string
	file io.ReaderAt
	emit func(Record)
	bad  func(Bad)
}

// write emits a part. A large one becomes several records.
func (w *recordWriter) write(part chess.PGNPart) error {
	end := part.Offset + part.Size
	if part.Size <= recordSize {
		return w.record(part.Offset, end)
	}
	s := part.Scanner()
	begin, last := part.Offset, part.Offset // of the record, and of the last game that can begin one
	for event := s.Next(); event != chess.PGNEnd; event = s.Next() {
		offset := s.GameOffset()
		if offset == last || !w.beginsLine(offset) {
			continue
		}
		if offset-begin > recordSize && last > begin {
			if err := w.record(begin, last); err != nil {
				return err
			}
			begin = last
		}
		last = offset
	}
	if s.Err() != nil {
		return s.Err()
	}
	if err := w.record(begin, last); err != nil {
		return err
	}
	return w.record(last, end)
}

// beginsLine reports whether a line begins at the given offset.
func (w *recordWriter) beginsLine(offset int64) bool {
	b := make([]byte, 1)
	n, _ := w.file.ReadAt(b, offset-1)
	return n == 1 && b[0] == '\n'
}

// record emits the text between two offsets.
func (w *recordWriter) record(begin, end int64) error {
	switch size := end - begin; {
	case size == 0:
		return nil
	case size > maxRecordSize:
		w.bad(Bad{w.name, begin, fmt.Sprintf("the game has more than %d bytes of text", maxRecordSize)})
		return nil
	}
	text := make([]byte, end-begin)
	if n, err := w.file.ReadAt(text, begin); n < len(text) {
		return err
	}
	w.emit(Record{w.name, begin, text})
	return nil
}

// An openFile is a file that is opened when it is first read. Beam reads files from their start. If
// the file system has more to offer, as that of local files does, ReadAt goes straight to the
// offset. Otherwise it skips what it does not need, and keeps the text that it has read last.
type openFile struct {
	ctx    context.Context
	file   fileio.ReadableFile
	whole  bool // the text is decompressed and decoded
	r      io.Reader
	closer []io.Closer
	at     int64  // the offset up to which r has been read
	recent []byte // the text before it
}

// mostRecent is the number of bytes that an openFile keeps. It covers what [chess.SplitPGN] has
// read when it returns a part, unless the part is large.
const mostRecent = 4 << 20

// ReadAt implements [io.ReaderAt].
func (f *openFile) ReadAt(b []byte, offset int64) (n int, err error) {
	if f.r == nil || offset < f.at-int64(len(f.recent)) {
		if err := f.open(); err != nil {
			return 0, err
		}
	}
	if r, ok := f.r.(io.ReaderAt); ok {
		return r.ReadAt(b, offset)
	}
	if offset > f.at {
		skipped, err := io.CopyN(io.Discard, f.r, offset-f.at)
		f.at, f.recent = f.at+skipped, f.recent[:0]
		if err != nil {
			return 0, err
		}
	}
	n = copy(b, f.recent[int64(len(f.recent))-(f.at-offset):])
	for n < len(b) && err == nil {
		var more int
		more, err = f.r.Read(b[n:])
		f.keep(b[n : n+more])
		n += more
	}
	return n, err
}

// keep adds text that has been read.
func (f *openFile) keep(text []byte) {
	f.at += int64(len(text))
	if extra := len(f.recent) + len(text) - 2*mostRecent; extra > 0 {
		f.recent = f.recent[:copy(f.recent, f.recent[min(len(f.recent), extra+mostRecent):])]
	}
	f.recent = append(f.recent, text...)
}

// open opens the file at its start.
func (f *openFile) open() error {
	f.close()
	f.at, f.recent = 0, f.recent[:0]
	file, err := f.file.Open(f.ctx)
	if err != nil {
		return err
	}
	f.r, f.closer = file, []io.Closer{file}
	if f.whole {
		text, err := plainText(file)
		if err != nil {
			f.close()
			return err
		}
		f.r = text
	}
	return nil
}

// close closes the file.
func (f *openFile) close() {
	for _, c := range slices.Backward(f.closer) {
		c.Close()
	}
	f.r, f.closer = nil, nil
}
