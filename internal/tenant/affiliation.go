package tenant

import (
	"errors"
	"time"

	"github.com/google/uuid"
)

// AffiliationState names a step on the way of a club into a federation.
type AffiliationState string

// The states: requested leads to accepted, declined or ended (withdrawn by the
// club), accepted to ended. Declined and ended are final; a new request is a new
// affiliation.
const (
	AffiliationRequested AffiliationState = "requested"
	AffiliationAccepted  AffiliationState = "accepted"
	AffiliationDeclined  AffiliationState = "declined"
	AffiliationEnded     AffiliationState = "ended"
)

// Ref names a tenant to people of another.
type Ref struct {
	ID         uuid.UUID
	Slug, Name string
}

// Affiliation is a club's membership in a federation, from the club's request on.
type Affiliation struct {
	ID               uuid.UUID
	Federation, Club Ref
	State            AffiliationState
	RequestedAt      time.Time
	DecidedAt        time.Time // zero while requested
	Reason           string    // of the decision; may be empty
}

// AffiliationStep names an act of a side on an affiliation.
type AffiliationStep string

// The steps.
const (
	AcceptAffiliation  AffiliationStep = "accept"
	DeclineAffiliation AffiliationStep = "decline"
	EndAffiliation     AffiliationStep = "end"
)

// The errors of a step that is refused.
var (
	// ErrFederationDecides: a club cannot accept or decline its own request.
	ErrFederationDecides = errors.New("tenant: the federation decides")
	// ErrAffiliationState: from the state it is in the step does not lead on.
	ErrAffiliationState = errors.New("tenant: not in this state")
)

// Decide returns the affiliation after the tenant by has taken a step: the federation accepts or declines a request,
// either side ends an accepted affiliation, and a club may withdraw its request. It returns [ErrFederationDecides] or
// [ErrAffiliationState].
func (a Affiliation) Decide(by uuid.UUID, step AffiliationStep, reason string, now time.Time) (Affiliation, error) {
	federation := by == a.Federation.ID
	var to AffiliationState
	switch {
	case step != EndAffiliation && !federation:
		return a, ErrFederationDecides
	case step == AcceptAffiliation && a.State == AffiliationRequested:
		to = AffiliationAccepted
	case step == DeclineAffiliation && a.State == AffiliationRequested:
		to = AffiliationDeclined
	case step == EndAffiliation && a.State == AffiliationAccepted,
		step == EndAffiliation && a.State == AffiliationRequested && !federation:
		to = AffiliationEnded
	default:
		return a, ErrAffiliationState
	}
	a.State, a.Reason, a.DecidedAt = to, reason, now
	return a, nil
}
