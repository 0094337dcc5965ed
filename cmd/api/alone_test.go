package main

import (
	"crypto/x509"
	"os"
	"os/exec"
	"strings"
	"testing"
	"time"
)

// alone makes this test program look at what it has without a machine's files, and say so.
const alone = "REFERTO_TEST_ALONE"

// In an image there is the program and nothing else: it knows the authorities whose
// certificates mail servers and stores of files show, and the zones of all venues.
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
