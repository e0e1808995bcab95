// Package inorder runs jobs concurrently and yields their results in order.
package inorder

import (
	"iter"
	"runtime"
	"sync"
)

// Results does jobs in the given number of goroutines and yields their results in the order of the jobs. It
// calls next for one job after another, never concurrently. next returns a function that does the
// job, or nil if there are no more. It may use buffer, which belongs to the goroutine that will do
// the job.
//
// If a job or next panics, or ends its goroutine by [runtime.Goexit] as the Fatal method of a test
// does, so does the loop in place of its result. If the loop stops early, at most one call of next is
// still in progress.
func Results[T any](workers int, next func(buffer *[]byte) (do func() T)) iter.Seq[T] {
	return func(yield func(T) bool) {
		t := team[T]{next: next, order: make(chan *job[T], workers), stop: make(chan struct{})}
		defer t.dismiss()
		for range workers {
			go t.work()
		}
		for {
			j := <-t.order
			<-j.done
			switch {
			case j.isLast:
				return
			case j.panic != nil:
				t.hasFailed = true
				panic(j.panic)
			case !j.hasResult:
				t.hasFailed = true
				runtime.Goexit()
			case !yield(j.result):
				return
			}
		}
	}
}

// A team is a group of goroutines that do the jobs of one call of Results.
type team[T any] struct {
	taking sync.Mutex // guards next
	next   func(buffer *[]byte) func() T

	doing     sync.RWMutex // the workers that do a job hold it for reading
	order     chan *job[T]
	stop      chan struct{} // closed when no more results are wanted
	hasFailed bool          // the loop ends because a job has failed
}

// A job is a call of next and the job that it returned.
type job[T any] struct {
	done      chan struct{} // closed when the fields below are set
	isLast    bool          // there was no job
	hasResult bool
	result    T
	panic     any // why there is no result, or nil if the goroutine has exited
}

// work does jobs until there are no more. A worker takes its jobs itself, because what next reads
// is then in the cache of the processor that does the job.
func (t *team[T]) work() {
	var buffer []byte
	for t.do(&buffer) {
	}
}

// do takes a job and does it, unless no more results are wanted. It reports whether there was one.
func (t *team[T]) do(buffer *[]byte) bool {
	j := &job[T]{done: make(chan struct{})}
	defer func() {
		j.panic = recover()
		close(j.done)
	}()
	do := t.take(j, buffer)
	if do == nil {
		j.isLast = true
		return false
	}
	t.doing.RLock()
	defer t.doing.RUnlock()
	select {
	case <-t.stop:
	default:
		j.result = do()
		j.hasResult = true
	}
	return true
}

// take queues j and takes its job. It returns nil if there are no more jobs or no more results are
// wanted.
func (t *team[T]) take(j *job[T], buffer *[]byte) func() T {
	t.taking.Lock()
	defer t.taking.Unlock()
	select {
	case <-t.stop:
		return nil
	default:
	}
	select {
	case t.order <- j:
		return t.next(buffer)
	case <-t.stop:
		return nil
	}
}

// dismiss stops the workers. It waits for those that do a job, but not for one in a call of next.
// After a failure it does not wait, because a worker may be waiting for the one that has failed.
func (t *team[T]) dismiss() {
	if !t.hasFailed {
		t.doing.Lock()
		defer t.doing.Unlock()
	}
	close(t.stop)
}
