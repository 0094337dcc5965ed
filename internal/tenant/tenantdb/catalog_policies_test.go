package tenantdb_test

import (
	"fmt"
	"slices"

	"referto/internal/tenant/tenantdb"
)

// tenantless is the reviewed list of tables without a tenant, and why.
var tenantless = map[string]string{
	"platform.tenants":           "the tenants themselves; names and slugs are public",
	"platform.accounts":          "a person has one account in all tenants",
	"platform.sessions":          "of an account",
	"platform.refresh_tokens":    "of a session; hashes only",
	"platform.mail_tokens":       "of an account; hashes only",
	"platform.account_mails":     "of an account; what became of the last letter to it",
	"platform.data_exports":      "of an account; how far a copy of its data is",
	"platform.operators":         "who runs the platform; named by a command alone",
	"platform.operator_accesses": "who of them has looked into which tenant",
	"platform.operator_acts":     "what they did outside of tenants",
	"platform.tenant_deletions":  "of a tenant, which it outlives; a person reads that of the tenant that they manage",
	"platform.stamps":            "of an account; tells that something about it has changed",
	"platform.affiliations":      "between two tenants, both of whom read it",
	"platform.keys_in_use":       "of the installation; fingerprints only",
	"platform.idempotency":       "answers to requests of an account outside any tenant",
	"platform.allowances":        "how often something may still be done; hashes under the secret of the installation only",
	"platform.refusals":          "the security log of the installation: who was refused what; no server shows it to a tenant",
	"jobs.river_job":             "the job queue's; arguments are ids, the tenant among them, and the worker enters that tenant's door",
	"jobs.river_leader":          "the job queue's",
	"jobs.river_migration":       "the job queue's",
	"jobs.river_notification":    "the job queue's; says that there is work",
	"jobs.river_queue":           "the job queue's",
	"public.schema_migrations":   "the migrations that have run",
}

const (
	tenantColumn  = "tenant_id"
	tenantDefault = "platform.current_tenant()"
	tenantsTable  = "platform.tenants"
)

// unlistedTables finds tables that are neither a tenant's nor on the list.
func unlistedTables(c catalog) (found []string) {
	for _, t := range c.Tables {
		tenant, has := c.tenantColumn(t.Name)
		reason := tenantless[t.Name]
		switch {
		case !t.stores():
		case t.Schema != tenantSchema && has:
			found = append(found, fmt.Sprintf("%s has a %s: it belongs into schema %s, under row-level security", t.Name, tenantColumn, tenantSchema))
		case t.Schema != tenantSchema && reason == "":
			found = append(found, fmt.Sprintf("%s has no tenant and is not on the reviewed list", t.Name))
		case t.Schema != tenantSchema:
		case !has:
			found = append(found, fmt.Sprintf("%s has no %s", t.Name, tenantColumn))
		case tenant.Type != "uuid" || !tenant.Required || tenant.Default != tenantDefault:
			found = append(found, fmt.Sprintf("%s.%s must be uuid not null default %s, is %+v", t.Name, tenantColumn, tenantDefault, tenant))
		case !slices.ContainsFunc(c.referencesOf(t.Name), reference.namesTenant):
			found = append(found, fmt.Sprintf("%s.%s does not reference %s", t.Name, tenantColumn, tenantsTable))
		}
	}
	return append(found, stale(tenantless, func(name string) bool { _, ok := c.table(name); return ok })...)
}

func (c catalog) tenantColumn(table string) (column, bool) {
	i := slices.IndexFunc(c.Columns, func(col column) bool { return col.Table == table && col.Name == tenantColumn })
	if i < 0 {
		return column{}, false
	}
	return c.Columns[i], true
}

// namesTenant reports whether the foreign key is the one from a row to its tenant.
func (r reference) namesTenant() bool {
	return r.Target == tenantsTable && slices.Equal(r.Columns, []string{tenantColumn})
}

func unsecuredTables(c catalog) (found []string) {
	for _, t := range c.tenantTables() {
		if !t.Secured {
			found = append(found, t.Name+": row-level security is not enabled")
		}
		if !t.Forced {
			found = append(found, t.Name+": row-level security is not forced, its owner sees all tenants")
		}
	}
	return found
}

// commands are the commands that policies speak of, as privilege and as polcmd.
var commands = []struct{ privilege, code string }{{"SELECT", "r"}, {"INSERT", "a"}, {"UPDATE", "w"}, {"DELETE", "d"}}

// uncoveredCommands finds commands that no policy covers, so that the
// application sees nothing, and those that more than one covers: permissive
// policies add up, and two of them are read as two conditions that both hold.
func uncoveredCommands(c catalog) (found []string) {
	for _, t := range c.tenantTables() {
		for _, command := range commands {
			covering := 0
			for _, p := range c.policiesOf(t.Name) {
				if p.Permissive && p.binds() && (p.Command == command.code || p.Command == "*") {
					covering++
				}
			}
			if t.may(command.privilege) && covering == 0 {
				found = append(found, fmt.Sprintf("%s: the application role may %s and no policy covers it", t.Name, command.privilege))
			}
			if covering > 1 {
				found = append(found, fmt.Sprintf("%s: %d permissive policies for %s", t.Name, covering, command.privilege))
			}
		}
	}
	return found
}

// binds reports whether the policy is for the application role.
func (p policy) binds() bool {
	return slices.Contains(p.Roles, "public") || slices.Contains(p.Roles, tenantdb.ApplicationRole)
}

// The conditions as PostgreSQL prints them. The sub-select makes the setting an
// init plan, read once a query; NULLIF and the second argument make a door
// without a tenant one that sees nothing, in place of an error.
const (
	ofTenant  = `(tenant_id = ( SELECT (NULLIF(current_setting('app.tenant_id'::text, true), ''::text))::uuid AS "nullif"))`
	ofAccount = `(account_id = ( SELECT (NULLIF(current_setting('app.account_id'::text, true), ''::text))::uuid AS "nullif"))`
	ofAddress = `(email_key = ( SELECT NULLIF(current_setting('app.account_email'::text, true), ''::text) AS "nullif"))`
)

// selfPolicies is the reviewed list of policies that let a person see rows of
// all tenants: only to read, only their own, only through tenantdb.Self.
var selfPolicies = map[string]struct{ table, column, condition string }{
	"grants_read":          {"league.grants", "account_id", ofAccount},
	"invitations_read":     {"league.invitations", "email_key", ofAddress},
	"player_accounts_read": {"league.player_accounts", "account_id", ofAccount},
	"player_requests_read": {"league.player_requests", "account_id", ofAccount},
}

// slowSelves finds tables of which the person's own door would read the rows of
// all tenants to find theirs.
func slowSelves(c catalog) (found []string) {
	for _, self := range selfPolicies {
		if !slices.ContainsFunc(c.indexesOf(self.table), func(i index) bool { return i.Columns[0] == self.column && !i.Partial }) {
			found = append(found, fmt.Sprintf("%s: no index by %s for the person's own door", self.table, self.column))
		}
	}
	return found
}

// otherPolicies finds policies with any other condition than the tenant's. A
// policy that changes rows states its WITH CHECK, although PostgreSQL would take
// USING in its place.
func otherPolicies(c catalog) (found []string) {
	for _, p := range c.Policies {
		using, check := p.conditions()
		if p.Using != using {
			found = append(found, fmt.Sprintf("%s, policy %s: using %s, want %s", p.Table, p.Name, orNothing(p.Using), orNothing(using)))
		}
		if p.Check != check {
			found = append(found, fmt.Sprintf("%s, policy %s: with check %s, want %s", p.Table, p.Name, orNothing(p.Check), orNothing(check)))
		}
	}
	for name, self := range selfPolicies {
		if !slices.ContainsFunc(c.Policies, func(p policy) bool { return p.Name == name && p.Table == self.table }) {
			found = append(found, fmt.Sprintf("%s: policy %s for the person's own door is not there", self.table, name))
		}
	}
	return found
}

// conditions are those the policy must have; empty where its command takes none.
func (p policy) conditions() (using, check string) {
	if p.Command != "a" {
		using = ofTenant
	}
	if p.Command == "a" || p.Command == "w" || p.Command == "*" {
		check = ofTenant
	}
	if self, listed := selfPolicies[p.Name]; listed && p.Table == self.table && p.Command == "r" {
		using = fmt.Sprintf("(%s OR %s)", ofTenant, self.condition)
	}
	return using, check
}

func orNothing(condition string) string {
	if condition == "" {
		return "nothing"
	}
	return condition
}
