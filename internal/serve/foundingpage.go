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

// founding is the page on which a club or a federation is founded. Whoever has not signed in does
// so first.
func (s *site) founding(v visit) error {
	if v.held == nil {
		return s.signInFirst(v)
	}
	return s.showFounding(v, http.StatusOK, nil)
}

func (s *site) showFounding(v visit, status int, sent *pages.Sent) error {
	var body bytes.Buffer
	if err := s.pages.Founding(&body, pages.Founding{Reader: v.reader, Key: uuid.NewString(), Sent: sent}); err != nil {
		return err
	}
	return unkept(v.echo, status, &body)
}

// found founds what the form says, in the language of the page, and leads on to what the founder
// does next: a club announces its first tournament, a federation sees what waits for it.
func (s *site) found(v visit) error {
	if v.held == nil {
		return s.signInFirst(v)
	}
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
