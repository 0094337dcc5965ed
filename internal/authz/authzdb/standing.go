// Package authzdb stores and reads the rows that permissions depend on: accounts,
// sessions, grants and invitations.
//
// [AskStamp] is the prelude of every signed-in request: a column read beside the setting of the tenant, which shows
// whether the cached standing of the caller ([Ask]) is still current. A session ended or a role revoked a moment ago
// is refused now, on every replica.
package authzdb

import (
	"time"

	"github.com/google/uuid"
	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgtype"

	"referto/internal/authz"
	"referto/internal/tenant/tenantdb"
)

// Standing is all that the database knows about a caller. It may be remembered, and is
// not changed.
type Standing struct {
	// Stamp is the stamp that was current when the standing was read, or an earlier one. If another stamp is current,
	// the standing may have changed.
	Stamp uuid.UUID
	// Ended reports whether their session has been ended, there is none, or the
	// account is suspended.
	Ended bool
	// ExpiresAt is the time at which the session ends by itself.
	ExpiresAt time.Time
	// Name is the caller's name, for the records that they make.
	Name   string
	Grants []authz.Grant // in the tenant of the door
}

// Live reports whether the session stands: not ended, not expired, and the account not
// suspended.
func (s *Standing) Live(now time.Time) bool { return !s.Ended && now.Before(s.ExpiresAt) }

// AskStamp queues reading the stamp of an account, and the region of an event (uuid.Nil: no event), beside the
// setting of the tenant, and calls answer with both: the stamp is uuid.Nil if the account has none yet, and the
// region if the event has none or is not of the tenant. An error of answer is returned by the door.
func AskStamp(o *tenantdb.Opening, account, event uuid.UUID, answer func(stamp, region uuid.UUID) error) {
	const stamp = `(select s.stamp from platform.stamps s where s.account_id = $2)`
	if event == uuid.Nil {
		o.Beside(stamp, func(row pgx.Row) error {
			var stamp pgtype.UUID
			if err := row.Scan(&stamp); err != nil {
				return err
			}
			return answer(stamp.Bytes, uuid.Nil)
		}, account)
		return
	}
	o.Beside(stamp+`, (select e.region_id from league.events e where e.id = $3)`, func(row pgx.Row) error {
		var stamp, region pgtype.UUID
		if err := row.Scan(&stamp, &region); err != nil {
			return err
		}
		return answer(stamp.Bytes, region.Bytes)
	}, account, event)
}

// InsistOnStamp makes the opening statement fail the transaction if the stamp of an account is not the given one;
// uuid.Nil is none. The same statement then waits for a lock ([LockOf]), "" for none.
func InsistOnStamp(o *tenantdb.Opening, account, stamp uuid.UUID, lock string) {
	columns := `platform.insist((select s.stamp from platform.stamps s where s.account_id = $2) is not distinct from $3)`
	args := []any{account, uuid.NullUUID{UUID: stamp, Valid: stamp != uuid.Nil}}
	if lock != "" {
		columns, args = columns+`, `+locked(`$4`), append(args, lock)
	}
	o.Beside(columns, func(row pgx.Row) error { return row.Scan(make([]any, len(args)-1)...) }, args...)
}

// Ask queues the query for the standing of a user, in the tenant of the door, and calls answer with the result, whose
// stamp is not set yet: the stamp has to be read earlier ([AskStamp]), so that a change in between renews the
// standing. An error of answer is returned by the door.
//
// It is one statement: a row for each grant, and one without a grant if there are none. Every row repeats the data of
// the caller.
func Ask(b *pgx.Batch, p authz.Principal, answer func(Standing) error) {
	b.Queue(`select s.revoked_at is not null or a.suspended_at is not null, s.expires_at, a.name,
			g.tenant_id, g.role, g.scope, coalesce(g.scope_id, g.tenant_id), g.valid_from, g.valid_until
		from platform.sessions s
			join platform.accounts a on a.id = s.account_id
			left join league.grants g on g.tenant_id = platform.current_tenant() and g.account_id = a.id and g.revoked_at is null
		where s.id = $1 and s.account_id = $2`, p.Session, p.Account).
		Query(func(rows pgx.Rows) error {
			s := Standing{Ended: true}
			for rows.Next() {
				if err := scanStanding(rows, &s); err != nil {
					return err
				}
			}
			if err := rows.Err(); err != nil {
				return err
			}
			return answer(s)
		})
}

// scanStanding reads a row of [Ask]. Without a grant its columns are NULL.
func scanStanding(row pgx.Row, s *Standing) error {
	var tenant, scope *uuid.UUID
	var role *authz.Role
	var over *authz.Scope
	var from, until *time.Time
	if err := row.Scan(&s.Ended, &s.ExpiresAt, &s.Name, &tenant, &role, &over, &scope, &from, &until); err != nil {
		return err
	}
	if tenant == nil {
		return nil
	}
	g := authz.Grant{Tenant: *tenant, Role: *role, Scope: *over, ScopeID: *scope, From: *from}
	if until != nil {
		g.Until = *until
	}
	s.Grants = append(s.Grants, g)
	return nil
}
