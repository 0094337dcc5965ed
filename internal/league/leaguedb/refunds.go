package leaguedb

import (
	"time"

	"github.com/google/uuid"
	"github.com/jackc/pgx/v5"

	"referto/internal/league"
	"referto/internal/league/facts"
	"referto/internal/tenant/tenantdb"
)

// refundQuery has a claim with its sums; the list it waits on to be paid, if there is
// one.
var refundQuery = `select r.id, r.season_id, p.id as player_id, r.state, r.on_behalf, r.created_by, r.created_at, r.decided_by, r.decided_at, r.changed_at,
	r.ended_at, r.erased_at, r.version, p.name as player_name, p.account_id as player_account,
	(select coalesce(sum(e.cents), 0) from league.refund_expenses e where e.refund_id = r.id and e.removed_at is null)::bigint as claimed_cents,
	(select coalesce(sum(e.approved_cents), 0) from league.refund_expenses e where e.refund_id = r.id and e.removed_at is null)::bigint as approved_cents,
	(select a.shown from league.refund_accounts a where a.refund_id = r.id) as account_shown,
	(select y.list_id from league.payments y join league.payment_lists l on l.tenant_id = y.tenant_id and l.id = y.list_id
		where y.refund_id = r.id and y.outcome = '' and l.cancelled_at is null) as open_payment_for
	from league.refunds r` + personOf("r")

// LoadRefund queues a claim of a season; [tenantdb.ErrNotFound] without it.
func LoadRefund(b *pgx.Batch, out *facts.Refund, season league.SeasonID, id uuid.UUID) {
	tenantdb.One(b, out, refundQuery+` where r.season_id = $1 and r.id = $2`, season.UUID, id)
}

// TakeRefund queues a claim and holds its row until the transaction ends.
func TakeRefund(b *pgx.Batch, out *facts.Refund, season league.SeasonID, id uuid.UUID) {
	tenantdb.Exec(b, `update league.refunds set version = version where season_id = $1 and id = $2`, season.UUID, id)
	LoadRefund(b, out, season, id)
}

// LoadRefundOfPlayer queues the claim of a player that was neither refused nor withdrawn, or else the last one;
// out stays nil if there is none.
func LoadRefundOfPlayer(b *pgx.Batch, out **facts.Refund, season league.SeasonID, player league.PlayerID) {
	tenantdb.Maybe(b, out, refundQuery+` where r.season_id = $1 and r.player_id = `+anyOf(recordsOf("$2"))+`
		order by r.state not in ('refused', 'withdrawn') desc, r.created_at desc limit 1`, season.UUID, player.UUID)
}

// LoadRefunds queues claims of a season in the order they were made, after a position;
// state "" is all.
func LoadRefunds(b *pgx.Batch, out *[]facts.Refund, season league.SeasonID, state string, after uuid.UUID, limit int) {
	tenantdb.Many(b, out, refundQuery+` where r.season_id = $1 and ($2 = '' or r.state = $2) and r.id > $3 order by r.id limit $4`,
		season.UUID, state, after, limit)
}

// LoadRefundsByID queues claims of a season by their ids.
func LoadRefundsByID(b *pgx.Batch, out *[]facts.Refund, season league.SeasonID, ids []uuid.UUID) {
	tenantdb.Many(b, out, refundQuery+` where r.season_id = $1 and r.id = any($2) order by r.id`, season.UUID, ids)
}

// RefundTotal adds up the claims in a state.
type RefundTotal struct {
	State         string
	Number        int
	ClaimedCents  int64
	ApprovedCents int64
}

// LoadRefundTotals queues the sums of a season's claims by state.
func LoadRefundTotals(b *pgx.Batch, out *[]RefundTotal, season league.SeasonID) {
	tenantdb.Many(b, out, `select r.state, count(distinct r.id)::integer as number, coalesce(sum(e.cents), 0)::bigint as claimed_cents,
			coalesce(sum(e.approved_cents), 0)::bigint as approved_cents
		from league.refunds r left join league.refund_expenses e on e.tenant_id = r.tenant_id and e.refund_id = r.id and e.removed_at is null
		where r.season_id = $1 group by r.state order by r.state`, season.UUID)
}

// AddRefund queues a new claim.
func AddRefund(b *pgx.Batch, r facts.Refund) {
	b.Queue(`insert into league.refunds (id, season_id, player_id, state, on_behalf, created_by, created_at, changed_at)
		values ($1, $2, $3, $4, $5, $6, $7, $7)`, r.ID, r.SeasonID.UUID, r.PlayerID.UUID, r.State, r.OnBehalf, r.CreatedBy, r.CreatedAt)
}

// SaveRefund queues the state of a claim, over the version it had.
func SaveRefund(b *pgx.Batch, r facts.Refund) {
	tenantdb.Exec(b, `update league.refunds set state = $3, decided_by = $4, decided_at = $5, changed_at = $6, ended_at = $7, version = version + 1
		where id = $1 and version = $2`, r.ID, r.Version, r.State, r.DecidedBy, r.DecidedAt, r.ChangedAt, r.EndedAt)
}

// StepUnlisted is the kind of the step by which a claim leaves a cancelled list of payments: it is approved as
// before.
const StepUnlisted = "unlisted"

// LoadRefundSteps queues the steps of a claim in order.
func LoadRefundSteps(b *pgx.Batch, out *[]facts.RefundStep, id uuid.UUID) {
	tenantdb.Many(b, out, `select s.number, s.kind, s.reason, s.paragraph, s.by, a.name as by_name, s.at
		from league.refund_steps s left join platform.accounts a on a.id = s.by where s.refund_id = $1 order by s.number`, id)
}

// AddRefundStep queues the next step of a claim.
func AddRefundStep(b *pgx.Batch, refund uuid.UUID, s facts.RefundStep) {
	b.Queue(`insert into league.refund_steps (refund_id, number, kind, reason, paragraph, by, at)
		select $1, 1 + count(*), $2, $3, $4, $5, $6 from league.refund_steps where refund_id = $1`,
		refund, s.Kind, s.Reason, s.Paragraph, s.By, s.At)
}

// LoadRefundExpenses queues the expenses of a claim in order, without removed ones.
func LoadRefundExpenses(b *pgx.Batch, out *[]facts.RefundExpense, id uuid.UUID) {
	tenantdb.Many(b, out, `select number, what, spent_on, cents, approved_cents, cut_reason from league.refund_expenses
		where refund_id = $1 and removed_at is null order by number`, id)
}

// AddRefundExpense queues a further expense and returns its number.
func AddRefundExpense(b *pgx.Batch, out *int, refund uuid.UUID, e facts.RefundExpense) {
	tenantdb.Scalar(b, out, `insert into league.refund_expenses (refund_id, number, what, spent_on, cents)
		select $1, 1 + count(*), $2, $3, $4 from league.refund_expenses where refund_id = $1 returning number`,
		refund, e.What, e.SpentOn, e.Cents)
}

// RemoveRefundExpense queues that an expense is removed; its receipts may be handed in again.
func RemoveRefundExpense(b *pgx.Batch, refund uuid.UUID, number int, at time.Time) {
	tenantdb.Exec(b, `update league.refund_expenses set removed_at = $3 where refund_id = $1 and number = $2 and removed_at is null`, refund, number, at)
	b.Queue(`update league.refund_receipts set released_at = $3 where refund_id = $1 and expense = $2 and released_at is null`, refund, number, at)
}

// ApproveRefundExpense queues the approved part of an expense, and the reason if it is not all of it.
func ApproveRefundExpense(b *pgx.Batch, refund uuid.UUID, number int, cents int64, cut string) {
	tenantdb.Exec(b, `update league.refund_expenses set approved_cents = $3, cut_reason = $4 where refund_id = $1 and number = $2`, refund, number, cents, cut)
}

const receiptColumns = `id, refund_id, expense, cents, media_type, digest, bytes, added_by, added_at, erased_at`

// LoadRefundReceipts queues the receipts of the expenses of a claim.
func LoadRefundReceipts(b *pgx.Batch, out *[]facts.RefundReceipt, refund uuid.UUID) {
	tenantdb.Many(b, out, `select `+receiptColumns+` from league.refund_receipts r where refund_id = $1 and exists (
		select from league.refund_expenses e where e.refund_id = r.refund_id and e.number = r.expense and e.removed_at is null) order by expense, added_at, id`, refund)
}

// LoadRefundReceipt queues one receipt of a claim; [tenantdb.ErrNotFound] without it.
func LoadRefundReceipt(b *pgx.Batch, out *facts.RefundReceipt, refund, id uuid.UUID) {
	tenantdb.One(b, out, `select `+receiptColumns+` from league.refund_receipts where refund_id = $1 and id = $2`, refund, id)
}

// CountReceipts queues how often a file has been handed in where it counts.
func CountReceipts(b *pgx.Batch, out *int, digest string) {
	tenantdb.Scalar(b, out, `select count(*)::integer from league.refund_receipts where digest = $1 and released_at is null`, digest)
}

// AddRefundReceipt queues a receipt whose file is encrypted under a key of a name.
func AddRefundReceipt(b *pgx.Batch, r facts.RefundReceipt, sealedUnder string) {
	b.Queue(`insert into league.refund_receipts (id, refund_id, expense, cents, media_type, digest, bytes, added_by, added_at, sealed_under)
		values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10)`, r.ID, r.RefundID, r.Expense, r.Cents, r.MediaType, r.Digest, r.Bytes, r.AddedBy, r.AddedAt, sealedUnder)
}

// ReleaseReceipts queues that the receipts of a claim may be handed in again.
func ReleaseReceipts(b *pgx.Batch, refund uuid.UUID, at time.Time) {
	b.Queue(`update league.refund_receipts set released_at = $2 where refund_id = $1 and released_at is null`, refund, at)
}

// LoadRefundAccount queues the bank data of a claim; out stays nil without.
func LoadRefundAccount(b *pgx.Batch, out **facts.RefundAccount, refund uuid.UUID) {
	tenantdb.Maybe(b, out, `select shown, sealed, set_by, set_at from league.refund_accounts where refund_id = $1`, refund)
}

// SetRefundAccount queues the bank data of a claim, in place of those given before.
func SetRefundAccount(b *pgx.Batch, refund uuid.UUID, a facts.RefundAccount) {
	b.Queue(`insert into league.refund_accounts (refund_id, shown, sealed, set_by, set_at) values ($1, $2, $3, $4, $5)
		on conflict (tenant_id, refund_id) do update set shown = excluded.shown, sealed = excluded.sealed, set_by = excluded.set_by, set_at = excluded.set_at`,
		refund, a.Shown, a.Sealed, a.SetBy, a.SetAt)
}
