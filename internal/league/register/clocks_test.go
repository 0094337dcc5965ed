package register_test

import (
	"testing"
	"time"

	"referto/internal/league"
	"referto/internal/league/facts"
	"referto/internal/league/register"
	"referto/internal/league/register/registertest"
	"referto/internal/league/season"
)

// Deadlines are days at a place and end with the last second of the day, also in the weeks in which
// clocks change. In 2009 they went forward in Europe on 29 March and back on 25 October.

// utc reads a moment of the world.
func utc(t *testing.T, text string) time.Time {
	t.Helper()
	at, err := time.Parse(time.RFC3339, text)
	if err != nil {
		t.Fatal(err)
	}
	return at
}

// CN09 1.11: results come within a week of the end, by the clocks of the venue.
func TestLastSecondOfAReport(t *testing.T) {
	t.Parallel()
	for _, tt := range []struct{ rule, day, zone, last string }{
		{"CN09 1.11 in an ordinary week", "2009-05-03", "Europe/Rome", "2009-05-10T21:59:59Z"},
		{"CN09 1.11 clocks go forward on the last day", "2009-03-22", "Europe/Rome", "2009-03-29T21:59:59Z"},
		{"CN09 1.11 clocks go forward within the week", "2009-03-25", "Europe/Rome", "2009-04-01T21:59:59Z"},
		{"CN09 1.11 clocks go forward on the day itself", "2009-03-29", "Europe/Rome", "2009-04-05T21:59:59Z"},
		{"CN09 1.11 clocks go back on the last day", "2009-10-18", "Europe/Rome", "2009-10-25T22:59:59Z"},
		{"CN09 1.11 clocks go back on the day itself", "2009-10-25", "Europe/Rome", "2009-11-01T22:59:59Z"},
		{"CN09 1.11 at a venue where it is an hour earlier", "2009-05-03", "Europe/London", "2009-05-10T22:59:59Z"},
		{"CN09 1.11 and where clocks go forward over midnight", "2009-03-22", "Atlantic/Azores", "2009-03-29T23:59:59Z"},
		{"CN09 1.11 over the end of the year", "2009-12-31", "Europe/Rome", "2010-01-07T22:59:59Z"},
	} {
		t.Run(tt.rule, func(t *testing.T) {
			t.Parallel()
			b := registertest.Read(t, registertest.CN09, "regions aosta\na1 stage aosta "+tt.day+" 12 unreported: anna")
			zone, err := time.LoadLocation(tt.zone)
			if err != nil {
				t.Fatal(err)
			}
			e := &b.Events[0]
			e.StartsAt, e.TimeZone = e.StartsAt.In(zone), tt.zone
			b.Photograph(*e, "winner", "panorama", "final-table")
			s, last := b.Season(), utc(t, tt.last)
			for _, turn := range []struct {
				at   time.Time
				want string
			}{{last, "provisional, open results-unsound (CN09 1.11)"}, {last.Add(time.Second), "provisional, failed results-late (CN09 1.11), open results-unsound (CN09 1.11)"}} {
				after := s.Reported(*e, facts.ReportReceipt{EventID: e.ID, Number: 1, ReceivedAt: turn.at})
				is(t, "received at "+turn.at.String(), checks(after, e.ID), turn.want)
				if s.LateAt(*e, turn.at) != turn.at.After(last) {
					t.Errorf("%s is late: %t", turn.at, s.LateAt(*e, turn.at))
				}
			}
		})
	}
}

// CN09 1.9: a convocation is answered within the ruleset's time limit, to the end of its last day;
// in that last second a yes counts, and from the next on a missing answer may be counted as a no.
func TestLastSecondOfAnAnswer(t *testing.T) {
	t.Parallel()
	for _, tt := range []struct{ rule, ruleset, sent, last string }{
		{"CN09 1.9 in an ordinary week", registertest.CN09, "2010-01-10 12:00", "2010-01-17T22:59:59Z"},
		{"CN09 1.9 clocks go forward on the last day", registertest.CN09, "2010-03-21 12:00", "2010-03-28T21:59:59Z"},
		{"CN09 1.9 called on the day on which they do", registertest.CN09, "2010-03-28 12:00", "2010-04-04T21:59:59Z"},
		{"CN09 1.9 clocks go back on the last day", registertest.CN09, "2009-10-18 23:59", "2009-10-25T22:59:59Z"},
		{"CN09 1.9 clocks go back within the week", registertest.CN09, "2009-10-20 00:00", "2009-10-27T22:59:59Z"},
		{"TT 7 three days, in Sofia", "three-tiers", "2010-03-26 12:00", "2010-03-29T20:59:59Z"},
		{"BL 9 ten days, by the clocks of the world", "border-league", "2010-03-20 12:00", "2010-03-30T23:59:59Z"},
		{"SO 2 one day", "straight-on", "2010-03-27 12:00", "2010-03-28T23:59:59Z"},
	} {
		t.Run(tt.rule, func(t *testing.T) {
			t.Parallel()
			b := registertest.Read(t, tt.ruleset, "g1 open 2009-06-07 16: elio fanny")
			s := b.Season()
			c, err := s.Call(b.Place(s, "elio", "national"), b.Player("elio"), time.Time{}, b.At(tt.sent))
			if err != nil {
				t.Fatal(err)
			}
			last := utc(t, tt.last)
			if !c.AnswerBy.Equal(last) {
				t.Fatalf("until %s, want %s", c.AnswerBy.UTC(), last)
			}
			c.ID = b.ID("call")
			called := s.Called(c)
			yes := register.Reply{Player: b.Player("elio"), To: registertest.Final("national"), Coming: true}
			if _, err := called.Answer(yes, last.Add(-time.Second)); err != nil {
				t.Errorf("a yes in time: %v", err)
			}
			if _, err := called.Lapse(c, last.Add(-time.Second)); err == nil {
				t.Error("it is taken for a no while the answer may come")
			}
			if _, err := called.Answer(yes, last.Add(time.Second)); err == nil {
				t.Error("a yes counts after its time")
			}
			if _, err := called.Lapse(c, last.Add(time.Second)); err != nil {
				t.Errorf("it may be taken for a no: %v", err)
			}
		})
	}
}

// CN09 1.4: a stage in its period, and a regional final by its last day, by the day at the venue:
// elsewhere it may be another.
func TestDayAtTheVenue(t *testing.T) {
	t.Parallel()
	for _, tt := range []struct {
		rule, event, zone, starts string
		fails                     bool
	}{
		{"CN09 1.4 the last evening of the year", "stage", "Europe/Rome", "2009-12-31T22:59:00Z", false},
		{"CN09 1.4 the first minute of the next", "stage", "Europe/Rome", "2009-12-31T23:00:00Z", true},
		{"CN09 1.4 on the Azores it is the last evening still", "stage", "Atlantic/Azores", "2010-01-01T00:59:00Z", false},
		{"CN09 1.4 the first minute of February", "stage", "Europe/Rome", "2009-01-31T23:00:00Z", false},
		{"CN09 1.4 the minute before", "stage", "Europe/Rome", "2009-01-31T22:59:00Z", true},
		{"CN09 1.4 in Tokyo it is February already", "stage", "Asia/Tokyo", "2009-01-31T15:00:00Z", false},
		{"CN09 1.4 a final on the evening of the last day", "regional", "Europe/Rome", "2010-02-14T22:59:00Z", false},
		{"CN09 1.4 a minute after it", "regional", "Europe/Rome", "2010-02-14T23:00:00Z", true},
		{"CN09 1.4 on the Azores it is the last day still", "regional", "Atlantic/Azores", "2010-02-15T00:59:00Z", false},
	} {
		t.Run(tt.rule, func(t *testing.T) {
			t.Parallel()
			b := registertest.Read(t, registertest.CN09, threeStages+"e "+tt.event+" aosta 2009-06-07 12: anna bea cleo")
			for i := range b.Events {
				if b.Events[i].Title == "e" {
					b.Events[i].StartsAt, b.Events[i].TimeZone = utc(t, tt.starts), tt.zone
				}
			}
			state, _ := b.Season().EventState(b.Event("e").ID)
			fails := false
			for _, c := range state.Checks {
				fails = fails || c.Demand == season.OutsidePeriod && c.Result == season.Failed
			}
			if fails != tt.fails {
				t.Errorf("outside of the period: %t", fails)
			}
		})
	}
}

// CN09 1.5: a player who steps in may enter other events on the day of the answer, in the season's
// time zone, and is barred from the next day on.
func TestDayOfAWord(t *testing.T) {
	t.Parallel()
	for _, tt := range []struct{ rule, said, free, barred string }{
		{"CN09 1.5 in winter", "2009-11-10T22:59:59Z", "2009-11-10", "2009-11-11"},
		{"CN09 1.5 past midnight in Rome", "2009-11-10T23:00:00Z", "2009-11-11", "2009-11-12"},
		{"CN09 1.5 in the night on which clocks go back", "2009-10-24T22:00:00Z", "2009-10-25", "2009-10-26"},
		{"CN09 1.5 in the last second of that day", "2009-10-25T22:59:59Z", "2009-10-25", "2009-10-26"},
	} {
		b := registertest.Read(t, registertest.CN09, "regions aosta\na1 stage aosta 2009-03-01 12: anna ida\nno anna regional")
		b.Unavailabilities[0].SaidAt = utc(t, tt.said)
		for day, want := range map[string]bool{tt.free: false, tt.barred: true} {
			again := *b
			again.SeasonFacts = b.SeasonFacts
			later := again.Add("later open " + day).Event("later")
			found := b.Season().Qualified(later, []league.PlayerID{b.Player("ida")})
			if _, out := found[b.Player("ida")]; out != want {
				t.Errorf("%s: on %s she is kept out: %t", tt.rule, day, out)
			}
		}
	}
}
