package serve

import (
	"bytes"
	"context"
	"net/http"
	"slices"
	"strconv"
	"strings"

	"github.com/google/uuid"
	"github.com/labstack/echo/v4"

	"referto/frontend/pages"
	"referto/frontend/words"
	"referto/internal/authz"
	"referto/internal/coding"
	"referto/internal/league"
	"referto/internal/league/facts"
	"referto/internal/league/leagueapi/seasonapi"
	"referto/internal/league/leaguedb"
	"referto/internal/league/views"
	"referto/internal/live"
	"referto/internal/publication"
	"referto/internal/tenant"
	"referto/internal/tenant/tenantdb"
	"referto/openapi"
)

// site serves the public pages. It reads through the same doors and shows the
// same views as the API, as a reader who is not signed in.
type site struct {
	api      *api
	db       *tenantdb.DB
	pages    *pages.Pages
	problems *problems
	now      clock
	// address is the one people use, without a slash at the end.
	address string
}

func newSite(c Config, a *api, p *pages.Pages) *site {
	return &site{api: a, db: c.DB, pages: p, problems: &problems{log: c.Log, help: c.PublicURL + "/problems/", causes: newCauses(c.Log)}, now: c.Now, address: c.PublicURL}
}

func (s *site) routes(e *echo.Echo) {
	e.GET("/t/:tenant", s.page(s.home))
	e.GET("/t/:tenant/", s.page(s.home))
	e.GET("/t/:tenant/e/:event", s.page(s.event))
	e.GET("/t/:tenant/e/:event/draw", s.page(s.draw))
	e.GET("/t/:tenant/e/:event"+pages.ReportPath, s.served(s.reportDoor, unkept))
	e.GET("/t/:tenant/series/:series", s.page(s.series))
	e.GET("/t/:tenant/s/:season", s.page(s.calendar))
	e.GET("/t/:tenant/s/:season/qualification", s.page(s.board))
	e.GET("/t/:tenant/s/:season"+pages.FinalListPath, s.page(s.finalList))
	e.GET("/t/:tenant/s/:season/calendar.ics", s.feed(s.seasonFeed))
	e.GET("/t/:tenant"+seasonapi.MyCalendarPath+":file", s.feed(s.myFeed))
	e.GET("/t/:tenant"+pages.ConvocationPath, s.convocation)
	e.GET("/t/:tenant"+pages.PlayerAddressPath, s.playerAddress)
	e.GET("/t/:tenant/rankings", s.page(s.rankings))
	e.GET("/t/:tenant/rankings/:ranking", s.page(s.ranking))
	e.GET("/t/:tenant/rankings/:ranking/hall", s.page(s.hall))
	e.GET("/t/:tenant/players/:player", s.page(s.player))
	e.GET("/t/:tenant/clubs", s.page(s.clubs))
	e.GET("/t/:tenant/clubs/:club", s.page(s.club))
	e.GET("/t/:tenant/rules/:ruleset/calculator", s.page(s.calculator))
	for _, task := range pages.Tasks() {
		e.GET(string(task), s.account(task))
	}
	e.GET("/problems/:reason", s.help)
	e.GET("/", func(c echo.Context) error {
		c.Response().Header().Set("Cache-Control", "no-cache")
		return c.Redirect(http.StatusFound, "/docs/")
	})
	e.GET(pages.AssetPath+"*", assets)
}

// visit is one reader at one page.
type visit struct {
	ctx    context.Context
	echo   echo.Context
	reader pages.Reader
	tenant tenant.Tenant
	door   tenantdb.Door
}

// page finds the tenant, opens the reading door and sends what the page renders.
// An error becomes a page too.
func (s *site) page(render func(visit, *bytes.Buffer) (etag string, err error)) echo.HandlerFunc {
	return s.served(render, send)
}

// served is [site.page] of anything that is rendered, and sent in its own way.
func (s *site) served(render func(visit, *bytes.Buffer) (etag string, err error), send func(echo.Context, string, *bytes.Buffer) error) echo.HandlerFunc {
	return func(c echo.Context) error {
		v := visit{ctx: c.Request().Context(), echo: c, reader: reader(c, nil)}
		c.Response().Header().Set("Content-Security-Policy", pages.Policy)
		var err error
		if v.tenant, err = s.api.tenants.Find(v.ctx, c.Param("tenant")); err != nil {
			return s.problem(v, err)
		}
		v.reader = reader(c, v.tenant.Languages)
		if v.door, err = tenantdb.Read(v.ctx, s.db, v.tenant.ID, nil); err != nil {
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

// send answers with a page, or with 304 when the reader has it.
func send(c echo.Context, etag string, body *bytes.Buffer) error {
	h := c.Response().Header()
	coding.AddVary(h, "Accept-Language")
	h.Set("Cache-Control", "no-cache")
	if etag != "" {
		h.Set("ETag", etag) // package coding answers whoever has it already
	}
	return c.HTMLBlob(http.StatusOK, body.Bytes())
}

// unkept answers with a page of which no copy is kept, since somebody signs in on it.
func unkept(c echo.Context, _ string, body *bytes.Buffer) error {
	h := c.Response().Header()
	h.Set("Referrer-Policy", "no-referrer")
	h.Set("Cache-Control", "no-store")
	coding.AddVary(h, "Accept-Language")
	return c.HTMLBlob(http.StatusOK, body.Bytes())
}

// reader reads how a request wants its page: by ?lang= and ?theme=, else by the
// browser's languages among those the tenant publishes in.
func reader(c echo.Context, offered []string) pages.Reader {
	asked := c.QueryParam("lang")
	lang := words.Negotiate(asked, c.Request().Header.Get("Accept-Language"), offered)
	return pages.Reader{Lang: lang, LangChosen: asked == lang, Theme: c.QueryParam("theme")}
}

// problem answers an error with a page that says so.
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
		t := tenantView(v.tenant)
		shown = &t
	}
	var body bytes.Buffer
	if err := s.pages.Problem(&body, pages.Problem{Reader: v.reader, Tenant: shown, Problem: problem}); err != nil {
		return err
	}
	h := v.echo.Response().Header()
	coding.AddVary(h, "Accept", "Accept-Language")
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

// account is the page of something that a person does about an account. Mails
// lead to it with a secret behind the #: no address of it goes anywhere with a
// Referer, and no copy of the page is kept.
func (s *site) account(task pages.Task) echo.HandlerFunc {
	return func(c echo.Context) error {
		var body bytes.Buffer
		if err := s.pages.Account(&body, pages.Account{Reader: reader(c, nil), Task: task}); err != nil {
			return err
		}
		c.Response().Header().Set("Content-Security-Policy", pages.Policy)
		return unkept(c, "", &body)
	}
}

// convocation is the page on which somebody answers their convocation. It is the same
// for everybody and changes nothing, so that whatever looks at the links of a mail does
// no harm. The secret is behind the #.
func (s *site) convocation(c echo.Context) error {
	return s.page(func(v visit, body *bytes.Buffer) (string, error) {
		h := v.echo.Response().Header()
		h.Set("Referrer-Policy", "no-referrer")
		return "", s.pages.Convocation(body, pages.Convocation{Reader: v.reader, Tenant: tenantView(v.tenant)})
	})(c)
}

// playerAddress is the page on which somebody confirms their mail address; as
// [site.convocation].
func (s *site) playerAddress(c echo.Context) error {
	return s.page(func(v visit, body *bytes.Buffer) (string, error) {
		v.echo.Response().Header().Set("Referrer-Policy", "no-referrer")
		return "", s.pages.PlayerAddress(body, pages.PlayerAddress{Reader: v.reader, Tenant: tenantView(v.tenant)})
	})(c)
}

func tenantView(t tenant.Tenant) openapi.Tenant {
	out := openapi.Tenant{Id: t.ID, Slug: t.Slug, Name: t.Name, Kind: openapi.TenantKind(t.Kind), CreatedAt: t.CreatedAt}
	for _, lang := range t.Languages {
		out.Languages = append(out.Languages, openapi.Language(lang))
	}
	return out
}

// view loads an event by its slug; a draft is not there.
func (s *site) view(v visit) (views.View, error) {
	var e facts.Event
	b := &tenantdb.Batch{}
	leaguedb.LoadEventBySlug(b, &e, v.echo.Param("event"))
	if err := v.door.Send(b); err != nil {
		return views.View{}, err
	}
	if e.State == facts.Draft {
		return views.View{}, league.ErrNotFound
	}
	situation, err := s.api.desk.View(v.door, e.ID)
	if err != nil {
		return views.View{}, err
	}
	return views.NewView(situation, words.For(v.reader.Lang), s.now()), nil
}

// eventPhotos bounds the photos that the page of an event shows; all are under
// /photos of the API.
const eventPhotos = 48

func (s *site) event(v visit, body *bytes.Buffer) (string, error) {
	event, err := s.view(v)
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
		Reader: v.reader, Tenant: tenantView(v.tenant), Event: event.Event(staff), Rounds: event.RoundList().Items, Shown: shown,
		Standings: standings, Outcome: outcome, Form: event.ResultForm(), Calculators: calculates(event.Rules),
		Why: why, RankBefore: event.RanksBefore(shown), Staff: event.StaffList(staff), Photos: views.PhotoList(photos), Find: v.echo.QueryParam("q"),
		Series: seriesLinks(inSeries),
	}
	if err := s.inSeason(v, event, &page); err != nil {
		return "", err
	}
	if event.EventFacts.Event.SeasonID != nil && !event.EventFacts.Event.Started() {
		if page.Find == "" {
			publication.Spare(v.echo.Response().Header().Set)
		}
		err = s.pages.Event(body, page)
		return bodyTag(body), err
	}
	if page.Find == "" { // what one reader looks for is nobody else's page
		publish(event, v)
	}
	return s.pageTag(event, v), s.pages.Event(body, page)
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
		Reader: v.reader, Tenant: tenantView(v.tenant), Event: event.Event(nil), Draw: event.Draw(), Rounds: event.RoundList().Items, Entrants: entrants,
	}
	for i := range page.Rounds {
		document, err := event.RoundDraw(i + 1)
		if err != nil {
			return "", err
		}
		page.Documents = append(page.Documents, document)
	}
	publish(event, v)
	return s.pageTag(event, v), s.pages.Draw(body, page)
}

// reportDoor makes the page on which the report of an event of a season is read, by those who may.
func (s *site) reportDoor(v visit, body *bytes.Buffer) (string, error) {
	event, err := s.view(v)
	if err != nil {
		return "", err
	}
	if event.EventFacts.Event.SeasonID == nil {
		return "", league.ErrNotFound
	}
	return "", s.pages.ReportDoor(body, pages.ReportDoor{Reader: v.reader, Tenant: tenantView(v.tenant), Event: event.Event(nil)})
}

// publish lets a page be given to other readers from memory.
func publish(event views.View, v visit) {
	topic := live.Topic{Tenant: v.tenant.ID, Event: event.EventFacts.Event.ID.UUID}
	publication.Mark(v.echo.Response().Header().Set, topic, event.EventFacts.Event.Revision)
}

// pageTag is the entity tag of a page about an event: its revision, and how it
// is shown, by which release.
func (s *site) pageTag(event views.View, v visit) string {
	return s.revisionTag(event.EventFacts.Event.Revision, v)
}

// revisionTag is the entity tag of a page that follows from one revision.
func (s *site) revisionTag(revision int64, v visit) string {
	tag := "p" + strconv.FormatInt(revision, 10) + "." + s.pages.Version() + "." + v.reader.Lang
	if v.reader.Theme != "" {
		tag += "." + strings.Map(lettersOnly, v.reader.Theme)
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
