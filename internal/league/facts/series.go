package facts

import (
	"time"

	"github.com/google/uuid"

	"referto/internal/league"
	"referto/internal/league/rules"
)

// Series is a number of events whose results make standings of players. It is the row of
// league.series.
type Series struct {
	ID               league.SeriesID
	Slug             string
	Title            string
	RulesetVersionID uuid.UUID
	Readings         map[string]string // that differ from the ruleset's own
	// FromDay and UntilDay are the first and the last day of its events; "" sets no limit:
	// without a last day it is open-ended.
	FromDay  rules.Day
	UntilDay rules.Day
	// Year is the calendar year of its events, in which penalties on the year count; 0 is none.
	Year int
	// SeasonID, Circuit and RegionID name the season, the circuit and the region whose events
	// it takes; nil and "" take any.
	SeasonID *league.SeasonID
	Circuit  string
	RegionID *league.RegionID
	// BestOfClub is the number of players whose figures make that of their club; 0 is no
	// standings of clubs.
	BestOfClub int
	Version    int // of what can be changed
	Revision   int64
	CreatedBy  uuid.UUID
	CreatedAt  time.Time
}

// SeriesMembership records that an event was added to a series, or taken out of it.
type SeriesMembership struct {
	EventID    league.EventID
	Number     int // of what was recorded of the event in the series, from 1: the last counts
	Member     bool
	Reason     string
	RecordedAt time.Time
}

// SeriesPosting records that an event was posted to a series, or taken out of its figures.
type SeriesPosting struct {
	SeriesID league.SeriesID
	EventID  league.EventID
	Number   int // of the event in the series, from 1: the last counts
	Counts   bool
	// Refused are the grounds for which an event that is over gives nothing to the series; nil
	// elsewhere.
	Refused  *league.Grounds
	PostedAt time.Time
}

// SeriesGain holds the points of a player from an event of a series.
type SeriesGain struct {
	PlayerID league.PlayerID
	Place    int    // in the final order
	Points   string // exact
	Club     string // for which the player entered, as it was called then; "" for none
}

// PostedGain is a gain that stands, with its event.
type PostedGain struct {
	EventID league.EventID
	SeriesGain
	ClubID *league.ClubID // of the club; nil where nothing but its name was recorded
}

// SeriesPenalty holds points that are added to a player's total, mostly less than 0.
type SeriesPenalty struct {
	ID       league.PenaltyID
	SeriesID league.SeriesID // in whose standings it was imposed
	// Year makes it count in every series of the tenant that has this year; 0 only in its own.
	Year      int
	PlayerID  league.PlayerID
	Points    string // exact
	Code      string // of the regulation that is cited
	Paragraph string
	Offense   string // code of the ruleset's list; "" for none of it
	Reason    string
	ImposedBy string // name
	ImposedAt time.Time
	// RevokedAt is the moment at which it was taken back, with the reason; nil while it stands.
	RevokedAt     *time.Time
	RevokedReason string
}

// SeriesEvent holds the facts by which an event of a series counts or not.
type SeriesEvent struct {
	EventID league.EventID
	Verdict VerdictKind // the last one; "" without
	Void    bool        // declared void, and not valid after all
	Counts  bool        // it is posted to the series
	// Refused are the grounds for which an event that is over gives nothing to the series; nil
	// elsewhere.
	Refused *league.Grounds
}
