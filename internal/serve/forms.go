package serve

import (
	"net/http"
	"net/url"

	"github.com/labstack/echo/v4"

	"referto/frontend/pages"
	"referto/openapi"
)

// signedIn wraps a page for signed-in persons. Others are asked to sign in first, and led back. Ids are the parts of
// the address that have to be ids: if one is malformed the page does not exist, and nobody is asked to sign in.
func (s *site) signedIn(next func(visit) error, ids ...string) func(visit) error {
	return func(v visit) error {
		for _, name := range ids {
			if _, err := idOf(v.echo, name); err != nil {
				return err
			}
		}
		if v.held == nil {
			return s.signInFirst(v)
		}
		return next(v)
	}
}

// showing answers with a page of forms and a status. Sent is the form that was refused, nil for none.
type showing func(v visit, status int, sent *pages.Sent) error

// unsent shows a page of forms of which none was sent.
func unsent(show showing) func(visit) error {
	return func(v visit) error { return show(v, http.StatusOK, nil) }
}

// forms serves a page of a tenant, below its address, on which signed-in persons send forms. Asks translates a form
// into an operation of the API, which decides who may see the page and do the act. See [site.change] for the answer
// to a form.
func (s *site) forms(e *echo.Echo, path string, asks func(url.Values) deed, show showing) {
	e.GET("/t/:tenant"+path, s.entered(s.signedIn(unsent(show))))
	s.takes(e, "/t/:tenant"+path, s.entered(s.signedIn(func(v visit) error { return s.change(v, asks, show, path) })))
}

// change carries out a form of a tenant's page and redirects to the page, below the tenant's address. If the form is
// refused, the page is shown with the form and its faults.
func (s *site) change(v visit, asks func(url.Values) deed, show showing, path string) error {
	sent := v.echo.Request().PostForm
	problem, err := s.do(v, asks(sent), nil)
	switch {
	case err != nil:
		return err
	case problem != nil:
		return show(v, refusedStatus(problem), refusedForm(sent, ofAmount(problem)))
	}
	return seeOther(v.echo, v.reader.Link("/t/"+url.PathEscape(v.tenant.Slug)+path))
}

// deed is the operation, below a tenant's address, that a form asks for; without method for none.
type deed struct {
	method, path, match string
	body                any
}

// do carries out a form of a tenant's page, and refuses an unknown form.
func (s *site) do(v visit, d deed, out any) (*openapi.Problem, error) {
	if d.method == "" {
		return nil, echo.NewHTTPError(http.StatusBadRequest)
	}
	o := s.caller(v, true)
	o.match = d.match
	return o.call(d.method, tenantPath(v)+d.path, d.body, out)
}
