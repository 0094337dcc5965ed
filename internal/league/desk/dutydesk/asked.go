package dutydesk

import (
	"referto/internal/league/duties"
	"referto/internal/league/facts"
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
