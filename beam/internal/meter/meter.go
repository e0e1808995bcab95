// Package meter counts what this process has read, for a display of progress.
package meter

import "sync/atomic"

// Bytes and Games are the bytes of PGN that the source has passed on, and the games in them that
// have been scanned. They say nothing about other processes.
var Bytes, Games atomic.Int64
