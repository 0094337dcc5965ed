package serve

import (
	"io"
	"net/http"
	"net/url"
	"strconv"

	"github.com/google/uuid"
	"github.com/labstack/echo/v4"

	"referto/frontend/pages"
	"referto/internal/authz/gate"
	"referto/internal/tenant/registrydb"
	"referto/internal/tenant/tenantapi"
)

// showLogo shows the page for changing the logo of a tenant, to those who may change it.
func (s *site) showLogo(v visit, status int, sent *pages.Sent) error {
	now, err := registrydb.Tenant(v.door, v.tenant.ID) // the cached tenant may be older than the last change
	if err != nil {
		return err
	}
	if !s.overTenant(v, "tenant:write") {
		return echo.NewHTTPError(http.StatusForbidden)
	}
	page := pages.LogoPage{Reader: v.reader, Tenant: tenantapi.View(now), Key: uuid.NewString(), Version: gate.Version(now.Version), Sent: sent}
	return rendered(v, status, nil, nil, func(out io.Writer) error { return s.pages.Logo(out, page) })
}

// changeLogo carries out a form of the page, and shows the page again.
func (s *site) changeLogo(v visit) error {
	content, err := sentFile(v.echo, "content")
	if err != nil {
		return err
	}
	return s.change(v, func(sent url.Values) deed { return logoDeed(sent, content) }, s.showLogo, pages.LogoPath)
}

// logoDeed is the operation, below a tenant's address, that a form of the page asks for; without method for none.
func logoDeed(sent url.Values, content []byte) deed {
	match := strconv.Quote(sent.Get("version"))
	switch sent.Get("act") {
	case pages.ActSetLogo:
		body := filled(sent, "alternativeText")
		body["content"] = content
		return deed{method: http.MethodPut, path: "/logo", match: match, body: body}
	case pages.ActRemoveLogo:
		return deed{method: http.MethodDelete, path: "/logo", match: match}
	}
	return deed{}
}
