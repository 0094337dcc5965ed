package main

import (
	"bytes"
	"context"
	"encoding/json"
	"io"
	"net/http"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"syscall"
	"testing"
	"time"
)

// When the embedded PostgreSQL dies the program ends, and reports why. It is not parallel: it looks at the processes
// that this one starts.
//
//nolint:paralleltest // see above
func TestEmbeddedDatabaseDies(t *testing.T) {
	before := children(t)
	dir := t.TempDir()
	out, in := io.Pipe()
	ctx, cancel := context.WithTimeout(t.Context(), 2*time.Minute)
	defer cancel()
	ended := make(chan error, 1)
	logFile := filepath.Join(dir, "logs", "referto.log")
	go func() {
		ended <- run(ctx, []string{"serve", "-demo=false"}, []string{"DATA_DIR=" + dir, "LISTEN=127.0.0.1:0", "LOG_FILE=" + logFile}, in, io.Discard)
		_ = in.Close()
	}()
	said, first := new(bytes.Buffer), make([]byte, 4096)
	for !strings.Contains(said.String(), logFile) {
		n, err := out.Read(first)
		if err != nil {
			t.Fatalf("the server has ended: %v", <-ended)
		}
		said.Write(first[:n])
	}
	go func() { _, _ = io.Copy(io.Discard, out) }()
	if !strings.HasPrefix(said.String(), "Referto serves at http://127.0.0.1:") {
		t.Errorf("it says %q", said.String())
	}
	address, _, _ := strings.Cut(strings.TrimPrefix(said.String(), "Referto serves at "), "\n")
	awaitReady(t, address)
	killed := 0
	for _, p := range children(t) {
		if !slices.Contains(before, p) && syscall.Kill(p, syscall.SIGKILL) == nil {
			killed++
		}
	}
	select {
	case err := <-ended:
		if err == nil || !strings.Contains(err.Error(), "PostgreSQL has ended") || exitCode(err) == 0 {
			t.Errorf("%d processes killed, and the program ends with %v", killed, err)
		}
	case <-ctx.Done():
		t.Fatalf("%d processes killed, and the program goes on", killed)
	}
	log, err := os.ReadFile(logFile)
	if err != nil || !strings.Contains(string(log), "ended by itself") {
		t.Errorf("the log does not say so: %v\n%s", err, log)
	}
}

// awaitReady waits until a server is ready and has begun its work beside requests.
func awaitReady(t *testing.T, address string) {
	t.Helper()
	for range 600 {
		response, err := http.Get(address + "/readyz")
		if err == nil {
			text, _ := io.ReadAll(response.Body)
			_ = response.Body.Close()
			if string(text) == "ready\n" {
				time.Sleep(time.Second)
				return
			}
		}
		time.Sleep(50 * time.Millisecond)
	}
	t.Fatal("never ready")
}

// children are the processes that this one has started.
func children(t *testing.T) (out []int) {
	t.Helper()
	entries, err := filepath.Glob("/proc/[0-9]*/stat")
	if err != nil {
		t.Fatal(err)
	}
	for _, entry := range entries {
		text, err := os.ReadFile(entry)
		if err != nil {
			continue // it has ended meanwhile
		}
		_, rest, _ := strings.Cut(string(text), ") ")
		if fields := strings.Fields(rest); len(fields) > 1 && fields[1] == strconv.Itoa(os.Getpid()) {
			pid, _ := strconv.Atoi(filepath.Base(filepath.Dir(entry)))
			out = append(out, pid)
		}
	}
	return out
}

// A database that is thrown away leaves nothing behind: the next server starts empty.
func TestThrowAway(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	out, in := io.Pipe()
	ctx, stop := context.WithTimeout(t.Context(), 2*time.Minute)
	defer stop()
	ended := make(chan error, 1)
	go func() {
		args := []string{"serve", "-demo=false", "-throw-away", "-json"}
		ended <- run(ctx, args, []string{"DATA_DIR=" + dir, "LISTEN=127.0.0.1:0", "LOG_LEVEL=error"}, in, io.Discard)
		_ = in.Close()
	}()
	var said struct {
		Address string `json:"address"`
	}
	if err := json.NewDecoder(out).Decode(&said); err != nil {
		t.Fatalf("%v; the server has ended: %v", err, <-ended)
	}
	go func() { _, _ = io.Copy(io.Discard, out) }()
	awaitReady(t, said.Address)
	stop()
	if err := <-ended; err != nil {
		t.Errorf("the server ends with %v", err)
	}
	if kept, err := filepath.Glob(filepath.Join(dir, "postgres", "[0-9]*")); err != nil || len(kept) > 0 {
		t.Errorf("%q is left, error %v", kept, err)
	}
}
