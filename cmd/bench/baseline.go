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
	"net/http"
	"time"

	"referto/cmd/bench/internal/baselineapi"
	"referto/cmd/bench/internal/baselinedb"
)

// serveBaseline is the server of the baselines. It prints its addresses as a
// line of JSON and serves until the context or its standard input ends.
func serveBaseline(ctx context.Context, args []string, stdin io.Reader, stdout, stderr io.Writer) error {
	flags := flag.NewFlagSet("bench baseline", flag.ContinueOnError)
	flags.SetOutput(stderr)
	superuser := flags.String("superuser", "", "connection string of the superuser")
	application := flags.String("application", "", "connection string of the server's role")
	tenant := flags.String("tenant", "", "tenant of the stage with one result")
	event := flags.String("event", "", "that stage")
	folder := flags.String("files", "", "folder of static files")
	if err := flags.Parse(args); err != nil {
		return err
	}
	template, err := baselinedb.ParseStage(*tenant, *event)
	if err != nil {
		return err
	}
	db, err := baselinedb.Open(ctx, *superuser, *application, connections, template)
	if err != nil {
		return err
	}
	log := slog.New(slog.NewJSONHandler(stderr, nil))
	ended := make(chan error, 5)
	tasks, err := listen(ended, baselineapi.New(db, log))
	if err != nil {
		return err
	}
	hello, err := listen(ended, baselineapi.Hello())
	if err != nil {
		return err
	}
	files, err := listen(ended, http.FileServer(http.Dir(*folder)))
	if err != nil {
		return err
	}
	crowd, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		return fmt.Errorf("listen: %w", err)
	}
	go func() { ended <- baselineapi.Crowd(crowd) }()
	if err := json.NewEncoder(stdout).Encode(map[string]string{"tasks": tasks, "hello": hello, "files": files, "crowd": crowd.Addr().String()}); err != nil {
		return err
	}
	go func() {
		_, err := io.Copy(io.Discard, stdin)
		ended <- err
	}()
	select {
	case err = <-ended:
	case <-ctx.Done():
	}
	return errors.Join(err, db.Close())
}

// listen serves a handler on a free port.
func listen(ended chan<- error, h http.Handler) (address string, err error) {
	listener, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		return "", fmt.Errorf("listen: %w", err)
	}
	// The limits of a connection are those of package serve: the timers are a part of the cost of an answer, but not
	// of the comparison.
	server := &http.Server{
		Handler: h, ReadHeaderTimeout: 5 * time.Second, ReadTimeout: 15 * time.Second, WriteTimeout: 30 * time.Second,
		IdleTimeout: time.Minute, MaxHeaderBytes: 16 << 10,
	}
	go func() { ended <- server.Serve(listener) }()
	return listener.Addr().String(), nil
}
