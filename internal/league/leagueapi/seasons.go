package leagueapi

import (
	"fmt"

	"referto/internal/authz/gate"
	"referto/internal/league"
	"referto/internal/league/facts"
	"referto/internal/league/planning"
)

// SetsUpSeasons reports whether the caller of a public operation may see drafts.
func SetsUpSeasons(c *gate.Call) (bool, error) {
	if c.Principal.Anonymous() {
		return false, nil
	}
	if err := c.Identify(); err != nil { // identify the caller first
		return false, err
	}
	return c.May("season:write"), nil
}

// OpenTo hides a drafted season from callers who may not set it up.
func OpenTo(c *gate.Call, s facts.Season) error {
	if s.State != planning.SeasonDraft {
		return nil
	}
	sets, err := SetsUpSeasons(c)
	if err == nil && !sets {
		err = fmt.Errorf("season %s: %w", s.ID, league.ErrNotFound)
	}
	return err
}
