package clubs

import (
	"cmp"
	"slices"
	"strings"

	"referto/internal/league"
	"referto/internal/league/facts"
	"referto/internal/league/rules"
)

// Record is one register record of a person, with its club history.
type Record struct {
	ID      league.PlayerID
	History History
}

// Person lists the records of one person: the kept record first, then its aliases sorted by id.
type Person []Record

// entry is a history entry of the record at an index of a [Person].
type entry struct {
	facts.Membership
	record int
}

// Together returns the combined history of the records. On each day the club named last counts,
// whichever record names it; of clubs named on the same day the earlier record counts. A record
// that leaves its club ends only that club: if another record's club counts, nothing ends.
func (p Person) Together() History {
	if len(p) == 1 {
		return p[0].History
	}
	var all []entry
	for i, r := range p {
		for _, m := range r.History {
			all = append(all, entry{m, i})
		}
	}
	slices.SortStableFunc(all, func(a, b entry) int { // the entry that counts comes last
		return cmp.Or(strings.Compare(string(a.From), string(b.From)), cmp.Compare(b.record, a.record))
	})
	out, counts := History{}, entry{record: -1}
	for i, e := range all {
		if e.Club != nil || e.record == counts.record {
			counts = e
		}
		if i+1 < len(all) && all[i+1].From == e.From {
			continue // more entries on the same day follow
		}
		if !same(out.Last(), counts.Club) {
			out = append(out, facts.Membership{From: e.From, Club: counts.Club})
		}
	}
	return out
}

// Transfer is [History.Transfer] for a person. It returns the histories that change: the kept
// record names the new club; if there is no new club, every record that names a club ends it.
func (p Person) Transfer(to *facts.Club, day, today rules.Day) (map[league.PlayerID]History, error) {
	if _, err := p.Together().Transfer(to, day, today); err != nil {
		return nil, err
	}
	out := map[league.PlayerID]History{}
	for i, r := range p {
		switch {
		case i == 0 && to != nil:
			out[r.ID] = append(r.History.before(day), facts.Membership{From: day, Club: &to.ID})
		case to == nil && r.History.Last() != nil:
			out[r.ID] = append(r.History.before(day), facts.Membership{From: day})
		}
	}
	return out, nil
}

// With returns the person with the histories of some records replaced.
func (p Person) With(histories map[league.PlayerID]History) Person {
	out := slices.Clone(p)
	for i, r := range out {
		if h, is := histories[r.ID]; is {
			out[i].History = h
		}
	}
	return out
}

// MayCorrect refuses to correct a person's clubs if an alias names clubs, because nobody has said
// which record should hold which club. names are the names of the records by id.
func (p Person) MayCorrect(names map[league.PlayerID]string) error {
	for _, r := range p[1:] {
		if len(r.History) > 0 {
			return league.NotNow("memberships-of-alias", "name", names[r.ID])
		}
	}
	return nil
}
