package tenantdb_test

import (
	"fmt"
	"go/ast"
	"go/parser"
	"go/token"
	"io/fs"
	"os"
	"path"
	"path/filepath"
	"regexp"
	"strconv"
	"strings"
	"testing"
)

// The texts by which Go code could set the tenant for the database. They are searched in string literals, where SQL
// is.
var (
	// settingName is the name of a setting that policies read.
	settingName = regexp.MustCompile(`\bapp\.(tenant_id|account_id|account_email)\b`)
	// settingCall sets any setting; onlyHere is the form in which this package
	// writes it: to the end of the transaction, with the value as a parameter.
	settingCall = regexp.MustCompile(`(?i)set_config\s*\(`)
	onlyHere    = regexp.MustCompile(`\bset_config\('(app\.[a-z_]+|statement_timeout|lock_timeout|idle_in_transaction_session_timeout)', \$[0-9]+, true\)`)
	// atBirth matches the settings of a connection that was just made (socket.go), and the one that identifies it
	// (shared.go): settings of no tenant.
	atBirth = regexp.MustCompile(`\bset_config\('(referto\.connection|statement_timeout|lock_timeout|idle_in_transaction_session_timeout|default_transaction_isolation|tcp_keepalives_(idle|interval|count)|tcp_user_timeout)', \$[0-9]+, false\)`)
	// statement is SQL that sets something for the session, or resets it. SET
	// TRANSACTION, which ends with the transaction, is not meant, nor DISCARD PLANS,
	// after which the next request finds all as it was.
	statement = regexp.MustCompile(`(?i)(^|;)\s*(set\s+((session|local)\s+)?([\w."]+\s*(=|to\b)|role\b|session\s+authorization\b|time\s+zone\b)|reset\s+(all|role|session\s+authorization|\w+[._]\w+)\s*(;|$)|discard\s+(all|temp|sequences)\b)`)
)

// door is the folder of the only package that may set a tenant.
const door = "internal/tenant/tenantdb"

// sourceFindings judges one Go file, named by its path from the root of the
// module.
func sourceFindings(name string, source []byte) (found []string, err error) {
	files := token.NewFileSet()
	file, err := parser.ParseFile(files, name, source, parser.SkipObjectResolution)
	if err != nil {
		return nil, err
	}
	inside := path.Dir(name) == door
	if inside && strings.HasSuffix(name, "_test.go") {
		return nil, nil // tests of the doors walk around them
	}
	ast.Inspect(file, func(n ast.Node) bool {
		literal, ok := n.(*ast.BasicLit)
		if !ok || literal.Kind != token.STRING {
			return true
		}
		text, err := strconv.Unquote(literal.Value)
		if err != nil {
			return true // the parser accepted it, so there is no such literal
		}
		for _, says := range literalFindings(text, inside) {
			found = append(found, fmt.Sprintf("%s: %s", files.Position(literal.Pos()), says))
		}
		return true
	})
	return found, nil
}

func literalFindings(text string, inside bool) (found []string) {
	if settingName.MatchString(text) && !inside {
		found = append(found, "names a setting of the policies outside "+door)
	}
	if calls := len(settingCall.FindAllString(text, -1)); calls > 0 && (!inside || len(onlyHere.FindAllString(text, -1))+len(atBirth.FindAllString(text, -1)) != calls) {
		found = append(found, "calls set_config outside "+door+", or for longer than the transaction")
	}
	if statement.MatchString(text) {
		found = append(found, "sets something for the session, which the next request would find")
	}
	return found
}

// baselines is the package that the benchmark compares the server with; the server is not
// built from it.
const baselines = "cmd/bench/internal/baselinedb"

// T04, T05: only the doors set the tenant, and only until the end of their transaction.
func TestOnlyTheDoorsSetATenant(t *testing.T) {
	t.Parallel()
	root := moduleRoot(t)
	files, literals := 0, 0
	err := filepath.WalkDir(root, func(file string, entry fs.DirEntry, err error) error {
		if err != nil {
			return err
		}
		name, err := filepath.Rel(root, file)
		if err != nil {
			return err
		}
		if entry.IsDir() {
			hidden := strings.HasPrefix(entry.Name(), ".") && file != root
			if hidden || entry.Name() == "node_modules" || filepath.ToSlash(name) == baselines {
				return fs.SkipDir
			}
			return nil
		}
		if filepath.Ext(file) != ".go" {
			return nil
		}
		source, err := os.ReadFile(file)
		if err != nil {
			return err
		}
		files++
		if strings.Contains(string(source), "set_config(") {
			literals++
		}
		found, err := sourceFindings(filepath.ToSlash(name), source)
		for _, finding := range found {
			t.Error(finding)
		}
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
	if files < 20 || literals < 2 {
		t.Errorf("read %d Go files, %d of them with set_config: the walk has missed the source", files, literals)
	}
}

func TestOnlyTheDoorsSetATenantFinds(t *testing.T) {
	t.Parallel()
	tests := []struct {
		file, sql string
		want      int
	}{
		{door + "/read.go", "select set_config('app.tenant_id', $1, true)", 0},
		{door + "/read.go", "select set_config('app.account_id', $1, true), set_config('app.account_email', $2, true)", 0},
		{door + "/read.go", "select set_config('app.tenant_id', $1, false)", 1},
		{door + "/socket.go", "select set_config('statement_timeout', $1, false), set_config('referto.connection', $2, false)", 0},
		{door + "/socket.go", "select set_config('statement_timeout', $1, false), set_config('app.tenant_id', $2, false)", 1},
		{"internal/desk/desk.go", "select set_config('statement_timeout', $1, false)", 1},
		{door + "/read.go", "select set_config('app.account_id', $1, true), set_config('app.tenant_id', $2, $3)", 1},
		{door + "/read.go", "set app.tenant_id = 'x'", 1},
		{door + "/tenantdbtest/tenantdbtest.go", "select set_config('app.tenant_id', $1, true)", 2},
		{"internal/desk/desk.go", "select set_config('app.tenant_id', $1, true)", 2},
		{"internal/desk/desk.go", "select current_setting('app.account_email')", 1},
		{"internal/desk/desk.go", "SELECT SET_CONFIG ('search_path', 'x', true)", 1},
		{"internal/desk/desk_test.go", "select 1; SET LOCAL work_mem TO '1GB'", 1},
		{"internal/desk/desk.go", "set session authorization referto_owner", 1},
		{"internal/desk/desk.go", "set role referto_owner", 1},
		{"internal/desk/desk.go", "reset all", 1},
		{"internal/desk/desk.go", "reset app.tenant_id", 2},
		{"internal/desk/desk.go", "DISCARD ALL", 1},
		{"internal/desk/desk.go", "discard temp", 1},
		{"internal/desk/desk.go", "discard plans", 0},
		{"internal/desk/desk.go", "update league.players set name = $1", 0},
		{"internal/desk/desk.go", "update league.players\n\tset name = $1", 0},
		{"internal/desk/desk.go", "set transaction isolation level serializable", 0},
		{"internal/desk/desk.go", "set of players", 0},
		{"internal/desk/desk.go", "reset password", 0},
	}
	for _, tt := range tests {
		source := fmt.Sprintf("package p\nconst sql = %q\n", tt.sql)
		found, err := sourceFindings(tt.file, []byte(source))
		if err != nil || len(found) != tt.want {
			t.Errorf("%s in %s: found %q (error %v), want %d", tt.sql, tt.file, found, err, tt.want)
		}
	}
}

// moduleRoot is the folder of go.mod.
func moduleRoot(t *testing.T) string {
	t.Helper()
	folder, err := os.Getwd()
	if err != nil {
		t.Fatal(err)
	}
	for {
		if _, err := os.Stat(filepath.Join(folder, "go.mod")); err == nil {
			return folder
		}
		parent := filepath.Dir(folder)
		if parent == folder {
			t.Fatal("no go.mod in any folder above")
		}
		folder = parent
	}
}
