// Package timecontrol reads and writes time controls, as the tag TimeControl of PGN has them, and
// counts the time of the players: [Clock] in a game that is played, [RecordClock] in a game record.
//
//	control, err := timecontrol.Parse("40/5400+30:1800+30")
//	clock := control.Clock()
//	clock.Start(time.Now())
package timecontrol

// The files:
//
//   - timecontrol.go: time controls and their text, their limits, and how much time they grant
//   - clock.go: the clock of one player: when the flag falls, and what a move gains
