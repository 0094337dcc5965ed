package serve

import (
	"bytes"
	"context"
	"net/http"
	"net/url"
	"slices"
	"strconv"
	"strings"

	"github.com/google/uuid"
	"github.com/labstack/echo/v4"

	"referto/frontend/pages"
	"referto/frontend/words"
	"referto/internal/authz"
	"referto/internal/authz/authzapi"
	"referto/internal/authz/authzdb"
	"referto/internal/authz/gate"
	"referto/internal/coding"
	"referto/internal/league"
	"referto/internal/league/desk/entrydesk"
	"referto/internal/league/facts"
	"referto/internal/league/leaguedb"
	"referto/internal/league/views"
	"referto/internal/live"
	"referto/internal/publication"
	"referto/internal/tenant"
	"referto/internal/tenant/tenantapi"
	"referto/internal/tenant/tenantdb"
	"referto/openapi"
)

// site serves the public pages. It reads through the same doors and shows the same views as the API, as an anonymous
// reader.
type site struct {
	api      *api
	db       *tenantdb.DB
	pages    *pages.Pages
	problems *problems
	now      clock
	cookie   sessionCookie
	meter    *meter
	device   sessionCookie // no session: the proof of a known device
	// inside answers calls of the API that pages make.
	inside http.Handler
	fronts *fronts
	// address is the public address of the site, without a slash at the end.
	address string
	policy  authz.Table
}

func newSite(c Config, a *api, p *pages.Pages, policy authz.Table, meter *meter) *site {
	return &site{api: a, db: c.DB, pages: p, problems: &problems{log: c.Log, help: c.PublicURL + "/problems/", causes: newCauses(c.Log)}, now: c.Now, cookie: sessionCookieAt(c.PublicURL), device: deviceCookieAt(c.PublicURL), fronts: newFronts(), address: c.PublicURL, policy: policy, meter: meter}
}

// visit is one reader at one page.
type visit struct {
	ctx    context.Context
	echo   echo.Context
	reader pages.Reader
	tenant tenant.Tenant
	door   tenantdb.Door
	held   *authzapi.Held // nil if nobody has signed in
	// subject is the reader with the roles in the tenant, once the first statement of the page was sent.
	subject *authz.Subject
}

// learnRoles asks for the roles of the reader, on a page that asks the database for nothing else before it needs them.
func (v visit) learnRoles() error { return v.door.Send(&tenantdb.Batch{}) }

// page finds the tenant, opens the reading door and sends the rendered page. An error becomes a page too.
func (s *site) page(render func(visit, *bytes.Buffer) (etag string, err error)) echo.HandlerFunc {
	return s.served(render, send)
}

// served is [site.page] for content that is sent by another function.
func (s *site) served(render func(visit, *bytes.Buffer) (etag string, err error), send func(echo.Context, string, *bytes.Buffer) error) echo.HandlerFunc {
	return func(c echo.Context) error {
		v, err := s.enter(c)
		if err != nil {
			return s.problem(v, err)
		}
		var body bytes.Buffer
		etag, err := render(v, &body)
		if err != nil {
			return s.problem(v, err)
		}
		return send(c, etag, &body)
	}
}

// enter finds the tenant of a page and the signed-in person, and opens the reading door.
func (s *site) enter(c echo.Context) (v visit, err error) {
	v = visit{ctx: c.Request().Context(), echo: c, reader: reader(c, nil)}
	c.Response().Header().Set("Content-Security-Policy", pages.Policy)
	if v.tenant, err = s.api.tenants.Find(v.ctx, c.Param("tenant")); err != nil {
		return v, err
	}
	v.reader = reader(c, v.tenant.Languages)
	v.reader.Site = s.address
	if v.held, err = s.visitor(v.ctx, c); err != nil {
		return v, err
	}
	v.reader.Visitor = shown(v.held)
	v.subject = &authz.Subject{}
	if v.door, err = tenantdb.Read(v.ctx, s.db, v.tenant.ID, s.roles(v)); err != nil {
		return v, err
	}
	if err := s.open(v); err != nil {
		return v, err
	}
	if v.tenant.DeleteAt != nil {
		v.reader.Closed = *v.tenant.DeleteAt
	}
	return v, nil
}

// open refuses the pages of a closed tenant to readers without the right to read there.
func (s *site) open(v visit) error {
	if v.tenant.DeleteAt == nil {
		return nil
	}
	if v.held != nil {
		if err := v.learnRoles(); err != nil {
			return err
		}
		if s.overTenant(v, gate.ReadClosed) {
			return nil
		}
	}
	return &tenant.ClosedError{DeleteAt: *v.tenant.DeleteAt}
}

// entered is [site.page] of a page that sends its answer itself.
func (s *site) entered(next func(visit) error) echo.HandlerFunc {
	return func(c echo.Context) error {
		v, err := s.enter(c)
		if err == nil {
			err = next(v)
		}
		if err != nil {
			return s.problem(v, err)
		}
		return nil
	}
}

// roles returns a prelude that reads the roles of the signed-in person with the first statement of a page, for the
// page's menu; nil if nobody has signed in. The rest of the page is the same for everybody.
func (s *site) roles(v visit) tenantdb.Prelude {
	if v.held == nil {
		return nil
	}
	now := s.now()
	return func(o *tenantdb.Opening) {
		authzdb.Ask(o.Batch, v.held.Principal, func(standing authzdb.Standing) error {
			v.reader.Visitor.Roles = nil
			of := authz.Subject{Principal: v.held.Principal, Grants: standing.Grants}
			*v.subject = of
			v.reader.Visitor.Refunds = s.policy.Can(of, "refund:read", authz.Target{Tenant: v.tenant.ID}, now).Allowed && v.tenant.Kind == tenant.Federation
			v.reader.Visitor.Staff = s.policy.Can(of, "member:read", authz.Target{Tenant: v.tenant.ID, Anywhere: true}, now).Allowed
			v.reader.Visitor.Audit = s.policy.Can(of, "audit:read", authz.Target{Tenant: v.tenant.ID}, now).Allowed
			v.reader.Visitor.Settings = s.policy.Can(of, "tenant:write", authz.Target{Tenant: v.tenant.ID}, now).Allowed
			v.reader.Visitor.History = s.policy.Can(of, "history:import", authz.Target{Tenant: v.tenant.ID}, now).Allowed
			v.reader.Visitor.People = s.policy.Can(of, "player:link", authz.Target{Tenant: v.tenant.ID, AnyRegion: true}, now).Allowed
			for _, grant := range standing.Grants {
				ends := !grant.Until.IsZero() && !now.Before(grant.Until)
				if !ends && !slices.Contains(v.reader.Visitor.Roles, string(grant.Role)) {
					v.reader.Visitor.Roles = append(v.reader.Visitor.Roles, string(grant.Role))
				}
			}
			return nil
		})
	}
}

// send answers with a page, or with 304 when the reader has it.
func send(c echo.Context, etag string, body *bytes.Buffer) error {
	h := c.Response().Header()
	coding.AddVary(h, "Accept-Language", "Cookie")
	h.Set("Cache-Control", "no-cache")
	if etag != "" {
		h.Set("ETag", etag) // package coding answers 304 to a client that has it
	}
	if body.Len() == 0 { // found before the page was made
		return c.NoContent(http.StatusNotModified)
	}
	return c.HTMLBlob(http.StatusOK, body.Bytes())
}

// sendUnkept answers with a page of which no copy is kept.
func sendUnkept(c echo.Context, _ string, body *bytes.Buffer) error {
	return unkept(c, http.StatusOK, body)
}

// reader returns how a request wants its page: by ?lang= and ?theme=, else by the browser's languages among those in
// which the tenant publishes.
func reader(c echo.Context, offered []string) pages.Reader {
	asked := c.QueryParam("lang")
	lang := words.Negotiate(asked, c.Request().Header.Get("Accept-Language"), offered)
	return pages.Reader{Lang: lang, LangChosen: asked == lang, Theme: c.QueryParam("theme")}
}

// problem answers an error with a page that explains it.
func (s *site) problem(v visit, err error) error {
	if !wantsPage(v.echo.Request().Header) {
		return err // [site.fault] answers a program
	}
	w := words.For(v.reader.Lang)
	problem := s.problems.describe(err, w)
	problem.RequestId = requestID(v.echo)
	s.problems.report(v.echo, problem, err)
	if problem.Status == http.StatusServiceUnavailable {
		v.echo.Response().Header().Set("Retry-After", retryAfter(err))
	}
	var shown *openapi.Tenant
	if v.tenant.Slug != "" {
		t := tenantapi.View(v.tenant)
		shown = &t
	}
	var body bytes.Buffer
	if err := s.pages.Problem(&body, pages.Problem{Reader: v.reader, Tenant: shown, Problem: problem}); err != nil {
		return err
	}
	h := v.echo.Response().Header()
	coding.AddVary(h, "Accept", "Accept-Language", "Cookie")
	h.Set("Content-Security-Policy", pages.Policy)
	h.Set("Cache-Control", "no-store")
	h.Del("ETag")
	if problem.Status == http.StatusServiceUnavailable || problem.Status == http.StatusTooManyRequests {
		h.Set("Retry-After", retryAfter(err))
	}
	return v.echo.HTMLBlob(problem.Status, body.Bytes())
}

// statusOf is the status with which a reason is answered; 0 where that depends on the
// case.
func statusOf(reason string) int {
	for _, row := range problemTable {
		if row.reason == reason {
			return row.status
		}
	}
	if slices.Contains(notAllowed, authz.Reason(reason)) {
		return http.StatusForbidden
	}
	return 0
}

// notAllowed are the reasons of refusals by role.
var notAllowed = []authz.Reason{
	authz.ReasonRoleMissing, authz.ReasonOutOfScope, authz.ReasonGrantNotYet, authz.ReasonGrantExpired, authz.ReasonGrantRevoked,
	authz.ReasonKeyScope, authz.ReasonNotGrantable,
}

// help is the page behind a problem's type.
func (s *site) help(c echo.Context) error {
	reason := c.Param("reason")
	r := reader(c, nil)
	h := c.Response().Header()
	h.Set("Content-Security-Policy", pages.Policy)
	h.Set("Cache-Control", "no-cache")
	coding.AddVary(h, "Accept-Language")
	var body bytes.Buffer
	known, err := s.pages.Help(&body, pages.Help{Reader: r, Code: reason, Status: statusOf(reason)})
	if err != nil {
		return err
	}
	if known {
		return c.HTMLBlob(http.StatusOK, body.Bytes())
	}
	return echo.ErrNotFound
}

// playerAddress serves the page on which a person confirms their mail address.
func (s *site) playerAddress(v visit, body *bytes.Buffer) (string, error) {
	query := v.echo.QueryParam
	return "", s.pages.PlayerAddress(body, pages.PlayerAddress{
		Reader: v.reader, Tenant: tenantapi.View(v.tenant), Token: query("token"), Done: query("done") != "",
	})
}

// view loads an event by its slug; a draft is not there.
func (s *site) view(v visit) (views.View, error) {
	e, err := v.event()
	if err != nil {
		return views.View{}, err
	}
	return s.viewOf(v, e)
}

// event is the row of the event that the address names; a draft is not there.
func (v visit) event() (facts.Event, error) {
	var e facts.Event
	b := &tenantdb.Batch{}
	leaguedb.LoadEventBySlug(b, &e, v.echo.Param("event"))
	if err := v.door.Send(b); err != nil {
		return e, err
	}
	if e.State == facts.Draft {
		return e, league.ErrNotFound
	}
	return e, nil
}

func (s *site) viewOf(v visit, e facts.Event) (views.View, error) {
	situation, err := s.api.desk.View(v.door, e.ID)
	if err != nil {
		return views.View{}, err
	}
	return views.NewView(situation, words.For(v.reader.Lang), s.now()), nil
}

// eventByID leads to a page of an event of which the id is known; a draft is not there.
func (s *site) eventByID(page string) func(visit) error {
	return func(v visit) error {
		id, err := idOf(v.echo, "event")
		if err != nil {
			return err
		}
		var e facts.Event
		b := &tenantdb.Batch{}
		leaguedb.LoadEvent(b, &e, league.EventID{UUID: id})
		if err := v.door.Send(b); err != nil {
			return err
		}
		if e.State == facts.Draft {
			return league.ErrNotFound
		}
		return seeOther(v.echo, v.reader.Link("/t/"+url.PathEscape(v.tenant.Slug)+"/e/"+url.PathEscape(e.Slug)+page))
	}
}

// tenantPath is the address of the tenant of a page in the API.
func tenantPath(v visit) string { return "/tenants/" + url.PathEscape(v.tenant.Slug) }

// idOf reads an id in an address in its canonical spelling. It returns [league.ErrNotFound] for anything else, and
// for the nil id.
func idOf(c echo.Context, name string) (uuid.UUID, error) {
	id, err := uuid.Parse(c.Param(name))
	if err != nil || id == uuid.Nil || id.String() != c.Param(name) {
		return uuid.Nil, league.ErrNotFound
	}
	return id, nil
}

// eventPhotos bounds the photos that the page of an event shows; all are under
// /photos of the API.
const eventPhotos = 48

func (s *site) event(v visit, body *bytes.Buffer) (string, error) {
	return s.ofEvent(v, body, func(page pages.EventPage) error { return s.pages.Event(body, page) })
}

// screen shows an event for a projector.
func (s *site) screen(v visit, body *bytes.Buffer) (string, error) {
	return s.ofEvent(v, body, func(page pages.EventPage) error {
		return s.pages.Screen(body, pages.Screen{EventPage: page, Public: s.address})
	})
}

// ofEvent loads the content of an event page and calls write to render it into the body. It returns the page's tag. It
// writes nothing if the reader has the page already: only some rows have been read then.
func (s *site) ofEvent(v visit, body *bytes.Buffer, write func(pages.EventPage) error) (string, error) {
	e, err := v.event()
	if err != nil {
		return "", err
	}
	if named := v.echo.Request().Header.Get("If-None-Match"); named != "" && v.held == nil && e.Started() {
		tag, err := s.eventTagNow(v, e)
		if err != nil {
			return "", err
		}
		if coding.Names(named, tag) {
			publish(e, v)
			return tag, nil
		}
	}
	event, err := s.viewOf(v, e)
	if err != nil {
		return "", err
	}
	var staff []facts.Staff
	var photos []facts.Photo
	var inSeries []facts.Series
	b := &tenantdb.Batch{}
	leaguedb.LoadStaff(b, &staff, event.EventFacts.Event.ID)
	leaguedb.LoadSeriesWith(b, &inSeries, event.EventFacts.Event.ID)
	leaguedb.LoadPhotos(b, &photos, event.EventFacts.Event.ID, false, uuid.Nil, eventPhotos)
	var me *facts.Player
	if v.held != nil {
		leaguedb.LoadPlayerOfAccount(b, &me, v.held.Principal.Account)
	}
	if err := v.door.Send(b); err != nil {
		return "", err
	}
	shown := shownRound(v.echo, len(event.Rounds))
	standings, outcome, err := standingsOf(event, v.echo.QueryParam("standings"), shown)
	if err != nil {
		return "", err
	}
	why, err := event.Reasons(standings)
	if err != nil {
		return "", err
	}
	page := pages.EventPage{
		Reader: v.reader, Tenant: tenantapi.View(v.tenant), Event: event.Event(staff), Rounds: event.RoundList().Items, Shown: shown,
		Standings: standings, Outcome: outcome, Form: event.ResultForm(), Calculators: calculates(event.Rules),
		Why: why, RankBefore: event.RanksBefore(shown), Staff: event.StaffList(staff), Photos: views.PhotoList(photos), Find: v.echo.QueryParam("q"),
		Series: seriesLinks(inSeries), Me: entryOf(event, me),
	}
	if !event.EventFacts.Event.Started() {
		page.Entrants = event.Entrants()
		freed, err := entrydesk.At(s.api.desk).UsuallyFreed(v.door, event.Situation)
		if err != nil {
			return "", err
		}
		page.Freed = views.FreedSeats(freed)
	}
	ofSeason, err := s.inSeason(v, event, &page)
	if err != nil {
		return "", err
	}
	if event.EventFacts.Event.SeasonID != nil && !event.EventFacts.Event.Started() {
		if page.Find == "" {
			publication.Spare(v.echo.Response().Header().Set)
		}
		err = write(page)
		return bodyTag(body), err
	}
	if page.Find == "" { // a search result is cached for no other reader
		publish(event.EventFacts.Event, v)
	}
	return s.eventTag(v, event.EventFacts.Event, ofSeason, inSeries), write(page)
}

// eventTag is the entity tag of a page that shows an event with its place in a season, at a revision of that, and with
// links to series.
func (s *site) eventTag(v visit, e facts.Event, ofSeason int64, inSeries []facts.Series) string {
	return s.revisionTag(e.Revision, v, "s"+strconv.FormatInt(ofSeason, 10), seriesTag(inSeries))
}

// eventTagNow is the tag that the page of an event would have now.
func (s *site) eventTagNow(v visit, e facts.Event) (string, error) {
	var ofSeason int64
	var inSeries []facts.Series
	b := &tenantdb.Batch{}
	leaguedb.LoadSeriesWith(b, &inSeries, e.ID)
	if e.SeasonID != nil {
		leaguedb.LoadSeasonRevision(b, &ofSeason, *e.SeasonID)
	}
	err := v.door.Send(b)
	return s.eventTag(v, e, ofSeason, inSeries), err
}

// entryOf returns the start number of a player in an event; 0 for nil and for a player who has not entered.
func entryOf(event views.View, who *facts.Player) int {
	if who == nil {
		return 0
	}
	for _, e := range event.Entries {
		if e.PlayerID == who.ID {
			return e.Number
		}
	}
	return 0
}

// standingsOf are the standings of an id after a round, and the latest of those that
// seat and qualify, which they are themselves where nothing else was asked for.
func standingsOf(event views.View, id string, round int) (asked, outcome openapi.Standings, err error) {
	if asked, err = event.Standings(id, round); err != nil || id == "" && round == 0 {
		return asked, asked, err
	}
	outcome, err = event.Standings("", 0)
	return asked, outcome, err
}

// shownRound is the round asked for by ?round=; 0 is the latest.
func shownRound(c echo.Context, drawn int) int {
	n, err := strconv.Atoi(c.QueryParam("round"))
	if err != nil || n < 1 || n > drawn {
		return 0
	}
	return n
}

func (s *site) draw(v visit, body *bytes.Buffer) (string, error) {
	event, err := s.view(v)
	if err != nil {
		return "", err
	}
	var entrants []openapi.EntryRef
	for _, e := range event.Entries {
		entrants = append(entrants, event.EntryRef(league.Entry(e.Number)))
	}
	page := pages.Draw{
		Reader: v.reader, Tenant: tenantapi.View(v.tenant), Event: event.Event(nil), Draw: event.Draw(), Rounds: event.RoundList().Items, Entrants: entrants,
	}
	for i := range page.Rounds {
		document, err := event.RoundDraw(i + 1)
		if err != nil {
			return "", err
		}
		page.Documents = append(page.Documents, document)
	}
	publish(event.EventFacts.Event, v)
	return s.revisionTag(event.EventFacts.Event.Revision, v), s.pages.Draw(body, page)
}

// publish lets a page be given to other readers from memory.
func publish(e facts.Event, v visit) {
	topic := live.Topic{Tenant: v.tenant.ID, Event: e.ID.UUID}
	publication.Mark(v.echo.Response().Header().Set, topic, e.Revision)
}

// revisionTag is the entity tag of a page that follows from one revision and from some things beside it, in the frame of
// its tenant, as a release shows it.
func (s *site) revisionTag(revision int64, v visit, beside ...string) string {
	tag := "p" + strconv.FormatInt(revision, 10) + "." + strconv.Itoa(v.tenant.Version) + "." + s.pages.Version() + "." + v.reader.Lang
	if v.reader.Theme != "" {
		tag += "." + strings.Map(lettersOnly, v.reader.Theme)
	}
	for _, part := range beside {
		tag += "." + part
	}
	return `"` + tag + `"`
}

// lettersOnly keeps lower-case letters only, for a text that goes into a header.
func lettersOnly(r rune) rune {
	if r < 'a' || r > 'z' {
		return -1
	}
	return r
}
