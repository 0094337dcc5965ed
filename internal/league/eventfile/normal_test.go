package eventfile

import (
	"slices"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"referto/internal/league"
	"referto/internal/league/rules"
	"referto/internal/league/rules/presets"
	"referto/internal/league/tournament"
)

// TestNormal: a document has one normal form, and the given document is not changed.
func TestNormal(t *testing.T) {
	t.Parallel()
	rome := time.FixedZone("", 3600)
	given := Document{
		Event: Announcement{
			Title: " Serata ", Notes: "a\r\nb\r", Venue: Venue{Name: "\tBiblioteca", Address: " Via Roma ", City: "Aosta\n"},
			StartsAt: time.Date(2009, 2, 8, 10, 0, 0, 999, rome),
		},
		Ruleset: Ruleset{Readings: map[string]string{}},
		Entries: []Entry{{Number: 2, Name: " Bruno ", Club: "\t"}, {Number: 1, Name: "Ada"}},
		Outcome: &Outcome{},
		Reports: []Report{{ReceivedAt: time.Date(2009, 2, 9, 10, 0, 0, 1999, rome), Digest: "AB", Notes: " x "}},
		Facts: tournament.Facts{
			Entrants: []league.Entry{2, 1}, Places: map[league.Entry]int{}, FirstRound: []league.Entry{}, Draws: [][]league.Entry{{1, 2}, {2, 1}}, Previous: []league.Entry{},
			Absences: []tournament.Absence{}, Arrivals: []tournament.Arrival{{Entry: 1, Round: 1}, {Entry: 2, Round: 1, Minutes: -3}, {Entry: 2, Round: 2, Minutes: 1}},
			Apart: []tournament.Apart{{Pair: [2]league.Entry{2, 1}}, {Pair: [2]league.Entry{1, 2}, From: 2}},
			Rounds: []tournament.Round{
				{Kind: league.Preliminary, Tables: []tournament.Table{
					{Number: 2},
					{Number: 1, Seats: []league.Entry{2, 1, 5}, Result: &league.Result{
						Void:  &league.Void{AtFault: []league.Entry{1, 2}, For: []league.Entry{7, 5, 1}},
						Seats: []league.SeatResult{{Entry: 7}, {Entry: 1, Figures: map[string]int{}}, {Entry: 2}},
					}},
				}},
				{Kind: league.Preliminary, Tables: []tournament.Table{{Number: 1, Seats: []league.Entry{1}, Result: &league.Result{Void: &league.Void{}}}}},
				{Kind: league.Final},
			},
			Sanctions: []league.Sanction{
				{Reason: " x ", At: league.Moment{Round: 1}, ConfirmedAt: &league.Moment{Round: 1}},
				{At: league.Moment{Round: 1}, ConfirmedAt: &league.Moment{Round: 1, During: true}},
			},
			Withdrawals: []league.Withdrawal{{Reason: " casa\r\n"}},
		},
	}
	want := Document{
		Format: FormatName,
		Event: Announcement{
			Title: "Serata", Notes: "a\nb", Venue: Venue{Name: "Biblioteca", Address: "Via Roma", City: "Aosta"}, StartsAt: time.Date(2009, 2, 8, 9, 0, 0, 0, time.UTC),
		},
		Entries: []Entry{{Number: 1, Name: "Ada"}, {Number: 2, Name: "Bruno"}},
		Outcome: &Outcome{Ranking: []league.Entry{}},
		Reports: []Report{{ReceivedAt: time.Date(2009, 2, 9, 9, 0, 0, 1000, time.UTC), SentAt: time.Time{}, Digest: "ab", Notes: "x"}},
		Facts: tournament.Facts{
			Entrants: []league.Entry{1, 2}, Lots: map[league.Entry]int{},
			Draws:    [][]league.Entry{{1, 2}}, // of two preliminary rounds one is drawn after the first
			Arrivals: []tournament.Arrival{{Entry: 2, Round: 2, Minutes: 1}},
			Apart:    []tournament.Apart{{Pair: [2]league.Entry{1, 2}, From: 1}, {Pair: [2]league.Entry{1, 2}, From: 2}},
			Rounds: []tournament.Round{
				{Kind: league.Preliminary, Tables: []tournament.Table{
					{Number: 1, Seats: []league.Entry{2, 1, 5}, Result: &league.Result{
						Ended: league.Completed, // a void game needs no ending
						Void:  &league.Void{AtFault: []league.Entry{2, 1}, For: []league.Entry{1, 5, 7}},
						Seats: []league.SeatResult{{Entry: 2}, {Entry: 1}, {Entry: 7}},
					}},
					{Number: 2, Seats: []league.Entry{}},
				}},
				{Kind: league.Preliminary, Tables: []tournament.Table{{Number: 1, Seats: []league.Entry{1}, Result: &league.Result{
					Ended: league.Completed, Void: &league.Void{For: []league.Entry{}}, Seats: []league.SeatResult{},
				}}}},
				{Kind: league.Final, Tables: []tournament.Table{}},
			},
			Sanctions: []league.Sanction{
				{Reason: "x", At: league.Moment{Round: 1}},
				{At: league.Moment{Round: 1}, ConfirmedAt: &league.Moment{Round: 1, During: true}},
			},
			Withdrawals: []league.Withdrawal{{Reason: "casa"}},
		},
	}
	if diff := cmp.Diff(want, given.Normal()); diff != "" {
		t.Errorf("want -, got +\n%s", diff)
	}
	if given.Entries[0].Number != 2 || given.Facts.Rounds[0].Tables[0].Number != 2 || given.Facts.Sanctions[0].Reason != " x " || given.Facts.Apart[0].From != 0 ||
		given.Reports[0].Digest != "AB" || given.Facts.Rounds[0].Tables[1].Result.Void.AtFault[0] != 1 {
		t.Errorf("the document that was given has changed: %+v", given)
	}
	empty := Document{}.Normal()
	if empty.Entries == nil || empty.Facts.Entrants == nil || empty.Facts.Lots == nil || empty.Facts.Rounds == nil || empty.Reports != nil || empty.Outcome != nil {
		t.Errorf("of nothing: %+v", empty)
	}
}

// TestResolved: missing options are the ruleset's first, and missing entrants are those who played;
// given ones stay, even if unknown to the ruleset.
func TestResolved(t *testing.T) {
	t.Parallel()
	r, err := presets.Find("catan-ranglista-bg")
	if err != nil {
		t.Fatal(err)
	}
	entries := []Entry{{Number: 1}, {Number: 2, State: NoShow}, {Number: 3, State: Waiting}, {Number: 4, State: Cancelled}, {Number: 5}}
	f := Document{Entries: entries}.resolved(r).Facts
	if f.Variant != "base" || f.Formula != "two-rounds" || f.Pairing != rules.ByLot || !slices.Equal(f.Entrants, []league.Entry{1, 5}) {
		t.Errorf("got %+v", f)
	}
	f = Document{Entries: entries, Facts: tournament.Facts{Variant: "seafarers", Formula: "three-rounds", Pairing: rules.ByStandings, Entrants: []league.Entry{5}}}.resolved(r).Facts
	if f.Variant != "seafarers" || f.Formula != "three-rounds" || f.Pairing != rules.ByStandings || !slices.Equal(f.Entrants, []league.Entry{5}) {
		t.Errorf("got %+v", f)
	}
	f = Document{Facts: tournament.Facts{Variant: "mars", Formula: "nine", Pairing: "by-magic"}}.resolved(r).Facts
	if f.Variant != "mars" || f.Formula != "nine" || f.Pairing != "by-magic" {
		t.Errorf("got %+v", f)
	}
}

// TestSeatedFirst: the order in which seats were filled; entrants without a seat follow by start
// number, and others who did not start are left out.
func TestSeatedFirst(t *testing.T) {
	t.Parallel()
	f := &File{Document: Document{Facts: tournament.Facts{
		Entrants: []league.Entry{5, 4, 3, 2, 1},
		Rounds:   []tournament.Round{{}, {Tables: []tournament.Table{{Seats: []league.Entry{4, 9}}, {Seats: []league.Entry{2, 4}}}}},
	}}}
	if got := f.seatedFirst(1); !slices.Equal(got, []league.Entry{4, 2, 1, 3, 5}) {
		t.Errorf("got %v", got)
	}
	if got := f.seatedFirst(0); !slices.Equal(got, []league.Entry{1, 2, 3, 4, 5}) {
		t.Errorf("nobody seated: %v", got)
	}
}

// TestBefore: the facts known when the first round was drawn.
func TestBefore(t *testing.T) {
	t.Parallel()
	then, later := league.Moment{}, league.Moment{Round: 1}
	f := tournament.Facts{
		Entrants: []league.Entry{1, 2}, Rounds: []tournament.Round{{}},
		Sanctions: []league.Sanction{
			{Entry: 1, At: then, Confirmed: true}, {Entry: 2, At: then, Confirmed: true, ConfirmedAt: &later}, {Entry: 3, At: then, Confirmed: true, ConfirmedAt: &then}, {Entry: 4, At: later},
		},
		Withdrawals: []league.Withdrawal{{Entry: 1, At: then}, {Entry: 2, At: later}},
		Absences:    []tournament.Absence{{Entry: 1, Round: 1}, {Entry: 2, Round: 2}},
		Arrivals:    []tournament.Arrival{{Entry: 1, Round: 1}, {Entry: 2, Round: 2}},
	}
	want := tournament.Facts{
		Entrants: []league.Entry{1, 2}, Rounds: []tournament.Round{},
		Sanctions:   []league.Sanction{{Entry: 1, At: then, Confirmed: true}, {Entry: 2, At: then}, {Entry: 3, At: then, Confirmed: true, ConfirmedAt: &then}},
		Withdrawals: []league.Withdrawal{{Entry: 1, At: then}},
		Absences:    []tournament.Absence{{Entry: 1, Round: 1}},
		Arrivals:    []tournament.Arrival{{Entry: 1, Round: 1}},
	}
	if diff := cmp.Diff(want, before(f)); diff != "" {
		t.Errorf("want -, got +\n%s", diff)
	}
	if !f.Sanctions[1].Confirmed || f.Sanctions[1].ConfirmedAt == nil || len(f.Rounds) != 1 {
		t.Errorf("the facts that were given have changed: %+v", f)
	}
}
