package leaguedb

import (
	"time"

	"github.com/google/uuid"
	"github.com/jackc/pgx/v5"

	"referto/internal/league"
	"referto/internal/league/facts"
	"referto/internal/tenant/tenantdb"
)

// convocationColumns are those of [facts.Convocation], with the person's record that is kept.
const convocationColumns = `id, place, coalesce((select k.kept_as from league.players k where k.id = player_id), player_id) as player_id, final, sent_at, sent_by, answer_by, accepted_at, how, reminded_at, withdrawn_at`

// AddRegionMerge queues that a region plays its final with another. The season is held, so that its ordinal is
// not taken.
func AddRegionMerge(b *pgx.Batch, season league.SeasonID, m facts.RegionMerge, by uuid.UUID) {
	b.Queue(`insert into league.region_merges (season_id, ordinal, region_id, into_id, reason, decided_by, decided_at) values ($1, $2, $3, $4, $5, $6, $7)`,
		season.UUID, m.Ordinal, m.RegionID, m.IntoID, m.Reason, by, m.DecidedAt)
}

// RevokeRegionMerge queues the end of a merger. It returns [tenantdb.ErrNotFound] if none is in force.
func RevokeRegionMerge(b *pgx.Batch, season league.SeasonID, ordinal int, by uuid.UUID, at time.Time, reason string) {
	tenantdb.Exec(b, `update league.region_merges set revoked_by = $3, revoked_at = $4, revoked_reason = $5
		where season_id = $1 and ordinal = $2 and revoked_at is null`, season.UUID, ordinal, by, at, reason)
}

// AddFinalDecision queues the manager's decision on a regional final. The season is held, so that its ordinal
// is not taken.
func AddFinalDecision(b *pgx.Batch, season league.SeasonID, d facts.FinalDecision, by uuid.UUID) {
	b.Queue(`insert into league.final_decisions (season_id, ordinal, region_id, kind, called_up, semifinals, why, decided_by, decided_at)
		values ($1, $2, $3, $4, $5, $6, $7, $8, $9)`,
		season.UUID, d.Ordinal, d.RegionID, d.Kind, d.CalledUp, d.Semifinals, d.Why, by, d.DecidedAt)
}

// RevokeFinalDecision queues the end of a decision. It returns [tenantdb.ErrNotFound] if none is in force.
func RevokeFinalDecision(b *pgx.Batch, season league.SeasonID, ordinal int, by uuid.UUID, at time.Time, reason string) {
	tenantdb.Exec(b, `update league.final_decisions set revoked_by = $3, revoked_at = $4, revoked_reason = $5
		where season_id = $1 and ordinal = $2 and revoked_at is null`, season.UUID, ordinal, by, at, reason)
}

// LoadOrdinals queues the highest ordinals of a season's mergers and decisions, those
// revoked among them; 0 without any.
func LoadOrdinals(b *pgx.Batch, merges, decisions *int, season league.SeasonID) {
	tenantdb.Scalar(b, merges, `select coalesce(max(ordinal), 0) from league.region_merges where season_id = $1`, season.UUID)
	tenantdb.Scalar(b, decisions, `select coalesce(max(ordinal), 0) from league.final_decisions where season_id = $1`, season.UUID)
}

// AddConvocation queues a call to take a place in a final.
func AddConvocation(b *pgx.Batch, season league.SeasonID, c facts.Convocation) {
	b.Queue(`insert into league.convocations (id, season_id, place, player_id, final, sent_by, sent_at, answer_by) values ($1, $2, $3, $4, $5, $6, $7, $8)`,
		c.ID, season.UUID, c.Place, c.PlayerID.UUID, c.Final, c.SentBy, c.SentAt, c.AnswerBy)
}

// AnswerConvocation queues who accepted for the convoked person, and when; a nil time means that they have not
// accepted. By [uuid.Nil] stands for the link of their letter.
func AnswerConvocation(b *pgx.Batch, id, by uuid.UUID, at *time.Time, how string) {
	tenantdb.Exec(b, `update league.convocations set accepted_at = $3, accepted_by = nullif($2, '00000000-0000-0000-0000-000000000000'::uuid), how = $4 where id = $1`,
		id, by, at, how)
}

// WithdrawConvocation queues that a call does not hold any more.
func WithdrawConvocation(b *pgx.Batch, id, by uuid.UUID, at time.Time, reason string) {
	tenantdb.Exec(b, `update league.convocations set withdrawn_at = $3, withdrawn_by = $2, withdrawn_reason = $4 where id = $1 and withdrawn_at is null`,
		id, by, at, reason)
}

// MarkReminded queues that the convoked person was reminded.
func MarkReminded(b *pgx.Batch, id uuid.UUID, at time.Time) {
	tenantdb.Exec(b, `update league.convocations set reminded_at = $2 where id = $1 and reminded_at is null`, id, at)
}

// AddAnswerLink queues the secret of a letter's link.
func AddAnswerLink(b *pgx.Batch, hash []byte, convocation uuid.UUID, at time.Time) {
	b.Queue(`insert into league.answer_links (token_hash, convocation_id, made_at) values ($1, $2, $3)`, hash, convocation, at)
}

// LinkedConvocation is a convocation with its season.
type LinkedConvocation struct {
	facts.Convocation
	SeasonID league.SeasonID
}

// LoadLinked queues the convocation that a link is about, also a withdrawn one; out stays nil for any other
// link.
func LoadLinked(b *pgx.Batch, out **LinkedConvocation, hash []byte) {
	tenantdb.Maybe(b, out, `select season_id, `+convocationColumns+` from league.convocations
		where id = (select convocation_id from league.answer_links where token_hash = $1)`, hash)
}

// LoadConvoked queues a convocation, also a withdrawn one; out stays nil if there is none.
func LoadConvoked(b *pgx.Batch, out **LinkedConvocation, id uuid.UUID) {
	tenantdb.Maybe(b, out, `select season_id, `+convocationColumns+` from league.convocations where id = $1`, id)
}

// Addressee is a person to whom a letter about a final goes.
type Addressee struct {
	Name, Email, Language string
	Tenant, Slug          string
	Waits                 bool      // until they have confirmed the address
	Account               uuid.UUID // whose address it is; uuid.Nil for the register's
}

// LoadAddressee queues the address of a letter to a player: that of their account, without one that of the
// register; out stays nil if there is neither.
func LoadAddressee(b *pgx.Batch, out **Addressee, player league.PlayerID) {
	tenantdb.Maybe(b, out, `select p.name, coalesce(a.email, p.email) as email, coalesce(a.language, t.languages[1], 'en') as language, t.name as tenant, t.slug,
			a.id is null and p.address_before <> '' as waits, coalesce(a.id, '00000000-0000-0000-0000-000000000000') as account
		from league.players p join platform.tenants t on t.id = p.tenant_id left join platform.accounts a on a.id = p.account_id
		where p.id = `+keptOf+` and a.suspended_at is null and coalesce(a.email, p.email) <> ''`, player.UUID)
}

// AddUnavailability queues that a player cannot come to a final. By [uuid.Nil] stands for the link of their
// letter.
func AddUnavailability(b *pgx.Batch, season league.SeasonID, u facts.Unavailability, by uuid.UUID) {
	b.Queue(`insert into league.unavailabilities (id, season_id, player_id, final, lapsed, reason, how, said_by, said_at)
		values ($1, $2, $3, $4, $5, $6, $7, nullif($8, '00000000-0000-0000-0000-000000000000'::uuid), $9)`,
		u.ID, season.UUID, u.PlayerID.UUID, u.Final, u.Lapsed, u.Reason, u.How, by, u.SaidAt)
}

// RevokeUnavailability queues that a player can come after all.
func RevokeUnavailability(b *pgx.Batch, id, by uuid.UUID, at time.Time, reason string) {
	tenantdb.Exec(b, `update league.unavailabilities set revoked_by = nullif($2, '00000000-0000-0000-0000-000000000000'::uuid), revoked_at = $3, revoked_reason = $4
		where id = $1 and revoked_at is null`, id, by, at, reason)
}

// LoadLabels queues players by their ids, each once, in any order.
func LoadLabels(b *pgx.Batch, out *[]facts.PlayerLabel, ids []league.PlayerID) {
	tenantdb.Many(b, out, `select p.id, p.name, p.initials, p.club, p.account_id, coalesce(a.suspended_at is null and coalesce(a.email, p.email) <> '' and (a.id is not null or p.address_before = ''), false) as reached
		from `+playersAsked+` left join platform.accounts a on a.id = p.account_id`, uuids(ids))
}

// AddExemption queues that a player may enter an event although they are qualified. An existing exemption stays
// as it is.
func AddExemption(b *pgx.Batch, event league.EventID, player league.PlayerID, reason string, by uuid.UUID, at time.Time) {
	b.Queue(`insert into league.exemptions (event_id, player_id, reason, decided_by, decided_at) values ($1, $2, $3, $4, $5) on conflict do nothing`,
		event.UUID, player.UUID, reason, by, at)
}

// LoadExempt queues the players who may enter an event although they are qualified.
func LoadExempt(b *pgx.Batch, out *[]league.PlayerID, event league.EventID) {
	tenantdb.Scalar(b, out, `select coalesce(array_agg(p.id), '{}') from league.exemptions x`+personOf("x")+` where x.event_id = $1`, event.UUID)
}

// LoadPlacedBefore queues those among players who ended in the ranking of an event of a season, are its
// champion or were convoked: only they can be qualified in it.
func LoadPlacedBefore(b *pgx.Batch, out *[]league.PlayerID, season league.SeasonID, players []league.PlayerID) {
	tenantdb.Scalar(b, out, `select coalesce(array_agg(distinct p.id), '{}') from unnest($2::uuid[]) as p (id)
		join league.players r on r.id = p.id or r.kept_as = p.id
		where exists (select from league.outcomes o join league.events e on e.tenant_id = o.tenant_id and e.id = o.event_id
				where e.season_id = $1 and r.id = any(o.ranking))
			or exists (select from league.convocations c where c.season_id = $1 and c.player_id = r.id)
			or exists (select from league.seasons s where s.id = $1 and s.champion_id = r.id)`, season.UUID, players)
}
