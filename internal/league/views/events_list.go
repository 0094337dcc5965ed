package views

import (
	"referto/internal/tenant"
	"referto/openapi"
)

func TenantRef(t tenant.Ref) openapi.TenantRef {
	return openapi.TenantRef{Id: t.ID, Slug: t.Slug, Name: t.Name}
}
