package rules_test

import (
	"fmt"
	"slices"
	"strings"
	"testing"
	"time"

	"referto/internal/league"
	"referto/internal/league/rules"
)

// several is a ruleset with several of each thing that is looked up.
func several() *rules.Ruleset {
	return &rules.Ruleset{
		Code: "XX",
		Game: rules.Game{
			Figures: []rules.Figure{{ID: "cities", Name: "Cities"}, {ID: "roads", Name: "Roads", TableSizes: []int{3, 4}}, {ID: "tanks", Name: "Tanks", TableSizes: []int{6}}},
			Sums: []rules.Sum{
				{ID: "own", Name: "Own", Terms: []rules.SumTerm{{Figure: "cities", Times: 2}, {Figure: "vp", Times: -1}}},
				{ID: "ways", Name: "Ways", Terms: []rules.SumTerm{{Figure: "cities", Times: 1}, {Figure: "roads", Times: 1}}},
				{ID: "army", Name: "Army", Terms: []rules.SumTerm{{Figure: "tanks", Times: 4}}},
				{ID: "board", Name: "Board", Terms: []rules.SumTerm{{Figure: "vp", Times: 1}}},
			},
			Objectives: []rules.Objective{{ID: "asia", Name: "Asia", Team: "B", Region: "asia"}, {ID: "africa", Name: "Africa", Team: "A"}, {ID: "moon", Name: "Moon"}},
		},
		Calculations: []rules.Calculation{
			{ID: "first", Name: "First", Of: rules.OfSeat},
			{ID: "second", Name: "Second", Of: rules.OfSeries},
			{ID: "third", Name: "Third", Of: rules.OfSeat},
			{ID: "fourth", Name: "Fourth", Of: rules.OfSeries},
		},
	}
}

// Calculations are found by id, and those for one thing in their order.
func TestCalculationsOfSeveral(t *testing.T) {
	t.Parallel()
	r := several()
	for of, want := range map[rules.CalculatedOf]string{rules.OfSeat: "first third", rules.OfSeries: "second fourth", "nothing": ""} {
		var got []string
		for _, k := range r.CalculationsOf(of) {
			got = append(got, k.ID)
		}
		if strings.Join(got, " ") != want {
			t.Errorf("of %s: %q, want %q", of, got, want)
		}
	}
	for _, id := range []string{"first", "second", "third", "fourth"} {
		if k, ok := r.Calculation(id); !ok || k.ID != id {
			t.Errorf("%s: %+v, %t", id, k, ok)
		}
	}
	if k, ok := r.Calculation("fifth"); ok || k.ID != "" {
		t.Errorf("one that is not: %+v, %t", k, ok)
	}
}

// A figure has the name that its ruleset gives it, whether it is recorded, added up or calculated; a figure that every
// ruleset has is none of its own.
func TestFigureNamesOfSeveral(t *testing.T) {
	t.Parallel()
	r := several()
	for id, want := range map[string]string{
		"cities": "Cities", "roads": "Roads", "tanks": "Tanks", "own": "Own", "ways": "Ways", "army": "Army", "board": "Board",
		"first": "First", "second": "Second", "third": "Third", "fourth": "Fourth", "vp": "", "points": "", "": "",
	} {
		if got, ok := r.FigureName(id); got != want || ok != (want != "") {
			t.Errorf("%q: %q, %t, want %q", id, got, ok, want)
		}
	}
}

// SQ00 5: a sum is of what is recorded, each figure as often as it counts and the points on the board among them; at a table
// of a size there are the sums of which all figures are recorded there.
func TestSumsOfSeveral(t *testing.T) {
	t.Parallel()
	g := several().Game
	recorded := map[string]int{"cities": 3, "roads": 5, "tanks": 7, "vp": 99}
	for i, want := range []int{2*3 - 10, 3 + 5, 4 * 7, 10} {
		if got := g.Sums[i].Of(10, recorded); got != want {
			t.Errorf("%s: %d, want %d", g.Sums[i].ID, got, want)
		}
	}
	if got := g.Sums[1].Of(10, nil); got != 0 {
		t.Errorf("of nothing recorded: %d", got)
	}
	for size, want := range map[int][2]string{
		3: {"cities roads", "own ways board"}, 4: {"cities roads", "own ways board"}, 5: {"cities", "own board"}, 6: {"cities tanks", "own army board"},
	} {
		var figures, sums []string
		for _, f := range g.RecordedAt(size) {
			figures = append(figures, f.ID)
		}
		for _, s := range g.SumsAt(size) {
			sums = append(sums, s.ID)
		}
		if got := [2]string{strings.Join(figures, " "), strings.Join(sums, " ")}; got != want {
			t.Errorf("at %d: %q, want %q", size, got, want)
		}
	}
}

// SQ00 base 17: an objective says to which team a seat belongs; one may belong to none.
func TestObjectivesOfSeveral(t *testing.T) {
	t.Parallel()
	g := several().Game
	for id, want := range map[string]string{"asia": "B true", "africa": "A true", "moon": " true", "mars": " false", "": " false"} {
		team, ok := g.Team(id)
		if got := fmt.Sprintf("%s %t", team, ok); got != want {
			t.Errorf("SQ00 base 17/%q: %q, want %q", id, got, want)
		}
		o, found := g.Objective(id)
		if found != ok || found && o.ID != id || !found && o != (rules.Objective{}) {
			t.Errorf("SQ00 base 17/%q: %+v, %t", id, o, found)
		}
	}
}

// CN09 3.3: so many rounds follow a schedule, where the system has one.
func TestRoundsByScheduleOfSeveral(t *testing.T) {
	t.Parallel()
	for _, tt := range []struct {
		pairing rules.Pairing
		rounds  int
		laid    int
	}{
		{rules.Pairing{System: rules.FixedSchedule}, 4, 4},
		{rules.Pairing{System: rules.FixedSchedule, ScheduledRounds: 3}, 4, 3},
		{rules.Pairing{System: rules.FixedSchedule, ScheduledRounds: 3}, 3, 3},
		{rules.Pairing{System: rules.FixedSchedule, ScheduledRounds: 3}, 2, 2},
		{rules.Pairing{System: rules.ByStandings, ScheduledRounds: 3}, 4, 0},
		{rules.Pairing{System: rules.ByLot}, 4, 0},
	} {
		if got := tt.pairing.LaidDown(tt.rounds); got != tt.laid {
			t.Errorf("CN09 3.3/%+v of %d rounds: %d, want %d", tt.pairing, tt.rounds, got, tt.laid)
		}
		for round := 1; round <= tt.rounds; round++ {
			if got := tt.pairing.BySchedule(round); got != (round <= tt.laid) {
				t.Errorf("CN09 3.3/%+v, round %d: %t", tt.pairing, round, got)
			}
		}
	}
}

// CN09 3.3: places are dropped in their order for tables of three, and there are none outside of the numbers of the table.
func TestPlacesOfASchedule(t *testing.T) {
	t.Parallel()
	s := rules.Schedule{From: 13, To: 16, Drop: []int{16, 15, 14}}
	for entrants, want := range map[int]int{12: 0, 13: 13, 14: 14, 15: 15, 16: 16, 17: 0} {
		got := s.Places(entrants)
		if len(got) != want || want > 0 && (got[0] != 1 || got[want-1] != want) {
			t.Errorf("CN09 3.3/%d: %v", entrants, got)
		}
	}
	s.Drop = []int{2, 16, 9}
	if got := fmt.Sprint(s.Places(13)); got != "[1 3 4 5 6 7 8 10 11 12 13 14 15]" {
		t.Errorf("CN09 3.3/%s", got)
	}
}

// A day ends at the midnight of the place, or when the clocks have gone forward over it; it is counted by the calendar.
func TestEndsOfDays(t *testing.T) {
	t.Parallel()
	zone := func(name string) *time.Location {
		z, err := time.LoadLocation(name)
		if err != nil {
			t.Fatal(err)
		}
		return z
	}
	for _, tt := range []struct {
		day  rules.Day
		zone string
		want string // in universal time
	}{
		{"2009-12-31", "Europe/Rome", "2009-12-31T23:00:00Z"},
		{"2009-07-31", "Europe/Rome", "2009-07-31T22:00:00Z"},
		{"2009-03-28", "Europe/Rome", "2009-03-28T23:00:00Z"},
		{"2009-03-29", "Europe/Rome", "2009-03-29T22:00:00Z"},
		{"2009-02-28", "UTC", "2009-03-01T00:00:00Z"},
		{"2008-02-28", "UTC", "2008-02-29T00:00:00Z"},
		{"2018-11-03", "America/Sao_Paulo", "2018-11-04T03:00:00Z"}, // there is no midnight: the clocks go from 24 to 1
	} {
		if got := tt.day.End(zone(tt.zone)).UTC().Format(time.RFC3339); got != tt.want {
			t.Errorf("%s in %s ends at %s, want %s", tt.day, tt.zone, got, tt.want)
		}
	}
	if !rules.Day("").End(time.UTC).IsZero() {
		t.Error("no day ends")
	}
	for days, want := range map[int]rules.Day{0: "2008-02-28", 1: "2008-02-29", 2: "2008-03-01", -28: "2008-01-31", 366: "2009-02-28"} {
		if got := rules.Day("2008-02-28").Plus(days); got != want {
			t.Errorf("%d days later it is %s, want %s", days, got, want)
		}
	}
}

// What a season says of one thing among several: whom to remind, what to publish, whose an event is, which tiers a circuit has.
func TestSeasonOfSeveral(t *testing.T) {
	t.Parallel()
	s := &rules.Season{
		Reminders: []rules.Reminder{{Duty: rules.DutyReport, Days: 2}, {Duty: rules.DutyAnnounce, Days: 3, Late: true}},
		Tiers: []rules.Tier{
			{ID: "stage", Circuits: []rules.Circuit{rules.RegionalCircuit}, Paragraph: "1.7"},
			{ID: "open", Circuits: []rules.Circuit{rules.OpenCircuit, rules.OnlineCircuit}, Paragraph: "1.8"},
			{ID: "grand", Circuits: []rules.Circuit{rules.RegionalCircuit, rules.OpenCircuit}, Paragraph: "1.9"},
		},
	}
	s.Contacts.Publishes = []rules.ContactDatum{rules.ContactMail, rules.ContactCity}
	for duty, want := range map[rules.Duty]rules.Reminder{rules.DutyReport: s.Reminders[0], rules.DutyAnnounce: s.Reminders[1], rules.DutyDecide: {}} {
		if got := s.ReminderOf(duty); got != want {
			t.Errorf("%s: %+v", duty, got)
		}
	}
	for datum, want := range map[rules.ContactDatum]bool{rules.ContactMail: true, rules.ContactCity: true, rules.ContactTelephone: false} {
		if s.Publishes(datum) != want || (*rules.Season)(nil).Publishes(datum) {
			t.Errorf("%s: %t", datum, s.Publishes(datum))
		}
	}
	for circuit, want := range map[rules.Circuit]string{rules.RegionalCircuit: "stage grand", rules.OpenCircuit: "open grand", rules.OnlineCircuit: "open", "": ""} {
		var got []string
		for _, tier := range s.TiersOf(circuit) {
			got = append(got, tier.ID)
		}
		if strings.Join(got, " ") != want {
			t.Errorf("%s: %q, want %q", circuit, got, want)
		}
	}
}

// CN09 1.7, 1.9: the paragraph on who comes to a final is that of the tiers that lead to it, or of the final itself; on answers a
// ruleset may have its own.
func TestParagraphsOnFinals(t *testing.T) {
	t.Parallel()
	regional := rules.Tier{Circuits: []rules.Circuit{rules.RegionalCircuit}, Paragraph: "1.7"}
	open := rules.Tier{Circuits: []rules.Circuit{rules.OpenCircuit}, Paragraph: "1.8"}
	for _, tt := range []struct {
		says          string
		tiers         []rules.Tier
		leads, answer string
		regional      string
		national      string
		ofAnswer      string
	}{
		{"both", []rules.Tier{open, regional}, "1.9", "", "1.7", "1.9", "1.9"},
		{"without a paragraph of the final", []rules.Tier{open, regional}, "", "", "1.7", "1.8", "1.8"},
		{"without regional events", []rules.Tier{open}, "1.9", "", "1.9", "1.9", "1.9"},
		{"with one on answers", []rules.Tier{open, regional}, "1.9", "2.2", "1.7", "1.9", "2.2"},
	} {
		s := &rules.Season{Tiers: tt.tiers}
		s.Final.LeadsParagraph, s.Answer.Paragraph = tt.leads, tt.answer
		if got := []string{s.AccessTo(rules.ToRegionalFinal), s.AccessTo(rules.ToNationalFinal), s.AnswerParagraph(rules.ToNationalFinal)}; !slices.Equal(got, []string{tt.regional, tt.national, tt.ofAnswer}) {
			t.Errorf("%s: %q", tt.says, got)
		}
	}
}

// CN09 1.11: who decides about an event is not somebody who had a part in it, or in which the ruleset says that it is theirs.
func TestPartsInAnEvent(t *testing.T) {
	t.Parallel()
	s := &rules.Season{}
	s.Sound.Paragraph = "1.11"
	if got := s.OwnBy(); !slices.Equal(got, []rules.Part{rules.Organized, rules.Refereed, rules.Played, rules.Recorded, rules.Reported}) || s.CheckedBy() != "1.11" {
		t.Errorf("CN09 1.11/nothing said: %v by %s", got, s.CheckedBy())
	}
	s.Checked.NotBy, s.Checked.Paragraph = []rules.Part{rules.Played}, "2.2"
	if got := s.OwnBy(); !slices.Equal(got, []rules.Part{rules.Played}) || s.CheckedBy() != "2.2" {
		t.Errorf("CN09 1.11/who played: %v by %s", got, s.CheckedBy())
	}
}

// BG 2.2.1: points by places are those of tables of the size, 5/3/2/1 of four and 5/2/1 of three; FG14 3: 8/4/2/0 and 6/3/1.
func TestPlacePointsOfRegulations(t *testing.T) {
	t.Parallel()
	for id, want := range map[string]map[int]string{
		"catan-ranglista-bg": {2: "[]", 3: "[5 2 1]", 4: "[5 3 2 1]", 5: "[]"},
		"firenzegioca-2014":  {2: "[]", 3: "[6 3 1]", 4: "[8 4 2 0]", 5: "[]"},
	} {
		points := preset(t, id).Scoring.Points
		for seats, list := range want {
			if got := fmt.Sprint(points.For(seats)); got != list {
				t.Errorf("%s, tables of %d: %s, want %s", id, seats, got, list)
			}
		}
		if !points.PerGame() {
			t.Errorf("%s: points are not of each game", id)
		}
	}
	if (*rules.PlacePoints)(nil).PerGame() || (&rules.PlacePoints{Given: rules.PerEvent}).PerGame() || !(&rules.PlacePoints{}).PerGame() {
		t.Error("BG 3.1/points of the event are taken for those of games, or the other way round")
	}
}

// CN09 3.2c: numbers are cut off or rounded as the regulation prints them, 85.68 and not 85.69; nothing is rounded where no rule is.
func TestRoundingOfSeveral(t *testing.T) {
	t.Parallel()
	number := func(text string) league.Frac {
		f, err := league.ParseFrac(text)
		if err != nil {
			t.Fatal(err)
		}
		return f
	}
	if got := (*rules.Rounding)(nil).Of(number("2/3")).String(); got != "2/3" {
		t.Errorf("CN09 3.2c/without a rule: %s", got)
	}
	shares := league.Frac{}
	for _, text := range []string{"500/16", "400/15", "500/18"} {
		shares = shares.Add(number(text).Trunc(2))
	}
	if got := shares.String(); got != "85.68" {
		t.Errorf("CN09 3.2c/the printed 31.25 + 26.66 + 27.77 are %s", got)
	}
}

// FG14 3: a win in a game that too few could go on with counts as the ruleset says, or as the reading of it that was chosen.
func TestWinsOfTooFew(t *testing.T) {
	t.Parallel()
	half := rules.WinWeight{Counts: league.NewFrac(1, 2), Paragraph: "3"}
	for reading, want := range map[rules.EndedEarly]string{"": "0.5", rules.FullWin: "1", rules.NineTenthsWin: "0.9"} {
		if got := (rules.Wins{TooFewPlayers: half, EndedEarly: reading}).EarlyWeight(); got.Counts.String() != want || got.Paragraph != "3" {
			t.Errorf("FG14 3/%q: %+v, want %s", reading, got, want)
		}
	}
}
