package desk

import (
	"errors"
	"fmt"
)

// Errors of the desk; those of package league and refusals by the ruleset
// (league.RuleError, league.Faults) come through as they are.
var (
	// ErrStale: the change starts from a version that no longer stands.
	ErrStale = errors.New("desk: stale version")
	// ErrOwnCase: nobody decides about themselves.
	ErrOwnCase = errors.New("desk: own case")
)

// StaleError is [ErrStale] with what stands now.
type StaleError struct{ Current map[string]any }

// Error says that the version is stale.
func (e *StaleError) Error() string {
	return fmt.Sprintf("%v (now %v)", ErrStale, e.Current["version"])
}

// Unwrap is ErrStale.
func (e *StaleError) Unwrap() error { return ErrStale }
