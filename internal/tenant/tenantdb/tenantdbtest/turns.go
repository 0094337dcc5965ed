package tenantdbtest

import (
	"context"
	"fmt"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/jackc/pgx/v5"

	"referto/internal/tenant/tenantdb"
)

// Tests that need an empty database, but not a fresh one, take turns at a few ([Borrow]). Between two turns all rows
// that are not in the template are deleted. The connections stay, and with them the most expensive state of
// PostgreSQL: the catalog that a new process has to read, and the plans of every query.

// turns are the databases that wait for their next test.
var turns struct {
	mu   sync.Mutex
	free []*lent
}

// lent is a database at which tests take turns.
type lent struct {
	database Database
	db       *tenantdb.DB
	super    *pgx.Conn
	tables   []string // that hold nothing in the template
	original string   // the fingerprint of all that is not a row of those tables
}

// Borrow lends a migrated database without any rows but those of the migrations, opened as the application role,
// until the test ends. Everything that the test began must have ended by then: if connections are still in use, or if
// the schema or the rows of the migrations have changed, the database is dropped and not lent again.
func Borrow(t testing.TB) (Database, *tenantdb.DB) {
	t.Helper()
	l := takeTurn()
	if l == nil {
		var err error
		if l, err = newLent(t); err != nil {
			t.Fatal(err)
		}
	}
	db := l.db.Anew()
	t.Cleanup(func() {
		ctx, cancel := context.WithTimeout(context.WithoutCancel(t.Context()), time.Minute)
		defer cancel()
		again, err := l.giveBack(ctx, db)
		if err != nil {
			t.Errorf("empty the test's database: %v", err)
		}
		if !again {
			if err := l.end(ctx, db); err != nil {
				t.Errorf("drop the test's database: %v", err)
			}
		}
	})
	return l.database, db
}

func takeTurn() *lent {
	turns.mu.Lock()
	defer turns.mu.Unlock()
	if len(turns.free) == 0 {
		return nil
	}
	l := turns.free[len(turns.free)-1]
	turns.free = turns.free[:len(turns.free)-1]
	return l
}

// newLent makes a database that outlives the test.
func newLent(t testing.TB) (*lent, error) {
	ctx := context.WithoutCancel(t.Context())
	super, err := superuser(ctx)
	if err != nil {
		return nil, fmt.Errorf("start PostgreSQL: %w", err)
	}
	l := &lent{}
	if l.database, err = create(ctx, super); err != nil {
		return nil, err
	}
	if l.db, err = tenantdb.OpenUnhurried(ctx, l.database.Application, poolSize); err != nil {
		return nil, err
	}
	config, err := pgx.ParseConfig(l.database.Superuser)
	if err != nil {
		return nil, err
	}
	// Nothing is asked about rows that refer to others: all go.
	config.RuntimeParams["session_replication_role"] = "replica"
	if l.super, err = pgx.ConnectConfig(ctx, config); err != nil {
		return nil, err
	}
	if err := l.learn(ctx); err != nil {
		return nil, err
	}
	l.original, err = l.fingerprint(ctx)
	return l, err
}

// learn finds the tables that are empty in the template, and how to empty them again.
func (l *lent) learn(ctx context.Context) error {
	rows, err := l.super.Query(ctx, `select format('%I.%I', schemaname, tablename) from pg_tables
		where schemaname not in ('pg_catalog', 'information_schema') order by 1`)
	if err != nil {
		return err
	}
	all, err := pgx.CollectRows(rows, pgx.RowTo[string])
	if err != nil {
		return err
	}
	var empty strings.Builder
	for _, table := range all {
		var filled bool
		if err := l.super.QueryRow(ctx, "select exists (select from "+table+")").Scan(&filled); err != nil {
			return err
		}
		if !filled {
			l.tables = append(l.tables, table)
			// Most are empty, which is quicker found than deleted.
			fmt.Fprintf(&empty, "if exists (select from %s) then delete from %s; end if; ", table, table)
		}
	}
	rows, err = l.super.Query(ctx, `select format('perform setval(%L, %s, %L); ', format('%I.%I', schemaname, sequencename),
		coalesce(last_value, start_value), last_value is not null) from pg_sequences order by 1`)
	if err != nil {
		return err
	}
	sequences, err := pgx.CollectRows(rows, pgx.RowTo[string])
	if err != nil {
		return err
	}
	_, err = l.super.Exec(ctx, `create function pg_temp.start_anew() returns void language plpgsql as $$ begin `+
		empty.String()+strings.Join(sequences, "")+` end $$`)
	return err
}

// fingerprint is a short text about everything but the rows of the tables that are emptied:
// which versions of rows the catalogs hold, and which the filled tables.
func (l *lent) fingerprint(ctx context.Context) (text string, err error) {
	rows, err := l.super.Query(ctx, `select format('%I.%I', schemaname, tablename) from pg_tables
		where schemaname not in ('pg_catalog', 'information_schema') order by 1`)
	if err != nil {
		return "", err
	}
	tables, err := pgx.CollectRows(rows, pgx.RowTo[string])
	if err != nil {
		return "", err
	}
	emptied := make(map[string]bool)
	for _, table := range l.tables {
		emptied[table] = true
	}
	questions := []string{
		"pg_catalog.pg_attribute", "pg_catalog.pg_attrdef", "pg_catalog.pg_constraint", "pg_catalog.pg_policy", "pg_catalog.pg_proc",
		"pg_catalog.pg_trigger", "pg_catalog.pg_namespace", "pg_catalog.pg_type", "pg_catalog.pg_index", "pg_catalog.pg_default_acl",
		"pg_catalog.pg_event_trigger", "pg_catalog.pg_class",
	}
	for _, table := range tables {
		if !emptied[table] {
			questions = append(questions, table)
		}
	}
	for i, table := range questions {
		questions[i] = fmt.Sprintf("select '%s ' || count(*) || ' ' || coalesce(sum(xmin::text::bigint), 0) as line from %s", table, table)
	}
	err = l.super.QueryRow(ctx, "select string_agg(line, e'\n' order by line) from ("+strings.Join(questions, " union all ")+") as all_lines").Scan(&text)
	return text, err
}

// giveBack empties the database for the next test. It returns false if the database cannot be lent again.
func (l *lent) giveBack(ctx context.Context, db *tenantdb.DB) (again bool, err error) {
	for i := 0; !db.Idle(); i++ {
		if i == 100 {
			return false, nil
		}
		time.Sleep(5 * time.Millisecond)
	}
	found, err := l.fingerprint(ctx)
	if err != nil || found != l.original {
		return false, err
	}
	if _, err := l.super.Exec(ctx, "select pg_temp.start_anew()"); err != nil {
		return false, err
	}
	turns.mu.Lock()
	defer turns.mu.Unlock()
	turns.free = append(turns.free, l)
	return true, nil
}

// end closes the connections and drops the database.
func (l *lent) end(ctx context.Context, db *tenantdb.DB) error {
	db.Close()
	_ = l.super.Close(ctx)
	super, err := superuser(ctx)
	if err != nil {
		return err
	}
	return dropDatabase(ctx, super, l.database)
}

// endTurns drops all databases that wait for a test.
func endTurns(ctx context.Context) error {
	for l := takeTurn(); l != nil; l = takeTurn() {
		if err := l.end(ctx, l.db); err != nil {
			return err
		}
	}
	return nil
}
