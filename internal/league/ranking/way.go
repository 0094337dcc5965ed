package ranking

import "slices"

// Way returns the career of a player after each of some postings, which must be in the order of their events.
// The last element is the present career.
func (k *Keeper) Way(opening *Opening, postings []Posting) []Career {
	way := make([]Career, 0, len(postings))
	if k.rule.Best > 0 { // a later event may take the place of an earlier one
		for i := range postings {
			way = append(way, k.CareerOf(opening, postings[:i+1]))
		}
		return way
	}
	c := k.CareerOf(opening, nil)
	for _, p := range postings {
		c.Figures = slices.Clone(c.Figures) // earlier careers must not change
		k.count(&c, p, k.Counts(p))
		way = append(way, c)
	}
	return way
}

// count adds one posting to a career, and to its ranking figures only if it counts there.
func (k *Keeper) count(c *Career, p Posting, counts bool) {
	if p.National {
		c.Nationals++
		if k.points >= 0 {
			c.National = c.National.Add(p.Figures[k.points])
		}
	}
	if counts {
		c.Penalty = c.Penalty.Add(p.Penalty)
		k.add(c, p.Figures, p.Event)
	}
}
