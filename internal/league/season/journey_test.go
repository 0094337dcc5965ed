package season_test

import (
	"testing"
	"time"

	"github.com/google/uuid"

	"referto/internal/league"
	"referto/internal/league/facts"
	"referto/internal/league/rules"
	"referto/internal/league/rules/presets"
	"referto/internal/league/season"
)

// someone returns the id of the player with a number.
func someone(n int) league.PlayerID {
	return league.PlayerID{UUID: uuid.NewSHA1(uuid.NameSpaceOID, []byte{'p', byte(n >> 8), byte(n)})}
}

// journeys is a season of CN09 with its champion (player 0), a Grande Torneo won by 1
// before 2, an open event won by 100 before 101, both homologated.
func journeys(t *testing.T, change func(*season.Facts)) season.State {
	t.Helper()
	r, err := presets.Find("catan-nazionale-2009")
	if err != nil {
		t.Fatal(err)
	}
	region := league.RegionID{UUID: uuid.NewSHA1(uuid.NameSpaceOID, []byte("region"))}
	event := func(name string, circuit rules.Circuit, day rules.Day, first, players int) season.Event {
		e := season.Event{
			ID: league.EventID{UUID: uuid.NewSHA1(uuid.NameSpaceOID, []byte(name))}, Circuit: circuit, Day: day, Announced: "2009-02-01",
			Verdict: &season.Verdict{Valid: true, At: time.Date(2009, 7, 1, 0, 0, 0, 0, time.UTC)},
		}
		if circuit == rules.RegionalCircuit {
			e.Region = region
		}
		for n := range players {
			e.Entrants = append(e.Entrants, facts.Entrant{Player: someone(first + n), Played: true})
			e.Ranking = append(e.Ranking, someone(first+n))
		}
		return e
	}
	f := season.Facts{
		Rules: r, Period: season.Period{From: "2009-02-01", To: "2009-12-31", FinalsBy: "2010-02-14"}, Regions: []league.RegionID{region}, Champion: someone(0),
		Events: []season.Event{
			event("grande torneo", rules.RegionalCircuit, "2009-04-05", 1, 28), event("open", rules.OpenCircuit, "2009-05-05", 100, 16),
		},
	}
	if change != nil {
		change(&f)
	}
	return season.Derive(f)
}

func away(n int) func(*season.Facts) {
	return func(f *season.Facts) {
		f.Unavailable = append(f.Unavailable, season.Unavailability{Player: someone(n), To: rules.ToNationalFinal, At: time.Date(2010, 3, 1, 0, 0, 0, 0, time.UTC)})
	}
}

func both(one, other func(*season.Facts)) func(*season.Facts) {
	return func(f *season.Facts) {
		one(f)
		other(f)
		f.Unavailable[1].At = f.Unavailable[1].At.Add(time.Hour)
	}
}

func TestWhoseJourneyIsPaid(t *testing.T) {
	t.Parallel()
	invalid := func(f *season.Facts) { f.Events[0].Verdict = &season.Verdict{} }
	for _, tt := range []struct {
		rule        string
		change      func(*season.Facts)
		player      int
		paid        bool
		provisional bool
		reason, par string
	}{
		{"CN09 1.9 the reigning champion", nil, 0, true, false, "journey-paid", "1.9"},
		{"CN09 1.9 the winner of a Grande Torneo", nil, 1, true, false, "journey-paid", "1.9"},
		{"CN09 1.9 its second holds no place in the national final", nil, 2, false, false, "journey-no-place", "1.9"},
		{"CN09 1.8 the winner of an open event", nil, 100, false, false, "journey-not-paid-by", "1.8"},
		{"CN09 1.9 not homologated: for the time being", func(f *season.Facts) { f.Events[0].Verdict = nil }, 1, true, true, "journey-paid", "1.9"},
		{"CN09 1.11 the event is invalid", invalid, 1, false, false, "journey-place-void", "1.9"},
		{"CN09 1.9 he cannot come", away(1), 1, false, false, "journey-place-lost", "1.9"},
		{"CN09 1.9 the reigning champion cannot come", away(0), 0, false, false, "journey-place-lost", "1.9"},
		{"CN09 1.9 the second, who cannot come either, has never had the place", both(away(1), away(2)), 2, false, false, "journey-no-place", "1.9"},
		{"A002-10 who steps in has the right of the route", away(1), 2, true, false, "journey-paid", "1.9"},
		{"A002-10 who steps in at an open event has none", away(100), 101, false, false, "journey-not-paid-by", "1.8"},
	} {
		t.Run(tt.rule, func(t *testing.T) {
			t.Parallel()
			r, err := presets.Find("catan-nazionale-2009")
			if err != nil {
				t.Fatal(err)
			}
			got := journeys(t, tt.change).Journey(r, someone(tt.player))
			if none := got.Place == nil; none != (tt.reason == "journey-no-place") {
				t.Errorf("the place that it is about: %+v", got.Place)
			} else if !none && got.Place.To != rules.ToNationalFinal {
				t.Errorf("it is about a place in the %s", got.Place.To)
			}
			if got.Paid != tt.paid || got.Provisional != tt.provisional || got.Reason != tt.reason || got.Par != tt.par {
				t.Errorf("paid %t, provisional %t: %s", got.Paid, got.Provisional, got.Grounds)
			}
		})
	}
}

func TestPrizesOfAnInvalidEvent(t *testing.T) {
	t.Parallel()
	sent := func(valid, kept bool) func(*season.Facts) {
		return func(f *season.Facts) {
			f.Events[0].Verdict.Valid = valid
			f.Events[0].Prizes = &season.Prizes{Kept: kept, Price: league.Money{Cents: 3500, Currency: "EUR"}}
		}
	}
	for _, tt := range []struct {
		rule   string
		change func(*season.Facts)
		keep   bool
		by     rules.Day // "" without a duty
	}{
		{"CN09 1.10 of a valid event they stay", sent(true, false), false, ""},
		{"CN09 1.10 back within a week of the end, or their price with the carriage", sent(false, false), false, "2009-04-12"},
		{"CN09 1.10 kept for a next stage", sent(false, true), true, ""},
	} {
		t.Run(tt.rule, func(t *testing.T) {
			t.Parallel()
			duty := journeys(t, tt.change).Events[0].Prizes
			switch {
			case tt.by == "" && !tt.keep:
				if duty != nil {
					t.Errorf("%+v", duty)
				}
			case duty == nil || duty.Keep != tt.keep || duty.ReturnBy != tt.by || duty.Par != "1.10":
				t.Errorf("%+v", duty)
			case !tt.keep && (duty.Pay == nil || duty.Pay.Cents != 3500):
				t.Errorf("to pay: %+v", duty.Pay)
			}
		})
	}
}

func TestRefundable(t *testing.T) {
	t.Parallel()
	for _, tt := range []struct {
		par      string
		expenses []season.Expense
		want     int64
	}{
		{"CN09 1.9 attested expenses are added up", []season.Expense{{Cents: 1250, Attested: 1250}, {Cents: 899, Attested: 900}}, 2149},
		{"CN09 1.9 what no receipt attests is not paid", []season.Expense{{Cents: 1250}, {Cents: 899, Attested: 800}}, 800},
		{"CN09 1.9 nor is what nobody claimed", nil, 0},
	} {
		t.Run(tt.par, func(t *testing.T) {
			t.Parallel()
			if got := season.Refundable(tt.expenses); got != tt.want {
				t.Errorf("got %d, want %d", got, tt.want)
			}
		})
	}
}
