package eventfile

import (
	"maps"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"
	"pgregory.net/rapid"

	"referto/internal/league"
	"referto/internal/league/rules"
	"referto/internal/league/rules/presets"
	"referto/internal/league/tournament"
)

// found finds presets, ignoring readings.
func found(t rapid.TB) Rulesets {
	return func(wanted Ruleset) (*rules.Ruleset, error) {
		r, err := presets.Find(wanted.Key)
		if err != nil {
			t.Fatal(err)
		}
		return r, nil
	}
}

// readAs writes sheets in a form and reads them back, without checking their content.
func readAs(t rapid.TB, form Form, d Document, r *rules.Ruleset, language string) *File {
	t.Helper()
	data, err := Write(form, d, r, language)
	if err != nil {
		t.Fatal(err)
	}
	limits := Standard()
	limits.Ratio = 10_000 // many rows of nearly the same pack well
	f, err := read(form, data, limits, found(t))
	if err != nil {
		t.Fatalf("as %s: %v", form, err)
	}
	return f
}

// everything returns a document with every part that a file can have, though no such event exists.
func everything() Document {
	degrees, minus := league.NewFrac(45_737_123, 1_000_000), league.NewFrac(-7, 2)
	points, third := league.NewFrac(25, 2), league.NewFrac(1, 3)
	later := league.Moment{Round: 2, During: true}
	at := time.Date(2009, time.February, 9, 17, 30, 15, 0, time.UTC)
	return Document{
		Format: FormatName,
		Event: Announcement{
			Title: "=Serata", Kind: "club", StartsAt: at, TimeZone: "Europe/Rome",
			Venue: Venue{Name: "Biblioteca; sala 2", Address: "Via \"Roma\", 1", City: "Aosta", Latitude: &degrees, Longitude: &minus},
			Fee:   &Fee{Amount: league.NewFrac(550, 100), Currency: "EUR"}, Capacity: 40, TimeLimitMinutes: 105, Notes: "Una riga.\nE un'altra.",
		},
		Ruleset: Ruleset{Key: "risiko-squadre-2000", Version: 3, Digest: strings.Repeat("ab", 32), Readings: map[string]string{"A004-6": "farthest", "A004-1": "individual"}},
		Entries: []Entry{
			{Number: 1, Name: "Ada Aa", Club: "-zero"},
			{Number: 2, Name: "Бойко Б"},
			{Number: 3, Name: "Çelik", State: NoShow},
			{Number: 5, Name: "Dario", State: Cancelled},
			{Number: 6, Name: "Élodie", State: Waiting},
			{Number: 9, Name: "Fabio"},
		},
		Facts: tournament.Facts{
			Variant: "base", Target: 171, Formula: "three-rounds", Pairing: rules.ByPreviousStandings,
			Structure: &rules.Structure{Rounds: 3, Semifinal: true, Final: true, Advance: 2},
			Entrants:  []league.Entry{1, 2, 9}, Lots: map[league.Entry]int{1: 3, 2: 1, 9: 2}, Places: map[league.Entry]int{1: 11, 2: 12, 9: 13},
			FirstRound: []league.Entry{9, 1, 2}, Draws: [][]league.Entry{{2, 1, 9}}, Previous: []league.Entry{2, 1}, // only round 2
			Rounds: []tournament.Round{
				{Kind: league.Preliminary, Closed: true, Tables: []tournament.Table{
					{Number: 1, Seats: []league.Entry{9, 1}, Result: &league.Result{
						Ended: league.Declared, DeclaredBy: 1, WonAtOnce: "A", Void: &league.Void{For: []league.Entry{1}, AtFault: []league.Entry{9}, OthersScored: true},
						Seats: []league.SeatResult{
							{Entry: 9, VP: 12, Left: 1, Objective: "asia", Points: &points, Figures: map[string]int{"territories": 7, "armies": 0, "cards": 2, "risiko": 1}},
							{Entry: 1, VP: 0, Points: &third},
						},
					}},
					{Number: 2, Seats: []league.Entry{2}},
				}},
				{Kind: league.Preliminary, Tables: []tournament.Table{{Number: 1, Seats: []league.Entry{1, 2, 9}}}},
				{Kind: league.Final, Tables: []tournament.Table{}},
			},
			Sanctions: []league.Sanction{
				{Entry: 9, Kind: league.Points, At: league.Moment{Round: 1}, Reason: "-7, detto", Points: &minus, Confirmed: true, ConfirmedAt: &later, AfterEnd: true},
				{Entry: 1, Kind: league.Warning, At: later, Reason: "disturbance"},
			},
			Withdrawals: []league.Withdrawal{{Entry: 2, At: later, Reason: "@casa", Qualified: true, Unexcused: true}, {Entry: 1, At: league.Moment{Round: 2}}},
			Absences:    []tournament.Absence{{Entry: 2, Round: 2, AfterDraw: 1}, {Entry: 1, Round: 1}},
			Arrivals:    []tournament.Arrival{{Entry: 9, Round: 1, Minutes: 7}, {Entry: 9, Round: 2, Minutes: 11, AfterDraw: 2}},
			Apart:       []tournament.Apart{{Pair: [2]league.Entry{1, 2}, From: 1, Until: 2}, {Pair: [2]league.Entry{2, 9}, From: 2}},
		},
		Outcome: &Outcome{Ranking: []league.Entry{9, 1}},
		Reports: []Report{{ReceivedAt: at, SentAt: at.Add(90 * time.Microsecond), Notes: "Manca\nuna foto", Digest: strings.Repeat("0f", 32)}},
	}
}

// TestEverythingIsReadBack: each member of a document has a cell, and is read back from it in every
// form and language.
func TestEverythingIsReadBack(t *testing.T) {
	t.Parallel()
	r, err := presets.Find("risiko-squadre-2000")
	if err != nil {
		t.Fatal(err)
	}
	for _, form := range []Form{JSON, XLSX, CSV} {
		for _, language := range append(Languages(), "unknown") {
			f := readAs(t, form, everything(), r, language)
			if len(f.Faults) > 0 {
				t.Errorf("%s %s: %v", form, language, f.Faults)
			}
			if diff := cmp.Diff(everything(), f.Normal()); diff != "" {
				t.Errorf("%s %s: -written +read\n%s", form, language, diff)
			}
		}
	}
}

// TestEveryCell: the content of each column, line by line.
func TestEveryCell(t *testing.T) {
	t.Parallel()
	r, err := presets.Find("risiko-squadre-2000")
	if err != nil {
		t.Fatal(err)
	}
	digest := strings.Repeat("ab", 32)
	want := map[string]string{
		sheetEvent: `Field|Value
Format|referto-event/1
Language|it
Title|=Serata
Kind|club
Date|2009-02-09
Time|18:30:15
Time zone|Europe/Rome
Venue|Biblioteca; sala 2
Address|Via "Roma", 1
City|Aosta
Latitude|45,737123
Longitude|-3,5
Fee|5,5
Currency|EUR
Capacity|#40
Time limit|#105
Notes|Una riga. E un'altra.
Ruleset|risiko-squadre-2000
Ruleset version|#3
Ruleset digest|` + digest + `
Variant|base
Winning score|#171
Formula|three-rounds
Pairing|by-previous-standings
Agreed rounds|#3
Agreed semifinal|yes
Agreed final|yes
Agreed advancing|#2
Played elsewhere|yes
Reading A004-1|individual
Reading A004-6|farthest`,
		sheetEntries: `Number|Name|Club|State|Lot|Place|Previous|Rank
#1|Ada Aa|-zero||#3|#11|#2|#2
#2|Бойко Б|||#1|#12|#1|
#3|Çelik||no-show||||
#5|Dario||cancelled||||
#6|Élodie||waiting||||
#9|Fabio|||#2|#13||#1`,
		sheetDraws: `Round|Position|Entry
#1|#1|#9
#1|#2|#1
#1|#3|#2
#2|#1|#2
#2|#2|#1
#2|#3|#9`,
		sheetRounds: `Round|Kind|Closed
#1|preliminary|yes
#2|preliminary|
#3|final|`,
		sheetTables: `Round|Table|Ended|Declared by|Won at once|Void|Others scored
#1|#1|declared|#1|A|yes|yes
#1|#2
#2|#1`,
		sheetResults: `Round|Table|Seat|Entry|VP|Left|Objective|Points|Void for|At fault|Figure: territories|Figure: armies|Figure: cards|Figure: risiko
#1|#1|#1|#9|#12|#1|asia|12,5||yes|#7|#0|#2|#1
#1|#1|#2|#1|#0|||1/3|yes|||||
#1|#2|#1|#2
#2|#1|#1|#1
#2|#1|#2|#2
#2|#1|#3|#9`,
		sheetSanctions: `Entry|Kind|Round|Reason|During|Points|Confirmed|Confirmed round|Confirmed during|After end
#9|points|#1|-7, detto||-3,5|yes|#2|yes|yes
#1|warning|#2|disturbance|yes|||||`,
		sheetWithdrawals: `Entry|Round|During|Reason|Qualified|Unexcused
#2|#2|yes|@casa|yes|yes
#1|#2||||`,
		sheetAbsences: `Entry|Round|After draw
#2|#2|#1
#1|#1|`,
		sheetArrivals: `Entry|Round|Minutes|After draw
#9|#1|#7|
#9|#2|#11|#2`,
		sheetApart: `Entry|Other|From|Until
#1|#2|#1|#2
#2|#9|#2|`,
		sheetReports: `Received|Sent|Digest|Notes
2009-02-09T17:30:15Z|2009-02-09T17:30:15.00009Z|` + strings.Repeat("0f", 32) + `|Manca una foto`,
	}
	var names []string
	for _, s := range bookOf(everything(), r, "it") {
		names = append(names, s.name)
		lines := []string{strings.Join(s.columns, "|")}
		for i, row := range s.rows {
			if row.line != i+2 {
				t.Errorf("%s: row %d stands at line %d", s.name, i, row.line)
			}
			var cells []string
			for _, c := range row.cells {
				text := strings.ReplaceAll(c.text, "\n", " ")
				if c.number {
					text = "#" + text
				}
				cells = append(cells, text)
			}
			lines = append(lines, strings.Join(cells, "|"))
		}
		if diff := cmp.Diff(strings.Split(want[s.name], "\n"), lines); diff != "" {
			t.Errorf("%s: want -, got +\n%s", s.name, diff)
		}
	}
	if diff := cmp.Diff([]string{
		"Event", "Entries", "Draws", "Rounds", "Tables", "Results", "Sanctions", "Withdrawals", "Absences", "Arrivals", "Apart", "Reports",
	}, names); diff != "" {
		t.Errorf("sheets: want -, got +\n%s", diff)
	}
}

// TestAnythingIsReadBack: any document, of any regulation, is read back from a workbook.
func TestAnythingIsReadBack(t *testing.T) {
	t.Parallel()
	rapid.Check(t, func(t *rapid.T) {
		r, err := presets.Find(rapid.SampledFrom(presets.IDs()).Draw(t, "preset"))
		if err != nil {
			t.Fatal(err)
		}
		d := anything(t, r).Normal()
		language := rapid.SampledFrom(Languages()).Draw(t, "language")
		form := rapid.SampledFrom([]Form{CSV, CSV, CSV, XLSX}).Draw(t, "form")
		f := readAs(t, form, d, r, language)
		if len(f.Faults) > 0 {
			t.Fatalf("%v", f.Faults)
		}
		if diff := cmp.Diff(d, f.Normal()); diff != "" {
			t.Fatalf("-written +read\n%s", diff)
		}
	})
}

// anything returns a random document whose parts match.
func anything(t *rapid.T, r *rules.Ruleset) Document {
	flag := rapid.Bool()
	text := rapid.StringMatching(`([=+@'A-Za-zа-я;,."0-9-][ \n;,"'a-zа-яèß]{0,12}[a-z])?`)
	number := rapid.IntRange(1, 900)
	exactly := rapid.Custom(func(t *rapid.T) *league.Frac {
		if flag.Draw(t, "none") {
			return nil
		}
		f := league.NewFrac(int64(rapid.IntRange(-500, 500).Draw(t, "num")), int64(rapid.IntRange(1, 12).Draw(t, "den")))
		return &f
	})
	d := Document{Format: FormatName, Ruleset: Ruleset{Key: r.ID, Version: rapid.IntRange(0, 3).Draw(t, "version")}}
	d.Event = Announcement{
		Title: text.Draw(t, "title"), Kind: rapid.SampledFrom(Kinds()).Draw(t, "kind"), TimeZone: rapid.SampledFrom([]string{"Europe/Rome", "Europe/Sofia", "UTC"}).Draw(t, "zone"),
		StartsAt: time.Unix(int64(rapid.IntRange(0, 2_000_000_000).Draw(t, "start")), 0), Notes: text.Draw(t, "notes"), Capacity: rapid.IntRange(0, 99).Draw(t, "capacity"),
		Venue: Venue{Name: text.Draw(t, "venue"), City: text.Draw(t, "city"), Latitude: exactly.Draw(t, "latitude"), Longitude: exactly.Draw(t, "longitude")},
	}
	if fee := exactly.Draw(t, "fee"); fee != nil {
		d.Event.Fee = &Fee{Amount: *fee, Currency: "EUR"}
	}
	if r.Game.Variants[0].ID != "" {
		d.Facts.Variant, d.Facts.Formula, d.Facts.Pairing = r.Game.Variants[0].ID, r.Format.Formulas[0].ID, r.Seating.Pairings[0].System
	}
	for _, n := range slices.Sorted(slices.Values(rapid.SliceOfNDistinct(number, 1, 9, rapid.ID).Draw(t, "entries"))) {
		d.Entries = append(d.Entries, Entry{
			Number: league.Entry(n), Name: "N" + text.Draw(t, "name"), Club: text.Draw(t, "club"),
			State: rapid.SampledFrom([]EntryState{Played, Played, Played, NoShow, Cancelled, Waiting}).Draw(t, "state"),
		})
	}
	d.Facts.Entrants = d.played()
	d.Facts.Lots = map[league.Entry]int{}
	if len(d.Facts.Entrants) == 0 {
		return d
	}
	happened(t, r, &d.Facts, text, exactly)
	return d
}

// happened adds random facts about the entrants.
func happened(t *rapid.T, r *rules.Ruleset, f *tournament.Facts, text *rapid.Generator[string], exactly *rapid.Generator[*league.Frac]) {
	flag, entry := rapid.Bool(), rapid.SampledFrom(f.Entrants)
	for i, e := range f.Entrants {
		if flag.Draw(t, "has a lot") {
			f.Lots[e] = i + 1
		}
	}
	f.Places = maps.Clone(f.Lots)
	order := rapid.Permutation(f.Entrants)
	f.FirstRound, f.Previous = order.Draw(t, "first round"), order.Draw(t, "previous")[:rapid.IntRange(0, len(f.Entrants)).Draw(t, "known")]
	for range rapid.IntRange(0, 3).Draw(t, "rounds") {
		round := tournament.Round{Kind: league.Preliminary, Closed: flag.Draw(t, "closed")}
		seats := order.Draw(t, "seats")
		for n := 1; len(seats) > 0; n++ {
			size := min(len(seats), 3)
			round.Tables = append(round.Tables, tournament.Table{Number: n, Seats: seats[:size], Result: ended(t, r, seats[:size], text, exactly)})
			seats = seats[size:]
		}
		f.Rounds = append(f.Rounds, round)
		if len(f.Rounds) > 1 {
			f.Draws = append(f.Draws, order.Draw(t, "draw"))
		}
	}
	moment := rapid.Custom(func(t *rapid.T) league.Moment {
		return league.Moment{Round: rapid.IntRange(0, 3).Draw(t, "round"), During: flag.Draw(t, "during")}
	})
	for range rapid.IntRange(0, 3).Draw(t, "sanctions") {
		s := league.Sanction{
			Entry: entry.Draw(t, "entry"), Kind: rapid.SampledFrom([]league.SanctionKind{league.Warning, league.Expulsion, league.Points}).Draw(t, "kind"),
			At: moment.Draw(t, "at"), Reason: text.Draw(t, "reason"), Points: exactly.Draw(t, "points"), Confirmed: flag.Draw(t, "confirmed"), AfterEnd: flag.Draw(t, "after"),
		}
		if flag.Draw(t, "later") {
			then := moment.Draw(t, "then")
			s.ConfirmedAt = &then
		}
		f.Sanctions = append(f.Sanctions, s)
	}
	for range rapid.IntRange(0, 2).Draw(t, "people") {
		one := entry.Draw(t, "entry")
		f.Withdrawals = append(f.Withdrawals, league.Withdrawal{Entry: one, At: moment.Draw(t, "at"), Reason: text.Draw(t, "why"), Qualified: flag.Draw(t, "qualified"), Unexcused: flag.Draw(t, "unexcused")})
		f.Absences = append(f.Absences, tournament.Absence{Entry: one, Round: rapid.IntRange(0, 3).Draw(t, "round"), AfterDraw: rapid.IntRange(0, 3).Draw(t, "after")})
		f.Arrivals = append(f.Arrivals, tournament.Arrival{Entry: one, Round: rapid.IntRange(0, 3).Draw(t, "round"), Minutes: rapid.IntRange(0, 30).Draw(t, "minutes")})
		f.Apart = append(f.Apart, tournament.Apart{Pair: [2]league.Entry{one, entry.Draw(t, "other")}, From: rapid.IntRange(0, 2).Draw(t, "from"), Until: rapid.IntRange(0, 3).Draw(t, "until")})
	}
}

// ended draws a result; nil of a game that has not ended.
func ended(t *rapid.T, r *rules.Ruleset, seats []league.Entry, text *rapid.Generator[string], exactly *rapid.Generator[*league.Frac]) *league.Result {
	flag := rapid.Bool()
	if flag.Draw(t, "open") {
		return nil
	}
	result := &league.Result{Ended: rapid.SampledFrom([]league.Ending{league.Declared, league.TimeLimit, league.TooFewPlayers, league.Completed}).Draw(t, "ended")}
	if result.Ended == league.Declared {
		result.DeclaredBy = rapid.SampledFrom(seats).Draw(t, "by")
	}
	result.WonAtOnce = rapid.SampledFrom([]string{"", "A"}).Draw(t, "at once")
	if flag.Draw(t, "void") {
		result.Void = &league.Void{OthersScored: flag.Draw(t, "others")}
	}
	for i, entry := range seats {
		seat := league.SeatResult{Entry: entry, VP: rapid.IntRange(-5, 30).Draw(t, "vp"), Left: rapid.IntRange(0, 2).Draw(t, "left"), Objective: strings.TrimSpace(text.Draw(t, "objective")), Points: exactly.Draw(t, "points")}
		for _, figure := range r.Game.Figures {
			if flag.Draw(t, "recorded") {
				if seat.Figures == nil {
					seat.Figures = map[string]int{}
				}
				seat.Figures[figure.ID] = rapid.IntRange(0, 40).Draw(t, "figure")
			}
		}
		result.Seats = append(result.Seats, seat)
		if void := result.Void; void != nil {
			if i%2 == 0 {
				void.For = append(void.For, entry)
			} else if flag.Draw(t, "at fault") {
				void.AtFault = append(void.AtFault, entry)
			}
		}
	}
	return result
}
