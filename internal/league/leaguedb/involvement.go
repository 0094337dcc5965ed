package leaguedb

import (
	"time"

	"github.com/google/uuid"
	"github.com/jackc/pgx/v5"

	"referto/internal/league"
	"referto/internal/league/facts"
	"referto/internal/tenant/tenantdb"
)

// eventDays are the events $1, each with its day at the venue.
const eventDays = `select tenant_id, id, region_id, created_by, date_trunc('day', starts_at at time zone time_zone) at time zone time_zone as begins,
		(date_trunc('day', starts_at at time zone time_zone) + interval '1 day') at time zone time_zone as ends
	from league.events where id = any($1)`

// officesOver selects the people who organize or referee the events e: by a role over the event, its region or
// the tenant that was held on the event's day or is at $3, or by a line of the staff that stood on that day.
const officesOver = `select e.id as event_id, g.account_id, g.role
		from e cross join lateral (values ('stage', e.id), ('region', e.region_id), ('tenant', e.tenant_id)) as area (scope, id)
		join league.grants g on g.tenant_id = e.tenant_id and g.scope = area.scope and coalesce(g.scope_id, g.tenant_id) = area.id
		cross join lateral (select coalesce(least(g.revoked_at, g.valid_until), 'infinity') as at) as over
		where g.role in ('organizer', 'first-referee', 'referee')
			and (g.valid_from < e.ends and over.at > e.begins or g.valid_from <= $3 and over.at > $3)
	union select s.event_id, coalesce(s.account_id, p.account_id), s.role from e
		join league.event_staff s on s.tenant_id = e.tenant_id and s.event_id = e.id
		left join league.players p on p.tenant_id = s.tenant_id and p.id = s.player_id
		where (s.removed_at is null or s.removed_at > e.begins) and s.role in ('organizer', 'first-referee', 'referee')`

// wordsOnRanking selects the outcomes of the events e in which a person has stated the current ranking: the one
// that recorded it, last after a different ranking, and later ones with a reason, which correct the entrants. A
// later one without a reason follows from another act.
const wordsOnRanking = `select o.event_id, o.recorded_by from (
		select o.*, 1 + coalesce(max(o.number) filter (where o.ranking is distinct from o.stands) over (partition by o.event_id), 0) as first from (
			select o.event_id, o.number, o.ranking, o.reason, o.recorded_by, last_value(o.ranking) over (
				partition by o.event_id order by o.number rows between unbounded preceding and unbounded following) as stands
			from e join league.outcomes o on o.tenant_id = e.tenant_id and o.event_id = e.id) o) o
	where o.stands is not null and (o.number = o.first or o.number > o.first and o.reason <> '')`

// LoadInvolvements queues the parts that an account, or with [uuid.Nil] all accounts, had in some events until
// now.
func LoadInvolvements(b *pgx.Batch, out *[]facts.Involvement, events []league.EventID, account uuid.UUID, now time.Time) {
	tenantdb.Many(b, out, `with e as (`+eventDays+`), office as (`+officesOver+`)
		select event_id, account_id, involved_as from (
			select event_id, account_id, case role when 'organizer' then 'organizer' else 'referee' end as involved_as from office
			union select e.id, e.created_by, 'drafter' from e
				where not exists (select from office o where o.event_id = e.id and o.role = 'organizer' and o.account_id <> e.created_by)
			union select n.event_id, p.account_id, 'entrant' from e
				join league.entries n on n.tenant_id = e.tenant_id and n.event_id = e.id and n.state not in ('cancelled', 'waiting')
				join league.players p on p.tenant_id = n.tenant_id and p.id = n.player_id
			union select event_id, recorded_by, 'recorder' from (`+wordsOnRanking+`) as word
			union (select distinct on (r.event_id) r.event_id, r.sent_by, 'reporter' from e
				join league.reports r on r.tenant_id = e.tenant_id and r.event_id = e.id order by r.event_id, r.number desc)) as part
		where account_id is not null and $2::uuid in (account_id, $4::uuid) order by 1, 2, 3`, uuids(events), account, now, uuid.Nil)
}
