package conformance_test

import (
	"fmt"
	"slices"
	"testing"

	"referto/internal/league/conformance"
)

// TestSampleKeepsEveryReading: of thirty cases with one reading of A002-1 three are replayed under it,
// of one case with another reading that one, and of three with a third whose outcome only
// one changes that one.
func TestSampleKeepsEveryReading(t *testing.T) {
	t.Parallel()
	changes := []conformance.Patch{{Path: "/winner"}}
	var cases []conformance.Case
	for i := range 30 {
		c := conformance.Case{ID: fmt.Sprint(i), Regulation: "002", Kind: "tournament", Alternatives: []conformance.Alternative{{Key: "A002-1", Reading: "often", Patch: changes}}}
		if i == 7 {
			c.Alternatives = append(c.Alternatives, conformance.Alternative{Key: "A002-1", Reading: "once", Patch: changes})
		}
		if i < 3 {
			seldom := conformance.Alternative{Key: "A002-2", Reading: "seldom"}
			if i == 2 {
				seldom.Patch = changes
			}
			c.Alternatives = append(c.Alternatives, seldom)
		}
		cases = append(cases, c)
	}
	drawn := func(seed uint64) map[string][]string {
		by := make(map[string][]string)
		sampled := conformance.Sample(cases, seed)
		if len(sampled) != len(cases) {
			t.Fatalf("%d cases of %d: all are replayed under the readings in force", len(sampled), len(cases))
		}
		for _, c := range sampled {
			for _, a := range c.Alternatives {
				by[a.Reading] = append(by[a.Reading], c.ID)
			}
		}
		return by
	}
	first := drawn(1)
	if len(first["often"]) != 3 || !slices.Equal(first["once"], []string{"7"}) || !slices.Equal(first["seldom"], []string{"2"}) {
		t.Errorf("got %v", first)
	}
	if again := drawn(1); fmt.Sprint(again) != fmt.Sprint(first) {
		t.Errorf("the same seed: got %v, then %v", first, again)
	}
	if other := drawn(2); slices.Equal(other["often"], first["often"]) {
		t.Errorf("another seed: got %v twice", other["often"])
	}
	if len(cases[7].Alternatives) != 2 {
		t.Error("the cases themselves have changed")
	}
}

// TestSampleOfAnotherRegulation: readings of the same name in two regulations are two.
func TestSampleOfAnotherRegulation(t *testing.T) {
	t.Parallel()
	reading := []conformance.Alternative{{Key: "A-1", Reading: "same"}}
	sampled := conformance.Sample([]conformance.Case{
		{Regulation: "001", Kind: "tournament", Alternatives: reading},
		{Regulation: "001", Kind: "season", Alternatives: reading},
		{Regulation: "002", Kind: "tournament", Alternatives: reading},
	}, 1)
	for _, c := range sampled {
		if len(c.Alternatives) != 1 {
			t.Errorf("%s %s: %d alternatives", c.Regulation, c.Kind, len(c.Alternatives))
		}
	}
}
