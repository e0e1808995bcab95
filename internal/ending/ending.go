// Package ending reads why a game ended in the words of programs and servers: the values of the PGN
// tag Termination. Reasons have the names of package chess, such as "threefold repetition".
package ending

import (
	"strings"

	"github.com/shakki/chess/internal/pgntext"
)

// None is the name of the reason that is not known, and IllegalMove that of the one rules infraction by
// which a player loses unless the opponent cannot checkmate (FIDE 7.5.5).
const (
	None        = "none"
	IllegalMove = "illegal move"
)

// Results is a set of results. Bit i is set if the set contains [pgntext.Result](i).
type Results uint8

const (
	Unfinished Results = 1 << pgntext.Unfinished
	White      Results = 1 << pgntext.WhiteWins
	Black      Results = 1 << pgntext.BlackWins
	Draw       Results = 1 << pgntext.Draw
	Win                = White | Black
	Split              = 1<<pgntext.BothLose | 1<<pgntext.WhiteHalf | 1<<pgntext.BlackHalf
	Over               = Win | Draw | Split
	Any                = Over | Unfinished
)

// An Ending is what a Termination tag says about a game.
type Ending struct {
	Reason string
	Fits   Results // the results that agree with it, or 0 for those that the reason allows
}

// causes are the words for the reasons, in the form that tidied returns. They may be the whole
// value, as those of the PGN standard, lichess.org ("Time forfeit"), cutechess-cli and fastchess
// ("illegal move", "stalled connection"), and the FIDE Laws are. They may also follow the name of a
// player, as on chess.com ("Carlsen won by resignation"), on freechess.org and chessclub.com
// ("Carlsen forfeits on time"), and in xboard ("White wins by adjudication").
var causes = map[string]string{
	"checkmate": "checkmate", "mate": "checkmate", "resignation": "resignation",
	"time": "time", "time forfeit": "time", "timeout": "time", "flag fall": "time",
	"abandoned": "abandonment", "abandonment": "abandonment", "game abandoned": "abandonment",
	"stalled connection": "abandonment", "disconnection": "abandonment",
	"adjudication": "adjudication", "forfeit": "forfeit", "default": "forfeit",
	"rules infraction": "rules infraction", IllegalMove: IllegalMove,
}

// drawCauses are the words for the reasons for a draw. They may be the whole value or follow "Game
// drawn by", as on chess.com and freechess.org, or "Draw by", as in cutechess-cli and fastchess.
var drawCauses = map[string]string{
	"agreement": "agreement", "mutual agreement": "agreement", "stalemate": "stalemate",
	"repetition": "threefold repetition", "threefold repetition": "threefold repetition",
	"three fold repetition": "threefold repetition", "3 fold repetition": "threefold repetition",
	"fivefold repetition": "fivefold repetition", "5 fold repetition": "fivefold repetition",
	"perpetual check": "perpetual check", "dead position": "dead position",
	"50 move": "fifty moves", "50 moves": "fifty moves", "fifty move": "fifty moves", "fifty moves": "fifty moves",
	"75 move": "seventy-five moves", "75 moves": "seventy-five moves",
	"seventy five move": "seventy-five moves", "seventy five moves": "seventy-five moves",
	"insufficient material": "insufficient material", "insufficient mating material": "insufficient material",
	"neither player has mating material": "insufficient material",
	"timeout vs insufficient material":   "time", "adjudication": "adjudication",
	"both players ran out of time": None, // whoever could still win
}

// deeds are what follows the name of a player in the messages of freechess.org, chessclub.com, xboard,
// cutechess-cli, and fastchess. The player has lost by it unless the opponent cannot checkmate.
var deeds = map[string]string{
	"resigns": "resignation", "resigned": "resignation", "ran out of time": "time", "runs out of time": "time",
	"disconnects": "abandonment", "disconnected": "abandonment", "connection stalls": "abandonment",
	"abandoned the game": "abandonment", "left the game": "abandonment", "makes an illegal move": IllegalMove,
}

// Read parses the value of a Termination tag. It gives a reason only if the whole value is one of
// the forms that programs write. It takes other values for remarks, which agree with every result.
func Read(value, white, black string) Ending {
	switch value {
	case "", "Normal", "normal":
		return Ending{None, Any}
	}
	words := strings.TrimSuffix(tidied(value), ".")
	if words == "unterminated" {
		return Ending{None, Unfinished}
	}
	if reason, ok := drawCause(words); ok {
		return Ending{reason, Draw}
	}
	if reason, ok := causes[words]; ok {
		return Ending{Reason: reason}
	}
	e := Ending{Reason: None}
	for _, player := range [...]struct {
		color, name string
		wins, loses Results
	}{{"white", white, White, Black}, {"black", black, Black, White}} {
		for _, rest := range withoutName(words, player.name, player.color) {
			if said, ok := readSentence(rest, player.wins, player.loses); ok {
				e.Reason, e.Fits = said.Reason, e.Fits|said.Fits
			}
		}
	}
	if e.Fits != 0 {
		return e
	}
	_, rest, _ := strings.Cut(words, " ") // somebody else's name, such as an older one of a player
	if said, ok := readSentence(rest, White, Black); ok && said.Fits != Draw {
		return Ending{said.Reason, Win | said.Fits&Draw}
	}
	return Ending{None, Any}
}

// ReadComment parses the last comment of a game. Programs and servers write there how the game ended,
// cutechess-cli after what the engine said: "+0.60/10 0.2s, White mates". A comment that does not name
// the player or a draw is a remark.
func ReadComment(comment, white, black string) Ending {
	_, tail, _ := strings.Cut(comment, ", ")
	for _, said := range [...]string{comment, tail} {
		said, _, _ = strings.Cut(said, ": ") // a detail follows
		e := Read(said, white, black)
		isDraw := e.Fits == Draw && strings.Contains(strings.ToLower(said), "draw")
		if winner := e.Fits &^ Draw; isDraw || winner == White || winner == Black {
			return e
		}
	}
	return Ending{None, Any}
}

// tidied returns the value in lower case, with one space between words.
func tidied(value string) string {
	value = strings.ReplaceAll(strings.ReplaceAll(strings.ToLower(value), "'s ", " "), "-", " ")
	return strings.Join(strings.Fields(value), " ")
}

// drawCause returns the reason for a draw that the words give. Without "drawn", an adjudication may
// have any result.
func drawCause(words string) (reason string, ok bool) {
	cause := words
	for _, start := range [...]string{"game drawn by ", "game drawn because ", "drawn by ", "draw by ", "by "} {
		cause = strings.TrimPrefix(cause, start)
	}
	if cause == words && words == "adjudication" {
		return None, false
	}
	reason, ok = drawCauses[strings.TrimSuffix(strings.TrimPrefix(cause, "the "), " rule")]
	return reason, ok
}

// withoutName returns what follows the name of a player at the start of the words, once for each
// form of the name: the tag, the family name, both names in their usual order, or the color.
func withoutName(words, player, color string) (rests []string) {
	names := []string{color, tidied(player)}
	if family, given, ok := strings.Cut(player, ","); ok {
		names = append(names, tidied(family), tidied(given+" "+family))
	}
	for _, name := range names {
		if rest, ok := strings.CutPrefix(words, name+" "); ok && name != "" && name != "?" {
			rests = append(rests, rest)
		}
	}
	return rests
}

// readSentence parses what follows the name of a player, such as "won by resignation" or "resigns".
// The results are those of a win and of a loss of the player.
func readSentence(rest string, wins, loses Results) (e Ending, ok bool) {
	if reason, ok := deeds[rest]; ok {
		return Ending{reason, loses | Draw}, true
	}
	if strings.HasPrefix(rest, "ran out of time and ") && strings.HasSuffix(rest, " has no material to mate") {
		return Ending{"time", Draw}, true
	}
	verb, cause, _ := strings.Cut(rest, " ")
	reason, known := causes[strings.TrimPrefix(strings.TrimPrefix(cause, "by "), "on ")]
	switch {
	case rest == "mates", rest == "checkmates":
		return Ending{"checkmate", wins}, true
	case rest == "checkmated", rest == "is checkmated":
		return Ending{"checkmate", loses}, true
	case !known:
		return Ending{}, false
	case verb == "won", verb == "wins":
		return Ending{reason, wins}, true
	case verb == "lost", verb == "loses":
		return Ending{reason, loses}, true
	case verb == "forfeits":
		return Ending{reason, loses | Draw}, true
	}
	return Ending{}, false
}
