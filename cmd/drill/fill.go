package main

import (
	"context"
	"fmt"
	"math"
	"strconv"
	"strings"
	"time"

	"referto/internal/embedpg"
)

// copiedAtOnce is the number of federations that are copied in one transaction.
const copiedAtOnce = 10

// sizeOf parses a size such as 1GB or 300MB into MB, by which PostgreSQL means 1024 × 1024 bytes.
func sizeOf(text string) (int64, error) {
	for unit, factor := range map[string]float64{"GB": 1024, "MB": 1} {
		if number, found := strings.CutSuffix(text, unit); found {
			if n, err := strconv.ParseFloat(number, 64); err == nil && n > 0 && n < math.MaxInt32 {
				return int64(n * factor), nil
			}
		}
	}
	return 0, fmt.Errorf("size: want a number of MB or GB, as 1GB, got %q", text)
}

// copying returns the statements that copy a tenant to those of the temporary table copies. All keys of a tenant's rows
// begin with its id, so everything else may stay as it is. Left out are the tables whose rows are bound to the tenant
// outside of their keys, by encryption, by seals, or by files that lie below its id, and the tables that refer to them.
const copying = `with recursive bound as (
		select c.oid from pg_class c where c.relnamespace = 'league'::regnamespace
			and c.relname in ('refund_accounts', 'payments', 'payment_lists', 'refund_receipts', 'photos', 'uploads', 'tenant_archives', 'audit', 'audit_seals', 'audit_digests')
		union select k.conrelid from pg_constraint k join bound on k.confrelid = bound.oid where k.contype = 'f'),
	tables as (
		select c.oid::regclass as name, string_agg(quote_ident(a.attname), ', ' order by a.attnum) as columns,
			string_agg(case a.attname when 'tenant_id' then 'copies.id' else 'x.' || quote_ident(a.attname) end, ', ' order by a.attnum) as values
		from pg_class c join pg_attribute a on a.attrelid = c.oid
		where c.relnamespace = 'league'::regnamespace and c.relkind = 'r' and c.oid not in (select oid from bound)
			and a.attnum > 0 and not a.attisdropped and a.attgenerated = ''
		group by c.oid having bool_or(a.attname = 'tenant_id'))
	select string_agg(format('insert into %%s (%%s) select %%s from %%s x, copies where x.tenant_id = %%L', s.name, s.columns, s.values, s.name, t.id), E';\n')
	from tables s, platform.tenants t where t.slug = '%s'`

// addCopies makes the tenants copy-FIRST to copy-LAST and runs the statements of [copying].
const addCopies = `create temp table copies as select gen_random_uuid() as id, n from generate_series(%d, %d) n;
	insert into platform.tenants (id, slug, name, kind, languages, created_at)
		select c.id, 'copy-' || c.n, 'Copy ' || c.n, t.kind, t.languages, t.created_at from platform.tenants t, copies c where t.slug = '%s';
	%s`

// unchecked is the end of a connection string without triggers and checks of references: what is copied is
// consistent, so they would only take time.
const unchecked = ` options='-c session_replication_role=replica'`

// fill copies the demo's federation until the database has a size, in MB.
func fill(ctx context.Context, server *embedpg.Server, size int64) (copies int, err error) {
	dsn := server.DSN(databaseName, "postgres")
	inserts, err := sql(ctx, dsn, fmt.Sprintf(copying, federation))
	if err != nil {
		return 0, err
	}
	if inserts == "" {
		return 0, fmt.Errorf("there is no federation %s to copy", federation)
	}
	for before := int64(-1); ; {
		has, err := megabytes(ctx, server)
		if err != nil || has >= size {
			return copies, err
		}
		if has == before {
			return copies, fmt.Errorf("%d copies made the database no larger than %d MB", copiedAtOnce, has)
		}
		before = has
		if _, err := sql(ctx, dsn+unchecked, fmt.Sprintf(addCopies, copies+1, copies+copiedAtOnce, federation, inserts)); err != nil {
			return copies, err
		}
		copies += copiedAtOnce
	}
}

// megabytes is the size of the database.
func megabytes(ctx context.Context, server *embedpg.Server) (int64, error) {
	text, err := sql(ctx, server.DSN(databaseName, "postgres"), `select pg_database_size(current_database()) >> 20`)
	if err != nil {
		return 0, err
	}
	return strconv.ParseInt(text, 10, 64)
}

// mostToRestore is the time that a restore may take for each GB.
const mostToRestore = 5 * time.Minute

// perGigabyte is the time that a restore of so many MB would take of a GB. Below that size nothing can be said: the
// start of the server and the checks take most of the time.
func perGigabyte(took time.Duration, size int64) (time.Duration, bool) {
	const gigabyte = 1024
	if size < gigabyte {
		return 0, false
	}
	return took * gigabyte / time.Duration(size), true
}
