package authz

import (
	"strings"
	"testing"
)

// Refused acts are recorded under the permissions on the list, and the list must be valid.
func TestSensitive(t *testing.T) {
	t.Parallel()
	table, err := Compile()
	if err != nil {
		t.Fatal(err)
	}
	for permission, want := range map[Permission]bool{
		"member:write": true, "refund:decide": true, "ban:write": true, "sanction:confirm": true, "player:erase": true,
		"event:create": false, "event:read": false, "audit:read": false, "nothing:such": false,
	} {
		if got := table.Sensitive(permission); got != want {
			t.Errorf("%s: %v", permission, got)
		}
	}
	for fault, text := range map[string]string{
		"unknown permission": "nothing:such, why", "say why": "ban:write,", "stands twice": "ban:write, one\nban:write, another",
	} {
		l := embedded()
		l.sensitive = text
		if _, err := compile(l); err == nil || !strings.Contains(err.Error(), fault) {
			t.Errorf("%q: %v", text, err)
		}
	}
}
