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

// showArchives shows the archives of a tenant. The API decides who may see them.
func (s *site) showArchives(v visit, status int, sent *pages.Sent) error {
	page := pages.Archives{Reader: v.reader, Tenant: tenantapi.View(v.tenant), Key: uuid.NewString(), Sent: sent, Now: s.now()}
	var archives openapi.TenantArchiveList
	var me openapi.Account
	problem, err := s.caller(v, true).read(read{tenantPath(v) + "/archives", &archives}, read{"/me", &me})
	page.Archives, page.Account = archives.Items, me.Id
	return rendered(v, status, problem, err, func(out io.Writer) error { return s.pages.Archives(out, page) })
}

// archivingDeed is the operation, below a tenant's address, that a form of the page asks for; without method for none.
func archivingDeed(sent url.Values) deed {
	if sent.Get("act") != pages.ActAskArchive {
		return deed{}
	}
	return deed{method: http.MethodPost, path: "/archives", body: openapi.NewTenantArchive{Password: sent.Get("password")}}
}

// archive is the file of one of them, as the API answers with it.
func (s *site) archive(v visit) error {
	id, err := idOf(v.echo, "archive")
	if err != nil {
		return err
	}
	return s.caller(v, true).pass(tenantPath(v) + "/archives/" + id.String() + "/file")
}
