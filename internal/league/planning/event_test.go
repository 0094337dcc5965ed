package planning_test

import (
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"
	"github.com/google/uuid"

	"referto/internal/league"
	"referto/internal/league/facts"
	"referto/internal/league/planning"
	"referto/internal/league/register/registertest"
)

// announced returns an announcement with as few data as possible.
func announced(t *testing.T) planning.Announcement {
	return planning.Announcement{Title: "Tappa", StartsAt: inRome(t, "2009-04-12 10:00"), TimeZone: "Europe/Rome"}
}

// Missing data of an event are the regulation's defaults.
func TestDefaultsOfARegulation(t *testing.T) {
	t.Parallel()
	for _, tt := range []struct {
		name, code, formula, variant, pairing string
		minutes, capacity                     int
	}{
		{"JP22 1, 2/75 minutes, 16 players", "JP22", "tables-and-final", "base", "by-standings", 75, 16},
		{"FG14 1, 3/70 minutes, 20 players", "FG14", "two-rounds", "base", "by-standings", 70, 20},
		{"CN09 3.2, 3.4/a time limit only if it is announced, any number of players", "CN09", "club", "base", "by-standings", 0, planning.DefaultCapacity},
		{"BG 1.2.2, 1.2.4/no time limit, by lot", "BG", "two-rounds", "base", "by-lot", 0, planning.DefaultCapacity},
		{"SQ00 4, base 2/an hour and three quarters, by the standings before", "SQ00", "three-rounds", "base", "by-previous-standings", 105, planning.DefaultCapacity},
	} {
		t.Run(tt.name, func(t *testing.T) {
			t.Parallel()
			var e facts.Event
			a := announced(t)
			a.Apply(&e, preset(t, tt.code))
			if e.Formula != tt.formula || e.Variant != tt.variant || e.Pairing != tt.pairing || e.TimeLimitMinutes != tt.minutes || e.Capacity != tt.capacity || e.Target != 0 {
				t.Errorf("got %s %s %s, %d minutes, %d players, target %d", e.Formula, e.Variant, e.Pairing, e.TimeLimitMinutes, e.Capacity, e.Target)
			}
			is(t, "refused", registertest.Why(a.Check(preset(t, tt.code), e).OrNil()), "")
		})
	}
}

// The objections of a regulation, the calendar and general plausibility to an event.
func TestAnnouncementIsChecked(t *testing.T) {
	t.Parallel()
	for _, tt := range []struct {
		name, code string
		change     func(*planning.Announcement)
		want       string
	}{
		{"JP22 2/8 players", "JP22", func(a *planning.Announcement) { a.Capacity = 8 }, ""},
		{"JP22 2/7", "JP22", func(a *planning.Announcement) { a.Capacity = 7 }, "/capacity JP22 2: capacity-below-minimum (capacity=7, min=8)"},
		{"JP22 2/17", "JP22", func(a *planning.Announcement) { a.Capacity = 17 }, "/capacity JP22 2: capacity-above-maximum (capacity=17, max=16)"},
		{"FG14 1/12 players", "FG14", func(a *planning.Announcement) { a.Capacity = 12 }, ""},
		{"FG14 1/11", "FG14", func(a *planning.Announcement) { a.Capacity = 11 }, "/capacity FG14 1: capacity-below-minimum (capacity=11, min=12)"},
		{"FG14 1/21", "FG14", func(a *planning.Announcement) { a.Capacity = 21 }, "/capacity FG14 1: capacity-above-maximum (capacity=21, max=20)"},
		{"CN09 3.2/11 players", "CN09", func(a *planning.Announcement) { a.Capacity = 11 }, "/capacity CN09 3.2: capacity-below-minimum (capacity=11, min=12)"},
		{"CN09 3.2/the table has no end", "CN09", func(a *planning.Announcement) { a.Capacity = 500 }, ""},
		{"BG 1.1.5/2 players", "BG", func(a *planning.Announcement) { a.Capacity = 2 }, "/capacity BG 1.1.5: capacity-below-minimum (capacity=2, min=3)"},
		{"SQ00 7/2 players", "SQ00", func(a *planning.Announcement) { a.Capacity = 2 }, "/capacity SQ00 7: capacity-below-minimum (capacity=2, min=3)"},

		{"CN09 3.2/the other formula", "CN09", func(a *planning.Announcement) { a.Formula = "convention" }, ""},
		{"CN09 3.2/one that there is not", "CN09", func(a *planning.Announcement) { a.Formula = "two-rounds" }, "/formula CN09 3.2: unknown-formula (formula=two-rounds)"},
		{"FG14 3/another regulation's", "FG14", func(a *planning.Announcement) { a.Formula = "club" }, "/formula FG14 3: unknown-formula (formula=club)"},
		{"BG 1.2.3/three rounds", "BG", func(a *planning.Announcement) { a.Formula = "three-rounds" }, ""},
		{"CN09 3.3/a fixed schedule", "CN09", func(a *planning.Announcement) { a.Pairing = "fixed-schedule" }, ""},
		{"JP22 2/a fixed schedule", "JP22", func(a *planning.Announcement) { a.Pairing = "fixed-schedule" }, "/pairing JP22: unknown-pairing (pairing=fixed-schedule)"},
		{"CN09 3.1/Seafarers", "CN09", func(a *planning.Announcement) { a.Variant = "seafarers" }, ""},
		{"FG14/Seafarers", "FG14", func(a *planning.Announcement) { a.Variant = "seafarers" }, "/variant FG14: unknown-variant (variant=seafarers); /timeLimitMinutes FG14 3: time-limit-missing"},

		{"CN09 4.6/to its own points", "CN09", func(a *planning.Announcement) { a.Target = 10 }, ""},
		{"CN09 4.6/to others", "CN09", func(a *planning.Announcement) { a.Target = 12 }, "/target CN09 4.6: target-not-allowed (max=10, min=10, target=12)"},
		{"BG 2.1.12/to 8 points", "BG", func(a *planning.Announcement) { a.Target = 8 }, ""},
		{"BG 2.1.12/to 7", "BG", func(a *planning.Announcement) { a.Target = 7 }, "/target BG 2.1.12: target-not-allowed (max=20, min=8, target=7)"},
		{"BG 2.1.12/to 21", "BG", func(a *planning.Announcement) { a.Target = 21 }, "/target BG 2.1.12: target-not-allowed (max=20, min=8, target=21)"},

		{"CN09 3.4/with a time limit", "CN09", func(a *planning.Announcement) { a.TimeLimitMinutes = 80 }, ""},
		{"JP22 1/another time limit", "JP22", func(a *planning.Announcement) { a.TimeLimitMinutes = 60 }, ""},
		{"BG 1.2.2/a game is never ended early", "BG", func(a *planning.Announcement) { a.TimeLimitMinutes = 80 }, "/timeLimitMinutes BG 1.2.2: no-time-limit"},

		{"a time zone that there is not", "CN09", func(a *planning.Announcement) { a.TimeZone = "Europe/Aosta" }, "/timeZone CN09: unknown-time-zone (zone=Europe/Aosta)"},
		{"a year that is a slip of the keyboard", "CN09", func(a *planning.Announcement) { a.StartsAt = time.Date(2, 4, 12, 8, 0, 0, 0, time.UTC) }, "/startsAt CN09: outside-range (max=2199, min=1900)"},
		{"all that is wrong is said", "CN09", func(a *planning.Announcement) { a.Formula, a.Capacity = "mine", 3 }, "/formula CN09 3.2: unknown-formula (formula=mine); /capacity CN09 3.2: capacity-below-minimum (capacity=3, min=12)"},
	} {
		t.Run(tt.name, func(t *testing.T) {
			t.Parallel()
			r, a := preset(t, tt.code), announced(t)
			tt.change(&a)
			var e facts.Event
			a.Apply(&e, r)
			is(t, "refused", registertest.Why(a.Check(r, e).OrNil()), tt.want)
		})
	}
	season := league.SeasonID{UUID: uuid.New()}
	a := announced(t)
	a.Capacity = 4
	final := facts.Event{Kind: facts.KindRegionalFinal, SeasonID: &season}
	a.Season = &season
	a.Apply(&final, preset(t, "CN09"))
	is(t, "CN09 1.7 a regional final is not for twelve players", registertest.Why(a.Check(preset(t, "CN09"), final).OrNil()), "")
	other := *preset(t, "JP22")
	other.Time.Minutes = nil
	var e facts.Event
	a = announced(t)
	a.Apply(&e, &other)
	is(t, "JP22 1 a regulation with a time limit of which nobody has said it", registertest.Why(a.Check(&other, e).OrNil()), "/timeLimitMinutes JP22 1: time-limit-missing")
}

// An event of a season is in the circuit of its kind.
func TestCircuitOfAnEvent(t *testing.T) {
	t.Parallel()
	season := league.SeasonID{UUID: uuid.New()}
	for kind, want := range map[string]string{
		facts.KindStage: "regional", facts.KindOpen: "open", facts.KindOnline: "online", facts.KindRegionalFinal: "", facts.KindNationalFinal: "", "club": "",
	} {
		e := facts.Event{Kind: kind}
		a := announced(t)
		a.Season = &season
		a.Apply(&e, preset(t, "CN09"))
		is(t, "CN09 1.7, 1.8 "+kind, e.Circuit, want)
		alone := facts.Event{Kind: kind}
		announced(t).Apply(&alone, preset(t, "CN09"))
		is(t, "of no season: "+kind, alone.Circuit, "")
	}
}

// For a partial change, the whole present announcement is read back.
func TestAnnouncementIsReadBack(t *testing.T) {
	t.Parallel()
	currency, season := "EUR", league.SeasonID{UUID: uuid.New()}
	said := planning.Announcement{
		Title: "Tappa", StartsAt: inRome(t, "2009-04-12 10:00").UTC(), TimeZone: "Europe/Rome", VenueName: "Biblioteca", VenueAddress: "Via Torre 2", VenueCity: "Aosta",
		VenueAt: &planning.Position{Latitude: 45737502, Longitude: 7320149}, FeeCents: cents(500), FeeCurrency: &currency, Formula: "convention", Variant: "seafarers",
		Pairing: "fixed-schedule", Capacity: 20, TimeLimitMinutes: 90, Notes: "Portate i dadi", Season: &season, NewOrganizer: true,
	}
	var e facts.Event
	said.Apply(&e, preset(t, "CN09"))
	if diff := cmp.Diff(said, planning.AnnouncementOf(e)); diff != "" {
		t.Error(diff)
	}
	half := e
	half.VenueLongitude = nil
	if planning.PositionOf(half) != nil {
		t.Error("half a position is none")
	}
	own := said
	own.Target = 12 // Seafarers' own
	own.Apply(&e, preset(t, "CN09"))
	if e.Target != 0 {
		t.Errorf("CN09 4.6 the game's own points need not be announced: %d", e.Target)
	}
}
