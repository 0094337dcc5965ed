package main

import (
	"bytes"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
	"time"
)

// TestModeAPI builds the server, has it started for tournaments and for a season, and
// looks that nothing is left of it.
func TestModeAPI(t *testing.T) {
	folder := t.TempDir()
	program := filepath.Join(t.TempDir(), "api")
	if out, err := exec.CommandContext(t.Context(), "go", "build", "-o", program, "referto/cmd/api").CombinedOutput(); err != nil {
		t.Fatalf("%v\n%s", err, out)
	}
	cases := t.TempDir()
	for _, some := range []string{testdata, "testdata"} {
		if err := os.CopyFS(cases, os.DirFS(some)); err != nil {
			t.Fatal(err)
		}
	}
	t.Setenv("TMPDIR", folder)
	var out, log bytes.Buffer
	ok, err := run(t.Context(), []string{"-cases", cases, "-mode", "api", "-program", program}, &out, &log)
	if err != nil || !ok || out.String() != "3 passed, 0 failed\n" {
		t.Errorf("got %v, %v\n%s%s", ok, err, out.String(), log.String())
	}
	if left, err := filepath.Glob(filepath.Join(folder, "*")); err != nil || len(left) > 0 {
		t.Errorf("data are left: %v, %v", left, err)
	}
}

// TestServerThatSaysNothing is stopped and named.
func TestServerThatSaysNothing(t *testing.T) {
	t.Parallel()
	for name, script := range map[string]string{
		"it ends":            "exit 3",
		"it says other than": "echo listening; exec sleep 60",
	} {
		program := filepath.Join(t.TempDir(), "api")
		if err := os.WriteFile(program, []byte("#!/bin/sh\n"+script+"\n"), 0o700); err != nil {
			t.Fatal(err)
		}
		began := time.Now()
		_, err := startServer(t.Context(), program, io.Discard)
		if err == nil || !strings.Contains(err.Error(), "says no address") {
			t.Errorf("%s: got %v", name, err)
		}
		if took := time.Since(began); took > 30*time.Second {
			t.Errorf("%s: it took %s to stop", name, took)
		}
	}
}

func TestInherited(t *testing.T) {
	t.Parallel()
	got := inherited([]string{"PATH=/bin", "DATABASE_URL=postgres://elsewhere", "DATA_DIR=var", "HOME=/root", "LISTEN=:80"})
	if strings.Join(got, " ") != "PATH=/bin HOME=/root" {
		t.Errorf("got %v", got)
	}
}
