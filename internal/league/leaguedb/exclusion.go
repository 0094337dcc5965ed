package leaguedb

import (
	"time"

	"github.com/google/uuid"
	"github.com/jackc/pgx/v5"

	"referto/internal/league"
	"referto/internal/league/facts"
	"referto/internal/tenant/tenantdb"
)

var exclusionQuery = `select x.id, p.id as player_id, p.name as player_name, p.club as player_club, p.account_id, x.kind,
		x.from_day::text as from_day, coalesce(x.until_day::text, '') as until_day, x.reason, a.name as recorded_by, x.recorded_at,
		coalesce(r.name, '') as revoked_by, x.revoked_at, x.revoked_reason
	from league.exclusions x` + personOf("x") + `
	join platform.accounts a on a.id = x.recorded_by left join platform.accounts r on r.id = x.revoked_by`

// LoadExclusions queues exclusions, the latest first, before one with an id
// (uuid.Nil: from the latest).
func LoadExclusions(b *pgx.Batch, out *[]facts.Exclusion, before uuid.UUID, limit int) {
	tenantdb.Many(b, out, exclusionQuery+` where $1 = '00000000-0000-0000-0000-000000000000'::uuid or x.id < $1 order by x.id desc limit $2`, before, limit)
}

// LoadExclusion queues one exclusion; [tenantdb.ErrNotFound] without it.
func LoadExclusion(b *pgx.Batch, out *facts.Exclusion, id uuid.UUID) {
	tenantdb.One(b, out, exclusionQuery+` where x.id = $1`, id)
}

// LoadExclusionsOf queues the exclusions of players that were not revoked.
func LoadExclusionsOf(b *pgx.Batch, out *[]facts.Exclusion, players []league.PlayerID) {
	tenantdb.Many(b, out, exclusionQuery+` where x.player_id = `+anyOf(recordsOfAll("$1"))+` and x.revoked_at is null order by x.id`, players)
}

// AddExclusion queues a new exclusion.
func AddExclusion(b *pgx.Batch, x facts.Exclusion, by uuid.UUID) {
	b.Queue(`insert into league.exclusions (id, player_id, kind, from_day, until_day, reason, recorded_by, recorded_at)
		values ($1, $2, $3, $4::text::date, nullif($5, '')::date, $6, $7, $8)`,
		x.ID, x.PlayerID.UUID, string(x.Kind), string(x.FromDay), string(x.UntilDay), x.Reason, by, x.RecordedAt)
}

// RevokeExclusion queues the end of an exclusion that was not revoked before.
func RevokeExclusion(b *pgx.Batch, id, by uuid.UUID, now time.Time, reason string) {
	tenantdb.Exec(b, `update league.exclusions set revoked_by = $2, revoked_at = $3, revoked_reason = $4 where id = $1 and revoked_at is null`, id, by, now, reason)
}
