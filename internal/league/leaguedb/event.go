package leaguedb

import (
	"time"

	"github.com/google/uuid"
	"github.com/jackc/pgx/v5"

	"referto/internal/league"
	"referto/internal/league/facts"
	"referto/internal/tenant"
	"referto/internal/tenant/tenantdb"
)

const eventColumns = `id, kind, slug, title, state, region_id, starts_at, time_zone, venue_name, venue_address, venue_city,
	fee_cents, fee_currency, ruleset_version_id, readings, formula, variant, target, pairing, capacity, time_limit_minutes, notes,
	draw_secret, draw_commitment, draw_method, draw_seed, draw_reason, entry_count, version, revision,
	created_by, created_at, announced_at, started_at, finished_at, processed_at, season_id, circuit, host_id, new_organizer, elsewhere,
	venue_latitude, venue_longitude, fee_late_at, ended_on, moved_at, held_seats, table_results, promotions`

// notVoid is the condition that an event e was neither declared void nor invalidated.
const notVoid = `coalesce((select v.valid from league.event_validity v where v.tenant_id = e.tenant_id and v.event_id = e.id order by v.number desc limit 1), true)
	and coalesce((select v.kind from league.verdicts v where v.tenant_id = e.tenant_id and v.event_id = e.id order by v.number desc limit 1), '') <> 'invalidated'`

// LoadEvent queues the event; [tenantdb.ErrNotFound] without it.
func LoadEvent(b *pgx.Batch, out *facts.Event, id league.EventID) {
	tenantdb.One(b, out, `select `+eventColumns+` from league.events where id = $1`, id.UUID)
}

// LoadRevision queues the event's revision; [tenantdb.ErrNotFound] without it.
func LoadRevision(b *pgx.Batch, out *int64, id league.EventID) {
	tenantdb.Scalar(b, out, `select revision from league.events where id = $1`, id.UUID)
}

// NextRevision queues the event's next revision, which is that of the change about to be made, and holds its
// row until the transaction ends. Every writer of an event does so first, so that two of them act one after the
// other. It returns [tenantdb.ErrNotFound] if there is no event.
func NextRevision(b *pgx.Batch, out *int64, id league.EventID) {
	tenantdb.Scalar(b, out, `update league.events set revision = revision + 1 where id = $1 returning revision`, id.UUID)
}

// InsistRevision queues the next revision of an event, as [NextRevision] does, and fails the transaction if the
// current revision is not the one before it.
func InsistRevision(b *pgx.Batch, next int64, id league.EventID) {
	tenantdb.Insist(b, `with moved as (update league.events set revision = $2 where id = $1 and revision = $2 - 1 returning 1)`,
		`exists (select from moved)`, id.UUID, next)
}

// LoadEventBySlug queues the event of a slug. It returns [tenantdb.ErrNotFound] if there is none. A cancelled
// event is found until another one with its slug has been announced.
func LoadEventBySlug(b *pgx.Batch, out *facts.Event, slug string) {
	tenantdb.One(b, out, `select `+eventColumns+` from league.events where slug = $1
		order by case state when 'cancelled' then 1 when 'draft' then 2 else 0 end, created_at desc, id desc limit 1`, slug)
}

// EventFilter narrows a list of events; zero fields do not.
type EventFilter struct {
	State, Kind string
	Season      league.SeasonID
	Region      uuid.UUID
	Host        uuid.UUID
	Title       []string // words or parts of words that all stand in the title
	Drafts      bool     // list drafts too
	Days        Days
	Ascending   bool // the earliest first
	// After is the position after which the list continues: start and id of the last event seen.
	AfterStart time.Time
	AfterID    uuid.UUID
	Limit      int
}

// Days is a range of calendar days, both included, as YYYY-MM-DD; "" leaves an end open.
type Days struct{ From, To string }

// onDays limits a query to the events e that start, by the calendar of their venue, on the days from $1 to $2.
// An index serves the comparison of the start itself, with a margin that is larger than the offset of any time
// zone.
const onDays = `($1 = '' or e.starts_at >= nullif($1, '')::date - 1 and (e.starts_at at time zone e.time_zone)::date >= nullif($1, '')::date)
		and ($2 = '' or e.starts_at < nullif($2, '')::date + 3 and (e.starts_at at time zone e.time_zone)::date <= nullif($2, '')::date)`

// byStart returns the order of a list of events e by their start, and the condition that it continues after the
// position of $3 and $4.
func byStart(ascending bool) (after, order string) {
	if ascending {
		return `(e.starts_at, e.id) > ($3, $4)`, `e.starts_at, e.id`
	}
	return `(e.starts_at, e.id) < ($3, $4)`, `e.starts_at desc, e.id desc`
}

// LoadEvents queues events by their start, the latest first unless the filter reverses the order.
func LoadEvents(b *pgx.Batch, out *[]facts.Event, f EventFilter) {
	after, order := byStart(f.Ascending)
	tenantdb.Many(b, out, `select `+eventColumns+` from league.events e
		where `+onDays+` and ($3::timestamptz is null or `+after+`)
			and ($6 = '' or e.state = $6) and ($7 = '' or e.kind = $7) and ($8 or e.state <> 'draft') and ($9::uuid is null or e.season_id = $9)
			and ($10::uuid is null or e.region_id = $10) and ($11::uuid is null or e.host_id = $11) and `+tenantdb.HasWords(`e.title`, `$12`)+`
		order by `+order+` limit $5`,
		f.Days.From, f.Days.To, optionalTime(f.AfterStart), f.AfterID, f.Limit, f.State, f.Kind, f.Drafts, tenantdb.Optional(f.Season.UUID),
		tenantdb.Optional(f.Region), tenantdb.Optional(f.Host), f.Title)
}

// Winner names the first of an event that is over.
type Winner struct {
	EventID  league.EventID
	Name     string
	Initials bool // see [facts.Player.Initials]
}

// LoadWinners queues the winners of those of some events that have ended, in any order.
func LoadWinners(b *pgx.Batch, out *[]Winner, events []league.EventID) {
	tenantdb.Many(b, out, `select o.event_id, p.name, p.initials from unnest($1::uuid[]) as asked (id)
		join lateral (select tenant_id, event_id, ranking[1] as player_id from league.outcomes where event_id = asked.id order by number desc limit 1) o on true`+personOf("o"), uuids(events))
}

// AddEvent queues a new event.
func AddEvent(b *pgx.Batch, e facts.Event) {
	b.Queue(`insert into league.events (id, kind, slug, title, state, region_id, starts_at, time_zone, venue_name, venue_address,
			venue_city, fee_cents, fee_currency, ruleset_version_id, readings, formula, variant, pairing, capacity,
			time_limit_minutes, notes, created_by, created_at, season_id, circuit, host_id, new_organizer,
			venue_latitude, venue_longitude, target)
		values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14, $15, $16, $17, $18, $19, $20, $21, $22, $23, $24, $25, $26, $27, $28, $29, $30)`,
		e.ID.UUID, e.Kind, e.Slug, e.Title, e.State, e.RegionID, e.StartsAt, e.TimeZone, e.VenueName, e.VenueAddress,
		e.VenueCity, e.FeeCents, e.FeeCurrency, e.RulesetVersionID, e.Readings, e.Formula, e.Variant, e.Pairing, e.Capacity,
		e.TimeLimitMinutes, e.Notes, e.CreatedBy, e.CreatedAt, e.SeasonID, e.Circuit, e.HostID, e.NewOrganizer,
		e.VenueLatitude, e.VenueLongitude, e.Target)
}

// ChangeEvent queues the event's new values: its announcement, state, draw and counters. The caller holds its
// row ([NextRevision]) and has set its version.
func ChangeEvent(b *pgx.Batch, e facts.Event) {
	tenantdb.Exec(b, `update league.events set title = $2, state = $3, starts_at = $4, time_zone = $5, venue_name = $6,
			venue_address = $7, venue_city = $8, fee_cents = $9, fee_currency = $10, formula = $11, variant = $12, pairing = $13,
			capacity = $14, time_limit_minutes = $15, notes = $16, draw_secret = $17, draw_commitment = $18, draw_method = $19,
			draw_seed = $20, draw_reason = $21, entry_count = $22, version = $23, announced_at = $24, started_at = $25, finished_at = $26, processed_at = $27,
			ruleset_version_id = $28, readings = $29, season_id = $30, circuit = $31, host_id = $32, new_organizer = $33, elsewhere = $34,
			venue_latitude = $35, venue_longitude = $36, fee_late_at = $37, ended_on = $38, moved_at = $39, target = $40, held_seats = $41, table_results = $42, promotions = $43
		where id = $1`,
		e.ID.UUID, e.Title, e.State, e.StartsAt, e.TimeZone, e.VenueName, e.VenueAddress, e.VenueCity, e.FeeCents, e.FeeCurrency,
		e.Formula, e.Variant, e.Pairing, e.Capacity, e.TimeLimitMinutes, e.Notes, e.DrawSecret, e.DrawCommitment, e.DrawMethod,
		e.DrawSeed, e.DrawReason, e.EntryCount, e.Version, e.AnnouncedAt, e.StartedAt, e.FinishedAt, e.ProcessedAt, e.RulesetVersionID, e.Readings,
		e.SeasonID, e.Circuit, e.HostID, e.NewOrganizer, e.Elsewhere, e.VenueLatitude, e.VenueLongitude, e.FeeLateAt, e.EndedOn, e.MovedAt, e.Target, e.HeldSeats, e.TableResults, e.Promotions)
}

// Counts holds the numbers of entries of an event.
type Counts struct {
	EventID                              league.EventID
	Entered, Waiting, CheckedIn, Playing int
}

// LoadCounts queues the counts of several events; those without entries have no
// row.
func LoadCounts(b *pgx.Batch, out *[]Counts, ids []league.EventID) {
	tenantdb.Many(b, out, `select event_id,
			count(*) filter (where state in ('entered', 'checked-in', 'playing')) as entered,
			count(*) filter (where state = 'waiting') as waiting,
			count(*) filter (where state = 'checked-in') as checked_in,
			count(*) filter (where state = 'playing') as playing
		from league.entries where event_id = any($1) group by event_id`, uuids(ids))
}

// RegionName queues the name of a region; [tenantdb.ErrNotFound] without it.
func RegionName(b *pgx.Batch, name *string, id league.RegionID) {
	tenantdb.Scalar(b, name, `select name from league.regions where id = $1`, id)
}

// NamedRegion is a region with its name.
type NamedRegion struct {
	ID   league.RegionID
	Name string
}

// LoadRegionNames queues the names of regions.
func LoadRegionNames(b *pgx.Batch, out *[]NamedRegion, ids []league.RegionID) {
	tenantdb.Many(b, out, `select id, name from league.regions where id = any($1)`, uuids(ids))
}

// LoadClubs queues slugs and names of the clubs that hold events.
func LoadClubs(b *pgx.Batch, out *[]tenant.Ref, ids []uuid.UUID) {
	tenantdb.Many(b, out, `select id, slug, name from platform.tenants where id = any($1)`, ids)
}

func optionalTime(t time.Time) *time.Time {
	if t.IsZero() {
		return nil
	}
	return &t
}
