package serve

import (
	"io"
	"net/http"
	"net/url"
	"strconv"

	"github.com/google/uuid"
	"github.com/labstack/echo/v4"

	"referto/frontend/pages"
	"referto/openapi"
)

// admin serves the page of the platform's operators. Everybody else gets 404, without an offer to sign in.
func (s *site) admin(v visit) error { return s.showAdmin(v, http.StatusOK, nil) }

func (s *site) showAdmin(v visit, status int, sent *pages.Sent) error {
	page := pages.Admin{Reader: v.reader, Key: uuid.NewString(), Sent: sent}
	var tenants openapi.PlatformTenantPage
	var accesses openapi.PlatformAccessList
	var acts openapi.PlatformActList
	after := ""
	if cursor := v.echo.QueryParam("tenants"); cursor != "" {
		after = "?cursor=" + url.QueryEscape(cursor)
	}
	problem, err := s.caller(v, true).read(
		read{"/admin/state", &page.State}, read{"/admin/tenants" + after, &tenants}, read{"/admin/accesses", &accesses}, read{"/admin/acts", &acts},
	)
	page.Tenants, page.More, page.Accesses, page.Acts, page.Now = tenants.Items, tenants.NextCursor, accesses.Items, acts.Items, s.now()
	return rendered(v, status, problem, err, func(out io.Writer) error { return s.pages.Admin(out, page) })
}

// changeAdmin carries out a form of the page, and shows the page again.
func (s *site) changeAdmin(v visit) error {
	sent := v.echo.Request().PostForm
	var problem *openapi.Problem
	var err error
	switch asks := s.caller(v, true); sent.Get("act") {
	case pages.ActRetry:
		problem, err = asks.call(http.MethodPost, "/admin/jobs/"+url.PathEscape(sent.Get("id"))+"/another-try", nil, nil)
	case pages.ActAccess:
		hours, _ := strconv.Atoi(sent.Get("hours")) // the API refuses 0
		problem, err = asks.call(http.MethodPost, "/admin/accesses", openapi.NewPlatformAccess{Tenant: sent.Get("tenant"), Reason: sent.Get("reason"), Hours: hours, Password: sent.Get("password")}, nil)
	case pages.ActUnlook:
		problem, err = asks.call(http.MethodDelete, "/admin/accesses/"+url.PathEscape(sent.Get("id")), nil, nil)
	default:
		return echo.NewHTTPError(http.StatusBadRequest)
	}
	switch {
	case err != nil:
		return err
	case problem != nil:
		return s.showAdmin(v, refusedStatus(problem), refusedForm(sent, problem))
	}
	return seeOther(v.echo, v.reader.Link(pages.AdminPath))
}
