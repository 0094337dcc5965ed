package tenantdb_test

import (
	"fmt"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
)

// These rules keep the way to a database of several nodes open, on which the rows of a tenant lie together and those
// of two tenants do not (docs/scale.md). The rules "keys", "references" and "compared" check that keys and foreign
// keys start with the tenant, and that no statement joins the rows of two tenants.

// acrossTenants is the reviewed list of indexes of tenants' rows that do not start with the tenant, with their form
// on several nodes.
var acrossTenants = map[string]string{
	"grants_of_person":          "an index by account, spread by it: one person's rows are few",
	"invitations_to_address":    "an index by address, spread by it",
	"player_accounts_of_person": "an index by account, spread by it",
	"player_requests_of_person": "an index by account, spread by it",
	"data_accesses_of_player":   "left out: those who read private data are found by tenant, and a person is looked for a few times a year",
}

// scatteredIndexes finds indexes of tenants' rows that would lie elsewhere than the rows.
func scatteredIndexes(c catalog) (found []string) {
	listed := map[string]bool{}
	for _, t := range c.tenantTables() {
		for _, i := range c.indexesOf(t.Name) {
			switch {
			case i.Columns[0] == tenantColumn:
			case acrossTenants[i.Name] == "":
				found = append(found, fmt.Sprintf("%s: index %s (%s) does not start with %s", t.Name, i.Name, strings.Join(i.Columns, ", "), tenantColumn))
			default:
				listed[i.Name] = true
			}
		}
	}
	return append(found, stale(acrossTenants, func(name string) bool { return listed[name] })...)
}

// particulars is the reviewed list of the schema's features that some databases of several nodes lack, with their
// replacement there.
var particulars = map[string]string{
	"generated column league.clubs.name_key":                      "written with the row, by the same function",
	"generated column league.players.email_key":                   "written with the row",
	"generated column league.ruleset_versions.leaving_ban":        "written with the row",
	"generated column league.ruleset_versions.leaving_until":      "written with the row",
	"generated column league.ruleset_versions.leaving_reading":    "written with the row",
	"trigger function platform.only_emptied":                      "looks at its own row alone",
	"trigger function league.only_undone":                         "looks at rows of the same tenant alone",
	"trigger function league.salt_goes_with_words":                "writes to a row of the same tenant alone",
	"trigger function platform.renew_own_stamp":                   "writes to a table of the platform",
	"trigger function platform.renew_holders_stamp":               "writes to a table of the platform, from a row of a tenant: two nodes in one transaction",
	"key in which two nulls are equal league.history_stored_once": "two keys, one of them of the rows without that column",
	"unlogged table jobs.river_leader":                            "who leads the job queue, for seconds: an ordinary table",
	"index of type gin league.data_accesses_of_player":            "see acrossTenants",
	"index of type gin jobs.river_job_args_index":                 "the job queue's, for pages that we do not have: left out",
	"index of type gin jobs.river_job_metadata_index":             "the job queue's, for pages that we do not have: left out",
}

// unlistedParticulars finds features that are not on the list.
func unlistedParticulars(c catalog) (found []string) {
	listed := map[string]bool{}
	for _, p := range c.Particular {
		name := p.Kind + " " + p.Name
		if particulars[name] == "" {
			found = append(found, name+" is not on the reviewed list of what some databases of several nodes lack")
		}
		listed[name] = true
	}
	return append(found, stale(particulars, func(name string) bool { return listed[name] })...)
}

// The page about growing names everything that does not belong to one tenant: every table, every policy and every
// index.
func TestThePageAboutGrowingNamesWhatIsNotOfOneTenant(t *testing.T) {
	t.Parallel()
	page, err := os.ReadFile(filepath.Join(moduleRoot(t), "docs", "scale.md"))
	if err != nil {
		t.Fatal(err)
	}
	of := map[string]bool{}
	for name := range tenantless {
		of[name] = true
	}
	for _, self := range selfPolicies {
		of[self.table] = true
	}
	for name := range acrossTenants {
		of[name] = true
	}
	for name := range particulars {
		name = name[strings.LastIndex(name, " ")+1:]
		if _, bare, _ := strings.Cut(name, "."); acrossTenants[bare] == "" {
			of[name] = true
		}
	}
	for _, name := range slices.Sorted(maps.Keys(of)) {
		if !strings.Contains(string(page), "`"+name+"`") {
			t.Errorf("docs/scale.md does not say what becomes of %s on a database of several nodes", name)
		}
	}
}
