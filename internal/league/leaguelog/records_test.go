package leaguelog_test

import (
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/google/uuid"

	"referto/internal/league"
	"referto/internal/league/leaguelog"
	"referto/internal/logfact"
)

// Records stay in the log for good, so that the tables here hold what was written: a kind, a
// name or a form that changes makes records that nobody can read any more. What is in
// these tables is never changed, further members come with a further version.

// record is a fact as it is written: "kind data". An id is written as #7 for short.
type record struct {
	fact logfact.Fact
	text string
}

func id(n byte) uuid.UUID { return uuid.UUID{15: n} }

func player(n byte) league.PlayerID { return league.PlayerID{UUID: id(n)} }

func seasonID(n byte) league.SeasonID { return league.SeasonID{UUID: id(n)} }

func ref[T any](v T) *T { return &v }

// whole writes the ids of a record out.
func whole(text string) string {
	for n := byte(9); n > 0; n-- {
		text = strings.ReplaceAll(text, "#"+string(rune('0'+n)), id(n).String())
	}
	return text
}

// writtenAndRead compares each fact with its record, in both directions.
func writtenAndRead(t *testing.T, records []record) {
	t.Helper()
	for _, r := range records {
		kind, data, _ := strings.Cut(whole(r.text), " ")
		got, err := logfact.Encode(r.fact)
		if diff := cmp.Diff(kind+" "+data, r.fact.Kind()+" "+string(got)); err != nil || diff != "" {
			t.Errorf("%T is written otherwise, %v\n%s", r.fact, err, diff)
		}
		read, err := leaguelog.Decode(kind, []byte(data))
		if diff := cmp.Diff(r.fact, read); err != nil || diff != "" {
			t.Errorf("%s is read otherwise, %v\n%s", kind, err, diff)
		}
	}
}

// kinds are the kinds of facts that have one body.
func kinds(facts ...logfact.Fact) string {
	var out []string
	for _, f := range facts {
		out = append(out, f.Kind())
	}
	return strings.Join(out, " ")
}

// is compares what came out with what the log has.
func is(t *testing.T, name, got, want string) {
	t.Helper()
	if got != want {
		t.Errorf("%s:\n got %s\nwant %s", name, got, want)
	}
}

// A record of before a member came is read without it.
func TestRecordsOfEarlierVersions(t *testing.T) {
	t.Parallel()
	for _, tt := range []struct {
		kind, data string
		want       logfact.Fact
	}{
		{"sanction.given", `{"sanction":"#1","entry":3,"kind":"warning"}`, leaguelog.SanctionGiven{Sanction: id(1), Entry: 3, SanctionKind: league.Warning}},
		{"sanction.confirmed", `{"sanction":"#1","entry":3}`, leaguelog.SanctionConfirmed{Sanction: id(1), Entry: 3}},
		{"withdrawal.recorded", `{"withdrawal":"#1","entry":3,"round":2}`, leaguelog.WithdrawalRecorded{Withdrawal: id(1), Entry: 3, Round: 2}},
		{"ruling.recorded", `{"ruling":"#1"}`, leaguelog.RulingRecorded{Ruling: id(1)}},
		{"entry.replaced", `{"entry":3,"by":17}`, leaguelog.EntryReplaced{Entry: 3, By: 17}},
		{"event.started", `{"players":16,"draw":"drawn"}`, leaguelog.EventStarted{Players: 16, Draw: "drawn"}},
		{"round.drawn", `{"round":1,"kind":"preliminary","method":"lot"}`, leaguelog.RoundDrawn{Round: 1, RoundKind: league.Preliminary, Method: "lot"}},
		{"result.recorded", `{"round":1,"table":2,"version":1}`, leaguelog.ResultRecorded{TableResult: leaguelog.TableResult{Round: 1, Table: 2, Version: 1}}},
		{"clock.extend", `{"round":2,"table":1,"seconds":300}`, leaguelog.ClockExtended{Clock: leaguelog.Clock{Round: 2, Table: 1, Seconds: 300}}},
		{"attendance.recorded", `{"attendance":"#1","entry":3,"round":2,"minutesLate":5}`, leaguelog.AttendanceRecorded{Attendance: id(1), Entry: 3, Round: 2, MinutesLate: 5}},
	} {
		got, err := leaguelog.Decode(tt.kind, []byte(whole(tt.data)))
		if diff := cmp.Diff(tt.want, got); err != nil || diff != "" {
			t.Errorf("%s: %v\n%s", tt.kind, err, diff)
		}
		if v := logfact.Version(tt.want); v != 2 {
			t.Errorf("%s is of version %d", tt.kind, v)
		}
	}
}

// All other facts are of the first version: a change that adds a member to a fact must add its tag here too.
func TestVersions(t *testing.T) {
	t.Parallel()
	var second []string
	for _, f := range leaguelog.Registry.Facts() {
		if logfact.Version(f) > 1 {
			second = append(second, f.Kind())
		}
	}
	is(t, "facts of the second version", strings.Join(second, " "), "attendance.recorded clock.advance clock.end clock.extend clock.last-turn clock.limit-turns clock.pause clock.reset clock.resume clock.start entry.replaced event.started result.corrected result.recorded "+
		"round.drawn ruling.recorded sanction.confirmed sanction.given withdrawal.recorded")
}

// What the log of the league does not hold is read by nobody.
func TestUnknownRecords(t *testing.T) {
	t.Parallel()
	for kind, data := range map[string]string{
		"round.lost": `{}`, "round.closed": `{"round":1,"tabel":2}`, "ban.decided": `{"ban":"#1","why":"cheating"}`, "sanction.given": `{"v":3}`, "entry.created": `[]`,
	} {
		if f, err := leaguelog.Decode(kind, []byte(whole(data))); err == nil {
			t.Errorf("%s: %+v", kind, f)
		}
	}
}
