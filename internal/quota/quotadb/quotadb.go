// Package quotadb stores the buckets of package quota in the database, for all replicas together.
//
// A bucket is one row with the moment at which it is full again: the theoretical arrival time
// of the generic cell rate algorithm, the same as a bucket of tokens in one number. A bucket
// without a row is full, and rows of full buckets are deleted ([Forget]).
package quotadb

import (
	"context"
	"slices"
	"time"

	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgconn"

	"referto/internal/quota"
	"referto/internal/tenant/tenantdb"
)

// Take queues that an act takes from its buckets, which have different names, at a moment. If one holds too little,
// the door returns a [quota.ExceededError] for the bucket with the longest wait, and the transaction takes nothing.
//
// The rows are locked first, in the order of their names, by a statement of their own: the next statement then sees
// the changes of earlier holders.
func Take(b *tenantdb.Batch, now time.Time, buckets ...quota.Bucket) {
	names, every, burst, takes := columns(buckets)
	b.Queue(`insert into platform.allowances as a (bucket, full_at) select n.bucket, $2 from unnest($1::bytea[]) as n (bucket) order by n.bucket
		on conflict (bucket) do update set full_at = greatest(a.full_at, excluded.full_at)`, names, now)
	b.Queue(`with asked as (
			select * from unnest($1::bytea[], $3::bigint[], $4::bigint[], $5::bigint[]) with ordinality as q (bucket, every, burst, takes, number)
		), waits as (
			select q.*, (extract(epoch from a.full_at - $2) * 1000000)::bigint - (q.burst - q.takes) * q.every as wait
			from asked q join platform.allowances a on a.bucket = q.bucket
		), taken as (
			update platform.allowances a set full_at = a.full_at + w.takes * w.every * interval '1 microsecond'
			from waits w where a.bucket = w.bucket and not exists (select from waits where wait > 0)
		)
		select wait, number from waits order by wait desc, number`, names, now, every, burst, takes).
		Query(func(rows pgx.Rows) error {
			var refused *quota.ExceededError
			var wait, number int64
			_, err := pgx.ForEachRow(rows, []any{&wait, &number}, func() error {
				bucket, wait := buckets[number-1], time.Duration(wait)*time.Microsecond
				// The time until it is full again, with the act included.
				full := wait + time.Duration(bucket.Rate.Burst)*bucket.Rate.Every
				switch {
				case refused != nil:
				case wait > 0:
					refused = &quota.ExceededError{Reason: bucket.Reason, Wait: wait, Left: bucket.Left(full - time.Duration(bucket.Takes)*bucket.Rate.Every)}
				case bucket.Tell != nil:
					bucket.Tell(bucket.Left(full))
				}
				return nil
			})
			if err != nil || refused == nil {
				return err
			}
			return refused
		})
}

// GiveBack queues that the charge of an act is returned, because it should not count: a guess that was right.
func GiveBack(b *tenantdb.Batch, buckets ...quota.Bucket) {
	names, every, _, takes := columns(buckets)
	b.Queue(`with held as (select a.bucket from platform.allowances a where a.bucket = any($1) order by a.bucket for update)
		update platform.allowances a set full_at = a.full_at - q.takes * q.every * interval '1 microsecond'
		from held, unnest($1::bytea[], $2::bigint[], $3::bigint[]) as q (bucket, every, takes)
		where a.bucket = held.bucket and q.bucket = held.bucket`, names, every, takes)
}

func columns(buckets []quota.Bucket) (names [][]byte, every, burst, takes []int64) {
	for i := range buckets {
		names = append(names, slices.Clone(buckets[i].Name[:]))
		every = append(every, buckets[i].Rate.Every.Microseconds())
		burst = append(burst, int64(buckets[i].Rate.Burst))
		takes = append(takes, int64(buckets[i].Takes))
	}
	return names, every, burst, takes
}

// Forget deletes the rows of buckets that were full before a moment, and returns how many there
// were.
func Forget(ctx context.Context, db *tenantdb.DB, before time.Time) (gone int64, err error) {
	err = tenantdb.Global(ctx, db, nil, func(tx tenantdb.GlobalTx) error {
		b := &tenantdb.Batch{}
		b.Queue(`delete from platform.allowances where full_at < $1`, before).Exec(func(tag pgconn.CommandTag) error {
			gone = tag.RowsAffected()
			return nil
		})
		return tx.Send(b)
	})
	return gone, err
}
