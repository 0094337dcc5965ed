package tournament

import (
	"cmp"
	"slices"

	"referto/internal/league"
)

// inOrder returns the facts with every list that is a set in a canonical order, so that the state
// does not depend on the recorded order: entrants by start number, tables by their numbers,
// withdrawals between games, absences and arrivals by moment and start number. Lists whose order is
// a fact keep it: the draws, the seats, the previous standings, and sanctions of one moment.
func (f Facts) inOrder() Facts {
	f.Entrants = slices.Sorted(slices.Values(f.Entrants))
	f.Rounds = slices.Clone(f.Rounds)
	for i := range f.Rounds {
		f.Rounds[i].Tables = league.Sorted(f.Rounds[i].Tables, func(a, b Table) int { return a.Number - b.Number })
	}
	f.Withdrawals = league.Sorted(f.Withdrawals, func(a, b league.Withdrawal) int {
		return cmp.Or(a.At.Compare(b.At), cmp.Compare(a.Entry, b.Entry))
	})
	f.Absences = league.Sorted(f.Absences, func(a, b Absence) int {
		return cmp.Or(cmp.Compare(a.Round, b.Round), cmp.Compare(a.AfterDraw, b.AfterDraw), cmp.Compare(a.Entry, b.Entry))
	})
	f.Arrivals = league.Sorted(f.Arrivals, func(a, b Arrival) int {
		return cmp.Or(cmp.Compare(a.Round, b.Round), cmp.Compare(a.AfterDraw, b.AfterDraw), cmp.Compare(a.Entry, b.Entry))
	})
	return f
}
