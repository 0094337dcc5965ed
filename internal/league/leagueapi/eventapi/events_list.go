package eventapi

import (
	"context"
	"slices"
	"strings"

	"github.com/google/uuid"

	"referto/internal/authz/gate"
	"referto/internal/league"
	"referto/internal/league/desk/rulesetdesk"
	"referto/internal/league/facts"
	"referto/internal/league/leagueapi"
	"referto/internal/league/leaguedb"
	"referto/internal/league/register"
	"referto/internal/league/views"
	"referto/internal/tenant"
	"referto/internal/tenant/tenantdb"
	"referto/openapi"
)

// ListEvents lists events by their start.
func (a API) ListEvents(ctx context.Context, r openapi.ListEventsRequestObject) (openapi.ListEventsResponseObject, error) {
	c, p := gate.From(ctx), r.Params
	list := leagueapi.ListName("events", c.Tenant.ID.String(), string(p.State), string(p.Kind), p.Season.String(), p.From, p.To, p.Region.String(), p.Host.String(),
		string(p.Order), strings.Join(strings.Fields(p.Title), " "))
	var after leagueapi.EventPosition
	if _, err := a.Cursors.Decode(list, p.Cursor, &after); err != nil {
		return nil, err
	}
	if !c.Principal.Anonymous() { // drafts are for callers who may change them: identify the caller first
		if err := c.Identify(); err != nil {
			return nil, err
		}
	}
	words, some := wordsOf(p.Title)
	page := openapi.EventPage{Items: []openapi.Event{}}
	if !some {
		return openapi.ListEvents200JSONResponse(page), nil
	}
	most := leagueapi.Limit(p.Limit)
	var events []facts.Event
	b := &tenantdb.Batch{}
	leaguedb.LoadEvents(b, &events, leaguedb.EventFilter{
		State: string(p.State), Kind: string(p.Kind), Season: p.Season, Region: p.Region, Host: p.Host, Title: words,
		Days: leaguedb.Days{From: p.From, To: p.To}, Drafts: c.May("event:write"), Ascending: p.Order == openapi.ListEventsParamsOrderEarliestFirst,
		AfterStart: after.Start, AfterID: after.ID, Limit: most + 1,
	})
	if err := c.Door().Send(b); err != nil {
		return nil, err
	}
	if len(events) > most {
		events = events[:most]
		last := events[most-1]
		page.NextCursor = c.Next(a.Cursors.Encode(list, leagueapi.EventPosition{Start: last.StartsAt, ID: last.ID.UUID}))
	}
	summaries, err := Summaries(c.Door(), events)
	if err != nil {
		return nil, err
	}
	if err := a.inLists(c, events, summaries); err != nil {
		return nil, err
	}
	page.Items = summaries
	return openapi.ListEvents200JSONResponse(page), nil
}

// wordsOf returns the words of a filter, and whether anything can match it: a filter that was given and has no
// words matches nothing, because it must not be ignored.
func wordsOf(text string) (words []string, some bool) {
	words = strings.Fields(text)
	return words, text == "" || len(words) > 0
}

// Summaries makes events with their rulesets, regions, hosts and counts, without the data that only their facts
// give.
func Summaries(door tenantdb.Door, events []facts.Event) ([]openapi.Event, error) {
	var ids []league.EventID
	var regions []league.RegionID
	var versions, hosts []uuid.UUID
	for _, e := range events {
		ids, versions = append(ids, e.ID), append(versions, e.RulesetVersionID)
		if e.RegionID != nil {
			regions = append(regions, *e.RegionID)
		}
		if e.HostID != nil {
			hosts = append(hosts, *e.HostID)
		}
	}
	var counts []leaguedb.Counts
	var rulesets []facts.RulesetVersion
	var regionNames []leaguedb.NamedRegion
	var clubs []tenant.Ref
	b := &tenantdb.Batch{}
	leaguedb.LoadCounts(b, &counts, ids)
	leaguedb.LoadRulesetNames(b, &rulesets, versions)
	leaguedb.LoadRegionNames(b, &regionNames, regions)
	leaguedb.LoadClubs(b, &clubs, hosts)
	if err := door.Send(b); err != nil {
		return nil, err
	}
	ruleset := by(rulesets, func(r facts.RulesetVersion) uuid.UUID { return r.ID })
	count := by(counts, func(n leaguedb.Counts) league.EventID { return n.EventID })
	region := by(regionNames, func(r leaguedb.NamedRegion) league.RegionID { return r.ID })
	club := by(clubs, func(t tenant.Ref) uuid.UUID { return t.ID })
	return openapi.Each(events, func(e facts.Event) openapi.Event {
		out := views.Event(e, ruleset[e.RulesetVersionID])
		n := count[e.ID]
		out.Counts = openapi.EventCounts{Entered: n.Entered, Held: e.HeldSeats, Waiting: n.Waiting, CheckedIn: n.CheckedIn, Players: n.Playing}
		if e.RegionID != nil {
			out.Region.Name = region[*e.RegionID].Name
		}
		if e.HostID != nil {
			out.HostedBy = views.TenantRef(club[*e.HostID])
		}
		return out
	}), nil
}

// by is a list by a key of its elements.
func by[K comparable, T any](list []T, key func(T) K) map[K]T {
	out := make(map[K]T, len(list))
	for _, one := range list {
		out[key(one)] = one
	}
	return out
}

// inLists adds to summaries the data of their rulesets and seasons: the name of the formula, and the current
// tier.
func (a API) inLists(c *gate.Call, events []facts.Event, summaries []openapi.Event) error {
	formulas, err := rulesetdesk.At(a.Desk).FormulaNames(c.Door(), events)
	if err != nil {
		return err
	}
	seasons := map[uuid.UUID]*register.Season{}
	for i, e := range events {
		summaries[i].FormulaName = formulas[i]
		if e.SeasonID == nil || slices.Contains([]facts.EventState{facts.Draft, facts.Cancelled}, e.State) {
			continue
		}
		of := seasons[e.SeasonID.UUID]
		if of == nil {
			if of, err = a.Desk.ViewSeason(c.Door(), *e.SeasonID); err != nil {
				return err
			}
			seasons[e.SeasonID.UUID] = of
		}
		if stakes, known := of.State.Stakes(e.ID); known {
			summaries[i].Tier = views.TierRef(of.RulesOf(e), stakes.Tier)
		}
	}
	return nil
}

// hostedBy adds to an event the club that holds it.
func hostedBy(door tenantdb.Door, e *openapi.Event) error {
	if e.Host == uuid.Nil {
		return nil
	}
	var clubs []tenant.Ref
	b := &tenantdb.Batch{}
	leaguedb.LoadClubs(b, &clubs, []uuid.UUID{e.Host})
	if err := door.Send(b); err != nil {
		return err
	}
	for _, club := range clubs {
		e.HostedBy = views.TenantRef(club)
	}
	return nil
}
