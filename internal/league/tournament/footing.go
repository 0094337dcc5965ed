package tournament

import (
	"maps"
	"slices"

	"referto/internal/league"
	"referto/internal/league/rules"
)

// Footing is a reusable intermediate state of an event: everything derived from its facts before
// the last round, and the tables of that round. After a change to a result of that round,
// [ReplayOn] continues from it.
type Footing struct {
	before replay // before the last round
	tables []TableState
}

// footing returns a copy of the present progress of the replay. Its lists are clipped, so that
// later appends do not change them.
func (p *replay) footing() *Footing {
	before := *p
	before.played = slices.Clip(before.played)
	before.semifinals = slices.Clip(before.semifinals)
	before.finals = slices.Clip(before.finals)
	before.state.Rounds = slices.Clip(before.state.Rounds)
	return &Footing{before: before}
}

// resume returns the replay of other facts before their last round; nil if they differ from those
// of the footing in anything but results of that round.
func (f *Footing) resume(r *rules.Ruleset, facts Facts) *replay {
	if f == nil || f.before.r != r || len(facts.Rounds) == 0 {
		return nil
	}
	ordered := facts.inOrder()
	if !f.before.facts.sameBut(ordered, len(facts.Rounds)-1) {
		return nil
	}
	p := f.before
	p.given, p.facts = facts.Rounds, ordered
	return &p
}

// table returns the derived state of a table of the last round, if it has the same result.
func (f *Footing) table(j int, result *league.Result) (t TableState, known bool) {
	if f == nil || f.before.facts.Rounds[len(f.before.facts.Rounds)-1].Tables[j].Result != result {
		return t, false
	}
	return f.tables[j], true
}

// sameBut reports whether two events, with their facts in order, are equal except for the results
// of one round. Facts behind pointers are equal if the pointers are.
func (f Facts) sameBut(g Facts, results int) bool {
	sameRound := func(i int) bool {
		a, b := f.Rounds[i], g.Rounds[i]
		return a.Kind == b.Kind && a.Closed == b.Closed && slices.EqualFunc(a.Tables, b.Tables, func(a, b Table) bool {
			return a.Number == b.Number && slices.Equal(a.Seats, b.Seats) && (i == results || a.Result == b.Result)
		})
	}
	if len(f.Rounds) != len(g.Rounds) {
		return false
	}
	for i := range f.Rounds {
		if !sameRound(i) {
			return false
		}
	}
	return f.Variant == g.Variant && f.Formula == g.Formula && f.Pairing == g.Pairing && f.Target == g.Target && f.Structure == g.Structure &&
		slices.Equal(f.Entrants, g.Entrants) && maps.Equal(f.Lots, g.Lots) && slices.Equal(f.FirstRound, g.FirstRound) && maps.Equal(f.Places, g.Places) &&
		slices.Equal(f.Sanctions, g.Sanctions) && slices.EqualFunc(f.Draws, g.Draws, slices.Equal) && slices.Equal(f.Previous, g.Previous) &&
		slices.Equal(f.Apart, g.Apart) && slices.Equal(f.Absences, g.Absences) && slices.Equal(f.Arrivals, g.Arrivals) && slices.Equal(f.Withdrawals, g.Withdrawals)
}
