package rulesetdesk

import (
	"errors"
	"fmt"
	"slices"
	"strconv"
	"sync"

	"referto/internal/league"
	"referto/internal/league/desk"
	"referto/internal/league/facts"
	"referto/internal/league/leaguedb"
	"referto/internal/league/planning"
	"referto/internal/league/rules"
	"referto/internal/league/rules/presets"
	"referto/internal/tenant/tenantdb"
)

// served are the presets by which an event can be run here from its draft to
// the final standings.
var served = []string{"catan-nazionale-2009", "catan-ranglista-bg", "firenzegioca-2014", "just-play-2022", "risiko-squadre-2000"}

// decoded decodes each of the served rulesets once; they are shared and only
// read.
var decoded = func() map[string]func() (*rules.Ruleset, error) {
	all := make(map[string]func() (*rules.Ruleset, error), len(served))
	for _, id := range served {
		all[id] = sync.OnceValues(func() (*rules.Ruleset, error) { return presets.Find(id) })
	}
	return all
}()

// Presets are the ids of the rulesets that come with the product, in alphabetical
// order.
func Presets() []string { return slices.Sorted(slices.Values(served)) }

// Preset returns one of [Presets], which nobody may change. It returns league.ErrNotFound if none has the id.
func Preset(id string) (*rules.Ruleset, error) {
	decode, ok := decoded[id]
	if !ok {
		return nil, fmt.Errorf("ruleset %q: %w", id, league.ErrNotFound)
	}
	return decode()
}

// presetVersion is the number of a preset's only version: another wording comes with another release of the
// product, as another document.
const presetVersion = 1

// Published finds a ruleset that events can be run by: a preset, or a published version of one of the tenant's
// own, of which 0 is the latest. It returns league.ErrNotFound if there is none.
func (d Desk) Published(door tenantdb.Door, id string, version int) (*rules.Ruleset, facts.RulesetVersion, error) {
	if _, preset := decoded[id]; preset {
		if version > presetVersion {
			return nil, facts.RulesetVersion{}, fmt.Errorf("ruleset %q version %d: %w", id, version, league.ErrNotFound)
		}
		r, err := Preset(id)
		if err != nil {
			return nil, facts.RulesetVersion{}, err
		}
		stored, err := desk.Store(r, presetVersion)
		return r, stored, err
	}
	var stored facts.RulesetVersion
	b := &tenantdb.Batch{}
	leaguedb.LoadOwnVersion(b, &stored, id, version)
	if err := door.Send(b); err != nil {
		return nil, stored, fmt.Errorf("ruleset %q: %w", id, err)
	}
	r, err := d.Ruleset(door, stored, nil)
	return r, stored, err
}

// unknown returns the fault of a choice whose ruleset, or version of it, does not exist.
func (d Desk) unknown(tx tenantdb.Tx, c planning.Choice) league.Faults {
	if _, _, err := d.Published(tx, c.Ruleset, 0); c.Version > 0 && err == nil {
		return league.Faults{{Field: "/rulesetVersion", Grounds: league.Grounds{Reason: "unknown-ruleset-version", Params: map[string]string{"ruleset": c.Ruleset, "version": strconv.Itoa(c.Version)}}}}
	}
	return league.Faults{{Field: "/ruleset", Grounds: league.Grounds{Reason: "unknown-ruleset", Params: map[string]string{"ruleset": c.Ruleset}}}}
}

// Chosen returns a ruleset by which an event is to be run, and makes sure that the tenant's rows hold its
// version when the transaction ends. The fields of its faults are those of the choice: ruleset,
// rulesetVersion and readings.
func (d Desk) Chosen(tx tenantdb.Tx, act desk.Act, c planning.Choice) (*rules.Ruleset, facts.RulesetVersion, error) {
	r, stored, err := d.Published(tx, c.Ruleset, c.Version)
	if errors.Is(err, league.ErrNotFound) || errors.Is(err, tenantdb.ErrNotFound) {
		return nil, stored, d.unknown(tx, c)
	}
	if err != nil {
		return nil, stored, err
	}
	b := &tenantdb.Batch{}
	var own facts.Ruleset
	if _, preset := decoded[c.Ruleset]; preset {
		leaguedb.EnsureRulesetVersion(b, stored, act.Now, &stored.ID)
	} else {
		leaguedb.LoadRuleset(b, &own, c.Ruleset)
	}
	if err := tx.Send(b); err != nil {
		return nil, stored, err
	}
	if own.ArchivedAt != nil {
		return nil, stored, league.NotNow("ruleset-archived", "ruleset", c.Ruleset)
	}
	read, err := desk.WithReadings(r, c.Readings)
	return read, stored, err
}

// Games lists the games that events can play, each once for every variant of a ruleset: those
// of the presets, and of the rulesets that the tenant has published.
func (d Desk) Games(door tenantdb.Door) ([]facts.PlayedGame, error) {
	var games []facts.PlayedGame
	b := &tenantdb.Batch{}
	leaguedb.LoadGames(b, &games)
	if err := door.Send(b); err != nil {
		return nil, err
	}
	for _, id := range served {
		r, err := Preset(id)
		if err != nil {
			return nil, err
		}
		for _, v := range r.Game.Variants {
			games = append(games, facts.PlayedGame{Game: r.Game.Name, Variant: v.ID, Title: v.Name})
		}
	}
	return games, nil
}

// FormulaNames returns the rulesets' names for the formulas of some events, in the order of
// the events.
func (d Desk) FormulaNames(door tenantdb.Door, events []facts.Event) ([]string, error) {
	readings := make([]desk.Reading, len(events))
	for i, e := range events {
		readings[i].Version = e.RulesetVersionID
	}
	read, err := d.Rulesets(door, readings...)
	if err != nil {
		return nil, err
	}
	names := make([]string, len(events))
	for i, e := range events {
		formula, _ := read[i].Rules.Formula(e.Formula)
		names[i] = formula.Name
	}
	return names, nil
}
