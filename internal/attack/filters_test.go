package attack_test

import (
	"encoding/json"
	"maps"
	"net/http"
	"net/url"
	"slices"
	"strings"
	"testing"

	"github.com/google/uuid"

	"referto/internal/apitest"
	"referto/openapi"
)

// nobodys is an id that nothing has.
const nobodys = "01890a5d-ac96-774b-bcce-b302099a8057"

// trial tries a query parameter: a filter with a value that fits some of the
// list and one that fits none; anything else with two values that get two answers.
type trial struct {
	some, none string
	one, other string
	with       string // another parameter that it needs
	every      bool   // some are all that the world has
}

// trials holds values for every query parameter of the contract except limit and cursor, which all lists have, by
// operation and parameter.
func trials(a *side) map[string]trial {
	id := func(id uuid.UUID) trial { return trial{some: id.String(), none: nobodys} }
	days := func(operation string, from, to string) map[string]trial {
		return map[string]trial{operation + ".from": {some: from, none: "2039-01-01"}, operation + ".to": {some: to, none: "1999-12-31"}}
	}
	out := map[string]trial{
		"ListTenants.kind":           {some: "club", one: "club", other: "federation"},
		"ListClubs.name":             {some: "OSPÌTE", none: "nessuno"},
		"ListInvitations.state":      {one: "accepted", other: "withdrawn"},
		"DiffRuleset.against":        {one: "just-play-2022", other: "catan-nazionale-2009"},
		"SearchRulesetTexts.q":       {some: "giocatore", none: "unicorno"},
		"SearchRulesetTexts.version": {some: "1", none: "77", every: true},
		"ListPlayers.name":           {some: a.canary + " ad", none: "nessuno"},
		"ListPlayers.club":           id(a.playerClub["elders"]),
		"ListPlayerClubs.name":       {some: "ANZIÀNI", none: "nessuno"},
		"ListPlayerClubs.closed":     {one: "true", other: "false"},
		"ListPlayerClubs.format":     {one: "json", other: "csv"},
		"ListClubMembers.former":     {one: "true", other: "false"},
		"ListClubMembers.format":     {one: "json", other: "csv"},
		"ListPlayerRequests.state":   {one: "open", other: "decided"},
		"ListHostings.season":        {some: a.season["running"].String(), none: nobodys, every: true},
		"ListHostings.state":         {some: "asked", none: "refused"},
		"ListHostingRequests.season": {some: a.season["running"].String(), none: nobodys, every: true},
		"ListHostingRequests.state":  {some: "asked", none: "refused"},
		"ListMyEvents.tenant":        {some: a.Slug, none: "nowhere", every: true},
		"ListMyEvents.state":         {some: "open", none: "cancelled", every: true},
		"ListMyEvents.order":         {one: "latest-first", other: "earliest-first"},
		"ListEvents.state":           {some: "running", none: "cancelled"},
		"ListEvents.kind":            {some: "national-final", none: "online"},
		"ListEvents.season":          id(a.season["finals"]),
		"ListEvents.region":          id(a.region),
		"ListEvents.host":            id(a.host.ID),
		"ListEvents.title":           {some: "vìnta " + strings.ToUpper(a.canary), none: "nessuna"},
		"ListEvents.order":           {one: "latest-first", other: "earliest-first"},
		"ListClashes.days":           {one: "60", other: "0"},
		"ListClashes.kilometers":     {one: "1000", other: "0", with: "days=60"},
		"ListEntries.state":          {some: "checked-in", none: "playing"},
		"GetStandings.round":         {one: "1", other: "2"},
		"GetStandings.standings":     {one: "preliminary", other: "nothing"},
		"CompareEntries.a":           {one: "1", other: "3", with: "b=2"},
		"CompareEntries.b":           {one: "2", other: "3", with: "a=1"},
		"CompareEntries.round":       {one: "1", other: "2", with: "a=1&b=2"},
		"CompareEntries.standings":   {one: "preliminary", other: "nothing", with: "a=1&b=2"},
		"ListSeries.season":          {none: nobodys},
		"ListSeries.player":          {none: nobodys},
		"GetSeriesStandings.format":  {one: "json", other: "csv"},
		"GetSeriesClubs.format":      {one: "json", other: "csv"},
		"GetBiography.against":       {one: a.met, other: nobodys},
		"GetBiography.format":        {one: "json", other: "csv"},
		"ExportEvent.format":         {one: "json", other: "csv"},
		"GetPhotoImage.size":         {one: "page", other: "thumbnail"},
		"GetLogo.size":               {one: "print", other: "mark"},
		"ListRefunds.state":          {some: "draft", none: "paid"},
		"ListShipments.state":        {some: "sent", none: "paid"},
		"GetReport.format":           {one: "json", other: "csv"},
		"GetReport.table":            {one: "entrants", other: "standings", with: "format=csv"},
		"ListHomologations.state":    {some: "waiting", none: "returned"},
		"ListHomologations.region":   {some: a.region.String(), none: nobodys, every: true},
		"ListExpulsionReports.state": {some: "open", none: "decided"},
		"ListLeavingReports.state":   {some: "open", none: "decided"},
		"ListBans.player":            {none: nobodys},
		"ListPlaces.final":           {some: "regional-final", one: "regional-final", other: "national-final"},
		"ListPlaces.region":          id(a.region),
		"ListPlaces.state":           {some: "held", none: "void"},
		"ListPlaces.player":          id(a.players[6]),
		"ListPlaces.format":          {one: "json", other: "csv"},
		"ListEventAudit.actor":       {some: a.people["helper"].ID.String(), none: nobodys},
		"ListAudit.actor":            {some: a.people["player"].ID.String(), none: nobodys},
		"ListEventAudit.kind":        {some: "events", none: "refunds"},
		"ListEventAudit.player":      {some: a.players[1].String(), none: nobodys},
		"ListEventAudit.from":        {some: "2009-01-01T00:00:00Z", none: "2199-01-01T00:00:00Z", every: true},
		"ListEventAudit.until":       {some: "2199-01-01T00:00:00Z", none: "2009-01-01T00:00:00Z", every: true},
		"ListEventAudit.refused":     {some: "false", none: "true", every: true},
		"ListEventAudit.format":      {one: "json", other: "csv"},
		"ListAudit.kind":             {one: "hosting", other: "members"},
		"ListAudit.event":            id(a.event["open"]),
		"ListAudit.season":           id(a.season["running"]),
		"ListAudit.player":           id(a.players[1]),
		"ListAudit.from":             {some: "2009-01-01T00:00:00Z", none: "2199-01-01T00:00:00Z", every: true},
		"ListAudit.until":            {some: "2199-01-01T00:00:00Z", none: "2009-01-01T00:00:00Z", every: true},
		"ListAudit.refused":          {some: "false", none: "true", every: true},
		"ListAudit.format":           {one: "json", other: "csv"},
		"ListLog.after":              {one: "3", other: "90"},
		"ListLog.kind":               {some: "hosting", none: "hosting.nothing"},
		"ListLog.event":              id(a.event["open"]),
	}
	for list, first := range map[string]int{"GetRankingStandings": 0, "GetRankingHall": 2} {
		maps.Copy(out, map[string]trial{
			list + ".asOf":      {one: "2009-02-01", other: "2009-01-31"},
			list + ".since":     {one: "2009-02-01", other: "2009-01-31"},
			list + ".sinceLast": {some: "true", none: "perhaps", every: true}, // there is no event with which to compare
			list + ".from":      {one: "1", other: "2"},
			list + ".around":    {one: a.players[first].String(), other: nobodys},
			list + ".name":      {some: a.canary, none: "nessuno", every: true},
			list + ".club":      id(a.playerClub["elders"]),
			list + ".category":  {some: "seniores", none: "juniores"},
			list + ".format":    {one: "json", other: "csv"},
		})
	}
	maps.Copy(out, days("ListEvents", "2009-04-05", "2009-03-08"))
	maps.Copy(out, days("ListMyEvents", "2009-03-09", "2009-03-08"))
	maps.Copy(out, days("ListMyEntries", "2009-03-08", "2009-03-08"))
	maps.Copy(out, days("ListMyResults", "2009-03-08", "2009-03-09"))
	return out
}

// reading is a request for a list without any filter.
type reading struct {
	arena *arena
	m     message
	list  bool // answers items
}

// answer is that to a query; its items as text, for lists, page after page.
func (r reading) answer(query string) (answer, []string) {
	m, items := r.m, []string{}
	if r.list && !strings.Contains(query, "format=csv") && hasLimit(r.arena, m) {
		query += "&limit=100"
	}
	for {
		m.query = strings.TrimPrefix(query, "&")
		got := r.arena.send(m)
		var page struct {
			Items      []json.RawMessage
			NextCursor string
		}
		if got.status != http.StatusOK || json.Unmarshal(got.body, &page) != nil {
			return got, nil
		}
		for _, item := range page.Items {
			items = append(items, string(item))
		}
		if page.NextCursor == "" {
			return got, items
		}
		before, _, _ := strings.Cut(query, "&cursor=")
		query = before + "&cursor=" + url.QueryEscape(page.NextCursor)
	}
}

// hasLimit reports whether the operation of a message takes a limit.
func hasLimit(a *arena, m message) bool {
	for _, op := range theContract(a.t).operations {
		if op.Method == m.method && samePath(op.Path, m.path) {
			return slices.Contains(queryNames(theContract(a.t), op), "limit")
		}
	}
	return false
}

func samePath(template, path string) bool {
	want, got := strings.Split(template, "/"), strings.Split(path, "/")
	return slices.EqualFunc(want, got, func(w, g string) bool { return w == g || strings.HasPrefix(w, "{") && g != "" }) && !slices.Contains(got, "waiting")
}

// queryNames are an operation's query parameters.
func queryNames(c *contract, op openapi.Operation) (names []string) {
	for _, p := range c.parameters(op) {
		if p.In == "query" {
			names = append(names, p.Name)
		}
	}
	return names
}

// A query parameter that is ignored is a lie: each of the contract is tried with a value
// that fits some of a list and one that fits none. A parameter without an entry in the
// table of trials fails.
func TestQueryParametersAreHeard(t *testing.T) {
	t.Parallel()
	w, c := theWorld(t), theContract(t)
	a, table, seen := w.sides[0], trials(w.sides[0]), 0
	requests := map[string]request{}
	for _, r := range first(w.requests(a)) {
		requests[r.operation] = r
	}
	path := map[string]map[string]string{"SearchRulesetTexts": in(a, "ruleset", "catan-nazionale-2009"), "ListClashes": in(a, "event", a.event["hosted"])}
	by := map[string]*apitest.Client{"ListMyEntries": a.people["player"], "ListMyEvents": a.people["organizer"], "ListMyPlayers": a.people["player"]}
	arena := enter(t)
	for _, op := range openapi.Sorted(c.operations) {
		names := queryNames(c, op)
		if op.Method != http.MethodGet || len(names) == 0 {
			continue
		}
		r := requests[op.ID]
		r.query = ""
		if path[op.ID] != nil {
			r.path = path[op.ID]
		}
		if by[op.ID] != nil {
			r.by = by[op.ID]
		}
		answers := c.operation(op).Responses.Status(http.StatusOK).Value.Content["application/json"]
		read := reading{arena: arena, m: arena.message(r), list: answers != nil && answers.Schema.Value.Properties["items"] != nil}
		for _, name := range names {
			seen++
			if name == "limit" || name == "cursor" {
				continue
			}
			try, known := table[op.ID+"."+name]
			if !known {
				t.Errorf("%s takes %s: add it to the table of this test", op.ID, name)
				continue
			}
			t.Run(op.ID+"."+name, func(t *testing.T) { read.try(t, name, try) })
		}
		if slices.Contains(names, "limit") && slices.Contains(names, "cursor") {
			t.Run(op.ID+" page by page", func(t *testing.T) { read.pages(t) })
		}
	}
	if seen < 80 {
		t.Errorf("only %d parameters looked at: the test is broken", seen)
	}
}

func (r reading) try(t *testing.T, name string, by trial) {
	ask := func(value string) (answer, []string) {
		return r.answer(by.with + "&" + name + "=" + url.QueryEscape(value))
	}
	if by.one != "" {
		one, _ := ask(by.one)
		other, _ := ask(by.other)
		if one.status == other.status && string(one.body) == string(other.body) {
			t.Errorf("%s and %s get the same answer", by.one, by.other)
		}
		if one.status != http.StatusOK {
			t.Errorf("%s: %d %s", by.one, one.status, one.body)
		}
		return
	}
	whole, all := r.answer(by.with)
	if whole.status != http.StatusOK || len(all) == 0 {
		t.Fatalf("without it: %d, %d items", whole.status, len(all))
	}
	if by.some != "" {
		got, items := ask(by.some)
		if got.status != http.StatusOK || len(items) == 0 || len(items) > len(all) || !by.every && len(items) == len(all) && len(all) > 1 {
			t.Errorf("%s: %d, %d of %d items", by.some, got.status, len(items), len(all))
		}
	}
	if got, items := ask(by.none); got.status < 400 && len(items) > 0 {
		t.Errorf("%s, which fits nothing: %d of %d items", by.none, len(items), len(all))
	}
}

// pages asks for one item after the other, which are all, each once and in order.
func (r reading) pages(t *testing.T) {
	_, all := r.answer("")
	single := r
	single.list = false // no limit of its own
	_, one := single.answer("limit=1")
	if !slices.Equal(all, one) {
		t.Errorf("one by one there are %d, at once %d, or in another order", len(one), len(all))
	}
}
