package draws_test

import (
	"encoding/json"
	"slices"
	"strings"
	"testing"

	"referto/internal/league"
	"referto/internal/league/draws"
	"referto/internal/league/rules"
	"referto/internal/league/schedule"
)

// scheduledEvent returns the draw of thirteen who play the first two rounds of CN09 3.3, in which
// nobody meets anybody twice.
func scheduledEvent(t testing.TB) draws.Event {
	t.Helper()
	s := begun(t, "catan-nazionale-2009", 13)
	d := draws.Event{Lots: s.drawnFrom(hat, []int{1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13}), CheckedIn: slices.Clone(s.facts.Entrants)}
	at := make(map[int]league.Entry)
	for entry, place := range s.facts.Places {
		at[place] = entry
	}
	for i, tables := range [][][]int{
		{{1, 5, 9, 13}, {2, 6, 10}, {3, 7, 11}, {4, 8, 12}},
		{{3, 8, 10, 13}, {4, 7, 9}, {1, 6, 12}, {2, 5, 11}},
	} {
		round := draws.Earlier{Round: i + 1}
		for j, places := range tables {
			table := draws.Table{Number: j + 1}
			for _, place := range places {
				table.Entries = append(table.Entries, at[place])
			}
			round.Tables = append(round.Tables, table)
		}
		d.Schedule = append(d.Schedule, round)
	}
	// The entry with place 13 never sits at a table of three; some sit twice on the same seat.
	d.Quality = &draws.Quality{Short: schedule.Spread{Least: 0, Most: 2}, Seats: schedule.Spread{Least: 0, Most: 2}}
	for i, order := range s.facts.Draws[:2] {
		d.Rounds = append(d.Rounds, draws.DrawnRound{Round: i + 2, Method: draws.Drawn, Order: slices.Clone(order)})
	}
	d.Rounds = append(d.Rounds, draws.DrawnRound{Round: 4, Method: draws.ByHand, Order: slices.Clone(s.facts.Entrants), Reason: "cappello"})
	return d
}

// TestAnEventIsNotRight: the document of the event, and each thing that can be wrong
// with it.
func TestAnEventIsNotRight(t *testing.T) {
	t.Parallel()
	tests := []struct {
		what   string
		change func(*draws.Event)
		want   string
	}{
		{"as it was", func(*draws.Event) {}, ""},
		{"one who checked in is missing", func(d *draws.Event) { d.CheckedIn = d.CheckedIn[1:] }, "checkedIn is not the list of entrants"},
		{"one checked in twice", func(d *draws.Event) { d.CheckedIn[0] = 2 }, "checkedIn is not the list of entrants"},
		{"in another order they are the same", func(d *draws.Event) { slices.Reverse(d.CheckedIn) }, ""},
		{"the second round is missing", func(d *draws.Event) { d.Rounds = d.Rounds[1:] }, "rounds: round 3 stands where round 2 should"},
		{"an order that was not drawn", func(d *draws.Event) { slices.Sort(d.Rounds[0].Order) }, "rounds: the order drawn for round 2 is ["},
		{"that of another round", func(d *draws.Event) { d.Rounds[1].Order = d.Rounds[0].Order }, "rounds: the order drawn for round 3 is ["},
		{"by hand without a reason", func(d *draws.Event) { d.Rounds[2].Reason = "" }, "rounds: the order drawn by hand for round 4 has no reason, or not everybody once"},
		{"by hand without everybody", func(d *draws.Event) { d.Rounds[2].Order = d.Rounds[2].Order[1:] }, "rounds: the order drawn by hand for round 4 has no reason, or not everybody once"},
		{"by hand with somebody twice", func(d *draws.Event) { d.Rounds[2].Order[0] = 2 }, "rounds: the order drawn by hand for round 4 has no reason, or not everybody once"},
		{"by nobody knows what", func(d *draws.Event) { d.Rounds[2].Method = "guessed" }, `rounds: round 4 was drawn by "guessed"`},
		{"a schedule from its second round", func(d *draws.Event) { d.Schedule = d.Schedule[1:] }, "schedule: round 2 stands where round 1 should"},
		{"a table of another number", func(d *draws.Event) { d.Schedule[1].Tables[0].Number = 2 }, "schedule of round 2: table 2 stands where table 1 should"},
		{"a stranger", func(d *draws.Event) { d.Schedule[0].Tables[0].Entries[0] = 99 }, "schedule of round 1: table 1 seats 99, who did not start"},
		{"somebody twice", func(d *draws.Event) { d.Schedule[0].Tables[1].Entries[0] = d.Schedule[0].Tables[0].Entries[0] }, "schedule of round 1: "},
		{"somebody nowhere", func(d *draws.Event) { d.Schedule[1].Tables[3].Entries = d.Schedule[1].Tables[3].Entries[:2] }, "schedule of round 2: 12 of 13 entrants sit"},
		{"a table of nobody", func(d *draws.Event) {
			d.Schedule[1].Tables = append(d.Schedule[1].Tables, draws.Table{Number: 5, Entries: []league.Entry{}})
		}, "schedule: nobody sits at table 5 of round 2"},
		{"a meeting that there was not", func(d *draws.Event) { d.Quality.Repeats = 1 }, "quality: that of the schedule is "},
		{"a bound that there is not", func(d *draws.Event) { d.Quality.LeastRepeats = 1 }, "quality: that of the schedule is "},
		{"nobody ever sits at a table of three", func(d *draws.Event) { d.Quality.Short.Most = 0 }, "quality: that of the schedule is "},
		{"nobody ever sits first", func(d *draws.Event) { d.Quality.Seats.Most = 0 }, "quality: that of the schedule is "},
		{"nobody says how good it is", func(d *draws.Event) { d.Quality = nil }, ""},
		{"the lots of another event", func(d *draws.Event) { d.Lots.Lots[0].Number = 99 }, "lots: entry 1 has 99, drawn was "},
		{"a place of another", func(d *draws.Event) {
			p := d.Places
			p[3].Number, p[4].Number = p[4].Number, p[3].Number
		}, "places: entry 4 has "},
	}
	for _, tt := range tests {
		t.Run(tt.what, func(t *testing.T) {
			t.Parallel()
			d := scheduledEvent(t)
			tt.change(&d)
			report, err := draws.Verify(hashed(t, d))
			if err != nil || !strings.HasPrefix(report.Difference, tt.want) || (tt.want == "") != (report.Difference == "") {
				t.Errorf("%v\ngot  %s\nwant %s", err, report.Difference, tt.want)
			}
		})
	}
}

// TestWhatIsSaid: the parts that are checked, and those that are believed.
func TestWhatIsSaid(t *testing.T) {
	t.Parallel()
	d := scheduledEvent(t)
	raw := hashed(t, d)
	hash, err := draws.Hash(raw)
	if err != nil {
		t.Fatal(err)
	}
	report, err := draws.Verify(raw)
	if err != nil {
		t.Fatal(err)
	}
	if got, want := strings.Join(report.Checked, "\n"), strings.TrimSpace(`
the hash of the secret is the commitment published before
the seed is that of the secret and the 13 entrants
the 13 lots follow from the seed
the order of the first round follows from the seed
the places of the schedule follow from the seed
the order of round 2 follows from the seed
the order of round 3 follows from the seed
the schedule seats everybody once in each of its 2 rounds
the schedule is as good as it says
the hash of the document is `+hash); got != want {
		t.Errorf("checked\n%s\nwant\n%s", got, want)
	}
	if got, want := strings.Join(report.Believed, "\n"), strings.TrimSpace(`
the order drawn by hand for round 4, and why
that the tables of the schedule are those of the ruleset; the draw of each round has its places`); got != want {
		t.Errorf("believed\n%s\nwant\n%s", got, want)
	}
	for name, change := range map[string]func(*draws.Lots){
		"a secret": func(l *draws.Lots) { l.Secret = d.Secret }, "a seed": func(l *draws.Lots) { l.Seed = d.Seed },
		"a reason": func(l *draws.Lots) { l.Reason = "cappello" }, "entrants": func(l *draws.Lots) { l.Entrants = d.Entrants },
		"lots": func(l *draws.Lots) { l.Lots = d.Lots.Lots }, "an order": func(l *draws.Lots) { l.FirstRound = d.FirstRound },
		"places": func(l *draws.Lots) { l.Places = d.Places },
	} {
		sealed := draws.Event{Lots: draws.Lots{Algorithm: draws.Algorithm, Method: draws.Sealed, Commitment: d.Commitment}}
		if report, err := draws.Verify(hashed(t, sealed)); err != nil || report.Checked[0] != "the draw is sealed: nothing but its commitment is told" {
			t.Errorf("sealed: %v %+v", err, report)
		}
		change(&sealed.Lots)
		if report, err := draws.Verify(hashed(t, sealed)); err != nil || report.Difference != "method: sealed, yet something of the draw is told" {
			t.Errorf("%s before the draw: %v %+v", name, err, report)
		}
	}
}

// TestALevelOrder: BG 2.2.2, entries level on every figure are ordered by start number, without a
// deciding figure.
func TestALevelOrder(t *testing.T) {
	t.Parallel()
	s := begun(t, "catan-ranglista-bg", 8)
	s.facts.Pairing = rules.ByStandings
	lots := s.drawnFrom(hat, nil)
	refused(t, s.rounds(1).drawn(""), lots, 2, []changing{
		{"the higher start number first", func(d *draws.Round) {
			o := d.Seating.Order
			o[0], o[1] = o[1], o[0]
		}, "seating/order: by the figures entry "},
		{"something decides", func(d *draws.Round) { d.Seating.Order[1].DecidedBy = "vp" }, "seating/order: entry "},
	})
}

// TestAPlaceIsTakenOver: CN09 3.3, a replacement has the place in the schedule of the entry
// replaced.
func TestAPlaceIsTakenOver(t *testing.T) {
	t.Parallel()
	s := begun(t, "catan-nazionale-2009", 13)
	s.facts.Pairing = rules.FixedSchedule
	lots := s.drawnFrom(hat, []int{1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13})
	put := func(list []league.Entry) { list[slices.Index(list, 5)] = 14 }
	put(s.facts.Entrants)
	put(s.facts.FirstRound)
	s.facts.Places[14], s.facts.Lots[14] = s.facts.Places[5], 14
	delete(s.facts.Places, 5)
	delete(s.facts.Lots, 5)
	s.facts.Draws = nil
	d := s.drawn("").document(1)
	d.Event, d.Draw, d.Replacements = "019332c4-0000-7000-8000-000000000000", lots, []draws.Replacement{{Entry: 14, Replaces: 5}}
	if report, err := draws.Verify(hashed(t, d)); err != nil || report.Difference != "" {
		t.Errorf("%v %s", err, report.Difference)
	}
	d.Replacements[0].Replaces = 6
	if report, err := draws.Verify(hashed(t, d)); err != nil || report.Difference == "" {
		t.Errorf("for somebody else: %v %+v", err, report)
	}
}

// TestDocumentsFromAnywhere: numbers that no draw has end a check at once.
func TestDocumentsFromAnywhere(t *testing.T) {
	t.Parallel()
	s := begun(t, "catan-ranglista-bg", 8) // at two tables somebody meets again
	s.facts.Pairing = rules.ByStandings
	lots := s.drawnFrom(hat, nil)
	d := s.rounds(1).drawn("").document(2)
	d.Event, d.Draw = "019332c4-0000-7000-8000-000000000000", lots
	plain := d.Seating
	for name, change := range map[string]func(){
		"exchanged within more ranks than there are people": func() { d.Seating.Rematches = &rules.Rematches{Within: 1 << 50} },
		"within as many as a number can tell":               func() { d.Seating.Rematches = &rules.Rematches{Within: 1<<63 - 1} },
		"a start number beyond all":                         func() { d.Seating.Out = []draws.Out{{Entry: 1<<63 - 1, Reason: "absent"}} },
		"a rank beyond all":                                 func() { d.Seating.Seeds = [][]int{{1<<63 - 1}} },
		"a size beyond all":                                 func() { d.Seating.Sizes = &draws.Sizes{Allowed: []int{1<<63 - 1}, Partition: rules.MostOfLargest} },
	} {
		d.Seating = plain
		change()
		raw, err := json.Marshal(d)
		if err != nil {
			t.Fatal(err)
		}
		if report, err := draws.Verify(raw); err == nil && report.Difference == "" {
			t.Errorf("%s: %+v", name, report)
		}
	}
}

// TestTheLotOfWhoStepsIn: JP22 4, a replacement's lot comes after all others, including those of
// earlier replacements.
func TestTheLotOfWhoStepsIn(t *testing.T) {
	t.Parallel()
	s := begun(t, "catan-nazionale-2009", 12)
	lots := s.drawnFrom(hat, nil)
	s.facts.Draws = nil
	for old, reserve := range map[league.Entry]league.Entry{3: 13, 5: 14} {
		s.facts.Entrants[old-1] = reserve
		s.facts.FirstRound[slices.Index(s.facts.FirstRound, old)] = reserve
		delete(s.facts.Lots, old)
		s.facts.Lots[reserve] = int(reserve)
	}
	d := s.rounds(1).drawn("").document(2)
	d.Event, d.Draw, d.Replacements = "019332c4-0000-7000-8000-000000000000", lots, []draws.Replacement{{Entry: 13, Replaces: 3}, {Entry: 14, Replaces: 5}}
	if report, err := draws.Verify(hashed(t, d)); err != nil || report.Difference != "" {
		t.Errorf("%v %s", err, report.Difference)
	}
	at := slices.IndexFunc(d.Seating.Order, func(r draws.Ranked) bool { return r.Entry == 14 })
	d.Seating.Order[at].Figures[4] = league.Int(13)
	if report, err := draws.Verify(hashed(t, d)); err != nil || report.Difference != "seating/order: entry 14 stands with lot 13, drawn was 14" {
		t.Errorf("%v %s", err, report.Difference)
	}
}
