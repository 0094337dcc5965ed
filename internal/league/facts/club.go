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
	// TenantID is the tenant of the club; nil if it has none here.
	TenantID *uuid.UUID
	Founded  int // year; 0: not known
	// ClosedFrom is the first day on which the club no longer exists; "" if it exists.
	ClosedFrom rules.Day
	Version    int
	CreatedBy  *uuid.UUID // account; nil if made from an old text field or from a form
	CreatedAt  time.Time
}

// Membership is a player's membership in a club from a day on, until the next one begins.
type Membership struct {
	From rules.Day      // "" if unknown
	Club *league.ClubID // nil: in no club
}

// CategoryBasis is the basis of a year category.
type CategoryBasis string

// The bases of year categories.
const (
	ByAge  CategoryBasis = "age"  // age reached in the year
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
