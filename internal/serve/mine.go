package serve

import (
	"bytes"
	"net/http"
	"net/url"
	"strings"

	"github.com/google/uuid"
	"github.com/labstack/echo/v4"

	"referto/frontend/pages"
	"referto/openapi"
)

// mine serves a page of the signed-in person.
func (s *site) mine(page pages.Task) func(visit) error {
	return func(v visit) error {
		query := v.echo.QueryParam
		return s.showMine(v, http.StatusOK, pages.Mine{
			Page: page, After: query("after"), Claim: pages.Claim{Tenant: query("tenant"), Token: query("token"), Code: query("code")},
		})
	}
}

func (s *site) showMine(v visit, status int, page pages.Mine) error {
	page.Reader, page.Key = v.reader, uuid.NewString()
	problem, err := s.loadMine(v, &page)
	switch {
	case err != nil:
		return err
	case problem != nil && problem.Status == http.StatusUnauthorized: // the session ended a moment ago
		s.cookie.take(v.echo)
		return s.signInFirst(v)
	case problem != nil:
		return &insideProblem{*problem}
	}
	var body bytes.Buffer
	if err := s.pages.Mine(&body, page); err != nil {
		return err
	}
	return unkept(v.echo, status, &body)
}

// loadMine asks the API for the content of a page, as the signed-in person.
func (s *site) loadMine(v visit, page *pages.Mine) (*openapi.Problem, error) {
	var (
		waiting  openapi.MyWaitingPage
		entries  openapi.MyEntryPage
		results  openapi.MyResultPage
		grants   openapi.MyGrants
		offers   openapi.MyInvitations
		players  openapi.MyPlayerPage
		requests openapi.MyPlayerRequestPage
		copies   openapi.DataExportList
		accesses openapi.DataAccessPage
	)
	reads := map[pages.Task][]read{
		pages.MyAccount: {
			{"/me", &page.Account},
			{"/me/waiting?limit=50" + further(v, "waiting"), &waiting},
			{"/me/entries?limit=50" + further(v, "entries"), &entries},
			{"/me/results?limit=50" + further(v, "results"), &results},
			{"/me/grants", &grants},
			{"/me/players?limit=100", &players},
		},
		pages.Invitations: {{"/me/invitations", &offers}, {"/me/grants", &grants}},
		pages.Records:     {{"/me/players?limit=100", &players}, {"/me/player-requests?limit=20", &requests}},
		pages.MyData:      {{"/me/data-exports", &copies}, {"/me/data-accesses?limit=100", &accesses}},
	}
	if problem, err := s.caller(v, true).read(reads[page.Page]...); problem != nil || err != nil {
		return problem, err
	}
	page.MoreWaiting, page.MoreEntries, page.MoreResults = waiting.NextCursor, entries.NextCursor, results.NextCursor
	page.Waiting, page.Entries, page.Results, page.Grants = waiting.Items, entries.Items, results.Items, grants.Items
	page.Invitations, page.Players, page.Requests, page.Copies = offers.Items, players.Items, requests.Items, copies.Items
	page.Accesses = accesses.Items
	return nil, nil
}

// read is an operation that reads, and where its answer goes.
type read struct {
	path string
	into any
}

// act carries out a form of a personal page, and shows the page again.
func (s *site) act(page pages.Task) func(visit) error {
	return func(v visit) error {
		sent := v.echo.Request().PostForm
		path, body := action(sent)
		if path == "" {
			return echo.NewHTTPError(http.StatusBadRequest)
		}
		problem, err := s.caller(v, true).call(http.MethodPost, path, body, nil)
		switch {
		case err != nil:
			return err
		case problem != nil:
			text := problem.Detail
			if len(problem.Errors) > 0 {
				text = problem.Errors[0].Text
			}
			return s.showMine(v, refusedStatus(problem), pages.Mine{
				Page: page, Fault: text, Claim: pages.Claim{Tenant: sent.Get("tenant"), Token: sent.Get("token"), Code: sent.Get("code")},
			})
		}
		if sent.Get("act") == pages.ActDelete {
			s.cookie.take(v.echo)
			return seeOther(v.echo, v.reader.Link("/"))
		}
		return seeOther(v.echo, v.reader.Link(string(page)))
	}
}

// action is the operation that a form of one's own pages asks for, with its body; "" for none.
func action(sent url.Values) (path string, body any) {
	tenant := "/tenants/" + url.PathEscape(strings.ToLower(strings.TrimSpace(sent.Get("tenant"))))
	id := url.PathEscape(sent.Get("id"))
	switch sent.Get("act") {
	case pages.ActAccept:
		return "/me/invitations/" + id + "/acceptance", nil
	case pages.ActPart:
		return tenant + "/my-player/unlinking", nil
	case pages.ActWithdraw:
		return tenant + "/my-player-requests/" + id + "/withdrawal", nil
	case pages.ActByLink:
		return tenant + "/link-claims", map[string]string{"token": sent.Get("token")}
	case pages.ActByCode:
		return tenant + "/code-claims", map[string]string{"code": sent.Get("code")}
	case pages.ActCopy:
		return "/me/data-exports", nil
	case pages.ActDelete:
		return "/me/deletion", map[string]any{"password": sent.Get("password"), "eraseRecords": sent.Get("erase") == "true"}
	}
	return "", nil
}

// myCopy answers with a copy of the person's data, as the API makes it.
func (s *site) myCopy(v visit) error {
	id, err := idOf(v.echo, "copy")
	if err != nil {
		return err
	}
	return s.caller(v, true).pass("/me/data-exports/" + id.String() + "/file")
}
