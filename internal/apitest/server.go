package apitest

import (
	"context"
	"encoding/base64"
	"io/fs"
	"log/slog"
	"net"
	"net/http"
	"net/http/httptest"
	"os"
	"runtime/debug"
	"testing"
	"time"

	"referto/internal/authz/password"
	"referto/internal/authz/token"
	"referto/internal/league/desk/moneydesk"
	"referto/internal/mail"
	"referto/internal/media/blob"
	"referto/internal/sealed"
	"referto/internal/serve"
	"referto/internal/tenant/tenantdb"
	"referto/internal/tenant/tenantdb/tenantdbtest"
)

// PublicURL is the address the server believes to be reached under: links in mails
// begin with it. It is not the address it listens on, so that a link built from a
// request's Host header would show.
const PublicURL = "https://referto.example"

// Began is the time the clock shows at the start: the morning of the Aosta stage of
// the 8th championship.
var Began = time.Date(2009, 2, 8, 8, 0, 0, 0, time.UTC)

// Secret is the servers' secret, the same for all.
var Secret = []byte("a secret of the tests, 32 bytes..")

// Run runs the tests of a package and stops the PostgreSQL they started. Garbage is
// collected less often than usual: a test binary lives for minutes, and a quarter of its
// time went there.
func Run(m *testing.M) int {
	debug.SetGCPercent(400)
	return tenantdbtest.Run(m)
}

// Server is a running server with its surroundings.
type Server struct {
	T        testing.TB
	Address  string // http://127.0.0.1:port
	Clock    *Clock
	Database tenantdbtest.Database
	Mailbox  *Mailbox

	log      *watchedLog
	contract *contract
	http     *http.Client
	config   serve.Config
	files    string // folder
	stop     context.CancelFunc
	// recollection checks the server's cache.
	recollection *recollection
	stopped      chan error
	running      *serve.Server
}

// Start starts a server on a database that holds nothing yet and is the test's alone until
// it ends, see [tenantdbtest.Borrow]. It stops with the test.
func Start(t testing.TB) *Server {
	t.Helper()
	database, db := tenantdbtest.Borrow(t)
	return startOn(t, database, db)
}

// start starts a server that reaches its database through the address that lead returns.
func start(t testing.TB, lead func(tenantdbtest.Database) tenantdbtest.Database) *Server {
	t.Helper()
	return StartOn(t, lead(tenantdbtest.Create(t)))
}

// StartOn is [Start] on a database of the test's.
func StartOn(t testing.TB, database tenantdbtest.Database) *Server {
	t.Helper()
	return startOn(t, database, tenantdbtest.Open(t, database))
}

// StartHurried is [StartOn] with requests that wait and take no longer than those of a server in use. It is
// for tests of these bounds: all others must not fail because the machine does much else.
func StartHurried(t testing.TB, database tenantdbtest.Database) *Server {
	t.Helper()
	return startOn(t, database, tenantdbtest.OpenHurried(t, database), func(c *serve.Config) { c.RequestTime = 0 })
}

// StartWith is [Start] of a server that is configured otherwise.
func StartWith(t testing.TB, change func(*serve.Config)) *Server {
	t.Helper()
	database, db := tenantdbtest.Borrow(t)
	return startOn(t, database, db, change)
}

func startOn(t testing.TB, database tenantdbtest.Database, db *tenantdb.DB, changes ...func(*serve.Config)) *Server {
	t.Helper()
	s := &Server{
		T: t, Clock: NewClock(Began), Database: database, Mailbox: newMailbox(t),
		log: newWatchedLog(t), contract: loadContract(t),
		http: &http.Client{Timeout: 2 * patience}, files: t.TempDir(),
	}
	s.config = serve.Config{
		DB: db, Log: slog.New(s.log), Now: s.Clock.Now, Keys: NewKeys(t),
		Secret: Secret, PublicURL: PublicURL, Mail: s.Mailbox, Files: NewFiles(t, s.files),
		Sealing: Sealing(t), Keeping: Keeping, PasswordCost: PasswordCost, Limits: Limits, LookForJobs: tenantdbtest.LookForJobs(), RequestTime: patience,
	}
	s.recollection = newRecollection(s)
	s.config.Kept = s.recollection.check
	for _, change := range changes {
		change(&s.config)
	}
	s.run()
	t.Cleanup(s.Stop)
	return s
}

// Replica is another server on the same database, with the same keys, mailbox and clock,
// as behind one address. It stops with the test.
func (s *Server) Replica() *Server { return s.ReplicaWith() }

// ReplicaWith is [Server.Replica] with a server that is configured otherwise: with a clock that is
// wrong, or on the way to another key.
func (s *Server) ReplicaWith(changes ...func(*serve.Config)) *Server {
	s.T.Helper()
	other := *s
	other.http = &http.Client{Timeout: 2 * patience}
	other.config.DB = tenantdbtest.Open(s.T, s.Database)
	for _, change := range changes {
		change(&other.config)
	}
	other.run()
	s.T.Cleanup(other.Stop)
	return &other
}

// FilesDir is the folder in which the server keeps files.
func (s *Server) FilesDir() string { return s.files }

// Files are the names of the files that the server keeps.
func (s *Server) Files() (names []string) {
	s.T.Helper()
	err := fs.WalkDir(os.DirFS(s.files), ".", func(name string, entry fs.DirEntry, err error) error {
		if err == nil && !entry.IsDir() {
			names = append(names, name)
		}
		return err
	})
	if err != nil {
		s.T.Fatal(err)
	}
	return names
}

// NewFiles is a store of files in a folder.
func NewFiles(t testing.TB, dir string) blob.Store {
	t.Helper()
	files, err := blob.NewFolder(dir)
	if err != nil {
		t.Fatal(err)
	}
	return files
}

// Keeping sets for how many days the servers keep the data of refund claims.
var Keeping = moneydesk.Keeping{Accounts: 90, Paid: 3653, Unpaid: 90, Idle: 365}

// Limits are those that servers have without settings, but for requests: a test asks more in a moment
// than people do in an hour.
var Limits = serve.Limits{
	TenantsOfAccount: 10, LettersOfTenant: 1000, UploadsOfTenant: 5000, StreamsOfAccount: 50, StreamsOfNetwork: 1000,
}

// PasswordCost is the cost of a hash at the servers: next to nothing, because a test
// signs up dozens of people. Package password tests the cost of real servers.
var PasswordCost = password.Cost{Memory: 8, Iterations: 1}

// Sealing returns the servers' keys that encrypt stored data, the same for all.
func Sealing(t testing.TB) sealed.Keys {
	t.Helper()
	keys, err := sealed.ParseKeys([]byte("tests " + base64.StdEncoding.EncodeToString(Secret[:32])))
	if err != nil {
		t.Fatal(err)
	}
	return keys
}

// NewKeys are signing keys of their own.
func NewKeys(t testing.TB) token.Keys {
	t.Helper()
	text, err := token.GenerateKey()
	if err != nil {
		t.Fatal(err)
	}
	keys, err := token.ParseKeys(text)
	if err != nil {
		t.Fatal(err)
	}
	return keys
}

func (s *Server) run() {
	s.T.Helper()
	server, err := serve.New(s.config)
	if err != nil {
		s.T.Fatal(err)
	}
	listener, err := (&net.ListenConfig{}).Listen(context.Background(), "tcp", "127.0.0.1:0")
	if err != nil {
		s.T.Fatal(err)
	}
	ctx, cancel := context.WithCancel(context.Background())
	s.running = server
	s.Address, s.stop, s.stopped = "http://"+listener.Addr().String(), cancel, make(chan error, 1)
	go func() { s.stopped <- server.Run(ctx, listener) }()
}

// Stop stops the server gracefully. It may be called twice.
func (s *Server) Stop() {
	if s.stop == nil {
		return
	}
	s.stop()
	s.stop = nil
	if err := <-s.stopped; err != nil {
		s.T.Errorf("the server stopped: %v", err)
	}
	s.http.CloseIdleConnections()
}

// Restart stops the server and starts another process' worth of it on the same
// database, with the same secret and keys: nothing that was kept in memory is left.
func (s *Server) Restart() {
	s.T.Helper()
	s.Stop()
	s.run()
}

// RestartWith is [Server.Restart] of a server that is configured otherwise from then on.
func (s *Server) RestartWith(change func(*serve.Config)) {
	s.T.Helper()
	s.Stop()
	change(&s.config)
	s.run()
}

// Pass moves the clock on and has the jobs that wait for a later time look at it again. It waits until
// those at hand have had their turn, for one that is at work has looked at the clock already.
func (s *Server) Pass(d time.Duration) {
	s.T.Helper()
	s.AwaitJobs()
	s.Clock.Advance(d)
	s.Database.Alter(s.T, "update jobs.river_job set scheduled_at = now(), state = 'available' where state = 'scheduled'")
}

// AwaitJobs waits until no job is at hand: those that are left have failed, or wait for a later time.
func (s *Server) AwaitJobs() {
	s.T.Helper()
	for tries := 0; s.Database.Count(s.T, "select count(*) from jobs.river_job where state in ('available', 'running')") > 0; tries++ {
		if tries == 3000 {
			s.T.Fatal("jobs are still at work")
		}
		time.Sleep(10 * time.Millisecond)
	}
}

// DB is the server's pool, for checks of data that no answer shows.
func (s *Server) DB() *tenantdb.DB { return s.config.DB }

// Metrics returns the server's counts, in the format of Prometheus.
func (s *Server) Metrics() string {
	s.T.Helper()
	answer := httptest.NewRecorder()
	s.running.Metrics().ServeHTTP(answer, httptest.NewRequest(http.MethodGet, "/metrics", http.NoBody))
	if answer.Code != http.StatusOK {
		s.T.Fatalf("metrics: %d %s", answer.Code, answer.Body)
	}
	return answer.Body.String()
}

// Patterns are the patterns of the addresses that the server has a GET for.
func (s *Server) Patterns() []string { return s.running.Patterns() }

// ErrorsDue announces that the server will log errors, which then do not fail the test.
func (s *Server) ErrorsDue() { s.log.due.Store(true) }

var _ mail.Sender = (*Mailbox)(nil)
