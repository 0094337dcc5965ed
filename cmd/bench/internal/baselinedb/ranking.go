package baselinedb

import (
	"context"
	"encoding/binary"
	"fmt"

	"github.com/google/uuid"
	"github.com/jackc/pgx/v5"
)

// Ranking is a ranking of a tenant.
type Ranking struct{ Tenant, Ranking uuid.UUID }

// RankedPlayer is one player of a ranking, with their opening.
type RankedPlayer struct {
	ID      uuid.UUID
	Name    string // already in folded form
	Born    int    // year
	Club    int    // of the clubs that are made with the players
	Key     []byte
	Figures []string
}

// ClubOfRanking is the id of one of the clubs that are made with the players of a ranking.
func ClubOfRanking(number int) uuid.UUID {
	id := uuid.UUID{6: 0x70, 8: 0x80, 9: 2}
	binary.BigEndian.PutUint32(id[12:], uint32(number)) //nolint:gosec // there are some thousands
	return id
}

// FillRanking puts players into a ranking without postings: their records and clubs, their openings, and the
// resulting careers. They are loaded by COPY; the data is consistent, so checking foreign keys would only take time.
func FillRanking(ctx context.Context, superuser string, r Ranking, form int, players []RankedPlayer) error {
	conn, err := pgx.Connect(ctx, superuser)
	if err != nil {
		return fmt.Errorf("baselinedb: %w", err)
	}
	defer conn.Close(context.WithoutCancel(ctx))
	if _, err := conn.Exec(ctx, `set session_replication_role = replica`); err != nil {
		return fmt.Errorf("baselinedb: %w", err)
	}
	by, err := Keeper(ctx, superuser, r)
	if err != nil {
		return err
	}
	clubs := 0
	for _, p := range players {
		clubs = max(clubs, p.Club+1)
	}
	if _, err := conn.CopyFrom(ctx, pgx.Identifier{"league", "clubs"}, []string{"tenant_id", "id", "name", "created_at"}, pgx.CopyFromSlice(clubs, func(i int) ([]any, error) {
		return []any{r.Tenant, ClubOfRanking(i), fmt.Sprintf("Club %d", i), now}, nil
	})); err != nil {
		return fmt.Errorf("baselinedb: clubs: %w", err)
	}
	for _, table := range []struct {
		name    string
		columns []string
		row     func(RankedPlayer) []any
	}{
		{"players", []string{"tenant_id", "id", "name", "name_key", "club_id", "club", "birth_year", "created_at"}, func(p RankedPlayer) []any {
			return []any{r.Tenant, p.ID, p.Name, p.Name, ClubOfRanking(p.Club), fmt.Sprintf("Club %d", p.Club), p.Born, now}
		}},
		{"memberships", []string{"tenant_id", "player_id", "from_day", "club_id", "recorded_at"}, func(p RankedPlayer) []any {
			return []any{r.Tenant, p.ID, now, ClubOfRanking(p.Club), now}
		}},
		{"ranking_openings", []string{"tenant_id", "ranking_id", "player_id", "number", "figures", "reason", "recorded_by", "recorded_at"}, func(p RankedPlayer) []any {
			return []any{r.Tenant, r.Ranking, p.ID, 1, p.Figures, "bench", by, now}
		}},
		{"careers", []string{"tenant_id", "ranking_id", "player_id", "key", "figures", "national", "nationals"}, func(p RankedPlayer) []any {
			return []any{r.Tenant, r.Ranking, p.ID, p.Key, p.Figures, "0", 0}
		}},
	} {
		rows := pgx.CopyFromSlice(len(players), func(i int) ([]any, error) { return table.row(players[i]), nil })
		if _, err := conn.CopyFrom(ctx, pgx.Identifier{"league", table.name}, table.columns, rows); err != nil {
			return fmt.Errorf("baselinedb: %s: %w", table.name, err)
		}
	}
	for _, sql := range []string{
		fmt.Sprintf(`insert into league.player_words (tenant_id, word, player_id) select distinct p.tenant_id, w.word, p.id from league.players p
			cross join string_to_table(p.name_key, ' ') as w (word) where p.tenant_id = '%s' and p.club like 'Club %%' on conflict do nothing`, r.Tenant),
		fmt.Sprintf(`update league.rankings set form = %d, rebuilt = revision where tenant_id = '%s' and id = '%s'`, form, r.Tenant, r.Ranking),
		`vacuum analyze league.players, league.player_words, league.memberships, league.clubs, league.careers, league.ranking_openings`,
	} {
		if _, err := conn.Exec(ctx, sql); err != nil {
			return fmt.Errorf("baselinedb: %w", err)
		}
	}
	return nil
}

// SomeEvents makes events like one that is there, for postings to name.
func SomeEvents(ctx context.Context, superuser string, like Stage, n int) ([]uuid.UUID, error) {
	conn, err := pgx.Connect(ctx, superuser)
	if err != nil {
		return nil, fmt.Errorf("baselinedb: %w", err)
	}
	defer conn.Close(context.WithoutCancel(ctx))
	columns, err := ownColumns(ctx, superuser, "events")
	if err != nil {
		return nil, err
	}
	rows, err := conn.Query(ctx, `insert into league.events (`+columns+`) select `+columns+` from (select x.* from league.events e cross join generate_series(1, $3) n,
		lateral jsonb_populate_record(e, jsonb_build_object('id', gen_random_uuid(), 'slug', 'posted-' || n || '-' || gen_random_uuid())) x
		where e.tenant_id = $1 and e.id = $2) x returning id`, like.Tenant, like.Event, n)
	if err != nil {
		return nil, fmt.Errorf("baselinedb: events: %w", err)
	}
	return pgx.CollectRows(rows, pgx.RowTo[uuid.UUID])
}

// Analyze makes the statistics of all tables anew, as autovacuum does within a minute.
func Analyze(ctx context.Context, superuser string) error {
	conn, err := pgx.Connect(ctx, superuser)
	if err != nil {
		return fmt.Errorf("baselinedb: %w", err)
	}
	defer conn.Close(context.WithoutCancel(ctx))
	if _, err := conn.Exec(ctx, `analyze`); err != nil {
		return fmt.Errorf("baselinedb: %w", err)
	}
	return nil
}

// SmallSlug is the short name of the n-th small tenant, from 1.
func SmallSlug(n int) string { return fmt.Sprintf("copy-small-%d", n) }

// SmallTenants makes tenants with no more than their names; [CopyRanking] begins a ranking in each.
func SmallTenants(ctx context.Context, superuser string, n int) error {
	return asSuperuser(ctx, superuser, []string{
		`set session_replication_role = replica`,
		fmt.Sprintf(`create temp table small as select gen_random_uuid() as id, n from generate_series(1, %d) n`, n),
		`insert into platform.tenants (id, slug, name, kind, languages, created_at) select id, 'copy-small-' || n, 'Small ' || n, 'federation', '{en}', now() from small`,
		`insert into league.log_counters (tenant_id, last) select id, 0 from small`,
	})
}

// ownID is the id of a copied player: of each tenant another, as ids are, so that the planner does not take some of them for frequent.
const ownID = `md5(t.id::text || s.player_id::text)::uuid`

// CopyRanking begins a ranking of so many players in each of the copied tenants, with the
// setup of a first one and some of its players.
func CopyRanking(ctx context.Context, superuser string, r Ranking, players int) error {
	columns, err := ownColumns(ctx, superuser, "ruleset_versions")
	if err != nil {
		return err
	}
	return asSuperuser(ctx, superuser, []string{
		`set session_replication_role = replica`,
		fmt.Sprintf(`insert into league.ruleset_versions (%[2]s) select %[2]s from (select x.* from platform.tenants t cross join league.ruleset_versions v,
			lateral jsonb_populate_record(v, jsonb_build_object('tenant_id', t.id)) x
			where t.slug like 'copy-%%' and (v.tenant_id, v.id) = (select tenant_id, ruleset_version_id from league.rankings where id = '%[1]s')) x on conflict do nothing`, r.Ranking, columns),
		fmt.Sprintf(`insert into league.rankings select x.* from platform.tenants t cross join league.rankings k,
			lateral jsonb_populate_record(k, jsonb_build_object('tenant_id', t.id)) x where t.slug like 'copy-%%' and k.id = '%s'`, r.Ranking),
		fmt.Sprintf(`create temp table few as select c.*, p.name from league.careers c join league.players p on p.tenant_id = c.tenant_id and p.id = c.player_id
			where c.tenant_id = '%s' and c.ranking_id = '%s' order by c.player_id limit %d`, r.Tenant, r.Ranking, players),
		`insert into league.players (tenant_id, id, name, name_key, created_at) select t.id, ` + ownID + `, s.name, s.name, now() from platform.tenants t, few s where t.slug like 'copy-%'`,
		`insert into league.careers (tenant_id, ranking_id, player_id, key, figures, national, nationals)
			select t.id, s.ranking_id, ` + ownID + `, s.key, s.figures, s.national, s.nationals from platform.tenants t, few s where t.slug like 'copy-%'`,
		`vacuum analyze league.players, league.careers`,
	})
}

// ownColumns are the columns of a table that are not generated, with commas between.
func ownColumns(ctx context.Context, superuser, table string) (columns string, err error) {
	conn, err := pgx.Connect(ctx, superuser)
	if err != nil {
		return "", fmt.Errorf("baselinedb: %w", err)
	}
	defer conn.Close(context.WithoutCancel(ctx))
	err = conn.QueryRow(ctx, `select string_agg(quote_ident(column_name), ', ' order by ordinal_position) from information_schema.columns
		where table_schema = 'league' and table_name = $1 and is_generated = 'NEVER'`, table).Scan(&columns)
	return columns, err
}

// RankedRow is a line of a page as the least program would answer it: without rank.
type RankedRow struct {
	ID       uuid.UUID `json:"id"`
	Name     string    `json:"name"`
	Club     string    `json:"club,omitempty"`
	Figures  []string  `json:"figures"`
	National string    `json:"national"`
}

// RankingPage reads 50 rows from a key on: one statement, no row-level security, no ranks.
func (db *DB) RankingPage(ctx context.Context, r Ranking, key []byte) ([]RankedRow, error) {
	rows, err := db.super.Query(ctx, `select c.player_id, p.name, p.club, c.figures, c.national from league.careers c
		join league.players p on p.tenant_id = c.tenant_id and p.id = c.player_id
		where c.tenant_id = $1 and c.ranking_id = $2 and c.key <= $3 order by c.key desc, c.player_id limit 50`, r.Tenant, r.Ranking, key)
	if err != nil {
		return nil, fmt.Errorf("ranking page: %w", err)
	}
	return pgx.CollectRows(rows, pgx.RowToStructByPos[RankedRow])
}

// RanksBySQL are all players of a ranking in order, with the ranks that PostgreSQL gives them.
func RanksBySQL(ctx context.Context, superuser string, r Ranking) (ids []uuid.UUID, ranks []int, err error) {
	conn, err := pgx.Connect(ctx, superuser)
	if err != nil {
		return nil, nil, fmt.Errorf("baselinedb: %w", err)
	}
	defer conn.Close(context.WithoutCancel(ctx))
	rows, err := conn.Query(ctx, `select player_id, rank() over (order by key desc) from league.careers
		where tenant_id = $1 and ranking_id = $2 and key >= '\x01'::bytea order by key desc, player_id`, r.Tenant, r.Ranking)
	if err != nil {
		return nil, nil, fmt.Errorf("baselinedb: ranks: %w", err)
	}
	var id uuid.UUID
	var rank int
	_, err = pgx.ForEachRow(rows, []any{&id, &rank}, func() error {
		ids, ranks = append(ids, id), append(ranks, rank)
		return nil
	})
	return ids, ranks, err
}

// RankedAsOf ranks all players of a ranking by their points at the end of a day, and returns their number: the
// openings and the postings until then added up, no other criterion.
func RankedAsOf(ctx context.Context, superuser string, r Ranking, day string) (players int, err error) {
	conn, err := pgx.Connect(ctx, superuser)
	if err != nil {
		return 0, fmt.Errorf("baselinedb: %w", err)
	}
	defer conn.Close(context.WithoutCancel(ctx))
	err = conn.QueryRow(ctx, `with gained as (
			select p.player_id, sum(p.figures[1]::numeric) as points from league.event_postings h
			join league.postings p on p.tenant_id = h.tenant_id and p.ranking_id = h.ranking_id and p.event_id = h.event_id and p.number = h.number
			where h.tenant_id = $1 and h.ranking_id = $2 and h.counts and h.day <= $3::text::date group by p.player_id)
		select count(rank) from (select rank() over (order by o.figures[1]::numeric + coalesce(g.points, 0) desc) as rank
			from league.ranking_openings o left join gained g using (player_id) where o.tenant_id = $1 and o.ranking_id = $2) ranked`, r.Tenant, r.Ranking, day).Scan(&players)
	if err != nil {
		return 0, fmt.Errorf("baselinedb: as of a day: %w", err)
	}
	return players, nil
}
