package rulesetapi

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"sync"

	"referto/internal/authz/gate"
	"referto/internal/league"
	"referto/internal/league/desk/rulesetdesk"
	"referto/internal/league/leagueapi"
	"referto/internal/league/leaguedb"
	"referto/internal/league/rules"
	"referto/internal/league/views"
	"referto/internal/oneline"
	"referto/internal/tenant/tenantdb"
	"referto/openapi"
)

// ListRulesets lists the presets and the tenant's own rulesets.
func (a API) ListRulesets(ctx context.Context, _ openapi.ListRulesetsRequestObject) (openapi.ListRulesetsResponseObject, error) {
	c := gate.From(ctx)
	drafts, err := leagueapi.Manages(c)
	if err != nil {
		return nil, err
	}
	out := openapi.RulesetList{Items: []openapi.RulesetSummary{}}
	for _, id := range rulesetdesk.Presets() {
		r, err := rulesetdesk.Preset(id)
		if err != nil {
			return nil, err
		}
		out.Items = append(out.Items, openapi.RulesetSummary{
			Id: r.ID, Code: r.Code, Version: 1, Title: r.Name, Language: r.Language,
			Formulas: openapi.Each(r.Format.Formulas, func(f rules.Formula) string { return f.ID }),
			Variants: openapi.Each(r.Game.Variants, func(v rules.Variant) string { return v.ID }),
			Pairings: openapi.Each(r.Seating.Pairings, func(p rules.Pairing) string { return string(p.System) }),
			Origin:   openapi.RulesetSummaryOriginPreset, State: openapi.RulesetSummaryStatePublished,
		})
	}
	var own []leaguedb.RulesetSummary
	b := &tenantdb.Batch{}
	leaguedb.LoadRulesetSummaries(b, &own, drafts)
	if err := c.Door().Send(b); err != nil {
		return nil, err
	}
	for _, r := range own {
		out.Items = append(out.Items, views.OwnSummary(r))
	}
	return openapi.ListRulesets200JSONResponse(out), nil
}

// GetRuleset answers with a whole ruleset, as it was published last.
func (a API) GetRuleset(ctx context.Context, r openapi.GetRulesetRequestObject) (openapi.GetRulesetResponseObject, error) {
	document, err := a.published(gate.From(ctx), r.Ruleset, 0)
	return openapi.GetRuleset200JSONResponse(document), err
}

// GetRulesetVersion answers with a published version.
func (a API) GetRulesetVersion(ctx context.Context, r openapi.GetRulesetVersionRequestObject) (openapi.GetRulesetVersionResponseObject, error) {
	document, err := a.published(gate.From(ctx), r.Ruleset, r.Version)
	return openapi.GetRulesetVersion200JSONResponse(document), err
}

// published is a published document; its tag is its digest.
func (a API) published(c *gate.Call, id string, version int) (map[string]any, error) {
	r, stored, err := rulesetdesk.At(a.Desk).Published(c.Door(), id, version)
	if err != nil {
		return nil, err
	}
	c.ETag(stored.Digest)
	return documentOf(r)
}

func documentOf(r *rules.Ruleset) (map[string]any, error) {
	raw, err := json.Marshal(r)
	if err != nil {
		return nil, fmt.Errorf("ruleset %s: %w", r.ID, err)
	}
	return views.Object(raw), nil
}

// decode reads a document of a request; faults point into the request at a place.
func decode(at string, document map[string]any) (*rules.Ruleset, error) {
	raw, err := json.Marshal(document)
	if err != nil {
		return nil, fmt.Errorf("document: %w", err)
	}
	r, err := rules.Decode(raw)
	var faults league.Faults
	if errors.As(err, &faults) {
		for i := range faults {
			faults[i].Field = at + faults[i].Field
		}
		return nil, faults
	}
	return r, err
}

// CreateRuleset begins a ruleset of the tenant's own.
func (a API) CreateRuleset(ctx context.Context, r openapi.CreateRulesetRequestObject) (openapi.CreateRulesetResponseObject, error) {
	c := gate.From(ctx)
	ruleset, err := a.newRuleset(c, *r.JSONBody)
	if err != nil {
		return nil, err
	}
	draft, err := rulesetdesk.At(a.Desk).CreateRuleset(c.Tx(), leagueapi.Act(c), ruleset)
	if err != nil {
		return nil, err
	}
	out, err := draftOf(c, draft)
	return openapi.CreateRuleset201JSONResponse(out), err
}

// newRuleset returns the document of a request, or the copy that it asks for.
func (a API) newRuleset(c *gate.Call, n openapi.NewRuleset) (*rules.Ruleset, error) {
	if (n.Document == nil) == (n.CopyOf.Ruleset == "") {
		return nil, league.Faults{{Field: "/document", Grounds: league.Grounds{Reason: "document-or-copy"}}}
	}
	if n.Document != nil {
		return decode("/document", n.Document)
	}
	original, _, err := rulesetdesk.At(a.Desk).Published(c.Tx(), n.CopyOf.Ruleset, n.CopyOf.Version)
	if errors.Is(err, league.ErrNotFound) || errors.Is(err, tenantdb.ErrNotFound) {
		return nil, league.Faults{{Field: "/copyOf", Grounds: league.Grounds{Reason: "unknown-ruleset", Params: map[string]string{"ruleset": n.CopyOf.Ruleset}}}}
	}
	if err != nil {
		return nil, err
	}
	if n.Id == "" {
		return nil, league.Faults{{Field: "/id", Grounds: league.Grounds{Reason: "schema-required"}}}
	}
	r := *original
	r.ID = n.Id
	for _, given := range []struct {
		to   *string
		text string
	}{{&r.Code, n.Code}, {&r.Name, n.Title}} {
		if given.text == "" {
			continue
		}
		if *given.to, err = oneline.Clean(given.text); err != nil {
			return nil, err
		}
	}
	if faults := r.Validate(); len(faults) > 0 {
		return nil, faults
	}
	return &r, nil
}

func draftOf(c *gate.Call, d rulesetdesk.Draft) (openapi.Ruleset, error) {
	document, err := documentOf(d.Rules)
	if err != nil {
		return openapi.Ruleset{}, err
	}
	c.ETag(gate.Version(d.DraftVersion))
	out := openapi.Ruleset{
		Id: d.Key, Code: d.Rules.Code, Title: d.Rules.Name, Document: document, Version: d.DraftVersion, Published: d.Published,
		CreatedAt: d.CreatedAt, ChangedAt: d.ChangedAt,
	}
	if d.ArchivedAt != nil {
		out.ArchivedAt = *d.ArchivedAt
	}
	return out, nil
}

// GetRulesetDraft answers with a ruleset of the tenant's own and its draft.
func (a API) GetRulesetDraft(ctx context.Context, r openapi.GetRulesetDraftRequestObject) (openapi.GetRulesetDraftResponseObject, error) {
	c := gate.From(ctx)
	draft, err := rulesetdesk.At(a.Desk).RulesetDraft(c.Door(), r.Ruleset)
	if err != nil {
		return nil, err
	}
	out, err := draftOf(c, draft)
	return openapi.GetRulesetDraft200JSONResponse(out), err
}

// ReplaceRulesetDraft replaces the document of the draft.
func (a API) ReplaceRulesetDraft(ctx context.Context, r openapi.ReplaceRulesetDraftRequestObject) (openapi.ReplaceRulesetDraftResponseObject, error) {
	c := gate.From(ctx)
	ruleset, err := decode("", *r.JSONBody)
	if err != nil {
		return nil, err
	}
	draft, err := rulesetdesk.At(a.Desk).ReplaceDraft(c.Tx(), leagueapi.Act(c), r.Ruleset, leagueapi.From(r.Params.IfMatch), ruleset)
	if err != nil {
		return nil, err
	}
	out, err := draftOf(c, draft)
	return openapi.ReplaceRulesetDraft200JSONResponse(out), err
}

// ValidateRuleset judges a document.
func (a API) ValidateRuleset(_ context.Context, r openapi.ValidateRulesetRequestObject) (openapi.ValidateRulesetResponseObject, error) {
	if _, err := decode("", *r.JSONBody); err != nil {
		return nil, err
	}
	return openapi.ValidateRuleset204Response{}, nil
}

// PublishRuleset publishes the draft as the next version.
func (a API) PublishRuleset(ctx context.Context, r openapi.PublishRulesetRequestObject) (openapi.PublishRulesetResponseObject, error) {
	c := gate.From(ctx)
	published, err := rulesetdesk.At(a.Desk).PublishRuleset(c.Tx(), leagueapi.Act(c), r.Ruleset, r.Body.Draft, r.Body.Notes)
	if err != nil {
		return nil, err
	}
	return openapi.PublishRuleset201JSONResponse(views.VersionOf(published)), nil
}

// ListRulesetVersions lists the published versions of a ruleset.
func (a API) ListRulesetVersions(ctx context.Context, r openapi.ListRulesetVersionsRequestObject) (openapi.ListRulesetVersionsResponseObject, error) {
	c := gate.From(ctx)
	_, last, err := rulesetdesk.At(a.Desk).Published(c.Door(), r.Ruleset, 0)
	if err != nil {
		return nil, err
	}
	var versions []leaguedb.PublishedVersion
	b := &tenantdb.Batch{}
	leaguedb.LoadOwnVersions(b, &versions, r.Ruleset)
	if err := c.Door().Send(b); err != nil {
		return nil, err
	}
	if len(versions) == 0 { // a preset
		versions = []leaguedb.PublishedVersion{{Version: last.Version, Digest: last.Digest}}
	}
	return openapi.ListRulesetVersions200JSONResponse{Items: openapi.Each(versions, views.VersionOf)}, nil
}

// ArchiveRuleset takes a ruleset out of use.
func (a API) ArchiveRuleset(ctx context.Context, r openapi.ArchiveRulesetRequestObject) (openapi.ArchiveRulesetResponseObject, error) {
	c := gate.From(ctx)
	if _, err := rulesetdesk.At(a.Desk).ArchiveRuleset(c.Tx(), leagueapi.Act(c), r.Ruleset); err != nil {
		return nil, err
	}
	return openapi.ArchiveRuleset204Response{}, nil
}

// schemaDocument returns the schema that is served.
var schemaDocument = sync.OnceValues(func() (out map[string]any, err error) {
	err = json.Unmarshal(openapi.RulesetSchema(), &out)
	return out, err
})

// GetRulesetSchema answers with the JSON Schema of the ruleset document.
func (a API) GetRulesetSchema(context.Context, openapi.GetRulesetSchemaRequestObject) (openapi.GetRulesetSchemaResponseObject, error) {
	document, err := schemaDocument()
	return openapi.GetRulesetSchema200JSONResponse(document), err
}
