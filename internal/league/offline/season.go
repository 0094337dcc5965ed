package offline

import (
	"encoding/json"
	"errors"

	"referto/internal/league/rules"
	"referto/internal/league/season"
)

// seasonRequest asks for the state of a season.
type seasonRequest struct {
	ruleset
	// Rulesets are the documents of the events that are not played under the season's ruleset. The
	// caller chooses the names.
	Rulesets map[string]ruleset `json:"rulesets,omitempty"`
	Facts    seasonFacts        `json:"facts"`
}

// seasonFacts are the facts of a season, with the ruleset names of its events.
type seasonFacts struct {
	season.Facts
	Events []seasonEvent `json:"events"`
}

type seasonEvent struct {
	season.Event
	Ruleset string `json:"ruleset,omitempty"` // "" means the season's
}

// seasonOf derives a season: its events, regions and places.
func seasonOf(request []byte) (any, error) {
	var asked seasonRequest
	if err := json.Unmarshal(request, &asked); err != nil {
		return nil, err
	}
	facts, err := asked.facts()
	if err != nil {
		return nil, err
	}
	return season.Derive(facts), nil
}

func (asked seasonRequest) facts() (season.Facts, error) {
	f := asked.Facts.Facts
	var err error
	if f.Rules, err = seasonRules(asked.ruleset); err != nil {
		return f, err
	}
	others := map[string]*rules.Ruleset{"": nil}
	for name, document := range asked.Rulesets {
		if others[name], err = seasonRules(document); err != nil {
			return f, err
		}
	}
	for _, e := range asked.Facts.Events {
		var known bool
		if e.Rules, known = others[e.Ruleset]; !known {
			return f, errors.New("no such ruleset: " + e.Ruleset)
		}
		f.Events = append(f.Events, e.Event)
	}
	return f, nil
}

func seasonRules(document ruleset) (*rules.Ruleset, error) {
	r, err := document.rules()
	if err == nil && r.Season == nil {
		err = errors.New("the ruleset has no seasons")
	}
	return r, err
}
