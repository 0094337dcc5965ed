package clubs_test

import (
	"fmt"
	"strings"
	"testing"

	"referto/internal/league/clubs"
	"referto/internal/league/facts"
	"referto/internal/league/rules"
)

func TestName(t *testing.T) {
	t.Parallel()
	for text, want := range map[string]string{"Il Circolo": "Il Circolo", "  Il \t Circolo\n": "Il Circolo", " ": "", "Клуб  Игри": "Клуб Игри"} {
		if got := clubs.Name(text); got != want {
			t.Errorf("%q: %q, want %q", text, got, want)
		}
	}
}

// history parses "1 start, 2 2008-01-01, 0 2009-01-01", the form that written writes.
func history(text string) (h clubs.History) {
	if text == "" {
		return nil
	}
	for _, part := range strings.Split(text, ", ") {
		n, day, _ := strings.Cut(part, " ")
		h = append(h, facts.Membership{From: rules.Day(strings.TrimPrefix(day, "start")), Club: ref(n[0] - '0')})
	}
	return h
}

// On a given day a player is in the club of the latest entry until then; later entries do not count yet.
func TestAt(t *testing.T) {
	t.Parallel()
	for _, tt := range []struct {
		history string
		day     rules.Day
		want    byte
	}{
		{"", today, 0},
		{"1 start", "1900-01-01", 1},
		{"1 2008-03-01", "2008-02-29", 0},
		{"1 2008-03-01", "2008-03-01", 1},
		{"1 start, 2 2008-03-01", "2008-02-29", 1},
		{"1 start, 2 2008-03-01", "2008-03-01", 2},
		{"1 start, 0 2008-03-01, 2 2009-01-01", "2008-12-31", 0},
		{"1 start, 0 2008-03-01, 2 2009-01-01", "2009-01-01", 2},
	} {
		got := byte(0)
		if at := history(tt.history).At(tt.day); at != nil {
			got = at.UUID[15]
		}
		if got != tt.want {
			t.Errorf("%s on %s: %d, want %d", tt.history, tt.day, got, tt.want)
		}
	}
}

// A time in a club ends on the day before the next entry. Consecutive entries of one club form one time; with
// another club or no club between them they are two.
func TestSpans(t *testing.T) {
	t.Parallel()
	for entries, want := range map[string]string{
		"":                           "",
		"1 start":                    "1 from  until ",
		"0 start":                    "",
		"1 start, 0 2009-01-01":      "1 from  until 2008-12-31",
		"1 start, 2 2008-03-01":      "1 from  until 2008-02-29; 2 from 2008-03-01 until ",
		"1 2007-01-01, 1 2008-01-01": "1 from 2007-01-01 until ",
		"1 2007-01-01, 1 2008-01-01, 0 2009-01-01":               "1 from 2007-01-01 until 2008-12-31",
		"1 2007-01-01, 1 2008-01-01, 1 2009-01-01":               "1 from 2007-01-01 until ",
		"1 2007-01-01, 0 2008-01-01, 1 2009-01-01":               "1 from 2007-01-01 until 2007-12-31; 1 from 2009-01-01 until ",
		"1 2007-01-01, 2 2008-01-01, 1 2009-01-01":               "1 from 2007-01-01 until 2007-12-31; 2 from 2008-01-01 until 2008-12-31; 1 from 2009-01-01 until ",
		"2 2006-01-01, 1 2007-01-01, 1 2008-01-01, 2 2009-01-01": "2 from 2006-01-01 until 2006-12-31; 1 from 2007-01-01 until 2008-12-31; 2 from 2009-01-01 until ",
		"0 2006-01-01, 1 2007-01-01":                             "1 from 2007-01-01 until ",
	} {
		var out []string
		for _, s := range history(entries).Spans() {
			out = append(out, fmt.Sprintf("%d from %s until %s", s.Club.UUID[15], s.From, s.Until))
		}
		if got := strings.Join(out, "; "); got != want {
			t.Errorf("%s: %q, want %q", entries, got, want)
		}
	}
}

// A transfer may be on the first day that is allowed and in the founding year of the club. A transfer from no
// club to no club is refused.
func TestTransferAtTheBounds(t *testing.T) {
	t.Parallel()
	for _, tt := range []struct {
		history string
		to      byte
		day     rules.Day
		today   rules.Day
		want    string
	}{
		{"", 1, "1900-01-01", today, "1 1900-01-01"},
		{"", 1, "2199-12-31", "2199-12-31", "1 2199-12-31"},
		{"", 1, today, today, "1 2009-06-15"},
		{"", 2, "2005-01-01", today, "2 2005-01-01"},
		{"", 1, "1985-01-01", today, "1 1985-01-01"},
		{"", 0, today, today, "club-as-it-was"},
		{"1 start, 0 2008-01-01", 0, today, today, "club-as-it-was"},
		{"1 start, 0 2008-01-01", 1, today, today, "1 start, 0 2008-01-01, 1 2009-06-15"},
		{"1 start", 2, today, today, "1 start, 2 2009-06-15"},
		{"1 2009-06-15", 2, today, today, "2 2009-06-15"},
		{"1 2009-06-15", 2, "2009-06-14", today, "transfer-before-the-last (day=2009-06-15)"},
	} {
		var to *facts.Club
		if tt.to > 0 {
			c := known[club(tt.to)]
			to = &c
		}
		next, err := history(tt.history).Transfer(to, tt.day, tt.today)
		got := written(next)
		if err != nil {
			got = err.Error()
		}
		if got != tt.want {
			t.Errorf("%s, to %d on %s: %s, want %s", tt.history, tt.to, tt.day, got, tt.want)
		}
	}
}

// Transfers and closings do not change the history from which they are made.
func TestHistoriesAreNotChanged(t *testing.T) {
	t.Parallel()
	const before = "1 start, 2 2008-01-01, 1 2009-01-01"
	h := history(before)
	one, two := known[club(1)], known[club(2)]
	if _, err := h.Transfer(&two, "2009-01-01", today); err != nil || written(h) != before {
		t.Errorf("%s, %v", written(h), err)
	}
	if _, err := h[:2].Transfer(&one, "2008-06-01", today); err != nil || written(h) != before {
		t.Errorf("%s, %v", written(h), err)
	}
	if _, ok := h.Closed(club(1), "2009-06-01"); !ok || written(h) != before {
		t.Errorf("%s, %t", written(h), ok)
	}
	if _, ok := h[:1].Closed(club(1), "2007-06-01"); !ok || written(h) != before {
		t.Errorf("%s, %t", written(h), ok)
	}
}

// Closing a club ends the membership of its members on that day. It changes the history of nobody else, and
// adds no second end.
func TestClosedHistories(t *testing.T) {
	t.Parallel()
	for before, want := range map[string]string{
		"":                                    "",
		"0 start":                             "0 start",
		"0 start, 1 2008-01-01":               "0 start, 1 2008-01-01, 0 2009-01-01",
		"1 start, 0 2008-01-01":               "1 start, 0 2008-01-01",
		"1 start, 0 2009-01-01":               "1 start, 0 2009-01-01",
		"1 start, 0 2009-01-02":               "1 start, 0 2009-01-01, 0 2009-01-02",
		"2 start":                             "2 start",
		"2 start, 0 2009-01-01, 2 2009-02-01": "2 start, 0 2009-01-01, 2 2009-02-01",
		"1 2008-12-31":                        "1 2008-12-31, 0 2009-01-01",
		"1 2009-01-01":                        "joined later",
		"2 start, 1 2009-01-01":               "joined later",
		"2 start, 1 2008-01-01, 2 2008-06-01, 1 2009-03-01": "joined later",
		"1 start, 0 2008-01-01, 1 2009-02-01":               "joined later",
	} {
		closed, ok := history(before).Closed(club(1), "2009-01-01")
		got := written(closed)
		if !ok {
			got = "joined later"
		}
		if got != want {
			t.Errorf("%s: %s, want %s", before, got, want)
		}
	}
}

// A club closes only once, not on a future day and not before it was founded.
func TestMayClose(t *testing.T) {
	t.Parallel()
	for _, tt := range []struct {
		club byte
		from rules.Day
		want string
	}{
		{1, today, ""},
		{1, "1900-01-01", ""},
		{2, "2005-01-01", ""},
		{2, "2004-12-31", "/from: before-the-founding (club=Two, year=2005)"},
		{1, "2009-06-16", "/from: day-to-come"},
		{1, "1899-12-31", "/from: day-out-of-range (first=1900-01-01, last=2199-12-31)"},
		{3, "2009-03-01", "club-closed (club=Three, day=2009-01-01)"},
	} {
		got := ""
		if err := clubs.MayClose(known[club(tt.club)], tt.from, today); err != nil {
			got = err.Error()
		}
		if got != tt.want {
			t.Errorf("%d from %s: %q, want %q", tt.club, tt.from, got, tt.want)
		}
	}
}

// All faults of single spans are reported, then all overlaps; the last of several spans ends the history.
func TestCorrectedTellsAll(t *testing.T) {
	t.Parallel()
	span := func(n byte, from, until rules.Day) clubs.Span {
		return clubs.Span{Club: club(n), From: from, Until: until}
	}
	for _, tt := range []struct {
		spans []clubs.Span
		want  string
	}{
		{
			[]clubs.Span{span(9, "", ""), span(1, "2008-01-01", ""), span(2, "2004-01-01", "2003-01-01"), span(3, "2008-01-01", "")},
			"/memberships/0/club: club-unknown; /memberships/2/from: before-the-founding (club=Two, year=2005); " +
				"/memberships/2/until: ends-before-it-begins; /memberships/3/until: club-closed (club=Three, day=2009-01-01)",
		},
		{
			[]clubs.Span{span(1, "2006-01-01", ""), span(2, "2007-01-01", ""), span(1, "2008-01-01", "2008-02-01")},
			"/memberships/1/from: memberships-overlap (club=One); /memberships/2/from: memberships-overlap (club=Two)",
		},
		{
			[]clubs.Span{span(1, "2005-01-01", "2005-12-31"), span(2, "2006-01-01", "2006-12-31"), span(1, "2008-01-01", "2008-02-01")},
			"1 2005-01-01, 2 2006-01-01, 0 2007-01-01, 1 2008-01-01, 0 2008-02-02",
		},
		{[]clubs.Span{span(9, "", ""), span(1, "", ""), span(1, "", "")}, "/memberships/0/club: club-unknown"},
		{[]clubs.Span{span(1, "", "2009-06-14")}, "1 start, 0 2009-06-15"},
		{[]clubs.Span{span(1, today, "")}, "1 2009-06-15"},
		{[]clubs.Span{span(2, "2005-01-01", "")}, "2 2005-01-01"},
		{[]clubs.Span{span(2, "2004-01-01", "2009-06-15")}, "/memberships/0/from: before-the-founding (club=Two, year=2005); /memberships/0/until: day-to-come"},
		{[]clubs.Span{span(3, "2008-01-01", "2008-12-31")}, "3 2008-01-01, 0 2009-01-01"},
	} {
		h, err := clubs.Corrected(tt.spans, known, today)
		got := written(h)
		if err != nil {
			got = err.Error()
		}
		if got != tt.want {
			t.Errorf("%+v:\n%s, want\n%s", tt.spans, got, tt.want)
		}
	}
}
