package tagvalue

import (
	"fmt"
	"strconv"
	"strings"
	"time"
)

// ParseClock parses a time such as "0:05:00", "5:00", or "0:00:02.5". A negative time counts as 0.
func ParseClock(s string) (left time.Duration, ok bool) {
	const most = 1_000_000 * time.Hour
	text, negative := strings.CutPrefix(s, "-")
	fields := strings.Split(text, ":")
	for i, field := range fields {
		n, err := strconv.ParseUint(field, 10, 32)
		d := time.Duration(n) * time.Second
		if err != nil && i == len(fields)-1 && strings.Trim(field, "0123456789.") == "" { // a fraction
			d, err = time.ParseDuration(field + "s")
		}
		if err != nil || i > 2 || left > most/60 || d > most {
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
