package main

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"net/http"
	"os"
	"os/exec"
	"runtime"
	"syscall"
	"time"

	"referto/internal/embedpg"
	"referto/internal/tenant/tenantdb"
)

// environ are the settings of the program on a database.
func (d *restoring) environ(server *embedpg.Server) []string {
	out := []string{
		"PATH=" + os.Getenv("PATH"), "HOME=" + d.folder, "LISTEN=" + d.address, "PUBLIC_URL=http://" + d.address, "METRICS_LISTEN=", "LOG_LEVEL=warn", "DATA_DIR=" + d.folder,
		"FILES_URL=file://" + d.files, "SIGNING_KEYS=" + d.at("keys/signing.pem"), "SECRET_FILE=" + d.at("keys/secret"), "SEALING_KEYS=" + d.at("keys/sealing"),
		"RATE_PER_ACCOUNT=0", "RATE_PER_NETWORK=0", "RATE_PER_TENANT=0", // the demo and an hour's acts are sent in a minute
	}
	if server != nil {
		out = append(out, "DATABASE_URL="+server.DSN(d.database, tenantdb.ApplicationRole), "MIGRATE_DATABASE_URL="+server.DSN(d.database, tenantdb.OwnerRole),
			"BACKUP_DATABASE_URL="+server.DSN(d.database, tenantdb.BackupRole))
	}
	return out
}

// api runs a command of the program that ends by itself, and returns its output.
func (d *restoring) api(ctx context.Context, server *embedpg.Server, args ...string) (string, error) {
	out, err := d.command(ctx, server, args...).CombinedOutput()
	if err != nil {
		return string(out), fmt.Errorf("api %s: %w: %s", args[0], err, out)
	}
	return string(out), nil
}

func (d *restoring) command(ctx context.Context, server *embedpg.Server, args ...string) *exec.Cmd {
	command := exec.CommandContext(ctx, d.program, args...)
	command.Env = d.environ(server)
	endWithParent(command)
	return command
}

// note runs a command of the program and keeps its output in a file of the rehearsal.
func (d *restoring) note(ctx context.Context, server *embedpg.Server, command, name string) error {
	said, err := d.command(ctx, server, command).Output()
	if err != nil {
		if exit, ok := errors.AsType[*exec.ExitError](err); ok {
			err = fmt.Errorf("%w: %s", err, exit.Stderr)
		}
		return fmt.Errorf("api %s: %w", command, err)
	}
	return os.WriteFile(d.at(name), said, 0o600)
}

// running is a server of the program.
type running struct {
	process *exec.Cmd
	address string // http://127.0.0.1:port
	metrics string // address of its metrics, if it serves them
	ended   chan struct{}
}

// kill ends it at once, as a machine does that fails.
func (r *running) kill() {
	_ = r.process.Process.Signal(syscall.SIGKILL)
	<-r.ended
}

// serve starts a server and waits until it is ready.
func (d *restoring) serve(ctx context.Context, server *embedpg.Server) (*running, error) {
	return serve(ctx, d.program, d.environ(server), d.at("server.log"))
}

// spawn starts a process, and reports how it ended. On Linux a child that ends with this program ends with the thread
// that started it: the thread is kept.
func spawn(command *exec.Cmd, ended func(error)) error {
	started := make(chan error)
	go func() {
		runtime.LockOSThread()
		defer runtime.UnlockOSThread()
		err := command.Start()
		started <- err
		if err == nil {
			ended(command.Wait())
		}
	}()
	return <-started
}

// serve starts a server that adds its log to a file, and waits until it is ready.
func serve(ctx context.Context, program string, environ []string, logFile string, args ...string) (*running, error) {
	log, err := os.OpenFile(logFile, os.O_CREATE|os.O_APPEND|os.O_WRONLY, 0o600)
	if err != nil {
		return nil, err
	}
	defer log.Close()
	r := &running{process: exec.CommandContext(ctx, program, append([]string{"serve", "-json", "-demo=false"}, args...)...), ended: make(chan struct{})}
	r.process.Env, r.process.Stderr = environ, log
	endWithParent(r.process)
	out, err := r.process.StdoutPipe()
	if err != nil {
		return nil, err
	}
	if err := spawn(r.process, func(error) { close(r.ended) }); err != nil {
		return nil, err
	}
	var said struct{ Address, Metrics string }
	err = json.NewDecoder(out).Decode(&said)
	r.address, r.metrics = said.Address, said.Metrics+"/metrics"
	for err == nil {
		var response *http.Response
		if response, err = http.Get(r.address + "/readyz"); err != nil {
			break
		}
		_ = response.Body.Close()
		if response.StatusCode == http.StatusOK {
			return r, nil
		}
		select {
		case <-r.ended:
			err = errors.New("the server has ended")
		case <-time.After(20 * time.Millisecond):
		}
	}
	r.kill()
	text, _ := os.ReadFile(log.Name())
	return nil, fmt.Errorf("serve: %w, %s: %s", err, r.process.ProcessState, text[max(0, len(text)-4000):])
}
