package main

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"syscall"
	"time"

	"referto/internal/embedpg"
	"referto/internal/tenant/tenantdb"
)

// installation is the database and the folder that all servers share.
type installation struct {
	folder   string
	postgres *embedpg.Server
	chart    chart
	balancer *balancer
}

// databaseName is the name of the database.
const databaseName = "referto"

// install starts a PostgreSQL with roles and an empty database, and makes the keys.
func install(ctx context.Context, program string, c chart) (in *installation, err error) {
	in = &installation{chart: c}
	if in.folder, err = os.MkdirTemp("", "referto-drill-*"); err != nil {
		return in, err
	}
	if in.postgres, err = embedpg.Start(ctx, embedpg.Options{}); err != nil {
		return in, err
	}
	if err := tenantdb.Prepare(ctx, in.postgres.DSN("postgres", "postgres"), databaseName); err != nil {
		return in, err
	}
	if _, err := in.call(ctx, program, "make-keys", in.at("keys")); err != nil {
		return in, err
	}
	in.balancer, err = startBalancer(c.readiness)
	return in, err
}

// end stops everything that install has started.
func (in *installation) end() error {
	if in.balancer != nil {
		_ = in.balancer.http.Close()
	}
	var err error
	if in.postgres != nil {
		ctx, cancel := context.WithTimeout(context.Background(), time.Minute)
		defer cancel()
		err = in.postgres.Stop(ctx)
	}
	return errors.Join(err, os.RemoveAll(in.folder))
}

func (in *installation) at(name string) string { return filepath.Join(in.folder, name) }

func (in *installation) environ() []string {
	return []string{
		"PATH=" + os.Getenv("PATH"), "HOME=" + in.folder, "LISTEN=127.0.0.1:0", "METRICS_LISTEN=", "LOG_LEVEL=warn", "DATA_DIR=" + in.folder,
		"PUBLIC_URL=" + in.balancer.address, "TRUSTED_PROXIES=127.0.0.0/8", "DRAIN_DELAY=" + in.chart.drain,
		"DATABASE_URL=" + in.postgres.DSN(databaseName, tenantdb.ApplicationRole), "FILES_URL=file://" + in.at("files"),
		"RATE_PER_ACCOUNT=0", "RATE_PER_NETWORK=0", "RATE_PER_TENANT=0", // all requests are of a few people
		"SIGNING_KEYS=" + in.at("keys/signing.pem"), "SECRET_FILE=" + in.at("keys/secret"), "SEALING_KEYS=" + in.at("keys/sealing"),
	}
}

// call runs a command of the program that ends by itself.
func (in *installation) call(ctx context.Context, program string, args ...string) (string, error) {
	command := exec.CommandContext(ctx, program, args...)
	command.Env = []string{"MIGRATE_DATABASE_URL=" + in.postgres.DSN(databaseName, tenantdb.OwnerRole), "DATA_DIR=" + in.folder}
	out, err := command.CombinedOutput()
	if err != nil {
		return "", fmt.Errorf("%s %s: %w: %s", filepath.Base(program), args[0], err, out)
	}
	return string(bytes.TrimSpace(out)), nil
}

// server is a running server.
type server struct {
	*backend
	process *exec.Cmd
	log     *os.File
	ended   chan error
}

// start starts a server and waits until it gets requests and has got them for as long as the
// chart wants it to before another goes.
func (in *installation) start(ctx context.Context, program, name string) (*server, error) {
	log, err := os.Create(in.at(name + ".log"))
	if err != nil {
		return nil, err
	}
	s := &server{process: exec.Command(program, "serve", "-json", "-demo=false"), log: log, ended: make(chan error, 1)} //nolint:noctx // ended in order, by stop
	s.process.Env, s.process.Stderr = in.environ(), log
	endWithParent(s.process)
	out, err := s.process.StdoutPipe()
	if err != nil {
		return nil, err
	}
	if err := spawn(s.process, func(err error) { s.ended <- err }); err != nil {
		return nil, err
	}
	var addresses struct{ Address string }
	err = json.NewDecoder(out).Decode(&addresses)
	if err != nil {
		return nil, fmt.Errorf("%s does not start: %w\n%s", name, err, s.complaints())
	}
	var ready <-chan struct{}
	if s.backend, ready, err = in.balancer.add(ctx, name, addresses.Address); err != nil {
		return nil, err
	}
	select {
	case <-ready:
		time.Sleep(in.chart.settled)
		return s, nil
	case err := <-s.ended:
		return nil, fmt.Errorf("%s has ended: %w\n%s", name, err, s.complaints())
	case <-time.After(time.Minute):
		return nil, fmt.Errorf("%s is never ready\n%s", name, s.complaints())
	}
}

// stop signals a server to stop, and kills it after the time of grace, which is a fault. It returns how long the
// server took, and how much of that time it still got requests.
func (in *installation) stop(s *server) (took, inTurn time.Duration, err error) {
	began := time.Now()
	if err := s.process.Process.Signal(syscall.SIGTERM); err != nil {
		return 0, 0, err
	}
	unready := s.unready
	for {
		select {
		case <-unready:
			inTurn, unready = time.Since(began), nil
		case err := <-s.ended:
			in.balancer.remove(s.backend)
			if err != nil {
				err = fmt.Errorf("%s ended badly: %w\n%s", s.name, err, s.complaints())
			}
			return time.Since(began), inTurn, err
		case <-time.After(in.chart.grace - time.Since(began)):
			_ = s.process.Process.Kill()
			return time.Since(began), inTurn, fmt.Errorf("%s had to be killed after %s\n%s", s.name, in.chart.grace, s.complaints())
		}
	}
}

// complaints returns the server's log.
func (s *server) complaints() string {
	text, _ := os.ReadFile(s.log.Name())
	return string(text[max(0, len(text)-4000):])
}
