package rules_test

import "testing"

// TestPointsNeed: the points of an event for a series cannot be calculated without the figures
// that their formula names, or one that it calculates with.
func TestPointsNeed(t *testing.T) {
	t.Parallel()
	series := change{"/series", object{
		"points": "score", "counting": object{"best": 0, "paragraph": ""},
		"criteria": []object{{"figure": "series-total", "best": "most", "paragraph": "8"}}, "paragraph": "8",
	}}
	roads := change{"/standings/0/criteria/2", object{"figure": "settlements-cities", "best": "most", "paragraph": "8"}}
	figure := change{"/game/figures/1", object{"id": "settlements-cities", "name": "S", "range": object{"min": 0, "max": 15}, "paragraph": "2"}}
	for _, tt := range []struct {
		name         string
		calculations []object
		needs        map[string]bool
	}{
		{"the place alone", []object{calculation("event", "score", "20 - place")}, map[string]bool{"wins": false, "vp": false, "settlements-cities": false}},
		{"a criterion", []object{calculation("event", "score", "10 * wins + place")}, map[string]bool{"wins": true, "vp": false, "lot": false}},
		{"by the name that formulas have for it", []object{calculation("event", "score", "settlements_cities")}, map[string]bool{"settlements-cities": true, "wins": false}},
		{"one after another", []object{calculation("event", "bonus", "vp / 2"), calculation("event", "score", "bonus + 1")}, map[string]bool{"vp": true, "wins": false}},
		{"what seats calculate is no matter", []object{calculation("seat", "net", "vp * 2"), calculation("event", "score", "place")}, map[string]bool{"vp": false, "wins": false}},
		{"nor are the numbers of their rounds", []object{calculation("seat", "net", "vp * rounds + entrants"), calculation("event", "score", "place")}, map[string]bool{"rounds": false, "entrants": false}},
		{"a variable of every event is not a figure", []object{calculation("event", "score", "entrants - place")}, map[string]bool{"entrants": false, "place": false}},
	} {
		t.Run(tt.name, func(t *testing.T) {
			t.Parallel()
			r := decoded(t, house(t, figure, roads, change{"/calculations", tt.calculations}, series))
			for figure, want := range tt.needs {
				if got := r.PointsNeed(figure); got != want {
					t.Errorf("%s is needed: %t, want %t", figure, got, want)
				}
			}
		})
	}
}
