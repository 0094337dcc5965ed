// Pgrun runs a command with a throw-away PostgreSQL:
//
//	go run ./internal/embedpg/pgrun [-pg 15] [-bin DIR] [-log FILE] -- command [argument ...]
//
// The command finds the superuser's connection string, as pgx reads it, in the
// environment variable TEST_POSTGRES. Signals are passed on to it; Ctrl-C may
// reach it twice, from the terminal and from pgrun. When it ends, the server is
// stopped and its data are removed; pgrun exits with the command's exit code, or
// as a shell does with 128 and the number of the signal that ended it.
//
// The environment variable EMBEDPG_BIN is the default of -bin: a PostgreSQL
// installation to use in place of the one that is found (see package embedpg).
package main

import (
	"context"
	"errors"
	"flag"
	"fmt"
	"io"
	"os"
	"os/exec"
	"os/signal"
	"syscall"
	"time"

	"referto/internal/embedpg"
)

const (
	variable = "TEST_POSTGRES"

	// Exit codes of pgrun itself, in the manner of env(1).
	failed  = 125
	misused = 2
)

// settings make room for many test packages at a time.
var settings = map[string]string{
	"max_connections": "300",
	"shared_buffers":  "128MB",
}

func main() {
	code, err := run(os.Args[1:])
	if err != nil {
		fmt.Fprintln(os.Stderr, "pgrun:", err)
	}
	os.Exit(code)
}

// run does it all and returns the exit code.
func run(args []string) (code int, err error) {
	flags := flag.NewFlagSet("pgrun", flag.ContinueOnError)
	major := flags.Int("pg", 0, "major `version` of PostgreSQL (default: the first found)")
	binaries := flags.String("bin", os.Getenv("EMBEDPG_BIN"), "`folder` of a PostgreSQL installation")
	logFile := flags.String("log", "", "`file` to write the server's log to")
	if err := flags.Parse(args); err != nil {
		return misused, nil // flags have reported it
	}
	if flags.NArg() == 0 {
		return misused, errors.New("no command given")
	}
	log, err := openLog(*logFile)
	if err != nil {
		return failed, err
	}
	defer log.Close()

	signals := make(chan os.Signal, 8)
	signal.Notify(signals, os.Interrupt, syscall.SIGTERM, syscall.SIGHUP)

	server, err := start(signals, embedpg.Options{Binaries: *binaries, Major: *major, Log: log, Settings: settings})
	if err != nil {
		return failed, err
	}
	defer func() { err = errors.Join(err, stop(server)) }()
	return runCommand(flags.Args(), server.DSN("postgres", "postgres"), signals)
}

// openLog opens the file for the server's log, or nothing if it has no name.
func openLog(name string) (io.WriteCloser, error) {
	if name == "" {
		name = os.DevNull
	}
	return os.OpenFile(name, os.O_WRONLY|os.O_CREATE|os.O_APPEND, 0o644)
}

// start starts the server, unless a signal comes first.
func start(signals <-chan os.Signal, o embedpg.Options) (*embedpg.Server, error) {
	ctx, cancel := context.WithCancelCause(context.Background())
	started := make(chan struct{})
	watched := make(chan struct{})
	go func() {
		defer close(watched)
		select {
		case s := <-signals:
			cancel(fmt.Errorf("%v before the command was run", s))
		case <-started:
		}
	}()
	server, err := embedpg.Start(ctx, o)
	close(started)
	<-watched
	if cause := context.Cause(ctx); cause != nil {
		if err == nil { // the signal came just after the start
			err = stop(server)
		}
		return nil, errors.Join(cause, err)
	}
	cancel(nil)
	return server, err
}

func stop(server *embedpg.Server) error {
	ctx, cancel := context.WithTimeout(context.Background(), 10*time.Second)
	defer cancel()
	return server.Stop(ctx)
}

// runCommand runs the command, passing signals on, and returns its exit code.
func runCommand(command []string, dsn string, signals <-chan os.Signal) (int, error) {
	cmd := exec.Command(command[0], command[1:]...)
	cmd.Stdin, cmd.Stdout, cmd.Stderr = os.Stdin, os.Stdout, os.Stderr
	cmd.Env = append(os.Environ(), variable+"="+dsn)
	if err := cmd.Start(); err != nil {
		return failed, err
	}
	ended := make(chan error, 1)
	go func() { ended <- cmd.Wait() }()
	for {
		select {
		case s := <-signals:
			_ = cmd.Process.Signal(s) // it may be gone already
		case err := <-ended:
			return exitCode(cmd.ProcessState), notExit(err)
		}
	}
}

// exitCode returns the code of a process as a shell gives it.
func exitCode(state *os.ProcessState) int {
	if status, ok := state.Sys().(syscall.WaitStatus); ok && status.Signaled() {
		return 128 + int(status.Signal())
	}
	return state.ExitCode()
}

// notExit drops an error that carries nothing but the exit code.
func notExit(err error) error {
	if exit := (*exec.ExitError)(nil); errors.As(err, &exit) {
		return nil
	}
	return err
}
