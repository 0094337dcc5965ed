package planning_test

import (
	"strings"
	"testing"
	"time"

	"referto/internal/league/facts"
	"referto/internal/league/planning"
	"referto/internal/league/register/registertest"
)

// line is the line of a calendar about an event.
func line(event, title, venue string, at time.Time) facts.CalendarLine {
	return facts.CalendarLine{Event: registertest.EventID(event), Title: title, StartsAt: at, TimeZone: "Europe/Rome", Venue: venue, City: "Aosta"}
}

// What an edition of the calendar says otherwise than the one before (CN09 2.3). Those who
// come to an event have to know of another time or place.
func TestCompareCalendars(t *testing.T) {
	t.Parallel()
	april, may := inRome(t, "2009-04-05 10:00"), inRome(t, "2009-05-05 10:00")
	a, b := line("a", "Prima tappa", "Biblioteca", april), line("b", "Seconda tappa", "Biblioteca", may)
	moved := func(change func(*facts.CalendarLine)) facts.CalendarLine {
		c := a
		change(&c)
		return c
	}
	for _, tt := range []struct {
		name          string
		before, after []facts.CalendarLine
		want          string
	}{
		{"nothing", []facts.CalendarLine{a, b}, []facts.CalendarLine{b, a}, ""},
		{"the first edition", nil, []facts.CalendarLine{a, b}, "added a, added b"},
		{"another day", []facts.CalendarLine{a, b}, []facts.CalendarLine{moved(func(l *facts.CalendarLine) { l.StartsAt = may }), b}, "moved a!"},
		{"another hour", []facts.CalendarLine{a, b}, []facts.CalendarLine{moved(func(l *facts.CalendarLine) { l.StartsAt = april.Add(time.Hour) }), b}, "moved a!"},
		{"the same moment by other clocks", []facts.CalendarLine{a, b}, []facts.CalendarLine{moved(func(l *facts.CalendarLine) { l.StartsAt = april.UTC() }), b}, ""},
		{"another zone", []facts.CalendarLine{a, b}, []facts.CalendarLine{moved(func(l *facts.CalendarLine) { l.TimeZone = "Europe/London" }), b}, "moved a!"},
		{"another house", []facts.CalendarLine{a, b}, []facts.CalendarLine{moved(func(l *facts.CalendarLine) { l.Venue = "Palestra" }), b}, "moved a!"},
		{"another town", []facts.CalendarLine{a, b}, []facts.CalendarLine{moved(func(l *facts.CalendarLine) { l.City = "Cogne" }), b}, "moved a!"},
		{"another title", []facts.CalendarLine{a, b}, []facts.CalendarLine{moved(func(l *facts.CalendarLine) { l.Title = "Tappa di primavera" }), b}, "renamed a"},
		{"another title and day", []facts.CalendarLine{a, b}, []facts.CalendarLine{moved(func(l *facts.CalendarLine) { l.Title, l.StartsAt = "Tappa di maggio", may }), b}, "moved a!"},
		{"one is called off", []facts.CalendarLine{a, b}, []facts.CalendarLine{b}, "removed a!"},
		{"what is gone comes last", []facts.CalendarLine{a, b}, []facts.CalendarLine{line("c", "Terza tappa", "Biblioteca", may), moved(func(l *facts.CalendarLine) { l.City = "Cogne" })}, "added c, moved a!, removed b!"},
	} {
		var got []string
		for _, c := range planning.CompareCalendars(tt.before, tt.after) {
			id := c.Event()
			word := string(c.Kind) + " " + strings.TrimRight(string(id.UUID[:]), "\x00")
			if c.Affects() {
				word += "!"
			}
			got = append(got, word)
		}
		is(t, "CN09 2.3 "+tt.name, strings.Join(got, ", "), tt.want)
	}
}
