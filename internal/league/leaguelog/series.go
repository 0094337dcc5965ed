package leaguelog

import "referto/internal/league"

// SeriesCreated records that a series of events makes standings from now on.
type SeriesCreated struct {
	Series league.SeriesID `json:"series"` // id
	Slug   string          `json:"slug"`   // part of its address
}

// Kind is series.created.
func (SeriesCreated) Kind() string { return "series.created" }

// SeriesChanged records that the title, the days or the standings of clubs of a series were changed.
type SeriesChanged struct {
	Series  league.SeriesID `json:"series"`  // id
	Version int             `json:"version"` // from now on
}

// Kind is series.changed.
func (SeriesChanged) Kind() string { return "series.changed" }

// SeriesEventRecorded records that an event belongs to a series from now on, or does not any more.
type SeriesEventRecorded struct {
	Series league.SeriesID `json:"series"` // id
	Number int             `json:"number"` // of the event's postings in the series, from 1
	Member bool            `json:"member"` // false: taken out
}

// Kind is series.event-recorded.
func (SeriesEventRecorded) Kind() string { return "series.event-recorded" }

// SeriesPosted records that an event was posted to a series, or gives nothing to it any more.
type SeriesPosted struct {
	Series  league.SeriesID `json:"series"`  // id
	Number  int             `json:"number"`  // of the event in the series, from 1
	Counts  bool            `json:"counts"`  // false: it gives nothing
	Players int             `json:"players"` // to whom it gave points
}

// Kind is series.posted.
func (SeriesPosted) Kind() string { return "series.posted" }

// SeriesPenaltyImposed records that points were added to a player's total in a series, mostly less
// than 0.
type SeriesPenaltyImposed struct {
	Penalty league.PenaltyID `json:"penalty"`        // id
	Series  league.SeriesID  `json:"series"`         // id
	Player  league.PlayerID  `json:"player"`         // id
	Points  string           `json:"points"`         // exact
	Year    int              `json:"year,omitempty"` // in every series of it; absent: in this one
}

// Kind is series.penalty-imposed.
func (SeriesPenaltyImposed) Kind() string { return "series.penalty-imposed" }

// SeriesPenaltyRevoked records that such a penalty was taken back.
type SeriesPenaltyRevoked struct {
	Penalty league.PenaltyID `json:"penalty"` // id
	Series  league.SeriesID  `json:"series"`  // id
	Player  league.PlayerID  `json:"player"`  // id
}

// Kind is series.penalty-revoked.
func (SeriesPenaltyRevoked) Kind() string { return "series.penalty-revoked" }
