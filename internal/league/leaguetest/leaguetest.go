// Package leaguetest writes the core's answers as short texts for table tests.
package leaguetest

import (
	"errors"

	"referto/internal/league"
)

// Answer returns an error of the core as text: "" for nil, otherwise its kind and grounds: "state
// event-state (state=draft, wanted=import)".
func Answer(err error) string {
	var (
		rule   *league.RuleError
		state  *league.StateError
		faults league.Faults
	)
	switch {
	case err == nil:
		return ""
	case errors.As(err, &rule):
		return "rule " + rule.String()
	case errors.As(err, &state):
		return "state " + state.String()
	case errors.As(err, &faults):
		return "faults " + faults.Error()
	case errors.Is(err, league.ErrNotFound):
		return "not found"
	}
	return err.Error()
}
