package tenantdb_test

import (
	"testing"

	"referto/internal/tenant/tenantdb/tenantdbtest"
)

// A table that a later migration adds is judged and asked about like those that
// are there, without a word about it in these tests.
func TestLaterTablesAreCovered(t *testing.T) {
	t.Parallel()
	const table = `
		create table league.curfews (
			tenant_id uuid not null default platform.current_tenant() references platform.tenants,
			id        uuid not null,
			player_id uuid not null,
			kind      text not null check (kind in ('days', 'life')),
			days      integer check (days > 0),
			primary key (tenant_id, id),
			foreign key (tenant_id, player_id) references league.players (tenant_id, id),
			unique (tenant_id, player_id, days)
		);
		alter table league.curfews enable row level security;
		alter table league.curfews force row level security;
		grant select, insert, update on league.curfews to referto_app;`
	const condition = `(tenant_id = (select nullif(current_setting('app.tenant_id', true), '')::uuid))`
	tests := []struct {
		says, ddl string
		good      bool
	}{
		{"as it should be", table + "create policy p on league.curfews using " + condition + " with check " + condition, true},
		{"without policy", table, false},
		{"open to read", table + "create policy p on league.curfews using (true) with check " + condition, false},
		{"open to add", table + "create policy p on league.curfews using " + condition + " with check (true)", false},
	}
	conn := connect(t, tenantdbtest.Create(t).Superuser)
	for _, tt := range tests {
		t.Run(tt.says, func(t *testing.T) {
			defer execute(t, conn, "rollback")
			execute(t, conn, "begin; set local role referto_owner; "+tt.ddl+"; reset role")
			c := readCatalog(t, conn)
			var findings []string
			for _, r := range rules {
				findings = append(findings, r.broken(c)...)
			}
			curfews, _ := c.table("league.curfews")
			s, err := newSample(t.Context(), newRows(c, conn), curfews.Name)
			if err != nil {
				t.Fatal(err)
			}
			all, err := newExam(curfews, s).questions(c)
			if err != nil {
				t.Fatal(err)
			}
			answers, err := wrongAnswers(t.Context(), sessions{conn, conn, conn}, curfews.Name, all)
			if err != nil {
				t.Fatal(err)
			}
			if tt.good != (len(findings) == 0) || tt.good != (len(answers) == 0) {
				t.Errorf("the catalog finds %q, the questions %q", findings, answers)
			}
		})
	}
}
