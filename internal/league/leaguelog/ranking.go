package leaguelog

import "referto/internal/league"

// RankingCreated records that a ranking of the players of the tenant is kept from now
// on.
type RankingCreated struct {
	Ranking league.RankingID `json:"ranking"` // id
	Slug    string           `json:"slug"`    // part of its address
}

// Kind is ranking.created.
func (RankingCreated) Kind() string { return "ranking.created" }

// OpeningRecorded records a player's opening in a ranking, by numbers; without
// figures that it was removed.
type OpeningRecorded struct {
	Ranking  league.RankingID `json:"ranking"`            // id
	Player   league.PlayerID  `json:"player"`             // id
	Number   int              `json:"number"`             // of the player's openings, from 1
	Figures  []string         `json:"figures,omitempty"`  // exact, parallel to the columns of the ranking
	National string           `json:"national,omitempty"` // points of national events
}

// Kind is ranking.opening-recorded.
func (OpeningRecorded) Kind() string { return "ranking.opening-recorded" }

// EventPosted records that an event was posted to a ranking, or taken out of it.
type EventPosted struct {
	Ranking league.RankingID `json:"ranking"` // id
	Number  int              `json:"number"`  // of the event in the ranking, from 1
	Counts  bool             `json:"counts"`  // false: taken out
	Players int              `json:"players"` // to whom it gave something
}

// Kind is ranking.posted.
func (EventPosted) Kind() string { return "ranking.posted" }

// EventValidityDecided records that an event outside of seasons was found void, or
// counts after all.
type EventValidityDecided struct {
	Number int  `json:"number"` // of the decisions about the event, from 1
	Valid  bool `json:"valid"`  // false: void
}

// Kind is event.validity-decided.
func (EventValidityDecided) Kind() string { return "event.validity-decided" }
