package main

import (
	"bytes"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"
)

func TestSettingsAreCheckedAtTheStart(t *testing.T) {
	t.Parallel()
	tests := []struct{ name, variable, want string }{
		{"an address without a port", "LISTEN=localhost", "LISTEN"},
		{"a public address with a slash", "PUBLIC_URL=https://league.example/", "PUBLIC_URL"},
		{"a collector that is none", "OTEL_EXPORTER_OTLP_ENDPOINT=127.0.0.1:4318", "OTEL_EXPORTER_OTLP_ENDPOINT"},
		{"a time for the security log that is none", "SECURITY_LOG_DAYS=0", "SECURITY_LOG_DAYS"},
		{"a public address that is none", "PUBLIC_URL=league.example", "PUBLIC_URL"},
		{"one connection", "DATABASE_CONNECTIONS=1", "DATABASE_CONNECTIONS"},
		{"connections that are no number", "DATABASE_CONNECTIONS=many", "DatabaseConns"},
		{"a level that is none", "LOG_LEVEL=loud", "LOG_LEVEL"},
		{"a delay without a unit", "DRAIN_DELAY=15", "DrainDelay"},
		{"a delay beyond all balancers", "DRAIN_DELAY=15m", "DRAIN_DELAY"},
		{"nothing kept", "KEEP_BANK_DATA_DAYS=0", "KEEP_BANK_DATA_DAYS"},
		{"a limit below nothing", "RATE_PER_ACCOUNT=-1", "RATE_PER_ACCOUNT"},
		{"a limit beyond all", "LETTERS_PER_TENANT=2000000000", "LETTERS_PER_TENANT"},
		{"a network and none", "TRUSTED_PROXIES=10.0.0.0/8,none", "TRUSTED_PROXIES"},
		{"a proxy that is no network", "TRUSTED_PROXIES=10.0.0.1", "TRUSTED_PROXIES"},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			t.Parallel()
			_, err := readSettings([]string{tt.variable})
			if err == nil || !strings.Contains(err.Error(), tt.want) {
				t.Errorf("got %v, want a fault that names %s", err, tt.want)
			}
		})
	}
	if _, err := readSettings([]string{"LISTEN=:8080", "PUBLIC_URL=https://league.example", "TRUSTED_PROXIES=10.0.0.0/8,fd00::/8"}); err != nil {
		t.Errorf("good settings are refused: %v", err)
	}
}

// Every variable is documented once, by the command that prints them.
func TestConfigPrintsEverySetting(t *testing.T) {
	t.Parallel()
	var out bytes.Buffer
	if err := run(t.Context(), []string{"config"}, nil, &out, &out); err != nil {
		t.Fatal(err)
	}
	for line := range strings.Lines(out.String()) {
		if fields := strings.Fields(line); len(fields) < 3 {
			t.Errorf("no meaning: %q", line)
		}
	}
	for _, name := range []string{"LISTEN", "DATABASE_URL", "MIGRATE_DATABASE_URL", "SIGNING_KEYS", "SMTP_URL", "FILES_URL"} {
		if !strings.Contains(out.String(), name) {
			t.Errorf("%s is not printed", name)
		}
	}
}

func TestCommands(t *testing.T) {
	t.Parallel()
	var out bytes.Buffer
	if err := run(t.Context(), []string{"version"}, nil, &out, &out); err != nil || !strings.HasPrefix(out.String(), "Referto unknown, commit unknown, built by go") {
		t.Errorf("api version: %q, %v", out.String(), err)
	}
	for _, args := range [][]string{nil, {"fly"}, {"migrate"}, {"serve", "-at", "yesterday"}} {
		if err := run(t.Context(), args, []string{"DATA_DIR=" + t.TempDir()}, &out, &out); err == nil {
			t.Errorf("api %v is accepted", args)
		}
	}
}

// Keys and secret are made once and kept, for the owner only.
func TestSecretsAreKept(t *testing.T) {
	t.Parallel()
	s := Settings{DataDir: t.TempDir()}
	first, err := secrets(s)
	if err != nil {
		t.Fatal(err)
	}
	if _, err := signingKeys(s); err != nil {
		t.Fatal(err)
	}
	second, err := secrets(s)
	if err != nil || !cmp.Equal(first, second) {
		t.Errorf("another secret at the second start, error %v", err)
	}
	if _, err := signingKeys(s); err != nil {
		t.Errorf("the kept keys cannot be read: %v", err)
	}
	for _, name := range []string{"secret", "signing.pem"} {
		info, err := os.Stat(filepath.Join(s.DataDir, "keys", name))
		if err != nil || info.Mode().Perm() != 0o600 {
			t.Errorf("%s: mode %v, error %v", name, info.Mode(), err)
		}
	}
	short := filepath.Join(t.TempDir(), "short")
	if err := os.WriteFile(short, []byte("too short"), 0o600); err != nil {
		t.Fatal(err)
	}
	if _, err := secrets(Settings{SecretFiles: []string{short}}); err == nil {
		t.Error("a short secret is accepted")
	}
	// While it is replaced there are two, and the first makes.
	next := filepath.Join(t.TempDir(), "next")
	if err := os.WriteFile(next, bytes.Repeat([]byte("n"), 32), 0o600); err != nil {
		t.Fatal(err)
	}
	read, err := readSettings([]string{"SECRET_FILE=" + next + "," + s.below("keys", "secret"), "DATA_DIR=" + s.DataDir})
	if err != nil {
		t.Fatal(err)
	}
	if both, err := secrets(read); err != nil || !cmp.Equal(both, [][]byte{bytes.Repeat([]byte("n"), 32), first[0]}) {
		t.Errorf("two secrets are %q: %v", both, err)
	}
	if _, err := secrets(Settings{SecretFiles: []string{next, short}}); err == nil {
		t.Error("a short one behind is accepted")
	}
}

// Data encrypted today opens tomorrow: the keys are made once, for the owner only, and taken from another file if one
// is named.
func TestSealingKeysAreKept(t *testing.T) {
	t.Parallel()
	s := Settings{DataDir: t.TempDir()}
	first, err := sealingKeys(s)
	if err != nil {
		t.Fatal(err)
	}
	text, err := first.Seal([]byte("a text"), "here")
	if err != nil {
		t.Fatal(err)
	}
	second, err := sealingKeys(s)
	if err != nil {
		t.Fatal(err)
	}
	if got, err := second.Open(text, "here"); err != nil || string(got) != "a text" {
		t.Errorf("opened %q, %v", got, err)
	}
	file := s.below("keys", "sealing")
	if info, err := os.Stat(file); err != nil || info.Mode().Perm() != 0o600 {
		t.Errorf("%v, %v", info, err)
	}
	moved, err := sealingKeys(Settings{DataDir: t.TempDir(), SealingKeys: file})
	if err != nil {
		t.Fatal(err)
	}
	if _, err := moved.Open(text, "here"); err != nil {
		t.Errorf("by the named file: %v", err)
	}
	if _, err := sealingKeys(Settings{SealingKeys: filepath.Join(t.TempDir(), "none")}); err == nil {
		t.Error("a file that is not there is taken")
	}
}

func TestClockStartsAtTheGivenMoment(t *testing.T) {
	t.Parallel()
	now, err := clock("2009-02-08T09:00:00Z", "")
	if err != nil {
		t.Fatal(err)
	}
	start := time.Date(2009, 2, 8, 9, 0, 0, 0, time.UTC)
	if got := now(); got.Before(start) || got.After(start.Add(time.Minute)) {
		t.Errorf("the clock shows %s", got)
	}
}

// Behind a proxy that ends TLS all callers seem to have the proxy's address, unless it is trusted: the operator has
// to name the trusted networks, or state that there are none.
func TestServeBehindTLSNamesItsProxies(t *testing.T) {
	t.Parallel()
	for _, tt := range []struct {
		address, proxies string
		starts           bool
	}{
		{"https://league.example", "", false},
		{"https://league.example", "TRUSTED_PROXIES=10.0.0.0/8", true},
		{"https://league.example", "TRUSTED_PROXIES=none", true},
		{"http://localhost:8080", "", true},
	} {
		s, err := readSettings([]string{"PUBLIC_URL=" + tt.address, tt.proxies})
		if err != nil {
			t.Fatal(err)
		}
		if err := s.checkServe(true); (err == nil) != tt.starts || err != nil && !strings.Contains(err.Error(), "TRUSTED_PROXIES: required") {
			t.Errorf("%s with %q: %v", tt.address, tt.proxies, err)
		}
	}
}
