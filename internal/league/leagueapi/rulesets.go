package leagueapi

import (
	"referto/internal/authz/gate"
)

// Manages reports whether the caller of a public operation may see drafts.
func Manages(c *gate.Call) (bool, error) {
	if c.Principal.Anonymous() {
		return false, nil
	}
	if err := c.Identify(); err != nil { // identify the caller first
		return false, err
	}
	return c.May("ruleset:write"), nil
}
