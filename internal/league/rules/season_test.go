package rules_test

import (
	"slices"
	"strings"
	"testing"
	"time"

	"pgregory.net/rapid"

	"referto/internal/league/rules"
	"referto/internal/league/rules/presets"
)

// A day is one of the calendar and ends by the clocks of a place, also where it has 23 or 25
// hours.
func TestDays(t *testing.T) {
	t.Parallel()
	rome, err := time.LoadLocation("Europe/Rome")
	if err != nil {
		t.Fatal(err)
	}
	for day, end := range map[rules.Day]string{
		"2009-12-31": "2009-12-31T23:00:00Z",
		"2010-03-28": "2010-03-28T22:00:00Z", // clocks went forward
		"2009-10-25": "2009-10-25T23:00:00Z", // clocks went back
	} {
		if got := day.End(rome).UTC().Format(time.RFC3339); got != end {
			t.Errorf("%s ends at %s, want %s", day, got, end)
		}
	}
	for _, tt := range []struct {
		zone string
		day  rules.Day
		end  string
	}{ // where clocks go forward at midnight, the day ends when they do
		{"Atlantic/Azores", "2024-03-30", "2024-03-31T01:00:00Z"},
		{"Atlantic/Azores", "2024-03-31", "2024-04-01T00:00:00Z"},
		{"America/Santiago", "2023-09-02", "2023-09-03T04:00:00Z"},
		{"America/Havana", "2024-03-09", "2024-03-10T05:00:00Z"},
		{"Africa/Cairo", "2023-04-27", "2023-04-27T22:00:00Z"},
		{"Pacific/Apia", "2011-12-29", "2011-12-30T10:00:00Z"}, // which had no thirtieth
	} {
		zone, err := time.LoadLocation(tt.zone)
		if err != nil {
			t.Fatal(err)
		}
		end := tt.day.End(zone)
		if got := end.UTC().Format(time.RFC3339); got != tt.end || rules.DayOf(end.Add(-time.Second)) != tt.day {
			t.Errorf("%s in %s ends at %s, want %s", tt.day, tt.zone, got, tt.end)
		}
	}
	if !rules.Day("").End(rome).IsZero() {
		t.Error("no day has an end")
	}
	for _, tt := range []struct {
		from rules.Day
		days int
		want rules.Day
	}{
		{"2009-12-31", 1, "2010-01-01"},
		{"2009-03-01", -1, "2009-02-28"},
		{"2008-02-28", 1, "2008-02-29"},
		{"2009-04-05", 7, "2009-04-12"},
	} {
		if got := tt.from.Plus(tt.days); got != tt.want {
			t.Errorf("%s and %d days: %s, want %s", tt.from, tt.days, got, tt.want)
		}
	}
	for text, ok := range map[string]bool{"2009-02-28": true, "2009-02-29": false, "2009-2-28": false, "28.2.2009": false, "": false, "1899-12-31": false, "1900-01-01": true, "2199-12-31": true, "2200-01-01": false} {
		var d rules.Day
		if err := d.UnmarshalText([]byte(text)); (err == nil) != ok {
			t.Errorf("%q is read: %v", text, err)
		}
	}
	defer func() {
		if recover() == nil {
			t.Error("what is no day was counted with")
		}
	}()
	rules.Day("tomorrow").Midnight()
}

// Days are counted there and back, and come in the order of their texts.
func TestDaysAreCounted(t *testing.T) {
	t.Parallel()
	rapid.Check(t, func(t *rapid.T) {
		day := rules.DayOf(time.Unix(rapid.Int64Range(0, 4_000_000_000).Draw(t, "at"), 0).UTC())
		n := rapid.IntRange(-1000, 1000).Draw(t, "days")
		later := day.Plus(n)
		if later.Plus(-n) != day || n > 0 && later <= day || n < 0 && later >= day {
			t.Fatalf("%s and %d days is %s", day, n, later)
		}
		if !later.End(time.UTC).Equal(later.Plus(1).Midnight()) {
			t.Fatalf("%s does not end where the next day begins", later)
		}
	})
}

// What the season of CN09 says about itself; no other of the regulations has one.
func TestSeasonOfCN09(t *testing.T) {
	t.Parallel()
	for _, id := range presets.IDs() {
		if r := preset(t, id); (r.Season != nil) != (id == "catan-nazionale-2009") {
			t.Errorf("%s has a season: %t", id, r.Season != nil)
		}
	}
	s := cn09(t).Season
	var none *rules.Season
	t.Run("CN09 1.7 the tiers of a circuit, the smallest first", func(t *testing.T) {
		t.Parallel()
		for circuit, want := range map[rules.Circuit]string{
			rules.RegionalCircuit: "selection 12, grande-torneo 28", rules.OpenCircuit: "open 16, grande-evento 36", rules.OnlineCircuit: "open 16, grande-evento 36", "private": "",
		} {
			var got []string
			for _, tier := range s.TiersOf(circuit) {
				got = append(got, tier.ID+" "+string(rune('0'+tier.Least/10))+string(rune('0'+tier.Least%10)))
			}
			if text := strings.Join(got, ", "); text != want {
				t.Errorf("%s: %q, want %q", circuit, text, want)
			}
		}
	})
	t.Run("CN09 1.7 who comes to a regional final, CN09 1.9 to the national one", func(t *testing.T) {
		t.Parallel()
		if s.AccessTo(rules.ToRegionalFinal) != "1.7" || s.AccessTo(rules.ToNationalFinal) != "1.9" {
			t.Errorf("%s, %s", s.AccessTo(rules.ToRegionalFinal), s.AccessTo(rules.ToNationalFinal))
		}
		if s.AnswerParagraph(rules.ToNationalFinal) != "1.9" { // it has none on answers
			t.Errorf("answers by %s", s.AnswerParagraph(rules.ToNationalFinal))
		}
		other := *s
		other.Answer.Paragraph, other.Final, other.Tiers = "2.2", rules.RegionalFinal{}, s.TiersOf(rules.OpenCircuit)
		if other.AnswerParagraph(rules.ToNationalFinal) != "2.2" || other.AccessTo(rules.ToNationalFinal) != "1.8" || other.AccessTo(rules.ToRegionalFinal) != "1.8" {
			t.Errorf("a season without regions: %s, %s", other.AnswerParagraph(rules.ToNationalFinal), other.AccessTo(rules.ToNationalFinal))
		}
	})
	t.Run("CN09 2.2 who checks what others hold", func(t *testing.T) {
		t.Parallel()
		all := []rules.Part{rules.Organized, rules.Refereed, rules.Played, rules.Recorded, rules.Reported}
		if !slices.Equal(s.OwnBy(), all) || s.CheckedBy() != "2.2" {
			t.Errorf("%v by %s", s.OwnBy(), s.CheckedBy())
		}
		other := *s
		other.Checked = rules.Checking{NotBy: []rules.Part{rules.Played}}
		if !slices.Equal(other.OwnBy(), []rules.Part{rules.Played}) || other.CheckedBy() != "1.11" {
			t.Errorf("%v by %s", other.OwnBy(), other.CheckedBy())
		}
		if other.Checked = (rules.Checking{}); !slices.Equal(other.OwnBy(), all) {
			t.Errorf("where nothing is said: %v", other.OwnBy())
		}
	})
	t.Run("CN09 1.2.b what is public of the regional contacts", func(t *testing.T) {
		t.Parallel()
		for datum, public := range map[rules.ContactDatum]bool{rules.ContactMail: true, rules.ContactTelephone: true, rules.ContactCity: false} {
			if s.Publishes(datum) != public || none.Publishes(datum) {
				t.Errorf("%s is public: %t", datum, s.Publishes(datum))
			}
		}
	})
	t.Run("CN09 2.3 of what people are reminded", func(t *testing.T) {
		t.Parallel()
		if got := s.ReminderOf(rules.DutyAnnounce); got != (rules.Reminder{Duty: rules.DutyAnnounce, Days: 3, Late: true}) {
			t.Errorf("to announce: %+v", got)
		}
		if got := s.ReminderOf(rules.DutyClaimRefund); got != (rules.Reminder{}) {
			t.Errorf("of what is not listed: %+v", got)
		}
	})
}

// Lots decide by CN09, where every player draws one; the fewest points come first in none of
// the regulations.
func TestWhatStandingsAreDecidedBy(t *testing.T) {
	t.Parallel()
	for id, lots := range map[string]bool{
		"catan-nazionale-2009": true, "catan-ranglista-bg": false, "just-play-2022": false, "risiko-squadre-2000": false,
	} {
		r := preset(t, id)
		if r.DrawsLots() != lots || r.Scoring.FewestPointsFirst() || !r.Scoring.Reached(10, 10) || r.Scoring.Reached(9, 10) {
			t.Errorf("%s: lots %t, fewest first %t", id, r.DrawsLots(), r.Scoring.FewestPointsFirst())
		}
	}
	fewest := rules.Scoring{PlaceBy: []rules.Criterion{{Figure: rules.FigureVP, Best: rules.Fewest}}}
	if !fewest.FewestPointsFirst() || !fewest.Reached(10, 10) || !fewest.Reached(9, 10) || fewest.Reached(11, 10) {
		t.Error("where the fewest points win, few are enough")
	}
	var silent *rules.PlacePoints
	bg := preset(t, "catan-ranglista-bg").Scoring.Points
	if silent.PerGame() || !bg.PerGame() {
		t.Error("BG 2.2.1 points are given for each game")
	}
	if (&rules.PlacePoints{Given: rules.PerEvent}).PerGame() || len(bg.For(4)) != 4 || bg.For(7) != nil {
		t.Error("points of a table")
	}
}

// FG14 3: a win in a game that too few could go on with counts in full (A001-7), or nine
// tenths as the alternative reads.
func TestWinsOfGamesThatEndEarly(t *testing.T) {
	t.Parallel()
	wins := preset(t, "firenzegioca-2014").Scoring.Wins
	for reading, want := range map[rules.EndedEarly]string{rules.FullWin: "1", rules.NineTenthsWin: "0.9"} {
		wins.EndedEarly = reading
		if got := wins.EarlyWeight().Counts.String(); got != want {
			t.Errorf("FG14 3 %s: %s, want %s", reading, got, want)
		}
	}
	wins.EndedEarly = ""
	if got := wins.EarlyWeight(); got != wins.TooFewPlayers {
		t.Errorf("where nothing is open: %+v", got)
	}
}
