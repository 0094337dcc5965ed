package leaguedb

import (
	"time"

	"github.com/google/uuid"
	"github.com/jackc/pgx/v5"

	"referto/internal/league"
	"referto/internal/league/facts"
	"referto/internal/tenant/tenantdb"
)

const seriesColumns = `id, slug, title, ruleset_version_id, readings, coalesce(from_day::text, '') as from_day,
	coalesce(until_day::text, '') as until_day, coalesce(year, 0) as year, season_id, coalesce(circuit, '') as circuit, region_id,
	best_of_club, version, revision, created_by, created_at`

// AddSeries queues a new series.
func AddSeries(b *pgx.Batch, s facts.Series) {
	b.Queue(`insert into league.series (id, slug, title, ruleset_version_id, readings, from_day, until_day, year, season_id, circuit, region_id,
			best_of_club, version, revision, created_by, created_at)
		values ($1, $2, $3, $4, $5, nullif($6, '')::date, nullif($7, '')::date, nullif($8, 0), $9, nullif($10, ''), $11, $12, $13, $14, $15, $16)`,
		s.ID.UUID, s.Slug, s.Title, s.RulesetVersionID, s.Readings, string(s.FromDay), string(s.UntilDay), s.Year, s.SeasonID, s.Circuit, s.RegionID,
		s.BestOfClub, s.Version, s.Revision, s.CreatedBy, s.CreatedAt)
}

// ChangeSeries queues the changeable values of a series, whose stored version must be the one before. The
// series is held.
func ChangeSeries(b *pgx.Batch, s facts.Series) {
	tenantdb.Exec(b, `update league.series set title = $2, from_day = nullif($3, '')::date, until_day = nullif($4, '')::date, best_of_club = $5, version = $6
		where id = $1 and version = $6 - 1`, s.ID.UUID, s.Title, string(s.FromDay), string(s.UntilDay), s.BestOfClub, s.Version)
}

// SeriesFilter chooses among the series of a tenant. The zero value is all.
type SeriesFilter struct {
	Season *league.SeasonID
	// Player is a player to whom an event that counts has given points, by any record of theirs.
	Player *league.PlayerID
}

// LoadAllSeries queues the series of the tenant that a filter chooses, the latest first.
func LoadAllSeries(b *pgx.Batch, out *[]facts.Series, f SeriesFilter) {
	tenantdb.Many(b, out, `select `+seriesColumns+` from league.series s
		where ($1::uuid is null or s.season_id = $1) and ($2::uuid is null or exists (select from league.series_postings g
			join lateral (select number, counts from league.series_event_postings e where e.tenant_id = g.tenant_id and e.series_id = g.series_id and e.event_id = g.event_id
				order by number desc limit 1) h on h.number = g.number and h.counts
			where g.tenant_id = s.tenant_id and g.series_id = s.id and g.player_id = `+anyOf(recordsBehind("array[$2::uuid]"))+`))
		order by s.created_at desc, s.id`, f.Season, f.Player)
}

// LoadSeries queues one series; [tenantdb.ErrNotFound] without it.
func LoadSeries(b *pgx.Batch, out *facts.Series, id league.SeriesID) {
	tenantdb.One(b, out, `select `+seriesColumns+` from league.series where id = $1`, id.UUID)
}

// LoadSeriesBySlug queues one series; [tenantdb.ErrNotFound] without it.
func LoadSeriesBySlug(b *pgx.Batch, out *facts.Series, slug string) {
	tenantdb.One(b, out, `select `+seriesColumns+` from league.series where slug = $1`, slug)
}

// LoadSeriesOfEvent queues the series that have an event, or have ever posted it.
func LoadSeriesOfEvent(b *pgx.Batch, out *[]facts.Series, id league.EventID) {
	tenantdb.Many(b, out, `select `+seriesColumns+` from league.series s where exists (
		select from league.series_events m where m.series_id = s.id and m.event_id = $1) order by id`, id.UUID)
}

// LoadSeriesWith queues the series that have an event now, by their titles.
func LoadSeriesWith(b *pgx.Batch, out *[]facts.Series, id league.EventID) {
	tenantdb.Many(b, out, `select `+seriesColumns+` from league.series s where (
		select m.member from league.series_events m where m.series_id = s.id and m.event_id = $1 order by m.number desc limit 1) order by title, id`, id.UUID)
}

// HoldSeries queues the series of some ids, held until the commit with their next revisions: changes of one
// series are made one after the other.
func HoldSeries(b *pgx.Batch, out *[]facts.Series, ids []league.SeriesID) {
	tenantdb.Many(b, out, `with held as (select id from league.series where id = any($1) order by id for update)
		update league.series set revision = revision + 1 where id in (select id from held) returning `+seriesColumns, uuids(ids))
}

// HoldSeriesOfYear is [HoldSeries] for the series of a year.
func HoldSeriesOfYear(b *pgx.Batch, out *[]facts.Series, year int) {
	tenantdb.Many(b, out, `with held as (select id from league.series where year = $1 order by id for update)
		update league.series set revision = revision + 1 where id in (select id from held) returning `+seriesColumns, year)
}

// HoldSeriesOf is [HoldSeries] for the series in which any of some records has points or a penalty.
func HoldSeriesOf(b *pgx.Batch, out *[]Raised, records []league.PlayerID) {
	tenantdb.Many(b, out, `with held as (select s.id from league.series s
			where exists (select from league.series_postings p where p.series_id = s.id and p.player_id = any($1))
				or exists (select from league.series_penalties p where (p.series_id = s.id or p.year = s.year) and p.player_id = any($1))
			order by s.id for update)
		update league.series set revision = revision + 1 where id in (select id from held) returning id, revision`, records)
}

// LoadSeriesMemberships queues the last membership recorded of each event that was ever in a series.
func LoadSeriesMemberships(b *pgx.Batch, out *[]facts.SeriesMembership, id league.SeriesID) {
	tenantdb.Many(b, out, `select distinct on (event_id) event_id, number, member, reason, recorded_at
		from league.series_events where series_id = $1 order by event_id, number desc`, id.UUID)
}

// AddMembership queues that an event was added to a series, or taken out of it.
func AddMembership(b *pgx.Batch, id league.SeriesID, m facts.SeriesMembership, by uuid.UUID) {
	b.Queue(`insert into league.series_events (series_id, event_id, number, member, reason, recorded_by, recorded_at) values ($1, $2, $3, $4, $5, $6, $7)`,
		id.UUID, m.EventID.UUID, m.Number, m.Member, m.Reason, by, m.RecordedAt)
}

// LoadSeriesMembers queues the ids of the events that a series has, in their order.
func LoadSeriesMembers(b *pgx.Batch, out *[]league.EventID, id league.SeriesID) {
	tenantdb.Scalar(b, out, `select coalesce(array_agg(event_id order by event_id), '{}') from (`+members+`) m where member`, id.UUID)
}

const members = `select distinct on (event_id) event_id, member from league.series_events where series_id = $1 order by event_id, number desc`

// LoadEventsOfSeries queues the events that a series has, in their order.
func LoadEventsOfSeries(b *pgx.Batch, out *[]facts.Event, id league.SeriesID) {
	tenantdb.Many(b, out, `select `+eventColumns+` from league.events where id in (select event_id from (`+members+`) m where member)
		order by starts_at, id`, id.UUID)
}

// LoadSeriesEvents queues the facts that decide which of the events of a series count, in any order.
func LoadSeriesEvents(b *pgx.Batch, out *[]facts.SeriesEvent, id league.SeriesID) {
	tenantdb.Many(b, out, `select m.event_id, coalesce(p.counts, false) as counts, p.refused,
			coalesce((select v.kind from league.verdicts v where v.event_id = m.event_id order by v.number desc limit 1), '') as verdict,
			not coalesce((select y.valid from league.event_validity y where y.event_id = m.event_id order by y.number desc limit 1), true) as void,
			exists (select from league.entered_points x where x.event_id = m.event_id)
				or coalesce((select cardinality(o.figures) > 0 from league.outcomes o where o.event_id = m.event_id order by o.number desc limit 1), false) as entered
		from (`+members+`) m
		left join lateral (select counts, refused from league.series_event_postings where series_id = $1 and event_id = m.event_id
			order by number desc limit 1) p on true
		where m.member`, id.UUID)
}

// LoadSeriesPostings queues the last posting of an event to each series that ever had it.
func LoadSeriesPostings(b *pgx.Batch, out *[]facts.SeriesPosting, id league.EventID) {
	tenantdb.Many(b, out, `select distinct on (series_id) series_id, event_id, number, counts, refused, posted_at
		from league.series_event_postings where event_id = $1 order by series_id, number desc`, id.UUID)
}

// PostToSeries queues that an event is posted to a series, with its gains; without gains it gives no points.
func PostToSeries(b *pgx.Batch, p facts.SeriesPosting, gains []facts.SeriesGain, by uuid.UUID) {
	b.Queue(`insert into league.series_event_postings (series_id, event_id, number, counts, refused, posted_by, posted_at) values ($1, $2, $3, $4, $5, $6, $7)`,
		p.SeriesID.UUID, p.EventID.UUID, p.Number, p.Counts, p.Refused, by, p.PostedAt)
	for _, g := range gains {
		b.Queue(`insert into league.series_postings (series_id, event_id, number, player_id, place, points, club, club_id)
			values ($1, $2, $3, $4, $5, $6, $7, (select c.id from league.clubs c where c.name_key = league.club_key($7)))`,
			p.SeriesID.UUID, p.EventID.UUID, p.Number, g.PlayerID.UUID, g.Place, g.Points, g.Club)
	}
}

// LoadGains queues the gains of people from the events of a series that are posted to it.
func LoadGains(b *pgx.Batch, out *[]facts.PostedGain, id league.SeriesID) {
	tenantdb.Many(b, out, `select h.event_id, p.id as player_id, g.place, g.points, g.club, g.club_id
		from (select distinct on (event_id) event_id, number, counts from league.series_event_postings
			where series_id = $1 order by event_id, number desc) h
		join league.series_postings g on g.series_id = $1 and g.event_id = h.event_id and g.number = h.number`+personOf("g")+`
		where h.counts`, id.UUID)
}

// SeriesClub is the club for which a player plays in a series.
type SeriesClub struct {
	PlayerID league.PlayerID
	ClubID   *league.ClubID // nil: nothing but the name is known
	Name     string         // "" for none
}

// LoadClubsOfGains queues the clubs for which people played on the days of some gains: their clubs in the
// register on that day, under their current names. The register has no clubs of erased people: for them it is
// the club that was recorded with the gain, by its id, or else by its name.
func LoadClubsOfGains(b *pgx.Batch, out *[]SeriesClub, gains []facts.PostedGain) {
	players, events, recorded, names := make([]uuid.UUID, len(gains)), make([]uuid.UUID, len(gains)), make([]*uuid.UUID, len(gains)), make([]string, len(gains))
	for i, g := range gains {
		players[i], events[i], names[i] = g.PlayerID.UUID, g.EventID.UUID, g.Club
		if g.ClubID != nil {
			recorded[i] = &g.ClubID.UUID
		}
	}
	tenantdb.Many(b, out, `select p.id as player_id, c.id as club_id, coalesce(c.name, case when p.erased_at is null then '' else u.text end) as name
		from unnest($1::uuid[], $2::uuid[], $3::uuid[], $4::text[]) as u (player, event, club, text)
		join league.players p on p.id = u.player
		cross join lateral (select (v.starts_at at time zone v.time_zone)::date as day from league.events v where v.tenant_id = p.tenant_id and v.id = u.event) v
		left join lateral `+counting(`v.day`)+` on true
		left join league.clubs c on c.tenant_id = p.tenant_id and c.id = case when p.erased_at is null then counting.club_id
			when u.club is not null then u.club else (select n.id from league.clubs n where n.tenant_id = p.tenant_id and n.name_key = league.club_key(u.text)) end`,
		players, events, recorded, names)
}

// LoadPlayedBefore queues those of some people who have a result that counts in any series, of an event that
// began before a moment.
func LoadPlayedBefore(b *pgx.Batch, out *[]league.PlayerID, people []league.PlayerID, before time.Time) {
	b.Queue(`select distinct p.id from league.series_postings g join league.events e on e.tenant_id = g.tenant_id and e.id = g.event_id`+personOf("g")+`
		where g.player_id = `+anyOf(recordsBehind("$1"))+` and e.starts_at < $2
			and (select h.number = g.number and h.counts from league.series_event_postings h
				where h.series_id = g.series_id and h.event_id = g.event_id order by h.number desc limit 1)`, people, before).Query(func(rows pgx.Rows) (err error) {
		*out, err = pgx.CollectRows(rows, pgx.RowTo[league.PlayerID])
		return err
	})
}

const seriesPenaltyColumns = `p.id, p.series_id, coalesce(p.year, 0) as year,
	coalesce((select kept_as from league.players where id = p.player_id), p.player_id) as player_id, p.points, p.code, p.paragraph, p.offense, p.reason,
	coalesce((select name from platform.accounts where id = p.imposed_by), '') as imposed_by, p.imposed_at, r.revoked_at, coalesce(r.reason, '') as revoked_reason`

const seriesPenalties = `select ` + seriesPenaltyColumns + ` from league.series_penalties p
	left join league.series_penalty_revocations r on r.penalty_id = p.id`

// LoadSeriesPenalties queues the penalties that were imposed on a series or its year, including revoked ones,
// in their order.
func LoadSeriesPenalties(b *pgx.Batch, out *[]facts.SeriesPenalty, id league.SeriesID) {
	tenantdb.Many(b, out, seriesPenalties+` where p.series_id = $1 or p.year = (select s.year from league.series s where s.id = $1)
		order by p.imposed_at, p.id`, id.UUID)
}

// LoadSeriesPenalty queues one penalty; [tenantdb.ErrNotFound] without it.
func LoadSeriesPenalty(b *pgx.Batch, out *facts.SeriesPenalty, id league.PenaltyID) {
	tenantdb.One(b, out, seriesPenalties+` where p.id = $1`, id.UUID)
}

// AddSeriesPenalty queues a penalty.
func AddSeriesPenalty(b *pgx.Batch, p facts.SeriesPenalty, by uuid.UUID) {
	b.Queue(`insert into league.series_penalties (id, series_id, year, player_id, points, code, paragraph, offense, reason, imposed_by, imposed_at)
		values ($1, $2, nullif($3, 0), $4, $5, $6, $7, $8, $9, $10, $11)`,
		p.ID.UUID, p.SeriesID.UUID, p.Year, p.PlayerID.UUID, p.Points, p.Code, p.Paragraph, p.Offense, p.Reason, by, p.ImposedAt)
}

// RevokeSeriesPenalty queues that a penalty is revoked.
func RevokeSeriesPenalty(b *pgx.Batch, id league.PenaltyID, reason string, by uuid.UUID, now time.Time) {
	b.Queue(`insert into league.series_penalty_revocations (penalty_id, reason, revoked_by, revoked_at) values ($1, $2, $3, $4)`, id.UUID, reason, by, now)
}
