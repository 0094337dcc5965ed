package eventfile

import (
	"fmt"
	"slices"
	"strings"

	"referto/internal/league"
	"referto/internal/league/rules"
	"referto/internal/league/scoring"
	"referto/internal/league/tournament"
)

// replay lets the engines check the facts, as they check facts recorded at the tables, and compares
// the seated entries with those who should sit.
func (c *checking) replay(f *File) {
	facts := c.doc.Facts
	if len(facts.Rounds) == 0 {
		c.fault("/facts/rounds", "nothing-played")
		return
	}
	state, err := tournament.Replay(f.Rules, facts)
	if faults, ok := faultsOf(err, "/facts"); ok {
		if c.results(f.Rules); len(c.faults) == 0 || !aboutResults(faults) {
			c.faults = faults
		}
		c.add(tournament.Unruled(f.Rules, facts))
		return
	}
	first, err := tournament.Replay(f.Rules, before(facts))
	if faults, ok := faultsOf(err, "/facts"); ok {
		c.faults = append(c.faults, faults...)
		return
	}
	f.State = state
	c.add(tournament.Unruled(f.Rules, facts))
	c.add(tournament.Untimely(f.Rules, facts, state))
	next := first.Next
	for i, round := range facts.Rounds {
		c.seated(i, round, next, state)
		next = state.Rounds[i].Next
	}
}

// add adds faults of the facts that are not listed yet.
func (c *checking) add(faults league.Faults) {
	for _, f := range faults {
		f.Field = "/facts" + f.Field
		if !slices.ContainsFunc(c.faults, func(known league.Fault) bool { return known.Field == f.Field && known.Reason == f.Reason }) {
			c.faults = append(c.faults, f)
		}
	}
}

// aboutResults reports whether all faults concern results.
func aboutResults(faults league.Faults) bool {
	return !slices.ContainsFunc(faults, func(f league.Fault) bool { return !strings.Contains(f.Field, "/result") })
}

// results checks the result of every table: a replay stops at the first round with a fault.
func (c *checking) results(r *rules.Ruleset) {
	variant, _ := r.GameOf(c.doc.Facts.Variant, c.doc.Facts.Target)
	for i, round := range c.doc.Facts.Rounds {
		for j, table := range round.Tables {
			if table.Result == nil {
				continue
			}
			for _, f := range scoring.Check(r, variant, table.Seats, *table.Result) {
				f.Field = fmt.Sprintf("/facts/rounds/%d/tables/%d/result%s", i, j, f.Field)
				c.faults = append(c.faults, f)
			}
		}
	}
}

// before returns the facts at the time when the first round was drawn.
func before(f tournament.Facts) tournament.Facts {
	f.Rounds = []tournament.Round{}
	f.Sanctions = keep(f.Sanctions, func(s league.Sanction) bool { return s.At.Round == 0 })
	f.Sanctions = slices.Clone(f.Sanctions)
	for i := range f.Sanctions {
		if at := f.Sanctions[i].ConfirmedAt; at != nil && at.Round > 0 {
			f.Sanctions[i].Confirmed, f.Sanctions[i].ConfirmedAt = false, nil
		}
	}
	f.Withdrawals = keep(f.Withdrawals, func(w league.Withdrawal) bool { return w.At.Round == 0 })
	f.Absences = keep(f.Absences, func(a tournament.Absence) bool { return a.Round == 1 })
	f.Arrivals = keep(f.Arrivals, func(a tournament.Arrival) bool { return a.Round == 1 })
	return f
}

func keep[T any](list []T, wanted func(T) bool) []T {
	return slices.DeleteFunc(slices.Clone(list), func(one T) bool { return !wanted(one) })
}

// seated compares a round with the step that was due: in a preliminary round exactly the due
// entries sit, and in no round an entry that was out. Others in a semifinal or final than those who
// qualified are accepted, as in a seating by hand.
func (c *checking) seated(i int, round tournament.Round, due tournament.Step, state tournament.State) {
	at := fmt.Sprintf("/facts/rounds/%d", i)
	if due.Err != nil {
		c.faults = append(c.faults, league.Fault{Field: at, Grounds: due.Err.Grounds})
		return
	}
	sits := map[league.Entry]bool{}
	for j, table := range round.Tables {
		for k, entry := range table.Seats {
			sits[entry] = true
			if wasOut(state, entry, i) && !awaited(due, entry) {
				c.fault(fmt.Sprintf("%s/tables/%d/seats/%d", at, j, k), "entry-not-playing", "entry", itoa(int(entry)))
			}
		}
	}
	if due.Plan == nil || !tournament.ForEverybody(round.Kind, i+1) {
		return
	}
	for _, table := range due.Plan.Tables {
		for _, entry := range table.Seats {
			if !sits[entry] {
				c.fault(at+"/tables", "entry-not-seated", "entry", itoa(int(entry)))
			}
		}
	}
}

// awaited reports whether an entry has a seat in the step that was due: a winner of a table who
// gives up their place in a final keeps it if nobody steps in (JP22 final).
func awaited(due tournament.Step, entry league.Entry) bool {
	if due.Plan == nil {
		return false
	}
	for _, table := range due.Plan.Tables {
		if slices.Contains(table.Seats, entry) {
			return true
		}
	}
	return false
}

// wasOut reports whether an entry was out when the round with an index was drawn.
func wasOut(state tournament.State, entry league.Entry, i int) bool {
	return slices.ContainsFunc(state.Struck, func(s tournament.Struck) bool {
		return s.Entry == entry && s.At.Compare(league.Moment{Round: i}) <= 0
	})
}
