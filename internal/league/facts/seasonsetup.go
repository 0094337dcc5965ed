package facts

import (
	"referto/internal/league"
)

// SeasonSetup is a season as it was set up, without what its events add.
type SeasonSetup struct {
	Season   Season
	Champion *PlayerName // reigning; nil for none
	Regions  []SeasonRegion
	Rulesets []SeasonRuleset // the last one is in force
	// Announced is the number of the last thing that was said of it, 0 for nothing.
	Announced int
}

// PlayerName is somebody of the register by name.
type PlayerName struct {
	ID       league.PlayerID
	Name     string
	Initials bool // see [Player.Initials]
}

// SeasonFinal is a final that a season has.
type SeasonFinal struct {
	ID       league.EventID
	Kind     string
	RegionID *league.RegionID
}
