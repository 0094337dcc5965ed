package baselinedb

import (
	"context"
	"fmt"
	"strconv"
	"strings"

	"github.com/google/uuid"
	"github.com/jackc/pgx/v5"
	"gorm.io/gorm"
)

// Season is a season of a tenant.
type Season struct{ Tenant, Season uuid.UUID }

// SeasonExtent sets how large a season is made.
type SeasonExtent struct {
	Stages  int
	Regions int
}

// fillSeason are the statements that make a season that is over: its stages with entrants, photos, reports, rankings
// and homologations, for every tenth winner a declined convocation, and its national final. One entrant in six had
// qualified before. $tenant, $season and $stage are ids, the last of a stage of it as the API has made it. The data
// is consistent, so checking foreign keys would only take time.
var fillSeason = []string{
	`set session_replication_role = replica`,
	`create schema if not exists bench`,
	`grant usage on schema bench to referto_app`,
	`create temp table region as select gen_random_uuid() as id, n from generate_series(0, $regions - 1) n`,
	`create temp table person as select gen_random_uuid() as id, n from generate_series(0, $people - 1) n`,
	`create temp table stage as select gen_random_uuid() as id, n, timestamptz '2009-02-01 08:00Z' + n * 330 / $stages * interval '1 day' as at from generate_series(0, $stages - 1) n`,
	`create temp table entrant as select s.id as stage, j + 1 as number, p.id as player from stage s, generate_series(0, 39) j, person p where p.n = (s.n * 33 + j * j) % $people`,
	`insert into league.regions (tenant_id, id, name, created_at) select $tenant, id, 'Region ' || n, now() from region`,
	`insert into league.season_regions (tenant_id, season_id, region_id, position) select $tenant, $season, id, 100 + n from region`,
	`insert into league.players (tenant_id, id, name, name_key, created_at) select $tenant, id, 'Player ' || n, 'player ' || n, now() from person`,
	`insert into league.events select x.* from league.events e cross join stage s join region r on r.n = s.n % $regions,
		lateral jsonb_populate_record(e, jsonb_build_object('id', s.id, 'slug', 'stage-' || s.n, 'title', 'Stage ' || s.n, 'state', 'finished',
			'region_id', r.id, 'starts_at', s.at, 'announced_at', s.at - interval '20 days', 'started_at', s.at, 'finished_at', s.at + interval '8 hours',
			'processed_at', s.at + interval '8 hours', 'entry_count', 40)) x where e.tenant_id = $tenant and e.id = $stage`,
	`insert into league.events select x.* from league.events e, jsonb_populate_record(e, jsonb_build_object('id', gen_random_uuid(), 'slug', 'final', 'kind', 'national-final', 'circuit', '',
			'region_id', null, 'state', 'finished', 'starts_at', timestamptz '2010-05-01 08:00Z', 'finished_at', timestamptz '2010-05-01 18:00Z')) x
		where e.tenant_id = $tenant and e.id = $stage`,
	`update league.events set state = 'cancelled' where tenant_id = $tenant and id = $stage`,
	`insert into league.entries (tenant_id, event_id, number, player_id, state, entered_by, entered_at)
		select $tenant, stage, number, player, case when number <= 36 then 'playing' else 'no-show' end, e.created_by, now() from entrant, league.events e where e.tenant_id = $tenant and e.id = $stage`,
	`insert into league.outcomes (tenant_id, event_id, number, ranking, entrants, recorded_by, recorded_at)
		select $tenant, stage, 1, array_agg(player order by number) filter (where number <= 36),
			string_agg(uuid_send(player) || case when number <= 36 then '\x01'::bytea else '\x00'::bytea end, ''::bytea order by number), e.created_by, now()
		from entrant, league.events e where e.tenant_id = $tenant and e.id = $stage group by stage, e.created_by`,
	`insert into league.reports (tenant_id, event_id, number, received_at, sent_by, sent_at, document, digest)
		select $tenant, s.id, 1, s.at + interval '2 days', e.created_by, s.at + interval '2 days', '{}', repeat('0', 64) from stage s, league.events e where e.tenant_id = $tenant and e.id = $stage`,
	`insert into league.photos (tenant_id, id, event_id, kind, round, alt, people_agree, minors, guardians_agree, state, bytes, received, page_digest, thumbnail_digest, created_by, created_at, received_at)
		select $tenant, gen_random_uuid(), s.id, k.kind, k.round, 'Photo', true, false, false, 'ready', 1, 1, 'a', 'a', e.created_by, s.at, s.at
		from stage s, league.events e, (values ('winner', null), ('panorama', 1), ('final-table', null)) k (kind, round) where e.tenant_id = $tenant and e.id = $stage`,
	`insert into league.verdicts (tenant_id, event_id, number, kind, report, decided_by, decided_at)
		select $tenant, s.id, 1, 'homologated', 1, e.created_by, s.at + interval '5 days' from stage s, league.events e where e.tenant_id = $tenant and e.id = $stage`,
	`insert into league.unavailabilities (tenant_id, id, season_id, player_id, final, said_at)
		select distinct on (x.player) $tenant, gen_random_uuid(), $season, x.player, 'national-final', timestamptz '2010-03-01 10:00Z'
		from entrant x join stage s on s.id = x.stage where x.number = 1 and s.n % 10 = 0`,
	`create table if not exists bench.qualifications (tenant_id uuid, season_id uuid, event_id uuid, rank integer, player_id uuid not null, final text not null, state text not null, primary key (tenant_id, season_id, event_id, rank))`,
	`create table if not exists bench.refunds (tenant_id uuid, season_id uuid, event_id uuid, player_id uuid not null, state text not null, primary key (tenant_id, season_id, event_id))`,
	`alter table bench.qualifications enable row level security`,
	`alter table bench.refunds enable row level security`,
	`drop policy if exists qualifications on bench.qualifications`,
	`drop policy if exists refunds on bench.refunds`,
	`create policy qualifications on bench.qualifications using (tenant_id = (select nullif(current_setting('app.tenant_id', true), '')::uuid))`,
	`create policy refunds on bench.refunds using (tenant_id = (select nullif(current_setting('app.tenant_id', true), '')::uuid))`,
	`grant select, insert on bench.qualifications, bench.refunds to referto_app`,
	`reset session_replication_role`,
	`vacuum analyze`,
}

// FillSeason makes a running season over, with everything decided, out of one stage of
// it. It makes the tables of [DB.CloseBySet] and [DB.CloseStages] too.
func FillSeason(ctx context.Context, superuser string, s Season, template uuid.UUID, x SeasonExtent) error {
	values := strings.NewReplacer("$tenant", quoted(s.Tenant), "$season", quoted(s.Season), "$stages", strconv.Itoa(x.Stages), "$people", strconv.Itoa(max(8*x.Stages, 2000)), "$stage", quoted(template),
		"$regions", strconv.Itoa(x.Regions))
	statements := make([]string, len(fillSeason))
	for i, sql := range fillSeason {
		statements[i] = values.Replace(sql)
	}
	return asSuperuser(ctx, superuser, statements)
}

func quoted(id uuid.UUID) string { return "'" + id.String() + "'::uuid" }

// ForgetQualifications empties the tables that the baselines fill, so that each closing
// begins as the first did.
func ForgetQualifications(ctx context.Context, superuser string) error {
	return asSuperuser(ctx, superuser, []string{`truncate bench.qualifications, bench.refunds`})
}

// asSuperuser runs statements on one connection.
func asSuperuser(ctx context.Context, superuser string, statements []string) error {
	conn, err := pgx.Connect(ctx, superuser)
	if err != nil {
		return fmt.Errorf("baselinedb: %w", err)
	}
	defer conn.Close(context.WithoutCancel(ctx))
	for _, sql := range statements {
		if _, err := conn.Exec(ctx, sql); err != nil {
			return fmt.Errorf("baselinedb: %.60s…: %w", sql, err)
		}
	}
	return nil
}

// CloseBySet inserts the qualifications and the refunds of all homologated stages of a
// season from their stored outcomes: two statements in one round trip under row-level
// security, which know two numbers of one regulation and no exception.
func (db *DB) CloseBySet(ctx context.Context, s Season) error {
	b := &pgx.Batch{}
	b.Queue(`select set_config('app.tenant_id', $1, true)`, s.Tenant.String())
	b.Queue(`insert into bench.qualifications (tenant_id, season_id, event_id, rank, player_id, final, state)
		select e.tenant_id, e.season_id, e.id, r.rank, o.ranking[r.rank], case r.rank when 1 then 'national-final' else 'regional-final' end, 'held'
		from league.events e join league.outcomes o on o.tenant_id = e.tenant_id and o.event_id = e.id
			join league.verdicts v on v.tenant_id = e.tenant_id and v.event_id = e.id, generate_series(1, 2) r (rank)
		where e.season_id = $1 and e.circuit = 'regional' and v.kind = 'homologated' and e.entry_count >= 28`, s.Season)
	b.Queue(`insert into bench.refunds (tenant_id, season_id, event_id, player_id, state)
		select tenant_id, season_id, event_id, player_id, 'due' from bench.qualifications where season_id = $1 and final = 'national-final'`, s.Season)
	if err := db.app.SendBatch(ctx, b).Close(); err != nil {
		return fmt.Errorf("closing by set: %w", err)
	}
	return nil
}

// The rows of a program that closes a season stage by stage.
type (
	stageRow struct {
		TenantID uuid.UUID `gorm:"primaryKey"`
		ID       uuid.UUID `gorm:"primaryKey"`
		Circuit  string
	}
	outcomeRow struct {
		TenantID uuid.UUID `gorm:"primaryKey"`
		EventID  uuid.UUID `gorm:"primaryKey"`
		Ranking  string    // as PostgreSQL writes an array
	}
	verdictRow struct {
		TenantID uuid.UUID `gorm:"primaryKey"`
		EventID  uuid.UUID `gorm:"primaryKey"`
		Kind     string
	}
	qualificationRow struct {
		TenantID uuid.UUID `gorm:"primaryKey"`
		SeasonID uuid.UUID `gorm:"primaryKey"`
		EventID  uuid.UUID `gorm:"primaryKey"`
		Rank     int       `gorm:"primaryKey"`
		PlayerID uuid.UUID
		Final    string
		State    string
	}
	refundRow struct {
		TenantID uuid.UUID `gorm:"primaryKey"`
		SeasonID uuid.UUID `gorm:"primaryKey"`
		EventID  uuid.UUID `gorm:"primaryKey"`
		PlayerID uuid.UUID
		State    string
	}
)

func (stageRow) TableName() string         { return "league.events" }
func (outcomeRow) TableName() string       { return "league.outcomes" }
func (verdictRow) TableName() string       { return "league.verdicts" }
func (qualificationRow) TableName() string { return "bench.qualifications" }
func (refundRow) TableName() string        { return "bench.refunds" }

// CloseStages inserts the same rows as [DB.CloseBySet], in the way that an ORM suggests: for some stages of a season,
// each in a transaction that reads it with its entrants and saves the results row by row. It returns how many there
// were after the first so many.
func (db *DB) CloseStages(ctx context.Context, s Season, after, most int) (int, error) {
	var stages []uuid.UUID
	err := db.super.QueryRow(ctx, `select coalesce(array_agg(id), '{}') from (select id from league.events
		where tenant_id = $1 and season_id = $2 and circuit = 'regional' and state = 'finished' order by id offset $3 limit $4) x`,
		s.Tenant, s.Season, after, most).Scan(&stages)
	if err != nil {
		return 0, fmt.Errorf("closing stages: %w", err)
	}
	for _, id := range stages {
		if err := db.closeStage(ctx, s, id); err != nil {
			return 0, fmt.Errorf("closing stage %s: %w", id, err)
		}
	}
	return len(stages), nil
}

func (db *DB) closeStage(ctx context.Context, s Season, id uuid.UUID) error {
	return db.gorm.WithContext(ctx).Transaction(func(tx *gorm.DB) error {
		if err := tx.Exec(`select set_config('app.tenant_id', ?, true)`, s.Tenant.String()).Error; err != nil {
			return err
		}
		var stage stageRow
		var outcome outcomeRow
		var verdict verdictRow
		var entries []entryRow
		for _, read := range []error{
			tx.Take(&stage, "id = ?", id).Error, tx.Take(&outcome, "event_id = ?", id).Error, tx.Take(&verdict, "event_id = ?", id).Error,
			tx.Find(&entries, "event_id = ?", id).Error,
		} {
			if read != nil {
				return read
			}
		}
		if verdict.Kind != "homologated" || len(entries) < 28 {
			return nil
		}
		ranking := strings.Split(strings.Trim(outcome.Ranking, "{}"), ",")
		for i, final := range []string{"national-final", "regional-final"} {
			player, err := uuid.Parse(ranking[i])
			if err != nil {
				return err
			}
			place := qualificationRow{TenantID: s.Tenant, SeasonID: s.Season, EventID: id, Rank: i + 1, PlayerID: player, Final: final, State: "held"}
			if err := tx.Create(&place).Error; err != nil {
				return err
			}
			if i > 0 {
				continue
			}
			refund := refundRow{TenantID: s.Tenant, SeasonID: s.Season, EventID: id, PlayerID: player, State: "due"}
			if err := tx.Create(&refund).Error; err != nil {
				return err
			}
		}
		return nil
	})
}

// CountQualifications counts the places that a closing of a baseline has left.
func CountQualifications(ctx context.Context, superuser string) (n int, err error) {
	conn, err := pgx.Connect(ctx, superuser)
	if err != nil {
		return 0, fmt.Errorf("baselinedb: %w", err)
	}
	defer conn.Close(context.WithoutCancel(ctx))
	if err := conn.QueryRow(ctx, `select count(*) from bench.qualifications`).Scan(&n); err != nil {
		return 0, fmt.Errorf("baselinedb: %w", err)
	}
	return n, nil
}
