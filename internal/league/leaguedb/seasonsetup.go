package leaguedb

import (
	"time"

	"github.com/google/uuid"
	"github.com/jackc/pgx/v5"

	"referto/internal/league"
	"referto/internal/league/facts"
	"referto/internal/tenant/tenantdb"
)

// LoadSeasonSetup queues a season as it was set up; [tenantdb.ErrNotFound] without
// it.
func LoadSeasonSetup(b *pgx.Batch, s *facts.SeasonSetup, id league.SeasonID) {
	LoadSeason(b, &s.Season, id)
	tenantdb.Maybe(b, &s.Champion, `select p.id, p.name, p.initials from league.seasons s
		join league.players r on r.tenant_id = s.tenant_id and r.id = s.champion_id
		join league.players p on p.tenant_id = r.tenant_id and p.id = `+personID("r")+` where s.id = $1`, id.UUID)
	tenantdb.Many(b, &s.Regions, `select r.id, r.name from league.season_regions s
		join league.regions r on r.tenant_id = s.tenant_id and r.id = s.region_id
		where s.season_id = $1 and s.left_at is null order by s.position`, id.UUID)
	tenantdb.Many(b, &s.Rulesets, `select ordinal, ruleset_version_id, readings, reason, decided_at
		from league.season_rulesets where season_id = $1 order by ordinal`, id.UUID)
	tenantdb.Scalar(b, &s.Announced, `select coalesce(max(number), 0) from league.season_announcements where season_id = $1`, id.UUID)
}

// SeasonPage narrows a list of seasons.
type SeasonPage struct {
	Drafts bool // list drafts too
	// Before is the position after which the list continues: first day and id of the last season seen; zero at the
	// beginning.
	BeforeDay time.Time
	BeforeID  uuid.UUID
	Limit     int
}

// LoadSeasons queues seasons, the latest first.
func LoadSeasons(b *pgx.Batch, out *[]facts.Season, p SeasonPage) {
	tenantdb.Many(b, out, `select `+seasonColumns+` from league.seasons
		where ($1 or state <> 'draft') and ($2::date is null or (plays_from, id) < ($2, $3))
		order by plays_from desc, id desc limit $4`, p.Drafts, optionalTime(p.BeforeDay), p.BeforeID, p.Limit)
}

// AddSeason queues a new season with its regions in their order.
func AddSeason(b *pgx.Batch, s facts.Season, regions []league.RegionID) {
	b.Queue(`insert into league.seasons (id, slug, title, game, state, plays_from, plays_to, finals_by, time_zone, champion_id, contact, created_by, created_at)
		values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13)`,
		s.ID.UUID, s.Slug, s.Title, s.Game, s.State, s.PlaysFrom, s.PlaysTo, s.FinalsBy, s.TimeZone, s.ChampionID, s.Contact, s.CreatedBy, s.CreatedAt)
	b.Queue(`insert into league.season_regions (season_id, region_id, position)
		select $1, r.id, r.position from unnest($2::uuid[]) with ordinality as r (id, position)`, s.ID.UUID, regions)
}

// ChangeSeason queues the new values of a season whose row is held
// ([NextSeasonRevision]). The champion stays the record that was named while it is the same
// person's.
func ChangeSeason(b *pgx.Batch, s facts.Season) {
	tenantdb.Exec(b, `update league.seasons set title = $2, game = $3, state = $4, plays_from = $5, plays_to = $6, finals_by = $7,
			time_zone = $8, champion_id = case when $9 = (select coalesce(p.kept_as, p.id) from league.players p where p.id = champion_id) then champion_id else $9 end, contact = $10, version = $11
		where id = $1`,
		s.ID.UUID, s.Title, s.Game, s.State, s.PlaysFrom, s.PlaysTo, s.FinalsBy, s.TimeZone, s.ChampionID, s.Contact, s.Version)
}

// AddSeasonRuleset queues the ruleset by which a season is played from now on.
func AddSeasonRuleset(b *pgx.Batch, id league.SeasonID, r facts.SeasonRuleset, by uuid.UUID) {
	b.Queue(`insert into league.season_rulesets (season_id, ordinal, ruleset_version_id, readings, reason, decided_by, decided_at)
		values ($1, $2, $3, $4, $5, $6, $7)`, id.UUID, r.Ordinal, r.VersionID, r.Readings, r.Reason, by, r.DecidedAt)
}

// LoadRegions queues the regions of some ids.
func LoadRegions(b *pgx.Batch, out *[]facts.SeasonRegion, ids []league.RegionID) {
	tenantdb.Many(b, out, `select id, name from league.regions where id = any($1)`, ids)
}

// LoadSeasonFinals queues the finals of a season that were not called off.
func LoadSeasonFinals(b *pgx.Batch, out *[]facts.SeasonFinal, id league.SeasonID) {
	tenantdb.Many(b, out, `select id, kind, region_id from league.events
		where season_id = $1 and kind in ('regional-final', 'national-final') and state <> 'cancelled'`, id.UUID)
}
