package playapi

import (
	"bytes"
	"context"
	"encoding/json"
	"strings"
	"time"

	"github.com/google/uuid"

	"referto/frontend/words"
	"referto/internal/authz/gate"
	"referto/internal/league"
	"referto/internal/league/facts"
	"referto/internal/league/leagueapi"
	"referto/internal/league/leaguedb"
	"referto/internal/league/views"
	"referto/internal/tenant/tenantdb"
	"referto/openapi"
)

// mostTabled bounds the acts that one table of the audit has.
const mostTabled = 10_000

// ListAudit lists the acts in the tenant with their actors, the latest first.
func (a API) ListAudit(ctx context.Context, r openapi.ListAuditRequestObject) (openapi.ListAuditResponseObject, error) {
	c, p := gate.From(ctx), r.Params
	f, err := narrowed(c, leaguedb.AuditFilter{Event: league.EventID{UUID: p.Event}, Actor: p.Actor, Season: league.SeasonID{UUID: p.Season}, Player: league.PlayerID{UUID: p.Player}, From: p.From, Until: p.Until}, p.Kind, string(p.Refused))
	if err != nil {
		return nil, err
	}
	if p.Format == openapi.ListAuditParamsFormatCsv {
		out, err := auditTable(c, f)
		return openapi.ListAudit200TextcsvResponse{Body: bytes.NewReader(out), ContentLength: int64(len(out))}, err
	}
	page, err := a.audit(c, f, asked{p.Kind, string(p.Refused), p.Limit, p.Cursor})
	return openapi.ListAudit200JSONResponse(page), err
}

// ListEventAudit lists the acts in an event with their actors, the latest first.
func (a API) ListEventAudit(ctx context.Context, r openapi.ListEventAuditRequestObject) (openapi.ListEventAuditResponseObject, error) {
	c, p := gate.From(ctx), r.Params
	f, err := narrowed(c, leaguedb.AuditFilter{Event: r.Event, Actor: p.Actor, Player: league.PlayerID{UUID: p.Player}, From: p.From, Until: p.Until}, p.Kind, string(p.Refused))
	if err != nil {
		return nil, err
	}
	if p.Format == openapi.ListEventAuditParamsFormatCsv {
		out, err := auditTable(c, f)
		return openapi.ListEventAudit200TextcsvResponse{Body: bytes.NewReader(out), ContentLength: int64(len(out))}, err
	}
	page, err := a.audit(c, f, asked{p.Kind, string(p.Refused), p.Limit, p.Cursor})
	return openapi.ListEventAudit200JSONResponse(page), err
}

// asked holds the parameters of a page of the audit beside its filter.
type asked struct {
	kind    openapi.AuditKind
	refused string
	limit   int
	cursor  string
}

// narrowed completes a filter by kind and refusals. Acts that the caller's office does not cover fit no filter,
// so that not even their number is revealed.
func narrowed(c *gate.Call, f leaguedb.AuditFilter, kind openapi.AuditKind, refused string) (leaguedb.AuditFilter, error) {
	if err := c.Identify(); err != nil { // the caller's roles decide which records are withheld
		return f, err
	}
	f.Except = c.OperationsBy(func(o openapi.Operation) bool {
		about, _, _ := strings.Cut(o.Permission, ":")
		return leagueapi.Withheld(c, about)
	})
	if kind != "" {
		f.Only = c.OperationsBy(func(o openapi.Operation) bool { return o.Tag == string(kind) })
	}
	if refused != "" {
		only := refused == "true"
		f.Refused = &only
	}
	return f, nil
}

func (a API) audit(c *gate.Call, f leaguedb.AuditFilter, want asked) (openapi.AuditPage, error) {
	list := strings.Join([]string{
		"audit", c.Tenant.ID.String(), f.Event.String(), f.Actor.String(), f.Season.String(), f.Player.String(),
		f.From.UTC().Format(time.RFC3339Nano), f.Until.UTC().Format(time.RFC3339Nano), string(want.kind), want.refused,
	}, "|")
	if _, err := a.Cursors.Decode(list, want.cursor, &f.Before); err != nil {
		return openapi.AuditPage{}, err
	}
	most := leagueapi.Limit(want.limit)
	f.Limit = most + 1
	records, err := acts(c, f)
	if err != nil {
		return openapi.AuditPage{}, err
	}
	page := openapi.AuditPage{}
	if len(records) > most {
		records = records[:most]
		page.NextCursor = c.Next(a.Cursors.Encode(list, records[most-1].ID))
	}
	page.Items, err = describeRecords(c, records)
	return page, err
}

// acts loads the records that fit a filter.
func acts(c *gate.Call, f leaguedb.AuditFilter) (records []leaguedb.AuditRecord, err error) {
	b := &tenantdb.Batch{}
	leaguedb.LoadAudit(b, &records, f)
	if f.Event.UUID != uuid.Nil {
		var known facts.Event
		leaguedb.LoadEvent(b, &known, f.Event)
	}
	return records, c.Door().Send(b)
}

// describeRecords makes lines of records, with the subjects of each.
func describeRecords(c *gate.Call, records []leaguedb.AuditRecord) ([]openapi.AuditRecord, error) {
	var subjects []leaguedb.AuditSubject
	b := &tenantdb.Batch{}
	leaguedb.LoadAuditSubjects(b, &subjects, openapi.Each(records, func(r leaguedb.AuditRecord) uuid.UUID { return r.ID }))
	if err := c.Door().Send(b); err != nil {
		return nil, err
	}
	about := map[uuid.UUID][]leaguedb.AuditSubject{}
	for _, s := range subjects {
		about[s.Act] = append(about[s.Act], s)
	}
	w := words.For(c.Language)
	return openapi.Each(records, func(r leaguedb.AuditRecord) openapi.AuditRecord {
		out := views.AuditRecord(w, r, about[r.ID])
		out.Kind = openapi.AuditKind(c.KindOf(r.Operation))
		return out
	}), nil
}

// auditTable is the audit as a table, for a spreadsheet: the latest acts that fit a filter.
func auditTable(c *gate.Call, f leaguedb.AuditFilter) ([]byte, error) {
	f.Limit = mostTabled
	records, err := acts(c, f)
	if err != nil {
		return nil, err
	}
	lines, err := describeRecords(c, records)
	if err != nil {
		return nil, err
	}
	w := words.For(c.Language)
	rows := [][]string{{"at", "actor", "operation", "act", "about", "rule", "reason", "refused", "before", "after", "request"}}
	for i, one := range lines {
		rows = append(rows, []string{
			one.At.UTC().Format(time.RFC3339), one.Actor, one.Operation, w.Act(one.Operation), aboutText(one), strings.TrimSpace(one.Rule.Code + " " + one.Rule.Paragraph),
			one.Reason, one.Refused, compact(records[i].Before), compact(records[i].After), one.RequestId,
		})
	}
	return views.AsCSV(c.Language, rows)
}

// aboutText writes the subjects of an act into one cell.
func aboutText(one openapi.AuditRecord) string {
	return strings.Join(openapi.Each(one.About, func(s openapi.AuditSubject) string { return s.Name }), " · ")
}

// compact writes stored JSON on one line; "" for none.
func compact(raw json.RawMessage) string {
	var out bytes.Buffer
	if len(raw) == 0 || json.Compact(&out, raw) != nil {
		return ""
	}
	return out.String()
}
