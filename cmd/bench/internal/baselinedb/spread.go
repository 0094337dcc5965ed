package baselinedb

import (
	"context"
	"fmt"
	"strings"

	"github.com/google/uuid"
	"github.com/jackc/pgx/v5"

	"referto/internal/tenant/tenantdb"
)

// Extent sets how far a stage is spread.
type Extent struct {
	Tenants int // new ones
	Stages  int // in each
	Bare    int // further ones in each, after them, with drawn rounds and without entrants to play
	Players int // further ones in the template's tenant
	Crowd   int // referees
	// Played is the number of the first stages in each that have the template's results of all rounds. The others have
	// none of its last round.
	Played int
	// Managed gives the crowd the template's roles over the tenant, too: the member n % Crowd + 1 those over copy-n.
	Managed bool
}

// Copy is a copied stage. Its first referee is a member of the crowd, counted from 1.
type Copy struct {
	Stage
	Referee int
}

// Spread copies a stage with its field, its drawn rounds and the roles over it to
// many new tenants, which have the slugs copy-1, copy-2 and so on. The roles go to
// the crowd ([AddCrowd]) in turn. It returns the copies, tenant after tenant before
// the second stage of any.
func Spread(ctx context.Context, superuser string, template Stage, x Extent) ([]Copy, error) {
	conn, err := pgx.Connect(ctx, superuser)
	if err != nil {
		return nil, fmt.Errorf("baselinedb: %w", err)
	}
	defer conn.Close(context.WithoutCancel(ctx))
	s := spreading{ctx: ctx, conn: conn, template: template}
	copies, err := s.spread(x)
	if err != nil {
		return nil, fmt.Errorf("baselinedb: spread: %w", err)
	}
	return copies, nil
}

type spreading struct {
	ctx      context.Context
	conn     *pgx.Conn
	template Stage
}

// prepare makes the new tenants and events as temporary tables, and the tables of [DB.RowByRow]. The copied data is
// consistent, so checking foreign keys would only take time.
const prepare = `
	set session_replication_role = replica;
	create temp table tenants as select gen_random_uuid() as id, n, n %% %d + 1 as referee from generate_series(1, %d) n;
	create temp table stages as select gen_random_uuid() as id, t.id as tenant, t.n, s, (t.n + s) %% %d + 1 as referee, s > %d as bare
		from tenants t, generate_series(1, %d) s;
	insert into platform.tenants (id, slug, name, kind, languages, created_at) select id, 'copy-' || n, 'Copy ' || n, 'federation', '{en}', now() from tenants;
	insert into league.log_counters (tenant_id, last) select id, 0 from tenants;
	create schema bench;
	grant usage on schema bench to referto_app;
	create table bench.seats (tenant_id uuid, event_id uuid, round integer, table_number integer, entry integer, vp integer not null, won boolean not null,
		primary key (tenant_id, event_id, round, table_number, entry));
	create table bench.standings (tenant_id uuid, event_id uuid, entry integer, wins integer not null, vp integer not null, rank integer not null,
		primary key (tenant_id, event_id, entry));
	alter table bench.seats enable row level security;
	alter table bench.standings enable row level security;
	create policy seats on bench.seats using (tenant_id = (select nullif(current_setting('app.tenant_id', true), '')::uuid));
	create policy standings on bench.standings using (tenant_id = (select nullif(current_setting('app.tenant_id', true), '')::uuid));
	grant select, insert, update on bench.seats, bench.standings to referto_app;`

func (s spreading) spread(x Extent) ([]Copy, error) {
	if _, err := s.conn.Exec(s.ctx, fmt.Sprintf(prepare, x.Crowd, x.Tenants, x.Crowd, x.Stages, x.Stages+x.Bare)); err != nil {
		return nil, err
	}
	steps := []struct{ table, from, where string }{
		{"league.ruleset_versions", "tenants c", "true"},
		{"league.players", "tenants c", "true"},
		{"league.events", "stages c", "x.id = $2"},
		{"league.entries", "stages c", "x.event_id = $2 and not c.bare"},
		{"league.rounds", "stages c", "x.event_id = $2"},
		{"league.seats", "stages c", "x.event_id = $2 and not c.bare"},
		{"league.results", "stages c", fmt.Sprintf("x.event_id = $2 and not c.bare and (c.s <= %d or x.round < (select max(number) from league.rounds where event_id = $2))", x.Played)},
		{"league.grants", "stages c", "x.scope_id = $2 and not c.bare"},
		{"league.grants", "tenants c", fmt.Sprintf("x.scope = 'tenant' and %t", x.Managed)},
	}
	for _, step := range steps {
		if err := s.copyRows(step.table, step.from, step.where); err != nil {
			return nil, fmt.Errorf("%s: %w", step.table, err)
		}
	}
	if err := s.addPlayers(x.Players); err != nil {
		return nil, err
	}
	if _, err := s.conn.Exec(s.ctx, `vacuum analyze`); err != nil {
		return nil, err
	}
	rows, err := s.conn.Query(s.ctx, `select tenant, id as event, referee from stages order by s, n`)
	if err != nil {
		return nil, err
	}
	return pgx.CollectRows(rows, pgx.RowToStructByName[Copy])
}

// copyRows copies the template's rows of a table once for each row of from, with
// keys of their own.
func (s spreading) copyRows(table, from, where string) error {
	var columns []string
	schema, name, _ := strings.Cut(table, ".")
	err := s.conn.QueryRow(s.ctx, `select array_agg(column_name::text order by ordinal_position) from information_schema.columns
		where table_schema = $1 and table_name = $2 and is_generated = 'NEVER'`, schema, name).Scan(&columns)
	if err != nil {
		return err
	}
	values := make([]string, len(columns))
	for i, column := range columns {
		values[i] = copied(table, column, from)
	}
	sql := fmt.Sprintf(`insert into %s (%s) select %s from %s x, %s where x.tenant_id = $1 and %s`,
		table, strings.Join(columns, ", "), strings.Join(values, ", "), table, from, where)
	args := []any{s.template.Tenant}
	if strings.Contains(where, "$2") {
		args = append(args, s.template.Event)
	}
	_, err = s.conn.Exec(s.ctx, sql, args...)
	return err
}

// copied is the value of a column in a copy: of the new tenant and event where it
// is a key of those, else as it was.
func copied(table, column, from string) string {
	of := map[string]string{"tenant_id": "c.tenant", "event_id": "c.id", "scope_id": "c.id"}
	if from == "tenants c" {
		of = map[string]string{"tenant_id": "c.id"}
	}
	switch {
	case of[column] != "":
		return of[column]
	case table == "league.events" && column == "id":
		return "c.id"
	case table == "league.events" && column == "slug":
		return "x.slug || '-' || c.s"
	case table == "league.grants" && column == "id":
		return "gen_random_uuid()"
	case table == "league.grants" && column == "account_id":
		return "(select id from platform.accounts where email = 'crowd-' || c.referee || '@example.org')"
	default:
		return "x." + column
	}
}

// addPlayers gives the template's tenant a register to look people up in.
func (s spreading) addPlayers(n int) error {
	_, err := s.conn.Exec(s.ctx, `insert into league.players (tenant_id, id, name, name_key, club, city, email, created_at)
		select $1, gen_random_uuid(), 'Player ' || n, 'player ' || n, 'Club ' || n % 97, 'Bologna', 'player-' || n || '@example.org', now()
		from generate_series(1, $2::integer) n`, s.template.Tenant, n)
	return err
}

// AddCrowd makes accounts with the password of one that is there. Their addresses
// are crowd-1@example.org and so on.
func AddCrowd(ctx context.Context, superuser, like string, n int) error {
	conn, err := pgx.Connect(ctx, superuser)
	if err != nil {
		return fmt.Errorf("baselinedb: %w", err)
	}
	defer conn.Close(context.WithoutCancel(ctx))
	tag, err := conn.Exec(ctx, `insert into platform.accounts (id, email, email_key, name, language, password_hash, verified_at, created_at)
		select gen_random_uuid(), 'crowd-' || n || '@example.org', 'crowd-' || n || '@example.org', 'Crowd ' || n, a.language, a.password_hash, a.verified_at, a.created_at
		from platform.accounts a, generate_series(1, $2::integer) n where a.email = $1`, like, n)
	if err == nil && tag.RowsAffected() != int64(n) {
		err = fmt.Errorf("%d made", tag.RowsAffected())
	}
	if err != nil {
		return fmt.Errorf("baselinedb: %d accounts like %s: %w", n, like, err)
	}
	return nil
}

// ParseStage reads the ids of a stage.
func ParseStage(tenant, event string) (s Stage, err error) {
	if s.Tenant, err = uuid.Parse(tenant); err != nil {
		return s, fmt.Errorf("tenant: %w", err)
	}
	if s.Event, err = uuid.Parse(event); err != nil {
		return s, fmt.Errorf("event: %w", err)
	}
	return s, nil
}

// Prepare makes the roles and an empty database for them.
func Prepare(ctx context.Context, superuser, database string) error {
	conn, err := pgx.Connect(ctx, superuser)
	if err != nil {
		return fmt.Errorf("baselinedb: %w", err)
	}
	defer conn.Close(context.WithoutCancel(ctx))
	return tenantdb.Roles(ctx, conn, database)
}

// Size returns the size of the database on disk, in bytes.
func Size(ctx context.Context, superuser string) (size int64, err error) {
	conn, err := pgx.Connect(ctx, superuser)
	if err != nil {
		return 0, fmt.Errorf("baselinedb: %w", err)
	}
	defer conn.Close(context.WithoutCancel(ctx))
	err = conn.QueryRow(ctx, "select pg_database_size(current_database())").Scan(&size)
	return size, err
}
