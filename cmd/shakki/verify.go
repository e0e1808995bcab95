package main

import (
	"context"
	"errors"
	"fmt"

	"github.com/shakki/chess/syzygy"
)

// verify compares endgame tables with their checksums.
func verify(r *invocation) error {
	tables, err := syzygy.Open(r.flags.Args()...)
	if err != nil {
		return err
	}
	r.bar.begin("MB", 0, 0)
	r.bar.show("endgame tables", "")
	err = tables.Verify(context.Background(), func(done, total int64) {
		r.bar.done.Store(done)
		r.bar.total.Store(total)
	})
	r.bar.hide()
	size := r.bar.total.Load()
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
