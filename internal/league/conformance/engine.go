package conformance

import (
	"context"
	"fmt"
	"maps"
	"slices"
	"sync"

	"referto/internal/league/rules"
	"referto/internal/league/rules/presets"
)

// Engine replays cases through the packages of this project. The zero Engine is
// ready, also for concurrent use.
type Engine struct {
	mu       sync.Mutex
	rulesets map[string]*rules.Ruleset // by regulation and readings
}

// presetOf are the rulesets of the regulations that cases name by number.
var presetOf = map[string]string{
	"000": "just-play-2022",
	"001": "firenzegioca-2014",
	"002": "catan-nazionale-2009",
	"003": "catan-ranglista-bg",
	"004": "risiko-squadre-2000",
}

// engines maps a regulation and kind of case to the function that replays it. A further regulation or kind is
// one more line.
var engines = map[string]func(*rules.Ruleset, Case) (any, error){
	"000 tournament": replayJustPlay2022,
	"000 vectors":    replayJustPlay2022Vectors,
	"001 tournament": replayFirenze2014,
	"001 vectors":    replayFirenze2014Vectors,
	"002 season":     replaySeason2009,
	"002 tournament": replayCatan2009,
	"002 vectors":    replayCatan2009Vectors,
	"003 lifetime":   replayLifetime,
	"003 tournament": replayBulgaria,
	"003 vectors":    replayBulgariaVectors,
	"004 tournament": replaySquadre2000,
	"004 vectors":    replaySquadre2000Vectors,
}

// Supports implements [Driver].
func (e *Engine) Supports(regulation, kind string) bool {
	return engines[regulation+" "+kind] != nil
}

// Replay implements [Driver].
func (e *Engine) Replay(_ context.Context, c Case) (any, error) {
	r, err := e.ruleset(c)
	if err != nil {
		return nil, err
	}
	return engines[c.Regulation+" "+c.Kind](r, c)
}

// ruleset is a regulation's preset under the readings of a case.
func (e *Engine) ruleset(c Case) (*rules.Ruleset, error) {
	e.mu.Lock()
	defer e.mu.Unlock()
	key := c.Regulation + fmt.Sprint(c.Readings) // fmt sorts the keys of maps
	if r := e.rulesets[key]; r != nil {
		return r, nil
	}
	r, err := RulesetFor(c)
	if err != nil {
		return nil, err
	}
	if e.rulesets == nil {
		e.rulesets = make(map[string]*rules.Ruleset)
	}
	e.rulesets[key] = r
	return r, nil
}

// RulesetFor is the preset of a case's regulation under the case's readings.
func RulesetFor(c Case) (*rules.Ruleset, error) {
	r, err := presetFor(c)
	if err != nil {
		return nil, err
	}
	other := c.otherReadings(r)
	for _, key := range slices.Sorted(maps.Keys(other)) {
		if r, err = r.WithReading(key, other[key]); err != nil {
			return nil, err
		}
	}
	return r, nil
}

// PresetFor names the preset of a case's regulation and lists the readings in
// which the case differs from it.
func PresetFor(c Case) (id string, readings map[string]string, err error) {
	r, err := presetFor(c)
	if err != nil {
		return "", nil, err
	}
	return r.ID, c.otherReadings(r), nil
}

func presetFor(c Case) (*rules.Ruleset, error) {
	id, ok := presetOf[c.Regulation]
	if !ok {
		return nil, fmt.Errorf("no ruleset for regulation %q", c.Regulation)
	}
	return presets.Find(id)
}

// otherReadings returns the readings of the case that differ from a ruleset's. A reading that the ruleset does
// not know is among them if an alternative names it, so that it is refused; otherwise it belongs to another
// kind of case.
func (c Case) otherReadings(r *rules.Ruleset) map[string]string {
	other := make(map[string]string)
	for key, reading := range c.Readings {
		value, known := r.ReadingValue(key)
		if value != reading && (known || c.varies(key)) {
			other[key] = reading
		}
	}
	return other
}

// varies reports whether the case has an alternative for a reading.
func (c Case) varies(key string) bool {
	return slices.ContainsFunc(c.Alternatives, func(a Alternative) bool { return a.Key == key })
}
