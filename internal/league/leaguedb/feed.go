package leaguedb

import (
	"time"

	"github.com/google/uuid"
	"github.com/jackc/pgx/v5"

	"referto/internal/league"
	"referto/internal/league/facts"
	"referto/internal/tenant/tenantdb"
)

// LoadPublicEvents queues the events of a season that were made public, by their days, including those called
// off since.
func LoadPublicEvents(b *pgx.Batch, out *[]facts.Event, season league.SeasonID) {
	tenantdb.Many(b, out, `select `+eventColumns+` from league.events
		where season_id = $1 and state <> 'draft' and announced_at is not null order by starts_at, id`, season.UUID)
}

// LoadHostedEvents queues the events that a club holds, drafts left out, the latest first.
func LoadHostedEvents(b *pgx.Batch, out *[]facts.Event, host uuid.UUID, limit int) {
	tenantdb.Many(b, out, `select `+eventColumns+` from league.events
		where host_id = $1 and state <> 'draft' order by starts_at desc, id desc limit $2`, host, limit)
}

// CalendarOwner is the owner of a private calendar.
type CalendarOwner struct {
	AccountID uuid.UUID
	Name      string
	Language  string
}

// LoadCalendarOwner queues the owner of the private calendar behind a secret; out stays nil for an unknown
// secret.
func LoadCalendarOwner(b *pgx.Batch, out **CalendarOwner, hash []byte) {
	tenantdb.Maybe(b, out, `select l.account_id, a.name, a.language from league.calendar_links l
		join platform.accounts a on a.id = l.account_id and a.suspended_at is null
		where l.token_hash = $1 and l.ended_at is null`, hash)
}

// LoadEventsOfAccount queues the events that start at from or later and that a person has entered, or at which
// they have an office or a duty at now, by their days.
func LoadEventsOfAccount(b *pgx.Batch, out *[]facts.Event, account uuid.UUID, from, now time.Time) {
	tenantdb.Many(b, out, `select `+eventColumns+` from league.events e
		where e.starts_at >= $2 and (
			e.announced_at is not null and exists (select from league.entries n
				join league.players p on p.tenant_id = n.tenant_id and p.id = n.player_id
				where n.tenant_id = e.tenant_id and n.event_id = e.id and p.account_id = $1 and n.state not in ('cancelled', 'no-show'))
			or exists (select from league.grants g where g.tenant_id = e.tenant_id and g.account_id = $1 and g.scope = 'stage' and g.scope_id = e.id
				and g.revoked_at is null and g.valid_from <= $3 and (g.valid_until is null or g.valid_until > $3))
			or exists (select from league.event_staff s left join league.players p on p.tenant_id = s.tenant_id and p.id = s.player_id
				where s.tenant_id = e.tenant_id and s.event_id = e.id and s.removed_at is null and (s.account_id = $1 or p.account_id = $1)))
		order by e.starts_at, e.id limit 500`, account, from, now)
}
