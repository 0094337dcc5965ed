package leagueapi_test

import (
	"context"

	"github.com/google/uuid"
	"github.com/jackc/pgx/v5"

	"referto/internal/tenant/tenantdb"
)

// kept is the outcome of the stage as it is stored; nil for none.
func (x *tappa) kept() (ranking []uuid.UUID) {
	x.t.Helper()
	door, err := tenantdb.Read(context.Background(), x.server.DB(), x.federation.ID, nil)
	if err != nil {
		x.t.Fatal(err)
	}
	b := &tenantdb.Batch{}
	b.Queue(`select ranking from league.outcomes where event_id = $1 order by number desc limit 1`, x.id).Query(func(rows pgx.Rows) error {
		found, err := pgx.CollectRows(rows, pgx.RowTo[[]uuid.UUID])
		if err == nil && len(found) > 0 {
			ranking = found[0]
		}
		return err
	})
	if err := door.Send(b); err != nil {
		x.t.Fatal(err)
	}
	return ranking
}
