package leaguedb

import (
	"time"

	"github.com/google/uuid"
	"github.com/jackc/pgx/v5"

	"referto/internal/league"
	"referto/internal/league/facts"
	"referto/internal/tenant/tenantdb"
)

// LoadOffices queues the organizers, first referees, regional contacts, championship managers and treasurers of
// the tenant at a moment, in the order in which they were appointed.
func LoadOffices(b *pgx.Batch, out *[]facts.Office, now time.Time) {
	tenantdb.Many(b, out, `select g.account_id, g.role, g.scope, g.scope_id from league.grants g
			join platform.accounts a on a.id = g.account_id and a.suspended_at is null
		where g.tenant_id = platform.current_tenant() and g.revoked_at is null and g.valid_from <= $1 and (g.valid_until is null or g.valid_until > $1)
			and g.role in ('organizer', 'first-referee', 'regional-contact', 'championship-manager', 'treasurer') order by g.id`, now)
}

// LoadRunningSeasons queues the ids of the seasons that are under way, the first first.
func LoadRunningSeasons(b *pgx.Batch, out *[]league.SeasonID) {
	tenantdb.Scalar(b, out, `select coalesce(array_agg(id order by plays_from, id), '{}') from league.seasons where state = 'running'`)
}

// LoadDrafts queues the events of a season that are not announced, by their days.
func LoadDrafts(b *pgx.Batch, out *[]facts.Event, season league.SeasonID) {
	tenantdb.Many(b, out, `select `+eventColumns+` from league.events where season_id = $1 and state = 'draft' order by starts_at, id`, season.UUID)
}

// LoadWaitingStructures queues the proposed structures of a season's events that have not started, if they are
// neither approved nor revoked.
func LoadWaitingStructures(b *pgx.Batch, out *[]facts.WaitingStructure, season league.SeasonID) {
	tenantdb.Many(b, out, `select s.event_id, s.proposed_at from league.agreed_structures s
			join league.events e on e.tenant_id = s.tenant_id and e.id = s.event_id
		where e.season_id = $1 and e.state not in ('running', 'finished', 'cancelled') and s.revoked_at is null and s.approved_at is null
		order by s.event_id`, season.UUID)
}

// LoadWaitingRefunds queues the claims of a season that are not over, and those that ended in another way than
// by being withdrawn, by their ids.
func LoadWaitingRefunds(b *pgx.Batch, out *[]facts.WaitingRefund, season league.SeasonID) {
	tenantdb.Many(b, out, `select r.id, r.state, p.id as player_id, p.name as player, p.account_id as account, r.created_by, r.version from league.refunds r`+personOf("r")+`
		where r.season_id = $1 and r.state <> 'withdrawn' order by r.id`, season.UUID)
}

// LoadAskedOff queues the photos from which people ask to be taken off, the earliest request first, at most so
// many.
func LoadAskedOff(b *pgx.Batch, out *[]facts.AskedOffPhoto, most int) {
	tenantdb.Many(b, out, `select n.photo_id, f.event_id, (array_agg(p.name order by n.asked_off_at, p.id))[1] as name, min(n.asked_off_at) as asked_at, count(distinct p.id)::integer as people
		from league.photo_people n join league.photos f on f.tenant_id = n.tenant_id and f.id = n.photo_id`+personOf("n")+`
		where n.asked_off_at is not null and n.unnamed_at is null and f.removed_at is null and f.state = 'ready'
		group by n.photo_id, f.event_id order by min(n.asked_off_at), n.photo_id limit $1`, most)
}

// LoadWaitingAffiliations queues the clubs that apply to belong to the tenant, the oldest application first, at
// most so many.
func LoadWaitingAffiliations(b *pgx.Batch, out *[]facts.WaitingAffiliation, most int) {
	tenantdb.Many(b, out, `select a.id, c.name as club, a.requested_at as asked_at from platform.affiliations a join platform.tenants c on c.id = a.club_id
		where a.federation_id = platform.current_tenant() and a.state = 'requested' order by a.requested_at, a.id limit $1`, most)
}

// LoadWaitingRequests queues the undecided requests of people about their records, the oldest first, at most so
// many.
func LoadWaitingRequests(b *pgx.Batch, out *[]facts.WaitingRequest, most int) {
	tenantdb.Many(b, out, `select r.id, r.kind, r.account_id, p.name as player, p.account_id as owner, r.asked_at,
			array(select distinct e.region_id from `+enteredByAnyRecord+` where q.tenant_id = r.tenant_id and q.id = r.player_id and e.region_id is not null) as regions
		from league.player_requests r`+personOf("r")+`
		where r.outcome is null order by r.id limit $1`, most)
}

// LoadPlayerAccounts queues the accounts of players, as far as they have one.
func LoadPlayerAccounts(b *pgx.Batch, out *[]facts.PlayerAccount, players []league.PlayerID) {
	tenantdb.Many(b, out, `select p.id as player_id, p.name, p.account_id from league.players p
		left join platform.accounts a on a.id = p.account_id
		where p.id = any($1) and a.suspended_at is null order by p.id`, players)
}

// NoteReminder queues that a person is to be reminded of a cause; fresh stays false if that was noted before
// and the letter has left, or was noted less than a day ago.
func NoteReminder(b *pgx.Batch, fresh *bool, cause string, account uuid.UUID, due *time.Time, now time.Time) {
	b.Queue(`insert into league.reminders as r (cause, account_id, due_at, noted_at) values ($1, $2, $3, $4)
		on conflict (tenant_id, cause, account_id) do update set noted_at = excluded.noted_at
			where r.sent_at is null and r.noted_at <= excluded.noted_at - interval '24 hours'
		returning true`, cause, account, due, now).Query(func(rows pgx.Rows) error {
		*fresh = rows.Next()
		rows.Close()
		return rows.Err()
	})
}

// Reminded is a person to whom a reminder is written.
type Reminded struct {
	Name, Email, Language string
	Sent                  bool
}

// LoadReminded queues the receiver of a noted reminder; out stays nil if there is nobody who can be written to.
func LoadReminded(b *pgx.Batch, out **Reminded, cause string, account uuid.UUID) {
	tenantdb.Maybe(b, out, `select a.name, a.email, a.language, r.sent_at is not null as sent from league.reminders r
		join platform.accounts a on a.id = r.account_id and a.suspended_at is null
		where r.cause = $1 and r.account_id = $2 and a.email <> ''`, cause, account)
}

// MarkSent queues that a reminder has left, or never will.
func MarkSent(b *pgx.Batch, cause string, account uuid.UUID, at time.Time) {
	tenantdb.Exec(b, `update league.reminders set sent_at = coalesce(sent_at, $3) where cause = $1 and account_id = $2`, cause, account, at)
}

// RenewCalendarLink queues the secret of the address of a person's private calendar, in place of the one
// before.
func RenewCalendarLink(b *pgx.Batch, account uuid.UUID, hash []byte, now time.Time) {
	b.Queue(`insert into league.calendar_links (account_id, token_hash, made_at) values ($1, $2, $3)
		on conflict (tenant_id, account_id) do update set token_hash = excluded.token_hash, made_at = excluded.made_at, ended_at = null`, account, hash, now)
}

// EndCalendarLink queues the end of the address of a person's private calendar. It returns
// [tenantdb.ErrNotFound] if they have none.
func EndCalendarLink(b *pgx.Batch, account uuid.UUID, now time.Time) {
	tenantdb.Exec(b, `update league.calendar_links set ended_at = $2 where account_id = $1 and ended_at is null`, account, now)
}
