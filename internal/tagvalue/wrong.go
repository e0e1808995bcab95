package tagvalue

import (
	"bytes"
	"fmt"
	"slices"
	"strconv"
	"strings"
	"time"

	"github.com/shakki/chess/internal/pgntext"
	"github.com/shakki/chess/timecontrol"
)

// A Judged is a tag that an arbiter examines. There is one for each name.
type Judged struct {
	Name  string
	wrong func(r *Record, value string) string // why a value cannot be true, or "" if it can; nil if it always can
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

// Wrong returns why the value of a tag cannot be true, or "" if it can.
func (r *Record) Wrong(tag *Judged, value string) string {
	if tag.wrong == nil {
		return ""
	}
	return tag.wrong(r, strings.TrimSpace(value))
}

const day = 24 * time.Hour

// judged are the tags that an arbiter examines. Those without a check are compared with others.
var judged = [...]Judged{
	{"FEN", nil}, {"Event", nil}, {"Site", nil}, {"Round", nil}, {"White", nil}, {"Black", (*Record).wrongPlayer}, {"Result", nil}, {"Termination", nil},
	{"EndReason", nil}, {"DrawOffer", nil}, {"WhiteFideId", nil}, {"GameStartTime", nil},
	{"TimeControl", (*Record).wrongTimeControl}, {"SetUp", (*Record).wrongSetUp}, {"Variant", (*Record).wrongVariant}, {"PlyCount", (*Record).wrongPlyCount},
	{"ECO", (*Record).wrongECO}, {"BlackFideId", (*Record).wrongFideID}, {"CurrentPosition", (*Record).wrongPosition},
	{"WhiteElo", (*Record).wrongRating}, {"BlackElo", (*Record).wrongRating},
	{"WhiteRatingDiff", wrongGain("White", "Black", pgntext.WhiteWins)}, {"BlackRatingDiff", wrongGain("Black", "White", pgntext.BlackWins)},
	{"UTCDate", wrongDate("", 0, "")},
	{"EventDate", wrongDate("", 0, "")},
	{"Date", wrongDate("EventDate", 7*day, "the event had not begun yet")},
	{"EndDate", wrongDate("Date", day, "the game had not begun yet")},
	{"Time", wrongTime("")}, {"UTCTime", wrongTime("")}, {"StartTime", wrongTime("")}, {"EndTime", wrongTime("UTCTime")},
	{"GameEndTime", wrongTime("GameStartTime")},
}

// judgedByName maps the names of these tags to them.
var judgedByName = func() map[string]*Judged {
	tags := map[string]*Judged{}
	for i := range judged {
		tags[judged[i].Name] = &judged[i]
	}
	return tags
}()

// judgedTag returns the tag with the given name if an arbiter examines it, or nil.
func judgedTag(name []byte) *Judged {
	if len(name) == len("FEN") && bytes.EqualFold(name, []byte("FEN")) {
		return &judged[0]
	}
	return judgedByName[string(name)]
}

// wrongTimeControl is the check of a time control.
func (r *Record) wrongTimeControl(value string) string {
	if _, err := timecontrol.Parse(value); err != nil {
		return "not a time control"
	}
	return ""
}

// wrongVariant is the check of a variant.
func (r *Record) wrongVariant(value string) string {
	if strings.EqualFold(value, "From Position") && r.Tag("FEN") == "" {
		return "the record has no FEN tag"
	}
	if pgntext.ParseVariant(value) == pgntext.UnknownVariant {
		return "no variant has that name, and the game is read as chess"
	}
	return ""
}

// wrongPlyCount is the check of a number of plies. Some programs write 0 beside moves.
func (r *Record) wrongPlyCount(value string) string {
	n, err := strconv.Atoi(value)
	if r.Plies >= 0 && strings.Trim(value, "?-0") != "" && (err != nil || n != r.Plies) {
		return fmt.Sprintf("the game has %d plies", r.Plies)
	}
	return ""
}

// engines are words in the names of programs that play against themselves.
var engines = []string{"chess", "dev", "engine", "fritz", "gnu", "komodo", "lc0", "leela", "rybka", "stockfish", "houdini", "fish"}

// wrongPlayer is the check of the black player. A surname may be that of a relative, and a program may play against
// itself, so only the whole name of a person counts.
func (r *Record) wrongPlayer(value string) string {
	name := strings.ToLower(value)
	isWhole := strings.ContainsAny(name, " ,") && len(name) > len("N. N.") && !strings.ContainsAny(name, "0123456789?")
	isEngine := slices.ContainsFunc(engines, func(word string) bool { return strings.Contains(name, word) })
	if isWhole && !isEngine && strings.EqualFold(value, strings.TrimSpace(r.Tag("White"))) {
		return "the same player has the white pieces"
	}
	return ""
}

// wrongRating is the check of a rating.
func (r *Record) wrongRating(value string) string {
	if _, ok := ParseRating(value); !ok {
		return "not a rating"
	}
	return ""
}

// wrongFideID is the check of the number of the player of the black pieces.
func (r *Record) wrongFideID(value string) string {
	if n, err := strconv.Atoi(value); err == nil && n > 0 && value == strings.TrimSpace(r.Tag("WhiteFideId")) {
		return "White has the same"
	}
	return ""
}

// wrongPosition is the check of the last position, which chess.com adds.
func (r *Record) wrongPosition(value string) string {
	board, _, _ := strings.Cut(value, " ")
	if last, _, _ := strings.Cut(r.FEN(), " "); r.Plies >= 0 && board != last && strings.Count(board, "/") == 7 {
		return "the last position is another one"
	}
	return ""
}

// wrongSetUp is the check of a SetUp tag.
func (r *Record) wrongSetUp(value string) string {
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

// wrongDate returns the check of a date, which must not be further than least before that of another
// tag, if it is not "". Time zones and postponed games leave room between the dates of a record.
func wrongDate(other string, least time.Duration, early string) func(r *Record, value string) string {
	const known = 2026 // a year that has come
	return func(r *Record, value string) string {
		d, ok := ParseDate(value)
		at, isDay := d.Day()
		switch year := d.First / 10000; {
		case !ok:
		case d.First/100%100 > 12, d.First%100 > 31, d.First == d.Last && !isDay:
			return "there is no such date"
		case d.First > 1000000 && d.Last < 6000000: // less may stand for no date
			return "chess is not that old"
		case year > known && year > time.Now().Add(day).Year():
			return "that year has not come yet"
		case other != "" && isDay:
			then, _ := ParseDate(r.Tag(other))
			if then, ok := then.Day(); ok && then.Sub(at) > least {
				return early
			}
		}
		return ""
	}
}

// wrongTime returns the check of a time of day such as "23:59:00". On chess.com, a game that ends on
// the day of its UTCDate ends after UTCTime, which start names. cutechess-cli has the day in the tag.
func wrongTime(start string) func(r *Record, value string) string {
	return func(r *Record, value string) string {
		began := r.Tag(start)
		isSameDay := strings.Contains(began, "T") || len(began) == len("23:59:59") && r.Tag("EndDate") == r.Tag("UTCDate")
		if isSameDay && len(value) == len(began) && value < began {
			return "the game had not begun yet"
		}
		fields := strings.SplitN(value, ":", 3)
		for i, field := range fields {
			n, err := strconv.Atoi(field[:min(len(field), 2)])
			if err == nil && n > [...]int{23, 59, 60}[i] && len(fields) > 1 && start != "GameStartTime" {
				return "there is no such time"
			}
		}
		return ""
	}
}

// wrongECO is the check of an ECO code. White moves the e-pawn in the openings of the volumes B and
// C, and the d-pawn in those of D and E.
func (r *Record) wrongECO(value string) string {
	code := ParseECO(value)
	if code == "" || r.Plies <= 0 || !r.IsRegular {
		return ""
	}
	if pawn := " eedd"[code[0]-'A']; pawn != ' ' && !r.HasMoved(pawn) {
		return fmt.Sprintf("White's %c-pawn has not moved", pawn)
	}
	return ""
}

// wrongGain returns the check of the change of a rating. If the other player gained points, it is wrong at the tag
// of one who did better, or as well with a far lower rating, and lost points, and of one who lost and gained points.
func wrongGain(color, other string, wins pgntext.Result) func(r *Record, value string) string {
	ratingTag, otherRatingTag, otherTag := color+"Elo", other+"Elo", other+"RatingDiff"
	loses := pgntext.WhiteWins + pgntext.BlackWins - wins
	return func(r *Record, value string) string {
		gain, err := strconv.Atoi(value)
		switch {
		case err != nil:
			return ""
		case gain != 0 && strings.HasPrefix(r.Tag("Event"), "Casual "): // of lichess.org
			return "casual games are not rated"
		}
		others, _ := strconv.Atoi(strings.TrimSpace(r.Tag(otherTag)))
		switch {
		case gain > 0 && others > 0 && r.Result == loses:
			return color + " lost, and both players gained rating points"
		case gain >= 0 || others <= 0 || r.Result != wins && r.Result != pgntext.Draw:
			return ""
		}
		if r.Result == wins {
			return color + " won, and the loser gained rating points"
		}
		rating, _ := ParseRating(r.Tag(ratingTag))
		if higher, _ := ParseRating(r.Tag(otherRatingTag)); rating > 0 && higher-rating >= 100 {
			return color + " drew with a player of a higher rating, who gained points"
		}
		return ""
	}
}
