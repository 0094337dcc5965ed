package rules_test

import (
	"encoding/json"
	"testing"

	"github.com/google/go-cmp/cmp"

	"referto/internal/league/rules"
	"referto/internal/league/rules/presets"
	"referto/internal/strictyaml"
)

// FuzzDecode: no document makes the decoder panic, and what it accepts is the
// same after being written and read again.
func FuzzDecode(f *testing.F) {
	for _, id := range presets.IDs() {
		preset, err := presets.Find(id)
		if err != nil {
			f.Fatal(err)
		}
		document, err := json.Marshal(preset)
		if err != nil {
			f.Fatal(err)
		}
		f.Add(document)
	}
	for _, text := range []string{
		"{}",
		"id: x\nstandings: [{criteria: [{}]}]\nelimination: {semifinal: {seeds: [[1]]}}",
		"seating: {pairings: [{system: fixed-schedule, schedules: [{from: 1, to: 2, drop: [2], rounds: [[[1]]]}]}]}",
		"scoring: {teams: {seats: 6}, points: {tables: [{seats: 4}]}, leavers: {place: 4}, share: {virtual: {}}}\nfield: {deadline: {at: '10:20'}, overflow: {}}",
		"readings: {A: {at: /readings/A/at}}",
		"calculations: [{id: a, of: seat, formula: 'vp / 0'}, {of: series, formula: sum(points)}]\nseries: {points: a}",
	} {
		document, err := strictyaml.ToJSON([]byte(text))
		if err != nil {
			f.Fatal(err)
		}
		f.Add(document)
	}
	f.Fuzz(func(t *testing.T, document []byte) {
		r, err := rules.Decode(document)
		if err != nil {
			return
		}
		written, err := json.Marshal(r)
		if err != nil {
			t.Fatal(err)
		}
		again, err := rules.Decode(written)
		if err != nil {
			t.Fatalf("%v\n%s", err, written)
		}
		if diff := cmp.Diff(r, again); diff != "" {
			t.Fatal(diff)
		}
	})
}
