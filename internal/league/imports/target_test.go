package imports_test

import (
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"referto/internal/league"
	"referto/internal/league/eventfile"
	"referto/internal/league/facts"
	"referto/internal/league/imports"
	"referto/internal/league/leaguetest"
	"referto/internal/league/officiating"
	"referto/internal/league/planning"
)

// An event accepts a file until it starts, unless it has preparations that the file would replace. The outcome
// of an event that was played elsewhere needs a new event.
func TestEventsThatTakeAFileIn(t *testing.T) {
	t.Parallel()
	for state, want := range map[facts.EventState]string{
		facts.Draft: "", facts.Announced: "", facts.Open: "", facts.Closed: "",
		facts.Running:   "state event-state (state=running, wanted=import)",
		facts.Finished:  "state event-state (state=finished, wanted=import)",
		facts.Cancelled: "state event-state (state=cancelled, wanted=import)",
	} {
		s := &officiating.Situation{}
		s.Event.State = state
		if got := leaguetest.Answer(imports.MayTakeIn(file(t), s)); got != want {
			t.Errorf("an event that is %s: %q, want %q", state, got, want)
		}
	}
	for _, tt := range []struct {
		name   string
		change func(*eventfile.File, *officiating.Situation)
		want   string
	}{
		{"with another structure", func(_ *eventfile.File, s *officiating.Situation) { s.Structure = &facts.Structure{} }, "state event-prepared"},
		{"with people who are kept apart", func(_ *eventfile.File, s *officiating.Situation) { s.Apart = []facts.Apart{{}} }, "state event-prepared"},
		{"with somebody who will be late", func(_ *eventfile.File, s *officiating.Situation) { s.Attendance = []facts.Attendance{{}} }, "state event-prepared"},
		{"of which only the outcome is known", func(f *eventfile.File, _ *officiating.Situation) { f.Outcome = &eventfile.Outcome{} }, "state outcome-into-new-event"},
		{"whose report was sent", func(f *eventfile.File, _ *officiating.Situation) { f.Reports = []eventfile.Report{{}} }, "state outcome-into-new-event"},
	} {
		f, s := file(t), &officiating.Situation{}
		s.Event.State = facts.Open
		tt.change(f, s)
		if got := leaguetest.Answer(imports.MayTakeIn(f, s)); got != tt.want {
			t.Errorf("an event %s: %q, want %q", tt.name, got, tt.want)
		}
	}
}

// CN09 1.5, for imported files: eligibility is checked if the event is still to be held; an event in the past
// is history.
func TestWhatIsHistory(t *testing.T) {
	t.Parallel()
	now := time.Date(2009, 4, 5, 8, 0, 0, 0, time.UTC)
	here := &officiating.Situation{}
	for _, tt := range []struct {
		name    string
		into    *officiating.Situation
		starts  time.Time
		history bool
	}{
		{"CN09 1.5 a new event of yesterday", nil, now.AddDate(0, 0, -1), true},
		{"CN09 1.5 one that begins now", nil, now, true},
		{"CN09 1.5 one that begins a second later", nil, now.Add(time.Second), false},
		{"CN09 1.5 an event that is here, whenever the file says it was", here, now.AddDate(-1, 0, 0), false},
	} {
		f := file(t)
		f.Event.StartsAt = tt.starts
		if got := imports.History(f, tt.into, now); got != tt.history {
			t.Errorf("%s: %t", tt.name, got)
		}
	}
}

// A new event is announced as in the file. Without a capacity in the file it has the ruleset's, and if the
// ruleset has none, one that is large enough for the players.
func TestAnnouncementOfAFile(t *testing.T) {
	t.Parallel()
	f := file(t)
	latitude, longitude := league.NewFrac(45_737, 1000), league.NewFrac(-7_320_001, 1_000_000)
	f.Event = eventfile.Announcement{
		Title: "Tappa", StartsAt: time.Date(2009, 4, 5, 8, 0, 0, 0, time.UTC), TimeZone: "Europe/Rome", Capacity: 30, TimeLimitMinutes: 75, Notes: "Al circolo",
		Venue: eventfile.Venue{Name: "Circolo", Address: "Via Roma 1", City: "Aosta", Latitude: &latitude, Longitude: &longitude},
		Fee:   &eventfile.Fee{Amount: league.NewFrac(1205, 100), Currency: "EUR"},
	}
	f.Facts.Formula, f.Facts.Variant, f.Facts.Target, f.Facts.Pairing = "club", "base", 12, "random"
	cents, euro := 1205, "EUR"
	want := planning.Announcement{
		Title: "Tappa", StartsAt: f.Event.StartsAt, TimeZone: "Europe/Rome", Capacity: 30, TimeLimitMinutes: 75, Notes: "Al circolo",
		VenueName: "Circolo", VenueAddress: "Via Roma 1", VenueCity: "Aosta", VenueAt: &planning.Position{Latitude: 45_737_000, Longitude: -7_320_001},
		FeeCents: &cents, FeeCurrency: &euro, Formula: "club", Variant: "base", Target: 12, Pairing: "random",
	}
	if diff := cmp.Diff(want, imports.Announcement(f)); diff != "" {
		t.Errorf("(-want +got):\n%s", diff)
	}
	for _, tt := range []struct{ said, ruleset, played, want int }{
		{30, 0, 12, 30}, {0, 24, 12, 0}, {0, 0, 12, 100}, {0, 0, 101, 101},
	} {
		f := file(t)
		r := *f.Rules
		r.Field.Max, f.Rules = tt.ruleset, &r
		f.Event.Capacity, f.Facts.Entrants = tt.said, make([]league.Entry, tt.played)
		if got := imports.Announcement(f).Capacity; got != tt.want {
			t.Errorf("%d said, %d by the ruleset, %d played: %d, want %d", tt.said, tt.ruleset, tt.played, got, tt.want)
		}
	}
}
