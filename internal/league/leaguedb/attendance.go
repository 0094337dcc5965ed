package leaguedb

import (
	"time"

	"github.com/google/uuid"
	"github.com/jackc/pgx/v5"

	"referto/internal/league"
	"referto/internal/league/facts"
	"referto/internal/tenant/tenantdb"
)

// LoadAttendance queues the records of players who did not come or came late, in the order recorded.
func LoadAttendance(b *pgx.Batch, out *[]facts.Attendance, event league.EventID) {
	tenantdb.Many(b, out, `select t.id, t.ordinal, t.entry, t.round, t.minutes_late, t.after_draw, g.name as given_by, t.given_at, t.revoked_at, t.revoked_reason
		from league.attendance t join platform.accounts g on g.id = t.given_by where t.event_id = $1 order by t.ordinal`, event.UUID)
}

// AddAttendance queues a new record.
func AddAttendance(b *pgx.Batch, event league.EventID, a facts.Attendance, by uuid.UUID) {
	b.Queue(`insert into league.attendance (event_id, id, ordinal, entry, round, minutes_late, after_draw, given_by, given_at) values ($1, $2, $3, $4, $5, $6, $7, $8, $9)`,
		event.UUID, a.ID, a.Ordinal, a.Entry, a.Round, a.MinutesLate, a.AfterDraw, by, a.GivenAt)
}

// RevokeAttendance queues the taking back of a record.
func RevokeAttendance(b *pgx.Batch, id, by uuid.UUID, now time.Time, reason string) {
	tenantdb.Exec(b, `update league.attendance set revoked_by = $2, revoked_at = $3, revoked_reason = $4 where id = $1 and revoked_at is null`, id, by, now, reason)
}

// LoadApart queues the pairs of an event in the order recorded.
func LoadApart(b *pgx.Batch, out *[]facts.Apart, event league.EventID) {
	tenantdb.Many(b, out, `select k.id, k.ordinal, k.entry, k.other, k.relation, k.after_round, k.until_round, g.name as given_by, k.given_at, k.revoked_at, k.revoked_reason
		from league.kept_apart k join platform.accounts g on g.id = k.given_by where k.event_id = $1 order by k.ordinal`, event.UUID)
}

// AddApart queues a new pair.
func AddApart(b *pgx.Batch, event league.EventID, a facts.Apart, by uuid.UUID) {
	b.Queue(`insert into league.kept_apart (event_id, id, ordinal, entry, other, relation, after_round, until_round, given_by, given_at)
		values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10)`, event.UUID, a.ID, a.Ordinal, a.Entry, a.Other, a.Relation, a.AfterRound, a.UntilRound, by, a.GivenAt)
}

// RevokeApart queues the revocation of a pair after so many rounds were drawn.
func RevokeApart(b *pgx.Batch, id, by uuid.UUID, now time.Time, reason string, rounds int) {
	tenantdb.Exec(b, `update league.kept_apart set revoked_by = $2, revoked_at = $3, revoked_reason = $4, until_round = $5 where id = $1 and revoked_at is null`, id, by, now, reason, rounds)
}
