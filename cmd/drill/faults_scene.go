package main

import (
	"context"
	"fmt"
	"net"
	"net/http/httptest"
	"os"
	"os/exec"
	"path/filepath"
	"strconv"
	"strings"
	"sync"
	"syscall"
	"time"

	"github.com/jackc/pgx/v5"

	"referto/internal/apiclient"
	"referto/internal/embedpg"
	"referto/internal/media/blob/blobtest"
	"referto/internal/tenant/tenantdb"
	"referto/openapi"
)

// setup describes the installation for a fault.
type setup struct {
	// servers is the number of servers; 0 is one.
	servers int
	// ahead is by how much the clock of the last server is.
	ahead time.Duration
	// settings are parameters of the database.
	settings map[string]string
	// disk is the size in megabytes of the file system that the database is on; 0 is the machine's.
	disk int
	// conns is the number of connections that a server has for requests; 0 is the program's own.
	conns int
	// answersWithin is the time within which every request is answered; 0 is the promise of the program.
	answersWithin time.Duration
	// database, mail and files are led through toxiproxy.
	database, mail, files bool
	// limited has servers limit requests as they do without settings.
	limited bool
	// metrics makes servers serve their metrics.
	metrics bool
	// pace is the time for which people rest between two of their acts; 0 is not at all.
	pace time.Duration
	// field is the number of players who enter one event before the others enter the next one; 0 has all enter the first.
	field int
	// cluster has three nodes keep the database, of which one leads.
	cluster bool
}

// scene is an installation on which one fault is tried: a database, servers of the program, a mail
// server and a bucket for files.
type scene struct {
	rehearsal
	setup

	ctx      context.Context // ends with the scene
	stop     context.CancelFunc
	folder   string
	mounted  bool
	mu       sync.Mutex      // over postgres
	postgres *embedpg.Server // nil where a cluster keeps the database
	nodes    *cluster
	letters  *letterbox
	bucket   *blobtest.Bucket
	service  *httptest.Server // of the bucket

	databaseLine, mailLine, filesLine *line  // nil: led directly
	databaseAddress, filesAddress     string // as servers know them

	servers []*running
	people  *people
	crowd   *crowd
	invited int    // by letters
	acted   int    // by act
	note    string // added by a fault to its figure
}

// bucketName and bucketKey name the bucket and the account that has it.
const (
	bucketName = "files"
	bucketKey  = "key"
)

// begin makes the installation, an account, a club and an event that people enter.
func (s *scene) begin(ctx context.Context) (err error) {
	s.ctx, s.stop = context.WithCancel(ctx)
	if s.folder, err = os.MkdirTemp("", "referto-faults-*"); err != nil {
		return err
	}
	if err := os.Chmod(s.folder, 0o755); err != nil { // the account of PostgreSQL has to pass
		return err
	}
	if err := s.beginDatabase(); err != nil {
		return err
	}
	if s.letters, err = startLetterbox(s.ctx); err != nil {
		return err
	}
	s.bucket = blobtest.NewBucket(bucketName, bucketKey, time.Now)
	s.service = httptest.NewServer(s.bucket)
	s.filesAddress = s.service.Listener.Addr().String()
	if err := s.beginLines(); err != nil {
		return err
	}
	if err := s.found(); err != nil {
		return err
	}
	s.servers = make([]*running, max(1, s.setup.servers))
	for i := range s.servers {
		if err := s.start(i); err != nil {
			return err
		}
	}
	s.crowd, err = newCrowd(s)
	return err
}

// at is a place in the scene's folder.
func (s *scene) at(name string) string { return filepath.Join(s.folder, name) }

func (s *scene) beginDatabase() error {
	if err := os.Mkdir(s.at("database"), 0o755); err != nil {
		return err
	}
	if s.disk > 0 {
		out, err := exec.CommandContext(s.ctx, "mount", "-t", "tmpfs", "-o", fmt.Sprintf("size=%dm,mode=755", s.disk), "faults", s.at("database")).CombinedOutput()
		if err != nil {
			return fmt.Errorf("%w: a small file system needs root: mount: %s", errCannot, strings.TrimSpace(string(out)))
		}
		s.mounted = true
	}
	begin := s.startDatabase
	if s.cluster {
		begin = s.startCluster
	}
	if err := begin(); err != nil {
		return err
	}
	if err := tenantdb.Prepare(s.ctx, s.superuser("postgres"), databaseName); err != nil {
		return err
	}
	for _, args := range [][]string{{"make-keys", s.at("keys")}, {"migrate"}} {
		command := exec.CommandContext(s.ctx, s.program, args...)
		command.Env = []string{"MIGRATE_DATABASE_URL=" + s.dsn(databaseName, tenantdb.OwnerRole), "DATA_DIR=" + s.folder}
		if out, err := command.CombinedOutput(); err != nil {
			return fmt.Errorf("api %s: %w: %s", args[0], err, out)
		}
	}
	return nil
}

// startDatabase starts the database, also after it has ended otherwise than by Stop.
func (s *scene) startDatabase() (err error) {
	settings := map[string]string{"max_connections": "60"}
	for name, value := range s.settings {
		settings[name] = value
	}
	server, err := embedpg.Start(s.ctx, embedpg.Options{State: s.at("database"), Settings: settings})
	if err != nil {
		return err
	}
	s.mu.Lock()
	defer s.mu.Unlock()
	s.postgres = server
	return nil
}

// restartDatabase starts the database again, after it has ended or was killed, as its supervisor does.
func (s *scene) restartDatabase() error {
	<-s.postgres.Done()
	_ = s.postgres.Stop(s.ctx) // gives its folder back; that it had ended is known
	return s.startDatabase()
}

// startCluster starts the nodes that keep the database.
func (s *scene) startCluster() (err error) {
	s.nodes, err = startCluster(s.ctx, s.at("database"), s.lines)
	return err
}

// dsn is the address of a database for a role, past all lines.
func (s *scene) dsn(database, role string) string {
	if s.nodes != nil {
		return s.nodes.dsn(database, role)
	}
	return s.postgres.DSN(database, role)
}

// superuser is the address of a database for a look from outside.
func (s *scene) superuser(database string) string { return s.dsn(database, "postgres") }

// signal sends the postmaster a signal.
func (s *scene) signal(signal syscall.Signal) error {
	pid, err := embedpg.Postmaster(s.postgres.Data())
	if err != nil {
		return err
	}
	return syscall.Kill(pid, signal)
}

// beginLines makes the lines that lead through toxiproxy. Servers reach the database by a relay in any case,
// so that they find it again where it has started anew.
func (s *scene) beginLines() (err error) {
	if s.nodes == nil {
		if s.databaseAddress, err = relay(s.ctx, s.socket); err != nil {
			return err
		}
	}
	for _, one := range []struct {
		wanted  bool
		line    **line
		address *string
	}{
		{s.database, &s.databaseLine, &s.databaseAddress},
		{s.mail, &s.mailLine, &s.letters.address},
		{s.files, &s.filesLine, &s.filesAddress},
	} {
		if !one.wanted {
			continue
		}
		if *one.line, err = s.lines.line(s.ctx, "line-"+strconv.FormatInt(time.Now().UnixNano(), 36), *one.address); err != nil {
			return err
		}
		*one.address = (*one.line).address
	}
	return nil
}

// socket returns the network and the address on which the database listens now.
func (s *scene) socket() (network, address string) {
	s.mu.Lock()
	defer s.mu.Unlock()
	host, port, err := socket(s.postgres.DSN(databaseName, tenantdb.ApplicationRole))
	if err != nil {
		return "unix", "" // there is no process
	}
	return "unix", host + "/.s.PGSQL." + port
}

// guestEmail is the address of an account without any role.
const guestEmail = "guest@drill.example"

// found makes the accounts, a club and its event, with a server that puts mails into a folder.
func (s *scene) found() error {
	server, err := serve(s.ctx, s.program, append(s.environ(""), "SMTP_URL="), s.at("server.log"))
	if err != nil {
		return err
	}
	defer server.kill()
	if s.people, err = found(s.ctx, server.address, s.at("mail")); err != nil {
		return err
	}
	_, err = apiclient.Mailbox(s.at("mail")).SignUp(s.ctx, apiclient.New(server.address), openapi.NewAccount{Email: guestEmail, Name: "Gina", Password: password, Language: "en"})
	return err
}

// environ are the settings of a server that listens at an address, "" for a free port.
func (s *scene) environ(listen string) []string {
	host, port, _ := net.SplitHostPort(s.databaseAddress)
	database := fmt.Sprintf("host=%s port=%s dbname=%s user=%s sslmode=disable", host, port, databaseName, tenantdb.ApplicationRole)
	if s.nodes != nil {
		database = s.nodes.url(databaseName, tenantdb.ApplicationRole)
	}
	if listen == "" {
		listen = "127.0.0.1:0"
	}
	out := []string{
		"PATH=" + os.Getenv("PATH"), "HOME=" + s.folder, "LISTEN=" + listen, "PUBLIC_URL=http://referto.example", "METRICS_LISTEN=", "LOG_LEVEL=warn", "DATA_DIR=" + s.folder,
		"DATABASE_URL=" + database, "SMTP_URL=smtp+plain://" + s.letters.address, "FILES_URL=s3+plain://" + bucketKey + ":secret@" + s.filesAddress + "/" + bucketName,
		"LETTERS_PER_TENANT=0", "UPLOADS_PER_TENANT_MB=0", "TENANTS_PER_ACCOUNT=0", // all requests are of a few people
		"SIGNING_KEYS=" + s.at("keys/signing.pem"), "SECRET_FILE=" + s.at("keys/secret"), "SEALING_KEYS=" + s.at("keys/sealing"),
	}
	if !s.limited {
		out = append(out, "RATE_PER_ACCOUNT=0", "RATE_PER_NETWORK=0", "RATE_PER_TENANT=0")
	}
	if s.metrics {
		out = append(out, "METRICS_LISTEN=127.0.0.1:0")
	}
	if s.conns > 0 {
		out = append(out, fmt.Sprintf("DATABASE_CONNECTIONS=%d", s.conns))
	}
	return out
}

// start starts a server, where it was before if it has been there.
func (s *scene) start(i int) (err error) {
	listen := ""
	if s.servers[i] != nil {
		listen = strings.TrimPrefix(s.servers[i].address, "http://")
	}
	var args []string
	if s.ahead != 0 && i == len(s.servers)-1 {
		args = []string{"-at", time.Now().Add(s.ahead).UTC().Format(time.RFC3339)}
	}
	server, err := serve(s.ctx, s.program, s.environ(listen), s.at("server.log"), args...)
	if err == nil { // else those who ask meanwhile still find the address of the one before
		s.servers[i] = server
	}
	return err
}

// sql runs statements as the superuser, who may write even when a database refuses others.
func (s *scene) sql(statements ...string) error {
	conn, err := pgx.Connect(s.ctx, s.superuser(databaseName)+" default_transaction_read_only=off")
	if err != nil {
		return err
	}
	defer func() { _ = conn.Close(context.WithoutCancel(s.ctx)) }()
	for _, statement := range statements {
		if _, err := conn.Exec(s.ctx, statement); err != nil {
			return fmt.Errorf("%s: %w", statement, err)
		}
	}
	return nil
}

// number asks for a number as the superuser.
func (s *scene) number(query string, args ...any) (n int, err error) {
	conn, err := pgx.Connect(s.ctx, s.superuser(databaseName))
	if err != nil {
		return 0, err
	}
	defer func() { _ = conn.Close(context.WithoutCancel(s.ctx)) }()
	if err = conn.QueryRow(s.ctx, query, args...).Scan(&n); err != nil {
		err = fmt.Errorf("%s: %w", query, err)
	}
	return n, err
}

// end ends all that runs.
func (s *scene) end() error {
	if s.stop == nil {
		return nil
	}
	for _, server := range s.servers {
		if server != nil {
			server.kill()
		}
	}
	for _, l := range []*line{s.databaseLine, s.mailLine, s.filesLine} {
		if l != nil {
			_ = l.remove(context.WithoutCancel(s.ctx))
		}
	}
	if s.service != nil {
		s.service.CloseClientConnections()
		s.service.Close()
	}
	if s.nodes != nil {
		s.nodes.end()
	}
	if s.postgres != nil {
		ctx, cancel := context.WithTimeout(context.WithoutCancel(s.ctx), time.Minute)
		_ = s.postgres.Stop(ctx) // it may have been killed
		cancel()
	}
	s.stop()
	if s.mounted {
		if out, err := exec.Command("umount", s.at("database")).CombinedOutput(); err != nil { //nolint:noctx // also after an interrupt
			return fmt.Errorf("umount: %w: %s", err, out)
		}
	}
	return os.RemoveAll(s.folder)
}
