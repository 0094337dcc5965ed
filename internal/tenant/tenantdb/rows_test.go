package tenantdb_test

import (
	"context"
	"errors"
	"fmt"
	"maps"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/google/uuid"
	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgconn"

	"referto/internal/tenant/tenantdb/tenantdbtest"
)

// chosen is the small list of values that cannot be generated from the catalog, because a check demands more than the
// type. %d becomes a fresh number.
var chosen = map[string]string{
	"platform.tenants.slug":            "tenant-%d",
	"platform.allowances.bucket":       "sixteen-bytes-%d",
	"platform.refusals.status":         "403",
	"platform.tenant_deletions.counts": "{}",
	"platform.operator_accesses.until": "2020-01-01T12:00:00Z",
	"platform.operator_acts.act":       "job-retried",
	"league.bans.source":               "letter %d",
	"league.entry_checks.about":        "{0199a3c2-7d11-7c3e-9d5c-2f6f0d2b7a10}",
	"league.exclusions.kind":           "employee-of-publisher",
	"league.form_entries.state":        "confirmed", // it has all keys, the entry's too
	"league.form_entries.name":         "",
	"league.form_entries.name_key":     "",
	"league.form_entries.email":        "",
	"league.form_entries.email_key":    "",
	"league.hosting_steps.kind":        "approved", // a row has all keys, the event's too
	"league.rankings.counted":          "{ranking}",
	"league.series.best_of_club":       "8",
	"league.season_closings.digest":    "thirty-two-bytes-of-some-content",
}

// row is one row as text, by column, as it stands in SQL. Columns that are left
// out take their default.
type row map[string]string

// rows makes rows of any table from the catalog: a value for each required column and for each column of a key,
// parents for each foreign key. It works as the superuser, who is exempt from policies.
type rows struct {
	catalog catalog
	conn    *pgx.Conn
	made    map[string][]row
	above   []string // tables whose rows are being made, to notice a circle
	count   int
}

func newRows(c catalog, superuser *pgx.Conn) *rows {
	return &rows{catalog: c, conn: superuser, made: map[string][]row{}}
}

// tenant adds a tenant.
func (r *rows) tenant(ctx context.Context) (string, error) {
	added, err := r.add(ctx, tenantsTable, nil)
	return added["id"], err
}

// add makes a row with the known values and inserts it.
func (r *rows) add(ctx context.Context, table string, known row) (row, error) {
	made, err := r.make(ctx, table, known)
	if err != nil {
		return nil, err
	}
	return made, r.insert(ctx, table, made)
}

func (r *rows) insert(ctx context.Context, table string, made row) error {
	if _, err := r.conn.Exec(ctx, insertion(table, made)); err != nil {
		if pg := (*pgconn.PgError)(nil); errors.As(err, &pg) && pg.Code == "23514" {
			return fmt.Errorf("%s: the check %s refuses a generated row; give its columns values in chosen: %w", table, pg.ConstraintName, err)
		}
		return fmt.Errorf("%s: insert a generated row: %w", table, err)
	}
	r.made[table] = append(r.made[table], made)
	return nil
}

// make makes a row with the known values, and inserts its parents but not the
// row itself.
func (r *rows) make(ctx context.Context, table string, known row) (row, error) {
	r.above = append(r.above, table)
	defer func() { r.above = r.above[:len(r.above)-1] }()
	made := row{}
	maps.Copy(made, known)
	for _, ref := range r.catalog.referencesOf(table) {
		if err := r.parent(ctx, ref, made); err != nil {
			return nil, err
		}
	}
	for _, c := range r.catalog.columnsOf(table) {
		if _, has := made[c.Name]; has || !r.needed(c) {
			continue
		}
		value, err := r.value(c)
		if err != nil {
			return nil, err
		}
		made[c.Name] = value
	}
	return made, nil
}

// parent completes the columns of a foreign key with those of a parent that is
// there or is added.
func (r *rows) parent(ctx context.Context, ref reference, child row) error {
	known := row{}
	for i, c := range ref.Columns {
		if value, has := child[c]; has {
			known[ref.TargetColumns[i]] = value
		}
	}
	if len(known) == len(ref.Columns) && slices.ContainsFunc(r.made[ref.Target], func(made row) bool { return made.has(known) }) {
		return nil
	}
	if slices.Contains(r.above, ref.Target) {
		columns := slices.DeleteFunc(r.catalog.columnsOf(ref.Table), func(c column) bool { return !slices.Contains(ref.Columns, c.Name) })
		if slices.ContainsFunc(columns, func(c column) bool { _, has := child[c.Name]; return !c.Required && !has }) {
			return nil // null there, the row refers to none
		}
		for _, c := range columns {
			if _, has := child[c.Name]; !has {
				return fmt.Errorf("%s: foreign key %s closes a circle of rows that need each other: make one of its columns nullable", ref.Table, ref.Name)
			}
		}
		return nil
	}
	parent, err := r.add(ctx, ref.Target, known)
	for i, c := range ref.Columns {
		child[c] = parent[ref.TargetColumns[i]]
	}
	return err
}

// has reports whether the row has all the values.
func (r row) has(values row) bool {
	for c, value := range values {
		if r[c] != value {
			return false
		}
	}
	return true
}

// needed reports whether a column gets a value: it is required, or in a unique key, whose refusals are to be tried.
func (r *rows) needed(c column) bool {
	if c.Computed {
		return false
	}
	return c.Required && c.Default == "" || slices.ContainsFunc(r.catalog.indexesOf(c.Table), func(i index) bool {
		return i.Unique && slices.Contains(i.Columns, c.Name) && c.Name != tenantColumn
	})
}

// firstChoice is the first value of a check such as kind = ANY (ARRAY['a'::text, ...]).
var firstChoice = regexp.MustCompile(`= ANY \(+ARRAY\['((?:[^']|'')*)'`)

// value is a fresh value of the column's type, or the first that its check lists.
func (r *rows) value(c column) (string, error) {
	r.count++
	if text, has := chosen[c.Table+"."+c.Name]; has {
		return strings.ReplaceAll(text, "%d", fmt.Sprint(r.count)), nil
	}
	for _, check := range r.catalog.Choices {
		if found := firstChoice.FindStringSubmatch(check.Definition); found != nil && check.Table == c.Table && check.Column == c.Name {
			return strings.ReplaceAll(found[1], "''", "'"), nil
		}
	}
	switch c.Type {
	case "uuid":
		return uuid.NewString(), nil
	case "bytea":
		return fmt.Sprintf(`\x%08x`, r.count), nil
	case "json", "jsonb":
		return fmt.Sprintf(`{"n": %d}`, r.count), nil
	}
	switch c.Category {
	case "S":
		return fmt.Sprintf("x%d", r.count), nil
	case "N":
		return fmt.Sprint(r.count), nil
	case "B":
		return "false", nil
	case "D":
		return "2009-02-08", nil
	case "A":
		return "{}", nil
	case "R":
		return "empty", nil
	case "E":
		return c.Label, nil
	}
	return "", fmt.Errorf("%s.%s: no value of type %s can be generated: teach rows.value, or choose one in chosen", c.Table, c.Name, c.Type)
}

// insertion is the statement that inserts the row.
func insertion(table string, made row) string {
	if len(made) == 0 {
		return "insert into " + table + " default values"
	}
	columns := slices.Sorted(maps.Keys(made))
	values := make([]string, len(columns))
	for i, c := range columns {
		values[i] = literal(made[c])
	}
	return fmt.Sprintf("insert into %s (%s) values (%s)", table, strings.Join(columns, ", "), strings.Join(values, ", "))
}

// condition picks the row by the columns of its primary or another unique key.
func (r row) condition(c catalog, table string) (string, error) {
	for _, i := range c.indexesOf(table) {
		if !i.Unique || i.Partial || slices.ContainsFunc(i.Columns, func(column string) bool { _, has := r[column]; return !has }) {
			continue
		}
		var parts []string
		for _, column := range i.Columns {
			parts = append(parts, column+" = "+literal(r[column]))
		}
		return strings.Join(parts, " and "), nil
	}
	return "", fmt.Errorf("%s: no unique key by which a generated row is found again", table)
}

func literal(text string) string { return "'" + strings.ReplaceAll(text, "'", "''") + "'" }

// A sample holds the rows for the questions about one table: a row of one tenant, and its twin in another tenant,
// equal in everything but the tenant, which is not inserted; its parents are.
type sample struct {
	ours, theirs string
	row, twin    row
}

func newSample(ctx context.Context, r *rows, table string) (s sample, err error) {
	for _, tenant := range []*string{&s.ours, &s.theirs} {
		if *tenant, err = r.tenant(ctx); err != nil {
			return s, err
		}
	}
	if s.row, err = r.add(ctx, table, row{tenantColumn: s.ours}); err != nil {
		return s, err
	}
	twin := maps.Clone(s.row)
	twin[tenantColumn] = s.theirs
	s.twin, err = r.make(ctx, table, twin)
	return s, err
}

// Rows are generated only if they can be distinguished and the database takes
// them.
func TestRowsSayWhatTheyCannotMake(t *testing.T) {
	t.Parallel()
	tests := []struct{ name, ddl, want string }{
		{"a type nobody taught", `create table league.novel (tenant_id uuid primary key references platform.tenants, at point not null)`, "league.novel.at: no value of type point"},
		{"a check on a value", `create table league.novel (tenant_id uuid primary key references platform.tenants, name text not null constraint name_short check (length(name) < 2))`, "the check name_short refuses"},
		{"a circle", `create table league.novel (tenant_id uuid references platform.tenants, id uuid, up uuid not null, primary key (tenant_id, id),
			foreign key (tenant_id, up) references league.novel)`, "closes a circle"},
		{"no key", `create table league.novel (tenant_id uuid references platform.tenants, note text not null)`, "no unique key"},
		{"a nullable circle, an enumeration, an array, a range, a domain", `create type league.color as enum ('red', 'blue');
			create domain league.short as text check (length(value) < 9);
			create table league.novel (tenant_id uuid references platform.tenants, id uuid, up uuid, color league.color not null, tags text[] not null,
				span tstzrange not null, name league.short not null, primary key (tenant_id, id), foreign key (tenant_id, up) references league.novel)`, ""},
	}
	conn := connect(t, tenantdbtest.Create(t).Superuser)
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			defer execute(t, conn, "rollback")
			execute(t, conn, "begin; "+tt.ddl)
			c := readCatalog(t, conn)
			s, err := newSample(t.Context(), newRows(c, conn), "league.novel")
			if err == nil {
				_, err = s.row.condition(c, "league.novel")
			}
			if tt.want == "" && err != nil || tt.want != "" && (err == nil || !strings.Contains(err.Error(), tt.want)) {
				t.Errorf("got %v, want %q", err, tt.want)
			}
		})
	}
}
