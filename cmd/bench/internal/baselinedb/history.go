package baselinedb

import (
	"bytes"
	"context"
	"fmt"
	"strings"
	"time"

	"github.com/google/uuid"
	"github.com/jackc/pgx/v5"
)

// CopyAgain copies the rows that a table of past results has made into empty tables with the same keys and indexes,
// by COPY of the superuser, and returns the number of rows and the time it took. No policy and no foreign key is
// checked there. The statistics are refreshed before, as autovacuum does within a minute.
func CopyAgain(ctx context.Context, superuser string, tenant, history, ranking uuid.UUID) (rows int64, took time.Duration, err error) {
	if err := Analyze(ctx, superuser); err != nil {
		return 0, 0, err
	}
	conn, err := pgx.Connect(ctx, superuser)
	if err != nil {
		return 0, 0, fmt.Errorf("baselinedb: %w", err)
	}
	defer conn.Close(context.WithoutCancel(ctx))
	of := strings.NewReplacer("$tenant", "'"+tenant.String()+"'", "$history", "'"+history.String()+"'", "$ranking", "'"+ranking.String()+"'")
	const added = `player_id in (select player_id from league.history_people where tenant_id = $tenant and history_id = $history and added)`
	const events = `event_id in (select event_id from league.entered_points where tenant_id = $tenant and history_id = $history)`
	for _, table := range []struct{ name, where string }{
		{"history_people", `history_id = $history`},
		{"players", strings.Replace(added, "player_id in", "id in", 1)},
		{"player_words", added},
		{"memberships", added},
		{"clubs", `history_id = $history`},
		{"events", strings.Replace(events, "event_id in", "id in", 1)},
		{"entries", events},
		{"outcomes", events},
		{"entered_points", events},
		{"entered_gains", events},
		{"event_postings", events},
		{"postings", events},
		{"careers", `ranking_id = $ranking`},
	} {
		again := pgx.Identifier{"bench_" + table.name}.Sanitize()
		if _, err := conn.Exec(ctx, `create table `+again+` (like league.`+table.name+` including all)`); err != nil {
			return 0, 0, fmt.Errorf("baselinedb: %w", err)
		}
		columns, err := stored(ctx, conn, table.name)
		if err != nil {
			return 0, 0, err
		}
		var text bytes.Buffer
		if _, err := conn.PgConn().CopyTo(ctx, &text, of.Replace(`copy (select `+columns+` from league.`+table.name+` where tenant_id = $tenant and `+table.where+`) to stdout`)); err != nil {
			return 0, 0, fmt.Errorf("baselinedb: %s: %w", table.name, err)
		}
		began := time.Now()
		done, err := conn.PgConn().CopyFrom(ctx, &text, `copy `+again+` (`+columns+`) from stdin`)
		if err != nil {
			return 0, 0, fmt.Errorf("baselinedb: %s: %w", table.name, err)
		}
		took += time.Since(began)
		rows += done.RowsAffected()
	}
	return rows, took, nil
}

// stored are the columns of a table that are not computed, with commas between.
func stored(ctx context.Context, conn *pgx.Conn, table string) (columns string, err error) {
	err = conn.QueryRow(ctx, `select string_agg(quote_ident(attname), ', ' order by attnum) from pg_attribute
		where attrelid = ('league.' || $1)::regclass and attnum > 0 and not attisdropped and attgenerated = ''`, table).Scan(&columns)
	if err != nil {
		err = fmt.Errorf("baselinedb: %s: %w", table, err)
	}
	return columns, err
}
