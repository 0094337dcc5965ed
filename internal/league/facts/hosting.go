package facts

import (
	"time"

	"github.com/google/uuid"

	"referto/internal/league"
	"referto/internal/league/rules"
)

// Hosting is a club's request to host an event of a season, with its state. It is the row of
// league.hosting_requests.
type Hosting struct {
	ID             uuid.UUID
	ClubID         uuid.UUID
	ClubSlug       string // public slug
	ClubName       string
	SeasonID       league.SeasonID
	Kind           string
	RegionID       *league.RegionID
	RegionName     string
	Title          string
	StartsAt       time.Time
	TimeZone       string
	VenueName      string
	VenueAddress   string
	VenueCity      string
	VenueLatitude  *int
	VenueLongitude *int
	Formula        string
	FeeCents       *int
	FeeCurrency    *string
	Capacity       int
	Expected       int
	NewOrganizer   bool
	Notes          string
	Organizers     []uuid.UUID // accounts
	// The structure requested instead of the formula's, nil for none.
	StructureRounds    *int
	StructureSemifinal *bool
	StructureFinal     *bool
	StructureAdvance   int
	StructureReason    *string
	RequestedBy        uuid.UUID
	RequestedAt        time.Time
	State              HostingState
	EventID            *league.EventID // made by the approval
	EventSlug          string
	EventState         EventState
}

// Structure returns the structure requested instead of the formula's, with the reason; false if
// there is none.
func (h Hosting) Structure() (structure rules.Structure, reason string, ok bool) {
	if h.StructureRounds == nil {
		return rules.Structure{}, "", false
	}
	return rules.Structure{Rounds: *h.StructureRounds, Semifinal: *h.StructureSemifinal, Final: *h.StructureFinal, Advance: h.StructureAdvance}, *h.StructureReason, true
}

// HostingState is the last step of a request.
type HostingState string

// The steps of a request.
const (
	HostingRequested HostingState = "requested"
	HostingChanged   HostingState = "changed"  // the club changes its request
	HostingAsked     HostingState = "asked"    // the federation waits for an answer
	HostingAnswered  HostingState = "answered" // the club has answered
	HostingApproved  HostingState = "approved"
	HostingRefused   HostingState = "refused"
	HostingWithdrawn HostingState = "withdrawn"
)

// OfClub reports whether the step is the club's to take, not the federation's.
func (s HostingState) OfClub() bool {
	return s == HostingRequested || s == HostingChanged || s == HostingAnswered || s == HostingWithdrawn
}

// HostingStep records one step of a request.
type HostingStep struct {
	Number  int
	Kind    HostingState
	Text    string
	EventID *league.EventID
	TakenBy uuid.UUID
	TakenAt time.Time
}
