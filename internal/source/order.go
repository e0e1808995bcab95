package source

import "sync"

// An Order lets the workers that scan the parts of a stream act in the order of the parts. The zero
// Order begins with part 0.
type Order struct {
	mutex sync.Mutex
	turn  sync.Cond
	part  int // whose turn it is
	ended bool
}

// Await waits until it is the given part's turn. It reports false if [Order.End] has been called.
func (o *Order) Await(part int) bool {
	o.mutex.Lock()
	defer o.mutex.Unlock()
	for o.part != part && !o.ended {
		o.turn.L = &o.mutex
		o.turn.Wait()
	}
	return !o.ended
}

// Advance gives the turn to the next part.
func (o *Order) Advance() {
	o.mutex.Lock()
	defer o.mutex.Unlock()
	o.part++
	o.turn.Broadcast()
}

// End wakes all that wait. It is for a loop over the parts that stops early.
func (o *Order) End() {
	o.mutex.Lock()
	defer o.mutex.Unlock()
	o.ended = true
	o.turn.Broadcast()
}
