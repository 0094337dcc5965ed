package conformance_test

import (
	"encoding/json"
	"fmt"
	"strings"
	"testing"

	"referto/internal/league/conformance"
	"referto/internal/league/rules"
	"referto/internal/league/rules/presets"
)

func day(month, day int) rules.Day { return rules.Day(fmt.Sprintf("2009-%02d-%02d", month, day)) }

// people are names from a letter and a number on: p01, p02, ….
func people(letter string, n int) []string {
	var names []string
	for i := range n {
		names = append(names, fmt.Sprintf("%s%02d", letter, i+1))
	}
	return names
}

// stage is a tournament that fails nothing: announced four weeks before, its results in
// two days later, with its three photos.
func stage(id, kind, region string, month int, registered []string, top ...string) conformance.SeasonEvent {
	return conformance.SeasonEvent{
		ID: id, Kind: kind, Region: region, Registered: registered, Top: top, Photos: []string{"winner", "panorama", "final_table"}, ResultsSound: true,
		Date: day(month, 28), Announced: day(month, 1), ResultsReceived: day(month+1, 2),
	}
}

// replayed returns the lines of a run of a season, compared with the expected outcome.
func replayed(t *testing.T, in conformance.Season2009, readings map[string]string, expected string) string {
	t.Helper()
	input, err := json.Marshal(in)
	if err != nil {
		t.Fatal(err)
	}
	head, err := json.Marshal(map[string]any{"schema": conformance.Schema, "case_id": "season", "regulation": "002", "kind": "season", "readings": readings, "input": json.RawMessage(input), "expected": json.RawMessage(expected)})
	if err != nil {
		t.Fatal(err)
	}
	c, err := conformance.Parse(head)
	if err != nil {
		t.Fatal(err)
	}
	_, out := run(t, &conformance.Engine{}, []conformance.Case{c})
	return out
}

// small is a season of two regions with a stage each, another in which too few are left,
// an open event, and the regional final of both together.
func small() conformance.Season2009 {
	late := stage("M1", "regional", "Marche", 5, people("m", 12), "m01", "m02", "m03")
	late.Announced = day(5, 20)
	few := stage("L2", "regional", "Lazio", 4, people("l", 12), "l02", "l03", "l04")
	few.PrizesSent, few.PrizesPriceCents, few.PrizesShippingCents = true, 5000, 900
	return conformance.Season2009{
		Regions: []string{"Marche", "Lazio"}, ReigningChampion: &conformance.SeasonPerson{Player: "champion"},
		Employees: []string{"o16"},
		Tournaments: []conformance.SeasonEvent{
			stage("O1", "open", "", 6, people("o", 17), "o01", "o02", "o03"), late, few,
			stage("L1", "regional", "Lazio", 3, people("l", 12), "l01", "l02", "l03"),
		},
		MergeInto:           map[string]string{"Lazio": "Marche"},
		UnavailableNational: []string{"o01"},
		RegionalFinals:      []conformance.SeasonFinal{{Region: "Marche", Date: "2010-02-01", Ranking: []string{"l01", "m01", "l02", "m02"}}},
		Expenses: []conformance.SeasonExpense{
			{Player: "l01", Cents: 12_000, Attested: true}, {Player: "l01", Cents: 700}, {Player: "o02", Cents: 5000, Attested: true}, {Player: "champion", Cents: 100, Attested: true},
		},
	}
}

// smallEnds is the outcome of the season above by CN09. 1.5 refuses players who have qualified and employees of
// the publisher, so that L2 has too few (1.11) and its prizes go back within a week (1.10). 2.3 asks for two
// weeks, which M1 had not. Lazio has one finalist and plays with Marche (1.7.1), where the seconds make four of
// two (1.7.2). The regional champion and the reigning one have their journeys paid as far as receipts go; the
// second of the open event, who steps in (1.9), has not.
const smallEnds = `{
	"tournaments": [
		{"id": "L1", "registered": 12, "players": 12, "tier": "tappa", "valid": true, "reasons": [], "breaches": [], "refused": [], "prizes": null, "qualifies": [{"player": "l01", "for": "regional"}]},
		{"id": "L2", "registered": 11, "players": 11, "tier": "tappa", "valid": false, "reasons": ["too_few_players"], "breaches": [], "refused": [{"player": "l01", "reason": "already_qualified"}],
			"prizes": {"action": "return_or_pay", "return_by": "2009-05-05", "pay_cents": 5900}, "qualifies": []},
		{"id": "M1", "registered": 12, "players": 12, "tier": "tappa", "valid": true, "reasons": [], "breaches": ["announced_late"], "refused": [], "prizes": null, "qualifies": [{"player": "m01", "for": "regional"}]},
		{"id": "O1", "registered": 16, "players": 16, "tier": "open", "valid": true, "reasons": [], "breaches": [], "refused": [{"player": "o16", "reason": "employee"}], "prizes": null, "qualifies": [{"player": "o01", "for": "national"}]}
	],
	"regional_finals": [
		{"region": "Lazio", "format": "merged", "host": "Marche", "finalists": ["l01"], "brought_in": []},
		{"region": "Marche", "format": "final_of_4", "host": "Marche", "finalists": ["l01", "l02", "m01", "m02"], "brought_in": ["l02", "m02"]}
	],
	"regional_results": [{"region": "Marche", "late": false, "valid": true}],
	"national_final": [
		{"player": "champion", "route": "reigning_champion", "source": null, "substitute": false, "refund_entitled": true, "refund_cents": 100},
		{"player": "l01", "route": "regional_final", "source": "Marche", "substitute": false, "refund_entitled": true, "refund_cents": 12000},
		{"player": "o02", "route": "open", "source": "O1", "substitute": true, "refund_entitled": false, "refund_cents": 0}
	],
	"seats_lost": []
}`

// TestSeason replays a season of CN09, and the same with one thing changed, which shows
// in the outcome where it should.
func TestSeason(t *testing.T) {
	t.Parallel()
	for _, tt := range []struct {
		par      string
		change   func(*conformance.Season2009)
		readings map[string]string
		want     []string // of the lines that differ
	}{
		{"CN09 1 as it was", func(*conformance.Season2009) {}, nil, []string{"1 passed, 0 failed"}},
		{"CN09 2.3 read so that late announcements make invalid", func(*conformance.Season2009) {}, map[string]string{"A002-7": "invalid"}, []string{"/tournaments/2/valid: got false, want true", `/tournaments/2/qualifies/0: got nothing`}},
		{
			"CN09 1.9 who steps in cannot come either", func(in *conformance.Season2009) { in.UnavailableNational = append(in.UnavailableNational, "o02") }, nil,
			[]string{`/national_final/2: got nothing`, `/seats_lost/0: got {"route":"open","source":"O1"}, want nothing`},
		},
		{
			"CN09 1.4 a final after 14 February", func(in *conformance.Season2009) { in.RegionalFinals[0].Date = "2010-02-15" }, nil,
			[]string{"/regional_results/0/late: got true, want false", "/regional_results/0/valid: got false, want true", `/national_final/1/player: got "o02", want "l01"`},
		},
		{"CN09 1.4 which the manager had moved", func(in *conformance.Season2009) {
			in.RegionalFinals[0].Date, in.Calendar = "2010-02-15", &conformance.SeasonCalendar{RegionalFinalsBy: "2010-02-15"}
		}, nil, []string{"1 passed, 0 failed"}},
		{
			"CN09 1.6.a a photo is missing", func(in *conformance.Season2009) { in.Tournaments[0].Photos = []string{"winner", "panorama"} }, nil,
			[]string{"/tournaments/3/valid: got false, want true", "/tournaments/3/reasons/0: got "},
		},
		{
			"CN09 1.11 results a week and a day after the end", func(in *conformance.Season2009) { in.Tournaments[3].ResultsReceived = day(4, 5) }, nil,
			[]string{"/tournaments/0/valid: got false, want true"},
		},
		{"CN09 1.11 a week after it", func(in *conformance.Season2009) { in.Tournaments[3].ResultsReceived = day(4, 4) }, nil, []string{"1 passed, 0 failed"}},
		{
			"CN09 1.11 fewer are accepted of new organizers", func(in *conformance.Season2009) {
				in.Tournaments[2].NewOrganizer, in.Tournaments[2].FewerAccepted = true, true
			}, nil,
			[]string{"/tournaments/1/valid: got true, want false"},
		},
		{"CN09 1.11 of others they are not", func(in *conformance.Season2009) { in.Tournaments[2].FewerAccepted = true }, nil, []string{"1 passed, 0 failed"}},
		{"CN09 1.10 prizes that may be kept", func(in *conformance.Season2009) { in.Tournaments[2].PrizesKeptAllowed = true }, nil, []string{`/tournaments/1/prizes/action: got "keep_for_next_stage", want "return_or_pay"`}},
		{
			"CN09 1.5 a referee plays in his own tournament", func(in *conformance.Season2009) { in.Tournaments[0].Referees = []string{"o15"} }, nil,
			[]string{`/tournaments/3/refused/0/reason: got "referee", want "employee"`, "/tournaments/3/players: got 15, want 16", `/tournaments/3/reasons/0: got "too_few_players"`},
		},
		{
			"CN09 5.5 who is banned in May plays no more in June", func(in *conformance.Season2009) { in.Bans = []conformance.SeasonBan{{Player: "o05", On: day(5, 28)}} }, nil,
			[]string{`/tournaments/3/refused/0/player: got "o05", want "o16"`, `/tournaments/3/refused/0/reason: got "banned", want "employee"`},
		},
		{"CN09 5.5 and plays on the day of the ban", func(in *conformance.Season2009) { in.Bans = []conformance.SeasonBan{{Player: "o05", On: day(6, 28)}} }, nil, []string{"1 passed, 0 failed"}},
		{"CN09 1.11 found void later", func(in *conformance.Season2009) {
			in.Later = []conformance.SeasonLater{{Tournament: "O1", On: day(12, 1), Reason: conformance.ResultsUnsound}}
		}, nil, []string{"/tournaments/3/valid: got false, want true", "/national_final/2: got nothing"}},
		{"CN09 1.11 for a reason that would have been known", func(in *conformance.Season2009) {
			in.Later = []conformance.SeasonLater{{Tournament: "O1", On: day(12, 1), Reason: "no_photos"}}
		}, nil, []string{`got error: input: a tournament is found void later because of "no_photos", want an outcome`}},
		{
			"CN09 1.7 how the finals stood when they were convoked", func(in *conformance.Season2009) { in.ConvokedOn = day(5, 1) }, nil,
			[]string{`/convoked: got [{"brought_in":[],"finalists":["l01"],"format":"merged","host":"Marche","region":"Lazio"}`},
		},
		{"CN09 1.8 thirty-six make a Grande Evento, of which the second goes too", func(in *conformance.Season2009) {
			in.Tournaments[0].Registered = people("o", 37)
		}, nil, []string{`/tournaments/3/tier: got "grande_evento", want "open"`, `/tournaments/3/qualifies/1: got {"for":"national","player":"o02"}, want nothing`}},
		{"CN09 1.7 twenty-eight make a Grande Torneo, with a journey that is paid", func(in *conformance.Season2009) {
			in.Tournaments[3].Registered = people("l", 28)
		}, nil, []string{`/tournaments/0/tier: got "grande_torneo", want "tappa"`, `/tournaments/0/qualifies/0/for: got "national", want "regional"`}},
	} {
		t.Run(tt.par, func(t *testing.T) {
			t.Parallel()
			in := small()
			tt.change(&in)
			out := replayed(t, in, tt.readings, smallEnds)
			for _, want := range tt.want {
				if !strings.Contains(out, want) {
					t.Errorf("no %q in\n%s", want, out)
				}
			}
		})
	}
}

// TestPeopleOfASeason: every person who appears, once, by name; tournaments by day.
func TestPeopleOfASeason(t *testing.T) {
	t.Parallel()
	in := conformance.Season2009{
		Employees: []string{"e"}, Banned: []string{"b"}, UnavailableRegional: []string{"u"}, UnavailableNational: []string{"v"},
		ReigningChampion: &conformance.SeasonPerson{Player: "c"}, Expenses: []conformance.SeasonExpense{{Player: "x"}},
		RegionalFinals: []conformance.SeasonFinal{{Ranking: []string{"f", "b"}}},
		Tournaments: []conformance.SeasonEvent{
			{ID: "2", Date: "2009-03-01", Registered: []string{"r", "e"}, Referees: []string{"a"}, Top: []string{"t"}}, {ID: "1", Date: "2009-03-01"}, {ID: "3", Date: "2009-02-01"},
		},
	}
	if got := strings.Join(in.People(), ""); got != "abcefrtuvx" {
		t.Errorf("people: %s", got)
	}
	var order string
	for _, e := range in.ByDate() {
		order += e.ID
	}
	if order != "312" {
		t.Errorf("by day: %s", order)
	}
	if got := (conformance.SeasonEvent{Photos: []string{"winner", "final_table"}}).Documents(); strings.Join(got, " ") != "winner final-table" {
		t.Errorf("documents: %v", got)
	}
	if got := (conformance.SeasonBan{On: "2009-12-31"}).From(); got != "2010-01-01" {
		t.Errorf("a ban from %s", got)
	}
}

// TestMovesOfASeason: on one day tournaments come first, then bans, then tournaments found void and the
// convocation.
func TestMovesOfASeason(t *testing.T) {
	t.Parallel()
	in := conformance.Season2009{
		Tournaments: []conformance.SeasonEvent{{ID: "b", Date: "2009-05-02"}, {ID: "a", Date: "2009-05-01"}},
		Bans:        []conformance.SeasonBan{{Player: "x", On: "2009-05-01"}}, ConvokedOn: "2009-05-01",
		Later: []conformance.SeasonLater{{Tournament: "a", On: "2009-05-01", Reason: conformance.ResultsUnsound}},
	}
	moves, err := in.Moves()
	if err != nil {
		t.Fatal(err)
	}
	var order []string
	for _, m := range moves {
		switch {
		case m.Event != nil:
			order = append(order, fmt.Sprint(m.Event.ID, m.Place))
		case m.Ban != nil:
			order = append(order, "ban")
		case m.Void != nil:
			order = append(order, "void")
		case m.Convoked:
			order = append(order, "convoked")
		}
	}
	if got, want := strings.Join(order, " "), "a0 ban void convoked b1"; got != want {
		t.Errorf("got %s, want %s", got, want)
	}
}

// TestPeriodOfASeason: CN09 1.4, or as the manager has moved it, day by day.
func TestPeriodOfASeason(t *testing.T) {
	t.Parallel()
	r, err := presets.Find("catan-nazionale-2009")
	if err != nil {
		t.Fatal(err)
	}
	p := conformance.Season2009{}.Period(r)
	if p.From != "2009-02-01" || p.To != "2009-12-31" || p.FinalsBy != "2010-02-14" {
		t.Errorf("printed %+v", p)
	}
	p = conformance.Season2009{Calendar: &conformance.SeasonCalendar{SelectionsTo: "2010-01-10"}}.Period(r)
	if p.From != "2009-02-01" || p.To != "2010-01-10" || p.FinalsBy != "2010-02-14" {
		t.Errorf("moved %+v", p)
	}
}
