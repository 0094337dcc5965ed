package league_test

import (
	"testing"
	"time"

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
