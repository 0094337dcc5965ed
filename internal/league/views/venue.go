package views

import (
	"strconv"
	"strings"

	"referto/internal/league/facts"
	"referto/openapi"
)

// degrees writes millionths of a degree, without zeros at the end.
func degrees(millionths int) string {
	sign := ""
	if millionths < 0 {
		sign, millionths = "-", -millionths
	}
	fraction := strconv.Itoa(1_000_000 + millionths%1_000_000)[1:]
	return strings.TrimRight(strings.TrimRight(sign+strconv.Itoa(millionths/1_000_000)+"."+fraction, "0"), ".")
}

func venueOf(e facts.Event) openapi.Venue {
	v := openapi.Venue{Name: e.VenueName, Address: e.VenueAddress, City: e.VenueCity}
	if e.VenueLatitude != nil && e.VenueLongitude != nil {
		v.Latitude, v.Longitude = degrees(*e.VenueLatitude), degrees(*e.VenueLongitude)
	}
	return v
}
