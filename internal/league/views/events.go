package views

import (
	"strconv"

	"referto/internal/league"
	"referto/openapi"
)

// Drawn reads numbers drawn by hand; nil where none were given.
func Drawn(pointer string, list []openapi.DrawnNumber) (map[league.Entry]int, error) {
	if list == nil {
		return nil, nil
	}
	out := make(map[league.Entry]int, len(list))
	for _, d := range list {
		if _, twice := out[league.Entry(d.Entry)]; twice {
			return nil, league.Faults{{Pointer: pointer, Grounds: league.Grounds{Reason: "entry-drawn-twice", Params: map[string]string{"entry": strconv.Itoa(d.Entry)}}}}
		}
		out[league.Entry(d.Entry)] = d.Number
	}
	return out, nil
}
