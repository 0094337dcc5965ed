package hosting

import (
	"slices"
	"time"

	"github.com/google/uuid"

	"referto/internal/league"
	"referto/internal/league/facts"
	"referto/internal/league/planning"
	"referto/internal/league/rules"
	"referto/internal/league/tournament"
)

// Request is a request of a club with its steps, of which the first is that it was made.
type Request struct {
	facts.Hosting
	Steps []facts.HostingStep
}

// New makes a request with its first step. The id is the caller's to give.
func New(h facts.Hosting, by uuid.UUID, now time.Time) Request {
	h.RequestedBy, h.RequestedAt, h.State = by, now, facts.HostingRequested
	return Request{Hosting: h, Steps: []facts.HostingStep{{Number: 1, Kind: facts.HostingRequested, TakenBy: by, TakenAt: now}}}
}

// Of joins a request with its stored steps, the last of which says how far it has come.
func Of(h facts.Hosting, steps []facts.HostingStep) Request {
	last := steps[len(steps)-1]
	h.State, h.EventID = last.Kind, last.EventID
	return Request{Hosting: h, Steps: steps}
}

// Version counts what was done about a request.
func (r Request) Version() int { return len(r.Steps) }

// undecided are the states of a request that waits for somebody.
var undecided = []facts.HostingState{facts.HostingRequested, facts.HostingChanged, facts.HostingAsked, facts.HostingAnswered}

// after has for each step the states after which it is taken.
var after = map[facts.HostingState][]facts.HostingState{
	facts.HostingChanged:   undecided,
	facts.HostingAsked:     {facts.HostingRequested, facts.HostingChanged, facts.HostingAnswered},
	facts.HostingAnswered:  {facts.HostingAsked},
	facts.HostingWithdrawn: undecided,
	facts.HostingApproved:  undecided,
	facts.HostingRefused:   undecided,
}

// MayTake refuses a step that does not follow from how far the request has come.
func (r Request) MayTake(step facts.HostingState) error {
	if slices.Contains(after[step], r.State) {
		return nil
	}
	return league.NotNow("hosting-state", "state", string(r.State))
}

// RequireOther refuses who decides about a request of their own: one that they have taken a
// step of the club's about, or whose event they are to organize.
func (r Request) RequireOther(account uuid.UUID) error {
	ofClub := func(s facts.HostingStep) bool { return s.Kind.OfClub() && s.TakenBy == account }
	if slices.ContainsFunc(r.Steps, ofClub) || slices.Contains(r.Organizers, account) {
		return league.NotNow("own-request")
	}
	return nil
}

// Take makes the request as it is after a step, whose number follows from it.
func (r Request) Take(step facts.HostingStep) (Request, error) {
	if err := r.MayTake(step.Kind); err != nil {
		return r, err
	}
	step.Number = len(r.Steps) + 1
	r.Steps = append(slices.Clip(r.Steps), step)
	r.State, r.EventID = step.Kind, step.EventID
	return r, nil
}

// Replace makes the request as it is when the club asks for something else. Who made it, and
// when, stays.
func (r Request) Replace(wanted facts.Hosting, by uuid.UUID, now time.Time) (Request, error) {
	next, err := r.Take(facts.HostingStep{Kind: facts.HostingChanged, TakenBy: by, TakenAt: now})
	if err != nil {
		return r, err
	}
	wanted.ID, wanted.RequestedBy, wanted.RequestedAt = r.ID, r.RequestedBy, r.RequestedAt
	wanted.State, wanted.EventID = next.State, next.EventID
	next.Hosting = wanted
	return next, nil
}

// RequireRunning refuses requests for a season that is not under way.
func RequireRunning(s facts.Season) error {
	if s.State != planning.SeasonRunning {
		return league.NotNow("season-state", "state", s.State)
	}
	return nil
}

// CheckStructure refuses a structure that the ruleset of the event does not have; none is
// asked for where the formula's is to hold (CN09 3.2).
func CheckStructure(r *rules.Ruleset, h facts.Hosting) error {
	structure, _, other := h.Structure()
	if !other {
		return nil
	}
	faults := tournament.CheckStructure(r, structure)
	for i := range faults {
		faults[i].Field = "/structure" + faults[i].Field
	}
	return faults.OrNil()
}

// Announcement is that of the event that a request asks for.
func Announcement(h facts.Hosting) planning.Announcement {
	a := planning.Announcement{
		Title: h.Title, StartsAt: h.StartsAt, TimeZone: h.TimeZone, VenueName: h.VenueName, VenueAddress: h.VenueAddress, VenueCity: h.VenueCity,
		FeeCents: h.FeeCents, FeeCurrency: h.FeeCurrency, Formula: h.Formula, Capacity: h.Capacity, Season: &h.SeasonID, NewOrganizer: h.NewOrganizer,
	}
	if h.VenueLatitude != nil && h.VenueLongitude != nil {
		a.VenueAt = &planning.Position{Latitude: *h.VenueLatitude, Longitude: *h.VenueLongitude}
	}
	return a
}

// daysAfter counts the days after the finals of the season, or after the event if it is
// later, in which the club's people may still work on it.
const daysAfter = 30

// RolesUntil is the moment at which the roles of the club's people over an event end.
func RolesUntil(s facts.Season, e facts.Event) time.Time {
	until := s.FinalsBy
	if last := rules.DayOf(e.LocalDate()).Midnight(); last.After(until) {
		until = last
	}
	return until.AddDate(0, 0, daysAfter)
}
