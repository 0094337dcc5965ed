package serve

import (
	"bytes"
	"errors"
	"io"
	"net/http"
	"net/url"
	"strconv"
	"time"

	"github.com/google/uuid"
	openapi_types "github.com/oapi-codegen/runtime/types"

	"referto/frontend/pages"
	"referto/internal/league"
	"referto/internal/tenant/tenantapi"
	"referto/openapi"
)

// journeySeasons bounds the number of the latest seasons whose refunds the page shows.
const journeySeasons = 3

// Refusals of the API that the page answers by itself.
const (
	noRecord        = "no-record"          // of an account with which no record of the tenant is linked
	leftForTheHall  = "left-for-the-hall"  // of a person who is in the hall of a ranking
	notInTheRanking = "not-in-the-ranking" // of a person whom a ranking does not know
)

// myRecord serves the page of everything that concerns the signed-in person at a tenant. Without a record there it
// redirects to the page for claiming one.
func (s *site) myRecord(v visit) error {
	err := s.showMyRecord(v, http.StatusOK, nil)
	if refused := (*insideProblem)(nil); errors.As(err, &refused) && refused.Reason == noRecord {
		return seeOther(v.echo, v.reader.Link(string(pages.Records), "tenant", v.tenant.Slug))
	}
	return err
}

func (s *site) showMyRecord(v visit, status int, sent *pages.Sent) error {
	page := pages.MyRecord{Reader: v.reader, Tenant: tenantapi.View(v.tenant), Sent: sent, Key: uuid.NewString()}
	var lapses openapi.MyLapses
	var photos openapi.MyPhotoPage
	var requests openapi.MyPlayerRequestPage
	of, asks := tenantPath(v), s.caller(v, true)
	problem, err := asks.read(
		read{of + "/my-player", &page.Record}, read{of + "/my-player/memberships", &page.Memberships}, read{of + "/my-bans", &page.Bans}, read{of + "/my-lapses", &lapses}, read{of + "/my-player/consents", &page.Consents},
		read{of + "/my-player/profile", &page.Profile}, read{of + "/my-player/photos?limit=50", &photos}, read{"/me/player-requests?limit=50", &requests},
	)
	if problem == nil && err == nil {
		problem, err = s.journeys(asks, of, &page)
	}
	if problem == nil && err == nil {
		problem, err = s.standings(asks, of, v.echo.QueryParam("asOf"), &page)
	}
	page.Lapses, page.Photos = lapses.Items, photos.Items
	for _, one := range requests.Items {
		if one.Tenant.Slug == v.tenant.Slug {
			page.Requests = append(page.Requests, one)
		}
	}
	return rendered(v, status, problem, err, func(out io.Writer) error { return s.pages.MyRecord(out, page) })
}

// rendered answers with a page, which has the menu of the reader's roles in a tenant, unless one of its calls of the
// API failed or was refused.
func rendered(v visit, status int, problem *openapi.Problem, err error, write func(io.Writer) error) error {
	switch {
	case err != nil:
		return err
	case problem != nil:
		return &insideProblem{*problem}
	}
	if v.held != nil && v.subject != nil { // a page that asks the API alone has not learned them
		if err := v.learnRoles(); err != nil {
			return err
		}
	}
	var body bytes.Buffer
	if err := write(&body); err != nil {
		return err
	}
	return unkept(v.echo, status, &body)
}

// journeys asks whether travel is refunded in the latest seasons of a federation. A season in which the person has no
// place is left out.
func (s *site) journeys(asks caller, of string, page *pages.MyRecord) (*openapi.Problem, error) {
	if page.Tenant.Kind != openapi.TenantKindFederation {
		return nil, nil
	}
	var seasons openapi.SeasonPage
	if problem, err := asks.read(read{of + "/seasons?limit=" + strconv.Itoa(journeySeasons), &seasons}); problem != nil || err != nil {
		return problem, err
	}
	for _, season := range seasons.Items {
		one := pages.MyJourney{Season: season}
		problem, err := asks.call(http.MethodGet, of+"/seasons/"+season.Id.String()+"/my-refund", nil, &one.Refund)
		if err != nil {
			return nil, err
		}
		if problem == nil && (one.Refund.Journey.Paid || one.Refund.Claim.State != "") {
			page.Journeys = append(page.Journeys, one)
		}
	}
	return nil, nil
}

// standings asks for the rows of the person in the rankings of the tenant, at the end of a day; "" is now. A ranking
// that does not know the person is left out.
func (s *site) standings(asks caller, of, day string, page *pages.MyRecord) (*openapi.Problem, error) {
	if day != "" {
		at, err := time.Parse(time.DateOnly, day)
		if err != nil {
			return nil, league.ErrNotFound
		}
		page.AsOf = openapi_types.Date{Time: at}
	}
	var all openapi.RankingList
	if problem, err := asks.read(read{of + "/rankings", &all}); problem != nil || err != nil {
		return problem, err
	}
	asked := url.Values{"around": {page.Record.Id.String()}, "limit": {"1"}}
	if day != "" {
		asked.Set("asOf", day)
	}
	for _, ranking := range all.Items {
		one := pages.MyStanding{Ranking: ranking}
		var part openapi.RankingStandings
		list := of + "/rankings/" + ranking.Id.String()
		problem, err := asks.call(http.MethodGet, list+"/standings?"+asked.Encode(), nil, &part)
		if problem != nil && problem.Reason == leftForTheHall {
			one.Hall = true
			problem, err = asks.call(http.MethodGet, list+"/hall?"+asked.Encode(), nil, &part)
		}
		switch {
		case err != nil:
			return nil, err
		case problem != nil && problem.Reason == notInTheRanking:
			continue
		case problem != nil:
			return problem, nil
		}
		for _, row := range part.Items {
			one.Row, one.Players = row, part.Players
			page.Standings = append(page.Standings, one)
		}
	}
	return nil, nil
}

// changeMyRecord carries out a form of the page, and shows the page again.
func (s *site) changeMyRecord(v visit) error {
	if act := v.echo.Request().PostForm.Get("act"); act == pages.ActLookErase || act == pages.ActErase {
		return s.eraseMine(v)
	}
	return s.change(v, myDeed, s.showMyRecord, pages.MyRecordPath)
}

// read asks operations that read one after the other, until one refuses.
func (o caller) read(reads ...read) (*openapi.Problem, error) {
	for _, one := range reads {
		if problem, err := o.call(http.MethodGet, one.path, nil, one.into); problem != nil || err != nil {
			return problem, err
		}
	}
	return nil, nil
}

// refusedForm returns a refused form with the typed values, except a password.
func refusedForm(sent url.Values, problem *openapi.Problem) *pages.Sent {
	out := &pages.Sent{Act: sent.Get("act"), ID: sent.Get("id"), Typed: map[string]string{}}
	var fields []string
	for name := range sent {
		if name != "password" {
			out.Typed[name] = sent.Get(name)
		}
		fields = append(fields, name)
	}
	out.Refused = refusalOf(problem, fields)
	return out
}

// myDeed is the operation, below a tenant's address, that a form of one's own page asks for; without
// method for none.
func myDeed(sent url.Values) deed {
	const mine = "/my-player"
	id := url.PathEscape(sent.Get("id"))
	switch act := sent.Get("act"); act {
	case pages.ActAgree:
		version, _ := strconv.Atoi(sent.Get("version")) // 0 is no version of any text
		body := map[string]any{"purpose": sent.Get("purpose"), "textVersion": version}
		if guardian := sent.Get("guardian"); guardian != "" {
			body["guardian"] = guardian
		}
		return deed{method: http.MethodPost, path: mine + "/consents", body: body}
	case pages.ActDisagree:
		return deed{method: http.MethodPost, path: mine + "/consents/" + id + "/withdrawal"}
	case pages.ActShow:
		shown := sent["block"]
		if shown == nil {
			shown = []string{}
		}
		return deed{method: http.MethodPatch, path: mine + "/profile", match: strconv.Quote(sent.Get("version")), body: map[string]any{"blocks": shown}}
	case pages.ActCorrect:
		return deed{
			method: http.MethodPatch, path: mine, match: strconv.Quote(sent.Get("version")),
			body: map[string]string{"club": sent.Get("club"), "city": sent.Get("city")},
		}
	case pages.ActName:
		return deed{method: http.MethodPost, path: mine + "/name-requests", body: filled(sent, "name", "words")}
	case pages.ActWithdraw:
		return deed{method: http.MethodPost, path: "/my-player-requests/" + id + "/withdrawal"}
	case pages.ActAppeal:
		return deed{method: http.MethodPost, path: "/my-bans/" + id + "/appeal", body: map[string]string{"text": sent.Get("text")}}
	case pages.ActOff, pages.ActStay:
		return deed{method: http.MethodPost, path: mine + "/photos/" + id + "/objection", body: map[string]bool{"askedOff": act == pages.ActOff}}
	}
	return claimingDeed(sent)
}

// filled returns the fields of a form that are not empty.
func filled(sent url.Values, names ...string) map[string]any {
	body := map[string]any{}
	for _, name := range names {
		if value := sent.Get(name); value != "" {
			body[name] = value
		}
	}
	return body
}

// myPhoto answers with a photo that names the signed-in person and that others may not see.
func (s *site) myPhoto(v visit) error {
	event, err := idOf(v.echo, "event")
	if err != nil {
		return err
	}
	photo, err := idOf(v.echo, "photo")
	if err != nil {
		return err
	}
	size := "page"
	if v.echo.QueryParam("size") == "thumbnail" {
		size = "thumbnail"
	}
	return s.caller(v, true).pass(tenantPath(v) + "/events/" + event.String() + "/photos/" + photo.String() + "/image?size=" + size)
}
