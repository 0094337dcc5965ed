package main

import (
	"bytes"
	"strings"
	"testing"

	"referto/internal/tenant/tenantdb/tenantdbtest"
)

// An operator is named by the confirmed address of an account, by this command alone, and can be taken from the list.
func TestOperatorCommand(t *testing.T) {
	t.Parallel()
	base, _ := tenantdbtest.Borrow(t)
	for _, mail := range []string{"opal@example.org", "unconfirmed@example.org"} {
		base.Alter(t, `insert into platform.accounts (id, email, email_key, name, password_hash, created_at, verified_at)
			values (gen_random_uuid(), $1, $1, 'Opal Gestora', '', now(), case when $1 like 'opal%' then now() end)`, mail)
	}
	for _, tt := range []struct{ args, said, refused string }{
		{"list", "", ""},
		{"add unconfirmed@example.org", "", "no account has confirmed the address"},
		{"add nobody@example.org", "", "no account has confirmed the address"},
		{"add nobody", "", "operator:"},
		{"add", "", "usage"},
		{"grant opal@example.org", "", "usage"},
		{"remove opal@example.org", "", "is no operator"},
		{"add Opal@example.org", "is an operator", ""},
		{"add opal@example.org", "is an operator", ""},
		{"list", "opal@example.org Opal Gestora, since ", ""},
		{"remove opal@example.org", "no operator any more", ""},
		{"list", "", ""},
	} {
		var out bytes.Buffer
		err := run(t.Context(), append([]string{"operator"}, strings.Fields(tt.args)...), []string{"DATABASE_URL=" + base.Application}, &out, &out)
		switch {
		case tt.refused != "" && (err == nil || !strings.Contains(err.Error(), tt.refused)):
			t.Errorf("%s: %v, want %q", tt.args, err, tt.refused)
		case tt.refused == "" && err != nil:
			t.Errorf("%s: %v", tt.args, err)
		case tt.said == "" && out.Len() > 0 || !strings.Contains(out.String(), tt.said):
			t.Errorf("%s says %q, want %q", tt.args, out.String(), tt.said)
		}
	}
	if got := base.Text(t, `select string_agg(act || ' ' || (account is null) || ' ' || (select email from platform.accounts where id = whom), ', ' order by id) from platform.operator_acts`); got !=
		"operator-added true opal@example.org, operator-removed true opal@example.org" {
		t.Errorf("recorded: %s", got)
	}
}
