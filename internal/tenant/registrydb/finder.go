package registrydb

import (
	"context"
	"time"

	"github.com/google/uuid"
	"github.com/jackc/pgx/v5"

	"referto/internal/recent"
	"referto/internal/tenant"
	"referto/internal/tenant/tenantdb"
)

// Finder finds the tenant an address names, and remembers it. Id, slug and kind
// never change; a name or languages that do are at most a minute old on other
// replicas. That there is no such tenant is not remembered, nor one that is closed: when
// it opens again, that is seen at once. It is safe for concurrent use.
type Finder struct {
	db  *tenantdb.DB
	now func() time.Time

	known *recent.Cache[string, remembered] // by slug and by id
}

type remembered struct {
	tenant tenant.Tenant
	until  time.Time
}

// The time for which entries are remembered, and the most of them. A tenant
// has two.
const (
	rememberFor = time.Minute
	rememberMax = 20_000
)

// NewFinder makes a finder that remembers nothing yet.
func NewFinder(db *tenantdb.DB, now func() time.Time) *Finder {
	return &Finder{db: db, now: now, known: recent.New[string, remembered](rememberMax)}
}

// Find is the tenant by slug or id; an id in any but its canonical spelling (lower
// case, with dashes) is none. The error is [tenant.ErrNotFound] or the database's.
func (f *Finder) Find(ctx context.Context, slugOrID string) (tenant.Tenant, error) {
	now := f.now()
	if t, ok := f.recall(slugOrID, now); ok {
		return t, nil
	}
	t, err := f.load(ctx, slugOrID)
	if err != nil {
		return tenant.Tenant{}, err
	}
	f.remember(t, now)
	return t, nil
}

func (f *Finder) load(ctx context.Context, slugOrID string) (t tenant.Tenant, err error) {
	err = tenantdb.Global(ctx, f.db, nil, func(tx tenantdb.GlobalTx) error {
		t, err = Lookup(tx, slugOrID)
		return err
	})
	return t, err
}

// Lookup retrieves the current state of a tenant by slug or id, past the cache; see [Finder.Find].
func Lookup(door tenantdb.Door, slugOrID string) (tenant.Tenant, error) {
	var found *tenant.Tenant
	b := &pgx.Batch{}
	if id, ok := CanonicalID(slugOrID); ok {
		tenantdb.Maybe(b, &found, `select `+tenantColumns+` from platform.tenants where id = $1`, id)
	} else {
		tenantdb.Maybe(b, &found, `select `+tenantColumns+` from platform.tenants where slug = $1`, slugOrID)
	}
	if err := door.Send(b); err != nil {
		return tenant.Tenant{}, err
	}
	if found == nil {
		return tenant.Tenant{}, tenant.ErrNotFound
	}
	return *found, nil
}

// Changed replaces the cached tenant, after a change is committed.
func (f *Finder) Changed(t tenant.Tenant) { f.remember(t, f.now()) }

func (f *Finder) recall(slugOrID string, now time.Time) (tenant.Tenant, bool) {
	r, ok := f.known.Get(slugOrID)
	return r.tenant, ok && now.Before(r.until)
}

// Forget drops a tenant from the cache, so that it is looked up anew.
func (f *Finder) Forget(t tenant.Tenant) {
	f.known.Forget(t.Slug)
	f.known.Forget(t.ID.String())
}

func (f *Finder) remember(t tenant.Tenant, now time.Time) {
	if t.DeleteAt != nil {
		return
	}
	r := remembered{t, now.Add(rememberFor)}
	f.known.Put(t.Slug, r)
	f.known.Put(t.ID.String(), r)
}

// CanonicalID reads an id in its one spelling: lower case, with dashes.
func CanonicalID(text string) (uuid.UUID, bool) {
	id, err := uuid.Parse(text)
	if err != nil || id.String() != text {
		return uuid.Nil, false
	}
	return id, true
}
