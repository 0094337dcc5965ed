// Command prest serves the tables of a database by pREST, a peer that goal P19 of the benchmark compares the product
// with. It is a module of its own: nothing of pREST is built into the product.
//
// The database is named by pREST's own variables (PREST_PG_HOST and so on). It is open to everybody, without roles and
// without row-level security. The program prints its address as a line of JSON and serves until its standard input
// ends or it is asked to stop.
package main

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"net"
	"net/http"
	"os"
	"os/signal"
	"slices"
	"syscall"
	"time"

	"github.com/prest/prest/adapters/postgres"
	"github.com/prest/prest/config"
	"github.com/prest/prest/middlewares"
	"github.com/prest/prest/router"
	"github.com/urfave/negroni/v3"
)

func main() {
	if err := run(); err != nil {
		fmt.Fprintln(os.Stderr, "prest:", err)
		os.Exit(1)
	}
}

func run() error {
	said := os.Stdout
	os.Stdout = os.Stderr // pREST writes its notes there
	config.Load()
	postgres.Load()
	// Without its log of requests, which nobody would read: that favors it.
	middlewares.BaseStack = slices.DeleteFunc(middlewares.BaseStack, func(h negroni.Handler) bool {
		_, logs := h.(*negroni.Logger)
		return logs
	})
	listener, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		return err
	}
	server := &http.Server{Handler: router.Routes(), ReadHeaderTimeout: time.Minute}
	ended := make(chan error, 2)
	go func() { ended <- server.Serve(listener) }()
	go func() {
		_, err := io.Copy(io.Discard, os.Stdin)
		ended <- err
	}()
	stop, cancel := signal.NotifyContext(context.Background(), syscall.SIGTERM)
	defer cancel()
	if err := json.NewEncoder(said).Encode(map[string]string{"address": listener.Addr().String()}); err != nil {
		return err
	}
	select {
	case err = <-ended:
	case <-stop.Done():
	}
	return errors.Join(err, server.Close())
}
