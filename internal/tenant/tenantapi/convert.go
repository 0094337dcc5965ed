package tenantapi

import (
	"cmp"

	"referto/internal/authz/gate"
	"referto/internal/latin"
	"referto/internal/oneline"
	"referto/internal/tenant"
	"referto/internal/tenant/registrydb"
	"referto/openapi"
)

// fromNewTenant converts a founder's request into a tenant. It refuses a slug that could be read as an id, because
// addresses take either, and one that could pass for the platform itself.
func fromNewTenant(n *openapi.NewTenant) (tenant.Tenant, error) {
	name, err := oneline.Clean(n.Name)
	if err != nil {
		return tenant.Tenant{}, err
	}
	slug := n.Slug
	if slug == "" {
		if slug, err = slugOf(name); err != nil {
			return tenant.Tenant{}, err
		}
	}
	if _, ok := registrydb.CanonicalID(slug); ok {
		return tenant.Tenant{}, ErrSlug
	}
	if tenant.Reserved(slug) {
		return tenant.Tenant{}, ErrSlugReserved
	}
	languages := openapi.Each(n.Languages, func(l openapi.Language) string { return string(l) })
	if len(languages) == 0 {
		languages = []string{string(openapi.LanguageEn)}
	}
	return tenant.Tenant{Slug: slug, Name: name, Kind: tenant.Kind(n.Kind), Languages: languages}, nil
}

// slugOf derives a slug from the name of a federation or a club. It returns [ErrSlugUnmade] if the letters of the
// name make no valid slug.
func slugOf(name string) (string, error) {
	slug := latin.Address(name, 40)
	if len(slug) < 3 || slug[0] < 'a' {
		return "", ErrSlugUnmade
	}
	return slug, nil
}

// View is a tenant as the contract has it, for pages too.
func View(t tenant.Tenant) openapi.Tenant {
	out := openapi.Tenant{
		Id: t.ID, Slug: t.Slug, Name: t.Name, Kind: openapi.TenantKind(t.Kind), CreatedAt: t.CreatedAt,
		Languages: openapi.Each(t.Languages, func(l string) openapi.Language { return openapi.Language(l) }),
	}
	if t.LogoDigest != "" {
		out.Logo = openapi.Logo{Digest: t.LogoDigest, Width: t.LogoWidth, Height: t.LogoHeight, AlternativeText: cmp.Or(t.LogoAlt, t.Name)}
	}
	return out
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
