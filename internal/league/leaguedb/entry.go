package leaguedb

import (
	"time"

	"github.com/google/uuid"
	"github.com/jackc/pgx/v5"

	"referto/internal/league"
	"referto/internal/league/facts"
	"referto/internal/tenant/tenantdb"
)

// The club of an entry is the player's club on the day of the event.
var entryQuery = `select e.number, e.state, e.fee_paid, e.entered_at, e.checked_in_at, e.cancelled_at, e.lot, e.draw_position, e.place, e.version,
	p.id as player_id, case when p.id <> e.player_id then e.player_id else '00000000-0000-0000-0000-000000000000' end as entered_as, p.name as player_name, p.initials as player_initials, ` +
	clubOnAny(`v.day`) + ` as player_club,
	p.account_id, a.name as accepted_by, e.accepted_at, e.replaces, e.barred,
	case when e.state = 'waiting' then
		(select count(*) from league.entries w where w.event_id = e.event_id and w.state = 'waiting'
			and (w.yields is not null, w.number) <= (e.yields is not null, e.number))
	else 0 end::integer as waiting_position, e.yields, e.name_reserved, e.entered_by is null as by_form, e.confirm_by
	from league.entries e cross join lateral (select (v.starts_at at time zone v.time_zone)::date as day from league.events v where v.tenant_id = e.tenant_id and v.id = e.event_id) v` + personOf("e") + `
	left join platform.accounts a on a.id = e.accepted_by`

// LoadEntries queues all entries of an event in the order they came.
func LoadEntries(b *pgx.Batch, out *[]facts.Entry, event league.EventID) {
	tenantdb.Many(b, out, entryQuery+` where e.event_id = $1 order by e.number`, event.UUID)
}

// AddEntry queues a new entry. By [uuid.Nil] is the person themself, by the link of a letter.
func AddEntry(b *pgx.Batch, event league.EventID, e facts.Entry, by uuid.UUID) {
	b.Queue(`insert into league.entries (event_id, number, player_id, state, entered_by, entered_at, yields, name_reserved)
		values ($1, $2, $3, $4, nullif($5, '00000000-0000-0000-0000-000000000000'::uuid), $6, $7, $8)`,
		event.UUID, e.Number, e.Record().UUID, e.State, by, e.EnteredAt, e.Yields, e.NameReserved)
}

// SetYields queues the reason for which an entry comes after those of others, nil if it does not, and its next
// version.
func SetYields(b *pgx.Batch, event league.EventID, number int, why *league.Grounds) {
	tenantdb.Exec(b, `update league.entries set yields = $3, version = version + 1 where event_id = $1 and number = $2`, event.UUID, number, why)
}

// ChangeEntry queues an entry's new state with its reason, check-in, fee, deadline of confirmation and reserved
// name, and its next version; for a cancelled entry also whether it held a seat until then.
func ChangeEntry(b *pgx.Batch, event league.EventID, e facts.Entry) {
	tenantdb.Exec(b, `update league.entries set state = $3, fee_paid = $4, checked_in_at = $5, cancelled_at = $6, barred = $7, confirm_by = $8, name_reserved = $9, version = version + 1,
			held_seat = $3 = 'cancelled' and (state in ('entered', 'checked-in') or held_seat) where event_id = $1 and number = $2`,
		event.UUID, e.Number, e.State, e.FeePaid, e.CheckedInAt, e.CancelledAt, string(e.Barred), e.ConfirmBy, e.NameReserved)
}

// AcceptEntry queues the referee's decision to let a waiting entry in, or with by uuid.Nil its withdrawal, and
// the entry's next version.
func AcceptEntry(b *pgx.Batch, event league.EventID, number int, by uuid.UUID, at *time.Time) {
	tenantdb.Exec(b, `update league.entries set accepted_by = nullif($3, '00000000-0000-0000-0000-000000000000'::uuid), accepted_at = $4, version = version + 1
		where event_id = $1 and number = $2`, event.UUID, number, by, at)
}

// StartEntries queues the start: the given entries play, with their draw; other players who are here stand by,
// and those who are not here are recorded as not having come.
func StartEntries(b *pgx.Batch, event league.EventID, playing []facts.Entry) {
	numbers, lots := make([]int, len(playing)), make([]*int, len(playing))
	positions, places := make([]*int, len(playing)), make([]*int, len(playing))
	for i, e := range playing {
		numbers[i], lots[i], positions[i], places[i] = e.Number, e.Lot, e.DrawPosition, e.Place
	}
	b.Queue(`update league.entries e set state = 'playing', confirm_by = null, lot = d.lot, draw_position = d.position, place = d.place, version = version + 1
		from unnest($2::integer[], $3::integer[], $4::integer[], $5::integer[]) as d (number, lot, position, place)
		where e.event_id = $1 and e.number = d.number`, event.UUID, numbers, lots, positions, places)
	b.Queue(`update league.entries set state = case state when 'entered' then 'no-show' else 'waiting' end, confirm_by = null, version = version + 1
		where event_id = $1 and state in ('entered', 'checked-in')`, event.UUID)
}

// ReplaceEntry queues that a reserve plays in the place of an entrant who did not come, and takes over their
// draw.
func ReplaceEntry(b *pgx.Batch, event league.EventID, reserve facts.Entry) {
	tenantdb.Exec(b, `update league.entries set state = 'no-show', version = version + 1 where event_id = $1 and number = $2 and state = 'playing'`,
		event.UUID, reserve.Replaces)
	tenantdb.Exec(b, `update league.entries set state = 'playing', replaces = $3, lot = $4, draw_position = $5, place = $6, version = version + 1
		where event_id = $1 and number = $2 and state = 'waiting'`,
		event.UUID, reserve.Number, reserve.Replaces, reserve.Lot, reserve.DrawPosition, reserve.Place)
}
