package replay_test

import (
	"errors"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/google/go-cmp/cmp/cmpopts"
	"github.com/google/uuid"

	"referto/internal/league"
	"referto/internal/league/leaguelog"
	"referto/internal/league/replay"
	"referto/internal/league/rules"
	"referto/internal/league/tournament"
	"referto/internal/logfact"
)

var (
	one   = uuid.MustParse("01980000-0000-7000-8000-000000000001")
	two   = uuid.MustParse("01980000-0000-7000-8000-000000000002")
	seed  = strings.Repeat("ab", 32)
	seats = func(table int, entries ...league.Entry) leaguelog.Table {
		return leaguelog.Table{Table: table, Seats: entries}
	}
)

// started is an event of six, drawn from the last to the first.
func started() leaguelog.EventStarted {
	f := leaguelog.EventStarted{Players: 6, Draw: "drawn", Seed: seed, Pairing: "by-standings", Previous: []league.Entry{9, 3}}
	for n := 1; n <= 6; n++ {
		f.Entrants = append(f.Entrants, leaguelog.Drawn{Entry: league.Entry(n), Lot: n, Position: 7 - n})
	}
	return f
}

func drawn(round int) leaguelog.RoundDrawn {
	return leaguelog.RoundDrawn{Round: round, RoundKind: league.Preliminary, Method: "lot", Tables: []leaguelog.Table{seats(1, 1, 2, 3), seats(2, 4, 5, 6)}}
}

func result(vp int) league.Result {
	return league.Result{Ended: league.Declared, DeclaredBy: 1, Seats: []league.SeatResult{{Entry: 1, VP: vp}, {Entry: 2}, {Entry: 3}}}
}

// logged encodes facts as the log does, decodes them again and adds them.
func logged(t *testing.T, facts ...logfact.Fact) tournament.Facts {
	t.Helper()
	var e replay.Event
	for _, f := range facts {
		data, err := logfact.Encode(f)
		if err != nil {
			t.Fatal(err)
		}
		read, err := leaguelog.Decode(f.Kind(), data)
		if err != nil {
			t.Fatal(err)
		}
		if err := e.Add(read); err != nil {
			t.Fatalf("%s: %v", data, err)
		}
	}
	return e.Facts()
}

func same(t *testing.T, want, got any) {
	t.Helper()
	if diff := cmp.Diff(want, got, cmpopts.EquateEmpty()); diff != "" {
		t.Errorf("(-want +got)\n%s", diff)
	}
}

func TestBeforeTheStartNobodyPlays(t *testing.T) {
	t.Parallel()
	same(t, tournament.Facts{}, logged(t, leaguelog.EventCreated{EventKind: "stage"}, leaguelog.EntryCreated{Entry: 1}))
}

func TestStartHoldsWhoPlaysAndWhatWasDrawn(t *testing.T) {
	t.Parallel()
	f := logged(t, started())
	same(t, []league.Entry{1, 2, 3, 4, 5, 6}, f.Entrants)
	same(t, []league.Entry{6, 5, 4, 3, 2, 1}, f.FirstRound)
	same(t, 4, f.Lots[4])
	same(t, []league.Entry{3}, f.Previous) // 9 does not play
}

func TestTheLastResultOfATableCounts(t *testing.T) {
	t.Parallel()
	f := logged(t, started(), drawn(1),
		leaguelog.ResultRecorded{TableResult: leaguelog.TableResult{Round: 1, Table: 1, Version: 1, Result: result(9)}},
		leaguelog.ResultCorrected{TableResult: leaguelog.TableResult{Round: 1, Table: 1, Version: 2, Result: result(10)}},
		leaguelog.RoundClosed{Round: 1}, leaguelog.RoundReopened{Round: 1})
	same(t, 10, f.Rounds[0].Tables[0].Result.Seats[0].VP)
	same(t, false, f.Rounds[0].Closed)
	if f.Rounds[0].Tables[1].Result != nil {
		t.Error("table 2 has a result")
	}
}

// TestDiscardedDraws: facts recorded after the draw of a round count as known before its next draw.
func TestDiscardedDraws(t *testing.T) {
	t.Parallel()
	f := logged(t, started(), drawn(1),
		leaguelog.ApartRecorded{Pair: leaguelog.Pair{Apart: one, Entry: 1, Other: 4}},
		leaguelog.AttendanceRecorded{Attendance: two, Entry: 6, Round: 1, AfterDraw: 1, Tables: []leaguelog.Table{seats(1, 1, 2, 3), seats(2, 4, 5)}},
		leaguelog.RoundDiscarded{Round: 1}, drawn(1))
	same(t, []tournament.Apart{{Pair: [2]league.Entry{1, 4}, From: 1}}, f.Apart)
	same(t, []tournament.Absence{{Entry: 6, Round: 1}}, f.Absences)
	same(t, []league.Entry{4, 5, 6}, f.Rounds[0].Tables[1].Seats)
}

func TestAttendanceSeatsARoundAnew(t *testing.T) {
	t.Parallel()
	late := leaguelog.AttendanceRecorded{Attendance: one, Entry: 1, Round: 1, MinutesLate: 5}
	f := logged(t, started(), late, drawn(1),
		leaguelog.AttendanceRecorded{Attendance: two, Entry: 6, Round: 1, AfterDraw: 2, Tables: []leaguelog.Table{seats(1, 1, 2), seats(2, 4, 5, 3)}})
	same(t, []league.Entry{4, 5, 3}, f.Rounds[0].Tables[1].Seats)
	same(t, []tournament.Absence{{Entry: 6, Round: 1, AfterDraw: 2}}, f.Absences)
	same(t, []tournament.Arrival{{Entry: 1, Round: 1, Minutes: 5}}, f.Arrivals)
	same(t, []tournament.Arrival(nil), logged(t, started(), late, leaguelog.AttendanceRevoked{Attendance: one}).Arrivals)
}

func TestPairsHoldForRounds(t *testing.T) {
	t.Parallel()
	pair := leaguelog.Pair{Apart: one, Entry: 1, Other: 4}
	recorded, revoked := leaguelog.ApartRecorded{Pair: pair}, leaguelog.ApartRevoked{Pair: pair}
	same(t, []tournament.Apart{{Pair: [2]league.Entry{1, 4}, From: 1, Until: 1}}, logged(t, started(), recorded, drawn(1), revoked).Apart)
	same(t, []tournament.Apart(nil), logged(t, started(), recorded, revoked, drawn(1)).Apart)
	same(t, []tournament.Apart(nil), logged(t, recorded, drawnLess(3)).Apart) // 4 does not play
}

// drawnLess returns the start of an event with fewer players.
func drawnLess(players int) leaguelog.EventStarted {
	f := started()
	f.Players, f.Entrants = players, f.Entrants[:players]
	return f
}

func TestAReserveTakesPlaceAndSeat(t *testing.T) {
	t.Parallel()
	f := logged(t, started(), drawn(1), leaguelog.EntryReplaced{Entry: 2, By: 9, Lot: 7})
	same(t, []league.Entry{1, 3, 4, 5, 6, 9}, f.Entrants)
	same(t, []league.Entry{1, 9, 3}, f.Rounds[0].Tables[0].Seats)
	same(t, []league.Entry{6, 5, 4, 3, 9, 1}, f.FirstRound)
	same(t, 7, f.Lots[9])
	same(t, []league.Entry{9, 3}, f.Previous)
}

// TestRoundsByLot: the orders are computed from the seed, or recorded; a replacement takes the position of the
// entry replaced.
func TestRoundsByLot(t *testing.T) {
	t.Parallel()
	start := started()
	start.Pairing = string(rules.ByLot)
	second := drawn(2)
	second.Order = []league.Entry{1, 2, 3, 4, 5, 6}
	before := logged(t, start, drawn(1)).Draws
	after := logged(t, start, drawn(1), leaguelog.EntryReplaced{Entry: 2, By: 9, Lot: 7}).Draws
	if len(before) != 1 || len(before[0]) != 6 {
		t.Fatal(before)
	}
	for i, entry := range before[0] {
		if want := map[bool]league.Entry{true: 9, false: entry}[entry == 2]; after[0][i] != want {
			t.Errorf("%v, %v", before, after)
		}
	}
	same(t, second.Order, logged(t, start, drawn(1), second).Draws[0])
}

func TestSanctionsAndWithdrawals(t *testing.T) {
	t.Parallel()
	points := league.NewFrac(-7, 2)
	given := leaguelog.SanctionGiven{Sanction: one, Entry: 1, SanctionKind: league.Expulsion, Round: 1, During: true, Offense: "5.5b", Points: &points}
	left := leaguelog.WithdrawalRecorded{Withdrawal: two, Entry: 2, Round: 1, Unexcused: true, Qualified: true}
	f := logged(t, started(), drawn(1), given, left, leaguelog.SanctionConfirmed{Sanction: one, Entry: 1, Round: 1})
	same(t, []league.Sanction{{
		Ref: one.String(), Entry: 1, Kind: league.Expulsion, At: league.Moment{Round: 1, During: true}, Reason: "5.5b", Points: &points,
		Confirmed: true, ConfirmedAt: &league.Moment{Round: 1},
	}}, f.Sanctions)
	same(t, []league.Withdrawal{{Ref: two.String(), Entry: 2, At: league.Moment{Round: 1}, Unexcused: true, Qualified: true}}, f.Withdrawals)
	f = logged(t, started(), given, left, leaguelog.SanctionRevoked{Sanction: one}, leaguelog.WithdrawalRevoked{Withdrawal: two})
	same(t, 0, len(f.Sanctions)+len(f.Withdrawals))
}

func TestWhatTheLogDoesNotHold(t *testing.T) {
	t.Parallel()
	var e replay.Event
	for _, f := range []logfact.Fact{leaguelog.EventImported{Players: 8}, leaguelog.EventStarted{Players: 8, Draw: "drawn"}} {
		if err := e.Add(f); !errors.Is(err, replay.ErrNotLogged) {
			t.Errorf("%s: %v", f.Kind(), err)
		}
	}
}

func TestFactsOutOfOrder(t *testing.T) {
	t.Parallel()
	for _, f := range []logfact.Fact{
		drawn(2),
		leaguelog.RoundDiscarded{Round: 1},
		leaguelog.RoundClosed{Round: 1},
		leaguelog.EntryReplaced{Entry: 8, By: 9, Lot: 7},
		leaguelog.ResultRecorded{TableResult: leaguelog.TableResult{Round: 1, Table: 1}},
		leaguelog.SanctionConfirmed{Sanction: one},
		leaguelog.SanctionRevoked{Sanction: one},
		leaguelog.WithdrawalRevoked{Withdrawal: one},
		leaguelog.AttendanceRevoked{Attendance: one},
		leaguelog.ApartRevoked{Pair: leaguelog.Pair{Apart: one}},
		leaguelog.AttendanceRecorded{Attendance: one, Entry: 1, Round: 1, Tables: []leaguelog.Table{seats(1, 1)}},
	} {
		var e replay.Event
		if err := e.Add(started()); err != nil {
			t.Fatal(err)
		}
		if err := e.Add(f); !errors.Is(err, replay.ErrOrder) {
			t.Errorf("%s: %v", f.Kind(), err)
		}
	}
}
