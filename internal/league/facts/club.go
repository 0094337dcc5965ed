package facts

import (
	"time"

	"github.com/google/uuid"

	"referto/internal/league"
	"referto/internal/league/rules"
)

// Club is a club for which players play.
type Club struct {
	ID        league.ClubID
	Name      string
	ShortName string // "" for none
	City      string
	// TenantID is the tenant that the club is; nil where it is none here.
	TenantID *uuid.UUID
	Founded  int // year; 0: not known
	// ClosedFrom is the first day on which there is no such club any more; "": there is.
	ClosedFrom rules.Day
	Version    int
	CreatedBy  *uuid.UUID // account; nil: made of a text of before there were clubs, or of a form
	CreatedAt  time.Time
}

// Membership says in which club a player is from a day on, until the next one begins.
type Membership struct {
	From rules.Day      // "": since when is not known
	Club *league.ClubID // nil: in none
}

// CategoryBasis names by what a year category is told.
type CategoryBasis string

// The bases of year categories.
const (
	ByAge  CategoryBasis = "age"  // that somebody comes to in the year
	ByBorn CategoryBasis = "born" // year of birth
)

// Category is a year category of players, such as juniors.
type Category struct {
	Key   string
	Title string
	Basis CategoryBasis
	// Least and Most bound the age or the year of birth, both included; nil for no limit.
	Least, Most *int
}
