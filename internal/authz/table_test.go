package authz

import (
	"errors"
	"flag"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
)

var update = flag.Bool("update", false, "rewrite the golden files")

func compiled(tb testing.TB) Table {
	tb.Helper()
	t, err := Compile()
	if err != nil {
		tb.Fatal(err)
	}
	return t
}

// P10: the table answers as casbin does, for every role and every permission, and
// for names that do not exist.
func TestTableEqualsCasbin(t *testing.T) {
	t.Parallel()
	table := compiled(t)
	l := embedded()
	vocabulary, err := parsePermissions(l.permissions)
	if err != nil {
		t.Fatal(err)
	}
	rules, err := parsePolicy(l.policy, vocabulary)
	if err != nil {
		t.Fatal(err)
	}
	j, err := newJudge(l.model, rules)
	if err != nil {
		t.Fatal(err)
	}
	asked, allowed := 0, 0
	for _, r := range slices.Concat(Roles(), []Role{"", "nobody", "Referee", "referee "}) {
		for _, p := range slices.Concat(vocabulary, []Permission{"", "event:*", "EVENT:write", "event:write "}) {
			want, err := j.allows(r, p)
			if err != nil {
				t.Fatal(err)
			}
			if got := table.Allows(r, p); got != want {
				t.Errorf("%q, %q: table %t, casbin %t", r, p, got, want)
			}
			asked++
			if want {
				allowed++
			}
		}
	}
	if allowed != len(rules) {
		t.Errorf("casbin allows %d pairs, policy.csv has %d lines", allowed, len(rules))
	}
	t.Logf("%d questions, %d allowed", asked, allowed) // cmd/bench reads it
}

// The golden file shows a change of the policy as a changed cell.
func TestPermissionsGolden(t *testing.T) {
	t.Parallel()
	table := compiled(t)
	var b strings.Builder
	fmt.Fprintf(&b, "%-20s", "")
	for _, r := range Roles() {
		fmt.Fprintf(&b, " %s", r)
	}
	b.WriteString("\n")
	for _, p := range table.Permissions() {
		fmt.Fprintf(&b, "%-20s", p)
		for _, r := range Roles() {
			cell := "."
			if table.Allows(r, p) {
				cell = "x"
			}
			fmt.Fprintf(&b, " %-*s", len(r), cell)
		}
		b.WriteString("\n")
	}
	lines := strings.Split(b.String(), "\n")
	for i := range lines {
		lines[i] = strings.TrimRight(lines[i], " ")
	}
	golden(t, "permissions.golden", strings.Join(lines, "\n"))
}

func golden(t *testing.T, name, got string) {
	t.Helper()
	path := filepath.Join("testdata", name)
	if *update {
		if err := os.WriteFile(path, []byte(got), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	want, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	if diff := cmp.Diff(string(want), got); diff != "" {
		t.Errorf("%s (-want +got), rewrite with -update:\n%s", name, diff)
	}
}

func TestCompileRefuses(t *testing.T) {
	t.Parallel()
	add := func(s *string, line string) { *s += line + "\n" }
	tests := []struct {
		fault   string
		breakIt func(*law)
		says    string
	}{
		{"an unknown role", func(l *law) { add(&l.policy, "umpire, event:write") }, `unknown role "umpire"`},
		{"a role in another case", func(l *law) { add(&l.policy, "Referee, draw:write") }, `unknown role "Referee"`},
		{"an unknown permission", func(l *law) { add(&l.policy, "referee, event:wrtie") }, `unknown permission "event:wrtie"`},
		{"a pattern for a permission", func(l *law) { add(&l.policy, "referee, event:*") }, `unknown permission "event:*"`},
		{"a pattern for a role", func(l *law) { add(&l.policy, "*, event:write") }, `unknown role "*"`},
		{"a URL for a permission", func(l *law) { add(&l.permissions, "/stages/*/results, enter results") }, "not a permission's name"},
		{"a permission without a purpose", func(l *law) { add(&l.permissions, "stage:look,") }, "say what it is for"},
		{"a permission nobody holds", func(l *law) { add(&l.permissions, "stage:look, look at a stage") }, "nobody holds stage:look"},
		{"a permission declared twice", func(l *law) { add(&l.permissions, "event:read,       see an event's public face") }, "stands twice"},
		{"a rule twice", func(l *law) { add(&l.policy, "referee,draw:write\nreferee,   draw:write") }, "stands twice"},
		{"a rule with a third column", func(l *law) { add(&l.policy, "referee, draw:write, deny") }, "wrong number of fields"},
		{"a rule with one column", func(l *law) { add(&l.policy, "referee") }, "wrong number of fields"},
		{"a role granted over an unknown scope", func(l *law) { add(&l.scopes, "referee, table") }, `unknown scope "table"`},
		{"a scope for an unknown role", func(l *law) { add(&l.scopes, "umpire, stage") }, `unknown role "umpire"`},
		{"a scope for an implied role", func(l *law) { add(&l.scopes, "anonymous, tenant") }, "implied"},
		{"an implied role to be granted", func(l *law) { add(&l.grantable, "organizer, account") }, "implied"},
		{"an unknown role to be granted", func(l *law) { add(&l.grantable, "organizer, umpire") }, `unknown role "umpire"`},
		{"an unknown role that grants", func(l *law) { add(&l.grantable, "umpire, referee") }, `unknown role "umpire"`},
		{"no model", func(l *law) { l.model = "" }, "model.conf"},
		{"a model that allows everything", func(l *law) {
			l.model = strings.Replace(l.model, "m = r.permission == p.permission && r.role == p.role", "m = true", 1)
		}, errFailsOpen.Error()},
		{"a model that forgets the role", func(l *law) {
			l.model = strings.Replace(l.model, " && r.role == p.role", "", 1)
		}, errFailsOpen.Error()},
		{"a model that forgets the permission", func(l *law) {
			l.model = strings.Replace(l.model, "r.permission == p.permission && ", "", 1)
		}, errFailsOpen.Error()},
		{"a model that matches by pattern", func(l *law) {
			l.model = strings.Replace(l.model, "r.permission == p.permission", "keyMatch(p.permission, r.permission)", 1)
		}, errFailsOpen.Error()},
		{"a model that denies by exception", func(l *law) {
			l.model = strings.Replace(l.model, "some(where (p.eft == allow))", "!some(where (p.eft == deny))", 1)
		}, errFailsOpen.Error()},
		{"a model of three arguments", func(l *law) {
			l.model = strings.Replace(l.model, "r = role, permission", "r = role, permission, domain", 1)
		}, "invalid request size"},
		{"a matcher that is no expression", func(l *law) {
			l.model = strings.Replace(l.model, "&&", "&& &&", 1)
		}, "casbin"},
	}
	for _, tt := range tests {
		t.Run(tt.fault, func(t *testing.T) {
			t.Parallel()
			l := embedded()
			tt.breakIt(&l)
			table, err := compile(l)
			if err == nil {
				t.Fatal("compiled")
			}
			if !strings.Contains(err.Error(), tt.says) {
				t.Errorf("error %q does not say %q", err, tt.says)
			}
			if len(table.Permissions()) != 0 {
				t.Error("a table came with the error")
			}
		})
	}
}

func TestRequire(t *testing.T) {
	t.Parallel()
	table := compiled(t)
	if err := table.Require(table.Permissions()...); err != nil {
		t.Error(err)
	}
	err := table.Require("event:write", "event:wrtie", "")
	if !errors.Is(err, ErrUnknownPermission) || !strings.Contains(err.Error(), "event:wrtie") {
		t.Errorf("got %v", err)
	}
}

func TestZeroTableDeniesEverything(t *testing.T) {
	t.Parallel()
	for _, r := range Roles() {
		for _, p := range compiled(t).Permissions() {
			if (Table{}).Allows(r, p) {
				t.Errorf("%s, %s", r, p)
			}
		}
	}
}

func TestRolesAndScopesKeepTheirIndices(t *testing.T) {
	t.Parallel()
	for want, r := range Roles() {
		if got, ok := r.index(); !ok || int(got) != want {
			t.Errorf("%s: index %d, %t; want %d", r, got, ok, want)
		}
	}
	for want, s := range Scopes() {
		if got, ok := s.index(); !ok || int(got) != want {
			t.Errorf("%s: index %d, %t; want %d", s, got, ok, want)
		}
	}
	if Role("").Known() || Role("umpire").Known() || Scope("").Known() || Scope("table").Known() {
		t.Error("an unknown name is known")
	}
}
