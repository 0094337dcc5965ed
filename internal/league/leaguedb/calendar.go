package leaguedb

import (
	"time"

	"github.com/google/uuid"
	"github.com/jackc/pgx/v5"

	"referto/internal/league"
	"referto/internal/league/facts"
	"referto/internal/tenant/tenantdb"
)

// AddSeasonAnnouncement queues an announcement of a season, whose row is held so that its number is not taken.
func AddSeasonAnnouncement(b *pgx.Batch, id league.SeasonID, a facts.SeasonAnnouncement, by uuid.UUID) {
	b.Queue(`insert into league.season_announcements (season_id, number, kind, reason, params, announced_by, announced_at) values ($1, $2, $3, $4, $5, $6, $7)`,
		id.UUID, a.Number, a.Kind, a.Reason, a.Params, by, a.AnnouncedAt)
}

// LoadSeasonAnnouncements queues announcements below a number (0: all), the latest
// first.
func LoadSeasonAnnouncements(b *pgx.Batch, out *[]facts.SeasonAnnouncement, id league.SeasonID, below, limit int) {
	tenantdb.Many(b, out, `select number, kind, reason, params, announced_at from league.season_announcements
		where season_id = $1 and ($2 = 0 or number < $2) order by number desc limit $3`, id.UUID, below, limit)
}

// LoadCalendarEvents queues the events of a season in the order of its calendar, without those called off, and
// with drafts only if drafts is true.
func LoadCalendarEvents(b *pgx.Batch, out *[]facts.Event, id league.SeasonID, drafts bool) {
	tenantdb.Many(b, out, `select `+eventColumns+` from league.events
		where season_id = $1 and state <> 'cancelled' and ($2 or state <> 'draft') order by starts_at, id`, id.UUID, drafts)
}

// LoadCalendarEdition queues an edition, the last for 0; out stays nil without it.
func LoadCalendarEdition(b *pgx.Batch, out **facts.CalendarEdition, id league.SeasonID, number int) {
	tenantdb.Maybe(b, out, `select number, note, lines, released_at from league.calendar_editions
		where season_id = $1 and ($2 = 0 or number = $2) order by number desc limit 1`, id.UUID, number)
}

// CalendarRelease is an edition without its lines.
type CalendarRelease struct {
	Number     int
	Note       string
	Events     int
	ReleasedAt time.Time
}

// LoadCalendarReleases queues editions below a number (0: all), the latest first.
func LoadCalendarReleases(b *pgx.Batch, out *[]CalendarRelease, id league.SeasonID, below, limit int) {
	tenantdb.Many(b, out, `select number, note, jsonb_array_length(lines) as events, released_at from league.calendar_editions
		where season_id = $1 and ($2 = 0 or number < $2) order by number desc limit $3`, id.UUID, below, limit)
}

// AddCalendarEdition queues a released edition.
func AddCalendarEdition(b *pgx.Batch, id league.SeasonID, e facts.CalendarEdition, by uuid.UUID) {
	b.Queue(`insert into league.calendar_editions (season_id, number, note, lines, released_by, released_at) values ($1, $2, $3, $4, $5, $6)`,
		id.UUID, e.Number, e.Note, e.Lines, by, e.ReleasedAt)
}

// JoinSeason queues a region's joining, at the end of the others or at its old position.
func JoinSeason(b *pgx.Batch, id league.SeasonID, region uuid.UUID) {
	b.Queue(`insert into league.season_regions (season_id, region_id, position)
		select $1, $2, 1 + coalesce(max(position), 0) from league.season_regions where season_id = $1
		on conflict (tenant_id, season_id, region_id) do update set left_at = null`, id.UUID, region)
}

// LeaveSeason queues a region's leaving.
func LeaveSeason(b *pgx.Batch, id league.SeasonID, region uuid.UUID, now time.Time) {
	tenantdb.Exec(b, `update league.season_regions set left_at = $3 where season_id = $1 and region_id = $2 and left_at is null`, id.UUID, region, now)
}

// CountEventsOfRegion queues how many events a region has in a season that were not
// called off.
func CountEventsOfRegion(b *pgx.Batch, out *int, id league.SeasonID, region uuid.UUID) {
	tenantdb.Scalar(b, out, `select count(*) from league.events where season_id = $1 and region_id = $2 and state <> 'cancelled'`, id.UUID, region)
}

// Plan holds the time and place at which an event is to be held.
type Plan struct {
	Event               league.EventID // not compared with itself; the zero id for one that is not there yet
	Season              league.SeasonID
	Region              *league.RegionID
	Day                 time.Time // at the venue, at midnight UTC
	City                string
	Latitude, Longitude *int
}

// Clash is an event of the same season close to a plan in time and place.
type Clash struct {
	ID         league.EventID
	Slug       string
	Title      string
	State      facts.EventState
	Day        time.Time // at its venue
	VenueCity  string
	RegionID   *league.RegionID
	Days       int // between the two
	Kilometers *int
	SameCity   bool
	SameRegion bool
}

// LoadClashes queues the events of a season that are at most so many days from a
// plan and in the same city or region, or at most so many kilometers away where
// both positions are known; the nearest day first.
func LoadClashes(b *pgx.Batch, out *[]Clash, p Plan, days, kilometers int) {
	tenantdb.Many(b, out, `select * from (
			select e.id, e.slug, e.title, e.state, (e.starts_at at time zone e.time_zone)::date as day, e.venue_city, e.region_id,
				abs((e.starts_at at time zone e.time_zone)::date - $3::date) as days,
				round(league.meters_between(e.venue_latitude, e.venue_longitude, $6, $7) / 1000)::integer as kilometers,
				lower(e.venue_city) = lower($5) as same_city, coalesce(e.region_id = $4, false) as same_region
			from league.events e
			where e.season_id = $1 and e.id <> $2 and e.state <> 'cancelled'
				and e.starts_at between $3::date - make_interval(days => $8 + 2) and $3::date + make_interval(days => $8 + 3)) near
		where days <= $8 and (same_city or same_region or kilometers <= $9)
		order by days, day, id limit 100`,
		p.Season.UUID, p.Event.UUID, p.Day, p.Region, p.City, p.Latitude, p.Longitude, days, kilometers)
}
