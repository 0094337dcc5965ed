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
func Ask(b *pgx.Batch, p authz.Principal, event uuid.UUID, now time.Time, answer func(Standing) error) {
	var s Standing
	b.Queue(`select s.revoked_at is null and s.expires_at > $3 and a.suspended_at is null, a.verified_at is not null, a.name,
			(select e.region_id from league.events e where e.id = $4)
		from platform.sessions s join platform.accounts a on a.id = s.account_id
		where s.id = $1 and s.account_id = $2`, p.Session, p.Account, now, event).
		Query(func(rows pgx.Rows) error {
			for rows.Next() {
				var region *uuid.UUID
				if err := rows.Scan(&s.Live, &s.Verified, &s.Name, &region); err != nil {
					return err
				}
				if region != nil {
					s.Region = *region
				}
			}
			return rows.Err()
		})
	b.Queue(`select tenant_id, role, scope, coalesce(scope_id, tenant_id), valid_from, valid_until
		from league.grants where account_id = $1 and revoked_at is null and tenant_id = platform.current_tenant()`, p.Account).
		Query(func(rows pgx.Rows) error {
			for rows.Next() {
				g, err := scanGrant(rows)
				if err != nil {
					return err
				}
				s.Grants = append(s.Grants, g)
			}
			if err := rows.Err(); err != nil {
				return err
			}
			return answer(s)
		})
}

func scanGrant(row pgx.Row) (authz.Grant, error) {
	var g authz.Grant
	var until *time.Time
	if err := row.Scan(&g.Tenant, &g.Role, &g.Scope, &g.ScopeID, &g.From, &until); err != nil {
		return g, err
	}
	if until != nil {
		g.Until = *until
	}
	return g, nil
}
