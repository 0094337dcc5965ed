package leagueapi

import (
	"errors"
	"slices"
	"strings"

	"referto/internal/league"
)

// InRequest moves the faults of an error from the fields of a fact, as the desk names them, to the places of
// those fields in the request. Places maps a field of the fact to its place in the request, such as "/startsAt"
// to "/stage/day"; parts of a field move with it, and a field that is not listed stays. Other errors are
// returned unchanged.
func InRequest(err error, places map[string]string) error {
	var faults league.Faults
	if !errors.As(err, &faults) {
		return err
	}
	moved := slices.Clone(faults)
	for i, f := range moved {
		field, below := f.Field, ""
		if end := strings.Index(strings.TrimPrefix(field, "/"), "/"); end >= 0 {
			field, below = field[:end+1], field[end+1:]
		}
		if place, named := places[field]; named {
			moved[i].Field = place + below
		}
	}
	return moved
}

// Below returns the places of some fields of a fact that a request has below one place.
func Below(place string, fields ...string) map[string]string {
	places := make(map[string]string, len(fields))
	for _, field := range fields {
		places[field] = place + field
	}
	return places
}
