package serve

import (
	"io"
	"net/http"
	"net/url"

	"github.com/google/uuid"

	"referto/frontend/pages"
	"referto/internal/tenant/tenantapi"
	"referto/openapi"
)

// showDeletion shows the page on which a tenant is deleted with all its data. The API decides who may see it.
func (s *site) showDeletion(v visit, status int, sent *pages.Sent) error {
	page := pages.Deletion{Reader: v.reader, Tenant: tenantapi.View(v.tenant), Key: uuid.NewString(), Sent: sent, Now: s.now()}
	problem, err := s.caller(v, true).read(read{tenantPath(v) + "/deletion", &page.Deletion})
	return rendered(v, status, problem, err, func(out io.Writer) error { return s.pages.Deletion(out, page) })
}

// deletingDeed is the operation, below a tenant's address, that a form of the page asks for; without method for none.
func deletingDeed(sent url.Values) deed {
	switch sent.Get("act") {
	case pages.ActAskDeletion:
		return deed{method: http.MethodPost, path: "/deletion", body: openapi.NewTenantDeletion{Slug: sent.Get("slug"), Reason: sent.Get("reason"), Password: sent.Get("password")}}
	case pages.ActConfirmDeletion:
		return deed{method: http.MethodPost, path: "/deletion/confirmation", body: filled(sent, "slug", "password")}
	case pages.ActWithdrawDeletion:
		return deed{method: http.MethodPost, path: "/deletion/withdrawal"}
	}
	return deed{}
}
