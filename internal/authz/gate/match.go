package gate

import (
	"errors"
	"strconv"
)

// ErrStale says that a change starts from a version that no longer stands.
var ErrStale = errors.New("gate: stale version")

// StaleError is [ErrStale] with what stands now, as the API shows it to those who
// may see it.
type StaleError struct{ Current map[string]any }

// Error says that the version is stale.
func (e *StaleError) Error() string { return ErrStale.Error() }

// Unwrap is ErrStale.
func (e *StaleError) Unwrap() error { return ErrStale }

// Version is the entity tag's text of a counted version.
func Version(n int) string { return strconv.Itoa(n) }

// CheckMatch compares an If-Match header with the version that stands. It returns
// a [*StaleError] with current, called only then, if the change starts from
// another.
func CheckMatch(ifMatch, version string, current func() map[string]any) error {
	if Matches(ifMatch, `"`+version+`"`) {
		return nil
	}
	return &StaleError{Current: current()}
}
