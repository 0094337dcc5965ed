package serve

import (
	"bytes"
	"net/http"
	"net/url"
	"strings"

	"github.com/google/uuid"

	"referto/frontend/pages"
	"referto/openapi"
)

// showFounding shows the page on which a club or a federation is founded.
func (s *site) showFounding(v visit, status int, sent *pages.Sent) error {
	var body bytes.Buffer
	if err := s.pages.Founding(&body, pages.Founding{Reader: v.reader, Key: uuid.NewString(), Sent: sent}); err != nil {
		return err
	}
	return unkept(v.echo, status, &body)
}

// found founds the tenant of the form, in the language of the page, and redirects to the founder's next task: a club
// announces its first tournament, a federation sees its list of open tasks.
func (s *site) found(v visit) error {
	sent := v.echo.Request().PostForm
	typed := map[string]string{}
	for _, name := range pages.FoundingFields() {
		typed[name] = strings.TrimSpace(sent.Get(name))
	}
	body := openapi.NewTenant{
		Slug: strings.ToLower(typed["slug"]), Name: typed["name"], Kind: openapi.TenantKind(typed["kind"]), Languages: []openapi.Language{openapi.Language(v.reader.Lang)},
	}
	var founded openapi.Tenant
	problem, err := s.caller(v, true).call(http.MethodPost, "/tenants", body, &founded)
	switch {
	case err != nil:
		return err
	case problem != nil && problem.Status == http.StatusUnauthorized: // the session ended a moment ago
		s.cookie.take(v.echo)
		return s.signInFirst(v)
	case problem != nil:
		return s.showFounding(v, refusedStatus(problem), &pages.Sent{Act: pages.ActFound, Typed: typed, Refused: refusalOf(problem, pages.FoundingFields())})
	}
	next := "/console/t/" + url.PathEscape(founded.Slug)
	if founded.Kind == openapi.TenantKindClub {
		next += "/events/new"
	}
	return seeOther(v.echo, v.reader.Link(next))
}
