package leagueapi

import (
	"context"
	"encoding/json"
	"slices"
	"strings"

	"github.com/google/uuid"

	"referto/internal/authz"
	"referto/internal/authz/gate"
	"referto/internal/league"
	"referto/internal/league/facts"
	"referto/internal/league/leaguedb"
	"referto/internal/tenant/tenantdb"
	"referto/openapi"
)

// ListAudit lists who changed what in the tenant, the latest first.
func (a *API) ListAudit(ctx context.Context, r openapi.ListAuditRequestObject) (openapi.ListAuditResponseObject, error) {
	page, err := a.audit(gate.From(ctx), leaguedb.AuditFilter{Actor: r.Params.Actor}, r.Params.Limit, r.Params.Cursor)
	return openapi.ListAudit200JSONResponse(page), err
}

// ListEventAudit lists who changed what in an event, the latest first.
func (a *API) ListEventAudit(ctx context.Context, r openapi.ListEventAuditRequestObject) (openapi.ListEventAuditResponseObject, error) {
	page, err := a.audit(gate.From(ctx), leaguedb.AuditFilter{Event: r.Event.UUID, Actor: r.Params.Actor}, r.Params.Limit, r.Params.Cursor)
	return openapi.ListEventAudit200JSONResponse(page), err
}

func (a *API) audit(c *gate.Call, f leaguedb.AuditFilter, asked int, cursor string) (openapi.AuditPage, error) {
	list := "audit:" + c.Tenant.ID.String() + ":" + f.Event.String() + ":" + f.Actor.String()
	if _, err := a.cursors.Decode(list, cursor, &f.Before); err != nil {
		return openapi.AuditPage{}, err
	}
	most := limit(asked)
	var records []leaguedb.AuditRecord
	b := &tenantdb.Batch{}
	f.Limit = most + 1
	leaguedb.LoadAudit(b, &records, f)
	if f.Event != uuid.Nil {
		var known facts.Event
		leaguedb.LoadEvent(b, &known, league.EventID{UUID: f.Event})
	}
	if err := c.Door().Send(b); err != nil {
		return openapi.AuditPage{}, err
	}
	page := openapi.AuditPage{}
	if len(records) > most {
		records = records[:most]
		page.NextCursor = c.Next(a.cursors.Encode(list, records[most-1].ID))
	}
	told := slices.DeleteFunc(records, func(r leaguedb.AuditRecord) bool {
		about, _, _ := strings.Cut(string(c.PermissionOf(r.Operation)), ":")
		return withheld(c, about)
	})
	page.Items = openapi.Each(told, toAudit)
	return page, nil
}

// confidential are the offices that read of bans, exclusions and money, by the first word
// of permissions and of kinds in the log. Who does what there, and when, would tell others
// of whom it is.
var confidential = map[string]authz.Permission{
	"ban": "ban:read", "exclusion": "exclusion:read", "refund": "refund:read", "payment-list": "refund:read",
}

// withheld tells whether the caller does not read of a subject.
func withheld(c *gate.Call, about string) bool {
	office, is := confidential[about]
	return is && !c.Can(office, authz.Target{Tenant: c.Tenant.ID}).Allowed
}

// kindWithheld is that of a fact whose office the reader has not: the log goes on without
// a gap.
const kindWithheld = "withheld"

func toAudit(r leaguedb.AuditRecord) openapi.AuditRecord {
	out := openapi.AuditRecord{
		Id: r.ID, At: r.At, Actor: r.Actor, Operation: r.Operation, Subject: r.Subject, Reason: r.Reason, RequestId: r.RequestID,
		Before: object(r.Before), After: object(r.After),
	}
	if r.EventID != nil {
		out.Event.UUID = *r.EventID
	}
	if r.AccountID != nil {
		out.Account = *r.AccountID
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

// notTold are the first words of the kinds of facts that the caller does not read of.
func notTold(c *gate.Call) []string {
	var out []string
	for about := range confidential {
		if withheld(c, about) {
			out = append(out, about)
		}
	}
	return out
}

// ListLog lists the tenant's facts in order. Those that are withheld fit no filter: which
// kind they are of, or which event they concern, is what is not told.
func (a *API) ListLog(ctx context.Context, r openapi.ListLogRequestObject) (openapi.ListLogResponseObject, error) {
	c := gate.From(ctx)
	filter := leaguedb.LogFilter{After: r.Params.After, Kind: r.Params.Kind, Event: r.Params.Event.UUID, Limit: limit(r.Params.Limit)}
	if filter.Kind != "" || filter.Event != uuid.Nil {
		if err := c.Door().Send(&tenantdb.Batch{}); err != nil { // who asks decides what is withheld
			return nil, err
		}
		filter.Except = notTold(c)
	}
	var records []leaguedb.LogRecord
	b := &tenantdb.Batch{}
	leaguedb.LoadLog(b, &records, filter)
	if err := c.Door().Send(b); err != nil {
		return nil, err
	}
	page := openapi.LogPage{Last: r.Params.After, Items: openapi.Each(records, func(r leaguedb.LogRecord) openapi.LogRecord {
		if about, _, _ := strings.Cut(r.Kind, "."); withheld(c, about) {
			return openapi.LogRecord{Sequence: r.Sequence, At: r.At, Kind: kindWithheld}
		}
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
