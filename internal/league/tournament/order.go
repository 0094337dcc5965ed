package tournament

import (
	"cmp"
	"slices"

	"referto/internal/league"
)

// inOrder are the facts with every list that is a set in one order, so that what
// follows is the same in whatever order somebody wrote them down: entrants by start
// number, tables by their numbers, who left between games and who did not come by
// moment and start number. Lists whose order is a fact stay: who was drawn, who sat
// in which turn, what the event before came to, and sanctions of one moment.
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
