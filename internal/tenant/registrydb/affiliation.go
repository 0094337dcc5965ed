package registrydb

import (
	"errors"
	"time"

	"github.com/google/uuid"
	"github.com/jackc/pgx/v5"

	"referto/internal/tenant"
	"referto/internal/tenant/tenantdb"
)

// ErrAffiliationOpen means that the two tenants are affiliated, or a request is open between them.
var ErrAffiliationOpen = errors.New("registrydb: an affiliation is open")

// The columns of tenant.Affiliation, in the order it is scanned.
const selectAffiliations = `select a.id, a.federation_id, f.slug, f.name, a.club_id, c.slug, c.name,
		a.state, a.requested_at, a.decided_at, coalesce(a.reason, '')
	from platform.affiliations a
	join platform.tenants f on f.id = a.federation_id
	join platform.tenants c on c.id = a.club_id `

func scanAffiliation(row pgx.CollectableRow) (a tenant.Affiliation, err error) {
	var decided *time.Time
	err = row.Scan(&a.ID, &a.Federation.ID, &a.Federation.Slug, &a.Federation.Name, &a.Club.ID, &a.Club.Slug, &a.Club.Name,
		&a.State, &a.RequestedAt, &decided, &a.Reason)
	if decided != nil {
		a.DecidedAt = *decided
	}
	return a, err
}

// Affiliations retrieves the affiliations of a tenant, as federation or as club, the newest first.
func Affiliations(door tenantdb.Door, of uuid.UUID) (list []tenant.Affiliation, err error) {
	b := &pgx.Batch{}
	b.Queue(selectAffiliations+`where a.federation_id = $1 or a.club_id = $1 order by a.requested_at desc, a.id`, of).
		Query(func(rows pgx.Rows) (err error) {
			list, err = pgx.CollectRows(rows, scanAffiliation)
			return err
		})
	return list, door.Send(b)
}

// LockedAffiliation is one that the tenant is a side of, kept from other changes
// until the end of the transaction. The error is [tenantdb.ErrNotFound].
func LockedAffiliation(tx tenantdb.Tx, of, id uuid.UUID) (a tenant.Affiliation, err error) {
	b := &pgx.Batch{}
	b.Queue(selectAffiliations+`where a.id = $1 and (a.federation_id = $2 or a.club_id = $2) for update of a`, id, of).
		Query(func(rows pgx.Rows) (err error) {
			a, err = pgx.CollectExactlyOneRow(rows, scanAffiliation)
			return err
		})
	return a, tx.Send(b)
}

// AddAffiliation stores the request of the acting tenant, the club, and the account that made it. It returns
// [ErrAffiliationOpen] if an affiliation is open between the two.
func AddAffiliation(tx tenantdb.Tx, a tenant.Affiliation, by uuid.UUID) error {
	b := &pgx.Batch{}
	tenantdb.Exec(b, `insert into platform.affiliations (id, federation_id, club_id, state, requested_by, requested_at)
		values ($1, $2, platform.current_tenant(), $3, $4, $5)`, a.ID, a.Federation.ID, string(a.State), by, a.RequestedAt)
	err := tx.Send(b)
	if tenantdb.Violates(err, "affiliation_open_once") {
		return ErrAffiliationOpen
	}
	return err
}

// DecideAffiliation stores the new state of an affiliation that [LockedAffiliation] has locked, and the account that
// decided.
func DecideAffiliation(tx tenantdb.Tx, a tenant.Affiliation, by uuid.UUID) error {
	b := &pgx.Batch{}
	tenantdb.Exec(b, `update platform.affiliations set state = $2, decided_by = $3, decided_at = $4, reason = nullif($5, '')
		where id = $1 and platform.current_tenant() in (federation_id, club_id)`, a.ID, string(a.State), by, a.DecidedAt, a.Reason)
	return tx.Send(b)
}
