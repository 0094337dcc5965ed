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
	var named struct {
		ID    uuid.UUID
		Fresh bool
	}
	b := &pgx.Batch{}
	tenantdb.One(b, &named, `insert into platform.operators (account_id, added_at) select id, $2 from platform.accounts
		where email_key = $1 and verified_at is not null and suspended_at is null and deleted_at is null on conflict (account_id) do update set added_at = platform.operators.added_at returning account_id as id, added_at = $2 as fresh`, emailKey, now)
	if err := tx.Send(b); err != nil || !named.Fresh {
		return err
	}
	return AddOperatorAct(tx, OperatorAct{At: now, Act: OperatorAdded, Whom: &named.ID})
}

// RemoveOperator takes the name of an operator back, by the key of their address; [tenantdb.ErrNotFound] without one.
func RemoveOperator(tx tenantdb.GlobalTx, emailKey string, now time.Time) error {
	var whom uuid.UUID
	b := &pgx.Batch{}
	tenantdb.Scalar(b, &whom, `delete from platform.operators o using platform.accounts a where a.id = o.account_id and a.email_key = $1 returning o.account_id`, emailKey)
	if err := tx.Send(b); err != nil {
		return err
	}
	return AddOperatorAct(tx, OperatorAct{At: now, Act: OperatorRemoved, Whom: &whom})
}

// The recorded acts of operators outside of tenants.
const (
	JobRetried      = "job-retried"
	OperatorAdded   = "operator-added"
	OperatorRemoved = "operator-removed"
)

// OperatorAct is an act of an operator outside of tenants, or a command about operators.
type OperatorAct struct {
	ID       uuid.UUID
	At       time.Time
	Account  *uuid.UUID // the operator; nil for a command on the server
	Name     string     // of the account
	Act      string
	Whom     *uuid.UUID // the account that was named or taken from the list
	WhomName string
	Subject  string // the job that is tried again: its kind and number
}

// AddOperatorAct records an act, in the transaction of the act itself.
func AddOperatorAct(tx tenantdb.GlobalTx, a OperatorAct) error {
	b := &pgx.Batch{}
	tenantdb.Exec(b, `insert into platform.operator_acts (id, at, account, act, whom, subject) values ($1, $2, $3, $4, $5, $6)`, uuid.Must(uuid.NewV7()), a.At, a.Account, a.Act, a.Whom, a.Subject)
	return tx.Send(b)
}

// OperatorActs are the acts, the latest first, limit at most.
func OperatorActs(tx tenantdb.GlobalTx, limit int) (list []OperatorAct, err error) {
	b := &pgx.Batch{}
	tenantdb.Many(b, &list, `select o.id, o.at, o.account, coalesce((select a.name from platform.accounts a where a.id = o.account), '') as name, o.act,
		o.whom, coalesce((select a.name from platform.accounts a where a.id = o.whom), '') as whom_name, o.subject from platform.operator_acts o order by o.at desc, o.id desc limit $1`, limit)
	return list, tx.Send(b)
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
	Role    *uuid.UUID // the grant by which they look; nil for looks that began before it was noted
	EndedAt *time.Time // when it was ended before its time; nil: it was not
	EndedBy string     // name of the operator who ended it
}

// AddAccess stores that an operator looks into a tenant.
func AddAccess(tx tenantdb.GlobalTx, a Access) error {
	b := &pgx.Batch{}
	tenantdb.Exec(b, `insert into platform.operator_accesses (id, account, tenant, reason, at, until, role) values ($1, $2, $3, $4, $5, $6, $7)`, a.ID, a.Account, a.Tenant, a.Reason, a.At, a.Until, a.Role)
	return tx.Send(b)
}

// EndAccess records that an access was ended before its time. An access that is over, or was ended before, is left
// unchanged.
func EndAccess(tx tenantdb.GlobalTx, id, by uuid.UUID, now time.Time) error {
	b := &pgx.Batch{}
	b.Queue(`update platform.operator_accesses set ended_at = $2, ended_by = $3 where id = $1 and ended_at is null and until > $2`, id, now, by)
	return tx.Send(b)
}

const accesses = `select o.id, o.account, coalesce((select a.name from platform.accounts a where a.id = o.account), '') as name, o.tenant,
	coalesce((select t.slug from platform.tenants t where t.id = o.tenant), '') as slug, o.reason, o.at, o.until, o.role, o.ended_at,
	coalesce((select a.name from platform.accounts a where a.id = o.ended_by), '') as ended_by from platform.operator_accesses o`

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
