package main

import (
	"bufio"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"strconv"
	"strings"
	"syscall"
	"time"

	"referto/cmd/bench/internal/baselinedb"
	"referto/cmd/bench/internal/usage"
	"referto/internal/embedpg"
	"referto/internal/tenant/tenantdb"
)

// databaseName is the name of the database both servers use.
const databaseName = "bench"

// connections is the number of database connections of every server, the default of cmd/api.
const connections = 16

// stack are the processes that are measured, on files of their own that go with
// them.
type stack struct {
	dir         string
	files       string // folder of the files that the baseline serves
	postgres    *embedpg.Server
	database    usage.Tree
	superuser   string // connection strings
	application string
	api         *server
	baseline    *server
	pocketBase  *server // started by the goal that asks for it, as is prest
	prest       *server
}

// startStack builds cmd/api and starts it on a database of its own, which is in memory where there is enough of it, or on
// disk.
func startStack(ctx context.Context, root string, profiled, onDisk bool) (s *stack, err error) {
	s = &stack{}
	if s.dir, err = os.MkdirTemp("", "referto-bench-"); err != nil {
		return nil, err
	}
	defer func() {
		if err != nil {
			err = errors.Join(err, s.stop())
			s = nil
		}
	}()
	s.files = filepath.Join(s.dir, "files")
	if err := os.Mkdir(s.files, 0o700); err != nil {
		return s, err
	}
	binary := filepath.Join(s.dir, "api")
	build := exec.CommandContext(ctx, "go", "build", "-o", binary, "./cmd/api")
	build.Dir, build.Stderr = root, os.Stderr
	if err := build.Run(); err != nil {
		return s, fmt.Errorf("build cmd/api: %w", err)
	}
	if err := s.startDatabase(ctx, onDisk); err != nil {
		return s, err
	}
	keys := filepath.Join(s.dir, "keys")
	if out, err := exec.CommandContext(ctx, binary, "make-keys", keys).CombinedOutput(); err != nil {
		return s, fmt.Errorf("make keys: %w: %s", err, out)
	}
	environ := []string{
		"PATH=" + os.Getenv("PATH"), "HOME=" + s.dir, "LISTEN=127.0.0.1:0", "DATABASE_URL=" + s.application, "PUBLIC_URL=http://bench.test",
		"SIGNING_KEYS=" + filepath.Join(keys, "signing.pem"), "SECRET_FILE=" + filepath.Join(keys, "secret"), "SEALING_KEYS=" + filepath.Join(keys, "sealing"),
		"DATABASE_CONNECTIONS=" + strconv.Itoa(connections), "DATA_DIR=" + filepath.Join(s.dir, "data"),
		// Requests are counted, as anywhere, against limits that are never reached.
		"RATE_PER_ACCOUNT=1000000000", "RATE_PER_NETWORK=1000000000", "RATE_PER_TENANT=1000000000", "TENANTS_PER_ACCOUNT=0", "STREAMS_PER_NETWORK=0",
	}
	if profiled {
		environ = append(environ, "PPROF_LISTEN=127.0.0.1:0")
	}
	s.api, err = startServer(ctx, environ, filepath.Join(s.dir, "api.log"), binary, "serve", "-json")
	return s, err
}

// startDatabase starts PostgreSQL as the product embeds it.
func (s *stack) startDatabase(ctx context.Context, onDisk bool) (err error) {
	options := embedpg.Options{}
	if onDisk {
		options.State, options.Settings = filepath.Join(s.dir, "database"), map[string]string{"shared_buffers": "1GB"}
	}
	if s.postgres, err = embedpg.Start(ctx, options); err != nil {
		return err
	}
	id, err := embedpg.Postmaster(s.postgres.Data())
	if err != nil {
		return fmt.Errorf("number of PostgreSQL's process: %w", err)
	}
	s.database = usage.Tree(id)
	s.superuser = s.postgres.DSN(databaseName, "postgres")
	s.application = s.postgres.DSN(databaseName, tenantdb.ApplicationRole)
	if err := baselinedb.Prepare(ctx, s.postgres.DSN("postgres", "postgres"), databaseName); err != nil {
		return err
	}
	_, err = tenantdb.Migrate(ctx, s.postgres.DSN(databaseName, tenantdb.OwnerRole))
	return err
}

// startBaseline starts this program again as the server of the baselines.
func (s *stack) startBaseline(ctx context.Context, template baselinedb.Stage) error {
	self, err := os.Executable()
	if err != nil {
		return err
	}
	s.baseline, err = startServer(ctx, os.Environ(), filepath.Join(s.dir, "baseline.log"), self, "baseline",
		"-superuser", s.superuser, "-application", s.application, "-tenant", template.Tenant.String(), "-event", template.Event.String(), "-files", s.files)
	return err
}

// complaints are the errors in the server's log, if there are any.
func (s *stack) complaints() error {
	file, err := os.Open(filepath.Join(s.dir, "api.log"))
	if err != nil {
		return err
	}
	defer file.Close()
	var complaints []error
	lines := bufio.NewScanner(file)
	for lines.Scan() && len(complaints) < 10 {
		if !strings.Contains(lines.Text(), `"level":"INFO"`) {
			complaints = append(complaints, errors.New("api: "+lines.Text()))
		}
	}
	return errors.Join(complaints...)
}

// stop ends all processes and removes their files.
func (s *stack) stop() error {
	var err error
	for _, one := range []*server{s.prest, s.pocketBase, s.baseline, s.api} {
		if one != nil {
			err = errors.Join(err, one.stop())
		}
	}
	if s.postgres != nil {
		ctx, cancel := context.WithTimeout(context.Background(), time.Minute)
		defer cancel()
		err = errors.Join(err, s.postgres.Stop(ctx))
	}
	return errors.Join(err, os.RemoveAll(s.dir))
}

// server is a process that serves HTTP.
type server struct {
	cmd     *exec.Cmd
	process usage.Process
	log     *os.File
	input   io.Closer
	// addresses are those that the process has printed, as host:port.
	addresses map[string]string
}

// startTime limits how long a server may take to say its address.
const startTime = time.Minute

// startServer starts a program that prints its addresses as a line of JSON once it
// serves. It ends with its standard input, if it cares, and with this process.
func startServer(ctx context.Context, environ []string, logFile, program string, args ...string) (*server, error) {
	log, err := os.Create(logFile)
	if err != nil {
		return nil, err
	}
	cmd := exec.Command(program, args...) //nolint:noctx // ended in order, by stop
	cmd.Env, cmd.Stderr = environ, log
	endWithParent(cmd)
	output, err := cmd.StdoutPipe()
	if err != nil {
		return nil, err
	}
	input, err := cmd.StdinPipe()
	if err != nil {
		return nil, err
	}
	if err := cmd.Start(); err != nil {
		return nil, err
	}
	s := &server{cmd: cmd, process: usage.Process(cmd.Process.Pid), log: log, input: input}
	said := make(chan error, 1)
	go func() { said <- json.NewDecoder(output).Decode(&s.addresses) }()
	select {
	case err = <-said:
	case <-time.After(startTime):
		err = errors.New("says nothing")
	case <-ctx.Done():
		err = ctx.Err()
	}
	if err != nil {
		text, _ := os.ReadFile(logFile)
		return nil, errors.Join(fmt.Errorf("%s %s: %w\n%s", filepath.Base(program), strings.Join(args, " "), err, text), s.stop())
	}
	for name, address := range s.addresses {
		s.addresses[name] = strings.TrimPrefix(address, "http://")
	}
	return s, nil
}

// stop ends the process as an operator would, and by force if it takes too long.
func (s *server) stop() error {
	defer s.log.Close()
	_ = s.input.Close()
	if err := s.cmd.Process.Signal(syscall.SIGTERM); err != nil && !errors.Is(err, os.ErrProcessDone) {
		return err
	}
	force := time.AfterFunc(30*time.Second, func() { _ = s.cmd.Process.Kill() })
	defer force.Stop()
	if err := s.cmd.Wait(); err != nil {
		return fmt.Errorf("%s: %w", filepath.Base(s.cmd.Path), err)
	}
	return nil
}

// sourceTree is the folder of go.mod.
func sourceTree(ctx context.Context) (string, error) {
	out, err := exec.CommandContext(ctx, "go", "env", "GOMOD").Output()
	if err != nil {
		return "", fmt.Errorf("go env GOMOD: %w", err)
	}
	file := strings.TrimSpace(string(out))
	if filepath.Base(file) != "go.mod" {
		return "", errors.New("start it in the source tree")
	}
	return filepath.Dir(file), nil
}
