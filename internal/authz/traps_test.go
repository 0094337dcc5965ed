package authz

import (
	"errors"
	"go/parser"
	"go/token"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/casbin/casbin/v2"
	"github.com/casbin/casbin/v2/model"
	"github.com/casbin/casbin/v2/util"
	"github.com/google/uuid"
)

// The traps of casbin 2.135 that were met on the way (T14). Each test shows the
// trap in the library first, so that the reason for the rule stays visible, and
// then that the table does not have it.

// standing is a referee of a stage, with the target they are referee of.
func standing() (Subject, Target) {
	tenant, stage := uuid.UUID{15: 1}, uuid.UUID{15: 2}
	s := Subject{
		Principal: User(uuid.UUID{15: 3}, uuid.UUID{15: 4}),
		Grants:    []Grant{{Tenant: tenant, Role: RoleReferee, Scope: ScopeStage, ScopeID: stage}},
	}
	return s, Target{Tenant: tenant, Stage: stage}
}

const trapModel = `
[request_definition]
r = sub, obj, act
[policy_definition]
p = sub, obj, act
[role_definition]
g = _, _
[policy_effect]
e = some(where (p.eft == allow))
[matchers]
m = g(r.sub, p.sub) && r.obj == p.obj && r.act == p.act
`

func trapEnforcer(t *testing.T) *casbin.CachedEnforcer {
	t.Helper()
	m, err := model.NewModelFromString(trapModel)
	if err != nil {
		t.Fatal(err)
	}
	e, err := casbin.NewCachedEnforcer(m)
	if err != nil {
		t.Fatal(err)
	}
	return e
}

func TestTrapCachedAllowOutlivesTheRole(t *testing.T) {
	t.Parallel()
	e := trapEnforcer(t)
	must(t)(e.AddPolicy("referee", "result", "write"))
	must(t)(e.AddRoleForUser("anna", "referee"))
	must(t)(e.Enforce("anna", "result", "write"))
	must(t)(e.DeleteRoleForUser("anna", "referee"))
	if stale, err := e.Enforce("anna", "result", "write"); err != nil || !stale {
		t.Fatalf("the library has mended its cache (%t, %v): reconsider the rule", stale, err)
	}

	table := compiled(t)
	s, target := standing()
	if d := table.Can(s, "result:write", target, time.Time{}); !d.Allowed {
		t.Fatalf("a referee is refused: %+v", d)
	}
	s.Grants[0].RevokedAt = time.Unix(1, 0)
	if d := table.Can(s, "result:write", target, time.Time{}); d.Allowed {
		t.Error("the allow outlives a revoked grant")
	}
	s.Grants = nil
	if d := table.Can(s, "result:write", target, time.Time{}); d.Allowed {
		t.Error("the allow outlives a removed grant")
	}
}

func TestTrapCacheKeyJoinsItsParts(t *testing.T) {
	t.Parallel()
	e := trapEnforcer(t)
	must(t)(e.AddPolicy("referee", "/x$$y", "read"))
	must(t)(e.Enforce("referee", "/x$$y", "read"))
	if confused, err := e.Enforce("referee", "/x", "y$$read"); err != nil || !confused {
		t.Fatalf("the library has mended its keys (%t, %v): reconsider the rule", confused, err)
	}

	table := compiled(t)
	for _, p := range []Permission{"result:write$$", "result$$write", "$$result:write", "referee$$result:write", "result:write\x00"} {
		for _, r := range []Role{RoleReferee, "referee$$result:write", "referee$$", ""} {
			if table.Allows(r, p) {
				t.Errorf("%q, %q allowed", r, p)
			}
		}
	}
	if table.Allows("referee$$result:write", "") || table.Allows("", "referee$$result:write") {
		t.Error("joined names allowed")
	}
}

func TestTrapPatternIgnoresWhatFollowsTheStar(t *testing.T) {
	t.Parallel()
	if !util.KeyMatch("/stages/7/homologate", "/stages/*/results") {
		t.Fatal("the library has mended keyMatch: reconsider the rule")
	}

	table := compiled(t)
	for _, p := range table.Permissions() {
		if !permissionName.MatchString(string(p)) {
			t.Errorf("%q is no plain name", p)
		}
	}
	for _, p := range []Permission{"*", "result:*", "*:write", "result:write/*", ".*", "result.write", "/stages/7/results", "RESULT:WRITE", " result:write"} {
		if table.Allows(RoleReferee, p) {
			t.Errorf("%q allowed", p)
		}
	}
	for _, line := range effective(modelConf) {
		for _, banned := range []string{"Match", "regex", "g(", "g =", "*", "in (", "eval", "||", "priority"} {
			if strings.Contains(line, banned) {
				t.Errorf("model.conf: %q in %q", banned, line)
			}
		}
	}
}

// effective is the text without comments and blank lines.
func effective(text string) []string {
	return slices.DeleteFunc(strings.Split(text, "\n"), func(line string) bool {
		return line == "" || strings.HasPrefix(line, "#")
	})
}

func TestTrapEnforcerSwitchedOffAllowsEverything(t *testing.T) {
	t.Parallel()
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
	if err := j.control(vocabulary); err != nil {
		t.Fatalf("a sound enforcer is refused: %v", err)
	}
	j.enforcer.EnableEnforce(false)
	if err := j.control(vocabulary); !errors.Is(err, errFailsOpen) {
		t.Errorf("an enforcer that allows everything passes: %v", err)
	}
}

func TestTrapWrongNumberOfArguments(t *testing.T) {
	t.Parallel()
	j, err := newJudge(modelConf, []rule{{RoleReferee, "result:write"}})
	if err != nil {
		t.Fatal(err)
	}
	for _, arguments := range [][]any{
		{},
		{"referee"},
		{"referee", "result:write", "stage"},
		{"referee", "stage", "result:write"},
		{"result:write", "referee"},
		{RoleReferee, Permission("result:write")},
		{nil, nil},
		{"referee", 7},
	} {
		if ok, err := j.enforcer.Enforce(arguments...); ok {
			t.Errorf("%v allowed, error %v", arguments, err)
		}
	}
	if ok, err := j.allows(RoleReferee, "result:write"); !ok || err != nil {
		t.Errorf("the right question: %t, %v", ok, err)
	}
}

func TestTrapErrorIsNoAllow(t *testing.T) {
	t.Parallel()
	j, err := newJudge(strings.Replace(modelConf, "r.role == p.role", "r.role.Name == p.role", 1), []rule{{RoleReferee, "result:write"}})
	if err != nil {
		t.Fatal(err)
	}
	if ok, err := j.allows(RoleReferee, "result:write"); ok || err == nil {
		t.Errorf("a failing matcher: %t, %v", ok, err)
	}
}

// The table holds the lines of policy.csv, no more: no domain, wildcard or inherited role brings more cells than
// lines.
func TestTrapNothingIsInherited(t *testing.T) {
	t.Parallel()
	table := compiled(t)
	cells := 0
	for _, p := range table.Permissions() {
		cells += len(table.Carriers(p))
	}
	if lines := len(effective(policyCSV)); cells != lines {
		t.Errorf("%d cells from %d lines", cells, lines)
	}
}

// casbin's calls take anything, so one file holds them; its cached, synchronized
// and distributed enforcers are used nowhere.
func TestCasbinInOneFile(t *testing.T) {
	t.Parallel()
	files, err := filepath.Glob("*.go")
	if err != nil {
		t.Fatal(err)
	}
	var using []string
	for _, file := range files {
		if strings.HasSuffix(file, "_test.go") {
			continue
		}
		text, err := os.ReadFile(file)
		if err != nil {
			t.Fatal(err)
		}
		parsed, err := parser.ParseFile(token.NewFileSet(), file, text, parser.ImportsOnly)
		if err != nil {
			t.Fatal(err)
		}
		for _, spec := range parsed.Imports {
			if strings.Contains(spec.Path.Value, "casbin") && !slices.Contains(using, file) {
				using = append(using, file)
			}
		}
		for _, banned := range []string{"CachedEnforcer", "SyncedEnforcer", "DistributedEnforcer", "EnableEnforce", "LoadPolicy", "AddFunction"} {
			if strings.Contains(string(text), banned) {
				t.Errorf("%s uses %s", file, banned)
			}
		}
	}
	if !slices.Equal(using, []string{"casbin.go"}) {
		t.Errorf("casbin is imported by %v", using)
	}
}

// must fails the test unless a call of the library succeeded.
func must(t *testing.T) func(bool, error) {
	return func(ok bool, err error) {
		t.Helper()
		if err != nil || !ok {
			t.Fatal(ok, err)
		}
	}
}
