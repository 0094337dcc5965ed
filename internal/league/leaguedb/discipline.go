package leaguedb

import (
	"time"

	"github.com/google/uuid"
	"github.com/jackc/pgx/v5"

	"referto/internal/league"
	"referto/internal/league/facts"
	"referto/internal/tenant/tenantdb"
)

// LoadSanctions queues the sanctions of an event in the order given.
func LoadSanctions(b *pgx.Batch, out *[]facts.Sanction, event league.EventID) {
	tenantdb.Many(b, out, `select s.id, s.ordinal, s.entry, s.kind, s.round, s.during, s.reason, s.paragraph, s.offense, s.points, s.after_end, g.name as given_by, s.given_at,
			c.name as confirmed_by, s.confirmed_at, s.confirmed_round, s.confirmed_during, s.revoked_at, s.revoked_reason
		from league.sanctions s join platform.accounts g on g.id = s.given_by left join platform.accounts c on c.id = s.confirmed_by
		where s.event_id = $1 order by s.ordinal`, event.UUID)
}

// AddSanction queues a new sanction. With confirmed it is confirmed by its giver.
func AddSanction(b *pgx.Batch, event league.EventID, s facts.Sanction, by uuid.UUID, confirmed bool) {
	b.Queue(`insert into league.sanctions (event_id, id, ordinal, entry, kind, round, during, reason, paragraph, given_by, given_at,
			confirmed_by, confirmed_at, confirmed_round, confirmed_during, offense, points, after_end)
		values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11,
			case when $12 then $10::uuid end, case when $12 then $11::timestamptz end, case when $12 then $6::integer end, case when $12 then $7::boolean end, $13, $14, $15)`,
		event.UUID, s.ID, s.Ordinal, s.Entry, s.Kind, s.Round, s.During, s.Reason, s.Paragraph, by, s.GivenAt, confirmed, s.Offense, s.Points, s.AfterEnd)
}

// ConfirmSanction queues the confirmation of a sanction at a moment of the event.
func ConfirmSanction(b *pgx.Batch, id, by uuid.UUID, now time.Time, at league.Moment) {
	tenantdb.Exec(b, `update league.sanctions set confirmed_by = $2, confirmed_at = $3, confirmed_round = $4, confirmed_during = $5
		where id = $1 and confirmed_at is null and revoked_at is null`, id, by, now, at.Round, at.During)
}

// RevokeSanction queues the taking back of a sanction.
func RevokeSanction(b *pgx.Batch, id, by uuid.UUID, now time.Time, reason string) {
	tenantdb.Exec(b, `update league.sanctions set revoked_by = $2, revoked_at = $3, revoked_reason = $4 where id = $1 and revoked_at is null`, id, by, now, reason)
}

// LoadWithdrawals queues the withdrawals of an event in the order received.
func LoadWithdrawals(b *pgx.Batch, out *[]facts.Withdrawal, event league.EventID) {
	tenantdb.Many(b, out, `select w.id, w.ordinal, w.entry, w.round, w.during, w.reason, w.unexcused, w.qualified, g.name as given_by, w.given_at, w.revoked_at, w.revoked_reason
		from league.withdrawals w join platform.accounts g on g.id = w.given_by where w.event_id = $1 order by w.ordinal`, event.UUID)
}

// AddWithdrawal queues a new withdrawal.
func AddWithdrawal(b *pgx.Batch, event league.EventID, w facts.Withdrawal, by uuid.UUID) {
	b.Queue(`insert into league.withdrawals (event_id, id, ordinal, entry, round, during, reason, unexcused, qualified, given_by, given_at) values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11)`,
		event.UUID, w.ID, w.Ordinal, w.Entry, w.Round, w.During, w.Reason, w.Unexcused, w.Qualified, by, w.GivenAt)
}

// RevokeWithdrawal queues the taking back of a withdrawal.
func RevokeWithdrawal(b *pgx.Batch, id, by uuid.UUID, now time.Time, reason string) {
	tenantdb.Exec(b, `update league.withdrawals set revoked_by = $2, revoked_at = $3, revoked_reason = $4 where id = $1 and revoked_at is null`, id, by, now, reason)
}

const rulingQuery = `select r.id, r.round, r.table_number, r.question, r.decision, r.paragraph, g.name as given_by, r.given_at, r.appeal_entry,
	r.appeal_reason, r.appealed_at, r.upheld, r.final_decision, f.name as final_by, r.final_at
	from league.rulings r join platform.accounts g on g.id = r.given_by left join platform.accounts f on f.id = r.final_by`

// LoadRulings queues the rulings of an event in order.
func LoadRulings(b *pgx.Batch, out *[]facts.Ruling, event league.EventID) {
	tenantdb.Many(b, out, rulingQuery+` where r.event_id = $1 order by r.id`, event.UUID)
}

// LoadRuling queues one ruling; [tenantdb.ErrNotFound] without it.
func LoadRuling(b *pgx.Batch, out *facts.Ruling, event league.EventID, id uuid.UUID) {
	tenantdb.One(b, out, rulingQuery+` where r.event_id = $1 and r.id = $2`, event.UUID, id)
}

// AddRuling queues a new ruling.
func AddRuling(b *pgx.Batch, event league.EventID, r facts.Ruling, by uuid.UUID) {
	b.Queue(`insert into league.rulings (event_id, id, round, table_number, question, decision, paragraph, given_by, given_at) values ($1, $2, $3, $4, $5, $6, $7, $8, $9)`,
		event.UUID, r.ID, r.Round, r.TableNumber, r.Question, r.Decision, r.Paragraph, by, r.GivenAt)
}

// AppealRuling queues an appeal.
func AppealRuling(b *pgx.Batch, id uuid.UUID, entry int, reason string, now time.Time) {
	tenantdb.Exec(b, `update league.rulings set appeal_entry = $2, appeal_reason = $3, appealed_at = $4 where id = $1 and appealed_at is null`, id, entry, reason, now)
}

// DecideAppeal queues the final decision.
func DecideAppeal(b *pgx.Batch, id uuid.UUID, upheld bool, decision string, by uuid.UUID, now time.Time) {
	tenantdb.Exec(b, `update league.rulings set upheld = $2, final_decision = $3, final_by = $4, final_at = $5 where id = $1 and appealed_at is not null and final_at is null`, id, upheld, decision, by, now)
}
