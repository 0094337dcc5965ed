package tournament

import (
	"slices"

	"referto/internal/league"
)

// Before returns the facts at the time when the round of a number, counted from 1, was drawn:
// events in that round and after it are left out. Replayed, they give the plan of that round as
// their next step.
func (f Facts) Before(round int) Facts {
	until := league.Moment{Round: round - 1}
	f.Rounds = f.Rounds[: round-1 : round-1]
	f.Draws = f.Draws[:min(len(f.Draws), round-1)]
	f.Withdrawals = slices.DeleteFunc(slices.Clone(f.Withdrawals), func(w league.Withdrawal) bool { return w.At.Compare(until) > 0 })
	later := func(in, afterDraw int) bool { return in > round || in == round && afterDraw > 0 }
	f.Absences = slices.DeleteFunc(slices.Clone(f.Absences), func(a Absence) bool { return later(a.Round, a.AfterDraw) })
	f.Arrivals = slices.DeleteFunc(slices.Clone(f.Arrivals), func(a Arrival) bool { return later(a.Round, a.AfterDraw) })
	f.Apart = slices.DeleteFunc(slices.Clone(f.Apart), func(a Apart) bool { return a.From > round })
	for i := range f.Apart {
		if f.Apart[i].Until >= round {
			f.Apart[i].Until = 0
		}
	}
	f.Sanctions = slices.DeleteFunc(slices.Clone(f.Sanctions), func(s league.Sanction) bool { return s.At.Compare(until) > 0 })
	for i := range f.Sanctions {
		if s := &f.Sanctions[i]; s.ConfirmedAt != nil && s.ConfirmedAt.Compare(until) > 0 {
			s.Confirmed, s.ConfirmedAt = false, nil
		}
	}
	return f
}
