package presets_test

import (
	"encoding/json"
	"errors"
	"sync"
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
	want := []string{"catan-nazionale-2009", "catan-ranglista-bg", "firenzegioca-2014", "just-play-2022", "risiko-squadre-2000"}
	if diff := cmp.Diff(want, ids); diff != "" {
		t.Error(diff)
	}
	for _, id := range []string{"", "../doc", "doc", "just-play-2022.texts", "just-play-2022.yaml", "Just-Play-2022", "just-play-2022/", "*"} {
		if r, err := presets.Find(id); !errors.Is(err, league.ErrNotFound) || r != nil {
			t.Errorf("%q is a preset: %v", id, err)
		}
	}
}

// TestPresetIsOnesOwn: what somebody changes in a preset, others do not find changed, at
// whatever depth it stands.
func TestPresetIsOnesOwn(t *testing.T) {
	t.Parallel()
	for _, id := range presets.IDs() {
		first, err := presets.Find(id)
		if err != nil {
			t.Fatal(err)
		}
		before, err := json.Marshal(first)
		if err != nil {
			t.Fatal(err)
		}
		first.Name, first.Texts[0].Body = "Mine", "Gone."
		first.Texts = append(first.Texts[:1], first.Texts[2:]...)
		first.Game.Variants[0].Target = 99
		first.Standings[0].Criteria[0].Figure = "mine"
		first.Tables.Sizes[0] = 9
		for key, reading := range first.Readings {
			reading.Options[0].Value = "mine"
			delete(first.Readings, key)
		}
		if first.Season != nil {
			first.Season.Tiers[0].Leads[0].To = "moon"
		}
		again, err := presets.Find(id)
		if err != nil {
			t.Fatal(err)
		}
		if after, err := json.Marshal(again); err != nil || string(after) != string(before) {
			t.Errorf("%s has changed: %v", id, err)
		}
	}
}

// TestPresetsAtOnce: a preset that several ask for at the same time is the same for all.
func TestPresetsAtOnce(t *testing.T) {
	t.Parallel()
	const id = "firenzegioca-2014"
	want, err := presets.Find(id)
	if err != nil {
		t.Fatal(err)
	}
	var asking sync.WaitGroup
	for range 8 {
		asking.Go(func() {
			got, err := presets.Find(id)
			if err != nil || len(rules.Diff(want, got)) > 0 {
				t.Errorf("another one: %v", err)
			}
			got.Texts[0].Title = "Mine"
		})
	}
	asking.Wait()
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
