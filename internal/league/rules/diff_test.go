package rules_test

import (
	"fmt"
	"maps"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"referto/internal/league/rules"
	"referto/internal/league/rules/presets"
	"referto/internal/sampling"
)

// lines writes differences one a line.
func lines(differences []rules.Difference) []string {
	var out []string
	for _, d := range differences {
		var path []string
		for _, step := range d.Path {
			path = append(path, strings.TrimSuffix(step.Member+" "+step.Element, " "))
		}
		out = append(out, fmt.Sprintf("%s %s: %s: %q → %q (%s)", d.Kind, d.Pointer, strings.Join(path, " › "), d.Before, d.After, d.Paragraph))
	}
	return out
}

func decoded(t *testing.T, document []byte) *rules.Ruleset {
	t.Helper()
	r, err := rules.Decode(document)
	if err != nil {
		t.Fatal(err)
	}
	return r
}

func TestDiff(t *testing.T) {
	t.Parallel()
	const cn09 = "catan-nazionale-2009"
	tests := []struct {
		name, preset, path string
		value              any
		want               []string
	}{
		{"nothing", cn09, "/name", nil, nil},
		{"an option", "firenzegioca-2014", "/scoring/wins/timeLimit/counts", "0.5", []string{
			`changed /scoring/wins/timeLimit/counts: scoring › wins › timeLimit › counts: "0.9" → "0.5" (3)`,
		}},
		{"a list of numbers", cn09, "/elimination/semifinal/seeds", [][]int{{1, 5, 9, 16}, {2, 7, 10, 15}, {3, 6, 11, 14}, {4, 8, 12, 13}}, []string{
			`changed /elimination/semifinal/seeds: elimination › semifinal › seeds: "[1, 8, 9, 16], [2, 7, 10, 15], [3, 6, 11, 14], [4, 5, 12, 13]" → "[1, 5, 9, 16], [2, 7, 10, 15], [3, 6, 11, 14], [4, 8, 12, 13]" (3.2d)`,
		}},
		{"an element that is gone", cn09, "/eligibility", []any{map[string]any{"reason": "banned", "paragraph": "1.5"}}, []string{
			`removed /eligibility/0/reason: eligibility referee-of-event › reason: "referee-of-event" → "" (1.5)`,
			`removed /eligibility/0/paragraph: eligibility referee-of-event › paragraph: "1.5" → "" (1.5)`,
			`removed /eligibility/1/reason: eligibility already-qualified › reason: "already-qualified" → "" (1.5)`,
			`removed /eligibility/1/paragraph: eligibility already-qualified › paragraph: "1.5" → "" (1.5)`,
			`removed /eligibility/2/reason: eligibility employee-of-publisher › reason: "employee-of-publisher" → "" (1.5)`,
			`removed /eligibility/2/paragraph: eligibility employee-of-publisher › paragraph: "1.5" → "" (1.5)`,
		}},
		{"another order", "risiko-squadre-2000", "/game/objectives", []any{
			map[string]any{"id": "africa", "name": "Africa", "team": "A", "region": "africa"},
			map[string]any{"id": "nord-america", "name": "Nord America", "team": "A", "region": "nord-america"},
			map[string]any{"id": "oceania", "name": "Oceania", "team": "A", "region": "oceania"},
			map[string]any{"id": "sud-america", "name": "Sud America", "team": "B", "region": "sud-america"},
			map[string]any{"id": "asia", "name": "Asia", "team": "B", "region": "asia"},
			map[string]any{"id": "europa", "name": "Europa", "team": "B", "region": "europa"},
		}, []string{
			`reordered /game/objectives: game › objectives: "nord-america, africa, oceania, sud-america, asia, europa" → "africa, nord-america, oceania, sud-america, asia, europa" ()`,
		}},
		{"a value in a map", cn09, "/time/minutes/base", 75, []string{
			`changed /time/minutes/base: time › minutes base: "80" → "75" (3.4)`,
		}},
		{"a section that is new", "just-play-2022", "/attendance", map[string]any{"grace": 5, "paragraph": "1"}, []string{
			`added /attendance/grace: attendance › grace: "" → "5" (1)`,
			`added /attendance/cardsForgone: attendance › cardsForgone: "" → "0" (1)`,
			`added /attendance/paragraph: attendance › paragraph: "" → "1" (1)`,
		}},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			t.Parallel()
			before := decoded(t, shortDocument(t, tt.preset))
			after := before
			if tt.value != nil {
				after = decoded(t, editedPreset(t, tt.preset, tt.path, tt.value))
			}
			if diff := cmp.Diff(tt.want, lines(rules.Diff(before, after))); diff != "" {
				t.Error(diff)
			}
		})
	}
}

// TestDiffOfReadings: what a reading changes is one option, its own.
func TestDiffOfReadings(t *testing.T) {
	t.Parallel()
	for _, id := range presets.IDs() {
		r := preset(t, id)
		r.Texts = nil // most of a document, and in none of the places
		document := written(t, r)
		for _, key := range sampling.Of(id, slices.Sorted(maps.Keys(r.Readings))) {
			reading := r.Readings[key]
			other, err := rules.Stored(document, map[string]string{key: reading.Options[1].Value})
			if err != nil {
				t.Fatal(err)
			}
			found := rules.Diff(r, other)
			// A reading of a criterion's figure takes one criterion for another.
			ok := len(found) == 1 && found[0].Pointer == reading.At && found[0].Before == reading.Options[0].Value && found[0].After == reading.Options[1].Value
			if !ok && !strings.HasSuffix(reading.At, "/figure") {
				t.Errorf("%s %s: got %v", id, key, lines(found))
			}
			if back := rules.Diff(other, r); len(back) != len(found) {
				t.Errorf("%s %s: %d differences there, %d back", id, key, len(found), len(back))
			}
		}
	}
}
