package dutydesk

import (
	"time"

	"github.com/google/uuid"

	"referto/internal/league/duties"
	"referto/internal/league/facts"
	"referto/internal/league/hosting"
	"referto/internal/league/leaguedb"
	"referto/internal/tenant/tenantdb"
)

// askedAtOnce bounds what is looked at of what is asked, of each kind: what has waited longest comes first.
const askedAtOnce = 500

// askedTasks lists the tasks that follow from what is asked of the tenant: by people about their data, to be taken off photos and to have their
// records linked with them or written otherwise, and by clubs to belong to the federation.
func (d Desk) askedTasks(door tenantdb.Door, offices []facts.Office) ([]duties.Task, error) {
	var photos []facts.AskedOffPhoto
	var requests []facts.WaitingRequest
	var clubs []facts.WaitingAffiliation
	b := &tenantdb.Batch{}
	leaguedb.LoadAskedOff(b, &photos, askedAtOnce)
	leaguedb.LoadWaitingRequests(b, &requests, askedAtOnce)
	leaguedb.LoadWaitingAffiliations(b, &clubs, askedAtOnce)
	if err := door.Send(b); err != nil {
		return nil, err
	}
	events := make([]facts.Event, len(photos))
	if len(photos) > 0 {
		b = &tenantdb.Batch{}
		for i, p := range photos {
			leaguedb.LoadEvent(b, &events[i], p.EventID)
		}
		if err := door.Send(b); err != nil {
			return nil, err
		}
	}
	var out []duties.Task
	for i, p := range photos {
		out = append(out, duties.OfAskedOff(p, events[i], offices))
	}
	for _, r := range requests {
		out = append(out, duties.OfRequest(r, offices))
	}
	for _, one := range clubs {
		out = append(out, duties.OfAffiliation(one, duties.Managers(offices)))
	}
	return out, nil
}

// hostingsAtOnce bounds the questions to a club that are looked at.
const hostingsAtOnce = 100

// HostingQuestions lists what a federation, whose door it is, asks a club about the tournaments that the club wants to hold in seasons under way.
// The offices are those of the club.
func (d Desk) HostingQuestions(federation tenantdb.Door, name string, club uuid.UUID, offices []facts.Office) ([]duties.Task, error) {
	var asked []facts.Hosting
	b := &tenantdb.Batch{}
	leaguedb.LoadHostings(b, &asked, leaguedb.HostingFilter{Club: club, State: facts.HostingAsked, Limit: hostingsAtOnce})
	if err := federation.Send(b); err != nil {
		return nil, err
	}
	var out []duties.Task
	for _, h := range asked {
		s, err := d.ViewSeason(federation, h.SeasonID)
		if err != nil {
			return nil, err
		}
		if hosting.RequireRunning(s.Season) != nil {
			continue
		}
		if t := duties.OfHostingQuestion(h, s.Rules, name, offices); len(t.For) > 0 {
			out = append(out, t)
		}
	}
	return out, nil
}

// Offices lists who holds which role in a tenant at a moment.
func Offices(door tenantdb.Door, now time.Time) (offices []facts.Office, err error) {
	b := &tenantdb.Batch{}
	leaguedb.LoadOffices(b, &offices, now)
	return offices, door.Send(b)
}
