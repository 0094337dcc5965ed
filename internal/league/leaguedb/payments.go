package leaguedb

import (
	"github.com/google/uuid"
	"github.com/jackc/pgx/v5"

	"referto/internal/league"
	"referto/internal/league/facts"
	"referto/internal/tenant/tenantdb"
)

const paymentLists = `select l.id, l.season_id, l.number, l.execute_on, l.payer, l.shown, l.sealed, l.total_cents, l.xml_digest, l.csv_digest, l.made_by,
		a.name as made_by_name, l.made_at, l.written_by, l.written_at, l.cancelled_by, l.cancelled_at, l.cancel_reason, l.not_at_bank, l.version
	from league.payment_lists l left join platform.accounts a on a.id = l.made_by
	where l.season_id = $1 `

// LoadPaymentLists queues the lists of a season, after a number.
func LoadPaymentLists(b *pgx.Batch, out *[]facts.PaymentList, season league.SeasonID, after, limit int) {
	tenantdb.Many(b, out, paymentLists+`and l.number > $2 order by l.number limit $3`,
		season.UUID, after, limit)
}

// LoadPaymentList queues a list of a season; [tenantdb.ErrNotFound] without it.
func LoadPaymentList(b *pgx.Batch, out *facts.PaymentList, season league.SeasonID, id uuid.UUID) {
	tenantdb.One(b, out, paymentLists+`and l.id = $2`, season.UUID, id)
}

// CountPaymentLists queues how many lists a season has.
func CountPaymentLists(b *pgx.Batch, out *int, season league.SeasonID) {
	tenantdb.Scalar(b, out, `select count(*)::integer from league.payment_lists where season_id = $1`, season.UUID)
}

// LoadPayments queues the payments of a list in order.
func LoadPayments(b *pgx.Batch, out *[]facts.Payment, list uuid.UUID) {
	tenantdb.Many(b, out, `select y.position, y.refund_id, p.id as player_id, p.name as player_name, y.cents, y.end_to_end, y.text, y.sealed, y.outcome,
			y.settled_on, y.reference, y.settled_by, y.settled_at
		from league.payments y join league.refunds r on r.tenant_id = y.tenant_id and r.id = y.refund_id
		`+personOf("r")+`
		where y.list_id = $1 order by y.position`, list)
}

// AddPaymentList queues a list with its payments.
func AddPaymentList(b *pgx.Batch, l facts.PaymentList, payments []facts.Payment) {
	b.Queue(`insert into league.payment_lists (id, season_id, number, execute_on, payer, shown, sealed, total_cents, xml_digest, csv_digest, made_by, made_at)
		values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12)`,
		l.ID, l.SeasonID.UUID, l.Number, l.ExecuteOn, l.Payer, l.Shown, l.Sealed, l.TotalCents, l.XMLDigest, l.CSVDigest, l.MadeBy, l.MadeAt)
	for _, p := range payments {
		b.Queue(`insert into league.payments (list_id, position, refund_id, cents, end_to_end, text, sealed) values ($1, $2, $3, $4, $5, $6, $7)`,
			l.ID, p.Position, p.RefundID, p.Cents, p.EndToEnd, p.Text, p.Sealed)
	}
}

// SettlePayment queues the outcome of an open payment.
func SettlePayment(b *pgx.Batch, list uuid.UUID, p facts.Payment) {
	tenantdb.Exec(b, `update league.payments set outcome = $3, settled_on = $4, reference = $5, settled_by = $6, settled_at = $7
		where list_id = $1 and position = $2 and outcome = ''`, list, p.Position, p.Outcome, p.SettledOn, p.Reference, p.SettledBy, p.SettledAt)
}

// WritePaymentList queues that the first document of a list was written.
func WritePaymentList(b *pgx.Batch, l facts.PaymentList) {
	tenantdb.Exec(b, `update league.payment_lists set written_by = $2, written_at = $3, version = version + 1 where id = $1 and written_at is null`,
		l.ID, l.WrittenBy, l.WrittenAt)
}

// CancelPaymentList queues that a list is not to be carried out.
func CancelPaymentList(b *pgx.Batch, l facts.PaymentList) {
	tenantdb.Exec(b, `update league.payment_lists set cancelled_by = $2, cancelled_at = $3, cancel_reason = $4, not_at_bank = $5, version = version + 1
		where id = $1 and cancelled_at is null`, l.ID, l.CancelledBy, l.CancelledAt, l.CancelReason, l.NotAtBank)
}
