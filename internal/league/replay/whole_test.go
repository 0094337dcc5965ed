package replay_test

import (
	"fmt"
	"slices"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/google/go-cmp/cmp/cmpopts"
	"github.com/google/uuid"

	"referto/internal/league"
	"referto/internal/league/eventfile/eventfiletest"
	"referto/internal/league/leaguelog"
	"referto/internal/league/rules"
	"referto/internal/league/rules/presets"
	"referto/internal/league/tournament"
	"referto/internal/logfact"
)

// logOf returns the facts of an event as its log holds them, from its start to its end: facts recorded in a
// round come after its draw, and facts known earlier come before it.
func logOf(f tournament.Facts) (out []logfact.Fact) {
	start := leaguelog.EventStarted{
		Players: len(f.Entrants), Draw: "drawn", Seed: seed, Variant: f.Variant, Formula: f.Formula, Pairing: string(f.Pairing), Target: f.Target, Structure: f.Structure, Previous: f.Previous,
	}
	for _, entry := range f.Entrants {
		start.Entrants = append(start.Entrants, leaguelog.Drawn{Entry: entry, Lot: f.Lots[entry], Position: slices.Index(f.FirstRound, entry) + 1, Place: f.Places[entry]})
	}
	out = append(out, start)
	for round := 0; round <= len(f.Rounds); round++ {
		if round > 0 {
			out = append(out, played(f.Rounds[round-1], round)...)
		}
		out = append(out, ofPeople(f, round)...)
	}
	return out
}

// played returns the draw of a round with its results.
func played(r tournament.Round, number int) []logfact.Fact {
	drawn := leaguelog.RoundDrawn{Round: number, RoundKind: r.Kind, Method: "lot"}
	var results []logfact.Fact
	for _, table := range r.Tables {
		drawn.Tables = append(drawn.Tables, leaguelog.Table{Table: table.Number, Seats: table.Seats})
		if table.Result != nil {
			results = append(results, leaguelog.ResultRecorded{TableResult: leaguelog.TableResult{Round: number, Table: table.Number, Version: 1, Result: *table.Result}})
		}
	}
	out := append([]logfact.Fact{drawn}, results...)
	if r.Closed {
		out = append(out, leaguelog.RoundClosed{Round: number})
	}
	return out
}

// ofPeople returns the facts that people recorded after the draw of a round; 0 is the time before the first
// draw.
func ofPeople(f tournament.Facts, round int) (out []logfact.Fact) {
	for i, s := range f.Sanctions {
		if s.At.Round == round {
			out = append(out, leaguelog.SanctionGiven{
				Sanction: uuid.UUID{0: 1, 15: byte(i)}, Entry: s.Entry, SanctionKind: s.Kind, Round: s.At.Round, During: s.At.During, Offense: s.Reason, Points: s.Points, Confirmed: s.Confirmed, AfterEnd: s.AfterEnd,
			})
		}
	}
	for i, w := range f.Withdrawals {
		if w.At.Round == round {
			out = append(out, leaguelog.WithdrawalRecorded{Withdrawal: uuid.UUID{0: 2, 15: byte(i)}, Entry: w.Entry, Round: w.At.Round, During: w.At.During, Qualified: w.Qualified, Unexcused: w.Unexcused})
		}
	}
	for i, a := range f.Apart {
		pair := leaguelog.Pair{Apart: uuid.UUID{0: 3, 15: byte(i)}, Entry: a.Pair[0], Other: a.Pair[1]}
		if a.From == round+1 {
			out = append(out, leaguelog.ApartRecorded{Pair: pair})
		}
		if a.Until == round && round > 0 {
			out = append(out, leaguelog.ApartRevoked{Pair: pair})
		}
	}
	for i, a := range f.Absences {
		if (a.AfterDraw == 0 && a.Round == round+1) || (a.AfterDraw > 0 && a.Round == round) {
			out = append(out, leaguelog.AttendanceRecorded{Attendance: uuid.UUID{0: 4, 15: byte(i)}, Entry: a.Entry, Round: a.Round, AfterDraw: a.AfterDraw})
		}
	}
	for i, a := range f.Arrivals {
		if (a.AfterDraw == 0 && a.Round == round+1) || (a.AfterDraw > 0 && a.Round == round) {
			out = append(out, leaguelog.AttendanceRecorded{Attendance: uuid.UUID{0: 5, 15: byte(i)}, Entry: a.Entry, Round: a.Round, MinutesLate: a.Minutes, AfterDraw: a.AfterDraw})
		}
	}
	return out
}

// An event of each regulation, with all kinds of incidents, is reconstructed from its log exactly, and has the
// same final order.
func TestWholeEvents(t *testing.T) {
	t.Parallel()
	for _, id := range presets.IDs() {
		for n := range uint64(4) {
			t.Run(fmt.Sprint(id, " ", n), func(t *testing.T) {
				t.Parallel()
				document, r := eventfiletest.Play(t, id, n)
				want := document.Facts
				got := logged(t, logOf(want)...)
				if slices.Sort(want.Entrants); want.FirstRound == nil {
					got.FirstRound = nil // the standings before seat the first round
				}
				if want.Pairing == rules.ByLot {
					got.Draws = want.Draws // from the seed of this test
				}
				sanctions, withdrawals := cmpopts.IgnoreFields(league.Sanction{}, "Ref", "ConfirmedAt"), cmpopts.IgnoreFields(league.Withdrawal{}, "Ref", "Reason")
				if diff := cmp.Diff(want, got, cmpopts.EquateEmpty(), sanctions, withdrawals); diff != "" {
					t.Fatalf("(-played +replayed)\n%s", diff)
				}
				before, err := tournament.Replay(r, want)
				if err != nil {
					t.Fatal(err)
				}
				after, err := tournament.Replay(r, got)
				if diff := cmp.Diff(before.Final, after.Final, cmpopts.EquateEmpty()); err != nil || diff != "" {
					t.Errorf("it ends otherwise, %v\n%s", err, diff)
				}
			})
		}
	}
}
