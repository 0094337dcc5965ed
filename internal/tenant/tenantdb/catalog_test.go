package tenantdb_test

import (
	"fmt"
	"slices"
	"testing"

	"github.com/jackc/pgx/v5"

	"referto/internal/tenant/tenantdb/tenantdbtest"
)

// A rule must be true of the whole database. Rules are listed by threat. Its
// check returns a sentence for each thing that breaks it. The mutation test
// proves that every rule can be broken.
type rule struct {
	key, says string
	broken    func(catalog) []string
}

var rules = []rule{
	{"listed", "T02 every table has a tenant or stands on the reviewed list", unlistedTables},
	{"secured", "T02 row-level security is enabled and forced on every table of tenants", unsecuredTables},
	{"covered", "T02 one permissive policy for each command of the application role", uncoveredCommands},
	{"compared", "T05 every policy compares the tenant with the setting, read once a query", otherPolicies},
	{"self", "the person's own door finds its rows by an index", slowSelves},
	{"keys", "T06 every unique key of tenants' rows starts with the tenant", keysAcrossTenants},
	{"references", "T06 every foreign key of tenants' rows stays in the tenant", referencesAcrossTenants},
	{"indexed", "every foreign key has an index, or its parents are never deleted", unindexedReferences},
	{"sequences", "T06 no sequence counts the rows of all tenants", readableSequences},
	{"powers", "T02 the application role owns nothing and is nothing special", rolePowers},
	{"rights", "T02 the application role reads and writes rows, and does nothing else", otherRights},
	{"deletions", "T02 rows are deleted only where a list says why", unlistedDeletions},
	{"facts", "T02 facts are added and never changed", changeableFacts},
	{"views", "T07 views ask with the rights of the caller", privilegedViews},
	{"functions", "T07 functions run with the rights of the caller and a pinned search_path", privilegedFunctions},
	{"together", "a tenant's rows and their indexes lie together on a database of several nodes, but for a list", scatteredIndexes},
	{"plain", "what databases of several nodes lack is used only where a list says what becomes of it", unlistedParticulars},
}

func TestCatalog(t *testing.T) {
	t.Parallel()
	c := readCatalog(t, connect(t, tenantdbtest.Create(t).Superuser))
	for _, r := range rules {
		t.Run(r.says, func(t *testing.T) {
			for _, finding := range r.broken(c) {
				t.Error(finding)
			}
		})
	}
	t.Run("the reading of pg_catalog finds what is there", func(t *testing.T) {
		for what, count := range map[string]int{
			"tables of tenants": len(c.tenantTables()), "columns": len(c.Columns), "policies": len(c.Policies), "indexes": len(c.Indexes),
			"foreign keys": len(c.References), "choices": len(c.Choices), "functions": len(c.Functions), "sequences": len(c.Sequences),
			"schemas": len(c.Schemas), "application roles": len(c.Role),
		} {
			if count == 0 {
				t.Errorf("no %s", what)
			}
		}
		for _, name := range []string{"league.regions", "league.results", "league.log"} {
			if found, ok := c.table(name); !ok || !found.may("SELECT") || len(c.columnsOf(name)) == 0 || len(c.policiesOf(name)) == 0 {
				t.Errorf("%s is read as %+v", name, found)
			}
		}
	})
}

// connect opens a connection that ends with the test.
func connect(t testing.TB, dsn string) *pgx.Conn {
	t.Helper()
	conn, err := pgx.Connect(t.Context(), dsn)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = conn.Close(t.Context()) })
	return conn
}

// stale are the entries of a reviewed list that name nothing any more.
func stale(list map[string]string, exists func(name string) bool) (found []string) {
	for name := range list {
		if !exists(name) {
			found = append(found, fmt.Sprintf("%s stands on a reviewed list and is not there: take it off", name))
		}
	}
	slices.Sort(found)
	return found
}
