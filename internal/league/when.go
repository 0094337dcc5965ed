package league

import (
	"slices"
	"strings"
	"time"
)

// The first and the last year that a date may have. A year outside is a typing error or a bug, and
// some file formats cannot write it.
const (
	FirstYear = 1900
	LastYear  = 2199
)

// PlausibleYear reports whether the year of a date is from [FirstYear] to [LastYear].
func PlausibleYear(t time.Time) bool { return t.Year() >= FirstYear && t.Year() <= LastYear }

// areas are the first parts of the names of real places' time zones.
var areas = []string{
	"Africa", "America", "Antarctica", "Arctic", "Asia", "Atlantic", "Australia", "Europe", "Indian", "Pacific",
}

// IsTimeZone reports whether a name is the time zone of a place, "Europe/Rome", or universal time,
// "UTC" or "". The database of zones has further names, such as posixrules and EST5EDT, which
// differ from machine to machine or belong to no place.
func IsTimeZone(name string) bool {
	if name == "" || name == "UTC" {
		return true
	}
	area, place, _ := strings.Cut(name, "/")
	if !slices.Contains(areas, area) || place == "" || strings.Contains(place, "//") || strings.HasPrefix(place, "/") {
		return false
	}
	_, err := time.LoadLocation(name)
	return err == nil
}
