package leaguedb

import (
	"github.com/google/uuid"
	"github.com/jackc/pgx/v5"

	"referto/internal/league"
	"referto/internal/league/facts"
	"referto/internal/tenant/tenantdb"
)

// unkept selects, for each event that has begun, the last entry of each person, by any record of theirs, if it
// may not have been kept, with the decisions about it. It leaves out people whom the regulation refused, and
// events that were declared void or invalidated. The argument is a condition that selects the entries n.
func unkept(entries string) string {
	return `with entered as (
		select distinct on (n.event_id, p.id) n.*, p.id as person from league.entries n` + personOf("n") + `
		where ` + entries + ` order by n.event_id, p.id, n.number desc)
	select e.id as event_id, e.title as event_title, e.starts_at, e.time_zone, e.ruleset_version_id, e.readings,
		n.number as entry, n.person as player_id, n.state, n.cancelled_at, n.held_seat,
		w.id as withdrawal, w.given_at as left_at, coalesce(w.unexcused, false) as unexcused, c.id as ban_id, coalesce(d.outcome, '') as ban_outcome,
		coalesce(x.number, 0) as excuse_number, coalesce(x.excused, false) as excused, coalesce(x.reason, '') as excuse_reason,
		x.decided_at as excuse_at
	from entered n join league.events e on e.tenant_id = n.tenant_id and e.id = n.event_id
		left join league.withdrawals w on w.tenant_id = n.tenant_id and w.event_id = n.event_id and w.entry = n.number and w.revoked_at is null
		left join league.bans c on c.tenant_id = w.tenant_id and c.withdrawal_id = w.id
		left join lateral (select d.outcome from league.ban_decisions d
			where d.tenant_id = c.tenant_id and d.ban_id = c.id order by d.ordinal desc limit 1) d on true
		left join lateral (select x.* from league.excuses x
			where x.tenant_id = n.tenant_id and x.event_id = n.event_id and x.entry = n.number order by x.number desc limit 1) x on true
	where e.state in ('running', 'finished') and n.barred = ''
		and (n.state = 'no-show' or n.state = 'cancelled' and n.held_seat and not e.elsewhere or w.id is not null)
		and ` + notVoid + ` order by e.starts_at desc, e.id desc, n.number desc`
}

// LoadUnkept queues the entries that the people of some records may not have kept, the latest event first.
func LoadUnkept(b *pgx.Batch, out *[]facts.Unkept, players []league.PlayerID) {
	tenantdb.Many(b, out, unkept(`n.player_id = `+anyOf(recordsBehind("$1"))), players)
}

// LoadUnkeptIn queues the entries of some events that may not have been kept, in the same order.
func LoadUnkeptIn(b *pgx.Batch, out *[]facts.Unkept, events []league.EventID) {
	tenantdb.Many(b, out, unkept(`n.event_id = any($1)`), events)
}

// LoadBegun queues the events that have begun, the latest first, from the one at a position on; the zero
// position means from the latest. It queues at most so many.
func LoadBegun(b *pgx.Batch, out *[]EventPosition, from EventPosition, most int) {
	tenantdb.Many(b, out, `select id, starts_at from league.events where state in ('running', 'finished')
		and ($1::timestamptz is null or (starts_at, id) <= ($1, $2)) order by starts_at desc, id desc limit $3`, optionalTime(from.StartsAt), from.ID.UUID, most)
}

// AddExcuse queues a decision about the reason for which an entry was not kept.
func AddExcuse(b *pgx.Batch, event league.EventID, entry int, x facts.Excuse, by uuid.UUID) {
	b.Queue(`insert into league.excuses (event_id, entry, number, excused, reason, decided_by, decided_at) values ($1, $2, $3, $4, $5, $6, $7)`,
		event.UUID, entry, x.Number, x.Excused, x.Reason, by, x.DecidedAt)
}
