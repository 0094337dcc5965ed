package seasonapi

import (
	"context"

	"referto/frontend/words"
	"referto/internal/authz/gate"
	"referto/internal/league"
	"referto/internal/league/desk/seasondesk"
	"referto/internal/league/leagueapi"
	"referto/internal/league/officiating"
	"referto/internal/league/planning"
	"referto/internal/league/rules"
	"referto/internal/league/views"
	"referto/openapi"
)

// ListSeasonRulesets lists the rulesets of a season with the changes by each.
func (a API) ListSeasonRulesets(ctx context.Context, r openapi.ListSeasonRulesetsRequestObject) (openapi.ListSeasonRulesetsResponseObject, error) {
	c := gate.From(ctx)
	if _, err := a.seeSeason(c, r.Season); err != nil {
		return nil, err
	}
	history, err := seasondesk.At(a.Desk).RulesetHistory(c.Door(), r.Season)
	if err != nil {
		return nil, err
	}
	out := openapi.ListSeasonRulesets200JSONResponse{}
	var before *rules.Ruleset
	for _, h := range history {
		item := openapi.SeasonRuleset{
			Ordinal: h.Ordinal, Ruleset: views.RulesetRef(h.Stored), Reason: h.Reason, DecidedAt: h.DecidedAt, Differences: []openapi.RulesetDifference{},
		}
		if len(h.Readings) > 0 {
			item.Readings = h.Readings
		}
		if before != nil {
			item.Differences = views.Differences(words.For(c.Language), before, h.Rules)
		}
		before = h.Rules
		out.Items = append(out.Items, item)
	}
	return out, nil
}

// ChangeSeasonRuleset lets a season continue with another ruleset.
func (a API) ChangeSeasonRuleset(ctx context.Context, r openapi.ChangeSeasonRulesetRequestObject) (openapi.ChangeSeasonRulesetResponseObject, error) {
	c := gate.From(ctx)
	out, change, err := a.changeSeasonRuleset(c, r.Season, *r.Body)
	if err != nil {
		return nil, err
	}
	if err := a.Followed(c, change.Followed); err != nil {
		return nil, err
	}
	return openapi.ChangeSeasonRuleset201JSONResponse(out), a.notifySeason(c, change.Season)
}

// PreviewSeasonRuleset is [API.ChangeSeasonRuleset] in a transaction that the gate rolls back.
func (a API) PreviewSeasonRuleset(ctx context.Context, r openapi.PreviewSeasonRulesetRequestObject) (openapi.PreviewSeasonRulesetResponseObject, error) {
	c := gate.From(ctx)
	out, _, err := a.changeSeasonRuleset(c, r.Season, *r.Body)
	return openapi.PreviewSeasonRuleset200JSONResponse(out), err
}

func (a API) changeSeasonRuleset(c *gate.Call, id league.SeasonID, body openapi.NewSeasonRuleset) (openapi.SeasonRulesetChange, seasondesk.RulesetChange, error) {
	choice := planning.Choice{Ruleset: body.Ruleset, Version: body.RulesetVersion, Readings: body.Readings}
	change, err := seasondesk.At(a.Desk).ChangeSeasonRuleset(c.Tx(), leagueapi.Act(c), id, choice, body.Reason)
	if err != nil {
		return openapi.SeasonRulesetChange{}, change, err
	}
	w := words.For(c.Language)
	out := openapi.SeasonRulesetChange{Ruleset: views.RulesetRef(change.Season.Version), Differences: views.Differences(w, change.Was, change.Is)}
	out.Moved = openapi.Each(change.Moved, func(s *officiating.Situation) openapi.SeasonEvent {
		a.Changed(c, s)
		return views.SeasonEvent(s.Event)
	})
	out.Kept = keptEvents(c, change.Kept)
	out.Consequences, out.Entries, err = a.Consequences(c, change.Followed)
	return out, change, err
}

// JoinSeason lets a region take part.
func (a API) JoinSeason(ctx context.Context, r openapi.JoinSeasonRequestObject) (openapi.JoinSeasonResponseObject, error) {
	c := gate.From(ctx)
	change, err := seasondesk.At(a.Desk).JoinSeason(c.Tx(), leagueapi.Act(c), r.Season, regionID(r.Body.Region))
	if err != nil {
		return nil, err
	}
	out, err := a.seasonChanged(c, change)
	if err != nil {
		return nil, err
	}
	return openapi.JoinSeason200JSONResponse(out), a.notifySeason(c, change.Season)
}

// LeaveSeason takes a region out.
func (a API) LeaveSeason(ctx context.Context, r openapi.LeaveSeasonRequestObject) (openapi.LeaveSeasonResponseObject, error) {
	c := gate.From(ctx)
	change, err := seasondesk.At(a.Desk).LeaveSeason(c.Tx(), leagueapi.Act(c), r.Season, regionID(r.Region), r.Body.Reason)
	if err != nil {
		return nil, err
	}
	out, err := a.seasonChanged(c, change)
	if err != nil {
		return nil, err
	}
	return openapi.LeaveSeason200JSONResponse(out), a.notifySeason(c, change.Season)
}
