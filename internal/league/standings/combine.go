package standings

import (
	"cmp"
	"slices"

	"referto/internal/league"
	"referto/internal/league/rules"
)

// Combine makes one figure of the terms of an entrant's games, in order of the
// rounds, as the criterion says: added up where it says nothing. Counted tells
// of each term whether it counts; nil is all.
func Combine(c rules.Criterion, terms []league.Frac) (figure league.Frac, counted []bool) {
	m := c.Combine
	if m != nil && m.Rule == rules.CombineBest && len(terms) > m.Games {
		counted = bestOf(c, terms)
	}
	for i, term := range terms {
		if counted == nil || counted[i] {
			figure = figure.Add(term)
		}
	}
	if m == nil {
		return figure, nil
	}
	if m.Rule == rules.CombineMean && len(terms) > 0 {
		figure = figure.Div(league.Int(len(terms)))
	}
	return m.Rounding.Of(figure), counted
}

// bestOf marks the terms that the criterion ranks first, of equal ones the
// earlier.
func bestOf(c rules.Criterion, terms []league.Frac) []bool {
	order := make([]int, len(terms))
	for i := range order {
		order[i] = i
	}
	slices.SortStableFunc(order, func(a, b int) int {
		if c.Best == rules.Most {
			return terms[b].Cmp(terms[a])
		}
		return terms[a].Cmp(terms[b])
	})
	counted := make([]bool, len(terms))
	for _, i := range order[:c.Combine.Games] {
		counted[i] = true
	}
	return counted
}

// combinesTerm tells whether a game's term goes into a criterion's combination.
func combinesTerm(c rules.Criterion, g Game) bool {
	return c.Combine != nil && (!g.Void || c.Figure == rules.FigurePoints)
}

// combined takes the criteria that are not simply added up out of the games and
// into what is the entrants' own. The arguments stay as they are.
func combined(criteria []rules.Criterion, entrants []Entrant, games []Game) ([]Entrant, []Game) {
	if !slices.ContainsFunc(criteria, func(c rules.Criterion) bool { return c.Combine != nil }) {
		return entrants, games
	}
	played := make(map[league.Entry][]Game, len(entrants))
	rest := make([]Game, len(games))
	for i, g := range games {
		played[g.Entry] = append(played[g.Entry], g)
		rest[i] = g
		rest[i].Terms = slices.Clone(g.Terms)
		for j, c := range criteria {
			if c.Combine != nil {
				rest[i].Terms[j] = league.Frac{}
			}
		}
	}
	own := make([]Entrant, len(entrants))
	for i, e := range entrants {
		own[i] = Entrant{Entry: e.Entry, Own: slices.Clone(e.Own)}
		inOrder(played[e.Entry])
		for j, c := range criteria {
			if c.Combine != nil {
				figure, _ := Combine(c, termsOf(c, j, played[e.Entry]))
				own[i].Own[j] = figure.Add(e.Own[j])
			}
		}
	}
	return own, rest
}

// inOrder sorts games of one entrant by round.
func inOrder(games []Game) {
	slices.SortFunc(games, func(a, b Game) int {
		return cmp.Or(cmp.Compare(a.Round, b.Round), cmp.Compare(a.Table, b.Table))
	})
}

// termsOf are the terms of games that go into a combination.
func termsOf(c rules.Criterion, at int, games []Game) []league.Frac {
	var terms []league.Frac
	for _, g := range games {
		if combinesTerm(c, g) {
			terms = append(terms, g.Terms[at])
		}
	}
	return terms
}
