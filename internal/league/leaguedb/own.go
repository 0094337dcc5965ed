package leaguedb

import (
	"time"

	"github.com/google/uuid"
	"github.com/jackc/pgx/v5"

	"referto/internal/league/facts"
	"referto/internal/tenant/tenantdb"
)

// OwnFilter narrows a list of the events of a person, the latest first.
type OwnFilter struct {
	Account uuid.UUID
	Days    Days
	// After is the position after which the list continues: start and id of the last event seen.
	AfterStart time.Time
	AfterID    uuid.UUID
	Limit      int
	// State selects the state of the events, "" for any, and Ascending puts the earliest first; both apply to work
	// alone.
	State     string
	Ascending bool
}

// OwnEntry is an entry of a person in an event, by its number.
type OwnEntry struct {
	facts.Event
	Number int
}

// LoadOwnEntries queues the entries of an account's player in the tenant's events, of each
// event the last one, the latest event first.
func LoadOwnEntries(b *pgx.Batch, out *[]OwnEntry, f OwnFilter) {
	tenantdb.Many(b, out, `select `+eventColumns+`, n.number from league.events e
		join lateral (select (array_agg(n.number order by n.state = 'cancelled', n.number desc))[1] as number from league.entries n
			join league.players record on record.tenant_id = n.tenant_id and record.id = n.player_id
			where n.tenant_id = e.tenant_id and n.event_id = e.id and record.account_id = $6) n on n.number is not null
		where e.state <> 'draft' and `+onDays+` and ($3::timestamptz is null or (e.starts_at, e.id) < ($3, $4))
		order by e.starts_at desc, e.id desc limit $5`,
		f.Days.From, f.Days.To, optionalTime(f.AfterStart), f.AfterID, f.Limit, f.Account)
}

// LoadOwnResults queues the entries of an account's player that played in finished events of
// the tenant, the latest event first.
func LoadOwnResults(b *pgx.Batch, out *[]OwnEntry, f OwnFilter) {
	tenantdb.Many(b, out, `select `+eventColumns+`, n.number from league.events e
		join lateral (select max(n.number) as number from league.entries n join league.players p on p.tenant_id = n.tenant_id and p.id = n.player_id
			where n.tenant_id = e.tenant_id and n.event_id = e.id and n.state = 'playing' and p.account_id = $6) n on n.number is not null
		where e.state = 'finished' and `+onDays+` and ($3::timestamptz is null or (e.starts_at, e.id) < ($3, $4))
		order by e.starts_at desc, e.id desc limit $5`,
		f.Days.From, f.Days.To, optionalTime(f.AfterStart), f.AfterID, f.Limit, f.Account)
}

// OwnWork is an event at which a person works, with their roles there.
type OwnWork struct {
	facts.Event
	Roles []string
}

// LoadOwnWork queues the events at which an account works: on the staff, or by a role at a time over the event,
// its region or the tenant; the latest event first unless Ascending is set. Drafts are included for roles that
// may change them.
func LoadOwnWork(b *pgx.Batch, out *[]OwnWork, f OwnFilter, now time.Time, draftRoles []string) {
	after, order := byStart(f.Ascending)
	tenantdb.Many(b, out, `select `+eventColumns+`, w.roles from league.events e
		join lateral (select array_agg(distinct d.role order by d.role) as roles, bool_or(d.granted and d.role = any($8)) as drafts from (
				select s.role, false as granted from league.event_staff s left join league.players p on p.tenant_id = s.tenant_id and p.id = s.player_id
					where s.tenant_id = e.tenant_id and s.event_id = e.id and s.removed_at is null and (s.account_id = $6 or p.account_id = $6)
				union all select g.role, true from league.grants g
					where g.tenant_id = e.tenant_id and g.account_id = $6 and g.role not in ('treasurer', 'integrator')
						and (g.scope = 'tenant' or g.scope = 'stage' and g.scope_id = e.id or g.scope = 'region' and g.scope_id = e.region_id)
						and g.revoked_at is null and g.valid_from <= $7 and (g.valid_until is null or g.valid_until > $7)) d) w on w.roles is not null
		where (e.state <> 'draft' or w.drafts) and `+onDays+` and ($9 = '' or e.state = $9) and ($3::timestamptz is null or `+after+`)
		order by `+order+` limit $5`,
		f.Days.From, f.Days.To, optionalTime(f.AfterStart), f.AfterID, f.Limit, f.Account, now, draftRoles, f.State)
}
