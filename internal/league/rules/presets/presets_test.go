package presets_test

import (
	"encoding/json"
	"errors"
	"testing"

	"github.com/google/go-cmp/cmp"

	"referto/internal/league"
	"referto/internal/league/rules"
	"referto/internal/league/rules/presets"
)

func TestPresetsAreListedAndValid(t *testing.T) {
	t.Parallel()
	ids := presets.IDs()
	if len(ids) == 0 {
		t.Fatal("no presets")
	}
	for _, id := range ids {
		r, err := presets.Find(id)
		if err != nil {
			t.Error(err)
			continue
		}
		if r.ID != id {
			t.Errorf("preset %q calls itself %q", id, r.ID)
		}
	}
	if _, err := presets.Find("../doc"); !errors.Is(err, league.ErrNotFound) {
		t.Errorf("a preset that is none: %v", err)
	}
}

// TestPresetIsTheSameInJSON: what is stored and sent is the whole document.
func TestPresetIsTheSameInJSON(t *testing.T) {
	t.Parallel()
	for _, id := range presets.IDs() {
		want, err := presets.Find(id)
		if err != nil {
			t.Fatal(err)
		}
		document, err := json.Marshal(want)
		if err != nil {
			t.Fatal(err)
		}
		got, err := rules.Decode(document)
		if err != nil {
			t.Fatal(err)
		}
		if diff := cmp.Diff(want, got); diff != "" {
			t.Errorf("%s (-want +got)\n%s", id, diff)
		}
	}
}
