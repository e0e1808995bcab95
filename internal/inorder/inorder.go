// Package inorder does jobs concurrently and yields their results in order.
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
// does, so does the loop. If the loop stops early, at most one call of next is still in progress.
func Results[T any](workers int, next func(buffer *[]byte) (do func() T)) iter.Seq[T] {
	return func(yield func(T) bool) {
		t := team[T]{
			next:   next,
			order:  make(chan *job[T], workers),
			stop:   make(chan struct{}),
			failed: make(chan struct{}),
		}
		defer t.dismiss()
		for range workers {
			go t.work()
		}
		for j := t.await(); j != nil; j = t.await() {
			if !yield(j.result) {
				return
			}
		}
	}
}

// A team is a group of goroutines that do the jobs of one call of Results.
type team[T any] struct {
	taking sync.Mutex // guards next and closed
	next   func(buffer *[]byte) func() T
	closed bool // order is closed, since there are no more jobs

	doing sync.RWMutex // the workers that do a job hold it for reading
	order chan *job[T]
	stop  chan struct{} // closed when no more results are wanted

	failing sync.Once
	failed  chan struct{} // closed when a worker has panicked or exited
	panic   any           // the value of the panic, or nil if the worker has exited by runtime.Goexit
}

// A job is a job that has been taken and its result.
type job[T any] struct {
	do     func() T
	result T
	done   chan struct{} // closed when result is set
}

// await waits for the result of the next job. It returns nil after the last one. If a worker panics
// or exits, so does await.
func (t *team[T]) await() *job[T] {
	select {
	case j, ok := <-t.order:
		if !ok {
			return nil
		}
		select {
		case <-j.done:
			return j
		case <-t.failed:
		}
	case <-t.failed:
	}
	if t.panic != nil {
		panic(t.panic)
	}
	runtime.Goexit()
	return nil
}

// recover tells the other goroutines that a worker has panicked or exited. It must be deferred.
func (t *team[T]) recover(done *bool) {
	if *done {
		return
	}
	value := recover()
	t.failing.Do(func() {
		t.panic = value
		close(t.failed)
	})
}

// work does jobs until there are no more. A worker takes its jobs itself, because what next reads
// is then in the cache of the processor that does the job.
func (t *team[T]) work() {
	done := false
	defer t.recover(&done)
	var buffer []byte
	for j := t.take(&buffer); j != nil; j = t.take(&buffer) {
		t.do(j)
	}
	done = true
}

// do does a job unless no more results are wanted.
func (t *team[T]) do(j *job[T]) {
	t.doing.RLock()
	defer t.doing.RUnlock()
	select {
	case <-t.stop:
	default:
		j.result = j.do()
		j.do = nil
		close(j.done)
	}
}

// take takes the next job and queues its result. It returns nil if there are no more jobs or no
// more results are wanted.
func (t *team[T]) take(buffer *[]byte) *job[T] {
	t.taking.Lock()
	defer t.taking.Unlock()
	select {
	case <-t.stop:
		return nil
	default:
	}
	do := t.next(buffer)
	if do == nil {
		if !t.closed {
			close(t.order)
			t.closed = true
		}
		return nil
	}
	j := &job[T]{do: do, done: make(chan struct{})}
	select {
	case t.order <- j:
		return j
	case <-t.stop:
		return nil
	}
}

// dismiss stops the workers. It waits for those that do a job, but not for one in a call of next.
// After a panic it does not wait, because a worker may be waiting for the one that has panicked.
func (t *team[T]) dismiss() {
	select {
	case <-t.failed:
		close(t.stop)
		return
	default:
	}
	t.doing.Lock()
	close(t.stop)
	t.doing.Unlock()
}
