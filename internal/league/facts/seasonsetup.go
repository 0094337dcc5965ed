package facts

import (
	"referto/internal/league"
)

// SeasonSetup holds the settings of a season, without its events.
type SeasonSetup struct {
	Season   Season
	Champion *PlayerName // reigning; nil for none
	Regions  []SeasonRegion
	Rulesets []SeasonRuleset // the last one is in force
	// Announced is the number of the last public notice about it, 0 for none.
	Announced int
}

// PlayerName is a player of the register with the name.
type PlayerName struct {
	ID       league.PlayerID
	Name     string
	Initials bool // see [Player.Initials]
}

// SeasonFinal is a final of a season.
type SeasonFinal struct {
	ID       league.EventID
	Kind     string
	RegionID *league.RegionID
}
