package clubs_test

import (
	"cmp"
	"errors"
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

func clubOf(n byte) *league.ClubID { return &league.ClubID{UUID: uuid.UUID{15: n}} }

// personOf parses the histories of records: "1, -2008" is club 1 since an unknown day, and no club since 2008.
func personOf(records ...string) clubs.Person {
	var out clubs.Person
	for i, text := range records {
		h := clubs.History{}
		for word := range strings.SplitSeq(text, ", ") {
			club, year, _ := strings.Cut(word, "-")
			if word == "" {
				continue
			}
			m := facts.Membership{}
			if year != "" {
				m.From = rules.Day(year + "-01-01")
			}
			if club != "" {
				m.Club = clubOf(club[0] - '0')
			}
			h = append(h, m)
		}
		out = append(out, clubs.Record{ID: league.PlayerID{UUID: uuid.UUID{15: byte(i + 1)}}, History: h})
	}
	return out
}

func wordsOf(h clubs.History) string {
	var out []string
	for _, m := range h {
		text := ""
		if m.Club != nil {
			text = fmt.Sprint(m.Club.UUID[15])
		}
		if m.From != "" {
			text += "-" + string(m.From[:4])
		}
		out = append(out, text)
	}
	return strings.Join(out, ", ")
}

// The clubs of merged records: the club named last counts, and on the same day the one that the kept record
// names. A record ends only its own club.
func TestTogether(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		says    string
		records []string
		want    string
	}{
		{"one record", []string{"1, 2-2005, -2008"}, "1, 2-2005, -2008"},
		{"no clubs", []string{"", ""}, ""},
		{"of the alias only", []string{"", "1-2005, -2008"}, "1-2005, -2008"},
		{"both since nobody knows when", []string{"1", "2"}, "1"},
		{"the alias has joined later", []string{"1", "2-2008"}, "1, 2-2008"},
		{"the kept record has joined later", []string{"2-2008", "1"}, "1, 2-2008"},
		{"both on one day", []string{"1-2008", "2-2008"}, "1-2008"},
		{"of two aliases on one day", []string{"", "2-2008", "3-2008"}, "2-2008"},
		{"one club twice", []string{"1-2005", "1-2008"}, "1-2005"},
		{"one club with a gap", []string{"1-2005, -2006", "1-2008"}, "1-2005, -2006, 1-2008"},
		{"one club without a gap", []string{"1-2005, -2008", "1-2008"}, "1-2005"},
		{"the alias leaves what does not count", []string{"1-2008", "2, -2010"}, "2, 1-2008"},
		{"the kept record leaves what does not count", []string{"1, -2010", "2-2008"}, "1, 2-2008"},
		{"the alias leaves what counts", []string{"1", "2-2008, -2010"}, "1, 2-2008, -2010"},
		{"left and joined on one day", []string{"1, -2008", "2-2008"}, "1, 2-2008"},
		{"back and forth", []string{"1-2001, 3-2005", "2-2003, 4-2007"}, "1-2001, 2-2003, 3-2005, 4-2007"},
	} {
		if got := wordsOf(personOf(c.records...).Together()); got != c.want {
			t.Errorf("%s: %q, want %q", c.says, got, c.want)
		}
	}
}

// A transfer of a person is checked against all their records. The kept record names the new club; leaving is
// written to every record.
func TestTransferOfPerson(t *testing.T) {
	t.Parallel()
	third := &facts.Club{ID: *clubOf(3), Name: "Terzo"}
	for _, c := range []struct {
		says    string
		records []string
		to      *facts.Club
		want    string // histories of the records afterwards, and of both together
		refused string
	}{
		{"into another", []string{"1", "2-2008"}, third, "1, 3-2010 | 2-2008 = 1, 2-2008, 3-2010", ""},
		{"out of all", []string{"1", "2-2008"}, nil, "1, -2010 | 2-2008, -2010 = 1, 2-2008, -2010", ""},
		{"out on the day of the alias", []string{"1", "2-2010"}, nil, "1, -2010 | -2010 = 1, -2010", ""},
		{"out of the only one", []string{"1", ""}, nil, "1, -2010 |  = 1, -2010", ""},
		{"into that of the alias", []string{"1", "3-2008"}, third, "", "club-as-it-was"},
		{"before the last of the alias", []string{"1", "2-2011"}, third, "", "transfer-before-the-last"},
	} {
		p := personOf(c.records...)
		changed, err := p.Transfer(c.to, "2010-01-01", "2012-01-01")
		var state *league.StateError
		if errors.As(err, &state) && state.Reason == c.refused && c.refused != "" {
			continue
		}
		if err != nil || c.refused != "" {
			t.Errorf("%s: %v, want %q", c.says, err, c.refused)
			continue
		}
		after := p.With(changed)
		if got := wordsOf(after[0].History) + " | " + wordsOf(after[1].History) + " = " + wordsOf(after.Together()); got != c.want {
			t.Errorf("%s: %q, want %q", c.says, got, c.want)
		}
	}
}

// The combined history gives for every day the club that the rule gives for that day alone: the last club named
// until then, unless its record has left it since.
func TestTogetherIsTheRuleOfEachDay(t *testing.T) {
	t.Parallel()
	rapid.Check(t, func(t *rapid.T) {
		var p clubs.Person
		for i := range rapid.IntRange(1, 3).Draw(t, "records") {
			h := clubs.History{}
			for year := 2001; year < 2008; year++ {
				if n := rapid.IntRange(0, 5).Draw(t, "entry"); n < 3 {
					m := facts.Membership{From: rules.Day(fmt.Sprint(year) + "-01-01")}
					if n > 0 {
						m.Club = clubOf(byte(n))
					}
					h = append(h, m)
				}
			}
			p = append(p, clubs.Record{ID: league.PlayerID{UUID: uuid.UUID{15: byte(i)}}, History: h})
		}
		together := p.Together()
		for year := 2000; year < 2009; year++ {
			day := rules.Day(fmt.Sprint(year) + "-06-01")
			var last facts.Membership
			var of clubs.History
			for _, r := range p {
				for _, m := range r.History {
					if m.Club != nil && m.From <= day && cmp.Compare(m.From, last.From) > 0 {
						last, of = m, r.History
					}
				}
			}
			var want *league.ClubID
			if of != nil {
				want = of.At(day)
			}
			if got := together.At(day); (got == nil) != (want == nil) || got != nil && *got != *want {
				t.Fatalf("on %s: %v, want %v, of %v", day, got, want, p)
			}
		}
	})
}

// The clubs of a person cannot be corrected while an alias names any.
func TestMayCorrect(t *testing.T) {
	t.Parallel()
	for want, people := range map[string][]clubs.Person{"": {personOf("1"), personOf("1", "")}, "memberships-of-alias": {personOf("1", "", "2"), personOf("1", "2")}} {
		for _, p := range people {
			var state *league.StateError
			got := ""
			if errors.As(p.MayCorrect(nil), &state) {
				got = state.Reason
			}
			if got != want {
				t.Errorf("%v: refused for %q, want %q", p, got, want)
			}
		}
	}
}
