package leaguedb

import (
	"time"

	"github.com/google/uuid"
	"github.com/jackc/pgx/v5"

	"referto/internal/league"
	"referto/internal/league/facts"
	"referto/internal/tenant/tenantdb"
)

// leavers selects the withdrawals without good reason from events whose ruleset has them reported (BG 1.1.7),
// each with its player, by the record that is kept, and the decision about it. There are few of them among many
// entries. The query always begins with them, whichever players are requested, because PostgreSQL would
// otherwise begin with all entries that these players have ever made.
var leavers = `select w.tenant_id, w.event_id, w.id, w.entry, p.id as player_id, w.given_by, w.given_at, c.id as ban_id,
		coalesce(v.readings ->> r.leaving_reading, r.leaving_until) = 'barred' as barred
	from league.withdrawals w
		cross join lateral (select e.player_id from league.entries e
			where e.tenant_id = w.tenant_id and e.event_id = w.event_id and e.number = w.entry offset 0) e
		join league.players record on record.tenant_id = w.tenant_id and record.id = e.player_id
		cross join lateral (select ` + personID("record") + ` as id) p
		join league.events v on v.tenant_id = w.tenant_id and v.id = w.event_id
		join league.ruleset_versions r on r.tenant_id = v.tenant_id and r.id = v.ruleset_version_id
		left join league.bans c on c.tenant_id = w.tenant_id and c.withdrawal_id = w.id
	where w.unexcused and w.revoked_at is null and r.leaving_ban <> ''`

// LoadReportedLeavers queues those of the given players who left an earlier event without good reason, are
// barred until that is decided, and are still waiting for the decision.
func LoadReportedLeavers(b *pgx.Batch, out *[]league.PlayerID, event league.EventID, players []league.PlayerID) {
	tenantdb.Scalar(b, out, `select coalesce(array_agg(distinct l.player_id), '{}') from (`+leavers+`) l
		where l.event_id <> $1 and l.player_id = any($2) and l.barred and l.ban_id is null`, event.UUID, players)
}

// LoadLeavings queues the reported leavings, the latest first, after the one with an id (uuid.Nil: from the
// latest). With decided nil it queues all of them, else only the decided or only the undecided ones.
func LoadLeavings(b *pgx.Batch, out *[]facts.Leaving, before uuid.UUID, decided *bool, limit int) {
	tenantdb.Many(b, out, `select l.event_id, l.id as withdrawal_id, l.given_at, l.ban_id, l.barred from (`+leavers+`) l
		where ($1 = '00000000-0000-0000-0000-000000000000'::uuid or l.id < $1) and ($2::boolean is null or (l.ban_id is not null) = $2)
		order by l.id desc limit $3`, before, decided, limit)
}

// LoadLeaving queues one reported leaving. It returns [tenantdb.ErrNotFound] if there is none.
func LoadLeaving(b *pgx.Batch, out *facts.Leaving, event league.EventID, withdrawal uuid.UUID) {
	tenantdb.One(b, out, `select l.event_id, l.id as withdrawal_id, l.given_at, l.ban_id, l.barred from (`+leavers+`) l
		where l.event_id = $1 and l.id = $2`, event.UUID, withdrawal)
}

// OwnLeaving is a reported leaving, with the data that the person themself may know.
type OwnLeaving struct {
	EventID    league.EventID
	EventTitle string
	GivenAt    time.Time
	Barred     bool
}

// LoadLeavingsOfAccount queues the undecided leavings of an account's player, the latest first.
func LoadLeavingsOfAccount(b *pgx.Batch, out *[]OwnLeaving, account uuid.UUID) {
	tenantdb.Many(b, out, `select l.event_id, v.title as event_title, l.given_at, l.barred from (`+leavers+`) l
		join league.events v on v.tenant_id = l.tenant_id and v.id = l.event_id
		join league.players p on p.tenant_id = l.tenant_id and p.id = l.player_id
		where p.account_id = $1 and l.ban_id is null order by l.id desc`, account)
}

// LoadWithdrawers queues the accounts that recorded a withdrawal.
func LoadWithdrawers(b *pgx.Batch, out *[]uuid.UUID, withdrawal uuid.UUID) {
	tenantdb.Scalar(b, out, `select array[given_by] from league.withdrawals where id = $1`, withdrawal)
}

// LeavingLetter is the content of a letter to a person whose leaving was reported, with the
// address.
type LeavingLetter struct {
	Name, Email, Language string
	Tenant, Slug          string
	Event, EventSlug      string // its title and address
	Barred                bool
	PlayerID              league.PlayerID
	Waits                 bool      // until they have confirmed the address
	Account               uuid.UUID // whose address it is; uuid.Nil for the register's
}

// LoadLeavingLetter queues the letter about an undecided leaving: to the person's account, without one to the
// address in the register; out stays nil if there is neither, or nothing to report any more.
func LoadLeavingLetter(b *pgx.Batch, out **LeavingLetter, event league.EventID, withdrawal uuid.UUID) {
	tenantdb.Maybe(b, out, `select coalesce(a.name, p.name) as name, coalesce(a.email, p.email) as email, coalesce(a.language, t.languages[1], 'en') as language,
			t.name as tenant, t.slug, v.title as event, v.slug as event_slug, l.barred,
			p.id as player_id, a.id is null and p.address_before <> '' as waits, coalesce(a.id, '00000000-0000-0000-0000-000000000000') as account
		from (`+leavers+`) l
		join league.events v on v.tenant_id = l.tenant_id and v.id = l.event_id
		join league.players p on p.tenant_id = l.tenant_id and p.id = l.player_id
		join platform.tenants t on t.id = l.tenant_id
		left join platform.accounts a on a.id = p.account_id
		where l.event_id = $1 and l.id = $2 and l.ban_id is null and a.suspended_at is null and coalesce(a.email, p.email) <> ''`, event.UUID, withdrawal)
}
