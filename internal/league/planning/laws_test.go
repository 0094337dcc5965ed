package planning_test

import (
	"slices"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"
	"github.com/google/uuid"
	"pgregory.net/rapid"

	"referto/internal/league"
	"referto/internal/league/facts"
	"referto/internal/league/planning"
	"referto/internal/league/register/registertest"
	"referto/internal/league/rules"
	"referto/internal/league/season"
)

// anyCalendar returns a random calendar of a few events, each once.
func anyCalendar(t *rapid.T, label string) []facts.CalendarLine {
	names := rapid.Permutation([]string{"a", "b", "c", "d", "e"}).Draw(t, label)
	var out []facts.CalendarLine
	for _, name := range names[:rapid.IntRange(0, len(names)).Draw(t, "many")] {
		l := line(name, rapid.SampledFrom([]string{"Tappa", "Coppa"}).Draw(t, "title"), time.Date(2009, 4, rapid.IntRange(1, 3).Draw(t, "day"), 10, 0, 0, 0, time.UTC))
		l.City = rapid.SampledFrom([]string{"Aosta", "Cogne"}).Draw(t, "city")
		out = append(out, l)
	}
	return out
}

// CN09 2.3: a calendar with its changes gives the next one; equal calendars have no changes, and
// the changes in both directions are opposite.
func TestChangesOfCalendars(t *testing.T) {
	t.Parallel()
	rapid.Check(t, func(t *rapid.T) {
		before, after := anyCalendar(t, "before"), anyCalendar(t, "after")
		known := map[league.EventID]facts.CalendarLine{}
		for _, l := range before {
			known[l.Event] = l
		}
		for _, c := range planning.CompareCalendars(before, after) {
			if was, had := known[c.Event()]; had != (c.Before != nil) || had && !cmp.Equal(was, *c.Before) {
				t.Fatalf("before was %+v, not %+v", was, c.Before)
			}
			if c.After == nil {
				delete(known, c.Event())
			} else {
				known[c.Event()] = *c.After
			}
		}
		want := map[league.EventID]facts.CalendarLine{}
		for _, l := range after {
			want[l.Event] = l
		}
		if diff := cmp.Diff(want, known); diff != "" {
			t.Fatal(diff)
		}
		if same := planning.CompareCalendars(after, after); len(same) != 0 {
			t.Fatalf("the same: %+v", same)
		}
		opposite := map[planning.CalendarChangeKind]planning.CalendarChangeKind{
			planning.CalendarAdded: planning.CalendarRemoved, planning.CalendarRemoved: planning.CalendarAdded,
			planning.CalendarMoved: planning.CalendarMoved, planning.CalendarRenamed: planning.CalendarRenamed,
		}
		back := map[league.EventID]planning.CalendarChangeKind{}
		for _, c := range planning.CompareCalendars(after, before) {
			back[c.Event()] = c.Kind
		}
		for _, c := range planning.CompareCalendars(before, after) {
			if back[c.Event()] != opposite[c.Kind] {
				t.Fatalf("%s there, %s back", c.Kind, back[c.Event()])
			}
			delete(back, c.Event())
		}
		if len(back) > 0 {
			t.Fatalf("only back: %v", back)
		}
	})
}

// CN09 1.4, 2.3: the notices about the days of an event while planning it equal the season's
// judgement afterwards, for any venue and any change of clocks.
func TestPlannedAsItIsJudged(t *testing.T) {
	t.Parallel()
	cn09 := registertest.Ruleset(t, registertest.CN09)
	tiers, border := registertest.Ruleset(t, "three-tiers"), registertest.Ruleset(t, "border-league")
	rapid.Check(t, func(t *rapid.T) {
		r := rapid.SampledFrom([]*rules.Ruleset{cn09, tiers, border}).Draw(t, "rules")
		zone := rapid.SampledFrom([]string{"Europe/Rome", "America/New_York", "Asia/Tokyo", "Pacific/Apia"}).Draw(t, "zone")
		place, err := time.LoadLocation(zone)
		if err != nil {
			t.Fatal(err)
		}
		near := rapid.SampledFrom([]rules.Day{r.Season.Calendar.From, r.Season.Calendar.To, "2009-03-29", "2009-10-25"}).Draw(t, "near").Midnight()
		starts := time.Date(near.Year(), near.Month(), near.Day()+rapid.IntRange(-2, 2).Draw(t, "day"), rapid.IntRange(0, 23).Draw(t, "hour"), 0, 0, 0, place)
		announced := starts.Add(-time.Duration(rapid.IntRange(0, 20*24).Draw(t, "hours before")) * time.Hour)
		region := league.RegionID{UUID: uuid.UUID{15: 1}}
		e := facts.Event{
			ID: registertest.EventID("e"), Kind: facts.KindStage, Circuit: "regional", RegionID: &region, SeasonID: &registertest.SeasonID,
			StartsAt: starts.UTC(), TimeZone: zone, State: facts.Open, AnnouncedAt: &announced, FeeCents: new(int),
		}
		of := setup(r)
		of.Season.PlaysFrom, of.Season.PlaysTo = r.Season.Calendar.From.Midnight(), r.Season.Calendar.To.Midnight()
		judged := season.Derive(season.Facts{
			Rules: r, Period: season.Period{From: r.Season.Calendar.From, To: r.Season.Calendar.To, FinalsBy: r.Season.Final.By},
			Events: []season.Event{{ID: e.ID, Circuit: rules.RegionalCircuit, Region: region, Day: rules.DayOf(e.LocalDate()), Announced: e.PublicSince()}},
		}).Events[0]
		broken := func(demand season.Demand) bool {
			check := slices.ContainsFunc(judged.Failed(), func(c season.Check) bool { return c.Demand == demand })
			return check || slices.ContainsFunc(judged.Breaches, func(g league.Grounds) bool { return g.Reason == string(demand) })
		}
		if late := len(planning.Notices(r, e, starts)) > 0; late != broken(season.AnnouncedLate) {
			t.Fatalf("%s of %s, public since %s: late %t", starts, zone, announced, late)
		}
		if _, _, off := planning.OffCalendar(of.Season, e, r); off != broken(season.OutsidePeriod) {
			t.Fatalf("%s of %s is off the calendar: %t", starts, zone, off)
		}
	})
}

// CN09 1.1: a region that joins and leaves again leaves the others as they were, in their order.
func TestRegionsComeAndGo(t *testing.T) {
	t.Parallel()
	known := []facts.SeasonRegion{{ID: aosta, Name: "Aosta"}, {ID: piemonte, Name: "Piemonte"}, {ID: toscana, Name: "Toscana"}}
	rapid.Check(t, func(t *rapid.T) {
		s := &planning.Setup{}
		var want []string
		for range rapid.IntRange(0, 12).Draw(t, "acts") {
			r := rapid.SampledFrom(known).Draw(t, "region")
			before, takesPart := slices.Clone(s.Regions), s.TakesPart(r.ID)
			if rapid.Bool().Draw(t, "joins") {
				got, err := s.Join(r.ID, known)
				if (err == nil) == takesPart || err == nil && got != r {
					t.Fatalf("%s joins: %+v, %v", r.Name, got, err)
				}
				if err == nil {
					want = append(want, r.Name)
				}
			} else {
				events := rapid.IntRange(0, 1).Draw(t, "events")
				_, err := s.Leave(r.ID, events)
				if (err == nil) != (takesPart && events == 0) {
					t.Fatalf("%s leaves with %d events: %v", r.Name, events, err)
				}
				if err == nil {
					want = slices.DeleteFunc(want, func(name string) bool { return name == r.Name })
				} else if diff := cmp.Diff(before, s.Regions); diff != "" {
					t.Fatalf("refused, and %s", diff)
				}
			}
		}
		var got []string
		for _, r := range s.Regions {
			got = append(got, r.Name)
		}
		if !slices.Equal(got, want) {
			t.Fatalf("got %v, want %v", got, want)
		}
	})
}
