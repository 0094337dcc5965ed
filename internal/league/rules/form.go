package rules

import (
	"reflect"
	"strings"

	"referto/internal/league"
)

// Form is the way in which values of a type stand in a document as text.
type Form struct {
	// Pattern describes the form to others, as a regular expression.
	Pattern string
	// fits is the pattern written out in Go: package regexp is larger than all regulations,
	// and a device would carry it for these three patterns.
	fits func(string) bool
}

// Forms holds the forms of exact numbers, times of day and days.
var Forms = map[reflect.Type]Form{
	reflect.TypeFor[league.Frac](): {`^-?(0|[1-9][0-9]{0,17})(\.[0-9]{1,20}|/[1-9][0-9]{0,5})?$`, isFraction},
	reflect.TypeFor[ClockTime]():   {`^([01][0-9]|2[0-3]):[0-5][0-9]$`, isClockTime},
	reflect.TypeFor[Day]():         {`^[0-9]{4}-[0-9]{2}-[0-9]{2}$`, isDay},
}

func isFraction(text string) bool {
	text = strings.TrimPrefix(text, "-")
	if whole, decimals, ok := strings.Cut(text, "."); ok {
		return isWhole(whole, 18) && isDigits(decimals, 20)
	}
	over, under, ok := strings.Cut(text, "/")
	return isWhole(over, 18) && (!ok || under != "0" && isWhole(under, 6))
}

// isWhole reports whether a text is a whole number of so many digits at most, without zeros
// before it.
func isWhole(text string, most int) bool {
	return isDigits(text, most) && (text == "0" || text[0] != '0')
}

// isDigits reports whether a text is at least one digit, and so many at most.
func isDigits(text string, most int) bool {
	return text != "" && len(text) <= most && strings.Trim(text, "0123456789") == ""
}

func isClockTime(text string) bool {
	hour, minute, ok := strings.Cut(text, ":")
	return ok && len(hour) == 2 && len(minute) == 2 && isDigits(hour, 2) && isDigits(minute, 2) && hour < "24" && minute < "60"
}

func isDay(text string) bool {
	parts := strings.Split(text, "-")
	return len(text) == 10 && len(parts) == 3 && len(parts[0]) == 4 && len(parts[1]) == 2 &&
		isDigits(parts[0], 4) && isDigits(parts[1], 2) && isDigits(parts[2], 2)
}

// isLowerKebab reports whether a text is an id: "table-points".
func isLowerKebab(text string) bool {
	for part := range strings.SplitSeq(text, "-") {
		if part == "" || strings.Trim(part, "abcdefghijklmnopqrstuvwxyz0123456789") != "" {
			return false
		}
	}
	return true
}
