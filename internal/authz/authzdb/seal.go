package authzdb

import (
	"context"
	"crypto/rand"
	"fmt"
	"math"
	"time"

	"github.com/google/uuid"
	"github.com/jackc/pgx/v5"

	"referto/internal/auditchain"
	"referto/internal/tenant/tenantdb"
)

const (
	// sealedAtOnce bounds the rows of a seal.
	sealedAtOnce = 2000
	// sealedLate is the time for which a row may be committed after others that have later ids: transactions take seconds,
	// clocks of servers differ by a minute at most. Whatever comes later is found by [CheckAudit].
	sealedLate = time.Hour
)

// sealColumns are the columns of an [auditchain.Row].
const sealColumns = `a.id, a.at, a.account_id, a.operation, a.event_id, a.request_id, a.refused, a.subject, a.reason, a.before::text as before, a.after::text as after`

// seal is the last seal of a tenant.
type seal struct {
	Number int64
	Digest []byte
}

// SealAudits seals the new rows of the audits of all tenants, and returns their number. It does not block writers; of
// several that seal at once one goes first, and the others continue later.
func SealAudits(ctx context.Context, db *tenantdb.DB, now time.Time) (sealed int64, err error) {
	err = tenantdb.Each(ctx, db, func(tenant uuid.UUID) error {
		for {
			var some int
			err := tenantdb.In(ctx, db, tenant, nil, func(tx tenantdb.Tx) (err error) {
				some, err = sealSome(tx, now)
				return err
			})
			switch {
			case tenantdb.Violates(err, "audit_seals_pkey"): // another server has sealed meanwhile
				return nil
			case err != nil:
				return err
			}
			if sealed += int64(some); some < sealedAtOnce {
				return nil
			}
		}
	})
	return sealed, err
}

// sealSome makes the next seal of the tenant of a transaction, and returns of how many rows; none where there are none.
// The rows are kept from being erased until the end, so that no salt stays of words that go meanwhile.
func sealSome(tx tenantdb.Tx, now time.Time) (int, error) {
	var last *seal
	var newest []uuid.UUID
	b := &pgx.Batch{}
	tenantdb.Maybe(b, &last, `select number, digest from league.audit_seals where tenant_id = platform.current_tenant() order by number desc limit 1`)
	askNewest(b, &newest)
	if err := tx.Send(b); err != nil {
		return 0, err
	}
	var rows []auditchain.Row
	b = &pgx.Batch{}
	tenantdb.Many(b, &rows, `select `+sealColumns+` from league.audit a where a.tenant_id = platform.current_tenant() and a.id > $1
			and not exists (select from league.audit_digests d where d.tenant_id = a.tenant_id and d.id = a.id)
		order by a.id limit $2 for share of a`, lateFrom(newest), sealedAtOnce)
	if err := tx.Send(b); err != nil || len(rows) == 0 {
		return 0, err
	}
	if last == nil {
		last = &seal{}
	}
	number := last.Number + 1
	chain := auditchain.Next(tx.Tenant(), number, last.Digest)
	ids, salts, words := make([]uuid.UUID, len(rows)), make([]string, len(rows)), make([][]byte, len(rows))
	for i, row := range rows {
		ids[i], salts[i] = row.ID, rand.Text()
		words[i] = row.Words(salts[i])
		chain.Add(row, words[i])
	}
	b = &pgx.Batch{}
	b.Queue(`insert into league.audit_seals (number, sealed_at, rows, digest) values ($1, $2, $3, $4)`, number, now, len(rows), chain.Digest())
	b.Queue(`insert into league.audit_digests (id, seal, salt, words) select u.id, $1, u.salt, u.words from unnest($2::uuid[], $3::text[], $4::bytea[]) as u (id, salt, words)`, number, ids, salts, words)
	return len(rows), tx.Send(b)
}

// askNewest queues the id of the newest row that is sealed.
func askNewest(b *pgx.Batch, out *[]uuid.UUID) {
	b.Queue(`select id from league.audit_digests where tenant_id = platform.current_tenant() order by id desc limit 1`).Query(func(rows pgx.Rows) (err error) {
		*out, err = pgx.CollectRows(rows, pgx.RowTo[uuid.UUID])
		return err
	})
}

// lateFrom is the id from which on rows are looked for that are not sealed, by the newest that is: ids begin with their
// time in milliseconds.
func lateFrom(newest []uuid.UUID) (from uuid.UUID) {
	if len(newest) == 0 {
		return uuid.Nil
	}
	seconds, nanoseconds := newest[0].Time().UnixTime()
	at := time.Unix(seconds, nanoseconds).Add(-sealedLate).UnixMilli()
	for i := range 6 {
		from[i] = byte(at >> (8 * (5 - i))) //nolint:gosec // the bits of this place
	}
	return from
}

// AuditState holds the findings of [CheckAudit] in a tenant.
type AuditState struct {
	Head   *auditchain.Head // nil where nothing is sealed
	Sealed int              // rows under seals
	Erased int              // of them, rows whose text was erased after the sealing: the other rows still match
	Later  int              // rows that will be under the next seal
	Faults []string         // a sentence for each thing that is not as it was sealed
}

// CheckAudit computes the seals of the door's tenant again, and compares with heads of it that were kept elsewhere. Rows
// are looked at as they come from the database: an audit may be larger than memory.
func CheckAudit(door tenantdb.Door, tenant uuid.UUID, kept []auditchain.Head) (AuditState, error) {
	var c *checking
	var seals []madeSeal
	var newest []uuid.UUID
	b := &pgx.Batch{}
	tenantdb.Many(b, &seals, `select number, rows, digest from league.audit_seals where tenant_id = platform.current_tenant() order by number`)
	askNewest(b, &newest)
	b.Queue(`select ` + sealColumns + `, d.seal, d.salt, d.words from league.audit a left join league.audit_digests d on d.tenant_id = a.tenant_id and d.id = a.id
		where a.tenant_id = platform.current_tenant() order by d.seal nulls last, a.id`).Query(func(rows pgx.Rows) error {
		c = newChecking(tenant, seals, lateFrom(newest))
		for rows.Next() {
			row, err := pgx.RowToStructByName[checked](rows)
			if err != nil {
				return err
			}
			c.look(row)
		}
		return rows.Err()
	})
	if err := door.Send(b); err != nil {
		return AuditState{}, err
	}
	c.endBefore(math.MaxInt64)
	for _, head := range kept {
		if head.Tenant == tenant && c.digests[head.Number] != head.Digest {
			c.fault("seal %d is not the one that was kept", head.Number)
		}
	}
	return c.AuditState, nil
}

// madeSeal is a stored seal.
type madeSeal struct {
	Number int64
	Rows   int
	Digest []byte
}

// checked is a row of the audit with its stored seal data.
type checked struct {
	auditchain.Row
	Seal    *int64
	Salt    *string
	Digests []byte `db:"words"`
}

// checking makes the seals of a tenant again, from rows in the order of their seals, with those under none at the end.
type checking struct {
	AuditState
	tenant  uuid.UUID
	from    uuid.UUID        // rows with an id up to this should be under a seal
	digests map[int64]string // of the seals that have ended

	seals []madeSeal // the one whose rows are being read, and later ones; none behind a gap in the numbers
	chain auditchain.Chain
	rows  int // of the chain
}

func newChecking(tenant uuid.UUID, seals []madeSeal, from uuid.UUID) *checking {
	c := &checking{tenant: tenant, from: from, digests: map[int64]string{}, seals: seals}
	for i, s := range seals {
		if s.Number != int64(i+1) {
			c.fault("there is no seal %d", i+1)
			c.seals = seals[:i]
			break
		}
	}
	c.begin(nil)
	return c
}

func (c *checking) fault(format string, args ...any) {
	c.Faults = append(c.Faults, fmt.Sprintf(format, args...))
}

// look takes the next row.
func (c *checking) look(r checked) {
	if r.Seal == nil {
		c.endBefore(math.MaxInt64)
		if string(r.ID[:]) <= string(c.from[:]) {
			c.fault("row %s: it was added after the seal over rows of its time", r.ID)
		} else {
			c.Later++
		}
		return
	}
	c.endBefore(*r.Seal)
	if len(c.seals) == 0 || c.seals[0].Number != *r.Seal {
		return // a row of a seal that was reported as missing
	}
	c.chain.Add(r.Row, r.Digests)
	c.rows++
	switch {
	case *r.Salt == "":
		c.Erased++
	case string(r.Words(*r.Salt)) != string(r.Digests):
		c.fault("row %s: its words are not those that were sealed", r.ID)
	}
}

// endBefore ends the seals with lower numbers, of which no more rows come.
func (c *checking) endBefore(number int64) {
	for len(c.seals) > 0 && c.seals[0].Number < number {
		sealed, digest := c.seals[0], c.chain.Digest()
		if string(digest) != string(sealed.Digest) {
			c.fault("seal %d: its %d rows are not the %d that it was made of", sealed.Number, c.rows, sealed.Rows)
			digest = sealed.Digest // so that others are judged by themselves
		}
		c.Sealed += c.rows
		c.Head = &auditchain.Head{Tenant: c.tenant, Number: sealed.Number, Digest: auditchain.Text(digest)}
		c.digests[sealed.Number] = c.Head.Digest
		c.seals = c.seals[1:]
		c.begin(digest)
	}
}

// begin begins the next seal, where there is one, after one with a digest.
func (c *checking) begin(before []byte) {
	if len(c.seals) > 0 {
		c.chain, c.rows = auditchain.Next(c.tenant, c.seals[0].Number, before), 0
	}
}
