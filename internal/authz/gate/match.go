package gate

import (
	"errors"
	"strconv"
	"strings"
)

// ErrStale means that a change starts from a version that is not current.
var ErrStale = errors.New("gate: stale version")

// StaleError is [ErrStale] with the current state, as the API shows it to those who may see it.
type StaleError struct{ Current map[string]any }

// Error returns that the version is stale.
func (e *StaleError) Error() string { return ErrStale.Error() }

// Unwrap is ErrStale.
func (e *StaleError) Unwrap() error { return ErrStale }

// Version is the entity tag's text of a counted version.
func Version(n int) string { return strconv.Itoa(n) }

// CheckMatch compares an If-Match header with the current version. It returns a [*StaleError] with current, called
// only then, if the change starts from another. The header is one entity tag or nothing: "*" names no version, and a
// change has to name the version that it changes.
func CheckMatch(ifMatch, version string, current func() map[string]any) error {
	if ifMatch == `"`+version+`"` {
		return nil
	}
	return &StaleError{Current: current()}
}

// oneTag reports whether an If-Match header can name a version. It must not be weak, which RFC 9110 8.8.3 never
// treats as equal, nor a list, whose sender does not tell which version they have changed. Text that is no entity tag
// passes, because it equals no current version.
func oneTag(ifMatch string) bool {
	if strings.HasPrefix(ifMatch, "W/") {
		return false
	}
	lead, rest, quoted := strings.Cut(ifMatch, `"`)
	if !quoted || strings.TrimSpace(lead) != "" {
		return !strings.Contains(lead, ",")
	}
	_, behind, closed := strings.Cut(rest, `"`)
	return !closed || strings.TrimSpace(behind) == ""
}
