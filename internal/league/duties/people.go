package duties

import (
	"slices"
	"time"

	"github.com/google/uuid"

	"referto/internal/league"
	"referto/internal/league/facts"
	"referto/internal/league/rules"
)

// What people ask about their own data is answered within a month of the day on which they ask (GDPR Art. 12(3)).
const (
	dataLaw    = "GDPR"
	inOneMonth = "12.3"
)

// OfAskedOff makes the task of those who answer for an event to take somebody off one of its photos, who asks for it: the
// organizers, else the contact of the region, else the managers. The public does not see the photo from the moment
// on at which that was asked.
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

// OfRequest makes the task to decide what somebody asks about their record: of the managers, else of those who organize
// for the whole tenant, else of the contacts of the regions in which the person has entered an event. Nobody decides what they ask themselves, or about their own record.
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

// OfAffiliation makes the task of the managers to say whether a club that asks belongs to the federation. No day is given for that.
func OfAffiliation(a facts.WaitingAffiliation, managers []uuid.UUID) Task {
	return Task{
		Kind: DecideMembership, Affiliation: a.ID, About: a.Club, For: managers,
		Grounds: league.Grounds{Reason: "club-asks", Params: map[string]string{"at": a.AskedAt.UTC().Format(time.RFC3339)}},
	}
}

// contactsOf are those of some regions.
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

// monthAfter is the end of the day a month after a moment: the same day of the month, or its last one where it is shorter.
func monthAfter(at time.Time, zone *time.Location) time.Time {
	at = at.In(zone)
	end := time.Date(at.Year(), at.Month()+2, 0, 0, 0, 0, 0, time.UTC).Day()
	day := time.Date(at.Year(), at.Month()+1, min(at.Day(), end), 0, 0, 0, 0, time.UTC)
	return rules.DayOf(day).End(zone)
}
