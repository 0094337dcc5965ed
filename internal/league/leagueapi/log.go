package leagueapi

import (
	"context"
	"encoding/json"

	"github.com/google/uuid"

	"referto/internal/authz/gate"
	"referto/internal/league"
	"referto/internal/league/leaguedb"
	"referto/internal/tenant/tenantdb"
	"referto/openapi"
)

// ListAudit lists who changed what in the tenant, the latest first.
func (a *API) ListAudit(ctx context.Context, r openapi.ListAuditRequestObject) (openapi.ListAuditResponseObject, error) {
	page, err := a.audit(gate.From(ctx), uuid.Nil, r.Params.Limit, r.Params.Cursor)
	return openapi.ListAudit200JSONResponse(page), err
}

// ListEventAudit lists who changed what in an event, the latest first.
func (a *API) ListEventAudit(ctx context.Context, r openapi.ListEventAuditRequestObject) (openapi.ListEventAuditResponseObject, error) {
	page, err := a.audit(gate.From(ctx), r.Event.UUID, r.Params.Limit, r.Params.Cursor)
	return openapi.ListEventAudit200JSONResponse(page), err
}

func (a *API) audit(c *gate.Call, event uuid.UUID, asked int, cursor string) (openapi.AuditPage, error) {
	list := "audit:" + c.Tenant.ID.String() + ":" + event.String()
	var before uuid.UUID
	if _, err := a.cursors.Decode(list, cursor, &before); err != nil {
		return openapi.AuditPage{}, err
	}
	most := limit(asked)
	var records []leaguedb.AuditRecord
	b := &tenantdb.Batch{}
	leaguedb.LoadAudit(b, &records, event, before, most+1)
	if event != uuid.Nil {
		var known leaguedb.Event
		leaguedb.LoadEvent(b, &known, league.EventID{UUID: event})
	}
	if err := c.Door().Send(b); err != nil {
		return openapi.AuditPage{}, err
	}
	page := openapi.AuditPage{}
	if len(records) > most {
		records = records[:most]
		page.NextCursor = c.Next(a.cursors.Encode(list, records[most-1].ID))
	}
	page.Items = openapi.Each(records, toAudit)
	return page, nil
}

func toAudit(r leaguedb.AuditRecord) openapi.AuditRecord {
	out := openapi.AuditRecord{
		Id: r.ID, At: r.At, Actor: r.Actor, Operation: r.Operation, Subject: r.Subject, Reason: r.Reason, RequestId: r.RequestID,
		Before: object(r.Before), After: object(r.After),
	}
	if r.EventID != nil {
		out.Event.UUID = *r.EventID
	}
	return out
}

// object decodes stored JSON, which is always an object or nothing.
func object(raw json.RawMessage) map[string]any {
	var out map[string]any
	if len(raw) == 0 || json.Unmarshal(raw, &out) != nil {
		return nil
	}
	return out
}

// ListLog lists the tenant's facts in order.
func (a *API) ListLog(ctx context.Context, r openapi.ListLogRequestObject) (openapi.ListLogResponseObject, error) {
	c := gate.From(ctx)
	var records []leaguedb.LogRecord
	b := &tenantdb.Batch{}
	leaguedb.LoadLog(b, &records, r.Params.After, limit(r.Params.Limit))
	if err := c.Door().Send(b); err != nil {
		return nil, err
	}
	page := openapi.LogPage{Last: r.Params.After, Items: openapi.Each(records, func(r leaguedb.LogRecord) openapi.LogRecord {
		out := openapi.LogRecord{Sequence: r.Sequence, At: r.At, Kind: r.Kind, Data: object(r.Data)}
		if r.EventID != nil {
			out.Event.UUID = *r.EventID
		}
		return out
	})}
	if n := len(page.Items); n > 0 {
		page.Last = page.Items[n-1].Sequence
	}
	return openapi.ListLog200JSONResponse(page), nil
}
