package rules

import (
	"reflect"
	"regexp"

	"referto/internal/league"
)

// The limits of a document, which a regulation stays far below. They bound the
// work of reading and of judging one that somebody else has written.
const (
	MaxDocument = 1 << 20   // bytes
	MaxItems    = 1000      // elements of a list and members of an object
	MaxText     = 20_000    // characters of a text
	MaxWhole    = 1_000_000 // of whole numbers, with either sign
)

// Forms holds the patterns of values that stand in a document as text: exact numbers,
// times of day, days.
var Forms = map[reflect.Type]*regexp.Regexp{
	reflect.TypeFor[league.Frac](): regexp.MustCompile(`^-?(0|[1-9][0-9]{0,17})(\.[0-9]{1,20}|/[1-9][0-9]{0,5})?$`),
	reflect.TypeFor[ClockTime]():   regexp.MustCompile(`^([01][0-9]|2[0-3]):[0-5][0-9]$`),
	reflect.TypeFor[Day]():         regexp.MustCompile(`^[0-9]{4}-[0-9]{2}-[0-9]{2}$`),
}
