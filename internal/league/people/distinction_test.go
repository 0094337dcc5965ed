package people_test

import (
	"testing"
	"time"

	"referto/internal/league/facts"
	"referto/internal/league/people"
)

// Two kept records are declared to be two people at most once, and that is revoked at most once;
// the fact has the two in one order, whichever is named first.
func TestNamesakes(t *testing.T) {
	t.Parallel()
	now := time.Date(2009, 2, 8, 9, 0, 0, 0, time.UTC)
	third := facts.Player{ID: numbered(3), Name: "Terza"}
	of := func(n int, kept bool) facts.Player {
		p := facts.Player{ID: numbered(n)}
		if !kept {
			p.KeptAs = &third.ID
		}
		return p
	}
	said := func(two bool) *facts.Distinction { return &facts.Distinction{Number: 4, TwoPeople: two} }
	for name, c := range map[string]struct {
		n             people.Namesakes
		distinguish   string // why it is refused
		takeBack      string
		distinguished int // number of the fact
		takenBack     int
	}{
		"nothing said":    {n: people.Namesakes{One: of(2, true), Other: of(1, true)}, takeBack: "records-not-distinct", distinguished: 1},
		"said":            {n: people.Namesakes{One: of(1, true), Other: of(2, true), Last: said(true)}, distinguish: "records-distinct", takenBack: 5},
		"taken back":      {n: people.Namesakes{One: of(1, true), Other: of(2, true), Last: said(false)}, takeBack: "records-not-distinct", distinguished: 5},
		"one record":      {n: people.Namesakes{One: of(1, true), Other: of(1, true)}, distinguish: "distinction-itself", takeBack: "records-not-distinct"},
		"an alias":        {n: people.Namesakes{One: of(1, false), Other: of(2, true), Into: []facts.Player{third}}, distinguish: "record-merged", takeBack: "records-not-distinct"},
		"an alias since":  {n: people.Namesakes{One: of(1, false), Other: of(2, true), Into: []facts.Player{third}, Last: said(true)}, distinguish: "records-distinct", takenBack: 5},
		"from an alias":   {n: people.Namesakes{One: of(1, true), Other: of(2, false), Into: []facts.Player{third}}, distinguish: "record-merged", takeBack: "records-not-distinct"},
		"from the higher": {n: people.Namesakes{One: of(2, true), Other: of(1, true), Last: said(true)}, distinguish: "records-distinct", takenBack: 5},
	} {
		for what, try := range map[string]struct {
			say    func(string, time.Time) (facts.Distinction, error)
			want   string
			number int
			two    bool
		}{
			"distinguish": {c.n.Distinguish, c.distinguish, c.distinguished, true},
			"take back":   {c.n.TakeBack, c.takeBack, c.takenBack, false},
		} {
			got, err := try.say("why", now)
			if reasonOf(err) != try.want {
				t.Errorf("%s, %s: refused for %q, want %q", name, what, reasonOf(err), try.want)
			}
			if err == nil && (got.Number != try.number || got.TwoPeople != try.two || got.OneID != numbered(1) || got.OtherID != numbered(2) || got.Reason != "why" || !got.DecidedAt.Equal(now)) {
				t.Errorf("%s, %s: %+v", name, what, got)
			}
		}
	}
}
