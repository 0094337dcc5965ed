package tenantdb_test

import (
	"errors"
	"slices"
	"testing"

	"github.com/google/uuid"
	"github.com/jackc/pgx/v5"

	"referto/internal/tenant/tenantdb"
	"referto/internal/tenant/tenantdb/tenantdbtest"
)

// A person's own door shows their grants, the invitations to their address and the registers that contain them, in
// all tenants, and nothing else of any tenant.
func TestSelfShowsOnePersonInAllTenants(t *testing.T) {
	t.Parallel()
	base := tenantdbtest.Create(t)
	superuser := connect(t, base.Superuser)
	made := newRows(readCatalog(t, superuser), superuser)
	add := func(table string, known row) string {
		t.Helper()
		added, err := made.add(t.Context(), table, known)
		if err != nil {
			t.Fatal(err)
		}
		return added["id"]
	}
	anna, berta := add("platform.accounts", nil), add("platform.accounts", nil)
	var annas, bertas, toAnna, annaPlays, bertaPlays []string
	for range 2 {
		tenant := add(tenantsTable, nil)
		annas = append(annas, add("league.grants", row{tenantColumn: tenant, "account_id": anna}))
		bertas = append(bertas, add("league.grants", row{tenantColumn: tenant, "account_id": berta}))
		toAnna = append(toAnna, add("league.invitations", row{tenantColumn: tenant, "email_key": "anna@example.org"}))
		add("league.invitations", row{tenantColumn: tenant, "email_key": ""})
		add("league.players", row{tenantColumn: tenant, "account_id": anna})
		add("league.player_accounts", row{tenantColumn: tenant, "account_id": anna})
		add("league.player_accounts", row{tenantColumn: tenant, "account_id": berta})
		add("league.player_requests", row{tenantColumn: tenant, "account_id": anna})
		add("league.player_requests", row{tenantColumn: tenant, "account_id": berta})
		annaPlays, bertaPlays = append(annaPlays, tenant+" "+anna), append(bertaPlays, tenant+" "+berta)
		add("league.regions", row{tenantColumn: tenant})
	}
	db := tenantdbtest.Open(t, base)
	tests := []struct {
		says, account, email         string
		grants, invitations, players []string
	}{
		{"a person with a confirmed address", anna, "anna@example.org", annas, toAnna, annaPlays},
		{"a person without", anna, "", annas, nil, annaPlays},
		{"another person", berta, "berta@example.org", bertas, nil, bertaPlays},
		{"a person with nothing", uuid.NewString(), "nobody@example.org", nil, nil, nil},
	}
	for _, tt := range tests {
		t.Run(tt.says, func(t *testing.T) {
			door, err := tenantdb.Self(t.Context(), db, uuid.MustParse(tt.account), tt.email)
			if err != nil {
				t.Fatal(err)
			}
			var grants, invitations, players []string
			var others int
			b := &pgx.Batch{}
			ids := func(sql string, out *[]string) {
				b.Queue(sql).Query(func(rows pgx.Rows) (err error) {
					*out, err = pgx.CollectRows(rows, pgx.RowTo[string])
					return err
				})
			}
			ids("select id::text from league.grants", &grants)
			ids("select id::text from league.invitations", &invitations)
			ids("select tenant_id || ' ' || account_id from league.player_accounts", &players)
			tenantdb.Scalar(b, &others, "select (select count(*) from league.players) + (select count(*) from league.regions)")
			if err := door.Send(b); err != nil {
				t.Fatal(err)
			}
			if !sameElements(grants, tt.grants) || !sameElements(invitations, tt.invitations) || !sameElements(players, tt.players) || others != 0 {
				t.Errorf("sees grants %q, invitations %q, registers %q, %d other rows; want %q, %q, %q, 0",
					grants, invitations, players, others, tt.grants, tt.invitations, tt.players)
			}
		})
	}
	t.Run("nobody", func(t *testing.T) {
		if _, err := tenantdb.Self(t.Context(), db, uuid.Nil, "anna@example.org"); !errors.Is(err, tenantdb.ErrNoTenant) {
			t.Errorf("got %v, want ErrNoTenant", err)
		}
	})
}

func sameElements(a, b []string) bool {
	return slices.Equal(slices.Sorted(slices.Values(a)), slices.Sorted(slices.Values(b)))
}
