package attack_test

import (
	"slices"
	"strings"
	"testing"

	"referto/internal/tenantcopydb"
)

// accountsAreFound looks where ids of accounts stand in documents and texts of tenants' rows after every operation was asked for. The
// archive of a tenant looks there, too: an account that it does not find is nobody where the archive is restored.
func (a *arena) accountsAreFound(t *testing.T) {
	var met int
	for _, place := range a.database.AccountsInside(t) {
		parts := strings.SplitN(place, ".", 3)
		table, field := parts[0]+"."+parts[1], parts[2]
		switch {
		case tenantcopydb.LeftOut[table] != "":
		case slices.Contains(tenantcopydb.NamedInside[table], field):
			met++
		default:
			t.Errorf("an account stands in %s, where an archive does not look for it", place)
		}
	}
	if met == 0 {
		t.Error("no account stands where archives look for them: the requests have left nothing")
	}
}
