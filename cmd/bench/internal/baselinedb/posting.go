package baselinedb

import (
	"context"
	"fmt"
	"time"

	"github.com/google/uuid"
	"github.com/jackc/pgx/v5"
)

// now is the moment at which everything here was made.
var now = time.Date(2009, 2, 8, 12, 0, 0, 0, time.UTC)

// Appender appends postings as the server's role. Make one with [OpenAppender].
type Appender struct{ conn *pgx.Conn }

// OpenAppender connects.
func OpenAppender(ctx context.Context, application string) (Appender, error) {
	conn, err := pgx.Connect(ctx, application)
	if err != nil {
		return Appender{}, fmt.Errorf("baselinedb: %w", err)
	}
	return Appender{conn}, nil
}

// Close ends the connection.
func (a Appender) Close(ctx context.Context) error { return a.conn.Close(context.WithoutCancel(ctx)) }

// Keeper is the account that keeps a ranking.
func Keeper(ctx context.Context, superuser string, r Ranking) (by uuid.UUID, err error) {
	conn, err := pgx.Connect(ctx, superuser)
	if err != nil {
		return uuid.Nil, fmt.Errorf("baselinedb: %w", err)
	}
	defer conn.Close(context.WithoutCancel(ctx))
	err = conn.QueryRow(ctx, `select created_by from league.rankings where tenant_id = $1 and id = $2`, r.Tenant, r.Ranking).Scan(&by)
	return by, err
}

// BarePosting is the minimum for storing the postings of an event: the rows and the next revision, in one pipeline
// under row-level security. The event counts nowhere, so that nothing is derived from it.
func (a Appender) BarePosting(ctx context.Context, r Ranking, event uuid.UUID, number int, players []uuid.UUID, figures string) error {
	b := &pgx.Batch{}
	b.Queue(`select set_config('app.tenant_id', $1, true)`, r.Tenant.String())
	b.Queue(`update league.rankings set revision = revision + 1 where id = $1`, r.Ranking)
	b.Queue(`insert into league.event_postings (ranking_id, event_id, number, counts, national, day, starts_at, posted_by, posted_at)
		select $1, $2, $3, false, false, '2009-02-08', $4, created_by, $4 from league.rankings where id = $1`, r.Ranking, event, number, now)
	b.Queue(`insert into league.postings (ranking_id, event_id, number, player_id, place, figures) select $1, $2, $3, player, 1, string_to_array($5, ' ') from unnest($4::uuid[]) player`,
		r.Ranking, event, number, players, figures)
	if err := a.conn.SendBatch(ctx, b).Close(); err != nil {
		return fmt.Errorf("bare posting: %w", err)
	}
	return nil
}

// CopyPostings is the floor of a bulk load: COPY by the superuser, who is exempt from policies. The postings are of
// one event, which counts nowhere.
func CopyPostings(ctx context.Context, superuser string, r Ranking, event uuid.UUID, number int, players []uuid.UUID, figures []string) (time.Duration, error) {
	conn, err := pgx.Connect(ctx, superuser)
	if err != nil {
		return 0, fmt.Errorf("baselinedb: %w", err)
	}
	defer conn.Close(context.WithoutCancel(ctx))
	if _, err := conn.Exec(ctx, `insert into league.event_postings (tenant_id, ranking_id, event_id, number, counts, national, day, starts_at, posted_by, posted_at)
		select tenant_id, id, $2, $3, false, false, '2009-02-08', $4, created_by, $4 from league.rankings where tenant_id = $5 and id = $1`, r.Ranking, event, number, now, r.Tenant); err != nil {
		return 0, fmt.Errorf("baselinedb: %w", err)
	}
	began := time.Now()
	rows := pgx.CopyFromSlice(len(players), func(i int) ([]any, error) {
		return []any{r.Tenant, r.Ranking, event, number, players[i], 0, figures}, nil
	})
	_, err = conn.CopyFrom(ctx, pgx.Identifier{"league", "postings"}, []string{"tenant_id", "ranking_id", "event_id", "number", "player_id", "place", "figures"}, rows)
	return time.Since(began), err
}
