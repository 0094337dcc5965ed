// Package authzdb stores and reads what permission is decided by: accounts,
// sessions, grants and invitations.
//
// [Ask] is the prelude of every signed-in request: one pair of statements that
// travel with the request's own, so that a session ended or a role revoked a
// moment ago is refused now, on every replica, without a cache.
package authzdb

import (
	"time"

	"github.com/google/uuid"
	"github.com/jackc/pgx/v5"

	"referto/internal/authz"
)

// Standing is what the database knows about a caller at the moment he asks.
type Standing struct {
	// Live tells whether his session stands: not ended, not expired, and the
	// account not suspended.
	Live bool
	// Verified tells whether his mail address is confirmed.
	Verified bool
	// Name is his name, for what he writes down.
	Name   string
	Grants []authz.Grant // in the tenant of the door
	// Region is that of the event asked about; uuid.Nil when it has none or
	// the tenant has no such event.
	Region uuid.UUID
}

// Ask queues the question who a user is, in the tenant of the door and about an
// event of it (uuid.Nil: none), and calls answer with the result. An error of
// answer is that of the door.
//
// It is one statement, because every request pays for it: a row for each grant,
// and one without if there are none. A row says of the caller what all of them say.
func Ask(b *pgx.Batch, p authz.Principal, event uuid.UUID, now time.Time, answer func(Standing) error) {
	region, args := `null::uuid`, []any{p.Session, p.Account, now}
	if event != uuid.Nil {
		region, args = `(select e.region_id from league.events e where e.id = $4)`, append(args, event)
	}
	b.Queue(`select s.revoked_at is null and s.expires_at > $3 and a.suspended_at is null, a.verified_at is not null, a.name, `+region+`,
			g.tenant_id, g.role, g.scope, coalesce(g.scope_id, g.tenant_id), g.valid_from, g.valid_until
		from platform.sessions s
			join platform.accounts a on a.id = s.account_id
			left join league.grants g on g.tenant_id = platform.current_tenant() and g.account_id = a.id and g.revoked_at is null
		where s.id = $1 and s.account_id = $2`, args...).
		Query(func(rows pgx.Rows) error {
			var s Standing
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
	var region, tenant, scope *uuid.UUID
	var role *authz.Role
	var over *authz.Scope
	var from, until *time.Time
	if err := row.Scan(&s.Live, &s.Verified, &s.Name, &region, &tenant, &role, &over, &scope, &from, &until); err != nil {
		return err
	}
	if region != nil {
		s.Region = *region
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
