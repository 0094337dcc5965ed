package standings

import (
	"referto/internal/league"
	"referto/internal/league/rules"
)

// Comparison explains why one entrant ranks above another.
type Comparison struct {
	A league.Entry `json:"a"`
	B league.Entry `json:"b"`
	// Lines are parallel to the criteria and include those after the deciding one.
	Lines []Line `json:"lines"`
	// Decided is the index of the first line whose sums differ; -1 if none.
	Decided int `json:"decided"`
	// Above is the entry that ranks above the other; 0 if they are level.
	Above league.Entry `json:"above,omitempty"`
}

// Line is one criterion of a comparison.
type Line struct {
	Criterion rules.Criterion `json:"criterion"`
	A         Sum             `json:"a"`
	B         Sum             `json:"b"`
}

// Sum is a figure of one entrant with its parts.
type Sum struct {
	Total league.Frac `json:"total"`
	// Terms are the parts game by game, in order of the rounds; nil where the figure belongs to the entry and
	// not to its games.
	Terms []Term `json:"terms,omitempty"`
}

// Term is the contribution of one game.
type Term struct {
	Round int         `json:"round"`
	Table int         `json:"table"`
	Value league.Frac `json:"value"`
	// Dropped reports whether the term does not count because better games do.
	Dropped bool `json:"dropped,omitempty"`
}

// Compare shows the figures of two entrants term by term, with the same sums as [Rank]. It ignores games of
// other entries.
func Compare(criteria []rules.Criterion, a, b Entrant, games []Game) Comparison {
	sumsA, sumsB := sums(criteria, a, games), sums(criteria, b, games)
	c := Comparison{A: a.Entry, B: b.Entry, Decided: -1}
	for i, criterion := range criteria {
		line := Line{Criterion: criterion, A: sumsA[i], B: sumsB[i]}
		c.Lines = append(c.Lines, line)
		order := line.A.Total.Cmp(line.B.Total)
		if order == 0 || c.Decided >= 0 {
			continue
		}
		c.Decided, c.Above = i, b.Entry
		if (order > 0) == (criterion.Best == rules.Most) {
			c.Above = a.Entry
		}
	}
	return c
}

func sums(criteria []rules.Criterion, e Entrant, games []Game) []Sum {
	own := byEntrant([]Entrant{e}, games)[0]
	all := make([]Sum, len(criteria))
	for i, criterion := range criteria {
		all[i].Total = e.Own[i]
		if !criterion.OfEntry() {
			all[i] = sum(criterion, i, e.Own[i], own)
		}
	}
	return all
}

// sum combines the games' terms and an own figure by a criterion.
func sum(c rules.Criterion, at int, own league.Frac, games []*Game) Sum {
	var s Sum
	for _, g := range games {
		if c.Combine == nil || combinesTerm(c, *g) {
			s.Terms = append(s.Terms, Term{Round: g.Round, Table: g.Table, Value: g.Terms[at]})
		}
	}
	figure, counted := Combine(c, valuesOf(s.Terms))
	for i := range counted {
		s.Terms[i].Dropped = !counted[i]
	}
	s.Total = own.Add(figure)
	return s
}

func valuesOf(terms []Term) []league.Frac {
	values := make([]league.Frac, len(terms))
	for i, term := range terms {
		values[i] = term.Value
	}
	return values
}

// AddsUp reports whether the terms of a sum, as a reader sees them, together with the entry's own figure give
// the sum that the reader sees. Seen returns the value that is shown for a figure, for example a rounded one.
func AddsUp(c rules.Criterion, s Sum, seen func(league.Frac) league.Frac) bool {
	if len(s.Terms) == 0 {
		return true
	}
	var terms, shown []league.Frac
	for _, term := range s.Terms {
		if !term.Dropped {
			terms, shown = append(terms, term.Value), append(shown, seen(term.Value))
		}
	}
	exact, _ := Combine(c, terms)
	total, _ := Combine(c, shown)
	own := seen(s.Total.Sub(exact))
	return seen(total.Add(own)).Equal(seen(s.Total))
}
