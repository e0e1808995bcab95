package tagvalue

import (
	"bytes"
	"fmt"
	"strconv"
	"strings"
	"time"

	"github.com/shakki/chess/internal/pgntext"
)

// judgedTags maps the names of the tags that an arbiter examines to themselves.
var judgedTags = func() map[string]string {
	names := map[string]string{}
	for name := range strings.FieldsSeq(`Event Site Date Round White Black Result Termination EndReason DrawOffer TimeControl
		SetUp Variant PlyCount ECO UTCDate EventDate EndDate Time UTCTime StartTime EndTime GameStartTime GameEndTime
		WhiteElo BlackElo WhiteRatingDiff BlackRatingDiff WhiteFideId BlackFideId CurrentPosition`) {
		names[name] = name
	}
	return names
}()

// JudgedTag returns the name of a tag that an arbiter examines, or "" if it does not.
func JudgedTag(name []byte) string {
	if len(name) == len("FEN") && bytes.EqualFold(name, []byte("FEN")) {
		return "FEN"
	}
	return judgedTags[string(name)]
}

// A Record is what the tags of a game are compared with.
type Record struct {
	Tag       func(name string) string // the value of the first tag with a name, or ""
	Plies     int                      // the number of plies, or -1 if it is unknown
	Result    pgntext.Result           // the recorded result
	IsRegular bool                     // the game starts in the standard position
	HasMoved  func(file byte) bool     // the white pawn of a file such as 'e' has moved
	FEN       func() string            // the last position
}

// Wrong returns why the value of the tag with a name cannot be true, or "" if it can.
func (r *Record) Wrong(name, value string) string {
	if check := checks[name]; check != nil {
		return check(r, name, strings.TrimSpace(value))
	}
	return ""
}

// checks are what Wrong does for each tag.
var checks = map[string]func(r *Record, name, value string) string{
	"SetUp": (*Record).wrongSetUp, "Variant": (*Record).wrongVariant, "PlyCount": (*Record).wrongPlyCount, "ECO": (*Record).wrongECO,
	"Date": (*Record).wrongDate, "UTCDate": (*Record).wrongDate, "EventDate": (*Record).wrongDate, "EndDate": (*Record).wrongDate,
	"Time": (*Record).wrongTime, "UTCTime": (*Record).wrongTime, "StartTime": (*Record).wrongTime, "EndTime": (*Record).wrongTime,
	"GameEndTime": (*Record).wrongTime, "WhiteElo": (*Record).wrongRating, "BlackElo": (*Record).wrongRating,
	"WhiteRatingDiff": (*Record).wrongGain, "BlackRatingDiff": (*Record).wrongGain,
	"BlackFideId": (*Record).wrongFideID, "CurrentPosition": (*Record).wrongPosition,
}

// wrongVariant returns why the variant is wrong, or "" if it may be right.
func (r *Record) wrongVariant(_, value string) string {
	if strings.EqualFold(value, "From Position") && r.Tag("FEN") == "" {
		return "the record has no FEN tag"
	}
	return ""
}

// wrongPlyCount returns why the number of plies is wrong, or "" if it may be right. Some programs
// write 0 beside moves.
func (r *Record) wrongPlyCount(_, value string) string {
	n, err := strconv.Atoi(value)
	if r.Plies >= 0 && strings.Trim(value, "?-0") != "" && (err != nil || n != r.Plies) {
		return fmt.Sprintf("the game has %d plies", r.Plies)
	}
	return ""
}

// wrongRating returns why a rating is wrong, or "" if it may be right.
func (r *Record) wrongRating(_, value string) string {
	if _, ok := ParseRating(value); !ok {
		return "not a rating"
	}
	return ""
}

// wrongFideID returns why the number of the player of the black pieces is wrong, or "" if it may be
// right.
func (r *Record) wrongFideID(_, value string) string {
	if n, err := strconv.Atoi(value); err == nil && n > 0 && value == strings.TrimSpace(r.Tag("WhiteFideId")) {
		return "White has the same"
	}
	return ""
}

// wrongPosition returns why the last position, which chess.com adds, is wrong, or "" if it may be
// right.
func (r *Record) wrongPosition(_, value string) string {
	board, _, _ := strings.Cut(value, " ")
	if last, _, _ := strings.Cut(r.FEN(), " "); r.Plies >= 0 && board != last && strings.Count(board, "/") == 7 {
		return "the last position is another one"
	}
	return ""
}

// wrongSetUp returns why the value of the SetUp tag is wrong, or "" if it may be right.
func (r *Record) wrongSetUp(_, value string) string {
	hasFEN := strings.TrimSpace(r.Tag("FEN")) != ""
	switch {
	case value == "1" && !hasFEN:
		return "the record has no FEN tag"
	case value == "0" && hasFEN && !r.IsRegular:
		return "the record has a FEN tag"
	case value != "0" && value != "1" && value != "" && isNumber(value):
		return "neither 0 nor 1"
	}
	return ""
}

// wrongDate returns why a date cannot be, or "" if it can. Time zones and postponed games leave
// room between the dates of a record.
func (r *Record) wrongDate(name, value string) string {
	d, ok := ParseDate(value)
	const day = 24 * time.Hour
	at, last, isDay := d.Days()
	isDay = isDay && at == last
	before := func(name string, least time.Duration) bool {
		other, _ := ParseDate(r.Tag(name))
		then, last, ok := other.Days()
		return ok && then == last && isDay && then.Sub(at) > least
	}
	switch {
	case !ok:
	case d.First/100%100 > 12, d.First%100 > 31, d.First == d.Last && !isDay:
		return "there is no such date"
	case d.First > 1000000 && d.Last < 6000000: // less may stand for no date
		return "chess is not that old"
	case d.First/10000 > max(time.Now().Add(day).Year(), 2026):
		return "that year has not come yet"
	case name == "EndDate" && before("Date", day):
		return "the game had not begun yet"
	case name == "Date" && before("EventDate", 7*day):
		return "the event had not begun yet"
	}
	return ""
}

// wrongTime returns why a time of day such as "23:59:00" cannot be, or "" if it can. On chess.com, a
// game that ends on the day of its UTCDate ends after UTCTime. cutechess-cli has the day in the tag.
func (r *Record) wrongTime(name, value string) string {
	start := map[string]string{"EndTime": r.Tag("UTCTime"), "GameEndTime": r.Tag("GameStartTime")}[name]
	isSameDay := strings.Contains(start, "T") || r.Tag("EndDate") == r.Tag("UTCDate") && len(start) == len("23:59:59")
	if isSameDay && len(value) == len(start) && value < start {
		return "the game had not begun yet"
	}
	fields := strings.SplitN(value, ":", 3)
	for i, field := range fields {
		n, err := strconv.Atoi(field[:min(len(field), 2)])
		if err == nil && n > [...]int{23, 59, 60}[i] && len(fields) > 1 && name != "GameEndTime" {
			return "there is no such time"
		}
	}
	return ""
}

// wrongECO returns why an ECO code is wrong, or "" if it may be right. White moves the e-pawn in the
// openings of the volumes B and C, and the d-pawn in those of D and E.
func (r *Record) wrongECO(_, value string) string {
	code := ParseECO(value)
	if code == "" || r.Plies <= 0 || !r.IsRegular {
		return ""
	}
	if pawn := " eedd"[code[0]-'A']; pawn != ' ' && !r.HasMoved(pawn) {
		return fmt.Sprintf("White's %c-pawn has not moved", pawn)
	}
	return ""
}

// wrongGain returns why the change of a rating is wrong, or "" if it may be right. It is wrong at the
// tag of a player who did better than the opponent, or as well with a far lower rating, and lost
// points, if the opponent gained some.
func (r *Record) wrongGain(name, _ string) string {
	color := name[:len("White")]
	gain, err := strconv.Atoi(strings.TrimSpace(r.Tag(color + "RatingDiff")))
	if err != nil {
		return ""
	}
	if gain != 0 && strings.HasPrefix(r.Tag("Event"), "Casual ") { // of lichess.org
		return "casual games are not rated"
	}
	other, wins := "Black", pgntext.WhiteWins
	if color == other {
		other, wins = "White", pgntext.BlackWins
	}
	if lost, _ := strconv.Atoi(strings.TrimSpace(r.Tag(other + "RatingDiff"))); gain >= 0 || lost <= 0 {
		return ""
	}
	rating, _ := ParseRating(r.Tag(color + "Elo"))
	higher, _ := ParseRating(r.Tag(other + "Elo"))
	switch {
	case r.Result == wins:
		return color + " won, and the loser gained rating points"
	case r.Result == pgntext.Draw && rating > 0 && higher-rating >= 100:
		return color + " drew with a player of a higher rating, who gained points"
	}
	return ""
}
