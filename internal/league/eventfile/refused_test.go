package eventfile_test

import (
	"errors"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"referto/internal/league"
	"referto/internal/league/eventfile"
	"referto/internal/league/eventfile/eventfiletest"
	"referto/internal/league/rules"
	"referto/internal/league/tournament"
)

// describedWith is described, with the params of the faults.
func describedWith(faults eventfile.Faults) []string {
	out := described(faults)
	for i, f := range faults {
		if _, params, ok := strings.Cut(f.String(), " ("); ok {
			out[i] += " (" + params
		}
	}
	return out
}

// changed is a change of a played event, read as JSON, with the faults that it causes.
type changed struct {
	what   string
	change func(*eventfile.Document)
	want   []string
}

// refusedAs changes a clean event and compares the faults.
func refusedAs(t *testing.T, preset string, tests []changed) {
	t.Helper()
	for _, tt := range tests {
		t.Run(tt.what, func(t *testing.T) {
			t.Parallel()
			d, _ := eventfiletest.Play(t, preset, 1)
			tt.change(&d)
			text, err := eventfile.Encode(d)
			if err != nil {
				t.Fatal(err)
			}
			f, err := eventfile.Read(eventfile.JSON, text, eventfile.Standard(), eventfiletest.Rulesets)
			if err != nil {
				t.Fatal(err)
			}
			if diff := cmp.Diff(tt.want, describedWith(f.Faults)); diff != "" {
				t.Errorf("want -, got +\n%s", diff)
			}
		})
	}
}

// TestAnnouncementsThatAreRefused: each limit of the announcement, with the last accepted value and
// the first refused one.
func TestAnnouncementsThatAreRefused(t *testing.T) {
	t.Parallel()
	long := func(n int) string { return strings.Repeat("è", n) }
	fee := func(num, den int64, currency string) func(*eventfile.Document) {
		return func(d *eventfile.Document) {
			d.Event.Fee = &eventfile.Fee{Amount: league.NewFrac(num, den), Currency: currency}
		}
	}
	at := func(latitude, longitude int64, den int64) func(*eventfile.Document) {
		return func(d *eventfile.Document) {
			north, east := league.NewFrac(latitude, den), league.NewFrac(longitude, den)
			d.Event.Venue.Latitude, d.Event.Venue.Longitude = &north, &east
		}
	}
	refusedAs(t, "catan-nazionale-2009", []changed{
		{"as it was played", func(*eventfile.Document) {}, nil},
		{"a title of two letters", func(d *eventfile.Document) { d.Event.Title = "èè" }, []string{`/event/title "" text-missing`}},
		{"of three", func(d *eventfile.Document) { d.Event.Title = "èèè" }, nil},
		{"of spaces", func(d *eventfile.Document) { d.Event.Title = "      " }, []string{`/event/title "" text-missing`}},
		{"of 120", func(d *eventfile.Document) { d.Event.Title = long(120) }, nil},
		{"of 121", func(d *eventfile.Document) { d.Event.Title = long(121) }, []string{`/event/title "" text-too-long (most=120)`}},
		{"with a control character of the second set", func(d *eventfile.Document) { d.Event.Title = "Tor\u0085neo" }, []string{`/event/title "" control-character`}},
		{"no venue", func(d *eventfile.Document) { d.Event.Venue.Name = "" }, []string{`/event/venue/name "" text-missing`}},
		{"a venue and a city of a letter", func(d *eventfile.Document) { d.Event.Venue.Name, d.Event.Venue.City = "V", "È" }, nil},
		{"a venue of spaces", func(d *eventfile.Document) { d.Event.Venue.Name = " \n " }, []string{`/event/venue/name "" text-missing`}},
		{"a venue of 120, within spaces", func(d *eventfile.Document) { d.Event.Venue.Name = "  " + long(120) + "  " }, nil},
		{"an address of 200, a city of 80, notes of 2000", func(d *eventfile.Document) {
			d.Event.Venue.Address, d.Event.Venue.City, d.Event.Notes = long(200), long(80), long(2000)
		}, nil},
		{"notes on lines", func(d *eventfile.Document) { d.Event.Notes = "a\r\nb\tc" }, nil},
		{"notes that ring", func(d *eventfile.Document) { d.Event.Notes = "a\ab" }, []string{`/event/notes "" control-character`}},
		{"a kind of nobody's", func(d *eventfile.Document) { d.Event.Kind = "party" }, []string{`/event/kind "" unknown-kind (kinds=` + strings.Join(eventfile.Kinds(), ", ") + `)`}},
		{"a venue of 121", func(d *eventfile.Document) { d.Event.Venue.Name = long(121) }, []string{`/event/venue/name "" text-too-long (most=120)`}},
		{"an address of 201", func(d *eventfile.Document) { d.Event.Venue.Address = long(201) }, []string{`/event/venue/address "" text-too-long (most=200)`}},
		{"no city", func(d *eventfile.Document) { d.Event.Venue.City = "" }, []string{`/event/venue/city "" text-missing`}},
		{"a city of 81", func(d *eventfile.Document) { d.Event.Venue.City = long(81) }, []string{`/event/venue/city "" text-too-long (most=80)`}},
		{"notes of 2001", func(d *eventfile.Document) { d.Event.Notes = long(2001) }, []string{`/event/notes "" text-too-long (most=2000)`}},
		{"a year before there were tournaments", func(d *eventfile.Document) { d.Event.StartsAt = time.Date(1066, 1, 1, 0, 0, 0, 0, time.UTC) }, []string{`/event/startsAt "" not-a-date`}},
		{"a zone of nobody", func(d *eventfile.Document) { d.Event.TimeZone = "Europe/Aosta" }, []string{`/event/timeZone "" unknown-time-zone (zone=Europe/Aosta)`}},
		{"no zone", func(d *eventfile.Document) { d.Event.TimeZone = "" }, []string{`/event/timeZone "" unknown-time-zone (zone=)`}},
		{"the zone of the machine", func(d *eventfile.Document) { d.Event.TimeZone = "Local" }, []string{`/event/timeZone "" unknown-time-zone (zone=Local)`}},
		{"room for ten thousand", func(d *eventfile.Document) { d.Event.Capacity = 10_000 }, nil},
		{"and one", func(d *eventfile.Document) { d.Event.Capacity = 10_001 }, []string{`/event/capacity "" outside-range (max=10000, min=0)`}},
		{"for fewer than none", func(d *eventfile.Document) { d.Event.Capacity = -1 }, []string{`/event/capacity "" outside-range (max=10000, min=0)`}},
		{"games of ten hours", func(d *eventfile.Document) { d.Event.TimeLimitMinutes = 600 }, nil},
		{"and a minute", func(d *eventfile.Document) { d.Event.TimeLimitMinutes = 601 }, []string{`/event/timeLimitMinutes "" outside-range (max=600, min=0)`}},
		{"a fee of nothing", fee(0, 1, "EUR"), nil},
		{"of less", fee(-1, 100, "EUR"), []string{`/event/fee/amount "" not-an-amount`}},
		{"of half a cent", fee(1, 200, "EUR"), []string{`/event/fee/amount "" not-an-amount`}},
		{"of 9999.99", fee(999_999, 100, "EUR"), nil},
		{"of ten thousand", fee(10_000, 1, "EUR"), []string{`/event/fee/amount "" not-an-amount`}},
		{"in liras", fee(5000, 1, "ITL"), []string{`/event/fee/currency "" unknown-currency (currencies=EUR)`}},
		{"at the pole", at(90, 180, 1), nil},
		{"at the other", at(-90, -180, 1), nil},
		{"beyond it", at(-91, -181, 1), []string{`/event/venue/latitude "" outside-range (max=90, min=-90)`, `/event/venue/longitude "" outside-range (max=180, min=-180)`}},
		{"to a millionth", at(1, 1, 1_000_000), nil},
		{"to a third", at(1, 1, 3), []string{`/event/venue/latitude "" not-a-number`, `/event/venue/longitude "" not-a-number`}},
		{"half a position", func(d *eventfile.Document) { far := league.Int(7); d.Event.Venue.Latitude = &far }, []string{`/event/venue "" half-a-position`}},
	})
}

// TestPeopleThatAreRefused: entries, sanctions and withdrawals.
func TestPeopleThatAreRefused(t *testing.T) {
	t.Parallel()
	refusedAs(t, "catan-nazionale-2009", []changed{
		{"start number 0", func(d *eventfile.Document) { d.Entries[len(d.Entries)-1].Number = 0 }, []string{`/entries/0/number "" no-start-number (entry=0)`}},
		{"10,001", func(d *eventfile.Document) { d.Entries[len(d.Entries)-1].Number = 10_001 }, []string{`/entries/` + last(t) + `/number "" no-start-number (entry=10001)`}},
		{"10,000", func(d *eventfile.Document) { d.Entries[len(d.Entries)-1].Number = 10_000 }, nil},
		{"a name of two letters, and one of eighty", func(d *eventfile.Document) {
			d.Entries[0].Name, d.Entries[1].Name = "Aà", strings.Repeat("è", 80)
		}, nil},
		{"a club of 120, a wave in a name", func(d *eventfile.Document) {
			d.Entries[0].Club, d.Entries[0].Name = strings.Repeat("è", 120), "Ada ~ Aa"
		}, nil},
		{"one who plays did not enter", func(d *eventfile.Document) { d.Facts.Entrants = append(d.Facts.Entrants, 99) }, []string{`/facts/entrants/` + itoa(entrants(t)) + ` "" not-entered (entry=99)`}},
		{"one who entered does not play", func(d *eventfile.Document) { d.Facts.Entrants = d.Facts.Entrants[1:] }, []string{`/facts/entrants "" entrant-missing (entry=1)`}},
		{"two late of one round", func(d *eventfile.Document) {
			d.Facts.Arrivals = []tournament.Arrival{{Entry: 2, Round: 1, Minutes: 1}, {Entry: 2, Round: 1, Minutes: 2}}
		}, []string{`/facts/arrivals/1 "" attendance-twice (entry=2, round=1)`}},
		{"left twice", func(d *eventfile.Document) {
			d.Facts.Withdrawals = []league.Withdrawal{{Entry: 1, At: league.Moment{Round: 3}}, {Entry: 1, At: league.Moment{Round: 3}}}
		}, []string{`/facts/withdrawals/1 "" withdrawal-twice (entry=1)`}},
		{"kept apart twice, whoever is named first", func(d *eventfile.Document) {
			d.Facts.Apart = []tournament.Apart{{Pair: [2]league.Entry{2, 1}}, {Pair: [2]league.Entry{1, 2}}}
		}, []string{`/facts/apart/1 "" apart-twice (entry=1, other=2)`}},
		{"a name of one letter", func(d *eventfile.Document) { d.Entries[0].Name = "A" }, []string{`/entries/0/name "" text-missing`}},
		{"of 81", func(d *eventfile.Document) { d.Entries[0].Name = strings.Repeat("è", 81) }, []string{`/entries/0/name "" text-too-long (most=80)`}},
		{"on two lines", func(d *eventfile.Document) { d.Entries[0].Name = "Ada\nAa" }, []string{`/entries/0/name "" control-character`}},
		{"with a control character of the second set", func(d *eventfile.Document) { d.Entries[0].Name = "Ada\u0085Aa" }, []string{`/entries/0/name "" control-character`}},
		{"read backwards", func(d *eventfile.Document) { d.Entries[0].Name = "Ada \u202eaA" }, []string{`/entries/0/name "" name-unreadable`}},
		{"a club of 121", func(d *eventfile.Document) { d.Entries[0].Club = strings.Repeat("è", 121) }, []string{`/entries/0/club "" text-too-long (most=120)`}},
		{"a club on two lines", func(d *eventfile.Document) { d.Entries[0].Club = "Tana\tGoblin" }, []string{`/entries/0/name "" control-character`}},
		{"a state of nobody", func(d *eventfile.Document) { d.Entries[len(d.Entries)-1].State = "asleep" }, []string{`/entries/` + last(t) + `/state "" unknown-entry-state (states=no-show, cancelled, waiting)`}},
		{"no reason of a warning", func(d *eventfile.Document) { d.Facts.Sanctions = []league.Sanction{warned(1, "")} }, []string{`/facts/sanctions/0/reason "" text-missing`}},
		{"a reason of 501", func(d *eventfile.Document) {
			d.Facts.Sanctions = []league.Sanction{warned(1, strings.Repeat("è", 501))}
		}, []string{`/facts/sanctions/0/reason "" text-too-long (most=500)`}},
		{"a ref of the recorder", func(d *eventfile.Document) {
			s := warned(1, "slow-play")
			s.Ref = "x"
			d.Facts.Sanctions = []league.Sanction{s}
		}, []string{`/facts/sanctions/0/ref "" unknown-field`}},
		{"confirmed and not", func(d *eventfile.Document) {
			s := warned(1, "slow-play")
			s.ConfirmedAt = &league.Moment{Round: 2}
			d.Facts.Sanctions = []league.Sanction{s}
		}, []string{`/facts/sanctions/0/confirmedAt "" not-confirmed`}},
		{"a stranger warned", func(d *eventfile.Document) { d.Facts.Sanctions = []league.Sanction{warned(99, "slow-play")} }, []string{`/facts/sanctions/0/entry "" not-an-entrant (entry=99)`}},
		{"left for a reason of 501", func(d *eventfile.Document) {
			d.Facts.Withdrawals = []league.Withdrawal{{Entry: 1, At: league.Moment{Round: 2}, Reason: strings.Repeat("è", 501)}}
		}, []string{`/facts/withdrawals/0/reason "" text-too-long (most=500)`}},
		{"left with a ref", func(d *eventfile.Document) {
			d.Facts.Withdrawals = []league.Withdrawal{{Entry: 1, At: league.Moment{Round: 3}, Ref: "x"}}
		}, []string{`/facts/withdrawals/0/ref "" unknown-field`}},
		{"a lot of 0", func(d *eventfile.Document) { d.Facts.Lots[1] = 0 }, []string{`/facts/lots/1 "" not-a-whole-number`}},
		{"a place of 0", func(d *eventfile.Document) { d.Facts.Places = map[league.Entry]int{1: 0} }, []string{`/facts/places/1 "" not-a-whole-number`}},
		{"kept apart from the third round to the second", func(d *eventfile.Document) {
			d.Facts.Apart = []tournament.Apart{{Pair: [2]league.Entry{1, 2}, From: 3, Until: 2}}
		}, []string{`/facts/apart/0/until "" of-no-use`}},
		{"until before the first", func(d *eventfile.Document) {
			d.Facts.Apart = []tournament.Apart{{Pair: [2]league.Entry{1, 2}, Until: -1}}
		}, []string{`/facts/apart/0/until "" of-no-use`}},
		{"in the second round alone, and from it on", func(d *eventfile.Document) {
			d.Facts.Apart = []tournament.Apart{{Pair: [2]league.Entry{1, 2}, From: 2, Until: 2}, {Pair: [2]league.Entry{3, 1}, From: 2}}
		}, []string{`/facts/apart/0 "" nobody-kept-apart (section=seating.pairings.apart)`, `/facts/apart/1 "" nobody-kept-apart (section=seating.pairings.apart)`}},
		{"orders of rounds that nobody draws", func(d *eventfile.Document) { d.Facts.Draws = [][]league.Entry{d.Facts.Entrants} }, []string{`/facts/draws "" of-no-use`}},
		{"two absences of one round", func(d *eventfile.Document) {
			d.Facts.Absences = []tournament.Absence{{Entry: 1, Round: 1}, {Entry: 1, Round: 1}}
		}, []string{`/facts/absences/1 "" attendance-twice (entry=1, round=1)`}},
		{"nothing played", func(d *eventfile.Document) { d.Facts.Rounds, d.Facts.Sanctions, d.Facts.Withdrawals = nil, nil, nil }, []string{`/facts/rounds "" nothing-played`}},
	})
}

// entrants returns the number of players in the changed event.
func entrants(t *testing.T) int {
	t.Helper()
	d, _ := eventfiletest.Play(t, "catan-nazionale-2009", 1)
	return len(d.Facts.Entrants)
}

// last returns the index of the no-show, behind all who played.
func last(t *testing.T) string {
	t.Helper()
	d, _ := eventfiletest.Play(t, "catan-nazionale-2009", 1)
	for i, e := range d.Entries {
		if e.State == eventfile.NoShow {
			return itoa(i)
		}
	}
	t.Fatal("everybody came")
	return ""
}

func itoa(n int) string { return league.Numbers([]int{n}) }

func warned(entry league.Entry, reason string) league.Sanction {
	return league.Sanction{Entry: entry, Kind: league.Warning, At: league.Moment{Round: 1}, Reason: reason}
}

// TestPlayThatIsRefused: facts that the engines would not have allowed.
func TestPlayThatIsRefused(t *testing.T) {
	t.Parallel()
	d, _ := eventfiletest.Play(t, "catan-nazionale-2009", 0)
	for seed := uint64(1); len(d.Facts.Sanctions)+len(d.Facts.Withdrawals) > 0; seed++ {
		d, _ = eventfiletest.Play(t, "catan-nazionale-2009", seed)
	}
	back := d.Facts.Rounds[1].Tables[2].Seats[1]
	for _, tt := range []struct {
		what   string
		change func(*tournament.Facts)
		want   []string
	}{
		{"CN09 3.5 who has left comes back", func(f *tournament.Facts) {
			f.Withdrawals = []league.Withdrawal{{Entry: back, At: league.Moment{Round: 1}}}
		}, []string{`/facts/rounds/1/tables/2/seats/1 "" entry-not-playing`}},
		{"CN09 3.5 who has left before the first round plays on", func(f *tournament.Facts) {
			f.Withdrawals = []league.Withdrawal{{Entry: f.Rounds[0].Tables[0].Seats[0], At: league.Moment{}}}
		}, []string{`/facts/rounds/0/tables/0/seats/0 "" entry-not-playing`, `/facts/rounds/1/tables/2/seats/2 "" entry-not-playing`}},
		{"CN09 5.5b who was expelled comes back", func(f *tournament.Facts) {
			f.Sanctions = []league.Sanction{{Entry: back, Kind: league.Expulsion, At: league.Moment{Round: 1}, Reason: "cheating", Confirmed: true}}
		}, []string{`/facts/rounds/1/tables/2/seats/1 "" entry-not-playing`}},
		{"CN09 3.2 a second final", func(f *tournament.Facts) { f.Rounds = append(f.Rounds, f.Rounds[len(f.Rounds)-1]) }, []string{`/facts/rounds/3/kind "" unexpected-kind`}},
		{"CN09 3.5 who leaves after the last round plays no more, which nobody minds", func(f *tournament.Facts) {
			f.Withdrawals = []league.Withdrawal{{Entry: f.Rounds[0].Tables[0].Seats[3], At: league.Moment{Round: len(f.Rounds)}}}
		}, nil},
	} {
		other := d
		other.Facts = clone(t, d).Facts
		tt.change(&other.Facts)
		text, err := eventfile.Encode(other)
		if err != nil {
			t.Fatal(err)
		}
		got := described(read(t, eventfile.JSON, text).Faults)
		if diff := cmp.Diff(tt.want, got); diff != "" {
			t.Errorf("%s: want -, got +\n%s", tt.what, diff)
		}
	}
}

// TestVoidGamesThatAreRefused: SQ00 base 22, how a void game ended is kept, and one of the
// ways in which a game ends; nothing said is played to its end.
func TestVoidGamesThatAreRefused(t *testing.T) {
	t.Parallel()
	void := func(d eventfile.Document) (*league.Result, string) {
		for i, round := range d.Facts.Rounds {
			for j, table := range round.Tables {
				if table.Result.Void != nil {
					return table.Result, "/facts/rounds/" + itoa(i) + "/tables/" + itoa(j) + "/result/ended"
				}
			}
		}
		return nil, ""
	}
	d, _ := eventfiletest.Play(t, "risiko-squadre-2000", 0)
	for seed := uint64(1); ; seed++ {
		if game, _ := void(d); game != nil {
			break
		}
		d, _ = eventfiletest.Play(t, "risiko-squadre-2000", seed)
	}
	for ended, refused := range map[league.Ending]bool{"exploded": true, "": false, league.Completed: false, league.TooFewPlayers: false, league.TimeLimit: false} {
		other := clone(t, d)
		game, pointer := void(other)
		game.Ended, game.DeclaredBy = ended, 0
		text, err := eventfile.Encode(other)
		if err != nil {
			t.Fatal(err)
		}
		var want []string
		if refused {
			want = []string{pointer + ` "" unknown-ending (ended=exploded)`}
		}
		if diff := cmp.Diff(want, describedWith(read(t, eventfile.JSON, text).Faults)); diff != "" {
			t.Errorf("%q: want -, got +\n%s", ended, diff)
		}
	}
}

// clone returns a deep copy of a document.
func clone(t *testing.T, d eventfile.Document) eventfile.Document {
	t.Helper()
	text, err := eventfile.Encode(d)
	if err != nil {
		t.Fatal(err)
	}
	other, err := eventfile.Decode(text)
	if err != nil {
		t.Fatal(err)
	}
	return other
}

// TestWorkbooksThatAreRefused: each change of the sample causes exactly these faults, with their
// places.
func TestWorkbooksThatAreRefused(t *testing.T) {
	t.Parallel()
	for what, tt := range map[string]struct {
		file, before, after string
		want                []string
	}{
		"no start number":                        {"entries.csv", "2,Boris", ",Boris", []string{`Entries 3 Number "" cell-missing`}},
		"start number 0":                         {"entries.csv", "2,Boris", "0,Boris", []string{`Entries 3 Number "0" not-a-whole-number`}},
		"a club too long":                        {"entries.csv", "Ada Stoyanova,Sofia", "Ada Stoyanova," + strings.Repeat("x", 121), []string{`Entries 2 Club "` + strings.Repeat("x", 60) + `…" text-too-long (most=120)`}},
		"a lot in words":                         {"entries.csv", "Sofia,,3", "Sofia,,three", []string{`Entries 2 Lot "three" not-a-whole-number`}},
		"a lot below 1":                          {"entries.csv", "Sofia,,3", "Sofia,,0", []string{`Entries 2 Lot "0" not-a-whole-number`}},
		"a rank of nobody's":                     {"entries.csv", "Number,Name,Club,State,Lot\n1,Ada Stoyanova,Sofia,,3", "Number,Name,Club,State,Lot,Rank\n1,Ada Stoyanova,Sofia,,3,1", []string{`Entries Rank "" rank-without-elsewhere`}},
		"two who were first before":              {"entries.csv", "Number,Name,Club,State,Lot\n1,Ada Stoyanova,Sofia,,3\n2,Boris Petrov,Sofia,,1", "Number,Name,Club,State,Lot,Previous\n1,Ada Stoyanova,Sofia,,3,1\n2,Boris Petrov,Sofia,,1,1", []string{`Entries 3 Previous "1" number-drawn-twice (entry=1, number=1)`}},
		"one who did not come was second before": {"entries.csv", "Number,Name,Club,State,Lot\n1,Ada Stoyanova,Sofia,,3\n2,Boris Petrov,Sofia,,1\n3,Vesela Ilieva,,,7\n4,Georgi Kolev,Plovdiv,,2\n5,Dimitar Nikolov,Sofia,,5\n6,Elena Todorova,,,4\n7,Zhivko Marinov,Plovdiv,,6\n8,Ivan Hristov,Sofia,no-show,", "Number,Name,Club,State,Lot,Previous\n1,Ada Stoyanova,Sofia,,3,1\n2,Boris Petrov,Sofia,,1,\n3,Vesela Ilieva,,,7,\n4,Georgi Kolev,Plovdiv,,2,\n5,Dimitar Nikolov,Sofia,,5,\n6,Elena Todorova,,,4,\n7,Zhivko Marinov,Plovdiv,,6,\n8,Ivan Hristov,Sofia,no-show,,2", []string{`Entries 9 Previous "2" not-an-entrant (entry=8)`, `Entries 2 Previous "1" no-previous-standings (section=seating.pairings)`}},
		"won at once without an end":             {"tables.csv", "Round,Table,Ended,Declared by\n1,1,declared,4", "Round,Table,Ended,Declared by,Won at once\n1,1,,,x", []string{`Tables 2 Ended "" cell-missing`, `Results 2 VP "9" result-of-open-table (table=1)`}},
		"an empty name of a column":              {"entries.csv", "Club,State,Lot", "Club,,Lot", []string{`Entries 1 "" unknown-column`}},
		"a round in words":                       {"rounds.csv", "2,preliminary", "two,preliminary", []string{`Rounds 3 Round "two" not-a-whole-number`}},
		"round 3 for 2":                          {"rounds.csv", "2,preliminary", "3,preliminary", []string{`Rounds Round "" number-missing (number=2)`}},
		"no kind of a round":                     {"rounds.csv", "2,preliminary,yes", "2,,yes", []string{`Rounds 3 Kind "" unexpected-kind (got=, want=preliminary)`}},
		"a table 0":                              {"tables.csv", "2,2,declared", "2,0,declared", []string{`Tables 5 Table "0" not-a-whole-number`}},
		"no round of a table":                    {"tables.csv", "2,2,declared", ",2,declared", []string{`Tables 5 Round "" cell-missing`}},
		"declared by a stranger":                 {"tables.csv", "2,2,declared,5", "2,2,declared,55", []string{`Tables 5 Declared by "55" not-entered (entry=55)`}},
		"an ending of nobody's":                  {"tables.csv", "2,2,declared,5", "2,2,exploded,", []string{`Tables 5 Ended "exploded" unknown-ending (ended=exploded)`}},
		"others scored of no void":               {"tables.csv", "Round,Table,Ended,Declared by\n1,1,declared,4", "Round,Table,Ended,Declared by,Others scored\n1,1,declared,4,yes", []string{`Tables 2 Others scored "yes" cell-without-void`}},
		"a seat 0":                               {"results.csv", "2,2,3,5,14", "2,2,0,5,14", []string{`Results 15 Seat "0" not-a-whole-number`}},
		"left a game without points":             {"results.csv", "Round,Table,Seat,Entry,VP\n1,1,1,2,9", "Round,Table,Seat,Entry,VP,Left\n1,1,1,2,,1", []string{`Results 2 VP "" cell-missing`, `Results 2 VP "" cell-missing`}},
		"void for of no void":                    {"results.csv", "Round,Table,Seat,Entry,VP\n1,1,1,2,9", "Round,Table,Seat,Entry,VP,Void for\n1,1,1,2,9,yes", []string{`Results 2 Void for "yes" cell-without-void`}},
		"at fault of no void":                    {"results.csv", "Round,Table,Seat,Entry,VP\n1,1,1,2,9", "Round,Table,Seat,Entry,VP,At fault\n1,1,1,2,9,yes", []string{`Results 2 At fault "yes" cell-without-void`}},
		"points in words":                        {"results.csv", "Round,Table,Seat,Entry,VP\n1,1,1,2,9", "Round,Table,Seat,Entry,VP,Points\n1,1,1,2,9,many", []string{`Results 2 Points "many" not-a-number`}},
		"punished in a round 9":                  {"sanctions.csv", "7,warning,2", "7,warning,9", []string{`Sanctions 2 Round "9" no-such-round (round=9)`}},
		"punished in no round":                   {"sanctions.csv", "7,warning,2", "7,warning,", []string{`Sanctions 2 Round "" cell-missing`}},
		"a time in words":                        {"event.csv", "Time,19:30", "Time,evening", []string{`Event 6 Value "evening" not-a-time`}},
		"a capacity in words":                    {"event.csv", "Kind,club", "Kind,club\nCapacity,many", []string{`Event 5 Value "many" not-a-whole-number`}},
		"a semifinal of no structure":            {"event.csv", "Kind,club", "Kind,club\nAgreed semifinal,yes", []string{`Event Agreed rounds "" cell-missing`}},
		"two who advance to nothing":             {"event.csv", "Kind,club", "Kind,club\nAgreed advancing,2", []string{`Event Agreed rounds "" cell-missing`}},
		"confirmed during no round":              {"sanctions.csv", "Reason,During\n7,warning,2,fair-play,yes", "Reason,During,Confirmed,Confirmed during\n7,warning,2,fair-play,yes,yes,yes", []string{`Sanctions 2 Confirmed round "" cell-missing`}},
		"a reading of nobody's":                  {"event.csv", "Kind,club", "Kind,club\nReading A003-2,both", []string{`Event 5 Value "both" no-such-option (key=A003-2, value=both)`}},
		"a question of nobody's":                 {"event.csv", "Kind,club", "Kind,club\nReading X1,both", []string{`Event 5 Value "both" no-such-reading (key=X1)`}},
		"a latitude in words":                    {"event.csv", "Kind,club", "Kind,club\nLatitude,north", []string{`Event 5 Value "north" not-a-number`}},
		"half a position":                        {"event.csv", "Kind,club", "Kind,club\nLatitude,42.7", []string{`Event 5 Value "42.7" half-a-position`}},
		"a fee without currency":                 {"event.csv", "Kind,club", "Kind,club\nFee,5", []string{`Event Currency "" unknown-currency (currencies=EUR)`}},
	} {
		t.Run(what, func(t *testing.T) {
			t.Parallel()
			f := read(t, eventfile.CSV, sample(t).with(t, tt.file, tt.before, tt.after).zip(t))
			if diff := cmp.Diff(tt.want, describedWith(f.Faults)); diff != "" {
				t.Errorf("want -, got +\n%s", diff)
			}
		})
	}
}

// TestSheetsThatAreRefused: missing, duplicate and unknown sheets, and rows that match no other.
func TestSheetsThatAreRefused(t *testing.T) {
	t.Parallel()
	with := func(name, text string) evening {
		e := sample(t)
		e[name] = text
		return e
	}
	open := func(marked string) evening {
		const before = "Round,Table,Seat,Entry,VP\n1,1,1,2,9"
		return sample(t).with(t, "tables.csv", "1,1,declared,4", "1,1,,").with(t, "results.csv", before, "Round,Table,Seat,Entry,VP,"+marked+"\n1,1,1,2,,yes")
	}
	less := func(name string) evening {
		e := sample(t)
		delete(e, name)
		return e
	}
	for what, tt := range map[string]struct {
		file evening
		want []string
	}{
		"no event":   {less("event.csv"), []string{`Event "" sheet-missing`}},
		"no entries": {less("entries.csv"), []string{`Entries "" sheet-missing`}},
		"no rounds": {less("rounds.csv"), []string{
			`Tables 2 Round "1" no-such-round (round=1)`, `Tables 3 Round "1" no-such-round (round=1)`, `Tables 4 Round "2" no-such-round (round=2)`, `Tables 5 Round "2" no-such-round (round=2)`,
		}},
		"no punishments":                 {less("sanctions.csv"), nil},
		"a sheet of nobody's":            {with("prizes.csv", "Prize"), []string{`prizes "" unknown-sheet`}},
		"a sheet twice":                  {with("SANCTIONS.csv", "Entry,Kind,Round,Reason"), []string{`Sanctions "" sheet-twice`}},
		"a part that is no sheet":        {with("notes.txt", "Ciao"), []string{` "" unknown-part (part=notes.txt)`}},
		"nothing in the event":           {with("event.csv", ""), []string{`Event 1 Field "" column-missing`, `Event 1 Value "" column-missing`, `Event Format "" unknown-format (want=referto-event/1)`}},
		"columns in another order":       {with("sanctions.csv", "reason, KIND ,Round,Entry\nfair-play,Warning,2,7"), nil},
		"empty rows and columns":         {with("sanctions.csv", "Entry,Kind,Round,Reason,,\n,,,,,\n7,warning,2,fair-play,,\n  ,,,,,"), nil},
		"a draw of a position twice":     {with("draws.csv", "Round,Position,Entry\n1,1,1\n1,1,2"), []string{`Draws 3 Position "1" number-drawn-twice (entry=1, number=1)`}},
		"a draw with a position missing": {with("draws.csv", "Round,Position,Entry\n1,1,1\n1,3,2"), []string{`Draws Position "" number-missing (number=2)`}},
		"a draw of a stranger":           {with("draws.csv", "Round,Position,Entry\n1,1,99"), []string{`Draws 2 Entry "99" not-entered (entry=99)`}},
		"a draw of round 0":              {with("draws.csv", "Round,Position,Entry\n0,1,1"), []string{`Draws 2 Round "0" not-a-whole-number`}},
		"a draw of a far round":          {with("draws.csv", "Round,Position,Entry\n1000000000,1,1"), []string{`Draws 2 Round "1000000000" of-no-use`}},
		"an absence of a stranger":       {with("absences.csv", "Entry,Round\n99,1"), []string{`Absences 2 Entry "99" not-entered (entry=99)`}},
		"late by words":                  {with("arrivals.csv", "Entry,Round,Minutes\n1,1,some"), []string{`Arrivals 2 Minutes "some" not-a-whole-number`}},
		"late by nothing":                {with("arrivals.csv", "Entry,Round,Minutes\n1,1,"), []string{`Arrivals 2 Minutes "" cell-missing`}},
		"apart from nobody":              {with("apart.csv", "Entry,Other\n1,"), []string{`Apart 2 Other "" cell-missing`}},
		"a report of no day":             {with("reports.csv", "Received,Sent,Digest\ntoday,2009-02-09T18:30:00Z,"+strings.Repeat("0f", 32)), []string{`Reports 2 Received "today" not-an-instant`}},
		"a report of no digest":          {with("reports.csv", "Received,Sent,Digest\n2009-02-09T18:30:00Z,2009-02-09T18:30:00Z,f9"), []string{`Reports 2 Digest "f9" not-a-digest`}},
		"left twice":                     {with("withdrawals.csv", "Entry,Round\n1,2\n1,2"), []string{`Withdrawals 3 Entry "1" withdrawal-twice (entry=1)`}},
		"absent twice":                   {with("absences.csv", "Entry,Round\n1,1\n1,1"), []string{`Absences 3 Entry "1" attendance-twice (entry=1, round=1)`}},
		"late twice":                     {with("arrivals.csv", "Entry,Round,Minutes\n1,1,1\n1,1,2"), []string{`Arrivals 3 Entry "1" attendance-twice (entry=1, round=1)`}},
		"apart twice":                    {with("apart.csv", "Entry,Other\n1,2\n2,1"), []string{`Apart 3 Entry "2" apart-twice (entry=1, other=2)`}},
		"a draw without some":            {with("draws.csv", "Round,Position,Entry\n1,1,2\n1,2,1"), []string{`Draws 2 Round "1" not-every-entrant-once`}},
		"a draw where none is drawn":     {with("draws.csv", "Round,Position,Entry\n2,2,1\n2,1,2"), []string{`Draws 2 Round "2" of-no-use`}},
		"a draw of no position":          {with("draws.csv", "Round,Position,Entry\n1,,1"), []string{`Draws 2 Position "" cell-missing`}},
		"a figure of a punishment":       {with("sanctions.csv", "Entry,Kind,Round,Reason,Figure: roads\n7,warning,2,fair-play,1"), []string{`Sanctions 1 "Figure: roads" unknown-column`}},
		"an empty row that is shorter":   {with("sanctions.csv", "Entry,Kind,Round,Reason,\n7,warning,2,fair-play\n"), nil},
		"seats in another order":         {sample(t).with(t, "results.csv", "1,1,1,2,9\n1,1,2,4,13", "1,1,2,4,13\n1,1,1,2,9"), nil},
		"a void game that has not ended": {open("Void for"), []string{`Results 2 VP "" result-of-open-table (table=1)`}},
		"and a fault in it":              {open("At fault"), []string{`Results 2 VP "" result-of-open-table (table=1)`}},
		"left in no round":               {with("withdrawals.csv", "Entry,Round\n1,"), []string{`Withdrawals 2 Round "" cell-missing`}},
	} {
		t.Run(what, func(t *testing.T) {
			t.Parallel()
			got := describedWith(read(t, eventfile.CSV, tt.file.zip(t)).Faults)
			if diff := cmp.Diff(tt.want, got); diff != "" {
				t.Errorf("want -, got +\n%s", diff)
			}
		})
	}
}

// TestTooManyFaults: only the first two hundred faults are kept, from the reader of files and from later refusals alike.
func TestTooManyFaults(t *testing.T) {
	t.Parallel()
	rows := "Entry,Kind,Round,Reason" + strings.Repeat("\n99,warning,1,fair-play", 300)
	e := sample(t)
	e["sanctions.csv"] = rows
	f := read(t, eventfile.CSV, e.zip(t))
	if len(f.Faults) != 200 || f.Faults[199].Line != 201 {
		t.Errorf("%d faults", len(f.Faults))
	}
	f.Refuse(league.Faults{{Field: "/entries/0", Grounds: league.Grounds{Reason: "unknown-player"}}})
	if len(f.Faults) != 200 {
		t.Errorf("%d faults", len(f.Faults))
	}
}

// TestTheLargestFile: as large as may be, and a byte more, which is not even looked at.
func TestTheLargestFile(t *testing.T) {
	t.Parallel()
	for form, data := range map[eventfile.Form][]byte{eventfile.CSV: sample(t).zip(t), eventfile.XLSX: saved(t, workbook(t))} {
		limits := eventfile.Standard()
		for size, want := range map[int][]string{len(data): nil, len(data) - 1: {` "" file-too-large (limit=` + itoa(len(data)-1) + `)`}} {
			limits.File = size
			f, err := eventfile.Read(form, data, limits, eventfiletest.Rulesets)
			if err != nil {
				t.Fatal(err)
			}
			if diff := cmp.Diff(want, describedWith(f.Faults)); diff != "" {
				t.Errorf("%s: want -, got +\n%s", form, diff)
			}
		}
	}
}

// TestRefuse: a fault added later has the cell of the nearest member.
func TestRefuse(t *testing.T) {
	t.Parallel()
	for pointer, want := range map[string]string{
		"/entries/1/name":                      `Entries 3 Name "Boris Petrov" x`,
		"/entries/1/player/id":                 `Entries 3 Number "2" x`,
		"/facts/rounds/1/tables/0/result":      `Tables 4 Ended "declared" x`,
		"/facts/rounds/1/tables/0/seats/2/who": `Results 11 Entry "1" x`,
		"/event/venue/city":                    `Event 9 Value "Sofia" x`,
		"/facts/sanctions/0/at":                `Sanctions 2 Round "2" x`,
		"/nothing/like/that":                   `/nothing/like/that "" x`,
		"":                                     ` "" x`,
	} {
		f := read(t, eventfile.CSV, sample(t).zip(t))
		f.Refuse(league.Faults{{Field: pointer, Grounds: league.Grounds{Reason: "x"}}})
		if diff := cmp.Diff([]string{want}, described(f.Faults)); diff != "" {
			t.Errorf("%s: %s", pointer, diff)
		}
	}
	f := read(t, eventfile.CSV, sample(t).with(t, "tables.csv", "1,1,declared,4\n1,2,declared,6", "1,2,declared,6\n1,1,declared,4").zip(t))
	f.Refuse(league.Faults{{Field: "/facts/rounds/0/tables/0/result", Grounds: league.Grounds{Reason: "x"}}})
	if diff := cmp.Diff([]string{`Tables 3 Ended "declared" x`}, described(f.Faults)); diff != "" {
		t.Errorf("tables in another order than their numbers: %s", diff)
	}
	f = read(t, eventfile.CSV, sample(t).zip(t))
	f.Refuse(league.Faults{{Field: "/entries/1/name", Grounds: league.Grounds{Reason: "x"}}, {Field: "/other", Grounds: league.Grounds{Reason: "y"}}})
	if got, want := f.Faults.Error(), "Entries 3 Name /entries/1/name x; 0  /other y"; got != want {
		t.Errorf("got %q, want %q", got, want)
	}
}

// TestRefuseNamesTheEntryThatIsMeant: the entries of a file may be in any order, and a fault of one
// in the document leads to its line, or to its position in JSON.
func TestRefuseNamesTheEntryThatIsMeant(t *testing.T) {
	t.Parallel()
	const inOrder, mixed = "1,Ada Stoyanova,Sofia,,3\n2,Boris Petrov,Sofia,,1\n3,Vesela Ilieva,,,7", "3,Vesela Ilieva,,,7\n1,Ada Stoyanova,Sofia,,3\n2,Boris Petrov,Sofia,,1"
	f := read(t, eventfile.CSV, sample(t).with(t, "entries.csv", inOrder, mixed).zip(t))
	faults := league.Faults{}
	for i, e := range f.Entries[:4] {
		faults = append(faults, league.Fault{Field: "/entries/" + itoa(i) + "/name", Grounds: league.Grounds{Reason: "x", Params: map[string]string{"name": e.Name}}})
	}
	faults = append(faults, league.Fault{Field: "/entries/99/name", Grounds: league.Grounds{Reason: "x"}}, league.Fault{Field: "/entries/x", Grounds: league.Grounds{Reason: "x"}})
	f.Refuse(faults)
	want := []string{
		`Entries 3 Name "Ada Stoyanova" x (name=Ada Stoyanova)`, `Entries 4 Name "Boris Petrov" x (name=Boris Petrov)`, `Entries 2 Name "Vesela Ilieva" x (name=Vesela Ilieva)`,
		`Entries 5 Name "Georgi Kolev" x (name=Georgi Kolev)`, `/entries/99/name "" x`, `/entries/x "" x`,
	}
	if diff := cmp.Diff(want, describedWith(f.Faults)); diff != "" {
		t.Errorf("want -, got +\n%s", diff)
	}
	if faults[0].Field != "/entries/0/name" {
		t.Errorf("the faults themselves have changed: %v", faults)
	}
	text, err := eventfile.Encode(read(t, eventfile.CSV, sample(t).zip(t)).Document)
	if err != nil {
		t.Fatal(err)
	}
	ada, boris := `"number": 1,`, `"number": 2,`
	swapped := strings.NewReplacer(ada, boris, boris, ada, "Ada Stoyanova", "Boris Petrov", "Boris Petrov", "Ada Stoyanova").Replace(string(text))
	f = read(t, eventfile.JSON, []byte(swapped))
	if len(f.Faults) > 0 || f.Entries[0].Name != "Ada Stoyanova" {
		t.Fatalf("%v, the first is %s", f.Faults, f.Entries[0].Name)
	}
	f.Refuse(league.Faults{{Field: "/entries/0/name", Grounds: league.Grounds{Reason: "x"}}})
	if diff := cmp.Diff([]string{`/entries/1/name "" x`}, described(f.Faults)); diff != "" {
		t.Error(diff)
	}
}

// TestRulesetsNotFound: a missing ruleset is distinguished from an unreadable one.
func TestRulesetsNotFound(t *testing.T) {
	t.Parallel()
	for what, tt := range map[string]struct {
		err  error
		want string
	}{
		"no such one":    {league.ErrNotFound, `Event 10 Value "catan-ranglista-bg" unknown-ruleset (ruleset=catan-ranglista-bg)`},
		"a broken one":   {errors.New("disk on fire"), `Event 10 Value "catan-ranglista-bg" unreadable (detail=disk on fire)`},
		"a digest":       {league.Faults{{Field: "/digest", Grounds: league.Grounds{Reason: "another-digest"}}}, `Event Ruleset digest "" another-digest`},
		"wrapped faults": {errors.Join(errors.New("x"), league.Faults{{Field: "", Grounds: league.Grounds{Reason: "retired"}}}), `Event 10 Value "catan-ranglista-bg" retired`},
	} {
		f, err := eventfile.Read(eventfile.CSV, sample(t).zip(t), eventfile.Standard(), func(eventfile.Ruleset) (*rules.Ruleset, error) { return nil, tt.err })
		if err != nil {
			t.Fatal(err)
		}
		if diff := cmp.Diff([]string{tt.want}, describedWith(f.Faults)); diff != "" {
			t.Errorf("%s: %s", what, diff)
		}
	}
}

// TestFormOf: the form of a file is recognized by its first bytes and its parts.
func TestFormOf(t *testing.T) {
	t.Parallel()
	for what, tt := range map[string]struct {
		data []byte
		want eventfile.Form
	}{
		"nothing": {nil, eventfile.JSON}, "a document": {[]byte(`{"format":"x"}`), eventfile.JSON}, "a sheet of its own": {[]byte("Number,Name"), eventfile.JSON},
		"an archive": {sample(t).zip(t), eventfile.CSV}, "a workbook": {saved(t, workbook(t)), eventfile.XLSX},
	} {
		if got := eventfile.FormOf(tt.data); got != tt.want {
			t.Errorf("%s: %s, want %s", what, got, tt.want)
		}
	}
	if diff := cmp.Diff([]string{` "" unknown-form (form=pdf)`}, describedWith(read(t, "pdf", []byte("%PDF")).Faults)); diff != "" {
		t.Error(diff)
	}
}
