package leaguedb

import (
	"time"

	"github.com/google/uuid"
	"github.com/jackc/pgx/v5"

	"referto/internal/league"
	"referto/internal/league/facts"
	"referto/internal/tenant/tenantdb"
)

// LoadEventFacts loads an event with all its facts in one round trip, its ruleset without the document. It
// returns [tenantdb.ErrNotFound] if there is no event.
func LoadEventFacts(d tenantdb.Door, id league.EventID) (event facts.EventFacts, err error) {
	err = whole(func() (first, last int64, err error) {
		b := &pgx.Batch{}
		q := queueEventFacts(b, id)
		LoadRevision(b, &last, id)
		if err := d.Send(b); err != nil {
			return 0, 0, err
		}
		if first = q.Event.Revision; first == last {
			event = q.assemble()
		}
		return first, last, nil
	})
	return event, err
}

// TakeEventFacts is [LoadEventFacts] for a change, at its next revision; see [NextRevision].
func TakeEventFacts(tx tenantdb.Tx, id league.EventID) (facts.EventFacts, error) {
	b := &pgx.Batch{}
	var next int64 // the event is loaded with it
	NextRevision(b, &next, id)
	q := queueEventFacts(b, id)
	if err := tx.Send(b); err != nil {
		return facts.EventFacts{}, err
	}
	return q.assemble(), nil
}

// loading is an event whose rows are on their way.
type loading struct {
	facts.EventFacts
	seats   []seatRow
	results []facts.Result
	regions []string
}

type seatRow struct {
	Round, TableNumber, Entry int
}

func queueEventFacts(b *pgx.Batch, id league.EventID) *loading {
	q := &loading{}
	LoadEvent(b, &q.Event, id)
	tenantdb.One(b, &q.Ruleset, `select v.id, v.key, v.code, v.name, v.version, v.digest, 'null'::jsonb as document from league.ruleset_versions v
		join league.events e on e.tenant_id = v.tenant_id and e.ruleset_version_id = v.id where e.id = $1`, id.UUID)
	b.Queue(`select r.name from league.regions r join league.events e on e.tenant_id = r.tenant_id and e.region_id = r.id where e.id = $1`, id.UUID).
		Query(func(rows pgx.Rows) (err error) {
			q.regions, err = pgx.CollectRows(rows, pgx.RowTo[string])
			return err
		})
	LoadEntries(b, &q.Entries, id)
	tenantdb.Many(b, &q.Rounds, `select r.number, r.kind, r.state, r.method, r.hand_reason, a.name as drawn_by, `+initialsOf("r.drawn_by")+` as drawn_by_initials, r.hand_accepted_by, r.reasons, r.drawn_order, r.drawn_at, r.closed_at, r.clock
		from league.rounds r join platform.accounts a on a.id = r.drawn_by where r.event_id = $1 order by r.number`, id.UUID)
	tenantdb.Many(b, &q.seats, `select round, table_number, entry from league.seats where event_id = $1 order by round, table_number, seat`, id.UUID)
	tenantdb.Many(b, &q.results, `select distinct on (r.round, r.table_number) `+resultColumns+`
		from league.results r left join platform.accounts a on a.id = r.entered_by
		where r.event_id = $1 order by r.round, r.table_number, r.version desc`, id.UUID)
	LoadSanctions(b, &q.Sanctions, id)
	LoadWithdrawals(b, &q.Withdrawals, id)
	LoadStructure(b, &q.Structure, id)
	LoadPrevious(b, &q.Previous, id)
	LoadApart(b, &q.Apart, id)
	LoadAttendance(b, &q.Attendance, id)
	LoadRecorded(b, &q.Recorded, id)
	return q
}

var resultColumns = `r.round, r.table_number, r.version, r.ended, r.declared_by, r.seats, r.won_at_once, r.void, r.reason, coalesce(a.name, '') as entered_by,
	` + initialsOf("r.entered_by") + ` as entered_by_initials, r.entered_at`

// assemble puts the tables together.
func (q *loading) assemble() facts.EventFacts {
	if len(q.regions) > 0 {
		q.RegionName = q.regions[0]
	}
	for _, seat := range q.seats {
		round := &q.Rounds[seat.Round-1]
		if n := len(round.Tables); n == 0 || round.Tables[n-1].Number != seat.TableNumber {
			round.Tables = append(round.Tables, facts.Table{Number: seat.TableNumber})
		}
		table := &round.Tables[len(round.Tables)-1]
		table.Seats = append(table.Seats, league.Entry(seat.Entry))
	}
	for i := range q.results {
		result := &q.results[i]
		if table := q.Table(result.Round, result.TableNumber); table != nil {
			table.Result = result
		}
	}
	return q.EventFacts
}

// AddRound queues a drawn round with its seats.
func AddRound(b *pgx.Batch, event league.EventID, r facts.Round, by uuid.UUID) {
	b.Queue(`insert into league.rounds (event_id, number, kind, state, method, hand_reason, hand_accepted_by, reasons, drawn_order, drawn_by, drawn_at, clock)
		values ($1, $2, $3, 'open', $4, $5, $6, $7, $8, $9, $10, $11)`,
		event.UUID, r.Number, r.Kind, r.Method, r.HandReason, r.AcceptedBy, r.Reasons, r.DrawnOrder, by, r.DrawnAt, r.Clock)
	addSeats(b, event, r)
}

// SeatAnew queues other tables and reasons for a drawn round.
func SeatAnew(b *pgx.Batch, event league.EventID, r facts.Round) {
	tenantdb.Exec(b, `update league.rounds set reasons = $3 where event_id = $1 and number = $2`, event.UUID, r.Number, r.Reasons)
	b.Queue(`delete from league.seats where event_id = $1 and round = $2`, event.UUID, r.Number)
	addSeats(b, event, r)
}

func addSeats(b *pgx.Batch, event league.EventID, r facts.Round) {
	var tables, seats, entries []int
	for _, t := range r.Tables {
		for i, entry := range t.Seats {
			tables, seats, entries = append(tables, t.Number), append(seats, i+1), append(entries, int(entry))
		}
	}
	b.Queue(`insert into league.seats (event_id, round, table_number, seat, entry)
		select $1, $2, u.* from unnest($3::integer[], $4::integer[], $5::integer[]) as u`, event.UUID, r.Number, tables, seats, entries)
}

// RemoveRound queues the removal of a draw; records made since apply when the round is drawn again.
func RemoveRound(b *pgx.Batch, event league.EventID, number int) {
	b.Queue(`delete from league.seats where event_id = $1 and round = $2`, event.UUID, number)
	b.Queue(`update league.kept_apart set after_round = least(after_round, $2 - 1), until_round = case when until_round > $2 - 1 then $2 - 1 else until_round end where event_id = $1`, event.UUID, number)
	b.Queue(`update league.attendance set after_draw = 0 where event_id = $1 and round = $2`, event.UUID, number)
	tenantdb.Exec(b, `delete from league.rounds where event_id = $1 and number = $2`, event.UUID, number)
}

// CloseRound queues the closing of a round.
func CloseRound(b *pgx.Batch, event league.EventID, number int, by uuid.UUID, now time.Time) {
	tenantdb.Exec(b, `update league.rounds set state = 'closed', closed_by = $3, closed_at = $4 where event_id = $1 and number = $2`, event.UUID, number, by, now)
}

// ReopenRound queues the reopening of a round.
func ReopenRound(b *pgx.Batch, event league.EventID, number int) {
	tenantdb.Exec(b, `update league.rounds set state = 'open', closed_by = null, closed_at = null where event_id = $1 and number = $2`, event.UUID, number)
}

// SetClock queues the new state of a round's clock.
func SetClock(b *pgx.Batch, event league.EventID, number int, c facts.Clock) {
	tenantdb.Exec(b, `update league.rounds set clock = $3 where event_id = $1 and number = $2`, event.UUID, number, c)
}

// AddResult queues one recording of a table's result, by an account, or by the table itself if that is
// [uuid.Nil]. Signed, unless it is nil, is called with the name of the account as by [LoadSigner].
func AddResult(b *pgx.Batch, event league.EventID, r facts.Result, by uuid.UUID, signed func(name string, initials bool)) {
	insert := `insert into league.results (event_id, round, table_number, version, ended, declared_by, seats, won_at_once, void, reason, entered_by, entered_at)
		values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, nullif($11, '00000000-0000-0000-0000-000000000000'::uuid), $12)`
	args := []any{event.UUID, r.Round, r.TableNumber, r.Version, r.Ended, r.DeclaredBy, r.Seats, r.WonAtOnce, r.Void, r.Reason, by, r.EnteredAt}
	if signed == nil || by == uuid.Nil {
		b.Queue(insert, args...)
		return
	}
	b.Queue(insert+` returning (select a.name from platform.accounts a where a.id = results.entered_by), `+initialsOf("results.entered_by"), args...).QueryRow(signature(signed))
}

// LoadResultVersions queues every recording of a table's result, the latest
// first.
func LoadResultVersions(b *pgx.Batch, out *[]facts.Result, event league.EventID, round, table int) {
	tenantdb.Many(b, out, `select `+resultColumns+` from league.results r left join platform.accounts a on a.id = r.entered_by
		where r.event_id = $1 and r.round = $2 and r.table_number = $3 order by r.version desc`, event.UUID, round, table)
}
