package inorder

import (
	"iter"
	"runtime"
	"slices"
	"testing"

	"github.com/google/go-cmp/cmp"
)

// squares yields the squares of the numbers below n. The job with the number bad calls fail.
func squares(n, bad int, fail func()) iter.Seq[int] {
	i := -1
	return Results(3, func(*[]byte) func() int {
		if i++; i == n {
			i--
			return nil
		}
		number := i
		return func() int {
			if number == bad {
				fail()
			}
			return number * number
		}
	})
}

func TestResults(t *testing.T) {
	var want []int
	for i := range 100 {
		if got := slices.Collect(squares(i, -1, nil)); !cmp.Equal(got, want) {
			t.Fatalf("results of %d jobs = %v, want %v", i, got, want)
		}
		want = append(want, i*i)
	}
}

func TestStopEarly(t *testing.T) {
	var got []int
	for n := range squares(1000, -1, nil) {
		if got = append(got, n); len(got) == 3 {
			break
		}
	}
	if diff := cmp.Diff([]int{0, 1, 4}, got); diff != "" {
		t.Errorf("results before break (-want +got):\n%s", diff)
	}
}

// TestFailure: a panic or the exit of a worker ends the loop in the same way.
func TestFailure(t *testing.T) {
	for _, test := range []struct {
		name string
		fail func()
		want any
	}{{"panic", func() { panic("bad job") }, "bad job"}, {"exit", runtime.Goexit, nil}} {
		ended, completed := make(chan any), false
		go func() {
			defer func() { ended <- recover() }()
			for range squares(100, 50, test.fail) {
			}
			completed = true
		}()
		if got := <-ended; got != test.want || completed {
			t.Errorf("%s: the loop ends with %v, completed = %v, want %v, false", test.name, got, completed, test.want)
		}
	}
}
