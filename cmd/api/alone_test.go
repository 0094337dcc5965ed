package main

import (
	"crypto/x509"
	"os"
	"os/exec"
	"strings"
	"testing"
	"time"
)

// alone makes this test program run without a machine's files, and report the result.
const alone = "REFERTO_TEST_ALONE"

// An image contains the program and nothing else: it has the certificates of the authorities of mail servers and file
// stores, and the zones of all venues.
func TestNothingOfTheMachineIsNeeded(t *testing.T) {
	t.Parallel()
	if os.Getenv(alone) != "" {
		pool, err := x509.SystemCertPool()
		if err != nil || pool.Equal(x509.NewCertPool()) {
			t.Errorf("no authority is known: %v", err)
		}
		if _, err := time.LoadLocation("Europe/Sofia"); err != nil {
			t.Error(err)
		}
		return
	}
	self := exec.CommandContext(t.Context(), os.Args[0], "-test.run", "^TestNothingOfTheMachineIsNeeded$", "-test.v")
	self.Env = []string{alone + "=1", "SSL_CERT_FILE=/nowhere", "SSL_CERT_DIR=/nowhere", "TEST_POSTGRES=" + os.Getenv("TEST_POSTGRES")}
	out, err := self.CombinedOutput()
	if err != nil || !strings.Contains(string(out), "--- PASS: TestNothingOfTheMachineIsNeeded") {
		t.Errorf("%v\n%s", err, out)
	}
}
