package eventfile_test

import (
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"referto/internal/league"
	"referto/internal/league/eventfile"
	"referto/internal/league/eventfile/eventfiletest"
	"referto/internal/league/tournament"
)

// elsewhere returns a stage of CN09 that was played without the program: four came, one did not,
// and the place of the last is unknown.
func elsewhere(t testing.TB) eventfile.Document {
	t.Helper()
	d, _ := eventfiletest.Play(t, "catan-nazionale-2009", 1)
	latitude, longitude := league.NewFrac(45737, 1000), league.NewFrac(-73201, 10_000)
	d.Event.Venue.Latitude, d.Event.Venue.Longitude = &latitude, &longitude
	d.Entries = []eventfile.Entry{
		{Number: 1, Name: "Anna Bruni"},
		{Number: 2, Name: "Bruno Carli"},
		{Number: 3, Name: "Carla Dini", State: eventfile.NoShow},
		{Number: 4, Name: "Dario Elia"},
		{Number: 7, Name: "Elio Fabbri"},
	}
	facts := d.Facts
	facts.Entrants, facts.Lots, facts.FirstRound, facts.Places, facts.Draws, facts.Rounds = []league.Entry{1, 2, 4, 7}, nil, nil, nil, nil, nil
	facts.Sanctions, facts.Withdrawals, facts.Absences, facts.Arrivals = nil, nil, nil, nil
	d.Facts = facts
	d.Outcome = &eventfile.Outcome{Ranking: []league.Entry{4, 1, 7}}
	received := time.Date(2009, 2, 10, 9, 30, 0, 0, time.UTC)
	d.Reports = []eventfile.Report{
		{ReceivedAt: received, SentAt: received.Add(90*time.Minute + 1234567*time.Nanosecond), Notes: "Manca una foto;\narriva", Digest: strings.Repeat("0a", 32)},
		{ReceivedAt: received.AddDate(0, 0, 2), SentAt: received.AddDate(0, 0, 2), Digest: strings.Repeat("f9", 32)},
	}
	return d.Normal()
}

// given returns an event played elsewhere that gave points to those whose place is known.
func given(t *testing.T) eventfile.Document {
	t.Helper()
	d := elsewhere(t)
	d.Outcome.Points = map[league.Entry]map[string]league.Frac{
		4: {"points": league.NewFrac(17, 2), "wins": league.Int(3)}, 1: {"points": league.Int(7), "share": league.NewFrac(1, 3)}, 7: {"points": league.Int(-1)},
		2: {"points": league.Int(0)},
	}
	return d
}

// An event of which only the order is known is read back from every form, with its position and its
// reports.
func TestAnEventElsewhereIsReadBack(t *testing.T) {
	t.Parallel()
	_, r := eventfiletest.Play(t, "catan-nazionale-2009", 1)
	for name, d := range map[string]eventfile.Document{"its order": elsewhere(t), "its points": given(t)} {
		want, err := eventfile.Encode(d)
		if err != nil {
			t.Fatal(err)
		}
		if strings.Contains(string(want), `"1/3"`) != (name == "its points") {
			t.Fatalf("%s: %s", name, want)
		}
		for _, as := range forms {
			data, err := eventfile.Write(as.form, d, r, as.language)
			if err != nil {
				t.Fatal(err)
			}
			f := read(t, as.form, data)
			got, err := eventfile.Encode(f.Document)
			if err != nil || len(f.Faults) > 0 {
				t.Fatalf("%s %s %s: %v %v", name, as.form, as.language, err, f.Faults)
			}
			if diff := cmp.Diff(string(want), string(got)); diff != "" {
				t.Errorf("%s %s %s (-written +read)\n%s", name, as.form, as.language, diff)
			}
		}
	}
}

// pointsOf are points of some entries.
func pointsOf(entries ...league.Entry) map[league.Entry]map[string]league.Frac {
	out := map[league.Entry]map[string]league.Frac{}
	for _, entry := range entries {
		out[entry] = map[string]league.Frac{"points": league.Int(1)}
	}
	return out
}

func TestFaultsOfAnEventElsewhere(t *testing.T) {
	t.Parallel()
	year := func(n int) time.Time { return time.Date(n, 7, 1, 12, 0, 0, 0, time.UTC) }
	for name, c := range map[string]struct {
		change func(*eventfile.Document)
		want   []string
	}{
		"somebody twice":           {func(d *eventfile.Document) { d.Outcome.Ranking = []league.Entry{4, 4} }, []string{`/outcome/ranking/1 "" entry-twice (entry=4)`}},
		"somebody who was away":    {func(d *eventfile.Document) { d.Outcome.Ranking = []league.Entry{3} }, []string{`/outcome/ranking/0 "" ranked-without-playing`}},
		"points of a stranger":     {func(d *eventfile.Document) { d.Outcome.Points = pointsOf(1, 2, 4, 7, 9) }, []string{`/outcome/points/9 "" not-entered (entry=9)`}},
		"points of who was away":   {func(d *eventfile.Document) { d.Outcome.Points = pointsOf(1, 2, 3, 4, 7) }, []string{`/outcome/points/3 "" figures-without-playing`}},
		"points of some":           {func(d *eventfile.Document) { d.Outcome.Points = pointsOf(1, 4, 7) }, []string{`/entries/1 "" figures-of-some`}},
		"a stranger before":        {func(d *eventfile.Document) { d.Facts.Previous = []league.Entry{9} }, []string{`/facts/previous/0 "" no-previous-standings (section=seating.pairings)`, `/facts/previous/0 "" not-entered (entry=9)`}},
		"strangers kept apart":     {func(d *eventfile.Document) { d.Facts.Apart = []tournament.Apart{{Pair: [2]league.Entry{8, 9}}} }, []string{`/facts/apart/0 "" nobody-kept-apart (section=seating.pairings.apart)`, `/facts/apart/0/pair/0 "" not-entered (entry=8)`, `/facts/apart/0/pair/1 "" not-entered (entry=9)`}},
		"half a position":          {func(d *eventfile.Document) { d.Event.Venue.Longitude = nil }, []string{`/event/venue "" half-a-position`}},
		"beyond the pole":          {func(d *eventfile.Document) { far := league.Int(91); d.Event.Venue.Latitude = &far }, []string{`/event/venue/latitude "" outside-range (max=90, min=-90)`}},
		"more exact than is kept":  {func(d *eventfile.Document) { fine := league.NewFrac(1, 3); d.Event.Venue.Latitude = &fine }, []string{`/event/venue/latitude "" not-a-number`}},
		"a report of 2000 letters": {func(d *eventfile.Document) { d.Reports[1].Notes = strings.Repeat("è", 2000) }, nil},
		"a report of 2001":         {func(d *eventfile.Document) { d.Reports[1].Notes = strings.Repeat("è", 2001) }, []string{`/reports/1/notes "" text-too-long (most=2000)`}},
		"no digest":                {func(d *eventfile.Document) { d.Reports[1].Digest = "f9" }, []string{`/reports/1/digest "" not-a-digest`}},
		"reports of no day, in the order of their members": {func(d *eventfile.Document) { d.Reports[1].ReceivedAt, d.Reports[1].SentAt = year(1899), year(2200) }, []string{`/reports/1/receivedAt "" not-a-date`, `/reports/1/sentAt "" not-a-date`}},
		"reports of the first and the last year":           {func(d *eventfile.Document) { d.Reports[1].ReceivedAt, d.Reports[1].SentAt = year(1900), year(2199) }, nil},
		"a report of no day":                               {func(d *eventfile.Document) { d.Reports[0].SentAt = time.Time{} }, []string{`/reports/0/sentAt "" not-a-date`}},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			d := elsewhere(t)
			c.change(&d)
			text, err := eventfile.Encode(d)
			if err != nil {
				t.Fatal(err)
			}
			if diff := cmp.Diff(c.want, describedWith(read(t, eventfile.JSON, text).Faults)); diff != "" {
				t.Error(diff)
			}
		})
	}
}

// An event that was played elsewhere has no games and no facts around games: a file that contains
// any is refused.
func TestAnEventElsewhereHasNoGames(t *testing.T) {
	t.Parallel()
	for name, change := range map[string]func(*tournament.Facts){
		"lots":        func(f *tournament.Facts) { f.Lots = map[league.Entry]int{1: 1} },
		"first round": func(f *tournament.Facts) { f.FirstRound = []league.Entry{1} },
		"places":      func(f *tournament.Facts) { f.Places = map[league.Entry]int{1: 1} },
		"rounds":      func(f *tournament.Facts) { f.Rounds = []tournament.Round{{Kind: league.Preliminary}} },
		"sanctions":   func(f *tournament.Facts) { f.Sanctions = []league.Sanction{warned(1, "slow-play")} },
		"withdrawals": func(f *tournament.Facts) { f.Withdrawals = []league.Withdrawal{{Entry: 1}} },
		"absences":    func(f *tournament.Facts) { f.Absences = []tournament.Absence{{Entry: 1, Round: 1}} },
		"arrivals":    func(f *tournament.Facts) { f.Arrivals = []tournament.Arrival{{Entry: 1, Round: 1, Minutes: 1}} },
	} {
		d := elsewhere(t)
		change(&d.Facts)
		text, err := eventfile.Encode(d)
		if err != nil {
			t.Fatal(err)
		}
		if got := described(read(t, eventfile.JSON, text).Faults); !slices.Contains(got, `/outcome "" outcome-with-games`) {
			t.Errorf("%s: %q", name, got)
		}
	}
}

// Faults of a workbook have their cells.
func TestFaultsOfAWorkbookOfAnEventElsewhere(t *testing.T) {
	t.Parallel()
	with := func(d eventfile.Document, file, before, after string) []string {
		_, r := eventfiletest.Play(t, "catan-nazionale-2009", 1)
		data, err := eventfile.Write(eventfile.CSV, d, r, "en")
		if err != nil {
			t.Fatal(err)
		}
		return described(read(t, eventfile.CSV, unzip(t, data).with(t, file, before, after).zip(t)).Faults)
	}
	for name, c := range map[string]struct{ file, before, after, want string }{
		"not said to be elsewhere": {"event.csv", "Played elsewhere,yes", "Played elsewhere,", `Entries Rank "" rank-without-elsewhere`},
		"a rank of who was away":   {"entries.csv", "Carla Dini,,no-show,,,,", "Carla Dini,,no-show,,,,4", `Entries 4 Rank "4" ranked-without-playing`},
		"a rank left out":          {"entries.csv", "Dario Elia,,,,,,1", "Dario Elia,,,,,,5", `Entries Rank "" number-missing`},
		"no instant":               {"reports.csv", "2009-02-12T09:30:00Z,2009-02-12T09:30:00Z", "12 febbraio,2009-02-12T09:30:00Z", `Reports 3 Received "12 febbraio" not-an-instant`},
	} {
		got := with(elsewhere(t), c.file, c.before, c.after)
		if len(got) == 0 || got[0] != c.want {
			t.Errorf("%s: %q, not %q", name, got, c.want)
		}
	}
	for name, c := range map[string]struct{ file, before, after, want string }{
		"points of an event held here": {"event.csv", "Played elsewhere,yes", "Played elsewhere,", `Entries 2 Figure: points "7" points-without-elsewhere`},
		"points that are no number":    {"entries.csv", "1,8.5,0,3", "1,otto,0,3", `Entries 5 Figure: points "otto" not-a-number`},
		"points of who was away":       {"entries.csv", "Carla Dini,,no-show,,,,,,,", "Carla Dini,,no-show,,,,,2,,", `Entries 4 Figure: points "2" figures-without-playing`},
		"points twice":                 {"entries.csv", "Figure: share", "Figure: wins", `Entries 1 "Figure: wins" column-twice`},
	} {
		got := with(given(t), c.file, c.before, c.after)
		if len(got) == 0 || got[0] != c.want {
			t.Errorf("%s: %q, not %q", name, got, c.want)
		}
	}
}

// A figure that was given to others only is 0, and an entry without figures has none; the document itself is not changed.
func TestPointsInTheirNormalForm(t *testing.T) {
	t.Parallel()
	d := given(t)
	d.Outcome.Points[2] = nil
	got := d.Normal().Outcome.Points
	want := map[league.Entry]map[string]league.Frac{
		4: {"points": league.NewFrac(17, 2), "wins": league.Int(3), "share": league.Int(0)}, 1: {"points": league.Int(7), "wins": league.Int(0), "share": league.NewFrac(1, 3)},
		7: {"points": league.Int(-1), "wins": league.Int(0), "share": league.Int(0)},
	}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Error(diff)
	}
	if len(d.Outcome.Points) != 4 || len(d.Outcome.Points[7]) != 1 {
		t.Errorf("the document was changed: %v", d.Outcome.Points)
	}
}
