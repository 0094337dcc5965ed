package leaguedb

import (
	"time"

	"github.com/google/uuid"
	"github.com/jackc/pgx/v5"

	"referto/internal/league"
	"referto/internal/league/rules"
	"referto/internal/league/tournament"
	"referto/internal/tenant/tenantdb"
)

// Round is one drawn round with its tables.
type Round struct {
	Number     int
	Kind       league.RoundKind
	State      string // open, closed
	Method     string // how it was seated: lot, standings, fixed, seeded, by-hand
	HandReason string // why by hand
	DrawnBy    string // name
	AcceptedBy string `db:"hand_accepted_by"` // name of who accepted tables made by hand
	Reasons    []league.Grounds
	DrawnOrder []league.Entry // by hand; nil: from the seed, or not by lot
	DrawnAt    time.Time
	ClosedAt   *time.Time
	Clock      Clock
	Tables     []Table `db:"-"`
}

// Clock is the state of a round's clock: instants and seconds, never ticks.
type Clock struct {
	Phase        string      `json:"phase,omitempty"` // "", running, paused, a phase of the ruleset, ended; "" is ready
	LimitSeconds int         `json:"limitSeconds,omitempty"`
	StartedAt    *time.Time  `json:"startedAt,omitempty"`
	EndsAt       *time.Time  `json:"endsAt,omitempty"`           // while running
	Remaining    int         `json:"remainingSeconds,omitempty"` // while paused
	Extra        map[int]int `json:"extraSeconds,omitempty"`     // by table
	TurnSeconds  int         `json:"turnSeconds,omitempty"`      // the most a turn may take; 0 is no limit
	Version      int         `json:"version,omitempty"`
}

// Table is one table of a drawn round.
type Table struct {
	Number int
	Seats  []league.Entry
	// Result is the one that stands; nil while there is none.
	Result *Result
}

// Result is one recording of a table's result.
type Result struct {
	Round       int
	TableNumber int
	Version     int // 1 is the first; each correction is one more
	Ended       league.Ending
	DeclaredBy  int
	Seats       []league.SeatResult
	WonAtOnce   string       // team that has won at once as a whole; "" for none
	Void        *league.Void // nil where the game stands
	Reason      string       // of a correction
	EnteredBy   string       // name
	EnteredAt   time.Time
}

// League is the result as the engines read it.
func (r Result) League() league.Result {
	return league.Result{Ended: r.Ended, DeclaredBy: league.Entry(r.DeclaredBy), Seats: r.Seats, WonAtOnce: r.WonAtOnce, Void: r.Void}
}

// Stage is one event with all its facts.
type Stage struct {
	Event       Event
	Ruleset     RulesetVersion
	RegionName  string
	Entries     []Entry // in the order they came
	Rounds      []Round
	Sanctions   []Sanction
	Withdrawals []Withdrawal
	Structure   *Structure   // instead of the formula's; nil without
	Previous    []Previous   // the standings of the event before
	Apart       []Apart      // in the order recorded
	Attendance  []Attendance // in the order recorded
	// Recorded is the ranking of an event that was played elsewhere; empty for
	// another.
	Recorded []uuid.UUID
}

// LoadStage loads an event with all its facts in one round trip, its ruleset
// without the document. The error is [tenantdb.ErrNotFound] without it.
func LoadStage(d tenantdb.Door, id league.EventID) (Stage, error) {
	return loadStage(d, &pgx.Batch{}, id)
}

// TakeStage is [LoadStage] for a change, at its next revision; see [NextRevision].
func TakeStage(tx tenantdb.Tx, id league.EventID) (Stage, error) {
	b := &pgx.Batch{}
	var next int64 // the event is loaded with it
	NextRevision(b, &next, id)
	return loadStage(tx, b, id)
}

// loadStage sends the batch with what loads the stage after it.
func loadStage(d tenantdb.Door, b *pgx.Batch, id league.EventID) (Stage, error) {
	s := queueStage(b, id)
	if err := d.Send(b); err != nil {
		return Stage{}, err
	}
	return s.stage(), nil
}

// loading is a stage whose rows are on their way.
type loading struct {
	Stage
	seats   []seatRow
	results []Result
	regions []string
}

type seatRow struct {
	Round, TableNumber, Entry int
}

func queueStage(b *pgx.Batch, id league.EventID) *loading {
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
	tenantdb.Many(b, &q.Rounds, `select r.number, r.kind, r.state, r.method, r.hand_reason, a.name as drawn_by, r.hand_accepted_by, r.reasons, r.drawn_order, r.drawn_at, r.closed_at, r.clock
		from league.rounds r join platform.accounts a on a.id = r.drawn_by where r.event_id = $1 order by r.number`, id.UUID)
	tenantdb.Many(b, &q.seats, `select round, table_number, entry from league.seats where event_id = $1 order by round, table_number, seat`, id.UUID)
	tenantdb.Many(b, &q.results, `select distinct on (r.round, r.table_number) `+resultColumns+`
		from league.results r join platform.accounts a on a.id = r.entered_by
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

const resultColumns = `r.round, r.table_number, r.version, r.ended, r.declared_by, r.seats, r.won_at_once, r.void, r.reason, a.name as entered_by, r.entered_at`

// stage puts the tables together.
func (q *loading) stage() Stage {
	if len(q.regions) > 0 {
		q.RegionName = q.regions[0]
	}
	for _, seat := range q.seats {
		round := &q.Rounds[seat.Round-1]
		if n := len(round.Tables); n == 0 || round.Tables[n-1].Number != seat.TableNumber {
			round.Tables = append(round.Tables, Table{Number: seat.TableNumber})
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
	return q.Stage
}

// Table finds a table; nil if there is none.
func (s *Stage) Table(round, number int) *Table {
	if round < 1 || round > len(s.Rounds) {
		return nil
	}
	for i := range s.Rounds[round-1].Tables {
		if t := &s.Rounds[round-1].Tables[i]; t.Number == number {
			return t
		}
	}
	return nil
}

// Entry finds an entry by start number; nil if there is none.
func (s *Stage) Entry(number league.Entry) *Entry {
	for i := range s.Entries {
		if s.Entries[i].Number == int(number) {
			return &s.Entries[i]
		}
	}
	return nil
}

// FactsOf returns what [Replay] derives from: those who started, what was drawn, played
// and decided at an event, as it is stored.
func FactsOf(s *Stage) tournament.Facts {
	f := tournament.Facts{
		Variant: s.Event.Variant, Target: s.Event.Target, Formula: s.Event.Formula, Pairing: rules.PairingSystem(s.Event.Pairing),
		Entrants: make([]league.Entry, 0, len(s.Entries)),
		Rounds:   make([]tournament.Round, 0, len(s.Rounds)),
	}
	drawn := make(map[int]league.Entry, len(s.Entries))
	for _, e := range s.Entries {
		if e.State != Playing {
			continue
		}
		entry := league.Entry(e.Number)
		f.Entrants = append(f.Entrants, entry)
		if e.Lot != nil && f.Lots == nil {
			f.Lots = make(map[league.Entry]int, len(s.Entries))
		}
		if e.Lot != nil {
			f.Lots[entry] = *e.Lot
		}
		if e.DrawPosition != nil {
			drawn[*e.DrawPosition] = entry
		}
		if e.Place != nil {
			if f.Places == nil {
				f.Places = map[league.Entry]int{}
			}
			f.Places[entry] = *e.Place
		}
	}
	for position := 1; position <= len(drawn); position++ {
		f.FirstRound = append(f.FirstRound, drawn[position])
	}
	for _, round := range s.Rounds {
		f.Rounds = append(f.Rounds, roundOf(round))
	}
	for _, sanction := range s.Sanctions {
		if sanction.RevokedAt == nil {
			f.Sanctions = append(f.Sanctions, sanction.League())
		}
	}
	for _, w := range s.Withdrawals {
		if w.RevokedAt == nil {
			f.Withdrawals = append(f.Withdrawals, w.League())
		}
	}
	addSeated(&f, s)
	return f
}

func roundOf(r Round) tournament.Round {
	round := tournament.Round{Kind: r.Kind, Closed: r.State == "closed", Tables: make([]tournament.Table, 0, len(r.Tables))}
	for _, t := range r.Tables {
		table := tournament.Table{Number: t.Number, Seats: t.Seats}
		if t.Result != nil {
			result := t.Result.League()
			table.Result = &result
		}
		round.Tables = append(round.Tables, table)
	}
	return round
}

// AddRound queues a drawn round with its seats.
func AddRound(b *pgx.Batch, event league.EventID, r Round, by uuid.UUID) {
	b.Queue(`insert into league.rounds (event_id, number, kind, state, method, hand_reason, hand_accepted_by, reasons, drawn_order, drawn_by, drawn_at, clock)
		values ($1, $2, $3, 'open', $4, $5, $6, $7, $8, $9, $10, $11)`,
		event.UUID, r.Number, r.Kind, r.Method, r.HandReason, r.AcceptedBy, r.Reasons, r.DrawnOrder, by, r.DrawnAt, r.Clock)
	addSeats(b, event, r)
}

// SeatAnew queues other tables and reasons for a drawn round.
func SeatAnew(b *pgx.Batch, event league.EventID, r Round) {
	tenantdb.Exec(b, `update league.rounds set reasons = $3 where event_id = $1 and number = $2`, event.UUID, r.Number, r.Reasons)
	b.Queue(`delete from league.seats where event_id = $1 and round = $2`, event.UUID, r.Number)
	addSeats(b, event, r)
}

func addSeats(b *pgx.Batch, event league.EventID, r Round) {
	var tables, seats, entries []int
	for _, t := range r.Tables {
		for i, entry := range t.Seats {
			tables, seats, entries = append(tables, t.Number), append(seats, i+1), append(entries, int(entry))
		}
	}
	b.Queue(`insert into league.seats (event_id, round, table_number, seat, entry)
		select $1, $2, u.* from unnest($3::integer[], $4::integer[], $5::integer[]) as u`, event.UUID, r.Number, tables, seats, entries)
}

// RemoveRound queues the taking back of a draw; what was recorded since is known
// when the round is drawn again.
func RemoveRound(b *pgx.Batch, event league.EventID, number int) {
	b.Queue(`delete from league.seats where event_id = $1 and round = $2`, event.UUID, number)
	b.Queue(`update league.kept_apart set after_round = least(after_round, $2 - 1), until_round = least(until_round, $2 - 1) where event_id = $1`, event.UUID, number)
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
func SetClock(b *pgx.Batch, event league.EventID, number int, c Clock) {
	tenantdb.Exec(b, `update league.rounds set clock = $3 where event_id = $1 and number = $2`, event.UUID, number, c)
}

// AddResult queues one recording of a table's result.
func AddResult(b *pgx.Batch, event league.EventID, r Result, by uuid.UUID) {
	b.Queue(`insert into league.results (event_id, round, table_number, version, ended, declared_by, seats, won_at_once, void, reason, entered_by, entered_at)
		values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12)`,
		event.UUID, r.Round, r.TableNumber, r.Version, r.Ended, r.DeclaredBy, r.Seats, r.WonAtOnce, r.Void, r.Reason, by, r.EnteredAt)
}

// LoadResultVersions queues every recording of a table's result, the latest
// first.
func LoadResultVersions(b *pgx.Batch, out *[]Result, event league.EventID, round, table int) {
	tenantdb.Many(b, out, `select `+resultColumns+` from league.results r join platform.accounts a on a.id = r.entered_by
		where r.event_id = $1 and r.round = $2 and r.table_number = $3 order by r.version desc`, event.UUID, round, table)
}
