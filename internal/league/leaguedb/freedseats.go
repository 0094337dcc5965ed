package leaguedb

import (
	"github.com/jackc/pgx/v5"

	"referto/internal/league"
	"referto/internal/tenant/tenantdb"
)

// FreedSeats counts the entries that had a seat in some events, and those of them that were withdrawn; entries
// can be withdrawn only until their event begins.
type FreedSeats struct{ Events, Seats, Freed int }

// LoadFreedSeats queues the count over the latest events, at most so many, that were over when an event was
// announced; so the count does not change as long as the event does not. Events whose entries were not taken by
// the program are left out.
func LoadFreedSeats(b *pgx.Batch, out *FreedSeats, event league.EventID, most int) {
	tenantdb.One(b, out, `with past as (
			select p.tenant_id, p.id from league.events p
			where p.state = 'finished' and not p.elsewhere and p.announced_at < p.started_at and p.id <> $1
				and p.processed_at < (select e.announced_at from league.events e where e.id = $1)
			order by p.processed_at desc, p.id desc limit $2)
		select (select count(*) from past)::integer as events,
			count(n.number) filter (where n.state not in ('cancelled', 'waiting') or n.held_seat)::integer as seats,
			count(n.number) filter (where n.state = 'cancelled' and n.held_seat)::integer as freed
		from past join league.entries n on n.tenant_id = past.tenant_id and n.event_id = past.id`, event.UUID, most)
}
