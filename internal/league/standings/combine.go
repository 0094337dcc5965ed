package standings

import (
	"cmp"
	"slices"

	"referto/internal/league"
	"referto/internal/league/rules"
)

// Combine combines the terms of an entrant's games, in order of the rounds, into one figure by the rule of the
// criterion. Without such a rule it adds them up. Counted reports for each term whether it counts; nil means
// that all do.
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

// bestOf marks the terms that the criterion ranks first. Of equal terms it prefers the earlier.
func bestOf(c rules.Criterion, terms []league.Frac) []bool {
	order := make([]int, len(terms))
	for i := range order {
		order[i] = i
	}
	league.Sort(order, func(a, b int) int {
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

// combinesTerm reports whether a game's term goes into a criterion's combination.
func combinesTerm(c rules.Criterion, g Game) bool {
	return c.Combine != nil && (!g.Void || c.Figure == rules.FigurePoints)
}

// combined returns the entrants with corrected own figures. For each criterion that does not simply add up its
// terms, it sets the own figure so that this figure plus the terms of all games gives the combined figure. It
// does not change its arguments.
func combined(criteria []rules.Criterion, entrants []Entrant, games []Game) []Entrant {
	if !slices.ContainsFunc(criteria, func(c rules.Criterion) bool { return c.Combine != nil }) {
		return entrants
	}
	own := make([]Entrant, len(entrants))
	played := byEntrant(entrants, games)
	criteria = resolved(criteria, played)
	var terms []league.Frac
	for i, e := range entrants {
		own[i] = Entrant{Entry: e.Entry, Own: slices.Clone(e.Own)}
		for j, c := range criteria {
			if c.Combine == nil {
				continue
			}
			terms = terms[:0]
			var added league.Frac
			for _, g := range played[i] {
				added = added.Add(g.Terms[j])
				if combinesTerm(c, *g) {
					terms = append(terms, g.Terms[j])
				}
			}
			figure, _ := Combine(c, terms)
			own[i].Own[j] = figure.Add(e.Own[j]).Sub(added)
		}
	}
	return own
}

// Resolved returns the criteria with every number of best games that depends on the field filled in: the
// smallest number of games that any ranked entry with at least one game has played. It does not change its
// argument.
func Resolved(criteria []rules.Criterion, ranked []league.Entry, games []Game) []rules.Criterion {
	entrants := make([]Entrant, len(ranked))
	for i, entry := range ranked {
		entrants[i] = Entrant{Entry: entry}
	}
	return resolved(criteria, byEntrant(entrants, games))
}

func resolved(criteria []rules.Criterion, played [][]*Game) []rules.Criterion {
	fromField := func(c rules.Criterion) bool { return c.Combine != nil && c.Combine.GamesBy == rules.FewestPlayed }
	if !slices.ContainsFunc(criteria, fromField) {
		return criteria
	}
	criteria = slices.Clone(criteria)
	for i, c := range criteria {
		if !fromField(c) {
			continue
		}
		fewest := 0
		for _, own := range played {
			n := 0
			for _, g := range own {
				if combinesTerm(c, *g) {
					n++
				}
			}
			if n > 0 && (fewest == 0 || n < fewest) {
				fewest = n
			}
		}
		combine := *c.Combine
		combine.Games = fewest
		criteria[i].Combine = &combine
	}
	return criteria
}

// byEntrant returns the games of each entrant, in order of the rounds.
func byEntrant(entrants []Entrant, games []Game) [][]*Game {
	at := make(map[league.Entry]int, len(entrants))
	for i, e := range entrants {
		at[e.Entry] = i
	}
	played := make([][]*Game, len(entrants))
	for i := range games {
		if j, ranked := at[games[i].Entry]; ranked {
			played[j] = append(played[j], &games[i])
		}
	}
	for _, own := range played {
		slices.SortFunc(own, byRound)
	}
	return played
}

func byRound(a, b *Game) int {
	return cmp.Or(cmp.Compare(a.Round, b.Round), cmp.Compare(a.Table, b.Table))
}
