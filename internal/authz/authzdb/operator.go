package authzdb

import (
	"time"

	"github.com/google/uuid"
	"github.com/jackc/pgx/v5"

	"referto/internal/authz"
	"referto/internal/tenant/tenantdb"
)

// OperatorFor is the time after typing the password for which an operator is one.
const OperatorFor = 8 * time.Hour

// AskOperator queues the question whether a user is an operator of the platform, outside of tenants, and adds the role
// to out: for some hours since the session began by the password, and over already for one that did not.
func AskOperator(b *pgx.Batch, p authz.Principal, out *[]authz.Grant) {
	b.Queue(`select o.added_at, s.password_at from platform.operators o join platform.sessions s on s.account_id = o.account_id where s.id = $1 and s.account_id = $2`, p.Session, p.Account).
		Query(func(rows pgx.Rows) error {
			*out = nil
			for rows.Next() {
				var added time.Time
				var typed *time.Time
				if err := rows.Scan(&added, &typed); err != nil {
					return err
				}
				g := authz.Grant{Role: authz.RolePlatformAdmin, Scope: authz.ScopePlatform, From: added, Until: added}
				if typed != nil {
					g.Until = typed.Add(OperatorFor)
				}
				*out = append(*out, g)
			}
			return rows.Err()
		})
}

// Operator is an account that has been named as one of the platform's own.
type Operator struct {
	AccountID uuid.UUID
	Email     string
	Name      string
	AddedAt   time.Time
}

// Operators are those that have been named, by address.
func Operators(tx tenantdb.GlobalTx) (list []Operator, err error) {
	b := &pgx.Batch{}
	tenantdb.Many(b, &list, `select o.account_id, a.email, a.name, o.added_at from platform.operators o join platform.accounts a on a.id = o.account_id order by a.email`)
	return list, tx.Send(b)
}

// AddOperator names the account of a confirmed address (its key); [tenantdb.ErrNotFound] where there is none. One that
// is named already stays.
func AddOperator(tx tenantdb.GlobalTx, emailKey string, now time.Time) error {
	b := &pgx.Batch{}
	tenantdb.Exec(b, `insert into platform.operators (account_id, added_at) select id, $2 from platform.accounts
		where email_key = $1 and verified_at is not null and suspended_at is null and deleted_at is null on conflict (account_id) do update set added_at = platform.operators.added_at`, emailKey, now)
	return tx.Send(b)
}

// RemoveOperator takes the name of an operator back, by the key of their address; [tenantdb.ErrNotFound] without one.
func RemoveOperator(tx tenantdb.GlobalTx, emailKey string) error {
	b := &pgx.Batch{}
	tenantdb.Exec(b, `delete from platform.operators o using platform.accounts a where a.id = o.account_id and a.email_key = $1`, emailKey)
	return tx.Send(b)
}

// Access is the look of an operator into a tenant.
type Access struct {
	ID      uuid.UUID
	Account uuid.UUID
	Name    string // of the account
	Tenant  uuid.UUID
	Slug    string // of the tenant; "" once it is deleted
	Reason  string
	At      time.Time
	Until   time.Time
}

// AddAccess stores that an operator looks into a tenant.
func AddAccess(tx tenantdb.GlobalTx, a Access) error {
	b := &pgx.Batch{}
	tenantdb.Exec(b, `insert into platform.operator_accesses (id, account, tenant, reason, at, until) values ($1, $2, $3, $4, $5, $6)`, a.ID, a.Account, a.Tenant, a.Reason, a.At, a.Until)
	return tx.Send(b)
}

const accesses = `select o.id, o.account, coalesce((select a.name from platform.accounts a where a.id = o.account), '') as name, o.tenant,
	coalesce((select t.slug from platform.tenants t where t.id = o.tenant), '') as slug, o.reason, o.at, o.until from platform.operator_accesses o`

// Accesses are the looks of operators into tenants, the latest first, limit at most.
func Accesses(tx tenantdb.GlobalTx, limit int) (list []Access, err error) {
	b := &pgx.Batch{}
	tenantdb.Many(b, &list, accesses+` order by o.at desc, o.id desc limit $1`, limit)
	return list, tx.Send(b)
}

// AccessOf is one of them by its id; [tenantdb.ErrNotFound] without it.
func AccessOf(tx tenantdb.GlobalTx, id uuid.UUID) (a Access, err error) {
	b := &pgx.Batch{}
	tenantdb.One(b, &a, accesses+` where o.id = $1`, id)
	return a, tx.Send(b)
}

// LastAct is the moment of the last line in the audit of the door's tenant; nil without any.
func LastAct(door tenantdb.Door) (at *time.Time, err error) {
	b := &pgx.Batch{}
	tenantdb.Scalar(b, &at, `select max(at) from league.audit where tenant_id = platform.current_tenant()`)
	return at, door.Send(b)
}
