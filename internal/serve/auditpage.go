package serve

import (
	"io"
	"net/http"
	"net/url"
	"time"

	"github.com/google/uuid"
	"github.com/labstack/echo/v4"

	"referto/frontend/pages"
	"referto/internal/tenant/tenantapi"
	"referto/openapi"
)

// auditTitles bounds the events and seasons that the filter of the page offers, the latest.
const auditTitles = "50"

// audit serves the audit of a tenant, to readers with the right over the tenant or over the chosen event. The API
// decides that.
func (s *site) audit(v visit) error {
	page, problem, err := s.auditAsked(v)
	if err == nil && problem == nil {
		problem, err = s.loadAudit(v, &page)
	}
	status := http.StatusOK
	if len(page.Faults) > 0 {
		status = http.StatusUnprocessableEntity
	}
	return rendered(v, status, problem, err, func(out io.Writer) error { return s.pages.Audit(out, page) })
}

// auditTable serves the listed acts as a table, as the API writes it.
func (s *site) auditTable(v visit) error {
	page, problem, err := s.auditAsked(v)
	switch {
	case err != nil:
		return err
	case problem != nil:
		return &insideProblem{*problem}
	case len(page.Faults) > 0 || page.Namesakes != nil:
		return echo.NewHTTPError(http.StatusBadRequest)
	}
	answer, err := s.caller(v, true).file(auditList(v, page)+"&format=csv", v.reader)
	if err != nil {
		return err
	}
	h := v.echo.Response().Header()
	h.Set("Content-Disposition", `attachment; filename="`+v.tenant.Slug+`-audit.csv"`)
	h.Set("Cache-Control", "no-store")
	return v.echo.Blob(http.StatusOK, answer.header.Get(echo.HeaderContentType), answer.body.Bytes())
}

// auditAsked reads the filter from the address, with days in the zone of the tenant's latest event, and looks up the
// person meant by a name.
func (s *site) auditAsked(v visit) (page pages.Audit, problem *openapi.Problem, err error) {
	if err := v.learnRoles(); err != nil {
		return page, nil, err
	}
	page = pages.Audit{Reader: v.reader, Tenant: tenantapi.View(v.tenant), Asked: pages.AuditAskedIn(v.echo.QueryParam), Zone: time.UTC}
	if !s.overTenant(v, "audit:read") {
		if page.Asked.Event == "" {
			return page, nil, echo.NewHTTPError(http.StatusForbidden)
		}
		page.Asked.Season, page.Asked.Name = "", ""
	} else {
		page.Members = []openapi.Member{}
	}
	for _, id := range []string{page.Asked.Actor, page.Asked.Player, page.Asked.Event, page.Asked.Season} {
		if id != "" && uuid.Validate(id) != nil {
			return page, nil, echo.NewHTTPError(http.StatusBadRequest)
		}
	}
	var events openapi.EventPage
	if problem, err = s.caller(v, true).read(read{tenantPath(v) + "/events?limit=" + auditTitles, &events}); problem != nil || err != nil {
		return page, problem, err
	}
	page.Events = events.Items
	if len(page.Events) > 0 {
		if zone, err := time.LoadLocation(page.Events[0].TimeZone); err == nil {
			page.Zone = zone
		}
	}
	if page.Asked.Name != "" {
		var found []openapi.Player
		found, problem, err = s.caller(v, true).named(tenantPath(v), page.Asked.Name)
		if problem != nil && problem.Status == http.StatusBadRequest { // too short, or too long, for a name
			problem = nil
		}
		switch len(found) {
		case 0:
			page.Faults = append(page.Faults, "name")
		case 1:
			page.Asked.Player, page.Asked.Name = found[0].Id.String(), ""
		default:
			page.Namesakes = found
		}
	}
	for name, day := range map[string]string{"from": page.Asked.From, "until": page.Asked.Until} {
		if _, ok := dayIn(page.Zone, day); day != "" && !ok {
			page.Faults = append(page.Faults, name)
		}
	}
	return page, problem, err
}

// dayIn returns the beginning of a day in a zone; ok is false for an invalid date.
func dayIn(zone *time.Location, day string) (begins time.Time, ok bool) {
	begins, err := time.ParseInLocation(time.DateOnly, day, zone)
	return begins, err == nil
}

// auditList is the address of the list that a page asks the API for.
func auditList(v visit, page pages.Audit) string {
	query, asked := url.Values{}, page.Asked
	for name, id := range map[string]string{"actor": asked.Actor, "player": asked.Player, "event": asked.Event, "season": asked.Season} {
		if id != "" {
			query.Set(name, id)
		}
	}
	if openapi.AuditKind(asked.Kind).Valid() {
		query.Set("kind", asked.Kind)
	}
	if from, ok := dayIn(page.Zone, asked.From); ok {
		query.Set("from", from.UTC().Format(time.RFC3339))
	}
	if until, ok := dayIn(page.Zone, asked.Until); ok {
		query.Set("until", until.AddDate(0, 0, 1).UTC().Format(time.RFC3339))
	}
	if asked.Refused {
		query.Set("refused", "true")
	}
	at := tenantPath(v)
	if page.Members == nil && query.Has("event") {
		at += "/events/" + query.Get("event")
		query.Del("event")
		query.Del("season")
	}
	return at + "/audit?" + query.Encode()
}

// loadAudit asks the API for the acts that a page shows, and for the choices of its filter.
func (s *site) loadAudit(v visit, page *pages.Audit) (*openapi.Problem, error) {
	asks := s.caller(v, true)
	if page.Members != nil {
		var members openapi.MemberPage
		var seasons openapi.SeasonPage
		problem, err := asks.readAllowed(read{tenantPath(v) + "/members?limit=100", &members})
		if problem == nil && err == nil {
			problem, err = asks.read(read{tenantPath(v) + "/seasons?limit=" + auditTitles, &seasons})
		}
		if problem != nil || err != nil {
			return problem, err
		}
		page.Members, page.Seasons = append(page.Members, members.Items...), seasons.Items
	}
	if len(page.Faults) > 0 || page.Namesakes != nil {
		return nil, nil
	}
	var acts openapi.AuditPage
	list := auditList(v, *page) + "&limit=50"
	if older := v.echo.QueryParam("older"); older != "" {
		list += "&cursor=" + url.QueryEscape(older)
	}
	problem, err := asks.read(read{list, &acts})
	page.Acts, page.More = acts.Items, acts.NextCursor
	return problem, err
}
