package tagvalue

import (
	"fmt"
	"strings"
	"time"
)

// ParseClock parses a time such as "0:05:00", "5:00", or "0:00:02.5". A negative time counts as 0.
func ParseClock(s string) (left time.Duration, ok bool) {
	const most = 1_000_000 * time.Hour
	text, negative := strings.CutPrefix(s, "-")
	whole, _, _ := strings.Cut(text, ".")
	colons := strings.Count(text, ":")
	if strings.Trim(text, "0123456789.:") != "" || colons > 2 || colons > strings.Count(whole, ":") {
		return 0, false
	}
	for field := range strings.SplitSeq(text, ":") {
		d, err := time.ParseDuration(field + "s")
		if err != nil || left > most/60 || d > most {
			return 0, false
		}
		left = 60*left + d
	}
	if negative {
		left = 0
	}
	return left.Round(time.Millisecond), left <= most
}

// ClockText returns a form such as "0:05:00", or "0:00:02.5" if there is a fraction of a second.
func ClockText(d time.Duration) string {
	ms := max(d, 0).Milliseconds()
	text := fmt.Sprintf("%d:%02d:%02d", ms/3600000, ms/60000%60, ms/1000%60)
	if ms%1000 == 0 {
		return text
	}
	return text + strings.TrimRight(fmt.Sprintf(".%03d", ms%1000), "0")
}
