package leaguedb

import (
	"github.com/google/uuid"
	"github.com/jackc/pgx/v5"

	"referto/internal/tenant/tenantdb"
)

// LogState compares the rows of a tenant's log with its counter.
type LogState struct {
	Facts       int64 // rows
	First, Last int64 // numbers of the first and the last one; 0 without any
	Counter     int64 // the number of the last fact that was ever added
}

// Gapless reports whether every fact from the first that was ever added to the last one is there.
func (l LogState) Gapless() bool {
	return l.Facts == l.Counter && l.Last == l.Counter && (l.Facts == 0 || l.First == 1)
}

// LoadLogState queues the state of the log.
func LoadLogState(b *pgx.Batch, out *LogState) {
	tenantdb.One(b, out, `select count(*) as facts, coalesce(min(sequence), 0) as first, coalesce(max(sequence), 0) as last,
		coalesce((select last from league.log_counters), 0) as counter from league.log`)
}

// LoadFilesNamed queues all files that rows of the tenant name: receipts, and the pictures of photos
// that can be seen.
func LoadFilesNamed(b *pgx.Batch, receipts, pictures *[]NamedFile) {
	tenantdb.Many(b, receipts, `select refund_id as owner, digest from league.refund_receipts where erased_at is null order by added_at desc, id`)
	tenantdb.Many(b, pictures, `select id as owner, unnest(array[page_digest, thumbnail_digest]) as digest
		from league.photos where state = 'ready' and removed_at is null order by id`)
}

// SealedText is an encrypted text, with the row to which it belongs.
type SealedText struct {
	Owner  uuid.UUID
	Sealed []byte
}

// LoadSealed queues all stored bank data of the tenant: those of claims, with their copies in lists of
// payments, and those of the payers of lists.
func LoadSealed(b *pgx.Batch, claims, lists *[]SealedText) {
	tenantdb.Many(b, claims, `select refund_id as owner, sealed from league.refund_accounts
		union all select refund_id, sealed from league.payments where sealed is not null`)
	tenantdb.Many(b, lists, `select id as owner, sealed from league.payment_lists where sealed is not null`)
}
