package leaguelog

import (
	"referto/internal/league"
	"referto/internal/league/rules"
)

// ClubCreated records that there is a club for which players play.
type ClubCreated struct {
	Club league.ClubID `json:"club"` // id
	How  string        `json:"how"`  // added: by the staff; named: by a form or file that names it
}

// Kind is club.created.
func (ClubCreated) Kind() string { return "club.created" }

// ClubChanged records that the data of a club were changed.
type ClubChanged struct {
	Club    league.ClubID `json:"club"`    // id
	Version int           `json:"version"` // of the club, from 1
}

// Kind is club.changed.
func (ClubChanged) Kind() string { return "club.changed" }

// ClubClosed records that there is no such club any more from a day on.
type ClubClosed struct {
	Club    league.ClubID `json:"club"`    // id
	From    rules.Day     `json:"from"`    // the first without it
	Members int           `json:"members"` // whose memberships have ended by it
}

// Kind is club.closed.
func (ClubClosed) Kind() string { return "club.closed" }

// ClubRemoved records that a club is no more which a table of the past had named, because the table
// was undone.
type ClubRemoved struct {
	Club league.ClubID `json:"club"` // id
}

// Kind is club.removed.
func (ClubRemoved) Kind() string { return "club.removed" }

// PlayerTransferred records that a player is in another club from a day on.
type PlayerTransferred struct {
	Player league.PlayerID `json:"player"`         // id
	Club   *league.ClubID  `json:"club,omitempty"` // id; absent: in none
	Day    rules.Day       `json:"day"`            // the first in it
}

// Kind is player.transferred.
func (PlayerTransferred) Kind() string { return "player.transferred" }

// Membership is the club of a player from a day on, until the next one.
type Membership struct {
	Club *league.ClubID `json:"club,omitempty"` // id; absent: in none
	From rules.Day      `json:"from,omitempty"` // day; absent: since when is not known
}

// MembershipsCorrected records that the clubs of a player were written anew.
type MembershipsCorrected struct {
	Player      league.PlayerID `json:"player"`      // id
	Memberships []Membership    `json:"memberships"` // as they are now, the earliest first
}

// Kind is player.memberships-corrected.
func (MembershipsCorrected) Kind() string { return "player.memberships-corrected" }

// CategoriesSet records which year categories there are now.
type CategoriesSet struct {
	Categories []string `json:"categories"` // keys, in their order
}

// Kind is categories.set.
func (CategoriesSet) Kind() string { return "categories.set" }
