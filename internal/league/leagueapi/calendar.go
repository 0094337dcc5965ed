package leagueapi

import (
	"slices"

	"referto/internal/authz/gate"
	"referto/internal/league/desk/seasondesk"
	"referto/internal/league/facts"
	"referto/internal/league/leaguedb"
	"referto/internal/league/officiating"
	"referto/internal/league/rules"
	"referto/internal/league/views"
	"referto/openapi"
)

// ClashLimits returns the distance within which events are close by a ruleset; zero limits for a ruleset
// without seasons.
func ClashLimits(r *rules.Ruleset) rules.Clash {
	if r.Season == nil {
		return rules.Clash{}
	}
	return r.Season.Clash
}

// ClashesOf are the events close to one, as far as the caller may see them.
func (a *API) ClashesOf(c *gate.Call, e facts.Event, limits rules.Clash) ([]openapi.Clash, error) {
	found, err := seasondesk.At(a.Desk).Clashes(c.Door(), e, limits.Days, limits.Kilometers)
	if !c.Can("event:write", Offices(c)).Allowed {
		found = slices.DeleteFunc(found, func(k leaguedb.Clash) bool {
			return k.State == facts.Draft && !c.Can("event:write", Over(c, leaguedb.EventPlace{ID: k.ID, RegionID: k.RegionID})).Allowed
		})
	}
	return openapi.Each(found, func(k leaguedb.Clash) openapi.Clash { return views.Clash(k, limits.Kilometers) }), err
}

// Planned makes an event for its planner: with the events that are close to it, if the ruleset defines how
// close that is.
func (a *API) Planned(c *gate.Call, s *officiating.Situation, out openapi.Event) (openapi.Event, error) {
	limits := ClashLimits(s.Rules)
	if limits == (rules.Clash{}) || s.Event.Started() {
		return out, nil
	}
	var err error
	out.Clashes, err = a.ClashesOf(c, s.Event, limits)
	return out, err
}
