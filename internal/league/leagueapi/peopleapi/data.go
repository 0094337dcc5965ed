package peopleapi

import (
	"bytes"
	"context"
	"fmt"
	"slices"

	"github.com/google/uuid"

	"referto/frontend/words"
	"referto/internal/authz/authzdb"
	"referto/internal/authz/gate"
	"referto/internal/league"
	"referto/internal/league/desk/peopledesk"
	"referto/internal/league/jobs"
	"referto/internal/league/leagueapi"
	"referto/internal/league/leaguedb"
	"referto/internal/league/views"
	"referto/internal/media"
	"referto/internal/tenant"
	"referto/internal/tenant/tenantdb"
	"referto/openapi"
)

// mostExports bounds the copies that are listed.
const mostExports = 20

// RequestDataExport requests a copy of all data about the caller.
func (a API) RequestDataExport(ctx context.Context, _ openapi.RequestDataExportRequestObject) (openapi.RequestDataExportResponseObject, error) {
	c := gate.From(ctx)
	if err := a.Copy(c); err != nil {
		return nil, err
	}
	x, err := peopledesk.At(a.Desk).AskExport(c.Global(), c.Account(), c.Now)
	if err != nil {
		return nil, err
	}
	return openapi.RequestDataExport202JSONResponse(views.DataExport(x)), a.Later.Insert(c.Global(), jobs.ExportJob{Export: x.ID})
}

// ListMyDataExports answers with the caller's copies.
func (a API) ListMyDataExports(ctx context.Context, _ openapi.ListMyDataExportsRequestObject) (openapi.ListMyDataExportsResponseObject, error) {
	c := gate.From(ctx)
	var found []leaguedb.DataExport
	b := &tenantdb.Batch{}
	leaguedb.LoadDataExports(b, &found, c.Account(), mostExports)
	if err := c.Global().Send(b); err != nil {
		return nil, err
	}
	return openapi.ListMyDataExports200JSONResponse{Items: openapi.Each(found, views.DataExport)}, nil
}

// GetMyDataExport answers with how far a copy is.
func (a API) GetMyDataExport(ctx context.Context, r openapi.GetMyDataExportRequestObject) (openapi.GetMyDataExportResponseObject, error) {
	x, err := myExport(gate.From(ctx), r.DataExport)
	if err != nil {
		return nil, err
	}
	return openapi.GetMyDataExport200JSONResponse(views.DataExport(x)), nil
}

// myExport is a copy of the caller's.
func myExport(c *gate.Call, id uuid.UUID) (leaguedb.DataExport, error) {
	var x *leaguedb.DataExport
	b := &tenantdb.Batch{}
	leaguedb.LoadDataExport(b, &x, id, c.Account())
	if err := c.Global().Send(b); err != nil {
		return leaguedb.DataExport{}, err
	}
	if x == nil {
		return leaguedb.DataExport{}, league.ErrNotFound
	}
	return *x, nil
}

// GetMyDataExportFile answers with a copy, to be saved.
func (a API) GetMyDataExportFile(ctx context.Context, r openapi.GetMyDataExportFileRequestObject) (openapi.GetMyDataExportFileResponseObject, error) {
	c := gate.From(ctx)
	x, err := myExport(c, r.DataExport)
	if err != nil {
		return nil, err
	}
	if err := peopledesk.MayFetch(x, c.Now); err != nil {
		return nil, err
	}
	key := peopledesk.ExportKey(x)
	sealed, err := a.Files.Get(ctx, key)
	if err != nil {
		return nil, fmt.Errorf("copy of data %s: %w", x.ID, err)
	}
	file, err := a.Desk.Keys.Open(sealed, key)
	if err != nil {
		return nil, fmt.Errorf("copy of data %s: %w", x.ID, err)
	}
	for header, value := range media.Attachment("application/zip", "my-data-"+x.AskedAt.Format("2006-01-02")+".zip") {
		if header != "Content-Type" { // the generated answer sets it
			c.Header(header, value)
		}
	}
	c.Header("Cache-Control", "no-store")
	return openapi.GetMyDataExportFile200ApplicationzipResponse{Body: bytes.NewReader(file), ContentLength: int64(len(file))}, nil
}

// ListMyDataAccesses returns the accesses to the caller's private data, in all tenants.
func (a API) ListMyDataAccesses(ctx context.Context, r openapi.ListMyDataAccessesRequestObject) (openapi.ListMyDataAccessesResponseObject, error) {
	c := gate.From(ctx)
	list := leagueapi.ListName("my-data-accesses", c.Account().String())
	var before uuid.UUID
	if _, err := a.Cursors.Decode(list, r.Params.Cursor, &before); err != nil {
		return nil, err
	}
	self, err := c.Global().Self(c.Account(), "")
	if err != nil {
		return nil, err
	}
	tenants, err := leaguedb.OwnTenants(self, c.Account())
	if err != nil {
		return nil, err
	}
	most := leagueapi.Limit(r.Params.Limit)
	type access struct {
		at tenant.Ref
		leaguedb.AccessToMe
	}
	var found []access
	for _, t := range tenants {
		door, err := c.Global().Look(t.ID)
		if err != nil {
			return nil, err
		}
		var here []leaguedb.AccessToMe
		b := &tenantdb.Batch{}
		leaguedb.LoadAccessesTo(b, &here, c.Account(), before, most+1)
		if err := door.Send(b); err != nil {
			return nil, err
		}
		for _, x := range here {
			found = append(found, access{t, x})
		}
	}
	slices.SortFunc(found, func(a, b access) int { return bytes.Compare(b.ID[:], a.ID[:]) })
	page := openapi.DataAccessPage{Items: []openapi.DataAccess{}}
	if len(found) > most {
		found = found[:most]
		page.NextCursor = c.Next(a.Cursors.Encode(list, found[most-1].ID))
	}
	for _, x := range found {
		page.Items = append(page.Items, views.DataAccess(words.For(c.Language), x.at, x.AccessToMe))
	}
	return openapi.ListMyDataAccesses200JSONResponse(page), nil
}

// DeleteMyAccount deletes the caller's account, with their records if they want that.
func (a API) DeleteMyAccount(ctx context.Context, r openapi.DeleteMyAccountRequestObject) (openapi.DeleteMyAccountResponseObject, error) {
	c := gate.From(ctx)
	records := func(self tenantdb.Door) ([]tenant.Ref, error) { return leaguedb.TenantsAbout(self, c.Account()) }
	var reached []leaguedb.EventRevision
	err := a.Close(ctx, c, r.Body.Password, records, func(tx tenantdb.Tx, there *gate.Records) error {
		act := leagueapi.Act(c)
		act.Record = there
		events, err := peopledesk.At(a.Desk).Leave(tx, act, authzdb.DeletedName(c.Account()), r.Body.EraseRecords)
		reached = append(reached, events...)
		return err
	})
	if err != nil {
		return nil, err
	}
	b := &tenantdb.Batch{}
	leaguedb.DropDataExports(b, c.Account(), c.Now)
	return openapi.DeleteMyAccount204Response{}, c.Global().Send(b)
}
