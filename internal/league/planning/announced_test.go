package planning_test

import (
	"strings"
	"testing"
	"time"

	"github.com/google/uuid"

	"referto/internal/league"
	"referto/internal/league/facts"
	"referto/internal/league/planning"
	"referto/internal/league/register/registertest"
	"referto/internal/league/rules"
)

// is compares a result with the one that the regulation requires.
func is(t *testing.T, name, got, want string) {
	t.Helper()
	if got != want {
		t.Errorf("%s:\n got %s\nwant %s", name, got, want)
	}
}

// preset returns the ruleset of a regulation.
func preset(t *testing.T, code string) *rules.Ruleset {
	t.Helper()
	return registertest.Ruleset(t, map[string]string{
		"CN09": "catan-nazionale-2009", "JP22": "just-play-2022", "FG14": "firenzegioca-2014", "BG": "catan-ranglista-bg", "SQ00": "risiko-squadre-2000",
		"TT": "three-tiers", "SO": "straight-on",
	}[code])
}

// reads returns a ruleset with another reading of an open paragraph.
func reads(t *testing.T, r *rules.Ruleset, key, value string) *rules.Ruleset {
	t.Helper()
	other, err := r.WithReading(key, value)
	if err != nil {
		t.Fatal(err)
	}
	return other
}

// inRome returns a moment in the time zone of Italy, "2009-03-29 23:59".
func inRome(t *testing.T, text string) time.Time {
	t.Helper()
	rome, err := time.LoadLocation("Europe/Rome")
	if err != nil {
		t.Fatal(err)
	}
	at, err := time.ParseInLocation("2006-01-02 15:04", text, rome)
	if err != nil {
		t.Fatal(err)
	}
	return at
}

func cents(n int) *int { return &n }

// CN09 1.10: the fee is announced in advance. After entries were opened it is neither set nor
// raised.
func TestCheckFee(t *testing.T) {
	t.Parallel()
	noted := *preset(t, "CN09")
	fee := *noted.Fee
	fee.AfterOpening, noted.Fee = "noted", &fee
	const refused = "rule CN09 1.10: fee-after-opening"
	for _, tt := range []struct {
		name          string
		rules         *rules.Ruleset
		state         facts.EventState
		before, after *int
		want          string
		noted         bool
	}{
		{"CN09 1.10/of a draft", preset(t, "CN09"), facts.Draft, cents(500), cents(600), "", false},
		{"CN09 1.10/of an announced event", preset(t, "CN09"), facts.Announced, nil, cents(500), "", false},
		{"CN09 1.10/raised once entries are open", preset(t, "CN09"), facts.Open, cents(500), cents(501), refused, false},
		{"CN09 1.10/raised once they are closed again", preset(t, "CN09"), facts.Closed, cents(500), cents(501), refused, false},
		{"CN09 1.10/raised during the event", preset(t, "CN09"), facts.Running, cents(500), cents(501), refused, false},
		{"CN09 1.10/set where nothing was said", preset(t, "CN09"), facts.Open, nil, cents(500), refused, false},
		{"CN09 1.10/set where there was to be none", preset(t, "CN09"), facts.Open, cents(0), cents(1), refused, false},
		{"CN09 1.10/left as it is", preset(t, "CN09"), facts.Open, cents(500), cents(500), "", false},
		{"CN09 1.10/lowered", preset(t, "CN09"), facts.Open, cents(500), cents(400), "", false},
		{"CN09 1.10/taken away", preset(t, "CN09"), facts.Open, cents(500), nil, "", false},
		{"CN09 1.10/raised, where that is only noted", &noted, facts.Open, cents(500), cents(501), "", true},
		{"CN09 1.10/lowered, which need not be noted", &noted, facts.Open, cents(500), cents(400), "", false},
		{"FG14 2/a regulation that says nothing of when", preset(t, "FG14"), facts.Open, cents(200), cents(300), "", false},
		{"JP22/one without a fee", preset(t, "JP22"), facts.Open, nil, cents(300), "", false},
		{"BG/another", preset(t, "BG"), facts.Open, nil, cents(300), "", false},
		{"SQ00/and another", preset(t, "SQ00"), facts.Open, nil, cents(300), "", false},
	} {
		t.Run(tt.name, func(t *testing.T) {
			t.Parallel()
			now := inRome(t, "2009-04-01 12:00")
			before := facts.Event{State: tt.state, FeeCents: tt.before}
			after := facts.Event{State: tt.state, FeeCents: tt.after}
			is(t, "fee", registertest.Why(planning.CheckFee(tt.rules, before, &after, now)), tt.want)
			if tt.noted != (after.FeeLateAt != nil) || tt.noted && !after.FeeLateAt.Equal(now) {
				t.Errorf("noted at %v", after.FeeLateAt)
			}
		})
	}
}

// CN09 2.3: place, day and formula are public two weeks before the event.
func TestTwoWeeks(t *testing.T) {
	t.Parallel()
	season := league.SeasonID{UUID: uuid.New()}
	invalid := reads(t, preset(t, "CN09"), "A002-7", "invalid")
	for _, tt := range []struct {
		name             string
		rules            *rules.Ruleset
		announced, moved string // "" is not yet
		now, want        string
	}{
		{"CN09 2.3/on the fourteenth day before, at its last minute: clocks go forward", preset(t, "CN09"), "2009-03-29 23:59", "", "2009-04-30 12:00", ""},
		{"CN09 2.3/a minute later it is a breach", preset(t, "CN09"), "2009-03-30 00:00", "", "2009-04-30 12:00", "CN09 2.3: announced-too-late (before=14, by=2009-03-29, days=1)"},
		{"CN09 2.3/by how many days is said", preset(t, "CN09"), "2009-04-12 08:00", "", "2009-04-30 12:00", "CN09 2.3: announced-too-late (before=14, by=2009-03-29, days=14)"},
		{"CN09 2.3/a draft is looked at as if it were announced now", preset(t, "CN09"), "", "", "2009-03-29 23:59", ""},
		{"CN09 2.3/and now", preset(t, "CN09"), "", "", "2009-03-30 00:00", "CN09 2.3: announced-too-late (before=14, by=2009-03-29, days=1)"},
		{"CN09 2.3/what was moved is public as it is since then", preset(t, "CN09"), "2009-03-01 12:00", "2009-03-30 00:00", "2009-04-30 12:00", "CN09 2.3: moved-too-late (before=14, by=2009-03-29, days=1)"},
		{"CN09 2.3/moved in time", preset(t, "CN09"), "2009-03-01 12:00", "2009-03-29 23:59", "2009-04-30 12:00", ""},
		{"CN09 2.3/by the other reading of A002-7 it does not count", invalid, "2009-03-30 00:00", "", "2009-04-30 12:00", "CN09 2.3: announced-too-late-to-count (before=14, by=2009-03-29, days=1)"},
		{"CN09 2.3/nor what was moved", invalid, "2009-03-01 12:00", "2009-03-30 00:00", "2009-04-30 12:00", "CN09 2.3: moved-too-late-to-count (before=14, by=2009-03-29, days=1)"},
		{"TT 4/five days are enough", preset(t, "TT"), "2009-04-07 23:59", "", "2009-04-30 12:00", ""},
		{"TT 4/four are not, and it does not count", preset(t, "TT"), "2009-04-08 00:00", "", "2009-04-30 12:00", "TT 4: announced-too-late-to-count (before=5, by=2009-04-07, days=1)"},
		{"SO 2/on the day itself", preset(t, "SO"), "2009-04-12 23:59", "", "2009-04-30 12:00", ""},
		{"JP22/a regulation without seasons", preset(t, "JP22"), "2009-04-12 08:00", "", "2009-04-30 12:00", ""},
	} {
		t.Run(tt.name, func(t *testing.T) {
			t.Parallel()
			e := facts.Event{SeasonID: &season, StartsAt: inRome(t, "2009-04-12 10:00"), TimeZone: "Europe/Rome", State: facts.Open, FeeCents: cents(0)}
			for text, at := range map[string]**time.Time{tt.announced: &e.AnnouncedAt, tt.moved: &e.MovedAt} {
				if text != "" {
					moment := inRome(t, text)
					*at = &moment
				}
			}
			var got []string
			for _, g := range planning.Notices(tt.rules, e, inRome(t, tt.now)) {
				got = append(got, g.String())
			}
			is(t, "notices", strings.Join(got, "; "), tt.want)
		})
	}
	late := facts.Event{SeasonID: &season, StartsAt: inRome(t, "2009-04-12 10:00"), TimeZone: "Europe/Rome", State: facts.Draft, FeeCents: cents(0)}
	for name, change := range map[string]func(*facts.Event){
		"of no season":           func(e *facts.Event) { e.SeasonID = nil },
		"played elsewhere":       func(e *facts.Event) { e.Elsewhere = true },
		"that was called off":    func(e *facts.Event) { e.State = facts.Cancelled },
		"two weeks from its day": func(e *facts.Event) { e.StartsAt = e.StartsAt.AddDate(0, 0, 1) },
	} {
		e := late
		change(&e)
		if got := planning.Notices(preset(t, "CN09"), e, inRome(t, "2009-03-30 12:00")); len(got) != 0 {
			t.Errorf("CN09 2.3 an event %s: %v", name, got)
		}
	}
}

// CN09 1.10: a missing fee is noticed as long as it may be stated, and a late one is noted.
func TestNoticesOfFees(t *testing.T) {
	t.Parallel()
	at := inRome(t, "2009-04-01 12:00")
	for _, tt := range []struct {
		name  string
		code  string
		event facts.Event
		want  string
	}{
		{"CN09 1.10/a draft that says nothing", "CN09", facts.Event{State: facts.Draft}, "CN09 1.10: fee-not-stated"},
		{"CN09 1.10/an announced event", "CN09", facts.Event{State: facts.Announced}, "CN09 1.10: fee-not-stated"},
		{"CN09 1.10/one that says that there is none", "CN09", facts.Event{State: facts.Announced, FeeCents: cents(0)}, ""},
		{"CN09 1.10/one that takes entries", "CN09", facts.Event{State: facts.Open}, ""},
		{"CN09 1.10/one whose fee was raised late", "CN09", facts.Event{State: facts.Open, FeeCents: cents(700), FeeLateAt: &at}, "CN09 1.10: fee-noted-late"},
		{"FG14 2/a regulation that does not ask", "FG14", facts.Event{State: facts.Draft}, ""},
	} {
		var got []string
		for _, g := range planning.Notices(preset(t, tt.code), tt.event, at) {
			got = append(got, g.String())
		}
		is(t, tt.name, strings.Join(got, "; "), tt.want)
	}
}

// CN09 2.3: of an event's public data only place, day and formula count for the announcement.
func TestDiffers(t *testing.T) {
	t.Parallel()
	was := facts.Event{
		State: facts.Open, Title: "Tappa", StartsAt: inRome(t, "2009-04-12 10:00"), TimeZone: "Europe/Rome", VenueName: "Biblioteca", VenueCity: "Aosta", Formula: "club", Notes: "Portate i dadi",
	}
	addressed := was
	addressed.VenueAddress = "Via Torre 2"
	for _, tt := range []struct {
		name   string
		was    facts.Event
		change func(*facts.Event)
		want   bool
	}{
		{"CN09 2.3/another day", was, func(e *facts.Event) { e.StartsAt = e.StartsAt.AddDate(0, 0, 1) }, true},
		{"CN09 2.3/another hour", was, func(e *facts.Event) { e.StartsAt = e.StartsAt.Add(13 * time.Hour) }, false},
		{"CN09 2.3/an hour that is past midnight at the venue", was, func(e *facts.Event) { e.StartsAt = e.StartsAt.Add(14 * time.Hour) }, true},
		{"CN09 2.3/another house", was, func(e *facts.Event) { e.VenueName = "Palestra" }, true},
		{"CN09 2.3/another town", was, func(e *facts.Event) { e.VenueCity = "Cogne" }, true},
		{"CN09 2.3/an address that was missing", was, func(e *facts.Event) { e.VenueAddress = "Via Torre 2" }, false},
		{"CN09 2.3/another address", addressed, func(e *facts.Event) { e.VenueAddress = "Via Torre 20" }, true},
		{"CN09 2.3/another formula", was, func(e *facts.Event) { e.Formula = "convention" }, true},
		{"CN09 2.3/another title, and notes", was, func(e *facts.Event) { e.Title, e.Notes = "Coppa", "" }, false},
	} {
		t.Run(tt.name, func(t *testing.T) {
			t.Parallel()
			after := tt.was
			tt.change(&after)
			if got := planning.Differs(tt.was, after); got != tt.want {
				t.Errorf("differs: %t", got)
			}
			begun := tt.was
			begun.State = facts.Running
			if planning.Differs(begun, after) {
				t.Error("what is put right of an event that has started was not announced late")
			}
		})
	}
}
