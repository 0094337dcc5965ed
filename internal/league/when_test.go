package league_test

import (
	"strings"
	"testing"
	"time"

	"pgregory.net/rapid"

	"referto/internal/league"
)

func TestIsTimeZone(t *testing.T) {
	t.Parallel()
	for name, want := range map[string]bool{
		"": true, "UTC": true, "Europe/Rome": true, "Europe/Sofia": true, "Asia/Kolkata": true,
		"America/Argentina/Buenos_Aires": true, "America/Port-au-Prince": true,
		"posixrules": false, "Factory": false, "localtime": false, "Local": false, "EST5EDT": false, "Etc/GMT+5": false,
		"GMT": false, "Rome": false, "Europe": false, "Europe/": false, "Europe/Atlantis": false, "europe/rome": false,
		"posix/Europe/Rome": false, "right/Europe/Rome": false, "../Europe/Rome": false, "Europe/../Europe/Rome": false,
		"Europe/Rome\x00": false, "Europe//Rome": false, "/usr/share/zoneinfo/Europe/Rome": false,
	} {
		if got := league.IsTimeZone(name); got != want {
			t.Errorf("%q: %t", name, got)
		}
	}
}

func TestPlausibleYear(t *testing.T) {
	t.Parallel()
	for year, want := range map[int]bool{0: false, 1: false, 1899: false, 1900: true, 2009: true, 2199: true, 2200: false, 9999: false} {
		if got := league.PlausibleYear(time.Date(year, 6, 1, 0, 0, 0, 0, time.UTC)); got != want {
			t.Errorf("%d: %t", year, got)
		}
	}
}

// TestYearsAreThoseOfTheDate: the year is taken from the calendar of the date's own zone.
func TestYearsAreThoseOfTheDate(t *testing.T) {
	t.Parallel()
	east := time.FixedZone("east", 2*60*60)
	before := time.Date(league.FirstYear-1, 12, 31, 23, 0, 0, 0, time.UTC)
	after := time.Date(league.LastYear, 12, 31, 23, 0, 0, 0, time.UTC)
	for _, tt := range []struct {
		at   time.Time
		want bool
	}{{before, false}, {before.In(east), true}, {after, true}, {after.In(east), false}, {time.Time{}, false}} {
		if got := league.PlausibleYear(tt.at); got != tt.want {
			t.Errorf("%s: %t", tt.at, got)
		}
	}
}

// TestIsTimeZoneOfAnything: every accepted name can be loaded on every machine and does not lead
// out of the folder of zones.
func TestIsTimeZoneOfAnything(t *testing.T) {
	t.Parallel()
	part := rapid.OneOf(
		rapid.SampledFrom([]string{"Europe", "America", "Argentina", "Rome", "Sofia", "UTC", "Local", "posix", "..", ".", "", "\x00"}),
		rapid.StringMatching(`[A-Za-z_+.-]{0,8}`),
	)
	rapid.Check(t, func(t *rapid.T) {
		name := strings.Join(rapid.SliceOfN(part, 1, 4).Draw(t, "parts"), "/")
		if !league.IsTimeZone(name) {
			return
		}
		if _, err := time.LoadLocation(name); err != nil || strings.Contains(name, "..") || strings.HasPrefix(name, "/") {
			t.Fatalf("%q was taken: %v", name, err)
		}
	})
}
