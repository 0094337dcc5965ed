package tenantdb_test

import (
	"fmt"
	"runtime"
	"slices"
	"testing"

	"github.com/jackc/pgx/v5"

	"referto/internal/sampling"
	"referto/internal/tenant/tenantdb"
	"referto/internal/tenant/tenantdb/tenantdbtest"
)

// A mutant is a mistake that a migration could make. The rule of the catalog
// must find it; with a table, the questions about that table must as well,
// without the catalog's help.
type mutant struct {
	name  string
	sql   string
	rule  string // its key
	table string // empty when no row shows the mistake
}

// F-02: each policy and each table's protection, taken away or weakened in
// turn, makes a test fail; and so does a mistake of every other kind.
func TestMutants(t *testing.T) {
	t.Parallel()
	laboratories := make(chan *laboratory, runtime.GOMAXPROCS(0))
	for range cap(laboratories) {
		laboratories <- newLaboratory(t)
	}
	original := <-laboratories
	mutants := slices.Concat(policyMutants(original.catalog), tableMutants(original.catalog), otherMutants)
	laboratories <- original

	t.Run("each rule is broken by a mutant", func(t *testing.T) {
		for _, r := range rules {
			if !slices.ContainsFunc(mutants, func(m mutant) bool { return m.rule == r.key }) {
				t.Errorf("no mutant breaks the rule %q", r.key)
			}
		}
	})
	t.Run("nothing is found where nothing is changed", func(t *testing.T) {
		for _, table := range original.catalog.tenantTables() {
			if findings, answers := original.examine(t, mutant{sql: "select 1", table: table.Name}); len(findings) > 0 || len(answers) > 0 {
				t.Errorf("%s: found %v %q", table.Name, findings, answers)
			}
		}
	})
	// The group waits for its parallel tests before the databases are dropped.
	t.Run("noticed", func(t *testing.T) {
		for _, m := range sampling.Of("mutants", mutants) {
			t.Run(m.name, func(t *testing.T) {
				t.Parallel()
				l := <-laboratories
				defer func() { laboratories <- l }()
				findings, answers := l.examine(t, m)
				if len(findings[m.rule]) == 0 {
					t.Errorf("%s\nthe rule %q of the catalog does not notice; found: %v", m.sql, m.rule, findings)
				}
				if m.table != "" && len(answers) == 0 {
					t.Errorf("%s\nall questions about %s are answered as before", m.sql, m.table)
				}
			})
		}
	})
}

// policyMutants weaken each policy of the catalog that binds the application.
func policyMutants(c catalog) (all []mutant) {
	for _, p := range c.Policies {
		if !p.binds() { // the owner's, for the deletion of a tenant
			continue
		}
		what := fmt.Sprintf("%s on %s", p.Name, p.Table)
		alter := func(mistake, change, rule, table string) {
			all = append(all, mutant{what + " " + mistake, fmt.Sprintf("alter policy %s %s", what, change), rule, table})
		}
		all = append(all, mutant{what + " dropped", "drop policy " + what, "covered", p.Table})
		alter("for another role", "to "+tenantdb.OwnerRole, "covered", p.Table)
		for _, clause := range p.clauses() {
			alter(clause+" true", clause+" (true)", "compared", p.Table)
			alter(clause+" any tenant", clause+" (tenant_id is not null)", "compared", p.Table)
			alter(clause+" the setting without a sub-select", clause+` (tenant_id = nullif(current_setting('app.tenant_id', true), '')::uuid)`, "compared", "")
			alter(clause+" an error when never set", clause+` (tenant_id = (select nullif(current_setting('app.tenant_id'), '')::uuid))`, "compared", "")
			noticed := p.Table
			if clause == "with check" && p.Command == "w" {
				noticed = "" // without a tenant there is no row whose change would be checked
			}
			alter(clause+" an error when empty", clause+` (tenant_id = (select current_setting('app.tenant_id', true)::uuid))`, "compared", noticed)
		}
		if len(p.clauses()) == 2 {
			all = append(all, mutant{what + " without its check", fmt.Sprintf("drop policy %s; create policy %s for %s using (%s)",
				what, what, commandOf(p.Command), p.Using), "compared", ""})
		}
		if selfPolicies[p.Name].condition != "" {
			alter("without the person", "using ("+ofTenant+")", "compared", p.Table)
			alter("for every person", "using ("+ofTenant+" or nullif(current_setting('app.account_id', true), '') is not null)", "compared", p.Table)
		}
	}
	return all
}

// clauses are those the policy has.
func (p policy) clauses() (clauses []string) {
	if p.Using != "" {
		clauses = append(clauses, "using")
	}
	if p.Check != "" {
		clauses = append(clauses, "with check")
	}
	return clauses
}

func commandOf(code string) string {
	for _, command := range commands {
		if command.code == code {
			return command.privilege
		}
	}
	return "all"
}

// tableMutants take the protection of each table away.
func tableMutants(c catalog) (all []mutant) {
	for _, t := range c.tenantTables() {
		for _, m := range []mutant{
			{"%s not enabled", "alter table %s disable row level security", "secured", t.Name},
			{"%s not forced", "alter table %s no force row level security", "secured", t.Name},
			{"%s with a second policy", "create policy second on %s using (true) with check (true)", "covered", t.Name},
		} {
			m.name, m.sql = fmt.Sprintf(m.name, t.Name), fmt.Sprintf(m.sql, t.Name)
			all = append(all, m)
		}
	}
	return all
}

// A laboratory is a database in which mistakes are made and rolled back. One connection asks as all identities, as
// only it sees uncommitted changes.
type laboratory struct {
	conn      *pgx.Conn
	catalog   catalog // unchanged
	rows      *rows
	questions map[string][]question
}

func newLaboratory(t *testing.T) *laboratory {
	t.Helper()
	conn := connect(t, tenantdbtest.Create(t).Superuser)
	c := readCatalog(t, conn)
	return &laboratory{conn, c, newRows(c, conn), map[string][]question{}}
}

// examine makes the mistake and returns the findings of the rules, by their keys, and the wrong answers about the
// table.
func (l *laboratory) examine(t *testing.T, m mutant) (findings map[string][]string, answers []string) {
	t.Helper()
	all := l.about(t, m.table)
	execute(t, l.conn, "begin")
	defer execute(t, l.conn, "rollback")
	execute(t, l.conn, m.sql)
	c := readCatalog(t, l.conn)
	findings = map[string][]string{}
	for _, r := range rules {
		if found := r.broken(c); len(found) > 0 {
			findings[r.key] = found
		}
	}
	answers, err := wrongAnswers(t.Context(), sessions{l.conn, l.conn, l.conn}, m.table, all)
	if err != nil {
		t.Fatal(err)
	}
	return findings, answers
}

// about are the questions about a table as it should be; its rows stay.
func (l *laboratory) about(t *testing.T, name string) []question {
	t.Helper()
	if all, asked := l.questions[name]; asked || name == "" {
		return all
	}
	table, _ := l.catalog.table(name)
	s, err := newSample(t.Context(), l.rows, name)
	if err != nil {
		t.Fatal(err)
	}
	all, err := newExam(table, s).questions(l.catalog)
	if err != nil {
		t.Fatal(err)
	}
	l.questions[name] = all
	return all
}
