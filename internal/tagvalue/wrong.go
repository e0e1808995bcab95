package tagvalue

import (
	"cmp"
	"fmt"
	"slices"
	"strconv"
	"strings"
	"time"

	"github.com/shakki/chess/internal/abridge"
	"github.com/shakki/chess/internal/pgntext"
	"github.com/shakki/chess/timecontrol"
)

// A Judged is a tag that an arbiter examines. There is one for each name.
type Judged struct {
	Name  string
	wrong func(r *Record, value string) string // why a value cannot be true in r, or ""; nil for tags with any value
}

// A Record is what the tags of a game are compared with.
type Record struct {
	Tags      Tags
	Plies     int                  // the number of plies, or -1 if it is unknown
	Result    pgntext.Result       // the recorded result
	IsMarked  bool                 // a result follows the moves
	IsRegular bool                 // the game starts in the standard position
	HasMoved  func(file byte) bool // the white pawn of a file such as 'e' has moved
	FEN       func() string        // the last position
}

// tag returns the value of the first tag with a name, or "" if there is none.
func (r *Record) tag(name string) string { return r.Tags.Get(name).Value }

// Wrong returns why the tag with the given index cannot be true, or "" if it can. Another value of an earlier
// tag with the same name is the first reason, except for a Result tag that is not a result.
func (r *Record) Wrong(i int) string {
	t := &r.Tags[i]
	text := ""
	if t.wrong != nil {
		text = t.wrong(r, strings.TrimSpace(t.Value))
	}
	first := r.Tags[:i].Get(t.Name)
	if first.Judged == t.Judged && (text == "" || t.Name != "Result") && Differ(t.Name, first.Value, t.Value) {
		return fmt.Sprintf("another %s tag says %s", t.Name, abridge.Text(first.Value, 120))
	}
	return text
}

const day = 24 * time.Hour

// judged are the tags that an arbiter examines. Those without a check are compared with others.
var judged = [...]Judged{
	{Name: "FEN"}, {Name: "Event"}, {Name: "Site"}, {Name: "Round"}, {Name: "White"}, {"Result", (*Record).wrongResult}, {Name: "Termination"},
	{Name: "EndReason"}, {Name: "DrawOffer"}, {Name: "AnnouncedMove"}, {Name: "WhiteFideId"}, {Name: "GameStartTime"},
	{"Black", (*Record).wrongPlayer}, {"BlackFideId", (*Record).wrongFideID},
	{"TimeControl", (*Record).wrongTimeControl}, {"Variant", (*Record).wrongVariant}, {"SetUp", (*Record).wrongSetUp},
	{"PlyCount", (*Record).wrongPlyCount}, {"ECO", (*Record).wrongECO}, {"CurrentPosition", (*Record).wrongPosition},
	{"WhiteElo", (*Record).wrongRating}, {"WhiteRatingDiff", wrongGain("White", "Black", pgntext.WhiteWins)},
	{"BlackElo", (*Record).wrongRating}, {"BlackRatingDiff", wrongGain("Black", "White", pgntext.BlackWins)},
	{"UTCDate", (*Record).wrongDate}, {"EventDate", (*Record).wrongDate},
	{"Date", wrongDateAfter("EventDate", 7*day, "the event had not begun yet")},
	{"EndDate", wrongDateAfter("Date", day, "the game had not begun yet")},
	{"Time", (*Record).wrongTime}, {"UTCTime", (*Record).wrongTime}, {"StartTime", (*Record).wrongTime},
	{"EndTime", wrongTimeAfter("UTCTime")}, {"GameEndTime", wrongTimeAfter("GameStartTime")},
}

// judgedTag returns the tag with the given name if an arbiter examines it, or nil.
func judgedTag(name []byte) *Judged {
	for i := range judged {
		if judged[i].Name == string(name) {
			return &judged[i]
		}
	}
	return nil
}

// because returns the reason why a tag is wrong if it is, and otherwise "".
func because(isWrong bool, reason string) string {
	if isWrong {
		return reason
	}
	return ""
}

// wrongTimeControl is the check of a time control.
func (r *Record) wrongTimeControl(value string) string {
	_, err := timecontrol.Parse(value)
	return because(err != nil, "not a time control")
}

// wrongRating is the check of a rating.
func (r *Record) wrongRating(value string) string {
	_, ok := ParseRating(value)
	return because(!ok, "not a rating")
}

// wrongDate is the check of a date.
func (r *Record) wrongDate(value string) string {
	const known = 2026 // a year that has come
	d, ok := ParseDate(value)
	_, isDay := d.Day()
	switch year := d.First / 10000; {
	case !ok:
	case d.First/100%100 > 12, d.First%100 > 31, d.First == d.Last && !isDay:
		return "there is no such date"
	case d.First > 1000000 && d.Last < 6000000: // less may stand for no date
		return "chess is not that old"
	case year > known && year > time.Now().Add(day).Year():
		return "that year has not come yet"
	}
	return ""
}

// wrongTime is the check of a time of day such as "23:59:00".
func (r *Record) wrongTime(value string) string {
	fields := strings.SplitN(value, ":", 3)
	for i, field := range fields {
		n, err := strconv.Atoi(field[:min(len(field), 2)])
		if err == nil && n > [...]int{23, 59, 60}[i] && len(fields) > 1 {
			return "there is no such time"
		}
	}
	return ""
}

// wrongResult is the check of a Result tag. The result after the moves is compared with the results of
// PGN elsewhere.
func (r *Record) wrongResult(value string) string {
	if _, isResult := pgntext.ParseResultTag[pgntext.Result](value); isResult {
		return ""
	}
	switch score, isKnown, ok := pgntext.ParseScore(value); {
	case !ok:
		return "not a result"
	case isKnown && r.IsMarked && !pgntext.Agrees(r.Result, score):
		return "the result after the moves is " + pgntext.Results[r.Result]
	}
	return ""
}

// wrongVariant is the check of a variant.
func (r *Record) wrongVariant(value string) string {
	if ParseVariant(value) == UnknownVariant {
		return "no variant has that name, and the game is read as chess"
	}
	return because(strings.EqualFold(value, "From Position") && r.tag("FEN") == "", "the record has no FEN tag")
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

// wrongPlayer is the check of the black player. A surname may be that of a relative, and a program may
// play against itself, so only the whole name of a person counts.
func (r *Record) wrongPlayer(value string) string {
	if !strings.EqualFold(value, strings.TrimSpace(r.tag("White"))) {
		return ""
	}
	name := strings.ToLower(value)
	isWhole := strings.ContainsAny(name, " ,") && len(name) > len("N. N.") && !strings.ContainsAny(name, "0123456789?")
	isEngine := func(word string) bool { return strings.Contains(name, word) }
	return because(isWhole && !slices.ContainsFunc(engines, isEngine), "the same player has the white pieces")
}

// wrongFideID is the check of the number of the player of the black pieces.
func (r *Record) wrongFideID(value string) string {
	n, err := strconv.Atoi(value)
	return because(err == nil && n > 0 && value == strings.TrimSpace(r.tag("WhiteFideId")), "White has the same")
}

// wrongPosition is the check of the last position, which chess.com adds.
func (r *Record) wrongPosition(value string) string {
	board, _, _ := strings.Cut(value, " ")
	last, _, _ := strings.Cut(r.FEN(), " ")
	return because(r.Plies >= 0 && board != last && strings.Count(board, "/") == 7, "the last position is another one")
}

// wrongSetUp is the check of a SetUp tag.
func (r *Record) wrongSetUp(value string) string {
	hasFEN := strings.TrimSpace(r.tag("FEN")) != ""
	isNumber := value != "" && strings.Trim(value, "0123456789") == ""
	switch {
	case isNumber && value != "0" && value != "1":
		return "neither 0 nor 1"
	case value == "1" && !hasFEN:
		return "the record has no FEN tag"
	case value == "0" && hasFEN && !r.IsRegular:
		return "the record has a FEN tag"
	}
	return ""
}

// wrongDateAfter returns the check of a date, which must not be further than least before that of another
// tag. Time zones and postponed games leave room between the dates of a record.
func wrongDateAfter(other string, least time.Duration, early string) func(r *Record, value string) string {
	return func(r *Record, value string) string {
		d, _ := ParseDate(value)
		then, _ := ParseDate(r.tag(other))
		from, isFrom := then.Day()
		at, isDay := d.Day()
		return cmp.Or(r.wrongDate(value), because(isFrom && isDay && from.Sub(at) > least, early))
	}
}

// wrongTimeAfter returns the check of when a game ended. On chess.com, a game that ends on the day of
// its UTCDate ends after UTCTime, which start names. cutechess-cli has the day in the tag.
func wrongTimeAfter(start string) func(r *Record, value string) string {
	return func(r *Record, value string) string {
		began := r.tag(start)
		isSameDay := strings.Contains(began, "T") || len(began) == len("23:59:59") && r.tag("EndDate") == r.tag("UTCDate")
		return cmp.Or(r.wrongTime(value), because(isSameDay && len(value) == len(began) && value < began, "the game had not begun yet"))
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

// wrongGain returns the check of the change of a rating. If the other player gained points, it is wrong
// at the tag of one who did better, or as well with a far lower rating, and lost points, and of one who
// lost and gained points.
func wrongGain(color, other string, wins pgntext.Result) func(r *Record, value string) string {
	ratingTag, otherRatingTag, otherTag := color+"Elo", other+"Elo", other+"RatingDiff"
	loses := pgntext.WhiteWins + pgntext.BlackWins - wins
	return func(r *Record, value string) string {
		gain, err := strconv.Atoi(value)
		switch {
		case err != nil:
			return ""
		case gain != 0 && strings.HasPrefix(r.tag("Event"), "Casual "): // of lichess.org
			return "casual games are not rated"
		}
		others, _ := strconv.Atoi(strings.TrimSpace(r.tag(otherTag)))
		switch {
		case gain > 0 && others > 0 && r.Result == loses:
			return color + " lost, and both players gained rating points"
		case gain >= 0 || others <= 0 || r.Result != wins && r.Result != pgntext.Draw:
			return ""
		}
		if r.Result == wins {
			return color + " won, and the loser gained rating points"
		}
		rating, _ := ParseRating(r.tag(ratingTag))
		if higher, _ := ParseRating(r.tag(otherRatingTag)); rating > 0 && higher-rating >= 100 {
			return color + " drew with a player of a higher rating, who gained points"
		}
		return ""
	}
}
