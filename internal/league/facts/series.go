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
	Readings         map[string]string // those that differ from the ruleset's own
	// FromDay and UntilDay are the first and the last day of its events; "" sets no limit: without
	// a last day it is open-ended.
	FromDay  rules.Day
	UntilDay rules.Day
	// Year is the calendar year of its events, to which penalties for a year apply; 0 for none.
	Year int
	// SeasonID, Circuit and RegionID restrict its events to a season, a circuit and a region; nil
	// and "" for any.
	SeasonID *league.SeasonID
	Circuit  string
	RegionID *league.RegionID
	// BestOfClub is the number of players whose figures count for their club; 0 means that there
	// are no standings of clubs.
	BestOfClub int
	Version    int // of its settings
	Revision   int64
	CreatedBy  uuid.UUID
	CreatedAt  time.Time
}

// SeriesMembership records that an event was added to a series, or removed from it.
type SeriesMembership struct {
	EventID    league.EventID
	Number     int // of the records of the event in the series, from 1: the last counts
	Member     bool
	Reason     string
	RecordedAt time.Time
}

// SeriesPosting records that an event was posted to a series, or removed from its figures.
type SeriesPosting struct {
	SeriesID league.SeriesID
	EventID  league.EventID
	Number   int // of the event in the series, from 1: the last counts
	Counts   bool
	// Refused are the grounds for which a finished event gives nothing to the series; nil
	// otherwise.
	Refused  *league.Grounds
	PostedAt time.Time
}

// SeriesGain is the points of a player from an event of a series.
type SeriesGain struct {
	PlayerID league.PlayerID
	Place    int    // in the final order
	Points   string // exact
	Club     string // the club of the entry, by its name at that time; "" for none
}

// PostedGain is a gain that counts, with its event.
type PostedGain struct {
	EventID league.EventID
	SeriesGain
	ClubID *league.ClubID // of the club; nil if only its name was recorded
}

// SeriesPenalty is a number of points added to a player's total, mostly less than 0.
type SeriesPenalty struct {
	ID       league.PenaltyID
	SeriesID league.SeriesID // the series for which it was imposed
	// Year makes it count in every series of the tenant with this year; if it is 0, it counts only
	// in its own.
	Year      int
	PlayerID  league.PlayerID
	Points    string // exact
	Code      string // of the cited regulation
	Paragraph string
	Offense   string // code of the ruleset's list; "" for none of it
	Reason    string
	ImposedBy string // name
	ImposedAt time.Time
	// RevokedAt is the moment at which it was revoked, RevokedReason why; nil while it stands.
	RevokedAt     *time.Time
	RevokedReason string
}

// SeriesEvent holds the facts that decide whether an event of a series counts.
type SeriesEvent struct {
	EventID league.EventID
	Verdict VerdictKind // the last one; "" for none
	Void    bool        // declared invalid, and not homologated since
	Counts  bool        // it is posted to the series
	Entered bool        // it was played elsewhere, and its points were entered
	// Refused are the grounds for which a finished event gives nothing to the series; nil
	// otherwise.
	Refused *league.Grounds
}
