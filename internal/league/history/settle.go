package history

import (
	"slices"
	"strconv"

	"referto/internal/league"
	"referto/internal/league/ranking"
)

// Brought holds the exact figures of a standing opening.
type Brought struct {
	Figures  []league.Frac
	National league.Frac
}

// Same reports whether two openings are equal.
func (b Brought) Same(o Brought) bool {
	return b.National.Equal(o.National) && slices.EqualFunc(b.Figures, o.Figures, league.Frac.Equal)
}

// Settle finds contradictions once all people are identified: two openings of a person, an opening
// that differs from the standing one, a person twice at one event, an event that exists already.
// Ids are parallel to the people; standing are the present openings; taken reports whether an event
// exists. It returns the lines that change nothing, because they equal the standing opening.
func (f *File) Settle(ids []league.PlayerID, standing map[league.PlayerID]Brought, taken func(Happening) bool) (unchanged map[int]bool) {
	unchanged = map[int]bool{}
	opened := map[league.PlayerID]int{}
	for i, l := range f.Lines {
		if l.Event >= 0 {
			continue
		}
		id, name := ids[l.Person], f.People[l.Person].Name
		if first, twice := opened[id]; twice {
			f.fault(l.Line, "", name, "opening-twice", "line", strconv.Itoa(first))
			continue
		}
		opened[id] = l.Line
		stands, is := standing[id]
		switch {
		case is && stands.Same(Brought{l.Figures, l.National}):
			unchanged[i] = true
		case is:
			f.fault(l.Line, "", name, "opening-stands")
		}
	}
	for _, e := range f.Events {
		if taken(e) {
			f.fault(e.Line, "", e.Title, "event-there", "event", e.Title, "day", string(e.Day))
		}
		at := map[league.PlayerID]int{}
		for _, l := range slices.Sorted(slices.Values(e.Lines)) {
			line := f.Lines[l]
			if first, twice := at[ids[line.Person]]; twice {
				f.fault(line.Line, "", f.People[line.Person].Name, "person-twice", "line", strconv.Itoa(first))
			}
			at[ids[line.Person]] = line.Line
		}
	}
	return unchanged
}

// Arrivals returns the people who will newly have reached the cap of a ranking with the lines of a
// table, in the order of the people. Careers are the present ones, and may lack people without any;
// national reports whether an event gives national points, and whether the ranking takes it.
func (f *File) Arrivals(k *ranking.Keeper, ids []league.PlayerID, careers map[league.PlayerID]ranking.Career, unchanged map[int]bool, national func(Happening) (national, takes bool)) []int {
	gained := map[league.PlayerID][]ranking.Posting{}
	first := map[league.PlayerID]int{}
	for i, l := range f.Lines {
		if unchanged[i] {
			continue
		}
		p := ranking.Posting{Event: 1, Player: ids[l.Person], Figures: l.Figures}
		if l.Event >= 0 {
			var takes bool
			if p.National, takes = national(f.Events[l.Event]); !takes {
				continue
			}
		}
		gained[p.Player] = append(gained[p.Player], p)
		if person, is := first[p.Player]; !is || l.Person < person {
			first[p.Player] = l.Person
		}
	}
	var arrived []int
	for player, postings := range gained {
		before := careers[player]
		if before.Arrived {
			continue
		}
		if k.CareerOf(&ranking.Opening{Figures: before.Figures}, postings).Arrived {
			arrived = append(arrived, first[player])
		}
	}
	slices.Sort(arrived)
	return arrived
}
