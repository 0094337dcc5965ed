package tenantdb_test

import (
	"bytes"
	"crypto/ecdsa"
	"crypto/elliptic"
	"crypto/rand"
	"crypto/x509"
	"crypto/x509/pkix"
	"encoding/pem"
	"errors"
	"fmt"
	"math/big"
	"net"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"syscall"
	"testing"
	"time"

	"github.com/jackc/pgx/v5"
	"go.yaml.in/yaml/v3"

	"referto/internal/embedpg"
	"referto/internal/tenant/tenantdb"
)

// page is docs/operate/database.md.
type page struct{ text string }

// blocks are the statements of the blocks of a kind, in order.
func (p page) blocks(kind string) (statements []string) {
	for _, block := range regexp.MustCompile("(?ms)^```"+kind+"\n(.*?)^```$").FindAllStringSubmatch(p.text, -1) {
		for statement := range strings.SplitSeq(block[1], ";\n") {
			if strings.TrimSpace(statement) != "" {
				statements = append(statements, statement)
			}
		}
	}
	return statements
}

// certificates are the files of an authority's certificate and of a server's at 127.0.0.1.
type certificates struct{ authority, server, key string }

func newCertificates(t *testing.T, dir string) certificates {
	t.Helper()
	issue := func(name string, template, parent *x509.Certificate, signer *ecdsa.PrivateKey) (*x509.Certificate, *ecdsa.PrivateKey, string, string) {
		key, err := ecdsa.GenerateKey(elliptic.P256(), rand.Reader)
		if err != nil {
			t.Fatal(err)
		}
		if parent == nil {
			parent, signer = template, key
		}
		der, err := x509.CreateCertificate(rand.Reader, template, parent, &key.PublicKey, signer)
		if err != nil {
			t.Fatal(err)
		}
		made, err := x509.ParseCertificate(der)
		if err != nil {
			t.Fatal(err)
		}
		private, err := x509.MarshalPKCS8PrivateKey(key)
		if err != nil {
			t.Fatal(err)
		}
		certificate, secret := filepath.Join(dir, name+".crt"), filepath.Join(dir, name+".key")
		for file, block := range map[string]*pem.Block{certificate: {Type: "CERTIFICATE", Bytes: der}, secret: {Type: "PRIVATE KEY", Bytes: private}} {
			if err := os.WriteFile(file, pem.EncodeToMemory(block), 0o600); err != nil {
				t.Fatal(err)
			}
		}
		return made, key, certificate, secret
	}
	until := time.Now().Add(time.Hour)
	authority, signer, file, _ := issue("ca", &x509.Certificate{
		SerialNumber: big.NewInt(1), Subject: pkix.Name{CommonName: "Authority"}, NotAfter: until, IsCA: true, BasicConstraintsValid: true, KeyUsage: x509.KeyUsageCertSign,
	}, nil, nil)
	_, _, server, key := issue("server", &x509.Certificate{
		SerialNumber: big.NewInt(2), Subject: pkix.Name{CommonName: "Database"}, NotAfter: until, IPAddresses: []net.IP{net.IPv4(127, 0, 0, 1)}, ExtKeyUsage: []x509.ExtKeyUsage{x509.ExtKeyUsageServerAuth},
	}, authority, signer)
	return certificates{file, server, key}
}

// encrypted is a PostgreSQL of its own that takes roles by TLS and password alone, as the page has it.
type encrypted struct {
	t         *testing.T
	port      int
	major     int
	superuser string // by its socket
	authority string
	passwords map[string]string
}

// startEncrypted makes a cluster by package embedpg, which listens on a socket only, and starts it anew with
// TLS and the page's pg_hba.conf.
func startEncrypted(t *testing.T, hba string) *encrypted {
	t.Helper()
	state, dir := t.TempDir(), t.TempDir()
	made, err := embedpg.Start(t.Context(), embedpg.Options{State: state, Binaries: os.Getenv("EMBEDPG_BIN")})
	if err != nil {
		t.Fatal(err)
	}
	e := &encrypted{t: t, major: made.Major(), passwords: map[string]string{}}
	var programs string
	conn, err := pgx.Connect(t.Context(), made.DSN("postgres", "postgres"))
	if err == nil {
		err = conn.QueryRow(t.Context(), `select setting from pg_config() where name = 'BINDIR'`).Scan(&programs)
		_ = conn.Close(t.Context())
	}
	data := made.Data()
	if err := errors.Join(err, made.Stop(t.Context())); err != nil {
		t.Fatal(err)
	}
	listener, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	e.port = listener.Addr().(*net.TCPAddr).Port
	_ = listener.Close()
	files := newCertificates(t, data)
	e.authority = filepath.Join(dir, "ca.crt")
	sockets, err := os.MkdirTemp("", "pg") //nolint:usetesting // a folder of t.TempDir lies in one that only we may enter
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = os.RemoveAll(sockets) })
	ca, err := os.ReadFile(files.authority)
	if err == nil {
		err = errors.Join(os.WriteFile(e.authority, ca, 0o600), os.WriteFile(filepath.Join(data, "page.conf"), []byte("local all postgres trust\n"+hba), 0o644), os.Chmod(sockets, 0o777))
	}
	if err != nil {
		t.Fatal(err)
	}
	owner := statOf(t, data)
	for _, file := range []string{files.authority, files.server, files.key, filepath.Join(data, "page.conf")} {
		if err := os.Chown(file, int(owner.Uid), int(owner.Gid)); err != nil {
			t.Fatal(err)
		}
	}
	server := exec.Command(filepath.Join(programs, "postgres"), "-D", data, "-c", "listen_addresses=127.0.0.1", "-c", fmt.Sprintf("port=%d", e.port), "-c", "unix_socket_directories="+sockets,
		"-c", "ssl=on", "-c", "ssl_cert_file="+files.server, "-c", "ssl_key_file="+files.key, "-c", "hba_file="+filepath.Join(data, "page.conf"), "-c", "password_encryption=scram-sha-256")
	if os.Getuid() == 0 {
		server.SysProcAttr = &syscall.SysProcAttr{Credential: &syscall.Credential{Uid: owner.Uid, Gid: owner.Gid}}
	}
	var said strings.Builder
	server.Stderr = &said
	server.Dir = data
	if err := server.Start(); err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = server.Process.Signal(os.Interrupt); _ = server.Wait() })
	e.superuser = fmt.Sprintf("host=%s port=%d dbname=postgres user=postgres", sockets, e.port)
	for range 200 {
		if conn, err = pgx.Connect(t.Context(), e.superuser); err == nil {
			_ = conn.Close(t.Context())
			return e
		}
		time.Sleep(50 * time.Millisecond)
	}
	t.Fatalf("PostgreSQL with TLS does not answer: %v\n%s", err, said.String())
	return nil
}

func statOf(t *testing.T, path string) *syscall.Stat_t {
	t.Helper()
	info, err := os.Stat(path)
	if err != nil {
		t.Fatal(err)
	}
	return info.Sys().(*syscall.Stat_t)
}

// run runs statements of the page as administrator, with passwords where it has none.
func (e *encrypted) run(database string, statements ...string) {
	e.t.Helper()
	conn := connect(e.t, strings.Replace(e.superuser, "dbname=postgres", "dbname="+database, 1))
	for _, statement := range statements {
		if role := regexp.MustCompile(`create role (\w+)`).FindStringSubmatch(statement); role != nil {
			e.passwords[role[1]] = rand.Text()
			statement = strings.ReplaceAll(statement, "'…'", "'"+e.passwords[role[1]]+"'")
		}
		if _, err := conn.Exec(e.t.Context(), statement); err != nil {
			e.t.Fatalf("%s: %v", statement, err)
		}
	}
}

// faults are the rows of the page's check.
func (e *encrypted) faults(check string) (faults []string) {
	e.t.Helper()
	conn := connect(e.t, strings.Replace(e.superuser, "dbname=postgres", "dbname=referto", 1))
	rows, err := conn.Query(e.t.Context(), check)
	if err == nil {
		faults, err = pgx.CollectRows(rows, pgx.RowTo[string])
	}
	if err != nil {
		e.t.Fatal(err)
	}
	return faults
}

// address is the address of a role in the page's form.
func (e *encrypted) address(role, host, options string) string {
	return fmt.Sprintf("postgres://%s:%s@%s:%d/referto?%s", role, e.passwords[role], host, e.port, options)
}

// The SQL of the page makes roles and a database as which the program migrates and serves, by TLS that it
// verifies and by nothing else; the check of the page finds nothing, and each thing that is wrong.
func TestTheDatabasePage(t *testing.T) {
	t.Parallel()
	text, err := os.ReadFile("../../../docs/operate/database.md")
	if err != nil {
		t.Fatal(err)
	}
	p := page{string(text)}
	hba := strings.Join(p.blocks("hba"), "")
	if !strings.Contains(hba, "10.0.0.0/8") {
		t.Fatalf("the lines of pg_hba.conf are %q", hba)
	}
	e := startEncrypted(t, strings.ReplaceAll(hba, "10.0.0.0/8", "127.0.0.1/32"))
	sql, version := p.blocks("sql"), "sql 15"
	if e.major >= 17 {
		version = "sql 17"
	}
	if len(sql) != 5 {
		t.Fatalf("the page has %d statements", len(sql))
	}
	e.run("postgres", sql[:3]...)
	e.run("postgres", p.blocks(version)...)
	e.run("postgres", sql[3:]...)
	e.run("postgres", p.blocks("sql limit")...)
	e.run("postgres", "create role stranger login password '…'")

	verified := "sslmode=verify-full&sslrootcert=" + e.authority
	e.run("postgres", fmt.Sprintf("alter database referto connection limit %d", tenantdb.MigrationConnections)) // the number on the page
	if _, err := tenantdb.Migrate(t.Context(), e.address(tenantdb.OwnerRole, "127.0.0.1", verified)); err != nil {
		t.Fatal(err)
	}
	e.run("postgres", "alter database referto connection limit -1")
	db, err := tenantdb.Open(t.Context(), e.address(tenantdb.ApplicationRole, "127.0.0.1", verified), 2)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(db.Close)
	if err := db.CheckSchema(t.Context()); err != nil {
		t.Error(err)
	}
	connect(t, e.address(tenantdb.BackupRole, "127.0.0.1", verified))
	conn := connect(t, e.address(tenantdb.ApplicationRole, "127.0.0.1", verified))
	var secured bool
	if err := conn.QueryRow(t.Context(), `select ssl from pg_stat_ssl where pid = pg_backend_pid()`).Scan(&secured); err != nil || !secured {
		t.Errorf("the connection is encrypted: %v, %v", secured, err)
	}
	for _, tt := range []struct{ what, address, fault string }{
		{"another name than the certificate's", e.address(tenantdb.ApplicationRole, "localhost", verified), "certificate"},
		{"an authority that is not ours", e.address(tenantdb.ApplicationRole, "127.0.0.1", "sslmode=verify-full&sslrootcert="+otherAuthority(t)), "certificate"},
		{"no authority of the machine's", e.address(tenantdb.ApplicationRole, "127.0.0.1", "sslmode=verify-full"), "certificate"},
		{"no TLS", e.address(tenantdb.ApplicationRole, "127.0.0.1", "sslmode=disable"), "no encryption"},
		{"another password", strings.Replace(e.address(tenantdb.ApplicationRole, "127.0.0.1", verified), e.passwords[tenantdb.ApplicationRole], "guessed", 1), "password"},
		{"a role that is none of ours", e.address("stranger", "127.0.0.1", verified), "reject"},
	} {
		db, err := tenantdb.Open(t.Context(), tt.address, 2)
		if err == nil {
			db.Close()
		}
		if err == nil || !strings.Contains(err.Error(), tt.fault) {
			t.Errorf("%s: %v", tt.what, err)
		}
	}

	check := strings.Join(p.blocks("sql check"), ";")
	if faults := e.faults(check); len(faults) > 0 {
		t.Errorf("the check finds %q", faults)
	}
	for _, tt := range []struct{ breaks, repairs, fault string }{
		{"alter table league.players owner to postgres", "alter table league.players owner to referto_owner", "not the owner's: league.players"},
		{"alter table league.players no force row level security", "alter table league.players force row level security", "its rows are not kept apart: players"},
		{"grant truncate on league.players to referto_app", "revoke truncate on league.players from referto_app", "the application may empty or extend it: players"},
		{"grant insert on league.players to referto_backup", "revoke insert on league.players from referto_backup", "the backup role may write it: players"},
		{"revoke pg_read_all_data from referto_backup", "grant pg_read_all_data to referto_backup", "the backup role may not read it: players"},
		{"alter role referto_app bypassrls", "alter role referto_app nobypassrls", "may too much: referto_app"},
		{"alter role referto_backup nobypassrls", "alter role referto_backup bypassrls", "may too much: referto_backup"},
		{"grant referto_owner to referto_app", "revoke referto_owner from referto_app", "referto_app is a member of referto_owner"},
		{"grant temporary on database referto to referto_app", "revoke temporary on database referto from referto_app", "may make schemas or temporary tables: referto_app"},
		{"grant connect on database referto to public", "revoke connect on database referto from public", "anybody may connect"},
	} {
		e.run("referto", tt.breaks)
		if faults := e.faults(check); !slices.Contains(faults, tt.fault) {
			t.Errorf("after %s the check finds %q", tt.breaks, faults)
		}
		e.run("referto", tt.repairs)
	}
	if faults := e.faults(check); len(faults) > 0 {
		t.Errorf("in the end the check finds %q", faults)
	}
	e.run("referto", "drop owned by referto_backup", "drop role referto_backup")
	if faults := e.faults(check); len(faults) > 0 {
		t.Errorf("where nobody makes dumps the check finds %q", faults)
	}
}

// initialized returns the statements that CloudNativePG runs as administrator when it makes the chart's cluster: in
// the database postgres, and in the application's.
func initialized(t *testing.T) (first, application []string) {
	t.Helper()
	rendered, err := os.ReadFile("../../../deploy/helm/rendered/own-database.install.yaml")
	if err != nil {
		t.Fatal(err)
	}
	for decoder := yaml.NewDecoder(bytes.NewReader(rendered)); ; {
		var o struct {
			Kind string
			Spec struct {
				Bootstrap struct {
					Initdb struct {
						PostInitSQL            []string `yaml:"postInitSQL"`
						PostInitApplicationSQL []string `yaml:"postInitApplicationSQL"`
					}
				}
			}
		}
		if err := decoder.Decode(&o); err != nil {
			t.Fatalf("no cluster: %v", err)
		}
		if o.Kind == "Cluster" {
			return o.Spec.Bootstrap.Initdb.PostInitSQL, o.Spec.Bootstrap.Initdb.PostInitApplicationSQL
		}
	}
}

// The roles and the database that the chart has CloudNativePG make pass the check of the page.
func TestTheDatabaseOfTheChart(t *testing.T) {
	t.Parallel()
	text, err := os.ReadFile("../../../docs/operate/database.md")
	if err != nil {
		t.Fatal(err)
	}
	p := page{string(text)}
	e := startEncrypted(t, "host all all 127.0.0.1/32 scram-sha-256\n")
	first, application := initialized(t)
	if len(first) == 0 || len(application) == 0 {
		t.Fatalf("the cluster runs %q and %q", first, application)
	}
	version := "sql 15"
	if e.major >= 17 {
		version = "sql 17"
	}
	e.run("postgres", "create role referto_owner login") // as the operator makes an owner
	e.run("postgres", p.blocks(version)...)
	e.run("postgres", first...)
	e.run("referto", application...)
	// As it does with the secrets of managed roles.
	for _, role := range []string{tenantdb.OwnerRole, tenantdb.ApplicationRole, tenantdb.BackupRole} {
		e.run("postgres", "alter role "+role+" password '"+e.passwords[role]+"'")
	}
	options := "sslmode=verify-full&sslrootcert=" + e.authority
	if _, err := tenantdb.Migrate(t.Context(), e.address(tenantdb.OwnerRole, "127.0.0.1", options)); err != nil {
		t.Fatal(err)
	}
	for _, role := range []string{tenantdb.ApplicationRole, tenantdb.BackupRole} {
		connect(t, e.address(role, "127.0.0.1", options))
	}
	if faults := e.faults(strings.Join(p.blocks("sql check"), ";")); len(faults) > 0 {
		t.Errorf("the check finds %q", faults)
	}
}

// otherAuthority returns the file of an unknown authority.
func otherAuthority(t *testing.T) string {
	t.Helper()
	return newCertificates(t, t.TempDir()).authority
}

// The numbers on the page are those of the program.
func TestTheConnectionsOfThePage(t *testing.T) {
	t.Parallel()
	text, err := os.ReadFile("../../../docs/operate/database.md")
	if err != nil {
		t.Fatal(err)
	}
	for _, want := range []string{
		fmt.Sprintf("and **%d** more: %d for jobs", tenantdb.ConnectionsBeside, tenantdb.JobConnections),
		fmt.Sprintf("(DATABASE_CONNECTIONS + %d) + %d + 3", tenantdb.ConnectionsBeside, tenantdb.MigrationConnections),
		fmt.Sprintf("3 × %d + %d + 3 + 3 = %d", 16+tenantdb.ConnectionsBeside, tenantdb.MigrationConnections, 3*(16+tenantdb.ConnectionsBeside)+tenantdb.MigrationConnections+6),
		fmt.Sprintf("connection limit %d;", 4*(16+tenantdb.ConnectionsBeside)), fmt.Sprintf("(4 × %d:", 16+tenantdb.ConnectionsBeside),
	} {
		if !strings.Contains(string(text), want) {
			t.Errorf("the page does not say %q", want)
		}
	}
}
