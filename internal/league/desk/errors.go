package desk

import (
	"errors"
	"fmt"

	"referto/internal/league"
)

// Errors of the desk; those of package league and refusals by the ruleset
// (league.RuleError, league.Faults) come through as they are.
var (
	// ErrStale: the change starts from a version that no longer stands.
	ErrStale = errors.New("desk: stale version")
	// ErrOwnCase: nobody decides about himself.
	ErrOwnCase = errors.New("desk: own case")
	// ErrOwnExpulsion: who expelled somebody does not decide what follows from it.
	ErrOwnExpulsion = errors.New("desk: own expulsion")
)

// StateError is the refusal by state, [league.StateError].
type StateError = league.StateError

// StaleError is [ErrStale] with what stands now.
type StaleError struct{ Current map[string]any }

// Error says that the version is stale.
func (e *StaleError) Error() string {
	return fmt.Sprintf("%v (now %v)", ErrStale, e.Current["version"])
}

// Unwrap is ErrStale.
func (e *StaleError) Unwrap() error { return ErrStale }

// notNow is the refusal by state, [league.NotNow].
func notNow(reason string, params ...string) error { return league.NotNow(reason, params...) }
