package main

import (
	"context"
	"errors"
	"fmt"
	"net"
	"net/http"
	"net/http/pprof"
	"time"
)

// checkLoopback refuses an address that other machines could reach: profiles show the server's work, and taking one
// is costly.
func checkLoopback(address string) error {
	host, _, err := net.SplitHostPort(address)
	if err != nil {
		return fmt.Errorf("want host:port, got %q", address)
	}
	if ip := net.ParseIP(host); ip == nil || !ip.IsLoopback() {
		return fmt.Errorf("want a loopback address such as 127.0.0.1, got %q", host)
	}
	return nil
}

// serveProfiles serves the profiles of net/http/pprof on a listener of their own.
func serveProfiles(ctx context.Context, at string) (address string, err error) {
	mux := http.NewServeMux()
	mux.HandleFunc("/debug/pprof/", pprof.Index)
	mux.HandleFunc("/debug/pprof/cmdline", pprof.Cmdline)
	mux.HandleFunc("/debug/pprof/profile", pprof.Profile)
	mux.HandleFunc("/debug/pprof/symbol", pprof.Symbol)
	mux.HandleFunc("/debug/pprof/trace", pprof.Trace)
	return serveApart(ctx, "profiles", at, mux)
}

// serveMetrics serves the program's metrics on a listener of its own.
func serveMetrics(ctx context.Context, at string, metrics http.Handler) (address string, err error) {
	mux := http.NewServeMux()
	mux.Handle("GET /metrics", metrics)
	return serveApart(ctx, "metrics", at, mux)
}

// serveApart serves a handler that is not for the public on a listener of its own, until the context ends, and
// returns its address. Without an address it does nothing.
func serveApart(ctx context.Context, what, at string, handler http.Handler) (address string, err error) {
	if at == "" {
		return "", nil
	}
	listener, err := net.Listen("tcp", at)
	if err != nil {
		return "", fmt.Errorf("%s: %w", what, err)
	}
	server := &http.Server{Handler: handler, ReadHeaderTimeout: 5 * time.Second, WriteTimeout: 2 * time.Minute, MaxHeaderBytes: 16 << 10}
	context.AfterFunc(ctx, func() { _ = server.Close() })
	go func() {
		if err := server.Serve(listener); !errors.Is(err, http.ErrServerClosed) {
			_ = listener.Close()
		}
	}()
	return "http://" + listener.Addr().String(), nil
}
