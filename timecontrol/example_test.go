package timecontrol_test

import (
	"fmt"

	"github.com/shakki/chess"
	"github.com/shakki/chess/timecontrol"
)

func ExampleParse() {
	control, err := timecontrol.Parse("40/5400+30:1800+30")
	first := control.Periods()[0]
	fmt.Println(first.Moves, first.Time, first.Increment, err)
	granted, _ := control.Granted(40)
	fmt.Println(granted)
	// Output:
	// 40 1h30m0s 30s <nil>
	// 2h20m0s
}

// The clocks of a game that records the time used for each move.
func ExampleClock() {
	g, _ := chess.ParsePGN(`[TimeControl "180+2"]

1. e4 {[%emt 0:00:01]} e5 {[%emt 0:00:03]} 2. Nf3 {[%emt 0:00:05]} *`)
	control, _ := timecontrol.Parse(g.Tag("TimeControl"))
	white, black := control.Clock(), control.Clock()
	for n := range g.MainLine() {
		clock := white
		if n.Position().Turn() == chess.White {
			clock = black
		}
		left, used := clock.Move(n.Info().Clock, n.Info().Elapsed)
		fmt.Println(n.SAN(), *left, *used)
	}
	// Output:
	// e4 3m1s 1s
	// e5 2m59s 3s
	// Nf3 2m58s 5s
}
