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

// askedAtOnce bounds the number of requests read, of each kind; the oldest come first.
const askedAtOnce = 500

// askedTasks lists the tasks that follow from requests to the tenant: those of people about their data, to be
// taken off photos, to have their records linked with them, or to have their name written otherwise, and those
// of clubs to belong to the federation.
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

// hostingsAtOnce bounds the number of questions read for a club.
const hostingsAtOnce = 100

// HostingQuestions lists the questions that a federation, whose door is given, asks a club about the
// tournaments that the club wants to hold in seasons under way. The offices are those of the club.
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

// Offices lists the holders of roles in a tenant at a moment.
func Offices(door tenantdb.Door, now time.Time) (offices []facts.Office, err error) {
	b := &tenantdb.Batch{}
	leaguedb.LoadOffices(b, &offices, now)
	return offices, door.Send(b)
}
