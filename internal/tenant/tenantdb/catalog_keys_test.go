package tenantdb_test

import (
	"fmt"
	"slices"
	"strings"
)

// keysAcrossTenants finds keys whose violation would reveal to one tenant the data of another.
func keysAcrossTenants(c catalog) (found []string) {
	for _, t := range c.tenantTables() {
		unique := where(c.indexesOf(t.Name), func(i index) bool { return i.Unique })
		if len(unique) == 0 {
			found = append(found, t.Name+": no primary key")
		}
		for _, i := range unique {
			if i.Columns[0] != tenantColumn {
				found = append(found, fmt.Sprintf("%s: key %s (%s) does not start with %s", t.Name, i.Name, strings.Join(i.Columns, ", "), tenantColumn))
			}
		}
	}
	return found
}

// platformTargets is the reviewed list of the tables that rows of tenants may reference outside their tenant, with
// the reason why that reveals nothing.
var platformTargets = map[string]string{
	tenantsTable:        "the row's own tenant; only the column tenant_id",
	"platform.accounts": "who did it; ids are random, and that one exists says nothing about any tenant",
}

// referencesAcrossTenants finds foreign keys that could lead to another tenant's row: the check of a foreign key
// ignores row-level security, so such a key would succeed for an invisible row, and fail for a missing one.
func referencesAcrossTenants(c catalog) (found []string) {
	targets := map[string]string{}
	for _, r := range c.References {
		from, to := schemaOf(r.Table), schemaOf(r.Target)
		complaint := ""
		switch {
		case from != tenantSchema && to == tenantSchema:
			complaint = "a table without tenant references a tenant's row"
		case from != tenantSchema:
		case to == tenantSchema:
			if r.Columns[0] != tenantColumn || r.TargetColumns[0] != tenantColumn {
				complaint = "both sides must start with " + tenantColumn
			}
		case r.Target == tenantsTable && !r.namesTenant():
			complaint = "a second tenant in a tenant's row"
		case platformTargets[r.Target] == "":
			complaint = r.Target + " is not on the reviewed list"
		default:
			targets[r.Target] = r.Name
		}
		if complaint != "" {
			found = append(found, fmt.Sprintf("%s: foreign key %s: %s", r.Table, r.Name, complaint))
		}
	}
	return append(found, stale(platformTargets, func(name string) bool { return targets[name] != "" })...)
}

func schemaOf(table string) string {
	schema, _, _ := strings.Cut(table, ".")
	return schema
}

// lastingParents is the reviewed list of tables whose rows are never deleted, so that a foreign key to them needs no
// index for that: keys that are used for look-ups have one, the others would only cost writes.
var lastingParents = map[string]string{
	tenantsTable:              "a tenant that leaves is emptied by the owner role, table by table",
	"platform.accounts":       "an account is emptied of the person; the row stays for the audit",
	"league.regions":          "a region is renamed, never deleted",
	"league.invitations":      "an invitation is withdrawn by a date",
	"league.entries":          "an entry that is taken back keeps its number",
	"league.ruleset_versions": "a version stays as long as standings cite it",
	"league.seasons":          "a season is closed, never deleted",
	"league.season_regions":   "a region leaves a season by a date",
	"league.prizes":           "a prize that is used up stays for what was sent",
	"league.prize_shipments":  "a shipment is cancelled, never deleted",
}

// unindexedReferences finds foreign keys without an index whose parents may be
// deleted: each deletion would read the whole child table, of all tenants.
func unindexedReferences(c catalog) (found []string) {
	excused := map[string]bool{}
	for _, r := range c.References {
		if schemaOf(r.Table) == "jobs" || slices.ContainsFunc(c.indexesOf(r.Table), r.servedBy) {
			continue
		}
		parent, _ := c.table(r.Target)
		if lastingParents[r.Target] != "" && !parent.may("DELETE") {
			excused[r.Target] = true
			continue
		}
		found = append(found, fmt.Sprintf("%s: foreign key %s (%s) has no index, and rows of %s may be deleted",
			r.Table, r.Name, strings.Join(r.Columns, ", "), r.Target))
	}
	return append(found, stale(lastingParents, func(name string) bool { return excused[name] })...)
}

// servedBy reports whether the first columns of the index are those of the foreign key, in any order.
func (r reference) servedBy(i index) bool {
	if i.Partial || len(i.Columns) < len(r.Columns) {
		return false
	}
	first := i.Columns[:len(r.Columns)]
	return !slices.ContainsFunc(r.Columns, func(column string) bool { return !slices.Contains(first, column) })
}

// readableSequences finds counters from which a tenant could read how much
// others write.
func readableSequences(c catalog) (found []string) {
	for _, s := range c.Sequences {
		if s.Readable && s.Schema != "jobs" { // the job queue numbers its jobs, and no tenant sees the numbers
			found = append(found, s.Name+": the application role may read or advance it")
		}
	}
	return found
}
