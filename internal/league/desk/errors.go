package desk

import (
	"errors"
	"fmt"
)

// Errors of the desk. Errors of package league and refusals by the ruleset (league.RuleError, league.Faults)
// are returned unchanged.
var (
	// ErrStale: the change starts from a version that is not the current one.
	ErrStale = errors.New("desk: stale version")
	// ErrOwnCase: people may not decide about themselves.
	ErrOwnCase = errors.New("desk: own case")
)

// StaleError is [ErrStale] with the current state.
type StaleError struct{ Current map[string]any }

// Error reports that the version is stale, and the current one.
func (e *StaleError) Error() string {
	return fmt.Sprintf("%v (now %v)", ErrStale, e.Current["version"])
}

// Unwrap is ErrStale.
func (e *StaleError) Unwrap() error { return ErrStale }
