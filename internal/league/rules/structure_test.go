package rules_test

import (
	"errors"
	"slices"
	"strings"
	"testing"

	"referto/internal/league"
	"referto/internal/league/rules"
)

// lookups are house rules with two of each thing that is looked up by its id.
func lookups(t *testing.T) *rules.Ruleset {
	t.Helper()
	return decoded(t, house(t,
		change{"/field/sizes", []int{8, 11, 12, 16}},
		change{"/game/variants/0/announced", object{"min": 8, "max": 12}},
		change{"/game/variants/1", object{"id": "sea", "name": "Sea", "target": 12, "vp": object{"min": 2, "max": 14}, "paragraph": "1"}},
		change{"/format/formulas/1", object{"id": "other", "name": "Other", "brackets": []object{{"from": 8, "to": 16, "rounds": 4, "semifinal": false, "final": true}}}},
		change{"/seating/pairings/1", object{"system": "by-lot", "firstRound": "6", "paragraph": "6"}},
	))
}

// TestRefusedFields: a number of entrants that may not start is refused with the nearest that
// may, below and above.
func TestRefusedFields(t *testing.T) {
	t.Parallel()
	r := lookups(t)
	for entrants, nearest := range map[int]string{0: "8", 7: "8", 8: "8, 8", 9: "8, 11", 10: "8, 11", 13: "12, 16", 15: "12, 16", 16: "16, 16", 17: "16", 1000: "16"} {
		var refused *league.RuleError
		if err := r.RefuseField(entrants); !errors.As(err, &refused) {
			t.Fatalf("%d: %v", entrants, err)
		}
		if refused.Code != "HR" || refused.Par != "3" || refused.Reason != "field-size-not-allowed" || refused.Params["nearest"] != nearest || refused.Params["min"] != "8" {
			t.Errorf("%d: got %v, want the nearest %s", entrants, refused, nearest)
		}
	}
}

// TestStructureGrounds: which bracket of a formula a number of entrants is in, on each side of
// its ends, and what is reported about it.
func TestStructureGrounds(t *testing.T) {
	t.Parallel()
	r := lookups(t)
	for _, tt := range []struct {
		formula  string
		entrants int
		want     string
		refused  bool
	}{
		{"only", 8, "HR 5: structure-of-formula (entrants=8, formula=only, rounds=2)", false},
		{"only", 11, "HR 5: structure-of-formula (entrants=11, formula=only, rounds=2)", false},
		{"only", 12, "HR 5: structure-of-formula (entrants=12, formula=only, rounds=3)", false},
		{"only", 16, "HR 5: structure-of-formula (entrants=16, formula=only, rounds=3)", false},
		{"other", 16, "HR 5: structure-of-formula (entrants=16, formula=other, rounds=4)", false},
		{"only", 7, "HR 3: field-size-not-allowed (entrants=7, min=8, nearest=8)", true},
		{"only", 9, "HR 3: field-size-not-allowed (entrants=9, min=8, nearest=8, 11)", true},
		{"only", 17, "HR 3: field-size-not-allowed (entrants=17, min=8, nearest=16)", true},
	} {
		formula, ok := r.Formula(tt.formula)
		structure, grounds, err := r.StructureFor(formula, tt.entrants)
		got := grounds.String()
		if err != nil {
			got = err.Error()
		}
		if got != tt.want || !ok || (err != nil) != tt.refused || (structure == rules.Structure{}) != tt.refused {
			t.Errorf("%s with %d: got %s, %+v", tt.formula, tt.entrants, got, structure)
		}
	}
	short := rules.Formula{ID: "short", Brackets: []rules.Bracket{{From: 8, To: 8, Structure: rules.Structure{Rounds: 1}}, {From: 12, Structure: rules.Structure{Rounds: 2}}}}
	for entrants, want := range map[int]string{8: "", 11: "HR 5: no-structure (entrants=11, formula=short)", 12: "", 16: ""} {
		_, _, err := r.StructureFor(short, entrants)
		got := ""
		if err != nil {
			got = err.Error()
		}
		if got != want {
			t.Errorf("%d: got %s, want %s", entrants, got, want)
		}
	}
}

// TestLookups: what is found by an id, the first where none is given, nothing by another.
func TestLookups(t *testing.T) {
	t.Parallel()
	r := lookups(t)
	for id, want := range map[string]string{"": "base", "base": "base", "sea": "sea", "air": ""} {
		if got, ok := r.Variant(id); got.ID != want || ok != (want != "") {
			t.Errorf("variant %q: got %q, %t", id, got.ID, ok)
		}
	}
	for id, want := range map[string]string{"": "only", "only": "only", "other": "other", "third": ""} {
		if got, ok := r.Formula(id); got.ID != want || ok != (want != "") {
			t.Errorf("formula %q: got %q, %t", id, got.ID, ok)
		}
	}
	for system, want := range map[rules.PairingSystem]rules.PairingSystem{"": rules.ByStandings, rules.ByStandings: rules.ByStandings, rules.ByLot: rules.ByLot, rules.FixedSchedule: ""} {
		if got, ok := r.Pairing(system); got.System != want || ok != (want != "") {
			t.Errorf("pairing %q: got %q, %t", system, got.System, ok)
		}
	}
	for paragraph, want := range map[string]string{"1": "Towns", "9": "Final", "10": "", "": ""} {
		if got, ok := r.Text(paragraph); got.Title != want || ok != (want != "") {
			t.Errorf("text %q: got %q, %t", paragraph, got.Title, ok)
		}
	}
}

// TestTargetsThatMayBeAnnounced: an event plays for the target of the game, or for another
// within the range that the game leaves.
func TestTargetsThatMayBeAnnounced(t *testing.T) {
	t.Parallel()
	r := lookups(t)
	for _, tt := range []struct {
		variant      string
		target, want int
		ok           bool
	}{
		{"", 0, 10, true},
		{"base", 0, 10, true},
		{"base", 10, 10, true},
		{"base", 8, 8, true},
		{"base", 7, 10, false},
		{"base", 12, 12, true},
		{"base", 13, 10, false},
		{"base", -8, 10, false},
		{"sea", 0, 12, true},
		{"sea", 12, 12, true},
		{"sea", 11, 12, false},
		{"air", 0, 0, false},
		{"air", 10, 0, false},
	} {
		if got, ok := r.GameOf(tt.variant, tt.target); got.Target != tt.want || ok != tt.ok {
			t.Errorf("%q for %d: got %d, %t", tt.variant, tt.target, got.Target, ok)
		}
	}
	if base, _ := r.Variant("base"); base.Target != 10 {
		t.Errorf("the game itself is now for %d", base.Target)
	}
}

// TestRoundsLaidDown: which rounds of an event follow a schedule.
func TestRoundsLaidDown(t *testing.T) {
	t.Parallel()
	for _, tt := range []struct {
		pairing      rules.Pairing
		rounds, want int
	}{
		{rules.Pairing{System: rules.FixedSchedule}, 4, 4},
		{rules.Pairing{System: rules.FixedSchedule, ScheduledRounds: 1}, 4, 1},
		{rules.Pairing{System: rules.FixedSchedule, ScheduledRounds: 4}, 4, 4},
		{rules.Pairing{System: rules.FixedSchedule, ScheduledRounds: 5}, 4, 4},
		{rules.Pairing{System: rules.ByStandings, ScheduledRounds: 2}, 4, 0},
		{rules.Pairing{System: rules.ByLot}, 4, 0},
	} {
		if got := tt.pairing.LaidDown(tt.rounds); got != tt.want {
			t.Errorf("%+v: got %d of %d, want %d", tt.pairing, got, tt.rounds, tt.want)
		}
		for round := 1; round <= tt.rounds; round++ {
			if got := tt.pairing.BySchedule(round); got != (round <= tt.want) {
				t.Errorf("%+v: round %d: %t", tt.pairing, round, got)
			}
		}
	}
}

// TestPlacesInUse: a schedule drops places one after another for who is missing.
func TestPlacesInUse(t *testing.T) {
	t.Parallel()
	s := rules.Schedule{From: 6, To: 8, Drop: []int{8, 3}}
	for entrants, want := range map[int][]int{5: nil, 6: {1, 2, 4, 5, 6, 7}, 7: {1, 2, 3, 4, 5, 6, 7}, 8: {1, 2, 3, 4, 5, 6, 7, 8}, 9: nil} {
		if got := s.Places(entrants); !slices.Equal(got, want) {
			t.Errorf("%d: got %v, want %v", entrants, got, want)
		}
	}
}

// TestSeasonLookups: what a season says of a duty, a circuit and a final.
func TestSeasonLookups(t *testing.T) {
	t.Parallel()
	s := decoded(t, house(t, aSeason(t)...)).Season
	if got := s.ReminderOf(rules.DutyAnnounce); got.Days != 3 || !got.Late {
		t.Errorf("announcing: %+v", got)
	}
	if got := s.ReminderOf(rules.DutyDecide); got != (rules.Reminder{}) {
		t.Errorf("deciding: %+v", got)
	}
	for circuit, want := range map[rules.Circuit]string{rules.RegionalCircuit: "town city", rules.OpenCircuit: "open", rules.OnlineCircuit: "open", "": ""} {
		var ids []string
		for _, tier := range s.TiersOf(circuit) {
			ids = append(ids, tier.ID)
		}
		if got := strings.Join(ids, " "); got != want {
			t.Errorf("%s: got %s, want %s", circuit, got, want)
		}
	}
	access := func() string { return s.AccessTo(rules.ToRegionalFinal) + " " + s.AccessTo(rules.ToNationalFinal) }
	if got := access(); got != "6 9" {
		t.Errorf("who comes is said by %s", got)
	}
	s.Final.LeadsParagraph = ""
	if got := access(); got != "6 6" {
		t.Errorf("without a paragraph of finals by %s", got)
	}
	s.Tiers = s.Tiers[2:]
	if got := access(); got != "7 7" {
		t.Errorf("without regions by %s", got)
	}
	if got := s.OwnBy(); !slices.Equal(got, []rules.Part{rules.Organized, rules.Played}) {
		t.Errorf("one's own by %v", got)
	}
	s.Checked.NotBy = nil
	if got := s.OwnBy(); !slices.Equal(got, []rules.Part{rules.Organized, rules.Refereed, rules.Played, rules.Recorded, rules.Reported}) {
		t.Errorf("where nothing is said, one's own by %v", got)
	}
}
