package syzygy

import (
	"bytes"
	"context"
	"encoding/binary"
	"io"
	"io/fs"
	"slices"
	"strings"

	"github.com/shakki/chess/internal/fault"
)

// Verify reads all files of t, also those that another folder hides, and compares them with the
// checksums at their ends. It calls progress, unless it is nil, at the start and after every 16 MiB or
// less, with the number of bytes that were read and of all. The error joins a [*FormatError] for each
// damaged file, and the errors of reading. If ctx is done first, the error is that of ctx.
func (t *Tables) Verify(ctx context.Context, progress func(done, total int64)) error {
	var sources []source
	for _, e := range t.all {
		sources = append(sources, e.sources...)
	}
	slices.SortFunc(sources, func(a, b source) int { return strings.Compare(a.path, b.path) })
	var done, total int64
	for _, at := range sources {
		if info, err := fs.Stat(at.system, at.name); err == nil {
			total += info.Size()
		}
	}
	report := func(n int) {
		if done += int64(n); progress != nil {
			progress(done, total)
		}
	}
	report(0)
	var faults []error
	buffer := make([]byte, chunkSize+checksumSize)
	for _, at := range sources {
		faults = append(faults, at.verify(ctx, buffer, report))
	}
	if err := ctx.Err(); err != nil {
		return err
	}
	return fault.Join(faults...)
}

// verify compares the checksum of a file. It calls report with the number of bytes of each read.
func (at source) verify(ctx context.Context, buffer []byte, report func(n int)) error {
	f, err := at.system.Open(at.name)
	if err != nil {
		return fault.Errorf("syzygy: %w", err)
	}
	defer f.Close()
	var hashes []byte
	size, kept := int64(0), 0 // the bytes read, and those of them at the start of buffer
	for err == nil {
		if ctx.Err() != nil {
			return ctx.Err()
		}
		var n int
		n, err = io.ReadFull(f, buffer[kept:])
		report(n)
		size += int64(n)
		kept += n
		if chunk := kept - checksumSize; chunk > 0 {
			for _, h := range hash256(buffer[:chunk]) {
				hashes = binary.LittleEndian.AppendUint64(hashes, h)
			}
			kept = copy(buffer, buffer[chunk:kept])
		}
	}
	switch {
	case err != io.EOF && err != io.ErrUnexpectedEOF:
		return fault.Errorf("syzygy: %s: %w", at.path, err)
	case size%64 != checksumSize || len(hashes) == 0:
		return &FormatError{File: at.path, Offset: size, Detail: "the file is truncated or has no checksum"}
	}
	low, high := hash128(hashes)
	sum := binary.LittleEndian.AppendUint64(binary.LittleEndian.AppendUint64(nil, low), high)
	if !bytes.Equal(sum, buffer[:checksumSize]) {
		return &FormatError{File: at.path, Offset: size - checksumSize, Detail: "the checksum does not match"}
	}
	return nil
}
