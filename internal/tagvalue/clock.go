package tagvalue

import (
	"fmt"
	"strconv"
	"strings"
	"time"
)

// ParseClock parses a time such as "0:05:00", "5:00", or "0:00:02.5". A negative time counts as 0.
func ParseClock(s string) (time.Duration, bool) {
	const most = 1_000_000 * 3600 // seconds
	text, negative := strings.CutPrefix(s, "-")
	text, decimals, _ := strings.Cut(text, ".")
	var total, n int64 // the seconds before the last colon, and the number after it
	start, colons := 0, 0
	for i := range len(text) {
		switch c := text[i]; {
		case '0' <= c && c <= '9' && total+n <= most:
			n = 10*n + int64(c-'0')
		case c == ':' && i > start && colons < 2:
			total, n, start, colons = 60*(total+n), 0, i+1, colons+1
		default:
			return 0, false
		}
	}
	if len(text) == start && decimals == "" || total+n > most || !isNumber(decimals) {
		return 0, false
	}
	left := time.Duration(total+n) * time.Second
	if decimals != "" {
		fraction, _ := strconv.ParseFloat("0."+decimals, 64)
		left += time.Duration(1000*fraction+0.5) * time.Millisecond
	}
	if negative {
		left = 0
	}
	return left, true
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
