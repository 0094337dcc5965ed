package main

import (
	"bytes"
	"net"
	"strings"
	"testing"
)

// TestNobodyServes: if no server is found, the advice comes before the error.
func TestNobodyServes(t *testing.T) {
	t.Parallel()
	listener, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	address := "http://" + listener.Addr().String()
	if err := listener.Close(); err != nil {
		t.Fatal(err)
	}
	for _, one := range []struct{ command, remedy string }{
		{"demo", "no server answers at " + address + ": start one with `api serve` in another window, with the same DATA_DIR, or say with -server where it is"},
		{"trial", "no server answers at " + address + ": start it, or say with -server where it is"},
	} {
		err := run(t.Context(), []string{one.command, "-server", address}, []string{"DATA_DIR=" + t.TempDir(), "TRIAL_EMAIL=a@b.example", "TRIAL_PASSWORD=due-pecore"}, &bytes.Buffer{}, &bytes.Buffer{})
		if err == nil || !strings.Contains(err.Error(), one.remedy) || !strings.Contains(err.Error(), "refused") {
			t.Errorf("%s: %v", one.command, err)
		}
	}
}
