package ending

import "testing"

// TestRead checks the reason and the results for the forms of the Termination tag, and that other
// texts say nothing.
func TestRead(t *testing.T) {
	const white, black = "Carlsen, Magnus", "mr_timeout"
	remark := Ending{None, Any}
	for value, want := range map[string]Ending{
		"": remark, "normal": remark, "death": remark, "emergency": remark,
		"unterminated":                      {None, Unfinished},
		"Time forfeit":                      {"time", 0},
		" TIME  FORFEIT.":                   {"time", 0},
		"Rules infraction":                  {"rules infraction", 0},
		"illegal move":                      {IllegalMove, 0},
		"stalled connection":                {"abandonment", 0},
		"Abandoned":                         {"abandonment", 0},
		"adjudication":                      {"adjudication", 0},
		"forfeit":                           {"forfeit", 0},
		"Carlsen, Magnus won by checkmate":  {"checkmate", White},
		"Carlsen won on time":               {"time", White},
		"Magnus Carlsen won by forfeit":     {"forfeit", White},
		"mr_timeout resigns":                {"resignation", White | Draw},
		"Mr_Timeout won by resignation":     {"resignation", Black},
		"mr_timeout won - game abandoned":   {"abandonment", Black},
		"Anand won on time":                 {"time", Win},
		"Black won on time":                 {"time", Black},
		"White wins by adjudication":        {"adjudication", White},
		"White mates":                       {"checkmate", White},
		"Black checkmated":                  {"checkmate", White},
		"Black forfeits on time":            {"time", White | Draw},
		"Carlsen forfeits by disconnection": {"abandonment", Black | Draw},
		"White's connection stalls":         {"abandonment", Black | Draw},
		"White loses on time":               {"time", Black},
		"Black makes an illegal move":       {IllegalMove, White | Draw},
		"Anand ran out of time":             {"time", Win | Draw},
		"White ran out of time and Black has no material to mate": {"time", Draw},
		"Game drawn because both players ran out of time":         {None, Draw},
		"Game drawn by agreement":                                 {"agreement", Draw},
		"Game drawn by mutual agreement":                          {"agreement", Draw},
		"Game drawn by repetition":                                {"threefold repetition", Draw},
		"Draw by 3-fold repetition":                               {"threefold repetition", Draw},
		"Game drawn by stalemate":                                 {"stalemate", Draw},
		"Neither player has mating material":                      {"insufficient material", Draw},
		"Game drawn by insufficient material":                     {"insufficient material", Draw},
		"Game drawn by timeout vs insufficient material":          {"time", Draw},
		"Game drawn by 50-move rule":                              {"fifty moves", Draw},
		"Draw by fifty moves rule":                                {"fifty moves", Draw},
		"Game drawn by adjudication":                              {"adjudication", Draw},
		"by the 75-move rule":                                     {"seventy-five moves", Draw},
		"Game drawn by the 75-move rule":                          {"seventy-five moves", Draw},
		"fivefold repetition":                                     {"fivefold repetition", Draw},
		"dead position":                                           {"dead position", Draw},
		"perpetual check":                                         {"perpetual check", Draw},
		"mr_timeout":                                              remark,
		"+500cp in 2":                                             remark,
		"Black resigned in a drawn position":                      remark,
		"stalemate avoided, agreed drawn":                         remark,
		"No checkmate was possible in time; draw by agreement":    remark,
		"Black would have won on time":                            remark,
		"Time forfeit was claimed in vain":                        remark,
	} {
		if got := Read(value, white, black); got != want {
			t.Errorf("Read(%q) = %v, want %v", value, got, want)
		}
	}
	if got := Read("White won on time", "Brown", "White"); got.Fits != Win {
		t.Errorf("Read(\"White won on time\") with Black named White agrees with %b, want %b", got.Fits, Win)
	}
}
