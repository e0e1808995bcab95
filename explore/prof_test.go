package explore

import (
	"context"
	"testing"
)

func TestProf(t *testing.T) {
	_, err := Count(context.Background(), t.TempDir()+"/t", []string{"/tmp/ab/c100.pgn"}, Options{Shards: 16})
	if err != nil {
		t.Fatal(err)
	}
}
