package tournament

import (
	"reflect"
	"testing"

	"referto/internal/league"
	"referto/internal/league/rules"
)

// A footing is reused only if nothing but results of the last round differs. Every member of the
// facts is changed in turn.
func TestFootingOfOtherFacts(t *testing.T) {
	t.Parallel()
	facts := func() Facts {
		return Facts{
			Entrants: []league.Entry{1, 2}, Lots: map[league.Entry]int{1: 2, 2: 1}, FirstRound: []league.Entry{2, 1}, Places: map[league.Entry]int{1: 1, 2: 2},
			Rounds: []Round{{Kind: league.Preliminary, Closed: true, Tables: []Table{{Number: 1, Seats: []league.Entry{1, 2}, Result: first}}}, {Kind: league.Preliminary, Tables: []Table{{Number: 1, Seats: []league.Entry{2, 1}}}}},
		}
	}
	changes := map[string]func(*Facts){
		"Variant": func(f *Facts) { f.Variant = "other" }, "Formula": func(f *Facts) { f.Formula = "other" }, "Pairing": func(f *Facts) { f.Pairing = "other" },
		"Target": func(f *Facts) { f.Target = 12 }, "Structure": func(f *Facts) { f.Structure = &rules.Structure{Rounds: 3} },
		"Entrants": func(f *Facts) { f.Entrants = append(f.Entrants, 3) }, "Lots": func(f *Facts) { f.Lots[1] = 3 }, "FirstRound": func(f *Facts) { f.FirstRound[0] = 3 },
		"Places": func(f *Facts) { f.Places[1] = 3 }, "Rounds": func(f *Facts) { f.Rounds[0].Tables[0].Result = &league.Result{} },
		"Sanctions": func(f *Facts) { f.Sanctions = []league.Sanction{{Entry: 1}} }, "Draws": func(f *Facts) { f.Draws = [][]league.Entry{{1, 2}} },
		"Previous": func(f *Facts) { f.Previous = []league.Entry{1} }, "Apart": func(f *Facts) { f.Apart = []Apart{{Pair: [2]league.Entry{1, 2}}} },
		"Absences": func(f *Facts) { f.Absences = []Absence{{Entry: 1, Round: 2}} }, "Arrivals": func(f *Facts) { f.Arrivals = []Arrival{{Entry: 1, Round: 2}} },
		"Withdrawals": func(f *Facts) { f.Withdrawals = []league.Withdrawal{{Entry: 1}} },
	}
	all := reflect.TypeFor[Facts]()
	for i := range all.NumField() {
		change := changes[all.Field(i).Name]
		if change == nil {
			t.Errorf("nobody says what another %s does", all.Field(i).Name)
			continue
		}
		if other := facts(); !facts().sameBut(other, 1) {
			t.Fatal("the same facts are others")
		} else if change(&other); facts().sameBut(other, 1) {
			t.Errorf("facts with another %s are the same", all.Field(i).Name)
		}
	}
	for name, change := range map[string]func(*Round){
		"kind": func(r *Round) { r.Kind = league.Final }, "end": func(r *Round) { r.Closed = true }, "table": func(r *Round) { r.Tables[0].Number = 2 },
		"seat": func(r *Round) { r.Tables[0].Seats[0] = 3 }, "tables": func(r *Round) { r.Tables = append(r.Tables, Table{Number: 2}) },
	} {
		other := facts()
		if change(&other.Rounds[1]); facts().sameBut(other, 1) {
			t.Errorf("facts with another %s of the last round are the same", name)
		}
	}
	other := facts()
	if other.Rounds[1].Tables[0].Result = first; !facts().sameBut(other, 1) {
		t.Error("a result of the last round makes other facts")
	}
}

var first = &league.Result{Ended: "time-limit"}
