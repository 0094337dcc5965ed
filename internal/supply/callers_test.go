package supply

import (
	"go/ast"
	"go/parser"
	"go/token"
	"os/exec"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"testing"
)

// calling are the names with which a program calls an address, by their package. A name that ends with * stands for all names with that
// beginning.
var calling = map[string][]string{
	"net":                               {"Dial*", "Lookup*", "Resolver", "DefaultResolver"},
	"net/http":                          {"Get", "Head", "Post", "PostForm", "Client", "DefaultClient", "Transport", "DefaultTransport"},
	"net/http/httputil":                 {"ReverseProxy", "NewSingleHostReverseProxy"},
	"net/rpc":                           {"Dial*"},
	"net/smtp":                          {"*"},
	"crypto/tls":                        {"Dial*", "Client"},
	"github.com/jackc/pgx/v5":           {"Connect*"},
	"github.com/jackc/pgx/v5/pgconn":    {"Connect", "ConnectConfig"},
	"github.com/jackc/pgx/v5/pgxpool":   {"New*"},
	"github.com/minio/minio-go/v7":      {"New*"},
	"github.com/wneessen/go-mail":       {"NewClient"},
	"google.golang.org/grpc":            {"Dial*", "NewClient"},
	"golang.org/x/oauth2":               {"*"},
	"github.com/coreos/go-oidc/v3/oidc": {"*"},
	"go.opentelemetry.io/otel/exporters/otlp/otlptrace/otlptracehttp": {"New*"},
}

// The addresses that the program calls. The operator configures each of them.
const (
	theDatabase  = "the database, of DATABASE_URL, MIGRATE_DATABASE_URL or BACKUP_DATABASE_URL"
	theEmbedded  = "the database that the program has started itself"
	theBucket    = "the store of files, of FILES_URL or LISTS_URL"
	theMailRelay = "the mail server, of SMTP_URL"
	theCollector = "the collector of traces, of OTEL_EXPORTER_OTLP_ENDPOINT"
	theServer    = "a server of Referto that a command of the program is told, for trials and demo data"
)

// callers is the reviewed list of files of the program that call an address, and whose address it is. No address comes from a request of a
// user, so nobody can make a server call another one in its network (F-19). Every new file needs an entry here that states who names its
// address. If users do, it needs a client that refuses loopback, private and link-local addresses after each look-up.
var callers = map[string]string{
	"internal/apiclient/client.go":        theServer,
	"internal/backupdb/count.go":          theDatabase,
	"internal/embedpg/launch.go":          theEmbedded,
	"internal/mail/smtp.go":               theMailRelay,
	"internal/media/blob/s3.go":           theBucket,
	"internal/tenant/tenantdb/db.go":      theDatabase,
	"internal/tenant/tenantdb/leader.go":  theDatabase,
	"internal/tenant/tenantdb/migrate.go": theDatabase,
	"internal/tenant/tenantdb/socket.go":  theDatabase,
	"internal/tracing/tracing.go":         theCollector,
}

// No address that a user names is ever called.
func TestNobodyNamesAnAddressThatIsCalled(t *testing.T) {
	t.Parallel()
	const root = "../.."
	list := exec.CommandContext(t.Context(), "go", "list", "-deps", "-f", "{{if not .Standard}}{{with .Module}}{{if .Main}}{{range $.GoFiles}}{{$.Dir}}/{{.}}\n{{end}}{{end}}{{end}}{{end}}", "./cmd/api")
	list.Dir = root
	out, err := list.Output()
	if err != nil {
		t.Fatal(err)
	}
	home, err := filepath.Abs(root)
	if err != nil {
		t.Fatal(err)
	}
	files := strings.Fields(string(out))
	if len(files) < 500 {
		t.Fatalf("the program has %d files: the list is not whole", len(files))
	}
	found := map[string]bool{}
	for _, file := range files {
		name, err := filepath.Rel(home, file)
		if err != nil {
			t.Fatal(err)
		}
		calls := callsOf(t, file)
		if len(calls) == 0 {
			continue
		}
		found[name] = true
		if callers[name] == "" {
			t.Errorf("%s calls an address (%s): who names it?", name, strings.Join(calls, ", "))
		}
	}
	for name := range callers {
		if !found[name] {
			t.Errorf("%s is on the list and calls nobody: take it off", name)
		}
	}
	t.Logf("%d of %d files of the program call an address", len(found), len(files))
}

// callsOf returns the names in a file with which a program calls an address.
func callsOf(t *testing.T, file string) (calls []string) {
	t.Helper()
	parsed, err := parser.ParseFile(token.NewFileSet(), file, nil, parser.SkipObjectResolution)
	if err != nil {
		t.Fatal(err)
	}
	from := map[string]string{} // the package, by its name in this file
	for _, i := range parsed.Imports {
		path, err := strconv.Unquote(i.Path.Value)
		if err != nil {
			t.Fatal(err)
		}
		name := path[strings.LastIndex(path, "/")+1:]
		if strings.HasPrefix(name, "v") && strings.Contains(path, "/") && len(name) < 4 { // github.com/jackc/pgx/v5
			name = filepath.Base(filepath.Dir(path))
		}
		if i.Name != nil {
			name = i.Name.Name
		}
		from[strings.TrimSuffix(name, "-go")] = path
	}
	ast.Inspect(parsed, func(n ast.Node) bool {
		if s, ok := n.(*ast.SelectorExpr); ok {
			if x, ok := s.X.(*ast.Ident); ok && slices.ContainsFunc(calling[from[x.Name]], func(pattern string) bool {
				start, all := strings.CutSuffix(pattern, "*")
				return s.Sel.Name == pattern || all && strings.HasPrefix(s.Sel.Name, start)
			}) {
				calls = append(calls, x.Name+"."+s.Sel.Name)
			}
		}
		return true
	})
	return calls
}

// Each way to call an address is detected.
func TestCallsAreNoticed(t *testing.T) {
	t.Parallel()
	for file, want := range map[string]string{
		"../apiclient/client.go":       "http.Client http.Client http.DefaultTransport http.Transport",
		"../media/blob/s3.go":          "minio.New",
		"../mail/smtp.go":              "gomail.NewClient gomail.NewClient",
		"../tracing/tracing.go":        "otlptracehttp.New",
		"../tenant/tenantdb/leader.go": "pgconn.ConnectConfig pgx.ConnectConfig",
		"../serve/body.go":             "",
	} {
		calls := callsOf(t, file)
		slices.Sort(calls)
		wanted := strings.Fields(want)
		slices.Sort(wanted)
		if !slices.Equal(calls, wanted) {
			t.Errorf("%s: %v, want %v", file, calls, wanted)
		}
	}
}
