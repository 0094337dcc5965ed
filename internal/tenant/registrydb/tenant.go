package registrydb

import (
	"errors"

	"github.com/google/uuid"
	"github.com/jackc/pgx/v5"

	"referto/internal/tenant"
	"referto/internal/tenant/tenantdb"
)

// ErrSlugTaken means that another tenant has the slug.
var ErrSlugTaken = errors.New("registrydb: slug taken")

const tenantColumns = `id, slug, name, kind, languages, created_at, version, logo_digest, logo_alt, logo_width, logo_height,
	(select d.due_at from platform.tenant_deletions d where d.tenant = tenants.id and d.withdrawn_at is null and d.done_at is null) as delete_at`

// Tenant retrieves the current state of a tenant by its id. It returns [tenantdb.ErrNotFound] if there is none.
func Tenant(door tenantdb.Door, id uuid.UUID) (t tenant.Tenant, err error) {
	b := &pgx.Batch{}
	tenantdb.One(b, &t, `select `+tenantColumns+` from platform.tenants where id = $1`, id)
	return t, door.Send(b)
}

// LockedTenant is the tenant of the transaction, kept from other changes until its
// end.
func LockedTenant(tx tenantdb.Tx) (t tenant.Tenant, err error) {
	b := &pgx.Batch{}
	tenantdb.One(b, &t, `select `+tenantColumns+` from platform.tenants where id = platform.current_tenant() for update`)
	return t, tx.Send(b)
}

// Tenants are the tenants that are not closed after a slug ("" for the first), ordered by slug, of a
// kind ("" for all), limit at most.
func Tenants(door tenantdb.Door, kind tenant.Kind, after string, limit int) (list []tenant.Tenant, err error) {
	b := &pgx.Batch{}
	tenantdb.Many(b, &list, `select `+tenantColumns+` from platform.tenants
		where slug > $1 collate "C" and ($2 = '' or kind = $2)
			and not exists (select from platform.tenant_deletions d where d.tenant = tenants.id and d.due_at is not null and d.withdrawn_at is null and d.done_at is null)
		order by slug collate "C" limit $3`, after, string(kind), limit)
	return list, door.Send(b)
}

// AllTenants are the tenants after a slug, closed ones too, ordered by slug, limit at most.
func AllTenants(door tenantdb.Door, after string, limit int) (list []tenant.Tenant, err error) {
	b := &pgx.Batch{}
	tenantdb.Many(b, &list, `select `+tenantColumns+` from platform.tenants where slug > $1 collate "C" order by slug collate "C" limit $2`, after, limit)
	return list, door.Send(b)
}

// AddTenant stores a new tenant. It returns [ErrSlugTaken] if another tenant has the slug, or if a tenant with this
// slug was deleted less than [tenant.SlugKept] ago.
func AddTenant(tx tenantdb.GlobalTx, t tenant.Tenant) error {
	b := &pgx.Batch{}
	tenantdb.Exec(b, `insert into platform.tenants (id, slug, name, kind, languages, created_at, version) select $1, $2, $3, $4, $5, $6, 1
		where not exists (select from platform.tenant_deletions where slug = $2 and done_at > $7)`,
		t.ID, t.Slug, t.Name, string(t.Kind), t.Languages, t.CreatedAt, t.CreatedAt.Add(-tenant.SlugKept))
	err := tx.Send(b)
	if tenantdb.Violates(err, "tenant_slug_unique") || errors.Is(err, tenantdb.ErrNotFound) {
		return ErrSlugTaken
	}
	return err
}

// ChangeTenant stores name and languages of the transaction's tenant, which
// [LockedTenant] has locked, and counts its version.
func ChangeTenant(tx tenantdb.Tx, name string, languages []string) error {
	b := &pgx.Batch{}
	tenantdb.Exec(b, `update platform.tenants set name = $1, languages = $2, version = version + 1 where id = platform.current_tenant()`,
		name, languages)
	return tx.Send(b)
}

// Pictures are the files of a logo.
type Pictures struct {
	Print, Mark []byte // PNG; nil for none
}

// SetLogo stores the logo of the transaction's tenant, which [LockedTenant] has locked, in the place of the one before, and
// counts its version. The zero values of both take it away.
func SetLogo(tx tenantdb.Tx, logo tenant.Logo, p Pictures) error {
	b := &pgx.Batch{}
	tenantdb.Exec(b, `update platform.tenants set logo = $1, logo_mark = $2, logo_digest = $3, logo_alt = $4, logo_width = $5, logo_height = $6,
		version = version + 1 where id = platform.current_tenant()`, p.Print, p.Mark, logo.LogoDigest, logo.LogoAlt, logo.LogoWidth, logo.LogoHeight)
	return tx.Send(b)
}

// LogoOf are the pictures of a tenant's logo by their digest; none where it has another one by now.
func LogoOf(door tenantdb.Door, id uuid.UUID, digest string) (p Pictures, err error) {
	var found *Pictures
	b := &pgx.Batch{}
	tenantdb.Maybe(b, &found, `select logo as print, logo_mark as mark from platform.tenants where id = $1 and logo_digest = $2 and logo is not null`, id, digest)
	if err = door.Send(b); err == nil && found != nil {
		p = *found
	}
	return p, err
}
