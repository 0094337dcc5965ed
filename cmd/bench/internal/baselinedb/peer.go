package baselinedb

import (
	"context"
	"fmt"
	"strconv"

	"github.com/jackc/pgx/v5"
)

// FlatRanking writes the rows of a ranking into a table bench.ranking with an index on tenant and position: the
// fastest that a server which shows tables can page through.
func FlatRanking(ctx context.Context, superuser string, r Ranking) error {
	return asSuperuser(ctx, superuser, []string{
		fmt.Sprintf(`create table bench.ranking as select c.tenant_id as tenant, row_number() over (order by c.key desc, c.player_id) as position, c.player_id as player, p.name,
			array_to_string(c.figures, '/') as figures from league.careers c join league.players p on p.tenant_id = c.tenant_id and p.id = c.player_id
			where c.tenant_id = '%s' and c.ranking_id = '%s'`, r.Tenant, r.Ranking),
		`create unique index ranking_by_position on bench.ranking (tenant, position)`,
		`vacuum analyze bench.ranking`,
	})
}

// PrestVariables are the variables by which pREST finds a database, with as many connections as the other servers.
func PrestVariables(superuser string, connections int) ([]string, error) {
	c, err := pgx.ParseConfig(superuser)
	if err != nil {
		return nil, fmt.Errorf("baselinedb: %w", err)
	}
	return []string{
		"PREST_PG_HOST=" + c.Host, "PREST_PG_PORT=" + strconv.Itoa(int(c.Port)), "PREST_PG_DATABASE=" + c.Database, "PREST_PG_USER=" + c.User, "PREST_PG_PASS=",
		"PREST_PG_SSL_MODE=disable", "PREST_SSL_MODE=disable", "PREST_JWT_DEFAULT=false",
		"PREST_PG_MAXOPENCONN=" + strconv.Itoa(connections), "PREST_PG_MAXIDLECONN=" + strconv.Itoa(connections),
	}, nil
}
