//go:build race

package syzygy

func init() { raceEnabled = true }
