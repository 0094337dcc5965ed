package replay_test

import (
	"errors"
	"slices"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/google/go-cmp/cmp/cmpopts"
	"github.com/google/uuid"
	"pgregory.net/rapid"

	"referto/internal/league"
	"referto/internal/league/leaguelog"
	"referto/internal/league/replay"
	"referto/internal/logfact"
)

// add adds facts that fit.
func add(t *rapid.T, e *replay.Event, facts ...logfact.Fact) {
	t.Helper()
	for _, f := range facts {
		if err := e.Add(f); err != nil {
			t.Fatalf("%s %+v: %v", f.Kind(), f, err)
		}
	}
}

// anyID draws a unique id.
func anyID(t *rapid.T) uuid.UUID {
	return uuid.UUID(rapid.SliceOfN(rapid.Byte(), 16, 16).Draw(t, "id"))
}

// anyEntry draws one of the playing entries.
func anyEntry(t *rapid.T) league.Entry { return league.Entry(rapid.IntRange(1, 6).Draw(t, "entry")) }

// underway draws an event of six in progress: some rounds are played, the last of them perhaps still open, and
// facts about entries were recorded.
func underway(t *rapid.T) (e *replay.Event, rounds int) {
	e = &replay.Event{}
	add(t, e, started())
	rounds = rapid.IntRange(0, 3).Draw(t, "rounds")
	for round := 1; round <= rounds; round++ {
		add(t, e, drawn(round))
		for range rapid.IntRange(0, 2).Draw(t, "recorded") {
			add(t, e, recorded(t, round))
		}
		if round < rounds || rapid.Bool().Draw(t, "closed") {
			add(t, e, leaguelog.RoundClosed{Round: round})
		}
	}
	return e, rounds
}

// recorded draws a fact that was recorded in a round.
func recorded(t *rapid.T, round int) logfact.Fact {
	switch rapid.IntRange(0, 4).Draw(t, "what") {
	case 0:
		return leaguelog.ResultRecorded{TableResult: leaguelog.TableResult{Round: round, Table: 1, Version: 1, Result: result(rapid.IntRange(2, 10).Draw(t, "vp"))}}
	case 1:
		return leaguelog.SanctionGiven{Sanction: anyID(t), Entry: anyEntry(t), SanctionKind: league.Warning, Round: round, During: true}
	case 2:
		return leaguelog.WithdrawalRecorded{Withdrawal: anyID(t), Entry: anyEntry(t), Round: round}
	case 3:
		return leaguelog.AttendanceRecorded{Attendance: anyID(t), Entry: anyEntry(t), Round: round + 1, MinutesLate: rapid.IntRange(0, 9).Draw(t, "late")}
	}
	return leaguelog.EntryCheckedIn{EntryNow: leaguelog.EntryNow{Entry: anyEntry(t)}} // not about play
}

// Revoking an act leaves everything as it was before it.
func TestTakenBack(t *testing.T) {
	t.Parallel()
	for name, act := range map[string]func(t *rapid.T, rounds int) []logfact.Fact{
		"a draw": func(_ *rapid.T, rounds int) []logfact.Fact {
			return []logfact.Fact{drawn(rounds + 1), leaguelog.RoundDiscarded{Round: rounds + 1}}
		},
		"a draw with results": func(t *rapid.T, rounds int) []logfact.Fact {
			next := rounds + 1
			played := leaguelog.ResultRecorded{TableResult: leaguelog.TableResult{Round: next, Table: 2, Version: 1, Result: result(8)}}
			return []logfact.Fact{drawn(next), played, leaguelog.RoundDiscarded{Round: next}}
		},
		"a sanction": func(t *rapid.T, rounds int) []logfact.Fact {
			s := anyID(t)
			return []logfact.Fact{
				leaguelog.SanctionGiven{Sanction: s, Entry: anyEntry(t), SanctionKind: league.Expulsion, Round: rounds},
				leaguelog.SanctionConfirmed{Sanction: s, Round: rounds, During: true},
				leaguelog.SanctionRevoked{Sanction: s},
			}
		},
		"a withdrawal": func(t *rapid.T, rounds int) []logfact.Fact {
			w := anyID(t)
			return []logfact.Fact{leaguelog.WithdrawalRecorded{Withdrawal: w, Entry: anyEntry(t), Round: rounds}, leaguelog.WithdrawalRevoked{Withdrawal: w}}
		},
		"an absence": func(t *rapid.T, rounds int) []logfact.Fact {
			a := anyID(t)
			return []logfact.Fact{leaguelog.AttendanceRecorded{Attendance: a, Entry: anyEntry(t), Round: rounds + 1}, leaguelog.AttendanceRevoked{Attendance: a}}
		},
		"two kept apart": func(t *rapid.T, _ int) []logfact.Fact {
			pair := leaguelog.Pair{Apart: anyID(t), Entry: 1, Other: 4}
			return []logfact.Fact{leaguelog.ApartRecorded{Pair: pair}, leaguelog.ApartRevoked{Pair: pair}}
		},
		"a reopening": func(_ *rapid.T, rounds int) []logfact.Fact {
			next := rounds + 1
			return []logfact.Fact{drawn(next), leaguelog.RoundClosed{Round: next}, leaguelog.RoundReopened{Round: next}, leaguelog.RoundDiscarded{Round: next}}
		},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			rapid.Check(t, func(t *rapid.T) {
				e, rounds := underway(t)
				before := e.Facts()
				add(t, e, act(t, rounds)...)
				if diff := cmp.Diff(before, e.Facts(), cmpopts.EquateEmpty()); diff != "" {
					t.Fatal(diff)
				}
			})
		})
	}
}

// The facts returned belong to the caller: changing them does not change the event, and later facts do not
// change them.
func TestFactsAreTheReaders(t *testing.T) {
	t.Parallel()
	rapid.Check(t, func(t *rapid.T) {
		e, rounds := underway(t)
		given, again := e.Facts(), e.Facts()
		add(t, e, drawn(rounds+1), leaguelog.EntryReplaced{Entry: 2, By: 9, Lot: 7}, leaguelog.SanctionGiven{Sanction: anyID(t), Entry: 1, SanctionKind: league.Warning})
		if diff := cmp.Diff(again, given, cmpopts.EquateEmpty()); diff != "" {
			t.Fatalf("what happened later is in it: %s", diff)
		}
		is := e.Facts()
		mine := e.Facts()
		for i := range mine.Rounds {
			mine.Rounds[i].Tables[0].Seats[0], mine.Rounds[i].Closed = 77, !mine.Rounds[i].Closed
		}
		mine.Entrants[0], mine.FirstRound[0], mine.Sanctions[0].Entry = 77, 77, 77
		mine.Lots[1] = 77
		if diff := cmp.Diff(is, e.Facts(), cmpopts.EquateEmpty()); diff != "" {
			t.Fatalf("it is changed from without: %s", diff)
		}
	})
}

// A fact with any numbers is either added or refused, and a refused one changes nothing.
func TestAnyFactIsAddedOrRefused(t *testing.T) {
	t.Parallel()
	rapid.Check(t, func(t *rapid.T) {
		e, _ := underway(t)
		if rapid.IntRange(0, 9).Draw(t, "before its start") == 0 {
			e = &replay.Event{}
		}
		n, table := rapid.IntRange(-1, 5).Draw(t, "round"), rapid.IntRange(-1, 3).Draw(t, "table")
		fact := rapid.SampledFrom([]logfact.Fact{
			drawn(n),
			leaguelog.RoundDiscarded{Round: n},
			leaguelog.RoundClosed{Round: n},
			leaguelog.RoundReopened{Round: n},
			leaguelog.ResultRecorded{TableResult: leaguelog.TableResult{Round: n, Table: table, Result: result(8)}},
			leaguelog.EntryReplaced{Entry: league.Entry(n), By: 9},
			leaguelog.SanctionRevoked{Sanction: one},
			leaguelog.AttendanceRecorded{Attendance: one, Entry: 1, Round: n, Tables: []leaguelog.Table{seats(1, 1, 2, 3), seats(2, 4, 5, 6)}},
		}).Draw(t, "fact")
		before := e.Facts()
		err := e.Add(fact)
		if err == nil {
			return
		}
		if !errors.Is(err, replay.ErrOrder) {
			t.Fatal(err)
		}
		if diff := cmp.Diff(before, e.Facts(), cmpopts.EquateEmpty()); diff != "" {
			t.Fatalf("%s was refused, and is there: %s", fact.Kind(), diff)
		}
	})
}

// Facts that are not about play change nothing.
func TestFactsThatSayNothingOfPlay(t *testing.T) {
	t.Parallel()
	plays := []string{
		"event.imported", "event.started", "entry.replaced", "round.drawn", "round.discarded", "round.closed", "round.reopened", "result.recorded", "result.corrected",
		"attendance.recorded", "attendance.revoked", "apart.recorded", "apart.revoked", "sanction.given", "sanction.confirmed", "sanction.revoked",
		"withdrawal.recorded", "withdrawal.revoked",
	}
	heard := 0
	for _, f := range leaguelog.Registry.Facts() {
		var e, silent replay.Event
		for _, to := range []*replay.Event{&e, &silent} {
			if err := errors.Join(to.Add(started()), to.Add(drawn(1))); err != nil {
				t.Fatal(err)
			}
		}
		err := e.Add(f)
		changed := err != nil || !cmp.Equal(silent.Facts(), e.Facts(), cmpopts.EquateEmpty())
		if said := slices.Contains(plays, f.Kind()); !said && changed {
			t.Errorf("%s: %v", f.Kind(), err)
		} else if said {
			heard++
		}
	}
	if heard != len(plays) {
		t.Errorf("%d of %d facts are there", heard, len(plays))
	}
}
