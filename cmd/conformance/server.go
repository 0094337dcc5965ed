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
	"slices"
	"strings"
	"syscall"
	"time"
)

// replayedTime is the server's time when a run begins: the tournaments of the
// cases are those of a past championship.
var replayedTime = time.Date(2009, 2, 8, 8, 0, 0, 0, time.UTC)

// fileClock is the clock of a server that is moved by a file.
type fileClock string

// Set implements [remote.Clock]. The file is replaced at once: a look at the clock
// finds the time before or after.
func (c fileClock) Set(to time.Time) error {
	written := string(c) + ".next"
	if err := os.WriteFile(written, []byte(to.UTC().Format(time.RFC3339)), 0o600); err != nil {
		return err
	}
	return os.Rename(written, string(c))
}

// stopPatience limits how long a server may take to stop.
const stopPatience = time.Minute

// server is a server that this program has started, with data of its own.
type server struct {
	address string
	mailbox string // folder
	clock   fileClock
	folder  string // everything it keeps
	command *exec.Cmd
	stop    context.CancelFunc
}

// startServer starts the server program on an embedded database and waits until it serves. Log receives its messages.
func startServer(ctx context.Context, program string, log io.Writer) (*server, error) {
	folder, err := os.MkdirTemp("", "conformance-")
	if err != nil {
		return nil, err
	}
	clock := fileClock(filepath.Join(folder, "clock"))
	if err := clock.Set(replayedTime); err != nil {
		return nil, errors.Join(err, os.RemoveAll(folder))
	}
	ctx, stop := context.WithCancel(ctx)
	command := exec.CommandContext(ctx, program, "serve", "-clock", string(clock), "-demo=false", "-throw-away", "-json")
	command.Env = append(inherited(os.Environ()), "DATA_DIR="+folder, "LISTEN=127.0.0.1:0", "LOG_LEVEL=warn", "TRUSTED_PROXIES=127.0.0.0/8",
		"RATE_PER_ACCOUNT=0", "RATE_PER_NETWORK=0", "RATE_PER_TENANT=0", "TENANTS_PER_ACCOUNT=0", "LETTERS_PER_TENANT=0", "UPLOADS_PER_TENANT_MB=0") // hundreds of replays are one person's
	command.Stderr = log
	command.Cancel = func() error { return command.Process.Signal(syscall.SIGTERM) }
	command.WaitDelay = stopPatience
	s := &server{folder: folder, mailbox: filepath.Join(folder, "mail"), clock: clock, command: command, stop: stop}
	out, err := command.StdoutPipe()
	if err == nil {
		err = command.Start()
	}
	if err != nil {
		stop()
		return nil, errors.Join(fmt.Errorf("start the server: %w", err), os.RemoveAll(folder))
	}
	var started struct {
		Address string `json:"address"`
	}
	line, err := bufio.NewReader(out).ReadBytes('\n')
	if err == nil {
		err = json.Unmarshal(line, &started)
	}
	if err != nil {
		return nil, errors.Join(fmt.Errorf("%s says no address: %w", program, err), s.close())
	}
	s.address = started.Address
	return s, nil
}

// inherited is the environment without the settings of a server: ours has those
// of a fresh installation.
func inherited(environ []string) []string {
	return slices.DeleteFunc(environ, func(variable string) bool {
		name, _, _ := strings.Cut(variable, "=")
		return slices.Contains([]string{
			"LISTEN", "PUBLIC_URL", "DATABASE_URL", "MIGRATE_DATABASE_URL", "DATABASE_CONNECTIONS", "DATA_DIR",
			"SIGNING_KEYS", "SECRET_FILE", "SMTP_URL", "MAIL_FROM", "TRUSTED_PROXIES", "RATE_PER_ACCOUNT", "RATE_PER_NETWORK", "RATE_PER_TENANT", "TENANTS_PER_ACCOUNT", "LETTERS_PER_TENANT", "UPLOADS_PER_TENANT_MB", "LOG_LEVEL", "LOG_FILE", "SEALING_KEYS",
		}, name)
	})
}

// close stops the server and removes its data.
func (s *server) close() error {
	s.stop()
	err := s.command.Wait()
	if errors.Is(err, context.Canceled) { // it stopped well, because we asked
		err = nil
	}
	return errors.Join(err, os.RemoveAll(s.folder))
}
