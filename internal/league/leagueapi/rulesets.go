package leagueapi

import (
	"referto/internal/authz/gate"
)

// Manages reports whether the caller of a public operation may see drafts.
func Manages(c *gate.Call) (bool, error) {
	if c.Principal.Anonymous() {
		return false, nil
	}
	if err := c.Identify(); err != nil { // ask who they are first
		return false, err
	}
	return c.May("ruleset:write"), nil
}
