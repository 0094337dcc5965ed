package tenantapi

import (
	"context"

	"github.com/google/uuid"

	"referto/internal/authz/gate"
	"referto/internal/oneline"
	"referto/internal/tenant"
	"referto/internal/tenant/registrydb"
	"referto/internal/tenant/tenantlog"
	"referto/openapi"
)

// ListRegions answers with the regions by name.
func (a *API) ListRegions(ctx context.Context, _ openapi.ListRegionsRequestObject) (openapi.ListRegionsResponseObject, error) {
	regions, err := registrydb.Regions(gate.From(ctx).Door())
	if err != nil {
		return nil, err
	}
	return openapi.ListRegions200JSONResponse{Items: openapi.Each(regions, toRegion)}, nil
}

// CreateRegion adds a region.
func (a *API) CreateRegion(ctx context.Context, r openapi.CreateRegionRequestObject) (openapi.CreateRegionResponseObject, error) {
	call := gate.From(ctx)
	name, err := oneline.Clean(r.Body.Name)
	if err != nil {
		return nil, err
	}
	region := tenant.Region{ID: newID(), Name: name}
	if err := registrydb.AddRegion(call.Tx(), region.ID, region.Name, call.Now); err != nil {
		return nil, err
	}
	call.Log(uuid.Nil, tenantlog.RegionAdded{Region: region.ID})
	call.Audit("region:"+region.ID.String(), "", nil, map[string]any{"name": region.Name})
	return openapi.CreateRegion201JSONResponse(toRegion(region)), nil
}
