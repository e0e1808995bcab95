package main

import (
	"context"
	"errors"
	"fmt"

	"github.com/shakki/chess/internal/cmdline"
	"github.com/shakki/chess/syzygy"
)

// verify compares endgame tables with their checksums.
func verify(r *invocation) error {
	flags := newFlags("verify DIR...")
	if err := r.parse(flags, "a folder of endgame tables"); err != nil {
		return err
	}
	tables, err := syzygy.Open(flags.Args()...)
	if err != nil {
		return err
	}
	shown := cmdline.IsTerminal(r.errs)
	size := int64(0)
	err = tables.Verify(context.Background(), func(done, total int64) {
		if size = total; shown {
			fmt.Fprintf(r.errs, "\r%d of %d MB\x1b[K", done/1e6, total/1e6)
		}
	})
	if shown {
		fmt.Fprint(r.errs, "\r\x1b[K")
	}
	switch {
	case size == 0 && err == nil:
		return errors.New("there are no endgame tables in these folders")
	case errors.As(err, new(*syzygy.FormatError)):
		fmt.Fprintln(r.out, err)
		r.raise(1)
	case err != nil:
		return err
	default:
		fmt.Fprintf(r.out, "%d bytes of endgame tables have the right checksums\n", size)
	}
	return nil
}
