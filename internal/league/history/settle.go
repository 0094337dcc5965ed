package history

import (
	"slices"
	"strconv"

	"referto/internal/league"
	"referto/internal/league/ranking"
)

// Brought are the exact figures of an opening that stands.
type Brought struct {
	Figures  []league.Frac
	National league.Frac
}

// Same reports whether two openings are the same.
func (b Brought) Same(o Brought) bool {
	return b.National.Equal(o.National) && slices.EqualFunc(b.Figures, o.Figures, league.Frac.Equal)
}

// Settle finds what cannot be once it is known who everybody is: somebody with two openings, one
// whose opening stands and is another, somebody twice at one event, an event that is there. Ids
// are those of the people, parallel to them; standing the openings of those who have one; taken
// says which events there are already. It returns the lines that change nothing, because an
// opening stands as they tell it.
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

// Arrivals are those who will have reached the cap of a ranking with the lines of a table and have
// not before, in the order of the people. Careers are what they have come to, and may lack those who
// have come to nothing; national says which events give national points.
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
