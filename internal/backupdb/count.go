package backupdb

import (
	"context"
	"errors"
	"fmt"

	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgconn"

	"referto/internal/tenant/tenantdb"
)

// ErrNotAll means that the role does not see the rows of all tenants.
var ErrNotAll = errors.New("this role is not shown all rows: connect as " + tenantdb.BackupRole)

// Count counts the rows of a database as of one moment.
func Count(ctx context.Context, dsn string) (Counts, error) {
	c := Counts{Rows: map[Place]int64{}, Passing: map[string]bool{}}
	if err := Look(ctx, dsn, func(tx pgx.Tx) error { return c.count(ctx, tx) }); err != nil {
		return c, fmt.Errorf("count rows: %w", err)
	}
	return c, nil
}

// Look has something read the rows of all tenants, as of one moment. Row-level security is off, so
// that a role which it holds back is refused ([ErrNotAll]) and not shown less.
func Look(ctx context.Context, dsn string, read func(pgx.Tx) error) error {
	config, err := pgx.ParseConfig(dsn)
	if err != nil {
		return fmt.Errorf("backup's database address: %w", err)
	}
	config.RuntimeParams["row_security"] = "off"
	conn, err := pgx.ConnectConfig(ctx, config)
	if err != nil {
		return err
	}
	defer tenantdb.Hangup(conn)
	err = pgx.BeginTxFunc(ctx, conn, pgx.TxOptions{IsoLevel: pgx.RepeatableRead, AccessMode: pgx.ReadOnly}, read)
	var refused *pgconn.PgError
	if errors.As(err, &refused) && refused.Code == "42501" {
		return fmt.Errorf("%w (%s)", ErrNotAll, refused.Message)
	}
	return err
}

// relation is a table that is counted.
type relation struct {
	Schema, Name string
	OfTenants    bool // its rows have a tenant column
	Passing      bool // the server may delete them
}

func (c Counts) count(ctx context.Context, tx pgx.Tx) error {
	rows, err := tx.Query(ctx, `select n.nspname::text as schema, c.relname::text as name,
			exists (select from pg_attribute a where a.attrelid = c.oid and a.attname = 'tenant_id' and not a.attisdropped) as of_tenants,
			has_table_privilege($1, c.oid, 'DELETE') as passing
		from pg_class c join pg_namespace n on n.oid = c.relnamespace
		where n.nspname !~ '^pg_' and n.nspname <> 'information_schema' and c.relkind in ('r', 'p') and not c.relispartition and c.relpersistence = 'p'
		order by 1, 2`, tenantdb.ApplicationRole)
	if err != nil {
		return err
	}
	tables, err := pgx.CollectRows(rows, pgx.RowToStructByName[relation])
	if err != nil {
		return err
	}
	for _, t := range tables {
		whose := "''"
		if t.OfTenants {
			whose = "tenant_id::text"
		}
		rows, err := tx.Query(ctx, "select "+whose+", count(*) from "+pgx.Identifier{t.Schema, t.Name}.Sanitize()+" group by 1")
		if err != nil {
			return err
		}
		var tenant string
		var n int64
		_, err = pgx.ForEachRow(rows, []any{&tenant, &n}, func() error {
			c.Rows[Place{t.Schema + "." + t.Name, tenant}] = n
			c.Passing[t.Schema+"."+t.Name] = t.Passing
			return nil
		})
		if err != nil {
			return err
		}
	}
	return nil
}
