package seasonapi

import (
	"bytes"
	"cmp"
	"context"
	"slices"

	"github.com/google/uuid"

	"referto/frontend/words"
	"referto/internal/authz"
	"referto/internal/authz/authzdb"
	"referto/internal/authz/gate"
	"referto/internal/league"
	"referto/internal/league/facts"
	"referto/internal/league/leagueapi"
	"referto/internal/league/leaguedb"
	"referto/internal/league/views"
	"referto/internal/tenant"
	"referto/internal/tenant/tenantdb"
	"referto/openapi"
)

// ownIn is something of the caller's that concerns an event of a tenant.
type ownIn[T any] struct {
	tenant openapi.TenantRef
	event  facts.Event
	what   T
}

// ownEvents returns a page of the caller's events, of all of the given tenants, by their start. Each tenant is
// read through its own door.
func ownEvents[T any](a *leagueapi.API, c *gate.Call, tenants []openapi.TenantRef, list, cursor string, asked int, which leaguedb.OwnFilter,
	load func(door tenantdb.Door, f leaguedb.OwnFilter) ([]ownIn[T], error),
) (page []ownIn[T], next string, err error) {
	var after leagueapi.EventPosition
	if _, err := a.Cursors.Decode(list, cursor, &after); err != nil {
		return nil, "", err
	}
	most := leagueapi.Limit(asked)
	for _, t := range tenants {
		door, err := c.Global().Look(t.Id)
		if err != nil {
			return nil, "", err
		}
		which.Account, which.AfterStart, which.AfterID, which.Limit = c.Account(), after.Start, after.ID, most+1
		found, err := load(door, which)
		if err != nil {
			return nil, "", err
		}
		for i := range found {
			found[i].tenant = t
		}
		page = append(page, found...)
	}
	slices.SortFunc(page, func(a, b ownIn[T]) int {
		if which.Ascending {
			a, b = b, a
		}
		return cmp.Or(b.event.StartsAt.Compare(a.event.StartsAt), bytes.Compare(b.event.ID.UUID[:], a.event.ID.UUID[:]))
	})
	if len(page) > most {
		page = page[:most]
		last := page[most-1].event
		next = c.Next(a.Cursors.Encode(list, leagueapi.EventPosition{Start: last.StartsAt, ID: last.ID.UUID}))
	}
	return page, next, nil
}

// registers are the tenants in whose registers the caller is.
func registers(c *gate.Call) ([]tenant.Ref, error) {
	self, err := c.Global().Self(c.Account(), "")
	if err != nil {
		return nil, err
	}
	return leaguedb.OwnTenants(self, c.Account())
}

// ListMyPlayers returns the caller's records in registers.
func (a API) ListMyPlayers(ctx context.Context, r openapi.ListMyPlayersRequestObject) (openapi.ListMyPlayersResponseObject, error) {
	c := gate.From(ctx)
	type position struct {
		Name string
		ID   uuid.UUID
	}
	list := "my-players:" + c.Account().String()
	var after position
	if _, err := a.Cursors.Decode(list, r.Params.Cursor, &after); err != nil {
		return nil, err
	}
	all, err := registers(c)
	if err != nil {
		return nil, err
	}
	order := func(t tenant.Ref, p position) int {
		return cmp.Or(cmp.Compare(t.Name, p.Name), bytes.Compare(t.ID[:], p.ID[:]))
	}
	slices.SortFunc(all, func(a, b tenant.Ref) int { return order(a, position{b.Name, b.ID}) })
	all = slices.DeleteFunc(all, func(t tenant.Ref) bool { return order(t, after) <= 0 })
	page, most := openapi.MyPlayerPage{Items: []openapi.MyPlayer{}}, leagueapi.Limit(r.Params.Limit)
	if len(all) > most {
		all = all[:most]
		page.NextCursor = c.Next(a.Cursors.Encode(list, position{all[most-1].Name, all[most-1].ID}))
	}
	for _, t := range all {
		door, err := c.Global().Look(t.ID)
		if err != nil {
			return nil, err
		}
		var p *facts.Player
		b := &tenantdb.Batch{}
		leaguedb.LoadPlayerOfAccount(b, &p, c.Account())
		if err := door.Send(b); err != nil {
			return nil, err
		}
		if p != nil {
			page.Items = append(page.Items, openapi.MyPlayer{Tenant: views.TenantRef(t), Player: openapi.PlayerRef{Id: p.ID, Name: p.Name, Club: p.Club}})
		}
	}
	return openapi.ListMyPlayers200JSONResponse(page), nil
}

// ListMyEntries returns the caller's entries, the last one of each event.
func (a API) ListMyEntries(ctx context.Context, r openapi.ListMyEntriesRequestObject) (openapi.ListMyEntriesResponseObject, error) {
	c := gate.From(ctx)
	all, err := registers(c)
	if err != nil {
		return nil, err
	}
	list := leagueapi.ListName("my-entries", c.Account().String(), r.Params.From, r.Params.To)
	found, next, err := ownEvents(a.API, c, openapi.Each(all, views.TenantRef), list, r.Params.Cursor, r.Params.Limit, leaguedb.OwnFilter{Days: leaguedb.Days{From: r.Params.From, To: r.Params.To}},
		func(door tenantdb.Door, f leaguedb.OwnFilter) ([]ownIn[int], error) {
			var entries []leaguedb.OwnEntry
			b := &tenantdb.Batch{}
			leaguedb.LoadOwnEntries(b, &entries, f)
			err := door.Send(b)
			return openapi.Each(entries, func(e leaguedb.OwnEntry) ownIn[int] { return ownIn[int]{event: e.Event, what: e.Number} }), err
		})
	if err != nil {
		return nil, err
	}
	page := openapi.MyEntryPage{Items: []openapi.MyEntry{}, NextCursor: next}
	for _, own := range found {
		entry, err := a.ownEntry(c, own)
		if err != nil {
			return nil, err
		}
		page.Items = append(page.Items, openapi.MyEntry{Tenant: own.tenant, Event: views.EventSummary(own.event), Entry: entry})
	}
	return openapi.ListMyEntries200JSONResponse(page), nil
}

// ListMyResults returns the caller's ranks in finished events.
func (a API) ListMyResults(ctx context.Context, r openapi.ListMyResultsRequestObject) (openapi.ListMyResultsResponseObject, error) {
	c := gate.From(ctx)
	all, err := registers(c)
	if err != nil {
		return nil, err
	}
	list := leagueapi.ListName("my-results", c.Account().String(), r.Params.From, r.Params.To)
	found, next, err := ownEvents(a.API, c, openapi.Each(all, views.TenantRef), list, r.Params.Cursor, r.Params.Limit, leaguedb.OwnFilter{Days: leaguedb.Days{From: r.Params.From, To: r.Params.To}},
		func(door tenantdb.Door, f leaguedb.OwnFilter) ([]ownIn[int], error) {
			var entries []leaguedb.OwnEntry
			b := &tenantdb.Batch{}
			leaguedb.LoadOwnResults(b, &entries, f)
			err := door.Send(b)
			return openapi.Each(entries, func(e leaguedb.OwnEntry) ownIn[int] { return ownIn[int]{event: e.Event, what: e.Number} }), err
		})
	if err != nil {
		return nil, err
	}
	page := openapi.MyResultPage{Items: []openapi.MyResult{}, NextCursor: next}
	for _, own := range found {
		result, err := a.ownResult(c, own)
		if err != nil {
			return nil, err
		}
		page.Items = append(page.Items, openapi.MyResult{Tenant: own.tenant, Event: views.EventSummary(own.event), Result: result})
	}
	return openapi.ListMyResults200JSONResponse(page), nil
}

// ownResult returns the place of an entry of the caller in the final order.
func (a API) ownResult(c *gate.Call, own ownIn[int]) (openapi.OwnResult, error) {
	door, err := c.Global().Look(own.tenant.Id)
	if err != nil {
		return openapi.OwnResult{}, err
	}
	s, err := a.Desk.View(door, own.event.ID)
	if err != nil {
		return openapi.OwnResult{}, err
	}
	v := views.NewView(s, words.For(c.Language).InFull(), c.Now) // their own name
	standings, err := v.Standings("", 0)
	if err != nil {
		return openapi.OwnResult{}, err
	}
	out := openapi.OwnResult{Entry: v.EntryRef(league.Entry(own.what))}
	for _, row := range standings.Rows {
		if row.Rank > 0 { // an unclassified player has none
			out.Players++
		}
		if row.Entry.Number == own.what {
			out.Rank = row.Rank
		}
	}
	return out, nil
}

// ownEntry makes an entry of the caller with its state.
func (a API) ownEntry(c *gate.Call, own ownIn[int]) (openapi.Entry, error) {
	door, err := c.Global().Look(own.tenant.Id)
	if err != nil {
		return openapi.Entry{}, err
	}
	s, err := a.Desk.View(door, own.event.ID)
	if err != nil {
		return openapi.Entry{}, err
	}
	v := views.NewView(s, words.For(c.Language).InFull(), c.Now) // their own name
	v.To = views.Reader{Account: c.Account()}
	return v.EntryOf(s.Entries[slices.IndexFunc(s.Entries, func(e facts.Entry) bool { return e.Number == own.what })]), nil
}

// workplaces are the tenants in which the caller has or had a role, or is in the register,
// by their names.
func workplaces(c *gate.Call) ([]openapi.TenantRef, error) {
	self, err := c.Global().Self(c.Account(), "")
	if err != nil {
		return nil, err
	}
	all, err := authzdb.OwnTenants(self, c.Account())
	if err != nil {
		return nil, err
	}
	known, err := leaguedb.OwnTenants(self, c.Account())
	if err != nil {
		return nil, err
	}
	all = append(all, known...)
	slices.SortFunc(all, func(a, b tenant.Ref) int { return cmp.Or(cmp.Compare(a.Name, b.Name), bytes.Compare(a.ID[:], b.ID[:])) })
	return openapi.Each(slices.Compact(all), views.TenantRef), nil
}

// ListMyEvents answers with the events at which the caller works.
func (a API) ListMyEvents(ctx context.Context, r openapi.ListMyEventsRequestObject) (openapi.ListMyEventsResponseObject, error) {
	c, p := gate.From(ctx), r.Params
	tenants, err := workplaces(c)
	if err != nil {
		return nil, err
	}
	if p.Tenant != "" {
		tenants = slices.DeleteFunc(tenants, func(t openapi.TenantRef) bool { return t.Slug != p.Tenant })
	}
	mayChange := openapi.Each(c.Carriers("event:write"), func(r authz.Role) string { return string(r) })
	list := leagueapi.ListName("my-events", c.Account().String(), p.From, p.To, p.Tenant, string(p.State), string(p.Order))
	which := leaguedb.OwnFilter{Days: leaguedb.Days{From: p.From, To: p.To}, State: string(p.State), Ascending: p.Order == openapi.ListMyEventsParamsOrderEarliestFirst}
	found, next, err := ownEvents(a.API, c, tenants, list, p.Cursor, p.Limit, which,
		func(door tenantdb.Door, f leaguedb.OwnFilter) ([]ownIn[[]string], error) {
			var work []leaguedb.OwnWork
			b := &tenantdb.Batch{}
			leaguedb.LoadOwnWork(b, &work, f, c.Now, mayChange)
			err := door.Send(b)
			return openapi.Each(work, func(w leaguedb.OwnWork) ownIn[[]string] { return ownIn[[]string]{event: w.Event, what: w.Roles} }), err
		})
	if err != nil {
		return nil, err
	}
	return openapi.ListMyEvents200JSONResponse{NextCursor: next, Items: openapi.Each(found, func(own ownIn[[]string]) openapi.MyEvent {
		return openapi.MyEvent{Tenant: own.tenant, Event: views.EventSummary(own.event), Roles: openapi.Each(own.what, func(role string) openapi.Role { return openapi.Role(role) })}
	})}, nil
}
