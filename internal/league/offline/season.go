package offline

import (
	"encoding/json"
	"errors"

	"referto/internal/league/rules"
	"referto/internal/league/season"
)

// seasonRequest asks what follows from the facts of a season.
type seasonRequest struct {
	ruleset
	// Rulesets are the documents by which events are played that are not played by that of
	// the season, by a name of the asker's.
	Rulesets map[string]ruleset `json:"rulesets,omitempty"`
	Facts    seasonFacts        `json:"facts"`
}

// seasonFacts are those of a season, with the names of the rulesets of its events.
type seasonFacts struct {
	season.Facts
	Events []seasonEvent `json:"events"`
}

type seasonEvent struct {
	season.Event
	Ruleset string `json:"ruleset,omitempty"` // "" is that of the season
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
