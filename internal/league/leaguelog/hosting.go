package leaguelog

import (
	"github.com/google/uuid"

	"referto/internal/league"
	"referto/internal/logfact"
)

// Hosting is a club's request to hold an event of its federation. The logs of both
// record it: that of the federation names the event or the club, that of the club the
// federation.
type Hosting struct {
	Hosting uuid.UUID `json:"hosting"` // id of the request
	*HostedEvent
	Club       *uuid.UUID `json:"club,omitempty"`       // tenant that asks
	Federation *uuid.UUID `json:"federation,omitempty"` // tenant that was asked
}

// HostedEvent is the event that came of a request.
type HostedEvent struct {
	Event *league.EventID `json:"event"` // null before the approval
}

// HostingRequested records that a club asks to hold an event.
type HostingRequested struct{ Hosting }

// Kind is hosting.requested.
func (HostingRequested) Kind() string { return "hosting.requested" }

// HostingChanged records that a club asks for something else than before.
type HostingChanged struct{ Hosting }

// Kind is hosting.changed.
func (HostingChanged) Kind() string { return "hosting.changed" }

// HostingAsked records that the federation has asked the club something.
type HostingAsked struct{ Hosting }

// Kind is hosting.asked.
func (HostingAsked) Kind() string { return "hosting.asked" }

// HostingAnswered records that the club has answered.
type HostingAnswered struct{ Hosting }

// Kind is hosting.answered.
func (HostingAnswered) Kind() string { return "hosting.answered" }

// HostingApproved records that the club holds the event.
type HostingApproved struct{ Hosting }

// Kind is hosting.approved.
func (HostingApproved) Kind() string { return "hosting.approved" }

// HostingRefused records that the club does not hold the event.
type HostingRefused struct{ Hosting }

// Kind is hosting.refused.
func (HostingRefused) Kind() string { return "hosting.refused" }

// HostingWithdrawn records that the club has taken its request back.
type HostingWithdrawn struct{ Hosting }

// Kind is hosting.withdrawn.
func (HostingWithdrawn) Kind() string { return "hosting.withdrawn" }

// hostingStates make the fact of a step, by the state after it.
var hostingStates = makers[Hosting]{
	"requested": func(h Hosting) logfact.Fact { return HostingRequested{h} },
	"changed":   func(h Hosting) logfact.Fact { return HostingChanged{h} },
	"asked":     func(h Hosting) logfact.Fact { return HostingAsked{h} },
	"answered":  func(h Hosting) logfact.Fact { return HostingAnswered{h} },
	"approved":  func(h Hosting) logfact.Fact { return HostingApproved{h} },
	"refused":   func(h Hosting) logfact.Fact { return HostingRefused{h} },
	"withdrawn": func(h Hosting) logfact.Fact { return HostingWithdrawn{h} },
}

// HostingTurned is the fact that a request is in a state from now on.
func HostingTurned(state string, h Hosting) logfact.Fact { return hostingStates.make(state, h) }
