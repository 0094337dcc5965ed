package leagueapi

import (
	"fmt"
	"strconv"

	"referto/internal/authz/gate"
	"referto/internal/league"
	"referto/internal/league/facts"
	"referto/internal/league/leaguedb"
	"referto/internal/league/officiating"
	"referto/internal/live"
	"referto/internal/publication"
	"referto/internal/tenant/tenantdb"
)

// Revision returns the entity tag of an answer that shows the whole event in its current state.
func Revision(s *officiating.Situation, c *gate.Call) string { return revisionOf(s.Event, c) }

func revisionOf(e facts.Event, c *gate.Call) string {
	return "r" + strconv.FormatInt(e.Revision, 10) + "." + c.Language + TagOfNames(readsNamesAt(c, e))
}

// SeePublished loads an event as [API.See] does, for an answer that everybody gets alike and that shows the whole event
// in its current state: it tags the answer, and lets it be kept for others who have not signed in. It returns nil if a
// caller who has not signed in has the answer already: only the event's row has been read then, and the gate answers 304.
// Those callers come by the shelf, which names a tag only if it has had an answer from the same address.
func (a *API) SeePublished(c *gate.Call, id league.EventID) (*officiating.Situation, error) {
	publish := func(e facts.Event) {
		c.ETag(revisionOf(e, c))
		if c.Principal.Anonymous() {
			publication.Mark(c.Header, live.Topic{Tenant: c.Tenant.ID, Event: e.ID.UUID}, e.Revision)
		}
	}
	if c.Conditional() && c.Principal.Anonymous() {
		var e facts.Event
		b := &tenantdb.Batch{}
		leaguedb.LoadEvent(b, &e, id)
		if err := c.Door().Send(b); err != nil {
			return nil, fmt.Errorf("event %s: %w", id, err)
		}
		if e.State != facts.Draft {
			if publish(e); c.Unchanged() {
				return nil, nil
			}
		}
	}
	s, err := a.See(c, id)
	if err != nil {
		return nil, err
	}
	publish(s.Event)
	return s, nil
}
