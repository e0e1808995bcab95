package tagvalue

import (
	"fmt"
	"math"
	"strconv"
	"strings"
	"time"
)

// ParseClock parses a time such as "0:05:00", "5:00", or "0:00:02.5". A negative time counts as 0.
func ParseClock(s string) (time.Duration, bool) {
	digits, negative := strings.CutPrefix(s, "-")
	parts := strings.Split(digits, ":")
	if len(parts) > 3 {
		return 0, false
	}
	var total float64
	for i, part := range parts {
		if part == "" || strings.Trim(part, "0123456789.") != "" || i < len(parts)-1 && strings.Contains(part, ".") {
			return 0, false
		}
		v, err := strconv.ParseFloat(part, 64)
		if err != nil {
			return 0, false
		}
		total = 60*total + v
	}
	if total > 1e6*3600 {
		return 0, false
	}
	if negative {
		total = 0
	}
	return time.Duration(math.Round(total*1e9/1e6)) * time.Millisecond, true
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
