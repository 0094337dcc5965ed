package serve

import (
	"bytes"
	"cmp"
	"errors"
	"net/http"
	"net/url"
	"strconv"
	"strings"

	"github.com/google/uuid"

	"referto/frontend/pages"
	"referto/internal/tenant/tenantapi"
	"referto/openapi"
)

// showPeople shows the page on which the staff maintains the register, or one record if the address names one. The
// API decides who may see them.
func (s *site) showPeople(v visit, status int, sent *pages.Sent) error {
	if err := v.learnRoles(); err != nil {
		return err
	}
	var body bytes.Buffer
	write := s.writePeople
	if v.echo.Param("player") != "" {
		write = s.writePerson
	}
	problem, err := write(v, sent, &body)
	if err != nil {
		return err
	}
	if problem != nil {
		return &insideProblem{*problem}
	}
	return unkept(v.echo, status, &body)
}

func (s *site) writePeople(v visit, sent *pages.Sent, body *bytes.Buffer) (*openapi.Problem, error) {
	page := pages.People{Reader: v.reader, Tenant: tenantapi.View(v.tenant), Key: uuid.NewString(), Sent: sent, Name: soughtName(v)}
	var requests openapi.PlayerRequestPage
	var pairs openapi.DuplicatePlayerPage
	var leavings openapi.LeavingReportPage
	var expulsions openapi.ExpulsionReportPage
	var lapses openapi.PlayerLapsePage
	of, asks := tenantPath(v), s.caller(v, true)
	problem, err := asks.read(
		read{of + "/player-requests?state=open&limit=50" + further(v, "requests"), &requests}, read{of + "/duplicate-players?limit=50" + further(v, "pairs"), &pairs},
	)
	if problem == nil && err == nil || problem != nil && problem.Status == http.StatusForbidden {
		var refused *openapi.Problem
		if page.Photos, refused, err = asks.photosAskedOff(of); problem != nil && len(page.Photos) > 0 { // an organizer of events alone
			page.PhotosAlone = true
			return refused, errors.Join(err, s.pages.People(body, page))
		}
		problem = cmp.Or(problem, refused)
	}
	if problem == nil && err == nil {
		problem, err = asks.readAllowed(read{of + "/leaving-reports?state=open&limit=50", &leavings})
	}
	if problem == nil && err == nil {
		problem, err = asks.readAllowed(read{of + "/expulsion-reports?state=open&limit=50", &expulsions})
	}
	if problem == nil && err == nil {
		problem, err = asks.readAllowed(read{of + "/lapses?limit=20" + further(v, "lapses"), &lapses})
	}
	if problem == nil && err == nil {
		page.Found, problem, err = asks.named(of, page.Name)
	}
	if problem != nil || err != nil {
		return problem, err
	}
	page.Lapses, page.MoreLapses = lapses.Items, lapses.NextCursor
	page.Requests, page.Pairs, page.Leavings = requests.Items, pairs.Items, leavings.Items
	page.Expulsions = expulsions.Items
	page.MoreRequests, page.MorePairs = requests.NextCursor, pairs.NextCursor
	return nil, s.pages.People(body, page)
}

// mostPhotos bounds the photos that the page shows from which people ask to be taken off.
const mostPhotos = 20

// photosAskedOff returns the requests to take off photos that wait for the caller, in order of their due times.
func (o caller) photosAskedOff(of string) (out []pages.PhotoAskedOff, problem *openapi.Problem, err error) {
	var waiting openapi.WaitingPage
	if problem, err = o.readAllowed(read{of + "/waiting?limit=100", &waiting}); problem != nil || err != nil {
		return nil, problem, err
	}
	for _, one := range waiting.Items {
		if one.Kind != openapi.WaitingKindTakeOffPhoto || len(out) == mostPhotos {
			continue
		}
		people := strings.TrimPrefix(one.Resource, "/v1")
		p := pages.PhotoAskedOff{Event: one.Event, Due: one.Due, Late: one.Overdue}
		if problem, err = o.read(read{people, &p.Named}, read{strings.TrimSuffix(people, "/people"), &p.Photo}); problem != nil || err != nil {
			return nil, problem, err
		}
		out = append(out, p)
	}
	return out, nil, nil
}

func (s *site) writePerson(v visit, sent *pages.Sent, body *bytes.Buffer) (*openapi.Problem, error) {
	id, err := idOf(v.echo, "player")
	if err != nil {
		return nil, err
	}
	page := pages.Person{Reader: v.reader, Tenant: tenantapi.View(v.tenant), Key: uuid.NewString(), Sent: sent, Name: soughtName(v), After: v.echo.QueryParam("after")}
	page.MayErase, page.MayCorrect = s.overTenant(v, "player:erase"), s.overTenant(v, "player:write")
	var merges openapi.PlayerMerges
	var distinctions openapi.PlayerDistinctions
	var duplicates openapi.PlayerDuplicates
	var lapses openapi.LapseList
	asks, player := s.caller(v, true), tenantPath(v)+"/players/"+id.String()
	problem, err := asks.read(read{player + "/merges", &merges}, read{player + "/distinctions", &distinctions}, read{player, &page.Player}, read{player + "/duplicates", &duplicates})
	if problem == nil && err == nil {
		problem, err = asks.readAllowed(read{player + "/lapses", &lapses})
	}
	if problem == nil && err == nil {
		problem, err = s.loadClubs(v, &page)
	}
	if problem == nil && err == nil {
		page.Found, problem, err = asks.named(tenantPath(v), page.Name)
	}
	if problem != nil || err != nil {
		return problem, err
	}
	page.Merges, page.Distinctions, page.Duplicates, page.Lapses = merges.Items, distinctions.Items, duplicates.Items, lapses.Items
	return nil, s.pages.Person(body, page)
}

// soughtName is the name that is looked for; "" for one that is too short or too long to be.
func soughtName(v visit) string {
	name := strings.TrimSpace(v.echo.QueryParam("name"))
	if n := len([]rune(name)); n < 2 || n > 60 {
		return ""
	}
	return name
}

// further returns the cursor parameter that continues a list, if the address names one.
func further(v visit, list string) string {
	at := v.echo.QueryParam(list)
	if at == "" {
		return ""
	}
	return "&cursor=" + url.QueryEscape(at)
}

// named returns the players of a name; none for "".
func (o caller) named(of, name string) ([]openapi.Player, *openapi.Problem, error) {
	if name == "" {
		return nil, nil, nil
	}
	var found openapi.PlayerPage
	problem, err := o.read(read{of + "/players?limit=20&name=" + url.QueryEscape(name), &found})
	return found.Items, problem, err
}

// readAllowed is [caller.read] for data that only some readers of the page may read.
func (o caller) readAllowed(one read) (*openapi.Problem, error) {
	problem, err := o.read(one)
	if problem != nil && problem.Status == http.StatusForbidden {
		return nil, nil
	}
	return problem, err
}

// changePeople carries out a form of the pages, and shows the page again. For a merge or a split, the consequences
// are shown first.
func (s *site) changePeople(v visit) error {
	sent := v.echo.Request().PostForm
	if v.echo.Param("player") != "" {
		id, err := idOf(v.echo, "player")
		if err != nil {
			return err
		}
		if clubDeed(id.String(), sent).method != "" {
			return s.changeClubs(v, id)
		}
		if accountDeed(id.String(), sent).method != "" {
			return s.changeAccount(v, id)
		}
	}
	var follows openapi.PlayerMerged
	var into any
	if looks(sent) {
		into = &follows
	}
	problem, err := s.do(v, peopleDeed(sent), into)
	switch {
	case err != nil:
		return err
	case problem != nil:
		form := refusedForm(sent, problem)
		form.Act = formOf(form.Act)
		return s.showPeople(v, refusedStatus(problem), form)
	case looks(sent):
		return s.showMerging(v, sent, follows)
	}
	return seeOther(v.echo, v.reader.Link(afterPeople(v, sent)))
}

func looks(sent url.Values) bool {
	return sent.Get("act") == pages.ActLookMerge || sent.Get("act") == pages.ActLookPart
}

// formOf returns the form on the page from which an act comes: for an act with a preview, the form that asks for the
// preview.
func formOf(act string) string {
	switch act {
	case pages.ActMerge:
		return pages.ActLookMerge
	case pages.ActUnmerge:
		return pages.ActLookPart
	case pages.ActErase:
		return pages.ActLookErase
	}
	return act
}

// showMerging shows the consequences of a merge or a split.
func (s *site) showMerging(v visit, sent url.Values, follows openapi.PlayerMerged) error {
	var body bytes.Buffer
	err := s.pages.Merging(&body, pages.Merging{
		Reader: v.reader, Tenant: tenantapi.View(v.tenant), Key: uuid.NewString(), From: v.echo.Request().URL.Path, Part: sent.Get("act") == pages.ActLookPart,
		ID: sent.Get("id"), Into: sent.Get("into"), Reason: sent.Get("reason"), Follows: follows,
	})
	if err != nil {
		return err
	}
	return unkept(v.echo, http.StatusOK, &body)
}

// afterPeople returns the page that follows an act: the kept record after a merge, the event of a photo whose names
// have changed, and otherwise the page of the form.
func afterPeople(v visit, sent url.Values) string {
	of := "/t/" + url.PathEscape(v.tenant.Slug)
	switch sent.Get("act") {
	case pages.ActMerge:
		return of + pages.PeoplePath + "/" + url.PathEscape(sent.Get("into"))
	case pages.ActTakeOff, pages.ActRemove:
		return of + pages.EventPath + url.PathEscape(sent.Get("event"))
	}
	return v.echo.Request().URL.Path
}

// peopleDeed is the operation, below a tenant's address, that a form of the pages asks for; without
// method for none.
func peopleDeed(sent url.Values) deed {
	id := url.PathEscape(sent.Get("id"))
	one, other, _ := strings.Cut(sent.Get("id"), ".")
	reason := filled(sent, "reason")
	post := func(path string, body map[string]any) deed {
		return deed{method: http.MethodPost, path: path, body: body}
	}
	with := func(name string, value any) map[string]any {
		reason[name] = value
		return reason
	}
	switch act := sent.Get("act"); act {
	case pages.ActDecide:
		return post("/player-requests/"+id+"/decision", with("confirmed", sent.Get("confirmed") == "true"))
	case pages.ActLookMerge, pages.ActMerge:
		alias := one
		if sent.Get("into") == one {
			alias = other
		}
		path := "/players/" + url.PathEscape(alias) + "/merging"
		if act == pages.ActLookMerge {
			path += "-preview"
		}
		return post(path, with("into", sent.Get("into")))
	case pages.ActLookPart:
		return post("/players/"+id+"/unmerging-preview", reason)
	case pages.ActUnmerge:
		return post("/players/"+id+"/unmerging", reason)
	case pages.ActDistinct, pages.ActIndistinct:
		reason["other"] = other
		return post("/players/"+url.PathEscape(one)+"/distinctions", with("distinct", act == pages.ActDistinct))
	case pages.ActExcuse:
		if _, err := strconv.Atoi(other); err != nil {
			return deed{}
		}
		return post("/events/"+url.PathEscape(one)+"/entries/"+other+"/lapse-decision", with("excused", sent.Get("excused") == "true"))
	case pages.ActRemove:
		return post("/events/"+url.PathEscape(sent.Get("event"))+"/photos/"+id+"/removal", reason)
	case pages.ActTakeOff:
		stay := []string{}
		if names := sent.Get("players"); names != "" {
			stay = strings.Split(names, ".")
		}
		return deed{
			method: http.MethodPatch, path: "/events/" + url.PathEscape(sent.Get("event")) + "/photos/" + id + "/people", match: `"` + sent.Get("version") + `"`,
			body: map[string]any{"players": stay},
		}
	case pages.ActExpulsion:
		return post("/events/"+url.PathEscape(sent.Get("event"))+"/sanctions/"+id+"/decision", filled(sent, "outcome", "from", "until", "reason"))
	case pages.ActLeaving:
		return post("/events/"+url.PathEscape(sent.Get("event"))+"/withdrawals/"+id+"/decision", filled(sent, "outcome", "from", "until", "reason"))
	}
	return deed{}
}
