package tenantdb_test

import (
	"errors"
	"fmt"
	"maps"
	"regexp"
	"strings"
	"testing"

	"github.com/google/uuid"
	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgconn"

	"referto/internal/tenant/tenantdb"
	"referto/internal/tenant/tenantdb/tenantdbtest"
)

// T06: a row of another tenant and one that does not exist are refused in the
// same words by every foreign key, and a row of one's own is accepted.
func TestForeignKeysRevealNothing(t *testing.T) {
	t.Parallel()
	base := tenantdbtest.Create(t)
	superuser := connect(t, base.Superuser)
	c := readCatalog(t, superuser)
	made := newRows(c, superuser)
	db := tenantdbtest.Open(t, base)
	tried := 0
	for _, ref := range c.References {
		if schemaOf(ref.Table) != tenantSchema || schemaOf(ref.Target) != tenantSchema {
			continue
		}
		tried++
		t.Run(ref.Table+" "+ref.Name, func(t *testing.T) {
			own, foreign, unknown := referringRows(t, made, ref)
			tenant := uuid.MustParse(own[tenantColumn])
			refusals := map[string]string{}
			for name, child := range map[string]row{"another tenant's": foreign, "an unknown": unknown} {
				refusals[name] = refusal(insert(t, db, tenant, ref.Table, child))
			}
			if refusals["another tenant's"] != refusals["an unknown"] || !strings.HasPrefix(refusals["an unknown"], "23503 ") {
				t.Errorf("the answers differ: %q", refusals)
			}
			if err := insert(t, db, tenant, ref.Table, own); err != nil {
				t.Errorf("one's own: %v", err)
			}
		})
	}
	if tried == 0 {
		t.Error("no foreign key was tried")
	}
}

// referringRows are rows of one tenant that are not inserted: one refers to a
// parent of the same tenant, one to a parent of another, one to no parent.
func referringRows(t *testing.T, made *rows, ref reference) (own, foreign, unknown row) {
	t.Helper()
	ctx := t.Context()
	ours, err := made.tenant(ctx)
	if err != nil {
		t.Fatal(err)
	}
	theirs, err := made.tenant(ctx)
	if err != nil {
		t.Fatal(err)
	}
	if own, err = made.make(ctx, ref.Table, row{tenantColumn: ours}); err != nil {
		t.Fatal(err)
	}
	parent, err := made.add(ctx, ref.Target, row{tenantColumn: theirs})
	if err != nil {
		t.Fatal(err)
	}
	none, err := made.make(ctx, ref.Target, row{tenantColumn: theirs})
	if err != nil {
		t.Fatal(err)
	}
	foreign, unknown = maps.Clone(own), maps.Clone(own)
	for i, column := range ref.Columns {
		if column != tenantColumn {
			foreign[column], unknown[column] = parent[ref.TargetColumns[i]], none[ref.TargetColumns[i]]
		}
	}
	return own, foreign, unknown
}

// insert adds a row through the door of a tenant.
func insert(t *testing.T, db *tenantdb.DB, tenant uuid.UUID, table string, made row) error {
	t.Helper()
	return tenantdb.In(t.Context(), db, tenant, nil, func(tx tenantdb.Tx) error {
		b := &pgx.Batch{}
		tenantdb.Exec(b, insertion(table, made))
		return tx.Send(b)
	})
}

// sent matches the caller's own values in an answer of PostgreSQL.
var sent = regexp.MustCompile(`=\([^)]*\)`)

// refusal is all that the caller reads and did not say themselves.
func refusal(err error) string {
	pg := (*pgconn.PgError)(nil)
	if !errors.As(err, &pg) {
		return fmt.Sprintf("not refused: %v", err)
	}
	return fmt.Sprintf("%s %s %s: %s (%s)", pg.Code, pg.TableName, pg.ConstraintName, pg.Message, sent.ReplaceAllString(pg.Detail, ""))
}

// T06: a value that one tenant uses is free in another, and nothing reveals that it is used there.
func TestUniqueKeysRevealNothing(t *testing.T) {
	t.Parallel()
	base := tenantdbtest.Create(t)
	superuser := connect(t, base.Superuser)
	made := newRows(readCatalog(t, superuser), superuser)
	db := tenantdbtest.Open(t, base)
	tests := []struct{ says, table, column, constraint string }{
		{"the slug of an event", "league.events", "slug", "event_slug_unique"},
		{"the name of a region", "league.regions", "name", "region_name_unique"},
		{"the account of a player", "league.players", "account_id", "player_of_account"},
		{"the id of a ruleset", "league.rulesets", "key", "rulesets_pkey"},
		{"the id of an event", "league.events", "id", "events_pkey"},
	}
	for _, tt := range tests {
		t.Run(tt.says, func(t *testing.T) {
			s, err := newSample(t.Context(), made, tt.table)
			if err != nil {
				t.Fatal(err)
			}
			another := func(tenant string) row {
				fresh, err := made.make(t.Context(), tt.table, row{tenantColumn: tenant, tt.column: s.row[tt.column]})
				if err != nil {
					t.Fatal(err)
				}
				return fresh
			}
			if err := insert(t, db, uuid.MustParse(s.ours), tt.table, another(s.ours)); !tenantdb.Violates(err, tt.constraint) {
				t.Errorf("twice in one tenant: %v, want a violation of %s", err, tt.constraint)
			}
			for tenant, want := range map[string]int64{s.ours: 0, s.theirs: 1} {
				if added := insertIfFree(t, db, uuid.MustParse(tenant), tt.table, another(tenant)); added != want {
					t.Errorf("on conflict do nothing, where it is taken in %s: %d rows added in %s, want %d", s.ours, added, tenant, want)
				}
			}
		})
	}
}

// insertIfFree adds a row unless a key is taken, and returns how many it added.
func insertIfFree(t *testing.T, db *tenantdb.DB, tenant uuid.UUID, table string, made row) (added int64) {
	t.Helper()
	err := tenantdb.In(t.Context(), db, tenant, nil, func(tx tenantdb.Tx) error {
		b := &pgx.Batch{}
		b.Queue(insertion(table, made) + " on conflict do nothing").Exec(func(tag pgconn.CommandTag) error {
			added = tag.RowsAffected()
			return nil
		})
		return tx.Send(b)
	})
	if err != nil {
		t.Fatal(err)
	}
	return added
}
