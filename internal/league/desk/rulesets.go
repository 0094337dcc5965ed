package desk

import (
	"fmt"
	"slices"
	"sync"

	"referto/internal/league"
	"referto/internal/league/rules"
)

// served are the presets by which an event can be run here from its draft to
// the final standings.
var served = []string{"catan-nazionale-2009", "catan-ranglista-bg", "firenzegioca-2014", "just-play-2022", "risiko-squadre-2000"}

// decoded decodes each of the served rulesets once; they are shared and only
// read.
var decoded = func() map[string]func() (*rules.Ruleset, error) {
	all := make(map[string]func() (*rules.Ruleset, error), len(served))
	for _, id := range served {
		all[id] = sync.OnceValues(func() (*rules.Ruleset, error) { return rules.Preset(id) })
	}
	return all
}()

// Rulesets are the ids of the rulesets an event can be run by, in alphabetical
// order.
func Rulesets() []string { return slices.Sorted(slices.Values(served)) }

// Ruleset is one of [Rulesets], which nobody may change. It is
// league.ErrNotFound if events cannot be run by it.
func Ruleset(id string) (*rules.Ruleset, error) {
	decode, ok := decoded[id]
	if !ok {
		return nil, fmt.Errorf("ruleset %q: %w", id, league.ErrNotFound)
	}
	return decode()
}
