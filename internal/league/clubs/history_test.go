package clubs_test

import (
	"fmt"
	"strings"
	"testing"

	"github.com/google/uuid"
	"pgregory.net/rapid"

	"referto/internal/league"
	"referto/internal/league/clubs"
	"referto/internal/league/facts"
	"referto/internal/league/rules"
)

func club(n byte) league.ClubID { return league.ClubID{UUID: uuid.UUID{15: n}} }

func ref(n byte) *league.ClubID {
	if n == 0 {
		return nil
	}
	id := club(n)
	return &id
}

// known are the clubs of the tests: 2 was founded in 2005, 3 closed on 2009-01-01.
var known = map[league.ClubID]facts.Club{
	club(1): {ID: club(1), Name: "One"}, club(2): {ID: club(2), Name: "Two", Founded: 2005}, club(3): {ID: club(3), Name: "Three", ClosedFrom: "2009-01-01"},
}

const today rules.Day = "2009-06-15"

// written returns a history as text: "1 from the start, 2 2008-01-01, 0 2009-01-01".
func written(h clubs.History) string {
	var texts []string
	for _, m := range h {
		n := byte(0)
		if m.Club != nil {
			n = m.Club.UUID[15]
		}
		texts = append(texts, fmt.Sprintf("%d %s", n, map[bool]string{true: "start", false: string(m.From)}[m.From == ""]))
	}
	return strings.Join(texts, ", ")
}

func TestTransfer(t *testing.T) {
	t.Parallel()
	h := clubs.History{{Club: ref(1)}, {From: "2008-03-01", Club: ref(2)}}
	for _, tt := range []struct {
		to   byte // 0: none
		day  rules.Day
		want string
	}{
		{1, "2009-01-01", "1 start, 2 2008-03-01, 1 2009-01-01"},
		{0, today, "1 start, 2 2008-03-01, 0 2009-06-15"},
		{0, "2008-03-01", "1 start, 0 2008-03-01"}, // the second transfer of a day replaces the first
		{2, "2009-01-01", "club-as-it-was"},
		{1, "2008-02-29", "transfer-before-the-last (day=2008-03-01)"},
		{1, "2009-06-16", "/day: day-to-come"},
		{1, "1899-12-31", "/day: day-out-of-range (first=1900-01-01, last=2199-12-31)"},
		{1, "2200-01-01", "/day: day-out-of-range (first=1900-01-01, last=2199-12-31)"},
		{3, "2009-01-01", "/club: club-closed (club=Three, day=2009-01-01)"},
	} {
		var to *facts.Club
		if tt.to > 0 {
			c := known[club(tt.to)]
			to = &c
		}
		next, err := h.Transfer(to, tt.day, today)
		got := written(next)
		if err != nil {
			got = err.Error()
		}
		if got != tt.want {
			t.Errorf("to %d on %s: %s, want %s", tt.to, tt.day, got, tt.want)
		}
	}
	two := known[club(2)]
	if _, err := (clubs.History{}).Transfer(&two, "2004-12-31", today); err == nil || err.Error() != "/day: before-the-founding (club=Two, year=2005)" {
		t.Errorf("before the founding: %v", err)
	}
}

func TestCorrected(t *testing.T) {
	t.Parallel()
	span := func(n byte, from, until rules.Day) clubs.Span {
		return clubs.Span{Club: club(n), From: from, Until: until}
	}
	for _, tt := range []struct {
		spans []clubs.Span
		want  string
	}{
		{nil, ""},
		{[]clubs.Span{span(1, "", "")}, "1 start"},
		{[]clubs.Span{span(1, "", "2008-12-31"), span(2, "2009-01-01", "")}, "1 start, 2 2009-01-01"},
		{[]clubs.Span{span(2, "2009-02-01", ""), span(1, "2007-01-01", "2008-12-31")}, "1 2007-01-01, 0 2009-01-01, 2 2009-02-01"},
		{[]clubs.Span{span(1, "2008-01-01", "2008-01-01")}, "1 2008-01-01, 0 2008-01-02"},
		{[]clubs.Span{span(3, "", "2008-12-31")}, "3 start, 0 2009-01-01"},
		{[]clubs.Span{span(3, "", "")}, "/memberships/0/until: club-closed (club=Three, day=2009-01-01)"},
		{[]clubs.Span{span(3, "", "2009-01-01")}, "/memberships/0/until: club-closed (club=Three, day=2009-01-01)"},
		{[]clubs.Span{span(1, "2009-01-02", "2009-01-01")}, "/memberships/0/until: ends-before-it-begins"},
		{[]clubs.Span{span(1, "", ""), span(2, "2008-01-01", "")}, "/memberships/1/from: memberships-overlap (club=One)"},
		{[]clubs.Span{span(1, "", "2008-01-01"), span(2, "2008-01-01", "")}, "/memberships/1/from: memberships-overlap (club=One)"},
		{[]clubs.Span{span(1, "", "2008-01-01"), span(2, "", "2008-02-01")}, "/memberships/1/from: memberships-overlap (club=One)"},
		{[]clubs.Span{span(9, "", "")}, "/memberships/0/club: club-unknown"},
		{[]clubs.Span{span(1, "2009-06-16", "")}, "/memberships/0/from: day-to-come"},
		{[]clubs.Span{span(1, "", today)}, "/memberships/0/until: day-to-come"},
		{[]clubs.Span{span(1, "1899-12-31", "")}, "/memberships/0/from: day-out-of-range (first=1900-01-01, last=2199-12-31)"},
		{[]clubs.Span{span(2, "2004-01-01", "")}, "/memberships/0/from: before-the-founding (club=Two, year=2005)"},
	} {
		h, err := clubs.Corrected(tt.spans, known, today)
		got := written(h)
		if err != nil {
			got = err.Error()
		}
		if got != tt.want {
			t.Errorf("%+v: %s, want %s", tt.spans, got, tt.want)
		}
	}
}

func TestClosed(t *testing.T) {
	t.Parallel()
	for _, tt := range []struct {
		h    clubs.History
		want string
	}{
		{clubs.History{{Club: ref(1)}}, "1 start, 0 2009-01-01"},
		{clubs.History{{Club: ref(1)}, {From: "2009-03-01", Club: ref(2)}}, "1 start, 0 2009-01-01, 2 2009-03-01"},
		{clubs.History{{Club: ref(1)}, {From: "2009-01-01", Club: ref(2)}}, "1 start, 2 2009-01-01"},
		{clubs.History{{Club: ref(1)}, {From: "2008-01-01", Club: ref(2)}}, "1 start, 2 2008-01-01"},
		{clubs.History{{From: "2009-01-01", Club: ref(1)}}, "joined later"},
	} {
		closed, ok := tt.h.Closed(club(1), "2009-01-01")
		got := written(closed)
		if !ok {
			got = "joined later"
		}
		if got != tt.want {
			t.Errorf("%s: %s, want %s", written(tt.h), got, tt.want)
		}
	}
}

// After any transfers and corrections, the days rise and spans never overlap. On each day there is at most one
// club, the one of the span that covers the day, and a correction to the present spans changes no day.
func TestMembershipsNeverOverlap(t *testing.T) {
	t.Parallel()
	day := func(t *rapid.T) rules.Day { return today.Plus(-rapid.IntRange(0, 60).Draw(t, "days ago")) }
	rapid.Check(t, func(t *rapid.T) {
		h := clubs.History{}
		for range rapid.IntRange(0, 12).Draw(t, "steps") {
			var next clubs.History
			var err error
			if rapid.IntRange(0, 3).Draw(t, "corrects") == 0 {
				var spans []clubs.Span
				for range rapid.IntRange(0, 3).Draw(t, "spans") {
					s := clubs.Span{Club: club(byte(rapid.IntRange(1, 2).Draw(t, "club"))), From: day(t)}
					if rapid.Bool().Draw(t, "ends") {
						s.Until = day(t)
					}
					spans = append(spans, s)
				}
				next, err = clubs.Corrected(spans, known, today)
			} else {
				var to *facts.Club
				if c, ok := known[club(byte(rapid.IntRange(0, 2).Draw(t, "to")))]; ok {
					to = &c
				}
				next, err = h.Transfer(to, day(t), today)
			}
			if err == nil {
				h = next
			}
			lawful(t, h)
		}
	})
}

func lawful(t *rapid.T, h clubs.History) {
	for i := 1; i < len(h); i++ {
		if h[i-1].From >= h[i].From {
			t.Fatalf("days do not rise: %s", written(h))
		}
	}
	spans := h.Spans()
	for d := today.Plus(-70); d <= today; d = d.Plus(1) {
		var in []league.ClubID
		for _, s := range spans {
			if s.From <= d && (s.Until == "" || d <= s.Until) {
				in = append(in, s.Club)
			}
		}
		at := h.At(d)
		if len(in) > 1 || (at == nil) != (len(in) == 0) || at != nil && in[0] != *at {
			t.Fatalf("on %s: %v of spans %+v, history %s", d, in, spans, written(h))
		}
	}
	again, err := clubs.Corrected(spans, known, today)
	if err != nil {
		t.Fatalf("%s cannot be written as it is: %v", written(h), err)
	}
	for d := today.Plus(-70); d <= today; d = d.Plus(1) {
		if a, b := h.At(d), again.At(d); (a == nil) != (b == nil) || a != nil && *a != *b {
			t.Fatalf("on %s: %s is not %s", d, written(again), written(h))
		}
	}
}
