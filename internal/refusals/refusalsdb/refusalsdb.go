// Package refusalsdb stores the notes of package refusals: lines in the security log of the installation, and
// attempts in the audits of their tenants.
package refusalsdb

import (
	"context"
	"net/netip"
	"time"

	"github.com/google/uuid"
	"github.com/jackc/pgx/v5/pgconn"

	"referto/internal/authz/authzdb"
	"referto/internal/refusals"
	"referto/internal/tenant/tenantdb"
)

// AddLines keeps lines in the security log, all or none.
func AddLines(ctx context.Context, db *tenantdb.DB, lines []refusals.Line) error {
	if len(lines) == 0 {
		return nil
	}
	return tenantdb.Global(ctx, db, nil, func(tx tenantdb.GlobalTx) error {
		b := &tenantdb.Batch{}
		for _, l := range lines {
			b.Queue(`insert into platform.refusals (id, first_at, last_at, status, reason, operation, address, account, tenant, times, request_id)
				values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11)`,
				uuid.Must(uuid.NewV7()), l.First, l.Last, l.Status, l.Reason, l.Operation, written(l.Address), tenantdb.Optional(l.Account), tenantdb.Optional(l.Tenant), l.Times, l.RequestID)
		}
		return tx.Send(b)
	})
}

// AddAttempts keeps attempts in the audit of their tenant, which all are of.
func AddAttempts(ctx context.Context, db *tenantdb.DB, tenant uuid.UUID, attempts []refusals.Attempt) error {
	return tenantdb.In(ctx, db, tenant, nil, func(tx tenantdb.Tx) error {
		b := &tenantdb.Batch{}
		for _, a := range attempts {
			authzdb.AddAudit(b, authzdb.Audit{
				At: a.At, Account: tenantdb.Optional(a.Account), Operation: a.Operation, Event: tenantdb.Optional(a.Event), Refused: a.Reason, RequestID: a.RequestID,
			})
		}
		return tx.Send(b)
	})
}

// Forget deletes lines whose last refusal was before a moment, and returns their number.
func Forget(ctx context.Context, db *tenantdb.DB, before time.Time) (gone int64, err error) {
	err = tenantdb.Global(ctx, db, nil, func(tx tenantdb.GlobalTx) error {
		b := &tenantdb.Batch{}
		b.Queue(`delete from platform.refusals where last_at < $1`, before).Exec(func(tag pgconn.CommandTag) error {
			gone = tag.RowsAffected()
			return nil
		})
		return tx.Send(b)
	})
	return gone, err
}

// Kept is a line of the security log for display.
type Kept struct {
	First     time.Time  `db:"first_at" json:"first"`
	Last      time.Time  `db:"last_at" json:"last"`
	Times     int        `json:"times"`
	Status    int        `json:"status"`
	Reason    string     `json:"reason"`
	Operation string     `json:"operation,omitempty"`
	Address   string     `json:"address,omitempty"`
	Account   *uuid.UUID `json:"account,omitempty"`
	Tenant    *uuid.UUID `json:"tenant,omitempty"`
	RequestID string     `json:"requestId,omitempty"`
}

// Filter narrows the security log; zero fields do not.
type Filter struct {
	Since   time.Time
	Account uuid.UUID
	Address netip.Addr
	Limit   int // of lines, the latest
}

// List reads lines, the latest first.
func List(ctx context.Context, db *tenantdb.DB, f Filter) (lines []Kept, err error) {
	err = tenantdb.Global(ctx, db, nil, func(tx tenantdb.GlobalTx) error {
		b := &tenantdb.Batch{}
		tenantdb.Many(b, &lines, `select first_at, last_at, times, status, reason, operation, address, account, tenant, request_id from platform.refusals
			where last_at >= $1 and ($2::uuid is null or account = $2) and ($3 = '' or address = $3)
			order by last_at desc, id desc limit $4`, f.Since, tenantdb.Optional(f.Account), written(f.Address), f.Limit)
		return tx.Send(b)
	})
	return lines, err
}

// written formats an address for storage; "" for none.
func written(a netip.Addr) string {
	if !a.IsValid() {
		return ""
	}
	return a.Unmap().WithZone("").String()
}

// Counted is the number of refusals for a reason.
type Counted struct {
	Status    int
	Reason    string
	Times     int
	Addresses int // from how many
}

// Summary counts the refusals since a moment, by reason, the most frequent first.
func Summary(door tenantdb.Door, since time.Time) (list []Counted, err error) {
	b := &tenantdb.Batch{}
	tenantdb.Many(b, &list, `select status, reason, sum(times)::int as times, count(distinct nullif(address, ''))::int as addresses from platform.refusals
		where last_at >= $1 group by status, reason order by times desc, reason limit 50`, since)
	return list, door.Send(b)
}
