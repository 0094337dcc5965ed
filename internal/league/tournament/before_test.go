package tournament_test

import (
	"encoding/json"
	"reflect"
	"slices"
	"testing"

	gocmp "github.com/google/go-cmp/cmp"
	"github.com/google/go-cmp/cmp/cmpopts"
	"pgregory.net/rapid"

	"referto/internal/league"
	"referto/internal/league/rules/presets"
	"referto/internal/league/tournament"
	"referto/internal/sampling"
)

// TestFactsBeforeADraw: whatever happens at an event by any ruleset, and whenever it is recorded,
// the facts before a draw are always those at the time of the draw, so that its document never
// changes.
func TestFactsBeforeADraw(t *testing.T) {
	t.Parallel()
	changed := make(map[string]bool) // members of the facts that later ones were in
	property := func(t *rapid.T) {
		r := cached(t, rapid.SampledFrom(presets.IDs()).Draw(t, "preset"))
		var known []tournament.Facts
		e := playRecorded(t, r, rapid.Uint64().Draw(t, "seed"), (*randomEvent).later, func(p *randomEvent) {
			known = append(known, copied(t, p.facts))
		})
		for i, want := range known {
			got := copied(t, e.facts.Before(i+1))
			if diff := gocmp.Diff(want, got, cmpopts.EquateEmpty()); diff != "" {
				t.Fatalf("the facts before round %d\n%s", i+1, diff)
			}
			note(changed, got, e.facts)
		}
	}
	members := []string{"Rounds", "Sanctions", "Draws", "Apart", "Absences", "Arrivals", "Withdrawals"}
	met := func() bool {
		return t.Failed() || !slices.ContainsFunc(members, func(member string) bool { return !changed[member] })
	}
	sampling.Until(met, func() { rapid.Check(t, property) })
	for _, member := range members {
		if !changed[member] {
			t.Errorf("no later fact was ever in %s", member)
		}
	}
	// The others are fixed at the start. A new member of the facts needs a rule in Before.
	if n := reflect.TypeFor[tournament.Facts]().NumField(); n != 17 {
		t.Errorf("facts have %d members, of which Before may not know all", n)
	}
}

// later adds facts that are recorded after the draw of the latest round.
func (p *randomEvent) later() {
	drawn := len(p.facts.Rounds)
	if drawn == 0 {
		return
	}
	a, b := pick(p.random, p.facts.Entrants...), pick(p.random, p.facts.Entrants...)
	if a != b {
		p.facts.Apart = append(p.facts.Apart, tournament.Apart{Pair: [2]league.Entry{a, b}, From: drawn + 1})
	}
	if held := &p.facts.Apart[p.random.IntN(len(p.facts.Apart))]; held.Until == 0 && held.From <= drawn {
		held.Until = drawn
	}
	p.facts.Absences = append(p.facts.Absences, tournament.Absence{Entry: a, Round: drawn, AfterDraw: 1})
	if p.r.Attendance != nil {
		p.facts.Arrivals = append(p.facts.Arrivals, tournament.Arrival{Entry: b, Round: drawn, Minutes: p.random.IntN(20), AfterDraw: 2})
	}
	for i := range p.facts.Sanctions {
		if s := &p.facts.Sanctions[i]; !s.Confirmed && s.At.Round < drawn {
			s.Confirmed, s.ConfirmedAt = true, &league.Moment{Round: drawn}
		}
	}
	if p.random.IntN(4) == 0 {
		p.facts.Withdrawals = append(p.facts.Withdrawals, league.Withdrawal{Entry: a, At: league.Moment{Round: drawn}, Qualified: p.random.IntN(2) == 0, Unexcused: true})
	}
}

// copied returns a deep copy of facts.
func copied(t rapid.TB, f tournament.Facts) tournament.Facts {
	t.Helper()
	document, err := json.Marshal(f)
	if err != nil {
		t.Fatal(err)
	}
	var out tournament.Facts
	if err := json.Unmarshal(document, &out); err != nil {
		t.Fatal(err)
	}
	return out
}

// note names the members that differ.
func note(members map[string]bool, before, all tournament.Facts) {
	a, b := reflect.ValueOf(before), reflect.ValueOf(all)
	for i := range a.NumField() {
		if a.Field(i).Kind() == reflect.Slice && a.Field(i).Len() != b.Field(i).Len() {
			members[a.Type().Field(i).Name] = true
		}
	}
}
