package main

import (
	"errors"
	"fmt"
	"io"

	"github.com/shakki/chess/internal/cmdline"
	"github.com/shakki/chess/syzygy"
)

// verify compares endgame tables with their checksums.
func verify(args []string, _ io.Reader, out, errs io.Writer) int {
	flags := newFlags("verify DIR...")
	if status, ok := parse(flags, args, "a folder of endgame tables", out, errs); !ok {
		return status
	}
	tables, err := syzygy.Open(flags.Args()...)
	if err != nil {
		return fail(errs, err)
	}
	shown := cmdline.IsTerminal(errs)
	size := int64(0)
	err = tables.Verify(func(done, total int64) {
		if size = total; shown {
			fmt.Fprintf(errs, "\r%d of %d MB\x1b[K", done/1e6, total/1e6)
		}
	})
	if shown {
		fmt.Fprint(errs, "\r\x1b[K")
	}
	var damaged *syzygy.FormatError
	switch {
	case size == 0 && err == nil:
		return fail(errs, errors.New("there are no endgame tables in these folders"))
	case errors.As(err, &damaged):
		fmt.Fprintln(out, err)
		return 1
	case err != nil:
		return fail(errs, err)
	}
	return printText(out, errs, fmt.Sprintf("%d bytes of endgame tables have the right checksums\n", size))
}
