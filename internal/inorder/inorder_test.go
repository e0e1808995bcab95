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

// twoJobs yields the results of two jobs, which two workers do at once.
func twoJobs(first, second func() int) iter.Seq[int] {
	jobs := []func() int{first, second}
	return Results(2, func(*[]byte) (do func() int) {
		if len(jobs) > 0 {
			do, jobs = jobs[0], jobs[1:]
		}
		return do
	})
}

// TestFailureAwaited: a failure ends the loop although another job waits for something.
func TestFailureAwaited(t *testing.T) {
	for _, fail := range []func(){func() { panic("bad job") }, runtime.Goexit} {
		started, free, ended := make(chan bool), make(chan bool), make(chan any)
		go func() {
			defer func() { ended <- recover() }()
			for range twoJobs(func() int { <-started; fail(); return 0 }, func() int { close(started); <-free; return 1 }) {
			}
		}()
		<-ended
		close(free)
	}
}

// TestStopWaits: when the loop has ended, no job is being done.
func TestStopWaits(t *testing.T) {
	for range 200 {
		started, free := make(chan bool), make(chan bool)
		isDone := false
		for range twoJobs(func() int { return 0 }, func() int { close(started); <-free; isDone = true; return 1 }) {
			<-started
			close(free)
			break
		}
		if !isDone {
			t.Fatal("the loop ends before the job that was begun")
		}
	}
}
