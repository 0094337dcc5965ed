package clubs

import (
	"cmp"
	"slices"
	"strings"

	"referto/internal/league"
	"referto/internal/league/facts"
	"referto/internal/league/rules"
)

// Record is a record of a person in the register, with the clubs that it names.
type Record struct {
	ID      league.PlayerID
	History History
}

// Person lists the records of one person: the one that is kept, then its aliases by their ids.
type Person []Record

// entry is an entry of the record at a place of a [Person].
type entry struct {
	facts.Membership
	record int
}

// Together returns the history that the records make up. On each day the club counts that was
// named last, by whichever record; of those named on one day that of the earlier record. That a
// record names none any more ends its own club only: where another record's counts, nothing ends.
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
	slices.SortStableFunc(all, func(a, b entry) int { // the one that counts comes last
		return cmp.Or(strings.Compare(string(a.From), string(b.From)), cmp.Compare(b.record, a.record))
	})
	out, counts := History{}, entry{record: -1}
	for i, e := range all {
		if e.Club != nil || e.record == counts.record {
			counts = e
		}
		if i+1 < len(all) && all[i+1].From == e.From {
			continue // the day is not over
		}
		if !same(out.Last(), counts.Club) {
			out = append(out, facts.Membership{From: e.From, Club: counts.Club})
		}
	}
	return out
}

// Transfer is [History.Transfer] of a person. It returns the histories that are others then: the
// record that is kept names the club, and whoever is in none from the day on is so by every
// record that names one.
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

// With returns the person with other histories of some records.
func (p Person) With(histories map[league.PlayerID]History) Person {
	out := slices.Clone(p)
	for i, r := range out {
		if h, is := histories[r.ID]; is {
			out[i].History = h
		}
	}
	return out
}

// MayCorrect refuses to write anew the clubs of a person of whom an alias names some: which record
// is to name what nobody has said. Names are those of the records, by their ids.
func (p Person) MayCorrect(names map[league.PlayerID]string) error {
	for _, r := range p[1:] {
		if len(r.History) > 0 {
			return league.NotNow("memberships-of-alias", "name", names[r.ID])
		}
	}
	return nil
}
