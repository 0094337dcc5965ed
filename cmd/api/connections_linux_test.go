package main

import (
	"bufio"
	"context"
	"encoding/json"
	"fmt"
	"io"
	"net/http"
	"os"
	"os/exec"
	"path/filepath"
	"sync"
	"testing"
	"time"

	"referto/internal/tenant/tenantdb"
	"referto/internal/tenant/tenantdb/tenantdbtest"
)

// serving is the program itself in a process of its own, and its address.
func serving(t *testing.T, environ ...string) (address string) {
	t.Helper()
	program, err := os.Executable()
	if err != nil {
		t.Fatal(err)
	}
	ctx, stop := context.WithCancel(context.WithoutCancel(t.Context()))
	c := exec.CommandContext(ctx, program, "serve", "-json")
	c.Cancel = func() error { return c.Process.Signal(os.Interrupt) }
	c.Env = append(append(os.Environ(), asProgram+"=yes", "LISTEN=127.0.0.1:0", "PUBLIC_URL=http://127.0.0.1", "DATA_DIR="+t.TempDir()), environ...)
	said, err := c.StdoutPipe()
	if err == nil {
		err = c.Start()
	}
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { stop(); _ = c.Wait() })
	line, err := bufio.NewReader(said).ReadBytes('\n')
	var at struct{ Address string }
	if err == nil {
		err = json.Unmarshal(line, &at)
	}
	if err != nil {
		t.Fatalf("the program does not serve: %v", err)
	}
	return at.Address
}

// A server takes no more connections than documented in docs/operate/database.md, to which the database of the test
// limits it: while many requests run at once, letters are sent and readiness is probed, none is refused.
func TestAServerKeepsToItsConnections(t *testing.T) {
	t.Parallel()
	database, dir := tenantdbtest.Create(t), t.TempDir()
	const requests = 3
	database.Alter(t, fmt.Sprintf("alter database %s connection limit %d", database.Name, requests+tenantdb.ConnectionsBeside))
	var files []string
	for _, file := range [][2]string{{"SIGNING_KEYS", "signing.pem"}, {"SECRET_FILE", "secret"}, {"SEALING_KEYS", "sealing"}} {
		files = append(files, file[0]+"="+filepath.Join(dir, file[1]))
	}
	if err := run(t.Context(), []string{"make-keys", dir}, nil, io.Discard, io.Discard); err != nil {
		t.Fatal(err)
	}
	log := filepath.Join(dir, "log")
	address := serving(t, append(files, "DATABASE_URL="+database.Application, fmt.Sprintf("DATABASE_CONNECTIONS=%d", requests), "LOG_FILE="+log, "RATE_PER_NETWORK=0")...)
	get := func(path string) int {
		answer, err := http.Get(address + path)
		if err != nil {
			return 0
		}
		_ = answer.Body.Close()
		return answer.StatusCode
	}
	for get("/readyz") != http.StatusOK {
		time.Sleep(20 * time.Millisecond)
	}
	var all sync.WaitGroup
	for n := range 24 {
		all.Go(func() {
			for i := range 20 {
				path := "/v1/tenants"
				if n == 0 {
					path = "/readyz"
				}
				if status := get(fmt.Sprintf("%s?n=%d", path, i)); status != http.StatusOK && status != http.StatusBadRequest {
					t.Errorf("%s: %d", path, status)
				}
			}
		})
	}
	most := 0
	for range 40 {
		most = max(most, database.Count(t, `select count(*) from pg_stat_activity where datname = $1 and usename = 'referto_app'`, database.Name))
		time.Sleep(5 * time.Millisecond)
	}
	all.Wait()
	if most <= tenantdb.ConnectionsBeside-tenantdb.JobConnections || most > requests+tenantdb.ConnectionsBeside {
		t.Errorf("it took %d connections", most)
	}
	lines, err := os.ReadFile(log)
	if err != nil || len(lines) == 0 {
		t.Fatalf("nothing is logged: %v", err)
	}
	if refused := database.Count(t, `select count(*) from regexp_matches($1, 'too many connections|53300', 'g')`, string(lines)); refused > 0 {
		t.Errorf("%d connections were refused:\n%s", refused, lines)
	}
}
