package desk

import (
	"referto/internal/league"
	"referto/internal/likeness"
	"strings"
)

// RequireNamed refuses a name by which nobody can be told from another: one without
// letters and digits. At is where it stands in the request.
func RequireNamed(at, name string) error {
	if !likeness.Of(name).Empty() {
		return nil
	}
	return league.Faults{{Pointer: at, Grounds: league.Grounds{Reason: "name-without-letters", Params: map[string]string{"name": strings.TrimSpace(name)}}}}
}
