package leagueapi

import (
	"referto/internal/authz/gate"
	"referto/internal/league"
	"referto/internal/league/facts"
	"referto/internal/league/leaguedb"
	"referto/internal/league/officiating"
	"referto/internal/tenant/tenantdb"
	"referto/openapi"
)

// LoadStaff loads the staff of an event.
func LoadStaff(c *gate.Call, id league.EventID) ([]facts.Staff, error) {
	var staff []facts.Staff
	b := &tenantdb.Batch{}
	leaguedb.LoadStaff(b, &staff, id)
	return staff, c.Door().Send(b)
}

// Answer is the event after an act, with its tag and its news.
func (a *API) Answer(c *gate.Call, s *officiating.Situation) (openapi.Event, error) {
	staff, err := LoadStaff(c, s.Event.ID)
	if err != nil {
		return openapi.Event{}, err
	}
	a.Changed(c, s)
	c.ETag(gate.Version(s.Event.Version))
	return View(c, s).Event(staff), nil
}
