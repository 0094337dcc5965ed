package tenantapi

import (
	"referto/internal/authz/gate"
	"referto/internal/oneline"
	"referto/internal/tenant"
	"referto/internal/tenant/registrydb"
	"referto/openapi"
)

// fromNewTenant reads what a founder asks for. A slug that reads like an id is
// refused, because addresses take either, and one that would pass for the platform.
func fromNewTenant(n *openapi.NewTenant) (tenant.Tenant, error) {
	if _, ok := registrydb.CanonicalID(n.Slug); ok {
		return tenant.Tenant{}, ErrSlug
	}
	if tenant.Reserved(n.Slug) {
		return tenant.Tenant{}, ErrSlugReserved
	}
	name, err := oneline.Clean(n.Name)
	if err != nil {
		return tenant.Tenant{}, err
	}
	languages := openapi.Each(n.Languages, func(l openapi.Language) string { return string(l) })
	if len(languages) == 0 {
		languages = []string{string(openapi.LanguageEn)}
	}
	return tenant.Tenant{Slug: n.Slug, Name: name, Kind: tenant.Kind(n.Kind), Languages: languages}, nil
}

func toTenant(t tenant.Tenant) openapi.Tenant {
	return openapi.Tenant{
		Id: t.ID, Slug: t.Slug, Name: t.Name, Kind: openapi.TenantKind(t.Kind), CreatedAt: t.CreatedAt,
		Languages: openapi.Each(t.Languages, func(l string) openapi.Language { return openapi.Language(l) }),
	}
}

// toRecord makes the record of a tenant that the audit keeps, and that a stale change is shown.
func toRecord(t tenant.Tenant) map[string]any {
	return map[string]any{"version": gate.Version(t.Version), "slug": t.Slug, "name": t.Name, "kind": t.Kind, "languages": t.Languages}
}

func toRegion(r tenant.Region) openapi.Region { return openapi.Region{Id: r.ID, Name: r.Name} }

func refOf(t tenant.Tenant) tenant.Ref { return tenant.Ref{ID: t.ID, Slug: t.Slug, Name: t.Name} }

func toRef(r tenant.Ref) openapi.TenantRef {
	return openapi.TenantRef{Id: r.ID, Slug: r.Slug, Name: r.Name}
}

func toAffiliation(a tenant.Affiliation) openapi.Affiliation {
	return openapi.Affiliation{
		Id: a.ID, Federation: toRef(a.Federation), Club: toRef(a.Club), State: openapi.AffiliationState(a.State),
		RequestedAt: a.RequestedAt, DecidedAt: a.DecidedAt, Reason: a.Reason,
	}
}
