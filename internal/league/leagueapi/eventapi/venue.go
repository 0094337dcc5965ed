package eventapi

import (
	"strconv"
	"strings"

	"referto/internal/league"
	"referto/internal/league/planning"
	"referto/openapi"
)

// decimals is the number of digits after the point with which degrees are
// kept.
const decimals = 6

// positionOf reads the place of a venue on earth; nil if the request has none.
func positionOf(v openapi.Venue) (*planning.Position, error) {
	switch {
	case v.Latitude == "" && v.Longitude == "":
		return nil, nil
	case v.Latitude == "" || v.Longitude == "":
		return nil, league.Faults{{Field: "/venue", Grounds: league.Grounds{Reason: "half-a-position"}}}
	}
	p := planning.Position{Latitude: millionths(v.Latitude), Longitude: millionths(v.Longitude)}
	var faults league.Faults
	for _, d := range []struct {
		pointer string
		value   int
		most    int
	}{{"/venue/latitude", p.Latitude, 90}, {"/venue/longitude", p.Longitude, 180}} {
		if most := d.most * 1_000_000; d.value < -most || d.value > most {
			faults = append(faults, league.Fault{Field: d.pointer, Grounds: league.Grounds{
				Reason: "outside-range", Params: map[string]string{"min": strconv.Itoa(-d.most), "max": strconv.Itoa(d.most)},
			}})
		}
	}
	return &p, faults.OrNil()
}

// millionths reads degrees of the form that the contract has checked.
func millionths(degrees string) int {
	digits, negative := strings.CutPrefix(degrees, "-")
	whole, fraction, _ := strings.Cut(digits, ".")
	n, _ := strconv.Atoi(whole + fraction + strings.Repeat("0", decimals-len(fraction)))
	if negative {
		return -n
	}
	return n
}
