package leaguedb

import (
	"sync"
	"time"

	"github.com/google/uuid"
	"github.com/jackc/pgx/v5"

	"referto/internal/league"
	"referto/internal/tenant"
	"referto/internal/tenant/tenantdb"
)

// EventState is where an event is on its way.
type EventState string

// The states of an event.
const (
	Draft     EventState = "draft"     // seen by staff only
	Announced EventState = "announced" // public, no entries yet
	Open      EventState = "open"      // takes entries
	Closed    EventState = "closed"    // takes no more entries
	Running   EventState = "running"   // started: the field is fixed
	Finished  EventState = "finished"
	Cancelled EventState = "cancelled"
)

// DrawMethod says how the lots of an event came about.
type DrawMethod string

// The draw methods.
const (
	Sealed DrawMethod = "sealed"  // not drawn; the commitment may be published
	Drawn  DrawMethod = "drawn"   // by the published algorithm from the revealed secret
	ByHand DrawMethod = "by-hand" // out of a hat, with a reason
)

// Event is one event as announced, with its place on the way. It is the row of
// league.events.
type Event struct {
	ID               league.EventID
	Kind             string
	Slug             string
	Title            string
	State            EventState
	RegionID         *uuid.UUID
	StartsAt         time.Time
	TimeZone         string // IANA name of the venue's zone
	VenueName        string
	VenueAddress     string
	VenueCity        string
	VenueLatitude    *int // millionths of a degree; nil where nobody said so, like the longitude
	VenueLongitude   *int
	FeeCents         *int // nil: nothing said about a fee
	FeeCurrency      *string
	FeeLateAt        *time.Time // when it was set or raised although entries had been opened
	RulesetVersionID uuid.UUID
	Readings         map[string]string // that differ from the ruleset's own
	Formula          string
	Variant          string
	Target           int // announced points that win; 0 is the variant's
	Pairing          string
	Capacity         int
	TimeLimitMinutes int // 0: no limit
	Notes            string
	DrawSecret       []byte // never shown before the draw
	DrawCommitment   string // hexadecimal; "" before the announcement
	DrawMethod       DrawMethod
	DrawSeed         string
	DrawReason       string
	EntryCount       int // highest start number given
	Version          int // of what was announced
	Revision         int64
	CreatedBy        uuid.UUID
	CreatedAt        time.Time
	AnnouncedAt      *time.Time
	MovedAt          *time.Time // when its place, day or formula was last changed although it was public
	StartedAt        *time.Time
	FinishedAt       *time.Time
	// EndedOn is the last day on which it was played, at its venue (at midnight UTC); nil
	// where it is not over, or ended on the day of its start.
	EndedOn *time.Time
	// ProcessedAt is when the event was finished for the first time; it stays when
	// the event is reopened.
	ProcessedAt *time.Time
	// SeasonID is the season it belongs to, Circuit that of the season; nil and ""
	// for an event by itself, and a final of a season has no circuit.
	SeasonID *uuid.UUID
	Circuit  string
	// HostID is the affiliated club that holds it; nil is the tenant itself.
	HostID *uuid.UUID
	// NewOrganizer tells that its organizer has held none before.
	NewOrganizer bool
	// Elsewhere tells that it was not played with the program: its outcome was
	// recorded.
	Elsewhere bool
}

const eventColumns = `id, kind, slug, title, state, region_id, starts_at, time_zone, venue_name, venue_address, venue_city,
	fee_cents, fee_currency, ruleset_version_id, readings, formula, variant, target, pairing, capacity, time_limit_minutes, notes,
	draw_secret, draw_commitment, draw_method, draw_seed, draw_reason, entry_count, version, revision,
	created_by, created_at, announced_at, started_at, finished_at, processed_at, season_id, circuit, host_id, new_organizer, elsewhere,
	venue_latitude, venue_longitude, fee_late_at, ended_on, moved_at`

// Started tells whether the field is fixed: nobody enters any more and the facts
// of play begin.
func (e Event) Started() bool { return e.State == Running || e.State == Finished }

// LocalDate is the day of the event at its venue.
func (e Event) LocalDate() time.Time { return e.StartsAt.In(e.Location()) }

// PublicAt is since when the event is public with the place, day and formula that it has;
// nil before its announcement.
func (e Event) PublicAt() *time.Time {
	if e.MovedAt != nil {
		return e.MovedAt
	}
	return e.AnnouncedAt
}

// LastDate is the last day of the event at its venue, as far as it is known: that of its
// start before its end.
func (e Event) LastDate() time.Time {
	if e.EndedOn != nil {
		return *e.EndedOn
	}
	return e.LocalDate()
}

// zones are those that were asked for, by name: each is read from a file once.
var zones sync.Map

// Location is the venue's zone.
func (e Event) Location() *time.Location { return location(e.TimeZone) }

// location is the zone of a name; UTC for one that the program does not know, which
// the desk refuses to store.
func location(name string) *time.Location {
	if known, ok := zones.Load(name); ok {
		return known.(*time.Location)
	}
	zone, err := time.LoadLocation(name)
	if err != nil {
		return time.UTC
	}
	zones.Store(name, zone)
	return zone
}

// LoadEvent queues the event; [tenantdb.ErrNotFound] without it.
func LoadEvent(b *pgx.Batch, out *Event, id league.EventID) {
	tenantdb.One(b, out, `select `+eventColumns+` from league.events where id = $1`, id.UUID)
}

// LoadRevision queues the event's revision; [tenantdb.ErrNotFound] without it.
func LoadRevision(b *pgx.Batch, out *int64, id league.EventID) {
	tenantdb.Scalar(b, out, `select revision from league.events where id = $1`, id.UUID)
}

// NextRevision queues the event's next revision, which is that of the change about
// to be made, and holds its row until the transaction ends: every writer of an
// event does so first, so that two of them act one after the other. It is
// [tenantdb.ErrNotFound] without the event.
func NextRevision(b *pgx.Batch, out *int64, id league.EventID) {
	tenantdb.Scalar(b, out, `update league.events set revision = revision + 1 where id = $1 returning revision`, id.UUID)
}

// LoadEventBySlug queues the event of a slug; [tenantdb.ErrNotFound] without it. A
// cancelled event is found until another one with its slug has been announced.
func LoadEventBySlug(b *pgx.Batch, out *Event, slug string) {
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
	// After is the position after which the list goes on: start and id of
	// the last event seen.
	AfterStart time.Time
	AfterID    uuid.UUID
	Limit      int
}

// Days are those of a calendar from one to another, both included, as YYYY-MM-DD; ""
// sets no end.
type Days struct{ From, To string }

// onDays limits a query to the events e that start, by the calendar of their venue, on the
// days from $1 to $2. The comparison of the start itself, with more than any zone is away,
// is what an index serves.
const onDays = `($1 = '' or e.starts_at >= nullif($1, '')::date - 1 and (e.starts_at at time zone e.time_zone)::date >= nullif($1, '')::date)
		and ($2 = '' or e.starts_at < nullif($2, '')::date + 3 and (e.starts_at at time zone e.time_zone)::date <= nullif($2, '')::date)`

// LoadEvents queues events by their start, the latest first unless asked otherwise.
func LoadEvents(b *pgx.Batch, out *[]Event, f EventFilter) {
	after, order := `(e.starts_at, e.id) < ($3, $4)`, `e.starts_at desc, e.id desc`
	if f.Ascending {
		after, order = `(e.starts_at, e.id) > ($3, $4)`, `e.starts_at, e.id`
	}
	tenantdb.Many(b, out, `select `+eventColumns+` from league.events e
		where `+onDays+` and ($3::timestamptz is null or `+after+`)
			and ($6 = '' or e.state = $6) and ($7 = '' or e.kind = $7) and ($8 or e.state <> 'draft') and ($9::uuid is null or e.season_id = $9)
			and ($10::uuid is null or e.region_id = $10) and ($11::uuid is null or e.host_id = $11) and `+tenantdb.HasWords(`e.title`, `$12`)+`
		order by `+order+` limit $5`,
		f.Days.From, f.Days.To, optionalTime(f.AfterStart), f.AfterID, f.Limit, f.State, f.Kind, f.Drafts, optionalID(f.Season.UUID),
		optionalID(f.Region), optionalID(f.Host), f.Title)
}

// AddEvent queues a new event.
func AddEvent(b *pgx.Batch, e Event) {
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

// ChangeEvent queues the event's new values: what was announced, state, draw and
// counters. The caller holds its row ([NextRevision]) and has set its version.
func ChangeEvent(b *pgx.Batch, e Event) {
	tenantdb.Exec(b, `update league.events set title = $2, state = $3, starts_at = $4, time_zone = $5, venue_name = $6,
			venue_address = $7, venue_city = $8, fee_cents = $9, fee_currency = $10, formula = $11, variant = $12, pairing = $13,
			capacity = $14, time_limit_minutes = $15, notes = $16, draw_secret = $17, draw_commitment = $18, draw_method = $19,
			draw_seed = $20, draw_reason = $21, entry_count = $22, version = $23, announced_at = $24, started_at = $25, finished_at = $26, processed_at = $27,
			ruleset_version_id = $28, readings = $29, season_id = $30, circuit = $31, host_id = $32, new_organizer = $33, elsewhere = $34,
			venue_latitude = $35, venue_longitude = $36, fee_late_at = $37, ended_on = $38, moved_at = $39, target = $40
		where id = $1`,
		e.ID.UUID, e.Title, e.State, e.StartsAt, e.TimeZone, e.VenueName, e.VenueAddress, e.VenueCity, e.FeeCents, e.FeeCurrency,
		e.Formula, e.Variant, e.Pairing, e.Capacity, e.TimeLimitMinutes, e.Notes, e.DrawSecret, e.DrawCommitment, e.DrawMethod,
		e.DrawSeed, e.DrawReason, e.EntryCount, e.Version, e.AnnouncedAt, e.StartedAt, e.FinishedAt, e.ProcessedAt, e.RulesetVersionID, e.Readings,
		e.SeasonID, e.Circuit, e.HostID, e.NewOrganizer, e.Elsewhere, e.VenueLatitude, e.VenueLongitude, e.FeeLateAt, e.EndedOn, e.MovedAt, e.Target)
}

// Counts are how many entries an event has.
type Counts struct {
	EventID                              league.EventID
	Entered, Waiting, CheckedIn, Playing int
}

// LoadCounts queues the counts of several events; those without entries have no
// row.
func LoadCounts(b *pgx.Batch, out *[]Counts, ids []uuid.UUID) {
	tenantdb.Many(b, out, `select event_id,
			count(*) filter (where state in ('entered', 'checked-in', 'playing')) as entered,
			count(*) filter (where state = 'waiting') as waiting,
			count(*) filter (where state = 'checked-in') as checked_in,
			count(*) filter (where state = 'playing') as playing
		from league.entries where event_id = any($1) group by event_id`, ids)
}

// RegionName queues the name of a region; [tenantdb.ErrNotFound] without it.
func RegionName(b *pgx.Batch, name *string, id uuid.UUID) {
	tenantdb.Scalar(b, name, `select name from league.regions where id = $1`, id)
}

// Named is a thing with its name.
type Named struct {
	ID   uuid.UUID
	Name string
}

// LoadRegionNames queues the names of regions.
func LoadRegionNames(b *pgx.Batch, out *[]Named, ids []uuid.UUID) {
	tenantdb.Many(b, out, `select id, name from league.regions where id = any($1)`, ids)
}

// LoadClubs queues slugs and names of the clubs that hold events.
func LoadClubs(b *pgx.Batch, out *[]tenant.Ref, ids []uuid.UUID) {
	tenantdb.Many(b, out, `select id, slug, name from platform.tenants where id = any($1)`, ids)
}

func optionalID(id uuid.UUID) *uuid.UUID {
	if id == uuid.Nil {
		return nil
	}
	return &id
}

func optionalTime(t time.Time) *time.Time {
	if t.IsZero() {
		return nil
	}
	return &t
}
