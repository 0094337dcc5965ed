package facts

import (
	"time"

	"github.com/google/uuid"

	"referto/internal/league"
	"referto/internal/league/rules"
)

// Hosting holds a club's request to host an event of a season. It is the row of
// league.hosting_requests, with how far it has come.
type Hosting struct {
	ID             uuid.UUID
	ClubID         uuid.UUID
	ClubSlug       string // as it is public
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
	// The structure it asks for instead of the formula's, nil for none.
	StructureRounds    *int
	StructureSemifinal *bool
	StructureFinal     *bool
	StructureAdvance   int
	StructureReason    *string
	RequestedBy        uuid.UUID
	RequestedAt        time.Time
	State              HostingState
	EventID            *league.EventID // that the approval made
	EventSlug          string
	EventState         EventState
}

// Structure returns the structure that replaces the formula of the event, with the reason;
// false where the formula holds.
func (h Hosting) Structure() (structure rules.Structure, reason string, ok bool) {
	if h.StructureRounds == nil {
		return rules.Structure{}, "", false
	}
	return rules.Structure{Rounds: *h.StructureRounds, Semifinal: *h.StructureSemifinal, Final: *h.StructureFinal, Advance: h.StructureAdvance}, *h.StructureReason, true
}

// HostingState names the last step of a request.
type HostingState string

// The steps of a request.
const (
	HostingRequested HostingState = "requested"
	HostingChanged   HostingState = "changed"  // the club asks for something else
	HostingAsked     HostingState = "asked"    // the federation waits for an answer
	HostingAnswered  HostingState = "answered" // the club has answered
	HostingApproved  HostingState = "approved"
	HostingRefused   HostingState = "refused"
	HostingWithdrawn HostingState = "withdrawn"
)

// OfClub reports whether it is the club that takes this step.
func (s HostingState) OfClub() bool {
	return s == HostingRequested || s == HostingChanged || s == HostingAnswered || s == HostingWithdrawn
}

// HostingStep records an act of somebody on a request.
type HostingStep struct {
	Number  int
	Kind    HostingState
	Text    string
	EventID *league.EventID
	TakenBy uuid.UUID
	TakenAt time.Time
}
