package rulesetapi

import (
	"context"
	"strconv"
	"strings"

	"referto/frontend/words"
	"referto/internal/authz/gate"
	"referto/internal/league"
	"referto/internal/league/desk/rulesetdesk"
	"referto/internal/league/leagueapi"
	"referto/internal/league/qualify"
	"referto/internal/league/rules"
	"referto/internal/league/views"
	"referto/openapi"
)

// DiffRuleset lists the differences between two versions.
func (a API) DiffRuleset(ctx context.Context, r openapi.DiffRulesetRequestObject) (openapi.DiffRulesetResponseObject, error) {
	c := gate.From(ctx)
	after, err := rulesetdesk.At(a.Desk).Version(c.Door(), r.Ruleset, r.Version, false)
	if err != nil {
		return nil, err
	}
	before, err := a.against(c, r.Ruleset, r.Params.Against)
	if err != nil {
		return nil, err
	}
	return openapi.DiffRuleset200JSONResponse{Differences: views.Differences(words.For(c.Language), before, after)}, nil
}

// against finds the ruleset that a version is compared with: "2", "draft", "another-ruleset",
// "another-ruleset:3". A draft does not exist for callers who may not change it.
func (a API) against(c *gate.Call, id, name string) (*rules.Ruleset, error) {
	if name == "draft" {
		mine, err := leagueapi.Manages(c)
		if err != nil {
			return nil, err
		}
		if !mine {
			return nil, league.ErrNotFound
		}
		return rulesetdesk.At(a.Desk).Version(c.Door(), id, 0, true)
	}
	if version, err := strconv.Atoi(name); err == nil {
		return rulesetdesk.At(a.Desk).Version(c.Door(), id, version, false)
	}
	other, number, _ := strings.Cut(name, ":")
	version, _ := strconv.Atoi(number) // of the form that the contract has checked; none is the latest
	return rulesetdesk.At(a.Desk).Version(c.Door(), other, version, false)
}

// SearchRulesetTexts finds paragraphs of a regulation.
func (a API) SearchRulesetTexts(ctx context.Context, r openapi.SearchRulesetTextsRequestObject) (openapi.SearchRulesetTextsResponseObject, error) {
	c := gate.From(ctx)
	ruleset, err := rulesetdesk.At(a.Desk).Version(c.Door(), r.Ruleset, r.Params.Version, false)
	if err != nil {
		return nil, err
	}
	out := openapi.RulesetTextList{Items: []openapi.RulesetText{}}
	for _, t := range views.Found(ruleset.Texts, r.Params.Q) {
		out.Items = append(out.Items, openapi.RulesetText{
			Paragraph: t.Paragraph, Title: t.Title, Language: ruleset.Language, Text: t.Body, Computed: t.Kind == rules.Computed,
		})
	}
	return openapi.SearchRulesetTexts200JSONResponse(out), nil
}

// DryRunRuleset lists the players who would stand elsewhere if an event had been run by another ruleset.
func (a API) DryRunRuleset(ctx context.Context, r openapi.DryRunRulesetRequestObject) (openapi.DryRunRulesetResponseObject, error) {
	c := gate.From(ctx)
	if r.Body.Draft && r.Body.Version != 0 {
		return nil, league.Faults{{Field: "/draft", Grounds: league.Grounds{Reason: "draft-or-version"}}}
	}
	other, err := rulesetdesk.At(a.Desk).Version(c.Door(), r.Body.Ruleset, r.Body.Version, r.Body.Draft)
	if err != nil {
		return nil, err
	}
	run, err := rulesetdesk.At(a.Desk).PreviewRuleset(c.Door(), r.Event, other, r.Body.Readings)
	if err != nil {
		return nil, err
	}
	out, err := dryRun(c, run, other)
	return openapi.DryRunRuleset200JSONResponse(out), err
}

func dryRun(c *gate.Call, run rulesetdesk.Preview, other *rules.Ruleset) (openapi.RulesetDryRunResult, error) {
	w := words.For(c.Language)
	out := openapi.RulesetDryRunResult{
		Faults: views.Explained(w, run.Faults), Rows: []openapi.MovedRow{},
		FinalistsIn: []openapi.EntryRef{}, FinalistsOut: []openapi.EntryRef{},
		Differences: views.Differences(w, run.Before.Rules, other),
	}
	if run.After == nil {
		return out, nil
	}
	out.Differences = views.Differences(w, run.Before.Rules, run.After.Rules)
	before, err := leagueapi.View(c, run.Before).Standings("", 0)
	if err != nil {
		return out, err
	}
	after, err := leagueapi.View(c, run.After).Standings("", 0)
	if err != nil {
		return out, err
	}
	out.Rows = views.Moved(before.Rows, after.Rows)
	out.Unmoved = max(len(before.Rows), len(after.Rows)) - len(out.Rows)
	v := leagueapi.View(c, run.After)
	out.FinalistsIn = openapi.Each(run.Change.FinalistsIn, func(q qualify.Qualified) openapi.EntryRef { return v.EntryRef(q.Entry) })
	out.FinalistsOut = openapi.Each(run.Change.FinalistsOut, v.EntryRef)
	return out, nil
}
