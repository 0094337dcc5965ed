package leaguedb

import (
	"time"

	"github.com/google/uuid"
	"github.com/jackc/pgx/v5"

	"referto/internal/league/facts"
	"referto/internal/tenant/tenantdb"
)

// RefundKeeping sets the time limits for data of claims: data of claims that changed or ended before these
// moments are erased.
type RefundKeeping struct {
	Accounts time.Time // bank data, of claims that are over
	Paid     time.Time // receipts of claims that were paid
	Unpaid   time.Time // receipts of claims that were refused or withdrawn
	Idle     time.Time // claims that are not continued: they end then
}

// DueReceipts queues receipts whose files are to be deleted, at most a number of them.
func DueReceipts(b *pgx.Batch, out *[]facts.RefundReceipt, k RefundKeeping, limit int) {
	tenantdb.Many(b, out, `select `+receiptColumns+` from league.refund_receipts where erased_at is null and refund_id in (
			select id from league.refunds where erased_at is null and (state = 'paid' and ended_at < $1 or state in ('refused', 'withdrawn') and ended_at < $2))
		order by id limit $3`, k.Paid, k.Unpaid, limit)
}

// ErasedReceipts queues that the files of receipts were deleted.
func ErasedReceipts(b *pgx.Batch, ids []uuid.UUID, at time.Time) {
	b.Queue(`update league.refund_receipts set erased_at = $2, released_at = coalesce(released_at, $2) where id = any($1)`, ids, at)
}

// EndIdleRefunds queues the end of claims that were not continued, with the step that says so.
func EndIdleRefunds(b *pgx.Batch, k RefundKeeping, at time.Time) {
	b.Queue(`with over as (update league.refunds set state = 'withdrawn', ended_at = $2, changed_at = $2, version = version + 1
			where state in ('draft', 'asked') and changed_at < $1 returning id)
		insert into league.refund_steps (refund_id, number, kind, at)
		select o.id, 1 + (select count(*) from league.refund_steps s where s.refund_id = o.id), 'lapsed', $2 from over o`, k.Idle, at)
}

// EraseAccounts queues the erasure of bank data whose retention has ended, also in payment lists; out gets
// their number.
func EraseAccounts(b *pgx.Batch, out *int64, k RefundKeeping) {
	over := `select id from league.refunds where state in ('paid', 'refused', 'withdrawn') and ended_at < $1`
	count := `with gone as (delete from league.refund_accounts where refund_id in (` + over + `) returning 1),
		blank as (update league.payments set sealed = null where sealed is not null and refund_id in (` + over + `) returning 1),
		lists as (update league.payment_lists l set sealed = null where sealed is not null and made_at < $1 and not exists (
			select from league.payments y join league.refunds r on r.tenant_id = y.tenant_id and r.id = y.refund_id
			where y.list_id = l.id and l.cancelled_at is null and (r.ended_at is null or r.ended_at >= $1)) returning 1)
		select (select count(*) from gone) + (select count(*) from blank) + (select count(*) from lists)`
	tenantdb.Scalar(b, out, count, k.Accounts)
}

// EraseDescriptions queues the erasure of the descriptions of claims all of whose receipts are erased. The sums
// stay.
func EraseDescriptions(b *pgx.Batch, k RefundKeeping, at time.Time) {
	due := `select r.id from league.refunds r where r.erased_at is null and (r.state = 'paid' and r.ended_at < $1 or r.state in ('refused', 'withdrawn') and r.ended_at < $2)
		and not exists (select from league.refund_receipts p where p.refund_id = r.id and p.erased_at is null)`
	b.Queue(`update league.refund_expenses set what = '', cut_reason = '' where refund_id in (`+due+`)`, k.Paid, k.Unpaid)
	b.Queue(`update league.refunds set erased_at = $3, on_behalf = '' where id in (`+due+`)`, k.Paid, k.Unpaid, at)
}

// HoldRefunds queues a hold on claims until the transaction ends: nobody changes them meanwhile, and the
// statements that follow see earlier changes.
func HoldRefunds(b *pgx.Batch, refunds []uuid.UUID) {
	b.Queue(`select from league.refunds where id = any($1) order by id for update`, refunds)
}

// FileSearch holds the moments of a search for files that no row names.
type FileSearch struct {
	Now        time.Time
	BegunAfter time.Time // a search that began after it is the latest one still
	Unbroken   time.Time // if the search before began earlier, the gap was too long
	HoldUntil  time.Time // after such a gap, and before any first search, nothing is deleted until then
}

// BeginFileSearch queues the beginning of a search for files that no row names, unless one has begun just
// before; out reports whether it begins and may delete the files it finds.
func BeginFileSearch(b *pgx.Batch, out *bool, s FileSearch) {
	tenantdb.Scalar(b, out, `with begun as (insert into league.file_searches as f (begun_at, held_until) values ($1, $4)
			on conflict (tenant_id) do update set begun_at = $1, held_until = case when f.begun_at < $3 then greatest(f.held_until, $4) else f.held_until end
			where f.begun_at <= $2 returning held_until)
		select exists (select from begun where held_until <= $1)`, s.Now, s.BegunAfter, s.Unbroken, s.HoldUntil)
}

// HoldFileSearch queues that no search for files that no row names deletes any before a moment.
func HoldFileSearch(b *pgx.Batch, now, until time.Time) {
	b.Queue(`insert into league.file_searches as f (begun_at, held_until) values ($1, $2)
		on conflict (tenant_id) do update set held_until = greatest(f.held_until, $2)`, now, until)
}

// NamedFile is a file that a row names.
type NamedFile struct {
	Owner  uuid.UUID // the claim of a receipt, or the photo of a picture
	Digest *string   // SHA-256 of it; nil while it is not known which files the owner will have
}

// LoadNamedReceipts queues the files of receipts that claims name.
func LoadNamedReceipts(b *pgx.Batch, out *[]NamedFile, refunds []uuid.UUID) {
	tenantdb.Many(b, out, `select refund_id as owner, digest from league.refund_receipts where refund_id = any($1) and erased_at is null`, refunds)
}

// LoadNamedPictures queues the pictures that photos name which were not removed.
func LoadNamedPictures(b *pgx.Batch, out *[]NamedFile, photos []uuid.UUID) {
	tenantdb.Many(b, out, `select id as owner, unnest(case when state in ('uploading', 'processing') then array[null] else array[page_digest, thumbnail_digest] end) as digest
		from league.photos where id = any($1) and removed_at is null`, photos)
}
