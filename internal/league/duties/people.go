package duties

import (
	"slices"
	"time"

	"github.com/google/uuid"

	"referto/internal/league"
	"referto/internal/league/facts"
	"referto/internal/league/rules"
)

// Requests about personal data are answered within a month of the day of the request (GDPR Art.
// 12(3)).
const (
	dataLaw    = "GDPR"
	inOneMonth = "12.3"
)

// OfAskedOff makes the task to take a person off a photo who asks for it: for the organizers of the
// event, else the contact of the region, else the managers. The photo is hidden from the public
// from the request on.
func OfAskedOff(a facts.AskedOffPhoto, e facts.Event, offices []facts.Office) Task {
	t := Task{Kind: TakeOffPhoto, Event: &e, Photo: a.PhotoID, About: a.Name, Number: a.People, Due: monthAfter(a.AskedAt, e.Location())}
	for _, role := range []string{Organizer, contact, Manager} {
		if t.For = Holders(offices, role, e.ID, RegionOf(e)); len(t.For) > 0 {
			break
		}
	}
	t.Grounds = asked("asked-off-photo", a.AskedAt)
	return t
}

// OfRequest makes the task to decide about a request concerning a record: for the managers, else
// the organizers for the whole tenant, else the contacts of the regions in which the person has
// entered an event. Nobody decides on their own request, or about their own record.
func OfRequest(r facts.WaitingRequest, offices []facts.Office) Task {
	t := Task{Kind: DecideClaim, Request: r.ID, About: r.Player, Due: monthAfter(r.AskedAt, time.UTC), Grounds: asked("record-asked", r.AskedAt)}
	if r.Kind == facts.NameRequest {
		t.Kind, t.Grounds = DecideName, asked("name-asked", r.AskedAt)
	}
	own := func(account uuid.UUID) bool {
		return account == r.AccountID || r.Owner != nil && account == *r.Owner
	}
	for _, holders := range [][]uuid.UUID{Managers(offices), Holders(offices, Organizer, league.EventID{}, league.RegionID{}), contactsOf(r.Regions, offices)} {
		if t.For = slices.DeleteFunc(holders, own); len(t.For) > 0 {
			break
		}
	}
	return t
}

// OfAffiliation makes the managers' task to decide whether a club belongs to the federation. It has
// no deadline.
func OfAffiliation(a facts.WaitingAffiliation, managers []uuid.UUID) Task {
	return Task{
		Kind: DecideMembership, Affiliation: a.ID, About: a.Club, For: managers,
		Grounds: league.Grounds{Reason: "club-asks", Params: map[string]string{"at": a.AskedAt.UTC().Format(time.RFC3339)}},
	}
}

// contactsOf returns the contacts of some regions.
func contactsOf(regions []league.RegionID, offices []facts.Office) []uuid.UUID {
	lists := make([][]uuid.UUID, len(regions))
	for i, region := range regions {
		lists[i] = Holders(offices, contact, league.EventID{}, region)
	}
	return together(lists...)
}

func asked(reason string, at time.Time) league.Grounds {
	return league.Grounds{Code: dataLaw, Par: inOneMonth, Reason: reason, Params: map[string]string{"at": at.UTC().Format(time.RFC3339)}}
}

// monthAfter returns the end of the day a month after a moment: the same day of the month, or its
// last one if it is shorter.
func monthAfter(at time.Time, zone *time.Location) time.Time {
	at = at.In(zone)
	end := time.Date(at.Year(), at.Month()+2, 0, 0, 0, 0, 0, time.UTC).Day()
	day := time.Date(at.Year(), at.Month()+1, min(at.Day(), end), 0, 0, 0, 0, time.UTC)
	return rules.DayOf(day).End(zone)
}
