package planning_test

import (
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"referto/internal/league/facts"
	"referto/internal/league/planning"
	"referto/internal/league/register/registertest"
)

// line returns a calendar's line about an event.
func line(event, title string, at time.Time) facts.CalendarLine {
	return facts.CalendarLine{Event: registertest.EventID(event), Title: title, StartsAt: at, TimeZone: "Europe/Rome", Venue: "Biblioteca", City: "Aosta"}
}

// The differences between an edition of the calendar and the one before (CN09 2.3). Players of an
// event are notified of another time or place.
func TestCompareCalendars(t *testing.T) {
	t.Parallel()
	april, may := inRome(t, "2009-04-05 10:00"), inRome(t, "2009-05-05 10:00")
	a, b := line("a", "Prima tappa", april), line("b", "Seconda tappa", may)
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
		{"what is gone comes last", []facts.CalendarLine{a, b}, []facts.CalendarLine{line("c", "Terza tappa", may), moved(func(l *facts.CalendarLine) { l.City = "Cogne" })}, "added c, moved a!, removed b!"},
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

// CN09 2.3: the calendar is public in editions, each after a change.
func TestNextEdition(t *testing.T) {
	t.Parallel()
	now := inRome(t, "2009-03-01 12:00")
	a, b := line("a", "Prima tappa", inRome(t, "2009-04-05 10:00")), line("b", "Seconda tappa", inRome(t, "2009-05-05 10:00"))
	first := &facts.CalendarEdition{Number: 4, Lines: []facts.CalendarLine{a}}
	for _, tt := range []struct {
		name, state string
		last        *facts.CalendarEdition
		lines       []facts.CalendarLine
		number      int
		changes     int
		want        string
	}{
		{"the first", planning.SeasonRunning, nil, []facts.CalendarLine{a, b}, 1, 2, ""},
		{"the next", planning.SeasonRunning, first, []facts.CalendarLine{a, b}, 5, 1, ""},
		{"where nothing has changed", planning.SeasonRunning, first, []facts.CalendarLine{a}, 0, 0, "now calendar-unchanged"},
		{"where there is nothing to say", planning.SeasonRunning, nil, nil, 0, 0, "now calendar-unchanged"},
		{"of a draft", planning.SeasonDraft, nil, []facts.CalendarLine{a, b}, 0, 0, "now season-state (state=draft)"},
		{"of a season that is over", planning.SeasonClosed, first, []facts.CalendarLine{a, b}, 0, 0, "now season-state (state=closed)"},
	} {
		s := setup(preset(t, "CN09"))
		s.Season.State = tt.state
		edition, changes, err := s.NextEdition(tt.last, tt.lines, "Il calendario", now)
		is(t, "CN09 2.3 "+tt.name, registertest.Why(err), tt.want)
		if err == nil && (edition.Number != tt.number || len(changes) != tt.changes || edition.Note != "Il calendario" || !edition.ReleasedAt.Equal(now) || len(edition.Lines) != len(tt.lines)) {
			t.Errorf("CN09 2.3 %s: got %+v with %d changes", tt.name, edition, len(changes))
		}
	}
	e := planned(t, facts.KindStage, &aosta, "2009-04-05")
	e.Slug, e.Title, e.VenueName, e.VenueCity = "tappa", "Prima tappa", "Biblioteca", "Aosta"
	want := facts.CalendarLine{Event: e.ID, Slug: "tappa", Title: "Prima tappa", Kind: "stage", Region: &aosta, StartsAt: e.StartsAt, TimeZone: "Europe/Rome", Venue: "Biblioteca", City: "Aosta"}
	if diff := cmp.Diff([]facts.CalendarLine{want}, planning.CalendarOf([]facts.Event{e})); diff != "" {
		t.Error(diff)
	}
}
