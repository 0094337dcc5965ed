package main

import (
	"context"
	"time"

	"github.com/google/uuid"

	"referto/cmd/bench/internal/baselinedb"
	"referto/openapi"
)

// benchSeason is a season of CN09 with all of its events decided.
type benchSeason struct {
	baselinedb.Season
	path     string // of the API's client
	board    string // address of its public page
	register string // address of its register of places
}

// smallSeason is one as large as those that are played, the same for all goals.
func (b *bench) smallSeason(ctx context.Context) (benchSeason, error) {
	if b.season.path != "" {
		return b.season, nil
	}
	var err error
	b.season, err = b.filledSeason(ctx, "championship", baselinedb.SeasonExtent{Stages: 50, Regions: 10})
	return b.season, err
}

// filledSeason sets a season up through the API, in a tenant of its own, and fills it
// past it.
func (b *bench) filledSeason(ctx context.Context, tenantSlug string, x baselinedb.SeasonExtent) (s benchSeason, err error) {
	l := b.field.loader
	var tenant openapi.Tenant
	var season openapi.Season
	var region openapi.Region
	var event openapi.Event
	l.post(l.manager, "/tenants", openapi.NewTenant{Slug: tenantSlug, Name: "Season", Kind: openapi.TenantKindFederation}, &tenant)
	at := "/tenants/" + tenantSlug
	l.post(l.manager, at+"/regions", openapi.NewRegion{Name: "Aosta"}, &region)
	l.post(l.manager, at+"/seasons", openapi.NewSeason{Slug: "2009", Title: "Season", Ruleset: "catan-nazionale-2009", Regions: []uuid.UUID{region.Id}}, &season)
	s.path = at + "/seasons/" + season.Id.String()
	s.board, s.register = "/t/"+tenantSlug+"/s/2009/qualification", "/v1"+s.path+"/places"
	l.post(l.manager, s.path+"/opening", nil, nil)
	l.post(l.manager, at+"/events", openapi.NewEvent{
		Kind: openapi.EventKindStage, Title: "Stage", Slug: "stage", StartsAt: time.Date(2009, 4, 5, 8, 0, 0, 0, time.UTC), TimeZone: "Europe/Rome",
		Venue: openapi.Venue{Name: "Hall", City: "Aosta"}, Season: season.Id, Region: region.Id,
	}, &event)
	if l.err != nil {
		return s, l.err
	}
	s.Season = baselinedb.Season{Tenant: tenant.Id, Season: season.Id.UUID}
	return s, baselinedb.FillSeason(ctx, b.stack.superuser, s.Season, event.Id.UUID, x)
}
