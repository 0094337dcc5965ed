package facts

import (
	"time"

	"referto/internal/league"
)

// SeasonAnnouncement is a public notice about a season.
type SeasonAnnouncement struct {
	Number      int
	Kind        SeasonNews
	Reason      string
	Params      map[string]string // parameters of its message
	AnnouncedAt time.Time
}

// SeasonNews is the kind of a notice about a season.
type SeasonNews string

// The kinds of news about a season.
const (
	SeasonOpened         SeasonNews = "opened"
	SeasonClosed         SeasonNews = "closed"
	SeasonReopened       SeasonNews = "reopened"
	SeasonMoved          SeasonNews = "moved" // its days
	SeasonRulesetChanged SeasonNews = "ruleset-changed"
	SeasonRegionJoined   SeasonNews = "region-joined"
	SeasonRegionLeft     SeasonNews = "region-left"
	CalendarReleased     SeasonNews = "calendar-released"
)

// CalendarLine is the line of a calendar about one event.
type CalendarLine struct {
	Event    league.EventID   `json:"event"`
	Slug     string           `json:"slug"`
	Title    string           `json:"title"`
	Kind     string           `json:"kind"`
	Region   *league.RegionID `json:"region,omitempty"`
	StartsAt time.Time        `json:"startsAt"`
	TimeZone string           `json:"timeZone"`
	Venue    string           `json:"venue"`
	City     string           `json:"city"`
}

// CalendarEdition is a released edition of a calendar.
type CalendarEdition struct {
	Number     int
	Note       string
	Lines      []CalendarLine
	ReleasedAt time.Time
}
