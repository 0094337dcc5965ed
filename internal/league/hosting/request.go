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

// Request is a club's request with its steps. The first step is the request itself.
type Request struct {
	facts.Hosting
	Steps []facts.HostingStep
}

// New returns a request with its first step. The caller sets the id.
func New(h facts.Hosting, by uuid.UUID, now time.Time) Request {
	h.RequestedBy, h.RequestedAt, h.State = by, now, facts.HostingRequested
	return Request{Hosting: h, Steps: []facts.HostingStep{{Number: 1, Kind: facts.HostingRequested, TakenBy: by, TakenAt: now}}}
}

// Of joins a request with its stored steps. The last step sets its state.
func Of(h facts.Hosting, steps []facts.HostingStep) Request {
	last := steps[len(steps)-1]
	h.State, h.EventID = last.Kind, last.EventID
	return Request{Hosting: h, Steps: steps}
}

// Version returns the number of steps of the request.
func (r Request) Version() int { return len(r.Steps) }

// undecided are the states of a request that waits for an answer or a decision.
var undecided = []facts.HostingState{facts.HostingRequested, facts.HostingChanged, facts.HostingAsked, facts.HostingAnswered}

// after lists, for each step, the states in which it may be taken.
var after = map[facts.HostingState][]facts.HostingState{
	facts.HostingChanged:   undecided,
	facts.HostingAsked:     {facts.HostingRequested, facts.HostingChanged, facts.HostingAnswered},
	facts.HostingAnswered:  {facts.HostingAsked},
	facts.HostingWithdrawn: undecided,
	facts.HostingApproved:  undecided,
	facts.HostingRefused:   undecided,
}

// MayTake refuses a step that the state of the request does not allow.
func (r Request) MayTake(step facts.HostingState) error {
	if slices.Contains(after[step], r.State) {
		return nil
	}
	return league.NotNow("hosting-state", "state", string(r.State))
}

// RequireOther refuses an account that decides about its own request: one that took a step on the
// club's side, or that is to organize the event.
func (r Request) RequireOther(account uuid.UUID) error {
	ofClub := func(s facts.HostingStep) bool { return s.Kind.OfClub() && s.TakenBy == account }
	if slices.ContainsFunc(r.Steps, ofClub) || slices.Contains(r.Organizers, account) {
		return league.NotNow("own-request")
	}
	return nil
}

// Take returns the request after a step. It sets the step's number.
func (r Request) Take(step facts.HostingStep) (Request, error) {
	if err := r.MayTake(step.Kind); err != nil {
		return r, err
	}
	step.Number = len(r.Steps) + 1
	r.Steps = append(slices.Clip(r.Steps), step)
	r.State, r.EventID = step.Kind, step.EventID
	return r, nil
}

// Replace returns the request after the club has changed it. It keeps the account and the time of
// the original request.
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

// RequireRunning refuses requests for a season that is not running.
func RequireRunning(s facts.Season) error {
	if s.State != planning.SeasonRunning {
		return league.NotNow("season-state", "state", s.State)
	}
	return nil
}

// CheckStructure refuses a structure that the event's ruleset does not have. A request without a
// structure uses the formula's (CN09 3.2).
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

// Announcement returns the announcement of the requested event.
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

// daysAfter is the number of days for which the club's people may still work on an event after the
// season's finals, or after the event if it is later.
const daysAfter = 30

// RolesUntil returns the moment at which the roles of the club's people for an event end.
func RolesUntil(s facts.Season, e facts.Event) time.Time {
	until := s.FinalsBy
	if last := rules.DayOf(e.LocalDate()).Midnight(); last.After(until) {
		until = last
	}
	return until.AddDate(0, 0, daysAfter)
}
