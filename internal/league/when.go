package league

import (
	"slices"
	"strings"
	"time"
)

// The years of which dates are taken, both included: what lies outside is a slip of a
// keyboard or of a program, and some forms of files cannot write it.
const (
	FirstYear = 1900
	LastYear  = 2199
)

// PlausibleYear reports whether the year of a date is one in which leagues are played.
func PlausibleYear(t time.Time) bool { return t.Year() >= FirstYear && t.Year() <= LastYear }

// areas begin the names of the time zones of places.
var areas = []string{
	"Africa", "America", "Antarctica", "Arctic", "Asia", "Atlantic", "Australia", "Europe", "Indian", "Pacific",
}

// IsTimeZone reports whether a name is that of a place's time zone, "Europe/Rome", or of
// universal time, "UTC" or "". The database of zones has further names, such as
// posixrules and EST5EDT, which mean another thing on every machine or no place.
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
