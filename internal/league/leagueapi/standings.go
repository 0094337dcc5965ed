package leagueapi

import (
	"context"
	"encoding/json"
	"fmt"

	"referto/internal/authz/gate"
	"referto/internal/league"
	"referto/internal/league/desk"
	"referto/internal/league/rules"
	"referto/internal/live"
	"referto/internal/publication"
	"referto/openapi"
)

// GetStandings answers with the standings as they are now, or after a round.
func (a *API) GetStandings(ctx context.Context, r openapi.GetStandingsRequestObject) (openapi.GetStandingsResponseObject, error) {
	c := gate.From(ctx)
	s, err := a.see(c, r.Event)
	if err != nil {
		return nil, err
	}
	out, err := view(c, s).Standings(r.Params.Standings, r.Params.Round)
	if err != nil {
		return nil, err
	}
	c.ETag(revision(s, c))
	if c.Principal.Anonymous() {
		publication.Mark(c.Header, live.Topic{Tenant: c.Tenant.ID, Event: s.Event.ID.UUID}, s.Event.Revision)
	}
	return openapi.GetStandings200JSONResponse(out), nil
}

// CompareEntries says why one stands above the other.
func (a *API) CompareEntries(ctx context.Context, r openapi.CompareEntriesRequestObject) (openapi.CompareEntriesResponseObject, error) {
	c := gate.From(ctx)
	s, err := a.see(c, r.Event)
	if err != nil {
		return nil, err
	}
	out, err := view(c, s).Compare(r.Params.Standings, r.Params.Round, league.Entry(r.Params.A), league.Entry(r.Params.B))
	if err != nil {
		return nil, err
	}
	c.ETag(revision(s, c))
	return openapi.CompareEntries200JSONResponse(out), nil
}

// ListRulesets lists the rulesets an event can be run by.
func (a *API) ListRulesets(context.Context, openapi.ListRulesetsRequestObject) (openapi.ListRulesetsResponseObject, error) {
	out := openapi.RulesetList{Items: []openapi.RulesetSummary{}}
	for _, id := range desk.Rulesets() {
		r, err := desk.Ruleset(id)
		if err != nil {
			return nil, err
		}
		out.Items = append(out.Items, openapi.RulesetSummary{
			Id: r.ID, Code: r.Code, Version: 1, Title: r.Name, Language: openapi.Language(r.Language),
			Formulas: openapi.Each(r.Format.Formulas, func(f rules.Formula) string { return f.ID }),
			Variants: openapi.Each(r.Game.Variants, func(v rules.Variant) string { return v.ID }),
			Pairings: openapi.Each(r.Seating.Pairings, func(p rules.Pairing) string { return string(p.System) }),
		})
	}
	return openapi.ListRulesets200JSONResponse(out), nil
}

// GetRuleset answers with a whole ruleset.
func (a *API) GetRuleset(_ context.Context, r openapi.GetRulesetRequestObject) (openapi.GetRulesetResponseObject, error) {
	ruleset, err := desk.Ruleset(r.Ruleset)
	if err != nil {
		return nil, err
	}
	raw, err := json.Marshal(ruleset)
	if err != nil {
		return nil, fmt.Errorf("ruleset %s: %w", r.Ruleset, err)
	}
	out := openapi.GetRuleset200JSONResponse{}
	if err := json.Unmarshal(raw, &out); err != nil {
		return nil, fmt.Errorf("ruleset %s: %w", r.Ruleset, err)
	}
	return out, nil
}
