package main

import (
	"context"
	"encoding/json"
	"errors"
	"flag"
	"fmt"
	"io"
	"log/slog"
	"net"
	"os"
	"path/filepath"
	"strings"
	"time"

	"go.opentelemetry.io/otel/trace"

	"referto/internal/demo"
	"referto/internal/league/desk/moneydesk"
	"referto/internal/serve"
	"referto/internal/tenant/tenantdb"
)

// serveCommand runs the server until a signal ends it.
func serveCommand(ctx context.Context, s Settings, args []string, stdout, stderr io.Writer) (err error) {
	flags := flag.NewFlagSet("serve", flag.ContinueOnError)
	flags.SetOutput(stderr)
	at := flags.String("at", "", "`time` (RFC 3339) the clock starts at, to replay an old season; default: now")
	clockFile := flags.String("clock", "", "`file` that moves the clock whenever it is written: it says what time (RFC 3339) it was then")
	withDemo := flags.Bool("demo", true, "load the demo federation into an empty embedded database")
	throwAway := flags.Bool("throw-away", false, "keep the embedded database only until the server stops, in memory where there is room: for trials")
	embedded := flags.Bool("embedded", true, "keep in DATA_DIR what no setting places elsewhere: database, files, mails, keys; false refuses to start instead")
	asJSON := flags.Bool("json", false, "print the address as one line of JSON, for programs that start the server")
	if err := flags.Parse(args); err != nil {
		return err
	}
	if err := s.checkServe(*embedded); err != nil {
		return err
	}
	now, err := clock(*at, *clockFile)
	if err != nil {
		return err
	}
	out, closeLog, err := logOutput(s, stderr)
	if err != nil {
		return err
	}
	defer closeLog()
	level, _ := s.level() // checked when read
	log, endLog := newLog(out, level)
	defer endLog()
	limitMemory(s, os.Getenv("GOMEMLIMIT") != "", machineMemory(os.DirFS("/")), log)

	db, err := openDatabase(ctx, s, *throwAway, postgresLog(s))
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, closeWithin(db, closeTime)) }()
	if db.embedded != nil { // without its database the server is of no use
		var stop context.CancelFunc
		ctx, stop = context.WithCancel(ctx)
		defer stop()
		go func() {
			<-db.embedded.Done()
			if ctx.Err() == nil { // it stopped unasked
				log.Error("the embedded PostgreSQL has ended by itself: stopping")
			}
			stop()
		}()
	}
	return listenAndServe(ctx, s, db, log, now, stdout, *withDemo && db.embedded != nil, *asJSON)
}

// closeTime limits how long the embedded database may take to end.
const closeTime = 2 * time.Minute

// closeWithin closes the database. The error also reports that an embedded one had ended by itself, and why.
func closeWithin(db database, limit time.Duration) error {
	ctx, cancel := context.WithTimeout(context.Background(), limit)
	defer cancel()
	return db.close(ctx)
}

// logOutput opens the destination of the log: a file, or the standard error.
func logOutput(s Settings, stderr io.Writer) (out io.Writer, end func(), err error) {
	if s.LogFile == "" {
		return stderr, func() {}, nil
	}
	if err := os.MkdirAll(filepath.Dir(s.LogFile), 0o755); err != nil {
		return nil, nil, fmt.Errorf("settings: LOG_FILE: %w", err)
	}
	file, err := os.OpenFile(s.LogFile, os.O_APPEND|os.O_CREATE|os.O_WRONLY, 0o600)
	if err != nil {
		return nil, nil, fmt.Errorf("settings: LOG_FILE: %w", err)
	}
	return file, func() { _ = file.Close() }, nil
}

// listenAndServe wires the server on its listener and prints its address.
func listenAndServe(ctx context.Context, s Settings, db database, log *slog.Logger, now func() time.Time, stdout io.Writer, withDemo, asJSON bool) error {
	listener, err := net.Listen("tcp", s.Listen)
	if err != nil {
		return fmt.Errorf("listen on %s: %w", s.Listen, err)
	}
	address := "http://" + listener.Addr().String()
	if s.PublicURL == "" {
		s.PublicURL = address
	}
	tracer, endTraces, err := startTraces(ctx, s, log)
	if err != nil {
		return errors.Join(err, listener.Close())
	}
	defer endTraces()
	server, pool, err := newServer(ctx, s, db, log, now, tracer)
	if err != nil {
		return errors.Join(err, listener.Close())
	}
	defer pool.Close()
	ctx, stop := context.WithCancel(ctx)
	defer stop()
	profiles, err := serveProfiles(ctx, s.ProfilesListen)
	if err != nil {
		return errors.Join(err, listener.Close())
	}
	metrics, err := serveMetrics(ctx, s.MetricsListen, server.Metrics())
	if err != nil {
		return errors.Join(err, listener.Close())
	}
	ended := make(chan error, 1)
	go func() { ended <- server.Run(ctx, listener) }()
	if asJSON {
		err = printAddresses(stdout, address, profiles, metrics)
	} else {
		err = announceServer(ctx, s, server, address, metrics, stdout, withDemo, now)
	}
	if err != nil {
		stop()
		return errors.Join(err, <-ended)
	}
	return <-ended
}

func newServer(ctx context.Context, s Settings, db database, log *slog.Logger, now func() time.Time, tracer trace.Tracer) (*serve.Server, *tenantdb.DB, error) {
	keys, err := readKeys(s)
	if err != nil {
		return nil, nil, err
	}
	sender, err := mailSender(s, log, now)
	if err != nil {
		return nil, nil, err
	}
	files, err := s.files()
	if err != nil {
		return nil, nil, err
	}
	proxies, _ := s.proxies() // checked when read
	pool, err := tenantdb.Open(ctx, db.application, s.DatabaseConns)
	if err != nil {
		return nil, nil, err
	}
	if err := keys.check(ctx, pool, now()); err != nil {
		pool.Close()
		return nil, nil, err
	}
	server, err := serve.New(serve.Config{
		DB: pool, Log: log, Now: now, Keys: keys.signing, Secret: keys.secrets[0], FurtherSecrets: keys.secrets[1:], PublicURL: s.PublicURL, Mail: sender, Files: files, TrustedProxies: proxies,
		DrainDelay: s.DrainDelay, Tracer: tracer,
		Limits: serve.Limits{
			PointsOfAccount: s.AccountPoints, PointsOfNetwork: s.NetworkPoints, PointsOfTenant: s.TenantPoints,
			TenantsOfAccount: s.TenantsOfAccount, LettersOfTenant: s.LettersOfTenant, UploadsOfTenant: s.UploadsOfTenant,
			StreamsOfAccount: s.StreamsOfAccount, StreamsOfNetwork: s.StreamsOfNetwork, StreamsOfServer: s.StreamsOfServer,
		},
		SecurityLog: serve.SecurityLog{Keep: time.Duration(s.SecurityLogDays) * 24 * time.Hour, Every: writeRefusalsEvery},
		Sealing:     keys.sealing, Keeping: moneydesk.Keeping{Accounts: s.KeepBankData, Paid: s.KeepReceipts, Unpaid: s.KeepOtherReceipts, Idle: s.KeepIdleClaims},
	})
	if err != nil {
		pool.Close()
		return nil, nil, err
	}
	return server, pool, nil
}

// writeRefusalsEvery is the time between two writings of the security log.
const writeRefusalsEvery = 15 * time.Second

// printAddresses prints where the server is as one line of JSON.
func printAddresses(stdout io.Writer, address, profiles, metrics string) error {
	addresses := map[string]string{"address": address}
	if profiles != "" {
		addresses["profiles"] = profiles
	}
	if metrics != "" {
		addresses["metrics"] = metrics
	}
	return json.NewEncoder(stdout).Encode(addresses)
}

// announceServer prints where the server is, after loading the demo federation
// into an empty embedded database.
func announceServer(ctx context.Context, s Settings, server *serve.Server, address, metrics string, stdout io.Writer, withDemo bool, now func() time.Time) error {
	fmt.Fprintf(stdout, "Referto serves at %s\n  API document  %s/v1/openapi.json, to read at %s/docs/\n", address, address, address)
	if metrics != "" {
		fmt.Fprintf(stdout, "  Metrics       %s/metrics\n", metrics)
	}
	if s.LogFile != "" {
		fmt.Fprintf(stdout, "  Log           %s\n", s.LogFile)
	}
	if !withDemo {
		return nil
	}
	defer server.Unmetered()()
	summary, err := demo.Load(ctx, demo.Config{Server: address, Mailbox: s.below("mail"), Now: now})
	if err != nil { // the server is of use without it
		_, err = fmt.Fprintf(stdout, "\nThe demo federation could not be loaded: %v\n", err)
		return err
	}
	_, err = fmt.Fprint(stdout, summary)
	return err
}

// demoCommand loads the demo federation through the API of a running server; it has to be able to read the server's
// mails.
func demoCommand(ctx context.Context, s Settings, args []string, stdout, stderr io.Writer) error {
	flags := flag.NewFlagSet("demo", flag.ContinueOnError)
	flags.SetOutput(stderr)
	server := flags.String("server", "http://"+s.Listen, "`address` of the server")
	if err := flags.Parse(args); err != nil {
		return err
	}
	address := strings.TrimSuffix(*server, "/")
	summary, err := demo.Load(ctx, demo.Config{Server: address, Mailbox: s.below("mail"), Now: time.Now})
	if err != nil {
		return fmt.Errorf("demo federation: %w", unreached(err, address, "start one with `api serve` in another window, with the same DATA_DIR"))
	}
	_, err = fmt.Fprint(stdout, summary)
	return err
}

// unreached adds to an error that no connection could be made to the server's address, and advice. It returns every
// other error unchanged.
func unreached(err error, address, remedy string) error {
	var failed *net.OpError
	if !errors.As(err, &failed) || failed.Op != "dial" {
		return err
	}
	return fmt.Errorf("no server answers at %s: %s, or say with -server where it is (%w)", address, remedy, err)
}

// postgresLog opens the log of the embedded PostgreSQL.
func postgresLog(s Settings) io.Writer {
	name := s.below("postgres.log")
	if err := os.MkdirAll(filepath.Dir(name), 0o755); err != nil {
		return io.Discard
	}
	file, err := os.OpenFile(name, os.O_APPEND|os.O_CREATE|os.O_WRONLY, 0o600)
	if err != nil {
		return io.Discard
	}
	return file
}
